//! Questions for the other ends of edges: `who calls F`, `who implements I` and the like.

use std::fmt::Write as _;

use serde_json::json;

use crate::ask::{asked, names};
use crate::project::Project;

#[test]
fn a_question_can_ask_for_the_other_end_of_an_edge_or_for_tests() {
    let project = Project::sample();
    let first = |question: &str, n: usize| -> Vec<String> {
        let answer = asked(&project, &["query", question, "--json"]);
        names(&answer).into_iter().take(n).map(str::to_owned).collect()
    };
    assert_eq!(first("who implements store.Store?", 3), ["Memory", "Journal", "Store"]);
    assert_eq!(first("what does store.Memory implement", 4), ["Writer", "Reader", "Store", "Memory"]);
    assert_eq!(first("who calls parse?", 2), ["run", "parse"], "a name in small letters is one here");
    assert_eq!(first("users of config", 2), ["parse", "config"]);
    assert_eq!(first("callers of NewMemory", 2), ["New", "Open"]);
    for question in ["callees of Open", "what does Open call?", "what Open calls"] {
        // What only code outside of the tree may call comes behind, marked.
        assert_eq!(first(question, 3), ["Journal.replay", "NewMemory", "PanicError.Error"], "{question}");
        let text = project.good(&["query", question]);
        assert!(text.contains("2 callees of store.Open, then 1 more possible through errors.Join"), "{text}");
        assert!(text.contains("[possible callee called at 32; ") && !text.contains("read as"), "{text}");
    }
    for question in ["show me all the callers of NewMemory", "where is store.NewMemory called from?"] {
        assert_eq!(first(question, 2), ["New", "Open"], "{question}");
    }
    assert_eq!(first("list all types implementing store.Store", 3), ["Memory", "Journal", "Store"]);
    let methods = project.good(&["query", "methods of store.Memory"]);
    assert!(methods.contains(" methods of store.Memory\n") && methods.contains("[method; "), "{methods}");
    assert_eq!(first("who implemnts store.Store?", 3), ["Memory", "Journal", "Store"]);
    assert!(first("who implements http.Handler", 2).iter().any(|name| name == "endpoint"));
    let outside = project.good(&["query", "who implements http.Handler"]);
    assert!(!outside.contains("not found here"), "{outside}");
    let outside = project.good(&["query", "who calls fmt.Fprintf"]);
    let said = "there is no fmt.Fprintf in this tree, and nothing here refers to one from outside; \
                ask “who imports fmt”; searched by words instead";
    assert!(outside.contains(said), "{outside}");
    for question in [
        "what interfaces does store.Memory implement",
        "what interfaces does *store.Memory satisfy",
        "what does store.Memory satisfy",
    ] {
        assert_eq!(first(question, 4), ["Writer", "Reader", "Store", "Memory"], "{question}");
    }
    assert_eq!(first("who is called by Open", 3), ["Journal.replay", "NewMemory", "PanicError.Error"]);
    assert_eq!(first("where is store.Memory returned", 30), ["NewMemory", "Memory"]);
    for question in ["who creates store.Memory", "what constructs store.Memory"] {
        assert_eq!(first(question, 30), ["NewMemory", "Memory"], "{question}");
    }
    let prose = project.good(&["query", "who creates config"]);
    assert!(!prose.contains(" of config\n"), "a word as others are: {prose}");
    project.write("gears.go", "package millrace\n\nconst gear = 3\n\nconst (\n\tA = iota * gear\n\tB\n)\n");
    let mut users = first("users of gear", 3);
    users[..2].sort();
    assert_eq!(users, ["A", "B", "gear"], "what only repeats it, too");
    let answer = asked(&project, &["query", "tests for the backoff of retries", "--json"]);
    let rows = answer["results"].as_array().unwrap();
    assert!(rows[0]["file"].as_str().unwrap().ends_with("_test.go"), "{}", rows[0]);
}

#[test]
fn what_a_question_asks_of_can_be_an_id_or_a_place() {
    let project = Project::sample();
    let answer = |question: &str| project.good(&["query", question]);
    // The last line counts tokens, and with them the question's.
    let rows = |question: &str| {
        let answer = answer(question);
        answer.trim_end().rsplit_once('\n').map_or_else(String::new, |(rows, _)| rows.to_owned())
    };
    let callers = rows("who calls store/memory.go::Memory.Get::method?");
    assert!(callers.starts_with("2 callers of store.Memory.Get, then 1 more possible"), "{callers}");
    assert_eq!(rows("who calls store/memory.go::Memory.Get"), callers);
    assert_eq!(rows("who calls memory.go::Memory.Get"), callers, "the end of an id");
    assert_eq!(rows("who calls memory.go:30"), callers, "a line of it");
    let named = answer("store/memory.go::Memory.Get::method");
    assert!(named.contains("   1 ") && !named.contains("not found here"), "its kind is no word: {named}");
    let methods = answer("what implements store.Reader.Get");
    assert!(methods.starts_with("2 implementers of store.Reader.Get\n"), "{methods}");
    let kind = answer("who calls store.Memory");
    assert!(
        kind.starts_with("store.Memory is a struct, and has no callers; searched by words instead\n"),
        "{kind}"
    );
    assert!(
        answer("what returns store.Memory.Get").starts_with("3 users of "),
        "no type, so nothing returns it"
    );
    let many = (0..60).map(|n| format!("number{n} map[string]int, ")).collect::<Vec<_>>().concat();
    project.write(
        "long.go",
        format!("package millrace\n\ntype Rare struct{{}}\n\nfunc Long({many}) *Rare {{ return nil }}\n"),
    );
    assert!(answer("what returns Rare").starts_with("1 returner of millrace.Rare\n"));
    let own = answer("what returns error");
    assert!(own.starts_with("error is built into the compiler, and uses of it are not recorded"), "{own}");
    let none = answer("who calls store/nothing.go::Memory.Get");
    assert!(none.starts_with("there is no store/nothing.go::Memory.Get in this tree"), "{none}");
    let impact = project.good(&["impact", "memory.go::Memory.Get::method"]);
    assert!(impact.starts_with("store/memory.go::Memory.Get::method\n"), "{impact}");
}

#[test]
fn what_a_question_asks_of_can_be_reached_over_a_variable_or_be_one_of_many() {
    let code = "package a\n\nconst Most = 3\n\ntype state struct {\n\tlive int\n}\n\nfunc (*state) grow() {}\n\n\
                var all state\n\nvar kept = &state{}\n\nfunc F() {\n\tif all.live < Most {\n\t\tall.live = 1\n\t}\n}\n\n\
                func G() int { return kept.live }\n\nfunc H() { kept.grow() }\n\ntype Sum struct{}\n\n\
                type T struct{ Sum int }\n";
    let mut files = vec![("a/a.go".to_owned(), code.to_owned())];
    let main = "package main\n\nfunc main() { run() }\n\nfunc run() {}\n";
    files.push(("b/b.go".to_owned(), "package b\n\ntype Net struct{}\n\nfunc (*Net) Up() {}\n\ntype Conn struct{ net *Net }\n\nfunc (c *Conn) F() { c.net.Up() }\n".to_owned()));
    files.push(("cmd/p3/gen/main.go".to_owned(), main.to_owned()));
    files.extend((0..20).map(|n| (format!("cmd/p{n}/main.go"), main.to_owned())));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let project = Project::new(&files);
    let answer = |question: &str| project.good(&["query", question]);
    let readers = answer("who reads all.live");
    assert!(readers.starts_with("2 readers of all.live, which is a.state.live\n"), "{readers}");
    assert!(readers.contains("[reader at 16; ") && readers.contains("[reader at 21; "), "{readers}");
    let writers = answer("who sets a.all.live");
    assert!(writers.starts_with("1 writer of a.all.live, which is"), "{writers}");
    assert!(writers.contains("[writer at 17; "), "{writers}");
    let makers = answer("who creates a.state");
    assert!(makers.starts_with("2 makers of a.state\n") && makers.contains("[maker at 13; "), "{makers}");
    assert!(makers.contains("[maker at 11; "), "a variable without a value: {makers}");
    assert!(answer("who creates a.Sum").contains("no user of a.Sum is known"), "nobody makes one");
    assert!(answer("who calls kept.grow").starts_with("1 caller of kept.grow, which is a.state.grow\n"));
    assert!(answer("who calls Conn.net.Up").starts_with("1 caller of Conn.net.Up, which is b.Net.Up\n"));
    assert!(answer("who reads a.Most").starts_with("1 user of a.Most\n"), "who reads a constant uses it");
    let called = answer("what calls main.main");
    assert!(called.starts_with("21 are named main.main: say which, as in folder/main.main"), "{called}");
    let named = answer("what does main.main call in cmd/p3");
    assert!(named.starts_with("1 callee of cmd/p3.main\n"), "{named}");
    let function = answer("where is a.F implemented");
    assert!(
        !function.contains("searched by words") && function.contains("func       F  a/a.go:15"),
        "{function}"
    );
    let other = answer("who implements Sum");
    assert!(other.starts_with("no interface here is named Sum; searched by words instead\n"), "{other}");
}

