//! Templates of relation questions and of questions for tests.

use crate::model::edit_distance;
use crate::search::query::corrected_word::Correction;
use crate::search::query::relation_kind::RelationKind;
use crate::search::query::templates::{TemplateMatch, is_same_word, match_template, words_of};

/// The templates of each relation; `_` is the name.
pub(crate) const FORMS: &[(&str, RelationKind)] = &[
    ("who implements _", RelationKind::Implementers),
    ("what implements _", RelationKind::Implementers),
    ("which types implement _", RelationKind::Implementers),
    ("types that implement _", RelationKind::Implementers),
    ("implementers of _", RelationKind::Implementers),
    ("implementations of _", RelationKind::Implementers),
    ("where is _ implemented", RelationKind::Implementers),
    ("what types implement _", RelationKind::Implementers),
    ("which structs implement _", RelationKind::Implementers),
    ("structs that implement _", RelationKind::Implementers),
    ("types implementing _", RelationKind::Implementers),
    ("structs implementing _", RelationKind::Implementers),
    ("who satisfies _", RelationKind::Implementers),
    ("what types satisfy _", RelationKind::Implementers),
    ("which types satisfy _", RelationKind::Implementers),
    ("types that satisfy _", RelationKind::Implementers),
    ("types satisfying _", RelationKind::Implementers),
    ("subtypes of _", RelationKind::Implementers),
    ("implementors of _", RelationKind::Implementers),
    ("_ implementers", RelationKind::Implementers),
    ("_ implementations", RelationKind::Implementers),
    ("what does _ implement", RelationKind::Implemented),
    ("what _ implements", RelationKind::Implemented),
    ("which interfaces does _ implement", RelationKind::Implemented),
    ("what interfaces does _ implement", RelationKind::Implemented),
    ("which interfaces does _ satisfy", RelationKind::Implemented),
    ("what interfaces does _ satisfy", RelationKind::Implemented),
    ("what does _ satisfy", RelationKind::Implemented),
    ("interfaces that _ implements", RelationKind::Implemented),
    ("interfaces that _ satisfies", RelationKind::Implemented),
    ("interfaces of _", RelationKind::Implemented),
    ("who calls _", RelationKind::Callers),
    ("what calls _", RelationKind::Callers),
    ("which functions call _", RelationKind::Callers),
    ("functions that call _", RelationKind::Callers),
    ("callers of _", RelationKind::Callers),
    ("where is _ called", RelationKind::Callers),
    ("where is _ called from", RelationKind::Callers),
    ("where do we call _", RelationKind::Callers),
    ("who is calling _", RelationKind::Callers),
    ("who invokes _", RelationKind::Callers),
    ("which methods call _", RelationKind::Callers),
    ("functions calling _", RelationKind::Callers),
    ("functions that are calling _", RelationKind::Callers),
    ("calls to _", RelationKind::Callers),
    ("call sites of _", RelationKind::Callers),
    ("_ callers", RelationKind::Callers),
    ("what does _ call", RelationKind::Callees),
    ("what _ calls", RelationKind::Callees),
    ("which functions does _ call", RelationKind::Callees),
    ("functions that _ calls", RelationKind::Callees),
    ("callees of _", RelationKind::Callees),
    ("what is called by _", RelationKind::Callees),
    ("who is called by _", RelationKind::Callees),
    ("functions called by _", RelationKind::Callees),
    ("who uses _", RelationKind::Users),
    ("what uses _", RelationKind::Users),
    ("users of _", RelationKind::Users),
    ("where is _ used", RelationKind::Users),
    ("where do we use _", RelationKind::Users),
    ("who depends on _", RelationKind::Users),
    ("who references _", RelationKind::Users),
    ("usages of _", RelationKind::Users),
    ("usage of _", RelationKind::Users),
    ("uses of _", RelationKind::Users),
    ("references to _", RelationKind::Users),
    ("which functions use _", RelationKind::Users),
    ("functions that use _", RelationKind::Users),
    ("functions using _", RelationKind::Users),
    ("_ usages", RelationKind::Users),
    ("what depends on _", RelationKind::Users),
    ("what breaks if i change _", RelationKind::Dependants),
    ("what breaks if we change _", RelationKind::Dependants),
    ("what breaks if i rename _", RelationKind::Dependants),
    ("what breaks if i remove _", RelationKind::Dependants),
    ("what breaks if i delete _", RelationKind::Dependants),
    ("what breaks when i change _", RelationKind::Dependants),
    ("what breaks when _ changes", RelationKind::Dependants),
    ("what breaks if _ changes", RelationKind::Dependants),
    ("what would break if i change _", RelationKind::Dependants),
    ("what would break if i changed _", RelationKind::Dependants),
    ("what will break if i change _", RelationKind::Dependants),
    ("what does changing _ break", RelationKind::Dependants),
    ("what does changing _ affect", RelationKind::Dependants),
    ("what does a change of _ break", RelationKind::Dependants),
    ("what does a change of _ affect", RelationKind::Dependants),
    ("what is affected if i change _", RelationKind::Dependants),
    ("what is affected if _ changes", RelationKind::Dependants),
    ("impact of changing _", RelationKind::Dependants),
    ("blast radius of _", RelationKind::Dependants),
    ("who returns _", RelationKind::Returners),
    ("what returns _", RelationKind::Returners),
    ("which functions return _", RelationKind::Returners),
    ("functions that return _", RelationKind::Returners),
    ("where is _ returned", RelationKind::Returners),
    ("where do we return _", RelationKind::Returners),
    ("who creates _", RelationKind::Makers),
    ("what creates _", RelationKind::Makers),
    ("which functions create _", RelationKind::Makers),
    ("functions that create _", RelationKind::Makers),
    ("where is _ created", RelationKind::Makers),
    ("where do we create _", RelationKind::Makers),
    ("who constructs _", RelationKind::Makers),
    ("what constructs _", RelationKind::Makers),
    ("which functions construct _", RelationKind::Makers),
    ("functions that construct _", RelationKind::Makers),
    ("where is _ constructed", RelationKind::Makers),
    ("where do we construct _", RelationKind::Makers),
    ("who instantiates _", RelationKind::Makers),
    ("what instantiates _", RelationKind::Makers),
    ("which functions instantiate _", RelationKind::Makers),
    ("functions that instantiate _", RelationKind::Makers),
    ("where is _ instantiated", RelationKind::Makers),
    ("where do we instantiate _", RelationKind::Makers),
    ("what does _ use", RelationKind::Used),
    ("what _ uses", RelationKind::Used),
    ("what does _ depend on", RelationKind::Used),
    ("what _ depends on", RelationKind::Used),
    ("dependencies of _", RelationKind::Used),
    ("who embeds _", RelationKind::Embedders),
    ("what embeds _", RelationKind::Embedders),
    ("which types embed _", RelationKind::Embedders),
    ("types that embed _", RelationKind::Embedders),
    ("embedders of _", RelationKind::Embedders),
    ("where is _ embedded", RelationKind::Embedders),
    ("which structs embed _", RelationKind::Embedders),
    ("structs that embed _", RelationKind::Embedders),
    ("types embedding _", RelationKind::Embedders),
    ("what does _ embed", RelationKind::Embedded),
    ("what _ embeds", RelationKind::Embedded),
    ("which types does _ embed", RelationKind::Embedded),
    ("types that _ embeds", RelationKind::Embedded),
    ("methods of _", RelationKind::Methods),
    ("what methods does _ have", RelationKind::Methods),
    ("which methods does _ have", RelationKind::Methods),
    ("fields of _", RelationKind::Fields),
    ("what fields does _ have", RelationKind::Fields),
    ("which fields does _ have", RelationKind::Fields),
    ("who imports _", RelationKind::Importers),
    ("what imports _", RelationKind::Importers),
    ("which packages import _", RelationKind::Importers),
    ("importers of _", RelationKind::Importers),
    ("packages that import _", RelationKind::Importers),
    ("packages importing _", RelationKind::Importers),
    ("where is _ imported", RelationKind::Importers),
    ("who is importing _", RelationKind::Importers),
    ("_ importers", RelationKind::Importers),
    ("which files import _", RelationKind::Importers),
    ("what does _ import", RelationKind::Imports),
    ("imports of _", RelationKind::Imports),
    ("what _ imports", RelationKind::Imports),
    ("which packages does _ import", RelationKind::Imports),
    ("packages that _ imports", RelationKind::Imports),
    ("packages imported by _", RelationKind::Imports),
    ("what is imported by _", RelationKind::Imports),
    ("tests for _", RelationKind::Tests),
    ("tests of _", RelationKind::Tests),
    ("tests that call _", RelationKind::Tests),
    ("tests calling _", RelationKind::Tests),
    ("which tests call _", RelationKind::Tests),
    ("what tests call _", RelationKind::Tests),
    ("tests that use _", RelationKind::Tests),
    ("tests using _", RelationKind::Tests),
    ("which tests use _", RelationKind::Tests),
    ("what tests use _", RelationKind::Tests),
    ("tests that cover _", RelationKind::Tests),
    ("tests covering _", RelationKind::Tests),
    ("which tests cover _", RelationKind::Tests),
    ("what tests cover _", RelationKind::Tests),
    ("which tests exercise _", RelationKind::Tests),
    ("tests that exercise _", RelationKind::Tests),
    ("tests that test _", RelationKind::Tests),
    ("which tests test _", RelationKind::Tests),
    ("tests that _", RelationKind::Tests),
    ("which tests _", RelationKind::Tests),
    ("what tests _", RelationKind::Tests),
    ("where are the tests _", RelationKind::Tests),
    ("is there a test for _", RelationKind::Tests),
    ("are there tests for _", RelationKind::Tests),
    ("unit test for _", RelationKind::Tests),
    ("unit test of _", RelationKind::Tests),
    ("unit tests for _", RelationKind::Tests),
    ("unit tests of _", RelationKind::Tests),
    ("example of using _", RelationKind::Examples),
    ("examples of using _", RelationKind::Examples),
    ("example for _", RelationKind::Examples),
    ("example of _", RelationKind::Examples),
    ("examples for _", RelationKind::Examples),
    ("examples of _", RelationKind::Examples),
    ("example use of _", RelationKind::Examples),
    ("example usage of _", RelationKind::Examples),
    ("usage example of _", RelationKind::Examples),
    ("usage examples of _", RelationKind::Examples),
    ("benchmark for _", RelationKind::Benchmarks),
    ("benchmark of _", RelationKind::Benchmarks),
    ("benchmarks for _", RelationKind::Benchmarks),
    ("benchmarks of _", RelationKind::Benchmarks),
    ("benchmarks that use _", RelationKind::Benchmarks),
    ("which benchmarks use _", RelationKind::Benchmarks),
    ("fuzz test for _", RelationKind::FuzzTests),
    ("fuzz test of _", RelationKind::FuzzTests),
    ("fuzz tests for _", RelationKind::FuzzTests),
    ("fuzz tests of _", RelationKind::FuzzTests),
    ("fuzz tests that use _", RelationKind::FuzzTests),
    ("fuzzers of _", RelationKind::FuzzTests),
    ("fuzzers for _", RelationKind::FuzzTests),
    ("members of _", RelationKind::Members),
    ("methods and fields of _", RelationKind::Members),
    ("fields and methods of _", RelationKind::Members),
    ("what members does _ have", RelationKind::Members),
    ("which members does _ have", RelationKind::Members),
    ("values of _", RelationKind::Values),
    ("values of type _", RelationKind::Values),
    ("possible values of _", RelationKind::Values),
    ("possible values for _", RelationKind::Values),
    ("constants of _", RelationKind::Values),
    ("constants of type _", RelationKind::Values),
    ("consts of _", RelationKind::Values),
    ("variables of type _", RelationKind::Values),
    ("enum values of _", RelationKind::Values),
    ("what values does _ have", RelationKind::Values),
    ("which values does _ have", RelationKind::Values),
    ("what values can _ have", RelationKind::Values),
    ("which values can _ have", RelationKind::Values),
    ("what values can _ take", RelationKind::Values),
    ("which values can _ take", RelationKind::Values),
    ("which constants does _ have", RelationKind::Values),
    ("what constants does _ have", RelationKind::Values),
    ("what packages import _", RelationKind::Importers),
    ("who reads _", RelationKind::Readers),
    ("what reads _", RelationKind::Readers),
    ("readers of _", RelationKind::Readers),
    ("reads of _", RelationKind::Readers),
    ("which functions read _", RelationKind::Readers),
    ("functions that read _", RelationKind::Readers),
    ("functions reading _", RelationKind::Readers),
    ("where is _ read", RelationKind::Readers),
    ("where do we read _", RelationKind::Readers),
    ("who writes _", RelationKind::Writers),
    ("who writes to _", RelationKind::Writers),
    ("who sets _", RelationKind::Writers),
    ("who assigns _", RelationKind::Writers),
    ("who assigns to _", RelationKind::Writers),
    ("who changes _", RelationKind::Writers),
    ("who modifies _", RelationKind::Writers),
    ("who mutates _", RelationKind::Writers),
    ("who updates _", RelationKind::Writers),
    ("who initializes _", RelationKind::Writers),
    ("what writes _", RelationKind::Writers),
    ("what writes to _", RelationKind::Writers),
    ("what sets _", RelationKind::Writers),
    ("what assigns _", RelationKind::Writers),
    ("what assigns to _", RelationKind::Writers),
    ("what changes _", RelationKind::Writers),
    ("what modifies _", RelationKind::Writers),
    ("writers of _", RelationKind::Writers),
    ("setters of _", RelationKind::Writers),
    ("writes to _", RelationKind::Writers),
    ("writes of _", RelationKind::Writers),
    ("assignments to _", RelationKind::Writers),
    ("assignments of _", RelationKind::Writers),
    ("which functions write _", RelationKind::Writers),
    ("which functions write to _", RelationKind::Writers),
    ("which functions set _", RelationKind::Writers),
    ("which functions change _", RelationKind::Writers),
    ("which functions modify _", RelationKind::Writers),
    ("functions that write _", RelationKind::Writers),
    ("functions that write to _", RelationKind::Writers),
    ("functions that set _", RelationKind::Writers),
    ("functions that change _", RelationKind::Writers),
    ("functions that modify _", RelationKind::Writers),
    ("functions setting _", RelationKind::Writers),
    ("where is _ written", RelationKind::Writers),
    ("where is _ written to", RelationKind::Writers),
    ("where is _ set", RelationKind::Writers),
    ("where is _ assigned", RelationKind::Writers),
    ("where is _ assigned to", RelationKind::Writers),
    ("where is _ changed", RelationKind::Writers),
    ("where is _ modified", RelationKind::Writers),
    ("where is _ updated", RelationKind::Writers),
    ("where is _ initialized", RelationKind::Writers),
    ("where do we set _", RelationKind::Writers),
    ("where do we write _", RelationKind::Writers),
];

