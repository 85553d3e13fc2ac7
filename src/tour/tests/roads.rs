//! Roads: which program, which command, and along which links.

use super::sentences::from;
use super::*;

/// A command line of several commands, each of which hands its work to a package of its own.
fn commands(tree: &mut Tree, names: &[&str]) {
    let each = |of: &dyn Fn(&str) -> String| names.iter().map(|name| of(name)).collect::<String>();
    for name in names {
        let work = format!(
            "package {name}\n\n// Run runs the command.\nfunc Run() {{ process() }}\n\nfunc process() {{ for {{ save() }} }}\n\nfunc save() {{}}\n"
        );
        tree.write(&format!("{name}/{name}.go"), &work);
    }
    let imports = each(&|name| format!("\t\"example.com/m/{name}\"\n"));
    let adds = each(&|name| format!("\tc.Add(new_{name}(c))\n"));
    let makes = each(&|name| {
        format!("\nfunc new_{name}(c *Command) *Command {{ return &Command{{Do: {name}.Run}} }}\n")
    });
    let main = format!(
        "package main\n\nimport (\n{imports})\n\ntype Command struct{{ Do func() }}\n\nfunc (c *Command) Add(*Command) {{}}\n\n\
         func main() {{\n\tc := &Command{{}}\n{adds}}}\n{makes}"
    );
    tree.write("cmd/app/main.go", &main);
    fs::remove_file(tree.path("main.go")).unwrap();
    tree.write("store/more.go", "package store\n");
}

/// The titles of the steps of each tour from an entry point.
fn roads(tree: &Tree, documents: &[&str]) -> Vec<Vec<String>> {
    let documents: Vec<std::sync::Arc<[u8]>> = documents.iter().map(|text| text.as_bytes().into()).collect();
    let opener = Opener::new(&tree.repository.root);
    let open = |path: &str| opener.open(path);
    let graph = tree.snapshot.graph();
    let plans = Planner::new(&graph, &open, &documents).plans(TourKind::EntryPoints);
    plans.iter().map(|plan| titles(&generate(&graph, plan, &open))).collect()
}

#[test]
fn a_road_takes_one_of_many_commands_the_one_that_documents_name() {
    let mut tree = Tree::new();
    let names = ["alpha", "beta", "gamma", "delta", "epsilon"];
    commands(&mut tree, &names);
    let of = |titles: &[String]| -> Vec<&str> {
        names
            .into_iter()
            .filter(|name| titles.iter().any(|title| title.starts_with(&format!("{name}."))))
            .collect()
    };
    for name in ["gamma", "delta"] {
        let document = format!("    $ app {name} x\n\nOr `app {name}`.\n");
        let roads = roads(&tree, &[&document]);
        assert_eq!(of(&roads[0]), [name], "{roads:?}");
        assert_eq!(roads.len(), 3, "the next two commands have tours of their own: {roads:?}");
        assert!(roads[1..].iter().all(|road| of(road).len() == 1 && of(road) != [name]), "{roads:?}");
    }
}

#[test]
fn an_example_is_a_program_if_a_document_says_to_build_it() {
    let mut tree = Tree::new();
    fs::remove_file(tree.path("main.go")).unwrap();
    let base = "package main\n\nimport \"example.com/m/store\"\n\nfunc main() { store.Open() }\n";
    tree.write("examples/base/main.go", base);
    tree.write("tools/gen/main.go", "package main\n\nfunc main() { run() }\n\nfunc run() {}\n");
    let first = |documents: &[&str]| -> Vec<String> {
        roads(&tree, documents).iter().map(|road| road[0].clone()).collect()
    };
    assert_eq!(first(&[]), ["store.Open"], "of the library, not of its helpers");
    assert_eq!(first(&["run `go build` inside of `examples/base`"]), ["main.main"]);
}

#[test]
fn a_library_begins_where_people_call_it() {
    let mut tree = Tree::new();
    fs::remove_file(tree.path("main.go")).unwrap();
    let helper = "package log\n\n// Format formats an entry.\nfunc Format() { a(); b(); c() }\n\nfunc a() { d() }\n\n\
                  func b() { d() }\n\nfunc c() { d() }\n\nfunc d() {}\n";
    tree.write("log/log.go", helper);
    let root = "package m\n\ntype Router struct{}\n\nfunc (r *Router) Visit() { r.match() }\n\n\
                func (r *Router) match() {}\n\nfunc (r *Router) Walk() { r.match() }\n";
    tree.write("router.go", root);
    let first = |document: &str| roads(&tree, &[document])[0][0].clone();
    assert_eq!(first(""), "m.Router.Visit", "the package of the root");
    assert_eq!(first("```go\nr.Walk()\n```\n"), "m.Router.Walk", "what its documents call");
}

