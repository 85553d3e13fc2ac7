//! Mouse events of the Impact view.

use super::ImpactView;
use super::requests::{Below, ImpactOrder};
use super::rows::{Figure, Figures};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::list::Cursor;
use crate::app::msg::{Click, Mouse};
use crate::app::pane::slot::Slot;
use crate::app::scroll_bar::ScrollBar;
use crate::app::view_state::ViewState;

impl ImpactView {
    /// Takes the mouse in; whether it pressed a row that can be opened.
    pub(in crate::app) fn take_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        let areas = self.areas(cx);
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = Slot::ALL[ix];
        let height = self.height(cx, pane);
        let by = match mouse.did {
            Click::Scroll(by) => by,
            Click::ScrollAside(_) | Click::Drag => return false,
            Click::Press => {
                self.prompt = None;
                self.focus_on(cx, pane);
                let (row, column) = (usize::from(mouse.y - areas[ix].y), usize::from(mouse.x - areas[ix].x));
                return self.press(cx, pane, row, column);
            }
        };
        match pane {
            Slot::List => {
                self.cursor = self.cursor.scrolled(by, self.rows.len(), height);
                self.look(cx);
            }
            Slot::Source => {}
            Slot::Side => {
                let len = self.below_len();
                let cursor = self.below_cursor();
                *cursor = cursor.scrolled(by, len, height);
            }
        }
        false
    }

    /// The scroll bars of the panes.
    pub(in crate::app) fn scroll_bars(&self, cx: &Ctx) -> Vec<ScrollBar> {
        let [main, _, below] = self.areas(cx);
        let head = |pane| self.head(cx, pane);
        let (heads, offset) = match self.past.below {
            Below::Tests => (0, self.test.offset),
            Below::Partners => (1, self.past.partner.offset),
        };
        let panes = [
            ((main, head(Slot::List)), (self.cursor.offset, self.rows.len())),
            ((below, head(Slot::Side) + heads), (offset, self.below_len())),
        ];
        panes.into_iter().filter_map(|(pane, rows)| ScrollBar::of(pane, rows)).collect()
    }

    /// Puts the rows in the order of the column whose head was pressed: of the likelihood that a change comes along, which
    /// past commits are added to if it is pressed again.
    fn press_head(&mut self, cx: &mut Ctx, column: usize) {
        let width = self.areas(cx)[Slot::List as usize].width;
        let order = match Figures::fitting(width, &self.past).at(column) {
            Some(Figure::Score) => ImpactOrder::Score,
            Some(Figure::Likely) if self.past.order == ImpactOrder::Likely => ImpactOrder::WithPast,
            Some(Figure::Near | Figure::Likely) => ImpactOrder::Likely,
            _ => return,
        };
        if order != self.past.order {
            let before = self.choices();
            self.put_in_order(cx, order);
            self.choices_changed(cx, before, Action::ImpactOrder);
        }
    }

    /// Selects the pressed row of a pane, or folds it if its fold sign was pressed; returns whether the row can be
    /// opened.
    fn press(&mut self, cx: &mut Ctx, pane: Slot, row: usize, column: usize) -> bool {
        let height = self.height(cx, pane);
        let head = usize::from(self.head(cx, pane));
        if pane == Slot::List && row + 1 == head {
            self.press_head(cx, column);
        }
        let Some(row) = row.checked_sub(head) else { return false };
        match pane {
            Slot::Source => false,
            Slot::Side => {
                // The list of co-changes has column heads above its rows.
                let heads = usize::from(self.past.below == Below::Partners);
                let len = self.below_len();
                let cursor = self.below_cursor();
                let at = row.checked_sub(heads).map(|row| cursor.offset + row).filter(|&at| at < len);
                at.map(|at| *cursor = Cursor { at, ..*cursor }.clamped(len, height)).is_some()
            }
            Slot::List => {
                let at = self.cursor.offset + row;
                let Some(&pressed) = self.rows.get(at) else { return false };
                let cursor = Cursor { at, ..self.cursor };
                self.cursor = cursor.clamped(self.rows.len(), height);
                self.look(cx);
                let width = self.areas(cx)[Slot::List as usize].width;
                let fold = 2 + Figures::fitting(width, &self.past).width() + pressed.indent();
                let folded = pressed.is_folded().filter(|_| column == fold);
                folded.map(|is_folded| self.fold(cx, is_folded)).is_none()
            }
        }
    }
}
