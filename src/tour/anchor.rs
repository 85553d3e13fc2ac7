//! The anchor of a step, which finds its code when lines change: the symbol and a hash of its content.

use serde_json::{Map, Value};

/// Separates paragraphs.
pub(super) const BETWEEN: &str = "\n\n";

/// A step's anchor: an extra key of the step, beside the plain place that CodeTour reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anchor {
    /// The symbol's id.
    pub symbol: String,
    /// Line of the symbol's name when the step was written; 0 when unknown.
    pub line: u32,
    /// [`print()`] of its declaration; empty when unknown.
    pub print: String,
    /// Why the step is part of its tour.
    pub why: String,
    /// [`hash()`] of the words that were made of facts; empty when unknown.
    pub words: String,
}

impl Anchor {
    /// `None` when there is no symbol in it.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let string = |key| value.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
        let line = value.get("line").and_then(Value::as_u64).and_then(|line| u32::try_from(line).ok());
        let symbol = string("symbol");
        let filled = !symbol.is_empty();
        filled.then(|| Self {
            symbol,
            line: line.unwrap_or(0),
            print: string("print"),
            why: string("why"),
            words: string("words"),
        })
    }

    /// Splits a step's text into what a person wrote in front and the unedited generated part behind it. `None` if there is
    /// no such part.
    pub(super) fn made<'w>(&self, words: &'w str) -> Option<(&'w str, &'w str)> {
        let paragraphs = words.match_indices(BETWEEN).map(|(at, _)| at + BETWEEN.len());
        let mut parts = std::iter::once(0).chain(paragraphs).map(|at| words.split_at(at));
        parts.find(|(_, made)| hash(made.as_bytes()) == self.words)
    }

    pub(super) fn to_json(&self) -> Value {
        Value::Object(self.to_map())
    }

    pub(super) fn to_map(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("symbol".to_owned(), self.symbol.clone().into());
        map.insert("line".to_owned(), self.line.into());
        map.insert("print".to_owned(), self.print.clone().into());
        if !self.why.is_empty() {
            map.insert("why".to_owned(), self.why.clone().into());
        }
        if !self.words.is_empty() {
            map.insert("words".to_owned(), self.words.clone().into());
        }
        map
    }
}

/// The first 16 hexadecimal digits of the BLAKE3 hash.
pub(super) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// A fingerprint of a declaration that stays when it is moved, indented anew or given another name: 64 bits of
/// BLAKE3, in hexadecimal, of its text with runs of white space as one blank and the word `name` taken out.
#[must_use]
pub fn print(declaration: &[u8], name: &str) -> String {
    print_before(declaration, name, &[])
}

/// [`print()`] of a declaration as it was before `name` and other words were renamed: each pair holds a word as it is now
/// and as it was then.
pub(super) fn print_before(declaration: &[u8], name: &str, words: &[(&str, &str)]) -> String {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let mut hasher = blake3::Hasher::new();
    let mut at = 0;
    while at < declaration.len() {
        let kind = |b: u8| if b.is_ascii_whitespace() { 0 } else { 1 + u8::from(is_word(b)) };
        let first = kind(declaration[at]);
        let len = declaration[at..].iter().take_while(|&&b| kind(b) == first).count();
        let run = &declaration[at..at + len];
        let changed = words.iter().find(|(now, _)| first == 2 && run == now.as_bytes());
        let run = changed.map_or(run, |(_, then)| then.as_bytes());
        match first {
            0 => hasher.update(b" "),
            2 if run == name.as_bytes() => hasher.update(b"\0"),
            _ => hasher.update(run),
        };
        at += len;
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
