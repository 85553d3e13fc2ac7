//! Extension points: where a program is made to be extended. Who adds one more of a kind implements a contract, and enters it
//! where the others of its kind are entered.
//!
//! Four shapes of code show such places, whatever they are called:
//! - a *contract*: an interface whose implementers lie in several packages;
//! - a *registration*: a function that many packages side by side call, each once;
//! - a *registrar*: a function or variable that refers to equally named functions of many packages side by side, as a list
//!   of constructors does; or to many functions of its own package as values, as a table does;
//! - a *dispatcher*: a function that calls many methods of one interface, which is then a contract, too.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::test_support::imports;
use crate::model::{EdgeKind, Graph, Origin, Symbol, SymbolId, SymbolKind, folder, symbol_flag};

/// Packages that have something in common, at least, for it to be a kind of things.
const MIN_IMPLEMENTING: usize = 3;
const MIN_CALLING: usize = 4;
const MIN_NAMED: usize = 3;
/// Functions in a table, and methods that are dispatched to, at least.
const MIN_IN_TABLE: usize = 5;
const MIN_DISPATCHED: usize = 6;

/// Weight of a place compared with a contract that has as many implementers.
const REGISTRAR: f32 = 0.9;
const REGISTRATION: f32 = 0.7;
const TABLE: f32 = 0.5;
const DISPATCHER: f32 = 0.5;

/// The extension points of a graph.
#[derive(Debug, Default)]
pub struct ExtensionPoints {
    /// Clearness of each as an extension point, in (0, 1]; 1 for the clearest.
    values: FxHashMap<SymbolId, f32>,
    /// Of some of them the smallest thing of its kind.
    examples: FxHashMap<SymbolId, SymbolId>,
}