/// Templates with a scope in the middle, `@`, and the same question with the scope at the end.
const WITHIN: &[(&str, &str)] = &[
    ("where does @ use _", "who uses _"),
    ("does @ use _", "who uses _"),
    ("who in @ uses _", "who uses _"),
    ("what in @ uses _", "who uses _"),
    ("which functions in @ use _", "who uses _"),
    ("where in @ is _ used", "who uses _"),
    ("where does @ call _", "who calls _"),
    ("does @ call _", "who calls _"),
    ("who in @ calls _", "who calls _"),
    ("what in @ calls _", "who calls _"),
    ("which functions in @ call _", "who calls _"),
    ("where in @ is _ called", "who calls _"),
    ("where does @ embed _", "who embeds _"),
    ("who in @ embeds _", "who embeds _"),
    ("what in @ embeds _", "who embeds _"),
    ("which types in @ embed _", "who embeds _"),
    ("where does @ implement _", "who implements _"),
    ("who in @ implements _", "who implements _"),
    ("what in @ implements _", "who implements _"),
    ("which types in @ implement _", "who implements _"),
    ("where does @ import _", "who imports _"),
    ("who in @ imports _", "who imports _"),
    ("what in @ imports _", "who imports _"),
    ("which packages in @ import _", "who imports _"),
    ("where does @ read _", "who reads _"),
    ("who in @ reads _", "who reads _"),
    ("what in @ reads _", "who reads _"),
    ("where does @ set _", "who sets _"),
    ("who in @ sets _", "who sets _"),
    ("what in @ sets _", "who sets _"),
];

