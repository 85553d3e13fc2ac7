//! Follows a relation over several steps.

use rustc_hash::FxHashSet;

use super::ends::{Certainty, End, ends};
use super::kind::RelationKind;
use crate::model::{Graph, SymbolId};

/// The most steps that a relation is followed.
pub const MAX_DEPTH: u32 = 9;

/// Extent of a list of ends: the steps that it follows, and whether possible ends are in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The number of steps, at least 1.
    pub depth: u32,
    /// True if ends through interfaces and values are counted, but not listed.
    pub direct: bool,
}

impl Default for Reach {
    fn default() -> Self {
        Self { depth: 1, direct: false }
    }
}

/// Returns the ends of a relation of some symbols within `depth` steps, the nearer first, and the symbols whose ends these
/// are. Possible ends are listed, but not followed. O(edges of what is followed).
pub fn ends_within<'g>(
    graph: &Graph<'g>,
    kind: RelationKind,
    of: &[SymbolId],
    depth: u32,
) -> (Vec<End<'g>>, Vec<SymbolId>) {
    let mut all: Vec<End<'g>> = of.iter().flat_map(|&id| ends(graph, kind, id)).collect();
    let mut followed = of.to_vec();
    let mut known: FxHashSet<SymbolId> = of.iter().copied().collect();
    let mut begins = 0;
    for steps in 2..=depth.min(MAX_DEPTH) {
        let reached = all[begins..].iter().filter(|end| end.certainty != Certainty::Possible);
        let mut next: Vec<SymbolId> = reached.map(|end| end.symbol).filter(|&id| known.insert(id)).collect();
        next.retain(|&id| kind.is_asked_of(graph.symbol(id).kind()));
        next.sort_unstable();
        begins = all.len();
        for &id in &next {
            let found = ends(graph, kind, id).into_iter().filter(|end| !known.contains(&end.symbol));
            all.extend(found.map(|end| End { steps, ..end }));
        }
        followed.extend(next);
        if all.len() == begins {
            break;
        }
    }
    (all, followed)
}
