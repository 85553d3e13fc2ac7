//! Finds what a run of a program may reach, and with it the targets of a call through an interface or a function value that
//! this program has: others may have the rest.

use rustc_hash::{FxHashMap, FxHashSet};

use super::signature::{parameter, signature};
use crate::model::{
    EdgeId, EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, access, symbol_flag,
};
use crate::tour::imports::Imports;
use crate::tour::programs::is_init;

/// The symbols that a run may reach: rapid type analysis (Bacon and Sweeney) from `main`, with the types that reached code
/// mentions in place of those that it makes, because the former cannot miss one.
#[derive(Default)]
pub(super) struct Run {
    is_reached: Vec<bool>,
    next: Vec<SymbolId>,
    /// Methods that calls through interfaces may reach, by their types, which nothing has mentioned yet.
    waiting: FxHashMap<SymbolId, Vec<SymbolId>>,
}

impl Run {
    /// Follows the code of a program. O(symbols + edges).
    pub(super) fn of(graph: &Graph<'_>, main: SymbolId) -> Self {
        let mut run = Self { is_reached: vec![false; graph.n_symbols()], ..Self::default() };
        let imports = Imports::of(graph);
        let linked = imports.linked(graph.symbol(main).package());
        let files = linked.into_iter().flat_map(|package| imports.files(package));
        let symbols =
            files.filter_map(|file| graph.symbol(file).file()).flat_map(|file| graph.symbols_of(file));
        symbols.filter(|&ix| is_init(graph.symbol(SymbolId(ix)))).for_each(|init| run.reach(SymbolId(init)));
        run.reach(main);
        while let Some(id) = run.next.pop() {
            run.pass(graph, id);
        }
        run
    }

    fn reach(&mut self, id: SymbolId) {
        if !std::mem::replace(&mut self.is_reached[id.ix()], true) {
            self.next.push(id);
        }
    }

    /// Reaches what a symbol refers to.
    fn pass(&mut self, graph: &Graph<'_>, id: SymbolId) {
        let symbol = graph.symbol(id);
        if symbol.kind().is_type() {
            self.waiting.remove(&id).into_iter().flatten().for_each(|method| self.reach(method));
            // Code outside may call what is exported, and templates do so by name.
            let is_open = |id: &SymbolId| graph.symbol(*id).has(symbol_flag::EXPORTED);
            graph.members(id).into_iter().filter(is_open).for_each(|member| self.reach(member));
        }
        for ix in graph.outgoing_ids(id) {
            let to = SymbolId(graph.edge_to[ix]);
            if self.is_reached[to.ix()] {
                continue;
            }
            let edge = graph.edge(EdgeId(ix as u32));
            match (edge.kind, edge.origin) {
                // Of a function value the code that takes it reaches it.
                (EdgeKind::Implements | EdgeKind::Imports, _) | (_, Origin::Value | Origin::Closure) => {}
                (_, Origin::Dispatch | Origin::Callback) => match graph.symbol(edge.to).owner() {
                    Some(owner) if !self.is_reached[owner.ix()] => {
                        self.waiting.entry(owner).or_default().push(edge.to);
                    }
                    _ => self.reach(edge.to),
                },
                _ => self.reach(edge.to),
            }
        }
    }

    /// Returns whether it is that of a program, not of any code.
    pub(super) fn is_of_program(&self) -> bool {
        !self.is_reached.is_empty()
    }

    /// Returns whether a run may reach a symbol. Anything may be reached where nothing is known.
    pub(super) fn may_reach(&self, id: SymbolId) -> bool {
        self.is_reached.get(id.ix()).copied().unwrap_or(true)
    }
}

/// The functions and types whose values a function puts into the hands of others.
pub(super) struct Hands<'g> {
    /// Functions that it takes as values, and types of which it makes values.
    taken: FxHashSet<SymbolId>,
    /// Itself and what it calls: a function literal is in the hands of its maker, and of those who call that.
    makers: FxHashSet<SymbolId>,
    /// The packages of the functions that it calls, and their results.
    results: Vec<(SymbolId, &'g str)>,
}

