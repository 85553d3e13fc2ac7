//! What the mouse does in the Impact view.

use super::data::{Below, Pane};
use super::rows::Figures;
use crate::app::App;
use crate::app::action::Action;
use crate::app::list::Cursor;
use crate::app::msg::{Click, Mouse};

impl App {
    /// Takes the mouse in; whether it pressed a row that can be opened.
    pub(in crate::app) fn impact_mouse(&mut self, mouse: Mouse) -> bool {
        let areas = self.impact_areas();
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = Pane::ALL[ix];
        let height = self.impact_height(pane);
        let by = match mouse.did {
            Click::ScrollUp => -3,
            Click::ScrollDown => 3,
            Click::Press => {
                self.impact.prompt = None;
                self.impact.focus = pane;
                let (row, column) = (usize::from(mouse.y - areas[ix].y), usize::from(mouse.x - areas[ix].x));
                return self.impact_pressed(pane, row, column);
            }
        };
        match pane {
            Pane::Main => {
                self.impact.cursor = self.impact.cursor.scrolled(by, self.impact.rows.len(), height);
                self.impact_look();
            }
            Pane::Source => {
                let action = if by < 0 { Action::Up } else { Action::Down };
                for _ in 0..by.unsigned_abs() {
                    self.impact_scroll(action, height);
                }
            }
            Pane::Below => {
                let len = self.impact.below_len();
                let cursor = self.impact.below_cursor();
                *cursor = cursor.scrolled(by, len, height);
            }
        }
        false
    }

    /// Selects the row of a pane that was pressed, or folds it where its fold stands; whether it can be opened.
    fn impact_pressed(&mut self, pane: Pane, row: usize, column: usize) -> bool {
        let height = self.impact_height(pane);
        let Some(row) = row.checked_sub(usize::from(self.impact_head(pane))) else { return false };
        match pane {
            Pane::Source => false,
            Pane::Below => {
                // What changes with the target stands below heads of its own.
                let heads = usize::from(self.impact.past.below == Below::Partners);
                let len = self.impact.below_len();
                let cursor = self.impact.below_cursor();
                let at = row.checked_sub(heads).map(|row| cursor.offset + row).filter(|&at| at < len);
                at.map(|at| *cursor = Cursor { at, ..*cursor }.clamped(len, height)).is_some()
            }
            Pane::Main => {
                let at = self.impact.cursor.offset + row;
                let Some(&pressed) = self.impact.rows.get(at) else { return false };
                let cursor = Cursor { at, ..self.impact.cursor };
                self.impact.cursor = cursor.clamped(self.impact.rows.len(), height);
                self.impact_look();
                let width = self.impact_areas()[Pane::Main as usize].width;
                let fold = 2 + Figures::fitting(width, &self.impact.past).width() + pressed.indent();
                let folded = pressed.is_folded().filter(|_| column == fold);
                folded.map(|is_folded| self.fold(is_folded)).is_none()
            }
        }
    }
}
