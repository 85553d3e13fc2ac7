//! Tours of small trees that are indexed, edits of tours, and tour files that others wrote.

mod codetour;
mod heads;
mod packages;
mod renewing;
mod roads;
mod sentences;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::step::PlaceInFile;
use super::*;
use crate::index::tours::Opener;
use crate::index::{BuildSettings, Repository, Snapshot, Task, refresh};
use crate::model::{Graph, SymbolId, SymbolKind};

/// A tree with its index.
pub(super) struct Tree {
    _dir: tempfile::TempDir,
    repository: Repository,
    pub(super) snapshot: Snapshot,
}

const STORE: &str = "// Package store keeps things.\npackage store\n\n\
    // Store keeps things\n// in memory.\n//\n// More of it.\ntype Store struct{ n int }\n\n\
    // Open makes a store.\nfunc Open() *Store { return &Store{n: 1} }\n\n\
    func (s *Store) Put() { s.n++ }\n\nfunc init() { hook(1) }\n\nfunc hook(n int) {}\n";
const MAIN: &str = "package main\n\nimport \"example.com/m/store\"\n\n\
    func main() { run() }\n\nfunc run() {\n\ts := store.Open()\n\ts.Put()\n}\n";

/// The plans of a kind, made without a look at any file.
pub(super) fn plan(graph: &Graph<'_>, kind: TourKind) -> Vec<Plan> {
    Planner::new(graph, &|_| Opened::Missing, &[]).plans(kind)
}

impl Tree {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("repo");
        fs::create_dir_all(root.join("store")).unwrap();
        fs::write(root.join("go.mod"), "module example.com/m\n").unwrap();
        fs::write(root.join("main.go"), MAIN).unwrap();
        fs::write(root.join("store/store.go"), STORE).unwrap();
        let repository = Repository::at(&root, Some(&dir.path().join("data"))).unwrap();
        let snapshot = indexed(&repository);
        Self { _dir: dir, repository, snapshot }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.repository.root.join(path)
    }

    pub(super) fn write(&mut self, path: &str, text: &str) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        fs::write(self.path(path), text).unwrap();
        self.snapshot = indexed(&self.repository);
    }

    fn tour(&self, kind: TourKind) -> Tour {
        let opener = Opener::new(&self.repository.root);
        let graph = self.snapshot.graph();
        let open = |path: &str| opener.open(path);
        let [plan] = &Planner::new(&graph, &open, &[]).plans(kind)[..] else {
            panic!("one tour of {kind:?}")
        };
        generate(&graph, plan, &open)
    }

    /// The verdict and the place of each step.
    fn found(&self, tour: &Tour) -> Vec<(Verdict, String)> {
        let place = |found: &LocatedStep| {
            found.spot.as_ref().map_or_else(String::new, |spot| format!("{}:{}", spot.path, spot.line))
        };
        self.finds(tour).iter().map(|found| (found.verdict.clone(), place(found))).collect()
    }

    pub(super) fn finds(&self, tour: &Tour) -> Vec<LocatedStep> {
        let opener = Opener::new(&self.repository.root);
        let graph = self.snapshot.graph();
        let open = |path: &str| opener.open(path);
        let mut finder = Finder::new(&graph, &open);
        let marker = tour.marker();
        tour.steps().enumerate().map(|(ix, step)| finder.find(step, marker.as_deref(), ix + 1)).collect()
    }
}

fn indexed(repository: &Repository) -> Snapshot {
    let settings = BuildSettings::default();
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
    refresh(repository, &settings, &task).unwrap().snapshot
}

fn titles(tour: &Tour) -> Vec<String> {
    tour.steps().map(|step| step.title().to_owned()).collect()
}

