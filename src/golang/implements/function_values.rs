//! Spreads calls of function values over the functions that code takes as values, and calls from outside the tree
//! over what is passed there.
//!
//! A call of a value can reach any function with a value's type that is taken as a value somewhere (rapid type analysis
//! does the same). Its share is equal for all of them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{DispatchTables, Flows, ImplementsIndex, SiteContext};
use crate::golang::called_back::looked_for_by;
use crate::golang::check::{
    CallbackSite, CalledBack, ConversionSite, DispatchSite, Foreign, Shape, Sink, ValueCall, fits, method_set,
};
use crate::golang::confidence;
use crate::golang::foreign::{ForeignLabels, label_text};
use crate::golang::ids::{ANY, DeclIx, ERROR, PackageIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::golang::types::{Type, Types};
use crate::model::{Cause, EdgeDraft, EdgeKind, GraphBuilder, Label, Origin, SymbolId, SymbolKind, ViaDraft};

/// The most functions that one call of a function value is spread over: of a common type, such as `func()`, a large tree
/// has hundreds, and one of them means little. Those of the caller's package come first.
const MAX_VALUES: usize = 32;

/// The most functions that a call of a parameter is spread over if they are named where the function with the parameter is
/// called: each of them stands in the code.
const MAX_PASSED: usize = 512;

/// The most methods of different types that code outside is taken to call back where a value of an interface is passed
/// to it: of `error` or `io.Writer` nearly every type of a tree could be meant.
const MAX_CALLED_BACK: usize = 8;

/// The functions and methods that code takes as values, by the heads of their shapes.
#[derive(Default)]
pub(in crate::golang) struct TakenFunctions {
    by_head: FxHashMap<u64, Vec<TakenFunction>>,
    /// For each function that calls values, those that are taken on the lines of calls of it, in order.
    passed: FxHashMap<SymbolId, Vec<SymbolId>>,
    /// The targets of calls in a context.
    reached: FxHashMap<(Shape, SiteContext), Arc<ValueTargets>>,
}

struct TakenFunction {
    symbol: SymbolId,
    shape: Shape,
}

/// The types whose values code converts to interfaces from outside the tree, by package, and whether a test does so.
pub(in crate::golang) struct HandedOut(FxHashMap<PackageIx, Vec<(TypeDeclIx, bool)>>);

impl HandedOut {
    pub(in crate::golang) fn of(conversions: &[ConversionSite], known: &DispatchTables<'_>) -> Self {
        let mut by_package: FxHashMap<PackageIx, Vec<(TypeDeclIx, bool)>> = FxHashMap::default();
        for conversion in conversions {
            let SiteContext { package, test, .. } = known.contexts[conversion.from.ix()];
            by_package.entry(package).or_default().push((conversion.concrete, test));
        }
        for types in by_package.values_mut() {
            types.sort_unstable();
            types.dedup();
        }
        Self(by_package)
    }

    /// The types whose values code in a context may get in an `any`: those that its package puts into one, tests for
    /// a test alone.
    fn known_in(&self, context: SiteContext) -> impl Iterator<Item = TypeDeclIx> {
        let types = self.0.get(&context.package).into_iter().flatten();
        types.filter(move |of| context.test || !of.1).map(|of| of.0)
    }
}

/// The possible targets of a call of a function value.
struct ValueTargets {
    symbols: Vec<SymbolId>,
    /// True if there are more than [`MAX_VALUES`].
    crowded: bool,
}

/// A call of a value of function type, or of something that may be one.
struct ValueSite<'s> {
    from: SymbolId,
    shape: &'s Shape,
    line: u32,
    via: Label,
}

