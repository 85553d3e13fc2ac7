//! Relevance of a symbol to a task: four signals, added up by weight, and a traversal that follows them.
//!
//! ```text
//! relevance = 0.40 semantic + 0.25 pagerank + 0.25 task_trace + 0.10 cochange
//! ```
//!
//! Every signal lies in [0, 1]. Where they come from is the caller's affair ([`Signals`]); what they mean is not:
//!
//! * *semantic*: cosine of query and symbol, clamped; off (0) without a query.
//! * *pagerank*: authority, min-max normalised over the whole graph.
//! * *task trace*: what the user's own work says; 0 when nothing is known.
//! * *cochange*: mean weight of the co-changes that connect the symbol with symbols visited already; 0 when there are
//!   none. Without any history it is `1/(1 + 0.5 depth)` instead, and the answer says so.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::model::{EdgeKind, Graph, SymbolId};

/// Weight of each signal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RelevanceWeights {
    pub semantic: f64,
    pub pagerank: f64,
    pub task_trace: f64,
    pub cochange: f64,
}

impl Default for RelevanceWeights {
    fn default() -> Self {
        Self { semantic: 0.40, pagerank: 0.25, task_trace: 0.25, cochange: 0.10 }
    }
}

/// An invalid weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a weight: write semantic=, pagerank=, task_trace= or cochange= and a number from 0 to 1"
)]
pub struct BadWeight(pub String);

impl RelevanceWeights {
    /// Every weight: name, value, and a line that describes it.
    pub fn rows(&self) -> [(&'static str, f64, &'static str); 4] {
        [
            ("semantic", self.semantic, "Cosine of question and symbol."),
            ("pagerank", self.pagerank, "Authority among all symbols."),
            ("task_trace", self.task_trace, "What you opened, kept, copied or left out."),
            ("cochange", self.cochange, "What past commits changed together with symbols visited before."),
        ]
    }

    /// These weights with some of them overridden: `semantic=0.6,cochange=0`. The others stay as they are.
    ///
    /// # Errors
    /// An unknown name, or a value that is no number from 0 to 1.
    pub fn overridden(mut self, text: &str) -> Result<Self, BadWeight> {
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let bad = || BadWeight(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(bad)?;
            let value: f64 = value.trim().parse().map_err(|_| bad())?;
            if !(0.0..=1.0).contains(&value) {
                return Err(bad());
            }
            *match name.trim() {
                "semantic" => &mut self.semantic,
                "pagerank" => &mut self.pagerank,
                "task_trace" | "task-trace" => &mut self.task_trace,
                "cochange" | "co-change" => &mut self.cochange,
                _ => return Err(bad()),
            } = value;
        }
        Ok(self)
    }
}

/// The sources of the signals. Values outside [0, 1] are clamped; NaN counts as 0.
#[derive(Clone, Copy)]
pub struct Signals<'s> {
    /// Cosine of the query and a symbol; `None` without a query.
    pub semantic: Option<&'s dyn Fn(SymbolId) -> f64>,
    pub task_trace: &'s dyn Fn(SymbolId) -> f64,
    /// Probability that a change of the first symbol comes with one of the second, above 0 if they are connected;
    /// `None` without history.
    pub co_change: Option<&'s dyn Fn(SymbolId, SymbolId) -> f64>,
}

/// The four signals of one symbol, each in [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RelevanceParts {
    pub semantic: f64,
    pub pagerank: f64,
    pub task_trace: f64,
    pub cochange: f64,
}

impl RelevanceParts {
    /// The weighted sum, in [0, 1] whatever the weights are.
    pub fn relevance(&self, weights: &RelevanceWeights) -> f64 {
        let sum = weights.semantic * self.semantic
            + weights.pagerank * self.pagerank
            + weights.task_trace * self.task_trace
            + weights.cochange * self.cochange;
        sum.clamp(0.0, 1.0)
    }
}

/// A symbol in the order of a traversal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    pub symbol: SymbolId,
    /// Steps from a seed.
    pub depth: u32,
    pub relevance: f64,
    pub parts: RelevanceParts,
}

/// Scores symbols of one graph for one task.
pub struct Scorer<'s> {
    graph: Graph<'s>,
    signals: Signals<'s>,
    weights: RelevanceWeights,
    /// Least and greatest authority of the graph.
    authority: [f64; 2],
}

/// Where a traversal ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub visits: usize,
    /// Symbols below this relevance are not visited.
    pub least: f64,
}

