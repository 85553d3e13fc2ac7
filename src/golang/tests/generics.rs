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

#[test]
fn what_is_called_on_a_type_parameter_reaches_those_that_fit_its_constraint() {
    check(
        "package a
type Cmp[T any] interface { Cmp(T) int }
type Key string
func (Key) Cmp(o Key) int { return 0 }
type Odd string
func (Odd) Cmp(o Key) bool { return true }
func Max[T Cmp[T]](x, y T) int { return x.Cmp(y) }
type Point[P any] interface { *A | *B; Add(P) P }
type A struct{}
func (*A) Add(p *A) *A { return p }
type B struct{}
func (*B) Add(p *B) *B { return p }
type C struct{}
func (*C) Add(p *C) *C { return p }
func Sum[P Point[P]](x, y P) P { return x.Add(y) }
type Text interface { ~string; Show() }
type Name string
func (Name) Show() {}
type Blob struct{}
func (Blob) Show() {}
type Slug string
func (*Slug) Show() {}
func Print[T Text](t T) { t.Show() }
",
        "Key implements Cmp typed
         Key.Cmp uses Key scope
         Odd.Cmp uses Key scope
         Max uses Cmp scope
         Max calls Cmp.Cmp typed
         Max calls Key.Cmp dispatch
         Point uses A scope
         Point uses B scope
         A implements Point typed
         A.Add uses A scope
         B implements Point typed
         B.Add uses B scope
         C.Add uses C scope
         Sum uses Point scope
         Sum calls Point.Add typed
         Sum calls A.Add dispatch
         Sum calls B.Add dispatch
         Name implements Text typed
         Print uses Text scope
         Print calls Text.Show typed
         Print calls Name.Show dispatch",
    );
}

#[test]
fn a_call_through_a_constraint_that_wants_comparable_reaches_what_can_be_compared() {
    // A pointer can be compared, whatever it points at.
    check(
        "package a
type Key interface { comparable; Reset() }
type Id int
func (Id) Reset() {}
type Do func()
func (Do) Reset() {}
type Few interface { comparable; ~int | ~[]int | ~struct{ E any } | ~[2]Cell; Reset() }
type List []int
func (List) Reset() {}
type Box struct{ E any }
func (Box) Reset() {}
type Cell struct{ n *Cell }
type Pair [2]Cell
func (Pair) Reset() {}
type Weak interface { Whole | ~[]int; Reset() }
type Whole interface { ~int | Small }
type Small interface { ~int8 }
type Tiny int8
func (*Tiny) Reset() {}
func keep[K Key](k K) { k.Reset() }
func some[F Few](f F) { f.Reset() }
func rest[W Weak](w W) { w.Reset() }
",
        "Cell uses Cell scope
         Few uses Cell scope
                  Id implements Weak typed
         List implements Weak typed
                  Pair uses Cell scope
         Weak uses Whole scope
         Whole uses Small scope
         keep calls Box.Reset dispatch
         keep calls Do.Reset dispatch
         keep calls Id.Reset dispatch
         keep calls Key.Reset typed
         keep calls List.Reset dispatch
         keep calls Pair.Reset dispatch
         keep calls Tiny.Reset dispatch
         keep uses Key scope
         rest calls Id.Reset dispatch
         rest calls List.Reset dispatch
         rest calls Weak.Reset typed
         rest uses Weak scope
         some calls Few.Reset typed
         some calls Id.Reset dispatch
         some calls Pair.Reset dispatch
         some uses Few scope",
    );
}

#[test]
fn a_generic_alias_stands_for_the_type_with_its_arguments_put_in() {
    check(
        "package a
type T struct{}
func (T) M() {}
type Box[E any] struct { V E }
func (b Box[E]) Get() E { return b.V }
type List[E any] = []Box[E]
type Own[E any] = Box[E]
type Fixed = Box[T]
func list(l List[T]) { l[0].Get().M() }
func own(o Own[T]) { o.V.M() }
func fixed(x Fixed) { x.Get().M() }
",
        "Box.Get accesses Box.V typed
         List uses Box scope
         Own uses Box scope
         Fixed uses Box scope
         Fixed uses T scope
         list uses T scope
         list uses List scope
         list calls Box.Get typed
         list calls T.M typed
         own uses Own scope
         own uses T scope
         own accesses Box.V typed
         own calls T.M typed
         fixed uses Fixed scope
         fixed calls Box.Get typed
         fixed calls T.M typed",
    );
}

