//! Finds the types that satisfy each interface, and spreads interface calls over the implementers.
//!
//! A type satisfies an interface when the method set of its pointer has every method of the interface, with the
//! identical signature and, for unexported names, the same package (Go spec, "Implementing an interface"). An
//! interface call may reach the methods of the satisfying types whose values arrive at the receiver (variable type analysis,
//! `golang/flow`). A type gets a larger share of the call if code converts values of it to
//! the interface, and the more files do so, the larger. Calls through interfaces from outside the tree leave a share to code
//! outside.

mod arrivals;
mod by_assignment;
mod external_interfaces;
mod flow_targets;
mod function_values;
mod weight;

pub(super) use arrivals::Arrivals;
pub(super) use function_values::HandedOut;

use arrivals::{ArrivedIx, ArrivedType};
use weight::{Weight, conversion_weight};

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::build_constraint::BuildsIx;
use super::check::{Checker, DispatchSite, MethodSet, SetMethod, Shared, Sink, method_set};
use super::confidence;
use super::flow::Arrival;
use super::ids::{COMPARABLE, DeclIx, ERROR, FileIx, PackageIx, Ty, TypeDeclIx};
use super::link::{Area, World};
use super::names::Name;
use super::test_binaries::TestBinaries;
use super::types::{Type, Types};
use crate::model::{Cause, EdgeDraft, EdgeKind, GraphBuilder, Label, Origin, SymbolId, ViaDraft};

/// The most targets that one call at run time is spread over. No call of the trees that were measured has as many (830 in the
/// standard library); thousands of types that call one another would need millions of edges. The likeliest are kept.
const MAX_TARGETS: usize = 1024;

/// An interface that embeds one from outside the tree needs this many known methods before having them counts as
/// satisfying it. A type may have fewer by accident.
const MIN_KNOWN: usize = 3;

/// Uses of values in interfaces that the bodies of all files show.
#[derive(Default)]
pub(super) struct Flows {
    /// Number of files that convert values of a concrete type to an interface, by both.
    pub(super) into: FxHashMap<(TypeDeclIx, TypeDeclIx), FlowCount>,
    pub(super) constructed: FxHashSet<TypeDeclIx>,
}

/// Number of files that convert values of a type to an interface: files of code, and test files.
#[derive(Clone, Copy, Default)]
pub(super) struct FlowCount {
    code: u32,
    tests: u32,
}

impl FlowCount {
    pub(super) fn note(&mut self, in_test: bool) {
        *(if in_test { &mut self.tests } else { &mut self.code }) += 1;
    }

    fn all(self) -> u32 {
        self.code + self.tests
    }

    /// Returns whether only tests do so. The type is then a test double, wherever it is declared.
    fn is_by_tests_alone(self) -> bool {
        self.code == 0 && self.tests > 0
    }
}

/// The context of a call or of a type's declaration, as far as it decides whether the call can reach the type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SiteContext {
    package: PackageIx,
    test: bool,
    /// True if the host's build leaves out the file.
    constrained: bool,
    builds: BuildsIx,
    area: Area,
}

impl SiteContext {
    pub(super) fn of(world: &World<'_>, file: FileIx) -> Self {
        let file = world.file(file);
        let (package, area) = (file.package, world.package(file.package).area);
        Self { package, test: file.test, constrained: file.constrained, builds: file.builds, area }
    }

    /// The package, and whether it is code of tests.
    fn part(self) -> (PackageIx, bool) {
        (self.package, self.test)
    }

    /// Returns whether builds allow code here to receive a value of a type that is declared there.
    fn meets(self, there: Self, world: &World<'_>) -> bool {
        (self.constrained || !there.constrained) && world.meet(self.builds, there.builds)
    }

    /// Returns whether code here may receive such a value even if no conversion is seen: the type is in the same area
    /// or in the tree proper. Types of other areas, such as `testdata`, have to be seen.
    fn is_near(self, there: Self) -> bool {
        there.area == self.area || there.area == Area::default()
    }
}

/// A concrete type of the tree with its method set.
struct Concrete {
    decl: TypeDeclIx,
    /// Its own type parameters; empty if it is not generic.
    params: Box<[Ty]>,
    set: MethodSet,
    context: SiteContext,
}

/// The tables that dispatch needs.
pub(super) struct DispatchTables<'k> {
    /// The symbol of each declaration.
    pub(super) symbols: &'k [Option<SymbolId>],
    /// The context of each symbol.
    pub(super) contexts: &'k [SiteContext],
}

