//! Valid Go that tree-sitter-go 0.25 cannot parse, made parsable without moving a byte.
//!
//! Two forms are newer than the grammar: `new(expr)` (Go 1.26) and methods with type parameters (Go 1.27); and it takes
//! a function of somebody's own that is called `make` for the predeclared one, which wants a type. In a file that did
//! not parse, the last letter of `new` and `make` before a value is replaced, which makes it a plain call, and the type
//! parameters of methods are blanked out. Those have their own parse, of a text in which their method
//! has lost its receiver instead and looks like a function. Only the parser sees these texts: names and positions are
//! read from the source itself.

use std::ops::Range;

use tree_sitter::{Node as Cst, Tree};

use super::scan::{Lexeme, Scanner, Token};

/// What the parser sees at the end of `new` and `make`: names of no meaning to the grammar.
const STAND_IN: u8 = b'_';

/// Nesting of types that is looked into; types nest three or four deep.
const MAX_TYPE_DEPTH: u32 = 64;

/// The places of a text that need mending.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Mends {
    /// The last letter of each `new` or `make` before a value.
    callees: Vec<usize>,
    methods: Vec<GenericMethod>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct GenericMethod {
    /// Where its `func` begins.
    func: usize,
    receiver: Range<usize>,
    type_params: Range<usize>,
}

impl Mends {
    /// Finds them by their tokens. O(length of the text).
    pub(super) fn find(text: &[u8]) -> Self {
        let mut mends = Self::default();
        let mut scanner = Scanner::new(text);
        let mut before: Option<Token<'_>> = None;
        // Looking ahead costs tokens; hostile nesting must not make it quadratic.
        let mut budget = 4 * text.len() + 1_000;
        while let Some(token) = scanner.next() {
            let mut ahead = Ahead { scanner, budget };
            if token.is_word("func") && begins_declaration(&token, before.as_ref()) {
                mends.methods.extend(ahead.generic_method(token.start));
            } else if (token.is_word("new") || token.is_word("make"))
                && !before.is_some_and(|t| t.is_mark(b'.') || t.is_word("func"))
                && ahead.is_call_of_value()
            {
                mends.callees.push(token.end - 1);
            }
            budget = ahead.budget;
            before = Some(token);
        }
        mends
    }

    pub(super) fn is_empty(&self) -> bool {
        self.callees.is_empty() && self.methods.is_empty()
    }

    /// The text with every form replaced by one that parses.
    pub(super) fn masked(&self, text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for &letter in &self.callees {
            text[letter] = STAND_IN;
        }
        for method in &self.methods {
            blank(&mut text[method.type_params.clone()]);
        }
        text
    }

    /// The text in which methods with type parameters are functions; `None` when there are none.
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

/// Line ends stay: rows are counted by them.
pub(super) fn blank(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|b| **b != b'\n') {
        *byte = b' ';
    }
}

/// What was blanked out of the text that a tree was made of.
#[derive(Clone, Copy, Default)]
pub(super) struct Masked<'t> {
    methods: &'t [GenericMethod],
    /// The tree of [`Mends::receiverless`].
    tree: Option<&'t Tree>,
}

impl<'t> Masked<'t> {
    pub(super) fn new(mends: &'t Mends, tree: Option<&'t Tree>) -> Self {
        Self { methods: &mends.methods, tree }
    }

    /// The type parameter list of the method whose `func` begins at that byte.
    pub(super) fn type_params(&self, func: u32) -> Option<Cst<'t>> {
        let at = self.methods.binary_search_by_key(&(func as usize), |m| m.func).ok()?;
        let Range { start, end } = self.methods[at].type_params;
        let node = self.tree?.root_node().descendant_for_byte_range(start, end)?;
        (node.kind() == "type_parameter_list").then_some(node)
    }
}

/// Whether a `func` begins a declaration: where a statement may begin, and not in the middle of an expression.
fn begins_declaration(func: &Token<'_>, before: Option<&Token<'_>>) -> bool {
    before.is_none_or(|t| t.is_mark(b';') || (func.after_newline && t.ends_statement()))
}

/// Looks ahead from a token.
struct Ahead<'s> {
    scanner: Scanner<'s>,
    budget: usize,
}

impl<'s> Ahead<'s> {
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

    /// Behind `func`: `(receiver) Name[type parameters](`.
    fn generic_method(&mut self, func: usize) -> Option<GenericMethod> {
        let receiver = self.brackets(b'(')?;
        let Lexeme::Word(_) = self.next()?.lexeme else { return None };
        let type_params = self.brackets(b'[')?;
        self.eat(b'(').then_some(GenericMethod { func, receiver, type_params })
    }

    /// The range of a bracketed stretch, which begins with `open`. A `func` that begins a line ends the search: it
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

    /// Behind `new` or `make`: whether a call follows whose first argument is something else than a type.
    fn is_call_of_value(&mut self) -> bool {
        if !self.eat(b'(') || self.eat(b')') {
            return false;
        }
        !(self.ty(0) && self.scanner.peek().is_none_or(|t| t.is_mark(b')') || t.is_mark(b',')))
    }

    /// Passes over a type, as the grammar has them. False when there is none.
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

    /// Behind a `[`: passes over the length and the `]`.
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

    /// Behind a function type's parameters.
    fn results(&mut self, depth: u32) -> bool {
        match self.scanner.peek().map(|t| t.lexeme) {
            Some(Lexeme::Mark(b'(')) => self.brackets(b'(').is_some(),
            Some(Lexeme::Mark(b'*' | b'[' | b'<') | Lexeme::Word(_)) => self.ty(depth + 1),
            _ => true,
        }
    }

    /// Behind a name: `.Name` and `[type arguments]`.
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
