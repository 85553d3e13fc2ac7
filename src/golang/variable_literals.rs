//! Finds function literals in the values of package variables: the compiler names them after no declaration
//! (`pkg.init.func1`), but numbers them in their order.

use super::ast::{Kind, Node, children};
use super::ids::FileIx;
use super::link::World;
use crate::model::{SymbolId, SymbolKind};

/// The variables with literals in their values, and how many stand there; those inside of another are not counted.
/// `symbols` holds the symbol of each declaration. O(nodes of values).
pub(super) fn variable_literals(world: &World<'_>, symbols: &[Option<SymbolId>]) -> Vec<(SymbolId, u32)> {
    let mut found = Vec::new();
    for ix in 0..world.files.len() as u32 {
        let file = world.file(FileIx(ix));
        for (decl, symbol) in file.facts.decls.iter().zip(&symbols[file.first_decl as usize..]) {
            if let Some(symbol) = symbol
                && decl.kind == SymbolKind::Var as u8
            {
                let literals = literals_of(file.nodes(), decl.node, decl.nth as usize);
                if literals > 0 {
                    found.push((*symbol, literals));
                }
            }
        }
    }
    found
}

/// The literals in the value of the `nth` name of a spec. A call that gives several variables their values counts for the
/// first.
fn literals_of(nodes: &[Node], spec: u32, nth: usize) -> u32 {
    let mut parts = children(nodes, spec).skip(1);
    let (Some(names), Some(values)) = (parts.next(), parts.next()) else { return 0 };
    let values: Vec<u32> = children(nodes, values).collect();
    let is_own = values.len() == children(nodes, names).count() || nth == 0;
    let Some(&value) = values.get(nth).filter(|_| is_own) else { return 0 };
    let (mut at, mut count) = (value, 0);
    while at < nodes[value as usize].end {
        let is_literal = nodes[at as usize].kind() == Kind::FuncLit;
        count += u32::from(is_literal);
        at = if is_literal { nodes[at as usize].end } else { at + 1 };
    }
    count
}
