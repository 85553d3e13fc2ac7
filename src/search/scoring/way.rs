//! The way through an answer: the tree of calls and hand-overs that passes its best rows, in the order of the running program. A
//! question how something comes about needs more than places, and a program is seldom a chain: a function calls one
//! thing, and then the next.
//!
//! The tree grows as the roads of tours do ([`Tree`]), with rows as stations. The worth of a row in a tree is
//!
//! ```text
//! 1 / (1 + rank / 10) * load^0.3 * 0.5 if it is a constructor * strength * 0.9^n_same_unit
//! ```
//!
//! - `load`: the row's load / the median load of the rows. Code with much load does the work; code that sets up, reports
//!   or checks may have more of the question's words.
//! - `strength`: that of the way to it.
//! - `n_same_unit`: symbols of its type, or for functions of its file, that the tree has already.
//!
//! Each symbol of the tree costs 0.1. Up to two other symbols may stand between two rows. A tree is grown from each row, and
//! from callers of several rows, by the best next row for its length; the tree of greatest worth is taken. If there is room, a
//! second tree that is worth at least half as much follows.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::{EdgeId, EdgeKind, Graph, SymbolId, SymbolKind};
use crate::tour::road::{Ends, Found, Hops, Limits, Tree, reached};

/// Functions and methods among the rows that the tree may pass.
const BEST: usize = 40;
/// At this rank a row is worth half of the first.
const HALF_RANK: f64 = 10.0;
/// Exponent of load(row) / median load of the rows, and the least value of that quotient.
const OF_LOAD: f64 = 0.3;
const MIN_LOAD: f64 = 0.01;
/// Part of its worth that a constructor has.
const OF_CONSTRUCTOR: f64 = 0.5;
/// Factor for each symbol of the same type, or of the same file if it has none, that the tree has already.
const OF_UNIT: f64 = 0.9;
/// Cost of a symbol.
const COST: f64 = 0.1;
/// Steps that are taken with less probability are in doubt.
const IN_DOUBT: f32 = 0.5;
/// The most hops from one row to the next, and the most symbols that are passed on the way.
const HOPS: u32 = 3;
const PASSED: usize = 250;
/// Most symbols of a way, which are the steps of a tour, and fewest rows in a tree: any two calls make one of three.
const MAX_SYMBOLS: usize = 12;
const MIN_ROWS: usize = 3;
/// Part of the first tree's worth that a second one has at least.
const OF_FIRST: f64 = 0.5;
/// Factor for the score of a row on the way: it answers three to five times as often as the row beside it that is not.
const ON_WAY: f32 = 1.3;

/// The reason shown for a row that the way raises.
pub(crate) const RAISED: (&str, &str) = ("way", "It is on the way of calls through the best rows.");

/// Callers of rows that a tree may begin at, besides the rows.
const MAX_CALLERS: usize = 40;

/// A tree of calls through rows of an answer, or two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Its symbols in the order of the running program, as far as lines tell, the better tree first; at least three of each are
    /// rows.
    pub symbols: Vec<SymbolId>,
    /// The step to each symbol but the first of a tree, from one before it.
    pub steps: Vec<EdgeId>,
    /// The names of the symbols, each as far as it differs from that of its caller, and `;` between trees. A `?` stands
    /// behind what may not be called: `web.Engine.Run > (step > queue.Open?, Close)`.
    pub names: String,
}

impl Way {
    /// Returns whether a step of it may not be taken: less than half of the runs or of the chances.
    pub fn is_doubtful(&self, graph: &Graph<'_>, step: EdgeId) -> bool {
        is_doubtful(graph, step)
    }
}

/// The symbols of a tree that grew.
struct Grown {
    worth: f64,
    symbols: Vec<SymbolId>,
    /// The step to each symbol but the first.
    steps: Vec<EdgeId>,
}

