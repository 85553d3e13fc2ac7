//! Questions that name symbols letter by letter.

use rustc_hash::FxHashSet;

use crate::model::{Graph, SymbolId};
use crate::search::analysis::question_type::{asks_how, is_open_question, is_question};
use crate::search::names::qualified_name::{self, QualifiedName, code, has_hump, of_tests};
use crate::search::query::reading::{Input, Outcome, Reader, Reading};
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

fn read_names(input: &Input<'_>) -> Outcome {
    Reading::of_names(input, qualified_name::named(input.graph(), input.text(), input.question))
}

fn read_mentioned(input: &Input<'_>) -> Outcome {
    Reading::of_names(input, mentioned(input.graph(), input.text(), input.question))
}

/// What a sentence names with its package or its type, in the order of mention: `io.EOF`, `(*Mutex).Unlock`,
/// `net/http.(*Server).Serve`. A bare word, whatever is called so, is a word, but for what only tests declare, and in a
/// question for one that no prose has, `newReader`: it means what is written in this very case. Who says more than a few
/// words besides and asks nothing speaks of something else: a commit that fixes what calls `io.EOF`, a comment that compares
/// with `strings.Replace`.
pub(crate) fn mentioned(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    /// Names looked up.
    const MOST: usize = 32;
    /// Words besides, of who asks nothing. Without this limit the first hit of commits' messages and doc comments comes
    /// later by 0.4 and 0.5 points of MRR.
    const FEW: usize = 4;
    let (mut found, mut others) = (Vec::new(), 0);
    let asks = is_question(question);
    for token in question.split_whitespace().take(MOST) {
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
    let is_short = question.split_whitespace().nth(MOST).is_none();
    let mut seen = FxHashSet::default();
    found.retain(|&id| is_about && is_short && seen.insert(id));
    found
}
