//! Which tests a change reaches, and the lines that run them.

use rustc_hash::FxHashMap;

use super::spread::Impact;
use crate::model::{FileId, Graph, StrId, Symbol, SymbolKind, symbol_flag};

/// Tests of one package, with the line that runs just them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The package's folder relative to the repository's root, `.` for the root itself.
    pub dir: String,
    /// Names of the test functions, in order.
    pub tests: Vec<String>,
    /// For a shell in the repository's root.
    pub line: String,
}

/// A test among the affected: its row, and its name.
pub(super) type Reached<'g> = (usize, &'g str);

/// The tests among the affected, in their order.
pub(super) fn reached<'g>(graph: &Graph<'g>, impact: &Impact) -> Vec<Reached<'g>> {
    let rows = impact.affected.iter().enumerate();
    rows.filter_map(|(row, a)| Some((row, test_name(graph, graph.symbol(a.symbol))?))).collect()
}

/// The name of a symbol that `go test` runs by it: `TestXxx`, `FuzzXxx` (with its seeds) or `ExampleXxx` of a test file.
fn test_name<'g>(graph: &Graph<'g>, symbol: Symbol<'_>) -> Option<&'g str> {
    if !symbol.is_test() || symbol.kind() != SymbolKind::Func {
        return None;
    }
    let name = graph.str(StrId(graph.symbol_name[symbol.id.ix()]));
    let is_run = ["Test", "Fuzz", "Example"].iter().any(|prefix| {
        // `Testify` is no test: what follows must not begin with a small letter.
        name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
    });
    (is_run && name != "TestMain").then_some(name)
}

/// The lines that run the tests reached, the package with the surest first. Tests that the host's build leaves out are
/// not in them. `modules` are the folders with a `go.mod`, relative to the root: a line runs in the nearest one.
pub(super) fn runs(
    graph: &Graph<'_>,
    impact: &Impact,
    reached: &[Reached<'_>],
    modules: &[&str],
) -> Vec<Run> {
    let mut packages: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut of_dir: FxHashMap<&str, usize> = FxHashMap::default();
    let mut of_file: FxHashMap<Option<FileId>, usize> = FxHashMap::default();
    for &(row, name) in reached {
        let symbol = graph.symbol(impact.affected[row].symbol);
        if symbol.has(symbol_flag::CONSTRAINED) {
            continue;
        }
        let file = symbol.file();
        let package = *of_file.entry(file).or_insert_with(|| {
            let path = file.map_or("", |file| graph.path(file));
            let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir);
            *of_dir.entry(dir).or_insert_with(|| {
                packages.push((dir, Vec::new()));
                packages.len() - 1
            })
        });
        packages[package].1.push(name);
    }
    packages.into_iter().map(|(dir, tests)| run(dir, tests, modules)).collect()
}

fn run(dir: &str, mut tests: Vec<&str>, modules: &[&str]) -> Run {
    tests.sort_unstable();
    tests.dedup();
    let pattern = match tests[..] {
        [only] => only.to_owned(),
        _ => format!("({})", tests.join("|")),
    };
    let holds =
        |module: &str| dir == module || dir.strip_prefix(module).is_some_and(|rest| rest.starts_with('/'));
    let module =
        modules.iter().copied().filter(|module| *module != "." && holds(module)).max_by_key(|m| m.len());
    let within = match module {
        Some(module) => dir[module.len()..].trim_start_matches('/'),
        None if dir == "." => "",
        None => dir,
    };
    let package = quoted(&if within.is_empty() { ".".to_owned() } else { format!("./{within}") });
    let go = module.map_or("go test".to_owned(), |module| format!("go -C {} test", quoted(module)));
    let line = format!("{go} {package} -run '^{pattern}$'");
    Run { dir: dir.to_owned(), tests: tests.into_iter().map(str::to_owned).collect(), line }
}

/// A word for a POSIX shell: as it is when that is safe, else in single quotes.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | '+' | '=' | '@');
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{find, tree};
    use super::super::{Limits, Spreader, Start, Steps};
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
            ("a/x_test.go", "package a_test\n\nimport \"m/a\"\n\nfunc ExampleF() { a.F() }\n"),
            ("sub/in it/b_test.go", "package b\n\nimport \"m/a\"\n\nfunc Test_one() { a.F() }\n"),
            ("b_test.go", "package m\n\nimport \"m/a\"\n\nfunc FuzzF() { a.F() }\n"),
            ("w_windows_test.go", "package m\n\nimport \"m/a\"\n\nfunc TestWindows() { a.F() }\n"),
        ]);
        let graph = data.graph();
        let start = Start::whole(find(&graph, "a.F"));
        let impact = Spreader::new(Steps::of(&graph)).impact(&[start], Limits::default());
        let mut lines: Vec<String> = runs(&graph, &impact, &reached(&graph, &impact), &[".", "sub"])
            .into_iter()
            .map(|run| run.line)
            .collect();
        lines.sort();
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
    fn words_are_safe_in_a_shell() {
        for (word, safe) in [("./a/b-c_d.e", "./a/b-c_d.e"), ("./a b", "'./a b'"), ("a'$(x)", r"'a'\''$(x)'")]
        {
            assert_eq!(quoted(word), safe);
        }
    }
}
