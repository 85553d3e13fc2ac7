//! The lines that differ between two states of a file.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

/// Lines that differ in one place: those of the old state, and those in their place. Either may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// From 1, the end left out.
    pub old: Range<u32>,
    pub new: Range<u32>,
}

/// The places where two texts differ, in order. Rare lines hold them together (histogram diff), so that a moved brace does not.
pub fn line_changes(old: &[u8], new: &[u8]) -> Vec<LineChange> {
    let mut input = InternedInput::default();
    input.update_before(lines(old));
    input.update_after(lines(new));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let from_one = |lines: Range<u32>| lines.start + 1..lines.end + 1;
    diff.hunks().map(|hunk| LineChange { old: from_one(hunk.before), new: from_one(hunk.after) }).collect()
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let rows =
        (!text.is_empty()).then(|| text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n'));
    rows.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> Vec<String> {
        let changes = line_changes(old.as_bytes(), new.as_bytes()).into_iter();
        changes.map(|change| format!("-{:?} +{:?}", change.old, change.new)).collect()
    }

    #[test]
    fn places_that_differ_have_the_lines_of_both_states() {
        let cases: &[(&str, &str, &str, &[&str])] = &[
            ("nothing", "a\nb\n", "a\nb\n", &[]),
            ("a line more", "a\nc\n", "a\nb\nc\n", &["-2..2 +2..3"]),
            ("a line less", "a\nb\nc\n", "a\nc\n", &["-2..3 +2..2"]),
            ("another line", "a\nb\nc\n", "a\nx\nc\n", &["-2..3 +2..3"]),
            ("a new file", "", "a\nb\n", &["-1..1 +1..3"]),
            ("a file that is gone", "a\nb\n", "", &["-1..3 +1..1"]),
            ("two places", "a\nb\nc\nd\n", "x\nb\nc\ny\nz\n", &["-1..2 +1..2", "-4..5 +4..6"]),
            ("no line that stands out", "x\nx\ny\ny\n", "x\ny\ny\ny\n", &["-2..3 +2..3"]),
            ("a function before another", "f {\n}\n", "g {\n}\n\nf {\n}\n", &["-1..1 +1..4"]),
            ("no newline at the end", "a\nb", "a\nb\n", &[]),
            // The fuzzer of why found this: one empty line is no empty file.
            ("an empty line in an empty file", "", "\n", &["-1..1 +1..2"]),
            ("lines that changed places", "a\nb\n", "b\na\n", &["-1..1 +1..2", "-2..3 +3..3"]),
        ];
        for (what, old, new, expected) in cases {
            let found = shown(old, new);
            let is_same = found == *expected;
            // Either of two lines that changed places may be the one that moved.
            let is_other = *what == "lines that changed places" && found.len() == 2;
            assert!(is_same || is_other, "{what}: {found:?}");
        }
    }

    #[test]
    fn what_is_kept_is_the_same_in_both() {
        let mut seed = 7_u32;
        let mut letter = || {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            ["a", "b", "c", "d", ""][(seed >> 16) as usize % 5]
        };
        for _ in 0..500 {
            let [old, new] = [9, 7].map(|n| (0..n).map(|_| letter()).collect::<Vec<_>>().join("\n"));
            let changes = line_changes(old.as_bytes(), new.as_bytes());
            let rest = |text: &str, of: fn(&LineChange) -> &Range<u32>| -> Vec<String> {
                let lines = lines(text.as_bytes()).zip(1..);
                let kept = lines.filter(|(_, at)| !changes.iter().any(|change| of(change).contains(at)));
                kept.map(|(line, _)| String::from_utf8_lossy(line).into_owned()).collect()
            };
            assert_eq!(rest(&old, |c| &c.old), rest(&new, |c| &c.new), "{old:?} {new:?}");
        }
    }
}
