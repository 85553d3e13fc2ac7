//! A tour file: CodeTour's JSON, kept as it is except for deliberate changes.

use serde_json::{Map, Value, json};

use super::anchor::hash;
use super::links::{Went, led_anew};
use super::step::{NewAt, Renewed, Step, StepDraft};

/// Largest tour file that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// Longest name of a file that is made of a title, in bytes: file systems take 255.
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

/// A tour. Keys that it does not know stay where they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Tour {
    /// Has a string `title`, and `steps` that are objects.
    raw: Map<String, Value>,
}

impl Tour {
    /// A tour without steps, as CodeTour's recorder would begin it.
    #[must_use]
    pub fn new(title: &str, description: &str) -> Self {
        let mut raw = Map::new();
        raw.insert("$schema".to_owned(), SCHEMA.into());
        raw.insert("title".to_owned(), title.into());
        if !description.is_empty() {
            raw.insert("description".to_owned(), description.into());
        }
        raw.insert("steps".to_owned(), Value::Array(Vec::new()));
        Self { raw }
    }

    /// Reads a tour file.
    ///
    /// # Errors
    /// It is too large, or not a tour: no object with a `title` and a list `steps` of objects.
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
            Some(Value::Array(steps)) if steps.iter().all(Value::is_object) => Ok(Self { raw }),
            Some(Value::Array(_)) => Err(Malformed::Shape("one of its steps is not an object")),
            _ => Err(Malformed::Shape("it has no list of steps")),
        }
    }

    /// The file's text: two blanks a level, as CodeTour writes it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.raw).unwrap_or_default();
        text.push('\n');
        text
    }

    fn string(&self, key: &str) -> Option<&str> {
        self.raw.get(key).and_then(Value::as_str)
    }

    #[must_use]
    pub fn title(&self) -> &str {
        self.string("title").unwrap_or("")
    }

    #[must_use]
    pub fn description(&self) -> &str {
        self.string("description").unwrap_or("")
    }

    /// The git branch, tag or commit that it was written for.
    #[must_use]
    pub fn git_ref(&self) -> Option<&str> {
        self.string("ref").filter(|name| !name.is_empty() && *name != "HEAD")
    }

    /// The title of the tour to take next.
    #[must_use]
    pub fn next_tour(&self) -> Option<&str> {
        self.string("nextTour")
    }

    /// The condition under which CodeTour lists it, as it is written.
    #[must_use]
    pub fn when(&self) -> Option<&str> {
        self.string("when").filter(|condition| !condition.trim().is_empty())
    }

    /// Whether the file is marked as the one to begin with.
    pub(super) fn is_marked_primary(&self) -> bool {
        self.raw.get("isPrimary").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The prefix of its markers in files: `stepMarker`, or `CT<n>` of a numbered tour.
    #[must_use]
    pub fn marker(&self) -> Option<String> {
        if let Some(marker) = self.string("stepMarker").filter(|marker| !marker.is_empty()) {
            return Some(marker.to_owned());
        }
        self.number().map(|number| format!("CT{number}"))
    }

    /// The generator's mark in a generated file: such a file may be overwritten while nobody has edited it.
    #[must_use]
    pub fn generated(&self) -> Option<&str> {
        self.raw.get("codegraph")?.get("generated")?.as_str()
    }

    /// The name of the file that its generator writes it to, without folder and extension.
    #[must_use]
    pub fn generated_name(&self) -> Option<&str> {
        self.raw.get("codegraph")?.get("name")?.as_str()
    }

    /// Whether its text is still that of its generator; `None` if the file has no mark.
    #[must_use]
    pub fn is_as_generated(&self) -> Option<bool> {
        Some(self.raw.get("codegraph")?.get("digest")?.as_str()? == self.digest())
    }

    /// The hash of the whole file without our mark.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut unmarked = self.raw.clone();
        unmarked.shift_remove("codegraph");
        let text = serde_json::to_string(&unmarked).unwrap_or_default();
        hash(text.as_bytes())
    }

    /// Gives it another title.
    pub fn set_title(&mut self, title: &str) {
        self.raw.insert("title".to_owned(), title.into());
    }

    /// Makes it a person's own: no generator writes over it any more.
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

    /// Marks it as generated, as it is now, for a file of a name.
    pub fn set_generated(&mut self, by: &str, name: &str) {
        let mark = json!({ "generated": by, "name": name, "digest": self.digest() });
        self.raw.insert("codegraph".to_owned(), mark);
    }

    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step<'_>> {
        // Objects all, since it was parsed or made here.
        static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        let steps = self.raw.get("steps").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        steps.iter().map(|step| Step { raw: step.as_object().unwrap_or(&EMPTY) })
    }

    #[must_use]
    pub fn step(&self, ix: usize) -> Option<Step<'_>> {
        self.steps().nth(ix)
    }

    /// Puts a step at a place; at the end when there is none of that number.
    pub fn insert(&mut self, ix: usize, draft: &StepDraft) {
        self.with_steps(|steps| steps.insert(ix.min(steps.len()), draft.to_json()));
    }

    /// Exchanges two steps, nothing when one of them is not there. Links to them in the steps' words go along; how many.
    pub fn swap(&mut self, a: usize, b: usize) -> usize {
        let len = self.steps().len();
        if a >= len || b >= len || a == b {
            return 0;
        }
        self.with_steps(|steps| steps.swap(a, b));
        self.lead_anew(&|step| match step {
            step if step == a => Some(Went::To(b)),
            step if step == b => Some(Went::To(a)),
            _ => None,
        })
    }

    /// Takes a step out; `None` when it was not there. Links to later steps go along with them; those to the step itself
    /// become words, so many.
    pub fn remove(&mut self, ix: usize) -> Option<usize> {
        let title = self.step(ix)?.title().to_owned();
        self.with_steps(|steps| steps.remove(ix));
        let lost = self.lead_anew(&|step| (step == ix).then_some(Went::Out(&title)));
        self.lead_anew(&|step| (step > ix).then(|| Went::To(step - 1)));
        Some(lost)
    }

    /// Leads the links of all steps' words to steps of this tour where those went; how many were changed.
    fn lead_anew<'w>(&mut self, went: &dyn Fn(usize) -> Option<Went<'w>>) -> usize {
        let is_own = |title: &str| self.is_called(title);
        let led = self.steps().map(|step| led_anew(step.description(), &is_own, went));
        let led: Vec<(String, usize)> = led.collect();
        for (ix, (words, _)) in led.iter().enumerate().filter(|(_, (_, changed))| *changed > 0) {
            self.describe(ix, words);
        }
        led.iter().map(|(_, changed)| changed).sum()
    }

    /// Writes a step's new place and text into it; everything else stays.
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
                // A selection gives the same place as a line, and a person made it.
                Some(NewAt::Line(_)) if !step.contains_key("line") && step.contains_key("selection") => {}
                Some(NewAt::Line(line)) => {
                    // A pattern is redundant beside a line.
                    if !step.contains_key("line") {
                        step.shift_remove("pattern");
                    }
                    step.insert("line".to_owned(), line.into());
                }
                Some(NewAt::Pattern(pattern)) => {
                    step.insert("pattern".to_owned(), pattern.into());
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

    /// Gives a step other words.
    pub fn describe(&mut self, ix: usize, description: &str) {
        self.with_steps(|steps| {
            if let Some(Value::Object(step)) = steps.get_mut(ix) {
                step.insert("description".to_owned(), description.into());
            }
        });
    }

    /// Changes the list of steps in its place; what is there and no list becomes an empty one.
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

/// A title as CodeTour's recorder makes a file name of it: lower case, blanks to `-`, other than word characters out;
/// but letters of every script stay.
#[must_use]
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
