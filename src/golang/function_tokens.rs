//! A function as tokens.

use super::lower::scan::{Lexeme, Scanner, Token, line_ends};

/// The tokens of a function.
pub(super) struct Body<'s> {
    pub(super) text: &'s [u8],
    /// Each token with its line, which is counted from that of the first byte.
    pub(super) tokens: Vec<(Token<'s>, u32)>,
}

impl<'s> Body<'s> {
    pub(super) fn of(function: &'s [u8]) -> Self {
        let mut scanner = Scanner::new(function);
        // A token has some four bytes.
        let (mut tokens, mut line, mut at) = (Vec::with_capacity(function.len() / 4), 0, 0);
        while let Some(token) = scanner.next() {
            line += line_ends(&function[at..token.start]) as u32;
            tokens.push((token, line));
            line += line_ends(&function[token.start..token.end]) as u32;
            at = token.end;
        }
        Self { text: function, tokens }
    }

    pub(super) fn lexeme(&self, at: usize) -> Option<Lexeme<'s>> {
        self.tokens.get(at).map(|(token, _)| token.lexeme)
    }

    pub(super) fn is_mark(&self, at: usize, mark: u8) -> bool {
        self.lexeme(at) == Some(Lexeme::Mark(mark))
    }

    pub(super) fn is_word(&self, at: usize, word: &[u8]) -> bool {
        self.lexeme(at) == Some(Lexeme::Word(word))
    }

    /// The token that closes the bracket here.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0u32;
        (open..self.tokens.len()).find(|&at| {
            match self.tokens[at].0.lexeme {
                Lexeme::Mark(b'(' | b'[' | b'{') => depth += 1,
                Lexeme::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
    }

    pub(super) fn word(&self, at: usize) -> &'s [u8] {
        match self.lexeme(at) {
            Some(Lexeme::Word(word)) => word,
            _ => b"",
        }
    }

    pub(super) fn name(&self, at: usize) -> Option<String> {
        let Some(Lexeme::Word(name)) = self.lexeme(at) else { return None };
        Some(String::from_utf8_lossy(name).into_owned())
    }

    /// The bracket that opens the body of a function literal. `None` for a type.
    pub(super) fn body(&self, func: usize) -> Option<usize> {
        let mut at = self.closing(func + 1)? + 1;
        loop {
            let is_type = matches!(self.word(at - 1), b"interface" | b"struct");
            match self.lexeme(at)? {
                Lexeme::Mark(b'{') if !is_type => return Some(at),
                _ if self.tokens[at].0.after_newline => return None,
                Lexeme::Mark(b'(' | b'[' | b'{') => at = self.closing(at)?,
                Lexeme::Mark(b'.' | b'*' | b'<' | b'-') | Lexeme::Word(_) => {}
                _ => return None,
            }
            at += 1;
        }
    }

    /// The bracket that opens the block of the statement here. Brackets of literals in its head are within others.
    pub(super) fn block(&self, statement: usize) -> Option<usize> {
        let mut at = statement + 1;
        while at < self.tokens.len() {
            match self.tokens[at].0.lexeme {
                Lexeme::Mark(b'{') if self.tokens.get(at + 1).is_none_or(|next| next.0.after_newline) => {
                    return Some(at);
                }
                Lexeme::Mark(b'(' | b'[' | b'{') => at = self.closing(at)?,
                Lexeme::Word(b"func") if self.is_mark(at + 1, b'(') => {
                    at = self.body(at).and_then(|body| self.closing(body)).unwrap_or(at);
                }
                Lexeme::Mark(b'}') => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Returns whether the condition of an `if` asks whether there is an error.
    pub(super) fn is_about_error(&self, at: usize, open: usize) -> bool {
        (at..open).any(|at| {
            let is_unequal = self.is_mark(at + 1, b'!') && self.is_mark(at + 2, b'=');
            let word = self.word(at).to_ascii_lowercase();
            (word == b"e" || word.ends_with(b"err")) && is_unequal && self.is_word(at + 3, b"nil")
        })
    }

    /// The first token of the last statement between two others.
    pub(super) fn last_statement(&self, open: usize, end: usize) -> Option<usize> {
        let (mut depth, mut last) = (0u32, None);
        for at in open + 1..end {
            if depth == 0 && (at == open + 1 || self.tokens[at].0.after_newline) {
                last = Some(at);
            }
            match self.tokens[at].0.lexeme {
                Lexeme::Mark(b'(' | b'[' | b'{') => depth += 1,
                Lexeme::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        last
    }

    /// The colon of the `case` here, and the first token behind its statements.
    pub(super) fn clause(&self, case: usize) -> Option<(usize, usize)> {
        let (mut at, mut colon) = (case + 1, None);
        while at < self.tokens.len() {
            match self.tokens[at].0.lexeme {
                Lexeme::Mark(b'(' | b'[' | b'{') => at = self.closing(at)?,
                Lexeme::Mark(b':') if colon.is_none() && !self.is_mark(at + 1, b'=') => colon = Some(at),
                Lexeme::Mark(b'}') | Lexeme::Word(b"case" | b"default") => return Some((colon?, at)),
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The bracket around a token that is still open there.
    pub(super) fn open_around(&self, before: usize) -> Option<usize> {
        let mut depth = 0u32;
        (0..=before).rev().find(|&at| match self.tokens[at].0.lexeme {
            Lexeme::Mark(b')' | b']' | b'}') => {
                depth += 1;
                false
            }
            Lexeme::Mark(b'(' | b'[' | b'{') if depth > 0 => {
                depth -= 1;
                false
            }
            Lexeme::Mark(b'(' | b'[' | b'{') => true,
            _ => false,
        })
    }
}
