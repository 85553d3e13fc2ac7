//! Questions in words: names, diffs and test runs, forms of words, qualifiers.

use serde_json::{Value, json};

use crate::ask::{asked, batch, is_exact, names};
use crate::impact::git;
use crate::project::Project;

#[test]
fn a_few_words_are_a_topic_where_a_literal_has_more_to_say() {
    let code = "package m\n\nimport \"errors\"\n\n\
         func flags() string { return \"the path of a file to load branch control permissions\" }\n\n\
         // Permissions control what a branch permits.\nfunc Permissions() {}\n\n\
         var errLong = errors.New(\"scan.Scanner: token too long\")\n";
    let project = Project::new(&[("m.go", code)]);
    for (question, expect, exact) in
        [("branch control permissions", "Permissions", false), ("token too long", "errLong", true)]
    {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!((names(&answer)[0], is_exact(&answer["results"][0])), (expect, exact), "{question}");
    }
}

#[test]
fn prose_that_stands_here_and_there_in_a_long_text_is_no_message() {
    // As the help of a command: the words of each sentence that is asked stand in it two and two, in other sentences.
    let help = "Work with the extensions of a host. The name of the extension is that of the repository, and the \
                GitHub repository is of the host. Is the name of a command taken, the command wins. An extension is \
                the path to the file of a key in the folder of the host, and the key file is there to use. To use for \
                the host what TLS is for, write the file to the path. The extension cannot be run when its repository \
                has gone from the host that it was taken from.";
    let code = format!(
        "package m\n\nconst help = `{help}`\n\n\
         // Name is the name of the GitHub repository.\nfunc Name() string {{ return \"\" }}\n\n\
         // Key specifies the path to the key file to use for TLS.\nfunc Key() {{}}\n"
    );
    let project = Project::new(&[("m.go", &code)]);
    for (question, expect, exact) in [
        ("is the name of the GitHub repository", "Name", false),
        ("specifies the path to the key file to use for TLS", "Key", false),
        ("The extension cannot be run when its repository has gone", "help", true),
        // A few words are a topic.
        ("name of the extension", "help", false),
        ("error: its repository has gone from the host that it was taken from", "help", true),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!((names(&answer)[0], is_exact(&answer["results"][0])), (expect, exact), "{question}");
    }
}

#[test]
fn what_is_said_in_pieces_or_in_part_is_no_message() {
    let code = "package m\n\nimport \"fmt\"\n\n\
        func proceed(err error) error {\n\tif err == nil {\n\t\treturn fmt.Errorf(\"fatal: unable to load working set: %w\", err)\n\t}\n\
        \treturn fmt.Errorf(\"error: failed to resolve commit identity: %w\", err)\n}\n\n\
        func lookUp(ref string) error { return fmt.Errorf(\"unable to find a ref %s\", ref) }\n\n\
        var formats = []string{\"index out of range [%x] with length %y\", \"slice bounds out of range [:%x]\"}\n\n\
        func arg(x int) error { return fmt.Errorf(\"index out of range: %d\", x) }\n\n\
        func load(err error) error { return fmt.Errorf(\"loading plan: no room on disk %w\", err) }\n\n\
        func full() error { return fmt.Errorf(\"no room on disk\") }\n";
    let kind = |build: &str, text: &str| {
        format!(
            "//go:build {build}\n\npackage m\n\ntype kind struct{{ value, field string }}\n\n\
             func (k kind) Error() string {{ return \"cannot unmarshal \" + k.value + {text} }}\n"
        )
    };
    let left_out = kind("plan9", "\" into Go struct field \" + k.field + \" of a sort\"");
    let built = kind("!plan9", "\" into Go struct field \" + k.field");
    let project = Project::new(&[("m.go", code), ("a.go", &left_out), ("b.go", &built)]);
    for (question, expect) in [
        ("fatal: unable to resolve ref 'main'", &[][..]),
        ("fatal: unable to resolve", &[]),
        ("fatal: unable to load working set: x", &["m.go proceed"]),
        ("runtime error: index out of range [5] with length 3", &["m.go formats"]),
        ("cannot unmarshal string into Go struct field T.x of a sort", &["b.go kind.Error"]),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter().filter(|row| is_exact(row));
        let exact: Vec<String> = rows
            .map(|row| {
                format!("{} {}", row["file"].as_str().unwrap(), row["qualifiedName"].as_str().unwrap())
            })
            .collect();
        assert_eq!(exact, *expect, "{question}");
    }
}

