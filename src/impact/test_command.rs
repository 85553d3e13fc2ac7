//! Shell commands that run tests.

use std::fmt::Write as _;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::affected_tests::{TestIndex, is_run};
use super::build_tags::{FileBuild, Needs};
use super::run_pattern::{RunPattern, exact, with_stems};
use crate::golang::FileHead;
use crate::golang::module::passed_over;
use crate::model::{FileId, Graph, Symbol, SymbolId, package_folder, symbol_flag};

/// Up to this many tests are listed by name in `-run`, even if they are most of the package.
const FEW_NAMES: usize = 4;
/// Most columns of a line that names tests; what is longer becomes a pattern of common stems, or the whole package.
const MAX_COLUMNS: usize = 100;
/// Most tests that a note names.
const MAX_NAMED: usize = 3;

/// A command for tests of one package or of all packages of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCommand {
    /// The package's folder relative to the repository's root, `.` for the root itself; that of the module where it is of all
    /// its packages.
    dir: String,
    /// Length of its prefix that is the module's folder; `None` for the root's module.
    module: Option<usize>,
    /// The build that includes them.
    needs: Needs,
    /// The tests in order of the rows that they are.
    tests: Vec<AffectedTest>,
    /// True if it runs all tests of the package.
    is_whole: bool,
    /// Number of the package's tests that the host's build has.
    of_package: usize,
    /// Flags by which other code runs before the tests than without.
    otherwise: Vec<String>,
    /// The runs of single packages that it replaces; empty for a single package.
    packages: Vec<TestCommand>,
    /// The command, written when first needed: of hundreds of packages a screen shows a dozen.
    line: OnceLock<Written>,
}

/// A command as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    line: String,
    /// Number of tests that its pattern runs besides those that were asked for.
    more: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct AffectedTest {
    symbol: SymbolId,
    by: By,
}

/// The flag with which `go test` runs a test.
#[derive(Clone, Debug, PartialEq, Eq)]
enum By {
    Name,
    /// As a method of a suite, by one of these tests.
    Runners(Vec<SymbolId>),
    /// As a method of a suite, by any test of the package.
    AnyTest,
}

/// Facts that commands need and the graph does not have.
#[derive(Clone, Copy)]
pub struct TreeFacts<'t> {
    /// The folders with a `go.mod`, relative to the root: a line runs in the nearest one.
    pub modules: &'t [&'t str],
    /// The head of a file that the host's build leaves out; `None` if the file cannot be read.
    pub head: &'t (dyn Fn(&str) -> Option<FileHead> + Sync),
}

impl TreeFacts<'_> {
    fn needs(&self, graph: &Graph<'_>, file: FileId) -> Needs {
        let is_left_out = graph.file_flags[file.ix()] & symbol_flag::CONSTRAINED != 0;
        let head = is_left_out.then(|| (self.head)(graph.path(file))).flatten();
        head.map_or_else(Needs::default, |head| Needs::of(graph.path(file), &head))
    }

    /// The build that includes the changed symbols, if the host's includes none: without it a test would run other
    /// code.
    pub(super) fn build_of(&self, graph: &Graph<'_>, changed: &[SymbolId]) -> Option<FileBuild> {
        let files: Option<FxHashSet<FileId>> = changed.iter().map(|&id| graph.symbol(id).file()).collect();
        let builds = files?.into_iter().map(|file| {
            let is_left_out = graph.file_flags[file.ix()] & symbol_flag::CONSTRAINED != 0;
            let path = graph.path(file);
            is_left_out.then(|| FileBuild::of(path, &(self.head)(path)?)).flatten()
        });
        let builds: Vec<FileBuild> = builds.collect::<Option<_>>()?;
        let first = builds.first()?;
        builds.iter().all(|build| build == first).then(|| first.clone())
    }

    /// Tags that replace a file of a folder by another one with code that runs before the tests, an `init` or a
    /// `TestMain`. Without one of them such a package may run no test.
    fn otherwise(&self, graph: &Graph<'_>, index: &TestIndex, dir: &str) -> Vec<String> {
        let (out, stand_ins): (Vec<FileId>, Vec<FileId>) = index
            .set_ups(dir)
            .iter()
            .partition(|file| graph.file_flags[file.ix()] & symbol_flag::CONSTRAINED != 0);
        if stand_ins.is_empty() {
            return Vec::new();
        }
        let builds = out.into_iter().filter_map(|file| {
            let path = graph.path(file);
            FileBuild::of(path, &(self.head)(path)?)
        });
        let replaces = |build: &FileBuild| stand_ins.iter().any(|&file| !self.is_in(graph, file, build));
        let mut flags: Vec<String> =
            builds.filter(replaces).filter_map(|build| build.needs.tags_alone().map(str::to_owned)).collect();
        flags.sort_unstable();
        flags.dedup();
        flags
    }

    pub(super) fn is_in(&self, graph: &Graph<'_>, file: FileId, build: &FileBuild) -> bool {
        let is_in_all = graph.file_flags[file.ix()] & symbol_flag::SOME_BUILDS == 0;
        let path = graph.path(file);
        is_in_all || (self.head)(path).is_some_and(|head| build.has(path, &head))
    }
}

