//! Tours of the roads of each program, and of the main commands of the first one.

use super::phrase::capital;
use super::plan::Plan;
use super::programs::{helpers, is_main, names_of, stand_ins};
use super::road::{Documents, Forks, Hops, Road, Sources, grown};
use super::start_here::destinations;
use super::step::TourKind;
use super::title::{deed_of, place, way_to};
use super::{FileOpener, MAX_STEPS, slug};
use crate::model::{Graph, SymbolId, clean};
use std::sync::Arc;

/// The largest number of tours; fewer than nine tours of all kinds are easy to choose from.
const MAX_TOURS: usize = 6;
/// The largest number of tours if there is no program. Then the public functions with the highest hub scores are the
/// entry points.
const MAX_STAND_INS: usize = 3;
/// The largest number of further commands of the first program, and the least part of the main command's value.
const MAX_COMMANDS: usize = 2;
const MIN_VALUE: f64 = 0.15;

/// Grows the roads of one graph.
pub(super) struct Roads<'g> {
    hops: Hops<'g>,
    sources: Sources<'g>,
    documents: &'g [Arc<[u8]>],
}

impl<'g> Roads<'g> {
    pub(super) fn new(graph: &'g Graph<'g>, open: &'g FileOpener<'g>, documents: &'g [Arc<[u8]>]) -> Self {
        Self { hops: Hops::new(graph), sources: Sources::new(open), documents }
    }

    /// Begins the roads of a program. Returns its forks, with what documents say of its commands.
    fn begin(&mut self, entry: SymbolId) -> Forks {
        self.hops.begin(entry);
        let names = names_of(self.hops.graph.symbol(entry));
        Forks::new(Documents::of(self.documents, &names))
    }

    /// The main road from an entry point.
    pub(super) fn main_road(&mut self, entry: SymbolId, most: usize) -> Road {
        let mut forks = self.begin(entry);
        grown(&mut self.hops, &mut forks, &self.sources, entry, most)
    }

    /// The tour of the main road from an entry point.
    fn plan(&mut self, entry: SymbolId, plans: &[Plan]) -> Option<Plan> {
        let road = self.main_road(entry, MAX_STEPS);
        self.plan_of(&road, None, plans)
    }

    /// The tour of a road beside others.
    fn plan_of(&self, road: &Road, command: Option<SymbolId>, plans: &[Plan]) -> Option<Plan> {
        let taken: Vec<&str> = plans.iter().map(|plan| plan.title.as_str()).collect();
        plan(self.hops.graph, &self.sources, (road, command), &taken)
    }

    /// The texts that were read.
    pub(super) fn sources(&self) -> &Sources<'g> {
        &self.sources
    }

    /// The main road from an entry point, and those by its next commands, with the command of each.
    fn roads(&mut self, entry: SymbolId) -> Vec<(Road, Option<SymbolId>)> {
        let mut forks = self.begin(entry);
        let main = grown(&mut self.hops, &mut forks, &self.sources, entry, MAX_STEPS);
        let heaviest = forks.heaviest(main.hops());
        let mut others = Vec::new();
        if let Some(fork) = heaviest {
            let least = fork.ranked.first().map_or(0.0, |best| best.1 * MIN_VALUE);
            let next = fork.ranked.iter().skip(1).filter(|one| one.1 >= least).take(MAX_COMMANDS);
            others.extend(next.map(|one| (fork.at, one.0)));
        }
        let mut roads = vec![(main, None)];
        for (fork, command) in others {
            forks.force(fork, command);
            let road = grown(&mut self.hops, &mut forks, &self.sources, entry, MAX_STEPS);
            if road.hops().any(|(_, to)| to == command) {
                roads.push((road, Some(command)));
            }
        }
        roads
    }
}

/// Plans the tours of all programs, then those of the next commands of the first one. A library has tours of its public functions;
/// helpers for developers have tours only if there is nothing else.
pub(super) fn plans(graph: &Graph<'_>, roads: &mut Roads<'_>, programs: &[SymbolId]) -> Vec<Plan> {
    let of_each = |roads: &mut Roads<'_>, entries: Vec<SymbolId>| {
        let mut plans = Vec::new();
        for entry in entries.into_iter().take(MAX_TOURS) {
            plans.extend(roads.plan(entry, &plans));
        }
        plans
    };
    let Some((&first, others)) = programs.split_first() else {
        let plans = of_each(roads, stand_ins(graph, MAX_STAND_INS));
        return if plans.is_empty() { of_each(roads, helpers(graph)) } else { plans };
    };
    let of_first = roads.roads(first);
    let (main, commands) = of_first.split_at(1.min(of_first.len()));
    let mut plans: Vec<Plan> = Vec::new();
    for (road, command) in main {
        plans.extend(roads.plan_of(road, *command, &plans));
    }
    let room = MAX_TOURS - commands.len() - plans.len();
    for &program in others.iter().take(room) {
        plans.extend(roads.plan(program, &plans));
    }
    for (road, command) in commands {
        plans.extend(roads.plan_of(road, *command, &plans));
    }
    plans
}

/// The tour of a program in a package. `None` if the package is no program, or leads to no other stop.
pub(super) fn of_program(graph: &Graph<'_>, package: SymbolId, open: &FileOpener<'_>) -> Option<Plan> {
    let main = graph.symbols().find(|symbol| symbol.package() == package && is_main(*symbol))?;
    Roads::new(graph, open, &[]).plan(main.id, &[])
}

/// The tour of a road, whose title is none of those taken. `None` if it has no station but the first.
fn plan(
    graph: &Graph<'_>,
    sources: &Sources<'_>,
    (road, command): (&Road, Option<SymbolId>),
    taken: &[&str],
) -> Option<Plan> {
    let first = road.stations.first()?.symbol;
    let about = destinations(graph, road, command);
    if about.is_empty() {
        return None;
    }
    let deed = deed_of(graph, sources, first, &about).filter(|deed| !taken.contains(&deed.as_str()));
    let name = place(graph.symbol(first));
    let by = command.map(|command| graph.symbol(command).name());
    let by_command = by.map_or_else(String::new, |command| format!(" by {}", clean(command)));
    Some(Plan {
        title: deed.unwrap_or_else(|| capital(&way_to(graph, first, &about, command))),
        description: format!("Where {name} leads{by_command}: each step is reached from one before it."),
        preface: String::new(),
        name: by.map_or_else(
            || format!("from-{}", slug(&name)),
            |by| format!("from-{}-{}", slug(&name), slug(by)),
        ),
        kind: TourKind::EntryPoints.name(),
        stops: road.stops(),
        pairs: 0,
        back: 0,
    })
}