impl Way {
    /// The factor for the score of a row.
    pub(crate) fn factor(&self, row: SymbolId) -> f32 {
        if self.symbols.contains(&row) { ON_WAY } else { 1.0 }
    }
}

/// Raises the rows that the way passes, and sorts anew. O(rows x (their logarithm + symbols of the way)).
pub(crate) fn raise<T: Copy>(way: &Way, scored: &mut [(f32, T)], symbol: impl Fn(T) -> SymbolId) {
    for (score, row) in scored.iter_mut() {
        *score *= way.factor(symbol(*row));
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| symbol(a.1).cmp(&symbol(b.1))));
}

/// The best tree through the best of `rows`, best first, if there is any, and a second one if there is room. O(roots x calls of
/// what is passed).
pub(crate) fn way(graph: &Graph<'_>, rows: impl Iterator<Item = SymbolId>) -> Option<Way> {
    let is_passed = |id: &SymbolId| graph.symbol(*id).kind().is_callable() && !graph.symbol(*id).is_test();
    let best: Vec<SymbolId> = rows.filter(is_passed).take(BEST).collect();
    let worth = worth_of(graph, &best);
    let users = users(graph, &best, &worth);
    let roots: Vec<SymbolId> = best.into_iter().chain(callers(graph, &users)).collect();
    // A row is worth nothing at the end of a way that weakens it to less than a symbol costs.
    let most = worth.values().copied().fold(COST, f64::max);
    let limits = Limits { hops: HOPS, symbols: PASSED, strength: COST / most };
    let hops = Hops::along_edges(graph);
    let mut growth = Growth { hops, worth, users, limits, known: FxHashMap::default() };
    let first = growth.best_tree(&roots, MAX_SYMBOLS, &[])?;
    let second = growth.best_tree(&roots, MAX_SYMBOLS - first.symbols.len(), &first.symbols);
    let second = second.filter(|second| second.worth >= OF_FIRST * first.worth);
    Some(in_order(graph, [Some(first), second].into_iter().flatten()))
}

/// Returns the worth of each row to a tree, by its rank, its load and whether it is a constructor.
fn worth_of(graph: &Graph<'_>, rows: &[SymbolId]) -> FxHashMap<SymbolId, f64> {
    let mut loads: Vec<f64> = rows.iter().map(|&row| graph.load(row)).collect();
    loads.sort_by(f64::total_cmp);
    let middle = loads.get(loads.len() / 2).copied().filter(|&load| load > 0.0);
    let of_load =
        |row: SymbolId| middle.map_or(1.0, |middle| (graph.load(row) / middle).max(MIN_LOAD).powf(OF_LOAD));
    let by_rank = |rank: usize| 1.0 / (1.0 + rank as f64 / HALF_RANK);
    let of_kind = |row: SymbolId| if is_constructor(graph.symbol(row).name()) { OF_CONSTRUCTOR } else { 1.0 };
    let worth = |(rank, &row): (usize, &SymbolId)| (row, by_rank(rank) * of_load(row) * of_kind(row));
    rows.iter().enumerate().map(worth).collect()
}

/// Returns whether Go's convention says of a name that it makes a value: `New`, `NewServer` or `newServer`.
fn is_constructor(name: &str) -> bool {
    let rest = name.strip_prefix("New").or_else(|| name.strip_prefix("new"));
    rest.is_some_and(|rest| !rest.starts_with(|first: char| first.is_lowercase()))
}