#[test]
fn what_is_named_exactly_comes_first_whatever_it_is() {
    let io = "package io\n\n// EOF is the error at the end.\nvar EOF = atEOF(0)\n\nfunc atEOF(n int) error { return nil }\n";
    let types = "package types\n\ntype Object interface{ Name() string }\n\ntype Object2 struct{}\n\n\
                 func (*Object2) Object() Object { return nil }\n\nfunc NewObject() Object { return nil }\n";
    let server = "package http\n\nconst StatusTeapot = 418\n\n// Server serves.\ntype Server struct {\n\tLimit int\n}\n\n\
                  func (s *Server) serve() {\n\tfunc() {\n\t\ts.read()\n\t}()\n}\n\nfunc (s *Server) read() {}\n\n\
                  func ReadServer() {}\n\nfunc main() {}\n";
    let other = "package http\n\ntype other struct{}\n\nfunc (other) StatusTeapotText() int { return StatusTeapot }\n\n\
                 func (other) serve() {}\n\nfunc usage() { panic(\"see example.com/m/net/http for what is served\") }\n";
    let project = Project::new(&[
        ("io/io.go", io),
        ("go/types/types.go", types),
        ("internal/types/types.go", types),
        ("net/http/server.go", server),
        (
            "rpc/server.go",
            "package rpc\n\ntype Server struct {\n\tserver int\n\tgo1 int\n}\n\nfunc serveGo() {}\n",
        ),
        ("net/http/other.go", other),
    ]);
    let trace = "panic: runtime error: index out of range [3] with length 2\n\n\
                 goroutine 51234 [running]:\nexample.com/m/net/http.(*Server).read(...)\n\t/home/me/m/net/http/server.go:16\n\
                 example.com/m/net/http.(*Server).serve.func1(0xc00011a000)\n\t/home/me/m/net/http/server.go:12 +0x1d\n\
                 runtime.main()\n\t/usr/local/go/src/runtime/proc.go:250 +0x20\n";
    // A prompt of one line takes it so; and lines are those of another version.
    let joined = trace.replace("server.go:16", "server.go:12").replace(['\n', '\t'], " ");
    // Joined or not, who started a goroutine is a frame, too; its line is of another version.
    let started = "example.com/m/io.atEOF(0xc000)\n\t/home/me/m/io/io.go:4 +0x1\ncreated by \
                   example.com/m/net/http.(*Server).serve in goroutine 1\n\t/home/me/m/net/http/server.go:16 +0x485\n";
    let started_in_one = started.replace(['\n', '\t'], " ");
    for (question, expect) in [
        (joined.as_str(), &["net/http/server.go Server.read", "net/http/server.go Server.serve"][..]),
        (started, &["io/io.go atEOF", "net/http/server.go Server.serve"]),
        (&started_in_one, &["io/io.go atEOF", "net/http/server.go Server.serve"]),
        ("how does http.Server.serve end in io.EOF", &["net/http/server.go Server.serve", "io/io.go EOF"]),
        ("where is the race between Serve and Close and Limit handled in io.EOF", &["io/io.go EOF"]),
        (
            "explain how http.Server.serve handles Read and Close and Limit",
            &["net/http/server.go Server.serve"],
        ),
        ("what is example.com/m/net/http.(*Server).read doing?", &["net/http/server.go Server.read"]),
        ("replace `io.EOF`, whatever serves", &["io/io.go EOF"]),
        ("io.EOF", &["io/io.go EOF"][..]),
        ("EOF", &["io/io.go EOF"]),
        ("http.StatusTeapot", &["net/http/server.go StatusTeapot"]),
        ("Limit", &["net/http/server.go Server.Limit"]),
        ("http.Server.serve", &["net/http/server.go Server.serve"]),
        ("(*Server).serve", &["net/http/server.go Server.serve"]),
        ("net/http.(*Server).serve", &["net/http/server.go Server.serve"]),
        ("go/types.Object", &["go/types/types.go Object"]),
        ("internal/types.Object", &["internal/types/types.go Object"]),
        ("io.EOF, http.StatusTeapot?", &["io/io.go EOF", "net/http/server.go StatusTeapot"]),
        ("net/http/server.go:13", &["net/http/server.go Server.serve"]),
        ("./net/http/server.go:7:2: missing return", &["net/http/server.go Server.Limit"]),
        ("server.go:12", &["net/http/server.go Server.serve"]),
        ("server.go:6: x", &["net/http/server.go Server", "rpc/server.go Server"]),
        (trace, &["net/http/server.go Server.read", "net/http/server.go Server.serve"]),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter().take(expect.len());
        let word = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
        let found: Vec<String> =
            rows.map(|row| format!("{} {}", word(row, "file"), word(row, "qualifiedName"))).collect();
        assert_eq!(found, expect, "{question}");
        assert!(!project.good(&["query", question]).contains("51234"), "{question}");
    }
    // The path of a package is no message.
    let answer = asked(&project, &["query", trace, "--json"]);
    assert_eq!(answer["results"].as_array().unwrap().iter().filter(|row| is_exact(row)).count(), 2);
    // A commit's message speaks of something else than what it names on the way.
    let message = "fix the race between the readers and writers of sockets that end in io.EOF";
    assert!(!is_exact(&asked(&project, &["query", message, "--json"])["results"][0]));
    // In prose a name is one word of several.
    let prose = asked(&project, &["query", "where does the Server read its Limit", "--json"]);
    assert!(!is_exact(&prose["results"][0]));
}

