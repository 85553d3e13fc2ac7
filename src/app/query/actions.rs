//! Actions, keys and mouse of the Query view.

use super::budget_steps::{next_intent, step_down, step_up};
use super::question_history::QuestionHistory;
use super::requests::{Answered, BeforeTyping};
use super::{HEAD, PAUSE, QueryView, TITLE};
use crate::app::action::Action;
use crate::app::clock::Millis;
use crate::app::ctx::Ctx;
use crate::app::job::JobKind;
use crate::app::list::Cursor;
use crate::app::msg::{Copying, Effect};
use crate::app::nav_history::ViewPlace;
use crate::app::offer::{Offer, offer};
use crate::app::pane::prompt::Typing;
use crate::app::pane::slot::{Slot, SlotRows};
use crate::app::pane::workspace::Workspace;
use crate::app::source::Shown;
use crate::app::tours::requests::TourRows;
use crate::app::undo::{Undoing, after};
use crate::app::view::View;
use crate::app::view_state::ViewState;
use crate::index::Snapshot;
use crate::interactions::Act;
use crate::model::{SymbolId, clean, counted, grouped};
use crate::rank::Intent;
use crate::search::pack::RowOverride;
use crate::search::pack::render::{DetailLevel, PackFormat};
use crate::search::pack::tokens::Encoding;
use crate::search::{Strategy, rows_for};
use std::sync::Arc;

impl QueryView {
    fn carry_out(&mut self, cx: &mut Ctx, action: Action) -> bool {
        match action {
            Action::Type => self.open_line(),
            Action::More => self.more(cx),
            Action::TakeOut => self.take_out(cx),
            Action::Less => self.less(cx),
            Action::Unwish => self.unwish(cx),
            Action::Wider => self.set_budget(cx, step_up(self.choices.budget)),
            Action::NewOrder => self.take_new_order(cx),
            Action::AskWords => self.ask_for_words(cx),
            Action::Narrower => self.set_budget(cx, step_down(self.choices.budget)),
            Action::Order => {
                self.choices.strategy = after(&Strategy::ALL, self.choices.strategy);
                cx.tell(format!("strategy: {}", self.choices.strategy.name()));
                self.ask(cx);
            }
            Action::Intent => {
                self.choices.intent = next_intent(self.choices.intent);
                let name = self.choices.intent.map_or("auto", Intent::name);
                cx.tell(format!("intent: {name}"));
                self.ask(cx);
            }
            Action::Format => {
                self.choices.format = after(&PackFormat::ALL, self.choices.format);
                cx.tell(format!("format: {}", self.choices.format.name()));
                self.recount(cx);
            }
            Action::Encoding => {
                self.choices.encoding = after(&Encoding::ALL, self.choices.encoding);
                cx.tell(format!("tokens by {}", self.choices.encoding.name()));
                self.recount(cx);
            }
            Action::ShowSecrets => {
                cx.settings.show_secrets = !cx.settings.show_secrets;
                let shown = if cx.settings.show_secrets { "shown" } else { "masked" };
                cx.tell(format!("secrets are {shown} in what is packed and copied"));
                cx.teach_switch(action);
                self.recount(cx);
            }
            Action::Descend => return self.descend(cx),
            _ => return false,
        }
        true
    }

    /// Opens the line; what was typed and answered is kept to come back to.
    pub(super) fn open_line(&mut self) {
        self.slots.prompt.open();
        self.before = Some(BeforeTyping {
            text: self.slots.prompt.text().to_owned(),
            place: self.place_now(),
            answered: self.answered.clone(),
            packed: self.packed.clone(),
            problem: self.problem.clone(),
            cursor: self.slots.cursor,
        });
    }

