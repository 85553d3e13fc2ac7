//! The flow of values: what arrives where a function value or an interface's method is called.

use super::{check, graph_of};
use crate::model::{Cause, Origin};

/// The calls that no code names: `from target`, for closures `from (target)`.
fn dynamic_calls(case: &str) -> Vec<String> {
    let data = graph_of(case);
    let graph = data.graph();
    let mut calls: Vec<String> = graph
        .edges()
        .filter(|edge| edge.origin.is_through())
        .map(|edge| {
            let [from, to] = [edge.from, edge.to].map(|symbol| graph.symbol(symbol).qualified());
            if edge.origin == Origin::Closure { format!("{from} ({to})") } else { format!("{from} {to}") }
        })
        .collect();
    calls.sort();
    calls
}

/// Functions of one type, so that only the flow tells them apart.
const FUNCTIONS: &str = "func one() {}\nfunc two() {}\nfunc three() {}\nvar _ = []any{one, two, three}\n";

/// Types that all implement one interface.
const TYPES: &str = "type I interface { M() }
type A struct{}
func (A) M() {}
type B struct{}
func (*B) M() {}
type C struct{}
func (C) M() {}
var _ = []any{A{}, &B{}, C{}}
";

#[track_caller]
fn check_flow(shared: &str, cases: &[(&str, &str, &[&str])]) {
    for (what, code, expected) in cases {
        let got = dynamic_calls(&format!("package a\n{shared}{code}"));
        assert_eq!(got, *expected, "{what}");
    }
}

#[test]
fn a_call_of_a_function_value_reaches_what_flows_there() {
    check_flow(
        FUNCTIONS,
        &[
            ("a local variable", "func f() { g := one; g() }", &["f one"]),
            ("assigned again", "func f(b bool) { g := one; if b { g = two }; g() }", &["f one", "f two"]),
            ("captured by a literal", "func f() { g := one; func() { g() }() }", &["f one"]),
            ("a parameter", "func f(g func()) { g() }\nfunc use() { f(one); f(two) }", &["f one", "f two"]),
            ("a result", "func get() func() { return one }\nfunc f() { get()() }", &["f one"]),
            ("a named result", "func get() (g func()) { g = two; return }\nfunc f() { get()() }", &["f two"]),
            (
                "two results",
                "func get() (int, func()) { return 1, two }\nfunc f() { _, g := get(); g() }",
                &["f two"],
            ),
            (
                "results passed on",
                "func get() (func(), func()) { return one, two }\nfunc f(_, h func()) { h() }\nfunc use() { f(get()) }",
                &["f two"],
            ),
            (
                "a field of a literal",
                "type T struct{ a, b func() }\nvar t = T{a: one, b: two}\nfunc f() { t.b() }",
                &["f two"],
            ),
            (
                "a literal without keys",
                "type T struct{ a, b func() }\nvar t = T{one, two}\nfunc f() { t.a() }",
                &["f one"],
            ),
            (
                "a field that is assigned to",
                "type T struct{ a func() }\nfunc (t *T) Set(g func()) { t.a = g }\nfunc use(t *T) { t.Set(three) }\nfunc f(t *T) { t.a() }",
                &["f three"],
            ),
            (
                "a type without a name",
                "func f() { t := struct{ a, b func() }{a: one, b: two}; t.a() }",
                &["f one"],
            ),
            (
                "a package variable",
                "var hook = one\nfunc use() { hook = two }\nfunc f() { hook() }",
                &["f one", "f two"],
            ),
            (
                "elements of a map",
                "var m = map[string]func(){\"x\": one}\nfunc f() { m[\"x\"](); for _, g := range m { g() } }",
                &["f one"],
            ),
            (
                "what is appended",
                "func f() { var all []func(); all = append(all, two); all[0]() }",
                &["f two"],
            ),
            (
                "a variadic parameter",
                "func f(all ...func()) { for _, g := range all { g() } }\nfunc use() { f(one, two) }",
                &["f one", "f two"],
            ),
            ("a channel", "func f(c chan func()) { c <- one; (<-c)() }", &["f one"]),
            (
                "a channel in a select",
                "func f(c chan func()) { c <- one; select { case g := <-c: g() } }",
                &["f one"],
            ),
            ("a pointer", "func f() { g := one; p := &g; *p = two; (*p)() }", &["f one", "f two"]),
            (
                "an interface",
                "func f(v any) { if g, ok := v.(func()); ok { g() } }\nfunc use() { f(three) }",
                &["f three"],
            ),
            (
                "a type switch",
                "func f(v any) { switch g := v.(type) { case func(): g() } }\nfunc use() { f(three) }",
                &["f three"],
            ),
            ("a conversion", "type F func()\nfunc f(g F) { g() }\nfunc use() { f(F(one)) }", &["f one"]),
            (
                "a method of a function type",
                "type F func()\nfunc (g F) Run() { g() }\nfunc use() { F(two).Run() }",
                &["F.Run two"],
            ),
            (
                "deferred and in a goroutine",
                "func f(g, h func()) { defer g(); go h() }\nfunc use() { f(one, two) }",
                &["f one", "f two"],
            ),
            (
                "through another value",
                "func run(g func()) { g() }\nfunc f() { h := run; h(one) }",
                &["f run", "run one"],
            ),
            (
                "what panics",
                "func f() { defer func() { recover().(func())() }(); panic(three) }",
                &["f three"],
            ),
            ("nothing", "func f(g func()) { g() }", &[]),
        ],
    );
}

