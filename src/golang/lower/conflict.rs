//! Finds the lines by which git marks a conflict of two versions. These lines are not Go, but the text between them
//! is.

use std::ops::Range;

/// The byte ranges of the marker lines, in order. Incomplete conflicts are ignored.
pub(super) fn markers(text: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut open, mut is_parted) = (Vec::new(), Vec::new(), false);
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let place = at..at + line.len();
        at = place.end;
        let is = |sign: &[u8; 7]| {
            line.strip_prefix(sign)
                .is_some_and(|rest| matches!(rest.first(), None | Some(b' ' | b'\r' | b'\n')))
        };
        if is(b"<<<<<<<") {
            (open, is_parted) = (vec![place], false);
        } else if open.is_empty() {
            // No conflict is open here, so the line is no marker.
        } else if is(b"|||||||") {
            open.push(place);
        } else if is(b"=======") {
            is_parted = true;
            open.push(place);
        } else if is(b">>>>>>>") && is_parted {
            found.append(&mut open);
            found.push(place);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_found_that_are_whole() {
        let lines = |text: &str| -> Vec<String> {
            let line = |place: Range<usize>| text[place].trim_end().to_owned();
            markers(text.as_bytes()).into_iter().map(line).collect()
        };
        assert_eq!(
            lines("a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> x\r\ne"),
            ["<<<<<<< HEAD", "||||||| base", "=======", ">>>>>>> x"]
        );
        assert_eq!(lines("<<<<<<<\n=======\n>>>>>>>"), ["<<<<<<<", "=======", ">>>>>>>"]);
        for text in ["", "=======\n>>>>>>> x\n", "<<<<<<< a\n>>>>>>> b\n", " <<<<<<< a\n=======\n>>>>>>> b\n"]
        {
            assert!(lines(text).is_empty(), "{text}");
        }
    }
}
