//! The state of the explorer and how it changes: `update(model, msg) -> effects`, nothing else.
//!
//! [`App`] is all of the state. [`App::update`] is the only thing that changes it; what has to happen outside comes
//! back as [`Effect`]s, which the runtime carries out and answers with more [`msg::Msg`]s. Time is told by the caller.
//! Views read the state and never change it. One file per view; [`action`] is the one table of what can be asked for.
//!
//! Must never be done here: read a file, start a thread, look at the clock, know a colour or an escape sequence.

pub mod action;
pub mod config;
pub mod corpus;
pub mod filter;
pub mod header;
pub mod impact;
pub mod interactions;
pub mod job;
pub mod key;
pub mod keymap;
pub mod layout;
pub mod legend;
pub mod line;
pub mod list;
pub mod listing;
pub mod msg;
pub mod overlay;
pub mod places;
pub mod query;
pub mod relations;
pub mod source;
pub mod symbols;
pub mod tours;
pub mod wrap;

mod early;
mod indexed;
mod pointer;
mod reading;
mod reshape;
mod update;

use std::collections::VecDeque;
use std::sync::Arc;

use action::{Action, Context};
use config::Settings;
use corpus::Glimpses;
use impact::Impact;
use interactions::Interactions;
use job::{Class, Job, Slot, Ticket};
use key::Key;
use keymap::Keymap;
use layout::{Area, Screen, Size};
use msg::{Effect, Tone};
use overlay::Overlay;
use places::{Place, Places};
use query::Query;
use symbols::Symbols;
use tours::Tours;

use crate::index::{Phase, Snapshot};
use crate::model::{SymbolId, resolve};

/// Milliseconds since the program began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(pub u64);

/// The five views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    #[default]
    Symbols,
    Query,
    Impact,
    Interactions,
    Tours,
}

/// All of the state.
pub struct App {
    /// The repository's folder, safe to print.
    pub root: String,
    pub settings: Settings,
    pub keymap: Keymap,
    pub size: Size,
    /// Whether the terminal's ground is dark, as far as it told.
    pub is_dark: bool,
    pub view: View,
    /// Whether the pane with the focus has the whole body.
    pub zoomed: bool,
    pub index: IndexState,
    pub symbols: Symbols,
    pub query: Query,
    pub impact: Impact,
    pub interactions: Interactions,
    pub tours: Tours,
    pub places: Places,
    /// The id in words of the symbol that ways begin at.
    marked: Option<String>,
    pub overlay: Option<Overlay>,
    pub toast: Option<Toast>,
    /// What was said, the newest first.
    pub said: Vec<(Tone, String)>,
    /// Keys of a chord that is not finished.
    pub pressed: Vec<Key>,
    pub now: Millis,
    /// What the notice in sight asked for, while a key is being taken in.
    asked: Option<Action>,
    /// What a key asked for before the rows were there that it is about.
    later: Option<Action>,
    /// The program ends once nothing is written any more.
    leaving: bool,
    /// When a row was pressed with the mouse, and at which row of the screen.
    clicked: Option<(Millis, u16)>,
    slots: [Slot; Class::ALL.len()],
    tickets: u64,
    effects: VecDeque<Effect>,
}

/// What is known of the index.
#[derive(Default)]
pub struct IndexState {
    pub snapshot: Option<Arc<Snapshot>>,
    /// What was seen while the first index is being built.
    pub glimpses: Glimpses,
    /// A build or a check under way.
    pub work: Option<Work>,
    /// Whether a person asked for the check, and waits for its end.
    asked: bool,
    /// Why there is no index, or why it is not in step with the tree.
    pub problem: Option<String>,
    /// Whether the tree is looked at every few seconds, the system not watching it: so far it may be behind.
    pub polled: bool,
    /// Files that were told to be no longer read whole, and the words that told it.
    broken: Option<(Vec<String>, String)>,
}

/// A build under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub since: Millis,
    pub phase: Option<Phase>,
    pub done: usize,
    pub total: usize,
    pub symbols: usize,
    /// Another process has the right to write.
    pub waiting: bool,
}

/// A line that says how something ended, and goes away by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    pub tone: Tone,
    pub text: String,
    pub until: Millis,
    /// What it warns of, and what the same key does while it is in sight.
    pub asks: Option<Action>,
    /// Whether it answers a key that came before the first index: once that is there, it is no longer true.
    pub early: bool,
    /// The answer that was missed when it complained: once that is there, it is no longer true.
    missed: Option<Class>,
}

