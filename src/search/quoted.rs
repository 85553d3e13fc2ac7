//! Messages: what a question says word for word as a string literal of the code does.
//!
//! Whoever pastes an error looks for the declaration that says it. The index holds which two words follow each other in
//! the literals of a declaration; who has most of a question's pairs in a row says it.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::filled::filled;
use super::sentinels::before_sentinel;
use super::text::TextIndex;
use super::words::{EDGE, VALUE, is_open_question, is_stop_word, write_row};
use super::{breath, exact, links, scan};
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// Pairs of words looked up.
const MOST_PAIRS: usize = 64;
/// Lines of a question that may be the message, and parts between quotation marks.
const MOST_LINES: usize = 8;
/// Words in a row that are no accident. All of a question may be one less.
const LEAST_RUN: u32 = 4;
/// A whole literal of so many words that say something is no accident either; as a link of a chain, or where the line
/// begins with it, it may be one word shorter than such a row.
const LEAST_IN_WHOLE: usize = 2;
/// The words of a literal that is all of the last link; of one behind a single colon one more.
const LEAST_LAST: usize = 2;
/// How many words of such rows, or of those a word shorter, say something: help texts put the small words of doc comments
/// around other things.
const LEAST_TELLING: usize = 3;
/// Of rows with values between them fewer have to say something where they are rare: so many declarations would have them
/// by chance.
const LEAST_FILLED: usize = 2;
const MOST_BY_CHANCE: f64 = 0.05;
/// Of fewer declarations nothing is told of how often two words follow each other.
const FEWEST: usize = 1000;
/// More declarations than this that say it, and it tells none of them.
const MOST_FOUND: usize = 12;

/// What parts errors that wrap each other.
pub(super) const WRAPS: &str = ": ";
/// What Go writes before a text that a program died of.
const DIED_OF: [&str; 2] = ["panic: ", "fatal error: "];
/// Links of a chain of errors that are looked up, the last ones.
const MOST_LINKS: usize = 12;
/// A line of two parts is a commit's message as often as an error that wraps another.
const LEAST_LINKS: usize = 3;

/// What words are of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of it: it has to be said as it is.
    All,
    Line,
    /// A link of a chain of errors.
    Link,
}

/// What a declaration says of words: bits of their places.
#[derive(Clone, Copy, Default)]
struct Says {
    /// Said together with the next word.
    pairs: u64,
    /// At the begin and at the end of a literal, or of what stands between its verbs.
    begins: u64,
    ends: u64,
    /// The words of the longest literal, or of what stands between its verbs, that is among it as a whole.
    whole: usize,
}

/// The declarations that say a line of the question, or what it has in quotation marks, word for word, a whole literal
/// within it, or half of it with values put in; who says a longer literal to its end first, then who says more, then the more
/// important. Of errors that wrap each other each link has its own, the innermost first: that is what went wrong. Where that is
/// an error of the standard library or of the system, it is what wraps it. O(postings of its pairs).
pub(super) fn quoted(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let said = |part: &str| {
        let died_of = DIED_OF.iter().find_map(|mark| part.strip_prefix(mark));
        let part = died_of.unwrap_or(part);
        let wraps = before_sentinel(part).map(|head| chained(graph, text, head)).unwrap_or_default();
        let mut found = chained(graph, text, part);
        if !wraps.is_empty() {
            // Of who has the text of the library or the system, who declares an error of it says it, too.
            found.retain(|&id| !wraps.contains(&id) && is_error(graph.symbol(id)));
            found.splice(..0, wraps);
        }
        if died_of.is_some() && found.is_empty() {
            found = saying_all(graph, text, part, LEAST_LAST);
        }
        Some(found).filter(|found| !found.is_empty())
    };
    let parts = question.split(['\n', '"', '`', '“', '”']);
    question
        .lines()
        .take(MOST_LINES)
        .find_map(said)
        .or_else(|| parts.take(MOST_LINES).find_map(said))
        .unwrap_or_else(|| declared(graph, text, question))
}

/// The declarations that say a line, or links of the chain of errors that it is.
fn chained(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    let found = wrapped(graph, text, line);
    let found = if found.is_empty() { said(graph, text, line, Part::Line) } else { found };
    let found = if found.is_empty() { last_link(graph, text, line) } else { found };
    let found = if found.is_empty() { filled_in(graph, text, line) } else { found };
    // What a value follows may be short.
    let head = line.split_once(WRAPS).filter(|_| found.is_empty() && !is_open_question(line));
    head.map_or(found, |(head, _)| said(graph, text, head, Part::All))
}

