//! Normalizes Go text: removes what the compiler ignores.

use std::collections::BTreeMap;

/// Operators of more than one byte, the longest first (Go spec, "Operators and punctuation").
const OPERATORS: &[&[u8]] = &[
    b"<<=", b">>=", b"&^=", b"...", b"<<", b">>", b"&^", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=",
    b"^=", b"&&", b"||", b"<-", b"++", b"--", b"==", b"!=", b"<=", b">=", b":=",
];

/// The text's tokens with a blank between two of them, or a line feed where a statement ends, by a line's end or by a
/// semicolon. Two declarations with equal results differ in nothing but layout and remarks. Any bytes are fine. O(n).
pub(super) fn significant(text: &[u8]) -> Vec<u8> {
    let mut tokens = Tokens { out: Vec::with_capacity(text.len() * 3 / 2), ends: 0 };
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let len = match byte {
            b'/' if rest.starts_with(b"//") => until(rest, b"\n", 2),
            b'/' if rest.starts_with(b"/*") => {
                let len = (until(rest, b"*/", 2) + 2).min(rest.len());
                if rest[..len].contains(&b'\n') {
                    tokens.end_line();
                }
                len
            }
            b' ' | b'\t' | b'\r' => 1,
            b'\n' => {
                tokens.end_line();
                1
            }
            b';' => {
                tokens.ends += 1;
                1
            }
            _ => {
                let len = token(rest).min(rest.len());
                tokens.push(&rest[..len]);
                len
            }
        };
        at += len;
    }
    tokens.out
}

/// The number of lines that differ, wherever they stand: the larger of the counts that only one text has, so that a
/// modified line counts once. The texts must be [`significant`] ones. O(n log n).
pub(super) fn lines_apart(old: &[u8], new: &[u8]) -> u32 {
    let mut times: BTreeMap<&[u8], i32> = BTreeMap::new();
    for (text, by) in [(old, -1), (new, 1)] {
        for line in text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            *times.entry(line).or_default() += by;
        }
    }
    let more = |sign: i32| times.values().map(|&n| (n * sign).max(0).unsigned_abs()).sum::<u32>();
    more(1).max(more(-1))
}

/// Tokens one after the other.
struct Tokens {
    out: Vec<u8>,
    /// Ends of statements since the last one.
    ends: u32,
}

impl Tokens {
    /// A line ends a statement after an operand, and after a word that may end one (Go spec, "Semicolons").
    fn end_line(&mut self) {
        if self.ends == 0 && self.may_end() {
            self.ends = 1;
        }
    }

    fn may_end(&self) -> bool {
        match &self.out[..] {
            [.., b'+', b'+'] | [.., b'-', b'-'] => true,
            [.., last] => is_word(*last) || matches!(last, b')' | b']' | b'}' | b'"' | b'\'' | b'`'),
            [] => false,
        }
    }

    fn push(&mut self, token: &[u8]) {
        // A closing bracket ends the last statement itself.
        if matches!(token, b")" | b"}") {
            self.ends = 0;
            if self.out.ends_with(b" ,") {
                self.out.truncate(self.out.len() - 2);
            }
        }
        match self.ends {
            1.. if self.may_end() => {
                self.out.push(b'\n');
                self.ends -= 1;
            }
            _ if self.out.is_empty() => {}
            _ => self.out.push(b' '),
        }
        (0..std::mem::take(&mut self.ends)).for_each(|_| self.out.extend(b"; "));
        self.out.extend(token);
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Length of the token that a text begins with: the longest one there is.
fn token(text: &[u8]) -> usize {
    match text.first() {
        Some(b'`') => until(text, b"`", 1) + 1,
        Some(&quote @ (b'"' | b'\'')) => quoted(text, quote),
        Some(&byte) if is_word(byte) => text.iter().take_while(|&&byte| is_word(byte)).count(),
        _ => {
            OPERATORS.iter().find(|operator| text.starts_with(operator)).map_or(1, |operator| operator.len())
        }
    }
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
    fn lines_count_once_where_they_differ_and_not_where_they_only_moved() {
        let cases = [
            ("a()\nb()\nc()", "c()\na()\nb()", 0),
            ("a()\nb()", "a()\nx()", 1),
            ("", "a()\nb()", 2),
            ("a()\na()\nb()", "a()\nb()", 1),
        ];
        for (old, new, expected) in cases {
            let [old, new] = [old, new].map(|text| significant(text.as_bytes()));
            assert_eq!(lines_apart(&old, &new), expected);
            assert_eq!(lines_apart(&new, &old), expected);
        }
    }

    #[test]
    fn layout_and_remarks_do_not_count_all_else_does() {
        let same = [
            ("a := 1 // one\nb()", "a  :=\t1\nb()"),
            ("f(/* x */ 1)", "f( 1)"),
            ("a()\n\n\n\tb()", "a()\nb()"),
            ("a() /* x\n */ b()", "a()\nb()"),
            ("  a\r\n", "a"),
            ("b.w * b.h", "b.w*b.h"),
            ("x=-1", "x = -1"),
            ("for i:=0;i<n;i++{ f(a,b) }", "for i := 0; i < n; i++ {\n\tf(\n\t\ta,\n\t\tb,\n\t)\n}"),
            ("a();\nb();", "a(); b()"),
            ("a ||\n\tb", "a || b"),
            ("T{1, 2}", "T{\n1,\n2,\n}"),
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
            ("a - -b", "a --b"),
            ("a & ^b", "a &^b"),
            ("c <- x", "c < -x"),
            ("for ; x; {}", "for ;; x {}"),
            ("for ; ; {}", "for {}"),
            ("return\nx", "return x"),
            ("type T[P *C,] int", "type T[P *C] int"),
        ];
        for (a, b) in different {
            assert_ne!(significant(a.as_bytes()), significant(b.as_bytes()), "{a:?} {b:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_fine(text in "[a /*\"'`\\\\\n;,)}]{0,40}") {
            let _ = significant(text.as_bytes());
        }

        #[test]
        fn a_second_time_changes_nothing(text in "[a /*\n;.()\\[\\]{}<&^+=-]{0,40}") {
            let once = significant(text.as_bytes());
            prop_assert_eq!(significant(&once), once);
        }
    }
}
