//! Makes valid Go that tree-sitter-go 0.25 cannot parse parsable, without moving a byte.
//!
//! The grammar lacks two newer forms: `new(expr)` (Go 1.26) and methods with type parameters (Go 1.27). It takes every
//! function called `make` for the predeclared one, whose argument is a type; it knows no methods of a type literal
//! (`struct{ T }.M`); it reads only one label before a closing brace, no empty statement before a condition
//! (`if ; x {`), no group of values whose closing parenthesis follows the last one (`const (a = iota; b)`), and several
//! type arguments of a method only where it is called (`x().M[A, B]`). In a file that did not parse, the parser therefore
//! sees another text:
//!
//! - The last letter of `new` and `make` before a value is replaced, which makes it a plain call.
//! - Type parameters of methods are blanked out. They are parsed separately, in a text in which their method has lost
//!   its receiver instead and looks like a function.
//! - A type literal before a selector is replaced by a name, and parsed by itself. So is one among type arguments, and
//!   the commas between these become `|`.
//! - Labels before a closing brace are blanked out, except for the first; and empty statements before a condition.
//! - A blank before the closing parenthesis of a group becomes `;`. A group of one value without such a blank loses its
//!   parentheses.
//! - Parentheses around an embedded type, and type parameters of an interface's method, are blanked out. Go rejects both,
//!   but the grammar would give up the members after them.
//! - The dots of `[...]T(x)` are blanked out. Go has an array without a length in literals only, but the grammar would give
//!   up the declaration after it.
//! - The brackets of `f[]()` are blanked out, as no index is in them and the grammar would give up the call.
//! - `~x`, the complement of other languages, becomes `^x`. Go's parser reads it and its type checker rejects it, but
//!   the grammar would give up the declaration after it.
//!
//! Names and positions are always read from the source itself.

use std::ops::Range;

use tree_sitter::{Node as Cst, Point, Range as Piece, Tree};

use super::lookahead::{GenericMethod, Lookahead};
use super::parse::BoundedParser;
use super::scan::{Lexeme, Scanner, Token};
use super::type_list::SelectorChain;

/// Replaces the last letter of `new` and `make` for the parser, so that the names have no meaning in the grammar.
const STAND_IN: u8 = b'_';

/// The places of a text that the parser must see in another form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GrammarPatches {
    /// The last letter of each `new` or `make` before a value.
    callees: Vec<usize>,
    methods: Vec<GenericMethod>,
    /// Type literals that a selector follows, or that are type arguments.
    literals: Vec<Range<usize>>,
    /// Bytes to blank out: labels in a row before a closing brace, without the first; `;` before a condition;
    /// parentheses; type parameters of an interface's method; the dots of an array type outside of a literal; brackets
    /// without an index.
    blanks: Vec<Range<usize>>,
    /// Blanks that become `;`.
    terminators: Vec<usize>,
    /// Commas between type arguments.
    separators: Vec<usize>,
    /// Each `~` before an operand.
    complements: Vec<usize>,
}

impl GrammarPatches {
    /// Finds the places by their tokens. O(length of the text).
    pub(super) fn find(text: &[u8]) -> Self {
        let mut patches = Self::default();
        let mut scanner = Scanner::new(text);
        let mut before: Option<Token<'_>> = None;
        // Looking ahead costs tokens. The budget prevents that hostile nesting makes it quadratic.
        let mut budget = 4 * text.len() + 1_000;
        let (mut labels, mut chain) = (LabelRow::default(), SelectorChain::default());
        while let Some(token) = scanner.next() {
            let mut ahead = Lookahead::new(scanner, budget);
            patches.blanks.extend(labels.next(&token));
            if chain.next(&token)
                && let Some(list) = ahead.type_list(text)
            {
                patches.literals.extend(list.literals);
                patches.separators.extend(list.commas);
            } else if token.is_word("func") && begins_declaration(&token, before.as_ref()) {
                patches.methods.extend(ahead.generic_method(token.start));
            } else if (token.is_word("new") || token.is_word("make"))
                && !before.is_some_and(|t| t.is_mark(b'.') || t.is_word("func"))
                && ahead.is_call_of_value()
            {
                patches.callees.push(token.end - 1);
            } else if token.is_mark(b'~') && before.as_ref().is_some_and(|before| wants_operand(before)) {
                patches.complements.push(token.start);
            } else if token.is_mark(b'[') {
                patches.blanks.extend(ahead.rejected_in_brackets(token.start));
            } else if token.is_word("struct") || token.is_word("interface") {
                let mut members = ahead;
                patches.blanks.extend(members.rejected_in_members(token.is_word("struct")));
                ahead.budget = members.budget;
                patches.literals.extend(ahead.selected_literal(token.start));
            } else if token.is_word("if") || token.is_word("switch") {
                patches
                    .blanks
                    .extend(ahead.next().filter(|next| next.is_mark(b';')).map(|next| next.start..next.end));
            } else if (token.is_word("const") || token.is_word("var"))
                && let Some(group) = ahead.brackets(b'(')
            {
                patches.end_group(text, &group);
            }
            budget = ahead.budget;
            before = Some(token);
        }
        patches
    }

