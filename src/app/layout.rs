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

/// From this width on a view may put panes side by side.
pub const WIDE: u16 = 100;
/// Below this a view shows one pane at a time.
const NARROW: u16 = 60;
const LOW: u16 = 18;

/// A screen in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

/// The way in which a view divides its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyShape {
    /// Main pane left, the two others stacked at its right, or beside each other.
    Wide,
    /// Main pane above, the two others side by side below.
    Stacked,
    /// Only the pane with the focus.
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
    #[must_use]
    pub fn contains(self, x: u16, y: u16) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    /// Without its first `n` rows.
    #[must_use]
    pub fn below(self, n: u16) -> Self {
        let n = n.min(self.height);
        Self { y: self.y + n, height: self.height - n, ..self }
    }

    /// Its first `n` rows, and the rest.
    #[must_use]
    pub fn split_rows(self, n: u16) -> (Self, Self) {
        let n = n.min(self.height);
        (Self { height: n, ..self }, self.below(n))
    }

    /// Its first `n` columns, and the rest after [`GAP`] columns for a line between.
    #[must_use]
    pub fn split_columns(self, n: u16) -> (Self, Self) {
        let n = n.min(self.width);
        let skip = (n + GAP).min(self.width);
        (Self { width: n, ..self }, Self { x: self.x + skip, width: self.width - skip, ..self })
    }
}

impl Size {
    /// `None` below [`MIN_SIZE`].
    #[must_use]
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

/// The shape that fits a body.
#[must_use]
pub fn shape(body: PaneArea, zoomed: bool) -> BodyShape {
    match body {
        _ if zoomed => BodyShape::Single,
        PaneArea { width, height, .. } if width < NARROW || height < LOW => BodyShape::Single,
        PaneArea { width, .. } if width < WIDE => BodyShape::Stacked,
        _ => BodyShape::Wide,
    }
}

fn percent(of: u16, n: u16) -> u16 {
    (u32::from(of) * u32::from(n) / 100) as u16
}

/// The arrangement of three panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Three columns.
    Broad,
    /// [`BodyShape::Wide`]
    Wide,
    /// [`BodyShape::Stacked`]
    Stacked,
    /// Three columns about one symbol.
    Around,
}

/// The parts that a person gave to panes, in thousandths, for each arrangement: that of the first pane of the whole, and
/// that of the second of what is left.
pub type ChosenParts = [[Option<u16>; 2]; 4];

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
    arrangement: Arrangement,
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
        parts[self.arrangement as usize][self.which] = Some(part as u16);
    }

    /// True if a press on a cell takes hold of it: of an upright one, also right beside it.
    #[must_use]
    pub fn is_at(&self, x: u16, y: u16) -> bool {
        let beside = u16::from(self.is_upright);
        let area = PaneArea { x: self.area.x - beside, width: self.area.width + 2 * beside, ..self.area };
        area.contains(x, y)
    }

    /// Puts the border back to where it is by itself.
    pub fn move_back(&self, parts: &mut ChosenParts) {
        parts[self.arrangement as usize][self.which] = None;
    }
}

/// Least columns and rows of a pane beside a border that was moved.
const MIN_PANE: [u16; 2] = [20, 4];

/// Divides areas in one arrangement.
struct Divider<'p> {
    parts: &'p ChosenParts,
    arrangement: Arrangement,
    borders: Vec<PaneBorder>,
}

impl Divider<'_> {
    /// The first cells of `of`: the part that a person chose, or else `usual`.
    fn cells(&self, of: u16, which: usize, usual: u16, least: u16) -> u16 {
        let least = least.min(of / 2);
        let chosen = self.parts[self.arrangement as usize][which];
        let chosen = chosen.map(|part| (u32::from(of) * u32::from(part) / 1000) as u16);
        chosen.map_or(usual, |cells| cells.max(least).min(of - least))
    }

    /// Two panes beside each other; the first usually has `usual` columns.
    fn columns(&mut self, within: PaneArea, which: usize, usual: u16) -> (PaneArea, PaneArea) {
        let n = self.cells(within.width, which, usual, MIN_PANE[0]);
        let (first, second) = within.split_columns(n);
        let area = PaneArea { x: within.x + first.width + 1, width: 1, ..within };
        let arrangement = self.arrangement;
        self.borders.push(PaneBorder { area, is_upright: true, within, arrangement, which });
        (first, second)
    }

    /// Two panes one below the other; the first usually has `usual` rows.
    fn rows(&mut self, within: PaneArea, which: usize, usual: u16) -> (PaneArea, PaneArea) {
        let n = self.cells(within.height, which, usual, MIN_PANE[1]);
        let (first, second) = within.split_rows(n);
        let (area, _) = second.split_rows(1);
        let arrangement = self.arrangement;
        self.borders.push(PaneBorder { area, is_upright: false, within, arrangement, which });
        (first, second)
    }

    fn done(self, areas: [PaneArea; 3]) -> PaneLayout {
        PaneLayout { areas, borders: self.borders }
    }
}

