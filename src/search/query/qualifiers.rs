//! Qualifiers: words that narrow a question or filter instead of being searched for.
//!
//! ```text
//! kind:func,method  pkg:router  pkg:=net/http  file:tree.go  is:exported  !test  !gen  !kind:field
//! ```

use crate::model::{Graph, Symbol, SymbolKind, is_testdata, symbol_flag};
use crate::relations::describe::Description;
use crate::search::query::scope::SearchScope;

/// The qualifiers of a question; a symbol must satisfy all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qualifiers {
    all: Vec<Qualifier>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qualifier {
    negated: bool,
    test: FilterTest,
    /// Describes what satisfies the test, ignoring `negated`; follows “is”.
    said: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum FilterTest {
    Kinds(Vec<SymbolKind>),
    /// Part of the package's name or folder, or the beginning of its import path, in lower case.
    Package(String),
    /// The whole name, folder or import path of a package, in lower case.
    PackageItself(String),
    /// The folder that holds it or one above, or the whole name or import path of its package, in lower case.
    Within(String),
    /// Part of the path, in lower case; may contain `*`, see [`holds`].
    File(String),
    Flag(u16),
    /// A place named in the sentence itself. It is tested on symbols, not on their places alone.
    Scope(SearchScope),
}

/// The values of `is:`, their flag bits, and a phrase that follows “is”.
const FLAGS: [(&str, u16, &str); 8] = [
    ("test", symbol_flag::TEST, "in tests"),
    ("gen", symbol_flag::GENERATED, "generated"),
    ("generated", symbol_flag::GENERATED, "generated"),
    ("exported", symbol_flag::EXPORTED, "exported"),
    ("vendor", symbol_flag::VENDORED, "vendored"),
    ("constrained", symbol_flag::CONSTRAINED, "left out of the build"),
    ("generic", symbol_flag::GENERIC, "generic"),
    ("embedded", symbol_flag::EMBEDDED, "embedded"),
];

impl Qualifier {
    /// Reads a word as a qualifier. `None` for a word to search for; an error for one that looks like a qualifier and
    /// is wrong.
    pub fn read(word: &str) -> Option<Result<Self, String>> {
        let (negated, plain) = word.strip_prefix('!').map_or((false, word), |rest| (true, rest));
        let flag = |name: &str| {
            let known = FLAGS.iter().find(|(known, ..)| *known == name);
            known.map(|(_, bits, said)| (FilterTest::Flag(*bits), (*said).to_owned()))
        };
        // `!test` is short for `!is:test`; `test` alone is a word to search for.
        if negated && let Some((test, said)) = flag(plain) {
            return Some(Ok(Self { negated, test, said }));
        }
        let (name, value) = plain.split_once(':')?;
        // While it is being typed, a qualifier without a value narrows nothing.
        let empty = matches!(value, "" | "=");
        let read = match name {
            "kind" => kinds(value).map(|kinds| {
                let said = describe_kinds(&kinds);
                (FilterTest::Kinds(kinds), said)
            }),
            "pkg" => Ok(match value.strip_prefix('=') {
                Some(whole) => {
                    (FilterTest::PackageItself(whole.to_lowercase()), format!("in package {whole}"))
                }
                None => (FilterTest::Package(value.to_lowercase()), format!("in a package like “{value}”")),
            }),
            "file" => Ok((FilterTest::File(value.to_lowercase()), format!("in a file like “{value}”"))),
            "is" => flag(value).ok_or_else(|| {
                let words: Vec<&str> = FLAGS.iter().map(|(word, ..)| *word).collect();
                format!("is: takes {}", words.join(", "))
            }),
            // Names have no colon, so this would find nothing as a word.
            _ => return Some(Err(format!("there is no {name}: only kind: pkg: file: is:"))),
        };
        if empty {
            return Some(Err(format!("{name}: needs a value")));
        }
        Some(read.map(|(test, said)| Self { negated, test, said }))
    }

    /// A qualifier that admits nothing, for a word whose value is unknown. `None` for a value that may be unfinished,
    /// or for other words.
    pub fn impossible(word: &str) -> Option<Self> {
        let (_, value) = word.split_once(':').filter(|_| is_meant(word))?;
        let is_begun = FLAGS.iter().any(|(known, ..)| known.starts_with(value));
        (!is_begun).then(|| Self {
            negated: false,
            test: FilterTest::Kinds(Vec::new()),
            said: word.to_owned(),
        })
    }

    fn is_place_of(&self, symbol: Symbol<'_>) -> bool {
        matches!(&self.test, FilterTest::Scope(places) if places.contains_place(symbol))
    }

    /// Admits only what is in test files, or only what is not.
    pub fn tests(only: bool) -> Self {
        let test = FilterTest::Flag(symbol_flag::TEST);
        Self { negated: !only, test, said: "in tests".to_owned() }
    }

    /// Admits symbols of these kinds.
    pub fn kinds(kinds: &[SymbolKind]) -> Self {
        Self { negated: false, test: FilterTest::Kinds(kinds.to_vec()), said: describe_kinds(kinds) }
    }

    /// Admits what lies in a package or folder whose name has this part.
    pub fn package(part: &str) -> Self {
        let said = format!("in a package like “{part}”");
        Self { negated: false, test: FilterTest::Package(part.to_lowercase()), said }
    }

    /// Admits the package or folder of exactly this name and what lies in it.
    pub fn package_itself(whole: &str) -> Self {
        let said = format!("in package {whole}");
        Self { negated: false, test: FilterTest::PackageItself(whole.to_lowercase()), said }
    }

    /// Admits what lies in a folder or below it, or in a package of this name or import path.
    pub fn within(place: &str) -> Self {
        let test = FilterTest::Within(place.to_lowercase());
        Self { negated: false, test, said: format!("in {place}") }
    }

    /// Admits what lies in files whose path has this part.
    pub fn file(part: &str) -> Self {
        let said = format!("in a file like “{part}”");
        Self { negated: false, test: FilterTest::File(part.to_lowercase()), said }
    }

    /// Describes what it admits; follows “is”.
    fn describe(&self) -> String {
        let not = if self.negated { "not " } else { "" };
        format!("{not}{}", self.said)
    }
}

/// The place of a symbol, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolHome<'a> {
    /// The package's own name.
    pub package: &'a str,
    /// The import path.
    pub import: &'a str,
    /// The path of its file, or the folder of a package.
    pub path: &'a str,
    pub is_package: bool,
}

