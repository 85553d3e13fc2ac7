//! Lines for a shell that run tests.

use std::fmt::Write as _;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::needs::{Build, Needs};
use super::suite::{Suite, dir_of};
use crate::golang::facts::FileFacts;
use crate::model::{FileId, Graph, SymbolId, symbol_flag};

/// Most tests that a note names.
const MOST_NAMED: usize = 3;

/// Tests of one package, with the line that runs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The package's folder relative to the repository's root, `.` for the root itself.
    dir: String,
    /// Bytes of it that name the folder of its module; `None` for the root's.
    module: Option<usize>,
    /// The build that has them.
    needs: Needs,
    /// The tests in order of the rows that they are.
    tests: Vec<Test>,
    /// Whether all tests of the package are meant.
    is_whole: bool,
    /// Written when it is first asked for: of hundreds of packages a screen shows a dozen.
    line: OnceLock<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Test {
    symbol: SymbolId,
    by: By,
}

/// How `go test` comes to run a test.
#[derive(Clone, Debug, PartialEq, Eq)]
enum By {
    Name,
    /// As a method of a suite, by one of these tests.
    Runners(Vec<SymbolId>),
    /// The same, by whichever test of the package.
    AnyTest,
}

/// What lines take from the tree that no graph holds.
#[derive(Clone, Copy)]
pub struct Tree<'t> {
    /// The folders with a `go.mod`, relative to the root: a line runs in the nearest one.
    pub modules: &'t [&'t str],
    /// Facts of what stands above a file's declarations, for those that the host's build leaves out; `None` where the file
    /// cannot be read.
    pub head: &'t (dyn Fn(&str) -> Option<FileFacts> + Sync),
}

impl Tree<'_> {
    fn needs(&self, graph: &Graph<'_>, file: FileId) -> Needs {
        let is_left_out = graph.file_flags[file.ix()] & symbol_flag::CONSTRAINED != 0;
        let head = is_left_out.then(|| (self.head)(graph.path(file))).flatten();
        head.map_or_else(Needs::default, |head| Needs::of(graph.path(file), &head))
    }

    /// The build that has what changes, where the host's has nothing of it: without it a test would run other code.
    pub(super) fn build_of(&self, graph: &Graph<'_>, changed: &[SymbolId]) -> Option<Build> {
        let files: Option<FxHashSet<FileId>> = changed.iter().map(|&id| graph.symbol(id).file()).collect();
        let builds = files?.into_iter().map(|file| {
            let is_left_out = graph.file_flags[file.ix()] & symbol_flag::CONSTRAINED != 0;
            let path = graph.path(file);
            is_left_out.then(|| Build::of(path, &(self.head)(path)?)).flatten()
        });
        let builds: Vec<Build> = builds.collect::<Option<_>>()?;
        let first = builds.first()?;
        builds.iter().all(|build| build == first).then(|| first.clone())
    }

    pub(super) fn is_in(&self, graph: &Graph<'_>, file: FileId, build: &Build) -> bool {
        let is_in_all = graph.file_flags[file.ix()] & symbol_flag::SOME_BUILDS == 0;
        let path = graph.path(file);
        is_in_all || (self.head)(path).is_some_and(|head| build.has(path, &head))
    }
}

/// What runs the tests among some symbols, which come in order, the package with the first of them first; those that the
/// host's build leaves out apart. `is_whole` says of which folders all tests are among them; `build`, which one has what they are
/// to test.
pub(super) fn runs(
    graph: &Graph<'_>,
    suite: &Suite,
    tests: impl Iterator<Item = SymbolId>,
    is_whole: impl Fn(&str) -> bool,
    build: Option<&Build>,
    tree: Tree<'_>,
) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut of_build: FxHashMap<(&str, Needs), usize> = FxHashMap::default();
    let mut of_file: FxHashMap<FileId, usize> = FxHashMap::default();
    let mut of_type: FxHashMap<SymbolId, By> = FxHashMap::default();
    let mut by = |test: SymbolId| match graph.symbol(test).owner().filter(|_| suite.is_method(test)) {
        None => By::Name,
        Some(owner) => {
            let found = || suite.runners(graph, owner).map_or(By::AnyTest, By::Runners);
            of_type.entry(owner).or_insert_with(found).clone()
        }
    };
    for test in tests {
        let Some(file) = graph.symbol(test).file() else { continue };
        let run = *of_file.entry(file).or_insert_with(|| {
            let (dir, needs) = (dir_of(graph.path(file)), tree.needs(graph, file));
            let is_of_host = needs == Needs::default();
            let build = build.filter(|build| is_of_host && tree.is_in(graph, file, build));
            let needs = build.map_or(needs, |build| build.needs.clone());
            *of_build.entry((dir, needs.clone())).or_insert_with(|| {
                let is_whole = is_of_host && is_whole(dir);
                runs.push(Run::of(dir, needs, is_whole, tree.modules));
                runs.len() - 1
            })
        });
        runs[run].tests.push(Test { symbol: test, by: by(test) });
    }
    runs
}

