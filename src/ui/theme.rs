//! Colours by role. Every state shown by a colour is also shown by a glyph, a letter or a weight.

use ratatui::style::{Color, Modifier, Style};

use crate::app::settings;
use crate::golang::highlight::Tint;
use crate::model::SymbolKind;

/// Number of colours of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Sixteen,
    Palette,
    True,
}

/// The style of everything.
#[derive(Clone, Debug)]
pub struct Theme {
    pub plain: Style,
    /// Secondary text: paths, column heads, line numbers.
    pub faint: Style,
    pub strong: Style,
    /// Titles of panes, without and with the focus.
    pub title: Style,
    pub focus: Style,
    /// The background of the focused pane's title.
    pub has_keys: Style,
    /// The selected row of the focused pane, and of another.
    pub selected: Style,
    pub marked: Style,
    /// The cell of the cursor in a text.
    pub caret: Style,
    /// The sign of a picked row, and how many there are.
    pub picked: Style,
    /// Letters that the filter matched.
    pub lit: Style,
    pub bar: Style,
    pub bar_active: Style,
    pub key: Style,
    pub good: Style,
    pub bad: Style,
    /// The text of a line that is gone.
    pub removed: Style,
    pub rule: Style,
    /// The visible part of a scroll bar.
    pub thumb: Style,
    /// The view behind an overlay.
    pub behind: Style,
    /// The used part of a meter, and the free one.
    pub used: Style,
    pub free: Style,
    tints: [Style; 10],
    /// True if kinds of symbols are shown by icons of a Nerd Font.
    icons: bool,
}

/// The few colours that a theme is made of.
struct Palette {
    /// The background that its text colours are made for.
    back: u32,
    text: u32,
    faint: u32,
    accent: u32,
    select: u32,
    mark: u32,
    lit: u32,
    bar: u32,
    good: u32,
    bad: u32,
    keyword: u32,
    kind: u32,
    function: u32,
    string: u32,
    number: u32,
    comment: u32,
}

const DARK: Palette = Palette {
    back: 0x16_1a21,
    text: 0xd8_dee9,
    faint: 0x98_a1b3,
    accent: 0x7f_c8f8,
    select: 0x2f_4562,
    mark: 0x28_2e39,
    lit: 0xff_c66d,
    bar: 0x22_2833,
    good: 0x8f_d694,
    bad: 0xff_8f88,
    keyword: 0xc7_9bf0,
    kind: 0x6f_d3c3,
    function: 0x7f_b9ff,
    string: 0xa8_d48a,
    number: 0xf0_a878,
    comment: 0x98_a2b3,
};

const LIGHT: Palette = Palette {
    back: 0xff_ffff,
    text: 0x20_2428,
    faint: 0x54_5c64,
    accent: 0x05_4fc0,
    select: 0xcd_e1f8,
    mark: 0xec_eff3,
    lit: 0xa8_3c00,
    bar: 0xe6_e9ee,
    good: 0x1a_6b2a,
    bad: 0xb3_1b1b,
    keyword: 0x7a_2fb5,
    kind: 0x00_6b5e,
    function: 0x0a_50b5,
    string: 0x2c_6a12,
    number: 0x9a_4a00,
    comment: 0x5a_6068,
};

const CONTRAST: Palette = Palette {
    back: 0x00_0000,
    text: 0xff_ffff,
    faint: 0xd0_d0d0,
    accent: 0x00_ffff,
    select: 0x00_4fd0,
    mark: 0x30_3030,
    lit: 0xff_ff00,
    bar: 0x20_2020,
    good: 0x00_ff60,
    bad: 0xff_7070,
    keyword: 0xff_a0ff,
    kind: 0x60_ffe0,
    function: 0x80_c8ff,
    string: 0x90_ff70,
    number: 0xff_c080,
    comment: 0xc8_c8c8,
};

impl Theme {
    /// The theme of a choice; `dark` says whether the terminal's background is dark. The automatic theme follows it.
    /// For a theme made for the other background, its own background is painted; otherwise the terminal's stays.
    #[must_use]
    pub fn new(choice: settings::ThemeName, dark: bool, depth: Depth) -> Self {
        match choice {
            settings::ThemeName::None => Self::colourless(),
            settings::ThemeName::Auto if dark => Self::coloured(&DARK, depth, false),
            settings::ThemeName::Auto => Self::coloured(&LIGHT, depth, false),
            settings::ThemeName::Terminal if dark => Self::coloured(&DARK, Depth::Sixteen, false),
            settings::ThemeName::Terminal => Self::coloured(&LIGHT, Depth::Sixteen, false),
            settings::ThemeName::Dark => Self::coloured(&DARK, depth, !dark),
            settings::ThemeName::Light => Self::coloured(&LIGHT, depth, dark),
            settings::ThemeName::HighContrast => Self::coloured(&CONTRAST, depth, true),
        }
    }