#[test]
fn tours_go_in_order_of_dependency_and_are_the_same_twice() {
    let tree = Tree::new();
    let before = |tour: &Tour, first: &str, then: &str| {
        let titles = titles(tour);
        let at = |name: &str| {
            titles.iter().position(|t| t == name).unwrap_or_else(|| panic!("{name}: {titles:?}"))
        };
        assert!(at(first) < at(then), "{titles:?}");
    };
    let load = tree.tour(TourKind::LoadBearing);
    before(&load, "store.Store", "store.Open");
    before(&load, "store.Open", "main.run");
    let entry = tree.tour(TourKind::EntryPoints);
    assert_eq!(titles(&entry)[..2], ["main.main", "main.run"]);
    assert_eq!(titles(&tree.tour(TourKind::Packages)), ["store: Open", "main: main"]);
    for kind in TourKind::ALL {
        assert_eq!(tree.tour(kind).to_text(), tree.tour(kind).to_text());
        assert!(tree.tour(kind).steps().len() <= MAX_STEPS);
    }
}

#[test]
fn two_types_that_lean_on_little_but_each_other_carry_no_load() {
    let mut tree = Tree::new();
    for n in 0..12 {
        let used = "\nfunc F(T) {}\n\nfunc G(T) {}\n\nfunc H(T) {}\n";
        tree.write(&format!("load{n}/load.go"), &format!("package load{n}\n\ntype T int\n{used}"));
    }
    let pair = "package pair\n\ntype Node struct{ Kids Nodes }\n\ntype Nodes []*Node\n\nfunc F(Node) {}\n";
    tree.write("pair/pair.go", pair);
    let place = |name: &str| {
        let graph = tree.snapshot.graph();
        super::place(&graph, graph.symbol_authority, crate::model::resolve(&graph, name).unwrap()).0
    };
    assert!(place("pair.Node") < place("load0.T"), "each lends the other its rank");
    let titles = titles(&tree.tour(TourKind::LoadBearing));
    assert!(titles.iter().all(|title| !title.starts_with("pair.")), "{titles:?}");
}

#[test]
fn programs_come_without_helpers_and_the_one_of_most_code_first() {
    let mut tree = Tree::new();
    let program = |import: &str| {
        format!(
            "package main\n\nimport _ \"example.com/m/{import}\"\n\nfunc main() {{ run() }}\n\nfunc run() {{}}\n"
        )
    };
    for (path, import) in [("cmd/small", "little"), ("cmd/large", "store"), ("tools/helper", "store")] {
        fs::create_dir_all(tree.path(path)).unwrap();
        fs::write(tree.path(&format!("{path}/main.go")), program(import)).unwrap();
    }
    // A program that calls nothing has no tour.
    fs::create_dir_all(tree.path("cmd/empty")).unwrap();
    fs::write(tree.path("cmd/empty/main.go"), "package main\n\nfunc main() {}\n").unwrap();
    fs::remove_file(tree.path("main.go")).unwrap();
    fs::create_dir_all(tree.path("little")).unwrap();
    tree.write("little/little.go", "package little\n\nfunc Do() {}\n");
    let titles: Vec<String> =
        plan(&tree.snapshot.graph(), TourKind::EntryPoints).into_iter().map(|plan| plan.title).collect();
    assert_eq!(titles, ["From cmd/large to main.run", "From cmd/small to main.run"]);
    // A program for tests or for developers is an entry point only if there is nothing else.
    let titles_of = |folders: &[&str]| -> Vec<String> {
        let mut tree = Tree::new();
        for path in folders {
            fs::create_dir_all(tree.path(path)).unwrap();
            fs::write(tree.path(&format!("{path}/main.go")), program("store")).unwrap();
        }
        fs::remove_file(tree.path("main.go")).unwrap();
        tree.write("store/more.go", "package store\n");
        plan(&tree.snapshot.graph(), TourKind::EntryPoints).into_iter().map(|plan| plan.title).collect()
    };
    assert_eq!(
        titles_of(&["a/testfiles", "net-test", "tools/x"]),
        ["From store.Open to store.Store.Put"],
        "the library, not its helpers"
    );
    assert_eq!(titles_of(&["a/testfiles", "latest"]), ["From latest to main.run"]);
    assert_eq!(titles_of(&["net-test"]), ["From store.Open to store.Store.Put"]);
}