impl Run {
    fn of(dir: &str, needs: Needs, is_whole: bool, modules: &[&str]) -> Self {
        let holds = |module: &str| {
            dir == module || dir.strip_prefix(module).is_some_and(|rest| rest.starts_with('/'))
        };
        let holders = modules.iter().filter(|module| **module != "." && holds(module));
        let module = holders.map(|module| module.len()).max();
        Self { dir: dir.to_owned(), module, needs, tests: Vec::new(), is_whole, line: OnceLock::new() }
    }

    /// The tests that were asked for, in the order in which they came.
    pub(super) fn tests(&self) -> impl Iterator<Item = SymbolId> {
        self.tests.iter().map(|test| test.symbol)
    }

    /// How many of the tests that were asked for it runs.
    #[must_use]
    pub fn n_tests(&self) -> usize {
        self.tests.len()
    }

    /// The same with only the tests that are to be kept; `None` when none is.
    pub(super) fn with(&self, keep: &mut impl FnMut(SymbolId) -> bool) -> Option<Self> {
        let tests: Vec<Test> = self.tests.iter().filter(|test| keep(test.symbol)).cloned().collect();
        let is_whole = self.is_whole && tests.len() == self.tests.len();
        (!tests.is_empty()).then(|| Self { tests, is_whole, line: OnceLock::new(), ..self.clone() })
    }

    /// The line that runs the tests, for a shell in the repository's root. `graph` is the one that was asked.
    ///
    /// Of a suite it runs all: how a runner names the methods for `-run` is its own affair, and a pattern that fits none
    /// of them would pass without having tested anything.
    pub fn line(&self, graph: &Graph<'_>) -> &str {
        self.line.get_or_init(|| self.written(graph))
    }

    /// What the line does not say: that another system is needed, which of the tests it runs as methods of a suite.
    #[must_use]
    pub fn note(&self, graph: &Graph<'_>) -> Option<String> {
        let notes = [self.needs.note.clone(), self.of_suites(graph)];
        Some(notes.into_iter().flatten().collect::<Vec<_>>().join("; ")).filter(|note| !note.is_empty())
    }

