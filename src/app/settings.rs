//! The user's settings: a TOML file of which every key is optional.

use std::fmt::Write as _;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::action::Action;
use super::key::Chord;
use super::palettes::{AUTO, Palettes, ThemeSetting};
use crate::search::{Weights, scoring::relevance};

/// The settings of the program.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "switches that are independent of each other")]
pub struct Settings {
    pub theme: ThemeSetting,
    pub palettes: Palettes,
    /// True if kinds of symbols are shown by icons of a Nerd Font; otherwise by letters, which every font has.
    pub icons: bool,
    pub mouse: bool,
    /// The editor's command line, `{path}` and `{line}` filled in; otherwise `$VISUAL`, `$EDITOR`, the system's own.
    pub editor: Option<String>,
    pub clipboard: Clipboard,
    /// True if the use of symbols is recorded: ids, counts and times.
    pub track_interactions: bool,
    /// True if keys, tokens and passwords in the code stay readable in what is packed and copied. By default they are
    /// masked.
    pub show_secrets: bool,
    /// True if declarations of other modules are read from vendor folders and the module cache.
    pub read_dependencies: bool,
    pub words: WordsProgram,
    /// Weights of the signals that order answers, and those of the strategy `relevance`.
    pub weights: Weights,
    pub relevance: relevance::RelevanceWeights,
}

/// The program that is asked for words beside a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordsProgram {
    /// The program and its arguments; empty if there is none.
    pub command: Vec<String>,
    /// True if every question in words asks it; otherwise a key does.
    pub is_automatic: bool,
}

/// The entries of a settings file, and whether each is a table with keys of its own.
pub const SETTINGS: [(&str, bool); 12] = [
    ("theme", false),
    ("icons", false),
    ("mouse", false),
    ("editor", false),
    ("clipboard", false),
    ("track-interactions", false),
    ("show-secrets", false),
    ("read-dependencies", false),
    ("words", true),
    ("weights", true),
    ("relevance", true),
    ("keys", true),
];

/// The way in which text reaches the clipboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clipboard {
    /// A local tool, or through the terminal over SSH.
    #[default]
    Auto,
    /// Through the terminal (OSC 52).
    Osc52,
    /// A local tool only.
    Tool,
}

/// A settings file, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SettingsFile {
    pub settings: Settings,
    /// Keys that replace the default keys of actions.
    pub keys: Vec<(Action, Vec<Chord>)>,
    /// Lines that could not be used and why. The other lines are in force.
    pub warnings: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeSetting::default(),
            palettes: Palettes::default(),
            icons: false,
            mouse: true,
            editor: None,
            clipboard: Clipboard::Auto,
            track_interactions: false,
            show_secrets: false,
            read_dependencies: true,
            words: WordsProgram::default(),
            weights: Weights::default(),
            relevance: relevance::RelevanceWeights::default(),
        }
    }
}

impl Clipboard {
    pub const ALL: [Self; 3] = [Self::Auto, Self::Osc52, Self::Tool];

    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Osc52 => "osc52",
            Self::Tool => "tool",
        }
    }
}

impl SettingsFile {
    /// Reads a settings file's text. A key with a wrong value gets its default and a warning.
    pub fn parse(text: &str) -> Self {
        Self::parse_with(text, Palettes::default())
    }

