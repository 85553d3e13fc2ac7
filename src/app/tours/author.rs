//! Writing a tour: steps added from any view, their order, their words, their file.

use super::acts::CLOSED;
use super::data::{Authoring, Entry, Wanted};
use super::playing::{Asks, Pane, Prompt};
use crate::app::App;
use crate::app::action::Action;
use crate::app::job::Job;
use crate::app::line::Line;
use crate::app::msg::{Effect, Tone};
use crate::index::tours::{Over, path_of};
use crate::tour::slug;

impl App {
    /// Adds the selection of whichever view as a step, to the end of the tour that is being written.
    pub(in crate::app) fn tours_add(&mut self) {
        let Some((symbol, snapshot)) = self.current().zip(self.index.snapshot.clone()) else {
            return self.tell(Tone::Bad, "nothing is selected: there is nothing to add");
        };
        self.tours_author(Authoring::Step { snapshot, symbol });
    }

    /// Moves the step within the tour.
    pub(super) fn tours_shift(&mut self, by: isize) {
        let Some(playing) = &mut self.tours.playing else { return self.tell(Tone::Bad, CLOSED) };
        let at = playing.step.at;
        let Some(to) = at.checked_add_signed(by).filter(|&to| to < playing.found.len()) else {
            let which = if by < 0 { "first" } else { "last" };
            return self.tell(Tone::Good, format!("this is the {which} step"));
        };
        playing.note();
        let led = playing.tour.swap(at, to);
        playing.found.swap(at, to);
        let went = |step| match step {
            step if step == at => to,
            step if step == to => at,
            step => step,
        };
        playing.visited = playing.visited.iter().map(|&step| went(step)).collect();
        self.tours_changed();
        self.tours_step(to);
        let links = match led {
            0 => "",
            1 => "; a link in the text still leads where it did",
            _ => "; links in the text still lead where they did",
        };
        let undo = self.keymap.shown(Action::TourUndo);
        self.tell(Tone::Good, format!("this is step {} now{links}; {undo} undoes that", to + 1));
    }

    /// Takes the step out of the tour.
    pub(super) fn tours_delete(&mut self) {
        let Some(playing) = &mut self.tours.playing else { return };
        let at = playing.step.at;
        if at < playing.found.len() {
            playing.note();
            let lost = playing.tour.remove(at).unwrap_or(0);
            playing.found.remove(at);
            playing.visited = playing
                .visited
                .iter()
                .filter(|&&step| step != at)
                .map(|&step| if step > at { step - 1 } else { step })
                .collect();
            self.tours_changed();
            self.tours_step(at);
            let [undo, save] = [Action::TourUndo, Action::TourSave].map(|action| self.keymap.shown(action));
            let links = match lost {
                0 => String::new(),
                1 => ", and a link to it is plain text now".to_owned(),
                _ => format!(", and {lost} links to it are plain text now"),
            };
            self.tell(
                Tone::Good,
                format!("step {} removed{links}; {undo} undoes that, {save} saves the tour", at + 1),
            );
        }
    }

    /// Opens the editor on the step's words.
    pub(super) fn tours_words(&mut self) {
        let words =
            self.tours.playing.as_ref().and_then(|playing| {
                playing.tour.step(playing.step.at).map(|step| step.description().to_owned())
            });
        match words {
            Some(text) => self.push(Effect::Compose { text }),
            None => self.tell(Tone::Bad, "there is no step to edit: A adds the selection"),
        }
    }

    /// The words came back from the editor.
    pub(in crate::app) fn tours_composed(&mut self, text: &str) {
        let Some(playing) = &mut self.tours.playing else { return };
        let (at, words) = (playing.step.at, text.trim_end());
        // Whoever only read them has changed nothing.
        if playing.tour.step(at).is_none_or(|step| step.description().trim_end() == words) {
            return self.tell(Tone::Good, "the text is unchanged");
        }
        playing.note();
        playing.tour.describe(at, words);
        self.tours_changed();
        self.tours.top = 0;
        let undo = self.keymap.shown(Action::TourUndo);
        self.tell(Tone::Good, format!("the text of step {} was changed; {undo} undoes that", at + 1));
    }