/// Areas of a main pane and two others. In the single shape the focused pane has the whole body and the others are
/// empty. `main` is the main pane's share of a wide screen, in percent; on a broad one all three stand side by side.
#[must_use]
pub fn three(body: PaneArea, zoomed: bool, focus: usize, main: u16, parts: &ChosenParts) -> PaneLayout {
    three_of(body, zoomed, focus, (main, u16::MAX), parts)
}

/// The same for a main pane that needs at most `most` rows: when stacked, the others get the rest.
#[must_use]
pub fn three_of(
    body: PaneArea,
    zoomed: bool,
    focus: usize,
    (main, most): (u16, u16),
    parts: &ChosenParts,
) -> PaneLayout {
    let divider = |arrangement| Divider { parts, arrangement, borders: Vec::new() };
    match shape(body, zoomed) {
        BodyShape::Single => {
            let mut areas = [PaneArea::default(); 3];
            areas[focus.min(2)] = body;
            PaneLayout { areas, borders: Vec::new() }
        }
        // Beside each other all panes are as high as the screen, so none needs as much width.
        BodyShape::Wide if body.width >= BROAD => {
            let mut divider = divider(Arrangement::Broad);
            let (left, rest) = divider.columns(body, 0, percent(body.width, main * 2 / 3));
            let (middle, right) = divider.columns(rest, 1, percent(rest.width, 54));
            divider.done([left, middle, right])
        }
        BodyShape::Wide => {
            let mut divider = divider(Arrangement::Wide);
            let (left, right) = divider.columns(body, 0, percent(body.width, main));
            let (top, bottom) = divider.rows(right, 1, percent(right.height, 60));
            divider.done([left, top, bottom])
        }
        BodyShape::Stacked => {
            let mut divider = divider(Arrangement::Stacked);
            let (top, rest) = divider.rows(body, 0, percent(body.height, 50).min(most));
            let (left, right) = divider.columns(rest, 1, percent(rest.width, 55));
            divider.done([top, left, right])
        }
    }
}

/// From this width on three panes stand side by side, where a view wants that.
const BROAD: u16 = 160;

/// Areas of three panes side by side, if the body is broad enough; `usual` are the parts of the first two, in percent.
#[must_use]
pub fn side_by_side(
    body: PaneArea,
    zoomed: bool,
    arrangement: Arrangement,
    usual: [u16; 2],
    parts: &ChosenParts,
) -> Option<PaneLayout> {
    if body.width < BROAD || shape(body, zoomed) != BodyShape::Wide {
        return None;
    }
    let mut divider = Divider { parts, arrangement, borders: Vec::new() };
    let (first, rest) = divider.columns(body, 0, percent(body.width, usual[0]));
    let (second, third) = divider.columns(rest, 1, percent(body.width, usual[1]));
    Some(divider.done([first, second, third]))
}

/// The area that a pane's scroll offset is computed for: its own; for a hidden pane the one that it will have when it
/// is shown. `areas` gives those of all panes, zoomed or not.
#[must_use]
pub fn area_of(pane: usize, zoomed: bool, body: PaneArea, areas: impl Fn(bool) -> [PaneArea; 3]) -> PaneArea {
    let seen = [zoomed, false].into_iter().map(|zoomed| areas(zoomed)[pane]).find(|area| area.height > 0);
    seen.unwrap_or(body)
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
                    let most = if width % 2 == 0 { u16::MAX } else { 5 };
                    let parts = [[None, Some(1000)], [Some(900), Some(3)], [None; 2], [Some(0), Some(500)]];
                    let side = side_by_side(screen.body, false, Arrangement::Around, [30, 40], &parts);
                    let layout =
                        side.unwrap_or_else(|| three_of(screen.body, false, focus, (45, most), &parts));
                    let areas = layout.areas;
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
            let laid = |parts: &ChosenParts| three(body, false, 0, 48, parts);
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
