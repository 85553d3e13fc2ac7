//! Questions on how to extend the program: its extension points are raised, whatever words they have, and beside the best of
//! them stands the smallest example.

use rustc_hash::FxHashMap;

use crate::model::{Graph, SymbolId};
use crate::rank::ExtensionPoints;
use crate::search::scoring::fusion::Candidate;
use crate::search::text::TextIndex;

/// The reason shown for a symbol that is raised.
pub(crate) const EXTENSION: (&str, &str) = (
    "extension",
    "One more of its kind is added here: a contract, a registration, a list or a table; or it is the smallest of the kind.",
);

/// Extension points that become candidates, the clearest first.
const MAX_CANDIDATES: usize = 300;
/// Worth of the clearest extension point without a word of the question, in scores of the best other row.
const WEIGHT: f32 = 2.0;
/// A package's best row speaks for its extension points, too: by this part.
const BY_PACKAGE: f32 = 0.5;
/// Extension points whose examples are raised, and the part of their score that these get.
const WITH_EXAMPLE: usize = 3;
const EXAMPLE: f32 = 0.6;

/// The extension points and examples that such a question makes candidates of. O(extension points x their logarithm).
pub(crate) fn candidates(points: &ExtensionPoints) -> Vec<SymbolId> {
    let points_in_order = points.in_order().into_iter().take(MAX_CANDIDATES);
    points_in_order.flat_map(|point| std::iter::once(point).chain(points.example(point))).collect()
}

/// Raises the scores of extension points: each by how clearly it is one, and by how well it or its package matches.
/// `sureness` is that the question asks for them, in [0, 1]. O(candidates).
pub(crate) fn raise(
    graph: &Graph<'_>,
    text: &TextIndex,
    points: &ExtensionPoints,
    sureness: f32,
    scored: &mut [(f32, &Candidate)],
) {
    let symbol = |candidate: &Candidate| text.symbol(candidate.doc);
    let best = scored.iter().map(|(score, _)| *score).fold(f32::MIN_POSITIVE, f32::max);
    let mut packages: FxHashMap<SymbolId, f32> = FxHashMap::default();
    for (score, candidate) in scored.iter() {
        let package = packages.entry(graph.symbol(symbol(candidate)).package()).or_default();
        *package = package.max(score / best);
    }
    let mut raised: Vec<(f32, SymbolId)> = Vec::new();
    for (score, candidate) in scored.iter_mut() {
        let id = symbol(candidate);
        let value = points.value(id);
        if value > 0.0 {
            let package = packages.get(&graph.symbol(id).package()).copied().unwrap_or(0.0);
            let fit = (*score / best).max(BY_PACKAGE * package);
            *score += WEIGHT * sureness * best * value * (1.0 + fit);
            raised.push((*score, id));
        }
    }
    raised.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (point_score, point) in raised.into_iter().take(WITH_EXAMPLE) {
        let example = points.example(point);
        let found = scored.iter_mut().find(|(_, candidate)| Some(symbol(candidate)) == example);
        if let Some((score, _)) = found {
            *score = score.max(EXAMPLE * point_score);
        }
    }
}
