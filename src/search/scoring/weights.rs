//! Weights of signals and fields as settings: set by name, checked, and listed with descriptions.

use crate::search::query::spelling;
use crate::search::scoring::bm25::FieldWeights;
use crate::search::scoring::fusion::{COUNT, DEFAULTS, PLAIN, Signal};
use crate::search::text::TextField;

/// All weights. Those of the signals are normalised to a sum of 1 for each question, over the signals present
/// ([`crate::search::Fusion`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// In the order of [`Signal::ALL`]; not negative.
    pub signals: [f32; COUNT],
    /// The same for plain questions: [`Weights::column`].
    pub plain: [f32; COUNT],
    pub fields: FieldWeights,
    /// Factors in [0, 1] for code that counts less: tests and their data; generated code; variants that this host's
    /// build leaves out (the square root if nothing replaces them); and parts: fields, interface methods, and
    /// constants and variables that share a word with the question by chance.
    pub tests: f32,
    pub generated: f32,
    pub variants: f32,
    pub parts: f32,
}

impl Weights {
    /// The weights of signals for a question; plain questions have their own.
    pub fn column(&self, is_plain_question: bool) -> &[f32; COUNT] {
        if is_plain_question { &self.plain } else { &self.signals }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            signals: DEFAULTS,
            plain: PLAIN,
            fields: FieldWeights::default(),
            tests: 0.5,
            generated: 0.5,
            variants: 0.7,
            parts: 0.25,
        }
    }
}

/// Prefix of a signal's weight for plain questions.
const PLAIN_PREFIX: &str = "asked.";
/// Largest weight.
const MAX_WEIGHT: f32 = 1000.0;

/// Why a weight cannot be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WeightError {
    #[error("there is no weight `{name}`{near}; the weights are {known}")]
    Unknown { name: String, near: String, known: String },
    #[error("the weight of `{name}` must be a number from 0 to {most}")]
    Range { name: String, most: f32 },
    #[error("`{text}` is not a weight; write NAME=NUMBER, separated by commas")]
    Malformed { text: String },
}

