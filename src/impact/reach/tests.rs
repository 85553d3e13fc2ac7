//! Tests of the list of tests for a change: every test that may execute it, and none that cannot.

use super::super::tests::{find, tree};
use super::super::{Limits, Start, Surveyor, TreeFacts};
use crate::model::Cause;

/// The tests that are run for the change of a symbol, by name.
fn listed(files: &[(&str, &str)], changed: &str, limits: Limits) -> Vec<String> {
    let data = tree(files);
    let graph = data.graph();
    let starts = [Start::whole(find(&graph, changed))];
    let tree = TreeFacts { modules: &["."], head: &|_| None };
    let radius = Surveyor::default().survey(&graph, 1, &starts, limits, tree);
    let tests = radius.runs.iter().flat_map(|run| run.tests().collect::<Vec<_>>());
    let mut names: Vec<String> = tests.map(|test| graph.symbol(test).name().to_owned()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), radius.n_tests(), "every test is counted once");
    names
}

/// A package whose interface has many implementers, `shape1` and so on, and what calls them.
fn shapes(n: usize) -> String {
    let types =
        (1..=n).map(|n| format!("type shape{n} struct{{}}\n\nfunc (shape{n}) Area() int {{ return {n} }}\n"));
    let types: String = types.collect();
    format!(
        "package a\n\ntype Shape interface {{ Area() int }}\n\n{types}\nfunc Sum(s Shape) int {{ return s.Area() }}\n"
    )
}

#[test]
fn a_call_of_an_interface_reaches_the_types_that_the_test_makes() {
    let code = shapes(200);
    let tests = "package a\n\nfunc TestOne() { Sum(shape1{}) }\n\nfunc TestTwo() { Sum(&shape2{}) }\n\n\
                 func TestLast() { for _, s := range []Shape{shape199{}, shape200{}} { Sum(s) } }\n\n\
                 func TestNone() { Sum(nil) }\n";
    let files = [("a/a.go", &*code), ("a/a_test.go", tests)];
    let all = Limits { threshold: 1.0, ..Limits::default() };
    for (changed, expected) in [
        ("shape1.Area", &["TestOne"][..]),
        ("shape2.Area", &["TestTwo"]),
        ("shape200.Area", &["TestLast"]),
        ("shape3.Area", &[]),
    ] {
        assert_eq!(listed(&files, changed, Limits::default()), expected, "{changed}");
        assert_eq!(listed(&files, changed, all), expected, "{changed}: no threshold drops a test");
        let near = Limits { depth: Some(1), ..Limits::default() };
        assert_eq!(listed(&files, changed, near), expected, "{changed}: no depth drops a test");
    }
}

#[test]
fn a_method_from_outside_may_call_the_function_that_has_it() {
    let code = "package a\n\nimport \"net/http\"\n\nfunc one(http.ResponseWriter, *http.Request) {}\n\n\
                func two(http.ResponseWriter, *http.Request) {}\n\nfunc three(http.ResponseWriter, *http.Request) {}\n\n\
                type page struct{ http.HandlerFunc }\n\nfunc get() http.HandlerFunc { return two }\n\n\
                func serve(f http.HandlerFunc) { f.ServeHTTP(nil, nil) }\n";
    let tests = "package a\n\nimport (\n\t\"net/http\"\n\t\"testing\"\n)\n\n\
                 func TestConverted(t *testing.T) { http.HandlerFunc(one).ServeHTTP(nil, nil) }\n\n\
                 func TestGiven(t *testing.T) { serve(one) }\n\n\
                 func TestResult(t *testing.T) { get().ServeHTTP(nil, nil) }\n\n\
                 func TestEmbedded(t *testing.T) { page{three}.ServeHTTP(nil, nil) }\n";
    let files = [("a/a.go", code), ("a/a_test.go", tests)];
    for (changed, expected) in
        [("one", &["TestConverted", "TestGiven"][..]), ("two", &["TestResult"]), ("three", &["TestEmbedded"])]
    {
        assert_eq!(listed(&files, changed, Limits::default()), expected, "{changed}");
    }
}

