//! What the symbol list is made of: the graph, or, while the first index is being built, what was seen so far.

use std::sync::Arc;

use crate::index::{Glimpse, Snapshot};
use crate::model::{SymbolId, SymbolKind};

/// A list's raw material. Cloning it clones pointers.
#[derive(Clone)]
pub enum Corpus {
    Graph(Arc<Snapshot>),
    Glimpses(Glimpses),
}

/// Symbols in the order in which they were seen. Grows by whole batches that are never changed.
#[derive(Clone, Default)]
pub struct Glimpses {
    batches: Vec<Arc<Vec<Glimpse>>>,
    /// How many symbols there are up to the end of each batch.
    ends: Vec<usize>,
}

/// A row's raw material.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub kind: SymbolKind,
    /// `Recv.Name`, `Struct.field` or the plain name; a package's is its folder.
    pub qualified: &'a str,
    /// Empty while it is not known.
    pub package: &'a str,
    pub path: &'a str,
    pub line: u32,
    /// [`crate::model::symbol_flag`] bits.
    pub flags: u16,
}

impl Glimpses {
    pub fn push(&mut self, batch: Vec<Glimpse>) {
        if !batch.is_empty() {
            self.ends.push(self.len() + batch.len());
            self.batches.push(Arc::new(batch));
        }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[must_use]
    pub fn get(&self, ix: usize) -> Option<&Glimpse> {
        let batch = self.ends.partition_point(|&end| end <= ix);
        let start = if batch == 0 { 0 } else { self.ends[batch - 1] };
        self.batches.get(batch)?.get(ix - start)
    }
}

impl Corpus {
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Graph(snapshot) => snapshot.graph().n_symbols(),
            Self::Glimpses(glimpses) => glimpses.len(),
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `other` holds the same rows under the same numbers.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Graph(a), Self::Graph(b)) => Arc::ptr_eq(a, b),
            (Self::Glimpses(a), Self::Glimpses(b)) => a.len() == b.len(),
            _ => false,
        }
    }

    /// Calls `read` with row `ix`; `None` when there is no such row.
    pub fn entry<T>(&self, ix: u32, read: impl FnOnce(Entry<'_>) -> T) -> Option<T> {
        match self {
            Self::Graph(snapshot) => {
                let graph = snapshot.graph();
                if ix as usize >= graph.n_symbols() {
                    return None;
                }
                let symbol = graph.symbol(SymbolId(ix));
                let kind = symbol.kind();
                let package = if kind.is_container() { "" } else { symbol.package_name() };
                // The folder `.` says nothing.
                let is_root = kind == SymbolKind::Package && symbol.qualified() == ".";
                Some(read(Entry {
                    kind,
                    qualified: if is_root { symbol.name() } else { symbol.qualified() },
                    package,
                    path: symbol.path(),
                    line: symbol.line(),
                    flags: symbol.flags(),
                }))
            }
            Self::Glimpses(glimpses) => {
                let glimpse = glimpses.get(ix as usize)?;
                Some(read(Entry {
                    kind: glimpse.kind,
                    qualified: &glimpse.qualified,
                    package: "",
                    path: &glimpse.path,
                    line: glimpse.line,
                    flags: glimpse.flags,
                }))
            }
        }
    }

    /// The row that is the same symbol as row `ix` of `before`.
    #[must_use]
    pub fn find(&self, before: &Self, ix: u32) -> Option<u32> {
        if self.is_same(before) {
            return Some(ix);
        }
        let (kind, name, path, line) =
            before.entry(ix, |e| (e.kind, e.qualified.to_owned(), e.path.to_owned(), e.line))?;
        let same = |&row: &u32| {
            self.entry(row, |e| e.kind == kind && e.qualified == name && e.path == path).unwrap_or(false)
        };
        // Of several `init`s in one file, the nearest.
        let distance = |&row: &u32| self.entry(row, |e| e.line.abs_diff(line)).unwrap_or(u32::MAX);
        (0..self.len() as u32).filter(same).min_by_key(distance)
    }
}

impl Entry<'_> {
    /// What the list shows and the filter matches: `package.Recv.Name`.
    #[must_use]
    pub fn label(&self) -> String {
        if self.package.is_empty() {
            self.qualified.to_owned()
        } else {
            format!("{}.{}", self.package, self.qualified)
        }
    }
}
