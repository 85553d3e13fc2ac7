//! Where panes lie on a screen of a given size. State and views ask the same functions, so a page, a click and a
//! drawing always mean the same rows.

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneArea {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

/// Below this nothing useful fits; the screen then says so.
pub const MIN_SIZE: Size = Size { width: 40, height: 10 };

/// Columns between two panes: a rule, and a blank at each side, so that no text touches it.
pub const GAP: u16 = 3;

/// From these widths on the slots stand in three columns, in two, or one below the other; below that the slot with the
/// keys has the whole body.
const BROAD: u16 = 150;
const WIDE: u16 = 100;
const NARROW: u16 = 61;
/// Rows of a body that is not divided.
const LOW: u16 = 15;

/// A screen in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

/// The way in which the three slots share a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Three columns.
    Columns,
    /// The list left; the source right, above the side.
    Corner,
    /// The list above the source; the side in the list's place while it has the keys.
    Rows,
    /// Only the slot with the keys.
    Single,
}

/// The lines around every view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    pub header: PaneArea,
    pub body: PaneArea,
    pub footer: PaneArea,
}

impl PaneArea {
    pub fn contains(self, x: u16, y: u16) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    /// Without its first `n` rows.
    pub fn below(self, n: u16) -> Self {
        let n = n.min(self.height);
        Self { y: self.y + n, height: self.height - n, ..self }
    }

    /// Its first `n` rows, and the rest.
    pub fn split_rows(self, n: u16) -> (Self, Self) {
        let n = n.min(self.height);
        (Self { height: n, ..self }, self.below(n))
    }

    /// Its first `n` columns, and the rest.
    fn split_at(self, n: u16) -> (Self, Self) {
        let first = Self { width: n.min(self.width), ..self };
        (first, Self { x: self.x + first.width, width: self.width - first.width, ..self })
    }

    /// Its first `n` columns, and the rest after [`GAP`] columns for a line between.
    pub fn split_columns(self, n: u16) -> (Self, Self) {
        let n = n.min(self.width);
        let skip = (n + GAP).min(self.width);
        (Self { width: n, ..self }, Self { x: self.x + skip, width: self.width - skip, ..self })
    }
}

impl Size {
    /// `None` below [`MIN_SIZE`].
    pub fn screen(self) -> Option<Screen> {
        if self.width < MIN_SIZE.width || self.height < MIN_SIZE.height {
            return None;
        }
        let all = PaneArea { x: 0, y: 0, width: self.width, height: self.height };
        let (header, rest) = all.split_rows(1);
        let (body, footer) = rest.split_rows(rest.height - 1);
        Some(Screen { header, body, footer })
    }
}

impl Shape {
    /// The shape that fits a body.
    pub fn of(body: PaneArea, zoomed: bool) -> Self {
        match body {
            _ if zoomed => Self::Single,
            PaneArea { width, height, .. } if width < NARROW || height < LOW => Self::Single,
            PaneArea { width, .. } if width < WIDE => Self::Rows,
            PaneArea { width, .. } if width < BROAD => Self::Corner,
            _ => Self::Columns,
        }
    }
}

fn percent(of: u16, n: u16) -> u16 {
    (u32::from(of) * u32::from(n) / 100) as u16
}

/// The parts that a person gave to slots, in thousandths, for each shape that has rules: those of the first and the second
/// rule, each of what it divides.
pub type ChosenParts = [[Option<u16>; 2]; 3];

/// Panes, and the lines between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaneLayout {
    pub areas: [PaneArea; 3],
    pub borders: Vec<PaneBorder>,
}

/// A line between panes that can be moved: a column of its own, or the title of the pane below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaneBorder {
    pub area: PaneArea,
    pub is_upright: bool,
    /// The area that it divides.
    within: PaneArea,
    shape: Shape,
    which: usize,
}

impl PaneBorder {
    /// Moves the border to the column or row of a cell.
    pub fn move_to(&self, parts: &mut ChosenParts, x: u16, y: u16) {
        let (n, of) = if self.is_upright {
            (x.saturating_sub(self.within.x + 1), self.within.width)
        } else {
            (y.saturating_sub(self.within.y), self.within.height)
        };
        // Rounded up, so that the same cell comes out again.
        let part = (u32::from(n) * 1000).div_ceil(u32::from(of).max(1)).min(1000);
        parts[self.shape as usize][self.which] = Some(part as u16);
    }

    /// True if a press on a cell takes hold of it: of an upright one, also right beside it.
    pub fn is_at(&self, x: u16, y: u16) -> bool {
        let beside = u16::from(self.is_upright);
        let area = PaneArea { x: self.area.x - beside, width: self.area.width + 2 * beside, ..self.area };
        area.contains(x, y)
    }

    /// Puts the border back to where it is by itself.
    pub fn move_back(&self, parts: &mut ChosenParts) {
        parts[self.shape as usize][self.which] = None;
    }
}

/// Least columns and rows of a pane beside a border that was moved.
const MIN_PANE: [u16; 2] = [20, 4];

/// Divides a body in one shape.
struct Divider<'p> {
    parts: &'p ChosenParts,
    shape: Shape,
    borders: Vec<PaneBorder>,
}

