//! Themes: palettes of 24-bit colours by role, which are TOML files, and the names of those to choose from.

use serde::Deserialize;

/// A value for each role of colour.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Roles<T> {
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
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    pub ground: Rgb,
    pub roles: Roles<Rgb>,
}

/// A colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Rgb(pub [u8; 3]);

/// The setting `theme`: a theme for a dark ground of the terminal, and one for a light ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeSetting {
    pub dark: String,
    pub light: String,
}

/// All palettes: those of the program, and those of files beside the settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palettes {
    /// In order of the name.
    own: Vec<(String, Palette)>,
}

/// The name of a theme that is dark or light as the terminal is.
pub const AUTO: &str = "auto";
/// The theme of the sixteen colours that the terminal itself is set to.
pub const TERMINAL: &str = "terminal";
/// The theme without colours: bold, reversed and underlined text only.
pub const NO_COLOUR: &str = "none";

/// The palettes of the program.
const BUNDLED: [(&str, &str); 14] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("high-contrast", include_str!("../../assets/themes/high-contrast.toml")),
    ("catppuccin-mocha", include_str!("../../assets/themes/catppuccin-mocha.toml")),
    ("catppuccin-latte", include_str!("../../assets/themes/catppuccin-latte.toml")),
    ("gruvbox-dark", include_str!("../../assets/themes/gruvbox-dark.toml")),
    ("gruvbox-light", include_str!("../../assets/themes/gruvbox-light.toml")),
    ("solarized-dark", include_str!("../../assets/themes/solarized-dark.toml")),
    ("solarized-light", include_str!("../../assets/themes/solarized-light.toml")),
    ("nord", include_str!("../../assets/themes/nord.toml")),
    ("tokyonight", include_str!("../../assets/themes/tokyonight.toml")),
    ("tokyonight-day", include_str!("../../assets/themes/tokyonight-day.toml")),
    ("rose-pine", include_str!("../../assets/themes/rose-pine.toml")),
    ("rose-pine-dawn", include_str!("../../assets/themes/rose-pine-dawn.toml")),
];

impl TryFrom<String> for Rgb {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = number.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, r, g, b] = number.ok_or(format!("`{text}` is not a colour such as #1e2a3b"))?.to_be_bytes();
        Ok(Self([r, g, b]))
    }
}

impl Default for ThemeSetting {
    fn default() -> Self {
        Self::named(AUTO)
    }
}

impl ThemeSetting {
    /// The setting of one theme; `auto` stands for `dark` and `light`.
    pub fn named(name: &str) -> Self {
        let [dark, light] = if name == AUTO { ["dark", "light"] } else { [name, name] };
        Self { dark: dark.to_owned(), light: light.to_owned() }
    }

    /// The theme for a ground.
    pub fn on(&self, is_dark: bool) -> &str {
        if is_dark { &self.dark } else { &self.light }
    }

    /// Returns whether it depends on the terminal's ground.
    pub fn depends_on_ground(&self) -> bool {
        self.dark != self.light
    }

    /// Its name, or the names for both grounds.
    pub fn text(&self) -> String {
        match (&*self.dark, &*self.light) {
            ("dark", "light") => AUTO.to_owned(),
            (dark, light) if dark == light => dark.to_owned(),
            (dark, light) => format!("{dark} or {light}"),
        }
    }
}

impl Palettes {
    /// The names of all themes, in the order in which they are offered.
    pub fn names(&self) -> Vec<&str> {
        let own = self.own.iter().map(|(name, _)| &**name);
        let bundled = BUNDLED.iter().map(|(name, _)| *name).filter(|name| self.own(name).is_none());
        std::iter::once(AUTO).chain(own).chain(bundled).chain([TERMINAL, NO_COLOUR]).collect()
    }

