//! Questions that contain exact names of symbols.

use rustc_hash::FxHashSet;

use crate::model::{Graph, SymbolId};
use crate::search::analysis::sentence_type::{asks_how, is_open_question, is_question};
use crate::search::names::qualified_name::{self, QualifiedName, code, has_hump, of_tests};
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading};
use crate::search::text::TextIndex;

pub(crate) const NAMES: Reader = Reader {
    name: "names",
    about: "A question that consists of names is answered with their symbols, in its order.",
    examples: &["Engine.Run", "queue.Open Config.Name"],
    read: read_names,
};

pub(crate) const MENTIONED: Reader = Reader {
    name: "sentences with names",
    about: "Symbols that it names with their package or type come first; its words find the rest.",
    examples: &["how does queue.Open decide on its limit"],
    read: read_mentioned,
};

fn read_names(input: &Input<'_>) -> ReaderOutcome {
    Reading::of_names(input, qualified_name::named(input.graph(), input.text(), input.question))
}

fn read_mentioned(input: &Input<'_>) -> ReaderOutcome {
    Reading::of_names(input, mentioned(input.graph(), input.text(), input.question))
}

/// The qualified names of a sentence, in order: `io.EOF`, `(*Mutex).Unlock`, `net/http.(*Server).Serve`. An
/// unqualified word counts only if tests alone declare it or, in a question, if no prose has it: `newReader`. A
/// statement with more than a few other words is not about the name, such as a commit message or a comment.
pub(crate) fn mentioned(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    /// Names looked up.
    const MAX_NAMES: usize = 32;
    /// Most other words of a statement. Without this limit the first hit of commit messages and doc comments comes
    /// later by 0.4 and 0.5 points of MRR.
    const FEW: usize = 4;
    let (mut found, mut others) = (Vec::new(), 0);
    let asks = is_question(question);
    for token in question.split_whitespace().take(MAX_NAMES) {
        let is_named = |written: &QualifiedName| written.is_qualified() || asks && has_hump(code(token));
        let symbols = QualifiedName::read(code(token))
            .filter(is_named)
            .map(|written| written.symbols(graph, text))
            .filter(|symbols| !symbols.is_empty())
            .unwrap_or_else(|| of_tests(graph, text, code(token)));
        others += usize::from(symbols.is_empty());
        found.extend(symbols);
    }
    let is_about = others <= FEW || is_open_question(question) || asks_how(question);
    let is_short = question.split_whitespace().nth(MAX_NAMES).is_none();
    let mut seen = FxHashSet::default();
    found.retain(|&id| is_about && is_short && seen.insert(id));
    found
}