    /// Asks for the title to save under.
    pub(super) fn tours_save(&mut self) {
        let Some(playing) = &self.tours.playing else {
            return self.tell(Tone::Bad, "no tour is open: enter opens one, A starts one");
        };
        let title = playing.tour.title().to_owned();
        self.tours_ask(Asks::Title);
        if let Some(line) = self.tours_line() {
            line.set(&title);
            line.select();
        }
    }

    /// Asks for a line to be typed.
    pub(super) fn tours_ask(&mut self, asks: Asks) {
        self.tours.prompt = Some(Prompt { asks, line: Line::default() });
        self.tours.focus = Pane::Main;
    }

    /// An action while a line is typed; whether it was carried out.
    pub(super) fn prompt_act(&mut self, action: Action) -> bool {
        match action {
            Action::Leave => self.tours.prompt = None,
            Action::Accept => self.prompt_taken(),
            action => return self.tours_line().is_some_and(|line| line.edit(action)),
        }
        true
    }

    /// Takes what is typed.
    pub(super) fn prompt_taken(&mut self) {
        let Some(Prompt { asks, line }) = self.tours.prompt.take() else { return };
        let text = line.text().trim();
        match asks {
            _ if text.is_empty() => {
                self.tell(Tone::Bad, asks.wants());
                self.tours_ask(asks);
            }
            Asks::Title => self.tours_title(text),
            Asks::Link => self.tours_follow(text),
            Asks::Range => self.tours_make(Wanted::Range(text.to_owned())),
            Asks::Package => self.tours_make(Wanted::Package(text.to_owned())),
        }
    }

    /// Asks for the package of a tour; the selection's is there to be taken.
    pub(super) fn tours_ask_package(&mut self) {
        let selected = self.tours_current().or_else(|| self.symbols_current());
        let package = selected.zip(self.index.snapshot.as_ref()).map(|(symbol, snapshot)| {
            let graph = snapshot.graph();
            let package = graph.symbol(graph.symbol(symbol).package());
            // The folder of the root says nothing.
            let shown = if package.path() == "." { package.name() } else { package.path() };
            shown.to_owned()
        });
        self.tours_ask(Asks::Package);
        if let (Some(line), Some(package)) = (self.tours_line(), package) {
            line.set(&package);
            line.select();
        }
    }

    /// Makes a tour of what is wanted, and takes it when it is made.
    pub(super) fn tours_make(&mut self, wanted: Wanted) {
        self.tours.making = Some(wanted);
        self.tours_begin_making();
    }

    /// Begins to make the tour that is asked for; without an index it waits for the first one.
    pub(super) fn tours_begin_making(&mut self) {
        let (Some(wanted), Some(snapshot)) = (self.tours.making.clone(), self.index.snapshot.clone()) else {
            return;
        };
        self.start(Job::Make { snapshot, wanted });
    }

    /// Saves the tour under a title.
    fn tours_title(&mut self, title: &str) {
        let Some(playing) = &self.tours.playing else { return };
        // A tour that keeps its title keeps its file, or takes the one that its generator would write. Its own may be
        // written over, another's not.
        let own = playing.path.as_ref();
        let keeps = playing.tour.title() == title;
        let path = match (own, playing.tour.generated_name()) {
            (Some(own), _) if keeps => own.clone(),
            (None, Some(name)) if keeps => path_of(name),
            _ => path_of(&slug(title)),
        };
        let read = playing.read.clone().filter(|_| own == Some(&path));
        let over = read.map_or(Over::Generated, Over::Read);
        // The open tour gets them once they are in the file.
        let (key, sent) = (playing.key.clone(), playing.tour.clone());
        let mut tour = sent.clone();
        tour.set_title(title);
        tour.set_own();
        let snapshot = self.index.snapshot.clone().filter(|_| !playing.as_written);
        self.tours_author(Authoring::Save { snapshot, key, sent, path, tour, over });
    }

    /// A tour that was wanted is made: it is listed, and taken.
    pub(in crate::app) fn tours_made(&mut self, made: Result<Entry, String>) {
        self.tours.making = None;
        let entry = match made {
            Ok(entry) => entry,
            Err(why) => return self.tell(Tone::Bad, why),
        };
        if let Some(wanted) = entry.wanted().filter(|wanted| !self.tours.wanted.contains(wanted)) {
            self.tours.wanted.push(wanted);
        }
        let entries = &mut self.tours.entries;
        entries.retain(|known| known.key != entry.key);
        entries.push(entry);
        let at = entries.len() - 1;
        self.tours_take(at, None);
    }
}
