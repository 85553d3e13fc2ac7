//! Small made-up graphs for the tests of all rooms.

use std::borrow::Cow;

use super::{
    EdgeDraft, EdgeKind, FileDraft, GraphBuilder, GraphData, Origin, SymbolDraft, SymbolId, SymbolKind,
};

/// A symbol of one byte and one line at byte `start`, whose qualified name is its name.
pub(crate) fn symbol(
    kind: SymbolKind,
    name: impl Into<Cow<'static, str>>,
    file: Option<u32>,
    start: u32,
) -> SymbolDraft<'static> {
    let name = name.into();
    SymbolDraft {
        kind,
        flags: 0,
        name: name.clone(),
        qualified: name,
        signature: "".into(),
        file,
        owner: None,
        line: start + 1,
        col: 1,
        end_line: start + 1,
        start,
        body: start,
        end: start + 1,
        doc: [0, 0],
    }
}

/// A file of nine lines.
pub(crate) fn file(path: impl Into<Cow<'static, str>>, package: u32) -> FileDraft<'static> {
    FileDraft { path: path.into(), flags: 0, lines: 9, package }
}

/// `n` functions `f0`, `f1`, ... in one file. Ids: package 0, file 1, functions from 2 ([`f`]).
pub(crate) fn functions(n: u32, edges: &[EdgeDraft]) -> GraphData {
    let mut symbols =
        vec![symbol(SymbolKind::Package, "p", None, 0), symbol(SymbolKind::File, "p", Some(0), 0)];
    symbols.extend((0..n).map(|ix| symbol(SymbolKind::Func, format!("f{ix}"), Some(0), ix)));
    let mut builder = GraphBuilder::new(vec![file("p.go", 0)], symbols);
    builder.edges(edges.iter().copied());
    builder.finish()
}

/// The id of function `ix` in [`functions`].
pub(crate) fn f(ix: u32) -> SymbolId {
    SymbolId(ix + 2)
}

/// An edge between two of [`functions`], at the line of the first.
pub(crate) fn edge(from: u32, to: u32, kind: EdgeKind, confidence: f32) -> EdgeDraft {
    let line = from + 1;
    EdgeDraft {
        from: f(from),
        to: f(to),
        kind,
        origin: Origin::Scope,
        confidence,
        share: 1.0,
        access: 0,
        line,
    }
}

pub(crate) fn call(from: u32, to: u32, confidence: f32) -> EdgeDraft {
    edge(from, to, EdgeKind::Calls, confidence)
}
