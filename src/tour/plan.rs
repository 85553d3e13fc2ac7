//! What a generated tour shows, and why.

use rustc_hash::FxHashMap;

use super::order::{Order, in_order};
use super::{MOST_STEPS, entry};
use crate::model::{EdgeKind, Graph, Symbol, SymbolId, SymbolKind, grouped, symbol_flag};

/// Most stops of one type and its methods: a tour shows the land, not one house.
const MOST_OF_ONE: usize = 3;

/// What a generated tour is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// What most depends on, from the bottom up.
    LoadBearing,
    /// What controls most, from the top down.
    Controlling,
    /// From each entry point in.
    EntryPoints,
    /// Package by package, from the bottom up.
    Packages,
}

/// A tour to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub title: String,
    pub description: String,
    /// File name without folder and extension.
    pub name: String,
    /// The word that marks its file as generated.
    pub kind: &'static str,
    pub stops: Vec<Stop>,
    /// Pairs of stops in dependency order, and how many the order of the stops puts the wrong way round.
    pub pairs: usize,
    pub back: usize,
}

/// A stop of a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    pub symbol: SymbolId,
    /// One sentence: why it is part of the tour.
    pub why: String,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::LoadBearing, Self::Controlling, Self::EntryPoints, Self::Packages];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::LoadBearing => "load-bearing",
            Self::Controlling => "controlling",
            Self::EntryPoints => "entry-points",
            Self::Packages => "packages",
        }
    }

    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The tours of a kind: one, or one for each entry point. None where there is nothing to show. O(symbols + edges).
#[must_use]
pub fn plan(graph: &Graph<'_>, kind: Kind) -> Vec<Plan> {
    match kind {
        Kind::LoadBearing => load_bearing(graph).into_iter().collect(),
        Kind::Controlling => controlling(graph).into_iter().collect(),
        Kind::EntryPoints => entry::plans(graph),
        Kind::Packages => packages(graph).into_iter().collect(),
    }
}

/// Whether a symbol is worth a stop: code that somebody wrote for the program itself, and that can be read by itself.
pub(super) fn is_stop(symbol: Symbol<'_>) -> bool {
    use SymbolKind::{Alias, Func, Interface, Method, Struct, Type};
    const LEFT_OUT: u16 =
        symbol_flag::TEST | symbol_flag::GENERATED | symbol_flag::VENDORED | symbol_flag::CONSTRAINED;
    matches!(symbol.kind(), Func | Method | Struct | Interface | Type | Alias)
        && !symbol.has(LEFT_OUT)
        && symbol.name() != "_"
        && !symbol.path().split('/').any(|part| matches!(part, "testdata" | "examples" | "_examples"))
}

/// The symbols of the highest `score`, of one type with its methods at most [`MOST_OF_ONE`]. Ties by id.
fn highest(graph: &Graph<'_>, score: impl Fn(SymbolId) -> f64) -> Vec<SymbolId> {
    let mut all: Vec<SymbolId> = graph.symbols().filter(|s| is_stop(*s)).map(|s| s.id).collect();
    all.sort_unstable_by(|&a, &b| score(b).total_cmp(&score(a)).then(a.cmp(&b)));
    let mut of_one: FxHashMap<SymbolId, usize> = FxHashMap::default();
    let mut chosen = Vec::new();
    for id in all {
        let family = of_one.entry(graph.symbol(id).owner().unwrap_or(id)).or_default();
        if *family < MOST_OF_ONE {
            *family += 1;
            chosen.push(id);
        }
        if chosen.len() == MOST_STEPS {
            break;
        }
    }
    chosen
}

/// The place of each symbol by a score, from 1, among all symbols. O(chosen x symbols).
fn placed(chosen: &[SymbolId], scores: &[f64]) -> Vec<usize> {
    let place = |id: &SymbolId| 1 + scores.iter().filter(|&&score| score > scores[id.ix()]).count();
    chosen.iter().map(place).collect()
}

