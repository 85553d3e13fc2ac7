//! Types that behave differently because of a new method that no code names: external code looks for it at run time,
//! as `fmt` for `String() string` and `encoding/json` for `MarshalJSON`.

use rustc_hash::FxHashSet;

use super::change::{Aspect, Changed};
use super::travel_rules::ChangeKind;
use crate::model::{Graph, SymbolId, SymbolKind};

/// The unchanged types that gained a method which external code may call; users of their values may notice.
/// O(changes).
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
