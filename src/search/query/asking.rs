//! A parse against a tree: what its name stands for, and the spelling or the symbol that is meant.

use std::cell::OnceCell;

use crate::model::{Graph, SymbolId};
use crate::relations::{self, RelationKind, is_data, is_one};
use crate::search::names::qualified_name::{self, is_said};
use crate::search::names::{links, packages, spelling_variants};
use crate::search::query::listing;
use crate::search::query::parse::Parse;
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::refusals::{absent, no_target};
use crate::search::query::relation_lookup::RelationTarget;
use crate::search::query::relation_target::{find_target, namesakes};
use crate::search::query::relation_templates::RelationQuestion;
use crate::search::text::TextIndex;

/// A parse, with the target that the tree has for it.
pub(crate) struct Asking<'g> {
    graph: &'g Graph<'g>,
    text: &'g TextIndex,
    pub(crate) parse: Parse,
    target: OnceCell<Option<RelationTarget>>,
}

impl<'g> Asking<'g> {
    pub(crate) fn new(graph: &'g Graph<'g>, text: &'g TextIndex, parse: Parse) -> Self {
        Self { graph, text, parse, target: OnceCell::new() }
    }

    pub(crate) fn relation(&self) -> Option<&RelationQuestion> {
        self.parse.relation.as_ref()
    }

    /// The target of a relation; `None` for other questions, and if the tree neither has nor references the name.
    pub(crate) fn target(&self) -> Option<&RelationTarget> {
        let find = || find_target(self.graph, self.text, self.relation()?);
        self.target.get_or_init(find).as_ref()
    }

    /// Returns whether it asks for a relation of something in the tree, or for members of a package.
    pub(crate) fn is_known(&self) -> bool {
        let is_known = |asked: &RelationQuestion| match asked.kind {
            kind if kind.test_prefix().is_some() => {
                !qualified_name::named(self.graph, self.text, &asked.name).is_empty()
            }
            kind if kind.is_of_packages() => packages::is_package(self.graph, &asked.name),
            _ => self.target().is_some(),
        };
        self.relation().is_some_and(is_known) || listing::asks(self.graph, &self.parse.asked)
    }

    /// Like [`Self::is_known`], for a target written as code.
    pub(crate) fn is_known_code(&self) -> bool {
        let is_code = |name: &str| name.contains(['.', '/', '_', '`']) || name.contains(char::is_uppercase);
        self.relation().is_some_and(|asked| is_code(&asked.name)) && self.is_known()
    }

    /// The name that it asks of, if the tree does not have it.
    pub(crate) fn absent_name(&self) -> Option<&str> {
        let RelationQuestion { name, kind, .. } = self.relation()?;
        absent(self.graph, self.text, *kind, name).map(|_| name.as_str())
    }

    /// A sentence that says why it has no answer; see [`no_target`].
    pub(crate) fn refusal(&self) -> Option<String> {
        no_target(self.graph, self.text, self.relation()?).filter(|_| !self.is_known())
    }

    /// Returns whether the tree has or references a target of its name, perhaps several; without test data.
    fn has_target(&self, asked: &RelationQuestion) -> bool {
        let is_data =
            |named: &[SymbolId]| !named.is_empty() && named.iter().all(|&id| is_data(self.graph, id));
        self.target().is_some_and(|target| !is_data(&target.named))
            || namesakes(self.graph, self.text, asked.kind, &asked.name).next().is_some()
    }

    /// With a name of the tree; `None` if it already has one, or asks for no relation. O(symbols) if the tree does not
    /// have the name.
    pub(crate) fn respelt(&self) -> Option<Self> {
        let (graph, text) = (self.graph, self.text);
        let asked = self.relation()?;
        let RelationQuestion { kind, name, .. } = asked;
        let is_known = || self.has_target(asked) || listing::asks(graph, &self.parse.asked);
        if kind.is_of_packages() || name.contains(char::is_whitespace) || is_known() {
            return None;
        }
        let package = || packages::is_package(graph, name);
        let importing = || match kind {
            RelationKind::Used | RelationKind::Callees => {
                self.of(RelationKind::Imports, name, ["what does", "import"].map(str::to_owned))
            }
            _ => self.of(RelationKind::Importers, name, ["who imports", ""].map(str::to_owned)),
        };
        let respelt = || {
            let written = spelling_variants::written(graph, &|symbol| kind.is_asked_of(symbol), name)?;
            Some(self.of(*kind, &written, asked.around.clone()))
        };
        match kind {
            // Users and dependants of a package are its importers.
            RelationKind::Users | RelationKind::Dependants | RelationKind::Used if package() => {
                Some(importing())
            }
            // The objects of these verbs are mostly ordinary words.
            _ if kind.is_common_verb() => None,
            _ if kind.test_prefix().is_some() && is_said(graph, text, name) => None,
            RelationKind::Callers | RelationKind::Callees => respelt().or_else(|| package().then(importing)),
            _ => respelt(),
        }
    }

    /// Chooses among several symbols of its name the one in the scope, if it alone has ends there, and names it in full.
    /// O(edges of the symbols).
    pub(crate) fn located(&self, qualifiers: &Qualifiers) -> Option<(SymbolId, Self)> {
        let graph = self.graph;
        let is_of_symbols = |asked: RelationKind| asked.test_prefix().is_none() && !asked.is_of_packages();
        let RelationQuestion { kind, name, around, .. } =
            self.relation().filter(|relation| is_of_symbols(relation.kind))?;
        let named = self.target().map_or(&[][..], |target| &target.named);
        let is_there = |end: SymbolId| qualifiers.admit(graph.symbol(end));
        let has_end_there =
            |&id: &SymbolId| relations::ends(graph, *kind, id).iter().any(|end| is_there(end.symbol));
        let all: Vec<SymbolId> = namesakes(graph, self.text, *kind, name).collect();
        if is_one(graph, &all) || named.iter().any(has_end_there) {
            return None;
        }
        let mut there: Vec<SymbolId> =
            all.into_iter().filter(|&id| qualifiers.place(graph.symbol(id))).collect();
        // A folder itself comes before folders below it.
        let depth = |id: &SymbolId| graph.symbol(*id).path().matches('/').count();
        let least = there.iter().map(depth).min();
        there.retain(|id| Some(depth(id)) == least);
        let symbol = graph.symbol(*there.first().filter(|_| is_one(graph, &there))?);
        Some((symbol.id, self.of(*kind, &links::in_full(graph, symbol), around.clone())))
    }

    /// The same question for a relation of another name, between other words.
    fn of(&self, kind: RelationKind, name: &str, around: [String; 2]) -> Self {
        let asked = format!("{} {name} {}", around[0], around[1]).trim().to_owned();
        let corrections = self.relation().map(|asked| asked.corrections.clone()).unwrap_or_default();
        let relation = Some(RelationQuestion { kind, name: name.to_owned(), around, corrections });
        Self::new(self.graph, self.text, Parse { asked, relation, place: self.parse.place.clone() })
    }
}