    /// The same, with palettes of the user's own.
    pub fn parse_with(text: &str, palettes: Palettes) -> Self {
        let settings = Settings { palettes, ..Settings::default() };
        let config = Self { settings, ..Self::default() };
        let mut reader = SettingsReader { text, config, warnings: Vec::new() };
        match DeTable::parse(text) {
            Ok(table) => reader.table(table.get_ref()),
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                reader.warn(at, &format!("{}; the whole file is ignored", error.message()));
            }
        }
        reader.warnings.sort();
        let warnings = reader.warnings.into_iter().map(|(_, text)| text).collect();
        Self { warnings, ..reader.config }
    }

    /// A settings file with every key at its default, each with an explanation.
    pub fn template() -> String {
        let mut out = String::from(
            "# Settings of codegraph-tui. Every key is optional; these are the defaults.\n\n\
             # Colours: \"auto\" (like the terminal), \"dark\", \"light\", \"high-contrast\", \"terminal\" (its own sixteen), \"none\",\n\
             # or a palette: catppuccin-mocha, catppuccin-latte, gruvbox-dark, gruvbox-light, solarized-dark, solarized-light, nord,\n\
             # tokyonight, tokyonight-day, rose-pine, rose-pine-dawn,\n\
             # or a file NAME.toml in the folder `themes` beside this file; or one for each ground of the terminal:\n\
             # { dark = \"nord\", light = \"catppuccin-latte\" }.\n\
             theme = \"auto\"\n\n\
             # Show kinds of symbols by icons, if the terminal has a Nerd Font; otherwise by letters.\n\
             icons = false\n\n\
             # Mouse wheel and clicks. When off, the terminal selects text.\n\
             mouse = true\n\n\
             # The editor's command line; {path} and {line} are filled in. If not set: $VISUAL, $EDITOR, or vi (notepad on Windows).\n\
             # editor = \"hx {path}:{line}\"\n\n\
             # How to copy: \"auto\" (a local tool, or through the terminal over SSH), \"osc52\", \"tool\".\n\
             clipboard = \"auto\"\n\n\
             # Remember which symbols you use, to rank them a little higher: ids, counts and times, kept on this machine only.\n\
             track-interactions = false\n\n\
             # Leave keys, tokens and passwords as they are in what is packed and copied; otherwise they are masked.\n\
             show-secrets = false\n\n\
             # Read the declarations of the modules that a repository requires, from its vendor folder or from the Go module cache.\n\
             # Nothing is fetched. `--no-deps` turns it off for one start.\n\
             read-dependencies = true\n\n\
             # A program that is asked for words that the code may use for a question, such as a model on this machine. It reads a\n\
             # fixed prompt with the question, never source, and prints words. It is the program and its arguments, without a shell:\n\
             # [\"ollama\", \"run\", \"MODEL\"], [\"llm\"], [\"claude\", \"-p\"], [\"codex\", \"exec\", \"-\"]. With `auto` every question asks it.\n\
             [words]\n\
             # command = []\n\
             # auto = false\n\n",
        );
        out.push_str(
            "# How much each signal counts when a question is asked: weights from 0 to 1000, scaled to sum to 1 over\n# the signals that apply to the question. `query --weights` overrides them for one call.\n\
             [weights]\n",
        );
        for (name, weight, about) in Weights::default().rows() {
            let _ = writeln!(out, "# {name} = {weight}  # {about}");
        }
        out.push_str(
            "\n# Weights of the strategy `relevance` and of the command of that name, each from 0 to 1.\n[relevance]\n",
        );
        for (name, weight, about) in relevance::RelevanceWeights::default().rows() {
            let _ = writeln!(out, "# {name} = {weight}  # {about}");
        }
        out.push_str(
            "\n# Keys: an action's name and the keys that replace its defaults.\n\
             # A list of bindings, each one key or several in sequence: [\"q\", \"ctrl-c\"], [\"g g\"].\n\
             [keys]\n",
        );
        for action in Action::ALL {
            let keys: Vec<String> = action.entry().keys.iter().map(|key| format!("\"{key}\"")).collect();
            let _ = writeln!(out, "# {} = [{}]  # {}", action, keys.join(", "), action.entry().doc);
        }
        out
    }
}

/// The form of the setting `words.command`.
const COMMAND: &str = "words.command takes a list of a program and its arguments, such as [\"llm\"]";

struct SettingsReader<'t> {
    text: &'t str,
    config: SettingsFile,
    /// Warnings by line: tables are read in the order of their keys.
    warnings: Vec<(usize, String)>,
}