    /// Ends the last value of a group that no `;` or line end follows.
    fn end_group(&mut self, text: &[u8], group: &Range<usize>) {
        let Range { start, end } = *group;
        let inner = &text[start + 1..end - 1];
        let values = inner.trim_ascii_end();
        let ends_line = inner[values.len()..].contains(&b'\n');
        if ends_line || values.last().is_none_or(|&last| last == b';') {
            return;
        }
        if values.len() < inner.len() {
            self.terminators.push(end - 2);
        } else if !inner.iter().any(|&byte| matches!(byte, b';' | b'\n')) {
            self.blanks.extend([start..start + 1, end - 1..end]);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The text with every form replaced by one that parses.
    pub(super) fn masked(&self, text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for &letter in &self.callees {
            text[letter] = STAND_IN;
        }
        for &tilde in &self.complements {
            text[tilde] = b'^';
        }
        for method in &self.methods {
            blank(&mut text[method.type_params.clone()]);
        }
        for part in &self.blanks {
            blank(&mut text[part.clone()]);
        }
        for &at in &self.terminators {
            text[at] = b';';
        }
        for &comma in &self.separators {
            text[comma] = b'|';
        }
        // The gap between the name and the selector becomes a comment: a line end there would separate two
        // statements.
        for literal in &self.literals {
            let Range { start, end } = *literal;
            blank(&mut text[literal.clone()]);
            text[start] = STAND_IN;
            if end - start > 4 {
                text[start + 1..start + 3].copy_from_slice(b"/*");
                text[end - 2..end].copy_from_slice(b"*/");
            }
        }
        text
    }

    /// The trees of the type literals that were replaced by a name, by their first bytes. Each is parsed as the type
    /// of a variable.
    pub(super) fn literals(&self, text: &[u8], parser: &mut BoundedParser) -> Vec<(usize, Tree)> {
        const HEAD: &[u8] = b"var _ ";
        if self.literals.is_empty() {
            return Vec::new();
        }
        let mut text = text.to_vec();
        let (mut row, mut counted) = (0, 0);
        let mut trees = Vec::new();
        for literal in &self.literals {
            let Range { start, end } = *literal;
            let Some(head) = start.checked_sub(HEAD.len()) else { continue };
            row += memchr::memchr_iter(b'\n', &text[counted..start]).count();
            counted = start;
            let (before, after) = (text[head..start].to_vec(), text[end]);
            text[head..start].copy_from_slice(HEAD);
            text[end] = b'\n';
            let ends_in = row + memchr::memchr_iter(b'\n', &text[start..end]).count();
            let piece = Piece {
                start_byte: head,
                end_byte: end + 1,
                start_point: Point { row, column: 0 },
                end_point: Point { row: ends_in + 1, column: 0 },
            };
            trees.extend(parser.parse_piece(&text, piece).map(|tree| (start, tree)));
            text[head..start].copy_from_slice(&before);
            text[end] = after;
        }
        trees
    }

    /// The text in which methods with type parameters are functions; `None` if there are no such methods.
    pub(super) fn receiverless(&self, text: &[u8]) -> Option<Vec<u8>> {
        if self.methods.is_empty() {
            return None;
        }
        let mut text = text.to_vec();
        for method in &self.methods {
            blank(&mut text[method.receiver.clone()]);
        }
        Some(text)
    }
}

/// Returns whether an operand must follow a token. In a constraint `~` follows a name, a bracket, a line's end or a
/// `|`.
fn wants_operand(token: &Token<'_>) -> bool {
    const MARKS: &[u8] = b"=(,+-*/%&^<>!";
    match token.lexeme {
        Lexeme::Mark(mark) => MARKS.contains(&mark),
        Lexeme::Word(word) => word == b"return",
        Lexeme::Literal => false,
    }
}

/// Replaces all but line ends by spaces. Line ends stay, because rows are counted by them.
pub(super) fn blank(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|b| **b != b'\n') {
        *byte = b' ';
    }
}

/// The parts of the text that were masked before parsing.
#[derive(Clone, Copy, Default)]
pub(super) struct Masked<'t> {
    methods: &'t [GenericMethod],
    /// The tree of [`GrammarPatches::receiverless`].
    tree: Option<&'t Tree>,
    /// The trees of [`GrammarPatches::literals`], by their first bytes.
    literals: &'t [(usize, Tree)],
    separators: &'t [usize],
}

