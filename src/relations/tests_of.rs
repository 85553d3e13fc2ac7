//! Finds the tests of a symbol.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ends::{Certainty, End, Via};
use super::kind::RelationKind;
use super::order::no_lines;
use crate::impact::{Limits, Start, Surveyor};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};
use crate::rank::MIN_STRENGTH;

/// Returns the tests of some symbols, in order: those that refer to them, then those that call such a test or helper; if
/// there is neither, those that only reach them by the code that they call ([`Certainty::Possible`]). Of each group first
/// the tests of the kind that is asked for, and of these the tests that stand beside the symbol or are called like it.
/// `generation` names the content of the graph. O(edges of these); where nothing refers to them, O(symbols + edges) once for a
/// generation, then what the walk touches.
pub fn tests_of<'g>(
    graph: &Graph<'g>,
    surveyor: (&mut Surveyor, u64),
    kind: RelationKind,
    of: &[SymbolId],
) -> Vec<End<'g>> {
    let prefix = kind.test_prefix().unwrap_or_default();
    let is_reference = |edge: &EdgeRef<'_>| {
        edge.strength() > MIN_STRENGTH
            && !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Implements | EdgeKind::Imports)
    };
    let references = |id: SymbolId| {
        let edges = graph.incoming(id).filter(is_reference);
        edges.filter(|edge| graph.symbol(edge.from).is_test()).collect::<Vec<EdgeRef<'_>>>()
    };
    let mut uses = TestUses::default();
    for &id in of {
        for edge in &references(id) {
            uses.note(edge, id, None);
        }
    }
    let own = of.iter().copied().filter(|&id| graph.symbol(id).is_test());
    let mut helpers: Vec<(SymbolId, SymbolId)> = own.map(|id| (id, id)).collect();
    helpers.extend(uses.0.values().map(|end| (end.symbol, end.of)));
    helpers.sort_unstable();
    helpers.dedup();
    for (helper, of) in helpers {
        for edge in &references(helper) {
            uses.note(edge, of, Some(helper));
        }
    }
    let mut uses = uses.0;
    uses.retain(|id, _| !of.contains(id));
    if uses.is_empty() {
        return reaching(graph, surveyor, prefix, of);
    }
    let is_asked_for = |end: &End<'g>| graph.symbol(end.symbol).name().starts_with(prefix);
    let mut found: Vec<End<'g>> = uses.into_values().collect();
    // Where there is none of the kind, other tests stand for it.
    if !prefix.is_empty() && found.iter().any(is_asked_for) {
        found.retain(is_asked_for);
    }
    for end in &mut found {
        let lines = end.lines.to_mut();
        lines.sort_unstable();
        lines.dedup();
    }
    found.sort_by_cached_key(|end| {
        let name = graph.symbol(end.symbol).name();
        // Helpers of tests are no tests themselves.
        let is_helper = subject(name).is_none();
        (!name.starts_with(prefix), is_helper, own_test(graph, end.symbol, of), end.steps, end.symbol)
    });
    found
}

/// Tests with how each first comes to use a symbol.
#[derive(Default)]
struct TestUses<'g>(FxHashMap<SymbolId, End<'g>>);

impl<'g> TestUses<'g> {
    /// Notes that the start of an edge uses `of`, or uses it by the helper that the edge leads to.
    fn note(&mut self, edge: &EdgeRef<'g>, of: SymbolId, by: Option<SymbolId>) {
        let via = by.map(Via::Symbol);
        let found = self.0.entry(edge.from).or_insert_with(|| End {
            symbol: edge.from,
            edge: None,
            lines: no_lines(),
            certainty: Certainty::Sure,
            via,
            of,
            steps: 1 + u32::from(by.is_some()),
        });
        if found.of == of && found.via == via {
            found.lines.to_mut().extend_from_slice(edge.lines);
        }
    }
}

/// Returns the tests that reach what is named by the code that they call: first those beside it or called like it, then the
/// nearest.
fn reaching<'g>(
    graph: &Graph<'g>,
    (surveyor, generation): (&mut Surveyor, u64),
    sort: &str,
    named: &[SymbolId],
) -> Vec<End<'g>> {
    /// Most tests found by reachability: most of the many tests that reach a popular symbol do not test it.
    const MAX_TESTS: usize = 12;
    let starts: Vec<Start> = named.iter().map(|&id| Start::whole(id)).collect();
    if starts.is_empty() {
        return Vec::new();
    }
    // The decay of scores does not matter for the question if a test reaches a symbol.
    let impact = surveyor.dependants(graph, generation, &starts, Limits::default());
    let said: FxHashSet<String> = named.iter().flat_map(|&id| words(graph.symbol(id).name())).collect();
    let is_test = |id: SymbolId| graph.symbol(id).is_test() && subject(graph.symbol(id).name()).is_some();
    let affected = impact.affected.iter().filter(|affected| is_test(affected.symbol));
    let mut reached: Vec<(SymbolId, u32)> = affected.map(|test| (test.symbol, test.depth)).collect();
    if reached.is_empty() {
        // Doubtful calls lead here at most: by how many steps is not known.
        let tests = surveyor.tests(graph, generation, &starts).into_iter();
        reached = tests.filter(|&id| is_test(id)).map(|id| (id, 0)).collect();
    }
    let mut found: Vec<_> = reached
        .into_iter()
        .map(|(test, depth)| {
            let name = graph.symbol(test).name();
            let shared = words(name).iter().filter(|part| said.contains(*part)).count();
            (!name.starts_with(sort), own_test(graph, test, named), Reverse(shared), depth, test)
        })
        .collect();
    found.sort_unstable();
    let end = |(.., steps, symbol): (bool, u8, Reverse<usize>, u32, SymbolId)| End {
        symbol,
        edge: None,
        lines: no_lines(),
        certainty: Certainty::Possible,
        via: None,
        of: named[0],
        steps,
    };
    found.into_iter().map(end).take(MAX_TESTS).collect()
}

/// Returns the words of a name in lower case: `parseHTTPHeader` is of `parse`, `http` and `header`.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let is_first = before.is_none_or(|before| before == '_' || before.is_lowercase() && c.is_uppercase())
            || c.is_uppercase() && chars.get(at + 1).is_some_and(|next| next.is_lowercase());
        match words.last_mut() {
            _ if c == '_' => {}
            Some(word) if !is_first => word.extend(c.to_lowercase()),
            _ => words.push(c.to_lowercase().collect()),
        }
    }
    words
}

/// Returns the rest of the name of a function that `go test` runs, after `Test`, `Benchmark` and the like.
fn subject(name: &str) -> Option<&str> {
    let kinds =
        [RelationKind::Tests, RelationKind::Benchmarks, RelationKind::Examples, RelationKind::FuzzTests];
    let prefixes = kinds.map(|kind| kind.test_prefix().filter(|prefix| !prefix.is_empty()).unwrap_or("Test"));
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
