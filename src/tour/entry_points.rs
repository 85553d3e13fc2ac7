//! Tours from an entry point into the code. Each stop is reached from a stop before it. A program with enough
//! packages of its own has no stops in the libraries that other programs use, too.

use std::cmp::Reverse;
use std::iter;

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::named;
use super::plan::{DependencyOrder, Plan, Spread, assembled, circles, is_stop};
use super::purpose::{Purpose, likelihood, purpose};
use super::step::TourKind;
use super::work::work;
use super::{MOST_STEPS, slug};
use crate::model::{EdgeKind, Graph, Origin, Symbol, SymbolId, SymbolKind, symbol_flag};

/// The largest number of entry points that get a tour of their own.
const MOST_ENTRIES: usize = 8;
/// The largest number of tours for programs that help developers of the repository, if there are other programs.
const MOST_HELPERS: usize = 2;
/// The largest number of tours if there is no program. Then the public functions with the highest hub scores are the
/// entry points.
const MOST_STAND_INS: usize = 3;
/// The factor by which the reach of a stop decreases for its next stops.
const PER_HOP: f64 = 0.85;

/// Plans one tour for each entry point. Programs for users come before helpers of developers, and then those with
/// most code come first. Programs for tests count only if there are no others.
pub(super) fn plans(graph: &Graph<'_>) -> Vec<Plan> {
    let stops = || graph.symbols().filter(|s| is_stop(*s));
    let programs: Vec<Symbol<'_>> = stops().filter(|s| is_main(*s)).collect();
    if programs.is_empty() {
        let mut entries: Vec<SymbolId> = stops().filter(|s| is_public(*s)).map(|s| s.id).collect();
        let hub = |id: &SymbolId| graph.symbol_hub[id.ix()];
        entries.sort_by(|a, b| hub(b).total_cmp(&hub(a)).then(a.cmp(b)));
        entries.truncate(MOST_STAND_INS);
        return entries.into_iter().filter_map(|entry| from(graph, entry, None)).collect();
    }
    let packages = Packages::of(graph);
    let rank =
        |s: &Symbol<'_>| (purpose(*s), Reverse(is_namesake(*s)), Reverse(packages.reach(s.package())), s.id);
    let mut programs: Vec<_> = programs.iter().map(rank).collect();
    programs.sort_unstable();
    // A program for tests is no entry point if there is any other.
    if programs.first().is_some_and(|(first, ..)| *first != Purpose::Tests) {
        programs.retain(|(purpose, ..)| *purpose != Purpose::Tests);
    }
    let is_use = |(purpose, ..): &(Purpose, _, _, _)| *purpose == Purpose::Use;
    if let to_use @ 1.. = programs.iter().filter(|program| is_use(program)).count() {
        programs.truncate(to_use + MOST_HELPERS);
    }
    let plans = programs
        .into_iter()
        .filter_map(|(.., entry)| from(graph, entry, packages.own(graph, entry).as_ref()));
    plans.filter(|plan| plan.stops.len() > 1).take(MOST_ENTRIES).collect()
}

/// The first stops from the main program, or from the function that replaces it, in the order in which they are
/// reached, and the reason for each.
pub(super) fn spine(graph: &Graph<'_>) -> Vec<(SymbolId, String)> {
    let stops = || graph.symbols().filter(|s| is_stop(*s));
    let packages = Packages::of(graph);
    let rank =
        |s: &Symbol<'_>| (purpose(*s), Reverse(is_namesake(*s)), Reverse(packages.reach(s.package())), s.id);
    let entry = match stops().filter(|s| is_main(*s)).min_by_key(rank) {
        Some(main) if purpose(main) == Purpose::Use => Some(main.id),
        _ => stops()
            .filter(|s| is_public(*s))
            .max_by(|a, b| graph.hub(a.id).total_cmp(&graph.hub(b.id)).then(b.id.cmp(&a.id)))
            .map(|symbol| symbol.id),
    };
    let Some(entry) = entry else { return Vec::new() };
    let own = packages.own(graph, entry);
    let is_own = |id: SymbolId| own.as_ref().is_none_or(|own| own.contains(&graph.symbol(id).package()));
    let (chosen, why) = walk(graph, entry, is_own);
    chosen.into_iter().zip(why).collect()
}

