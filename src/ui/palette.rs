//! The colours that a theme is made of, by role, and how terminals with fewer colours show them. Palettes are files.

use ratatui::style::Color;
use serde::Deserialize;

use crate::app::settings::ThemeName;

/// Number of colours of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Sixteen,
    Palette,
    True,
}

/// A value for each role of colour.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Roles<T> {
    pub text: T,
    pub faint: T,
    /// Lines between panes.
    pub rule: T,
    /// The focus, keys, and what is in force.
    pub accent: T,
    pub on_accent: T,
    /// The ground of the selected row, and that of marked ones.
    pub select: T,
    pub mark: T,
    /// Letters that match.
    pub lit: T,
    pub good: T,
    pub warn: T,
    pub bad: T,
    /// Names of other packages than the selection's.
    pub elsewhere: T,
    pub keyword: T,
    #[serde(rename = "type")]
    pub kind: T,
    pub function: T,
    pub string: T,
    pub number: T,
    pub comment: T,
}

/// A palette of 24-bit colours, and the ground that they are made for.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Palette {
    ground: Rgb,
    #[serde(flatten)]
    roles: Roles<Rgb>,
}

/// A colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
struct Rgb([u8; 3]);

impl TryFrom<String> for Rgb {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = number.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, r, g, b] = number.ok_or(format!("`{text}` is not a colour such as #1e2a3b"))?.to_be_bytes();
        Ok(Self([r, g, b]))
    }
}

impl<T: Copy> Roles<T> {
    fn map<U>(&self, of: impl Fn(T) -> U) -> Roles<U> {
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

/// The files of the palettes; the first is that of every name without one.
const FILES: [(ThemeName, &str); 14] = [
    (ThemeName::Dark, include_str!("../../assets/themes/dark.toml")),
    (ThemeName::Light, include_str!("../../assets/themes/light.toml")),
    (ThemeName::HighContrast, include_str!("../../assets/themes/high-contrast.toml")),
    (ThemeName::CatppuccinMocha, include_str!("../../assets/themes/catppuccin-mocha.toml")),
    (ThemeName::CatppuccinLatte, include_str!("../../assets/themes/catppuccin-latte.toml")),
    (ThemeName::GruvboxDark, include_str!("../../assets/themes/gruvbox-dark.toml")),
    (ThemeName::GruvboxLight, include_str!("../../assets/themes/gruvbox-light.toml")),
    (ThemeName::SolarizedDark, include_str!("../../assets/themes/solarized-dark.toml")),
    (ThemeName::SolarizedLight, include_str!("../../assets/themes/solarized-light.toml")),
    (ThemeName::Nord, include_str!("../../assets/themes/nord.toml")),
    (ThemeName::TokyoNight, include_str!("../../assets/themes/tokyonight.toml")),
    (ThemeName::TokyoNightDay, include_str!("../../assets/themes/tokyonight-day.toml")),
    (ThemeName::RosePine, include_str!("../../assets/themes/rose-pine.toml")),
    (ThemeName::RosePineDawn, include_str!("../../assets/themes/rose-pine-dawn.toml")),
];

impl Palette {
    /// The palette of a theme.
    pub(super) fn of(name: ThemeName) -> Self {
        let file = FILES.iter().find(|(of, _)| *of == name).unwrap_or(&FILES[0]).1;
        // A test reads all of them.
        toml::from_str(file).unwrap_or_else(|_| Self { ground: Rgb::default(), roles: UNREAD.clone() })
    }

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

/// The roles of a file that cannot be read.
const UNREAD: Roles<Rgb> = {
    const WHITE: Rgb = Rgb([255; 3]);
    const GREY: Rgb = Rgb([96; 3]);
    Roles {
        text: WHITE,
        faint: WHITE,
        rule: GREY,
        accent: WHITE,
        on_accent: GREY,
        select: GREY,
        mark: GREY,
        lit: WHITE,
        good: WHITE,
        warn: WHITE,
        bad: WHITE,
        elsewhere: WHITE,
        keyword: WHITE,
        kind: WHITE,
        function: WHITE,
        string: WHITE,
        number: WHITE,
        comment: WHITE,
    }
};

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

    /// WCAG's relative luminance.
    fn luminance(Rgb(rgb): Rgb) -> f64 {
        let [red, green, blue] = rgb.map(|c| {
            let part = f64::from(c) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// WCAG's contrast ratio.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_file_is_a_palette_whose_text_can_be_read() {
        for (name, file) in FILES {
            let Palette { ground, roles } =
                toml::from_str(file).unwrap_or_else(|why| panic!("{name:?}: {why}"));
            let Roles { text, accent, good, bad, mark, select, .. } = roles;
            let Roles {
                faint, comment, lit, warn, elsewhere, keyword, kind, function, string, number, ..
            } = roles;
            for (least, colours) in [
                (4.5, &[text, accent, good, bad][..]),
                (3.0, &[faint, comment, lit, warn, elsewhere, keyword, kind, function, string, number]),
            ] {
                for (colour, ground) in colours.iter().flat_map(|colour| [(colour, ground), (colour, mark)]) {
                    let ratio = contrast(*colour, ground);
                    assert!(ratio >= least, "{name:?}: {colour:?} on {ground:?} has {ratio:.2}");
                }
            }
            assert!(contrast(text, select) >= 4.5, "{name:?}");
        }
    }

    #[test]
    fn a_palette_of_256_stays_near() {
        assert_eq!(nearest_of_256(255, 255, 255), 231);
        assert_eq!(nearest_of_256(95, 135, 0), 64);
    }
}
