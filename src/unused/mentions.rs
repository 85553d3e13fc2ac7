//! Finds members that code names where the graph has no edge.
//!
//! The type of an expression may be unknown, for example if it comes from a function of another module. Then a
//! selector `.Name` may mean any member of that name. Templates in strings name members in the same way. So each
//! selector in each file is compared with the edges on its line. If none of them has that name, all members of the
//! name count as used. So do members that a type literal like `x.(interface{ Name() })` requires.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::input::SourceTexts;
use crate::model::{FileId, Graph, OF_UNKNOWN_TYPE, StrId, SymbolId};

/// Those of the given members that an unexplained selector may mean, in order. None if the search was cancelled.
/// O(bytes of the tree + edges).
pub(super) fn unexplained(
    graph: &Graph<'_>,
    tree: SourceTexts<'_>,
    members: &FxHashSet<SymbolId>,
) -> Option<Vec<SymbolId>> {
    let mut by_name: FxHashMap<&str, Vec<SymbolId>> = FxHashMap::default();
    for &member in members {
        by_name.entry(graph.symbol(member).name()).or_default().push(member);
    }
    let explained = explained(graph, &by_name);
    let files: Vec<FileId> = (0..graph.n_files() as u32).map(FileId).collect();
    let found: Option<Vec<FxHashSet<&str>>> = files
        .par_iter()
        .map(|&file| {
            if (tree.cancelled)() {
                return None;
            }
            let text = (tree.text)(graph.path(file)).unwrap_or_default();
            let mut open = FxHashSet::default();
            for name in required_by_literals(&text) {
                open.extend(
                    std::str::from_utf8(name)
                        .ok()
                        .and_then(|name| by_name.get_key_value(name))
                        .map(|(&name, _)| name),
                );
            }
            each_name(&text, |name, line| {
                if let Some((&name, _)) =
                    std::str::from_utf8(name).ok().and_then(|name| by_name.get_key_value(name))
                    && !explained.contains(&(file, line, name))
                {
                    open.insert(name);
                }
            });
            Some(open)
        })
        .collect();
    let names: FxHashSet<&str> = found?.into_iter().flatten().collect();
    let mut doubtful: Vec<SymbolId> =
        names.into_iter().flat_map(|name| by_name[name].iter().copied()).collect();
    doubtful.sort_unstable();
    Some(doubtful)
}

/// The lines of some files that select the name of a member, or have it before a colon, without an edge to any symbol of
/// that name. None if the search was cancelled. O(bytes of the files + edges to symbols of the name).
pub(super) fn selections(
    graph: &Graph<'_>,
    tree: SourceTexts<'_>,
    member: SymbolId,
    files: &[FileId],
) -> Option<Vec<(FileId, u32)>> {
    let name = graph.symbol(member).name();
    let explained = explained(graph, &FxHashMap::from_iter([(name, vec![member])]));
    let mut places = Vec::new();
    for &file in files {
        if (tree.cancelled)() {
            return None;
        }
        let text = (tree.text)(graph.path(file)).unwrap_or_default();
        each_name(&text, |found, line| {
            if found == name.as_bytes() && !explained.contains(&(file, line, name)) {
                places.push((file, line));
            }
        });
    }
    Some(places)
}

/// The lines on which one of the names is declared, or has an edge to any symbol of that name.
fn explained<'g>(
    graph: &'g Graph<'_>,
    names: &FxHashMap<&'g str, Vec<SymbolId>>,
) -> FxHashSet<(FileId, u32, &'g str)> {
    let mut explained = FxHashSet::default();
    for symbol in graph.symbols() {
        let Some((&name, _)) = names.get_key_value(symbol.name()) else { continue };
        if let Some(file) = symbol.file() {
            explained.insert((file, symbol.line(), name));
        }
        for edge in graph.incoming(symbol.id) {
            if let Some(file) = graph.symbol(edge.from).file() {
                explained.extend(edge.lines.iter().map(|&line| (file, line, name)));
            }
        }
    }
    let rows = graph.foreign_name.iter().zip(graph.foreign_from).zip(graph.foreign_line);
    for ((&foreign, &from), &line) in rows {
        let foreign = graph.str(StrId(foreign));
        // A member of a value of unknown type may be one of the tree's.
        if foreign.starts_with(OF_UNKNOWN_TYPE) {
            continue;
        }
        let name = foreign.rsplit('.').next().unwrap_or(foreign);
        if let Some((&name, _)) = names.get_key_value(name)
            && let Some(file) = graph.symbol(SymbolId(from)).file()
        {
            explained.insert((file, line, name));
        }
    }
    explained
}