/// The targets of one method of one interface.
struct DispatchTargets {
    /// Concrete methods with their shares, which add up to 1 or less.
    targets: Vec<(SymbolId, f32, Arrival)>,
    /// True if there are more than [`MAX_TARGETS`].
    crowded: bool,
    /// True if the interface wants methods that are not known.
    doubtful: bool,
    via: Label,
}

impl DispatchTargets {
    /// Records the edges from a site to all targets.
    fn record(&self, site: DispatchSite, builder: &mut GraphBuilder) {
        let DispatchSite { from, kind, line, .. } = site;
        builder.unbound(self.crowded.then_some((from, Cause::Crowded, 1)));
        builder.via(self.targets.iter().map(|of| ViaDraft { from, to: of.0, is_run: false, name: self.via }));
        let edges = self.targets.iter().map(|&(to, share, arrival)| {
            let confidence = confidence::of_dispatch(kind, arrival, self.targets.len(), self.doubtful);
            EdgeDraft { from, to, kind, origin: Origin::Dispatch, confidence, share, access: 0, line }
        });
        builder.edges(edges);
    }
}

/// The types that satisfy an interface.
#[derive(Clone)]
struct Satisfying {
    /// Indices of concrete types, in order.
    types: Vec<u32>,
    /// True if the interface wants methods that are not known.
    doubtful: bool,
}

/// Differences between the methods of a type and those that an interface requires.
struct MethodComparison {
    /// Pairs of the required signature and the type's own, where they differ.
    differing: Vec<(Ty, Ty)>,
    /// True if a required method is not among the known methods of the type.
    missing: bool,
}

/// The method of a type that a call through an interface reaches.
#[derive(Clone, Copy, Debug)]
enum TypeMethod {
    Declared(DeclIx),
    /// The method of what a field holds, with the interface that it embeds.
    Embedded(DeclIx, Ty),
}

/// Answers which concrete types satisfy an interface, and where its calls lead.
pub(super) struct ImplementsIndex<'w> {
    checker: Checker<'w>,
    concretes: Vec<Concrete>,
    /// For each method, the concrete types that have it.
    by_method: FxHashMap<(Name, PackageIx), Vec<u32>>,
    /// Types that embed an unknown type, so that they may have any method.
    open: FxHashSet<TypeDeclIx>,
    known: FxHashMap<Ty, Satisfying>,
    reached: FxHashMap<(Ty, Name, SiteContext, Option<ArrivedIx>), Arc<DispatchTargets>>,
    test_binaries: TestBinaries<'w>,
    /// Of each method what code outside the tree may call it through, where the interface is not known.
    handed_out: FxHashMap<SymbolId, BTreeSet<String>>,
    /// Function types from outside the tree with methods, found on first demand.
    function_types: Option<Vec<TypeDeclIx>>,
}

impl<'w> ImplementsIndex<'w> {
    /// Computes the method sets of all concrete types of the tree. O(methods, promoted ones included).
    pub(super) fn new(world: &'w World<'w>, shared: &'w Shared) -> Self {
        let mut checker = Checker::for_bodies(world, shared, Sink::new(&[]));
        let mut concretes = Vec::new();
        let mut by_method: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        let mut open = FxHashSet::default();
        for (ix, decl) in world.type_decls.iter().enumerate() {
            let own = decl.decl.is_some_and(|d| !world.file(world.file_of(d)).declarations_only);
            if !own || decl.alias {
                continue;
            }
            let ix = TypeDeclIx(ix as u32);
            let ty = checker.self_type(ix);
            let under = checker.underlying(ty);
            if matches!(checker.types.get(under), Type::Interface(..)) {
                continue;
            }
            let set = method_set(&mut checker, ty);
            if !set.unknown.is_empty() {
                open.insert(ix);
            }
            if set.methods.is_empty() && set.unknown.is_empty() {
                continue;
            }
            for method in &set.methods {
                by_method.entry((method.name, method.package)).or_default().push(concretes.len() as u32);
            }
            let params = checker.open_params(ty);
            concretes.push(Concrete { decl: ix, params, set, context: SiteContext::of(world, decl.file) });
        }
        Self {
            checker,
            concretes,
            by_method,
            open,
            known: FxHashMap::default(),
            reached: FxHashMap::default(),
            test_binaries: TestBinaries::default(),
            handed_out: FxHashMap::default(),
            function_types: None,
        }
    }

