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
use super::job::Job;
use super::msg::StoreTask;
use super::pane::workspace::Workspace;
use super::view::View;
use super::view_state::ViewState;
use crate::index::drafts::TourDraft;
use crate::index::tour_steps::TourVersion;
use crate::index::tours::Progress;
use crate::model::SymbolId;
use crate::tour::{LocatedStep, StepDraft, Tour};
pub use playing::{Playing, PromptKind, TourState};
pub use requests::{
    Authored, Authoring, BROUGHT, Meanwhile, Saved, TourEntry, TourList, TourRequest, TourRows,
};
use std::collections::VecDeque;
pub use words::step_name;

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
        let open = self.playing.as_ref().map(|playing| Box::new(playing.now.tour.clone()));
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
        self.open_at().zip(self.playing.as_ref().map(|playing| playing.now.tour.steps().len()))
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
        self.slots.cursor.at = self.place_of(row);
        self.reshaped(cx);
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
            && located.found.len() == playing.now.tour.steps().len()
        {
            (playing.now.found, playing.version) = (located.found, located.version);
        }
        self.settle_unchanged(cx);
        self.follow_newest(cx);
        self.list_open();
        let tour = self.entries.iter().position(|entry| Some(&entry.key) == kept.as_ref());
        let step = self.playing.as_ref().filter(|_| on_step).map(|playing| TourRow::Step(playing.now.step));
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
        if let Some(Playing { now: TourState { tour, found, step, .. }, version, .. }) = open {
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
