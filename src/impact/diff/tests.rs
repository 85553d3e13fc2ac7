//! Tests of the declarations that differ between two states.

use super::super::tests::tree;
use super::*;
use crate::golang::build_constraint::Host;
use crate::golang::lower::Lowering;

fn version(path: &str, text: &str) -> FileVersion {
    let facts = Lowering::new().facts(text.as_bytes());
    FileVersion::new(path.to_owned(), text.as_bytes().to_vec(), facts, &Host::default())
}

fn change(old: Option<(&str, &str)>, new: Option<(&str, &str)>) -> FileChange {
    let of = |side: Option<(&str, &str)>| side.map(|(path, text)| version(path, text));
    FileChange { old: of(old), new: of(new) }
}

fn changes(files: &[FileChange]) -> Vec<String> {
    let new: Vec<(&str, String)> = files
        .iter()
        .filter_map(|file| file.new.as_ref())
        .map(|v| (v.path.as_str(), String::from_utf8_lossy(&v.text).into_owned()))
        .collect();
    let new: Vec<(&str, &str)> = new.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let data = tree(&new);
    let found = changed_symbols(&data.graph(), files);
    for c in &found {
        assert_eq!(c.symbol.is_none(), c.change == ChangeKind::Removed, "{c:?}");
    }
    found.iter().map(|c| format!("{} {} {}", c.change.name(), c.qualified, c.path)).collect()
}

#[test]
fn what_happened_to_a_declaration() {
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("nothing", "func F() {\n  x()\n}", "// F is.\nfunc F() {\n\tx() // y\n}", &[]),
        ("body", "func F() { x() }", "func F() { y() }", &["body F a.go"]),
        ("signature", "func F() { x() }", "func F(n int) { x() }", &["signature F a.go"]),
        (
            "parameter's name",
            "func F(_, m int) (n int) { x() }",
            "func F(n int, _ int) (int) { x() }",
            &["body F a.go"],
        ),
        (
            "parameter's type",
            "func F(a, b int) { x() }",
            "func F(a int, b uint) { x() }",
            &["signature F a.go"],
        ),
        ("parameters' number", "func F(a, b int) { x() }", "func F(a int) { x() }", &["signature F a.go"]),
        ("variadic", "func F(a []int) { x() }", "func F(a ...int) { x() }", &["signature F a.go"]),
        (
            "what is not told apart",
            "func F(a [N+1]int) { x() }",
            "func F(a [N-1]int) { x() }",
            &["signature F a.go"],
        ),
        (
            "interface's parameter",
            "type I interface { M(a func(b int)) }",
            "type I interface { M(c func(d int)) }",
            &["body I a.go", "body I.M a.go"],
        ),
        (
            "receiver's name",
            "type T int\nfunc (T) M() {}",
            "type T int\nfunc (t T) M() {}",
            &["body T.M a.go"],
        ),
        ("added", "", "func F() {}", &["added F a.go"]),
        ("removed", "func F() {}", "", &["removed F a.go"]),
        ("nothing to know it by", "func F() {}", "func G() {}", &["added G a.go", "removed F a.go"]),
        ("moved", "func F() {}\nfunc G() {}", "func G() {}\nfunc F() {}", &[]),
        (
            "field",
            "type T struct { a int; b int }",
            "type T struct { a string; b int }",
            &["body T a.go", "signature T.a a.go"],
        ),
        (
            "embedded",
            "type T struct{}",
            "type T struct{ U }\ntype U struct{}",
            &["signature T a.go", "added T.U a.go", "added U a.go"],
        ),
        (
            "interface",
            "type I interface { M() }",
            "type I interface { M(); N() }",
            &["signature I a.go", "added I.N a.go"],
        ),
        ("kind", "type T struct{}", "type T interface{}", &["signature T a.go"]),
        ("defined type", "type T int", "type T string", &["signature T a.go"]),
        (
            "method",
            "type T struct{}\nfunc (T) M() { x() }",
            "type T struct{}\nfunc (t *T) M() { y() }",
            &["signature T.M a.go"],
        ),
        ("variable's value", "var V = 1", "var V = 2", &["body V a.go"]),
        ("variable's type", "var V int = 1", "var V uint = 1", &["signature V a.go"]),
        (
            "one of several",
            "func init() { x() }\nfunc init() { y() }",
            "func init() { x() }\nfunc init() { z() }",
            &["body init a.go"],
        ),
        ("broken", "func F() { x() }\nfunc G() {", "func F() { y() }\nfunc G() {", &["body F a.go"]),
    ];
    check(cases);
}

