//! The tests of a change in tiers: those nearest to it, those of their packages, all that reach it.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::affected_tests::is_run;
use super::radius::{ListedTest, Radius, TestReason};
use super::test_command::TestCommand;
use super::work_list::{WorkGroup, WorkList};
use crate::model::{EdgeKind, Graph, Origin, SymbolId, SymbolKind, package_folder};

/// Number of nearest tests where no rule names one, the likeliest; and what of many nearest ones is kept in any case.
const MIN_NEAREST: usize = 5;
/// Of more nearest tests one in so many of the tree's tests is kept.
const TREE_TESTS: usize = 10;
/// Number of nearest tests up to which each further test file adds its likeliest: tests of one file often notice the same.
const ENOUGH: usize = 8;
/// Most calls between a test and the change that it is near to.
const NEAR: u32 = 2;

/// The part of the tests to run. Each tier contains those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    Nearest,
    Packages,
    All,
}

impl Tier {
    pub const ALL: [Self; 3] = [Self::Nearest, Self::Packages, Self::All];

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Describes its tests in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nearest => "nearest",
            Self::Packages => "their packages",
            Self::All => "all that reach it",
        }
    }
}

/// The tests of an answer, sorted into tiers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestTiers {
    nearest: FxHashSet<SymbolId>,
    packages: FxHashSet<SymbolId>,
    all: usize,
    /// The tiers that are worth telling apart: each has tests that those before it lack, and other lines than the next.
    pub told: Vec<Tier>,
    /// Tests that skip themselves without something, and what they ask for it, in order of the tests.
    pub needs: Vec<(SymbolId, &'static str)>,
}

impl TestTiers {
    /// Sorts the tests of an answer by their distance from what changes and what no longer compiles.
    pub fn of_work(graph: &Graph<'_>, work: &WorkList, radius: &Radius) -> Self {
        let groups = [WorkGroup::Changed, WorkGroup::WontCompile];
        let mut files: Vec<&str> = groups
            .into_iter()
            .flat_map(|group| work.of_group(group))
            .map(|item| item.path.as_str())
            .collect();
        if files.is_empty() {
            files.extend(radius.impact.roots.iter().map(|&root| graph.symbol(root).path()));
        }
        files.sort_unstable();
        files.dedup();
        let mut tiers = Self::of(graph, radius, &files);
        let mut distinct = Tier::ALL.to_vec();
        distinct.retain(|&tier| tiers.n_tests(tier) > 0);
        distinct.dedup_by_key(|tier| tiers.n_tests(*tier));
        let is_told = |at: &usize| {
            distinct.get(at + 1).is_none_or(|&next| tiers.run_otherwise(distinct[*at], next, graph, radius))
        };
        tiers.told = (0..distinct.len()).filter(is_told).map(|at| distinct[at]).collect();
        tiers
    }

