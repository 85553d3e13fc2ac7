//! Declarations that print a line: its words stand in a row in one of their literals, fill a whole literal, or fill a format
//! around its values.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_flag};
use crate::search::analysis::lexicon::{EDGE, LONGEST_KNOWN, VALUE, write_row};
use crate::search::analysis::sentence_type::is_open_question;
use crate::search::analysis::stop_words::is_stop_word;
use crate::search::analysis::{go_scanner, urls};
use crate::search::messages::contiguous::{self, MessageWords};
use crate::search::text::TextIndex;

/// Pairs of words looked up.
pub(crate) const MAX_PAIRS: usize = 64;
/// A literal that shares so many words in a row with a question does not do so by chance. If these are all of the question,
/// one less is enough.
pub(crate) const MIN_RUN: u32 = 4;
/// A whole literal with this many content words is no accident either. As a link of an error chain, or at the
/// beginning of the line, it may be one word shorter than [`MIN_RUN`].
const MIN_IN_WHOLE: usize = 2;
/// With more words than this, one content word is enough.
const LONG_WHOLE: usize = 4;
/// Content words that such a row needs, and one that is a word shorter: help texts share runs of small words with doc
/// comments.
const MIN_TELLING: usize = 3;
/// A match split by format verbs needs fewer content words if its words are rare: at most this many declarations would match
/// by chance.
const MIN_FILLED: usize = 2;
const MAX_BY_CHANCE: f64 = 0.05;
/// With fewer declarations than this, frequencies of word pairs mean nothing.
pub(crate) const MIN_DECLARATIONS: usize = 1000;
/// If more declarations than this match, the match singles out none of them.
const MAX_FOUND: usize = 12;

/// Separates the messages of errors that wrap each other.
pub(crate) const WRAPS: &str = ": ";

/// The part of a question that some words are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionPart {
    /// The whole question: it has to match as it is.
    All,
    Line,
    /// A link of a chain of errors.
    Link,
}

/// The match of a declaration with the words of a line. Masks have one bit for each word.
#[derive(Clone, Copy, Default)]
struct PhraseHit {
    /// Words that stand before the same next word in a literal.
    pairs: u64,
    /// Words at the beginning and at the end of a literal, or of the text between two of its format verbs.
    begins: u64,
    ends: u64,
    /// 2 x word count of the longest literal (or text between format verbs) that matches whole, +1 if the format has a verb
    /// exactly where the message continues.
    whole: usize,
}

