//! Keys and mouse of the side, and the following of its subject.

use super::panel::Panel;
use super::row::{RowWhat, SideRow};
use super::{HEAD, SideRow as Row};
use crate::app::action::Action;
use crate::app::commit_list::CommitList;
use crate::app::explorer::App;
use crate::app::header::Tab;
use crate::app::impact::requests::ImpactTarget;
use crate::app::interactions::Remember;
use crate::app::layout::PaneArea;
use crate::app::list::Cursor;
use crate::app::msg::{Click, Copying, Effect, Mouse, StoreTask, Tone};
use crate::app::name_targets::{enclosing, symbol_named};
use crate::app::nav_history::PanelPlace;
use crate::app::offer::{Offer, begins, offer};
use crate::app::pane::prompt::{Prompt, Typing};
use crate::app::pane::slot::Slot;
use crate::app::scroll_bar::ScrollBar;
use crate::app::source::Shown;
use crate::app::symbols::call_path::CallPath;
use crate::app::tours::requests::TourRows;
use crate::app::view::View;
use crate::app::view_state::ViewState;
use crate::index::git::Range;
use crate::interactions::Act;
use crate::model::{SymbolId, clean, counted};

/// Columns that an arrow key scrolls the pack by.
const ASIDE: usize = 8;

/// The digits of a commit's name that a range has.
const DIGITS: usize = 12;

impl App {
    /// The panel of the view in sight.
    pub fn panel(&self) -> Panel {
        self.ctx.side.panel(self.ctx.view)
    }

    /// The panel in a slot, and whether that has the keys.
    pub fn panel_in(&self, slot: Slot) -> (Panel, bool) {
        let side = &self.ctx.side;
        (side.panel_of(self.ctx.view, side.at_of(slot)), self.in_sight().focus() == slot)
    }

    /// Returns whether a panel has the keys.
    pub fn panel_has_keys(&self) -> bool {
        self.ctx.side.has_keys(self.in_sight().focus())
    }

    /// The symbol of the name under the cursor of the source, else the declaration around it.
    pub(in crate::app) fn caret_symbol(&self) -> Option<SymbolId> {
        let (pane, snapshot) = (self.in_sight().pane(), self.ctx.index.snapshot.as_ref()?);
        let (caret, text) = (pane.caret()?, pane.text().filter(|text| text.version.is_none())?);
        let (graph, line) = (snapshot.graph(), caret.row as u32 + 1);
        let word = text.word_at(caret);
        let by_name =
            word.and_then(|word| symbol_named(&graph, &text.path, line, &word.text, word.is_member));
        by_name.or_else(|| enclosing(&graph, &text.path, line))
    }

    /// The selection. While the source has the keys it is the symbol whose row led to the cursor's place, else the name under the
    /// cursor; otherwise the row's symbol.
    pub(in crate::app) fn selection(&self) -> Option<SymbolId> {
        let state = self.in_sight();
        let reads = state.focus() == Slot::Source && state.pane().caret().is_some();
        let named = if reads { self.followed().or_else(|| self.caret_symbol()) } else { None };
        named.or_else(|| state.current(&self.ctx))
    }

    /// The symbol of the row of the side that led to the cursor's place.
    fn followed(&self) -> Option<SymbolId> {
        let (symbol, spot) = self.ctx.side.followed.as_ref()?;
        let pane = self.in_sight().pane();
        let (here, text) = (pane.here()?, pane.text()?);
        let word = text.word_at(pane.caret()?).map(|word| word.text);
        let is_there = (&here.path, here.line, word) == (&spot.path, spot.line, spot.name.clone());
        is_there.then_some(*symbol)
    }

    /// Opens a panel with the keys on it; one that has the keys already is closed.
    pub(in crate::app) fn open_panel(&mut self, panel: Panel) {
        let view = self.ctx.view as usize;
        if self.panel() == panel && self.panel_has_keys() {
            return self.close_panel();
        }
        if !self.panel_has_keys() {
            self.ctx.side.subject = self.selection();
        }
        self.ctx.side.columns = false;
        match panel {
            // Commits may have been made since they were read.
            Panel::Commits => self.ctx.side.asked = None,
            Panel::Interactions => {
                self.ctx.store(StoreTask::Remember(Remember::Load));
                self.interactions.compare(&mut self.ctx, self.query.answered.as_ref());
            }
            _ => {}
        }
        self.ctx.side.opened[view] = Some(panel);
        self.focus_on(Slot::Side);
        self.ctx.side.list_mut().filter.line.set("");
        self.follow_side();
    }

