//! Forward Push compared with the exact walk that it approximates.

use proptest::prelude::*;

use super::push::{Scratch, push};
use super::transitions::Transitions;
use super::*;
use crate::model::fixture::{edge, f, functions};
use crate::model::{EdgeDraft, EdgeKind, GraphData, SymbolId};

/// Functions with random edges of every kind (self-loops, parallel edges and dangling ones among them), an intent and
/// seeds among the functions.
fn question() -> impl Strategy<Value = (GraphData, Intent, Personalization)> {
    let kinds = prop::sample::select(EdgeKind::ALL);
    (1u32..14).prop_flat_map(move |n| {
        let edges = prop::collection::vec((0..n, 0..n, kinds.clone(), 0.01f32..1.0), 0..50);
        let seeds = prop::collection::vec((0..n, 0.1f64..1.0), 1..5);
        let intent = prop::sample::select(Intent::table()).prop_map(|row| row.intent);
        (edges, intent, seeds).prop_map(move |(edges, intent, seeds)| {
            let edges: Vec<EdgeDraft> =
                edges.into_iter().map(|(a, b, kind, c)| edge(a, b, kind, c)).collect();
            let seeds: Vec<(SymbolId, f64)> = seeds.into_iter().map(|(ix, weight)| (f(ix), weight)).collect();
            (functions(n, &edges), intent, Personalization::new(&seeds, &[]))
        })
    })
}

fn transitions(data: &GraphData, intent: Intent) -> Transitions {
    Transitions::new(&data.graph(), intent.row())
}

fn pushed(data: &GraphData, intent: Intent, seeds: &Personalization) -> Nearness {
    let (graph, mut transitions) = (data.graph(), transitions(data, intent));
    push(&graph, &mut transitions, seeds, &mut Scratch::default())
}

/// Personalized `PageRank` by power iteration, straight from the edges and the table of weights.
fn iterated(data: &GraphData, intent: Intent, seeds: &Personalization) -> Vec<f64> {
    let (graph, row) = (data.graph(), intent.row());
    let n = graph.n_symbols();
    let mut weights = vec![vec![0.0f64; n]; n];
    for edge in graph.edges() {
        let weight = f64::from(base_weight(edge.kind) * row.kinds[edge.kind as usize] * edge.confidence);
        weights[edge.from.ix()][edge.to.ix()] += weight * f64::from(row.along);
        weights[edge.to.ix()][edge.from.ix()] += weight * f64::from(row.against);
    }
    let mut start = vec![0.0; n];
    for &(seed, weight) in seeds.entries() {
        start[seed.ix()] = weight;
    }
    let mut scores = start.clone();
    for _ in 0..200 {
        let mut next: Vec<f64> = start.iter().map(|s| s * (1.0 - WALK_DAMPING)).collect();
        for (score, row) in scores.iter().zip(&weights) {
            let total: f64 = row.iter().sum();
            for ((next, weight), seed) in next.iter_mut().zip(row).zip(&start) {
                let share = if total > 0.0 { weight / total } else { *seed };
                *next += WALK_DAMPING * score * share;
            }
        }
        scores = next;
    }
    scores
}

proptest! {
    #[test]
    fn the_error_is_what_the_report_says((data, intent, seeds) in question()) {
        let near = pushed(&data, intent, &seeds);
        let truth = iterated(&data, intent, &seeds);
        let gaps = truth.iter().enumerate().map(|(ix, truth)| truth - near.score(SymbolId(ix as u32)));
        let error: f64 = gaps.clone().map(f64::abs).sum();
        // Weights are single precision, so the two walks also differ by rounding.
        prop_assert!((error - near.report.error_bound).abs() <= 1e-6, "{error} {:?}", near.report);
        prop_assert!(gaps.fold(f64::INFINITY, f64::min) >= -1e-6, "estimates never exceed the truth");
    }

    #[test]
    fn estimates_and_residuals_are_all_the_mass_there_is((data, intent, seeds) in question()) {
        let near = pushed(&data, intent, &seeds);
        let sum: f64 = near.scores().iter().map(|s| s.1).sum();
        prop_assert!((sum + near.report.error_bound - 1.0).abs() <= 1e-12, "{sum} {:?}", near.report);
    }

    #[test]
    fn no_residual_above_its_threshold_is_left((data, intent, seeds) in question()) {
        let near = pushed(&data, intent, &seeds);
        let graph = data.graph();
        let edges = |symbol| graph.outgoing(symbol).len() + graph.incoming(symbol).len();
        let units: usize = (0..graph.n_symbols() as u32).map(|ix| edges(SymbolId(ix)).max(1)).sum();
        let allowed = if near.report.per_degree { units } else { near.report.touched as usize };
        prop_assert!(near.report.error_bound <= THRESHOLD * allowed as f64);
    }

    #[test]
    fn prepared_rows_and_a_used_scratch_change_nothing((data, intent, seeds) in question()) {
        let (graph, mut transitions) = (data.graph(), transitions(&data, intent));
        let mut scratch = Scratch::default();
        let first = push(&graph, &mut transitions, &seeds, &mut scratch);
        prop_assert_eq!(&first, &push(&graph, &mut transitions, &seeds, &mut scratch));
        prop_assert_eq!(&first, &pushed(&data, intent, &seeds));
    }
}

