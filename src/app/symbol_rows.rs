//! The rows of the symbol list: those of the graph, or, while the first index is built, the symbols seen so far.

use std::sync::Arc;

use crate::index::{Glimpse, Snapshot};
use crate::model::{Called, Graph, SymbolId, SymbolKind};
use crate::search::SymbolHome;

/// Where a list's rows come from. Cloning it clones pointers.
#[derive(Clone)]
pub enum SymbolSource {
    Graph(Arc<Snapshot>),
    Glimpses(Glimpses),
}

/// Symbols in the order in which they were seen. Grows by whole batches that are never changed.
#[derive(Clone, Default)]
pub struct Glimpses {
    batches: Vec<Arc<Vec<Glimpse>>>,
    /// Number of symbols up to the end of each batch.
    ends: Vec<usize>,
}

/// The known facts about a row.
#[derive(Clone, Copy, Debug)]
pub struct SymbolEntry<'a> {
    pub kind: SymbolKind,
    /// `Recv.Name`, `Struct.field` or the plain name; a package's is its folder, a file's its path.
    pub qualified: &'a str,
    /// Empty while it is not known.
    pub package: &'a str,
    /// The end of the row's label: [`Called::ending`].
    pub ending: &'static str,
    /// [`Called::beside`].
    pub beside: &'a str,
    pub path: &'a str,
    /// Its place, as [`crate::search::Qualifiers`] compare it.
    pub home: SymbolHome<'a>,
    pub line: u32,
    /// The declaration's last line, as far as that is known.
    pub end_line: u32,
    /// [`crate::model::symbol_flag`] bits.
    pub flags: u16,
}

/// Access to rows by number, from any thread. The row must exist, except for [`SymbolRows::entry`].
pub trait SymbolRows: Sync {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    fn kind(&self, ix: usize) -> SymbolKind;
    /// [`crate::model::symbol_flag`] bits.
    fn flags(&self, ix: usize) -> u16;
    /// A number that is the same for all rows of one file and for no others, where that is known.
    fn file(&self, ix: usize) -> Option<u32>;
    /// The name that lists show.
    fn name(&self, ix: usize) -> Called<'_>;
    fn entry(&self, ix: usize) -> Option<SymbolEntry<'_>>;
}

impl Glimpses {
    pub fn push(&mut self, batch: Vec<Glimpse>) {
        if !batch.is_empty() {
            self.ends.push(self.len() + batch.len());
            self.batches.push(Arc::new(batch));
        }
    }

    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, ix: usize) -> Option<&Glimpse> {
        let batch = self.ends.partition_point(|&end| end <= ix);
        let start = if batch == 0 { 0 } else { self.ends[batch - 1] };
        self.batches.get(batch)?.get(ix - start)
    }
}

impl SymbolSource {
    pub fn len(&self) -> usize {
        match self {
            Self::Graph(snapshot) => snapshot.graph().n_symbols(),
            Self::Glimpses(glimpses) => glimpses.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether `other` holds the same rows under the same numbers.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Graph(a), Self::Graph(b)) => Arc::ptr_eq(a, b),
            (Self::Glimpses(a), Self::Glimpses(b)) => a.len() == b.len(),
            _ => false,
        }
    }

    /// Calls `read` with row `ix`; `None` when there is no such row. For many rows, [`SymbolSource::open`] once.
    pub fn entry<T>(&self, ix: u32, read: impl FnOnce(SymbolEntry<'_>) -> T) -> Option<T> {
        self.open(|rows| rows.entry(ix as usize).map(read))
    }

    /// The path and line where row `ix` is declared; for a package those of its primary file.
    pub fn place(&self, ix: u32) -> Option<(String, u32)> {
        match self {
            Self::Graph(snapshot) => {
                let graph = snapshot.graph();
                let symbol = SymbolId(ix);
                (symbol.ix() < graph.n_symbols()).then(|| owned(graph.place(symbol)))
            }
            Self::Glimpses(_) => self.entry(ix, |entry| owned((entry.path, entry.line))),
        }
    }

    /// Calls `read` with all rows.
    pub fn open<T>(&self, read: impl FnOnce(&dyn SymbolRows) -> T) -> T {
        match self {
            Self::Graph(snapshot) => read(&snapshot.graph()),
            Self::Glimpses(glimpses) => read(glimpses),
        }
    }

    /// The row that is the same symbol as row `ix` of `before`. O(rows).
    pub fn find(&self, before: &Self, ix: u32) -> Option<u32> {
        if self.is_same(before) {
            return Some(ix);
        }
        let (kind, name, path, line) =
            before.entry(ix, |e| (e.kind, e.qualified.to_owned(), e.path.to_owned(), e.line))?;
        self.open(|rows| {
            let same = |e: &SymbolEntry<'_>| e.qualified == name && e.path == path;
            let of_kind = (0..rows.len()).filter(|&row| rows.kind(row) == kind);
            let found = of_kind.filter_map(|row| Some((row, rows.entry(row).filter(same)?.line)));
            // A file can have several `init`s: the nearest one is taken.
            found.min_by_key(|&(_, at)| at.abs_diff(line)).map(|(row, _)| row as u32)
        })
    }
}

