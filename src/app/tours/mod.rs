//! The Tours view: be led through the code, and lead others.
//!
//! Two faces: the list of tours, and one tour that is open. Of an open tour the main pane has the words of its step,
//! the others the source and the list of steps.

mod acts;
mod author;
mod drafts;
mod follow;
mod links;
mod saving;
mod undo;
mod why;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::job::{Class, Job};
use super::layout::{Area, area_of, three};
use super::line::Line;
use super::list::Cursor;
use super::msg::{Click, Effect, Mouse};
use super::source::SourceText;
use super::symbols::Shown;
use super::{App, View};
use crate::index::Snapshot;
use crate::index::drafts::Draft;
use crate::index::guide::{Located, Version};
use crate::index::tours::{Over, Progress};
use crate::model::SymbolId;
use crate::tour::{Found, Host, Place, StepDraft, Tour, Verdict};
pub use follow::Meanwhile;
use undo::Before;

/// Rows of a pane above its content.
pub const HEADS: [u16; 3] = [2, 1, 1];
/// What a text is the version of that comes with the tour, not from the tree.
pub const BROUGHT: &str = "as the tour brings it";
/// The main pane's part of a wide screen, in percent.
const MAIN: u16 = 48;

/// A pane of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// The list of tours, or the words of a step.
    #[default]
    Main,
    Source,
    /// The steps of the open tour, or of the selected one.
    Steps,
}

/// A tour that can be taken.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its file, or what generates it: what progress is kept by.
    pub key: String,
    /// Its file, relative to the root; `None` while it is only in memory.
    pub path: Option<String>,
    /// The digest of what the file said when it was read, or when the draft of it was begun.
    pub read: Option<String>,
    /// The tour and where its steps are, or why it cannot be used.
    pub tour: Result<(Tour, Located), String>,
    pub progress: Progress,
    /// Whether it has changes that are in no file yet.
    pub draft: bool,
    /// What others did to the file of such a tour.
    pub meanwhile: Option<Meanwhile>,
}

/// The answer to a look at all tours.
#[derive(Clone)]
pub struct Tourist {
    pub snapshot: Arc<Snapshot>,
    pub entries: Vec<Entry>,
    /// Where the steps of the open tour are now.
    pub open: Option<Located>,
}

/// Work on a tour that a person writes.
#[derive(Clone)]
pub enum Authoring {
    /// Words and anchor for a step at a symbol.
    Step { snapshot: Arc<Snapshot>, symbol: SymbolId },
    /// Write a tour as a file, its path relative to the root; its steps brought up to date where there is a graph.
    /// `key` and `sent` are of the open tour, as it is then.
    Save { snapshot: Option<Arc<Snapshot>>, key: String, sent: Tour, path: String, tour: Tour, over: Over },
    /// Delete a tour's file, while it says what it said when it was read: its digest.
    Delete { path: String, read: String },
}

/// What somebody wants a tour of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// What a git range changes.
    Range(String),
    /// A package, by its folder or whatever else names it.
    Package(String),
}

/// What came of it.
#[derive(Clone)]
pub enum Authored {
    Step(Box<StepDraft>, Found),
    Saved(Box<Saved>),
    /// The file that is gone.
    Deleted(String),
}

/// A tour that was written to a file.
#[derive(Clone)]
pub struct Saved {
    /// Its key before, and what it was when it was sent.
    pub key: String,
    pub sent: Tour,
    /// The file, relative to the root, and what stands in it.
    pub path: String,
    pub tour: Tour,
    /// The steps that say other than before where they are.
    pub renewed: Vec<usize>,
}