#[test]
fn reflection_finds_functions_in_fields() {
    let code = "package a\n\ntype Page struct{ Title func() string; hidden func() string }\n\n\
                func title() string { return \"\" }\n\nfunc other() string { return \"\" }\n";
    let tests = "package a\n\nimport (\n\t\"io\"\n\t\"testing\"\n\t\"text/template\"\n)\n\n\
                 func TestPage(t *testing.T) { template.New(\"\").Execute(io.Discard, Page{title, other}) }\n";
    let files = [("a/a.go", code), ("a/a_test.go", tests)];
    assert_eq!(listed(&files, "title", Limits::default()), ["TestPage"]);
    assert_eq!(listed(&files, "other", Limits::default()), [""; 0]);
}

#[test]
fn methods_of_a_generic_type_may_encode_its_arguments() {
    let code = "package a\n\nimport \"encoding/json\"\n\ntype Item struct{}\n\n\
                func (Item) MarshalJSON() ([]byte, error) { return nil, nil }\n\n\
                type Store[T any] struct{ all []T }\n\nfunc (s *Store[T]) Save() { json.Marshal(s.all) }\n\n\
                type Shop struct{ store Store[Item] }\n";
    let tests = "package a\n\nimport \"testing\"\n\n\
                 func TestStore(t *testing.T) { s := &Store[Item]{}; s.Save() }\n\n\
                 func TestShop(t *testing.T) { s := &Shop{}; s.store.Save() }\n\n\
                 func TestOther(t *testing.T) { s := &Store[int]{}; s.Save() }\n";
    let files = [("a/a.go", code), ("a/a_test.go", tests)];
    assert_eq!(listed(&files, "Item.MarshalJSON", Limits::default()), ["TestShop", "TestStore"]);
}

#[test]
fn what_prints_a_value_calls_no_other_interface_of_it() {
    let code = "package a\n\nimport \"net/http\"\n\ntype router struct{}\n\n\
                func (router) ServeHTTP(w http.ResponseWriter, r *http.Request) { served() }\n\n\
                func (router) String() string { return shown() }\n\n\
                func served() {}\n\nfunc shown() string { return \"\" }\n\n\
                func keep(v any) any { http.Handle(\"/\", v.(http.Handler)); return v }\n";
    let tests = "package a\n\nimport (\n\t\"fmt\"\n\t\"net/http\"\n)\n\n\
                 func TestPrinted() { fmt.Println(router{}, router{}) }\n\n\
                 func TestServed() { http.Handle(\"/\", router{}) }\n\n\
                 func TestKept() { keep(router{}) }\n\n\
                 func TestPassedOnToo() { fmt.Println(keep(router{})) }\n\n\
                 func TestPrintedAndKept() {\n\tfmt.Println(router{})\n\tkeep(router{})\n}\n";
    let files = [("a/a.go", code), ("a/a_test.go", tests)];
    let served = ["TestKept", "TestPassedOnToo", "TestPrintedAndKept", "TestServed"];
    assert_eq!(listed(&files, "served", Limits::default()), served);
    let shown = ["TestKept", "TestPassedOnToo", "TestPrinted", "TestPrintedAndKept", "TestServed"];
    assert_eq!(listed(&files, "shown", Limits::default()), shown);
}

