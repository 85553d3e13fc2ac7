//! What code shows to satisfy an interface: it puts a value of the type there, so the compiler has found all methods.
//!
//! What is outside the tree hides some of them. A type from there may be an alias of another one, as `empty.Empty` of
//! `emptypb.Empty`: two signatures that differ by such types alone can be the same. What is embedded from there may have
//! methods, and want some. Where nothing but that stands against it, it is so.

use super::{Concrete, Flows, Satisfaction, method_set};
use crate::golang::check::MethodSet;
use crate::golang::confidence;
use crate::golang::link::DeclIx;
use crate::golang::types::{Ty, TypeDeclIx};
use crate::model::{EdgeDraft, EdgeKind, Origin, SymbolId};

impl Satisfaction<'_> {
    /// Takes for satisfying what is put into an interface and has its methods as far as is known; the `implements` edges of
    /// these. O(pairs seen x methods of the interface).
    pub(crate) fn shown(&mut self, flows: &Flows, symbols: &[Option<SymbolId>]) -> Vec<EdgeDraft> {
        // What a body declares is nothing to others.
        let n_decls = self.checker.world.type_decls.len();
        let is_declared = |&(_, into): &&(TypeDeclIx, TypeDeclIx)| (into.0 as usize) < n_decls;
        let pairs = flows.into.keys().filter(is_declared).map(|&(own, into)| (into, own));
        let mut pairs: Vec<(TypeDeclIx, TypeDeclIx)> = pairs.collect();
        pairs.sort_unstable();
        let mut edges = Vec::new();
        let mut wanted: Option<(TypeDeclIx, MethodSet)> = None;
        for (interface, concrete) in pairs {
            let Ok(at) = self.concretes.binary_search_by_key(&concrete, |concrete| concrete.decl) else {
                continue;
            };
            let ty = self.checker.self_type(interface);
            if wanted.as_ref().is_none_or(|(of, _)| *of != interface) {
                wanted = Some((interface, method_set(&mut self.checker, ty)));
            }
            if !wanted.as_ref().is_some_and(|(_, wanted)| self.is_shown(at as u32, ty, wanted)) {
                continue;
            }
            let mut satisfying = self.satisfying(ty);
            let Err(place) = satisfying.binary_search(&(at as u32)) else { continue };
            satisfying.insert(place, at as u32);
            self.known.insert(ty, satisfying);
            let world = self.checker.world;
            let symbol = |decl: Option<DeclIx>| decl.and_then(|decl| symbols[decl.0 as usize]);
            let [from, to] = [concrete, interface].map(|ty| symbol(world.type_decls[ty.0 as usize].decl));
            let line = world.type_decls[concrete.0 as usize].decl.map_or(1, |decl| world.decl(decl).line);
            if let (Some(from), Some(to)) = (from, to) {
                let (kind, origin) = (EdgeKind::Implements, Origin::Typed);
                let confidence = confidence::of(kind, origin, false);
                edges.push(EdgeDraft { from, to, kind, origin, confidence, share: 1.0, access: 0, line });
            }
        }
        edges
    }

    /// Whether something that an interface wants may be hidden outside the tree, and nothing else is missing.
    fn is_shown(&mut self, concrete: u32, interface: Ty, wanted: &MethodSet) -> bool {
        let Concrete { set, params, .. } = &self.concretes[concrete as usize];
        if !params.is_empty() || !self.checker.params_in(interface).is_empty() {
            return false;
        }
        let (mut differing, mut is_hidden) = (Vec::new(), !wanted.unknown.is_empty());
        for want in &wanted.methods {
            match set.named(want.name).find(|has| has.package == want.package) {
                Some(has) if has.sig == want.sig => {}
                Some(has) => differing.push((want.sig, has.sig)),
                None if set.unknown.is_empty() => return false,
                None => is_hidden = true,
            }
        }
        (is_hidden || !differing.is_empty()) && self.checker.unifies_but_for_aliases(&differing)
    }
}
