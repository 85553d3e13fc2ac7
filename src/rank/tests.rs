//! Ranking as a whole: what counts as a link, and the laws that scores obey.

use proptest::prelude::*;

use super::pagerank::iterate;
use super::*;
use crate::model::fixture::{edge, f, functions};
use crate::model::{EdgeDraft, EdgeKind, GraphData, NONE, Origin, SymbolId, symbol_flag};

fn call(from: u32, to: u32) -> EdgeDraft {
    edge(from, to, EdgeKind::Calls, 1.0)
}

fn dispatched(from: u32, to: u32, share: f32) -> EdgeDraft {
    EdgeDraft { origin: Origin::Dispatch, share, ..call(from, to) }
}

fn csr(n: usize, links: &[(usize, usize)]) -> Csr {
    let mut rows = vec![Vec::new(); n];
    for &(from, to) in links {
        rows[from].push(to as u32);
    }
    for row in &mut rows {
        row.sort_unstable();
        row.dedup();
    }
    Csr::from_rows(rows)
}

fn ranked(forward: &Csr) -> PageRank {
    pagerank(forward, &forward.reversed())
}

/// Random links among at most twelve nodes.
fn small_graph() -> impl Strategy<Value = Csr> {
    (1usize..12)
        .prop_flat_map(|n| prop::collection::vec((0..n, 0..n), 0..40).prop_map(move |links| csr(n, &links)))
}

/// The fixed point by Gaussian elimination on `(I - d M) x = (1 - d)/n`, `M` with dangling columns spread evenly.
#[expect(clippy::needless_range_loop, reason = "a matrix reads best by its indices")]
fn dense_solution(forward: &Csr) -> Vec<f64> {
    let n = forward.n_nodes();
    let mut a = vec![vec![0.0; n + 1]; n];
    for from in 0..n {
        let row = forward.row(from);
        for to in 0..n {
            let share = match row.len() {
                0 => 1.0 / n as f64,
                degree => f64::from(u8::from(row.contains(&(to as u32)))) / degree as f64,
            };
            a[to][from] = f64::from(u8::from(to == from)) - DAMPING * share;
        }
    }
    for row in &mut a {
        row[n] = (1.0 - DAMPING) / n as f64;
    }
    for pivot in 0..n {
        // The matrix is diagonally dominant by columns, so no exchange of rows is needed.
        for row in 0..n {
            if row != pivot {
                let factor = a[row][pivot] / a[pivot][pivot];
                for column in pivot..=n {
                    a[row][column] -= factor * a[pivot][column];
                }
            }
        }
    }
    (0..n).map(|ix| a[ix][n] / a[ix][ix]).collect()
}

proptest! {
    #[test]
    fn scores_sum_to_one(forward in small_graph()) {
        let sum: f64 = ranked(&forward).scores.iter().sum();
        prop_assert!((sum - 1.0).abs() <= 1e-9, "{sum}");
    }

    #[test]
    fn the_walk_run_to_its_end_solves_the_linear_system(forward in small_graph()) {
        let walked = iterate(&forward, &forward.reversed(), 400, 1e-12);
        for (walked, exact) in walked.scores.iter().zip(dense_solution(&forward)) {
            prop_assert!((walked - exact).abs() <= 1e-9, "{walked} {exact}");
        }
    }

    #[test]
    fn the_error_left_at_the_stop_is_bounded_by_the_residual(forward in small_graph()) {
        let rank = ranked(&forward);
        let error: f64 =
            rank.scores.iter().zip(dense_solution(&forward)).map(|(walked, exact)| (walked - exact).abs()).sum();
        let bound = rank.convergence.residual * forward.n_nodes() as f64 * DAMPING / (1.0 - DAMPING);
        prop_assert!(error <= bound + 1e-12, "{error} > {bound}");
        prop_assert!(rank.convergence.settled && rank.convergence.converged);
    }

    #[test]
    fn renaming_the_nodes_renames_the_scores(forward in small_graph(), turn in 0usize..12) {
        let n = forward.n_nodes();
        let renamed = |node: usize| (node + turn) % n;
        let links: Vec<(usize, usize)> = (0..n)
            .flat_map(|from| forward.row(from).iter().map(move |&to| (renamed(from), renamed(to as usize))))
            .collect();
        // The sweeps run until the scores settle, because the order of a sweep depends on the numbers of the nodes,
        // and early results show it.
        let scores = |forward: &Csr| iterate(forward, &forward.reversed(), 400, 1e-14).scores;
        let (before, after) = (scores(&forward), scores(&csr(n, &links)));
        for node in 0..n {
            prop_assert!((before[node] - after[renamed(node)]).abs() <= 1e-12);
        }
    }

    #[test]
    fn one_more_supporter_never_lowers_a_node(forward in small_graph(), node in 0usize..12) {
        let n = forward.n_nodes();
        let node = node % n;
        let links = (0..n).flat_map(|from| forward.row(from).iter().map(move |&to| (from, to as usize)));
        let without: Vec<(usize, usize)> = links.collect();
        // Both graphs have the newcomer; it supports the node in the second only.
        let mut with = without.clone();
        with.push((n, node));
        let before = ranked(&csr(n + 1, &without)).scores[node];
        let after = ranked(&csr(n + 1, &with)).scores[node];
        prop_assert!(after >= before - 1e-6, "{after} < {before}");
    }
}

