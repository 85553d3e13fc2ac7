//! Of a question how something is done: what lies on the way through the hits.
//!
//! The best hits of such a question are stations of one way through the code, and what joins them often says none of its
//! words. Mass spreads from the hits along the calls, and from the hits against the calls. What it reaches both ways
//! stands between two of them; what it reaches one way leads to them, or goes on from them. Personalized `PageRank`, which
//! speaks in [`super::Signal::Near`], goes by all edges and favours what everything is near to; here a helper that all call
//! gets next to nothing.

use std::collections::BTreeMap;

use crate::model::{EdgeKind, Graph, SymbolId};

/// Calls followed from a hit.
const STEPS: usize = 2;
/// What is left of the mass after each of them.
const DECAY: f64 = 0.6;
/// Mass is parted among `n` callers, or calls, by `n` to this power: somewhat less than evenly.
const PARTED: f64 = 0.7;
/// The best hits count for more than their scores say.
const POWER: i32 = 2;
/// What leads to hits on one side only counts this part of their mass.
const ONE_WAY: f64 = 0.3;
/// Mass below which nothing is followed.
const LEAST: f64 = 1e-4;

/// Symbols on the way through `hits`, which have positive scores, with what speaks for each; the best first.
/// O(edges within [`STEPS`] calls, as far as there is mass).
pub(crate) fn flow(graph: &Graph<'_>, hits: &[(SymbolId, f64)]) -> Vec<(SymbolId, f32)> {
    let best = hits.iter().map(|hit| hit.1).fold(f64::MIN_POSITIVE, f64::max);
    let start: BTreeMap<SymbolId, f64> = hits
        .iter()
        .filter(|(id, _)| graph.symbol(*id).kind().is_callable())
        .map(|&(id, score)| (id, (score / best).powi(POWER)))
        .collect();
    let along = spread(graph, &start, |at, give| {
        let calls = || graph.outgoing(at).filter(|edge| edge.kind == EdgeKind::Calls);
        let many = calls().count();
        // What everybody calls is on nobody's way.
        calls().for_each(|edge| give(edge.to, edge.strength(), many.max(graph.incoming(edge.to).len())));
    });
    let mut against = spread(graph, &start, |at, give| {
        let callers = || graph.incoming(at).filter(|edge| edge.kind == EdgeKind::Calls);
        let many = callers().count();
        callers().for_each(|edge| give(edge.from, edge.strength(), many));
    });
    let value = |a: f64, b: f64| ((a * b).sqrt() + ONE_WAY * (a + b)).sqrt() as f32;
    let mut flow: Vec<(SymbolId, f32)> =
        along.into_iter().map(|(id, mass)| (id, value(mass, against.remove(&id).unwrap_or(0.0)))).collect();
    flow.extend(against.into_iter().map(|(id, mass)| (id, value(0.0, mass))));
    flow.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    flow
}

/// Where mass from `start` comes to by some steps, tests aside; `step` gives a symbol's neighbours one by one, each with
/// the strength of the edge and among how many the mass is parted.
fn spread(
    graph: &Graph<'_>,
    start: &BTreeMap<SymbolId, f64>,
    step: impl Fn(SymbolId, &mut dyn FnMut(SymbolId, f32, usize)),
) -> BTreeMap<SymbolId, f64> {
    let mut all = start.clone();
    let mut front = start.clone();
    for _ in 0..STEPS {
        let mut next: BTreeMap<SymbolId, f64> = BTreeMap::new();
        for (&at, mass) in front.iter().filter(|(_, mass)| **mass >= LEAST) {
            step(at, &mut |to, strength, among| {
                if to != at && !graph.symbol(to).is_test() {
                    let part = DECAY * f64::from(strength) / (among.max(1) as f64).powf(PARTED);
                    *next.entry(to).or_default() += mass * part;
                }
            });
        }
        for (&id, mass) in &next {
            *all.entry(id).or_default() += mass;
        }
        front = next;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::EdgeDraft;
    use crate::model::fixture::{edge, f, functions};

    fn call(from: u32, to: u32) -> EdgeDraft {
        edge(from, to, EdgeKind::Calls, 1.0)
    }

    #[test]
    fn what_joins_two_hits_comes_before_what_one_of_them_calls_and_a_helper_last() {
        // 0 and 1 are hits; 2 is between them, 3 calls the first, 4 is called by it, 5 by everything.
        let mut edges = vec![call(0, 2), call(2, 1), call(3, 0), call(0, 4)];
        edges.extend((6..60).chain(0..5).map(|from| call(from, 5)));
        let data = functions(60, &edges);
        let flow = flow(&data.graph(), &[(f(0), 1.0), (f(1), 0.9)]);
        let place = |ix: u32| flow.iter().position(|(id, _)| *id == f(ix)).unwrap();
        assert_eq!([place(0), place(1), place(2)], [0, 1, 2]);
        assert!(place(3) < place(5) && place(4) < place(5), "{flow:?}");
        assert!(flow.iter().all(|(_, value)| *value > 0.0));
        assert!(
            flow.iter().all(|(id, _)| id.0 < f(6).0),
            "who calls the helper, too, is on no way: {flow:?}"
        );
    }

    #[test]
    fn nothing_flows_from_nothing() {
        let data = functions(2, &[call(0, 1)]);
        assert_eq!(flow(&data.graph(), &[]), []);
    }
}