/// Ways on which a test executes a function.
const WAYS: [(&str, &str, &str, &str, &[&str]); 27] = [
    (
        "a function that a variable brings to code outside",
        "import \"net/http\"\n\nfunc register(f http.HandlerFunc) { http.Handle(\"/\", f) }\n\n\
             func target(w http.ResponseWriter, r *http.Request) {}\n\nfunc other(w http.ResponseWriter, r *http.Request) {}\n",
        "func TestTarget() { register(target) }\n\nfunc TestOther() { register(other) }\n",
        "target",
        &["TestTarget"],
    ),
    (
        "a function that is given to one without a body",
        "func start(f func())\n\nfunc target() {}\n\nfunc other() {}\n",
        "func TestTarget() { start(target) }\n\nfunc TestOther() { start(other) }\n",
        "target",
        &["TestTarget"],
    ),
    (
        "a literal in the value of a variable",
        "var table = map[string]func(){\n\t\"a\": func() {\n\t\ttarget()\n\t},\n}\n\nfunc target() {}\n\n\
             func Run() { table[\"a\"]() }\n\nfunc Count() int { return len(table) }\n",
        "func TestRun() { Run() }\n\nfunc TestCount() { Count() }\n",
        "target",
        &["TestRun"],
    ),
    (
        "a literal in the value of a variable that code outside runs",
        "import \"net/http\"\n\nvar page http.HandlerFunc = func(http.ResponseWriter, *http.Request) {\n\ttarget()\n}\n\n\
             func target() {}\n\nfunc Serve() { http.Handle(\"/\", page) }\n\nfunc Is() bool { return page == nil }\n",
        "func TestServe() { Serve() }\n\nfunc TestIs() { Is() }\n",
        "target",
        &["TestServe"],
    ),
    (
        "a value that an initialiser makes for its variable alone",
        "type Rule interface { Apply() }\n\ntype strict struct{}\n\nfunc (*strict) Apply() {}\n\n\
             func newStrict() *strict { return &strict{} }\n\nvar Strict Rule = newStrict()\n\n\
             var Lax Rule = nil\n\nfunc Check(rule Rule) { rule.Apply() }\n",
        "func TestStrict() { Check(Strict) }\n\nfunc TestLax() { Check(Lax) }\n",
        "strict.Apply",
        &["TestStrict"],
    ),
    (
        "a value that an initialiser puts into another variable, too",
        "type Rule interface { Apply() }\n\ntype strict struct{}\n\nfunc (*strict) Apply() {}\n\n\
             var rules []Rule\n\nfunc add(rule Rule) Rule { rules = append(rules, rule); return rule }\n\n\
             var _ = add(&strict{})\n\nfunc Check() { rules[0].Apply() }\n",
        "func TestCheck() { Check() }\n\nfunc TestIdle() {}\n",
        "strict.Apply",
        &["TestCheck"],
    ),
    (
        "a function that init gives to code outside, which only some tests call",
        "import \"net/http\"\n\nfunc init() { page := target; http.HandleFunc(\"/\", page) }\n\n\
             func target(http.ResponseWriter, *http.Request) { served() }\n\nfunc served() {}\n",
        "import (\n\t\"net/http\"\n\t\"strings\"\n)\n\nfunc TestGet() { http.Get(\"/\") }\n\n\
             func TestUpper() { strings.ToUpper(\"a\") }\n",
        "served",
        &["TestGet"],
    ),
    (
        "a function that one test calls by a variable and another one only keeps",
        "var hook func()\n\nvar kept func()\n\nfunc target() {}\n\nfunc run() { hook() }\n",
        "func TestRun() { hook = target; run() }\n\nfunc TestKeep() { kept = target; _ = kept }\n",
        "target",
        &["TestRun"],
    ),
    (
        "a function variable that init sets",
        "var hook func()\n\nfunc init() { hook = work }\n\nfunc work() { target() }\n\nfunc target() {}\n\n\
             func Run() { hook() }\n",
        "func TestRun() { Run() }\n",
        "target",
        &["TestRun"],
    ),
    (
        "a table of functions",
        "type op func() int\n\nvar table = map[string]op{\"d\": target}\n\nfunc target() int { return 1 }\n\n\
             func Run() int { return table[\"d\"]() }\n",
        "func TestRun() { Run() }\n\nfunc TestOther() {}\n",
        "target",
        &["TestRun"],
    ),
    (
        "a function that becomes a value of a named type by being an argument",
        "type Step interface { Do() }\n\ntype Func func()\n\nfunc (f Func) Do() { f() }\n\n\
             func Use(fs ...Func) { for _, f := range fs { run(f) } }\n\nfunc run(s Step) { s.Do() }\n",
        "func TestUse() { Use(func() {}) }\n\nfunc TestRun() { run(nil) }\n",
        "Func.Do",
        &["TestUse"],
    ),
    (
        "a value that a package variable holds",
        "type Rule interface { Apply() }\n\ntype strict struct{}\n\nfunc (strict) Apply() {}\n\n\
             type lax struct{}\n\nfunc (lax) Apply() {}\n\nvar Strict = strict{}\n\nvar Lax = lax{}\n\n\
             func Check(r Rule) { r.Apply() }\n",
        "func TestStrict() { Check(Strict) }\n\nfunc TestLax() { Check(Lax) }\n",
        "strict.Apply",
        &["TestStrict"],
    ),
    (
        "a value inside of another one",
        "type Sink interface { Put() }\n\ntype inner struct{}\n\nfunc (*inner) Put() {}\n\n\
             type outer struct { in inner }\n\nfunc New() *outer { return new(outer) }\n\n\
             func (o *outer) sink() Sink { return &o.in }\n\nfunc Flush(s Sink) { s.Put() }\n",
        "func TestFlush() { Flush(New().sink()) }\n\nfunc TestNil() { Flush(nil) }\n",
        "inner.Put",
        &["TestFlush"],
    ),
    (
        "a promoted method",
        "type Doer interface { Do() }\n\ntype base struct{}\n\nfunc (base) Do() {}\n\ntype top struct { base }\n\n\
             func Run(d Doer) { d.Do() }\n",
        "func TestTop() { Run(top{}) }\n\nfunc TestNil() { Run(nil) }\n",
        "base.Do",
        &["TestTop"],
    ),
    (
        "a constant of the type",
        "type Level int\n\nconst High Level = 1\n\nfunc (Level) Name() string { return \"\" }\n\n\
             type NamedFile interface { Name() string }\n\nfunc Show(n NamedFile) { n.Name() }\n",
        "func TestHigh() { Show(High) }\n\nfunc TestNil() { Show(nil) }\n",
        "Level.Name",
        &["TestHigh"],
    ),
    (
        "recursion through an interface",
        "type Node interface { Walk() }\n\ntype leaf struct{}\n\nfunc (leaf) Walk() {}\n\n\
             type tree struct { of []Node }\n\nfunc (t tree) Walk() { for _, n := range t.of { n.Walk() } }\n",
        "func TestTree() { tree{[]Node{tree{}, leaf{}}}.Walk() }\n\nfunc TestBare() { tree{}.Walk() }\n",
        "leaf.Walk",
        &["TestTree"],
    ),
    (
        "functions that refer to one another through a table",
        "var table []func()\n\nfunc init() { table = append(table, first, second) }\n\n\
             func first() { table[1]() }\n\nfunc second() { table[0](); target() }\n\nfunc target() {}\n\n\
             func Run() { table[0]() }\n",
        "func TestRun() { Run() }\n",
        "target",
        &["TestRun"],
    ),
    (
        "a function that init registers, and nothing calls",
        "var hooks []func()\n\nfunc init() { hooks = append(hooks, target) }\n\nfunc target() {}\n\n\
             func Run() { for _, hook := range hooks { hook() } }\n",
        "func TestRun() { Run() }\n\nfunc TestIdle() {}\n",
        "target",
        &["TestRun"],
    ),
    (
        "a value that fmt gets",
        "import \"fmt\"\n\ntype Code int\n\nfunc (Code) String() string { return \"\" }\n\n\
             func Show(value any) string { return fmt.Sprint(value) }\n",
        "func TestShow() { Show(Code(1)) }\n\nfunc TestNumber() { Show(1) }\n",
        "Code.String",
        &["TestShow"],
    ),
    (
        "a value inside of one that encoding/json gets",
        "import \"encoding/json\"\n\ntype When struct{}\n\n\
             func (*When) UnmarshalJSON([]byte) error { return nil }\n\ntype Item struct { At *When }\n\n\
             func Read(text []byte) (item Item) {\n\tjson.Unmarshal(text, &item)\n\treturn item\n}\n",
        "func TestRead() { Read(nil) }\n\nfunc TestItem() { _ = Item{} }\n",
        "When.UnmarshalJSON",
        &["TestRead"],
    ),
    (
        "a method that is found by its name",
        "import \"reflect\"\n\ntype Env struct{}\n\nfunc (Env) Hello() {}\n\n\
             func Call(env any, name string) { reflect.ValueOf(env).MethodByName(name).Call(nil) }\n\n\
             func Keep(env any) {}\n",
        "func TestCall() { Call(Env{}, \"Hello\") }\n\nfunc TestKeep() { Keep(Env{}) }\n",
        "Env.Hello",
        &["TestCall"],
    ),
    (
        "a method of a type that only one test calls by reflection",
        "import \"reflect\"\n\ntype T struct{}\n\nfunc (T) M() {}\n\n\
             func Name(v any) string { return reflect.TypeOf(v).Method(0).Name }\n\n\
             func Call(v any) { reflect.TypeOf(v).Method(0).Func.Call([]reflect.Value{reflect.ValueOf(v)}) }\n",
        "func TestName() { Name(T{}) }\n\nfunc TestCall() { Call(T{}) }\n",
        "T.M",
        &["TestCall"],
    ),
    (
        "a function whose type is asked for",
        "import (\n\t\"net/http\"\n\t\"reflect\"\n)\n\nfunc target() {}\n\n\
             func Kind() reflect.Type { return reflect.TypeOf(target) }\n\nfunc Get() { http.Get(\"\") }\n",
        "func TestKind() { Kind(); Get() }\n",
        "target",
        &[],
    ),
    (
        "a method that a template calls on what a channel brings",
        "import (\n\t\"io\"\n\t\"text/template\"\n)\n\ntype T struct{}\n\nfunc (T) M() string { return \"\" }\n\n\
             func Run(c chan T) { template.New(\"\").Execute(io.Discard, c) }\n",
        "func TestRun() {\n\tc := make(chan T, 1)\n\tc <- T{}\n\tRun(c)\n}\n\nfunc TestIdle() {}\n",
        "T.M",
        &["TestRun"],
    ),
    (
        "a method that a template calls on what a function gives it",
        "import (\n\t\"io\"\n\t\"text/template\"\n)\n\ntype T struct{}\n\nfunc (T) M() string { return \"\" }\n\n\
             func Run(by map[string]any) { template.New(\"\").Funcs(by).Execute(io.Discard, nil) }\n",
        "func TestRun() { Run(map[string]any{\"get\": func() T { return T{} }}) }\n\nfunc TestIdle() {}\n",
        "T.M",
        &["TestRun"],
    ),
    (
        "a method that a package looks for which only one test comes to",
        "import (\n\t\"encoding/json\"\n\t\"fmt\"\n)\n\ntype T struct{}\n\nfunc (T) MarshalJSON() ([]byte, error) { return nil, nil }\n\n\
             func Print() { fmt.Println(T{}) }\n\nfunc Encode() { json.Marshal(T{}) }\n",
        "func TestPrint() { Print() }\n\nfunc TestEncode() { Encode() }\n",
        "T.MarshalJSON",
        &["TestEncode"],
    ),
    (
        "a method that reflection finds in an exported field",
        "import \"reflect\"\n\ntype T struct{}\n\nfunc (T) M() {}\n\ntype Open struct{ F T }\n\ntype closed struct{ f T }\n\n\
             func Call(v any) { reflect.ValueOf(v).Field(0).Method(0).Call(nil) }\n",
        "func TestOpen() { Call(Open{}) }\n\nfunc TestClosed() { Call(closed{}) }\n",
        "T.M",
        &["TestOpen"],
    ),
];

