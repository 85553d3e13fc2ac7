//! All of the state: the views, their shared context, and the overlay.

use std::sync::Arc;

use super::action::{Action, KeyContext};
use super::clock::Millis;
use super::ctx::Ctx;
use super::impact::ImpactView;
use super::interactions::Interactions;
use super::key::Key;
use super::keymap::Keymap;
use super::layout::{PaneArea, Size};
use super::list::Cursor;
use super::mouse_hold::{Clicked, Held};
use super::nav_history::NavPlace;
use super::overlay::{self, Overlay};
use super::palettes::ThemeSetting;
use super::pane::slot::Slot;
use super::pane::source::SourcePane;
use super::query::QueryView;
use super::settings::Settings;
use super::side::Panel;
use super::start::StartPlace;
use super::symbols::SymbolsView;
use super::tours::ToursView;
use super::tree_text_hits::TextHits;
use super::view::View;
use super::view_state::ViewState;
use crate::model::SymbolId;

/// All of the state.
#[derive(Default)]
pub struct App {
    /// The name of the repository's folder, safe to print.
    pub name: String,
    /// True if the terminal has a dark background, as far as it answered.
    pub is_dark: bool,
    /// State that the views share.
    pub ctx: Ctx,
    pub symbols: SymbolsView,
    pub query: QueryView,
    pub impact: ImpactView,
    pub interactions: Interactions,
    pub tours: ToursView,
    pub overlay: Option<Overlay>,
    /// Keys of a chord that is not finished.
    pub pressed: Vec<Key>,
    /// The theme before the list of themes was opened.
    pub(super) theme_before: ThemeSetting,
    /// The place that the explorer was opened on, until it is shown.
    pub(super) start: Option<StartPlace>,
    /// The last text search over the tree, and the row that the cursor was on.
    pub found: Option<TextHits>,
    pub(super) found_cursor: Cursor,
    /// The id in words of the symbol that paths begin at.
    pub(super) marked: Option<String>,
    /// An action that waits for the rows that it is about.
    pub(super) later: Option<Action>,
    /// When something was pressed with the mouse that a second press means more of.
    pub(super) clicked: Option<(Millis, Clicked)>,
    /// The thing that the mouse holds since it was pressed.
    pub(super) held: Option<Held>,
    /// Until when letters are those of a sentence that no line takes.
    pub(super) stray_until: Millis,
}

impl App {
    /// The state before anything happened.
    pub fn new(name: String, settings: Settings, keymap: Keymap, size: Size) -> Self {
        let ctx = Ctx::new(settings, keymap, size);
        Self { name, is_dark: true, ctx, ..Self::default() }
    }

    /// The state of a view.
    pub(super) fn state(&self, view: View) -> &dyn ViewState {
        match view {
            View::Symbols => &self.symbols,
            View::Query => &self.query,
            View::Impact => &self.impact,
            View::Tours => &self.tours,
        }
    }

    /// The state of the view in sight.
    pub(super) fn in_sight(&self) -> &dyn ViewState {
        self.state(self.ctx.view)
    }

    /// The state of a view, to be changed, and the context.
    pub(super) fn state_mut(&mut self, view: View) -> (&mut dyn ViewState, &mut Ctx) {
        let state: &mut dyn ViewState = match view {
            View::Symbols => &mut self.symbols,
            View::Query => &mut self.query,
            View::Impact => &mut self.impact,
            View::Tours => &mut self.tours,
        };
        (state, &mut self.ctx)
    }

    /// The state of the view in sight, to be changed, and the context.
    pub(super) fn in_sight_mut(&mut self) -> (&mut dyn ViewState, &mut Ctx) {
        self.state_mut(self.ctx.view)
    }

    /// Where keys are looked up now, the innermost context first.
    pub fn contexts(&self) -> Vec<KeyContext> {
        if self.typing() {
            return vec![KeyContext::Line, KeyContext::Global];
        }
        let state = self.in_sight();
        let reads = state.focus() == Slot::Source && state.pane().shown.is_some();
        let inner = reads.then_some(KeyContext::Source).into_iter().chain([self.ctx.view.context()]);
        let is_memory = self.panel_has_keys() && self.panel() == Panel::Interactions;
        let memory = is_memory.then_some(KeyContext::Interactions);
        memory.into_iter().chain(inner).chain([KeyContext::Move, KeyContext::Global]).collect()
    }