    /// The panel with the keys, to come back to.
    pub(in crate::app) fn panel_place(&self) -> Option<PanelPlace> {
        let side = &self.ctx.side;
        let subject = side.subject.filter(|_| self.panel_has_keys() && !side.columns)?;
        Some(PanelPlace {
            panel: self.panel(),
            subject: self.ctx.id_of(subject)?,
            toggled: side.list().toggled.clone(),
            row: side.row()?.key.clone(),
        })
    }

    /// Comes back to a panel, if its subject is still there.
    pub(in crate::app) fn return_to_panel(&mut self, place: PanelPlace) {
        let snapshot = self.ctx.index.snapshot.as_ref();
        let subject = snapshot.and_then(|snapshot| snapshot.graph().find_id(&place.subject));
        if subject.is_none() {
            return;
        }
        self.ctx.side.opened[self.ctx.view as usize] = Some(place.panel);
        self.focus_on(Slot::Side);
        self.ctx.side.subject = subject;
        self.ctx.side.list_mut().toggled = place.toggled;
        self.follow_side();
        let list = self.ctx.side.list_mut();
        if let Some(at) = list.rows.iter().position(|row| row.key == place.row) {
            list.cursor.at = at;
        }
        self.follow_side();
    }

    /// Gives the keys back to the list; the view's first panel stands there again.
    fn close_panel(&mut self) {
        self.ctx.side.list_mut().filter.line.set("");
        if !std::mem::take(&mut self.ctx.side.columns) {
            self.ctx.side.opened[self.ctx.view as usize] = None;
        }
        self.focus_on(Slot::List);
    }

    /// Puts what uses the selection into the list's slot, and what that uses into the side, with the code or a map between them;
    /// or the list and the panel back.
    pub(in crate::app) fn switch_columns(&mut self, map: bool) {
        let side = &mut self.ctx.side;
        let was_map = std::mem::replace(&mut side.map, map);
        if side.columns && was_map != map {
            return self.focus_on(self.in_sight().focus());
        }
        if !self.ctx.side.columns {
            let read = if self.panel_has_keys() { self.ctx.side.subject } else { self.read_symbol() };
            let Some(subject) = read.or_else(|| self.selection()) else {
                return self.ctx.warn("nothing is selected: there is nothing to stand between");
            };
            self.ctx.side.subject = Some(subject);
        }
        self.ctx.side.columns = !self.ctx.side.columns;
        let reads = self.in_sight().focus() == Slot::Source;
        self.focus_on(if reads { Slot::Source } else { Slot::List });
    }

    /// The declaration that is read in the source.
    fn read_symbol(&self) -> Option<SymbolId> {
        let (state, snapshot) = (self.in_sight(), self.ctx.index.snapshot.as_ref()?);
        let read = state.pane().here().filter(|here| state.focus() == Slot::Source && here.version.is_none());
        read.and_then(|here| enclosing(&snapshot.graph(), &here.path, here.line))
    }

    /// Where the code between the columns is declared, to come back to.
    pub(in crate::app) fn column_spot(&self) -> Option<Shown> {
        let snapshot = self.ctx.index.snapshot.as_ref()?;
        Some(Shown::declaration(&snapshot.graph(), self.ctx.side.subject?))
    }

