//! Undo of the choices about the view's lists.

use super::SymbolsView;
use super::panes::SymbolsChoices;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;

impl SymbolsView {
    pub(super) fn choices(&self) -> SymbolsChoices {
        SymbolsChoices {
            filter: self.slots.prompt.line.text().to_owned(),
            sort: self.sort,
            hides: (self.hide_tests, self.hide_generated),
        }
    }

    /// Returns whether an action changes choices, and nothing else that would be lost with them.
    pub(super) fn is_choice(action: Action) -> bool {
        matches!(
            action,
            Action::Order
                | Action::OrderRank
                | Action::OrderLoad
                | Action::OrderStarts
                | Action::OrderIn
                | Action::OrderOut
                | Action::OrderName
                | Action::OrderUse
                | Action::HideTests
                | Action::HideGenerated
                | Action::Climb
        )
    }

    /// Keeps the choices before a change, for undo.
    pub(super) fn choices_changed(&mut self, cx: &mut Ctx, before: SymbolsChoices, by: Action) {
        let after = self.choices();
        // Filter changes get no hint about undo: the filter is visible, and Esc clears it.
        if before != after && !matches!(by, Action::Type | Action::Climb) {
            cx.teach_undo(by);
        }
        self.undo.keep(before, &after);
    }

    /// Undoes the last choice and shows what is in force again.
    pub(super) fn undo(&mut self, cx: &mut Ctx) {
        let now = self.choices();
        let Some(before) = self.undo.take() else {
            return cx.notify(Tone::Bad, "there is no change here to undo");
        };
        let holds = match () {
            () if now.filter != before.filter && before.filter.is_empty() => "no filter".to_owned(),
            () if now.filter != before.filter => format!("filter: {}", before.filter),
            () if now.sort != before.sort => format!("sorted by {}", before.sort.name()),
            () if now.hides != before.hides => {
                let [tests, generated] =
                    [before.hides.0, before.hides.1].map(|hidden| if hidden { "hidden" } else { "shown" });
                format!("tests {tests}, generated code {generated}")
            }
            () => "the choices of before".to_owned(),
        };
        let SymbolsChoices { filter, sort, hides } = before;
        self.slots.prompt.line.set(&filter);
        self.sort = sort;
        (self.hide_tests, self.hide_generated) = hides;
        self.list_again(cx);
        cx.notify(Tone::Good, format!("again {holds}"));
    }
}
