//! Plans the tours of each [`TourKind`].

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::plan::Plan;
use super::step::TourKind;
use super::{FileOpener, all_packages, entry_points, load_bearing, start_here, subsystems};
use crate::model::{Graph, SymbolId};
use crate::rank::test_support_packages;

/// Plans tours of one graph. What several kinds need is worked out once.
pub struct Planner<'g> {
    graph: &'g Graph<'g>,
    open: &'g FileOpener<'g>,
    test_support: OnceCell<FxHashSet<SymbolId>>,
    heads: OnceCell<Vec<SymbolId>>,
}

impl<'g> Planner<'g> {
    /// `open` opens the files of the tree; few are read.
    #[must_use]
    pub fn new(graph: &'g Graph<'g>, open: &'g FileOpener<'g>) -> Self {
        Self { graph, open, test_support: OnceCell::new(), heads: OnceCell::new() }
    }

    /// The tours of a kind: one, or one for each entry point. Empty if there is nothing to show. O(symbols + edges).
    #[must_use]
    pub fn plans(&self, kind: TourKind) -> Vec<Plan> {
        let graph = self.graph;
        match kind {
            TourKind::Start => {
                let way = self.way_and_heads();
                start_here::plan(graph, self.heads(), way).into_iter().collect()
            }
            TourKind::LoadBearing => load_bearing::load_bearing(graph, self.heads()).into_iter().collect(),
            TourKind::Controlling => {
                load_bearing::controlling(graph, self.test_support()).into_iter().collect()
            }
            TourKind::EntryPoints => entry_points::plans(graph),
            TourKind::Subsystems => subsystems::plans(graph, self.test_support()),
            TourKind::Packages => {
                all_packages::packages(graph, self.test_support(), self.open).into_iter().collect()
            }
        }
    }

    /// The way from the entry point; and the symbols of the highest load, if they are not known, are found meanwhile.
    fn way_and_heads(&self) -> Vec<(SymbolId, String)> {
        let graph = self.graph;
        if self.heads.get().is_some() {
            return start_here::way(graph);
        }
        let known = self.test_support.get().cloned();
        let (way, (test_support, heads)) = rayon::join(
            || start_here::way(graph),
            || {
                let test_support = known.unwrap_or_else(|| test_support_packages(graph));
                let heads = load_bearing::heads(graph, &test_support);
                (test_support, heads)
            },
        );
        self.test_support.get_or_init(|| test_support);
        self.heads.get_or_init(|| heads);
        way
    }

    /// The packages that exist for tests.
    fn test_support(&self) -> &FxHashSet<SymbolId> {
        self.test_support.get_or_init(|| test_support_packages(self.graph))
    }

    /// The symbols of the highest load.
    fn heads(&self) -> &[SymbolId] {
        self.heads.get_or_init(|| load_bearing::heads(self.graph, self.test_support()))
    }
}
