//! How much of a program's work a symbol does, as against its configuration and reports.

use crate::model::{Graph, SymbolId};

/// How much of the program's work a symbol does: what it controls, and what its type carries. What reads settings controls as
/// much as what serves, but carries little.
pub(super) fn work(graph: &Graph<'_>, id: SymbolId) -> f64 {
    let unit = graph.symbol(id).owner().unwrap_or(id);
    let load = graph.load(id).max(graph.load(unit));
    (graph.hub(id) * load).sqrt() * leaning_of_name(graph.symbol(id).name())
}

/// Words of Go's custom in names of functions that do a program's work, and of those that prepare it or report.
const WORKS: [&str; 16] = [
    "accept", "apply", "dispatch", "execute", "handle", "listen", "loop", "open", "process", "run",
    "schedule", "serve", "start", "sync", "work", "worker",
];
const PREPARES: [&str; 16] = [
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

/// A factor by the words in a name: whether it is part of the program's work.
fn leaning_of_name(name: &str) -> f64 {
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
    match (is_any(&WORKS), is_any(&PREPARES)) {
        (true, false) => 2.0,
        (false, true) => 0.5,
        _ => 1.0,
    }
}