impl<'a> SymbolHome<'a> {
    pub fn of(symbol: Symbol<'a>) -> Self {
        Self {
            package: symbol.package_name(),
            import: symbol.import_path().unwrap_or_default(),
            path: symbol.path(),
            is_package: symbol.kind() == SymbolKind::Package,
        }
    }

    /// The folder, `.` for the root.
    fn folder(&self) -> &'a str {
        if self.is_package { self.path } else { self.path.rsplit_once('/').map_or(".", |(folder, _)| folder) }
    }
}

impl Qualifiers {
    pub fn push(&mut self, qualifier: Qualifier) {
        self.all.push(qualifier);
    }

    /// Adds scopes that the sentence names, each with its description.
    pub(crate) fn at(mut self, places: Vec<(SearchScope, String)>) -> Self {
        let qualifier = |(places, said)| Qualifier { negated: false, test: FilterTest::Scope(places), said };
        self.all.extend(places.into_iter().map(qualifier));
        self
    }

    /// Without the scopes that contain a symbol.
    pub(crate) fn without_places_of(&self, symbol: Symbol<'_>) -> Self {
        Self { all: self.all.iter().filter(|q| !q.is_place_of(symbol)).cloned().collect() }
    }

    /// Returns whether one of the scopes contains a symbol.
    pub(crate) fn place(&self, symbol: Symbol<'_>) -> bool {
        self.all.iter().any(|q| q.is_place_of(symbol))
    }

    /// Describes what they admit.
    pub(crate) fn describe(&self) -> Description {
        let parts: Vec<String> = self.all.iter().map(Qualifier::describe).collect();
        let is = match &parts[..] {
            [] => String::new(),
            [one] => one.clone(),
            [before @ .., last] => format!("{} and {last}", before.join(", ")),
        };
        let but = match &self.all[..] {
            [one] if one.negated => Some(one.said.clone()),
            _ => None,
        };
        Description { is, but, are_several: parts.len() > 1 }
    }

