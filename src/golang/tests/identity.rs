//! Type identity and method sets (Go spec, "Type identity", "Method sets").

use super::check;

#[test]
fn arrays_are_identical_if_their_lengths_are_equal_however_they_are_written() {
    check(
        "package a
import (\"crypto/sha1\"; \"unsafe\"; \"m/sizes\")
const (
	_ = 1 << (iota + 1)
	Wide
	Wider
)
const word uint8 = 8
var table = [...]string{2: \"c\", \"d\"}
type Named interface { Len() [Wide]byte }
type Hashed interface { Len() [20]byte }
type byNumber struct{}
func (byNumber) Len() (a [0b100]byte) { return }
type byRune struct{}
func (byRune) Len() (a ['\\x04']byte) { return }
type byText struct{}
func (byText) Len() (a [len(\"a\\u00e9b\")]byte) { return }
type byTable struct{}
func (byTable) Len() (a [len(table)]byte) { return }
type bySize struct{}
func (bySize) Len() (a [unsafe.Sizeof(int32(0))]byte) { return }
type byOther struct{}
func (byOther) Len() (a [sizes.Four]byte) { return }
type byFloat struct{}
func (byFloat) Len() (a [max(2, 4e0)]byte) { return }
type byBits struct{}
func (byBits) Len() (a [^word & 7 >> 1 + 1]byte) { return }
type longer struct{}
func (longer) Len() (a [Wider]byte) { return }
type hashed struct{}
func (hashed) Len() (a [sha1.Size]byte) { return }
-- sizes/s.go --
package sizes
const Four = (10 - 2) / 2
",
        "Named uses Wide scope
         byBits implements Named typed
         byBits.Len uses word scope
         byFloat implements Named typed
         byNumber implements Named typed
         byOther implements Named typed
         byOther.Len uses Four import
         byRune implements Named typed
         bySize implements Named typed
         byTable implements Named typed
         byTable.Len uses table scope
         byText implements Named typed
         hashed implements Hashed typed
         longer.Len uses Wider scope",
    );
}

#[test]
fn methods_of_an_interface_literal_inside_a_declared_type_are_its_own() {
    check(
        "package a
type Pointer *interface { First() }
type List []interface { Second() }
func f(p Pointer, l List) { (*p).First(); l[0].Second() }
",
        "f calls List.Second typed
         f calls Pointer.First typed
         f uses List scope
         f uses Pointer scope",
    );
}

#[test]
fn struct_types_are_identical_if_their_tags_are() {
    check(
        "package a
type Bare interface { Put(struct{ N int }) }
type Keyed interface { Put(struct{ N int `k:\"n\"` }) }
type Other interface { Put(struct{ N int `k:\"m\"` }) }
type bare struct{}
func (bare) Put(struct{ N int \"\" }) {}
type keyed struct{}
func (keyed) Put(struct{ N int \"k:\\\"n\\\"\" }) {}
",
        "bare implements Bare typed
         keyed implements Keyed typed",
    );
}

#[test]
fn a_defined_pointer_type_has_fields_and_no_methods() {
    check(
        "package a
type Runner interface { Run() }
type inner struct{ N int }
func (inner) Run() {}
type outer struct{ inner }
type toInner *inner
type toOuter *outer
type toLiteral *struct{ inner }
type again toOuter
type same = *outer
func f(a toOuter, b again, c same) { a.Run(); b.Run(); c.Run(); _ = a.N + b.N }
",
        "again uses toOuter scope
         f accesses inner.N embedded
         f calls inner.Run embedded
         f uses again scope
         f uses same scope
         f uses toOuter scope
         inner implements Runner typed
         outer extends inner scope
         outer implements Runner typed
         same uses outer scope
         toInner uses inner scope
         toLiteral uses inner scope
         toOuter uses outer scope",
    );
}

#[test]
fn a_receiver_that_is_an_alias_of_a_pointer_belongs_to_the_base_type() {
    check(
        "package a
type Doer interface { Do(); Undo() }
type base struct{}
type pointer = *base
type renamed = pointer
func (p pointer) Do() {}
func (p renamed) Undo() {}
func f(b *base, d Doer) { b.Do(); d.Undo(); _ = renamed.Do }
func give() { f(nil, &base{}) }
",
        "give calls f scope
         give uses base scope
         base implements Doer typed
         f calls Doer.Undo typed
         f calls pointer.Do typed
         f calls renamed.Undo dispatch
         f uses Doer scope
         f uses base scope
         f uses pointer.Do typed
         f uses renamed scope
         pointer uses base scope
         renamed uses pointer scope",
    );
}

#[test]
fn methods_of_type_literals_are_those_of_what_they_embed() {
    check(
        "package a
type part struct{}
func (part) Get() *part { return nil }
func (*part) Set() {}
type Get struct{}
func f(p part) { g := struct{ part }.Get; g(struct{ part }{p}).Set() }
func g(v any) { get := interface{ Get() *part }.Get; get(part{}).Set(); _ = v.(struct{ part }).Get() }
func h() { (*struct {
	part
}).Set(nil) }
",
        "f calls part.Set typed
         f uses part scope
         f uses part.Get embedded
         g calls part.Get embedded
         g calls part.Set typed
         g uses part scope
         h calls part.Set embedded
         h uses part scope
         part.Get uses part scope",
    );
}

#[test]
fn keys_of_a_struct_literal_may_be_promoted_fields() {
    check(
        "package a
type leaf struct{ Deep int }
type mid struct{ leaf; Near func() }
type top struct { mid; *far; Own int }
type far struct{ Away int }
func set() {}
var (
	one = top{Deep: 1, Near: set, Own: 2}
	all = map[string][]top{\"a\": {{Near: set}}}
)
func f() { _ = &top{Away: 1}; _ = []*top{{Deep: 3}}; _ = struct{ mid }{Deep: 4} }
",
        "all accesses mid.Near embedded
         all uses set scope
         all uses top scope
         f accesses leaf.Deep embedded
         f uses mid scope
         f uses top scope
         mid extends leaf scope
         one accesses leaf.Deep embedded
         one accesses mid.Near embedded
         one accesses top.Own typed
         one uses set scope
         one uses top scope
         top extends far scope
         top extends mid scope",
    );
}

#[test]
fn interfaces_are_identical_if_their_type_sets_are() {
    check(
        "package a
type Part interface { Cut() }
type Saw interface { Use(interface { Cut(); Saw() }) }
type Knife interface { Use(interface { Cut() }) }
type Any interface { Take(any) }
type one struct{}
func (one) Use(interface { Part; Saw() }) {}
func (one) Take(interface { any }) {}
type two struct{}
func (two) Use(interface { interface { Cut() } }) {}
type three struct{}
func (three) Use(Part) {}
",
        "one implements Any typed
         one implements Saw typed
         one.Use uses Part scope
         three.Use uses Part scope
         two implements Knife typed",
    );
}

#[test]
fn lengths_may_be_computed_from_constants_of_every_kind() {
    check(
        "package a
import \"unsafe\"
const huge = 1 << 200
type layout struct { flag bool; wide int64; rest struct{ n int16 } }
var laid layout
type Four interface { F() [4]int }
type Eight interface { E() [8]int }
type Sixteen interface { S() [16]int }
type large struct{}
func (large) F() (a [huge >> 198]int) { return }
func (large) E() (a [0.1 * 3 * 10 + 5]int) { return }
func (large) S() (a [0x1p4]int) { return }
type complexes struct{}
func (complexes) F() (a [2i * -2i]int) { return }
func (complexes) E() (a [real(8 + 1i)]int) { return }
func (complexes) S() (a [imag(complex(1, 16))]int) { return }
type places struct{}
func (places) F() (a [unsafe.Alignof(int32(0))]int) { return }
func (places) E() (a [unsafe.Alignof(laid.wide)]int) { return }
func (places) S() (a [unsafe.Offsetof(laid.rest)]int) { return }
",
        "complexes implements Eight typed
         complexes implements Four typed
         complexes implements Sixteen typed
         large implements Eight typed
         large implements Four typed
         large implements Sixteen typed
         large.F uses huge scope
         laid uses layout scope
         places implements Eight typed
         places implements Four typed
         places implements Sixteen typed
         places.E accesses layout.wide typed
         places.E uses laid scope
         places.S accesses layout.rest typed
         places.S uses laid scope",
    );
}

#[test]
fn a_method_expression_needs_a_method_of_the_type_s_own_set() {
    check(
        "package a
type T struct{ n int }
func (T) Value() {}
func (*T) Pointer() {}
type Outer struct{ T }
type Holder struct{ *T }
func f() { _ = T.n; _ = (*T).n; _ = T.Pointer; _ = Outer.Pointer; _ = struct{ T }.Pointer }
func g() { _ = T.Value; _ = (*T).Value; _ = (*T).Pointer; _ = (*Outer).Pointer; _ = Holder.Pointer }
",
        "Holder extends T scope
         Outer extends T scope
         f uses Outer scope
         f uses T scope
         g uses Holder scope
         g uses Outer scope
         g uses T scope
         g uses T.Pointer typed
         g uses T.Value typed",
    );
}

#[test]
fn a_method_with_a_pointer_receiver_is_called_on_what_has_an_address() {
    check(
        "package a
type T struct{}
func (*T) Set() {}
func (T) Get() {}
func made() T { return T{} }
func wrong(m map[int]T, x any) { T{}.Set(); made().Set(); m[0].Set(); x.(T).Set() }
func right(m map[int]T, s []T) { s[0].Set(); (&T{}).Set(); made().Get(); m[0].Get() }
",
        "made uses T scope
         right calls T.Get typed
         right calls T.Set typed
         right calls made scope
         right uses T scope
         wrong calls made scope
         wrong uses T scope",
    );
}

#[test]
fn fields_and_elements_have_an_address_if_their_struct_or_array_does() {
    check(
        "package a
type T struct{ n int }
func (*T) Set() {}
type N int
func (*N) Inc() {}
const c N = 1
type Box struct{ in T; p *T; arr [2]T }
type Outer struct{ *Box }
func box() Box { return Box{} }
func arr() [2]T { return [2]T{} }
func field() { box().in.Set() }
func element() { arr()[0].Set() }
func both() { box().arr[0].Set() }
func inMap(m map[int]Box, n map[int][2]T) { m[0].in.Set(); n[0][1].Set() }
func received(c chan T) { (<-c).Set() }
func constant() { c.Inc() }
func value() func() { return box().in.Set }
func pointer() { box().p.Set() }
func slice(s []Box, t [][2]T) { s[0].in.Set(); t[0][1].Set() }
func behind(b *Box, m map[int]*Box, o func() Outer) { b.arr[0].Set(); m[0].in.Set(); o().in.Set() }
func variable() { b := box(); b.in.Set(); b.arr[1].Set() }
var first, second = fresh.in.Copy(), box()
var fresh = box()
func (t *T) Copy() T { return *t }
",
        "T.Copy uses T scope
         Box uses T scope
         Outer extends Box scope
         arr uses T scope
         behind accesses Box.arr typed
         behind accesses Box.in typed
         behind calls T.Set typed
         behind uses Box scope
         behind uses Outer scope
         both accesses Box.arr typed
         both calls box scope
         box uses Box scope
         c uses N scope
         constant uses c scope
         element calls arr scope
         field accesses Box.in typed
         field calls box scope
         first accesses Box.in typed
         first calls T.Copy typed
         first uses fresh scope
         fresh calls box scope
         inMap accesses Box.in typed
         inMap uses Box scope
         inMap uses T scope
         pointer accesses Box.p typed
         pointer calls T.Set typed
         pointer calls box scope
         received uses T scope
         second calls box scope
         slice accesses Box.in typed
         slice calls T.Set typed
         slice uses Box scope
         slice uses T scope
         value accesses Box.in typed
         value calls box scope
         variable accesses Box.arr typed
         variable accesses Box.in typed
         variable calls T.Set typed
         variable calls box scope",
    );
}

#[test]
fn nothing_is_selected_through_a_pointer_to_an_interface_or_a_pointer() {
    check(
        "package a
type Runner interface { Run() }
type T struct{ n int }
func (T) Run() {}
type ToPointer **T
func f[P Runner](a *Runner, b *P, c **T, d ToPointer) { a.Run(); b.Run(); c.Run(); _ = c.n + d.n }
func g(a *Runner, c **T) { (*a).Run(); (*c).Run() }
",
        "T implements Runner typed
         ToPointer uses T scope
         f uses Runner scope
         f uses T scope
         f uses ToPointer scope
         g calls Runner.Run typed
         g calls T.Run typed
         g uses Runner scope
         g uses T scope",
    );
}

#[test]
fn a_method_of_the_base_type_hides_a_promoted_field_of_a_defined_pointer_type() {
    check(
        "package a
type inner struct{ size, kept int }
type base struct{ inner }
func (*base) size() int { return 0 }
type pointer *base
func f(p pointer) { _ = p.size; _ = p.kept }
",
        "base extends inner scope
         f accesses inner.kept embedded
         f uses pointer scope
         pointer uses base scope",
    );
}

#[test]
fn blank_fields_have_no_name_and_a_key_is_a_plain_one() {
    check(
        "package a
import \"m/other\"
type T struct{ _ int; Name string }
func f(t T) { _ = T{_: 1}; _ = t._; _ = T{other.Name: \"\"}; _ = T{Name: \"\"} }
-- other/o.go --
package other
const Name = 1
",
        "f accesses T.Name typed
         f uses T scope",
    );
}

#[test]
fn an_unexported_method_of_another_package_is_another_method() {
    check(
        "package a
import \"m/low\"
type high struct{ low.Base }
func (high) step() {}
type stepper interface { step() }
func f(s interface { step(); low.Stepper }) { s.step() }
func g(s stepper) { s.step() }
func give() { f(high{}); g(high{}) }
-- low/l.go --
package low
type Base struct{}
func (Base) step() {}
type Stepper interface { step() }
func h(s Stepper) { s.step() }
func put() { h(Base{}) }
",
        "give calls f scope
         give calls g scope
         give uses high scope
         put calls h scope
         put uses Base scope
         Base implements Stepper typed
         f calls high.step dispatch
         f uses Stepper import
         g calls high.step dispatch
         g calls stepper.step typed
         g uses stepper scope
         h calls Base.step dispatch
         h calls Stepper.step typed
         h uses Stepper scope
         high extends Base import
         high implements Stepper typed
         high implements stepper typed",
    );
}

#[test]
fn the_offset_of_a_method_and_of_a_field_behind_an_embedded_pointer_means_neither() {
    check(
        "package a
import \"unsafe\"
type inner struct { n int }
func (inner) m() {}
type near struct { inner }
type far struct { *inner }
var x near
var y *far
const part = unsafe.Offsetof(x.n)
const behind = unsafe.Offsetof((y.n))
const inside = unsafe.Offsetof(y.inner.n)
const method = unsafe.Offsetof(x.m)
type defined *near
const through = unsafe.Offsetof(defined(&x).inner)
",
        "far extends inner scope
         near extends inner scope
         x uses near scope
         y uses far scope
         part uses x scope
         part accesses inner.n embedded
         behind uses y scope
         inside uses y scope
         inside accesses far.inner typed
         inside accesses inner.n typed
         method uses x scope
         defined uses near scope
         through uses defined scope
         through uses x scope
         through accesses near.inner typed",
    );
}
