//! The Tours view: taking tours through the code, and writing them.
//!
//! It shows the list of tours or one open tour. With an open tour the main pane has the text of the step, the others
//! the source and the list of steps.

mod actions;
mod author;
mod drafts;
mod follow;
mod links;
pub mod playing;
pub mod requests;
mod saving;
mod undo;
mod why;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::layout::{PaneArea, PaneBorder, PaneLayout};
use super::line_selection::SelectedLines;
use super::list::Cursor;
use super::msg::{Click, Mouse, StoreTask};
use super::nav_history;
use super::source::{Caret, Shown, SourceText};
use super::text_cursor::{caret_of, shows_line};
use super::typed_line::TypedLine;
use super::view::View;
use super::view_state::ViewState;
use crate::app::action::{Action, KeyContext};
use crate::app::scroll_bar::ScrollBar;
use crate::index::drafts::TourDraft;
use crate::index::tours::Progress;
use crate::model::SymbolId;
use crate::tour::{LocatedStep, StepDraft, StepPlace, Verdict};
pub use playing::{Playing, PromptKind, TourPrompt, ToursPane};
pub use requests::{
    Authored, Authoring, BROUGHT, Meanwhile, Saved, TourEntry, TourList, TourRequest, TourRows,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// Rows of a pane above its content.
pub const HEADS: [u16; 3] = [2, 1, 1];

/// The main pane's part of a wide screen, in percent.
const MAIN: u16 = 48;

/// The largest number of lines of a step that are marked in the source.
const MAX_LINES: u32 = 10_000;

/// The view's state.
#[derive(Default)]
pub struct ToursView {
    pub entries: Vec<TourEntry>,
    /// Whether the list was read.
    pub looked: bool,
    pub cursor: Cursor,
    /// How far the steps of a tour that is only selected were scrolled: its place in the list, and the first visible step.
    seen_steps: (usize, usize),
    /// The key of a closed tour that the list does not have yet and selects once it does.
    left: Option<String>,
    pub playing: Option<Playing>,
    pub focus: ToursPane,
    pub prompt: Option<TourPrompt>,
    /// The reasons for the step, if they are shown instead of its text.
    pub why: Option<Vec<String>>,
    /// The tour whose progress was forgotten last, and that progress.
    forgotten: Option<(String, Progress)>,
    /// Tours that were changed and not saved; `None` until they are read.
    pub drafts: Option<Vec<TourDraft>>,
    /// Tasks that wait for the current one.
    waiting: VecDeque<Authoring>,
    /// Steps that were added before the drafts were read.
    unplaced: Vec<(Box<StepDraft>, LocatedStep)>,
    /// Requested tours, and the one being generated.
    pub wanted: Vec<TourRequest>,
    pub making: Option<TourRequest>,
    /// First visible row of the text.
    pub top: usize,
    pub shown: Option<Shown>,
    /// The version of `shown` if it is not the working tree's.
    pub version: Option<String>,
    /// Whether a link was followed, so that the source is not the step's.
    pub strayed: bool,
    pub source: Option<Arc<SourceText>>,
}

impl ToursView {
    /// The areas of the main pane, the source and the steps.
    #[must_use]
    pub fn areas(&self, cx: &Ctx) -> [PaneArea; 3] {
        self.layout(cx).areas
    }

    fn layout(&self, cx: &Ctx) -> PaneLayout {
        cx.panes(View::Tours, self.focus as usize, MAIN)
    }

    /// The area that a pane's scroll offset is computed for.
    fn area(&self, cx: &Ctx, pane: ToursPane) -> PaneArea {
        cx.pane_area(View::Tours, pane as usize, self.focus as usize, MAIN)
    }

    fn height(&self, cx: &Ctx, pane: ToursPane) -> usize {
        let area = self.area(cx, pane);
        usize::from(area.height.saturating_sub(HEADS[pane as usize])).max(1)
    }

    fn look(&mut self, cx: &mut Ctx) {
        let Some(snapshot) = cx.index.snapshot.clone() else { return };
        self.looked = true;
        let open = self.playing.as_ref().map(|playing| Box::new(playing.tour.clone()));
        let (drafts, wanted) = (self.drafts.clone().unwrap_or_default(), self.wanted.clone());
        if !drafts.is_empty() {
            let known = drafts.iter().map(|draft| (draft.key.clone(), draft.origin.clone()));
            cx.store(StoreTask::FindDrafts(known.collect()));
        }
        cx.start(Job::Tours { snapshot, open, drafts, wanted });
    }

    /// Takes over the list of tours.
    pub(super) fn list_came(&mut self, cx: &mut Ctx, list: TourList) {
        let selected = self.entries.get(self.cursor.at).map(|entry| entry.key.clone());
        let kept = self.left.take().or(selected);
        self.entries = list.entries;
        if let (Some(located), Some(playing)) = (list.open, &mut self.playing)
            && located.found.len() == playing.tour.steps().len()
        {
            (playing.found, playing.version) = (located.found, located.version);
        }
        self.settle_unchanged(cx);
        self.follow_file(cx);
        self.why_anew(cx);
        let at = self.entries.iter().position(|entry| Some(&entry.key) == kept.as_ref());
        self.cursor.at = at.unwrap_or(self.cursor.at);
        let (len, height) = (self.entries.len(), self.height(cx, ToursPane::Main));
        self.cursor = self.cursor.clamped(len, height);
        self.turn(cx);
        if cx.view == View::Tours {
            cx.read(View::Tours, self.source_job());
        }
    }

    /// Turns the source to the step's place.
    fn turn(&mut self, cx: &mut Ctx) {
        self.strayed = false;
        let Some(playing) = &self.playing else { return self.look_at(cx, None, None, None) };
        let at = playing.step.at;
        let Some((step, found)) = playing.tour.step(at).zip(playing.found.get(at)) else {
            return self.look_at(cx, None, None, None);
        };
        let commit = playing.version.commit().map(str::to_owned);
        match (&found.spot, step.place()) {
            (Some(spot), _) => {
                let (place, lines) = (Some((spot.path.clone(), spot.line)), spot.lines);
                let text = step.contents().map(str::to_owned);
                self.look_at(cx, place, commit, text);
                if let (Some([first, last]), Some(shown)) = (lines, &mut self.shown) {
                    shown.sites = (first..=last.min(first.saturating_add(MAX_LINES))).collect();
                }
            }
            (None, StepPlace::Folder(path)) if found.verdict == Verdict::Kept => {
                let place = Some((path.to_owned(), 0));
                self.look_at(cx, place, None, None);
            }
            // Where its place is gone, its file may still be there.
            (None, StepPlace::File { path, .. }) if matches!(found.verdict, Verdict::Gone(_)) => {
                let text = step.contents().map(str::to_owned);
                self.look_at(cx, Some((path.trim_start_matches("./").to_owned(), 1)), commit, text);
            }
            _ => self.look_at(cx, None, None, None),
        }
    }

    /// Turns the source to a path and line: of the tree, of a commit, or of a text that the tour contains.
    fn look_at(
        &mut self,
        cx: &mut Ctx,
        place: Option<(String, u32)>,
        commit: Option<String>,
        text: Option<String>,
    ) {
        self.version = if text.is_some() { Some(BROUGHT.to_owned()) } else { commit };
        self.shown = place.map(|(path, line)| Shown { path, line, ..Shown::default() });
        if let Some(path) = self.shown.as_ref().map(|shown| shown.path.clone()) {
            let is_there = |source: &Arc<SourceText>| source.path == path && source.version == self.version;
            if let Some(text) = text {
                let source = SourceText::new(&path, text.as_bytes()).of_version(self.version.clone());
                self.source = Some(Arc::new(source));
            } else if !self.source.as_ref().is_some_and(is_there) {
                cx.read(View::Tours, self.source_job());
            }
        }
        self.aim(cx);
    }

    /// Scrolls the step's line into the upper part of the source pane: its subject mostly follows it.
    fn aim(&mut self, cx: &Ctx) {
        let height = self.height(cx, ToursPane::Source);
        let (Some(shown), Some(source)) = (&mut self.shown, &self.source) else { return };
        if source.path == shown.path && source.version == self.version {
            let line = (shown.line as usize).saturating_sub(1);
            let row = line.min(source.lines.len().saturating_sub(1));
            shown.put_top(line.saturating_sub(height / 4), source.lines.len(), height);
            self.in_text(cx, |cursor, _| cursor.keep_row_in_sight(row));
        }
    }

    /// Handles the mouse; returns whether it pressed a row that can be opened.
    pub(super) fn take_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        let areas = self.areas(cx);
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = ToursPane::ALL[ix];
        let by = match mouse.did {
            Click::Scroll(by) => by,
            Click::ScrollAside(by) => {
                let height = self.height(cx, pane);
                let source = self.source_text().cloned().filter(|_| pane == ToursPane::Source);
                if let Some((shown, source)) = self.shown.as_mut().zip(source) {
                    shown.scroll_aside(by, &source, areas[ix], height);
                }
                return false;
            }
            Click::Drag => {
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                let reads = pane == ToursPane::Source && self.focus == pane && self.playing.is_some();
                if let Some(row) = row.filter(|_| reads) {
                    let column = usize::from(mouse.x - areas[ix].x);
                    self.in_text(cx, |cursor, from| cursor.drag(from, row, column));
                }
                return false;
            }
            Click::Press => {
                self.focus = pane;
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                let column = usize::from(mouse.x - areas[ix].x);
                return row.is_some_and(|row| self.press(cx, pane, (row, column)));
            }
        };
        self.scroll(cx, pane, by);
        false
    }

    /// How many steps the tour selected in the list has.
    fn selected_steps(&self) -> usize {
        let tour = self.entries.get(self.cursor.at).and_then(|entry| entry.tour.as_ref().ok());
        tour.map_or(0, |(tour, _)| tour.steps().len())
    }

    /// The first visible step of the tour selected in the list.
    pub fn first_step(&self) -> usize {
        let (tour, first) = self.seen_steps;
        if tour == self.cursor.at { first } else { 0 }
    }

    /// The scroll bars of the list of tours, of the source and of the steps.
    fn scroll_bars(&self, cx: &Ctx) -> Vec<ScrollBar> {
        let [main, source, steps] = self.areas(cx);
        let lines = self.source_text().map_or(0, |text| text.lines.len());
        let top = self.shown.as_ref().and_then(|shown| shown.top).unwrap_or(0);
        let listed = if self.playing.is_none() { self.entries.len() } else { 0 };
        let step = match &self.playing {
            Some(playing) => (playing.step.offset, playing.tour.steps().len()),
            None => (self.first_step(), self.selected_steps()),
        };
        let panes = [
            ((main, HEADS[0], false), (self.cursor.offset, listed)),
            ((source, HEADS[1], false), (top, lines)),
            ((steps, HEADS[2], false), step),
        ];
        panes.into_iter().filter_map(|(pane, rows)| ScrollBar::of(cx.size, pane, rows)).collect()
    }

    /// Selects a row of a pane, or a place of its text, counted from its first visible row; returns whether the row can be opened.
    fn press(&mut self, cx: &mut Ctx, pane: ToursPane, (row, column): (usize, usize)) -> bool {
        match (&self.playing, pane) {
            (None, ToursPane::Main) => {
                let at = self.cursor.offset + row;
                self.select(cx, at);
                at < self.entries.len()
            }
            (Some(_), ToursPane::Source) => {
                self.in_text(cx, |cursor, _| cursor.press(row, column)).unwrap_or(false)
            }
            (Some(playing), ToursPane::Steps) => {
                let (at, len) = (playing.step.offset + row, playing.tour.steps().len());
                self.show_step(cx, at);
                at < len
            }
            _ => false,
        }
    }

    /// The text of what is shown, once it is there.
    #[must_use]
    pub fn source_text(&self) -> Option<&Arc<SourceText>> {
        let (source, shown) = (self.source.as_ref()?, self.shown.as_ref()?);
        (source.path == shown.path && source.version == self.version).then_some(source)
    }

    /// Where the cursor stands in the source.
    #[must_use]
    pub fn caret(&self) -> Option<Caret> {
        caret_of(self.source_text()?, self.shown.as_ref()?)
    }

    /// Whether the cursor was moved in the source.
    fn is_read(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.caret.is_some())
    }

    /// The symbol of a step of the open tour.
    fn step_symbol(&self, cx: &Ctx, at: usize) -> Option<SymbolId> {
        let playing = self.playing.as_ref()?;
        let snapshot = cx.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        // The id is valid in any graph, the spot's number only in the graph that it was looked up in.
        let by_id = || graph.find_id(&playing.tour.step(at)?.anchor()?.symbol);
        let spot = || playing.found.get(at)?.spot.as_ref()?.symbol;
        by_id().or_else(|| spot().filter(|symbol| symbol.ix() < graph.n_symbols()))
    }
}