#[test]
fn a_step_says_what_the_author_and_the_graph_know() {
    let tree = Tree::new();
    let tour = tree.tour(TourKind::LoadBearing);
    let step = tour.steps().find(|step| step.title() == "store.Open").unwrap();
    let words = plain(step.description()).join("\n");
    assert_eq!(words, "here Open makes a store.");
    assert!(!step.why().unwrap().contains(|c: char| c.is_ascii_digit()), "no count, no line");
    assert_eq!(
        step.place(),
        StepPlace::File {
            path: "store/store.go",
            at: PlaceInFile::Pattern("^func Open\\(\\) \\*Store \\{ return &Store\\{n: 1\\} \\}")
        }
    );
    let store = tour.steps().find(|step| step.title() == "store.Store").unwrap();
    assert_eq!(store.labels(), [(Label::Here, "Store keeps things in memory.".to_owned())]);
}

#[test]
fn a_tour_is_spread_over_packages_and_its_places_are_those_of_the_list() {
    let mut tree = Tree::new();
    // Thirteen functions that all of main calls, and one of another package that half of main calls.
    let names: Vec<String> = (0..13).map(|ix| format!("F{ix}")).collect();
    let much: String = names.iter().map(|name| ["func ", name, "() {}\n\n"].concat()).collect();
    fs::create_dir_all(tree.path("much")).unwrap();
    fs::write(tree.path("much/much.go"), format!("package much\n\n{much}")).unwrap();
    let calls: String = names.iter().map(|name| ["\tmuch.", name, "()\n"].concat()).collect();
    let mut main =
        "package main\n\nimport (\n\t\"example.com/m/much\"\n\t\"example.com/m/store\"\n)\n\n".to_owned();
    for caller in ["main", "x", "y", "z"] {
        let more = if matches!(caller, "main" | "x") { "\tstore.Open()\n" } else { "" };
        main.extend(["func ", caller, "() {\n", &calls, more, "}\n\n"]);
    }
    tree.write("main.go", &main);
    let tour = tree.tour(TourKind::LoadBearing);
    let titles = titles(&tour);
    assert!(titles.iter().any(|title| title == "store.Store"), "{titles:?}");
    let graph = tree.snapshot.graph();
    let total = graph.symbols().filter(|symbol| symbol.kind() != SymbolKind::File).count();
    let mut places: Vec<usize> = Vec::new();
    for symbol in graph.symbols().filter(|symbol| symbol.kind() != SymbolKind::File) {
        let (at, of) = place(&graph, graph.symbol_authority, symbol.id);
        assert_eq!(of, total);
        places.push(at);
    }
    places.sort_unstable();
    assert_eq!(places, (1..=total).collect::<Vec<_>>(), "every place of the list is somebody's");
}

#[test]
fn circles_are_named_and_equal_titles_disambiguate() {
    let mut tree = Tree::new();
    tree.write(
        "main.go",
        "package main\n\nfunc main() { ping(); last() }\n\nfunc ping() { pong() }\n\nfunc pong() { ping() }\n\nfunc last() {}\n",
    );
    let graph = tree.snapshot.graph();
    let package = package_named(&graph, "main").unwrap();
    let plan = of_package(&graph, package, &|_| Opened::Missing).unwrap();
    let text = plan.description;
    assert!(text.ends_with("; main.ping and main.pong depend on each other in a circle."), "{text}");
    for path in ["cmd/a", "cmd/b"] {
        fs::create_dir_all(tree.path(path)).unwrap();
        tree.write(&format!("{path}/main.go"), "package main\n\nfunc main() { run() }\n\nfunc run() {}\n");
    }
    let graph = tree.snapshot.graph();
    let mains: Vec<SymbolId> = graph
        .symbols()
        .filter(|s| s.name() == "main" && s.path().ends_with("main.go"))
        .filter(|s| s.kind() == SymbolKind::Func)
        .map(|s| s.id)
        .collect();
    let plan = of_rows(&graph, "mains", &mains).unwrap();
    let titles = titles(&generate(&graph, &plan, &|_| Opened::Missing));
    assert_eq!(titles, ["main.main (cmd/a)", "main.main (cmd/b)", "main.main (.)"]);
}