    /// The concrete types that satisfy an interface or a constraint; empty if it has no methods.
    fn satisfying(&mut self, interface: Ty) -> Satisfying {
        if let Some(known) = self.known.get(&interface) {
            return known.clone();
        }
        let found = self.find_satisfying(interface);
        self.known.insert(interface, found.clone());
        found
    }

    fn find_satisfying(&mut self, interface: Ty) -> Satisfying {
        let wanted = method_set(&mut self.checker, interface);
        let doubtful = !wanted.unknown.is_empty();
        let candidates = wanted.methods.iter().map(|m| self.by_method.get(&(m.name, m.package)));
        let Some(Some(rarest)) = candidates.min_by_key(|c| c.map_or(0, Vec::len)) else {
            return Satisfying { types: Vec::new(), doubtful };
        };
        // These are the interface's own type parameters if it is generic, or those of the function whose type
        // parameter has this constraint.
        let params = self.checker.params_in(interface);
        let candidates = rarest.clone();
        let restricts = self.checker.is_constraint(interface);
        let fits = |&c: &u32| {
            self.may_have_unknown(c, &wanted)
                && self.has_all(c, &wanted, &params)
                && (!restricts || self.is_in_type_set(interface, c, &wanted))
        };
        Satisfying { types: candidates.into_iter().filter(fits).collect(), doubtful }
    }

    /// Returns whether a type may have the unknown methods of an interface: it embeds the same unknown types, or it has
    /// so many of the known methods that this is hardly an accident.
    fn may_have_unknown(&self, concrete: u32, wanted: &MethodSet) -> bool {
        let own = &self.concretes[concrete as usize].set.unknown;
        let is_same = |ty: &Ty| matches!(self.checker.types.get(*ty), Type::Foreign(..)) && own.contains(ty);
        wanted.methods.len() >= MIN_KNOWN || wanted.unknown.iter().all(is_same)
    }

    /// Returns whether a type has all required methods. If the interface or the type is generic and not instantiated,
    /// it is enough that some type arguments make it so.
    fn has_all(&mut self, concrete: u32, wanted: &MethodSet, params: &[Ty]) -> bool {
        let MethodComparison { differing, missing } = self.compared(concrete, wanted);
        let params = [params, &self.concretes[concrete as usize].params].concat();
        !missing && (differing.is_empty() || self.checker.unifies(&params, &differing))
    }

    /// Compares a type's methods with the required ones. Stops at the first that is missing for certain.
    fn compared(&self, concrete: u32, wanted: &MethodSet) -> MethodComparison {
        let set = &self.concretes[concrete as usize].set;
        let mut compared = MethodComparison { differing: Vec::new(), missing: false };
        for want in &wanted.methods {
            match set.named(want.name).find(|has| has.package == want.package) {
                Some(has) if has.sig == want.sig => {}
                Some(has) => compared.differing.push((want.sig, has.sig)),
                None => compared.missing = true,
            }
            if compared.missing && set.unknown.is_empty() {
                break;
            }
        }
        compared
    }

    /// Returns whether the type set of a constraint contains the pointer to a type, or the type itself. The type itself
    /// must have all required methods without those of pointer receivers (Go spec, "Method sets").
    fn is_in_type_set(&mut self, interface: Ty, concrete: u32, wanted: &MethodSet) -> bool {
        let Concrete { decl, ref set, .. } = self.concretes[concrete as usize];
        let is_of_value =
            |want: &SetMethod| set.named(want.name).any(|has| has.package == want.package && !has.pointer);
        let as_value = wanted.methods.iter().all(is_of_value);
        let ty = self.checker.self_type(decl);
        let pointer = self.checker.types.pointer(ty);
        self.checker.is_in_type_set(interface, pointer)
            || as_value && self.checker.is_in_type_set(interface, ty)
    }

