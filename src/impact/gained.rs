//! Types that a new method makes behave otherwise where nobody names it: what code outside of the tree asks a value for
//! while it runs, such as `fmt` for `String() string`, or `encoding/json` for `MarshalJSON`.

use rustc_hash::FxHashSet;

use super::change::{Aspect, Changed};
use super::table::ChangeKind;
use crate::model::{Graph, SymbolId, SymbolKind};

/// The types that gained a method by which code outside of the tree may call them, and did not change themselves: who
/// uses their values may notice. O(changes).
pub(super) fn gained(graph: &Graph<'_>, changed: &[Changed]) -> Vec<Changed> {
    let mut known: FxHashSet<SymbolId> = changed.iter().filter_map(|changed| changed.symbol).collect();
    let added = changed.iter().filter(|c| c.change == ChangeKind::Added && c.kind == SymbolKind::Method);
    let types = added
        .filter_map(|changed| changed.symbol.filter(|&method| graph.outside(method).next().is_some()))
        .filter_map(|method| graph.symbol(method).owner());
    let types: Vec<SymbolId> = types.filter(|&ty| known.insert(ty)).collect();
    let change = ChangeKind::Body;
    let row =
        |ty: SymbolId| Changed { aspect: Some(Aspect::Methods), ..Changed::of(change, graph.symbol(ty)) };
    types.into_iter().map(row).collect()
}
