//! Reads ahead in the tokens of Go: types, lists in brackets, heads of methods.

use std::ops::Range;

use super::scan::{Lexeme, Scanner, Token};

/// The deepest nesting of types that is followed; types nest three or four deep.
const MAX_TYPE_DEPTH: u32 = 64;

/// A method with type parameters of its own.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GenericMethod {
    /// The first byte of its `func`.
    pub(super) func: usize,
    pub(super) receiver: Range<usize>,
    pub(super) type_params: Range<usize>,
}

/// Looks ahead from a token, within a budget of tokens.
#[derive(Clone, Copy)]
pub(super) struct Lookahead<'s> {
    pub(super) scanner: Scanner<'s>,
    /// Number of tokens that may still be read.
    pub(super) budget: usize,
    /// The end of the last token.
    pub(super) end: usize,
}

impl<'s> Lookahead<'s> {
    pub(super) fn new(scanner: Scanner<'s>, budget: usize) -> Self {
        Self { scanner, budget, end: 0 }
    }

    pub(super) fn next(&mut self) -> Option<Token<'s>> {
        self.budget = self.budget.checked_sub(1)?;
        let token = self.scanner.next()?;
        self.end = token.end;
        Some(token)
    }

    pub(super) fn eat(&mut self, mark: u8) -> bool {
        let found = self.scanner.peek().is_some_and(|t| t.is_mark(mark));
        if found {
            self.next();
        }
        found
    }

    /// After `func`: reads `(receiver) Name[type parameters](`.
    pub(super) fn generic_method(&mut self, func: usize) -> Option<GenericMethod> {
        let receiver = self.brackets(b'(')?;
        let Lexeme::Word(_) = self.next()?.lexeme else { return None };
        let type_params = self.brackets(b'[')?;
        self.eat(b'(').then_some(GenericMethod { func, receiver, type_params })
    }

    /// After `struct` or `interface`: returns the range of the type if a method of it is selected, as in `struct{ T
    /// }.M` and `(*struct{ T }).M`. A type assertion has a dot before its parenthesis, and parses.
    pub(super) fn selected_literal(&mut self, start: usize) -> Option<Range<usize>> {
        let end = self.brackets(b'{')?.end;
        while self.eat(b')') {}
        (self.eat(b'.') && matches!(self.next()?.lexeme, Lexeme::Word(_))).then_some(start..end)
    }

    /// After `struct` or `interface`: what Go rejects and the grammar cannot read, parentheses around embedded types and type
    /// parameters of an interface's methods.
    pub(super) fn rejected_in_members(&mut self, is_struct: bool) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if !self.eat(b'{') {
            return found;
        }
        let (mut begins, mut after_star, mut after_name) = (true, false, false);
        while let Some(next) = self.scanner.peek().filter(|next| !next.is_mark(b'}')) {
            begins |= next.after_newline;
            if let Lexeme::Mark(open @ (b'(' | b'[' | b'{')) = next.lexeme {
                let Some(range) = self.brackets(open) else { break };
                if is_struct && open == b'(' && (begins || after_star) {
                    found.extend([range.start..range.start + 1, range.end - 1..range.end]);
                } else if !is_struct
                    && open == b'['
                    && after_name
                    && self.scanner.peek().is_some_and(|t| t.is_mark(b'('))
                {
                    found.push(range);
                }
                (begins, after_star, after_name) = (false, false, false);
                continue;
            }
            let Some(token) = self.next() else { break };
            after_star = begins && token.is_mark(b'*');
            after_name = begins && matches!(token.lexeme, Lexeme::Word(_));
            begins = token.is_mark(b';');
        }
        found
    }

    /// After a `[` at `open`: the brackets of `f[]()`, which enclose no index, or the dots of `[...]T` where a conversion
    /// and no literal follows.
    pub(super) fn rejected_in_brackets(&mut self, open: usize) -> Option<Range<usize>> {
        let start = self.scanner.peek()?.start;
        if self.eat(b']') {
            let brackets = open..self.end;
            return (self.eat(b'(') && self.eat(b')')).then_some(brackets);
        }
        let has_dots = self.eat(b'.') && self.eat(b'.') && self.eat(b'.');
        let dots = start..self.end;
        (has_dots && self.eat(b']') && self.ty(0) && self.eat(b'(')).then_some(dots)
    }

    /// The range of text in brackets that begins with `open`. A `func` that begins a line ends the search, since it
    /// can only be the next declaration.
    pub(super) fn brackets(&mut self, open: u8) -> Option<Range<usize>> {
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
    pub(super) fn is_call_of_value(&mut self) -> bool {
        if !self.eat(b'(') || self.eat(b')') {
            return false;
        }
        !(self.ty(0) && self.scanner.peek().is_none_or(|t| t.is_mark(b')') || t.is_mark(b',')))
    }

    /// Skips a type of the grammar; false if there is none.
    pub(super) fn ty(&mut self, depth: u32) -> bool {
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
