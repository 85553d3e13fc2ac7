//! Type arguments after a selector that cannot be the name of a type: `x().Map[int, []T]`.

use std::ops::Range;

use super::lookahead::Lookahead;
use super::scan::{Lexeme, Token};

/// The most type arguments that are read. Their number is the depth to which lowering recurses.
const MAX_ARGS: usize = 64;

/// Notices where such type arguments begin, from token to token.
#[derive(Default)]
pub(super) struct SelectorChain {
    last: Part,
}

/// The last token of a chain of selectors.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Other,
    /// A name, and whether another one is selected from it, so that it is no package.
    Name { is_selected: bool },
    /// A closing bracket.
    Close,
    /// A dot, after something that is no package's name.
    Dot,
    /// A dot after a name, which may be a package's.
    DotOfName,
    /// A name that is selected from a value.
    Member,
}

impl SelectorChain {
    /// Takes the next token. Whether it is a bracket in which type arguments of a method may stand.
    pub(super) fn next(&mut self, token: &Token<'_>) -> bool {
        let before = self.last;
        self.last = match (token.lexeme, before) {
            (Lexeme::Word(_), Part::Dot) => Part::Member,
            (Lexeme::Word(_), _) => Part::Name { is_selected: before == Part::DotOfName },
            (Lexeme::Mark(b')' | b']' | b'}'), _) => Part::Close,
            (Lexeme::Mark(b'.'), Part::Close | Part::Member | Part::Name { is_selected: true }) => Part::Dot,
            (Lexeme::Mark(b'.'), Part::Name { .. }) => Part::DotOfName,
            _ => Part::Other,
        };
        before == Part::Member && token.is_mark(b'[')
    }
}

/// Type arguments that the grammar cannot read as an index.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TypeList {
    /// The types that are no expressions.
    pub(super) literals: Vec<Range<usize>>,
    pub(super) commas: Vec<usize>,
}

impl Lookahead<'_> {
    /// After a `[`: reads type arguments. `None` if there are none, or if the grammar can read them: as those of a
    /// call, or as one expression.
    pub(super) fn type_list(&mut self, text: &[u8]) -> Option<TypeList> {
        let mut list = TypeList::default();
        for _ in 0..MAX_ARGS {
            let mut inner = *self;
            while inner.eat(b'*') {}
            let first = inner.next()?;
            let is_literal = match first.lexeme {
                Lexeme::Word(word) => matches!(word, b"map" | b"chan" | b"func" | b"struct" | b"interface"),
                Lexeme::Mark(mark) => matches!(mark, b'[' | b'<'),
                Lexeme::Literal => false,
            };
            if !self.ty(0) {
                return None;
            }
            let range = first.start..self.end;
            // Line ends are hidden in a comment, for which a shorter type has no room.
            if is_literal && (range.len() > 4 || !text[range.clone()].contains(&b'\n')) {
                list.literals.push(range);
            }
            if self.eat(b']') {
                let is_called = self.scanner.peek().is_some_and(|token| token.is_mark(b'('));
                return (!is_called && list != TypeList::default()).then_some(list);
            }
            list.commas.push(self.next().filter(|token| token.is_mark(b','))?.start);
        }
        None
    }
}