    /// The theme with or without icons.
    #[must_use]
    pub fn with_icons(self, icons: bool) -> Self {
        Self { icons, ..self }
    }

    /// The sign of a kind: an icon, or its letter.
    #[must_use]
    pub fn kind(&self, kind: SymbolKind) -> char {
        if !self.icons {
            return kind.letter();
        }
        match kind {
            SymbolKind::Package => '\u{ea8b}',
            SymbolKind::File => '\u{eb60}',
            SymbolKind::Func => '\u{f0295}',
            SymbolKind::Method => '\u{ea8c}',
            SymbolKind::Struct => '\u{ea91}',
            SymbolKind::Interface => '\u{eb61}',
            SymbolKind::InterfaceMethod => '\u{ea86}',
            SymbolKind::Type => '\u{eb5b}',
            SymbolKind::Alias => '\u{eb5e}',
            SymbolKind::Const => '\u{eb5d}',
            SymbolKind::Var => '\u{ea88}',
            SymbolKind::Field => '\u{eb5f}',
        }
    }

    /// The style of a piece of source.
    #[must_use]
    pub fn tint(&self, tint: Tint) -> Style {
        self.tints[tint as usize]
    }

    /// The colour of a package's name. Few packages beside each other have the same. None without colours.
    #[must_use]
    pub fn package(&self, name: &str) -> Style {
        const TINTS: [Tint; 5] = [Tint::Keyword, Tint::Type, Tint::Function, Tint::Text, Tint::Number];
        let number =
            name.bytes().fold(7_u32, |number, byte| number.wrapping_mul(31).wrapping_add(byte.into()));
        let tint = self.tint(TINTS[number as usize % TINTS.len()]);
        Style { fg: tint.fg, ..Style::new() }
    }

    fn coloured(palette: &Palette, depth: Depth, painted: bool) -> Self {
        let is_light = is_light(palette.back);
        let fg = |rgb: u32| match depth {
            Depth::Sixteen if is_light => Style::new().fg(nearest_dark_of_16(rgb)),
            _ => Style::new().fg(colour(rgb, depth)),
        };
        let bg = |rgb: u32| Style::new().bg(colour(rgb, depth));
        let text = fg(palette.text);
        // Sixteen colours have none for the background of a selection, so it is inverted. It sets both colours, or
        // each colour of the text would be a patch of that background.
        let ground = if painted { colour(palette.back, depth) } else { Color::Reset };
        let inverted = text.bg(ground).add_modifier(Modifier::REVERSED);
        Self {
            plain: if painted { text.patch(bg(palette.back)) } else { text },
            faint: fg(palette.faint),
            strong: Style::new().add_modifier(Modifier::BOLD),
            title: fg(palette.faint).add_modifier(Modifier::BOLD),
            focus: fg(palette.accent).add_modifier(Modifier::BOLD),
            has_keys: match depth {
                Depth::Sixteen => inverted,
                _ => bg(palette.select),
            },
            selected: match depth {
                Depth::Sixteen => inverted.add_modifier(Modifier::BOLD),
                _ => bg(palette.select).add_modifier(Modifier::BOLD),
            },
            marked: match depth {
                Depth::Sixteen => Style::new().add_modifier(Modifier::BOLD),
                _ => bg(palette.mark),
            },
            caret: Style::new().add_modifier(Modifier::REVERSED),
            picked: fg(palette.lit).add_modifier(Modifier::BOLD),
            lit: fg(palette.lit).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            bar: bg(palette.bar),
            bar_active: fg(palette.accent).add_modifier(Modifier::BOLD | Modifier::REVERSED),
            key: fg(palette.accent).add_modifier(Modifier::BOLD),
            good: fg(palette.good),
            bad: fg(palette.bad).add_modifier(Modifier::BOLD),
            removed: fg(palette.bad),
            rule: fg(palette.faint).add_modifier(Modifier::DIM),
            thumb: fg(palette.faint),
            behind: fg(palette.faint)
                .bg(ground)
                .remove_modifier(Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED)
                .add_modifier(Modifier::DIM),
            used: fg(palette.accent),
            free: fg(palette.faint).add_modifier(Modifier::DIM),
            icons: false,
            tints: [
                Style::new(),
                fg(palette.keyword),
                fg(palette.kind),
                fg(palette.function),
                Style::new(),
                fg(palette.string),
                fg(palette.number),
                fg(palette.number),
                fg(palette.comment).add_modifier(Modifier::ITALIC),
                Style::new(),
            ],
        }
    }

