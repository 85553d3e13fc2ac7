//! Calls from code that is not indexed, to methods of values that the tree passes to it.
//!
//! [`crate::golang::called_back`] says which methods it looks for.

use super::draft::{FlowDraft, TypeState, implementing, is_part};
use crate::golang::called_back::{calls_any_method, is_looked_for};
use crate::model::{Graph, SymbolId, SymbolKind, symbol_flag};

impl FlowDraft<'_> {
    /// O(conversions + parts of the types that are handed out + names from outside).
    pub(super) fn add_handed_out(&mut self) {
        let graph = self.graph;
        let by_reflection = self.another();
        for name in graph.foreign_names().filter(|name| calls_any_method(name)) {
            for site in graph.foreign(name) {
                self.links.add(site.from.0, by_reflection, false);
            }
        }
        let mut open: Vec<(TypeState, SymbolId)> = Vec::new();
        for conversion in graph.conversions().filter(|conversion| conversion.is_satisfied) {
            let to = self.known(TypeState::HandedOut, conversion.ty, &mut open);
            self.links.add(conversion.from.0, to, true);
        }
        while let Some((state, ty)) = open.pop() {
            let (node, _) = self.state(state, ty);
            if graph.symbol(ty).kind() == SymbolKind::Interface {
                for implementer in implementing(graph, ty).collect::<Vec<_>>() {
                    let to = self.known(state, implementer, &mut open);
                    if let Some(made) = self.made(implementer) {
                        self.links.add_gated(node, made, to);
                    }
                }
                continue;
            }
            if state == TypeState::HandedOut {
                let looked_into = self.known(TypeState::LookedInto, ty, &mut open);
                self.links.add(node, looked_into, true);
            }
            for method in methods(graph, ty) {
                let symbol = graph.symbol(method);
                let is_called = match state {
                    TypeState::HandedOut => graph.outside(method).next().is_some(),
                    TypeState::LookedInto | TypeState::Made | TypeState::Taken => {
                        is_looked_for(symbol.name())
                    }
                };
                if is_called {
                    self.links.add(node, method.0, false);
                } else if state == TypeState::HandedOut && symbol.has(symbol_flag::EXPORTED) {
                    self.links.add_gated(by_reflection, node, method.0);
                }
            }
            if let Some(made) = self.made(ty) {
                self.links.add(node, made, true);
            }
            for part in graph.outgoing(ty).filter(is_part) {
                if graph.symbol(part.to).kind().is_type() {
                    let to = self.known(TypeState::LookedInto, part.to, &mut open);
                    self.links.add(node, to, true);
                }
            }
        }
    }

    /// The node of a state, which is opened when it is new.
    fn known(&mut self, state: TypeState, ty: SymbolId, open: &mut Vec<(TypeState, SymbolId)>) -> u32 {
        let (node, is_new) = self.state(state, ty);
        if is_new {
            open.push((state, ty));
        }
        node
    }
}

fn methods(graph: &Graph<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let mut members = graph.members(ty);
    members.retain(|&member| graph.symbol(member).kind() == SymbolKind::Method);
    members
}
