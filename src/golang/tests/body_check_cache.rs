//! Tests of reuse: which results of an earlier analysis are kept. Tests that edit whole trees check that reuse changes
//! nothing.

use rustc_hash::FxHashMap;

use super::edges_of;
use crate::golang::build_constraint::Host;
use crate::golang::lower::Lowering;
use crate::golang::module::Workspace;
use crate::golang::{BodyCheckCache, Fingerprint, Reuse, SourceFile, analyze_incremental};

/// The edges of a tree. Each file comes with the hash of its content, or a number in its place.
fn edges(cache: &mut BodyCheckCache, files: &[(&str, &str, u8)]) -> Vec<String> {
    let mut lowering = Lowering::new();
    let facts: Vec<_> = files.iter().map(|(_, text, _)| lowering.facts(text.as_bytes())).collect();
    let sources: Vec<_> = files
        .iter()
        .zip(&facts)
        .map(|((path, ..), facts)| SourceFile { path, facts, declarations_only: false })
        .collect();
    let prints: FxHashMap<_, _> = files
        .iter()
        .zip(&facts)
        .map(|((path, _, content), facts)| (*path, Fingerprint::new(facts, [*content; 32])))
        .collect();
    let prints = prints.iter().map(|(path, print)| (*path, print)).collect();
    let workspace = Workspace::new([("go.mod", "module m\n")]);
    let data =
        analyze_incremental(&sources, &workspace, &Host::default(), Some(Reuse { prints, cache }), |_| ());
    edges_of(&data)
}

const BASE: &str = "package base\nfunc Old() {}\nfunc New() {}\n";
const OTHER: &str = "package other\nfunc G() {}\n";
const MENTION: &str = "package other\nfunc G() {}\nvar g = G\n";

/// Names are cached as well, so both versions of the user have the same names in the same order.
fn user(body: &str) -> String {
    format!("package user\nimport \"m/base\"\nfunc F() {{ {body} }}\n")
}

/// A file with an unchanged hash counts as unchanged. The tests change the file but not the hash, so the edges show
/// whether the cached result was reused.
#[test]
fn a_result_is_reused_until_its_file_or_an_outline_that_it_reaches_changes() {
    let (before, now) = (user("_, _ = base.Old(), base.New"), user("_, _ = base.Old, base.New()"));
    let (stale, fresh) = ("F calls Old import", "F calls New import");
    let longer = format!("{BASE}var More int\n");
    // The function comes before the others, so their indices in the list of the file change.
    let function = BASE.replace("base\n", "base\nfunc Add() {}\nfunc (t T) Add() {}\n");
    let head = BASE.replace("New()", "New(n int)");
    let mentioned = format!("{BASE}func (T) G() {{}}\n");
    let body = BASE.replace("Old() {}", "Old() { New() }");
    for (what, base, other, content, expected) in [
        ("nothing", (BASE, 1), (OTHER, 1), 1, stale),
        ("the file", (BASE, 1), (OTHER, 1), 2, fresh),
        ("a body of what it imports", (&body, 2), (OTHER, 1), 1, stale),
        ("the shape of what it imports", (&longer, 2), (OTHER, 1), 1, fresh),
        ("a function that it does not name", (&function, 2), (OTHER, 1), 1, stale),
        ("the head of a function that it names", (&head, 2), (OTHER, 1), 1, fresh),
        ("a function whose name stands in an outline", (&mentioned, 2), (MENTION, 2), 1, fresh),
        ("a package that it does not reach", (BASE, 1), ("package other\nfunc H() {}\n", 2), 1, stale),
    ] {
        let mut cache = BodyCheckCache::default();
        let tree = [("base/a.go", BASE, 1), ("other/a.go", OTHER, 1), ("user/a.go", &before, 1)];
        assert!(edges(&mut cache, &tree).contains(&stale.to_owned()), "{what}");
        let tree = [
            ("base/a.go", base.0, base.1),
            ("other/a.go", other.0, other.1),
            ("user/a.go", now.as_str(), content),
        ];
        let got = edges(&mut cache, &tree);
        assert!(got.contains(&expected.to_owned()), "{what}: {got:?}");
    }
}
