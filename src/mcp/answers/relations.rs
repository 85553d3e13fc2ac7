//! `callers`: the other ends of the edges of a symbol, each with its lines.

use std::sync::atomic::AtomicBool;

use super::lines;
use crate::index::unseen_users;
use crate::mcp::answer_builder::AnswerBuilder;
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Graph, SymbolId};
use crate::relations::RelationKind;
use crate::search::{Qualifiers, Relation, RelationLookup};

/// The relations that can be requested. The first is the default.
const RELATIONS: [RelationKind; 14] = [
    RelationKind::Callers,
    RelationKind::Callees,
    RelationKind::Users,
    RelationKind::Implementers,
    RelationKind::Embedders,
    RelationKind::Readers,
    RelationKind::Writers,
    RelationKind::Makers,
    RelationKind::Returners,
    RelationKind::Methods,
    RelationKind::Fields,
    RelationKind::Tests,
    RelationKind::Importers,
    RelationKind::Imports,
];

pub(in crate::mcp) const NAMES: [&str; RELATIONS.len()] = {
    let mut names = [""; RELATIONS.len()];
    let mut ix = 0;
    while ix < names.len() {
        names[ix] = RELATIONS[ix].plural();
        ix += 1;
    }
    names
};

/// The largest number of rows. Further ones are counted.
const MAX_ROWS: usize = 2_000;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (name, budget) = (arguments.needed("name")?, arguments.budget()?);
    let asked = arguments.choice("relation", &NAMES)?;
    let kind = RELATIONS.into_iter().find(|kind| kind.plural() == asked).unwrap_or(RelationKind::Callers);
    workspace.fresh(cancelled)?;
    let meant = workspace.symbol(name);
    let footer = workspace.footer(false);
    let Parts { snapshot, surveyor, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    let symbol = meant.as_ref().ok().copied();
    // It may be the name of a symbol outside of the tree.
    let lookup = match symbol {
        Some(symbol) => RelationLookup::of_symbol(&graph, kind, symbol),
        None => match RelationLookup::of_outside(&graph, kind, name) {
            Some(lookup) => lookup,
            None => return meant.map(|_| String::new()),
        },
    };
    let of = (surveyor, snapshot.generation());
    let relation = lookup.answer(&graph, of, &Qualifiers::default(), MAX_ROWS);
    let mut builder = AnswerBuilder::new(budget, footer);
    builder.line(&relation.state.line());
    if let Some(symbol) = symbol {
        if let Some(other) = other_kind(&graph, kind, symbol) {
            builder.line(&other);
        }
        if kind.is_of_uses() || !relation.has_ends() {
            for unseen in &unseen_users(snapshot, &[symbol]) {
                builder.line(unseen);
            }
        }
    }
    let rows = relation.ends().iter().map(|&end| row(&graph, &relation, end));
    builder.rows(&format!("{asked}:"), rows, u32::MAX, asked);
    builder.omit(asked, relation.n_unlisted());
    Ok(builder.finish())
}

fn row(graph: &Graph<'_>, relation: &Relation, end: SymbolId) -> String {
    let (path, line) = relation.place(graph, end);
    let at = match relation.lines_of(end) {
        [] => String::new(),
        some => format!(" at {}", lines(some)),
    };
    let possible = if relation.is_possible(end) { "  (possible)" } else { "" };
    format!("  {}  {path}:{line}{at}{possible}", graph.symbol(end).label())
}

/// A sentence for a symbol of a kind that cannot have such ends.
fn other_kind(graph: &Graph<'_>, kind: RelationKind, symbol: SymbolId) -> Option<String> {
    let symbol = graph.symbol(symbol);
    let noun = symbol.kind().noun();
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let instead = match kind {
        RelationKind::Callers | RelationKind::Callees if symbol.kind().is_type() => {
            "; code does not call a type: ask for its users, makers, implementers or methods"
        }
        _ => "",
    };
    (!kind.is_asked_of(symbol.kind()) && !kind.is_of_packages())
        .then(|| format!("{} is {article} {noun}{instead}", symbol.label()))
}
