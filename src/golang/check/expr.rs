//! Expressions: their types, and what they refer to.

use super::Checker;
use super::lookup::{Lookup, Member};
use super::record::Foreign;
use super::scope::Local;
use super::typexpr::{Entity, Qualified};
use crate::golang::ast::{Kind, Lit, op};
use crate::golang::ids::{DeclIx, Ty, TypeDeclIx};
use crate::golang::names::Name;
use crate::golang::types::{Basic, EXTERNAL, Type, UNKNOWN, VOID};
use crate::golang::universe::{self, Predeclared};
use crate::model::{Cause, EdgeKind, Origin, SymbolKind, access};

impl Checker<'_> {
    /// The type of an expression used as one value. A call with several results gives their tuple.
    pub(super) fn expr(&mut self, ix: u32) -> Ty {
        self.expr_like(ix, UNKNOWN)
    }

    /// The same where the context gives literals without a type theirs: the element type of the literal around.
    pub(super) fn expr_like(&mut self, ix: u32, context: Ty) -> Ty {
        self.place.clear();
        let ty = self.operand(ix, context);
        if !matches!(self.node(ix).kind(), Kind::Ident | Kind::Selector | Kind::Index | Kind::SliceExpr) {
            self.place.clear();
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
                let [operand, ty] = self.parts(ix);
                self.expr(operand);
                self.type_expr(ty)
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

    /// A tuple of one is that one.
    pub(super) fn single(&self, results: Ty) -> Ty {
        match self.types.tuple_parts(results) {
            [one] => *one,
            _ => results,
        }
    }

    /// The `n` values that an expression gives where `n` are wanted: a call's results, or value and `ok`.
    pub(super) fn multi(&mut self, ix: u32, n: usize) -> Vec<Ty> {
        let node = self.node(ix);
        let comma_ok = n == 2
            && match node.kind() {
                Kind::TypeAssert | Kind::Index => true,
                Kind::Unary => node.flags == op::RECV,
                _ => false,
            };
        let ty = self.expr(ix);
        if comma_ok {
            return vec![ty, Basic::Bool.ty()];
        }
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
        match self.resolve(name) {
            Entity::Local(Local::Var(ty) | Local::Const(ty) | Local::Type(ty)) => ty,
            Entity::Decl(decl) if self.world.kind(decl).is_type() => {
                self.refer_name(decl, EdgeKind::Uses, line);
                self.declared(decl)
            }
            Entity::Decl(decl) => {
                self.refer_name(decl, EdgeKind::Uses, line);
                self.value_of(decl)
            }
            Entity::Import(_) => UNKNOWN,
            Entity::Predeclared(what) => self.predeclared(what),
            Entity::Undeclared => {
                let cause = self.cause_of_undeclared();
                self.unbound(cause);
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
        let ty = self.decl_type(decl);
        if self.world.kind(decl) != SymbolKind::Func {
            return ty;
        }
        // A generic function that nobody instantiated: its parameters mean nothing out here.
        let params = self.func_params(decl);
        let open = vec![UNKNOWN; params.len()];
        self.substitute(ty, &params, &open)
    }

    /// `x.name` or `pkg.Name`. `kind` says what a method or function is referred to as: called or used.
    pub(super) fn selector(&mut self, ix: u32, kind: EdgeKind) -> Ty {
        let line = self.node(ix).line;
        self.place.clear();
        if let Some(qualified) = self.qualified(ix) {
            return self.qualified_value(qualified, ix, kind, line);
        }
        let (operand, name) = (ix + 1, self.name_of(ix));
        if self.denotes_type(operand) {
            let receiver = self.type_expr(operand);
            let method = self.member(receiver, name, kind, line);
            return self.method_expr(receiver, method);
        }
        let operand = self.expr(operand);
        self.member(operand, name, kind, line)
    }

    fn qualified_value(&mut self, qualified: Qualified, ix: u32, kind: EdgeKind, line: u32) -> Ty {
        match qualified {
            Qualified::Decl(decl) => {
                let callable = self.world.kind(decl) == SymbolKind::Func;
                self.refer_name(decl, if callable { kind } else { EdgeKind::Uses }, line);
                if self.world.kind(decl).is_type() { self.declared(decl) } else { self.value_of(decl) }
            }
            Qualified::Missing => {
                self.unbound(Cause::Undeclared);
                UNKNOWN
            }
            Qualified::UnsafePointer => {
                self.refer_foreign_name(ix, EdgeKind::Uses);
                Basic::UnsafePointer.ty()
            }
            Qualified::Unsafe => UNKNOWN,
            Qualified::External => {
                self.refer_foreign_name(ix, kind);
                if kind == EdgeKind::Calls {
                    self.unbound(Cause::External);
                }
                EXTERNAL
            }
        }
    }

    /// `T.Method`: a function with the receiver as its first parameter.
    fn method_expr(&mut self, receiver: Ty, method: Ty) -> Ty {
        let Type::Func(params, results, variadic) = *self.types.get(method) else { return method };
        let mut all = vec![receiver];
        all.extend_from_slice(self.types.tuple_parts(params));
        let params = self.types.tuple(&all);
        self.types.intern(Type::Func(params, results, variadic))
    }

    /// Selects a member of what the expression walked last names, records the reference, and gives the member's type.
    pub(super) fn member(&mut self, ty: Ty, name: Name, kind: EdgeKind, line: u32) -> Ty {
        if self.types.is_unknown(ty) {
            if kind == EdgeKind::Calls && self.types.is_external(ty) {
                // Whether a method from outside the tree takes the address cannot be known: atomics of other modules do.
                self.accessed(access::READS | access::POINTS);
            }
            self.place.clear();
            self.refer_foreign_member(ty, name, kind, line);
            self.unbound_for(ty);
            return ty;
        }
        let found = self.lookup(ty, name);
        match found {
            Lookup::Found { behind_pointer: false, member: Member::Field { .. }, .. } => {}
            // `x.f.M()` is `(&x.f).M()`.
            Lookup::Found {
                behind_pointer: false,
                member: Member::Method { pointer: true, decl, .. },
                ..
            } => {
                let access = self.atomic_access(decl).filter(|_| kind == EdgeKind::Calls);
                self.accessed(access.unwrap_or(access::POINTS));
            }
            _ => self.place.clear(),
        }
        match found {
            Lookup::Found { member, promoted, doubtful, .. } => {
                let origin = if promoted { Origin::Embedded } else { Origin::Typed };
                let of = self.outside(ty).filter(|_| promoted);
                let refer = |checker: &mut Self, decl: DeclIx, kind: EdgeKind| {
                    let outside = of.map_or(Foreign::Declared(decl), |of| Foreign::Promoted { of, name });
                    checker.refer_as(outside, decl, kind, origin, doubtful, line);
                };
                match member {
                    Member::Field { ty, decl } => {
                        if let Some(decl) = decl {
                            refer(self, decl, EdgeKind::Accesses);
                        }
                        ty
                    }
                    Member::Method { decl, sig, .. } => {
                        refer(self, decl, kind);
                        sig
                    }
                    Member::InterfaceMethod { decl, sig, interface } => {
                        if let Some(decl) = decl {
                            refer(self, decl, kind);
                        }
                        // That somebody takes `Close` of whatever has one says nothing of who is closed.
                        if kind == EdgeKind::Calls || decl.is_some_and(|decl| self.is_of_tree(decl)) {
                            self.dispatch(interface, name, kind, line);
                        }
                        sig
                    }
                }
            }
            Lookup::Hidden(unknown) => {
                self.refer_foreign_member(unknown, name, kind, line);
                self.unbound_for(unknown);
                unknown
            }
            Lookup::Ambiguous => {
                self.unbound(Cause::Ambiguous);
                UNKNOWN
            }
            Lookup::Missing => {
                self.unbound(Cause::UnknownType);
                UNKNOWN
            }
        }
    }

    /// The declared type from outside of the tree that a type is, or points to.
    fn outside(&self, ty: Ty) -> Option<TypeDeclIx> {
        let Type::Named(of, _) = *self.types.get(self.types.deref(ty)) else { return None };
        (!self.is_local(of) && self.world.is_outside(of)).then_some(of)
    }

    fn func_lit(&mut self, ix: u32) -> Ty {
        let [signature, block] = self.parts(ix);
        let ty = self.type_expr(signature);
        // Declarations are typed without their bodies.
        if self.recording() {
            self.function_body(signature, ty, block);
        }
        ty
    }

    fn composite(&mut self, ix: u32, context: Ty) -> Ty {
        let ty_ix = ix + 1;
        let elided = self.node(ty_ix).kind() == Kind::Absent;
        let ty = if elided { context } else { self.type_expr(ty_ix) };
        // `{...}` in a literal of pointers stands for `&T{...}`.
        let core = self.core(ty);
        let (ty, core) = match *self.types.get(core) {
            Type::Pointer(to) if elided => (to, self.core(to)),
            _ => (ty, core),
        };
        let is_struct = matches!(self.types.get(core), Type::Struct(..));
        let first = self.children(ix).nth(1).filter(|_| is_struct);
        let fills = first.is_some_and(|first| self.node(first).kind() != Kind::KeyValue);
        self.constructs(ty, if fills { access::FILLS } else { 0 }, self.node(ix).line);
        match self.types.get(core).clone() {
            Type::Struct(..) => self.struct_elements(ix, core),
            Type::Slice(element) | Type::Array(element, _) => self.elements(ix, UNKNOWN, element),
            Type::Map(key, value) => self.elements(ix, key, value),
            _ => self.unknown_elements(ix, ty),
        }
        if elided { context } else { ty }
    }

    fn struct_elements(&mut self, ix: u32, core: Ty) {
        let Type::Struct(_, fields) = self.types.get(core).clone() else { return };
        for (nth, element) in self.children(ix).skip(1).enumerate() {
            let node = self.node(element);
            let (field, value) = if node.kind() == Kind::KeyValue {
                let [key, value] = self.parts(element);
                let name = self.name_of(key);
                let field = fields.iter().find(|f| f.name == name);
                if let Some(decl) = field.and_then(|f| f.decl) {
                    let line = self.node(key).line;
                    self.place.clear();
                    self.refer(decl, EdgeKind::Accesses, Origin::Typed, false, line);
                    self.accessed(access::WRITES);
                }
                (field, value)
            } else {
                (fields.get(nth), element)
            };
            let wanted = field.map_or(UNKNOWN, |f| f.ty);
            let given = self.expr_like(value, wanted);
            self.flow(wanted, given, self.node(value).line);
        }
    }

    fn elements(&mut self, ix: u32, key_ty: Ty, value_ty: Ty) {
        for element in self.children(ix).skip(1) {
            let value = if self.node(element).kind() == Kind::KeyValue {
                let [key, value] = self.parts(element);
                let given = self.expr_like(key, key_ty);
                self.flow(key_ty, given, self.node(key).line);
                value
            } else {
                element
            };
            let given = self.expr_like(value, value_ty);
            self.flow(value_ty, given, self.node(value).line);
        }
    }

    /// A literal of a type that is not known: a plain name before a colon is probably a field of it. Not a name that only
    /// its own package may write, where the type is of another one.
    fn unknown_elements(&mut self, ix: u32, ty: Ty) {
        for element in self.children(ix).skip(1) {
            if self.node(element).kind() == Kind::KeyValue {
                let [key, value] = self.parts(element);
                let is_field = self.node(key).kind() == Kind::Ident
                    && (self.world.names.is_exported(self.name_of(key)) || !self.types.is_external(ty));
                if !is_field {
                    self.expr(key);
                }
                self.expr(value);
            } else {
                self.expr(element);
            }
        }
    }

    fn index(&mut self, ix: u32) -> Ty {
        if self.denotes_type(ix + 1) {
            return self.type_expr(ix);
        }
        if let Some((func, line)) = self.named_func(ix + 1) {
            self.refer_name(func, EdgeKind::Uses, line);
            return self.instantiated_func(func, ix);
        }
        // `x.f[i] = y` changes what the field holds.
        let operand = self.expr(ix + 1);
        let place = std::mem::take(&mut self.place);
        for index in self.children(ix).skip(1) {
            self.expr(index);
        }
        self.place = place;
        self.element(operand)
    }

    /// The package-level function that an expression names, with the line of the name.
    pub(super) fn named_func(&self, ix: u32) -> Option<(DeclIx, u32)> {
        let decl = self.named_decl(ix)?;
        (self.world.kind(decl) == SymbolKind::Func).then_some((decl, self.node(ix).line))
    }

    /// The signature of a generic function with the type arguments that an `Index` node gives it.
    fn instantiated_func(&mut self, func: DeclIx, index: u32) -> Ty {
        let explicit = self.type_args(index);
        let params = self.func_params(func);
        let args = self.infer(&params, &explicit, &[]);
        let ty = self.decl_type(func);
        self.substitute(ty, &params, &args)
    }

    pub(super) fn type_args(&mut self, index: u32) -> Vec<Ty> {
        self.children(index).skip(1).map(|arg| self.type_expr(arg)).collect()
    }

    /// What indexing a value gives.
    pub(super) fn element(&mut self, operand: Ty) -> Ty {
        let mut core = self.core(operand);
        if let Type::Pointer(to) = *self.types.get(core) {
            core = self.core(to);
        }
        match *self.types.get(core) {
            Type::Slice(of) | Type::Array(of, _) => of,
            Type::Map(_, value) => value,
            Type::Basic(Basic::String | Basic::UntypedString) => Basic::Uint8.ty(),
            _ if self.types.is_external(operand) => EXTERNAL,
            _ => UNKNOWN,
        }
    }

    fn slice_expr(&mut self, ix: u32) -> Ty {
        let mut children = self.children(ix);
        let operand = children.next().map_or(UNKNOWN, |o| self.expr(o));
        let place = std::mem::take(&mut self.place);
        for bound in children {
            self.expr(bound);
        }
        self.place = place;
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
            return self.type_expr(ix);
        }
        let operand = self.expr(ix + 1);
        let core = self.core(operand);
        match *self.types.get(core) {
            Type::Pointer(to) => to,
            _ if self.types.is_external(operand) => EXTERNAL,
            _ => UNKNOWN,
        }
    }

    fn unary(&mut self, ix: u32, operator: u8, context: Ty) -> Ty {
        match operator {
            op::ADDR => {
                let inner = self.types.deref(context);
                let operand = self.expr_like(ix + 1, inner);
                self.accessed(access::POINTS);
                if self.types.is_unknown(operand) { operand } else { self.types.pointer(operand) }
            }
            op::RECV => {
                let channel = self.expr(ix + 1);
                let core = self.core(channel);
                match *self.types.get(core) {
                    Type::Chan(of, ..) => of,
                    _ if self.types.is_external(channel) => EXTERNAL,
                    _ => UNKNOWN,
                }
            }
            _ => self.expr(ix + 1),
        }
    }

    fn binary(&mut self, ix: u32, operator: u8) -> Ty {
        let [left, right] = self.parts(ix);
        let (left, right) = (self.expr(left), self.expr(right));
        match operator {
            op::COMPARE => Basic::UntypedBool.ty(),
            op::SHIFT => left,
            _ if self.types.is_untyped(left) && !self.types.is_untyped(right) => right,
            // `1 + 2.5`: the later kind of constant wins.
            _ if self.types.is_untyped(left) && self.types.is_untyped(right) => left.max(right),
            _ if self.types.is_unknown(left) => right,
            _ => left,
        }
    }

    /// A function's body: parameters and results declared, statements walked.
    pub(super) fn function_body(&mut self, signature_ix: u32, ty: Ty, block: u32) {
        let (params, results) = match *self.types.get(ty) {
            Type::Func(params, results, _) => (params, results),
            _ => (VOID, VOID),
        };
        let outer = std::mem::replace(&mut self.results, results);
        let mark = self.scope.open();
        if self.node(signature_ix).kind() == Kind::FuncType {
            let [params_ix, results_ix] = self.parts(signature_ix);
            self.declare_params(params_ix, params);
            self.declare_params(results_ix, results);
        }
        // Parameters live in the body's own block: `:=` must not be taken for an assignment to them, yet a
        // function's outermost block may not redeclare them either; sharing the block is exact for valid code.
        for statement in self.children(block) {
            self.statement(statement);
        }
        self.scope.close(mark);
        self.results = outer;
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
