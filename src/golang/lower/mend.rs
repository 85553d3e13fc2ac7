//! Makes valid Go that tree-sitter-go 0.25 cannot parse parsable, without moving a byte.
//!
//! The grammar lacks two newer forms: `new(expr)` (Go 1.26) and methods with type parameters (Go 1.27). It takes every
//! function called `make` for the predeclared one, whose argument is a type; it knows no methods of a type literal
//! (`struct{ T }.M`); and it reads only one label before a closing brace. In a file that did not parse, the parser
//! therefore sees another text:
//!
//! - The last letter of `new` and `make` before a value is replaced, which makes it a plain call.
//! - Type parameters of methods are blanked out. They are parsed separately, in a text in which their method has lost
//!   its receiver instead and looks like a function.
//! - A type literal before a selector is replaced by a name, and parsed by itself.
//! - Labels before a closing brace are blanked out, except for the first.
//! - `~x`, the complement of other languages, becomes `^x`. Go's parser reads it and its type checker rejects it, but
//!   the grammar would give up the declaration after it.
//!
//! Names and positions are always read from the source itself.

use std::ops::Range;

use tree_sitter::{Node as Cst, Point, Range as Piece, Tree};

use super::parse::BoundedParser;
use super::scan::{Lexeme, Scanner, Token};

/// Replaces the last letter of `new` and `make` for the parser, so that the names have no meaning in the grammar.
const STAND_IN: u8 = b'_';

/// The deepest nesting of types that is followed; types nest three or four deep.
const MAX_TYPE_DEPTH: u32 = 64;

/// The places of a text that the parser must see in another form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Mends {
    /// The last letter of each `new` or `make` before a value.
    callees: Vec<usize>,
    methods: Vec<GenericMethod>,
    /// Type literals that a selector follows.
    literals: Vec<Range<usize>>,
    /// Labels in a row before a closing brace, without the first.
    labels: Vec<Range<usize>>,
    /// Each `~` before an operand.
    complements: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct GenericMethod {
    /// The first byte of its `func`.
    func: usize,
    receiver: Range<usize>,
    type_params: Range<usize>,
}

impl Mends {
    /// Finds the places by their tokens. O(length of the text).
    pub(super) fn find(text: &[u8]) -> Self {
        let mut mends = Self::default();
        let mut scanner = Scanner::new(text);
        let mut before: Option<Token<'_>> = None;
        // Looking ahead costs tokens. The budget prevents that hostile nesting makes it quadratic.
        let mut budget = 4 * text.len() + 1_000;
        let mut labels = LabelRow::default();
        while let Some(token) = scanner.next() {
            let mut ahead = Lookahead { scanner, budget };
            mends.labels.extend(labels.next(&token));
            if token.is_word("func") && begins_declaration(&token, before.as_ref()) {
                mends.methods.extend(ahead.generic_method(token.start));
            } else if (token.is_word("new") || token.is_word("make"))
                && !before.is_some_and(|t| t.is_mark(b'.') || t.is_word("func"))
                && ahead.is_call_of_value()
            {
                mends.callees.push(token.end - 1);
            } else if token.is_mark(b'~') && before.as_ref().is_some_and(|before| wants_operand(before)) {
                mends.complements.push(token.start);
            } else if token.is_word("struct") || token.is_word("interface") {
                mends.literals.extend(ahead.selected_literal(token.start));
            }
            budget = ahead.budget;
            before = Some(token);
        }
        mends
    }

    pub(super) fn is_empty(&self) -> bool {
        let Self { callees, methods, literals, labels, complements } = self;
        let spots = callees.is_empty() && complements.is_empty();
        spots && methods.is_empty() && literals.is_empty() && labels.is_empty()
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
        for label in &self.labels {
            blank(&mut text[label.clone()]);
        }
        // The gap between the name and the selector becomes a comment: a line end there would separate two
        // statements.
        for literal in &self.literals {
            blank(&mut text[literal.clone()]);
            let Range { start, end } = *literal;
            text[start] = STAND_IN;
            text[start + 1..start + 3].copy_from_slice(b"/*");
            text[end - 2..end].copy_from_slice(b"*/");
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

/// Whether an operand must follow a token. In a constraint `~` follows a name, a bracket, a line's end or a `|`.
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
    /// The tree of [`Mends::receiverless`].
    tree: Option<&'t Tree>,
    /// The trees of [`Mends::literals`], by their first bytes.
    literals: &'t [(usize, Tree)],
}

impl<'t> Masked<'t> {
    pub(super) fn new(mends: &'t Mends, tree: Option<&'t Tree>, literals: &'t [(usize, Tree)]) -> Self {
        Self { methods: &mends.methods, tree, literals }
    }

    /// The type literal that begins at byte `start`, where the parser saw a name.
    pub(super) fn literal(&self, start: usize) -> Option<Cst<'t>> {
        let at = self.literals.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        let mut node = self.literals[at].1.root_node().descendant_for_byte_range(start, start)?;
        while !matches!(node.kind(), "struct_type" | "interface_type") {
            node = node.parent()?;
        }
        Some(node)
    }

    /// The type parameter list of the method whose `func` begins at byte `func`.
    pub(super) fn type_params(&self, func: u32) -> Option<Cst<'t>> {
        let at = self.methods.binary_search_by_key(&(func as usize), |m| m.func).ok()?;
        let Range { start, end } = self.methods[at].type_params;
        let node = self.tree?.root_node().descendant_for_byte_range(start, end)?;
        (node.kind() == "type_parameter_list").then_some(node)
    }
}