impl<'g> Hands<'g> {
    pub(super) fn of(graph: &'g Graph<'g>, giver: SymbolId) -> Self {
        let mut hands =
            Self { taken: FxHashSet::default(), makers: FxHashSet::from_iter([giver]), results: Vec::new() };
        for edge in graph.outgoing(giver) {
            let is_value = edge.kind == EdgeKind::Uses && !edge.origin.is_through();
            if is_value && graph.symbol(edge.to).kind().is_callable() || edge.access & access::MAKES != 0 {
                hands.taken.insert(edge.to);
            }
            if edge.kind == EdgeKind::Calls {
                hands.makers.insert(edge.to);
                let to = graph.symbol(edge.to);
                let results = results(to).filter(|results| !results.is_empty());
                hands.results.extend(results.map(|results| (to.package(), results)));
            }
        }
        hands
    }

    /// Returns whether a target of a call is among them: a function, a method of a type or, if `is_maker`, what the maker of a
    /// literal has.
    pub(super) fn has(&self, graph: &Graph<'_>, to: SymbolId, is_maker: bool) -> bool {
        if is_maker {
            return self.makers.contains(&to);
        }
        let has_type = |owner: SymbolId| {
            let ty = graph.symbol(owner);
            self.taken.contains(&owner)
                || self
                    .results
                    .iter()
                    .any(|&(package, results)| package == ty.package() && has_word(results, ty.name()))
        };
        self.taken.contains(&to) || graph.symbol(to).owner().is_some_and(has_type)
    }
}

/// The results of a function that is no method, as they are written.
fn results(function: Symbol<'_>) -> Option<&str> {
    let is_func = function.kind() == SymbolKind::Func;
    is_func.then(|| signature(function)).flatten().map(|(_, results)| results)
}

/// Returns whether a text has a word that is a name.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_word(c)).any(|part| part == word)
}

/// Returns whether a function of the package of a type has that type among its results.
pub(super) fn gives_back(graph: &Graph<'_>, function: SymbolId, ty: SymbolId) -> bool {
    let (function, ty) = (graph.symbol(function), graph.symbol(ty));
    function.package() == ty.package()
        && results(function).is_some_and(|results| has_word(results, ty.name()))
}

/// Returns whether a call through a function value calls a parameter of its function: then the caller says what it calls.
pub(super) fn is_of_caller(graph: &Graph<'_>, edge: &EdgeRef<'_>) -> bool {
    let name = graph.via(edge.id).and_then(|via| via.rsplit(' ').next());
    edge.origin != Origin::Dispatch
        && name.is_some_and(|name| parameter(graph.symbol(edge.from), name).is_some())
}

/// The code that hands a function to a server, if it is the handler of requests: it takes a request, or what a response is written to,
/// and code takes it as a value, gives it to code outside or, as servers made by a generator do, calls it through an interface.
pub(in crate::tour) fn handler(graph: &Graph<'_>, id: SymbolId) -> Option<SymbolId> {
    let symbol = graph.symbol(id);
    let takes =
        |word: &str| word.ends_with("Request") || word.ends_with("ResponseWriter") || word == "RequestEvent";
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (parameters, _) = signature(symbol).filter(|_| symbol.kind() != SymbolKind::InterfaceMethod)?;
    if !parameters.iter().any(|ty| ty.split(|c| !is_word(c)).any(takes)) || symbol.name() == "RoundTrip" {
        return None;
    }
    let gives = |edge: &EdgeRef<'_>| {
        let from = graph.symbol(edge.from);
        !from.is_test()
            && match edge.origin {
                Origin::Dispatch => from.has(symbol_flag::GENERATED) && from.name().ends_with("_Handler"),
                Origin::Callback => true,
                origin => edge.kind == EdgeKind::Uses && !origin.is_through(),
            }
    };
    graph.incoming(id).find(gives).map(|edge| edge.from)
}
