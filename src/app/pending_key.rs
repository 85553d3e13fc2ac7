//! Keys that come before the rows do that they are about. The rows in sight are still those of the question or the
//! filter before, and nothing is done to them.

use super::action::{Action, Context};
use super::explorer::App;
use super::job::JobKind;
use super::msg::Tone;

/// What the other rows are missed for.
enum Asks {
    /// Opening, copying and looking: what came too soon is done to the row that is selected then.
    Looks,
    /// Changing something: nobody does that to a row unseen.
    Changes,
    /// Moving on.
    Moves,
}

impl Asks {
    /// What an action asks of a row; `None` for one that is not about rows.
    fn of(action: Action) -> Option<Self> {
        match action {
            Action::Descend
            | Action::Edit
            | Action::CopySymbol
            | Action::CopyPlace
            | Action::CopyId
            | Action::CopyTests
            | Action::CopyContext
            | Action::Mark
            | Action::CallPath
            | Action::Relations
            | Action::ImpactHere
            | Action::ViewImpact => Some(Self::Looks),
            Action::Pin
            | Action::Ban
            | Action::Raise
            | Action::Lower
            | Action::AddStep
            | Action::AddToPack
            | Action::AddRowsToPack
            | Action::TourDelete
            | Action::TourAgain => Some(Self::Changes),
            Action::LineUp | Action::LineDown | Action::LinePageUp | Action::LinePageDown => {
                Some(Self::Moves)
            }
            Action::Left | Action::Right | Action::MarkedLine => None,
            action => (action.entry().context == Context::Move).then_some(Self::Moves),
        }
    }
}

impl App {
    /// Whether the rows in sight are not those of what was typed: theirs are under way.
    pub(super) fn is_early(&self) -> bool {
        self.in_sight().is_early(&self.ctx)
    }

    /// The answer that the view's rows wait for.
    pub(super) fn missed(&self) -> Option<JobKind> {
        self.in_sight().missed(&self.ctx)
    }

    fn comes_early(&self, action: Action) -> bool {
        if action == Action::CopyContext { self.query.pack_is_early(&self.ctx) } else { self.is_early() }
    }

    /// Takes an action that comes too soon; whether it does.
    pub(super) fn held_back(&mut self, action: Action) -> bool {
        let Some(asks) = Asks::of(action).filter(|_| self.comes_early(action)) else { return false };
        let missed = self.in_sight().awaits();
        match asks {
            Asks::Looks => self.later = Some(action),
            Asks::Moves if !self.in_sight().is_in_list() => return false,
            Asks::Changes | Asks::Moves => self.ctx.notify(Tone::Bad, format!("{missed} is not there yet")),
        }
        true
    }

    /// Does what was held back, once its rows are there.
    pub(super) fn catch_up(&mut self) {
        if let Some(action) = self.later.filter(|&action| !self.comes_early(action)) {
            self.noticing(|app| app.act(action));
        }
    }
}
