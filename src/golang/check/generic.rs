//! Generics: putting type arguments in, and inferring them from a call's arguments (Go spec, "Type inference").

use super::Checker;
use crate::golang::types::{Field, IMethod, Ty, Type, UNKNOWN};

impl Checker<'_> {
    /// `ty` with each of `params` replaced by the argument at its place. O(size of the type).
    pub(super) fn substitute(&mut self, ty: Ty, params: &[Ty], args: &[Ty]) -> Ty {
        if params.is_empty() {
            return ty;
        }
        self.substitute_at(ty, params, args, 0)
    }

    fn substitute_at(&mut self, ty: Ty, params: &[Ty], args: &[Ty], depth: u32) -> Ty {
        if depth > 24 {
            return UNKNOWN;
        }
        let sub = |c: &mut Self, ty: Ty| c.substitute_at(ty, params, args, depth + 1);
        let replaced = match self.types.get(ty).clone() {
            Type::Param(_) => {
                let at = params.iter().position(|&p| p == ty);
                return at.map_or(ty, |at| args.get(at).copied().unwrap_or(UNKNOWN));
            }
            Type::Unknown | Type::External | Type::Basic(_) => return ty,
            Type::Foreign(_, _, ref own) if own.is_empty() => return ty,
            Type::Foreign(path, name, own) => {
                Type::Foreign(path, name, own.iter().map(|&a| sub(self, a)).collect())
            }
            Type::Named(_, ref own) if own.is_empty() => return ty,
            Type::Named(decl, own) => Type::Named(decl, own.iter().map(|&a| sub(self, a)).collect()),
            Type::Pointer(to) => Type::Pointer(sub(self, to)),
            Type::Slice(of) => Type::Slice(sub(self, of)),
            Type::Array(of, length) => Type::Array(sub(self, of), length),
            Type::Map(key, value) => Type::Map(sub(self, key), sub(self, value)),
            Type::Chan(of, send, receive) => Type::Chan(sub(self, of), send, receive),
            Type::Func(inputs, results, variadic) => {
                Type::Func(sub(self, inputs), sub(self, results), variadic)
            }
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|&p| sub(self, p)).collect()),
            Type::Struct(package, fields) => {
                let fields = fields.iter().map(|f| Field { ty: sub(self, f.ty), ..*f });
                Type::Struct(package, fields.collect())
            }
            Type::Interface(package, methods, embeds) => {
                let methods = methods.iter().map(|m| IMethod { sig: sub(self, m.sig), ..*m }).collect();
                Type::Interface(package, methods, embeds.iter().map(|&e| sub(self, e)).collect())
            }
            Type::Union(terms) => {
                Type::Union(terms.iter().map(|&(t, tilde)| (sub(self, t), tilde)).collect())
            }
        };
        self.types.intern(replaced)
    }

    /// Infers type arguments: explicit ones first, then from typed arguments, then from untyped constants, then
    /// from constraints with a core type. What stays open is `UNKNOWN`.
    pub(super) fn infer(&mut self, params: &[Ty], explicit: &[Ty], pairs: &[(Ty, Ty)]) -> Vec<Ty> {
        let mut args: Vec<Option<Ty>> =
            params.iter().enumerate().map(|(i, _)| explicit.get(i).copied()).collect();
        for &(wanted, given) in pairs {
            if !self.types.is_untyped(given) {
                self.unify(wanted, given, params, &mut args, 0);
            }
        }
        for &(wanted, given) in pairs {
            if self.types.is_untyped(given)
                && let Some(at) = params.iter().position(|&p| p == wanted)
                && args[at].is_none()
            {
                args[at] = Some(self.types.default_type(given));
            }
        }
        self.infer_from_constraints(params, &mut args);
        args.into_iter().map(|a| a.unwrap_or(UNKNOWN)).collect()
    }

    /// The parameters that a type still has open: those of a generic declared type that stand for themselves.
    pub(crate) fn open_params(&self, ty: Ty) -> Box<[Ty]> {
        match self.types.get(ty) {
            Type::Named(decl, args) if self.type_decl(*decl).params.get() == Some(args) => args.clone(),
            _ => Box::default(),
        }
    }

    /// Whether some type arguments make each first type of a pair identical to the second.
    pub(crate) fn unifies(&mut self, params: &[Ty], pairs: &[(Ty, Ty)]) -> bool {
        let mut args = vec![None; params.len()];
        for &(wanted, given) in pairs {
            self.unify(wanted, given, params, &mut args, 0);
        }
        let args: Vec<Ty> = args.into_iter().map(|a| a.unwrap_or(UNKNOWN)).collect();
        pairs.iter().all(|&(wanted, given)| self.substitute(wanted, params, &args) == given)
    }

    /// `S ~[]E`: a known S gives E, a known E gives S.
    fn infer_from_constraints(&mut self, params: &[Ty], args: &mut [Option<Ty>]) {
        for _ in 0..params.len() {
            for (at, &param) in params.iter().enumerate() {
                let Type::Param(ix) = *self.types.get(param) else { continue };
                let constraint = self.constraint(ix);
                if let Some(known) = args[at] {
                    self.unify_methods(constraint, known, params, args);
                }
                let core = self.core_of_constraint(constraint, 0);
                if core == UNKNOWN {
                    continue;
                }
                if let Some(known) = args[at] {
                    let known = self.underlying(known);
                    self.unify(core, known, params, args, 0);
                } else {
                    let known: Vec<Ty> = args.iter().map(|a| a.unwrap_or(UNKNOWN)).collect();
                    let filled = self.substitute(core, params, &known);
                    args[at] = (!self.mentions_unknown(filled, 0)).then_some(filled);
                }
            }
        }
    }

    /// A constraint with methods: the argument's methods may decide further parameters.
    fn unify_methods(&mut self, constraint: Ty, known: Ty, params: &[Ty], args: &mut [Option<Ty>]) {
        let under = self.underlying(constraint);
        let Type::Interface(_, methods, _) = self.types.get(under).clone() else { return };
        for method in &methods {
            if let super::lookup::Lookup::Found {
                member:
                    super::lookup::Member::Method { sig, .. } | super::lookup::Member::InterfaceMethod { sig, .. },
                ..
            } = self.lookup(known, method.name)
            {
                self.unify(method.sig, sig, params, args, 0);
            }
        }
    }

    fn mentions_unknown(&self, ty: Ty, depth: u32) -> bool {
        if depth > 24 {
            return true;
        }
        let some = |ty: Ty| self.mentions_unknown(ty, depth + 1);
        match self.types.get(ty) {
            Type::Unknown | Type::External => true,
            Type::Pointer(t) | Type::Slice(t) | Type::Array(t, _) | Type::Chan(t, ..) => some(*t),
            Type::Map(k, v) | Type::Func(k, v, _) => some(*k) || some(*v),
            Type::Named(_, args) => args.iter().any(|&a| some(a)),
            Type::Tuple(parts) => parts.iter().any(|&p| some(p)),
            _ => false,
        }
    }

    /// Matches a parameter's type against an argument's, filling in what is still open. Inexact where Go's is: a
    /// defined type matches a type literal by its underlying type, and channel directions are ignored.
    fn unify(&mut self, wanted: Ty, given: Ty, params: &[Ty], args: &mut [Option<Ty>], depth: u32) {
        if depth > 24 || wanted == given || self.types.is_unknown(given) {
            return;
        }
        if let Some(at) = params.iter().position(|&p| p == wanted) {
            if args[at].is_none() {
                args[at] = Some(given);
            }
            return;
        }
        let want = self.types.get(wanted).clone();
        let mut give = self.types.get(given).clone();
        if matches!(give, Type::Named(..)) && !matches!(want, Type::Named(..)) {
            let under = self.underlying(given);
            give = self.types.get(under).clone();
        }
        match (want, give) {
            (Type::Named(a, own), Type::Named(b, theirs)) if a == b => {
                for (&w, &g) in own.iter().zip(theirs.iter()) {
                    self.unify(w, g, params, args, depth + 1);
                }
            }
            // A generic interface or function type wanted, something that satisfies it given.
            (Type::Named(decl, own), _) if !own.is_empty() => {
                self.unify_named(wanted, decl, given, params, args, depth);
            }
            (Type::Pointer(w), Type::Pointer(g))
            | (Type::Slice(w), Type::Slice(g))
            | (Type::Array(w, _), Type::Array(g, _))
            | (Type::Chan(w, ..), Type::Chan(g, ..)) => self.unify(w, g, params, args, depth + 1),
            (Type::Map(wk, wv), Type::Map(gk, gv)) => {
                self.unify(wk, gk, params, args, depth + 1);
                self.unify(wv, gv, params, args, depth + 1);
            }
            (Type::Func(wp, wr, _), Type::Func(gp, gr, _)) => {
                self.unify(wp, gp, params, args, depth + 1);
                self.unify(wr, gr, params, args, depth + 1);
            }
            (Type::Tuple(ws), Type::Tuple(gs)) if ws.len() == gs.len() => {
                for (&w, &g) in ws.iter().zip(gs.iter()) {
                    self.unify(w, g, params, args, depth + 1);
                }
            }
            _ => {}
        }
    }

    fn unify_named(
        &mut self,
        wanted: Ty,
        _decl: crate::golang::types::TypeDeclIx,
        given: Ty,
        params: &[Ty],
        args: &mut [Option<Ty>],
        depth: u32,
    ) {
        let under = self.underlying(wanted);
        match self.types.get(under) {
            Type::Interface(..) => self.unify_methods(under, given, params, args),
            Type::Func(..) => {
                let given = self.underlying(given);
                self.unify(under, given, params, args, depth + 1);
            }
            _ if !matches!(self.types.get(given), Type::Named(..)) => {
                self.unify(under, given, params, args, depth + 1);
            }
            _ => {}
        }
    }
}