/// The names of methods in interface types that are no declarations `type Name interface` at the start of a line.
fn required_by_literals(text: &[u8]) -> Vec<&[u8]> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let mut found = Vec::new();
    for at in memchr::memmem::find_iter(text, b"interface") {
        let line = text[..at].rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        let rest = text[at + b"interface".len()..].trim_ascii_start();
        if line.starts_with(b"type ") {
            continue;
        }
        let Some(body) = rest.strip_prefix(b"{") else { continue };
        let body = body.split(|&byte| byte == b'}').next().unwrap_or_default();
        for (paren, _) in body.iter().enumerate().filter(|(_, byte)| **byte == b'(') {
            let start =
                body[..paren].iter().rposition(|byte| !is_letter(byte)).map_or(0, |before| before + 1);
            if start < paren {
                found.push(&body[start..paren]);
            }
        }
    }
    found
}

/// Calls `found` with each name after a dot, and each before a colon, outside of comments, and with its line.
fn each_name(text: &[u8], mut found: impl FnMut(&[u8], u32)) {
    #[derive(Clone, Copy, PartialEq)]
    enum LexState {
        Code,
        Text(u8),
    }
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let (mut at, mut line, mut state, mut is_after_dot) = (0, 1, LexState::Code, false);
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1).copied();
        match (state, byte) {
            (_, b'\n') => {
                line += 1;
                // Only a raw string continues after the end of a line.
                if state != LexState::Text(b'`') {
                    state = LexState::Code;
                }
            }
            (LexState::Code, b'/') if next == Some(b'/') => {
                at += memchr::memchr(b'\n', &text[at..]).unwrap_or(text.len() - at);
                continue;
            }
            (LexState::Code, b'/') if next == Some(b'*') => {
                let end = memchr::memmem::find(&text[at + 2..], b"*/").map_or(text.len(), |end| at + end + 4);
                line += memchr::memchr_iter(b'\n', &text[at..end]).count() as u32;
                at = end;
                continue;
            }
            (LexState::Code, b'"' | b'`' | b'\'') => (state, is_after_dot) = (LexState::Text(byte), false),
            (LexState::Text(quote), b'\\') if quote != b'`' => at += 1,
            (LexState::Text(quote), _) if byte == quote => state = LexState::Code,
            _ if is_letter(byte) => {
                let end =
                    text[at..].iter().position(|&byte| !is_letter(byte)).map_or(text.len(), |end| at + end);
                let is_key = || {
                    let rest = text[end..].trim_ascii_start();
                    rest.first() == Some(&b':') && rest.get(1) != Some(&b'=')
                };
                if is_after_dot || is_key() {
                    found(&text[at..end], line);
                }
                is_after_dot = false;
                at = end;
                continue;
            }
            (_, b'.') => is_after_dot = true,
            _ if byte.is_ascii_whitespace() => {}
            _ => is_after_dot = false,
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{each_name, required_by_literals};

    #[test]
    fn methods_of_interfaces_without_a_name_are_found() {
        let text = b"type I interface { Named() }\n\tif x, ok := y.(interface {\n\t\tOne() error\n\t\tTwo(a int)\n\t}); ok {\n\
            func f(v interface{ Three() })\nvar any interface{}\n";
        let found: Vec<_> = required_by_literals(text).into_iter().map(String::from_utf8_lossy).collect();
        assert_eq!(found, ["One", "Two", "Three"]);
    }

    #[test]
    fn selectors_are_found_outside_of_comments() {
        let text = b"a.One() // x.No\n/* y.No\n */ b.\n\tTwo\nc := \"http://x {{.Three}}\" + d.Four\n\
            e := `raw\n{{ .Five }}` \nT{Six: 1}\nv := x\ngo(\"\\\".Seven\")\n";
        let mut found = Vec::new();
        each_name(text, |name, line| found.push((String::from_utf8_lossy(name).into_owned(), line)));
        let expected = [
            ("One", 1),
            ("Two", 4),
            ("http", 5),
            ("Three", 5),
            ("Four", 5),
            ("Five", 7),
            ("Six", 8),
            ("Seven", 10),
        ];
        assert_eq!(found.iter().map(|(name, line)| (name.as_str(), *line)).collect::<Vec<_>>(), expected);
    }
}
