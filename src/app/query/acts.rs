//! What actions, keys and the mouse do in the Query view.

use super::data::Pane;
use super::steps::{after, next_intent, step_down, step_up};
use super::{App, MOST_PAST, TITLE, View};
use crate::app::action::Action;
use crate::app::job::Class;
use crate::app::list::Cursor;
use crate::app::msg::{Click, Copying, Effect, Mouse, Tone};
use crate::memory::Act;
use crate::model::grouped;
use crate::rank::Intent;
use crate::search::Strategy;
use crate::search::pack::Wish;
use crate::search::pack::render::{Format, View as Level};
use crate::search::pack::tokens::Encoding;

impl App {
    /// Carries out what concerns this view; whether it did.
    pub(in crate::app) fn query_act(&mut self, action: Action) -> bool {
        if self.query.typing {
            return self.query_typing_act(action);
        }
        match action {
            Action::Ask => {
                (self.query.typing, self.query.waits) = (true, false);
                self.query.line.select();
            }
            Action::Pin => self.pin(),
            Action::Ban => {
                self.wish(|_, now| if now == Some(Wish::BANNED) { None } else { Some(Wish::BANNED) });
            }
            Action::Raise => self.wish(|level, _| Some(Wish::raised(level))),
            Action::Lower => self.wish(|level, _| Some(Wish::lowered(level))),
            Action::Unwish => self.unwish(),
            Action::BudgetUp => self.set_budget(step_up(self.query.budget)),
            Action::BudgetDown => self.set_budget(step_down(self.query.budget)),
            Action::Strategy => {
                self.query.strategy = after(&Strategy::ALL, self.query.strategy);
                self.tell(Tone::Good, format!("strategy: {}", self.query.strategy.name()));
                self.ask();
            }
            Action::Intent => {
                self.query.intent = next_intent(self.query.intent);
                let name = self.query.intent.map_or("auto", Intent::name);
                self.tell(Tone::Good, format!("intent: {name}"));
                self.ask();
            }
            Action::Format => {
                self.query.format = after(&Format::ALL, self.query.format);
                self.tell(Tone::Good, format!("format: {}", self.query.format.name()));
                self.recount();
            }
            Action::Encoding => {
                self.query.encoding = after(&Encoding::ALL, self.query.encoding);
                self.tell(Tone::Good, format!("tokens by {}", self.query.encoding.name()));
                self.recount();
            }
            Action::NextPane => self.query.focus = self.query.focus.next(1),
            Action::PreviousPane => self.query.focus = self.query.focus.next(2),
            Action::Descend => self.query_descend(),
            Action::Climb => return self.query_climb(),
            action => return self.query_move(action),
        }
        true
    }

    fn query_typing_act(&mut self, action: Action) -> bool {
        match action {
            Action::Accept => {
                self.remember();
                self.query.typing = false;
                self.query.focus = Pane::Results;
                if self.query.due.is_some() || self.query.answered.is_none() {
                    self.ask();
                }
                self.query.then.note = true;
                self.note_shown();
            }
            Action::Leave => self.query.typing = false,
            Action::LineUp => self.recall(true),
            Action::LineDown => self.recall(false),
            Action::NextPane | Action::PreviousPane => {
                self.query.typing = false;
                self.query.focus = Pane::Results;
            }
            action => {
                let before = self.query.line.text().to_owned();
                if !self.query.line.edit(action) {
                    return false;
                }
                if self.query.line.text() != before {
                    self.query_typed();
                }
            }
        }
        true
    }

    fn remember(&mut self) {
        let text = self.query.line.text().trim().to_owned();
        self.query.past_at = None;
        if !text.is_empty() {
            self.query.past.retain(|old| *old != text);
            self.query.past.push(text);
            if self.query.past.len() > MOST_PAST {
                self.query.past.remove(0);
            }
        }
    }