/// The symbols that lead to rows by a step and are none themselves: the number of steps and the worth of the rows. What leads to a
/// variable among them is there, too, with none.
fn users(graph: &Graph<'_>, rows: &[SymbolId], worth: &FxHashMap<SymbolId, f64>) -> Users {
    let into = |id: SymbolId| {
        let steps = graph.incoming_ids(id).iter().map(|&ix| ix as usize);
        let steps = steps.filter(|&ix| EdgeKind::from_number(graph.edge_kind[ix]).is_some_and(is_step));
        steps.map(|ix| SymbolId(graph.edge_from[ix])).filter(|from| !worth.contains_key(from))
    };
    let mut found = Users::default();
    for (row, from) in rows.iter().flat_map(|&row| into(row).map(move |from| (row, from))) {
        let of = found.entry(from).or_default();
        *of = (of.0 + 1, of.1 + worth[&row]);
    }
    let is_var = |id: &SymbolId| graph.symbol(*id).kind() == SymbolKind::Var;
    let mut variables: Vec<SymbolId> = found.keys().copied().filter(is_var).collect();
    while let Some(variable) = variables.pop() {
        for from in into(variable) {
            if let Entry::Vacant(new) = found.entry(from) {
                new.insert((0, 0.0));
                variables.extend(Some(from).filter(is_var));
            }
        }
    }
    found
}

/// Returns the callables with steps to at least two of the rows, those with most worth below them first.
fn callers(graph: &Graph<'_>, users: &Users) -> Vec<SymbolId> {
    let is_start = |id: SymbolId| graph.symbol(id).kind().is_callable() && !graph.symbol(id).is_test();
    let mut found: Vec<(SymbolId, f64)> = users
        .iter()
        .filter(|&(&id, &(steps, _))| steps > 1 && is_start(id))
        .map(|(&id, &(_, worth))| (id, worth))
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    found.into_iter().take(MAX_CALLERS).map(|(id, _)| id).collect()
}

/// Returns whether an edge of a kind is a step of a run.
fn is_step(kind: EdgeKind) -> bool {
    matches!(kind, EdgeKind::Calls | EdgeKind::Runs | EdgeKind::Uses | EdgeKind::Delegates)
}

/// The surest step between two symbols.
fn step(graph: &Graph<'_>, from: SymbolId, to: SymbolId) -> Option<EdgeId> {
    let steps = graph.outgoing_ids(from).filter(|&ix| graph.edge_to[ix] == to.0);
    let steps = steps.map(|ix| graph.edge(EdgeId(ix as u32))).filter(|edge| is_step(edge.kind));
    steps.max_by(|a, b| a.strength().total_cmp(&b.strength())).map(|edge| edge.id)
}

fn is_doubtful(graph: &Graph<'_>, edge: EdgeId) -> bool {
    graph.edge(edge).strength() < IN_DOUBT
}

/// Most rows of a tree that its steps join without doubt.
fn surely_joined(graph: &Graph<'_>, tree: &Grown, is_row: impl Fn(&SymbolId) -> bool) -> usize {
    let mut part_of: FxHashMap<SymbolId, SymbolId> =
        tree.symbols.iter().map(|&symbol| (symbol, symbol)).collect();
    // A step comes after the one that leads to its beginning.
    for &step in &tree.steps {
        let [from, to] = [graph.edge_from[step.ix()], graph.edge_to[step.ix()]].map(SymbolId);
        if let Some(&part) = part_of.get(&from).filter(|_| !is_doubtful(graph, step)) {
            part_of.insert(to, part);
        }
    }
    let mut rows: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for part in tree.symbols.iter().filter(|symbol| is_row(symbol)).filter_map(|symbol| part_of.get(symbol)) {
        *rows.entry(*part).or_default() += 1;
    }
    rows.into_values().max().unwrap_or(0)
}

/// The number of steps from a symbol to rows, and the worth of these.
type Users = FxHashMap<SymbolId, (usize, f64)>;

/// The growth of trees, which have much in common.
struct Growth<'g> {
    hops: Hops<'g>,
    /// Of each row.
    worth: FxHashMap<SymbolId, f64>,
    users: Users,
    /// The limits of the way from one row to the next.
    limits: Limits,
    /// The symbols that those lead to which trees passed so far.
    known: FxHashMap<SymbolId, Rc<Found>>,
}

