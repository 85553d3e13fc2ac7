//! Questions that ask for one end of an edge: who implements, calls or uses what they name.

use crate::model::{Graph, SymbolId, counted};
use crate::relations::{RelationKind, is_one};
use crate::search::names::qualified_name;
use crate::search::query::reading::{Input, ReadOptions, Reader, ReaderOutcome, Reading};
use crate::search::query::refusals::no_ends;
use crate::search::query::relation_lookup::{RelationLookup, RelationScope, RelationTarget};
use crate::search::query::relation_target::namesakes;
use crate::search::query::relation_templates::RelationQuestion;
use crate::search::text::TextIndex;

pub(crate) const RELATIONS: Reader = Reader {
    name: "relations: callers, users, implementers …",
    about: "The rows are these symbols and nothing else, with the lines that show it; possible ones follow.",
    examples: &[
        "who calls Engine.Run",
        "what does Engine.Run call",
        "who implements Store",
        "who sets Config.Name",
        "what breaks if I change Config",
    ],
    read,
};

/// O(edges of the named); for dependants O(symbols + edges) once for a generation.
fn read(input: &Input<'_>) -> ReaderOutcome {
    let is_meant = |kind: RelationKind| kind.test_prefix().is_none() && !kind.is_of_packages();
    answered(input, is_meant)
}

/// Answers a question for a relation, if its kind is meant and the tree has or refers to its target.
pub(super) fn answered(input: &Input<'_>, is_meant: impl Fn(RelationKind) -> bool) -> ReaderOutcome {
    let (graph, text) = (input.graph(), input.text());
    let asked = input.relation().filter(|asked| is_meant(asked.kind));
    let (Some(RelationQuestion { kind, name, corrections, .. }), Some(target)) =
        (asked, input.asking.target())
    else {
        return ReaderOutcome::Pass;
    };
    let named = &target.named;
    let is_namesake = |id: &SymbolId| !named.iter().any(|&one| is_one(graph, &[one, *id]));
    let lookup = RelationLookup {
        kind: *kind,
        name: name.clone(),
        meant: if kind.is_of_packages() {
            meant_package(graph, name, target)
        } else {
            meant(graph, text, *kind, name, named, &target.foreign)
        },
        target: target.clone(),
        namesakes: if kind.is_of_packages() || kind.test_prefix().is_some() {
            0
        } else {
            namesakes(graph, text, *kind, name).filter(is_namesake).count()
        },
    };
    let ReadOptions { qualifiers, limit, reach, .. } = input.options;
    let scope = RelationScope { reach, qualifiers, limit };
    let relation =
        input.lookups.surveyed(|surveyor, generation| lookup.answer(graph, (surveyor, generation), scope));
    // A commit message about tests may name a symbol that has none.
    if !relation.has_ends() && relation.is_of_tests() {
        return ReaderOutcome::Pass;
    }
    let why = (!relation.has_ends()).then(|| no_ends(graph, &relation));
    Reading::of_relation(relation, corrections.clone(), why)
}

/// Names the packages of a target.
fn meant_package(graph: &Graph<'_>, name: &str, target: &RelationTarget) -> String {
    match (&target.named[..], &target.foreign[..]) {
        ([], [one]) => one.clone(),
        ([], several) => format!("{} packages of {name}", several.len()),
        ([one], _) => graph.symbol(*one).label(),
        (several, _) => format!("{} packages called {name}", several.len()),
    }
}

/// Explains how a name was resolved: the symbol with its package, or how many share the name.
fn meant(
    graph: &Graph<'_>,
    text: &TextIndex,
    asked: RelationKind,
    name: &str,
    named: &[SymbolId],
    foreign: &[String],
) -> String {
    match named {
        [] if !foreign.is_empty() => format!("{}, declared outside of this tree", foreign.join(" and ")),
        [] if asked == RelationKind::Embedders => {
            format!(
                "{name}, declared outside of this tree (structs only: interfaces that embed it are not known)"
            )
        }
        [] => name.to_owned(),
        [first, ..] if is_one(graph, named) && qualified_name::is_promoted(graph, text, name) => {
            format!("{name}, which is {}", graph.symbol(*first).label())
        }
        [first, ..] if is_one(graph, named) && !name.contains(['.', '/']) => graph.symbol(*first).label(),
        [first, ..] if is_one(graph, named) => {
            // A package said by its folder is shown by its name, as in the rows; a path says more than that.
            let label = graph.symbol(*first).label();
            let rest = |name: &str| name.split_once('.').map(|(_, rest)| rest.to_owned());
            let is_by_folder = !name.contains('/') && rest(name).is_some() && rest(name) == rest(&label);
            if is_by_folder { label } else { name.to_owned() }
        }
        [first, others @ ..] => {
            let kind = graph.symbol(*first).kind();
            let is_one = others.iter().all(|&id| graph.symbol(id).kind() == kind);
            format!("{} named {name}", counted(named.len(), if is_one { kind.noun() } else { "symbol" }))
        }
    }
}