#[test]
fn a_call_needs_no_name_of_a_variable() {
    check_flow(
        FUNCTIONS,
        &[
            ("an element of a literal", "func f() { map[string]func(){\"x\": two}[\"x\"]() }", &["f two"]),
            (
                "what is ranged over",
                "func all(func(int) bool) {}\nfunc f(seq func(func(int) bool)) { for range seq { } }\nfunc use() { f(all) }",
                &["f all"],
            ),
        ],
    );
}

#[test]
fn methods_flow_as_values() {
    check_flow(
        TYPES,
        &[
            ("bound", "func f(g func()) { g() }\nfunc use(b *B) { f(b.M) }", &["f B.M"]),
            ("as an expression", "func f(g func(A)) { g(A{}) }\nfunc use() { f(A.M) }", &["f A.M"]),
            (
                "of an interface",
                "func f(g func()) { g() }\nfunc use(i I) { f(i.M) }\nfunc top() { use(C{}) }",
                &["f C.M", "use C.M"],
            ),
        ],
    );
}

#[test]
fn a_method_that_code_outside_calls_on_a_function_gets_that_function() {
    let case = "package a\nimport \"sort\"\ntype by func(i, j int) bool\n\
                func (b by) Less(i, j int) bool { return b(i, j) }\nfunc (b by) Len() int { return 0 }\n\
                func (b by) Swap(i, j int) {}\nfunc less(i, j int) bool { return i < j }\n\
                func more(i, j int) bool { return i > j }\nvar _ = any(more)\n\
                func F() { sort.Sort(by(less)) }\n";
    let calls = dynamic_calls(case);
    let of_less: Vec<&String> = calls.iter().filter(|call| call.starts_with("by.Less")).collect();
    assert_eq!(of_less, ["by.Less less"]);
    let case = "package a\nimport \"fmt\"\ntype is[T any] func(T) bool\n\
                func (p is[T]) String() string { var x T; p(x); return \"\" }\n\
                func other() {}\nfunc F(p is[int]) { fmt.Println(p); fmt.Println(other) }\n";
    assert!(!dynamic_calls(case).contains(&"is.String other".to_owned()));
}

#[test]
fn a_function_literal_runs_as_a_closure_of_its_maker() {
    check_flow(
        "",
        &[
            ("at once", "func f() { func() {}() }", &[]),
            ("in a variable of its maker", "func f() { g := func() {}; g(); defer g() }", &[]),
            ("handed out", "func get() func() { return func() {} }\nfunc f() { get()() }", &["f (get)"]),
            ("passed on", "func f(g func()) { g() }\nfunc use() { f(func() {}) }", &["f (use)"]),
            ("of a package variable", "var hook = func() {}\nfunc f() { hook() }", &["f (hook)"]),
            (
                "what it is called with",
                "func one() {}\nfunc f() { g := func(h func()) { h() }; g(one) }",
                &["f one"],
            ),
            (
                "what it returns",
                "func one() {}\nfunc f() { g := func() func() { return one }; g()() }",
                &["f one"],
            ),
            (
                "an iterator's body",
                "func one() {}\nfunc all(yield func(func()) bool) { yield(one) }\nfunc f() { for g := range all { g() } }",
                &["all (f)", "f all", "f one"],
            ),
        ],
    );
}

#[test]
fn a_call_of_a_method_reaches_the_types_that_flow_there() {
    check_flow(
        TYPES,
        &[
            ("a local variable", "func f() { var i I = A{}; i.M() }", &["f A.M"]),
            ("a parameter", "func f(i I) { i.M() }\nfunc use() { f(&B{}) }", &["f B.M"]),
            ("a result", "func get() I { return C{} }\nfunc f() { get().M() }", &["f C.M"]),
            (
                "a field",
                "type T struct{ i I }\nfunc New() *T { return &T{i: A{}} }\nfunc f(t *T) { t.i.M() }",
                &["f A.M"],
            ),
            ("elements", "func f() { for _, i := range []I{A{}, C{}} { i.M() } }", &["f A.M", "f C.M"]),
            ("an asserted interface", "func f(v any) { v.(I).M() }\nfunc use() { f(C{}) }", &["f C.M"]),
            (
                "an embedded interface",
                "type T struct{ I }\nfunc f(t T) { t.M() }\nfunc use() { f(T{A{}}) }",
                &["f A.M"],
            ),
            (
                "what a method is called with",
                "type J interface { Take(I) }\ntype D struct{}\nfunc (D) Take(i I) { i.M() }\nfunc use(j J) { j.Take(A{}) }\nfunc top() { use(D{}) }",
                &["D.Take A.M", "use D.Take"],
            ),
            (
                "what a method returns",
                "type J interface { Get() I }\ntype D struct{}\nfunc (D) Get() I { return &B{} }\nfunc use(j J) { j.Get().M() }\nfunc top() { use(D{}) }",
                &["use B.M", "use D.Get"],
            ),
        ],
    );
}

