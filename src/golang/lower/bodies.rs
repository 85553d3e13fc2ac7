//! Blanks the bodies of functions before parsing, for files of which only the declarations matter. Parsing then takes a
//! fraction of the time.

use super::scan::{Lexeme, Scanner, Token};

/// The source with blanks in place of what stands between the braces of top-level functions. Lines and positions stay
/// as they are. A body that is never closed stays. O(length).
pub fn without_bodies(source: &[u8]) -> Vec<u8> {
    let mut out = source.to_vec();
    let mut scanner = Scanner::new(source);
    let mut depth = 0_usize;
    while let Some(token) = scanner.next() {
        match token.lexeme {
            Lexeme::Word(b"func") if depth == 0 && token.after_newline => {
                if let Some((open, close)) = body(&mut scanner) {
                    let body = out.iter_mut().take(close).skip(open + 1);
                    body.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
                }
            }
            Lexeme::Mark(b'(' | b'[' | b'{') => depth += 1,
            Lexeme::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    out
}

/// The places of the braces of the body of a function whose `func` was read; `None` if it has none. The scanner then
/// stands behind the declaration.
fn body(scanner: &mut Scanner<'_>) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    let mut before: Option<Token<'_>> = None;
    loop {
        let token = scanner.peek()?;
        let is_over = token.after_newline && before.is_some_and(|before| before.ends_statement());
        if depth == 0 && is_over {
            return None;
        }
        scanner.next();
        match token.lexeme {
            Lexeme::Mark(b'{') => {
                let is_type =
                    before.is_some_and(|before| before.is_word("struct") || before.is_word("interface"));
                if depth == 0 && !is_type {
                    return Some((token.start, closing(scanner)?));
                }
                depth += 1;
            }
            Lexeme::Mark(b'(' | b'[') => depth += 1,
            Lexeme::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = Some(token);
    }
}

/// The place of the brace that closes one that was read.
fn closing(scanner: &mut Scanner<'_>) -> Option<usize> {
    let mut depth = 1_usize;
    while let Some(token) = scanner.next() {
        match token.lexeme {
            Lexeme::Mark(b'{') => depth += 1,
            Lexeme::Mark(b'}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(token.start);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bodies_of_top_level_functions_go() {
        for (source, expected) in [
            ("func F() { x }", "func F() {   }"),
            ("func F() {\n\tx\n}\n", "func F() {\n  \n}\n"),
            ("func F() struct{ A int } { return y }", "func F() struct{ A int } {          }"),
            ("func (t *T) M() interface{ N() } { a }", "func (t *T) M() interface{ N() } {   }"),
            (
                "func F(f func() struct{}) (map[K]struct{}, error) { a }",
                "func F(f func() struct{}) (map[K]struct{}, error) {   }",
            ),
            (
                "func F() { s := \"}\"; r := '}'; q := `}`; /* } */ }",
                "func F() {                                       }",
            ),
            ("func F() { // }\n}\nfunc G() { b }", "func F() {     \n}\nfunc G() {   }"),
            ("func F()\n\nvar x = T{1}\n", "func F()\n\nvar x = T{1}\n"),
            ("var x = func() { y }\n", "var x = func() { y }\n"),
            ("type T struct {\n\tf func() struct{}\n}\n", "type T struct {\n\tf func() struct{}\n}\n"),
            ("func F[T interface{ ~int }]() { a }", "func F[T interface{ ~int }]() {   }"),
            ("func F() { never closed", "func F() { never closed"),
            ("func", "func"),
        ] {
            let blanked = String::from_utf8(without_bodies(source.as_bytes())).unwrap();
            assert_eq!(blanked, expected);
        }
    }
}
