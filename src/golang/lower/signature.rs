//! Writes a declaration's head as one line of text.

use crate::golang::facts::MAX_SIGNATURE;
use crate::golang::signature::results;
use crate::model::clean;

/// Appends the pieces of Go source to `out` as one line. Comments are dropped, blanks collapsed, a line end becomes
/// the `;` that it stands for, and characters that control a terminal are spelled out. At most [`MAX_SIGNATURE`]
/// bytes, the last of them `…` if something was cut off.
pub(super) fn one_line(pieces: &[&[u8]], out: &mut Vec<u8>) {
    let start = out.len();
    write(pieces, MAX_SIGNATURE, out);
    tidy(out, start);
}

/// Appends the head of a function as one line. If it is too long, parameters are omitted rather than results: `func
/// New(a int, …) (*T, error)`.
pub(super) fn head_line(head: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    write(&[head], LONGEST_HEAD, out);
    if out.len() - start > MAX_SIGNATURE
        && let Some(short) = shortened(&String::from_utf8_lossy(&out[start..]))
    {
        out.truncate(start);
        out.extend_from_slice(short.as_bytes());
    }
    tidy(out, start);
}

/// The most bytes of a function's head that are searched for its results.
const LONGEST_HEAD: usize = 16 * MAX_SIGNATURE;
/// Replaces the parameters for which there is no room.
const LEFT_OUT: &str = ", …)";

/// A function's signature without its last parameters; `None` if the results alone are too long.
fn shortened(text: &str) -> Option<String> {
    let results = results(text);
    let parameters = text.strip_suffix(results)?.strip_suffix(')')?;
    let room = MAX_SIGNATURE.checked_sub(results.len() + LEFT_OUT.len())?;
    let end = parameters[..parameters.floor_char_boundary(room)].rfind(", ")?;
    Some(format!("{}{LEFT_OUT}{results}", &parameters[..end]))
}

fn write(pieces: &[&[u8]], most: usize, out: &mut Vec<u8>) {
    let start = out.len();
    let mut line = LineWriter { out, start, most, gap: Gap::None };
    for piece in pieces {
        if line.is_full() {
            break;
        }
        line.piece(piece);
    }
}

/// The blanks between the last byte and the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Blank,
    Newline,
}

struct LineWriter<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
    most: usize,
    gap: Gap,
}

impl LineWriter<'_> {
    fn is_full(&self) -> bool {
        self.out.len() - self.start > self.most
    }

    fn piece(&mut self, text: &[u8]) {
        let mut at = 0;
        while at < text.len() && !self.is_full() {
            let rest = &text[at..];
            at += match rest[0] {
                b'\n' => self.space(Gap::Newline),
                b' ' | b'\t' | b'\r' => self.space(Gap::Blank),
                b'/' if rest.starts_with(b"//") => end_of_line(rest),
                b'/' if rest.starts_with(b"/*") => {
                    self.space(Gap::Blank);
                    find(rest, b"*/").map_or(rest.len(), |end| end + 2)
                }
                quote @ (b'"' | b'\'' | b'`') => self.write(&rest[..end_of_quoted(rest, quote)]),
                _ => self.write(&rest[..1]),
            };
        }
    }

    fn space(&mut self, gap: Gap) -> usize {
        if self.gap != Gap::Newline {
            self.gap = gap;
        }
        1
    }

    /// Writes a token or a part of one, preceded by whatever the gap stands for.
    fn write(&mut self, token: &[u8]) -> usize {
        let last = self.out[self.start..].last().copied();
        match (std::mem::replace(&mut self.gap, Gap::None), last) {
            (Gap::None, _) | (_, None | Some(b'(' | b'[')) => {}
            (_, Some(b',')) if matches!(token[0], b')' | b']') => {
                self.out.pop();
            }
            (_, _) if matches!(token[0], b')' | b']') => {}
            // A line that ends with a name, a literal or a closing bracket ends a statement (Go spec, "Semicolons").
            (Gap::Newline, Some(last)) if token[0] != b'}' && ends_statement(last) => {
                self.out.extend_from_slice(b"; ");
            }
            _ => self.out.push(b' '),
        }
        let room = (self.start + self.most + 1).saturating_sub(self.out.len());
        self.out.extend_from_slice(&token[..token.len().min(room)]);
        token.len()
    }
}