/// The commands for the tests among some symbols, ordered by the first test of each package; tests outside the host's
/// build have their own. `is_whole` returns whether all tests of a folder are included; `build` is the build that
/// includes the code under test.
pub(super) fn runs(
    graph: &Graph<'_>,
    index: &TestIndex,
    tests: impl Iterator<Item = SymbolId>,
    is_whole: impl Fn(&str) -> bool,
    build: Option<&FileBuild>,
    tree: TreeFacts<'_>,
) -> Vec<TestCommand> {
    let mut runs: Vec<TestCommand> = Vec::new();
    let mut of_build: FxHashMap<(&str, Needs), usize> = FxHashMap::default();
    let mut of_file: FxHashMap<FileId, usize> = FxHashMap::default();
    let mut of_type: FxHashMap<SymbolId, By> = FxHashMap::default();
    let mut by = |test: SymbolId| match graph.symbol(test).owner().filter(|_| index.is_method(test)) {
        None => By::Name,
        Some(owner) => {
            let found = || index.runners(graph, owner).map_or(By::AnyTest, By::Runners);
            of_type.entry(owner).or_insert_with(found).clone()
        }
    };
    for test in tests {
        let Some(file) = graph.symbol(test).file() else { continue };
        let run = *of_file.entry(file).or_insert_with(|| {
            let (dir, needs) = (package_folder(graph.path(file)), tree.needs(graph, file));
            let is_of_host = needs == Needs::default();
            let build = build.filter(|build| is_of_host && tree.is_in(graph, file, build));
            let needs = build.map_or(needs, |build| build.needs.clone());
            *of_build.entry((dir, needs.clone())).or_insert_with(|| {
                let is_whole = is_of_host && is_whole(dir);
                let is_of_host = needs == Needs::default();
                let run = TestCommand::of(dir, needs, is_whole, tree.modules);
                let otherwise = if is_of_host { tree.otherwise(graph, index, dir) } else { Vec::new() };
                let of_package = index.of_host().get(dir).copied().unwrap_or(0);
                runs.push(TestCommand { of_package, otherwise, ..run });
                runs.len() - 1
            })
        });
        runs[run].tests.push(AffectedTest { symbol: test, by: by(test) });
    }
    by_module(runs, index, tree.modules)
}

/// Replaces the commands of a module's packages by one if all tests of all packages run.
fn by_module(runs: Vec<TestCommand>, index: &TestIndex, modules: &[&str]) -> Vec<TestCommand> {
    // For each module, how many of its packages have tests in the host's build.
    let mut packages: FxHashMap<&str, usize> = FxHashMap::default();
    for dir in index.of_host().keys() {
        let module = module_of(dir, modules);
        if modules.contains(&module) && is_in_pattern(dir, module) {
            *packages.entry(module).or_default() += 1;
        }
    }
    let is_part: Vec<bool> = runs
        .iter()
        .map(|run| run.is_all(index) && is_in_pattern(&run.dir, module_of(&run.dir, modules)))
        .collect();
    let mut covered: FxHashMap<&str, usize> = FxHashMap::default();
    for (run, _) in runs.iter().zip(&is_part).filter(|(_, is_part)| **is_part) {
        *covered.entry(module_of(&run.dir, modules)).or_default() += 1;
    }
    let is_complete = |module: &str| {
        covered.get(module).is_some_and(|&runs| runs > 1 && packages.get(module) == Some(&runs))
    };
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut all: Vec<TestCommand> = Vec::new();
    for (run, is_part) in runs.into_iter().zip(is_part) {
        let module = module_of(&run.dir, modules);
        if !is_part || !is_complete(module) {
            all.push(run);
            continue;
        }
        let place = *places.entry(module).or_insert_with(|| {
            all.push(TestCommand::of(module, Needs::default(), true, modules));
            all.len() - 1
        });
        all[place].tests.extend_from_slice(&run.tests);
        all[place].packages.push(run);
    }
    all
}