    /// Sorts the tests of an answer. `files` are those of what changes or no longer compiles. Nearest are tests that changed,
    /// those in the test file of such a file, and those that lead to the change by at most two sure calls; never those
    /// that come to it through an `init`, a `TestMain` or an initialiser. Of many, a tenth of the tree's tests are kept, from
    /// each test file in turn; to few, tests of other files are added: of a package without tests those of the folder above, then of
    /// those files whose code is nearest to the change, then the likeliest. O(symbols + rows of paths).
    pub fn of(graph: &Graph<'_>, radius: &Radius, files: &[&str]) -> Self {
        let own: FxHashSet<String> =
            files.iter().filter_map(|file| Some(format!("{}_test.go", file.strip_suffix(".go")?))).collect();
        let is_nearest = |test: &ListedTest| match test.why {
            TestReason::SetUp(_) => false,
            TestReason::Changed => radius.impact.roots.contains(&test.symbol),
            _ if own.contains(graph.symbol(test.symbol).path()) => true,
            TestReason::Row(row) => {
                let path = radius.impact.path(row);
                let is_run_before = path.iter().any(|&row| is_initialiser(graph, radius, row));
                !is_run_before && is_called_surely(graph, radius, &path)
            }
            TestReason::Reached => false,
        };
        let tests = || radius.tests.iter().map(|test| test.symbol);
        let tenth = graph.symbols().filter(|&symbol| is_run(symbol)).count() / TREE_TESTS;
        let changed = tests().filter(|test| radius.impact.roots.contains(test));
        let mut nearest: FxHashSet<SymbolId> = changed.collect();
        let near = radius.tests.iter().filter(|test| is_nearest(test)).map(|test| test.symbol);
        nearest.extend(in_turn(graph, near).take(tenth.max(MIN_NEAREST)));
        let folder_of = |test: SymbolId| package_folder(graph.symbol(test).path());
        let tested_by = folders_with_tests(files, &tests().map(folder_of).collect());
        let mut others: Vec<SymbolId> = tests().collect();
        let steps = steps_to_files(graph, radius);
        others.sort_by_key(|&test| {
            let file = graph.symbol(test).path();
            let tested = file.strip_suffix("_test.go").and_then(|tested| steps.get(tested)).copied();
            let is_own = own.contains(file) || tested_by.contains(package_folder(file));
            if is_own { 0 } else { tested.unwrap_or(u32::MAX) }
        });
        if nearest.is_empty() {
            nearest.extend(in_turn(graph, others.iter().copied()).take(MIN_NEAREST));
        }
        let mut told: FxHashSet<&str> = nearest.iter().map(|&test| graph.symbol(test).path()).collect();
        for test in others {
            if nearest.len() < tenth.min(ENOUGH) && told.insert(graph.symbol(test).path()) {
                nearest.insert(test);
            }
        }
        let mut folders: FxHashSet<&str> = files.iter().map(|file| package_folder(file)).collect();
        folders.extend(nearest.iter().map(|&test| folder_of(test)));
        let packages = tests().filter(|&test| folders.contains(folder_of(test))).collect();
        let skipping = skipping(graph);
        let needs = tests().filter_map(|test| Some((test, need(graph, test, &skipping)?)));
        Self { nearest, packages, all: radius.tests.len(), told: Vec::new(), needs: needs.collect() }
    }

    /// Returns whether two tiers have different lines. Those of a large tree are only written if the packages are the same.
    fn run_otherwise(&self, one: Tier, other: Tier, graph: &Graph<'_>, radius: &Radius) -> bool {
        let folders = |tier: Tier| {
            let held = radius.tests.iter().filter(|test| self.holds(tier, test.symbol));
            held.map(|test| package_folder(graph.symbol(test.symbol).path())).collect::<FxHashSet<&str>>()
        };
        let lines = |tier: Tier| {
            let runs = self.runs(tier, radius);
            runs.iter().map(|run| run.line(graph).to_owned()).collect::<BTreeSet<String>>()
        };
        folders(one) != folders(other) || lines(one) != lines(other)
    }

    /// Returns whether a tier holds a test of the answer.
    pub fn holds(&self, tier: Tier, test: SymbolId) -> bool {
        match tier {
            Tier::Nearest => self.nearest.contains(&test),
            Tier::Packages => self.packages.contains(&test),
            Tier::All => true,
        }
    }

    /// The first tier that holds a test.
    pub fn tier_of(&self, test: SymbolId) -> Tier {
        let mut tiers = Tier::ALL.into_iter();
        tiers.find(|&tier| self.holds(tier, test)).unwrap_or(Tier::All)
    }

    pub fn n_tests(&self, tier: Tier) -> usize {
        match tier {
            Tier::Nearest => self.nearest.len(),
            Tier::Packages => self.packages.len(),
            Tier::All => self.all,
        }
    }

    /// The lines that run a tier, the package with the likeliest test first.
    pub fn runs(&self, tier: Tier, radius: &Radius) -> Vec<TestCommand> {
        radius.runs_of(|test| self.holds(tier, test))
    }
}

