//! Finds what a run of a program may reach, and with it the targets of a call through an interface or a function value that
//! this program has: others may have the rest.

use rustc_hash::{FxHashMap, FxHashSet};

use super::signature::{parameter, signature};
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, SymbolId, SymbolKind, access, symbol_flag};

/// The symbols that a run may reach: rapid type analysis (Bacon and Sweeney) from `main`, with the types that reached code
/// mentions in place of those that it makes, because the former cannot miss one.
#[derive(Default)]
pub(super) struct Run {
    is_reached: Vec<bool>,
    packages: FxHashSet<SymbolId>,
    next: Vec<SymbolId>,
    /// Methods that calls through interfaces may reach, by their types, which nothing has mentioned yet.
    waiting: FxHashMap<SymbolId, Vec<SymbolId>>,
}

impl Run {
    /// Follows the code of a program. O(symbols + edges).
    pub(super) fn of(graph: &Graph<'_>, main: SymbolId) -> Self {
        let mut run = Self { is_reached: vec![false; graph.n_symbols()], ..Self::default() };
        let mut inits: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
        let is_init = |id: SymbolId| {
            let symbol = graph.symbol(id);
            symbol.name() == "init" && symbol.kind() == SymbolKind::Func && !symbol.is_test()
        };
        for init in (0..graph.n_symbols() as u32).map(SymbolId).filter(|&id| is_init(id)) {
            inits.entry(graph.symbol(init).package()).or_default().push(init);
        }
        let mut imports: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
        for file in graph.file_symbol.iter().map(|&file| graph.symbol(SymbolId(file))) {
            let imported = graph.outgoing(file.id).filter(|edge| edge.kind == EdgeKind::Imports);
            if !file.is_test() {
                imports.entry(file.package()).or_default().extend(imported.map(|edge| edge.to));
            }
        }
        let mut packages = vec![graph.symbol(main).package()];
        while let Some(package) = packages.pop() {
            if run.packages.insert(package) {
                packages.extend(imports.get(&package).into_iter().flatten());
                inits.get(&package).into_iter().flatten().for_each(|&init| run.reach(init));
            }
        }
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
        for edge in graph.outgoing(id) {
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

/// The functions that put a target into the hands of others: they take the function as a value, or have a value of the type of the
/// method. A function literal is in the hands of its maker, and of those who call that.
pub(super) fn givers(graph: &Graph<'_>, to: SymbolId, is_maker: bool) -> Vec<SymbolId> {
    let callers = |of: SymbolId| graph.incoming(of).filter(|edge| edge.kind == EdgeKind::Calls);
    if is_maker {
        return callers(to).map(|edge| edge.from).chain([to]).collect();
    }
    let is_taken = |edge: &EdgeRef<'_>| edge.kind == EdgeKind::Uses && !edge.origin.is_through();
    let mut givers: Vec<SymbolId> = graph.incoming(to).filter(is_taken).map(|edge| edge.from).collect();
    for edge in graph.symbol(to).owner().into_iter().flat_map(|owner| graph.incoming(owner)) {
        if edge.access & access::MAKES != 0 {
            givers.push(edge.from);
        }
        if gives_back(graph, edge.from, edge.to) {
            givers.extend(callers(edge.from).map(|call| call.from));
        }
    }
    givers
}

/// Returns whether a function of the package of a type has that type among its results.
pub(super) fn gives_back(graph: &Graph<'_>, function: SymbolId, ty: SymbolId) -> bool {
    let (function, ty) = (graph.symbol(function), graph.symbol(ty));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    function.kind() == SymbolKind::Func
        && function.package() == ty.package()
        && signature(function)
            .is_some_and(|(_, results)| results.split(|c| !is_word(c)).any(|word| word == ty.name()))
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