#[test]
fn what_a_function_for_a_library_makes_is_followed_over_a_gap() {
    let mut tree = Tree::new();
    let main = "package main\n\nimport \"example.com/server\"\n\nvar name string\n\nfunc init() { server.Register(name, newContext) }\n\n\
                func newContext() server.Context { return &context{n: 1} }\n\ntype context struct{ n int }\n\n\
                func (c *context) MakeServers() { listen(c.n) }\n\n\
                // listen waits for requests.\nfunc listen(n int) {}\n\nfunc main() { server.Start(name) }\n";
    tree.write("main.go", main);
    let tour = tree.tour(TourKind::EntryPoints);
    assert!(titles(&tour).contains(&"main.context.MakeServers".to_owned()), "{:?}", titles(&tour));
}

#[test]
fn what_a_library_of_commands_is_given_is_followed_over_a_gap() {
    let mut tree = Tree::new();
    let main = "package main\n\nimport \"example.com/cli\"\n\ntype root struct{ n int }\n\n\
                func main() { cli.Execute(&root{n: 1}) }\n\n\
                func (r *root) Run() error { return process(r.n) }\n\nfunc process(n int) error { return nil }\n";
    tree.write("main.go", main);
    let tour = tree.tour(TourKind::EntryPoints);
    assert_eq!(titles(&tour)[..2], ["main.main", "main.root.Run"]);
    let gap = "`main.main` makes a `main.root`; nothing here is seen to call it, so code outside may.";
    let (_, from) = tour.step(1).unwrap().labels().remove(0);
    assert_eq!(from, gap.replace('`', ""));
}

#[test]
fn of_the_commands_of_a_struct_that_a_library_is_given_one_is_followed() {
    let names = ["Serve", "Show", "Check", "Print"];
    let each = |of: &dyn Fn(&str) -> String| names.iter().map(|name| of(name)).collect::<String>();
    let fields = each(&|name| format!("\t{name} cmd{name}\n"));
    let methods = each(&|name| {
        format!(
            "type cmd{name} struct{{ n int }}\n\nfunc (c cmd{name}) Run() error {{ return at{name}() }}\n\nfunc at{name}() error {{ return nil }}\n\n"
        )
    });
    let code = format!(
        "import \"example.com/kong\"\n\nfunc main() {{\n\tvar all table\n\tkong.Parse(&all)\n}}\n\n\
                        type table struct {{\n{fields}}}\n\n{methods}"
    );
    let mut tree = Tree::new();
    tree.write("cmd/app/main.go", &format!("package main\n\n{code}"));
    fs::remove_file(tree.path("main.go")).unwrap();
    tree.write("store/store.go", "package store\n");
    assert_eq!(roads(&tree, &["    $ app show\n"])[0], ["main.main", "main.cmdShow.Run", "main.atShow"]);
}

/// The tour of a program with this code.
fn road_of(code: &str) -> Vec<String> {
    let mut tree = Tree::new();
    tree.write("main.go", &format!("package main\n\n{code}"));
    tree.write("store/store.go", "package store\n");
    roads(&tree, &[]).remove(0)
}

#[test]
fn the_list_of_all_tours_tells_no_road_twice() {
    let mut tree = Tree::new();
    let main = "package main\n\nimport \"example.com/m/store\"\n\nfunc main() { store.Open().Put() }\n";
    tree.write("cmd/cli/main.go", main);
    tree.write("cmd/server/main.go", main);
    fs::remove_file(tree.path("main.go")).unwrap();
    tree.write("cmd/README.md", "");
    let graph = tree.snapshot.graph();
    let planner = Planner::new(&graph, &|_| Opened::Missing, &[]);
    let begins = |plan: &Plan| graph.symbol(plan.stops[0].symbol).path().to_owned();
    let of = |plans: Vec<Plan>| -> Vec<String> {
        plans.iter().filter(|plan| matches!(plan.kind, "start-here" | "entry-points")).map(begins).collect()
    };
    // A client comes after its server.
    let roads = ["cmd/server/main.go", "cmd/cli/main.go"];
    assert_eq!(of(planner.plans(TourKind::EntryPoints)), roads);
    assert_eq!(of(planner.all()), roads);
}

