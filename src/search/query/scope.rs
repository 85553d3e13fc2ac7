//! The scope of a question: `in net/http`, `outside of tests`, `in Server`.

use rustc_hash::FxHashSet;

use crate::model::{FileId, Graph, Symbol, SymbolId};
use crate::search::names::packages::packages;
use crate::search::names::qualified_name;
use crate::search::text::TextIndex;

/// Words that begin a scope.
pub(crate) const AT: [&str; 8] = ["in", "from", "within", "inside", "under", "below", "among", OF];

/// Only between two scopes: `in tests of net/http`.
pub(crate) const OF: &str = "of";

/// Words that begin an excluded scope.
pub(crate) const OUTSIDE: [&str; 5] = ["outside", "not", "except", "excluding", "without"];

/// Words between scopes.
const BETWEEN: [&str; 3] = ["and", "or", "nor"];

/// Words before a scope that do not change it.
pub(crate) const IN_FRONT: [&str; 4] = ["only", "but", "also", "just"];

/// Filler words in a scope.
const AROUND: [&str; 18] = [
    "the", "a", "any", "all", "file", "files", "type", "types", "struct", "interface", "method", "methods",
    "function", "functions", "code", "module", "itself", "either",
];

/// Words that announce a package or folder.
const PACKAGES: [&str; 6] = ["package", "packages", "folder", "folders", "directory", "pkg"];

/// Words for tests.
const TESTS: [&str; 3] = ["test", "tests", "_test.go"];

/// Words for code that is not a test.
const NO_TESTS: [&str; 3] = ["non-test", "non-tests", "production"];

/// Places, one of which must contain a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchScope {
    is_outside: bool,
    spots: Vec<ScopeSpot>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ScopeSpot {
    Packages(FxHashSet<SymbolId>),
    Files(FxHashSet<FileId>),
    /// A type with what belongs to it, or a function.
    Symbols(Vec<SymbolId>),
    Tests,
    NoTests,
}

impl SearchScope {
    pub(crate) fn admit(&self, symbol: Symbol<'_>) -> bool {
        let is_at = |spot: &ScopeSpot| match spot {
            ScopeSpot::Packages(packages) => packages.contains(&symbol.package()),
            ScopeSpot::Files(files) => symbol.file().is_some_and(|file| files.contains(&file)),
            ScopeSpot::Symbols(symbols) => {
                symbols.iter().any(|&id| symbol.id == id || symbol.owner() == Some(id))
            }
            ScopeSpot::Tests => symbol.is_of_tests(),
            ScopeSpot::NoTests => !symbol.is_of_tests(),
        };
        self.spots.iter().any(is_at) != self.is_outside
    }

    /// Returns whether one of these places contains a symbol; tests are ignored, because they are everywhere.
    pub(crate) fn contains_place(&self, symbol: Symbol<'_>) -> bool {
        let is_somewhere =
            !self.spots.iter().any(|spot| matches!(spot, ScopeSpot::Tests | ScopeSpot::NoTests));
        !self.is_outside && is_somewhere && self.admit(symbol)
    }

    /// Returns whether they are types and functions.
    pub(crate) fn are_symbols(&self) -> bool {
        self.spots.iter().any(|spot| matches!(spot, ScopeSpot::Symbols(_)))
    }

    /// Returns whether tests are what is asked for.
    pub(crate) fn are_tests(&self) -> bool {
        !self.is_outside && self.spots.contains(&ScopeSpot::Tests)
    }
}

/// Words with their byte offsets.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The scopes of a phrase, all of which must hold, each with a description; or the part that is no place.
pub(crate) fn scopes(
    graph: &Graph<'_>,
    text: &TextIndex,
    phrase: &str,
) -> Result<Vec<(SearchScope, String)>, String> {
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

/// The words after one `in`.
#[derive(Default)]
struct Clause<'q> {
    is_outside: bool,
    is_package: bool,
    /// The words of each item; an item that is understood has one.
    items: Vec<Vec<&'q str>>,
    /// True if the next word is another item.
    is_parted: bool,
}

impl Clause<'_> {
    fn read(&self, graph: &Graph<'_>, text: &TextIndex) -> Result<(SearchScope, String), Option<String>> {
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
        Ok((SearchScope { is_outside: self.is_outside, spots }, format!("{outside} {}", said.join(" or "))))
    }
}

/// Resolves a word as a place, with a description.
fn spot(
    graph: &Graph<'_>,
    text: &TextIndex,
    name: &str,
    is_package: bool,
) -> Option<(Vec<ScopeSpot>, String)> {
    let is = |words: &[&str]| !is_package && words.contains(&name.to_lowercase().as_str());
    let path = name.trim_start_matches("./").trim_end_matches("...").trim_end_matches('/');
    if is(&TESTS) {
        // `tests` means test code anywhere, and a folder of that name.
        let folder = packages(graph, path, false).map(ScopeSpot::Packages);
        return Some(([ScopeSpot::Tests].into_iter().chain(folder).collect(), name.to_owned()));
    }
    let of_packages = |path: &str| {
        packages(graph, path, is_package).map(|found| (vec![ScopeSpot::Packages(found)], name.to_owned()))
    };
    let of_files =
        |path: &str| files(graph, path).map(|found| (vec![ScopeSpot::Files(found)], name.to_owned()));
    let of_symbols = || symbols(graph, text, name).filter(|_| !is_package);
    of_packages(path)
        .or_else(|| of_files(path))
        .or_else(|| is(&NO_TESTS).then(|| (vec![ScopeSpot::NoTests], name.to_owned())))
        .or_else(of_symbols)
        .or_else(|| of_packages(&path.to_lowercase()))
        .or_else(|| of_files(&format!("{path}.go")))
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

/// The types and functions of a name, with a description.
fn symbols(graph: &Graph<'_>, text: &TextIndex, name: &str) -> Option<(Vec<ScopeSpot>, String)> {
    let mut found = qualified_name::named(graph, text, name);
    if found.is_empty() {
        found = qualified_name::bare(graph, text, name);
    }
    found.retain(|&id| graph.symbol(id).kind().is_type() || graph.symbol(id).kind().is_callable());
    // A type is preferred to a function of the same name.
    if found.iter().any(|&id| graph.symbol(id).kind().is_type()) {
        found.retain(|&id| graph.symbol(id).kind().is_type());
    }
    let first = graph.symbol(*found.first()?);
    let called = format!("{} {name}", first.kind().name());
    Some((vec![ScopeSpot::Symbols(found)], called))
}
