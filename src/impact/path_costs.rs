//! The costs of the steps of a chain of edges.

use rustc_hash::FxHashSet;

use crate::model::{EdgeKind, EdgeRef, Graph, SymbolId};

/// Cost of a step besides `-log` of its strength: of two chains with equal confidence the shorter is better.
pub(super) const STEP: f64 = 1e-4;
/// Factor of that cost for a step to a symbol that shares a word with the chain's ends: of many chains through a
/// common hub it is more likely meant.
const KINDRED: f64 = 0.25;
/// Letters of such a word, at least.
const MIN_WORD: usize = 3;
/// Factor of that cost for a step to a symbol of infinite load; one with the mean load costs half-way. Of several ways that
/// are as sure, the one with the most load does the work, and not the one through an error reply.
const LOADED: f64 = 0.5;
/// A function passed as a value counts as this many steps, because it may be called elsewhere.
const VALUE: f64 = 2.0;

/// The costs of steps for two ends.
pub(super) struct Costs {
    /// The words of the ends' names.
    words: FxHashSet<String>,
    mean_load: f64,
}

impl Costs {
    pub(super) fn between(graph: &Graph<'_>, ends: impl Iterator<Item = SymbolId>) -> Self {
        let mean_load = graph.symbol_load.iter().sum::<f64>() / graph.n_symbols().max(1) as f64;
        Self { words: ends.flat_map(|end| words(graph.symbol(end).qualified())).collect(), mean_load }
    }

    /// The least cost of an edge.
    pub(super) const MIN_COST: f64 = STEP * KINDRED * LOADED;

    /// The cost of any step to a symbol, besides that of the edge's doubt. O(its name).
    pub(super) fn of_step(&self, graph: &Graph<'_>, to: SymbolId) -> f64 {
        let name = graph.symbol(to).qualified();
        let is_kindred = if name.is_ascii() {
            let is_among =
                |word: &[u8]| self.words.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(word));
            ascii_words(name.as_bytes()).any(is_among)
        } else {
            words(name).any(|word| self.words.contains(&word))
        };
        let load = graph.load(to);
        let part = if load > 0.0 { load / (load + self.mean_load) } else { 0.0 };
        STEP * if is_kindred { KINDRED } else { 1.0 } * (1.0 - (1.0 - LOADED) * part)
    }

    /// The cost of an edge, with what [`Costs::of_step`] says of its target.
    pub(super) fn of(graph: &Graph<'_>, edge: &EdgeRef<'_>, step: f64) -> f64 {
        let is_value = edge.kind == EdgeKind::Uses && graph.symbol(edge.to).kind().is_callable();
        step * if is_value { VALUE } else { 1.0 } - f64::from(edge.strength()).ln()
    }
}

/// The words of a name in small letters: `Local.opPlan` has `local` and `plan`, `HTTPServer` has `http` and `server`.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (at, &c) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map_or('_', |at| letters[at]);
        let is_head = c.is_uppercase()
            && (!before.is_uppercase() || letters.get(at + 1).is_some_and(|next| next.is_lowercase()));
        match words.last_mut() {
            Some(word) if c.is_alphanumeric() && !is_head => word.extend(c.to_lowercase()),
            _ => words.push(c.to_lowercase().filter(|c| c.is_alphanumeric()).collect()),
        }
    }
    words.into_iter().filter(|word| word.chars().count() >= MIN_WORD)
}

/// The words that [`words`] finds in a name, as they are written. Most names are of ASCII letters, and there are very
/// many.
fn ascii_words(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_upper = |at: usize| name.get(at).is_some_and(u8::is_ascii_uppercase);
    let is_head = move |at: usize| {
        let is_after_upper = at > 0 && is_upper(at - 1);
        is_upper(at) && (!is_after_upper || name.get(at + 1).is_some_and(u8::is_ascii_lowercase))
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        while !name.get(at)?.is_ascii_alphanumeric() {
            at += 1;
        }
        let start = at;
        at += 1;
        while name.get(at).is_some_and(u8::is_ascii_alphanumeric) && !is_head(at) {
            at += 1;
        }
        Some(&name[start..at])
    })
    .filter(|word| word.len() >= MIN_WORD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_consists_of_words() {
        for (name, expected) in [
            ("Local.opPlan", &["local", "plan"][..]),
            ("HTTPServer", &["http", "server"]),
            ("newID", &["new"]),
            ("Größe_alt", &["größe", "alt"]),
            ("parse2Go.x", &["parse2"]),
            ("_a__bcd", &["bcd"]),
            ("", &[]),
        ] {
            assert_eq!(words(name).collect::<Vec<_>>(), expected, "{name}");
            if name.is_ascii() {
                let found = ascii_words(name.as_bytes()).map(<[u8]>::to_ascii_lowercase);
                let expected = expected.iter().map(|word| word.as_bytes());
                assert!(found.eq(expected), "{name}");
            }
        }
    }
}
