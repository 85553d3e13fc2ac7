//! Reading in the source of any view: the cursor, folds, search, and following names.

use std::sync::Arc;

use super::prompt::Typing;
use super::slot::Slot;
use super::source::SourcePane;
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::explorer::App;
use crate::app::find_in_source::Find;
use crate::app::folds::Folds;
use crate::app::hover::Hover;
use crate::app::job::{Job, JobKind};
use crate::app::layout::PaneArea;
use crate::app::line_selection::select_lines;
use crate::app::msg::Tone;
use crate::app::name_targets::{Referent, named};
use crate::app::side::Panel;
use crate::app::source::{Caret, Shown};
use crate::app::text_cursor::TextCursor;
use crate::index::OutsideDeclaration;
use crate::interactions::Act;
use crate::model::{clean, counted};

impl App {
    /// The source of the view in sight, to be changed, the context, and the area of its text.
    fn source_mut(&mut self) -> (&mut SourcePane, &mut Ctx, PaneArea) {
        let (state, cx) = self.in_sight_mut();
        let area = state.text_area(cx);
        (state.pane_mut(), cx, area)
    }

    /// Returns whether a search in the source is being typed.
    pub(in crate::app) fn is_finding(&self) -> bool {
        self.overlay.is_none() && self.in_sight().pane().find.prompt.open
    }

    /// Carries out an action of the source of the view in sight; returns whether it is one.
    pub(in crate::app) fn source_act(&mut self, action: Action) -> bool {
        let has_keys = self.in_sight().focus() == Slot::Source;
        let (pane, cx, area) = self.source_mut();
        let hides = matches!(action, Action::Climb | Action::Hover);
        if pane.hover.take().is_some() && hides {
            return true;
        }
        match action {
            Action::Type if has_keys => {
                pane.find.prompt.open();
                self.focus_on(Slot::Source);
            }
            Action::Next | Action::Previous if has_keys && pane.find.prompt.is_shown() => {
                self.go_to_hit(action == Action::Next, false);
            }
            Action::Definition => self.follow(false),
            Action::References => self.follow(true),
            Action::Descend if has_keys => self.follow(false),
            Action::Hover => self.hover(),
            Action::Authors => {
                if pane.authors.switch() {
                    cx.call_off(JobKind::Authors);
                }
                pane.keep_caret_in_sight(cx, area);
            }
            Action::Fold => self.fold(),
            Action::FoldAll => self.fold_all(),
            Action::Wrap => {
                pane.wraps = !pane.wraps;
                let how = if pane.wraps { "go on in the next row" } else { "are cut: left and right scroll" };
                pane.keep_caret_in_sight(cx, area);
                cx.tell(format!("long lines {how}"));
            }
            Action::SelectLines => {
                self.focus_on(Slot::Source);
                self.select_lines(action);
            }
            Action::MarkedLine => {
                pane.shown.iter_mut().for_each(|shown| shown.caret = None);
                pane.aim_anew(cx, area);
            }
            Action::CopySymbol if has_keys && self.select_lines(action) => {
                let current = Vec::from_iter(self.current());
                self.ctx.did(Act::Copied, &current);
            }
            Action::Climb if has_keys && self.select_lines(action) => {}
            Action::Climb if has_keys && self.stop_finding() => {}
            action if has_keys => return self.move_caret(action),
            _ => return false,
        }
        true
    }

    /// Carries out an action while a search is being typed; returns whether it is one.
    pub(in crate::app) fn finding_act(&mut self, action: Action) -> bool {
        let (state, _) = self.in_sight_mut();
        match state.pane_mut().find.prompt.act(action) {
            Typing::Away => return false,
            Typing::Other => return self.move_caret(action),
            Typing::Edited(true) => self.find_typed(),
            Typing::Taken | Typing::Left | Typing::Edited(false) => {}
        }
        true
    }

    /// Ends the search and what it has marked; returns whether there was one.
    fn stop_finding(&mut self) -> bool {
        let (state, _) = self.in_sight_mut();
        let find = &mut state.pane_mut().find;
        let was_on = find.prompt.is_shown();
        *find = Find::default();
        was_on
    }

