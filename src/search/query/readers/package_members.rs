//! Questions for what a package declares, by kind: `interfaces in net/http`, `exported functions of package queue`.

use std::cmp::Reverse;

use crate::model::{Graph, SymbolId};
use crate::relations::ListState;
use crate::relations::describe::Counts;
use crate::search::query::listing::ListingQuestion;
use crate::search::query::reading::{Input, ReadOptions, Reader, ReaderOutcome, Reading};
use crate::search::query::refusals::BY_WORDS;
use crate::search::query::relation::{Relation, RelationRole, RelationRow};

pub(crate) const PACKAGE_MEMBERS: Reader = Reader {
    name: "members of a package",
    about: "The declarations of a kind, the most important first.",
    examples: &["interfaces in internal/queue", "exported functions of package queue"],
    read,
};

/// O(packages + symbols of the package).
fn read(input: &Input<'_>) -> ReaderOutcome {
    let graph = input.graph();
    let Some(listing) = ListingQuestion::read(graph, input.question) else { return ReaderOutcome::Pass };
    let relation = members(graph, listing, &input.options);
    let why = (!relation.has_ends()).then(|| {
        let ListState { of, nouns, .. } = &relation.state;
        format!("{of} declares no {}; {BY_WORDS}", nouns[1])
    });
    Reading::of_relation(relation, Vec::new(), why)
}

/// Returns the declarations of a kind in a package, the more important first.
fn members(graph: &Graph<'_>, listing: ListingQuestion<'_>, options: &ReadOptions<'_>) -> Relation {
    let files = listing.named.iter().flat_map(|&package| graph.files_of(package));
    let symbols = files.flat_map(|file| graph.symbols_of(file)).map(|ix| graph.symbol(SymbolId(ix)));
    let mut found: Vec<SymbolId> =
        symbols.filter(|symbol| listing.has(symbol)).map(|symbol| symbol.id).collect();
    // Authorities are not negative, so their bits sort like their values.
    found.sort_by_cached_key(|&id| (Reverse(graph.authority(id).to_bits()), id));
    let all = found.len();
    found.retain(|&id| options.qualifiers.admit(graph.symbol(id)));
    let fitting = found.len();
    found.truncate(options.limit);
    let ListingQuestion { kinds, is_exported, name, named } = listing;
    let rows = found.iter().map(|&symbol| (symbol, RelationRow::of_role(RelationRole::End))).collect();
    let relation = Relation {
        state: ListState {
            nouns: if is_exported { kinds.exported } else { kinds.called },
            of: match &named[..] {
                [one] => graph.symbol(*one).label(),
                several => format!("{} packages called {name}", several.len()),
            },
            sure: Counts { listed: found.len(), fitting, all },
            narrowed_to: options.qualifiers.describe(),
            ..ListState::default()
        },
        name: name.to_owned(),
        ends: found,
        rows,
        named,
        ..Relation::default()
    };
    relation.with_named()
}