    /// Lets the side follow the selection, and makes its rows anew.
    pub(in crate::app) fn follow_side(&mut self) {
        let focus = self.in_sight().focus();
        self.ctx.side.turn_to(focus);
        let panel = self.panel();
        let (has_keys, is_column) = (self.panel_has_keys(), self.ctx.side.columns);
        let read = if is_column { self.read_symbol() } else { None };
        let snapshot = self.ctx.index.snapshot.clone();
        let subject = match (&self.ctx.side.snapshot, &snapshot) {
            _ if read.is_some() => read,
            // The words are of the step that is selected, whatever has the keys.
            _ if !is_column && (!has_keys || panel == Panel::Words) => self.selection(),
            (Some(old), Some(new)) if !std::sync::Arc::ptr_eq(old, new) => {
                let subject = self.ctx.side.subject;
                subject.and_then(|symbol| new.graph().counterpart(&old.graph(), symbol))
            }
            _ => self.ctx.side.subject,
        };
        let side = &mut self.ctx.side;
        if side.subject != subject {
            for list in &mut side.lists {
                list.toggled.clear();
                list.filter = Prompt::default();
            }
        }
        (side.subject, side.snapshot) = (subject, snapshot);
        let slots = [Slot::Side, Slot::List].into_iter().take(1 + usize::from(side.columns));
        for slot in slots {
            if self.areas()[slot as usize].height == 0 {
                continue;
            }
            self.make_rows(slot);
            if panel == Panel::Pack && !has_keys {
                self.turn_pack();
            }
            let area = self.in_sight().area(&self.ctx, slot);
            let at = self.ctx.side.at_of(slot);
            let list = &mut self.ctx.side.lists[at];
            list.cursor = list.cursor.clamped(list.rows.len(), list.slot_rows().height(area));
        }
        if has_keys {
            let (state, cx) = self.in_sight_mut();
            state.look(cx);
        }
    }

    /// Scrolls the pack to the selected row, if that changed.
    fn turn_pack(&mut self) {
        let at = (self.query.selected(), self.query.packed.as_ref().map(|packed| packed.lines.len()));
        if std::mem::replace(&mut self.ctx.side.turned, at) != at
            && let Some(section) = self.query.section()
        {
            self.ctx.side.list_mut().cursor = Cursor { at: section, offset: section };
        }
    }

    /// Carries out an action of the panel with the keys; returns whether it is one.
    pub(in crate::app) fn side_act(&mut self, action: Action) -> bool {
        if !self.panel_has_keys() {
            return false;
        }
        let panel = self.panel();
        if self.ctx.side.list().filter.open {
            return self.side_typing(action);
        }
        match action {
            // A tour goes on whatever has the keys.
            Action::Next | Action::Previous | Action::Descend | Action::TakeOut if panel == Panel::Words => {
                return false;
            }
            Action::Climb if self.ctx.side.list().filter.is_shown() => {
                self.ctx.side.list_mut().filter.line.set("");
            }
            Action::Climb => self.close_panel(),
            Action::Type if !matches!(panel, Panel::Pack | Panel::Words) => {
                self.ctx.side.list_mut().filter.open();
            }
            Action::Descend => return self.side_enter(panel),
            Action::Left | Action::Right if panel == Panel::Pack => {
                let left = &mut self.ctx.side.left;
                *left = if action == Action::Left {
                    left.saturating_sub(ASIDE)
                } else {
                    (*left + ASIDE).min(400)
                };
            }
            Action::Left | Action::Right => self.fold_row(action == Action::Right),
            Action::Next | Action::Previous => self.next_site(action == Action::Next),
            Action::Order if panel.is_tree() => {
                let by_line = !self.ctx.side.choices.by_line;
                self.ctx.side.choices.by_line = by_line;
                self.ctx.tell(if by_line { "by source line" } else { "the surest and most important first" });
            }
            Action::Order if panel == Panel::Interactions => self.interactions.next_order(&mut self.ctx),
            Action::TakeOut if panel == Panel::Interactions => {
                let key = self.ctx.side.row().map(|row| row.key.clone()).unwrap_or_default();
                self.interactions.forget(&mut self.ctx, &key);
            }
            Action::Narrower | Action::Wider if panel.is_tree() => {
                let is_sure = action == Action::Narrower;
                self.ctx.side.choices.sure = is_sure;
                self.ctx.tell(if is_sure {
                    "without guesses, and without what an interface call might reach"
                } else {
                    "doubtful links are shown, too"
                });
            }
            Action::CopySymbol if self.ctx.picks.is_empty() => return self.copy_row(),
            action => return self.move_in_side(panel, action),
        }
        true
    }

    fn side_typing(&mut self, action: Action) -> bool {
        match self.ctx.side.list_mut().filter.act(action) {
            Typing::Away => false,
            Typing::Other => self.move_in_side(self.panel(), action),
            Typing::Taken | Typing::Left | Typing::Edited(_) => true,
        }
    }

