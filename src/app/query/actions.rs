//! Actions, keys and mouse of the Query view.

use super::QueryView;
use super::budget_steps::{after, next_intent, step_down, step_up};
use super::question_history::QuestionHistory;
use super::requests::{Answered, BeforeTyping};
use super::way::AnswerLine;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::list::Cursor;
use crate::app::msg::{Copying, Effect, Tone};
use crate::app::nav_history::ViewPlace;
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;
use crate::interactions::Act;
use crate::model::{SymbolId, counted, grouped};
use crate::rank::Intent;
use crate::search::pack::RowOverride;
use crate::search::pack::render::{DetailLevel, PackFormat};
use crate::search::pack::tokens::Encoding;
use crate::search::{Strategy, rows_for};
use std::sync::Arc;

impl QueryView {
    /// Carries out an action of this view; returns whether it is one.
    pub(in crate::app) fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        if action == Action::Undo {
            self.undo(cx);
            return true;
        }
        let before = self.choices();
        let is_carried_out = self.carry_out_choice(cx, action);
        let after = self.choices();
        if before != after {
            cx.teach_undo(action);
        }
        self.undo.keep(before, &after);
        is_carried_out
    }

    fn carry_out_choice(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Type => self.open_line(),
            Action::More => self.more(cx),
            Action::TakeOut => self.switch_override(cx, RowOverride::BANNED),
            Action::Less => self.change_level(cx, RowOverride::lowered),
            Action::Unwish => self.unwish(cx),
            Action::Wider => self.set_budget(cx, step_up(self.budget)),
            Action::NewOrder => self.take_new_order(cx),
            Action::AskWords => self.ask_for_words(cx),
            Action::Narrower => self.set_budget(cx, step_down(self.budget)),
            Action::Order => {
                self.strategy = after(&Strategy::ALL, self.strategy);
                cx.notify(Tone::Good, format!("strategy: {}", self.strategy.name()));
                self.ask(cx);
            }
            Action::Intent => {
                self.intent = next_intent(self.intent);
                let name = self.intent.map_or("auto", Intent::name);
                cx.notify(Tone::Good, format!("intent: {name}"));
                self.ask(cx);
            }
            Action::Format => {
                self.format = after(&PackFormat::ALL, self.format);
                cx.notify(Tone::Good, format!("format: {}", self.format.name()));
                self.recount(cx);
            }
            Action::Encoding => {
                self.encoding = after(&Encoding::ALL, self.encoding);
                cx.notify(Tone::Good, format!("tokens by {}", self.encoding.name()));
                self.recount(cx);
            }
            Action::ShowSecrets => {
                cx.settings.show_secrets = !cx.settings.show_secrets;
                let shown = if cx.settings.show_secrets { "shown" } else { "masked" };
                cx.notify(Tone::Good, format!("secrets are {shown} in what is packed and copied"));
                cx.teach_switch(action);
                self.recount(cx);
            }
            Action::Descend => return self.descend(cx),
            _ => return false,
        }
        true
    }

    /// Goes through the questions of before, or from an empty line to the rows; returns whether the action does that.
    pub(super) fn recall_act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        let has_rows = self.len() > 0 && !self.history.is_open();
        let is_empty = self.slots.prompt.text().trim().is_empty();
        match action {
            Action::LineEarlier => self.show_earlier(cx, true),
            Action::LineLater => self.show_earlier(cx, false),
            Action::LineUp if !has_rows || is_empty => self.show_earlier(cx, true),
            Action::LineDown if self.history.is_open() => self.show_earlier(cx, false),
            Action::LineDown if is_empty => self.take_question(cx),
            _ => return false,
        }
        true
    }

    /// Opens the line; what was typed and answered is kept to come back to.
    pub(super) fn open_line(&mut self) {
        self.slots.prompt.open();
        self.before = Some(BeforeTyping {
            text: self.slots.prompt.line.text().to_owned(),
            place: self.place_now(),
            answered: self.answered.clone(),
            packed: self.packed.clone(),
            problem: self.problem.clone(),
            cursor: self.slots.cursor,
        });
    }

    /// Closes the line, and brings back what was there before it was opened.
    pub(super) fn drop_typed(&mut self, cx: &mut Ctx) {
        let Some(before) = self.before.take().filter(|before| before.text != self.slots.prompt.line.text())
        else {
            return;
        };
        self.slots.prompt.line.set(&before.text);
        self.due = None;
        cx.call_off(JobKind::Ask);
        cx.call_off(JobKind::Pack);
        let is_old = before.answered.as_ref().is_some_and(|answered| {
            cx.index
                .snapshot
                .as_ref()
                .is_none_or(|newest| !std::sync::Arc::ptr_eq(newest, &answered.snapshot))
        });
        (self.answered, self.packed, self.problem) = (before.answered, before.packed, before.problem);
        self.way = self.answered.as_deref().map(super::way::steps_of).unwrap_or_default();
        self.slots.cursor = before.cursor;
        if is_old {
            self.ask(cx);
        }
        self.look(cx);
    }

    /// Closes the line and asks what is typed, if that was not done yet. The keys are on the first row from then on; of
    /// an empty line the rows are suggestions.
    pub(super) fn take_question(&mut self, cx: &mut Ctx) {
        let before = self.before.take();
        let is_new = before.as_ref().is_none_or(|before| before.text != self.slots.prompt.line.text());
        if let Some(before) = before.filter(|before| is_new && before.answered.is_some()) {
            cx.places.leave(before.place.into());
        }
        self.slots.prompt.open = false;
        self.slots.focus = Slot::List;
        self.slots.pane.leave();
        let (text, words) = self.question();
        if text.is_empty() {
            return self.unask(cx);
        }
        if is_new {
            self.also.clear();
            self.offered.clear();
        }
        // The words after a `+` stand beside the question from now on.
        if !words.is_empty() {
            self.slots.prompt.line.set(&text);
            let new: Vec<String> = words.into_iter().filter(|word| !self.also.contains(word)).collect();
            self.also.extend(new);
        }
        self.remember();
        if self.due.is_some() || self.answered.is_none() {
            self.ask(cx);
        }
        self.keep_shown();
        if is_new {
            self.slots.cursor = Cursor { at: self.first_line(), offset: 0 };
            if cx.settings.words.is_automatic {
                self.ask_for_words(cx);
            }
        }
        self.then.note = true;
        self.note_shown(cx);
        self.look(cx);
    }

    /// Asks a question that comes from outside the view.
    pub(in crate::app) fn put(&mut self, cx: &mut Ctx, text: &str) {
        self.slots.prompt.line.set(text);
        self.also.clear();
        self.offered.clear();
        self.take_question(cx);
    }

    /// The question and the selected row, to come back to.
    pub(super) fn place_now(&self) -> ViewPlace {
        let row = self.selected().zip(self.answered.as_ref());
        let row = row.map(|(symbol, answered)| answered.snapshot.graph().symbol(symbol).id_text());
        ViewPlace::Query { text: self.slots.prompt.text().to_owned(), also: self.also.clone(), row }
    }

    /// Comes back to a question and its row; an empty one is none.
    pub(super) fn return_to(&mut self, cx: &mut Ctx, text: &str, also: Vec<String>, row: Option<String>) {
        if text.is_empty() || (self.slots.prompt.text(), &self.also) == (text, &also) {
            return;
        }
        self.slots.prompt.line.set(text);
        (self.also, self.lost) = (also, row);
        self.offered.clear();
        self.remember();
        let question = (self.question().0, &self.also, (self.strategy, self.intent));
        let is_same = |shown: &&Arc<Answered>| {
            let is_newest = cx.index.snapshot.as_ref().is_some_and(|of| Arc::ptr_eq(of, &shown.snapshot));
            is_newest
                && (&shown.text, &shown.asked.query.also, shown.order)
                    == (&question.0, question.1, question.2)
        };
        let Some(shown) = self.shown.iter().find(is_same).cloned() else { return self.ask(cx) };
        self.due = None;
        cx.call_off(JobKind::Ask);
        self.offers_order = shown.asked.past.is_none() && self.commits(cx, &shown.snapshot).is_some();
        self.answer_came(cx, Ok(shown));
    }

    /// Keeps the answer to an accepted question for the time when one comes back to it.
    pub(super) fn keep_shown(&mut self) {
        const MOST: usize = 8;
        let Some(answered) = self.answered.as_ref().filter(|_| !self.slots.prompt.open) else { return };
        let other = |shown: &Arc<Answered>| {
            Arc::ptr_eq(&shown.snapshot, &answered.snapshot)
                && (&shown.text, &shown.asked.query.also) != (&answered.text, &answered.asked.query.also)
        };
        self.shown.retain(other);
        if self.shown.len() == MOST {
            self.shown.remove(0);
        }
        self.shown.push(Arc::clone(answered));
    }

    pub(super) fn remember(&mut self) {
        self.history.add(self.slots.prompt.line.text());
    }

    /// The questions that the next start is to know, the newest last.
    pub(in crate::app) fn asked_before(&self) -> Vec<String> {
        self.history.saved()
    }

    /// Forgets the questions that were asked before.
    pub(in crate::app) fn forget_asked(&mut self, cx: &Ctx) {
        self.history = QuestionHistory::default();
        self.shown.clear();
        self.suggest(cx);
    }

    /// Begins with the questions of an earlier start.
    pub(in crate::app) fn remember_asked(&mut self, questions: Vec<String>) {
        self.history.restore(questions);
    }

    /// Records what the pack of an accepted question shows, once it is there.
    pub(super) fn note_shown(&mut self, cx: &mut Ctx) {
        if !self.then.note || cx.is_awaited(JobKind::Ask) || cx.is_awaited(JobKind::Pack) {
            return;
        }
        self.then.note = false;
        let packed = self.packed.as_ref();
        let shown: Vec<_> = packed.map_or_else(Vec::new, |packed| packed.levels.keys().copied().collect());
        cx.did(Act::Shown, &shown);
    }

    /// Shows the previous or the next question of the history.
    fn show_earlier(&mut self, cx: &mut Ctx, older: bool) {
        let history = &mut self.history;
        let mut text = if older { history.older() } else { history.newer() };
        // The newest one mostly stands in the line already.
        if older && text == Some(self.slots.prompt.line.text().trim()) {
            text = history.older();
        }
        let text = text.map(str::to_owned);
        if let Some(text) = text {
            self.slots.prompt.line.set(&text);
            self.typed(cx);
        }
    }

    /// Drops all overrides; if there are none, restores those dropped last.
    fn unwish(&mut self, cx: &mut Ctx) {
        let query = &mut *self;
        let key = cx.keymap.shown(Action::Unwish);
        let text = match (query.overrides.len(), query.dropped.len()) {
            (0, 0) => return cx.notify(Tone::Bad, "there are no pins, bans or levels to drop"),
            (0, n) => {
                query.overrides = std::mem::take(&mut query.dropped);
                format!("{} brought back", overrides(n))
            }
            (n, _) => {
                query.dropped = std::mem::take(&mut query.overrides);
                format!("{} dropped; {key} restores", overrides(n))
            }
        };
        cx.notify(Tone::Good, text);
        self.pack(cx);
    }

    /// The rows that an action is about: those picked, or the one under the cursor. Empty, with a notice, if there are
    /// none.
    fn meant_rows(&self, cx: &mut Ctx) -> Vec<SymbolId> {
        if cx.picks.is_empty() {
            let selected = self.selected();
            if selected.is_none() {
                cx.notify(Tone::Bad, self.rowless().to_owned());
            }
            return selected.into_iter().collect();
        }
        let symbols = cx.picks.symbols();
        let is_row = |&id: &SymbolId| {
            let answered = self.answered.as_ref();
            answered.is_some_and(|answered| cx.picks.has(&answered.snapshot, id)) && self.place(id).is_some()
        };
        let rows: Vec<SymbolId> = symbols.iter().copied().filter(is_row).collect();
        if rows.is_empty() {
            let (picked, key) = (counted(symbols.len(), "row"), cx.keymap.shown(Action::More));
            cx.notify(Tone::Bad, format!("{picked} picked, but not in this answer: {key} adds them to it"));
        }
        rows
    }

    /// Pins or bans the rows that are meant, or takes that back if all of them are so already.
    fn switch_override(&mut self, cx: &mut Ctx, wanted: RowOverride) {
        let rows = self.meant_rows(cx);
        // A chosen level of detail already keeps a row in the pack.
        let is_kept = |now: Option<RowOverride>| {
            wanted == RowOverride::PINNED && now.is_some_and(|now| now.least.is_some())
        };
        let is_so = |now: Option<RowOverride>| now == Some(wanted) || is_kept(now);
        let all = rows.iter().all(|&row| is_so(self.overrides.of(row)));
        self.override_rows(cx, &rows, |_, _, now| match now {
            now if now == Some(wanted) && all => None,
            now if is_so(now) => now,
            _ => Some(wanted),
        });
        if !rows.is_empty() {
            cx.picks.end();
        }
    }

    /// Keeps the rows that are meant in the pack; those that are kept already get one more level.
    fn more(&mut self, cx: &mut Ctx) {
        let rows = self.meant_rows(cx);
        let is_kept = |row: &SymbolId| self.overrides.of(*row).is_some_and(|own| own != RowOverride::BANNED);
        let (kept, new): (Vec<SymbolId>, Vec<SymbolId>) = rows.into_iter().partition(is_kept);
        if new.is_empty() {
            let before: Vec<_> = kept.iter().map(|&row| self.overrides.of(row)).collect();
            self.override_rows(cx, &kept, |levels, level, _| Some(RowOverride::raised(level, levels)));
            if !kept.is_empty() && kept.iter().map(|&row| self.overrides.of(row)).eq(before) {
                let [less, reset] = [Action::Less, Action::Unwish].map(|action| cx.keymap.shown(action));
                let text = format!(
                    "already kept as whole as it can be: {less} shows less of it, {reset} drops all choices"
                );
                cx.notify(Tone::Good, text);
            }
        } else {
            self.override_rows(cx, &new, |_, _, _| Some(RowOverride::PINNED));
        }
        cx.picks.end();
    }

    /// Chooses another level of detail among those that each of the meant rows has.
    fn change_level(&mut self, cx: &mut Ctx, step: fn(Option<DetailLevel>, &[DetailLevel]) -> RowOverride) {
        let rows = self.meant_rows(cx);
        self.override_rows(cx, &rows, |levels, level, _| Some(step(level, levels)));
    }

    /// Changes the overrides of rows, each given the levels that it has, its level in the pack and its current
    /// override.
    fn override_rows(
        &mut self,
        cx: &mut Ctx,
        rows: &[SymbolId],
        change: impl Fn(&[DetailLevel], Option<DetailLevel>, Option<RowOverride>) -> Option<RowOverride>,
    ) {
        let Some(answered) = self.answered.clone().filter(|_| !rows.is_empty()) else { return };
        let graph = answered.snapshot.graph();
        for &symbol in rows {
            let row_override = self.overrides.of(symbol);
            let level = match &self.packed {
                Some(packed) => packed.levels.get(&symbol).map(|shown| shown.0),
                // No pack fits the overrides, so the level comes from this row's own override.
                None => row_override.and_then(|row_override| row_override.least),
            };
            let row_override = change(&answered.context.views(symbol), level, row_override);
            match row_override {
                Some(RowOverride::PINNED) => cx.did(Act::Pinned, &[symbol]),
                Some(RowOverride::BANNED) => cx.did(Act::Banned, &[symbol]),
                _ => {}
            }
            self.overrides.set(&graph, symbol, row_override);
        }
        self.pack(cx);
    }

    /// Packs to another budget. If it has room for more rows than the answer has, the question is asked again.
    pub(in crate::app) fn choose_budget(&mut self, cx: &mut Ctx, budget: u32) {
        let before = self.choices();
        self.set_budget(cx, budget);
        let after = self.choices();
        if before != after {
            cx.teach_undo(Action::Budget);
        }
        self.undo.keep(before, &after);
    }

    fn set_budget(&mut self, cx: &mut Ctx, budget: u32) {
        if budget == self.budget {
            return cx.notify(Tone::Bad, format!("no budget beyond {} tokens", grouped(budget.into())));
        }
        let has_room = rows_for(budget) > rows_for(self.budget);
        self.budget = budget;
        if has_room { self.ask(cx) } else { self.pack(cx) }
    }

    /// Asks the suggestion under the cursor; returns whether there is nothing more to do.
    fn descend(&mut self, cx: &mut Ctx) -> bool {
        if let Some(suggested) = self.suggestion().cloned() {
            self.put(cx, &suggested);
            return true;
        }
        match self.line_at_cursor() {
            Some(AnswerLine::WayHead) => self.fold_group(cx, self.folded[0]),
            Some(AnswerLine::RowsHead) => self.fold_group(cx, self.folded[1]),
            Some(_) => false,
            None => {
                cx.notify(Tone::Bad, self.rowless().to_owned());
                true
            }
        }
    }

    /// Copies the pack.
    pub(in crate::app) fn copy_context(&mut self, cx: &mut Ctx) {
        let Some(packed) = self.packed.as_ref().filter(|packed| !packed.is_empty()) else {
            let is_empty = self.problem.is_none() && self.selected().is_some();
            let why =
                if is_empty { "nothing fits into it; raise the budget or drop bans" } else { self.rowless() };
            return cx.notify(Tone::Bad, format!("there is no pack to copy: {why}"));
        };
        let what = format!("pack of {} tokens", grouped(packed.pack.tokens.into()));
        let copying = Copying::Text { what, text: packed.pack.text.clone() };
        let symbols: Vec<_> = packed.pack.quoted().collect();
        cx.push(Effect::Copy(copying));
        cx.did(Act::Copied, &symbols);
    }
}

/// Pins, bans and levels, counted.
fn overrides(n: usize) -> String {
    if n == 1 { "1 pin, ban or level".to_owned() } else { format!("{n} pins, bans and levels") }
}
