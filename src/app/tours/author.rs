//! Writing a tour: steps added from any view, their order, their words, their file.

use super::ToursView;
use super::actions::CLOSED;
use super::playing::PromptKind;
use super::requests::{Authoring, TourEntry, TourRequest};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::line_selection::SelectedLines;
use crate::app::msg::Effect;
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;
use crate::index::Snapshot;
use crate::index::tours::{Overwrite, path_of};
use crate::model::{SymbolId, clean};
use crate::tour::{LocatedStep, StepDraft, Verdict, slug};
use std::sync::Arc;

impl ToursView {
    /// Adds symbols, the selection or the picked rows of any view, as the last steps of the tour that is being written.
    pub(in crate::app) fn add(&mut self, cx: &mut Ctx, symbols: &[SymbolId]) {
        let Some(snapshot) = cx.index.snapshot.clone().filter(|_| !symbols.is_empty()) else {
            return cx.warn("nothing is selected: there is nothing to add");
        };
        for &symbol in symbols {
            self.author(cx, Authoring::Step { snapshot: Arc::clone(&snapshot), symbol });
        }
    }

    /// Adds lines of a file, from the first to the last, as the last step.
    pub(in crate::app) fn add_lines(&mut self, cx: &mut Ctx, selected: SelectedLines) {
        let SelectedLines { path, version, lines } = selected;
        if let Some(version) = version {
            let text =
                format!("these lines are of {}: a step is at lines of the working tree", clean(&version));
            return cx.warn(text);
        }
        self.author_of(cx, |snapshot| Authoring::Lines { snapshot, path, lines });
    }

    /// Asks for a step at something of the newest graph.
    fn author_of(&mut self, cx: &mut Ctx, step: impl FnOnce(Arc<Snapshot>) -> Authoring) {
        match cx.index.snapshot.clone() {
            Some(snapshot) => self.author(cx, step(snapshot)),
            None => cx.warn("the index is not there yet: try again"),
        }
    }

    /// Adds a step of words alone as the last step.
    fn add_words(&mut self, cx: &mut Ctx, words: &str) {
        let draft = StepDraft { description: words.to_owned(), ..StepDraft::default() };
        self.insert(cx, &draft, LocatedStep::new(Verdict::Unchecked, None));
    }

    /// Moves the step within the tour.
    pub(super) fn shift_step(&mut self, cx: &mut Ctx, by: isize) {
        let Some(playing) = &mut self.playing else { return cx.warn(CLOSED) };
        let at = playing.now.step;
        let Some(to) = at.checked_add_signed(by).filter(|&to| to < playing.now.found.len()) else {
            let which = if by < 0 { "first" } else { "last" };
            return cx.tell(format!("this is the {which} step"));
        };
        playing.note();
        let led = playing.now.tour.swap(at, to);
        playing.now.found.swap(at, to);
        let went = |step| match step {
            step if step == at => to,
            step if step == to => at,
            step => step,
        };
        playing.now.visited = playing.now.visited.iter().map(|&step| went(step)).collect();
        self.changed(cx);
        self.show_step(cx, to);
        let links = match led {
            0 => "",
            1 => "; a link in the text still leads where it did",
            _ => "; links in the text still lead where they did",
        };
        let undo = cx.key(Action::Undo);
        cx.tell(format!("this is step {} now{links}; {undo} undoes that", to + 1));
    }

    /// Deletes the current step from the tour.
    pub(super) fn delete_step(&mut self, cx: &mut Ctx) {
        let Some(playing) = &mut self.playing else { return };
        let at = playing.now.step;
        if at < playing.now.found.len() {
            playing.note();
            let lost = playing.now.tour.remove(at).unwrap_or(0);
            playing.now.found.remove(at);
            let visited = playing.now.visited.iter().filter(|&&step| step != at);
            playing.now.visited = visited.map(|&step| if step > at { step - 1 } else { step }).collect();
            self.changed(cx);
            self.show_step(cx, at);
            let [undo, save] = [Action::Undo, Action::TourSave].map(|action| cx.key(action));
            let links = match lost {
                0 => String::new(),
                1 => ", and a link to it is plain text now".to_owned(),
                _ => format!(", and {lost} links to it are plain text now"),
            };
            cx.tell(format!("step {} removed{links}; {undo} undoes that, {save} saves the tour", at + 1));
        }
    }

    /// Opens the editor on the step's description.
    pub(super) fn edit_words(&mut self, cx: &mut Ctx) {
        let words = self.playing.as_ref().and_then(|playing| {
            playing.now.tour.step(playing.now.step).map(|step| step.description().to_owned())
        });
        match words {
            Some(text) => cx.push(Effect::Compose { text }),
            None => cx.warn("there is no step to edit: A adds the selection"),
        }
    }

    /// Takes over a description from the editor.
    pub(in crate::app) fn composed(&mut self, cx: &mut Ctx, text: &str) {
        let Some(playing) = &mut self.playing else { return };
        let (at, words) = (playing.now.step, text.trim_end());
        // An unchanged description changes nothing.
        if playing.now.tour.step(at).is_none_or(|step| step.description().trim_end() == words) {
            return cx.tell("the text is unchanged");
        }
        playing.note();
        playing.now.tour.describe(at, words);
        self.changed(cx);
        let undo = cx.key(Action::Undo);
        cx.tell(format!("the text of step {} was changed; {undo} undoes that", at + 1));
    }

