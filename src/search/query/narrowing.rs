//! What narrows a question: qualifiers, and where it asks for the other ends of edges: `who calls time.Sleep in net/http,
//! but not in tests`.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use crate::model::{FileId, Graph, Symbol, SymbolId, SymbolKind};
use crate::search::names::links;
use crate::search::names::qualified_name;
use crate::search::names::spelling_variants;
use crate::search::query::filters::Qualifiers;
use crate::search::query::phrases;
use crate::search::query::readers::message::quoted;
use crate::search::query::readers::relations;
use crate::search::text::TextIndex;

/// Longest question that may say a place, in words.
const MOST_WORDS: usize = 40;
/// What a place begins with, and what begins one that is none.
const AT: [&str; 8] = ["in", "from", "within", "inside", "under", "below", "among", OF];
/// Between two places only: `in tests of net/http`.
const OF: &str = "of";
const OUTSIDE: [&str; 5] = ["outside", "not", "except", "excluding", "without"];
/// What stands between two of them, and in front of them.
const BETWEEN: [&str; 3] = ["and", "or", "nor"];
const IN_FRONT: [&str; 4] = ["only", "but", "also", "just"];
/// Words that say nothing of a place, and those that say that it is a package.
const AROUND: [&str; 18] = [
    "the",
    "a",
    "any",
    "all",
    "file",
    "files",
    "type",
    "types",
    "struct",
    "interface",
    "method",
    "methods",
    "function",
    "functions",
    "code",
    "module",
    "itself",
    "either",
];
const PACKAGES: [&str; 6] = ["package", "packages", "folder", "folders", "directory", "pkg"];
/// What tests are called, and what is none.
const TESTS: [&str; 3] = ["test", "tests", "_test.go"];
const NO_TESTS: [&str; 3] = ["non-test", "non-tests", "production"];

/// A question without what narrows it.
pub(crate) struct Narrowed {
    pub(crate) qualifiers: Qualifiers,
    pub(crate) said: String,
    /// What is no place of the tree although it is said like one.
    pub(crate) problem: Option<String>,
}

/// Some places, one of which has to be a symbol's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    is_outside: bool,
    spots: Vec<Spot>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Spot {
    Packages(FxHashSet<SymbolId>),
    Files(FxHashSet<FileId>),
    /// A type with what belongs to it, or a function.
    Symbols(Vec<SymbolId>),
    Tests,
    NoTests,
}

impl Narrowed {
    /// O(length x forms + packages and files x places, where there are any).
    pub(crate) fn read(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Self {
        let (qualifiers, said) = Qualifiers::split(question);
        // A message may have what only looks like one: `cannot open file:x.json`.
        if qualifiers.nowhere(graph).is_some() && !quoted(graph, text, question).is_empty() {
            return Self { qualifiers: Qualifiers::default(), said: question.to_owned(), problem: None };
        }
        let said = restated(graph, text, &links::followed(graph, &said));
        // `where does net/http use sync.Pool`
        let is_named = |asked: &str| relations::asks_of_code(graph, text, asked);
        if let Some((asked, place)) = phrases::within(&said).filter(|(asked, _)| is_named(asked)) {
            return match places(graph, text, &format!("in {place}")) {
                Ok(places) => Self { qualifiers: qualifiers.at(places), said: asked, problem: None },
                Err(none) => {
                    Self { qualifiers, said, problem: Some(format!("{none}; searched by words instead")) }
                }
            };
        }
        let is_one = |asked: &str| relations::asks(graph, text, asked);
        let of_nothing =
            |asked: &str| relations::as_words(graph, text, asked, None).filter(|_| !is_one(asked));
        let Some((asked, place)) =
            parted(&said, is_one).or_else(|| parted(&said, |asked| of_nothing(asked).is_some()))
        else {
            return Self { qualifiers, said, problem: None };
        };
        let is_absent = || relations::absent_name(graph, text, asked).is_some();
        let places = match places(graph, text, place) {
            Ok(places) => places,
            Err(none) => {
                let problem =
                    of_nothing(asked).unwrap_or_else(|| format!("{none}; searched by words instead"));
                let said = if is_absent() { asked.to_owned() } else { said };
                return Self { qualifiers, said, problem: Some(problem) };
            }
        };
        // Of what is read `from the environment` no function or type says where to look.
        if is_absent() && places.iter().any(|(places, _)| places.are_symbols()) {
            return Self { qualifiers, said, problem: None };
        }
        let narrowed = qualifiers.clone().at(places);
        if let Some((meant, asked)) = relations::located(graph, text, asked, &narrowed) {
            let qualifiers = narrowed.without_places_of(graph.symbol(meant));
            return Self { qualifiers, said: asked, problem: None };
        }
        match of_nothing(asked).filter(|_| !is_absent()) {
            None => Self { qualifiers: narrowed, said: asked.to_owned(), problem: None },
            problem => Self { qualifiers, said, problem },
        }
    }
}

impl Places {
    pub(crate) fn admit(&self, symbol: Symbol<'_>) -> bool {
        let is_at = |spot: &Spot| match spot {
            Spot::Packages(packages) => packages.contains(&symbol.package()),
            Spot::Files(files) => symbol.file().is_some_and(|file| files.contains(&file)),
            Spot::Symbols(symbols) => symbols.iter().any(|&id| symbol.id == id || symbol.owner() == Some(id)),
            Spot::Tests => symbol.is_of_tests(),
            Spot::NoTests => !symbol.is_of_tests(),
        };
        self.spots.iter().any(is_at) != self.is_outside
    }

