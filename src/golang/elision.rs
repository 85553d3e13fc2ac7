//! Shortens a declaration to the statements that matter. A comment with the line numbers replaces each omitted part.
//!
//! Only whole statements, cases, fields and elements are omitted, and only if nothing else is on their lines, so the
//! result is well-formed Go. Brackets, line ends and commas show where they begin and end: the declarations of an
//! answer are shortened anew for each question, and a parser takes ten times as long.

use std::ops::Range;

use super::lower::scan::{Lexeme, Scanner, Token, line_ends};

/// The fewest rows that are omitted together, since the comment in their place takes one.
const MIN_ROWS: usize = 2;
/// The deepest nesting of blocks that is shortened; deeper ones are shown as they are.
const MAX_DEPTH: usize = 60;

/// A shortened declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elided {
    pub text: String,
    /// Its lines of the file: first and last of each run, rising.
    pub lines: Vec<[u32; 2]>,
}

/// A declaration, read once to be shortened in several ways.
#[derive(Debug)]
pub struct Elision<'s> {
    rows: Vec<&'s str>,
    pieces: Vec<Piece>,
}

impl<'s> Elision<'s> {
    /// Reads a declaration; `None` if its brackets do not match. O(length of the text).
    pub fn of(source: &'s str) -> Option<Self> {
        Some(Self { pieces: pieces(source)?, rows: source.split('\n').collect() })
    }

    /// The declaration reduced to the `wanted` rows (from 0, ascending) and to what encloses them. `line` is the number
    /// of its first row in the file. `None` if nothing can be omitted. O(length of the text).
    pub fn keep(&self, line: u32, wanted: &[usize]) -> Option<Elided> {
        let mut marks = Marks { pieces: &self.pieces, hidden: vec![false; self.rows.len()], wanted };
        marks.visit(0..self.pieces.len(), 0);
        marks.show_short_runs().then(|| marks.write(&self.rows, line))
    }
}

/// The first and the last row of something.
type RowSpan = (usize, usize);

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
struct Piece {
    shape: Shape,
    rows: RowSpan,
    /// The line ends after it, and the statement with it (Go spec, "Semicolons").
    ends_statement: bool,
}

/// The meaning of a token for the parts of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// An opening bracket, with the place of its closing one.
    Open {
        bracket: u8,
        close: usize,
    },
    Close,
    Comment,
    /// `case` or `default`.
    Case,
    /// A keyword that begins a statement, or an assignment: neither is directly in a literal.
    Statement,
    Comma,
    Semicolon,
    Colon,
    Other,
}

/// The keywords that begin a statement.
const STATEMENTS: [&[u8]; 14] = [
    b"break", b"const", b"continue", b"defer", b"fallthrough", b"for", b"go", b"goto", b"if", b"return",
    b"select", b"switch", b"type", b"var",
];

