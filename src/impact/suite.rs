//! Which tests a change reaches, and the lines that run them.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{FileId, Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// The functions of a graph that `go test` runs by name, worked out once: whoever asks of thousands of symbols whether
/// they are tests does not read thousands of names.
#[derive(Debug)]
pub(super) struct Suite {
    /// A bit for each symbol.
    tests: Vec<u64>,
}

/// Tests of one package, with the line that runs just them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The package's folder relative to the repository's root, `.` for the root itself.
    dir: String,
    /// Bytes of it that name the folder of its module; `None` for the root's.
    module: Option<usize>,
    /// The test functions in order of the rows that they are.
    tests: Vec<SymbolId>,
    /// Written when it is first asked for: of hundreds of packages a screen shows a dozen.
    line: OnceLock<String>,
}

impl Suite {
    /// O(symbols).
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let mut tests = vec![0; graph.n_symbols().div_ceil(64)];
        for symbol in graph.symbols().filter(|&symbol| is_run(symbol)) {
            tests[symbol.id.ix() >> 6] |= 1 << (symbol.id.0 & 63);
        }
        Self { tests }
    }

    /// The tests that a change concerns without any step: those that change themselves, then all of the packages whose
    /// `TestMain` or `init` changes. O(changed), with any of these functions O(files).
    pub(super) fn of_changed(&self, graph: &Graph<'_>, changed: &[SymbolId]) -> Vec<SymbolId> {
        let mut tests: Vec<SymbolId> = changed.iter().copied().filter(|&symbol| self.has(symbol)).collect();
        let before =
            changed.iter().map(|&symbol| graph.symbol(symbol)).filter(|&symbol| is_before_tests(symbol));
        let known: FxHashSet<SymbolId> = tests.iter().copied().collect();
        let dirs = before.map(|symbol| (dir_of(symbol.path()), ())).collect();
        let after = self.after(graph, &dirs);
        tests.extend(after.into_iter().map(|(test, ())| test).filter(|test| !known.contains(test)));
        tests
    }

    /// The tests that run after the `TestMain` or `init` of a test file that is among the `reached` symbols, each with the
    /// place of the first such one. O(reached), with any of these functions O(files).
    pub(super) fn of_set_up(
        &self,
        graph: &Graph<'_>,
        reached: impl DoubleEndedIterator<Item = (usize, SymbolId)>,
    ) -> Vec<(SymbolId, usize)> {
        let symbols = reached.map(|(place, symbol)| (place, graph.symbol(symbol)));
        let before = symbols.filter(|(_, symbol)| symbol.is_test() && is_before_tests(*symbol));
        // Of several the first is put in last, and stays.
        let dirs = before.rev().map(|(place, symbol)| (dir_of(symbol.path()), place)).collect();
        self.after(graph, &dirs)
    }

    /// All tests of some folders, each with what is known of its folder.
    fn after<T: Copy>(&self, graph: &Graph<'_>, dirs: &FxHashMap<&str, T>) -> Vec<(SymbolId, T)> {
        if dirs.is_empty() {
            return Vec::new();
        }
        let files = (0..graph.n_files() as u32).map(FileId);
        let of = files.filter_map(|file| Some((file, *dirs.get(dir_of(graph.path(file)))?)));
        of.flat_map(|(file, of)| graph.symbols_of(file).map(move |symbol| (SymbolId(symbol), of)))
            .filter(|(symbol, _)| self.has(*symbol))
            .collect()
    }

    /// Whether `go test` runs a symbol by its name.
    pub(super) fn has(&self, symbol: SymbolId) -> bool {
        self.tests[symbol.ix() >> 6] >> (symbol.0 & 63) & 1 == 1
    }
}

