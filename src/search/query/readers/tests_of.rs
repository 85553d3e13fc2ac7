//! Questions for the tests of what they name.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::impact::{Limits, ScoreDecay, Spreader, Start, Steps};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};
use crate::rank::MIN_STRENGTH;
use crate::search::analysis::tokenizer::parts;
use crate::search::names::qualified_name;
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading, ReadingKind};
use crate::search::query::relation::TestUse;
use crate::search::query::relation_kind::RelationKind;

pub(crate) const TESTS_OF: Reader = Reader {
    name: "tests of a symbol",
    about: "The tests of what is named, their helpers and the tests that only reach it by what they call.",
    examples: &["tests for Engine.Run", "benchmarks of Engine.Run"],
    read,
};

/// The tests that refer to what is named, and the tests that call those. O(edges of these).
fn read(input: &Input<'_>) -> ReaderOutcome {
    let (graph, text) = (input.graph(), input.text());
    let (Some(asked), Some(sort)) = ((*input.relation).as_ref(), input.asks_for_tests()) else {
        return ReaderOutcome::Pass;
    };
    let (symbols, uses) = tests(graph, &qualified_name::named(graph, text, &asked.name), sort);
    // A commit message about tests may name no symbol.
    if symbols.is_empty() {
        return ReaderOutcome::Pass;
    }
    ReaderOutcome::Read(Reading { exact: symbols, kind: ReadingKind::Tests(uses), ..Reading::default() })
}

/// The tests of some symbols, those with the prefix `sort` first, and how each reaches them.
fn tests(graph: &Graph<'_>, named: &[SymbolId], sort: &str) -> (Vec<SymbolId>, FxHashMap<SymbolId, TestUse>) {
    let is_reference = |edge: &EdgeRef<'_>| {
        edge.strength() > MIN_STRENGTH
            && !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Implements | EdgeKind::Imports)
    };
    let of = |id: SymbolId| {
        let edges = graph.incoming(id).filter(is_reference);
        edges.filter(|edge| graph.symbol(edge.from).is_test()).collect::<Vec<EdgeRef<'_>>>()
    };
    let mut uses: FxHashMap<SymbolId, TestUse> = FxHashMap::default();
    for (&id, edge) in named.iter().flat_map(|id| of(*id).into_iter().map(move |edge| (id, edge))) {
        let found = uses.entry(edge.from).or_insert_with(|| TestUse { of: id, by: None, lines: Vec::new() });
        if found.of == id {
            found.lines.extend(edge.lines);
        }
    }
    let own = named.iter().copied().filter(|&id| graph.symbol(id).is_test());
    let mut direct: Vec<SymbolId> = own.chain(uses.keys().copied()).collect();
    direct.sort_unstable();
    direct.dedup();
    let mut through = Vec::new();
    for (&id, edge) in direct.iter().flat_map(|id| of(*id).into_iter().map(move |edge| (id, edge))) {
        through.push(edge.from);
        let Some(of) = uses.get(&id).filter(|found| found.by.is_none()).map(|found| found.of) else {
            continue;
        };
        let by = Some(id);
        let found = uses.entry(edge.from).or_insert_with(|| TestUse { of, by, lines: Vec::new() });
        if found.by == by {
            found.lines.extend(edge.lines);
        }
    }
    for found in uses.values_mut() {
        found.lines.sort_unstable();
        found.lines.dedup();
    }
    uses.retain(|id, _| !named.contains(id));
    // Helpers of tests are no tests themselves.
    let is_helper = |id: SymbolId| !go_test_runs(graph.symbol(id).name());
    let steps = direct.iter().map(|&id| (0, id)).chain(through.into_iter().map(|id| (1, id)));
    let mut found: Vec<_> = steps
        .map(|(step, id)| {
            let is_of_sort = graph.symbol(id).name().starts_with(sort);
            (!is_of_sort, is_helper(id), own_test(graph, id, named), step, id)
        })
        .collect();
    found.sort_unstable();
    if found.is_empty() {
        let symbols = reaching(graph, sort, named);
        let use_of =
            |&id: &SymbolId| Some((id, TestUse { of: *named.first()?, by: None, lines: Vec::new() }));
        // With several targets it is unknown which one a test reaches.
        let uses = symbols.iter().filter(|_| named.len() == 1).filter_map(use_of).collect();
        return (symbols, uses);
    }
    let mut seen = FxHashSet::default();
    let symbols = found.into_iter().map(|(.., id)| id).filter(|&id| seen.insert(id)).collect();
    (symbols, uses)
}