/// The folder of the module that a folder belongs to, `.` where it is the root's or none.
fn module_of<'m>(dir: &str, modules: &[&'m str]) -> &'m str {
    let holds =
        |module: &str| dir == module || dir.strip_prefix(module).is_some_and(|rest| rest.starts_with('/'));
    let holders = modules.iter().filter(|module| **module != "." && holds(module));
    holders.max_by_key(|module| module.len()).copied().unwrap_or(".")
}

/// Returns whether `./...` in the folder of its module names a folder (`go help packages`).
fn is_in_pattern(dir: &str, module: &str) -> bool {
    let within = if module == "." { dir } else { dir.strip_prefix(module).unwrap_or(dir) };
    dir == module || passed_over(within).is_none()
}

impl TestCommand {
    fn of(dir: &str, needs: Needs, is_whole: bool, modules: &[&str]) -> Self {
        let module = Some(module_of(dir, modules)).filter(|module| *module != ".").map(str::len);
        Self {
            dir: dir.to_owned(),
            module,
            needs,
            tests: Vec::new(),
            is_whole,
            of_package: 0,
            otherwise: Vec::new(),
            packages: Vec::new(),
            line: OnceLock::new(),
        }
    }

    /// Returns whether it runs exactly the tests of a package in the host's build.
    fn is_all(&self, index: &TestIndex) -> bool {
        let named = || self.named().collect::<FxHashSet<_>>().len();
        self.needs == Needs::default()
            && self.otherwise.is_empty()
            && (self.is_whole
                || self.tests.iter().any(|test| test.by == By::AnyTest)
                || index.of_host().get(&self.dir) == Some(&named()))
    }

    /// The tests that were asked for, in the order in which they came.
    pub fn tests(&self) -> impl Iterator<Item = SymbolId> {
        self.tests.iter().map(|test| test.symbol)
    }

    /// Number of the requested tests that it runs.
    pub fn n_tests(&self) -> usize {
        self.tests.len()
    }

    /// Keeps only the accepted tests: one run for each package if a module's run is not complete; empty if no test is
    /// left.
    pub(super) fn with(&self, keep: &mut impl FnMut(SymbolId) -> bool) -> Vec<Self> {
        let tests: Vec<AffectedTest> = self.tests.iter().filter(|test| keep(test.symbol)).cloned().collect();
        if tests.is_empty() {
            return Vec::new();
        }
        let is_same = tests.len() == self.tests.len();
        if !is_same && !self.packages.is_empty() {
            return self.packages.iter().flat_map(|run| run.with(keep)).collect();
        }
        vec![Self { tests, is_whole: self.is_whole && is_same, line: OnceLock::new(), ..self.clone() }]
    }

    /// The line that runs the tests, for a shell in the repository's root. `graph` is the one that was asked.
    ///
    /// A suite is run whole: how a runner names its methods for `-run` is unknown, and a pattern without a match
    /// would pass without testing anything.
    pub fn line(&self, graph: &Graph<'_>) -> &str {
        &self.line.get_or_init(|| self.written(graph, "")).line
    }

    /// Like [`TestCommand::line`], for a shell in another folder: `root` is the way from there to the repository's root, such
    /// as `../..`.
    pub fn line_from(&self, root: &str, graph: &Graph<'_>) -> String {
        if root.is_empty() { self.line(graph).to_owned() } else { self.written(graph, root).line }
    }

    /// Describes what the command cannot express: another system, a possible tag, or which tests run as methods of a
    /// suite.
    pub fn note(&self, graph: &Graph<'_>) -> Option<String> {
        let otherwise = (!self.otherwise.is_empty()).then(|| {
            format!("may need {}: another set-up then runs before them", self.otherwise.join(" or "))
        });
        let more = self.line.get_or_init(|| self.written(graph, "")).more;
        let more = (more > 0).then(|| format!("runs {more} more"));
        let notes = [self.needs.note.clone(), otherwise, self.of_suites(graph), more];
        Some(notes.into_iter().flatten().collect::<Vec<_>>().join("; ")).filter(|note| !note.is_empty())
    }

