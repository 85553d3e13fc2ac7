//! Tours from an entry point into the code. Each stop is reached from a stop before it. A program with enough
//! packages of its own has no stops in the libraries that other programs use, too.

use std::cmp::Reverse;
use std::iter;

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::named;
use super::plan::{DependencyOrder, Plan, Spread, assembled, circles, is_stop, stops};
use super::purpose::{Purpose, purpose};
use super::step::TourKind;
use super::way::{Hops, Way, ways_from};
use super::{MAX_STEPS, slug};
use crate::model::{EdgeKind, Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// The largest number of entry points that get a tour of their own.
const MAX_ENTRIES: usize = 8;
/// The largest number of tours if there is no program. Then the public functions with the highest hub scores are the
/// entry points.
const MAX_STAND_INS: usize = 3;
/// Factors for each further stop in the same package, and at the same type with its methods. A program does much of its
/// work in few packages.
const OF_PACKAGE: f64 = 0.8;
const OF_TYPE: f64 = 0.6;
/// Factor for each further stop that is a function given away as a value, or that packages imported for their effect lead
/// to: one command, handler or plugin shows what all do.
const OF_MANY: f64 = 0.5;

/// Plans one tour for each entry point, those with most code first. Programs that help developers of the repository count
/// only if there are none for users, and programs for tests only if there are no others.
pub(super) fn plans(graph: &Graph<'_>) -> Vec<Plan> {
    let mut hops = Hops::new(graph);
    let packages = Packages::of(graph);
    if packages.programs.is_empty() {
        let mut entries: Vec<SymbolId> = stops(graph).filter(|s| is_public(*s)).map(|s| s.id).collect();
        let hub = |id: &SymbolId| graph.symbol_hub[id.ix()];
        entries.sort_by(|a, b| hub(b).total_cmp(&hub(a)).then(a.cmp(b)));
        entries.truncate(MAX_STAND_INS);
        return entries.into_iter().filter_map(|entry| from(graph, &mut hops, entry, None)).collect();
    }
    let rank =
        |s: Symbol<'_>| (purpose(s), Reverse(is_namesake(s)), Reverse(packages.reach(s.package())), s.id);
    let mut programs: Vec<_> = packages.programs.iter().map(|&main| rank(graph.symbol(main))).collect();
    programs.sort_unstable();
    // A program for tests is no entry point if there is any other.
    if programs.first().is_some_and(|(first, ..)| *first != Purpose::Tests) {
        programs.retain(|(purpose, ..)| *purpose != Purpose::Tests);
    }
    // Nor is one that helps developers of the repository, if there is one for users.
    if programs.first().is_some_and(|(first, ..)| *first == Purpose::Use) {
        programs.retain(|(purpose, ..)| *purpose == Purpose::Use);
    }
    let plans = programs
        .into_iter()
        .filter_map(|(.., entry)| from(graph, &mut hops, entry, packages.own(graph, entry).as_ref()));
    plans.filter(|plan| plan.stops.len() > 1).take(MAX_ENTRIES).collect()
}

/// The first `most` stops from the main program, or from the function that replaces it, in the order in which they are
/// reached, and the reason for each.
pub(super) fn spine(graph: &Graph<'_>, most: usize) -> Vec<(SymbolId, String)> {
    let packages = Packages::of(graph);
    let rank =
        |s: &Symbol<'_>| (purpose(*s), Reverse(is_namesake(*s)), Reverse(packages.reach(s.package())), s.id);
    let entry = match packages.programs.iter().map(|&main| graph.symbol(main)).min_by_key(rank) {
        Some(main) if purpose(main) == Purpose::Use => Some(main.id),
        _ => stops(graph)
            .filter(|s| is_public(*s))
            .max_by(|a, b| graph.hub(a.id).total_cmp(&graph.hub(b.id)).then(b.id.cmp(&a.id)))
            .map(|symbol| symbol.id),
    };
    let Some(entry) = entry else { return Vec::new() };
    let own = packages.own(graph, entry);
    let is_own = |id: SymbolId| own.as_ref().is_none_or(|own| own.contains(&graph.symbol(id).package()));
    let (chosen, why) = walk(graph, &mut Hops::new(graph), entry, is_own, most);
    chosen.into_iter().zip(why).collect()
}

/// The tour of a program from its start. None if the package is no program, or leads to no other stop.
pub(super) fn of_program(graph: &Graph<'_>, package: SymbolId) -> Option<Plan> {
    let main = graph.symbols().find(|symbol| symbol.package() == package && is_main(*symbol))?;
    let own = Packages::of(graph).own(graph, main.id);
    let plan = from(graph, &mut Hops::new(graph), main.id, own.as_ref())?;
    Some(plan).filter(|plan| plan.stops.len() > 1)
}

/// The imports between packages, without those of tests, and the size of each package.
#[derive(Default)]
struct Packages {
    imports: FxHashMap<SymbolId, FxHashSet<SymbolId>>,
    stops: FxHashMap<SymbolId, usize>,
    /// The functions `main`, in order of id.
    programs: Vec<SymbolId>,
}

impl Packages {
    fn of(graph: &Graph<'_>) -> Self {
        let mut packages = Self::default();
        for stop in stops(graph) {
            *packages.stops.entry(stop.package()).or_default() += 1;
            packages.programs.extend(Some(stop.id).filter(|_| is_main(stop)));
        }
        let files = graph.file_symbol.iter().map(|&file| graph.symbol(SymbolId(file)));
        for file in files.filter(|file| !file.is_test()) {
            let imports = graph.outgoing(file.id).filter(|edge| edge.kind == EdgeKind::Imports);
            packages.imports.entry(file.package()).or_default().extend(imports.map(|edge| edge.to));
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
        (own.len() > MAX_STEPS).then_some(own)
    }
}

fn is_main(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func && symbol.name() == "main" && symbol.package_name() == "main"
}

/// Returns whether a program has the name of its module, as that of the module's root has. If there are several
/// programs, it is mostly the best known of them.
fn is_namesake(main: Symbol<'_>) -> bool {
    let folder = main.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    if folder.is_empty() {
        return true;
    }
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

/// Plans the tour from an entry point. Its stops are in the packages `own`, if these are given.
fn from(
    graph: &Graph<'_>,
    hops: &mut Hops<'_>,
    entry: SymbolId,
    own: Option<&FxHashSet<SymbolId>>,
) -> Option<Plan> {
    let is_own = |id: SymbolId| own.is_none_or(|own| own.contains(&graph.symbol(id).package()));
    let (chosen, why) = walk(graph, hops, entry, is_own, MAX_STEPS);
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

/// Takes, until there are `most`, the best symbol that the stops so far lead to, directly or over few others. Its value grows with the
/// product of the strengths on the way and with its work, and falls with every stop of its package and type. The entry
/// point comes first in the list.
fn walk(
    graph: &Graph<'_>,
    hops: &mut Hops<'_>,
    entry: SymbolId,
    is_own: impl Fn(SymbolId) -> bool,
    most: usize,
) -> (Vec<SymbolId>, Vec<String>) {
    let mut chosen = vec![entry];
    let mut taken: Vec<Way> = Vec::new();
    let mut frontier: FxHashMap<SymbolId, (f64, Way)> = FxHashMap::default();
    let (mut last, mut reach, mut spread) = (entry, 1.0, Spread::new(OF_PACKAGE, OF_TYPE));
    spread.took(graph.symbol(entry));
    while chosen.len() < most {
        for (to, way) in ways_from(hops, last, reach) {
            let value = hops.work(to, way.reach);
            let known = frontier.get(&to).is_some_and(|known| known.0 >= value);
            if !known && !chosen.contains(&to) && is_stop(graph.symbol(to)) && is_own(to) {
                frontier.insert(to, (value, way));
            }
        }
        let of_many = OF_MANY.powi(taken.iter().filter(|way| way.is_of_many()).count() as i32);
        let left =
            |id, way: &Way| spread.left(graph.symbol(id)) * if way.is_of_many() { of_many } else { 1.0 };
        let best = frontier.iter().map(|(&id, (value, way))| (value * left(id, way), id));
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        let Some((next, (_, way))) = best.and_then(|(_, next)| frontier.remove_entry(&next)) else { break };
        chosen.push(next);
        spread.took(graph.symbol(next));
        (last, reach) = (next, way.reach);
        taken.push(way);
    }
    let first = "Execution, or a user of the code, enters here.".to_owned();
    let why = iter::once(first).chain(taken.iter().map(|way| way.describe(graph, &chosen))).collect();
    (chosen, why)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Tree, plan};
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
    fn helpers_count_only_where_there_is_no_program() {
        let mut tree = Tree::new();
        let main = "package main\n\nfunc main() { run() }\n\nfunc run() {}\n";
        for n in 0..3 {
            tree.write(&format!("hack/h{n}/main.go"), main);
        }
        tree.write("cmd/gen-docs/main.go", main);
        tree.write("_bench/main.go", main);
        let names = |tree: &Tree| -> Vec<String> {
            plan(&tree.snapshot.graph(), TourKind::EntryPoints).into_iter().map(|plan| plan.name).collect()
        };
        assert_eq!(names(&tree), ["from-main"]);
        tree.write("cmd/app/main.go", &main.replace("run", "start"));
        tree.write("cmd/m/main.go", main);
        assert_eq!(names(&tree), ["from-main", "from-cmd-m", "from-cmd-app"], "the module's own first");
        tree.write("cmd/app/main.go", "package main\n");
        tree.write("cmd/m/main.go", "package main\n");
        tree.write("main.go", "package main\n");
        let helpers = ["from-cmd-gen-docs", "from-hack-h0", "from-hack-h1", "from-hack-h2"];
        assert_eq!(names(&tree), helpers, "a benchmark is a test");
    }

    #[test]
    fn a_program_of_many_packages_is_not_left_and_led_on_over_functions_in_fields() {
        let mut tree = Tree::new();
        let lib = "package lib\n\nfunc Work(n int) { more(n) }\n\nfunc more(n int) {}\n";
        let base = "package base\n\ntype Command struct {\n\tRun func(n int)\n}\n";
        tree.write("lib/lib.go", lib);
        tree.write("cmd/app/base/base.go", base);
        for n in 0..MAX_STEPS {
            let value = if n % 2 == 0 { "{Run: run}" } else { "{}\n\nfunc init() { Cmd.Run = run }" };
            let text = format!(
                "package p{n}\n\nimport (\n\t\"example.com/m/cmd/app/base\"\n\t\"example.com/m/lib\"\n)\n\n\
                 var Cmd = &base.Command{value}\n\nfunc run(n int) {{ lib.Work(n) }}\n"
            );
            tree.write(&format!("cmd/app/p{n}/p.go"), &text);
        }
        let each = |of: &dyn Fn(usize) -> String| (0..MAX_STEPS).map(of).collect::<String>();
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
        for name in ["p0.run", "p1.run"] {
            let (_, why) = stops().find(|stop| stop.0 == name).expect(name);
            let how = "`main.invoke` may call it through a field of function type";
            assert!(why.starts_with(how), "{why}");
        }
    }

    #[test]
    fn one_of_many_commands_is_followed_to_its_work() {
        let mut tree = Tree::new();
        let each = |of: &dyn Fn(usize) -> String| (0..MAX_STEPS).map(of).collect::<String>();
        let adds = each(&|n| format!("\tcli.Add(p{n}.Command)\n"));
        let imports = each(&|n| format!("\t\"example.com/m/p{n}\"\n"));
        for n in 0..MAX_STEPS {
            let steps = each(&|step| format!("\nfunc step{step}() {{ step{}() }}\n", step + 1));
            let text = format!(
                "package p{n}\n\nfunc Command() {{ step0() }}\n{steps}\nfunc step{MAX_STEPS}() {{}}\n"
            );
            tree.write(&format!("p{n}/p.go"), &text);
        }
        let main = format!(
            "package main\n\nimport (\n\t\"example.com/cli\"\n{imports})\n\nfunc main() {{\n{adds}\tcli.Main()\n}}\n"
        );
        tree.write("cmd/app/main.go", &main);
        let graph = tree.snapshot.graph();
        let program = &program(&graph);
        let commands =
            program.stops.iter().filter(|stop| graph.symbol(stop.symbol).name().starts_with("Command"));
        assert!((1..MAX_STEPS / 2).contains(&commands.count()), "{program:?}");
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
    fn what_packages_register_that_are_imported_for_nothing_else_is_reached() {
        let mut tree = Tree::new();
        tree.write("cli/cli.go", "package cli\n\nfunc Add(run func()) {}\n\nfunc Main() {}\n");
        let sync = "package sync\n\nimport \"example.com/m/cli\"\n\nfunc init() { cli.Add(run) }\n\n\
                    func run() { transfer() }\n\nfunc transfer() {}\n";
        tree.write("cli/sync/sync.go", sync);
        tree.write("cli/all/all.go", "package all\n\nimport _ \"example.com/m/cli/sync\"\n");
        let main = "package main\n\nimport (\n\t\"example.com/m/cli\"\n\t_ \"example.com/m/cli/all\"\n)\n\n\
                    func main() { cli.Main() }\n";
        tree.write("cmd/app/main.go", main);
        let graph = tree.snapshot.graph();
        let program = &program(&graph);
        assert_eq!(why(&graph, program, "sync.run"), "`sync.init` uses it before main runs.");
        assert!(why(&graph, program, "sync.transfer").starts_with("`sync.run` calls it"), "{program:?}");
    }

    #[test]
    fn code_outside_that_prints_or_parses_a_value_leads_no_way_on() {
        let mut tree = Tree::new();
        let text = "package main\n\nimport \"fmt\"\n\ntype size int\n\n\
                    func (s *size) String() string { return digits(int(*s)) }\n\n\
                    func digits(int) string { return \"\" }\n\n\
                    func main() {\n\tvar s size\n\tfmt.Println(&s)\n\twork()\n}\n\nfunc work() {}\n";
        tree.write("cmd/app/main.go", text);
        let graph = tree.snapshot.graph();
        let stops: Vec<String> =
            program(&graph).stops.iter().map(|stop| named(graph.symbol(stop.symbol))).collect();
        assert!(
            stops.contains(&"main.work".to_owned()) && !stops.contains(&"main.digits".to_owned()),
            "{stops:?}"
        );
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
        let each = |of: &dyn Fn(usize) -> String| (0..MAX_STEPS).map(of).collect::<String>();
        for n in 0..MAX_STEPS {
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
        assert!(opened.len() > MAX_STEPS / 2, "{program:?}");
        let over = |why: &&str| {
            why.starts_with("`main.open") && why.contains(" it, and `main.main` calls `main.open")
        };
        assert!(opened.iter().any(over), "{opened:?}");
    }
}
