//! The Tours view: be led through the code, and lead others.
//!
//! Two faces: the list of tours, and one tour that is open. Of an open tour the main pane has the words of its step,
//! the others the source and the list of steps.

mod acts;
mod author;
pub mod data;
mod drafts;
mod follow;
mod links;
pub mod playing;
mod saving;
mod undo;
mod why;

use super::job::{Class, Job};
use super::layout::{Area, area_of, three};
use super::line::Line;
use super::list::Cursor;
use super::msg::{Click, Effect, Mouse};
use super::source::{Shown, SourceText};
use super::{App, View};
use crate::index::drafts::Draft;
use crate::index::tours::Progress;
use crate::model::SymbolId;
use crate::tour::{Found, Place, StepDraft, Verdict};
pub use data::{Authored, Authoring, BROUGHT, Entry, Meanwhile, Saved, Tourist, Wanted};
pub use playing::{Asks, Pane, Playing, Prompt};
use std::collections::VecDeque;
use std::sync::Arc;

/// Rows of a pane above its content.
pub const HEADS: [u16; 3] = [2, 1, 1];

/// The main pane's part of a wide screen, in percent.
const MAIN: u16 = 48;

/// The view's state.
#[derive(Default)]
pub struct Tours {
    pub entries: Vec<Entry>,
    /// Whether the entries were looked for.
    pub looked: bool,
    pub cursor: Cursor,
    /// The key of a tour that was left and that the list does not have yet: it selects that once it does.
    left: Option<String>,
    pub playing: Option<Playing>,
    pub focus: Pane,
    pub prompt: Option<Prompt>,
    /// Why the step is there, while that is asked.
    pub why: Option<Vec<String>>,
    /// The tour whose progress was forgotten last, and that progress.
    forgotten: Option<(String, Progress)>,
    /// Tours that were changed and not saved; `None` until they are read.
    pub drafts: Option<Vec<Draft>>,
    /// What is to be done once what is under way is done.
    waiting: VecDeque<Authoring>,
    /// Steps that were added before the drafts were read.
    unplaced: Vec<(Box<StepDraft>, Found)>,
    /// What tours were asked for, and what is being made one of.
    pub wanted: Vec<Wanted>,
    pub making: Option<Wanted>,
    /// First row of the words on the screen, as far as there is one.
    pub top: usize,
    pub shown: Option<Shown>,
    /// What `shown` is of, when it is not the tree as it is.
    pub version: Option<String>,
    /// A link was followed: the source is not the step's.
    pub strayed: bool,
    pub source: Option<Arc<SourceText>>,
}

impl App {
    /// The areas of the main pane, the source and the steps.
    #[must_use]
    pub fn tours_areas(&self) -> [Area; 3] {
        self.tours_split(self.zoomed)
    }

    fn tours_split(&self, zoomed: bool) -> [Area; 3] {
        let body = self.body();
        three(body, zoomed, self.tours.focus as usize, MAIN)
    }

    /// The area that a pane is put in order for.
    fn tours_area(&self, pane: Pane) -> Area {
        area_of(pane as usize, self.zoomed, self.body(), |zoomed| self.tours_split(zoomed))
    }

    fn tours_height(&self, pane: Pane) -> usize {
        let area = self.tours_area(pane);
        usize::from(area.height.saturating_sub(HEADS[pane as usize])).max(1)
    }

    /// The view was turned to, or the tree was looked at: files of tours are no part of the graph and come and go
    /// without it.
    pub(super) fn tours_entered(&mut self) {
        self.tours_look();
    }

    /// Another graph is there: steps may be elsewhere.
    pub(super) fn tours_graph(&mut self) {
        if self.tours.drafts.is_none() {
            self.push(Effect::ReadDrafts);
        }
        if !self.is_awaited(Class::Make) {
            self.tours_begin_making();
        }
        if self.tours.looked || self.view == View::Tours {
            self.tours_look();
        }
    }

