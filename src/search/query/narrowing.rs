//! Separates a question from what narrows it: qualifiers and, in relation questions, scopes as in `who calls
//! time.Sleep in net/http, but not in tests`.

use crate::search::names::links;
use crate::search::query::asking::Asking;
use crate::search::query::lookups::Lookups;
use crate::search::query::parse::Parse;
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::refusals::BY_WORDS;
use crate::search::query::relation_templates::relation_question;
use crate::search::query::scope::scopes;

/// A question without its qualifiers and scopes.
pub(crate) struct ScopedQuestion<'g> {
    pub(crate) qualifiers: Qualifiers,
    pub(crate) asking: Asking<'g>,
    /// Describes a phrase that reads like a scope but is no place of the tree.
    pub(crate) problem: Option<String>,
}

impl<'g> ScopedQuestion<'g> {
    /// O(length x templates + packages and files x scopes, where there are any).
    pub(crate) fn read(lookups: &Lookups<'g>, question: &str) -> Self {
        let Lookups { graph, text, .. } = *lookups;
        let asking = |parse| Asking::new(graph, text, parse);
        let (qualifiers, said) = Qualifiers::split(question);
        // A message may contain a text like a qualifier: `cannot open file:x.json`.
        if qualifiers.nowhere(graph).is_some() && !lookups.message_hits(question).is_empty() {
            let asking = asking(Parse::whole(question));
            return Self { qualifiers: Qualifiers::default(), asking, problem: None };
        }
        let said = links::followed(graph, &said, || relation_question(&said).is_some());
        let whole = asking(Parse::whole(&said));
        let mut whole = whole.respelt().unwrap_or(whole);
        let within = Parse::with_place_within(&whole.parse.asked).map(asking);
        if let Some(asking) = within.filter(Asking::is_known_code) {
            return match scopes(graph, text, &asking.parse.place) {
                Ok(scopes) => Self { qualifiers: qualifiers.at(scopes), asking, problem: None },
                Err(none) => Self { qualifiers, asking: whole, problem: Some(format!("{none}; {BY_WORDS}")) },
            };
        }
        if whole.is_known() {
            return Self { qualifiers, asking: whole, problem: None };
        }
        let mut parts: Vec<_> =
            Parse::with_place_behind(&whole.parse.asked).into_iter().map(asking).collect();
        let respelt = parts.iter().enumerate().find_map(|(ix, part)| Some((ix, part.respelt()?)));
        if let Some((ix, respelt)) = respelt {
            whole = asking(Parse::whole(&format!("{} {}", respelt.parse.asked, respelt.parse.place)));
            parts[ix] = respelt;
        }
        let known = parts.iter().position(Asking::is_known);
        let is_refused = |asking: &Asking<'_>| asking.refusal().is_some();
        let chosen = match known {
            None if is_refused(&whole) => None,
            None => parts.iter().position(is_refused),
            known => known,
        };
        match chosen {
            Some(ix) => Self::scoped(lookups, qualifiers, whole, parts.swap_remove(ix)),
            None => Self { qualifiers, asking: whole, problem: None },
        }
    }

    /// Takes the part of a question that asks with the rest as its scope, if that is one.
    fn scoped(lookups: &Lookups<'g>, qualifiers: Qualifiers, whole: Asking<'g>, asking: Asking<'g>) -> Self {
        let is_absent = asking.absent_name().is_some();
        let scopes = match scopes(lookups.graph, lookups.text, &asking.parse.place) {
            Ok(scopes) => scopes,
            Err(none) => {
                let problem = Some(asking.refusal().unwrap_or_else(|| format!("{none}; {BY_WORDS}")));
                return Self { qualifiers, asking: if is_absent { asking } else { whole }, problem };
            }
        };
        // A symbol is no scope of a question without a target: `from the environment`.
        if is_absent && scopes.iter().any(|(scope, _)| scope.are_symbols()) {
            return Self { qualifiers, asking: whole, problem: None };
        }
        let narrowed = qualifiers.clone().at(scopes);
        if let Some((meant, asking)) = asking.located(&narrowed) {
            let qualifiers = narrowed.without_places_of(lookups.graph.symbol(meant));
            return Self { qualifiers, asking, problem: None };
        }
        match asking.refusal().filter(|_| !is_absent) {
            None => Self { qualifiers: narrowed, asking, problem: None },
            problem => Self { qualifiers, asking: whole, problem },
        }
    }
}
