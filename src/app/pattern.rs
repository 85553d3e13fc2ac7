//! The pattern of a text search: literal words, or a regular expression between slashes.

use regex::{Regex, RegexBuilder};
use std::ops::Range;

/// Largest compiled pattern, in bytes; one that needs more is refused.
const LARGEST: usize = 1 << 20;

/// A text to search for. Without a capital letter in it, case does not matter.
#[derive(Clone, Debug)]
pub struct TextPattern(Regex);

impl TextPattern {
    /// Reads what was typed: `words` as they are, `/expr/` as a regular expression (the closing slash may be missing).
    ///
    /// # Errors
    /// The expression is none, or is too large; why, in words.
    pub fn parse(typed: &str) -> Result<Self, String> {
        let expression = typed.strip_prefix('/').map(|rest| rest.strip_suffix('/').unwrap_or(rest));
        let source = expression.map_or_else(|| regex::escape(typed), str::to_owned);
        let is_lower = !expression.unwrap_or(typed).chars().any(char::is_uppercase);
        let built = RegexBuilder::new(&source).case_insensitive(is_lower).size_limit(LARGEST).build();
        let first_line = |error: regex::Error| {
            let text = error.to_string();
            text.lines().last().unwrap_or("it cannot be read").trim().to_owned()
        };
        built.map(Self).map_err(|error| format!("not a pattern: {}", first_line(error)))
    }

    /// Byte ranges of a line's matches; empty matches are left out.
    pub fn in_line<'l>(&'l self, line: &'l str) -> impl Iterator<Item = Range<usize>> + 'l {
        self.0.find_iter(line).map(|found| found.range()).filter(|range| !range.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_literal_and_slashes_make_patterns() {
        for (typed, line, found) in [
            ("a.b", "a.b axb", &[0][..]),
            ("/a.b/", "a.b axb", &[0, 4]),
            ("/a.b", "axb", &[0]),
            ("run", "Run run", &[0, 4]),
            ("Run", "Run run", &[0]),
            ("/x*/", "abc", &[]),
        ] {
            let pattern = TextPattern::parse(typed).expect(typed);
            let starts: Vec<usize> = pattern.in_line(line).map(|range| range.start).collect();
            assert_eq!(starts, found, "{typed}");
        }
        assert!(TextPattern::parse("/(/").expect_err("no pattern").starts_with("not a pattern"));
        assert!(TextPattern::parse("(").is_ok());
    }
}
