//! The interface of a view.

use super::action::{Action, KeyContext};
use super::clock::Millis;
use super::ctx::Ctx;
use super::job::JobKind;
use super::layout::{PaneArea, PaneBorder, PaneLayout, area_of};
use super::msg::Mouse;
use super::nav_history::ViewPlace;
use super::pane::slot::{SOURCE_HEAD, Slot};
use super::pane::source::SourcePane;
use super::tours::requests::TourRows;
use super::typed_line::TypedLine;
use crate::app::scroll_bar::ScrollBar;
use crate::model::SymbolId;

/// The state of a view. It changes only itself and reads the context, which it asks for everything else: jobs,
/// effects, notices, a symbol to be opened.
pub trait ViewState {
    /// Carries out an action of this view; returns whether it is one.
    fn act(&mut self, cx: &mut Ctx, action: Action) -> bool;

    /// The slot with the keys.
    fn focus(&self) -> Slot;

    /// Gives a slot the keys.
    fn focus_on(&mut self, cx: &mut Ctx, slot: Slot);

    /// The area that the slots share.
    fn body(&self, cx: &Ctx) -> PaneArea {
        cx.body()
    }

    /// Where the slots are, with the whole body for the one that has the keys or not.
    fn split(&self, cx: &Ctx, zoomed: bool) -> PaneLayout;

    /// The lines between the slots that can be moved.
    fn borders(&self, cx: &Ctx) -> Vec<PaneBorder> {
        self.split(cx, cx.zoomed).borders
    }

    /// The area that the scroll offset of a slot is computed for: its own; of a hidden one the area that it will have.
    fn area(&self, cx: &Ctx, slot: Slot) -> PaneArea {
        area_of(slot as usize, cx.zoomed, self.body(cx), |zoomed| self.split(cx, zoomed).areas)
    }

    /// The source of the view.
    fn pane(&self) -> Option<&SourcePane> {
        None
    }

    /// The source of the view, to be changed.
    fn pane_mut(&mut self) -> Option<&mut SourcePane> {
        None
    }

    /// The rows of the source's text; one at least, so that moving always moves.
    fn text_area(&self, cx: &Ctx) -> PaneArea {
        let area = self.area(cx, Slot::Source).below(SOURCE_HEAD);
        PaneArea { height: area.height.max(1), ..area }
    }

    /// Called after the cursor of the source was moved.
    fn caret_moved(&mut self, _cx: &mut Ctx) {}

    /// Ends typing into a line of the view, keeping what was typed.
    fn stop_typing(&mut self, _cx: &mut Ctx) {}

    /// Handles the mouse outside of the source; returns whether it pressed a row that can be opened.
    fn mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool;

    /// The scroll bars of the view's lists.
    fn bars(&self, cx: &Ctx) -> Vec<ScrollBar>;

    /// The line that keys are typed into, while they are.
    fn line_mut(&mut self) -> Option<&mut TypedLine>;

    /// Returns whether keys are typed into a line.
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

    /// The path and line, from 1, of the selection, where the source shows none.
    fn place(&self, _cx: &Ctx) -> Option<(String, u32)> {
        None
    }

    /// The current place in the view, for the history of places.
    fn here(&self, cx: &Ctx) -> ViewPlace;

    /// Comes back to a place of this view.
    fn come_back(&mut self, _cx: &mut Ctx, _place: ViewPlace) {}

    /// The view was turned to; `from` is the current symbol of the previous view.
    fn entered(&mut self, _cx: &mut Ctx, _from: Option<SymbolId>) {}

    /// A new graph came: the view keeps what it can of its state.
    fn graph_came(&mut self, cx: &mut Ctx);

    /// The tree was checked and the graph is unchanged: asks again for data that is not part of the graph.
    fn tree_checked(&mut self, _cx: &mut Ctx) {}

    /// Pane sizes changed: the selection stays visible.
    fn reshaped(&mut self, cx: &Ctx);

    /// Scrolls the source back to its marked line, or to its cursor if that was moved and has the keys.
    fn aim_source(&mut self, cx: &Ctx) {
        let (area, has_keys) = (self.text_area(cx), self.focus() == Slot::Source);
        if let Some(pane) = self.pane_mut() {
            let is_read = pane.shown.as_ref().is_some_and(|shown| shown.caret.is_some());
            if is_read && has_keys {
                pane.keep_caret_in_sight(cx, area);
            } else {
                pane.aim_anew(cx, area);
            }
        }
        self.aim_again(cx);
    }

    /// Scrolls a text of the view's own back to its selection.
    fn aim_again(&mut self, _cx: &Ctx) {}

    /// Returns whether the visible rows are not those of the typed text because the answer is awaited.
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

    /// Returns whether keys move a cursor in the view's rows.
    fn is_in_list(&self) -> bool {
        self.focus() == Slot::List
    }

    /// When the view wants to be woken.
    fn due(&self) -> Option<Millis> {
        None
    }

    /// The key context of a pane of the view's own with the keys, which precedes that of the view.
    fn inner_context(&self) -> Option<KeyContext> {
        None
    }

    /// Actions for the footer, the most useful first.
    fn hints(&self, cx: &Ctx) -> Vec<Action>;
}