#[test]
fn what_a_test_may_execute_is_found_on_every_way() {
    let head = "package a\n\n";
    for (what, code, tests, changed, expected) in WAYS {
        let (code, tests) = (format!("{head}{code}"), format!("{head}{tests}"));
        let files = [("a/a.go", &*code), ("a/a_test.go", &*tests)];
        assert_eq!(listed(&files, changed, Limits::default()), expected, "{what}");
    }
}

#[test]
fn what_prints_or_encodes_a_value_calls_methods_wherever_it_lies_in_it() {
    let shapes = [
        ("", "T{}"),
        ("", "map[T]int{}"),
        ("", "struct{ F T }{}"),
        ("", "[]struct{ F *T }{{}}"),
        ("type W struct{ A struct{ F T } }\n", "W{}"),
        ("type G[X any] struct{ F []X }\n", "G[T]{}"),
        ("func wrap[X any](x X) any { return x }\n", "wrap(T{})"),
    ];
    let callers = [
        ("fmt", "fmt.Sprint", "String() string { return \"\" }"),
        ("encoding/json", "json.Marshal", "MarshalJSON() ([]byte, error) { return nil, nil }"),
    ];
    for ((more, value), (package, call, method)) in
        shapes.into_iter().flat_map(|shape| callers.map(|caller| (shape, caller)))
    {
        let code = format!("package a\n\ntype T struct{{ N int }}\n\nfunc (T) {method}\n\n{more}");
        let tests = format!("package a\n\nimport \"{package}\"\n\nfunc TestIt() {{ {call}({value}) }}\n");
        let name = format!("T.{}", method.split('(').next().unwrap_or_default());
        let files = [("a/a.go", &*code), ("a/a_test.go", &*tests)];
        assert_eq!(listed(&files, &name, Limits::default()), ["TestIt"], "{call}({value})");
    }
}