    fn move_in_side(&mut self, panel: Panel, action: Action) -> bool {
        let area = self.in_sight().area(&self.ctx, self.in_sight().focus());
        let list = self.ctx.side.list_mut();
        let (len, height) = (list.rows.len(), list.slot_rows().height(area));
        if panel.is_text() {
            // A text scrolls as a cursor on its first row would move.
            let last = len.saturating_sub(height) + 1;
            let Some(moved) = (Cursor { at: list.cursor.offset, offset: 0 }).moved(action, last, height)
            else {
                return false;
            };
            list.cursor = Cursor { at: moved.at, offset: moved.at };
            return true;
        }
        let is_stop = |at: &usize| list.rows.get(*at).is_some_and(SideRow::is_stop);
        let Some(moved) = list.cursor.moved_to_stop(action, (len, height), is_stop) else { return false };
        list.site = if moved.at == list.cursor.at { list.site } else { 0 };
        list.cursor = moved;
        true
    }

    /// Folds the row under the cursor or goes to the row above it, or unfolds it or goes to the first row below.
    fn fold_row(&mut self, open: bool) {
        let list = self.ctx.side.list_mut();
        let Some(row) = list.rows.get(list.cursor.at) else { return };
        let depth = row.depth;
        match row.open {
            Some(is_open) if is_open != open => self.toggle_row(),
            Some(_) if open => list.cursor.at = (list.cursor.at + 1).min(list.rows.len().saturating_sub(1)),
            _ if open => {}
            _ => {
                let above = (0..list.cursor.at).rev().find(|&at| list.rows[at].depth < depth);
                list.cursor.at = above.unwrap_or(list.cursor.at);
            }
        }
    }

    fn toggle_row(&mut self) {
        let list = self.ctx.side.list_mut();
        let Some(key) = list.row().map(|row| row.key.clone()) else { return };
        if !list.toggled.remove(&key) {
            list.toggled.insert(key);
        }
    }

    /// Goes into what the row under the cursor leads to.
    fn side_enter(&mut self, panel: Panel) -> bool {
        let side = &self.ctx.side;
        let Some(row) = side.row().cloned() else { return true };
        match (&row.what, &row.place) {
            (RowWhat::Commit(at, _), _) => self.open_commit(*at),
            (RowWhat::Heading(..), _) if row.open.is_some() => self.toggle_row(),
            (_, Some(place)) => {
                let spot = Shown { sites: Vec::new(), ..place.at_site(side.list().site) };
                let followed = row.symbol.map(|symbol| (symbol, spot.clone()));
                self.ctx.did(Act::Opened, &Vec::from_iter(row.symbol));
                self.read(spot);
                self.ctx.side.followed = followed;
            }
            _ if row.open.is_some() => self.toggle_row(),
            (RowWhat::Command(..), _) => {
                let key = self.ctx.key(Action::CopySymbol);
                self.ctx.tell(format!("{key} copies the line; nothing is run here"));
            }
            // The pack's code is that of the row.
            _ if panel == Panel::Pack => self.focus_on(Slot::Source),
            _ => {}
        }
        true
    }

    /// Shows what a commit affects, or what the changes that are not committed yet do.
    fn open_commit(&mut self, at: usize) {
        let Some(commit) = self.ctx.side.commits.as_ref().and_then(|(_, list)| list.rows.get(at)) else {
            return;
        };
        let range = match &commit.id {
            Some(id) => format!("{}^!", id.get(..DIGITS).unwrap_or(id)),
            None => "HEAD".to_owned(),
        };
        self.show(View::Impact);
        self.focus_on(Slot::List);
        self.impact.go_to(&mut self.ctx, ImpactTarget::Diff(Range::parse(&range)));
    }

    /// Takes over the commits of the symbol that they were asked for.
    pub(in crate::app) fn commits_came(&mut self, commits: CommitList) {
        let side = &mut self.ctx.side;
        side.commits = side.asked.clone().map(|id| (id, commits));
    }

    /// Takes over the ways from the mark, and shows them.
    pub(in crate::app) fn ways_came(&mut self, ways: CallPath) {
        self.ctx.side.ways = Some(ways);
        self.ctx.side.list_mut().made = None;
        if self.panel() == Panel::Ways {
            self.ctx.side.list_mut().rows.clear();
            self.follow_side();
        }
    }

