//! Interfaces: satisfaction, embedding, and calls through them.

use super::{check, graph_of};
use crate::model::{Cause, EdgeKind, EdgeRef, Origin};

#[test]
fn satisfaction_needs_every_method_with_its_exact_signature() {
    check(
        "package a
type R interface { Read(p []byte) (int, error) }
type RC interface { R; Close() error }
type A struct{}
func (*A) Read(b []byte) (n int, err error) { return }
type B struct{ A }
func (B) Close() error { return nil }
type C struct{}
func (C) Read(p []byte) int { return 0 }
type Empty interface{}
",
        "RC extends R scope
         B extends A scope
         A implements R typed
         B implements R typed
         B implements RC typed",
    );
}

#[test]
fn anonymous_types_written_alike_are_identical() {
    check(
        "package a
import \"m/b\"
type I interface { M([]struct{ A int; B *b.T }, interface{ N() }) }
type Good struct{}
func (Good) M([]struct{ A int; B *b.T }, interface{ N() }) {}
type Bad struct{}
func (Bad) M([]struct{ A int; C *b.T }, interface{ N() }) {}
type Worse struct{}
func (Worse) M([]struct{ A int; B *b.T }, interface{ N(int) }) {}
-- b/b.go --
package b
type T struct{}
type Far struct{}
func (Far) M([]struct{ A int; B *T }, interface{ N() }) {}
",
        "Good implements I typed
         Far implements I typed
         I uses T import
         Good.M uses T import
         Bad.M uses T import
         Worse.M uses T import
         Far.M uses T scope",
    );
}

#[test]
fn an_unexported_method_can_be_satisfied_in_its_own_package_only() {
    check(
        "package a
type I interface { m() }
type A struct{}
func (A) m() {}
-- b/b.go --
package b
type B struct{}
func (B) m() {}
",
        "A implements I typed",
    );
}

#[test]
fn a_call_through_an_interface_reaches_its_method_and_every_implementer() {
    check(
        "package a
type I interface { M() }
type A struct{}
func (A) M() {}
type B struct{}
func (*B) M() {}
func f(i I) { i.M() }
func give() { f(A{}); f(&B{}) }
",
        "A implements I typed
         B implements I typed
         give calls f scope
         give uses A scope
         give uses B scope
         f uses I scope
         f calls I.M typed
         f calls A.M dispatch
         f calls B.M dispatch",
    );
}

#[test]
fn a_call_through_an_interface_that_a_body_declares_reaches_every_implementer() {
    check(
        "package a
type closer interface { Close() }
type A struct{}
func (A) Close() {}
func (A) Stop(int) {}
func f(v any) {
	type stopper interface { closer; Stop(int) }
	if s, ok := v.(stopper); ok {
		s.Stop(1)
		s.Close()
	}
}
func g(v any) {
	type unit struct{}
	type odd interface { Stop(unit) }
	v.(odd).Stop(unit{})
}
func give() { f(A{}); g(A{}) }
",
        "A implements closer typed
         give calls f scope
         give calls g scope
         give uses A scope
         f uses closer scope
         f calls A.Stop dispatch
         f calls closer.Close typed
         f calls A.Close dispatch",
    );
}

#[test]
fn what_only_tests_put_into_an_interface_is_met_less_by_other_code_wherever_it_is_declared() {
    let test =
        |n| format!("-- a/a{n}_test.go --\npackage a\nfunc t{n}() {{ check(Fake{{}}); run(Fake{{}}) }}\n");
    let tests = (0..9).map(test).collect::<Vec<_>>().concat();
    let data = graph_of(&format!(
        "-- a/a.go --
package a
type I interface {{ M() }}
type Real struct{{}}
func (Real) M() {{}}
type Fake struct{{}}
func (Fake) M() {{}}
func Make() I {{ return Real{{}} }}
func start() {{ run(Make()) }}
func run(i I) {{ i.M() }}
-- a/check_test.go --
package a
func check(i I) {{ i.M() }}
func made() {{ check(Make()) }}
{tests}"
    ));
    let graph = data.graph();
    let share = |from: &str, to: &str| {
        let is_it = |edge: &EdgeRef<'_>| {
            edge.kind == EdgeKind::Calls
                && graph.symbol(edge.from).qualified() == from
                && graph.symbol(edge.to).qualified() == to
        };
        graph.edges().find(is_it).map_or(0.0, |edge| edge.share)
    };
    assert!(share("run", "Real.M") > 2.0 * share("run", "Fake.M"), "{}", share("run", "Fake.M"));
    assert!(share("check", "Fake.M") > 2.0 * share("check", "Real.M"), "{}", share("check", "Real.M"));
    assert!(share("run", "Fake.M") > 0.0 && share("check", "Real.M") > 0.0);
}

