//! Types that must satisfy an interface because code converts values of them to it: the code compiles, so they have
//! all methods.
//!
//! Types from outside the tree hide some methods. Such a type may be an alias of another one, as `empty.Empty` is of
//! `emptypb.Empty`: two signatures that differ only by such types can be the same. An embedded type from outside may
//! provide methods, and an embedded interface may require some. If nothing else is missing, the type satisfies the
//! interface.

use super::{Flows, ImplementsIndex, MethodComparison, implements, method_set};
use crate::golang::check::MethodSet;
use crate::golang::ids::{Ty, TypeDeclIx};
use crate::model::{EdgeDraft, SymbolId};

impl ImplementsIndex<'_> {
    /// Adds the types that code converts to an interface to those that satisfy it, unless what is known of their
    /// methods contradicts this. Returns the new `implements` edges. O(converted pairs x methods of the interface).
    pub(in crate::golang) fn satisfied_by_assignment(
        &mut self,
        flows: &Flows,
        symbols: &[Option<SymbolId>],
    ) -> Vec<EdgeDraft> {
        let world = self.checker.world;
        // Interfaces declared in bodies are skipped, because they have no meaning outside.
        let is_declared =
            |&&(_, into): &&(TypeDeclIx, TypeDeclIx)| (into.0 as usize) < world.type_decls.len();
        let mut pairs: Vec<(TypeDeclIx, TypeDeclIx)> =
            flows.into.keys().filter(is_declared).copied().collect();
        pairs.sort_unstable_by_key(|&(concrete, interface)| (interface, concrete));
        let mut edges = Vec::new();
        for of_one in pairs.chunk_by(|a, b| a.1 == b.1) {
            let interface = of_one[0].1;
            let ty = self.checker.self_type(interface);
            let wanted = method_set(&mut self.checker, ty);
            for &(concrete, _) in of_one {
                let Ok(at) = self.concretes.binary_search_by_key(&concrete, |of| of.decl) else { continue };
                let at = at as u32;
                if !self.may_be_assigned(at, ty, &wanted) {
                    continue;
                }
                let mut satisfying = self.satisfying(ty);
                if let Err(place) = satisfying.types.binary_search(&at) {
                    satisfying.types.insert(place, at);
                    self.known.insert(ty, satisfying);
                    edges.extend(implements(world, symbols, [concrete, interface], false));
                }
            }
        }
        edges
    }

    /// Returns whether all that a type lacks of an interface may be hidden in types from outside the tree.
    fn may_be_assigned(&mut self, concrete: u32, interface: Ty, wanted: &MethodSet) -> bool {
        let MethodComparison { differing, missing } = self.compared(concrete, wanted);
        let own = &self.concretes[concrete as usize];
        let is_generic = !own.params.is_empty() || !self.checker.params_in(interface).is_empty();
        let is_hidden = missing || !differing.is_empty() || !wanted.unknown.is_empty();
        let may_have = !missing || !own.set.unknown.is_empty();
        !is_generic && is_hidden && may_have && self.checker.unifies_but_for_aliases(&differing)
    }
}
