//! The tests that a change reaches.
//!
//! Functions that `go test` runs by name are certain. Methods of suites are a guess: a runner that a test calls finds
//! them by reflection, and no edge records that ([`is_like_a_suites`]).

use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::Test;
use super::spread::Impact;
use crate::model::{
    EdgeKind, EdgeRef, FileId, Graph, Symbol, SymbolId, SymbolKind, package_folder, symbol_flag,
};

/// The tests of a graph, computed once, so that asking thousands of symbols does not read thousands of names.
#[derive(Debug)]
pub(super) struct TestIndex {
    /// Tests that `go test` runs by name.
    named: Bits,
    /// Methods of suites, which a runner calls for one of the tests.
    methods: Bits,
    /// By folder: how many tests run by name the host's build has.
    of_host: FxHashMap<String, usize>,
    /// By folder: test files that some builds leave out and that have code which runs before the tests.
    set_ups: FxHashMap<String, Vec<FileId>>,
}

/// A bit for each symbol.
#[derive(Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn of(graph: &Graph<'_>, holds: impl Fn(Symbol<'_>) -> bool) -> Self {
        let mut bits = vec![0; graph.n_symbols().div_ceil(64)];
        for symbol in graph.symbols().filter(|&symbol| holds(symbol)) {
            bits[symbol.id.ix() >> 6] |= 1 << (symbol.id.0 & 63);
        }
        Self(bits)
    }

    fn has(&self, symbol: SymbolId) -> bool {
        self.0[symbol.ix() >> 6] >> (symbol.0 & 63) & 1 == 1
    }
}

impl TestIndex {
    /// O(symbols).
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let named = Bits::of(graph, is_run);
        let mut of_host: FxHashMap<String, usize> = FxHashMap::default();
        let mut set_ups: FxHashMap<String, Vec<FileId>> = FxHashMap::default();
        for symbol in graph.symbols().filter(|symbol| symbol.is_test()) {
            if named.has(symbol.id) && !symbol.has(symbol_flag::CONSTRAINED) {
                *of_host.entry(package_folder(symbol.path()).to_owned()).or_default() += 1;
            }
            let Some(file) = symbol.file().filter(|_| is_before_tests(symbol)) else { continue };
            if graph.file_flags[file.ix()] & symbol_flag::SOME_BUILDS != 0 {
                set_ups.entry(package_folder(symbol.path()).to_owned()).or_default().push(file);
            }
        }
        let with_tests: FxHashSet<&str> = (0..graph.n_symbols() as u32)
            .map(SymbolId)
            .filter(|&symbol| named.has(symbol))
            .filter_map(|symbol| Some(package_folder(graph.path(graph.symbol(symbol).file()?))))
            .collect();
        // In a folder without tests nothing calls a runner.
        let has_tests = |symbol: Symbol<'_>| with_tests.contains(package_folder(symbol.path()));
        let methods = Bits::of(graph, |symbol| is_like_a_suites(graph, symbol) && has_tests(symbol));
        Self { named, methods, of_host, set_ups }
    }

    /// The folders with tests in the host's build, with the number that `go test` runs by name.
    pub(super) fn of_host(&self) -> &FxHashMap<String, usize> {
        &self.of_host
    }

    /// The test files of a folder that are not in every build and have an `init` or a `TestMain`.
    pub(super) fn set_ups(&self, dir: &str) -> &[FileId] {
        self.set_ups.get(dir).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a symbol is a test: one that `go test` runs by name, or a method of a suite.
    pub(super) fn has(&self, symbol: SymbolId) -> bool {
        self.named.has(symbol) || self.is_method(symbol)
    }

    /// All tests with the entry points of each. For the tests of a suite these include every method of the suite that
    /// nothing calls, because the runner calls methods by reflection, set-up methods among them. O(symbols + edges to
    /// the methods of suites).
    pub(super) fn tests(&self, graph: &Graph<'_>) -> Vec<Test> {
        let mut beside: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
        let symbols = graph.symbols().filter(|symbol| self.has(symbol.id));
        let tests = symbols.map(|symbol| {
            let mut starts = vec![symbol.id];
            if let Some(owner) = symbol.owner().filter(|_| self.is_method(symbol.id)) {
                let found =
                    || [self.runners(graph, owner).unwrap_or_default(), uncalled(graph, owner)].concat();
                starts.extend_from_slice(beside.entry(owner).or_insert_with(found));
            }
            Test { symbol: symbol.id, dir: package_folder(symbol.path()).to_owned(), starts }
        });
        tests.collect()
    }

    /// Returns whether a symbol is assumed to be a test of a suite.
    pub(super) fn is_method(&self, symbol: SymbolId) -> bool {
        self.methods.has(symbol)
    }

    /// The tests of a suite's folder that pass the suite to a runner, in order: those that reach its type, or a type
    /// that embeds it. `None` if it is registered before the tests begin, or no place is known: then any test of the
    /// folder may. O(edges to what reaches the type in its folder's tests).
    pub(super) fn runners(&self, graph: &Graph<'_>, suite: SymbolId) -> Option<Vec<SymbolId>> {
        let dir = package_folder(graph.symbol(suite).path());
        let (mut open, mut seen) = (vec![suite], FxHashSet::from_iter([suite]));
        let mut runners = Vec::new();
        while let Some(at) = open.pop() {
            let symbol = graph.symbol(at);
            if self.named.has(at) {
                runners.push(at);
                continue;
            }
            if is_before_tests(symbol) || symbol.kind() == SymbolKind::Var && symbol.name() == "_" {
                return None;
            }
            let edges = graph.incoming(at).filter(|edge| edge.kind != EdgeKind::MemberOf);
            open.extend(edges.map(|edge| edge.from).filter(|&from| {
                let from = graph.symbol(from);
                from.is_test() && package_folder(from.path()) == dir && seen.insert(from.id)
            }));
        }
        runners.sort_unstable();
        Some(runners).filter(|runners| !runners.is_empty())
    }
}

