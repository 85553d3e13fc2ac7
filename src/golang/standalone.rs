//! Cuts the text of a declaration out of its file so that it reads well alone: the result includes what its group
//! states once for all members.

use std::ops::Range;

use super::constant_value::iota_value;
use crate::model::{Graph, SymbolId, SymbolKind};

/// The byte ranges of a declaration in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub kind: SymbolKind,
    pub doc: Range<u32>,
    pub own: Range<u32>,
    /// For a constant without an expression, the spec that it repeats (Go spec, "Constant declarations"), with its line.
    pub repeated: Option<(Range<u32>, u32)>,
}

/// The text of a symbol, cut out of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standalone {
    /// Its own doc comment as written, not that of its group; empty without one.
    pub doc: String,
    pub source: String,
}

impl Declaration {
    pub fn of(graph: &Graph<'_>, symbol: SymbolId) -> Self {
        let own = |symbol: SymbolId| graph.symbol_start[symbol.ix()]..graph.symbol_end[symbol.ix()];
        let (kind, ix) = (graph.symbol(symbol).kind(), symbol.ix());
        let repeated = graph.repeated(symbol).map(|first| (own(first), graph.symbol(first).line()));
        Self { kind, doc: graph.symbol_doc_start[ix]..graph.symbol_doc_end[ix], own: own(symbol), repeated }
    }

    /// Cuts the declaration out of the `bytes` of its file. The keyword of its group is put in front, a constant
    /// without an expression shows the one that it repeats, and the indentation of the group is removed.
    pub fn standalone(&self, bytes: &[u8]) -> Standalone {
        let Self { kind, doc, own, repeated } = self;
        let text = |range: &Range<u32>| {
            String::from_utf8_lossy(bytes.get(range.start as usize..range.end as usize).unwrap_or_default())
        };
        let indent = indentation(bytes, own.start as usize);
        let keyword = keyword(*kind);
        // At most the keyword separates a doc comment from its declaration. If there is more between them, it is the
        // comment of the group.
        let is_own = doc.start >= own.end || {
            let between = text(&(doc.end..own.start));
            matches!(between.trim(), "") || Some(between.trim()) == keyword
        };
        let doc = if is_own { dedented(&text(doc), indent) } else { String::new() };
        let mut source = dedented(&text(own), indent);
        let is_bare = |keyword: &&str| {
            let rest = source.strip_prefix(*keyword);
            !source.is_empty() && !rest.is_some_and(|rest| rest.starts_with(|c: char| !is_letter(c)))
        };
        if let Some(keyword) = keyword.filter(is_bare) {
            let value = (*kind == SymbolKind::Const).then(|| iota_value(bytes, own)).flatten();
            let value = value.map(|value| format!("= {value}"));
            if let Some((spec, line)) = repeated {
                let spec = dedented(&text(spec), indentation(bytes, spec.start as usize));
                let value = value.map_or(String::new(), |value| format!("{value}, "));
                source = format!("{source} {} // {value}as in line {line}", after_names(&spec));
            } else if !source.contains(['\n', '/'])
                && let Some(value) = value
            {
                source = format!("{source} // {value}");
            }
            source = format!("{keyword} {}", without_columns(&source));
        }
        if kind.is_callable() {
            source = without_gap(source);
        }
        Standalone { doc, source }
    }
}

/// The part of a constant's spec after the names: its type, if it has one, and its expression.
fn after_names(spec: &str) -> &str {
    let mut rest = spec;
    loop {
        rest = after_blanks(rest.trim_start_matches(is_letter));
        match rest.strip_prefix(',') {
            Some(more) => rest = after_blanks(more),
            None => return rest,
        }
    }
}

/// A text without the blanks and comments at its start.
fn after_blanks(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(comment), _) => comment.split_once('\n'),
            (_, Some(comment)) => comment.split_once("*/"),
            (None, None) => return rest,
        };
        rest = after.map_or("", |(_, after)| after.trim_start());
    }
}

/// A function of one line without the spaces that align its body with those of its neighbours.
fn without_gap(source: String) -> String {
    if source.contains('\n') {
        return source;
    }
    let Some(at) = source.find("  ") else { return source };
    let (head, rest) = source.split_at(at);
    let body = rest.trim_start_matches(' ');
    // Spaces inside a string align nothing.
    let is_gap = body.starts_with('{') && !head.contains(['"', '`', '\'']);
    if is_gap { format!("{head} {body}") } else { source }
}