#[test]
fn a_test_is_run_only_where_its_program_has_the_change() {
    let code = "package a\n\ntype Conn interface { Close() }\n\nfunc Shut(c Conn) { c.Close() }\n";
    let own = "package b\n\nimport \"m/a\"\n\ntype conn struct{}\n\nfunc (conn) Close() {}\n\n\
               func TestB() { a.Shut(conn{}) }\n";
    let other = "package c\n\nimport \"m/a\"\n\nfunc TestC() { a.Shut(nil) }\n";
    let files = [("a/a.go", code), ("b/b_test.go", own), ("c/c_test.go", other)];
    assert_eq!(listed(&files, "conn.Close", Limits::default()), ["TestB"]);
    assert_eq!(listed(&files, "Shut", Limits::default()), ["TestB", "TestC"]);
}

#[test]
fn more_tests_than_one_block_holds_are_all_answered_for() {
    let code = "package a\n\nfunc Even() {}\n\nfunc Odd() {}\n";
    let test =
        |n: usize| format!("func Test{n}() {{ {}() }}\n", if n.is_multiple_of(2) { "Even" } else { "Odd" });
    let tests: String = (0..1_300).map(test).collect();
    let tests = format!("package a\n\n{tests}");
    let files = [("a/a.go", code), ("a/a_test.go", &*tests)];
    assert_eq!(listed(&files, "Even", Limits::default()).len(), 650);
}