fn load_bearing(graph: &Graph<'_>) -> Option<Plan> {
    let chosen = highest(graph, |id| graph.symbol_authority[id.ix()]);
    let place = placed(&chosen, graph.symbol_authority);
    let why = chosen.iter().zip(place).map(|(&id, place)| {
        format!(
            "Place {place} of {} by how much leans on it, directly and indirectly; {} symbols use it directly.",
            grouped(graph.n_symbols() as u64),
            grouped(graph.symbol_in_degree[id.ix()].into())
        )
    });
    let why = why.collect();
    assembled(graph, &chosen, why, Direction::BottomUp, |stops, order, pairs| Plan {
        title: "What carries the load".to_owned(),
        description: "The symbols that most of the code leans on, what they lean on first.".to_owned(),
        name: "load-bearing".to_owned(),
        kind: Kind::LoadBearing.word(),
        stops,
        pairs,
        back: order.back,
    })
}

fn controlling(graph: &Graph<'_>) -> Option<Plan> {
    let chosen = highest(graph, |id| graph.symbol_hub[id.ix()]);
    let place = placed(&chosen, graph.symbol_hub);
    let why = chosen.iter().zip(place).map(|(&id, place)| {
        format!(
            "Place {place} of {} by how much it controls, directly and indirectly; it uses {} symbols directly.",
            grouped(graph.n_symbols() as u64),
            grouped(graph.symbol_out_degree[id.ix()].into())
        )
    });
    let why = why.collect();
    assembled(graph, &chosen, why, Direction::TopDown, |stops, order, pairs| Plan {
        title: "What controls the rest".to_owned(),
        description: "The symbols that bring most of the code to work, callers before what they call."
            .to_owned(),
        name: "controlling".to_owned(),
        kind: Kind::Controlling.word(),
        stops,
        pairs,
        back: order.back,
    })
}

/// A tour of what a change touched, in reading order. `range` names the change. Symbols that are no stops (files,
/// fields, tests) count for their owner or not at all; of more than [`MOST_STEPS`] the most important are shown.
#[must_use]
pub fn changes(graph: &Graph<'_>, range: &str, changed: &[SymbolId]) -> Option<Plan> {
    let mut chosen: Vec<SymbolId> = changed
        .iter()
        .map(|&id| graph.symbol(id))
        .map(|symbol| match symbol.owner() {
            Some(owner) if !is_stop(symbol) => graph.symbol(owner),
            _ => symbol,
        })
        .filter(|symbol| is_stop(*symbol))
        .map(|symbol| symbol.id)
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    let total = chosen.len();
    chosen.sort_by(|&a, &b| graph.symbol_authority[b.ix()].total_cmp(&graph.symbol_authority[a.ix()]));
    chosen.truncate(MOST_STEPS);
    let why = chosen.iter().map(|_| format!("It differs in {range}.")).collect();
    let shown = chosen.len();
    assembled(graph, &chosen, why, Direction::BottomUp, |stops, order, pairs| Plan {
        title: format!("What {range} changes"),
        description: match total - shown {
            0 => format!("The {shown} declarations that differ, what they lean on first."),
            more => format!("The {shown} most important of the declarations that differ; {more} more do."),
        },
        name: format!("changes-{}", super::slug(range)),
        kind: "changes",
        stops,
        pairs,
        back: order.back,
    })
}

/// What comes first of a pair where one leans on the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    BottomUp,
    TopDown,
}

/// Puts stops in order; `None` without any.
pub(super) fn assembled(
    graph: &Graph<'_>,
    chosen: &[SymbolId],
    why: Vec<String>,
    direction: Direction,
    plan: impl FnOnce(Vec<Stop>, &Order, usize) -> Plan,
) -> Option<Plan> {
    if chosen.is_empty() {
        return None;
    }
    let mut pairs = leaning(graph, chosen);
    if direction == Direction::BottomUp {
        for pair in &mut pairs {
            *pair = (pair.1, pair.0);
        }
    }
    let linked = |a: usize, b: usize| pairs.iter().any(|&(x, y)| (x, y) == (a, b) || (y, x) == (a, b));
    let order = in_order(chosen.len(), &pairs, |a, b| {
        nearness(graph.symbol(chosen[a]), graph.symbol(chosen[b])) + u32::from(linked(a, b))
    });
    let mut why: Vec<Option<String>> = why.into_iter().map(Some).collect();
    let stops = order
        .order
        .iter()
        .map(|&ix| Stop { symbol: chosen[ix], why: why[ix].take().unwrap_or_default() })
        .collect();
    Some(plan(stops, &order, pairs.len()))
}