/// Of each folder of some files without tests of its own, the nearest one above that has some.
fn folders_with_tests<'f>(files: &[&'f str], with_tests: &FxHashSet<&str>) -> FxHashSet<&'f str> {
    let mut folders: FxHashSet<&str> = files.iter().map(|file| package_folder(file)).collect();
    folders.retain(|folder| !with_tests.contains(folder));
    let above = |mut folder: &'f str| {
        while folder != "." && !with_tests.contains(folder) {
            folder = package_folder(folder);
        }
        folder
    };
    folders.into_iter().map(above).collect()
}

/// By the path of a file without its ending the fewest steps from the change to what it declares.
fn steps_to_files<'g>(graph: &'g Graph<'_>, radius: &Radius) -> FxHashMap<&'g str, u32> {
    let mut steps: FxHashMap<&str, u32> = FxHashMap::default();
    for affected in &radius.impact.affected {
        if let Some(file) = graph.symbol(affected.symbol).path().strip_suffix(".go") {
            let known = steps.entry(file).or_insert(affected.depth);
            *known = affected.depth.min(*known);
        }
    }
    steps
}

/// Returns tests in the order of the first of each file, then the second of each, and so on.
fn in_turn(graph: &Graph<'_>, tests: impl Iterator<Item = SymbolId>) -> impl Iterator<Item = SymbolId> {
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    let mut all: Vec<(usize, SymbolId)> = Vec::new();
    for test in tests {
        let nth = known.entry(graph.symbol(test).path()).or_default();
        all.push((*nth, test));
        *nth += 1;
    }
    all.sort_by_key(|&(nth, _)| nth);
    all.into_iter().map(|(_, test)| test)
}

/// Returns whether a row is code that runs before the tests.
fn is_initialiser(graph: &Graph<'_>, radius: &Radius, row: usize) -> bool {
    let Some(row) = radius.impact.row(row) else { return false };
    let symbol = graph.symbol(row.symbol);
    match symbol.kind() {
        SymbolKind::Var | SymbolKind::Const => true,
        SymbolKind::Func => matches!(symbol.name(), "init" | "TestMain"),
        _ => false,
    }
}

fn is_called_surely(graph: &Graph<'_>, radius: &Radius, path: &[usize]) -> bool {
    use super::limits::SURE;
    path.len() <= NEAR as usize
        && path.iter().filter_map(|&row| radius.impact.row(row)).all(|row| {
            let edge = graph.edge(row.edge);
            edge.kind == EdgeKind::Calls && edge.origin != Origin::Dispatch && edge.strength() >= SURE
        })
}

/// Calls by which code asks for an environment, with the words for it.
const ASKED: [(&str, &str); 4] = [
    ("os.Getenv", "environment variables"),
    ("os.LookupEnv", "environment variables"),
    ("os/exec.LookPath", "programs that have to be installed"),
    ("net.Dial", "a server"),
];

/// The declarations that skip a test, and for each of [`ASKED`] those that ask for it.
struct Skipping {
    skips: FxHashSet<SymbolId>,
    asks: [FxHashSet<SymbolId>; ASKED.len()],
}

fn skipping(graph: &Graph<'_>) -> Skipping {
    let is_skip = |name: &&str| {
        let method = name.rsplit('.').next().unwrap_or_default();
        name.starts_with("testing.") && matches!(method, "Skip" | "Skipf" | "SkipNow")
    };
    let skips = graph.foreign_names().filter(is_skip).flat_map(|name| graph.foreign(name));
    Skipping {
        skips: skips.map(|site| site.from).collect(),
        asks: ASKED.map(|(name, _)| graph.foreign(name).map(|site| site.from).collect()),
    }
}

