//! Solves the flow of values, with the methods that the tree's types have for the interfaces that are called.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arrivals::{Arrivals, ArrivedType, ArrivedTypes};
use super::{ImplementsIndex, SetMethod, TypeMethod};
use crate::golang::check::{DispatchSite, Sink};
use crate::golang::flow::{
    Binding, FlowFile, FlowGraph, FlowLiteral, MethodTarget, Methods, SelectorIx, Value, solve,
};
use crate::golang::ids::{DeclIx, FileIx, PackageIx, Ty, TypeDeclIx};
use crate::golang::link::World;
use crate::golang::names::Name;
use crate::golang::types::{Type, Types};

/// The selection of an interface call: the interface, the method, and the package of an unexported name.
type Selected = (Ty, Name, PackageIx);

impl<'w> ImplementsIndex<'w> {
    pub(in crate::golang) fn world(&self) -> &'w World<'w> {
        self.checker.world
    }

    /// Solves the flow of values of all files, which it takes from their results, and returns the literals of each file, too.
    pub(in crate::golang) fn arrivals(
        &mut self,
        bound: &mut [(Vec<(FileIx, Sink<'_>)>, Types<'_>)],
    ) -> (Arrivals, Vec<Vec<FlowLiteral>>) {
        let mut selectors: FxHashMap<Selected, SelectorIx> = FxHashMap::default();
        let mut selected: Vec<Selected> = Vec::new();
        let (mut facts, mut contexts) = (Vec::new(), Vec::new());
        let world = self.checker.world;
        for (of_thread, types) in bound {
            let mut imported: FxHashMap<Ty, Ty> = FxHashMap::default();
            for (file, sink) in of_thread {
                facts.push(std::mem::take(&mut sink.flow));
                let package = world.file(*file).package;
                let of_file = sink.dispatch.iter().map(|site| {
                    let interface = *imported.entry(site.interface).or_insert_with(|| {
                        self.checker.types.import(types, site.interface, world.type_decls.len())
                    });
                    let key = self.checker.set_key(site.method, package);
                    *selectors.entry((interface, key.0, key.1)).or_insert_with(|| {
                        selected.push((interface, key.0, key.1));
                        SelectorIx(selected.len() as u32 - 1)
                    })
                });
                contexts.push((package, of_file.collect()));
            }
        }
        let is_followed = |value: Value| match value {
            Value::Type(ty) => self.concretes.binary_search_by_key(&ty, |of| of.decl).is_ok(),
            _ => true,
        };
        let packages: Vec<PackageIx> = contexts.iter().map(|of| of.0).collect();
        let files = facts.iter().zip(contexts);
        let files: Vec<FlowFile<'_>> =
            files.map(|(facts, (package, selectors))| FlowFile { facts, package, selectors }).collect();
        let graph = FlowGraph::join(&files, is_followed);
        // The facts need as much memory as the solution, so they are gone before it is computed.
        let literals = facts.into_iter().map(|facts| facts.literals).collect();
        let known_packages =
            world.packages.iter().filter_map(|package| world.names.get(&package.import_path)).collect();
        let mut methods =
            MethodsOf { implements_index: self, selectors, selected, wanted_outside: None, known_packages };
        let solution = solve(graph, &mut methods);
        (Arrivals::of(solution, &packages, world), literals)
    }

    /// The types that arrive where a method of an interface is called. In place of a type that has the method from an
    /// interface that it embeds stand those that arrive in this one.
    pub(super) fn arrived_types(
        &mut self,
        arrivals: &mut Arrivals,
        file: usize,
        site: &DispatchSite,
        owner: PackageIx,
    ) -> ArrivedTypes {
        let &DispatchSite { interface, method, receiver, .. } = site;
        let Some(set) = arrivals.solution.at(file, receiver) else { return (None, false) };
        let key = (set, interface, method);
        if let Some(&known) = arrivals.of_calls.get(&key) {
            return known;
        }
        let mut open = vec![(set, interface)];
        let mut types: Vec<ArrivedType> = Vec::new();
        let (mut next, mut is_open) = (0, false);
        while let Some(&(set, interface)) = open.get(next) {
            next += 1;
            let arrived = arrivals.solution.arrived(set);
            is_open |= arrived.is_open();
            let declared = self.declared(interface);
            for concrete in self.satisfying(interface).types {
                let Some(arrival) = arrived.arrival(self.concretes[concrete as usize].decl) else { continue };
                match self.type_method(concrete, method, owner) {
                    Some(TypeMethod::Declared(_)) => {
                        types.push(ArrivedType { concrete, arrival, interface: declared });
                    }
                    Some(TypeMethod::Embedded(field, embedded)) => {
                        let inner = arrivals.solution.in_field(field).map(|set| (set, embedded));
                        open.extend(inner.filter(|inner| !open.contains(inner)));
                    }
                    None => {}
                }
            }
        }
        types.sort_unstable();
        types.dedup_by_key(|of| of.concrete);
        let number = arrivals.number(types);
        arrivals.of_calls.insert(key, (Some(number), is_open));
        (Some(number), is_open)
    }

    /// The method of a type that a call through an interface reaches; `None` if it is of a type from outside the tree.
    pub(super) fn type_method(
        &mut self,
        concrete: u32,
        method: Name,
        owner: PackageIx,
    ) -> Option<TypeMethod> {
        let concrete = &self.concretes[concrete as usize];
        let has = |has: &&SetMethod| has.package == owner && (has.decl.is_some() || has.through.is_some());
        let &SetMethod { decl, through, .. } = concrete.set.named(method).find(has)?;
        if let Some(decl) = decl {
            return Some(TypeMethod::Declared(decl));
        }
        let (embedded, own) = (through?, self.checker.self_type(concrete.decl));
        let field = self.checker.embedded_interface(own, embedded)?;
        Some(TypeMethod::Embedded(field, embedded))
    }
}

/// Answers what the flow asks about declarations.
struct MethodsOf<'s, 'w> {
    implements_index: &'s mut ImplementsIndex<'w>,
    selectors: FxHashMap<Selected, SelectorIx>,
    selected: Vec<Selected>,
    /// Methods by which types of the tree satisfy interfaces from outside.
    wanted_outside: Option<FxHashSet<DeclIx>>,
    /// The paths of packages whose declarations are known.
    known_packages: FxHashSet<Name>,
}

impl MethodsOf<'_, '_> {
    fn selector(&mut self, selected: Selected) -> SelectorIx {
        let next = SelectorIx(self.selected.len() as u32);
        let number = *self.selectors.entry(selected).or_insert(next);
        if number == next {
            self.selected.push(selected);
        }
        number
    }
}

impl Methods for MethodsOf<'_, '_> {
    fn targets(&mut self, selector: SelectorIx) -> Vec<(TypeDeclIx, MethodTarget)> {
        let (interface, method, owner) = self.selected[selector.0 as usize];
        let mut targets = Vec::new();
        for concrete in self.implements_index.satisfying(interface).types {
            let target = match self.implements_index.type_method(concrete, method, owner) {
                Some(TypeMethod::Declared(decl)) => MethodTarget::Declared(decl),
                Some(TypeMethod::Embedded(field, embedded)) => {
                    MethodTarget::Embedded(field, self.selector((embedded, method, owner)))
                }
                None => continue,
            };
            targets.push((self.implements_index.concretes[concrete as usize].decl, target));
        }
        targets
    }

