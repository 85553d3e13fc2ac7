//! Type parameters: explicit and inferred arguments, constraints, instantiated receivers and fields.

use super::check;

#[test]
fn type_arguments_reach_results_fields_and_methods() {
    check(
        "package a
type T struct{}
func (T) M() {}
type Box[E any] struct { V E }
func (b *Box[E]) Get() E { return b.V }
func New[E any](e E) *Box[E] { return &Box[E]{V: e} }
func f() { New(T{}).Get().M(); var b Box[T]; b.V.M() }
func g() { New[T](T{}).V.M() }
",
        "Box.Get accesses Box.V typed
         New uses Box scope
         New accesses Box.V typed
         f calls New scope
         f calls Box.Get typed
         f calls T.M typed
         f uses T scope
         f uses Box scope
         f accesses Box.V typed
         g calls New scope
         g uses T scope
         g accesses Box.V typed
         g calls T.M typed",
    );
}

#[test]
fn arguments_are_inferred_through_slices_functions_and_core_types() {
    check(
        "package a
type T struct{}
func (T) M() {}
func Map[S ~[]E, E, R any](s S, f func(E) R) []R { return nil }
func id(t T) T { return t }
type Ts []T
func f(ts Ts) { for _, t := range Map(ts, id) { t.M() } }
",
        "id uses T scope
         Ts uses T scope
         f uses Ts scope
         f calls Map scope
         f uses id scope
         f calls T.M typed",
    );
}

#[test]
fn methods_of_a_constraint_can_be_called_on_a_type_parameter() {
    check(
        "package a
type S interface { M() }
type T struct{}
func (T) M() {}
func F[P S](p P) { p.M() }
func G() { F(T{}) }
",
        "T implements S typed
         F uses S scope
         F calls S.M typed
         F calls T.M dispatch
         G calls F scope
         G uses T scope",
    );
}