impl Growth<'_> {
    /// The tree of greatest worth that grows from one of the roots, of the earlier of equals. Sure calls join three of its rows. It
    /// has at most so many symbols, and none of those taken.
    fn best_tree(&mut self, roots: &[SymbolId], most: usize, taken: &[SymbolId]) -> Option<Grown> {
        let mut found: Option<Grown> = None;
        for &root in roots.iter().filter(|&root| most >= MIN_ROWS && !taken.contains(root)) {
            let grown = self.grown(root, most, taken);
            let is_better = found.as_ref().is_none_or(|best| grown.worth > best.worth);
            let is_row = |symbol: &SymbolId| self.worth.contains_key(symbol);
            if is_better && surely_joined(self.hops.graph, &grown, is_row) >= MIN_ROWS {
                found = Some(grown);
            }
        }
        found
    }

    /// The tree that grows from a root by the best row next, for what it costs and how many symbols it takes.
    fn grown(&mut self, root: SymbolId, most: usize, taken: &[SymbolId]) -> Grown {
        let graph = self.hops.graph;
        let mut tree = Tree::new(root);
        let worth = self.worth.get(&root).copied().unwrap_or(0.0) - COST;
        let mut grown = Grown { worth, symbols: vec![root], steps: Vec::new() };
        let mut units: FxHashMap<SymbolId, i32> = FxHashMap::from_iter([(unit(graph, root), 1)]);
        loop {
            let found = self.found(tree.last()[0]);
            tree.lead(found, |id| self.worth.contains_key(&id) && !taken.contains(&id));
            let mut best: Option<(f64, f64, SymbolId)> = None;
            for (row, strength) in tree.candidates() {
                let path = tree.path_to(row);
                let new = path.iter().filter(|id| !grown.symbols.contains(id)).count();
                let had = units.get(&unit(graph, row)).copied().unwrap_or(0);
                let worth = self.worth[&row] * strength * OF_UNIT.powi(had);
                let gain = worth - COST * new as f64;
                let each = gain / new as f64;
                let is_better = best.is_none_or(|(most, _, id)| (each, id) > (most, row));
                let fits = grown.symbols.len() + new <= most && !path.iter().any(|id| taken.contains(id));
                if gain > 0.0 && fits && is_better {
                    best = Some((each, gain, row));
                }
            }
            let Some((_, gain, row)) = best else { return grown };
            grown.worth += gain;
            for pair in tree.path_to(row).windows(2) {
                if !grown.symbols.contains(&pair[1]) {
                    grown.symbols.push(pair[1]);
                    grown.steps.extend(step(graph, pair[0], pair[1]));
                    *units.entry(unit(graph, pair[1])).or_default() += 1;
                }
            }
            tree.take(row);
        }
    }

    /// The rows that a symbol leads to over others, along edges.
    fn found(&mut self, from: SymbolId) -> Rc<Found> {
        if let Some(known) = self.known.get(&from) {
            return known.clone();
        }
        let ends = Ends {
            stops: &|id| self.worth.contains_key(&id),
            is_before: Some(&|id| self.users.contains_key(&id)),
        };
        let found = reached(&mut self.hops, &mut |_, _, _| 1.0, &[from], ends, self.limits);
        let found = Rc::new(found);
        self.known.insert(from, found.clone());
        found
    }
}

/// Returns the unit of which a tree may have too much: the type of a method, the file of a function.
fn unit(graph: &Graph<'_>, id: SymbolId) -> SymbolId {
    let symbol = graph.symbol(id);
    let file = || symbol.file().map(|file| SymbolId(graph.file_symbol[file.ix()]));
    symbol.owner().or_else(file).unwrap_or(id)
}

/// The trees with each symbol before what it calls, and calls in the order of their lines.
fn in_order(graph: &Graph<'_>, trees: impl Iterator<Item = Grown>) -> Way {
    let mut way = Way::default();
    for tree in trees {
        way.names.push_str(if way.symbols.is_empty() { "" } else { "; " });
        if let Some(&root) = tree.symbols.first() {
            append(graph, &tree, root, None, &mut way);
        }
    }
    way
}

