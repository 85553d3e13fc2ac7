//! Expressions and the types of their parts (Go spec, "Expressions", "For statements with range clause").

use super::{check, graph_of};
use crate::model::{EdgeRef, GraphData, SymbolKind, access};

#[test]
fn everything_that_go_ranges_over_is_typed() {
    check(
        "package a
type T struct{}
func (T) M() {}
type N int
func (N) M() {}
type Seq func(yield func(T) bool)
func slice(x []T) { for _, e := range x { e.M() } }
func array(x [2]T) { for i, e := range x { _ = i; e.M() } }
func pointer(x *[2]T) { for _, e := range x { e.M() } }
func keys(x map[T]int) { for k := range x { k.M() } }
func channel(x <-chan T) { for e := range x { e.M() } }
func iterator(x func(yield func(T) bool)) { for e := range x { e.M() } }
func pairs(x func(yield func(int, *T) bool)) { for _, e := range x { e.M() } }
func named(x Seq) { for e := range x { e.M() } }
func integer(x N) { for i := range x { i.M() } }
func nothing(x func(yield func() bool)) { for range x { T{}.M() } }
func assigned(x []T) { var e T; for _, e = range x { e.M() } }
func text(x string) { for _, r := range x { N(r).M() } }
",
        "Seq uses T scope
         slice uses T scope
         slice calls T.M typed
         array uses T scope
         array calls T.M typed
         pointer uses T scope
         pointer calls T.M typed
         keys uses T scope
         keys calls T.M typed
         channel uses T scope
         channel calls T.M typed
         iterator uses T scope
         iterator calls T.M typed
         pairs uses T scope
         pairs calls T.M typed
         named uses Seq scope
         named calls T.M typed
         integer uses N scope
         integer calls N.M typed
         nothing uses T scope
         nothing calls T.M typed
         assigned uses T scope
         assigned calls T.M typed
         text uses N scope
         text calls N.M typed",
    );
}

