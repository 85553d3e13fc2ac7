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
func give(k Key, n Name) { Max(k, k); Sum(&A{}, &A{}); Sum(&B{}, &B{}); Print(n) }
",
        "give calls Max scope
         give calls Print scope
         give calls Sum scope
         give uses A scope
         give uses B scope
         give uses Key scope
         give uses Name scope
         Key implements Cmp typed
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
    // A pointer is comparable, whatever its base type is.
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
func give(i *Id, d *Do, l *List, b *Box, p *Pair, t *Tiny) {
	keep(i); keep(d); keep(l); keep(b); keep(p); keep(t)
	some(*i); some(*p); rest(*i); rest(*l)
}
",
        "Cell uses Cell scope
         Few uses Cell scope
                  Id implements Weak typed
         List implements Weak typed
                  Pair uses Cell scope
         give calls keep scope
         give calls rest scope
         give calls some scope
         give uses Box scope
         give uses Do scope
         give uses Id scope
         give uses List scope
         give uses Pair scope
         give uses Tiny scope
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
fn a_generic_alias_denotes_its_type_with_the_arguments_substituted() {
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
func give() { f(good{}) }
",
        "give calls f scope
         give uses good scope
         good implements Codec typed
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
func give() { f(ordered[string, int]{}) }
",
        "give calls f scope
         give uses ordered scope
         ordered implements keys typed
         ordered implements walk typed
         f uses keys scope
         f calls keys.Keys typed
         f calls ordered.Keys dispatch",
    );
}

#[test]
fn methods_have_type_parameters_of_their_own() {
    check(
        "package a
type T struct{}
func (*T) Go() {}
func make1(int) *T { return nil }
type List[E any] struct{ head E }
func (l List[E]) To[R any](f func(E) R) List[R] { return List[R]{} }
func (l *List[E]) Fill[S ~[]E](s S) S { return s }
type Bag struct{}
func (b *Bag) Get[V any](key string) (v V) { return }
func (b *Bag) Put[V any](v V) V { return v }
type bags struct{ *Bag }
func apply[A, B any](f func(A) B, a A) B { return f(a) }
func inferred(l List[int], b *Bag) { l.To(make1).head.Go(); b.Put(&T{}).Go() }
func explicit(l List[int], b *Bag) { l.To[*T](nil).head.Go(); b.Get[*T](\"\").Go() }
func value(l List[int], b *Bag) { f := l.To[*T]; f(nil).head.Go(); apply(b.Put, &T{}).Go() }
func expression(b *Bag) { f := (*Bag).Put[*T]; f(b, nil).Go(); (*Bag).Put(b, &T{}).Go() }
func promoted(b bags) { b.Put(&T{}).Go(); for t := range b.Get[map[*T]int](\"\") { t.Go() } }
func chained(l List[int]) { l.To(make1).To(func(t *T) []*T { return nil }).head[0].Go() }
func constrained(l *List[*T]) { l.Fill([]*T{})[0].Go() }
",
        "List.To uses List scope
         bags extends Bag scope
         chained accesses List.head typed
         chained calls List.To typed
         chained calls T.Go typed
         chained uses List scope
         chained uses T scope
         chained uses make1 scope
         constrained calls List.Fill typed
         constrained calls T.Go typed
         constrained uses List scope
         constrained uses T scope
         explicit accesses List.head typed
         explicit calls Bag.Get typed
         explicit calls List.To typed
         explicit calls T.Go typed
         explicit uses Bag scope
         explicit uses List scope
         explicit uses T scope
         expression calls Bag.Put typed
         expression calls T.Go typed
         expression uses Bag scope
         expression uses Bag.Put typed
         expression uses T scope
         inferred accesses List.head typed
         inferred calls Bag.Put typed
         inferred calls List.To typed
         inferred calls T.Go typed
         inferred uses Bag scope
         inferred uses List scope
         inferred uses T scope
         inferred uses make1 scope
         make1 uses T scope
         promoted calls Bag.Get embedded
         promoted calls Bag.Put embedded
         promoted calls T.Go typed
         promoted uses T scope
         promoted uses bags scope
         value accesses List.head typed
         value calls T.Go typed
         value calls apply scope
         value uses Bag scope
         value uses Bag.Put typed
         value uses List scope
         value uses List.To typed
         value uses T scope",
    );
}

#[test]
fn no_interface_is_satisfied_by_a_method_with_type_parameters() {
    check(
        "package a
type Taker interface { Take(int) }
type generic struct{}
func (generic) Take[T any](int) {}
type plain struct{}
func (plain) Take(int) {}
",
        "plain implements Taker typed",
    );
}

#[test]
fn arguments_are_inferred_from_the_methods_that_an_interface_embeds_or_spells_out() {
    check(
        "package a
type T struct{}
func (*T) Go() {}
type feed struct{}
func (*feed) Next() *T { return nil }
func (*feed) Stop() {}
type Nexter[E any] interface { Next() E }
type Stopper[E any] interface { Nexter[E]; Stop() }
func first[E any](s Stopper[E]) (e E) { return }
func spelled[E any](s interface{ Nexter[E]; Stop() }) (e E) { return }
func bound[E any, S Stopper[E]](s S) (e E) { return }
func f(s *feed) { first(s).Go() }
func g(s *feed) { spelled(s).Go() }
func h(s *feed) { bound(s).Go() }
",
        "Stopper extends Nexter scope
         bound uses Stopper scope
         f calls T.Go typed
         f calls first scope
         f uses feed scope
         feed implements Nexter typed
         feed implements Stopper typed
         feed.Next uses T scope
         first uses Stopper scope
         g calls T.Go typed
         g calls spelled scope
         g uses feed scope
         h calls T.Go typed
         h calls bound scope
         h uses feed scope
         spelled uses Nexter scope",
    );
}

#[test]
fn generic_functions_as_arguments_get_their_own_from_the_parameter() {
    check(
        "package a
type T struct{}
func (*T) Go() {}
func same[X any](x X) X { return x }
func each[A, B any](all []A, f func(A) B) B { return f(all[0]) }
func f(ts []*T) { each(ts, same).Go() }
func again[X any](x X, xs []X) X { return again(xs, nil)[0] }
",
        "f uses T scope
         f calls each scope
         f uses same scope
         f calls T.Go typed
         again calls again scope",
    );
}

#[test]
fn generic_types_may_be_declared_in_bodies() {
    check(
        "package a
type T struct{}
func (T) Go() {}
func f(t T) {
	type pair[K comparable, V any] struct{ key K; val V }
	type keyed[V any] = pair[string, V]
	p := keyed[T]{val: t}
	p.val.Go()
	pair[int, *T]{}.val.Go()
}
",
        "f uses T scope
         f calls T.Go typed",
    );
}