#[test]
fn a_graph_without_symbols_is_ranked_at_once() {
    let mut data = GraphData::default();
    let report = rank(&mut data);
    assert_eq!((report.total_symbols, report.authority.iterations), (0, 0));
    assert!(report.authority.converged && report.authority.settled);
}

#[test]
fn a_chain_has_the_scores_of_the_formula() {
    // 0 -> 1, node 1 dangling: x0 = b + d x1/2, x1 = b + d x0 + d x1/2, x0 + x1 = 1.
    let scores = iterate(&csr(2, &[(0, 1)]), &csr(2, &[(1, 0)]), 400, 1e-12).scores;
    let x0 = 0.5 / (1.0 + DAMPING / 2.0);
    assert!((scores[0] - x0).abs() < 1e-12 && (scores[1] - (1.0 - x0)).abs() < 1e-12, "{scores:?}");
}

#[test]
fn edges_count_once_a_pair_and_only_where_somebody_wrote_the_dependency_down() {
    use EdgeKind::*;
    let cases = [
        ("kinds of one pair", vec![call(0, 1), edge(0, 1, Uses, 1.0)], vec![(0, 1)]),
        (
            "each kind alone",
            vec![call(0, 1), edge(0, 2, Uses, 0.9), edge(1, 2, Accesses, 0.9)],
            vec![(0, 1), (0, 2), (1, 2)],
        ),
        (
            "embedding, importing",
            vec![edge(0, 1, Extends, 1.0), edge(2, 1, Imports, 1.0)],
            vec![(0, 1), (2, 1)],
        ),
        ("structural", vec![edge(0, 1, Implements, 1.0)], vec![]),
        ("membership", vec![edge(0, 1, MemberOf, 1.0)], vec![]),
        ("even odds", vec![edge(0, 1, Calls, 0.5), edge(0, 2, Calls, 0.51)], vec![(0, 2)]),
        (
            "a doubtful edge beside a sure one",
            vec![edge(0, 1, Calls, 0.2), edge(0, 1, Uses, 1.0)],
            vec![(0, 1)],
        ),
        ("recursion", vec![call(0, 0), call(0, 1)], vec![(0, 1)]),
    ];
    for (name, edges, expect) in cases {
        let links = Links::of(&functions(3, &edges).graph());
        let got: Vec<(u32, u32)> = (0..3)
            .flat_map(|from| links.forward.row(f(from).ix()).iter().map(move |to| (from, to - 2)))
            .collect();
        assert_eq!(got, expect, "{name}");
        assert_eq!(links.backward.reversed(), links.forward, "{name}");
        assert_eq!(links.in_degree.iter().sum::<u32>() as usize, expect.len(), "{name}");
    }
}

#[test]
fn a_call_through_an_interface_is_a_vote_for_whom_it_probably_reaches_and_counts_in_no_degree() {
    let edges = [dispatched(0, 1, 0.6), dispatched(0, 2, 0.4), dispatched(2, 1, 0.5), call(1, 2)];
    let links = Links::of(&functions(3, &edges).graph());
    assert_eq!(links.forward.row(f(0).ix()), [f(1).0]);
    assert_eq!(links.forward.degree(f(2).ix()), 0);
    let degrees = |degrees: &[u32]| [0, 1, 2].map(|ix| degrees[f(ix).ix()]);
    assert_eq!((degrees(&links.in_degree), degrees(&links.out_degree)), ([0, 0, 1], [0, 1, 0]));
}

#[test]
fn a_member_leans_on_its_type_which_is_no_users_of_it() {
    let mut data = functions(3, &[call(2, 1)]);
    assert!(data.symbol_owner.iter().all(|&owner| owner == NONE));
    data.symbol_owner[f(1).ix()] = f(0).0;
    let links = Links::of(&data.graph());
    assert_eq!(links.forward.row(f(1).ix()), [f(0).0]);
    assert_eq!((links.in_degree[f(0).ix()], links.out_degree[f(1).ix()]), (0, 0));
    rank(&mut data);
    let score = |ix| data.symbol_authority[f(ix).ix()];
    assert!(score(0) > score(1) && score(1) > score(2));
}

