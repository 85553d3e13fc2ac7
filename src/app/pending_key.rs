//! Keys that come before the rows that they are about. The visible rows still belong to the previous question or
//! filter, so nothing is done to them.

use super::action::{Action, KeyContext};
use super::explorer::App;
use super::job::JobKind;
use super::view::View;

/// The purpose for which an action needs the awaited rows.
enum PendingUse {
    /// Opening, copying and looking: the action is repeated on the row that is then selected.
    Looks,
    /// Changing something: it is dropped, since nobody should change a row unseen.
    Changes,
    /// Moving the cursor.
    Moves,
}

impl PendingUse {
    /// Returns the purpose for which an action needs a row; `None` if it is not about rows.
    fn of(action: Action) -> Option<Self> {
        match action {
            Action::Descend
            | Action::Edit
            | Action::CopySymbol
            | Action::CopyPlace
            | Action::CopyId
            | Action::CopyContext
            | Action::Mark
            | Action::Ways
            | Action::Related
            | Action::Tests
            | Action::InSymbols
            | Action::PackageInSymbols
            | Action::ImpactHere
            | Action::ViewImpact => Some(Self::Looks),
            Action::More
            | Action::Less
            | Action::TakeOut
            | Action::AddStep
            | Action::TourOfRows
            | Action::AddRowsToPack
            | Action::Pick
            | Action::PickAll
            | Action::TourAgain => Some(Self::Changes),
            Action::LineUp | Action::LineDown | Action::LinePageUp | Action::LinePageDown => {
                Some(Self::Moves)
            }
            Action::Left | Action::Right | Action::MarkedLine => None,
            action => (action.entry().context == KeyContext::Move).then_some(Self::Moves),
        }
    }
}

impl App {
    /// Returns whether the visible rows are not those of the typed text because the answer is awaited.
    pub(super) fn is_early(&self) -> bool {
        self.in_sight().is_early(&self.ctx)
    }

    /// The answer that the view's rows wait for.
    pub(super) fn missed(&self) -> Option<JobKind> {
        self.in_sight().missed(&self.ctx)
    }

    fn comes_early(&self, action: Action) -> bool {
        match action {
            _ if self.overlay.is_some() => self.text_is_early(),
            Action::CopyContext => self.query.pack_is_early(&self.ctx),
            // A view is turned to at once; what it is about follows.
            Action::ViewImpact if self.symbols.listing.is_none() => false,
            // Symbols are looked at in the graph, which has their source.
            _ if self.ctx.view == View::Symbols
                && matches!(PendingUse::of(action), Some(PendingUse::Looks))
                && self.symbols.is_glimpsed(&self.ctx) =>
            {
                true
            }
            _ => self.is_early(),
        }
    }

    /// Holds an action back if it comes too soon; returns whether it does.
    pub(super) fn held_back(&mut self, action: Action) -> bool {
        let Some(asks) = PendingUse::of(action).filter(|_| self.comes_early(action)) else { return false };
        let missed = self.in_sight().awaits();
        match asks {
            PendingUse::Looks => self.later = Some(action),
            PendingUse::Moves if !self.in_sight().is_in_list() => return false,
            PendingUse::Changes | PendingUse::Moves => {
                self.ctx.warn(format!("{missed} is not there yet"));
            }
        }
        true
    }

    /// Carries out the action that was held back, once its rows are there.
    pub(super) fn catch_up(&mut self) {
        if let Some(action) = self.later.filter(|&action| !self.comes_early(action)) {
            self.noticing(|app| app.act(action));
        }
    }
}