    /// The rows of the panel that can become a tour: the way under the cursor, or the subject and what is listed.
    pub(in crate::app) fn side_tour_rows(&self) -> Option<TourRows> {
        let snapshot = self.ctx.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        let label = |symbol: SymbolId| clean(&graph.symbol(symbol).label()).into_owned();
        let (side, list) = (&self.ctx.side, self.ctx.side.list());
        let (title, symbols) = if let (Panel::Ways, Some(ways)) = (self.panel(), &side.ways) {
            let above = list.rows.get(..=list.cursor.at).unwrap_or_default();
            let headings = above.iter().filter(|row| matches!(row.what, RowWhat::Heading(..))).count();
            let chain = ways.chains.get(headings.saturating_sub(1))?.clone();
            (format!("From {} to {}", label(*chain.first()?), label(*chain.last()?)), chain)
        } else if self.panel() == Panel::Interactions {
            let used = self.interactions.rows.iter().filter_map(|row| row.symbol).collect();
            ("What was used".to_owned(), used)
        } else {
            let subject = side.subject?;
            let others = list.rows.iter().filter_map(|row| row.symbol).filter(|&other| other != subject);
            (format!("Around {}", label(subject)), [subject].into_iter().chain(others).collect())
        };
        (!symbols.is_empty()).then_some(TourRows { title, symbols })
    }

    /// Copies a line of tests, those of a tier, or the name of a commit; returns whether the row is one.
    fn copy_row(&mut self) -> bool {
        if self.ctx.view == View::Impact && self.panel() == Panel::Tests && self.impact.blast.is_none() {
            let why = self.impact.rowless(&self.ctx);
            let text = if self.impact.problem.is_some() { format!("nothing to copy: {why}") } else { why };
            self.ctx.warn(text);
            return true;
        }
        let Some(row) = self.ctx.side.row() else { return false };
        let copying = match &row.what {
            RowWhat::Command(line, _) => Copying::Text { what: "test line".to_owned(), text: line.clone() },
            RowWhat::Heading(..) if self.panel() == Panel::Tests => {
                let lines = self.lines_below();
                if lines.is_empty() {
                    self.ctx.warn("no line of tests is in sight below it");
                    return true;
                }
                Copying::Text { what: counted(lines.len(), "test line"), text: lines.join("\n") }
            }
            RowWhat::Commit(at, _) => {
                let list = self.ctx.side.commits.as_ref().map(|(_, list)| list);
                let id = list.and_then(|list| list.rows.get(*at)?.id.clone());
                let Some(text) = id else { return false };
                Copying::Text { what: "name of the commit".to_owned(), text }
            }
            _ => return false,
        };
        self.ctx.push(Effect::Copy(copying));
        true
    }

    /// The lines of tests between the row under the cursor and the next heading.
    fn lines_below(&self) -> Vec<&str> {
        let list = self.ctx.side.list();
        let below = list.rows.iter().skip(list.cursor.at + 1);
        let below = below.take_while(|row| !matches!(row.what, RowWhat::Heading(..)));
        below
            .filter_map(|row| if let RowWhat::Command(line, _) = &row.what { Some(&**line) } else { None })
            .collect()
    }

    /// Goes to the next or the previous place of the row under the cursor, wrapping around.
    fn next_site(&mut self, next: bool) {
        let Some(place) = self.ctx.side.row().and_then(|row| row.place.as_ref()) else {
            return self.ctx.warn("this row has no place in the source");
        };
        let len = place.sites.len();
        if len < 2 {
            return self.ctx.tell("this is its only place");
        }
        let site = (self.ctx.side.list().site + if next { 1 } else { len - 1 }) % len;
        self.ctx.side.list_mut().site = site;
        self.ctx.show_toast(Tone::Good, format!("place {} of {len}", site + 1), 2_000);
    }

    /// The letters in the title of the side: in full where there is room.
    pub fn side_tabs(&self, area: PaneArea) -> Vec<Tab<Panel>> {
        let (open, _) = self.panel_in(Slot::Side);
        let extra = Some(open).filter(|panel| !Panel::LETTERED.contains(panel));
        // The ends of a way need the room.
        let is_broad = area.width >= 64 && extra.is_none();
        let mut x = area.x + 1;
        let mut tabs = Vec::new();
        for panel in extra.into_iter().chain(Panel::LETTERED) {
            let key = panel.action().map(|action| self.ctx.key(action)).unwrap_or_default();
            let text = match (key.is_empty(), is_broad || panel == open) {
                (true, _) => panel.title().to_owned(),
                (false, true) => format!("{key} {}", panel.title()),
                (false, false) => key,
            };
            let tab = Tab { x, text, opens: panel };
            x = tab.end() + 3;
            tabs.push(tab);
        }
        tabs
    }

