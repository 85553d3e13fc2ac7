//! Measures how much of the work of a program a symbol does, in contrast to configuration and reports.

use crate::model::{Graph, SymbolId};

/// Exponents of the reach and the hub score of a symbol, and of its load, beside the factors for names and for further
/// stops of a package. Code on the way to the work is mostly needed in one place, so load counts less.
const OF_CONTROL: f64 = 0.7;
const OF_LOAD: f64 = 0.6;

/// Returns the share of a program's work that a symbol does, if a run reaches it with a probability: the product of
/// this and its hub score, damped, and its load, damped more, times a factor for its name. Code that reads settings
/// controls as much as code that serves, but has little load. A member carries the load of its type in proportion to
/// the member with the highest hub score, `chief`: most methods of a type that all use only answer a question.
pub(super) fn work(graph: &Graph<'_>, id: SymbolId, reach: f64, chief: impl Fn(SymbolId) -> f64) -> f64 {
    let symbol = graph.symbol(id);
    let of_type = symbol.owner().map_or(0.0, |owner| {
        graph.load(owner) * (graph.hub(id) / chief(owner).max(f64::MIN_POSITIVE)).min(1.0)
    });
    let load = graph.load(id).max(of_type);
    (reach * graph.hub(id)).powf(OF_CONTROL) * load.powf(OF_LOAD) * name_factor(symbol.name())
}

/// The sense of a word of a function's name, in small letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    /// Usual in Go for functions that do the work of a program.
    Work,
    /// Usual for functions that prepare or report.
    Preparation,
    None,
}

fn sense(word: &[u8]) -> Sense {
    match word {
        b"accept" | b"apply" | b"dispatch" | b"execute" | b"handle" | b"listen" | b"loop" | b"open"
        | b"process" | b"run" | b"schedule" | b"serve" | b"start" | b"sync" | b"work" | b"worker" => {
            Sense::Work
        }
        b"check" | b"completion" | b"config" | b"configure" | b"env" | b"error" | b"flag" | b"flags"
        | b"help" | b"log" | b"option" | b"options" | b"parse" | b"usage" | b"validate" | b"version" => {
            Sense::Preparation
        }
        _ => Sense::None,
    }
}

/// The longest word that has a sense, in bytes.
const LONGEST_WORD: usize = 10;

/// The highest hub score among the members of a type that are code of the program.
pub(super) fn highest_control(graph: &Graph<'_>, ty: SymbolId) -> f64 {
    let members = graph.members(ty).into_iter();
    members.filter(|&id| !graph.symbol(id).is_test()).map(|id| graph.hub(id)).fold(0.0, f64::max)
}

/// Returns whether a name says that a function does the work of a program.
pub(super) fn is_of_work(name: &str) -> bool {
    name_factor(name) > 1.0
}

/// A factor from the words in a name: 2 for work, 0.5 for preparation and reports, and 1 for others.
fn name_factor(name: &str) -> f64 {
    let (mut works, mut prepares) = (false, false);
    for word in words(name) {
        let mut small = [0; LONGEST_WORD];
        let Some(small) = small.get_mut(..word.len()) else { continue };
        small.copy_from_slice(word.as_bytes());
        small.make_ascii_lowercase();
        match sense(small) {
            Sense::Work => works = true,
            Sense::Preparation => prepares = true,
            Sense::None => {}
        }
    }
    match (works, prepares) {
        (true, false) => 2.0,
        (false, true) => 0.5,
        _ => 1.0,
    }
}

/// The words of a name as they are written: each begins with a capital letter that does not follow another one.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let mut is_after_capital = rest.chars().next()?.is_uppercase();
        let end = rest.char_indices().skip(1).find(|&(_, c)| {
            let was_after_capital = std::mem::replace(&mut is_after_capital, c.is_uppercase());
            is_after_capital && !was_after_capital
        });
        let (word, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_by_its_words_whether_it_works_or_prepares() {
        let words = |name| words(name).collect::<Vec<_>>();
        assert_eq!(words("serveHTTPLoop"), ["serve", "HTTPLoop"]);
        assert_eq!(words("ÖffneRun"), ["Öffne", "Run"]);
        assert!(words("").is_empty());
        for (name, factor) in [
            ("runLoop", 2.0),
            ("Serve", 2.0),
            ("parseFlags", 0.5),
            ("checkRun", 1.0),
            ("runner", 1.0),
            ("HTTPServe", 1.0),
        ] {
            assert!((name_factor(name) - factor).abs() < f64::EPSILON, "{name}");
        }
    }
}