fn keyword(kind: SymbolKind) -> Option<&'static str> {
    match kind {
        SymbolKind::Const => Some("const"),
        SymbolKind::Var => Some("var"),
        kind if kind.is_type() => Some("type"),
        _ => None,
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The blanks between the start of the line and `at`; empty if there is anything else.
fn indentation(bytes: &[u8], at: usize) -> &[u8] {
    let before = bytes.get(..at).unwrap_or_default();
    let line = before.rsplit(|&b| b == b'\n').next().unwrap_or_default();
    if line.iter().all(|b| matches!(b, b' ' | b'\t')) { line } else { &[] }
}

/// A text with the indentation `indent` removed from all lines but the first; unchanged if it contains a raw string.
fn dedented(text: &str, indent: &[u8]) -> String {
    let indent = std::str::from_utf8(indent).unwrap_or_default();
    if indent.is_empty() || text.contains('`') {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.split('\n').map(|line| line.strip_prefix(indent).unwrap_or(line)).collect();
    lines.join("\n")
}

/// A member of a group without the spaces that align the text after its names.
fn without_columns(source: &str) -> String {
    let names = source.find([' ', '\t']).unwrap_or(source.len());
    let (names, rest) = source.split_at(names);
    let rest_trimmed = rest.trim_start_matches([' ', '\t']);
    if rest_trimmed.is_empty() { names.to_owned() } else { format!("{names} {rest_trimmed}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(bytes: &[u8], kind: SymbolKind, doc: Range<u32>, own: Range<u32>) -> Standalone {
        Declaration { kind, doc, own, repeated: None }.standalone(bytes)
    }

    #[test]
    fn a_constant_that_repeats_another_says_what() {
        for (spec, expect) in [
            ("A T = iota", "const Z T = iota // = 1, as in line 4"),
            ("A, B = 1, 2", "const Z = 1, 2 // as in line 4"),
            ("A /* x = 1, */, /* y */ B = 1, 2", "const Z = 1, 2 // as in line 4"),
            ("A = f(\n\t\t1,\n\t)", "const Z = f(\n\t1,\n) // as in line 4"),
        ] {
            let code = format!("package p\n\nconst (\n\t{spec}\n\t/* Z = 3\n\t   once. */\n\tZ\n)\n");
            let (at, own) = (code.find(spec).unwrap() as u32, code.find("\tZ\n").unwrap() as u32 + 1);
            let declaration = Declaration {
                kind: SymbolKind::Const,
                doc: 0..0,
                own: own..own + 1,
                repeated: Some((at..at + spec.len() as u32, 4)),
            };
            assert_eq!(declaration.standalone(code.as_bytes()).source, expect);
        }
    }

    #[test]
    fn a_function_of_one_line_has_no_column() {
        for (code, expect) in [
            ("func (t *T) on()         {}", "func (t *T) on() {}"),
            ("func on() { f(a,  b) }", "func on() { f(a,  b) }"),
            ("func on(s string) { f(\"x  {\") }", "func on(s string) { f(\"x  {\") }"),
            ("func on()  {\n\tf()\n}", "func on()  {\n\tf()\n}"),
        ] {
            let found = cut(code.as_bytes(), SymbolKind::Func, 0..0, 0..code.len() as u32).source;
            assert_eq!(found, expect);
        }
    }

    #[test]
    fn a_member_of_a_group_reads_as_if_it_stood_alone() {
        let code = "package p\n\n// All of them.\nconst (\n\t// A is\n\t// the first.\n\tA T = iota\n\t// B is next.\n\tB\n\
                    \tC // last\n\tD, E = 1, 2\n\tF, G\n)\n\n// One.\nconst One = 1\n\n// Types.\ntype (\n\
                    \tS   struct {\n\t\ta int\n\t}\n\tX = int\n)\n\nvar (\n\tlong  = `\n\t\tx`\n\tshort int\n)\n\n\
                    // T is a type.\ntype T int\n";
        let at = |text: &str| code.find(text).unwrap() as u32;
        let range = |text: &str| at(text)..at(text) + text.len() as u32;
        let group = range("// All of them.");
        for (kind, doc, own, expect) in [
            (
                SymbolKind::Const,
                range("// A is\n\t// the first."),
                range("A T = iota"),
                ("// A is\n// the first.", "const A T = iota // = 0"),
            ),
            (
                SymbolKind::Const,
                range("// B is next."),
                at("\tB\n") + 1..at("\tB\n") + 2,
                ("// B is next.", "const B // = 1"),
            ),
            (
                SymbolKind::Const,
                range("// last"),
                at("\tC //") + 1..at("\tC //") + 2,
                ("// last", "const C // = 2"),
            ),
            (SymbolKind::Const, group.clone(), range("D, E = 1, 2"), ("", "const D, E = 1, 2")),
            (SymbolKind::Const, group, range("F, G"), ("", "const F, G")),
            (SymbolKind::Const, range("// One."), range("const One = 1"), ("// One.", "const One = 1")),
            (
                SymbolKind::Struct,
                range("// Types."),
                range("S   struct {\n\t\ta int\n\t}"),
                ("", "type S struct {\n\ta int\n}"),
            ),
            (SymbolKind::Alias, 0..0, range("X = int"), ("", "type X = int")),
            (SymbolKind::Var, 0..0, range("long  = `\n\t\tx`"), ("", "var long = `\n\t\tx`")),
            (SymbolKind::Var, 0..0, range("short int"), ("", "var short int")),
            (SymbolKind::Field, 0..0, range("a int"), ("", "a int")),
            (
                SymbolKind::Type,
                range("// T is a type."),
                range("type T int"),
                ("// T is a type.", "type T int"),
            ),
        ] {
            let Standalone { doc, source } = cut(code.as_bytes(), kind, doc, own);
            assert_eq!((doc.as_str(), source.as_str()), expect);
        }
        assert_eq!(
            cut(b"", SymbolKind::Const, 0..0, 3..9),
            Standalone::default(),
            "the file is another by now"
        );
    }
}
