//! The lines that differ between two texts.

use crate::history::line_changes;

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffLine {
    Removed(String),
    Added(String),
}

/// The lines that differ, in order; where lines were replaced, the removed ones come first. Costs as
/// [`line_changes`] does.
pub fn lines(before: &str, after: &str) -> Vec<DiffLine> {
    let [old, new] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    let of = |lines: &[&str], range: std::ops::Range<u32>, make: fn(String) -> DiffLine| -> Vec<DiffLine> {
        let lines = lines.iter().take(range.end as usize - 1).skip(range.start as usize - 1);
        lines.map(|&line| make(line.to_owned())).collect()
    };
    let changes = line_changes(before.as_bytes(), after.as_bytes()).into_iter();
    changes
        .flat_map(|change| {
            let removed = of(&old, change.old, DiffLine::Removed);
            removed.into_iter().chain(of(&new, change.new, DiffLine::Added))
        })
        .collect()
}

/// The similarity of two texts in [0, 1]: the part of their lines that both have, in any order. Blank lines and lines
/// of one character do not count.
pub(super) fn similarity(a: &str, b: &str) -> f64 {
    fn sorted(text: &str) -> Vec<&str> {
        let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| line.len() > 1).collect();
        lines.sort_unstable();
        lines
    }
    let (a, b) = (sorted(a), sorted(b));
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(b[j]) {
            std::cmp::Ordering::Equal => (i, j, common) = (i + 1, j + 1, common + 1),
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
        }
    }
    match a.len() + b.len() {
        0 => 0.0,
        total => 2.0 * f64::from(common) / total as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_found_line_by_line() {
        let text = |lines: &[DiffLine]| -> String {
            let line = |line: &DiffLine| match line {
                DiffLine::Removed(text) => format!("-{text} "),
                DiffLine::Added(text) => format!("+{text} "),
            };
            lines.iter().map(line).collect()
        };
        for (before, after, expected) in [
            ("a\nb\nc", "a\nb\nc", ""),
            ("a\nb\nc", "a\nx\nc", "-b +x "),
            ("a\nc", "a\nb\nc", "+b "),
            ("a\nb\nc\nd", "b\nd", "-a -c "),
            ("", "a\nb", "+a +b "),
            ("a\nb\na\nb", "a\nb", "-a -b "),
        ] {
            assert_eq!(text(&lines(before, after)), expected, "{before:?} {after:?}");
        }
        assert!(similarity("func a() {\n\tx()\n\ty()\n}", "func b() {\n\tx()\n\ty()\n}") > 0.6);
        assert!(similarity("func a() {\n\tx()\n}", "type t struct {\n\tq int\n}") < 0.3);
    }
}
