//! Templates of relation questions and of questions for tests.

use crate::model::edit_distance;
use crate::relations::RelationKind;
use crate::search::query::corrected_word::Correction;
use crate::search::query::templates::{TemplateMatch, is_same_word, match_template, words_of};

/// The templates of each relation, parted by `; `. `_` is the name, and `|` parts words that may stand in one place.
const FORMS: &[(RelationKind, &str)] = &[
    (
        RelationKind::Implementers,
        "who|what implements|satisfies _; which|what types|structs implement|satisfy _; \
         types|structs that implement|satisfy _; types|structs implementing|satisfying _; \
         implementers|implementors|implementations|subtypes of _; where is _ implemented; \
         _ implementers|implementations",
    ),
    (
        RelationKind::Implemented,
        "what does _ implement|satisfy; what _ implements|satisfies; \
         which|what interfaces does _ implement|satisfy; interfaces that _ implements|satisfies; \
         interfaces of _",
    ),
    (
        RelationKind::Callers,
        "who|what calls|invokes _; which|what functions|methods call|invoke _; \
         functions|methods that call|invoke _; functions|methods calling|invoking _; \
         functions|methods that are calling|invoking _; who is calling|invoking _; \
         where is _ called|invoked; where is _ called from; where do we call|invoke _; callers of _; \
         calls to _; call sites of _; _ callers",
    ),
    (
        RelationKind::Callees,
        "what does _ call; what _ calls; which|what functions|methods does _ call; \
         functions|methods that _ calls; who|what is called by _; functions|methods called by _; \
         callees of _",
    ),
    (
        RelationKind::Users,
        "who|what uses|references _; who|what depends on _; which|what functions|types use|reference _; \
         functions|types that use|reference _; functions|types using|referencing _; \
         where is _ used|referenced; where do we use _; users|usage|usages|uses of _; references to _; \
         _ usages",
    ),
    (
        RelationKind::Dependants,
        "what breaks if|when i|we change|rename|remove|delete _; \
         what would|will break if|when i|we change|changed|rename|remove|delete _; \
         what breaks if|when _ changes; what does changing _ break|affect; \
         what does a change of _ break|affect; what is affected if|when i|we change _; \
         what is affected if|when _ changes; impact of changing _; blast radius of _",
    ),
    (
        RelationKind::Returners,
        "who|what returns _; which|what functions return _; functions that return _; where is _ returned; \
         where do we return _",
    ),
    (
        RelationKind::Makers,
        "who|what creates|constructs|instantiates _; which|what functions create|construct|instantiate _; \
         functions that create|construct|instantiate _; where is _ created|constructed|instantiated; \
         where do we create|construct|instantiate _",
    ),
    (
        RelationKind::Used,
        "what does _ use; what _ uses; what does _ depend on; what _ depends on; dependencies of _",
    ),
    (
        RelationKind::Embedders,
        "who|what embeds _; which|what types|structs embed _; types|structs that embed _; \
         types|structs embedding _; embedders of _; where is _ embedded",
    ),
    (
        RelationKind::Embedded,
        "what does _ embed; what _ embeds; which|what types does _ embed; types that _ embeds",
    ),
    (RelationKind::Methods, "methods of _; which|what methods does _ have"),
    (RelationKind::Fields, "fields of _; which|what fields does _ have"),
    (
        RelationKind::Importers,
        "who|what imports _; which|what packages|files import _; packages|files that import _; \
         packages|files importing _; importers of _; where is _ imported; who is importing _; _ importers",
    ),
    (
        RelationKind::Imports,
        "what does _ import; what _ imports; imports of _; which|what packages does _ import; \
         packages that _ imports; packages imported by _; what is imported by _",
    ),
    (
        RelationKind::Tests,
        "tests for|of _; tests that call|use|cover|exercise|test _; tests calling|using|covering _; \
         which|what tests call|use|cover|exercise|test _; tests that _; which|what tests _; \
         where are the tests _; is there a test for _; are there tests for _; unit test|tests for|of _",
    ),
    (
        RelationKind::Examples,
        "example|examples of using _; example|examples for|of _; example use|usage of _; \
         usage example|examples of _",
    ),
    (
        RelationKind::Benchmarks,
        "benchmark|benchmarks for|of _; benchmarks that use _; which|what benchmarks use _",
    ),
    (RelationKind::FuzzTests, "fuzz test|tests for|of _; fuzz tests that use _; fuzzers of|for _"),
    (
        RelationKind::Members,
        "members of _; methods and fields of _; fields and methods of _; which|what members does _ have",
    ),
    (
        RelationKind::Values,
        "values|constants|consts of _; values|constants|variables of type _; possible values of|for _; \
         enum values of _; which|what values|constants does _ have; which|what values can _ have|take",
    ),
    (
        RelationKind::Readers,
        "who|what reads _; which|what functions read _; functions that read _; functions reading _; \
         readers|reads of _; where is _ read; where do we read _",
    ),
    (
        RelationKind::Writers,
        "who|what writes|assigns to _; \
         who|what writes|sets|assigns|changes|modifies|mutates|updates|initializes _; \
         which|what functions write to _; which|what functions write|set|change|modify _; \
         functions that write to _; functions that write|set|change|modify _; functions setting _; \
         writers|setters|writes|assignments of _; writes|assignments to _; \
         where is _ written|set|assigned|changed|modified|updated|initialized; \
         where is _ written|assigned to; where do we set|write _",
    ),
    (
        RelationKind::Comparers,
        "who|what compares|checks _ with|to|by ==|!=; who|what compares _; \
         which|what functions compare _; functions that compare _; functions comparing _; \
         where is _ compared; where do we compare _; comparers|comparisons of _; comparisons with|to _",
    ),
];