/// The tokens and comments of a declaration; `None` if its brackets do not match.
fn pieces(source: &str) -> Option<Vec<Piece>> {
    let bytes = source.as_bytes();
    let (mut pieces, mut open): (Vec<Piece>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut scanner = Scanner::new(bytes);
    let (mut row, mut at) = (0, 0);
    // The last token, if a line's end after it ends a statement.
    let mut last = None;
    loop {
        let token = scanner.next();
        let start = token.map_or(bytes.len(), |token| token.start);
        if token.is_none_or(|token| token.after_newline)
            && let Some(last) = last
            && let Some(last) = pieces.get_mut::<usize>(last)
        {
            last.ends_statement = true;
        }
        for comment in comments(&bytes[at..start]) {
            let first = row + line_ends(&bytes[at..at + comment.start]);
            let rows = (first, first + line_ends(&bytes[at + comment.start..at + comment.end]));
            pieces.push(Piece { shape: Shape::Comment, rows, ends_statement: false });
        }
        let Some(token) = token else { break };
        let first = row + line_ends(&bytes[at..start]);
        row = first + line_ends(&bytes[start..token.end]);
        at = token.end;
        let shape = match token.lexeme {
            Lexeme::Mark(bracket @ (b'{' | b'(' | b'[')) => {
                open.push(pieces.len());
                Shape::Open { bracket, close: 0 }
            }
            Lexeme::Mark(closing @ (b'}' | b')' | b']')) => {
                let close = pieces.len();
                let opening = pieces.get_mut(open.pop()?)?;
                let Shape::Open { bracket, .. } = opening.shape else { return None };
                if !matches!((bracket, closing), (b'{', b'}') | (b'(', b')') | (b'[', b']')) {
                    return None;
                }
                opening.shape = Shape::Open { bracket, close };
                Shape::Close
            }
            _ => shape_of(token, bytes),
        };
        let is_double = matches!(token.lexeme, Lexeme::Mark(b'+' | b'-'))
            && start.checked_sub(1).is_some_and(|before| bytes[before] == bytes[start]);
        last = (is_double || token.ends_statement()).then_some(pieces.len());
        pieces.push(Piece { shape, rows: (first, row), ends_statement: false });
    }
    open.is_empty().then_some(pieces)
}

/// The shape of a token that is no bracket.
fn shape_of(token: Token<'_>, source: &[u8]) -> Shape {
    let is_next = |mark: u8| source.get(token.end) == Some(&mark);
    match token.lexeme {
        Lexeme::Word(b"case" | b"default") => Shape::Case,
        Lexeme::Word(word) if STATEMENTS.contains(&word) => Shape::Statement,
        Lexeme::Mark(b',') => Shape::Comma,
        Lexeme::Mark(b';') => Shape::Semicolon,
        Lexeme::Mark(b':') if !is_next(b'=') => Shape::Colon,
        Lexeme::Mark(b'=') => {
            let before = token.start.checked_sub(1).and_then(|at| source.get(at));
            let is_comparison = is_next(b'=') || matches!(before, Some(b'=' | b'!' | b'<' | b'>'));
            if is_comparison { Shape::Other } else { Shape::Statement }
        }
        _ => Shape::Other,
    }
}

/// The comments among the blanks between two tokens.
fn comments(between: &[u8]) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    let mut at = 0;
    while let Some(found) = between.get(at..).and_then(|rest| memchr::memchr(b'/', rest)) {
        let (start, rest) = (at + found, &between[at + found..]);
        at = if rest.starts_with(b"/*") {
            memchr::memmem::find(&rest[2..], b"*/").map_or(between.len(), |end| start + end + 4)
        } else {
            memchr::memchr(b'\n', rest).map_or(between.len(), |end| start + end)
        };
        comments.push(start..at);
    }
    comments
}

/// Marks the rows of a declaration that are hidden.
struct Marks<'p> {
    pieces: &'p [Piece],
    hidden: Vec<bool>,
    wanted: &'p [usize],
}

/// A part of a block that can be omitted as a whole, with the comments above it.
struct BlockItem {
    rows: RowSpan,
    pieces: Range<usize>,
}

