//! The way through an answer: the chain of calls that passes its best rows in the order of the running program. Who asks
//! how something comes about wants more than its places.
//!
//! A row is worth `1 / (1 + rank/5)`, every symbol of the chain costs a little, and a call that is not sure costs what it
//! lacks of that. One symbol that is no row may stand between two that are. The chain of greatest worth is looked for by
//! beam search.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeId, EdgeKind, Graph, SymbolId};

/// Rows that the chain may pass.
const BEST: usize = 20;
/// At this rank a row is worth half of the first.
const HALF_RANK: f64 = 5.0;
/// Cost of a symbol, and of a call without any confidence.
const COST: f64 = 0.1;
const OF_DOUBT: f64 = 0.2;
/// Less sure calls are not followed.
const LEAST_CONFIDENCE: f32 = 0.2;
/// Most symbols of a chain, and fewest rows among them: any two calls make a chain of three.
const MOST_SYMBOLS: usize = 10;
const FEWEST_ROWS: usize = 3;
/// Chains that are continued after each step.
const BEAM: usize = 100;

/// A chain of calls through rows of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Its symbols in order; at least three of them are rows.
    pub symbols: Vec<SymbolId>,
    /// The step from each to the next.
    pub steps: Vec<EdgeId>,
    /// The names of the symbols, each as far as it differs from the one before: `web.Engine.Run > step > queue.Open`.
    pub names: String,
}

/// A chain that may go on.
#[derive(Clone)]
struct Chain {
    worth: f64,
    symbols: Vec<SymbolId>,
    steps: Vec<EdgeId>,
    /// How many of its symbols are rows, and whether the last one is.
    rows: usize,
    ends_in_row: bool,
}

/// The best chain through the best of `rows`, best first, if there is any. O(calls of what the chains pass).
pub(crate) fn way(graph: &Graph<'_>, rows: impl Iterator<Item = SymbolId>) -> Option<Way> {
    let is_passed = |id: SymbolId| graph.symbol(id).kind().is_callable() && !graph.symbol(id).is_test();
    let best = rows.take(BEST).enumerate().filter(|(_, row)| is_passed(*row));
    let worth: FxHashMap<SymbolId, f64> =
        best.map(|(rank, row)| (row, 1.0 / (1.0 + rank as f64 / HALF_RANK))).collect();
    let begun = |(&symbol, &worth): (&SymbolId, &f64)| Chain {
        worth: worth - COST,
        symbols: vec![symbol],
        steps: Vec::new(),
        rows: 1,
        ends_in_row: true,
    };
    let mut chains: Vec<Chain> = worth.iter().map(begun).collect();
    let mut found: Option<Chain> = None;
    for length in 1..=MOST_SYMBOLS {
        chains.sort_by(|a, b| b.worth.total_cmp(&a.worth).then_with(|| a.symbols.cmp(&b.symbols)));
        chains.truncate(BEAM);
        let complete = chains.iter().find(|chain| chain.ends_in_row && chain.rows >= FEWEST_ROWS);
        let is_better = |chain: &&Chain| found.as_ref().is_none_or(|best| chain.worth > best.worth);
        if let Some(chain) = complete.filter(is_better) {
            found = Some(chain.clone());
        }
        if length < MOST_SYMBOLS {
            chains = continued(graph, &worth, &chains);
        }
    }
    let Chain { symbols, steps, .. } = found?;
    let names = names(graph, &symbols);
    Some(Way { symbols, steps, names })
}

fn names(graph: &Graph<'_>, symbols: &[SymbolId]) -> String {
    let mut names = String::new();
    for (at, &id) in symbols.iter().enumerate() {
        let symbol = graph.symbol(id);
        let before = at.checked_sub(1).map(|at| graph.symbol(symbols[at]));
        if at > 0 {
            names.push_str(" > ");
        }
        match before {
            Some(before) if before.package() != symbol.package() => names.push_str(&symbol.label()),
            Some(before) if before.owner() != symbol.owner() => names.push_str(symbol.qualified()),
            Some(_) => names.push_str(symbol.name()),
            None => names.push_str(&symbol.label()),
        }
    }
    names
}

