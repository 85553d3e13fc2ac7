//! Chains in small graphs, and in random ones against a search through all.

use proptest::prelude::*;

use super::super::tests::{find, tree};
use super::*;
use crate::impact::Nearest;
use crate::impact::path_costs::STEP;
use crate::model::fixture::{call, edge, f, functions};
use crate::model::{Cause, EdgeDraft, EdgeKind, GraphData};

fn found(data: &GraphData, from: SymbolId, to: SymbolId, k: usize) -> Vec<(Vec<u32>, i64)> {
    let graph = data.graph();
    let ChainSearch::Chains(chains) = chains(&graph, from, to, k, u32::MAX) else { return Vec::new() };
    let stops = |chain: &Chain| chain.edges.iter().map(|&edge| graph.edge(edge).to.0 - 2).collect();
    chains.iter().map(|chain| (stops(chain), (chain.confidence * 100.0).round() as i64)).collect()
}

#[test]
fn the_surest_chains_come_first_then_the_shortest() {
    let data = functions(
        5,
        &[
            call(0, 1, 0.9),
            call(1, 4, 0.9),
            call(0, 4, 0.5),
            call(0, 2, 1.0),
            call(2, 3, 0.9),
            call(3, 4, 0.9),
            call(3, 0, 1.0),
        ],
    );
    assert_eq!(found(&data, f(0), f(4), 9), [(vec![1, 4], 81), (vec![2, 3, 4], 81), (vec![4], 50)]);
    assert_eq!(found(&data, f(0), f(4), 1).len(), 1);
}

#[test]
fn two_chains_pass_other_symbols_and_of_equal_ones_the_load_bearing_comes_first() {
    let uses = |from, to| edge(from, to, EdgeKind::Uses, 1.0);
    let calls = [call(0, 1, 1.0), uses(0, 1), call(1, 3, 1.0), uses(1, 3), call(0, 2, 1.0), call(2, 3, 1.0)];
    let mut data = functions(4, &calls);
    assert_eq!(found(&data, f(0), f(3), 9), [(vec![1, 3], 100), (vec![2, 3], 100)]);
    data.symbol_load = vec![0.1; data.graph().n_symbols()];
    data.symbol_load[f(2).ix()] = 0.9;
    assert_eq!(found(&data, f(0), f(3), 9), [(vec![2, 3], 100), (vec![1, 3], 100)]);
}

#[test]
fn a_detour_is_told_only_when_it_is_surer() {
    // 0 to 1 in one step, over 2 in two, over 2, 3, 4 in four; and 5 to 1 surely in four, doubtfully in one.
    let data = functions(
        6,
        &[
            call(0, 1, 1.0),
            call(0, 2, 1.0),
            call(2, 1, 0.9),
            call(2, 3, 1.0),
            call(3, 4, 1.0),
            call(4, 1, 0.9),
            call(5, 2, 1.0),
            call(5, 1, 0.2),
        ],
    );
    let lengths = |from: SymbolId, detour: u32| -> Vec<usize> {
        match chains(&data.graph(), from, f(1), 9, detour) {
            ChainSearch::Chains(chains) => chains.iter().map(|chain| chain.edges.len()).collect(),
            ChainSearch::None(_) => Vec::new(),
        }
    };
    assert_eq!(lengths(f(0), DETOUR), [1, 2]);
    assert_eq!(lengths(f(0), u32::MAX), [1, 2, 4]);
    assert_eq!(lengths(f(5), DETOUR), [2, 4, 1]);
    assert_eq!(lengths(f(5), 1), [2, 1]);
}

#[test]
fn a_type_or_package_stands_for_what_it_holds() {
    let data = tree(&[
        (
            "a/a.go",
            "package a\n\ntype T struct{}\n\nfunc (T) M() { g() }\n\nfunc g() { h() }\n\nfunc h() {}\n",
        ),
        ("b/b.go", "package b\n\nimport \"m/a\"\n\nfunc F() { a.T{}.M() }\n"),
    ]);
    let graph = data.graph();
    let names = |from: &str, to: &str| match chains(&graph, find(&graph, from), find(&graph, to), 1, DETOUR) {
        ChainSearch::Chains(chains) => {
            chains[0].edges.iter().map(|&edge| graph.symbol(graph.edge(edge).to).qualified()).collect()
        }
        ChainSearch::None(_) => Vec::new(),
    };
    assert_eq!(names("T", "a.h"), ["g", "h"]);
    assert_eq!(names("F", "T"), ["T.M"]);
    assert_eq!(names("b", "a.g"), ["T.M", "g"]);
}

