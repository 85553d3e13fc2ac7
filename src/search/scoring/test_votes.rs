//! Votes of tests: their names and docs describe in plain words what the code they call is for.
//!
//! Tests are compared with the question by BM25 over the words of name and doc comment, and the most similar vote for
//! what they call, themselves or through a helper in a test file. What many tests call gets less of each vote.

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::fieldnorm::FieldNormReader;

use crate::model::{EdgeKind, Graph, SymbolId};
use crate::search::query::terms::Term;
use crate::search::scoring::bm25::{SparseSums, idf};
use crate::search::text::{TextField, TextIndex};

/// The most similar tests, this many, vote.
const VOTERS: usize = 30;
/// A word of the name counts as this many of the doc comment.
const IN_NAME: f32 = 4.0;
/// Saturation of term frequency (BM25's k1). Names and docs are short, so their lengths do not count.
const K1: f32 = 1.2;
const B: f32 = 0.4;
/// Users of a symbol that are looked at, at most; the others are taken to be like them.
const MAX_USERS: usize = 256;
/// Least confidence of a call that carries a vote.
const MIN_CONFIDENCE: f32 = 0.3;

/// The votes on a question, by symbol. O(postings of its terms among tests + calls of the voters).
pub(crate) fn votes(graph: &Graph<'_>, text: &TextIndex, terms: &[Term]) -> FxHashMap<SymbolId, f32> {
    let mut votes: FxHashMap<SymbolId, f32> = FxHashMap::default();
    for (test, score) in voters(graph, text, terms) {
        for called in called_by(graph, test) {
            *votes.entry(called).or_default() += score / callers_in_tests(graph, called).sqrt();
        }
    }
    votes
}

/// The tests, and helpers of tests, that are most like the question, best first.
fn voters(graph: &Graph<'_>, text: &TextIndex, terms: &[Term]) -> Vec<(SymbolId, f32)> {
    let first = text.len(false) as u32;
    let n_tests = text.len(true) - text.len(false);
    let (mut scores, mut frequencies) = (SparseSums::of(n_tests), SparseSums::of(n_tests));
    for term in terms.iter().filter(|term| term.of.is_none()) {
        text.postings_of_tests(&term.text, |posting| {
            let weight = match posting.field {
                TextField::Name => IN_NAME,
                TextField::Doc | TextField::Body | TextField::Strings | TextField::Comments => 1.0,
                _ => return,
            };
            let length = FieldNormReader::id_to_fieldnorm(posting.length) as f32;
            let damping = 1.0 / (1.0 - B + B * length / text.mean_length(posting.field).max(1.0));
            frequencies.add(posting.doc - first, weight * damping * posting.frequency as f32);
        });
        let rarity = term.weight * idf(n_tests, frequencies.n_touched());
        frequencies.settle(|test, tf| scores.add(test as u32, rarity * tf / (K1 + tf)));
    }
    let mut voters: Vec<(SymbolId, f32)> = Vec::new();
    scores.settle(|test, score| voters.push((text.symbol(first + test as u32), score)));
    voters.retain(|&(symbol, _)| graph.symbol(symbol).kind().is_callable());
    voters.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    voters.truncate(VOTERS);
    voters
}

/// Returns the functions outside of tests that a test calls, in order of number.
fn called_by(graph: &Graph<'_>, test: SymbolId) -> Vec<SymbolId> {
    let calls = |from: SymbolId| {
        let calls = graph.outgoing(from).filter(move |edge| {
            edge.kind == EdgeKind::Calls && edge.confidence >= MIN_CONFIDENCE && edge.to != from
        });
        calls.map(|edge| edge.to)
    };
    let mut called: FxHashSet<SymbolId> = FxHashSet::default();
    for callee in calls(test) {
        if graph.symbol(callee).is_test() {
            called.extend(calls(callee).filter(|&callee| !graph.symbol(callee).is_test()));
        } else {
            called.insert(callee);
        }
    }
    let mut called: Vec<SymbolId> = called.into_iter().collect();
    called.sort_unstable();
    called
}

/// About how many symbols in tests call a symbol, at least 1.
fn callers_in_tests(graph: &Graph<'_>, symbol: SymbolId) -> f32 {
    let users = graph.incoming_ids(symbol);
    let seen = &users[..users.len().min(MAX_USERS)];
    let is_test = |&edge: &&u32| {
        let (kind, from) = (graph.edge_kind[*edge as usize], SymbolId(graph.edge_from[*edge as usize]));
        kind == EdgeKind::Calls as u8 && graph.symbol(from).is_test()
    };
    let calls = seen.iter().filter(is_test).count();
    (calls as f32 * users.len() as f32 / seen.len().max(1) as f32).max(1.0)
}
