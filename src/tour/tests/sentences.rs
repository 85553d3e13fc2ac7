//! The words of steps: sentences about links that the graph has.

use super::*;

const CODE: &str = "package p

type Store interface{ Save() }

type Disk struct{}

func (Disk) Save() {}

type Memory struct{}

func (Memory) Save() {}

func All() {
\tdirect()
\tgo started()
\tdefer later()
\tthrough(Disk{})
\tthrough(Memory{})
\tuse(taken)
}

func direct()  {}
func started() {}
func later()   {}

func through(s Store) { s.Save() }

func use(f func()) { f() }
func taken()       {}

func handed() func() {
\tuse(func() { inPassed() })
\tgo func() {
\t\tinGoroutine()
\t}()
\treturn func() {
\t\tinResult()
\t}
}

func inPassed()    {}
func inGoroutine() {}
func inResult()    {}

func twice() {
\tuse(direct)
\tuse(taken)
\tuse(inPassed)
}

func either(dry bool) {
\tif dry {
\t\tdirect()
\t\tlater()
\t\treturn
\t}
\tgo func() {
\t\tgo started()
\t}()
\tswitch {
\tcase len(table) > 1:
\t\ttaken()
\t}
\tlater()
}

type command struct{ run func() }

var table = []*command{{run: wrap(func() { inTable() })}}

func wrap(f func()) func() { return f }
func inTable()             {}

func all() {
\tfor _, one := range table {
\t\tone.run()
\t}
}
";

/// The sentence of a step at the last symbol about the path to it.
pub(super) fn from(tree: &Tree, path: &[&str]) -> Option<String> {
    let graph = tree.snapshot.graph();
    let path: Vec<SymbolId> = path.iter().map(|name| crate::model::resolve(&graph, name).unwrap()).collect();
    let links = StopLinks { from: path.clone(), ..StopLinks::default() };
    let plan = Plan {
        title: "T".to_owned(),
        description: String::new(),
        preface: String::new(),
        name: "t".to_owned(),
        kind: "t",
        stops: vec![Stop { links, ..Stop::at(*path.last()?) }],
        pairs: 0,
        back: 0,
    };
    let opener = Opener::new(&tree.repository.root);
    let tour = generate(&graph, &plan, &|path| opener.open(path));
    let labels = tour.step(0)?.labels();
    labels.into_iter().find(|(label, _)| *label == Label::From).map(|(_, text)| text)
}

#[test]
fn a_link_is_told_as_the_edge_has_it() {
    let mut tree = Tree::new();
    tree.write("p/p.go", CODE);
    for (path, expected) in [
        (&["p.All", "p.direct"][..], Some("p.All calls it (p.go:14).")),
        (&["p.All", "p.started"], Some("p.All starts it in a goroutine (p.go:15).")),
        (&["p.All", "p.later"], Some("p.All defers a call of it (p.go:16).")),
        (&["p.All", "p.taken"], Some("p.All passes it to use (p.go:19).")),
        (
            &["p.All", "p.through", "p.Disk.Save"],
            Some("p.All calls p.through (p.go:17), which may call it through p.Store.Save (p.go:26)."),
        ),
        // Code in a function literal runs when whoever has it calls it.
        (
            &["p.handed", "p.inPassed"],
            Some("p.handed calls it in a function that it passes to use (p.go:32)."),
        ),
        (&["p.handed", "p.inGoroutine"], Some("p.handed calls it in a goroutine (p.go:34).")),
        (&["p.handed", "p.inResult"], Some("p.handed calls it in a function that it returns (p.go:37).")),
        // Of the calls of a function the one that hands over what comes next; then it is no question what that calls.
        (
            &["p.twice", "p.use", "p.taken"],
            Some("p.twice calls p.use (p.go:47), which calls it through f (p.go:28)."),
        ),
        // Of the calls of a function the one that hands over a value of the type whose method comes next.
        (
            &["p.All", "p.through", "p.Memory.Save"],
            Some("p.All calls p.through (p.go:18), which may call it through p.Store.Save (p.go:26)."),
        ),
        // A line that runs under a condition. Of several lines one that has none is told.
        (&["p.either", "p.direct"], Some("p.either calls it if dry (p.go:53).")),
        (&["p.either", "p.taken"], Some("p.either calls it if len(table) > 1 (p.go:62).")),
        (&["p.either", "p.later"], Some("p.either calls it (p.go:64).")),
        (&["p.either", "p.started"], Some("p.either starts it in a goroutine (p.go:58).")),
        // Not a variable calls, but a function that it has.
        (
            &["p.all", "p.table", "p.inTable"],
            Some("p.all runs a function literal of p.table (p.go:76), whose run calls it (p.go:69)."),
        ),
        // A type that the code before belongs to or uses.
        (&["p.Disk.Save", "p.Disk"], Some("p.Disk.Save is a method of it.")),
        (&["p.All", "p.Disk"], Some("p.All uses it (p.go:17).")),
        // Nothing is said that no edge carries.
        (&["p.All", "p.Disk.Save"], None),
        (&["p.direct", "p.through", "p.Disk.Save"], None),
    ] {
        assert_eq!(from(&tree, path).as_deref(), expected, "{path:?}");
    }
}

#[test]
fn a_step_of_a_road_leads_on_and_says_where_it_forks() {
    let mut tree = Tree::new();
    let main =
        "package main\n\nfunc main() {\n\trunOne()\n\trunTwo()\n}\n\nfunc runOne() {}\n\nfunc runTwo() {}\n";
    tree.write("main.go", main);
    let tour = tree.tour(TourKind::EntryPoints);
    let labels: Vec<String> = tour
        .steps()
        .flat_map(TourStep::labels)
        .map(|(label, text)| format!("{}: {text}", label.name()))
        .collect();
    let expected = [
        "next: Line 4 calls main.runOne.",
        "aside: Line 5 leads to main.runTwo.",
        "from: main.main calls it (main.go:4).",
        "from: main.main calls it (main.go:5).",
    ];
    assert_eq!(labels, expected, "and no sentence comes twice");
}

