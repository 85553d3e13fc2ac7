//! Types whose values code of other modules may get. That code is not known, so it may call any exported method, and
//! read any exported field by reflection.

use rustc_hash::FxHashSet;

use crate::model::{EdgeKind, Graph, StrId, Symbol, SymbolId, SymbolKind};

/// The types that code of another module may get: for each declaration that names something of another module, its
/// own type, the types that it mentions, and those in the signatures of what it calls or reads. O(places that name
/// something from outside + edges of these declarations).
pub(super) fn visible_to_other_modules(graph: &Graph<'_>) -> FxHashSet<SymbolId> {
    let mut found = FxHashSet::default();
    let rows = graph.foreign_name.iter().zip(graph.foreign_from);
    let foreign =
        rows.filter(|&(&name, _)| is_of_another_module(graph.str(StrId(name)))).map(|(_, &from)| from);
    let mut foreign: Vec<u32> = foreign.collect();
    foreign.sort_unstable();
    foreign.dedup();
    for from in foreign.into_iter().map(SymbolId) {
        let symbol = graph.symbol(from);
        found.extend(symbol.owner());
        for edge in graph.outgoing(from) {
            let target = graph.symbol(edge.to);
            if target.kind().is_type() {
                found.insert(edge.to);
            } else if !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Runs) {
                found.extend(in_signature(graph, target));
            }
        }
    }
    found
}

/// Returns whether a name with its import path belongs to another module. The first element of a path of the standard
/// library has no dot.
pub(super) fn is_of_another_module(name: &str) -> bool {
    name.split_once('/').is_some_and(|(first, _)| first.contains('.'))
}

/// The types that the signature of a declaration names.
pub(super) fn in_signature<'g>(
    graph: &'g Graph<'_>,
    symbol: Symbol<'g>,
) -> impl Iterator<Item = SymbolId> + use<'g> {
    // The references of a field are edges of its struct, and those of an interface method are edges of its interface.
    let holder = match symbol.kind() {
        SymbolKind::Field | SymbolKind::InterfaceMethod => symbol.owner().unwrap_or(symbol.id),
        _ => symbol.id,
    };
    // A variable or a constant can be declared without its type.
    let is_inferred = matches!(symbol.kind(), SymbolKind::Var | SymbolKind::Const);
    let types = graph.outgoing(holder).filter(|edge| matches!(edge.kind, EdgeKind::Uses | EdgeKind::Extends));
    let types = types.map(|edge| graph.symbol(edge.to)).filter(|target| target.kind().is_type());
    types.filter(move |ty| is_inferred || has_word(symbol.signature(), ty.name())).map(|ty| ty.id)
}

/// Returns whether a text contains a name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}

#[cfg(test)]
mod tests {
    use super::{has_word, is_of_another_module};

    #[test]
    fn names_of_other_modules_have_a_dot_in_front() {
        for (name, expected) in [
            ("net/http.Client.Do", false),
            ("fmt.Sprint", false),
            ("panic", false),
            ("github.com/spf13/cobra.Command", true),
            ("gopkg.in/yaml.v3.Unmarshal", true),
        ] {
            assert_eq!(is_of_another_module(name), expected, "{name}");
        }
    }

    #[test]
    fn a_word_is_whole() {
        for (text, name, expected) in [
            ("func New() *Conn", "Conn", true),
            ("func New() Connection", "Conn", false),
            ("map[Conn]int", "Conn", true),
            ("reConn", "Conn", false),
            ("sub.Conn", "Conn", true),
        ] {
            assert_eq!(has_word(text, name), expected, "{text}");
        }
    }
}
