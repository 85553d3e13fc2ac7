//! Computes the edit distance of two words: the number of letters inserted, deleted or replaced and of neighbours
//! swapped (Damerau 1964, restricted: optimal string alignment).

/// The most edits between a misspelt word of `length` letters and the intended one.
#[must_use]
pub fn edits_allowed(length: usize) -> usize {
    if length <= 5 { 1 } else { 2 }
}

/// The number of edits between two words; `None` if it is more than `bound`. O(length x length).
#[must_use]
pub fn edits(from: &str, to: &str, bound: usize) -> Option<usize> {
    DistanceRows::default().distance(&from.chars().collect::<Vec<_>>(), to, bound)
}

/// Returns whether `word` may be a misspelt `other`.
pub(crate) fn is_nearly(word: &str, other: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    DistanceRows::default().distance(&letters, other, edits_allowed(letters.len())).is_some()
}

/// A bit set of the letters and digits of a word.
pub(crate) fn mask(word: &str) -> u64 {
    word.bytes().fold(0, |mask, byte| mask | 1 << (byte & 63))
}

/// Three rows of the matrix of distances, kept for many comparisons.
#[derive(Default)]
pub(crate) struct DistanceRows {
    other: Vec<char>,
    before: Vec<usize>,
    last: Vec<usize>,
    now: Vec<usize>,
}

impl DistanceRows {
    /// The number of edits between two words; `None` if it is more than `bound`. O(length x length).
    pub(crate) fn distance(&mut self, word: &[char], other: &str, bound: usize) -> Option<usize> {
        self.other.clear();
        self.other.extend(other.chars());
        let (n, m) = (word.len(), self.other.len());
        if n.abs_diff(m) > bound {
            return None;
        }
        self.last = (0..=m).collect();
        self.before = vec![0; m + 1];
        self.now = vec![0; m + 1];
        for i in 1..=n {
            self.now[0] = i;
            for j in 1..=m {
                let differs = usize::from(word[i - 1] != self.other[j - 1]);
                let mut least = (self.last[j] + 1).min(self.now[j - 1] + 1).min(self.last[j - 1] + differs);
                if i > 1 && j > 1 && word[i - 1] == self.other[j - 2] && word[i - 2] == self.other[j - 1] {
                    least = least.min(self.before[j - 2] + 1);
                }
                self.now[j] = least;
            }
            if self.now.iter().all(|&edits| edits > bound) {
                return None;
            }
            std::mem::swap(&mut self.before, &mut self.last);
            std::mem::swap(&mut self.last, &mut self.now);
        }
        (self.last[m] <= bound).then_some(self.last[m])
    }
}
