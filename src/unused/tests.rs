//! Tests of the uses that count, in small Go trees.

use super::*;
use crate::golang::build_constraint::Host;
use crate::golang::lower::Lowering;
use crate::golang::module::Workspace;
use crate::golang::{SourceFile, analyze};

/// The findings in some Go files and assembly, as `name users reason`, with `?` if it is only likely.
fn found(files: &[(&str, &str)], assembly: &str, options: Options) -> Vec<String> {
    let mut lowering = Lowering::new();
    let facts: Vec<_> = files.iter().map(|(path, text)| (*path, lowering.facts(text.as_bytes()))).collect();
    let sources: Vec<_> =
        facts.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: false }).collect();
    let data = analyze(&sources, &Workspace::new([("go.mod", "module example.com/m\n")]), &Host::default());
    let graph = data.graph();
    let text = |path: &str| {
        let found = files.iter().find(|(known, _)| *known == path);
        found.map(|(_, text)| text.as_bytes().to_vec())
    };
    let assembly = [assembly.as_bytes().to_vec()];
    let tree = SourceTexts { text: &text, assembly: &assembly, cancelled: &|| false };
    let unused = find(&graph, tree, options).unwrap();
    let rows = unused.findings.iter().map(|finding| {
        let name = graph.symbol(finding.symbol).qualified();
        let mark = if finding.certainty == Certainty::Likely { "?" } else { "" };
        let users = if finding.users == Users::Tests { " [tests]" } else { "" };
        format!("{name}{mark}{users}: {}", finding.reason.describe(&graph))
    });
    rows.collect()
}

/// The names of the unused declarations in a program of one file, to which a `main` is added if it has none.
fn names(code: &str) -> Vec<String> {
    let code = format!("package main\n\n{code}");
    let found = found(&[("main.go", &code)], "", Options::default());
    found.iter().filter_map(|row| Some(row.split([':', '?', ' ']).next()?.to_owned())).collect()
}

#[test]
fn what_a_program_does_not_come_to_is_unused_and_says_why() {
    let code = "package main\n\nfunc main() { used() }\n\nfunc used() {}\n\nfunc alone() {}\n\n\
        func loop() { loop() }\n\nfunc first() { second() }\n\nfunc second() {}\n\nfunc helped() {}\n\n\
        type gone struct{ a int }\n\nfunc (gone) M() {}\n\nconst limit = 3\n\nvar spare = 1\n";
    let tests =
        "package main\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { helped() }\n\nfunc helper() {}\n";
    let expected = [
        "alone: nothing refers to it",
        "loop: only it refers to itself",
        "first: nothing refers to it",
        "second: only unused code refers to it: main.first",
        "helped [tests]: only tests use it: main.TestA",
        "helper: nothing refers to it",
        "gone: nothing refers to it",
        "limit: nothing refers to it",
        "spare: nothing refers to it",
    ];
    let files = [("main.go", code), ("main_test.go", tests)];
    assert_eq!(found(&files, "", Options::default()), expected);
}

