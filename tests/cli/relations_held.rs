//! Questions for the other ends of edges, continued: what holds, sets and reads, and what cannot be answered.

use std::fmt::Write as _;

use serde_json::json;

use crate::ask::{asked, names};
use crate::mcp::Client;
use crate::project::Project;
use crate::relations::heading;

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
    assert!(lines[0].contains("[uses cut.try at 13, which uses cut.Cut]"), "{told}");
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
    assert!(told.contains("[reaches undo.ContinueUndo by what it calls]"), "{told}");
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
        ("who implements a.Driver", "2 implementers of a.Driver"),
        ("who calls New", "13 are named New: say which, as in "),
        // The place says which, where no other end is there.
        ("who calls New in p3", "1 caller of p3.New"),
        // The verb holds the name, too.
        ("who calls call in q", "no callers of q.call are known; "),
        ("who calls New in q", "13 are named New: say which"),
        ("who implements Driver in b", "1 implementer of 2 interfaces named Driver, narrowed"),
        ("who calls c.Close", "1 caller of c.Close"),
        ("users of v.Stat", "1 user of v.Stat"),
        ("users of Stat", "1 user of v.Stat"),
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
    assert!(text.starts_with("# who calls m.F: 1 caller of m.F"), "{text}");
    for piece in ["Caller (func, caller)", " F (func, named)", "Opts, used by these"] {
        assert!(text.contains(piece), "{piece}: {text}");
    }
    let json = project.run(&["pack", "who calls m.F", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let symbols = json["symbols"].as_array().unwrap();
    assert!(symbols.iter().any(|symbol| symbol["relation"] == "used by these"), "{json}");
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
    assert!(text.starts_with("30 callers of a.Nap"), "{text}");
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
             func flush(s interface{ Sync() error }) error {\n\ttake(*New(), nil)\n\treturn s.Sync()\n}\n\n\
             func start() { flush(fast{}); flush(slow{}) }\n",
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
    assert!(text.contains("[callee called at 34]"), "{text}");
    let (_, callers) = rows("who calls New");
    assert_eq!(callers[0]["relationLines"], serde_json::json!([15, 16]), "{callers:?}");
    let text = project.good(&["query", "who calls New"]);
    assert!(text.contains("[caller at 15, 16]"), "{text}");
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
         func All(rc io.ReadCloser) error { return rc.Close() }\n\n\
         func start() { Run(&Wrap{Real{}}); Direct(Real{}); All(&file{Shut: door{}}) }\n",
    )]);
    let path = project.good(&["path", "Run", "work"]);
    assert!(path.contains("Real.Commit") && !path.contains("Tx.Commit"), "{path}");
    let callers = project.good(&["query", "who calls Real.Commit"]);
    assert!(
        callers.starts_with("no sure callers of Real.Commit, but 2 possible through a.Adapter, a.Tx"),
        "{callers}"
    );
    let impact = project.good(&["impact", "Real.Commit", "--limit", "0"]);
    assert!(impact.contains("  Run ") && !impact.contains("Other"), "only who calls it: {impact}");
    let of_outside = project.good(&["impact", "door.Close", "--threshold", "0.01"]);
    assert!(of_outside.contains("  All "), "through an interface from outside: {of_outside}");
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
        // A symbol with exactly these letters as its name is meant.
        ("who uses backoff", "2 users of millrace.Service.backoff"),
        // Words of prose stay words.
        ("where is memory set", "rank    score  tokens  view       kind       symbol"),
        ("who calls nosuch", "nothing in this tree is named nosuch; searched by words instead"),
    ] {
        assert!(first(question).starts_with(expect), "{question}: {}", first(question));
    }
    let tests = |question: &str| project.good(&["query", question]);
    assert!(
        tests("tests for newmemory").contains("uses store.NewMemory at"),
        "{}",
        tests("tests for newmemory")
    );
    // Of several ways of writing it the one that carries the most.
    project.write("store/odd.go", "package store\n\nfunc newMEMORY() {}\n");
    assert!(first("who calls newmemory").starts_with("5 callers of store.NewMemory"));
    // Test data of this name hides no package.
    project.write("worker/testdata/a.go", "package a\n\nfunc worker() {}\n");
    assert!(first("who uses worker").starts_with("2 importers of worker"));
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

