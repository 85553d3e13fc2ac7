//! Packages and files that are there for tests: no part of what a program does, however much leans on them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, EdgeRef, FileId, Graph, Origin, Symbol, SymbolId, SymbolKind, symbol_flag};

/// Most of the files that import such a package, of a hundred, that are no tests: now and then one of the program borrows.
const MOST_OTHERS: usize = 10;

/// The packages that next to nothing imports but tests, and packages that are there for tests themselves; where others may
/// import it from outside of the tree, only one that shows to be written for tests, or is generated, as mocks are. What its own folder's tests import is no
/// sign of that: those of another package name import what they test. Of packages that nothing imports, those of which half
/// of the files have something for a test.
/// O(symbols of such packages + imports x length of the longest chain of them).
#[must_use]
pub fn kits(graph: &Graph<'_>) -> FxHashSet<SymbolId> {
    let folder = |package: SymbolId| graph.symbol(package).path();
    // The package that a file belongs to, whether it is a test, and the package that it imports.
    let imports: Vec<(SymbolId, bool, SymbolId)> = graph
        .file_symbol
        .iter()
        .map(|&file| graph.symbol(SymbolId(file)))
        .flat_map(|file| {
            let imports = graph.outgoing(file.id).filter(|edge| edge.kind == EdgeKind::Imports);
            imports.map(move |edge| (file.package(), file.is_test(), edge.to))
        })
        .filter(|&(from, _, to)| folder(from) != folder(to))
        .collect();
    let imported: FxHashSet<SymbolId> = imports.iter().map(|&(_, _, to)| to).collect();
    let mut for_tests: FxHashMap<SymbolId, bool> = FxHashMap::default();
    let mut is_for_tests = |package| {
        *for_tests
            .entry(package)
            .or_insert_with(|| share_for_tests(graph, package).0 > 0 || is_generated(graph, package))
    };
    let alone = graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Package).map(|symbol| symbol.id);
    let mut kits: FxHashSet<SymbolId> = alone
        .filter(|package| !imported.contains(package))
        .filter(|&package| matches!(share_for_tests(graph, package), (some @ 1.., all) if 2 * some >= all))
        .collect();
    loop {
        // Files that import a package, and those of them that are no tests.
        let mut importers: FxHashMap<SymbolId, (usize, usize)> = FxHashMap::default();
        for &(from, is_test, to) in &imports {
            let (all, others) = importers.entry(to).or_default();
            *all += 1;
            *others += usize::from(!is_test && !kits.contains(&from));
        }
        let known = kits.len();
        let served = importers.into_iter().filter(|&(package, (all, others))| {
            others * 100 <= all * MOST_OTHERS && (is_internal(graph, package) || is_for_tests(package))
        });
        kits.extend(served.map(|(package, _)| package));
        if kits.len() == known {
            return kits;
        }
    }
}

/// Files of the program's own packages that are there for tests, though they are none by their names: that have something for
/// a test; and, where nobody else can import it, what only such files and tests use, such as the mocks that these make.
/// Elsewhere that may be what the package is for. O(symbols + edges of such files and their users).
pub(super) fn kit_files(graph: &Graph<'_>, kits: &FxHashSet<SymbolId>) -> FxHashSet<FileId> {
    let mut found: FxHashSet<FileId> = FxHashSet::default();
    let is_program = |symbol: Symbol<'_>| !symbol.is_test() && !kits.contains(&symbol.package());
    let mut open: Vec<FileId> = graph
        .symbols()
        .filter(|&symbol| is_program(symbol) && takes_a_test(symbol))
        .filter_map(Symbol::file)
        .collect();
    open.sort_unstable();
    open.dedup();
    // A file is looked at again when another one that uses it turns out to be for tests.
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
            .flat_map(|id| graph.outgoing(id).filter(is_written))
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

/// Whether next to all files that use a file are for tests.
fn is_used_by_tests(graph: &Graph<'_>, file: FileId, is_for_tests: impl Fn(FileId) -> bool) -> bool {
    let own = graph.symbols_of(file).map(SymbolId);
    let users = own.flat_map(|id| graph.incoming(id).filter(is_written));
    let users: FxHashSet<FileId> = users.filter_map(|edge| graph.symbol(edge.from).file()).collect();
    let others = users.iter().filter(|&&user| user != file && !is_for_tests(user)).count();
    others * 100 <= users.len() * MOST_OTHERS
}

/// Not what an interface may come to: any code may meet a mock there.
fn is_written(edge: &EdgeRef<'_>) -> bool {
    let is_use =
        matches!(edge.kind, EdgeKind::Calls | EdgeKind::Uses | EdgeKind::Accesses | EdgeKind::Extends);
    is_use && edge.origin != Origin::Dispatch
}

/// Whether only the tree's own code can import it.
fn is_internal(graph: &Graph<'_>, package: SymbolId) -> bool {
    graph.symbol(package).path().split('/').any(|part| part == "internal")
}

/// Whether all files of a package are generated.
fn is_generated(graph: &Graph<'_>, package: SymbolId) -> bool {
    let mut files =
        graph.files_of(package).map(|file| graph.symbol(SymbolId(graph.file_symbol[file.0 as usize])));
    files.all(|file| file.has(symbol_flag::GENERATED))
}

/// Whether it takes or keeps what only a running test has, `func NewServer(t testing.TB)`.
fn takes_a_test(symbol: Symbol<'_>) -> bool {
    let signature = symbol.signature();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    memchr::memmem::find(signature.as_bytes(), b"testing.").is_some()
        && signature
            .split(|c| !is_word(c))
            .any(|word| matches!(word, "testing.T" | "testing.B" | "testing.F" | "testing.TB"))
}

/// How many files of a package that are no tests themselves have something that takes or keeps what only a running test
/// has, and of how many.
fn share_for_tests(graph: &Graph<'_>, package: SymbolId) -> (usize, usize) {
    let files =
        graph.files_of(package).map(|file| graph.symbols_of(file).map(|ix| graph.symbol(SymbolId(ix))));
    let files = files.filter(|file| file.clone().any(|symbol| !symbol.is_test()));
    files.fold((0, 0), |(some, all), mut file| (some + usize::from(file.any(takes_a_test)), all + 1))
}
