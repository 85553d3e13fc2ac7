//! Reads the arguments of a call. A wrong argument gets an answer that explains what is valid.

use serde_json::{Map, Value, json};

use crate::model::edits;

/// The least and the largest budget of an answer, in tokens, and the default.
pub(super) const MIN_BUDGET: u32 = 200;
pub(super) const MAX_BUDGET: u32 = 20_000;
pub(super) const USUAL_BUDGET: u32 = 3_000;
/// The largest number of bytes of a name, a folder or a git range.
const MAX_BYTES: usize = 2_000;
/// The largest number of names in one call.
const MAX_NAMES: usize = 20;

/// The answer of a tool. Both an answer and an error are text for a model to read.
pub(super) type ToolAnswer = Result<String, String>;

/// A parameter of a tool.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    form: ArgumentType,
    pub(super) is_needed: bool,
}

/// The type of an argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArgumentType {
    /// A name, a folder or a git range.
    Text,
    /// Text of any length.
    Question,
    Whole,
    Flag,
    OneOf(&'static [&'static str]),
    /// A list of words.
    Words,
}

pub(super) const fn needed(name: &'static str, about: &'static str) -> Argument {
    Argument { name, about, form: ArgumentType::Text, is_needed: true }
}

pub(super) const fn question(name: &'static str, about: &'static str) -> Argument {
    Argument { name, about, form: ArgumentType::Question, is_needed: true }
}

pub(super) const fn optional(name: &'static str, about: &'static str, form: ArgumentType) -> Argument {
    Argument { name, about, form, is_needed: false }
}

impl Argument {
    /// The JSON schema of the argument.
    pub(super) fn schema(&self) -> Value {
        match self.form {
            ArgumentType::Text | ArgumentType::Question => {
                json!({ "type": "string", "description": self.about })
            }
            ArgumentType::Words => {
                json!({ "type": "array", "items": { "type": "string" }, "description": self.about })
            }
            ArgumentType::Whole => json!({ "type": "integer", "description": self.about }),
            ArgumentType::Flag => json!({ "type": "boolean", "description": self.about }),
            ArgumentType::OneOf(words) => {
                json!({ "type": "string", "enum": words, "description": self.about })
            }
        }
    }
}

/// The arguments of one call.
pub(super) struct Arguments<'c> {
    tool: &'static str,
    known: &'static [Argument],
    given: &'c Map<String, Value>,
}

impl<'c> Arguments<'c> {
    pub(super) fn new(tool: &'static str, known: &'static [Argument], given: &'c Map<String, Value>) -> Self {
        Self { tool, known, given }
    }

    /// # Errors
    /// An argument is unknown to the tool. Ignoring a misspelt argument would hide the mistake.
    pub(super) fn check(&self) -> Result<(), String> {
        let known: Vec<&str> = self.known.iter().map(|argument| argument.name).collect();
        let Some(other) = self.given.keys().find(|name| !known.contains(&name.as_str())) else {
            return Ok(());
        };
        let near = known.iter().filter_map(|name| Some((edits(other, name, 2)?, name))).min();
        let near = near.map_or(String::new(), |(_, name)| format!("; did you mean `{name}`?"));
        let other = shortened(other);
        Err(format!("{} has no argument `{other}`{near} It takes {}.", self.tool, known.join(", ")))
    }