    /// Separates qualifiers from the rest of a question. Words that only look like qualifiers stay in it: `net: ...`
    /// of a commit message, `file:///...` of a trace.
    pub fn split(question: &str) -> (Self, String) {
        let (mut qualifiers, mut rest) = (Self::default(), String::with_capacity(question.len()));
        let wrong = |word: &str| is_meant(word) && matches!(Qualifier::read(word), Some(Err(_)));
        // A wrong qualifier is reported and not searched for, unless the question has nothing else.
        let has_words = question.split_whitespace().any(|word| !wrong(word));
        for piece in question.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            match Qualifier::read(word).filter(|_| !word.contains("://")) {
                Some(Ok(qualifier)) => {
                    qualifiers.push(qualifier);
                    rest.push_str(&piece[word.len()..]);
                }
                Some(Err(_)) if has_words && is_meant(word) => rest.push_str(&piece[word.len()..]),
                Some(Err(_)) | None => rest.push_str(piece),
            }
        }
        (qualifiers, rest)
    }

    /// The errors of wrong kinds and flags in a question.
    pub fn problems(question: &str) -> Vec<String> {
        let words = question.split_whitespace().filter(|word| is_meant(word));
        words.filter_map(|word| Qualifier::read(word)?.err()).collect()
    }

    /// Describes the first required package or file that `graph` does not have. O(symbols x qualifiers).
    pub fn nowhere(&self, graph: &Graph<'_>) -> Option<String> {
        self.all.iter().filter(|qualifier| !qualifier.negated).find_map(|qualifier| {
            let (what, name) = match &qualifier.test {
                FilterTest::Package(name) => ("package or folder name contains", name),
                FilterTest::PackageItself(name) | FilterTest::Within(name) => {
                    ("package or folder is named", name)
                }
                FilterTest::File(name) => ("file path contains", name),
                FilterTest::Kinds(_) | FilterTest::Flag(_) | FilterTest::Scope(_) => return None,
            };
            let alone = Self { all: vec![qualifier.clone()] };
            let is_there = graph.symbols().any(|symbol| alone.admit_place(&SymbolHome::of(symbol)));
            (!is_there).then(|| format!("no {what} “{name}”"))
        })
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether they admit a symbol.
    pub fn admit(&self, symbol: Symbol<'_>) -> bool {
        self.admit_as(symbol, symbol.kind(), symbol.flags())
    }

    /// Like [`Self::admit`], for something with its own kind and flags at the place of a symbol.
    pub(crate) fn admit_as(&self, symbol: Symbol<'_>, kind: SymbolKind, flags: u16) -> bool {
        self.is_empty()
            || self.admit_kind(kind, flags)
                && self.admit_place(&SymbolHome::of(symbol))
                && self
                    .all
                    .iter()
                    .all(|q| !matches!(&q.test, FilterTest::Scope(places) if !places.admit(symbol)))
    }

    /// Returns whether the qualifiers of kinds and flags admit a symbol.
    pub fn admit_kind(&self, kind: SymbolKind, flags: u16) -> bool {
        self.all.iter().all(|q| match &q.test {
            FilterTest::Kinds(kinds) => kinds.contains(&kind) != q.negated,
            FilterTest::Flag(bits) => (flags & bits != 0) != q.negated,
            FilterTest::Package(_)
            | FilterTest::PackageItself(_)
            | FilterTest::Within(_)
            | FilterTest::File(_)
            | FilterTest::Scope(_) => true,
        })
    }

    /// Returns whether the qualifiers of packages and paths admit a place.
    pub fn admit_place(&self, home: &SymbolHome<'_>) -> bool {
        let contains = |text: &str, part: &str| holds(&text.to_lowercase(), part);
        let &SymbolHome { package, import, path, .. } = home;
        let folder = home.folder();
        self.all.iter().all(|q| match &q.test {
            FilterTest::Package(part) => {
                let is_in = contains(package, part) || contains(folder, part) || is_imported_as(import, part);
                is_in != q.negated
            }
            FilterTest::PackageItself(whole) => {
                let is_it = |name: &str| name.to_lowercase() == *whole;
                (is_it(package) || is_it(folder) || has_folders(whole) && is_it(import)) != q.negated
            }
            FilterTest::Within(place) => {
                let (package, folder) = (package.to_lowercase(), folder.to_lowercase());
                let is_below =
                    folder.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
                let is_it = package == *place || has_folders(place) && import.to_lowercase() == *place;
                (is_below || is_it) != q.negated
            }
            FilterTest::File(part) => contains(path, part) != q.negated,
            // Test data is not code outside of tests, whatever its files are called.
            FilterTest::Flag(symbol_flag::TEST) if q.negated => !is_testdata(path),
            FilterTest::Kinds(_) | FilterTest::Flag(_) | FilterTest::Scope(_) => true,
        })
    }

    /// Returns whether there are any that ask for the package or the path.
    pub fn ask_place(&self) -> bool {
        self.all.iter().any(|q| match q.test {
            FilterTest::Package(_)
            | FilterTest::PackageItself(_)
            | FilterTest::Within(_)
            | FilterTest::File(_) => true,
            FilterTest::Flag(bits) => q.negated && bits == symbol_flag::TEST,
            FilterTest::Kinds(_) | FilterTest::Scope(_) => false,
        })
    }

    /// Returns whether a kind is asked for by name.
    pub fn ask_for(&self, kind: SymbolKind) -> bool {
        self.all.iter().any(|q| !q.negated && matches!(&q.test, FilterTest::Kinds(k) if k.contains(&kind)))
    }

    /// Returns whether tests are asked for by a flag or by their files.
    pub fn ask_for_tests(&self) -> bool {
        self.all.iter().any(|q| match &q.test {
            FilterTest::Flag(bits) => !q.negated && bits & symbol_flag::TEST != 0,
            FilterTest::File(part) => !q.negated && part.contains("_test"),
            FilterTest::Scope(places) => places.are_tests(),
            FilterTest::Kinds(_)
            | FilterTest::Package(_)
            | FilterTest::PackageItself(_)
            | FilterTest::Within(_) => false,
        })
    }
}