#[test]
fn shares_add_up_to_one_and_favour_what_is_really_put_into_the_interface() {
    let data = graph_of(
        "package a
type I interface { M() }
type A struct{}
func (A) M() {}
type B struct{}
func (*B) M() {}
func f(i I) { i.M() }
func g() { f(A{}) }
func h(v any) { f(v.(I)) }
func k() { h(&B{}) }
",
    );
    let graph = data.graph();
    let shares: Vec<(String, f32)> = graph
        .edges()
        .filter(|e| e.origin == Origin::Dispatch)
        .map(|e| (graph.symbol(e.to).qualified().to_owned(), e.share))
        .collect();
    let total: f32 = shares.iter().map(|s| s.1).sum();
    assert!((total - 1.0).abs() < 1e-6, "{shares:?}");
    let share = |name: &str| shares.iter().find(|s| s.0 == name).map_or(0.0, |s| s.1);
    assert!(share("A.M") > 2.0 * share("B.M") && share("B.M") > 0.0, "{shares:?}");
}

#[test]
fn what_more_files_put_into_the_interface_has_more_of_the_call() {
    let user = |n: usize, made: &str| format!("-- a/{n}.go --\npackage a\nfunc g{n}() {{ f({made}{{}}) }}\n");
    let share = |rest: &str| {
        let data = graph_of(&format!(
            "-- a/a.go --
package a
type I interface {{ M() }}
func f(i I) {{ i.M() }}
type Often struct{{}}
func (Often) M() {{}}
type Once struct{{}}
func (Once) M() {{}}
{}{}{rest}",
            (0..9).map(|n| user(n, "Often")).collect::<String>(),
            user(9, "Once"),
        ));
        let graph = data.graph();
        let calls = graph.edges().filter(|e| e.origin == Origin::Dispatch);
        let share =
            |e: EdgeRef| (graph.symbol(e.to).qualified().to_owned(), graph.symbol(e.from).is_test(), e.share);
        calls.map(share).collect::<Vec<_>>()
    };
    let of = |shares: &[(String, bool, f32)], name: &str, test: bool| {
        shares.iter().find(|s| s.0 == name && s.1 == test).map_or(0.0, |s| s.2)
    };
    let plain = share("");
    assert!((of(&plain, "Often.M", false) - 0.75).abs() < 1e-6, "three to one: {plain:?}");
    let fakes: String = (0..9)
        .map(|n| format!("-- a/{n}_test.go --\npackage a\nfunc h{n}() {{ f(Fake{{}}) }}\n"))
        .chain([
            "-- a/a_test.go --\npackage a\ntype Fake struct{}\nfunc (Fake) M() {}\nfunc t(i I) { i.M() }\n"
                .into(),
        ])
        .collect();
    let faked = share(&fakes);
    assert!(of(&faked, "Fake.M", false) < of(&faked, "Once.M", false), "what tests make often: {faked:?}");
    let in_tests = (of(&faked, "Fake.M", true), of(&faked, "Often.M", true));
    assert!((in_tests.0 - in_tests.1).abs() < 1e-6, "for tests it counts: {faked:?}");
}

