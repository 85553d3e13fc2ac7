//! The keys that the footer offers.

use rustc_hash::FxHashSet;

use super::action::{Action, KeyContext};
use super::explorer::App;
use super::view::View;

/// Hints of a view's own that come before those that every view has.
const FIRST_HINTS: usize = 8;

impl App {
    /// The most useful actions of where one is, for the footer; the first are the most useful.
    pub fn hints(&self) -> Vec<Action> {
        let mut hints = if self.typing() {
            vec![Action::Accept, Action::Leave]
        } else if self.panel_has_keys() {
            self.side_hints()
        } else {
            self.in_sight().hints(&self.ctx)
        };
        if !self.ctx.picks.is_empty() && !self.typing() {
            let own = [Action::TakeOut].into_iter().filter(|_| self.ctx.view == View::Query);
            hints = [Action::More, Action::CopySymbol, Action::TourOfRows].into_iter().chain(own).collect();
            hints.extend([Action::Climb, Action::Pick, Action::PickAll]);
        }
        if !self.contexts().contains(&KeyContext::Line) {
            // Hints about call paths come after the first of the view's own hints, where most widths have room.
            let ways = if self.marked.is_some() { Action::Ways } else { Action::Mark };
            let behind = hints.len().min(FIRST_HINTS);
            hints.splice(behind..behind, [ways, Action::AddStep]);
            hints.push(Action::Palette);
            let pick = self.row_symbol().map(|_| Action::Pick);
            hints.extend(pick.filter(|_| self.ctx.picks.is_empty()));
            hints.extend([Action::Help, Action::Quit]);
        }
        let mut known = FxHashSet::default();
        hints.retain(|&action| known.insert(action));
        hints
    }
}