    /// Gives a slot of the view in sight the keys.
    pub(in crate::app) fn focus_on(&mut self, slot: Slot) {
        let (state, cx) = self.in_sight_mut();
        state.focus_on(cx, slot);
    }

    /// Goes from a row into the code that it shows; returns whether it shows any.
    pub(in crate::app) fn go_in(&mut self) -> bool {
        let is_shown = self.in_sight().pane().shown.is_some();
        if is_shown {
            let opened = Vec::from_iter(self.current());
            self.ctx.did(Act::Opened, &opened);
            self.focus_on(Slot::Source);
        }
        is_shown
    }

    /// Moves the cursor; returns whether the action does that.
    fn move_caret(&mut self, action: Action) -> bool {
        self.with_caret(|cursor, caret| cursor.moved(caret, action)).unwrap_or(false)
    }

    /// Does something with the cursor of the source, and lets the view follow it.
    pub(super) fn with_caret<T>(&mut self, act: impl FnOnce(&mut TextCursor<'_>, Caret) -> T) -> Option<T> {
        let (pane, cx, area) = self.source_mut();
        let caret = pane.caret()?;
        pane.in_text(cx, area, |cursor| act(cursor, caret))
    }

    /// Carries out an action on the selection of lines; returns whether it is one.
    fn select_lines(&mut self, action: Action) -> bool {
        let (pane, cx, _) = self.source_mut();
        let Some((caret, text)) = pane.caret().zip(pane.text().cloned()) else { return false };
        pane.shown.as_mut().is_some_and(|shown| select_lines(cx, &text, shown, caret, action))
    }

    /// Goes to the declaration of the name under the cursor, or to its references.
    fn follow(&mut self, references: bool) {
        let pane = self.in_sight().pane();
        let found = pane.caret().zip(pane.text().cloned());
        let (Some((caret, text)), Some(snapshot)) = (found, self.ctx.index.snapshot.clone()) else { return };
        if text.version.is_some() {
            let why = "the index is of the working tree: names of this text are not looked up";
            return self.ctx.warn(why);
        }
        let graph = snapshot.graph();
        match named(&graph, &text, caret) {
            Referent::Symbol(_) if references => self.open_panel(Panel::Related),
            Referent::Symbol(id) => {
                let symbol = graph.symbol(id);
                if symbol.path() == text.path && symbol.line() as usize == caret.row + 1 {
                    return self.open_panel(Panel::Related);
                }
                self.ctx.did(Act::Opened, &[id]);
                self.read(Shown::declaration(&graph, id));
            }
            Referent::Local(at) if at != caret => {
                let here = self.here();
                self.ctx.places.leave(here);
                self.with_caret(|cursor, _| cursor.put(at));
            }
            Referent::Outside(name) if !references => {
                self.ctx.start(Job::Outside { snapshot: Arc::clone(&snapshot), name, opens: true });
            }
            nowhere => match nowhere.why_nowhere(&text, caret) {
                Some((tone, why)) => self.ctx.notify(tone, why),
                None => self.open_panel(Panel::Related),
            },
        }
    }

    /// Reads at a place that another program names; the list's row stays.
    pub(in crate::app) fn follow_place(&mut self, path: &str, line: u32) {
        self.overlay = None;
        let (state, cx) = self.in_sight_mut();
        state.stop_typing(cx);
        self.read(Shown::named(path, line, None));
    }

    /// Reads at a place; the list's row stays, and the way back is in the history.
    pub(in crate::app) fn read(&mut self, spot: Shown) {
        let here = self.here();
        self.ctx.places.leave(here);
        let (pane, ..) = self.source_mut();
        pane.leave();
        pane.spot = Some(spot);
        self.focus_on(Slot::Source);
    }

    /// Shows signature and doc of the name under the cursor.
    fn hover(&mut self) {
        self.focus_on(Slot::Source);
        let (pane, cx, _) = self.source_mut();
        let found = pane.caret().zip(pane.text().cloned());
        let (Some((caret, text)), Some(snapshot)) = (found, cx.index.snapshot.clone()) else { return };
        let graph = snapshot.graph();
        match named(&graph, &text, caret) {
            Referent::Symbol(id) => {
                let symbol = graph.symbol(id);
                let hover = Hover::of(&symbol);
                if symbol.path() == text.path {
                    pane.hover = Some(hover.with_doc(&text));
                } else {
                    cx.start(Job::Hover(Box::new(hover)));
                }
            }
            Referent::Local(at) => pane.hover = Some(Hover::local(&text, at)),
            Referent::Outside(name) => {
                cx.start(Job::Outside { snapshot: Arc::clone(&snapshot), name, opens: false });
            }
            Referent::Unknown => cx.warn("nothing is known about the name under the cursor"),
        }
    }

    /// Shows the note about a name.
    pub(in crate::app) fn hover_came(&mut self, hover: Hover) {
        let (state, _) = self.in_sight_mut();
        if state.focus() == Slot::Source {
            state.pane_mut().hover = Some(hover);
        }
    }

    /// Opens a declaration from outside of the tree where it lies, or shows its doc.
    pub(in crate::app) fn outside_came(
        &mut self,
        found: Result<Box<OutsideDeclaration>, String>,
        opens: bool,
    ) {
        match found {
            Ok(found) if opens => self.read(Shown {
                version: Some(found.folder.display().to_string()),
                ..Shown::named(&found.file, found.line, Some(&found.name))
            }),
            Ok(found) => self.hover_came(Hover::outside(&found)),
            Err(why) => self.ctx.warn(clean(&why).into_owned()),
        }
    }

    fn go_to_hit(&mut self, forward: bool, here: bool) {
        let (pane, cx, _) = self.source_mut();
        let Some(caret) = pane.caret() else { return };
        let (find, is_typed) = (&pane.find, pane.find.prompt.open);
        let Some(at) = find.next(caret, forward, here) else {
            let text = find.problem.clone().unwrap_or_else(|| "not found in this text".to_owned());
            return cx.warn(text);
        };
        let (hit, of) = (find.hits[at].clone(), counted(find.hits.len(), "place"));
        self.with_caret(|cursor, _| cursor.put(Caret { row: hit.row, column: hit.columns.start }));
        if !is_typed {
            self.ctx.show_toast(Tone::Good, format!("{} of {of}", at + 1), 2_000);
        }
    }

    /// Called after the search's line was changed.
    pub(in crate::app) fn find_typed(&mut self) {
        let (pane, ..) = self.source_mut();
        if let Some(text) = pane.text().cloned() {
            pane.find.search(&text);
        }
        if !pane.find.hits.is_empty() {
            self.go_to_hit(true, true);
        }
    }

    /// Folds the block around the cursor, or unfolds the one that it is on.
    fn fold(&mut self) {
        let (pane, cx, area) = self.source_mut();
        let Some((caret, text)) = pane.caret().zip(pane.text().cloned()) else { return };
        if pane.folds.unfold(caret.row) {
            return;
        }
        match text.block_at(caret.row) {
            Some(rows) => {
                let header = rows.start.saturating_sub(1);
                pane.folds.fold(rows);
                pane.put_caret(cx, area, Caret { row: header, ..caret });
            }
            None => cx.warn("there is no block to fold here"),
        }
    }

    /// Folds the bodies of all declarations of the file, or unfolds everything.
    fn fold_all(&mut self) {
        let (pane, cx, area) = self.source_mut();
        let Some((caret, text)) = pane.caret().zip(pane.text().cloned()) else { return };
        if pane.folds.is_empty() {
            let mut row = 0;
            while row < text.lines.len() {
                let block = text.block_at(row).filter(|rows| rows.start == row + 1 && text.indent(row) == 0);
                row = block.as_ref().map_or(row + 1, |rows| rows.end);
                if let Some(rows) = block {
                    pane.folds.fold(rows);
                }
            }
        } else {
            pane.folds = Folds::default();
        }
        let row = pane.folds.row_at(pane.folds.place_of(caret.row));
        pane.put_caret(cx, area, Caret { row, ..caret });
    }

    /// Highlights in the source what was searched for in the tree.
    pub(in crate::app) fn find_in_text(&mut self, typed: &str) {
        let (pane, ..) = self.source_mut();
        pane.find.prompt.line.set(typed);
        if let Some(text) = pane.text().cloned() {
            pane.find.search(&text);
        }
    }
}
