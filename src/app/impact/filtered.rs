//! Rows that pass the filter of the Impact view: affected symbols, changed ones, and files that changed outside of
//! their declarations.

use super::requests::ImpactResult;
use crate::app::filter::{Filter, matcher};
use crate::app::symbol_rows::{SymbolEntry, SymbolRows};
use crate::impact::{Changed, WorkItem};
use crate::model::{Graph, Symbol, SymbolKind, symbol_flag};
use crate::search::SymbolHome;
use std::sync::Arc;

/// A result and what a filter lets through of it.
#[derive(Clone)]
pub struct FilteredImpact {
    pub blast: Arc<ImpactResult>,
    /// The filter as it was typed and parsed.
    pub(super) text: String,
    pub(super) filter: Filter,
    pub(super) found: FilterHits,
}

impl FilteredImpact {
    /// Filters a result. With tens of thousands of rows this takes too long between two key presses, so workers do
    /// it. `None` if `cancelled` returned true. O(rows of the result).
    pub fn of(blast: Arc<ImpactResult>, text: String, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        // The rows are not ordered by match, so scattered letters would mix with what is meant: words must be
        // substrings.
        let filter = Filter::parse(&text).in_one_piece();
        let found = FilterHits::of(&blast, &filter, cancelled)?;
        Some(Self { blast, text, filter, found })
    }
}

/// The parts of the result that pass the filter, by index.
#[derive(Clone, Debug, Default)]
pub(super) struct FilterHits {
    pub affected: Vec<bool>,
    pub changed: Vec<bool>,
    pub outside: Vec<bool>,
    pub work: Vec<bool>,
}

/// Rows between two checks for cancellation.
const AT_ONCE: usize = 1024;

impl FilterHits {
    /// Without a filter.
    pub(super) fn all(blast: &ImpactResult) -> Self {
        let diff = blast.diff.as_ref();
        Self {
            affected: vec![true; blast.radius.impact.affected.len()],
            changed: vec![true; diff.map_or(0, |diff| diff.changed.len())],
            outside: vec![true; diff.map_or(0, |diff| diff.outside.len())],
            work: vec![true; blast.work.items.len()],
        }
    }

    fn of(blast: &ImpactResult, filter: &Filter, cancelled: &(dyn Fn() -> bool + Sync)) -> Option<Self> {
        if filter.is_empty() {
            return Some(Self::all(blast));
        }
        let graph = &blast.snapshot.graph();
        let mut matcher = matcher();
        let mut fits = |entry: &SymbolEntry<'_>| filter.fits(entry, &mut matcher);
        let mut affected = Vec::with_capacity(blast.radius.impact.affected.len());
        for rows in blast.radius.impact.affected.chunks(AT_ONCE) {
            if cancelled() {
                return None;
            }
            let entries = rows.iter().map(|row| graph.entry(row.symbol.ix()));
            affected.extend(entries.map(|entry| entry.is_some_and(|entry| fits(&entry))));
        }
        let (changed, outside) =
            blast.diff.as_ref().map_or((&[][..], &[][..]), |diff| (&diff.changed, &diff.outside));
        Some(Self {
            affected,
            changed: changed.iter().map(|changed| fits(&entry_of(graph, changed))).collect(),
            outside: outside.iter().map(|outside| fits(&entry_of_file(&outside.path))).collect(),
            work: blast.work.items.iter().map(|item| fits(&entry_of_item(graph, item))).collect(),
        })
    }
}

/// The list entry of a changed symbol, which may be deleted.
fn entry_of<'e>(graph: &'e Graph<'_>, changed: &'e Changed) -> SymbolEntry<'e> {
    if let Some(entry) = changed.symbol.and_then(|symbol| graph.entry(symbol.ix())) {
        return entry;
    }
    // If the file is deleted too, its folder mostly has the package's name.
    let folder = || changed.path.rsplit('/').nth(1).unwrap_or_default();
    let known = changed.known(graph).map(|symbol| graph.symbol(symbol));
    let package = known.map_or_else(folder, Symbol::package_name);
    let import = known.and_then(Symbol::import_path).unwrap_or_default();
    let path = changed.path.as_str();
    let own = changed.qualified.rsplit('.').next().unwrap_or_default();
    let exported = if own.starts_with(char::is_uppercase) { symbol_flag::EXPORTED } else { 0 };
    SymbolEntry {
        kind: changed.kind,
        qualified: &changed.qualified,
        package,
        ending: "",
        beside: "",
        path,
        home: SymbolHome { package, import, path, is_package: false },
        line: changed.line,
        end_line: changed.line,
        flags: exported | test_flag(&changed.path),
    }
}

/// The list entry of a place to see to, which the graph may lack.
fn entry_of_item<'e>(graph: &'e Graph<'_>, item: &'e WorkItem) -> SymbolEntry<'e> {
    let known = item.symbol.and_then(|symbol| graph.entry(symbol.ix()));
    known.unwrap_or_else(|| SymbolEntry {
        kind: item.kind,
        qualified: &item.qualified,
        line: item.lines.first().copied().unwrap_or(1),
        ..entry_of_file(&item.path)
    })
}

fn entry_of_file(path: &str) -> SymbolEntry<'_> {
    let (kind, flags) = (SymbolKind::File, test_flag(path));
    let home = SymbolHome { path, ..SymbolHome::default() };
    SymbolEntry {
        kind,
        qualified: path,
        package: "",
        ending: "",
        beside: "",
        path,
        home,
        line: 1,
        end_line: u32::MAX,
        flags,
    }
}

fn test_flag(path: &str) -> u16 {
    if path.ends_with("_test.go") { symbol_flag::TEST } else { 0 }
}
