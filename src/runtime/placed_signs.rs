//! A backend that writes each sign of doubtful width by itself, over blanks, and what stands behind it at its own place.

use std::io::{self, Write};

use crate::ui::sign_width::is_doubtful;
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::{Cell, CellWidth};
use ratatui::layout::{Position, Size};

/// The backend around another one, which writes cells that follow each other without saying where they are.
pub(super) struct PlacedSigns<B>(pub B);

impl<B: Backend> Backend for PlacedSigns<B> {
    type Error = B::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> Result<(), B::Error> {
        let mut run = Vec::new();
        for (x, y, cell) in content {
            let sign = cell.symbol();
            if sign.is_ascii() || !is_doubtful(sign) {
                run.push((x, y, cell));
                continue;
            }
            // Each call of the other backend begins with the place.
            self.0.draw(run.drain(..))?;
            let mut blank = cell.clone();
            blank.set_symbol(" ");
            let cells = x..x + sign.cell_width().max(1);
            self.0.draw(cells.map(|x| (x, y, &blank)))?;
            self.0.draw(std::iter::once((x, y, cell)))?;
        }
        self.0.draw(run.into_iter())
    }

    fn append_lines(&mut self, n: u16) -> Result<(), B::Error> {
        self.0.append_lines(n)
    }

    fn hide_cursor(&mut self) -> Result<(), B::Error> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> Result<(), B::Error> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> Result<Position, B::Error> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), B::Error> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> Result<(), B::Error> {
        self.0.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> Result<(), B::Error> {
        self.0.clear_region(clear_type)
    }

    fn size(&self) -> Result<Size, B::Error> {
        self.0.size()
    }

    fn window_size(&mut self) -> Result<WindowSize, B::Error> {
        self.0.window_size()
    }

    fn flush(&mut self) -> Result<(), B::Error> {
        self.0.flush()
    }
}

impl<B: Write> Write for PlacedSigns<B> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
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

        fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(
            &mut self,
            content: I,
        ) -> Result<(), Infallible> {
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
}
