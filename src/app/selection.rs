//! The things done with the selection of any view: a tour of the rows, the pack, another view's list, the ways to it.

use super::action::Action;
use super::explorer::App;
use super::impact::requests::ImpactTarget;
use super::job::Job;
use super::pane::slot::Slot;
use super::side::Panel;
use super::tours::requests::{TourRequest, TourRows};
use super::view::View;
use crate::model::counted;

/// The largest number of rows that a tour is asked for of. It shows fewer, but each symbol only once.
pub(super) const MAX_TOUR_ROWS: usize = 40;

impl App {
    /// Makes a tour of the range that Impact shows, and turns to it.
    pub(super) fn review(&mut self) {
        let Some(ImpactTarget::Diff(range)) = &self.impact.target else {
            let (tree, range) = (Action::DiffTree, Action::DiffRange);
            let [tree, range] = [tree, range].map(|action| self.ctx.key(action));
            let text =
                format!("only a range has a review: {tree} takes the working tree, {range} asks for one");
            return self.ctx.warn(text);
        };
        let wanted = TourRequest::Review(range.to_string());
        self.turn_to(View::Tours);
        self.tours.make(&mut self.ctx, wanted);
    }

    /// Makes a tour of the rows of the view, and turns to it.
    pub(super) fn tour_of_rows(&mut self) {
        let rows = match self.meant() {
            symbols if !self.ctx.picks.is_empty() => {
                self.ctx.picks.end();
                Some(TourRows { title: format!("Picked: {}", counted(symbols.len(), "symbol")), symbols })
            }
            _ if self.panel_has_keys() => self.side_tour_rows(),
            _ => self.in_sight().tour_rows(&self.ctx),
        };
        let Some((TourRows { title, symbols }, snapshot)) = rows.zip(self.ctx.index.snapshot.clone()) else {
            return self.ctx.warn("there are no rows here to make a tour of");
        };
        let graph = snapshot.graph();
        let ids = symbols.iter().take(MAX_TOUR_ROWS).map(|&id| graph.symbol(id).id_text()).collect();
        self.turn_to(View::Tours);
        self.tours.make(&mut self.ctx, TourRequest::Rows { title, ids });
    }

    /// Adds what is meant to the pack, or takes it out.
    pub(super) fn change_pack(&mut self, action: Action) {
        let symbols = self.meant();
        if action == Action::More {
            self.query.add_to_pack(&mut self.ctx, &symbols);
        } else {
            self.query.take_from_pack(&mut self.ctx, &symbols);
        }
        self.ctx.picks.end();
    }

    /// Turns to Impact with the selection as its target.
    pub(super) fn target_impact(&mut self) {
        let Some(symbol) = self.current() else { return self.ctx.warn("nothing is selected") };
        let Some(id) = self.ctx.id_of(symbol) else { return };
        if self.ctx.view != View::Impact {
            let here = self.here();
            self.ctx.places.leave(here);
            self.ctx.turn_to(View::Impact);
            self.impact.slots.focus = Slot::List;
            return self.impact.take_target(&mut self.ctx, ImpactTarget::Symbol(id));
        }
        self.impact.go_to(&mut self.ctx, ImpactTarget::Symbol(id));
    }

    /// Shows the selection in the list of symbols, or its package's symbols.
    pub(super) fn list_selection(&mut self, package: bool) {
        let (Some(symbol), Some(snapshot)) = (self.current(), self.ctx.index.snapshot.clone()) else {
            return self.ctx.warn("nothing is selected");
        };
        if self.ctx.view == View::Symbols {
            let here = self.here();
            self.ctx.places.leave(here);
        }
        self.show(View::Symbols);
        self.ctx.side.columns = false;
        if package {
            let graph = snapshot.graph();
            let folder = graph.symbol(graph.symbol(symbol).package()).path().to_owned();
            self.symbols.filter_by(&mut self.ctx, &format!("pkg:={folder}"));
        } else {
            self.symbols.select(&mut self.ctx, symbol);
        }
    }

    /// Marks the selection as the start of call paths.
    pub(super) fn mark(&mut self) {
        let marked = self.current();
        let Some((name, id)) =
            marked.and_then(|symbol| Some((self.ctx.name_of(symbol)?, self.ctx.id_of(symbol)?)))
        else {
            return self.ctx.warn("nothing is selected: there is nothing to mark");
        };
        let key = self.ctx.key(Action::Ways);
        let text = format!("marked: {name}; {key} elsewhere shows the paths from it");
        self.ctx.tell(text);
        self.marked = Some(id);
    }

    /// Asks for the ways from the marked symbol to the selection, which the side shows.
    pub(super) fn find_call_path(&mut self) {
        let (Some(to), Some(snapshot)) = (self.current(), self.ctx.index.snapshot.clone()) else {
            return self.ctx.warn("nothing is selected: there is no symbol to find a path to");
        };
        let key = self.ctx.key(Action::Mark);
        let Some(from) = self.marked.as_ref().and_then(|id| self.ctx.symbol_of(id)) else {
            return self.ctx.warn(format!("no symbol is marked to start from: {key} marks one"));
        };
        if from == to {
            let text = format!("this is the marked symbol: select another, or mark one ({key})");
            return self.ctx.warn(text);
        }
        self.ctx.side.ways = None;
        self.ctx.start(Job::CallPath { snapshot, from, to });
        if self.panel() != Panel::Ways || !self.panel_has_keys() {
            self.open_panel(Panel::Ways);
        }
    }
}