/// Whether a symbol is a `TestXxx`, a `FuzzXxx` (with its seeds) or an `ExampleXxx` that says what it prints (others are
/// only compiled) of a test file. Trees under `testdata` are for programs that read them, not for `go test`.
fn is_run(symbol: Symbol<'_>) -> bool {
    if !symbol.is_test() || symbol.kind() != SymbolKind::Func {
        return false;
    }
    let name = symbol.name();
    // `Testify` is no test: what follows must not begin with a small letter.
    let after =
        |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(char::is_lowercase));
    let is_run = after("Test") && name != "TestMain"
        || after("Fuzz")
        || after("Example") && symbol.has(symbol_flag::OUTPUT);
    is_run && !symbol.path().split('/').any(|part| part == "testdata")
}

/// Whether a function runs before a package's tests do, all of them: its `TestMain` and each `init`.
fn is_before_tests(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func
        && (symbol.name() == "init" || symbol.is_test() && symbol.name() == "TestMain")
}

/// What runs some tests, which come in order, the package with the first of them first; and those of them that the host's
/// build leaves out. `modules` are the folders with a `go.mod`, relative to the root: a line runs
/// in the nearest one.
pub(super) fn runs(
    graph: &Graph<'_>,
    tests: impl Iterator<Item = SymbolId>,
    modules: &[&str],
) -> (Vec<Run>, Vec<SymbolId>) {
    let (mut runs, mut left_out) = (Vec::<Run>::new(), Vec::new());
    let mut of_dir: FxHashMap<&str, usize> = FxHashMap::default();
    let mut of_file: FxHashMap<Option<FileId>, usize> = FxHashMap::default();
    for test in tests {
        let symbol = graph.symbol(test);
        if symbol.has(symbol_flag::CONSTRAINED) {
            left_out.push(test);
            continue;
        }
        let file = symbol.file();
        let run = *of_file.entry(file).or_insert_with(|| {
            let dir = dir_of(file.map_or("", |file| graph.path(file)));
            *of_dir.entry(dir).or_insert_with(|| {
                runs.push(Run::of(dir, modules));
                runs.len() - 1
            })
        });
        runs[run].tests.push(test);
    }
    (runs, left_out)
}

/// The folder that a file lies in, `.` for the root.
fn dir_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(dir, _)| dir)
}

impl Run {
    fn of(dir: &str, modules: &[&str]) -> Self {
        let holds = |module: &str| {
            dir == module || dir.strip_prefix(module).is_some_and(|rest| rest.starts_with('/'))
        };
        let holders = modules.iter().filter(|module| **module != "." && holds(module));
        let module = holders.map(|module| module.len()).max();
        Self { dir: dir.to_owned(), module, tests: Vec::new(), line: OnceLock::new() }
    }

    /// How many tests it runs.
    #[must_use]
    pub fn n_tests(&self) -> usize {
        self.tests.len()
    }

    /// The same with only the tests that are to be kept; `None` when none is.
    pub(super) fn with(&self, keep: &mut impl FnMut(SymbolId) -> bool) -> Option<Self> {
        let tests: Vec<SymbolId> = self.tests.iter().copied().filter(|&test| keep(test)).collect();
        let Self { dir, module, .. } = self;
        (!tests.is_empty()).then(|| Self { dir: dir.clone(), module: *module, tests, line: OnceLock::new() })
    }

    /// The line that runs the tests, for a shell in the repository's root. `graph` is the one that was asked.
    pub fn line(&self, graph: &Graph<'_>) -> &str {
        self.line.get_or_init(|| self.written(graph))
    }

