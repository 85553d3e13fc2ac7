//! Tours of the roads of each program, and of a request to the first one, its work in the background and its main commands.

use super::phrase::capital;
use super::plan::{Plan, stops};
use super::programs::{helpers, is_main, names_of, stand_ins};
use super::road::{Documents, Forks, Hops, Road, Sources, grown, handler, worth};
use super::start_here::destinations;
use super::step::TourKind;
use super::stop::Stop;
use super::title::{deed_of, place, way_to};
use super::{FileOpener, MAX_STEPS, slug};
use crate::golang::Receiver;
use crate::model::{EdgeKind, Graph, Symbol, SymbolId, clean};
use std::rc::Rc;
use std::sync::Arc;

/// The largest number of tours; fewer than nine tours of all kinds are easy to choose from.
const MAX_TOURS: usize = 6;
/// The largest number of tours if there is no program. Then the public functions with the highest hub scores are the
/// entry points.
const MAX_STAND_INS: usize = 3;
/// The largest number of further commands of the first program, and the least part of the main command's value.
const MAX_COMMANDS: usize = 2;
const MIN_VALUE: f64 = 0.15;
/// The largest number of further roads of the first program.
const MAX_FURTHER: usize = 3;
/// The fewest stations of the road of a request or a worker, and the least part of the worth of the main road's best station that its
/// first one has.
const MIN_STATIONS: usize = 5;
const MIN_WORTH: f64 = 0.05;
/// The largest part of its stops that a further tour shares with another one.
const MAX_SHARED: f64 = 0.75;
/// The most functions whose text is read in search of a worker.
const MAX_READ: usize = 100;

/// Grows the roads of one graph.
pub(super) struct Roads<'g> {
    hops: Hops<'g>,
    sources: Rc<Sources<'g>>,
    documents: &'g [Arc<[u8]>],
}

impl<'g> Roads<'g> {
    pub(super) fn new(graph: &'g Graph<'g>, open: &'g FileOpener<'g>, documents: &'g [Arc<[u8]>]) -> Self {
        let sources = Rc::new(Sources::new(open));
        Self { hops: Hops::new(graph, Some(sources.clone())), sources, documents }
    }

    pub(super) fn sources(&self) -> Rc<Sources<'g>> {
        self.sources.clone()
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
        self.plan_of(&Told { road, program: entry, by: None, beside: None }, plans)
    }

    /// The tour of a road beside others.
    fn plan_of(&self, told: &Told, plans: &[Plan]) -> Option<Plan> {
        let taken: Vec<&str> = plans.iter().map(|plan| plan.title.as_str()).collect();
        plan(self.hops.graph, &self.sources, told, &taken)
    }

    /// The road of a request: from the handler that is worth most, of those that the program of the main road gives to a server.
    fn request(&mut self, main: &Road) -> Option<Told> {
        let graph = self.hops.graph;
        let mut handlers = self.beside(main).into_iter();
        let (first, server) = handlers.find_map(|id| Some((id, handler(graph, id)?)))?;
        self.road_beside(main, first, Beside { kind: BesideKind::Request, starter: server })
    }

    /// The road of a worker: from the function without end that is worth most, of those that the program of the main road starts in
    /// goroutines.
    fn worker(&mut self, main: &Road) -> Option<Told> {
        let graph = self.hops.graph;
        let starter = |id: SymbolId| {
            let is_endless =
                graph.symbol(id).kind().is_callable() && self.sources.outline(graph, id).is_endless;
            let mut callers = is_endless.then(|| graph.incoming(id)).into_iter().flatten();
            let starter = callers.find(|edge| {
                edge.kind == EdgeKind::Calls
                    && !edge.origin.is_through()
                    && self.hops.may_reach(edge.from)
                    && edge.lines.iter().any(|&line| self.sources.is_started(graph, edge.from, line))
            });
            starter.map(|edge| (id, edge.from))
        };
        let (first, starter) = self.beside(main).into_iter().take(MAX_READ).find_map(starter)?;
        self.road_beside(main, first, Beside { kind: BesideKind::Worker, starter })
    }

    /// The functions of the program of the main road that are no stations of it and worth enough, those that are worth most first.
    fn beside(&self, main: &Road) -> Vec<SymbolId> {
        let graph = self.hops.graph;
        let on_main: Vec<SymbolId> = main.stations.iter().map(|station| station.symbol).collect();
        let least = on_main.iter().map(|&id| worth(graph, id)).fold(0.0, f64::max) * MIN_WORTH;
        let is_beside = |symbol: &Symbol<'_>| {
            symbol.kind().is_callable() && self.hops.may_reach(symbol.id) && !on_main.contains(&symbol.id)
        };
        let mut found: Vec<(f64, SymbolId)> =
            stops(graph).filter(is_beside).map(|symbol| (worth(graph, symbol.id), symbol.id)).collect();
        found.retain(|(worth, _)| *worth >= least);
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// A road beside the main one. `None` if it is too short.
    fn road_beside(&mut self, main: &Road, first: SymbolId, beside: Beside) -> Option<Told> {
        let program = main.stations.first()?.symbol;
        let mut forks = Forks::new(Documents::default());
        let road = grown(&mut self.hops, &mut forks, &self.sources, first, MAX_STEPS);
        (road.stations.len() >= MIN_STATIONS).then_some(Told {
            road,
            program,
            by: None,
            beside: Some(beside),
        })
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
        let told = |road, by| Told { road, program: entry, by, beside: None };
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
            plans.extend(roads.plan(entry, &plans).filter(|plan| is_new(plan, &plans)));
        }
        plans
    };
    let Some((&first, others)) = programs.split_first() else {
        let plans = of_each(roads, stand_ins(graph, roads.documents, MAX_STAND_INS));
        return if plans.is_empty() { of_each(roads, helpers(graph)) } else { plans };
    };
    let mut of_first = roads.roads(first);
    let commands = of_first.split_off(1);
    let Some(main) = of_first.pop() else { return Vec::new() };
    let mut further: Vec<Told> =
        roads.request(&main.road).into_iter().chain(roads.worker(&main.road)).collect();
    further.extend(commands);
    further.truncate(MAX_FURTHER);
    let mut plans: Vec<Plan> = roads.plan_of(&main, &[]).into_iter().collect();
    let room = MAX_TOURS - further.len() - plans.len();
    for &program in others.iter().take(room) {
        plans.extend(roads.plan(program, &plans));
    }
    for told in &further {
        plans.extend(roads.plan_of(told, &plans).filter(|plan| is_new(plan, &plans)));
    }
    plans
}