#[test]
fn what_a_type_is_made_of_is_disambiguate() {
    check(&[
        (
            "what an interface embeds",
            "type I interface { V; W; M() }",
            "type I interface { V; M() }",
            &["signature I a.go"],
        ),
        (
            "another one embedded",
            "type I interface {\n\tfmt.Stringer // S.\n}",
            "type I interface {\n\terror\n}",
            &["signature I a.go"],
        ),
        (
            "a constraint's types",
            "type I interface { ~int | ~float64 }",
            "type I interface { ~int }",
            &["signature I a.go"],
        ),
        (
            "order of what an interface is made of",
            "type I interface { ~int | ~string; V; M(); W }",
            "type I interface {\n\t// M does.\n\tM()\n\n\tW\n\tV\n\n\t~string |\n\t\t~int\n}",
            &[],
        ),
        (
            "a field beside others of its type",
            "type T struct { X, Y int `t` }",
            "type T struct { X, Y, Z int `t` }",
            &["body T a.go", "added T.Z a.go"],
        ),
        (
            "fields of another type and with another tag",
            "type T struct {\n\tX, Y int\n\tN int `a`\n}",
            "type T struct {\n\tX, Y uint\n\tN int `b`\n}",
            &["body T a.go", "signature T.X a.go", "signature T.Y a.go", "signature T.N a.go"],
        ),
        ("a variable beside another", "var X int", "var (\n\tX, Y int\n)", &["added Y a.go"]),
    ]);
}

#[test]
fn what_happened_to_a_constant_is_seen_though_its_text_stays() {
    check(&[
        (
            "constants below one that came",
            "const (\n\tA = iota\n\tC\n\tD, E\n)\nconst (\n\tS = \"s\"\n\tU\n)",
            "const (\n\tA = iota\n\tB\n\tC\n\tD, E\n)\nconst (\n\tS = \"s\"\n\tT\n\tU\n)",
            &["added B a.go", "body C a.go", "body D a.go", "body E a.go", "added T a.go"],
        ),
        (
            "constants that say iota below one that came",
            "const (\n\tA = 1\n\tX = iota * 2\n\tY = 3\n)\n\nconst Z = iota\nconst (\n\tS = iota\n)",
            "const (\n\tA = 1\n\tB = 1\n\tX = iota * 2 // const\n\tY = 3\n)\n\nconst Z = iota\nconst (\n\tS = iota\n)",
            &["added B a.go", "body X a.go"],
        ),
        (
            "constants below another expression",
            "const (\n\tA = 1 << iota\n\tB\n)",
            "const (\n\tA = 2 << iota\n\tB\n)",
            &["body A a.go", "body B a.go"],
        ),
    ]);
}

/// A case: its name, the old text, the new text, and the expected changes.
fn check(cases: &[(&str, &str, &str, &[&str])]) {
    for (what, old, new, expected) in cases {
        let [old, new] = [old, new].map(|text| format!("package a\n\n{text}\n"));
        assert_eq!(changes(&[change(Some(("a.go", &old)), Some(("a.go", &new)))]), *expected, "{what}");
    }
}

#[test]
fn what_the_build_has_no_longer_is_gone_and_what_comes_into_it_is_new() {
    let of = |constraint: &str, body: &str| format!("{constraint}package a\n\nfunc F() {{ {body} }}\n");
    let (here, there) = (of("", "x()"), of("//go:build windows\n\n", "x()"));
    let [other, twin] = ["//go:build windows\n\n", ""].map(|constraint| of(constraint, "y()"));
    let cases = [
        ("out", vec![(("a.go", &here), ("a.go", &there))], vec!["removed F a.go"]),
        ("out by its name", vec![(("a.go", &here), ("a_windows.go", &here))], vec!["removed F a.go"]),
        ("in", vec![(("a.go", &there), ("a.go", &here))], vec!["added F a.go"]),
        ("out for good", vec![(("a.go", &there), ("a.go", &other))], vec!["body F a.go"]),
        (
            "one for the other",
            vec![(("a.go", &here), ("a.go", &other)), (("b.go", &other), ("b.go", &twin))],
            vec!["body F b.go"],
        ),
    ];
    for (what, files, expected) in cases {
        let files: Vec<FileChange> = files
            .iter()
            .map(|((old, was), (new, is))| change(Some((old, was.as_str())), Some((new, is.as_str()))))
            .collect();
        assert_eq!(changes(&files), expected, "{what}");
    }
}

