//! Where the boxes and lines of a small drawn map lie: columns of boxes from left to right, each box joined to one box
//! of the next column towards the middle one.

use std::cmp::Ordering;
use std::ops::Range;

use super::layout::PaneArea;

/// Columns from left to right: around the middle one its neighbours, and outside of these the neighbours of one of them.
pub const COLUMNS: usize = 5;
/// The column in the middle. It has one box.
pub const MIDDLE: usize = 2;

/// Cells between two columns of boxes, at least and at most: room for a line, its bend and its arrow.
const GAP: [u16; 2] = [4, 8];

/// Cells of a box beside its text: a border and a blank at either side.
pub const FRAME: u16 = 4;

/// Cells of text that a box of the outer columns can have at least.
const MIN_TEXT: u16 = 12;

/// A column of boxes to be laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapColumn {
    /// Number of boxes.
    pub len: usize,
    /// The box that must be visible. Those of the next column outwards are joined to it.
    pub keep: usize,
}

/// A box: a row of text between two borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapBox {
    pub column: usize,
    /// Its place in the column.
    pub at: usize,
    pub area: PaneArea,
}

/// A line from the right side of a box to the left side of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLine {
    /// Places among the boxes.
    pub from: usize,
    pub to: usize,
    /// Its first cell, its bends and its last cell.
    pub corners: Vec<(u16, u16)>,
}

/// Where everything lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapLayout {
    pub boxes: Vec<MapBox>,
    /// Frames around one box or several. They do not overlap.
    pub frames: Vec<PaneArea>,
    pub lines: Vec<MapLine>,
    /// Columns with more boxes than fit: where that is said, and how many are out of sight.
    pub more: Vec<(PaneArea, usize)>,
}

/// A column while it is laid out.
#[derive(Clone, Default)]
struct Placed {
    shown: Range<usize>,
    x: u16,
    width: u16,
}

/// The next column towards the middle.
pub fn inwards(column: usize) -> Option<usize> {
    match column.cmp(&MIDDLE) {
        Ordering::Less => Some(column + 1),
        Ordering::Equal => None,
        Ordering::Greater => Some(column - 1),
    }
}

/// Returns whether there is room for the outer columns.
pub fn has_outer(width: u16) -> bool {
    let (columns, gap) = (COLUMNS as u16, gap(width));
    (MIN_TEXT + FRAME) * columns + gap * (columns - 1) <= width
}

fn gap(width: u16) -> u16 {
    (width / 25).clamp(GAP[0], GAP[1])
}

/// Lays columns out in `area`. `text` gives the width of a box's text by column and place. Each box has a frame of its
/// own if then all neighbours fit; otherwise each column has one frame. An area without room for a frame shows nothing.
///
/// The outer columns get what the inner ones leave, so that these stay where they are when the outer ones change.
pub fn lay_out(
    area: PaneArea,
    columns: &[MapColumn; COLUMNS],
    text: impl Fn(usize, usize) -> u16,
) -> MapLayout {
    let gap = gap(area.width);
    if area.height < 3 || area.width < (FRAME + 1) * 3 + gap * 2 {
        return MapLayout::default();
    }
    let height = usize::from(area.height);
    let is_apart = [MIDDLE - 1, MIDDLE + 1].iter().all(|&at| columns[at].len * 3 <= height);
    let is_outer = |at: usize| at == 0 || at == COLUMNS - 1;
    let mut placed: [Placed; COLUMNS] = std::array::from_fn(|at| {
        if is_outer(at) && !has_outer(area.width) {
            return Placed::default();
        }
        let shown = page(columns[at], is_apart, height);
        let more = match columns[at].len - shown.len() {
            0 => 0,
            hidden => more(hidden).len() as u16,
        };
        let widest = shown.clone().map(|row| text(at, row)).max().unwrap_or(0).max(more).max(1);
        // An empty column takes no room.
        let width = if shown.is_empty() { 0 } else { widest.saturating_add(FRAME) };
        Placed { shown, x: 0, width }
    });
    place_columns(area, &mut placed, gap);
    let mut layout = MapLayout::default();
    let mut hubs: [Option<usize>; COLUMNS] = [None; COLUMNS];
    // From the middle outwards: each column stands beside the box that it is joined to.
    for at in [2, 1, 0, 3, 4] {
        let hub = inwards(at).and_then(|inner| hubs[inner]);
        if at != MIDDLE && hub.is_none() {
            continue;
        }
        let beside = hub.map_or(area.y + area.height / 2, |hub| layout.boxes[hub].area.y);
        let first = layout.boxes.len();
        let hidden = columns[at].len - placed[at].shown.len();
        place_boxes(&mut layout, area, (at, &placed[at]), is_apart, beside, hidden);
        let is_kept = |one: &MapBox| (one.column, one.at) == (at, columns[at].keep);
        hubs[at] = layout.boxes.iter().position(is_kept);
        let Some(hub) = hub else { continue };
        for ix in first..layout.boxes.len() {
            let (from, to) = if at < MIDDLE { (ix, hub) } else { (hub, ix) };
            let corners = corners(layout.boxes[from].area, layout.boxes[to].area, at < MIDDLE);
            layout.lines.push(MapLine { from, to, corners });
        }
    }
    layout
}