impl ExtensionPoints {
    /// Finds them in code that is neither a test, nor generated, nor in one of the packages `but`. O(edges).
    pub fn of(graph: &Graph<'_>, but: &FxHashSet<SymbolId>) -> Self {
        let imports = imports(graph).into_iter().filter(|&(_, is_test, _)| !is_test);
        let imports = imports.map(|(from, _, to)| (from, to)).collect();
        let is_code = |symbol: Symbol<'_>| {
            let is_other = symbol.is_test() || symbol.is_testdata() || symbol.has(symbol_flag::GENERATED);
            !(is_other || symbol.kind().is_container() || but.contains(&symbol.package()))
        };
        let search = |mut found: Self, ix: u32| {
            let symbol = graph.symbol(SymbolId(ix));
            if symbol.kind() == SymbolKind::Interface && is_code(symbol) {
                found.contract(graph, symbol, &imports, &is_code);
            } else if (symbol.kind().is_callable() || symbol.kind() == SymbolKind::Var) && is_code(symbol) {
                found.registration(graph, symbol, &is_code);
                found.registrar(graph, symbol, &is_code);
            }
            found
        };
        let symbols = (0..graph.n_symbols() as u32).into_par_iter();
        let mut found = symbols.fold(Self::default, search).reduce(Self::default, Self::with);
        let most = found.values.values().copied().fold(f32::MIN_POSITIVE, f32::max);
        found.values.values_mut().for_each(|value| *value /= most);
        found
    }

    /// Returns how clearly a symbol is an extension point, in [0, 1].
    pub fn value(&self, symbol: SymbolId) -> f32 {
        self.values.get(&symbol).copied().unwrap_or(0.0)
    }

    /// The smallest of the things that a contract or a registrar has several of.
    pub fn example(&self, of: SymbolId) -> Option<SymbolId> {
        self.examples.get(&of).copied()
    }

    /// All of them, the clearest first.
    pub fn in_order(&self) -> Vec<SymbolId> {
        let mut all: Vec<(SymbolId, f32)> = self.values.iter().map(|(&id, &value)| (id, value)).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.into_iter().map(|(id, _)| id).collect()
    }

    /// Both together; an example is found at its symbol only, so no two differ.
    fn with(mut self, other: Self) -> Self {
        other.values.into_iter().for_each(|(symbol, value)| self.note(symbol, value));
        self.examples.extend(other.examples);
        self
    }

    fn note(&mut self, symbol: SymbolId, value: f32) {
        let known = self.values.entry(symbol).or_default();
        *known = known.max(value);
    }

    /// An interface that types of several packages implement which know it: others have such methods by chance.
    fn contract(
        &mut self,
        graph: &Graph<'_>,
        interface: Symbol<'_>,
        imports: &FxHashSet<(SymbolId, SymbolId)>,
        is_code: &dyn Fn(Symbol<'_>) -> bool,
    ) {
        let own = interface.package();
        let knows_it = |package| package == own || imports.contains(&(package, own));
        let implementing = graph.incoming(interface.id).filter(|edge| edge.kind == EdgeKind::Implements);
        let types: Vec<Symbol<'_>> = implementing
            .map(|edge| graph.symbol(edge.from))
            .filter(|&ty| ty.kind() != SymbolKind::Interface && is_code(ty) && knows_it(ty.package()))
            .collect();
        let packages: FxHashSet<SymbolId> = types.iter().map(|ty| ty.package()).collect();
        if packages.len() >= MIN_IMPLEMENTING {
            self.note(interface.id, clearness(packages.len()));
            self.take_example(graph, interface.id, types.iter().map(|ty| ty.id));
        }
    }

    /// A function that many packages side by side call, each about once.
    fn registration(&mut self, graph: &Graph<'_>, symbol: Symbol<'_>, is_code: &dyn Fn(Symbol<'_>) -> bool) {
        if !symbol.kind().is_callable() || graph.incoming(symbol.id).len() < MIN_CALLING {
            return;
        }
        let is_reference = |kind| matches!(kind, EdgeKind::Calls | EdgeKind::Uses);
        let callers = graph
            .incoming(symbol.id)
            .filter(|edge| edge.origin != Origin::Dispatch && is_reference(edge.kind));
        let callers: FxHashSet<SymbolId> = callers
            .map(|edge| edge.from)
            .filter(|&from| graph.symbol(from).package() != symbol.package() && is_code(graph.symbol(from)))
            .collect();
        let packages: FxHashSet<SymbolId> =
            callers.iter().map(|&from| graph.symbol(from).package()).collect();
        let beside = side_by_side(graph, packages.iter().copied());
        if beside >= MIN_CALLING {
            let each = callers.len() as f32 / packages.len() as f32;
            self.note(symbol.id, REGISTRATION * clearness(beside) / (each * each));
        }
    }

    /// Finds a function that refers to equally named functions of many packages, to many functions as values, or to
    /// many methods of an interface.
    fn registrar(&mut self, graph: &Graph<'_>, symbol: Symbol<'_>, is_code: &dyn Fn(Symbol<'_>) -> bool) {
        if graph.outgoing(symbol.id).len() < MIN_NAMED {
            return;
        }
        let mut named: FxHashMap<(&str, &str), FxHashSet<SymbolId>> = FxHashMap::default();
        let mut methods: FxHashMap<SymbolId, FxHashSet<SymbolId>> = FxHashMap::default();
        let (mut used, mut called) = (FxHashSet::default(), FxHashSet::default());
        for edge in graph.outgoing(symbol.id).filter(|edge| edge.origin != Origin::Dispatch) {
            let to = graph.symbol(edge.to);
            match (edge.kind, to.kind()) {
                (EdgeKind::Calls, SymbolKind::InterfaceMethod) => {
                    to.owner().map(|interface| methods.entry(interface).or_default().insert(to.id));
                }
                (EdgeKind::Calls | EdgeKind::Uses, SymbolKind::Func | SymbolKind::Method) if is_code(to) => {
                    if to.package() != symbol.package() {
                        let key = (folder(graph.symbol(to.package()).path()), to.name());
                        named.entry(key).or_default().insert(to.id);
                    } else if edge.kind == EdgeKind::Uses {
                        used.insert(to.id);
                    } else {
                        called.insert(to.id);
                    }
                }
                _ => {}
            }
        }
        let packages = |of: &FxHashSet<SymbolId>| {
            of.iter().map(|&id| graph.symbol(id).package()).collect::<FxHashSet<_>>().len()
        };
        let kinds = named.into_iter().map(|(key, of)| (packages(&of), key, of));
        if let Some((count, _, of)) = kinds.max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))
            && count >= MIN_NAMED
        {
            self.note(symbol.id, REGISTRAR * clearness(count));
            self.take_example(graph, symbol.id, of.into_iter());
        }
        let in_table = used.difference(&called).count();
        if in_table >= MIN_IN_TABLE {
            self.note(symbol.id, TABLE * clearness(in_table));
        }
        let dispatched = methods.into_iter().map(|(interface, methods)| (methods.len(), interface));
        if let Some((count, interface)) = dispatched.max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))
            && count >= MIN_DISPATCHED
        {
            self.note(symbol.id, DISPATCHER * clearness(count));
            if is_code(graph.symbol(interface)) {
                self.note(interface, DISPATCHER * clearness(count));
            }
        }
    }

    /// The smallest of some, by the lines of its declaration and of its members.
    fn take_example(&mut self, graph: &Graph<'_>, of: SymbolId, all: impl Iterator<Item = SymbolId>) {
        let size = |id: SymbolId| {
            let symbol = graph.symbol(id);
            let held = graph.members(id).into_iter().map(|member| graph.symbol(member));
            held.chain([symbol]).map(|part| part.end_line().saturating_sub(part.line()) + 1).sum::<u32>()
        };
        if let Some(smallest) = all.min_by_key(|&id| (size(id), id)) {
            self.examples.insert(of, smallest);
        }
    }
}

/// Returns how clearly this many of a kind show that there can be one more.
fn clearness(count: usize) -> f32 {
    (1.0 + count as f32).ln()
}

/// Number of packages in the folder that has the most of them.
fn side_by_side(graph: &Graph<'_>, packages: impl Iterator<Item = SymbolId>) -> usize {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for package in packages {
        *counts.entry(folder(graph.symbol(package).path())).or_default() += 1;
    }
    counts.into_values().max().unwrap_or(0)
}