/// All chains that are a call longer; of those that end alike only the best.
fn continued(graph: &Graph<'_>, worth: &FxHashMap<SymbolId, f64>, chains: &[Chain]) -> Vec<Chain> {
    let mut longer: FxHashMap<SymbolId, Chain> = FxHashMap::default();
    for chain in chains {
        let Some(&last) = chain.symbols.last() else { continue };
        let mut seen: FxHashSet<SymbolId> = chain.symbols.iter().copied().collect();
        for edge in graph.outgoing_ids(last) {
            let to = SymbolId(graph.edge_to[edge]);
            let sure = graph.edge_confidence[edge];
            let is_call = matches!(
                EdgeKind::from_number(graph.edge_kind[edge]),
                Some(EdgeKind::Calls | EdgeKind::Runs)
            );
            let of_row = worth.get(&to).copied();
            if !is_call
                || sure < LEAST_CONFIDENCE
                || of_row.is_none() && !chain.ends_in_row
                || graph.symbol(to).is_test()
                || !seen.insert(to)
            {
                continue;
            }
            let worth =
                chain.worth + of_row.unwrap_or(0.0) - COST - OF_DOUBT * (1.0 - f64::from(sure.min(1.0)));
            // The chains come best first, so of equals the first stays.
            if longer.get(&to).is_none_or(|known| known.worth < worth) {
                let mut chain = chain.clone();
                chain.worth = worth;
                chain.symbols.push(to);
                chain.steps.push(EdgeId(edge as u32));
                chain.rows += usize::from(of_row.is_some());
                chain.ends_in_row = of_row.is_some();
                longer.insert(to, chain);
            }
        }
    }
    longer.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::{call, f, functions};

    fn passed(calls: &[(u32, u32, f32)], order: &[u32]) -> Vec<u32> {
        let calls: Vec<_> = calls.iter().map(|&(from, to, sure)| call(from, to, sure)).collect();
        let data = functions(8, &calls);
        let way = way(&data.graph(), order.iter().map(|&ix| f(ix))).unwrap_or_default();
        assert_eq!(way.steps.len(), way.symbols.len().saturating_sub(1));
        way.symbols.iter().map(|symbol| symbol.0 - f(0).0).collect()
    }

    #[test]
    fn a_way_passes_the_rows_in_the_order_of_calls() {
        let calls = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (0, 3, 1.0)];
        assert_eq!(passed(&calls, &[3, 1, 0, 2]), [0, 1, 2, 3]);
        assert_eq!(passed(&calls, &[3, 0, 2]), [0, 1, 2, 3], "one symbol between rows is no row");
        assert!(passed(&calls, &[3, 0]).is_empty(), "two rows are no way");
    }

    #[test]
    fn a_way_leaves_out_what_two_unknown_symbols_part_and_what_is_in_doubt() {
        let calls = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (3, 4, 1.0), (4, 5, 1.0)];
        assert!(passed(&calls, &[0, 3, 4]).is_empty());
        let doubtful = [(0, 1, 0.1), (1, 2, 1.0), (2, 3, 1.0)];
        assert_eq!(passed(&doubtful, &[0, 1, 2, 3]), [1, 2, 3]);
    }

    #[test]
    fn of_two_good_rows_and_three_lesser_ones_the_three_are_a_way() {
        let calls = [(0, 1, 1.0), (2, 3, 1.0), (3, 4, 1.0)];
        assert_eq!(passed(&calls, &[0, 1, 5, 6, 7, 2, 3, 4]), [2, 3, 4]);
    }

    #[test]
    fn a_circle_is_passed_once() {
        let calls = [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)];
        assert_eq!(passed(&calls, &[0, 1, 2]), [0, 1, 2]);
    }
}
