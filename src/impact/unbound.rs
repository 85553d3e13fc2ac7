//! References that a change breaks: bound before, unbound after, in code that did not change.
//!
//! The graph after a change has no edge to something removed, nor from a type to an interface that it no longer
//! satisfies, so the graph before is used. A call through an interface is bound to the interface's method, so it
//! loses nothing if an implementing type is gone.

use rustc_hash::FxHashSet;

use super::change::{Changed, FileChange, UNSURE, find};
use super::diff::{changed_symbols_unless, put_in_order};
use super::evidence::{Neighbourhoods, members, no_values};
use super::rebound::rebound;
use super::steps::{ImpactStep, Steps};
use super::symbol_map::SymbolMap;
use super::travel_rules::ChangeKind;
use crate::golang::ast::{Kind, Node};
use crate::golang::facts::Decl;
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, folder};

/// Scores: a reference that no longer resolves; a type that stopped satisfying an interface.
const UNBOUND: f64 = 1.0;
const OUTGROWN: f64 = UNSURE;

/// Number of symbols that are looked at between two checks for cancellation.
const AT_ONCE: u32 = 1024;

/// Returns whether a change can leave anything behind.
#[must_use]
pub fn may_unbind(changed: &[Changed]) -> bool {
    changed.iter().any(unbinds)
}

fn unbinds(changed: &Changed) -> bool {
    use ChangeKind::{Moved, Removed, Renamed, Signature};
    matches!(changed.change, Removed | Moved | Renamed | Signature)
}