    /// Whether a symbol is where these are, tests aside, which are everywhere.
    pub(crate) fn hold(&self, symbol: Symbol<'_>) -> bool {
        let is_somewhere = !self.spots.iter().any(|spot| matches!(spot, Spot::Tests | Spot::NoTests));
        !self.is_outside && is_somewhere && self.admit(symbol)
    }

    /// Whether they are types and functions.
    fn are_symbols(&self) -> bool {
        self.spots.iter().any(|spot| matches!(spot, Spot::Symbols(_)))
    }

    /// Whether tests are what is asked for.
    pub(crate) fn are_tests(&self) -> bool {
        !self.is_outside && self.spots.contains(&Spot::Tests)
    }
}

/// What is said, its question for the other ends of edges restated where it names something nearly.
fn restated(graph: &Graph<'_>, text: &TextIndex, said: &str) -> String {
    let restate = |asked: &str| spelling_variants::restated(graph, text, asked);
    if let Some(whole) = restate(said) {
        return whole;
    }
    // Looking for a name in any letters is done once for each part.
    let part = OnceCell::new();
    let is_one = |asked: &str| asked != said && restate(asked).is_some_and(|meant| part.set(meant).is_ok());
    let rest = parted(said, is_one).map(|(_, rest)| rest);
    part.get().zip(rest).map_or_else(|| said.to_owned(), |(meant, rest)| format!("{meant} {rest}"))
}

/// A question for the other ends of edges, of which `is_one` tells, and what is said after it. `None` where nothing is, or
/// the whole asks for nothing else.
fn parted(said: &str, is_one: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let words: Vec<(usize, &str)> = words(said).collect();
    if words.len() > MOST_WORDS || is_one(said) {
        return None;
    }
    let begins = |word: &str| {
        let word = word.to_lowercase();
        word != OF && [&AT[..], &OUTSIDE, &IN_FRONT].iter().any(|words| words.contains(&word.as_str()))
    };
    // What follows a name with its package or type is no part of a name.
    let is_named = |word: &str| word.trim_matches('.').contains('.');
    let breaks = words.windows(2).filter(|pair| begins(pair[1].1) || is_named(pair[0].1));
    breaks
        .map(|pair| said.split_at(pair[1].0))
        .map(|(asked, rest)| {
            (asked.trim_end().trim_end_matches(','), rest.trim().trim_end_matches(['?', '.']))
        })
        .find(|(asked, _)| is_one(asked))
}

/// Words and where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The places that a phrase says, all of which hold, and how to say each again; or what in it is none.
fn places(graph: &Graph<'_>, text: &TextIndex, phrase: &str) -> Result<Vec<(Places, String)>, String> {
    let mut clauses: Vec<Clause<'_>> = Vec::new();
    for (_, written) in words(phrase) {
        let word = written.trim_matches(['`', '"', '\'', '“', '”', ',', '(', ')']);
        let lower = word.to_lowercase();
        let is = |words: &[&str]| words.contains(&lower.as_str());
        match clauses.last_mut() {
            _ if is(&IN_FRONT) => {}
            Some(clause) if is(&BETWEEN) => clause.is_parted = true,
            // `not in`, `outside of`, `in a and in b`.
            Some(clause)
                if is(&AT) && (clause.items.is_empty() || clause.is_parted && !clause.is_outside) => {}
            _ if is(&AT) || is(&OUTSIDE) => {
                clauses.push(Clause { is_outside: is(&OUTSIDE), ..Clause::default() });
            }
            Some(clause) if is(&AROUND) => clause.is_parted |= written.ends_with(','),
            Some(clause) if is(&PACKAGES) => clause.is_package = true,
            Some(clause) => {
                let is_parted = std::mem::replace(&mut clause.is_parted, written.ends_with(','));
                match clause.items.last_mut().filter(|_| !is_parted) {
                    Some(item) => item.push(word),
                    None => clause.items.push(vec![word]),
                }
            }
            None => return Err(format!("“{phrase}” is not understood")),
        }
    }
    let no_place = |none: Option<String>| {
        format!("“{}” is not a package, file or type here", none.as_deref().unwrap_or(phrase))
    };
    clauses.iter().map(|clause| clause.read(graph, text).map_err(no_place)).collect()
}

/// What follows one `in`.
#[derive(Default)]
struct Clause<'q> {
    is_outside: bool,
    is_package: bool,
    /// Each has one word where it is understood.
    items: Vec<Vec<&'q str>>,
    /// Whether the next word is another item.
    is_parted: bool,
}