/// Whether a `func` begins a declaration: it is where a statement may begin, and not in the middle of an expression.
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

/// Looks ahead from a token, within a budget of tokens.
struct Lookahead<'s> {
    scanner: Scanner<'s>,
    budget: usize,
}

impl<'s> Lookahead<'s> {
    fn next(&mut self) -> Option<Token<'s>> {
        self.budget = self.budget.checked_sub(1)?;
        self.scanner.next()
    }

    fn eat(&mut self, mark: u8) -> bool {
        let found = self.scanner.peek().is_some_and(|t| t.is_mark(mark));
        if found {
            self.next();
        }
        found
    }

    /// After `func`: reads `(receiver) Name[type parameters](`.
    fn generic_method(&mut self, func: usize) -> Option<GenericMethod> {
        let receiver = self.brackets(b'(')?;
        let Lexeme::Word(_) = self.next()?.lexeme else { return None };
        let type_params = self.brackets(b'[')?;
        self.eat(b'(').then_some(GenericMethod { func, receiver, type_params })
    }

    /// After `struct` or `interface`: returns the range of the type if a method of it is selected, as in `struct{ T
    /// }.M` and `(*struct{ T }).M`. A type assertion has a dot before its parenthesis, and parses.
    fn selected_literal(&mut self, start: usize) -> Option<Range<usize>> {
        let end = self.brackets(b'{')?.end;
        while self.eat(b')') {}
        (self.eat(b'.') && matches!(self.next()?.lexeme, Lexeme::Word(_))).then_some(start..end)
    }

    /// The range of text in brackets that begins with `open`. A `func` that begins a line ends the search, since it
    /// can only be the next declaration.
    fn brackets(&mut self, open: u8) -> Option<Range<usize>> {
        let first = self.next().filter(|t| t.is_mark(open))?;
        let mut depth = 1;
        while depth > 0 {
            let token = self.next()?;
            match token.lexeme {
                Lexeme::Mark(b'(' | b'[' | b'{') => depth += 1,
                Lexeme::Mark(b')' | b']' | b'}') => depth -= 1,
                Lexeme::Word(b"func") if token.after_newline => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(first.start..token.end);
            }
        }
        None
    }

    /// After `new` or `make`: whether a call follows whose first argument is not a type.
    fn is_call_of_value(&mut self) -> bool {
        if !self.eat(b'(') || self.eat(b')') {
            return false;
        }
        !(self.ty(0) && self.scanner.peek().is_none_or(|t| t.is_mark(b')') || t.is_mark(b',')))
    }

    /// Skips a type of the grammar; false if there is none.
    fn ty(&mut self, depth: u32) -> bool {
        let Some(token) = self.next() else { return false };
        if depth > MAX_TYPE_DEPTH {
            return false;
        }
        match token.lexeme {
            Lexeme::Mark(b'*') => self.ty(depth + 1),
            Lexeme::Mark(b'(') => self.ty(depth + 1) && self.eat(b')'),
            Lexeme::Mark(b'[') => self.rest_of_brackets() && self.ty(depth + 1),
            Lexeme::Mark(b'<') => {
                self.eat(b'-') && self.next().is_some_and(|t| t.is_word("chan")) && self.ty(depth + 1)
            }
            Lexeme::Mark(_) | Lexeme::Literal => false,
            Lexeme::Word(b"map") => self.brackets(b'[').is_some() && self.ty(depth + 1),
            Lexeme::Word(b"chan") => {
                let _ = self.eat(b'<') && self.eat(b'-');
                self.ty(depth + 1)
            }
            Lexeme::Word(b"struct" | b"interface") => self.brackets(b'{').is_some(),
            Lexeme::Word(b"func") => self.brackets(b'(').is_some() && self.results(depth),
            Lexeme::Word(_) => self.rest_of_name(depth),
        }
    }

    /// After a `[`: skips the length and the `]`.
    fn rest_of_brackets(&mut self) -> bool {
        let mut depth = 1;
        while depth > 0 {
            match self.next().map(|t| t.lexeme) {
                None => return false,
                Some(Lexeme::Mark(b'(' | b'[' | b'{')) => depth += 1,
                Some(Lexeme::Mark(b')' | b']' | b'}')) => depth -= 1,
                Some(_) => {}
            }
        }
        true
    }

    /// Skips the results after a function type's parameters.
    fn results(&mut self, depth: u32) -> bool {
        match self.scanner.peek().map(|t| t.lexeme) {
            Some(Lexeme::Mark(b'(')) => self.brackets(b'(').is_some(),
            Some(Lexeme::Mark(b'*' | b'[' | b'<') | Lexeme::Word(_)) => self.ty(depth + 1),
            _ => true,
        }
    }

    /// After a name: skips `.Name` and `[type arguments]`.
    fn rest_of_name(&mut self, depth: u32) -> bool {
        if self.eat(b'.') && !self.next().is_some_and(|t| matches!(t.lexeme, Lexeme::Word(_))) {
            return false;
        }
        if !self.eat(b'[') {
            return true;
        }
        while self.ty(depth + 1) {
            if self.eat(b']') {
                return true;
            }
            if !self.eat(b',') {
                return false;
            }
            if self.eat(b']') {
                return true;
            }
        }
        false
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
            assert_eq!(Mends::find(format!("x = new({ty})").as_bytes()), Mends::default(), "{ty:?}");
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
            let found = Mends::find(format!("x = new({value})").as_bytes());
            assert_eq!(found.callees, [6], "{value:?}");
        }
    }

    #[test]
    fn complements_are_told_from_constraints() {
        let of = |text: &str| Mends::find(text.as_bytes()).complements;
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
        let masked = Mends::find(b"x = ~y").masked(b"x = ~y");
        assert_eq!(masked, b"x = ^y");
    }

    #[test]
    fn other_news_are_left_alone() {
        for text in
            ["x.new(1)", "func new(1)", "new := 1", "f(old, new)", "// new(1)", "\"new(1)\"", "renew(1)"]
        {
            assert!(Mends::find(text.as_bytes()).is_empty(), "{text}");
        }
        assert_eq!(Mends::find(b"new(new(1))").callees, [2, 6]);
        assert_eq!(Mends::find(b"make(n - 1); make([]int, n - 1)").callees, [3]);
    }

    #[test]
    fn methods_with_type_parameters_are_found_and_masked() {
        let text = "package p\nfunc (r *R[K]) M[T any,\n\tU ~[]T](x T) {}\nfunc (R) N(x int) {}\n";
        let mends = Mends::find(text.as_bytes());
        assert_eq!(mends.methods.len(), 1);
        let show = |text: Vec<u8>| String::from_utf8(text).unwrap();
        let masked = show(mends.masked(text.as_bytes()));
        assert_eq!(masked, text.replace("[T any,", "       ").replace("\tU ~[]T]", "        "));
        let receiverless = mends.receiverless(text.as_bytes()).map(show);
        assert_eq!(receiverless, Some(text.replace("(r *R[K])", "         ")));
    }

    #[test]
    fn type_literals_before_a_selector_are_replaced_by_a_name() {
        let text = "var f = struct{ T }.M\nvar g = (*interface{\nM() }).M\n";
        let mends = Mends::find(text.as_bytes());
        let masked = String::from_utf8(mends.masked(text.as_bytes())).unwrap();
        assert_eq!(masked, "var f = _/*      */.M\nvar g = (*_/*       \n   */).M\n");
        for text in ["struct{ T }{x}.M()", "var s struct{ T }", "type I interface{ M() }"] {
            assert!(Mends::find(text.as_bytes()).is_empty(), "{text}");
        }
    }

    #[test]
    fn of_labels_before_a_brace_the_first_stays() {
        for (text, masked) in [
            ("func f() {\na:\n\tb:\nc: }", "func f() {\na:\n\t  \n   }"),
            ("switch x { default: a: }", "switch x { default:    }"),
        ] {
            let mends = Mends::find(text.as_bytes());
            assert_eq!(String::from_utf8(mends.masked(text.as_bytes())).unwrap(), masked);
        }
        for text in ["func f() { a: }", "func f() { a: b: x() }", "x := T{a: b}"] {
            assert!(Mends::find(text.as_bytes()).is_empty(), "{text}");
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
            assert!(Mends::find(text.as_bytes()).is_empty(), "{text}");
        }
    }
}
