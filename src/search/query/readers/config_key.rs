//! Questions for names that exist in strings only: environment variables and command-line flags.

use crate::golang::module::passed_over;
use crate::model::{Graph, SymbolId};
use crate::search::analysis::go_scanner;
use crate::search::analysis::sentence_type::is_open_question;
use crate::search::analysis::tokenizer::is_variable;
use crate::search::messages::phrase_match::{in_order, lines, saying_only};
use crate::search::names::qualified_name::code;
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};
use crate::search::text::TextIndex;

/// Words that announce an environment variable, and words that announce a flag.
const OF_ENVIRONMENT: [&str; 5] = ["env", "environment", "getenv", "lookupenv", "setenv"];
const OF_FLAGS: [&str; 4] = ["flag", "flags", "option", "switch"];
/// Longest declaration of a value that counts, in lines: longer ones are tables.
const MAX_LINES: u32 = 12;
/// Words of a question looked at, and of one that is none by its first word. Without the latter the first hit of commits'
/// messages and doc comments comes later by 0.1 points of MRR.
const MAX_WORDS: usize = 32;
const FEW: usize = 4;

pub(crate) const CONFIG_KEY: Reader = Reader {
    name: "flags and environment variables",
    about: "The declarations that have its name as a string, code that asks for it first.",
    examples: &["QUEUE_LIMIT", "--queue-limit"],
    read,
};

fn read(input: &Input<'_>) -> ReaderOutcome {
    let mut outcome = Reading::of_names(input, keyed(input.graph(), input.text(), input.question));
    if let ReaderOutcome::Read(reading) = &mut outcome {
        reading.why = input
            .asking
            .absent_name()
            .map(|name| format!("nothing in this tree is named {name}; what has it as a string comes first"));
    }
    outcome
}

/// The declarations that have a name of an environment or of a command line for a whole literal, the more important first:
/// `ETCD_NAME`, `--snapshot-count`. None for a name that the tree declares, unless the question says what it is.
/// O(postings of the names).
fn keyed(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let words: Vec<&str> = question.split_whitespace().take(MAX_WORDS + 1).collect();
    if words.len() > MAX_WORDS || words.len() > FEW && !is_open_question(question) {
        return Vec::new();
    }
    let speaks_of = |of: &[&str]| words.iter().any(|word| of.contains(&&*code(word).to_lowercase()));
    let (is_of_environment, is_of_flags) = (speaks_of(&OF_ENVIRONMENT), speaks_of(&OF_FLAGS));
    let key = |word| {
        let word = code(word);
        if let Some(flag) = word.strip_prefix("--") {
            return Some(flag.split('=').next().unwrap_or(flag));
        }
        let is_variable =
            is_variable(word) && (is_of_environment || word.contains('_') && text.named(word).is_empty());
        let word = word.trim_matches('-');
        (is_variable || is_of_flags && word.contains('-')).then_some(word)
    };
    let mut found = Vec::new();
    for key in words.iter().copied().filter_map(key) {
        let words: Vec<&str> = go_scanner::runs(key).collect();
        let saying = if words.is_empty() { Vec::new() } else { saying_only(text, &words) };
        let symbols = saying.into_iter().map(|doc| text.symbol(doc));
        // Code that uses the name comes before declarations; long values are texts and tables.
        let asks = |id: SymbolId| usize::from(graph.symbol(id).kind().is_callable());
        let is_short = |id: SymbolId| lines(graph.symbol(id)) < MAX_LINES;
        let is_telling =
            |&id: &SymbolId| (asks(id) > 0 || is_short(id)) && passed_over(graph.symbol(id).path()).is_none();
        let symbols = symbols.filter(is_telling);
        let symbols = in_order(graph, symbols.map(|id| ((asks(id), 0), id)).collect());
        found.extend(symbols.into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
    }
    found
}
