//! Questions for the other ends of edges, continued: those that are narrowed.

use serde_json::json;

use crate::ask::{asked, names};
use crate::project::Project;

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
        // The order of two importers by importance is not tested here; importers in tests come last.
        let tests = rows.iter().position(|row| row == &("web".to_owned(), "importer".to_owned()));
        assert!(tests.is_none_or(|at| at + 2 == rows.len()), "{question}: {rows:?}");
        let of_tests = |row: &(String, String)| (row.1 == "named", row.0 == "web" || row.0.ends_with("log"));
        rows.sort_by_key(|row| (of_tests(row), row.clone()));
        let said: Vec<String> = rows.iter().map(|(name, role)| format!("{name} {role}")).collect();
        assert_eq!(said.join(", "), expect, "{question}");
    }
    let text = project.good(&["query", "who imports codec"]);
    assert!(text.starts_with("2 importers of codec") && text.contains("  web/more.go:4  ["), "{text}");
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
    let expected = "1 embedder of sync.Mutex, declared outside of this tree (structs only: interfaces that embed it are not known)";
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
    let said = "3 callers of os.Exit, declared outside of this tree, then 1 more possible through its use as a value";
    assert!(text.starts_with(said), "{text}");
    let text = project.good(&["query", "what does all call"]);
    assert!(text.starts_with("1 callee of a.all; outside of this tree os.Exit, unsafe.Sizeof"), "{text}");
    let text = project.good(&["query", "what does TestFail call"]);
    let said = "no callee of TestFail in this tree, only outside: os.Exit, testing.T.Fatal; searched by words instead\n";
    assert!(text.starts_with(said), "{text}");
    // Programs that tests build for themselves are not code outside of tests.
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
            "2 importers of github.com/oklog/run",
            &["a/a.go:5", "b/b_test.go:3"][..],
        ),
        ("what imports oklog/run?", "2 importers of github.com/oklog/run", &["a/a.go:5", "b/b_test.go:3"]),
        ("who imports github.com/oklog/run !test", "1 importer of github.com/oklog/run", &["a/a.go:5"]),
        ("who imports net/http", "1 importer of net/http", &["a/a.go:4"]),
        (
            "who imports github.com/alecthomas/kingpin",
            "1 importer of github.com/alecthomas/kingpin/v2",
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
            .filter(|line| line.contains("[importer"))
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
        ("who sets Box.Running", "1 writer of Box.Running, which is p.Base.Running"),
        ("who calls p.Box.Run", "1 caller of p.Box.Run, which is p.Base.Run"),
        ("who calls (*State).Run", "1 caller of (*State).Run, which is p.Base.Run"),
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
    let said = "1 writer of Config.Dir, then 1 more possible through its address";
    assert!(text.starts_with(said), "{text}");
    project.write(
        "outside.go",
        "package conf\n\nimport \"example.org/atomic\"\n\n\
         type Head struct {\n\tfrom atomic.Int64\n\tto *atomic.Int64\n}\n\n\
         func (h *Head) Cut() { h.from.Store(1); h.to.Store(2) }\n",
    );
    let text = project.good(&["query", "who sets Head.from"]);
    assert!(text.contains("no sure writers of Head.from, but 1 possible through its address"), "{text}");
    let text = project.good(&["query", "who sets Head.to"]);
    assert!(text.contains("no writers of Head.to are known"), "a pointer is only read: {text}");
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
    assert!(line.contains("[uses heap.Push at 9]"), "{examples}");
    let answer = asked(&project, &["query", "examples of heap.Push", "--json"]);
    let row = &answer["results"][0];
    assert_eq!((&row["relation"], &row["relationLines"]), (&json!("example"), &json!([9])), "{row}");
    assert_eq!(row["relationOf"], "heap/heap.go::Push::func");
}