    fn written(&self, graph: &Graph<'_>) -> String {
        let mut tests: Vec<&str> = self.tests.iter().map(|&test| graph.symbol(test).name()).collect();
        tests.sort_unstable();
        tests.dedup();
        let pattern = match tests[..] {
            [only] => only.to_owned(),
            _ => format!("({})", tests.join("|")),
        };
        let (module, within) = match self.module {
            Some(len) => (Some(&self.dir[..len]), self.dir[len..].trim_start_matches('/')),
            None if self.dir == "." => (None, ""),
            None => (None, &*self.dir),
        };
        let package = quoted(&if within.is_empty() { ".".to_owned() } else { format!("./{within}") });
        let go = module.map_or("go test".to_owned(), |module| format!("go -C {} test", quoted(module)));
        format!("{go} {package} -run '^{pattern}$'")
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
    use super::super::{ChangeKind, Limits, Spreader, Start, Steps, Surveyor};
    use super::*;

    #[test]
    fn tests_reached_come_as_lines_that_run_them() {
        let data = tree(&[
            ("a/a.go", "package a\n\nfunc F() {}\n"),
            (
                "a/a_test.go",
                "package a\n\nfunc TestB() { helper() }\n\nfunc TestA() { F() }\n\nfunc helper() { F() }\n\n\
              func Testify() { F() }\n\nfunc BenchmarkF() { F() }\n\nfunc TestMain() { F() }\n",
            ),
            (
                "a/x_test.go",
                "package a_test\n\nimport \"m/a\"\n\nfunc ExampleF() {\n\ta.F()\n\t// Output: 1\n}\n\nfunc Example() { a.F() }\n",
            ),
            ("a/testdata/d_test.go", "package d\n\nimport \"m/a\"\n\nfunc TestD() { a.F() }\n"),
            ("sub/in it/b_test.go", "package b\n\nimport \"m/a\"\n\nfunc Test_one() { a.F() }\n"),
            ("b_test.go", "package m\n\nimport \"m/a\"\n\nfunc FuzzF() { a.F() }\n"),
            ("w_windows_test.go", "package m\n\nimport \"m/a\"\n\nfunc TestWindows() { a.F() }\n"),
        ]);
        let graph = data.graph();
        let start = Start::whole(find(&graph, "a.F"));
        let impact = Spreader::new(Steps::of(&graph)).impact(&[start], Limits::default());
        let suite = Suite::of(&graph);
        let tests = impact.affected.iter().map(|a| a.symbol).filter(|&symbol| suite.has(symbol));
        let (runs, left_out) = runs(&graph, tests, &[".", "sub"]);
        assert_eq!(left_out, [find(&graph, "TestWindows")]);
        let mut lines: Vec<&str> = runs.iter().map(|run| run.line(&graph)).collect();
        lines.sort_unstable();
        assert_eq!(
            lines,
            [
                "go -C sub test './in it' -run '^Test_one$'",
                "go test . -run '^FuzzF$'",
                "go test ./a -run '^(ExampleF|TestA|TestB)$'",
            ]
        );
    }

    #[test]
    fn tests_that_change_and_those_of_a_changed_setup_are_run_too() {
        let data = tree(&[
            ("a/a.go", "package a\n\nfunc init() {}\n\nfunc F() {}\n"),
            ("a/a_test.go", "package a\n\nfunc TestMain() {}\n\nfunc TestA() { F() }\n\nfunc TestB() {}\n"),
            ("a/x_test.go", "package a_test\n\nfunc TestX() {}\n"),
            ("b/b_test.go", "package b\n\nfunc TestC() {}\n"),
        ]);
        let graph = data.graph();
        let all = &["go test ./a -run '^(TestA|TestB|TestX)$'"][..];
        for (changed, lines) in [
            (&["a.TestB"][..], &["go test ./a -run '^TestB$'"][..]),
            (&["a.TestMain"], all),
            (&["a.init"], all),
            (&["a.init", "a.F", "a.TestA"], all),
            (&["a.F", "b.TestC"], &["go test ./b -run '^TestC$'", "go test ./a -run '^TestA$'"]),
        ] {
            let starts: Vec<Start> =
                changed.iter().map(|name| Start::of(find(&graph, name), ChangeKind::Body)).collect();
            let radius = Surveyor::default().survey(&graph, 1, &starts, Limits::default(), &["."]);
            let found: Vec<&str> = radius.runs.iter().map(|run| run.line(&graph)).collect();
            assert_eq!(found, lines, "{changed:?}");
            let named = lines.join("|").matches("Test").count();
            assert_eq!(radius.n_tests(), named, "{changed:?}");
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