/// Adds symbols that depended on another in the graph `before`, by one step of [`super::TABLE`], no longer do in
/// `graph`, and did not change themselves. First users of what is removed, moved or reshaped (or of any symbol, if
/// the change `rebinds` names); then symbols that lost a reference to something that still exists, without another of
/// that name; then users of imports that mean another package.
///
/// O(symbols + edges).
pub fn add_unbound(
    before: &Graph<'_>,
    graph: &Graph<'_>,
    changed: &mut Vec<Changed>,
    files: &[FileChange],
    rebinds: bool,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<()> {
    let map = SymbolMap::of(before, graph, files);
    let mut gone = FxHashSet::default();
    for (cause, symbol) in changed.iter().filter_map(|changed| Some((changed, changed.gone(before)?))) {
        gone.insert(symbol);
        if cause.former.is_some() {
            // Its members are gone as well, and are not reported separately.
            gone.extend(before.members(symbol));
        }
    }
    let mut causes = reshaped(changed, &map);
    causes.extend(&gone);
    // Symbols that left the build are in the graph, marked as left out.
    let out = |c: &Changed| find(graph, &c.path, c.kind, &c.qualified, c.line);
    let known = changed.iter().filter_map(|c| c.symbol.or_else(|| out(c))).collect();
    let evidence = Neighbourhoods::new(before);
    let left_out = gone.iter().filter_map(|&gone| map.after(gone)).collect();
    let mut search =
        UnboundSearch { before, graph, files, map: &map, evidence, known, left_out, unbound: Vec::new() };
    let (old_steps, new_steps) = (Steps::unless(before, cancelled)?, Steps::unless(graph, cancelled)?);
    for of_cause in [true, false] {
        for (old, new) in map.all().filter(|&(old, _)| (rebinds || causes.contains(&old)) == of_cause) {
            if old.0 % AT_ONCE == 0 && cancelled() {
                return None;
            }
            if before.symbol(old).kind().is_container() {
                continue;
            }
            // A symbol that left the build still has its name.
            let new = new.filter(|_| !gone.contains(&old));
            let now = new.map_or(&[][..], |symbol| new_steps.from(symbol));
            search.left_behind((old, new), (old_steps.from(old), now), of_cause);
        }
    }
    for (old, new) in map.all().filter(|(old, _)| causes.contains(old)) {
        if cancelled() {
            return None;
        }
        search.no_longer_by_value(old, new);
    }
    search.no_longer_converts();
    if cancelled() {
        return None;
    }
    let unbound = search.unbound;
    changed.extend(unbound);
    changed.extend(rebound(before, graph, (&map, files), changed));
    put_in_order(changed);
    Some(())
}

/// Like [`add_unbound`], for a `graph` of a later state: the graphs before and right after the change show what
/// broke, and `graph` where that is now.
pub fn add_unbound_since(
    [before, after]: [&Graph<'_>; 2],
    graph: &Graph<'_>,
    changed: &mut Vec<Changed>,
    files: &[FileChange],
    rebinds: bool,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<()> {
    let mut told = changed_symbols_unless(after, files, cancelled)?;
    add_unbound(before, after, &mut told, files, rebinds, cancelled)?;
    let unbound = told.into_iter().filter(|c| c.change == ChangeKind::Unbound);
    changed
        .extend(unbound.map(|c| Changed { symbol: find(graph, &c.path, c.kind, &c.qualified, c.line), ..c }));
    put_in_order(changed);
    Some(())
}

/// The symbols that moved or changed their signature, in the graph before.
fn reshaped(changed: &[Changed], map: &SymbolMap) -> FxHashSet<SymbolId> {
    let there: FxHashSet<SymbolId> =
        changed.iter().filter(|c| unbinds(c)).filter_map(|cause| cause.symbol).collect();
    map.all().filter(|(_, new)| new.is_some_and(|new| there.contains(&new))).map(|(old, _)| old).collect()
}

/// The search for what is left behind.
struct UnboundSearch<'s> {
    before: &'s Graph<'s>,
    graph: &'s Graph<'s>,
    files: &'s [FileChange],
    map: &'s SymbolMap,
    evidence: Neighbourhoods<'s>,
    /// Symbols of `graph` that changed, or were found.
    known: FxHashSet<SymbolId>,
    /// Symbols of `graph` that dropped out of the build.
    left_out: FxHashSet<SymbolId>,
    unbound: Vec<Changed>,
}

impl UnboundSearch<'_> {
    /// Finds symbols with a step from a symbol before and none after. Losing a reference to something unchanged (no
    /// `cause`) counts only if no other of its name replaced it.
    fn left_behind(
        &mut self,
        (old, new): (SymbolId, Option<SymbolId>),
        (then, now): (&[ImpactStep], &[ImpactStep]),
        is_cause: bool,
    ) {
        let (before, map) = (self.before, self.map);
        let after = |step: &ImpactStep| map.after(step.to);
        if then.len() == now.len() && then.iter().zip(now).all(|(old, new)| after(old) == Some(new.to)) {
            return;
        }
        let still: FxHashSet<SymbolId> = now.iter().map(|step| step.to).collect();
        for step in then {
            let Some(left) = after(step).filter(|left| !still.contains(left)) else { continue };
            let edge = before.edge(step.edge);
            // For a type that changed itself, its places are still reported.
            let is_told = (edge.kind == EdgeKind::Implements || !self.known.contains(&left))
                && !self.graph.symbol(left).kind().is_container()
                && edge.origin != Origin::Dispatch
                // A method is not bound to the one that it fits: its type is.
                && (edge.kind != EdgeKind::Implements || step.to == edge.from)
                && self.is_in_reach(old, new, step.to);
            let lost = || before.symbol(old).qualified().to_owned();
            match (is_cause, edge.kind) {
                _ if !is_told => {}
                // Users of a removed interface are reported; types that only satisfied it lost nothing.
                (true, EdgeKind::Implements) if new.is_none() || self.wants_nothing(&edge) => {}
                (true, EdgeKind::Implements) => self.tell(left, lost(), UNBOUND),
                (true, _) if new.is_none() && !self.is_lost(&edge) => {}
                (true, _) => self.tell(left, lost(), UNBOUND),
                (false, EdgeKind::Implements) => self.no_longer_satisfies(left, &edge),
                (false, _) if self.is_lost(&edge) => self.tell(left, lost(), UNBOUND),
                (false, _) => {}
            }
        }
    }

    fn tell(&mut self, left: SymbolId, lost: String, score: f64) {
        if !self.known.insert(left) {
            return;
        }
        let unbound = Changed::of(ChangeKind::Unbound, self.graph.symbol(left));
        self.unbound.push(Changed { lost: Some(lost), score, ..unbound });
    }

    /// Returns whether a dependant itself names something that moved: only importers and former neighbours need another
    /// path.
    fn is_in_reach(&self, old: SymbolId, new: Option<SymbolId>, dependant: SymbolId) -> bool {
        let Some(new) = new else { return true };
        let (symbol, dependant) = (self.before.symbol(old), self.before.symbol(dependant));
        if folder(symbol.path()) == folder(self.graph.symbol(new).path()) {
            return true;
        }
        let file = dependant.file().map(|file| SymbolId(self.before.symbols_of(file).start));
        let imports = |file: SymbolId| {
            self.before.outgoing(file).any(|e| e.kind == EdgeKind::Imports && e.to == symbol.package())
        };
        folder(symbol.path()) == folder(dependant.path()) || file.is_some_and(imports)
    }

    /// Returns whether an edge is an implementation of an interface that any type satisfies now; such edges are not
    /// stored.
    fn wants_nothing(&self, edge: &EdgeRef<'_>) -> bool {
        let Some(interface) = self.map.after(edge.to).filter(|_| edge.kind == EdgeKind::Implements) else {
            return false;
        };
        let interface = self.graph.symbol(interface);
        let mut new = self.files.iter().filter_map(|file| file.new.as_ref());
        new.find(|new| new.path == interface.path()).is_some_and(|new| {
            let facts = &new.facts;
            let is_it = |decl: &&Decl| {
                decl.kind == SymbolKind::Interface as u8 && facts.name(decl.name) == interface.name()
            };
            let Some(decl) = facts.decls.iter().find(is_it) else { return false };
            let end = facts.nodes.get(decl.node as usize).map_or(decl.node, |node| node.end);
            (decl.node..end).any(|at| {
                let is_empty = |node: &Node| node.kind() == Kind::InterfaceType && node.end == at + 1;
                at + 1 == end && facts.nodes.get(at as usize).is_some_and(is_empty)
            })
        })
    }

    /// Returns whether an edge is lost, and none to something of that name came in its place.
    fn is_lost(&self, edge: &EdgeRef<'_>) -> bool {
        let Some(from) = self.map.after(edge.from) else { return false };
        let name = self.before.symbol(edge.to).name();
        let alike = |graph: &Graph<'_>, other: &EdgeRef<'_>| {
            other.kind == edge.kind
                && other.origin != Origin::Dispatch
                && graph.symbol(other.to).name() == name
        };
        let now = self.graph.outgoing(from).filter(|other| !self.left_out.contains(&other.to));
        let now = now.filter(|other| alike(self.graph, other)).count();
        now < self.before.outgoing(edge.from).filter(|other| alike(self.before, other)).count()
    }

    /// Reports a type that no longer satisfies an unchanged interface, with the places that relied on it.
    fn no_longer_satisfies(&mut self, left: SymbolId, edge: &EdgeRef<'_>) {
        let Some(places) = self.evidence.places(edge.from, edge.to) else { return };
        let lost = self.before.symbol(edge.to).qualified();
        self.tell(left, lost.to_owned(), OUTGROWN);
        for place in places.into_iter().filter_map(|place| self.map.after(place)) {
            self.tell(place, lost.to_owned(), UNBOUND);
        }
    }

    /// Reports types that no longer satisfy an external interface, with the places where they are still converted to
    /// it.
    fn no_longer_converts(&mut self) {
        let refused = self.graph.conversions().filter(|conversion| !conversion.is_satisfied);
        let refused: FxHashSet<_> = refused.map(|c| (c.from, c.ty, c.interface)).collect();
        for conversion in self.before.conversions().filter(|conversion| conversion.is_satisfied) {
            let after = |symbol| self.map.after(symbol);
            let (Some(place), Some(ty)) = (after(conversion.from), after(conversion.ty)) else { continue };
            if !refused.contains(&(place, ty, conversion.interface)) {
                continue;
            }
            let lost = conversion.interface.to_owned();
            let as_value = if self.lost_values(conversion.ty) { ", as a value" } else { "" };
            self.tell(ty, format!("{lost}{as_value}"), OUTGROWN);
            self.tell(place, lost, UNBOUND);
        }
    }

    /// Returns whether a method of a type has become one of its pointer's.
    fn lost_values(&self, ty: SymbolId) -> bool {
        let methods = members(self.before, ty, SymbolKind::Method);
        let mut map = methods.filter_map(|old| Some((old, self.map.after(old)?)));
        map.any(|(old, new)| no_values(self.before, self.graph, old, new).is_some())
    }

    /// Finds the type whose values no longer satisfy an interface because a method moved to the pointer.
    fn no_longer_by_value(&mut self, old: SymbolId, new: Option<SymbolId>) {
        let Some(owner) = new.and_then(|new| no_values(self.before, self.graph, old, new)) else { return };
        let Some(left) = self.map.after(owner) else { return };
        let lost = self.before.outgoing(owner).filter(|edge| edge.kind == EdgeKind::Implements);
        let lost: Vec<SymbolId> = lost.map(|edge| edge.to).collect();
        let name = self.before.symbol(old).name();
        for interface in lost {
            let had = self.evidence.had_by_value(owner, interface, name);
            if had && self.evidence.places(owner, interface).is_some() {
                let lost = self.before.symbol(interface).qualified();
                self.tell(left, format!("{lost}, as a value"), OUTGROWN);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::tests::tree;
    use super::super::{FileChange, FileVersion, changed_symbols};
    use super::*;
    use crate::golang::lower::Lowering;

    #[test]
    fn what_a_change_leaves_behind_is_known_from_the_graph_before() {
        let error = "type E struct{}\n\nfunc (E) Error() string { return \"\" }\n\n\
                     func Get() error { return E{} }\n\nfunc Other() error { return &E{} }\n";
        let types = "type I interface { M() }\n\ntype A struct{}\n\nfunc (A) M() {}\n\ntype B struct{ A }\n";
        let cases: &[(&str, &str, &str, &[&str])] = &[
            ("a function", "func F() {}", "", &["Other F", "Use F"]),
            (
                "its caller changes, too",
                "func F() {}\nfunc Too() { F() }",
                "func Too() {}",
                &["Other F", "Use F"],
            ),
            ("its name", "func F() { x() }", "func G() { x() }", &["Other F", "Use F"]),
            ("a body", "func F() {}", "func F() { G() }\nfunc G() {}", &[]),
            (
                "a type has another name, and what it is used by follows",
                "type Q []int\n\nfunc (Q) N() {}\n\nvar h Q\n\ntype K interface{ N() }",
                "type L []int\n\nfunc (L) N() {}\n\nvar h L\n\ntype J interface{ N() }",
                &[],
            ),
            ("a signature", "func F() {}", "func F(n ...int) {}", &[]),
            ("an interface gains a method", types, &types.replace("M() }", "M(); N() }"), &["A I", "B I"]),
            ("an interface that wants nothing", types, &types.replace("{ M() }", "{}"), &["Do I.M"]),
            (
                "what an interface embeds",
                &types.replace("{ M() }", "{ W }\n\ntype W interface { M() }"),
                &types.replace("{ M() }", "{ X }\n\ntype X interface { N() }\n\ntype W interface { M() }"),
                &["A I", "B I", "Do W.M"],
            ),
            // Nothing counts on B as an I, and Do calls I.M as before.
            ("a type loses a method", types, &types.replace("func (A) M() {}", ""), &["A I", "V I"]),
            (
                "it changes, too",
                types,
                &types.replace("func (A) M() {}", "").replace("A struct{}", "A struct{ n int }"),
                &["V I"],
            ),
            ("its method is another", types, &types.replace("(A) M() {", "(A) M(n int) {"), &["A I", "V I"]),
            (
                "its method is its pointer's",
                types,
                &types.replace("(A) M()", "(*A) M()"),
                &["A I, as a value"],
            ),
            (
                "an interface from outside",
                error,
                &error.replace(") Error", ") Err"),
                &["E error", "Get error", "Other error"],
            ),
            (
                "the same as a value",
                error,
                &error.replace("(E)", "(*E)"),
                &["E error, as a value", "Get error"],
            ),
            (
                "who changes, too",
                error,
                &error.replace(") Error", ") Err").replace("&E{}", "nil"),
                &["E error", "Get error"],
            ),
            ("a body behind it", error, &error.replace("\"\"", "\"e\""), &[]),
            (
                "its pointer's as others were",
                &types.replace("M() }", "M(); N() }\n\nfunc (*A) N() {}"),
                &types.replace("M() }", "M(); N() }\n\nfunc (*A) N() {}").replace("(A) M()", "(*A) M()"),
                &[],
            ),
        ];
        for (what, old, new, expected) in cases {
            let user = "package a\n\nfunc Use() { F() }\n\nfunc Far() { Use() }\n\n\
                        var V I = A{}\n\nfunc Do(i I) { i.M() }\n\nfunc Len() { h.N() }\n\n\
                        type Two struct{}\n\nfunc (Two) N() {}\n";
            let other = "package a\n\nvar Other = F\n";
            let [old, new] = [old, new].map(|text| format!("package a\n\n{text}\n"));
            let graph = |text: &str| tree(&[("a.go", text), ("use.go", user), ("v.go", other)]);
            let version = |text: &str| FileVersion {
                path: "a.go".to_owned(),
                text: text.as_bytes().to_vec(),
                facts: Lowering::new().facts(text.as_bytes()),
            };
            let (before, after) = (graph(&old), graph(&new));
            let files = [FileChange { old: Some(version(&old)), new: Some(version(&new)) }];
            let mut changed = changed_symbols(&after.graph(), &files);
            add_unbound(&before.graph(), &after.graph(), &mut changed, &files, false, &|| false);
            let unbound = changed.iter().filter(|c| c.change == ChangeKind::Unbound);
            let mut found: Vec<String> =
                unbound.map(|c| format!("{} {}", c.qualified, c.lost.as_deref().unwrap_or(""))).collect();
            found.sort();
            assert_eq!(found, *expected, "{what}");
        }
    }

    #[test]
    fn who_loses_what_is_still_there_is_left_behind_and_what_moved_takes_its_package_along() {
        let make = "package m\n\nimport \"m/b\"\n\nfunc Make() *b.T { return nil }\n";
        let user = "package m\n\nfunc Use() { Make().M() }\n\nfunc Same() { Make().N() }\n";
        let b = "package b\n\ntype T struct{}\n\nfunc (*T) M() { own() }\n\nfunc (*T) N() {}\n\n\
                 type Other struct{}\n\nfunc (*Other) N() {}\n\nfunc own() {}\n";
        let far = "package far\n\nimport \"m\"\n\nfunc Far() { m.Make().M() }\n";
        let whole = [("make.go", make), ("use.go", user), ("b/b.go", b), ("far/far.go", far)];
        let other = make.replace("*b.T", "*b.Other");
        let other = other.as_str();
        let cases: [(_, _, _, &[&str]); 2] = [
            ("another type with some of its methods", "make.go", ("make.go", other), &["Use T.M", "Far T.M"]),
            ("a package elsewhere", "b/b.go", ("c/b.go", b), &["Make T"]),
        ];
        for (what, old, new, expected) in cases {
            let version = |(path, text): (&str, &str)| FileVersion {
                path: path.to_owned(),
                text: text.as_bytes().to_vec(),
                facts: Lowering::new().facts(text.as_bytes()),
            };
            let mut after = whole;
            let at = whole.iter().position(|(path, _)| *path == old).unwrap();
            after[at] = new;
            let files = [FileChange { old: Some(version(whole[at])), new: Some(version(new)) }];
            let (before, after) = (tree(&whole), tree(&after));
            let mut changed = changed_symbols(&after.graph(), &files);
            add_unbound(&before.graph(), &after.graph(), &mut changed, &files, false, &|| false);
            let unbound = changed.iter().filter(|c| c.change == ChangeKind::Unbound);
            let found: Vec<String> =
                unbound.map(|c| format!("{} {}", c.qualified, c.lost.as_deref().unwrap_or(""))).collect();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            let mut found: Vec<&str> = found.iter().map(String::as_str).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{what}");
        }
    }

    #[test]
    fn it_can_be_called_off_at_any_time() {
        let (old, new) = ("package a\n\nfunc F() {}\n", "package a\n");
        let user = "package a\n\nfunc Use() { F() }\n";
        let version = |text: &str| FileVersion {
            path: "a.go".to_owned(),
            text: text.as_bytes().to_vec(),
            facts: Lowering::new().facts(text.as_bytes()),
        };
        let [before, after] = [old, new].map(|text| tree(&[("a.go", text), ("use.go", user)]));
        let files = [FileChange { old: Some(version(old)), new: Some(version(new)) }];
        let told = changed_symbols(&after.graph(), &files);
        for since in [false, true] {
            let found = |most: usize| {
                let (asked, mut changed) = (AtomicUsize::new(0), told.clone());
                let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= most;
                let (before, after) = (&before.graph(), &after.graph());
                let done = if since {
                    add_unbound_since([before, after], after, &mut changed, &files, false, &cancelled)
                } else {
                    add_unbound(before, after, &mut changed, &files, false, &cancelled)
                };
                (done.is_some(), changed.len() - told.len())
            };
            let first = (0..1_000_000).find(|&most| found(most).0).unwrap_or_default();
            assert!(
                first > 4,
                "{since}: once for each graph, for each walk over it and for the rest: {first}"
            );
            assert_eq!((found(first), found(first - 1)), ((true, 1), (false, 0)), "{since}");
        }
    }
}