/// Whether a symbol is what errors are declared as: a variable, a constant, or the method that says one.
fn is_error(symbol: Symbol<'_>) -> bool {
    let is_method = symbol.kind() == SymbolKind::Method && symbol.name() == "Error";
    is_method || matches!(symbol.kind(), SymbolKind::Const | SymbolKind::Var)
}

/// The variables and constants of which a literal is all of a question of two words, as errors are declared:
/// `context canceled`.
fn declared(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let words: Vec<&str> = scan::runs(question).take(LEAST_LAST + 1).collect();
    if words.len() != LEAST_LAST || words.iter().all(|word| is_stop_word(&word.to_lowercase())) {
        return Vec::new();
    }
    let is_value = |id: &SymbolId| matches!(graph.symbol(*id).kind(), SymbolKind::Const | SymbolKind::Var);
    let found = saying_only(text, &words).into_iter().map(|doc| text.symbol(doc)).filter(is_value);
    in_order(graph, found.map(|id| ((0, 0), id)).collect())
}

/// The declarations that say all of a question, a message of a few words at least, followed by what it names: the name at
/// the head of a message says less.
pub(super) fn all_quoted(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    let is_message = scan::runs(question).nth(LEAST_RUN as usize - 1).is_some();
    let mut found = if is_message { said(graph, text, question, Part::All) } else { Vec::new() };
    if !found.is_empty() {
        let named = exact::mentioned(graph, text, question);
        found.extend(named.into_iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
    }
    found
}

/// The declarations that say the links of a chain, the last link first, and then what is said across them; none where no
/// more than one link is said by any.
fn wrapped(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    let links: Vec<&str> = line.split(WRAPS).collect();
    if links.len() < LEAST_LINKS || is_open_question(line) {
        return Vec::new();
    }
    let found: Vec<Vec<SymbolId>> =
        links.iter().rev().take(MOST_LINKS).map(|link| said(graph, text, link, Part::Link)).collect();
    if found.iter().filter(|link| !link.is_empty()).count() < 2 {
        return Vec::new();
    }
    let mut all: Vec<SymbolId> = Vec::new();
    for id in found.into_iter().flatten().chain(said(graph, text, line, Part::Line)) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

/// The declarations of which a literal is all of the last link, however short: `dial tcp: lookup x: no such host`.
fn last_link(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    let n_links = line.split(WRAPS).count();
    let Some((_, last)) = line.rsplit_once(WRAPS).filter(|_| !is_open_question(line)) else {
        return Vec::new();
    };
    saying_all(graph, text, last, LEAST_LAST + usize::from(n_links < LEAST_LINKS))
}

/// The declarations of which a literal is all of a text, of so many words at least.
fn saying_all(graph: &Graph<'_>, text: &TextIndex, said: &str, least: usize) -> Vec<SymbolId> {
    let words: Vec<&str> = scan::runs(said).take(MOST_PAIRS).collect();
    if words.len() < least || words.iter().all(|word| is_stop_word(&word.to_lowercase())) {
        return Vec::new();
    }
    in_order(graph, saying_only(text, &words).into_iter().map(|doc| ((0, 0), text.symbol(doc))).collect())
}

/// The documents of which a literal is these words and no others.
pub(super) fn saying_only(text: &TextIndex, words: &[&str]) -> Vec<u32> {
    saying(text, &[&[EDGE], words, &[EDGE]].concat())
}

/// The declarations with a format that a line fills in, of words in short runs.
fn filled_in(graph: &Graph<'_>, text: &TextIndex, line: &str) -> Vec<SymbolId> {
    // Values stand beside signs, or are numbers: mostly neither is typed.
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, ':' | '=' | '"' | '\'' | '(' | '[' | '%');
    if is_open_question(line) || !line.contains(is_sign) {
        return Vec::new();
    }
    let words: Vec<&str> = scan::runs(line).take(MOST_PAIRS).collect();
    let tells: Vec<bool> =
        words.iter().map(|word| !is_number(word) && !is_stop_word(&word.to_lowercase())).collect();
    let all = text.len(true).max(FEWEST);
    let found = filled(text, &words, &tells, all, |doc| length(graph.symbol(text.symbol(doc))));
    in_order(
        graph,
        found
            .into_iter()
            .map(|(doc, ends, words)| ((usize::from(ends), words as u32), text.symbol(doc)))
            .collect(),
    )
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The documents that say words one after the other.
pub(super) fn saying(text: &TextIndex, words: &[&str]) -> Vec<u32> {
    let mut row = String::new();
    write_row(&mut row, words);
    text.saying(&row)
}

/// The declarations that say most, and then the more important first; none where too many say as much. What is built on
/// the host stands for its variants.
pub(super) fn in_order(graph: &Graph<'_>, mut found: Vec<((usize, u32), SymbolId)>) -> Vec<SymbolId> {
    found.retain(|&(_, id)| !graph.symbol(id).is_test());
    let is_built = |id: SymbolId| !graph.symbol(id).has(symbol_flag::CONSTRAINED);
    lift_built(graph, &mut found);
    let authority = |id: SymbolId| graph.symbol_authority.get(id.ix()).copied().unwrap_or(0.0);
    found.sort_by(|a, b| b.0.cmp(&a.0).then(authority(b.1).total_cmp(&authority(a.1))).then(a.1.cmp(&b.1)));
    let best = found.first().map(|best| best.0);
    if found.iter().any(|&(says, id)| Some(says) == best && is_built(id)) {
        found.retain(|&(_, id)| is_built(id));
    }
    if found.iter().filter(|(says, _)| Some(*says) == best).count() > MOST_FOUND {
        return Vec::new();
    }
    found.into_iter().take(MOST_FOUND).map(|(_, id)| id).collect()
}

/// Has what is built say as much as its variants that the build leaves out: it is in their place.
fn lift_built(graph: &Graph<'_>, found: &mut [((usize, u32), SymbolId)]) {
    let called = |id: SymbolId| (graph.symbol(id).package(), graph.symbol(id).qualified());
    let mut best: FxHashMap<_, (usize, u32)> = FxHashMap::default();
    for &(says, id) in &*found {
        let best = best.entry(called(id)).or_default();
        *best = says.max(*best);
    }
    for (says, id) in found {
        if !graph.symbol(*id).has(symbol_flag::CONSTRAINED) {
            *says = best.get(&called(*id)).copied().unwrap_or(*says);
        }
    }
}

fn said(graph: &Graph<'_>, text: &TextIndex, line: &str, part: Part) -> Vec<SymbolId> {
    let words: Vec<&str> = scan::runs(line).take(MOST_PAIRS + 1).collect();
    if words.len() < LEAST_RUN as usize - 1 || words.iter().all(|word| is_stop_word(&word.to_lowercase())) {
        return Vec::new();
    }
    let pairs = words.len() - 1;
    // The time of a log's line is no part of its message.
    let lettered = words.iter().filter(|word| !is_number(word)).count();
    let hosts = links::hosts(line);
    let is_of_host = |word: &str| {
        let at = word.as_ptr() as usize - line.as_ptr() as usize;
        hosts.iter().any(|host| host.contains(&at))
    };
    let all = text.len(true).max(FEWEST);
    let mut frequency = vec![0.0; pairs];
    let mut having: FxHashMap<u32, Says> = FxHashMap::default();
    for (ix, pair) in
        words.windows(2).enumerate().filter(|(_, pair)| !pair.iter().any(|word| is_of_host(word)))
    {
        let saying = saying(text, pair);
        frequency[ix] = saying.len() as f64 / all as f64;
        for doc in saying {
            having.entry(doc).or_default().pairs |= 1 << ix;
        }
    }
    let least = LEAST_RUN as usize - usize::from(part == Part::Link);
    // An address is made of numbers that others have, too.
    let tells: Vec<bool> =
        words.iter().map(|word| !is_number(word) && !is_stop_word(&word.to_lowercase())).collect();
    // Who asks does so in words of their own: three of them in a row stand in some help text by accident.
    let asks = is_open_question(line);
    if part != Part::All {
        let least = Least { whole: least, opening: if asks { least } else { LEAST_RUN as usize - 1 } };
        note_wholes(&mut having, text, &words, &tells, least);
    }
    // Two and two, words are said in several literals, too.
    let may_be_parted = |says: &Says| {
        let is_all = says.pairs.count_ones() as usize == pairs;
        is_all || part != Part::All && !asks && says.whole == 0 && is_no_accident(says.pairs, &tells)
    };
    let rows = having.iter().filter(|(_, says)| may_be_parted(says)).map(|(&doc, says)| (doc, says.pairs));
    let longest = breath::longest(text, &words, rows);
    let in_one = |doc: u32| longest.get(&doc).copied().unwrap_or(words.len());
    let is_all =
        |doc: u32, says: Says| says.pairs.count_ones() as usize == pairs && in_one(doc) == words.len();
    let fits = |doc: u32, says: Says| {
        let has = says.pairs;
        let words = words_of(has) as usize;
        let is_in_part =
            || is_no_accident(has, &tells) && 2 * words >= lettered && in_one(doc) >= LEAST_RUN as usize;
        let length = || length(graph.symbol(text.symbol(doc)));
        let is_filled = || 3 * words >= lettered && is_filled_in(has, &tells, &frequency, all, length());
        is_all(doc, says) || part != Part::All && (says.whole > 0 || !asks && (is_in_part() || is_filled()))
    };
    let only: FxHashSet<u32> = saying_only(text, &words).into_iter().collect();
    let fitting = having.iter().filter(|&(&doc, &says)| fits(doc, says));
    let found = fitting.map(|(&doc, &says)| {
        // Who says it and no more comes before who says it within something longer.
        let whole =
            if is_all(doc, says) { words.len() + usize::from(only.contains(&doc)) } else { says.whole };
        ((whole, words_of(says.pairs)), text.symbol(doc), says.pairs)
    });
    let mut found: Vec<((usize, u32), SymbolId, u64)> = found.collect();
    if part == Part::Link {
        let best = found.iter().map(|found| found.0).max();
        found.retain(|(says, ..)| Some(*says) == best);
    }
    let is_to_the_end = |pairs: u64| is_to_the_end(pairs, line, &words);
    let most = found.iter().map(|&(.., pairs)| pairs).filter(|&pairs| is_to_the_end(pairs));
    if let Some(most) = most.max_by_key(|pairs| (pairs.count_ones(), *pairs)) {
        // Who says a part of what another one says to the end did not say it.
        let is_part = |pairs: u64| pairs & !most == 0 && pairs != most;
        found.retain(|&(.., pairs)| !is_part(pairs) || is_to_the_end(pairs));
    }
    in_order(graph, found.into_iter().map(|(says, id, _)| (says, id)).collect())
}

/// Whether pairs of words are all of a line, or of the links of a chain at its end, but for numbers.
fn is_to_the_end(pairs: u64, line: &str, words: &[&str]) -> bool {
    let is_said = |at: usize| is_at(pairs, at) || at > 0 && is_at(pairs, at - 1);
    let Some(first) = (0..words.len()).find(|&at| is_said(at)) else { return false };
    let before = &line[..words[first].as_ptr() as usize - line.as_ptr() as usize];
    let is_link = before.is_empty() || before.ends_with(WRAPS);
    is_link && (first..words.len()).all(|at| is_said(at) || is_number(words[at]))
}

/// The words that a whole literal has at least, within a line and where the line begins with it.
#[derive(Clone, Copy)]
struct Least {
    whole: usize,
    opening: usize,
}

/// Notes who says, among the words, a whole literal or all that stands between its verbs, long enough and of words some of
/// which say something.
fn note_wholes(
    having: &mut FxHashMap<u32, Says>,
    text: &TextIndex,
    words: &[&str],
    tells: &[bool],
    least: Least,
) {
    let last = words.len() - 1;
    // A value is said in words.
    let before = |at: usize| [EDGE, VALUE].into_iter().take(1 + usize::from(at > 0));
    let after = |at: usize| [EDGE, VALUE].into_iter().take(1 + usize::from(at < last));
    // Edges are looked for where rows are that a whole literal can be: mostly there are none.
    let opening = (1 << (least.opening - 1)) - 1;
    let is_long = |pairs: u64| has_row(pairs, least.whole) || pairs & opening == opening;
    let rows = having.values().map(|says| says.pairs).filter(|&pairs| is_long(pairs));
    let rows = rows.fold(0, |all, pairs| all | pairs);
    for (ix, word) in words.iter().enumerate().take(MOST_PAIRS) {
        if is_at(rows, ix) {
            for doc in before(ix).flat_map(|mark| saying(text, &[mark, word])) {
                having.entry(doc).and_modify(|says| says.begins |= 1 << ix);
            }
        }
        if ix > 0 && is_at(rows, ix - 1) {
            for doc in after(ix).flat_map(|mark| saying(text, &[word, mark])) {
                having.entry(doc).and_modify(|says| says.ends |= 1 << ix);
            }
        }
    }
    // One literal of a declaration may begin there, and another end.
    let wholes: BTreeSet<(usize, usize)> =
        having.values().flat_map(|says| says.may_have_whole(least, tells)).collect();
    for (first, last) in wholes {
        for (before, after) in before(first).flat_map(|before| after(last).map(move |after| (before, after)))
        {
            let row = [&[before], &words[first..=last], &[after]].concat();
            for doc in saying(text, &row) {
                having.entry(doc).and_modify(|says| says.whole = says.whole.max(last - first + 1));
            }
        }
    }
}

impl Says {
    /// Where a literal may stand as a whole: its first and last word.
    fn may_have_whole(self, least: Least, tells: &[bool]) -> Vec<(usize, usize)> {
        let firsts = (0..tells.len()).filter(|&first| is_at(self.begins, first));
        let wholes = firsts.flat_map(|first| {
            let least = if first == 0 { least.opening.min(least.whole) } else { least.whole };
            let row = (first..tells.len()).take_while(|&at| is_at(self.pairs, at)).count();
            (first + least - 1..=first + row).map(move |last| (first, last))
        });
        let says = |first, last| tells[first..=last].iter().filter(|tells| **tells).count();
        wholes
            .filter(|&(first, last)| is_at(self.ends, last) && says(first, last) >= LEAST_IN_WHOLE)
            .collect()
    }
}

/// Whether so many words follow each other somewhere.
fn has_row(pairs: u64, words: usize) -> bool {
    (1..words.saturating_sub(1)).fold(pairs, |rows, by| rows & pairs >> by) != 0
}

/// Whether the bit of a place is set.
fn is_at(bits: u64, at: usize) -> bool {
    at < MOST_PAIRS && bits >> at & 1 == 1
}

/// Whether rows of pairs are so long, and tell so much, that nobody would say the same by chance.
fn is_no_accident(has: u64, tells: &[bool]) -> bool {
    let is_on = |at: &usize, _: &usize| has >> (*at).min(63) & 1 == 1;
    let places: Vec<usize> = (0..tells.len()).collect();
    let rows = || places.chunk_by(is_on).filter(|row| row.len() + 1 >= LEAST_RUN as usize);
    let telling = rows().flatten().filter(|&&at| tells[at]).count();
    rows().any(|row| row.len() >= LEAST_RUN as usize) && telling >= LEAST_TELLING
}

/// Whether rows of pairs are what stands between the verbs of a format: together they are most of what is said from the
/// first to the last of them, and so rare each that not one declaration of `all` would have them by chance, were it `length`
/// times as long as most.
fn is_filled_in(has: u64, tells: &[bool], frequency: &[f64], all: usize, length: f64) -> bool {
    let is_on = |at: &usize, _: &usize| has >> (*at).min(63) & 1 == 1;
    let places: Vec<usize> = (0..frequency.len()).collect();
    // Each with the place of its last word, and how often it is found at most.
    let rows: Vec<(usize, usize, f64)> = places
        .chunk_by(is_on)
        .map(|row| if is_on(&row[row.len() - 1], &0) { row } else { &row[..row.len() - 1] })
        .filter(|row| !row.is_empty())
        .map(|row| (row[0], row[row.len() - 1] + 1, row.iter().map(|&at| frequency[at]).fold(1.0, f64::min)))
        .collect();
    let is_one = |rows: &[(usize, usize, f64)]| {
        let said = rows.iter().map(|(first, last, _)| last - first + 1).sum::<usize>();
        let telling = rows.iter().flat_map(|&(first, last, _)| first..=last).filter(|&at| tells[at]).count();
        let span = rows[rows.len() - 1].1 - rows[0].0 + 1;
        // One row can stand anywhere, each other one has as many places as the question has pairs.
        let chance = rows.iter().map(|row| row.2 * length * frequency.len() as f64).product::<f64>();
        let by_chance = chance * all as f64 / frequency.len() as f64;
        said >= LEAST_RUN as usize
            && telling >= LEAST_FILLED
            && 2 * said >= span
            && by_chance < MOST_BY_CHANCE
    };
    let ends = |from: usize| from + 1..rows.len();
    (0..rows.len()).any(|from| ends(from).any(|to| is_one(&rows[from..=to])))
}

/// How many times as long as most declarations one is: the longer it is, the more it says by chance.
fn length(symbol: Symbol<'_>) -> f64 {
    const OF_MOST: f64 = 10.0;
    (f64::from(symbol.end_line().saturating_sub(symbol.line())) / OF_MOST).max(1.0)
}

/// Words in all rows.
fn words_of(has: u64) -> u32 {
    has.count_ones() + (has & !(has << 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_pairs_are_words() {
        for (has, in_all) in [(0, 0), (0b1, 2), (0b1011, 5), (u64::MAX, 65)] {
            assert_eq!(words_of(has), in_all, "{has:b}");
        }
        for (has, tells, expect) in [
            (0b111, &[true, true, false, true][..], true),
            (0b111, &[true, false, false, true], false),
            (0b101, &[true, true, true, true], false),
            (0b1_1101, &[true, false, true, true, false, true], true),
            (0b11_1011, &[true, false, true, true, false, false, false], true),
            (0b11_1001, &[true, true, false, true, false, false, true], false),
            (0, &[], false),
        ] {
            assert_eq!(is_no_accident(has, tells), expect, "{has:b}");
        }
    }
}
