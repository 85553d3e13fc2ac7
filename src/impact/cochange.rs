//! Facts from past commits beside the graph: the symbols that change together, and whether the graph explains why.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::likelihood::CoChangeIndex;
use crate::history::{CoChange, History};
use crate::model::{EdgeKind, Graph, SymbolId};

/// Most targets whose history is examined; of a larger change only the first ones are.
const MAX_TARGETS: usize = 64;
/// Partners that are listed.
const MAX_PARTNERS: usize = 100;
/// Steps of dependency within which the graph explains a pair.
const EXPLAINING: u32 = 3;
/// Most symbols visited in each direction for an explanation; around a hub everything is near, which explains
/// nothing.
const MAX_EXPLAINED: usize = 20_000;

/// Something that changes with a target.
#[derive(Clone, Debug, PartialEq)]
pub struct CoChanged {
    pub path: String,
    /// The declaration; `None` for the file as a whole.
    pub name: Option<String>,
    /// True if the figures are those of the target's file, because co-changes of a declaration with whole files are not
    /// counted.
    pub of_file: bool,
    /// Its symbol in the graph: the declaration, or the file.
    pub symbol: Option<SymbolId>,
    /// Probability that a change of the target comes with one of the partner, in [0, 1]; recent and small commits
    /// weigh more.
    pub confidence: f64,
    /// Probability that a change of the partner comes with one of the target, in [0, 1].
    pub reverse: f64,
    /// Commits that changed both.
    pub support: u32,
    /// Shares of the target's commits, and of the partner's, that changed both, in [0, 1].
    pub shares: [f64; 2],
    /// Time of the last common commit, in seconds since 1970 (UTC).
    pub last: i64,
    /// The connection of the two in the graph; `None` without one.
    pub explained: Option<GraphDistance>,
}

/// The connection of a partner with a target in the graph, in at most three steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphDistance {
    /// The partner depends on the target.
    Dependant(u32),
    /// The target depends on the partner.
    Dependency(u32),
}

/// The co-changes of some targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoChanges {
    pub index: CoChangeIndex,
    /// Largest share first, removed ones last; declarations before files of equal share.
    pub partners: Vec<CoChanged>,
}

/// Finds what changes together with `targets`. For a partner of several targets the pair with the highest confidence
/// counts.
///
/// O(commits of the targets and of their partners), and the surroundings of the targets in the graph.
pub fn co_changes(graph: &Graph<'_>, history: &History, targets: &[SymbolId]) -> CoChanges {
    let targets = &targets[..targets.len().min(MAX_TARGETS)];
    let mut found = PartnerTable::default();
    for target in targets.iter().map(|&id| graph.symbol(id)) {
        let is_part = !target.kind().is_container();
        if is_part {
            found.take(graph, history.co_changes_of_symbol(target.path(), target.qualified()), false);
        }
        found.take(graph, history.co_changes(target.path()), is_part);
    }
    let mut index = CoChangeIndex::default();
    for partner in found.partners.values() {
        let Some(symbol) = partner.symbol else { continue };
        match (&partner.name, graph.symbol(symbol).file()) {
            (Some(_), _) => index.symbols.insert(symbol, partner.confidence),
            (None, Some(file)) => index.files.insert(file, partner.confidence),
            (None, None) => None,
        };
    }
    let own: FxHashSet<&str> = targets.iter().map(|&id| graph.symbol(id).path()).collect();
    let mut partners: Vec<CoChanged> = found.partners.into_values().collect();
    // Co-changes among the targets, or with their own files, are not informative.
    partners.retain(|partner| match partner.name {
        Some(_) => partner.symbol.is_none_or(|id| !targets.contains(&id)),
        None => !own.contains(partner.path.as_str()),
    });
    // Sorted by the figures shown: old commits weigh little in the confidence, but a reader who counts commits finds
    // them all.
    partners.sort_by(|a, b| {
        (a.symbol.is_none().cmp(&b.symbol.is_none()))
            .then(b.shares[0].total_cmp(&a.shares[0]))
            .then(b.confidence.total_cmp(&a.confidence))
            .then(a.name.is_none().cmp(&b.name.is_none()))
            .then_with(|| (&a.path, &a.name).cmp(&(&b.path, &b.name)))
    });
    partners.truncate(MAX_PARTNERS);
    let surroundings = [around(graph, targets, true), around(graph, targets, false)];
    for partner in &mut partners {
        partner.explained = explained(graph, partner, &surroundings);
    }
    CoChanges { index, partners }
}