/// Most notices that are kept to be read again.
const MOST_SAID: usize = 100;

/// A job's answer is missed from here on: until then a hint at work would only flicker.
const PATIENCE: u64 = 150;

impl View {
    pub const ALL: [Self; 5] = [Self::Symbols, Self::Query, Self::Impact, Self::Interactions, Self::Tours];

    #[must_use]
    pub fn title(self) -> &'static str {
        self.context().title()
    }

    #[must_use]
    pub fn context(self) -> Context {
        match self {
            Self::Symbols => Context::Symbols,
            Self::Query => Context::Query,
            Self::Impact => Context::Impact,
            Self::Interactions => Context::Interactions,
            Self::Tours => Context::Tours,
        }
    }

    /// The view that a context is of; `None` for one that is of any.
    #[must_use]
    pub fn of(context: Context) -> Option<Self> {
        match context {
            Context::Around => Some(Self::Symbols),
            context => Self::ALL.into_iter().find(|view| view.context() == context),
        }
    }
}

impl App {
    /// The state before anything happened.
    #[must_use]
    pub fn new(root: String, settings: Settings, keymap: Keymap, size: Size) -> Self {
        Self {
            root,
            settings,
            keymap,
            size,
            is_dark: true,
            view: View::default(),
            zoomed: false,
            index: IndexState::default(),
            symbols: Symbols::default(),
            query: Query::default(),
            impact: Impact::default(),
            interactions: Interactions::default(),
            tours: Tours::default(),
            places: Places::default(),
            marked: None,
            overlay: None,
            toast: None,
            said: Vec::new(),
            pressed: Vec::new(),
            now: Millis::default(),
            asked: None,
            later: None,
            leaving: false,
            clicked: None,
            slots: [Slot::default(); Class::ALL.len()],
            tickets: 0,
            effects: VecDeque::new(),
        }
    }

    /// Where keys are looked up now, the innermost context first.
    #[must_use]
    pub fn contexts(&self) -> Vec<Context> {
        if self.typing() {
            return vec![Context::Line, Context::Global];
        }
        let around = self.view == View::Symbols && self.symbols.focus == symbols::Pane::Relations;
        let inner = around.then_some(Context::Around);
        inner.into_iter().chain([self.view.context(), Context::Move, Context::Global]).collect()
    }

    /// Whether keys are typed into a line.
    #[must_use]
    pub fn typing(&self) -> bool {
        match (&self.overlay, self.view) {
            (Some(overlay), _) => overlay.line().is_some(),
            (None, View::Symbols) => self.symbols_typing(),
            (None, View::Query) => self.query_typing(),
            (None, View::Impact) => self.impact_typing(),
            (None, View::Interactions) => self.interactions_typing(),
            (None, View::Tours) => self.tours_typing(),
        }
    }

    /// Where views are drawn; nothing when the screen is too small.
    fn body(&self) -> Area {
        self.screen().map(|screen| screen.body).unwrap_or_default()
    }

    /// The parts of the screen; `None` when it is too small.
    #[must_use]
    pub fn screen(&self) -> Option<Screen> {
        self.size.screen()
    }

    /// Whether a class's answer is being waited for longer than one would not notice.
    #[must_use]
    pub fn is_late(&self, class: Class) -> bool {
        self.slots[class as usize].since.is_some_and(|since| self.now.0 >= since.0 + PATIENCE)
    }

    /// Whether the newest job of a class has not answered yet.
    fn is_awaited(&self, class: Class) -> bool {
        self.slots[class as usize].since.is_some()
    }

    /// The work on the index that is worth a word: checks of an index that is there mostly end before one would see
    /// them.
    #[must_use]
    pub fn work(&self) -> Option<&Work> {
        let seen = |work: &&Work| self.index.snapshot.is_none() || self.now.0 >= work.since.0 + PATIENCE;
        self.index.work.as_ref().filter(seen)
    }

    /// When the state wants to be woken although nothing happens; `None` for never, which is the rule.
    #[must_use]
    pub fn wake(&self) -> Option<Millis> {
        let late = self.slots.iter().filter_map(|slot| slot.since).map(|since| since.0 + PATIENCE);
        let work = self.index.work.iter().map(|work| work.since.0 + PATIENCE);
        let toast = self.toast.iter().map(|toast| toast.until.0);
        late.chain(work)
            .chain(toast)
            .chain(self.query.due().map(|due| due.0))
            .filter(|&at| at > self.now.0)
            .min()
            .map(Millis)
    }

