//! The line on which a declaration prints a message: the literal that has most of the message's words in order.

use std::ops::Range;

use crate::model::{Graph, SymbolId};
use crate::search::analysis::go_scanner::{self, Inside, Word};
use crate::search::answer::{Answer, EXACT, Found};
use crate::search::pack::texts::FileReader;

/// Rows that are examined; declarations that print the message stand above all others.
const MAX_ROWS: usize = 12;
/// At most this many words of a message are compared.
const MAX_WORDS: usize = 64;
/// A literal must share at least this many words with the message.
const MIN_WORDS: usize = 2;

impl Answer {
    /// Finds the lines on which rows print what the question quotes. O(sources of a few rows).
    pub fn locate(&mut self, graph: &Graph<'_>, question: &str, read: &mut FileReader<'_>) {
        let Found::Ranked(ranked) = &mut self.found else { return };
        let pasted = &mut ranked.pasted;
        if !pasted.quotes {
            return;
        }
        let message: Vec<String> =
            go_scanner::runs(question).take(MAX_WORDS).map(str::to_lowercase).collect();
        let is_exact = |symbol: &SymbolId| {
            let row = self.rows.iter().find(|row| row.symbol == *symbol);
            row.is_some_and(|row| row.why.parts.iter().any(|part| part.signal == EXACT.0))
        };
        let rows = self.rows.iter().take(MAX_ROWS).map(|row| row.symbol).filter(is_exact);
        let rows: Vec<SymbolId> = rows.filter(|symbol| !pasted.lines.contains_key(symbol)).collect();
        for symbol in rows {
            let Some(source) = graph.symbol(symbol).file().and_then(&mut *read) else { continue };
            let within = graph.symbol_start[symbol.ix()]..graph.symbol_end[symbol.ix()];
            if let Some(line) = line_of(&message, &source, &within) {
                pasted.lines.insert(symbol, vec![line]);
                pasted.saying.insert(symbol);
            }
        }
    }
}

/// The line, from 1, of the literal that covers most words of a message and is covered by it for more than half; the
/// first of equals. O(words of the source x those of the message).
fn line_of(message: &[String], source: &[u8], within: &Range<u32>) -> Option<u32> {
    let mut words = Vec::new();
    go_scanner::words_of(source, &mut words);
    words.retain(|word| word.inside == Inside::Text && within.contains(&word.start));
    let is_on = |before: &Word, word: &Word| {
        let between = &source[before.end as usize..word.start as usize];
        go_scanner::is_one_literal(between) && !between.contains(&b'\n')
    };
    let mut best: Option<(usize, u32)> = None;
    for literal in words.chunk_by(is_on) {
        let said: Vec<String> = literal
            .iter()
            .filter(|word| !go_scanner::is_verb(source, **word))
            .map(|word| String::from_utf8_lossy(word.of(source)).to_lowercase())
            .collect();
        let in_common = in_common(&said, message);
        let is_said = in_common >= MIN_WORDS && 2 * in_common > said.len().min(message.len());
        if is_said && best.is_none_or(|(most, _)| in_common > most) {
            best = Some((in_common, literal[0].start));
        }
    }
    best.map(|(_, start)| memchr::memchr_iter(b'\n', &source[..start as usize]).count() as u32 + 1)
}

/// The length of the longest common subsequence of two rows of words.
fn in_common(a: &[String], b: &[String]) -> usize {
    let mut lengths = vec![0; b.len() + 1];
    for word in a {
        let mut before = 0;
        for (ix, other) in b.iter().enumerate() {
            let above = lengths[ix + 1];
            lengths[ix + 1] = if word == other { before + 1 } else { above.max(lengths[ix]) };
            before = above;
        }
    }
    lengths.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_says_a_message_is_found_among_others() {
        let source = b"package a\n\nvar other = \"key is not here at all\"\n\nfunc f() {\n\tg(\"key is\")\n\tg(\n\t\t\"a key %q has \" +\n\t\t\t\
            \"no value of %s\",\n\t)\n\tg(`usage:\n  the key has a value of its own\n`)\n\tg(\"value\")\n}\n";
        let start = source.windows(6).position(|at| at == b"func f").unwrap() as u32;
        let line = |message: &str| {
            let message: Vec<String> = go_scanner::runs(message).map(str::to_owned).collect();
            line_of(&message, source, &(start..source.len() as u32))
        };
        for (message, expect) in [
            ("key is", Some(6)),
            ("error: a key \"x\" has", Some(8)),
            ("no value of thing", Some(9)),
            ("the key has a value of its own", Some(12)),
            ("key is not here at all", Some(6)),
            ("value", None),
            ("nothing of that sort", None),
        ] {
            assert_eq!(line(message), expect, "{message}");
        }
    }

    #[test]
    fn words_in_common_keep_their_order() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for (a, b, expect) in
            [("a b c", "a x b y c", 3), ("c b a", "a b c", 1), ("a a", "a", 1), ("", "a", 0)]
        {
            assert_eq!(in_common(&words(a), &words(b)), expect, "{a} | {b}");
        }
    }
}
