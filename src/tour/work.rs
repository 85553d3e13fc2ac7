//! Measures how much of the work of a program a symbol does, in contrast to configuration and reports.

use crate::model::{Graph, SymbolId};

/// How much the reach and the hub score of a symbol, and its load, count beside the factors for names and for further
/// stops of a package. What is on the way to the work is mostly needed in one place, so load counts less.
const OF_CONTROL: f64 = 0.7;
const OF_LOAD: f64 = 0.6;

/// How much of the work of a program a symbol does that a run reaches with a probability: the product of this and its hub
/// score, damped, and its load, damped more, times a factor for its name. Code that reads settings controls as much as code
/// that serves, but has little load. A member carries the load of its type as far as it controls what the member with the
/// highest hub score, `chief`, does: most methods of a type that all use only answer a question.
pub(super) fn work(graph: &Graph<'_>, id: SymbolId, reach: f64, chief: impl Fn(SymbolId) -> f64) -> f64 {
    let symbol = graph.symbol(id);
    let of_type = symbol.owner().map_or(0.0, |owner| {
        graph.load(owner) * (graph.hub(id) / chief(owner).max(f64::MIN_POSITIVE)).min(1.0)
    });
    let load = graph.load(id).max(of_type);
    (reach * graph.hub(id)).powf(OF_CONTROL) * load.powf(OF_LOAD) * name_factor(symbol.name())
}

/// Words that are usual in Go for functions that do the work of a program, and for functions that prepare or report.
const WORK_WORDS: [&str; 16] = [
    "accept", "apply", "dispatch", "execute", "handle", "listen", "loop", "open", "process", "run",
    "schedule", "serve", "start", "sync", "work", "worker",
];
const PREPARATION_WORDS: [&str; 16] = [
    "check",
    "completion",
    "config",
    "configure",
    "env",
    "error",
    "flag",
    "flags",
    "help",
    "log",
    "option",
    "options",
    "parse",
    "usage",
    "validate",
    "version",
];

/// The highest hub score among the members of a type that are code of the program.
pub(super) fn highest_control(graph: &Graph<'_>, ty: SymbolId) -> f64 {
    let members = graph.members(ty).into_iter();
    members.filter(|&id| !graph.symbol(id).is_test()).map(|id| graph.hub(id)).fold(0.0, f64::max)
}

/// Whether a name says that a function does the work of a program.
pub(super) fn is_of_work(name: &str) -> bool {
    name_factor(name) > 1.0
}

/// A factor from the words in a name: 2 for work, 0.5 for preparation and reports, and 1 for others.
fn name_factor(name: &str) -> f64 {
    let mut words: Vec<String> = Vec::new();
    for c in name.chars() {
        if c.is_uppercase() && words.last().is_none_or(|word| !word.ends_with(char::is_uppercase))
            || words.is_empty()
        {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    let is_any = |of: &[&str]| words.iter().any(|word| of.contains(&word.to_lowercase().as_str()));
    match (is_any(&WORK_WORDS), is_any(&PREPARATION_WORDS)) {
        (true, false) => 2.0,
        (false, true) => 0.5,
        _ => 1.0,
    }
}