    /// The symbol that actions are about.
    #[must_use]
    pub fn current(&self) -> Option<SymbolId> {
        if self.is_early() {
            return None;
        }
        match self.view {
            View::Symbols => self.symbols_current(),
            View::Query => self.query_current(),
            View::Impact => self.impact_current(),
            View::Interactions => self.interactions_current(),
            View::Tours => self.tours_current(),
        }
    }

    /// The path and line that the editor opens and that is copied.
    fn place(&self) -> Option<(String, u32)> {
        match self.view {
            View::Symbols => self.symbols_place(),
            View::Query => self.query_place(),
            View::Impact => self.impact_place(),
            View::Interactions => self.interactions_place(),
            View::Tours => self.tours_place(),
        }
    }

    /// Where one is, for the history of places.
    fn here(&self) -> Place {
        match self.view {
            View::Symbols => Place::Symbols(self.symbols_here()),
            View::Query => Place::Query,
            View::Impact => {
                let symbol = self.impact_current().and_then(|symbol| self.id_of(symbol));
                Place::Impact(self.impact.target.clone(), symbol)
            }
            View::Interactions => Place::Interactions,
            View::Tours => Place::Tours(self.tours_here()),
        }
    }

    /// The id in words of a symbol of the newest graph; it outlives that graph.
    fn id_of(&self, symbol: SymbolId) -> Option<String> {
        Some(self.index.snapshot.as_ref()?.graph().symbol(symbol).id_text())
    }

    /// The symbol of an id in words, in the newest graph.
    fn symbol_of(&self, id: &str) -> Option<SymbolId> {
        resolve(&self.index.snapshot.as_ref()?.graph(), id).ok()
    }

    fn push(&mut self, effect: Effect) {
        self.effects.push_back(effect);
    }

    /// Starts a job in the place of any older one of its class.
    fn start(&mut self, job: Job) {
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        self.slots[job.class() as usize] = Slot { newest: ticket, since: Some(self.now) };
        self.push(Effect::Start(ticket, job));
    }

    /// What is under way in a class is wanted no more.
    fn call_off(&mut self, class: Class) {
        if self.is_awaited(class) {
            self.push(Effect::Cancel(class));
        }
        self.tickets += 1;
        self.slots[class as usize] = Slot { newest: Ticket(self.tickets), since: None };
    }

    fn tell(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        self.keep_said(tone, &text);
        let long = if tone == Tone::Bad { 10_000 } else { 4_000 };
        self.show_toast(tone, text, long);
    }

    /// Keeps what is to be read again.
    fn keep_said(&mut self, tone: Tone, text: &str) {
        if self.said.first().is_none_or(|(_, last)| *last != text) {
            self.said.insert(0, (tone, text.to_owned()));
            self.said.truncate(MOST_SAID);
        }
    }

    fn show_toast(&mut self, tone: Tone, text: String, long: u64) {
        let until = Millis(self.now.0 + long);
        self.toast = Some(Toast { tone, text, until, asks: None, early: false, missed: None });
    }

    /// Tells the first of several at once, and where the others are to be read.
    pub fn tell_all(&mut self, tone: Tone, texts: &[String]) {
        for text in texts.iter().rev() {
            self.tell(tone, text.clone());
        }
        if let (more @ 1.., Some(toast)) = (texts.len().saturating_sub(1), &mut self.toast) {
            let key = self.keymap.shown(Action::Messages);
            toast.text = format!("{} · and {more} more: {key} shows them", toast.text);
        }
    }

    /// What an overlay's rows are made of.
    fn overlaid(&self) -> overlay::Source<'_> {
        overlay::Source { keymap: &self.keymap, view: self.view, size: self.size, said: &self.said }
    }

    /// Whether what cannot be undone is really meant: the first time it is asked, the second time in a row, the
    /// question being in sight, is the answer.
    fn is_meant(&mut self, action: Action, question: impl Into<String>) -> bool {
        if self.asked == Some(action) {
            return true;
        }
        self.tell(Tone::Bad, question);
        self.toast.iter_mut().for_each(|toast| toast.asks = Some(action));
        false
    }
}