/// Words that people add before a name.
const BEFORE_NAMES: [&str; 3] = ["the", "package", "type"];

/// Moves a scope in the middle of a question to its end: returns the question and the scope.
pub(crate) fn within(question: &str) -> Option<(String, &str)> {
    let words: Vec<&str> =
        words_of(question).into_iter().filter(|word| !BEFORE_NAMES.contains(word)).collect();
    WITHIN.iter().find_map(|(template, plain)| {
        let found = match_template(template, &words, &is_same_word)?;
        Some((plain.replace('_', &found.name.join(" ")), *found.singles.first()?))
    })
}

/// Words that describe edges, in all forms.
const OF_EDGES: [&str; 42] = [
    "call",
    "calls",
    "called",
    "caller",
    "callers",
    "calling",
    "callee",
    "callees",
    "invoke",
    "invokes",
    "use",
    "uses",
    "used",
    "user",
    "users",
    "using",
    "usage",
    "usages",
    "references",
    "implement",
    "implements",
    "implemented",
    "implementer",
    "implementers",
    "implementation",
    "implementations",
    "satisfies",
    "satisfy",
    "embed",
    "embeds",
    "embedded",
    "embedder",
    "embedders",
    "import",
    "imports",
    "imported",
    "importers",
    "dependency",
    "dependencies",
    "dependents",
    "depends",
    "depend",
];
/// Words that may stand between such a word and a name.
const BETWEEN: [&str; 7] = ["of", "to", "on", "by", "the", "from", "a"];
/// First words of sentences that do not ask for a relation, whatever they name.
const ELSEWHERE: [&str; 4] = ["how", "why", "when", "can"];

