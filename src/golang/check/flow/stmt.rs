//! The flow of values in statements.

use super::super::Checker;
use super::super::note::Meaning;
use crate::golang::ast::Kind;
use crate::golang::flow::{FlowNode, NOWHERE, Part};
use crate::golang::ids::Ty;
use crate::golang::types::{Type, UNKNOWN};

impl Checker<'_> {
    pub(super) fn block_flow(&mut self, ix: u32) {
        for statement in self.children(ix) {
            self.statement_flow(statement);
        }
    }

    pub(super) fn statement_flow(&mut self, ix: u32) {
        let node = self.node(ix);
        match node.kind() {
            Kind::Absent | Kind::ConstSpec | Kind::TypeSpec => {}
            Kind::Block
            | Kind::List
            | Kind::If
            | Kind::For
            | Kind::Switch
            | Kind::Case
            | Kind::Select
            | Kind::CommCase => self.block_flow(ix),
            Kind::Assign => self.assign_flow(ix),
            Kind::Send => {
                let [channel, value] = self.parts(ix);
                self.expr_flow(channel);
                let given = self.valued(value);
                let channel = self.noted_type(channel);
                let element = self.channel_element(channel);
                let target = self.part(Part::Message, element);
                self.give(given, target, element);
            }
            Kind::Return => self.return_flow(ix),
            Kind::Range => self.range_flow(ix),
            Kind::TypeSwitch => self.type_switch_flow(ix),
            Kind::VarSpec => {
                let [_, names, values] = self.parts(ix);
                let names: Vec<u32> = self.children(names).collect();
                let given = self.values_flow(values, names.len());
                for (name, given) in names.into_iter().zip(given) {
                    self.store(name, given);
                }
            }
            _ => {
                self.expr_flow(ix);
            }
        }
    }

    /// The values of a list of expressions where `n` are expected.
    fn values_flow(&mut self, list: u32, n: usize) -> Vec<(u32, Ty)> {
        let values: Vec<u32> = self.children(list).collect();
        match values.as_slice() {
            [only] if n > 1 => self.multi_flow(*only, n),
            _ => values.into_iter().map(|value| self.valued(value)).collect(),
        }
    }

    fn assign_flow(&mut self, ix: u32) {
        let [left, right] = self.parts(ix);
        let targets: Vec<u32> = self.children(left).collect();
        let given = self.values_flow(right, targets.len());
        for (nth, target) in targets.into_iter().enumerate() {
            self.store(target, given.get(nth).copied().unwrap_or((NOWHERE, UNKNOWN)));
        }
    }

    /// Records that a value is assigned to what an expression denotes.
    pub(super) fn store(&mut self, target: u32, given: (u32, Ty)) {
        let ty = self.noted_type(target);
        match (self.node(target).kind(), self.meaning(target)) {
            (_, Meaning::Local(variable)) => {
                let (node, ty) = (self.local(variable), self.noted_type(variable));
                self.give(given, node, ty);
            }
            (_, Meaning::Decl(decl)) => self.write(FlowNode::Var(decl), decl, ty, given),
            (Kind::Selector, Meaning::Field(field)) => {
                self.expr_flow(target + 1);
                match field {
                    Some(field) => self.write(FlowNode::Field(field), field, ty, given),
                    None if self.carries(ty) => {
                        let node = self.unnamed_field(self.noted_type(target + 1), self.name_of(target));
                        self.give(given, node, ty);
                    }
                    None => {}
                }
            }
            _ => {
                let node = self.expr_flow(target);
                self.give(given, node, ty);
                if self.node(target).kind() == Kind::Index {
                    self.store_key(target);
                }
            }
        }
    }

    /// Records that the index of an element that is assigned to becomes a key of the map.
    fn store_key(&mut self, element: u32) {
        let of = self.noted_type(element + 1);
        let core = self.core(of);
        if let Type::Map(key, _) = *self.types.get(core)
            && self.carries(key)
            && let Some(index) = self.children(element).nth(1)
        {
            let given = self.valued(index);
            let target = self.part(Part::MapKey, key);
            self.give(given, target, key);
        }
    }

    fn return_flow(&mut self, ix: u32) {
        let values: Vec<u32> = self.children(ix).collect();
        let results = self.flow.results.last().cloned().unwrap_or_default();
        let given = match values.as_slice() {
            [only] if results.len() > 1 => self.multi_flow(*only, results.len()),
            _ => values.into_iter().map(|value| self.valued(value)).collect(),
        };
        for (given, (node, ty)) in given.into_iter().zip(results) {
            self.give(given, node, ty);
        }
    }

    fn range_flow(&mut self, ix: u32) {
        let [key, value, operand, body] = self.parts(ix);
        let (over, ty) = self.valued(operand);
        let mut core = self.core(ty);
        if let Type::Pointer(to) = *self.types.get(core) {
            core = self.core(to);
        }
        let (mut keys, mut values) = ((NOWHERE, UNKNOWN), (NOWHERE, UNKNOWN));
        match *self.types.get(core) {
            Type::Slice(of) | Type::Array(of, _) => values = (self.part(Part::Element, of), of),
            Type::Map(of_keys, of) => {
                keys = (self.part(Part::MapKey, of_keys), of_keys);
                values = (self.part(Part::MapValue, of), of);
            }
            Type::Chan(of, ..) => keys = (self.part(Part::Message, of), of),
            Type::Func(params, ..) => {
                let yields = self.types.tuple_parts(params).first().copied().unwrap_or(UNKNOWN);
                let over = self.called_value(ix, over);
                [keys, values] = self.iterated(over, ty, yields);
            }
            _ => {}
        }
        for (target, given) in [(key, keys), (value, values)] {
            if self.node(target).kind() != Kind::Absent {
                self.store(target, given);
            }
        }
        self.statement_flow(body);
    }

    fn type_switch_flow(&mut self, ix: u32) {
        let mut children = self.children(ix);
        if let Some(init) = children.next() {
            self.statement_flow(init);
        }
        let operand = children.next().map_or((NOWHERE, UNKNOWN), |operand| self.valued(operand));
        for case in children {
            let [_, body] = self.parts(case);
            if let Some(variable) = self.is_meaning_of_local(case) {
                let (node, ty) = (self.local(variable), self.noted_type(variable));
                self.give((operand.0, UNKNOWN), node, ty);
            }
            self.block_flow(body);
        }
    }
}