    fn of_suites(&self, graph: &Graph<'_>) -> Option<String> {
        let methods: Vec<&AffectedTest> = self.tests.iter().filter(|test| test.by != By::Name).collect();
        let names = methods.iter().take(MAX_NAMED).map(|test| graph.symbol(test.symbol).qualified());
        let mut note = format!("{}, ", names.collect::<Vec<_>>().join(", "));
        if methods.len() > MAX_NAMED {
            let _ = write!(note, "and {} more, ", methods.len() - MAX_NAMED);
        }
        note.push_str(if methods.len() == 1 {
            "treated as a test of a suite"
        } else {
            "treated as tests of a suite"
        });
        if methods.iter().any(|test| test.by == By::AnyTest) {
            note.push_str(" that any test here may run");
        }
        (!methods.is_empty()).then_some(note)
    }

    /// The line and the note, as a remark of the shell.
    pub fn noted(&self, graph: &Graph<'_>) -> String {
        self.noted_from("", graph)
    }

    /// Like [`TestCommand::noted`], for a shell in another folder: see [`TestCommand::line_from`].
    pub fn noted_from(&self, root: &str, graph: &Graph<'_>) -> String {
        let note = self.note(graph).map_or(String::new(), |note| format!("  # {note}"));
        format!("{}{note}", self.line_from(root, graph))
    }

    fn written(&self, graph: &Graph<'_>, root: &str) -> Written {
        let (module, within) = match self.module {
            Some(len) => (Some(&self.dir[..len]), self.dir[len..].trim_start_matches('/')),
            None if self.dir == "." => (None, ""),
            None => (None, &*self.dir),
        };
        let within = if self.packages.is_empty() { within } else { "..." };
        let package = quoted(&if within.is_empty() { ".".to_owned() } else { format!("./{within}") });
        let folder = [root, module.unwrap_or_default()].into_iter().filter(|part| !part.is_empty());
        let folder = folder.collect::<Vec<_>>().join("/");
        let go =
            if folder.is_empty() { "go test".to_owned() } else { format!("go -C {} test", quoted(&folder)) };
        let Needs { environment, flags, .. } = &self.needs;
        let go = format!("{environment}{go}{flags}");
        let whole = |more| Written { line: format!("{go} {package}"), more };
        if self.is_whole || self.tests.iter().any(|test| test.by == By::AnyTest) {
            return whole(0);
        }
        let mut names: Vec<&str> = self.named().map(|test| graph.symbol(test).name()).collect();
        names.sort_unstable();
        names.dedup();
        let besides = || self.of_package.saturating_sub(names.len());
        if self.is_most(names.len()) {
            return whole(besides());
        }
        let of = |RunPattern { text, more }| Written { line: format!("{go} {package} -run '{text}'"), more };
        let fits = |written: &Written| written.line.chars().count() <= MAX_COLUMNS;
        let stems = || with_stems(&names, &tests_in(graph, &self.dir));
        let written = [of(exact(&names))].into_iter().find(&fits);
        written.or_else(|| Some(of(stems())).filter(fits)).unwrap_or_else(|| whole(besides()))
    }

    /// Returns whether so many names are most of the tests that the package has in the host's build: then all of them
    /// are shorter to say, and cost little more.
    fn is_most(&self, names: usize) -> bool {
        let is_of_host = self.needs == Needs::default() && self.otherwise.is_empty();
        is_of_host && names > FEW_NAMES && names * 4 >= self.of_package * 3
    }

    /// The tests that are run by name, for their own sake or for that of a suite.
    fn named(&self) -> impl Iterator<Item = SymbolId> {
        self.tests
            .iter()
            .flat_map(|test| match &test.by {
                By::Name => std::slice::from_ref(&test.symbol),
                By::Runners(runners) => runners,
                By::AnyTest => &[],
            })
            .copied()
    }
}

/// The names of all tests in a folder that `go test` runs by name. O(files below it).
fn tests_in<'g>(graph: &'g Graph<'_>, dir: &str) -> Vec<&'g str> {
    let symbols =
        graph.files_in(dir).flat_map(|file| graph.symbols_of(file)).map(|ix| graph.symbol(SymbolId(ix)));
    symbols.filter(|&symbol| is_run(symbol)).map(Symbol::name).collect()
}

/// A word for a POSIX shell: as it is when that is safe, else in single quotes.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | '+' | '=' | '@');
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests;
