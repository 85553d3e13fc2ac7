//! Every kind of relation over one small tree, as this room finds it and as the explorer lists it.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::{Certainty, ListState, RelationKind, around, by_symbol, ends, imports, meant, tests_of};
use crate::app::filter::Filter;
use crate::app::side::related::{self, RelatedChoices};
use crate::golang::build_constraint::Host;
use crate::golang::lower::Lowering;
use crate::golang::module::Workspace;
use crate::golang::{SourceFile, analyze};
use crate::impact::Surveyor;
use crate::model::{Graph, GraphData, SymbolId};

const STORE: &str = "package store

import \"sync\"

// Store keeps values.
type Store interface{ Get(key string) Value }

type Value struct{ Size int }

type Kind int

const (
	Small Kind = iota
	Large
)

type Memory struct {
	sync.Mutex
	values map[string]Value
}

func (m *Memory) Get(key string) Value { return m.values[key] }

func NewMemory() *Memory { return &Memory{} }

type Journal struct{ Memory }

func Sum(s Store) int {
	first := s.Get(\"a\")
	first.Size = 2
	return first.Size
}

func Twice(n int) int { return n + n }

var double = Twice

func size(kind Kind) int {
	switch kind {
	case Small:
		return 1
	}
	if Large == kind || kind < Large {
		return 3
	}
	return 2
}
";
const TESTS: &str = "package store

import \"testing\"

func TestSum(t *testing.T) { Sum(NewMemory()) }
";
const APP: &str = "package app

import (
	_ \"m/extra\"
	\"m/store\"
)

func Run() int {
	journal := store.Journal{}
	journal.Get(\"a\")
	return store.Sum(store.NewMemory()) + store.Twice(2)
}
";

fn tree() -> GraphData {
    graph_of(&[
        ("store/store.go", STORE),
        ("store/store_test.go", TESTS),
        ("app/app.go", APP),
        ("extra/extra.go", "package extra\n"),
    ])
}

fn graph_of(texts: &[(&str, &str)]) -> GraphData {
    let facts: Vec<_> = texts.iter().map(|(_, text)| Lowering::new().facts(text.as_bytes())).collect();
    let sources: Vec<SourceFile<'_>> = texts
        .iter()
        .zip(&facts)
        .map(|((path, _), facts)| SourceFile { path, facts, declarations_only: false })
        .collect();
    analyze(&sources, &Workspace::new([("go.mod", "module m\n")]), &Host::default())
}

fn find(graph: &Graph<'_>, label: &str) -> SymbolId {
    let found = graph.symbols().find(|symbol| symbol.label() == label && symbol.file().is_some());
    let package = || graph.symbols().find(|symbol| symbol.kind().is_container() && symbol.path() == label);
    found.or_else(package).unwrap_or_else(|| panic!("there is no {label}")).id
}

/// The ends of a relation, possible ones with a question mark, sorted.
fn listed(graph: &Graph<'_>, kind: RelationKind, of: SymbolId) -> Vec<String> {
    let (kind, of) = meant(graph, kind, &[of]);
    if kind.is_of_packages() {
        let found = imports(graph, kind, &of);
        return found.iter().map(|end| graph.symbol(end.package).path().to_owned()).collect();
    }
    let found = if kind.test_prefix().is_some() {
        tests_of(graph, (&mut Surveyor::default(), 0), kind, &of)
    } else {
        of.iter().flat_map(|&id| ends(graph, kind, id)).collect()
    };
    let mut labels: Vec<String> = by_symbol(&found)
        .iter()
        .map(|end| {
            let mark = if end.certainty == Certainty::Possible { "?" } else { "" };
            graph.symbol(end.symbol).label() + mark
        })
        .collect();
    labels.sort();
    labels
}

#[test]
fn every_kind_has_its_ends() {
    let data = tree();
    let graph = data.graph();
    let cases: &[(RelationKind, &str, &[&str])] = &[
        (RelationKind::Callers, "store.Sum", &["app.Run", "store.TestSum"]),
        (RelationKind::Callers, "store.Memory.Get", &["app.Run", "store.Sum?"]),
        (RelationKind::Callers, "store.Twice", &["app.Run", "store.double?"]),
        (RelationKind::Callees, "store.Sum", &["store.Memory.Get?", "store.Store.Get"]),
        (RelationKind::Users, "store.Memory", &["store.Journal", "store.NewMemory"]),
        (RelationKind::Used, "store.NewMemory", &["store.Memory"]),
        (RelationKind::Implementers, "store.Store", &["store.Journal", "store.Memory"]),
        (RelationKind::Implementers, "store.Store.Get", &["store.Journal", "store.Memory.Get"]),
        (RelationKind::Implemented, "store.Memory", &["store.Store"]),
        (RelationKind::Embedders, "store.Memory", &["store.Journal"]),
        (RelationKind::Embedded, "store.Journal", &["store.Memory"]),
        (RelationKind::Readers, "store.Value.Size", &["store.Sum"]),
        (RelationKind::Writers, "store.Value.Size", &["store.Sum"]),
        (RelationKind::Comparers, "store.Small", &["store.size"]),
        (RelationKind::Comparers, "store.Large", &["store.size"]),
        (RelationKind::Makers, "store.Memory", &["store.NewMemory"]),
        (RelationKind::Returners, "store.Memory", &["store.NewMemory"]),
        (RelationKind::Methods, "store.Memory", &["store.Memory.Get"]),
        (RelationKind::Fields, "store.Value", &["store.Value.Size"]),
        (RelationKind::Members, "store.Store", &["store.Store.Get"]),
        (RelationKind::Values, "store.Kind", &["store.Large", "store.Small"]),
        (RelationKind::ValueUsers, "store.Twice", &["store.double"]),
        (RelationKind::Importers, "store", &["app"]),
        (RelationKind::Importers, "extra", &["app"]),
        (RelationKind::Imports, "app", &["extra", "store"]),
        (RelationKind::Tests, "store.Sum", &["store.TestSum"]),
    ];
    for (kind, target, expect) in cases {
        let mut found = listed(&graph, *kind, find(&graph, target));
        found.sort();
        assert_eq!(found, *expect, "{kind:?} of {target}");
    }
}

/// A neighbour is in the explorer's panel, with all unfolded, if and only if a group has it.
#[test]
fn the_explorer_lists_what_the_groups_have() {
    let data = tree();
    let graph = data.graph();
    for symbol in graph.symbols() {
        let groups = around(&graph, symbol.id);
        let mut of_groups: BTreeSet<SymbolId> = BTreeSet::new();
        of_groups.extend(groups.iter().flat_map(|group| group.ends.iter().map(|end| end.symbol)));
        let (choices, filter) = (RelatedChoices::default(), Filter::default());
        let rows = |toggled: &FxHashSet<String>| {
            related::rows(&graph, (symbol.id, None), &choices, toggled, &filter)
        };
        let none = FxHashSet::default();
        let folded = rows(&none).into_iter().filter(|row| row.symbol.is_none());
        let folded = folded.filter(|row| row.open == Some(false)).map(|row| row.key).collect();
        let of_rows: BTreeSet<SymbolId> = rows(&folded).iter().skip(1).filter_map(|row| row.symbol).collect();
        if !symbol.kind().is_callable() {
            of_groups.remove(&symbol.id);
        }
        if graph.repeated(symbol.id).is_none() {
            assert_eq!(of_rows, of_groups, "{}", symbol.label());
        }
    }
}

#[test]
fn a_list_says_what_it_is() {
    let data = tree();
    let graph = data.graph();
    for (target, expect) in [
        ("store.Sum", "2 callers; 1 of them in tests; complete for this build"),
        (
            "store.Memory.Get",
            "1 caller, then 1 more possible through store.Store; calls of the promoted method included; \
             complete for this build",
        ),
        ("store.Twice", "1 caller, then 1 more possible through its use as a value; complete for this build"),
        ("app.Run", "no callers are known; some may be missing: exported, so code outside may call it"),
        ("store.TestSum", "no callers are known; some may be missing: an entry point, called by Go itself"),
    ] {
        let groups = around(&graph, find(&graph, target));
        assert_eq!(groups[0].heading(), expect, "{target}");
    }
}

#[test]
fn what_callers_outside_may_give_is_said_of_callees_and_of_callers() {
    let library = "package a\n\ntype I interface{ M() }\n\ntype T struct{}\n\nfunc (T) M() {}\n\nfunc Run(i I) { i.M() }\n";
    let use_of_it = "package a\n\nfunc use() { Run(T{}) }\n";
    let line = |data: &GraphData, kind, label: &str| {
        let graph = data.graph();
        let of = find(&graph, label);
        ListState::of(&graph, kind, &[of], &by_symbol(&ends(&graph, kind, of))).line()
    };
    let alone = graph_of(&[("a.go", library)]);
    assert_eq!(
        line(&alone, RelationKind::Callees, "a.Run"),
        "1 callee, and what callers outside of the tree give it; complete for this build"
    );
    assert_eq!(
        line(&alone, RelationKind::Callers, "a.T.M"),
        "no callers are known but where callers outside of the tree give it; some may be missing: exported, so code \
         outside may call it"
    );
    let used = graph_of(&[("a.go", library), ("b.go", use_of_it)]);
    assert_eq!(
        line(&used, RelationKind::Callers, "a.T.M"),
        "no sure callers, but 1 possible through a.I; complete for this build"
    );
}