#[test]
fn where_there_is_no_chain_both_sides_are_told() {
    let data = tree(&[
        ("a/a.go", "package a\n\nfunc Run(f func()) { f(); step() }\n\nfunc step() {}\n"),
        (
            "b/b.go",
            "package b\n\nimport \"m/a\"\n\nfunc Main(f func()) { a.Run(f); Work() }\n\nfunc Work() {}\n",
        ),
    ]);
    let graph = data.graph();
    let gap = |from: &str, to: &str| match chains(&graph, find(&graph, from), find(&graph, to), 1, DETOUR) {
        ChainSearch::None(gap) => gap,
        ChainSearch::Chains(chains) => panic!("{chains:?}"),
    };
    let forward = gap("Run", "Work");
    assert_eq!((forward.from_reaches, forward.to_reached_by, forward.other_way), (1, 1, false));
    assert_eq!(forward.unbound, [(Cause::FunctionValue, 1), (Cause::Given, 1)]);
    assert!(gap("step", "Main").other_way);
    assert_eq!(forward.bodiless, []);
}

#[test]
fn a_chain_leads_through_a_function_value_and_a_call_back() {
    let data = tree(&[
        ("a/a.go", "package a\n\nfunc Run(f func()) { f() }\n"),
        (
            "b/b.go",
            "package b\n\nimport (\n\t\"m/a\"\n\t\"sort\"\n)\n\nfunc Main() { a.Run(Work) }\n\n\
             func Work() { sort.Sort(list{}) }\n\ntype list []int\n\nfunc (list) Len() int { return 0 }\n\n\
             func (list) Less(i, j int) bool { return false }\n\nfunc (list) Swap(i, j int) {}\n",
        ),
    ]);
    let graph = data.graph();
    let (from, to) = (find(&graph, "Run"), find(&graph, "list.Less"));
    let ChainSearch::Chains(chains) = chains(&graph, from, to, 1, DETOUR) else { panic!("no chain") };
    let through = |edge: &EdgeId| graph.through(*edge).map(|through| through.to_string()).unwrap_or_default();
    let steps: Vec<String> = chains[0].edges.iter().map(through).collect();
    assert_eq!(steps, ["via the function value f", "called back by sort.Sort"]);
}

#[test]
fn what_go_does_not_say_is_told() {
    let data = tree(&[("a/a.go", "package a\n\nfunc Run() { park() }\n\nfunc park()\n\nfunc woken() {}\n")]);
    let graph = data.graph();
    let ChainSearch::None(gap) = chains(&graph, find(&graph, "Run"), find(&graph, "woken"), 1, DETOUR) else {
        panic!("a chain")
    };
    assert_eq!((&gap.bodiless, &gap.unbound), (&vec![find(&graph, "park")], &Vec::new()));
}

#[test]
fn of_what_go_does_not_say_the_likeliest_is_told_first() {
    let data = tree(&[(
        "a/a.go",
        "package a\n\nfunc Run() { add(); load(); runtime_Acquire() }\n\nfunc add()\n\nfunc load()\n\n\
         func runtime_Acquire()\n\nfunc acquire1() {}\n",
    )]);
    let graph = data.graph();
    let goal = find(&graph, "acquire1");
    let ChainSearch::None(gap) = chains(&graph, find(&graph, "Run"), goal, 1, DETOUR) else {
        panic!("a chain")
    };
    assert_eq!(
        gap.bodiless_like(&graph, goal),
        ["runtime_Acquire", "add", "load"].map(|name| find(&graph, name))
    );
}