    /// Weight, inversion and underlines only: for `NO_COLOR` and for those who prefer it.
    fn colourless() -> Self {
        let none = Style::new();
        let with = |modifier| Style::new().add_modifier(modifier);
        Self {
            plain: none,
            faint: none,
            strong: with(Modifier::BOLD),
            title: none,
            focus: with(Modifier::BOLD),
            has_keys: with(Modifier::REVERSED),
            selected: with(Modifier::REVERSED),
            marked: with(Modifier::BOLD),
            caret: with(Modifier::REVERSED),
            picked: with(Modifier::BOLD),
            lit: with(Modifier::BOLD | Modifier::UNDERLINED),
            bar: none,
            bar_active: with(Modifier::REVERSED),
            key: with(Modifier::BOLD),
            good: none,
            bad: with(Modifier::BOLD),
            removed: with(Modifier::DIM),
            rule: none,
            thumb: none,
            behind: with(Modifier::DIM)
                .remove_modifier(Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED),
            used: with(Modifier::BOLD),
            free: none,
            icons: false,
            tints: [
                none,
                with(Modifier::BOLD),
                none,
                none,
                none,
                none,
                none,
                none,
                with(Modifier::ITALIC),
                none,
            ],
        }
    }
}

/// A colour as near as the terminal has it.
fn colour(rgb: u32, depth: Depth) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    match depth {
        Depth::True => Color::Rgb(r, g, b),
        Depth::Palette => Color::Indexed(nearest_of_256(r, g, b)),
        Depth::Sixteen => nearest_of_16(r, g, b),
    }
}

fn is_light(ground: u32) -> bool {
    let [_, r, g, b] = ground.to_be_bytes();
    distance([r, g, b], [255; 3]) < distance([r, g, b], [0; 3])
}

