//! Resolves the target of a relation question: symbols of the tree, or external names.

use crate::golang::is_predeclared_type;
use crate::model::{Graph, SymbolId, SymbolKind};
use crate::relations::{RelationKind, is_data};
use crate::search::names::qualified_name;
use crate::search::query::relation_lookup::RelationTarget;
use crate::search::query::relation_templates::RelationQuestion;
use crate::search::text::TextIndex;

/// Resolves the target of a relation question. `None` if the tree neither has nor references it.
pub(crate) fn find_target(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &RelationQuestion,
) -> Option<RelationTarget> {
    let RelationQuestion { kind: asked, name, .. } = question;
    if asked.is_of_packages() {
        return RelationTarget::packages(graph, *asked, name);
    }
    if asked.test_prefix().is_some() {
        let named = qualified_name::named(graph, text, name);
        return (!named.is_empty()).then(|| RelationTarget { named, ..RelationTarget::default() });
    }
    let mut named = qualified_name::named(graph, text, name);
    if named.is_empty() && !asked.is_common_verb() {
        named = qualified_name::bare(graph, text, name);
    }
    named.retain(|&id| may_be_asked_of(graph.symbol(id).kind(), *asked, name));
    if named.is_empty() && (!asked.is_common_verb() || name.contains(char::is_uppercase)) {
        // Symbols of the name that cannot be a target hide none that can.
        let all = namesakes(graph, text, *asked, name).collect::<Vec<_>>();
        named = if all.len() > qualified_name::MAX_NAMESAKES { named } else { all };
    }
    // Test data counts only if nothing else has the name.
    if !named.iter().all(|&id| is_data(graph, id)) {
        named.retain(|&id| !is_data(graph, id));
    }
    let is_of_tree = !named.iter().all(|&id| graph.is_predeclared(id));
    let is_in_doubt = asked.is_recorded_outside()
        && named.is_empty()
        && !qualified_name::namesakes(graph, text, name).is_empty();
    let target = RelationTarget { named, ..RelationTarget::default() };
    if is_of_tree || is_in_doubt {
        return Some(target).filter(|target| !target.named.is_empty());
    }
    target.with_outside(graph, *asked, name)
}

/// The unqualified symbols of the name that can be the target, without test data.
pub(crate) fn namesakes(
    graph: &Graph<'_>,
    text: &TextIndex,
    asked: RelationKind,
    name: &str,
) -> impl Iterator<Item = SymbolId> {
    qualified_name::namesakes(graph, text, name).into_iter().filter(move |&id| {
        let symbol = graph.symbol(id);
        may_be_asked_of(symbol.kind(), asked, name) && !is_data(graph, id)
    })
}

/// Returns whether a symbol of a kind can be meant by a name. The name of a predeclared type means that type, except as
/// something to call; a field `error` needs its type's name.
pub(crate) fn may_be_asked_of(kind: SymbolKind, asked: RelationKind, name: &str) -> bool {
    let is_called = matches!(asked, RelationKind::Callers | RelationKind::Callees);
    let is_meant = is_called || kind.is_type() || kind.is_container() || !is_predeclared_type(name);
    asked.is_asked_of(kind) && is_meant
}
