//! Constants whose value is not written beside their name.
//!
//! In a group, a spec without a value repeats the expression above it with the next `iota` (Go spec, "Constant
//! declarations"). So a spec that comes or goes changes the value of those below, whose text stays as it is; and so it
//! does of those that say `iota` themselves.

use rustc_hash::FxHashMap;

use super::significant::significant;
use crate::golang::ast::{Kind, flag};
use crate::golang::facts::FileFacts;
use crate::model::SymbolKind;

/// For each spec that repeats an expression or uses `iota`: a constant of the spec with the expression, as its index
/// in [`FileFacts::decls`], and the value of `iota`, if that is used.
///
/// O(size of the file).
pub(super) fn repeated(facts: &FileFacts, text: &[u8]) -> FxHashMap<u32, (Option<u32>, u32)> {
    let constants = facts.decls.iter().zip(0..).filter(|(decl, _)| decl.kind == SymbolKind::Const as u8);
    let named: FxHashMap<u32, u32> = constants.map(|(decl, ix)| (decl.node, ix)).collect();
    let mut repeated = FxHashMap::default();
    let (mut root, mut above, mut counts) = (0, None, false);
    // The end of the previous spec, and the index of the next one in its group.
    let (mut end_before, mut iota) = (0, 0);
    while let Some(node) = facts.nodes.get(root as usize) {
        let end = node.end.max(root + 1);
        if node.kind() == Kind::ConstSpec {
            let own = named.get(&root).copied();
            if let Some(decl) = own.and_then(|own| facts.decls.get(own as usize)) {
                let between = text.get(end_before as usize..decl.start as usize).unwrap_or_default();
                let is_first = decl.start < end_before || says_const(between) || {
                    let own = text.get(decl.start as usize..decl.end as usize).unwrap_or_default();
                    own.starts_with(b"const") && own.get(5).is_some_and(u8::is_ascii_whitespace)
                };
                iota = if is_first { 0 } else { iota };
                end_before = decl.end;
            }
            let inherits = node.flags & flag::INHERITS != 0;
            if !inherits {
                let spec = facts.nodes.get(root as usize..end as usize).unwrap_or_default();
                counts = spec.iter().any(|node| facts.name(node.name) == "iota");
                above = own;
            }
            if inherits || counts {
                repeated.insert(root, (above, if counts { iota } else { 0 }));
            }
            iota += 1;
        }
        root = end;
    }
    repeated
}

/// Returns whether a group of constants begins in the text between two specs.
fn says_const(between: &[u8]) -> bool {
    significant(between).split(|byte| !byte.is_ascii_alphanumeric()).any(|word| word == b"const")
}
