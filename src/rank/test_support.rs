//! Packages and files that exist for tests. They are no part of what the program does, even if many files depend on
//! them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, EdgeRef, FileId, Graph, Origin, Symbol, SymbolId, SymbolKind, symbol_flag};

/// The largest percentage of non-test files among the files that import such a package, because sometimes a file of
/// the program borrows from it.
const MAX_OTHERS_PERCENT: usize = 10;

/// Finds the packages that exist for tests:
///
/// * packages that nothing imports, if half of their files or more have a declaration that takes or keeps a `testing.T`
///   or alike;
/// * packages in a folder for tests, such as `tests` or `e2e`, unless a command outside of such folders is made of them;
/// * packages that nearly only tests, and other packages of this set, import. If other trees can import the package, it
///   must also have such a declaration, or be generated, as mocks are. Imports within a folder do not count, because
///   tests in a package with the suffix `_test` import the package that they test.
///
/// O(symbols of such packages + imports x length of the longest chain of them).
pub fn test_support_packages(graph: &Graph<'_>) -> FxHashSet<SymbolId> {
    let imports = imports(graph);
    let testing = Testing::of(graph);
    // However many tests import what a program is made of, it is no tool of theirs.
    let in_programs = linked(graph, &imports, &testing);
    let imported: FxHashSet<SymbolId> = imports.iter().map(|&(_, _, to)| to).collect();
    let mut for_tests: FxHashMap<SymbolId, bool> = FxHashMap::default();
    let mut is_for_tests = |package| {
        *for_tests
            .entry(package)
            .or_insert_with(|| testing.is_some_of(package) || is_generated(graph, package))
    };
    let all = graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Package).map(|symbol| symbol.id);
    let mut packages: FxHashSet<SymbolId> = all
        .filter(|&package| {
            let is_apart = !imported.contains(&package) && testing.is_most_of(package);
            is_apart || !in_programs.contains(&package) && is_in_test_folder(graph.symbol(package).path())
        })
        .collect();
    loop {
        // The number of files that import a package, and the number of those that are no tests.
        let mut importers: FxHashMap<SymbolId, (usize, usize)> = FxHashMap::default();
        for &(from, is_test, to) in &imports {
            let (all, others) = importers.entry(to).or_default();
            *all += 1;
            *others += usize::from(!is_test && !packages.contains(&from));
        }
        let known = packages.len();
        let served = importers.into_iter().filter(|&(package, (all, others))| {
            !in_programs.contains(&package)
                && others * 100 <= all * MAX_OTHERS_PERCENT
                && (is_internal(graph, package) || is_for_tests(package))
        });
        packages.extend(served.map(|(package, _)| package));
        if packages.len() == known {
            return packages;
        }
    }
}

/// Files that exist for tests in packages of the program, though their names are not those of test files. These are
/// files with a declaration that takes or keeps a `testing.T` or alike; and, in packages that only this tree can
/// import, files that only such files and tests use, such as mocks. In other packages, users outside of the tree may
/// be the purpose of a file. O(symbols + edges of such files and their users).
pub(super) fn test_support_files(graph: &Graph<'_>, packages: &FxHashSet<SymbolId>) -> FxHashSet<FileId> {
    let mut found: FxHashSet<FileId> = FxHashSet::default();
    let is_program = |symbol: Symbol<'_>| !symbol.is_test() && !packages.contains(&symbol.package());
    let testing = Testing::of(graph);
    let has_one = |file: &FileId| {
        let mut symbols = graph.symbols_of(*file).map(|ix| graph.symbol(SymbolId(ix)));
        symbols.any(|symbol| is_program(symbol) && takes_testing_value(symbol))
    };
    let mut open: Vec<FileId> = testing.importers.iter().copied().filter(has_one).collect();
    open.sort_unstable();
    // A file is checked again when a file that uses it turns out to exist for tests.
    while let Some(file) = open.pop() {
        if found.contains(&file)
            || !is_used_by_tests(graph, file, |user| {
                found.contains(&user)
                    || !is_program(graph.symbol(SymbolId(graph.file_symbol[user.0 as usize])))
            })
        {
            continue;
        }
        found.insert(file);
        let own = graph.symbols_of(file).map(SymbolId);
        let mut used: Vec<FileId> = own
            .flat_map(|id| graph.outgoing(id).filter(is_stated_use))
            .map(|edge| graph.symbol(edge.to))
            .filter(|&symbol| is_program(symbol) && is_internal(graph, symbol.package()))
            .filter_map(Symbol::file)
            .collect();
        used.sort_unstable();
        used.dedup();
        open.extend(used);
    }
    found
}

/// Returns whether nearly all files that use a file exist for tests, or there are no such files.
fn is_used_by_tests(graph: &Graph<'_>, file: FileId, is_for_tests: impl Fn(FileId) -> bool) -> bool {
    let own = graph.symbols_of(file).map(SymbolId);
    let users = own.flat_map(|id| graph.incoming(id).filter(is_stated_use));
    let users: FxHashSet<FileId> = users.filter_map(|edge| graph.symbol(edge.from).file()).collect();
    let others = users.iter().filter(|&&user| user != file && !is_for_tests(user)).count();
    others * 100 <= users.len() * MAX_OTHERS_PERCENT
}

/// Returns whether an edge is a use that code states. Dispatch does not count, because any interface call can reach a
/// mock.
fn is_stated_use(edge: &EdgeRef<'_>) -> bool {
    let is_use =
        matches!(edge.kind, EdgeKind::Calls | EdgeKind::Uses | EdgeKind::Accesses | EdgeKind::Extends);
    is_use && edge.origin != Origin::Dispatch
}