impl<'t> Masked<'t> {
    pub(super) fn new(
        patches: &'t GrammarPatches,
        tree: Option<&'t Tree>,
        literals: &'t [(usize, Tree)],
    ) -> Self {
        Self { methods: &patches.methods, tree, literals, separators: &patches.separators }
    }

    /// The type literal that begins at byte `start`, where the parser saw a name.
    pub(super) fn literal(&self, start: usize) -> Option<Cst<'t>> {
        let at = self.literals.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        let mut node = self.literals[at].1.root_node().descendant_for_byte_range(start, start)?;
        loop {
            let parent = node.parent()?;
            if parent.kind() == "var_spec" {
                return Some(node);
            }
            node = parent;
        }
    }

    /// Returns whether the operator at byte `at` stands for a comma between type arguments.
    pub(super) fn is_separator(&self, at: usize) -> bool {
        self.separators.binary_search(&at).is_ok()
    }

    /// The type parameter list of the method whose `func` begins at byte `func`.
    pub(super) fn type_params(&self, func: u32) -> Option<Cst<'t>> {
        let at = self.methods.binary_search_by_key(&(func as usize), |m| m.func).ok()?;
        let Range { start, end } = self.methods[at].type_params;
        let node = self.tree?.root_node().descendant_for_byte_range(start, end)?;
        (node.kind() == "type_parameter_list").then_some(node)
    }
}

/// Returns whether a `func` begins a declaration: it is where a statement may begin, and not in the middle of an
/// expression.
fn begins_declaration(func: &Token<'_>, before: Option<&Token<'_>>) -> bool {
    before.is_none_or(|t| t.is_mark(b';') || (func.after_newline && t.ends_statement()))
}

/// Finds labels in a row before a closing brace.
#[derive(Default)]
struct LabelRow {
    row: Vec<Range<usize>>,
    word: Option<usize>,
}