/// A symbol seen but not visited yet.
#[derive(Clone, Copy, Default)]
struct Waiting {
    depth: u32,
    /// The signals that do not depend on visits.
    parts: RelevanceParts,
    /// Co-changes with visited symbols: their sum and how many there are.
    co_change: (f64, u32),
}

impl<'s> Scorer<'s> {
    /// O(symbols).
    pub fn new(graph: Graph<'s>, signals: Signals<'s>, weights: RelevanceWeights) -> Self {
        let column = graph.symbol_authority.iter().copied();
        let authority = [column.clone().fold(f64::INFINITY, f64::min), column.fold(0.0, f64::max)];
        Self { graph, signals, weights, authority }
    }

    /// Returns whether depth replaces co-changes, because there is no history.
    pub fn penalizes_depth(&self) -> bool {
        self.signals.co_change.is_none()
    }

    /// The score of one symbol, given the symbols visited before. Its depth is the one of a traversal from those: 0
    /// without any, [`u32::MAX`] if none leads to it. O(visited), without history O(edges).
    pub fn score(&self, symbol: SymbolId, visited: &[SymbolId]) -> Visit {
        let depth = if self.penalizes_depth() { self.depth(symbol, visited) } else { 0 };
        let mut waiting = self.waiting(symbol, depth);
        for &seen in visited {
            self.connect(&mut waiting, seen, symbol);
        }
        self.visit(symbol, &waiting)
    }

    /// Best first from the seeds along what each symbol depends on: of all symbols seen, the most relevant is visited
    /// next, given all visited before. Seeds are visited first, in their order, however relevant they are.
    ///
    /// O(visits x symbols seen).
    pub fn traverse(&self, seeds: &[SymbolId], bounds: Bounds) -> Vec<Visit> {
        let mut visits: Vec<Visit> = Vec::new();
        let mut visited: FxHashSet<SymbolId> = FxHashSet::default();
        let mut frontier: FxHashMap<SymbolId, Waiting> = FxHashMap::default();
        let mut seeds = seeds.iter().copied().filter(|seed| seed.ix() < self.graph.n_symbols());
        while visits.len() < bounds.visits {
            let next = match seeds.next() {
                Some(seed) if visited.contains(&seed) => continue,
                Some(seed) => {
                    let mut waiting = self.waiting(seed, 0);
                    for visit in &visits {
                        self.connect(&mut waiting, visit.symbol, seed);
                    }
                    self.visit(seed, &waiting)
                }
                None => match self.best(&frontier) {
                    Some(best) if best.relevance >= bounds.least => best,
                    _ => break,
                },
            };
            frontier.remove(&next.symbol);
            visited.insert(next.symbol);
            for (&symbol, waiting) in &mut frontier {
                self.connect(waiting, next.symbol, symbol);
            }
            visits.push(next);
            for symbol in self.leads_to(next.symbol) {
                if visited.contains(&symbol) || frontier.contains_key(&symbol) {
                    continue;
                }
                let mut waiting = self.waiting(symbol, next.depth + 1);
                for visit in &visits {
                    self.connect(&mut waiting, visit.symbol, symbol);
                }
                frontier.insert(symbol, waiting);
            }
        }
        visits
    }

    /// The next symbols of a traversal.
    fn leads_to(&self, from: SymbolId) -> impl Iterator<Item = SymbolId> {
        let edges = self
            .graph
            .outgoing(from)
            .filter(|edge| !matches!(edge.kind, EdgeKind::MemberOf | EdgeKind::Runs));
        edges.map(|edge| edge.to)
    }

    /// The fewest steps from any of `starts`; 0 without any, [`u32::MAX`] where none leads to `symbol`.
    fn depth(&self, symbol: SymbolId, starts: &[SymbolId]) -> u32 {
        if starts.is_empty() {
            return 0;
        }
        let starts = starts.iter().copied().filter(|start| start.ix() < self.graph.n_symbols());
        let mut ring: Vec<SymbolId> = starts.collect();
        let mut seen: FxHashSet<SymbolId> = ring.iter().copied().collect();
        let mut depth = 0;
        while !seen.contains(&symbol) {
            let near: Vec<SymbolId> = ring.iter().flat_map(|&from| self.leads_to(from)).collect();
            ring = near.into_iter().filter(|&to| seen.insert(to)).collect();
            if ring.is_empty() {
                return u32::MAX;
            }
            depth += 1;
        }
        depth
    }