#[test]
fn what_a_pasted_diff_touches_comes_first_whichever_side_the_tree_is() {
    let function = |name: &str, step: &str| {
        let lines = (0..9).map(|n| format!("\tserve({n})\n")).collect::<Vec<_>>().concat();
        format!("// {name} serves the queue.\nfunc {name}() {{\n{lines}\t{step}\n{lines}}}\n\n")
    };
    let decoy = "// serve serves the queue: leave, stay.\nfunc serve(n int) {}\n\nfunc leave() {}\n\nfunc stay() {}\n";
    let text = |above: &str, step: &str| {
        [
            "package a\n\n",
            above,
            &function("First", "stay()"),
            &function("Second", step),
            &function("Third", "stay()"),
            decoy,
        ]
        .concat()
    };
    let before = text("", "stay()");
    let new = (0..20).map(|n| format!("\tleave{n} int\n")).collect::<Vec<_>>().concat();
    let after = text(&format!("type Added struct {{\n{new}}}\n\n"), "leave()");
    let project = Project::new(&[("go.mod", "module example.com/a\n\ngo 1.24\n"), ("q/a.go", &before)]);
    let git = |args: &[&str]| git(&project, args);
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-qm", "first"]);
    project.write("q/a.go", &after);
    let diff = git(&["diff"]);
    assert!(diff.contains("diff --git") && diff.contains("+\tleave()"), "{diff}");
    // A prompt of one line takes it joined.
    let joined = diff.replace(['\n', '\t'], " ");
    let rows = |question: &str| -> Vec<String> {
        let answer = asked(&project, &["query", "--json", "--", question]);
        assert_eq!(answer["fuzzyCorrections"], json!([]), "{question}");
        let rows = answer["results"].as_array().unwrap().iter();
        rows.map(|row| row["qualifiedName"].as_str().unwrap().to_owned()).collect()
    };
    for question in [&diff, &joined] {
        let mut first = rows(question);
        first.truncate(2);
        first.sort();
        assert_eq!(first, ["Added", "Second"], "{question}");
    }
    project.write("q/a.go", &before);
    assert_eq!(rows(&diff)[0], "Second", "it is yet to be applied");
    // Further lines of `git show` about the commit are not words of the question.
    project.write("q/a.go", &after);
    git(&["commit", "-qam", "serve, then leave"]);
    let shown = git(&["show"]);
    assert!(shown.starts_with("commit ") && shown.contains("Author: An Author"), "{shown}");
    for question in [&shown, &shown.replace(['\n', '\t'], " ")] {
        let mut first = rows(question);
        first.truncate(2);
        first.sort();
        assert_eq!(first, ["Added", "Second"], "{question}");
    }
    git(&["reset", "-q", "--hard", "HEAD~1"]);
    // Of a file that the tree does not have, and of one cut off, the words are left.
    assert!(!rows(&diff.replace("q/a.go", "q/b.go")).is_empty());
    assert!(!rows(&diff[..diff.len() / 2]).is_empty());
    // Versions and hashes are no words.
    project.write(
        "go.mod",
        "module example.com/a\n\ngo 1.24\n\nrequire example.com/serve v0.0.0-20260813-afirst\n",
    );
    let modules = git(&["diff", "--", "go.mod"]);
    let answer = project.run(&["query", "--", &modules]).out;
    assert!(answer.starts_with("the diff touches no declaration of this tree; "), "{answer}");
    assert!(!answer.contains("20260813"), "{answer}");
}

