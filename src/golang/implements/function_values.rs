//! Spreads calls of function values over the functions that code takes as values, and calls from outside the tree
//! over what is passed there.
//!
//! A call of a value can reach the functions that arrive there by the flow of values (`golang/flow`). Its share is equal for
//! all of them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Arrivals, DispatchTables, Flows, ImplementsIndex, MAX_TARGETS, SiteContext};
use crate::golang::called_back::looked_for_by;
use crate::golang::check::{
    CallbackSite, CalledBack, ConversionSite, DispatchSite, Foreign, ValueCall, method_set,
};
use crate::golang::confidence;
use crate::golang::flow::{Arrival, Binding, FlowLiteral, NOWHERE, Value, fits};
use crate::golang::foreign::{ForeignLabels, label_text};
use crate::golang::ids::{ANY, DeclIx, ERROR, PackageIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::golang::types::{Type, Types};
use crate::model::{Cause, EdgeDraft, EdgeKind, GraphBuilder, Label, Origin, SymbolId, ViaDraft};

/// The most methods of different types that code outside is taken to call back where a value of an interface is passed
/// to it: of `error` or `io.Writer` nearly every type of a tree could be meant.
const MAX_CALLED_BACK: usize = 8;

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

/// A call of a value of function type, or of something that may be one.
struct ValueSite {
    from: SymbolId,
    key: u64,
    line: u32,
    via: Label,
}

/// The possible targets of a call through an interface from outside the tree, if a function is converted to a type that
/// implements it, such as `http.HandlerFunc`: the key of the type, and its name.
type Adapters = FxHashMap<(Ty, Name), Vec<(u64, Label)>>;

impl ImplementsIndex<'_> {
    /// Records the edges from calls of function values to all functions that arrive there. Each site comes with the place
    /// of its file among those of `arrivals`.
    pub(in crate::golang) fn value_calls<'s>(
        &mut self,
        sites: impl IntoIterator<Item = (usize, &'s ValueCall)>,
        arrivals: &mut Arrivals,
        literals: &[Vec<FlowLiteral>],
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        for (file, &ValueCall { from, key, name, line, value }) in sites {
            let package = known.contexts[from.ix()].package;
            let (arrived, is_open) = arrivals.functions_at(file, value, package);
            builder.unbound(is_open.then_some((from, Cause::Given, 1)));
            let name = match self.checker.world.names.text(name) {
                "" => "a function value".to_owned(),
                name => format!("the function value {name}"),
            };
            let via = builder.label(&name);
            self.value_call(ValueSite { from, key, line, via }, arrived, literals, known, builder);
        }
    }

    fn value_call(
        &mut self,
        ValueSite { from, key, line, via }: ValueSite,
        arrived: &[(Value, Arrival)],
        literals: &[Vec<FlowLiteral>],
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        let context = known.contexts[from.ix()];
        let mut targets: Vec<(SymbolId, Origin, Arrival)> = Vec::new();
        for &(value, arrival) in arrived {
            let (key_of_value, target) = match value {
                Value::Func(function, binding) => {
                    let symbol = known.symbols[function.0 as usize];
                    (self.function_key_of(function, binding), symbol.map(|symbol| (symbol, Origin::Value)))
                }
                Value::Literal(file, nth) => {
                    let literal = &literals[file as usize][nth as usize];
                    (literal.key, Some((literal.maker, Origin::Closure)))
                }
                _ => continue,
            };
            if let Some((symbol, origin)) = target
                && fits(key_of_value, key)
                && self.may_run(context, known.contexts[symbol.ix()])
            {
                targets.push((symbol, origin, arrival));
            }
        }
        targets.sort_unstable();
        targets.dedup_by_key(|of| (of.0, of.1));
        builder.unbound((targets.len() > MAX_TARGETS).then_some((from, Cause::Crowded, 1)));
        targets.truncate(MAX_TARGETS);
        let share = 1.0 / targets.len().max(1) as f32;
        // The work of a literal counts for its maker. If this calls it, no other declaration runs.
        targets.retain(|&(to, origin, _)| to != from || origin == Origin::Value);
        builder.via(targets.iter().map(|of| ViaDraft { from, to: of.0, is_run: true, name: via }));
        let kind = EdgeKind::Runs;
        let edge = |&(to, origin, arrival): &(SymbolId, Origin, Arrival)| {
            let confidence = confidence::of_run(origin, arrival);
            EdgeDraft { from, to, kind, origin, confidence, share, access: 0, line }
        };
        builder.edges(targets.iter().map(edge));
    }

    /// The key of a function as a value; 0 if its type is open.
    pub(super) fn function_key_of(&mut self, function: DeclIx, binding: Binding) -> u64 {
        match binding {
            Binding::Bound => {
                let ty = self.checker.decl_type(function);
                self.checker.function_key(ty)
            }
            // The receiver may be the type or a pointer to it.
            Binding::Unbound => 0,
        }
    }

    /// Returns whether code in one context may run a function of another one.
    fn may_run(&mut self, from: SiteContext, there: SiteContext) -> bool {
        let world = self.checker.world;
        from.meets(there, world)
            && from.is_near(there)
            && self.test_binaries.link(world, from.part(), there.part())
    }

    /// Records what calls through interfaces from outside the tree reach by way of types from there that functions are
    /// converted to.
    pub(in crate::golang) fn adapted_calls<'s>(
        &mut self,
        sites: impl IntoIterator<Item = (usize, &'s DispatchSite)>,
        types: &Types<'_>,
        arrivals: &mut Arrivals,
        literals: &[Vec<FlowLiteral>],
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        let mut adapters = Adapters::default();
        let n_decls = self.checker.world.type_decls.len();
        for (file, site) in sites.into_iter().filter(|(_, site)| site.kind == EdgeKind::Calls) {
            let interface = self.checker.types.import(types, site.interface, n_decls);
            let of = adapters.entry((interface, site.method)).or_insert_with(|| {
                let found = self.adapters(interface, site.method).into_iter();
                found.map(|(key, ty)| (key, builder.label(&self.name_of(ty)))).collect()
            });
            if of.is_empty() {
                continue;
            }
            let package = known.contexts[site.from.ix()].package;
            let (arrived, _) = arrivals.functions_at(file, site.receiver, package);
            for &(key, via) in of.iter() {
                let site = ValueSite { from: site.from, key, line: site.line, via };
                self.value_call(site, arrived, literals, known, builder);
            }
        }
    }

    /// The function types from outside the tree that implement an interface from there.
    pub(super) fn adapters(&mut self, interface: Ty, method: Name) -> Vec<(u64, Ty)> {
        let world = self.checker.world;
        match *self.checker.types.get(interface) {
            Type::Named(decl, _) if world.is_outside(decl) => {}
            _ => return Vec::new(),
        }
        let types = self.function_types.take().unwrap_or_else(|| self.outside_function_types());
        let mut found = Vec::new();
        for &ix in &types {
            if !world.type_decls[ix.0 as usize].methods_named(method).is_empty() {
                let ty = self.checker.self_type(ix);
                let under = self.checker.underlying(ty);
                found.push((self.checker.function_key(under), ty));
            }
        }
        self.function_types = Some(types);
        found
    }

    fn outside_function_types(&mut self) -> Vec<TypeDeclIx> {
        let world = self.checker.world;
        let all = (0..world.type_decls.len() as u32).map(TypeDeclIx);
        let is_such = |&ix: &TypeDeclIx| {
            let decl = &world.type_decls[ix.0 as usize];
            if decl.methods.is_empty() || decl.alias || decl.decl.is_none() || !world.is_outside(ix) {
                return false;
            }
            let ty = self.checker.self_type(ix);
            let under = self.checker.underlying(ty);
            matches!(self.checker.types.get(under), Type::Func(..))
        };
        all.filter(is_such).collect()
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
                CalledBack::Value(of, by_call) => {
                    self.hand_out(of, (by, by_call), (from, line), known, builder);
                    continue;
                }
            };
            let wanted = wanted.entry((interface, by)).or_insert_with(|| self.wanted(interface, by));
            let methods = match of {
                ANY => self.methods_handed_out(wanted, from, handed_out, known),
                _ => self.methods_of(of, wanted, known).into_iter().map(|to| (to, 1.0)).collect(),
            };
            if methods.len() > MAX_CALLED_BACK && of == ANY {
                builder.unbound([(from, Cause::Crowded, 1)]);
                continue;
            }
            for &(to, share) in &methods {
                add(to, share, builder);
            }
            // An error that is printed, joined or compared may be any of the tree's.
            if methods.is_empty() && !matches!(of, ANY | ERROR) {
                for (to, share) in self.methods_behind(of, wanted, (from, line), flows, known, builder) {
                    add(to, share, builder);
                }
            }
        }
    }

    /// The methods of some names that types have whose values code outside is given where a site sees them, each with its share.
    fn methods_handed_out(
        &self,
        names: &[Name],
        from: SymbolId,
        handed_out: &HandedOut,
        known: &DispatchTables<'_>,
    ) -> Vec<(SymbolId, f32)> {
        let types = handed_out.known_in(known.contexts[from.ix()]);
        let mut methods: Vec<SymbolId> = types.flat_map(|of| self.methods_of(of, names, known)).collect();
        methods.sort_unstable();
        methods.dedup();
        let share = 1.0 / methods.len().max(1) as f32;
        methods.into_iter().map(|to| (to, share)).collect()
    }

    /// The methods of some names that calls through an interface reach, each with its share; none if `of` is no interface. Those of a
    /// name that has too many are counted.
    fn methods_behind(
        &mut self,
        of: TypeDeclIx,
        names: &[Name],
        (from, line): (SymbolId, u32),
        flows: &Flows,
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) -> Vec<(SymbolId, f32)> {
        let ty = self.checker.types.named(of);
        let under = self.checker.underlying(ty);
        if !matches!(self.checker.types.get(under), Type::Interface(..)) {
            return Vec::new();
        }
        let own = method_set(&mut self.checker, ty).methods;
        let mut found = Vec::new();
        for &method in names.iter().filter(|&&name| own.iter().any(|has| has.name == name)) {
            let kind = EdgeKind::Calls;
            let site = DispatchSite { from, kind, interface: ty, method, line, receiver: NOWHERE };
            let reached = self.reached(site, None, flows, known, builder);
            if reached.targets.len() > MAX_CALLED_BACK {
                builder.unbound([(from, Cause::Crowded, 1)]);
            } else {
                found.extend(reached.targets.iter().map(|&(to, share, _)| (to, share)));
            }
        }
        found
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
