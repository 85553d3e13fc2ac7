//! Files that do not parse. Those that are valid Go lose nothing, and the others keep their valid declarations.

use super::{assert_sound, body, declarations, facts, tree};
use crate::golang::ast::Kind;

/// The names declared by a source, with their lines, and the lines of its errors.
fn names(source: &str) -> (Vec<String>, Vec<u32>) {
    let facts = facts(source.as_bytes());
    assert_sound(source.as_bytes(), &facts);
    let names = facts.decls.iter().map(|d| format!("{}:{}", facts.name(d.name), d.line)).collect();
    (names, facts.errors)
}

#[test]
fn type_parameters_of_methods_are_lowered_at_their_places() {
    let method = "package p\n\nfunc (r *R[K]) M[T any,\n\tU ~[]T](x T) (y U) { return r.f[T](x) }\n";
    let function = method.replace("(r *R[K]) M", "          M");
    let params = "(TypeParams (Group any T) (Group (Tilde (SliceType T)) U))";
    for source in [method, &function] {
        assert!(facts(source.as_bytes()).errors.is_empty());
        assert!(tree(source).contains(params), "{}", tree(source));
    }
    let (method, function) = (facts(method.as_bytes()), facts(function.as_bytes()));
    let line_of =
        |f: &crate::golang::facts::FileFacts| f.nodes.iter().find(|n| f.name(n.name) == "U").map(|n| n.line);
    assert_eq!((line_of(&method), line_of(&function)), (Some(4), Some(4)));
}

#[test]
fn values_of_new_parse_in_every_position() {
    let deep = body("x := []T{{a: map[K]*int{k: new(f(func() *int { return new(int(1)) }))}}}");
    assert!(deep.contains("(Call new (Call f (FuncLit"), "{deep}");
    assert!(deep.contains("(Call new (Call int (BasicLit)))"), "{deep}");
    assert_eq!(
        body("make := f; make(n - 1)"),
        "(Assign.1 (List make) (List f)) (Call make (Binary.20 n (BasicLit)))"
    );
    let source = "package p\nvar a = new(1)\nfunc (r R) M[T any]() { _ = new(\"s\") }\nvar b = new(T)\n";
    assert_eq!(names(source), (vec!["a:2".into(), "M:3".into(), "b:4".into()], vec![]));
}

#[test]
fn new_forms_and_real_errors_live_side_by_side() {
    let source = "package p\nfunc (r R) M[T any](x T) { new(1) }\nfunc broken() {\n\tif {\n}\nfunc after() { new(g()) }\n";
    let (declared, errors) = names(source);
    assert_eq!(declared, ["M:2", "broken:3", "after:6"]);
    assert!(!errors.is_empty());
    assert!(tree(source).contains("(TypeParams (Group any T))"));
    assert!(tree(source).ends_with("(Block (Call new (Call g))))"));
}

#[test]
fn an_error_stays_in_its_declaration() {
    let cases: [(&str, &[&str], u32); 9] = [
        ("func a() {\n\tif x {\n\tf()\n}\n\nfunc b() {}\ntype c int\n", &["a:2", "b:7", "c:8"], 0),
        ("func a() {}\n}\nfunc b() {}\n", &["a:2", "b:4"], 3),
        ("type a struct {\n\tx int\n\nfunc b() {}\n", &["b:5"], 0),
        ("var a = (1 + \nvar b = 2\nconst c = 3\n", &["b:3", "c:4"], 0),
        ("var s = `never closed\nfunc b() {}\n", &["b:3"], 2),
        ("func a() { x := \"never closed\n}\nfunc b() {}\n", &["a:2", "b:4"], 2),
        ("/* never closed\nfunc b() {}\n", &["b:3"], 2),
        ("import \"x\"\nimport (\n\t\"y\"\nfunc b() {}\n", &["b:5"], 0),
        ("func a() {\n\tx.\n}\nfunc b() { a() }\n", &["a:2", "b:5"], 0),
    ];
    for (source, expected, line) in cases {
        let (declared, errors) = names(&format!("package p\n{source}"));
        for name in expected {
            assert!(declared.iter().any(|d| d == name), "{name} in {source:?}: {declared:?}");
        }
        assert!(!errors.is_empty(), "{source:?}");
        assert!(line == 0 || errors.contains(&line), "{source:?}: {errors:?}");
    }
}

#[test]
fn statements_around_an_error_are_kept() {
    let tree = body("a()\nb(]\nc(d.e)");
    assert!(tree.contains("(Call a)") && tree.contains("(Call c (Selector 'e d))"), "{tree}");
    assert!(tree.contains("(Bad"), "{tree}");
}

#[test]
fn a_function_with_a_whole_head_is_declared() {
    let source = "package p\nfunc (r *R) a(x int) { for ; { b() ) }\nfunc b() {}\n";
    let declared = declarations(source).join("\n");
    assert!(declared.contains("method R.a 2:13"), "{declared}");
    assert!(declared.contains("func b 3:6-3"), "{declared}");
}

#[test]
fn a_function_without_parameters_is_declared() {
    let source = "package p\nfunc a {\n\tb()\n}\nfunc b() {}\nfunc (r *R) c {\n\tb()\n}\nfunc (r R) d() {}\n";
    let declared = declarations(source).join("\n");
    for expected in ["func a 2:6", "func b 5:6-5", "method R.c 6:13-8", "method R.d 9:12-9"] {
        assert!(declared.contains(expected), "{expected} in {declared}");
    }
}

