//! The tours that each [`TourKind`] gives.

use super::plan::Plan;
use super::step::TourKind;
use super::{all_packages, entry_points, load_bearing, start_here, subsystems};
use crate::model::Graph;

/// The tours of a kind: one, or one for each entry point. Empty if there is nothing to show. O(symbols + edges).
#[must_use]
pub fn plan(graph: &Graph<'_>, kind: TourKind) -> Vec<Plan> {
    match kind {
        TourKind::Start => start_here::plan(graph).into_iter().collect(),
        TourKind::LoadBearing => load_bearing::load_bearing(graph).into_iter().collect(),
        TourKind::Controlling => load_bearing::controlling(graph).into_iter().collect(),
        TourKind::EntryPoints => entry_points::plans(graph),
        TourKind::Subsystems => subsystems::plans(graph),
        TourKind::Packages => all_packages::packages(graph).into_iter().collect(),
    }
}
