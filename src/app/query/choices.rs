//! The choices of a person about answers and packs, and undoing the last one.

use super::QueryView;
use super::requests::QueryChoices;
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;
use crate::model::grouped;
use crate::rank::Intent;

impl QueryView {
    pub(super) fn choices(&self) -> QueryChoices {
        QueryChoices {
            overrides: self.overrides.clone(),
            dropped: self.dropped.clone(),
            strategy: self.strategy,
            intent: self.intent,
            budget: self.budget,
            format: self.format,
            encoding: self.encoding,
        }
    }

    /// Undoes the last choice and shows what is in force again.
    pub(super) fn undo(&mut self, cx: &mut Ctx) {
        let now = self.choices();
        let Some(before) = self.undo.take() else {
            return cx.notify(Tone::Bad, "there is no change here to undo");
        };
        let intent = before.intent.map_or("auto", Intent::name);
        let holds = match () {
            () if now.strategy != before.strategy => format!("strategy: {}", before.strategy.name()),
            () if now.intent != before.intent => format!("intent: {intent}"),
            () if now.format != before.format => format!("format: {}", before.format.name()),
            () if now.encoding != before.encoding => format!("tokens by {}", before.encoding.name()),
            () if now.budget != before.budget => format!("budget: {}", grouped(before.budget.into())),
            () => "without the last pin, ban or level".to_owned(),
        };
        let (asks, recounts) = (
            (now.strategy, now.intent) != (before.strategy, before.intent),
            (now.format, now.encoding) != (before.format, before.encoding),
        );
        let QueryChoices { overrides, dropped, strategy, intent, budget, format, encoding } = before;
        (self.overrides, self.dropped) = (overrides, dropped);
        (self.strategy, self.intent, self.budget) = (strategy, intent, budget);
        (self.format, self.encoding) = (format, encoding);
        // Symbols may have moved since the overrides were made.
        if let Some(answered) = &self.answered {
            self.overrides.follow(&answered.snapshot.graph());
        }
        match (asks, recounts) {
            (true, _) => self.ask(cx),
            (false, true) => self.recount(cx),
            (false, false) => self.pack(cx),
        }
        cx.notify(Tone::Good, format!("again {holds}"));
    }
}
