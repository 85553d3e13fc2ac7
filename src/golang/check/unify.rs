//! Generics: inference of type arguments (Go spec, "Type inference", "Type unification").

use super::Checker;
use super::lookup::{Lookup, Member, SetMethod};
use crate::golang::ids::Ty;
use crate::golang::types::{EXTERNAL, Length, MAX_DEPTH, Type, UNKNOWN};

/// The most pairs of types that one inference compares. Types share their parts and may mention themselves, so
/// without a bound a small source could make it endless; real ones need a hundred.
const MAX_PAIRS: u32 = 5_000;

/// Returns whether both lengths are known.
fn is_known(a: Length, b: Length) -> bool {
    matches!((a, b), (Length::Known(_), Length::Known(_)))
}

/// The state of an inference of type arguments.
struct Inference<'p> {
    params: &'p [Ty],
    args: Vec<Option<Ty>>,
    /// Pairs that may still be compared.
    pairs: u32,
    depth: u32,
    /// True if type parameters of the given types are inferred as well.
    is_open: bool,
    /// True if a type from outside the tree counts as an alias of a type of the same name.
    aliases: bool,
}

impl<'p> Inference<'p> {
    fn new(params: &'p [Ty], args: Vec<Option<Ty>>) -> Self {
        Self { params, args, pairs: MAX_PAIRS, depth: 0, is_open: false, aliases: false }
    }

    /// The index of a type parameter that is being inferred; `None` for other types.
    fn place(&self, ty: Ty) -> Option<usize> {
        self.params.iter().position(|&p| p == ty)
    }

    /// The type, with an inferred parameter replaced by its argument.
    fn inferred(&self, ty: Ty) -> Ty {
        self.place(ty).and_then(|at| self.args[at]).unwrap_or(ty)
    }

    /// Goes one level down; `false` if that is too deep or took too many steps.
    fn descend(&mut self) -> bool {
        if self.pairs == 0 || self.depth > MAX_DEPTH {
            return false;
        }
        self.pairs -= 1;
        self.depth += 1;
        true
    }

    /// The inferred arguments. For a parameter without one, `open` supplies the type.
    fn args(&self, open: impl Fn(Ty) -> Ty) -> Vec<Ty> {
        self.params.iter().zip(&self.args).map(|(&param, arg)| arg.unwrap_or_else(|| open(param))).collect()
    }
}