#[test]
fn moves_between_files_of_a_package_and_renames_are_followed() {
    let (f, g) = ("package a\n\nfunc F() { x() }\n", "package a\n\nfunc G() { y() }\n");
    let both = "package a\n\nfunc F() { x() }\n\nfunc G() { z() }\n";
    let moved = [change(Some(("a/f.go", f)), Some(("a/f.go", both))), change(Some(("a/g.go", g)), None)];
    assert_eq!(changes(&moved), ["body G a/f.go"]);
    assert_eq!(changes(&[change(Some(("a/f.go", f)), Some(("a/g.go", f)))]), [""; 0]);
    let two = "package a\n\nfunc F() { x() }\n\nfunc own() {}\n";
    let away = [change(Some(("a/f.go", two)), Some(("b/f.go", two)))];
    assert_eq!(changes(&away), ["moved F b/f.go"], "another path to import");
    let other = "package b\n\nfunc F() {}\n";
    let apart = [change(Some(("a/f.go", f)), None), change(None, Some(("b/f.go", other)))];
    assert_eq!(changes(&apart), ["removed F a/f.go", "added F b/f.go"]);
    let inside_and_outside = [
        change(Some(("f_test.go", f)), Some(("f_test.go", f))),
        change(None, Some(("x_test.go", "package a_test\n\nfunc F() { x() }\n"))),
    ];
    assert_eq!(changes(&inside_and_outside), ["added F x_test.go"]);
}

#[test]
fn what_lives_on_under_another_name_is_renamed_where_nothing_else_can_be_meant() {
    let body = "{\n\ta()\n\tb()\n\tc()\n\td()\n\te()\n}";
    let [near, far] = [body.replace("c()", "z()"), body.replace("()", "(1)")];
    let [f, g] = [format!("func F(n int) {body}"), format!("func G(n int) {near}")];
    let [rewritten, reshaped] = [format!("func G(n int) {far}"), format!("func G() {body}")];
    let node = "type Node struct { next *Node; edges []*Edge }\ntype Edge struct { to *Node }\n\
                func (n *Node) Next() *Node { return n.next }";
    let (vertex, both) =
        (node.replace("Node", "Vertex"), node.replace("Node", "Vertex").replace("Edge", "Arc"));
    let cases: &[(&str, &str, &str, &[&str])] = &[
        (
            "it calls itself",
            "func F(n int) { F(n - 1) }",
            "func G(n int) { G(n - 1) }",
            &["renamed G from F"],
        ),
        ("a line is another", &f, &g, &["renamed G from F"]),
        ("all lines are others", &f, &rewritten, &["added G", "removed F"]),
        ("the signature is another", &f, &reshaped, &["added G", "removed F"]),
        (
            "two could be meant",
            "func F() { x() }\nfunc E() { x() }",
            "func G() { x() }",
            &["added G", "removed E", "removed F"],
        ),
        ("of two kinds", "var F = x", "const F2 = x", &["added F2", "removed F"]),
        (
            "a type with what it holds",
            node,
            &vertex,
            &["type Edge.to", "renamed Vertex from Node", "fields Edge"],
        ),
        (
            "two that hold one another",
            node,
            &both,
            &["renamed Arc from Edge", "renamed Vertex from Node", "type Arc.to", "type Vertex.edges"],
        ),
        (
            "a type that gains a method, one method of it renamed",
            node,
            &format!("{}\nfunc (v *Vertex) New() {{}}", vertex.replace("Next", "Follow")),
            &[
                "renamed Vertex.Follow from Node.Next",
                "renamed Vertex from Node",
                "added Vertex.New",
                "type Edge.to",
                "fields Edge",
            ],
        ),
        (
            "a field in its place",
            "type T struct { a int; b string; c string }",
            "type T struct { a int; d string; c string }",
            &["fields T", "renamed T.d from T.b"],
        ),
        (
            "a field elsewhere",
            "type T struct { a int; b string }",
            "type T struct { d string; a int }",
            &["fields T", "added T.d", "removed T.b"],
        ),
        (
            "an interface's method",
            "type I interface { M() }",
            "type I interface { N() }",
            &["methods I", "renamed I.N from I.M"],
        ),
        ("a constant", "const A = 1", "const B = 1", &["renamed B from A"]),
        ("another value", "const A = 1", "const B = 2", &["added B", "removed A"]),
    ];
    for (what, old, new, expected) in cases {
        let [old, new] = [old, new].map(|text| format!("package a\n\n{text}\n"));
        let files = [change(Some(("a.go", &old)), Some(("a.go", &new)))];
        let mut expected = expected.to_vec();
        let mut found = shown(&files, &[("a.go", &new)]);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{what}");
    }
}