    fn best(&self, frontier: &FxHashMap<SymbolId, Waiting>) -> Option<Visit> {
        let visits = frontier.iter().map(|(&symbol, waiting)| self.visit(symbol, waiting));
        visits.max_by(|a, b| a.relevance.total_cmp(&b.relevance).then(b.symbol.cmp(&a.symbol)))
    }

    fn waiting(&self, symbol: SymbolId, depth: u32) -> Waiting {
        let [least, most] = self.authority;
        let authority = self.graph.symbol_authority.get(symbol.ix()).copied().unwrap_or(least);
        let pagerank = if most > least { (authority - least) / (most - least) } else { 0.0 };
        let parts = RelevanceParts {
            semantic: self.signals.semantic.map_or(0.0, |semantic| clamped(semantic(symbol))),
            pagerank: clamped(pagerank),
            task_trace: clamped((self.signals.task_trace)(symbol)),
            cochange: 0.0,
        };
        Waiting { depth, parts, co_change: (0.0, 0) }
    }

    fn connect(&self, waiting: &mut Waiting, visited: SymbolId, symbol: SymbolId) {
        let weight = self.signals.co_change.map_or(0.0, |co_change| clamped(co_change(visited, symbol)));
        if weight > 0.0 {
            waiting.co_change.0 += weight;
            waiting.co_change.1 += 1;
        }
    }

    fn visit(&self, symbol: SymbolId, waiting: &Waiting) -> Visit {
        let cochange = match waiting.co_change {
            _ if self.penalizes_depth() => 1.0 / (1.0 + 0.5 * f64::from(waiting.depth)),
            (_, 0) => 0.0,
            (sum, count) => sum / f64::from(count),
        };
        let parts = RelevanceParts { cochange, ..waiting.parts };
        Visit { symbol, depth: waiting.depth, relevance: parts.relevance(&self.weights), parts }
    }
}

