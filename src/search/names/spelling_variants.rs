//! Names whose capitals differ from those of the tree.

use std::collections::BTreeMap;

use crate::model::{Graph, SymbolKind};
use crate::relations::is_data;
use crate::search::names::qualified_name::{QualifiedName, code};

/// The tree's spelling of a name of some kinds: that of the most important symbol, code before tests. O(symbols).
pub(crate) fn written(
    graph: &Graph<'_>,
    is_meant: &dyn Fn(SymbolKind) -> bool,
    name: &str,
) -> Option<String> {
    let said = QualifiedName::read(code(name))?;
    let mut weights: BTreeMap<(bool, String), f64> = BTreeMap::new();
    let bearers = graph.symbols().filter(|symbol| is_meant(symbol.kind()));
    for symbol in bearers {
        let Some(written) = said.as_written_by(graph, symbol) else { continue };
        if !is_data(graph, symbol.id) {
            *weights.entry((symbol.is_test(), written)).or_default() += graph.authority(symbol.id);
        }
    }
    weights
        .into_iter()
        .max_by(|((a_test, _), a), ((b_test, _), b)| b_test.cmp(a_test).then(a.total_cmp(b)))
        .map(|((_, written), _)| written)
}
