//! The Interactions view: what is remembered of the use of this repository, why it counts, and what changes with it.

mod acts;
pub mod data;

use super::App;
use super::corpus::Rows;
use super::job::Job;
use super::layout::{Area, area_of, three};
use super::line::Line;
use super::list::Cursor;
use super::msg::{Click, Effect, Mouse};
use crate::memory::Act;
use crate::model::{Followed, Follower, SymbolId};
use crate::rank::HISTORY_PART;
pub use data::{Pane, Partners, Remember, Remembered, Row, Sort};

/// Rows of a pane above its content.
pub const HEADS: [u16; 3] = [3, 1, 1];

/// The list's part of a wide screen, in percent.
const MAIN: u16 = 60;

/// The view's state.
#[derive(Default)]
pub struct Interactions {
    pub remembered: Option<Remembered>,
    pub rows: Vec<Row>,
    /// The sum of what counts for a walk's start.
    pub total: f64,
    pub cursor: Cursor,
    pub partner: Cursor,
    pub focus: Pane,
    pub sort: Sort,
    pub typing: bool,
    pub filter: Line,
    pub partners: Option<Partners>,
}

impl Interactions {
    #[must_use]
    pub fn selected(&self) -> Option<&Row> {
        self.rows.get(self.cursor.at)
    }

    /// The part of every walk's start that a row takes, in [0, 0.05].
    #[must_use]
    pub fn part(&self, row: &Row) -> f64 {
        if self.total > 0.0 { HISTORY_PART * row.score.max(0.0) / self.total } else { 0.0 }
    }
}

impl App {
    /// The areas of the list, the reasons and the partners.
    #[must_use]
    pub fn interactions_areas(&self) -> [Area; 3] {
        self.interactions_split(self.zoomed)
    }

    fn interactions_split(&self, zoomed: bool) -> [Area; 3] {
        let body = self.body();
        three(body, zoomed, self.interactions.focus as usize, MAIN)
    }

    /// The area that a pane is put in order for.
    fn interactions_area(&self, pane: Pane) -> Area {
        area_of(pane as usize, self.zoomed, self.body(), |zoomed| self.interactions_split(zoomed))
    }

    fn interactions_height(&self, pane: Pane) -> usize {
        let area = self.interactions_area(pane);
        usize::from(area.height.saturating_sub(HEADS[pane as usize])).max(1)
    }

    /// Notes what was done with a symbol, while tracking is on.
    pub(super) fn did(&mut self, act: Act, symbols: &[SymbolId]) {
        let Some(snapshot) = self.index.snapshot.clone().filter(|_| self.settings.track_interactions) else {
            return;
        };
        let graph = snapshot.graph();
        let ids = symbols.iter().filter(|id| id.ix() < graph.n_symbols());
        let events: Vec<(String, Act)> = ids.map(|&id| (graph.symbol(id).id_text(), act)).collect();
        if !events.is_empty() {
            self.push(Effect::Remember(Remember::Record(snapshot, events)));
        }
    }

    /// What the memory says of symbols of the graph: the history part of a walk's start, and task traces.
    pub(super) fn remembered(&self) -> [Vec<(SymbolId, f64)>; 2] {
        let (Some(remembered), Some(snapshot)) = (&self.interactions.remembered, &self.index.snapshot) else {
            return Default::default();
        };
        let graph = snapshot.graph();
        let Remembered { memory, now, .. } = remembered;
        [memory.history(&graph, *now), memory.traces(&graph, *now)]
    }

    /// Another graph is there.
    pub(super) fn interactions_graph(&mut self) {
        if let Some(snapshot) = self.index.snapshot.clone() {
            self.push(Effect::Remember(Remember::Settle(snapshot)));
        }
        self.interactions_laid_out();
    }

    /// The memory as it is now came.
    pub(super) fn interactions_came(&mut self, remembered: Remembered) {
        if let Some(note) = &remembered.note {
            self.tell(super::msg::Tone::Bad, crate::model::clean(note).into_owned());
        }
        self.interactions.remembered = Some(remembered);
        self.interactions_laid_out();
    }