/// The tour of a program from its start. None if the package is no program, or leads to no other stop.
pub(super) fn of_program(graph: &Graph<'_>, package: SymbolId) -> Option<Plan> {
    let main = graph.symbols().find(|symbol| symbol.package() == package && is_main(*symbol))?;
    let plan = from(graph, main.id, Packages::of(graph).own(graph, main.id).as_ref())?;
    Some(plan).filter(|plan| plan.stops.len() > 1)
}

/// The imports between packages, without those of tests, and the size of each package.
#[derive(Default)]
struct Packages {
    imports: FxHashMap<SymbolId, FxHashSet<SymbolId>>,
    stops: FxHashMap<SymbolId, usize>,
}

impl Packages {
    fn of(graph: &Graph<'_>) -> Self {
        let mut packages = Self::default();
        for stop in graph.symbols().filter(|s| is_stop(*s)) {
            *packages.stops.entry(stop.package()).or_default() += 1;
        }
        for edge in graph.edges().filter(|edge| edge.kind == EdgeKind::Imports) {
            let from = graph.symbol(edge.from);
            if !from.is_test() {
                packages.imports.entry(from.package()).or_default().insert(edge.to);
            }
        }
        packages
    }

    /// A package and all that it imports directly or indirectly: the code of a program.
    fn closure(&self, package: SymbolId) -> FxHashSet<SymbolId> {
        let mut seen = FxHashSet::from_iter([package]);
        let mut next = vec![package];
        while let Some(package) = next.pop() {
            let imports = self.imports.get(&package).into_iter().flatten();
            next.extend(imports.copied().filter(|&import| seen.insert(import)));
        }
        seen
    }

    /// The number of symbols in the code of a program that a tour may stop at.
    fn reach(&self, package: SymbolId) -> usize {
        self.closure(package).iter().filter_map(|package| self.stops.get(package)).sum()
    }

