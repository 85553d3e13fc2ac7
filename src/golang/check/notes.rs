//! Results of checking a body for each node of its file: the type of expressions, and what names mean. The walk
//! that records the flow of values reads it, once the body is checked.

use super::Checker;
use super::scope::Local;
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

#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    ty: Ty,
    meaning: Meaning,
}

const NOTHING: Note = Note { ty: UNKNOWN, meaning: Meaning::Plain };

impl Checker<'_> {
    /// Forgets the notes of the last file, and makes room for those of the current one.
    pub(super) fn open_notes(&mut self) {
        if self.noted_file != self.file {
            self.noted_file = self.file;
            self.notes.clear();
            self.notes.resize(self.nodes.len(), NOTHING);
        }
    }

    pub(super) fn note_type(&mut self, ix: u32, ty: Ty) {
        if self.recording()
            && let Some(note) = self.notes.get_mut(ix as usize)
        {
            note.ty = ty;
        }
    }

    pub(super) fn note_meaning(&mut self, ix: u32, meaning: Meaning) {
        if self.recording()
            && let Some(note) = self.notes.get_mut(ix as usize)
        {
            note.meaning = meaning;
        }
    }

    /// Notes that a generic declaration is used with a type argument.
    pub(super) fn note_instance(&mut self, param: Ty, arg: Ty) {
        if self.recording() {
            self.instances.push((param, arg));
        }
    }

    /// The type that was noted for an expression.
    pub(super) fn noted_type(&self, ix: u32) -> Ty {
        self.notes.get(ix as usize).map_or(UNKNOWN, |note| note.ty)
    }

    pub(super) fn meaning(&self, ix: u32) -> Meaning {
        self.notes.get(ix as usize).map_or(Meaning::Plain, |note| note.meaning)
    }

    /// Declares a local variable in the current block. `node` declares it.
    pub(super) fn declare_variable(&mut self, name: Name, ty: Ty, node: u32) {
        self.note_type(node, ty);
        self.note_meaning(node, Meaning::Local(node));
        self.scope.declare(name, Local::Var(ty, node));
    }
}
