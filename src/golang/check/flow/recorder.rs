//! The flow of one file, under construction.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::golang::flow::{FlowFacts, FlowLinks, FlowLiteral, FlowNode, NOWHERE, SLOT, reduce};
use crate::golang::ids::{PackageIx, Ty};
use crate::golang::names::Name;

/// The known facts about the file whose flow is being recorded.
#[derive(Default)]
pub(in crate::golang::check) struct FlowRecorder {
    pub(super) nodes: Vec<FlowNode>,
    pub(super) literals: Vec<FlowLiteral>,
    pub(super) links: FlowLinks,
    pub(super) numbers: FxHashMap<FlowNode, u32>,
    /// The node of each local variable, by the node that declares it.
    pub(super) locals: FxHashMap<u32, u32>,
    /// Values read from fields and variables outside the tree.
    pub(super) read_outside: FxHashMap<FlowNode, u32>,
    /// The results of the functions around the current place, with their types.
    pub(super) results: Vec<Vec<(u32, Ty)>>,
    pub(super) instances: FxHashSet<(Ty, Ty)>,
    /// True if values of a type are followed. This does not depend on the file.
    pub(super) carries: FxHashMap<Ty, bool>,
    /// The import paths of packages; nor does this.
    pub(super) paths: FxHashMap<PackageIx, Name>,
}

impl FlowRecorder {
    /// Takes the flow of the file. `reads` are the nodes that are asked for later.
    pub(in crate::golang::check) fn take(&mut self, reads: Vec<&mut u32>) -> FlowFacts {
        self.numbers.clear();
        self.locals.clear();
        self.read_outside.clear();
        self.results.clear();
        self.instances.clear();
        let (mut nodes, mut links) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.links));
        reduce(&mut nodes, &self.literals, &mut links, reads);
        nodes.shrink_to_fit();
        links.edges.shrink_to_fit();
        links.calls.shrink_to_fit();
        links.lists.shrink_to_fit();
        FlowFacts { nodes, literals: std::mem::take(&mut self.literals), links: Arc::new(links) }
    }

    pub(super) fn node(&mut self, node: FlowNode) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    pub(super) fn slot(&mut self) -> u32 {
        self.links.n_slots += 1;
        (self.links.n_slots - 1) | SLOT
    }

    /// A node that a value arrives in: a slot for one that is known where it stands.
    pub(super) fn place(&mut self, value: u32) -> u32 {
        let is_value = value != NOWHERE
            && value & SLOT == 0
            && self.nodes.get(value as usize).is_some_and(FlowNode::is_value);
        if !is_value {
            return value;
        }
        let slot = self.slot();
        self.edge(value, slot);
        slot
    }

    pub(super) fn edge(&mut self, from: u32, to: u32) {
        if from != NOWHERE && to != NOWHERE && from != to {
            self.links.edges.push((from, to));
        }
    }
}