/// Templates with a scope in the middle: the first word in a slot is the scope, the second a verb of [`VERBS`].
const WITHIN: [&str; 5] = [
    "where does @ @ _",
    "does @ @ _",
    "who|what in @ @ _",
    "which functions|types|packages in @ @ _",
    "where in @ is _ @",
];

/// Forms of verbs; the second makes the question with the scope at its end.
const VERBS: [[&str; 3]; 7] = [
    ["use", "uses", "used"],
    ["call", "calls", "called"],
    ["embed", "embeds", "embedded"],
    ["implement", "implements", "implemented"],
    ["import", "imports", "imported"],
    ["read", "reads", "read"],
    ["set", "sets", "set"],
];

/// Words that people add before a name.
const BEFORE_NAMES: [&str; 3] = ["the", "package", "type"];

/// Moves a scope in the middle of a question to its end: returns the question and the scope.
pub(crate) fn within(question: &str) -> Option<(String, &str)> {
    let words: Vec<&str> =
        words_of(question).into_iter().filter(|word| !BEFORE_NAMES.contains(word)).collect();
    WITHIN.iter().find_map(|template| {
        let TemplateMatch { name, singles, .. } = match_template(template, &words, &is_same_word)?;
        let &[place, verb] = &singles[..] else { return None };
        let [_, plain, _] = VERBS.iter().find(|forms| forms.iter().any(|form| is_same_word(form, verb)))?;
        Some((format!("who {plain} {}", name.join(" ")), place))
    })
}

/// Words that describe edges, in all forms.
const OF_EDGES: &str = "call calls called caller callers calling callee callees invoke invokes use uses used user users \
    using usage usages references implement implements implemented implementer implementers \
    implementation implementations satisfies satisfy embed embeds embedded embedder embedders \
    import imports imported importers dependency dependencies dependents depends depend";
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
    let plain = |word: &'q str| word.trim_matches(|c: char| !c.is_alphanumeric());
    let is = |word: &'q str, list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(plain(word)));
    let is_of_edges =
        |word: &'q str| OF_EDGES.split(' ').any(|known| known.eq_ignore_ascii_case(plain(word)));
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
            .find(|&told| words.get(told).is_some_and(|word| is_of_edges(word)))?;
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
    let forms = || FORMS.iter().flat_map(|&(kind, forms)| forms.split("; ").map(move |form| (form, kind)));
    let exactly = |words: &[&str]| forms().find_map(|form| read_as(form, words, &is_same_word));
    let may_be_misspelt = |kind: RelationKind| kind.test_prefix().is_none() && !kind.is_common_verb();
    exactly(&words).or_else(|| exactly(led)).or_else(|| {
        forms().filter(|(_, kind)| may_be_misspelt(*kind)).find_map(|form| read_as(form, &words, &is_nearly))
    })
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
    (template, kind): (&'static str, RelationKind),
    words: &[&str],
    is_same: &dyn Fn(&str, &str) -> bool,
) -> Option<RelationQuestion> {
    use RelationKind::{Comparers, Makers, Readers, Writers};
    let TemplateMatch { name, around, pairs, .. } = match_template(template, words, is_same)?;
    // In a phrase without a verb, only identifiers are names: `update callers`.
    if around[0].is_empty() && !name.iter().all(|word| word.contains(['.', '_', '/'])) {
        return None;
    }
    // `where is the WAL written`.
    let is_changed = matches!(kind, Readers | Writers | Comparers | Makers);
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
            ("who compares io.EOF with ==", Some((RelationKind::Comparers, "io.EOF"))),
            ("where is Engine.mode compared?", Some((RelationKind::Comparers, "Engine.mode"))),
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