impl Checker<'_> {
    /// Infers type arguments: explicit ones first, then from typed arguments, then from untyped constants, then from
    /// constraints with a core type. Arguments that remain open are `UNKNOWN`. `is_open` means that there are generic
    /// functions among the arguments, whose own type parameters are inferred as well.
    pub(super) fn infer(
        &mut self,
        params: &[Ty],
        explicit: &[Ty],
        pairs: &[(Ty, Ty)],
        is_open: bool,
    ) -> Vec<Ty> {
        let given = (0..params.len()).map(|nth| explicit.get(nth).copied()).collect();
        let mut search = Inference { is_open, ..Inference::new(params, given) };
        for &(wanted, given) in pairs {
            if !self.types.is_untyped(given) {
                self.unify(wanted, given, &mut search);
            }
        }
        for &(wanted, given) in pairs {
            if self.types.is_untyped(given)
                && let Some(at) = search.place(wanted)
                && search.args[at].is_none()
            {
                search.args[at] = Some(self.types.default_type(given));
            }
        }
        self.infer_from_constraints(&mut search);
        if is_open {
            self.resolve_args(&mut search);
        }
        search.args(|_| UNKNOWN)
    }

    /// Substitutes the inferred arguments into each other, since an argument may mention other type parameters. What
    /// remains open becomes `UNKNOWN`.
    fn resolve_args(&mut self, search: &mut Inference<'_>) {
        let params = search.params;
        for _ in 0..params.len() {
            for at in 0..params.len() {
                if let Some(arg) = search.args[at] {
                    let known = search.args(|param| param);
                    search.args[at] = Some(self.substitute(arg, params, &known));
                }
            }
        }
        for arg in search.args.iter_mut().flatten() {
            *arg = self.substitute(*arg, params, &vec![UNKNOWN; params.len()]);
        }
    }

    /// Infers from core types and methods of constraints. For `S ~[]E`, a known S gives E, and a known E gives S.
    fn infer_from_constraints(&mut self, search: &mut Inference<'_>) {
        let params = search.params;
        for _ in 0..params.len() {
            for (at, &param) in params.iter().enumerate() {
                let Type::Param(ix) = *self.types.get(param) else { continue };
                let constraint = self.constraint(ix);
                if let Some(known) = search.args[at] {
                    self.unify_methods(constraint, known, search);
                }
                let core = self.core_of_constraint(constraint);
                if core == UNKNOWN {
                    continue;
                }
                if let Some(known) = search.args[at] {
                    let known = self.underlying(known);
                    self.unify(core, known, search);
                } else {
                    let known = search.args(|_| UNKNOWN);
                    let only = self.only_type(constraint).unwrap_or(core);
                    let filled = self.substitute(only, params, &known);
                    search.args[at] = (!self.mentions_unknown(filled, search)).then_some(filled);
                }
            }
        }
    }

    /// Infers from the methods of a constraint: those of the argument may determine further type parameters.
    fn unify_methods(&mut self, constraint: Ty, known: Ty, search: &mut Inference<'_>) {
        let under = self.underlying(constraint);
        if !matches!(self.types.get(under), Type::Interface(..)) {
            return;
        }
        for method in self.interface_members(under).into_iter().filter_map(|(_, method)| method) {
            if let Lookup::Found { member, .. } = self.lookup(known, method.name)
                && let Member::Method { sig, .. } | Member::InterfaceMethod { sig, .. } = member
            {
                self.unify(method.sig, sig, search);
            }
        }
    }

    /// Returns whether a type has an unknown part, or too many parts to check.
    fn mentions_unknown(&self, ty: Ty, search: &mut Inference<'_>) -> bool {
        if !search.descend() {
            return true;
        }
        let mut some = |ty: Ty| self.mentions_unknown(ty, search);
        let mentions = match self.types.get(ty) {
            Type::Unknown | Type::External => true,
            Type::Pointer(t) | Type::Slice(t) | Type::Array(t, _) | Type::Chan(t, ..) => some(*t),
            Type::Map(k, v) | Type::Func(k, v, _) => some(*k) || some(*v),
            Type::Named(_, parts) | Type::Tuple(parts) => parts.iter().any(|&part| some(part)),
            _ => false,
        };
        search.depth -= 1;
        mentions
    }

    /// Matches a parameter's type against an argument's, and fills in what is still open. As in Go's inexact
    /// unification, a defined type matches a type literal by its underlying type, and channel directions are ignored.
    fn unify(&mut self, wanted: Ty, given: Ty, search: &mut Inference<'_>) {
        if wanted == given || self.types.is_unknown(given) {
            return;
        }
        if let Some(at) = search.place(wanted) {
            let Some(known) = search.args[at] else {
                search.args[at] = Some(given);
                return;
            };
            if self.is_preferred(given, known) {
                search.args[at] = Some(given);
            }
            // The argument may be known only in part, from a generic function among the arguments.
            if search.is_open && search.descend() {
                self.unify(known, given, search);
                search.depth -= 1;
            }
            return;
        }
        // The argument is a generic function, and the parameter's type determines its type parameter.
        if search.is_open
            && let Some(at) = search.place(given)
        {
            search.args[at].get_or_insert(wanted);
            return;
        }
        if search.descend() {
            self.unify_parts(wanted, given, search);
            search.depth -= 1;
        }
    }

    /// Returns whether a second argument of a type parameter's type decides instead of the first: a defined type
    /// instead of a type literal, a channel with one direction instead of both.
    fn is_preferred(&mut self, given: Ty, known: Ty) -> bool {
        let is_defined = |ty: Ty| matches!(self.types.get(ty), Type::Named(..));
        let is_better = is_defined(given) && !is_defined(known);
        let under = self.underlying(given);
        is_better && (under == known || self.restricts(known, under)) || self.restricts(given, known)
    }

    fn unify_parts(&mut self, wanted: Ty, given: Ty, search: &mut Inference<'_>) {
        let want = self.types.get(wanted).clone();
        let mut give = self.types.get(given).clone();
        if matches!(give, Type::Named(..)) && !matches!(want, Type::Named(..)) {
            let under = self.underlying(given);
            give = self.types.get(under).clone();
        }
        match (want, give) {
            (Type::Named(a, own), Type::Named(b, theirs)) if a == b => self.unify_all(&own, &theirs, search),
            // The parameter is of a generic interface or function type, and the argument may satisfy it.
            (Type::Named(_, own), _) if !own.is_empty() => self.unify_named(wanted, given, search),
            (Type::Interface(..), _) => self.unify_methods(wanted, given, search),
            (Type::Foreign(p, a, own), Type::Foreign(q, b, theirs)) if (p, a) == (q, b) => {
                self.unify_all(&own, &theirs, search);
            }
            (Type::Pointer(w), Type::Pointer(g))
            | (Type::Slice(w), Type::Slice(g))
            | (Type::Array(w, _), Type::Array(g, _))
            | (Type::Chan(w, ..), Type::Chan(g, ..)) => self.unify(w, g, search),
            (Type::Map(wk, wv), Type::Map(gk, gv)) => self.unify_all(&[wk, wv], &[gk, gv], search),
            (Type::Func(wp, wr, _), Type::Func(gp, gr, _)) => self.unify_all(&[wp, wr], &[gp, gr], search),
            (Type::Tuple(ws), Type::Tuple(gs)) if ws.len() == gs.len() => self.unify_all(&ws, &gs, search),
            (Type::Struct(_, ws), Type::Struct(_, gs)) if ws.len() == gs.len() => {
                for (want, give) in ws.iter().zip(&gs).filter(|(want, give)| want.name == give.name) {
                    self.unify(want.ty, give.ty, search);
                }
            }
            _ => {}
        }
    }

    fn unify_all(&mut self, wanted: &[Ty], given: &[Ty], search: &mut Inference<'_>) {
        for (&wanted, &given) in wanted.iter().zip(given) {
            self.unify(wanted, given, search);
        }
    }

    fn unify_named(&mut self, wanted: Ty, given: Ty, search: &mut Inference<'_>) {
        let under = self.underlying(wanted);
        match self.types.get(under) {
            Type::Interface(..) => self.unify_methods(under, given, search),
            Type::Func(..) => {
                let given = self.underlying(given);
                self.unify(under, given, search);
            }
            _ if !matches!(self.types.get(given), Type::Named(..)) => self.unify(under, given, search),
            _ => {}
        }
    }

    /// Returns whether some type arguments make both types of each pair identical. The type parameters may be on either
    /// side.
    pub(crate) fn unifies(&mut self, params: &[Ty], pairs: &[(Ty, Ty)]) -> bool {
        let mut search = Inference::new(params, vec![None; params.len()]);
        pairs.iter().all(|&(a, b)| self.make_identical(a, b, &mut search))
    }

    /// Returns whether both types of each pair are identical if types from outside the tree are aliases of types of the
    /// same name.
    pub(crate) fn unifies_but_for_aliases(&mut self, pairs: &[(Ty, Ty)]) -> bool {
        let mut search = Inference { aliases: true, ..Inference::new(&[], Vec::new()) };
        pairs.iter().all(|&(a, b)| self.make_identical(a, b, &mut search))
    }

    /// Returns whether one type may be an alias of the other: at least one is from outside the tree, and they have the
    /// same name, as aliases mostly do, or one has no known name.
    fn may_be_aliases(&self, a: Ty, b: Ty) -> bool {
        let name = |ty: Ty| match self.types.get(ty) {
            Type::Foreign(_, name, _) => Some(*name),
            Type::Named(decl, _) => Some(self.type_decl(*decl).name),
            _ => None,
        };
        let is_outside = self.types.is_external(a) || self.types.is_external(b);
        is_outside && (a == EXTERNAL || b == EXTERNAL || name(a).is_some() && name(a) == name(b))
    }

    fn make_identical(&mut self, a: Ty, b: Ty, search: &mut Inference<'_>) -> bool {
        let (a, b) = (search.inferred(a), search.inferred(b));
        if a == b || search.aliases && self.may_be_aliases(a, b) {
            return true;
        }
        for (open, other) in [(a, b), (b, a)] {
            if let Some(at) = search.place(open) {
                search.args[at] = Some(other);
                return true;
            }
        }
        if !search.descend() {
            return false;
        }
        let identical = self.make_parts_identical(a, b, search);
        search.depth -= 1;
        identical
    }

    fn make_parts_identical(&mut self, a: Ty, b: Ty, search: &mut Inference<'_>) -> bool {
        let zip = |own: &[Ty], theirs: &[Ty]| own.iter().copied().zip(theirs.iter().copied()).collect();
        let parts: Vec<(Ty, Ty)> = match (self.types.get(a), self.types.get(b)) {
            (Type::Named(decl, own), Type::Named(other, theirs)) if decl == other => zip(own, theirs),
            (Type::Foreign(path, name, own), Type::Foreign(other, namesake, theirs))
                if (path, name) == (other, namesake) =>
            {
                zip(own, theirs)
            }
            (Type::Tuple(own), Type::Tuple(theirs)) if own.len() == theirs.len() => zip(own, theirs),
            (Type::Pointer(own), Type::Pointer(theirs)) | (Type::Slice(own), Type::Slice(theirs)) => {
                vec![(*own, *theirs)]
            }
            (Type::Array(own, length), Type::Array(theirs, other))
                if length == other || search.aliases && !is_known(*length, *other) =>
            {
                vec![(*own, *theirs)]
            }
            (Type::Map(key, value), Type::Map(their_key, their_value)) => {
                vec![(*key, *their_key), (*value, *their_value)]
            }
            (Type::Chan(own, send, recv), Type::Chan(theirs, sends, recvs))
                if (send, recv) == (sends, recvs) =>
            {
                vec![(*own, *theirs)]
            }
            (Type::Func(params, results, variadic), Type::Func(their_params, their_results, other))
                if variadic == other =>
            {
                vec![(*params, *their_params), (*results, *their_results)]
            }
            // Type literals that are written alike in two places are identical types, but their fields and methods
            // are different declarations.
            (Type::Struct(package, own), Type::Struct(other, theirs))
                if package == other
                    && own.len() == theirs.len()
                    && own
                        .iter()
                        .zip(theirs)
                        .all(|(f, g)| (f.name, f.embedded, f.tag) == (g.name, g.embedded, g.tag)) =>
            {
                own.iter().zip(theirs).map(|(f, g)| (f.ty, g.ty)).collect()
            }
            (Type::Interface(..), Type::Interface(..)) => {
                let (own, theirs) = (self.type_set_of(a), self.type_set_of(b));
                let is_same = |(m, n): (&SetMethod, &SetMethod)| (m.name, m.package) == (n.name, n.package);
                if (own.0.len(), own.1.len()) != (theirs.0.len(), theirs.1.len())
                    || !own.0.iter().zip(&theirs.0).all(is_same)
                {
                    return false;
                }
                let methods = own.0.iter().zip(&theirs.0).map(|(m, n)| (m.sig, n.sig));
                methods.chain(own.1.into_iter().zip(theirs.1)).collect()
            }
            _ => return false,
        };
        parts.into_iter().all(|(x, y)| self.make_identical(x, y, search))
    }
}
