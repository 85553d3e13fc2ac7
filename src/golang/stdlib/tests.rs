use super::*;
use crate::golang::ast::NO_NAME;

/// The declarations of a package by qualified name.
fn declared(facts: &FileFacts) -> Vec<String> {
    let owner = |decl: &crate::golang::facts::Decl| match facts.decls.get(decl.owner as usize) {
        Some(owner) => facts.name(owner.name),
        None => facts.name(decl.receiver),
    };
    let qualified = |decl| match owner(decl) {
        "" => facts.name(decl.name).to_owned(),
        owner => format!("{owner}.{}", facts.name(decl.name)),
    };
    facts.decls.iter().map(qualified).collect()
}

#[test]
fn the_bundled_library_knows_what_binding_needs() {
    let library = StdLibrary::bundled();
    assert!(library.release().starts_with("go1."), "{:?}", library.release());
    let cases = [
        ("io", "Reader.Read"),
        ("io", "EOF"),
        ("os", "File.Write"),
        ("fmt", "Stringer.String"),
        ("sort", "Interface.Less"),
        ("net/http", "Handler.ServeHTTP"),
        ("net/http", "Server.Addr"),
        ("sync", "Pool.Get"),
        ("sync/atomic", "Pointer.Load"),
        ("slices", "Clone"),
        ("testing", "T.Run"),
        // The method is promoted from an unexported embedded type.
        ("testing", "common.Errorf"),
        // An unexported method of an interface limits the types that can satisfy it.
        ("testing", "TB.private"),
        ("context", "Context.Done"),
        ("encoding/binary", "littleEndian.Uint32"),
    ];
    for (path, name) in cases {
        let facts = library.package(path).unwrap_or_else(|| panic!("{path} is missing"));
        assert!(declared(&facts).iter().any(|declared| declared == name), "{path} lacks {name}");
    }
    for path in ["cmd/go", "builtin", "runtime/testdata", ""] {
        assert!(!library.contains(path), "{path}");
    }
}

#[test]
fn every_bundled_package_can_be_read_and_follows_its_imports() {
    let library = StdLibrary::bundled();
    for path in library.paths() {
        let facts = library.package(path).unwrap_or_else(|| panic!("{path} cannot be read"));
        assert_eq!(codec::decode(&codec::encode(&facts)).as_ref(), Some(&facts), "{path}");
        assert!(facts.decls.is_sorted_by_key(|decl| (decl.node, decl.nth)), "{path}");
        for import in &facts.imports {
            let imported = facts.name(import.path);
            assert!(imported == "unsafe" || library.contains(imported), "{path} imports {imported}");
        }
    }
    let mut unpacked = FxHashMap::default();
    let closure = library.closure(["bufio", "no/such/package"], &mut unpacked);
    assert!(closure.contains_key("bufio") && closure.contains_key("io") && closure.len() == unpacked.len());
    let smaller = library.closure(["io"], &mut unpacked);
    assert!(!smaller.contains_key("bufio") && Arc::ptr_eq(&smaller["io"], &closure["io"]));
}

#[test]
fn damaged_files_are_refused_or_lack_packages() {
    let mut bytes = BUNDLED.to_vec();
    assert!(StdLibrary::open(&bytes[1..]).is_none());
    for cut in [0, 8, 20, 1000, bytes.len() - 1] {
        assert!(StdLibrary::open(&bytes[..cut]).is_none(), "cut at {cut}");
    }
    for at in (8..bytes.len()).step_by(997) {
        bytes[at] ^= 0x55;
        if let Some(library) = StdLibrary::open(&bytes) {
            // Only a panic would be a failure.
            for path in library.paths().into_iter().take(20) {
                let _ = library.package(path);
            }
        }
        bytes[at] ^= 0x55;
    }
}

