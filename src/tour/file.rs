//! A tour file in the JSON of CodeTour, which is kept except for deliberate changes.

use serde_json::{Map, Value, json};

use super::anchor::hash;
use super::links::{StepMove, renumber_links};
use super::step::{NewAt, Renewed, StepDraft, TourStep};

/// The size of the largest tour file that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// The longest file name that is made from a title, in bytes, because file systems allow 255.
const LONGEST_NAME: usize = 200;

const SCHEMA: &str = "https://aka.ms/codetour-schema";

/// Why a file is no tour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    #[error("{0} bytes is too large for a tour (at most {MAX_BYTES})")]
    TooLarge(u64),
    #[error("not UTF-8")]
    NotUtf8,
    #[error("not JSON: {0}")]
    Json(String),
    #[error("{0}")]
    Shape(&'static str),
}

/// A tour. Keys that the program does not know are kept.
#[derive(Clone, Debug)]
pub struct Tour {
    /// Has a string `title` and a list `steps` of objects.
    raw: Map<String, Value>,
    /// The folder of the repository that steps may name, with `/` between parts.
    root: String,
}

impl PartialEq for Tour {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Tour {
    /// A tour without steps, as the recorder of CodeTour begins it.
    pub fn new(title: &str, description: &str) -> Self {
        let mut raw = Map::new();
        raw.insert("$schema".to_owned(), SCHEMA.into());
        raw.insert("title".to_owned(), title.into());
        if !description.is_empty() {
            raw.insert("description".to_owned(), description.into());
        }
        raw.insert("steps".to_owned(), Value::Array(Vec::new()));
        Self { raw, root: String::new() }
    }

    /// The tour as it is read in a repository: paths that leave its folder and lead back are its own.
    pub fn in_repository(self, root: &str) -> Self {
        Self { root: root.replace('\\', "/"), ..self }
    }

    /// Reads a tour file.
    ///
    /// # Errors
    /// The file is too large, or not a tour: an object with a `title` and a list `steps` of objects.
    pub fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.len() > MAX_BYTES {
            return Err(Malformed::TooLarge(bytes.len() as u64));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| Malformed::NotUtf8)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value: Value = serde_json::from_str(text).map_err(|error| Malformed::Json(error.to_string()))?;
        let Value::Object(raw) = value else { return Err(Malformed::Shape("not a JSON object")) };
        if !raw.get("title").is_some_and(Value::is_string) {
            return Err(Malformed::Shape("it has no title"));
        }
        match raw.get("steps") {
            Some(Value::Array(steps)) if steps.iter().all(Value::is_object) => {
                Ok(Self { raw, root: String::new() })
            }
            Some(Value::Array(_)) => Err(Malformed::Shape("one of its steps is not an object")),
            _ => Err(Malformed::Shape("it has no list of steps")),
        }
    }

