//! Whom a removed or reshaped symbol, or one that imports no longer lead to, leaves behind: what depended on it before
//! the change, and does not after.
//!
//! In the graph after a change nothing leads to what is gone, nor from an interface to a type that it has outgrown. The
//! graph before still knows.

use rustc_hash::FxHashSet;

use super::diff::{Changed, find, put_in_order};
use super::steps::Steps;
use super::table::ChangeKind;
use crate::model::{Graph, SymbolId};

/// Whether a change can leave anything behind.
#[must_use]
pub fn may_unbind(changed: &[Changed]) -> bool {
    changed.iter().any(unbinds)
}

fn unbinds(changed: &Changed) -> bool {
    matches!(changed.change, ChangeKind::Removed | ChangeKind::Signature)
}

/// Adds what depended, by one step of [`super::TABLE`], on a removed or reshaped symbol in the graph `before`, does so
/// no longer in `graph`, and did not change itself. Where the change `rebinds` names, what depended so on any symbol.
///
/// O(symbols + edges).
pub fn add_unbound(before: &Graph<'_>, graph: &Graph<'_>, changed: &mut Vec<Changed>, rebinds: bool) {
    let (old_steps, new_steps) = (Steps::of(before), Steps::of(graph));
    // What dropped out of the build is in the graph, marked as left out.
    let out = |c: &Changed| find(graph, &c.path, c.kind, &c.qualified, c.line);
    let mut known: FxHashSet<SymbolId> = changed.iter().filter_map(|c| c.symbol.or_else(|| out(c))).collect();
    let mut unbound = Vec::new();
    let own = changed.iter().filter(|c| unbinds(c)).filter_map(|cause| {
        let old = match cause.symbol {
            Some(symbol) => before.counterpart(graph, symbol),
            None => find(before, &cause.path, cause.kind, &cause.qualified, cause.line),
        };
        Some((old?, cause.symbol))
    });
    let any = before.symbols().filter(|symbol| rebinds && !symbol.kind().is_container());
    let any = any.filter(|symbol| !old_steps.from(symbol.id).is_empty());
    let any = any.map(|symbol| (symbol.id, graph.counterpart(before, symbol.id)));
    for (old, new) in own.chain(any) {
        let still = new.map_or(&[][..], |symbol| new_steps.from(symbol));
        let still: FxHashSet<SymbolId> = still.iter().map(|step| step.to).collect();
        for step in old_steps.from(old) {
            let Some(left) = graph.counterpart(before, step.to) else { continue };
            let symbol = graph.symbol(left);
            if symbol.kind().is_container() || still.contains(&left) || !known.insert(left) {
                continue;
            }
            unbound.push(Changed {
                change: ChangeKind::Unbound,
                kind: symbol.kind(),
                qualified: symbol.qualified().to_owned(),
                path: symbol.path().to_owned(),
                line: symbol.line(),
                symbol: Some(left),
                lost: Some(before.symbol(old).qualified().to_owned()),
            });
        }
    }
    changed.extend(unbound);
    put_in_order(changed);
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;
    use super::super::{FileChange, Version, changed_symbols};
    use super::*;
    use crate::golang::lower::Lowering;

    #[test]
    fn what_a_change_leaves_behind_is_known_from_the_graph_before() {
        let types = "type I interface { M() }\n\ntype A struct{}\n\nfunc (A) M() {}\n\ntype B struct{ A }\n";
        let cases: &[(&str, &str, &str, &[&str])] = &[
            ("a function", "func F() {}", "", &["Other F", "Use F"]),
            (
                "its caller changes, too",
                "func F() {}\nfunc Too() { F() }",
                "func Too() {}",
                &["Other F", "Use F"],
            ),
            ("a body", "func F() {}", "func F() { G() }\nfunc G() {}", &[]),
            ("a signature", "func F() {}", "func F(n ...int) {}", &[]),
            ("an interface gains a method", types, &types.replace("M() }", "M(); N() }"), &["A I", "B I"]),
        ];
        for (what, old, new, expected) in cases {
            let user = "package a\n\nfunc Use() { F() }\n\nfunc Far() { Use() }\n";
            let other = "package a\n\nvar Other = F\n";
            let [old, new] = [old, new].map(|text| format!("package a\n\n{text}\n"));
            let graph = |text: &str| tree(&[("a.go", text), ("use.go", user), ("v.go", other)]);
            let version = |text: &str| Version {
                path: "a.go".to_owned(),
                text: text.as_bytes().to_vec(),
                facts: Lowering::new().facts(text.as_bytes()),
            };
            let (before, after) = (graph(&old), graph(&new));
            let files = [FileChange { old: Some(version(&old)), new: Some(version(&new)) }];
            let mut changed = changed_symbols(&after.graph(), &files);
            add_unbound(&before.graph(), &after.graph(), &mut changed, false);
            let unbound = changed.iter().filter(|c| c.change == ChangeKind::Unbound);
            let mut found: Vec<String> =
                unbound.map(|c| format!("{} {}", c.qualified, c.lost.as_deref().unwrap_or(""))).collect();
            found.sort();
            assert_eq!(found, *expected, "{what}");
        }
    }
}