/// Describes the change of each symbol, in the words that a person reads.
fn shown(files: &[FileChange], new: &[(&str, &str)]) -> Vec<String> {
    let found = changed_symbols(&tree(new).graph(), files);
    let from = |c: &Changed| c.origin().map_or(String::new(), |from| format!(" from {from}"));
    found.iter().map(|c| format!("{} {}{}", c.name(), c.qualified, from(c))).collect()
}

#[test]
fn what_another_package_has_word_for_word_moved_there() {
    let (a, b) = ("package a\n\nfunc F() { x() }\n\ntype t int\n\nfunc (t) M() {}\n", "package b\n");
    let (rest, now) = ("package a\n", "package b\n\nfunc F() { x() }\n\ntype t int\n\nfunc (t) M() {}\n");
    let now_new = now.replace("func F", "func G");
    let moved = |now: &str| {
        let files = [
            change(Some(("a/a.go", a)), Some(("a/a.go", rest))),
            change(Some(("b/b.go", b)), Some(("b/b.go", now))),
        ];
        shown(&files, &[("a/a.go", rest), ("b/b.go", now)])
    };
    assert_eq!(moved(now), ["moved F from a/a.go", "moved t from a/a.go"]);
    assert_eq!(moved(&now_new), ["removed F", "added G", "moved t from a/a.go"]);
    // A declaration that only another host builds has not moved there.
    let elsewhere = "//go:build windows\n\npackage a\n\nfunc F() { x() }\n\ntype t int\n\nfunc (t) M() {}\n";
    let files = [change(Some(("a/a.go", a)), None), change(None, Some(("a/w.go", elsewhere)))];
    assert!(shown(&files, &[("a/w.go", elsewhere)]).contains(&"removed F".to_owned()));
}

#[test]
fn what_of_a_declaration_differs_is_told() {
    for (old, new, expected) in [
        ("const A = 1", "const A = 2", "value A"),
        ("var a = 1", "var a = 2", "value a"),
        ("var a int", "var a string", "type a"),
        ("var a = 1", "const a = 1", "kind a"),
        ("type T int", "type T string", "type T"),
        ("type T = int", "type T = string", "type T"),
        ("type T struct{}", "type T[P any] struct{}", "type T"),
        ("func F() {}", "func F() { x() }", "body F"),
        ("func F(a int) {}", "func F(b int) {}", "parameters F"),
        ("func F(a int) {}", "func F(a string) {}", "signature F"),
        ("type T struct { a int }", "type T struct { a string }", "fields T, type T.a"),
        ("type T struct { a int `x` }", "type T struct { a int `y` }", "fields T, tag T.a"),
        ("type T struct { a, b int }", "type T struct { b, a int }", "fields T"),
        ("type I interface { M() }", "type I interface { M(int) }", "methods I, signature I.M"),
        ("//go:noinline\nfunc F() {}", "func F() {}", "directives F"),
    ] {
        let [old, new] = [old, new].map(|text| format!("package a\n\n{text}\n"));
        let files = [change(Some(("a.go", &old)), Some(("a.go", &new)))];
        assert_eq!(shown(&files, &[("a.go", &new)]).join(", "), expected, "{new}");
    }
}
