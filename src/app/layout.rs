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
pub const LEAST: Size = Size { width: 40, height: 10 };

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

/// How a view divides its body.
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

    /// Its first `n` columns, and the rest after one column for a line between.
    #[must_use]
    pub fn split_columns(self, n: u16) -> (Self, Self) {
        let n = n.min(self.width);
        let skip = (n + 1).min(self.width);
        (Self { width: n, ..self }, Self { x: self.x + skip, width: self.width - skip, ..self })
    }
}

impl Size {
    /// `None` below [`LEAST`].
    #[must_use]
    pub fn screen(self) -> Option<Screen> {
        if self.width < LEAST.width || self.height < LEAST.height {
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

/// Areas of a main pane and two others. In the single shape the focused pane has the whole body and the others are
/// empty. `main` is the main pane's share of a wide screen, in percent; on a broad one all three stand side by side.
#[must_use]
pub fn three(body: PaneArea, zoomed: bool, focus: usize, main: u16) -> [PaneArea; 3] {
    three_of(body, zoomed, focus, main, u16::MAX)
}

/// The same for a main pane that needs at most `most` rows: when stacked, the others get the rest.
#[must_use]
pub fn three_of(body: PaneArea, zoomed: bool, focus: usize, main: u16, most: u16) -> [PaneArea; 3] {
    let percent = |of: u16, n: u16| (u32::from(of) * u32::from(n) / 100) as u16;
    match shape(body, zoomed) {
        BodyShape::Single => {
            let mut areas = [PaneArea::default(); 3];
            areas[focus.min(2)] = body;
            areas
        }
        BodyShape::Wide if body.width >= BROAD => {
            // Beside each other all panes are as high as the screen, so none needs as much width.
            let first = main * 2 / 3;
            let (left, rest) = body.split_columns(percent(body.width, first));
            let (middle, right) = rest.split_columns(percent(rest.width, 54));
            [left, middle, right]
        }
        BodyShape::Wide => {
            let (left, right) = body.split_columns(percent(body.width, main));
            let (top, bottom) = right.split_rows(percent(right.height, 60));
            [left, top, bottom]
        }
        BodyShape::Stacked => {
            let (top, rest) = body.split_rows(percent(body.height, 50).min(most));
            let (left, right) = rest.split_columns(percent(rest.width, 55));
            [top, left, right]
        }
    }
}

/// From this width on three panes stand side by side, where a view wants that.
const BROAD: u16 = 160;

/// Areas of three panes side by side, if the body is broad enough; `parts` are those of the first two, in percent.
#[must_use]
pub fn side_by_side(body: PaneArea, zoomed: bool, parts: [u16; 2]) -> Option<[PaneArea; 3]> {
    if body.width < BROAD || shape(body, zoomed) != BodyShape::Wide {
        return None;
    }
    let columns = |part: u16| (u32::from(body.width) * u32::from(part) / 100) as u16;
    let (first, rest) = body.split_columns(columns(parts[0]));
    let (second, third) = rest.split_columns(columns(parts[1]));
    Some([first, second, third])
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
                    let areas = side_by_side(screen.body, false, [30, 40])
                        .unwrap_or_else(|| three_of(screen.body, false, focus, 45, most));
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
}