    fn tours_look(&mut self) {
        let Some(snapshot) = self.index.snapshot.clone() else { return };
        self.tours.looked = true;
        let open = self.tours.playing.as_ref().map(|playing| Box::new(playing.tour.clone()));
        let (drafts, wanted) = (self.tours.drafts.clone().unwrap_or_default(), self.tours.wanted.clone());
        if !drafts.is_empty() {
            let known = drafts.iter().map(|draft| (draft.key.clone(), draft.origin.clone()));
            self.push(Effect::FindDrafts(known.collect()));
        }
        self.start(Job::Tours { snapshot, open, drafts, wanted });
    }

    /// Whether a list is awaited that selects the tour that was left.
    pub(super) fn tours_early(&self) -> bool {
        self.tours.left.is_some() && self.is_awaited(Class::Tours)
    }

    /// The tours that there are.
    pub(super) fn tours_came(&mut self, tourist: Tourist) {
        let selected = self.tours.entries.get(self.tours.cursor.at).map(|entry| entry.key.clone());
        let kept = self.tours.left.take().or(selected);
        self.tours.entries = tourist.entries;
        if let (Some(located), Some(playing)) = (tourist.open, &mut self.tours.playing)
            && located.found.len() == playing.tour.steps().len()
        {
            (playing.found, playing.version) = (located.found, located.version);
        }
        self.tours_settle_unchanged();
        self.tours_follow_file();
        self.tours_why_anew();
        let at = self.tours.entries.iter().position(|entry| Some(&entry.key) == kept.as_ref());
        self.tours.cursor.at = at.unwrap_or(self.tours.cursor.at);
        let (len, height) = (self.tours.entries.len(), self.tours_height(Pane::Main));
        self.tours.cursor = self.tours.cursor.clamped(len, height);
        self.tours_turn();
        if self.view == View::Tours {
            self.read_source();
        }
    }

    /// Turns the source to the step's place.
    fn tours_turn(&mut self) {
        self.tours.strayed = false;
        let Some(playing) = &self.tours.playing else { return self.tours_look_at(None, None, None) };
        let at = playing.step.at;
        let Some((step, found)) = playing.tour.step(at).zip(playing.found.get(at)) else {
            return self.tours_look_at(None, None, None);
        };
        let commit = playing.version.commit().map(str::to_owned);
        match (&found.spot, step.place()) {
            (Some(spot), _) => {
                let place = Some((spot.path.clone(), spot.line));
                let text = step.contents().map(str::to_owned);
                self.tours_look_at(place, commit, text);
            }
            (None, Place::Folder(path)) if found.verdict == Verdict::Kept => {
                let place = Some((path.to_owned(), 0));
                self.tours_look_at(place, None, None);
            }
            _ => self.tours_look_at(None, None, None),
        }
    }

    /// Turns the source to a path and line: of the tree, of a commit, or of a text that the tour brings along.
    fn tours_look_at(&mut self, place: Option<(String, u32)>, commit: Option<String>, text: Option<String>) {
        self.tours.version = if text.is_some() { Some(BROUGHT.to_owned()) } else { commit };
        self.tours.shown = place.map(|(path, line)| Shown { path, line, ..Shown::default() });
        if let Some(path) = self.tours.shown.as_ref().map(|shown| shown.path.clone()) {
            let is_there =
                |source: &Arc<SourceText>| source.path == path && source.version == self.tours.version;
            if let Some(text) = text {
                let source = SourceText::new(&path, text.as_bytes()).of_version(self.tours.version.clone());
                self.tours.source = Some(Arc::new(source));
            } else if !self.tours.source.as_ref().is_some_and(is_there) {
                self.read_source();
            }
        }
        self.tours_aim();
    }

    /// Puts the step's line into the upper part of the source pane: what it speaks of follows it.
    fn tours_aim(&mut self) {
        let height = self.tours_height(Pane::Source);
        let (Some(shown), Some(source)) = (&mut self.tours.shown, &self.tours.source) else { return };
        if source.path == shown.path && source.version == self.tours.version {
            let line = (shown.line as usize).saturating_sub(1);
            shown.put_top(line.saturating_sub(height / 4), source.lines.len(), height);
        }
    }