#[test]
fn a_goroutine_is_told_where_its_end_is_waited_for() {
    let code = "import \"sync\"\n\nfunc main() {\n\tvar group sync.WaitGroup\n\tgroup.Go(func() {\n\t\twork()\n\t})\n\
                \tfeed()\n\tgroup.Wait()\n\tfinish()\n}\n\n\
                func work() {}\n\nfunc feed() {}\n\nfunc finish() {}\n";
    assert_eq!(road_of(code), ["main.main", "main.feed", "main.work", "main.finish"]);
}

#[test]
fn goroutines_come_after_all_that_runs_meanwhile_the_last_started_first() {
    let code = "func main() {\n\tstart()\n\tgo accept()\n\tserve()\n}\n\n\
                func start() { go loop() }\n\nfunc loop() { for {} }\n\n\
                func accept() {}\n\nfunc serve() {}\n";
    assert_eq!(road_of(code), ["main.main", "main.start", "main.serve", "main.accept", "main.loop"]);
}

#[test]
fn a_helper_that_runs_a_literal_does_not_lead_to_its_maker() {
    let code = "func main() {\n\teach(func() { first() })\n\tmaker()\n}\n\n\
                func each(f func()) { f() }\n\nfunc first() {}\n\n\
                func maker() {\n\teach(func() { second() })\n}\n\nfunc second() {}\n";
    assert_eq!(road_of(code), ["main.main", "main.first", "main.maker", "main.each", "main.second"]);
}

#[test]
fn a_handler_is_reached_from_the_code_that_makes_it_not_from_all_that_passes_handlers_on() {
    let mut tree = Tree::new();
    let handler = |name: &str| {
        format!(
            "type {name} struct{{ n int }}\n\nfunc (h {name}) ServeHTTP(http.ResponseWriter, *http.Request) {{}}\n\n"
        )
    };
    let main = format!(
        "package main\n\nimport \"net/http\"\n\nfunc main() {{\n\tserve(first{{n: 1}})\n\tother()\n}}\n\n\
         func other() {{ serve(second{{n: 2}}) }}\n\n\
         func serve(h http.Handler) {{ http.Handle(\"/\", h) }}\n\n{}{}",
        handler("first"),
        handler("second")
    );
    tree.write("main.go", &main);
    let tour = tree.tour(TourKind::EntryPoints);
    let from = |title: &str| {
        let step = tour.steps().find(|step| step.title() == title).unwrap();
        step.labels().into_iter().find(|(label, _)| *label == Label::From).map(|(_, words)| words).unwrap()
    };
    assert!(
        from("main.first.ServeHTTP").starts_with("main.main makes a main.first;"),
        "{}",
        from("main.first.ServeHTTP")
    );
}

/// The paths to the steps of the first road, as names.
fn paths(tree: &Tree) -> Vec<Vec<String>> {
    let opener = Opener::new(&tree.repository.root);
    let open = |path: &str| opener.open(path);
    let graph = tree.snapshot.graph();
    let plans = Planner::new(&graph, &open, &[]).plans(TourKind::EntryPoints);
    let names = |path: &Vec<SymbolId>| path.iter().map(|&id| graph.symbol(id).name().to_owned()).collect();
    plans[0].stops.iter().map(|stop| names(&stop.links.from)).collect()
}

#[test]
fn a_helper_calls_what_the_caller_on_the_road_gave_it() {
    let mut tree = Tree::new();
    let code = "package main\n\nfunc main() {\n\tfirst()\n\tsecond()\n}\n\n\
                func first() { each(load) }\n\nfunc second() { each(store) }\n\n\
                func each(f func()) { f() }\n\nfunc load() { work() }\n\nfunc store() { work() }\n\n\
                func work() {}\n";
    tree.write("main.go", code);
    tree.write("store/store.go", "package store\n");
    let paths = paths(&tree);
    let has = |link: [&str; 2]| paths.iter().any(|path| path.windows(2).any(|pair| pair == link));
    assert!(has(["each", "load"]) && has(["second", "store"]) && !has(["each", "store"]), "{paths:?}");
}

