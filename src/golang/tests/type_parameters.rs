//! Type parameters and type arguments in places where both are seldom written (Go spec, "Type parameter declarations",
//! "Instantiations").

use super::check;

#[test]
fn elements_of_a_type_parameter_are_those_of_all_its_types() {
    check(
        "package a
type T struct{}
func (*T) M() {}
func index[S []*T | [2]*T](s S) { s[0].M() }
func receive[C chan *T | <-chan *T](c C) { (<-c).M() }
func mixed[S []*T | []int](s S) { s[0].M() }
",
        "index calls T.M typed
         index uses T scope
         mixed uses T scope
         receive calls T.M typed
         receive uses T scope",
    );
}

#[test]
fn a_type_parameter_has_no_fields_and_only_the_methods_of_its_constraint() {
    check(
        "package a
type T struct{ n int }
func (T) M() {}
func (T) N() {}
func f[P interface{ T; M() }](p P) { p.M(); p.N(); _ = p.n }
func g[P ~struct{ n int }](p P) { _ = p.n }
func give() { f(T{}) }
",
        "give calls f scope
         give uses T scope
         f calls T.M dispatch
         f uses T scope",
    );
}

#[test]
fn a_generic_function_with_some_type_arguments_gets_the_others_from_the_parameter() {
    check(
        "package a
type T struct{}
func (*T) M() {}
func pair[A, B any](a A, b B) B { return b }
func call[A, B, C any](f func(A, B) C, a A, b B) C { return f(a, b) }
func f(t *T) { call(pair[int], 1, t).M() }
",
        "f calls T.M typed
         f calls call scope
         f uses T scope
         f uses pair scope",
    );
}

#[test]
fn members_of_two_instances_at_the_same_depth_are_ambiguous() {
    check(
        "package a
type Box[T any] struct{ v T }
func (Box[T]) Get() {}
type Left struct{ Box[int] }
type Right struct{ Box[string] }
type Both struct{ Left; Right }
func f(b Both) { b.Get(); b.Left.Get() }
",
        "Both extends Left scope
         Both extends Right scope
         Left extends Box scope
         Right extends Box scope
         f accesses Both.Left typed
         f calls Box.Get embedded
         f uses Both scope",
    );
}

#[test]
fn type_arguments_may_follow_any_selector() {
    check(
        "package a
type T struct{}
func (*T) M() {}
type Box[T any] struct{ v T }
func (b Box[T]) Map[U, V any](f func(T) U) (V, U) { panic(0) }
func (b Box[T]) As[U any]() U { panic(0) }
func box() *Box[*T] { return nil }
func f() { g := box().Map[int, *T]; v, _ := g(nil); v.M() }
func g(x struct{ b struct{ Box[*T] } }) { m := x.b.Map[[]int, map[int]*T]; v, _ := m(nil); v[0].M() }
func h() { m := (*Box[*T]).As[[]*T]; m(nil)[0].M() }
",
        "box uses Box scope
         box uses T scope
         f calls T.M typed
         f calls box scope
         f uses Box.Map typed
         f uses T scope
         g calls T.M typed
         g uses Box scope
         g uses Box.Map embedded
         g uses T scope
         h calls T.M typed
         h uses Box scope
         h uses Box.As typed
         h uses T scope",
    );
}

#[test]
fn an_instance_with_a_wrong_number_of_type_arguments_has_no_fields() {
    check(
        "package a
type Pair[K, V any] struct { Key K }
func (Pair[K, V]) Swap() {}
type Plain struct { n int }
type Twice[T any] = Pair[T, T]
var few Pair[int]
var many Twice[int, int]
var none Plain[int]
func f() { few.Key = 1; few.Swap(); many.Swap(); none.n = 1; _ = Pair[int]{Key: 1} }
func g[T any](p Pair[T, T]) { p.Swap() }
type Self[S Self[S]] interface { Next() S }
func h[S Self[S]](s S) { s.Next().Next() }
",
        "Twice uses Pair scope
         few uses Pair scope
         many uses Twice scope
         none uses Plain scope
         f uses few scope
         f uses many scope
         f uses none scope
         f uses Pair scope
         f calls Pair.Swap typed
         g uses Pair scope
         g calls Pair.Swap typed
         Self uses Self scope
         h uses Self scope
         h calls Self.Next typed",
    );
}

#[test]
fn a_defined_type_among_the_arguments_decides() {
    check(
        "package a
type X struct{}
type S []X
func (S) M() {}
type C chan X
func (C) M() {}
func two[T any](a, b T) T { return a }
func f(x []X, s S) { two(x, s).M() }
func g(x []X, s S) { two(s, x).M() }
func h(x chan X, c C) { two(x, c).M() }
func k(x <-chan X, c C) { two(x, c).M() }
func m(x chan X, y <-chan X) { C(two(x, y)).M() }
",
        "f uses X scope
         f uses S scope
         f calls two scope
         f calls S.M typed
         g uses X scope
         g uses S scope
         g calls two scope
         g calls S.M typed
         h uses X scope
         h uses C scope
         h calls two scope
         h calls C.M typed
         k uses X scope
         k uses C scope
         k calls two scope
         k calls C.M typed
         m uses X scope
         m uses C scope
         m calls two scope
         m calls C.M typed
         S uses X scope
         C uses X scope",
    );
}

#[test]
fn the_fields_of_a_struct_literal_decide_type_arguments() {
    check(
        "package a
type X struct{}
func (X) M() {}
func of[T any](x struct{ v T; w []T }) T { return x.v }
func at[K comparable, T any](x *struct{ m map[K]T }) T { panic(x) }
func f(x struct{ v X; w []X }) { of(x).M() }
func g(x *struct{ m map[int]X }) { at(x).M() }
",
        "f uses X scope
         f calls of scope
         f calls X.M typed
         g uses X scope
         g calls at scope
         g calls X.M typed",
    );
}

#[test]
fn channels_of_one_element_type_have_a_core_type_unless_their_directions_conflict() {
    check(
        "package a
type X struct{}
func (X) M() {}
func recv[C ~chan E | ~<-chan E, E any](c C) E { return <-c }
func send[C ~chan<- E | ~chan E, E any](c C, e E) { c <- e }
func all[C ~chan X | ~<-chan X](c C) { for x := range c { x.M() } }
func f(c chan X, d <-chan X) { recv(c).M() }
func g(c <-chan X) { recv(c).M() }
",
        "all uses X scope
         all calls X.M typed
         f uses X scope
         f calls recv scope
         f calls X.M typed
         g uses X scope
         g calls recv scope
         g calls X.M typed",
    );
}

#[test]
fn the_only_type_of_a_constraint_is_the_argument_itself() {
    check(
        "package a
type X struct{}
func (X) M() {}
type Only interface{ X }
func one[T X]() T { panic(0) }
func two[T Only]() T { panic(0) }
func ptr[P interface{ *T }, T any](t T) P { return &t }
func f() { one().M() }
func g() { two().M() }
func h(x X) { ptr(x).M() }
",
        "Only extends X scope
         one uses X scope
         two uses Only scope
         f calls one scope
         f calls X.M typed
         g calls two scope
         g calls X.M typed
         h uses X scope
         h calls ptr scope
         h calls X.M typed",
    );
}
