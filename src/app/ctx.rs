//! The context that all views share: what they may read of the program, and what they may ask of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::action::Action;
use super::clock::Millis;
use super::impact::requests::ImpactResult;
use super::interactions::requests::{Remember, Remembered};
use super::job::{Job, JobId, JobKind, JobState};
use super::keymap::Keymap;
use super::layout::{ChosenParts, PaneArea, Screen, Size};
use super::msg::{Effect, StoreTask, Tone};
use super::nav_history::Places;
use super::picks::Picks;
use super::settings::Settings;
use super::side::Side;
use super::source::SourceText;
use super::source_changes::SourceChanges;
use super::symbol_rows::Glimpses;
use super::view::View;
use crate::index::git::Diff;
use crate::index::{Phase, Snapshot, TimeLeft};
use crate::interactions::Act;
use crate::model::{SymbolId, clean, resolve};

/// The context that a view reads and asks things of.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub struct Ctx {
    pub settings: Settings,
    pub keymap: Keymap,
    pub size: Size,
    /// The view in sight.
    pub view: View,
    /// True if the pane with the focus has the whole body.
    pub zoomed: bool,
    /// The parts of the screen that a person gave to slots.
    pub chosen_parts: ChosenParts,
    pub index: IndexState,
    /// The recorded use of symbols; `None` until it is read.
    pub remembered: Option<Remembered>,
    /// The diff that Impact shows: sources of other views mark its lines, too.
    pub changes: Option<Arc<ImpactResult>>,
    /// The difference to the last commit. Its lines are marked while Impact shows no diff.
    pub uncommitted: Option<Arc<Diff>>,
    /// True if lines that a diff removed are left out of sources.
    pub(super) hides_removed: bool,
    pub places: Places,
    /// The rows that a person picked.
    pub picks: Picks,
    /// The panel about the selection.
    pub side: Side,
    pub toast: Option<Toast>,
    /// Notices, the newest first.
    pub said: Vec<(Tone, String)>,
    pub now: Millis,
    /// True if lines for a newcomer stand below the first list.
    pub greets: bool,
    /// The action that the visible notice asks to confirm, while a key is handled.
    pub(super) asked: Option<Action>,
    /// The program ends as soon as all tours are written.
    pub(super) leaving: bool,
    /// The symbol selected in the Symbols view, while an action that starts from it is carried out.
    pub(super) selected: Option<SymbolId>,
    /// Actions after whose first change a notice said how to undo it.
    taught: FxHashSet<Action>,
    jobs: [JobState; JobKind::ALL.len()],
    last_job: u64,
    effects: VecDeque<Effect>,
}

/// The state of the index.
#[derive(Default)]
pub struct IndexState {
    pub snapshot: Option<Arc<Snapshot>>,
    /// The symbols seen while the first index is being built.
    pub glimpses: Glimpses,
    /// A build or a check under way.
    pub work: Option<BuildProgress>,
    /// True if a person asked for the check, and waits for its end.
    pub(super) asked: bool,
    /// Why there is no index, or why it is not in step with the tree.
    pub problem: Option<String>,
    /// True if the system does not watch the tree, so that it is checked every few seconds: until then it may be
    /// behind.
    pub polled: bool,
    /// Files that a notice reported as only partly readable, and the notice's text.
    pub(super) broken: Option<(Vec<String>, String)>,
}

/// A build under way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BuildProgress {
    pub since: Millis,
    pub phase: Option<Phase>,
    pub done: usize,
    pub total: usize,
    pub symbols: usize,
    /// The packages of other modules that are read, and their modules.
    pub reading: Option<(usize, usize)>,
    pub left: TimeLeft,
    /// Another process holds the lock for writing.
    pub waiting: bool,
}

impl BuildProgress {
    /// The rest of the build's time, in words.
    pub fn time_left(&self, now: Millis) -> Option<String> {
        self.left.in_words(Duration::from_millis(now.0))
    }
}

/// A notice in the footer that disappears by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    pub tone: Tone,
    pub text: String,
    pub until: Millis,
    /// The action that it warns of: the same key carries it out while the notice is visible.
    pub asks: Option<Action>,
    /// True if it says that the first index is missing; it is dropped once that is there.
    pub early: bool,
    /// The job whose answer it says is missing; it is dropped once that answer is there.
    pub(super) missed: Option<JobKind>,
}

/// Most notices that are kept to be read again.
const MAX_SAID: usize = 100;

/// Milliseconds after which a waiting hint is shown for a job. A hint that appears sooner would only flicker.
const PATIENCE: u64 = 150;

impl Ctx {
    pub(super) fn new(settings: Settings, keymap: Keymap, size: Size) -> Self {
        Self { settings, keymap, size, ..Self::default() }
    }

    /// Puts a view into sight, with all of its slots as they are by themselves.
    pub(super) fn turn_to(&mut self, view: View) {
        (self.view, self.zoomed, self.side.columns) = (view, false, false);
    }

    /// Where views are drawn; nothing when the screen is too small.
    pub(super) fn body(&self) -> PaneArea {
        self.screen().map(|screen| screen.body).unwrap_or_default()
    }