#[test]
fn a_type_hides_no_methods_of_its_name() {
    let mut code = String::from(
        "package a\n\ntype Hash struct{}\n\ntype Tag struct{}\n\ntype Stamp struct{}\n\n\
         type All struct{ Stamp Stamp }\n\nfunc F(t0 T0) {\n\tt0.Tag()\n\tt0.Hash()\n}\n\n",
    );
    for n in 0..20 {
        write!(code, "type T{n} struct{{ Tag int }}\n\nfunc (T{n}) Hash() {{}}\n\n").unwrap();
    }
    code = code.replacen("type T0 struct{ Tag int }", "type T0 struct{}\n\nfunc (T0) Tag() {}", 1);
    let project = Project::new(&[("a/a.go", &code)]);
    for (question, said) in [
        ("who calls Hash", "20 are named Hash: say which, as in Type.Hash; searched by words instead\n"),
        ("who calls Tag", "1 caller of a.T0.Tag"),
        ("who calls Stamp", "no function or method here is named Stamp; searched by words instead\n"),
        ("who calls All", "All is a struct, and has no callers; searched by words instead\n"),
    ] {
        let answer = project.good(&["query", question]);
        assert!(answer.starts_with(said), "{question}: {answer}");
    }
}

#[test]
fn of_a_name_that_nothing_has_the_words_around_it_are_not_looked_for() {
    let code = "package a\n\n// implements tells whether it calls what uses a dozer.\nfunc implements() bool { return calls() }\n\n\
                func calls() bool { return true }\n\ntype Dozer struct{}\n\nfunc (Dozer) Push() {}\n\n\
                // caching is done here.\nfunc keep() { calls() }\n";
    let project = Project::new(&[("pile/a.go", code)]);
    for (question, said) in [
        ("who calls frobnicate", "nothing in this tree is named frobnicate; searched by words instead\n"),
        (
            "who implements Frobnicator?",
            "nothing in this tree is named Frobnicator; searched by words instead\n",
        ),
        (
            "who calls frobnicate in pile",
            "nothing in this tree is named frobnicate; searched by words instead\n",
        ),
        (
            "who calls frobnicate in time",
            "nothing in this tree is named frobnicate; searched by words instead\n",
        ),
    ] {
        let answer = project.good(&["query", question]);
        assert!(answer.starts_with(&format!("{said}nothing matches: “frobnicat")), "{question}: {answer}");
    }
    let words = project.good(&["query", "who calls DozerPush"]);
    assert!(
        words.starts_with("nothing in this tree is named DozerPush; searched by words instead\n"),
        "{words}"
    );
    assert!(words.contains("Dozer.Push  pile/a.go") && !words.contains("  calls  "), "{words}");
    let prose = project.good(&["query", "who calls caching"]);
    assert!(!prose.contains("is named") && prose.contains("  keep  pile/a.go"), "{prose}");
}

#[test]
fn who_asks_what_a_change_breaks_gets_what_impact_finds() {
    let project = Project::sample();
    let answer = |question: &str| project.good(&["query", question]);
    let broken = answer("what breaks if I change store.Store?");
    assert!(broken.contains(" dependants of store.Store\n"), "{broken}");
    assert!(["WithStore ", "Memory ", "Journal "].iter().all(|name| broken.contains(name)), "{broken}");
    let prose = answer("what breaks if I change the store");
    assert!(!prose.contains("dependants"), "a word as others are: {prose}");
    // `Memory.Get` is called through an interface alone.
    for symbol in [
        "store.Store",
        "Memory.Get",
        "millrace.Service.Submit",
        "Exponential.Delay",
        "Filter.matches",
        "queue.ErrClosed",
    ] {
        let question = format!("what breaks if I change {symbol}");
        let ids = |rows: &serde_json::Value| -> Vec<String> {
            let rows = rows.as_array().unwrap().iter();
            rows.map(|row| row["symbolId"].as_str().unwrap().to_owned()).collect()
        };
        let found = asked(&project, &["query", &question, "--limit", "100", "--json"]);
        let is_end = |row: &&serde_json::Value| row["relation"].as_str().unwrap().starts_with("dependant");
        let ends = found["results"].as_array().unwrap().iter().filter(is_end).cloned().collect();
        let impact = project.json(&["impact", symbol, "--json"]);
        let affected = ids(&impact["affected"]);
        assert!(!affected.is_empty(), "{symbol}");
        let ends = ids(&ends);
        let (code, tests) = ends.split_at(affected.len().min(ends.len()));
        assert_eq!(code, affected, "{symbol}");
        let listed = ids(&impact["tests"]);
        assert!(tests.iter().all(|test| listed.contains(test)), "{symbol}: {tests:?}");
    }
    let through = answer("what breaks if I change Memory.Get");
    assert!(through.contains("[dependant by 2 steps at "), "{through}");
}

#[test]
fn what_the_compiler_has_is_answered_by_what_satisfies_it_and_test_data_stands_back() {
    let builtin = "package builtin\n\ntype string string\n\ntype error interface {\n\tError() string\n}\n";
    let data = "package p\n\ntype error interface{ F() }\n\ntype S struct{}\n\nfunc (S) F() {}\n";
    let own = "package net\n\ntype OpError struct{}\n\nfunc (OpError) Error() string { return \"\" }\n";
    let fields =
        "package os\n\ntype Is struct{ error error }\n\nfunc (i Is) Is() bool { return i.error == nil }\n";
    let method = "package flag\n\ntype T0 struct{}\n\nfunc (T0) error() {}\n\nfunc F(t T0) { t.error() }\n";
    let other = |n: usize| {
        format!("type T{n} struct{{ error int }}\n\ntype M{n} struct{{}}\n\nfunc (M{n}) error() {{}}\n\n")
    };
    let others = format!("package net\n\n{}", (1..20).map(other).collect::<Vec<_>>().concat());
    let project = Project::new(&[
        ("go.mod", "module std\n\ngo 1.24\n"),
        ("os/os.go", fields),
        ("flag/flag.go", method),
        ("net/others.go", &others),
        ("builtin/builtin.go", builtin),
        ("go/doc/testdata/error.go", data),
        ("net/net.go", own),
    ]);
    for question in ["who implements error", "who implements builtin.error"] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer)[..2], ["OpError", "error"], "{question}");
    }
    let text = project.good(&["query", "users of error"]);
    assert!(text.contains("error is built into the compiler, and uses of it are not recorded"), "{text}");
    for (question, name) in [
        // A field that is called so is another thing.
        ("what returns error in os", "error"),
        ("users of error in os", "error"),
        ("who reads error in os", "error"),
        ("users of *error in os", "*error"),
        // What is made of it has no name, though fields are called like its last word.
        ("what returns []error", "[]error"),
        ("what returns []error in os", "[]error"),
        ("what returns map[string]error", "map[string]error"),
        ("users of chan error", "chan error"),
    ] {
        let text = project.good(&["query", question]);
        let said = format!("{name} is built into the compiler, and uses of it are not recorded; searched");
        assert!(text.starts_with(&said), "{question}: {text}");
    }
    let called = project.good(&["query", "who calls error in flag"]);
    assert!(called.starts_with("1 caller of flag.T0.error\n"), "no type is called: {called}");
    let impact = project.good(&["impact", "builtin.error"]);
    assert!(impact.contains("built into the compiler: uses of it are not recorded"), "{impact}");
}

