//! Cycles that no compiler accepts. Binding ends, and finds the edges of the declarations next to them.

use super::{check, graph_of};

#[test]
fn cyclic_definitions_and_aliases_end() {
    check(
        "package a
type A = B
type B = A
type T T
type P *P
type S []S
type C D
type D C
func f(a A, t T, c C, s S) { a.M(); t.M(); c.M(); s[0][0].M(); ok() }
func ok() {}
",
        "A uses B scope
         B uses A scope
         T uses T scope
         P uses P scope
         S uses S scope
         C uses D scope
         D uses C scope
         f uses A scope
         f uses T scope
         f uses C scope
         f uses S scope
         f calls ok scope",
    );
}

#[test]
fn cyclic_embeddings_end_and_still_promote() {
    check(
        "package a
type A struct { *B }
type B struct { *C }
type C struct { *A; X int }
func (C) M() {}
type Self struct { *Self }
type I interface { J; M() }
type J interface { I; N() }
func f(a A, s Self, i I) { a.M(); _ = a.X; s.None(); i.N(); i.M() }
",
        "A extends B scope
         B extends C scope
         C extends A scope
         I extends J scope
         J extends I scope
         f uses A scope
         f uses Self scope
         f uses I scope
         f calls C.M embedded
         f accesses C.X embedded
         f calls J.N typed
         f calls I.M typed",
    );
}

#[test]
fn types_that_grow_with_every_instantiation_end() {
    check(
        "package a
type T[E any] struct { next *T[T[E]]; v E }
func (t *T[E]) M() { t.next.next.next.M() }
type I[E any] interface { F(I[I[E]]) }
type K[E I[K[E]]] struct{}
func f(t T[int]) { t.next.next.v.next.M() }
func G[E interface{ G[E]() }]() {}
",
        "I uses I scope
         K uses I scope
         K uses K scope
         T uses T scope
         T.M accesses T.next typed
         T.M calls T.M typed
         f uses T scope
         f accesses T.next typed
         f accesses T.v typed
         f calls T.M typed",
    );
}

#[test]
fn variables_and_constants_that_depend_on_themselves_end() {
    check(
        "package a
var x = y
var y = f()
var z, w = w, z
const c = d
const d = c
func f() int { return x }
var g = func() T { return g() }
type T struct{}
",
        "x uses y scope
         y calls f scope
         z uses w scope
         w uses z scope
         c uses d scope
         d uses c scope
         f uses x scope
         g uses T scope
         g uses g scope",
    );
}

#[test]
fn imports_in_a_ring_bind_all_the_same() {
    check(
        "package a
import \"m/b\"
type T struct { b.T }
func F() { b.F() }
-- b/b.go --
package b
import \"m\"
type T struct { *a.T }
func F() { a.F() }
",
        "T extends T import
         T extends T import
         F calls F import
         F calls F import",
    );
}

/// Each level embeds the one below twice, so the number of paths doubles with every level. The number of look-ups
/// must not.
#[test]
fn a_lattice_of_embeddings_is_searched_in_one_pass() {
    use std::fmt::Write as _;
    let mut source = String::from("package a\ntype L0 struct { X int }\nfunc (L0) M() {}\n");
    for level in 1..60 {
        let below = level - 1;
        let _ = write!(
            source,
            "type A{level} struct {{ L{below} }}\ntype B{level} struct {{ L{below} }}\n\
             type L{level} struct {{ A{level}; B{level} }}\n"
        );
    }
    source += "func f(l L59) { l.M(); _ = l.X }\ntype I interface { M() }\nfunc g(i I) { i.M() }\n";
    let data = graph_of(&source);
    let graph = data.graph();
    let reached = graph.edges().filter(|e| graph.symbol(e.from).name() == "f").count();
    assert_eq!(reached, 2, "membership and the parameter's type: everything selected is ambiguous");
}

/// Each alias names the one before twice. Without sharing, the last would have a billion parts.
#[test]
fn types_that_double_with_every_definition_end() {
    use std::fmt::Write as _;
    let mut source = String::from("package a\ntype A0[T any] = func(T) T\n");
    for level in 1..30 {
        let below = level - 1;
        let _ = writeln!(source, "type A{level}[T any] = func(A{below}[T]) A{below}[T]");
    }
    source += "type I[T any] interface { M(A29[T]) }\ntype S struct{}\nfunc (S) M(A29[int]) {}\n\
               func f[T any](a A29[T]) {}\nfunc g() { var a A29[string]; f(a) }\n";
    let data = graph_of(&source);
    let graph = data.graph();
    assert!(graph.edges().any(|e| graph.symbol(e.from).name() == "g" && graph.symbol(e.to).name() == "f"));
}

