//! The Tours view: taking tours through the code, and writing them.
//!
//! One list has the tours, and below the open one its steps. The source shows the selected step, the panel Words its text.

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
mod words;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::list::Cursor;
use super::msg::StoreTask;
use super::nav_history::ViewPlace;
use super::pane::prompt::Typing;
use super::pane::slot::Slot;
use super::pane::slot_rows::SlotRows;
use super::pane::workspace::Workspace;
use super::source::{Shown, SourceSpot, SourceText};
use super::view::View;
use super::view_state::ViewState;
use crate::app::action::Action;
use crate::app::offer::Offer;
use crate::index::drafts::TourDraft;
use crate::index::tour_steps::TourVersion;
use crate::index::tours::Progress;
use crate::model::SymbolId;
use crate::tour::{LocatedStep, StepDraft, StepPlace, Tour, Verdict, tree_path};
pub use playing::{Playing, PromptKind};
pub use requests::{
    Authored, Authoring, BROUGHT, Meanwhile, Saved, TourEntry, TourList, TourRequest, TourRows,
};
use std::collections::VecDeque;
use std::sync::Arc;
pub use words::step_name;

/// The largest number of lines of a step that are marked in the source.
const MAX_LINES: u32 = 10_000;

/// The view's state.
#[derive(Default)]
pub struct ToursView {
    pub entries: Vec<TourEntry>,
    /// True if the list was read.
    pub looked: bool,
    /// The open tour, one of the entries; its steps stand below it.
    pub playing: Option<Playing>,
    pub slots: Workspace,
    /// The kind of text that the open line asks for.
    pub asks: PromptKind,
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
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourRow {
    /// A tour, by its place among the entries.
    Tour(usize),
    /// A step of the open tour.
    Step(usize),
}

/// A step of the open or of the selected tour, which the source shows.
#[derive(Clone, Copy)]
pub(super) struct StepInSight<'a> {
    tour: &'a Tour,
    found: &'a [LocatedStep],
    version: &'a TourVersion,
    at: usize,
}