#[test]
fn of_five_thousand_implementers_each_is_reached_by_the_tests_that_make_it() {
    let code = shapes(5_000);
    let tests = "package a\n\nfunc TestFirst() { Sum(shape1{}) }\n\nfunc TestLast() { Sum(shape5000{}) }\n";
    let files = [("a/a.go", &*code), ("a/a_test.go", tests)];
    assert_eq!(listed(&files, "shape1.Area", Limits::default()), ["TestFirst"]);
    assert_eq!(listed(&files, "shape5000.Area", Limits::default()), ["TestLast"]);
    assert_eq!(listed(&files, "shape2500.Area", Limits::default()), [""; 0]);
    let data = tree(&files);
    let graph = data.graph();
    let cut = graph.unbound(find(&graph, "Sum")).find(|(cause, _)| *cause == Cause::Crowded);
    assert_eq!(cut, None, "values of two types arrive in Sum");
}

#[test]
fn a_call_of_more_implementers_than_it_is_spread_over_reaches_each() {
    let code = shapes(1_100);
    let tests: Vec<String> =
        (1..=1_100).map(|n| format!("func Test{n}() {{ Sum(shape{n}{{}}) }}\n\n")).collect();
    let tests = format!("package a\n\n{}func TestNone() {{ Sum(nil) }}\n", tests.concat());
    let files = [("a/a.go", &*code), ("a/a_test.go", &*tests)];
    for n in [1, 1_024, 1_025, 1_100] {
        let found = listed(&files, &format!("shape{n}.Area"), Limits::default());
        assert_eq!(found, [format!("Test{n}")]);
    }
    let data = tree(&files);
    let graph = data.graph();
    let cut = graph.unbound(find(&graph, "Sum")).find(|(cause, _)| *cause == Cause::Crowded);
    assert_eq!(cut, Some((Cause::Crowded, 1)), "values of 1,100 types arrive in Sum");
}

#[test]
fn a_test_package_that_does_not_compile_is_answered_as_far_as_it_can_be_read() {
    let code = "package a\n\nfunc Work() { target() }\n\nfunc target() {}\n";
    let tests = "package a\n\nimport \"m/gone\"\n\nfunc TestBefore() { Work(); gone.Call(missing) }\n\n\
                 func TestBroken() { Work( }\n\nfunc TestAfter() { target() }\n\nfunc TestOther() { undefined() }\n";
    let files = [("a/a.go", code), ("a/a_test.go", tests)];
    let found = listed(&files, "target", Limits::default());
    assert!(found.contains(&"TestBefore".to_owned()) && found.contains(&"TestAfter".to_owned()), "{found:?}");
    assert!(!found.contains(&"TestOther".to_owned()), "{found:?}");
}