/// All chains without repeated symbols, best first.
fn all_chains(edges: &[EdgeDraft], at: u32, to: u32, seen: &mut Vec<u32>, cost: f64, out: &mut Vec<i64>) {
    if at == to {
        out.push((cost * 1e6).round() as i64);
        return;
    }
    for edge in edges.iter().filter(|edge| edge.from == f(at)) {
        let next = edge.to.0 - 2;
        if !seen.contains(&next) {
            seen.push(next);
            all_chains(edges, next, to, seen, cost + STEP - f64::from(edge.confidence).ln(), out);
            seen.pop();
        }
    }
}

#[test]
fn what_the_first_chain_shows_is_known() {
    let chain =
        |edges: &[u32]| Chain { edges: edges.iter().map(|&edge| EdgeId(edge)).collect(), confidence: 1.0 };
    let chains = [
        chain(&[1, 2, 3, 4, 5, 6, 7, 8]),
        chain(&[1, 2, 3, 9, 5, 6, 7, 8]),
        chain(&[1, 2, 3, 9, 10, 6, 7, 8]),
        chain(&[1, 2, 11, 7, 8]),
        chain(&[1, 2, 3, 1, 2, 3]),
    ];
    let all: Vec<_> = (0..chains.len()).map(|ix| shared(&chains, ix)).collect();
    let both = |head, tail| SharedSteps { head, tail };
    assert_eq!(all, [both(0, 0), both(3, 4), both(3, 3), both(0, 0), both(3, 0)]);
}

#[test]
fn what_an_embedded_interface_holds_is_one_step_away() {
    let data = tree(&[(
        "a/a.go",
        "package a\n\ntype Writer interface{ Write() }\ntype Flusher interface{ Writer; Flush() }\n\
         type Closer interface{ Writer; Close() }\n\
         type Conn struct{}\nfunc (Conn) Write() {}\nfunc (Conn) Close() {}\n\
         type Held struct{ Closer }\nfunc (Held) Flush() {}\n\
         func Print(w Writer) { w.Write() }\nfunc Use(f Flusher) { f.Write() }\n\
         func Start() { Print(Conn{}); Use(Held{Conn{}}) }\n",
    )]);
    let graph = data.graph();
    let write = find(&graph, "Conn.Write");
    let steps = |from| match chains(&graph, find(&graph, from), write, 9, u32::MAX) {
        ChainSearch::Chains(chains) => chains.iter().map(|chain| chain.edges.len()).collect(),
        ChainSearch::None(_) => Vec::new(),
    };
    assert_eq!((steps("Print"), steps("Use")), (vec![1], vec![1]));
}

proptest! {
    #[test]
    fn chains_are_the_k_best(
        edges in prop::collection::btree_map((0u32..6, 0u32..6), 1u32..=10, 0..16),
        k in 1usize..6,
    ) {
        let edges: Vec<EdgeDraft> =
            edges.into_iter().filter(|((a, b), _)| a != b).map(|((a, b), p)| call(a, b, p as f32 / 10.0)).collect();
        let data = functions(6, &edges);
        let graph = data.graph();
        let mut expected = Vec::new();
        all_chains(&edges, 0, 5, &mut vec![0], 0.0, &mut expected);
        expected.sort_unstable();
        expected.truncate(k);
        let found = match chains(&graph, f(0), f(5), k, u32::MAX) {
            ChainSearch::Chains(chains) => chains,
            ChainSearch::None(_) => Vec::new(),
        };
        let costs: Vec<i64> = found
            .iter()
            .map(|c| ((c.edges.len() as f64 * STEP - c.confidence.ln()) * 1e6).round() as i64)
            .collect();
        prop_assert_eq!(costs.len(), expected.len());
        prop_assert!(costs.iter().zip(&expected).all(|(a, b)| a.abs_diff(*b) <= 2), "{:?} {:?}", costs, expected);
        for chain in &found {
            prop_assert!(chain.edges.windows(2).all(|w| graph.edge(w[0]).to == graph.edge(w[1]).from));
        }
    }
}

