//! The signals that speak for a symbol, what each is worth, and how they become one score.
//!
//! Every signal but the absolute ones is divided by the mean of its ten best values among the candidates: signals of
//! any scale then meet as equals, and the best keeps its lead, which clipping at 1 would take. The score is their
//! convex combination: weights of signals that say nothing about the question are shared out among the others.

use serde::Serialize;

use super::score::FieldWeights;

macro_rules! signals {
    ($($(#[doc = $doc:literal])* $signal:ident $name:literal $weight:literal),+ $(,)?) => {
        /// What may speak for a symbol.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Signal { $($(#[doc = $doc])* $signal),+ }

        impl Signal {
            pub const ALL: [Self; COUNT] = [$(Self::$signal),+];

            /// The name in settings and answers.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$signal => $name),+ }
            }

            /// What it says, in a line.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self { $(Self::$signal => concat!($($doc),*)),+ }
            }
        }

        const DEFAULTS: [f32; COUNT] = [$($weight),+];
    };
}

/// Number of signals.
pub const COUNT: usize = 22;

signals! {
    /// BM25 over the symbol's weighted fields.
    Text "text" 1.0,
    /// How nearly the question's words are the words of the name.
    Name "name" 1.5,
    /// How much of the question a name's words make up, where the question has all of them.
    NameIn "name-in" 0.2,
    /// How much of the question the doc comment has.
    Doc "doc" 0.15,
    /// How much of the question the symbol has in any field.
    Cover "cover" 1.2,
    /// BM25 over all that the file says.
    File "file" 0.6,
    /// BM25 over all that the package says.
    Package "package" 0.3,
    /// The best symbols of the file.
    FileTop "file-top" 0.48,
    /// Personalized PageRank from the best hits and the symbols named.
    Near "near" 1.2,
    /// Cosine of the question and what the symbol says.
    Semantic "semantic" 0.02,
    /// PageRank.
    Importance "importance" 0.02,
    /// Length of the declaration.
    Size "size" 0.25,
    /// It is a function or a method.
    Function "function" 0.17,
    /// Past commits with messages like the question touched it.
    Past "past" 0.17,
    /// The messages of all commits that touched it.
    Messages "messages" 0.04,
    /// Past commits with messages like the question touched its file.
    PastFile "past-file" 0.2,
    /// Past commits with messages like the question touched its package.
    PastPackage "past-package" 0.0,
    /// Its file changed lately.
    Churn "churn" 0.0,
    /// It changed lately itself.
    OwnChurn "own-churn" 0.2,
    /// Past commits changed it together with the best hits.
    Company "company" 0.1,
    /// The question names its folder or file.
    Place "place" 0.0,
    /// The question names it.
    Named "named" 0.07,
}

impl Signal {
    /// Whether its values are on one scale for all questions, and are taken as they are.
    #[must_use]
    pub fn is_absolute(self) -> bool {
        matches!(self, Self::Name | Self::Doc | Self::Cover | Self::Function | Self::Place | Self::Named)
    }

    /// Whether it needs a history.
    #[must_use]
    pub fn is_of_the_past(self) -> bool {
        matches!(
            self,
            Self::Past
                | Self::Messages
                | Self::PastFile
                | Self::PastPackage
                | Self::Churn
                | Self::OwnChurn
                | Self::Company
        )
    }
}

/// Weights of signals and fields; settings by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// In the order of [`Signal::ALL`]; not negative.
    pub signals: [f32; COUNT],
    pub fields: FieldWeights,
    /// What tests, generated code, and constants, variables and fields count, in [0, 1].
    pub tests: f32,
    pub generated: f32,
    pub parts: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { signals: DEFAULTS, fields: FieldWeights::default(), tests: 0.5, generated: 0.5, parts: 0.25 }
    }
}

/// Why a weight cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    #[error("there is no weight `{name}`; there are {known}")]
    Unknown { name: String, known: String },
    #[error("the weight of `{name}` must be a number from 0 to 1000")]
    Range { name: String },
    #[error("`{text}` is no weight; write NAME=NUMBER, separated by commas")]
    Malformed { text: String },
}

impl Weights {
    /// Sets what `text` says: `name=number`, separated by commas.
    ///
    /// # Errors
    /// A name that no weight has, or a number out of range.
    pub fn set(&mut self, text: &str) -> Result<(), WeightError> {
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| WeightError::Malformed { text: pair.to_owned() })?;
            let name = name.trim();
            let range = || WeightError::Range { name: name.to_owned() };
            let value: f32 = value.trim().parse().map_err(|_| range())?;
            if !(0.0..=1000.0).contains(&value) {
                return Err(range());
            }
            let known = || Self::names().join(", ");
            *self
                .slot(name)
                .ok_or_else(|| WeightError::Unknown { name: name.to_owned(), known: known() })? = value;
        }
        Ok(())
    }

    /// The names of all weights.
    #[must_use]
    pub fn names() -> Vec<String> {
        let signals = Signal::ALL.iter().map(|signal| signal.name().to_owned());
        let fields = super::text::Field::ALL.iter().map(|field| format!("field.{}", field.name()));
        let factors = ["tests", "generated", "parts"].map(str::to_owned);
        signals.chain(fields).chain(factors).collect()
    }

    fn slot(&mut self, name: &str) -> Option<&mut f32> {
        if let Some(signal) = Signal::ALL.iter().position(|signal| signal.name() == name) {
            return Some(&mut self.signals[signal]);
        }
        if let Some(field) = name.strip_prefix("field.") {
            let field = super::text::Field::ALL.iter().position(|known| known.name() == field)?;
            return Some(&mut self.fields.boosts[field]);
        }
        match name {
            "tests" => Some(&mut self.tests),
            "generated" => Some(&mut self.generated),
            "parts" => Some(&mut self.parts),
            _ => None,
        }
    }
}