/// Folders where a change affects what runs before the tests: a `TestMain`, an `init` or a variable initialiser; each
/// with the row of the first one.
#[derive(Debug, Default)]
pub(super) struct SetUps<'g> {
    of_all: FxHashMap<&'g str, Option<usize>>,
    /// Those that the host's build leaves out, and with it what they prepare: tests that it leaves out, too.
    elsewhere: FxHashMap<&'g str, Option<usize>>,
}

impl<'g> SetUps<'g> {
    /// Set-ups that are changed themselves. O(symbols).
    pub(super) fn changed(graph: &'g Graph<'_>, roots: &[SymbolId]) -> Self {
        let roots = roots.iter().map(|&root| graph.symbol(root)).enumerate();
        Self::of(roots.filter(|&(_, root)| is_before_tests(root)))
    }

    /// Set-ups among the affected or hidden rows that call what the change affects. O(rows x steps).
    pub(super) fn reached(graph: &'g Graph<'_>, impact: &Impact, rows: impl Iterator<Item = usize>) -> Self {
        let rows = rows.filter_map(|row| Some((row, graph.symbol(impact.row(row)?.symbol))));
        Self::of(rows.filter(|&(row, symbol)| {
            let is_set_up = is_before_tests(symbol);
            is_set_up && symbol.is_test()
                || (is_set_up || symbol.kind() == SymbolKind::Var) && is_run_by(graph, impact, row)
        }))
    }