#[test]
fn what_stops_a_way_is_said() {
    let data = tree(&[
        (
            "a/a.go",
            "package a\n\nimport (\n\t\"net/http\"\n\t\"reflect\"\n\n\t\"example.com/cli\"\n)\n\n\
             type Doer interface{ Do() }\n\ntype Job struct{ hook func() }\n\n\
             func Serve() { http.ListenAndServe(\"\", nil) }\n\nfunc Call(d Doer) { d.Do() }\n\n\
             func Hook(j Job) { j.hook() }\n\nfunc Look(v reflect.Value) { v.Call(nil) }\n\n\
             func Command() { cli.Run() }\n\nfunc Leaf() {}\n",
        ),
        (
            "b/b.go",
            "package b\n\nimport \"net/http\"\n\ntype handler struct{}\n\n\
             func (handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { answer() }\n\n\
             func answer() { Target() }\n\nfunc Target() {}\n\nfunc unused() {}\n\nfunc tested() {}\n\n\
             func started() {}\n\nfunc init() { started() }\n\nfunc init() { started() }\n",
        ),
        ("b/b_test.go", "package b\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { tested() }\n"),
    ]);
    let graph = data.graph();
    let why = |from: &str, to: &str| -> Vec<String> {
        let ChainSearch::None(gap) = chains(&graph, find(&graph, from), find(&graph, to), 1, DETOUR) else {
            panic!("{from} to {to}")
        };
        let name = |id: SymbolId| graph.symbol(id).label();
        gap.obstacles.iter().map(|obstacle| obstacle.sentence(&name, to)).collect()
    };
    let begins = "b.handler.ServeHTTP leads to b.Target, and nothing in this tree calls it: \
                  code outside may call it through http.Handler";
    assert_eq!(why("a.Leaf", "b.Target"), [begins]);
    let served = "b.handler.ServeHTTP leads to b.Target, and net/http.ListenAndServe, which a.Serve calls, \
                  may call it through http.Handler";
    assert_eq!(why("a.Serve", "b.Target"), [served]);
    for (from, stop) in [
        ("a.Call", "a.Doer.Do is called, and nothing in this tree implements it"),
        ("a.Hook", "a.Hook calls a function value, and which function that is, is not known"),
        ("a.Look", "a.Look calls reflect.Value.Call, which finds by reflection what it calls"),
        ("a.Command", "a.Command calls example.com/cli.Run, whose code is not indexed and may lead on"),
    ] {
        assert_eq!(why(from, "b.Target"), [begins, stop], "{from}");
    }
    assert_eq!(why("a.Leaf", "b.started"), ["b.init leads to b.started, and Go itself starts it"]);
    assert_eq!(why("a.Leaf", "b.unused"), ["nothing in this tree uses b.unused"]);
    assert_eq!(why("a.Leaf", "b.tested"), ["only tests use b.tested: b.TestIt"]);
}

#[test]
fn how_far_one_gets_is_the_code_nearest_to_the_other_end() {
    let data = tree(&[
        ("a/a.go", "package a\n\nimport \"m/b\"\n\nfunc Run() { helper(); b.Near() }\n\nfunc helper() {}\n"),
        ("b/b.go", "package b\n\nfunc Near() {}\n\nfunc Target() {}\n\nfunc user() { Target() }\n"),
        ("a/far.go", "package a\n\nimport \"m/b\"\n\nfunc late() { b.Target() }\n"),
    ]);
    let graph = data.graph();
    let (run, target) = (find(&graph, "Run"), find(&graph, "Target"));
    let ChainSearch::None(gap) = chains(&graph, run, target, 1, DETOUR) else { panic!("a chain") };
    let names = |near: &[Nearest]| -> Vec<String> {
        near.iter().map(|near| graph.symbol(near.symbol).label()).collect()
    };
    assert_eq!(names(&gap.nearest_to), ["b.Near", "a.helper"]);
    assert_eq!(names(&gap.nearest_from), ["a.late", "b.user"]);
    assert_eq!(graph.edge(gap.nearest_to[0].edge).from, run);
    assert_eq!(graph.edge(gap.nearest_from[0].edge).to, target);
}
