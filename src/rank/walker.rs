//! Personalized walks for a session. Steps that were prepared for a graph and an intent are kept, and so are results of
//! repeated questions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::push::{Nearness, Scratch, push};
use super::transitions::Transitions;
use super::{Intent, Personalization};
use crate::model::Graph;

/// The number of results that are kept. One takes some hundred kilobytes at most.
const MAX_RESULTS: usize = 128;

/// Everything that the result of a walk depends on: the graph, the intent and the start vector, bit by bit, which
/// covers the seeds and the history. Damping and threshold are constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct WalkKey {
    generation: u64,
    intent: Intent,
    start: Vec<(u32, u64)>,
}

/// Finds what is near given symbols, in one graph at a time.
#[derive(Debug, Default)]
pub struct Walker {
    generation: u64,
    prepared: FxHashMap<Intent, Transitions>,
    scratch: Scratch,
    cache: WalkCache,
}

/// The most recent results. The least recently used one is dropped first.
#[derive(Debug, Default)]
struct WalkCache {
    results: FxHashMap<WalkKey, (u64, Arc<Nearness>)>,
    clock: u64,
}

impl Walker {
    /// Finds what is near `seeds` in `graph`. `generation` stands for the content of the graph: equal numbers must
    /// mean equal columns. Seeds that the graph does not have are left out.
    ///
    /// A walk costs what it touches: a small part of the graph, with a factor of two or three where no earlier walk
    /// of the intent was. The first one of an intent costs one word for each symbol, too. A repeated one costs a
    /// look-up.
    pub fn walk(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        intent: Intent,
        seeds: &Personalization,
    ) -> Arc<Nearness> {
        if self.generation != generation {
            self.prepared.clear();
            self.scratch = Scratch::default();
            self.generation = generation;
        }
        let seeds = seeds.within(graph.n_symbols());
        let start = seeds.entries().iter().map(|&(id, weight)| (id.0, weight.to_bits())).collect();
        let key = WalkKey { generation, intent, start };
        if let Some(known) = self.cache.get(&key) {
            return known;
        }
        let prepared = || Transitions::new(graph, intent.row());
        let transitions = self.prepared.entry(intent).or_insert_with(prepared);
        let found = Arc::new(push(graph, transitions, &seeds, &mut self.scratch));
        self.cache.put(key, found.clone());
        found
    }

    /// Runs [`Walker::walk`] on another thread while `other` runs on this one, so that two questions about one symbol
    /// do not wait for each other.
    pub fn walk_beside<R>(
        &mut self,
        graph: &Graph<'_>,
        generation: u64,
        intent: Intent,
        seeds: &Personalization,
        other: impl FnOnce() -> R,
    ) -> (Arc<Nearness>, R) {
        let mut near = None;
        let result = rayon::in_place_scope(|scope| {
            scope.spawn(|_| near = Some(self.walk(graph, generation, intent, seeds)));
            other()
        });
        (near.unwrap_or_default(), result)
    }
}

impl WalkCache {
    fn get(&mut self, key: &WalkKey) -> Option<Arc<Nearness>> {
        self.clock += 1;
        let (used, result) = self.results.get_mut(key)?;
        *used = self.clock;
        Some(result.clone())
    }

    fn put(&mut self, key: WalkKey, result: Arc<Nearness>) {
        if self.results.len() >= MAX_RESULTS
            && let Some(oldest) =
                self.results.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key.clone())
        {
            self.results.remove(&oldest);
        }
        self.results.insert(key, (self.clock, result));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::{edge, f, functions};
    use crate::model::{EdgeKind, SymbolId};

    fn chain() -> crate::model::GraphData {
        functions(3, &[edge(0, 1, EdgeKind::Calls, 1.0), edge(1, 2, EdgeKind::Uses, 1.0)])
    }

    #[test]
    fn a_repeated_question_is_cache_until_anything_that_matters_changes() {
        let data = chain();
        let graph = data.graph();
        let seeds = Personalization::uniform(&[f(0)]);
        let blended = Personalization::new(&[(f(0), 1.0)], &[(f(1), 1.0)]);
        let mut walker = Walker::default();
        let first = walker.walk(&graph, 1, Intent::Balanced, &seeds);
        assert!(Arc::ptr_eq(&first, &walker.walk(&graph, 1, Intent::Balanced, &seeds)));
        for (what, generation, intent, seeds) in [
            ("intent", 1, Intent::Debug, &seeds),
            ("generation", 2, Intent::Balanced, &seeds),
            ("history", 1, Intent::Balanced, &blended),
        ] {
            let other = walker.walk(&graph, generation, intent, seeds);
            assert!(!Arc::ptr_eq(&first, &other), "{what}");
        }
    }

    #[test]
    fn the_longest_unused_is_forgotten_first() {
        let data = chain();
        let graph = data.graph();
        let seeds = |ix: usize| Personalization::new(&[(f(0), 1.0), (f(1), 1.0 + ix as f64)], &[]);
        let mut walker = Walker::default();
        let kept = walker.walk(&graph, 1, Intent::Balanced, &seeds(0));
        let lost = walker.walk(&graph, 1, Intent::Balanced, &seeds(1));
        for ix in 2..=MAX_RESULTS {
            walker.walk(&graph, 1, Intent::Balanced, &seeds(0));
            walker.walk(&graph, 1, Intent::Balanced, &seeds(ix));
        }
        assert!(Arc::ptr_eq(&kept, &walker.walk(&graph, 1, Intent::Balanced, &seeds(0))));
        assert!(!Arc::ptr_eq(&lost, &walker.walk(&graph, 1, Intent::Balanced, &seeds(1))));
        assert_eq!(walker.cache.results.len(), MAX_RESULTS);
    }

    #[test]
    fn another_graph_gets_its_own_steps() {
        let (old, new) = (chain(), functions(2, &[edge(1, 0, EdgeKind::Calls, 1.0)]));
        let mut walker = Walker::default();
        let seeds = Personalization::uniform(&[f(0), SymbolId(4)]);
        assert!(walker.walk(&old.graph(), 1, Intent::Impact, &seeds).score(f(1)) > 0.0);
        let near = walker.walk(&new.graph(), 2, Intent::Impact, &seeds);
        assert!(near.score(f(1)) > 0.0 && near.score(SymbolId(4)) == 0.0);
    }
}
