//! Maps the symbols of the graph before a change to those of the graph after it.

use rustc_hash::FxHashMap;

use super::change::FileChange;
use crate::model::{FileId, Graph, SymbolId, folder};

/// For each symbol before, the one after: in the same file, in the file's new name, or in another changed file of the
/// same package.
pub(super) struct SymbolMap {
    after: Vec<Option<SymbolId>>,
}

/// A symbol's package and qualified name: the folder, and whether it is the package of outside tests.
type SymbolKey<'g> = (&'g str, bool, &'g str);

impl SymbolMap {
    /// `files` are those that differ. O(symbols).
    pub(super) fn of(before: &Graph<'_>, graph: &Graph<'_>, files: &[FileChange]) -> Self {
        let mut became: FxHashMap<&str, &str> = FxHashMap::default();
        let mut elsewhere: FxHashMap<SymbolKey<'_>, Option<SymbolId>> = FxHashMap::default();
        for change in files {
            if let (Some(old), Some(new)) = (&change.old, &change.new) {
                became.insert(&old.path, &new.path);
            }
            let Some(file) = change.new.as_ref().and_then(|new| graph.find_file(&new.path)) else { continue };
            for symbol in graph.symbols_of(file).skip(1).map(SymbolId) {
                let place = place(graph, symbol, folder(graph.path(file)));
                // An ambiguous name maps to nothing.
                elsewhere.entry(place).and_modify(|known| *known = None).or_insert(Some(symbol));
            }
        }
        let mut map = Self { after: vec![None; before.n_symbols()] };
        for file in (0..before.n_files() as u32).map(FileId) {
            let old = before.path(file);
            let new = became.get(old).copied().unwrap_or(old);
            let there = graph.find_file(new).map_or(0..0, |file| graph.symbols_of(file));
            map.in_file(before, graph, before.symbols_of(file), there);
            for symbol in before.symbols_of(file).skip(1).map(SymbolId) {
                let after = &mut map.after[symbol.ix()];
                *after = after.or_else(|| elsewhere.get(&place(before, symbol, folder(new))).copied()?);
            }
        }
        map
    }

    /// Pairs the symbols of one file by their names, of equal ones the first with the first.
    fn in_file(
        &mut self,
        before: &Graph<'_>,
        graph: &Graph<'_>,
        here: std::ops::Range<u32>,
        there: std::ops::Range<u32>,
    ) {
        let name = |at: u32| graph.symbol(SymbolId(at)).qualified();
        let named_here = |at: u32| before.symbol(SymbolId(at)).qualified();
        // Mostly nothing came or went; a file's own symbol is the first, whatever the file is called.
        let is_same = here.len() == there.len()
            && here.clone().zip(there.clone()).skip(1).all(|(old, new)| named_here(old) == name(new));
        if is_same {
            here.zip(there).for_each(|(old, new)| self.after[old as usize] = Some(SymbolId(new)));
            return;
        }
        let mut by_name: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        there.rev().for_each(|at| by_name.entry(name(at)).or_default().push(at));
        for old in here {
            let new = by_name.get_mut(named_here(old)).and_then(Vec::pop);
            self.after[old as usize] = new.map(SymbolId);
        }
    }

    /// The symbol in the graph after.
    pub(super) fn after(&self, before: SymbolId) -> Option<SymbolId> {
        *self.after.get(before.ix())?
    }

    /// All symbols of the graph before with what they are after.
    pub(super) fn all(&self) -> impl Iterator<Item = (SymbolId, Option<SymbolId>)> {
        (0..).map(SymbolId).zip(self.after.iter().copied())
    }
}

fn place<'g>(graph: &'g Graph<'_>, symbol: SymbolId, folder: &'g str) -> SymbolKey<'g> {
    let symbol = graph.symbol(symbol);
    (folder, symbol.package_name().ends_with("_test"), symbol.qualified())
}
