//! The rows of the Symbols view that can become a tour: a call path, what stands around a symbol, or the list.

use std::sync::Arc;

use super::SymbolsView;
use crate::app::ctx::Ctx;
use crate::app::pane::slot::Slot;
use crate::app::relations::RelationRow;
use crate::app::tours::requests::TourRows;
use crate::app::view_state::ViewState;
use crate::model::{SymbolId, clean};

impl SymbolsView {
    /// In the relations the call path under the cursor, or the symbol with its neighbours; elsewhere the list.
    pub(super) fn rows_to_tour(&self, cx: &Ctx) -> Option<TourRows> {
        let snapshot = cx.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        let label = |symbol: SymbolId| clean(&graph.symbol(symbol).label()).into_owned();
        let is_beside = self.slots.focus == Slot::Side;
        let call_path = self.call_path.as_ref().filter(|path| Arc::ptr_eq(&path.snapshot, snapshot));
        let (title, symbols) = if let Some(call_path) = call_path.filter(|_| is_beside) {
            let above = self.relations.get(..=self.relation.at).unwrap_or_default();
            let headings = above.iter().filter(|row| matches!(row, RelationRow::Heading(_))).count();
            let chain = call_path.chains.get(headings.saturating_sub(1))?.clone();
            (format!("From {} to {}", label(*chain.first()?), label(*chain.last()?)), chain)
        } else if let (true, Some(subject)) = (is_beside, self.listed()) {
            let others = self.relations.iter().filter_map(RelationRow::other);
            (format!("Around {}", label(subject)), [subject].into_iter().chain(others).collect())
        } else {
            let title = match self.line.text().trim() {
                "" => "The list of symbols".to_owned(),
                filter => format!("Symbols: {}", clean(filter)),
            };
            (title, self.listed_symbols(cx))
        };
        (!symbols.is_empty()).then_some(TourRows { title, symbols })
    }
}
