//! A function as tokens.

use super::lower::scan::{Lexeme, Scanner, Token, line_ends};

/// The longest condition that is read, in bytes.
const MAX_CONDITION: usize = 48;

/// The tokens of a function, from which its outline, the conditions of its lines and the mentions of a name are read.
pub struct FunctionTokens {
    text: Box<[u8]>,
    tokens: Vec<PlacedToken>,
}

/// A [`Token`] without the text that it is of.
struct PlacedToken {
    kind: Lexeme<'static>,
    start: usize,
    end: usize,
    after_newline: bool,
    /// Counted from that of the function's first byte.
    line: u32,
}

impl FunctionTokens {
    /// Reads the text of a function. O(length).
    pub fn of(function: &[u8]) -> Self {
        let mut scanner = Scanner::new(function);
        // A token has some four bytes.
        let (mut tokens, mut line, mut at) = (Vec::with_capacity(function.len() / 4), 0, 0);
        while let Some(Token { lexeme, start, end, after_newline }) = scanner.next() {
            line += line_ends(&function[at..start]) as u32;
            let kind = match lexeme {
                Lexeme::Word(_) => Lexeme::Word(b""),
                Lexeme::Literal => Lexeme::Literal,
                Lexeme::Mark(mark) => Lexeme::Mark(mark),
            };
            tokens.push(PlacedToken { kind, start, end, after_newline, line });
            line += line_ends(&function[start..end]) as u32;
            at = end;
        }
        Self { text: function.into(), tokens }
    }

    /// Returns whether a field or key of a name is given a value here, `true` if no other is wanted.
    pub fn gives(&self, field: &str, value: Option<&str>) -> bool {
        (0..self.len()).any(|at| {
            self.is_word(at, field.as_bytes())
                && self.is_mark(at + 1, b':')
                && value.is_none_or(|value| self.is_word(at + 2, value.as_bytes()))
        })
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<Token<'_>> {
        let &PlacedToken { kind, start, end, after_newline, .. } = self.tokens.get(at)?;
        let lexeme = if let Lexeme::Word(_) = kind { Lexeme::Word(&self.text[start..end]) } else { kind };
        Some(Token { lexeme, start, end, after_newline })
    }

    /// A token that is there.
    pub(super) fn token(&self, at: usize) -> Token<'_> {
        self.get(at).unwrap_or(Token { lexeme: Lexeme::Literal, start: 0, end: 0, after_newline: false })
    }

    /// The line of a token.
    pub(super) fn line(&self, at: usize) -> u32 {
        self.tokens[at].line
    }

    /// The first token of a line or behind it.
    pub(super) fn first_on(&self, line: u32) -> usize {
        self.tokens.partition_point(|token| token.line < line)
    }

    pub(super) fn lexeme(&self, at: usize) -> Option<Lexeme<'_>> {
        self.get(at).map(|token| token.lexeme)
    }

    /// The text between quotes.
    pub(super) fn quoted(&self, at: usize) -> Option<String> {
        let Token { lexeme, start, end, .. } = self.get(at)?;
        let text = self.text.get(start + 1..end.checked_sub(1)?)?;
        let is_text = lexeme == Lexeme::Literal && matches!(self.text[start], b'"' | b'`');
        is_text.then(|| String::from_utf8_lossy(text).into_owned())
    }

    /// The words of a condition between two tokens. `None` if they are long.
    pub(super) fn condition(&self, first: usize, end: usize) -> Option<String> {
        let text = self.text.get(self.get(first)?.start..self.get(end.checked_sub(1)?)?.end)?;
        let text = std::str::from_utf8(text).ok()?;
        let is_short = !text.is_empty() && text.len() <= MAX_CONDITION && !text.contains(['\n', '`']);
        is_short.then(|| text.to_owned())
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
        (open..self.len()).find(|&at| {
            match self.token(at).lexeme {
                Lexeme::Mark(b'(' | b'[' | b'{') => depth += 1,
                Lexeme::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
    }

    pub(super) fn word(&self, at: usize) -> &[u8] {
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
                _ if self.token(at).after_newline => return None,
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
        while at < self.len() {
            match self.token(at).lexeme {
                Lexeme::Mark(b'{') if self.get(at + 1).is_none_or(|next| next.after_newline) => {
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
            if depth == 0 && (at == open + 1 || self.token(at).after_newline) {
                last = Some(at);
            }
            match self.token(at).lexeme {
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
        while at < self.len() {
            match self.token(at).lexeme {
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
        (0..=before).rev().find(|&at| match self.token(at).lexeme {
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