#[test]
fn an_interface_leads_to_what_the_program_itself_makes() {
    let mut tree = Tree::new();
    fs::remove_file(tree.path("main.go")).unwrap();
    let kinds = "package store\n\ntype Store interface{ Put() }\n\ntype Small struct{ n int }\n\n\
                 func (s *Small) Put() { s.n++ }\n\ntype Large struct{ n int }\n\n\
                 func (l *Large) Put() { l.n++; grow(); grow() }\n\nfunc grow() {}\n\n\
                 func Fill(s Store) { s.Put() }\n";
    tree.write("store/store.go", kinds);
    let main = |ty: &str| {
        format!(
            "package main\n\nimport \"example.com/m/store\"\n\nfunc main() {{ store.Fill(&store.{ty}{{}}) }}\n"
        )
    };
    tree.write("cmd/m/main.go", &main("Small"));
    tree.write("cmd/other/main.go", &main("Large"));
    let titles = roads(&tree, &["    $ go run ./cmd/other\n"]);
    let puts = |titles: &[String]| {
        titles.iter().filter(|title| title.ends_with(".Put")).cloned().collect::<Vec<_>>()
    };
    assert_eq!(puts(&titles[0]), ["store.Small.Put"], "{titles:?}");
    assert_eq!(puts(&titles[1]), ["store.Large.Put"], "{titles:?}");
}

#[test]
fn what_ends_the_program_is_no_part_of_its_road() {
    let code = "import \"os\"\n\nfunc main() { run() }\n\n// Run is.\nfunc run() {\n\tif version {\n\t\tshow()\n\t\tos.Exit(0)\n\t}\n\
                \tif err := work(); err != nil {\n\t\ttell()\n\t}\n}\n\n\
                var version bool\n\nfunc show() {}\n\nfunc tell() {}\n\nfunc work() error { return nil }\n";
    assert_eq!(road_of(code), ["main.main", "main.run", "main.work"]);
}

#[test]
fn who_lists_a_table_does_not_lead_to_what_is_in_it() {
    let code = |main: &str| {
        format!(
            "import \"example.com/cli\"\n\ntype command struct {{\n\tname string\n\tdo func()\n}}\n\nvar table = []command{{{{\"work\", work}}}}\n\n\
             func main() {{\n{main}}}\n\nfunc show(string) {{}}\n\nfunc work() {{}}\n"
        )
    };
    let listed = code("\tfor _, one := range table {\n\t\tshow(one.name)\n\t}\n");
    assert_eq!(road_of(&listed), ["main.main", "main.show"]);
    assert_eq!(road_of(&code("\tcli.Run(table)\n")), ["main.main", "main.work"]);
    let option = "func main() {\n\tif short {\n\t\tcomplete()\n\t\treturn\n\t}\n\tserve()\n}\n\nvar short bool\n\n\
                  func complete() { process() }\n\nfunc process() {}\n\nfunc serve() { accept() }\n\nfunc accept() {}\n";
    let road = road_of(option);
    let at = |name: &str| road.iter().position(|title| title == name);
    assert!(at("main.accept") < at("main.process"), "an option stands back: {road:?}");
}

#[test]
fn a_request_and_a_worker_have_roads_of_their_own() {
    let mut tree = Tree::new();
    // The main road is full without them.
    let starts = (0..16).map(|n| {
        format!("// run{n} runs.\nfunc run{n}() {{\n\tfor {{\n\t\trun{}()\n\t\tgo start{n}()\n\t}}\n}}\n\nfunc start{n}() {{}}\n\n", n + 1)
    });
    let starts: String = starts.collect();
    let main = "package main\n\nimport \"net/http\"\n\n\
                func main() {\n\thttp.HandleFunc(\"/\", put)\n\tgo poll()\n\trun0()\n}\n\n\
                func run16() { http.ListenAndServe(\"\", nil) }\n\n\
                // poll asks for news.\nfunc poll() {\n\tfor {\n\t\task()\n\t\ttell()\n\t}\n}\n\n\
                func ask() { fetch() }\n\nfunc fetch() {}\n\nfunc tell() { show() }\n\nfunc show() {}\n\n\
                // put keeps what it is sent.\nfunc put(w http.ResponseWriter, r *http.Request) {\n\tread()\n\tcheck()\n\tsave()\n}\n\n\
                func read() { parse() }\n\nfunc parse() {}\n\nfunc check() {}\n\nfunc save() { write() }\n\nfunc write() {}\n";
    tree.write("main.go", &format!("{main}\n{starts}"));
    let opener = Opener::new(&tree.repository.root);
    let open = |path: &str| opener.open(path);
    let graph = tree.snapshot.graph();
    let plans = Planner::new(&graph, &open, &[]).plans(TourKind::EntryPoints);
    for (title, first, link) in [
        (
            "A request: m keeps what it is sent",
            "main.put",
            "main.main passes it to http.HandleFunc for / (main.go:6).",
        ),
        (
            "In the background: m asks for news",
            "main.poll",
            "main.main starts it in a goroutine (main.go:7).",
        ),
    ] {
        let plan = plans.iter().find(|plan| plan.title == title);
        let tour = plan.map(|plan| generate(&graph, plan, &open));
        let tour =
            tour.unwrap_or_else(|| panic!("{:?}", plans.iter().map(|plan| &plan.title).collect::<Vec<_>>()));
        let (label, from) = tour.step(0).unwrap().labels().remove(0);
        assert_eq!((titles(&tour)[0].as_str(), label, from.as_str()), (first, Label::From, link));
    }
}