    pub(super) fn tours_sees_line(&self) -> bool {
        self.tours.shown.as_ref().is_some_and(|shown| shown.is_in_sight(self.tours_height(Pane::Source)))
    }

    pub(super) fn tours_aim_again(&mut self) {
        self.tours.shown.iter_mut().for_each(Shown::forget_top);
        self.tours_aim();
    }

    pub(super) fn tours_reshaped(&mut self) {
        self.tours_select(self.tours.cursor.at);
        let height = self.tours_height(Pane::Steps);
        if let Some(playing) = &mut self.tours.playing {
            playing.step = playing.step.clamped(playing.tour.steps().len(), height);
        }
    }

    pub(super) fn tours_source(&mut self, text: &Arc<SourceText>) {
        let wanted = self.tours.shown.as_ref().is_some_and(|shown| shown.path == text.path);
        if wanted && self.tours.version == text.version {
            self.tours.source = Some(Arc::clone(text));
            self.tours_aim();
        }
    }

    /// The line that keys are typed into, while they are.
    pub(super) fn tours_line(&mut self) -> Option<&mut Line> {
        self.tours.prompt.as_mut().map(|prompt| &mut prompt.line)
    }

    pub(super) fn tours_typing(&self) -> bool {
        self.tours.prompt.is_some()
    }

    /// The line changed.
    pub(super) fn tours_typed(&mut self) {
        // One digit names a link: there are no more than nine.
        if self.tours.prompt.as_ref().is_some_and(|prompt| prompt.asks == Asks::Link) {
            self.prompt_taken();
        }
    }

    /// Takes the mouse in; whether it pressed a row that can be opened.
    pub(super) fn tours_mouse(&mut self, mouse: Mouse) -> bool {
        let areas = self.tours_areas();
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = Pane::ALL[ix];
        let by = match mouse.did {
            Click::ScrollUp => -3,
            Click::ScrollDown => 3,
            Click::Press => {
                self.tours.focus = pane;
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                return row.is_some_and(|row| self.tours_pressed(pane, row));
            }
        };
        self.tours_scroll(pane, by);
        false
    }

    /// Selects a row of a pane, counted from the top of what is in sight; whether it is one that can be opened.
    fn tours_pressed(&mut self, pane: Pane, row: usize) -> bool {
        match (&self.tours.playing, pane) {
            (None, Pane::Main) => {
                let at = self.tours.cursor.offset + row;
                self.tours_select(at);
                at < self.tours.entries.len()
            }
            (Some(playing), Pane::Steps) => {
                let (at, len) = (playing.step.offset + row, playing.tour.steps().len());
                self.tours_step(at);
                at < len
            }
            _ => false,
        }
    }

    /// The symbol that actions are about.
    pub(super) fn tours_current(&self) -> Option<SymbolId> {
        self.tours_symbol(self.tours.playing.as_ref()?.step.at)
    }

    /// The symbol of a step of the open tour.
    fn tours_symbol(&self, at: usize) -> Option<SymbolId> {
        let playing = self.tours.playing.as_ref()?;
        let snapshot = self.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        // The id holds in any graph; the spot's number is of the one that it was looked for in.
        let by_id = || graph.find_id(&playing.tour.step(at)?.anchor()?.symbol);
        let spot = || playing.found.get(at)?.spot.as_ref()?.symbol;
        by_id().or_else(|| spot().filter(|symbol| symbol.ix() < graph.n_symbols()))
    }

    /// The path and line that the editor opens and that is copied.
    pub(super) fn tours_place(&self) -> Option<(String, u32)> {
        let shown = self.tours.shown.as_ref().filter(|shown| shown.line > 0)?;
        let reads = self.tours.focus == Pane::Source;
        let line = if reads { shown.line_in_view(self.tours_height(Pane::Source)) } else { shown.line };
        // What is shown of a commit is not what an editor would open.
        self.tours.version.is_none().then(|| (shown.path.clone(), line))
    }
}
