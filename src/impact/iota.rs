//! Constants whose value is not written beside their name.
//!
//! In a group, a spec without a value repeats the expression above it with the next `iota` (Go spec, "Constant
//! declarations"). So a spec that comes or goes changes the value of those below, whose text stays as it is.
//! What an expression of its own makes of another `iota` is not seen.

use rustc_hash::FxHashMap;

use crate::golang::ast::{Kind, flag};
use crate::golang::facts::FileFacts;
use crate::model::SymbolKind;

/// By node of a spec that repeats an expression: a constant of the spec that has it, as its place in
/// [`FileFacts::decls`], and how much more `iota` is, where that says it.
///
/// O(declarations of the file).
pub(super) fn repeated(facts: &FileFacts) -> FxHashMap<u32, (Option<u32>, u32)> {
    let constants = facts.decls.iter().zip(0..).filter(|(decl, _)| decl.kind == SymbolKind::Const as u8);
    let named: FxHashMap<u32, u32> = constants.map(|(decl, ix)| (decl.node, ix)).collect();
    let mut repeated = FxHashMap::default();
    let (mut root, mut above, mut below, mut counts) = (0, None, 0, 0);
    while let Some(node) = facts.nodes.get(root as usize) {
        let end = node.end.max(root + 1);
        if node.kind() == Kind::ConstSpec {
            if node.flags & flag::INHERITS == 0 {
                let spec = facts.nodes.get(root as usize..end as usize).unwrap_or_default();
                counts = u32::from(spec.iter().any(|node| facts.name(node.name) == "iota"));
                (above, below) = (named.get(&root).copied(), 0);
            } else {
                below += counts;
                repeated.insert(root, (above, below));
            }
        }
        root = end;
    }
    repeated
}
