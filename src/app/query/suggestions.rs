//! Suggestions before the first question: earlier questions, and examples made of this tree.

use super::QueryView;
use crate::app::ctx::Ctx;
use crate::app::view_state::ViewState;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, clean};
use crate::relations::{Certainty, RelationKind, direct_ends};

/// Earlier questions that are offered.
const MAX_EARLIER: usize = 5;

impl QueryView {
    /// Makes the suggestions anew.
    pub(super) fn suggest(&mut self, cx: &Ctx) {
        let mut earlier = self.history.saved();
        earlier.reverse();
        earlier.truncate(MAX_EARLIER);
        let examples = cx.index.snapshot.as_ref().map(|snapshot| examples(&snapshot.graph()));
        self.suggestions = earlier.into_iter().chain(examples.unwrap_or_default()).collect();
        self.reshaped(cx);
    }

    /// The suggestion under the cursor, while nothing is asked.
    pub(super) fn suggestion(&self) -> Option<&String> {
        let is_unasked = self.answered.is_none() && self.slots.prompt.text().trim().is_empty();
        self.suggestions.get(self.slots.cursor.at).filter(|_| is_unasked)
    }
}

/// A function that surely reaches another one in a few steps: its caller, the caller of that one, and so on, each the one with
/// most load. `None` if there is only one step.
fn start_of(graph: &Graph<'_>, function: SymbolId) -> Option<SymbolId> {
    const MAX_STEPS: usize = 4;
    let mut way = vec![function];
    while way.len() <= MAX_STEPS {
        let callers = direct_ends(graph, RelationKind::Callers, way[way.len() - 1]).into_iter();
        let sure = callers.filter(|end| end.certainty == Certainty::Sure).map(|end| end.symbol);
        let own = sure.filter(|id| !way.contains(id) && !graph.symbol(*id).is_test());
        let next = own.max_by(|&a, &b| graph.load(a).total_cmp(&graph.load(b)).then(b.cmp(&a)));
        let Some(next) = next else { break };
        way.push(next);
    }
    // Programs of a tree have a main each.
    let n_mains = graph.symbols().filter(|symbol| symbol.label() == "main.main" && !symbol.is_test()).count();
    way.retain(|&id| n_mains < 2 || graph.symbol(id).label() != "main.main");
    way.last().copied().filter(|_| way.len() > 2)
}

/// Questions about the function, the type, the interface and the package that most of the work rests on. O(symbols).
fn examples(graph: &Graph<'_>) -> Vec<String> {
    let is_own = |symbol: &Symbol<'_>| !symbol.is_test() && !symbol.kind().is_container();
    let most = |is_kind: &dyn Fn(SymbolKind) -> bool| -> Option<SymbolId> {
        let fitting = graph.symbols().filter(|symbol| is_kind(symbol.kind()) && is_own(symbol));
        let best = fitting.max_by(|a, b| graph.load(a.id).total_cmp(&graph.load(b.id)).then(b.id.cmp(&a.id)));
        best.map(|symbol| symbol.id)
    };
    let name = |id: SymbolId| clean(&graph.symbol(id).label()).into_owned();
    let function = most(&SymbolKind::is_callable);
    let kind = most(&|kind| kind == SymbolKind::Struct).or_else(|| most(&SymbolKind::is_type));
    let interface = most(&|kind| kind == SymbolKind::Interface);
    let start = function.and_then(|function| start_of(graph, function));
    let mut all = Vec::new();
    if let Some(function) = function.map(name) {
        all.push(format!("who calls {function}"));
        all.extend(start.map(|start| format!("how does {} reach {function}", name(start))));
        all.push(format!("tests for {function}"));
    }
    all.extend(interface.map(|interface| format!("who implements {}", name(interface))));
    if let Some(kind) = kind {
        all.push(format!("what breaks if I change {}", name(kind)));
        let package = graph.symbol(kind).package_name();
        all.push(format!("what does package {} do", clean(package)));
    }
    all
}
