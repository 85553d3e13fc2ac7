//! Shortens the flow of one file before it joins that of the others. A slot that has all its values from one place is that
//! place; slots that nothing reads, and those that nothing arrives in, go. What arrives where something is called stays the
//! same.

use super::facts::{FlowLinks, FlowLiteral, FlowNode, NOWHERE, SLOT};
use super::lists::Lists;

/// The source of a slot that has several, or values of its own.
const SEVERAL: u32 = u32::MAX - 1;

/// Shortens the flow of a file. `reads` are the nodes that are asked for later. O(edges x log edges).
pub(crate) fn reduce(
    nodes: &mut Vec<FlowNode>,
    literals: &[FlowLiteral],
    links: &mut FlowLinks,
    mut reads: Vec<&mut u32>,
) {
    let place = places(nodes, literals, links);
    let at = |node: u32| if node & SLOT == 0 || node == NOWHERE { node } else { place[slot(node)] };
    // Where nothing arrives, nothing is called, which is more than if nothing were known.
    let empty = links.n_slots | SLOT;
    links.n_slots += 1;
    let asked_for = |node: u32| if node != NOWHERE && at(node) == NOWHERE { empty } else { at(node) };
    links.edges.retain_mut(|(from, to)| {
        let stays = at(*to) == *to;
        *from = at(*from);
        stays && *from != NOWHERE && *from != *to
    });
    links.lists.iter_mut().for_each(|node| *node = at(*node));
    links.calls.iter_mut().for_each(|call| call.value = asked_for(call.value));
    for node in &mut reads {
        **node = asked_for(**node);
    }
    let is_read = read_slots(literals, links, &reads);
    let mut renumbering =
        Renumbering { of_slots: vec![NOWHERE; is_read.len()], of_nodes: vec![NOWHERE; nodes.len()] };
    let mut n_slots = 0;
    for (number, _) in renumbering.of_slots.iter_mut().zip(&is_read).filter(|of| *of.1) {
        *number = n_slots | SLOT;
        n_slots += 1;
    }
    links.n_slots = n_slots;
    links.edges.retain(|&(_, to)| to & SLOT == 0 || is_read[slot(to)]);
    let edges = links.edges.iter_mut().flat_map(|(from, to)| [from, to]);
    let calls = links.calls.iter_mut().map(|call| &mut call.value);
    let all = edges.chain(calls).chain(&mut links.lists).chain(reads);
    let mut kept = Vec::with_capacity(nodes.len());
    all.for_each(|node| *node = renumbering.of(*node, nodes, &mut kept));
    *nodes = kept;
    links.edges.sort_unstable();
    links.edges.dedup();
}

fn slot(node: u32) -> usize {
    (node & !SLOT) as usize
}

/// For each slot the place that it has all its values from: itself if there are several, and [`NOWHERE`] if there is none.
fn places(nodes: &[FlowNode], literals: &[FlowLiteral], links: &FlowLinks) -> Vec<u32> {
    let mut place = vec![NOWHERE; links.n_slots as usize];
    let results = links.calls.iter().map(|call| links.lists(call.lists).1);
    let params = literals.iter().map(|literal| links.lists(literal.lists).0);
    for &node in results.chain(params).flatten().filter(|&&node| node != NOWHERE && node & SLOT != 0) {
        place[slot(node)] = SEVERAL;
    }
    for &(from, to) in links.edges.iter().filter(|edge| edge.1 & SLOT != 0) {
        let is_value = from & SLOT == 0 && nodes[from as usize].is_value();
        let only = &mut place[slot(to)];
        *only = if !is_value && (*only == NOWHERE || *only == from) { from } else { SEVERAL };
    }
    let mut path: Vec<usize> = Vec::new();
    for start in 0..place.len() {
        let mut node = start as u32 | SLOT;
        while node & SLOT != 0 && node < SEVERAL {
            let from = place[slot(node)];
            if from == SEVERAL || from == node {
                place[slot(node)] = node;
                break;
            }
            // Nothing arrives in a circle without another source.
            place[slot(node)] = NOWHERE;
            path.push(slot(node));
            node = from;
        }
        path.drain(..).for_each(|slot| place[slot] = node);
    }
    place
}

/// Says of each slot whether its values are needed: something reads them, or they go on to where they are.
fn read_slots(literals: &[FlowLiteral], links: &FlowLinks, reads: &[&mut u32]) -> Vec<bool> {
    let mut is_read = vec![false; links.n_slots as usize];
    let mut open: Vec<u32> = reads.iter().map(|node| **node).collect();
    for call in &links.calls {
        open.push(call.value);
        open.extend(links.lists(call.lists).0);
    }
    for literal in literals {
        open.extend(links.lists(literal.lists).1);
    }
    open.extend(links.edges.iter().filter(|edge| edge.1 & SLOT == 0).map(|edge| edge.0));
    let within = links.edges.iter().filter(|(from, to)| from & to & SLOT != 0);
    let into: Vec<(u32, u32)> = within.map(|&(from, to)| (to & !SLOT, from)).collect();
    let sources = Lists::of(is_read.len(), &into);
    while let Some(node) = open.pop() {
        if node & SLOT != 0 && node != NOWHERE && !std::mem::replace(&mut is_read[slot(node)], true) {
            open.extend(sources.get(slot(node) as u32));
        }
    }
    is_read
}

/// New numbers of slots, and of the other nodes in the order in which they are met.
struct Renumbering {
    of_slots: Vec<u32>,
    of_nodes: Vec<u32>,
}

impl Renumbering {
    fn of(&mut self, node: u32, nodes: &[FlowNode], kept: &mut Vec<FlowNode>) -> u32 {
        if node == NOWHERE {
            return NOWHERE;
        }
        if node & SLOT != 0 {
            return self.of_slots[slot(node)];
        }
        let number = &mut self.of_nodes[node as usize];
        if *number == NOWHERE {
            *number = kept.len() as u32;
            kept.push(nodes[node as usize]);
        }
        *number
    }
}