/// The declarations that print a part of a question: those that match a longer literal first, then those that match more words,
/// then the more important. O(postings of its pairs).
pub(crate) fn phrase_matches(
    graph: &Graph<'_>,
    text: &TextIndex,
    line: &str,
    part: QuestionPart,
) -> Vec<SymbolId> {
    let words: Vec<&str> = go_scanner::runs(line).take(MAX_PAIRS + 1).collect();
    if words.len() < MIN_RUN as usize - 1 || words.iter().all(|word| is_stop_word(&word.to_lowercase())) {
        return Vec::new();
    }
    let pairs = words.len() - 1;
    // The time of a log's line is no part of its message.
    let lettered = words.iter().filter(|word| !is_number(word)).count();
    let all = text.len(true).max(MIN_DECLARATIONS);
    let (mut having, frequency) = having_pairs(text, line, &words, all);
    let least = MIN_RUN as usize - usize::from(part == QuestionPart::Link);
    // An address is made of numbers that others have, too.
    let tells: Vec<bool> =
        words.iter().map(|word| !is_number(word) && !is_stop_word(&word.to_lowercase())).collect();
    // Questions are in the person's own words: three of them in a row match some help text by accident.
    let asks = is_open_question(line);
    if part != QuestionPart::All {
        let least = Least { whole: least, opening: if asks { least } else { MIN_RUN as usize - 1 } };
        note_wholes(&mut having, text, &words, &tells, going_on(line, &words), least);
    }
    // Returns whether a match is too long to be an accident.
    let is_telling = |doc: u32, has: u64| {
        let words = words_of(has) as usize;
        let length = || length(graph.symbol(text.symbol(doc)));
        is_no_accident(has, &tells) && 2 * words >= lettered
            || 3 * words >= lettered && is_filled_in(has, &tells, &frequency, all, length())
    };
    let has_all = |says: PhraseHit| says.pairs.count_ones() as usize == pairs;
    let may_be_in_part = |doc: u32, says: PhraseHit, has: u64| {
        part != QuestionPart::All && (says.whole > 0 || !asks && is_telling(doc, has))
    };
    // Pairs of words may come from several literals, too.
    let may_be_parted =
        |doc: u32, says: PhraseHit| has_all(says) || says.whole == 0 && may_be_in_part(doc, says, says.pairs);
    let docs = having.iter().filter(|&(&doc, &says)| may_be_parted(doc, says)).map(|(&doc, _)| doc);
    let longest_runs = contiguous::longest_runs(text, &spoken(line, &words), &docs.collect::<Vec<_>>());
    let breath = |doc: u32| longest_runs.get(&doc).copied().unwrap_or_default();
    let is_all = |doc: u32, says: PhraseHit| {
        // A few words may be a topic instead of a message.
        let is_short = words.len() <= MIN_RUN as usize;
        let in_a_row = if is_short { breath(doc).outermost } else { breath(doc).longest };
        has_all(says) && in_a_row >= words.len().min(LONGEST_KNOWN / 2 + 1)
    };
    let fits = |doc: u32, says: PhraseHit| is_all(doc, says) || may_be_in_part(doc, says, breath(doc).pairs);
    let only: FxHashSet<u32> = saying_only(text, &words).into_iter().collect();
    let fitting = having.iter().filter(|&(&doc, &says)| fits(doc, says));
    let found = fitting.map(|(&doc, &says)| {
        // A literal that is exactly the message comes before a longer one that contains it.
        let whole =
            if is_all(doc, says) { 2 * words.len() + usize::from(only.contains(&doc)) } else { says.whole };
        ((whole, words_of(says.pairs)), text.symbol(doc), says.pairs)
    });
    let mut found: Vec<((usize, u32), SymbolId, u64)> = found.collect();
    if part == QuestionPart::Link {
        let best = found.iter().map(|found| found.0).max();
        found.retain(|(says, ..)| Some(*says) == best);
    }
    let is_to_the_end = |pairs: u64| is_to_the_end(pairs, line, &words);
    let most = found.iter().map(|&(.., pairs)| pairs).filter(|&pairs| is_to_the_end(pairs));
    if let Some(most) = most.max_by_key(|pairs| (pairs.count_ones(), *pairs)) {
        // A declaration that prints only a part of another's match is dropped.
        let is_part = |pairs: u64| pairs & !most == 0 && pairs != most;
        found.retain(|&(.., pairs)| !is_part(pairs) || is_to_the_end(pairs));
    }
    in_order(graph, found.into_iter().map(|(says, id, _)| (says, id)).collect())
}

/// For each declaration, the pairs of neighbouring words of a line that it prints, and for each pair, how many of `all`
/// declarations print it. Parts of links are no words.
fn having_pairs(
    text: &TextIndex,
    line: &str,
    words: &[&str],
    all: usize,
) -> (FxHashMap<u32, PhraseHit>, Vec<f64>) {
    let hosts = urls::hosts(line);
    let is_of_host = |word: &str| hosts.iter().any(|host| host.contains(&place(line, word)));
    let mut frequency = vec![0.0; words.len() - 1];
    let mut having: FxHashMap<u32, PhraseHit> = FxHashMap::default();
    for (ix, pair) in words.windows(2).enumerate() {
        if pair.iter().any(|word| is_of_host(word)) {
            continue;
        }
        let saying = saying(text, pair);
        frequency[ix] = saying.len() as f64 / all as f64;
        for doc in saying {
            having.entry(doc).or_default().pairs |= 1 << ix;
        }
    }
    (having, frequency)
}

