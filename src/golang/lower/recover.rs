//! Cuts files with syntax errors into pieces, so that an error affects only the declaration that contains it.
//!
//! tree-sitter's own recovery may give up everything after an unclosed brace. So a file with errors is cut where a
//! package-level declaration must begin, and every piece is parsed by itself.

use tree_sitter::{Point, Range};

use super::scan::{Lexeme, Scanner, Token, line_ends};

/// The most pieces of one file. If there were more, neighbours share a piece, because each parse has a fixed cost.
const MAX_PIECES: usize = 4_096;

/// The pieces of a file. Each but the first begins with a keyword of a package-level declaration, or with the comment
/// above it.
///
/// Such a keyword is at the beginning of a line. `func` with a name, `import` and `package` cannot be there inside a
/// body; `type`, `var` and `const` can, unless the code around them is indented as by gofmt. O(length).
pub(super) fn pieces(text: &[u8]) -> Vec<Range> {
    let mut ends = ends(text);
    if ends.len() > MAX_PIECES {
        thin_out(&mut ends, text.len());
    }
    as_ranges(text, &ends)
}

fn ends(text: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut scanner = Scanner::new(text);
    let mut before: Option<Token<'_>> = None;
    let (mut depth, mut indented) = (0_u32, true);
    while let Some(token) = scanner.next() {
        let at_margin = token.after_newline && (token.start == 0 || text[token.start - 1] == b'\n');
        if at_margin && begins_piece(&token, before.as_ref(), scanner, depth == 0 || indented) {
            ends.extend(Some(comment_start(text, token.start)).filter(|&start| start > 0));
            (depth, indented) = (0, true);
        } else if at_margin && depth > 0 && !matches!(token.lexeme, Lexeme::Mark(_)) {
            indented = false;
        }
        match token.lexeme {
            Lexeme::Mark(b'(' | b'[' | b'{') => depth += 1,
            Lexeme::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = Some(token);
    }
    ends.push(text.len());
    ends
}

fn begins_piece(token: &Token<'_>, before: Option<&Token<'_>>, after: Scanner<'_>, trusted: bool) -> bool {
    let Lexeme::Word(word) = token.lexeme else { return false };
    match word {
        b"package" | b"import" => true,
        b"type" | b"var" | b"const" => trusted,
        b"func" => {
            // `func (` may begin a method, or a literal in code that is not indented.
            let named = after.peek().is_some_and(|t| matches!(t.lexeme, Lexeme::Word(_)));
            named || (trusted && before.is_none_or(Token::ends_statement))
        }
        _ => false,
    }
}

/// The start of the comment lines directly above a line, which belong to it.
fn comment_start(text: &[u8], line: usize) -> usize {
    let mut start = line;
    while let Some(end) = start.checked_sub(1) {
        let above = text[..end].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        if !text[above..end].trim_ascii_start().starts_with(b"//") {
            break;
        }
        start = above;
    }
    start
}

/// Joins neighbouring pieces until there are at most about [`MAX_PIECES`].
fn thin_out(ends: &mut Vec<usize>, len: usize) {
    let least = len / MAX_PIECES;
    let mut last = 0;
    ends.retain(|&end| {
        let keep = end == len || end > last + least;
        last = if keep { end } else { last };
        keep
    });
}

/// The pieces between the ends, as ranges for tree-sitter.
fn as_ranges(text: &[u8], ends: &[usize]) -> Vec<Range> {
    let (mut start_byte, mut start_point) = (0, Point { row: 0, column: 0 });
    let mut ranges = Vec::with_capacity(ends.len());
    for &end_byte in ends {
        let piece = &text[start_byte..end_byte];
        let rows = line_ends(piece);
        let column = match piece.iter().rposition(|&b| b == b'\n') {
            Some(newline) => piece.len() - newline - 1,
            None => start_point.column + piece.len(),
        };
        let end_point = Point { row: start_point.row + rows, column };
        ranges.push(Range { start_byte, end_byte, start_point, end_point });
        (start_byte, start_point) = (end_byte, end_point);
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_begin_where_declarations_must() {
        let cases: [(&str, &[&str]); 8] = [
            ("// P.\npackage p\nvar x", &["// P.\npackage p\n", "var x"]),
            (
                "package p\nfunc f() {\n\tif x {\n}\n\nfunc g() {}\n",
                &["package p\n", "func f() {\n\tif x {\n}\n\n", "func g() {}\n"],
            ),
            (
                "type T struct {\n\ta int\n\n// C\n// D\ntype U int\n",
                &["type T struct {\n\ta int\n\n", "// C\n// D\ntype U int\n"],
            ),
            ("var x = `\nfunc f() {}\n`\nvar y = 1", &["var x = `\nfunc f() {}\n`\n", "var y = 1"]),
            ("var x = `\nfunc f() {}\n", &["var x = `\n", "func f() {}\n"]),
            ("/*\nfunc f() {}\n*/\nvar y = 1", &["/*\nfunc f() {}\n*/\n", "var y = 1"]),
            (
                "func f() {\nx()\nvar y = 1\nfunc() {}()\n}\nfunc (r R) g() {}",
                &["func f() {\nx()\nvar y = 1\nfunc() {}()\n}\n", "func (r R) g() {}"],
            ),
            ("var f =\nfunc (x int) {}\n", &["var f =\nfunc (x int) {}\n"]),
        ];
        for (text, expected) in cases {
            let got: Vec<&str> =
                pieces(text.as_bytes()).iter().map(|r| &text[r.start_byte..r.end_byte]).collect();
            assert_eq!(got, expected);
        }
    }

    #[test]
    fn pieces_know_their_rows() {
        let ranges = pieces(b"package p\n\nvar x = 1\nvar y = 2");
        let rows: Vec<usize> = ranges.iter().map(|r| r.start_point.row).collect();
        assert_eq!(rows, [0, 2, 3]);
        assert_eq!(ranges[2].end_point, Point { row: 3, column: 9 });
    }

    #[test]
    fn a_small_piece_stands_beside_a_giant_one() {
        let text = format!("package p\nvar x = {}\n", "(".repeat(1 << 16));
        assert_eq!(pieces(text.as_bytes()).iter().map(|r| r.start_byte).collect::<Vec<_>>(), [0, 10]);
    }

    #[test]
    fn there_are_never_too_many() {
        let text = "func f(\n".repeat(200_000);
        let n = pieces(text.as_bytes()).len();
        assert!((2..=MAX_PIECES + 2).contains(&n), "{n}");
    }
}
