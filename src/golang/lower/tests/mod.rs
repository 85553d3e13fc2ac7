//! Small Go sources and the facts that lowering must give for them.

mod declarations;
mod hostile;
mod recovery;
mod shapes;

use super::Lowering;
use crate::golang::ast::{Kind, NO_NAME, children, flag};
use crate::golang::facts::{Decl, FileFacts, NONE, decl_flag};
use crate::model::SymbolKind;

fn facts(source: &[u8]) -> FileFacts {
    Lowering::new().facts(source)
}

/// Properties that the facts of every source have.
#[track_caller]
fn assert_sound(source: &[u8], facts: &FileFacts) {
    assert!(facts.is_well_formed());
    let lines = source.split(|&b| b == b'\n').count() as u32;
    // The text after the last line feed is a line only if it is not empty.
    let is_closed = source.last().is_none_or(|&last| last == b'\n');
    assert_eq!(facts.lines, lines - u32::from(is_closed));
    let inside = |line: u32| (1..=lines).contains(&line);
    assert!(facts.nodes.iter().all(|n| inside(n.line)));
    assert!(facts.errors.iter().all(|line| (1..=facts.lines.max(1)).contains(line)));
    for decl in &facts.decls {
        assert!(inside(decl.line) && inside(decl.end_line));
        assert!(decl.end as usize <= source.len() && decl.doc[1] as usize <= source.len());
        let name = &source[offset(source, decl)..];
        assert!(name.starts_with(facts.name(decl.name).as_bytes()), "the name stands where it is said to");
    }
}

/// The byte offset of the name of a declaration.
fn offset(source: &[u8], decl: &Decl) -> usize {
    let mut line_starts =
        std::iter::once(0).chain((0..source.len()).filter(|&b| source[b] == b'\n').map(|b| b + 1));
    line_starts.nth(decl.line as usize - 1).unwrap() + decl.col as usize - 1
}

/// The declarations: `kind Owner.name line:col-end_line marks | signature | doc`.
fn declarations(source: &str) -> Vec<String> {
    let facts = facts(source.as_bytes());
    assert_sound(source.as_bytes(), &facts);
    let mut out = Vec::new();
    for decl in &facts.decls {
        let kind = SymbolKind::from_number(decl.kind).unwrap().name();
        let owner = match decl.owner {
            NONE => facts.name(decl.receiver),
            owner => facts.name(facts.decls[owner as usize].name),
        };
        let dot = if owner.is_empty() { "" } else { "." };
        let name = facts.name(decl.name);
        let marks = [
            (decl_flag::EXPORTED, " exported"),
            (decl_flag::POINTER, " pointer"),
            (decl_flag::EMBEDDED, " embedded"),
            (decl_flag::NESTED, " nested"),
            (decl_flag::GENERIC, " generic"),
            (decl_flag::OUTPUT, " output"),
            (decl_flag::DEPRECATED, " deprecated"),
        ];
        let marks: String =
            marks.iter().filter(|(bit, _)| decl.flags & bit != 0).map(|(_, word)| *word).collect();
        let doc = &source[decl.doc[0] as usize..decl.doc[1] as usize];
        let doc = if doc.is_empty() { String::new() } else { format!(" | {}", doc.escape_debug()) };
        let place = format!("{}:{}-{}", decl.line, decl.col, decl.end_line);
        let signature = facts.name(decl.signature);
        out.push(format!("{kind} {owner}{dot}{name} {place}{marks} | {signature}{doc}"));
    }
    out
}

/// The lowered tree as nested lists: `(Kind.flags name children)`. A name alone is an identifier, and `-` is an
/// absent child.
fn tree(source: &str) -> String {
    let facts = facts(source.as_bytes());
    assert_sound(source.as_bytes(), &facts);
    let mut roots = Vec::new();
    let mut ix = 0;
    while let Some(node) = facts.nodes.get(ix as usize) {
        roots.push(show(&facts, ix));
        ix = node.end;
    }
    roots.join("\n")
}

fn show(facts: &FileFacts, ix: u32) -> String {
    let node = &facts.nodes[ix as usize];
    let name = if node.name == NO_NAME { "" } else { facts.name(node.name) };
    match node.kind() {
        Kind::Absent => return "-".into(),
        Kind::Ident => return name.into(),
        _ => {}
    }
    let flags = match node.flags & !flag::TOP {
        0 => String::new(),
        flags => format!(".{flags}"),
    };
    let mut words = vec![format!("{:?}{flags}", node.kind())];
    words.extend((!name.is_empty()).then(|| format!("'{name}")));
    words.extend(children(&facts.nodes, ix).map(|child| show(facts, child)));
    format!("({})", words.join(" "))
}

/// The tree of the statements of a function body.
fn body(statements: &str) -> String {
    let tree = tree(&format!("package p\nfunc f() {{\n{statements}\n}}\n"));
    let start = "(FuncDecl 'f - - (FuncType (Params) -) (Block";
    let inside = tree.strip_prefix(start).and_then(|t| t.strip_suffix("))"));
    inside.unwrap_or(&tree).trim_start().to_owned()
}