/// Programs in folders that the go command ignores satisfy interfaces of the packages that they import. Only calls
/// that get their values reach them.
#[test]
fn a_program_apart_satisfies_what_it_imports_and_is_called_where_it_is_put() {
    check(
        "-- api/api.go --
package api
type Runner interface { Run() int }
func Go(r Runner) int { return r.Run() }
type Walker interface { Run() int }
func Walk(w Walker) int { return w.Run() }
-- _gen/main.go --
package main
import \"m/api\"
type R []int
func (r R) Run() int { return 0 }
func main() { api.Go(R(nil)) }
-- _other/main.go --
package main
type S []int
func (s S) Run() int { return 0 }
",
        "Go uses Runner scope
         Go calls Runner.Run typed
         Go calls R.Run dispatch
         Walk uses Walker scope
         Walk calls Walker.Run typed
         R implements Runner typed
         R implements Walker typed
         main calls Go import
         main uses R scope",
    );
}

/// If a call can reach more types than it is spread over, those that most files convert are kept, and the others are
/// counted.
#[test]
fn of_too_many_implementers_the_commonest_are_kept() {
    let case = |n: usize| {
        let types = (0..n).map(|i| {
            format!("type T{i:02} struct{{}}\nfunc (T{i:02}) M() {{}}\nfunc p{i:02}() {{ f(T{i:02}{{}}) }}\n")
        });
        let types: String = types.collect();
        let last = n - 1;
        format!(
            "package a
type I interface {{ M() }}
func f(i I) {{ i.M() }}
{types}
-- b.go --
package a
func again() {{ f(T{last:02}{{}}) }}
"
        )
    };
    let kept = |n: usize| {
        let data = graph_of(&case(n));
        let graph = data.graph();
        let dispatched = graph.edges().filter(|e| e.origin == Origin::Dispatch);
        let reached: Vec<String> = dispatched.map(|e| graph.symbol(e.to).qualified().to_owned()).collect();
        let from = graph.edges().find(|e| e.origin == Origin::Dispatch).expect("a call").from;
        let left_out = graph.unbound(from).find(|(cause, _)| *cause == Cause::Crowded);
        (reached.len(), reached.contains(&format!("T{:02}.M", n - 1)), left_out.map(|(_, sites)| sites))
    };
    assert_eq!(kept(1_024), (1_024, true, None));
    assert_eq!(kept(1_030), (1_024, true, Some(1)));
}

#[test]
fn a_call_through_an_interface_from_outside_may_leave_the_tree() {
    let share = |made: &str| {
        let data = graph_of(&format!(
            "package a
import \"io\"
type null struct{{}}
func (null) Write(p []byte) (int, error) {{ return len(p), nil }}
func f(w io.Writer) {{ w.Write(nil) }}
{made}
"
        ));
        let graph = data.graph();
        graph.edges().find(|e| e.origin == Origin::Dispatch).map_or(0.0, |e| e.share)
    };
    let none = share("var n = null{}");
    let (asserted, put) =
        (share("func g() { var n any = null{}; f(n.(io.Writer)) }"), share("func g() { f(null{}) }"));
    assert!(none == 0.0 && none < asserted && asserted < put && put <= 0.5, "{none} {asserted} {put}");
}

#[test]
fn conversions_to_interfaces_from_outside_are_recorded_with_satisfaction() {
    let data = graph_of(
        "package a
import (
	\"fmt\"
	\"io\"
	\"missing\"
)
type I interface { M() }
type T struct{}
func (*T) Error() string { return \"\" }
func (T) Write(p []byte) (int, error) { return 0, nil }
type open struct{ missing.T }
func value() error { return T{} }
func pointer() (int, error) { return 1, &T{} }
func own(t T) I { return t }
func unknown() error { return open{} }
func argument() { fmt.Fprint(T{}, 1); fmt.Fprint(T{}, 2) }
func local() error { type L struct{}; return L{} }
var all = []io.Writer{
	T{},
}
func any_(t *T, i I) { fmt.Print([]*T{t}); missing.Show(T{}); fmt.Print(i, 1) }
",
    );
    let graph = data.graph();
    let found = graph.conversions().map(|c| {
        let line = graph.edge(c.id).lines[0];
        let satisfied = if c.is_satisfied { "" } else { ", which it does not satisfy" };
        let (from, ty) = (graph.symbol(c.from).name(), graph.symbol(c.ty).name());
        format!("{line} {from} {ty} {}{satisfied}", c.interface)
    });
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            "12 value T error, which it does not satisfy",
            "13 pointer T error",
            "16 argument T io.Writer",
            "19 all T io.Writer",
            "21 any_ I any",
            "21 any_ T any",
            "21 any_ T missing.Show()",
        ]
    );
}