/// The words of a line, and where a message may begin and end among them: beside anything but a plain gap between words.
fn spoken<'w>(line: &str, words: &'w [&'w str]) -> MessageWords<'w> {
    const PARTS: [char; 16] =
        [':', ';', '"', '`', '“', '”', '(', ')', '[', ']', '<', '>', '=', '|', '!', '?'];
    let bit = |at: usize| 1_u64.checked_shl(at as u32).unwrap_or_default();
    let (mut begins, mut ends) = (bit(0), bit(words.len() - 1));
    for (ix, pair) in words.windows(2).enumerate() {
        let gap = &line[place(line, pair[0]) + pair[0].len()..place(line, pair[1])];
        if gap.contains(PARTS) || gap.contains(". ") {
            ends |= bit(ix);
            begins |= bit(ix + 1);
        }
    }
    MessageWords { words, begins, ends }
}

/// The words of a line behind which a value follows and not another link, as a mask.
fn going_on(line: &str, words: &[&str]) -> u64 {
    let goes_on = |pair: &[&str]| !line[place(line, pair[0]) + pair[0].len()..].starts_with(WRAPS);
    let places = words.windows(2).enumerate().take(MAX_PAIRS).filter(|(_, pair)| goes_on(pair));
    places.fold(0, |bits, (ix, _)| bits | 1 << ix)
}

/// The byte offset of a word within its line.
fn place(line: &str, word: &str) -> usize {
    word.as_ptr() as usize - line.as_ptr() as usize
}

/// Returns whether pairs of words are all of a line, or of the links of a chain at its end, but for numbers.
fn is_to_the_end(pairs: u64, line: &str, words: &[&str]) -> bool {
    let is_said = |at: usize| is_at(pairs, at) || at > 0 && is_at(pairs, at - 1);
    let Some(first) = (0..words.len()).find(|&at| is_said(at)) else { return false };
    let before = &line[..place(line, words[first])];
    let is_link = before.is_empty() || before.ends_with(WRAPS);
    is_link && (first..words.len()).all(|at| is_said(at) || is_number(words[at]))
}

/// The least words of a whole literal within a line, and at its beginning.
#[derive(Clone, Copy)]
struct Least {
    whole: usize,
    opening: usize,
}

/// Notes the declarations that match a whole literal among the words, or all of the text between two format verbs, if it is long
/// enough and has content words.
fn note_wholes(
    having: &mut FxHashMap<u32, PhraseHit>,
    text: &TextIndex,
    words: &[&str],
    tells: &[bool],
    going_on: u64,
    least: Least,
) {
    let last = words.len() - 1;
    // A value may itself consist of words.
    let before = |at: usize| [EDGE, VALUE].into_iter().take(1 + usize::from(at > 0));
    let after = |at: usize| [EDGE, VALUE].into_iter().take(1 + usize::from(at < last));
    // Edges are looked for where rows are that a whole literal can be: mostly there are none.
    let opening = (1 << (least.opening - 1)) - 1;
    let is_long = |pairs: u64| has_row(pairs, least.whole) || pairs & opening == opening;
    let rows = having.values().map(|says| says.pairs).filter(|&pairs| is_long(pairs));
    let rows = rows.fold(0, |all, pairs| all | pairs);
    for (ix, word) in words.iter().enumerate().take(MAX_PAIRS) {
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
                let fits = after == VALUE || !is_at(going_on, last);
                let whole = 2 * (last - first + 1) + usize::from(fits);
                having.entry(doc).and_modify(|says| says.whole = says.whole.max(whole));
            }
        }
    }
}

impl PhraseHit {
    /// The first and last words between which a literal may match whole.
    fn may_have_whole(self, least: Least, tells: &[bool]) -> Vec<(usize, usize)> {
        let firsts = (0..tells.len()).filter(|&first| is_at(self.begins, first));
        let wholes = firsts.flat_map(|first| {
            let least = if first == 0 { least.opening.min(least.whole) } else { least.whole };
            let row = (first..tells.len()).take_while(|&at| is_at(self.pairs, at)).count();
            (first + least - 1..=first + row).map(move |last| (first, last))
        });
        let telling = |first: usize, last: usize| {
            let least = if last - first < LONG_WHOLE { MIN_IN_WHOLE } else { 1 };
            tells[first..=last].iter().filter(|tells| **tells).count() >= least
        };
        wholes.filter(|&(first, last)| is_at(self.ends, last) && telling(first, last)).collect()
    }
}

