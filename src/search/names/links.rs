//! Links and ids in a question, as issues and reviews contain them: those that lead to the tree are replaced by the
//! path or name that they lead to.

use std::borrow::Cow;

use crate::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_meant, unlinked};
use crate::search::names::qualified_name::code;

/// A question with more ids or places than this asks for none of them.
const MAX_SYMBOLS: usize = 32;

/// A question with its links to files, lines and documentation of the tree as paths, places and names, and with ids of
/// symbols as names. A question that `asks` for the other ends of what stands at a place, `file.go:12`, has its name, too. O(length, and
/// files or symbols for each of them).
pub(crate) fn followed<'q>(
    graph: &Graph<'_>,
    question: &'q str,
    asks: impl FnOnce() -> bool,
) -> Cow<'q, str> {
    // Most questions have no link.
    if !["://", ".go#", ".dev/", ".go:"].iter().any(|mark| question.contains(mark)) {
        return question.into();
    }
    let asks = asks();
    let is_symbol =
        |word: &str| word.contains(".go::") || asks && word.contains(".go:") && !word.contains("://");
    let mut symbols = 0;
    let follow = |piece: &str| {
        let word = piece.trim_end();
        symbols += usize::from(is_symbol(word));
        let to = if is_symbol(word) {
            let meant = if symbols > MAX_SYMBOLS { None } else { symbol_meant(graph, code(word)) };
            meant.map(|id| in_full(graph, graph.symbol(id)))
        } else {
            unlinked(word).and_then(|to| here(graph, &to))
        };
        to.map_or_else(|| piece.to_owned(), |to| to + &piece[word.len()..])
    };
    question.split_inclusive(char::is_whitespace).map(follow).collect::<String>().into()
}

/// A symbol's name with the folder of its package, as a question may name it: `net/http.Server.Serve`.
pub(crate) fn in_full(graph: &Graph<'_>, symbol: Symbol<'_>) -> String {
    if symbol.kind().is_container() {
        return symbol.path().to_owned();
    }
    let package = graph.symbol(symbol.package());
    let folder = if package.path() == "." { package.name() } else { package.path() };
    format!("{folder}.{}", symbol.qualified())
}

/// Finds the target of a link, if the tree has it.
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
    // A branch's name or folders above the tree's root may precede the path; or the tree may be above it.
    let tails = || path.match_indices('/').map(|(slash, _)| &path[slash + 1..]);
    let found = std::iter::once(path).chain(tails()).find(|tail| graph.find_file(tail).is_some());
    let ends = |known: &str| known.strip_suffix(path).is_some_and(|head| head.ends_with('/'));
    let is_end = || graph.file_symbol.iter().any(|&file| ends(graph.symbol(SymbolId(file)).path()));
    let path = found.or_else(|| is_end().then_some(path))?;
    let line = if line.is_empty() { String::new() } else { format!(":{line}") };
    Some(format!("{path}{line}"))
}

const FILE: &str = ".go";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::build_constraint::Host;
    use crate::golang::lower::Lowering;
    use crate::golang::module::Workspace;
    use crate::golang::{SourceFile, analyze};

    #[test]
    fn a_question_has_names_for_its_first_ids_and_keeps_the_many_that_follow() {
        let facts = Lowering::new().facts(b"package a\n\nfunc F() {}\n");
        let sources = [SourceFile { path: "a/a.go", facts: &facts, declarations_only: false }];
        let data = analyze(&sources, &Workspace::new([("go.mod", "module m\n")]), &Host::default());
        let graph = data.graph();
        let ids = |count| vec!["a/a.go::F::func"; count].join(" ");
        assert_eq!(
            followed(&graph, "who calls a/a.go::F or a/a.go:3 or a/a.go::G", || true),
            "who calls a.F or a.F or a/a.go::G"
        );
        let read = followed(&graph, &ids(MAX_SYMBOLS + 2), || false).into_owned();
        assert_eq!(read, format!("{} {}", vec!["a.F"; MAX_SYMBOLS].join(" "), ids(2)));
    }
}