#[test]
fn comma_ok_gives_both_types_in_every_form() {
    check(
        "package a
type T struct{}
func (T) M() {}
func (*T) P() {}
var cached, found = table[\"k\"]
var table map[string]*T
func index(m map[string]T) { if t, ok := m[\"\"]; ok { t.M() } }
func assertion(x any) { t, ok := x.(*T); _ = ok; t.P() }
func receive(c chan T) { t, ok := <-c; _ = ok; t.M() }
func declared(m map[string]*T) { var t, ok = m[\"\"]; _ = ok; t.P() }
func assigned(x any) { var t T; var ok bool; t, ok = x.(T); _ = ok; t.M() }
func initialised() { cached.P(); _ = found }
func returned(m map[string]T) (T, bool) { t, ok := m[\"\"]; return t, ok }
",
        "cached uses table scope
         found uses table scope
         table uses T scope
         index uses T scope
         index calls T.M typed
         assertion uses T scope
         assertion calls T.P typed
         receive uses T scope
         receive calls T.M typed
         declared uses T scope
         declared calls T.P typed
         assigned uses T scope
         assigned calls T.M typed
         initialised uses cached scope
         initialised uses found scope
         initialised calls T.P typed
         returned uses T scope",
    );
}

#[test]
fn conversions_are_distinguished_from_calls_in_every_form() {
    check(
        "package a
import \"m/lib\"
type T int
func (T) M() {}
func (*T) P() {}
type F func() T
type S []T
func fn() T { return 0 }
func plain(i int) { T(i).M() }
func parenthesised(i int) { (T)(i).M() }
func pointer(p *int) { (*T)(p).P() }
func dereferenced(p, q *S, r **S) { _ = *(*S)(p); (*(*[]T)(p))[0].M(); (*(*[]T)(q))[0].P(); _ = **(**S)(r) }
func reinterpreted(p, q *S) { x, y := *(*[]T)(p), *(*map[int]T)(q); x[0].M(); y[0].M() }
func function() { F(fn)().M() }
func slice(x []T) { S(x)[0].M(); []T(x)[0].M() }
func imported(i int) { lib.L(i).M(); lib.Mk(i).M() }
-- lib/lib.go --
package lib
type L int
func (L) M() {}
func Mk(i int) L { return L(i) }
",
        "F uses T scope
         S uses T scope
         fn uses T scope
         plain uses T scope
         plain calls T.M typed
         parenthesised uses T scope
         parenthesised calls T.M typed
         pointer uses T scope
         pointer calls T.P typed
         dereferenced uses S scope
         dereferenced uses T scope
         dereferenced calls T.M typed
         dereferenced calls T.P typed
         reinterpreted uses S scope
         reinterpreted uses T scope
         reinterpreted calls T.M typed
         function uses F scope
         function uses fn scope
         function calls T.M typed
         slice uses T scope
         slice uses S scope
         slice calls T.M typed
         imported uses L import
         imported calls Mk import
         imported calls L.M typed
         Mk uses L scope",
    );
}

#[test]
fn method_values_and_expressions_are_typed_functions() {
    check(
        "package a
type T struct{}
func (T) Get() *U { return nil }
func (*T) Set(u *U) *T { return nil }
type U struct{}
func (*U) M() {}
type I interface { Get() *U }
func value(t T) { g := t.Get; g().M() }
func expression(t T) { g := T.Get; g(t).M() }
func pointer(t *T) { s := (*T).Set; s(t, nil).Get().M() }
func iface(i I) { g := I.Get; g(i).M() }
func direct(t T) { T.Get(t).M() }
",
        "T implements I typed
         T.Get uses U scope
         T.Set uses T scope
         T.Set uses U scope
         I uses U scope
         value uses T scope
         value uses T.Get typed
         value calls U.M typed
         expression uses T scope
         expression uses T.Get typed
         expression calls U.M typed
         pointer uses T scope
         pointer uses T.Set typed
         pointer calls T.Get typed
         pointer calls U.M typed
         iface uses I scope
         iface uses I.Get typed
         iface uses T.Get dispatch
         iface calls U.M typed
         direct uses T scope
         direct calls T.Get typed
         direct calls U.M typed",
    );
}

#[test]
fn chains_of_calls_indexes_and_dereferences_keep_their_types() {
    check(
        "package a
type T struct { Next *T; Fn func() []*T; By map[string][]T }
func (t *T) M() *T { return t }
func mk() func() **T { return nil }
func f(t T) { t.M().M().Next.M(); t.Fn()[0].M(); t.By[\"\"][1:][0].Next.M() }
func g() { (*mk()()).M(); (**mk()()).Next.M() }
func h(ts ...*T) { ts[0].M(); (&T{}).Next.M(); [...]T{{}}[0].Next.M() }
",
        "T uses T scope
         T.M uses T scope
         mk uses T scope
         f uses T scope
         f calls T.M typed
         f accesses T.Next typed
         f accesses T.Fn typed
         f accesses T.By typed
         g calls mk scope
         g calls T.M typed
         g accesses T.Next typed
         h uses T scope
         h calls T.M typed
         h accesses T.Next typed",
    );
}

#[test]
fn named_results_are_assigned_by_bare_returns_and_closures() {
    check(
        "package a
type T struct{}
func (*T) Close() error { return nil }
func open() (t *T, err error) {
  defer func() { if err != nil { t.Close() } }()
  t, err = open()
  return
}
",
        "open uses T scope
         open calls open scope
         open calls T.Close typed",
    );
}

#[test]
fn calls_through_function_values_use_the_function_where_it_is_taken() {
    check(
        "package a
type H struct { run func(); by map[string]func() }
func one() {}
func two() {}
var table = map[string]func(){\"two\": two}
func take(f func()) { f() }
func f(h *H) { h.run = one; h.run(); take(two); table[\"two\"](); h.by[\"\"]() }
func literal() { g := one; g(); _ = H{run: two} }
",
        "table uses two scope
         f uses H scope
         f uses one scope
         f uses two scope
         f uses table scope
         f accesses H.run typed
         f accesses H.by typed
         f calls take scope
         literal uses one scope
         literal uses two scope
         literal uses H scope
         literal accesses H.run typed",
    );
}

#[test]
fn iota_groups_repeat_type_and_values_place_by_place() {
    check(
        "package a
type K int
func (K) S() {}
const base = 10
const (
  A, X K = iota, iota + base
  B, Y
  _, _
  C, Z
)
const ( P K = 1 << iota; Q; R = 5; W; V = K(2) )
func F() { C.S(); Z.S(); Q.S(); V.S() }
func local() { const ( a K = iota; b ); b.S() }
",
        "A uses K scope
         X uses K scope
         X uses base scope
         P uses K scope
         V uses K scope
         F uses C scope
         F uses Z scope
         F uses Q scope
         F uses V scope
         F calls K.S typed
         local uses K scope
         local calls K.S typed",
    );
}

#[test]
fn anonymous_structs_and_embedded_pointers_have_fields_of_their_own() {
    check(
        "package a
type T struct { In struct { X, Y int }; *P; lib }
type P struct { Z int }
func (*P) M() {}
type lib = struct { W int }
var anon struct { P; N int }
func f(t T) { _ = t.In.X; _ = t.Z; t.M(); anon.M(); _ = anon.N; _ = anon.Z }
func g() { x := struct { A P }{}; x.A.M(); for _, c := range []struct { p P }{{}} { c.p.M() } }
",
        "T extends P scope
         T extends lib scope
         anon uses P scope
         f uses T scope
         f uses anon scope
         f accesses T.In typed
         f accesses T.X typed
         f accesses P.Z embedded
         f calls P.M embedded
         g uses P scope
         g calls P.M typed",
    );
}

#[test]
fn one_call_gives_every_variable_its_value() {
    check(
        "package a
func f() (int, int) { return 1, 2 }
var x, y = f()
func use() int { return y }
",
        "x calls f scope
         y calls f scope
         use uses y scope",
    );
}

/// Each access to a field, variable or struct by a declaration: `r` reads it, `w` writes it, `p` points to it, and
/// `all` fills it.
fn accesses_of(data: &GraphData) -> Vec<String> {
    let graph = data.graph();
    let words = |bits: u8| {
        let bits =
            [(access::READS, "r"), (access::WRITES, "w"), (access::POINTS, "p"), (access::FILLS, "all")]
                .map(|(bit, word)| if bits & bit == 0 { "" } else { word });
        bits.concat()
    };
    let accesses = graph.edges().filter(|edge| edge.access & !access::MAKES != 0);
    let mut found: Vec<String> = accesses
        .map(|edge| {
            let (from, to) = (graph.symbol(edge.from).qualified(), graph.symbol(edge.to).qualified());
            format!("{from} {to} {}", words(edge.access))
        })
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn reads_are_distinguished_from_writes() {
    let data = graph_of(
        "package a
type In struct { n int }
type Out struct { *In; deep Deep }
type Deep struct { In; to *In; all []In; each []*In }
type T struct { f int; m map[int]int; in In; fn func(); count Count; out Out }
type Count int
func (c *Count) add() { *c++ }
func (c Count) get() int { return int(c) }
func (in *In) grow() { in.n++ }
type Ins []In
var v int
var g In
var list Ins
func plain(t *T) int { t.f = 1; return t.m[0] }
func both(t *T) { t.f++; t.m[1] = t.f; v += 1; delete(t.m, 1) }
func inner(t *T) { t.in.n, g.n = 2, v }
func literal() *T { return &T{f: v} }
func address(t *T) { use(&t.f, &v, &t.in) }
func ranges(t *T, is []int) { for t.f, v = range is {}; for t.m[t.f] = range is {} }
func calls(t *T) { t.fn(); (*t).fn() }
func methods(t *T) { t.count.add(); _ = t.in.grow; _ = t.out.deep.In.n }
func reading(t *T) { t.count.get(); t.out.grow(); t.out.deep.to.grow(); t.out.n = 1 }
func parts(o *Out) { o.deep.all[v].n = 1; o.deep.to.n = 2; o.deep.each[0].n = 3; copy(o.deep.all[v:], nil) }
func promoted(o *Out) { o.deep.grow(); o.deep.n-- }
func filled() (In, []Deep) { list = Ins{{v}}; return In{1}, []Deep{{In{n: 2}, nil, nil, nil}} }
func elided() { list = Ins{{1}} }
func use(a, b *int, c *In) {}
",
    );
    let graph = data.graph();
    assert_eq!(
        accesses_of(&data),
        [
            "In.grow In.n rw",
            "address T.f p",
            "address T.in p",
            "address v p",
            "both T.f rw",
            "both T.m rw",
            "both v rw",
            "calls T.fn r",
            "elided list w",
            "filled Deep all",
            "filled In all",
            "filled In.n w",
            "filled list w",
            "filled v r",
            "inner In.n w",
            "inner T.in w",
            "inner g w",
            "inner v r",
            "literal T.f w",
            "literal v r",
            "methods Deep.In r",
            "methods In.n r",
            "methods Out.deep r",
            "methods T.count p",
            "methods T.in p",
            "methods T.out r",
            "parts Deep.all rw",
            "parts Deep.each r",
            "parts Deep.to r",
            "parts In.n w",
            "parts Out.deep rw",
            "parts v r",
            "plain T.f w",
            "plain T.m r",
            "promoted In.n rw",
            "promoted Out.deep rwp",
            "ranges T.f rw",
            "ranges T.m w",
            "ranges v w",
            "reading Deep.to r",
            "reading In.n w",
            "reading Out.deep r",
            "reading T.count r",
            "reading T.out r",
        ]
    );
    let can_be = |access: u8, kind: SymbolKind| match kind {
        SymbolKind::Field | SymbolKind::Var => access & access::NOTES == 0,
        SymbolKind::Struct => access & !access::NOTES == 0,
        kind if kind.is_type() => access & !(access::MAKES | access::EMBEDS) == 0,
        _ => access == 0,
    };
    assert!(graph.edges().all(|edge| can_be(edge.access, graph.symbol(edge.to).kind())));
}

#[test]
fn each_line_has_its_own_accesses() {
    let data = graph_of(
        "package a
type T struct { n int }
type All []T
type Count int
var made = T{}
func makes(t *T) (T, *T) {
  if t.n > 0 {
    t.n = 2; use(&t.n)
    return T{}, new(T)
  }
  return T{1}, &T{n: 3}
}
func others() any { x, y := make(All, 2), Count(3); return []any{x, y} }
func elided() All {
  return All{
    {1}, {n: 2},
  }
}
func only(t T, c Count) All { return nil }
func use(*int) {}
",
    );
    let graph = data.graph();
    let found = |bits: u8| {
        let done = graph.edges().filter(|edge| edge.access & bits != 0);
        let found = done.map(|edge| {
            let [from, to] = [edge.from, edge.to].map(|id| graph.symbol(id).qualified());
            format!("{from} {to} {:?}", graph.lines_of_access(&edge, bits))
        });
        found.collect::<Vec<_>>()
    };
    assert_eq!(found(access::READS), ["makes T.n [7]"]);
    assert_eq!(found(access::WRITES), ["makes T.n [8, 11]", "elided T.n [16]"]);
    assert_eq!(found(access::POINTS), ["makes T.n [8]"]);
    assert_eq!(found(access::FILLS), ["makes T [11]"]);
    let made = ["made T [5]", "makes T [9, 11]", "others All [13]", "others Count [13]", "elided All [15]"];
    assert_eq!(found(access::MAKES), made);
}

#[test]
fn types_that_are_no_symbols_have_their_embedded_types() {
    let data = graph_of(
        "package a
type Mutex struct{}
type List[T any] struct{}
type Doer interface{ Do() }
type Named struct{ Mutex }
var hosts struct {
  *Mutex
  n int
}
func local(m Mutex) interface{ Doer; More() } {
  type pair struct{ List[int] }
  var p pair; _ = p; return nil
}
func plain(s struct{ m Mutex }) {}
",
    );
    let graph = data.graph();
    let embedding = graph.edges().filter(|edge| edge.access & access::EMBEDS != 0);
    let found = |edge: EdgeRef<'_>| {
        let [from, to] = [edge.from, edge.to].map(|id| graph.symbol(id).qualified());
        format!("{from} {to} {:?} {:?}", edge.kind, graph.lines_of_access(&edge, access::EMBEDS))
    };
    let found: Vec<String> = embedding.map(found).collect();
    assert_eq!(found, ["hosts Mutex Uses [7]", "local List Uses [11]", "local Doer Uses [10]"]);
}

#[test]
fn atomics_are_reads_or_writes() {
    let data = graph_of(
        "-- go.mod --
module std
-- sync/atomic/all.go --
package atomic
type Int32 struct { v int32 }
func (x *Int32) Load() int32 { return LoadInt32(&x.v) }
func (x *Int32) Store(val int32) { StoreInt32(&x.v, val) }
func (x *Int32) Add(by int32) int32 { return AddInt32(&x.v, by) }
func LoadInt32(addr *int32) int32
func StoreInt32(addr *int32, val int32)
func AddInt32(addr *int32, by int32) int32
-- a/a.go --
package a
import \"sync/atomic\"
type T struct { n atomic.Int32; m int32; each []int32; at *int32 }
func (t *T) load() int32 { return t.n.Load() + atomic.LoadInt32(&t.m) }
func (t *T) store() { t.n.Store(1); atomic.StoreInt32(&t.m, 2); atomic.StoreInt32(&t.each[0], 3) }
func (t *T) add() { t.n.Add(1); atomic.AddInt32(&t.m, 2); atomic.AddInt32(t.at, 1) }
func (t *T) pass() (func() int32, *int32) { return t.n.Load, &t.m }
",
    );
    assert_eq!(
        accesses_of(&data),
        [
            "Int32.Add Int32.v rw",
            "Int32.Load Int32.v r",
            "Int32.Store Int32.v w",
            "T.add T.at r",
            "T.add T.m rw",
            "T.add T.n rw",
            "T.load T.m r",
            "T.load T.n r",
            "T.pass T.m p",
            "T.pass T.n p",
            "T.store T.each w",
            "T.store T.m w",
            "T.store T.n w",
        ]
    );
}

/// The same for the standard library, whose facts come with the program.
#[test]
fn atomics_from_outside_of_the_tree_are_reads_or_writes_too() {
    let data = graph_of(
        "package a
import (\"sync\"; \"sync/atomic\")
type T struct { mu sync.Mutex; n atomic.Int32; m int32; each atomic.Pointer[T] }
func (t *T) load() (int32, *T) { return t.n.Load() + atomic.LoadInt32(&t.m), t.each.Load() }
func (t *T) store() { t.mu.Lock(); t.n.Store(1); atomic.StoreInt32(&t.m, 2); t.each.Store(nil) }
func (t *T) add() bool { return t.n.Add(1) > atomic.AddInt32(&t.m, 2) && t.each.CompareAndSwap(t, nil) }
",
    );
    assert_eq!(
        accesses_of(&data),
        [
            "T.add T.each rw",
            "T.add T.m rw",
            "T.add T.n rw",
            "T.load T.each r",
            "T.load T.m r",
            "T.load T.n r",
            "T.store T.each w",
            "T.store T.m w",
            "T.store T.mu p",
            "T.store T.n w",
        ]
    );
}