    /// The packages of a program in its own folder and below. None unless they are more than the steps of a tour.
    fn own(&self, graph: &Graph<'_>, entry: SymbolId) -> Option<FxHashSet<SymbolId>> {
        let home = graph.symbol(entry).package();
        let folder = graph.symbol(home).qualified();
        let mut own = self.closure(home);
        own.retain(|&package| {
            let below = graph.symbol(package).qualified().strip_prefix(folder);
            self.stops.contains_key(&package)
                && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        (own.len() > MOST_STEPS).then_some(own)
    }
}

fn is_main(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func && symbol.name() == "main" && symbol.package_name() == "main"
}

/// Whether a program has the name of its module. If there are several programs, it is mostly the best known of them.
fn is_namesake(main: Symbol<'_>) -> bool {
    let folder = main.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    let module = main.import_path().and_then(|path| path.strip_suffix(folder)).unwrap_or_default();
    let is_version = |part: &&str| part.strip_prefix('v').is_some_and(|n| n.parse::<u32>().is_ok());
    let last = module.split('/').rfind(|part| !part.is_empty() && !is_version(part)).unwrap_or_default();
    let name = last.split('.').next().unwrap_or_default();
    !name.is_empty() && folder.rsplit('/').next() == Some(name)
}

fn is_public(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func
        && symbol.has(symbol_flag::EXPORTED)
        && !symbol.path().split('/').any(|part| part == "internal")
}

/// How a stop was reached.
struct ReachedStop {
    value: f64,
    reach: f64,
    step: Hop,
    /// The hop from an earlier stop to the symbol that takes `step`, if that symbol is no stop itself.
    via: Option<Hop>,
}

/// A hop along an edge out of the code of a symbol.
#[derive(Clone, Copy)]
struct Hop {
    by: SymbolId,
    to: SymbolId,
    /// Probability that the hop is taken, in (0, 1].
    strength: f64,
    /// How `by` uses `to`: a verb, and words after the object.
    verb: [&'static str; 2],
    /// The number of methods that an interface call can reach; 0 for any other hop.
    among: u32,
}

/// Plans the tour from an entry point. Its stops are in the packages `own`, if these are given.
fn from(graph: &Graph<'_>, entry: SymbolId, own: Option<&FxHashSet<SymbolId>>) -> Option<Plan> {
    let is_own = |id: SymbolId| own.is_none_or(|own| own.contains(&graph.symbol(id).package()));
    let (chosen, why) = walk(graph, entry, is_own);
    let symbol = graph.symbol(entry);
    let folder = symbol.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = match (is_main(symbol), folder) {
        (true, "") => "main".to_owned(),
        (true, folder) => folder.to_owned(),
        (false, _) => named(symbol),
    };
    assembled(graph, &chosen, why, DependencyOrder::TopDown, |stops, order, pairs| Plan {
        title: format!("From {name} in"),
        description: format!(
            "Where {name} leads, spread over packages: each step is reached from another one, and comes before what it calls{}.",
            circles(graph, &chosen, order)
        ),
        preface: String::new(),
        name: format!("from-{}", slug(&name)),
        kind: TourKind::EntryPoints.name(),
        stops,
        pairs,
        back: order.back,
    })
}

/// Repeatedly takes the best symbol that the stops so far lead to. Its value is the product of the strengths on the
/// way, times its [`work`], times the factor that the stops so far leave of it. The entry point comes first in the
/// list.
fn walk(
    graph: &Graph<'_>,
    entry: SymbolId,
    is_own: impl Fn(SymbolId) -> bool,
) -> (Vec<SymbolId>, Vec<String>) {
    let mut chosen = vec![entry];
    let mut taken: Vec<ReachedStop> = Vec::new();
    let mut frontier: FxHashMap<SymbolId, ReachedStop> = FxHashMap::default();
    let (mut last, mut reach, mut spread) = (entry, 1.0, Spread::default());
    // Symbols on the way that are no stops themselves.
    let mut passed: FxHashSet<SymbolId> = FxHashSet::default();
    spread.took(graph.symbol(entry));
    while chosen.len() < MOST_STEPS {
        for (step, part, via) in hops_from_stop(graph, last) {
            let to = step.to;
            let reach = reach * part;
            let value = reach * work(graph, to);
            let known = frontier.get(&to).is_some_and(|known| known.value >= value);
            if known || chosen.contains(&to) || !is_stop(graph.symbol(to)) || !is_own(to) {
                continue;
            }
            frontier.insert(to, ReachedStop { value, reach, step, via });
        }
        let worth = |id: SymbolId, reached: &ReachedStop| reached.value * spread.left(graph.symbol(id));
        let best = frontier.iter().map(|(&id, reached)| (worth(id, reached), id));
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        let Some((_, mut next)) = best else { break };
        let via = frontier.get(&next).filter(|reached| reached.via.is_some()).map(|reached| reached.step.by);
        if let Some(via) = via
            && !passed.insert(via)
            && frontier.contains_key(&via)
        {
            // A symbol on the way becomes a stop itself if it leads to more than one stop.
            next = via;
        }
        let Some(reached) = frontier.remove(&next) else { break };
        chosen.push(next);
        spread.took(graph.symbol(next));
        (last, reach) = (next, reached.reach);
        taken.push(reached);
    }
    let first = "Execution, or a user of the code, enters here.".to_owned();
    let why = iter::once(first).chain(taken.iter().map(|reached| reached.describe(graph, &chosen))).collect();
    (chosen, why)
}

impl ReachedStop {
    /// Describes how the walk reached the stop from the stops that were `chosen`: one of them uses it, or uses a
    /// symbol that uses it.
    fn describe(&self, graph: &Graph<'_>, chosen: &[SymbolId]) -> String {
        let name = |id| format!("`{}`", named(graph.symbol(id)));
        let by = name(self.step.by);
        let own = format!("{by} {}", self.step.describe("it"));
        match self.via.filter(|via| !chosen.contains(&via.to)) {
            None => format!("{own}."),
            Some(via) => format!("{own}, and {} {}.", name(via.by), via.describe(&by)),
        }
    }
}

impl Hop {
    /// Describes the hop like `calls it`, with `what` in the place of `it`.
    fn describe(&self, what: &str) -> String {
        let [verb, how] = self.verb;
        let among = if self.among > 1 { ", as one of several methods" } else { "" };
        format!("{verb} {what}{how}{among}")
    }
}

/// The hops out of a stop: its own, those of the `init` functions of its package, and those of functions of its
/// package that it uses.
///
/// Each comes with the part of the reach of the stop that is left after it, and with the hop from the stop to the
/// symbol that takes it, if that symbol is not the stop.
fn hops_from_stop(graph: &Graph<'_>, stop: SymbolId) -> Vec<(Hop, f64, Option<Hop>)> {
    let home = graph.symbol(stop).package();
    let is_home = |id: SymbolId| graph.symbol(id).package() == home;
    let does = |step: &Hop| matches!(graph.symbol(step.to).kind(), SymbolKind::Func | SymbolKind::Method);
    let mut all = Vec::new();
    for step in direct_hops(graph, stop) {
        let part = PER_HOP * step.strength;
        all.push((step, part, None));
        if does(&step) && is_home(step.to) && step.to != stop {
            let away = direct_hops(graph, step.to).into_iter().filter(|further| !is_home(further.to));
            all.extend(away.map(|further| (further, part * PER_HOP * further.strength, Some(step))));
        }
    }
    // Commands, drivers and handlers are registered in `init` functions. No other edge shows that the program reaches
    // them.
    let inits = graph.files_of(home).flat_map(|file| graph.symbols_of(file));
    let inits = inits.map(|ix| graph.symbol(SymbolId(ix))).filter(|symbol| is_init(*symbol));
    for step in inits.flat_map(|init| direct_hops(graph, init.id)) {
        let [verb, how] = step.verb;
        let how = if how.is_empty() { " before main runs" } else { how };
        all.push((Hop { verb: [verb, how], ..step }, PER_HOP * step.strength, None));
    }
    all
}

/// Whether a symbol is an `init` function, which runs before `main` in every program with its package.
fn is_init(symbol: Symbol<'_>) -> bool {
    let is_built = !symbol.is_test() && !symbol.has(symbol_flag::CONSTRAINED);
    is_built && symbol.kind() == SymbolKind::Func && symbol.name() == "init"
}

/// The direct hops out of the code of a symbol.
fn direct_hops(graph: &Graph<'_>, from: SymbolId) -> Vec<Hop> {
    let mut steps = Vec::new();
    for edge in graph.outgoing(from) {
        let (weight, verb) = match (edge.kind, edge.origin) {
            (EdgeKind::Calls, Origin::Dispatch) => (1.0, ["may call", " through an interface"]),
            (EdgeKind::Calls, _) => (1.0, ["calls", ""]),
            (EdgeKind::Runs, Origin::Callback) => (0.5, ["may run", ", as code outside calls it back"]),
            (EdgeKind::Runs, _) => (0.5, ["may run", " through a function value"]),
            (EdgeKind::Uses, Origin::Dispatch) => (0.5, ["may use", " through an interface"]),
            (EdgeKind::Uses, _) => (0.5, ["uses", ""]),
            (EdgeKind::Extends, _) => (0.5, ["embeds", ""]),
            (EdgeKind::Accesses, _) => {
                // It counts like a use of the function itself, because only the running program decides which
                // function is called.
                let verb = ["may call", " through a field of function type"];
                let value = |to| Hop { by: from, to, strength: 0.5, verb, among: 0 };
                steps.extend(assigned_functions(graph, edge.to, from).into_iter().map(value));
                continue;
            }
            _ => continue,
        };
        let through = graph.through(edge.id);
        let sure = match through {
            Some(_) => likelihood(graph.symbol(from), graph.symbol(edge.to), edge.strength()),
            None => edge.strength(),
        };
        let (strength, among) = (weight * f64::from(sure), through.map_or(0, |through| through.targets));
        steps.push(Hop { by: from, to: edge.to, strength, verb, among });
        if graph.symbol(edge.to).kind() == SymbolKind::Var {
            // One hop is for the value of the variable, and one more because its caller is not known.
            let strength = PER_HOP * PER_HOP * strength;
            let value = |(to, verb)| Hop { by: from, to, strength, verb: [verb, ""], among: 0 };
            steps.extend(declared_with(graph, edge.to).into_iter().map(value));
        }
        if edge.kind == EdgeKind::Uses && graph.symbol(edge.to).kind().is_type() {
            let verb = ["uses its type; nothing here calls", ", but code given such a value may"];
            steps.extend(called_elsewhere(graph, edge.to).into_iter().map(|to| Hop {
                by: from,
                to,
                strength,
                verb,
                among: 0,
            }));
            let verb = ["uses a type with a field of its type; nothing here calls", verb[1]];
            let strength = PER_HOP * strength;
            let held = field_types(graph, edge.to).into_iter().flat_map(|ty| called_elsewhere(graph, ty));
            steps.extend(held.map(|to| Hop { by: from, to, strength, verb, among: 0 }));
        }
    }
    steps
}

/// The functions that the declaration of a package variable contains or calls, itself or through other variables, and
/// what it does with each. The description of a command is such a variable.
fn declared_with(graph: &Graph<'_>, variable: SymbolId) -> Vec<(SymbolId, &'static str)> {
    let (mut seen, mut next, mut found) = (FxHashSet::from_iter([variable]), vec![variable], Vec::new());
    while let Some(variable) = next.pop() {
        for edge in graph.outgoing(variable).filter(|edge| seen.insert(edge.to)) {
            match (graph.symbol(edge.to).kind(), edge.kind) {
                (SymbolKind::Func | SymbolKind::Method, EdgeKind::Calls) => {
                    found.push((edge.to, "uses a variable whose declaration calls"));
                }
                (SymbolKind::Func | SymbolKind::Method, _) => {
                    found.push((edge.to, "uses a variable that holds"));
                }
                (SymbolKind::Var, _) => next.push(edge.to),
                _ => {}
            }
        }
    }
    found
}

/// The types of the fields of a struct. Libraries that read a command line or a file use reflection on the structs
/// that they fill.
fn field_types(graph: &Graph<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let is_type = |id: &SymbolId| *id != ty && graph.symbol(*id).kind().is_type();
    let is_struct = graph.symbol(ty).kind() == SymbolKind::Struct;
    let parts = graph.outgoing(ty).filter(|edge| is_struct && edge.kind == EdgeKind::Uses);
    parts.map(|edge| edge.to).filter(is_type).collect()
}

/// The methods of a type that code outside of the tree can call and only tests of the tree call. A library that gets
/// a command, a handler or a driver runs it by these methods.
fn called_elsewhere(graph: &Graph<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let is_called = |id: SymbolId| {
        graph.incoming(id).any(|edge| edge.kind == EdgeKind::Calls && !graph.symbol(edge.from).is_test())
    };
    let is_such = |&id: &SymbolId| {
        let symbol = graph.symbol(id);
        symbol.kind() == SymbolKind::Method && symbol.has(symbol_flag::EXPORTED) && !is_called(id)
    };
    graph.members(ty).into_iter().filter(is_such).collect()
}

/// The functions that code other than `reader` assigns to a field of function type. They are recognised by a line
/// that mentions both the field and the function. In order of id.
fn assigned_functions(graph: &Graph<'_>, field: SymbolId, reader: SymbolId) -> Vec<SymbolId> {
    if !graph.symbol(field).signature().contains(" func(") {
        return Vec::new();
    }
    let is_function = |id: SymbolId| matches!(graph.symbol(id).kind(), SymbolKind::Func | SymbolKind::Method);
    let mut values = Vec::new();
    let writers = graph.incoming(field).filter(|edge| edge.kind == EdgeKind::Accesses && edge.from != reader);
    for writer in writers.filter(|edge| !graph.symbol(edge.from).is_test()) {
        let on_its_lines = |edge: &crate::model::EdgeRef<'_>| {
            edge.lines.iter().any(|line| writer.lines.binary_search(line).is_ok())
        };
        let uses = graph.outgoing(writer.from).filter(|edge| edge.kind == EdgeKind::Uses);
        values.extend(uses.filter(|edge| is_function(edge.to) && on_its_lines(edge)).map(|edge| edge.to));
    }
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::super::kinds::plan;
    use super::super::tests::Tree;
    use super::*;

    /// The tour of the program in `cmd/app`.
    fn program(graph: &Graph<'_>) -> Plan {
        let mut plans = plan(graph, TourKind::EntryPoints).into_iter();
        plans.find(|plan| plan.name == "from-cmd-app").expect("a tour of the program")
    }

    fn why<'p>(graph: &Graph<'_>, program: &'p Plan, name: &str) -> &'p str {
        let stop = program.stops.iter().find(|stop| named(graph.symbol(stop.symbol)) == name);
        stop.map_or_else(|| panic!("{name}: {program:?}"), |stop| stop.why.as_str())
    }

    #[test]
    fn few_helpers_stand_beside_programs_and_all_where_there_is_none() {
        let mut tree = Tree::new();
        let main = "package main\n\nfunc main() { run() }\n\nfunc run() {}\n";
        for n in 0..=MOST_HELPERS {
            tree.write(&format!("hack/h{n}/main.go"), main);
        }
        let names = |tree: &Tree| -> Vec<String> {
            plan(&tree.snapshot.graph(), TourKind::EntryPoints).into_iter().map(|plan| plan.name).collect()
        };
        assert_eq!(names(&tree), ["from-main", "from-hack-h0", "from-hack-h1"]);
        tree.write("cmd/app/main.go", &main.replace("run", "start"));
        tree.write("cmd/m/main.go", main);
        assert_eq!(names(&tree)[..3], ["from-cmd-m", "from-main", "from-cmd-app"], "the module's own first");
        tree.write("cmd/app/main.go", "package main\n");
        tree.write("cmd/m/main.go", "package main\n");
        tree.write("main.go", "package main\n");
        assert_eq!(names(&tree), ["from-hack-h0", "from-hack-h1", "from-hack-h2"]);
    }

    #[test]
    fn a_program_of_many_packages_is_not_left_and_led_on_over_functions_in_fields() {
        let mut tree = Tree::new();
        let lib = "package lib\n\nfunc Work(n int) { more(n) }\n\nfunc more(n int) {}\n";
        let base = "package base\n\ntype Command struct {\n\tRun func(n int)\n}\n";
        tree.write("lib/lib.go", lib);
        tree.write("cmd/app/base/base.go", base);
        for n in 0..MOST_STEPS {
            let value = if n % 2 == 0 { "{Run: run}" } else { "{}\n\nfunc init() { Cmd.Run = run }" };
            let text = format!(
                "package p{n}\n\nimport (\n\t\"example.com/m/cmd/app/base\"\n\t\"example.com/m/lib\"\n)\n\n\
                 var Cmd = &base.Command{value}\n\nfunc run(n int) {{ lib.Work(n) }}\n"
            );
            tree.write(&format!("cmd/app/p{n}/p.go"), &text);
        }
        let each = |of: &dyn Fn(usize) -> String| (0..MOST_STEPS).map(of).collect::<String>();
        let imports = each(&|n| format!("\t\"example.com/m/cmd/app/p{n}\"\n"));
        let commands = each(&|n| format!("p{n}.Cmd, "));
        let main = format!(
            "package main\n\nimport (\n\t\"example.com/m/cmd/app/base\"\n\t\"example.com/m/lib\"\n{imports})\n\n\
             func main() {{\n\tfor _, c := range []*base.Command{{{commands}}} {{\n\t\tinvoke(c)\n\t}}\n}}\n\n\
             func invoke(c *base.Command) {{\n\tlib.Work(1)\n\tc.Run(2)\n}}\n"
        );
        tree.write("cmd/app/main.go", &main);
        let graph = tree.snapshot.graph();
        let program = &program(&graph);
        let stops = || program.stops.iter().map(|stop| (named(graph.symbol(stop.symbol)), &stop.why));
        assert!(stops().all(|(name, _)| !name.starts_with("lib.")), "{program:?}");
        assert!(stops().any(|(name, _)| name == "main.invoke"), "more than one stop is reached over it");
        for name in ["p0.run", "p1.run"] {
            let (_, why) = stops().find(|stop| stop.0 == name).expect(name);
            let how = "`main.invoke` may call it through a field of function type";
            assert!(why.starts_with(how), "{why}");
        }
    }

    #[test]
    fn what_an_init_registers_is_reached() {
        let mut tree = Tree::new();
        let cli = "package cli\n\nvar commands []func()\n\nfunc init() { commands = append(commands, get) }\n\n\
                   func get() { fetch() }\n\nfunc fetch() {}\n\nfunc Main() {\n\tfor _, c := range commands {\n\t\tc()\n\t}\n}\n";
        tree.write("cli/cli.go", cli);
        let main = "package main\n\nimport \"example.com/m/cli\"\n\nfunc main() { cli.Main() }\n";
        tree.write("cmd/app/main.go", main);
        let graph = tree.snapshot.graph();
        let program = &program(&graph);
        let why = |name: &str| why(&graph, program, name);
        assert_eq!(why("cli.get"), "`cli.init` uses it before main runs.");
        assert!(why("cli.fetch").starts_with("`cli.get` calls it"), "{program:?}");
    }

    #[test]
    fn what_a_command_that_a_variable_describes_runs_is_reached() {
        let mut tree = Tree::new();
        let text = "package main\n\nimport \"example.com/cli\"\n\nvar all = []cli.Command{serve, show}\n\n\
                    var serve = cli.Command{Action: serveMain}\n\n\
                    var show = cli.Command{Action: func() { showMain() }}\n\n\
                    func main() { cli.Run(all) }\n\nfunc serveMain() {}\n\nfunc showMain() {}\n";
        tree.write("cmd/app/main.go", text);
        let graph = tree.snapshot.graph();
        let program = &program(&graph);
        let why = |name: &str| why(&graph, program, name);
        assert_eq!(why("main.serveMain"), "`main.main` uses a variable that holds it.");
        assert_eq!(why("main.showMain"), "`main.main` uses a variable whose declaration calls it.");
    }

    #[test]
    fn what_a_library_is_given_is_entered_by_what_nothing_here_calls() {
        let mut tree = Tree::new();
        let text = "package main\n\nimport (\n\t\"example.com/cli\"\n\t\"example.com/m/command\"\n)\n\n\
                    type flags struct{ Serve command.Serve }\n\nfunc main() { cli.Run(&command.Plan{}, &flags{}) }\n";
        tree.write("cmd/app/main.go", text);
        let text = "package command\n\ntype Plan struct{}\n\nfunc (*Plan) Run() { plan() }\n\nfunc (*Plan) Used() {}\n\n\
                    func plan() { (&Plan{}).Used() }\n\n\
                    type Serve struct{}\n\nfunc (*Serve) Run() {}\n";
        tree.write("command/plan.go", text);
        let graph = tree.snapshot.graph();
        let program = &program(&graph);
        let why = |name: &str| why(&graph, program, name);
        let run = "`main.main` uses its type; nothing here calls it, but code given such a value may.";
        assert_eq!(why("command.Plan.Run"), run);
        let held = "`main.main` uses a type with a field of its type; nothing here calls it, but code given such a value may.";
        assert_eq!(why("command.Serve.Run"), held);
        assert!(why("command.plan").starts_with("`command.Plan.Run` calls it"));
        assert!(why("command.Plan.Used").starts_with("`command.plan` calls it"));
    }

    #[test]
    fn what_a_program_s_own_helpers_lead_to_is_reached_without_a_stop_at_each() {
        let mut tree = Tree::new();
        let each = |of: &dyn Fn(usize) -> String| (0..MOST_STEPS).map(of).collect::<String>();
        for n in 0..MOST_STEPS {
            let text = format!("package p{n}\n\nfunc Open() {{ read() }}\n\nfunc read() {{}}\n");
            tree.write(&format!("p{n}/p.go"), &text);
        }
        let imports = each(&|n| format!("\t\"example.com/m/p{n}\"\n"));
        let calls = each(&|n| format!("\topen{n}()\n"));
        let helpers = each(&|n| format!("\nfunc open{n}() {{ p{n}.Open() }}\n"));
        let main = format!("package main\n\nimport (\n{imports})\n\nfunc main() {{\n{calls}}}\n{helpers}");
        tree.write("cmd/app/main.go", &main);
        let graph = tree.snapshot.graph();
        let program = &program(&graph);
        let opened: Vec<&str> = program
            .stops
            .iter()
            .filter(|stop| graph.symbol(stop.symbol).name() == "Open")
            .map(|stop| stop.why.as_str())
            .collect();
        assert!(opened.len() > MOST_STEPS / 2, "{program:?}");
        let over = |why: &&str| {
            why.starts_with("`main.open") && why.contains(" it, and `main.main` calls `main.open")
        };
        assert!(opened.iter().any(over), "{opened:?}");
    }
}
