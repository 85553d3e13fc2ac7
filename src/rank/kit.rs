//! Packages that are there for the tests of others: no part of what a program does, however much leans on them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, Graph, Symbol, SymbolId, SymbolKind};

/// Most of the files that import such a package, of a hundred, that are no tests: now and then one of the program borrows.
const MOST_OTHERS: usize = 10;

/// The packages that next to nothing imports but tests, and packages that are there for tests themselves; where others may
/// import it from outside of the tree, only one that shows to be written for tests. What its own folder's tests import is no
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
    let is_apart = |package: SymbolId| folder(package).split('/').any(|part| part == "internal");
    let mut for_tests: FxHashMap<SymbolId, bool> = FxHashMap::default();
    let mut is_for_tests =
        |package| *for_tests.entry(package).or_insert_with(|| share_for_tests(graph, package).0 > 0);
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
            others * 100 <= all * MOST_OTHERS && (is_apart(package) || is_for_tests(package))
        });
        kits.extend(served.map(|(package, _)| package));
        if kits.len() == known {
            return kits;
        }
    }
}

/// How many files of a package that are no tests themselves have something that takes or keeps what only a running test
/// has, `func NewServer(t testing.TB)`, and of how many.
fn share_for_tests(graph: &Graph<'_>, package: SymbolId) -> (usize, usize) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let takes_a_test = |symbol: Symbol<'_>| {
        let mut words = symbol.signature().split(|c| !is_word(c));
        words.any(|word| matches!(word, "testing.T" | "testing.B" | "testing.F" | "testing.TB"))
    };
    let files =
        graph.files_of(package).map(|file| graph.symbols_of(file).map(|ix| graph.symbol(SymbolId(ix))));
    let files = files.filter(|file| file.clone().any(|symbol| !symbol.is_test()));
    files.fold((0, 0), |(some, all), mut file| (some + usize::from(file.any(takes_a_test)), all + 1))
}