#[test]
fn values_flow_through_type_parameters() {
    check_flow(
        TYPES,
        &[
            ("a constraint", "func f[T I](t T) { t.M() }\nfunc use() { f(A{}) }", &["f A.M"]),
            (
                "a slice",
                "func f[T I](all []T) { for _, t := range all { t.M() } }\nfunc use() { f([]A{{}}) }",
                &["f A.M"],
            ),
            (
                "a slice of an interface",
                "func f[T I](all []T) { for _, t := range all { t.M() } }\nfunc use() { f([]I{C{}}) }",
                &["f C.M"],
            ),
            (
                "a generic type",
                "type L[T any] struct{ all []T }\nfunc (l *L[T]) Add(t T) { l.all = append(l.all, t) }\nfunc (l *L[T]) First() T { return l.all[0] }\nfunc f(l *L[I]) { l.Add(&B{}); l.First().M() }",
                &["f B.M"],
            ),
            (
                "a function",
                "func apply[T any](t T, g func(T)) { g(t) }\nfunc take(i I) { i.M() }\nfunc f() { apply[I](A{}, take) }",
                &["apply take", "take A.M"],
            ),
        ],
    );
}

#[test]
fn code_outside_gives_back_what_it_was_given() {
    check_flow(
        "import \"context\"
import \"sort\"
func one() {}
type T struct{}
func (T) Value() string { return \"\" }
type V interface { Value() string }
",
        &[
            (
                "a value of an interface",
                "func f(c context.Context) { c = context.WithValue(c, 1, T{}); c.Value(1).(V).Value() }",
                &["f T.Value"],
            ),
            (
                "nothing, where nothing was given",
                "func f(c context.Context) { c.Value(1).(V).Value() }\nvar t any = T{}\nvar g = one",
                &[],
            ),
            (
                "the argument of a literal",
                "func f(all []int) { sort.Slice(all, func(i, j int) bool { return i < j }); g := one; g() }",
                &["f one"],
            ),
        ],
    );
}

#[test]
fn a_call_to_which_callers_outside_may_give_what_is_called_has_a_mark() {
    for (code, expected) in [
        ("func F(g func()) { g() }", true),
        ("func f(g func()) { g() }", false),
        ("func F(g func()) { f(g) }\nfunc f(g func()) { g() }", true),
        ("func F(all ...I) { for _, i := range all { i.M() } }", true),
        ("type T struct{ Hook func() }\nfunc f(t T) { t.Hook() }", true),
        ("type T struct{ hook func() }\nfunc f(t T) { t.hook() }", false),
        ("var Hook func()\nfunc f() { Hook() }", true),
        ("type t struct{}\nfunc (t) F(i I) { i.M() }", true),
        ("type t struct{}\nfunc (t) f(i I) { i.M() }", false),
    ] {
        let data = graph_of(&format!("package a\n{TYPES}{code}"));
        let graph = data.graph();
        let is_open = |id| graph.unbound(id).any(|(cause, _)| cause == Cause::Given);
        assert_eq!(graph.symbols().any(|symbol| is_open(symbol.id)), expected, "{code}");
    }
}

#[test]
fn a_call_is_handed_on_by_what_embeds_an_interface() {
    check(
        "package a
type Tx interface { Commit() error }
type Real struct{}
func (Real) Commit() error { return nil }
type Adapter interface { Commit() error; extra() }
type Wrap struct { Tx }
func (*Wrap) extra() {}
type Twice struct { Adapter }
func Run(a Adapter) error { return a.Commit() }
func Direct(t Tx) error { return t.Commit() }
func start() { Run(&Twice{Adapter: &Wrap{Tx: Real{}}}); Direct(&Wrap{}) }
",
        "Direct calls Real.Commit dispatch
         Direct calls Tx.Commit typed
         Direct uses Tx scope
         Real implements Tx typed
         Run calls Adapter.Commit typed
         Run calls Real.Commit dispatch
         Run uses Adapter scope
         Twice extends Adapter scope
         Twice implements Adapter typed
         Twice implements Tx typed
         Wrap extends Tx scope
         Wrap implements Adapter typed
         Wrap implements Tx typed
         start accesses Twice.Adapter typed
         start accesses Wrap.Tx typed
         start calls Direct scope
         start calls Run scope
         start uses Real scope
         start uses Twice scope
         start uses Wrap scope",
    );
}
