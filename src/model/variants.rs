//! Finds the variants of a declaration under build constraints.
//!
//! Code that every build contains is bound to one variant, the host's if there is one. In a build with another
//! variant, the same code refers to that one and depends on it.

use rustc_hash::FxHashMap;

use super::{EdgeRef, Graph, Symbol, SymbolId, symbol_flag};

/// The declarations of a graph, or of one package, that only some builds contain, by name.
pub struct Variants<'g> {
    by_name: FxHashMap<(SymbolId, &'g str), Vec<SymbolId>>,
}

impl<'g> Variants<'g> {
    /// The variants of a whole graph. O(symbols).
    pub fn of(graph: &'g Graph<'_>) -> Self {
        Self::among(graph, (0..graph.n_symbols() as u32).map(SymbolId))
    }

    fn among(graph: &'g Graph<'_>, symbols: impl Iterator<Item = SymbolId>) -> Self {
        let mut by_name: FxHashMap<(SymbolId, &'g str), Vec<SymbolId>> = FxHashMap::default();
        for id in symbols.filter(|&id| may_vary(graph.symbol(id))) {
            by_name.entry(name(graph, id)).or_default().push(id);
        }
        by_name.retain(|_, variants| variants.len() > 1);
        Self { by_name }
    }

    /// The other variants of a symbol, in order of their ids.
    pub fn others(&self, symbol: Symbol<'g>) -> impl Iterator<Item = SymbolId> {
        let key = may_vary(symbol).then(|| (symbol.package(), symbol.qualified()));
        let variants = key.and_then(|key| self.by_name.get(&key)).into_iter().flatten().copied();
        variants.filter(move |&other| other != symbol.id)
    }

    /// Edges to the other variants of a symbol from code that every build contains. O(edges to them).
    pub fn elsewhere<'a>(&self, graph: &'g Graph<'a>, symbol: SymbolId) -> impl Iterator<Item = EdgeRef<'a>> {
        let is_one = may_vary(graph.symbol(symbol));
        let variants = is_one.then(|| self.by_name.get(&name(graph, symbol))).flatten();
        let others = variants.into_iter().flatten().filter(move |&&other| other != symbol);
        let edges = others.flat_map(|&other| graph.incoming(other));
        edges.filter(|edge| !graph.symbol(edge.from).has(symbol_flag::SOME_BUILDS))
    }
}

impl<'a> Graph<'a> {
    /// Edges to the variants of a symbol in other builds from code that every build contains: in builds with the symbol, these
    /// edges lead to it. O(symbols of its package + edges to the variants).
    pub fn elsewhere(&self, symbol: SymbolId) -> Vec<EdgeRef<'a>> {
        if !may_vary(self.symbol(symbol)) {
            return Vec::new();
        }
        self.variants_near(symbol).elsewhere(self, symbol).collect()
    }

    /// The other variants of a symbol, in order of their ids. O(symbols of its package).
    pub fn variants(&self, symbol: SymbolId) -> Vec<SymbolId> {
        if !may_vary(self.symbol(symbol)) {
            return Vec::new();
        }
        self.variants_near(symbol).others(self.symbol(symbol)).collect()
    }

    /// The variants in the package of a symbol.
    fn variants_near(&self, symbol: SymbolId) -> Variants<'_> {
        let files = self.members(self.symbol(symbol).package()).into_iter();
        let files = files.filter_map(|file| self.symbol(file).file());
        Variants::among(self, files.flat_map(|file| self.symbols_of(file)).map(SymbolId))
    }
}

/// Returns whether only some builds contain a symbol, and its name is not blank or `init`.
fn may_vary(symbol: Symbol<'_>) -> bool {
    symbol.has(symbol_flag::SOME_BUILDS)
        && !symbol.has(symbol_flag::NO_BUILDS)
        && !symbol.kind().is_container()
        && !matches!(symbol.name(), "_" | "init")
}

fn name<'g>(graph: &'g Graph<'_>, id: SymbolId) -> (SymbolId, &'g str) {
    let symbol = graph.symbol(id);
    (symbol.package(), symbol.qualified())
}
