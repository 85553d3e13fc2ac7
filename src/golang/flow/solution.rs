//! The values that arrive in each node, once they have travelled.

use std::rc::Rc;

use super::facts::FlowNode;
use super::graph::FlowGraph;
use super::shared_sets::SetIx;
use super::value::{Arrival, Value};
use super::value_set::ValueSet;
use crate::golang::ids::{DeclIx, TypeDeclIx};

/// The values in each node.
pub(crate) struct Solution {
    pub(super) graph: FlowGraph,
    /// By node.
    pub(super) of_nodes: Vec<SetIx>,
    pub(super) sets: Vec<Rc<ValueSet>>,
    pub(super) everywhere: ValueSet,
}

/// The values that arrive in a node.
pub(crate) struct Arrived<'s> {
    solution: &'s Solution,
    own: &'s ValueSet,
    /// Values that code outside may give back: functions only to the package that declares them.
    given_back: Vec<(Arrival, &'s ValueSet)>,
    /// True if values of any type may arrive, by reflection.
    is_any: bool,
    /// True if callers outside of the tree may give values.
    is_open: bool,
}

impl Solution {
    /// The set of the values that arrive in a node of a file; `None` if it is no node that is followed.
    pub(crate) fn at(&self, file: usize, node: u32) -> Option<SetIx> {
        self.of_nodes.get(self.graph.of_file(file, node) as usize).copied()
    }

    /// The set of the values that arrive in a field, as [`Self::at`].
    pub(crate) fn in_field(&self, field: DeclIx) -> Option<SetIx> {
        self.of_nodes.get(self.graph.keyed(FlowNode::Field(field)) as usize).copied()
    }

    /// The functions that some package outside is given, and other values that are no types.
    pub(crate) fn handed_out(&self) -> impl Iterator<Item = Value> {
        let given = self.everywhere.iter_from(self.graph.n_types());
        given.map(|value| self.graph.values[value as usize])
    }

    /// Returns the values of a set, and those that code outside may give where it arrives.
    pub(crate) fn arrived(&self, set: SetIx) -> Arrived<'_> {
        let own = self.set(set);
        let mut arrived =
            Arrived { solution: self, own, given_back: Vec::new(), is_any: false, is_open: false };
        for value in own.iter_from(self.graph.n_types()) {
            match self.graph.values[value as usize] {
                Value::Outside(package) => {
                    let given = self.of_nodes.get(self.graph.outside(package) as usize);
                    arrived.given_back.extend(given.map(|&given| (Arrival::GivenBack, self.set(given))));
                }
                Value::Anywhere => {
                    arrived.is_open = true;
                    arrived.given_back.push((Arrival::Called, &self.everywhere));
                }
                Value::Reflected => arrived.is_any = true,
                Value::Given => arrived.is_open = true,
                Value::Type(_) | Value::Func(..) | Value::Literal(..) | Value::Foreign(_) => {}
            }
        }
        arrived
    }

    /// The functions among all values, by number.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (u32, Value)> {
        let n_types = self.graph.n_types();
        let values = (n_types..).zip(self.graph.values.iter().skip(n_types as usize).copied());
        values.filter(|(_, value)| value.is_function())
    }

    fn set(&self, set: SetIx) -> &ValueSet {
        &self.sets[set.ix()]
    }
}

impl Arrived<'_> {
    /// Returns whether callers outside of the tree may give values, too.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The surest way on which values of a type may arrive.
    pub(crate) fn arrival(&self, ty: TypeDeclIx) -> Option<Arrival> {
        let reflected = self.is_any.then_some(Arrival::Reflected);
        let Some(number) = self.solution.graph.number_of_type(ty) else { return reflected };
        if self.own.contains(number) {
            return Some(Arrival::Direct);
        }
        let given_back = self.given_back.iter().filter(|of| of.1.contains(number)).map(|of| of.0).min();
        given_back.or(reflected)
    }

    /// The functions that arrive, in order, each with the surest way: those that code of the tree hands on, and of those that
    /// code outside may give the ones among `own`, which are numbers of values.
    pub(crate) fn functions(&self, own: &[u32]) -> Vec<(Value, Arrival)> {
        let values = &self.solution.graph.values;
        let direct = self.own.iter_from(self.solution.graph.n_types());
        let direct = direct.filter(|&number| values[number as usize].is_function());
        let mut functions: Vec<_> = direct.map(|number| (values[number as usize], Arrival::Direct)).collect();
        for &(arrival, given) in &self.given_back {
            let given = own.iter().filter(|&&number| given.contains(number));
            functions.extend(given.map(|&number| (values[number as usize], arrival)));
        }
        functions.sort_unstable();
        functions.dedup_by_key(|of| of.0);
        functions
    }
}
