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
use super::list::Cursor;
use super::msg::{Click, Mouse, StoreTask};
use super::nav_history::ViewPlace;
use super::pane::slot::{SOURCE_HEAD, Slot};
use super::pane::slot_rows::SlotRows;
use super::pane::workspace::Workspace;
use super::source::{Shown, SourceSpot, SourceText};
use super::typed_line::TypedLine;
use super::view::View;
use super::view_state::ViewState;
use crate::app::action::Action;
use crate::app::offer::Offer;
use crate::index::drafts::TourDraft;
use crate::index::tours::Progress;
use crate::model::SymbolId;
use crate::tour::{LocatedStep, StepDraft, StepPlace, Verdict, tree_path};
pub use playing::{Playing, PromptKind, TourPrompt};
pub use requests::{
    Authored, Authoring, BROUGHT, Meanwhile, Saved, TourEntry, TourList, TourRequest, TourRows,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// Rows of a pane above its content.
pub const HEADS: [u16; 3] = [2, SOURCE_HEAD, 1];

/// The largest number of lines of a step that are marked in the source.
const MAX_LINES: u32 = 10_000;

/// The view's state.
#[derive(Default)]
pub struct ToursView {
    pub entries: Vec<TourEntry>,
    /// True if the list was read.
    pub looked: bool,
    pub cursor: Cursor,
    /// Scroll position of the steps of a tour that is only selected: its place in the list, and the first visible step.
    seen_steps: (usize, usize),
    /// The key of a closed tour that the list does not have yet and selects once it does.
    left: Option<String>,
    pub playing: Option<Playing>,
    pub slots: Workspace,
    pub prompt: Option<TourPrompt>,
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
        self.follow_newest(cx);
        let at = self.entries.iter().position(|entry| Some(&entry.key) == kept.as_ref());
        self.cursor.at = at.unwrap_or(self.cursor.at);
        let (len, height) = (self.entries.len(), self.height(cx, Slot::List));
        self.cursor = self.cursor.clamped(len, height);
        self.turn(cx);
        if cx.view == View::Tours {
            cx.read(View::Tours, self.slots.pane.job());
        }
    }

    /// Turns the source to the step's place.
    fn turn(&mut self, cx: &mut Ctx) {
        self.slots.pane.leave();
        self.look(cx);
    }

    /// The text that the tour brings for the step.
    fn brought_text(&self) -> Option<String> {
        let playing = self.playing.as_ref()?;
        playing.tour.step(playing.step.at)?.contents().map(str::to_owned)
    }

    /// The step's place, and the version of its text.
    fn wanted_source(&self) -> Option<(Shown, Option<String>)> {
        let playing = self.playing.as_ref()?;
        let at = playing.step.at;
        let (step, found) = playing.tour.step(at).zip(playing.found.get(at))?;
        let commit = playing.version.commit().map(str::to_owned);
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

    /// Handles the mouse; returns whether it pressed a row that can be opened.
    pub(super) fn take_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        let areas = self.areas(cx);
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = Slot::ALL[ix];
        let by = match mouse.did {
            Click::Scroll(by) => by,
            Click::ScrollAside(_) | Click::Drag => return false,
            Click::Press => {
                self.focus_on(cx, pane);
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                return row.is_some_and(|row| self.press(cx, pane, row));
            }
        };
        self.scroll(cx, pane, by);
        false
    }

    /// Number of steps of the tour selected in the list.
    fn selected_steps(&self) -> usize {
        let tour = self.entries.get(self.cursor.at).and_then(|entry| entry.tour.as_ref().ok());
        tour.map_or(0, |(tour, _)| tour.steps().len())
    }

    /// The first visible step of the tour selected in the list.
    pub fn first_step(&self) -> usize {
        let (tour, first) = self.seen_steps;
        if tour == self.cursor.at { first } else { 0 }
    }

    /// Selects a row of a pane, counted from its first visible row; returns whether the row can be opened.
    fn press(&mut self, cx: &mut Ctx, pane: Slot, row: usize) -> bool {
        match (&self.playing, pane) {
            (None, Slot::List) => {
                let at = self.cursor.offset + row;
                self.select(cx, at);
                at < self.entries.len()
            }
            (Some(playing), Slot::Side) => {
                let (at, len) = (playing.step.offset + row, playing.tour.steps().len());
                self.show_step(cx, at);
                at < len
            }
            _ => false,
        }
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

    fn view(&self) -> View {
        View::Tours
    }

    fn slots(&self) -> &Workspace {
        &self.slots
    }

    fn slots_mut(&mut self) -> &mut Workspace {
        &mut self.slots
    }

    fn rows_of(&self, _cx: &Ctx, slot: Slot) -> SlotRows {
        let (cursor, len) = match (slot, &self.playing) {
            (Slot::List, None) => (self.cursor, self.entries.len()),
            (Slot::List, Some(_)) => (Cursor::default(), 0),
            (Slot::Source, _) => return SlotRows::default(),
            (Slot::Side, Some(playing)) => (playing.step, playing.tour.steps().len()),
            (Slot::Side, None) => (Cursor { at: 0, offset: self.first_step() }, self.selected_steps()),
        };
        SlotRows { head: HEADS[slot as usize], foot: 0, cursor, len }
    }

    fn set_cursor(&mut self, cx: &mut Ctx, slot: Slot, cursor: Cursor) {
        match (slot, &self.playing) {
            (Slot::List, None) => self.cursor = cursor,
            (Slot::Side, Some(_)) => self.show_step(cx, cursor.at),
            _ => {}
        }
    }

    fn wanted(&self, _cx: &Ctx) -> Option<(Shown, Option<String>)> {
        self.wanted_source()
    }

    /// Shows the step's place, or where reading has led to from there; a text that the tour brings is there at once.
    fn look(&mut self, cx: &mut Ctx) {
        let (area, wanted) = (self.text_area(cx), self.wanted_source());
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

    /// Returns whether a list is awaited that selects the tour that was left, or the first one.
    fn is_early(&self, cx: &Ctx) -> bool {
        let is_first = self.entries.is_empty() && self.playing.is_none();
        (self.left.is_some() || is_first) && cx.is_awaited(JobKind::Tours)
    }

    fn awaits(&self) -> &'static str {
        "the list of tours"
    }

    fn reshaped(&mut self, cx: &Ctx) {
        self.select(cx, self.cursor.at);
        let height = self.height(cx, Slot::Side);
        if let Some(playing) = &mut self.playing {
            playing.step = playing.step.clamped(playing.tour.steps().len(), height);
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
}
