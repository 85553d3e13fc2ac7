//! Packages: imports, test packages and the variants that build constraints make.

use super::{check, graph_of};
use crate::model::EdgeRef;

#[test]
fn dot_imports_bring_exported_names_into_the_file_and_no_further() {
    check(
        "package a
import . \"m/lib\"
func F() { Do(); var t T; t.M(); _ = hidden }
var hidden int
-- b.go --
package a
func G() { Do() }
func Do2() {}
-- lib/lib.go --
package lib
type T struct{}
func (T) M() {}
func Do() {}
var hidden int
",
        "F calls Do import
         F uses T import
         F calls T.M typed
         F uses hidden scope",
    );
}

#[test]
fn a_name_that_a_file_imports_means_the_import_whatever_its_package_declares() {
    check(
        "package a
import \"m/lib\"
import named \"m/other\"
import . \"m/dotted\"
import \"example.com/guess\"
import \"C\"
func F() { lib.Do(); named.Do(); Brought(); guess.M(); C.M() }
-- b.go --
package a
type T struct{}
func (T) M() {}
var lib, named, guess, C T
func Brought() {}
func G() { lib.M(); named.M(); Brought() }
-- lib/lib.go --
package lib
func Do() {}
-- other/other.go --
package other
func Do() {}
-- dotted/dotted.go --
package dotted
func Brought() {}
",
        "C uses T scope
         F calls Brought import
         F calls Do import
         F calls Do import
         F calls T.M typed
         F uses guess scope
         G calls Brought scope
         G calls T.M typed
         G uses lib scope
         G uses named scope
         guess uses T scope
         lib uses T scope
         named uses T scope",
    );
}

#[test]
fn test_files_see_the_package_and_external_ones_only_what_it_exports() {
    check(
        "package a
type T struct{}
func (T) M() {}
func hidden() T { return T{} }
-- a_test.go --
package a
func helper() T { return hidden() }
func TestIn() { helper().M() }
-- x_test.go --
package a_test
import \"m\"
func helper() a.T { return a.T{} }
func TestOut() { helper().M(); hidden() }
",
        "hidden uses T scope
         helper uses T scope
         helper calls hidden scope
         TestIn calls helper scope
         TestIn calls T.M typed
         helper uses T import
         TestOut calls helper scope
         TestOut calls T.M typed",
    );
}

#[test]
fn a_file_without_a_package_clause_is_of_the_package_of_its_folder() {
    check(
        "func F() { G() }
-- a_test.go --
package a_test
-- b.go --
package a
func G() { F() }
-- b_test.go --
package a_test
-- far/c.go --
func H() {}
-- far/d.go --
func I() { H() }
",
        "F calls G scope
         G calls F scope
         I calls H scope",
    );
}

#[test]
fn an_import_means_the_package_clause_and_not_the_last_element_of_the_path() {
    check(
        "package a
import (
  \"m/pkg/v2\"
  yaml2 \"m/yaml.go\"
  _ \"m/blank\"
)
func F() { tool.Run(); yaml2.Parse() }
-- pkg/v2/t.go --
package tool
func Run() {}
-- yaml.go/y.go --
package yaml
func Parse() {}
-- blank/b.go --
package blank
func Run() {}
",
        "F calls Run import
         F calls Parse import",
    );
}

