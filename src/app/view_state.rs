//! The interface of a view.

use std::sync::Arc;

use super::action::{Action, KeyContext};
use super::clock::Millis;
use super::ctx::Ctx;
use super::job::{Job, JobKind};
use super::layout::PaneBorder;
use super::line_selection::SelectedLines;
use super::msg::Mouse;
use super::nav_history::NavPlace;
use super::source::SourceText;
use super::tours::requests::TourRows;
use super::typed_line::TypedLine;
use crate::app::scroll_bar::ScrollBar;
use crate::model::SymbolId;

/// The state of a view. It changes only itself and reads the context, which it asks for everything else: jobs,
/// effects, notices, a symbol to be opened.
pub trait ViewState {
    /// Carries out an action of this view; returns whether it is one.
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool;

    /// Handles the mouse; returns whether it pressed a row that can be opened.
    fn mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool;

    /// The scroll bars of the view's panes.
    fn bars(&self, cx: &Ctx) -> Vec<ScrollBar>;

    /// The lines between the view's panes that can be moved.
    fn borders(&self, cx: &Ctx) -> Vec<PaneBorder>;

    /// The line that keys are typed into, while they are.
    fn line_mut(&mut self) -> Option<&mut TypedLine>;

    /// Whether keys are typed into a line.
    fn is_typing(&self) -> bool;

    /// Called after the line was changed.
    fn typed(&mut self, cx: &mut Ctx);

    /// The symbol that actions are about, in the newest graph.
    fn current(&self, cx: &Ctx) -> Option<SymbolId>;

    /// The symbol of the row under the cursor of a list, in the newest graph; `None` where that is no symbol or there
    /// is no list.
    fn row_symbol(&self, _cx: &Ctx) -> Option<SymbolId> {
        None
    }

    /// The symbols of the list's rows, in its order, of the newest graph. Views without a list have the current one.
    fn listed_symbols(&self, cx: &Ctx) -> Vec<SymbolId> {
        self.current(cx).into_iter().collect()
    }

    /// The rows that a tour can be made of; `None` where there are none.
    fn tour_rows(&self, _cx: &Ctx) -> Option<TourRows> {
        None
    }

    /// The path and line, from 1, that the editor opens and that is copied.
    fn place(&self, cx: &Ctx) -> Option<(String, u32)>;

    /// Takes the lines that are selected in the focused source pane, which ends their selection.
    fn take_lines(&mut self) -> Option<SelectedLines> {
        None
    }

    /// The current place in the view, for the history of places.
    fn here(&self, cx: &Ctx) -> NavPlace;

    /// Comes back to a place of this view.
    fn come_back(&mut self, _cx: &mut Ctx, _place: NavPlace) {}

    /// The view was turned to; `from` is the current symbol of the previous view.
    fn entered(&mut self, _cx: &mut Ctx, _from: Option<SymbolId>) {}

    /// Moves the focus to the pane that the view's key leads to.
    fn to_list(&mut self, cx: &mut Ctx);

    /// A new graph came: the view keeps what it can of its state.
    fn graph_came(&mut self, cx: &mut Ctx);

    /// The tree was checked and the graph is unchanged: asks again for data that is not part of the graph.
    fn tree_checked(&mut self, _cx: &mut Ctx) {}

    /// Pane sizes changed: the selection stays visible.
    fn reshaped(&mut self, cx: &Ctx);

    /// Whether the marked line of the source is visible.
    fn sees_line(&self, _cx: &Ctx) -> bool {
        false
    }

    /// Scrolls the marked line of a text back into view.
    fn aim_again(&mut self, _cx: &Ctx) {}

    /// The job that reads the text of the view; `None` for a view without one, or with a text of its own.
    fn source_job(&self) -> Option<Job> {
        None
    }

    /// A text was read, perhaps for another view.
    fn source_came(&mut self, _cx: &Ctx, _text: &Arc<SourceText>) {}

    /// Whether the visible rows are not those of the typed text because the answer is awaited.
    fn is_early(&self, _cx: &Ctx) -> bool {
        false
    }

    /// The job whose answer the view's rows wait for.
    fn missed(&self, _cx: &Ctx) -> Option<JobKind> {
        None
    }

    /// The name of what that answer brings.
    fn awaits(&self) -> &'static str {
        "the new list"
    }

    /// Whether keys move a cursor in the view's rows.
    fn is_in_list(&self) -> bool {
        true
    }

    /// Whether a line is open in which nothing is typed yet; only letters begin it.
    fn waits(&self) -> bool {
        false
    }

    /// When the view wants to be woken.
    fn due(&self) -> Option<Millis> {
        None
    }

    /// The key context of the focused pane, which precedes that of the view.
    fn inner_context(&self) -> Option<KeyContext> {
        None
    }

    /// A key context that comes after that of the view, such as that of a source pane.
    fn outer_context(&self) -> Option<KeyContext> {
        None
    }

    /// Actions for the footer, the most useful first.
    fn hints(&self, cx: &Ctx) -> Vec<Action>;
}
