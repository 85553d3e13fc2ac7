//! A note on a node of a file: the type of an expression, and what its name means.

use crate::golang::ids::{DeclIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::UNKNOWN;
use crate::golang::universe::Builtin;

/// The meaning of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// None that matters to the flow of values.
    Plain,
    Type,
    /// A local variable, with the node that declares it.
    Local(u32),
    /// A declaration of package level.
    Decl(DeclIx),
    /// A field; `None` for one of a type that a body declares or that has no name.
    Field(Option<DeclIx>),
    /// A method, and whether it is selected from a value.
    Method(DeclIx, bool),
    /// A method of an interface: the index of the site in the sink.
    Dispatch(u32),
    /// Something of a package that is not known, by its path.
    Unknown(Name),
    /// Of a call: a conversion.
    Conversion,
    /// Of a call: a predeclared function is called.
    Builtin(Builtin),
    /// Of a call: a function value is called. The index of the site in the sink.
    ValueCall(u32),
}

/// The note on an expression: its type and its meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub(super) ty: Ty,
    pub(super) meaning: Meaning,
}

/// The note on a node that was not walked.
pub(super) const NOTHING: Note = Note { ty: UNKNOWN, meaning: Meaning::Plain };