/// The tour that is being taken.
#[derive(Clone, Debug)]
pub struct Playing {
    pub key: String,
    pub path: Option<String>,
    /// The digest of what the file said when it was read: what else it says then is somebody else's.
    pub read: Option<String>,
    pub tour: Tour,
    pub found: Vec<Found>,
    pub version: Version,
    /// The step, and the part of the list of steps on the screen.
    pub step: Cursor,
    pub visited: BTreeSet<usize>,
    /// Changed since it was read or saved: there is a draft of it.
    pub changed: bool,
    /// What others did to its file, as far as it was not taken over.
    pub meanwhile: Option<Meanwhile>,
    /// What its steps were before each change that can be taken back, the latest last.
    pub past: Vec<Before>,
    /// What they were before each change was taken back, as long as nothing else was changed since.
    pub future: Vec<Before>,
    /// Saving leaves its steps as they are: that they were brought up to date was taken back.
    pub as_written: bool,
    /// Its end was reached and said.
    pub ended: bool,
}

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A title to save under.
    Title,
    /// A git range to make a tour of.
    Range,
    /// A package to make a tour of.
    Package,
    /// The number of a link.
    Link,
}

/// A line being typed, and what for.
#[derive(Clone, Debug)]
pub struct Prompt {
    pub asks: Asks,
    pub line: Line,
}

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

impl Pane {
    pub(super) const ALL: [Self; 3] = [Self::Main, Self::Source, Self::Steps];

    fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

impl Asks {
    /// What is to be typed, with an example.
    #[must_use]
    pub fn wants(self) -> &'static str {
        match self {
            Self::Title => "type a title, such as How requests are served",
            Self::Range => "type a git range: main..HEAD, HEAD~3, or HEAD for uncommitted changes",
            Self::Package => "type a package: its folder, import path or name, such as net/http",
            Self::Link => "type the number of a link, such as 1",
        }
    }
}

impl Entry {
    /// Steps that were read, and all steps.
    #[must_use]
    pub fn done(&self) -> (usize, usize) {
        let all = self.tour.as_ref().map_or(0, |(tour, _)| tour.steps().len());
        (self.progress.visited.iter().filter(|&&step| step < all).count(), all)
    }

    /// Whether there is anything to go on with.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.progress.step > 0 || !self.progress.visited.is_empty()
    }

    /// What it was made of because somebody wanted it.
    #[must_use]
    pub fn wanted(&self) -> Option<Wanted> {
        Wanted::of_key(&self.key)
    }

    /// Whether its condition holds here; `None` when it is not understood.
    #[must_use]
    pub fn is_for_here(&self) -> Option<bool> {
        self.tour.as_ref().map_or(Some(true), |(tour, _)| tour.is_for(Host::here()))
    }
}

impl Wanted {
    /// The key of its tour.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Range(range) => format!("range:{range}"),
            Self::Package(package) => format!("package:{package}"),
        }
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        let (kind, text) = key.split_once(':')?;
        match kind {
            "range" => Some(Self::Range(text.to_owned())),
            "package" => Some(Self::Package(text.to_owned())),
            _ => None,
        }
    }

    /// The title that its tour has, or nearly.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Range(range) => format!("What {range} changes"),
            Self::Package(package) => format!("Through package {package}"),
        }
    }
}

impl Playing {
    fn of(entry: &Entry) -> Option<Self> {
        let (tour, Located { found, version }) = entry.tour.as_ref().ok()?;
        let steps = tour.steps().len();
        // A tour that was finished begins anew.
        let last = steps.saturating_sub(1);
        let finished = entry.progress.step >= last && entry.progress.visited.contains(&last);
        let at = if finished { 0 } else { entry.progress.step.min(last) };
        Some(Self {
            key: entry.key.clone(),
            path: entry.path.clone(),
            read: entry.read.clone(),
            tour: tour.clone(),
            found: found.clone(),
            version: version.clone(),
            step: Cursor { at, offset: 0 },
            visited: entry.progress.visited.iter().copied().filter(|&step| step < steps).collect(),
            changed: entry.draft,
            meanwhile: entry.meanwhile.clone(),
            past: Vec::new(),
            future: Vec::new(),
            as_written: false,
            ended: false,
        })
    }

    /// How far it was taken.
    fn progress(&self) -> Progress {
        Progress { step: self.step.at, visited: self.visited.iter().copied().collect() }
    }
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
