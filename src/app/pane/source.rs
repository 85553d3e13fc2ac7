//! The source: the file at a place, as every view shows it.
//!
//! The place is that of the list's row, until reading leads away from it: then the source shows a spot of its own, and the
//! row stays. There is one text, always of the newest request.

use std::sync::Arc;

use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::find_in_source::Find;
use crate::app::folds::Folds;
use crate::app::hover::Hover;
use crate::app::job::Job;
use crate::app::layout::PaneArea;
use crate::app::line_selection::SelectedLines;
use crate::app::offer::{Offer, offer};
use crate::app::source::{Caret, Shown, SourceText};
use crate::app::source_authors::AuthorsColumn;
use crate::app::text_cursor::{TextCursor, caret_of};
use crate::app::text_rows::{TextRow, TextRows};
use crate::app::tours::requests::BROUGHT;
use crate::app::view::View;

/// The state of the source.
#[derive(Default)]
pub struct SourcePane {
    /// The place that is shown.
    pub shown: Option<Shown>,
    source: Option<Arc<SourceText>>,
    /// True if that text differs from the indexed one.
    pub behind: bool,
    /// Where reading has led to.
    pub spot: Option<Shown>,
    /// True if long lines go on in the next row.
    pub wraps: bool,
    pub folds: Folds,
    pub find: Find,
    pub hover: Option<Hover>,
    pub authors: AuthorsColumn,
}

impl SourcePane {
    /// The keys of a source that the footer offers.
    pub fn offers(&self) -> Vec<Offer> {
        let find = if self.find.prompt.is_shown() {
            offer(&[Action::Next, Action::Previous], "match")
        } else {
            offer(&[Action::Type], "find")
        };
        vec![
            offer(&[Action::Descend], "follow"),
            offer(&[Action::Climb], "list"),
            Action::Back.into(),
            find,
            offer(&[Action::Hover], "peek"),
            Action::SelectLines.into(),
            Action::Edit.into(),
        ]
    }

    /// The text of what is shown, once it is there.
    pub fn text(&self) -> Option<&Arc<SourceText>> {
        let (source, shown) = (self.source.as_ref()?, self.shown.as_ref()?);
        (source.path == shown.path && source.version == shown.version).then_some(source)
    }

    /// The version of its text if it is not the working tree's.
    pub fn version(&self) -> Option<&str> {
        self.shown.as_ref()?.version.as_deref()
    }

    /// Where the cursor stands in the text.
    pub fn caret(&self) -> Option<Caret> {
        caret_of(self.text()?, self.shown.as_ref()?)
    }

    /// The job that reads the text; `None` if nothing is shown, or a text that a tour brings.
    pub(in crate::app) fn job(&self) -> Option<Job> {
        let Shown { path, version, .. } = self.shown.as_ref()?;
        let (path, commit) = (path.clone(), version.clone());
        (commit.as_deref() != Some(BROUGHT)).then_some(Job::Source { path, commit })
    }

    /// The path and line that the editor opens: the cursor's if the source has the keys. An editor would open the
    /// working tree's file, so the text of a commit has none.
    pub(in crate::app) fn place(&self, has_keys: bool) -> Option<(String, u32)> {
        let shown = self.shown.as_ref().filter(|shown| shown.version.is_none() && shown.line > 0)?;
        let line = self.caret().filter(|_| has_keys).map_or(shown.line, |caret| caret.row as u32 + 1);
        Some((shown.path.clone(), line))
    }

    /// Forgets where reading has led to.
    pub(in crate::app) fn leave(&mut self) {
        (self.hover, self.spot) = (None, None);
    }

    /// Where the cursor is, to come back to.
    pub(in crate::app) fn here(&self) -> Option<Shown> {
        let (caret, text) = (self.caret()?, self.text()?);
        let shown = Shown::named(&text.path, caret.row as u32 + 1, None);
        Some(Shown { caret: Some(caret), version: text.version.clone(), ..shown })
    }

    /// Shows where reading has led to, or else the place that the row wants.
    pub(in crate::app) fn show(&mut self, cx: &mut Ctx, view: View, area: PaneArea, wanted: Option<Shown>) {
        let shown = self.spot.clone().or(wanted);
        let file = |shown: &Option<Shown>| shown.as_ref().map(|of| (of.path.clone(), of.version.clone()));
        let is_same_file = file(&self.shown) == file(&shown);
        let is_same = matches!((&self.shown, &shown), (Some(a), Some(b))
            if is_same_file && a.asked() == b.asked() && a.sites == b.sites);
        if is_same {
            return;
        }
        if !is_same_file {
            self.folds = Folds::default();
        }
        self.hover = None;
        self.shown = shown;
        if self.shown.is_some() && self.text().is_none() {
            cx.read(view, self.job());
        }
        self.aim(cx, area);
    }

    /// Takes a text that was read, perhaps for another view; returns whether it is the one that is shown.
    pub(in crate::app) fn text_came(&mut self, cx: &Ctx, area: PaneArea, text: &Arc<SourceText>) -> bool {
        let is_of = |shown: &Shown| shown.path == text.path && shown.version == text.version;
        let is_wanted = self.shown.as_ref().is_some_and(is_of);
        if is_wanted {
            self.behind = cx.is_behind(text);
            self.source = Some(Arc::clone(text));
            self.find.search(text);
            self.aim(cx, area);
        }
        is_wanted
    }

