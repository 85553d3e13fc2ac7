//! The one way in: a message changes the state and may ask for effects.

use super::action::{Action, Context};
use super::impact::data::Target;
use super::job::{Answer, Class, Ticket};
use super::key::Key;
use super::keymap::Meaning;
use super::msg::{Copying, Effect, Msg, Tone};
use super::overlay::{Kind, Overlay};
use super::places::Place;
use super::{App, Millis, View, Work};
use crate::golang::excerpt::Declaration;
use crate::memory::Act;
use crate::model::{SymbolKind, clean};

/// What has to stay the same for a notice to stay true.
#[derive(PartialEq)]
struct Standpoint {
    view: View,
    /// Whether help or palette lies over the view.
    covered: bool,
    typing: bool,
    /// The open tour and its step.
    step: Option<(String, usize)>,
    /// Places behind and ahead.
    places: (usize, usize),
    target: Option<Target>,
}

impl App {
    /// Takes in what happened at `now`; the effects are to be carried out in order.
    pub fn update(&mut self, now: Millis, msg: Msg) -> Vec<Effect> {
        self.now = now;
        if self.toast.as_ref().is_some_and(|toast| toast.until <= now) {
            self.toast = None;
        }
        match msg {
            Msg::Key(key) => self.noticing(|app| app.key(key)),
            Msg::Paste(text) => self.paste(&text),
            Msg::Mouse(mouse) => self.noticing(|app| app.mouse(mouse)),
            Msg::Resize(size) => self.reshape(|app| app.size = size),
            Msg::FocusGained => self.refresh(),
            Msg::Index(msg) => self.index_msg(msg),
            Msg::Done { class, ticket, answer } => self.done(class, ticket, answer),
            Msg::Remembered(remembered) => self.interactions_came(remembered),
            Msg::Drafts(kept) => self.tours_drafts(kept),
            Msg::DraftsGone(keys) => self.tours_drafts_gone(&keys),
            Msg::Composed(text) => self.tours_composed(&text),
            Msg::Told(tone, text) => self.tell(tone, text),
            // What is due is done below.
            Msg::Wake => {}
            Msg::Terminate(code) => self.push(Effect::Quit(code)),
        }
        self.query_tick();
        self.catch_up();
        if self.leaving && !self.tours_at_work() {
            self.push(Effect::Quit(0));
        }
        self.effects.drain(..).collect()
    }

    /// Takes in what a person did. A notice is about where one is: it goes when that changes, and a question goes
    /// when anything but its answer comes.
    pub(super) fn noticing(&mut self, take_in: impl FnOnce(&mut Self)) {
        let (notice, place) = (self.toast.take(), self.standpoint());
        self.asked = notice.as_ref().and_then(|notice| notice.asks);
        self.later = None;
        take_in(self);
        self.asked = None;
        let (early, missed) = (self.index.snapshot.is_none(), self.missed());
        if let Some(toast) = &mut self.toast {
            toast.early = early;
            toast.missed = missed.filter(|_| toast.tone == Tone::Bad);
        }
        if self.toast.is_none() && self.standpoint() == place {
            self.toast = notice.filter(|notice| notice.asks.is_none());
        }
    }

    fn standpoint(&self) -> Standpoint {
        Standpoint {
            view: self.view,
            covered: self.overlay.is_some(),
            typing: self.typing(),
            step: self.tours_here(),
            places: self.places.count(),
            target: self.impact.target.clone(),
        }
    }

    fn key(&mut self, key: Key) {
        if self.size.screen().is_none() && key.typed() == Some('q') {
            return self.leave();
        }
        if self.typing() && key.typed().is_some() && self.pressed.is_empty() && !self.keeps_meaning(key) {
            return self.typed(|line| {
                line.type_key(key);
            });
        }
        self.pressed.push(key);
        let meaning = self.keymap.meaning(&self.contexts(), &self.pressed);
        match meaning {
            Meaning::Unfinished => {}
            Meaning::Nothing => {
                // A key that breaks a chord begins anew.
                let broke = self.pressed.len() > 1;
                self.pressed.clear();
                if broke {
                    self.key(key);
                } else if key.typed().is_some() && self.overlay.is_none() {
                    self.tell_unbound(key);
                }
            }
            Meaning::Action(action) => {
                self.pressed.clear();
                self.act(action);
            }
        }
    }