/// The imports of a package by files of another folder: the package of the file, whether the file is a test, and the
/// package that it imports. O(files + imports).
pub(super) fn imports(graph: &Graph<'_>) -> Vec<(SymbolId, bool, SymbolId)> {
    let folder = |package: SymbolId| graph.symbol(package).path();
    let files = graph.file_symbol.iter().map(|&file| graph.symbol(SymbolId(file)));
    files
        .flat_map(|file| {
            let imports = graph.outgoing(file.id).filter(|edge| edge.kind == EdgeKind::Imports);
            imports.map(move |edge| (file.package(), file.is_test(), edge.to))
        })
        .filter(|&(from, _, to)| folder(from) != folder(to))
        .collect()
}

/// Finds the packages that the commands of the tree are made of: the packages that their files and these import,
/// directly or not. Packages for tests are left out: by the name of their folder or of one above, or because half of
/// their files have something for a test. `imports` has rows of the importing package, whether by a test, and the
/// imported one. O(imports + symbols).
fn linked(
    graph: &Graph<'_>,
    imports: &[(SymbolId, bool, SymbolId)],
    testing: &Testing,
) -> FxHashSet<SymbolId> {
    let is_for_tests = |&package: &SymbolId| {
        let mut parts = graph.symbol(package).path().split('/');
        parts.any(|part| ["test", "e2e", "fixture", "mock"].iter().any(|word| part.contains(word)))
            || testing.is_most_of(package)
    };
    let mut by: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    for &(from, _, to) in imports.iter().filter(|(_, is_test, _)| !is_test) {
        by.entry(from).or_default().push(to);
    }
    let is_command = |package: &SymbolId| graph.symbol(*package).name() == "main" && !is_for_tests(package);
    let mut open: Vec<SymbolId> = by.keys().copied().filter(is_command).collect();
    let (mut seen, mut linked) = (FxHashSet::default(), FxHashSet::default());
    while let Some(package) = open.pop() {
        for &package in by.get(&package).into_iter().flatten() {
            if seen.insert(package) && !is_for_tests(&package) {
                linked.insert(package);
                open.push(package);
            }
        }
    }
    linked
}

/// Returns whether a folder or one above it is by its name for tests alone.
fn is_in_test_folder(dir: &str) -> bool {
    let is_for_tests =
        |part: &str| matches!(part, "test" | "tests" | "e2e" | "integration_test" | "integration_tests");
    dir.split('/').any(is_for_tests)
}

/// Returns whether only code of the same tree can import the package (Go command, "Internal Directories").
fn is_internal(graph: &Graph<'_>, package: SymbolId) -> bool {
    graph.symbol(package).path().split('/').any(|part| part == "internal")
}

/// Returns whether all files of a package are generated.
fn is_generated(graph: &Graph<'_>, package: SymbolId) -> bool {
    let mut files =
        graph.files_of(package).map(|file| graph.symbol(SymbolId(graph.file_symbol[file.0 as usize])));
    files.all(|file| file.has(symbol_flag::GENERATED))
}

/// Returns whether a declaration takes or keeps a value that exists only in a running test, like `func NewServer(t
/// testing.TB)`.
fn takes_testing_value(symbol: Symbol<'_>) -> bool {
    let signature = symbol.signature();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    memchr::memmem::find(signature.as_bytes(), b"testing.").is_some()
        && signature
            .split(|c| !is_word(c))
            .any(|word| matches!(word, "testing.T" | "testing.B" | "testing.F" | "testing.TB"))
}

/// Declarations for tests: those that take or keep a `testing.T` or alike.
struct Testing {
    /// The files that can name such types.
    importers: FxHashSet<FileId>,
    /// Of the files of each package that have anything but tests: how many have such a declaration, and how many there are.
    files: FxHashMap<SymbolId, (usize, usize)>,
}

impl Testing {
    /// O(files + imports + symbols of the files that import `testing`).
    fn of(graph: &Graph<'_>) -> Self {
        let outside =
            graph.imports_outside().filter(|(_, path, _)| *path == "testing").map(|(file, ..)| file);
        // The standard library itself is a tree, too.
        let files = graph.file_symbol.iter().map(|&file| SymbolId(file));
        let imports =
            files.flat_map(|file| graph.outgoing(file)).filter(|edge| edge.kind == EdgeKind::Imports);
        let inside = imports.filter(|edge| {
            let package = graph.symbol(edge.to);
            package.name() == "testing" && package.import_path() == Some("testing")
        });
        let files = outside.chain(inside.map(|edge| edge.from));
        let importers: FxHashSet<FileId> = files.filter_map(|file| graph.symbol(file).file()).collect();
        let mut files: FxHashMap<SymbolId, (usize, usize)> = FxHashMap::default();
        for (ix, &package) in graph.file_package.iter().enumerate() {
            let file = FileId(ix as u32);
            let mut symbols = graph.symbols_of(file).map(|ix| graph.symbol(SymbolId(ix)));
            if symbols.clone().any(|symbol| !symbol.is_test()) {
                let (some, all) = files.entry(SymbolId(package)).or_default();
                *some += usize::from(importers.contains(&file) && symbols.any(takes_testing_value));
                *all += 1;
            }
        }
        Self { importers, files }
    }

    /// Returns whether a file of a package has something for a test.
    fn is_some_of(&self, package: SymbolId) -> bool {
        self.files.get(&package).is_some_and(|(some, _)| *some > 0)
    }

    /// Returns whether half of the files of a package have something for a test.
    fn is_most_of(&self, package: SymbolId) -> bool {
        matches!(self.files.get(&package), Some((some @ 1.., all)) if 2 * some >= *all)
    }
}