fn owned((path, line): (&str, u32)) -> (String, u32) {
    (path.to_owned(), line)
}

impl SymbolRows for Graph<'_> {
    fn len(&self) -> usize {
        self.n_symbols()
    }

    fn kind(&self, ix: usize) -> SymbolKind {
        self.symbol(SymbolId(ix as u32)).kind()
    }

    fn flags(&self, ix: usize) -> u16 {
        self.symbol_flags[ix]
    }

    fn file(&self, ix: usize) -> Option<u32> {
        Some(self.symbol_file[ix])
    }

    fn name(&self, ix: usize) -> Called<'_> {
        self.symbol(SymbolId(ix as u32)).label_parts()
    }

    fn entry(&self, ix: usize) -> Option<SymbolEntry<'_>> {
        if ix >= self.n_symbols() {
            return None;
        }
        let symbol = self.symbol(SymbolId(ix as u32));
        let Called { package, name: qualified, ending, beside } = self.name(ix);
        Some(SymbolEntry {
            kind: symbol.kind(),
            qualified,
            package,
            ending,
            beside,
            path: symbol.path(),
            home: SymbolHome::of(symbol),
            line: symbol.line(),
            end_line: symbol.end_line(),
            flags: symbol.flags(),
        })
    }
}

impl SymbolRows for Glimpses {
    fn len(&self) -> usize {
        self.len()
    }

    fn kind(&self, ix: usize) -> SymbolKind {
        self.get(ix).map_or(SymbolKind::File, |glimpse| glimpse.kind)
    }

    fn flags(&self, ix: usize) -> u16 {
        self.get(ix).map_or(0, |glimpse| glimpse.flags)
    }

    fn file(&self, _: usize) -> Option<u32> {
        None
    }

    fn name(&self, ix: usize) -> Called<'_> {
        Called { name: self.get(ix).map_or("", |glimpse| &glimpse.qualified), ..Called::default() }
    }

    fn entry(&self, ix: usize) -> Option<SymbolEntry<'_>> {
        let glimpse = self.get(ix)?;
        Some(SymbolEntry {
            kind: glimpse.kind,
            qualified: &glimpse.qualified,
            package: "",
            ending: "",
            beside: "",
            path: &glimpse.path,
            home: SymbolHome { path: &glimpse.path, ..SymbolHome::default() },
            line: glimpse.line,
            end_line: glimpse.line,
            flags: glimpse.flags,
        })
    }
}

impl SymbolEntry<'_> {
    /// Returns the text that the list shows and the filter matches: `package.Recv.Name`.
    pub fn label(&self) -> String {
        let mut label = String::new();
        Called { package: self.package, name: self.qualified, ending: self.ending, beside: self.beside }
            .push_to(&mut label);
        label
    }
}
