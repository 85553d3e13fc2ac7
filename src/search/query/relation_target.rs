//! Resolves the target of a relation question: symbols of the tree, or external names.

use crate::golang::is_predeclared_type;
use crate::model::{Graph, SymbolId, SymbolKind};
use crate::search::names::external;
use crate::search::names::qualified_name::{self, is_data};
use crate::search::query::relation_kind::RelationKind;
use crate::search::query::relation_templates::RelationQuestion;
use crate::search::text::TextIndex;

/// An end that has no edge, with its line, if any.
pub(crate) type UnlinkedEnd = (SymbolId, Option<u32>);

/// The target of a relation question.
#[derive(Clone, Default)]
pub(crate) struct RelationTarget {
    /// Its symbols in the tree.
    pub(crate) named: Vec<SymbolId>,
    /// Ends that have no edge.
    pub(crate) outside: Vec<UnlinkedEnd>,
    /// Its external names, if it has no symbol in the tree.
    pub(crate) foreign: Vec<String>,
    /// For callers: functions that take the target as a value, with the lines.
    pub(crate) through_value: Vec<(SymbolId, u32)>,
}

/// Resolves the target of a relation question. `None` if the tree neither has nor references it.
pub(crate) fn find_target(
    graph: &Graph<'_>,
    text: &TextIndex,
    question: &RelationQuestion,
) -> Option<RelationTarget> {
    let RelationQuestion { kind: asked, name, .. } = question;
    if asked.of_tests().is_some() || asked.is_of_packages() {
        return None;
    }
    let mut named = qualified_name::named(graph, text, name);
    if named.is_empty() && !asked.is_of_prose() {
        named = qualified_name::bare(graph, text, name);
    }
    named.retain(|&id| may_be_asked_of(graph.symbol(id).kind(), *asked, name));
    if named.is_empty() && (!asked.is_of_prose() || name.contains(char::is_uppercase)) {
        // Symbols of the name that cannot be a target hide none that can.
        let all = namesakes(graph, text, *asked, name).collect::<Vec<_>>();
        named = if all.len() > qualified_name::MAX_NAMESAKES { named } else { all };
    }
    // Test data counts only if nothing else has the name.
    if !named.iter().all(|&id| is_data(graph, id)) {
        named.retain(|&id| !is_data(graph, id));
    }
    // Known for external and predeclared interfaces: who satisfies them; for external types: which structs embed
    // them.
    let outside = match asked {
        RelationKind::Implementers if named.iter().all(|&id| graph.is_predeclared(id)) => {
            let written = name.rsplit('/').next().unwrap_or(name);
            let types =
                graph.satisfying_outside(named.first().map_or(written, |&id| graph.symbol(id).name()));
            types.into_iter().map(|ty| (ty, None)).collect()
        }
        RelationKind::Embedders if named.is_empty() => {
            let embedders = external::embedders(graph, name);
            embedders.into_iter().map(|(embedder, line)| (embedder, Some(line))).collect()
        }
        _ => Vec::new(),
    };
    let is_compilers = !named.is_empty() && named.iter().all(|&id| graph.is_predeclared(id));
    let is_told = asked.is_recorded_outside()
        && (is_compilers || named.is_empty() && qualified_name::namesakes(graph, text, name).is_empty());
    if !is_told || !outside.is_empty() {
        let is_empty = named.is_empty() && outside.is_empty();
        return (!is_empty).then(|| RelationTarget { named, outside, ..RelationTarget::default() });
    }
    let foreign: Vec<String> = external::named(graph, name).into_iter().map(str::to_owned).collect();
    let sites = foreign.iter().flat_map(|name| graph.foreign(name));
    let (calls, values): (Vec<_>, Vec<_>) =
        sites.partition(|site| *asked != RelationKind::Callers || site.is_call);
    let outside = calls.into_iter().map(|site| (site.from, Some(site.line))).collect::<Vec<_>>();
    let through_value = values.into_iter().map(|site| (site.from, site.line)).collect::<Vec<_>>();
    let is_empty = named.is_empty() && outside.is_empty() && through_value.is_empty();
    (!is_empty).then_some(RelationTarget { named, outside, foreign, through_value })
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