#[test]
fn who_asks_for_callers_gets_them_and_is_told_which_are_only_possible() {
    let project = Project::new(&[
        (
            "a/a.go",
            "package a\n\ntype Lessor interface{ Renew() }\n\ntype lessor struct{}\n\nfunc (*lessor) Renew() {}\n\n\
             type fake struct{}\n\nfunc (*fake) Renew() {}\n\nfunc New() Lessor { return &lessor{} }\n\n\
             func Fake() Lessor { return &fake{} }\n\nfunc sure(l *lessor) { l.Renew() }\n\n\
             func renewAll(l Lessor) { l.Renew() }\n\nfunc Renewed() bool { return true }\n\n\
             func kept() {}\n\nvar Keep = kept\n\nfunc keeps() func() {\n\tkept()\n\treturn kept\n}\n",
        ),
        (
            "b/b.go",
            "package b\n\nimport \"sync\"\n\ntype T struct{}\n\ntype U struct {\n\tT\n\tsync.Mutex\n}\n\nvar both struct{ *T }\n",
        ),
    ]);
    let roles = |question: &str| -> Vec<(String, String)> {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter();
        rows.map(|row| (row["qualifiedName"].to_string(), row["relation"].to_string())).collect()
    };
    let row = |name: &str, role: &str| (format!("\"{name}\""), format!("\"{role}\""));
    assert_eq!(
        roles("who calls lessor.Renew"),
        [row("sure", "caller"), row("renewAll", "possible caller"), row("lessor.Renew", "named")]
    );
    let text = project.good(&["query", "who calls lessor.Renew"]);
    let said = "1 caller of lessor.Renew, then 1 more possible through a.Lessor\n";
    assert!(text.starts_with(said) && text.contains("[possible caller at 19; "), "{text}");
    let text = project.good(&["query", "who calls a.kept"]);
    assert!(text.starts_with("1 caller of a.kept, then 1 more possible through its value\n"), "{text}");
    assert_eq!(roles("who calls a.kept")[1], row("Keep", "possible caller"));
    let text = project.good(&["query", "who calls lessor.Renew", "--seed", "b.T"]);
    assert!(text.contains("through a.Lessor; and 1 seed\n") && text.contains("[seed; "), "{text}");
    let text = project.good(&["query", "Renew pkg:a", "--seed", "b.T"]);
    assert!(text.starts_with("b.T is a seed, but not a row itself\n"), "{text}");
    assert_eq!(
        roles("who embeds b.T"),
        ["U", "both"]
            .map(|name| row(name, "embedder"))
            .into_iter()
            .chain([row("T", "named")])
            .collect::<Vec<_>>()
    );
    assert_eq!(roles("what does U embed?")[0], row("T", "embedded type"));
    assert_eq!(roles("types that embed sync.Mutex"), [row("U", "embedder")], "of a type from outside, too");
    for (question, is_told) in
        [("who calls renewsAll", false), ("who calls RenewsAll", true), ("who calls Renew", false)]
    {
        let text = project.good(&["query", question]);
        assert_eq!(
            text.contains("nothing in this tree is named RenewsAll; searched by words instead"),
            is_told,
            "{text}"
        );
    }
    let text = project.good(&["query", "who calls a.Renewed"]);
    assert!(text.contains("no caller of a.Renewed is known; searched by words instead"), "{text}");
}

#[test]
fn the_other_ends_are_narrowed_before_they_are_cut() {
    let mut many = String::from("package a\n\n// Nap rests.\nfunc Nap() {}\n\ntype T interface{ M() }\n\n");
    (0..120).for_each(|n| write!(many, "func f{n}() {{ Nap() }}\n\n").unwrap());
    let few = "package b\n\nimport \"example.com/m/a\"\n\nfunc B() { a.Nap() }\n\ntype U struct{}\n\nfunc (U) M() {}\n";
    let tests = "package b\n\nimport (\n\t\"example.com/m/a\"\n\t\"testing\"\n)\n\nfunc TestB(t *testing.T) { a.Nap() }\n";
    let project = Project::new(&[("a/a.go", &many), ("b/b.go", few), ("b/b_test.go", tests)]);
    for (question, said, rows) in [
        ("who calls a.Nap", "100 of 122 callers of a.Nap", 100),
        ("who calls a.Nap pkg:b", "2 callers of a.Nap, narrowed from 122", 2),
        ("who calls a.Nap in b", "2 callers of a.Nap, narrowed from 122 to what is in b", 2),
        ("who calls a.Nap in b !test", "1 caller of a.Nap, narrowed from 122", 1),
        ("who calls a.Nap pkg:a is:exported", "0 callers of a.Nap, narrowed from 122", 1),
        (
            "who calls a.Nap in b kind:type",
            "nothing matches: none of the 122 callers of a.Nap is a type and in b\n",
            0,
        ),
        (
            "who calls a.Nap !kind:func",
            "nothing matches: each of the 122 callers of a.Nap is a function\n",
            0,
        ),
        (
            "who calls a.Nap outside of tests is:exported !pkg:=a !kind:type,imethod",
            "1 caller of a.Nap, narrowed from 122 to what is exported, not in package a, not a type or interface \
             method and outside of tests\n",
            1,
        ),
        (
            "where is a.T implemented is:gen file:b*.go",
            "nothing matches: the only implementer of a.T is none that is \
          generated and in a file like “b*.go”\n",
            0,
        ),
        (
            "where is a.T implemented !is:exported",
            "nothing matches: the only implementer of a.T is exported\n",
            0,
        ),
        ("who calls a.Nap pkg:zzz", "nothing matches: no package or folder name contains “zzz”", 0),
        ("where is a.T implemented", "1 implementer of a.T", 2),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(answer["_meta"]["totalItems"], rows, "{question}");
        let text = project.run(&["query", question]);
        assert!(text.out.starts_with(said), "{question}: {}", text.out);
    }
    let answer = asked(&project, &["query", "tests for Nap", "--json"]);
    assert_eq!(answer["fuzzyCorrections"], json!([]), "what asks for tests is no misspelt word");
}

#[test]
fn who_asks_for_the_other_ends_can_say_where() {
    let file = |package: &str, code: &str| {
        format!(
            "package {package}\n\nimport \"example.com/m/nap\"\n\nimport \"testing\"\n\nvar _ testing.T\n\n{code}\n"
        )
    };
    let project = Project::new(&[
        ("go.mod", "module example.com/m\n"),
        ("nap/nap.go", "package nap\n\n// Nap rests.\nfunc Nap() {}\n"),
        (
            "app/web/serve.go",
            &file(
                "web",
                "type Server struct{}\n\nfunc (Server) Run() { nap.Nap() }\n\nfunc Go() { nap.Nap() }",
            ),
        ),
        ("app/web/serve_test.go", &file("web", "func TestServe(t *testing.T) { nap.Nap() }")),
        ("app/server/s.go", &file("server", "func Start() { nap.Nap() }")),
        ("tests/kit.go", &file("tests", "func Wait() { nap.Nap() }")),
    ]);
    for (place, expect) in [
        ("in web", "Go Server.Run TestServe"),
        ("in package example.com/m/app/web?", "Go Server.Run TestServe"),
        ("from app", "Go Server.Run Start TestServe"),
        ("in package app/web, but not in tests", "Go Server.Run"),
        ("outside tests", "Go Server.Run Start"),
        ("outside of tests and app/server", "Go Server.Run"),
        ("in tests", "TestServe Wait"),
        ("in the tests of web", "TestServe"),
        ("in package tests", "Wait"),
        ("in app/web/serve.go", "Go Server.Run"),
        ("in serve.go or in the server package", "Go Server.Run Start"),
        ("in Server", "Server.Run"),
        ("in type web.Server", "Server.Run"),
        ("in server", "Start"),
        ("only from Go", "Go"),
    ] {
        let answer = asked(&project, &["query", &format!("who calls nap.Nap {place}"), "--json"]);
        let callers = answer["results"].as_array().unwrap().iter().filter(|row| row["relation"] == "caller");
        let mut callers: Vec<&str> = callers.map(|row| row["qualifiedName"].as_str().unwrap()).collect();
        callers.sort_unstable();
        assert_eq!(callers.join(" "), expect, "{place}");
    }
    let answer = asked(&project, &["query", "tests for nap.Nap in web", "--json"]);
    assert!(
        answer["results"].as_array().unwrap().iter().all(|row| row["file"].as_str().unwrap().contains("web"))
    );
    for (question, said) in [
        ("who calls nap.Nap in Server", "1 caller of nap.Nap, narrowed from 5 to what is in struct Server\n"),
        (
            "who calls nap.Nap outside tests, app and nap",
            "nothing matches: none of the 5 callers of nap.Nap is outside of tests or app or nap\n",
        ),
        (
            "who calls nap.Nap in nowhere",
            "“nowhere” is not a package, file or type here; searched by words instead\n",
        ),
        (
            "who calls nap.Nap with a lock held",
            "“with a lock held” is not understood; searched by words instead\n",
        ),
        ("who calls nap.Sleep in web", "there is no nap.Sleep in this tree; searched by words instead\n"),
    ] {
        let run = project.run(&["query", question]);
        assert!(format!("{}{}", run.out, run.err).contains(said), "{question}: {} {}", run.out, run.err);
    }
}

