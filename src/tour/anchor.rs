//! The anchor of a step, which allows to find its code after lines changed: the symbol and a hash of its content.

use serde_json::{Map, Value};

use super::stop::StopLinks;
use crate::model::{Graph, SymbolId};

/// Separates paragraphs in markdown.
pub(super) const BETWEEN: &str = "\n\n";

/// The shortest declaration, in bytes without its name, that is recognised by its content alone, because short ones like
/// `func F() {}` or `level = "error"` are all alike.
pub(super) const MIN_BYTES: u32 = 24;

/// Where other declarations have the content of one. When that one is gone, they were there before, and are not it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Twins {
    /// In its package, under another name.
    pub beside: bool,
    /// Elsewhere, under its name.
    pub elsewhere: bool,
}

/// The anchor of a step: an additional key, besides the plain file and line that CodeTour reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anchor {
    /// The id of the symbol.
    pub symbol: String,
    /// The line of the symbol's name when the step was written; 0 if unknown.
    pub line: u32,
    /// [`print()`] of its declaration; empty if unknown.
    pub print: String,
    /// Where other declarations had the same content when the step was written, so that the content does not say that
    /// one there is this one.
    pub twins: Twins,
    /// The head of its declaration, as in [`crate::model::Symbol::signature`]; empty if unknown.
    pub head: String,
    /// Why the step is part of its tour.
    pub why: String,
    /// Its links, so that its words can be made anew.
    pub links: AnchorLinks,
    /// [`hash()`] of the generated text; empty if unknown.
    pub words: String,
    /// The fingerprint of the lines of the declaration that the step is about; empty if it is about all.
    pub selected: String,
}

impl Anchor {
    /// Reads an anchor. None if it has no symbol.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let string = |key| value.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
        let is = |key| value.get(key).and_then(Value::as_bool).unwrap_or(false);
        let line = value.get("line").and_then(Value::as_u64).and_then(|line| u32::try_from(line).ok());
        let symbol = string("symbol");
        let filled = !symbol.is_empty();
        filled.then(|| Self {
            symbol,
            line: line.unwrap_or(0),
            print: string("print"),
            twins: Twins { beside: is("twinBeside"), elsewhere: is("twinElsewhere") },
            head: string("head"),
            why: string("why"),
            links: value.get("links").map(AnchorLinks::from_json).unwrap_or_default(),
            words: string("words"),
            selected: string("selected"),
        })
    }

    /// Splits the text of a step into the part that a person wrote before and the unedited generated part after it.
    /// None if there is no unedited generated part.
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
        for (key, is) in [("twinBeside", self.twins.beside), ("twinElsewhere", self.twins.elsewhere)] {
            if is {
                map.insert(key.to_owned(), true.into());
            }
        }
        if !self.head.is_empty() {
            map.insert("head".to_owned(), self.head.clone().into());
        }
        if !self.why.is_empty() {
            map.insert("why".to_owned(), self.why.clone().into());
        }
        if self.links != AnchorLinks::default() {
            map.insert("links".to_owned(), self.links.to_json());
        }
        if !self.words.is_empty() {
            map.insert("words".to_owned(), self.words.clone().into());
        }
        if !self.selected.is_empty() {
            map.insert("selected".to_owned(), self.selected.clone().into());
        }
        map
    }
}

/// The links of a step as ids of symbols, which stay valid when the graph changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnchorLinks {
    from: Vec<String>,
    next: Vec<String>,
    aside: Vec<Vec<String>>,
}

impl AnchorLinks {
    pub(super) fn of(graph: &Graph<'_>, links: &StopLinks) -> Self {
        let ids = |path: &Vec<SymbolId>| path.iter().map(|&id| graph.symbol(id).id_text()).collect();
        let StopLinks { from, next, aside } = links;
        Self { from: ids(from), next: ids(next), aside: aside.iter().map(ids).collect() }
    }

    /// The links in a graph. A path with a symbol that is gone is left out.
    pub(super) fn in_graph(&self, graph: &Graph<'_>) -> StopLinks {
        let path = |ids: &Vec<String>| -> Option<Vec<SymbolId>> {
            ids.iter().map(|id| graph.find_id(id)).collect::<Option<_>>()
        };
        StopLinks {
            from: path(&self.from).unwrap_or_default(),
            next: path(&self.next).unwrap_or_default(),
            aside: self.aside.iter().filter_map(path).collect(),
        }
    }

    /// The files of the symbols on the way to the step.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.from.iter().filter_map(|id| id.split("::").next())
    }

    fn from_json(value: &Value) -> Self {
        let strings = |value: &Value| -> Vec<String> {
            let values = value.as_array().map_or(&[][..], Vec::as_slice);
            values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let path = |key| value.get(key).map(strings).unwrap_or_default();
        let aside = value.get("aside").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        Self { from: path("from"), next: path("next"), aside: aside.iter().map(strings).collect() }
    }

    fn to_json(&self) -> Value {
        let mut map = Map::new();
        for (key, path) in [("from", &self.from), ("next", &self.next)] {
            if !path.is_empty() {
                map.insert(key.to_owned(), path.clone().into());
            }
        }
        if !self.aside.is_empty() {
            map.insert("aside".to_owned(), self.aside.clone().into());
        }
        Value::Object(map)
    }
}

/// The first 16 hexadecimal digits of the BLAKE3 hash.
pub(super) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// A fingerprint of a declaration that stays equal if the declaration is moved, indented differently or renamed. It
/// is 64 bits of BLAKE3, in hexadecimal, of the text with each run of white space as one blank and without the word
/// `name`.
pub fn print(declaration: &[u8], name: &str) -> String {
    print_before(declaration, name, &[])
}

/// [`print()`] of a declaration before `name` and other words were renamed. Each pair has a word as it is now and as
/// it was then.
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
