//! Frames drawn on a terminal that gives doubtful signs as many cells as it likes.

use std::convert::Infallible;

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::ui::sign_width::write_anew;

/// A terminal that gives doubtful signs as many cells as it likes.
struct OddTerminal {
    size: Size,
    rows: Vec<Vec<String>>,
    cells_of_doubtful: usize,
}

impl OddTerminal {
    fn write(&mut self, x: usize, y: usize, sign: &str) -> usize {
        let cells = if is_doubtful(sign) { self.cells_of_doubtful } else { sign.width() };
        for at in x..(x + cells).min(self.rows[y].len()) {
            // Half of a wide sign takes the other half with it.
            let begins = (0..=at).rev().find(|&head| !self.rows[y][head].is_empty()).unwrap_or(0);
            if begins < x {
                self.rows[y][begins] = " ".to_owned();
            }
            self.rows[y][at] = if at == x { sign.to_owned() } else { String::new() };
        }
        let behind = x + cells;
        if behind < self.rows[y].len() && cells > 0 && self.rows[y][behind].is_empty() {
            self.rows[y][behind] = " ".to_owned();
        }
        x + cells
    }
}

impl Backend for OddTerminal {
    type Error = Infallible;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> Result<(), Infallible> {
        let (mut last, mut at) = (None, 0);
        for (x, y, cell) in content {
            let follows = last.is_some_and(|last| last == (x.wrapping_sub(1), y));
            at = self.write(if follows { at } else { usize::from(x) }, usize::from(y), cell.symbol());
            last = Some((x, y));
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn show_cursor(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn get_cursor_position(&mut self) -> Result<Position, Infallible> {
        Ok(Position::default())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, _position: P) -> Result<(), Infallible> {
        Ok(())
    }

    fn clear(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn clear_region(&mut self, _clear_type: ClearType) -> Result<(), Infallible> {
        Ok(())
    }

    fn size(&self) -> Result<Size, Infallible> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> Result<WindowSize, Infallible> {
        Ok(WindowSize { columns_rows: self.size, pixels: Size::default() })
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

const SIGNS: [&str; 14] = [
    "a",
    "b",
    "│",
    "漢",
    " ",
    "ক\u{9be}",
    "👩🏿\u{200d}💻",
    "👍🏽",
    "☰",
    "\u{fdd0}",
    "e\u{301}",
    "\u{ad}",
    "☝",
    "ｶﾞ",
];

proptest! {
    #[test]
    fn sure_signs_stand_in_their_cells_whatever_doubtful_ones_take(
        frames in prop::collection::vec(prop::collection::vec(prop::collection::vec(0..SIGNS.len(), 0..12), 3), 1..6),
        cells_of_doubtful in 0_usize..3,
    ) {
        let size = Size::new(12, 3);
        let rows = vec![vec![" ".to_owned(); 12]; 3];
        let odd = OddTerminal { size, rows, cells_of_doubtful };
        let mut terminal = Terminal::new(PlacedSigns(odd)).unwrap();
        for frame in frames {
            let mut drawn = ratatui::buffer::Buffer::empty(Rect::new(0, 0, 12, 3));
            terminal.draw(|at| {
                for (y, row) in (0..).zip(&frame) {
                    let text: String = row.iter().map(|&sign| SIGNS[sign]).collect();
                    at.buffer_mut().set_string(0, y, text, Style::new());
                }
                write_anew(at.buffer_mut());
                drawn = at.buffer_mut().clone();
            }).unwrap();
            let odd = &terminal.backend().0;
            for (at, cell) in drawn.content.iter().enumerate() {
                let sign = cell.symbol();
                if !is_doubtful(sign) && sign != " " {
                    prop_assert_eq!(&odd.rows[at / 12][at % 12], sign, "{:?}", odd.rows);
                }
            }
        }
    }
}
