//! Splits Go into tokens, as far as mending and recovery need them: words, marks and literals, without comments and
//! blanks.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::golang) enum Lexeme<'s> {
    /// An identifier or keyword.
    Word(&'s [u8]),
    /// A number, string or rune.
    Literal,
    /// Any other byte: `<-` is two of them.
    Mark(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::golang) struct Token<'s> {
    pub(in crate::golang) lexeme: Lexeme<'s>,
    pub(in crate::golang) start: usize,
    pub(in crate::golang) end: usize,
    /// A line ends between the previous token and this one.
    pub(in crate::golang) after_newline: bool,
}

impl Token<'_> {
    pub(in crate::golang) fn is_mark(&self, mark: u8) -> bool {
        self.lexeme == Lexeme::Mark(mark)
    }

    pub(in crate::golang) fn is_word(&self, word: &str) -> bool {
        self.lexeme == Lexeme::Word(word.as_bytes())
    }

    /// Returns whether a line's end after this token ends the statement (Go spec, "Semicolons").
    pub(in crate::golang) fn ends_statement(&self) -> bool {
        match self.lexeme {
            Lexeme::Word(_) | Lexeme::Literal => true,
            Lexeme::Mark(mark) => matches!(mark, b')' | b']' | b'}' | b';'),
        }
    }
}

/// A scanner over any bytes. Linear: a literal or comment that is never closed ends with its line.
#[derive(Clone, Copy)]
pub(in crate::golang) struct Scanner<'s> {
    src: &'s [u8],
    at: usize,
    /// No `*/` follows.
    no_comment_end: bool,
}

impl<'s> Scanner<'s> {
    pub(in crate::golang) fn new(src: &'s [u8]) -> Self {
        Self { src, at: 0, no_comment_end: false }
    }

    pub(in crate::golang) fn next(&mut self) -> Option<Token<'s>> {
        let after_newline = self.skip_blanks();
        let start = self.at;
        let &first = self.src.get(start)?;
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
        let lexeme = match first {
            b'0'..=b'9' => {
                self.skip_while(|b| is_word(b) || *b == b'.');
                Lexeme::Literal
            }
            _ if is_word(&first) => {
                self.skip_while(is_word);
                Lexeme::Word(&self.src[start..self.at])
            }
            b'"' | b'\'' | b'`' => {
                self.quoted(first);
                Lexeme::Literal
            }
            mark => {
                self.at += 1;
                Lexeme::Mark(mark)
            }
        };
        Some(Token { lexeme, start, end: self.at, after_newline })
    }

    pub(in crate::golang) fn peek(&self) -> Option<Token<'s>> {
        let mut ahead = *self;
        ahead.next()
    }

    fn skip_while(&mut self, keep: impl Fn(&u8) -> bool) {
        let rest = &self.src[self.at..];
        self.at += rest.iter().take_while(|b| keep(b)).count();
    }

    /// Skips blanks and comments; true if a line ended among them.
    fn skip_blanks(&mut self) -> bool {
        let mut newline = self.at == 0;
        loop {
            let rest = &self.src[self.at..];
            match rest {
                [b'\n', ..] => {
                    newline = true;
                    self.at += 1;
                }
                [b' ' | b'\t' | b'\r', ..] => self.at += 1,
                [b'/', b'/', ..] => self.skip_while(|&b| b != b'\n'),
                [b'/', b'*', body @ ..] if !self.no_comment_end => {
                    match body.windows(2).position(|w| w == b"*/") {
                        Some(len) => {
                            newline |= body[..len].contains(&b'\n');
                            self.at += len + 4;
                        }
                        None => self.no_comment_end = true,
                    }
                }
                [b'/', b'*', ..] => self.skip_while(|&b| b != b'\n'),
                _ => return newline,
            }
        }
    }

    fn quoted(&mut self, quote: u8) {
        let body = &self.src[self.at + 1..];
        let line = || body.iter().position(|&b| b == b'\n').unwrap_or(body.len());
        let len = if quote == b'`' {
            body.iter().position(|&b| b == b'`').map_or_else(line, |len| len + 1)
        } else {
            interpreted(body, quote)
        };
        self.at += 1 + len;
    }
}

/// The length of an interpreted literal after its opening quote.
fn interpreted(body: &[u8], quote: u8) -> usize {
    let mut at = 0;
    while let Some(&byte) = body.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' if body.get(at + 1).is_some_and(|&b| b != b'\n') => at += 1,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    body.len()
}

/// The number of line ends in a text.
pub(in crate::golang) fn line_ends(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        let mut scanner = Scanner::new(source.as_bytes());
        let mut words = Vec::new();
        while let Some(token) = scanner.next() {
            let newline = if token.after_newline { "|" } else { "" };
            words.push(format!("{newline}{}", &source[token.start..token.end]));
        }
        words
    }

    #[test]
    fn tokens_are_disambiguate() {
        assert_eq!(words("a.b(c)"), ["|a", ".", "b", "(", "c", ")"]);
        assert_eq!(words("x := 1.5e3 // y\nz"), ["|x", ":", "=", "1.5e3", "|z"]);
        assert_eq!(words("a /* b\n */ c /* d */ e"), ["|a", "|c", "e"]);
        assert_eq!(words("\"a\\\"b\" '\\'' `c\n\"`d"), ["|\"a\\\"b\"", "'\\''", "`c\n\"`", "d"]);
        assert_eq!(words("é=\"ü"), ["|é", "=", "\"ü"]);
    }

    #[test]
    fn what_is_never_closed_ends_with_its_line() {
        assert_eq!(words("`a\nb"), ["|`a", "|b"]);
        assert_eq!(words("/* a\nb"), ["|b"]);
        assert_eq!(words("\"a\\\nb"), ["|\"a\\", "|b"]);
    }
}
