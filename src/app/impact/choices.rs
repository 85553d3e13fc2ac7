//! The choices of a person about the rows, and undoing the last one.

use super::ImpactView;
use super::requests::ImpactChoices;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;

impl ImpactView {
    pub(super) fn choices(&self) -> ImpactChoices {
        ImpactChoices {
            limits: self.limits,
            form: self.shape.forms,
            hide_tests: self.shape.hide_tests,
            order: self.past.order,
            churn: self.past.churn,
        }
    }

    /// Takes the last choice back.
    pub(super) fn undo(&mut self, cx: &mut Ctx) {
        let now = self.choices();
        let Some(before) = self.undo.take() else {
            return cx.notify(Tone::Bad, "there is no change here to undo");
        };
        if now.order != before.order {
            self.put_in_order(cx, before.order);
        }
        if now.churn != before.churn {
            self.switch_churn(cx);
        }
        (self.shape.forms, self.shape.hide_tests) = (before.form, before.hide_tests);
        if now.limits == before.limits {
            self.lay_out(cx, self.selected());
        } else {
            self.limits = before.limits;
            self.ask_again(cx);
        }
        cx.notify(Tone::Good, "the last change of this view is undone");
    }

    /// Keeps what was chosen before a change.
    pub(super) fn choices_changed(&mut self, cx: &mut Ctx, before: ImpactChoices, by: Action) {
        let after = self.choices();
        if before != after {
            cx.teach_undo(by);
        }
        self.undo.keep(before, &after);
    }
}
