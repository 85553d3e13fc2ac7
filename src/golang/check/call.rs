//! Calls, conversions and instantiations.

use super::expr::Generic;
use super::misfit::Parameters;
use super::note::Meaning;
use super::typexpr::{Entity, Qualified};
use super::{Callee, Checker};
use crate::golang::ast::{Kind, Node, flag};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::types::{EXTERNAL, Type, UNKNOWN};
use crate::golang::universe::{Builtin, Predeclared, unsafe_builtin};
use crate::model::{Cause, EdgeKind};

impl Checker<'_> {
    /// The results of a call, or the type of a conversion, as a tuple. Records the callee as called.
    pub(super) fn call(&mut self, ix: u32) -> Ty {
        let callee = ix + 1;
        if self.denotes_type(callee) {
            return self.conversion(ix);
        }
        if let Some(builtin) = self.builtin_named(callee) {
            self.note_meaning(ix, Meaning::Builtin(builtin));
            self.refer_builtin(callee);
            let result = self.builtin_call(builtin, ix);
            return self.types.tuple(&[result]);
        }
        self.callee = Callee::Plain;
        // `f[int](x)`: the function's name is called, not used.
        let index = self.node(callee).kind() == Kind::Index;
        let named = self.named_func(if index { callee + 1 } else { callee });
        if let Some((func, line)) = named {
            self.note_meaning(callee, Meaning::Decl(func));
            self.refer_name(func, EdgeKind::Calls, line);
            let explicit = if index { self.type_args(callee) } else { Vec::new() };
            let by = std::mem::replace(&mut self.callee, Callee::Plain);
            return self.call_func(func, &explicit, by, ix);
        }
        match self.node(callee).kind() {
            Kind::Selector => {
                let method = self.called_selector(callee);
                let by = self.resolved_callee(callee, method.ty);
                self.call_generic(&method, &[], None, by, ix)
            }
            Kind::Index if self.node(callee + 1).kind() == Kind::Selector && !self.indexes_value(callee) => {
                // A generic method: `x.M[int](y)`.
                let method = self.called_selector(callee + 1);
                self.note_meaning(callee, self.meaning(callee + 1));
                self.note_type(callee, method.ty);
                let by = std::mem::replace(&mut self.callee, Callee::Plain);
                let explicit = self.type_args(callee);
                self.call_generic(&method, &explicit, None, by, ix)
            }
            _ => {
                let ty = self.callee_value(callee);
                self.call_generic(&ty.into(), &[], None, Callee::Plain, ix)
            }
        }
    }

    /// Returns the kind of a called selector. Records the call if it is a field that holds a function.
    fn resolved_callee(&mut self, callee: u32, ty: Ty) -> Callee {
        let resolved = std::mem::replace(&mut self.callee, Callee::Plain);
        if resolved == Callee::Value {
            self.value_call(callee - 1, callee, ty);
        }
        resolved
    }

    fn called_selector(&mut self, callee: u32) -> Generic {
        let before = self.is_function_value(callee);
        let selected = self.select(callee, EdgeKind::Calls);
        if before && !self.types.is_unknown(selected.ty) {
            self.callee = Callee::Value;
            self.unbound(Cause::FunctionValue);
        }
        selected
    }

    /// The type of a callee that is a value of function type.
    fn callee_value(&mut self, callee: u32) -> Ty {
        let ty = self.expr(callee);
        if self.node(callee).kind() != Kind::FuncLit && !self.types.is_unknown(ty) {
            self.value_call(callee - 1, callee, ty);
            self.unbound(Cause::FunctionValue);
        }
        ty
    }

    /// Returns whether a selector names a variable of another package, so that a call of it calls a function value.
    fn is_function_value(&self, selector: u32) -> bool {
        matches!(self.qualified(selector), Some(Qualified::Decl(decl)) if self.is_value(decl))
    }

    /// Returns whether `x.f[i]` indexes a field's value rather than instantiating a method.
    fn indexes_value(&mut self, index: u32) -> bool {
        let operand = self.quietly(|c| c.expr(index + 1));
        let core = self.core(operand);
        !matches!(self.types.get(core), Type::Func(..))
    }

    pub(super) fn builtin_named(&self, callee: u32) -> Option<Builtin> {
        match self.node(callee).kind() {
            Kind::Ident => match self.resolve(self.name_of(callee)) {
                Entity::Predeclared(Predeclared::Builtin(builtin)) => Some(builtin),
                _ => None,
            },
            Kind::Selector if self.qualified(callee) == Some(Qualified::Unsafe) => {
                unsafe_builtin(self.world.names.text(self.name_of(callee)))
            }
            _ => None,
        }
    }

    fn conversion(&mut self, ix: u32) -> Ty {
        self.note_meaning(ix, Meaning::Conversion);
        let ty = self.type_expr(ix + 1);
        for arg in self.children(ix).skip(1) {
            let given = self.expr_like(arg, UNKNOWN);
            let line = self.node(ix).line;
            self.check_conversion(ty, given, line);
            self.record_value_flow(ty, given, line);
        }
        self.constructs(ty, 0, self.node(ix).line);
        self.types.tuple(&[ty])
    }

    /// The types of a call's arguments; `f(g())` spreads the results of `g`.
    pub(super) fn arguments(&mut self, ix: u32) -> Vec<Ty> {
        let args: Vec<u32> = self.children(ix).skip(1).collect();
        let types: Vec<Ty> = args.iter().map(|&arg| self.expr(arg)).collect();
        match types.as_slice() {
            [only] => match self.types.tuple_parts(*only) {
                [] => types,
                parts => parts.to_vec(),
            },
            _ => types,
        }
    }

    /// The types of a call's arguments, and the type parameters of generic functions among them, which have to be
    /// inferred as well.
    fn generic_arguments(&mut self, ix: u32) -> (Vec<Ty>, Vec<Ty>) {
        let args: Vec<u32> = self.children(ix).skip(1).collect();
        let (mut types, mut open) = (Vec::with_capacity(args.len()), Vec::new());
        for &arg in &args {
            let mut given = self.argument(arg);
            if !given.params.is_empty() {
                // Each use of a generic function gets type parameters of its own, because the call may pass it twice,
                // or be inside of it.
                given = self.renamed(&given, &[], &[]);
                open.extend_from_slice(&given.params);
            }
            types.push(given.ty);
        }
        if let [only] = *types {
            let parts = self.types.tuple_parts(only);
            if !parts.is_empty() {
                types = parts.to_vec();
            }
        }
        (types, open)
    }

    fn call_func(&mut self, func: DeclIx, explicit: &[Ty], by: Callee, ix: u32) -> Ty {
        let callee = Generic { ty: self.decl_type(func), params: self.func_params(func) };
        let access = self.atomic_access(func);
        self.call_generic(&callee, explicit, access, by, ix)
    }

    /// The results of a call. `access` is how an atomic operation accesses its variable; `None` for other callees. `by`
    /// is what the callee turned out to be.
    fn call_generic(
        &mut self,
        callee: &Generic,
        explicit: &[Ty],
        access: Option<u8>,
        by: Callee,
        ix: u32,
    ) -> Ty {
        let (args, open) = match access {
            Some(access) => (self.arguments_accessed(ix, access), Vec::new()),
            None if callee.params.is_empty() => (self.arguments(ix), Vec::new()),
            None => self.generic_arguments(ix),
        };
        let Some(signature) = self.signature(callee.ty) else {
            let line = self.node(ix).line;
            self.check_callee(callee.ty, line);
            if let Callee::Outside(by) = by {
                for &arg in &args {
                    self.hand_out(by, arg, true, line);
                }
                self.calls_back(by, ix, &[]);
            } else {
                for &arg in &args {
                    self.record_conversion_to_any(arg, line);
                }
            }
            return if self.types.is_external(callee.ty) { EXTERNAL } else { UNKNOWN };
        };
        if callee.params.is_empty() {
            let Node { flags, line, .. } = self.node(ix);
            let spread = flags & flag::VARIADIC != 0;
            let pairs = self.pair_up(signature.params, signature.variadic, spread, &args);
            let parameters = Parameters { types: signature.params, variadic: signature.variadic };
            self.check_arguments(ix, parameters, &args, &pairs);
            self.record_value_flows(&pairs, line);
            if let Callee::Outside(by) = by {
                self.calls_back(by, ix, &pairs);
            }
            return signature.results;
        }
        // In a recursive call the callee's type parameters are ordinary types as well, so the callee gets fresh ones.
        let is_recursive = |&ty: &Ty| self.params_in(ty).iter().any(|param| callee.params.contains(param));
        if args.iter().chain(explicit).any(is_recursive) {
            let renamed = self.renamed(callee, &[], &[]);
            return self.call_inferred(&renamed, explicit, &args, &open, by, ix);
        }
        self.call_inferred(callee, explicit, &args, &open, by, ix)
    }

    /// The results of a call of a generic function or method. `open` are type parameters of generic functions among
    /// the arguments.
    fn call_inferred(
        &mut self,
        callee: &Generic,
        explicit: &[Ty],
        args: &[Ty],
        open: &[Ty],
        by: Callee,
        ix: u32,
    ) -> Ty {
        let Some(signature) = self.signature(callee.ty) else { return UNKNOWN };
        let Node { flags, line, .. } = self.node(ix);
        let spread = flags & flag::VARIADIC != 0;
        let pairs = self.pair_up(signature.params, signature.variadic, spread, args);
        let params = [&callee.params, open].concat();
        let type_args = self.infer(&params, explicit, &pairs, !open.is_empty());
        let wanted: Vec<(Ty, Ty)> =
            pairs.iter().map(|&(want, give)| (self.substitute(want, &params, &type_args), give)).collect();
        let parameters = Parameters { types: signature.params, variadic: signature.variadic };
        self.check_arguments(ix, parameters, args, &wanted);
        self.record_value_flows(&wanted, line);
        if let Callee::Outside(by) = by {
            self.calls_back(by, ix, &wanted);
        }
        self.flows_into_constraints(&params, &type_args, line);
        self.substitute(signature.results, &params, &type_args)
    }

    /// Records that each type argument flows into its constraint, because a method called on the type parameter is
    /// called on it.
    fn flows_into_constraints(&mut self, params: &[Ty], type_args: &[Ty], line: u32) {
        for (&param, &arg) in params.iter().zip(type_args) {
            self.note_instance(param, arg);
            if let Type::Param(ix) = *self.types.get(param) {
                let constraint = self.constraint(ix);
                self.check_constraint(constraint, arg, line);
                self.record_value_flow(constraint, arg, line);
            }
        }
    }

    fn record_value_flows(&mut self, pairs: &[(Ty, Ty)], line: u32) {
        for &(target, source) in pairs {
            self.record_value_flow(target, source, line);
        }
    }

    /// The argument types, each after the type of the parameter that takes it.
    fn pair_up(&self, params: Ty, variadic: bool, spread: bool, args: &[Ty]) -> Vec<(Ty, Ty)> {
        let params = self.types.tuple_parts(params);
        let fixed = if variadic && !spread { params.len().saturating_sub(1) } else { params.len() };
        let element = params.last().map_or(UNKNOWN, |&last| match self.types.get(last) {
            Type::Slice(of) => *of,
            _ => last,
        });
        let wanted = |nth: usize| if nth < fixed { params[nth] } else { element };
        args.iter().enumerate().map(|(nth, &given)| (wanted(nth), given)).collect()
    }
}