    /// The parts of the screen; `None` when it is too small.
    pub fn screen(&self) -> Option<Screen> {
        self.size.screen()
    }

    /// Returns whether the newest job of a kind takes so long that a person notices.
    pub fn is_late(&self, kind: JobKind) -> bool {
        self.jobs[kind as usize].since.is_some_and(|since| self.now.0 >= since.0 + PATIENCE)
    }

    /// The diff whose lines are marked in sources.
    pub fn marked_diff(&self) -> Option<&Diff> {
        let shown = self.changes.as_ref().and_then(|changes| changes.diff.as_ref());
        shown.or(self.uncommitted.as_deref())
    }

    /// Finds the differences between a text and the other state of its file in that diff.
    pub fn changes_of(&self, text: &SourceText) -> SourceChanges {
        let mut changes = self.marked_diff().map(|diff| SourceChanges::of(diff, text)).unwrap_or_default();
        if self.hides_removed {
            changes.removed.clear();
        }
        changes
    }

    /// Finds anew what differs from the last commit.
    pub(super) fn compare_with_commit(&mut self) {
        if let Some(snapshot) = self.index.snapshot.clone() {
            self.start(Job::Uncommitted(snapshot));
        }
    }

    /// Returns whether the newest job of a kind has not answered yet.
    pub fn is_awaited(&self, kind: JobKind) -> bool {
        self.jobs[kind as usize].since.is_some()
    }

    /// The work on the index that the header shows. A check of an existing index is left out: it mostly ends before
    /// one would see it.
    pub fn work(&self) -> Option<&BuildProgress> {
        let seen =
            |work: &&BuildProgress| self.index.snapshot.is_none() || self.now.0 >= work.since.0 + PATIENCE;
        self.index.work.as_ref().filter(seen)
    }

    /// Returns whether a text differs from the one that was indexed, so that its lines are not those of the index.
    pub(super) fn is_behind(&self, text: &SourceText) -> bool {
        let known =
            self.index.snapshot.as_ref().and_then(|snapshot| Some(snapshot.files().find(&text.path)?.hash));
        known.zip(text.print).is_some_and(|(known, print)| known != print)
    }

    /// The id in words of a symbol of the newest graph; it outlives that graph.
    pub(super) fn id_of(&self, symbol: SymbolId) -> Option<String> {
        Some(self.index.snapshot.as_ref()?.graph().symbol(symbol).id_text())
    }

    /// The name of a symbol of the newest graph, safe to print.
    pub(super) fn name_of(&self, symbol: SymbolId) -> Option<String> {
        Some(clean(&self.index.snapshot.as_ref()?.graph().symbol(symbol).label()).into_owned())
    }

    /// The symbol of an id in words, in the newest graph.
    pub(super) fn symbol_of(&self, id: &str) -> Option<SymbolId> {
        resolve(&self.index.snapshot.as_ref()?.graph(), id).ok()
    }

    /// Recorded use of the graph's symbols: the history part of a walk's start, and the traces of the current task.
    pub(super) fn remembered(&self) -> [Vec<(SymbolId, f64)>; 2] {
        let (Some(remembered), Some(snapshot)) = (&self.remembered, &self.index.snapshot) else {
            return Default::default();
        };
        let graph = snapshot.graph();
        let Remembered { memory, now, .. } = remembered;
        [memory.history(&graph, *now), memory.traces(&graph, *now)]
    }

    /// Records that `act` was done with symbols, while tracking is on.
    pub(super) fn did(&mut self, act: Act, symbols: &[SymbolId]) {
        let Some(snapshot) = self.index.snapshot.clone().filter(|_| self.settings.track_interactions) else {
            return;
        };
        let graph = snapshot.graph();
        let ids = symbols.iter().filter(|id| id.ix() < graph.n_symbols());
        let events: Vec<(String, Act)> = ids.map(|&id| (graph.symbol(id).id_text(), act)).collect();
        if !events.is_empty() {
            self.store(StoreTask::Remember(Remember::Record(snapshot, events)));
        }
    }

    /// Adds an effect for the runtime to carry out.
    pub(super) fn push(&mut self, effect: Effect) {
        self.effects.push_back(effect);
    }

    /// Gives the thread that writes to the data folder a task.
    pub(super) fn store(&mut self, task: StoreTask) {
        self.push(Effect::Store(task));
    }

    /// The effects asked for since the last call, in order.
    pub(super) fn drain(&mut self) -> Vec<Effect> {
        self.effects.drain(..).collect()
    }

    /// Starts a job, which replaces any older one of its kind.
    pub(super) fn start(&mut self, job: Job) {
        self.last_job += 1;
        let id = JobId(self.last_job);
        self.jobs[job.kind() as usize] = JobState { newest: id, since: Some(self.now) };
        self.push(Effect::Start(id, job));
    }

    /// Starts the job that reads the text of a view, if that view is visible. Other views read theirs when they are
    /// turned to.
    pub(super) fn read(&mut self, view: View, job: Option<Job>) {
        if let Some(job) = job.filter(|_| self.view == view) {
            self.start(job);
        }
    }