    /// Notes what the pack of a question that was taken shows, once it is there.
    pub(super) fn note_shown(&mut self) {
        if !self.query.then.note || self.is_awaited(Class::Ask) || self.is_awaited(Class::Pack) {
            return;
        }
        self.query.then.note = false;
        let packed = self.query.packed.as_ref();
        let shown: Vec<_> = packed.map_or_else(Vec::new, |packed| packed.levels.keys().copied().collect());
        self.did(Act::Shown, &shown);
    }

    /// The question before or after in the history.
    fn recall(&mut self, older: bool) {
        let len = self.query.past.len();
        let at = match (self.query.past_at, older) {
            (None, true) => len.checked_sub(1),
            (Some(at), true) => Some(at.saturating_sub(1)),
            (Some(at), false) if at + 1 < len => Some(at + 1),
            (_, false) => None,
        };
        self.query.past_at = at;
        let text = at.and_then(|at| self.query.past.get(at)).cloned();
        if let Some(text) = text {
            self.query.line.set(&text);
            self.query_typed();
        }
    }

    /// Drops all wishes; or, where there are none, brings back those that were dropped last.
    fn unwish(&mut self) {
        let query = &mut self.query;
        let key = self.keymap.shown(Action::Unwish);
        let text = match (query.wishes.len(), query.dropped.len()) {
            (0, 0) => return self.tell(Tone::Bad, "there are no pins, bans or levels to drop"),
            (0, n) => {
                query.wishes = std::mem::take(&mut query.dropped);
                format!("{} brought back", wishes(n))
            }
            (n, _) => {
                query.dropped = std::mem::take(&mut query.wishes);
                format!("{} dropped; {key} restores", wishes(n))
            }
        };
        self.tell(Tone::Good, text);
        self.pack();
    }

    /// Keeps the selected row in the pack, or lets it go. Where more was wished of it, that keeps it already.
    fn pin(&mut self) {
        let wished = self.query.selected().and_then(|symbol| self.query.wishes.of(symbol));
        match wished.and_then(|wish| wish.least).filter(|_| wished != Some(Wish::PINNED)) {
            None => self.wish(|_, now| if now == Some(Wish::PINNED) { None } else { Some(Wish::PINNED) }),
            Some(level) => {
                let [less, reset] = [Action::Lower, Action::Unwish].map(|action| self.keymap.shown(action));
                let kept = match level {
                    Level::Name => "by its name",
                    Level::Signature => "by its signature",
                    Level::Full => "whole",
                };
                let text = format!("already kept {kept}: {less} shows less of it, {reset} drops all choices");
                self.tell(Tone::Good, text);
            }
        }
    }

    /// Changes the wish about the selected row, from its level in the pack and the wish so far.
    fn wish(&mut self, change: impl FnOnce(Option<Level>, Option<Wish>) -> Option<Wish>) {
        let Some((symbol, answered)) = self.query.selected().zip(self.query.answered.clone()) else {
            return self.tell(Tone::Bad, self.query_rowless().to_owned());
        };
        let wish = self.query.wishes.of(symbol);
        let level = match &self.query.packed {
            Some(packed) => packed.levels.get(&symbol).map(|shown| shown.0),
            // Too much is wished for: what of this row, is the next best guess at its level.
            None => wish.and_then(|wish| wish.least),
        };
        let wish = change(level, wish);
        match wish {
            Some(Wish::PINNED) => self.did(Act::Pinned, &[symbol]),
            Some(Wish::BANNED) => self.did(Act::Banned, &[symbol]),
            _ => {}
        }
        self.query.wishes.set(&answered.snapshot.graph(), symbol, wish);
        self.query.then.turn = true;
        self.pack();
    }

    fn set_budget(&mut self, budget: u32) {
        if budget == self.query.budget {
            return self.tell(Tone::Bad, format!("no budget beyond {} tokens", grouped(budget.into())));
        }
        self.query.budget = budget;
        self.pack();
    }