#[test]
fn an_import_of_a_path_outside_the_tree_never_lands_on_a_folder_of_that_name() {
    check(
        "package a
import (
  \"example.com/other/store\"
  \"errors\"
)
func F() error { store.Open(); var s store.Store; s.Close(); return errors.New(\"\") }
-- store/s.go --
package store
type Store struct{}
func (Store) Close() {}
func Open() {}
-- errors/e.go --
package errors
func New(string) error { return nil }
",
        "",
    );
}

#[test]
fn modules_of_one_tree_find_each_other_by_replace_and_by_work_file() {
    check(
        "package a
import \"example.com/lib\"
import \"example.com/tool/sub\"
func F() { lib.Do(); sub.Do() }
-- go.mod --
module example.com/app
require example.com/lib v1.0.0
replace example.com/lib => ./libs/lib
-- libs/lib/go.mod --
module example.com/lib
-- libs/lib/l.go --
package lib
func Do() {}
-- tool/go.mod --
module example.com/tool
-- tool/sub/s.go --
package sub
func Do() {}
",
        "F calls Do import
         F calls Do import",
    );
}

#[test]
fn variants_under_build_constraints_all_stay_and_each_build_binds_within_itself() {
    check(
        "package a
func Use() { open().Close() }
-- h_linux.go --
package a
type handle struct { fd int }
func (handle) Close() {}
func open() handle { return handle{} }
-- h_windows.go --
package a
type handle struct { h uintptr }
func (handle) Close() { release() }
func open() handle { return handle{} }
-- h_other.go --
//go:build windows
package a
func release() { open().Close() }
",
        "Use calls open scope
         Use calls handle.Close typed
         open uses handle scope
         open uses handle scope
         handle.Close calls release scope
         release calls open scope
         release calls handle.Close typed",
    );
}

/// A name in a file that is not built on the host refers to the variant of the host if both can be built together.
/// Otherwise it refers to the variant that is in most builds with its file. That holds for sources that are equal or
/// not, within a package and across packages, for every form of reference. Variants without a build are never
/// targets.
#[test]
fn a_site_means_the_variant_that_is_built_with_it() {
    let data = graph_of(
        "-- p/p.go --
package p
type T struct{}
func New() T { return T{} }
-- p/new_linux.go --
package p
const N = 1
func (T) M() {}
type U struct{}
-- p/new_other.go --
//go:build !linux && !(windows && 386)
package p
const N = 2
func (T) M() {}
type U struct{}
-- p/new_windows_386.go --
package p
const N = 3
-- p/z_windows_386.go --
//go:build windows && 386
package p
var own = N
-- p/z_freebsd.go --
package p
var bsd = N
func (U) Bsd() {}
-- p/tagged.go --
//go:build integration
package p
var wide = N
-- p/both.go --
//go:build (cgo && unix) || darwin
package p
var both = N
-- p/types_freebsd.go --
//go:build ignore
package p
const N = 4
-- p/file.go --
package p
type File struct{ *file }
-- p/file_linux.go --
package p
type file struct{ pfd int }
func (*file) init() {}
-- p/file_windows.go --
package p
type file struct{ pfd int }
func (*file) init() {}
func open(f *File) int { f.init(); return f.pfd }
-- q/q_windows.go --
package q
import \"m/p\"
func Q() int { p.New().M(); return p.N }
-- q/q.go --
package q
import \"m/p\"
func R() int { p.New().M(); return p.N }
",
    );
    let graph = data.graph();
    let place = |id| {
        let symbol = graph.symbol(id);
        format!("{}/{}", symbol.path().rsplit('/').next().unwrap_or(""), symbol.name())
    };
    let led = |from: &str, to: &str| -> Vec<String> {
        let is_asked =
            |e: &EdgeRef<'_>| graph.symbol(e.from).name() == from && graph.symbol(e.to).name() == to;
        graph.edges().filter(is_asked).map(|e| place(e.to)).collect()
    };
    for (from, to, file) in [
        ("own", "N", "new_windows_386.go/N"),
        ("bsd", "N", "new_other.go/N"),
        ("wide", "N", "new_linux.go/N"),
        ("both", "N", "new_linux.go/N"),
        ("open", "init", "file_windows.go/init"),
        ("open", "pfd", "file_windows.go/pfd"),
        ("Q", "N", "new_other.go/N"),
        ("Q", "M", "new_other.go/M"),
        ("R", "N", "new_linux.go/N"),
        ("R", "M", "new_linux.go/M"),
        ("Bsd", "U", "new_other.go/U"),
    ] {
        assert_eq!(led(from, to), [file], "{from} {to}");
    }
}

#[test]
fn package_variables_and_init_functions_are_sources_of_edges() {
    check(
        "package a
type T struct{}
func (*T) Reg() *T { return nil }
func mk() (*T, error) { return nil, nil }
var a, err = mk()
var _ = (&T{}).Reg()
var _ I = (*T)(nil)
type I interface { Reg() *T }
func init() { a.Reg() }
func init() { mk() }
",
        "T implements I typed
         T.Reg uses T scope
         mk uses T scope
         a calls mk scope
         err calls mk scope
         _ uses T scope
         _ calls T.Reg typed
         _ uses I scope
         _ uses T scope
         I uses T scope
         init uses a scope
         init calls T.Reg typed
         init calls mk scope",
    );
}

#[test]
fn what_a_build_leaves_out_hides_nothing_from_its_code() {
    check(
        "package a
type base struct{}
func (*base) Hash() {}
func (*base) Sum() {}
type outer struct{ base }
func Use(o *outer) int {
	o.Hash()
	o.Sum()
	o.Only()
	return min(1, 2)
}
-- debug.go --
//go:build debugging
package a
func (o *outer) Hash() { o.base.Hash() }
func (o *outer) Only() { o.Hash() }
-- old.go --
//go:build !go1.21
package a
func min(a, b int) int { return a }
func least() int { return min(1, 2) }
-- a_test.go --
package a
func (o *outer) Sum() {}
func helper(o *outer) { o.Sum() }
",
        "outer extends base scope
         Use uses outer scope
         Use calls base.Hash embedded
         Use calls base.Sum embedded
         Use calls outer.Only typed
         outer.Hash accesses outer.base typed
         outer.Hash calls base.Hash typed
         outer.Only calls outer.Hash typed
         least calls min scope
         helper uses outer scope
         helper calls outer.Sum typed",
    );
}

#[test]
fn functions_that_a_linkname_directive_ties_are_one() {
    check(
        "package a
import (
	_ \"unsafe\"
	\"m/low\"
)
//go:linkname clock m/low.clock
func clock() int
//go:linkname field m/low.(*T).hidden
func field(t *low.T) int
//go:linkname other example.com/absent.other
func other()
func given() int
func Use(t *low.T) int { other(); return clock() + field(t) + given() }
-- low/low.go --
package low
import _ \"unsafe\"
//go:linkname clock
func clock() int { return 1 }
//go:linkname give m.given
func give() int { return 2 }
type T struct{}
func (*T) hidden() int { return 3 }
-- plain/p.go --
package plain
//go:linkname clock m/low.clock
func clock() int
",
        "clock delegates clock import
         field delegates T.hidden import
         field uses T import
         given delegates give import
         Use uses T import
         Use calls other scope
         Use calls clock scope
         Use calls field scope
         Use calls given scope",
    );
}

#[test]
fn a_linkname_directive_ties_what_an_external_test_package_declares() {
    check(
        "package a
import _ \"unsafe\"
//go:linkname mine m_test.taken
func mine() int { return 4 }
//go:linkname other m.taken
func other() int { return 5 }
-- a_test.go --
package a_test
import _ \"unsafe\"
//go:linkname taken
func taken() int
func use() int { return taken() }
",
        "taken delegates mine import
         use calls taken scope",
    );
}

#[test]
fn a_variable_with_a_linkname_directive_is_that_of_the_other_package() {
    check(
        "package a
import (
	_ \"unsafe\"
	_ \"m/low\"
)
//go:linkname total m/low.total
var total int
//go:linkname one m/low.total
var one, two int
//go:linkname run m/low.total
func run()
func Read() int { return total + one }
-- low/low.go --
package low
var total int
func count() { total++ }
",
        "Read uses one scope
         Read uses total scope
         count uses total scope
         total delegates total import",
    );
}
