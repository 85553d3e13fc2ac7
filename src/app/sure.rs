//! The certainty of a link, by its calibrated confidence.

use crate::search::Strength;

/// The certainty of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    Sure,
    /// At least one in two.
    Likely,
    Doubtful,
}

impl Sure {
    pub fn of(confidence: f32) -> Self {
        match Strength::of_link(confidence) {
            Strength::Strong => Self::Sure,
            Strength::Fair => Self::Likely,
            Strength::Weak => Self::Doubtful,
        }
    }

    /// The sign before what a link leads to; a sure one has none.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Sure => "",
            Self::Likely => "~",
            Self::Doubtful => "?",
        }
    }

    /// The signs of a link that runs straight down in a tree, and of one that branches off.
    pub fn signs(self) -> [&'static str; 2] {
        match self {
            Self::Sure => ["│ ", "─"],
            Self::Likely => ["╎~", "~"],
            Self::Doubtful => ["┆?", "?"],
        }
    }
}
