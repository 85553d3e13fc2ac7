//! The signature of a function as callers see it: types without names.

use crate::golang::ast::{Kind, NO_NAME, children};
use crate::golang::facts::{Decl, FileFacts};

/// The types of receiver, parameters and results in order, as bytes to compare. `None` for other declarations, and
/// for types whose parts the lowered tree does not distinguish. O(nodes of the signature).
pub(super) fn shape(facts: &FileFacts, decl: &Decl) -> Option<Vec<u8>> {
    let parts = match facts.nodes.get(decl.node as usize)?.kind() {
        // Receiver, type parameters, parameters with results; then the body.
        Kind::FuncDecl => 3,
        Kind::IMethod => 1,
        _ => return None,
    };
    let mut out = Vec::new();
    children(&facts.nodes, decl.node).take(parts).try_for_each(|node| write(facts, node, &mut out))?;
    Some(out)
}

fn write(facts: &FileFacts, at: u32, out: &mut Vec<u8>) -> Option<()> {
    let node = facts.nodes.get(at as usize)?;
    match node.kind() {
        // Operators are kept by their class, literals by their kind.
        Kind::Bad | Kind::Binary | Kind::Unary => return None,
        Kind::BasicLit if node.name == NO_NAME => return None,
        Kind::Params => {
            out.extend([Kind::Params as u8, node.flags, b'(']);
            for group in children(&facts.nodes, at) {
                let mut parts = children(&facts.nodes, group);
                let start = out.len();
                write(facts, parts.next()?, out)?;
                let of_one = out[start..].to_vec();
                // `a, b T` are two of one type; without a name it is one.
                parts.skip(1).for_each(|_| out.extend(&of_one));
            }
        }
        kind => {
            out.extend([kind as u8, node.flags, b'(']);
            out.extend(facts.name(node.name).as_bytes());
            children(&facts.nodes, at).try_for_each(|child| write(facts, child, out))?;
        }
    }
    out.push(b')');
    Some(())
}