/// Code, and the names of its unused declarations.
const USED: [(&str, &str, &[&str]); 21] = [
    (
        "a function taken as a value",
        "func main() { run(f) }\n\nfunc run(g func()) { g() }\n\nfunc f() {}\n",
        &[],
    ),
    (
        "what init registers",
        "var hooks []func()\n\nfunc init() { hooks = append(hooks, f) }\n\nfunc f() {}\n\nfunc main() {}\n",
        &[],
    ),
    (
        "a table of functions",
        "var table = map[string]func(){\"a\": f}\n\nfunc f() {}\n\nfunc g() {}\n\nfunc main() { table[\"a\"]() }\n",
        &["g"],
    ),
    (
        "methods that an interface of the tree wants",
        "type shape interface{ area() int }\n\ntype square struct{}\n\nfunc (square) area() int { return 1 }\n\n\
         func (square) side() int { return 1 }\n\nfunc show(s shape) { s.area() }\n\nfunc main() { show(square{}) }\n",
        &["square.side"],
    ),
    (
        "a method that is promoted and wanted",
        "type doer interface{ do() }\n\ntype base struct{}\n\nfunc (base) do() {}\n\ntype top struct{ base }\n\n\
         func main() { var d doer = top{}; d.do() }\n",
        &[],
    ),
    (
        "a method wanted by an interface without a name",
        "type a struct{}\n\nfunc (a) flush() {}\n\n\
         func main() { var x any = a{}; if f, ok := x.(interface{ flush() }); ok { f.flush() } }\n",
        &[],
    ),
    (
        "methods that the standard library wants",
        "import \"sort\"\n\ntype byName []string\n\nfunc (b byName) Len() int { return len(b) }\n\n\
         func (b byName) Less(i, j int) bool { return b[i] < b[j] }\n\nfunc (b byName) Swap(i, j int) {}\n\n\
         func main() { sort.Sort(byName{}) }\n",
        &[],
    ),
    (
        "methods that fmt looks for",
        "import \"fmt\"\n\ntype code int\n\nfunc (code) String() string { return \"\" }\n\n\
         func main() { fmt.Println(code(1)) }\n",
        &[],
    ),
    (
        "fields with tags, and those that reflection reads",
        "import \"encoding/json\"\n\ntype conf struct {\n\tA int `json:\"a\"`\n\tB int\n\tc int\n}\n\n\
         func main() { json.Unmarshal(nil, &conf{}) }\n",
        &["conf.c"],
    ),
    (
        "fields with tags that span lines, stand beside others or inside another's type",
        "type conf struct {\n\ta int `json:\"a\"`\n\tb func(x int,\n\t\ty int) `k:\"b\"`\n\tc, d int \"c\"\n\
         \tin struct {\n\t\te int `json:\"e\"`\n\t\tf int // not \"f\"\n\t} `json:\"in\"`\n\tg int\n}\n\n\
         func main() { _ = conf{} }\n",
        &["conf.f", "conf.g"],
    ),
    (
        "fields set by a literal without keys",
        "type p struct{ x, y int }\n\nfunc main() { _ = p{1, 2} }\n",
        &[],
    ),
    (
        "fields and methods named in a template",
        "import (\n\t\"os\"\n\t\"text/template\"\n)\n\ntype page struct{ Title string }\n\nfunc (page) Body() string { return \"\" }\n\n\
         func main() { template.Must(template.New(\"\").Parse(\"{{.Title}}{{.Body}}\")).Execute(os.Stdout, page{}) }\n",
        &[],
    ),
    (
        "an exported method of a value that another module gets",
        "import \"github.com/x/web\"\n\ntype api struct{}\n\nfunc (api) Get() {}\n\nfunc (api) get() {}\n\n\
         func main() { web.Register(api{}) }\n",
        &["api.get"],
    ),
    (
        "a member of a value whose type is not known",
        "import \"github.com/x/lo\"\n\ntype item struct{}\n\nfunc (item) weigh() {}\n\nfunc (item) pack() {}\n\n\
         func main() { for _, i := range lo.Filter([]item{}) { i.weigh() } }\n",
        &["item.pack"],
    ),
    (
        "constants that repeat one another",
        "const (\n\ta = iota\n\tb\n\tc\n)\n\nconst d = 1\n\nfunc main() { _ = b }\n",
        &["d"],
    ),
    (
        "a variable whose initialiser has an effect",
        "import \"flag\"\n\nvar verbose = flag.Bool(\"v\", false, \"\")\n\nvar quiet = register()\n\n\
         func register() int { return 1 }\n\nfunc main() {}\n",
        &[],
    ),
    (
        "a variable whose initialiser only makes a value",
        "import \"errors\"\n\nvar errGone = errors.New(\"gone\")\n\nfunc main() {}\n",
        &["errGone"],
    ),
    (
        "a check that a type fits is no use",
        "type i interface{ m() }\n\ntype t struct{}\n\nfunc (t) m() {}\n\nvar _ i = t{}\n\nfunc main() {}\n",
        &["i", "t"],
    ),
    (
        "what the linker and cgo name",
        "import _ \"unsafe\"\n\n//go:linkname pushed runtime.pushed\nfunc pushed() {}\n\n// Doc.\n//\n//export fromC\n\
         func fromC() {}\n\nfunc other() {}\n\nfunc main() {}\n",
        &["other"],
    ),
    (
        "a generic function and its constraint",
        "type number interface{ ~int | ~float64 }\n\nfunc sum[T number](all ...T) (s T) { return }\n\n\
         func main() { sum(1, 2) }\n",
        &[],
    ),
    ("a method expression", "type t struct{}\n\nfunc (t) m() {}\n\nfunc main() { f := t.m; f(t{}) }\n", &[]),
];