#[test]
fn a_step_without_a_doc_comment_says_what_its_statements_do() {
    let mut tree = Tree::new();
    let code = "package p\n\ntype Job struct{}\n\n// Note: it may be split.\n\
                func Run(jobs []Job, dry bool) (*Job, error) {\n\tif dry {\n\t\treturn nil, nil\n\t}\n\topen()\n\
                \tfor range jobs {\n\t\tdo()\n\t}\n\tgo func() { leaf() }()\n\treturn nil, nil\n}\n\nfunc open() {}\n\nfunc do() {}\n\n\
                func leaf() bool { return true }\n";
    tree.write("p/p.go", code);
    let graph = tree.snapshot.graph();
    let opener = Opener::new(&tree.repository.root);
    let here = |name: &str| {
        let id = crate::model::resolve(&graph, name).unwrap();
        StepDraft::at(&graph, id, "", &|path| opener.open(path)).description
    };
    let work = "It returns early if `dry`. It calls `p.open`, then `p.do` in a loop, and returns `*Job`, or an error.";
    assert_eq!(here("p.Run"), format!("**here** {work}"));
    let leaf = "It returns `bool`.";
    assert_eq!(here("p.leaf"), format!("**here** {leaf}"));
}

#[test]
fn a_hand_over_that_no_edge_shows_is_told_with_what_both_sides_refer_to() {
    let mut tree = Tree::new();
    let channels = "package p

type job struct{ n int }

type saver struct {
\tout  chan<- job
\tdone chan *job
\tfail chan error
}

func (s *saver) save() {
\ts.out <- job{n: 1}
\ts.done <- nil
\ts.fail <- nil
}

func work(in <-chan job) {
\tfor range in {
\t}
}

func (s *saver) end() { <-s.done }

func (s *saver) failed() { <-s.fail }
";
    tree.write("p/p.go", channels);
    let made = "// Code generated by a test. DO NOT EDIT.

package p

type conn interface{ Invoke(name string, n int) error }

type KVServer interface{ Put(n int) error }

type kVClient struct{ cc conn }

func (c *kVClient) Put(n int) error {
\treturn c.cc.Invoke(\"/p.KV/Put\", n)
}

func _KV_Put_Handler(server KVServer, n int) error { return server.Put(n) }
";
    tree.write("p/kv.go", made);
    let server = "package p\n\ntype server struct{ n int }\n\nfunc (s *server) Put(n int) error { return nil }\n\n\
                  func serve() error { return _KV_Put_Handler(&server{}, 1) }\n";
    tree.write("p/server.go", server);
    for (path, expected) in [
        (
            ["p.saver.save", "p.work"],
            Some("p.saver.save sends a p.job (p.go:12), which it receives (p.go:18)."),
        ),
        (
            ["p.saver.save", "p.saver.end"],
            Some("p.saver.save sends on p.saver.done (p.go:13), from which it receives (p.go:22)."),
        ),
        (["p.saver.save", "p.saver.failed"], None),
        (
            ["p.kVClient.Put", "p.server.Put"],
            Some("p.kVClient.Put calls the remote procedure KV.Put (kv.go:12), which it serves."),
        ),
    ] {
        assert_eq!(from(&tree, &path).as_deref(), expected, "{path:?}");
    }
}

#[test]
fn others_are_told_where_they_are() {
    let mut tree = Tree::new();
    let code = "package main\n\ntype store interface{ put() }\n\ntype disk struct{ n int }\n\nfunc (d *disk) put() { write() }\n\n\
                type memory struct{ n int }\n\nfunc (m *memory) put() { m.n++ }\n\n\
                func main() {\n\tif len(all) > 1 {\n\t\tearly()\n\t\treturn\n\t}\n\tsave()\n}\n\n\
                var all = []store{&disk{n: 1}, &memory{n: 1}}\n\nfunc save() { each(all) }\n\n\
                func each(all []store) {\n\tfor _, one := range all {\n\t\tone.put()\n\t}\n}\n\n\
                func write() {}\n\nfunc early() {}\n";
    tree.write("main.go", code);
    let graph = tree.snapshot.graph();
    let id = |name: &str| crate::model::resolve(&graph, name).unwrap();
    let opener = Opener::new(&tree.repository.root);
    let aside = |stop: &str, next: &[&str], aside: &[&str]| {
        let path = |names: &[&str]| names.iter().map(|name| id(name)).collect::<Vec<_>>();
        let links = StopLinks { from: Vec::new(), next: path(next), aside: vec![path(aside)] };
        let stops = vec![Stop { links, ..Stop::at(id(stop)) }];
        let (title, name) = ("T".to_owned(), "t".to_owned());
        let (description, preface) = (String::new(), String::new());
        let plan = Plan { title, description, preface, name, kind: "t", stops, pairs: 0, back: 0 };
        let tour = generate(&graph, &plan, &|path| opener.open(path));
        let labels = tour.step(0).unwrap().labels();
        labels.into_iter().find(|(label, _)| *label == Label::Aside).map(|(_, text)| text).unwrap_or_default()
    };
    assert_eq!(
        aside("main.save", &["main.save", "main.each", "main.disk.put"], &[]),
        "The call that may reach main.disk.put in main.each may also reach main.memory.put."
    );
    assert_eq!(
        aside("main.main", &["main.main", "main.save"], &["main.main", "main.early"]),
        "In other cases line 15 leads to main.early."
    );
}