impl LabelRow {
    /// Takes the next token. If it is the brace after a row of labels, returns all labels but the first.
    fn next(&mut self, token: &Token<'_>) -> Vec<Range<usize>> {
        match (token.lexeme, self.word.take()) {
            (Lexeme::Word(_), before) => {
                if before.is_some() {
                    self.row.clear();
                }
                self.word = Some(token.start);
            }
            (Lexeme::Mark(b':'), Some(start)) => self.row.push(start..token.end),
            (Lexeme::Mark(b'}'), None) if self.row.len() > 1 => {
                return std::mem::take(&mut self.row).split_off(1);
            }
            _ => self.row.clear(),
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_new_with_a_value_are_told_from_those_with_a_type() {
        let types = [
            "T",
            "p.T",
            "*T",
            "**p.T",
            "[]int",
            "[4]int",
            "[2 * n]T",
            "map[string][]int",
            "chan int",
            "<-chan T",
            "chan<- T",
            "func()",
            "func(int) (a, b T)",
            "func() []int",
            "struct{ a int }",
            "interface{}",
            "(T)",
            "T[int]",
            "p.T[K, map[string]V]",
            "x[i]",
            "T,",
            "struct {\n\ta int\n}",
            "",
        ];
        for ty in types {
            assert_eq!(
                GrammarPatches::find(format!("x = new({ty})").as_bytes()),
                GrammarPatches::default(),
                "{ty:?}"
            );
        }
        let values = [
            "1",
            "\"s\"",
            "uint64(1)",
            "f()",
            "a.b.c",
            "a.b()",
            "x + 1",
            "-1",
            "!b",
            "&T{}",
            "T{}",
            "[]int{1}",
            "func() int { return 1 }()",
            "x[0]",
            "x[i+1]",
            "x[i](y)",
            "m[\"k\"]",
            "*p.q.r",
            "<-c",
            "(x + y)",
            "struct{}{}",
            "map[int]int{}",
            "'c'",
        ];
        for value in values {
            let found = GrammarPatches::find(format!("x = new({value})").as_bytes());
            assert_eq!(found.callees, [6], "{value:?}");
        }
    }

    #[test]
    fn complements_are_told_from_constraints() {
        let of = |text: &str| GrammarPatches::find(text.as_bytes()).complements;
        for value in ["x = ~y", "f(~y)", "f(x, ~y)", "x &^ ~y", "return ~y"] {
            assert_eq!(of(value), [value.find('~').unwrap_or_default()], "{value}");
        }
        for constraint in [
            "func F[T ~int]()",
            "interface{ ~int | ~string }",
            "interface {\n\t~int\n}",
            "[P interface{ ~[]E }, E any]",
        ] {
            assert!(of(constraint).is_empty(), "{constraint}");
        }
        let masked = GrammarPatches::find(b"x = ~y").masked(b"x = ~y");
        assert_eq!(masked, b"x = ^y");
    }

    #[test]
    fn other_news_are_left_alone() {
        for text in
            ["x.new(1)", "func new(1)", "new := 1", "f(old, new)", "// new(1)", "\"new(1)\"", "renew(1)"]
        {
            assert!(GrammarPatches::find(text.as_bytes()).is_empty(), "{text}");
        }
        assert_eq!(GrammarPatches::find(b"new(new(1))").callees, [2, 6]);
        assert_eq!(GrammarPatches::find(b"make(n - 1); make([]int, n - 1)").callees, [3]);
    }

    #[test]
    fn methods_with_type_parameters_are_found_and_masked() {
        let text = "package p\nfunc (r *R[K]) M[T any,\n\tU ~[]T](x T) {}\nfunc (R) N(x int) {}\n";
        let patches = GrammarPatches::find(text.as_bytes());
        assert_eq!(patches.methods.len(), 1);
        let show = |text: Vec<u8>| String::from_utf8(text).unwrap();
        let masked = show(patches.masked(text.as_bytes()));
        assert_eq!(masked, text.replace("[T any,", "       ").replace("\tU ~[]T]", "        "));
        let receiverless = patches.receiverless(text.as_bytes()).map(show);
        assert_eq!(receiverless, Some(text.replace("(r *R[K])", "         ")));
    }

    #[test]
    fn type_literals_before_a_selector_are_replaced_by_a_name() {
        let text = "var f = struct{ T }.M\nvar g = (*interface{\nM() }).M\n";
        let patches = GrammarPatches::find(text.as_bytes());
        let masked = String::from_utf8(patches.masked(text.as_bytes())).unwrap();
        assert_eq!(masked, "var f = _/*      */.M\nvar g = (*_/*       \n   */).M\n");
        for text in ["struct{ T }{x}.M()", "var s struct{ T }", "type I interface{ M() }"] {
            assert!(GrammarPatches::find(text.as_bytes()).is_empty(), "{text}");
        }
    }

    #[test]
    fn of_labels_before_a_brace_the_first_stays() {
        for (text, masked) in [
            ("func f() {\na:\n\tb:\nc: }", "func f() {\na:\n\t  \n   }"),
            ("switch x { default: a: }", "switch x { default:    }"),
        ] {
            let patches = GrammarPatches::find(text.as_bytes());
            assert_eq!(String::from_utf8(patches.masked(text.as_bytes())).unwrap(), masked);
        }
        for text in ["func f() { a: }", "func f() { a: b: x() }", "x := T{a: b}"] {
            assert!(GrammarPatches::find(text.as_bytes()).is_empty(), "{text}");
        }
    }

    #[test]
    fn brackets_without_an_index_are_blanked_out_of_calls() {
        for (text, masked) in [("f[]()", "f  ()"), ("x.f[ ]().g()", "x.f   ().g()")] {
            let patches = GrammarPatches::find(text.as_bytes());
            assert_eq!(String::from_utf8(patches.masked(text.as_bytes())).unwrap(), masked);
        }
        for text in ["var x [](int)", "x = [](T)(y)", "f([]T{})", "x[f()]()"] {
            assert!(GrammarPatches::find(text.as_bytes()).is_empty(), "{text}");
        }
    }

    #[test]
    fn function_values_are_no_methods() {
        let texts = [
            "var f = func(x int) T[int] { return 1 }(1)",
            "var f =\n\tfunc(x int) T[int](1)",
            "type F func(int) T[int]",
            "func F[T any](x T) {}",
            "func (r R) M(x T[int]) {}",
        ];
        for text in texts {
            assert!(GrammarPatches::find(text.as_bytes()).is_empty(), "{text}");
        }
    }
}
