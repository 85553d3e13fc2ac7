//! The content of a generated tour, with reasons.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::MAX_STEPS;
use super::names::named;
use super::order::{StopOrder, in_order};
use super::stop::Stop;
use crate::model::{EdgeKind, Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// Factors for each further stop in the same package, and at the same type with its methods, so that a tour shows
/// more than one part of the code.
const OF_PACKAGE: f64 = 0.6;
const OF_TYPE: f64 = 0.5;

/// The plan of a tour.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub title: String,
    pub description: String,
    /// An introduction before the text of the first step, in plain words.
    pub preface: String,
    /// The file name without folder and extension.
    pub name: String,
    /// The word that marks its file as generated.
    pub kind: &'static str,
    pub stops: Vec<Stop>,
    /// The number of pairs of stops that depend on each other, and the number of those that the order of the stops
    /// gets wrong.
    pub pairs: usize,
    pub back: usize,
}

/// Returns whether a symbol is worth a stop: code that a person wrote for the program itself, and that can be read
/// alone.
pub(super) fn is_stop(symbol: Symbol<'_>) -> bool {
    is_code(symbol) && is_of_program(symbol.path())
}

/// Returns whether a symbol is worth a stop in a tour of a change, which may be one of code for another build.
pub(super) fn is_stop_of_change(symbol: Symbol<'_>) -> bool {
    is_code_of_any_build(symbol) && is_of_program(symbol.path())
}

/// Returns whether a symbol is a constant or variable that a person declared for the program itself.
pub(super) fn is_value_of_program(symbol: Symbol<'_>) -> bool {
    matches!(symbol.kind(), SymbolKind::Const | SymbolKind::Var)
        && is_written_for_program(symbol)
        && is_of_program(symbol.path())
}

/// The symbols that are worth a stop, in order of id. O(symbols).
pub(super) fn stops<'g>(graph: &'g Graph<'g>) -> impl Iterator<Item = Symbol<'g>> {
    // The symbols of a file are adjacent, so its path is looked at once.
    let mut last = (None, false);
    graph.symbols().filter(move |symbol| {
        is_code(*symbol) && {
            if last.0 != symbol.file() {
                last = (symbol.file(), is_of_program(symbol.path()));
            }
            last.1
        }
    })
}

fn is_code(symbol: Symbol<'_>) -> bool {
    is_code_of_any_build(symbol) && !symbol.has(symbol_flag::CONSTRAINED)
}

fn is_code_of_any_build(symbol: Symbol<'_>) -> bool {
    use SymbolKind::{Alias, Func, Interface, Method, Struct, Type};
    matches!(symbol.kind(), Func | Method | Struct | Interface | Type | Alias)
        && is_written_for_program(symbol)
}

pub(super) fn is_written_for_program(symbol: Symbol<'_>) -> bool {
    const LEFT_OUT: u16 = symbol_flag::TEST | symbol_flag::GENERATED | symbol_flag::VENDORED;
    !symbol.has(LEFT_OUT) && !symbol.is_named("_")
}

/// Returns whether a file is neither data of tests nor an example.
fn is_of_program(path: &str) -> bool {
    !path.split('/').any(|part| matches!(part, "testdata" | "examples" | "_examples"))
}

/// The factors for further stops of each package and type.
pub(super) struct Spread {
    of_package: f64,
    of_type: f64,
    packages: FxHashMap<SymbolId, i32>,
    types: FxHashMap<SymbolId, i32>,
}

impl Spread {
    /// Both factors are in (0, 1].
    pub(super) fn new(of_package: f64, of_type: f64) -> Self {
        Self { of_package, of_type, packages: FxHashMap::default(), types: FxHashMap::default() }
    }

    /// The factor for a symbol after the stops so far, in (0, 1].
    pub(super) fn left(&self, symbol: Symbol<'_>) -> f64 {
        let stops = |of: &FxHashMap<SymbolId, i32>, id| of.get(&id).copied().unwrap_or(0);
        self.of_package.powi(stops(&self.packages, symbol.package()))
            * self.of_type.powi(stops(&self.types, symbol.owner().unwrap_or(symbol.id)))
    }

    pub(super) fn took(&mut self, symbol: Symbol<'_>) {
        *self.packages.entry(symbol.package()).or_default() += 1;
        *self.types.entry(symbol.owner().unwrap_or(symbol.id)).or_default() += 1;
    }
}

