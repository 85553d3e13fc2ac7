//! Places that compiled before a change and no longer do.

use rustc_hash::{FxHashMap, FxHashSet};

use super::change::{Aspect, Changed, FileChange, UNSURE, find};
use super::travel_rules::ChangeKind;
use crate::golang::{Misfit, MisfitKind};
use crate::model::{Graph, SymbolId, SymbolKind};

/// A declaration with code that no longer compiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// It in the graph; `None` if the graph does not have it.
    pub symbol: Option<SymbolId>,
    pub path: String,
    /// Its name with that of the type that holds it; empty for the head of a file.
    pub qualified: String,
    pub kind: SymbolKind,
    pub line: u32,
    /// The places, in order of their lines.
    pub places: Vec<BrokenPlace>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPlace {
    pub line: u32,
    /// The misfit, as a clause.
    pub what: String,
}

impl Broken {
    /// The lines of its places, each once.
    pub fn lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = self.places.iter().map(|place| place.line).collect();
        lines.dedup();
        lines
    }

    /// Returns whether a method that some type lacks mends all its places.
    fn is_mended_by_a_method(&self) -> bool {
        self.places.iter().all(|place| clause(&place.what).len() < place.what.len())
    }
}

/// A misfit without the method that is missing.
fn clause(what: &str) -> &str {
    what.find(": ").map_or(what, |end| &what[..end])
}

/// The code that a change breaks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Breakage {
    /// Code that compiled before the change and no longer does, by path, tests behind other code; last what a method that a type
    /// lacks mends.
    pub broken: Vec<Broken>,
    /// Unchanged declarations with such code or with names from a package that is gone, and types that no longer satisfy an
    /// interface where they have to.
    pub unbound: Vec<Changed>,
}

/// Returns whether a change can make code of other files fail to compile: it is not only a change of bodies.
pub fn may_break_others(graph: &Graph<'_>, changed: &[Changed]) -> bool {
    use SymbolKind::{Field, InterfaceMethod, Method};
    changed.iter().any(|changed| match changed.change {
        ChangeKind::Unbound => false,
        ChangeKind::Body => !changed.kind.is_callable(),
        ChangeKind::Added if matches!(changed.kind, Field | InterfaceMethod | Method) => true,
        ChangeKind::Added => changed.symbol.is_some_and(|symbol| has_namesake(graph, symbol)),
        _ => true,
    })
}

/// Returns whether another symbol of its package has the name of a symbol.
fn has_namesake(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let own = graph.symbol(symbol);
    let mut others = graph.files_of(own.package()).flat_map(|file| graph.symbols_of(file)).map(SymbolId);
    others.any(|other| other != symbol && graph.symbol(other).qualified() == own.qualified())
}

/// Finds the code that does not fit after a change and did before, for a graph of the state after or of a later one. What is
/// said of one declaration more often than before counts, so code that is not understood in either state is not reported.
/// O(misfits).
pub fn broken(
    graph: &Graph<'_>,
    [before, after]: [&[Misfit]; 2],
    files: &[FileChange],
    changed: &[Changed],
) -> Breakage {
    let name = |path: &str, qualified: &str| (path.to_owned(), qualified.to_owned());
    let mut told: FxHashSet<(String, String)> =
        changed.iter().map(|changed| name(&changed.path, &changed.qualified)).collect();
    let mut found = Breakage::default();
    let mut fresh = fresh(before, after, files);
    for misfit in fresh.iter().filter(|misfit| misfit.why == MisfitKind::Refused) {
        let place = BrokenPlace { line: misfit.line, what: misfit.what.clone() };
        let is_same = |broken: &&mut Broken| {
            (broken.path.as_str(), broken.qualified.as_str(), broken.line)
                == (misfit.path.as_str(), misfit.qualified.as_str(), misfit.declared)
        };
        match found.broken.last_mut().filter(is_same) {
            Some(known) => known.places.push(place),
            None => found.broken.push(Broken {
                symbol: symbol(graph, misfit),
                path: misfit.path.clone(),
                qualified: misfit.qualified.clone(),
                kind: misfit.kind,
                line: misfit.declared,
                places: vec![place],
            }),
        }
    }
    // Refused first, as a type may be both.
    fresh.sort_by_key(|misfit| misfit.why);
    for misfit in fresh.into_iter().filter(|misfit| !misfit.qualified.is_empty()) {
        let Misfit { path, qualified, kind, declared, .. } = misfit;
        if !told.insert(name(path, qualified)) {
            continue;
        }
        let unbound = Changed::at(ChangeKind::Unbound, *kind, qualified.clone(), path.clone(), *declared);
        let lost = Some(misfit.lost.clone()).filter(|lost| !lost.is_empty());
        let (aspect, score) =
            if misfit.why == MisfitKind::Outgrown { (Some(Aspect::Methods), UNSURE) } else { (None, 1.0) };
        found.unbound.push(Changed { symbol: symbol(graph, misfit), lost, aspect, score, ..unbound });
    }
    found.broken.sort_by_key(|broken| (broken.is_mended_by_a_method(), broken.path.ends_with("_test.go")));
    found
}