    fn of(symbols: impl Iterator<Item = (usize, Symbol<'g>)>) -> Self {
        let mut set_ups = Self::default();
        for (row, symbol) in symbols {
            let is_elsewhere = symbol.has(symbol_flag::CONSTRAINED);
            let of = if is_elsewhere { &mut set_ups.elsewhere } else { &mut set_ups.of_all };
            of.entry(package_folder(symbol.path())).or_insert(Some(row));
        }
        set_ups
    }

    /// With folders of which no more is known than that a change concerns what their tests begin with.
    pub(super) fn and(mut self, dirs: &'g [String]) -> Self {
        for dir in dirs {
            self.of_all.entry(dir).or_default();
        }
        self
    }

    /// The tests that they prepare with the row of what does. `is_in_build` says of a file that the host has whether the build
    /// has it, too, that the tests are run in for what changes. O(files); O(1) if there are no set-ups.
    pub(super) fn tests(
        &self,
        graph: &Graph<'_>,
        index: &TestIndex,
        is_in_build: impl Fn(FileId) -> bool,
    ) -> Vec<(Option<usize>, SymbolId)> {
        if self.of_all.is_empty() && self.elsewhere.is_empty() {
            return Vec::new();
        }
        let mut tests = Vec::new();
        for file in (0..graph.n_files() as u32).map(FileId) {
            let dir = package_folder(graph.path(file));
            let is_elsewhere = graph.file_flags[file.ix()] & symbol_flag::CONSTRAINED != 0;
            let elsewhere = || self.elsewhere.get(dir).filter(|_| is_elsewhere || is_in_build(file));
            if let Some(&row) = self.of_all.get(dir).or_else(elsewhere) {
                let symbols = graph.symbols_of(file).map(SymbolId);
                tests.extend(symbols.filter(|&symbol| index.has(symbol)).map(|symbol| (row, symbol)));
            }
        }
        tests
    }

    /// Returns whether they prepare all tests of a folder in the host's build.
    pub(super) fn are_of_all(&self, dir: &str) -> bool {
        self.of_all.contains_key(dir)
    }
}

/// Returns whether a symbol of a test file is a `TestXxx`, a `FuzzXxx` (run with its seeds) or an `ExampleXxx` with
/// expected output (others are only compiled). Trees under `testdata` are input of programs, not of `go test`.
pub fn is_run(symbol: Symbol<'_>) -> bool {
    if !symbol.is_test() || symbol.kind() != SymbolKind::Func {
        return false;
    }
    let name = symbol.name();
    let is_run = is_named(name, "Test") && name != "TestMain"
        || is_named(name, "Fuzz")
        || is_named(name, "Example") && symbol.has(symbol_flag::OUTPUT);
    is_run && !symbol.is_testdata()
}

/// Returns whether a method looks like a test of a suite: it is named `TestXxx`, stands in a test file, has no results
/// and at most one parameter, a handle (`*testing.T`, `*check.C`); and nothing in the tree calls it, takes it as a
/// value or needs it for an interface.
fn is_like_a_suites(graph: &Graph<'_>, symbol: Symbol<'_>) -> bool {
    symbol.is_test()
        && symbol.kind() == SymbolKind::Method
        && is_named(symbol.name(), "Test")
        && takes_a_handle(symbol)
        && !symbol.is_testdata()
        && !is_meant_for_else(graph, symbol)
}

fn is_meant_for_else(graph: &Graph<'_>, method: Symbol<'_>) -> bool {
    // Tests of a suite may call one another.
    let by_hand = graph.incoming(method.id).filter(|edge| {
        let from = graph.symbol(edge.from);
        matches!(edge.kind, EdgeKind::Calls | EdgeKind::Uses)
            && !(from.kind() == SymbolKind::Method && is_named(from.name(), "Test"))
    });
    let interfaces = method.owner().into_iter().flat_map(|owner| graph.outgoing(owner));
    let mut interfaces = interfaces.filter(|edge| edge.kind == EdgeKind::Implements);
    by_hand.count() > 0
        // A call is no interface: suites of tests are given to one.
        || graph.outside(method.id).any(|interface| !interface.ends_with("()"))
        || interfaces.any(|edge| {
            let members = graph.incoming(edge.to).filter(|edge| edge.kind == EdgeKind::MemberOf);
            members.map(|member| graph.symbol(member.from)).any(|member| member.name() == method.name())
        })
}

/// Returns whether a method's parameters are none or one handle, and there are no results.
fn takes_a_handle(method: Symbol<'_>) -> bool {
    let (signature, opening) = (method.signature(), format!(" {}(", method.name()));
    let Some((_, parameters)) = signature.split_once(&opening) else { return false };
    let Some(parameters) = parameters.trim_end().strip_suffix(')') else { return false };
    let handle = parameters.rsplit(' ').next().unwrap_or_default();
    parameters.is_empty()
        || !parameters.contains(['(', ')', ','])
            && (handle.starts_with('*') && !handle.starts_with("**") || handle.starts_with("testing."))
}

/// Returns whether the rest of a name does not begin with a small letter: `Testify` is no test.
fn is_named(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

/// Returns whether a function runs before all tests of a package: `TestMain` or an `init`.
fn is_before_tests(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func
        && (symbol.name() == "init" || symbol.is_test() && symbol.name() == "TestMain")
}

/// Returns whether a row runs what affects it: every step to it is a call. A function that an `init` only registers, or
/// an initialiser only stores, as a literal or by its name, is not run (Go spec, "Package initialization").
fn is_run_by(graph: &Graph<'_>, impact: &Impact, row: usize) -> bool {
    let edge = |row: usize| Some(graph.edge(impact.row(row)?.edge));
    let is_handed_on =
        |edge: EdgeRef<'_>| edge.kind == EdgeKind::Uses && graph.symbol(edge.to).kind().is_callable();
    edge(row).is_some_and(|edge| edge.kind == EdgeKind::Calls && !graph.is_in_literals(edge.from, edge.lines))
        && !impact.path(row).into_iter().filter_map(edge).any(is_handed_on)
}

/// The methods of a type that are no tests and that no code of the tree calls or takes as a value.
fn uncalled(graph: &Graph<'_>, owner: SymbolId) -> Vec<SymbolId> {
    let is_called =
        |edge: EdgeRef<'_>| edge.from != edge.to && matches!(edge.kind, EdgeKind::Calls | EdgeKind::Uses);
    let methods = graph.members(owner).into_iter().filter(|&member| {
        let symbol = graph.symbol(member);
        symbol.kind() == SymbolKind::Method && !is_named(symbol.name(), "Test")
    });
    methods.filter(|&method| !graph.incoming(method).any(is_called)).collect()
}
