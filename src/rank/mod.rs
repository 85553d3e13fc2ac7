//! Importance of symbols, and their relevance to given symbols, from walks over the dependency edges of a graph.
//!
//! * [`rank()`] fills the columns of importance (authority, hub, load, degrees) once per build, so that reading them is a
//!   look-up.
//! * [`links`] decides which edges count for importance, and why some do not.
//! * [`pagerank`] computes the scores.
//! * [`load`] weighs authority by what a symbol sets in motion and by how many files use it.
//! * [`share_from_others`] computes which part of its rank a symbol has from others rather than from itself.
//! * [`ExtensionPoints`] are where one more of a kind is added: contracts, registrations, tables.
//! * [`test_support_packages`] finds the packages that exist for tests.
//! * [`Walker`] finds what is near given symbols, by Personalized `PageRank` with Forward Push, under an [`Intent`].
//!
//! This room reads columns and does not depend on Go, text or storage. It may use several threads, but no result
//! depends on their number, because each sum is formed in a fixed order.

mod extension;
mod intent;
mod links;
mod load;
mod pagerank;
mod personal;
mod push;
mod reciprocal;
mod test_support;
mod transitions;
mod walker;

use serde::Serialize;

pub use extension::ExtensionPoints;
pub use intent::{Detected, Intent, IntentRow, base_weight};
pub use links::{Csr, Links, MIN_STRENGTH, is_dependency, leans_on};
pub use load::{LoadParts, UsingFiles, load_parts};
pub use pagerank::{Convergence, DAMPING, MAX_ITERATIONS, PageRank, TOLERANCE, pagerank};
pub use personal::{HISTORY_PART, Personalization};
pub use push::{Nearness, PushReport, THRESHOLD, WALK_DAMPING};
pub use reciprocal::share_from_others;
pub use test_support::test_support_packages;
pub use walker::Walker;

use crate::model::GraphData;

/// The end of both computations of [`rank()`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RankReport {
    pub total_symbols: usize,
    /// Number of distinct (dependant, dependency) pairs, including those of a member and its type.
    pub links: usize,
    pub authority: Convergence,
    pub hub: Convergence,
}

/// Fills the columns `symbol_authority`, `symbol_hub`, `symbol_load`, `symbol_in_degree`, `symbol_out_degree` and `by_authority`.
///
/// Authority is `PageRank` over [`Links`]; hub is `PageRank` over the reversed links. O(links) for symbols on no
/// cycle, and O(sweeps x links) for the others, with at most [`MAX_ITERATIONS`] sweeps per component.
pub fn rank(data: &mut GraphData) -> RankReport {
    let links = Links::of(&data.graph());
    let (authority, hub) = rayon::join(
        || pagerank(&links.forward, &links.backward),
        || pagerank(&links.backward, &links.forward),
    );

    let load = load::load(&data.graph(), &authority.scores, &links.for_tests);
    let mut order: Vec<u32> = (0..authority.scores.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| {
        let score = |ix: u32| authority.scores[ix as usize];
        score(b).total_cmp(&score(a)).then(a.cmp(&b))
    });
    let report = RankReport {
        total_symbols: order.len(),
        links: links.forward.n_links(),
        authority: authority.convergence,
        hub: hub.convergence,
    };
    data.by_authority = order;
    data.symbol_authority = authority.scores;
    data.symbol_hub = hub.scores;
    data.symbol_load = load;
    data.symbol_in_degree = links.in_degree;
    data.symbol_out_degree = links.out_degree;
    report
}

#[cfg(test)]
mod push_tests;
#[cfg(test)]
mod tests;
