//! Rewrites relation questions to names of the tree: in the tree's spelling, with the package of the symbol that is
//! meant, or with a package instead of a symbol.

use crate::model::SymbolId;
use crate::relations::{self, RelationKind, is_data, is_one};
use crate::search::names::qualified_name::{self, is_said};
use crate::search::names::{links, packages, spelling_variants};
use crate::search::query::listing;
use crate::search::query::lookups::Lookups;
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::relation_target::namesakes;
use crate::search::query::relation_templates::RelationQuestion;

/// Chooses among several symbols of one name the one in the scope, if it alone has ends there, and writes its name in
/// full. O(edges of the symbols).
pub(crate) fn located(
    lookups: &Lookups<'_>,
    question: &str,
    qualifiers: &Qualifiers,
) -> Option<(SymbolId, String)> {
    let Lookups { graph, text, .. } = *lookups;
    let relation = lookups.relation(question);
    let is_of_symbols = |asked: RelationKind| asked.test_prefix().is_none() && !asked.is_of_packages();
    let RelationQuestion { kind, name, around: [before, behind], .. } =
        (*relation).as_ref().filter(|relation| is_of_symbols(relation.kind))?;
    let asked = *kind;
    let target = lookups.target(question);
    let named = (*target).as_ref().map_or(&[][..], |target| &target.named);
    let is_there = |end: SymbolId| qualifiers.admit(graph.symbol(end));
    let has_end_there =
        |&id: &SymbolId| relations::ends(graph, asked, id).iter().any(|end| is_there(end.symbol));
    let all: Vec<SymbolId> = namesakes(graph, text, asked, name).collect();
    if is_one(graph, &all) || named.iter().any(has_end_there) {
        return None;
    }
    let mut there: Vec<SymbolId> = all.into_iter().filter(|&id| qualifiers.place(graph.symbol(id))).collect();
    // A folder itself comes before folders below it.
    let depth = |id: &SymbolId| graph.symbol(*id).path().matches('/').count();
    let least = there.iter().map(depth).min();
    there.retain(|id| Some(depth(id)) == least);
    let symbol = graph.symbol(*there.first().filter(|_| is_one(graph, &there))?);
    Some((symbol.id, format!("{before} {} {behind}", links::in_full(graph, symbol)).trim().to_owned()))
}

/// Returns whether a question asks for a relation of something in the tree, or for members of a package.
pub(crate) fn asks(lookups: &Lookups<'_>, question: &str) -> bool {
    let relation = lookups.relation(question);
    let is_known = |asked: &RelationQuestion| match asked.kind {
        kind if kind.test_prefix().is_some() => {
            !qualified_name::named(lookups.graph, lookups.text, &asked.name).is_empty()
        }
        kind if kind.is_of_packages() => packages::is_package(lookups.graph, &asked.name),
        _ => lookups.target(question).is_some(),
    };
    (*relation).as_ref().is_some_and(is_known) || listing::asks(lookups.graph, question)
}

/// Like [`asks`], for a target written as code.
pub(crate) fn asks_of_code(lookups: &Lookups<'_>, question: &str) -> bool {
    let is_code = |name: &str| name.contains(['.', '/', '_', '`']) || name.contains(char::is_uppercase);
    let relation = lookups.relation(question);
    (*relation).as_ref().is_some_and(|asked| is_code(&asked.name)) && asks(lookups, question)
}

/// Returns whether the tree has or references a target of this name, perhaps several; without test data.
fn has(lookups: &Lookups<'_>, question: &str, asked: &RelationQuestion) -> bool {
    let Lookups { graph, text, .. } = *lookups;
    let target = lookups.target(question);
    let is_data = |named: &[SymbolId]| !named.is_empty() && named.iter().all(|&id| is_data(graph, id));
    (*target).as_ref().is_some_and(|target| !is_data(&target.named))
        || namesakes(graph, text, asked.kind, &asked.name).next().is_some()
}

/// The question with names of the tree; `None` if it already has them, or is no relation question. O(symbols) if the
/// tree does not have the name.
pub(crate) fn restated(lookups: &Lookups<'_>, question: &str) -> Option<String> {
    let Lookups { graph, text, .. } = *lookups;
    let relation = lookups.relation(question);
    let asked = (*relation).as_ref()?;
    let RelationQuestion { kind, name, around: [before, behind], .. } = asked;
    let is_known = || has(lookups, question, asked) || listing::asks(graph, question);
    if kind.is_of_packages() || name.contains(char::is_whitespace) || is_known() {
        return None;
    }
    let package = || packages::is_package(graph, name);
    let importing = || match kind {
        RelationKind::Used | RelationKind::Callees => format!("what does {name} import"),
        _ => format!("who imports {name}"),
    };
    let is_asked_of = |symbol| kind.is_asked_of(symbol);
    let respelt = || {
        let written = spelling_variants::written(graph, &is_asked_of, name)?;
        Some(format!("{before} {written} {behind}").trim().to_owned())
    };
    match kind {
        // Users and dependants of a package are its importers.
        RelationKind::Users | RelationKind::Dependants | RelationKind::Used if package() => Some(importing()),
        // The objects of these verbs are mostly ordinary words.
        _ if kind.is_common_verb() => None,
        _ if kind.test_prefix().is_some() && is_said(graph, text, name) => None,
        RelationKind::Callers | RelationKind::Callees => respelt().or_else(|| package().then(importing)),
        _ => respelt(),
    }
}