#[test]
fn links_between_tests_carry_no_load() {
    // Two functions of the program and four of tests. One test uses one of the program; three tests use the fourth.
    let edges = [call(2, 5), call(3, 5), call(4, 5), call(4, 1)];
    let mut data = functions(6, &edges);
    for test in 2..6 {
        data.symbol_flags[f(test).ix()] |= symbol_flag::TEST;
    }
    let links = Links::of(&data.graph());
    let row = |ix: u32| links.forward.row(f(ix).ix()).to_vec();
    assert_eq!([row(2), row(3), row(4)], [vec![], vec![], vec![f(1).0]]);
    assert_eq!((links.in_degree[f(5).ix()], links.out_degree[f(4).ix()]), (3, 2), "they are written down");
    rank(&mut data);
    assert_eq!(data.by_authority[0], f(1).0);
    // If the tree has only tests, they count.
    for ix in 0..2 {
        data.symbol_flags[f(ix).ix()] |= symbol_flag::TEST;
    }
    rank(&mut data);
    assert_eq!(data.by_authority[0], f(5).0);
}

#[test]
fn load_is_authority_times_what_a_symbol_sets_in_motion() {
    // 0 calls 1, which calls 2 and, twice and in two ways, 3; the last is a guess.
    let edges = [
        call(0, 1),
        call(1, 2),
        call(1, 3),
        edge(1, 3, EdgeKind::Uses, 1.0),
        edge(1, 4, EdgeKind::Calls, 0.4),
    ];
    let mut data = functions(5, &edges);
    rank(&mut data);
    let graph = data.graph();
    for (ix, reach) in [(0, 1), (1, 2), (2, 0), (3, 0), (4, 0)] {
        let parts = load_parts(&graph, f(ix));
        assert_eq!((parts.driven.len(), parts.files), (reach, UsingFiles::default()), "{ix}");
        let load = graph.authority(f(ix)).powf(0.75) * (1.0 + reach as f64);
        assert!((graph.load(f(ix)) - load).abs() < 1e-15, "{ix}");
    }
    let mut data = functions(3, &[call(0, 1), call(1, 2)]);
    data.symbol_flags[f(1).ix()] |= symbol_flag::GENERATED;
    rank(&mut data);
    assert!(
        (data.symbol_load[f(1).ix()] - data.symbol_authority[f(1).ix()].powf(0.75)).abs() < 1e-15,
        "generated code"
    );
}

#[test]
fn rank_from_a_cycle_of_two_is_separated_from_rank_of_others() {
    let circle = [call(0, 1), call(1, 0), call(2, 0), call(2, 3)];
    let round = DAMPING * DAMPING;
    for (more, expect) in [
        // No link leaves the cycle, so all mass that enters it stays.
        (&[][..], 1.0 - round),
        // At each step half of the mass goes on within the cycle.
        (&[call(0, 3), call(1, 3)][..], 1.0 - round / 4.0),
    ] {
        let mut data = functions(4, &[&circle[..], more].concat());
        rank(&mut data);
        let graph = data.graph();
        let links = Links::of(&graph);
        for ix in 0..4 {
            let part = share_from_others(&graph, f(ix));
            assert!((part - if ix < 2 { expect } else { 1.0 }).abs() < 1e-12, "{ix}: {part}");
            let row: Vec<u32> = super::links::leans_on(&graph, f(ix)).iter().map(|id| id.0).collect();
            assert_eq!(row, links.forward.row(f(ix).ix()));
        }
    }
}

#[test]
fn authority_gathers_where_others_lean_and_hub_where_others_are_leant_on() {
    let mut data = functions(4, &[call(0, 3), call(1, 3), call(2, 3), call(0, 2)]);
    let report = rank(&mut data);
    assert_eq!(report.links, 4);
    assert_eq!(data.by_authority[0], f(3).0);
    let hub = &data.symbol_hub;
    assert!(hub.iter().all(|&h| h <= hub[f(0).ix()]), "{hub:?}");
    assert_eq!((data.symbol_in_degree[f(3).ix()], data.symbol_out_degree[f(0).ix()]), (3, 2));
    data.graph().check().unwrap();
}

