//! Calls that no code names: of function values, and back from code outside the tree.

use super::graph_of;
use crate::model::{Cause, EdgeKind};

/// Checks that a case gives exactly these edges of calls at run time, each with what it goes through.
#[track_caller]
fn check_runs(case: &str, expected: &[&str]) {
    let data = graph_of(case);
    let graph = data.graph();
    let runs = graph.edges().filter(|edge| edge.kind == EdgeKind::Runs);
    let mut got: Vec<String> = runs
        .map(|edge| {
            let (from, to) = (graph.symbol(edge.from), graph.symbol(edge.to));
            let through = graph.through(edge.id).map(|through| through.to_string()).unwrap_or_default();
            format!("{} -> {}: {through}", from.qualified(), to.qualified())
        })
        .collect();
    got.sort();
    assert_eq!(got, expected);
}

#[test]
fn a_call_of_a_function_value_says_how_many_functions_it_may_run() {
    check_runs(
        "package a
type op func(int) int
var table = map[string]op{\"double\": double, \"half\": half}
func double(n int) int { return n * 2 }
func half(n int) int { return n / 2 }
func other(n int) int { return n }
func length(s string) int { return len(s) }
type Tool struct{ measure func(string) int }
func New() *Tool { return &Tool{measure: length} }
func (t *Tool) Run(name string, n int) int { return table[name](n) + t.measure(name) }
func direct() int { return other(1) + func(n int) int { return n }(2) }
",
        &[
            "Tool.Run -> double: via the function value table: one of 2",
            "Tool.Run -> half: via the function value table: one of 2",
            "Tool.Run -> length: via the function value measure",
        ],
    );
}

#[test]
fn methods_are_taken_as_values_bound_unbound_and_through_interfaces() {
    check_runs(
        "package a
type T struct{}
func (T) Bound(s string) {}
func (*T) Unbound(b bool) {}
type I interface { Do(n int) }
func (T) Do(n int) {}
func bound(f func(string)) { f(\"\") }
func unbound(f func(*T, bool)) { f(nil, true) }
func through(f func(int)) { f(1) }
func all(t T, i I) { bound(t.Bound); unbound((*T).Unbound); through(i.Do) }
func use() { all(T{}, T{}) }
",
        &[
            "bound -> T.Bound: via the function value f",
            "through -> T.Do: via the function value f",
            "unbound -> T.Unbound: via the function value f",
        ],
    );
}

#[test]
fn values_of_type_parameters_fit_any_type_and_tests_are_reached_by_their_own_binary_alone() {
    check_runs(
        "package a
func Map[T, U any](all []T, f func(T) U) { for _, one := range all { f(one) } }
func text(n int) string { return \"\" }
func use() { Map([]int{1}, text) }
func hook(f func()) { f() }
-- b/b.go --
package b
func Apart(f func()) { f() }
-- a_test.go --
package a
func double() {}
func TestHook() { hook(double) }
",
        &["Map -> text: via the function value f", "hook -> double: via the function value f"],
    );
}

#[test]
fn code_outside_calls_back_what_it_is_given() {
    check_runs(
        "package a
import (
	\"fmt\"
	\"io\"
	\"sort\"
	\"strings\"
)
type byName []string
func (b byName) Len() int { return len(b) }
func (b byName) Less(i, j int) bool { return b[i] < b[j] }
func (b byName) Swap(i, j int) {}
func Sort(names []string) { sort.Sort(byName(names)) }
type Code int
func (Code) String() string { return \"\" }
func (Code) Other() string { return \"\" }
func Show(code Code, all []Code) { fmt.Println(1, all, code) }
type sink struct{}
func (*sink) Write(p []byte) (int, error) { return 0, nil }
func Put(w io.Writer) { fmt.Fprint(w, \"\") }
func open() io.Writer { return &sink{} }
func vowel(r rune) bool { return false }
func Cut(s string) string { return strings.TrimFunc(s, vowel) }
",
        &[
            "Cut -> vowel: called back by strings.TrimFunc",
            "Put -> sink.Write: called back by fmt.Fprint",
            "Show -> Code.String: called back by fmt.Println",
            "Sort -> byName.Len: called back by sort.Sort",
            "Sort -> byName.Less: called back by sort.Sort",
            "Sort -> byName.Swap: called back by sort.Sort",
        ],
    );
}

#[test]
fn a_function_type_from_outside_makes_functions_implementers() {
    check_runs(
        "package a
import \"net/http\"
func hello(w http.ResponseWriter, r *http.Request) {}
func routes() { http.HandleFunc(\"/\", hello) }
func Wrap(next http.Handler, w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) }
func use() { Wrap(http.HandlerFunc(hello), nil, nil) }
",
        &["Wrap -> hello: via http.HandlerFunc", "routes -> hello: called back by net/http.HandleFunc"],
    );
}

#[test]
fn a_call_that_too_many_functions_fit_keeps_some_and_is_counted() {
    let function = |n: usize| format!("func f{n}() {{}}\n");
    let functions: String = (0..1_030).map(function).collect();
    let names: Vec<String> = (0..1_030).map(|n| format!("f{n}")).collect();
    let case = format!(
        "package a\nvar all = []func(){{{}}}\n{functions}func Run() {{ for _, f := range all {{ f() }} }}\n",
        names.join(", ")
    );
    let data = graph_of(&case);
    let graph = data.graph();
    let run = graph.symbols().find(|symbol| symbol.name() == "Run").expect("it is declared");
    let runs = graph.outgoing(run.id).filter(|edge| edge.kind == EdgeKind::Runs);
    let shares: Vec<f32> = runs.map(|edge| edge.share).collect();
    assert_eq!(shares.len(), 1_024);
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    assert!(graph.unbound(run.id).any(|row| row == (Cause::Crowded, 1)));
}

#[test]
fn a_printed_argument_that_is_handed_on_may_be_of_a_type_that_the_package_hands_out() {
    check_runs(
        "package a
import \"fmt\"
type token int
func (token) String() string { return \"\" }
type other int
func (other) String() string { return \"\" }
func errorf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
func parse(t token, o other) string { _ = o.String(); return errorf(\"%v\", t) }
-- b/b.go --
package b
import \"fmt\"
func Show(value any) string { return fmt.Sprint(value) }
",
        &["errorf -> token.String: called back by fmt.Sprintf"],
    );
}

#[test]
fn code_outside_calls_back_functions_in_its_fields_and_those_given_to_unknown_callees() {
    check_runs(
        "package a
import (
	\"crypto/tls\"
	\"x.org/cobra\"
	\"x.org/grpc\"
	\"x.org/mux\"
)
type server struct{}
func (server) run(c *cobra.Command, args []string) error { return nil }
func before() {}
func after() {}
func handle() {}
func stream() {}
func certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, nil }
func commands(s server) {
	c := &cobra.Command{RunE: s.run, Use: \"x\"}
	c.PreRun = before
	c.Root().PostRun = after
}
func routes(r *mux.Router) { r.Path(\"/\").Handler(handle) }
func describe() { _ = grpc.ServiceDesc{Streams: []grpc.StreamDesc{{\"s\", stream}}} }
func secure() { _ = tls.Config{GetCertificate: certificate} }
",
        &[
            "commands -> after: called back by PostRun of a value of unknown type",
            "commands -> before: called back by x.org/cobra.Command.PreRun",
            "commands -> server.run: called back by x.org/cobra.Command.RunE",
            "describe -> stream: called back by x.org/grpc.StreamDesc",
            "routes -> handle: called back by Handler of a value of unknown type",
            "secure -> certificate: called back by crypto/tls.Config.GetCertificate",
        ],
    );
}
