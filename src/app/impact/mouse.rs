//! What the mouse does in the Impact view.

use super::ImpactView;
use super::requests::{Below, ImpactPane};
use super::rows::Figures;
use crate::app::ctx::Ctx;
use crate::app::list::Cursor;
use crate::app::msg::{Click, Mouse};

impl ImpactView {
    /// Takes the mouse in; whether it pressed a row that can be opened.
    pub(in crate::app) fn take_mouse(&mut self, cx: &mut Ctx, mouse: Mouse) -> bool {
        let areas = self.areas(cx);
        let Some(ix) = areas.iter().position(|area| area.contains(mouse.x, mouse.y)) else { return false };
        let pane = ImpactPane::ALL[ix];
        let height = self.height(cx, pane);
        let by = match mouse.did {
            Click::ScrollUp => -3,
            Click::ScrollDown => 3,
            Click::Press => {
                self.prompt = None;
                self.focus = pane;
                let (row, column) = (usize::from(mouse.y - areas[ix].y), usize::from(mouse.x - areas[ix].x));
                return self.press(cx, pane, row, column);
            }
        };
        match pane {
            ImpactPane::Main => {
                self.cursor = self.cursor.scrolled(by, self.rows.len(), height);
                self.look(cx);
            }
            ImpactPane::Source => {
                self.in_text(cx, |cursor, at| cursor.scroll(at, by));
            }
            ImpactPane::Below => {
                let len = self.below_len();
                let cursor = self.below_cursor();
                *cursor = cursor.scrolled(by, len, height);
            }
        }
        false
    }

    /// Selects the pressed row of a pane, or folds it if its fold sign was pressed; returns whether the row can be
    /// opened.
    fn press(&mut self, cx: &mut Ctx, pane: ImpactPane, row: usize, column: usize) -> bool {
        let height = self.height(cx, pane);
        let Some(row) = row.checked_sub(usize::from(self.head(cx, pane))) else { return false };
        match pane {
            ImpactPane::Source => {
                let at = self.in_text(cx, |cursor, _| {
                    let at = cursor.pressed(row, column)?;
                    cursor.put(at);
                    cursor.text.word_at(at)
                });
                at.flatten().is_some()
            }
            ImpactPane::Below => {
                // The list of co-changes has column heads above its rows.
                let heads = usize::from(self.past.below == Below::Partners);
                let len = self.below_len();
                let cursor = self.below_cursor();
                let at = row.checked_sub(heads).map(|row| cursor.offset + row).filter(|&at| at < len);
                at.map(|at| *cursor = Cursor { at, ..*cursor }.clamped(len, height)).is_some()
            }
            ImpactPane::Main => {
                let at = self.cursor.offset + row;
                let Some(&pressed) = self.rows.get(at) else { return false };
                let cursor = Cursor { at, ..self.cursor };
                self.cursor = cursor.clamped(self.rows.len(), height);
                self.look(cx);
                let width = self.areas(cx)[ImpactPane::Main as usize].width;
                let fold = 2 + Figures::fitting(width, &self.past).width() + pressed.indent();
                let folded = pressed.is_folded().filter(|_| column == fold);
                folded.map(|is_folded| self.fold(cx, is_folded)).is_none()
            }
        }
    }
}