impl ToursView {
    fn list_again(&mut self, cx: &mut Ctx) {
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

    /// The place of the open tour among the entries.
    pub fn open_at(&self) -> Option<usize> {
        let playing = self.playing.as_ref()?;
        self.entries.iter().position(|entry| entry.key == playing.key)
    }

    /// The place of the open tour among the entries, and its number of steps.
    fn unfolded(&self) -> Option<(usize, usize)> {
        self.open_at().zip(self.playing.as_ref().map(|playing| playing.tour.steps().len()))
    }

    pub fn n_rows(&self) -> usize {
        self.entries.len() + self.unfolded().map_or(0, |(_, steps)| steps)
    }

    /// The row at a place of the list.
    pub fn row_at(&self, at: usize) -> Option<TourRow> {
        let row = match self.unfolded() {
            Some((open, steps)) if at > open + steps => TourRow::Tour(at - steps),
            Some((open, _)) if at > open => return Some(TourRow::Step(at - open - 1)),
            _ => TourRow::Tour(at),
        };
        (at < self.n_rows()).then_some(row)
    }

    /// The row under the cursor.
    pub fn row(&self) -> Option<TourRow> {
        self.row_at(self.slots.cursor.at)
    }

    /// The place of a row in the list.
    fn place_of(&self, row: TourRow) -> usize {
        match (row, self.unfolded()) {
            (TourRow::Tour(at), Some((open, steps))) if at > open => at + steps,
            (TourRow::Tour(at), _) => at,
            // A tour that has no steps yet stands for them.
            (TourRow::Step(step), open) => open.map_or(0, |(open, steps)| open + (step + 1).min(steps)),
        }
    }

    /// The tour of the row under the cursor, by its place among the entries.
    fn selected_at(&self) -> Option<usize> {
        match self.row()? {
            TourRow::Tour(at) => Some(at),
            TourRow::Step(_) => self.open_at(),
        }
    }

    /// The tour of the row under the cursor.
    pub fn selected(&self) -> Option<&TourEntry> {
        self.entries.get(self.selected_at()?)
    }

    /// Rows above those of the list: the title, and a line that is typed or says that a tour is being made.
    pub fn head(&self) -> u16 {
        1 + u16::from(self.slots.prompt.open || self.making.is_some())
    }

    /// Puts the cursor on a row.
    fn select(&mut self, cx: &Ctx, row: TourRow) {
        let (at, len, height) = (self.place_of(row), self.n_rows(), self.height(cx));
        self.slots.cursor = Cursor { at, ..self.slots.cursor }.clamped(len, height);
    }

    /// Lists the open tour if the list lacks it, because it was begun just now.
    fn list_open(&mut self) {
        if let (Some(playing), None) = (&self.playing, self.open_at()) {
            self.entries.push(playing.entry());
        }
    }

    /// Takes over the list of tours.
    pub(super) fn list_came(&mut self, cx: &mut Ctx, list: TourList) {
        let kept = self.selected().map(|entry| entry.key.clone());
        let on_step = matches!(self.row(), Some(TourRow::Step(_)));
        self.entries = list.entries;
        if let (Some(located), Some(playing)) = (list.open, &mut self.playing)
            && located.found.len() == playing.tour.steps().len()
        {
            (playing.found, playing.version) = (located.found, located.version);
        }
        self.settle_unchanged(cx);
        self.follow_newest(cx);
        self.list_open();
        let tour = self.entries.iter().position(|entry| Some(&entry.key) == kept.as_ref());
        let step = self.playing.as_ref().filter(|_| on_step).map(|playing| TourRow::Step(playing.step));
        match step.or(tour.map(TourRow::Tour)) {
            Some(row) => self.select(cx, row),
            None => self.reshaped(cx),
        }
        if cx.view == View::Tours {
            self.turn(cx);
            cx.read(View::Tours, self.slots.pane.job());
        }
    }

    /// Turns the source to the step's place.
    fn turn(&mut self, cx: &mut Ctx) {
        self.slots.pane.leave();
        self.look(cx);
    }

    /// The step that the source shows: of the row under the cursor, or that at which the selected tour goes on.
    pub(super) fn in_sight(&self) -> Option<StepInSight<'_>> {
        let open = self.playing.as_ref().filter(|_| self.selected_at() == self.open_at());
        if let Some(Playing { tour, found, version, step, .. }) = open {
            return Some(StepInSight { tour, found, version, at: *step });
        }
        let entry = self.selected()?;
        let (tour, located) = entry.tour.as_ref().ok()?;
        Some(StepInSight { tour, found: &located.found, version: &located.version, at: entry.resumed() })
    }

    /// The text that the tour brings for the step.
    fn brought_text(&self) -> Option<String> {
        let StepInSight { tour, at, .. } = self.in_sight()?;
        tour.step(at)?.contents().map(str::to_owned)
    }

    /// The step's place, and the version of its text.
    fn wanted_source(&self) -> Option<(Shown, Option<String>)> {
        let StepInSight { tour, found, version, at } = self.in_sight()?;
        let (step, found) = tour.step(at).zip(found.get(at))?;
        let commit = version.commit().map(str::to_owned);
        let version = if step.contents().is_some() { Some(BROUGHT.to_owned()) } else { commit };
        match (&found.spot, step.place()) {
            (Some(spot), _) => {
                let sites = spot.lines.map_or_else(Vec::new, |[first, last]| {
                    (first..=last.min(first.saturating_add(MAX_LINES))).collect()
                });
                Some((Shown { sites, ..Shown::named(&spot.path, spot.line, None) }, version))
            }
            (None, StepPlace::Folder(path)) if found.verdict == Verdict::Kept => {
                Some((Shown::named(&tree_path(path), 0, None), None))
            }
            // Where its place is gone, its file may still be there.
            (None, StepPlace::File { path, .. }) if matches!(found.verdict, Verdict::Gone(_)) => {
                Some((Shown::named(&tree_path(path), 1, None), version))
            }
            _ => None,
        }
    }

    /// Turns the source to a file that the step's text links to.
    fn read_link(&mut self, cx: &mut Ctx, path: String, line: u32, version: Option<String>) {
        self.slots.pane.spot = Some(SourceSpot { path, line, version, ..SourceSpot::default() });
        self.focus_on(cx, Slot::Source);
    }

