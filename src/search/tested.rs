//! Questions for the tests of what they name.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::asked::{Asked, Put, put};
use super::exact;
use super::text::TextIndex;
use super::words::parts;
use crate::impact::{Limits, Spreader, Start, Steps};
use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};
use crate::rank::LEAST_STRENGTH;

/// What a question for tests is answered with.
pub(super) struct Tests {
    /// What the names of those begin with that it asks for; empty for all sorts.
    pub(super) sort: &'static str,
    /// The tests of what it names, those of the sort first.
    pub(super) symbols: Vec<SymbolId>,
}

/// What refers in tests to what a question asks the tests of, and the tests that call that. `None` for a question that only
/// speaks of tests, as messages of commits do. O(edges of these).
pub(super) fn tests(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Option<Tests> {
    let Put { name, asked, .. } = put(question)?;
    let sort = asked.of_tests()?;
    let named = exact::named(graph, text, &name);
    let is_reference = |edge: &EdgeRef<'_>| {
        edge.strength() > LEAST_STRENGTH
            && !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Implements | EdgeKind::Imports)
    };
    let of = |id: SymbolId| -> Vec<SymbolId> {
        let edges = graph.incoming(id).filter(is_reference);
        edges.map(|edge| edge.from).filter(|&from| graph.symbol(from).is_test()).collect()
    };
    let own = named.iter().copied().filter(|&id| graph.symbol(id).is_test());
    let mut direct: Vec<SymbolId> = own.chain(named.iter().flat_map(|&id| of(id))).collect();
    direct.sort_unstable();
    direct.dedup();
    let through = direct.iter().flat_map(|&id| of(id));
    // Helpers of tests are no tests themselves.
    let is_helper = |id: SymbolId| !go_test_runs(graph.symbol(id).name());
    let steps = direct.iter().map(|&id| (0, id)).chain(through.map(|id| (1, id)));
    let mut found: Vec<_> = steps
        .map(|(step, id)| {
            let is_of_sort = graph.symbol(id).name().starts_with(sort);
            (!is_of_sort, is_helper(id), own_test(graph, id, &named), step, id)
        })
        .collect();
    found.sort_unstable();
    if found.is_empty() {
        return Some(Tests { sort, symbols: reaching(graph, sort, &named) });
    }
    let mut seen = FxHashSet::default();
    let symbols = found.into_iter().map(|(.., id)| id).filter(|&id| seen.insert(id)).collect();
    Some(Tests { sort, symbols })
}

/// The tests that reach what is named by the code that they call, as [`Spreader`] finds them: first those beside it or called
/// like it, then the nearest. O(symbols + edges).
fn reaching(graph: &Graph<'_>, sort: &str, named: &[SymbolId]) -> Vec<SymbolId> {
    /// Tests told: what many reach, most of them do not test, and what speaks of it follows.
    const MOST: usize = 12;
    let starts: Vec<Start> = named.iter().map(|&id| Start::whole(id)).collect();
    if starts.is_empty() {
        return Vec::new();
    }
    let impact = Spreader::new(Steps::of(graph)).impact(&starts, Limits::default());
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
    found.into_iter().map(|(.., id)| id).take(MOST).collect()
}

/// Whether a function of tests is what `go test` runs, by its name.
fn go_test_runs(name: &str) -> bool {
    subject(name).is_some()
}

/// What a test's name says after `Test`, `Benchmark` and the like.
fn subject(name: &str) -> Option<&str> {
    let kinds = [Asked::Tests, Asked::Benchmarks, Asked::Examples, Asked::FuzzTests];
    let prefixes = kinds.map(|asked| asked.of_tests().filter(|prefix| !prefix.is_empty()).unwrap_or("Test"));
    let mut rests = prefixes.into_iter().filter_map(|prefix| name.strip_prefix(prefix));
    rests.find(|rest| !rest.starts_with(char::is_lowercase))
}

/// How far a test is from being the one of what is asked for: beside it and called as it is (0), or with more after that, then
/// others beside it, then those of other folders.
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
