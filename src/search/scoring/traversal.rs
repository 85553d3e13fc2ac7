//! The strategy `relevance`: symbols in the order of a best-first traversal from what the question finds.

use crate::model::SymbolId;
use crate::search::answer::{AnswerRow, MatchReason};
use crate::search::request::QueryRequest;
use crate::search::scoring::corpus::Corpus;
use crate::search::scoring::evidence::Evidence;
use crate::search::scoring::fusion::ScorePart;
use crate::search::scoring::relevance::{Bounds, Scorer, Signals, Visit};

/// Hits that a traversal starts from; symbols named or given as seeds come before.
const STARTS: usize = 5;
/// Nothing less relevant is visited.
const MIN_RELEVANCE: f64 = 0.02;

/// Visits as rows. `doc` numbers symbols as the text index does.
pub(crate) fn rows(
    corpus: &Corpus<'_>,
    query: &QueryRequest,
    evidence: &Evidence,
    doc: &dyn Fn(SymbolId) -> Option<u32>,
) -> Vec<AnswerRow> {
    let semantic = |symbol| doc(symbol).map_or(0.0, |doc| evidence.cosine(doc));
    let trace = |symbol| query.traces.iter().find(|trace| trace.0 == symbol).map_or(0.0, |trace| trace.1);
    let past = corpus.past.filter(|past| !past.is_empty());
    let together = |from, to| match (past, doc(from), doc(to)) {
        (Some(past), Some(from), Some(to)) => past.confidence(from, to),
        _ => 0.0,
    };
    let signals = Signals {
        semantic: (!query.text.trim().is_empty()).then_some(&semantic),
        task_trace: &trace,
        co_change: past.is_some().then_some(&together),
    };
    let scorer = Scorer::new(*corpus.graph, signals, query.relevance);
    let starts: Vec<SymbolId> = evidence.starts(STARTS);
    let visits = scorer.traverse(&starts, Bounds { visits: query.limit, least: MIN_RELEVANCE });
    let most = visits.iter().map(|visit| visit.parts.pagerank).fold(f64::MIN_POSITIVE, f64::max);
    let weights = query.relevance;
    let last = if scorer.penalizes_depth() {
        (
            "depth",
            "1/(1 + 0.5 x steps from where the traversal began): there is no history of what changes together.",
        )
    } else {
        ("co-change", "Past commits changed it with symbols visited before.")
    };
    let row = |visit: &Visit| {
        let parts = [
            (
                "semantic",
                "Cosine of the question and what the symbol says.",
                weights.semantic,
                visit.parts.semantic,
            ),
            ("pagerank", "Authority among all symbols.", weights.pagerank, visit.parts.pagerank),
            (
                "task-trace",
                "What you opened, kept, copied or left out.",
                weights.task_trace,
                visit.parts.task_trace,
            ),
            (last.0, last.1, weights.cochange, visit.parts.cochange),
        ];
        let parts = parts.map(|(signal, about, weight, value)| ScorePart {
            signal,
            about,
            score: (weight * value) as f32,
            weight: weight as f32,
        });
        let mut parts: Vec<ScorePart> = parts.into_iter().filter(|part| part.score > 0.0).collect();
        parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        AnswerRow {
            symbol: visit.symbol,
            score: visit.relevance as f32,
            relevance: visit.parts.semantic as f32,
            importance: (visit.parts.pagerank / most) as f32,
            why: MatchReason {
                words: doc(visit.symbol).map(|doc| evidence.words(doc)).unwrap_or_default(),
                seed: evidence.nearest_seed(corpus.graph, visit.symbol),
                parts,
            },
        }
    };
    let mut rows: Vec<AnswerRow> = visits.iter().map(row).collect();
    rows.sort_by(|a, b| b.score.total_cmp(&a.score));
    rows
}
