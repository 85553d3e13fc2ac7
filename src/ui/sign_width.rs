//! Signs of which terminals disagree how many cells they take: marks that join a letter, pictures, what Unicode does not
//! assign.
//!
//! The layout counts cells by Unicode's tables. Such a sign may take fewer or more on a terminal. So each is written by itself,
//! and what stands behind it is written anew, at its own place ([`crate::runtime`] does both).

use ratatui::buffer::{Buffer, CellDiffOption, CellWidth};

/// The cells that a terminal gives to one character at most.
const WIDEST: usize = 2;

/// Returns whether terminals may give a sign another number of cells than the layout.
pub fn is_doubtful(sign: &str) -> bool {
    let mut chars = sign.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => !is_sure(only),
        (None, _) => false,
        (Some(_), Some(_)) => true,
    }
}

/// Returns whether terminals agree on the cells of a character: letters of Latin, Greek and Cyrillic, the signs that this
/// program draws with, and the wide letters of China, Japan and Korea. Measured on xterm 379 and tmux 3.3.
fn is_sure(c: char) -> bool {
    matches!(c,
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}'
        | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{482}' | '\u{48a}'..='\u{52f}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{25fc}' | '✓' | '✗'
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{ff01}'..='\u{ff60}' | '\u{fffd}')
}

/// Has each doubtful sign, and the cells that it may reach over, written with every frame. One that could reach beyond the
/// line's end gives way to `�`.
pub fn write_anew(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width);
    for at in 0..buffer.content.len() {
        let sign = buffer.content[at].symbol();
        // The most common case is a blank.
        if sign.is_ascii() || !is_doubtful(sign) {
            continue;
        }
        let (takes, reach) = (usize::from(sign.cell_width()).max(1), WIDEST * sign.chars().count());
        let left = width - at % width;
        if reach > left {
            buffer.content[at].set_symbol("\u{fffd}");
            for blank in 1..takes.min(left) {
                buffer.content[at + blank].set_symbol(" ");
            }
            continue;
        }
        buffer.content[at].set_diff_option(CellDiffOption::AlwaysUpdate);
        for behind in takes..=reach.min(left - 1) {
            buffer.content[at + behind].set_diff_option(CellDiffOption::AlwaysUpdate);
        }
    }
}
