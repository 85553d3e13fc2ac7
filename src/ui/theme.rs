//! The style of everything, from the roles of colour. Every state shown by a colour is also shown by a glyph, a letter or a weight.

use ratatui::style::{Color, Modifier, Style};

pub use super::palette::Depth;
use crate::app::palettes::{self, Palette, Palettes, Roles};
use crate::golang::highlight::Tint;
use crate::model::SymbolKind;

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
    /// To be looked at, and what is only likely.
    pub warn: Style,
    pub bad: Style,
    /// The package of a name that is not the selection's.
    pub elsewhere: Style,
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

impl Theme {
    /// The theme of a name; `dark` says whether the terminal's background is dark. On the other background than a palette is
    /// made for, its own is painted; `dark` and `light` are made for any background of their kind, the others for their own.
    pub fn new(palettes: &Palettes, name: &str, dark: bool, depth: Depth) -> Self {
        let by_ground = if dark { "dark" } else { "light" };
        match name {
            palettes::NO_COLOUR => Self::colourless(),
            palettes::TERMINAL => match palettes.get(by_ground) {
                Some(palette) => Self::coloured(&palette, Depth::Sixteen, false),
                None => Self::colourless(),
            },
            named => match palettes.get(named) {
                Some(palette) => {
                    let is_plain = matches!(named, "dark" | "light");
                    let is_painted = !is_plain || palette.is_light() == dark;
                    Self::coloured(&palette, depth, is_painted)
                }
                None => Self::colourless(),
            },
        }
    }

    /// The theme with or without icons.
    pub fn with_icons(self, icons: bool) -> Self {
        Self { icons, ..self }
    }

    /// The sign of a kind: an icon, or its letter.
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
    pub fn tint(&self, tint: Tint) -> Style {
        self.tints[tint as usize]
    }

    fn coloured(palette: &Palette, depth: Depth, painted: bool) -> Self {
        let Roles {
            text,
            faint,
            rule,
            accent,
            on_accent: _,
            select,
            mark,
            lit,
            good,
            warn,
            bad,
            elsewhere,
            keyword,
            kind,
            function,
            string,
            number,
            comment,
        } = palette.colours(depth, painted);
        let ground = if painted { palette.ground_colour(depth) } else { Color::Reset };
        // Sixteen colours have none for the background of a selection, so it is inverted. It sets both colours, or
        // each colour of the text would be a patch of that background.
        let inverted = fg(text).bg(ground).add_modifier(Modifier::REVERSED);
        let is_sixteen = depth == Depth::Sixteen;
        Self {
            plain: if painted { fg(text).bg(ground) } else { fg(text) },
            faint: fg(faint),
            strong: Style::new().add_modifier(Modifier::BOLD),
            title: fg(faint).add_modifier(Modifier::BOLD),
            focus: fg(accent).add_modifier(Modifier::BOLD),
            has_keys: if is_sixteen { inverted } else { bg(select) },
            selected: if is_sixteen { inverted } else { bg(select) }.add_modifier(Modifier::BOLD),
            marked: if is_sixteen { Style::new().add_modifier(Modifier::BOLD) } else { bg(mark) },
            caret: Style::new().add_modifier(Modifier::REVERSED),
            picked: fg(lit).add_modifier(Modifier::BOLD),
            lit: fg(lit).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            bar: bg(mark),
            bar_active: fg(accent).add_modifier(Modifier::BOLD | Modifier::REVERSED),
            key: fg(accent).add_modifier(Modifier::BOLD),
            good: fg(good),
            warn: fg(warn),
            bad: fg(bad).add_modifier(Modifier::BOLD),
            elsewhere: fg(elsewhere),
            removed: fg(bad),
            rule: fg(rule),
            thumb: fg(faint),
            behind: fg(faint)
                .bg(ground)
                .remove_modifier(Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED)
                .add_modifier(Modifier::DIM),
            used: fg(accent),
            free: fg(faint).add_modifier(Modifier::DIM),
            icons: false,
            tints: [
                Style::new(),
                fg(keyword),
                fg(kind),
                if is_sixteen { fg(function).add_modifier(Modifier::BOLD) } else { fg(function) },
                Style::new(),
                fg(string),
                fg(number),
                fg(number),
                fg(comment).add_modifier(Modifier::ITALIC),
                Style::new(),
            ],
        }
    }