impl ViewState for ToursView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.carry_out(cx, action)
    }

    fn mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        self.take_mouse(cx, mouse)
    }

    fn bars(&self, cx: &Ctx) -> Vec<ScrollBar> {
        self.scroll_bars(cx)
    }

    fn borders(&self, cx: &Ctx) -> Vec<PaneBorder> {
        self.layout(cx).borders
    }

    fn here(&self, cx: &Ctx) -> nav_history::NavPlace {
        nav_history::NavPlace::Tours(self.open_step(cx))
    }

    fn come_back(&mut self, cx: &mut Ctx, place: nav_history::NavPlace) {
        if let nav_history::NavPlace::Tours(Some((tour, step))) = place {
            self.return_to(cx, &tour, step);
        }
    }

    fn to_list(&mut self, _cx: &mut Ctx) {
        self.focus = ToursPane::Main;
    }

    fn tree_checked(&mut self, cx: &mut Ctx) {
        self.look(cx);
    }

    fn source_job(&self) -> Option<Job> {
        let path = self.shown.as_ref()?.path.clone();
        let commit = self.version.clone();
        // A text that the tour contains is there already.
        (commit.as_deref() != Some(BROUGHT)).then_some(Job::Source { path, commit })
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Tours)
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Action> {
        self.hinted()
    }

    /// The view was turned to, or the tree was checked: tour files are not part of the graph, so they are looked for
    /// again.
    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        self.look(cx);
    }

    /// A new graph came: steps may have moved.
    fn graph_came(&mut self, cx: &mut Ctx) {
        if self.drafts.is_none() {
            cx.store(StoreTask::ReadDrafts);
        }
        if !cx.is_awaited(JobKind::Make) {
            self.begin_making(cx);
        }
        if self.looked || cx.view == View::Tours {
            self.look(cx);
        }
    }

    /// Whether a list is awaited that selects the tour that was left, or the first one.
    fn is_early(&self, cx: &Ctx) -> bool {
        let is_first = self.entries.is_empty() && self.playing.is_none();
        (self.left.is_some() || is_first) && cx.is_awaited(JobKind::Tours)
    }

    fn awaits(&self) -> &'static str {
        "the list of tours"
    }

    fn outer_context(&self) -> Option<KeyContext> {
        (self.focus == ToursPane::Source).then_some(KeyContext::Source)
    }

    fn sees_line(&self, cx: &Ctx) -> bool {
        shows_line(cx, self.source_text(), self.shown.as_ref(), self.height(cx, ToursPane::Source))
    }

    fn aim_again(&mut self, cx: &Ctx) {
        self.shown.iter_mut().for_each(Shown::forget_top);
        self.aim(cx);
    }

    fn reshaped(&mut self, cx: &Ctx) {
        self.select(cx, self.cursor.at);
        let height = self.height(cx, ToursPane::Steps);
        if let Some(playing) = &mut self.playing {
            playing.step = playing.step.clamped(playing.tour.steps().len(), height);
        }
    }

    fn source_came(&mut self, cx: &Ctx, text: &Arc<SourceText>) {
        let wanted = self.shown.as_ref().is_some_and(|shown| shown.path == text.path);
        if wanted && self.version == text.version {
            self.source = Some(Arc::clone(text));
            self.aim(cx);
        }
    }

    /// The line that keys are typed into, while they are.
    fn line_mut(&mut self) -> Option<&mut TypedLine> {
        self.prompt.as_mut().map(|prompt| &mut prompt.line)
    }

    fn is_typing(&self) -> bool {
        self.prompt.is_some()
    }

    /// The line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        // There are at most nine links, so one digit is enough.
        if self.prompt.as_ref().is_some_and(|prompt| prompt.asks == PromptKind::Link) {
            self.prompt_taken(cx);
        }
    }

    /// The symbol that actions are about.
    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        self.step_symbol(cx, self.playing.as_ref()?.step.at)
    }

    /// Takes the selected lines of the source.
    fn take_lines(&mut self) -> Option<SelectedLines> {
        let text = self.source_text().filter(|_| self.focus == ToursPane::Source).cloned()?;
        self.shown.as_mut()?.take_lines(&text)
    }

    /// The path and line that the editor opens and that is copied.
    fn place(&self, _cx: &Ctx) -> Option<(String, u32)> {
        let shown = self.shown.as_ref().filter(|shown| shown.line > 0)?;
        let reads = self.focus == ToursPane::Source;
        let line = self.caret().filter(|_| reads).map_or(shown.line, |caret| caret.row as u32 + 1);
        // An editor would open the working tree's file, not the commit's text.
        self.version.is_none().then(|| (shown.path.clone(), line))
    }
}
