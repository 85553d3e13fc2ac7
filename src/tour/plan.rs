//! What a generated tour shows, and why.

use rustc_hash::{FxHashMap, FxHashSet};

use super::order::{Order, in_order};
use super::words::named;
use super::{MOST_STEPS, entry};
use crate::model::{EdgeKind, EdgeRef, Graph, Origin, Symbol, SymbolId, SymbolKind, grouped, symbol_flag};
use crate::rank::{LEAST_STRENGTH, from_others, kits};

/// What a further stop of a package is worth beside the one before it, and what one of the same type with its methods:
/// a tour shows the land, not one house.
const OF_PACKAGE: f64 = 0.6;
const OF_TYPE: f64 = 0.5;

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
    /// What its first step says before all else, in plain words.
    pub preface: String,
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

/// How much each further stop of a package or a type is still worth.
#[derive(Default)]
pub(super) struct Spread {
    packages: FxHashMap<SymbolId, i32>,
    types: FxHashMap<SymbolId, i32>,
}

impl Spread {
    /// What is left of a symbol's worth after the stops so far, in (0, 1].
    pub(super) fn left(&self, symbol: Symbol<'_>) -> f64 {
        let stops = |of: &FxHashMap<SymbolId, i32>, id| of.get(&id).copied().unwrap_or(0);
        OF_PACKAGE.powi(stops(&self.packages, symbol.package()))
            * OF_TYPE.powi(stops(&self.types, symbol.owner().unwrap_or(symbol.id)))
    }

    pub(super) fn took(&mut self, symbol: Symbol<'_>) {
        *self.packages.entry(symbol.package()).or_default() += 1;
        *self.types.entry(symbol.owner().unwrap_or(symbol.id)).or_default() += 1;
    }
}

