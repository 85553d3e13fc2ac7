//! What a call gives a tool, read so that a wrong argument gets an answer that says what to give instead.

use serde_json::{Map, Value, json};

use crate::model::edits;

/// Budgets that answers can be asked for, in tokens, and the one when none is.
pub(super) const LEAST_BUDGET: u32 = 200;
pub(super) const MOST_BUDGET: u32 = 20_000;
pub(super) const USUAL_BUDGET: u32 = 4_000;

/// What a tool answered: text either way, for a model to read.
pub(super) type Answer = Result<String, String>;

/// An argument of a tool.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    form: Form,
    pub(super) is_needed: bool,
}

/// What an argument has to be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Text,
    Whole,
    Flag,
    OneOf(&'static [&'static str]),
}

pub(super) const fn needed(name: &'static str, about: &'static str) -> Argument {
    Argument { name, about, form: Form::Text, is_needed: true }
}

pub(super) const fn optional(name: &'static str, about: &'static str, form: Form) -> Argument {
    Argument { name, about, form, is_needed: false }
}

impl Argument {
    /// Its JSON schema.
    pub(super) fn schema(&self) -> Value {
        match self.form {
            Form::Text => json!({ "type": "string", "description": self.about }),
            Form::Whole => json!({ "type": "integer", "description": self.about }),
            Form::Flag => json!({ "type": "boolean", "description": self.about }),
            Form::OneOf(words) => json!({ "type": "string", "enum": words, "description": self.about }),
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
    /// There is one that the tool does not take: a misspelt one would be passed over in silence.
    pub(super) fn check(&self) -> Result<(), String> {
        let known: Vec<&str> = self.known.iter().map(|argument| argument.name).collect();
        let Some(other) = self.given.keys().find(|name| !known.contains(&name.as_str())) else {
            return Ok(());
        };
        let near = known.iter().filter_map(|name| Some((edits(other, name, 2)?, name))).min();
        let near = near.map_or(String::new(), |(_, name)| format!("; did you mean `{name}`?"));
        Err(format!("{} has no argument `{other}`{near} It takes {}.", self.tool, known.join(", ")))
    }

    fn get(&self, name: &str) -> Option<&'c Value> {
        self.given.get(name).filter(|value| !value.is_null())
    }

    /// A text that may be left out; blank is left out.
    pub(super) fn text(&self, name: &str) -> Result<Option<&'c str>, String> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
            Some(other) => Err(format!("`{name}` is a string, not {}", shown(other))),
        }
    }

    /// A text that must be given.
    pub(super) fn needed(&self, name: &str) -> Result<&'c str, String> {
        self.text(name)?.ok_or_else(|| {
            let about = self.known.iter().find(|argument| argument.name == name);
            let about = about.map_or("", |argument| argument.about);
            format!("{} needs `{name}`: {about}", self.tool)
        })
    }

    /// A whole number within bounds; digits in a string are one, too.
    pub(super) fn whole(&self, name: &str, usual: u32, [least, most]: [u32; 2]) -> Result<u32, String> {
        let Some(value) = self.get(name) else { return Ok(usual) };
        let number = match value {
            Value::Number(number) => number
                .as_u64()
                .or_else(|| number.as_f64().filter(|n| n.fract() == 0.0 && *n >= 0.0).map(|n| n as u64)),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let within =
            number.and_then(|number| u32::try_from(number).ok()).filter(|n| (least..=most).contains(n));
        within
            .ok_or_else(|| format!("`{name}` is a whole number from {least} to {most}, not {}", shown(value)))
    }

    /// The budget of the answer, in tokens.
    pub(super) fn budget(&self) -> Result<u32, String> {
        self.whole("budget", USUAL_BUDGET, [LEAST_BUDGET, MOST_BUDGET])
    }

    /// One of some words; the first is the usual one.
    pub(super) fn choice<'w>(&self, name: &str, words: &[&'w str]) -> Result<&'w str, String> {
        let Some(given) = self.text(name)? else { return Ok(words[0]) };
        let found = words.iter().find(|word| word.eq_ignore_ascii_case(given));
        found.copied().ok_or_else(|| format!("`{name}` is one of {}, not `{given}`", words.join(", ")))
    }

    pub(super) fn flag(&self, name: &str, usual: bool) -> Result<bool, String> {
        match self.get(name) {
            None => Ok(usual),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if text == "true" || text == "false" => Ok(text == "true"),
            Some(other) => Err(format!("`{name}` is true or false, not {}", shown(other))),
        }
    }
}

/// A wrong value, cut short.
fn shown(value: &Value) -> String {
    const MOST: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
