//! Divides a Go file into pieces for syntax highlighting.

use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::AtomicUsize;

use tree_sitter_highlight::{Highlight, HighlightConfiguration, HighlightEvent, Highlighter};

/// The kind of a piece of source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tint {
    #[default]
    Plain,
    Keyword,
    Type,
    Function,
    Field,
    Text,
    Number,
    Constant,
    Comment,
    Operator,
}

/// Names to which the grammar's captures are mapped. A capture takes the name of which it contains all dotted parts;
/// if there are several, the one with most parts, then the first.
const NAMES: [(&str, Tint); 11] = [
    ("keyword", Tint::Keyword),
    ("type", Tint::Type),
    ("function", Tint::Function),
    ("property", Tint::Field),
    ("variable", Tint::Plain),
    ("string", Tint::Text),
    ("escape", Tint::Text),
    ("number", Tint::Number),
    ("constant.builtin", Tint::Constant),
    ("comment", Tint::Comment),
    ("operator", Tint::Operator),
];

/// Rules for functions, repeated after the grammar's: the last matching rule wins, and the grammar's rules end with
/// one for any identifier.
const FUNCTIONS: &str = "
(call_expression function: (identifier) @function)
(call_expression function: (selector_expression field: (field_identifier) @function))
(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function)
";

/// The grammar's rules and [`FUNCTIONS`], compiled once, since compiling takes longer than highlighting a file.
static RULES: LazyLock<Option<HighlightConfiguration>> = LazyLock::new(|| {
    let language = tree_sitter_go::LANGUAGE.into();
    let query = format!("{}{FUNCTIONS}", tree_sitter_go::HIGHLIGHTS_QUERY);
    let mut rules = HighlightConfiguration::new(language, "go", &query, "", "").ok()?;
    rules.configure(&NAMES.map(|(name, _)| name));
    Some(rules)
});

/// The coloured pieces of Go source, in order and without overlap; text between them is plain. Broken code is
/// coloured as far as the grammar can read it.
pub fn highlight(source: &[u8]) -> Vec<(Range<usize>, Tint)> {
    let Some(rules) = RULES.as_ref() else { return Vec::new() };
    let mut highlighter = Highlighter::new();
    let never: Option<&AtomicUsize> = None;
    let Ok(events) = highlighter.highlight(rules, source, None, never, |_| None) else { return Vec::new() };
    let (mut pieces, mut open) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Ok(HighlightEvent::HighlightStart(Highlight(name))) => open.push(NAMES[name].1),
            Ok(HighlightEvent::HighlightEnd) => {
                open.pop();
            }
            Ok(HighlightEvent::Source { start, end }) => {
                if let Some(&tint) = open.last().filter(|&&tint| tint != Tint::Plain) {
                    pieces.push((start..end, tint));
                }
            }
            Err(_) => break,
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_what_go_says() {
        let source = "package p\n\n// Doc.\nfunc F(n int) string { return \"a\\n\" + g(n, 1, nil) }\n";
        let found: Vec<(&str, Tint)> =
            highlight(source.as_bytes()).into_iter().map(|(range, tint)| (&source[range], tint)).collect();
        for expected in [
            ("package", Tint::Keyword),
            ("// Doc.", Tint::Comment),
            ("F", Tint::Function),
            ("int", Tint::Type),
            ("\\n", Tint::Text),
            ("g", Tint::Function),
            ("1", Tint::Number),
            ("nil", Tint::Constant),
        ] {
            assert!(found.contains(&expected), "{expected:?} in {found:?}");
        }
    }

    #[test]
    fn any_bytes_are_no_trouble() {
        for source in [&b""[..], b"\xff\xfe\x00", b"func (((((", b"package p\nfunc f() { \"\xff\" }"] {
            let pieces = highlight(source);
            assert!(pieces.windows(2).all(|w| w[0].0.end <= w[1].0.start), "{source:?}");
            assert!(pieces.iter().all(|(range, _)| range.end <= source.len()));
        }
    }
}