    /// The `implements` edges between declared types of the tree.
    pub(super) fn implements(&mut self, symbols: &[Option<SymbolId>]) -> Vec<EdgeDraft> {
        let world = self.checker.world;
        // The packages that areas such as `testdata` import: types of such an area can implement their interfaces.
        let apart = world.files.iter().map(|file| (world.package(file.package).area, file));
        let apart = apart.filter(|&(area, _)| area != Area::default());
        let imports =
            apart.flat_map(|(area, file)| file.imports.iter().filter_map(move |i| Some((area, i.package?))));
        let imports: FxHashSet<(Area, PackageIx)> = imports.collect();
        let mut edges = Vec::new();
        for ix in 0..world.type_decls.len() as u32 {
            let interface = TypeDeclIx(ix);
            if world.type_decls[ix as usize].alias || interface == ERROR || interface == COMPARABLE {
                continue;
            }
            if symbol_of(world, symbols, interface).is_none() {
                continue;
            }
            let ty = self.checker.self_type(interface);
            let under = self.checker.underlying(ty);
            // Interfaces that require `comparable` can only be constraints. Every type with the methods would satisfy
            // them, since a pointer can always be compared.
            if !matches!(self.checker.types.get(under), Type::Interface(..))
                || self.checker.wants_comparable(ty)
            {
                continue;
            }
            let package = world.type_decls[ix as usize].package;
            let area = world.package(package).area;
            let Satisfying { types, doubtful } = self.satisfying(ty);
            let types = types.into_iter().map(|concrete| &self.concretes[concrete as usize]);
            let knows = types.filter(|&concrete| {
                let there = concrete.context.area;
                there == area || imports.contains(&(there, package))
            });
            edges.extend(knows.filter_map(|of| implements(world, symbols, [of.decl, interface], doubtful)));
        }
        edges
    }

    /// Spreads interface calls over the methods that they can reach. `types` is the table that holds the types of the
    /// sites.
    pub(super) fn dispatch<'s>(
        &mut self,
        sites: impl IntoIterator<Item = (usize, &'s DispatchSite)>,
        types: &Types<'_>,
        arrivals: &mut Arrivals,
        flows: &Flows,
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        let mut imported: FxHashMap<Ty, Ty> = FxHashMap::default();
        for (file, site) in sites {
            let interface = *imported.entry(site.interface).or_insert_with(|| {
                self.checker.types.import(types, site.interface, self.checker.world.type_decls.len())
            });
            let site = DispatchSite { interface, ..*site };
            let owner = self.checker.set_key(site.method, known.contexts[site.from.ix()].package).1;
            let (arrived, is_open) = self.arrived_types(arrivals, file, &site, owner);
            builder.unbound(is_open.then_some((site.from, Cause::Given, 1)));
            let arrived = arrived.map(|of| (of, arrivals.types(of)));
            let reached = self.reached(site, arrived, flows, known, builder);
            reached.record(site, builder);
        }
    }

    /// The targets of a call of an interface's method from the context of a site.
    fn reached(
        &mut self,
        site: DispatchSite,
        arrived: Option<(ArrivedIx, &[ArrivedType])>,
        flows: &Flows,
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) -> Arc<DispatchTargets> {
        let DispatchSite { from, interface, method, .. } = site;
        let context = known.contexts[from.ix()];
        let key = (interface, method, context, arrived.map(|of| of.0));
        if let Some(reached) = self.reached.get(&key) {
            return Arc::clone(reached);
        }
        let via = builder.label(&self.name_of(interface));
        let reached =
            Arc::new(self.targets((interface, method), context, arrived.map(|of| of.1), flows, known, via));
        self.reached.insert(key, Arc::clone(&reached));
        reached
    }

    fn declared(&self, ty: Ty) -> Option<TypeDeclIx> {
        match self.checker.types.get(ty) {
            Type::Named(decl, _) => Some(*decl),
            _ => None,
        }
    }

    /// The name of an interface as code outside its package writes it, such as `io.Reader`.
    fn name_of(&self, interface: Ty) -> String {
        let world = self.checker.world;
        let Type::Named(ix, _) = *self.checker.types.get(interface) else {
            return "interface{…}".to_owned();
        };
        let Some(decl) = world.type_decls.get(ix.0 as usize) else { return "interface{…}".to_owned() };
        let name = world.names.text(decl.name);
        match decl.decl {
            Some(_) => format!("{}.{name}", world.names.text(world.package(decl.package).name)),
            None => name.to_owned(),
        }
    }

