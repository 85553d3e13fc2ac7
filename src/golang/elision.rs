//! Shortens a declaration to the statements that matter. A comment with the line numbers replaces each omitted part.
//!
//! Only whole statements, cases, fields and elements are omitted, and only if nothing else is on their lines, so the
//! result is well-formed Go.

use tree_sitter::{Node, Tree};

use super::lower::parse::BoundedParser;

/// The fewest rows that are omitted together, since the comment in their place takes one.
const LEAST_ROWS: usize = 2;
/// The deepest nesting of nodes that is shortened; deeper ones are shown as they are.
const MOST_DEPTH: usize = 120;

/// Shortens declarations with one parser.
pub struct Elider {
    parser: BoundedParser,
}

impl Default for Elider {
    fn default() -> Self {
        Self { parser: BoundedParser::new() }
    }
}

impl Elider {
    /// The declaration's text, reduced to the `wanted` rows (from 0, ascending) and to what encloses them. `line` is
    /// the number of its first row in the file. `None` if it does not parse as Go or if nothing can be omitted.
    /// O(length of the text).
    pub fn elide(&mut self, source: &str, line: u32, wanted: &[usize]) -> Option<String> {
        // The grammar requires a line end after a declaration.
        let tree: Tree = self.parser.parse([source, "\n"].concat().as_bytes())?;
        let root = tree.root_node();
        if root.has_error() {
            return None;
        }
        let rows: Vec<&str> = source.split('\n').collect();
        let mut marks = Marks { hidden: vec![false; rows.len()], wanted };
        marks.visit(root, 0);
        marks.show_short_runs().then(|| marks.write(&rows, line))
    }
}

/// Marks the rows of a declaration that are hidden.
struct Marks<'w> {
    hidden: Vec<bool>,
    wanted: &'w [usize],
}

/// The first and the last row of a node.
type RowSpan = (usize, usize);

impl Marks<'_> {
    fn is_wanted(&self, (first, last): RowSpan) -> bool {
        let at = self.wanted.partition_point(|&row| row < first);
        self.wanted.get(at).is_some_and(|&row| row <= last)
    }

    /// Hides all parts of a node that contain no wanted row. Recurses at most [`MOST_DEPTH`] deep.
    fn visit(&mut self, node: Node<'_>, depth: usize) {
        let (first, last) = span(node);
        if first == last || depth > MOST_DEPTH {
            return;
        }
        let items = inside(node).map(|inside| items(node, inside)).unwrap_or_default();
        let mut cursor = node.walk();
        if items.is_empty() {
            for child in node.named_children(&mut cursor) {
                self.visit(child, depth + 1);
            }
            return;
        }
        for BlockItem { rows, nodes, is_apart } in items {
            if !self.is_wanted(rows) && is_apart {
                self.hidden[rows.0..=rows.1].fill(true);
            } else {
                for node in nodes {
                    self.visit(node, depth + 1);
                }
            }
        }
    }

    /// Shows runs shorter than [`LEAST_ROWS`] again, and returns whether any row is still hidden.
    fn show_short_runs(&mut self) -> bool {
        let mut any = false;
        for run in self.hidden.chunk_by_mut(|a, b| a == b) {
            if run[0] && run.len() < LEAST_ROWS {
                run.fill(false);
            }
            any |= run[0];
        }
        any
    }

    fn write(&self, rows: &[&str], line: u32) -> String {
        let mut out: Vec<String> = Vec::with_capacity(rows.len());
        let mut row = 0;
        while let Some(text) = rows.get(row) {
            if !self.hidden[row] {
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
        out.join("\n")
    }
}

/// A part of a block that can be omitted as a whole, with the comments above it.
struct BlockItem<'t> {
    rows: RowSpan,
    nodes: Vec<Node<'t>>,
    /// Nothing else is on its rows.
    is_apart: bool,
}

fn span(node: Node<'_>) -> RowSpan {
    let (start, end) = (node.start_position(), node.end_position());
    // A node that ends with a line end does not reach into the next row.
    (start.row, if end.column == 0 { end.row.saturating_sub(1).max(start.row) } else { end.row })
}

/// The rows of a block's opening and closing token, between which its inside is; `None` for a node that is no block.
fn inside(node: Node<'_>) -> Option<RowSpan> {
    let is_case =
        matches!(node.kind(), "expression_case" | "default_case" | "type_case" | "communication_case");
    let is_block = matches!(
        node.kind(),
        "block"
            | "literal_value"
            | "field_declaration_list"
            | "interface_type"
            | "expression_switch_statement"
            | "type_switch_statement"
            | "select_statement"
    );
    if !is_case && !is_block {
        return None;
    }
    let mut cursor = node.walk();
    let opening = if is_case { ":" } else { "{" };
    let open = node.children(&mut cursor).find(|child| child.kind() == opening)?.start_position().row;
    let close = if is_case { span(node.next_sibling()?).0 } else { span(node).1 };
    Some((open, close))
}

/// The statements, cases, fields or elements inside of a block.
fn items(node: Node<'_>, (open, close): RowSpan) -> Vec<BlockItem<'_>> {
    let mut parts = Vec::new();
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        if child.kind() == "statement_list" {
            let mut cursor = child.walk();
            parts.extend(child.named_children(&mut cursor));
        } else {
            parts.push(child);
        }
    }
    let mut items: Vec<BlockItem<'_>> = Vec::new();
    // A comment belongs to the item below it.
    let mut comment_above = false;
    let mut taken = open;
    for part in parts {
        let rows = span(part);
        if rows.0 <= open {
            taken = taken.max(rows.1);
            continue;
        }
        let is_comment = part.kind() == "comment";
        match items.last_mut() {
            Some(item) if comment_above || rows.0 <= item.rows.1 => {
                item.rows.1 = item.rows.1.max(rows.1);
                item.nodes.push(part);
                comment_above &= is_comment;
            }
            _ => {
                items.push(BlockItem { rows, nodes: vec![part], is_apart: true });
                comment_above = is_comment;
            }
        }
    }
    for item in &mut items {
        item.is_apart = item.rows.0 > taken && item.rows.1 < close;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elided(source: &str, wanted: &[usize]) -> Option<String> {
        Elider::default().elide(source, 10, wanted)
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
                assert!(
                    Elider::default().elide(&text, 1, &[]).is_some() || !text.contains("// …\n"),
                    "{text}"
                );
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

		// What came is worked on.
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
}
