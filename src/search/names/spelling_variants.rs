//! Questions for the other ends of edges that name something nearly: in other letters, capital or small, than the tree does,
//! or a package where symbols have such ends.

use std::collections::BTreeMap;

use crate::model::{Graph, SymbolKind};
use crate::search::names::qualified_name::{Written, code};
use crate::search::query::readers::imports;
use crate::search::query::readers::package_members;
use crate::search::query::readers::relations;
use crate::search::query::templates::{Asked, Put, put};
use crate::search::text::TextIndex;

/// The question that is meant, in words that name what the tree has; `None` where it does, or nothing of the kind is asked.
/// O(symbols) where the name is none of the tree's, else as [`relations::asks`].
pub(crate) fn restated(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Option<String> {
    let Put { asked, name, around: [before, behind], .. } = put(question)?;
    let is_known = || relations::has(graph, text, question) || package_members::asks(graph, question);
    if asked.is_of_packages() || name.contains(char::is_whitespace) || is_known() {
        return None;
    }
    let package = || imports::is_package(graph, &name);
    let importing = || match asked {
        Asked::Used | Asked::Callees => format!("what does {name} import"),
        _ => format!("who imports {name}"),
    };
    let is_asked_of = |kind| asked.is_asked_of(kind);
    let respelt =
        || Some(format!("{before} {} {behind}", written(graph, &is_asked_of, &name)?).trim().to_owned());
    match asked {
        // A package is used, and a change of it breaks something.
        Asked::Users | Asked::Dependants | Asked::Used if package() => Some(importing()),
        // Words of prose they are: what is read, set and tested is mostly no symbol.
        _ if asked.is_of_prose() => None,
        _ if asked.of_tests().is_some() && relations::is_said(graph, text, &name) => None,
        Asked::Callers | Asked::Callees => respelt().or_else(|| package().then(importing)),
        _ => respelt(),
    }
}

/// How the tree writes a name of such kinds: as those do that carry the most, code before tests. O(symbols).
pub(crate) fn written(
    graph: &Graph<'_>,
    is_meant: &dyn Fn(SymbolKind) -> bool,
    name: &str,
) -> Option<String> {
    let said = Written::read(code(name))?;
    let mut weights: BTreeMap<(bool, String), f64> = BTreeMap::new();
    let bearers = graph.symbols().filter(|symbol| is_meant(symbol.kind()));
    for symbol in bearers {
        let Some(written) = said.as_written_by(graph, symbol) else { continue };
        if !relations::is_data(graph, symbol.id) {
            *weights.entry((symbol.is_test(), written)).or_default() += graph.authority(symbol.id);
        }
    }
    weights
        .into_iter()
        .max_by(|((a_test, _), a), ((b_test, _), b)| b_test.cmp(a_test).then(a.total_cmp(b)))
        .map(|((_, written), _)| written)
}