/// The nearest of the sixteen colours that are readable on a light background in every terminal's palette.
fn nearest_dark_of_16(rgb: u32) -> Color {
    const DARK: [(Color, [u8; 3]); 4] = [
        (Color::Black, [0, 0, 0]),
        (Color::Red, [170, 0, 0]),
        (Color::Blue, [0, 0, 190]),
        (Color::Magenta, [150, 0, 170]),
    ];
    let [_, r, g, b] = rgb.to_be_bytes();
    let near = DARK.iter().min_by_key(|(_, dark)| distance(*dark, [r, g, b]));
    near.map_or(Color::Reset, |(colour, _)| *colour)
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

fn nearest_of_16(r: u8, g: u8, b: u8) -> Color {
    const COLOURS: [(Color, [u8; 3]); 16] = [
        (Color::Black, [0, 0, 0]),
        (Color::Red, [170, 0, 0]),
        (Color::Green, [0, 170, 0]),
        (Color::Yellow, [170, 120, 0]),
        (Color::Blue, [0, 0, 190]),
        (Color::Magenta, [170, 0, 170]),
        (Color::Cyan, [0, 170, 170]),
        (Color::Gray, [192, 192, 192]),
        (Color::DarkGray, [100, 100, 100]),
        (Color::LightRed, [255, 110, 110]),
        (Color::LightGreen, [110, 255, 110]),
        (Color::LightYellow, [255, 255, 110]),
        (Color::LightBlue, [110, 150, 255]),
        (Color::LightMagenta, [255, 130, 255]),
        (Color::LightCyan, [110, 255, 255]),
        (Color::White, [255, 255, 255]),
    ];
    // Of pale colours grey is the nearest; their hue says more. Of two of one hue the nearer is taken.
    let wanted = hue([r, g, b]);
    let far = |rgb: [u8; 3]| match (wanted, hue(rgb)) {
        (Some(wanted), hue) => hue.map_or(u32::MAX, |hue| distance(wanted, hue)),
        (None, _) => 0,
    };
    let near = COLOURS.iter().min_by_key(|(_, rgb)| (far(*rgb), distance(*rgb, [r, g, b])));
    near.map_or(Color::Reset, |(colour, _)| *colour)
}

/// The colour at its fullest; `None` for greys.
fn hue(rgb: [u8; 3]) -> Option<[u8; 3]> {
    const GREY: u8 = 32;
    let (least, most) = (rgb.into_iter().min()?, rgb.into_iter().max()?);
    let range = most - least;
    (range > GREY).then(|| rgb.map(|c| (u32::from(c - least) * 255 / u32::from(range)) as u8))
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(&x, y)| u32::from(x.abs_diff(y)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG's relative luminance.
    fn luminance(rgb: u32) -> f64 {
        let [_, red, green, blue] = rgb.to_be_bytes().map(|c| {
            let part = f64::from(c) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// WCAG's contrast ratio.
    fn contrast(one: u32, other: u32) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_text_can_be_read_on_every_ground() {
        for palette in [&DARK, &LIGHT, &CONTRAST] {
            let texts = [
                palette.text,
                palette.faint,
                palette.accent,
                palette.lit,
                palette.good,
                palette.bad,
                palette.keyword,
                palette.kind,
                palette.function,
                palette.string,
                palette.number,
                palette.comment,
            ];
            for text in texts {
                for ground in [palette.back, palette.mark, palette.bar] {
                    assert!(contrast(text, ground) >= 4.5, "{text:06x} on {ground:06x}");
                }
                assert!(contrast(palette.text, palette.select) >= 4.5);
            }
        }
    }

    #[test]
    fn of_sixteen_colours_a_light_ground_has_letters_that_can_be_read() {
        // xterm's default colours; other terminals' differ, but not in which are dark.
        let xterm = |colour: Color| match colour {
            Color::Black => 0x00_0000,
            Color::Red => 0xcd_0000,
            Color::Blue => 0x00_00ee,
            Color::Magenta => 0xcd_00cd,
            other => panic!("{other:?} on white"),
        };
        let theme = Theme::new(settings::ThemeName::Light, false, Depth::Sixteen);
        let Theme { plain, faint, title, focus, lit, bar_active, key, good, bad, used, .. } = &theme;
        let styles = [plain, faint, title, focus, lit, bar_active, key, good, bad, used];
        for colour in styles.into_iter().chain(&theme.tints).filter_map(|style| style.fg) {
            assert!(contrast(xterm(colour), 0xff_ffff) >= 4.3, "{colour:?}");
        }
        let disambiguate = [focus.fg, bad.fg, theme.tint(Tint::Keyword).fg, plain.fg];
        assert_eq!(disambiguate.iter().collect::<std::collections::HashSet<_>>().len(), 4);
        assert!(matches!(theme.bar.bg, Some(Color::White | Color::Gray)), "{:?}", theme.bar.bg);
    }

    #[test]
    fn a_selection_of_sixteen_colours_has_one_background() {
        use settings::ThemeName::{Dark, HighContrast, Light, None, Terminal};
        for (choice, dark) in
            [Dark, Light, HighContrast, Terminal, None].into_iter().flat_map(|c| [(c, true), (c, false)])
        {
            let theme = Theme::new(choice, dark, Depth::Sixteen);
            let Theme { plain, faint, title, focus, lit, key, good, bad, used, .. } = &theme;
            let under = [plain, faint, title, focus, lit, key, good, bad, used];
            for selection in [theme.selected, theme.has_keys] {
                assert!(selection.add_modifier.contains(Modifier::REVERSED));
                let grounds = under.into_iter().chain(&theme.tints).map(|style| {
                    let patched = plain.patch(*style).patch(selection);
                    (patched.fg, patched.bg)
                });
                let grounds: std::collections::HashSet<_> = grounds.collect();
                assert_eq!(grounds.len(), 1, "{choice:?} on a dark ground: {dark}");
            }
        }
    }

    #[test]
    fn a_ground_that_letters_are_not_made_for_is_painted() {
        use settings::ThemeName::{Auto, Dark, HighContrast, Light};
        for (choice, dark, back) in [
            (Auto, true, None),
            (Auto, false, None),
            (Dark, true, None),
            (Dark, false, Some(DARK.back)),
            (Light, false, None),
            (Light, true, Some(LIGHT.back)),
            (HighContrast, true, Some(CONTRAST.back)),
        ] {
            let theme = Theme::new(choice, dark, Depth::True);
            let painted = back.map(|back| colour(back, Depth::True));
            assert_eq!(theme.plain.bg, painted, "{choice:?} on a dark ground: {dark}");
        }
    }

    #[test]
    fn fewer_colours_stay_near() {
        assert_eq!(nearest_of_256(255, 255, 255), 231);
        assert_eq!(nearest_of_256(95, 135, 0), 64);
        assert_eq!(nearest_of_16(250, 250, 250), Color::White);
        assert_eq!(nearest_of_16(0, 0, 200), Color::Blue);
        assert_eq!(nearest_of_16(0xc7, 0x9b, 0xf0), Color::LightMagenta);
        assert_eq!(nearest_of_16(0x98, 0xa1, 0xb3), Color::Gray);
    }

    #[test]
    fn icons_are_one_cell_wide_and_only_where_they_are_wanted() {
        use unicode_width::UnicodeWidthChar;
        let plain = Theme::new(settings::ThemeName::Dark, true, Depth::True);
        let icons = Theme::new(settings::ThemeName::Dark, true, Depth::True).with_icons(true);
        let mut known = std::collections::HashSet::new();
        for &kind in SymbolKind::ALL {
            assert_eq!(plain.kind(kind), kind.letter());
            assert_eq!(icons.kind(kind).width(), Some(1), "{kind:?}");
            assert!(known.insert(icons.kind(kind)), "{kind:?}");
        }
    }
}
