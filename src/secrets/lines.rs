//! Finds the lines of a text that match a pattern.

use std::ops::Range;

use regex::Regex;

/// The lines that a pattern matches in, each once, in order and without their line feeds. O(length).
pub(super) fn lines_with(form: &Regex, text: &str) -> Vec<Range<usize>> {
    let (mut lines, mut from) = (Vec::new(), 0);
    while let Some(hit) = form.find_at(text, from) {
        let start = memchr::memrchr(b'\n', &text.as_bytes()[..hit.start()]).map_or(0, |at| at + 1);
        let end =
            memchr::memchr(b'\n', &text.as_bytes()[hit.start()..]).map_or(text.len(), |at| hit.start() + at);
        lines.push(start..end);
        if end == text.len() {
            break;
        }
        from = end + 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_comes_once() {
        let form = Regex::new("b").unwrap();
        for (text, expected) in
            [("abba\nc\nb", &[(0, 4), (7, 8)][..]), ("", &[]), ("b\n", &[(0, 1)]), ("é\nbé", &[(3, 6)])]
        {
            let lines: Vec<(usize, usize)> =
                lines_with(&form, text).into_iter().map(|line| (line.start, line.end)).collect();
            assert_eq!(lines, expected, "{text:?}");
        }
    }
}
