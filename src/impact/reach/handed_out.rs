//! Calls from code that is not indexed, to methods of values that the tree passes to it.
//!
//! [`crate::golang::called_back`] says which methods it looks for. What is printed or encoded is only looked into: that code
//! asks for no other interface that the value satisfies.

use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::{FlowDraft, State, has_field, implementing, is_part};
use crate::golang::called_back::{
    calls_any_method, calls_methods_of_results, looks_by_name_alone, may_be_looked_for_by, tells_of_a_type,
};
use crate::model::{ANY, Conversion, EdgeKind, Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

impl FlowDraft<'_> {
    /// O(conversions + parts of the types that are handed out + names from outside).
    pub(super) fn add_handed_out(&mut self) {
        let graph = self.graph;
        let [by_reflection, by_template] = self.calling_any();
        let looking = self.looking();
        let mut open: Vec<(State, SymbolId)> = Vec::new();
        self.add_template_functions(&mut open);
        let calls = CallsOut::of(graph);
        for conversion in graph.conversions().filter(|conversion| conversion.is_satisfied) {
            let only_looks = calls.only_look_into(&conversion);
            let state = if only_looks { State::LookedInto } else { State::HandedOut };
            let to = self.known(state, conversion.ty, &mut open);
            let from = self.code(conversion.from, graph.edge(conversion.id).lines);
            self.links.add(from, to, true);
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
            let seen = match state {
                State::HandedOut | State::Reflected => Some((by_reflection, State::Reflected)),
                State::Selected => Some((by_template, State::Selected)),
                _ => None,
            };
            for method in methods(graph, ty) {
                let symbol = graph.symbol(method);
                if state == State::HandedOut && graph.outside(method).next().is_some() {
                    self.links.add(node, method.0, false);
                } else if state == State::LookedInto
                    && let Some(&looking) = looking.get(symbol.name())
                {
                    self.links.add_gated(looking, node, method.0);
                } else if symbol.has(symbol_flag::EXPORTED)
                    && let Some((by, _)) = seen
                {
                    self.links.add_gated(by, node, method.0);
                    // A template selects from what a method returns.
                    for result in types_used_by(graph, method) {
                        let to = self.known(State::Selected, result, &mut open);
                        self.links.add(node, to, true);
                    }
                }
            }
            // Reflection finds values that were made before, but code outside makes those that it decodes.
            let may_decode = !matches!(state, State::Reflected | State::Selected);
            if may_decode && let Some(made) = self.made(ty) {
                self.links.add(node, made, true);
            }
            for part in graph.outgoing(ty).filter(is_part) {
                if graph.symbol(part.to).kind().is_type() {
                    if may_decode {
                        let to = self.known(State::LookedInto, part.to, &mut open);
                        self.links.add(node, to, true);
                    }
                    // Of what is embedded, exported members are the type's own.
                    let is_exported = |field: Symbol<'_>| field.has(symbol_flag::EXPORTED);
                    let is_seen = || {
                        part.kind == EdgeKind::Extends
                            || has_field(graph, graph.symbol(ty), &part, is_exported)
                    };
                    if let Some((_, state)) = seen
                        && is_seen()
                    {
                        let to = self.known(state, part.to, &mut open);
                        self.links.add(node, to, true);
                    }
                }
            }
        }
    }

    /// The nodes for "code outside calls any exported method", by reflection and by a template, which is the first, too.
    fn calling_any(&mut self) -> [u32; 2] {
        let graph = self.graph;
        let [by_reflection, by_template] = [self.another(), self.another()];
        self.links.add(by_template, by_reflection, false);
        for name in graph.foreign_names().filter(|name| calls_any_method(name)) {
            let by = if calls_methods_of_results(name) { by_template } else { by_reflection };
            for site in graph.foreign(name) {
                let from = self.code(site.from, &[site.line]);
                self.links.add(from, by, false);
            }
        }
        [by_reflection, by_template]
    }

    /// By the name of a method the node of all calls of code outside that looks for it.
    fn looking(&mut self) -> FxHashMap<&'static str, u32> {
        let graph = self.graph;
        let mut looking = FxHashMap::default();
        for name in graph.foreign_names() {
            let wanted = may_be_looked_for_by(name);
            let function = self.another();
            for &method in wanted {
                let to = *looking.entry(method).or_insert_with(|| self.another());
                self.links.add(function, to, false);
            }
            // A name that is not called may be a function taken as a value; types, such as `testing.T`, look for nothing.
            let may_be_function = !name.starts_with("testing.");
            for site in graph.foreign(name).filter(|_| !wanted.is_empty()) {
                if site.is_call || may_be_function && !graph.symbol(site.from).kind().is_type() {
                    let from = self.code(site.from, &[site.line]);
                    self.links.add(from, function, false);
                }
            }
        }
        looking
    }

    /// Adds the results of functions that code gives to a template: of any type that such a function uses, a template may call
    /// methods.
    fn add_template_functions(&mut self, open: &mut Vec<(State, SymbolId)>) {
        let graph = self.graph;
        let is_of_template = |name: &&str| {
            (name.starts_with("text/template.") || name.starts_with("html/template."))
                && (name.ends_with(".FuncMap") || name.ends_with(".Funcs"))
        };
        let names = graph.foreign_names().filter(is_of_template);
        let mut giving: Vec<SymbolId> =
            names.flat_map(|name| graph.foreign(name)).map(|site| site.from).collect();
        giving.sort_unstable();
        giving.dedup();
        for from in giving {
            let given = graph.outgoing(from).filter(|edge| edge.kind == EdgeKind::Uses);
            let given = given.map(|edge| edge.to).filter(|&to| graph.symbol(to).kind().is_callable());
            for result in given.flat_map(|function| types_used_by(graph, function)).collect::<Vec<_>>() {
                let to = self.known(State::Selected, result, open);
                self.links.add(from.0, to, true);
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

/// The lines of each declaration that call code outside.
struct CallsOut<'g> {
    graph: &'g Graph<'g>,
    /// True if all such calls of a line look for methods by name alone.
    by_name: FxHashMap<(SymbolId, u32), bool>,
    /// Lines that call code of the tree that takes values of any type, which may hand them on.
    takes_any: FxHashSet<(SymbolId, u32)>,
}

impl<'g> CallsOut<'g> {
    /// O(names from outside + edges of the declarations that convert).
    fn of(graph: &'g Graph<'g>) -> Self {
        let mut by_name: FxHashMap<(SymbolId, u32), bool> = FxHashMap::default();
        let calls = |name| graph.foreign(name).filter(|site| site.is_call).map(|site| (site.from, site.line));
        let telling = graph.foreign_names().filter(|name| tells_of_a_type(name)).flat_map(calls);
        let telling: FxHashSet<(SymbolId, u32)> = telling.collect();
        for name in graph.foreign_names().filter(|name| !tells_of_a_type(name)) {
            let is_by_name = looks_by_name_alone(name);
            for at in calls(name) {
                let is_of_type = name == "reflect.TypeOf" && telling.contains(&at);
                *by_name.entry(at).or_insert(true) &= is_by_name || is_of_type;
            }
        }
        let mut converting: Vec<SymbolId> = graph
            .conversions()
            .filter(|conversion| conversion.interface == ANY)
            .map(|conversion| conversion.from)
            .collect();
        converting.dedup();
        let mut takes_any = FxHashSet::default();
        for from in converting {
            let calls = graph.outgoing(from).filter(|edge| edge.kind == EdgeKind::Calls);
            for call in calls.filter(|edge| takes_any_value(graph.symbol(edge.to).signature())) {
                takes_any.extend(call.lines.iter().map(|&line| (from, line)));
            }
        }
        Self { graph, by_name, takes_any }
    }

    /// Returns whether a value that becomes one of any type is only passed to code that looks for methods by name
    /// alone.
    fn only_look_into(&self, conversion: &Conversion<'_>) -> bool {
        let lines = self.graph.edge(conversion.id).lines;
        conversion.interface == ANY
            && lines
                .iter()
                .map(|&line| (conversion.from, line))
                .all(|at| self.by_name.get(&at).copied().unwrap_or(false) && !self.takes_any.contains(&at))
    }
}

/// Returns whether a function's text may have a parameter of any type.
fn takes_any_value(signature: &str) -> bool {
    signature.contains("any") || signature.contains("interface{")
}

/// The types that a declaration names: those of its results among them.
fn types_used_by<'g>(
    graph: &'g Graph<'_>,
    declaration: SymbolId,
) -> impl Iterator<Item = SymbolId> + use<'g> {
    let used = graph.outgoing(declaration).filter(|edge| edge.kind == EdgeKind::Uses);
    used.map(|edge| edge.to).filter(|&to| graph.symbol(to).kind().is_type())
}

fn methods(graph: &Graph<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let mut members = graph.members(ty);
    members.retain(|&member| graph.symbol(member).kind() == SymbolKind::Method);
    members
}