#[test]
fn what_a_test_run_and_the_ends_of_a_trace_name_comes_first() {
    let tests = "package m\n\nimport \"testing\"\n\nfunc TestServe(t *testing.T) { check(t) }\n\n\
                 func check(t *testing.T) {\n\tt.Fatal()\n}\n\nfunc benchmarkServe(b *testing.B) {}\n";
    let tool = "package main\n\nfunc main() {}\n";
    let project = Project::new(&[
        ("go.mod", "module example.com/m/v2\n\ngo 1.24\n"),
        ("serve.go", "package main\n\n// Serve serves.\nfunc Serve() {}\n\nfunc serveAll() { Serve() }\n"),
        ("main.go", "package main\n\nfunc main() {\n\tserveAll()\n}\n"),
        ("serve_test.go", tests),
        ("a/main.go", tool),
        ("b/main.go", tool),
        ("c/main.go", tool),
        ("d/d.go", "package d\n\nfunc Decode() {}\n"),
        ("d/d_test.go", "package d\n\n// decides what serves.\nfunc settle() {}\n"),
    ]);
    // Of a build from before the module was renamed, a line moved since.
    let renamed = "old.org/it/d.Decode.func1(0xc000)\n\t/go/src/old.org/it/d/d.go:1 +0x1\n\
                   old.org/it/d.Other(0xc000)\n\t/go/src/old.org/it/d/d.go:3 +0x1\nserve_test.go:8: x\n";
    let main = "goroutine 1 [running]:\nmain.main()\n\t/home/me/other/main.go:9 +0x1\n";
    for (question, expect) in [
        ("FAIL: TestServe (0.02s)", &["serve_test.go TestServe"][..]),
        (
            "--- FAIL: TestServe/empty_body (0.02s)\n    serve_test.go:8: got 1",
            &["serve_test.go TestServe", "serve_test.go check"],
        ),
        ("why is benchmarkServe slow", &["serve_test.go benchmarkServe"]),
        (main, &["main.go main"]),
        (renamed, &["d/d.go Decode", "serve_test.go check"]),
        ("m/main.go:4: undefined: x", &["main.go main"]),
        ("/src/m/main.go:4: undefined: x", &["main.go main"]),
        ("main.main()", &["main.go main"]),
        ("decide", &["d/d_test.go settle"]),
    ] {
        let answer = asked(&project, &["query", "--json", "--", question]);
        let word = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
        let rows = answer["results"].as_array().unwrap().iter().take(expect.len());
        let found: Vec<String> =
            rows.map(|row| format!("{} {}", word(row, "file"), word(row, "qualifiedName"))).collect();
        assert_eq!(found, expect, "{question}");
        assert_eq!(answer["fuzzyCorrections"], json!([]), "{question}");
    }
    let std = Project::new(&[
        ("go.mod", "module std\n\ngo 1.24\n"),
        (
            "runtime/panic.go",
            "package runtime\n\ntype Error struct {\n\ta int\n\tb int\n}\n\nfunc gopanic() {}\n",
        ),
    ]);
    let panicked = "panic({0x7b3a40?, 0xb5e1c0?})\n\t/usr/local/go/src/runtime/panic.go:4 +0x132";
    let answer = asked(&std, &["query", panicked, "--json"]);
    assert_eq!(names(&answer).first(), Some(&"gopanic"), "the frame's name, not its line in another version");
}