#[test]
fn a_row_is_reached_over_others_where_no_link_joins_it_to_one_before() {
    let mut tree = Tree::new();
    let code = "package main\n\nfunc main() { first() }\n\nfunc first() { between() }\n\nfunc between() { last() }\n\nfunc last() {}\n";
    tree.write("main.go", code);
    let graph = tree.snapshot.graph();
    let named = |name: &str| graph.symbols().find(|symbol| symbol.name() == name).unwrap().id;
    let (first, between, last) = (named("first"), named("between"), named("last"));
    let plan = of_rows(&graph, "rows", &[first, last]).unwrap();
    assert_eq!(plan.stops[1].links.from, [first, between, last]);
}

#[test]
fn anchored_steps_follow_their_symbol_through_edits() {
    let mut tree = Tree::new();
    let tour = tree.tour(TourKind::LoadBearing);
    let at = titles(&tour).iter().position(|t| t == "store.Open").unwrap();
    let moved = STORE.replace("func Open() *Store { return &Store{n: 1} }\n\n", "");
    for (what, file, text, verdict, place) in [
        ("as it was", "store/store.go", STORE.to_owned(), Verdict::Kept, "store/store.go:11"),
        (
            "lines above",
            "store/store.go",
            format!("// One.\n// Two.\n\n{STORE}"),
            Verdict::Moved,
            "store/store.go:14",
        ),
        ("another body", "store/store.go", STORE.replace("n: 1", "n: 2"), Verdict::Kept, "store/store.go:11"),
        (
            "another name",
            "store/store.go",
            STORE.replace("func Open", "func New"),
            Verdict::Renamed("store.New".to_owned()),
            "store/store.go:11",
        ),
    ] {
        tree.write(file, &text);
        assert_eq!(tree.found(&tour)[at], (verdict, place.to_owned()), "{what}");
    }
    tree.write("store/open.go", "package store\n\nfunc Open() *Store { return nil }\n");
    tree.write("store/store.go", &moved);
    assert_eq!(tree.found(&tour)[at], (Verdict::Moved, "store/open.go:3".to_owned()), "another file");
    fs::remove_file(tree.path("store/open.go")).unwrap();
    tree.write("store/store.go", &moved);
    assert!(matches!(&tree.found(&tour)[at].0, Verdict::Gone(why) if why.contains("Open")), "deleted");
    tree.write("other/other.go", "package other\n\nfunc Open() int { return 7 }\n");
    assert!(matches!(&tree.found(&tour)[at].0, Verdict::Gone(_)), "a namesake elsewhere is another");
    let same = "package other\n\ntype Store struct{ n int }\n\nfunc Open() *Store { return &Store{n: 1} }\n";
    tree.write("other/other.go", same);
    assert_eq!(tree.found(&tour)[at].0, Verdict::Moved, "the same content elsewhere");
}

/// A tour of one step, at a symbol.
pub(super) fn step_at(tree: &Tree, id: &str) -> Tour {
    let opener = Opener::new(&tree.repository.root);
    let graph = tree.snapshot.graph();
    let mut tour = Tour::new("T", "");
    let symbol = graph.find_id(id).unwrap_or_else(|| panic!("{id}"));
    tour.insert(0, &StepDraft::at(&graph, symbol, "", &|path| opener.open(path)));
    tour
}

