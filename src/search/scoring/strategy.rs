//! Strategies: the ways to order candidates and to find them.

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::search::query::parsed::ParsedQuestion;
use crate::search::scoring::bm25::{DocumentMatch, Matches};
use crate::search::scoring::corpus::Corpus;
use crate::search::scoring::fusion::{COUNT, Candidate, Fusion, ScorePart, Signal};
use crate::search::text::TextIndex;

/// The order of candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// The convex combination of all signals: the best by measurement.
    #[default]
    Fused,
    /// BM25 x PageRank.
    Combined,
    /// The symbols that the named ones, or else the best hits, refer to.
    Dependency,
    /// Importance alone among what matches.
    Importance,
    /// A traversal from the best hits by meaning, importance, own work and common changes.
    Relevance,
}

impl Strategy {
    pub const ALL: [Self; 5] =
        [Self::Fused, Self::Combined, Self::Dependency, Self::Importance, Self::Relevance];

    pub fn name(self) -> &'static str {
        match self {
            Self::Fused => "fused",
            Self::Combined => "combined",
            Self::Dependency => "dependency",
            Self::Importance => "importance",
            Self::Relevance => "relevance",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// The default mode of a strategy; the importance strategy belongs to the older pipeline.
    pub fn mode(self) -> Mode {
        if self == Self::Importance { Mode::Legacy } else { Mode::Fts }
    }

    pub(crate) fn score(
        self,
        fusion: &Fusion,
        candidate: &Candidate,
        corpus: &Corpus<'_>,
        seeds: &[(SymbolId, f64)],
    ) -> f32 {
        let value = |signal: Signal| fusion.scaled(candidate, signal as usize);
        match self {
            // The traversal produces its own rows; its candidates are scored as usual.
            Self::Fused | Self::Relevance => fusion.score(candidate),
            Self::Combined => value(Signal::Text) * value(Signal::Importance) * candidate.factor,
            Self::Dependency => {
                let tied = referred(corpus.graph, corpus.text.symbol(candidate.doc), seeds);
                (TEXT_BESIDE * value(Signal::Text) + tied) * candidate.factor
            }
            Self::Importance if value(Signal::Text) > 0.0 => value(Signal::Importance) * candidate.factor,
            Self::Importance => 0.0,
        }
    }

    /// The parts of a score, largest first: addends, or factors for [`Strategy::Combined`].
    pub(crate) fn parts(
        self,
        fusion: &Fusion,
        candidate: &Candidate,
        corpus: &Corpus<'_>,
        seeds: &[(SymbolId, f64)],
    ) -> Vec<ScorePart> {
        let part = |signal: Signal, times: f32, weight: f32| ScorePart {
            signal: signal.name(),
            about: signal.about(),
            score: fusion.scaled(candidate, signal as usize) * times,
            weight,
        };
        let mut parts = match self {
            Self::Fused | Self::Relevance => return fusion.parts(candidate),
            Self::Combined => vec![part(Signal::Text, 1.0, 0.5), part(Signal::Importance, 1.0, 0.5)],
            Self::Dependency => {
                let tied = referred(corpus.graph, corpus.text.symbol(candidate.doc), seeds);
                let tied =
                    ScorePart { signal: TIED.0, about: TIED.1, score: tied * candidate.factor, weight: 1.0 };
                vec![part(Signal::Text, TEXT_BESIDE * candidate.factor, TEXT_BESIDE), tied]
            }
            Self::Importance => vec![part(Signal::Importance, candidate.factor, 1.0)],
        };
        parts.retain(|part| part.score > 0.0);
        parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        parts
    }
}

/// Weight of the text beside the edges from the best hits.
const TEXT_BESIDE: f32 = 0.25;
/// Adds the edges from the best hits to a score.
const TIED: (&str, &str) =
    ("referred", "The best hits or the symbols named refer to it, or it is one of them.");

/// The way to find candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// BM25 over the text index.
    #[default]
    Fts,
    /// Words of the question as substrings of names.
    Legacy,
}

impl Mode {
    pub const ALL: [Self; 2] = [Self::Fts, Self::Legacy];

    pub fn name(self) -> &'static str {
        match self {
            Self::Fts => "fts",
            Self::Legacy => "legacy",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Returns how strongly the seeds refer to a symbol, in [0, 1]: the largest confidence of their edges, times the seed's
/// weight.
fn referred(graph: &Graph<'_>, symbol: SymbolId, seeds: &[(SymbolId, f64)]) -> f32 {
    const REFERRING: usize = 5;
    let most = seeds.first().map_or(1.0, |seed| seed.1);
    let seeds: FxHashMap<SymbolId, f64> = seeds.iter().take(REFERRING).copied().collect();
    let from_seed = graph.incoming(symbol).filter_map(|edge| {
        let weight = seeds.get(&edge.from)?;
        let kind = f64::from(crate::rank::base_weight(edge.kind));
        Some(kind * f64::from(edge.strength()) * weight / most)
    });
    let own = seeds.get(&symbol).map_or(0.0, |weight| 0.5 * weight / most);
    from_seed.fold(own, f64::max) as f32
}

/// Finds symbols whose name holds a word of the question, in any case. The score is the part of the question that it
/// holds, times the part of the name that this makes up. O(names x words).
pub(crate) fn substrings(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &ParsedQuestion,
    tests: bool,
) -> Matches {
    let n = text.len(tests);
    let mut matches = Matches::none(text, tests);
    matches.idf = vec![1.0; question.terms.len()];
    let words: Vec<String> = question.words.iter().map(|word| word.to_lowercase()).collect();
    for doc in 0..n as u32 {
        let name = graph.symbol(text.symbol(doc)).name().to_lowercase();
        let held = words.iter().enumerate().filter(|(_, word)| name.contains(word.as_str()));
        let (mut count, mut longest, mut terms) = (0, 0, 0);
        for (ix, word) in held {
            terms |= if ix < 64 { 1 << ix } else { 0 };
            count += 1;
            longest = longest.max(word.len());
        }
        if count > 0 {
            let part = longest as f32 / name.len().max(1) as f32;
            let score = count as f32 / words.len() as f32 * (0.5 + 0.5 * part);
            matches.add(doc, DocumentMatch { text: score, terms, ..DocumentMatch::default() });
        }
    }
    matches
}

// A strategy weighs no more signals than there are.
const _: () = assert!(COUNT <= 64);
