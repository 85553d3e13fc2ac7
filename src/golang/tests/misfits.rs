//! Tests of code that the compiler would refuse, and of code that it would not.

use rustc_hash::FxHashSet;

use super::super::build_constraint::Host;
use super::super::{Concern, MisfitKind, Misfits, misfits};
use super::{files_of, with_sources};

/// The misfits of a whole tree, given those of its state before.
fn checked(case: &str, before: Option<&Misfits>) -> Misfits {
    let files = files_of(case);
    let folders: FxHashSet<&str> =
        files.iter().map(|(path, _)| path.rsplit_once('/').map_or("", |(folder, _)| folder)).collect();
    let found = with_sources(&files, |sources, workspace| {
        let concern = Concern { folders, ..Concern::default() };
        misfits(sources, workspace, &Host::default(), &concern, before, &|| false)
    });
    found.unwrap_or_default()
}

fn places(found: &Misfits) -> Vec<String> {
    let refused = found.found.iter().filter(|misfit| misfit.why == MisfitKind::Refused);
    refused.map(|misfit| format!("{}:{}", misfit.qualified, misfit.line)).collect()
}

/// The misfits of a whole tree, as `declaration:line`.
fn found(case: &str) -> Vec<String> {
    places(&checked(case, None))
}

#[test]
fn code_that_does_not_fit_is_found_and_no_other() {
    let types = "package a\n\ntype I interface{ M(int) string }\ntype T struct{ N int }\nfunc (*T) M(int) string { return \"\" }\n\
                 type S string\nfunc two() (int, error) { return 0, nil }\nfunc none() {}\nfunc f(n int, more ...string) int { return n }\n\
                 func most[O ~int | ~string](o O) O { return o }\nfunc keys[M ~map[K]E, K comparable, E any](m M) {}\n\
                 const C = 1\nvar V = 1\nvar p *T\nvar m map[string]int\nvar list []T\n";
    let fits = "var _ I = p\nfunc a1() int { return f(1) + f(C, \"a\") }\nfunc a2() (int, error) { return two() }\n\
                func a3() { n, err := two(); _, _ = n, err; V = f(1, []string{}...) }\n\
                func a4() any { s := S(\"x\"); if s == \"y\" { return nil }; return s + \"z\" }\n\
                func a5(i I) (*T, bool) { t, ok := i.(*T); return t, ok }\nfunc a6() (n int) { for i := range 3 { n += i }; return }\n\
                func a7() float64 { return 2 * 1.5 }\nfunc a8() { f(two2()) }\nfunc two2() (int, string) { return 1, \"\" }\n\
                func a9() int { if V > 0 { return 1 } else { panic(0) } }\nfunc b1() error { var e error; return e }\n\
                func b2() { list = append(list, T{1}, T{N: 2}); m[\"a\"]++; delete(m, \"a\"); _ = list[V].N }\n\
                func b3() { s := []byte{}; s = append(s, \"a\"...); list = append(list, list...); _ = copy(s, \"a\") }\n\
                func b4() int { switch { case V > 0, p == nil: return 1; default: for { } } }\nfunc b5() { V <<= 2; V += C; S0 += \"a\" }\nvar S0 = S(\"a\")\n\
                func b6() int { for { select { case <-(chan int)(nil): break } } }\nfunc b7() { for range func(func(int) bool) {} {} }\n\
                func b8() S { keys(m); keys(map[S]S(nil)); _ = most(V); return most(S(\"\")) }\n\
                type G[E any] struct{ e E }\nfunc (g G[E]) get() E { return g.e }\nvar g = G[int]{1}.get() + 1\n";
    assert_eq!(found(&format!("{types}{fits}")), [""; 0]);
    for code in [
        "func x() { f() }",
        "func x() { f(\"a\") }",
        "func x() { f(1, 2) }",
        "func x() { n := two(); _ = n }",
        "func x() { a, b, c := two() }",
        "func x() int { return two() }",
        "func x() { return 1 }",
        "func x() int { V++ }",
        "func x() { n := none() }",
        "func x() { gone() }",
        "func x(g Gone) {}",
        "func x(g *Gone) {}",
        "type x struct{ Gone }",
        "func x() { p.Gone() }",
        "func x() { _ = T{Gone: 1} }",
        "func x() { _ = T{1, 2} }",
        "func x() I { return T{} }",
        "func x() { var i I = S(\"\"); _ = i }",
        "func x() { var n int = S(\"\"); _ = n }",
        "func x() { _ = V == \"a\" }",
        "func x() { _ = p == 1 }",
        "func x() { if V { } }",
        "func x() { C = 2 }",
        "func x() { _ = &C }",
        "func x() { _ = *V }",
        "func x() { _ = m[1] }",
        "func x() { _ = list[\"a\"] }",
        "func x() { _ = V.(int) }",
        "func x(i I) { _ = i.(T) }",
        "func x() { for a, b := range 3 { _, _ = a, b } }",
        "func x() { _ = int(\"a\") }",
        "func x() { V() }",
        "func x() { m <- 1 }",
        "func x() { switch V { case \"a\": } }",
        "func x() { _ = len(V) }",
        "func x() { _ = append(V, 1) }",
        "func x() { switch { case V: } }",
        "func x() { V += \"a\" }",
        "func x() { p++ }",
        "func x() { _ = !V }",
        "func x() { _ = -p }",
        "func x() { _ = p + p }",
        "func x() { _ = true && V }",
        "func x() { _ = T{} < T{} }",
        "func x() { _ = m == m }",
        "func x() { _ = \"a\" + C }",
        "func x() { _ = V[1:] }",
        "func x() { for range p { } }",
        "func x() { _ = make(T) }",
        "func x() { list = append(list, m...) }",
        "func x() int { switch V { case 1: return 1 } }",
        "func x() int { for { break } }",
        "func x() []byte { return []byte(V) }",
        "func x() {}\nfunc x() {}",
        "const x int = \"a\"",
        "const y = \"a\"\nvar x [y]int",
        "var x, y = 1",
        "func x() { _ = most(p) }",
        "func x() (int, bool) { return m[\"a\"] }",
        "func x() { n, ok := list[0] }",
        "func x() { keys(p) }",
        "type x[E any] struct{ e E }\nfunc (g *x[E]) get() { g.gone() }",
    ] {
        let found = found(&format!("{types}{code}\n"));
        assert!(!found.is_empty() && found.iter().all(|at| at.starts_with(['x', 'y'])), "{code}: {found:?}");
    }
}