impl Clause<'_> {
    fn read(&self, graph: &Graph<'_>, text: &TextIndex) -> Result<(Places, String), Option<String>> {
        let (mut spots, mut said) = (Vec::new(), Vec::new());
        for item in &self.items {
            let none = || Some(item.join(" "));
            let [name] = item[..] else { return Err(none()) };
            let (found, called) = spot(graph, text, name, self.is_package).ok_or_else(none)?;
            spots.extend(found);
            said.push(called);
        }
        if spots.is_empty() {
            return Err(None);
        }
        let outside = if self.is_outside { "outside of" } else { "in" };
        Ok((Places { is_outside: self.is_outside, spots }, format!("{outside} {}", said.join(" or "))))
    }
}

/// What a word means as a place, and what that is called.
fn spot(graph: &Graph<'_>, text: &TextIndex, name: &str, is_package: bool) -> Option<(Vec<Spot>, String)> {
    let is = |words: &[&str]| !is_package && words.contains(&name.to_lowercase().as_str());
    let path = name.trim_start_matches("./").trim_end_matches("...").trim_end_matches('/');
    if is(&TESTS) {
        // Test code of whatever folder, and what else lies in one that is called so.
        let folder = packages(graph, path, false).map(Spot::Packages);
        return Some(([Spot::Tests].into_iter().chain(folder).collect(), name.to_owned()));
    }
    let of_packages = |path: &str| {
        packages(graph, path, is_package).map(|found| (vec![Spot::Packages(found)], name.to_owned()))
    };
    let of_files = |path: &str| files(graph, path).map(|found| (vec![Spot::Files(found)], name.to_owned()));
    let of_symbols = || symbols(graph, text, name).filter(|_| !is_package);
    of_packages(path)
        .or_else(|| of_files(path))
        .or_else(|| is(&NO_TESTS).then(|| (vec![Spot::NoTests], name.to_owned())))
        .or_else(of_symbols)
        .or_else(|| of_packages(&path.to_lowercase()))
        .or_else(|| of_files(&format!("{path}.go")))
}

/// The packages of a folder or an import path and, unless only the package itself is meant, those below; else those whose
/// path has it for some of its folders, or that are called so.
pub(crate) fn packages(graph: &Graph<'_>, path: &str, is_itself: bool) -> Option<FxHashSet<SymbolId>> {
    let all = || graph.symbols().filter(|symbol| symbol.kind() == SymbolKind::Package);
    let paths =
        |package: &Symbol<'_>| [Some(package.path().to_owned()), package.import_path().map(str::to_owned)];
    let is_whole = |package: &Symbol<'_>| paths(package).iter().flatten().any(|known| known == path);
    let is_at = |known: &str, is_first: bool| {
        let (known, part) = (format!("/{known}/"), format!("/{path}/"));
        if is_first {
            known.starts_with(&part)
        } else if is_itself {
            known.ends_with(&part)
        } else {
            known.contains(&part)
        }
    };
    let has_whole = !path.is_empty() && all().any(|package| is_whole(&package));
    let fits = |package: &Symbol<'_>| {
        if has_whole {
            let is_below = || paths(package).iter().flatten().any(|known| is_at(known, true));
            return is_whole(package) || !is_itself && is_below();
        }
        // All packages of a module are imported by its name.
        let is_imported =
            || path.contains('/') && package.import_path().is_some_and(|import| is_at(import, false));
        package.name() == path || is_at(package.path(), false) || is_imported()
    };
    Some(all().filter(fits).map(|package| package.id).collect::<FxHashSet<_>>())
        .filter(|found| !found.is_empty())
}

/// The file of a path, or else those whose paths end in it.
fn files(graph: &Graph<'_>, path: &str) -> Option<FxHashSet<FileId>> {
    if let Some(file) = graph.find_file(path) {
        return Some(FxHashSet::from_iter([file]));
    }
    let ends = |file: &FileId| graph.path(*file).strip_suffix(path).is_some_and(|head| head.ends_with('/'));
    let found: FxHashSet<FileId> = (0..graph.n_files() as u32).map(FileId).filter(ends).collect();
    (!found.is_empty()).then_some(found)
}

/// The types and functions of a name, and what they are.
fn symbols(graph: &Graph<'_>, text: &TextIndex, name: &str) -> Option<(Vec<Spot>, String)> {
    let mut found = qualified_name::named(graph, text, name);
    if found.is_empty() {
        found = qualified_name::bare(graph, text, name);
    }
    found.retain(|&id| graph.symbol(id).kind().is_type() || graph.symbol(id).kind().is_callable());
    // A type is more of a place than a function of its name.
    if found.iter().any(|&id| graph.symbol(id).kind().is_type()) {
        found.retain(|&id| graph.symbol(id).kind().is_type());
    }
    let first = graph.symbol(*found.first()?);
    let called = format!("{} {name}", first.kind().word());
    Some((vec![Spot::Symbols(found)], called))
}