    /// Closes the line, and brings back what was there before it was opened.
    pub(super) fn drop_typed(&mut self, cx: &mut Ctx) {
        let Some(before) = self.before.take().filter(|before| before.text != self.slots.prompt.text()) else {
            return;
        };
        self.slots.prompt.line.set(&before.text);
        self.due = None;
        cx.call_off(JobKind::Ask);
        cx.call_off(JobKind::Pack);
        let is_newest =
            |of: &Arc<Snapshot>| cx.index.snapshot.as_ref().is_some_and(|now| Arc::ptr_eq(now, of));
        let is_old = before.answered.as_ref().is_some_and(|answered| !is_newest(&answered.snapshot));
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
        let is_new = before.as_ref().is_none_or(|before| before.text != self.slots.prompt.text());
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
        self.notes_shown = true;
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

    /// Asks, unless there is an answer from before.
    fn ask_or_show(&mut self, cx: &mut Ctx) {
        let (question, order) = (self.question().0, (self.choices.strategy, self.choices.intent));
        let is_same = |shown: &&Arc<Answered>| {
            let is_newest = cx.index.snapshot.as_ref().is_some_and(|of| Arc::ptr_eq(of, &shown.snapshot));
            is_newest && (&shown.text, &shown.asked.query.also, shown.order) == (&question, &self.also, order)
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
        self.history.add(self.slots.prompt.text());
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
        if !self.notes_shown || cx.is_awaited(JobKind::Ask) || cx.is_awaited(JobKind::Pack) {
            return;
        }
        self.notes_shown = false;
        let packed = self.packed.as_ref();
        let shown: Vec<_> = packed.map_or_else(Vec::new, |packed| packed.levels.keys().copied().collect());
        cx.did(Act::Shown, &shown);
    }

    /// Shows the previous or the next question of the history.
    fn show_earlier(&mut self, cx: &mut Ctx, older: bool) {
        let history = &mut self.history;
        let mut text = if older { history.older() } else { history.newer() };
        // The newest one mostly stands in the line already.
        if older && text == Some(self.slots.prompt.text().trim()) {
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
        let key = cx.key(Action::Unwish);
        let text = match (self.choices.overrides.len(), self.choices.dropped.len()) {
            (0, 0) => return cx.warn("there are no pins, bans or levels to drop"),
            (0, n) => {
                self.choices.overrides = std::mem::take(&mut self.choices.dropped);
                format!("{} brought back", overrides(n))
            }
            (n, _) => {
                self.choices.dropped = std::mem::take(&mut self.choices.overrides);
                format!("{} dropped; {key} restores", overrides(n))
            }
        };
        cx.tell(text);
        self.pack(cx);
    }

    /// The rows that an action is about: those picked, or the one under the cursor. Empty, with a notice, if there are
    /// none.
    fn meant_rows(&self, cx: &mut Ctx) -> Vec<SymbolId> {
        if cx.picks.is_empty() {
            let selected = self.selected();
            if selected.is_none() {
                cx.warn(self.rowless().to_owned());
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
            let (picked, key) = (counted(symbols.len(), "row"), cx.key(Action::More));
            cx.warn(format!("{picked} picked, but not in this answer: {key} adds them to it"));
        }
        rows
    }

    /// Takes the rows that are meant out of the pack, or lets them in again if all of them are out.
    fn take_out(&mut self, cx: &mut Ctx) {
        let rows = self.meant_rows(cx);
        let is_out = |&row: &SymbolId| self.choices.overrides.of(row) == Some(RowOverride::BANNED);
        let wanted = if rows.iter().all(is_out) { None } else { Some(RowOverride::BANNED) };
        self.override_rows(cx, &rows, |_, _| wanted);
        if !rows.is_empty() {
            cx.picks.end();
        }
    }

    /// Keeps the rows that are meant in the pack; those that are kept already get one more level.
    fn more(&mut self, cx: &mut Ctx) {
        let rows = self.meant_rows(cx);
        let is_kept =
            |row: &SymbolId| self.choices.overrides.of(*row).is_some_and(|own| own != RowOverride::BANNED);
        let (kept, new): (Vec<SymbolId>, Vec<SymbolId>) = rows.into_iter().partition(is_kept);
        if new.is_empty() {
            let before: Vec<_> = kept.iter().map(|&row| self.choices.overrides.of(row)).collect();
            self.override_rows(cx, &kept, |levels, level| Some(RowOverride::raised(level, levels)));
            if !kept.is_empty() && kept.iter().map(|&row| self.choices.overrides.of(row)).eq(before) {
                let [less, reset] = [Action::Less, Action::Unwish].map(|action| cx.key(action));
                let text = format!(
                    "already kept as whole as it can be: {less} shows less of it, {reset} drops all choices"
                );
                cx.tell(text);
            }
        } else {
            self.override_rows(cx, &new, |_, _| Some(RowOverride::PINNED));
        }
        cx.picks.end();
    }

    /// Shows less of the rows that are meant, as far as each has levels of detail.
    fn less(&mut self, cx: &mut Ctx) {
        let rows = self.meant_rows(cx);
        self.override_rows(cx, &rows, |levels, level| Some(RowOverride::lowered(level, levels)));
    }

    /// Changes the overrides of rows, each given the levels that it has and its level in the pack.
    fn override_rows(
        &mut self,
        cx: &mut Ctx,
        rows: &[SymbolId],
        change: impl Fn(&[DetailLevel], Option<DetailLevel>) -> Option<RowOverride>,
    ) {
        let Some(answered) = self.answered.clone().filter(|_| !rows.is_empty()) else { return };
        let graph = answered.snapshot.graph();
        for &symbol in rows {
            let row_override = self.choices.overrides.of(symbol);
            let level = match &self.packed {
                Some(packed) => packed.levels.get(&symbol).map(|shown| shown.0),
                // No pack fits the overrides, so the level comes from this row's own override.
                None => row_override.and_then(|row_override| row_override.least),
            };
            let row_override = change(&answered.context.views(symbol), level);
            match row_override {
                Some(RowOverride::PINNED) => cx.did(Act::Pinned, &[symbol]),
                Some(RowOverride::BANNED) => cx.did(Act::Banned, &[symbol]),
                _ => {}
            }
            self.choices.overrides.set(&graph, symbol, row_override);
        }
        self.pack(cx);
    }

    /// Packs to another budget. If it has room for more rows than the answer has, the question is asked again.
    pub(in crate::app) fn choose_budget(&mut self, cx: &mut Ctx, budget: u32) {
        self.choosing(cx, Action::Budget, |view, cx| view.set_budget(cx, budget));
    }

    fn set_budget(&mut self, cx: &mut Ctx, budget: u32) {
        if budget == self.choices.budget {
            return cx.warn(format!("no budget beyond {} tokens", grouped(budget.into())));
        }
        let has_room = rows_for(budget) > rows_for(self.choices.budget);
        self.choices.budget = budget;
        if has_room { self.ask(cx) } else { self.pack(cx) }
    }

    /// Asks the suggestion under the cursor; returns whether there is nothing more to do.
    fn descend(&mut self, cx: &mut Ctx) -> bool {
        if let Some(suggested) = self.suggestion().cloned() {
            self.put(cx, &suggested);
            return true;
        }
        let at = self.slots.cursor.at;
        match (self.line_at_cursor(), self.folding(at)) {
            (Some(_), Some((_, Some(is_open)))) => self.set_open(cx, at, !is_open),
            (Some(_), _) => return false,
            (None, _) => cx.warn(self.rowless().to_owned()),
        }
        true
    }

    /// Copies the pack.
    pub(in crate::app) fn copy_context(&mut self, cx: &mut Ctx) {
        let Some(packed) = self.packed.as_ref().filter(|packed| !packed.is_empty()) else {
            let is_empty = self.problem.is_none() && self.selected().is_some();
            let why =
                if is_empty { "nothing fits into it; raise the budget or drop bans" } else { self.rowless() };
            return cx.warn(format!("there is no pack to copy: {why}"));
        };
        let what = format!("pack of {} tokens", grouped(packed.pack.tokens.into()));
        let copying = Copying::Text { what, text: packed.pack.text.clone() };
        let symbols: Vec<_> = packed.pack.quoted().collect();
        cx.push(Effect::Copy(copying));
        cx.did(Act::Copied, &symbols);
    }
}

impl ViewState for QueryView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.act_or_undo(cx, action, Self::carry_out)
    }

    fn view(&self) -> View {
        View::Query
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn above(&self) -> u16 {
        HEAD
    }

    fn list_rows(&self, cx: &Ctx) -> SlotRows {
        let notices = self.notice_lines(cx).len();
        let rows = usize::from(self.area(cx, Slot::List).height.saturating_sub(TITLE));
        // Notices take the last lines.
        let cursor = self.slots.cursor.clamped(self.len(), rows.saturating_sub(notices).max(1));
        SlotRows { head: TITLE, foot: notices as u16, cursor, len: self.len() }
    }

    fn turned(&mut self, cx: &mut Ctx) {
        self.lost = None;
        self.slots.pane.leave();
        self.look(cx);
    }

    fn folding(&self, at: usize) -> Option<(u16, Option<bool>)> {
        let line = self.lines().get(at).copied().filter(|_| !self.way.is_empty())?;
        Some(line.group().map_or((1, None), |group| (0, Some(!self.folded[group]))))
    }

    fn set_open(&mut self, cx: &mut Ctx, at: usize, open: bool) {
        if let Some(group) = self.lines().get(at).and_then(|line| line.group()) {
            self.folded[group] = !open;
            self.reshaped(cx);
            self.look(cx);
        }
    }

    fn press_above(&mut self, _cx: &mut Ctx) {
        self.open_line();
    }

    fn wanted(&self, _cx: &Ctx) -> Option<Shown> {
        self.place_of_line()
    }

    /// Goes through the questions of before, or from an empty line to the rows.
    fn recall(&mut self, cx: &mut Ctx, action: Action) -> bool {
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

    fn closed(&mut self, cx: &mut Ctx, how: Typing) {
        if how == Typing::Left { self.drop_typed(cx) } else { self.take_question(cx) }
    }

    fn here(&self, _cx: &Ctx) -> ViewPlace {
        self.place_now()
    }

    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        let ViewPlace::Query { text, also, row } = place else { return };
        // An empty question is none.
        if !text.is_empty() && (self.slots.prompt.text(), &self.also) != (&*text, &also) {
            self.slots.prompt.line.set(&text);
            (self.also, self.lost) = (also, row);
            self.offered.clear();
            self.remember();
            self.ask_or_show(cx);
        }
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Ask)
    }

    fn awaits(&self) -> &'static str {
        "the answer"
    }

    fn due(&self) -> Option<Millis> {
        self.due
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Offer> {
        let unwish = (!self.choices.overrides.is_empty()).then(|| Action::Unwish.into());
        let own = [
            Action::Descend.into(),
            offer(&[Action::Type], "ask"),
            Action::CopyContext.into(),
            offer(&[Action::More, Action::Less], "the row"),
            offer(&[Action::TakeOut], "out"),
            offer(&[Action::Narrower, Action::Wider], "tokens"),
        ];
        own.into_iter().chain(unwish).collect()
    }

    /// The view was turned to. Where nothing was asked yet the line is opened: there is nothing else to do.
    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        // They are mostly read before the first question is typed.
        if let Some(snapshot) = cx.index.snapshot.clone() {
            self.commits(cx, &snapshot);
        }
        if self.slots.prompt.text().is_empty() && self.answered.is_none() {
            self.suggest(cx);
            self.open_line();
        }
    }

    /// The question changed and will be asked after a pause.
    fn typed(&mut self, cx: &mut Ctx) {
        self.due = Some(Millis(cx.now.0 + PAUSE));
        self.lost = None;
    }

    /// A new graph came: the question is asked again.
    fn graph_came(&mut self, cx: &mut Ctx) {
        self.suggest(cx);
        if !self.slots.prompt.text().trim().is_empty() {
            self.ask(cx);
        }
    }

    /// Returns whether the typed question's answer is awaited while there is none or that of another question.
    fn is_early(&self, cx: &Ctx) -> bool {
        self.is_other() && !self.slots.prompt.open && (self.due.is_some() || cx.is_awaited(JobKind::Ask))
    }

    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        let rows = self.answered.iter().filter(|_| self.current(cx).is_some());
        rows.flat_map(|answered| answered.answer.rows.iter().map(|row| row.symbol)).collect()
    }

    fn tour_rows(&self, cx: &Ctx) -> Option<TourRows> {
        let answered = self.answered.as_ref().filter(|_| self.current(cx).is_some());
        let way = answered.and_then(|answered| answered.answer.way());
        let symbols = way.map_or_else(|| self.listed_symbols(cx), |way| way.symbols.clone());
        let question = clean(&self.answered.as_ref()?.text).into_owned();
        let title = question.split_whitespace().collect::<Vec<_>>().join(" ");
        (!symbols.is_empty()).then_some(TourRows { title, symbols })
    }

    fn rows_of(&self) -> Option<&Arc<Snapshot>> {
        self.answered.as_ref().map(|answered| &answered.snapshot)
    }

    fn symbol_at(&self, at: usize) -> Option<SymbolId> {
        self.symbol_of(self.lines().get(at).copied()?)
    }
}

/// Pins, bans and levels, counted.
fn overrides(n: usize) -> String {
    if n == 1 { "1 pin, ban or level".to_owned() } else { format!("{n} pins, bans and levels") }
}