#[test]
fn facts_survive_packing() {
    let facts = FileFacts {
        package: 0,
        build: NO_NAME,
        name_ends: vec![1],
        name_text: "p".into(),
        ..FileFacts::default()
    };
    let bytes = pack("go1.99", &[("a/p", facts.clone())]);
    let library = StdLibrary::open(&bytes).expect("a library");
    assert_eq!((library.release(), library.paths()), ("go1.99", vec!["a/p"]));
    assert_eq!(library.package("a/p"), Some(facts));
    assert_eq!(library.package("a"), None);
}

/// The facts of a library that is made of the given files, in their order.
fn made(files: &[(&str, &str)]) -> Vec<u8> {
    make("go1.99", files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect())
}

const SOURCES: &[(&str, &str)] = &[
    (
        "a/a.go",
        "package a\nimport (\"internal/x\"; out \"b\")\n\
        type Plain struct { Seen int; hidden int; inner; x.Deep }\n\
        type inner struct{}\n\
        func (inner) Promoted() {}\n\
        func (inner) private() {}\n\
        func (p *Plain) M(f func(n out.T) (m int)) {}\n\
        type unused struct{ Field int }\n\
        func helper() *result { return nil }\n\
        var V, w = helper(), 1\n\
        type result struct{ R int }\n\
        type Sealed interface { seal(); Open() }\n\
        func (result) seal() {}\n",
    ),
    ("a/a_windows.go", "package a\nfunc Windows() {}"),
    ("a/a_test.go", "package a\nfunc TestX() {}"),
    (
        "a/consts.go",
        "package a\ntype Kind int\nconst (\n_ Kind = iota\nOne\ntwo\nThree\n)\nconst Size = 4 * unit\n\
        const unit = 8\n",
    ),
    (
        "b/b.go",
        "package b\ntype T [Len]byte\nconst Len = 3\nfunc Map[K comparable, V any](m map[K]V) []K { return nil }\n\
        var Err = make_(\"text\", 1)\nfunc make_(s string, n int) error { return nil }",
    ),
    ("internal/x/x.go", "package x\ntype Deep struct{ D int }\nfunc (Deep) Method() {}\nfunc Unreached() {}"),
    ("internal/y/y.go", "package y\nfunc Y() {}"),
    ("cmd/c/c.go", "package main\nfunc C() {}"),
    ("a/testdata/t.go", "package t\nfunc T() {}"),
];

#[test]
fn only_what_others_can_reach_is_kept() {
    let bytes = made(SOURCES);
    let library = StdLibrary::open(&bytes).expect("a library");
    assert_eq!(library.paths(), ["a", "b", "internal/x"]);
    let cases = [
        (
            "a",
            "Plain Plain.Seen Plain.inner Plain.Deep inner inner.Promoted Plain.M helper V result result.R Sealed \
             Sealed.seal Sealed.Open result.seal Kind One Three Size unit",
        ),
        ("b", "T Len Map Err make_"),
        ("internal/x", "Deep Deep.D Deep.Method"),
    ];
    for (path, expected) in cases {
        let facts = library.package(path).expect(path);
        assert_eq!(declared(&facts).join(" "), expected, "{path}");
    }
    let a = library.package("a").expect("a");
    let imports: Vec<_> =
        a.imports.iter().map(|import| (a.name(import.alias), a.name(import.path))).collect();
    assert_eq!(imports, [("internal/x", "internal/x"), ("b", "b")]);
}

#[test]
fn the_order_of_files_changes_nothing() {
    let mut shuffled = SOURCES.to_vec();
    shuffled.reverse();
    shuffled.swap(0, 3);
    assert_eq!(made(SOURCES), made(&shuffled));
}

#[test]
fn constants_that_repeat_a_spec_carry_its_type() {
    let bytes = made(SOURCES);
    let facts = StdLibrary::open(&bytes).and_then(|library| library.package("a")).expect("a");
    let three = facts.decls.iter().find(|decl| facts.name(decl.name) == "Three").expect("Three");
    let ty = facts.nodes[three.node as usize + 1];
    assert_eq!(facts.name(ty.name), "Kind");
}