    /// Says of a key that it does nothing where one is. That is nothing to be read again.
    fn tell_unbound(&mut self, key: Key) {
        let help = self.keymap.shown(Action::Help);
        let text = format!("{key} does nothing here: {help} shows the keys");
        self.show_toast(Tone::Bad, text, 4_000);
    }

    /// Whether a key does in a question that nobody began what it does where nothing is typed.
    fn keeps_meaning(&self, key: Key) -> bool {
        let is_sign = key.typed().is_some_and(|c| !c.is_alphabetic());
        let waits = self.overlay.is_none() && self.view == View::Query && self.query.waits();
        let acts = || matches!(self.keymap.meaning(&[Context::Global], &[key]), Meaning::Action(_));
        waits && is_sign && acts()
    }

    fn paste(&mut self, text: &str) {
        if self.typing() {
            self.typed(|line| line.insert(text));
        } else {
            self.tell(Tone::Bad, "nothing here takes a paste: / filters, : finds an action");
        }
    }

    /// Changes the line that is being typed, and lets its owner know.
    fn typed(&mut self, change: impl FnOnce(&mut super::line::Line)) {
        if let Some(overlay) = &mut self.overlay {
            overlay.line_mut().map(change);
            return self.overlay_typed();
        }
        let line = match self.view {
            View::Symbols => self.symbols_line(),
            View::Query => self.query_line(),
            View::Impact => self.impact_line(),
            View::Interactions => self.interactions_line(),
            View::Tours => self.tours_line(),
        };
        line.map(change);
        match self.view {
            View::Symbols => self.symbols_typed(),
            View::Query => self.query_typed(),
            View::Impact => self.impact_typed(),
            View::Interactions => self.interactions_typed(),
            View::Tours => self.tours_typed(),
        }
    }

    /// Carries out an action, whatever asked for it: a key, the palette, the mouse.
    pub(super) fn act(&mut self, action: Action) {
        if self.overlay.is_some() {
            return self.overlay_act(action);
        }
        if self.held_back(action) {
            return;
        }
        let taken = match self.view {
            View::Symbols => self.symbols_act(action),
            View::Query => self.query_act(action),
            View::Impact => self.impact_act(action),
            View::Interactions => self.interactions_act(action),
            View::Tours => self.tours_act(action),
        };
        if !taken {
            self.act_everywhere(action);
        }
    }

    fn act_everywhere(&mut self, action: Action) {
        match action {
            Action::Back => self.travel(super::places::Places::back, "no earlier place"),
            Action::Forward => self.travel(super::places::Places::forward, "no later place"),
            Action::Zoom => self.reshape(|app| app.zoomed = !app.zoomed),
            Action::Climb => self.reshape(|app| app.zoomed = false),
            Action::ViewSymbols => self.turn_to(View::Symbols),
            Action::ViewQuery => self.turn_to(View::Query),
            Action::ViewImpact => self.turn_to(View::Impact),
            Action::ViewInteractions => self.turn_to(View::Interactions),
            Action::ViewTours => self.turn_to(View::Tours),
            Action::Edit => self.edit(),
            Action::CopySymbol | Action::CopyPlace | Action::CopyId => self.copy(action),
            Action::CopyContext => self.copy_context(),
            Action::Mark => self.mark(),
            Action::Ways => self.ways(),
            Action::AddStep => self.tours_add(),
            Action::Refresh => {
                self.index.asked = true;
                self.refresh();
            }
            Action::Help => self.overlay = Some(Overlay::new(Kind::Help, &self.overlaid())),
            Action::Palette => self.overlay = Some(Overlay::new(Kind::Palette, &self.overlaid())),
            Action::Messages => self.overlay = Some(Overlay::new(Kind::Messages, &self.overlaid())),
            Action::MarkedLine => self.bring_marked_line(),
            Action::Theme => {
                self.settings.theme = self.settings.theme.next(self.is_dark);
                let name = self.settings.theme.word();
                self.tell(Tone::Good, format!("theme: {name}"));
            }
            Action::Mouse => {
                self.settings.mouse = !self.settings.mouse;
                self.push(Effect::CaptureMouse(self.settings.mouse));
                let text = if self.settings.mouse {
                    "mouse on: hold shift to select text"
                } else {
                    "mouse off: the terminal selects text"
                };
                self.tell(Tone::Good, text);
            }
            Action::Suspend => self.push(Effect::Suspend),
            Action::Quit => self.leave(),
            _ => {}
        }
    }