/// The fuzzer of facts found this, in broken code; with ten names and more it is valid.
#[test]
fn members_of_a_type_in_a_list_whose_names_are_found_late_are_declared_by_their_nodes() {
    for names in ["c,e.,e", "a, b, c, d, e, f, g, h, i, j, k"] {
        let source = format!("package p\ntype S interface {{ t({names} interface{{ u() }}, z int) }}\n");
        let facts = facts(source.as_bytes());
        assert_sound(source.as_bytes(), &facts);
        let inner = facts.decls.iter().find(|decl| facts.name(decl.name) == "u").expect("it is declared");
        assert_eq!(facts.nodes[inner.node as usize].kind(), Kind::IMethod, "{names}");
    }
}

#[test]
fn names_of_broken_types_and_values_are_declared() {
    let source = "package p\ntype a = 0\nvar b [] = 1\nconst c int\ntype d struct{}\n";
    let declared = declarations(source).join("\n");
    for expected in
        ["type a 2:6-2 | type a", "var b 3:5-3 | var b", "const c 4:7-4 | const c", "struct d 5:6-5"]
    {
        assert!(declared.contains(expected), "{expected} in {declared}");
    }
}

#[test]
fn what_is_no_go_at_all_gives_no_declarations() {
    for source in ["", "hello, world\n", "%PDF-1.4\n\u{1}\u{2}", "{{{{", "<<<<<<< HEAD\n=======\n>>>>>>> x\n"]
    {
        let (declared, errors) = names(source);
        assert!(declared.is_empty(), "{source:?}: {declared:?}");
        assert!(!errors.is_empty(), "{source:?}");
    }
}

/// The fuzzer of facts found this: the line after the last was named.
#[test]
fn what_the_end_of_the_file_lacks_is_missed_on_the_last_line() {
    for source in ["func f() {x//y", "func f() {\nx//y"] {
        let (_, errors) = names(source);
        let lines = source.lines().count() as u32;
        assert_eq!(errors.last(), Some(&lines), "{source:?}");
    }
}

#[test]
fn both_sides_of_a_merge_conflict_are_read() {
    let source =
        "package p\n\nfunc a() {}\n<<<<<<< HEAD\nfunc b() {}\n=======\nfunc c() {}\n>>>>>>> x\nfunc d() {}\n";
    let (declared, errors) = names(source);
    assert_eq!(declared, ["a:3", "b:5", "c:7", "d:9"]);
    assert_eq!(errors, [4, 6, 8]);
    // The words on its lines are no names of constants.
    let source = "package p\n\nconst (\n\tA = 1\n<<<<<<< HEAD\n\tB = 2\n=======\n\tB = 3\n>>>>>>> c0ffee (a change)\n\tC = 4\n)\n";
    let (declared, errors) = names(source);
    assert_eq!(
        (declared, errors),
        (["A:4", "B:6", "B:8", "C:10"].map(str::to_owned).to_vec(), vec![5, 7, 9])
    );
}

#[test]
fn the_end_of_the_file_ends_a_declaration() {
    for (source, expected) in [
        ("package p\ntype T struct{}", "T"),
        ("package p\ntype (\n\tT int\n)", "T"),
        ("package p\nvar v int", "v"),
        ("package p\nvar (\n\tv, w int\n)", "v w"),
        ("package p\nconst (\n\tc = 1\n)", "c"),
        ("package p\ntype I interface{ M() }", "I M"),
        ("package p\nfunc f() {}\n// end", "f"),
        ("package p\nfunc f() {\na:\nb:\nc:\n}\n", "f"),
        ("package p\nfunc f() {\n\tswitch {\n\tcase true:\n\ta:\n\tb:\n\t}\n}", "f"),
        // A closing parenthesis ends the last value of a group.
        (
            "package p\nconst ( a = iota; b )\nvar (x, y int)\nfunc f() { var ( v = 1; w = 2 ); var (z = 3) }",
            "a b x y f",
        ),
        ("package p\nvar ( v = f() /* why */ )", "v"),
        (
            "package p\nconst (a = iota; b)\nvar (x, y int; z = 3)\nfunc f() { var (v = 1\nw = 2); const (c = 1; d) }",
            "a b x y z f",
        ),
        // Go rejects parentheses around embedded types and type parameters of an interface's method.
        ("package p\ntype S struct {\n\t(A)\n\t*(B); (*p.C)\n\td func(int)\n\tE[int]\n}", "S A B C d E"),
        (
            "package p\ntype I interface { m[T any](T); J[int]\n\tn(int) }\nvar x interface{ m[T any]() }",
            "I m n x",
        ),
        // Go rejects an array type without its length outside of a literal.
        (
            "package p\nvar (\n\tv = [...]byte(\"x\")\n\tw = len(v)\n)\nvar x = [...]*p.T(nil), [...]int{1}",
            "v w x",
        ),
        // The statement before a condition may be empty.
        ("package p\nfunc f() { if ; true {}; switch ; {}; switch ; x := x.(type) {} }", "f"),
        // Type arguments of a method that is not called.
        (
            "package p\nvar v, w = x().M[*S, []S], (y).M[map[string]int]\nvar z = a.b.C[func(int) T, struct{ n int }]",
            "v w z",
        ),
    ] {
        let facts = facts(source.as_bytes());
        assert_sound(source.as_bytes(), &facts);
        let found: Vec<&str> = facts.decls.iter().map(|decl| facts.name(decl.name)).collect();
        assert_eq!((found.join(" ").as_str(), facts.errors.as_slice()), (expected, &[][..]), "{source:?}");
    }
}
