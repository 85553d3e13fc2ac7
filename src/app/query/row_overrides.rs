//! Overrides of a person for rows of the pack. They outlive their answer and the graph: each belongs to a symbol id and
//! waits while no symbol has it, as on another branch or in the middle of an edit.

use crate::model::{Graph, SymbolId};
use crate::search::pack::RowOverride;
use rustc_hash::FxHashSet;

/// Overrides in the order in which they were made, at most one a symbol.
#[derive(Clone, Default, PartialEq)]
pub struct RowOverrides(Vec<MadeOverride>);

#[derive(Clone, PartialEq)]
struct MadeOverride {
    /// The symbol's id in the graph that the override was made in.
    id: String,
    row_override: RowOverride,
    /// True if the symbol was added: it is in the pack whatever the question finds.
    is_added: bool,
    /// The symbol in the graph of the last [`RowOverrides::follow`].
    here: Option<SymbolId>,
}

impl RowOverrides {
    /// Their number, whether the graph has their symbols or not.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers of pins, of bans and of chosen levels.
    pub fn counts(&self) -> [usize; 3] {
        let count = |row_override| self.0.iter().filter(|made| made.row_override == row_override).count();
        let (pinned, banned) = (count(RowOverride::PINNED), count(RowOverride::BANNED));
        [pinned, banned, self.len() - pinned - banned]
    }

    pub fn of(&self, symbol: SymbolId) -> Option<RowOverride> {
        self.0.iter().find(|made| made.here == Some(symbol)).map(|made| made.row_override)
    }

    /// The overrides whose symbols the graph has.
    pub fn here(&self) -> impl Iterator<Item = (SymbolId, RowOverride)> {
        self.0.iter().filter_map(|made| Some((made.here?, made.row_override)))
    }

    /// Adds symbols, pinned; those that are there already stay as they are.
    pub(super) fn add(&mut self, graph: &Graph<'_>, symbols: &[SymbolId]) {
        for &symbol in symbols {
            self.set(graph, symbol, self.of(symbol).or(Some(RowOverride::PINNED)));
            if let Some(made) = self.0.iter_mut().find(|made| made.here == Some(symbol)) {
                made.is_added = true;
            }
        }
    }

    /// The added symbols of the graph, in the order in which they were added.
    pub fn added(&self) -> impl Iterator<Item = SymbolId> {
        self.0.iter().filter(|made| made.is_added).filter_map(|made| made.here)
    }

    /// Sets, changes or (with `None`) removes the override of a symbol.
    pub(super) fn set(&mut self, graph: &Graph<'_>, symbol: SymbolId, row_override: Option<RowOverride>) {
        let made = self.0.iter().position(|made| made.here == Some(symbol));
        match (made, row_override) {
            (Some(at), Some(row_override)) => self.0[at].row_override = row_override,
            (Some(at), None) => drop(self.0.remove(at)),
            (None, Some(row_override)) => {
                let id = graph.symbol(symbol).id_text();
                self.0.retain(|made| made.id != id);
                self.0.push(MadeOverride { id, row_override, is_added: false, here: Some(symbol) });
            }
            (None, None) => {}
        }
    }

    /// Looks up the symbols in another graph: by id, or in their package if they left their file.
    pub(super) fn follow(&mut self, graph: &Graph<'_>) {
        let mut taken: FxHashSet<SymbolId> = FxHashSet::default();
        for made in &mut self.0 {
            made.here = graph.find_id(&made.id);
            taken.extend(made.here);
        }
        for made in self.0.iter_mut().filter(|made| made.here.is_none()) {
            // The remaining symbol of that name may have another override.
            made.here = graph.find_nearby(&made.id).filter(|symbol| !taken.contains(symbol));
            taken.extend(made.here);
        }
    }
}
