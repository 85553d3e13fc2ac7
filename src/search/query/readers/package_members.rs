//! Questions for what a package declares, by kind: `interfaces in net/http`, `exported functions of package queue`.

use std::cmp::Reverse;

use crate::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_flag};
use crate::search::answer::{Ends, Relation};
use crate::search::names::qualified_name::code;
use crate::search::query::parsed::Reading;
use crate::search::query::readers::imports;
use crate::search::query::templates::is_leading;

/// Longest such question, in words.
const MOST_WORDS: usize = 12;

/// Symbols of some kinds.
struct Kinds {
    /// What a question calls them.
    said: &'static [&'static str],
    is: fn(SymbolKind) -> bool,
    /// What one and several of them are called, and those that are exported.
    called: [&'static str; 2],
    exported: [&'static str; 2],
}

const KINDS: [Kinds; 8] = [
    Kinds {
        said: &["functions", "funcs"],
        is: |kind| kind == SymbolKind::Func,
        called: ["function", "functions"],
        exported: ["exported function", "exported functions"],
    },
    Kinds {
        said: &["methods"],
        is: |kind| kind == SymbolKind::Method,
        called: ["method", "methods"],
        exported: ["exported method", "exported methods"],
    },
    Kinds {
        said: &["types"],
        is: SymbolKind::is_type,
        called: ["type", "types"],
        exported: ["exported type", "exported types"],
    },
    Kinds {
        said: &["structs"],
        is: |kind| kind == SymbolKind::Struct,
        called: ["struct", "structs"],
        exported: ["exported struct", "exported structs"],
    },
    Kinds {
        said: &["interfaces"],
        is: |kind| kind == SymbolKind::Interface,
        called: ["interface", "interfaces"],
        exported: ["exported interface", "exported interfaces"],
    },
    Kinds {
        said: &["constants", "consts"],
        is: |kind| kind == SymbolKind::Const,
        called: ["constant", "constants"],
        exported: ["exported constant", "exported constants"],
    },
    Kinds {
        said: &["variables", "vars", "globals"],
        is: |kind| kind == SymbolKind::Var,
        called: ["variable", "variables"],
        exported: ["exported variable", "exported variables"],
    },
    Kinds {
        said: &["symbols", "declarations"],
        is: |kind| !kind.is_container(),
        called: ["declaration", "declarations"],
        exported: ["exported declaration", "exported declarations"],
    },
];
const EXPORTED: [&str; 2] = ["exported", "public"];
/// What joins the kinds to the package.
const OF: [&str; 5] = ["in", "of", "from", "inside", "within"];
/// Words around its name.
const PACKAGE: [&str; 4] = ["package", "pkg", "the", "folder"];

/// How such a question is put.
struct Listing<'q> {
    kinds: &'static Kinds,
    is_exported: bool,
    /// The package, as it was written and as it is known.
    name: &'q str,
    named: Vec<SymbolId>,
}

impl<'q> Listing<'q> {
    fn read(graph: &Graph<'_>, question: &'q str) -> Option<Self> {
        let words: Vec<&str> = question.split_whitespace().map(code).collect();
        let led = words.iter().take_while(|word| is_leading(word)).count();
        let is_one_of = |word: &str, list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(word));
        let rest = words[led..].split_first().filter(|_| words.len() <= MOST_WORDS)?;
        let is_exported = is_one_of(rest.0, &EXPORTED);
        let (kind, rest) = if is_exported { rest.1.split_first()? } else { rest };
        let kinds = KINDS.iter().find(|kinds| is_one_of(kind, kinds.said))?;
        let place = rest.split_first().filter(|(of, _)| is_one_of(of, &OF))?.1;
        let mut names = place.iter().filter(|word| !is_one_of(word, &PACKAGE));
        let (Some(name), None) = (names.next(), names.next()) else { return None };
        let named = imports::named(graph, name);
        (!named.is_empty()).then_some(Self { kinds, is_exported, name, named })
    }

    fn has(&self, symbol: &Symbol<'_>) -> bool {
        (self.kinds.is)(symbol.kind())
            && !symbol.is_test()
            && (!self.is_exported || symbol.has(symbol_flag::EXPORTED))
            && symbol.owner().is_none_or(|_| symbol.kind() == SymbolKind::Method)
    }
}

/// Whether a question is such a one, of a package of the tree. O(packages).
pub(crate) fn asks(graph: &Graph<'_>, question: &str) -> bool {
    Listing::read(graph, question).is_some()
}

/// What such a question is answered with: the more important first. `None` for one that asks for anything else, or of no
/// package of the tree. O(packages + symbols of the package).
pub(crate) fn relation(graph: &Graph<'_>, question: &str, reading: &Reading<'_>) -> Option<Relation> {
    let listing = Listing::read(graph, question)?;
    let files = listing.named.iter().flat_map(|&package| graph.files_of(package));
    let symbols = files.flat_map(|file| graph.symbols_of(file)).map(|ix| graph.symbol(SymbolId(ix)));
    let mut found: Vec<SymbolId> =
        symbols.filter(|symbol| listing.has(symbol)).map(|symbol| symbol.id).collect();
    // None is negative, so their bits are in their order.
    found.sort_by_cached_key(|&id| (Reverse(graph.authority(id).to_bits()), id));
    let all = found.len();
    found.retain(|&id| reading.qualifiers.admit(graph.symbol(id)));
    let fitting = found.len();
    found.truncate(reading.limit);
    let Listing { kinds, is_exported, name, named } = listing;
    let relation = Relation {
        words: if is_exported { kinds.exported } else { kinds.called },
        name: name.to_owned(),
        meant: match &named[..] {
            [one] => graph.symbol(*one).label(),
            several => format!("{} packages called {name}", several.len()),
        },
        narrowed_to: reading.qualifiers.told(),
        ends: Ends { told: found, fitting, all },
        named,
        ..Relation::default()
    };
    Some(relation.with_roles())
}