#[test]
fn what_somebody_may_come_to_counts_as_used() {
    for (what, code, expected) in USED {
        assert_eq!(names(code), expected, "{what}");
    }
}

#[test]
fn the_exported_names_of_importable_packages_are_used() {
    let api = "package api\n\nfunc New() *client { return &client{kept: 1} }\n\ntype client struct{ Name string; kept int; lost int }\n\n\
        func (*client) Do() {}\n\nfunc (*client) retry() {}\n\ntype hidden struct{}\n\nfunc (hidden) Walk() {}\n\n\
        func walk() { hidden{}.Walk() }\n\nfunc Use() { _ = hidden{} }\n";
    let inner = "package inner\n\nfunc Exported() {}\n";
    let orphan = "package orphan\n\nfunc A() {}\n\nfunc B() {}\n";
    let tested = "package fake\n\nfunc Make() {}\n";
    let tests = "package api\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/internal/fake\"\n)\n\nfunc TestA(t *testing.T) { fake.Make() }\n";
    let main = "package main\n\nimport \"example.com/m/internal/inner\"\n\nfunc main() {}\n\nvar _ = inner.Exported\n";
    let files = [
        ("api/api.go", api),
        ("api/api_test.go", tests),
        ("internal/inner/inner.go", inner),
        ("internal/orphan/orphan.go", orphan),
        ("internal/fake/fake.go", tested),
        ("cmd/x/main.go", main),
    ];
    let expected = [
        "internal/fake [tests]: only tests import it",
        "internal/orphan: no program imports it",
        "client.retry: nothing refers to it",
        "hidden.Walk?: only unused code refers to it: api.walk",
        "walk: nothing refers to it",
        "Exported: nothing refers to it",
        "client.lost?: nothing refers to it",
    ];
    assert_eq!(found(&files, "", Options::default()), expected);
    let alone = found(&files, "", Options { programs_only: true });
    assert!(alone.contains(&"New?: nothing refers to it".to_owned()), "{alone:?}");
}

#[test]
fn other_builds_and_assembly_are_heeded() {
    let all = "package main\n\nfunc main() { setup() }\n\nfunc shared() {}\n\nfunc add(a, b int) int\n\nfunc called() {}\n";
    let linux = "package main\n\nfunc setup() {}\n\nfunc unusedHere() {}\n";
    let windows = "package main\n\nfunc setup() { shared() }\n\nfunc unusedThere() {}\n";
    let assembly = "TEXT ·add(SB), NOSPLIT, $0\n\tCALL ·called(SB)\n\tRET\n";
    let files = [("main.go", all), ("main_linux.go", linux), ("main_windows.go", windows)];
    assert_eq!(found(&files, assembly, Options::default()), ["unusedHere?: nothing refers to it"]);
    let without = found(&files, "", Options::default());
    assert_eq!(without.len(), 3, "{without:?}");
}

#[test]
fn who_no_longer_waits_gets_nothing() {
    let data = crate::model::fixture::functions(2, &[]);
    let tree = SourceTexts { text: &|_| None, assembly: &[], cancelled: &|| true };
    assert!(find(&data.graph(), tree, Options::default()).is_none());
}
