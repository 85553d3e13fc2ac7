//! A small tree of any files: it is bound, and its graph holds together.
//!
//! The input is cut at NUL: a `go.mod`, and Go files of two folders in turn, so that they can import each other.

#![no_main]

use codegraph_tui::golang::build_constraint::Host;
use codegraph_tui::golang::lower::Lowering;
use codegraph_tui::golang::module::Workspace;
use codegraph_tui::golang::{self, SourceFile};
use codegraph_tui::rank;
use libfuzzer_sys::fuzz_target;

const PATHS: [&str; 6] =
    ["a.go", "sub/b.go", "c_test.go", "sub/d_linux.go", "internal/e.go", "sub/f_test.go"];

fuzz_target!(|input: &[u8]| {
    let mut parts = input.split(|&byte| byte == 0);
    let manifest = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let workspace = Workspace::new([("go.mod", manifest.as_str())]);
    let mut lowering = Lowering::new();
    let facts: Vec<_> = parts.take(PATHS.len()).map(|source| lowering.facts(source)).collect();
    let files: Vec<SourceFile<'_>> = PATHS
        .iter()
        .zip(&facts)
        .map(|(path, facts)| SourceFile { path, facts, declarations_only: false })
        .collect();
    let mut graph = golang::analyze(&files, &workspace, &Host::default());
    rank::rank(&mut graph);
    assert_eq!(graph.graph().check(), Ok(()));
});