/// The symbols of the highest `score` among all that are worth a stop and are wanted, spread over packages and types:
/// time and again the one whose score, times what counts of it and what the stops so far leave of it, is highest. What
/// counts, at most 1, is asked only of those that may be chosen. Ties by id. O(symbols log symbols).
pub(super) fn highest(
    graph: &Graph<'_>,
    wanted: impl Fn(Symbol<'_>) -> bool,
    score: impl Fn(SymbolId) -> f64,
    counts: impl Fn(SymbolId) -> f64,
) -> Vec<SymbolId> {
    // There is nothing to read in a marker.
    let is_empty = |symbol: Symbol<'_>| {
        symbol.kind() == SymbolKind::Struct
            && graph.incoming(symbol.id).all(|edge| edge.kind != EdgeKind::MemberOf)
    };
    let is_wanted = |symbol: &Symbol<'_>| is_stop(*symbol) && !is_empty(*symbol) && wanted(*symbol);
    let stops = graph.symbols().filter(is_wanted);
    let mut all: Vec<SymbolId> = stops.map(|symbol| symbol.id).collect();
    all.sort_unstable_by(|&a, &b| score(b).total_cmp(&score(a)).then(a.cmp(&b)));
    let (mut chosen, mut spread) = (Vec::new(), Spread::default());
    let mut counted: FxHashMap<SymbolId, f64> = FxHashMap::default();
    while chosen.len() < MOST_STEPS.min(all.len()) {
        let mut best: Option<(f64, SymbolId)> = None;
        for &id in &all {
            // None of those that follow is worth more than its score.
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

/// The place of a symbol by a score in a list of all symbols, from 1, and the length of that list, which has no files.
/// As in lists the more important of equals comes first. O(symbols).
#[must_use]
pub fn place(graph: &Graph<'_>, scores: &[f64], id: SymbolId) -> (usize, usize) {
    let before = |ix: usize| {
        let other = SymbolId(ix as u32);
        let authority = |id: SymbolId| graph.symbol_authority[id.ix()];
        let order = scores[ix].total_cmp(&scores[id.ix()]).then(authority(other).total_cmp(&authority(id)));
        order.then(id.cmp(&other)).is_gt() && graph.symbol(other).kind() != SymbolKind::File
    };
    // Few have as high a score: the rest is not looked at closely.
    let near = scores.iter().enumerate().filter(|(_, score)| **score >= scores[id.ix()]);
    (1 + near.filter(|&(ix, _)| before(ix)).count(), graph.n_symbols() - graph.n_files())
}

fn load_bearing(graph: &Graph<'_>) -> Option<Plan> {
    // Two types that mention each other and nothing else pass to and fro what little the rest lends them.
    let authority = |id: SymbolId| graph.symbol_authority[id.ix()];
    let kits = kits(graph);
    let of_program = |symbol: Symbol<'_>| !kits.contains(&symbol.package());
    let chosen = highest(graph, of_program, authority, |id| from_others(graph, id));
    let why = chosen.iter().map(|&id| {
        let (place, total) = place(graph, graph.symbol_authority, id);
        format!(
            "Rank {} of {} by how much depends on it, directly and indirectly; {} directly.",
            grouped(place as u64),
            grouped(total as u64),
            counted(graph.symbol_in_degree[id.ix()] as usize, "symbol depends on it", "symbols depend on it")
        )
    });
    let why = why.collect();
    assembled(graph, &chosen, why, Direction::BottomUp, |stops, order, pairs| Plan {
        title: "What carries the load".to_owned(),
        description: format!(
            "The symbols that most code depends on, spread over its packages; each after what it depends on itself{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: "load-bearing".to_owned(),
        kind: Kind::LoadBearing.word(),
        stops,
        pairs,
        back: order.back,
    })
}

fn controlling(graph: &Graph<'_>) -> Option<Plan> {
    let kits = kits(graph);
    let of_program = |symbol: Symbol<'_>| !kits.contains(&symbol.package());
    let chosen = highest(graph, of_program, |id| graph.symbol_hub[id.ix()], |_| 1.0);
    let why = chosen.iter().map(|&id| {
        let (place, total) = place(graph, graph.symbol_hub, id);
        format!(
            "Rank {} of {} by how much it controls, directly and indirectly; it depends on {} directly.",
            grouped(place as u64),
            grouped(total as u64),
            counted(graph.symbol_out_degree[id.ix()] as usize, "symbol", "symbols")
        )
    });
    let why = why.collect();
    assembled(graph, &chosen, why, Direction::TopDown, |stops, order, pairs| Plan {
        title: "What controls the rest".to_owned(),
        description: format!(
            "The symbols that control most of the code, spread over its packages; each before what it calls{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: "controlling".to_owned(),
        kind: Kind::Controlling.word(),
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

/// Which stops lean on each other in circles, so that no order is right; begins with a semicolon, empty without any.
pub(super) fn circles(graph: &Graph<'_>, chosen: &[SymbolId], order: &Order) -> String {
    let name = |&ix: &usize| named(graph.symbol(chosen[ix]));
    order.circles.iter().fold(String::new(), |text, circle| {
        let names: Vec<String> = circle.iter().map(name).collect();
        let (last, others) = match names.split_last() {
            Some((last, others)) => (last.as_str(), others.join(", ")),
            None => ("", String::new()),
        };
        format!("{text}; {others} and {last} depend on each other in a circle")
    })
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
    // The importance of a package is its symbols'.
    let mut weight: FxHashMap<SymbolId, f64> = FxHashMap::default();
    for symbol in graph.symbols().filter(|s| is_stop(*s)) {
        *weight.entry(symbol.package()).or_default() += graph.symbol_authority[symbol.id.ix()];
    }
    let mut all: Vec<(SymbolId, f64)> = weight.into_iter().collect();
    // What only tests lean on carries nothing of the program.
    let kits = kits(graph);
    let is_kit = |package: SymbolId| kits.contains(&package);
    all.sort_by(|a, b| is_kit(a.0).cmp(&is_kit(b.0)).then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0)));
    let total = all.len();
    all.truncate(MOST_STEPS);
    if all.is_empty() {
        return None;
    }
    let place: FxHashMap<SymbolId, usize> = all.iter().enumerate().map(|(ix, row)| (row.0, ix)).collect();
    let stops = faces(graph, &place, &kits);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut importers = vec![(0usize, 0usize); all.len()];
    for edge in graph.edges().filter(|edge| edge.kind == EdgeKind::Imports) {
        let from = graph.symbol(edge.from);
        let Some(&to) = place.get(&edge.to) else { continue };
        if from.is_test() {
            importers[to].1 += 1;
        } else {
            importers[to].0 += 1;
            pairs.extend(place.get(&from.package()).map(|&from| (to, from)));
        }
    }
    // They come last, whoever borrows from one.
    pairs.retain(|&(first, then)| is_kit(all[then].0) || !is_kit(all[first].0));
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|(a, b)| a != b);
    let mut order = in_order(all.len(), &pairs, |a, b| {
        nearness(graph.symbol(stops[a].0), graph.symbol(stops[b].0)) + u32::from(pairs.contains(&(a, b)))
    });
    order.order.sort_by_key(|&ix| is_kit(all[ix].0));
    let stop = |&ix: &usize| {
        let ((symbol, users), (files, tests)) = (stops[ix], importers[ix]);
        let (package, called) = (all[ix].0, named(graph.symbol(all[ix].0)));
        let chosen = match users {
            0 => format!("Of package {called} it controls most"),
            users => {
                let built = if is_built_in_part(graph, package) { " as built here" } else { "" };
                let most = format!("Of package {called}{built}, it is the type or function others use most");
                match (users, tests == 0 || is_kit(package)) {
                    (1, true) => format!("{most}, though only 1 symbol does"),
                    (1, false) => format!("{most}, though only 1 symbol outside of tests does"),
                    (_, true) => format!("{most}: {} in all", counted(users, "symbol", "symbols")),
                    (_, false) => format!("{most}: {} outside of tests", counted(users, "symbol", "symbols")),
                }
            }
        };
        let imported = match (files, tests) {
            (0, 0) => "no file in this repository imports the package".to_owned(),
            (files, 0) => format!("{} the package", counted(files, "file imports", "files import")),
            (files, tests) => format!(
                "{} the package, {} of them {}",
                counted(files + tests, "file imports", "files import"),
                grouped(tests as u64),
                if tests == 1 { "a test" } else { "tests" }
            ),
        };
        Stop { symbol, why: format!("{chosen}; {imported}.") }
    };
    Some(Plan {
        title: "Package by package".to_owned(),
        description: match total - all.len() {
            0 => format!(
                "{}, each after those that it imports.",
                capital(&counted(total, "the package", "packages"))
            ),
            more => format!(
                "The {} packages that carry most, each after those that it imports; {} left out.",
                all.len(),
                counted(more, "more is", "more are")
            ),
        },
        preface: String::new(),
        name: "packages".to_owned(),
        kind: Kind::Packages.word(),
        stops: order.order.iter().map(stop).collect(),
        pairs: pairs.len(),
        back: order.back,
    })
}

/// The stop of each package of `place`: the type or function that most symbols of other packages use, and how many do, tests
/// aside where it is not there for them. What an interface's call may reach is not used by the caller. Of equals, and where
/// none is used, what controls most.
fn faces(
    graph: &Graph<'_>,
    place: &FxHashMap<SymbolId, usize>,
    kits: &FxHashSet<SymbolId>,
) -> Vec<(SymbolId, usize)> {
    let mut best: Vec<Option<(SymbolId, usize)>> = vec![None; place.len()];
    for symbol in graph.symbols().filter(|s| is_stop(*s)) {
        let Some(&ix) = place.get(&symbol.package()) else { continue };
        let outside = |edge: &EdgeRef<'_>| {
            let from = graph.symbol(edge.from);
            let counts = !from.is_test() || kits.contains(&symbol.package());
            let is_sure = edge.origin != Origin::Dispatch && is_dependency(edge);
            is_sure && from.package() != symbol.package() && counts
        };
        // Edges to a symbol come in order of their ends, so that the kinds between a pair stand side by side.
        let mut users: Vec<SymbolId> =
            graph.incoming(symbol.id).filter(outside).map(|edge| edge.from).collect();
        users.dedup();
        let better = |known: (SymbolId, usize)| {
            let (ours, theirs) = (graph.symbol_hub[symbol.id.ix()], graph.symbol_hub[known.0.ix()]);
            users.len().cmp(&known.1).then(ours.total_cmp(&theirs)).then(known.0.cmp(&symbol.id)).is_gt()
        };
        if best[ix].is_none_or(better) {
            best[ix] = Some((symbol.id, users.len()));
        }
    }
    best.into_iter().flatten().collect()
}

/// Whether build constraints leave out some of a package's files, whose types and functions lead no tour.
fn is_built_in_part(graph: &Graph<'_>, package: SymbolId) -> bool {
    let mut files = graph.files_of(package).map(|file| SymbolId(graph.file_symbol[file.0 as usize]));
    files.any(|file| graph.symbol(file).has(symbol_flag::CONSTRAINED))
}

/// Whether an edge is a dependency that somebody wrote down, and that is more likely there than not: what the degrees of
/// a symbol count.
pub(super) fn is_dependency(edge: &EdgeRef<'_>) -> bool {
    use EdgeKind::{Accesses, Calls, Extends, Uses};
    matches!(edge.kind, Calls | Uses | Accesses | Extends)
        && edge.from != edge.to
        && edge.strength() > LEAST_STRENGTH
}

/// `1 thing`, `2 things`, `1,234 things`; with an article in `one`, that stands for the number.
pub(super) fn counted(n: usize, one: &str, many: &str) -> String {
    match n {
        1 if one.starts_with("the ") => one.to_owned(),
        1 => format!("1 {one}"),
        n => format!("{} {many}", grouped(n as u64)),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
