//! The one entry point: a message changes the state and may ask for effects.

use super::action::{Action, KeyContext};
use super::clock::Millis;
use super::commit_list::CommitList;
use super::explorer::App;
use super::impact::requests::ImpactTarget;
use super::interactions::Interactions;
use super::job::{JobAnswer, JobId, JobKind};
use super::key::Key;
use super::keymap::Meaning;
use super::msg::{Effect, Msg, Tone};
use super::nav_history::{NavPlace, Places};
use super::offer::Press;
use super::overlay::OverlayKind;
use super::pane::slot::Slot;
use super::selection::MAX_TOUR_ROWS;
use super::side::Panel;
use super::view::View;
use super::view_state::ViewState;
use crate::interactions::Act;

/// The parts of the state that a notice is about; it goes when one of them changes.
#[derive(PartialEq)]
struct Standpoint {
    view: View,
    /// True if an overlay is open.
    covered: bool,
    typing: bool,
    /// The open tour and its step.
    step: Option<(String, usize)>,
    /// Places behind and ahead.
    places: (usize, usize),
    target: Option<ImpactTarget>,
}

impl App {
    /// Handles a message at time `now`; the caller carries out the effects in order.
    pub fn update(&mut self, now: Millis, msg: Msg) -> Vec<Effect> {
        self.ctx.now = now;
        if self.ctx.toast.as_ref().is_some_and(|toast| toast.until <= now) {
            self.ctx.toast = None;
        }
        match msg {
            Msg::Key(key) => self.noticing(|app| app.key(key)),
            Msg::Paste(text) => self.paste(&text),
            Msg::Mouse(mouse) => {
                // The notice is still there to be pressed, which it is not any more for what follows.
                let hint = self.pressed_footer(mouse);
                self.noticing(|app| match hint {
                    Some(Press::Act(action)) => app.act(action),
                    Some(Press::Begin(key)) => app.key(key),
                    None => app.mouse(mouse),
                });
            }
            Msg::Resize(size) => self.reshape(|app| app.ctx.size = size),
            Msg::FocusGained => self.ctx.refresh(),
            Msg::Edited => {
                self.ctx.edited();
                self.ctx.refresh();
            }
            Msg::Index(msg) => self.index_msg(msg),
            Msg::Done { kind, id, answer } => self.done(kind, id, answer),
            Msg::Remembered(remembered) => self.interactions.memory_came(&mut self.ctx, remembered),
            Msg::Drafts(kept) => self.tours.drafts_came(&mut self.ctx, kept),
            Msg::DraftsGone(keys) => self.tours.drafts_gone(&mut self.ctx, &keys),
            Msg::Composed(text) => self.tours.composed(&mut self.ctx, &text),
            Msg::Follow(path, line) => self.noticing(|app| app.follow_place(&path, line)),
            Msg::Notice(tone, text) => self.ctx.notify(tone, text),
            // Everything due is done below.
            Msg::Wake => {}
            Msg::Terminate(code) => self.ctx.push(Effect::Quit(code)),
        }
        self.query.tick(&mut self.ctx);
        let (state, cx) = self.in_sight_mut();
        state.pane_mut().want_authors(cx);
        self.follow_side();
        self.catch_up();
        self.follow_side();
        if self.ctx.leaving && !self.tours.at_work(&self.ctx) {
            self.ctx.push(Effect::Quit(0));
        }
        self.ctx.drain()
    }

    /// Handles what a person did. A notice goes when the place that it is about changes; a question goes when
    /// anything but its answer comes.
    pub(super) fn noticing(&mut self, take_in: impl FnOnce(&mut Self)) {
        let (notice, place) = (self.ctx.toast.take(), self.standpoint());
        self.ctx.asked = notice.as_ref().and_then(|notice| notice.asks);
        self.later = None;
        take_in(self);
        self.ctx.asked = None;
        let (early, missed) = (self.ctx.index.snapshot.is_none(), self.missed());
        if let Some(toast) = &mut self.ctx.toast {
            toast.early = early;
            toast.missed = missed.filter(|_| toast.tone == Tone::Bad);
        }
        if self.ctx.toast.is_none() && self.standpoint() == place {
            // The first key of the chord that answers is no other key.
            let is_begun = !self.pressed.is_empty();
            self.ctx.toast = notice.filter(|notice| notice.asks.is_none() || is_begun);
        }
    }