#[test]
fn a_step_is_found_when_its_type_is_renamed_and_not_at_its_like() {
    const NEXT: &str =
        "func (c *Cursor) Next() bool {\n\tc.at++\n\treturn c.at < len(c.all) && c != (*Cursor)(nil)\n}\n";
    const CURSOR: &str = "type Cursor struct {\n\tio.Cursor\n\tall []string\n\tat int\n}\n";
    const LEN: &str = "func (s Names) Len() int { return len(s) }\n";
    let text = |parts: &[&str]| format!("package c\n\nimport \"example.com/io\"\n\n{}", parts.join("\n"));
    let mut tree = Tree::new();
    let whole = text(&[CURSOR, NEXT, "type Names []string\n", LEN]);
    tree.write("c/c.go", &whole);
    let [next, cursor, len] = ["Cursor.Next::method", "Cursor::struct", "Names.Len::method"]
        .map(|id| step_at(&tree, &format!("c/c.go::{id}")));
    let renamed = |name: &str, line: u32| [(Verdict::Renamed(name.to_owned()), format!("c/c.go:{line}"))];
    tree.write("c/c.go", &whole.replace("Cursor", "Reader").replace("io.Reader", "io.Cursor"));
    assert_eq!(tree.found(&next), renamed("c.Reader.Next", 11));
    assert_eq!(tree.found(&cursor), renamed("c.Reader", 5), "what it embeds has kept the old name");
    tree.write("c/c.go", &whole.replace("Cursor", "Reader").replace("Next", "Step"));
    assert_eq!(tree.found(&next), renamed("c.Reader.Step", 11));
    // Another method has the same content, while its type still exists.
    let other = NEXT.replace("Cursor", "Reader");
    tree.write("c/c.go", &text(&[CURSOR, &CURSOR.replace("Cursor", "Reader"), &other]));
    assert!(matches!(tree.found(&next)[0].0, Verdict::Gone(_)));
    tree.write("c/c.go", &text(&["type Ages []int\n", &LEN.replace("Names", "Ages")]));
    assert!(matches!(tree.found(&len)[0].0, Verdict::Gone(_)), "what can be sorted is alike");
}

#[test]
fn a_step_is_found_when_its_symbol_is_of_another_kind_or_called_after_a_renamed_type() {
    let mut tree = Tree::new();
    let code = "package p\n\n// Pane is shown.\ntype Pane struct{ size, other int }\n\n\
                func NewPane() *Pane {\n\tpane := &Pane{size: 1, other: 2}\n\tif pane.size > 1 {\n\t\tpanic(\"no Pane\")\n\t}\n\treturn pane\n}\n\n\
                func Hook(n int) {}\n";
    tree.write("p/p.go", code);
    let (hook, new) = (step_at(&tree, "p/p.go::Hook::func"), step_at(&tree, "p/p.go::NewPane::func"));
    tree.write("p/p.go", &code.replace("func Hook(n int) {}", "var Hook = func(n int) {}"));
    assert_eq!(tree.found(&hook), [(Verdict::Turned("var"), "p/p.go:14".to_owned())]);
    let renamed = code.replace("NewPane", "NewWindow").replace("Pane struct", "Window struct");
    let renamed =
        renamed.replace("*Pane", "*Window").replace("&Pane", "&Window").replace("no Pane", "no Window");
    tree.write("p/p.go", &renamed);
    assert_eq!(tree.found(&new), [(Verdict::Renamed("p.NewWindow".to_owned()), "p/p.go:6".to_owned())]);
}

#[test]
fn of_several_declarations_of_one_name_the_content_decides() {
    let mut tree = Tree::new();
    let tour = step_at(&tree, "store/store.go::init::func");
    tree.write("store/store.go", &STORE.replace("func init()", "func init() { hook(0) }\n\nfunc init()"));
    assert_eq!(tree.found(&tour), [(Verdict::Moved, "store/store.go:17".to_owned())]);
}

#[test]
fn markers_in_a_file_are_places() {
    let mut tree = Tree::new();
    tree.write("main.go", &MAIN.replace("\ts.Put()", "\t// CT3.12 - no\n\ts.Put() // CT3.1 - here"));
    for marker in
        ["\"title\": \"3 - T\"", "\"title\": \"#3: T\"", "\"title\": \"T\", \"stepMarker\": \"CT3\""]
    {
        let text = format!("{{{marker}, \"steps\": [{{\"file\": \"main.go\", \"description\": \"\"}}]}}");
        let tour = Tour::parse(text.as_bytes()).unwrap();
        assert_eq!(tree.found(&tour), [(Verdict::Kept, "main.go:10".to_owned())], "{marker}");
    }
}

