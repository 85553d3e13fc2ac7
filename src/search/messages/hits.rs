//! The declarations that print a pasted message, word for word.
//!
//! A pasted error is a question about the declaration that prints it. The index holds which two words follow each other
//! in the literals of a declaration; a declaration that has most of a question's pairs in a row prints it.

use crate::model::{Graph, Symbol, SymbolId, SymbolKind};
use crate::search::analysis::go_scanner;
use crate::search::analysis::lexicon::{EDGE, VALUE};
use crate::search::analysis::sentence_type::is_open_question;
use crate::search::analysis::stop_words::is_stop_word;
use crate::search::messages::format_match::match_format_string;
use crate::search::messages::log_prefix::strip_log_prefix;
use crate::search::messages::phrase_match::{
    MAX_PAIRS, MIN_DECLARATIONS, MIN_RUN, QuestionPart, WRAPS, in_order, is_number, length, phrase_matches,
    saying, saying_only,
};
use crate::search::messages::sentinel_errors::strip_known_error;
use crate::search::text::TextIndex;

/// Most lines of a question, and most quoted parts, that are tried as the message.
pub(crate) const MAX_LINES: usize = 8;

/// Least words of a literal beside a quoted value.
const MIN_BESIDE: usize = 3;

/// Least words of a literal that is all of the last link; behind a single colon one more.
const MIN_LAST: usize = 2;

/// Prefixes that Go writes before the message that a program died of.
const DIED_OF: [&str; 2] = ["panic: ", "fatal error: "];

/// Most links of a chain of errors that are looked up, from the last.
const MAX_LINKS: usize = 12;

/// A line of two parts is a commit's message as often as an error that wraps another.
const MIN_LINKS: usize = 3;

/// The declarations that print a line of the question, or a part in quotation marks: word for word, as a whole literal within
/// it, or as a format of which values fill at most half. Longer literals come first, then more words, then the more important.
/// In a chain of errors each link has its own declarations, the innermost first: that is what went wrong. If the innermost is an
/// error of the standard library or of the system, the link that wraps it comes first. O(postings of its pairs).
pub(crate) fn message_hits(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let look_up = |part: &str| {
        let died_of = DIED_OF.iter().find_map(|mark| part.strip_prefix(mark));
        let part = died_of.unwrap_or(part);
        let wraps = strip_known_error(part).map(|head| wrapping(graph, text, head)).unwrap_or_default();
        let mut found = chained(graph, text, part);
        if !wraps.is_empty() {
            // In the library's own tree, the declaration of the error is an answer, too.
            found.retain(|&id| !wraps.contains(&id) && is_error(graph.symbol(id)));
            found.splice(..0, wraps);
        }
        if died_of.is_some() && found.is_empty() {
            found = with_whole_literal(graph, text, part, MIN_LAST);
        }
        Some(found).filter(|found| !found.is_empty())
    };
    // A quoted message comes before the words around it.
    let lines = || question.lines().take(MAX_LINES).find_map(|line| without_log_prefix(line, &look_up));
    let quotes = || between_quotes(question).into_iter().take(MAX_LINES);
    let parts = || quotes().find_map(|part| without_log_prefix(part, &look_up));
    let found = if is_open_question(question) {
        // A question about a few quoted words means these.
        let quoted =
            |part| Some(with_whole_literal(graph, text, part, MIN_LAST)).filter(|found| !found.is_empty());
        parts().or_else(|| quotes().find_map(quoted)).or_else(lines)
    } else {
        lines().or_else(parts)
    };
    let beside = || question.lines().take(MAX_LINES).find_map(|line| beside_values(graph, text, line));
    found.or_else(beside).unwrap_or_else(|| declared(graph, text, strip_log_prefix(question)))
}