impl Marks<'_> {
    fn is_wanted(&self, (first, last): RowSpan) -> bool {
        let at = self.wanted.partition_point(|&row| row < first);
        self.wanted.get(at).is_some_and(|&row| row <= last)
    }

    /// Hides the parts of all blocks among some pieces that contain no wanted row. Recurses at most [`MAX_DEPTH`] deep.
    fn visit(&mut self, pieces: Range<usize>, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let mut at = pieces.start;
        while at < pieces.end {
            let Piece { shape, rows, .. } = self.pieces[at];
            match shape {
                Shape::Open { bracket: b'{', close } => {
                    let end = self.pieces[close].rows.0;
                    if rows.0 != end {
                        self.visit_block(at + 1..close, (rows.0, end), depth);
                    }
                    at = close + 1;
                }
                Shape::Case => {
                    let colon =
                        self.directly(at..pieces.end).find(|&at| self.pieces[at].shape == Shape::Colon);
                    let Some(colon) = colon else { return };
                    self.visit(at + 1..colon, depth + 1);
                    // At the latest the bracket that closes the switch follows.
                    let end = self.pieces.get(pieces.end).map_or(usize::MAX, |next| next.rows.0);
                    self.visit_block(colon + 1..pieces.end, (self.pieces[colon].rows.0, end), depth);
                    return;
                }
                _ => at += 1,
            }
        }
    }

    /// The same for the inside of one block, with the rows of its first and last token.
    fn visit_block(&mut self, inside: Range<usize>, (open, close): RowSpan, depth: usize) {
        for BlockItem { rows, pieces } in self.items(inside, open) {
            // Nothing else is on its rows.
            let is_apart = rows.0 > open && rows.1 < close;
            if is_apart && !self.is_wanted(rows) {
                self.hidden[rows.0..=rows.1].fill(true);
            } else {
                self.visit(pieces, depth + 1);
            }
        }
    }

    /// The pieces of a range that are in no bracket of it, opening brackets included.
    fn directly(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let here = at;
            at = match self.pieces.get(here)?.shape {
                Shape::Open { close, .. } => close + 1,
                _ => here + 1,
            };
            (here < range.end).then_some(here)
        })
    }

    /// The last piece of what begins with a piece: the closing bracket of an opening one.
    fn end(&self, at: usize) -> usize {
        if let Shape::Open { close, .. } = self.pieces[at].shape { close } else { at }
    }

    /// The statements, cases, fields or elements of a block, and comments, whose first line is at row `open`.
    fn items(&self, inside: Range<usize>, open: usize) -> Vec<BlockItem> {
        let mut items: Vec<BlockItem> = Vec::new();
        // A comment belongs to the item below it.
        let mut comment_above = false;
        for part in self.parts(inside) {
            let rows = (self.pieces[part.start].rows.0, self.pieces[part.end - 1].rows.1);
            let is_comment = part.len() == 1 && self.pieces[part.start].shape == Shape::Comment;
            match items.last_mut() {
                Some(item) if comment_above || rows.0 <= item.rows.1 => {
                    item.rows.1 = item.rows.1.max(rows.1);
                    item.pieces.end = part.end;
                    comment_above &= is_comment;
                }
                _ => {
                    items.push(BlockItem { rows, pieces: part });
                    comment_above = is_comment && rows.0 > open;
                }
            }
        }
        items
    }

    /// The same, each comment between two of them alone.
    fn parts(&self, inside: Range<usize>) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> = self
            .directly(inside.clone())
            .filter(|&at| self.pieces[at].shape == Shape::Case)
            .map(|case| self.with_comments(inside.start, case))
            .collect();
        if let Some(&first) = starts.first() {
            if first > inside.start {
                starts.insert(0, inside.start);
            }
            starts.push(inside.end);
            return starts.array_windows().map(|&[start, end]| start..end).collect();
        }
        let is_in_statement =
            |at: usize| self.pieces[self.end(at)].ends_statement || self.pieces[at].shape == Shape::Statement;
        let is_literal = !self.directly(inside.clone()).any(is_in_statement);
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut is_ended = true;
        for at in self.directly(inside) {
            let (shape, end) = (self.pieces[at].shape, self.end(at));
            match parts.last_mut() {
                Some(part) if !is_ended => part.end = end + 1,
                _ => parts.push(at..end + 1),
            }
            is_ended = match shape {
                Shape::Comment => is_ended,
                Shape::Comma => is_literal,
                Shape::Semicolon => true,
                _ => self.pieces[end].ends_statement,
            };
        }
        parts
    }

    /// The first of the comments on the lines above a piece, or the piece.
    fn with_comments(&self, from: usize, at: usize) -> usize {
        let is_above = |&at: &usize| {
            let before = at.checked_sub(1).and_then(|before| self.pieces.get(before));
            let Piece { shape, rows, .. } = self.pieces[at];
            shape == Shape::Comment && before.is_none_or(|before| before.rows.1 < rows.0)
        };
        (from..at).rev().take_while(is_above).last().unwrap_or(at)
    }

    /// Shows runs shorter than [`MIN_ROWS`] again, and returns whether any row is still hidden.
    fn show_short_runs(&mut self) -> bool {
        let mut any = false;
        for run in self.hidden.chunk_by_mut(|a, b| a == b) {
            if run[0] && run.len() < MIN_ROWS {
                run.fill(false);
            }
            any |= run[0];
        }
        any
    }

    fn write(&self, rows: &[&str], line: u32) -> Elided {
        let mut out: Vec<String> = Vec::with_capacity(rows.len());
        let mut lines: Vec<[u32; 2]> = Vec::new();
        let mut row = 0;
        while let Some(text) = rows.get(row) {
            if !self.hidden[row] {
                let at = line + row as u32;
                match lines.last_mut() {
                    Some(run) if run[1] + 1 == at => run[1] = at,
                    _ => lines.push([at; 2]),
                }
                out.push((*text).to_owned());
                row += 1;
                continue;
            }
            let first = row;
            let mut last = row;
            // Blank rows between and after hidden rows are omitted too.
            while rows.get(row).is_some_and(|text| self.hidden[row] || text.trim().is_empty()) {
                last = if self.hidden[row] { row } else { last };
                row += 1;
            }
            while out.last().is_some_and(|before| before.trim().is_empty()) {
                out.pop();
            }
            let indent = &text[..text.len() - text.trim_start().len()];
            let [from, to] = [first, last].map(|row| line as usize + row);
            out.push(format!("{indent}// … lines {from}-{to}"));
        }
        Elided { text: out.join("\n"), lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::lower::parse::BoundedParser;

    fn elided(source: &str, wanted: &[usize]) -> Option<String> {
        Some(Elision::of(source)?.keep(10, wanted)?.text)
    }

    #[test]
    fn the_lines_that_stay_are_told() {
        let source = "func f() {\n\ta()\n\tb()\n\tif c() {\n\t\td()\n\t}\n\te()\n\tg()\n}";
        let elided = Elision::of(source).unwrap().keep(20, &[4]).unwrap();
        assert_eq!(
            elided.text,
            "func f() {\n\t// … lines 21-22\n\tif c() {\n\t\td()\n\t}\n\t// … lines 26-27\n}"
        );
        assert_eq!(elided.lines, [[20, 20], [23, 25], [28, 28]]);
    }

    #[test]
    fn what_encloses_the_wanted_rows_stays_and_the_rest_is_counted_by_its_lines() {
        let source = "func (s *Store) Load(id string) error {\n\ta := 1\n\tb := 2\n\n\tif a > b {\n\t\treturn nil\n\t}\n\t\
                      for _, part := range s.parts {\n\t\tx := part.x\n\t\ty := part.y\n\t\tif err := part.read(x, y); err != nil {\n\
                      \t\t\tlog(err)\n\t\t\treturn err\n\t\t}\n\t}\n\treturn nil\n}";
        let expect = "func (s *Store) Load(id string) error {\n\t// … lines 11-16\n\tfor _, part := range s.parts {\n\t\t\
                      // … lines 18-19\n\t\tif err := part.read(x, y); err != nil {\n\t\t\t// … lines 21-22\n\t\t}\n\t}\n\treturn nil\n}";
        assert_eq!(elided(source, &[10]).as_deref(), Some(expect));
        let all: Vec<usize> = (0..source.lines().count()).collect();
        assert_eq!(elided(source, &all), None, "nothing would go");
        let none = "func (s *Store) Load(id string) error {\n\t// … lines 11-25\n}";
        assert_eq!(elided(source, &[]).as_deref(), Some(none));
    }

    #[test]
    fn cases_fields_and_elements_go_as_wholes() {
        for (source, wanted, expect) in [
            (
                "func f(x any) {\n\tswitch x {\n\tcase 1:\n\t\ta()\n\t\tb()\n\tcase 2,\n\t\t3:\n\t\tc()\n\t\td()\n\t\te()\n\tdefault:\n\t\tg()\n\t}\n}",
                7,
                "func f(x any) {\n\tswitch x {\n\t// … lines 12-14\n\tcase 2,\n\t\t3:\n\t\tc()\n\t\t// … lines 18-21\n\t}\n}",
            ),
            (
                "type T struct {\n\t// A is one.\n\tA int\n\n\t// B is two.\n\tB int\n\tC, D string\n\tE int\n}",
                5,
                "type T struct {\n\t// … lines 11-12\n\t// B is two.\n\tB int\n\t// … lines 16-17\n}",
            ),
            (
                "var m = map[string]int{\n\t\"a\": 1,\n\t\"b\": 2,\n\t\"c\": 3,\n}",
                3,
                "var m = map[string]int{\n\t// … lines 11-12\n\t\"c\": 3,\n}",
            ),
            (
                "type I interface {\n\tA()\n\tB()\n\tC()\n}",
                3,
                "type I interface {\n\t// … lines 11-12\n\tC()\n}",
            ),
            (
                "func f() {\n\tselect {\n\tcase <-a:\n\t\treturn\n\tcase v := <-b:\n\t\tgo func() {\n\t\t\tx(v)\n\t\t\ty(v)\n\t\t\tz(v)\n\t\t}()\n\t}\n}",
                6,
                "func f() {\n\tselect {\n\t// … lines 12-13\n\tcase v := <-b:\n\t\tgo func() {\n\t\t\tx(v)\n\t\t\t// … lines 17-18\n\t\t}()\n\t}\n}",
            ),
        ] {
            assert_eq!(elided(source, &[wanted]).as_deref(), Some(expect));
        }
    }

    #[test]
    fn what_shares_its_line_or_is_no_go_stays() {
        for source in [
            "func f() { a(); b() }",
            "func f() {\n\ta(); b()\n}",
            "func f() {\n\tx := `\n one\n two`; g(x)\n\ty() }",
            "func f( {\n\ta()\n\tb()\n\tc()\n}",
        ] {
            if let Some(text) = elided(source, &[0]) {
                assert!(!text.contains('`') || text.matches('`').count() == 2, "{text}");
                assert!(elided(&text, &[]).is_some() || !text.contains("// …\n"), "{text}");
            }
        }
        assert_eq!(elided("func f() { a(); b() }", &[]), None);
        assert_eq!(elided("func f( {\n\ta()\n\tb()\n\tc()\n}", &[]), None);
    }

    const SERVE: &str = r#"func (s *Server) serve(ctx context.Context, in chan job) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
		s.done()
	}()
	opts := []option{
		{name: "a", value: 1},
		{
			name:  "b",
			value: 2,
		},
	}
	text := `one
	two {
	three`
retry:
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()

		// The value is worked on.
		case j, ok := <-in:
			if !ok {
				break retry
			} else if j.late() {
				continue retry
			} else {
				s.count++
				s.last = j
			}
			switch v := j.value.(type) {
			case int, string:
				s.set(v)
				s.flush()
			case nil:
			default:
				return errors.New(text)
			}
		}
		if err := s.run(opts,
			func(x int) error {
				s.seen[x] = true
				s.total += x
				return nil
			},
		); err != nil {
			return err
		}
	}
}"#;

    #[test]
    fn what_is_left_parses_whatever_is_wanted() {
        let source = SERVE;
        let rows = source.lines().count();
        let mut parser = BoundedParser::new();
        for row in 0..rows {
            for other in (row..rows).step_by(7) {
                let Some(text) = elided(source, &[row, other]) else { continue };
                let parsed = parser.parse(text.as_bytes()).is_some_and(|tree| !tree.root_node().has_error());
                assert!(parsed, "{row} {other}\n{text}");
                let kept = source.lines().nth(row).is_some_and(|line| text.contains(line.trim()));
                assert!(kept, "row {row} is shown\n{text}");
            }
        }
    }

    #[test]
    fn a_comment_goes_or_stays_with_what_is_below_it() {
        for (source, wanted, expect) in [
            (
                "func f() {\n\ta() // first\n\tn++\n\t// Why b.\n\tb()\n\tc()\n\td() // last\n\t// end\n}",
                4,
                "func f() {\n\t// … lines 11-12\n\t// Why b.\n\tb()\n\t// … lines 15-17\n}",
            ),
            (
                "func f() {\n\tswitch x {\n\tcase 1:\n\t\ta()\n\t\tb() // one\n\t// Two is rare.\n\tcase 2:\n\t\tc()\n\t}\n}",
                7,
                "func f() {\n\tswitch x {\n\t// … lines 12-14\n\t// Two is rare.\n\tcase 2:\n\t\tc()\n\t}\n}",
            ),
            (
                "var t = []row{\n\t{a: 1, f: func() {\n\t\tg()\n\t\th()\n\t\ti()\n\t}}, // one\n\n\t// two\n\t{a: 2},\n\t{a: 3},\n}",
                2,
                "var t = []row{\n\t{a: 1, f: func() {\n\t\tg()\n\t\t// … lines 13-14\n\t}}, // one\n\t// … lines 17-19\n}",
            ),
            ("func f() {\n\tx, y = g(\n\t\t1,\n\t\t2,\n\t), h\n}", 0, "func f() {\n\t// … lines 11-14\n}"),
        ] {
            assert_eq!(elided(source, &[wanted]).as_deref(), Some(expect));
        }
        assert_eq!(elided("func f() {\n\treturn a,\n\t\tb,\n\t\tc\n}", &[1]), None);
    }
}
