//! Finds the declarations that print a pasted message.

pub(crate) mod contiguous;
pub(crate) mod format_match;
pub(crate) mod hits;
pub(crate) mod log_prefix;
pub(crate) mod phrase_match;
pub(crate) mod sentinel_errors;
