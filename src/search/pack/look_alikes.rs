//! Look-alikes: functions of one name in packages side by side, such as what registers each of forty plugins. In a pack
//! one of them stands for all.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{Graph, SymbolId};
use crate::search::answer::{Answer, EXACT};
use crate::search::scoring::fusion::ScorePart;
use crate::search::scoring::variety::{Family, family};

/// Rows of a family, at least; two may differ in what is asked.
const FEWEST: usize = 3;

/// Rows that are alike.
#[derive(Default)]
pub(crate) struct LookAlikes {
    /// The rows that stand for others, with the number of those in the tree.
    behind: FxHashMap<SymbolId, usize>,
    others: FxHashSet<SymbolId>,
}

impl LookAlikes {
    /// Finds the families among the rows of an answer to words, but for what the question names. O(rows), and O(symbols)
    /// if there are any.
    pub(crate) fn among(graph: &Graph<'_>, answer: &Answer) -> Self {
        let mut alike = Self::default();
        let is_named = |parts: &[ScorePart]| parts.iter().any(|part| part.signal == EXACT.0);
        let mut families: FxHashMap<Family<'_>, Vec<SymbolId>> = FxHashMap::default();
        for row in answer.ranked().map_or(&[][..], |_| &answer.rows) {
            let is_meant = graph.symbol(row.symbol).kind().is_callable() && !is_named(&row.why.parts);
            if let Some(family) = family(graph, row.symbol).filter(|_| is_meant) {
                families.entry(family).or_default().push(row.symbol);
            }
        }
        families.retain(|_, rows| rows.len() >= FEWEST);
        if families.is_empty() {
            return alike;
        }
        let names: FxHashSet<u32> =
            families.values().map(|rows| graph.symbol_qualified[rows[0].ix()]).collect();
        let mut sizes: FxHashMap<Family<'_>, usize> = FxHashMap::default();
        for ix in (0..graph.n_symbols()).filter(|&ix| names.contains(&graph.symbol_qualified[ix])) {
            if let Some(family) = family(graph, SymbolId(ix as u32)).filter(|of| families.contains_key(of)) {
                *sizes.entry(family).or_default() += 1;
            }
        }
        for (family, rows) in families {
            alike.behind.insert(rows[0], sizes[&family] - 1);
            alike.others.extend(&rows[1..]);
        }
        alike
    }

    /// The number of symbols that a row stands for.
    pub(crate) fn behind(&self, row: SymbolId) -> usize {
        self.behind.get(&row).copied().unwrap_or(0)
    }

    /// Returns whether another row stands for a row.
    pub(crate) fn has_another(&self, row: SymbolId) -> bool {
        self.others.contains(&row)
    }
}