impl Divider<'_> {
    /// The first cells of `of`: the part that a person chose, or else `usual`.
    fn cells(&self, of: u16, which: usize, usual: u16, least: u16) -> u16 {
        let least = least.min(of / 2);
        let chosen = self.parts[self.shape as usize][which];
        let chosen = chosen.map(|part| (u32::from(of) * u32::from(part) / 1000) as u16);
        chosen.map_or(usual, |cells| cells.max(least).min(of - least))
    }

    /// Two panes beside each other; the first usually has `usual` columns.
    fn columns(&mut self, within: PaneArea, which: usize, usual: u16) -> (PaneArea, PaneArea) {
        let n = self.cells(within.width, which, usual, MIN_PANE[0]);
        let (first, second) = within.split_columns(n);
        let area = PaneArea { x: within.x + first.width + 1, width: 1, ..within };
        let shape = self.shape;
        self.borders.push(PaneBorder { area, is_upright: true, within, shape, which });
        (first, second)
    }

    /// Two panes one below the other; the first usually has `usual` rows.
    fn rows(&mut self, within: PaneArea, which: usize, usual: u16) -> (PaneArea, PaneArea) {
        let n = self.cells(within.height, which, usual, MIN_PANE[1]);
        let (first, second) = within.split_rows(n);
        let (area, _) = second.split_rows(1);
        let shape = self.shape;
        self.borders.push(PaneBorder { area, is_upright: false, within, shape, which });
        (first, second)
    }
}

/// The areas of the slots of a body; that with the keys, by its place, is always among those in sight.
pub fn slots(body: PaneArea, zoomed: bool, focus: usize, parts: &ChosenParts) -> PaneLayout {
    const SOURCE: usize = 1;
    const SIDE: usize = 2;
    let shape = Shape::of(body, zoomed);
    let mut divider = Divider { parts, shape, borders: Vec::new() };
    let areas = match shape {
        Shape::Single => {
            let mut areas = [PaneArea::default(); 3];
            areas[focus.min(SIDE)] = body;
            areas
        }
        Shape::Columns => {
            let (list, rest) = divider.columns(body, 0, percent(body.width, 30).clamp(44, 64));
            let side = percent(body.width, 27).clamp(40, 56);
            let (source, side) = divider.columns(rest, 1, rest.width.saturating_sub(side + GAP));
            [list, source, side]
        }
        Shape::Corner => {
            let (list, rest) = divider.columns(body, 0, percent(body.width, 38).clamp(41, 47));
            let side = if rest.height > 40 { percent(rest.height, 30) } else { 11 }.min(rest.height / 2);
            let (source, side) = divider.rows(rest, 1, rest.height - side);
            [list, source, side]
        }
        Shape::Rows => {
            let (which, usual) = if focus == SOURCE { (1, 5) } else { (0, 10) };
            let (above, source) = divider.rows(body, which, usual.min(body.height / 2));
            let none = PaneArea::default();
            if focus == SIDE { [none, source, above] } else { [above, source, none] }
        }
    };
    PaneLayout { areas, borders: divider.borders }
}

/// The areas of a map and of the slots at its sides, without gaps, since lines join them; `None` if the body is too small.
pub fn map(body: PaneArea) -> Option<[PaneArea; 3]> {
    if body.width < NARROW || body.height < LOW {
        return None;
    }
    let middle = percent(body.width, 28).clamp(20, 48);
    let (left, rest) = body.split_at((body.width - middle) / 2);
    let (middle, right) = rest.split_at(middle);
    Some([left, middle, right])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_never_overlap_nor_leave_the_body() {
        for width in (0..220).step_by(7) {
            for height in (0..70).step_by(3) {
                let Some(screen) = (Size { width, height }).screen() else {
                    assert!(width < 40 || height < 10);
                    continue;
                };
                for focus in 0..3 {
                    let parts = [[None, Some(1000)], [Some(900), Some(3)], [Some(0), None]];
                    let areas = slots(screen.body, false, focus, &parts).areas;
                    for y in 0..height {
                        for x in 0..width {
                            let in_them = areas.iter().filter(|a| a.contains(x, y)).count();
                            assert!(in_them <= usize::from(screen.body.contains(x, y)), "{width}x{height}");
                        }
                    }
                    assert!(areas[focus].height > 0 && areas[focus].width > 0);
                }
            }
        }
    }

    #[test]
    fn a_border_stays_where_it_was_put() {
        for (width, height) in [(80, 24), (120, 40), (200, 60)] {
            let body = PaneArea { x: 0, y: 1, width, height };
            let laid = |parts: &ChosenParts| slots(body, false, 0, parts);
            for (at, border) in laid(&ChosenParts::default()).borders.into_iter().enumerate() {
                for by in [-5_i16, -1, 1, 4] {
                    let mut parts = ChosenParts::default();
                    let [x, y] = [border.area.x, border.area.y].map(|cell| cell.saturating_add_signed(by));
                    border.move_to(&mut parts, x, y);
                    let area = laid(&parts).borders[at].area;
                    assert!(if border.is_upright { area.x == x } else { area.y == y }, "{border:?} {by}");
                    border.move_back(&mut parts);
                    assert_eq!(laid(&parts), laid(&ChosenParts::default()));
                }
            }
        }
    }
}
