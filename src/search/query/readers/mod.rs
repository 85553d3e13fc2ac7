//! The kinds of question that are answered by themselves, one file each.

pub(crate) mod call_path;
pub(crate) mod config_key;
pub(crate) mod definition;
pub(crate) mod diff;
pub(crate) mod directly;
pub(crate) mod imports;
pub(crate) mod message;
pub(crate) mod package;
pub(crate) mod package_members;
pub(crate) mod relations;
pub(crate) mod result_types;
pub(crate) mod stack_trace;
pub(crate) mod tests_of;
