//! Test binaries: which packages are linked with the tests of each folder (`go help test`).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{EdgeKind, Graph, SymbolId, SymbolKind, package_folder, symbol_flag};

/// The code linked with the tests of each folder.
///
/// Code is linked by *units*: a package without its test files, and the test files of a package.
#[derive(Debug, Default)]
pub(super) struct Binaries {
    folders: FxHashMap<String, usize>,
    /// By folder a bit for each unit.
    linked: Vec<Vec<u64>>,
    /// The unit of each symbol.
    units: Vec<u32>,
    n_units: usize,
    /// Per folder: units compiled from its own files.
    own: Vec<Vec<usize>>,
    /// Functions that run before the tests: by folder in its test files, and by package in the others.
    set_ups: Vec<Vec<SymbolId>>,
    /// The subset of `set_ups` built on the host.
    of_host: Vec<Vec<SymbolId>>,
}

impl Binaries {
    /// For the folders of some tests. O(symbols + edges, and imports of all packages for each folder).
    pub(super) fn of<'d>(graph: &Graph<'_>, effects: &[bool], dirs: impl Iterator<Item = &'d str>) -> Self {
        let mut packages: FxHashMap<SymbolId, usize> = FxHashMap::default();
        let mut units = Vec::with_capacity(graph.n_symbols());
        for symbol in graph.symbols() {
            let next = packages.len();
            let package = *packages.entry(symbol.package()).or_insert(next);
            units.push((package * 2 + usize::from(symbol.is_test())) as u32);
        }
        let n_units = packages.len() * 2;
        let (mut set_ups, mut of_host) = (vec![Vec::new(); n_units], vec![Vec::new(); n_units]);
        let mut imports: Vec<Vec<usize>> = vec![Vec::new(); n_units];
        let mut of_dir: FxHashMap<String, FxHashSet<usize>> = FxHashMap::default();
        for symbol in graph.symbols() {
            let unit = units[symbol.id.ix()] as usize;
            match symbol.kind() {
                SymbolKind::File => {
                    of_dir.entry(package_folder(symbol.path()).to_owned()).or_default().insert(unit);
                    let edges = graph.outgoing(symbol.id).filter(|edge| edge.kind == EdgeKind::Imports);
                    imports[unit].extend(
                        edges
                            .filter_map(|edge| packages.get(&graph.symbol(edge.to).package()))
                            .map(|p| p * 2),
                    );
                }
                SymbolKind::Func | SymbolKind::Var if runs_first(graph, symbol.id) => {
                    if symbol.kind() == SymbolKind::Func || effects[symbol.id.ix()] {
                        set_ups[unit].push(symbol.id);
                    }
                    if !symbol.has(symbol_flag::CONSTRAINED) {
                        of_host[unit].push(symbol.id);
                    }
                }
                _ => {}
            }
        }
        let mut binaries = Self { units, n_units, set_ups, of_host, ..Self::default() };
        for dir in dirs {
            if !binaries.folders.contains_key(dir) {
                let own = of_dir.get(dir).into_iter().flatten().copied();
                let mut linked = vec![0_u64; n_units.div_ceil(64)];
                let own: Vec<usize> = own.collect();
                let mut open = own.clone();
                while let Some(unit) = open.pop() {
                    if linked[unit >> 6] >> (unit & 63) & 1 == 0 {
                        linked[unit >> 6] |= 1 << (unit & 63);
                        open.extend(&imports[unit]);
                    }
                }
                binaries.folders.insert(dir.to_owned(), binaries.linked.len());
                binaries.linked.push(linked);
                binaries.own.push(own);
            }
        }
        binaries
    }

    pub(super) fn folder(&self, dir: &str) -> usize {
        self.folders.get(dir).copied().unwrap_or(usize::MAX)
    }

    pub(super) fn unit(&self, symbol: SymbolId) -> usize {
        self.units[symbol.ix()] as usize
    }

    pub(super) fn n_units(&self) -> usize {
        self.n_units
    }

    pub(super) fn links(&self, folder: usize, unit: usize) -> bool {
        self.linked.get(folder).is_some_and(|linked| linked[unit >> 6] >> (unit & 63) & 1 == 1)
    }

    /// Everything linked with a folder's tests that runs before them: `init`, `TestMain`, and variable initialisers
    /// with calls.
    pub(super) fn set_ups(&self, folder: usize) -> impl Iterator<Item = SymbolId> {
        let units = (0..self.n_units).filter(move |&unit| self.links(folder, unit));
        units.flat_map(|unit| self.set_ups[unit].iter().copied())
    }

    /// Those of them that the folder's own files have in the host's build.
    pub(super) fn own_set_ups(&self, folder: usize) -> impl Iterator<Item = SymbolId> {
        let units = self.own.get(folder).into_iter().flatten();
        units.flat_map(|&unit| self.of_host[unit].iter().copied())
    }
}

/// Returns whether a symbol runs at initialisation with effects beyond its own name: a function `init` or `TestMain`,
/// or a variable whose initialiser calls something. Other initialisers matter only to readers of the variable.
fn runs_first(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let symbol = graph.symbol(symbol);
    match symbol.kind() {
        SymbolKind::Func => symbol.name() == "init" || symbol.is_test() && symbol.name() == "TestMain",
        SymbolKind::Var => graph
            .outgoing(symbol.id)
            .any(|edge| edge.kind == EdgeKind::Calls && !graph.is_in_literals(symbol.id, edge.lines)),
        _ => false,
    }
}