    /// The text of the file, indented by two blanks per level like that of CodeTour.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.raw).unwrap_or_default();
        text.push('\n');
        text
    }

    fn string(&self, key: &str) -> Option<&str> {
        self.raw.get(key).and_then(Value::as_str)
    }

    pub fn title(&self) -> &str {
        self.string("title").unwrap_or("")
    }

    pub fn description(&self) -> &str {
        self.string("description").unwrap_or("")
    }

    /// The git branch, tag or commit that the tour was written for.
    pub fn git_ref(&self) -> Option<&str> {
        self.string("ref").filter(|name| !name.is_empty() && *name != "HEAD")
    }

    /// The title of the next tour.
    pub fn next_tour(&self) -> Option<&str> {
        self.string("nextTour")
    }

    /// The condition under which CodeTour lists the tour, as it is in the file.
    pub fn when(&self) -> Option<&str> {
        self.string("when").filter(|condition| !condition.trim().is_empty())
    }

    /// Returns whether the file marks the tour as the primary one.
    pub(super) fn is_marked_primary(&self) -> bool {
        self.raw.get("isPrimary").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The prefix of its markers in files: `stepMarker`, or `CT<n>` for a numbered tour.
    pub fn marker(&self) -> Option<String> {
        if let Some(marker) = self.string("stepMarker").filter(|marker| !marker.is_empty()) {
            return Some(marker.to_owned());
        }
        self.number().map(|number| format!("CT{number}"))
    }

    /// The mark of the generator in a generated file. Such a file may be overwritten if nobody has edited it.
    pub fn generated(&self) -> Option<&str> {
        self.raw.get("codegraph")?.get("generated")?.as_str()
    }

    /// The name of the file that its generator writes it to, without folder and extension.
    pub fn generated_name(&self) -> Option<&str> {
        self.raw.get("codegraph")?.get("name")?.as_str()
    }

    /// Returns whether nobody has edited the file since it was generated. None if the file has no mark.
    pub fn is_as_generated(&self) -> Option<bool> {
        Some(self.raw.get("codegraph")?.get("digest")?.as_str()? == self.digest())
    }

    /// The hash of the whole file without the key of this program.
    pub fn digest(&self) -> String {
        let mut unmarked = self.raw.clone();
        unmarked.shift_remove("codegraph");
        let text = serde_json::to_string(&unmarked).unwrap_or_default();
        hash(text.as_bytes())
    }

    /// Changes the title.
    pub fn set_title(&mut self, title: &str) {
        self.raw.insert("title".to_owned(), title.into());
    }

    /// Removes the mark of the generator, so that no generator overwrites the file.
    pub fn set_own(&mut self) {
        if let Some(Value::Object(ours)) = self.raw.get_mut("codegraph") {
            ours.shift_remove("generated");
            ours.shift_remove("name");
            ours.shift_remove("digest");
            if ours.is_empty() {
                self.raw.shift_remove("codegraph");
            }
        }
    }

    /// Puts the text of its file into a step, which players then show instead of the file.
    pub fn contain(&mut self, ix: usize, text: &str) {
        self.with_steps(|steps| {
            if let Some(Value::Object(step)) = steps.get_mut(ix) {
                step.insert("contents".to_owned(), text.into());
                // A marker would be looked for in the file.
                step.shift_remove("markerTitle");
            }
        });
    }

    /// Makes a tour that contains its files independent of the repository: of a commit and of the generator.
    pub fn set_apart(&mut self) {
        self.raw.shift_remove("ref");
        self.set_own();
    }

    /// Marks the tour in its present state as generated, for a file of this name.
    pub fn set_generated(&mut self, by: &str, name: &str) {
        let mark = json!({ "generated": by, "name": name, "digest": self.digest() });
        self.raw.insert("codegraph".to_owned(), mark);
    }

    pub fn steps(&self) -> impl ExactSizeIterator<Item = TourStep<'_>> {
        // All elements are objects, since [`Tour::parse`] checked that or the tour was made here.
        static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        let steps = self.raw.get("steps").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        steps.iter().map(|step| TourStep { raw: step.as_object().unwrap_or(&EMPTY), root: &self.root })
    }

    pub fn step(&self, ix: usize) -> Option<TourStep<'_>> {
        self.steps().nth(ix)
    }

    /// Inserts a step at an index, or at the end if the index is too large.
    pub fn insert(&mut self, ix: usize, draft: &StepDraft) {
        self.with_steps(|steps| steps.insert(ix.min(steps.len()), draft.to_json()));
    }

    /// Exchanges two steps, if both exist, and updates links to them in the texts of steps. Returns the number of
    /// changed links.
    pub fn swap(&mut self, a: usize, b: usize) -> usize {
        let len = self.steps().len();
        if a >= len || b >= len || a == b {
            return 0;
        }
        self.with_steps(|steps| steps.swap(a, b));
        self.renumber_step_links(&|step| match step {
            step if step == a => Some(StepMove::To(b)),
            step if step == b => Some(StepMove::To(a)),
            _ => None,
        })
    }

    /// Removes a step. Links to later steps are updated, and links to the step become plain words. Returns the number
    /// of these, or None if there is no such step.
    pub fn remove(&mut self, ix: usize) -> Option<usize> {
        let title = self.step(ix)?.title().to_owned();
        self.with_steps(|steps| steps.remove(ix));
        let lost = self.renumber_step_links(&|step| (step == ix).then_some(StepMove::Out(&title)));
        self.renumber_step_links(&|step| (step > ix).then(|| StepMove::To(step - 1)));
        Some(lost)
    }

    /// Updates the links to steps of this tour in the texts of all steps, and returns how many were changed.
    fn renumber_step_links<'w>(&mut self, step_move: &dyn Fn(usize) -> Option<StepMove<'w>>) -> usize {
        let is_own = |title: &str| self.is_called(title);
        let texts = self.steps().map(|step| renumber_links(step.description(), &is_own, step_move));
        let texts: Vec<(String, usize)> = texts.collect();
        for (ix, (words, _)) in texts.iter().enumerate().filter(|(_, (_, changed))| *changed > 0) {
            self.describe(ix, words);
        }
        texts.iter().map(|(_, changed)| changed).sum()
    }

    /// Writes the new place and text of a step, and keeps all other keys.
    pub(super) fn replace(&mut self, ix: usize, renewed: Renewed) {
        self.with_steps(|steps| {
            let Some(Value::Object(step)) = steps.get_mut(ix) else { return };
            let Renewed { title, file, folder, at, words, anchor } = renewed;
            if folder.is_some() {
                for key in ["file", "line", "selection", "pattern"] {
                    step.shift_remove(key);
                }
            }
            let values = [("title", title), ("file", file), ("directory", folder), ("description", words)];
            for (key, value) in values {
                if let Some(value) = value {
                    step.insert(key.to_owned(), value.into());
                }
            }
            match at {
                // A selection gives the place as well as a line does, and a person made it.
                Some(NewAt::Line(_)) if !step.contains_key("line") && step.contains_key("selection") => {}
                Some(NewAt::Line(line)) => {
                    // A pattern is not needed besides a line.
                    if !step.contains_key("line") {
                        step.shift_remove("pattern");
                    }
                    step.insert("line".to_owned(), line.into());
                }
                Some(NewAt::Pattern(pattern)) => {
                    step.insert("pattern".to_owned(), pattern.into());
                }
                Some(NewAt::Selection(selection)) => {
                    step.insert("selection".to_owned(), selection);
                }
                None => {}
            }
            if let (Some(anchor), Some(Value::Object(ours))) = (anchor, step.get_mut("codegraph")) {
                for (key, value) in anchor.to_map() {
                    ours.insert(key, value);
                }
            }
        });
    }

    /// Replaces the text of a step.
    pub fn describe(&mut self, ix: usize, description: &str) {
        self.with_steps(|steps| {
            if let Some(Value::Object(step)) = steps.get_mut(ix) {
                step.insert("description".to_owned(), description.into());
            }
        });
    }

    /// Changes the list of steps in place. If there is a value that is no list, it becomes an empty list first.
    fn with_steps<T>(&mut self, change: impl FnOnce(&mut Vec<Value>) -> T) -> T {
        let place = self.raw.entry("steps").or_insert(Value::Null);
        let mut steps = match place.take() {
            Value::Array(steps) => steps,
            _ => Vec::new(),
        };
        let answer = change(&mut steps);
        *place = Value::Array(steps);
        answer
    }
}

/// A file name made from a title as the recorder of CodeTour does it: in lower case, with `-` for blanks and without
/// characters that are no word characters. But letters of all scripts are kept.
pub fn slug(title: &str) -> String {
    let lower = title.to_lowercase();
    let kept = lower.chars().filter_map(|c| match c {
        c if c.is_whitespace() || matches!(c, '/' | '.') => Some('-'),
        '-' | '_' => Some(c),
        c => c.is_alphanumeric().then_some(c),
    });
    let mut slug = String::new();
    for c in kept.take(80) {
        if slug.len() + c.len_utf8() > LONGEST_NAME {
            break;
        }
        if c != '-' || !slug.ends_with('-') {
            slug.push(c);
        }
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "tour".to_owned() } else { slug.to_owned() }
}
