//! The certainty of a link, by its calibrated confidence.

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
        match confidence {
            c if c >= 0.95 => Self::Sure,
            c if c >= 0.5 => Self::Likely,
            _ => Self::Doubtful,
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
