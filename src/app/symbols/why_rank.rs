//! Explains a symbol's rank in sentences.

use crate::app::hover::Hover;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, clean, counted, grouped};
use crate::rank::reach_and_files;

/// Most dependants that are named.
const MOST_NAMED: usize = 4;

/// The explanation of a symbol's rank. O(symbols).
pub(super) fn why_rank(graph: &Graph<'_>, id: SymbolId) -> Hover {
    let symbol = graph.symbol(id);
    // Ranks are counted as in the list: among all symbols except files.
    let is_file = |symbol: &Symbol<'_>| symbol.kind() == SymbolKind::File;
    let is_above = |other: &Symbol<'_>| !is_file(other) && graph.load(other.id) > graph.load(id);
    let by_load = graph.symbols().filter(is_above).count() + 1;
    let all = graph.n_symbols() - graph.file_symbol.len();
    let [all, by_authority, by_load] = [all, graph.rank_of(id), by_load].map(|number| grouped(number as u64));
    let (reach, files) = reach_and_files(graph, id);
    let (ins, outs) = (graph.symbol_in_degree[id.ix()], graph.symbol_out_degree[id.ix()]);
    let mut users: Vec<SymbolId> = graph
        .incoming(id)
        .filter(|edge| edge.from != id && edge.strength() >= 0.5)
        .map(|edge| edge.from)
        .collect();
    users.sort_by_key(|&user| (graph.rank_of(user), user));
    users.dedup();
    let names: Vec<String> = users
        .iter()
        .filter(|&&user| !graph.symbol(user).kind().is_container())
        .take(MOST_NAMED)
        .map(|&user| clean(&graph.symbol(user).label()).into_owned())
        .collect();
    let mut doc = vec![
        format!(
            "Authority (PageRank): place {by_authority} of {all}, with {:.3} thousandths of the total. Each symbol that \
             depends on it passes on a share of its own.",
            graph.authority(id) * 1e3
        ),
        format!(
            "{} on it, it depends on {outs}.",
            if ins == 1 { "1 symbol depends".to_owned() } else { format!("{ins} symbols depend") }
        ),
    ];
    if !names.is_empty() {
        doc.push(format!("The most important of them: {}.", names.join(", ")));
    }
    doc.push(format!(
        "Load: place {by_load} of {all}. It leans on {}, and is used by {} of its own package and {} of others: \
         authority^¾ × (1 + reach) × √(1 + others + own/4).",
        counted(reach, "other unit"),
        counted(files.own_package, "other file"),
        files.others
    ));
    let head = format!("Why {} stands where it does", clean(&symbol.label()));
    Hover { head, doc, ..Hover::default() }
}