#[test]
fn packages_that_import_another_are_listed_and_those_that_it_imports() {
    let file = |package: &str, imports: &[&str]| {
        let imports: Vec<String> =
            imports.iter().map(|path| format!("import _ \"example.com/m/{path}\"\n")).collect();
        format!("package {package}\n\n{}\n\nfunc F() {{}}\n", imports.concat())
    };
    let project = Project::new(&[
        ("app/store/store.go", &file("store", &["app/log", "codec"])),
        ("app/log/log.go", &file("log", &[])),
        ("codec/codec.go", &file("codec", &["app/log"])),
        ("web/web.go", &file("web", &["app/store"])),
        ("web/more.go", &file("web", &["app/store", "codec"])),
        ("web/web_test.go", &file("web", &["app/log"])),
    ]);
    let listed = |question: &str| -> Vec<(String, String)> {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter();
        let text = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap().to_owned();
        rows.map(|row| (text(row, "qualifiedName"), text(row, "relation"))).collect()
    };
    for (question, expect) in [
        ("who imports app/store", "web importer, app/store named"),
        (
            "which packages import example.com/m/app/log?",
            "app/store importer, codec importer, web importer, app/log named",
        ),
        ("who imports log !test", "app/store importer, codec importer, app/log named"),
        ("who imports log in web", "web importer, app/log named"),
        ("what does web import", "app/store import, codec import, app/log import, web named"),
        ("imports of web from app", "app/store import, app/log import, web named"),
    ] {
        let mut rows = listed(question);
        // Which of two is the more important is not the question here; tests alone come last.
        let tests = rows.iter().position(|row| row == &("web".to_owned(), "importer".to_owned()));
        assert!(tests.is_none_or(|at| at + 2 == rows.len()), "{question}: {rows:?}");
        let of_tests = |row: &(String, String)| (row.1 == "named", row.0 == "web" || row.0.ends_with("log"));
        rows.sort_by_key(|row| (of_tests(row), row.clone()));
        let said: Vec<String> = rows.iter().map(|(name, role)| format!("{name} {role}")).collect();
        assert_eq!(said.join(", "), expect, "{question}");
    }
    let text = project.good(&["query", "who imports codec"]);
    assert!(text.starts_with("2 importers of codec\n") && text.contains("  web/more.go:4  ["), "{text}");
    let text = project.good(&["query", "who imports net/http"]);
    assert!(
        text.starts_with(
            "there is no package net/http in this tree, and nothing imports it; searched by words instead\n"
        ),
        "{text}"
    );
    let text = project.run(&["pack", "who imports codec", "--budget", "300"]).out;
    assert!(
        text.contains("- web/more.go:1 `package web // import \"example.com/m/web\"`, importer\n"),
        "{text}"
    );
}

#[test]
fn of_a_name_from_outside_it_is_told_what_is_known_and_what_else_to_ask() {
    let code = "package a\n\nimport (\n\t\"encoding/json\"\n\t\"sync\"\n\n\traft \"go.etcd.io/raft/v3\"\n\t\"m.org/go-zap\"\n)\n\n\
                type Guarded struct {\n\tsync.Mutex\n\tn int\n}\n\ntype Kept struct {\n\tmu sync.Mutex\n\t*zap.Logger\n}\n\n\
                func Read(data []byte) { json.Unmarshal(data, nil); raft.Start() }\n";
    let own = "package store\n\ntype Mutex struct{}\n";
    let project = Project::new(&[("a/a.go", code), ("store/store.go", own)]);
    for (question, said) in [
        (
            "who calls json.Marshal",
            "nothing here refers to one from outside; ask “who imports encoding/json”;",
        ),
        (
            "users of encoding/json.Decoder",
            "nothing here refers to one from outside; ask “who imports encoding/json”;",
        ),
        (
            "callees of json.Unmarshal",
            "callees of what is from outside are not recorded; ask “who imports encoding/json”;",
        ),
        (
            "who implements raft.Storage",
            "no type here is known to satisfy one from outside; ask “who imports go.etcd.io/raft/v3”;",
        ),
        (
            "who embeds json.Decoder",
            "no struct here is seen to embed one from outside; ask “who imports encoding/json”;",
        ),
        ("who calls store.Nothing", "there is no store.Nothing in this tree; searched by words instead"),
        ("who calls foo.Bar", "there is no foo.Bar in this tree; searched by words instead"),
    ] {
        let answer = project.run(&["query", question]);
        assert!((answer.out.clone() + &answer.err).contains(said), "{question}: {answer:?}");
    }
    for (question, embedder, line) in
        [("who embeds sync.Mutex", "Guarded", 12), ("who embeds zap.Logger", "Kept", 18)]
    {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer), [embedder], "{question}");
        assert_eq!(answer["results"][0]["relationLines"], serde_json::json!([line]), "{question}");
    }
    let text = project.good(&["query", "who embeds sync.Mutex"]);
    let expected =
        "1 embedder of sync.Mutex, from outside (structs only: interfaces that embed it are not known)";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn who_refers_to_what_is_from_outside_is_known_with_its_lines() {
    let code = "package a\n\nimport (\n\t\"net/http\"\n\t\"os\"\n\t\"unsafe\"\n\t\"m.org/go-zap/v2\"\n)\n\n\
                type Kept struct {\n\t*zap.Logger\n\tlog zap.Logger\n}\n\n\
                func (k *Kept) Fail(c *http.Client) {\n\tc.Do(nil)\n\tk.Sync()\n\tk.log.Sync()\n\tzap.New()\n\tos.Exit(1)\n\
                \tos.Exit(2)\n}\n\nvar exit = os.Exit\n\nfunc args() int { return len(os.Args) }\n\n\
                func all(k *Kept) { k.Fail(nil); os.Exit(0); panic(unsafe.Sizeof(0)) }\n";
    let test = "package a\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestFail(t *testing.T) {\n\tos.Exit(1)\n\tt.Fatal()\n}\n";
    let project = Project::new(&[("a/a.go", code), ("a/a_test.go", test)]);
    for (question, expected) in [
        (
            "who calls os.Exit",
            &[("Kept.Fail", &[20, 21][..]), ("all", &[28]), ("TestFail", &[9]), ("exit", &[24])][..],
        ),
        ("who calls Exit", &[("Kept.Fail", &[20, 21]), ("all", &[28]), ("TestFail", &[9]), ("exit", &[24])]),
        // Declared by what the type embeds.
        ("who calls testing.T.Fatal", &[("TestFail", &[10])]),
        ("who calls os.Exit outside tests", &[("Kept.Fail", &[20, 21]), ("all", &[28]), ("exit", &[24])]),
        ("who calls http.Client.Do", &[("Kept.Fail", &[16])]),
        ("who calls zap.New", &[("Kept.Fail", &[19])]),
        ("who calls zap.Logger.Sync", &[("Kept.Fail", &[17, 18])]),
        ("who uses zap.Logger", &[("Kept", &[11, 12])]),
        ("who reads os.Args", &[("args", &[26])]),
        ("who calls panic", &[("all", &[28])]),
        ("who uses unsafe.Sizeof", &[("all", &[28])]),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap();
        let mut got: Vec<(&str, &serde_json::Value)> = rows
            .iter()
            .map(|row| (row["qualifiedName"].as_str().unwrap_or_default(), &row["relationLines"]))
            .collect();
        let mut expected: Vec<_> =
            expected.iter().map(|(name, lines)| (*name, serde_json::json!(lines))).collect();
        got.sort_by_key(|row| row.0);
        expected.sort_by_key(|row| row.0);
        let got: Vec<_> = got.into_iter().map(|(name, lines)| (name, lines.clone())).collect();
        assert_eq!(got, expected, "{question}");
    }
    let text = project.good(&["query", "who calls os.Exit"]);
    let said = "3 callers of os.Exit, from outside, then 1 more possible through its value\n";
    assert!(text.starts_with(said), "{text}");
    let text = project.good(&["query", "what does all call"]);
    assert!(text.starts_with("1 callee of a.all; outside of this tree os.Exit, unsafe.Sizeof\n"), "{text}");
    let text = project.good(&["query", "what does TestFail call"]);
    let said = "no callee of TestFail in this tree, only outside: os.Exit, testing.T.Fatal; searched by words instead\n";
    assert!(text.starts_with(said), "{text}");
    // What tests build for themselves is no code outside of them.
    let data = "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(3) }\n";
    let project = Project::new(&[("a/a.go", code), ("a/testdata/p/main.go", data)]);
    for (question, is_there) in [
        ("who calls os.Exit", true),
        ("who calls os.Exit outside tests", false),
        ("who calls os.Exit !test", false),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer).contains(&"main"), is_there, "{question}");
    }
}