/// For each function that calls values, those that code names as values on the lines where it calls this function: what
/// it passes. O(edges).
fn passed<'s>(
    sinks: impl Iterator<Item = &'s Sink<'s>> + Clone,
    is_function: impl Fn(SymbolId) -> bool,
) -> FxHashMap<SymbolId, Vec<SymbolId>> {
    let calling: FxHashSet<SymbolId> =
        sinks.clone().flat_map(|sink| &sink.value_calls).map(|call| call.from).collect();
    let mut passed: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    let mut named: FxHashMap<(SymbolId, u32), Vec<SymbolId>> = FxHashMap::default();
    for sink in sinks {
        let uses = sink.edges.iter().filter(|edge| edge.kind == EdgeKind::Uses && is_function(edge.to));
        for edge in uses {
            named.entry((edge.from, edge.line)).or_default().push(edge.to);
        }
        let calls =
            sink.edges.iter().filter(|edge| edge.kind == EdgeKind::Calls && calling.contains(&edge.to));
        for call in calls {
            if let Some(named) = named.get(&(call.from, call.line)) {
                passed.entry(call.to).or_default().extend(named);
            }
        }
        named.clear();
    }
    for functions in passed.values_mut() {
        functions.sort_unstable();
        functions.dedup();
    }
    passed
}

/// The possible targets of a call through an interface from outside the tree, if a function is converted to a type that
/// implements it, such as `http.HandlerFunc`: the type's shape and name.
type Adapters = FxHashMap<(Ty, Name), Vec<(Shape, Label)>>;