/// Returns whether a mask of pairs has a run of so many words.
fn has_row(pairs: u64, words: usize) -> bool {
    (1..words.saturating_sub(1)).fold(pairs, |rows, by| rows & pairs >> by) != 0
}

/// Returns whether the bit of a place is set.
fn is_at(bits: u64, at: usize) -> bool {
    at < MAX_PAIRS && bits >> at & 1 == 1
}

/// Returns whether runs of pairs are so long, with so many content words, that no chance explains them.
fn is_no_accident(has: u64, tells: &[bool]) -> bool {
    let is_on = |at: &usize, _: &usize| has >> (*at).min(63) & 1 == 1;
    let places: Vec<usize> = (0..tells.len()).collect();
    let rows = || places.chunk_by(is_on).filter(|row| row.len() + 1 >= MIN_RUN as usize);
    let telling = rows().flatten().filter(|&&at| tells[at]).count();
    rows().any(|row| row.len() >= MIN_RUN as usize) && telling >= MIN_TELLING
}

/// Returns whether runs of pairs are the texts between the verbs of a format: they cover most of the words from the
/// first run to the last, and are so rare that none of `all` declarations would have them by chance, were it `length`
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
        said >= MIN_RUN as usize && telling >= MIN_FILLED && 2 * said >= span && by_chance < MAX_BY_CHANCE
    };
    let ends = |from: usize| from + 1..rows.len();
    (0..rows.len()).any(|from| ends(from).any(|to| is_one(&rows[from..=to])))
}

/// Number of lines of a declaration below its first one.
pub(crate) fn lines(symbol: Symbol<'_>) -> u32 {
    symbol.end_line().saturating_sub(symbol.line())
}

/// Returns whether a symbol is a table of data.
pub(crate) fn is_table(symbol: Symbol<'_>) -> bool {
    /// Lines that an error with its text may take.
    const MAX_LINES: u32 = 20;
    let is_value = matches!(symbol.kind(), SymbolKind::Const | SymbolKind::Var);
    is_value && lines(symbol) > MAX_LINES
}

/// Returns the length of a declaration relative to most. A longer one matches more words by chance.
pub(crate) fn length(symbol: Symbol<'_>) -> f64 {
    const USUAL_LINES: f64 = 10.0;
    (f64::from(lines(symbol)) / USUAL_LINES).max(1.0)
}

/// The number of words in all runs of a mask.
fn words_of(has: u64) -> u32 {
    has.count_ones() + (has & !(has << 1)).count_ones()
}

/// The documents with a literal that consists of these words.
pub(crate) fn saying_only(text: &TextIndex, words: &[&str]) -> Vec<u32> {
    saying(text, &[&[EDGE], words, &[EDGE]].concat())
}

/// The documents with a literal that has these words in a row.
pub(crate) fn saying(text: &TextIndex, words: &[&str]) -> Vec<u32> {
    let mut row = String::new();
    write_row(&mut row, words);
    text.saying(&row)
}

/// The declarations with the highest score, the more important first; none if too many share it. A declaration that is built on
/// the host stands for its variants of other builds.
pub(crate) fn in_order(graph: &Graph<'_>, mut found: Vec<((usize, u32), SymbolId)>) -> Vec<SymbolId> {
    found.retain(|&(_, id)| !graph.symbol(id).is_test());
    let is_built = |id: SymbolId| !graph.symbol(id).has(symbol_flag::CONSTRAINED);
    lift_built(graph, &mut found);
    let authority = |id: SymbolId| graph.symbol_authority.get(id.ix()).copied().unwrap_or(0.0);
    found.sort_by(|a, b| b.0.cmp(&a.0).then(authority(b.1).total_cmp(&authority(a.1))).then(a.1.cmp(&b.1)));
    let best = found.first().map(|best| best.0);
    if found.iter().any(|&(says, id)| Some(says) == best && is_built(id)) {
        found.retain(|&(_, id)| is_built(id));
    }
    if found.iter().filter(|(says, _)| Some(*says) == best).count() > MAX_FOUND {
        return Vec::new();
    }
    found.into_iter().take(MAX_FOUND).map(|(_, id)| id).collect()
}

/// Gives declarations that are built the score of their variants that the build leaves out.
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

pub(crate) fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
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
