//! Interfaces from outside the tree: by which of them code outside may call methods of the tree, and where values of
//! the tree's types are converted to them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{DispatchTables, ImplementsIndex, symbol_of};
use crate::golang::check::{ConversionSite, Foreign, SetMethod, method_set};
use crate::golang::foreign::written_text;
use crate::golang::ids::{ANY, COMPARABLE, DeclIx, Ty, TypeDeclIx};
use crate::golang::types::Type;
use crate::model::{self, ConversionDraft, GraphBuilder, Label, SymbolId};

/// The most interfaces from outside that are listed for one method, besides those to which code converts values of
/// its type.
const MAX_OUTSIDE: usize = 3;

impl ImplementsIndex<'_> {
    /// Records for each method the interfaces from outside by which code there may call it, because a type of the
    /// tree satisfies them by this method.
    pub(in crate::golang) fn outside(
        &mut self,
        conversions: &[ConversionSite],
        symbols: &[Option<SymbolId>],
        builder: &mut GraphBuilder,
    ) {
        let seen: FxHashSet<(TypeDeclIx, TypeDeclIx)> =
            conversions.iter().map(|c| (c.concrete, c.interface)).collect();
        // By method: the number of methods of an interface, its name, and whether a conversion to it is seen. Small
        // interfaces come first, because more code uses them.
        let mut found: FxHashMap<SymbolId, Vec<(usize, String, bool)>> = FxHashMap::default();
        for (interface, ty) in self.interfaces_outside() {
            let satisfying = self.satisfying(ty).types;
            if satisfying.is_empty() {
                continue;
            }
            let (methods, name) = (method_set(&mut self.checker, ty).methods, self.name_of(ty));
            for concrete in satisfying {
                let concrete = &self.concretes[concrete as usize];
                let is_seen = seen.contains(&(concrete.decl, interface));
                let decls =
                    methods.iter().filter_map(|m| concrete.set.named(m.name).find_map(|own| own.decl));
                for method in decls.filter_map(|decl| symbols[decl.0 as usize]) {
                    found.entry(method).or_default().push((methods.len(), name.clone(), is_seen));
                }
            }
        }
        for (method, names) in std::mem::take(&mut self.handed_out) {
            let names = names.into_iter().map(|name| (usize::MAX, name, true));
            found.entry(method).or_default().extend(names);
        }
        for (method, mut interfaces) in found {
            // If several types satisfy an interface by this method, the one whose conversion is seen comes first.
            interfaces.sort_unstable_by(|a, b| (a.0, &a.1, b.2).cmp(&(b.0, &b.1, a.2)));
            interfaces.dedup_by(|a, b| a.1 == b.1);
            let shown =
                interfaces.iter().enumerate().filter(|(nth, (_, _, seen))| *nth < MAX_OUTSIDE || *seen);
            let labels: Vec<Label> = shown.map(|(_, (_, name, _))| builder.label(name)).collect();
            builder.outside(method, labels);
        }
    }

    /// Records that code outside the tree may call the exported methods of values of a type, which are given there to
    /// something of which only the name is known, by a call or otherwise.
    pub(super) fn hand_out(
        &mut self,
        of: TypeDeclIx,
        (to, by_call): (Foreign, bool),
        (from, line): (SymbolId, u32),
        known: &DispatchTables<'_>,
        builder: &mut GraphBuilder,
    ) {
        let world = self.checker.world;
        let Some((ty, _)) = symbol_of(world, known.symbols, of) else { return };
        let Some(mut name) = written_text(world, to) else { return };
        name.push_str(if by_call { "()" } else { "" });
        let own = self.checker.types.named(of);
        let under = self.checker.underlying(own);
        let (types, wanted) = if matches!(self.checker.types.get(under), Type::Interface(..)) {
            (self.satisfying(own).types, Some(method_set(&mut self.checker, own).methods))
        } else {
            let concrete = self.concretes.binary_search_by_key(&of, |concrete| concrete.decl);
            (concrete.map(|ix| ix as u32).into_iter().collect(), None)
        };
        let is_called = |method: &SetMethod| {
            let is_wanted = |wanted: &Vec<SetMethod>| wanted.iter().any(|want| want.name == method.name);
            world.names.is_exported(method.name) && wanted.as_ref().is_none_or(is_wanted)
        };
        for concrete in types {
            let methods = self.concretes[concrete as usize].set.methods.iter();
            let decls = methods.filter(|method| is_called(method)).filter_map(|method| method.decl);
            for method in decls.filter_map(|decl| known.symbols[decl.0 as usize]) {
                self.handed_out.entry(method).or_default().insert(name.clone());
            }
        }
        let interface = builder.label(&name);
        builder.conversions([ConversionDraft { from, ty, interface, is_satisfied: true, line }]);
    }

    /// The interfaces that packages outside the tree export, and `error`.
    fn interfaces_outside(&mut self) -> Vec<(TypeDeclIx, Ty)> {
        let world = self.checker.world;
        let mut found = Vec::new();
        for (ix, decl) in world.type_decls.iter().enumerate() {
            let interface = TypeDeclIx(ix as u32);
            let outside = world.is_outside(interface);
            let public = decl.decl.is_none() || world.names.is_exported(decl.name);
            if !outside || !public || decl.alias || interface == COMPARABLE {
                continue;
            }
            let ty = self.checker.self_type(interface);
            let under = self.checker.underlying(ty);
            if matches!(self.checker.types.get(under), Type::Interface(..)) && !self.checker.is_constraint(ty)
            {
                found.push((interface, ty));
            }
        }
        found
    }

    /// The methods by which types of the tree satisfy interfaces from outside.
    pub(super) fn wanted_outside(&mut self) -> FxHashSet<DeclIx> {
        let mut wanted = FxHashSet::default();
        for (_, ty) in self.interfaces_outside() {
            let satisfying = self.satisfying(ty).types;
            if satisfying.is_empty() {
                continue;
            }
            let methods = method_set(&mut self.checker, ty).methods;
            for concrete in satisfying {
                let set = &self.concretes[concrete as usize].set;
                wanted.extend(methods.iter().filter_map(|m| set.named(m.name).find_map(|own| own.decl)));
            }
        }
        wanted
    }

    /// Records where values of the tree's types are converted to interfaces from outside, and whether they satisfy
    /// them.
    pub(in crate::golang) fn conversions(
        &mut self,
        conversions: &[ConversionSite],
        symbols: &[Option<SymbolId>],
        builder: &mut GraphBuilder,
    ) {
        let world = self.checker.world;
        // By interface: the types that satisfy it, and whether their values do so as well, not only pointers to them.
        let mut satisfying: FxHashMap<TypeDeclIx, FxHashMap<TypeDeclIx, bool>> = FxHashMap::default();
        let mut labels: FxHashMap<TypeDeclIx, Label> = FxHashMap::default();
        for &ConversionSite { from, concrete, pointer, interface, line } in conversions {
            if self.open.contains(&concrete) {
                continue;
            }
            let Some((ty, _)) = symbol_of(world, symbols, concrete) else { continue };
            if interface == ANY {
                let interface = *labels.entry(ANY).or_insert_with(|| builder.label(model::ANY));
                builder.conversions([ConversionDraft { from, ty, interface, is_satisfied: true, line }]);
                continue;
            }
            let satisfying =
                satisfying.entry(interface).or_insert_with(|| self.satisfying_by_value(interface));
            let as_value = satisfying.get(&concrete).copied();
            let is_satisfied = if pointer { as_value.is_some() } else { as_value == Some(true) };
            let interface = *labels.entry(interface).or_insert_with(|| {
                let ty = self.checker.self_type(interface);
                builder.label(&self.name_of(ty))
            });
            builder.conversions([ConversionDraft { from, ty, interface, is_satisfied, line }]);
        }
    }

    /// The types that satisfy an interface, as values or as pointers, and whether they do so as values.
    fn satisfying_by_value(&mut self, interface: TypeDeclIx) -> FxHashMap<TypeDeclIx, bool> {
        let ty = self.checker.self_type(interface);
        let wanted = method_set(&mut self.checker, ty).methods;
        let satisfying = self.satisfying(ty).types.into_iter();
        let by_value = satisfying.map(|concrete| {
            let concrete = &self.concretes[concrete as usize];
            let is_values = |name| concrete.set.named(name).any(|has| !has.pointer);
            (concrete.decl, wanted.iter().all(|want| is_values(want.name)))
        });
        by_value.collect()
    }
}
