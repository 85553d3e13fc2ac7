//! The colours of a palette as terminals show them, those with fewer colours included.

use ratatui::style::Color;

use crate::app::palettes::{Palette, Rgb, Roles};

/// Number of colours of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Sixteen,
    Palette,
    True,
}

impl<T: Copy> Roles<T> {
    pub(super) fn map<U>(&self, of: impl Fn(T) -> U) -> Roles<U> {
        Roles {
            text: of(self.text),
            faint: of(self.faint),
            rule: of(self.rule),
            accent: of(self.accent),
            on_accent: of(self.on_accent),
            select: of(self.select),
            mark: of(self.mark),
            lit: of(self.lit),
            good: of(self.good),
            warn: of(self.warn),
            bad: of(self.bad),
            elsewhere: of(self.elsewhere),
            keyword: of(self.keyword),
            kind: of(self.kind),
            function: of(self.function),
            string: of(self.string),
            number: of(self.number),
            comment: of(self.comment),
        }
    }
}

impl Palette {
    pub(super) fn is_light(&self) -> bool {
        distance(self.ground.0, [255; 3]) < distance(self.ground.0, [0; 3])
    }

    /// The ground as the terminal has it.
    pub(super) fn ground_colour(&self, depth: Depth) -> Color {
        match depth {
            Depth::Sixteen if self.is_light() => Color::White,
            Depth::Sixteen => Color::Black,
            _ => colour(self.ground, depth),
        }
    }

    /// The colours as the terminal has them, on its own ground or on a `painted` one.
    pub(super) fn colours(&self, depth: Depth, painted: bool) -> Roles<Color> {
        match depth {
            Depth::Sixteen if self.is_light() => sixteen_on_light(painted),
            Depth::Sixteen => sixteen_on_dark(painted),
            _ => self.roles.map(|rgb| colour(rgb, depth)),
        }
    }
}

/// Sixteen colours on a light ground: only those that are dark in every terminal's palette. Greys stay grey.
fn sixteen_on_light(painted: bool) -> Roles<Color> {
    Roles {
        text: if painted { Color::Black } else { Color::Reset },
        faint: Color::DarkGray,
        rule: Color::Gray,
        accent: Color::Blue,
        on_accent: Color::White,
        select: Color::Gray,
        mark: Color::Gray,
        lit: Color::Red,
        good: Color::Blue,
        warn: Color::Magenta,
        bad: Color::Red,
        elsewhere: Color::DarkGray,
        keyword: Color::Magenta,
        kind: Color::Blue,
        function: Color::Blue,
        string: Color::Red,
        number: Color::Red,
        comment: Color::DarkGray,
    }
}

/// Sixteen colours on a dark ground.
fn sixteen_on_dark(painted: bool) -> Roles<Color> {
    Roles {
        text: if painted { Color::White } else { Color::Reset },
        faint: Color::Gray,
        rule: Color::DarkGray,
        accent: Color::LightCyan,
        on_accent: Color::Black,
        select: Color::DarkGray,
        mark: Color::DarkGray,
        lit: Color::LightYellow,
        good: Color::LightGreen,
        warn: Color::Yellow,
        bad: Color::LightRed,
        elsewhere: Color::Gray,
        keyword: Color::LightMagenta,
        kind: Color::Cyan,
        function: Color::LightBlue,
        string: Color::LightGreen,
        number: Color::Yellow,
        comment: Color::Gray,
    }
}

/// A colour as near as a terminal with many has it.
fn colour(Rgb([r, g, b]): Rgb, depth: Depth) -> Color {
    match depth {
        Depth::True => Color::Rgb(r, g, b),
        Depth::Palette | Depth::Sixteen => Color::Indexed(nearest_of_256(r, g, b)),
    }
}

/// The nearest of the 6x6x6 cube and the greys of the xterm palette.
fn nearest_of_256(red: u8, green: u8, blue: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let wanted = [red, green, blue];
    let steps = wanted.map(|c| (0..6_u8).min_by_key(|&i| STEPS[usize::from(i)].abs_diff(c)).unwrap_or(0));
    let cube = steps.map(|i| STEPS[usize::from(i)]);
    let average = wanted.iter().map(|&c| u16::from(c)).sum::<u16>() / 3;
    let shade = (average.saturating_sub(3) / 10).min(23) as u8;
    if distance(cube, wanted) <= distance([8 + 10 * shade; 3], wanted) {
        16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    } else {
        232 + shade
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(&x, y)| u32::from(x.abs_diff(y)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_of_256_stays_near() {
        assert_eq!(nearest_of_256(255, 255, 255), 231);
        assert_eq!(nearest_of_256(95, 135, 0), 64);
    }
}