/// The declarations that print the text before, between or behind the quoted values of a line: `key "a" has no value`.
fn beside_values(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Option<Vec<SymbolId>> {
    let parts: Vec<&str> = strip_log_prefix(line).split('"').collect();
    let look_up = |ix: usize, part: &str, ends: &str| {
        let begins = if ix == 0 { EDGE } else { VALUE };
        let words = content_words(part, MIN_BESIDE)?;
        let found = alike(graph, text, saying(text, &[&[begins], &words[..], &[ends]].concat()));
        Some(found).filter(|found| !found.is_empty())
    };
    let (last, others) = parts.split_last()?;
    let ends_with =
        |part: &str| look_up(others.len(), part, EDGE).or_else(|| look_up(others.len(), part, VALUE));
    let mut before = others.iter().enumerate().step_by(2);
    let found = before.find_map(|(ix, part)| look_up(ix, part, VALUE));
    let is_quoting = others.len() >= 2;
    found.or_else(|| ends_with(last)).or_else(|| ends_with(last.split_once(WRAPS)?.0)).filter(|_| is_quoting)
}

/// The words of a text if there are enough and some are content words.
fn content_words(text: &str, least: usize) -> Option<Vec<&str>> {
    let words: Vec<&str> = go_scanner::runs(text).take(MAX_PAIRS).collect();
    let is_telling = words.iter().any(|word| !is_stop_word(&word.to_lowercase()));
    (words.len() >= least && is_telling).then_some(words)
}

/// The declarations of documents that match equally well.
fn alike(graph: &Graph<'_>, text: &TextIndex, docs: Vec<u32>) -> Vec<SymbolId> {
    in_order(graph, docs.into_iter().map(|doc| ((0, 0), text.symbol(doc))).collect())
}

/// Looks up a line without the prefix of a log, then the whole line if that finds nothing.
fn without_log_prefix(line: &str, look_up: &impl Fn(&str) -> Option<Vec<SymbolId>>) -> Option<Vec<SymbolId>> {
    let message = strip_log_prefix(line);
    look_up(message).or_else(|| if message.len() < line.trim().len() { look_up(line) } else { None })
}

/// The parts between quotation marks, line by line, the outermost first because messages contain quotes, too. In back quotes
/// only what is too long for a name or a command.
pub(crate) fn between_quotes(question: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for line in question.lines() {
        for (open, close) in [('"', '"'), ('“', '”'), ('`', '`')] {
            let marks: Vec<&str> = line.split([open, close]).collect();
            let outermost = line.split_once(open).and_then(|(_, rest)| Some(rest.rsplit_once(close)?.0));
            let within = marks.iter().skip(1).step_by(2).copied().take((marks.len() - 1) / 2);
            // One pair of marks is the outermost and the only one.
            let within = within.filter(|part| outermost != Some(part));
            let is_worth = |part: &&str| open != '`' || is_long(part);
            parts.extend(outermost.into_iter().chain(within).filter(is_worth));
        }
        parts.extend(between_single_quotes(line));
    }
    parts
}

/// The parts of a line in single quotes, `'…'` or `‘…’`. A quote inside a word is an apostrophe.
fn between_single_quotes(line: &str) -> Vec<&str> {
    let is_in_word = |c: char| c.is_alphanumeric();
    let mut parts = Vec::new();
    let mut open: Option<usize> = None;
    for (at, mark) in line.match_indices(['\'', '‘', '’']) {
        let end = at + mark.len();
        let opens =
            !line[..at].ends_with(is_in_word) && line[end..].starts_with(|c: char| !c.is_whitespace());
        let closes = !line[end..].starts_with(is_in_word);
        match open {
            Some(start) if closes => {
                parts.push(&line[start..at]);
                open = None;
            }
            None if opens => open = Some(end),
            _ => {}
        }
    }
    parts
}

/// Returns whether a text has so many words that it is a message rather than a topic.
pub(crate) fn is_long(text: &str) -> bool {
    go_scanner::runs(text).nth(MIN_RUN as usize - 1).is_some()
}

/// The declarations that print a line, or the links of a chain of errors.
fn chained(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    let found = wrapped(graph, text, line);
    let found = if found.is_empty() { phrase_matches(graph, text, line, QuestionPart::Line) } else { found };
    let found = if found.is_empty() { last_link(graph, text, line) } else { found };
    let found = if found.is_empty() { filled_in(graph, text, line) } else { found };
    // A text before a value may be short.
    let head = line.split_once(WRAPS).filter(|_| found.is_empty() && !is_open_question(line));
    head.map_or(found, |(head, _)| phrase_matches(graph, text, head, QuestionPart::All))
}

/// The declarations that print what wraps an error of the standard library or the system, even if it is short:
/// `invalid page: unexpected EOF`.
fn wrapping(graph: &Graph<'_>, text: &TextIndex, head: &str) -> Vec<SymbolId> {
    let found = chained(graph, text, head);
    if !found.is_empty() || is_open_question(head) {
        return found;
    }
    let last = head.rsplit_once(WRAPS).map_or(head, |(_, last)| last);
    with_whole_literal(graph, text, last, MIN_LAST)
}

/// Returns whether errors are declared as such a symbol: a variable, a constant, or a method `Error`.
pub(crate) fn is_error(symbol: Symbol<'_>) -> bool {
    let is_method = symbol.kind() == SymbolKind::Method && symbol.name() == "Error";
    is_method || matches!(symbol.kind(), SymbolKind::Const | SymbolKind::Var)
}

/// The variables and constants with a literal that is the whole question of two words, as sentinel errors are declared:
/// `context canceled`.
fn declared(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let is_value = |id: &SymbolId| matches!(graph.symbol(*id).kind(), SymbolKind::Const | SymbolKind::Var);
    let Some(words) = content_words(question, MIN_LAST).filter(|words| words.len() == MIN_LAST) else {
        return Vec::new();
    };
    let found = saying_only(text, &words).into_iter().filter(|&doc| is_value(&text.symbol(doc)));
    alike(graph, text, found.collect())
}

/// Declarations for each link of a wrapped error, innermost first, then those that match across links. Empty unless two
/// links match.
fn wrapped(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    let links: Vec<&str> = line.split(WRAPS).collect();
    if links.len() < MIN_LINKS || is_open_question(line) {
        return Vec::new();
    }
    let found: Vec<Vec<SymbolId>> = links
        .iter()
        .rev()
        .take(MAX_LINKS)
        .map(|link| phrase_matches(graph, text, link, QuestionPart::Link))
        .collect();
    if found.iter().filter(|link| !link.is_empty()).count() < 2 {
        return Vec::new();
    }
    let mut all: Vec<SymbolId> = Vec::new();
    for id in found.into_iter().flatten().chain(phrase_matches(graph, text, line, QuestionPart::Line)) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

/// The declarations with a literal that is the whole last link, however short: `dial tcp: lookup x: no such host`.
fn last_link(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    let n_links = line.split(WRAPS).count();
    let Some((_, last)) = line.rsplit_once(WRAPS).filter(|_| !is_open_question(line)) else {
        return Vec::new();
    };
    with_whole_literal(graph, text, last, MIN_LAST + usize::from(n_links < MIN_LINKS))
}

/// The declarations with a literal that is a whole text of enough words.
fn with_whole_literal(graph: &Graph<'_>, text: &TextIndex, said: &str, least: usize) -> Vec<SymbolId> {
    content_words(said, least).map(|words| alike(graph, text, saying_only(text, &words))).unwrap_or_default()
}

/// The declarations with a format of short runs of words that a line fills in.
fn filled_in(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    // Values stand beside signs, or are numbers: mostly neither is typed.
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, ':' | '=' | '"' | '\'' | '(' | '[' | '%');
    if is_open_question(line) || !line.contains(is_sign) {
        return Vec::new();
    }
    let words: Vec<&str> = go_scanner::runs(line).take(MAX_PAIRS).collect();
    let tells: Vec<bool> =
        words.iter().map(|word| !is_number(word) && !is_stop_word(&word.to_lowercase())).collect();
    let all = text.len(true).max(MIN_DECLARATIONS);
    let found = match_format_string(text, &words, &tells, all, |doc| length(graph.symbol(text.symbol(doc))));
    in_order(
        graph,
        found
            .into_iter()
            .map(|(doc, ends, words)| ((usize::from(ends), words as u32), text.symbol(doc)))
            .collect(),
    )
}