    /// Returns whether keys are typed into a line.
    pub fn typing(&self) -> bool {
        self.overlay.is_some() || self.in_sight().prompt().open || self.is_finding() || self.is_side_typed()
    }

    /// The source of the view in sight, whether it has the keys, and where its text is.
    pub fn source(&self) -> (&SourcePane, bool, PaneArea) {
        let state = self.in_sight();
        (state.pane(), state.focus() == Slot::Source, state.text_area(&self.ctx))
    }

    /// When the state wants to be woken if nothing else happens; mostly `None`.
    pub fn wake(&self) -> Option<Millis> {
        let views = View::ALL.into_iter().filter_map(|view| self.state(view).due()).map(|due| due.0);
        self.ctx.due().chain(views).filter(|&at| at > self.ctx.now.0).min().map(Millis)
    }

    /// The symbol that actions are about.
    pub fn current(&self) -> Option<SymbolId> {
        match () {
            () if self.is_early() => None,
            () if self.panel_has_keys() => self.ctx.side.symbol(),
            () => self.selection(),
        }
    }

    /// The path and line that the editor opens and that is copied.
    pub(super) fn place(&self) -> Option<(String, u32)> {
        let state = self.in_sight();
        state.pane().place(state.focus() == Slot::Source)
    }

    /// Returns whether a filter of the side is being typed.
    pub fn is_side_typed(&self) -> bool {
        self.ctx.side.list().filter.open && self.panel_has_keys()
    }

    /// The areas of the slots of the view in sight.
    pub fn areas(&self) -> [PaneArea; 3] {
        self.in_sight().areas(&self.ctx)
    }

    /// The area of the map; `None` where none is drawn.
    pub fn map_area(&self) -> Option<PaneArea> {
        self.in_sight().map(&self.ctx).map(|[_, map, _]| map)
    }

    /// The symbol of the row under the cursor of list or side; `None` where it has none.
    pub fn row_symbol(&self) -> Option<SymbolId> {
        if self.panel_has_keys() {
            let row = self.ctx.side.row()?;
            return if self.is_side_current() { row.symbol } else { None };
        }
        self.in_sight().row_symbol(&self.ctx)
    }

    /// Returns whether the rows of the side are of the newest graph: a frame too small for it leaves those of an older one.
    fn is_side_current(&self) -> bool {
        let newest = self.ctx.index.snapshot.as_ref().zip(self.ctx.side.snapshot.as_ref());
        newest.is_some_and(|(newest, own)| Arc::ptr_eq(newest, own))
    }

    /// The symbols of the rows of the list or of the side, in their order.
    pub(super) fn listed_symbols(&self) -> Vec<SymbolId> {
        if self.panel_has_keys() {
            let rows = if self.is_side_current() { &self.ctx.side.list().rows[..] } else { &[] };
            return rows.iter().filter_map(|row| row.symbol).collect();
        }
        self.in_sight().listed_symbols(&self.ctx)
    }

    /// The current place, for the history of places.
    pub(super) fn here(&self) -> NavPlace {
        let state = self.in_sight();
        let spot = match state.focus() {
            Slot::Source => state.pane().here(),
            _ if self.ctx.side.columns => self.column_spot(),
            _ => None,
        };
        NavPlace { of: state.here(&self.ctx), spot, panel: self.panel_place() }
    }

    /// The data that an overlay's rows are made of.
    pub(super) fn overlaid(&self) -> overlay::RowSources<'_> {
        let Ctx { keymap, view, size, said, settings, .. } = &self.ctx;
        let palettes = &settings.palettes;
        let tree_words = self.query.words_beside();
        let found = self.found.as_ref();
        let meta = self.ctx.index.snapshot.as_ref().map(|snapshot| snapshot.meta());
        overlay::RowSources { keymap, view: *view, size: *size, said, found, meta, palettes, tree_words }
    }
}