impl Weights {
    /// Sets weights from `name=number` pairs, separated by commas.
    ///
    /// # Errors
    /// As [`Weights::set_one`], and what is no pair of name and number.
    pub fn set(&mut self, text: &str) -> Result<(), WeightError> {
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| WeightError::Malformed { text: pair.to_owned() })?;
            self.set_one(name.trim(), value.trim())?;
        }
        Ok(())
    }

    /// Sets one weight.
    ///
    /// # Errors
    /// A name that no weight has, or a number out of range.
    pub fn set_one(&mut self, name: &str, value: &str) -> Result<(), WeightError> {
        let Some((slot, also, most)) = self.slots(name) else {
            let (near, known) = (near(name), Self::names().join(", "));
            return Err(WeightError::Unknown { name: name.to_owned(), near, known });
        };
        let fits = |value: &f32| (0.0..=most).contains(value);
        match value.parse().ok().filter(fits) {
            Some(value) => {
                *slot = value;
                if let Some(also) = also {
                    *also = value;
                }
            }
            None => return Err(WeightError::Range { name: name.to_owned(), most }),
        }
        Ok(())
    }

    /// The names of all weights.
    pub fn names() -> Vec<String> {
        Self::default().rows().into_iter().map(|row| row.0).collect()
    }

    /// Every weight: name, value, and a line that describes it.
    pub fn rows(&self) -> Vec<(String, f32, String)> {
        let signals = Signal::ALL.iter().zip(self.signals);
        let signals = signals.map(|(s, weight)| (s.name().to_owned(), weight, s.about().to_owned()));
        let plain = Signal::ALL.iter().zip(self.plain).map(|(signal, weight)| {
            let about = format!("For plain questions: {}", signal.about());
            (format!("{PLAIN_PREFIX}{}", signal.name()), weight, about)
        });
        let fields = TextField::ALL.iter().zip(self.fields.boosts).map(|(field, weight)| {
            let about = format!("Within `text`: {}.", field.about());
            (format!("field.{}", field.name()), weight, about)
        });
        let factors = [
            ("tests", self.tests, "Factor for the scores of tests and their data."),
            ("generated", self.generated, "Factor for generated code's scores."),
            (
                "variants",
                self.variants,
                "Factor for symbols that this host's build replaces by a namesake; its square root if it merely leaves them out.",
            ),
            (
                "parts",
                self.parts,
                "Factor for fields, interface methods, and constants and variables that the question hardly mentions.",
            ),
        ];
        let factors = factors.map(|(name, factor, about)| (name.to_owned(), factor, about.to_owned()));
        signals.chain(plain).chain(fields).chain(factors).collect()
    }

    /// The factor for something that is a part to the degree `part`, in [0, 1].
    pub fn of_part(&self, part: f32) -> f32 {
        1.0 - part * (1.0 - self.parts)
    }

    /// The weight of a name, for a signal also the one for plain questions; and its upper bound.
    fn slots(&mut self, name: &str) -> Option<(&mut f32, Option<&mut f32>, f32)> {
        let signal = |name: &str| Signal::ALL.iter().position(|signal| signal.name() == name);
        if let Some(ix) = signal(name) {
            return Some((&mut self.signals[ix], Some(&mut self.plain[ix]), MAX_WEIGHT));
        }
        if let Some(name) = name.strip_prefix(PLAIN_PREFIX) {
            return Some((&mut self.plain[signal(name)?], None, MAX_WEIGHT));
        }
        if let Some(field) = name.strip_prefix("field.") {
            let field = TextField::ALL.iter().position(|known| known.name() == field)?;
            return Some((&mut self.fields.boosts[field], None, MAX_WEIGHT));
        }
        let factor = match name {
            "tests" => &mut self.tests,
            "generated" => &mut self.generated,
            "variants" => &mut self.variants,
            "parts" => &mut self.parts,
            _ => return None,
        };
        Some((factor, None, 1.0))
    }
}

/// The weights that are spelled most like `name`, as the middle of a sentence.
fn near(name: &str) -> String {
    let names = Weights::names();
    let near = spelling::nearest(name, names.iter().map(String::as_str));
    if near.is_empty() { String::new() } else { format!(" (near it: {})", near.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_set_by_name() {
        let mut weights = Weights::default();
        weights.set("text=2, field.doc=0.5,tests=0").unwrap();
        assert_eq!((weights.signals[0], weights.fields.boosts[4], weights.tests), (2.0, 0.5, 0.0));
        weights.set("asked.text=3").unwrap();
        assert_eq!(weights.plain[..1], [3.0]);
        let mut again = Weights::default();
        for (name, value, _) in weights.rows() {
            again.set_one(&name, &value.to_string()).expect(&name);
        }
        assert_eq!(again, weights);
    }

    #[test]
    fn what_is_no_weight_is_refused_with_what_it_may_be() {
        for (text, said) in [
            ("txet=1", "no weight `txet` (near it: text); the weights are text, name,"),
            ("pastfile=1", "near it: past-file"),
            ("semantics=1", "near it: semantic"),
            ("field.dco=1", "near it: field.doc"),
            ("text=-1", "`text` must be a number from 0 to 1000"),
            ("text=x", "from 0 to 1000"),
            ("text=NaN", "from 0 to 1000"),
            ("text=inf", "from 0 to 1000"),
            ("tests=2", "from 0 to 1"),
            ("text", "`text` is not a weight; write NAME=NUMBER"),
        ] {
            let mut weights = Weights::default();
            let error = weights.set(text).expect_err(text).to_string();
            assert!(error.contains(said), "{text}: {error}");
            assert_eq!(weights, Weights::default(), "{text}");
        }
    }
}
