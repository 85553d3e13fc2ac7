//! The start of the walk: what runs by itself, and what others may use.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::input::{Options, SourceTexts};
use super::reach::Reach;
use crate::model::{FileId, Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// Directives that give a declaration to the linker or to C (command `compile`, "Compiler Directives"; command
/// `cgo`).
const DIRECTIVES: [&[u8]; 4] = [b"//go:linkname ", b"//export ", b"//go:wasmexport ", b"//go:cgo_export"];

/// Adds the programs, and what other modules may use.
pub(super) fn start_programs(graph: &Graph<'_>, reach: &mut Reach<'_>, options: Options) {
    for package in graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Package) {
        if package.name() == "main" {
            let is_program = reach.structure().mains.contains_key(&package.id);
            reach.link(package.id);
            if !is_program {
                // A package `main` without a function `main` is a plugin, whose exported names others look up.
                reach.publish(package.id);
            }
        } else if !options.programs_only && is_importable(graph, package) {
            reach.link(package.id);
            reach.publish(package.id);
        }
        if is_runtime(package) {
            reach.link(package.id);
        }
    }
    let functions = graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Func && !symbol.is_test());
    functions.filter(|&symbol| is_runtime(symbol)).for_each(|symbol| reach.add(symbol.id));
}

/// Returns whether the compiler adds uses of a declaration to programs, or reads it itself.
pub(super) fn is_runtime(symbol: Symbol<'_>) -> bool {
    let path = symbol.import_path().unwrap_or_default();
    matches!(path, "runtime" | "builtin")
        || path.starts_with("runtime/")
        || path.starts_with("internal/runtime/")
}

/// Adds the tests, and the declarations in `testdata`.
pub(super) fn start_tests(graph: &Graph<'_>, reach: &mut Reach<'_>) {
    reach.with_tests();
    for symbol in graph.symbols() {
        let runs = symbol.is_test() && symbol.kind() == SymbolKind::Func && is_run_by_go_test(symbol.name());
        if runs || symbol.is_testdata() && !symbol.kind().is_container() {
            reach.add(symbol.id);
        }
        if symbol.kind() == SymbolKind::File && symbol.is_test() {
            reach.link(symbol.package());
        }
    }
}

