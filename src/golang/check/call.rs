//! Calls, conversions and instantiations.

use super::Checker;
use super::typexpr::{Entity, Qualified};
use crate::golang::ast::{Kind, Node, flag};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::types::{EXTERNAL, Type, UNKNOWN};
use crate::golang::universe::{Builtin, Predeclared, unsafe_builtin};
use crate::model::{Cause, EdgeKind};

impl Checker<'_> {
    /// A call's results as a tuple, or the type of a conversion. Records the callee as called.
    pub(super) fn call(&mut self, ix: u32) -> Ty {
        let callee = ix + 1;
        if self.denotes_type(callee) {
            return self.conversion(ix);
        }
        if let Some(builtin) = self.builtin_named(callee) {
            self.refer_builtin(callee);
            let result = self.builtin_call(builtin, ix);
            return self.types.tuple(&[result]);
        }
        // `f[int](x)`: the function's name is called, not used.
        let index = self.node(callee).kind() == Kind::Index;
        let named = self.named_func(if index { callee + 1 } else { callee });
        if let Some((func, line)) = named {
            self.refer_name(func, EdgeKind::Calls, line);
            let explicit = if index { self.type_args(callee) } else { Vec::new() };
            return self.call_func(func, &explicit, ix);
        }
        let ty = self.callee_value(callee);
        self.call_value(ty, ix)
    }

    /// The type of a callee that is no package-level function: a method, or a value of function type.
    fn callee_value(&mut self, callee: u32) -> Ty {
        match self.node(callee).kind() {
            Kind::Selector => {
                let before = self.is_function_value(callee);
                let ty = self.selector(callee, EdgeKind::Calls);
                if before && !self.types.is_unknown(ty) {
                    self.unbound(Cause::FunctionValue);
                }
                ty
            }
            Kind::Index if self.node(callee + 1).kind() == Kind::Selector && !self.indexes_value(callee) => {
                // A generic method: `x.M[int](y)`.
                let ty = self.selector(callee + 1, EdgeKind::Calls);
                self.type_args(callee);
                ty
            }
            Kind::FuncLit => self.expr(callee),
            _ => {
                let ty = self.expr(callee);
                if !self.types.is_unknown(ty) {
                    self.unbound(Cause::FunctionValue);
                }
                ty
            }
        }
    }

    /// Whether a selector names a variable of another package: a call through it goes through a value.
    fn is_function_value(&self, selector: u32) -> bool {
        matches!(self.qualified(selector), Some(Qualified::Decl(decl)) if self.is_value(decl))
    }

    /// Whether `x.f[i]` indexes a field's value rather than instantiating a method.
    fn indexes_value(&mut self, index: u32) -> bool {
        let operand = self.quietly(|c| c.expr(index + 1));
        let core = self.core(operand);
        !matches!(self.types.get(core), Type::Func(..))
    }

    fn builtin_named(&self, callee: u32) -> Option<Builtin> {
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
        let ty = self.type_expr(ix + 1);
        for arg in self.children(ix).skip(1) {
            let given = self.expr_like(arg, UNKNOWN);
            self.flow(ty, given, self.node(ix).line);
        }
        self.constructs(ty, 0, self.node(ix).line);
        self.types.tuple(&[ty])
    }

    /// The types of a call's arguments; `f(g())` spreads g's results.
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

    fn call_func(&mut self, func: DeclIx, explicit: &[Ty], ix: u32) -> Ty {
        let args = match self.atomic_access(func) {
            Some(access) => self.arguments_accessed(ix, access),
            None => self.arguments(ix),
        };
        let ty = self.decl_type(func);
        let Some(signature) = self.signature(ty) else { return UNKNOWN };
        let params = self.func_params(func);
        let Node { flags, line, .. } = self.node(ix);
        let spread = flags & flag::VARIADIC != 0;
        let pairs = self.pair_up(signature.params, signature.variadic, spread, &args);
        if params.is_empty() {
            self.flows(&pairs, line);
            return signature.results;
        }
        let type_args = self.infer(&params, explicit, &pairs);
        let wanted: Vec<(Ty, Ty)> =
            pairs.iter().map(|&(want, give)| (self.substitute(want, &params, &type_args), give)).collect();
        self.flows(&wanted, line);
        self.flows_into_constraints(&params, &type_args, line);
        self.substitute(signature.results, &params, &type_args)
    }

    fn call_value(&mut self, ty: Ty, ix: u32) -> Ty {
        let args = self.arguments(ix);
        let Some(signature) = self.signature(ty) else {
            return if self.types.is_external(ty) { EXTERNAL } else { UNKNOWN };
        };
        let spread = self.node(ix).flags & flag::VARIADIC != 0;
        let pairs = self.pair_up(signature.params, signature.variadic, spread, &args);
        self.flows(&pairs, self.node(ix).line);
        signature.results
    }

    /// A type argument is put into its constraint: what is called on the parameter is called on it.
    fn flows_into_constraints(&mut self, params: &[Ty], type_args: &[Ty], line: u32) {
        for (&param, &arg) in params.iter().zip(type_args) {
            if let Type::Param(ix) = *self.types.get(param) {
                let constraint = self.constraint(ix);
                self.flow(constraint, arg, line);
            }
        }
    }

    fn flows(&mut self, pairs: &[(Ty, Ty)], line: u32) {
        for &(target, source) in pairs {
            self.flow(target, source, line);
        }
    }

    /// Each argument with the type of the parameter that takes it.
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