    /// The concrete methods behind an interface's method with their shares. The shares add up to 1, or to nearly 0 if
    /// no program contains the call with any target. For an interface from outside the tree, code outside has a share
    /// as large as that of a type of which one file converts values.
    fn targets(
        &mut self,
        (interface, method): (Ty, Name),
        from: SiteContext,
        arrived: Option<&[ArrivedType]>,
        flows: &Flows,
        known: &DispatchTables<'_>,
        via: Label,
    ) -> DispatchTargets {
        let declared = self.declared(interface);
        let mut weights: FxHashMap<DeclIx, Weight> = FxHashMap::default();
        // Only code of the same package can call an unexported method, and types of other packages may have another
        // one of that name.
        let owner = self.checker.set_key(method, from.package).1;
        let Satisfying { types, doubtful } = self.satisfying(interface);
        let unknown = |concrete| ArrivedType { concrete, arrival: Arrival::Unknown, interface: declared };
        let types = arrived.map_or_else(|| types.into_iter().map(unknown).collect(), <[_]>::to_vec);
        for ArrivedType { concrete, arrival, interface } in types {
            let Some(TypeMethod::Declared(target)) = self.type_method(concrete, method, owner) else {
                continue;
            };
            let concrete = &self.concretes[concrete as usize];
            let by = interface.and_then(|i| flows.into.get(&(concrete.decl, i))).copied().unwrap_or_default();
            let seen = by.all();
            let is_met = from.meets(concrete.context, self.checker.world);
            if !is_met || !(seen > 0 || from.is_near(concrete.context)) {
                continue;
            }
            let made = flows.constructed.contains(&concrete.decl);
            // Conversions in tests show nothing about code outside of tests.
            let is_double = !from.test && (concrete.context.test || by.is_by_tests_alone());
            let converted = if from.test || is_double { seen } else { by.code };
            let weight = conversion_weight(converted, made, is_double) * confidence::of_arrival(arrival);
            let (there, world) = (concrete.context, self.checker.world);
            let is_apart = !self.test_binaries.link(world, from.part(), there.part());
            // The weights of types that promote the same method add up.
            let sum = weights.entry(target).or_default();
            *(if is_apart { &mut sum.apart } else { &mut sum.near }) += weight;
            sum.seen += seen;
            sum.arrival = Some(sum.arrival.map_or(arrival, |known| known.min(arrival)));
        }
        let mut targets: Vec<(SymbolId, Weight)> =
            weights.into_iter().filter_map(|(decl, w)| Some((known.symbols[decl.0 as usize]?, w))).collect();
        let likelier = |a: &Weight, b: &Weight| b.total().total_cmp(&a.total()).then(b.seen.cmp(&a.seen));
        targets.sort_by(|a, b| likelier(&a.1, &b.1).then(a.0.cmp(&b.0)));
        let crowded = targets.len() > MAX_TARGETS;
        targets.truncate(MAX_TARGETS);
        let elsewhere = if declared.is_some_and(|interface| self.checker.world.is_outside(interface)) {
            1.0
        } else {
            0.0
        };
        let weights = || targets.iter().map(|target| target.1);
        let is_met = weights().any(|weight| weight.near > 0.0);
        let here = |weight: Weight| if is_met { weight.discounted() } else { weight.total() };
        let total = elsewhere + weights().map(here).sum::<f32>();
        DispatchTargets {
            targets: targets
                .iter()
                .map(|&(to, weight)| {
                    (to, weight.discounted() / total, weight.arrival.unwrap_or(Arrival::Unknown))
                })
                .collect(),
            crowded,
            doubtful,
            via,
        }
    }
}

/// The symbol of a declared type of the tree, and its line; `None` for other types.
fn symbol_of(world: &World<'_>, symbols: &[Option<SymbolId>], ty: TypeDeclIx) -> Option<(SymbolId, u32)> {
    let decl = world.type_decls[ty.0 as usize].decl?;
    Some((symbols[decl.0 as usize]?, world.decl(decl).line))
}

/// The `implements` edge of a declared type and a declared interface, if both are of the tree.
fn implements(
    world: &World<'_>,
    symbols: &[Option<SymbolId>],
    ends: [TypeDeclIx; 2],
    doubtful: bool,
) -> Option<EdgeDraft> {
    let [Some((from, line)), Some((to, _))] = ends.map(|end| symbol_of(world, symbols, end)) else {
        return None;
    };
    let (kind, origin) = (EdgeKind::Implements, Origin::Typed);
    let confidence = confidence::of(kind, origin, doubtful);
    Some(EdgeDraft { from, to, kind, origin, confidence, share: 1.0, access: 0, line })
}