    fn adapters(&mut self, selector: SelectorIx) -> Vec<u64> {
        let (interface, method, _) = self.selected[selector.0 as usize];
        self.implements_index.adapters(interface, method).into_iter().map(|of| of.0).collect()
    }

    fn called_outside(&mut self, ty: TypeDeclIx, by: Name) -> Vec<DeclIx> {
        let of = &mut *self.implements_index;
        let Ok(at) = of.concretes.binary_search_by_key(&ty, |of| of.decl) else { return Vec::new() };
        if self.wanted_outside.is_none() {
            self.wanted_outside = Some(of.wanted_outside());
        }
        let is_known = self.known_packages.contains(&by);
        let world = of.checker.world;
        let wanted = self.wanted_outside.as_ref();
        let may_be_called = |decl: &DeclIx, name: Name| {
            wanted.is_some_and(|wanted| wanted.contains(decl)) || !is_known && world.names.is_exported(name)
        };
        let methods = of.concretes[at].set.methods.iter();
        let declared = methods.filter_map(|method| Some((method.decl?, method.name)));
        declared.filter(|(decl, name)| may_be_called(decl, *name)).map(|of| of.0).collect()
    }

    fn is_function(&mut self, ty: TypeDeclIx) -> bool {
        let checker = &mut self.implements_index.checker;
        let ty = checker.self_type(ty);
        let under = checker.underlying(ty);
        // Any function would fit the parameters of a generic one.
        matches!(checker.types.get(under), Type::Func(..)) && checker.open_params(ty).is_empty()
    }

    fn key(&mut self, function: DeclIx, binding: Binding) -> u64 {
        self.implements_index.function_key_of(function, binding)
    }

    fn package(&self, decl: DeclIx) -> PackageIx {
        let world = self.implements_index.checker.world;
        world.file(world.file_of(decl)).package
    }

    fn n_parameters(&mut self, decl: DeclIx) -> [u16; 2] {
        let ty = self.implements_index.checker.decl_type(decl);
        let types = &self.implements_index.checker.types;
        match *types.get(ty) {
            Type::Func(params, results, _) => {
                [params, results].map(|list| types.tuple_parts(list).len() as u16)
            }
            _ => [0, 0],
        }
    }
}