    fn get(&self, name: &str) -> Option<&'c Value> {
        self.given.get(name).filter(|value| !value.is_null())
    }

    fn is_question(&self, name: &str) -> bool {
        let argument = self.known.iter().find(|argument| argument.name == name);
        argument.is_some_and(|argument| matches!(argument.form, ArgumentType::Question))
    }

    /// An optional text. A blank one counts as left out.
    pub(super) fn text(&self, name: &str) -> Result<Option<&'c str>, String> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => {
                let is_long = text.len() > MAX_BYTES && !self.is_question(name);
                if is_long {
                    return Err(format!(
                        "`{name}` has {} bytes: the longest may have {MAX_BYTES}",
                        text.len()
                    ));
                }
                Ok(Some(text.trim()).filter(|text| !text.is_empty()))
            }
            Some(other) => Err(format!("`{name}` is a string, not {}", shortened(&other.to_string()))),
        }
    }

    /// A required text.
    pub(super) fn needed(&self, name: &str) -> Result<&'c str, String> {
        self.text(name)?.ok_or_else(|| {
            let about = self.known.iter().find(|argument| argument.name == name);
            let about = about.map_or("", |argument| argument.about);
            format!("{} needs `{name}`: {about}", self.tool)
        })
    }

    /// One or several names: a list, or a text with commas between them, but for those in brackets.
    ///
    /// # Errors
    /// There is none, or too many.
    pub(super) fn names(&self, name: &str) -> Result<Vec<&'c str>, String> {
        let texts: Vec<&str> = match self.get(name) {
            Some(Value::Array(names)) => {
                let texts: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
                texts.ok_or_else(|| format!("`{name}` is a name or a list of names"))?
            }
            _ => between_commas(self.needed(name)?),
        };
        let texts: Vec<&str> = texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).collect();
        match texts.len() {
            0 => self.needed(name).map(|_| Vec::new()),
            n if n > MAX_NAMES => Err(format!("`{name}` has {n} names: ask for at most {MAX_NAMES} at once")),
            _ => match texts.iter().find(|text| text.len() > MAX_BYTES) {
                Some(text) => {
                    Err(format!("`{name}` has {} bytes: the longest may have {MAX_BYTES}", text.len()))
                }
                None => Ok(texts),
            },
        }
    }

    /// A list of words, which may also stand in one string with commas between them.
    pub(super) fn words(&self, name: &str) -> Result<Vec<String>, String> {
        let texts: Option<Vec<&str>> = match self.get(name) {
            None => Some(Vec::new()),
            Some(Value::String(text)) => Some(vec![text]),
            Some(Value::Array(words)) => words.iter().map(Value::as_str).collect(),
            Some(_) => None,
        };
        let texts = texts.ok_or_else(|| format!("`{name}` is a list of words"))?;
        Ok(texts.into_iter().flat_map(|text| text.split(',')).map(str::to_owned).collect())
    }

    /// An integer, which may also be digits in a string.
    fn integer(&self, name: &str) -> Option<Result<u64, String>> {
        let value = self.get(name)?;
        let number = match value {
            Value::Number(number) => number
                .as_u64()
                .or_else(|| number.as_f64().filter(|n| n.fract() == 0.0 && *n >= 0.0).map(|n| n as u64)),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        Some(
            number
                .ok_or_else(|| format!("`{name}` is a whole number, not {}", shortened(&value.to_string()))),
        )
    }

    /// An integer. One outside the bounds becomes the nearest within them.
    pub(super) fn within(&self, name: &str, usual: u32, [least, most]: [u32; 2]) -> Result<u32, String> {
        let number = self.integer(name).transpose()?.unwrap_or(usual.into());
        Ok(number.clamp(least.into(), most.into()) as u32)
    }

    /// The budget of the answer, in tokens. One outside the bounds becomes the nearest within them.
    pub(super) fn budget(&self) -> Result<u32, String> {
        self.within("budget", USUAL_BUDGET, [MIN_BUDGET, MAX_BUDGET])
    }

    /// One of several words, of which the first is the default.
    pub(super) fn choice<'w>(&self, name: &str, words: &[&'w str]) -> Result<&'w str, String> {
        let Some(given) = self.text(name)? else { return Ok(words[0]) };
        let found = words.iter().find(|word| word.eq_ignore_ascii_case(given));
        found.copied().ok_or_else(|| format!("`{name}` is one of {}, not `{given}`", words.join(", ")))
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, String> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(Value::String(text)) if text == "true" || text == "false" => Ok(Some(text == "true")),
            Some(other) => Err(format!("`{name}` is true or false, not {}", shortened(&other.to_string()))),
        }
    }
}

/// The parts of a text between commas that stand in no brackets.
fn between_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let is_between = |c: char| {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        c == ',' && depth <= 0
    };
    text.split(is_between).collect()
}

/// A wrong value for a message, shortened.
pub(super) fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 80;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
