//! The certainty of an answer, and the strength of its rows.

use serde::Serialize;

/// The certainty of an answer. Measured on plain questions and reports: of the likely ones at least four fifths have what is
/// needed among their first five rows, of the guesses about half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Nothing matches.
    #[default]
    Nothing,
    /// No row stands out.
    Guess,
    Likely,
    /// It is read from the graph: the ends of a relation, a path, or what the question names.
    Certain,
}

/// The note beside a guess.
pub const GUESS: &str = "this is a guess, as no row stands out: say beside the question what the code may call it (also), or ask in other words";

impl Certainty {
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Guess => "guess",
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}

/// The strength of a row, on one scale for all answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    Weak,
    Fair,
    Strong,
}

impl Strength {
    /// The strength of a link of a confidence: fair from one in two on.
    pub fn of_link(confidence: f32) -> Self {
        match confidence {
            sure if sure >= 0.95 => Self::Strong,
            likely if likely >= 0.5 => Self::Fair,
            _ => Self::Weak,
        }
    }
}