/// A question and the server's tool list the same ends at the same places, under the same line.
#[test]
fn a_relation_is_the_same_in_every_face() {
    let project = Project::sample();
    let mut client = Client::of(&project);
    for (relation, question, target) in [
        ("callers", "who calls store.Memory.Get", "store.Memory.Get"),
        ("callers", "who calls store.NewMemory", "store.NewMemory"),
        ("callees", "what does store.Open call", "store.Open"),
        ("users", "who uses store.Memory", "store.Memory"),
        ("implementers", "who implements store.Store", "store.Store"),
        ("implementers", "who implements store.Reader.Get", "store.Reader.Get"),
        ("embedders", "who embeds store.Reader", "store.Reader"),
        ("readers", "who reads millrace.Service.backoff", "millrace.Service.backoff"),
        ("writers", "who sets millrace.Service.backoff", "millrace.Service.backoff"),
        ("makers", "who creates store.Memory", "store.Memory"),
        ("returners", "what returns store.Memory", "store.Memory"),
        ("methods", "methods of store.Memory", "store.Memory"),
        ("fields", "fields of store.Memory", "store.Memory"),
        ("tests", "tests of store.NewMemory", "store.NewMemory"),
        ("importers", "who imports store", "store"),
        ("imports", "what does httpapi import", "httpapi"),
    ] {
        let answer = asked(&project, &["query", question, "--json", "--limit", "1000"]);
        let rows = answer["results"].as_array().unwrap().iter();
        let rows = rows.filter(|row| row["relation"] != "named");
        let mut asked: Vec<String> =
            rows.map(|row| format!("{}:{}", row["file"].as_str().unwrap(), row["line"])).collect();
        let told = client.good("callers", &json!({ "name": target, "relation": relation, "direct": false }));
        assert_eq!(answer["remarks"][0].as_str(), told.lines().next(), "{question}");
        // A row has the ends in one file: `store/memory.go: Memory.Get:12 at 14; NewMemory:3`.
        let rows = told.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": "));
        let mut listed: Vec<String> = rows
            .flat_map(|(path, ends)| {
                let lines = ends.split("; ").filter_map(|end| end.split(' ').next()?.rsplit(':').next());
                lines.map(|line| format!("{path}:{line}")).collect::<Vec<_>>()
            })
            .collect();
        asked.sort();
        listed.sort();
        assert!(!asked.is_empty() && listed == asked, "{question}: {asked:?}\n{told}");
    }
}

#[test]
fn a_method_that_is_only_called_through_an_interface_has_the_tests_that_reach_it() {
    let each = |text: &dyn Fn(usize) -> String| (0..30).map(text).collect::<String>();
    let types = each(&|nth| format!("type T{nth} struct{{ n int }}\n\nfunc (x T{nth}) Visit() {{}}\n\n"));
    let code = format!(
        "package walk\n\ntype Visitor interface{{ Visit() }}\n\nfunc Walk(v Visitor) {{ v.Visit() }}\n\n{types}"
    );
    let tests = each(&|nth| format!("func TestT{nth}(t *testing.T) {{ Walk(T{nth}{{n: 1}}) }}\n\n"));
    let test = format!("package walk\n\nimport \"testing\"\n\n{tests}");
    let project = Project::new(&[("walk.go", &code), ("walk_test.go", &test)]);
    let told = project.good(&["query", "tests for T5.Visit"]);
    assert!(told.starts_with("no sure tests of T5.Visit, but 1 possible"), "{told}");
    assert!(told.contains("TestT5 "), "{told}");
}