/// Partners by path and name.
#[derive(Default)]
struct PartnerTable {
    partners: FxHashMap<(String, Option<String>), CoChanged>,
}

impl PartnerTable {
    fn take(&mut self, graph: &Graph<'_>, rows: Vec<CoChange<'_>>, of_file: bool) {
        for row in rows {
            let (path, name) = (row.partner.path.to_owned(), row.partner.symbol.map(str::to_owned));
            let known = self.partners.entry((path, name)).or_insert_with_key(|(path, name)| CoChanged {
                path: path.clone(),
                name: name.clone(),
                of_file,
                symbol: find(graph, path, name.as_deref()),
                confidence: -1.0,
                reverse: 0.0,
                support: 0,
                shares: [0.0; 2],
                last: 0,
                explained: None,
            });
            if row.confidence > known.confidence {
                (known.confidence, known.reverse) = (row.confidence, row.reverse);
                (known.support, known.last, known.of_file) = (row.support, row.last, of_file);
                known.shares = row.shares();
            }
        }
    }
}

/// The declaration of a name in a file, or the file.
fn find(graph: &Graph<'_>, path: &str, name: Option<&str>) -> Option<SymbolId> {
    let mut symbols = graph.symbols_of(graph.find_file(path)?).map(SymbolId);
    match name {
        None => symbols.next(),
        Some(name) => symbols.skip(1).find(|&id| graph.symbol(id).qualified() == name),
    }
}

/// Symbols that depend on the targets (or that they depend on), with the steps between.
fn around(graph: &Graph<'_>, targets: &[SymbolId], dependants: bool) -> FxHashMap<SymbolId, u32> {
    let mut depths: FxHashMap<SymbolId, u32> = targets.iter().map(|&id| (id, 0)).collect();
    let mut open: VecDeque<(SymbolId, u32)> = targets.iter().map(|&id| (id, 0)).collect();
    while let Some((at, depth)) = open.pop_front() {
        if depth == EXPLAINING || depths.len() > MAX_EXPLAINED {
            break;
        }
        let mut visit = |next: SymbolId| {
            depths.entry(next).or_insert_with(|| {
                open.push_back((next, depth + 1));
                depth + 1
            });
        };
        let is_dependency = |kind| !matches!(kind, EdgeKind::MemberOf | EdgeKind::Runs);
        if dependants {
            graph.incoming(at).filter(|edge| is_dependency(edge.kind)).for_each(|edge| visit(edge.from));
        } else {
            graph.outgoing(at).filter(|edge| is_dependency(edge.kind)).for_each(|edge| visit(edge.to));
        }
    }
    depths
}