#[test]
fn what_is_not_known_is_kept_in_its_place() {
    let text = "{\n  \"zeta\": [1, 2.50],\n  \"title\": \"T\",\n  \"steps\": [\n    {\n      \"icon\": \"x\",\n      \"description\": \"d\",\n      \"own\": {\n        \"b\": 1,\n        \"a\": 2\n      }\n    }\n  ],\n  \"last\": null\n}\n";
    let mut tour = Tour::parse(text.as_bytes()).unwrap();
    let draft =
        StepDraft { title: "New".to_owned(), file: "a.go".to_owned(), line: 3, ..StepDraft::default() };
    tour.insert(9, &draft);
    tour.swap(0, 1);
    tour.describe(1, "other words");
    assert_eq!(titles(&tour), ["New", "other words"]);
    assert_eq!((tour.remove(0), tour.remove(7)), (Some(0), None));
    let expected = text.replace("\"d\"", "\"other words\"").replace("[1, 2.50]", "[\n    1,\n    2.5\n  ]");
    assert_eq!(tour.to_text(), expected);
}

/// A number that is too long for a double is rounded once, and not again with each save.
#[test]
fn a_file_that_is_saved_again_stays_as_it_is() {
    let text = "{\"title\": \"T\", \"steps\": [], \"n\": 1111110000000000000000000017325183817093800854}";
    let once = Tour::parse(text.as_bytes()).unwrap().to_text();
    assert_eq!(Tour::parse(once.as_bytes()).unwrap().to_text(), once);
}

#[test]
fn what_is_no_tour_is_refused_with_a_reason() {
    for (text, reason) in [
        ("", "not JSON"),
        ("[]", "not a JSON object"),
        ("{\"steps\": []}", "no title"),
        ("{\"title\": \"T\", \"steps\": 3}", "no list of steps"),
        ("{\"title\": \"T\", \"steps\": [3]}", "not an object"),
    ] {
        let error = Tour::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    assert_eq!(Tour::parse(b"{\"title\": \"\xff\"}"), Err(Malformed::NotUtf8));
    assert!(matches!(Tour::parse(&vec![b' '; MAX_BYTES + 1]), Err(Malformed::TooLarge(_))));
    let deep = "[".repeat(1_000_000);
    assert!(matches!(Tour::parse(deep.as_bytes()), Err(Malformed::Json(_))), "no stack is so deep");
}

#[test]
fn commands_are_told_and_no_more() {
    let text = "{\"title\": \"T\", \"steps\": [{\"description\": \"Do:\\n>> rm -rf /\", \"commands\": [\"a.b?[1]\", 7]}]}";
    let tour = Tour::parse(text.as_bytes()).unwrap();
    assert_eq!(tour.step(0).unwrap().commands(), ["a.b?[1]", "rm -rf /"]);
}

#[test]
fn a_title_becomes_a_file_name() {
    for (title, expected) in [
        ("What Carries  the Load", "what-carries-the-load"),
        ("../../etc/passwd", "etc-passwd"),
        ("…", "tour"),
        ("main...HEAD", "main-head"),
        ("How caddy serves / ünï?", "how-caddy-serves-ünï"),
        ("地図 1", "地図-1"),
    ] {
        assert_eq!(slug(title), expected);
    }
    for (letter, most) in [("x", 80), ("地", 66)] {
        assert_eq!(slug(&letter.repeat(300)), letter.repeat(most), "file systems take so much");
    }
}

proptest! {
    #[test]
    fn no_tour_file_makes_reading_panic(
        title in "\\PC{0,12}",
        line in prop_oneof![Just(-1.0), Just(0.5), Just(1e300), 0.0..20.0],
        pattern in "[a-z()\\[\\\\*+?{}^$]{0,8}",
        file in prop_oneof![Just("main.go".to_owned()), "\\PC{0,8}"],
    ) {
        let tree = &*TREE;
        let tour = serde_json::json!({"title": title, "steps": [
            {"file": file, "line": line, "description": title},
            {"file": file, "pattern": pattern},
            {"file": file, "codegraph": {"symbol": title, "line": line, "print": pattern}},
        ]});
        let tour = Tour::parse(tour.to_string().as_bytes()).unwrap();
        prop_assert_eq!(tree.found(&tour).len(), 3);
        prop_assert_eq!(Tour::parse(tour.to_text().as_bytes()).unwrap(), tour);
    }
}

static TREE: std::sync::LazyLock<Tree> = std::sync::LazyLock::new(Tree::new);
