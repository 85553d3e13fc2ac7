//! What the filter of the Impact view lets through: affected symbols, changed ones, and files that changed outside of
//! their declarations.

use super::Blast;
use crate::app::corpus::{Entry, Rows};
use crate::app::filter::{Filter, matcher};
use crate::impact::Changed;
use crate::model::{Graph, SymbolId, SymbolKind, symbol_flag};

/// What fits, each by its place in the blast.
pub(super) struct Found {
    pub affected: Vec<bool>,
    pub changed: Vec<bool>,
    pub outside: Vec<bool>,
}

impl Found {
    /// O(rows of the blast).
    pub(super) fn of(graph: &Graph<'_>, blast: &Blast, filter: &Filter) -> Self {
        let (changed, outside) =
            blast.diff.as_ref().map_or((&[][..], &[][..]), |diff| (&diff.changed, &diff.outside));
        let affected = &blast.radius.impact.affected;
        if filter.is_empty() {
            let [affected, changed, outside] = [affected.len(), changed.len(), outside.len()];
            return Self {
                affected: vec![true; affected],
                changed: vec![true; changed],
                outside: vec![true; outside],
            };
        }
        let mut matcher = matcher();
        let mut fits = |entry: &Entry<'_>| filter.fits(entry, &mut matcher);
        Self {
            affected: affected
                .iter()
                .map(|affected| graph.entry(affected.symbol.ix()).is_some_and(|entry| fits(&entry)))
                .collect(),
            changed: changed.iter().map(|changed| fits(&entry_of(graph, changed))).collect(),
            outside: outside.iter().map(|outside| fits(&entry_of_file(&outside.path))).collect(),
        }
    }
}

/// A changed symbol as the list would have it, though it may be gone.
fn entry_of<'e>(graph: &'e Graph<'_>, changed: &'e Changed) -> Entry<'e> {
    if let Some(entry) = changed.symbol.and_then(|symbol| graph.entry(symbol.ix())) {
        return entry;
    }
    // Where the file is gone, too, its folder mostly is called like the package.
    let folder = || changed.path.rsplit('/').nth(1).unwrap_or_default();
    let package = known(graph, changed).map_or_else(folder, |symbol| graph.symbol(symbol).package_name());
    let own = changed.qualified.rsplit('.').next().unwrap_or_default();
    let exported = if own.starts_with(char::is_uppercase) { symbol_flag::EXPORTED } else { 0 };
    Entry {
        kind: changed.kind,
        qualified: &changed.qualified,
        package,
        path: &changed.path,
        line: changed.line,
        flags: exported | test_flag(&changed.path),
    }
}

/// What the graph has of a changed symbol: it itself, or its file.
pub(super) fn known(graph: &Graph<'_>, changed: &Changed) -> Option<SymbolId> {
    let file = || graph.symbols_of(graph.find_file(&changed.path)?).next().map(SymbolId);
    changed.symbol.or_else(file)
}

fn entry_of_file(path: &str) -> Entry<'_> {
    Entry { kind: SymbolKind::File, qualified: path, package: "", path, line: 1, flags: test_flag(path) }
}

fn test_flag(path: &str) -> u16 {
    if path.ends_with("_test.go") { symbol_flag::TEST } else { 0 }
}