#[test]
fn names_of_other_packages_are_looked_up_there_and_lost_with_the_package() {
    let case = "package m\nimport (\n\t\"m/b\"\n\t\"m/gone\"\n)\nfunc F() { b.Here(); b.Gone(); b.hidden(); gone.Any() }\n\
                -- b/b.go --\npackage b\nfunc Here() {}\nfunc hidden() {}\n";
    assert_eq!(found(case), ["F:6", "F:6"], "a package that never was there may be of another module");
    let before = checked(&format!("{case}-- gone/gone.go --\npackage gone\nfunc Any() {{}}\n"), None);
    let after = checked(case, Some(&before));
    assert_eq!(places(&after), [":4", "F:6", "F:6"]);
    let cut: Vec<&str> =
        after.found.iter().filter(|m| m.why == MisfitKind::CutOff).map(|m| &m.lost[..]).collect();
    assert_eq!(cut, ["m/gone"]);
}

#[test]
fn of_a_name_that_is_not_exported_it_is_said_and_a_package_needs_an_import_for_a_type_too() {
    let case = "package m\nimport \"m/b\"\nvar A = b.Kept\nvar B b.kept\nvar C b.None\nvar D q.T\n\
                func F(t *q.T) (q q.T) { return q }\n-- b/b.go --\npackage b\ntype kept int\n";
    let found = checked(case, None);
    let what: Vec<String> =
        found.found.iter().map(|misfit| format!("{} {}", misfit.line, misfit.what)).collect();
    assert_eq!(
        what,
        [
            "3 Kept is not declared by b, and kept is not exported",
            "4 kept is not exported by b",
            "5 None is not declared",
            "6 q is not declared",
            "7 q is not declared",
        ]
    );
}

#[test]
fn what_a_package_that_is_gone_brought_is_gone_too() {
    let case = "package m\nimport (\n\t\"m/gone\"\n\t\"x.org/other\"\n)\ntype T struct{ *gone.Tree; N int }\n\
                type O struct{ other.Tree }\nfunc F(t T, o O) int { t.Root(); o.Root(); return t.N }\n\
                -- d/d.go --\npackage d\nimport . \"m/gone\"\nfunc D() { New() }\n";
    let gone = "-- gone/gone.go --\npackage gone\ntype Tree struct{}\nfunc (Tree) Root() {}\nfunc New() {}\n";
    let before = checked(&format!("{case}{gone}"), None);
    assert_eq!(places(&before), [""; 0]);
    assert_eq!(places(&checked(case, Some(&before))), [":3", "F:8", ":2", "D:3"]);
}

#[test]
fn a_new_import_of_the_own_module_needs_its_package() {
    let case = |import: &str| {
        format!("package b\nimport (\n\t_ \"m/old\"\n{import})\nfunc F() {{}}\n-- a/a.go --\npackage a\n")
    };
    let before = checked(&case(""), None);
    assert_eq!(places(&checked(&case("\t_ \"x.org/new\"\n"), Some(&before))), [""; 0]);
    assert_eq!(places(&checked(&case("\t_ \"m/new\"\n\t_ \"m/a\"\n"), Some(&before))), [":4"]);
}

#[test]
fn what_an_embedded_type_that_is_gone_brought_is_gone_too() {
    let case = |name: &str| {
        format!(
            "package m\ntype {name} struct{{ N int }}\nfunc (*{name}) Root() {{}}\ntype T struct{{ *Tree; M int }}\n\
             func F(t T) int {{ t.Root(); return t.M + t.N }}\n"
        )
    };
    let before = checked(&case("Tree"), None);
    assert_eq!(places(&before), [""; 0]);
    assert_eq!(places(&checked(&case("Other"), Some(&before))), ["F:5", "F:5", "T:4"]);
}

#[test]
fn a_name_that_came_with_an_edit_is_none_of_a_package_that_was_there() {
    let case = |body: &str, import: &str| {
        format!("package m\nimport (\n\t\"x.org/go-yaml\"\n{import})\nfunc F() {{ yaml.Load(); {body} }}\n")
    };
    let before = checked(&case("", ""), None);
    assert_eq!(places(&checked(&case("lost.Find()", ""), Some(&before))), ["F:5"]);
    let import = "\t\"x.org/go-lost\"\n";
    assert_eq!(
        places(&checked(&case("lost.Find()", import), Some(&before))),
        [""; 0],
        "it may be a new import's"
    );
    let import = "\t\"x.org/go-new\"\n";
    let named = checked(&case("new.Find(); lost.Find()", import), Some(&before));
    assert_eq!(places(&named), ["F:6"], "the new import has its own name");
}