/// Returns whether a word can only be a qualifier of kinds or flags.
fn is_meant(word: &str) -> bool {
    let (name, value) = word.trim_start_matches('!').split_once(':').unwrap_or_default();
    matches!(name, "kind" | "is") && !value.is_empty()
}

/// Returns whether an import path begins with a part, in lower case, or [`holds`] one with a `*`. The part needs a `/`:
/// all packages of a module begin alike, and mostly contain its name.
fn is_imported_as(import: &str, part: &str) -> bool {
    has_folders(part) && {
        let import = import.to_lowercase();
        if part.contains('*') { holds(&import, part) } else { import.starts_with(part) }
    }
}

fn has_folders(name: &str) -> bool {
    name.contains('/')
}

/// Returns whether a text contains a part. A part with `*`, which stands for any text, must match the whole text or all
/// that follows one of its slashes. O(text x slashes).
fn holds(text: &str, part: &str) -> bool {
    let Some((first, rest)) = part.split_once('*') else { return text.contains(part) };
    let fits = |text: &str| {
        let mut left = text.strip_prefix(first)?;
        let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
        for piece in middle.split('*').filter(|piece| !piece.is_empty()) {
            left = &left[left.find(piece)? + piece.len()..];
        }
        Some(left.ends_with(last))
    };
    let tails = text.match_indices('/').map(|(slash, _)| &text[slash + 1..]);
    std::iter::once(text).chain(tails).any(|text| fits(text) == Some(true))
}

fn kinds(value: &str) -> Result<Vec<SymbolKind>, String> {
    let mut kinds = Vec::new();
    for word in value.split(',').filter(|word| !word.is_empty()) {
        let found: Vec<SymbolKind> =
            SymbolKind::ALL.iter().copied().filter(|kind| kind.name().starts_with(word)).collect();
        if found.is_empty() {
            let words: Vec<&str> = SymbolKind::ALL.iter().map(|kind| kind.name()).collect();
            return Err(format!("kind: takes {}", words.join(", ")));
        }
        kinds.extend(found);
    }
    Ok(kinds)
}

/// `a function, file or field`
fn describe_kinds(kinds: &[SymbolKind]) -> String {
    let mut nouns: Vec<&str> = Vec::new();
    for noun in kinds.iter().map(|kind| kind.noun()) {
        if !nouns.contains(&noun) {
            nouns.push(noun);
        }
    }
    let Some((last, before)) = nouns.split_last() else { return String::new() };
    let article = if nouns[0].starts_with(['a', 'i']) { "an" } else { "a" };
    let before = if before.is_empty() { String::new() } else { format!("{} or ", before.join(", ")) };
    format!("{article} {before}{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualifiers_are_taken_out_of_a_question_and_prose_is_left_in() {
        for (question, rest, narrowed) in [
            ("pkg:net/http idle  timeout", " idle  timeout", true),
            ("retry !test\nkind:method,func now", "retry \n now", true),
            ("net: fix kind of file: x", "net: fix kind of file: x", false),
            ("see file:///a/b.go", "see file:///a/b.go", false),
            ("kind:nonsense", "kind:nonsense", false),
            ("kind:nonsense retry", " retry", false),
        ] {
            let (qualifiers, left) = Qualifiers::split(question);
            assert_eq!((left.as_str(), !qualifiers.is_empty()), (rest, narrowed), "{question}");
        }
    }
    #[test]
    fn what_qualifiers_let_through_is_said_in_words() {
        for (question, expect) in [
            ("kind:func,method", "a function or method"),
            ("!kind:alias,struct,var", "not an alias, struct or variable"),
            ("is:constrained !pkg:=syscall", "left out of the build and not in package syscall"),
            (
                "pkg:net/* file:a.go !gen",
                "in a package like “net/*”, in a file like “a.go” and not generated",
            ),
            ("!is:embedded", "not embedded"),
            ("word", ""),
        ] {
            assert_eq!(Qualifiers::split(question).0.describe().is, expect, "{question}");
        }
    }
}