    /// Scrolls the marked line near the top, below the comment above it; the line of a use to the middle.
    pub(in crate::app) fn aim(&mut self, cx: &Ctx, area: PaneArea) {
        let height = usize::from(area.height);
        let Some(source) = self.text().cloned() else { return };
        let Some(shown) = &mut self.shown else { return };
        if let Some(clause) = shown.clause {
            shown.line = source.comment_above((clause as usize).saturating_sub(1)) as u32 + 1;
        }
        let line = (shown.line as usize).saturating_sub(1).min(source.lines.len().saturating_sub(1));
        let (top, margin) = if shown.sites.is_empty() {
            (source.comment_above(line).max(line.saturating_sub(height / 2)), 1)
        } else {
            (line, height / 2)
        };
        shown.put_top(top.saturating_sub(margin), source.lines.len(), height);
        self.in_text(cx, area, |cursor| cursor.keep_row_in_sight(line));
    }

    /// Scrolls back to the marked line, which takes the cursor with it.
    pub(in crate::app) fn aim_anew(&mut self, cx: &Ctx, area: PaneArea) {
        self.shown.iter_mut().for_each(Shown::forget_top);
        self.aim(cx, area);
    }

    /// The columns of the text of a pane.
    fn text_width(&self, area: PaneArea) -> usize {
        let gutter = self.text().map_or(0, |source| source.gutter() + 2);
        usize::from(area.width - self.authors.width(area.width)).saturating_sub(gutter).max(1)
    }

    /// The columns of a row, if long lines go on in the next one.
    pub fn wraps_at(&self, area: PaneArea) -> Option<usize> {
        self.wraps.then(|| self.text_width(area))
    }

    /// Does something with the cursor in the text; `None` before the text is there.
    pub(in crate::app) fn in_text<T>(
        &mut self,
        cx: &Ctx,
        area: PaneArea,
        act: impl FnOnce(&mut TextCursor<'_>) -> T,
    ) -> Option<T> {
        let text = self.text().cloned()?;
        let (height, room) = (usize::from(area.height), self.text_width(area));
        let changes = &cx.changes_of(&text);
        let (shown, folds, wraps) = (self.shown.as_mut()?, &mut self.folds, self.wraps);
        Some(act(&mut TextCursor { text: &text, shown, folds, changes, wraps, height, room }))
    }

    /// Moves the cursor to a place within its line, and scrolls to it.
    pub(in crate::app) fn put_caret(&mut self, cx: &Ctx, area: PaneArea, at: Caret) {
        self.in_text(cx, area, |cursor| cursor.put(at));
    }

    pub(in crate::app) fn keep_caret_in_sight(&mut self, cx: &Ctx, area: PaneArea) {
        if let Some(caret) = self.caret() {
            self.in_text(cx, area, |cursor| cursor.keep_in_sight(caret));
        }
    }

    /// The rows of the text, from 0, that rows of the pane begin; `None` before the text is there.
    pub(in crate::app) fn rows(&self, cx: &Ctx, area: PaneArea) -> Option<Vec<Option<usize>>> {
        let (text, top) = (self.text()?, self.shown.as_ref()?.top?);
        let (changes, height) = (&cx.changes_of(text), usize::from(area.height));
        let rows = TextRows { text, changes, folds: &self.folds, wraps: self.wraps_at(area), height };
        Some(rows.from(top).iter().map(TextRow::begins).collect())
    }

    /// Returns whether the marked line is on the screen.
    pub(in crate::app) fn sees_line(&self, cx: &Ctx, area: PaneArea) -> bool {
        let Some(shown) = &self.shown else { return false };
        let row = (shown.line as usize).saturating_sub(1);
        self.rows(cx, area).is_some_and(|rows| rows.contains(&Some(row)))
    }

    /// Takes the selected lines, which ends their selection.
    pub(in crate::app) fn take_lines(&mut self) -> Option<SelectedLines> {
        let text = self.text().cloned()?;
        self.shown.as_mut()?.take_lines(&text)
    }

    /// Scrolls the text sideways; returns whether there is one that can be.
    pub(in crate::app) fn scroll_aside(&mut self, area: PaneArea, by: isize) -> bool {
        let area = PaneArea { width: area.width - self.authors.width(area.width), ..area };
        let source = self.text().cloned().filter(|_| !self.wraps);
        let Some((shown, source)) = self.shown.as_mut().zip(source) else { return false };
        shown.scroll_aside(by, &source, area, usize::from(area.height));
        true
    }

    /// Asks for the authors of the text, if they are to be shown and are not known.
    pub(in crate::app) fn want_authors(&mut self, cx: &mut Ctx) {
        let Some(text) = self.text().filter(|text| text.version.is_none()) else { return };
        let (path, print) = (text.path.clone(), text.print);
        if self.authors.asks(&path, print) {
            cx.start(Job::Authors { path });
        }
    }
}