/// The word that describes edges, if it stands beside a name (as `is_name` decides) in a sentence short enough to ask
/// for a relation.
pub(crate) fn edge_word_beside<'q>(question: &'q str, is_name: impl Fn(&str) -> bool) -> Option<String> {
    /// Longest sentence that asks for no more, in words.
    const MAX_WORDS: usize = 10;
    let words: Vec<&'q str> = question.split_whitespace().collect();
    let is = |word: &str, list: &[&str]| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        list.iter().any(|known| known.eq_ignore_ascii_case(word))
    };
    let is_elsewhere = words.first().is_none_or(|first| is(first, &ELSEWHERE) || first.ends_with(':'));
    if is_elsewhere || words.len() > MAX_WORDS || question.trim().contains('\n') {
        return None;
    }
    let names = (0..words.len()).filter(|&at| is_name(words[at]));
    names.into_iter().find_map(|at| {
        let before = (0..at).rev().find(|&before| !is(words[before], &BETWEEN));
        let told = before
            .into_iter()
            .chain([at + 1])
            .find(|&told| words.get(told).is_some_and(|word| is(word, &OF_EDGES)))?;
        Some(words[told.min(at)..=told.max(at)].join(" ").trim_end_matches(['?', '.', ',']).to_owned())
    })
}