#[test]
fn who_imports_a_package_from_outside_is_known_and_its_path_s_words_are_not_corrected() {
    let project = Project::new(&[
        (
            "a/a.go",
            "package a\n\nimport (\n\t\"net/http\"\n\t\"github.com/oklog/run\"\n)\n\nvar Group run.Group\nvar C http.Client\n",
        ),
        ("b/b.go", "package b\n\n// Klog writes.\nfunc Klog() {}\n"),
        ("b/b_test.go", "package b\n\nimport \"github.com/oklog/run\"\n\nvar group run.Group\n"),
        ("c/c.go", "package c\n\nimport _ \"github.com/alecthomas/kingpin/v2\"\n"),
    ]);
    for (question, said, rows) in [
        (
            "who imports github.com/oklog/run",
            "2 importers of github.com/oklog/run\n",
            &["a/a.go:5", "b/b_test.go:3"][..],
        ),
        ("what imports oklog/run?", "2 importers of github.com/oklog/run\n", &["a/a.go:5", "b/b_test.go:3"]),
        ("who imports github.com/oklog/run !test", "1 importer of github.com/oklog/run", &["a/a.go:5"]),
        ("who imports net/http", "1 importer of net/http\n", &["a/a.go:4"]),
        (
            "who imports github.com/alecthomas/kingpin",
            "1 importer of github.com/alecthomas/kingpin/v2\n",
            &["c/c.go:3"],
        ),
        (
            "who imports golang.org/x/net",
            "there is no package golang.org/x/net in this tree, and nothing imports",
            &[],
        ),
    ] {
        let answer = project.run(&["query", question]);
        let text = answer.out + &answer.err;
        assert!(text.contains(said), "{question}: {text}");
        let listed: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("[importer;"))
            .filter_map(|line| line.split_whitespace().find(|word| word.contains(".go:")))
            .collect();
        assert_eq!(listed, rows, "{question}: {text}");
    }
    let text = project.run(&["query", "klog of oklog"]).out;
    assert!(
        text.contains("“oklog” is found here only in import paths; “who imports github.com/oklog/run”"),
        "{text}"
    );
    assert!(!text.contains("read as"), "{text}");
    let nothing = project.run(&["query", "alecthomas"]);
    assert!(
        nothing.out.contains("nothing matches: “alecthomas” is found here only in import paths"),
        "{nothing:?}"
    );
}

#[test]
fn what_a_type_has_by_embedding_is_found_under_its_name() {
    let code = "package p\n\ntype Box struct {\n\t*State\n\tother\n}\n\ntype other struct{ State int }\n\n\
                type State struct{ Base }\n\ntype Base struct{ Running bool }\n\nfunc (b *Base) Run() { b.Running = true }\n\n\
                func start(b *Box) { b.Run() }\n";
    let project = Project::new(&[("p/p.go", code)]);
    for (question, said) in [
        ("who sets Box.Running", "1 writer of Box.Running, which is p.Base.Running\n"),
        ("who calls p.Box.Run", "1 caller of p.Box.Run, which is p.Base.Run\n"),
        ("who calls (*State).Run", "1 caller of (*State).Run, which is p.Base.Run\n"),
        ("who sets Box.Gone", "there is no Box.Gone in this tree; searched by words instead\n"),
    ] {
        let text = project.good(&["query", question]);
        assert!(text.starts_with(said), "{text}");
    }
    assert_eq!(names(&asked(&project, &["query", "Box.Running", "--json"]))[0], "Base.Running");
}

#[test]
fn who_reads_a_field_is_told_from_who_sets_it() {
    let project = Project::new(&[(
        "conf/conf.go",
        "package conf\n\nimport (\n\t\"flag\"\n\t\"sync/atomic\"\n)\n\ntype Config struct{ Dir string }\n\nvar level int\n\n\
         func New() *Config { return &Config{Dir: \".\"} }\n\nfunc (c *Config) Path() string { return c.Dir }\n\n\
         func (c *Config) Flags() { flag.StringVar(&c.Dir, \"dir\", \"\", \"\") }\n\n\
         func Louder() { level++ }\n\nfunc IsLoud() bool { return level > 3 }\n\n\
         type Server struct {\n\tclosed atomic.Bool\n\tat Place\n}\n\ntype Place struct{ port int }\n\n\
         func (s *Server) Close() { s.closed.Store(true) }\n\nfunc (s *Server) Down() bool { return s.closed.Load() }\n\n\
         func (s *Server) Move(port int) { s.at.port = port }\n\nfunc At(port int) Place { return Place{port} }\n\n\
         // Dir is set by the directory where it is read.\nfunc Directory() {}\n",
    )]);
    let first = |question: &str| -> String {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter();
        let rows = rows.map(|row| (row["qualifiedName"].as_str().unwrap(), row["relation"].as_str()));
        let mut rows: Vec<String> =
            rows.map(|(name, role)| format!("{name} {}", role.unwrap_or_default())).collect();
        let ends = rows.len().saturating_sub(1);
        rows[..ends].sort();
        rows.join(", ")
    };
    let address = "Config.Flags possible";
    for (question, expect) in [
        ("who sets Config.Dir", format!("{address} writer, New writer, Config.Dir named")),
        ("where is conf.Config.Dir assigned?", format!("{address} writer, New writer, Config.Dir named")),
        ("who reads Config.Dir", format!("{address} reader, Config.Path reader, Config.Dir named")),
        ("what changes conf.level", "Louder writer, level named".to_owned()),
        ("who reads conf.level", "IsLoud reader, Louder reader, level named".to_owned()),
        ("who sets Server.closed", "Server.Close writer, Server.closed named".to_owned()),
        ("who reads Server.closed", "Server.Down reader, Server.closed named".to_owned()),
        ("who sets Server.at", "Server.Move writer, Server.at named".to_owned()),
        ("who sets Place.port", "At writer, Server.Move writer, Place.port named".to_owned()),
    ] {
        assert_eq!(first(question), expect, "{question}");
    }
    let text = project.good(&["query", "who sets Config.Dir"]);
    let said = "1 writer of Config.Dir, then 1 more possible through its address\n";
    assert!(text.starts_with(said), "{text}");
    project.write(
        "outside.go",
        "package conf\n\nimport \"example.org/atomic\"\n\n\
         type Head struct {\n\tfrom atomic.Int64\n\tto *atomic.Int64\n}\n\n\
         func (h *Head) Cut() { h.from.Store(1); h.to.Store(2) }\n",
    );
    let text = project.good(&["query", "who sets Head.from"]);
    assert!(text.contains("0 writers of Head.from, then 1 more possible through its address\n"), "{text}");
    let text = project.good(&["query", "who sets Head.to"]);
    assert!(text.contains("no writer of Head.to"), "a pointer is only read: {text}");
    let prose = asked(&project, &["query", "where is the dir set", "--json"]);
    assert!(prose["relation"].is_null(), "{prose}");
}

