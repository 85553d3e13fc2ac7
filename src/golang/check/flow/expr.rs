//! The flow of values in expressions other than calls.

use super::super::Checker;
use super::super::note::Meaning;
use crate::golang::ast::{Kind, op};
use crate::golang::flow::{Binding, FlowCall, FlowLiteral, FlowNode, NOWHERE, Part, RECEIVER};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Type, UNKNOWN, VOID};
use crate::model::SymbolKind;

/// The most types that are searched for an embedded interface.
const MAX_EMBEDDED: usize = 200;

impl Checker<'_> {
    /// The node of an expression's value; [`NOWHERE`] if its values are not followed.
    pub(super) fn expr_flow(&mut self, ix: u32) -> u32 {
        let node = self.node(ix);
        match node.kind() {
            Kind::Ident => self.name_flow(ix),
            Kind::FuncLit => self.literal_flow(ix),
            Kind::CompositeLit => self.composite_flow(ix),
            Kind::Selector => self.selector_flow(ix),
            Kind::Index => self.index_flow(ix),
            Kind::TypeAssert => {
                let value = self.expr_flow(ix + 1);
                self.if_followed(ix, value)
            }
            Kind::Call => {
                self.call_flow(ix).first().map_or(NOWHERE, |&(value, _)| self.if_followed(ix, value))
            }
            Kind::Star if self.meaning(ix) != Meaning::Type => {
                self.expr_flow(ix + 1);
                self.part(Part::Pointee, self.noted_type(ix))
            }
            Kind::Unary => self.unary_flow(ix, op::class(node.flags)),
            Kind::SliceExpr | Kind::Binary | Kind::KeyValue | Kind::Bad => {
                self.block_flow(ix);
                NOWHERE
            }
            _ => NOWHERE,
        }
    }

    fn if_followed(&mut self, ix: u32, value: u32) -> u32 {
        let ty = self.noted_type(ix);
        if self.carries(ty) { value } else { NOWHERE }
    }

    /// The values of an expression where `n` are expected, with their types.
    pub(super) fn multi_flow(&mut self, ix: u32, n: usize) -> Vec<(u32, Ty)> {
        let mut values = match self.node(ix).kind() {
            Kind::Call => self.call_flow(ix),
            _ => vec![self.valued(ix)],
        };
        values.resize(n, (NOWHERE, UNKNOWN));
        values
    }

    fn name_flow(&mut self, ix: u32) -> u32 {
        match self.meaning(ix) {
            Meaning::Local(variable) => self.local(variable),
            Meaning::Decl(decl) => self.declared_flow(ix, decl),
            _ => NOWHERE,
        }
    }

    fn declared_flow(&mut self, ix: u32, decl: DeclIx) -> u32 {
        match self.world.kind(decl) {
            SymbolKind::Func if self.is_of_tree(decl) => self.flow.node(FlowNode::Func(decl, Binding::Bound)),
            SymbolKind::Func => {
                let path = self.path_of(decl);
                self.flow.node(FlowNode::Foreign(path))
            }
            SymbolKind::Var => {
                let ty = self.noted_type(ix);
                if self.carries(ty) { self.read(FlowNode::Var(decl), decl) } else { NOWHERE }
            }
            _ => NOWHERE,
        }
    }

    fn literal_flow(&mut self, ix: u32) -> u32 {
        let Some(maker) = self.from else { return NOWHERE };
        let [signature, block] = self.parts(ix);
        let ty = self.noted_type(ix);
        let literal = self.flow.literals.len() as u32;
        let key = self.function_key(ty);
        self.flow.literals.push(FlowLiteral { maker, key, lists: [0; 3] });
        let (params, results) = match *self.types.get(ty) {
            Type::Func(params, results, _) => (params, results),
            _ => (VOID, VOID),
        };
        if self.node(signature).kind() == Kind::FuncType {
            let [params_ix, results_ix] = self.parts(signature);
            let params = self.bind_list(params_ix, params, |flow, _| flow.slot());
            let results = self.bind_list(results_ix, results, |flow, _| flow.slot());
            let nodes = |of: &[(u32, Ty)]| -> Vec<u32> { of.iter().map(|of| of.0).collect() };
            let lists = self.flow.links.store(&nodes(&params), &nodes(&results));
            self.flow.literals[literal as usize].lists = lists;
            self.flow.results.push(results);
            self.block_flow(block);
            self.flow.results.pop();
        }
        self.flow.node(FlowNode::Literal(literal))
    }

    /// The key of a function type; 0 if it is open.
    pub(crate) fn function_key(&mut self, ty: Ty) -> u64 {
        let core = self.core(ty);
        let key = self.type_key(core);
        if key.is_closed { key.hash } else { 0 }
    }

    fn composite_flow(&mut self, ix: u32) -> u32 {
        let mut ty = self.noted_type(ix);
        let mut core = self.core(ty);
        if let Type::Pointer(to) = *self.types.get(core) {
            (ty, core) = (to, self.core(to));
        }
        self.link_instance(ty);
        for (nth, element) in self.children(ix).skip(1).enumerate() {
            let keyed = self.node(element).kind() == Kind::KeyValue;
            let (key, value) = if keyed {
                let [key, value] = self.parts(element);
                (Some(key), value)
            } else {
                (None, element)
            };
            match *self.types.get(core) {
                Type::Struct(..) => self.set_field_flow((ty, core), nth, key, value),
                Type::Slice(of) | Type::Array(of, _) => self.put_flow(value, Part::Element, of),
                Type::Map(keys, of) => {
                    if let Some(key) = key {
                        self.put_flow(key, Part::MapKey, keys);
                    }
                    self.put_flow(value, Part::MapValue, of);
                }
                _ => {
                    // Of a type from outside that is not known, anything may be a field that code outside reads.
                    let given = self.valued(value);
                    let path = self.path_of_type(ty);
                    let outside = self.flow.node(FlowNode::Outside(path));
                    self.give(given, outside, UNKNOWN);
                }
            }
        }
        if self.carries(ty) && self.types.is_unknown(ty) {
            let path = self.path_of_type(ty);
            return self.flow.node(FlowNode::Foreign(path));
        }
        NOWHERE
    }

    /// Records that an element of a literal becomes a field of a struct type, which comes with its underlying type.
    fn set_field_flow(&mut self, (ty, core): (Ty, Ty), nth: usize, key: Option<u32>, value: u32) {
        let given = self.valued(value);
        let Type::Struct(_, fields) = self.types.get(core) else { return };
        let field = match key {
            Some(key) => {
                let name = self.name_of(key);
                fields.iter().find(|field| field.name == name)
            }
            None => fields.get(nth),
        };
        let field = field.copied();
        let decl = match key.map(|key| self.meaning(key)) {
            Some(Meaning::Field(decl)) => decl,
            _ => field.and_then(|field| field.decl),
        };
        let wanted = match field {
            Some(field) => field.ty,
            None => decl.map_or(UNKNOWN, |decl| self.decl_type(decl)),
        };
        match (decl, field) {
            (Some(decl), _) => self.write(FlowNode::Field(decl), decl, wanted, given),
            (None, Some(field)) if self.carries(wanted) => {
                let node = self.unnamed_field(ty, field.name);
                self.give(given, node, wanted);
            }
            _ => {}
        }
    }

    /// The import path of the package of a type from outside the tree that is not known.
    fn path_of_type(&self, ty: Ty) -> Name {
        match *self.types.get(self.types.deref(ty)) {
            Type::Foreign(path, ..) => path,
            _ => Name::NONE,
        }
    }

    fn put_flow(&mut self, value: u32, part: Part, wanted: Ty) {
        let given = self.valued(value);
        let target = self.part(part, wanted);
        self.give(given, target, wanted);
    }

    fn selector_flow(&mut self, ix: u32) -> u32 {
        match self.meaning(ix) {
            Meaning::Decl(decl) => self.declared_flow(ix, decl),
            Meaning::Field(field) => {
                self.expr_flow(ix + 1);
                let ty = self.noted_type(ix);
                self.link_instance(self.noted_type(ix + 1));
                match field {
                    _ if !self.carries(ty) => NOWHERE,
                    Some(field) => self.read(FlowNode::Field(field), field),
                    None => self.unnamed_field(self.noted_type(ix + 1), self.name_of(ix)),
                }
            }
            Meaning::Method(decl, is_bound) => {
                if is_bound {
                    self.receiver_flow(ix, decl);
                }
                if !self.is_of_tree(decl) {
                    let path = self.path_of(decl);
                    return self.flow.node(FlowNode::Foreign(path));
                }
                let binding = if is_bound { Binding::Bound } else { Binding::Unbound };
                self.flow.node(FlowNode::Func(decl, binding))
            }
            Meaning::Dispatch(site) => {
                let value = self.dispatched_flow(ix, site);
                let result = self.flow.slot();
                let lists = self.flow.links.store(&[], &[result]);
                let call = FlowCall { interface: site, is_taken: true, value, key: 0, lists };
                self.flow.links.calls.push(call);
                result
            }
            _ => {
                self.expr_flow(ix + 1);
                let ty = self.noted_type(ix);
                let path = match self.meaning(ix) {
                    Meaning::Unknown(path) => path,
                    _ => Name::NONE,
                };
                if self.types.is_unknown(ty) { self.flow.node(FlowNode::Outside(path)) } else { NOWHERE }
            }
        }
    }

    /// Records the receiver of a method: only functions that have methods are followed. A method from outside may call the
    /// function, as that of `http.HandlerFunc` does.
    pub(super) fn receiver_flow(&mut self, selector: u32, method: DeclIx) {
        let (value, ty) = self.valued(selector + 1);
        self.link_instance(ty);
        if self.is_of_tree(method) {
            if value != NOWHERE {
                let receiver = self.flow.node(FlowNode::Param(method, RECEIVER));
                self.flow.edge(value, receiver);
            }
            return;
        }
        let outside = self.outside_of(method);
        self.flow.edge(value, outside);
        if let Some(field) = self.embedded_field(ty, Self::is_function) {
            let held = self.read(FlowNode::Field(field), field);
            self.flow.edge(held, outside);
        }
    }

    /// The node of the receiver of an interface's method. An embedded interface is a field of the operand.
    pub(super) fn dispatched_flow(&mut self, selector: u32, site: u32) -> u32 {
        let (value, ty) = self.valued(selector + 1);
        self.link_instance(ty);
        let interface = self.sink.as_ref().and_then(|sink| sink.dispatch.get(site as usize));
        let interface = interface.map_or(UNKNOWN, |site| site.interface);
        let receiver = if matches!(self.types.get(ty), Type::Param(_)) {
            let receiver = self.flow.slot();
            let any = self.flow.node(FlowNode::Part(Part::TypeParam, self.param_key(ty)));
            self.flow.edge(value, receiver);
            self.flow.edge(any, receiver);
            receiver
        } else if let Some(field) = self.embedded_interface(ty, interface) {
            self.read(FlowNode::Field(field), field)
        } else {
            self.flow.place(value)
        };
        if let Some(site) = self.sink.as_mut().and_then(|sink| sink.dispatch.get_mut(site as usize)) {
            site.receiver = receiver;
        }
        receiver
    }

    /// The field of a struct, or of one that it embeds, that embeds an interface.
    pub(crate) fn embedded_interface(&mut self, ty: Ty, interface: Ty) -> Option<DeclIx> {
        self.embedded_field(ty, |_, of| of == interface)
    }

    /// The field of a struct, or of one that it embeds, that embeds a type of some kind.
    pub(in super::super) fn embedded_field(
        &mut self,
        ty: Ty,
        is_wanted: impl Fn(&mut Self, Ty) -> bool,
    ) -> Option<DeclIx> {
        let mut open = vec![self.types.deref(ty)];
        let mut next = 0;
        while let Some(&ty) = open.get(next) {
            next += 1;
            let under = self.underlying(ty);
            let Type::Struct(_, fields) = self.types.get(under).clone() else { continue };
            let embedded = || fields.iter().filter(|field| field.embedded);
            if let Some(field) = embedded().find(|field| is_wanted(self, field.ty)) {
                return field.decl;
            }
            if open.len() < MAX_EMBEDDED {
                open.extend(embedded().map(|field| self.types.deref(field.ty)));
            }
        }
        None
    }

    fn index_flow(&mut self, ix: u32) -> u32 {
        match self.meaning(ix) {
            Meaning::Type => return NOWHERE,
            Meaning::Decl(decl) => return self.declared_flow(ix, decl),
            // A generic method with type arguments.
            Meaning::Method(..) | Meaning::Dispatch(_) => return self.selector_flow(ix + 1),
            _ => {}
        }
        self.block_flow(ix);
        let of = self.noted_type(ix + 1);
        let core = self.core(of);
        let part = if matches!(self.types.get(core), Type::Map(..)) { Part::MapValue } else { Part::Element };
        self.part(part, self.noted_type(ix))
    }

    fn unary_flow(&mut self, ix: u32, operator: u8) -> u32 {
        let (value, ty) = self.valued(ix + 1);
        match operator {
            // A pointer points to any variable of its type whose address is taken.
            op::ADDR if value != NOWHERE => {
                let pointee = self.part(Part::Pointee, ty);
                self.flow.edge(value, pointee);
                self.flow.edge(pointee, value);
                NOWHERE
            }
            op::RECV => self.part(Part::Message, self.noted_type(ix)),
            _ => NOWHERE,
        }
    }
}