/// Rings of five functions, `count` of them, unconnected.
fn rings(count: u32) -> GraphData {
    let edges: Vec<EdgeDraft> =
        (0..count * 5).map(|ix| edge(ix, ix / 5 * 5 + (ix + 1) % 5, EdgeKind::Calls, 1.0)).collect();
    functions(count * 5, &edges)
}

#[test]
fn a_walk_costs_what_lies_near_its_seeds_however_large_the_graph() {
    let seeds = Personalization::uniform(&[f(2)]);
    let small = pushed(&rings(1), Intent::Balanced, &seeds);
    let large = pushed(&rings(4000), Intent::Balanced, &seeds);
    assert_eq!(small, large);
    assert_eq!(large.report.touched, 5);
}

#[test]
fn a_crowd_of_seeds_takes_back_what_ends_among_them() {
    // 200 seeds. Every third has no steps; the others call the next but one and, more weakly, number 0.
    let calls = |ix: u32| [edge(ix, (ix + 2) % 200, EdgeKind::Calls, 0.9), edge(ix, 0, EdgeKind::Uses, 0.5)];
    let edges: Vec<EdgeDraft> = (0..200).filter(|ix| ix % 3 != 0).flat_map(calls).collect();
    let data = functions(200, &edges);
    let weights: Vec<(SymbolId, f64)> = (0..200).map(|ix| (f(ix), f64::from(1 + ix % 7))).collect();
    let seeds = Personalization::new(&weights, &[]);
    let near = pushed(&data, Intent::Balanced, &seeds);
    let truth = iterated(&data, Intent::Balanced, &seeds);
    let error: f64 =
        truth.iter().enumerate().map(|(ix, t)| (t - near.score(SymbolId(ix as u32))).abs()).sum();
    assert!((error - near.report.error_bound).abs() <= 1e-6, "{error} {:?}", near.report);

    // No symbol has steps: each is pushed until the mass that returns is below the threshold. If each gave to all
    // others at once, a round would take a hundred million operations.
    let alone = functions(10_000, &[]);
    let all: Vec<SymbolId> = (0..10_000).map(f).collect();
    let near = pushed(&alone, Intent::Impact, &Personalization::uniform(&all));
    assert!(near.report.error_bound <= 1e-2 + 1e-9 && near.report.pushes < 500_000, "{:?}", near.report);
}

#[test]
fn directions_are_those_of_the_intent() {
    let data = functions(3, &[edge(0, 1, EdgeKind::Calls, 1.0), edge(1, 2, EdgeKind::Calls, 1.0)]);
    let near = |intent| {
        let near = pushed(&data, intent, &Personalization::uniform(&[f(1)]));
        [0, 2].map(|ix| near.score(f(ix)) > 0.0)
    };
    assert_eq!(near(Intent::Impact), [true, false], "towards callers only");
    assert_eq!(near(Intent::Debug), [true, true]);
}

#[test]
fn kinds_weigh_as_the_seed_says() {
    let data = functions(3, &[edge(0, 1, EdgeKind::Calls, 1.0), edge(0, 2, EdgeKind::Accesses, 1.0)]);
    let ratio = |intent| {
        let near = pushed(&data, intent, &Personalization::uniform(&[f(0)]));
        near.score(f(1)) / near.score(f(2))
    };
    assert!((ratio(Intent::Balanced) - 1.0 / 0.4).abs() < 1e-4);
    assert!((ratio(Intent::Debug) - 1.5 / 0.4).abs() < 1e-4);
}

#[test]
fn a_function_that_only_calls_itself_keeps_all_in_one_push() {
    let data = functions(1, &[edge(0, 0, EdgeKind::Calls, 1.0)]);
    let near = pushed(&data, Intent::Balanced, &Personalization::uniform(&[f(0)]));
    assert_eq!((near.report.pushes, near.report.error_bound), (1, 0.0));
    assert!((near.score(f(0)) - 1.0).abs() < 1e-12);
}

#[test]
fn the_nearest_come_first_and_ties_in_order_of_id() {
    let data = functions(4, &[1, 2, 3].map(|to| edge(0, to, EdgeKind::Calls, 1.0)));
    let near = pushed(&data, Intent::Balanced, &Personalization::uniform(&[f(0)]));
    let top: Vec<SymbolId> = near.top(3).into_iter().map(|t| t.0).collect();
    assert_eq!(top, [f(0), f(1), f(2)]);
    assert_eq!(near.top(99).len(), 4);
}

#[test]
fn no_seeds_no_walk() {
    let near = pushed(&rings(1), Intent::Balanced, &Personalization::default());
    assert_eq!(near.scores(), []);
    assert_eq!(near.report.touched, 0);
}
