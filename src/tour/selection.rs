//! Steps about several lines: the `selection` of CodeTour, and how it is found again within its declaration.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::anchor::print;

/// The first and the last line, from 1.
pub(super) type Lines = [u32; 2];

/// The lines of a selection. None if it has no usable end.
pub(super) fn lines(selection: &Value) -> Option<Lines> {
    let line = |key: &str| {
        let line = selection.get(key)?.get("line")?.as_f64()?;
        (line >= 1.0).then_some(line as u32)
    };
    let end = line("end")?;
    let start = line("start").unwrap_or(end);
    Some([start.min(end), start.max(end)])
}

/// The selection of whole lines of a text. Columns are counted in UTF-16, as editors of CodeTour do.
pub(super) fn of_lines(text: &[u8], [start, end]: Lines) -> Value {
    let last = rows(text).nth((end as usize).saturating_sub(1)).unwrap_or_default();
    let last = String::from_utf8_lossy(last.strip_suffix(b"\r").unwrap_or(last)).encode_utf16().count() + 1;
    json!({ "start": { "line": start, "character": 1 }, "end": { "line": end, "character": last } })
}

/// A fingerprint of lines: that of the first one, which finds candidates, and that of all. Blanks do not matter, so a
/// formatter changes nothing.
pub(super) fn print_of(text: &[u8], lines: Lines) -> String {
    let [first, all] = [[lines[0]; 2], lines].map(|lines| print_of_rows(&rows_of(text, lines)));
    first + &all
}

/// The lines of that fingerprint within others, as many as `was`; of several runs the one nearest to `near`.
/// O(lines searched + lines of the runs that begin alike).
pub(super) fn find(
    text: &[u8],
    within: RangeInclusive<u32>,
    was: Lines,
    near: u32,
    wanted: &str,
) -> Option<Lines> {
    let (first, all) = wanted.split_at_checked(16)?;
    let more = was[1] - was[0];
    let (from, to) = (*within.start(), *within.end());
    let rows = rows_of(text, [from, to]);
    let mut found: Option<u32> = None;
    for at in 0..rows.len().saturating_sub(more as usize) {
        let start = from + at as u32;
        let is_nearer = found.is_none_or(|found| start.abs_diff(near) < found.abs_diff(near));
        if is_nearer
            && print_of_rows(&rows[at..=at]) == first
            && print_of_rows(&rows[at..=at + more as usize]) == all
        {
            found = Some(start);
        }
    }
    found.map(|start| [start, start + more])
}

fn rows(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
}

fn rows_of(text: &[u8], [start, end]: Lines) -> Vec<&[u8]> {
    let n = (end as usize + 1).saturating_sub(start.max(1) as usize);
    rows(text).skip((start as usize).saturating_sub(1)).take(n).collect()
}

fn print_of_rows(rows: &[&[u8]]) -> String {
    let rows: Vec<&[u8]> = rows.iter().map(|row| row.trim_ascii()).collect();
    print(&rows.join(&b'\n'), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_again_by_their_content() {
        let was = b"a\nb {\n\tc\n}\nb {\n\tc\n}\n";
        for (now, within, near, expected) in [
            (&was[..], 1..=7, 2, Some([2, 4])),
            (&was[..], 1..=7, 5, Some([5, 7])),
            (&was[..], 3..=7, 2, Some([5, 7])),
            (&was[..], 1..=3, 2, None),
            (b"x\ny\nb  {\n  c\n}\n", 1..=9, 2, Some([3, 5])),
            (b"b {\n\td\n}\n", 1..=3, 1, None),
            (b"", 1..=3, 1, None),
        ] {
            let print = print_of(was, [2, 4]);
            assert_eq!(find(now, within, [2, 4], near, &print), expected, "{now:?}");
        }
    }

    #[test]
    fn a_selection_has_lines_from_its_first_to_its_last() {
        let text = "a\ngrüße 𝄞\r\n".as_bytes();
        let selection = of_lines(text, [1, 2]);
        assert_eq!(selection["end"], json!({ "line": 2, "character": 9 }));
        assert_eq!(lines(&selection), Some([1, 2]));
        for (selection, expected) in [
            (json!({ "start": { "line": 7 }, "end": { "line": 3 } }), Some([3, 7])),
            (json!({ "end": { "line": 3.0 } }), Some([3, 3])),
            (json!({ "start": { "line": 3 } }), None),
            (json!({ "start": { "line": 1 }, "end": { "line": 0 } }), None),
            (json!("3"), None),
        ] {
            assert_eq!(lines(&selection), expected, "{selection}");
        }
    }
}