/// The symbols with the highest `score` among the wanted ones that are worth a stop, spread over packages and types.
/// Each next stop is the one with the highest product of its score, its factor (at most 1, computed only for
/// candidates) and the factor that the stops so far leave. Ties are in order of id. O(symbols).
pub(super) fn highest(
    graph: &Graph<'_>,
    wanted: impl Fn(Symbol<'_>) -> bool,
    score: impl Fn(SymbolId) -> f64,
    counts: impl Fn(SymbolId) -> f64,
) -> Vec<SymbolId> {
    // There is nothing to read in a struct without members.
    let is_empty = |symbol: Symbol<'_>| {
        symbol.kind() == SymbolKind::Struct
            && graph.incoming(symbol.id).all(|edge| edge.kind != EdgeKind::MemberOf)
    };
    let is_wanted = |symbol: &Symbol<'_>| !is_empty(*symbol) && wanted(*symbol);
    // Scores are not negative, so their bits sort like their values. Few symbols are looked at, so only these are sorted.
    let ranked = |symbol: Symbol<'_>| (score(symbol.id).to_bits(), Reverse(symbol.id));
    let mut rest: BinaryHeap<(u64, Reverse<SymbolId>)> =
        stops(graph).filter(is_wanted).map(ranked).collect::<Vec<_>>().into();
    let most = MAX_STEPS.min(rest.len());
    let mut sorted: Vec<SymbolId> = Vec::new();
    let (mut chosen, mut spread) = (Vec::new(), Spread::new(OF_PACKAGE, OF_TYPE));
    let mut counted: FxHashMap<SymbolId, f64> = FxHashMap::default();
    while chosen.len() < most {
        let mut best: Option<(f64, SymbolId)> = None;
        for at in 0.. {
            if at == sorted.len() {
                let Some((_, Reverse(next))) = rest.pop() else { break };
                sorted.push(next);
            }
            let id = sorted[at];
            // The symbols that follow have a lower score, and the factors are at most 1.
            if best.is_some_and(|(worth, _)| worth >= score(id)) {
                break;
            }
            let part = *counted.entry(id).or_insert_with(|| counts(id));
            let worth = score(id) * part * spread.left(graph.symbol(id));
            if !chosen.contains(&id) && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, id));
            }
        }
        let Some((_, next)) = best else { break };
        spread.took(graph.symbol(next));
        chosen.push(next);
    }
    chosen
}

/// The order of two stops if one depends on the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DependencyOrder {
    BottomUp,
    TopDown,
}

/// Puts stops in order and makes a plan of them. None if there are no stops.
pub(super) fn assembled(
    graph: &Graph<'_>,
    chosen: &[SymbolId],
    why: Vec<String>,
    direction: DependencyOrder,
    plan: impl FnOnce(Vec<Stop>, &StopOrder, usize) -> Plan,
) -> Option<Plan> {
    if chosen.is_empty() {
        return None;
    }
    let mut pairs = leaning(graph, chosen);
    if direction == DependencyOrder::BottomUp {
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
        .map(|&ix| Stop { why: why[ix].take().unwrap_or_default(), ..Stop::at(chosen[ix]) })
        .collect();
    Some(plan(stops, &order, pairs.len()))
}

/// Pairs of stops of which the first, or a member of it, depends on the second or a member of that.
fn leaning(graph: &Graph<'_>, chosen: &[SymbolId]) -> Vec<(usize, usize)> {
    let place: FxHashMap<SymbolId, usize> = chosen.iter().enumerate().map(|(ix, &id)| (id, ix)).collect();
    // The stop of a symbol: the symbol itself, or the type that it belongs to.
    let stop_of = |id: SymbolId| place.get(&id).or_else(|| place.get(&graph.symbol(id).owner()?)).copied();
    let mut pairs = Vec::new();
    for (&id, &from) in &place {
        let members = graph.incoming(id).filter(|edge| edge.kind == EdgeKind::MemberOf).map(|edge| edge.from);
        // A member that is a stop does not count for its type.
        let members = members.filter(|member| !place.contains_key(member));
        for part in std::iter::once(id).chain(members) {
            let leans = graph.outgoing(part).filter(|edge| {
                !matches!(edge.kind, EdgeKind::Implements | EdgeKind::Imports | EdgeKind::Runs)
                    && edge.strength() >= 0.5
            });
            for edge in leans {
                // A method depends on its type, because its declaration names it.
                pairs.extend(stop_of(edge.to).filter(|&to| to != from).map(|to| (from, to)));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Words for the stops that depend on each other in cycles, so that no order is right. They begin with a semicolon.
/// Empty if there are none.
pub(super) fn circles(graph: &Graph<'_>, chosen: &[SymbolId], order: &StopOrder) -> String {
    let name = |&ix: &usize| named(graph.symbol(chosen[ix]));
    // A type and its methods always do.
    let family = |&ix: &usize| graph.symbol(chosen[ix]).owner().unwrap_or(chosen[ix]);
    let is_of_several = |circle: &&Vec<usize>| circle.iter().any(|ix| family(ix) != family(&circle[0]));
    order.circles.iter().filter(is_of_several).fold(String::new(), |text, circle| {
        let names: Vec<String> = circle.iter().map(name).collect();
        let (last, others) = match names.split_last() {
            Some((last, others)) => (last.as_str(), others.join(", ")),
            None => ("", String::new()),
        };
        format!("{text}; {others} and {last} depend on each other in a circle")
    })
}

/// Returns the nearness of two symbols. The same type counts most, then the same file, the same package, and common
/// folders.
pub(super) fn nearness(a: Symbol<'_>, b: Symbol<'_>) -> u32 {
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