    fn of_suites(&self, graph: &Graph<'_>) -> Option<String> {
        let methods: Vec<&Test> = self.tests.iter().filter(|test| test.by != By::Name).collect();
        let names = methods.iter().take(MOST_NAMED).map(|test| graph.symbol(test.symbol).qualified());
        let mut note = format!("{}, ", names.collect::<Vec<_>>().join(", "));
        if methods.len() > MOST_NAMED {
            let _ = write!(note, "and {} more, ", methods.len() - MOST_NAMED);
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
    #[must_use]
    pub fn noted(&self, graph: &Graph<'_>) -> String {
        let note = self.note(graph).map_or(String::new(), |note| format!("  # {note}"));
        format!("{}{note}", self.line(graph))
    }

    fn written(&self, graph: &Graph<'_>) -> String {
        let (module, within) = match self.module {
            Some(len) => (Some(&self.dir[..len]), self.dir[len..].trim_start_matches('/')),
            None if self.dir == "." => (None, ""),
            None => (None, &*self.dir),
        };
        let package = quoted(&if within.is_empty() { ".".to_owned() } else { format!("./{within}") });
        let go = module.map_or("go test".to_owned(), |module| format!("go -C {} test", quoted(module)));
        let Needs { environment, flags, .. } = &self.needs;
        let go = format!("{environment}{go}{flags}");
        if self.is_whole || self.tests.iter().any(|test| test.by == By::AnyTest) {
            return format!("{go} {package}");
        }
        let mut names: Vec<&str> = self.named().map(|test| graph.symbol(test).name()).collect();
        names.sort_unstable();
        names.dedup();
        let pattern = match names[..] {
            [only] => only.to_owned(),
            _ => format!("({})", names.join("|")),
        };
        format!("{go} {package} -run '^{pattern}$'")
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

/// A word for a POSIX shell: as it is when that is safe, else in single quotes.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | '+' | '=' | '@');
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{find, tree};
    use super::super::{ChangeKind, Limits, Start, Surveyor};
    use super::*;
    use crate::golang::lower::Lowering;

    /// The lines for the tests that the change of a symbol reaches, with their notes.
    fn lines(files: &[(&str, &str)], changed: &[&str]) -> Vec<String> {
        told(files, changed).0
    }

    /// The lines, and how many tests it is said that there are.
    fn told(files: &[(&str, &str)], changed: &[&str]) -> (Vec<String>, usize) {
        let data = tree(files);
        let graph = data.graph();
        let starts: Vec<Start> =
            changed.iter().map(|name| Start::of(find(&graph, name), ChangeKind::Signature)).collect();
        let head = |path: &str| {
            let text = files.iter().find(|(own, _)| *own == path)?.1;
            Some(Lowering::new().facts(text.as_bytes()))
        };
        let tree = Tree { modules: &[".", "sub"], head: &head };
        let radius = Surveyor::default().survey(&graph, 1, &starts, Limits::default(), tree);
        (radius.runs.iter().map(|run| run.noted(&graph)).collect(), radius.n_tests())
    }

    const A: &str = "package a\n\nfunc F() {}\n";

    #[test]
    fn tests_reached_come_as_lines_that_run_them() {
        let tests = "package a\n\nfunc TestB() { helper() }\n\nfunc TestA() { F() }\n\nfunc helper() { F() }\n\n\
                     func Testify() { F() }\n\nfunc BenchmarkF() { F() }\n\nfunc TestMainly() { F() }\n";
        let examples = "package a_test\n\nimport \"m/a\"\n\nfunc ExampleF() {\n\ta.F()\n\t// Output: 1\n}\n\n\
                        func Example() { a.F() }\n";
        let mut lines = lines(
            &[
                ("a/a.go", A),
                ("a/a_test.go", tests),
                ("a/x_test.go", examples),
                (
                    "a/testdata/d_test.go",
                    "package d\n\nimport \"m/a\"\n\ntype S struct{}\n\nfunc TestD() { a.F(); _ = S{} }\n\n\
                     func (S) TestS() { a.F() }\n",
                ),
                ("sub/in it/b_test.go", "package b\n\nimport \"m/a\"\n\nfunc Test_one() { a.F() }\n"),
                ("b_test.go", "package m\n\nimport \"m/a\"\n\nfunc FuzzF() { a.F() }\n"),
                ("w_windows_test.go", "package m\n\nimport \"m/a\"\n\nfunc TestWindows() { a.F() }\n"),
            ],
            &["a.F"],
        );
        lines.sort_unstable();
        assert_eq!(
            lines,
            [
                "GOOS=windows go test . -run '^TestWindows$'  # not built for linux/amd64",
                "go -C sub test './in it' -run '^Test_one$'",
                "go test . -run '^FuzzF$'",
                "go test ./a -run '^(ExampleF|TestA|TestB|TestMainly)$'",
            ]
        );
    }

    #[test]
    fn methods_of_a_suite_are_run_by_the_tests_that_hand_it_to_a_runner() {
        let check = |tests: &str, expected: &[&str]| {
            let tests = format!("package a\n\nimport \"testing\"\n\n{tests}\n");
            assert_eq!(lines(&[("a/a.go", A), ("a/a_test.go", &tests)], &["a.F"]), expected, "{tests}");
        };
        let suite = "type S struct{}\n\nfunc (s *S) TestOne() { F() }\n";
        let line = "go test ./a -run '^TestS$'  # S.TestOne, treated as a test of a suite";
        let any = "go test ./a  # S.TestOne, treated as a test of a suite that any test here may run";
        for (runner, expected) in [
            ("func TestS(t *testing.T) { run(t, new(S)) }\n\nfunc TestOther() {}", &[line][..]),
            // Through a constructor, a variable, or a suite that embeds it.
            ("func newS() *S { return &S{} }\n\nfunc TestS() { run(newS()) }", &[line]),
            ("var s S\n\nfunc TestS() { run(&s) }", &[line]),
            ("type E struct{ S }\n\nfunc TestS() { run(E{}) }", &[line]),
            // Registered before the tests begin: any of them may be the one that runs what was.
            ("var _ = register(&S{})\n\nfunc Test(t *testing.T) { TestingT(t) }", &[any]),
            ("func init() { register(&S{}) }\n\nfunc Test(t *testing.T) { TestingT(t) }", &[any]),
            // No test, nobody to run it.
            ("var _ = register(&S{})", &[]),
        ] {
            check(&format!("{suite}\n{runner}"), expected);
        }
        let both = format!("{suite}\nfunc TestS() {{ run(S{{}}) }}\n\nfunc TestZ() {{ F() }}");
        check(&both, &["go test ./a -run '^(TestS|TestZ)$'  # S.TestOne, treated as a test of a suite"]);
        for method in [
            "func (s *S) TestOne(t *testing.T) { F() }",
            "func (s *S) TestOne(c *check.C) { F() }",
            "func (s *S) TestOne(testing.TB) { F() }",
            // One test of a suite may call another.
            "func (s *S) TestOne() { F() }\n\nfunc (s *S) TestTwo(int) { s.TestOne() }",
        ] {
            check(&format!("type S struct{{}}\n\n{method}\n\nfunc TestS() {{ run(S{{}}) }}"), &[line]);
        }
        for method in [
            "func (s *S) TestOne() error { F(); return nil }",
            "func (s *S) TestOne(ctx context.Context, name string) { F() }",
            "func (s *S) TestOne(n int) { F() }",
            "func (s *S) Testify() { F() }",
            // What it is for is known.
            "func (s *S) TestOne() { F() }\n\nfunc helper(s *S) { s.TestOne() }",
            "func (s *S) TestOne() { F() }\n\ntype Tester interface{ TestOne() }",
        ] {
            check(&format!("type S struct{{}}\n\n{method}\n\nfunc TestS() {{ run(S{{}}) }}"), &[]);
        }
    }

    #[test]
    fn tests_that_a_build_leaves_out_have_a_line_that_takes_them_in() {
        let test = |head: &str, name: &str| format!("{head}package a\n\nfunc {name}() {{ F() }}\n");
        let mut lines = lines(
            &[
                ("a/a.go", A),
                ("a/a_test.go", &test("", "TestA")),
                ("a/b_test.go", &test("//go:build integration\n\n", "TestB")),
                ("a/c_test.go", &test("//go:build integration\n\n", "TestC")),
                ("a/d_test.go", &test("//go:build race\n\n", "TestD")),
            ],
            &["a.F"],
        );
        lines.sort_unstable();
        assert_eq!(
            lines,
            [
                "go test -race ./a -run '^TestD$'",
                "go test -tags integration ./a -run '^(TestB|TestC)$'",
                "go test ./a -run '^TestA$'"
            ]
        );
    }

    #[test]
    fn tests_that_change_and_those_of_a_changed_setup_are_run_too() {
        let files = [
            ("a/a.go", "package a\n\nfunc init() { H() }\n\nfunc F() {}\n\nfunc G() {}\n\nfunc H() {}\n"),
            (
                "a/a_test.go",
                "package a\n\nfunc TestMain() { G() }\n\nfunc TestA() { F() }\n\nfunc TestB() {}\n",
            ),
            ("a/x_test.go", "package a_test\n\nfunc TestX() {}\n"),
            ("b/b_test.go", "package b\n\nimport \"m/a\"\n\nfunc init() { a.F() }\n\nfunc TestC() {}\n"),
        ];
        let [a, b] = ["go test ./a", "go test ./b"];
        for (changed, expected, tests) in [
            (&["a.TestB"][..], &["go test ./a -run '^TestB$'"][..], 1),
            (&["a.TestMain"], &[a], 3),
            (&["a.init"], &[a], 3),
            (&["a.init", "a.TestA"], &[a], 3),
            (&["a.F", "b.TestC"], &[b, "go test ./a -run '^TestA$'"], 2),
            // What a set-up calls, all tests run through.
            (&["a.G"], &[a], 3),
            (&["a.H"], &[a], 3),
            (&["a.F"], &["go test ./a -run '^TestA$'", b], 2),
        ] {
            let (found, counted) = told(&files, changed);
            assert_eq!(found, expected, "{changed:?}");
            assert_eq!(counted, tests, "{changed:?}");
        }
    }

    #[test]
    fn what_runs_before_the_tests_is_what_is_called_there_not_what_is_only_registered() {
        let code = "package a\n\nvar _ = three()\n\nvar table = build()\n\nvar kept = two\n\nfunc init() { register(one); zero() }\n\n\
                    func register(f func()) {}\n\nfunc zero() {}\n\nfunc one() {}\n\nfunc two() {}\n\n\
                    func three() int { return 3 }\n\nfunc build() int { return deep() }\n\nfunc deep() int { return 0 }\n\n\
                    func handled() {}\n";
        let tests = "package a\n\nfunc TestMain() { register(handled) }\n\nfunc TestOne() { one() }\n\nfunc TestNone() {}\n";
        let files = [("a/a.go", code), ("a/a_test.go", tests)];
        let (all, one) = (["go test ./a"], ["go test ./a -run '^TestOne$'"]);
        for (changed, expected, n_tests) in [
            ("a.zero", &all[..], 2),
            ("a.three", &all, 2),
            ("a.deep", &all, 2),
            ("a.register", &all, 2),
            ("a.one", &one, 1),
            ("a.two", &[], 0),
            // What tests set up is there to be run by them.
            ("a.handled", &all, 2),
        ] {
            let (found, counted) = told(&files, &[changed]);
            assert_eq!(
                (&found[..], counted),
                (&expected.iter().map(|&line| line.to_owned()).collect::<Vec<_>>()[..], n_tests),
                "{changed}"
            );
        }
    }

    #[test]
    fn words_are_safe_in_a_shell() {
        for (word, safe) in [("./a/b-c_d.e", "./a/b-c_d.e"), ("./a b", "'./a b'"), ("a'$(x)", r"'a'\''$(x)'")]
        {
            assert_eq!(quoted(word), safe);
        }
    }
}