    fn query_descend(&mut self) {
        let Some(symbol) = self.query.selected() else {
            return self.tell(Tone::Bad, self.query_rowless().to_owned());
        };
        self.show(View::Symbols);
        if let Some(answered) = &self.query.answered {
            let graph = answered.snapshot.graph();
            self.symbols.point_at(&graph, symbol, &answered.answer.lines_of(&graph, symbol));
        }
        self.select(symbol);
        self.did(Act::Opened, &[symbol]);
    }

    fn query_climb(&mut self) -> bool {
        if self.query.focus == Pane::Results {
            return !self.zoomed;
        }
        self.query.focus = Pane::Results;
        true
    }

    fn query_move(&mut self, action: Action) -> bool {
        const STEP: usize = 8;
        let height = self.query_rows(self.query.focus);
        match (self.query.focus, action) {
            (Pane::Preview, Action::Left) => self.query.left = self.query.left.saturating_sub(STEP),
            (Pane::Preview, Action::Right) => self.query.left = (self.query.left + STEP).min(400),
            (Pane::Preview, action) => {
                let len = self.preview_lines().saturating_sub(height) + 1;
                let Some(moved) = Cursor { at: self.query.top, offset: 0 }.moved(action, len, height) else {
                    return false;
                };
                self.query.top = moved.at;
            }
            (Pane::Why, action) => {
                let Some(moved) = Cursor { at: self.query.why_top, offset: 0 }.moved(action, 60, height)
                else {
                    return false;
                };
                self.query.why_top = moved.at;
            }
            (Pane::Results, action) => {
                let Some(cursor) = self.query.cursor.moved(action, self.query.len(), height) else {
                    return false;
                };
                self.query.cursor = cursor;
                self.query.lost = None;
                self.query_turn();
            }
        }
        true
    }

    /// Copies the pack.
    pub(in crate::app) fn copy_context(&mut self) {
        let Some(packed) = self.query.packed.as_ref().filter(|packed| !packed.is_empty()) else {
            let is_empty = self.query.problem.is_none() && self.query.selected().is_some();
            let why = if is_empty { "the pack is empty" } else { self.query_rowless() };
            return self.tell(Tone::Bad, format!("there is no pack to copy: {why}"));
        };
        let what = format!("pack of {} tokens", grouped(packed.pack.tokens.into()));
        let copying = Copying::Text { what, text: packed.pack.text.clone() };
        let symbols: Vec<_> = packed.pack.quoted().collect();
        self.push(Effect::Copy(copying));
        self.did(Act::Copied, &symbols);
    }

    /// Takes the mouse in; whether it pressed a row that can be opened.
    pub(in crate::app) fn query_mouse(&mut self, mouse: Mouse) -> bool {
        let areas = self.query_areas();
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else {
            if mouse.did == Click::Press {
                (self.query.typing, self.query.waits) = (true, false);
            }
            return false;
        };
        let pane = Pane::ALL[ix];
        if mouse.did == Click::Press {
            self.query.typing = false;
            self.query.focus = pane;
            let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(TITLE));
            let (Pane::Results, Some(row)) = (pane, row) else { return false };
            let notices = self.query_notices().len();
            let height = self.query_rows_beside(pane, notices);
            let at = self.query_cursor(notices).offset + row;
            // Notices are no rows.
            let Some(at) = (row < height).then_some(at) else { return false };
            self.query.cursor = Cursor { at, ..self.query.cursor }.clamped(self.query.len(), height);
            self.query.lost = None;
            self.query_turn();
            return at < self.query.len();
        }
        let before = std::mem::replace(&mut self.query.focus, pane);
        let action = if mouse.did == Click::ScrollUp { Action::Up } else { Action::Down };
        for _ in 0..3 {
            self.query_move(action);
        }
        self.query.focus = before;
        false
    }
}

/// Pins, bans and levels, counted.
fn wishes(n: usize) -> String {
    if n == 1 { "1 pin, ban or level".to_owned() } else { format!("{n} pins, bans and levels") }
}