/// Returns whether a tour has a name of its own, and stops that those before it do not show.
fn is_new(plan: &Plan, plans: &[Plan]) -> bool {
    let has = |other: &Plan, stop: &Stop| other.stops.iter().any(|known| known.symbol == stop.symbol);
    plans.iter().all(|other| {
        let shared = plan.stops.iter().filter(|stop| has(other, stop)).count();
        other.name != plan.name && shared as f64 <= MAX_SHARED * plan.stops.len() as f64
    })
}

/// The tour of a program in a package. `None` if the package is no program, or leads to no other stop.
pub(super) fn of_program(graph: &Graph<'_>, package: SymbolId, open: &FileOpener<'_>) -> Option<Plan> {
    let main = graph.symbols().find(|symbol| symbol.package() == package && is_main(*symbol))?;
    Roads::new(graph, open, &[]).plan(main.id, &[])
}

/// The path that a server has a handler for, if the line that gives it says that.
fn route(graph: &Graph<'_>, sources: &Sources<'_>, starter: SymbolId, handler: SymbolId) -> Option<String> {
    let lines = graph.outgoing(starter).filter(|edge| edge.to == handler).flat_map(|edge| edge.lines.iter());
    let name = graph.symbol(handler).name();
    lines.into_iter().find_map(|&line| {
        sources.mention(graph, starter, line, name, false, |mention| match mention.handed() {
            Receiver::Function(_, route) => route,
            Receiver::Field(key) => Some(key).filter(|key| key.contains('/')),
            _ => None,
        })
    })
}

/// A road and what it is of.
struct Told {
    road: Road,
    /// The program, or the function that stands in for it.
    program: SymbolId,
    /// The command that the road goes by, if it is not the main one.
    by: Option<SymbolId>,
    beside: Option<Beside>,
}

/// The beginning of a road beside the main one, which no station leads to.
#[derive(Clone, Copy)]
struct Beside {
    kind: BesideKind,
    /// The code that gives the handler of a request to a server, or starts the goroutine.
    starter: SymbolId,
}

#[derive(Clone, Copy)]
enum BesideKind {
    Request,
    Worker,
}

impl BesideKind {
    /// The words before the title and of the description, and the word in the name of the file.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Request => ["A request", "The way of a request in", "request"],
            Self::Worker => ["In the background", "The work in the background of", "background"],
        }
    }
}

/// The tour of a road, whose title is none of those taken. `None` if it has no station but the first.
fn plan(graph: &Graph<'_>, sources: &Sources<'_>, told: &Told, taken: &[&str]) -> Option<Plan> {
    let Told { road, program, by, beside } = told;
    let words = beside.map(|beside| beside.kind.words());
    let first = road.stations.first()?.symbol;
    let mut about = destinations(graph, road, *by);
    if about.is_empty() {
        return None;
    }
    // A handler says best what the request is for, and a worker what it does.
    about.splice(0..0, beside.map(|_| first));
    let of = if beside.is_some() { &about[..1] } else { &about[..] };
    let deed_of = |about: &[SymbolId]| {
        deed_of(graph, sources, *program, about)
            .filter(|deed| !taken.iter().any(|title| title.ends_with(deed)))
    };
    let deed = deed_of(of).or_else(|| route(graph, sources, (*beside)?.starter, first));
    let deed = deed.or_else(|| deed_of(&about));
    let ends = &about[usize::from(beside.is_some())..];
    let way = || way_to(graph, first, ends, *by);
    let title = match (deed, words) {
        (Some(deed), None) => deed,
        (None, None) => capital(&way()),
        (deed, Some([word, ..])) => format!("{word}: {}", deed.unwrap_or_else(way)),
    };
    let name = place(graph.symbol(*program));
    let by = by.map(|command| graph.symbol(command).name());
    let by_command = by.map_or_else(String::new, |command| format!(" by {}", clean(command)));
    let mut stops = road.stops();
    if let Some((beside, stop)) = beside.zip(stops.first_mut()) {
        stop.links.from = vec![beside.starter, first];
    }
    let ends = [Some(name.as_str()), by, words.map(|words| words[2])];
    let ends: Vec<String> = ends.into_iter().flatten().map(slug).collect();
    let leads = "each step is reached from one before it.";
    Some(Plan {
        title,
        description: match words {
            Some([_, of, _]) => format!("{of} {name}: {leads}"),
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
