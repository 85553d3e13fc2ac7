//! Any bytes can be lowered: nothing panics, overflows the stack, hangs or grows larger than a multiple of the
//! source.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{assert_sound, facts};
use crate::golang::facts::{FileFacts, file_flag};

/// Much more than any of these cases takes, but much less than a quadratic algorithm would take.
const TIME_LIMIT: Duration = Duration::from_mins(5);

/// Lowers on a thread with the default stack size of the standard library.
fn lowered(source: Vec<u8>) -> FileFacts {
    let began = Instant::now();
    let run = move || {
        let facts = facts(&source);
        assert_sound(&source, &facts);
        facts
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap();
    let facts = thread.join().unwrap();
    assert!(began.elapsed() < TIME_LIMIT, "took {:?}", began.elapsed());
    facts
}

/// `package p`, then `head`, `n` times `open`, `inner`, `n` times `close`, and a declaration that must be found.
fn nested(head: &str, open: &str, inner: &str, close: &str, n: usize) -> Vec<u8> {
    let (open, close) = (open.repeat(n), close.repeat(n));
    format!("package p\n{head}{open}{inner}{close}\n\nvar after = 1\n").into_bytes()
}

/// The shapes of nesting: head, opening, innermost, closing.
const NESTINGS: [(&str, &str, &str, &str); 17] = [
    ("var x = ", "(", "1", ")"),
    ("var x = ", "-", "1", ""),
    ("var x = ", "f(", "", ")"),
    ("var x = a", ".b", "", ""),
    ("var x = a", "()", "", ""),
    ("var x = a", "[0]", "", ""),
    ("var x = a", " + a", "", ""),
    ("var x = a", " || a == b", "", ""),
    ("var x = T", "{", "", "}"),
    ("var x ", "[]", "int", ""),
    ("var x ", "*", "int", ""),
    ("type x ", "struct{ a ", "int", " }"),
    ("type x ", "func(", "", ")"),
    ("type x ", "G[", "int", "]"),
    ("func x() ", "{", "", "}"),
    ("func x() {", "if a { b() } else ", "{}", "}"),
    ("var x = ", "func() { f(", "1", ") }()"),
];

#[test]
fn deep_nesting_is_cut_and_reported() {
    for (head, open, inner, close) in NESTINGS {
        let facts = lowered(nested(head, open, inner, close, 200_000));
        let what = format!("{head}{open}");
        let is_declared = |name: &str| facts.decls.iter().any(|d| facts.name(d.name) == name);
        assert!(is_declared("after"), "{what}");
        let kept_whole = [" + a", " || a == b", "("].contains(&open) || !facts.errors.is_empty();
        assert!(kept_whole || facts.flags & file_flag::TOO_DEEP != 0, "{what}");
    }
}

/// Sequences that are hard for a parser that recovers from errors and follows ambiguities.
const REPEATED: [&str; 34] = [
    "(",
    "[",
    "{",
    "f(",
    "func() {",
    "new(",
    "new([",
    "func (",
    "`",
    "/*",
    "\"",
    "case a: ",
    "if x {",
    "<-",
    "}",
    ")",
    "a b ",
    "x := y.\n",
    "func f(",
    "1 2 3 ",
    "struct{",
    "[]T{",
    "::",
    "\0",
    "?",
    "if a {} else ",
    "go ",
    "a[b](",
    "x.(",
    "switch x {\ncase ",
    "*",
    "a<b,c>(d) ",
    "func(a, ",
    "chan ",
];

#[test]
fn repeated_debris_costs_no_more_than_its_length() {
    for unit in REPEATED {
        for newline in ["", "\n"] {
            lowered(nested("", &format!("{unit}{newline}"), "", "", 20_000 / unit.len()));
        }
    }
}

#[test]
fn giant_lines_and_literals_are_ordinary() {
    let long = "x".repeat(4 << 20);
    for source in [
        format!("package p\nvar a = \"{long}\"\nvar after = 1\n"),
        format!("package p\nvar {long} = 1\nvar after = 1\n"),
        format!("package p // {long}\nvar after = 1\n"),
        format!("package p\nvar a = {}1\nvar after = 1\n", "1, ".repeat(100_000)),
    ] {
        let facts = lowered(source.into_bytes());
        assert_eq!(facts.decls.last().map(|d| facts.name(d.name)), Some("after"));
    }
}

#[test]
fn odd_bytes_keep_positions() {
    let cases: [(&[u8], u32, u32); 6] = [
        (b"\xef\xbb\xbfpackage p\nvar after = 1\n", 2, 5),
        (b"package p // caf\xe9\nvar a = \"\xff\xfe\"; var after = 1\n", 2, 19),
        (b"package p\r\nvar a = 1 // \xff\r\nvar after = 1\r\n", 3, 5),
        (b"package p\nvar a = \"\0\"\nvar after = 1\n", 3, 5),
        (b"package p\n/* \0 \xf0\x9f */ var after = 1\n", 2, 16),
        ("package p\nvar \u{e9} = '\u{1F600}'; var after = 1\n".as_bytes(), 2, 22),
    ];
    for (source, line, col) in cases {
        let facts = lowered(source.to_vec());
        assert!(facts.errors.is_empty(), "{:?}: {:?}", String::from_utf8_lossy(source), facts.errors);
        let after = facts.decls.iter().find(|d| facts.name(d.name) == "after").map(|d| (d.line, d.col));
        assert_eq!(after, Some((line, col)), "{:?}", String::from_utf8_lossy(source));
        assert_eq!(facts.flags & file_flag::NOT_UTF8 != 0, std::str::from_utf8(source).is_err());
    }
}

/// Tokens of Go, which are joined into text that is almost Go.
fn almost_go() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "func",
        "type",
        "var",
        "const",
        "import",
        "package",
        "struct",
        "interface",
        "map",
        "chan",
        "if",
        "else",
        "for",
        "range",
        "switch",
        "case",
        "default",
        "select",
        "return",
        "go",
        "defer",
        "new",
        "make",
        "a",
        "b",
        "T",
        "x.y",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\n",
        ";",
        ",",
        ":",
        ":=",
        "=",
        "+",
        "*",
        "&",
        "<-",
        "...",
        "==",
        "!",
        "1",
        "2.5",
        "'c'",
        "\"s\"",
        "`r\n`",
        "// c\n",
        "/* c */",
        ".(type)",
        "~",
        "|",
        "\0",
        "\u{e9}",
        "func (r R) M[T any](x T)",
        "new(1)",
    ]);
    prop::collection::vec(words, 0..120).prop_map(|words| format!("package p\n{}", words.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_give_sound_facts(source in prop::collection::vec(any::<u8>(), 0..400)) {
        assert_sound(&source, &facts(&source));
    }

    #[test]
    fn almost_go_gives_sound_facts(source in almost_go()) {
        assert_sound(source.as_bytes(), &facts(source.as_bytes()));
    }

    /// A file that is damaged in the middle keeps the declarations before and after.
    #[test]
    fn damage_is_local(at in 0_usize..60, damage in "[(){}\\[\\];:=a-z ]{1,6}") {
        let middle = "func middle(x int) {\n\tif x > 1 {\n\t\tf(x, []int{1})\n\t}\n}\n";
        let at = (0..=at.min(middle.len())).rev().find(|&i| middle.is_char_boundary(i)).unwrap_or(0);
        let source = format!("package p\n\nfunc before() {{}}\n\n{}{damage}{}\nfunc after() {{}}\n", &middle[..at], &middle[at..]);
        let facts = facts(source.as_bytes());
        assert_sound(source.as_bytes(), &facts);
        for name in ["before", "after"] {
            prop_assert!(facts.decls.iter().any(|d| facts.name(d.name) == name), "{}", source);
        }
    }

    /// One `Lowering` is used for many files, and earlier files have no effect on later ones.
    #[test]
    fn files_do_not_touch_each_other(first in almost_go(), second in almost_go()) {
        let mut lowering = super::Lowering::new();
        lowering.facts(first.as_bytes());
        prop_assert_eq!(lowering.facts(second.as_bytes()), facts(second.as_bytes()));
    }
}
