//! Scopes, selectors, embedding, conversions, statements.

use super::check;

#[test]
fn names_of_one_package_bind_across_its_files() {
    check(
        "package a
func F() { g(); G2() }
-- b.go --
package a
func g() {}
var G2 = func() {}
",
        "F calls g scope
         F uses G2 scope",
    );
}

#[test]
fn a_local_shadows_a_package_name_from_its_declaration_on() {
    check(
        "package a
func f() int { return 0 }
func G() { f(); f := func() int { return 1 }; f() }
func H(f func() int) { f() }
func I() { { f := 1; _ = f }; f() }
func J() { f := f(); _ = f }
",
        "G calls f scope
         I calls f scope
         J calls f scope",
    );
}

#[test]
fn receivers_are_typed_by_parameter_result_field_and_literal() {
    check(
        "package a
type T struct { next *T; all []T; by map[string]*T }
func (t *T) M() {}
func mk() (*T, error) { return &T{}, nil }
func own(t *T) { t.M() }
func result() { t, _ := mk(); t.M() }
func field(t T) { t.next.M() }
func index(t T) { t.all[0].M(); t.by[\"x\"].M() }
func literal() { (&T{}).M(); x := T{}; x.M() }
func ranged(t T) { for _, e := range t.by { e.M() } }
func declared() { var t T; t.M() }
",
        "T uses T scope
         mk uses T scope
         own calls T.M typed
         own uses T scope
         result calls mk scope
         result calls T.M typed
         field accesses T.next typed
         field calls T.M typed
         field uses T scope
         index accesses T.all typed
         index accesses T.by typed
         index calls T.M typed
         index uses T scope
         literal calls T.M typed
         literal uses T scope
         ranged accesses T.by typed
         ranged calls T.M typed
         ranged uses T scope
         declared calls T.M typed
         declared uses T scope",
    );
}

#[test]
fn promotion_takes_the_shallowest_and_nothing_when_two_are_equally_near() {
    check(
        "package a
type A struct { X int }
func (A) M() {}
func (A) N() {}
type B struct { X int }
func (B) N() {}
type C struct { A; *B }
type D struct { C; M int }
func f(c C, d D) { c.M(); c.N(); _ = c.X; _ = d.M }
",
        "C extends A scope
         C extends B scope
         D extends C scope
         f uses C scope
         f uses D scope
         f calls A.M embedded
         f accesses D.M typed",
    );
}

#[test]
fn imports_bind_by_package_clause_alias_and_dot() {
    check(
        "package a
import (
  \"m/go-lib\"
  x \"m/other\"
  . \"m/dotted\"
)
func F() { lib.Do(); x.Do(); Dotted() }
-- go-lib/l.go --
package lib
func Do() {}
-- other/o.go --
package other
func Do() {}
-- dotted/d.go --
package dotted
func Dotted() {}
",
        "F calls Do import
         F calls Do import
         F calls Dotted import",
    );
}

#[test]
fn what_is_outside_the_tree_binds_to_no_namesake() {
    check(
        "package a
import \"example.com/db\"
type DB struct{}
func (DB) Exec() {}
func Exec() {}
func F(d *db.DB) { d.Exec(); db.Exec(); db.New().Exec() }
",
        "",
    );
}

#[test]
fn a_local_variable_hides_an_import_of_the_same_name() {
    check(
        "package a
import \"m/url\"
type T struct{}
func (T) Parse() {}
func F(url T) { url.Parse() }
func G() { url.Parse() }
-- url/u.go --
package url
func Parse() {}
",
        "F uses T scope
         F calls T.Parse typed
         G calls Parse import",
    );
}

#[test]
fn conversions_are_uses_and_method_values_and_expressions_too_unless_called() {
    check(
        "package a
type T int
func (T) M() {}
func conv(i int) { _ = T(i) }
func value(t T) { _ = t.M }
func expression() { _ = T.M; T.M(1) }
",
        "conv uses T scope
         value uses T scope
         value uses T.M typed
         expression uses T scope
         expression uses T.M typed
         expression calls T.M typed",
    );
}

#[test]
fn type_switches_assertions_and_comma_ok_type_what_they_declare() {
    check(
        "package a
type A struct{}
func (A) M() {}
type B struct{}
func (B) M() {}
func f(x any) {
  switch v := x.(type) {
  case A: v.M()
  case *B: v.M()
  case A2, nil: _ = v
  }
  if a, ok := x.(A); ok { a.M() }
}
type A2 = A
func g(c chan B, m map[int]A) { b := <-c; b.M(); a, ok := m[1]; _ = ok; a.M() }
func h(c chan B) { for b := range c { b.M() }; select { case b, ok := <-c: _ = ok; b.M() } }
",
        "A2 uses A scope
         f uses A scope
         f uses B scope
         f uses A2 scope
         f calls A.M typed
         f calls B.M typed
         g uses A scope
         g uses B scope
         g calls A.M typed
         g calls B.M typed
         h uses B scope
         h calls B.M typed",
    );
}

#[test]
fn closures_count_to_their_declaration_and_initialisers_to_their_variable() {
    check(
        "package a
func f() int { return 0 }
var v = f()
var w = func() int { return f() }
func G() { go func() { defer f() }() }
",
        "v calls f scope
         w calls f scope
         G calls f scope",
    );
}

#[test]
fn package_variables_take_the_type_of_their_initialiser_in_any_order() {
    check(
        "package a
func F() { x.M(); y.M() }
var x = y
var y = mk()
func mk() *T { return nil }
type T struct{}
func (*T) M() {}
",
        "F uses x scope
         F uses y scope
         F calls T.M typed
         x uses y scope
         y calls mk scope
         mk uses T scope",
    );
}

#[test]
fn iota_groups_repeat_their_type() {
    check(
        "package a
type K int
func (K) S() {}
const ( A K = iota; B; C )
func F() { C.S() }
",
        "A uses K scope
         F uses C scope
         F calls K.S typed",
    );
}

#[test]
fn keys_of_a_struct_literal_are_its_fields_and_not_variables() {
    check(
        "package a
var Name = 1
type T struct { Name int; In *U }
type U struct { Z int }
func F() { _ = T{Name: 2, In: &U{Z: Name}}; _ = []T{{Name: 1}}; _ = map[string]*U{\"a\": {Z: 1}} }
",
        "T uses U scope
         F uses T scope
         F uses U scope
         F uses Name scope
         F accesses T.Name typed
         F accesses T.In typed
         F accesses U.Z typed",
    );
}

#[test]
fn an_external_test_package_sees_the_package_and_its_test_exports() {
    check(
        "package a
func f() {}
-- export_test.go --
package a
var F = f
-- a_test.go --
package a_test
import \"m\"
func TestX() { a.F() }
",
        "F uses f scope
         TestX uses F import",
    );
}

#[test]
fn the_variant_of_the_host_is_preferred_and_a_variant_prefers_its_own_build() {
    check(
        "package a
func Use() { v() }
-- v_linux.go --
package a
func v() {}
func onlyHere() { v() }
-- v_windows.go --
package a
func v() { w() }
func w() {}
func use() { v() }
",
        "Use calls v scope
         onlyHere calls v scope
         use calls v scope
         v calls w scope",
    );
}

#[test]
fn aliases_are_seen_through_and_defined_types_are_not() {
    check(
        "package a
type T struct { F int }
func (T) M() {}
type A = T
type D T
func f(a A, d D) { a.M(); _ = d.F }
",
        "A uses T scope
         D uses T scope
         f uses A scope
         f uses D scope
         f calls T.M typed
         f accesses T.F typed",
    );
}

#[test]
fn an_alias_of_a_type_that_it_spells_out_declares_its_members() {
    check(
        "package a
type S = struct{ F int }
type I = interface{ M() int }
func f(s S, i I) { _ = s.F; i.M() }
",
        "f uses S scope
         f uses I scope
         f accesses S.F typed
         f calls I.M typed",
    );
}

#[test]
fn ranges_over_functions_and_integers_are_typed() {
    check(
        "package a
type T struct{}
func (T) M() {}
func all() func(yield func(int, T) bool) { return nil }
func f() { for i, t := range all() { _ = i; t.M() }; for i := range 3 { _ = i } }
",
        "all uses T scope
         f calls all scope
         f calls T.M typed",
    );
}

#[test]
fn a_key_that_no_other_package_may_name_is_no_field_of_it() {
    check(
        "package a
import \"x.org/m\"
const own = \"a\"
const Own = \"b\"
var v = m.Set{own: 1, Own: 2}
var w = unknown{own: 1}
",
        "v uses own scope",
    );
}
