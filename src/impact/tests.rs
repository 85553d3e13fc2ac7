//! Impact as a whole, on small Go trees and on made-up graphs.

use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use super::*;
use crate::golang::build_constraint::Host;
use crate::golang::lower::Lowering;
use crate::golang::module::Workspace;
use crate::golang::{SourceFile, analyze};
use crate::model::fixture::{call, f, functions};
use crate::model::{EdgeDraft, EdgeKind, Graph, GraphData, Origin, Symbol, SymbolId, SymbolKind, resolve};

/// Runs `work` on a few Go files of the module `m`.
pub(super) fn with_sources<T>(
    files: &[(&str, &str)],
    work: impl FnOnce(&[SourceFile<'_>], &Workspace) -> T,
) -> T {
    let mut lowering = Lowering::new();
    let facts: Vec<_> = files.iter().map(|(path, text)| (*path, lowering.facts(text.as_bytes()))).collect();
    let sources: Vec<_> =
        facts.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: false }).collect();
    work(&sources, &Workspace::new([("go.mod", "module m\n")]))
}

/// The graph of a few Go files.
pub(super) fn tree(files: &[(&str, &str)]) -> GraphData {
    with_sources(files, |sources, workspace| analyze(sources, workspace, &Host::default()))
}

pub(super) fn find(graph: &Graph<'_>, name: &str) -> SymbolId {
    resolve(graph, name).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn impact(data: &GraphData, target: SymbolId, limits: Limits) -> Impact {
    Spreader::with(Steps::of(&data.graph()), ScoreDecay::NONE).impact(&[Start::whole(target)], limits)
}

/// Lists the symbols that a change of one affects, each as `name score depth`, scores to two places.
fn affected(data: &GraphData, target: &str) -> Vec<String> {
    let graph = data.graph();
    let impact = impact(data, find(&graph, target), Limits::default());
    let mut rows: Vec<String> = impact
        .affected
        .iter()
        .map(|a| format!("{} {:.2} {}", graph.symbol(a.symbol).qualified(), a.score, a.depth))
        .collect();
    rows.sort();
    rows
}

#[test]
fn a_change_of_one_folders_tests_never_reaches_anothers() {
    let a = "package a\n\ntype I interface { M() }\n\nfunc F(i I) { i.M() }\n\nfunc G() { F(nil) }\n";
    let fake = "package a\n\ntype fake struct{}\n\nfunc (fake) M() {}\n\nfunc TestA() { F(fake{}) }\n";
    let other = "package b\n\nimport \"m/a\"\n\nfunc TestB() { a.G() }\n";
    let data = tree(&[("a/a.go", a), ("a/a_test.go", fake), ("b/b_test.go", other)]);
    assert_eq!(affected(&data, "fake.M"), ["F 1.00 1", "G 1.00 2", "TestA 1.00 2"]);
    assert!(affected(&data, "F").contains(&"TestB 1.00 2".to_owned()));
}

#[test]
fn a_variant_of_another_build_reaches_what_every_build_has() {
    let all = "package a\n\nfunc Up() { configure() }\n\nfunc Far() { Up() }\n\nvar width = unit\n";
    let linux = "package a\n\nconst unit = 1\n\nfunc configure() {}\n\nfunc onLinux() { configure() }\n";
    let windows = "package a\n\nconst unit = 2\n\nfunc configure() { own() }\n\nfunc own() {}\n";
    let data = tree(&[("a.go", all), ("a_linux.go", linux), ("a_windows.go", windows)]);
    let up = ["Far 1.00 2", "Up 1.00 1"];
    assert_eq!(affected(&data, "a_windows.go::configure"), up, "what only linux has is left out");
    assert_eq!(affected(&data, "a_linux.go::configure"), [&up[..], &["onLinux 1.00 1"]].concat());
    assert_eq!(affected(&data, "own"), ["Far 1.00 3", "Up 1.00 2", "configure 1.00 1"]);
    assert_eq!(affected(&data, "a_windows.go::unit"), ["width 1.00 1"]);
    let graph = data.graph();
    let callers = |name: &str| graph.callers(find(&graph, name));
    let windows = callers("a_windows.go::configure");
    assert_eq!((windows.known.len(), windows.elsewhere.len()), (0, 1));
    assert_eq!(callers("a_linux.go::configure").known.len(), 2);
}

#[test]
fn what_a_constant_mentions_those_mention_that_repeat_it() {
    let code = "package a\n\ntype Kind int\n\nconst base, other = 10, 20\n\n\
                const (\n\tA, B Kind = iota + base, other\n\tC, D\n\t_, _\n\tE, F = 1, 2\n\tG, H\n)\n\n\
                var third = C\n";
    let data = tree(&[("a.go", code)]);
    assert_eq!(affected(&data, "base"), ["A 1.00 1", "C 1.00 1", "_ 1.00 1", "third 1.00 2"]);
    assert_eq!(affected(&data, "other"), ["B 1.00 1", "D 1.00 1", "_ 1.00 1"]);
    let of_type = affected(&data, "Kind").len();
    assert_eq!(of_type, 7, "A to D, the blank ones, and third");
}

#[test]
fn what_code_outside_may_call_reaches_who_hands_it_the_value() {
    let code = "package m\n\nimport \"sort\"\n\ntype words []string\n\nfunc (words) Len() int { return 0 }\n\n\
                func (words) Less(i, j int) bool { return false }\n\nfunc (words) Swap(i, j int) {}\n\n\
                func (words) Own() {}\n\ntype more struct{ words }\n\nfunc (more) Len() int { return 1 }\n\n\
                func Sort(w words) { sort.Sort(w) }\n\nfunc Most(m *more) { sort.Stable(m) }\n\n\
                func Far() { Sort(nil) }\n\nfunc Quiet() { words(nil).Own() }\n";
    let data = tree(&[("a.go", code)]);
    assert_eq!(affected(&data, "words.Less"), ["Far 0.50 2", "Most 0.50 1", "Sort 0.50 1"]);
    assert_eq!(affected(&data, "words.Len"), ["Far 0.50 2", "Sort 0.50 1"], "more has its own");
    assert_eq!(affected(&data, "words.Own"), ["Quiet 1.00 1"]);
    let graph = data.graph();
    let limits = Limits::default();
    let row = impact(&data, find(&graph, "words.Less"), limits).affected[0];
    let through = graph.through(row.edge).map(|through| through.to_string());
    assert_eq!(through.as_deref(), Some("a value is put into sort.Interface"));
    assert_eq!(row.lines(&graph), [graph.symbol(row.symbol).line()]);
    let sure = Limits { doubtful: false, ..limits };
    assert!(impact(&data, find(&graph, "words.Less"), sure).affected.is_empty());
}

#[test]
fn a_change_travels_as_the_table_says() {
    let store = "package m\n\ntype Store interface { Get() int }\n\ntype Mem struct{ n int }\n\n\
                 func (m *Mem) Get() int { return m.n }\n\ntype Disk struct{ Mem }\n\n\
                 func Read(s Store) int { return s.Get() }\n\nfunc New() *Mem { return &Mem{} }\n\n\
                 func Use() int { return Read(New()) }\n";
    let other = "package b\n\nimport \"m/c\"\n\nvar V = c.F\n";
    let third = "package c\n\nimport \"m/d\"\n\nfunc F() int { return d.G() }\n";
    let data = tree(&[
        ("a.go", store),
        ("b/b.go", other),
        ("c/c.go", third),
        ("d/d.go", "package d\n\nfunc G() int { return 1 }\n"),
    ]);
    // Each row of the table by its kind, in the table's order.
    let rows: [(EdgeKind, &str, &[&str]); 7] = [
        (EdgeKind::Calls, "Mem.Get", &["Read 1.00 1", "Use 1.00 2"]),
        (EdgeKind::Implements, "Store.Get", &["Disk 1.00 1", "Mem.Get 1.00 1", "Read 1.00 1", "Use 1.00 2"]),
        (EdgeKind::Extends, "Mem", &["Disk 1.00 1", "New 1.00 1", "Read 1.00 1", "Use 1.00 2"]),
        (EdgeKind::Imports, "c/c.go", &["V 1.00 1"]),
        (EdgeKind::Uses, "c.F", &["V 1.00 1"]),
        (EdgeKind::Accesses, "Mem.n", &["Mem.Get 1.00 1", "Read 1.00 2", "Use 1.00 3"]),
        (
            EdgeKind::MemberOf,
            "Store",
            &["Disk 1.00 1", "Mem 1.00 1", "Mem.Get 1.00 1", "New 1.00 2", "Read 1.00 1", "Use 1.00 2"],
        ),
    ];
    for ((kind, target, expected), row) in rows.into_iter().zip(TABLE) {
        assert_eq!(row.kind, kind);
        assert_eq!(affected(&data, target), expected, "{kind}: {target}");
    }
    // The package is imported by the file; what that file imports besides stays out of it.
    let graph = data.graph();
    let of_package = impact(&data, find(&graph, "d"), Limits::default());
    let files: Vec<&str> = of_package
        .affected
        .iter()
        .map(|a| graph.symbol(a.symbol))
        .filter(|symbol| symbol.kind() == SymbolKind::File)
        .map(Symbol::path)
        .collect();
    assert_eq!(files, ["c/c.go"]);
    for target in ["Use", "V"] {
        assert_eq!(affected(&data, target), [""; 0], "nothing depends on {target}");
    }
}

#[test]
fn an_interface_s_method_reaches_every_variant_of_its_implementers() {
    let code = "package m\n\ntype Store interface { Get() int }\n\ntype Mem struct{}\n";
    let method = "package m\n\nfunc (m *Mem) Get() int { return 1 }\n";
    let data = tree(&[("a.go", code), ("b_linux.go", method), ("b_windows.go", method)]);
    assert_eq!(affected(&data, "Store.Get"), ["Mem.Get 1.00 1", "Mem.Get 1.00 1"]);
}

#[test]
fn of_a_type_the_member_that_mentions_what_changes_is_reached() {
    let code = "package m\n\ntype Opt struct{ N int }\n\n\
                type Backend interface {\n\tStop(o Opt)\n\tStart()\n}\n\n\
                type Daemon struct {\n\topt Opt\n\tn int\n}\n\n\
                func (d *Daemon) Stop(o Opt) {}\n\nfunc (d *Daemon) Start() { d.n = 1 }\n\n\
                type One struct{ opt Opt }\n";
    let uses = "package m\n\nfunc New() *Daemon { return &Daemon{} }\n\nfunc Start(b Backend) { b.Start() }\n\n\
                func Stop(d *Daemon, b Backend) { b.Stop(d.opt) }\n\nfunc Get(one One) {}\n";
    let data = tree(&[("a.go", code), ("b.go", uses)]);
    // Nobody who only has a Daemon, or starts one, is reached; a type on one line is one.
    let expected = [
        "Backend.Stop 1.00 1",
        "Daemon.Stop 1.00 1",
        "Daemon.opt 1.00 1",
        "Get 1.00 2",
        "One 1.00 1",
        "Stop 1.00 2",
    ];
    assert_eq!(affected(&data, "Opt"), expected);
    let graph = data.graph();
    let impact = impact(&data, find(&graph, "Opt"), Limits::default());
    let lines = |name: &str| {
        let row = impact.affected.iter().find(|a| graph.symbol(a.symbol).qualified() == name);
        row.map(|a| a.lines(&graph).to_vec())
    };
    assert_eq!((lines("Backend.Stop"), lines("Daemon.opt")), (Some(vec![6]), Some(vec![11])));
}

#[test]
fn the_score_is_the_product_of_confidences_along_the_best_path() {
    // processPayment calls getUser (0.9), handle calls processPayment (0.7).
    let data = functions(3, &[call(1, 0, 0.9), call(2, 1, 0.7)]);
    let impact = impact(&data, f(0), Limits::default());
    let [near, far] = impact.affected[..] else { panic!("{impact:?}") };
    assert!((near.score - 0.9).abs() < 1e-6 && (far.score - 0.63).abs() < 1e-6);
    assert_eq!((far.symbol, far.parent, far.depth), (f(2), f(1), 2));
    assert_eq!(data.graph().edge(far.edge).from, f(2));
}

#[test]
fn a_dispatched_call_counts_at_its_share() {
    let shared = |share| EdgeDraft { origin: Origin::Dispatch, share, ..call(1, 0, 0.8) };
    let data = functions(2, &[shared(0.25)]);
    assert!((impact(&data, f(0), Limits::default()).affected[0].score - 0.2).abs() < 1e-6);
    let sure = Limits { doubtful: false, ..Limits::default() };
    assert_eq!(impact(&data, f(0), sure).affected, []);
}

#[test]
fn what_the_limits_cut_is_counted_with_its_mass() {
    // 1 by a sure call, 2 by a guess; 3 behind 1; 4 by a guess but also, better, behind 1.
    let data = functions(
        5,
        &[call(1, 0, 1.0), call(2, 0, 0.05), call(3, 1, 0.5), call(4, 0, 0.02), call(4, 1, 0.6)],
    );
    let cut = |limits| {
        let impact = impact(&data, f(0), limits);
        let [low, far] = [impact.below_threshold, impact.beyond_depth]
            .map(|cut| (cut.symbols, (cut.mass * 100.0).round()));
        (impact.affected.len(), low, far)
    };
    let limits = Limits::default();
    assert_eq!(cut(limits), (3, (1, 5.0), (0, 0.0)));
    assert_eq!(cut(Limits { depth: Some(1), ..limits }), (1, (1, 5.0), (2, 110.0)));
    assert_eq!(cut(Limits { threshold: 0.55, ..limits }), (2, (2, 55.0), (0, 0.0)));
    assert_eq!(cut(Limits { threshold: 0.0, ..limits }), (4, (0, 0.0), (0, 0.0)));
    // A strength just at the threshold stays, whatever single precision made of it.
    assert_eq!(cut(Limits { threshold: 0.6, ..limits }).0, 2);
}

#[test]
fn a_function_that_calls_itself_is_not_affected_by_itself() {
    let data = functions(3, &[call(0, 0, 1.0), call(1, 0, 0.9), call(1, 1, 1.0), call(2, 1, 0.9)]);
    let rows: Vec<_> = impact(&data, f(0), Limits::default()).affected;
    assert_eq!(rows.iter().map(|a| (a.symbol, a.depth)).collect::<Vec<_>>(), [(f(1), 1), (f(2), 2)]);
}

#[test]
fn a_hub_costs_its_callers_once() {
    // All call the hub and the next one of a ring: a walk that looked at the hub's callers from each would take minutes.
    const CALLERS: u32 = 20_000;
    let calls = |ix: u32| [call(ix, 0, 0.9), call(ix, 1 + ix % CALLERS, 0.99), call(0, ix, 0.5)];
    let edges: Vec<EdgeDraft> = (1..=CALLERS).flat_map(calls).collect();
    let data = functions(CALLERS + 1, &edges);
    let mut spreader = Spreader::with(Steps::of(&data.graph()), ScoreDecay::NONE);
    let start = std::time::Instant::now();
    for target in [0, 1, CALLERS / 2] {
        let impact = spreader.impact(&[Start::whole(f(target))], Limits::default());
        assert_eq!(impact.affected.len(), CALLERS as usize);
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn of_equal_paths_the_one_over_the_first_symbol_is_taken() {
    // Both paths to 3 have the score 1/4 in two steps; the walk comes by 2 before it comes by 1.
    let data = functions(4, &[call(1, 0, 0.25), call(2, 0, 0.5), call(3, 1, 1.0), call(3, 2, 0.5)]);
    let rows = impact(&data, f(0), Limits::default()).affected;
    let rows: Vec<_> = rows.iter().map(|a| (a.symbol, a.score, a.parent, a.via)).collect();
    assert_eq!(rows, [(f(2), 0.5, f(0), None), (f(1), 0.25, f(0), None), (f(3), 0.25, f(1), Some(1))]);
}

#[test]
fn several_targets_are_one_change_and_the_surest_start_counts() {
    let data = functions(4, &[call(2, 0, 1.0), call(2, 1, 1.0), call(3, 2, 1.0), call(0, 3, 1.0)]);
    let mut spreader = Spreader::with(Steps::of(&data.graph()), ScoreDecay::NONE);
    let starts =
        [Start::of(f(0), ChangeKind::Body), Start::whole(f(1)), Start { score: 0.4, ..Start::whole(f(0)) }];
    let impact = spreader.impact(&starts, Limits::default());
    assert_eq!(impact.roots, [f(0), f(1)]);
    let rows: Vec<_> = impact.affected.iter().map(|a| (a.symbol, a.parent, a.score)).collect();
    assert_eq!(rows, [(f(2), f(1), 1.0), (f(3), f(2), 1.0)], "the cycle back to a root ends there");
    assert_eq!(spreader.impact(&starts, Limits::default()), impact, "a walk leaves nothing behind");
    let nowhere = Start::whole(SymbolId(99));
    assert_eq!(spreader.impact(&[nowhere], Limits::default()), Impact::default());
}

#[test]
fn a_score_falls_with_every_hop_and_a_body_s_change_is_noticed_less_than_a_signature_s() {
    let data = functions(4, &[call(1, 0, 1.0), call(2, 1, 1.0), call(3, 2, 1.0)]);
    let limits = Limits { threshold: 0.0, ..Limits::default() };
    let mut spreader = Spreader::new(Steps::of(&data.graph()));
    let mut scores = |kind: ChangeKind| -> Vec<f64> {
        let impact = spreader.impact(&[Start::of(f(0), kind)], limits);
        impact.affected.iter().map(|row| row.score).collect()
    };
    let [body, signature, removed] =
        [ChangeKind::Body, ChangeKind::Signature, ChangeKind::Removed].map(&mut scores);
    for scores in [&body, &signature, &removed] {
        assert_eq!(scores.len(), 3);
        assert!(scores[0] < 1.0 && scores.is_sorted_by(|a, b| a > b), "{scores:?}");
    }
    assert!(body[0] < signature[0] && signature[0] < removed[0], "{body:?} {signature:?} {removed:?}");
}

#[test]
fn every_figure_of_the_table_is_a_part() {
    for kind in EdgeKind::ALL {
        for (change, steps) in ChangeKind::ALL.into_iter().flat_map(|change| [(change, 0), (change, 1)]) {
            let noticed = ScoreDecay::MEASURED.of(*kind, change, steps);
            assert!(noticed > 0.0 && noticed <= 1.0, "{kind} {change:?}");
        }
    }
}

#[test]
fn a_survey_can_be_called_off_at_any_time_and_leaves_nothing_behind() {
    let code = "package a\n\nfunc f() {}\n\nfunc g() { f() }\n\nfunc h() { g() }\n\nfunc i() { h() }\n";
    let data = tree(&[("a.go", code), ("a_test.go", "package a\n\nfunc TestI() { i() }\n")]);
    let graph = data.graph();
    let starts = [Start::whole(find(&graph, "f"))];
    let tree = TreeFacts { modules: &["."], head: &|_| None };
    let limits = Limits { threshold: 0.0, ..Limits::default() };
    let whole = Surveyor::default().survey(&graph, 1, &starts, limits, tree);
    let mut surveyor = Surveyor::default();
    let mut survey = |most: usize| {
        let asked = AtomicUsize::new(0);
        let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= most;
        let survey = surveyor.survey_unless(&graph, 1, &starts, limits, tree, &cancelled);
        let of_nothing = surveyor.survey(&graph, 1, &[], limits, tree);
        assert_eq!((of_nothing.impact, of_nothing.tests.len()), (Impact::default(), 0), "after {most}");
        survey
    };
    // The rings of what is reached and of what the threshold hides are each a place to end.
    let done = (0..).find_map(|most| Some((most, survey(most)?)));
    let (asked, radius) = done.unwrap();
    assert!(asked > 5, "{asked}");
    assert_eq!((radius.impact, radius.rows, radius.hidden), (whole.impact, whole.rows, whole.hidden));
}

/// Best products by going over all edges until nothing changes.
fn by_relaxation(n: u32, edges: &[EdgeDraft], target: SymbolId, threshold: f64) -> Vec<(SymbolId, f64)> {
    let mut best = vec![0.0; n as usize + 2];
    best[target.ix()] = 1.0;
    for _ in 0..=n {
        for edge in edges {
            let score = best[edge.to.ix()] * f64::from(edge.confidence * edge.share);
            if score >= threshold && score > best[edge.from.ix()] {
                best[edge.from.ix()] = score;
            }
        }
    }
    let all = (2..n + 2).map(SymbolId).filter(|&id| id != target);
    all.map(|id| (id, best[id.ix()])).filter(|row| row.1 > 0.0).collect()
}

proptest! {
    #[test]
    fn scores_are_the_best_products_and_paths_lead_back_to_the_target(
        edges in prop::collection::vec((0u32..12, 0u32..12, 1u32..=20), 0..50),
        threshold in 0.0..0.9,
    ) {
        let edges: Vec<EdgeDraft> = edges.into_iter().map(|(from, to, p)| call(from, to, p as f32 / 20.0)).collect();
        let data = functions(12, &edges);
        let limits = Limits { threshold, ..Limits::default() };
        let impact = impact(&data, f(0), limits);
        let mut found: Vec<(SymbolId, f64)> = impact.affected.iter().map(|a| (a.symbol, a.score)).collect();
        found.sort_by_key(|row| row.0);
        let expected = by_relaxation(12, &edges, f(0), threshold);
        // Products that meet the threshold within rounding may stand on either side of it.
        let clear = |rows: Vec<(SymbolId, f64)>| -> Vec<(SymbolId, i64)> {
            rows.into_iter()
                .filter(|row| row.1 > threshold + 1e-5)
                .map(|(id, score)| (id, (score * 1e9).round() as i64))
                .collect()
        };
        prop_assert_eq!(clear(found), clear(expected));

        let mut seen = vec![f(0)];
        for a in &impact.affected {
            prop_assert!(seen.contains(&a.parent), "parents come before children");
            seen.push(a.symbol);
            let edge = data.graph().edge(a.edge);
            prop_assert_eq!((edge.from, edge.to), (a.symbol, a.parent));
        }
        prop_assert!(impact.affected.windows(2).all(|w| w[0].score >= w[1].score));

        // The next threshold adds exactly what this one hides. Strengths are multiples of 0.05, so no product is within
        // rounding of these.
        let limits = Limits { threshold: 0.1 + 1e-4, ..limits };
        let impact = super::tests::impact(&data, f(0), limits);
        let half = super::tests::impact(&data, f(0), Limits { threshold: impact.at.max(1e-9), ..limits });
        prop_assert_eq!(impact.hidden.is_empty(), impact.below_threshold.symbols == 0);
        let mut added: Vec<SymbolId> = half.affected.iter().map(|a| a.symbol).collect();
        added.retain(|&symbol| impact.affected.iter().all(|a| a.symbol != symbol));
        let mut hidden: Vec<SymbolId> = impact.hidden.iter().map(|a| a.symbol).collect();
        hidden.sort_unstable();
        added.sort_unstable();
        prop_assert_eq!(hidden, added);

        let near = Limits { depth: Some(2), ..limits };
        let near = super::tests::impact(&data, f(0), near);
        prop_assert!(near.affected.iter().all(|a| a.depth <= 2));
        prop_assert!(near.affected.len() <= impact.affected.len());
    }
}
