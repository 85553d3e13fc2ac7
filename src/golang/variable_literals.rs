//! Finds function literals in the values of package variables: the compiler names them after no declaration
//! (`pkg.init.func1`), but numbers them in their order. What stands in them runs where they are called, not where the variable
//! gets its value.

use std::ops::RangeInclusive;

use super::ast::{Kind, Node, children};
use super::ids::FileIx;
use super::link::World;
use crate::model::{SymbolId, SymbolKind};

/// The literals in the values of variables, but for those inside of another, each with the lines on which nothing else
/// stands; none of one that is called at once. `symbols` holds the symbol of each declaration. O(nodes of values).
pub(super) fn variable_literals(
    world: &World<'_>,
    symbols: &[Option<SymbolId>],
) -> Vec<(SymbolId, RangeInclusive<u32>)> {
    let mut found = Vec::new();
    for ix in 0..world.files.len() as u32 {
        let file = world.file(FileIx(ix));
        for (decl, symbol) in file.facts.decls.iter().zip(&symbols[file.first_decl as usize..]) {
            if let Some(symbol) = symbol
                && decl.kind == SymbolKind::Var as u8
            {
                let literals = literals_of(file.nodes(), decl.node, decl.nth as usize);
                found.extend(literals.into_iter().map(|lines| (*symbol, lines)));
            }
        }
    }
    found
}

/// The literals in the value of the `nth` name of a spec. A call that gives several variables their values counts for the
/// first.
fn literals_of(nodes: &[Node], spec: u32, nth: usize) -> Vec<RangeInclusive<u32>> {
    let mut parts = children(nodes, spec).skip(1);
    let (Some(names), Some(values)) = (parts.next(), parts.next()) else { return Vec::new() };
    let values: Vec<u32> = children(nodes, values).collect();
    let is_own = values.len() == children(nodes, names).count() || nth == 0;
    let Some(&value) = values.get(nth).filter(|_| is_own) else { return Vec::new() };
    let (mut at, mut literals) = (value, Vec::new());
    while at < nodes[value as usize].end {
        if nodes[at as usize].kind() == Kind::FuncLit {
            literals.push(own_lines(nodes, at, at > value && nodes[at as usize - 1].kind() == Kind::Call));
            at = nodes[at as usize].end;
        } else {
            at += 1;
        }
    }
    literals
}

/// The lines on which nothing but a literal stands, as far as it has parts there.
fn own_lines(nodes: &[Node], literal: u32, is_called: bool) -> RangeInclusive<u32> {
    let Node { line, end, .. } = nodes[literal as usize];
    let last = nodes[literal as usize..end as usize].iter().map(|node| node.line).max();
    let next = nodes.get(end as usize).map_or(u32::MAX, |node| node.line);
    let last = last.filter(|_| !is_called).unwrap_or(line).min(next.max(line + 1) - 1);
    line + 1..=last
}