#[test]
fn embedded_instances_promote_members_with_their_arguments() {
    check(
        "package a
type T struct{}
func (T) M() {}
type Base[E any] struct { V E }
func (b *Base[E]) Get() E { return b.V }
type D struct { Base[T] }
type G[E any] struct { *Base[E] }
func f(d D, g G[T]) { d.Get().M(); d.V.M(); g.Get().M(); g.Base.V.M() }
",
        "Base.Get accesses Base.V typed
         D extends Base scope
         D uses T scope
         G extends Base scope
         f uses D scope
         f uses G scope
         f uses T scope
         f calls Base.Get embedded
         f accesses Base.V typed
         f accesses G.Base typed
         f calls T.M typed",
    );
}

#[test]
fn inference_reads_functions_maps_channels_pointers_and_variadic_arguments() {
    check(
        "package a
type T struct{}
func (T) M() {}
func ptr[E any](e E) *E { return &e }
func vals[K comparable, V any](m map[K]V) []V { return nil }
func recv[E any](c <-chan E) E { return <-c }
func first[E any](es ...E) E { return es[0] }
func apply[A, B any](a A, f func(A) B) B { return f(a) }
func conv[To, From any](f From) To { var t To; return t }
func f(m map[string]T, c chan T) {
  ptr(T{}).M()
  vals(m)[0].M()
  recv(c).M()
  first(T{}, T{}).M()
  apply(1, func(int) T { return T{} }).M()
  conv[T](1).M()
}
",
        "f uses T scope
         f calls ptr scope
         f calls vals scope
         f calls recv scope
         f calls first scope
         f calls apply scope
         f calls conv scope
         f calls T.M typed",
    );
}

#[test]
fn a_constraint_gives_a_type_parameter_its_methods_and_its_core_type() {
    check(
        "package a
type T struct{}
func (*T) Set(string) {}
func (T) Get() int { return 0 }
type Setter[E any] interface { *E; Set(string) }
type Getter interface { ~struct{}; Get() int }
type Num interface { ~int | ~int64 }
func build[E any, P Setter[E]]() E { var e E; P(&e).Set(\"\"); return e }
func read[G Getter](g G) int { return g.Get() }
func sum[S ~[]E, E Num](s S) E { var t E; for _, e := range s { t += e }; return t }
func f() { build[T]().Get(); read(T{}) }
",
        "T implements Getter typed
         T implements Setter typed
         build uses Setter scope
         build calls Setter.Set typed
         build calls T.Set dispatch
         read uses Getter scope
         read calls Getter.Get typed
         read calls T.Get dispatch
         sum uses Num scope
         f uses T scope
         f calls build scope
         f calls read scope
         f calls T.Get typed",
    );
}

#[test]
fn iterators_of_a_generic_type_are_ranged_over_with_their_arguments() {
    check(
        "package a
type T struct{}
func (T) M() {}
type Seq2[K, V any] func(yield func(K, V) bool)
type List[E any] struct { items []E }
func (l *List[E]) All() Seq2[int, E] { return func(yield func(int, E) bool) { for i, e := range l.items { yield(i, e) } } }
func f(l *List[T]) { for _, t := range l.All() { t.M() } }
",
        "List.All uses Seq2 scope
         List.All accesses List.items typed
         f uses List scope
         f uses T scope
         f calls List.All typed
         f calls T.M typed",
    );
}

#[test]
fn generic_interfaces_are_satisfied_by_the_arguments_that_fit() {
    check(
        "package a
type Codec[E any] interface { Encode(E) string; Decode(string) E }
type T struct{}
type good struct{}
func (good) Encode(T) string { return \"\" }
func (good) Decode(string) T { return T{} }
type bad struct{}
func (bad) Encode(T) string { return \"\" }
func (bad) Decode(string) int { return 0 }
func f(c Codec[T]) { c.Decode(\"\") }
",
        "good implements Codec typed
         good.Encode uses T scope
         good.Decode uses T scope
         bad.Encode uses T scope
         f uses Codec scope
         f uses T scope
         f calls Codec.Decode typed
         f calls good.Decode dispatch",
    );
}

#[test]
fn a_generic_type_satisfies_what_some_of_its_instances_do() {
    check(
        "package a
type keys interface { Keys() []string }
type walk[T any] interface { Walk(func(T) bool) }
type ordered[K comparable, V any] struct{}
func (ordered[K, V]) Keys() []K { return nil }
func (ordered[K, V]) Walk(f func(V) bool) {}
type fixed[V any] struct{}
func (fixed[V]) Keys() []int { return nil }
func f(k keys) { k.Keys() }
",
        "ordered implements keys typed
         ordered implements walk typed
         f uses keys scope
         f calls keys.Keys typed
         f calls ordered.Keys dispatch",
    );
}