/// Pairs of stops of which the first, or a member of it, leans on the second or a member of that.
fn leaning(graph: &Graph<'_>, chosen: &[SymbolId]) -> Vec<(usize, usize)> {
    let place: FxHashMap<SymbolId, usize> = chosen.iter().enumerate().map(|(ix, &id)| (id, ix)).collect();
    // What stands for a symbol: itself, or the type it belongs to.
    let stop_of = |id: SymbolId| place.get(&id).or_else(|| place.get(&graph.symbol(id).owner()?)).copied();
    let mut pairs = Vec::new();
    for (&id, &from) in &place {
        let members = graph.incoming(id).filter(|edge| edge.kind == EdgeKind::MemberOf).map(|edge| edge.from);
        // A member with a stop of its own speaks for itself.
        let members = members.filter(|member| !place.contains_key(member));
        for part in std::iter::once(id).chain(members) {
            let leans = graph.outgoing(part).filter(|edge| {
                !matches!(edge.kind, EdgeKind::Implements | EdgeKind::Imports) && edge.strength() >= 0.5
            });
            for edge in leans {
                // A method leans on its type: that is how it is declared.
                pairs.extend(stop_of(edge.to).filter(|&to| to != from).map(|to| (from, to)));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// How near two symbols lie: one family over one file over one package over folders in common.
fn nearness(a: Symbol<'_>, b: Symbol<'_>) -> u32 {
    let family = |s: Symbol<'_>| s.owner().unwrap_or(s.id);
    if family(a) == family(b) {
        return 64;
    }
    if a.file() == b.file() {
        return 32;
    }
    if a.package() == b.package() {
        return 16;
    }
    let common = a.path().split('/').zip(b.path().split('/')).take_while(|(a, b)| a == b).count();
    common.min(7) as u32 * 2
}

fn packages(graph: &Graph<'_>) -> Option<Plan> {
    // The importance of a package is its symbols'; its stop is the most important one.
    let mut weight: FxHashMap<SymbolId, (f64, SymbolId)> = FxHashMap::default();
    for symbol in graph.symbols().filter(|s| is_stop(*s)) {
        let score = graph.symbol_authority[symbol.id.ix()];
        let entry = weight.entry(symbol.package()).or_insert((0.0, symbol.id));
        entry.0 += score;
        if score > graph.symbol_authority[entry.1.ix()] {
            entry.1 = symbol.id;
        }
    }
    let mut all: Vec<(SymbolId, (f64, SymbolId))> = weight.into_iter().collect();
    all.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then(a.0.cmp(&b.0)));
    let total = all.len();
    all.truncate(MOST_STEPS);
    if all.is_empty() {
        return None;
    }
    let place: FxHashMap<SymbolId, usize> = all.iter().enumerate().map(|(ix, row)| (row.0, ix)).collect();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut importers = vec![0usize; all.len()];
    for edge in graph.edges().filter(|edge| edge.kind == EdgeKind::Imports) {
        let from = graph.symbol(edge.from);
        let Some(&to) = place.get(&edge.to).filter(|_| !from.is_test()) else { continue };
        importers[to] += 1;
        pairs.extend(place.get(&from.package()).map(|&from| (to, from)));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|(a, b)| a != b);
    let order = in_order(all.len(), &pairs, |a, b| {
        nearness(graph.symbol(all[a].1.1), graph.symbol(all[b].1.1)) + u32::from(pairs.contains(&(a, b)))
    });
    let stop = |&ix: &usize| {
        let (package, (_, symbol)) = all[ix];
        let why = format!(
            "It is where package {} carries most; {} files import the package.",
            graph.symbol(package).path(),
            importers[ix]
        );
        Stop { symbol, why }
    };
    Some(Plan {
        title: "Package by package".to_owned(),
        description: match total - all.len() {
            0 => format!("All {total} packages, those that others import first."),
            more => format!(
                "The {} packages that carry most, those that others import first; {more} more are left out.",
                all.len()
            ),
        },
        name: "packages".to_owned(),
        kind: Kind::Packages.word(),
        stops: order.order.iter().map(stop).collect(),
        pairs: pairs.len(),
        back: order.back,
    })
}