/// Words that open a request to show something.
const LEADING: [&str; 15] = [
    "please", "list", "show", "find", "give", "get", "me", "us", "what", "which", "who", "are", "all",
    "every", "the",
];

/// Words beside a name that give its kind.
const KINDS: [&str; 8] = ["the", "interface", "type", "struct", "function", "method", "field", "variable"];

/// A question for the ends of a relation, or for tests.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RelationQuestion {
    pub(crate) kind: RelationKind,
    /// The name, without words that give its kind.
    pub(crate) name: String,
    /// The words before and after the name.
    pub(crate) around: [String; 2],
    /// Misspelt words of the way it is put.
    pub(crate) corrections: Vec<Correction>,
}

/// Reads a question by the templates. Questions for tests, readers, writers and creators must match exactly, because
/// other sentences resemble them; others may have misspelt words.
pub(crate) fn relation_question(question: &str) -> Option<RelationQuestion> {
    let words = words_of(question);
    let led = &words[words.iter().take_while(|word| is_leading(word)).count()..];
    let exactly = |words: &[&str]| FORMS.iter().find_map(|form| read_as(form, words, &is_same_word));
    let is_to_the_letter = |kind: RelationKind| kind.of_tests().is_some() || kind.is_of_prose();
    let others = || FORMS.iter().filter(|(_, kind)| !is_to_the_letter(*kind));
    exactly(&words)
        .or_else(|| exactly(led))
        .or_else(|| others().find_map(|form| read_as(form, &words, &is_nearly)))
}

