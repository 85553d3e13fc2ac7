//! The words of a Go file, each with its place and its context: code, a comment or a string.
//!
//! A scanner, not a parser: it knows where comments and literals begin and end and nothing more, so it reads any
//! bytes, and broken code as well as sound. Bytes that are not UTF-8 separate words.

/// The context of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    Code,
    Comment,
    Text,
}

/// A word: a run of letters, digits and `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) inside: Inside,
}

impl Word {
    /// Its bytes in the file that it was found in.
    pub(crate) fn of(self, source: &[u8]) -> &[u8] {
        &source[self.start as usize..self.end as usize]
    }

    /// Its letters in the file that it was found in; `None` if it begins within one, behind a broken escape.
    pub(crate) fn text(self, source: &str) -> Option<&str> {
        source.get(self.start as usize..self.end as usize)
    }
}

/// Longest run that is a word; longer ones are keys, hashes, tables.
const LONGEST: usize = 64;

/// Appends the words of `source` to `words`, in order of place. Keywords and numbers of the code are left out.
/// O(length).
pub(crate) fn words_of(source: &[u8], words: &mut Vec<Word>) {
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        at = match rest[0] {
            b'/' if rest.starts_with(b"//") => {
                prose(source, at + 2, line_end(source, at), Inside::Comment, words)
            }
            b'/' if rest.starts_with(b"/*") => {
                prose(source, at + 2, after(source, at + 2, b"*/"), Inside::Comment, words)
            }
            b'"' => literal(source, at + 1, quoted(source, at + 1, b'"'), words),
            b'\'' => quoted(source, at + 1, b'\''),
            b'`' => prose(source, at + 1, after(source, at + 1, b"`"), Inside::Text, words),
            b'0'..=b'9' => run(source, at),
            byte if is_word(byte) => {
                let end = run(source, at);
                if !is_keyword(&source[at..end]) {
                    push(words, at, end, Inside::Code);
                }
                end
            }
            _ => at + 1,
        };
    }
}

fn push(words: &mut Vec<Word>, start: usize, end: usize, inside: Inside) {
    if end - start <= LONGEST {
        words.push(Word { start: start as u32, end: end as u32, inside });
    }
}

/// Takes the words from `start` up to `end`, and answers `end`.
fn prose(source: &[u8], start: usize, end: usize, inside: Inside, words: &mut Vec<Word>) -> usize {
    let mut at = start;
    while at < end {
        if is_word(source[at]) {
            let stop = run(source, at).min(end);
            push(words, at, stop, inside);
            at = stop;
        } else {
            at += 1;
        }
    }
    end.max(start)
}

/// Like `prose`, for an interpreted literal: escape sequences belong to no word.
fn literal(source: &[u8], start: usize, end: usize, words: &mut Vec<Word>) -> usize {
    let mut at = start;
    while let Some(ahead) = memchr::memchr(b'\\', &source[at.min(end)..end]) {
        prose(source, at, at + ahead, Inside::Text, words);
        at += ahead + escape(&source[at + ahead..end]);
    }
    prose(source, at.min(end), end, Inside::Text, words)
}

/// The length of the escape that begins a text: `\n`, `\x1b`, `\u00e4`, `\033`.
fn escape(text: &[u8]) -> usize {
    match text.get(1) {
        Some(b'x' | b'0'..=b'7') => 4,
        Some(b'u') => 6,
        Some(b'U') => 10,
        _ => 2,
    }
}

/// Bytes from 128 on belong to other scripts; the splitter later drops those that are no letters.
const IS_WORD: [bool; 256] = {
    let mut is_word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_word[byte] = byte >= 0x80 || byte == b'_' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    is_word
};

/// A table look-up, because it runs for every byte of a tree.
fn is_word(byte: u8) -> bool {
    IS_WORD[usize::from(byte)]
}

/// The words of a text that is not Go: runs of letters, digits and `_`, unchanged.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| !c.is_ascii() || is_word(c as u8);
    text.split(move |c: char| !is_word(c)).filter(|run| !run.is_empty())
}

fn run(source: &[u8], start: usize) -> usize {
    source[start..].iter().position(|&b| !is_word(b)).map_or(source.len(), |len| start + len)
}

