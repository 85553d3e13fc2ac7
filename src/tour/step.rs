//! The parts of a tour: kinds of tours, their stops, and the steps of a file with their places.

use serde_json::{Map, Value};

use super::anchor::Anchor;
use super::labels::Label;
use super::links::{Link, numbered};
use super::prose::{plain, shown};
use super::selection::{self, Lines};
use super::tree_path::{in_root, of_uri};
use crate::model::clean;

/// The subject of a generated tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TourKind {
    /// The main road of the program that people run.
    Start,
    /// The code that most other code depends on, bottom up.
    LoadBearing,
    /// The roads of each program, and of its main commands.
    EntryPoints,
    /// Package by package, bottom up.
    Packages,
}

impl TourKind {
    pub const ALL: [Self; 4] = [Self::Start, Self::LoadBearing, Self::EntryPoints, Self::Packages];

    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start-here",
            Self::LoadBearing => "load-bearing",
            Self::EntryPoints => "entry-points",
            Self::Packages => "packages",
        }
    }

    pub fn from_name(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == word)
    }
}

/// A view of one step of a tour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TourStep<'t> {
    pub(super) raw: &'t Map<String, Value>,
    /// The folder of the repository, with `/` between parts. Empty if it is not known.
    pub(super) root: &'t str,
}

/// The place of a step by its plain keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepPlace<'t> {
    File {
        path: &'t str,
        at: PlaceInFile<'t>,
    },
    Folder(&'t str),
    Uri(&'t str),
    /// A view of an editor, which this program does not have.
    View(&'t str),
    /// The step has only text.
    Content,
}

/// The place within a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceInFile<'t> {
    /// The line, from 1.
    Line(u32),
    /// A JavaScript regular expression, whose first match is the place.
    Pattern(&'t str),
    /// The step has no line. The place is at its marker in the file, or else at the end of the file.
    Unsaid,
}

/// The contents of a step to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepDraft {
    pub title: String,
    /// Markdown.
    pub description: String,
    /// Relative to the root. Empty for a step that has only text.
    pub file: String,
    /// True if `file` is the folder of a package, which has neither line nor pattern.
    pub is_folder: bool,
    pub line: u32,
    /// Written instead of the line if its first match is the line.
    pub pattern: Option<String>,
    /// The lines that the step is about, as CodeTour's `selection`, which is written instead of line and pattern.
    pub selection: Option<Value>,
    pub anchor: Option<Anchor>,
}

impl<'t> TourStep<'t> {
    fn string(self, key: &str) -> Option<&'t str> {
        self.raw.get(key).and_then(Value::as_str)
    }

    /// The text as plain lines, and its links, which are shown as `words ‹n›` with n from 1. `is_tour` is whether a
    /// title is that of a tour.
    pub fn words(self, is_tour: &dyn Fn(&str) -> bool) -> (Vec<String>, Vec<Link>) {
        let (markdown, links) = numbered(shown(self.description()), is_tour);
        (plain(&markdown), links)
    }

    /// Markdown.
    pub fn description(self) -> &'t str {
        self.string("description").unwrap_or("")
    }

    /// Returns whether it has a title or a heading.
    pub fn is_titled(self) -> bool {
        let heading = self.description().lines().next().is_some_and(|line| line.starts_with('#'));
        heading || self.string("title").is_some_and(|title| !title.is_empty())
    }

    /// The title, or the first heading of the text, or the name of the place.
    pub fn title(self) -> &'t str {
        let heading = || {
            let line = self.description().lines().next()?;
            let text = line.trim_start_matches('#');
            (text.len() < line.len()).then(|| text.trim())
        };
        let place = || match self.place() {
            StepPlace::File { path, .. } => path,
            StepPlace::Folder(name) | StepPlace::Uri(name) | StepPlace::View(name) => name,
            StepPlace::Content => self.description().lines().next().unwrap_or(""),
        };
        self.string("title").filter(|title| !title.is_empty()).or_else(heading).unwrap_or_else(place)
    }

    pub fn place(self) -> StepPlace<'t> {
        // A folder has priority over a file, as in CodeTour.
        if let Some(folder) = self.string("directory") {
            return StepPlace::Folder(folder);
        }
        if let Some(path) = self.string("file") {
            return StepPlace::File { path: in_root(path, self.root), at: self.at() };
        }
        if let Some(uri) = self.string("uri") {
            let path = of_uri(uri, self.root);
            return path.map_or(StepPlace::Uri(uri), |path| StepPlace::File { path, at: self.at() });
        }
        self.string("view").map_or(StepPlace::Content, StepPlace::View)
    }

    fn at(self) -> PlaceInFile<'t> {
        // CodeTour accepts any JSON number, and a string of one.
        let number = |value: &Value| value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
        let line = |value: &Value| number(value).filter(|n| *n >= 1.0).map(|n| PlaceInFile::Line(n as u32));
        let plain = self.raw.get("line").and_then(line);
        let selected = || self.selection().map(|[_, end]| PlaceInFile::Line(end));
        let pattern = || self.string("pattern").filter(|p| !p.is_empty()).map(PlaceInFile::Pattern);
        plain.or_else(selected).or_else(pattern).unwrap_or(PlaceInFile::Unsaid)
    }

    /// The first and the last line, from 1, that are selected in its file.
    pub fn selection(self) -> Option<Lines> {
        self.raw.get("selection").and_then(selection::lines)
    }

    /// The lines that it is about: those selected, or else the line that it names.
    pub(super) fn lines(self) -> Option<Lines> {
        self.selection().or(match self.at() {
            PlaceInFile::Line(line) => Some([line, line]),
            PlaceInFile::Pattern(_) | PlaceInFile::Unsaid => None,
        })
    }

    /// Describes what CodeTour would do at the step and this program does not, in sentences.
    pub fn left_out(self) -> Vec<String> {
        let place = match self.place() {
            StepPlace::Uri(uri) => Some(format!("(not opened) {}", clean(uri))),
            StepPlace::View(view) => Some(format!("(not opened) the editor's view “{}”", clean(view))),
            StepPlace::File { .. } | StepPlace::Folder(_) | StepPlace::Content => None,
        };
        let commands = self.commands().into_iter();
        place
            .into_iter()
            .chain(commands.map(|command| format!("(not run) {}", plain(command).join(" "))))
            .collect()
    }

    /// The text of the file, if the tour contains it.
    pub fn contents(self) -> Option<&'t str> {
        self.string("contents")
    }

    /// The commands that CodeTour would run: editor commands, and shell commands of `>>` lines and links. They are
    /// only shown.
    pub fn commands(self) -> Vec<&'t str> {
        let listed = self.raw.get("commands").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let shell = self.description().lines().filter_map(|line| line.trim_start().strip_prefix(">>"));
        listed.iter().filter_map(Value::as_str).chain(shell.map(str::trim)).collect()
    }

    pub fn anchor(self) -> Option<Anchor> {
        Anchor::from_json(self.raw.get("codegraph")?)
    }

    /// The labels of its text, each with its sentences as plain text. Empty for a text without labels.
    pub fn labels(self) -> Vec<(Label, String)> {
        let labels = super::labels::labels(self.description()).into_iter();
        labels.map(|(label, text)| (label, plain(text).join(" "))).collect()
    }

    /// Why the step is part of a generated tour.
    pub fn why(self) -> Option<&'t str> {
        self.raw.get("codegraph")?.get("why")?.as_str()
    }
}

