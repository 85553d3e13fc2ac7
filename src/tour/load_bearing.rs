//! The tour of the code that carries the load.

use rustc_hash::FxHashSet;

use super::MAX_STEPS;
use super::plan::{DependencyOrder, Plan, assembled, circles, highest};
use super::reasons::{chief_method, of_load};
use super::step::TourKind;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind};
use crate::rank::{leans_on, share_from_others};

/// The rank of a symbol by a score, from 1, and the number of symbols that are ranked, which are all but files. Of
/// equal scores the higher authority comes first, as in lists. O(symbols).
pub fn place(graph: &Graph<'_>, scores: &[f64], id: SymbolId) -> (usize, usize) {
    let before = |ix: usize| {
        let other = SymbolId(ix as u32);
        let authority = |id: SymbolId| graph.symbol_authority[id.ix()];
        let order = scores[ix].total_cmp(&scores[id.ix()]).then(authority(other).total_cmp(&authority(id)));
        order.then(id.cmp(&other)).is_gt() && graph.symbol(other).kind() != SymbolKind::File
    };
    // Few symbols have as high a score, so only these are compared in full.
    let near = scores.iter().enumerate().filter(|(_, score)| **score >= scores[id.ix()]);
    (1 + near.filter(|&(ix, _)| before(ix)).count(), graph.n_symbols() - graph.n_files())
}

/// The symbols of the highest load, spread over packages and types.
pub(super) fn heads(graph: &Graph<'_>, test_packages: &FxHashSet<SymbolId>) -> Vec<SymbolId> {
    let of_program = |symbol: Symbol<'_>| !test_packages.contains(&symbol.package());
    highest(graph, of_program, |id| graph.symbol_load[id.ix()], |id| share_not_exchanged(graph, id))
}

/// The share of the load of a symbol that is not exchanged with itself. Two types that mention each other and little
/// else give each other rank. If everything that a symbol depends on also depends on it, they give each other reach,
/// too.
fn share_not_exchanged(graph: &Graph<'_>, id: SymbolId) -> f64 {
    let from_others = share_from_others(graph, id);
    let mut leaning = leans_on(graph, id).into_iter().peekable();
    let is_circle = leaning.peek().is_some() && leaning.all(|other| leans_on(graph, other).contains(&id));
    if is_circle { from_others * graph.authority(id) / graph.load(id) } else { from_others }
}

/// The symbols with the most load, and for each type its most important method.
pub(super) fn load_bearing(graph: &Graph<'_>, heads: &[SymbolId]) -> Option<Plan> {
    let mut chosen: Vec<SymbolId> = Vec::new();
    for &head in heads {
        let method = Some(head).filter(|&id| graph.symbol(id).kind().is_type());
        let method = method.and_then(|ty| chief_method(graph, ty));
        for id in std::iter::once(head).chain(method) {
            if chosen.len() < MAX_STEPS && !chosen.contains(&id) {
                chosen.push(id);
            }
        }
    }
    let why = chosen.iter().map(|&id| of_load(graph, id)).collect();
    assembled(graph, &chosen, why, DependencyOrder::BottomUp, |stops, order, pairs| Plan {
        title: "What carries the load".to_owned(),
        description: format!(
            "The types and functions that the program rests on and that set much in motion, spread over its packages; each after what it depends on itself{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: "load-bearing".to_owned(),
        kind: TourKind::LoadBearing.name(),
        stops,
        pairs,
        back: order.back,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::Tree;
    use super::*;
    use crate::model::resolve;
    use crate::rank::{UsingFiles, load_parts};

    #[test]
    fn an_interface_sets_in_motion_what_its_implementers_do_and_a_type_is_followed_by_its_chief_method() {
        let mut tree = Tree::new();
        tree.write("work/work.go", "package work\n\n// Doer does.\ntype Doer interface{ Do() }\n");
        let by = "package by\n\ntype One struct{ n int }\n\nfunc (o *One) Do() { a(); b(); c(o.n) }\n\n\
                  func (o *One) Other() { d() }\n\nfunc a() {}\n\nfunc b() {}\n\nfunc c(int) {}\n\nfunc d() {}\n";
        tree.write("by/one.go", by);
        tree.write("by/two.go", "package by\n\nfunc two() { (&One{}).Other() }\n");
        for n in 0..4 {
            let user = format!(
                "package use{n}\n\nimport (\n\t\"example.com/m/by\"\n\t\"example.com/m/work\"\n)\n\n\
                 func Run() {{ run(&by.One{{}}) }}\n\nfunc run(d work.Doer) {{ d.Do() }}\n"
            );
            tree.write(&format!("use{n}/use.go"), &user);
        }
        let graph = tree.snapshot.graph();
        let named = |name: &str| resolve(&graph, name).expect("one symbol");
        let files = UsingFiles { own_package: 0, others: 4 };
        let parts = |name: &str| {
            let parts = load_parts(&graph, named(name));
            (parts.driven.len(), parts.files)
        };
        assert_eq!(parts("Doer"), (3, files));
        assert_eq!(parts("One"), (4, UsingFiles { own_package: 1, ..files }));
        let plan = load_bearing(&graph, &heads(&graph, &FxHashSet::default())).expect("a tour");
        let stops: Vec<SymbolId> = plan.stops.iter().map(|stop| stop.symbol).collect();
        assert!(stops.contains(&named("One")) && stops.contains(&named("One.Do")), "{plan:?}");
        let why = plan.stops.iter().find(|stop| stop.symbol == named("One")).map(|stop| stop.why.as_str());
        let why = why.unwrap_or_default();
        assert!(why.starts_with("Code of `use0`, `use1` and `use2` rests on it; it leads to `"), "{why}");
    }
}