impl SettingsReader<'_> {
    fn warn(&mut self, at: usize, what: &str) {
        let line = self.text.get(..at).unwrap_or(self.text).split('\n').count();
        self.warnings.push((line, format!("line {line}: {what}")));
    }

    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let at = key.span().start;
            let name = key.get_ref().as_ref();
            let word = value.get_ref().as_str();
            let settings = &mut self.config.settings;
            match (name, value.get_ref()) {
                ("theme", value) => self.theme(at, value),
                ("clipboard", _) => {
                    let named = Clipboard::ALL.into_iter().find(|clipboard| Some(clipboard.name()) == word);
                    if let Some(clipboard) = named {
                        settings.clipboard = clipboard;
                    } else {
                        let words = Clipboard::ALL.map(|clipboard| format!("\"{}\"", clipboard.name()));
                        self.warn(at, &format!("{name} takes {}", words.join(", ")));
                    }
                }
                ("icons", DeValue::Boolean(on)) => settings.icons = *on,
                ("mouse", DeValue::Boolean(on)) => settings.mouse = *on,
                ("track-interactions", DeValue::Boolean(on)) => settings.track_interactions = *on,
                ("show-secrets", DeValue::Boolean(on)) => settings.show_secrets = *on,
                ("read-dependencies", DeValue::Boolean(on)) => settings.read_dependencies = *on,
                ("editor", _) => match word {
                    Some(word) => settings.editor = Some(word.to_owned()),
                    None => self.warn(at, "editor takes a command line in quotes"),
                },
                ("words", DeValue::Table(words)) => self.words(words),
                ("weights", DeValue::Table(weights)) => self.weights("", weights),
                ("relevance", DeValue::Table(weights)) => self.relevance(weights),
                ("keys", DeValue::Table(keys)) => self.keys(keys),
                _ => {
                    let text = match SETTINGS.iter().find(|(known, _)| *known == name) {
                        Some((_, false)) => format!("{name} takes true or false"),
                        Some((_, true)) => format!("{name} is a table: write [{name}] on a line of its own"),
                        None => {
                            let known = SETTINGS.map(|(name, _)| name).join(", ");
                            format!("there is no setting `{name}`; the settings are {known}")
                        }
                    };
                    self.warn(at, &text);
                }
            }
        }
    }

    /// Reads the name of a theme, or a table of one for each ground.
    fn theme(&mut self, at: usize, value: &DeValue<'_>) {
        let palettes = &self.config.settings.palettes;
        let known = palettes.names();
        let is_known = |name: &&str| known.contains(name);
        let theme = match value {
            DeValue::Table(grounds) => {
                let of = |ground: &str| grounds.get(ground)?.get_ref().as_str().filter(|name| *name != AUTO);
                let named = of("dark").filter(is_known).zip(of("light").filter(is_known));
                let named = named.filter(|_| grounds.len() == 2);
                named.map(|(dark, light)| ThemeSetting { dark: dark.to_owned(), light: light.to_owned() })
            }
            one => one.as_str().filter(is_known).map(ThemeSetting::named),
        };
        if let Some(theme) = theme {
            self.config.settings.theme = theme;
        } else {
            let known = known.join(", ");
            self.warn(at, &format!("theme takes one of {known}; or {{ dark = \"…\", light = \"…\" }}"));
        }
    }

    /// Reads weights. In TOML `field.name` is a table in a table. Tables come last, because `text` also sets
    /// `asked.text` unless that is set.
    fn weights(&mut self, prefix: &str, table: &DeTable<'_>) {
        let is_table = |value: &DeValue<'_>| matches!(value, DeValue::Table(_));
        let (tables, plain): (Vec<_>, Vec<_>) =
            table.iter().partition(|(_, value)| is_table(value.get_ref()));
        for (name, value) in plain.into_iter().chain(tables) {
            let at = name.span().start;
            let name = format!("{prefix}{}", name.get_ref());
            if let DeValue::Table(inner) = value.get_ref() {
                self.weights(&format!("{name}."), inner);
            } else if let Err(error) = self.config.settings.weights.set_one(&name, &number(value.get_ref())) {
                self.warn(at, &error.to_string());
            }
        }
    }

    fn words(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let words = &mut self.config.settings.words;
            let wrong = match (name.get_ref().as_ref(), value.get_ref()) {
                ("command", DeValue::Array(parts)) => {
                    let parts = parts.iter().map(|part| part.get_ref().as_str().map(str::to_owned));
                    words.command = parts.collect::<Option<_>>().unwrap_or_default();
                    words.command.is_empty().then_some(COMMAND)
                }
                ("auto", DeValue::Boolean(on)) => {
                    words.is_automatic = *on;
                    None
                }
                ("command", _) => Some(COMMAND),
                ("auto", _) => Some("words.auto takes true or false"),
                _ => Some("the settings of words are command, auto"),
            };
            if let Some(wrong) = wrong {
                self.warn(name.span().start, wrong);
            }
        }
    }

    fn relevance(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let pair = format!("{}={}", name.get_ref(), number(value.get_ref()));
            match self.config.settings.relevance.overridden(&pair) {
                Ok(weights) => self.config.settings.relevance = weights,
                Err(error) => self.warn(name.span().start, &error.to_string()),
            }
        }
    }

    /// Gives an action keys beside those that it has: several actions of an older version may be one now.
    fn also_keys(&mut self, action: Action, chords: Vec<Chord>) {
        let keys = &mut self.config.keys;
        let at = keys.iter().position(|(known, _)| *known == action).unwrap_or_else(|| {
            let usual = action.entry().keys.iter().filter_map(|key| key.parse().ok());
            keys.push((action, usual.collect()));
            keys.len() - 1
        });
        let new: Vec<Chord> = chords.into_iter().filter(|chord| !keys[at].1.contains(chord)).collect();
        keys[at].1.extend(new);
    }

    fn keys(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let at = name.span().start;
            let old = Action::from_old_id(name.get_ref());
            let Some(action) = Action::from_id(name.get_ref()).or(old) else {
                self.warn(at, &format!("there is no action `{}`; --print-config lists them", name.get_ref()));
                continue;
            };
            let texts: Option<Vec<&str>> = match value.get_ref() {
                DeValue::Array(items) => {
                    items.iter().map(|item: &Spanned<_>| item.get_ref().as_str()).collect()
                }
                one => one.as_str().map(|text| vec![text]),
            };
            let Some(texts) = texts else {
                self.warn(at, &format!("{action} takes a list of keys such as [\"q\", \"ctrl-c\"]"));
                continue;
            };
            match texts.iter().map(|text| text.parse()).collect::<Result<Vec<Chord>, _>>() {
                Ok(chords) if old.is_some() => {
                    self.warn(
                        at,
                        &format!("`{}` is called `{action}` now, which has this key, too", name.get_ref()),
                    );
                    self.also_keys(action, chords);
                }
                Ok(chords) => self.config.keys.push((action, chords)),
                Err(error) => self.warn(at, &error.to_string()),
            }
        }
    }
}

