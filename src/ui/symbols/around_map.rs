//! The map of a symbol's neighbours: boxes and lines, those of a cycle doubled.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rustc_hash::FxHashMap;

use super::super::area::rect;
use super::super::package_colour::with_package_colour;
use super::super::text::{cut_name, line, title};
use super::super::theme::Theme;
use crate::app::App;
use crate::app::layout::PaneArea;
use crate::app::listing::Listing;
use crate::app::map_layout::{FRAME, more};
use crate::app::pane::slot::Slot;
use crate::app::symbol_rows::{SymbolRows, SymbolSource};
use crate::app::symbols::AroundMap;
use crate::model::{Graph, SymbolId, clean};

/// The sides of a cell that a line leaves it by.
const UP: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 4;
const LEFT: u8 = 8;

/// Cells of a box on either side of its text.
const MARGIN: u16 = FRAME / 2;

/// The lines that meet in a cell.
#[derive(Clone, Copy, Default)]
struct Joint {
    sides: u8,
    /// True if a line without a cycle, and one of a cycle, goes sideways.
    single: bool,
    double: bool,
    style: Style,
}

pub(super) fn draw(buffer: &mut Buffer, app: &App, theme: &Theme, map: &AroundMap) {
    let Some(Listing { corpus: SymbolSource::Graph(snapshot), .. }) = &app.symbols.listing else { return };
    let graph = snapshot.graph();
    let area = rect(map.area);
    let name = label(&graph, map.symbols[map.middle].symbol);
    let note = if map.cyclic.contains(&true) { "═ part of a cycle" } else { "" };
    title(buffer, area, theme, false, &format!("Map of {name}"), note);
    for frame in &map.layout.frames {
        let is_middle = frame_of(map, map.middle) == Some(frame);
        draw_frame(buffer, *frame, is_middle, theme);
    }
    for (text, hidden) in &map.layout.more {
        let text = Rect { x: text.x + MARGIN, width: text.width - 2 * MARGIN, ..rect(*text) };
        line(buffer, text, 0, &Line::styled(more(*hidden), theme.faint));
    }
    draw_lines(buffer, map, theme);
    let focused = app.symbols.slots.focus == Slot::Side;
    for (at, (one, symbol)) in map.layout.boxes.iter().zip(&map.symbols).enumerate() {
        let text = Rect { x: one.area.x + MARGIN, width: one.area.width - 2 * MARGIN, ..rect(one.area) };
        draw_text(buffer, &graph, symbol.symbol, text, (at == map.middle, theme));
        if map.cursor == Some(at) {
            let inside = Rect { x: one.area.x + 1, width: one.area.width - 2, ..rect(one.area) };
            buffer.set_style(inside, if focused { theme.selected } else { theme.marked });
        }
    }
}

/// The frame around a box.
fn frame_of(map: &AroundMap, at: usize) -> Option<&PaneArea> {
    let PaneArea { x, y, .. } = map.layout.boxes[at].area;
    map.layout.frames.iter().find(|frame| frame.contains(x, y))
}

fn label(graph: &Graph<'_>, symbol: SymbolId) -> String {
    graph.entry(symbol.ix()).map_or_else(String::new, |entry| clean(&entry.label()).into_owned())
}

fn draw_text(
    buffer: &mut Buffer,
    graph: &Graph<'_>,
    symbol: SymbolId,
    area: Rect,
    (is_middle, theme): (bool, &Theme),
) {
    let kind = graph.symbol(symbol).kind();
    let style = match () {
        () if graph.symbol(symbol).is_test() => theme.faint,
        () if is_middle => theme.strong,
        () => Style::new(),
    };
    let label = label(graph, symbol);
    let name = cut_name(&label, usize::from(area.width).saturating_sub(2)).0;
    let mut spans = vec![Span::styled(format!("{} ", theme.kind(kind)), theme.key)];
    spans.extend(with_package_colour(vec![Span::styled(name, style)], (&label, kind), theme));
    line(buffer, area, 0, &Line::from(spans));
}

/// Draws a frame; the one of the middle is heavy.
fn draw_frame(buffer: &mut Buffer, frame: PaneArea, is_middle: bool, theme: &Theme) {
    let ([corner_left, corner_right, low_left, low_right, across, down], style) = if is_middle {
        (["┏", "┓", "┗", "┛", "━", "┃"], theme.focus)
    } else {
        (["┌", "┐", "└", "┘", "─", "│"], theme.faint)
    };
    let Rect { x, y, width, height } = rect(frame);
    let (right, bottom) = (x + width - 1, y + height - 1);
    let across = across.repeat(usize::from(width) - 2);
    buffer.set_string(x, y, format!("{corner_left}{across}{corner_right}"), style);
    buffer.set_string(x, bottom, format!("{low_left}{across}{low_right}"), style);
    for y in y + 1..bottom {
        buffer.set_string(x, y, down, style);
        buffer.set_string(right, y, down, style);
    }
}