#[test]
fn a_place_can_stand_in_the_middle_and_what_is_no_relation_is_told() {
    let project = Project::sample();
    for (question, said) in [
        ("where does store use config.Config", None),
        (
            "where does the package store call store.NewMemory?",
            Some("2 callers of store.NewMemory, narrowed from"),
        ),
        ("who in store calls store.NewMemory", Some("2 callers of store.NewMemory, narrowed from")),
        (
            "explain calls to store.NewMemory",
            Some("“calls to store.NewMemory” is not read as a relation; searched by words instead\n"),
        ),
        ("how does store call store.NewMemory", None),
        ("store: Open calls store.NewMemory", None),
    ] {
        let run = project.run(&["query", question]);
        match said {
            Some(said) => assert!(run.out.starts_with(said), "{question}: {}", run.out),
            None => assert!(!run.out.contains("not read as a relation"), "{question}: {}", run.out),
        }
    }
}

#[test]
fn tests_of_the_kind_that_is_asked_for_come_first() {
    let test = "package heap\n\nimport \"testing\"\n\nfunc TestHeapPush(t *testing.T) { Push(1) }\n\n\
                func BenchmarkHeapPush(b *testing.B) { Push(1) }\n\nfunc ExamplePush() { Push(1) }\n\n\
                func FuzzHeapPush(f *testing.F) { Push(1) }\n\nfunc pushHeap() { Push(1) }\n";
    let code = "package heap\n\n// Push pushes onto the heap.\nfunc Push(n int) {}\n";
    let project = Project::new(&[("heap/heap.go", code), ("heap/heap_test.go", test)]);
    for (question, first) in [
        ("benchmarks of heap.Push", "BenchmarkHeapPush"),
        ("examples for heap.Push", "ExamplePush"),
        ("example of using heap.Push", "ExamplePush"),
        ("fuzz tests of heap", "FuzzHeapPush"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer)[0], first, "{question}: {:?}", names(&answer));
    }
    let examples = project.good(&["query", "examples of heap.Push"]);
    let line = examples.lines().find(|line| line.contains("ExamplePush")).unwrap_or_default();
    assert!(line.contains("[uses heap.Push at 9; "), "{examples}");
    let answer = asked(&project, &["query", "examples of heap.Push", "--json"]);
    let row = &answer["results"][0];
    assert_eq!((&row["relation"], &row["relationLines"]), (&json!("test"), &json!([9])), "{row}");
    assert_eq!(row["relationOf"], "heap/heap.go::Push::func");
}

#[test]
fn tests_that_call_what_is_named_come_before_those_that_only_speak_of_it() {
    let code = "package manager\n\ntype Manager struct{}\n\n// ShouldRestart says whether to restart.\n\
                func (Manager) ShouldRestart() bool { return true }\n";
    let test = "package manager\n\nimport \"testing\"\n\nfunc ask() bool { return Manager{}.ShouldRestart() }\n\n\
                func TestTimeout(t *testing.T) { Manager{}.ShouldRestart() }\n\nfunc TestBackoff(t *testing.T) { ask() }\n\n\
                func BenchmarkManager(b *testing.B) { Manager{}.ShouldRestart() }\n";
    let other = "package shop\n\nimport \"testing\"\n\n// TestShouldRestart tests whether a shop should restart.\n\
                 func TestRestart(t *testing.T) {}\n\nfunc TestRestartShould(t *testing.T) {}\n";
    let project = Project::new(&[
        ("manager/manager.go", code),
        ("manager/manager_test.go", test),
        ("shop/shop.go", "package shop\n"),
        ("shop/restart_test.go", other),
    ]);
    let first = |question: &str, n: usize| -> Vec<String> {
        let answer = asked(&project, &["query", question, "--json"]);
        names(&answer).into_iter().take(n).map(str::to_owned).collect()
    };
    for question in
        ["tests for ShouldRestart", "which tests call ShouldRestart?", "tests covering Manager.ShouldRestart"]
    {
        assert_eq!(
            first(question, 4),
            ["TestTimeout", "BenchmarkManager", "TestBackoff", "ask"],
            "{question}"
        );
    }
    assert_eq!(first("benchmarks of ShouldRestart", 1), ["BenchmarkManager"]);
    // Its own test, beside it and called as it is, goes before others that call it, if only a helper of it does.
    let code = "package cut\n\nfunc Cut() {}\n\ntype Saw struct{}\n\nfunc (Saw) Run() {}\n";
    let tests = "package cut\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) { Cut(); Saw{}.Run() }\n\nfunc try() { Cut() }\n\n\
                 func TestCutting(t *testing.T) { Cut() }\n\nfunc TestCutTwice(t *testing.T) { Cut() }\n\n\
                 func TestCut(t *testing.T) { try() }\n\nfunc TestSaw_Run(t *testing.T) { Saw{}.Run() }\n";
    let far = "package a\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/cut\"\n)\n\nfunc TestCut(t *testing.T) { cut.Cut() }\n";
    let project = Project::new(&[("a/a_test.go", far), ("cut/cut.go", code), ("cut/cut_test.go", tests)]);
    let all = |question: &str| names(&asked(&project, &["query", question, "--json"])).join(" ");
    let own = all("tests for cut.Cut");
    assert!(own.starts_with("TestCut TestCutTwice TestAll TestCutting TestCut "), "{own}");
    let told = project.good(&["query", "tests for cut.Cut"]);
    let lines: Vec<&str> = told.lines().filter(|line| line.contains("  TestCut ")).collect();
    assert!(lines[0].contains("[uses cut.try at 13, which uses cut.Cut; "), "{told}");
    let own = all("tests for Saw.Run");
    assert!(own.starts_with("TestSaw_Run TestAll "), "{own}");
}

#[test]
fn tests_that_only_reach_what_is_named_come_before_what_is_called_like_it() {
    let code = "package undo\n\n// ContinueUndo continues to undo.\nfunc ContinueUndo() { step() }\n\nfunc step() {}\n\n\
                func all() { ContinueUndo() }\n\nfunc Do() { all() }\n\nfunc Engine() { Do() }\n";
    let far = "package engine\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/undo\"\n)\n\nfunc run() { undo.Engine() }\n\n\
               func TestAll(t *testing.T) { undo.Do() }\n\nfunc TestEngineUndo(t *testing.T) { run() }\n\n\
               func BenchmarkAll(b *testing.B) { run() }\n";
    let other = "package other\n\nimport \"testing\"\n\n// TestContinue tests how to continue to undo.\n\
                 func TestContinue(t *testing.T) {}\n";
    let project = Project::new(&[
        ("undo/undo.go", code),
        ("engine/engine_test.go", far),
        ("other/other_test.go", other),
        ("other/other.go", "package other\n"),
    ]);
    let first = |question: &str, n: usize| -> Vec<String> {
        let answer = asked(&project, &["query", question, "--json"]);
        names(&answer).into_iter().take(n).map(str::to_owned).collect()
    };
    assert_eq!(first("tests for ContinueUndo", 3), ["TestEngineUndo", "TestAll", "BenchmarkAll"]);
    let told = project.good(&["query", "tests for ContinueUndo"]);
    assert!(told.contains("[reaches undo.ContinueUndo by what it calls; "), "{told}");
    assert_eq!(first("benchmarks of ContinueUndo", 2), ["BenchmarkAll", "TestEngineUndo"]);
}

