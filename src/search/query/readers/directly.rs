//! What a question names letter by letter or quotes: the ways to read it so, the surest first.

use crate::model::{Graph, SymbolId};
use crate::search::names::qualified_name;
use crate::search::query::readers::config_key::keyed;
use crate::search::query::readers::message::{all_quoted, quoted};
use crate::search::query::readers::package;
use crate::search::text::TextIndex;

type Read = fn(&Graph<'_>, &TextIndex, &str) -> Vec<SymbolId>;

/// The ways, each with whether it finds what says a message.
const WAYS: [(Read, bool); 7] = [
    (package::about, false),
    (qualified_name::declared, false),
    (qualified_name::named, false),
    (all_quoted, true),
    (qualified_name::mentioned, false),
    (keyed, false),
    (quoted, true),
];

/// The symbols that a question names or quotes, and whether any of them says a message of it. O(postings of its words).
pub(crate) fn directly(graph: &Graph<'_>, text: &TextIndex, question: &str) -> (Vec<SymbolId>, bool) {
    let mut found = WAYS.into_iter().map(|(read, says)| (read(graph, text, question), says));
    let (symbols, says) = found.find(|(symbols, _)| !symbols.is_empty()).unwrap_or_default();
    // What a message names may say it, too.
    let is_saying = |id| symbols.contains(id);
    let says = says || !symbols.is_empty() && quoted(graph, text, question).iter().any(is_saying);
    (symbols, says)
}