    /// The symbol of a step of a tour.
    fn symbol_of(StepInSight { tour, found, at, .. }: StepInSight<'_>, cx: &Ctx) -> Option<SymbolId> {
        let snapshot = cx.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        // The id is valid in any graph, the spot's number only in the graph that it was looked up in.
        let by_id = || graph.find_id(&tour.step(at)?.anchor()?.symbol);
        let spot = || found.get(at)?.spot.as_ref()?.symbol;
        by_id().or_else(|| spot().filter(|symbol| symbol.ix() < graph.n_symbols()))
    }
}

impl ViewState for ToursView {
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool {
        self.carry_out(cx, action)
    }

    fn view(&self) -> View {
        View::Tours
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn list_rows(&self, _cx: &Ctx) -> SlotRows {
        SlotRows { head: self.head(), foot: 0, cursor: self.slots.cursor, len: self.n_rows() }
    }

    /// Shows the step or the tour under the cursor.
    fn turned(&mut self, cx: &mut Ctx) {
        match self.row() {
            Some(TourRow::Step(step)) => self.show_step(cx, step),
            _ => self.turn(cx),
        }
    }

    fn fold(&mut self, cx: &mut Ctx, open: bool) -> bool {
        self.fold_row(cx, open)
    }

    fn closed(&mut self, cx: &mut Ctx, how: Typing) {
        if how == Typing::Taken {
            self.prompt_taken(cx);
        }
    }

    fn wanted(&self, _cx: &Ctx) -> Option<(Shown, Option<String>)> {
        self.wanted_source()
    }

    /// Shows the step's place, or where reading has led to from there; a text that the tour brings is there at once.
    fn look(&mut self, cx: &mut Ctx) {
        let area = self.text_area(cx);
        let beside = self.beside(cx).map(|shown| (shown, None));
        let wanted = beside.or_else(|| self.wanted_source());
        let brought = self.brought_text().zip(wanted.as_ref().map(|(shown, _)| shown.path.clone()));
        self.slots.pane.show(cx, View::Tours, area, wanted);
        if let Some((text, path)) = brought.filter(|_| self.slots.pane.version.as_deref() == Some(BROUGHT)) {
            let source = SourceText::new(&path, text.as_bytes()).of_version(Some(BROUGHT.to_owned()));
            self.slots.pane.text_came(cx, area, &Arc::new(source));
        }
    }

    fn here(&self, cx: &Ctx) -> ViewPlace {
        ViewPlace::Tours(self.open_step(cx))
    }

    fn come_back(&mut self, cx: &mut Ctx, place: ViewPlace) {
        if let ViewPlace::Tours(Some((tour, step))) = place {
            self.return_to(cx, &tour, step);
        }
    }

    fn tree_checked(&mut self, cx: &mut Ctx) {
        self.list_again(cx);
    }

    fn missed(&self, cx: &Ctx) -> Option<JobKind> {
        self.is_early(cx).then_some(JobKind::Tours)
    }

    fn hints(&self, _cx: &Ctx) -> Vec<Offer> {
        self.hinted()
    }

    /// The view was turned to, or the tree was checked: tour files are not part of the graph, so they are looked for
    /// again.
    fn entered(&mut self, cx: &mut Ctx, _from: Option<SymbolId>) {
        self.list_again(cx);
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
            self.list_again(cx);
        }
    }

    /// Returns whether the first list is awaited.
    fn is_early(&self, cx: &Ctx) -> bool {
        self.entries.is_empty() && cx.is_awaited(JobKind::Tours)
    }

    fn awaits(&self) -> &'static str {
        "the list of tours"
    }

    /// The line changed.
    fn typed(&mut self, cx: &mut Ctx) {
        // There are at most nine links, so one digit is enough.
        if self.asks == PromptKind::Link {
            self.slots.prompt.open = false;
            self.prompt_taken(cx);
        }
    }

    /// The rows are tours and their steps.
    fn row_symbol(&self, _cx: &Ctx) -> Option<SymbolId> {
        None
    }

    /// The symbol that actions are about.
    fn current(&self, cx: &Ctx) -> Option<SymbolId> {
        Self::symbol_of(self.in_sight().filter(|_| self.is_on_step())?, cx)
    }
}