    /// Weight, inversion and underlines only: for `NO_COLOR` and for those who prefer it.
    fn colourless() -> Self {
        let none = Style::new();
        let with = |modifier| Style::new().add_modifier(modifier);
        let mut tints = [none; 10];
        (tints[Tint::Keyword as usize], tints[Tint::Comment as usize]) =
            (with(Modifier::BOLD), with(Modifier::ITALIC));
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
            warn: none,
            bad: with(Modifier::BOLD),
            elsewhere: none,
            removed: with(Modifier::DIM),
            rule: none,
            thumb: none,
            behind: with(Modifier::DIM)
                .remove_modifier(Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED),
            used: with(Modifier::BOLD),
            free: none,
            icons: false,
            tints,
        }
    }
}

fn fg(colour: Color) -> Style {
    Style::new().fg(colour)
}

fn bg(colour: Color) -> Style {
    Style::new().bg(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_sixteen_colours_a_light_ground_has_letters_that_can_be_read() {
        // xterm's default colours; other terminals' differ, but not in which are dark.
        let contrast = |colour: Color| match colour {
            Color::Reset => 21.0,
            Color::DarkGray => 4.0,
            Color::Red => 5.9,
            Color::Blue => 9.4,
            Color::Magenta => 4.6,
            other => panic!("{other:?} on white"),
        };
        let theme = Theme::new(&Palettes::default(), "light", false, Depth::Sixteen);
        let Theme { plain, faint, focus, lit, key, good, warn, bad, used, .. } = &theme;
        let tints = [Tint::Keyword, Tint::Type, Tint::Function, Tint::Text, Tint::Number];
        let tints = tints.map(|tint| theme.tint(tint));
        for colour in [plain, focus, lit, key, good, warn, bad, used].into_iter().chain(&tints) {
            assert!(colour.fg.is_none_or(|colour| contrast(colour) >= 4.3), "{colour:?}");
        }
        for colour in [*faint, theme.tint(Tint::Comment)] {
            assert_eq!(colour.fg, Some(Color::DarkGray), "grey is never magenta");
        }
        let told_apart = [focus.fg, bad.fg, theme.tint(Tint::Keyword).fg, plain.fg];
        assert_eq!(told_apart.iter().collect::<std::collections::HashSet<_>>().len(), 4);
    }

    #[test]
    fn a_selection_of_sixteen_colours_has_one_background() {
        for (choice, dark) in ["dark", "light", "high-contrast", "terminal", "none"]
            .into_iter()
            .flat_map(|c| [(c, true), (c, false)])
        {
            let theme = Theme::new(&Palettes::default(), choice, dark, Depth::Sixteen);
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
        for (choice, dark, back) in [
            ("dark", true, None),
            ("dark", false, Some("dark")),
            ("light", false, None),
            ("light", true, Some("light")),
            ("high-contrast", true, Some("high-contrast")),
            ("nord", true, Some("nord")),
        ] {
            let theme = Theme::new(&Palettes::default(), choice, dark, Depth::True);
            let painted =
                back.map(|back| Palettes::default().get(back).expect(back).ground_colour(Depth::True));
            assert_eq!(theme.plain.bg, painted, "{choice:?} on a dark ground: {dark}");
        }
    }

    #[test]
    fn icons_are_one_cell_wide_and_only_where_they_are_wanted() {
        use unicode_width::UnicodeWidthChar;
        let plain = Theme::new(&Palettes::default(), "dark", true, Depth::True);
        let icons = Theme::new(&Palettes::default(), "dark", true, Depth::True).with_icons(true);
        let mut known = std::collections::HashSet::new();
        for &kind in SymbolKind::ALL {
            assert_eq!(plain.kind(kind), kind.letter());
            assert_eq!(icons.kind(kind).width(), Some(1), "{kind:?}");
            assert!(known.insert(icons.kind(kind)), "{kind:?}");
        }
    }
}
