//! Suggestions before the first question: earlier questions, and examples made of this tree.

use super::QueryView;
use crate::app::ctx::Ctx;
use crate::app::view_state::ViewState;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, clean};

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
        let is_unasked = self.answered.is_none() && self.slots.prompt.line.text().trim().is_empty();
        self.suggestions.get(self.slots.cursor.at).filter(|_| is_unasked)
    }
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
    let main = graph.symbols().find(|symbol| {
        symbol.kind() == SymbolKind::Func && symbol.label() == "main.main" && !symbol.is_test()
    });
    let mut all = Vec::new();
    if let Some(function) = function.map(name) {
        all.push(format!("who calls {function}"));
        all.extend(main.map(|main| format!("how does {} reach {function}", main.label())));
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
