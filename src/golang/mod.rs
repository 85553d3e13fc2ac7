//! Reading Go: from the bytes of a tree's files to symbols and edges, without a toolchain.
//!
//! Three steps, each a pure function: [`lower`] turns one file into [`facts`]; linking puts the facts of all files
//! into packages; binding resolves every name against them. No file is read here and nothing is stored.

pub mod ast;
pub mod constraint;
pub mod facts;
pub mod modfile;
pub mod module;
