//! Calls from code that is not indexed: of the methods of values that the tree hands to it.
//!
//! The standard library looks for methods by their name in whatever it gets: `fmt` for `String`, `encoding/json` for
//! `MarshalJSON`, `io.Copy` for `WriteTo`. Reflection finds any exported method.

use super::draft::{Draft, State, implementing, is_part};
use crate::model::{Graph, SymbolId, SymbolKind, symbol_flag};

/// Methods that the standard library looks for in a value, and in the values that it holds.
const LOOKED_FOR: [&str; 26] = [
    "As",
    "Error",
    "Format",
    "GoString",
    "GobDecode",
    "GobEncode",
    "Is",
    "IsZero",
    "LogValue",
    "MarshalBinary",
    "MarshalJSON",
    "MarshalText",
    "MarshalXML",
    "MarshalXMLAttr",
    "MarshalYAML",
    "Scan",
    "Set",
    "String",
    "UnmarshalBinary",
    "UnmarshalJSON",
    "UnmarshalText",
    "UnmarshalXML",
    "UnmarshalXMLAttr",
    "UnmarshalYAML",
    "Unwrap",
    "Value",
];

/// Functions that call methods by reflection: in whichever value they get.
fn calls_any_method(name: &str) -> bool {
    let of_reflection = ["reflect.Value.Method", "reflect.Value.MethodByName", "reflect.Type.Method"];
    let of_templates = ["text/template.Template.Execute", "html/template.Template.Execute"];
    of_reflection.contains(&name)
        || of_templates.iter().any(|prefix| name.starts_with(prefix))
        || name.starts_with("net/rpc.")
}

impl Draft<'_> {
    /// O(conversions + parts of the types that are handed out + names from outside).
    pub(super) fn add_handed_out(&mut self) {
        let graph = self.graph;
        let by_reflection = self.another();
        for name in graph.foreign_names().filter(|name| calls_any_method(name)) {
            for site in graph.foreign(name) {
                self.links.add(site.from.0, by_reflection, false);
            }
        }
        let mut open: Vec<(State, SymbolId)> = Vec::new();
        for conversion in graph.conversions().filter(|conversion| conversion.is_satisfied) {
            let to = self.known(State::HandedOut, conversion.ty, &mut open);
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
            if state == State::HandedOut {
                let looked_into = self.known(State::LookedInto, ty, &mut open);
                self.links.add(node, looked_into, true);
            }
            for method in methods(graph, ty) {
                let symbol = graph.symbol(method);
                let is_looked_for = LOOKED_FOR.binary_search(&symbol.name()).is_ok();
                let is_called = match state {
                    State::HandedOut => graph.outside(method).next().is_some(),
                    State::LookedInto | State::Made | State::Taken => is_looked_for,
                };
                if is_called {
                    self.links.add(node, method.0, false);
                } else if state == State::HandedOut && symbol.has(symbol_flag::EXPORTED) {
                    self.links.add_gated(by_reflection, node, method.0);
                }
            }
            if let Some(made) = self.made(ty) {
                self.links.add(node, made, true);
            }
            for part in graph.outgoing(ty).filter(is_part) {
                if graph.symbol(part.to).kind().is_type() {
                    let to = self.known(State::LookedInto, part.to, &mut open);
                    self.links.add(node, to, true);
                }
            }
        }
    }

    /// The node of a state, which is opened when it is new.
    fn known(&mut self, state: State, ty: SymbolId, open: &mut Vec<(State, SymbolId)>) -> u32 {
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
