//! Retrieval of the code that prints a pasted message.
//!
//!     cargo bench --bench messages -- TREE..
//!
//! Of every tree up to 300 messages are asked, spread over it: literals of calls that make errors, log or print, in code that
//! is no test and not generated, of two words and more, said in no more than three places. Values are put in for the verbs.
//! One in five stands behind `Error: `, one in ten behind a time, one in ten is followed by another error, one in ten is asked
//! about in quotation marks. Right is each declaration that says the literal. Reported, in percent: answers with a right one
//! first, and MRR; then the means over all messages. `MISSED=1` names each message that is not first.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use codegraph_tui::index::{self, BuildSettings, Repository, Snapshot, Sources, Task};
use codegraph_tui::model::{FileId, Graph, SymbolId, symbol_flag};
use codegraph_tui::search::{Corpus, Engine, QueryRequest};
use tree_sitter::{Node, Parser};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Messages asked of a tree.
const MAX_MESSAGES: usize = 300;
/// Places that may say the same.
const MAX_PLACES: usize = 3;
/// Names of functions that print.
const SAYING: [&str; 17] = [
    "Debugf", "Errorf", "Error", "Errorln", "Fatal", "Fatalf", "Fprintf", "Infof", "New", "Panicf", "Printf",
    "Warn", "Warnf", "Warningf", "Wrap", "Wrapf", "panic",
];

fn main() -> Outcome<()> {
    let trees: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let mut all = Score::default();
    for tree in &trees {
        let score = measure(Path::new(tree))?;
        println!("{tree}: {score}");
        all.add(&score);
    }
    if trees.is_empty() {
        println!("messages: no TREE given, nothing measured");
    } else {
        println!("all: {all}");
    }
    Ok(())
}

#[derive(Default)]
struct Score {
    asked: usize,
    first: usize,
    reciprocal: f64,
}

impl Score {
    fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.first += other.first;
        self.reciprocal += other.reciprocal;
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let of = self.asked.max(1) as f64;
        let (first, mrr) = (100.0 * self.first as f64 / of, 100.0 * self.reciprocal / of);
        write!(f, "{} messages, {first:.1} first, {mrr:.1} MRR", self.asked)
    }
}

fn measure(tree: &Path) -> Outcome<Score> {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages");
    let repository = Repository::at(tree, Some(&data))?;
    let settings = BuildSettings { threads: 2, ..BuildSettings::default() };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
    let snapshot = index::refresh(&repository, &settings, &task)?.snapshot;
    let (graph, text) = (snapshot.graph(), snapshot.text()?);
    let corpus = Corpus { graph: &graph, generation: snapshot.generation(), text: &text, past: None };
    let messages = messages(&snapshot, &graph)?;
    let every = messages.len().div_ceil(MAX_MESSAGES).max(1);
    let (mut engine, mut score) = (Engine::default(), Score::default());
    for (ix, (literal, says)) in messages.iter().step_by(every).enumerate() {
        let question = asked(ix, &filled(ix, literal));
        let query = QueryRequest { text: question.clone(), ..QueryRequest::default() };
        let rows = engine.answer(&corpus, &query, &|| false)?.rows;
        let place = rows.iter().position(|row| says.contains(&row.symbol));
        score.asked += 1;
        score.first += usize::from(place == Some(0));
        score.reciprocal += place.map_or(0.0, |place| 1.0 / (place + 1) as f64);
        if place != Some(0) && std::env::var_os("MISSED").is_some() {
            let first = rows.first().map_or("nothing", |row| graph.symbol(row.symbol).qualified());
            println!("  {:>4} {question:?}: {first}", place.map_or(0, |place| place + 1));
        }
    }
    Ok(score)
}

/// Literals and the declarations that say them, in the order of the literals.
fn messages(snapshot: &Snapshot, graph: &Graph<'_>) -> Outcome<Vec<(String, Vec<SymbolId>)>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_go::LANGUAGE.into())?;
    let mut sources = Sources::default();
    let mut found: BTreeMap<String, Vec<SymbolId>> = BTreeMap::new();
    for file in (0..graph.n_files() as u32).map(FileId) {
        let of_file = |ix: u32| graph.symbol(SymbolId(ix));
        let is_asked = |ix: u32| !of_file(ix).is_test() && !of_file(ix).has(symbol_flag::GENERATED);
        let symbols: Vec<u32> = graph.symbols_of(file).filter(|&ix| is_asked(ix)).collect();
        let Some(source) = sources.bytes(snapshot, graph, file).filter(|_| !symbols.is_empty()) else {
            continue;
        };
        let tree = parser.parse(&*source, None).ok_or("not parsed")?;
        visit(tree.root_node(), &mut |node| {
            let Some(literal) = message(node, &source) else { return };
            let at = node.start_byte() as u32;
            let holds = |ix: &&u32| {
                let ix = **ix as usize;
                (graph.symbol_start[ix]..graph.symbol_end[ix]).contains(&at)
            };
            let says = symbols.iter().filter(holds).map(|&ix| SymbolId(ix)).collect::<Vec<_>>();
            if !says.is_empty() {
                found.entry(literal).or_default().extend(says);
            }
        });
    }
    Ok(found.into_iter().filter(|(_, says)| says.len() <= MAX_PLACES).collect())
}

fn visit(node: Node<'_>, see: &mut impl FnMut(Node<'_>)) {
    see(node);
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        visit(child, see);
    }
}

/// The first line of the literal that a call says.
fn message(node: Node<'_>, source: &Arc<[u8]>) -> Option<String> {
    let text = |node: Node<'_>| std::str::from_utf8(&source[node.byte_range()]).ok();
    let called = text(node.child_by_field_name("function")?)?;
    let name = called.rsplit('.').next().filter(|name| SAYING.contains(name))?;
    let arguments = node.child_by_field_name("arguments")?;
    let literal = (0..arguments.named_child_count() as u32)
        .filter_map(|ix| arguments.named_child(ix))
        .take(2)
        .find(|argument| argument.kind() == "interpreted_string_literal")?;
    let literal = text(literal)?.trim_matches('"').replace("\\\"", "\"").replace("\\t", "\t");
    let line = literal.split("\\n").map(str::trim).find(|line| !line.is_empty())?;
    let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '%').filter(is_word).count();
    // `New` of anything but an error takes other texts.
    (words > 1 && (name != "New" || called == "errors.New")).then(|| line.to_owned())
}

/// A literal with values in the places of its verbs.
fn filled(ix: usize, literal: &str) -> String {
    const VALUES: [&str; 6] =
        ["alpha", "/var/lib/data/file.json", "node-7", "v1.2.3", "unexpected EOF", "2m30s"];
    let mut out = String::new();
    let mut rest = literal;
    let mut values = VALUES.iter().cycle().skip(ix % VALUES.len());
    while let Some((before, verb)) = rest.split_once('%') {
        out.push_str(before);
        let end = verb.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(verb.len());
        match verb[end..].chars().next() {
            Some('%') => out.push('%'),
            Some('d') => out.push_str("1234"),
            Some('q') => out.push_str("\"my-name\""),
            Some('w') => out.push_str("permission denied"),
            _ => out.push_str(values.next().unwrap_or(&"")),
        }
        rest = verb.get(end + 1..).unwrap_or("");
    }
    out + rest
}

/// As somebody pastes it.
fn asked(ix: usize, message: &str) -> String {
    match ix % 10 {
        0 | 1 => format!("Error: {message}"),
        2 => format!("2024/05/01 12:00:01 {message}"),
        3 => format!("{message}: connection refused"),
        4 => format!("why do I get \"{message}\""),
        _ => message.to_owned(),
    }
}