    fn standpoint(&self) -> Standpoint {
        Standpoint {
            view: self.ctx.view,
            covered: self.overlay.is_some(),
            typing: self.typing(),
            step: self.tours.open_step(&self.ctx),
            places: self.ctx.places.count(),
            target: self.impact.target.clone(),
        }
    }

    fn key(&mut self, key: Key) {
        if self.ctx.size.screen().is_none() && key.typed() == Some('q') {
            return self.leave();
        }
        if self.is_stray(key) {
            return;
        }
        if self.typing() && key.typed().is_some() && self.pressed.is_empty() {
            return self.typed(|line| {
                line.type_key(key);
            });
        }
        let contexts = self.contexts();
        self.pressed.push(key);
        let meaning = self.ctx.keymap.meaning(&contexts, &self.pressed);
        match meaning {
            Meaning::Unfinished => {}
            Meaning::Nothing => {
                // A key that does not continue the chord begins a new one.
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

    /// Carries out an action, whatever asked for it: a key, the palette, the mouse.
    pub(super) fn act(&mut self, action: Action) {
        if self.overlay.is_some() {
            return self.overlay_act(action);
        }
        if self.held_back(action) {
            return;
        }
        if matches!(action, Action::ViewQuery | Action::ViewTours | Action::Help) {
            self.ctx.greets = false;
        }
        // A tour of a package suggests the selection's package.
        self.ctx.selected =
            if action == Action::TourPackage { self.symbols.current(&self.ctx) } else { None };
        if action == Action::Climb && self.unpicked() {
            return;
        }
        let is_finding = self.is_finding();
        if is_finding && self.finding_act(action) {
            return;
        }
        if self.side_act(action) {
            return;
        }
        let is_typing = self.in_sight().prompt().open;
        if !is_typing && !is_finding && self.source_act(action) {
            return;
        }
        let (state, cx) = self.in_sight_mut();
        let taken = if is_typing {
            state.type_act(cx, action)
        } else {
            state.act(cx, action) || state.move_list(cx, action)
        };
        if !taken {
            self.act_everywhere(action);
        }
    }

    fn act_everywhere(&mut self, action: Action) {
        match action {
            Action::Back => self.travel(Places::back, "no earlier place"),
            Action::Forward => self.travel(Places::forward, "no later place"),
            Action::Zoom => {
                self.reshape(|app| app.ctx.zoomed = !app.ctx.zoomed);
            }
            Action::Columns => self.switch_columns(false),
            Action::Map => self.switch_columns(true),
            Action::Descend if self.go_in() => {}
            Action::Descend => self.ctx.warn("nothing is selected: there is nothing to open"),
            Action::Climb if self.in_sight().focus() != Slot::List => self.focus_on(Slot::List),
            Action::Climb => self.reshape(|app| app.ctx.zoomed = false),
            Action::NextPane => self.focus_on(self.in_sight().focus().next(1)),
            Action::PreviousPane => self.focus_on(self.in_sight().focus().next(2)),
            action if let Some(view) = View::turned_to_by(action) => self.turn_to(view),
            Action::MemoryTrack => self.interactions.track(&mut self.ctx),
            Action::MemoryClear => Interactions::clear(&mut self.ctx, &mut self.query),
            Action::ImpactReview => self.review(),
            Action::Edit => self.edit(),
            Action::CopySymbol | Action::CopyPlace | Action::CopyId => self.copy(action),
            Action::CopyContext => self.query.copy_context(&mut self.ctx),
            Action::Mark => self.mark(),
            Action::Ways => self.find_call_path(),
            Action::More | Action::Less | Action::TakeOut => self.change_pack(action),
            action if let Some(panel) = Panel::of(action) => self.open_panel(panel),
            Action::ImpactHere => self.target_impact(),
            Action::InSymbols => self.list_selection(false),
            Action::PackageInSymbols => self.list_selection(true),
            Action::AddRowsToPack => {
                let symbols = self.listed_symbols();
                self.query.add_to_pack(&mut self.ctx, &symbols);
            }
            Action::TourOfRows => self.tour_of_rows(),
            Action::Pick => self.pick(),
            Action::PickAll => self.pick_all(),
            Action::PickAgain => self.pick_again(),
            Action::AddStep => self.add_step(),
            Action::TextSearch => self.search_text(),
            Action::RemovedLines => {
                self.keeping_lines_in_sight(|app| app.ctx.hides_removed = !app.ctx.hides_removed);
                let how = if self.ctx.hides_removed { "left out" } else { "shown where they stood" };
                self.ctx.tell(format!("lines that a change removed are {how}"));
                self.ctx.teach_switch(Action::RemovedLines);
            }
            Action::Refresh => {
                self.ctx.index.asked = true;
                self.ctx.refresh();
            }
            Action::Help => self.open_box(OverlayKind::Help),
            Action::Palette => self.open_box(OverlayKind::Palette),
            Action::Messages => self.open_box(OverlayKind::Messages),
            Action::MarkedLine => self.bring_marked_line(),
            Action::Theme => self.open_box(OverlayKind::Themes),
            Action::Budget => self.open_box(OverlayKind::Budgets),
            Action::Builds => self.open_box(OverlayKind::Builds),
            Action::TreeWord => self.open_box(OverlayKind::TreeWords),
            Action::Mouse => self.switch_mouse(),
            Action::Suspend => self.ctx.push(Effect::Suspend),
            Action::Quit => self.leave(),
            _ => self.refuse(action),
        }
    }

    /// Says why an action does nothing where the selection is.
    fn refuse(&mut self, action: Action) {
        let text = match action {
            Action::Next | Action::Previous => {
                let key = self.ctx.key(Action::Type);
                format!("there are no stops here: {key} in a text finds some")
            }
            Action::Redo => "there is no change here to redo".to_owned(),
            Action::Undo => "there is no change here to undo".to_owned(),
            Action::Order | Action::Wider | Action::Narrower | Action::Type => {
                format!("this list has nothing for “{}”", action.entry().title)
            }
            action if action.entry().context == KeyContext::Source => {
                "this works in a source: tab leads there".to_owned()
            }
            _ => return,
        };
        self.ctx.warn(text);
    }

    /// Adds the selected lines or the meant symbols to a tour.
    fn add_step(&mut self) {
        let (state, _) = self.in_sight_mut();
        let reads = state.focus() == Slot::Source;
        if reads && let Some(selected) = state.pane_mut().take_lines() {
            return self.tours.add_lines(&mut self.ctx, selected);
        }
        let symbols = self.meant();
        if symbols.len() > MAX_TOUR_ROWS {
            let text = format!("a tour takes {MAX_TOUR_ROWS} rows at once: {} are picked", symbols.len());
            return self.ctx.warn(text);
        }
        self.tours.add(&mut self.ctx, &symbols);
        self.ctx.picks.end();
    }

    /// Takes the mouse from the terminal, or gives it back.
    fn switch_mouse(&mut self) {
        self.ctx.settings.mouse = !self.ctx.settings.mouse;
        self.ctx.push(Effect::CaptureMouse(self.ctx.settings.mouse));
        let text = if self.ctx.settings.mouse {
            "mouse on: hold shift to select text"
        } else {
            "mouse off: the terminal selects text"
        };
        self.ctx.tell(text);
        self.ctx.teach_switch(Action::Mouse);
    }

    /// Ends the program, after the pending work on tours unless the person insists.
    fn leave(&mut self) {
        if self.tours.at_work(&self.ctx) && !std::mem::replace(&mut self.ctx.leaving, true) {
            let quit = self.ctx.key(Action::Quit);
            return self.ctx.tell(format!("a tour is still being written; {quit} does not wait for it"));
        }
        self.ctx.push(Effect::Quit(0));
    }

    /// Scrolls the marked line of the view's text back into view.
    fn bring_marked_line(&mut self) {
        let (state, cx) = self.in_sight_mut();
        state.aim_source(cx);
    }

    pub(super) fn overlay_act(&mut self, action: Action) {
        let is_early = self.text_is_early();
        let Some(overlay) = &mut self.overlay else { return };
        match action {
            Action::Leave | Action::Climb => {
                if overlay.kind == OverlayKind::Themes {
                    self.ctx.settings.theme = self.theme_before.clone();
                }
                self.overlay = None;
            }
            Action::Quit => self.leave(),
            Action::Suspend => self.ctx.push(Effect::Suspend),
            Action::Accept if is_early => self.later = Some(action),
            Action::Accept => {
                let (chosen, kind) = (overlay.chosen(), overlay.kind);
                let Some(overlay) = self.overlay.take() else { return };
                if kind == OverlayKind::Text {
                    return self.open_found(&overlay);
                }
                if let Some(row) = overlay.rows.get(overlay.cursor.at) {
                    self.take_choice(row);
                }
                if let Some(action) = chosen {
                    self.chosen(action, kind);
                }
            }
            action => {
                if overlay.line.edit(action) {
                    self.overlay_typed();
                } else {
                    overlay.moved(action, self.ctx.size);
                    self.preview_theme();
                }
            }
        }
    }

    /// Carries out an action chosen by name, after turning to the view that it belongs to. An action that deletes
    /// something of a hidden view is not carried out, and one chosen in help only shows its key.
    fn chosen(&mut self, action: Action, from: OverlayKind) {
        let entry = action.entry();
        let is_memory = entry.context == KeyContext::Interactions;
        let is_elsewhere = match View::of(entry.context).filter(|&view| view != self.ctx.view) {
            Some(view) => {
                self.show(view);
                true
            }
            None if is_memory && !self.contexts().contains(&entry.context) => {
                self.open_panel(Panel::Interactions);
                true
            }
            None => false,
        };
        let takes_away = action == Action::MemoryClear;
        if !is_elsewhere || from == OverlayKind::Palette && !takes_away {
            return self.act(action);
        }
        let key = self.ctx.key(action);
        let by = if key.is_empty() { "the palette".to_owned() } else { format!("`{key}`") };
        self.ctx.tell(format!("use {by} for this: {}", entry.doc));
    }

    /// Makes the overlay's rows again.
    pub(super) fn overlay_typed(&mut self) {
        if self.overlay.as_ref().is_some_and(|overlay| overlay.kind == OverlayKind::Text) {
            return self.text_typed();
        }
        if let Some(mut overlay) = self.overlay.take() {
            overlay.typed(&self.overlaid());
            self.overlay = Some(overlay);
            self.preview_theme();
        }
    }

    /// Turns to a view by its key and focuses its list, so that the next keys have their usual meaning.
    pub(super) fn turn_to(&mut self, view: View) {
        self.show(view);
        self.ctx.side.columns = false;
        self.reshape(|app| {
            let (state, cx) = app.state_mut(view);
            state.focus_on(cx, Slot::List);
        });
    }

    /// Turns to a view; the way back is in the history.
    pub(super) fn show(&mut self, view: View) {
        if view != self.ctx.view {
            let here = self.here();
            // The first visit to Impact shows the symbol that is selected in the list, from whatever view it comes.
            let is_first = view == View::Impact && self.impact.target.is_none();
            let listed = || self.symbols.current(&self.ctx).filter(|_| is_first);
            let symbol = self.current().or_else(listed);
            self.ctx.places.leave(here);
            self.ctx.turn_to(view);
            let (state, cx) = self.in_sight_mut();
            cx.read(view, state.pane().job());
            state.entered(cx, symbol);
        }
    }

    fn travel(&mut self, step: fn(&mut Places, NavPlace) -> Option<NavPlace>, nowhere: &str) {
        let here = self.here();
        let Some(place) = step(&mut self.ctx.places, here) else {
            return self.ctx.warn(nowhere);
        };
        if place.of.view() != self.ctx.view {
            self.ctx.turn_to(place.of.view());
        }
        let (state, cx) = self.in_sight_mut();
        state.pane_mut().leave();
        state.come_back(cx, place.of);
        if place.spot.is_some() {
            state.pane_mut().spot = place.spot;
            state.focus_on(cx, Slot::Source);
        } else if state.focus() == Slot::Source {
            state.focus_on(cx, Slot::List);
        }
        cx.read(cx.view, state.pane().job());
        if let Some(panel) = place.panel {
            self.return_to_panel(panel);
        }
    }

    fn done(&mut self, kind: JobKind, id: JobId, answer: JobAnswer) {
        if !self.ctx.answered(kind, id) {
            return;
        }
        let cx = &mut self.ctx;
        match answer {
            JobAnswer::Filter(listing) => {
                if self.symbols.list_came(cx, *listing) {
                    self.first_listed();
                }
            }
            JobAnswer::Asked(answered) => {
                self.query.answer_came(cx, answered);
                if self.panel() == Panel::Interactions {
                    self.interactions.compare(&mut self.ctx, self.query.answered.as_ref());
                }
            }
            JobAnswer::Packed(packed) => self.query.pack_came(cx, packed),
            JobAnswer::Past(snapshot, past) => self.query.past_came(cx, snapshot, past),
            JobAnswer::Words { question, words } => self.query.words_came(cx, &question, words),
            JobAnswer::Hover(hover) => self.hover_came(hover),
            JobAnswer::Outside(found, opens) => self.outside_came(found, opens),
            JobAnswer::Why(commits) => self.commits_came(commits),
            JobAnswer::Authors(authors) => {
                for view in View::ALL {
                    self.state_mut(view).0.pane_mut().authors.come((*authors).clone());
                }
            }
            JobAnswer::Uncommitted(diff) => {
                self.keeping_lines_in_sight(|app| app.ctx.uncommitted = diff);
            }
            JobAnswer::Text(found) => self.text_came(found),
            JobAnswer::Source(text) => {
                let absent = super::source::absent(&text.path);
                self.ctx.toast.take_if(|toast| toast.text == absent);
                for view in View::ALL {
                    let (state, cx) = self.state_mut(view);
                    let (area, has_keys) = (state.text_area(cx), state.focus() == Slot::Source);
                    let pane = state.pane_mut();
                    if pane.text_came(cx, area, &text) && has_keys {
                        pane.keep_caret_in_sight(cx, area);
                    }
                }
            }
            JobAnswer::Impact(answer) => {
                self.keeping_lines_in_sight(|app| app.impact.answer_came(&mut app.ctx, answer));
            }
            JobAnswer::ImpactFiltered(filtered) => self.impact.filter_came(cx, *filtered),
            JobAnswer::HistoryDetails(answer) => self.impact.history_came(cx, answer),
            JobAnswer::Partners(partners) => self.interactions.partners_came(partners),
            JobAnswer::WithoutMemory(without) => self.interactions.without_came(without),
            JobAnswer::CallPath(ways) => self.ways_came(ways),
            JobAnswer::Tours(list) => self.tours.list_came(cx, *list),
            JobAnswer::Made(made) => self.tours.tour_made(cx, made.map(|entry| *entry)),
            JobAnswer::Author(authored) => self.tours.authored(cx, authored),
            JobAnswer::Failed(why) => {
                match kind {
                    JobKind::Ask => self.query.answer_came(cx, Err(why.clone())),
                    JobKind::Make => self.tours.making = None,
                    JobKind::Author => self.ctx.leaving = false,
                    JobKind::Authors => {
                        for view in View::ALL {
                            self.state_mut(view).0.pane_mut().authors.fail();
                        }
                    }
                    JobKind::Why => self.commits_came(CommitList { head: why.clone(), rows: Vec::new() }),
                    _ => {}
                }
                self.ctx.warn(why);
            }
        }
        if kind == JobKind::Author {
            self.tours.author_next(&mut self.ctx);
        }
    }

    /// The first list with a graph is there. Impact may have been turned to while the list had only names.
    fn first_listed(&mut self) {
        if self.ctx.view == View::Impact && self.impact.target.is_none() {
            let symbol = self.symbols.current(&self.ctx);
            self.impact.entered(&mut self.ctx, symbol);
        }
        self.show_start();
    }

    fn edit(&mut self) {
        match self.place() {
            Some((path, line)) => {
                self.ctx.did(Act::Opened, &Vec::from_iter(self.current()));
                self.ctx.push(Effect::Edit { path, line });
            }
            None => self.ctx.warn("nothing is selected: there is no line to edit"),
        }
    }
}
