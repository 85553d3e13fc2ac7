//! The choices of a person about answers and packs, and undoing the last one.

use super::QueryView;
use super::requests::QueryChoices;
use crate::app::ctx::Ctx;
use crate::app::undo::{UndoStack, Undoing};
use crate::model::grouped;
use crate::rank::Intent;

impl Undoing for QueryView {
    type Choices = QueryChoices;

    fn choices(&self) -> QueryChoices {
        self.choices.clone()
    }

    fn past(&mut self) -> &mut UndoStack<QueryChoices> {
        &mut self.undo
    }

    fn restore(&mut self, cx: &mut Ctx, before: QueryChoices) -> String {
        let now = std::mem::replace(&mut self.choices, before.clone());
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
        // Symbols may have moved since the overrides were made.
        if let Some(answered) = &self.answered {
            self.choices.overrides.follow(&answered.snapshot.graph());
        }
        match (asks, recounts) {
            (true, _) => self.ask(cx),
            (false, true) => self.recount(cx),
            (false, false) => self.pack(cx),
        }
        format!("again {holds}")
    }
}
