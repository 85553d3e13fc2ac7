//! The first tour to take: the entry points of the program, the way to its work, and the code that carries the load.

use super::plan::{DependencyOrder, Plan, assembled, circles};
use super::reasons::of_load;
use super::step::TourKind;
use super::{MAX_STEPS, entry_points};
use crate::model::{Graph, SymbolId};

/// The largest number of stops from the entry point. The others are the code with the most load.
const MAX_ON_THE_WAY: usize = 7;

/// The way from the entry point of the tree.
pub(super) fn way(graph: &Graph<'_>) -> Vec<(SymbolId, String)> {
    entry_points::spine(graph, MAX_ON_THE_WAY)
}

/// Plans one tour of the whole tree from its highest loads and the way from its entry point, each a symbol and why it is a
/// stop. None if there is nothing to show.
pub(super) fn plan(graph: &Graph<'_>, heads: &[SymbolId], way: Vec<(SymbolId, String)>) -> Option<Plan> {
    let mut stops = way;
    for &id in heads {
        if stops.len() < MAX_STEPS && stops.iter().all(|stop| stop.0 != id) {
            stops.push((id, of_load(graph, id)));
        }
    }
    let (chosen, why): (Vec<SymbolId>, Vec<String>) = stops.into_iter().unzip();
    assembled(graph, &chosen, why, DependencyOrder::TopDown, |stops, order, pairs| Plan {
        title: "Start here".to_owned(),
        description: format!(
            "The whole in a few minutes: where it is entered, the way to its work, and what carries it; each before what it calls{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: "start-here".to_owned(),
        kind: TourKind::Start.name(),
        stops,
        pairs,
        back: order.back,
    })
}
