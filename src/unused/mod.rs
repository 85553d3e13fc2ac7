//! Finds unused declarations: those that no program, no importer and no test reaches.
//!
//! A walk over the graph starts at what runs or may be used from outside, and follows the references of code.
//! Declarations that it does not reach are unused. Removing them must not break anything, so a declaration counts as
//! used wherever code that the graph does not show may use it:
//!
//! * [`roots`] finds where the walk starts: `main`, `init`, initialisers with effects, the exported names of packages that
//!   other modules can import, and what assembly, cgo or the linker names.
//! * [`reach`] walks over references, members, methods that an interface requires, and fields that reflection may read.
//! * [`other_modules`] finds types whose values code of other modules gets; it may call any of their exported methods.
//! * [`mentions`] reads the source texts for members that code names where the graph has no edge.
//! * [`unreached`] gives each remaining declaration its reason and its certainty.
//! * [`references`] finds the lines of assembly that refer to one declaration.
//! * [`unseen_uses`] finds what may lead to one declaration although no edge shows it, for an answer that would be empty.
//!
//! The walk is made twice, the second time with the tests. Only tests use what only the second walk reaches. This
//! room is pure: its caller passes the texts.

mod assembly;
mod input;
mod mentions;
mod other_modules;
mod reach;
mod roots;
mod unreached;
mod unseen_uses;

use rustc_hash::FxHashSet;

use crate::model::{Graph, SymbolId, SymbolKind};
pub use assembly::references;
pub use input::{Options, SourceTexts};
use reach::{GraphTables, Reach};
use roots::FromTexts;
pub use unreached::{Certainty, Finding, NotJudged, Reason, Unused, Users};
pub use unseen_uses::{UnseenUse, UnseenUseKind, unseen_tests, unseen_uses};

/// Finds what nothing reaches. None if the search was cancelled. O(symbols + edges + bytes of the tree).
pub fn find(graph: &Graph<'_>, tree: SourceTexts<'_>, options: Options) -> Option<Unused> {
    let FromTexts { named, tagged } = FromTexts::read(graph, tree)?;
    let structure = GraphTables::of(graph, tagged);
    let first = walk(graph, &structure, options, &named);
    // Members that a selector may name whose target is unknown count as used, and so does what they use.
    let doubtful = mentions::unexplained(graph, tree, &members(graph, &first.1))?;
    let walks = if doubtful.is_empty() {
        first
    } else {
        let all: Vec<SymbolId> = named.iter().chain(&doubtful).copied().collect();
        walk(graph, &structure, options, &all)
    };
    Some(unreached::of(graph, &structure, options, &walks.0, &walks.1))
}

/// Walks twice: without the tests, and with them.
fn walk<'g>(
    graph: &'g Graph<'g>,
    structure: &'g GraphTables<'g>,
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

/// The methods and fields that were not reached.
fn members(graph: &Graph<'_>, reach: &Reach<'_>) -> FxHashSet<SymbolId> {
    let is_member = |kind| matches!(kind, SymbolKind::Method | SymbolKind::Field);
    let members = graph.symbols().filter(|symbol| is_member(symbol.kind()) && !reach.has(symbol.id));
    members.map(|symbol| symbol.id).collect()
}

#[cfg(test)]
mod tests;
