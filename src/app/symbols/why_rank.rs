//! Explains a symbol's rank in sentences.

use std::collections::BTreeMap;

use crate::model::{Graph, Symbol, SymbolId, SymbolKind, clean, counted, grouped};
use crate::rank::{LoadParts, is_dependency, load_parts};
use crate::tour::verb;

/// Most dependants, and most of what a symbol leans on, that are named.
const MAX_NAMED: usize = 4;

/// The explanation of a symbol's rank. O(symbols).
pub(in crate::app) fn why_rank(graph: &Graph<'_>, id: SymbolId) -> Vec<String> {
    // Ranks are counted as in the list: among all symbols except files.
    let is_file = |symbol: &Symbol<'_>| symbol.kind() == SymbolKind::File;
    let is_above = |other: &Symbol<'_>| !is_file(other) && graph.load(other.id) > graph.load(id);
    let by_load = graph.symbols().filter(is_above).count() + 1;
    let all = graph.n_symbols() - graph.file_symbol.len();
    let [all, by_authority, by_load] = [all, graph.rank_of(id), by_load].map(|number| grouped(number as u64));
    let LoadParts { driven, files } = load_parts(graph, id);
    let (ins, outs) = (graph.symbol_in_degree[id.ix()], graph.symbol_out_degree[id.ix()]);
    let name = |id: SymbolId| clean(&graph.symbol(id).label()).into_owned();
    let mut doc = vec![
        format!(
            "Rank (PageRank): place {by_authority} of {all}, with {:.3} thousandths of the total. Each symbol that \
             depends on it passes on a share of its own.",
            graph.authority(id) * 1e3
        ),
        format!(
            "{} on it, it depends on {outs}.",
            if ins == 1 { "1 symbol depends".to_owned() } else { format!("{ins} symbols depend") }
        ),
    ];
    let voters: Vec<String> = voters(graph, id)
        .into_iter()
        .take(MAX_NAMED)
        .map(|(user, how)| format!("{} ({how})", name(user)))
        .collect();
    if !voters.is_empty() {
        doc.push(format!("Those that pass on most: {}.", voters.join(", ")));
    }
    doc.push(format!(
        "Load: place {by_load} of {all}. It leans on {}, and is used by {} of its own package and {} of others, \
         tests not counted.",
        counted(driven.len(), "other unit"),
        counted(files.own_package, "other file"),
        files.others
    ));
    let mut driven = driven;
    let worth = |id: &SymbolId| graph.load(*id);
    driven.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.cmp(b)));
    let most: Vec<String> = driven.iter().take(MAX_NAMED).map(|&unit| name(unit)).collect();
    if !most.is_empty() {
        let which = if driven.len() > most.len() {
            "Those that carry most of what it leans on"
        } else {
            "It leans on"
        };
        doc.push(format!("{which}: {}.", most.join(", ")));
    }
    doc
}

/// Returns the dependants of a symbol with the kinds of their edges. Those that pass on most of their authority come
/// first. A contributor shares its authority among all that it depends on.
fn voters(graph: &Graph<'_>, id: SymbolId) -> Vec<(SymbolId, String)> {
    let mut voters: BTreeMap<SymbolId, Vec<&str>> = BTreeMap::new();
    for edge in graph.incoming(id).filter(is_dependency) {
        if !graph.symbol(edge.from).kind().is_container() {
            let verbs = voters.entry(edge.from).or_default();
            let verb = verb(&edge);
            if !verbs.contains(&verb) {
                verbs.push(verb);
            }
        }
    }
    let share = |id: SymbolId| graph.authority(id) / f64::from(graph.symbol_out_degree[id.ix()].max(1));
    let mut voters: Vec<_> = voters.into_iter().map(|(user, verbs)| (user, verbs.join(", "))).collect();
    voters.sort_by(|a, b| share(b.0).total_cmp(&share(a.0)).then(a.0.cmp(&b.0)));
    voters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::EdgeKind;
    use crate::model::fixture::{call, edge, f, functions};

    #[test]
    fn who_votes_through_what_and_what_it_leans_on_is_named() {
        // f3 has all of f0's vote, and half of f1's. It leans on f4 and f5.
        let edges = [
            call(0, 3, 1.0),
            edge(0, 3, EdgeKind::Uses, 1.0),
            edge(1, 3, EdgeKind::Uses, 1.0),
            call(1, 2, 1.0),
            call(3, 4, 1.0),
            call(3, 5, 1.0),
        ];
        let mut data = functions(6, &edges);
        crate::rank::rank(&mut data);
        let text = why_rank(&data.graph(), f(3)).join("\n");
        assert!(text.contains("Those that pass on most: p.f0 (calls, uses), p.f1 (uses)."), "{text}");
        assert!(
            text.contains("It leans on 2 other units,") && text.contains("It leans on: p.f4, p.f5."),
            "{text}"
        );
    }
}
