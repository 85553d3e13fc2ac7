//! Types expressions, and records what they refer to.

use super::Checker;
use super::note::Meaning;
use super::scope::Local;
use super::typexpr::Entity;
use crate::golang::ast::{Kind, Lit, op};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::types::{Basic, EXTERNAL, Type, UNKNOWN, VOID};
use crate::golang::universe::{self, Predeclared};
use crate::model::{Cause, EdgeKind, SymbolKind, access};

/// A type with its type parameters that are not instantiated yet. Only the types of generic functions and methods
/// have any.
#[derive(Clone, Debug)]
pub(super) struct Generic {
    pub(super) ty: Ty,
    pub(super) params: Box<[Ty]>,
}

impl From<Ty> for Generic {
    fn from(ty: Ty) -> Self {
        Self { ty, params: Box::default() }
    }
}

impl Checker<'_> {
    /// The type of an expression used as one value. A call with several results gives their tuple.
    pub(super) fn expr(&mut self, ix: u32) -> Ty {
        self.expr_like(ix, UNKNOWN)
    }

    /// [`Self::expr`] with the type that the context gives to a composite literal without a type of its own: the
    /// element type of the enclosing literal.
    pub(super) fn expr_like(&mut self, ix: u32, context: Ty) -> Ty {
        self.accessed_edges.clear();
        let ty = self.operand(ix, context);
        self.note_type(ix, ty);
        match self.node(ix).kind() {
            Kind::Ident | Kind::Selector | Kind::Index => {}
            Kind::SliceExpr => self.addressable = false,
            kind => {
                self.accessed_edges.clear();
                self.addressable = kind == Kind::Star;
            }
        }
        ty
    }

    fn operand(&mut self, ix: u32, context: Ty) -> Ty {
        let node = self.node(ix);
        match node.kind() {
            Kind::Ident => self.ident(ix, node.line),
            Kind::BasicLit => literal(node.flags),
            Kind::FuncLit => self.func_lit(ix),
            Kind::CompositeLit => self.composite(ix, context),
            Kind::Selector => self.selector(ix, EdgeKind::Uses),
            Kind::Index => self.index(ix),
            Kind::SliceExpr => self.slice_expr(ix),
            Kind::TypeAssert => {
                let [selector, ty] = self.parts(ix);
                let operand = self.expr(selector);
                let asserted = self.type_expr(ty);
                self.check_assertion(operand, asserted, node.line);
                asserted
            }
            Kind::Call => {
                let results = self.call(ix);
                self.single(results)
            }
            Kind::Star => self.star(ix),
            Kind::Unary => self.unary(ix, node.flags, context),
            Kind::Binary => self.binary(ix, node.flags),
            Kind::KeyValue => {
                let [key, value] = self.parts(ix);
                self.expr(key);
                self.expr(value)
            }
            Kind::Bad => {
                self.unbound(Cause::Syntax);
                for child in self.children(ix) {
                    self.statement(child);
                }
                UNKNOWN
            }
            Kind::Absent => UNKNOWN,
            _ => self.type_expr(ix),
        }
    }

    /// The only type of a tuple of one; any other type is returned as it is.
    pub(super) fn single(&self, results: Ty) -> Ty {
        match self.types.tuple_parts(results) {
            [one] => *one,
            _ => results,
        }
    }

    /// The types of the `n` values of an expression where `n` are expected: the results of a call, or a value and its
    /// `ok`.
    pub(super) fn multi(&mut self, ix: u32, n: usize) -> Vec<Ty> {
        let node = self.node(ix);
        let comma_ok = n == 2
            && match node.kind() {
                Kind::TypeAssert | Kind::Index => true,
                Kind::Unary => node.flags == op::RECV,
                _ => false,
            };
        let ty = self.expr(ix);
        // `v, ok := m[k]` needs a map.
        let is_map = |checker: &mut Self| {
            let core = checker.core(checker.noted_type(ix + 1));
            matches!(checker.types.get(core), Type::Map(..)) || checker.types.is_unknown(core)
        };
        if comma_ok && (node.kind() != Kind::Index || is_map(self)) {
            return vec![ty, Basic::Bool.ty()];
        }
        let given = match self.types.get(ty) {
            Type::Tuple(parts) => parts.len(),
            _ if self.types.is_unknown(ty) => n,
            _ => 1,
        };
        self.check_count(given, n, node.line);
        match self.types.tuple_parts(ty) {
            [] => vec![if self.types.is_unknown(ty) { ty } else { UNKNOWN }; n],
            parts => parts.to_vec(),
        }
    }

    fn ident(&mut self, ix: u32, line: u32) -> Ty {
        let name = self.name_of(ix);
        if name == self.world.universe.blank {
            return UNKNOWN;
        }
        let entity = self.resolve(name);
        self.addressable = !matches!(entity, Entity::Local(Local::Const(..)));
        match entity {
            Entity::Local(Local::Var(ty, variable)) => {
                self.note_meaning(ix, Meaning::Local(variable));
                ty
            }
            Entity::Local(Local::Const(ty, _) | Local::Type(ty)) => ty,
            Entity::Decl(decl) if self.world.kind(decl).is_type() => {
                self.refer_name(decl, EdgeKind::Uses, line);
                self.declared(decl)
            }
            Entity::Decl(decl) => {
                self.refer_name(decl, EdgeKind::Uses, line);
                self.note_meaning(ix, Meaning::Decl(decl));
                let ty = self.value_of(decl);
                // Set last, as the declaration may have been typed just now.
                self.addressable = self.world.kind(decl) == SymbolKind::Var;
                ty
            }
            Entity::Import(_) => {
                self.misfit(line, |checker| format!("{} is a package", checker.world.names.text(name)));
                UNKNOWN
            }
            Entity::Predeclared(what) => self.predeclared(what),
            Entity::Undeclared => {
                let cause = self.cause_of_undeclared();
                self.unbound(cause);
                self.check_declared(cause, name, line);
                if cause == Cause::External { EXTERNAL } else { UNKNOWN }
            }
        }
    }

    fn predeclared(&mut self, what: Predeclared) -> Ty {
        match what {
            Predeclared::Type(ty) | Predeclared::Const(ty) => ty,
            Predeclared::Declared(decl) => self.types.named(decl),
            Predeclared::EmptyInterface => universe::empty_interface(&mut self.types),
            Predeclared::Nil => Basic::UntypedNil.ty(),
            Predeclared::Builtin(_) => UNKNOWN,
        }
    }

    /// The type of a declared function, variable or constant used as a value.
    pub(super) fn value_of(&mut self, decl: DeclIx) -> Ty {
        let value = self.generic_value_of(decl);
        self.closed(&value)
    }

    pub(super) fn generic_value_of(&mut self, decl: DeclIx) -> Generic {
        let ty = self.decl_type(decl);
        let is_func = self.world.kind(decl) == SymbolKind::Func;
        Generic { ty, params: if is_func { self.func_params(decl) } else { Box::default() } }
    }

    fn func_lit(&mut self, ix: u32) -> Ty {
        let [signature, block] = self.parts(ix);
        let ty = self.type_expr(signature);
        // While declarations are typed, bodies are skipped.
        if self.recording() {
            self.function_body(signature, ty, block);
        }
        ty
    }

    fn index(&mut self, ix: u32) -> Ty {
        if self.denotes_type(ix + 1) {
            self.note_meaning(ix, Meaning::Type);
            return self.type_expr(ix);
        }
        if let Some((func, line)) = self.named_func(ix + 1) {
            self.note_meaning(ix, Meaning::Decl(func));
            self.refer_name(func, EdgeKind::Uses, line);
            let func = self.generic_value_of(func);
            return self.instantiated(&func, ix);
        }
        // `x.f[i] = y` counts as a write of the field `f`.
        let operand = if self.node(ix + 1).kind() == Kind::Selector {
            let selected = self.select(ix + 1, EdgeKind::Uses);
            if !selected.params.is_empty() {
                self.note_meaning(ix, self.meaning(ix + 1));
                self.accessed_edges.clear();
                return self.instantiated(&selected, ix);
            }
            selected.ty
        } else {
            self.expr(ix + 1)
        };
        let (place, addressable) = (std::mem::take(&mut self.accessed_edges), self.addressable);
        for index in self.children(ix).skip(1) {
            let given = self.expr(index);
            self.check_index(operand, given, self.node(index).line);
        }
        self.accessed_edges = place;
        let core = self.core(operand);
        self.addressable = match self.types.get(core) {
            Type::Array(..) => addressable,
            Type::Map(..) | Type::Basic(_) => false,
            _ => true,
        };
        self.element(operand)
    }

    /// The package-level function that an expression names, with the line of the name.
    pub(super) fn named_func(&self, ix: u32) -> Option<(DeclIx, u32)> {
        let decl = self.named_decl(ix)?;
        (self.world.kind(decl) == SymbolKind::Func).then_some((decl, self.node(ix).line))
    }

    /// The signature of a generic function or method with the type arguments that an `Index` node gives it.
    fn instantiated(&mut self, func: &Generic, index: u32) -> Ty {
        let explicit = self.type_args(index);
        let args = self.infer(&func.params, &explicit, &[], false);
        self.substitute(func.ty, &func.params, &args)
    }

    /// A generic function with the type arguments that an `Index` node gives its first type parameters.
    fn partly_instantiated(&mut self, func: &Generic, index: u32) -> Generic {
        let args = self.type_args(index);
        let (given, open) = func.params.split_at(args.len().min(func.params.len()));
        self.renamed(&Generic { ty: func.ty, params: open.into() }, given, &args)
    }

    /// The type of an expression as an argument. A generic function without type arguments keeps its type parameters,
    /// because the type of the parameter may determine them.
    pub(super) fn argument(&mut self, ix: u32) -> Generic {
        self.accessed_edges.clear();
        let generic = match self.node(ix).kind() {
            Kind::Selector => return self.select(ix, EdgeKind::Uses),
            Kind::Ident => self.named_func(ix),
            // `f[int]`: the parameter's type may determine the type arguments after these.
            Kind::Index => match self.named_func(ix + 1) {
                Some((func, line)) => {
                    self.note_meaning(ix, Meaning::Decl(func));
                    self.refer_name(func, EdgeKind::Uses, line);
                    let func = self.generic_value_of(func);
                    return self.partly_instantiated(&func, ix);
                }
                None => None,
            },
            _ => None,
        };
        match generic {
            Some((func, line)) => {
                self.note_meaning(ix, Meaning::Decl(func));
                self.refer_name(func, EdgeKind::Uses, line);
                self.generic_value_of(func)
            }
            None => self.expr(ix).into(),
        }
    }

    pub(super) fn type_args(&mut self, index: u32) -> Vec<Ty> {
        self.children(index).skip(1).map(|arg| self.type_expr(arg)).collect()
    }

    /// The type of an element of an indexed value.
    pub(super) fn element(&mut self, operand: Ty) -> Ty {
        self.part_of(operand, |checker, under| {
            let mut under = under;
            if let Type::Pointer(to) = *checker.types.get(under) {
                under = checker.core(to);
            }
            match *checker.types.get(under) {
                Type::Slice(of) | Type::Array(of, _) => of,
                Type::Map(_, value) => value,
                Type::Basic(Basic::String | Basic::UntypedString) => Basic::Uint8.ty(),
                _ => UNKNOWN,
            }
        })
    }

    /// Returns the type of the elements of a channel.
    pub(super) fn channel_element(&mut self, channel: Ty) -> Ty {
        self.part_of(channel, |checker, under| match *checker.types.get(under) {
            Type::Chan(of, ..) => of,
            _ => UNKNOWN,
        })
    }

    /// A part of an operand's underlying type. For a type parameter it must be the same for all types of its type set
    /// (Go spec, "Index expressions", "Receive operator").
    fn part_of(&mut self, operand: Ty, part: impl Fn(&mut Self, Ty) -> Ty) -> Ty {
        if self.types.is_external(operand) {
            return EXTERNAL;
        }
        let core = self.core(operand);
        if core != UNKNOWN {
            return part(self, core);
        }
        let mut parts = self.listed_types(operand).into_iter().map(|under| part(self, under));
        let first = parts.next().unwrap_or(UNKNOWN);
        if parts.all(|other| other == first) { first } else { UNKNOWN }
    }

    fn slice_expr(&mut self, ix: u32) -> Ty {
        let mut children = self.children(ix);
        let operand = children.next().map_or(UNKNOWN, |o| self.expr(o));
        let place = std::mem::take(&mut self.accessed_edges);
        self.check_sliced(operand, self.node(ix).line);
        for bound in children {
            let given = self.expr(bound);
            self.check_size(given, self.node(bound).line);
        }
        self.accessed_edges = place;
        let mut core = self.core(operand);
        if let Type::Pointer(to) = *self.types.get(core) {
            core = self.core(to);
        }
        match *self.types.get(core) {
            Type::Array(of, _) => self.types.slice(of),
            Type::Basic(Basic::UntypedString) => Basic::String.ty(),
            _ => operand,
        }
    }

    fn star(&mut self, ix: u32) -> Ty {
        if self.denotes_type(ix + 1) {
            self.note_meaning(ix, Meaning::Type);
            return self.type_expr(ix);
        }
        let operand = self.expr(ix + 1);
        let core = self.core(operand);
        self.check_form(operand, "pointer", self.node(ix).line, |ty| matches!(ty, Type::Pointer(_)));
        match *self.types.get(core) {
            Type::Pointer(to) => to,
            _ if self.types.is_external(operand) => EXTERNAL,
            _ => UNKNOWN,
        }
    }

    fn unary(&mut self, ix: u32, operator: u8, context: Ty) -> Ty {
        match op::class(operator) {
            op::ADDR => {
                self.check_variable(ix + 1);
                let inner = self.types.deref(context);
                let operand = self.expr_like(ix + 1, inner);
                self.accessed(access::POINTS);
                if self.types.is_unknown(operand) { operand } else { self.types.pointer(operand) }
            }
            op::RECV => {
                let channel = self.expr(ix + 1);
                self.check_form(channel, "channel", self.node(ix).line, |ty| matches!(ty, Type::Chan(..)));
                self.channel_element(channel)
            }
            _ => {
                let operand = self.expr(ix + 1);
                self.check_operand(operator, operand, self.node(ix).line);
                let number = Basic::UntypedInt.ty();
                if op::class(operator) == op::ARITH && self.clash(operand, number) {
                    UNKNOWN
                } else {
                    operand
                }
            }
        }
    }

    fn binary(&mut self, ix: u32, operator: u8) -> Ty {
        let is_equality = op::operator(operator) == op::EQUAL;
        let [left, right] =
            self.parts(ix).map(|part| if is_equality { self.compared(part) } else { self.expr(part) });
        self.check_operands(operator, left, right, self.node(ix).line);
        match op::class(operator) {
            op::COMPARE => Basic::UntypedBool.ty(),
            op::SHIFT => left,
            op::ARITH if self.clash(left, right) => UNKNOWN,
            _ if self.types.is_untyped(left) && !self.types.is_untyped(right) => right,
            // `1 + 2.5`: the later kind of constant wins (Go spec, "Constant expressions").
            _ if self.types.is_untyped(left) && self.types.is_untyped(right) => left.max(right),
            _ if self.types.is_unknown(left) => right,
            _ => left,
        }
    }

    /// Types a side of a comparison, and notes what it names as compared.
    pub(super) fn compared(&mut self, ix: u32) -> Ty {
        let first = self.sink.as_ref().map_or(0, |sink| sink.edges.len());
        let ty = self.expr(ix);
        if matches!(self.node(ix).kind(), Kind::Ident | Kind::Selector)
            && let Some(sink) = &mut self.sink
            && let Some(edge) = sink.edges[first..].last_mut()
        {
            edge.access |= access::COMPARES;
        }
        ty
    }

    /// Walks a function's body with its parameters and results declared.
    pub(super) fn function_body(&mut self, signature_ix: u32, ty: Ty, block: u32) {
        let (params, results) = match *self.types.get(ty) {
            Type::Func(params, results, _) => (params, results),
            _ => (VOID, VOID),
        };
        let outer = std::mem::replace(&mut self.results, results);
        let outer_named = std::mem::replace(&mut self.named_results, false);
        let mark = self.scope.open();
        if self.node(signature_ix).kind() == Kind::FuncType {
            let [params_ix, results_ix] = self.parts(signature_ix);
            self.declare_params(params_ix, params);
            self.declare_params(results_ix, results);
            let has_names = |group| self.children(group).nth(1).is_some();
            self.named_results =
                self.node(results_ix).kind() != Kind::Absent && self.children(results_ix).any(has_names);
        }
        // Parameters are declared in the body's own block, as their scope is the body: `x, err := f()` there assigns
        // to a parameter `x` (Go spec, "Short variable declarations").
        for statement in self.children(block) {
            self.statement(statement);
        }
        self.check_end(block);
        self.scope.close(mark);
        (self.results, self.named_results) = (outer, outer_named);
    }
}

fn literal(flags: u8) -> Ty {
    match flags {
        f if f == Lit::Int as u8 => Basic::UntypedInt.ty(),
        f if f == Lit::Float as u8 => Basic::UntypedFloat.ty(),
        f if f == Lit::Imag as u8 => Basic::UntypedComplex.ty(),
        f if f == Lit::Rune as u8 => Basic::UntypedRune.ty(),
        _ => Basic::UntypedString.ty(),
    }
}
