//! Reads Go: from the bytes of a tree's files to symbols and edges, without a toolchain.
//!
//! There are three steps, each a pure function: lowering turns one file into [`facts`]; linking puts the facts of all
//! files into packages; binding resolves every name against them ([`analyze()`] does the last two). This room reads
//! no files and stores nothing.

mod analyze;
mod arms;
pub mod ast;
mod body_check_cache;
pub mod build_constraint;
pub mod called_back;
mod changes;
mod check;
mod confidence;
mod constant_value;
pub mod elision;
pub mod facts;
mod file_head;
mod fingerprint;
mod flow;
mod foreign;
mod function_tokens;
pub mod highlight;
mod ids;
mod implements;
mod link;
mod linkname;
pub mod lower;
mod mention;
mod misfits;
pub mod modfile;
pub mod module;
mod names;
mod outline;
pub mod signature;
pub mod standalone;
pub mod stdlib;
mod test_binaries;
mod types;
mod universe;
mod variable_literals;
mod wellformed;

#[cfg(test)]
mod tests;

pub use analyze::{analyze, analyze_by_types, analyze_cancellable, analyze_incremental, unbound_totals};
pub use arms::{Arms, When};
pub use body_check_cache::{BodyCheckCache, Reuse};
pub use check::MisfitKind;
pub use file_head::{FileHead, needed_imports, package_name};
pub use fingerprint::Fingerprint;
pub use function_tokens::FunctionTokens;
pub use link::SourceFile;
pub(crate) use link::guess_package_name;
pub use mention::{Mention, Receiver};
pub use misfits::{Concern, Misfit, Misfits, misfits};
pub use outline::Outline;
pub use universe::is_predeclared_type;