/// The text that says how many boxes are out of sight.
pub fn more(hidden: usize) -> String {
    format!("+{hidden} more")
}

/// Returns the visible boxes of a column: all, or the page with the one to keep, so that the page stays while another
/// of its boxes is chosen. One row then says how many are out of sight.
fn page(column: MapColumn, is_apart: bool, height: usize) -> Range<usize> {
    let MapColumn { len, keep } = column;
    // A frame around all has two rows of borders.
    let capacity = if is_apart { height / 3 } else { height - 2 };
    if len <= capacity {
        return 0..len;
    }
    let room = if is_apart { (height - 1) / 3 } else { capacity - 1 }.max(1);
    let first = (keep / room * room).min(len - room);
    first..first + room
}

/// Gives columns their places: the inner ones in the middle of the area, as wide as wanted if that fits, otherwise the
/// widest give way; the outer ones beside them in what is left.
fn place_columns(area: PaneArea, placed: &mut [Placed; COLUMNS], gap: u16) {
    let outer = if has_outer(area.width) { 2 * (MIN_TEXT + FRAME + gap) } else { 0 };
    let inner = MIDDLE - 1..MIDDLE + 2;
    let room = area.width - 2 * gap - outer;
    let sum = |most: u16| placed[inner.clone()].iter().map(|one| u32::from(one.width.min(most))).sum::<u32>();
    let most = (1..=room).rev().find(|&most| sum(most) <= u32::from(room)).unwrap_or(1);
    let used = sum(most) as u16 + 2 * gap;
    let mut x = area.x + (area.width - used) / 2;
    for column in &mut placed[inner] {
        (column.x, column.width) = (x, column.width.min(most));
        x += column.width + gap;
    }
    // Now `x` is where a column right of the inner ones begins.
    let right = &mut placed[COLUMNS - 1];
    (right.x, right.width) = (x, right.width.min((area.x + area.width).saturating_sub(x)));
    let end = placed[MIDDLE - 1].x.saturating_sub(gap);
    let left = &mut placed[0];
    left.width = left.width.min(end.saturating_sub(area.x));
    left.x = end - left.width;
}

/// Places the boxes of a column with their frames, their middle beside row `beside` as far as the area allows.
fn place_boxes(
    layout: &mut MapLayout,
    area: PaneArea,
    (column, placed): (usize, &Placed),
    is_apart: bool,
    beside: u16,
    hidden: usize,
) {
    let len = placed.shown.len() as u16;
    if len == 0 {
        return;
    }
    let rows = if is_apart { 3 * len } else { len + 2 };
    // A very low area has no row left to say it.
    let says_more = hidden > 0 && rows < area.height;
    let rows = rows + u16::from(says_more);
    let top = beside.saturating_sub(rows / 2).clamp(area.y, area.y + area.height - rows);
    let whole = PaneArea { x: placed.x, y: top, width: placed.width, height: rows };
    let step = if is_apart { 3 } else { 1 };
    for (row, at) in placed.shown.clone().enumerate() {
        let y = top + 1 + step * row as u16;
        layout.boxes.push(MapBox { column, at, area: PaneArea { y, height: 1, ..whole } });
        if is_apart {
            layout.frames.push(PaneArea { y: y - 1, height: 3, ..whole });
        }
    }
    if !is_apart {
        layout.frames.push(whole);
    }
    if says_more {
        let y = if is_apart { top + rows - 1 } else { top + rows - 2 };
        layout.more.push((PaneArea { y, height: 1, ..whole }, hidden));
    }
}