    /// Ends the program. What a person had done to a tour comes first, unless they insist.
    fn leave(&mut self) {
        if self.tours_at_work() && !std::mem::replace(&mut self.leaving, true) {
            let quit = self.keymap.shown(Action::Quit);
            return self
                .tell(Tone::Good, format!("a tour is still being written; {quit} does not wait for it"));
        }
        self.push(Effect::Quit(0));
    }

    /// Brings what the source pane marks back into sight.
    fn bring_marked_line(&mut self) {
        match self.view {
            View::Symbols => self.symbols_aim_again(),
            View::Query => self.query_turn(),
            View::Impact => self.impact_aim_again(),
            View::Tours => self.tours_aim_again(),
            View::Interactions => {}
        }
    }

    pub(super) fn overlay_act(&mut self, action: Action) {
        let Some(overlay) = &mut self.overlay else { return };
        match action {
            Action::Leave | Action::Climb => self.overlay = None,
            Action::Quit => self.leave(),
            Action::Suspend => self.push(Effect::Suspend),
            Action::Accept => {
                let (chosen, kind) = (overlay.chosen(), overlay.kind);
                self.overlay = None;
                if let Some(action) = chosen {
                    self.chosen(action, kind);
                }
            }
            action => {
                if overlay.line_mut().is_some_and(|line| line.edit(action)) {
                    self.overlay_typed();
                } else {
                    overlay.moved(action, self.size);
                }
            }
        }
    }

    /// Carries out what was chosen by name; what another view does, after turning to that view. What takes something
    /// away is not done to what was not in sight, and who reads in help wants to know the key: there it is told.
    fn chosen(&mut self, action: Action, from: Kind) {
        let entry = action.entry();
        let other = View::of(entry.context);
        let takes_away = matches!(action, Action::MemoryForget | Action::MemoryClear | Action::TourDelete);
        match other.filter(|&view| view != self.view) {
            Some(view) if from == Kind::Palette && !takes_away => {
                self.show(view);
                self.act(action);
            }
            Some(view) => {
                self.show(view);
                let key = self.keymap.shown(action);
                let by = if key.is_empty() { "the palette".to_owned() } else { format!("`{key}`") };
                self.tell(Tone::Good, format!("use {by} for this: {}", entry.doc));
            }
            None => self.act(action),
        }
    }

    /// The overlay's rows anew.
    pub(super) fn overlay_typed(&mut self) {
        if let Some(mut overlay) = self.overlay.take() {
            overlay.typed(&self.overlaid());
            self.overlay = Some(overlay);
        }
    }

    /// Turns to a view by its key, which leads to its list whatever pane was left: there the next keys mean what they mean
    /// in the view.
    fn turn_to(&mut self, view: View) {
        self.show(view);
        self.reshape(|app| match view {
            View::Symbols => app.symbols_to_list(),
            View::Query => app.query.focus = super::query::Pane::Results,
            View::Impact => app.impact.focus = super::impact::Pane::default(),
            View::Interactions => app.interactions.focus = super::interactions::Pane::default(),
            View::Tours => app.tours.focus = super::tours::Pane::Main,
        });
    }

    /// Turns to a view; the way back is kept.
    pub(super) fn show(&mut self, view: View) {
        if view != self.view {
            let (here, symbol) = (self.here(), self.current());
            self.places.leave(here);
            self.view = view;
            self.zoomed = false;
            self.read_source();
            if view == View::Symbols {
                self.symbols_tell_lost();
            }
            if view == View::Query {
                self.query_entered();
            }
            if view == View::Interactions {
                self.interactions_entered();
            }
            if view == View::Tours {
                self.tours_entered();
            }
            if view == View::Impact {
                self.impact_entered(symbol);
            }
        }
    }

    fn travel(&mut self, step: fn(&mut super::places::Places, Place) -> Option<Place>, nowhere: &str) {
        let here = self.here();
        let Some(place) = step(&mut self.places, here) else {
            return self.tell(Tone::Bad, nowhere);
        };
        self.view = place.view();
        match place {
            Place::Symbols(left) => self.symbols_return(&left),
            Place::Impact(target, symbol) => self.impact_return(target, symbol),
            Place::Tours(Some((tour, step))) => self.tours_return(&tour, step),
            Place::Query | Place::Interactions | Place::Tours(None) => {}
        }
        self.read_source();
    }

    pub(super) fn refresh(&mut self) {
        if self.index.work.is_none() {
            self.index.work = Some(Work { since: self.now, ..Work::default() });
            self.push(Effect::Refresh);
        }
    }

