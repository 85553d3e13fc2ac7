//! The flow of values in calls, conversions and iterations.

use super::super::Checker;
use super::super::note::Meaning;
use super::super::typexpr::Signature;
use crate::golang::ast::Kind;
use crate::golang::called_back::finds_members;
use crate::golang::flow::{FlowCall, FlowLiteral, FlowNode, NOWHERE, Part, RECEIVER};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Type, UNKNOWN, VOID};
use crate::golang::universe::Builtin;

/// A value with its type.
type Valued = (u32, Ty);

impl Checker<'_> {
    /// The results of a call, with their types.
    pub(super) fn call_flow(&mut self, ix: u32) -> Vec<Valued> {
        let callee = ix + 1;
        match self.meaning(ix) {
            Meaning::Conversion => return vec![self.conversion_flow(ix)],
            Meaning::Builtin(builtin) => return vec![(self.builtin_flow(ix, builtin), self.noted_type(ix))],
            _ => {}
        }
        let function = self.meaning(callee);
        let results = match function {
            Meaning::Decl(decl) if self.world.kind(decl).is_callable() => self.static_call(ix, decl),
            Meaning::Method(decl, true) => {
                let selector = self.selector_of(callee);
                self.receiver_flow(selector, decl);
                self.static_call(ix, decl)
            }
            Meaning::Method(decl, false) => self.method_expression_call(ix, decl),
            Meaning::Dispatch(site) => {
                let selector = self.selector_of(callee);
                let value = self.dispatched_flow(selector, site);
                self.dynamic_call(ix, value, Some(site))
            }
            _ if self.node(callee).kind() == Kind::FuncLit => {
                let value = self.expr_flow(callee);
                self.literal_call(ix, value)
            }
            _ => {
                let value = self.expr_flow(callee);
                let value = self.called_value(ix, value);
                self.dynamic_call(ix, value, None)
            }
        };
        self.as_noted(ix, &results)
    }

    /// The node of a function that is called, which the site of the call gets.
    pub(super) fn called_value(&mut self, call: u32, function: u32) -> u32 {
        let value = self.flow.place(function);
        if let Meaning::ValueCall(site) = self.meaning(call)
            && let Some(site) = self.sink.as_mut().and_then(|sink| sink.value_calls.get_mut(site as usize))
        {
            site.value = value;
        }
        value
    }

    /// The selector of a callee that may have type arguments.
    fn selector_of(&self, callee: u32) -> u32 {
        if self.node(callee).kind() == Kind::Index { callee + 1 } else { callee }
    }

    /// Results with the types that the call has. A generic function's may be more general.
    fn as_noted(&mut self, call: u32, results: &[u32]) -> Vec<Valued> {
        let ty = self.noted_type(call);
        let parts = match self.types.get(ty) {
            Type::Tuple(parts) => parts.to_vec(),
            _ => vec![ty],
        };
        let of = |nth: usize| results.get(nth).copied().unwrap_or(NOWHERE);
        let mut given = Vec::with_capacity(parts.len());
        for (nth, &ty) in parts.iter().enumerate() {
            self.link_instance(ty);
            given.push((if self.carries(ty) { of(nth) } else { NOWHERE }, ty));
        }
        given
    }

    fn arguments_flow(&mut self, ix: u32) -> Vec<Valued> {
        let args: Vec<u32> = self.children(ix).skip(1).collect();
        match args.as_slice() {
            [only] if self.node(*only).kind() == Kind::Call => self.call_flow(*only),
            _ => args.into_iter().map(|arg| self.valued(arg)).collect(),
        }
    }

    fn conversion_flow(&mut self, ix: u32) -> Valued {
        let ty = self.noted_type(ix);
        let given: Vec<Valued> = self.children(ix).skip(1).map(|arg| self.valued(arg)).collect();
        let given = given.first().copied().unwrap_or((NOWHERE, UNKNOWN));
        if !self.carries(ty) {
            return (NOWHERE, ty);
        }
        if self.is_function(ty) {
            return (given.0, ty);
        }
        let value = self.flow.slot();
        self.give(given, value, ty);
        (value, ty)
    }

    fn builtin_flow(&mut self, ix: u32, builtin: Builtin) -> u32 {
        let is_type = |c: &Self, arg: u32| c.meaning(arg) == Meaning::Type;
        match builtin {
            Builtin::Make => NOWHERE,
            Builtin::New => {
                if let Some(arg) = self.children(ix).nth(1).filter(|&arg| !is_type(self, arg)) {
                    let given = self.valued(arg);
                    let target = self.part(Part::Pointee, given.1);
                    self.give(given, target, given.1);
                }
                NOWHERE
            }
            Builtin::Append => {
                let of = self.noted_type(ix + 2);
                let element = self.element(of);
                let target = self.part(Part::Element, element);
                let is_spread = self.is_spread(ix);
                for given in self.arguments_flow(ix).into_iter().skip(1).filter(|_| !is_spread) {
                    self.give(given, target, element);
                }
                NOWHERE
            }
            Builtin::Recover => self.flow.node(FlowNode::Panic),
            _ => {
                let is_panic = self.world.names.text(self.name_of(ix + 1)) == "panic";
                for given in self.arguments_flow(ix) {
                    if is_panic {
                        let target = self.flow.node(FlowNode::Panic);
                        self.give(given, target, UNKNOWN);
                    }
                }
                NOWHERE
            }
        }
    }

    fn static_call(&mut self, ix: u32, function: DeclIx) -> Vec<u32> {
        let args = self.arguments_flow(ix);
        self.static_call_with(ix, function, &args)
    }

    fn static_call_with(&mut self, ix: u32, function: DeclIx, args: &[Valued]) -> Vec<u32> {
        if !self.is_of_tree(function) {
            let path = self.path_of(function);
            let args = self.kept_outside(function, args);
            return self.call_outside(ix, path, &args);
        }
        let ty = self.decl_type(function);
        let Some(signature) = self.signature(ty) else { return Vec::new() };
        let param = |c: &mut Self, nth: usize| c.flow.node(FlowNode::Param(function, nth as u16));
        self.pass(ix, signature, args, param);
        let results = self.types.tuple_parts(signature.results).to_vec();
        let result = |(nth, ty): (usize, Ty)| {
            if self.carries(ty) { self.flow.node(FlowNode::Result(function, nth as u16)) } else { NOWHERE }
        };
        results.into_iter().enumerate().map(result).collect()
    }

    /// `T.M(x)`: the receiver is the first argument.
    fn method_expression_call(&mut self, ix: u32, method: DeclIx) -> Vec<u32> {
        let args = self.arguments_flow(ix);
        let Some((&(receiver, _), rest)) = args.split_first() else { return Vec::new() };
        if self.is_of_tree(method) && receiver != NOWHERE {
            let target = self.flow.node(FlowNode::Param(method, RECEIVER));
            self.flow.edge(receiver, target);
        }
        self.static_call_with(ix, method, rest)
    }

    /// Records that arguments become parameters. `param` is the node of the nth one.
    fn pass(
        &mut self,
        ix: u32,
        signature: Signature,
        args: &[Valued],
        param: impl Fn(&mut Self, usize) -> u32,
    ) {
        let params = self.types.tuple_parts(signature.params).to_vec();
        let is_spread = self.is_spread(ix);
        let fixed = params.len() - usize::from(signature.variadic && !params.is_empty());
        for (nth, &given) in args.iter().enumerate() {
            if nth < fixed {
                if self.carries(params[nth]) {
                    let target = param(self, nth);
                    self.give(given, target, params[nth]);
                }
            } else if signature.variadic && !is_spread {
                self.put_variadic(&params, given);
            }
        }
    }

    /// Records that an argument becomes an element of the last parameter.
    fn put_variadic(&mut self, params: &[Ty], given: Valued) {
        if let Some(&last) = params.last()
            && let Type::Slice(of) = *self.types.get(last)
        {
            let target = self.part(Part::Element, of);
            self.give(given, target, of);
        }
    }

    /// The arguments that a function outside the tree may keep: not the functions whose type is asked for.
    fn kept_outside(&mut self, function: DeclIx, args: &[Valued]) -> Vec<Valued> {
        let is_for_type = self.tells_of_types(function);
        args.iter().copied().filter(|&(_, ty)| !is_for_type || !self.is_function(ty)).collect()
    }

    /// Records a call of code outside the tree: it may keep what it is given, and give it back.
    fn call_outside(&mut self, ix: u32, path: Name, args: &[Valued]) -> Vec<u32> {
        let outside = self.flow.node(FlowNode::Outside(path));
        let finds_members = path != Name::NONE && finds_members(self.world.names.text(path));
        for &(value, ty) in args {
            self.give((value, ty), outside, UNKNOWN);
            for field in if finds_members { self.exported_functions(ty) } else { Vec::new() } {
                let held = self.read(FlowNode::Field(field), field);
                self.flow.edge(held, outside);
            }
            for (part, of) in self.parts_of(ty) {
                let held = self.part(part, of);
                self.flow.edge(held, outside);
                if part == Part::Pointee || part == Part::Message {
                    self.flow.edge(outside, held);
                }
            }
        }
        let ty = self.noted_type(ix);
        let result = if self.is_reflect(path) { self.flow.node(FlowNode::Reflected) } else { outside };
        vec![result; self.types.tuple_parts(ty).len().max(1)]
    }

    /// The exported fields of a struct that hold functions.
    fn exported_functions(&mut self, ty: Ty) -> Vec<DeclIx> {
        let under = self.underlying(self.types.deref(ty));
        let Type::Struct(_, fields) = self.types.get(under).clone() else { return Vec::new() };
        let exported = fields.iter().filter(|field| self.world.names.is_exported(field.name));
        let functions: Vec<_> = exported.filter_map(|field| Some((field.decl?, field.ty))).collect();
        functions.into_iter().filter(|of| self.is_function(of.1)).map(|of| of.0).collect()
    }

    /// Records a call of a function literal where it is written.
    fn literal_call(&mut self, ix: u32, value: u32) -> Vec<u32> {
        let args = self.arguments_flow(ix);
        let ty = self.noted_type(ix + 1);
        let literal = match self.flow.nodes.get(value as usize) {
            Some(FlowNode::Literal(literal)) => self.flow.literals.get(*literal as usize),
            _ => None,
        };
        let Some(FlowLiteral { lists, .. }) = literal.cloned() else { return Vec::new() };
        let (params, results) = self.flow.links.lists(lists);
        let (params, results) = (params.to_vec(), results.to_vec());
        if let Some(signature) = self.signature(ty) {
            self.pass(ix, signature, &args, |_, nth| params.get(nth).copied().unwrap_or(NOWHERE));
        }
        results
    }

    /// Records a call of a function value, or of an interface's method.
    fn dynamic_call(&mut self, ix: u32, value: u32, interface: Option<u32>) -> Vec<u32> {
        let args = self.arguments_flow(ix);
        let ty = self.noted_type(ix + 1);
        let path = match self.meaning(ix + 1) {
            Meaning::Unknown(path) => path,
            _ => Name::NONE,
        };
        let Some(signature) = self.signature(ty) else { return self.call_outside(ix, path, &args) };
        if value == NOWHERE {
            return self.call_outside(ix, path, &args);
        }
        let params = self.types.tuple_parts(signature.params).to_vec();
        let fixed = params.len() - usize::from(signature.variadic && !params.is_empty());
        let is_spread = self.is_spread(ix);
        let mut nodes = Vec::with_capacity(fixed);
        for (nth, &given) in args.iter().enumerate() {
            if nth < fixed {
                nodes.push(self.as_argument(given, params[nth]));
            } else if signature.variadic && !is_spread {
                self.put_variadic(&params, given);
            }
        }
        let key = if interface.is_some() { 0 } else { self.function_key(ty) };
        self.push_call(value, interface, key, &nodes, signature.results)
    }

    fn push_call(
        &mut self,
        value: u32,
        interface: Option<u32>,
        key: u64,
        args: &[u32],
        results: Ty,
    ) -> Vec<u32> {
        let types = self.types.tuple_parts(results).to_vec();
        let mut results = Vec::with_capacity(types.len());
        for ty in types {
            results.push(if self.carries(ty) { self.flow.slot() } else { NOWHERE });
        }
        let lists = self.flow.links.store(trimmed(args), trimmed(&results));
        let interface = interface.unwrap_or(NOWHERE);
        self.flow.links.calls.push(FlowCall { interface, is_taken: false, value, key, lists });
        results
    }

    /// The keys and values that ranging over a function gives: the parameters of the function that it is called with.
    pub(super) fn iterated(&mut self, over: u32, ty: Ty, yields: Ty) -> [Valued; 2] {
        let parts = match self.signature(yields) {
            Some(signature) => self.types.tuple_parts(signature.params).to_vec(),
            None => Vec::new(),
        };
        let mut given = [(NOWHERE, UNKNOWN); 2];
        for (slot, &ty) in given.iter_mut().zip(&parts) {
            *slot = (if self.carries(ty) { self.flow.slot() } else { NOWHERE }, ty);
        }
        let params: Vec<u32> = given.iter().take(parts.len()).map(|of| of.0).collect();
        if let Some(maker) = self.from.filter(|_| over != NOWHERE) {
            let lists = self.flow.links.store(&params, &[]);
            let key = self.function_key(yields);
            let literal = self.flow.literals.len() as u32;
            self.flow.literals.push(FlowLiteral { maker, key, lists });
            let body = self.flow.node(FlowNode::Literal(literal));
            let key = self.function_key(ty);
            self.push_call(over, None, key, &[body], VOID);
        }
        given
    }
}

/// A list without the nodes at its end that lead nowhere.
fn trimmed(list: &[u32]) -> &[u32] {
    let n = list.iter().rposition(|&node| node != NOWHERE).map_or(0, |last| last + 1);
    &list[..n]
}