    /// Asks for the title to save under.
    pub(super) fn save(&mut self, cx: &mut Ctx) {
        let Some(playing) = &self.playing else {
            return cx.warn("no tour is open: enter opens one, A starts one");
        };
        let title = playing.now.tour.title().to_owned();
        self.suggest(PromptKind::Title, Some(&title));
    }

    /// Opens a line to type.
    pub(super) fn ask(&mut self, asks: PromptKind) {
        self.suggest(asks, None);
    }

    /// Opens a line to type, with a text to take or to replace.
    fn suggest(&mut self, asks: PromptKind, text: Option<&str>) {
        self.asks = asks;
        self.slots.prompt.line.set(text.unwrap_or_default());
        self.slots.prompt.open();
        self.slots.focus = Slot::List;
    }

    /// Takes what is typed.
    pub(super) fn prompt_taken(&mut self, cx: &mut Ctx) {
        let (asks, line) = (self.asks, std::mem::take(&mut self.slots.prompt.line));
        let text = line.text().trim();
        match asks {
            _ if text.is_empty() => {
                cx.warn(asks.wants());
                self.ask(asks);
            }
            PromptKind::Title => self.save_as(cx, text),
            PromptKind::Words => self.add_words(cx, text),
            PromptKind::Place => {
                self.author_of(cx, |snapshot| Authoring::Place { snapshot, place: text.to_owned() });
            }
            PromptKind::Link => self.follow(cx, text),
            PromptKind::Range => self.make(cx, TourRequest::Range(text.to_owned())),
            PromptKind::Package => self.make(cx, TourRequest::Package(text.to_owned())),
        }
    }

    /// Asks for the package of a tour; the selection's is suggested.
    pub(super) fn ask_package(&mut self, cx: &Ctx) {
        let step = if self.is_on_step() { self.current(cx) } else { None };
        let selected = step.or(cx.selected).or_else(|| self.current(cx));
        let package = selected.zip(cx.index.snapshot.as_ref()).map(|(symbol, snapshot)| {
            let graph = snapshot.graph();
            let package = graph.symbol(graph.symbol(symbol).package());
            // The root folder's path is “.”, which says nothing, so its name is shown.
            let shown = if package.path() == "." { package.name() } else { package.path() };
            shown.to_owned()
        });
        self.suggest(PromptKind::Package, package.as_deref());
    }

    /// Asks for the place of a step; what the source shows is suggested, or the selection's file.
    pub(super) fn ask_place(&mut self, cx: &Ctx) {
        let read = self.slots.pane.shown.as_ref().map(|shown| {
            let caret = shown.caret.as_ref().and_then(|_| self.slots.pane.caret());
            caret.map_or_else(|| shown.path.clone(), |caret| format!("{}:{}", shown.path, caret.row + 1))
        });
        let selected = || {
            let (symbol, snapshot) = cx.selected.zip(cx.index.snapshot.as_ref())?;
            Some(snapshot.graph().symbol(symbol).path().to_owned())
        };
        let place = read.or_else(selected);
        self.suggest(PromptKind::Place, place.as_deref());
    }

    /// Generates the requested tour, and opens it when it is there.
    pub(in crate::app) fn make(&mut self, cx: &mut Ctx, wanted: TourRequest) {
        self.making = Some(wanted);
        self.begin_making(cx);
    }

    /// Starts to generate the requested tour; without an index it waits for the first one.
    pub(super) fn begin_making(&mut self, cx: &mut Ctx) {
        let (Some(wanted), Some(snapshot)) = (self.making.clone(), cx.index.snapshot.clone()) else {
            return;
        };
        cx.start(Job::Make { snapshot, wanted });
    }

    /// Saves the tour under a title.
    fn save_as(&mut self, cx: &mut Ctx, title: &str) {
        let Some(playing) = &self.playing else { return };
        // A tour that keeps its title keeps its file, or gets the one that its generator would write. It may
        // overwrite its own file but no other.
        let own = playing.path.as_ref();
        let keeps = playing.now.tour.title() == title;
        let path = match (own, playing.now.tour.generated_name()) {
            (Some(own), _) if keeps => own.clone(),
            (None, Some(name)) if keeps => path_of(name),
            _ => path_of(&slug(title)),
        };
        let read = playing.now.read.clone().filter(|_| own == Some(&path));
        let over = read.map_or(Overwrite::Generated, Overwrite::Read);
        // The open tour takes the steps over once they are in the file.
        let (key, sent) = (playing.key.clone(), playing.now.tour.clone());
        let mut tour = sent.clone();
        tour.set_title(title);
        tour.set_own();
        let snapshot = cx.index.snapshot.clone().filter(|_| !playing.now.as_written);
        self.author(cx, Authoring::Save { snapshot, key, sent, path, tour, over });
    }

    /// A requested tour is there: it is listed and opened.
    pub(in crate::app) fn tour_made(&mut self, cx: &mut Ctx, made: Result<TourEntry, String>) {
        self.making = None;
        let entry = match made {
            Ok(entry) => entry,
            Err(why) => return cx.warn(why),
        };
        if let Some(wanted) = entry.wanted().filter(|wanted| !self.wanted.contains(wanted)) {
            self.wanted.push(wanted);
        }
        let entries = &mut self.entries;
        entries.retain(|known| known.key != entry.key);
        entries.push(entry);
        let at = entries.len() - 1;
        self.take(cx, at, None);
    }
}