fn ends_statement(last: u8) -> bool {
    last.is_ascii_alphanumeric()
        || last >= 0x80
        || matches!(last, b'_' | b'"' | b'\'' | b'`' | b')' | b']' | b'}')
}

fn end_of_line(text: &[u8]) -> usize {
    text.iter().position(|&b| b == b'\n').unwrap_or(text.len())
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// The length of the literal at the start of `text`. Only raw strings continue after a line end.
fn end_of_quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' if quote != b'`' => at += 1,
            b'\n' if quote != b'`' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

const ELLIPSIS: &str = "…";

/// Makes the written text valid UTF-8, harmless to a terminal, and short.
fn tidy(out: &mut Vec<u8>, start: usize) {
    let harmless = |text: &[u8]| text.iter().all(|b| matches!(b, b' '..=b'~'));
    let cut = out.len() - start > MAX_SIGNATURE;
    if !cut && harmless(&out[start..]) {
        return;
    }
    // Raw strings may contain line ends and tabs.
    let text = String::from_utf8_lossy(&out[start..]).replace(['\n', '\r', '\t'], " ");
    let text = clean(&text);
    out.truncate(start);
    if text.len() <= MAX_SIGNATURE {
        return out.extend_from_slice(text.as_bytes());
    }
    let end = text.floor_char_boundary(MAX_SIGNATURE - ELLIPSIS.len());
    out.extend_from_slice(text[..end].trim_end().as_bytes());
    out.extend_from_slice(ELLIPSIS.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let mut out = Vec::new();
        one_line(&[text.as_bytes()], &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn of_a_long_head_the_results_stay() {
        let head = |text: &str| {
            let mut out = Vec::new();
            head_line(text.as_bytes(), &mut out);
            String::from_utf8(out).unwrap()
        };
        let parameters = (0..60)
            .map(|n| format!("\n\tparameter{n} map[string]func(a, b int),"))
            .collect::<Vec<_>>()
            .concat();
        let long = head(&format!("func (s *Service) New({parameters}\n) (*Controller, error) "));
        assert!(long.starts_with("func (s *Service) New(parameter0 map[string]func(a, b int), "), "{long}");
        assert!(long.ends_with(", …) (*Controller, error)") && long.len() <= MAX_SIGNATURE, "{long}");
        assert!(head(&format!("func New({parameters}\n)")).ends_with(", …)"));
        assert_eq!(head("func F(a int) error "), "func F(a int) error");
        let results = format!("func F(a int) ({})", "r int, ".repeat(100));
        assert!(head(&results).ends_with('…'), "no room for both");
    }

    #[test]
    fn heads_become_one_line_of_go() {
        let cases = [
            ("func f(a int) error ", "func f(a int) error"),
            (
                "func f(\n\ta int,\n\tb string, // why\n) (\n\tc bool,\n\terr error,\n)",
                "func f(a int, b string) (c bool, err error)",
            ),
            ("m map[ string ]int", "m map[string]int"),
            ("f func(struct {\n\tA int\n\tB []T\n})", "f func(struct { A int; B []T })"),
            ("const s = \"a  b // c\" /* d */ + `e\n f`", "const s = \"a  b // c\" + `e  f`"),
            ("a /* x */ b", "a b"),
            ("x = '\\'' + '\"'", "x = '\\'' + '\"'"),
            ("é = \"\u{202e}\"", "é = \"\\u{202e}\""),
            ("", ""),
        ];
        for (source, expected) in cases {
            assert_eq!(line(source), expected, "{source:?}");
        }
    }

    #[test]
    fn long_heads_are_cut_at_a_character() {
        for text in ["é".repeat(5_000), format!("\"{}", "x".repeat(1 << 20)), "a, ".repeat(1_000)] {
            let cut = line(&text);
            assert!(cut.len() <= MAX_SIGNATURE && cut.len() > MAX_SIGNATURE - 8, "{}", cut.len());
            assert!(cut.ends_with('…'));
        }
        assert_eq!(line(&"y".repeat(MAX_SIGNATURE)).len(), MAX_SIGNATURE);
    }
}