fn line_end(source: &[u8], start: usize) -> usize {
    memchr::memchr(b'\n', &source[start..]).map_or(source.len(), |len| start + len)
}

/// Returns whether the bytes between two words of string literals leave them in one message: no value is put in, no
/// line ends, and no other literal begins.
pub(crate) fn is_one_message(between: &[u8]) -> bool {
    /// A longer gap than any punctuation.
    const LONGEST_GAP: usize = 8;
    let is_quoting = |pair: &[u8]| pair[0] != b'\\' || pair[1] == b'"';
    (1..=LONGEST_GAP).contains(&between.len())
        && is_one_literal(between)
        && between.windows(2).all(is_quoting)
        && !between.ends_with(b"\\")
        && !between.iter().any(|&byte| byte == b'%' || is_word(byte))
}

/// Returns whether the bytes between two words leave them in the same literal. A literal contains the other quotation
/// mark, or escapes its own.
pub(crate) fn is_one_literal(between: &[u8]) -> bool {
    let is_escaped = |at: usize| at > 0 && between[at - 1] == b'\\';
    let is_mark = |&at: &usize| matches!(between[at], b'"' | b'`') && !is_escaped(at);
    (0..between.len()).filter(is_mark).count() < 2
}

/// Returns whether a word of a string literal is a format verb, or ends one: `s` of `%s`, `10d` of `%-10d`, `q` of
/// `%[1]q`.
pub(crate) fn is_verb(source: &[u8], word: Word) -> bool {
    let is_flag =
        |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'#' | b'.' | b'*' | b'[' | b']');
    source[..word.start as usize].iter().rev().find(|byte| !is_flag(byte)) == Some(&b'%')
}

/// The offset just behind the next `mark`, or the end of the source.
fn after(source: &[u8], start: usize, mark: &[u8]) -> usize {
    memchr::memmem::find(&source[start..], mark).map_or(source.len(), |len| start + len + mark.len())
}

/// The offset just behind the closing quote, or the line's end if the quote is missing.
fn quoted(source: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start;
    while at < source.len() {
        match source[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    source.len()
}

/// Go's keywords and the names that every file uses.
pub(crate) fn is_keyword(word: &[u8]) -> bool {
    matches!(
        word,
        b"break"
            | b"case"
            | b"chan"
            | b"const"
            | b"continue"
            | b"default"
            | b"defer"
            | b"else"
            | b"fallthrough"
            | b"for"
            | b"func"
            | b"go"
            | b"goto"
            | b"if"
            | b"import"
            | b"interface"
            | b"map"
            | b"package"
            | b"range"
            | b"return"
            | b"select"
            | b"struct"
            | b"switch"
            | b"type"
            | b"var"
            | b"nil"
            | b"true"
            | b"false"
            | b"_"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &[u8]) -> String {
        let mut words = Vec::new();
        words_of(source, &mut words);
        let word = |w: &Word| {
            let text = String::from_utf8_lossy(&source[w.start as usize..w.end as usize]).into_owned();
            match w.inside {
                Inside::Code => text,
                Inside::Comment => format!("/{text}"),
                Inside::Text => format!("'{text}"),
            }
        };
        words.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_word_knows_what_it_stands_in() {
        for (source, expect) in [
            ("func (n *node) addRoute(path string) {}", "n node addRoute path string"),
            ("x := 0x1F + 'a' // the sum\ny", "x /the /sum y"),
            ("s := \"a \\\" b\" + `raw\nline` + t", "s 'a 'b 'raw 'line t"),
            (
                r#"s := "\tone\ntwo \"three\" \x1b[31mfour\033[0m fi\u00e4ve\\six" + t"#,
                "s 'one 'two 'three '31mfour '0m 'fi 've 'six t",
            ),
            (r#""\u1"b c"#, "b c"),
            ("/* one\ntwo */ three", "/one /two three"),
            ("\"open\nnext", "'open next"),
            ("`never closed", "'never 'closed"),
            ("'\\'' z '", "z"),
            ("\"\\", ""),
            ("/*", ""),
            ("héllo 世界", "héllo 世界"),
        ] {
            assert_eq!(shown(source.as_bytes()), expect, "{source}");
        }
        assert_eq!(shown(b"a \"\xff\xfe b"), "a '\u{fffd}\u{fffd} 'b");
    }
}