#[test]
fn a_type_is_asked_for_its_values_and_its_members() {
    let code = "package net\n\ntype State int\n\nconst (\n\tNew State = iota\n\tActive\n\tIdle\n)\n\n\
                const Most = int(Idle)\n\nvar First = State(0)\n\nvar Names = map[State]string{}\n\n\
                var Any, Other *State\n\nfunc (State) Done() bool { return false }\n\n\
                type Conn struct{ state State }\n\nfunc (Conn) Close() {}\n";
    let project = Project::new(&[("net/net.go", code)]);
    let all = |question: &str| -> String {
        let answer = asked(&project, &["query", question, "--json"]);
        names(&answer).join(" ")
    };
    for question in ["constants of net.State", "values of State", "what values can net.State have?"] {
        assert_eq!(all(question), "New Active Idle First Any Other State", "{question}");
    }
    assert_eq!(all("values of State kind:const"), "New Active Idle");
    let mut members: Vec<String> = all("members of Conn").split(' ').map(str::to_owned).collect();
    members.sort();
    assert_eq!(members, ["Conn", "Conn.Close", "Conn.state"]);
}

#[test]
fn of_a_name_that_several_have_it_is_said_which_is_meant() {
    let file = |package: &str| {
        format!(
            "package {package}\n\ntype Driver interface{{ Run() }}\n\ntype {package} struct{{}}\n\nfunc ({package}) Run() {{}}\n"
        )
    };
    let other = |n: usize| format!("package p{n}\n\nfunc New() {{}}\n");
    let mut files = vec![("a/a.go".to_owned(), file("a")), ("b/b.go".to_owned(), file("b"))];
    (0..13).for_each(|n| files.push((format!("p{n}/p.go"), other(n))));
    let closing = "package c\n\ntype T struct{}\n\nfunc (T) Close() {}\n\nfunc Close() {}\n\nfunc F() { Close() }\n\n\
         func call() {}\n\nfunc G() { call() }\n";
    files.push(("c/c.go".to_owned(), closing.to_owned()));
    for system in ["linux", "windows", "darwin", "freebsd", "netbsd", "openbsd", "plan9"] {
        for architecture in ["amd64", "arm64"] {
            let path = format!("v/z_{system}_{architecture}.go");
            files.push((path, "package v\n\ntype Stat struct{}\n".to_owned()));
        }
    }
    let user = "package q\n\nimport \"example.com/m/p3\"\n\nfunc Q() { p3.New() }\n\nfunc call() {}\n";
    files.push(("q/q.go".to_owned(), user.to_owned()));
    files.push(("v/v.go".to_owned(), "package v\n\nfunc S(Stat) {}\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let project = Project::new(&files);
    for (question, said) in [
        ("who implements Driver", "2 implementers of 2 interfaces named Driver"),
        ("who implements a.Driver", "2 implementers of a.Driver\n"),
        ("who calls New", "13 are named New: say which, as in package.New; searched by words instead"),
        // The place says which, where no other end is there.
        ("who calls New in p3", "1 caller of p3.New\n"),
        // The verb holds the name, too.
        ("who calls call in q", "no caller of q.call is known; searched by words instead\n"),
        ("who calls New in q", "13 are named New: say which"),
        ("who implements Driver in b", "1 implementer of 2 interfaces named Driver, narrowed"),
        ("who calls c.Close", "1 caller of c.Close\n"),
        ("users of v.Stat", "1 user of v.Stat\n"),
        ("users of Stat", "1 user of v.Stat\n"),
    ] {
        let text = project.good(&["query", question]);
        assert!(text.starts_with(said), "{question}: {text}");
    }
    let answer = asked(&project, &["query", "who implements Driver", "--json"]);
    assert!(answer["results"][0]["relationOf"].as_str().unwrap().ends_with("Driver::interface"), "{answer}");
}

#[test]
fn a_pack_of_a_relation_says_what_its_pieces_are() {
    let code =
        "package m\n\ntype Opts struct{ n int }\n\nfunc F(o Opts) {}\n\nfunc Caller(o Opts) { F(o) }\n";
    let project = Project::new(&[("m.go", code)]);
    let text = project.run(&["pack", "who calls m.F", "--budget", "300"]).out;
    assert!(text.starts_with("# who calls m.F: 1 caller of m.F\n"), "{text}");
    for piece in ["Caller (func, caller)", " F (func, named)", "Opts (struct, used by these)"] {
        assert!(text.contains(piece), "{piece}: {text}");
    }
    let json = project.run(&["pack", "who calls m.F", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["symbols"][0]["relation"], "used by these");
    let narrow = project.run(&["query", "kind:func pkg:m"]);
    assert!(narrow.err.contains("only narrows"), "{}", narrow.err);
}

#[test]
fn a_pack_of_a_relation_names_every_end_before_it_shows_one_whole() {
    let mut code = String::from("package a\n\nfunc Nap() {}\n");
    (0..30).for_each(|n| {
        let body = "\tprintln(\"awake\")\n".repeat(if n < 4 { 20 } else { 1 });
        write!(code, "\nfunc caller{n}() {{\n\tNap()\n{body}}}\n").unwrap();
    });
    let project = Project::new(&[("a/a.go", &code)]);
    let named = |budget: &str| {
        let text = project.run(&["pack", "who calls a.Nap", "--budget", budget]).out;
        let is_named =
            |n: &i32| [", caller", " (func"].iter().any(|rest| text.contains(&format!(" caller{n}{rest}")));
        (0..30).filter(is_named).count()
    };
    assert_eq!(named("1100"), 30);
    let some = named("200");
    assert!((1..30).contains(&some), "where there is no room for all, the best choice");
    let head = |budget: &str| {
        let text = project.run(&["pack", "who calls a.Nap", "--budget", budget]).out;
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(head("1100"), "# who calls a.Nap: 30 callers of a.Nap");
    assert_eq!(head("200"), format!("# who calls a.Nap: 30 callers of a.Nap; {some} of them below"));
}

#[test]
fn all_that_is_asked_for_is_listed_whether_or_not_a_pack_has_room_for_it() {
    let mut code = String::from("package a\n\nfunc Nap() {}\n");
    (0..30).for_each(|n| write!(code, "\nfunc longNameOfACaller{n}() {{ Nap() }}\n").unwrap());
    let project = Project::new(&[("a/a.go", &code)]);
    let answer = asked(&project, &["query", "who calls a.Nap", "--budget", "100", "--json"]);
    let rows = answer["results"].as_array().unwrap();
    assert_eq!(rows.len(), 31);
    assert!(rows.iter().any(|row| row["view"].is_null()), "{rows:?}");
    let text = project.good(&["query", "who calls a.Nap", "--budget", "100"]);
    assert!(text.starts_with("30 callers of a.Nap\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("longNameOfACaller")).count(), 30, "{text}");
}

#[test]
fn a_pasted_line_that_begins_with_a_hyphen_is_a_question() {
    let test = "package a\n\nimport \"testing\"\n\nfunc TestRenew(t *testing.T) {}\n";
    let project = Project::new(&[("a/a.go", "package a\n\nfunc Nap() {}\n"), ("a/a_test.go", test)]);
    let answer = asked(&project, &["query", "--- FAIL: TestRenew/case_2 (0.00s)", "--json", "--limit", "3"]);
    assert_eq!(answer["query"], "--- FAIL: TestRenew/case_2 (0.00s)");
    assert_eq!(answer["results"][0]["name"], "TestRenew");
    assert!(project.good(&["pack", "- the nap", "--budget", "200"]).contains("Nap"));
    let wrong = project.run(&["query", "--limt", "nap"]);
    assert!(wrong.err.contains("--limt"), "{}", wrong.err);
}

#[test]
fn what_returns_a_type_has_it_among_its_results_and_where_it_is_called_is_told() {
    let project = Project::new(&[
        (
            "a/a.go",
            "package a\n\ntype T struct{ n int }\n\ntype Holder struct{ t T }\n\n\
             func New() *T { return &T{} }\n\nfunc (h Holder) All(of T) ([]T, error) {\n\treturn nil, nil\n}\n\n\
             func take(t T, f func() T) {\n\tt.n++\n\tNew()\n\tNew()\n}\n\n\
             type Store interface {\n\tGet() (T, error)\n\tPut(T) error\n\tAll() []string\n}\n\n\
             type fast struct{}\n\nfunc (fast) Sync() error { return nil }\n\n\
             type slow struct{}\n\nfunc (slow) Sync() error { return nil }\n\n\
             func flush(s interface{ Sync() error }) error {\n\ttake(*New(), nil)\n\treturn s.Sync()\n}\n",
        ),
        ("app/log/log.go", "package log\n\nfunc Print() {}\n"),
        ("old/log/log.go", "package log\n\nfunc Write() {}\n"),
    ]);
    let rows = |question: &str| {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().clone();
        let name = |row: &serde_json::Value| row["qualifiedName"].as_str().unwrap().to_owned();
        let mut ends: Vec<String> =
            rows.iter().filter(|row| row["relation"] == "returner").map(name).collect();
        ends.sort();
        (ends, rows)
    };
    assert_eq!(rows("what returns a.T").0, ["Holder.All", "New", "Store.Get"]);
    let (_, callees) = rows("what does flush call");
    let told: Vec<_> = callees
        .iter()
        .map(|row| (row["qualifiedName"].as_str(), row["relation"].as_str(), row["relationLines"].clone()))
        .collect();
    assert_eq!(
        told,
        [
            (Some("take"), Some("callee"), serde_json::json!([34])),
            (Some("New"), Some("callee"), serde_json::json!([34])),
            (Some("fast.Sync"), Some("possible callee"), serde_json::json!([35])),
            (Some("slow.Sync"), Some("possible callee"), serde_json::json!([35])),
            (Some("flush"), Some("named"), serde_json::json!(null)),
        ],
    );
    let text = project.good(&["query", "what does flush call"]);
    assert!(text.contains("[callee called at 34; "), "{text}");
    let (_, callers) = rows("who calls New");
    assert_eq!(callers[0]["relationLines"], serde_json::json!([15, 16]), "{callers:?}");
    let text = project.good(&["query", "who calls New"]);
    assert!(text.contains("[caller at 15, 16; "), "{text}");
    let (_, packages) = rows("what does package log do");
    let first: Vec<&str> = packages.iter().take(2).map(|row| row["kind"].as_str().unwrap()).collect();
    assert_eq!(first, ["package", "package"], "{packages:?}");
}

#[test]
fn a_call_that_an_embedded_interface_hands_on_is_known() {
    let project = Project::new(&[(
        "a/a.go",
        "package a\n\nimport \"io\"\n\ntype Tx interface{ Commit() error }\n\ntype Real struct{}\n\n\
         func (Real) Commit() error { return work() }\n\ntype Other struct{}\n\n\
         func (Other) Commit() error { return nil }\n\nfunc work() error { return nil }\n\n\
         type Adapter interface {\n\tCommit() error\n\textra()\n}\n\ntype Wrap struct{ Tx }\n\n\
         func (*Wrap) extra() {}\n\nfunc Run(a Adapter) error { return a.Commit() }\n\n\
         func Direct(t Tx) error { return t.Commit() }\n\n\
         type Shut interface{ Close() error }\n\ntype door struct{}\n\n\
         func (door) Close() error { return work() }\n\ntype file struct {\n\tio.Reader\n\tShut\n}\n\n\
         func All(rc io.ReadCloser) error { return rc.Close() }\n",
    )]);
    let path = project.good(&["path", "Run", "work"]);
    for step in ["Adapter.Commit", "Tx.Commit", "Real.Commit"] {
        assert!(path.contains(step), "{path}");
    }
    let callers = project.good(&["query", "who calls Real.Commit"]);
    assert!(
        callers.starts_with("0 callers of Real.Commit, then 2 more possible through a.Tx\n"),
        "{callers}"
    );
    let impact = project.good(&["impact", "Real.Commit", "--limit", "0"]);
    assert!(impact.contains("  Run ") && !impact.contains("Other"), "only who calls it: {impact}");
    let of_outside = project.good(&["impact", "door.Close", "--threshold", "0.01"]);
    assert!(of_outside.contains("  All "), "through an interface from outside: {of_outside}");
}

/// The first line of an answer.
fn heading(project: &Project, question: &str) -> String {
    project.good(&["query", question]).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_name_in_other_letters_is_read_as_the_tree_writes_it_and_a_package_as_what_is_imported() {
    let project = Project::sample();
    let first = |question: &str| heading(&project, question);
    for (question, expect) in [
        ("who calls newmemory", "5 callers of store.NewMemory"),
        ("who calls STORE.newmemory?", "5 callers of store.NewMemory"),
        (
            "callers of newmemory in store",
            "2 callers of store.NewMemory, narrowed from 5 to what is in store",
        ),
        ("methods of memory", "4 methods of store.Memory"),
        ("who implements STORE", "2 implementers of store.Store"),
        ("who uses worker", "2 importers of worker"),
        ("what would break if I change worker?", "2 importers of worker"),
        ("callers of httpapi", "2 importers of httpapi"),
        (
            "what does httpapi depend on",
            "3 imports of httpapi; outside of this tree context, encoding/json, errors, fmt, net/http and 1 more",
        ),
        // What is named so in just these letters is meant.
        ("who uses backoff", "2 users of millrace.Service.backoff"),
        // Words of prose stay words.
        ("where is memory set", "rank    score  tokens  view     kind       symbol"),
        ("who calls nosuch", "nothing in this tree is named nosuch; searched by words instead"),
    ] {
        assert_eq!(first(question), expect, "{question}");
    }
    let tests = |question: &str| project.good(&["query", question]);
    assert!(
        tests("tests for newmemory").contains("uses store.NewMemory at"),
        "{}",
        tests("tests for newmemory")
    );
    // Of several ways of writing it the one that carries the most.
    project.write("store/odd.go", "package store\n\nfunc newMEMORY() {}\n");
    assert_eq!(first("who calls newmemory"), "5 callers of store.NewMemory");
    // What test data calls so hides no package.
    project.write("worker/testdata/a.go", "package a\n\nfunc worker() {}\n");
    assert_eq!(first("who uses worker"), "2 importers of worker");
}

#[test]
fn what_a_package_declares_is_listed_by_kind() {
    let project = Project::sample();
    let said = |question: &str| heading(&project, question);
    for (question, expect) in [
        ("interfaces in store", "3 interfaces of store"),
        ("exported functions of package queue", "1 exported function of queue"),
        ("List all the types in the worker package.", "3 types of worker"),
        ("methods of store", "8 methods of store"),
        ("methods in store", "8 methods of store"),
        ("constants of job", "5 constants of job"),
        ("structs in store in journal.go", "1 struct of store, narrowed from 3 to what is in journal.go"),
        ("interfaces in clock outside tests", "1 interface of internal/clock"),
        ("constants in store", "store declares no constants; searched by words instead"),
        ("functions in nosuch", "not found here: “nosuch”"),
    ] {
        assert_eq!(said(question), expect, "{question}");
    }
    let answer = asked(&project, &["query", "interfaces in store", "--json"]);
    let rows = answer["results"].as_array().unwrap();
    let of = |role: &str| rows.iter().filter(|row| row["relation"] == role).count();
    assert_eq!((of("interface"), of("named"), rows.len()), (3, 1, 4));
}

#[test]
fn who_asks_where_something_is_defined_is_shown_its_declaration() {
    let project = Project::sample();
    let first = |question: &str| -> Vec<String> {
        let answer = asked(&project, &["query", question, "--json"]);
        names(&answer).into_iter().take(1).map(str::to_owned).collect()
    };
    for (question, expect) in [
        ("where is Memory defined?", "Memory"),
        ("where is the struct memory declared", "Memory"),
        ("definition of newmemory", "NewMemory"),
        ("where is backoff defined", "Service.backoff"),
        ("what is a Store?", "Store"),
        ("what does Service do", "Service"),
        ("show me the Pool", "Pool"),
    ] {
        assert_eq!(first(question), [expect], "{question}");
        assert!(!project.good(&["query", question]).contains("not found here"), "{question}");
    }
    // Of very many of a name those that carry the most come first, in their order.
    let mut many = "package millrace\n\nfunc uses() { T33{}.Same() }\n".to_owned();
    for n in 0..40 {
        let _ = write!(many, "\ntype T{n} struct{{}}\n\nfunc (T{n}) Same() {{}}\n");
    }
    project.write("many.go", many);
    assert_eq!(first("where is Same defined"), ["T33.Same"]);
}
