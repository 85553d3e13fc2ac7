//! Questions for the other ends of edges: `who calls F`, `who implements I` and the like.

use std::fmt::Write as _;

use serde_json::json;

use crate::ask::{asked, names};
use crate::project::Project;

/// The first line of an answer.
pub(crate) fn heading(project: &Project, question: &str) -> String {
    project.good(&["query", question]).lines().next().unwrap_or_default().to_owned()
}

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
        assert_eq!(first(question, 3), ["Journal.replay", "NewMemory", "Open"], "{question}");
        assert!(!project.good(&["query", question]).contains("read as"), "{question}");
    }
    for question in ["show me all the callers of NewMemory", "where is store.NewMemory called from?"] {
        assert_eq!(first(question, 2), ["New", "Open"], "{question}");
    }
    assert_eq!(first("list all types implementing store.Store", 3), ["Memory", "Journal", "Store"]);
    let methods = project.good(&["query", "methods of store.Memory"]);
    assert!(methods.contains(" methods of store.Memory") && methods.contains("[method]"), "{methods}");
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
    assert_eq!(first("who is called by Open", 3), ["Journal.replay", "NewMemory", "Open"]);
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
    assert!(methods.starts_with("2 implementers of store.Reader.Get"), "{methods}");
    let kind = answer("who calls store.Memory");
    assert!(
        kind.starts_with("store.Memory is a struct, and has no callers; searched by words instead\n"),
        "{kind}"
    );
    assert!(
        answer("what returns store.Memory.Get").contains(" of store.Memory.Get, then "),
        "no type, so nothing returns it"
    );
    let many = (0..60).map(|n| format!("number{n} map[string]int, ")).collect::<Vec<_>>().concat();
    project.write(
        "long.go",
        format!("package millrace\n\ntype Rare struct{{}}\n\nfunc Long({many}) *Rare {{ return nil }}\n"),
    );
    assert!(answer("what returns Rare").starts_with("1 returner of millrace.Rare"));
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
    assert!(readers.starts_with("2 readers of all.live, which is a.state.live"), "{readers}");
    assert!(readers.contains("[reader at 16]") && readers.contains("[reader at 21]"), "{readers}");
    let writers = answer("who sets a.all.live");
    assert!(writers.starts_with("1 writer of a.all.live, which is"), "{writers}");
    assert!(writers.contains("[writer at 17]"), "{writers}");
    let makers = answer("who creates a.state");
    assert!(makers.starts_with("2 makers of a.state") && makers.contains("[maker at 13]"), "{makers}");
    assert!(makers.contains("[maker at 11]"), "a variable without a value: {makers}");
    assert!(answer("who creates a.Sum").contains("no users of a.Sum are known"), "nobody makes one");
    assert!(answer("who calls kept.grow").starts_with("1 caller of kept.grow, which is a.state.grow"));
    assert!(answer("who calls Conn.net.Up").starts_with("1 caller of Conn.net.Up, which is b.Net.Up"));
    assert!(answer("who reads a.Most").starts_with("1 user of a.Most"), "who reads a constant uses it");
    let called = answer("what calls main.main");
    assert!(called.starts_with("21 are named main.main: say which, as in cmd/p"), "{called}");
    let named = answer("what does main.main call in cmd/p3");
    assert!(named.starts_with("1 callee of cmd/p3.main"), "{named}");
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
        ("who calls Hash", "20 are named Hash: say which, as in a.T"),
        ("who calls Tag", "1 caller of a.T0.Tag"),
        ("who calls Stamp", "no function or method here is named Stamp; searched by words instead\n"),
        ("who calls All", "All is a struct, and has no callers; searched by words instead\n"),
    ] {
        let answer = project.good(&["query", question]);
        assert!(answer.starts_with(said), "{question}: {answer}");
    }
}

#[test]
fn a_package_that_is_said_by_its_folder_is_shown_by_its_name() {
    let project = Project::new(&[(
        "src/p.go",
        "package pile\n\ntype T struct{}\n\nfunc (T) Push() {}\n\nfunc Top() { T{}.Push() }\n\nfunc F() { Top() }\n",
    )]);
    for (question, said) in [
        ("who calls src.Top", "1 caller of pile.Top"),
        ("who calls pile.Top", "1 caller of pile.Top"),
        ("who calls src.T.Push", "1 caller of pile.T.Push"),
        ("who calls T.Push", "1 caller of T.Push"),
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
    assert!(broken.contains(" dependants of store.Store; "), "{broken}");
    assert!(broken.contains(" unlikely branches cut (Impact has them, and all tests)"), "{broken}");
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
        // A type made of it has no name, though fields have the same last word.
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
    assert!(called.starts_with("1 caller of flag.T0.error"), "no type is called: {called}");
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
             func kept() {}\n\nvar Keep = kept\n\nfunc keeps() func() {\n\tkept()\n\treturn kept\n}\n\n\
             func start() { renewAll(New()); renewAll(Fake()) }\n",
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
    let said = "1 caller of lessor.Renew, then 1 more possible through a.Lessor";
    assert!(text.starts_with(said) && text.contains("[possible caller at 19, through a.Lessor]"), "{text}");
    let text = project.good(&["query", "who calls a.kept"]);
    assert!(
        text.starts_with("1 caller of a.kept, then 1 more possible through its use as a value"),
        "{text}"
    );
    assert_eq!(roles("who calls a.kept")[1], row("Keep", "possible caller"));
    let text = project.good(&["query", "who calls lessor.Renew", "--seed", "b.T"]);
    assert!(
        text.contains("through a.Lessor; ") && text.contains("; and 1 seed\n") && text.contains("[seed]"),
        "{text}"
    );
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
    assert!(text.contains("no callers of a.Renewed are known; "), "{text}");
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
             method and outside of tests",
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
        ("who calls nap.Nap in Server", "1 caller of nap.Nap, narrowed from 5 to what is in struct Server"),
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
