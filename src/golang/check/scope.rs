//! Block scopes inside declarations, with look-up in constant time. Leaving a block removes its declarations.

use rustc_hash::FxHashMap;

use super::value::ConstValue;
use crate::golang::ids::Ty;
use crate::golang::names::Name;

/// The meaning of a local name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Local {
    /// With the node that declares the variable.
    Var(Ty, u32),
    Const(Ty, Option<ConstValue>),
    Type(Ty),
}

struct ScopeEntry {
    name: Name,
    local: Local,
    /// Index of the entry that this one hides.
    hides: Option<u32>,
}

/// The open blocks of the declaration that is being walked.
#[derive(Default)]
pub(super) struct BlockScopes {
    innermost: FxHashMap<Name, u32>,
    entries: Vec<ScopeEntry>,
    /// The index of the innermost block's first entry.
    block: usize,
}

/// The state that [`BlockScopes::close`] restores; see [`BlockScopes::open`].
#[derive(Clone, Copy)]
pub(super) struct ScopeMark {
    entries: usize,
    block: usize,
}

impl BlockScopes {
    pub(super) fn open(&mut self) -> ScopeMark {
        let mark = ScopeMark { entries: self.entries.len(), block: self.block };
        self.block = self.entries.len();
        mark
    }

    pub(super) fn close(&mut self, mark: ScopeMark) {
        while self.entries.len() > mark.entries {
            let Some(entry) = self.entries.pop() else { break };
            match entry.hides {
                Some(outer) => self.innermost.insert(entry.name, outer),
                None => self.innermost.remove(&entry.name),
            };
        }
        self.block = mark.block;
    }

    /// Declares a name in the innermost block. If the block has the name, that is an error, and the first declaration
    /// stays.
    pub(super) fn declare(&mut self, name: Name, local: Local) {
        if self.in_block(name) {
            return;
        }
        let hides = self.innermost.insert(name, self.entries.len() as u32);
        self.entries.push(ScopeEntry { name, local, hides });
    }

    /// Completes what a name that is declared already means.
    pub(super) fn define(&mut self, name: Name, local: Local) {
        if let Some(&ix) = self.innermost.get(&name) {
            self.entries[ix as usize].local = local;
        }
    }

    pub(super) fn get(&self, name: Name) -> Option<Local> {
        self.innermost.get(&name).map(|&ix| self.entries[ix as usize].local)
    }

    /// Returns whether the innermost block itself declares the name, so that `:=` assigns to it.
    pub(super) fn in_block(&self, name: Name) -> bool {
        self.innermost.get(&name).is_some_and(|&ix| ix as usize >= self.block)
    }
}