fn explained(
    graph: &Graph<'_>,
    partner: &CoChanged,
    [dependants, dependencies]: &[FxHashMap<SymbolId, u32>; 2],
) -> Option<GraphDistance> {
    let symbol = partner.symbol?;
    // The distance of a file is that of its nearest symbol.
    let held = match (&partner.name, graph.symbol(symbol).file()) {
        (None, Some(file)) => graph.symbols_of(file),
        _ => symbol.0..symbol.0 + 1,
    };
    let nearest = |depths: &FxHashMap<SymbolId, u32>| {
        held.clone().filter_map(|ix| depths.get(&SymbolId(ix))).copied().filter(|&depth| depth > 0).min()
    };
    match (nearest(dependants), nearest(dependencies)) {
        (Some(up), Some(down)) if down < up => Some(GraphDistance::Dependency(down)),
        (Some(up), _) => Some(GraphDistance::Dependant(up)),
        (None, down) => down.map(GraphDistance::Dependency),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::build_constraint::Host;
    use crate::golang::lower::Lowering;
    use crate::golang::module::Workspace;
    use crate::golang::{SourceFile, analyze};
    use crate::history::{CommitReader, HunkReader};
    use crate::model::{GraphData, resolve};

    const TREE: [(&str, &str); 3] = [
        ("a/a.go", "package a\n\nfunc F() { G() }\n\nfunc G() {}\n"),
        ("b/b.go", "package b\n\nimport \"m/a\"\n\nfunc H() { a.F() }\n\nfunc Alone() {}\n"),
        ("c/c.go", "package c\n\nfunc Far() {}\n"),
    ];

    fn tree() -> GraphData {
        let mut lowering = Lowering::new();
        let facts = TREE.map(|(path, text)| (path, lowering.facts(text.as_bytes())));
        let sources: Vec<SourceFile<'_>> =
            facts.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: false }).collect();
        analyze(&sources, &Workspace::new([("go.mod", "module m\n")]), &Host::default())
    }

    /// Commits of one day each, newest first, as the declarations that each changed: `path::name`.
    fn history(commits: &[&[&str]]) -> History {
        const NOW: i64 = 1_700_000_000;
        let files = |commit: &[&str]| -> Vec<String> {
            let paths = commit.iter().map(|place| place.split_once("::").unwrap().0.to_owned());
            paths.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
        };
        let mut reader = CommitReader::new(false);
        for (number, commit) in commits.iter().enumerate() {
            let time = (NOW - number as i64 * 86_400).to_string();
            for piece in [&format!("\x01{number:040x}"), "parent", &time, "An Author", "Subject"] {
                reader.piece(piece.as_bytes());
            }
            for path in files(commit) {
                reader.piece(b"\n:100644 100644 1111 2222 M");
                reader.piece(path.as_bytes());
            }
        }
        let mut hunks = HunkReader::new(reader.finish());
        for (number, commit) in commits.iter().enumerate() {
            hunks.line(format!("\x01{number:040x}").as_bytes());
            for path in files(commit) {
                for line in [
                    format!("diff --git a/{path} b/{path}"),
                    format!("--- a/{path}"),
                    format!("+++ b/{path}"),
                ] {
                    hunks.line(line.as_bytes());
                }
                for place in commit.iter().filter_map(|place| place.strip_prefix(&format!("{path}::"))) {
                    hunks.line(format!("@@ -1 +1 @@ func {place}() {{").as_bytes());
                    hunks.line(b"+\tx()");
                }
            }
        }
        History::new(hunks.finish(), NOW)
    }

    fn partners(commits: &[&[&str]], target: &str) -> Vec<(String, i64, i64, u32, Option<GraphDistance>)> {
        let data = tree();
        let graph = data.graph();
        let found = co_changes(&graph, &history(commits), &[resolve(&graph, target).unwrap()]);
        let percent = |part: f64| (part * 100.0).round() as i64;
        let row = |p: CoChanged| {
            let name = p.name.unwrap_or(p.path);
            (name, percent(p.confidence), percent(p.reverse), p.support, p.explained)
        };
        found.partners.into_iter().map(row).collect()
    }

    #[test]
    fn partners_come_with_both_directions_and_what_the_graph_says_of_them() {
        let (g, h, alone, far) = ("a/a.go::G", "b/b.go::H", "b/b.go::Alone", "c/c.go::Far");
        let all: &[&str] = &[g, h, alone, far];
        let rows = partners(&[all, all, all, &[far]], "a.G");
        let named = |name: &str| rows.iter().find(|row| row.0 == name).unwrap().clone();
        // Three common commits of four that changed Far; the fourth weighs twice as much, being of one file.
        assert_eq!(named("H"), ("H".into(), 100, 100, 3, Some(GraphDistance::Dependant(2))));
        assert_eq!(named("Alone").4, None, "only the past connects them");
        assert_eq!((named("Far").1, named("Far").2, named("Far").4), (100, 60, None));
        assert_eq!(
            named("b/b.go").4,
            Some(GraphDistance::Dependant(2)),
            "a file is as near as what it holds"
        );
        assert!(
            rows.iter().all(|row| row.0 != "a/a.go" && row.0 != "G"),
            "nothing is its own partner: {rows:?}"
        );
        let files = rows.iter().position(|row| row.0.contains('/')).unwrap();
        assert!(rows[files..].iter().all(|row| row.0.contains('/')), "declarations come first: {rows:?}");

        let rows = partners(&[all, all, all], "b.H");
        assert_eq!(rows.iter().find(|row| row.0 == "G").unwrap().4, Some(GraphDistance::Dependency(2)));
        assert_eq!(partners(&[all, all], "a.G"), [], "two common commits are chance");
    }

    #[test]
    fn what_the_past_says_is_told_by_symbol_and_by_file() {
        let data = tree();
        let graph = data.graph();
        let all: &[&str] = &["a/a.go::G", "b/b.go::H"];
        let target = resolve(&graph, "a.G").unwrap();
        let CoChangeIndex { symbols, files } =
            co_changes(&graph, &history(&[all, all, all]), &[target]).index;
        assert_eq!(symbols, FxHashMap::from_iter([(resolve(&graph, "b.H").unwrap(), 1.0)]));
        assert_eq!(files, FxHashMap::from_iter([(graph.find_file("b/b.go").unwrap(), 1.0)]));
    }
}