/// One candidate and what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub doc: u32,
    /// As measured, in the order of [`Signal::ALL`].
    pub values: [f32; COUNT],
    /// What the kind of code it is counts, in [0, 1].
    pub factor: f32,
}

/// The part of a score that a signal has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Part {
    pub signal: &'static str,
    /// Its share of the score.
    pub score: f32,
    /// Its weight, of 1 for all that were present.
    pub weight: f32,
}

/// What signals are divided by and what they weigh, for one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Fusion {
    scales: [f32; COUNT],
    weights: [f32; COUNT],
}

/// Best values that a signal's scale is the mean of.
const BEST: usize = 10;

impl Fusion {
    /// Measures the candidates. O(candidates x signals).
    #[must_use]
    pub fn of(candidates: &[Candidate], weights: &[f32; COUNT]) -> Self {
        let mut fusion = Self { scales: [0.0; COUNT], weights: [0.0; COUNT] };
        for (ix, signal) in Signal::ALL.into_iter().enumerate() {
            let mut best: Vec<f32> = candidates
                .iter()
                .map(|candidate| candidate.values[ix])
                .filter(|&value| value > 0.0)
                .collect();
            if best.is_empty() {
                continue;
            }
            if best.len() > BEST {
                best.select_nth_unstable_by(BEST - 1, |a, b| b.total_cmp(a));
                best.truncate(BEST);
            }
            let mean = best.iter().sum::<f32>() / best.len() as f32;
            fusion.scales[ix] = if signal.is_absolute() { 1.0 } else { mean };
            fusion.weights[ix] = weights[ix];
        }
        let total: f32 = fusion.weights.iter().sum();
        if total > 0.0 {
            fusion.weights.iter_mut().for_each(|weight| *weight /= total);
        }
        fusion
    }

    /// The score of a candidate, not negative.
    #[must_use]
    pub fn score(&self, candidate: &Candidate) -> f32 {
        let sum: f32 = (0..COUNT).map(|ix| self.weights[ix] * self.scaled(candidate, ix)).sum();
        sum * candidate.factor
    }

    /// The parts of a candidate's score, largest first; what adds nothing is left out.
    #[must_use]
    pub fn parts(&self, candidate: &Candidate) -> Vec<Part> {
        let part = |(ix, signal): (usize, Signal)| {
            let score = self.weights[ix] * self.scaled(candidate, ix) * candidate.factor;
            (score > 0.0).then_some(Part { signal: signal.name(), score, weight: self.weights[ix] })
        };
        let mut parts: Vec<Part> = Signal::ALL.into_iter().enumerate().filter_map(part).collect();
        parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        parts
    }

    /// A signal of a candidate on the common scale.
    #[must_use]
    pub fn scaled(&self, candidate: &Candidate, ix: usize) -> f32 {
        if self.scales[ix] > 0.0 { candidate.values[ix] / self.scales[ix] } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(pairs: &[(Signal, f32)]) -> Candidate {
        let mut values = [0.0; COUNT];
        for &(signal, value) in pairs {
            values[signal as usize] = value;
        }
        Candidate { doc: 0, values, factor: 1.0 }
    }

    #[test]
    fn absent_signals_give_their_weight_to_the_others() {
        let candidates = [candidate(&[(Signal::Text, 4.0)]), candidate(&[(Signal::Text, 2.0)])];
        let fusion = Fusion::of(&candidates, &DEFAULTS);
        assert!((fusion.weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(
            (fusion.score(&candidates[0]) - 4.0 / 3.0).abs() < 1e-6,
            "the best is above the mean of the best"
        );
        assert!((fusion.score(&candidates[1]) - 2.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn parts_add_up_to_the_score() {
        let candidates = [
            candidate(&[(Signal::Text, 4.0), (Signal::Near, 0.1), (Signal::Name, 0.5)]),
            candidate(&[(Signal::Text, 1.0), (Signal::Size, 7.0)]),
        ];
        let fusion = Fusion::of(&candidates, &DEFAULTS);
        for candidate in &candidates {
            let parts: f32 = fusion.parts(candidate).iter().map(|part| part.score).sum();
            assert!((parts - fusion.score(candidate)).abs() < 1e-6);
        }
    }

    #[test]
    fn weights_are_set_by_name() {
        let mut weights = Weights::default();
        weights.set("text=2, field.doc=0.5,tests=0").unwrap();
        assert_eq!((weights.signals[0], weights.fields.boosts[4], weights.tests), (2.0, 0.5, 0.0));
        assert!(matches!(weights.set("txet=1"), Err(WeightError::Unknown { .. })));
        assert!(matches!(weights.set("text=-1"), Err(WeightError::Range { .. })));
        assert!(matches!(weights.set("text=x"), Err(WeightError::Range { .. })));
        assert!(matches!(weights.set("text"), Err(WeightError::Malformed { .. })));
    }
}
