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
",
        "base implements Doer typed
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
