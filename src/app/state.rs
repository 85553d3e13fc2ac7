//! What the explorer asks of a view, whichever it is.

use std::sync::Arc;

use super::action::{Action, Context};
use super::clock::Millis;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::line::Line;
use super::msg::Mouse;
use super::nav_history::Place;
use super::source::SourceText;
use crate::model::SymbolId;

/// The state of a view. It changes itself alone and reads the context; what has to happen elsewhere it asks of the
/// context: jobs, effects, notices, a symbol to be opened.
pub trait ViewState {
    /// Carries out an action of this view; whether it is one.
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool;

    /// Takes in what the mouse did; whether it pressed a row that can be opened.
    fn mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool;

    /// The line that keys are typed into, while they are.
    fn line_mut(&mut self) -> Option<&mut Line>;

    /// Whether keys are typed into a line.
    fn is_typing(&self) -> bool;

    /// That line was changed.
    fn typed(&mut self, cx: &mut Ctx);

    /// The symbol that actions are about, in the newest graph.
    fn current(&self, cx: &Ctx) -> Option<SymbolId>;

    /// The symbols of the list's rows, in its order, of the newest graph. Views without a list have the current one.
    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        self.current(cx).into_iter().collect()
    }

    /// The path and line, from 1, that the editor opens and that is copied.
    fn place(&self, cx: &Ctx) -> Option<(String, u32)>;

    /// Where one is in the view, for the history of places.
    fn here(&self, cx: &Ctx) -> Place;

    /// Comes back to a place of this view.
    fn come_back(&mut self, _cx: &mut Ctx, _place: Place) {}

    /// The view was turned to; `from` is the symbol that actions were about in the view before.
    fn entered(&mut self, _cx: &mut Ctx, _from: Option<SymbolId>) {}

    /// Moves the focus to the pane that the view's key leads to.
    fn to_list(&mut self, cx: &mut Ctx);

    /// Another graph is there: the view keeps what it can of what it shows.
    fn graph_came(&mut self, cx: &mut Ctx);

    /// The tree was checked and the graph is the same: asks anew for what the graph does not hold.
    fn tree_checked(&mut self, _cx: &mut Ctx) {}

    /// Panes have other sizes: what is selected stays in sight.
    fn reshaped(&mut self, cx: &Ctx);

    /// Whether the line of the source that matters is in sight.
    fn sees_line(&self, _cx: &Ctx) -> bool {
        false
    }

    /// Brings what the view marks in a text back into sight.
    fn aim_again(&mut self, _cx: &Ctx) {}

    /// The job that reads the text which the view shows; `None` for a view without one, or with a text of its own.
    fn source_job(&self) -> Option<Job> {
        None
    }

    /// A text was read; it may be one that another view asked for.
    fn source_came(&mut self, _cx: &Ctx, _text: &Arc<SourceText>) {}

    /// Whether the rows in sight are not those of what was typed: theirs are under way.
    fn is_early(&self, _cx: &Ctx) -> bool {
        false
    }

    /// The job whose answer the view's rows wait for.
    fn missed(&self, _cx: &Ctx) -> Option<JobKind> {
        None
    }

    /// What that answer brings, in words.
    fn awaits(&self) -> &'static str {
        "the new list"
    }

    /// Whether keys move a cursor in the view's rows.
    fn is_in_list(&self) -> bool {
        true
    }

    /// Whether a line is open that nobody began to type into: only letters begin it.
    fn waits(&self) -> bool {
        false
    }

    /// When the view wants to be woken.
    fn due(&self) -> Option<Millis> {
        None
    }

    /// A context of the pane with the focus, looked up before that of the view.
    fn inner_context(&self) -> Option<Context> {
        None
    }

    /// The most useful actions of where one is, for the footer; the first are the most useful.
    fn hints(&self, cx: &Ctx) -> Vec<Action>;
}