/// Draws all lines: those to the box under the cursor last, so that the parts that they share have its colour.
fn draw_lines(buffer: &mut Buffer, map: &AroundMap, theme: &Theme) {
    let mut joints: FxHashMap<(u16, u16), Joint> = FxHashMap::default();
    let is_pointed = |at: usize| {
        let line = &map.layout.lines[at];
        map.cursor.is_some_and(|cursor| line.from == cursor || line.to == cursor)
    };
    let mut order: Vec<usize> = (0..map.layout.lines.len()).collect();
    order.sort_by_key(|&at| (is_pointed(at), map.cyclic[at]));
    for at in order {
        let (corners, is_cyclic) = (&map.layout.lines[at].corners, map.cyclic[at]);
        let style = match () {
            () if is_pointed(at) => theme.focus,
            () if is_cyclic => theme.picked,
            () => theme.faint,
        };
        let start = corners[0];
        add_side(&mut joints, start, LEFT, is_cyclic, style);
        for pair in corners.windows(2) {
            follow(&mut joints, pair[0], pair[1], is_cyclic, style);
        }
    }
    for (&(x, y), joint) in &joints {
        buffer.set_string(x, y, glyph(*joint), joint.style);
    }
    for (at, line) in map.layout.lines.iter().enumerate() {
        let (start, end) = (line.corners[0], line.corners[line.corners.len() - 1]);
        if let Some(joint) = joints.get(&end) {
            buffer.set_string(end.0, end.1, "▸", joint.style);
        }
        // The line grows out of the border of its box.
        let border = match (line.from == map.middle, map.cyclic[at]) {
            (true, true) => continue,
            (true, false) => "┠",
            (false, true) => "╞",
            (false, false) => "├",
        };
        buffer[(start.0 - 1, start.1)].set_symbol(border);
    }
}

/// Adds the cells of a straight part of a line.
fn follow(
    joints: &mut FxHashMap<(u16, u16), Joint>,
    from: (u16, u16),
    to: (u16, u16),
    is_cyclic: bool,
    style: Style,
) {
    let (ahead, back) = match () {
        () if to.0 > from.0 => (RIGHT, LEFT),
        () if to.1 > from.1 => (DOWN, UP),
        () => (UP, DOWN),
    };
    let mut at = from;
    while at != to {
        add_side(joints, at, ahead, is_cyclic, style);
        at = match ahead {
            RIGHT => (at.0 + 1, at.1),
            DOWN => (at.0, at.1 + 1),
            _ => (at.0, at.1.saturating_sub(1)),
        };
        add_side(joints, at, back, is_cyclic, style);
    }
}

fn add_side(
    joints: &mut FxHashMap<(u16, u16), Joint>,
    at: (u16, u16),
    side: u8,
    is_cyclic: bool,
    style: Style,
) {
    let joint = joints.entry(at).or_default();
    joint.sides |= side;
    joint.style = style;
    if side & (LEFT | RIGHT) != 0 {
        joint.single |= !is_cyclic;
        joint.double |= is_cyclic;
    }
}

/// The character of a cell. Only what goes sideways is doubled, and only where no single line shares it: there are no
/// characters for the rest.
fn glyph(joint: Joint) -> &'static str {
    const DOUBLE: [(u8, &str); 10] = [
        (LEFT | RIGHT, "═"),
        (LEFT | DOWN, "╕"),
        (LEFT | UP, "╛"),
        (RIGHT | DOWN, "╒"),
        (RIGHT | UP, "╘"),
        (LEFT | UP | DOWN, "╡"),
        (RIGHT | UP | DOWN, "╞"),
        (LEFT | RIGHT | DOWN, "╤"),
        (LEFT | RIGHT | UP, "╧"),
        (LEFT | RIGHT | UP | DOWN, "╪"),
    ];
    const SINGLE: [(u8, &str); 11] = [
        (LEFT | RIGHT, "─"),
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
    let is_double = joint.double && !joint.single;
    let mut known = DOUBLE.iter().filter(|_| is_double).chain(&SINGLE);
    known.find(|(sides, _)| *sides == joint.sides).map_or("─", |(_, glyph)| glyph)
}
