//! Edits between two words: a letter inserted, left out or replaced, or two neighbours swapped (Damerau 1964, restricted).

/// The edits that a word of `length` letters may be away from what was meant.
#[must_use]
pub fn edits_allowed(length: usize) -> usize {
    if length <= 5 { 1 } else { 2 }
}

/// Whether a word is at most as many edits away from another as a misspelt one may be.
pub(crate) fn is_nearly(word: &str, other: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    Rows::default().distance(&letters, other, edits_allowed(letters.len())).is_some()
}

/// One bit for each letter and digit that a word has.
pub(crate) fn mask(word: &str) -> u64 {
    word.bytes().fold(0, |mask, byte| mask | 1 << (byte & 63))
}

/// Rows of the matrix of distances, used again and again.
#[derive(Default)]
pub(crate) struct Rows {
    other: Vec<char>,
    before: Vec<usize>,
    last: Vec<usize>,
    now: Vec<usize>,
}

impl Rows {
    /// The edits between two words if they are at most `bound`.
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