    /// Adds the palette of a file; one of the program of that name gives way.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with the name or the text.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        if [AUTO, TERMINAL, NO_COLOUR].contains(&name) {
            return Err(format!("`{name}` is the name of a theme without a file; give it another"));
        }
        let palette = read(text)?;
        self.own.retain(|(known, _)| known != name);
        self.own.push((name.to_owned(), palette));
        self.own.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(())
    }

    /// The palette of a name, or `None` for a theme without one.
    pub fn get(&self, name: &str) -> Option<Palette> {
        self.own(name).cloned().or_else(|| read(bundled(name)?).ok())
    }

    fn own(&self, name: &str) -> Option<&Palette> {
        self.own.iter().find(|(known, _)| known == name).map(|(_, palette)| palette)
    }
}

/// The file of a palette of the program.
fn bundled(name: &str) -> Option<&'static str> {
    BUNDLED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Reads a palette: `ground` and a colour for each role. Those that are missing are of the palette that it `inherits`, one of the
/// program.
fn read(text: &str) -> Result<Palette, String> {
    let said = |error: toml::de::Error| error.message().to_owned();
    let mut table: toml::Table = toml::from_str(text).map_err(said)?;
    if let Some(parent) = table.remove("inherits") {
        let name = parent.as_str().unwrap_or_default();
        let parent = bundled(name).ok_or_else(|| {
            let known = BUNDLED.map(|(name, _)| name).join(", ");
            format!("inherits takes one of {known}")
        })?;
        let parent: toml::Table = toml::from_str(parent).map_err(said)?;
        for (role, colour) in parent {
            table.entry(role).or_insert(colour);
        }
    }
    let ground = table.remove("ground").ok_or("missing field `ground`")?;
    let ground = Rgb::deserialize(ground).map_err(said)?;
    Ok(Palette { ground, roles: Roles::deserialize(table).map_err(said)? })
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
        for (name, file) in BUNDLED {
            let Palette { ground, roles } = read(file).unwrap_or_else(|why| panic!("{name}: {why}"));
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
                    assert!(ratio >= least, "{name}: {colour:?} on {ground:?} has {ratio:.2}");
                }
            }
            assert!(contrast(text, select) >= 4.5, "{name}");
        }
    }

    #[test]
    fn a_file_may_change_some_colours_of_a_known_palette() {
        let mut palettes = Palettes::default();
        palettes.add("mine", "inherits = \"nord\"\naccent = \"#ff8800\"").expect("a palette");
        let (mine, nord) = (palettes.get("mine").expect("mine"), palettes.get("nord").expect("nord"));
        assert_eq!(mine.roles.accent, Rgb([255, 136, 0]));
        assert_eq!((mine.ground, mine.roles.text), (nord.ground, nord.roles.text));
        assert_eq!(palettes.names()[..3], ["auto", "mine", "dark"]);

        palettes.add("nord", "inherits = \"dark\"").expect("a palette");
        assert_eq!(palettes.get("nord"), palettes.get("dark"), "an own file replaces one of the program");
        assert_eq!(palettes.names().iter().filter(|name| **name == "nord").count(), 1);
    }

    #[test]
    fn a_file_that_is_no_palette_is_refused_with_a_reason() {
        for (name, text, why) in [
            ("auto", "inherits = \"nord\"", "without a file"),
            ("a", "ground = ", ""),
            ("a", "inherits = \"pink\"", "inherits takes one of dark, light"),
            ("a", "inherits = \"nord\"\ntext = \"red\"", "`red` is not a colour such as #1e2a3b"),
            ("a", "inherits = \"nord\"\nhue = \"#112233\"", "unknown field `hue`"),
            ("a", "text = \"#112233\"", "missing field `ground`"),
            ("a", "ground = \"#112233\"\ntext = \"#112233\"", "missing field"),
        ] {
            let mut palettes = Palettes::default();
            let said = palettes.add(name, text).expect_err(text);
            assert!(said.contains(why), "{said}");
            assert_eq!(palettes, Palettes::default());
        }
    }
}
