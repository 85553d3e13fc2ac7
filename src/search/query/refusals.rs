//! Sentences that say why a relation question has no answer.

use std::cmp::Reverse;

use crate::golang::is_predeclared_type;
use crate::model::{Graph, SymbolId, SymbolKind, counted};
use crate::relations::RelationKind;
use crate::search::names::qualified_name::{self, is_said};
use crate::search::names::{external, packages};
use crate::search::query::relation::Relation;
use crate::search::query::relation_target::namesakes;
use crate::search::query::relation_templates::RelationQuestion;
use crate::search::text::TextIndex;

/// Ends each reason.
pub(crate) const BY_WORDS: &str = "searched by words instead";

/// Describes what a name means if that cannot have such ends; `None` if it may, or is an ordinary word.
fn other_kind(graph: &Graph<'_>, text: &TextIndex, asked: RelationKind, name: &str) -> Option<String> {
    let mut named = qualified_name::named(graph, text, name);
    if named.is_empty() && !name.contains(char::is_uppercase) {
        return None;
    }
    named.extend(qualified_name::namesakes(graph, text, name));
    let kinds: Vec<SymbolKind> = named.iter().map(|&id| graph.symbol(id).kind()).collect();
    let first = *kinds.first().filter(|_| !kinds.iter().any(|&kind| asked.is_asked_of(kind)))?;
    if kinds.iter().any(|&kind| kind != first) {
        return Some(format!("no {} here is named {name}", asked.target_noun()));
    }
    let noun = first.noun();
    let article = if noun.starts_with(['a', 'i']) { "an" } else { "a" };
    Some(format!("{name} is {article} {noun}, and has no {}", asked.nouns()[1]))
}

/// Returns whether the question asks where a function is implemented, which does not ask for implementers.
pub(crate) fn is_of_functions(graph: &Graph<'_>, text: &TextIndex, asked: RelationKind, name: &str) -> bool {
    let named = qualified_name::named(graph, text, name);
    let is_function = |id: &SymbolId| graph.symbol(*id).kind().is_callable();
    asked == RelationKind::Implementers && !named.is_empty() && named.iter().all(is_function)
}

/// The remark for a name that the tree does not have; `None` if it has, or the name is an ordinary word.
pub(crate) fn absent(graph: &Graph<'_>, text: &TextIndex, asked: RelationKind, name: &str) -> Option<String> {
    let is_of_others = asked.test_prefix().is_some() || is_predeclared_type(name);
    if name.contains(char::is_whitespace) || is_of_others {
        return None;
    }
    if asked.is_of_packages() {
        let imported = if asked == RelationKind::Importers { ", and nothing imports it" } else { "" };
        return Some(format!("there is no package {name} in this tree{imported}"));
    }
    if !qualified_name::named(graph, text, name).is_empty()
        || !qualified_name::namesakes(graph, text, name).is_empty()
    {
        return None;
    }
    if name.contains('.') {
        let told = from_outside(graph, asked, name);
        return Some(told.unwrap_or_else(|| format!("there is no {name} in this tree")));
    }
    // A name in small letters may be a word of the tree's prose.
    let is_name = name.contains(|c: char| c.is_uppercase() || c == '_') || !is_said(graph, text, name);
    is_name.then(|| match &external::namesakes(graph, name)[..] {
        several @ [_, _, ..] if asked.is_recorded_outside() => {
            let told: Vec<&str> =
                several.iter().take(external::MAX_TOLD).map(|full| external::written(full)).collect();
            format!(
                "nothing in this tree is named {name}, but {} from outside: say which, as in {}",
                counted(several.len(), "name"),
                told.join(" or ")
            )
        }
        _ => format!("nothing in this tree is named {name}"),
    })
}

/// Returns whether the name slot holds several qualified names.
fn is_several(graph: &Graph<'_>, text: &TextIndex, name: &str) -> bool {
    let words = name.split_whitespace().map(|word| word.trim_end_matches(','));
    words.filter(|word| qualified_name::is_qualified(graph, text, word)).nth(1).is_some()
}

/// A sentence that says why a relation has no ends.
pub(crate) fn no_ends(graph: &Graph<'_>, relation: &Relation) -> String {
    let Relation { name, state, .. } = relation;
    let is_value = |id: SymbolId| !graph.symbol(id).kind().is_callable();
    let why = if relation.symbols().all(|id| graph.is_predeclared(id) && is_value(id)) {
        built_in(name)
    } else if state.outward.is_empty() {
        state.line()
    } else {
        format!("no {} of {name} in this tree, only outside: {}", state.nouns[0], state.outward())
    };
    format!("{why}; {BY_WORDS}")
}

/// A sentence that says why a relation question has no answer: the tree lacks the target, or does not record the
/// relation. `None` for other questions, and for possible prose.
pub(crate) fn no_target(graph: &Graph<'_>, text: &TextIndex, asked: &RelationQuestion) -> Option<String> {
    let RelationQuestion { name, kind, .. } = asked;
    if kind.test_prefix().is_some() || is_of_functions(graph, text, *kind, name) {
        return None;
    }
    let why = match () {
        () if is_predeclared_type(name) => built_in(name),
        () if is_several(graph, text, name) => "one name can be asked of at a time".to_owned(),
        () if let Some(absent) = absent(graph, text, *kind, name) => absent,
        () if let Some(other) = other_kind(graph, text, *kind, name) => other,
        () => match &namesakes(graph, text, *kind, name).collect::<Vec<_>>()[..] {
            [] | [_] => return None,
            several => {
                let rank = |id: &&SymbolId| (graph.authority(**id).to_bits(), Reverse(id.ix()));
                let best = several.iter().max_by_key(rank).map_or(String::new(), |&id| {
                    let symbol = graph.symbol(id);
                    match symbol.path().rsplit_once('/') {
                        Some((folder, _)) if name.contains('.') => format!("{folder}/{name}"),
                        _ => symbol.label(),
                    }
                });
                format!("{} are named {name}: say which, as in {best}", several.len())
            }
        },
    };
    Some(format!("{why}; {BY_WORDS}"))
}

fn built_in(name: &str) -> String {
    format!("{name} is built into the compiler, and uses of it are not recorded")
}

/// The remark for a name that may be external, with what can be asked instead; `None` if no import may mean it.
fn from_outside(graph: &Graph<'_>, asked: RelationKind, name: &str) -> Option<String> {
    let name = packages::bare(name);
    let (package, _) = external::parts(name)?;
    let paths =
        if packages::is_of_tree(graph, package) { Vec::new() } else { external::packages(graph, name) };
    let questions: Vec<String> =
        paths.iter().take(external::MAX_TOLD).map(|path| format!("“who imports {path}”")).collect();
    let known = match asked {
        RelationKind::Implementers => "no type here is known to satisfy one from outside".to_owned(),
        RelationKind::Embedders => "no struct here is seen to embed one from outside".to_owned(),
        _ if asked.is_recorded_outside() => "nothing here refers to one from outside".to_owned(),
        _ => format!("{} of what is from outside are not recorded", asked.nouns()[1]),
    };
    let questions = questions.join(" or ");
    (!paths.is_empty()).then(|| format!("there is no {name} in this tree, and {known}; ask {questions}"))
}