#[test]
fn equal_scores_stand_in_order_of_id() {
    let mut data = functions(5, &[]);
    rank(&mut data);
    assert_eq!(data.by_authority, [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn scores_do_not_depend_on_the_number_of_threads() {
    // Large enough to be split, with links that reach across blocks.
    let n = 60_000u32;
    let forward = Csr::from_rows((0..n).map(|ix| {
        let mut row: Vec<u32> = (1..=ix % 6).map(|k| (ix * k * 7919 + 13 * k) % n).collect();
        row.sort_unstable();
        row.dedup();
        row
    }));
    let backward = forward.reversed();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| pagerank(&forward, &backward))
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(5));
    let sum: f64 = one.scores.iter().sum();
    assert!((sum - 1.0).abs() <= 1e-9, "{sum}");
    let c = one.convergence;
    assert!(c.converged_at < Some(c.iterations) && c.settled, "the second stop asks for more: {c:?}");
}

/// `internal/deep` with a program's file, a helper for tests and the mocks that it makes, of which none is a test by name;
/// beside it generated `mocks` that tests alone import, and what they and the program both use.
#[test]
fn mocks_carry_no_load_of_the_program() {
    use crate::model::fixture::{file, symbol};
    use crate::model::{GraphBuilder, SymbolKind};
    let place = |path, package| file(path, package);
    let files = vec![
        place("internal/deep/deep.go", 0),
        place("internal/deep/mock.go", 0),
        place("internal/deep/testing.go", 0),
        place("mocks/store.go", 1),
        place("store/store.go", 2),
        place("store/store_test.go", 2),
    ];
    let packages = ["internal/deep", "mocks", "store"];
    let mut symbols: Vec<_> = packages.map(|path| symbol(SymbolKind::Package, path, None, 0)).into();
    symbols.extend((0..6).map(|ix| symbol(SymbolKind::File, files[ix as usize].path.clone(), Some(ix), 0)));
    let named = [("Deep", 0), ("Mock", 1), ("Server", 2), ("Fake", 3), ("Open", 4), ("TestOpen", 5)];
    symbols.extend(named.map(|(name, file)| symbol(SymbolKind::Func, name, Some(file), 1)));
    symbols.extend(
        [("Sister", 1), ("Other", 3)].map(|(name, file)| symbol(SymbolKind::Func, name, Some(file), 2)),
    );
    let builder = GraphBuilder::new(files.clone(), symbols.clone());
    let at = |name: &str| {
        let ix = symbols.iter().position(|symbol| symbol.name == name).expect("a symbol of the list");
        builder.ids()[ix]
    };
    let link = |from: &str, to: &str, kind| EdgeDraft { from: at(from), to: at(to), ..edge(0, 0, kind, 1.0) };
    let calls = [
        ("TestOpen", "Server"),
        ("TestOpen", "Open"),
        ("TestOpen", "Other"),
        ("Server", "Mock"),
        ("Mock", "Sister"),
        ("Sister", "Mock"),
        ("Fake", "Other"),
        ("Open", "Deep"),
        ("Mock", "Deep"),
    ];
    let mut edges: Vec<EdgeDraft> = calls.map(|(from, to)| link(from, to, EdgeKind::Calls)).into();
    edges.push(link("store/store_test.go", "mocks", EdgeKind::Imports));
    // A dispatch edge does not count, because an interface call can reach a mock wherever it reaches the real type.
    edges.push(EdgeDraft { origin: Origin::Dispatch, ..link("Open", "Mock", EdgeKind::Calls) });
    let graph_of = |signature: &'static str, generated: bool| {
        let mut symbols = symbols.clone();
        for symbol in &mut symbols {
            let is_test = symbol.name == "TestOpen" || symbol.name == "store/store_test.go";
            symbol.flags |= if is_test { symbol_flag::TEST } else { 0 };
            let is_mock = symbol.name == "mocks/store.go" || symbol.name == "Fake" || symbol.name == "Other";
            symbol.flags |= if is_mock && generated { symbol_flag::GENERATED } else { 0 };
            if symbol.name == "Server" {
                symbol.signature = signature.into();
            }
        }
        let mut builder = GraphBuilder::new(files.clone(), symbols);
        builder.edges(edges.iter().copied());
        builder.imports(at("internal/deep/testing.go"), "testing", 1);
        builder.finish()
    };
    let leans = |data: &GraphData, from: &str| -> Vec<String> {
        let graph = data.graph();
        let from = graph.symbols().find(|symbol| symbol.name() == from).expect("a symbol of the list").id;
        let row = Links::of(&graph).forward.row(from.ix()).to_vec();
        row.into_iter().map(|to| graph.symbol(SymbolId(to)).name().to_owned()).collect()
    };
    let written = graph_of("func Server(t testing.TB)", true);
    assert_eq!(leans(&written, "Server"), [""; 0], "a helper for tests and its mocks");
    assert_eq!(leans(&written, "Mock"), ["Deep"], "what they say of the program counts");
    assert_eq!(leans(&written, "Fake"), [""; 0], "generated, and tests alone import it");
    // If no declaration takes a `testing.T` and the package is not generated, tests may be the intended users of it.
    let other = graph_of("func Server()", false);
    assert_eq!(leans(&other, "Server"), ["Mock"]);
    assert_eq!(leans(&other, "Mock"), ["Deep", "Sister"]);
    assert_eq!(leans(&other, "Fake"), ["Other"]);
}
