//! Packages that are there for the tests of others: no part of what a program does, however much leans on them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, Graph, Symbol, SymbolId};

/// Most of the files that import such a package, of a hundred, that are no tests: now and then one of the program borrows.
const MOST_OTHERS: usize = 10;

/// The packages that next to nothing imports but tests, and packages that are there for tests themselves; where others may
/// import it from outside of the tree, only one that shows to be written for tests. What its own folder's tests import is no
/// sign of that: those of another package name import what they test.
/// O(symbols + imports x length of the longest chain of such packages).
pub(super) fn kits(graph: &Graph<'_>) -> FxHashSet<SymbolId> {
    let folder = |package: SymbolId| graph.symbol(package).path();
    // The package that a file belongs to, whether it is a test, and the package that it imports.
    let imports: Vec<(SymbolId, bool, SymbolId)> = graph
        .edges()
        .filter(|edge| edge.kind == EdgeKind::Imports)
        .map(|edge| (graph.symbol(edge.from), edge.to))
        .map(|(file, to)| (file.package(), file.is_test(), to))
        .filter(|&(from, _, to)| folder(from) != folder(to))
        .collect();
    let is_apart = |package: SymbolId| folder(package).split('/').any(|part| part == "internal");
    let for_tests: FxHashSet<SymbolId> =
        graph.symbols().filter(|symbol| takes_a_test(*symbol)).map(Symbol::package).collect();
    let mut kits: FxHashSet<SymbolId> = FxHashSet::default();
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
            others * 100 <= all * MOST_OTHERS && (is_apart(package) || for_tests.contains(&package))
        });
        kits.extend(served.map(|(package, _)| package));
        if kits.len() == known {
            return kits;
        }
    }
}

/// Whether code that is no test itself takes or keeps what only a running test has: `func NewServer(t testing.TB)`.
fn takes_a_test(symbol: Symbol<'_>) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut words = symbol.signature().split(|c| !is_word(c));
    !symbol.is_test()
        && words.any(|word| matches!(word, "testing.T" | "testing.B" | "testing.F" | "testing.TB"))
}
