//! Tests of the language rules that binding implements. Each is a small Go source with its expected edges.
//!
//! A case is Go source with `-- path --` lines between its files (as in the txtar format of the Go team), and the
//! expected edges, one a line: `From kind To origin`. Membership, imports and calls at run time are left out unless a
//! case asks for them.

mod binding;
mod body_check_cache;
mod by_assignment;
mod dispatch;
mod flow;
mod generics;
mod hostile;
mod identity;
mod misfits;
mod outside;
mod packages;
mod run_time;
mod scopes;
mod type_parameters;
mod values;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use super::build_constraint::Host;
use super::lower::Lowering;
use super::module::Workspace;
use super::{SourceFile, analyze, analyze_cancellable};
use crate::model::{EdgeKind, GraphData};

/// Splits a case into its files; text before the first `-- path --` line is `a.go` of module `m`.
fn files_of(case: &str) -> Vec<(String, String)> {
    let mut files = vec![("a.go".to_owned(), String::new())];
    for line in case.lines() {
        if let Some(path) = line.strip_prefix("-- ").and_then(|l| l.strip_suffix(" --")) {
            files.push((path.to_owned(), String::new()));
        } else if let Some((_, text)) = files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    files.retain(|(_, text)| !text.trim().is_empty());
    files
}

fn is_go(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "go")
}

fn graph_of(case: &str) -> GraphData {
    graph_of_files(&files_of(case))
}

/// The graph of files in the given order.
fn graph_of_files(files: &[(String, String)]) -> GraphData {
    with_sources(files, |sources, workspace| analyze(sources, workspace, &Host::default()))
}

fn with_sources<T>(files: &[(String, String)], run: impl FnOnce(&[SourceFile<'_>], &Workspace) -> T) -> T {
    let mut lowering = Lowering::new();
    let facts: Vec<_> = files
        .iter()
        .filter(|(path, _)| is_go(path))
        .map(|(path, text)| (path.as_str(), lowering.facts(text.as_bytes())))
        .collect();
    let sources: Vec<_> = facts
        .iter()
        .map(|(path, facts)| SourceFile { path, facts, declarations_only: path.starts_with("external/") })
        .collect();
    let mut modules: Vec<_> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    modules.retain(|(path, _)| !is_go(path));
    if modules.is_empty() {
        modules.push(("go.mod", "module m\n"));
    }
    run(&sources, &Workspace::new(modules))
}

fn edges_of(data: &GraphData) -> Vec<String> {
    let graph = data.graph();
    let mut lines: Vec<String> = graph
        .edges()
        .filter(|e| !matches!(e.kind, EdgeKind::MemberOf | EdgeKind::Imports | EdgeKind::Runs))
        .map(|e| {
            let (from, to) = (graph.symbol(e.from), graph.symbol(e.to));
            format!("{} {} {} {}", from.qualified(), e.kind, to.qualified(), e.origin)
        })
        .collect();
    lines.sort();
    lines
}

/// Checks that a case gives exactly the expected edges.
#[track_caller]
fn check(case: &str, expected: &str) {
    let mut want: Vec<&str> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    want.sort_unstable();
    let got = edges_of(&graph_of(case));
    assert_eq!(got.join("\n"), want.join("\n"), "\nedges on the left are what came out");
}

/// `RULES.md` names every test of this folder, and no other.
#[test]
fn the_table_of_rules_and_the_tests_agree() {
    let sources = [
        ("binding", include_str!("binding.rs")),
        ("dispatch", include_str!("dispatch.rs")),
        ("flow", include_str!("flow.rs")),
        ("generics", include_str!("generics.rs")),
        ("hostile", include_str!("hostile.rs")),
        ("identity", include_str!("identity.rs")),
        ("packages", include_str!("packages.rs")),
        ("run_time", include_str!("run_time.rs")),
        ("scopes", include_str!("scopes.rs")),
        ("type_parameters", include_str!("type_parameters.rs")),
        ("by_assignment", include_str!("by_assignment.rs")),
        ("values", include_str!("values.rs")),
    ];
    let mut tests = BTreeSet::new();
    for (module, source) in sources {
        let functions = source.split("#[test]\nfn ").skip(1).filter_map(|rest| rest.split_once("()"));
        tests.extend(functions.map(|(name, _)| format!("{module}::{name}")));
    }
    let quoted = include_str!("../RULES.md").split('`').skip(1).step_by(2);
    let named: BTreeSet<String> = quoted.filter(|code| code.contains("::")).map(str::to_owned).collect();
    assert_eq!(tests.difference(&named).collect::<Vec<_>>(), [""; 0], "tests without a rule");
    assert_eq!(named.difference(&tests).collect::<Vec<_>>(), [""; 0], "rules without a test");
}

/// Files of two modules with variants, dispatch, generics and a syntax error.
const MANY_FILES: &str = "package a
import \"m/store\"
type Closer interface { Close() error }
func Use(c Closer, s *store.Store[int]) { c.Close(); s.Get(); helper() }
-- b.go --
package a
func helper() {}
type file struct{}
func (*file) Close() error { return nil }
-- b_windows.go --
package a
func helper() { Use(&file{}, nil) }
-- a_test.go --
package a_test
import . \"m\"
type fake struct{}
func (fake) Close() error { return nil }
func TestUse() { Use(fake{}, nil) }
-- store/s.go --
package store
type Store[T any] struct { base; v T }
func (s *Store[T]) Get() T { return s.v }
-- store/base.go --
package store
type base struct{}
func (base) Close() error { return nil }
func broken( {
-- other/go.mod --
module example.com/other
-- other/o.go --
package other
import \"io\"
type W struct{}
func (W) Write(p []byte) (int, error) { return io.Discard.Write(p) }
";

#[test]
fn binding_can_be_called_off_at_any_time() {
    let files = files_of(MANY_FILES);
    let mut asked = 0;
    loop {
        let times = AtomicUsize::new(0);
        let cancelled = || times.fetch_add(1, Ordering::Relaxed) >= asked;
        let data = with_sources(&files, |sources, workspace| {
            analyze_cancellable(sources, workspace, &Host::default(), &cancelled)
        });
        if let Some(data) = data {
            assert!(data == graph_of(MANY_FILES));
            break;
        }
        asked += 1;
    }
    assert!(asked > files.iter().filter(|(path, _)| is_go(path)).count(), "asked {asked} times");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_the_order_of_files_nor_the_number_of_threads_changes_a_graph(
        files in Just(files_of(MANY_FILES)).prop_shuffle(),
        threads in 1_usize..4,
    ) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let shuffled = pool.install(|| graph_of_files(&files));
        prop_assert!(shuffled == graph_of(MANY_FILES), "{:?}", files.iter().map(|f| &f.0).collect::<Vec<_>>());
    }
}