#[test]
fn what_tests_declare_is_met_by_what_they_import_alone() {
    let data = graph_of(
        "package a
type I interface { M() }
var Last I
func F(i I) { Last = i; i.M() }
-- b/b.go --
package b
import \"m\"
func G(i a.I) { a.F(i); i.M() }
-- b/b_test.go --
package b
type fake struct{}
func (fake) M() {}
func use() { G(fake{}) }
-- c/c.go --
package c
import \"m\"
func H() { a.Last.M() }
-- c/c_test.go --
package c
import \"m\"
func test() { a.Last.M() }
",
    );
    let graph = data.graph();
    let share = |from: &str| {
        let reached =
            |e: &EdgeRef<'_>| e.origin == Origin::Dispatch && graph.symbol(e.from).qualified() == from;
        graph.edges().find(reached).map_or(0.0, |e| e.share)
    };
    assert!(share("F") > 0.9 && share("G") > 0.9, "in the tests of b: {} {}", share("F"), share("G"));
    assert!(share("H") < 0.05 && share("test") < 0.05, "in no program: {} {}", share("H"), share("test"));
}

#[test]
fn callers_through_interfaces_are_listed_apart_and_doubts_have_reasons() {
    let data = graph_of(
        "package a
import \"io\"
type I interface { M() }
type T struct{}
func (T) Write(p []byte) (int, error) { return 0, nil }
func (T) M() {}
func (T) lonely() {}
func f(w io.Writer, i I) { w.Write(nil); i.M() }
func g() { T{}.Write(nil); T.Write(T{}, nil); f(T{}, T{}) }
func taken() {}
func init() { _ = taken; var x missing.T; x.Do() }
func main() {}
type k interface { run() }
func (T) run() {}
func h(v k) func() { return v.run }
",
    );
    let graph = data.graph();
    let summary_of = |name: &str| {
        let symbol = graph.symbols().find(|s| s.qualified() == name).map(|s| s.id).unwrap();
        let callers = graph.callers(symbol);
        let possible: Vec<&str> = callers.possible.iter().map(|through| through.interface).collect();
        let doubts: Vec<String> = callers.doubts.iter().map(ToString::to_string).collect();
        ((callers.known.len(), possible.join(" ")), doubts)
    };
    let unbound = "its package has 1 use of a value of unknown type, where a caller may be".to_owned();
    for (name, callers, doubts) in [
        (
            "T.Write",
            (1, "io.Writer"),
            vec!["code outside may call it through io.Writer", "exported, so code outside may call it"],
        ),
        ("T.M", (0, "a.I"), vec!["exported, so code outside may call it"]),
        ("I.M", (1, ""), vec!["exported, so code outside may call it"]),
        ("T.lonely", (0, ""), vec![]),
        ("taken", (0, ""), vec!["taken as a value in 1 place"]),
        ("T.run", (0, ""), vec!["k's own is taken as a value in 1 place"]),
    ] {
        let ((known, possible), reasons) = summary_of(name);
        assert_eq!((known, &*possible), callers, "{name}");
        let expected: Vec<String> = doubts.into_iter().map(str::to_owned).chain([unbound.clone()]).collect();
        assert_eq!(reasons, expected, "{name}");
    }
    assert!(summary_of("init").1.contains(&"an entry point, called by Go itself".to_owned()));
}

/// In the tree of the standard library, two packages document what only the compiler has.
#[test]
fn declarations_of_the_compiler_have_a_doubt_instead_of_callers() {
    let data = graph_of(
        "-- go.mod --
module std
-- unsafe/unsafe.go --
package unsafe
func Sizeof(x int) uintptr
-- a/a.go --
package a
import \"unsafe\"
var n = unsafe.Sizeof(1)
func F() {}
",
    );
    let graph = data.graph();
    let first_doubt = |name: &str| {
        let symbol = graph.symbols().find(|s| s.qualified() == name).map(|s| s.id).unwrap();
        graph.callers(symbol).doubts.first().map(ToString::to_string)
    };
    assert_eq!(first_doubt("Sizeof").unwrap(), "built into the compiler: uses of it are not recorded");
    assert_eq!(first_doubt("F").unwrap(), "exported, so code outside may call it");
}

