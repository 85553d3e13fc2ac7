//! What nothing reaches: declarations that no program, no importer and no test needs.
//!
//! A walk over the graph starts at what runs or may be used from outside and follows what code refers to. What it does not come
//! to is unused. Who removes a declaration by this list must not break anything, so wherever somebody unseen may use one, it
//! counts as used:
//!
//! * [`roots`] says where the walk starts: `main`, `init`, initialisers with effects, the exported names of packages that
//!   other modules can import, and what assembly, cgo or the linker names.
//! * [`reach`] walks: references, members, methods that an interface wants, fields that reflection may read.
//! * [`strangers`] finds types whose values code of other modules gets, which may call any exported method.
//! * [`mentions`] reads the source texts for members named where the graph has nothing bound.
//! * [`report`] gives each declaration that is left its reason and its certainty.
//! * [`ways`] names what may lead to one declaration all the same, for an answer that would be empty.
//!
//! The walk is made twice, the second time with the tests: what only then is reached, only tests use. This room is pure: its
//! caller passes the texts.

mod input;
mod mentions;
mod reach;
mod report;
mod roots;
mod strangers;
mod ways;

use rustc_hash::FxHashSet;

use crate::model::{Graph, SymbolId, SymbolKind};
pub use input::{Options, Tree};
use reach::{Reach, Structure};
pub use report::{Certainty, Finding, NotJudged, Reason, Unused, Users};
pub use ways::{Way, WayKind, ways_of_tests, ways_to};

/// Finds what nothing reaches; `None` once nobody waits. O(symbols + edges + bytes of the tree).
#[must_use]
pub fn find(graph: &Graph<'_>, tree: Tree<'_>, options: Options) -> Option<Unused> {
    let structure = Structure::of(graph);
    let named = roots::named_outside_go(graph, tree)?;
    let first = walk(graph, &structure, options, &named);
    // Members that code may mean where nothing is bound count as used, and so does what they use.
    let doubtful = mentions::unexplained(graph, tree, &members(graph, &first.1))?;
    let walks = if doubtful.is_empty() {
        first
    } else {
        let all: Vec<SymbolId> = named.iter().chain(&doubtful).copied().collect();
        walk(graph, &structure, options, &all)
    };
    Some(report::of(graph, &structure, options, &walks.0, &walks.1))
}

/// What is reached without the tests, and with them.
fn walk<'g>(
    graph: &'g Graph<'g>,
    structure: &'g Structure<'g>,
    options: Options,
    named: &[SymbolId],
) -> (Reach<'g>, Reach<'g>) {
    let mut reach = Reach::new(graph, structure);
    roots::start_programs(graph, &mut reach, options);
    for &symbol in named {
        reach.add(symbol);
    }
    reach.run();
    let program = reach.clone();
    roots::start_tests(graph, &mut reach);
    reach.run();
    (program, reach)
}

/// Methods and fields that were not reached.
fn members(graph: &Graph<'_>, reach: &Reach<'_>) -> FxHashSet<SymbolId> {
    let is_member = |kind| matches!(kind, SymbolKind::Method | SymbolKind::Field);
    let members = graph.symbols().filter(|symbol| is_member(symbol.kind()) && !reach.has(symbol.id));
    members.map(|symbol| symbol.id).collect()
}

#[cfg(test)]
mod tests;
