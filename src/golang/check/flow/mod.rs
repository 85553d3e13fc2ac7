//! Records the flow of values in a declaration's code, once this is checked: a second walk that reads the notes of the first.
//!
//! Only values that can be called are followed: functions, and what interfaces and type parameters hold. Elements of
//! containers and what pointers point to are identified by their type, fields by their declaration. So the values of
//! structs, slices and pointers need no edges of their own.

mod call;
mod expr;
mod generic;
pub(super) mod recorder;
mod stmt;

use recorder::FlowRecorder;

use super::Checker;
use super::note::Meaning;
use crate::golang::ast::{Kind, NO_NAME, flag};
use crate::golang::flow::{FlowNode, NOWHERE, Part, RECEIVER};
use crate::golang::ids::{DeclIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Type, UNKNOWN, VOID};
use crate::model::SymbolKind;

impl Checker<'_> {
    /// Records the flow in a declaration that was just walked.
    pub(super) fn record_flow(&mut self, decl: DeclIx) {
        if !self.recording() || !self.follows_values {
            return;
        }
        let d = self.world.decl(decl);
        match self.world.kind(decl) {
            SymbolKind::Func | SymbolKind::Method => self.function_flow(decl, d.node),
            SymbolKind::Var => self.variable_flow(decl, d.node, d.nth as usize),
            SymbolKind::Field if self.is_public(decl) => {
                let ty = self.decl_type(decl);
                self.given_outside(FlowNode::Field(decl), ty);
            }
            _ => {}
        }
        self.link_instances();
    }

    fn function_flow(&mut self, decl: DeclIx, node: u32) {
        let [receiver, _, signature, block] = self.parts(node);
        let ty = self.decl_type(decl);
        let (params, results) = match *self.types.get(ty) {
            Type::Func(params, results, _) => (params, results),
            _ => (VOID, VOID),
        };
        let has_body = self.node(block).kind() == Kind::Block;
        let path = self.path_of(decl);
        if !has_body || self.is_reflect(path) {
            self.opaque_flow(decl, params);
        }
        if !has_body || self.node(signature).kind() != Kind::FuncType {
            return;
        }
        let [params_ix, results_ix] = self.parts(signature);
        if let Some(group) = self.children(receiver).next() {
            for name in self.children(group).skip(1) {
                if self.carries(self.noted_type(name)) {
                    let node = self.flow.node(FlowNode::Param(decl, RECEIVER));
                    self.flow.locals.insert(name, node);
                }
            }
        }
        if self.is_public(decl) {
            let types = self.types.tuple_parts(params).to_vec();
            for (ty, nth) in types.into_iter().zip(0..) {
                self.given_outside(FlowNode::Param(decl, nth), ty);
            }
        }
        self.bind_list(params_ix, params, |flow, nth| flow.node(FlowNode::Param(decl, nth)));
        let results = self.bind_list(results_ix, results, |flow, nth| flow.node(FlowNode::Result(decl, nth)));
        self.flow.results.push(results);
        self.block_flow(block);
        self.flow.results.pop();
    }

    /// Records that a function of the tree does with its arguments what code outside does: it has no body, or it is one of
    /// package `reflect`, whose bodies do not say what they call.
    fn opaque_flow(&mut self, function: DeclIx, params: Ty) {
        let outside = self.outside_of(function);
        let types = self.types.tuple_parts(params).to_vec();
        for (ty, nth) in types.into_iter().zip(0..) {
            if self.carries(ty) {
                let param = self.flow.node(FlowNode::Param(function, nth));
                self.flow.edge(param, outside);
            }
        }
    }

    fn is_reflect(&self, path: Name) -> bool {
        path != Name::NONE && self.world.names.text(path) == "reflect"
    }

    /// Returns whether a function outside the tree takes nothing but the types of its arguments.
    pub(super) fn tells_of_types(&self, function: DeclIx) -> bool {
        let file = self.world.file(self.world.file_of(function));
        file.facts.name(self.world.decl(function).name) == "TypeOf"
            && self.world.package(file.package).import_path == "reflect"
    }

    /// Returns whether code outside of the tree can name a declaration of the tree. A method can be called where its type cannot be
    /// named: by an interface that values of the type are handed out as.
    fn is_public(&self, decl: DeclIx) -> bool {
        let file = self.world.file(self.world.file_of(decl));
        let package = self.world.package(file.package);
        let d = self.world.decl(decl);
        let owner = match d.receiver {
            NO_NAME => file.facts.decls.get(d.owner as usize).map(|owner| file.name(owner.name)),
            _ => None,
        };
        let is_exported = |name: Name| self.world.names.is_exported(name);
        !file.test
            && is_exported(file.name(d.name))
            && owner.is_none_or(is_exported)
            && self.world.names.text(package.name) != "main"
            && !package.dir.split('/').any(|part| part == "internal")
    }

    /// Records that code outside of the tree may put values into a variable, or into what it consists of.
    fn given_outside(&mut self, variable: FlowNode, ty: Ty) {
        let given = self.flow.node(FlowNode::Given);
        if self.carries(ty) {
            let variable = self.flow.node(variable);
            self.flow.edge(given, variable);
        }
        for (part, of) in self.parts_of(ty) {
            let part = self.part(part, of);
            self.flow.edge(given, part);
        }
    }

    /// The parts that a value of a type consists of or points to.
    fn parts_of(&mut self, ty: Ty) -> Vec<(Part, Ty)> {
        let core = self.core(ty);
        match *self.types.get(core) {
            Type::Slice(of) | Type::Array(of, _) => vec![(Part::Element, of)],
            Type::Map(key, of) => vec![(Part::MapKey, key), (Part::MapValue, of)],
            Type::Chan(of, ..) => vec![(Part::Message, of)],
            Type::Pointer(of) => vec![(Part::Pointee, of)],
            _ => Vec::new(),
        }
    }

    /// Gives each parameter or result whose values are followed a node, and binds it to its name. Returns all nodes with
    /// their types.
    fn bind_list(
        &mut self,
        list: u32,
        types: Ty,
        mut node: impl FnMut(&mut FlowRecorder, u16) -> u32,
    ) -> Vec<(u32, Ty)> {
        let types = self.types.tuple_parts(types).to_vec();
        let mut nodes = Vec::with_capacity(types.len());
        for (nth, &ty) in types.iter().enumerate() {
            let is_followed = self.carries(ty);
            nodes.push((if is_followed { node(&mut self.flow, nth as u16) } else { NOWHERE }, ty));
        }
        if self.node(list).kind() != Kind::Params {
            return nodes;
        }
        let mut nth = 0;
        for group in self.children(list) {
            let mut names = self.children(group).skip(1).peekable();
            nth += usize::from(names.peek().is_none());
            for name in names {
                if let Some(&(node, _)) = nodes.get(nth) {
                    self.flow.locals.insert(name, node);
                }
                nth += 1;
            }
        }
        nodes
    }

    fn variable_flow(&mut self, decl: DeclIx, spec: u32, nth: usize) {
        let [_, names, values] = self.parts(spec);
        let ty = self.decl_type(decl);
        let target = if self.carries(ty) { self.flow.node(FlowNode::Var(decl)) } else { NOWHERE };
        if self.is_public(decl) {
            self.given_outside(FlowNode::Var(decl), ty);
        }
        let n_names = self.children(names).count();
        let values: Vec<u32> = self.children(values).collect();
        let given = match values.as_slice() {
            [only] if n_names > 1 => self.multi_flow(*only, n_names).get(nth).copied(),
            _ => values.get(nth).map(|&value| self.valued(value)),
        };
        if let Some(given) = given {
            self.give(given, target, ty);
        }
    }

    /// Returns whether values of a type are followed: functions, and what may hold values of other types.
    fn carries(&mut self, ty: Ty) -> bool {
        if let Some(&known) = self.flow.carries.get(&ty) {
            return known;
        }
        let core = self.underlying(ty);
        let carries = match self.types.get(core) {
            Type::Unknown => ty == UNKNOWN,
            Type::Interface(..) | Type::Func(..) | Type::Param(_) | Type::External | Type::Foreign(..) => {
                true
            }
            _ => false,
        };
        self.flow.carries.insert(ty, carries);
        carries
    }

    /// The node of the part of values with elements of a type; [`NOWHERE`] if these are not followed.
    fn part(&mut self, part: Part, ty: Ty) -> u32 {
        if self.types.is_unknown(ty) && !matches!(self.types.get(ty), Type::Foreign(..)) || !self.carries(ty)
        {
            return NOWHERE;
        }
        let key = self.type_key(ty).hash;
        let is_new = !self.flow.numbers.contains_key(&FlowNode::Part(part, key));
        let node = self.flow.node(FlowNode::Part(part, key));
        if is_new && matches!(self.types.get(ty), Type::Param(_)) {
            let any = self.flow.node(FlowNode::Part(Part::TypeParam, self.param_key(ty)));
            self.flow.edge(any, node);
        }
        node
    }

    /// Records that a value becomes one of type `wanted` in a node.
    fn give(&mut self, (value, ty): (u32, Ty), target: u32, wanted: Ty) {
        if target == NOWHERE {
            return;
        }
        self.flow.edge(value, target);
        if !self.is_function(wanted) {
            let held = self.held_type(ty);
            self.flow.edge(held, target);
        }
    }

    fn is_function(&mut self, ty: Ty) -> bool {
        let under = self.underlying(ty);
        matches!(self.types.get(under), Type::Func(..))
    }

    /// The node for values of a declared type, or of a pointer to one, that an interface holds; [`NOWHERE`] for other
    /// types.
    fn held_type(&mut self, ty: Ty) -> u32 {
        let Type::Named(decl, _) = *self.types.get(self.types.deref(ty)) else { return NOWHERE };
        let under = self.underlying(ty);
        if matches!(self.types.get(under), Type::Interface(..)) || self.is_local(decl) {
            return NOWHERE;
        }
        if !self.world.is_outside(decl) {
            return self.flow.node(FlowNode::Type(decl));
        }
        let declared = self.type_decl(decl).decl;
        let path = declared.map_or(Name::NONE, |declared| self.path_of(declared));
        self.flow.node(FlowNode::Foreign(path))
    }

    /// A node for a value as one of type `wanted`; [`NOWHERE`] if it is not followed.
    fn as_argument(&mut self, (value, ty): (u32, Ty), wanted: Ty) -> u32 {
        if !self.carries(wanted) {
            return NOWHERE;
        }
        if value != NOWHERE {
            return value;
        }
        if self.is_function(wanted) { NOWHERE } else { self.held_type(ty) }
    }

    /// The import path of the package of a declaration.
    fn path_of(&mut self, decl: DeclIx) -> Name {
        let package = self.world.file(self.world.file_of(decl)).package;
        let world = self.world;
        let named = || world.names.get(&world.package(package).import_path).unwrap_or(Name::NONE);
        *self.flow.paths.entry(package).or_insert_with(named)
    }

    /// The node of what the package outside the tree that declares something is given, and may give back.
    fn outside_of(&mut self, decl: DeclIx) -> u32 {
        let path = self.path_of(decl);
        self.flow.node(FlowNode::Outside(path))
    }

    /// The node of a declared variable or field where it is read. Code outside the tree may have set one of its own.
    fn read(&mut self, node: FlowNode, decl: DeclIx) -> u32 {
        let own = self.flow.node(node);
        if self.is_of_tree(decl) {
            return own;
        }
        if let Some(&known) = self.flow.read_outside.get(&node) {
            return known;
        }
        let value = self.flow.slot();
        let outside = self.outside_of(decl);
        self.flow.edge(own, value);
        self.flow.edge(outside, value);
        self.flow.read_outside.insert(node, value);
        value
    }

    /// Records that a value is put into a declared variable or field.
    fn write(&mut self, node: FlowNode, decl: DeclIx, wanted: Ty, given: (u32, Ty)) {
        if !self.carries(wanted) {
            return;
        }
        let own = self.flow.node(node);
        self.give(given, own, wanted);
        if !self.is_of_tree(decl) {
            let outside = self.outside_of(decl);
            self.give(given, outside, wanted);
        }
    }

    /// The node for the field of a type that has no declaration of it.
    fn unnamed_field(&mut self, of: Ty, field: Name) -> u32 {
        use std::hash::{Hash, Hasher};
        let of = self.types.deref(of);
        let mut hasher = rustc_hash::FxHasher::default();
        (self.type_key(of).hash, field).hash(&mut hasher);
        self.flow.node(FlowNode::Part(Part::Field, hasher.finish()))
    }

    /// A value with its type.
    fn valued(&mut self, ix: u32) -> (u32, Ty) {
        let value = self.expr_flow(ix);
        (value, self.noted_type(ix))
    }

    /// The node of the function that the current code returns from.
    fn is_spread(&self, call: u32) -> bool {
        self.node(call).flags & flag::VARIADIC != 0
    }

    fn local(&mut self, variable: u32) -> u32 {
        if let Some(&known) = self.flow.locals.get(&variable) {
            return known;
        }
        let ty = self.noted_type(variable);
        let node = if self.carries(ty) { self.flow.slot() } else { NOWHERE };
        self.flow.locals.insert(variable, node);
        node
    }

    fn is_meaning_of_local(&self, ix: u32) -> Option<u32> {
        match self.meaning(ix) {
            Meaning::Local(variable) => Some(variable),
            _ => None,
        }
    }
}