/// Returns whether a word opens a request to show something.
pub(crate) fn is_leading(word: &str) -> bool {
    LEADING.iter().any(|leading| word.eq_ignore_ascii_case(leading))
}

/// Returns whether a word gives the kind of a name.
pub(crate) fn is_about_kind(word: &str) -> bool {
    KINDS.contains(&word)
}

fn read_as(
    &(template, kind): &(&'static str, RelationKind),
    words: &[&str],
    is_same: &dyn Fn(&str, &str) -> bool,
) -> Option<RelationQuestion> {
    let TemplateMatch { name, around, pairs, .. } = match_template(template, words, is_same)?;
    // In a phrase without a verb, only identifiers are names: `update callers`.
    if around[0].is_empty() && !name.iter().all(|word| word.contains(['.', '_', '/'])) {
        return None;
    }
    // `where is the WAL written`.
    let is_changed = matches!(kind, RelationKind::Readers | RelationKind::Writers | RelationKind::Makers);
    if is_changed && matches!(name, [article, noun] if is_article(article) && is_acronym(noun)) {
        return None;
    }
    let misspelt = pairs.iter().filter(|(form, word)| !word.eq_ignore_ascii_case(form));
    Some(RelationQuestion {
        kind,
        around: around.map(|words| words.join(" ")),
        name: name.iter().filter(|word| !is_about_kind(word)).copied().collect::<Vec<_>>().join(" "),
        corrections: misspelt
            .map(|(form, word)| Correction {
                from: (*word).to_owned(),
                to: (*form).to_owned(),
                is_doubt: false,
            })
            .collect(),
    })
}

fn is_article(word: &str) -> bool {
    ["the", "a", "an"].iter().any(|article| word.eq_ignore_ascii_case(article))
}

fn is_acronym(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase())
}