/// The number as it is written; for any other value a text that is not a number.
fn number(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        _ => "no number".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_says_the_defaults() {
        let config = SettingsFile::parse(&SettingsFile::template());
        assert_eq!(config, SettingsFile::default());
        let mut all = String::new();
        for line in SettingsFile::template().lines() {
            let _ = writeln!(all, "{}", line.strip_prefix("# ").unwrap_or(line));
        }
        let tables = all.split_once("[weights]").expect("tables").1;
        let config = SettingsFile::parse(&format!("[weights]{}", only_settings(tables)));
        assert_eq!(config.warnings, [""; 0]);
        assert_eq!(config.keys.len(), Action::ALL.len());
        assert_eq!(config.settings, Settings::default());
        for name in Weights::names() {
            assert!(tables.contains(&format!("\n{name} = ")), "{name}");
        }
    }

    /// The lines of a template that set something or open a table.
    fn only_settings(text: &str) -> String {
        let lines = text.lines().filter(|line| line.contains(" = ") || line.starts_with('['));
        lines.fold(String::from("\n"), |text, line| text + line + "\n")
    }

    #[test]
    fn weights_are_settings() {
        let text = "[weights]\nnear = 3\ntests = 0.25\nfield.doc = 2.5\n[relevance]\nsemantic = 0.7\n";
        let SettingsFile { settings, warnings, .. } = SettingsFile::parse(text);
        assert_eq!(warnings, [""; 0]);
        let mut expect = Settings::default();
        expect.weights.set("near=3,tests=0.25,field.doc=2.5").expect("weights");
        expect.relevance.semantic = 0.7;
        assert_eq!(settings, expect);

        let wrong = "[weights]\nnaer = 3\nnear = -1\ntext = \"loud\"\nfield.dco = 1\n[relevance]\nsemantic = 2\nrank = 1\n";
        let SettingsFile { settings, warnings, .. } = SettingsFile::parse(wrong);
        assert_eq!(settings, Settings::default(), "what is wrong changes nothing");
        for (warning, said) in warnings.iter().zip([
            "line 2: there is no weight `naer` (near it: near",
            "line 3: the weight of `near` must be a number from 0",
            "line 4: the weight of `text` must be a number",
            "line 5: there is no weight `field.dco` (near it: field.doc",
            "line 7: `semantic=2` is not a weight",
            "line 8: `rank=1` is not a weight",
        ]) {
            assert!(warning.starts_with(said), "{warning}");
        }
        assert_eq!(warnings.len(), 6, "{warnings:?}");
        assert!(SettingsFile::parse("weights = 3").warnings[0].contains("[weights]"));
    }

    #[test]
    fn a_theme_may_be_named_for_each_ground() {
        let theme = |text: &str| {
            let file = SettingsFile::parse(&format!("theme = {text}"));
            (file.settings.theme.text(), file.warnings.len())
        };
        assert_eq!(theme("\"nord\""), ("nord".to_owned(), 0));
        assert_eq!(theme("{ dark = \"nord\", light = \"light\" }"), ("nord or light".to_owned(), 0));
        for wrong in ["\"pink\"", "{ dark = \"nord\" }", "{ dark = \"nord\", light = \"auto\" }", "3"] {
            assert_eq!(theme(wrong), ("auto".to_owned(), 1), "{wrong}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line_and_the_rest_holds() {
        let text = "theme = \"pink\"\nmouse = false\ncolour = 3\n[keys]\nquit = [\"ctrl-q\"]\nfly = [\"f\"]\nhelp = [\"hyper\"]\n";
        let config = SettingsFile::parse(text);
        assert!(!config.settings.mouse);
        assert_eq!(config.keys.len(), 1);
        let lines: Vec<&str> = config.warnings.iter().map(|w| &w[..7]).collect();
        assert_eq!(lines, ["line 1:", "line 3:", "line 6:", "line 7:"], "{:?}", config.warnings);
        assert!(SettingsFile::parse("theme = ").warnings[0].contains("ignored"));
    }
}
