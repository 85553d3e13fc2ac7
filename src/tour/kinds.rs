//! The tours that each [`Kind`] gives.

use super::plan::Plan;
use super::step::Kind;
use super::{by_package, entry, load, start};
use crate::model::Graph;

/// The tours of a kind: one, or one for each entry point. Empty if there is nothing to show. O(symbols + edges).
#[must_use]
pub fn plan(graph: &Graph<'_>, kind: Kind) -> Vec<Plan> {
    match kind {
        Kind::Start => start::plan(graph).into_iter().collect(),
        Kind::LoadBearing => load::load_bearing(graph).into_iter().collect(),
        Kind::Controlling => load::controlling(graph).into_iter().collect(),
        Kind::EntryPoints => entry::plans(graph),
        Kind::Packages => by_package::packages(graph).into_iter().collect(),
    }
}
