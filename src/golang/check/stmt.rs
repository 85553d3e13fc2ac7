//! Statements, and the walk over a declaration's own code.

use std::sync::OnceLock;

use super::Checker;
use super::scope::Local;
use crate::golang::ast::{Kind, Node, flag, op};
use crate::golang::ids::{DeclIx, Ty, TypeDeclIx};
use crate::golang::link::{TypeDecl, type_of_spec};
use crate::golang::types::{Basic, EXTERNAL, Type, UNKNOWN};
use crate::model::{SymbolId, SymbolKind, access};

impl Checker<'_> {
    /// Walks a package-level declaration, and records what it refers to as references from `symbol`.
    pub(crate) fn walk(&mut self, decl: DeclIx, symbol: SymbolId) {
        self.enter_file(self.world.file_of(decl));
        self.fresh_scope();
        self.from = Some(symbol);
        self.open_notes();
        self.instances.clear();
        let d = self.world.decl(decl);
        match self.world.kind(decl) {
            SymbolKind::Func | SymbolKind::Method => self.walk_func(decl, d.node),
            SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Alias => {
                self.walk_type(decl, d.node);
            }
            SymbolKind::Const | SymbolKind::Var => self.walk_value(decl, d.node, d.nth as usize),
            _ => {}
        }
        self.record_flow(decl);
        self.from = None;
    }

    fn walk_func(&mut self, decl: DeclIx, node: u32) {
        let [receiver, params, signature, block] = self.parts(node);
        let mark = self.scope.open();
        self.declare_receiver_params(receiver);
        let types = self.func_params(decl);
        self.redeclare_type_params(params, &types);
        let receiver_ty = self.quietly(|c| {
            let group = c.children(receiver).next();
            group.map_or(UNKNOWN, |group| c.type_expr(group + 1))
        });
        if let Some(group) = self.children(receiver).next() {
            let is_around = |checker: &Self, ix| matches!(checker.node(ix).kind(), Kind::Star | Kind::Index);
            let mut named = group + 1;
            while is_around(self, named) {
                named += 1;
            }
            self.check_type_name(named);
        }
        let ty = self.type_expr(signature);
        // A receiver's name is not in scope in the signature: in `func (ca *Fake) Sign(opts ca.Opts)`, `ca.Opts` is a
        // type of package `ca`.
        if let Some(group) = self.children(receiver).next() {
            for name in self.children(group).skip(1) {
                self.declare_variable(self.name_of(name), receiver_ty, name);
            }
        }
        if self.node(block).kind() == Kind::Block {
            self.function_body(signature, ty, block);
        }
        self.scope.close(mark);
    }

    /// Declares type parameters that are typed already, and records the references in their constraints.
    fn redeclare_type_params(&mut self, list: u32, types: &[Ty]) {
        if self.node(list).kind() != Kind::TypeParams {
            return;
        }
        let mut types = types.iter();
        for group in self.children(list) {
            for name in self.children(group).skip(1) {
                let ty = types.next().copied().unwrap_or(UNKNOWN);
                self.scope.declare(self.name_of(name), Local::Type(ty));
            }
        }
        for group in self.children(list) {
            self.type_expr(group + 1);
        }
    }

    fn walk_type(&mut self, decl: DeclIx, spec: u32) {
        let Some(type_decl) = self.world.type_decl_of(decl) else { return };
        let mark = self.scope.open();
        let params = self.type_decl(type_decl).params.get().cloned().unwrap_or_default();
        self.redeclare_type_params(spec + 1, &params);
        if let Some((rhs, _)) = type_of_spec(self.nodes, spec) {
            self.extending = Some(rhs);
            self.type_expr(rhs);
            self.extending = None;
        }
        self.scope.close(mark);
    }

    /// Walks a package-level constant or variable: its type, and the value for the `nth` name.
    fn walk_value(&mut self, decl: DeclIx, spec: u32, nth: usize) {
        let [ty, _, values] = self.parts(spec);
        let wanted = if self.node(ty).kind() == Kind::Absent { UNKNOWN } else { self.type_expr(ty) };
        let n_values = self.children(values).count();
        let value = match n_values {
            // One call gives the values of all names.
            1 => self.children(values).next(),
            _ => self.children(values).nth(nth),
        };
        if let Some(value) = value {
            let line = self.node(value).line;
            let names = self.children(self.parts::<2>(spec)[1]).count();
            let given = if n_values == 1 && names > 1 {
                self.multi(value, names).get(nth).copied().unwrap_or(UNKNOWN)
            } else {
                self.check_count(n_values, names, line);
                let given = self.expr_like(value, UNKNOWN);
                self.check_single(given, line);
                given
            };
            self.flow(wanted, given, line);
        } else if self.world.kind(decl) == SymbolKind::Const {
            self.check_repeated(decl, nth, self.node(spec).line);
        } else {
            self.constructs_zero(wanted, self.node(ty).line);
        }
    }

    /// Notes a constant without a value of its own that the repeated value does not fit.
    fn check_repeated(&mut self, decl: DeclIx, nth: usize, line: u32) {
        let Some(source) = self.repeated_spec(decl) else { return };
        let [ty, _, values] = self.parts(source);
        let Some(value) = self.children(values).nth(nth) else { return };
        let (wanted, given) = self.quietly(|checker| {
            let is_typed = checker.node(ty).kind() != Kind::Absent;
            let wanted = if is_typed { checker.type_expr(ty) } else { UNKNOWN };
            (wanted, checker.expr(value))
        });
        self.check_fit(wanted, given, line);
    }

    pub(super) fn statement(&mut self, ix: u32) {
        let node = self.node(ix);
        match node.kind() {
            Kind::Absent => {}
            Kind::Block => self.block(ix),
            Kind::Assign => self.assign(ix, &node),
            Kind::List => {
                for child in self.children(ix) {
                    self.expr(child);
                }
            }
            Kind::Send => {
                let [channel, value] = self.parts(ix);
                let (channel, value) = (self.expr(channel), self.expr(value));
                self.check_form(channel, "channel", node.line, |ty| matches!(ty, Type::Chan(..)));
                let element = self.channel_element(channel);
                self.flow(element, value, node.line);
            }
            Kind::IncDec => {
                self.check_variable(ix + 1);
                let operand = self.expr(ix + 1);
                self.check_operand(op::ARITH | op::SUB, operand, node.line);
                self.accessed(access::READS | access::WRITES);
            }
            Kind::Return => self.return_statement(ix),
            // The last two are then and else, or the post statement and the body.
            Kind::If | Kind::For => {
                let [init, condition, first, second] = self.parts(ix);
                let mark = self.scope.open();
                self.statement(init);
                let tested = self.expr(condition);
                self.check_condition(tested, self.node(condition).line);
                self.statement(first);
                self.statement(second);
                self.scope.close(mark);
            }
            Kind::Range => self.range(ix, &node),
            Kind::Switch => self.switch(ix),
            Kind::TypeSwitch => self.type_switch(ix),
            Kind::Select => {
                for case in self.children(ix) {
                    let mark = self.scope.open();
                    for part in self.children(case) {
                        self.statement(part);
                    }
                    self.scope.close(mark);
                }
            }
            Kind::VarSpec | Kind::ConstSpec => self.local_values(ix, &node),
            Kind::TypeSpec => self.local_type(ix, &node),
            _ => {
                self.expr(ix);
            }
        }
    }

    fn block(&mut self, ix: u32) {
        let mark = self.scope.open();
        for statement in self.children(ix) {
            self.statement(statement);
        }
        self.scope.close(mark);
    }

    /// The types of a list of expressions where `n` values are expected.
    fn values(&mut self, list: u32, n: usize) -> Vec<Ty> {
        let values: Vec<u32> = self.children(list).collect();
        match values.as_slice() {
            [only] if n > 1 => self.multi(*only, n),
            _ => values.iter().map(|&value| self.expr(value)).collect(),
        }
    }

    fn assign(&mut self, ix: u32, node: &Node) {
        let [left, right] = self.parts(ix);
        let targets: Vec<u32> = self.children(left).collect();
        let given = self.values(right, targets.len());
        let values: Vec<u32> = self.children(right).collect();
        if given.len() != targets.len() && node.flags & flag::COMPOUND == 0 {
            self.check_count(given.len(), targets.len(), node.line);
        }
        let reads = if node.flags & flag::COMPOUND != 0 { access::READS } else { 0 };
        for (nth, &target) in targets.iter().enumerate() {
            let given = given.get(nth).copied().unwrap_or(UNKNOWN);
            let plain = self.node(target).kind() == Kind::Ident;
            let name = self.name_of(target);
            if plain && name == self.world.universe.blank {
                continue;
            }
            if node.flags & flag::DEFINE != 0 && plain && !self.scope.in_block(name) {
                self.check_single(given, node.line);
                let ty = self.types.default_type(given);
                self.declare_variable(name, ty, target);
            } else {
                self.check_variable(target);
                let wanted = self.expr(target);
                self.accessed(access::WRITES | reads);
                let line = self.node(target).line;
                if node.flags & flag::COMPOUND == 0 {
                    self.check_fit(wanted, given, line);
                } else {
                    self.check_operands(op::of_assignment(node.flags), wanted, given, line);
                }
                self.record_value_flow(wanted, given, line);
                if values.len() == targets.len() {
                    self.set_outside(target, values[nth], (wanted, given));
                }
            }
        }
    }

    fn return_statement(&mut self, ix: u32) {
        let values: Vec<u32> = self.children(ix).collect();
        let n = self.types.tuple_parts(self.results).len();
        // Of expressions with several values only a call can be returned.
        let call = match values.as_slice() {
            [only] if n > 1 && self.node(*only).kind() == Kind::Call => Some(*only),
            _ => None,
        };
        let given = match call {
            Some(call) => self.multi(call, n),
            None => values.iter().map(|&value| self.expr(value)).collect(),
        };
        let is_exempt = values.is_empty() && self.named_results || call.is_some();
        if !is_exempt {
            self.check_count(values.len(), n, self.node(ix).line);
        }
        for (nth, given) in given.into_iter().enumerate() {
            let wanted = self.types.tuple_parts(self.results).get(nth).copied();
            self.flow(wanted.unwrap_or(UNKNOWN), given, self.node(ix).line);
        }
    }

    fn range(&mut self, ix: u32, node: &Node) {
        let [key, value, operand, body] = self.parts(ix);
        let mark = self.scope.open();
        let over = self.expr(operand);
        let variables = [key, value].iter().filter(|&&at| self.node(at).kind() != Kind::Absent).count();
        self.check_range(over, variables, node.line);
        if self.node(operand).kind() != Kind::FuncLit {
            self.value_call(ix, operand, over);
        }
        let (key_ty, value_ty) = self.range_types(over);
        for (target, ty) in [(key, key_ty), (value, value_ty)] {
            let target_node = self.node(target);
            if target_node.kind() == Kind::Absent {
                continue;
            }
            if node.flags & flag::DEFINE != 0 && target_node.kind() == Kind::Ident {
                self.declare_variable(self.name_of(target), ty, target);
            } else {
                let wanted = self.expr(target);
                self.accessed(access::WRITES);
                self.flow(wanted, ty, target_node.line);
            }
        }
        self.statement(body);
        self.scope.close(mark);
    }

    /// The types of key and value when ranging over a value (Go spec, "For statements with range clause").
    fn range_types(&mut self, over: Ty) -> (Ty, Ty) {
        let mut core = self.core(over);
        if let Type::Pointer(to) = *self.types.get(core) {
            core = self.core(to);
        }
        match *self.types.get(core) {
            Type::Slice(of) | Type::Array(of, _) => (Basic::Int.ty(), of),
            Type::Map(key, value) => (key, value),
            Type::Chan(of, ..) => (of, UNKNOWN),
            Type::Basic(Basic::String | Basic::UntypedString) => (Basic::Int.ty(), Basic::Int32.ty()),
            Type::Basic(_) => (self.types.default_type(over), UNKNOWN),
            Type::Func(params, ..) => {
                let yields = self.types.tuple_parts(params).first().copied().unwrap_or(UNKNOWN);
                let yields = self.signature(yields).map_or(UNKNOWN, |s| s.params);
                let part = |nth| self.types.tuple_parts(yields).get(nth).copied().unwrap_or(UNKNOWN);
                (part(0), part(1))
            }
            _ if self.types.is_external(over) => (EXTERNAL, EXTERNAL),
            _ => (UNKNOWN, UNKNOWN),
        }
    }

    fn switch(&mut self, ix: u32) {
        let mark = self.scope.open();
        let mut children = self.children(ix);
        if let Some(init) = children.next() {
            self.statement(init);
        }
        let tag = children.next().filter(|&tag| self.node(tag).kind() != Kind::Absent).map(|tag| {
            let (ty, line) = (self.compared(tag), self.node(tag).line);
            self.check_single(ty, line);
            self.types.default_type(ty)
        });
        for case in children {
            self.case(case, tag);
        }
        self.scope.close(mark);
    }

    fn case(&mut self, ix: u32, tag: Option<Ty>) {
        let [list, body] = self.parts(ix);
        if self.node(list).kind() == Kind::List {
            for value in self.children(list) {
                let (given, line) = (self.compared(value), self.node(value).line);
                match tag {
                    Some(tag) => self.check_operands(op::COMPARE | op::EQUAL, tag, given, line),
                    None => self.check_condition(given, line),
                }
            }
        } else {
            self.statement(list);
        }
        self.block(body);
    }

    fn type_switch(&mut self, ix: u32) {
        let mark = self.scope.open();
        let name = self.name_of(ix);
        let mut children = self.children(ix);
        if let Some(init) = children.next() {
            self.statement(init);
        }
        let operand = children.next().map_or(UNKNOWN, |operand| self.expr(operand));
        for case in children {
            let [list, body] = self.parts(case);
            let types: Vec<Ty> = self.children(list).map(|ty| self.case_type(ty)).collect();
            for (&ty, at) in types.iter().zip(self.children(list)) {
                self.check_assertion(operand, ty, self.node(at).line);
            }
            let bound = match types.as_slice() {
                [one] if *one != Basic::UntypedNil.ty() => *one,
                _ => operand,
            };
            let mark = self.scope.open();
            if self.node(ix).name != crate::golang::ast::NO_NAME {
                self.declare_variable(name, bound, case);
            }
            self.block(body);
            self.scope.close(mark);
        }
        self.scope.close(mark);
    }

    fn case_type(&mut self, ix: u32) -> Ty {
        match self.type_expr_or_none(ix) {
            Some(ty) => ty,
            None => self.expr(ix),
        }
    }

    fn local_values(&mut self, spec: u32, node: &Node) {
        let [ty, names, values] = self.parts(spec);
        let wanted = (self.node(ty).kind() != Kind::Absent).then(|| self.type_expr(ty));
        let names: Vec<u32> = self.children(names).collect();
        let mut given = self.values(values, names.len());
        let constant = node.kind() == Kind::ConstSpec;
        if given.is_empty()
            && let Some(wanted) = wanted
        {
            self.constructs_zero(wanted, self.node(ty).line);
        }
        let mut list = values;
        if constant && node.flags & flag::INHERITS != 0 {
            given.clone_from(&self.repeated.0);
            list = self.repeated.1;
        }
        if constant {
            self.iota = Some(self.iota_of(spec));
        }
        let mut lists = self.children(list);
        let mut types = Vec::with_capacity(names.len());
        for (nth, &ident) in names.iter().enumerate() {
            let inferred = given.get(nth).copied().unwrap_or(UNKNOWN);
            match wanted {
                Some(wanted) => self.flow(wanted, inferred, self.node(ident).line),
                None => self.check_single(inferred, self.node(ident).line),
            }
            let name = self.name_of(ident);
            let ty = wanted.unwrap_or(inferred);
            types.push(ty);
            if constant {
                let value = lists.next().and_then(|value| self.constant_of(value, wanted));
                self.scope.declare(name, Local::Const(ty, value));
            } else {
                let ty = wanted.unwrap_or_else(|| self.types.default_type(inferred));
                self.declare_variable(name, ty, ident);
            }
        }
        if constant {
            self.repeated = (types, list);
            self.iota = None;
        }
    }

    fn local_type(&mut self, spec: u32, node: &Node) {
        let ix = TypeDeclIx((self.world.type_decls.len() + self.local_types.len()) as u32);
        let name = self.name_of(spec);
        let alias = node.flags & flag::ALIAS != 0;
        self.local_types.push(TypeDecl {
            name,
            decl: None,
            file: self.file,
            node: spec,
            package: self.package(),
            alias,
            methods: Vec::new(),
            params: OnceLock::new(),
            rhs: OnceLock::new(),
        });
        let ty = self.types.named(ix);
        // The name is declared before its right side is read. A defined type may mention itself; an alias that does is
        // none.
        let is_first = !self.scope.in_block(name);
        self.scope.declare(name, Local::Type(if alias { UNKNOWN } else { ty }));
        let mark = self.scope.open();
        let params = self.type_params(spec + 1);
        let is_generic = !params.is_empty();
        self.type_decl(ix).params.get_or_init(|| params);
        let rhs = type_of_spec(self.nodes, spec).map_or(UNKNOWN, |(rhs, _)| self.type_expr(rhs));
        self.scope.close(mark);
        let rhs = *self.type_decl(ix).rhs.get_or_init(|| rhs);
        if alias && is_first {
            // The name of a generic alias denotes its declaration until it is instantiated.
            self.scope.define(name, Local::Type(if is_generic { ty } else { rhs }));
        }
    }
}