/// Finds the thing without which a test skips itself: its own code, or a function of the tests that it calls, skips and asks for it.
fn need(graph: &Graph<'_>, test: SymbolId, skipping: &Skipping) -> Option<&'static str> {
    let called =
        graph.outgoing(test).filter(|edge| edge.kind == EdgeKind::Calls && edge.origin != Origin::Dispatch);
    let called = called.map(|edge| edge.to).filter(|&to| graph.symbol(to).is_test());
    std::iter::once(test).chain(called).find_map(|at| {
        let asked = skipping.asks.iter().position(|asks| asks.contains(&at));
        asked.filter(|_| skipping.skips.contains(&at)).map(|asked| ASKED[asked].1)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{find, tree};
    use super::super::{Limits, Start, Surveyor, TreeFacts};
    use super::*;

    #[test]
    fn of_tests_that_all_come_by_one_door_the_nearest_are_those_of_the_code_on_the_way() {
        let code = |calls: &str| format!("package a\n\nfunc {calls}\n");
        let mut files = vec![
            ("last.go".to_owned(), code("last() {}")),
            ("z.go".to_owned(), code("z() { last() }")),
            (
                "door.go".to_owned(),
                "package a\n\nvar all = []func(){z}\n\nfunc Door() { for _, f := range all { f() } }\n"
                    .to_owned(),
            ),
        ];
        for file in ["b", "c", "d", "e", "f", "g", "h", "last", "z"] {
            let tests: Vec<String> = (0..if file == "last" { 1 } else { 10 })
                .map(|n| format!("func Test_{file}{n}() {{ Door() }}\n"))
                .collect();
            files.push((format!("{file}_test.go"), format!("package a\n\n{}", tests.concat())));
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let data = tree(&files);
        let graph = data.graph();
        let starts = [Start::whole(find(&graph, "last"))];
        let facts = TreeFacts { modules: &["."], head: &|_| None };
        let radius = Surveyor::default().survey(&graph, 1, &starts, Limits::default(), facts);
        let tiers = TestTiers::of(&graph, &radius, &["last.go"]);
        let nearest = radius.tests.iter().filter(|test| tiers.holds(Tier::Nearest, test.symbol));
        let mut nearest: Vec<&str> = nearest.map(|test| graph.symbol(test.symbol).path()).collect();
        nearest.sort_unstable();
        assert_eq!(
            nearest,
            ["b", "c", "d", "e", "f", "g", "last", "z"].map(|file| format!("{file}_test.go"))
        );
    }

    #[test]
    fn the_nearest_tests_of_a_package_without_any_are_those_of_the_folder_above() {
        let doors = |package: &str| {
            format!(
                "package {package}\n\nimport \"m/p\"\n\nfunc Door() {{ one() }}\n\nfunc one() {{ two() }}\n\nfunc two() {{ p.F() }}\n"
            )
        };
        let x = [1, 2, 3, 4, 5, 6].map(|n| format!("func TestX{n}() {{ Door() }}\n")).concat();
        let (of_b, of_m, x) = (doors("b"), doors("m"), format!("package m\n\n{x}"));
        let files = [
            ("b/b.go", of_b.as_str()),
            ("b/b_test.go", "package b\n\nfunc TestB() { Door() }\n"),
            ("m.go", &of_m),
            ("p/p.go", "package p\n\nfunc F() {}\n"),
            ("x_test.go", &x),
            ("y_test.go", "package m\n\nfunc TestY() { Door() }\n"),
        ];
        let data = tree(&files);
        let graph = data.graph();
        let starts = [Start::whole(find(&graph, "F"))];
        let facts = TreeFacts { modules: &["."], head: &|_| None };
        let radius = Surveyor::default().survey(&graph, 1, &starts, Limits::default(), facts);
        let tiers = TestTiers::of(&graph, &radius, &["p/p.go"]);
        let nearest = radius.tests.iter().filter(|test| tiers.holds(Tier::Nearest, test.symbol));
        let mut nearest: Vec<&str> = nearest.map(|test| graph.symbol(test.symbol).name()).collect();
        nearest.sort_unstable();
        assert_eq!(nearest, ["TestB", "TestX1", "TestX2", "TestX3", "TestY"]);
    }
}
