//! Go text without what the compiler overlooks.

/// The text without comments, runs of blanks being one blank, or one line feed where they hold one (line feeds end
/// statements). Two declarations with equal results differ in nothing but layout and remarks. Any bytes are fine. O(n).
#[must_use]
pub(super) fn significant(text: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let mut blank = None;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let (len, token) = match byte {
            b'/' if rest.starts_with(b"//") => (until(rest, b"\n", 2), Token::Blank(b' ')),
            b'/' if rest.starts_with(b"/*") => {
                let len = until(rest, b"*/", 2) + 2;
                let spans_lines = rest[..len.min(rest.len())].contains(&b'\n');
                (len, Token::Blank(if spans_lines { b'\n' } else { b' ' }))
            }
            b'`' => (until(rest, b"`", 1) + 1, Token::Text),
            b'"' | b'\'' => (quoted(rest, byte), Token::Text),
            b' ' | b'\t' | b'\r' => (1, Token::Blank(b' ')),
            b'\n' => (1, Token::Blank(b'\n')),
            _ => (1, Token::Text),
        };
        let len = len.min(rest.len());
        match token {
            Token::Blank(kind) => blank = if blank == Some(b'\n') { blank } else { Some(kind) },
            Token::Text => {
                out.extend(blank.take().filter(|_| !out.is_empty()));
                out.extend(&rest[..len]);
            }
        }
        at += len;
    }
    out
}

enum Token {
    Blank(u8),
    Text,
}

/// Bytes before `end`, looked for from `from` on; all when it is not there.
fn until(text: &[u8], end: &[u8], from: usize) -> usize {
    let tail = text.get(from..).unwrap_or_default();
    tail.windows(end.len()).position(|window| window == end).map_or(text.len(), |at| from + at)
}

/// Length of a literal in quotes with escapes, or up to the end of its line when it is not closed.
fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn layout_and_remarks_do_not_count_all_else_does() {
        let same = [
            ("a := 1 // one\nb()", "a  :=\t1\nb()"),
            ("f(/* x */ 1)", "f( 1)"),
            ("a()\n\n\n\tb()", "a()\nb()"),
            ("a() /* x\n */ b()", "a()\nb()"),
            ("  a\r\n", "a"),
        ];
        for (a, b) in same {
            assert_eq!(significant(a.as_bytes()), significant(b.as_bytes()), "{a:?} {b:?}");
        }
        let different = [
            ("a()\nb()", "a() b()"),
            (r#"x("a // b")"#, r#"x("a ")"#),
            (r#"x("\" // b")"#, r#"x("\" ")"#),
            ("x(`a  b`)", "x(`a b`)"),
            ("x('/', y)", "x('/',z)"),
        ];
        for (a, b) in different {
            assert_ne!(significant(a.as_bytes()), significant(b.as_bytes()), "{a:?} {b:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_fine_and_a_second_time_changes_nothing(text in "[a /*\"'`\\\\\n]{0,40}") {
            let once = significant(text.as_bytes());
            prop_assert!(once.len() <= text.len());
            prop_assert_eq!(significant(&once), once);
        }
    }
}
