//! What matters, and what matters to what: walks over the graph's dependency edges.
//!
//! * [`rank()`] fills the columns of importance (authority, hub, degrees) once per build; reading them is a look-up.
//! * [`links`] says which edges count there, and why some do not.
//! * [`pagerank`] finds the scores.
//! * [`load`] weighs authority by what a symbol sets in motion and how far its users are spread.
//! * [`share_from_others`] says how much of its rank a symbol does not have from itself, over another and back.
//! * [`kits`] are the packages that are there for tests.
//! * [`Walker`] answers what is near given symbols: Personalized `PageRank` by Forward Push, under an [`Intent`].
//!
//! This room reads columns and knows nothing of Go, text or storage. It may use several threads, but no result
//! depends on how many: each sum is formed in one order.

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

pub use intent::{Detected, Intent, IntentRow, base_weight};
pub use links::{Csr, LEAST_STRENGTH, Links, is_dependency, leans_on};
pub use load::reach_and_files;
pub use pagerank::{Convergence, DAMPING, MAX_ITERATIONS, PageRank, TOLERANCE, pagerank};
pub use personal::{HISTORY_PART, Personalization};
pub use push::{Nearness, PushReport, THRESHOLD, WALK_DAMPING};
pub use reciprocal::share_from_others;
pub use test_support::kits;
pub use walker::Walker;

use crate::model::GraphData;

/// How both walks of [`rank()`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RankReport {
    pub total_symbols: usize,
    /// Unique (dependant, dependency) pairs walked, membership included.
    pub links: usize,
    pub authority: Convergence,
    pub hub: Convergence,
}

/// Fills the columns `symbol_authority`, `symbol_hub`, `symbol_load`, `symbol_in_degree`, `symbol_out_degree` and `by_authority`.
///
/// Authority is `PageRank` over [`Links`]; hub is the same on the reversed links. O(links), and for what lies on cycles
/// O(sweeps x links), at most [`MAX_ITERATIONS`] sweeps each.
pub fn rank(data: &mut GraphData) -> RankReport {
    let links = Links::of(&data.graph());
    let (authority, hub) = rayon::join(
        || pagerank(&links.forward, &links.backward),
        || pagerank(&links.backward, &links.forward),
    );

    let load = load::load(&data.graph(), &authority.scores, &links.aside);
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
