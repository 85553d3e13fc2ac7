//! Computes the edit distance of two words: the number of letters inserted, deleted or replaced and of neighbours
//! swapped (Damerau 1964, restricted: optimal string alignment).

/// The most edits between a misspelt word of `length` letters and the intended one.
pub fn edits_allowed(length: usize) -> usize {
    if length <= 5 { 1 } else { 2 }
}

/// The number of edits between two words; `None` if it is more than `bound`. O(length x length).
pub fn edits(from: &str, to: &str, bound: usize) -> Option<usize> {
    if from.chars().count().abs_diff(to.chars().count()) > bound {
        return None;
    }
    let edits = strsim::osa_distance(from, to);
    (edits <= bound).then_some(edits)
}

/// Returns whether `word` may be a misspelt `other`.
pub(crate) fn is_nearly(word: &str, other: &str) -> bool {
    edits(word, other, edits_allowed(word.chars().count())).is_some()
}

/// A bit set of the letters and digits of a word.
pub(crate) fn mask(word: &str) -> u64 {
    word.bytes().fold(0, |mask, byte| mask | 1 << (byte & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_typing_errors() {
        for (a, b, bound, expect) in [
            ("abc", "acb", 1, Some(1)),
            ("abc", "abcd", 1, Some(1)),
            ("abc", "xbd", 1, None),
            ("abc", "xbd", 2, Some(2)),
            ("ca", "abc", 2, None),
            ("é", "e", 1, Some(1)),
        ] {
            assert_eq!(edits(a, b, bound), expect, "{a} {b}");
        }
    }
}
