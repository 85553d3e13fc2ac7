//! Measures how much of the work of a program a symbol does, in contrast to configuration and reports.

use crate::model::{Graph, SymbolId};

/// How much the factors for names and for further stops of a package count beside what is measured.
const WEIGHT: f64 = 0.7;

/// How much of the work of a program a symbol does that a run reaches with a probability: the product of this, its hub score
/// and its load (or that of its type, if higher), damped, times a factor for its name. Code that reads settings controls as
/// much as code that serves, but has little load.
pub(super) fn work(graph: &Graph<'_>, id: SymbolId, reach: f64) -> f64 {
    let unit = graph.symbol(id).owner().unwrap_or(id);
    let load = graph.load(id).max(graph.load(unit));
    (reach * graph.hub(id) * load).powf(WEIGHT) * name_factor(graph.symbol(id).name())
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