/// Appends a symbol of the tree with all below it. At most [`MAX_SYMBOLS`] deep.
fn append(graph: &Graph<'_>, tree: &Grown, symbol: SymbolId, step: Option<EdgeId>, way: &mut Way) {
    let from = |step: EdgeId| SymbolId(graph.edge_from[step.ix()]);
    way.symbols.push(symbol);
    way.steps.extend(step);
    way.names.push_str(&name(graph, step.map(from), symbol));
    way.names.push_str(if step.is_some_and(|step| is_doubtful(graph, step)) { "?" } else { "" });
    let mut calls: Vec<EdgeId> = tree.steps.iter().copied().filter(|&step| from(step) == symbol).collect();
    calls.sort_by_key(|&step| (graph.edge(step).lines.first().copied(), step.ix()));
    let [before, after] = match calls.len() {
        0 => ["", ""],
        1 => [" > ", ""],
        _ => [" > (", ")"],
    };
    way.names.push_str(before);
    for (nth, step) in calls.into_iter().enumerate() {
        way.names.push_str(if nth > 0 { ", " } else { "" });
        append(graph, tree, SymbolId(graph.edge_to[step.ix()]), Some(step), way);
    }
    way.names.push_str(after);
}

fn name(graph: &Graph<'_>, caller: Option<SymbolId>, id: SymbolId) -> String {
    let symbol = graph.symbol(id);
    match caller.map(|caller| graph.symbol(caller)) {
        Some(caller) if caller.package() != symbol.package() => symbol.label(),
        Some(caller) if caller.owner() != symbol.owner() => symbol.qualified().to_owned(),
        Some(_) => symbol.name().to_owned(),
        None => symbol.label(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::{call, edge, f, file as file_draft, functions, symbol};
    use crate::model::{EdgeDraft, GraphBuilder, SymbolKind};

    fn found(calls: &[(u32, u32, f32)], order: &[u32]) -> Way {
        let calls: Vec<_> = calls.iter().map(|&(from, to, sure)| call(from, to, sure)).collect();
        let data = functions(20, &calls);
        let way = way(&data.graph(), order.iter().map(|&ix| f(ix))).unwrap_or_default();
        assert_eq!(way.steps.len(), way.symbols.len().saturating_sub(1));
        way
    }

    fn passed(calls: &[(u32, u32, f32)], order: &[u32]) -> Vec<u32> {
        found(calls, order).symbols.iter().map(|symbol| symbol.0 - f(0).0).collect()
    }

    #[test]
    fn a_way_passes_the_rows_in_the_order_of_calls() {
        let calls = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0)];
        assert_eq!(passed(&calls, &[3, 1, 0, 2]), [0, 1, 2, 3]);
        assert_eq!(passed(&calls, &[3, 0, 1]), [0, 1, 2, 3], "one symbol between rows is no row");
        assert!(passed(&calls, &[3, 0]).is_empty(), "two rows are no way");
        assert_eq!(found(&calls, &[3, 1, 0, 2]).names, "p.f0 > f1 > f2 > f3");
    }

    #[test]
    fn rows_on_the_way_are_raised() {
        let way = found(&[(0, 1, 1.0), (1, 2, 1.0)], &[0, 1, 2, 3]);
        let mut scored = [(1.0, 9_u32), (0.8, 0), (0.7, 8), (0.6, 1)];
        raise(&way, &mut scored, f);
        assert_eq!(scored.map(|row| row.1), [0, 9, 1, 8]);
    }

    #[test]
    fn what_is_called_one_after_another_is_a_way_from_the_common_caller() {
        let calls = [(0, 1, 1.0), (1, 4, 1.0), (0, 2, 1.0), (0, 3, 1.0)];
        let way = found(&calls, &[4, 3, 2, 1]);
        assert_eq!(way.names, "p.f0 > (f1 > f4, f2, f3)", "the caller is no row");
    }

    #[test]
    fn calls_come_in_the_order_of_their_lines() {
        let mut calls = [call(0, 1, 1.0), call(0, 2, 1.0), call(0, 3, 1.0)];
        (calls[0].line, calls[1].line, calls[2].line) = (9, 5, 7);
        let data = functions(4, &calls);
        let way = way(&data.graph(), [1, 2, 3].into_iter().map(f)).unwrap_or_default();
        assert_eq!(way.names, "p.f0 > (f2, f3, f1)");
    }

    #[test]
    fn a_way_leaves_out_what_three_unknown_symbols_part_and_what_is_in_doubt() {
        let calls = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (3, 4, 1.0), (4, 5, 1.0)];
        assert_eq!(passed(&calls, &[0, 3, 4]), [0, 1, 2, 3, 4]);
        assert!(passed(&calls, &[0, 4, 5]).is_empty());
        let unlikely = [(0, 1, 0.04), (1, 2, 1.0), (2, 3, 1.0)];
        assert_eq!(passed(&unlikely, &[0, 1, 2, 3]), [1, 2, 3]);
    }

    #[test]
    fn what_may_not_be_called_is_marked_and_carries_no_way() {
        let calls = [(0, 1, 1.0), (1, 2, 1.0), (2, 3, 0.4)];
        assert_eq!(found(&calls, &[0, 1, 2, 3]).names, "p.f0 > f1 > f2 > f3?");
        let doubtful = [(0, 1, 1.0), (1, 2, 0.4), (2, 3, 1.0)];
        assert!(found(&doubtful, &[0, 1, 2, 3]).names.is_empty(), "no three rows are joined surely");
    }

    #[test]
    fn a_function_given_as_a_value_is_passed() {
        let data = functions(4, &[call(0, 1, 1.0), edge(0, 2, EdgeKind::Uses, 1.0), call(2, 3, 1.0)]);
        let way = way(&data.graph(), [0, 1, 2, 3].into_iter().map(f)).unwrap_or_default();
        assert_eq!(way.symbols, [0, 1, 2, 3].map(f));
    }

    #[test]
    fn of_two_good_rows_and_three_lesser_ones_the_three_are_a_way() {
        let calls = [(0, 1, 1.0), (2, 3, 1.0), (3, 4, 1.0)];
        assert_eq!(passed(&calls, &[0, 1, 5, 6, 7, 2, 3, 4]), [2, 3, 4]);
    }

    #[test]
    fn of_two_trees_the_one_that_carries_the_load_is_first_and_the_other_behind_it_if_it_is_worth_half() {
        let calls = [call(0, 1, 1.0), call(1, 2, 1.0), call(3, 4, 1.0), call(4, 5, 1.0)];
        let mut data = functions(6, &calls);
        let order = [0, 1, 2, 3, 4, 5].map(f);
        let taken =
            |data: &crate::model::GraphData| way(&data.graph(), order.into_iter()).unwrap_or_default().names;
        assert_eq!(taken(&data), "p.f0 > f1 > f2; p.f3 > f4 > f5");
        data.symbol_load = vec![1.0; data.graph().n_symbols()];
        for (load, names) in [(3.0, "p.f3 > f4 > f5; p.f0 > f1 > f2"), (50.0, "p.f3 > f4 > f5")] {
            for ix in [3, 4, 5] {
                data.symbol_load[f(ix).ix()] = load;
            }
            assert_eq!(taken(&data), names);
        }
    }

    #[test]
    fn a_second_tree_has_the_room_that_the_first_leaves() {
        let calls: Vec<_> = (0..11).chain(20..23).map(|ix| (ix, ix + 1, 1.0)).collect();
        let calls: Vec<_> = calls.iter().map(|&(from, to, sure)| call(from, to, sure)).collect();
        let mut data = functions(40, &calls);
        data.symbol_load = vec![1.0; data.graph().n_symbols()];
        let way = way(&data.graph(), (0..40).map(f)).unwrap_or_default();
        assert!(way.symbols.len() <= MAX_SYMBOLS, "{}", way.names);
    }

    #[test]
    fn one_of_many_methods_that_a_call_may_reach_is_a_lesser_step() {
        let calls: Vec<_> = (1..16).map(|to| call(0, to, 1.0)).collect();
        let mut data = functions(16, &calls);
        let passed = |data: &crate::model::GraphData| {
            way(&data.graph(), (0..16).map(f)).unwrap_or_default().symbols.contains(&f(3))
        };
        assert!(passed(&data));
        let share = data.edge_share.iter_mut().zip(&data.edge_to).find(|(_, to)| **to == f(3).0);
        *share.expect("an edge").0 = 0.02;
        assert!(!passed(&data));
    }

    #[test]
    fn a_circle_is_passed_once_and_no_way_is_longer_than_a_tour() {
        let calls = [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)];
        assert_eq!(passed(&calls, &[0, 1, 2]), [0, 1, 2]);
        let long: Vec<_> = (0..15).map(|ix| call(ix, ix + 1, 1.0)).collect();
        let mut data = functions(40, &long);
        // A symbol with much load is worth a step wherever it is.
        let load = |ix: usize| if ix < f(16).ix() { 1e6 } else { 1.0 };
        data.symbol_load = (0..data.graph().n_symbols()).map(load).collect();
        let way = way(&data.graph(), (0..40).map(f)).unwrap_or_default();
        assert_eq!(way.symbols.len(), MAX_SYMBOLS);
    }

    #[test]
    fn of_what_a_caller_calls_the_way_takes_what_controls_most() {
        let calls: Vec<_> = (1..16).map(|to| call(0, to, 1.0)).collect();
        let mut data = functions(16, &calls);
        let order = || (0..16).map(f);
        let passed = |data: &crate::model::GraphData| way(&data.graph(), order()).unwrap_or_default().symbols;
        assert!(!passed(&data).contains(&f(14)), "the first rows are enough");
        data.symbol_hub = vec![1e-6; data.graph().n_symbols()];
        data.symbol_hub[f(14).ix()] = 1e-3;
        assert!(passed(&data).contains(&f(14)));
    }

    #[test]
    fn a_way_spreads_over_files() {
        let in_file = |file: u32| {
            let mut symbols =
                vec![symbol(SymbolKind::Package, "p", None, 0), symbol(SymbolKind::File, "p", Some(0), 0)];
            symbols.extend((0..16).map(|ix| symbol(SymbolKind::Func, format!("f{ix}"), Some(0), ix)));
            symbols.push(symbol(SymbolKind::File, "q", Some(1), 0));
            symbols.push(symbol(SymbolKind::Func, "last", Some(file), 20));
            let mut builder = GraphBuilder::new(vec![file_draft("p.go", 0), file_draft("q.go", 0)], symbols);
            let last = EdgeDraft { to: SymbolId(19), ..call(0, 1, 1.0) };
            builder.edges((1..16).map(|to| call(0, to, 1.0)).chain([last]));
            let data = builder.finish();
            let graph = data.graph();
            let id = |name: &str| graph.symbols().find(|s| s.name() == name).map(|s| s.id);
            let rows = (0..16).filter_map(|ix| id(&format!("f{ix}"))).chain(id("last"));
            way(&graph, rows).unwrap_or_default().names
        };
        assert!(in_file(1).contains("last"), "{}", in_file(1));
        assert!(!in_file(0).contains("last"), "{}", in_file(0));
    }

    #[test]
    fn a_constructor_is_half_a_step() {
        for (name, makes) in
            [("New", true), ("NewServer", true), ("newServer", true), ("Newest", false), ("renew", false)]
        {
            assert_eq!(is_constructor(name), makes, "{name}");
        }
    }
}