/// Returns whether a word is a misspelling of a template's word. Short words have too many neighbours.
fn is_nearly(form: &str, word: &str) -> bool {
    const SHORTEST: usize = 5;
    let word = word.to_ascii_lowercase();
    word == form || form.len() >= SHORTEST && edit_distance::is_nearly(&word, form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_question_is_put_says_what_it_asks_for() {
        for (question, expect) in [
            ("who implements store.Store?", Some((RelationKind::Implementers, "store.Store"))),
            ("Implementations of the Querier interface", Some((RelationKind::Implementers, "Querier"))),
            ("who calls Engine.Run", Some((RelationKind::Callers, "Engine.Run"))),
            ("where is `run` called", Some((RelationKind::Callers, "`run`"))),
            ("What does the function Engine.Run call?", Some((RelationKind::Callees, "Engine.Run"))),
            ("what Engine.Run calls", Some((RelationKind::Callees, "Engine.Run"))),
            ("callees of Engine.Run", Some((RelationKind::Callees, "Engine.Run"))),
            ("what does Engine depend on", Some((RelationKind::Used, "Engine"))),
            ("what does Memory implement", Some((RelationKind::Implemented, "Memory"))),
            ("who embeds sync.Mutex?", Some((RelationKind::Embedders, "sync.Mutex"))),
            ("types that embed http.ResponseWriter", Some((RelationKind::Embedders, "http.ResponseWriter"))),
            ("what does Engine embed", Some((RelationKind::Embedded, "Engine"))),
            ("what does Engine.Run do", None),
            ("where is the WAL written", None),
            ("where is the Store written", Some((RelationKind::Writers, "Store"))),
            ("what calls", None),
            ("who implemnts store.Store", Some((RelationKind::Implementers, "store.Store"))),
            ("caller of Engine.Run", Some((RelationKind::Callers, "Engine.Run"))),
            ("test for Engine.Run", None),
            ("tests for remote write retry", Some((RelationKind::Tests, "remote write retry"))),
            ("add tests for retry", None),
            ("who implements", None),
            ("implement the retry", None),
            ("show me all the callers of Engine.Run", Some((RelationKind::Callers, "Engine.Run"))),
            ("what are the callers of Engine.Run", Some((RelationKind::Callers, "Engine.Run"))),
            ("where is Engine.Run called from?", Some((RelationKind::Callers, "Engine.Run"))),
            ("Engine.Run callers", Some((RelationKind::Callers, "Engine.Run"))),
            ("list all implementations of store.Store", Some((RelationKind::Implementers, "store.Store"))),
            ("what types satisfy store.Store", Some((RelationKind::Implementers, "store.Store"))),
            ("references to Engine.Run", Some((RelationKind::Users, "Engine.Run"))),
            ("What breaks if I change Engine.Run?", Some((RelationKind::Dependants, "Engine.Run"))),
            (
                "what does changing the method Engine.Run affect",
                Some((RelationKind::Dependants, "Engine.Run")),
            ),
            ("what interfaces does Memory satisfy", Some((RelationKind::Implemented, "Memory"))),
            ("who is called by Engine.Run", Some((RelationKind::Callees, "Engine.Run"))),
            ("who constructs store.Memory", Some((RelationKind::Makers, "store.Memory"))),
            ("where is io.EOF returned?", Some((RelationKind::Returners, "io.EOF"))),
            ("who retains store.Memory", None),
            ("methods of Engine", Some((RelationKind::Methods, "Engine"))),
            ("what imports net/http", Some((RelationKind::Importers, "net/http"))),
            ("what does net/http import?", Some((RelationKind::Imports, "net/http"))),
            ("where is Request.ctx set", Some((RelationKind::Writers, "Request.ctx"))),
            ("who reads the field Request.ctx", Some((RelationKind::Readers, "Request.ctx"))),
            ("is there a test for Engine.Run", Some((RelationKind::Tests, "Engine.Run"))),
            ("examples of using Engine.Run", Some((RelationKind::Examples, "Engine.Run"))),
            ("benchmarks of Engine.Run", Some((RelationKind::Benchmarks, "Engine.Run"))),
            ("all the callers", None),
            ("update callers", None),
        ] {
            let read = relation_question(question).map(|read| (read.kind, read.name));
            assert_eq!(read, expect.map(|(asked, rest)| (asked, rest.to_owned())), "{question}");
        }
    }
}
