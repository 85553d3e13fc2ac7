//! Finds what a change of some symbols affects, as ends.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::ends::{Certainty, End};
use crate::impact::{Limits, Start, Surveyor};
use crate::model::{Graph, SymbolId};

/// Returns what a change of some symbols affects, and the number of branches that are cut for being unlikely: first what
/// is no test, in the order in which Impact lists it, then the tests that the same walk comes to, by falling score.
/// `generation` names the content of the graph. O(symbols + edges) once for a generation, then what the walk touches.
pub fn affected<'g>(
    graph: &Graph<'g>,
    surveyor: &mut Surveyor,
    generation: u64,
    of: &[SymbolId],
) -> (Vec<End<'g>>, usize) {
    let starts: Vec<Start> = of.iter().map(|&symbol| Start::whole(symbol)).collect();
    let radius = surveyor.affected_unless(graph, generation, &starts, Limits::default(), &|| false);
    let radius = radius.unwrap_or_default();
    let impact = &radius.impact;
    let is_code: FxHashSet<usize> = radius.rows.iter().copied().collect();
    let tests = (0..impact.affected.len()).filter(|row| !is_code.contains(row));
    let end = |row: usize| {
        let affected = &impact.affected[row];
        let root = impact.path(row).first().map(|&first| impact.affected[first].parent);
        let is_of =
            |&&id: &&SymbolId| root.is_some_and(|root| root == id || graph.symbol(root).owner() == Some(id));
        End {
            symbol: affected.symbol,
            edge: None,
            lines: Cow::Owned(affected.lines(graph).to_vec()),
            certainty: Certainty::Sure,
            via: None,
            of: of.iter().find(is_of).or(of.first()).copied().unwrap_or(affected.symbol),
            steps: affected.depth,
        }
    };
    let ends = radius.rows.iter().copied().chain(tests).map(end).collect();
    (ends, impact.below_threshold.symbols as usize)
}
