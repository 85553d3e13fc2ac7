//! Worth of the parts of a pack: of each level of detail, and of each row by its rank and size.

use crate::search::pack::render::DetailLevel;

/// The worth of each level of detail, as a share of the worth of the whole declaration, in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    pub name: f64,
    pub signature: f64,
    pub excerpt: f64,
    pub full: f64,
}

impl Default for Worth {
    fn default() -> Self {
        Self { name: 0.1, signature: 0.3, excerpt: 0.45, full: 1.0 }
    }
}

/// The value of a row: `tokens^size / (rank + half)`, with ranks from 0 and the tokens of the whole declaration. The
/// tenth row is less likely to be wanted than the first, however close their scores are; and declarations of three
/// lines, hundreds of which would fit, are seldom essential.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    pub half: f64,
    pub size: f64,
}

impl Default for Curve {
    fn default() -> Self {
        Self { half: 4.0, size: 0.3 }
    }
}

impl Curve {
    /// Sizes, in tokens, are clamped to this range.
    const SIZES: [f64; 2] = [20.0, 1500.0];
    /// Bytes of Go in a token, about.
    const BYTES: f64 = 3.5;

    /// The worth of the row at `rank` whose declaration has `bytes`; positive.
    #[must_use]
    pub fn of(self, rank: usize, bytes: usize) -> f64 {
        let tokens = (bytes as f64 / Self::BYTES).clamp(Self::SIZES[0], Self::SIZES[1]);
        tokens.powf(self.size) / (rank as f64 + self.half.max(0.1))
    }
}

impl Worth {
    /// Within 0 and 1, whatever the settings say.
    pub(crate) fn of(self, view: DetailLevel) -> f64 {
        let worth = match view {
            DetailLevel::Name => self.name,
            DetailLevel::Signature => self.signature,
            DetailLevel::Excerpt => self.excerpt,
            DetailLevel::Full => self.full,
        };
        usable(worth).min(1.0)
    }
}

/// A number that the settings may say, as a weight: not negative, and 0 for what is no number.
pub(crate) fn usable(number: f64) -> f64 {
    if number.is_finite() { number.max(0.0) } else { 0.0 }
}