#[test]
fn an_interface_that_embeds_one_from_outside_is_satisfied_in_doubt_by_who_has_the_rest() {
    check(
        "package a
import \"example.com/suture\"
type service interface { suture.Service; Scan(n int) error; Pull(); Stop() }
type folder struct{}
func (*folder) Scan(n int) error { return nil }
func (*folder) Pull() {}
func (*folder) Stop() {}
type ready struct { *folder }
type half struct{}
func (half) Pull() {}
func (half) Stop() {}
type other struct{ suture.Other }
func (other) Scan(n int) error { return nil }
func (other) Pull() {}
func (other) Stop() {}
type same struct{ suture.Service }
func (same) Scan(n int) error { return nil }
func (same) Pull() {}
func (same) Stop() {}
type lone interface { suture.Service; Pull() }
func Run(s service) { s.Pull() }
func give() { Run(&folder{}); Run(ready{}); Run(other{}); Run(same{}) }
",
        "give calls Run scope
         give uses folder scope
         give uses other scope
         give uses ready scope
         give uses same scope
         Run calls folder.Pull dispatch
         Run calls other.Pull dispatch
         Run calls same.Pull dispatch
         Run calls service.Pull typed
         Run uses service scope
         folder implements service typed
         other implements service typed
         ready extends folder scope
         ready implements service typed
         same implements lone typed
         same implements service typed",
    );
    let graph_data = graph_of(
        "-- go.mod --
module m
-- a/a.go --
package a
import \"example.com/suture\"
type service interface { suture.Service; Scan(n int) error; Pull(); Stop() }
type folder struct{}
func (*folder) Scan(n int) error { return nil }
func (*folder) Pull() {}
func (*folder) Stop() {}
func Run(s service) { s.Pull() }
",
    );
    let graph = graph_data.graph();
    let edge = graph.edges().find(|edge| edge.kind == crate::model::EdgeKind::Implements).expect("one");
    assert!(edge.confidence > 0.5 && edge.confidence < 0.99, "{}", edge.confidence);
}

#[test]
fn a_value_of_an_interface_s_method_may_be_that_of_any_implementer() {
    let data = graph_of(
        "package a
import \"io\"
type I interface { M() }
type A struct{}
func (A) M() {}
func (A) Close() error { return nil }
func take(i I) func() { return i.M }
func both(i I) { i.M(); defer func(f func()) { f() }(i.M) }
func express() func(I) { return I.M }
func outside(c io.Closer) func() error { return c.Close }
func make() { take(A{}); both(A{}); outside(A{}) }
",
    );
    let graph = data.graph();
    let name = |id| graph.symbol(id).qualified().to_owned();
    let mut found: Vec<_> = graph
        .edges()
        .filter(|edge| edge.origin == Origin::Dispatch)
        .map(|edge| (name(edge.from), name(edge.to), edge.kind, graph.via(edge.id), edge.share))
        .collect();
    found.sort_by(|a, b| (&a.0, a.2).cmp(&(&b.0, b.2)));
    let of = |from: &str, kind| (from.to_owned(), "A.M".to_owned(), kind, Some("a.I"), 1.0);
    let expected = [
        of("both", EdgeKind::Calls),
        of("both", EdgeKind::Uses),
        of("express", EdgeKind::Uses),
        of("take", EdgeKind::Uses),
    ];
    assert_eq!(found, expected);
    let through = |edge: &EdgeRef<'_>| graph.through(edge.id).map(|through| through.targets);
    let all: Vec<_> = graph.edges().filter(|edge| edge.origin == Origin::Dispatch).collect();
    assert!(all.iter().all(|edge| through(edge) == Some(1)), "a call and a value are told apart");
}
