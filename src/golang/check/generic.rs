//! Generics: substitution of type arguments (Go spec, "Instantiations").

use rustc_hash::{FxHashMap, FxHashSet};

use super::expr::Generic;
use super::{Checker, TypeParam};
use crate::golang::ids::Ty;
use crate::golang::types::{MAX_DEPTH, ParamIx, Type, UNKNOWN};

/// From this depth on, each part of a type is substituted once, even if several places share it.
const SHARED_FROM: u32 = 4;

impl Checker<'_> {
    /// `ty` with each of `params` replaced by the argument with the same index. O(size of the type).
    pub(super) fn substitute(&mut self, ty: Ty, params: &[Ty], args: &[Ty]) -> Ty {
        if params.is_empty() {
            return ty;
        }
        self.substitute_at(ty, params, args, 0, &mut FxHashMap::default())
    }

    fn substitute_at(
        &mut self,
        ty: Ty,
        params: &[Ty],
        args: &[Ty],
        depth: u32,
        done: &mut FxHashMap<Ty, Ty>,
    ) -> Ty {
        if depth > MAX_DEPTH {
            return UNKNOWN;
        }
        match self.types.get(ty) {
            Type::Param(_) => {
                let at = params.iter().position(|&p| p == ty);
                return at.map_or(ty, |at| args.get(at).copied().unwrap_or(UNKNOWN));
            }
            Type::Unknown | Type::External | Type::Basic(_) => return ty,
            Type::Foreign(_, _, own) | Type::Named(_, own) if own.is_empty() => return ty,
            _ => {}
        }
        if let Some(&known) = done.get(&ty) {
            return known;
        }
        let whole = self.types.get(ty).clone();
        let replaced = whole.with_parts(|part| self.substitute_at(part, params, args, depth + 1, done));
        let replaced = self.types.intern(replaced);
        // Types share their parts. Without this map the walk could be exponentially longer than the source.
        if depth >= SHARED_FROM {
            done.insert(ty, replaced);
        }
        replaced
    }

    /// A generic function with fresh type parameters instead of its own. The parameters `outer` are replaced by
    /// `args`, also in constraints.
    pub(super) fn renamed(&mut self, generic: &Generic, outer: &[Ty], args: &[Ty]) -> Generic {
        let first = self.params.len();
        let mut fresh = Vec::with_capacity(generic.params.len());
        for &param in &generic.params {
            let key = self.param_key(param);
            let number = self.n_shared_params() + self.params.len();
            fresh.push(self.types.intern(Type::Param(ParamIx(number as u32))));
            self.params.push(TypeParam { constraint: UNKNOWN, key });
        }
        let from = [outer, &generic.params].concat();
        let to = [args, &fresh].concat();
        for (nth, &param) in generic.params.iter().enumerate() {
            if let Type::Param(ix) = *self.types.get(param) {
                let constraint = self.constraint(ix);
                self.params[first + nth].constraint = self.substitute(constraint, &from, &to);
            }
        }
        Generic { ty: self.substitute(generic.ty, &from, &to), params: fresh.into() }
    }

    /// All type parameters that a type contains, each once.
    pub(crate) fn params_in(&self, ty: Ty) -> Vec<Ty> {
        let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![ty]);
        while let Some(ty) = open.pop() {
            if !seen.insert(ty) {
                continue;
            }
            if matches!(self.types.get(ty), Type::Param(_)) {
                found.push(ty);
            }
            self.types.get(ty).with_parts(|part| {
                open.push(part);
                part
            });
        }
        found
    }

    /// The type parameters of a generic declared type that is not instantiated; empty for other types.
    pub(crate) fn open_params(&self, ty: Ty) -> Box<[Ty]> {
        match self.types.get(ty) {
            Type::Named(decl, args) if self.type_decl(*decl).params.get() == Some(args) => args.clone(),
            _ => Box::default(),
        }
    }
}