impl ImplementsIndex<'_> {
    /// The functions and methods that code takes as values: by its edges, and through interfaces.
    pub(in crate::golang) fn taken_functions<'s>(
        &mut self,
        sinks: impl Iterator<Item = &'s Sink<'s>> + Clone,
        through_interfaces: &[SymbolId],
        symbols: &[Option<SymbolId>],
    ) -> TakenFunctions {
        let mut decls: FxHashMap<SymbolId, DeclIx> = FxHashMap::default();
        for (decl, symbol) in (0..).map(DeclIx).zip(symbols) {
            if let Some(symbol) = symbol
                && matches!(self.checker.world.kind(decl), SymbolKind::Func | SymbolKind::Method)
            {
                decls.insert(*symbol, decl);
            }
        }
        let uses = sinks.clone().flat_map(|sink| &sink.edges).filter(|edge| edge.kind == EdgeKind::Uses);
        let mut taken: Vec<SymbolId> =
            uses.map(|edge| edge.to).chain(through_interfaces.iter().copied()).collect();
        taken.sort_unstable();
        taken.dedup();
        let passed = passed(sinks, |symbol| decls.contains_key(&symbol));
        let mut functions = TakenFunctions { passed, ..TakenFunctions::default() };
        for symbol in taken {
            let Some(&decl) = decls.get(&symbol) else { continue };
            for shape in self.checker.shapes_of(decl) {
                functions.by_head.entry(shape[0]).or_default().push(TakenFunction { symbol, shape });
            }
        }
        functions
    }

    /// Records the edges from calls of function values to all that they can reach.
    pub(in crate::golang) fn value_calls<'s>(
        &mut self,
        sites: impl IntoIterator<Item = &'s ValueCall>,
        taken: &mut TakenFunctions,
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        for site in sites {
            let name = format!("the function value {}", self.checker.world.names.text(site.name));
            let via = builder.label(&name);
            let site = ValueSite { from: site.from, shape: &site.shape, line: site.line, via };
            self.value_call(site, taken, known, builder);
        }
    }

    fn value_call(
        &mut self,
        ValueSite { from, shape, line, via }: ValueSite<'_>,
        taken: &mut TakenFunctions,
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        let key = (shape.clone(), known.contexts[from.ix()]);
        let TakenFunctions { by_head, passed, reached } = taken;
        let targets = reached.entry(key).or_insert_with_key(|(shape, context)| {
            let functions = by_head.get(&shape[0]).into_iter().flatten();
            let mut symbols: Vec<SymbolId> = functions
                .filter(|of| fits(&of.shape, shape) && self.may_run(*context, known.contexts[of.symbol.ix()]))
                .map(|of| of.symbol)
                .collect();
            symbols.sort_unstable();
            symbols.dedup();
            let is_near = |symbol: &SymbolId| known.contexts[symbol.ix()].package == context.package;
            symbols.sort_by_key(|symbol| !is_near(symbol));
            let crowded = symbols.len() > MAX_VALUES;
            symbols.truncate(MAX_VALUES);
            Arc::new(ValueTargets { symbols, crowded })
        });
        builder.unbound(targets.crowded.then_some((from, Cause::Crowded, 1)));
        let passed = if targets.crowded { passed.get(&from).map_or(&[][..], Vec::as_slice) } else { &[] };
        let is_passed = |symbol: &SymbolId| passed.binary_search(symbol).is_ok();
        let functions = by_head.get(&shape[0]).into_iter().flatten();
        let fitting = functions.filter(|of| is_passed(&of.symbol) && fits(&of.shape, shape));
        let mut symbols: Vec<SymbolId> = fitting.map(|of| of.symbol).take(MAX_PASSED).collect();
        let others = targets.symbols.iter().copied().filter(|symbol| !is_passed(symbol));
        symbols.extend(others.take(targets.symbols.len().saturating_sub(symbols.len())));
        builder.via(symbols.iter().map(|&to| ViaDraft { from, to, is_run: true, name: via }));
        let share = 1.0 / symbols.len().max(1) as f32;
        let (kind, origin) = (EdgeKind::Runs, Origin::Value);
        let confidence = confidence::of(kind, origin, false);
        let edge = |&to: &SymbolId| EdgeDraft { from, to, kind, origin, confidence, share, access: 0, line };
        builder.edges(symbols.iter().map(edge));
    }

    /// Returns whether code in one context may run a function of another one.
    fn may_run(&mut self, from: SiteContext, there: SiteContext) -> bool {
        let world = self.checker.world;
        from.meets(there, world)
            && from.is_near(there)
            && (!there.test || self.test_binaries.contain(world, there.package, from.package, from.test))
    }

    /// Records what calls through interfaces from outside the tree reach by way of types from there that functions are
    /// converted to.
    pub(in crate::golang) fn adapted_calls<'s>(
        &mut self,
        sites: impl IntoIterator<Item = &'s DispatchSite>,
        types: &Types<'_>,
        taken: &mut TakenFunctions,
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        let mut adapters = Adapters::default();
        let n_decls = self.checker.world.type_decls.len();
        for site in sites.into_iter().filter(|site| site.kind == EdgeKind::Calls) {
            let interface = self.checker.types.import(types, site.interface, n_decls);
            let of = adapters
                .entry((interface, site.method))
                .or_insert_with(|| self.adapters(interface, site.method, builder));
            for (shape, via) in of {
                let site = ValueSite { from: site.from, shape, line: site.line, via: *via };
                self.value_call(site, taken, known, builder);
            }
        }
    }

    /// The function types from outside the tree that implement an interface from there.
    fn adapters(&mut self, interface: Ty, method: Name, builder: &mut GraphBuilder) -> Vec<(Shape, Label)> {
        let world = self.checker.world;
        match *self.checker.types.get(interface) {
            Type::Named(decl, _) if world.is_outside(decl) => {}
            _ => return Vec::new(),
        }
        let mut found = Vec::new();
        for ix in (0..world.type_decls.len() as u32).map(TypeDeclIx) {
            let decl = &world.type_decls[ix.0 as usize];
            let is_such = world.is_outside(ix) && decl.decl.is_some() && !decl.alias;
            if !is_such || decl.methods_named(method).is_empty() {
                continue;
            }
            let ty = self.checker.self_type(ix);
            let under = self.checker.underlying(ty);
            if matches!(self.checker.types.get(under), Type::Func(..))
                && let Some(shape) = self.checker.shape(under)
            {
                let name = self.name_of(ty);
                found.push((shape, builder.label(&name)));
            }
        }
        found
    }

    /// Records what code outside the tree may call back.
    pub(in crate::golang) fn callbacks<'s>(
        &mut self,
        sites: impl IntoIterator<Item = &'s CallbackSite>,
        flows: &Flows,
        handed_out: &HandedOut,
        known: &DispatchTables<'_>,
        labels: &mut ForeignLabels,
        builder: &mut GraphBuilder,
    ) {
        let (kind, origin) = (EdgeKind::Runs, Origin::Callback);
        let confidence = confidence::of(kind, origin, false);
        let mut wanted: FxHashMap<(TypeDeclIx, Foreign), Vec<Name>> = FxHashMap::default();
        let mut seen: FxHashSet<(SymbolId, Foreign, CalledBack)> = FxHashSet::default();
        for &CallbackSite { from, by, to, line } in sites {
            if !seen.insert((from, by, to)) {
                continue;
            }
            let Some(via) = labels.of(self.checker.world, by, builder) else { continue };
            let add = |to: SymbolId, share: f32, builder: &mut GraphBuilder| {
                builder.via([ViaDraft { from, to, is_run: true, name: via }]);
                builder.edges([EdgeDraft { from, to, kind, origin, confidence, share, access: 0, line }]);
            };
            let (of, interface) = match to {
                CalledBack::Methods { of, interface } => (of, interface),
                CalledBack::Declared(decl) => {
                    if let Some(to) = known.symbols[decl.0 as usize] {
                        add(to, 1.0, builder);
                    }
                    continue;
                }
            };
            let wanted = wanted.entry((interface, by)).or_insert_with(|| self.wanted(interface, by));
            if of == ANY {
                let types = handed_out.known_in(known.contexts[from.ix()]);
                let mut methods: Vec<SymbolId> =
                    types.flat_map(|of| self.methods_of(of, wanted, known)).collect();
                methods.sort_unstable();
                methods.dedup();
                if methods.len() > MAX_CALLED_BACK {
                    builder.unbound([(from, Cause::Crowded, 1)]);
                    continue;
                }
                let share = 1.0 / methods.len().max(1) as f32;
                for to in methods {
                    add(to, share, builder);
                }
                continue;
            }
            let methods = self.methods_of(of, wanted, known);
            if !methods.is_empty() {
                for to in methods {
                    add(to, 1.0, builder);
                }
                continue;
            }
            // An error that is printed, joined or compared may be any of the tree's.
            if of == ERROR {
                continue;
            }
            let ty = self.checker.types.named(of);
            let under = self.checker.underlying(ty);
            if !matches!(self.checker.types.get(under), Type::Interface(..)) {
                continue;
            }
            let own = method_set(&mut self.checker, ty).methods;
            for &method in wanted.iter().filter(|&&name| own.iter().any(|has| has.name == name)) {
                let site = DispatchSite { from, kind: EdgeKind::Calls, interface: ty, method, line };
                let reached = self.reached(site, flows, known, builder);
                if reached.targets.len() > MAX_CALLED_BACK {
                    builder.unbound([(from, Cause::Crowded, 1)]);
                    continue;
                }
                for &(to, share) in &reached.targets {
                    add(to, share, builder);
                }
            }
        }
    }

    /// Of a declared type the methods of some names.
    fn methods_of(&self, of: TypeDeclIx, names: &[Name], known: &DispatchTables<'_>) -> Vec<SymbolId> {
        let Ok(concrete) = self.concretes.binary_search_by_key(&of, |concrete| concrete.decl) else {
            return Vec::new();
        };
        let set = &self.concretes[concrete].set;
        let decls = names.iter().filter_map(|&name| set.named(name).find_map(|has| has.decl));
        decls.filter_map(|decl| known.symbols[decl.0 as usize]).collect()
    }

    /// The methods that a function from outside calls on a value of an interface.
    fn wanted(&mut self, interface: TypeDeclIx, by: Foreign) -> Vec<Name> {
        let world = self.checker.world;
        if interface == ANY {
            let names = label_text(world, by).map_or(&[][..], |function| looked_for_by(&function));
            return names.iter().filter_map(|name| world.names.get(name)).collect();
        }
        let ty = self.checker.self_type(interface);
        method_set(&mut self.checker, ty).methods.iter().map(|method| method.name).collect()
    }
}