/// The misfits that there are more of after the change, by declaration and clause. What is said of a method does not count: a
/// value that did not fit before does not do so anew.
fn fresh<'m>(before: &[Misfit], after: &'m [Misfit], files: &[FileChange]) -> Vec<&'m Misfit> {
    let renamed: FxHashMap<&str, &str> = files
        .iter()
        .filter_map(|file| Some((file.old.as_ref()?.path.as_str(), file.new.as_ref()?.path.as_str())))
        .collect();
    let mut balance: FxHashMap<(&str, &str, &str), i32> = FxHashMap::default();
    for misfit in before {
        let path = renamed.get(misfit.path.as_str()).copied().unwrap_or(&misfit.path);
        *balance.entry((path, &misfit.qualified, clause(&misfit.what))).or_default() -= 1;
    }
    for misfit in after {
        *balance.entry((&misfit.path, &misfit.qualified, clause(&misfit.what))).or_default() += 1;
    }
    let is_more = |misfit: &&Misfit| {
        balance[&(misfit.path.as_str(), misfit.qualified.as_str(), clause(&misfit.what))] > 0
    };
    after.iter().filter(is_more).collect()
}

fn symbol(graph: &Graph<'_>, misfit: &Misfit) -> Option<SymbolId> {
    if misfit.qualified.is_empty() {
        return graph.symbols_of(graph.find_file(&misfit.path)?).next().map(SymbolId);
    }
    find(graph, &misfit.path, misfit.kind, &misfit.qualified, misfit.declared)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{tree, with_sources};
    use super::super::{FileChange, FileVersion, changed_symbols, rebound};
    use super::*;
    use crate::golang::build_constraint::Host;
    use crate::golang::lower::Lowering;
    use crate::golang::{Concern, Misfits, misfits};
    use crate::model::folder;

    type Tree<'t> = [(&'t str, &'t str)];

    /// The misfits of a tree in a state, in the packages of some files and those that import them.
    fn checked(tree: &Tree<'_>, changed: &[&str], before: Option<&Misfits>) -> Misfits {
        let folders = changed.iter().map(|path| folder(path)).collect();
        let found = with_sources(tree, |sources, workspace| {
            let concern = Concern { folders, ..Concern::default() };
            misfits(sources, workspace, &Host::default(), &concern, before, &|| false)
        });
        found.unwrap_or_default()
    }

    fn version((path, text): (&str, &str)) -> FileVersion {
        let facts = Lowering::new().facts(text.as_bytes());
        FileVersion::new(path.to_owned(), text.as_bytes().to_vec(), facts, &Host::default())
    }

    /// References that are unbound when one file of a tree becomes another, as `declaration lost`, sorted.
    fn unbound(whole: &Tree<'_>, nth: usize, new: (&str, &str)) -> Vec<String> {
        let mut after = whole.to_vec();
        after[nth] = new;
        let files = [FileChange { old: Some(version(whole[nth])), new: Some(version(new)) }];
        let paths = [whole[nth].0, new.0];
        let then = checked(whole, &paths, None);
        let now = checked(&after, &paths, Some(&then));
        let graph = tree(&after);
        let mut changed = changed_symbols(&graph.graph(), &files);
        changed.extend(broken(&graph.graph(), [&then.found, &now.found], &files, &changed).unbound);
        changed.extend(rebound([&then.packages, &now.packages], &graph.graph(), &files, &changed));
        let unbound = changed.iter().filter(|c| c.change == ChangeKind::Unbound);
        let mut found: Vec<String> =
            unbound.map(|c| format!("{} {}", c.qualified, c.lost.as_deref().unwrap_or(""))).collect();
        found.sort();
        found
    }

    #[test]
    fn what_a_change_leaves_behind_is_found_by_types() {
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
            ("an interface gains a method", types, &types.replace("M() }", "M(); N() }"), &["A I", "V I"]),
            ("an interface that wants nothing", types, &types.replace("{ M() }", "{}"), &["Do I.M"]),
            (
                "what an interface embeds",
                &types.replace("{ M() }", "{ W }\n\ntype W interface { M() }"),
                &types.replace("{ M() }", "{ X }\n\ntype X interface { N() }\n\ntype W interface { M() }"),
                &["A I", "Do I.M", "V I"],
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
            ("its method is its pointer's", types, &types.replace("(A) M()", "(*A) M()"), &["A I", "V I"]),
            (
                "an interface from outside",
                error,
                &error.replace(") Error", ") Err"),
                &["E error", "Get error", "Other error"],
            ),
            ("the same as a value", error, &error.replace("(E)", "(*E)"), &["E error", "Get error"]),
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
            let whole = [("a.go", old.as_str()), ("use.go", user), ("v.go", other)];
            assert_eq!(unbound(&whole, 0, ("a.go", &new)), *expected, "{what}");
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
        let other = unbound(&whole, 0, ("make.go", &other));
        assert_eq!(other, ["Far b.Other.M", "Use b.Other.M"], "another type with some of its methods");
        assert_eq!(unbound(&whole, 2, ("c/b.go", b)), ["Make m/b"], "a package elsewhere");
    }
}
