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
mod tests;