/// Returns whether `go test` runs a function of this name (`go help testfunc`).
fn is_run_by_go_test(name: &str) -> bool {
    let kinds = ["Test", "Benchmark", "Fuzz", "Example"];
    let rest = kinds.iter().find_map(|kind| name.strip_prefix(kind));
    rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

/// Returns whether code of other modules may import a package.
pub(super) fn is_importable(graph: &Graph<'_>, package: Symbol<'_>) -> bool {
    let is_hidden = |part: &str| part == "internal" || part == "testdata" || part.starts_with(['_', '.']);
    let hidden = |path: &str| path != "." && path.split('/').any(is_hidden);
    !matches!(package.name(), "main" | "documentation")
        && !package.name().ends_with("_test")
        && !package.has(symbol_flag::VENDORED)
        && !hidden(package.path())
        && !package.import_path().is_some_and(hidden)
        && graph
            .files_of(package.id)
            .any(|file| !graph.symbol(SymbolId(graph.file_symbol[file.ix()])).is_test())
}

/// The facts in texts that the graph does not have.
#[derive(Default)]
pub(super) struct FromTexts {
    /// Declarations that are named outside of Go code: by directives for the linker and for cgo, and in assembly.
    pub(super) named: Vec<SymbolId>,
    /// The fields with a tag.
    pub(super) tagged: FxHashSet<SymbolId>,
}

impl FromTexts {
    /// Reads all texts. None if the search was cancelled. O(bytes of the tree).
    pub(super) fn read(graph: &Graph<'_>, tree: SourceTexts<'_>) -> Option<Self> {
        let files: Vec<FileId> = (0..graph.n_files() as u32).map(FileId).collect();
        let found: Option<Vec<[Vec<SymbolId>; 2]>> = files
            .par_iter()
            .map(|&file| {
                if (tree.cancelled)() {
                    return None;
                }
                let text = (tree.text)(graph.path(file)).unwrap_or_default();
                let symbols = graph.symbols_of(file).map(SymbolId);
                let tagged = symbols.filter(|&symbol| is_tagged(graph, symbol, &text)).collect();
                Some([by_directives(graph, file, &text), tagged])
            })
            .collect();
        let mut all = Self::default();
        for [named, tagged] in found? {
            all.named.extend(named);
            all.tagged.extend(tagged);
        }
        all.named.extend(by_assembly(graph, tree.assembly));
        all.named.sort_unstable();
        all.named.dedup();
        Some(all)
    }
}

/// Returns whether a symbol is a field with a tag, by the text of its file. A type never ends with a quotation mark, so
/// one at the end belongs to a tag.
pub(super) fn is_tagged(graph: &Graph<'_>, symbol: SymbolId, text: &[u8]) -> bool {
    graph.symbol(symbol).kind() == SymbolKind::Field
        && text
            .get(..graph.symbol_end[symbol.ix()] as usize)
            .is_some_and(|text| matches!(text.last(), Some(b'`' | b'"')))
}

/// Returns the declarations that the directives of a file name: the one below the directive, and the one whose name
/// follows it.
pub(super) fn by_directives(graph: &Graph<'_>, file: FileId, text: &[u8]) -> Vec<SymbolId> {
    let mut found = Vec::new();
    for directive in DIRECTIVES {
        for at in memchr::memmem::find_iter(text, directive) {
            let rest = &text[at + directive.len()..];
            let word: &[u8] = rest.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            let own = || graph.symbols_of(file).map(|ix| graph.symbol(SymbolId(ix)));
            found
                .extend(own().filter(|symbol| symbol.qualified().as_bytes() == word).map(|symbol| symbol.id));
            let below = own().filter(|symbol| !symbol.kind().is_container()).find(|symbol| {
                let declaration = graph.symbol_start[symbol.id.ix()] as usize;
                declaration >= at && !text[at..declaration].windows(2).any(|lines| lines == b"\n\n")
            });
            found.extend(below.map(|symbol| symbol.id));
        }
    }
    found
}

/// Returns the declarations that assembly names: functions and variables after a middle dot, and constants, fields and
/// sizes by their names in `go_asm.h`.
pub(super) fn by_assembly(graph: &Graph<'_>, files: &[Vec<u8>]) -> Vec<SymbolId> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '·';
    let texts: Vec<_> = files.iter().map(|file| String::from_utf8_lossy(file)).collect();
    let words: FxHashSet<&str> = texts
        .iter()
        .flat_map(|text| text.split(|c| !is_part(c)))
        .map(|word| word.rsplit('·').next().unwrap_or(word))
        .collect();
    if words.is_empty() {
        return Vec::new();
    }
    let is_named = |symbol: &Symbol<'_>| match symbol.kind() {
        SymbolKind::Func | SymbolKind::Var => words.contains(symbol.name()),
        SymbolKind::Const => words.contains(&*format!("const_{}", symbol.name())),
        SymbolKind::Field => words.contains(&*symbol.qualified().replace('.', "_")),
        SymbolKind::Struct => words.contains(&*format!("{}__size", symbol.name())),
        _ => false,
    };
    graph.symbols().filter(is_named).map(|symbol| symbol.id).collect()
}

#[cfg(test)]
mod tests {
    use super::is_run_by_go_test;

    #[test]
    fn go_test_runs_functions_by_their_names() {
        for (name, expected) in [
            ("TestA", true),
            ("Test", true),
            ("Test_a", true),
            ("TestMain", true),
            ("Testing", false),
            ("BenchmarkA", true),
            ("ExampleT_M", true),
            ("helper", false),
        ] {
            assert_eq!(is_run_by_go_test(name), expected, "{name}");
        }
    }
}