    /// Cancels the job of a kind that is under way.
    pub(super) fn call_off(&mut self, kind: JobKind) {
        if self.is_awaited(kind) {
            self.push(Effect::Cancel(kind));
        }
        self.last_job += 1;
        self.jobs[kind as usize] = JobState { newest: JobId(self.last_job), since: None };
    }

    /// Notes an answer. True if it is that of the newest job of its kind.
    pub(super) fn answered(&mut self, kind: JobKind, id: JobId) -> bool {
        let job = &mut self.jobs[kind as usize];
        let is_newest = job.newest == id;
        if is_newest {
            job.since = None;
            self.toast.take_if(|toast| toast.missed == Some(kind));
        }
        is_newest
    }

    /// Times at which a notice ends or a waiting hint appears, in milliseconds.
    pub(super) fn due(&self) -> impl Iterator<Item = u64> {
        let late = self.jobs.iter().filter_map(|job| job.since).map(|since| since.0 + PATIENCE);
        let work = self.index.work.iter().map(|work| work.since.0 + PATIENCE);
        // The time left that is shown becomes less.
        let counts = self.index.work.iter().filter(|work| work.time_left(self.now).is_some());
        let work = work.chain(counts.map(|_| self.now.0 + 1_000));
        let toast = self.toast.iter().map(|toast| toast.until.0);
        late.chain(work).chain(toast)
    }

    /// Checks the index against the tree. A check that is under way may have passed what changed, so it does not count.
    pub(super) fn refresh(&mut self) {
        let since = self.now;
        self.index.work.get_or_insert_with(|| BuildProgress { since, ..BuildProgress::default() });
        self.push(Effect::Refresh);
    }

    /// Adds to a change's notice how to undo it, the first time that an action makes a change.
    pub(super) fn teach_undo(&mut self, action: Action) {
        self.teach(action, &format!("{} takes it back", self.keymap.shown(Action::Undo)));
    }

    /// Adds to a switch's notice that the same key switches it back, the first time that it is used.
    pub(super) fn teach_switch(&mut self, action: Action) {
        let key = self.keymap.shown(action);
        let by = if key.is_empty() { "the palette" } else { key.as_str() };
        self.teach(action, &format!("{by} switches it back"));
    }

    fn teach(&mut self, action: Action, how: &str) {
        if !self.taught.insert(action) {
            return;
        }
        match &mut self.toast {
            Some(toast) => toast.text = format!("{} · {how}", toast.text),
            None => self.show_toast(Tone::Good, format!("{}: {how}", action.entry().title), 4_000),
        }
    }

    /// Reports what opened the editor, the first time that a person comes back from it.
    pub(super) fn edited(&mut self) {
        if self.taught.insert(Action::Edit) {
            let key = self.keymap.shown(Action::Edit);
            let text =
                format!("back from the editor: {key} opens it; `editor` in the settings names another");
            self.show_toast(Tone::Good, text, 10_000);
        }
    }

    /// Tells what was done.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notify(Tone::Good, text);
    }

    /// Warns that something is not done, or not as one may think.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notify(Tone::Bad, text);
    }

    /// The key of an action, as it is shown.
    pub fn key(&self, action: Action) -> String {
        self.keymap.shown(action)
    }

    /// Shows a notice and keeps it to be read again.
    pub fn notify(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        self.keep_said(tone, &text);
        let long = if tone == Tone::Bad { 10_000 } else { 4_000 };
        self.show_toast(tone, text, long);
    }

    /// Keeps a notice in the list of messages.
    pub(super) fn keep_said(&mut self, tone: Tone, text: &str) {
        if self.said.first().is_none_or(|(_, last)| *last != text) {
            self.said.insert(0, (tone, text.to_owned()));
            self.said.truncate(MAX_SAID);
        }
    }

    /// Shows a notice for `long` milliseconds.
    pub(super) fn show_toast(&mut self, tone: Tone, text: String, long: u64) {
        let until = Millis(self.now.0 + long);
        self.toast = Some(Toast { tone, text, until, asks: None, early: false, missed: None });
    }

    /// Shows the first of several notices, and where to read the others.
    pub fn notify_all(&mut self, tone: Tone, texts: &[String]) {
        for text in texts.iter().rev() {
            self.notify(tone, text.clone());
        }
        if let (more @ 1.., Some(toast)) = (texts.len().saturating_sub(1), &mut self.toast) {
            let key = self.keymap.shown(Action::Messages);
            toast.text = format!("{} · and {more} more: {key} shows them", toast.text);
        }
    }

    /// Asks for confirmation of what cannot be undone. The first press shows the question and returns false; a second
    /// press while it is visible returns true.
    pub(super) fn is_meant(&mut self, action: Action, question: impl Into<String>) -> bool {
        if self.asked == Some(action) {
            return true;
        }
        self.warn(question);
        self.toast.iter_mut().for_each(|toast| toast.asks = Some(action));
        false
    }
}