    /// Handles the mouse in the side; `None` elsewhere. Returns whether it pressed a row that leads somewhere.
    pub(in crate::app) fn side_mouse(&mut self, mouse: Mouse) -> Option<bool> {
        let panel = self.panel();
        let areas = self.areas();
        let is_there =
            |&slot: &Slot| self.ctx.side.has_keys(slot) && areas[slot as usize].contains(mouse.x, mouse.y);
        let slot = Slot::ALL.into_iter().find(is_there)?;
        let area = areas[slot as usize];
        let rows = self.ctx.side.list_in(slot).slot_rows();
        let height = rows.height(area);
        match mouse.did {
            Click::Press => {
                let tabs = if slot == Slot::Side { self.side_tabs(area) } else { Vec::new() };
                if let Some(opened) = Tab::at(tabs, mouse.x).filter(|_| mouse.y == area.y) {
                    if opened != panel {
                        self.open_panel(opened);
                    }
                    return Some(false);
                }
                if self.in_sight().focus() != slot {
                    let (state, cx) = self.in_sight_mut();
                    state.stop_typing(cx);
                    self.focus_on(slot);
                }
                let row = (mouse.y - area.y).checked_sub(HEAD)?;
                let at = rows.cursor.offset + usize::from(row);
                let list = self.ctx.side.list_mut();
                if panel.is_text() || !list.rows.get(at).is_some_and(Row::is_stop) {
                    return Some(false);
                }
                list.site = if list.cursor.at == at { list.site } else { 0 };
                list.cursor = Cursor { at, ..list.cursor }.clamped(rows.len, height);
                if list.rows[at].open.is_some() && list.rows[at].place.is_none() {
                    self.toggle_row();
                    return Some(false);
                }
            }
            Click::Scroll(by) => {
                let at = self.ctx.side.at_of(slot);
                self.ctx.side.lists[at].cursor = rows.cursor.scrolled(by, rows.len, height);
                return Some(false);
            }
            Click::Drag | Click::ScrollAside(_) => return Some(false),
        }
        Some(true)
    }

    /// Keys that do something in the panel, the most useful first.
    pub(in crate::app) fn side_hints(&self) -> Vec<Offer> {
        let side = &self.ctx.side;
        let out = offer(&[Action::Climb], "list");
        match self.panel() {
            Panel::Pack => return vec![Action::CopyContext.into(), out],
            Panel::Words => {
                return vec![
                    offer(&[Action::Next], "next step"),
                    offer(&[Action::Previous], "previous"),
                    Action::Descend.into(),
                    offer(&[Action::Climb], "steps"),
                ];
            }
            _ => {}
        }
        let row = side.row();
        let is_line = row.is_some_and(|row| matches!(row.what, RowWhat::Command(..) | RowWhat::Commit(..)));
        let has_fold = row.is_some_and(|row| row.open.is_some());
        let has_places = row.and_then(|row| row.place.as_ref()).is_some_and(|place| place.sites.len() > 1);
        let is_tree = self.panel().is_tree();
        let is_memory = self.panel() == Panel::Interactions;
        let own = [
            is_line.then(|| Action::CopySymbol.into()),
            Some(Action::Descend.into()),
            Some(out),
            has_fold.then(|| offer(&[Action::Left, Action::Right], "fold")),
            has_places.then(|| offer(&[Action::Next], "place")),
            Some(offer(&[Action::Type], "filter")),
            is_memory.then(|| offer(&[Action::TakeOut], "forget")),
            (is_tree || is_memory).then(|| begins(&self.ctx.keymap, Action::Order, "order")),
            is_tree.then(|| offer(&[Action::Narrower], "without doubtful")),
        ];
        own.into_iter().flatten().collect()
    }

    /// The scroll bar of the panel in a slot.
    pub(in crate::app) fn panel_bar(&self, slot: Slot) -> Option<ScrollBar> {
        self.ctx.side.list_in(slot).slot_rows().bar(self.areas()[slot as usize])
    }
}
