//! The table of signals with their weights, and their fusion to one score.
//!
//! Every signal but the absolute ones is divided by the mean of its ten best values among the candidates: signals of
//! any scale then meet as equals, and the best keeps its lead, which clipping at 1 would take. The score is their
//! convex combination: weights of signals that say nothing about the question are shared out among the others.

use serde::Serialize;

macro_rules! signals {
    ($($(#[doc = $doc:literal])* $signal:ident $name:literal $weight:literal $plain:literal),+ $(,)?) => {
        /// A signal: a measured reason for a symbol.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Signal { $($(#[doc = $doc])* $signal),+ }

        impl Signal {
            pub const ALL: [Self; COUNT] = [$(Self::$signal),+];

            /// The name in settings and answers.
            pub fn name(self) -> &'static str {
                match self { $(Self::$signal => $name),+ }
            }

            /// One line that describes it.
            pub fn about(self) -> &'static str {
                match self { $(Self::$signal => concat!($($doc),*).trim_ascii()),+ }
            }
        }

        /// Default weights, in the order of [`Signal::ALL`].
        pub(crate) const DEFAULTS: [f32; COUNT] = [$($weight),+];

        /// Default weights for plain questions, which seldom contain a name and look for code that does much.
        pub(crate) const PLAIN: [f32; COUNT] = [$($plain),+];
    };
}

/// Number of signals.
pub const COUNT: usize = 28;

signals! {
    /// BM25 over the symbol's weighted fields.
    Text "text" 1.0 0.35,
    /// Closeness of the question's words to the name's.
    Name "name" 1.5 0.4,
    /// Share of the question that its name makes up, if the question has all of its words.
    NameIn "name-in" 0.2 0.0,
    /// Share of the question that the doc comment covers.
    Doc "doc" 0.15 1.5,
    /// Share of the question that the symbol covers, in any field.
    Cover "cover" 1.2 0.8,
    /// BM25 over the text of the file.
    File "file" 0.6 0.0,
    /// BM25 over the text of the package.
    Package "package" 0.3 0.0,
    /// The best symbols of the file.
    FileTop "file-top" 0.48 0.0,
    /// Personalized PageRank from the best hits and the symbols named.
    Near "near" 1.2 0.95,
    /// Cosine of the question and what the symbol says.
    Semantic "semantic" 0.02 0.4,
    /// PageRank.
    Importance "importance" 0.02 0.0,
    /// Length of the declaration.
    Size "size" 0.25 0.5,
    /// It is a function or a method.
    Function "function" 0.17 0.0,
    /// Past commits with messages like the question touched it.
    Past "past" 0.17 0.2,
    /// The messages of all commits that touched it.
    Messages "messages" 0.04 1.0,
    /// Past commits with messages like the question touched its file.
    PastFile "past-file" 0.2 0.7,
    /// It changed recently itself.
    OwnChurn "own-churn" 0.2 0.0,
    /// Past commits changed it together with the best hits.
    Company "company" 0.1 0.0,
    /// Of a report: how well the symbol answers its title alone.
    Title "title" 1.5 0.0,
    /// Control: PageRank along the edges backwards.
    Hub "hub" 0.0 0.27,
    /// Number of other symbols that it depends on.
    Degree "degree" 0.0 0.15,
    /// The best hits call it.
    CalledBy "called-by" 0.0 0.65,
    /// It calls the best hits.
    Calling "calling" 0.0 0.42,
    /// Tests with names and docs like the question call it.
    Tested "tested" 0.0 0.6,
    /// Share of the question that the comments on what it calls and reads cover.
    CalleeDocs "callee-docs" 0.15 0.32,
    /// Share of the question that the comments of its callers cover.
    CallerDocs "caller-docs" 0.0 0.4,
    /// BM25 of the words beside the question.
    AlsoText "also-text" 1.2 1.2,
    /// Closeness of its name to the words beside the question.
    AlsoName "also-name" 1.0 1.0,
}

impl Signal {
    /// Returns whether its values have one scale for all questions and are used unscaled.
    pub fn is_absolute(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Doc
                | Self::Cover
                | Self::Function
                | Self::Hub
                | Self::Degree
                | Self::CalledBy
                | Self::Calling
        )
    }
}

/// A candidate and its signals.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub doc: u32,
    /// Unscaled values, in the order of [`Signal::ALL`].
    pub values: [f32; COUNT],
    /// Factor for the kind of code, in [0, 1].
    pub factor: f32,
    /// Degree to which it is only a part of something, in [0, 1]; [`crate::search::Weights::parts`] reduces `factor` by
    /// it.
    pub part: f32,
}

/// The part of a score that a signal has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScorePart {
    pub signal: &'static str,
    /// One line that describes the signal.
    #[serde(skip)]
    pub about: &'static str,
    /// Its share of the score.
    pub score: f32,
    /// Its weight, of 1 for all that were present.
    pub weight: f32,
}

/// The scales and effective weights of the signals for one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Fusion {
    scales: [f32; COUNT],
    weights: [f32; COUNT],
    /// Sum of the weights of the present signals before normalisation.
    pub(crate) total: f32,
}

/// Best values that a signal's scale is the mean of.
const BEST: usize = 10;

impl Fusion {
    /// Measures the candidates. O(candidates x signals).
    pub fn of(candidates: &[Candidate], weights: &[f32; COUNT]) -> Self {
        let mut fusion = Self { scales: [0.0; COUNT], weights: [0.0; COUNT], total: 0.0 };
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
        fusion.total = fusion.weights.iter().sum();
        if fusion.total > 0.0 {
            fusion.weights.iter_mut().for_each(|weight| *weight /= fusion.total);
        }
        fusion
    }

    /// The score of a candidate, not negative.
    pub fn score(&self, candidate: &Candidate) -> f32 {
        let sum: f32 = (0..COUNT).map(|ix| self.weights[ix] * self.scaled(candidate, ix)).sum();
        sum * candidate.factor
    }

    /// The parts of a candidate's score, largest first, without zeros.
    pub fn parts(&self, candidate: &Candidate) -> Vec<ScorePart> {
        let part = |(ix, signal): (usize, Signal)| {
            let score = self.weights[ix] * self.scaled(candidate, ix) * candidate.factor;
            (score > 0.0).then_some(ScorePart {
                signal: signal.name(),
                about: signal.about(),
                score,
                weight: self.weights[ix],
            })
        };
        let mut parts: Vec<ScorePart> = Signal::ALL.into_iter().enumerate().filter_map(part).collect();
        parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        parts
    }

    /// A signal of a candidate on the common scale.
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
        Candidate { doc: 0, values, factor: 1.0, part: 0.0 }
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
}