#[test]
fn who_sends_leads_to_who_receives() {
    let code = "type job struct{ n int }\n\nvar jobs = make(chan job)\n\nfunc init() { go work() }\n\n\
                func main() { put(1) }\n\nfunc put(n int) { jobs <- job{n} }\n\n\
                func work() {\n\tfor job := range jobs {\n\t\tdone(job.n)\n\t}\n}\n\nfunc done(n int) {}\n";
    assert_eq!(road_of(code), ["main.main", "main.put", "main.work", "main.done"]);
}

#[test]
fn a_type_whose_methods_the_program_calls_is_no_command_of_a_library() {
    let code = |call: &str| {
        format!(
            "type server struct{{ n int }}\n\nfunc main() {{\n\ts := &server{{n: 1}}\n{call}}}\n\n\
             func (s *server) Serve() {{ work(s.n) }}\n\nfunc (s *server) StartAnother() {{ other() }}\n\n\
             func work(int) {{}}\n\nfunc other() {{}}\n"
        )
    };
    assert_eq!(road_of(&code("\ts.Serve()\n")), ["main.main", "main.server.Serve", "main.work"]);
    assert!(road_of(&code("\t_ = s\n")).contains(&"main.server.StartAnother".to_owned()));
}

#[test]
fn of_many_commands_a_hidden_one_stands_back_and_variables_are_commands_too() {
    let command = |name: &str, more: &str| {
        format!(
            "var cmd{name} = &Command{{\n{more}\tdo: func() {{ run{name}() }},\n}}\n\nfunc run{name}() {{ process() }}\n\n"
        )
    };
    let code = format!(
        "type Command struct {{\n\tHidden bool\n\tdo func()\n}}\n\nfunc main() {{\n\tadd(cmdA)\n\tadd(cmdB)\n\tadd(newC())\n\tadd(newD())\n}}\n\n\
         func add(*Command) {{}}\n\n{}{}func newC() *Command {{ return &Command{{do: func() {{ runC() }}}} }}\n\n\
         func newD() *Command {{ return &Command{{do: func() {{}}}} }}\n\nfunc runC() {{}}\n\nfunc process() {{}}\n",
        command("A", "\tHidden: true,\n"),
        command("B", ""),
    );
    let road = road_of(&code);
    assert!(road.contains(&"main.runB".to_owned()) && !road.contains(&"main.runA".to_owned()), "{road:?}");
}

#[test]
fn a_message_is_told_from_where_it_is_sent_to_where_it_is_used() {
    let code = "type job struct{ n int }\n\nvar jobs = make(chan job)\n\nfunc main() {\n\tdefer drop()\n\tput(1)\n\tgo work()\n}\n\n\
                func put(n int) {\n\tif n == 0 {\n\t\tjobs <- job{}\n\t\treturn\n\t}\n\tjobs <- job{n}\n}\n\n\
                func drop() {\n\t<-jobs\n}\n\nfunc work() {\n\tdefer func() {\n\t\t<-jobs\n\t}()\n\tdone(<-jobs)\n}\n\nfunc done(job) {}\n";
    let mut tree = Tree::new();
    tree.write("main.go", &format!("package main\n\n{code}"));
    let from = from(&tree, &["main.put", "main.work"]).unwrap();
    assert_eq!(from, "main.put sends on main.jobs (main.go:18), from which it receives (main.go:29).");
}
