//! Scopes: the declaration that a name refers to (Go spec, "Declarations and scope").

use super::check;

#[test]
fn labels_live_in_a_scope_of_their_own() {
    check(
        "package a
func f() {}
func T() {}
func G() {
f:
  for {
    f()
    if true { continue f }
    break f
  }
  goto T
T:
  T()
}
",
        "G calls f scope
         G calls T scope",
    );
}

#[test]
fn parameters_and_named_results_hide_package_names_in_the_whole_body() {
    check(
        "package a
type T struct{}
func (T) M() {}
func f() {}
var v T
func param(f func(), v int) { f(); _ = v }
func result() (v T, err error) { v.M(); return }
func sameNameAsType(T T) { T.M() }
func after() { f(); v.M() }
",
        "v uses T scope
         result uses T scope
         result calls T.M typed
         sameNameAsType uses T scope
         sameNameAsType calls T.M typed
         after calls f scope
         after uses v scope
         after calls T.M typed",
    );
}

#[test]
fn a_receiver_or_parameter_means_nothing_yet_in_the_signature() {
    check(
        "package a
import \"m/ca\"
type T struct{}
func (ca *T) Sign(o ca.Opts) (ca.Opts, error) { ca.done(); return o, nil }
func (*T) done() {}
func F(ca int, o ca.Opts) { _ = func(ca string, o ca.Opts) {} }
func (Opts Opts) M(o Opts) { Opts.N() }
func (Opts) N() {}
type Opts int
-- ca/ca.go --
package ca
type Opts struct{}
",
        "T.Sign uses Opts import
         T.Sign calls T.done typed
         F uses Opts import
         Opts.M uses Opts scope
         Opts.M calls Opts.N typed",
    );
}

#[test]
fn a_short_declaration_reuses_the_names_of_its_own_block_only() {
    check(
        "package a
type A struct{}
func (A) M() {}
type B struct{}
func (B) M() {}
func ab() (A, B) { return A{}, B{} }
func ba() (B, A) { return B{}, A{} }
func f() {
  x, y := ab()
  { x, y := ba(); x.M(); _ = y }
  z, _ := y, x
  z.M()
}
func g() { x, err := A{}, error(nil); y, err := B{}, err; x.M(); y.M() }
",
        "ab uses A scope
         ab uses B scope
         ba uses A scope
         ba uses B scope
         f calls ab scope
         f calls ba scope
         f calls B.M typed
         g uses A scope
         g uses B scope
         g calls A.M typed
         g calls B.M typed",
    );
}

#[test]
fn every_clause_is_a_block_and_an_init_reaches_all_branches() {
    check(
        "package a
type T struct{}
func (T) M() {}
func (T) N() {}
func mk() T { return T{} }
func x() {}
func branches() { if x := mk(); false { x.M() } else if y := x; true { y.N(); x.M() }; x() }
func cases(n int) { switch x := mk(); n { case 1: x := n; _ = x; case 2: x.M() }; x() }
func loops() { for x := mk(); ; x = mk() { x.N(); break }; x() }
func comm(c chan T) { select { case x := <-c: x.M(); default: x() } }
",
        "mk uses T scope
         branches calls mk scope
         branches calls T.M typed
         branches calls T.N typed
         branches calls x scope
         cases calls mk scope
         cases calls T.M typed
         cases calls x scope
         loops calls mk scope
         loops calls T.N typed
         loops calls x scope
         comm uses T scope
         comm calls T.M typed
         comm calls x scope",
    );
}

#[test]
fn local_types_and_constants_hide_those_of_the_package() {
    check(
        "package a
type T struct{}
func (T) M() {}
const C = 1
func f() {
  type T struct { F int }
  const C = 2
  var t T
  _ = t.F + C
}
func g() { var t T; t.M(); _ = C }
",
        "g uses T scope
         g calls T.M typed
         g uses C scope",
    );
}

#[test]
fn predeclared_names_can_be_declared_anew() {
    check(
        "package a
type string struct{}
func (string) M() {}
func len(s string) string { return s }
func f() { var s string; len(s).M() }
func g(cap func(int) string) { cap(1).M() }
func h(new int) int { return new }
",
        "len uses string scope
         f uses string scope
         f calls len scope
         f calls string.M typed
         g uses string scope
         g calls string.M typed",
    );
}

#[test]
fn methods_fields_and_functions_of_one_name_do_not_meet() {
    check(
        "package a
type T struct { Run func() }
type U struct{}
func (U) Run() { Run() }
func Run() {}
func f(t T, u U) { Run(); u.Run(); t.Run() }
",
        "U.Run calls Run scope
         f uses T scope
         f uses U scope
         f calls Run scope
         f calls U.Run typed
         f accesses T.Run typed",
    );
}

#[test]
fn closures_see_the_names_in_scope_at_their_position() {
    check(
        "package a
type T struct{}
func (T) M() {}
func t() {}
func f() {
  g := func() { t() }
  t := T{}
  h := func() { t.M() }
  func(t int) { _ = t }(1)
  g(); h()
}
",
        "f calls t scope
         f uses T scope
         f calls T.M typed",
    );
}

#[test]
fn a_type_switch_declares_its_variable_anew_in_each_clause() {
    check(
        "package a
type A struct { X int }
type B struct { X int }
type I interface { M() }
func (A) M() {}
func f(i I) {
  switch i := i.(type) {
  case A:
    _ = i.X
  case *B:
    _ = i.X
  case A, B:
    i.M()
  default:
    i.M()
  }
  i.M()
}
func give() { f(A{}) }
",
        "A implements I typed
         give calls f scope
         give uses A scope
         f uses A scope
         f uses B scope
         f uses I scope
         f accesses A.X typed
         f accesses B.X typed
         f calls I.M typed
         f calls A.M dispatch",
    );
}

#[test]
fn long_lists_of_names_declare_every_one() {
    check(
        "package a
type T struct{}
func (T) M() {}
var a, b, c, k int
func params(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t T) {
  a.M(); b.M(); c.M(); d.M(); e.M(); f.M(); g.M(); h.M(); i.M(); j.M(); k.M(); l.M(); m.M(); n.M()
  o.M(); p.M(); q.M(); r.M(); s.M(); t.M()
}
",
        "params uses T scope
         params calls T.M typed",
    );
}

#[test]
fn an_alias_that_a_body_declares_hides_its_name_in_its_own_type() {
    check(
        "package a
type T struct { n int }
func f(t T) { type T = func(T) int; var g T; _ = g }
func g() { type U = T; var u U; u.n = 1 }
",
        "f uses T scope
         g uses T scope
         g accesses T.n typed",
    );
}
