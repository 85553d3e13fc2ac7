//! Finds what a name in a file refers to, by the lines of the graph's edges.

use crate::app::msg::Tone;
use crate::app::source::{Caret, SourceText};
use crate::model::{EdgeKind, Graph, Origin, SymbolId, SymbolKind, clean};

/// The thing that a name refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Referent {
    /// A declaration of the tree.
    Symbol(SymbolId),
    /// A variable or parameter of the function, and where it is bound.
    Local(Caret),
    /// Something of the standard library or another module, by its full name.
    Outside(String),
    /// A keyword, a number, a word in a string, or a name that could not be bound.
    Unknown,
}

impl Referent {
    /// Why the word at `caret` leads to no other place; `None` if it leads somewhere, or if there is no word.
    pub(in crate::app) fn why_nowhere(&self, text: &SourceText, caret: Caret) -> Option<(Tone, String)> {
        match self {
            Self::Symbol(_) => None,
            Self::Local(at) => {
                (*at == caret).then(|| (Tone::Good, "this is where the name is declared".to_owned()))
            }
            Self::Outside(name) => {
                Some((Tone::Bad, format!("{} is declared outside of this tree", clean(name))))
            }
            Self::Unknown => {
                let word = text.word_at(caret)?;
                Some((Tone::Bad, format!("no declaration of {} is known", clean(&word.text))))
            }
        }
    }
}

/// The innermost declaration around a line, from 1, of a file; packages and files are none.
pub(in crate::app) fn enclosing(graph: &Graph<'_>, path: &str, line: u32) -> Option<SymbolId> {
    let all = graph.symbols_of(graph.find_file(path)?).map(|ix| graph.symbol(SymbolId(ix)));
    let around = all.filter(|symbol| {
        symbol.kind() != SymbolKind::File && (symbol.line()..=symbol.end_line()).contains(&line)
    });
    around.max_by_key(|symbol| symbol.line()).map(|symbol| symbol.id)
}

/// The declaration that a word on a line, from 1, refers to; `is_member` if a dot stands before it. O(symbols of the file
/// plus edges of those around the line).
pub(in crate::app) fn symbol_named(
    graph: &Graph<'_>,
    path: &str,
    line: u32,
    word: &str,
    is_member: bool,
) -> Option<SymbolId> {
    let symbols = graph.symbols_of(graph.find_file(path)?).map(|ix| graph.symbol(SymbolId(ix)));
    let mut best: Option<(bool, bool, u64, SymbolId)> = None;
    for symbol in symbols {
        let is_file = symbol.kind() == SymbolKind::File;
        if !is_file && symbol.line() == line && symbol.name() == word {
            return Some(symbol.id);
        }
        if !is_file && !(symbol.line()..=symbol.end_line()).contains(&line) {
            continue;
        }
        for edge in graph.outgoing(symbol.id) {
            let to = graph.symbol(edge.to);
            if !is_written(edge.kind) || to.name() != word || !edge.lines.contains(&line) {
                continue;
            }
            let fits = to.owner().is_some_and(|owner| graph.symbol(owner).kind().is_type()) == is_member;
            let strength = (edge.strength() * 1e6) as u64;
            best = best.max(Some((fits, edge.origin != Origin::Dispatch, strength, to.id)));
        }
    }
    best.map(|(.., id)| id)
}

/// Returns whether an edge of a kind stands where code names its target.
fn is_written(kind: EdgeKind) -> bool {
    !matches!(kind, EdgeKind::MemberOf | EdgeKind::Implements | EdgeKind::Delegates | EdgeKind::Runs)
}

/// Finds what the word at a place of a text refers to.
pub(in crate::app) fn named(graph: &Graph<'_>, source: &SourceText, at: Caret) -> Referent {
    let Some(word) = source.word_at(at) else { return Referent::Unknown };
    let line = at.row as u32 + 1;
    if let Some(symbol) = symbol_named(graph, &source.path, line, &word.text, word.is_member) {
        return Referent::Symbol(symbol);
    }
    let around = enclosing(graph, &source.path, line);
    let first = around.map_or(0, |id| graph.symbol(id).line().saturating_sub(1) as usize);
    if !word.is_member
        && let Some(bound) = bound(source, first, at, &word.text)
    {
        return Referent::Local(bound);
    }
    let file = graph.find_file(&source.path).and_then(|file| graph.symbols_of(file).next());
    let holders = around.into_iter().chain(file.map(SymbolId));
    let mut outside = holders.flat_map(|id| graph.foreign_of(id)).filter(|site| site.line == line);
    if let Some(site) = outside.find(|site| site.name.rsplit(['.', '/']).next() == Some(&word.text)) {
        return Referent::Outside(site.name.to_owned());
    }
    Referent::Unknown
}

/// The last binding of a name between row `first` and a place: by `:=`, `var`, or as a parameter.
fn bound(source: &SourceText, first: usize, at: Caret, name: &str) -> Option<Caret> {
    for row in (first..=at.row).rev() {
        let text = source.plain(row);
        let letters: Vec<char> = text.chars().collect();
        let mut found = None;
        for column in source.words_of(row, name) {
            if row == at.row && column > at.column {
                break;
            }
            if binds(&letters, column, name) {
                found = Some(Caret { row, column });
            }
        }
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns whether a name at a column of a line is bound there.
fn binds(letters: &[char], column: usize, name: &str) -> bool {
    let before: String = letters[..column].iter().collect();
    let after: String = letters[column + name.chars().count()..].iter().collect();
    let (before, after) = (before.trim_end(), after.trim_start());
    if before.ends_with('.') {
        return false;
    }
    let names = |c: char| c.is_alphanumeric() || matches!(c, '_' | ',' | ' ');
    let is_assigned = after.trim_start_matches(names).starts_with(":=")
        && (after.starts_with(":=") || after.starts_with(','));
    let is_parameter = before.contains("func")
        && (before.ends_with('(') || before.ends_with(','))
        && after.starts_with(|c: char| c.is_alphabetic() || matches!(c, '*' | '[' | '.' | ','));
    is_assigned || is_parameter || before.ends_with("var") || before.ends_with("const")
}
