//! The drawn map: the selection as a box, with lines from what uses it and to what it uses. Both stand as rows at its sides.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rustc_hash::FxHashMap;
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::app::pane::slot::Slot;
use crate::app::side::RowWhat;
use crate::app::sure::Sure;
use crate::model::clean;
use crate::ui::package_colour::with_package_colour;
use crate::ui::text::{cut, cut_name, line};
use crate::ui::theme::Theme;

/// The sides of a cell that lines leave it by.
const UP: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 4;
const LEFT: u8 = 8;

/// Cells at each side of the box, for the lines and their bends.
const BESIDE: u16 = 3;
/// Cells from the box to the column in which lines bend.
const BEND: u16 = 2;
/// Cells of the box beside its text.
const FRAME: u16 = 4;

/// A line between the box and a row.
struct MapLine {
    y: u16,
    is_pointed: bool,
    is_doubtful: bool,
}

pub(super) fn draw(buffer: &mut Buffer, app: &App, theme: &Theme, area: Rect) {
    let side = &app.ctx.side;
    let Some((id, snapshot)) = side.subject.zip(side.snapshot.as_ref()) else { return };
    let graph = snapshot.graph();
    let (symbol, label) = (graph.symbol(id), clean(&graph.symbol(id).label()).into_owned());
    buffer.set_string(area.x, area.y, "─".repeat(usize::from(area.width)), theme.rule);
    let width = (label.width() as u16 + 2 + FRAME).min(area.width.saturating_sub(2 * BESIDE));
    let frame =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + area.height / 2 - 1, width, height: 3 };
    for (slot, cells) in [(Slot::List, area.x..frame.x), (Slot::Side, frame.right()..area.right())] {
        draw_lines(buffer, theme, (slot, cells, frame.y + 1), &lines(app, slot));
    }
    let across = "━".repeat(usize::from(width) - 2);
    for (y, ends) in (frame.y..).zip([["┏", "┓"], ["┃", "┃"], ["┗", "┛"]]) {
        let inner = if y == frame.y + 1 { " ".repeat(usize::from(width) - 2) } else { across.clone() };
        buffer.set_string(frame.x, y, [ends[0], &inner, ends[1]].concat(), theme.focus);
    }
    let text = Rect { x: frame.x + FRAME / 2, y: frame.y + 1, width: width - FRAME, height: 1 };
    let name = cut_name(&label, usize::from(text.width).saturating_sub(2)).0;
    let mut spans = vec![Span::styled(format!("{} ", theme.kind(symbol.kind())), theme.key)];
    let name = vec![Span::styled(name, theme.strong)];
    spans.extend(with_package_colour(name, (&label, symbol.kind()), theme));
    line(buffer, text, 0, &Line::from(spans));
    let (path, at) = graph.place(id);
    let place = format!("{}:{at}", path.rsplit('/').next().unwrap_or(path));
    buffer.set_string(text.x, frame.bottom(), cut(&clean(&place), usize::from(text.width)), theme.faint);
}

/// The lines to the rows in sight of a slot whose symbols the selection is joined to, those of the row under the cursor last.
fn lines(app: &App, slot: Slot) -> Vec<MapLine> {
    let (area, list) = (app.areas()[slot as usize], app.ctx.side.list_in(slot));
    let rows = list.slot_rows();
    let shown = rows.cursor.visible(list.rows.len(), usize::from(area.height.saturating_sub(rows.head)));
    let focused = app.panel_in(slot).1;
    let first = shown.start;
    let line = |at: usize| match &list.rows[at].what {
        RowWhat::Symbol { sure, .. } if list.rows[at].depth == 1 => Some(MapLine {
            y: area.y + rows.head + (at - first) as u16,
            is_pointed: focused && at == rows.cursor.at,
            is_doubtful: *sure != Sure::Sure,
        }),
        _ => None,
    };
    let mut lines: Vec<MapLine> = shown.filter_map(line).collect();
    lines.sort_by_key(|line| line.is_pointed);
    lines
}

/// Draws the lines between the rows of a slot and row `y` of the box. They bend in one column beside the box, and end in an
/// arrow: at the box those of the list's slot, at their rows the others.
fn draw_lines(
    buffer: &mut Buffer,
    theme: &Theme,
    (slot, cells, y): (Slot, Range<u16>, u16),
    lines: &[MapLine],
) {
    let is_left = slot == Slot::List;
    let bend = if is_left { cells.end - BEND } else { cells.start + BEND - 1 };
    let is_at_row = |x: u16| (x < bend) == is_left;
    let [to_row, to_box] = if is_left { [LEFT, RIGHT] } else { [RIGHT, LEFT] };
    let mut joints: FxHashMap<(u16, u16), (u8, Style)> = FxHashMap::default();
    let style = |one: &MapLine| if one.is_pointed { theme.focus } else { theme.faint };
    for one in lines {
        let mut add = |x: u16, y: u16, sides: u8| {
            let joint = joints.entry((x, y)).or_default();
            *joint = (joint.0 | sides, style(one));
        };
        for x in cells.clone().filter(|&x| x != bend) {
            add(x, if is_at_row(x) { one.y } else { y }, LEFT | RIGHT);
        }
        add(bend, one.y, to_row);
        add(bend, y, to_box);
        for between in one.y.min(y)..one.y.max(y) {
            add(bend, between, DOWN);
            add(bend, between + 1, UP);
        }
    }
    for (&(x, y), &(sides, style)) in &joints {
        buffer.set_string(x, y, glyph(sides), style);
    }
    for one in lines {
        for x in cells.clone().filter(|&x| one.is_doubtful && x != bend && is_at_row(x)) {
            buffer.set_string(x, one.y, "┄", style(one));
        }
        buffer.set_string(cells.end - 1, if is_left { y } else { one.y }, "▸", style(one));
    }
}

fn glyph(sides: u8) -> &'static str {
    const GLYPHS: [(u8, &str); 10] = [
        (UP | DOWN, "│"),
        (LEFT | DOWN, "┐"),
        (LEFT | UP, "┘"),
        (RIGHT | DOWN, "┌"),
        (RIGHT | UP, "└"),
        (LEFT | UP | DOWN, "┤"),
        (RIGHT | UP | DOWN, "├"),
        (LEFT | RIGHT | DOWN, "┬"),
        (LEFT | RIGHT | UP, "┴"),
        (LEFT | RIGHT | UP | DOWN, "┼"),
    ];
    GLYPHS.iter().find(|(of, _)| *of == sides).map_or("─", |(_, glyph)| glyph)
}
