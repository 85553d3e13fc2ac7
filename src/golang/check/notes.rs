//! Results of checking a body for each node of its file: the type of expressions, and what names mean. The walk
//! that records the flow of values reads it, once the body is checked.

use super::Checker;
use super::note::{Meaning, NOTHING};
use super::scope::Local;
use crate::golang::ids::Ty;
use crate::golang::names::Name;
use crate::golang::types::{Type, UNKNOWN};

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
        // No variable holds several results of a call.
        let ty = self.single(ty);
        let ty = if matches!(self.types.get(ty), Type::Tuple(_)) { UNKNOWN } else { ty };
        self.note_type(node, ty);
        self.note_meaning(node, Meaning::Local(node));
        self.scope.declare(name, Local::Var(ty, node));
    }
}
