//! Tours of the roads of each program, and of the main commands of the first one and a request to it.

use super::phrase::capital;
use super::plan::{Plan, stops};
use super::programs::{helpers, is_main, names_of, stand_ins};
use super::road::{Documents, Forks, Hops, Road, Sources, grown, handler, worth};
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
/// The fewest stations of the road of a request, and the least part of the worth of the main road's best station that its handler has.
const MIN_STATIONS: usize = 5;
const MIN_WORTH: f64 = 0.05;

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
        self.plan_of(&Told { road, program: entry, by: None, request: None }, plans)
    }

    /// The tour of a road beside others.
    fn plan_of(&self, told: &Told, plans: &[Plan]) -> Option<Plan> {
        let taken: Vec<&str> = plans.iter().map(|plan| plan.title.as_str()).collect();
        plan(self.hops.graph, &self.sources, told, &taken)
    }

    /// The road of a request: from the handler that is worth most, of those that the program of the main road gives to a server.
    fn request(&mut self, main: &Road) -> Option<Told> {
        let graph = self.hops.graph;
        let program = main.stations.first()?.symbol;
        let on_main: Vec<SymbolId> = main.stations.iter().map(|station| station.symbol).collect();
        let best = on_main.iter().map(|&id| worth(graph, id)).fold(0.0, f64::max);
        let handlers = stops(graph).filter_map(|symbol| Some((symbol.id, handler(graph, symbol.id)?)));
        let handlers = handlers.filter(|(id, _)| self.hops.may_reach(*id) && !on_main.contains(id));
        let worth = |&(id, server): &(SymbolId, SymbolId)| (worth(graph, id), id, server);
        let (value, first, server) =
            handlers.map(|handler| worth(&handler)).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        let mut forks = Forks::new(Documents::default());
        let road = grown(&mut self.hops, &mut forks, &self.sources, first, MAX_STEPS);
        let is_told = value >= best * MIN_WORTH && road.stations.len() >= MIN_STATIONS;
        is_told.then_some(Told { road, program, by: None, request: Some(server) })
    }

    /// The texts that were read.
    pub(super) fn sources(&self) -> &Sources<'g> {
        &self.sources
    }

    /// The main road from an entry point, and those by its next commands.
    fn roads(&mut self, entry: SymbolId) -> Vec<Told> {
        let mut forks = self.begin(entry);
        let main = grown(&mut self.hops, &mut forks, &self.sources, entry, MAX_STEPS);
        let heaviest = forks.heaviest(main.hops());
        let mut others = Vec::new();
        if let Some(fork) = heaviest {
            let least = fork.ranked.first().map_or(0.0, |best| best.1 * MIN_VALUE);
            let next = fork.ranked.iter().skip(1).filter(|one| one.1 >= least).take(MAX_COMMANDS);
            others.extend(next.map(|one| (fork.at, one.0)));
        }
        let told = |road, by| Told { road, program: entry, by, request: None };
        let mut roads = vec![told(main, None)];
        for (fork, command) in others {
            forks.force(fork, command);
            let road = grown(&mut self.hops, &mut forks, &self.sources, entry, MAX_STEPS);
            if road.hops().any(|(_, to)| to == command) {
                roads.push(told(road, Some(command)));
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
        let plans = of_each(roads, stand_ins(graph, roads.documents, MAX_STAND_INS));
        return if plans.is_empty() { of_each(roads, helpers(graph)) } else { plans };
    };
    let mut of_first = roads.roads(first);
    of_first.extend(roads.request(&of_first[0].road));
    let (main, further) = of_first.split_at(1);
    let mut plans: Vec<Plan> = Vec::new();
    for told in main {
        plans.extend(roads.plan_of(told, &plans));
    }
    let room = MAX_TOURS - further.len() - plans.len();
    for &program in others.iter().take(room) {
        plans.extend(roads.plan(program, &plans));
    }
    for told in further {
        plans.extend(roads.plan_of(told, &plans));
    }
    plans
}

/// The tour of a program in a package. `None` if the package is no program, or leads to no other stop.
pub(super) fn of_program(graph: &Graph<'_>, package: SymbolId, open: &FileOpener<'_>) -> Option<Plan> {
    let main = graph.symbols().find(|symbol| symbol.package() == package && is_main(*symbol))?;
    Roads::new(graph, open, &[]).plan(main.id, &[])
}

/// A road and what it is of.
struct Told {
    road: Road,
    /// The program, or the function that stands in for it.
    program: SymbolId,
    /// The command that the road goes by, if it is not the main one.
    by: Option<SymbolId>,
    /// The code that gives the handler of a request to a server, if the road begins at such a handler.
    request: Option<SymbolId>,
}

/// The tour of a road, whose title is none of those taken. `None` if it has no station but the first.
fn plan(graph: &Graph<'_>, sources: &Sources<'_>, told: &Told, taken: &[&str]) -> Option<Plan> {
    let Told { road, program, by, request } = told;
    let first = road.stations.first()?.symbol;
    let mut about = destinations(graph, road, *by);
    if about.is_empty() {
        return None;
    }
    // A handler says best what the request is for.
    about.splice(0..0, request.map(|_| first));
    let deed = deed_of(graph, sources, *program, &about).filter(|deed| !taken.contains(&deed.as_str()));
    let ends = &about[usize::from(request.is_some())..];
    let way = || way_to(graph, first, ends, *by);
    let title = match (deed, request) {
        (Some(deed), None) => deed,
        (None, None) => capital(&way()),
        (deed, Some(_)) => format!("A request: {}", deed.unwrap_or_else(way)),
    };
    let name = place(graph.symbol(*program));
    let by = by.map(|command| graph.symbol(command).name());
    let by_command = by.map_or_else(String::new, |command| format!(" by {}", clean(command)));
    let mut stops = road.stops();
    if let Some((server, stop)) = request.zip(stops.first_mut()) {
        stop.links.from = vec![server, first];
    }
    let ends = [Some(name.as_str()), by, request.map(|_| "request")];
    let ends: Vec<String> = ends.into_iter().flatten().map(slug).collect();
    let leads = "each step is reached from one before it.";
    Some(Plan {
        title,
        description: match request {
            Some(_) => format!("The way of a request in {name}: {leads}"),
            None => format!("Where {name} leads{by_command}: {leads}"),
        },
        preface: String::new(),
        name: format!("from-{}", ends.join("-")),
        kind: TourKind::EntryPoints.name(),
        stops,
        pairs: 0,
        back: 0,
    })
}