    fn done(&mut self, class: Class, ticket: Ticket, answer: Answer) {
        let slot = &mut self.slots[class as usize];
        if slot.newest != ticket {
            return;
        }
        slot.since = None;
        self.toast.take_if(|toast| toast.missed == Some(class));
        match answer {
            Answer::Filter(listing) => self.symbols_listed(*listing),
            Answer::Asked(answered) => self.query_answered(answered),
            Answer::Packed(packed) => self.query_packed(packed),
            Answer::Past(snapshot, past) => self.query_past(snapshot, past),
            Answer::Source(text) => {
                let absent = super::source::absent(&text.path);
                self.toast.take_if(|toast| toast.text == absent);
                self.tours_source(&text);
                self.impact_source(&text);
                if text.version.is_none() {
                    self.symbols_source(text);
                }
            }
            Answer::Impact(answer) => self.impact_came(answer),
            Answer::Sieved(sieved) => self.impact_sieved(*sieved),
            Answer::Lore(answer) => self.lore_came(answer),
            Answer::Partners(partners) => self.interactions_partners(partners),
            Answer::Ways(ways) => self.symbols_ways(ways),
            Answer::Tours(tourist) => self.tours_came(*tourist),
            Answer::Made(made) => self.tours_made(made.map(|entry| *entry)),
            Answer::Author(authored) => self.tours_authored(authored),
            Answer::Failed(why) => {
                match class {
                    Class::Ask => self.query_answered(Err(why.clone())),
                    Class::Make => self.tours.making = None,
                    Class::Author => self.leaving = false,
                    _ => {}
                }
                self.tell(Tone::Bad, why);
            }
        }
        if class == Class::Author {
            self.tours_author_next();
        }
    }

    fn edit(&mut self) {
        match self.place() {
            Some((path, line)) => {
                self.did(Act::Opened, &Vec::from_iter(self.current()));
                self.push(Effect::Edit { path, line });
            }
            None => self.tell(Tone::Bad, "nothing is selected: there is no line to edit"),
        }
    }

    fn copy(&mut self, action: Action) {
        let Some((path, line)) = self.place() else {
            return self.tell(Tone::Bad, "nothing is selected: there is nothing to copy");
        };
        let place = format!("{path}:{line}");
        let symbol = self.current().zip(self.index.snapshot.clone());
        self.did(Act::Copied, &Vec::from_iter(self.current()));
        let copying = match (action, symbol) {
            (Action::CopyId, Some((id, snapshot))) => {
                Copying::Text { what: "id".to_owned(), text: snapshot.graph().symbol(id).id_text() }
            }
            (Action::CopySymbol, Some((id, snapshot))) => {
                let graph = snapshot.graph();
                let symbol = graph.symbol(id);
                let declaration = Declaration::of(&graph, id);
                let what = clean(symbol.qualified()).into_owned();
                match symbol.import_path() {
                    Some(import) if symbol.kind() == SymbolKind::Package => {
                        Copying::Text { what: format!("the import path of {what}"), text: import.to_owned() }
                    }
                    _ if declaration.own.is_empty() => {
                        Copying::Text { what: format!("the place {place}"), text: place }
                    }
                    _ => {
                        // The place in sight may be a call of it, in another file.
                        let (path, line) = (symbol.path().to_owned(), symbol.line());
                        Copying::Declaration { what, path, line, declaration }
                    }
                }
            }
            (Action::CopySymbol, None) if self.index.snapshot.is_none() => {
                Copying::Text { what: "the place (the source needs the index)".to_owned(), text: place }
            }
            _ => Copying::Text { what: "place".to_owned(), text: place },
        };
        self.push(Effect::Copy(copying));
    }
}

/// The most useful actions of where one is, for the footer; the first are the most useful.
impl App {
    #[must_use]
    pub fn hints(&self) -> Vec<Action> {
        let waits = self.overlay.is_none() && self.view == View::Query && self.query.waits();
        let mut hints = if self.typing() && !waits {
            vec![Action::Accept, Action::Leave]
        } else {
            match self.view {
                View::Symbols => self.symbols_hints(),
                View::Query => self.query_hints(),
                View::Impact => self.impact_hints(),
                View::Interactions => self.interactions_hints(),
                View::Tours => self.tours_hints(),
            }
        };
        if !self.contexts().contains(&Context::Line) {
            hints.extend([Action::Palette, Action::Help, Action::Quit]);
        }
        hints
    }
}