/// Inferring the argument of `f` needs ever larger instances of `I`.
#[test]
fn inference_that_never_comes_to_an_end_is_given_up() {
    check(
        "package a
type I[E any] interface { F(I[I[E]]) }
type X struct{}
func (X) F(X) {}
func f[E any](i I[E]) E { var e E; return e }
func g() { f(X{}).M(); ok() }
func ok() {}
",
        "I uses I scope
         X.F uses X scope
         f uses I scope
         g calls f scope
         g uses X scope
         g calls ok scope",
    );
}

/// The same with interfaces: a look-up must follow each interface once, not all paths.
#[test]
fn a_lattice_of_interfaces_is_searched_in_one_pass() {
    use std::fmt::Write as _;
    let mut source = String::from("package a\ntype L0 interface { M() }\n");
    for level in 1..60 {
        let below = level - 1;
        let _ = write!(
            source,
            "type A{level} interface {{ L{below} }}\ntype B{level} interface {{ L{below} }}\n\
             type L{level} interface {{ A{level}; B{level} }}\n"
        );
    }
    source += "type T struct{}\nfunc (T) M() {}\nfunc f[P L59](l L59, p P) { l.M(); p.M(); p.None() }\nfunc g() { f(T{}, T{}) }\n";
    let data = graph_of(&source);
    let graph = data.graph();
    let calls: Vec<_> = graph
        .edges()
        .filter(|e| graph.symbol(e.from).name() == "f" && e.kind == crate::model::EdgeKind::Calls)
        .map(|e| graph.symbol(e.to).qualified())
        .collect();
    assert_eq!(calls, ["L0.M", "T.M"]);
}

#[test]
fn a_constant_that_depends_on_its_own_size_ends() {
    check(
        "package a
import \"unsafe\"
type S[T any] struct{ v T }
const size = unsafe.Sizeof(S[[size]byte]{})
const length = len([length]int{})
var other [size + length]int
func f() { _ = size + length }
",
        "f uses length scope
         f uses size scope
         length uses length scope
         other uses length scope
         other uses size scope
         size uses S scope
         size uses size scope",
    );
}

#[test]
fn a_key_behind_a_value_without_one_names_no_field() {
    check(
        "package a
type S struct{ a, b int }
var v int
var first = S{0, b: v}
var second = S{a: v, 0}
",
        "first uses S scope
         first uses v scope
         second uses S scope
         second uses v scope
         second accesses S.a typed",
    );
}

#[test]
fn what_stands_where_a_type_must_is_used() {
    check(
        "package a
var v int
const c = 1
func fn() {}
func f(x v) c { var y fn; _ = y; return x.(v) }
func g[T any]() {}
type I interface{ fn }
type S struct{ v }
var w g[S]
",
        "f uses c scope
         f uses fn scope
         f uses v scope
         I uses fn scope
         S uses v scope
         w uses g scope",
    );
}

#[test]
fn of_two_declarations_of_a_name_in_one_block_the_first_stays() {
    check(
        "package a
type X struct{}
func (X) M() {}
type Y struct{}
func (Y) M() {}
func param(v X, v Y) { v.M() }
func local(v X) { var v Y; v.M() }
func typed(x X) { type T = X; type T = Y; var t T; t.M() }
type I interface{ IM() }
type J interface{ JM() }
func generic[T I, T J](t T) { t.IM(); t.JM() }
func inner(v X) { { var v Y; v.M() } }
",
        "generic calls I.IM typed
         generic uses I scope
         generic uses J scope
         inner calls Y.M typed
         inner uses X scope
         inner uses Y scope
         local calls X.M typed
         local uses X scope
         local uses Y scope
         param calls X.M typed
         param uses X scope
         param uses Y scope
         typed calls X.M typed
         typed uses X scope
         typed uses Y scope",
    );
}

#[test]
fn a_call_with_brackets_that_enclose_nothing_is_a_call() {
    check(
        "package a
func f() {}
func g() { f[]() }
",
        "g calls f scope",
    );
}
