//! Plans the tours of each [`TourKind`].

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::entry_points::{Roads, plans};
use super::plan::Plan;
use super::programs::{helpers, programs, stand_ins};
use super::step::TourKind;
use super::{FileOpener, all_packages, load_bearing, start_here};
use crate::model::{Graph, SymbolId};
use crate::rank::test_support_packages;

/// Plans tours of one graph. What several kinds need is worked out once.
pub struct Planner<'g> {
    graph: &'g Graph<'g>,
    open: &'g FileOpener<'g>,
    documents: &'g [Arc<[u8]>],
    programs: OnceCell<Vec<SymbolId>>,
    test_support: OnceCell<FxHashSet<SymbolId>>,
    heads: OnceCell<Vec<SymbolId>>,
}

impl<'g> Planner<'g> {
    /// `open` opens the files of the tree; few are read. `documents` are the README and the guides of the repository, which
    /// say what people build and run.
    pub fn new(graph: &'g Graph<'g>, open: &'g FileOpener<'g>, documents: &'g [Arc<[u8]>]) -> Self {
        Self {
            graph,
            open,
            documents,
            programs: OnceCell::new(),
            test_support: OnceCell::new(),
            heads: OnceCell::new(),
        }
    }

    /// The tours of a kind: one, or several of entry points. Empty if there is nothing to show. O(symbols + edges).
    pub fn plans(&self, kind: TourKind) -> Vec<Plan> {
        let graph = self.graph;
        match kind {
            TourKind::Start => self.start().into_iter().collect(),
            TourKind::LoadBearing => load_bearing::load_bearing(graph, self.heads()).into_iter().collect(),
            TourKind::EntryPoints => plans(graph, &mut self.roads(), self.programs()),
            TourKind::Packages => all_packages::packages(graph, self.test_support()).into_iter().collect(),
        }
    }

    /// The tours of all kinds. *Start here* tells the main road of its program, so there is no other tour of that.
    pub fn all(&self) -> Vec<Plan> {
        let mut plans: Vec<Plan> = TourKind::ALL.into_iter().flat_map(|kind| self.plans(kind)).collect();
        let begins = |plan: &Plan| plan.stops.first().map(|stop| stop.symbol);
        let start = plans.first().filter(|plan| plan.kind == TourKind::Start.name()).map(begins);
        let is_same = |plan: &Plan| plan.kind == TourKind::EntryPoints.name() && Some(begins(plan)) == start;
        if let Some(same) = plans.iter().position(is_same) {
            plans.remove(same);
        }
        plans
    }

    fn start(&self) -> Option<Plan> {
        let mut roads = self.roads();
        let mut road_of = |entry: &SymbolId| {
            let road = roads.main_road(*entry, start_here::MAX_STATIONS);
            (road.stations.len() > 1).then_some(road)
        };
        let road = self.programs().first().and_then(&mut road_of);
        let road = road.or_else(|| stand_ins(self.graph, self.documents, 1).first().and_then(&mut road_of));
        let road = road.or_else(|| helpers(self.graph).first().and_then(&mut road_of));
        let (road, sources) = (road.unwrap_or_default(), roads.sources());
        start_here::plan(self.graph, &sources, &road, || self.heads().to_vec())
    }

    fn roads(&self) -> Roads<'g> {
        Roads::new(self.graph, self.open, self.documents)
    }

    /// The programs that people run, the one to begin with first.
    fn programs(&self) -> &[SymbolId] {
        self.programs.get_or_init(|| programs(self.graph, self.documents))
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