impl StepDraft {
    pub(super) fn to_json(&self) -> Value {
        let mut step = Map::new();
        if !self.title.is_empty() {
            step.insert("title".to_owned(), self.title.clone().into());
        }
        let place = match (&self.selection, &self.pattern) {
            (Some(selection), _) => ("selection", selection.clone()),
            (None, Some(pattern)) => ("pattern", pattern.clone().into()),
            (None, None) => ("line", self.line.into()),
        };
        if self.is_folder {
            step.insert("directory".to_owned(), self.file.clone().into());
        } else if !self.file.is_empty() {
            step.insert("file".to_owned(), self.file.clone().into());
            step.insert(place.0.to_owned(), place.1);
        }
        step.insert("description".to_owned(), self.description.clone().into());
        if let Some(anchor) = &self.anchor {
            step.insert("codegraph".to_owned(), anchor.to_json());
        }
        Value::Object(step)
    }
}

/// New values for the keys of a step. None where the present value is right.
#[derive(Default)]
pub(super) struct Renewed {
    pub title: Option<String>,
    pub file: Option<String>,
    /// The folder, which replaces the file and the place in it.
    pub folder: Option<String>,
    pub at: Option<NewAt>,
    pub words: Option<String>,
    pub anchor: Option<Anchor>,
}

/// The place within a file, as it is written.
pub(super) enum NewAt {
    Line(u32),
    Pattern(String),
    Selection(Value),
}