/// The tests that reach what is named by the code that they call, as [`Spreader`] finds them: first those beside it or called
/// like it, then the nearest. O(symbols + edges).
fn reaching(graph: &Graph<'_>, sort: &str, named: &[SymbolId]) -> Vec<SymbolId> {
    /// Most tests found by reachability: most of the many tests that reach a popular symbol do not test it.
    const MAX_TESTS: usize = 12;
    let starts: Vec<Start> = named.iter().map(|&id| Start::whole(id)).collect();
    if starts.is_empty() {
        return Vec::new();
    }
    // The decay of scores does not matter for the question if a test reaches a symbol.
    let mut spreader = Spreader::with(Steps::of(graph), ScoreDecay::NONE);
    let impact = spreader.impact(&starts, Limits::default());
    let said: FxHashSet<String> = named.iter().flat_map(|&id| parts(graph.symbol(id).name())).collect();
    let is_test = |id: SymbolId| graph.symbol(id).is_test() && go_test_runs(graph.symbol(id).name());
    let affected = impact.affected.iter().filter(|affected| is_test(affected.symbol));
    let mut found: Vec<_> = affected
        .map(|affected| {
            let name = graph.symbol(affected.symbol).name();
            let shared = parts(name).iter().filter(|part| said.contains(*part)).count();
            let own = own_test(graph, affected.symbol, named);
            (!name.starts_with(sort), own, Reverse(shared), affected.depth, affected.symbol)
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(.., id)| id).take(MAX_TESTS).collect()
}

/// Returns whether a function of tests is what `go test` runs, by its name.
fn go_test_runs(name: &str) -> bool {
    subject(name).is_some()
}

/// Returns the rest of a test's name after `Test`, `Benchmark` and the like.
fn subject(name: &str) -> Option<&str> {
    let kinds =
        [RelationKind::Tests, RelationKind::Benchmarks, RelationKind::Examples, RelationKind::FuzzTests];
    let prefixes = kinds.map(|asked| asked.of_tests().filter(|prefix| !prefix.is_empty()).unwrap_or("Test"));
    let mut rests = prefixes.into_iter().filter_map(|prefix| name.strip_prefix(prefix));
    rests.find(|rest| !rest.starts_with(char::is_lowercase))
}

/// Rank of a test for its subject: 0 in its folder and with its name, 1 with a longer name, then others beside it, then
/// those of other folders.
fn own_test(graph: &Graph<'_>, test: SymbolId, named: &[SymbolId]) -> u8 {
    let folder = |id: SymbolId| graph.symbol(id).path().rsplit_once('/').map_or("", |(folder, _)| folder);
    let said = subject(graph.symbol(test).name()).map(|rest| rest.replace('_', ""));
    let distance = |&id: &SymbolId| {
        if folder(id) != folder(test) {
            return 3;
        }
        let symbol = graph.symbol(id);
        let begins = |name: &str| {
            let (head, rest) = said.as_deref()?.split_at_checked(name.len())?;
            let is_word = !rest.starts_with(char::is_lowercase);
            (head.eq_ignore_ascii_case(name) && is_word).then_some(u8::from(!rest.is_empty()))
        };
        let names = [symbol.name().to_owned(), symbol.qualified().replace('.', "")];
        names.iter().filter_map(|name| begins(name)).min().unwrap_or(2)
    };
    named.iter().map(distance).min().unwrap_or(3)
}
