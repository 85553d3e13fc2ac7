//! Finds identifiers in a question that are written as in code.

use rustc_hash::FxHashSet;

use crate::model::{Graph, SymbolId};
use crate::search::text::TextIndex;

/// Most symbols of one name that a question may mean by it.
const MAX_NAMESAKES: usize = 12;

/// Symbols that the question names as one writes code: with capitals or `_` inside, a dot, brackets, back quotes.
pub(crate) fn identifiers(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let mut found: Vec<SymbolId> = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut before = "";
    for token in question.split_inclusive(|c: char| !is_part(c)) {
        let written = token.trim_end_matches(|c: char| !is_part(c)).trim_matches('.');
        let quoted = before.ends_with('`') || token.ends_with('`') || token.ends_with('(');
        before = token;
        if !quoted && !looks_like_code(written) {
            continue;
        }
        let (owner, name) = written.rsplit_once('.').map_or((None, written), |(o, name)| (Some(o), name));
        let owner = owner.map(|owner| owner.rsplit('.').next().unwrap_or(owner));
        let fits = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            owner.is_none_or(|owner| {
                symbol.package_name() == owner
                    || symbol.owner().is_some_and(|o| graph.symbol(o).name() == owner)
            })
        };
        let namesakes: Vec<SymbolId> =
            text.named(name).into_iter().map(|doc| text.symbol(doc)).filter(fits).collect();
        let sources: Vec<SymbolId> =
            namesakes.iter().copied().filter(|&id| !graph.symbol(id).is_test()).collect();
        let meant = if sources.is_empty() { namesakes } else { sources };
        if meant.len() <= MAX_NAMESAKES {
            found.extend(meant);
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|id| seen.insert(*id));
    found
}

fn looks_like_code(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next();
    let inside = chars.as_str();
    word.len() > 2 && (inside.contains(char::is_uppercase) || inside.contains(['_', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_known_from_prose() {
        for (word, expect) in [
            ("addRoute", true),
            ("Engine.Run", true),
            ("snake_case", true),
            ("Router", false),
            ("router", false),
            ("is", false),
        ] {
            assert_eq!(looks_like_code(word), expect, "{word}");
        }
    }
}
