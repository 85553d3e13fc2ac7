//! Links that a question holds, as issues and reviews are full of, and ids: those that lead to something of the tree are read
//! as what they lead to.

use std::borrow::Cow;
use std::ops::Range;

use super::asked::put;
use super::exact::code;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, resolve, unlinked};

/// A question with its links to files, lines and documentation of the tree as paths, places and names, and with ids of
/// symbols as names. What asks for the other ends of what stands at a place, `file.go:12`, has its name, too. O(length, and
/// files or symbols for each of them).
pub(super) fn followed<'q>(graph: &Graph<'_>, question: &'q str) -> Cow<'q, str> {
    // Most questions hold none.
    if !["://", ".go#", ".dev/", ".go:"].iter().any(|mark| question.contains(mark)) {
        return question.into();
    }
    let asks = put(question).is_some();
    let follow = |piece: &str| {
        let word = piece.trim_end();
        let is_symbol = word.contains(".go::") || asks && word.contains(".go:") && !word.contains("://");
        let to = if is_symbol {
            resolve(graph, code(word)).ok().map(|id| in_full(graph, graph.symbol(id)))
        } else {
            unlinked(word).and_then(|to| here(graph, &to))
        };
        to.map_or_else(|| piece.to_owned(), |to| to + &piece[word.len()..])
    };
    question.split_inclusive(char::is_whitespace).map(follow).collect::<String>().into()
}

/// A symbol's name with the folder of its package, as a question may name it: `net/http.Server.Serve`.
pub(super) fn in_full(graph: &Graph<'_>, symbol: Symbol<'_>) -> String {
    if symbol.kind().is_container() {
        return symbol.path().to_owned();
    }
    let package = graph.symbol(symbol.package());
    let folder = if package.path() == "." { package.name() } else { package.path() };
    format!("{folder}.{}", symbol.qualified())
}

/// What a link points at, if the tree has it.
fn here(graph: &Graph<'_>, to: &str) -> Option<String> {
    let (path, line) = to.split_once(".go:").map_or((to, ""), |(path, line)| (&to[..path.len() + 3], line));
    let is_package = |path: &str| {
        let is_it = |symbol: Symbol<'_>| symbol.path() == path || symbol.import_path() == Some(path);
        graph.symbols().any(|symbol| symbol.kind() == SymbolKind::Package && is_it(symbol))
    };
    if line.is_empty() && !path.ends_with(FILE) {
        let base = path.rfind('/').map_or(0, |slash| slash + 1);
        let name = path[base..].find('.').map_or(path.len(), |dot| base + dot);
        return (is_package(path) || is_package(&path[..name])).then(|| to.to_owned());
    }
    // The path may begin with the end of a branch's name, or above the tree's root; or below a folder of it.
    let tails = || path.match_indices('/').map(|(slash, _)| &path[slash + 1..]);
    let found = std::iter::once(path).chain(tails()).find(|tail| graph.find_file(tail).is_some());
    let ends = |known: &str| known.strip_suffix(path).is_some_and(|head| head.ends_with('/'));
    let is_end = || graph.file_symbol.iter().any(|&file| ends(graph.symbol(SymbolId(file)).path()));
    let path = found.or_else(|| is_end().then_some(path))?;
    let line = if line.is_empty() { String::new() } else { format!(":{line}") };
    Some(format!("{path}{line}"))
}

const FILE: &str = ".go";

/// Where a text holds the beginnings of links, up to the path: no message is told by a host.
pub(super) fn hosts(text: &str) -> Vec<Range<usize>> {
    let host = |(at, mark): (usize, &str)| {
        let start =
            text[..at].bytes().rposition(|b| !b.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
        let rest = &text[at + mark.len()..];
        let len = rest.find(|c: char| c == '/' || c.is_whitespace()).unwrap_or(rest.len());
        start..at + mark.len() + len
    };
    text.match_indices("://").map(host).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_ends_where_the_path_begins() {
        let found =
            |text: &str| hosts(text).into_iter().map(|host| text[host].to_owned()).collect::<Vec<_>>();
        assert_eq!(found("see https://go.dev/issue and (http://x)"), ["https://go.dev", "http://x)"]);
        assert!(found("ö: no link").is_empty());
        assert_eq!(found("ö://ü"), ["://ü"]);
    }
}