    /// Lays the rows out anew, keeping the selected symbol.
    fn interactions_laid_out(&mut self) {
        let kept = self.interactions.selected().map(|row| row.id.clone());
        let view = &mut self.interactions;
        view.rows.clear();
        view.total = 0.0;
        let snapshot = self.index.snapshot.clone();
        let graph = snapshot.as_ref().map(|snapshot| snapshot.graph());
        if let Some(Remembered { memory, now, .. }) = &view.remembered {
            let mut follower = graph.as_ref().map(Follower::new);
            let wanted = view.filter.text().to_lowercase();
            for (id, tally) in memory.iter() {
                let score = tally.score(*now);
                let symbol = match follower.as_mut().map(|follower| follower.follow(id)) {
                    Some(Followed::Same(symbol) | Followed::Moved(symbol)) => Some(symbol),
                    _ => None,
                };
                view.total += if symbol.is_some() { score.max(0.0) } else { 0.0 };
                // By its id, or as the row shows it.
                let mut text = format!("{id} ");
                if let Some((graph, symbol)) = graph.as_ref().zip(symbol) {
                    graph.name(symbol.ix()).push_to(&mut text);
                }
                if text.to_lowercase().contains(&wanted) {
                    view.rows.push(Row { id: id.to_owned(), tally: *tally, symbol, score });
                }
            }
        }
        match view.sort {
            Sort::Score => view.rows.sort_by(|a, b| b.score.total_cmp(&a.score)),
            Sort::Last => view.rows.sort_by_key(|row| std::cmp::Reverse(row.tally.last())),
            // As rows show them: a symbol that is there by its label.
            Sort::Name => view.rows.sort_by_cached_key(|row| {
                let mut label = String::new();
                match graph.as_ref().zip(row.symbol) {
                    Some((graph, symbol)) => graph.name(symbol.ix()).push_to(&mut label),
                    None => label.clone_from(&row.id),
                }
                label
            }),
        }
        let at = kept.and_then(|id| view.rows.iter().position(|row| row.id == id));
        view.cursor.at = at.unwrap_or(view.cursor.at);
        let (len, height) = (self.interactions.rows.len(), self.interactions_height(Pane::List));
        self.interactions.cursor = self.interactions.cursor.clamped(len, height);
        self.interactions_turn();
    }

    pub(super) fn interactions_reshaped(&mut self) {
        let (len, height) = (self.interactions.rows.len(), self.interactions_height(Pane::List));
        self.interactions.cursor = self.interactions.cursor.clamped(len, height);
    }

    /// Asks for the partners of the selection.
    fn interactions_turn(&mut self) {
        if self.view != super::View::Interactions {
            return;
        }
        let Some(id) = self.interactions.selected().map(|row| row.id.clone()) else { return };
        if self.interactions.partners.as_ref().is_none_or(|partners| partners.of != id) {
            self.interactions.partner = Cursor::default();
            self.start(Job::Partners { of: id });
        }
    }

    /// The view was turned to.
    pub(super) fn interactions_entered(&mut self) {
        self.push(Effect::Remember(Remember::Load));
    }

    pub(super) fn interactions_partners(&mut self, partners: Partners) {
        self.interactions.partners = Some(partners);
    }

    /// The line that keys are typed into, while they are.
    pub(super) fn interactions_line(&mut self) -> Option<&mut Line> {
        self.interactions.typing.then_some(&mut self.interactions.filter)
    }

    pub(super) fn interactions_typing(&self) -> bool {
        self.interactions.typing
    }

    /// The line changed.
    pub(super) fn interactions_typed(&mut self) {
        self.interactions_laid_out();
    }

    /// Takes the mouse in; whether it pressed a row that can be opened.
    pub(super) fn interactions_mouse(&mut self, mouse: Mouse) -> bool {
        let areas = self.interactions_areas();
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = Pane::ALL[ix];
        let (len, height) = (self.interactions.rows.len(), self.interactions_height(pane));
        let cursor = self.interactions.cursor;
        match (mouse.did, pane) {
            (Click::Press, _) => {
                self.interactions.typing = false;
                self.interactions.focus = pane;
                let row = usize::from(mouse.y - areas[ix].y).checked_sub(usize::from(HEADS[ix]));
                return row.is_some_and(|row| self.interactions_pressed(pane, row));
            }
            (did, Pane::List) => {
                let by = if did == Click::ScrollUp { -3 } else { 3 };
                self.interactions.cursor = cursor.scrolled(by, len, height);
                self.interactions_turn();
            }
            _ => {}
        }
        false
    }

    /// Selects a row of a pane, counted from the top of what is in sight; whether it is one that can be opened.
    fn interactions_pressed(&mut self, pane: Pane, row: usize) -> bool {
        let height = self.interactions_height(pane);
        let view = &mut self.interactions;
        let partners = view.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok());
        let (cursor, len) = match pane {
            Pane::List => (&mut view.cursor, view.rows.len()),
            Pane::Why => return false,
            Pane::Partners => (&mut view.partner, partners.map_or(0, Vec::len)),
        };
        let at = cursor.offset + row;
        if at < len {
            *cursor = Cursor { at, ..*cursor }.clamped(len, height);
            if pane == Pane::List {
                self.interactions_turn();
            }
        }
        at < len
    }

    /// The symbol that actions are about.
    pub(super) fn interactions_current(&self) -> Option<SymbolId> {
        if self.interactions.focus != Pane::Partners {
            return self.interactions.selected()?.symbol;
        }
        let view = &self.interactions;
        let rows = view.partners.as_ref().and_then(|partners| partners.rows.as_ref().ok())?;
        let (place, ..) = rows.get(view.partner.at)?;
        let snapshot = self.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        let (path, name) = place.split_once("::").unwrap_or((place, ""));
        let mut symbols = graph.symbols_of(graph.find_file(path)?).map(SymbolId);
        match name {
            "" => symbols.next(),
            name => symbols.skip(1).find(|&id| graph.symbol(id).qualified() == name),
        }
    }

    /// The path and line that the editor opens and that is copied.
    pub(super) fn interactions_place(&self) -> Option<(String, u32)> {
        let snapshot = self.index.snapshot.as_ref()?;
        let graph = snapshot.graph();
        let (path, line) = graph.place(self.interactions_current()?);
        Some((path.to_owned(), line))
    }
}