#[test]
fn a_packed_constant_says_what_it_repeats() {
    let code = "package p\n\ntype Level int\n\nconst (\n\tLow Level = 1 <<\n\t\tiota\n\t/* Mid = 7\n\t   once. */\n\tMid\n)\n";
    let project = Project::new(&[("p/p.go", code)]);
    let text = project.good(&["pack", "p.Mid", "--budget", "100"]);
    assert!(text.contains("const Mid Level = 1 <<\n\tiota // = 2, as in line 6"), "{text}");
}

#[test]
fn forms_of_a_word_and_words_written_in_one_meet() {
    let code = "package mem\n\nfunc Slice(n int) int { return n }\n\nfunc Grow(n int) int { return n }\n\n\
                func growslice(n int) int { return Slice(n) }\n\nfunc retryQuery() {}\n\nfunc backQuery() {}\n";
    let project = Project::new(&[("mem/mem.go", code)]);
    for (question, expect) in [
        ("how is a slice grown", "growslice"),
        ("growing slices", "growslice"),
        ("queries that are retried", "retryQuery"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer).first(), Some(&expect), "{question}");
    }
}

#[test]
fn of_variants_the_one_of_this_host_comes_first_and_habits_of_asking_name_nothing() {
    let variant = |os: &str| {
        format!("//go:build {os}\n\npackage net\n\n// keepAlive keeps it alive.\nfunc keepAlive() {{}}\n")
    };
    let serve = "package net\n\n// Handle handles.\nfunc Handle() {}\n\n// serve ends what is not kept alive.\nfunc serveAlive() { keepAlive() }\n";
    let project = Project::new(&[
        ("a_plan9.go", &variant("plan9")),
        ("b_linux.go", &variant("linux")),
        ("data/testdata/c.go", &variant("linux").replace("package net", "package data")),
        ("net.go", serve),
    ]);
    let files = |question: &str| -> Vec<String> {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter();
        rows.filter(|row| row["name"] == "keepAlive")
            .map(|row| row["file"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(files("how long is it kept alive"), ["b_linux.go", "a_plan9.go", "data/testdata/c.go"]);
    // A file's name may differ in the build of another system.
    let first = |os: &str| {
        let cache = |version: &str| format!("// {version} caches fields.\nfunc {version}() {{}}\n");
        let one = format!("//go:build {os}\n\npackage cache\n\n{}", cache("cacheOne"));
        let project = Project::new(&[
            ("cache/one.go", &one),
            ("cache/two.go", &("package cache\n\n".to_owned() + &cache("cacheTwo"))),
        ]);
        names(&asked(&project, &["query", "how are fields cached", "--json"]))[0].to_owned()
    };
    assert_eq!([first("linux"), first("plan9")], ["cacheOne", "cacheTwo"]);
    let handle = |question: &str| {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter();
        let score = |row: &Value| row["combinedScore"].as_f64().unwrap();
        let [named, meant] =
            ["Handle", "serveAlive"].map(|name| rows.clone().find(|row| row["name"] == name));
        score(named.unwrap()) / score(meant.unwrap())
    };
    let [asked, ordered] = ["how does it handle keep-alive", "it must handle keep-alive"].map(handle);
    assert!(asked < 0.95 * ordered, "{asked} {ordered}");
}

#[test]
fn in_a_question_what_is_done_is_told_from_that_it_is_done() {
    let project = Project::new(&[(
        "a.go",
        "package a\n\n// processBlock processes a block.\nfunc processBlock() {}\n\n\
         // applyMoved applies what a moved block says.\nfunc applyMoved() {}\n\n\
         // other has to do with blocks.\nfunc other() {}\n",
    )]);
    let first = |question: &str| {
        let answer = asked(&project, &["query", question, "--json"]);
        names(&answer)[0].to_owned()
    };
    assert_eq!(first("how are moved blocks processed"), "applyMoved");
    assert_eq!(first("process blocks that were moved"), "processBlock", "as messages of commits say it");
}

#[test]
fn qualifiers_narrow_a_question_as_they_do_the_list() {
    let project = Project::sample();
    let fields = |question: &str, field: &str| -> Vec<String> {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap().iter();
        rows.map(|row| row[field].as_str().unwrap().to_owned()).collect()
    };
    let all = fields("put a job", "file");
    assert!(all.iter().any(|file| !file.starts_with("store/")));
    for (question, field, holds) in [
        ("pkg:store put a job", "file", (|file| file.starts_with("store/")) as fn(&str) -> bool),
        ("put a job !pkg:store", "file", |file| !file.starts_with("store/")),
        ("put kind:method,func a job", "kind", |kind| matches!(kind, "method" | "func")),
        ("put a job file:memory", "file", |file| file.contains("memory")),
        ("put a job is:test", "file", |file| file.ends_with("_test.go")),
        ("Memory.Put !kind:method", "kind", |kind| kind != "method"),
    ] {
        let found = fields(question, field);
        assert!(!found.is_empty() && found.iter().all(|value| holds(value)), "{question}: {found:?}");
    }
    assert_eq!(project.run(&["query", "kind:method"]).code, Some(2), "nothing is asked");
}

/// In a question in plain words a short word that the tree lacks is English, not a slip.
#[test]
fn a_short_word_of_a_sentence_is_not_taken_for_another() {
    let code = "package a\n\n// deal hands a card to each player that is left.\nfunc deal() {}\n\n\
                // skip leaves out players that are gone.\nfunc skip() {}\n";
    let project = Project::new(&[("a.go", code)]);
    let read_as = |question: &str| {
        let answer = asked(&project, &["query", question, "--json"]);
        answer["fuzzyCorrection"]["to"].as_str().map(str::to_owned)
    };
    assert_eq!(read_as("how are dead players left out?"), None);
    assert_eq!(read_as("how are playres left out?").as_deref(), Some("players"), "a longer one is");
    assert_eq!(read_as("how is dael done?").as_deref(), Some("deal"), "swapped letters are");
    assert_eq!(read_as("dead players").as_deref(), Some("deal"), "words alone may be names");
}

#[test]
fn a_question_how_something_comes_about_has_the_way_through_its_rows() {
    let code = "package m\n\n// Serve takes orders at the counter.\nfunc Serve() { cook() }\n\n\
         // cook cooks an order.\nfunc cook() { plate() }\n\n\
         // plate puts the order on a plate.\nfunc plate() {}\n\n\
         // Orders counts the orders of the day.\nfunc Orders() int { return 0 }\n";
    let project = Project::new(&[("m.go", code)]);
    let way = |question: &str| -> Vec<String> {
        let answer = asked(&project, &["query", question, "--json"]);
        let steps = answer["way"].as_array().cloned().unwrap_or_default();
        steps.iter().map(|step| step["to"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let question = "An order comes in at the counter. How does it get onto a plate?";
    assert_eq!(way(question), ["m.go::cook::func", "m.go::plate::func"]);
    assert!(way("where are orders counted?").is_empty());
    let shown = project.good(&["query", question]);
    assert!(shown.contains("the way through the best rows: m.Serve > cook > plate"), "{shown}");
}

#[test]
fn words_beside_a_question_find_what_its_own_words_do_not() {
    let code = "package m\n\n// Deliver hands a message to all that listen.\nfunc Deliver() { dropSlowConsumer() }\n\n\
         func dropSlowConsumer() { closeSocket() }\n\nfunc closeSocket() {}\n\n// Listener is one that listens.\ntype Listener struct{}\n";
    let project = Project::new(&[("m.go", code)]);
    let question = "what happens to listeners that lag behind";
    let first = |question: &str, also: &str| -> String {
        let answer = asked(&project, &["query", question, "--json", "--also", also]);
        names(&answer)[0].to_owned()
    };
    assert_ne!(names(&asked(&project, &["query", question, "--json"]))[0], "dropSlowConsumer");
    for also in ["slow consumer", "slowConsumer", "drop,SlowConsumers", "zzqq,slow consumer"] {
        assert_eq!(first(question, also), "dropSlowConsumer", "{also}");
    }
    assert_eq!(first("Listener", "slow consumer"), "Listener", "what the question names stays first");

    let answer = asked(&project, &["query", question, "--json", "--also", "zzqq,consumre"]);
    assert!(!answer["unknownWords"].to_string().contains("zzqq"), "{answer}");
    assert_eq!(answer["fuzzyCorrection"], Value::Null, "words beside a question are not corrected");

    let line = json!({ "id": 1, "query": question, "also": ["slow consumer"] }).to_string();
    assert_eq!(batch(&project, &[], &line, 0)[0]["results"][0]["name"], "dropSlowConsumer");
    let line = json!({ "id": 1, "query": question, "also": [3] }).to_string();
    assert!(batch(&project, &[], &line, 2)[0]["error"].to_string().contains("not a list of words"));
}

#[test]
fn an_answer_says_how_sure_it_is_and_a_row_of_a_pack_which_lines_it_shows() {
    let code = "package m\n\n// Serve accepts connections until it is closed.\nfunc Serve() {\n\taccept()\n}\n\nfunc accept() {}\n";
    let project = Project::new(&[("m.go", code)]);
    for (question, certainty) in
        [("Serve", "certain"), ("who calls accept", "certain"), ("qqqqzzzz", "nothing")]
    {
        assert_eq!(asked(&project, &["query", question, "--json"])["certainty"], certainty, "{question}");
    }
    let line = json!({ "id": 1, "query": "who calls accept", "budget": 400 }).to_string();
    let answers = batch(&project, &["--packed"], &line, 0);
    let rows = answers[0]["results"].as_array().unwrap();
    let serve = rows.iter().find(|row| row["name"] == "Serve").unwrap();
    assert_eq!((&serve["view"], &serve["lines"]), (&json!("full"), &json!([[3, 6]])));
}

#[test]
fn what_is_deprecated_is_never_first_unless_it_is_named() {
    let code = "package m\n\n// Retry sends a failed request again until it succeeds.\n//\n// Deprecated: use Policy.\nfunc Retry() {\n\tsend()\n}\n\n// Policy says when a request is repeated.\ntype Policy struct{ Times int }\n\nfunc send() {}\n";
    let project = Project::new(&[("m.go", code)]);
    let first = |question: &str| names(&asked(&project, &["query", question, "--json"]))[0].to_owned();
    assert_ne!(first("how is a failed request sent again until it succeeds?"), "Retry");
    assert_eq!(first("Retry"), "Retry");
    let line =
        json!({ "id": 1, "query": "how is a failed request sent again until it succeeds?" }).to_string();
    let answers = batch(&project, &["--packed"], &line, 0);
    let rows = answers[0]["results"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["name"] != "Retry" || row["view"] != "full"), "{rows:?}");
}

#[test]
fn one_of_many_look_alikes_stands_for_all() {
    let plugin = |n: usize| {
        let text = format!(
            "package p{n}\n\n// setup registers the handler of a plugin with the server.\nfunc setup() {{\n\tregister({n})\n}}\n\nfunc register(n int) {{}}\n"
        );
        (format!("plugin/p{n}/setup.go"), text)
    };
    let files: Vec<(String, String)> = (0..6).map(plugin).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&path[..], &text[..])).collect();
    let project = Project::new(&files);
    let question = "how does the setup of a plugin register its handler with the server?";
    let pack = project.good(&["pack", question]);
    assert_eq!(pack.matches("setup registers the handler").count(), 1, "{pack}");
    assert!(pack.contains(", and 5 like it"), "{pack}");
}

#[test]
fn the_same_question_has_the_same_order_whenever_it_is_asked() {
    let twin = |n: usize| {
        let text = format!(
            "package t{n}\n\n// Flush writes what waits to the disk.\nfunc Flush() {{\n\twrite()\n}}\n\nfunc write() {{}}\n"
        );
        (format!("t{n}/t.go"), text)
    };
    let files: Vec<(String, String)> = (0..12).map(twin).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&path[..], &text[..])).collect();
    let project = Project::new(&files);
    let [first, other] = ["when is what waits written to the disk?", "who calls write"];
    let lines: Vec<String> = [first, other, first]
        .iter()
        .map(|question| json!({ "id": 1, "query": question }).to_string())
        .collect();
    let answers = batch(&project, &[], &lines.join("\n"), 0);
    assert_eq!(answers[0]["results"], answers[2]["results"], "in one run");
    let order = |answer: &Value| answer["results"].as_array().unwrap().clone();
    let places =
        |answer: &Value| -> Vec<Value> { order(answer).iter().map(|row| row["symbolId"].clone()).collect() };
    let before = places(&asked(&project, &["query", first, "--json"]));
    assert!(before.len() > 12, "{before:?}");
    project.good(&["index", "--force"]);
    assert_eq!(places(&asked(&project, &["query", first, "--json"])), before, "from an index made anew");
}