/// A value clamped to [0, 1]; 0 for NaN.
fn clamped(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GraphData;
    use crate::model::fixture::{self, call, f};

    /// Functions with these authorities and calls.
    fn functions(authority: &[f64], calls: &[(u32, u32)]) -> GraphData {
        let calls: Vec<_> = calls.iter().map(|&(from, to)| call(from, to, 1.0)).collect();
        let mut data = fixture::functions(authority.len() as u32, &calls);
        data.symbol_authority = [&[0.1, 0.1], authority].concat();
        data
    }

    const COLD: &dyn Fn(SymbolId) -> f64 = &|_| 0.0;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn the_four_signals_add_up_by_the_seed_s_weights() {
        let data = functions(&[0.2, 0.5], &[]);
        let signals =
            Signals { semantic: Some(&|_| 0.5), task_trace: &|_| 0.8, co_change: Some(&|_, _| 0.6) };
        let scorer = Scorer::new(data.graph(), signals, RelevanceWeights::default());
        let visit = scorer.score(f(0), &[f(1)]);
        assert!(close(visit.parts.pagerank, 0.25), "(0.2 - 0.1) / (0.5 - 0.1)");
        assert!(close(visit.relevance, 0.40 * 0.5 + 0.25 * 0.25 + 0.25 * 0.8 + 0.10 * 0.6), "{visit:?}");
        assert!(close(scorer.score(f(1), &[]).parts.pagerank, 1.0));
    }

    #[test]
    fn signals_are_clamped_and_neutral_when_nothing_is_known() {
        let data = functions(&[0.1], &[]);
        let of = |cosine: f64| {
            let semantic = move |_| cosine;
            let signals =
                Signals { semantic: Some(&semantic), task_trace: COLD, co_change: Some(&|_, _| 0.0) };
            Scorer::new(data.graph(), signals, RelevanceWeights::default()).score(f(0), &[]).parts
        };
        for (cosine, semantic) in [(-0.3, 0.0), (0.3, 0.3), (1.7, 1.0), (f64::NAN, 0.0)] {
            let parts = of(cosine);
            assert!(close(parts.semantic, semantic), "{cosine}");
            // All authorities are equal: no symbol stands out.
            assert!(close(parts.pagerank, 0.0) && close(parts.task_trace, 0.0) && close(parts.cochange, 0.0));
        }
        let without_query = Signals { semantic: None, task_trace: COLD, co_change: Some(&|_, _| 0.0) };
        let scorer = Scorer::new(data.graph(), without_query, RelevanceWeights::default());
        assert!(close(scorer.score(f(0), &[]).relevance, 0.0));
    }

    #[test]
    fn co_change_is_the_mean_over_visited_symbols_that_are_connected() {
        let data = functions(&[0.1; 4], &[]);
        let weight = |visited: SymbolId, _: SymbolId| match visited {
            v if v == f(1) => 0.8,
            v if v == f(2) => 0.2,
            _ => 0.0,
        };
        let signals = Signals { semantic: None, task_trace: COLD, co_change: Some(&weight) };
        let scorer = Scorer::new(data.graph(), signals, RelevanceWeights::default());
        let cochange = |visited: &[SymbolId]| scorer.score(f(0), visited).parts.cochange;
        assert!(close(cochange(&[]), 0.0));
        assert!(close(cochange(&[f(3)]), 0.0), "no co-change connects them");
        assert!(close(cochange(&[f(1), f(2), f(3)]), 0.5));
    }

    #[test]
    fn without_history_depth_takes_the_last_place() {
        let data = functions(&[0.1; 3], &[(0, 1), (1, 2)]);
        let signals = Signals { semantic: None, task_trace: COLD, co_change: None };
        let scorer = Scorer::new(data.graph(), signals, RelevanceWeights::default());
        assert!(scorer.penalizes_depth());
        let visits = scorer.traverse(&[f(0)], Bounds { visits: 9, least: 0.0 });
        let last: Vec<f64> = visits.iter().map(|visit| visit.parts.cochange).collect();
        assert_eq!(visits.iter().map(|visit| visit.depth).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(close(last[0], 1.0) && close(last[1], 1.0 / 1.5) && close(last[2], 0.5), "{last:?}");
        let alone = |symbol: u32, visited: &[SymbolId]| scorer.score(f(symbol), visited).parts.cochange;
        assert!(close(alone(2, &[]), 1.0) && close(alone(2, &[f(0)]), 0.5));
        assert!(close(alone(2, &[f(0), f(1)]), 1.0 / 1.5), "the nearest counts");
        assert!(alone(0, &[f(2)]) < 1e-9, "nothing leads there");
    }

    #[test]
    fn the_traversal_takes_the_best_first_and_learns_from_what_it_visited() {
        // f0 calls f1 and f2; f1 calls f3. f2 is a little more relevant than f3 until f1 was visited.
        let data = functions(&[0.1; 4], &[(0, 1), (0, 2), (1, 3)]);
        let trace = |symbol: SymbolId| [0.0, 0.9, 0.40, 0.39][symbol.ix() - 2];
        let linked = |a: SymbolId, b: SymbolId| if (a, b) == (f(1), f(3)) { 1.0 } else { 0.0 };
        let signals = Signals { semantic: None, task_trace: &trace, co_change: Some(&linked) };
        let order = |weights: &str, bounds| {
            let weights = RelevanceWeights::default().overridden(weights).unwrap();
            let visits = Scorer::new(data.graph(), signals, weights).traverse(&[f(0), f(0), f(99)], bounds);
            visits.iter().map(|visit| visit.symbol.0 - 2).collect::<Vec<_>>()
        };
        let all = Bounds { visits: 9, least: 0.0 };
        assert_eq!(order("", all), [0, 1, 3, 2]);
        assert_eq!(order("cochange=0", all), [0, 1, 2, 3]);
        assert_eq!(order("", Bounds { visits: 2, ..all }), [0, 1]);
        assert_eq!(order("", Bounds { least: 0.15, ..all }), [0, 1, 3]);
    }

    #[test]
    fn weights_are_overridden_by_name() {
        let weights = RelevanceWeights::default().overridden("semantic=0.6, cochange=0").unwrap();
        assert_eq!(weights, RelevanceWeights { semantic: 0.6, cochange: 0.0, ..RelevanceWeights::default() });
        assert_eq!(RelevanceWeights::default().overridden(""), Ok(RelevanceWeights::default()));
        for bad in ["semantic", "semantics=1", "semantic=x", "pagerank=-1", "pagerank=2", "pagerank=nan"] {
            assert_eq!(RelevanceWeights::default().overridden(bad), Err(BadWeight(bad.to_owned())), "{bad}");
        }
        let all = RelevanceParts { semantic: 1.0, pagerank: 1.0, task_trace: 1.0, cochange: 1.0 };
        let heavy = RelevanceWeights { semantic: 1.0, pagerank: 1.0, task_trace: 1.0, cochange: 1.0 };
        assert!(close(all.relevance(&heavy), 1.0) && close(all.relevance(&RelevanceWeights::default()), 1.0));
    }
}
