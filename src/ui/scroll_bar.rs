//! The bar that shows which part of a list or text is on the screen.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::theme::Theme;

/// The visible part of a bar, and the rest of it.
pub(super) const THUMB: &str = "┃";
pub(super) const TRACK: &str = "┊";
/// A place in the text that is worth a look.
pub(super) const MARK: &str = "▪";

/// Draws a bar in the last column of rows of which only `shown` of `total` are visible, and returns the area that is left
/// to the rows, which do not touch it.
pub(super) fn scroll_bar(
    buffer: &mut Buffer,
    rows: Rect,
    (shown, total): (Range<usize>, usize),
    theme: &Theme,
) -> Rect {
    if shown.len() >= total || rows.height == 0 || rows.width < 3 {
        return rows;
    }
    draw(buffer, Rect { x: rows.right() - 1, width: 1, ..rows }, (shown, total), theme);
    Rect { width: rows.width - 2, ..rows }
}

/// Draws a bar into a column.
pub(super) fn draw(buffer: &mut Buffer, bar: Rect, (shown, total): (Range<usize>, usize), theme: &Theme) {
    let thumb = thumb(shown, total, bar.height);
    for y in 0..bar.height {
        let (glyph, style) = if thumb.contains(&y) { (THUMB, theme.thumb) } else { (TRACK, theme.rule) };
        buffer.set_string(bar.x, bar.y + y, glyph, style);
    }
}

/// The cells of a bar of `height` cells that stand for the visible rows. Only the first and the last rows reach its ends.
pub(super) fn thumb(shown: Range<usize>, total: usize, height: u16) -> Range<u16> {
    let cells = usize::from(height);
    let long = (shown.len() * cells / total.max(1)).clamp(1, cells.max(1));
    let slack = cells.saturating_sub(long);
    let hidden = total.saturating_sub(shown.len()).max(1);
    let top = match () {
        () if shown.start == 0 => 0,
        () if shown.end >= total => slack,
        () => {
            let least = slack.min(1);
            ((shown.start * slack + hidden / 2) / hidden).clamp(least, slack.saturating_sub(1).max(least))
        }
    };
    top as u16..(top + long).min(cells) as u16
}

/// The cell of a bar of `height` cells that stands for a row.
pub(super) fn cell(row: usize, total: usize, height: u16) -> u16 {
    (row * usize::from(height) / total.max(1)).min(usize::from(height).saturating_sub(1)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thumb_is_at_an_end_only_with_the_list() {
        for (shown, total, height, cells) in [
            (0..10, 100, 10, 0..1),
            (1..11, 100, 10, 1..2),
            (45..55, 100, 10, 5..6),
            (89..99, 100, 10, 8..9),
            (90..100, 100, 10, 9..10),
            (0..10, 12, 10, 0..8),
            (1..11, 12, 10, 1..9),
            (2..12, 12, 10, 2..10),
            (5..6, 2_000_000, 1, 0..1),
        ] {
            assert_eq!(thumb(shown.clone(), total, height), cells, "{shown:?} of {total}");
        }
    }
}