/// The corners of a line. Lines that end at one box bend just before it, lines that begin at one just after it, so that
/// they share all but the part to their own box.
fn corners(from: PaneArea, to: PaneArea, is_to_hub: bool) -> Vec<(u16, u16)> {
    let (start, end) = ((from.x + from.width, from.y), (to.x.saturating_sub(1), to.y));
    if start.1 == end.1 {
        return vec![start, end];
    }
    let bend = if is_to_hub { end.0 - 2 } else { start.0 + 1 };
    vec![start, (bend, start.1), (bend, end.1), end]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn overlap(a: PaneArea, b: PaneArea) -> bool {
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }

    /// All cells of a line.
    fn cells(corners: &[(u16, u16)]) -> Vec<(u16, u16)> {
        let mut cells = Vec::new();
        for pair in corners.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            assert!(x0 == x1 || y0 == y1, "{corners:?}");
            for y in y0.min(y1)..=y0.max(y1) {
                cells.extend((x0.min(x1)..=x0.max(x1)).map(|x| (x, y)));
            }
        }
        cells
    }

    fn columns() -> impl Strategy<Value = [MapColumn; COLUMNS]> {
        let column = || (0_usize..40, 0_usize..40);
        let column =
            || column().prop_map(|(len, keep)| MapColumn { len, keep: keep.min(len.saturating_sub(1)) });
        (column(), column(), column(), column()).prop_map(|(far_left, left, right, far_right)| {
            // Only what is joined to something is there.
            let joined =
                |outer: MapColumn, inner: MapColumn| if inner.len > 0 { outer } else { MapColumn::default() };
            [joined(far_left, left), left, MapColumn { len: 1, keep: 0 }, right, joined(far_right, right)]
        })
    }

    proptest! {
        #[test]
        fn frames_never_overlap_and_every_line_joins_its_two_boxes(
            wanted in columns(), width in 20_u16..210, height in 3_u16..40, text in 1_u16..60,
        ) {
            let area = PaneArea { x: 3, y: 2, width, height };
            let layout = lay_out(area, &wanted, |column, row| text.saturating_sub((column * 7 + row * 3) as u16 % 20));
            let is_within = |inner: PaneArea| {
                inner.x >= area.x && inner.y >= area.y
                    && inner.x + inner.width <= area.x + area.width && inner.y + inner.height <= area.y + area.height
            };
            for (at, frame) in layout.frames.iter().enumerate() {
                prop_assert!(is_within(*frame), "{frame:?} in {area:?}");
                for other in &layout.frames[at + 1..] {
                    prop_assert!(!overlap(*frame, *other), "{frame:?} {other:?}");
                }
            }
            for (at, one) in layout.boxes.iter().enumerate() {
                let around = layout.frames.iter().filter(|frame| overlap(**frame, one.area)).count();
                prop_assert_eq!(around, 1);
                for other in &layout.boxes[at + 1..] {
                    prop_assert!(!overlap(one.area, other.area), "{one:?} {other:?}");
                }
            }
            for (area, hidden) in &layout.more {
                prop_assert!(is_within(*area) && *hidden > 0);
                prop_assert!(layout.boxes.iter().all(|one| !overlap(one.area, *area)));
            }
            for line in &layout.lines {
                let (from, to) = (layout.boxes[line.from].area, layout.boxes[line.to].area);
                let cells = cells(&line.corners);
                prop_assert_eq!(cells.first(), Some(&(from.x + from.width, from.y)));
                prop_assert_eq!(cells.last(), Some(&(to.x - 1, to.y)));
                for (x, y) in cells {
                    prop_assert!(layout.frames.iter().all(|frame| !frame.contains(x, y)), "{line:?}");
                }
            }
            if layout.boxes.is_empty() {
                return Ok(());
            }
            // Every visible box but the middle one has its line; what must be visible is.
            prop_assert_eq!(layout.lines.len(), layout.boxes.len() - 1);
            let is_there = |at: &usize| wanted[*at].len > 0 && (has_outer(width) || (1..4).contains(at));
            for column in (0..COLUMNS).filter(is_there) {
                let MapColumn { len, keep } = wanted[column];
                prop_assert!(layout.boxes.iter().any(|one| (one.column, one.at) == (column, keep)));
                let shown = layout.boxes.iter().filter(|one| one.column == column).count();
                prop_assert!(shown <= len);
            }
        }
    }

    fn with_left(len: usize, keep: usize) -> [MapColumn; COLUMNS] {
        let one = MapColumn { len: 1, keep: 0 };
        [
            MapColumn::default(),
            MapColumn { len, keep },
            one,
            MapColumn { len: 2, keep: 0 },
            MapColumn::default(),
        ]
    }

    #[test]
    fn few_boxes_have_frames_of_their_own_and_many_share_one() {
        let area = PaneArea { x: 0, y: 0, width: 80, height: 10 };
        let few = lay_out(area, &with_left(3, 0), |_, _| 12);
        assert_eq!((few.frames.len(), few.more.len()), (6, 0));
        let many = lay_out(area, &with_left(30, 0), |_, _| 12);
        assert_eq!((many.frames.len(), many.boxes.len()), (3, 7 + 1 + 2));
        assert_eq!(many.more[0].1, 23);
    }

    #[test]
    fn choosing_another_box_moves_none() {
        let area = PaneArea { x: 0, y: 0, width: 120, height: 12 };
        let inner = |keep: usize, beyond: usize| {
            let mut columns = with_left(40, keep);
            columns[0] = MapColumn { len: beyond, keep: 0 };
            let mut boxes = lay_out(area, &columns, |column, row| 9 + (column + row) as u16).boxes;
            boxes.retain(|one| one.column > 0);
            boxes
        };
        assert_eq!(inner(9, 0), inner(17, 30), "they are of one page");
        assert_ne!(inner(9, 0), inner(18, 0));
    }
}
