//! Questions in words: `query`, `batch`, `pack`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::project::{Answer, Project};

pub(crate) fn asked(project: &Project, args: &[&str]) -> Value {
    serde_json::from_str(&project.good(args)).unwrap()
}

pub(crate) fn names(answer: &Value) -> Vec<&str> {
    answer["results"].as_array().unwrap().iter().map(|row| row["qualifiedName"].as_str().unwrap()).collect()
}

/// Whether a row is one that the question names, points at, or says word for word.
fn is_exact(row: &Value) -> bool {
    row["why"]["parts"].as_array().unwrap().iter().any(|part| part["signal"] == "exact")
}

/// Lines in, lines out.
fn batch(project: &Project, flags: &[&str], lines: &str, code: i32) -> Vec<Value> {
    let args = [&["batch"], flags].concat();
    let mut child = project.command(&args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let answer = Answer::from(child.wait_with_output().unwrap());
    assert_eq!(answer.code, Some(code), "{}", answer.err);
    answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_question_finds_what_it_is_about() {
    let project = Project::sample();
    for (question, expect) in [
        ("how long to wait before a failed job is tried again", "Backoff"),
        ("where is the queue's heap ordered", "heap"),
        ("journal replay", "Journal"),
        ("Pool.Run", "Pool"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let found = names(&answer);
        assert!(
            found.iter().take(5).any(|name| name.to_lowercase().contains(&expect.to_lowercase())),
            "{question}: {found:?}"
        );
    }
}

#[test]
fn what_is_there_for_tests_stands_back_for_who_asks_how_something_is_done() {
    let kit = "package kit\n\nimport \"testing\"\n\n// PublishPorts publishes the ports of a container to the host.\n\
               func PublishPorts(t *testing.T) {}\n";
    let code = "package port\n\n// MapPorts maps ports of a container so that the host publishes them.\nfunc MapPorts() {}\n";
    let test = "package port\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/kit\"\n)\n\n\
                func TestMap(t *testing.T) { kit.PublishPorts(t) }\n";
    let project = Project::new(&[("kit/kit.go", kit), ("port/port.go", code), ("port/port_test.go", test)]);
    let first = |question: &str| {
        let answer = asked(&project, &["query", question, "--json"]);
        names(&answer)[0].to_owned()
    };
    assert_eq!(first("how does it publish the ports of a container to the host"), "MapPorts");
    assert_eq!(first("publish the ports of a container to the host"), "PublishPorts", "not of a request");
}

#[test]
fn of_errors_that_wrap_each_other_the_innermost_comes_first() {
    let error = |name: &str, text: &str| {
        format!("func {name}(a any) error {{ return fmt.Errorf(\"{text}\", a) }}\n\n")
    };
    let mut code = String::from("package d\n\nimport \"fmt\"\n\n");
    for (name, text) in [
        ("respond", "Error response from daemon: %v"),
        ("connect", "failed to set up container networking: %w"),
        ("program", "driver failed programming external connectivity on endpoint %s"),
        ("bind", "port is already allocated%v"),
    ] {
        code += &error(name, text);
    }
    code += "// Networking of a container failed: the daemon responds with an error of its driver.\nfunc Networking() {}\n";
    let project = Project::new(&[("d/d.go", &code)]);
    let message = "docker: Error response from daemon: failed to set up container networking: driver failed programming \
                   external connectivity on endpoint web (deadbeef): Bind for 0.0.0.0:80 failed: port is already allocated";
    let answer = asked(&project, &["query", message, "--json"]);
    assert_eq!(names(&answer)[..4], ["bind", "program", "connect", "respond"]);
}

#[test]
fn a_message_is_met_whatever_stands_around_it() {
    let code = "package m\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\n\
        var errCompacted = errors.New(\"mvcc: required revision has been compacted\")\n\n\
        func declare(a any) error { return fmt.Errorf(\"%s redeclared in this block\", a) }\n\n\
        func image(name string) string { return \"No such image: \" + name }\n\n\
        func use(a any) error { return fmt.Errorf(\"%s declared and not used\", a) }\n\n\
        func used(a any) error { return fmt.Errorf(\"declared and not used: %s\", a) }\n\n\
        func remove(err error) error { return fmt.Errorf(\"error while removing network: %w\", err) }\n\n\
        func respond(err error) error { return fmt.Errorf(\"Error response from daemon: %w\", err) }\n\n\
        func active(a, b any) error { return fmt.Errorf(\"network %s has active endpoints (%-5q)\", a, b) }\n\n\
        func ingest(log func(string)) {\n\tlog(\"Out of order sample\")\n\tlog(\"Error on ingesting out-of-order samples\")\n}\n\n\
        var problems = map[int]string{1: \"no such host\", 2: \"connection refused\"}\n\n\
        type kind string\n\n\
        func (k kind) Error() string { return \"reflect: call of \" + string(k) + \" Value\" }\n\n\
        func length() { panic(\"reflect: call of reflect.Value.Len on ptr to non-array Value\") }\n\n\
        func isTemporary(text string) bool { return strings.Contains(text, \"i/o timeout\") }\n\n\
        func sort() { throw(\"heap overrun\") }\n\n\
        // Compacted says which revision has been compacted.\nfunc Compacted() {}\n\n\
        // Block is what is declared in this block, x, an image or a network.\nfunc Block() {}\n";
    let project =
        Project::new(&[("m.go", code), ("a/main.go", "package main\n"), ("b/main.go", "package main\n")]);
    let compacted = "mvcc: required revision has been compacted";
    let chain =
        "Error response from daemon: error while removing network: network web has active endpoints (\"c1\")";
    for (question, expect) in [
        (format!("why do I get {compacted}"), &["errCompacted"][..]),
        (format!("I am seeing {compacted} in the logs of the server"), &["errCompacted"]),
        (format!("./prog.go:9:2: {compacted}"), &["errCompacted"]),
        (format!("main.go:1: {compacted}"), &["errCompacted"]),
        (format!("m.go:10: {compacted}"), &["declare", "errCompacted"]),
        (format!("E0102 15:04:05.123456  1234 thing.go:120] {compacted}"), &["errCompacted"]),
        (format!("rpc error: code = Unknown desc = {compacted}"), &["errCompacted"]),
        ("x redeclared in this block".to_owned(), &["declare"]),
        ("No such image: foo:latest".to_owned(), &["image"]),
        ("declared and not used: x".to_owned(), &["used"]),
        ("x declared and not used".to_owned(), &["use"]),
        (chain.to_owned(), &["active", "remove", "respond"]),
        ("dial tcp: lookup web.example: no such host".to_owned(), &["problems"]),
        ("dial tcp 10.0.0.1:80: connect: connection refused".to_owned(), &["problems"]),
        ("web: connection refused".to_owned(), &[]),
        // Who looks for an error of the system does not say it.
        ("error while removing network: dial tcp 10.0.0.1:80: i/o timeout".to_owned(), &["remove"]),
        ("remove web: i/o timeout".to_owned(), &["isTemporary"]),
        ("fatal error: heap overrun".to_owned(), &["sort"]),
        // A literal that goes on otherwise does not say it.
        ("reflect: call of reflect.Value.Elem on struct Value".to_owned(), &["kind.Error"]),
        // The begin of one literal and the end of another are no literal.
        ("what happens to out of order samples in the agent".to_owned(), &[]),
    ] {
        let answer = asked(&project, &["query", &question, "--json"]);
        let exact = answer["results"].as_array().unwrap().iter().filter(|row| is_exact(row)).count();
        assert_eq!(names(&answer)[..exact], *expect, "{question}");
    }
}

#[test]
fn a_name_in_a_sentence_means_what_is_written_in_its_case() {
    let code = "package c\n\ntype Daemon struct{}\n\n// ContainerStart starts a container.\n\
                func (d Daemon) ContainerStart() { d.containerStart() }\n\n\
                // containerStart does the work of starting the container: how it works is told here.\n\
                func (d Daemon) containerStart() { work() }\n\nfunc work() {}\n";
    let project = Project::new(&[("c/c.go", code)]);
    for name in ["ContainerStart", "containerStart"] {
        let answer = asked(&project, &["query", &format!("how does {name} work"), "--json"]);
        assert_eq!(names(&answer)[0], format!("Daemon.{name}"), "{:?}", names(&answer));
    }
}

#[test]
fn constants_and_variables_answer_what_is_asked_in_their_words() {
    let project = Project::sample();
    for (question, expect) in [
        ("the default backoff", "DefaultBackoff"),
        ("largest body of a request", "maxBody"),
        ("error when the queue is closed", "ErrClosed"),
        ("handler of an unknown kind of job", "ErrUnknownKind"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let found = names(&answer);
        assert!(found.iter().take(3).any(|name| *name == expect), "{question}: {found:?}");
    }
    // One that has a word of many by chance stays behind what the question is about.
    let answer =
        asked(&project, &["query", "how a request is read, its body decoded and a job put in", "--json"]);
    assert_ne!(answer["results"][0]["kind"], "const", "{:?}", names(&answer));
}

#[test]
fn who_says_a_message_word_for_word_comes_first() {
    let project = Project::new(&[
        (
            "pool/pool.go",
            "package pool\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\n\
             // DB is a database.\ntype DB struct{}\n\n// Close closes the database. A closed database is closed.\n\
             func (*DB) Close() error { return errDone }\n\nvar errDone = errors.New(\"sql: database is closed\")\n\n\
             // Database is, when closed, a database.\nfunc Database() {}\n\n\
             func decode(t string) error {\n\treturn fmt.Errorf(\"json: cannot unmarshal %s into Go value of \" +\n\
             \t\t\"type %s\", t, t)\n}\n\n\
             func unmarshalString(value string) {}\n\n\
             func (*DB) Join(a, b int) error {\n\tif a == 0 {\n\t\tpanic(\"join\")\n\t}\n\
             \treturn fmt.Errorf(\"bvequal: lengths %d and %d are not equal\", a, b)\n}\n\n\
             // Lengths says whether lengths are equal or not equal.\nfunc Lengths() {}\n",
        ),
        (
            "scan/scan.go",
            "package scan\n\nimport \"errors\"\n\n// Scanner reads tokens.\ntype Scanner struct{}\n\n\
             var errTooLong = errors.New(\"scan.Scanner: token too long\")\n\n\
             var errIdle = errors.New(\"scan: feeder closed idle tube\")\n\n\
             var errClosed = errors.New(\"scan: Feeder closed\")\n\n\
             func health(s string, err error) {\n\tlogf(\"health(warnable=%s): error: %v\", s, err)\n}\n\n\
             func well(s string) {\n\tlogf(\"health(warnable=%s): ok\", s)\n}\n\n\
             func moved(n, of int) {\n\tlogf(\"moved %d/%d files; kept %s\", n, of, \"\")\n}\n\n\
             func create(err error) {\n\tlogf(\"qm create: %v\", err)\n}\n\n\
             func logf(format string, values ...any) {}\n\n\
             // Canceled context: what canceled a context.\nvar errCanceled = errors.New(\"context canceled\")\n\n\
             // Context is canceled.\nfunc cancelContext() {}\n\n\
             const help = `What reads the main module file is told here, as 127.0.0.1:8080 is, at length.`\n\n\
             // moduleFile reads what is in a module's file.\nfunc moduleFile() {}\n\nfunc dial() { panic(\"connection refused\") }\n",
        ),
        (
            "pool/made.go",
            "// Code generated by x. DO NOT EDIT.\n\npackage pool\n\nfunc fill() {\n\
             \tpanic(\"invalid encoding of a point\")\n}\n\n// Encoding is that of a point.\nfunc Encoding() {}\n",
        ),
    ]);
    for (question, expect) in [
        ("sql: database is closed", "errDone"),
        ("it says \"Database is closed\" here", "errDone"),
        ("what happens when the database is closed", "DB.Close"),
        ("2026/11/22 10:00:00 sql: database is closed", "errDone"),
        ("fetch failed\nError: sql: database is closed", "errDone"),
        ("json: cannot unmarshal string into Go value of type int", "decode"),
        ("invalid encoding of a point", "fill"),
        ("scan.Scanner: token too long", "errTooLong"),
        ("scan: Feeder closed", "errClosed"),
        ("context canceled", "errCanceled"),
        ("health(warnable=no-derp-home): ok", "well"),
        ("health(warnable=%s): error: %s", "health"),
        ("14:02 health(warnable=no-derp-home): error: no route to host", "health"),
        ("moved 3/17 files; kept all.txt", "moved"),
        ("qm create: exit status 2", "create"),
        ("run: bvequal: lengths 3 and 5 are not equal", "DB.Join"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let first = names(&answer).first().copied();
        let exact = answer["results"][0]["why"]["parts"].as_array().unwrap().iter();
        let is_exact = exact.into_iter().any(|part| part["signal"] == "exact");
        assert_eq!((first, is_exact), (Some(expect), expect != "DB.Close"), "{question}");
    }
    for question in ["how is the main module file parsed", "dial 127.0.0.1:8080: connect: connection refused"]
    {
        let answer = asked(&project, &["query", question, "--json"]);
        assert!(
            !names(&answer).is_empty() && names(&answer)[0] != "help",
            "{question}: {:?}",
            names(&answer)
        );
    }
}

#[test]
fn what_has_the_name_of_a_variable_or_a_flag_as_a_string_comes_first() {
    let project = Project::new(&[
        (
            "run/run.go",
            "package run\n\nimport (\n\t\"flag\"\n\t\"os\"\n)\n\n\
             // threads is how many run.\nfunc threads() string { return os.Getenv(\"MAXTHREADS\") }\n\n\
             // MAXTHREADS parses what is said of threads in the environment.\nfunc MAXTHREADS(environment string) {}\n\n\
             func home() string { return os.Getenv(\"APP_DATA_DIR\") }\n\n\
             // dataDir is where the data of the app is, a dir.\nfunc dataDir() {}\n\n\
             type environment struct{}\n\n\
             func init() {\n\tflag.String(\"data-dir\", \"\", \"where data lies\")\n}\n",
        ),
        (
            "run/run_test.go",
            "package run\n\ntype kind struct{}\n\nfunc (kind) SQL() string { return \"APP_DATA_DIR\" }\n",
        ),
        ("db/db.go", "package db\n\n// Query sends a SQL query to the storage.\nfunc Query(q string) {}\n"),
    ]);
    for (question, expect) in [
        ("where is MAXTHREADS parsed from the environment", "threads"),
        ("where is MAXTHREADS parsed", "MAXTHREADS"),
        ("where is APP_DATA_DIR read from the environment", "home"),
        // A type of that name is no place to look in.
        ("where is DATADIR read from the environment", "dataDir"),
        ("APP_DATA_DIR", "home"),
        ("where is APP_DATA_DIR read", "home"),
        ("where is --data-dir parsed", "init"),
        ("what does `--data-dir=x` do?", "init"),
        ("who reads the flag data-dir", "init"),
        ("how does a SQL query reach the storage layer", "Query"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer).first().copied(), Some(expect), "{question}");
    }
    let answer = project.run(&["query", "where is APP_DATA_DIR read"]);
    let remark = "nothing in this tree is named APP_DATA_DIR; what has it as a string comes first";
    assert!(answer.out.contains(remark), "{}", answer.out);
}

#[test]
fn a_message_is_met_in_its_quotation_marks_and_behind_a_log_s_head() {
    let code = "package m\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\n\
        var errRevision = errors.New(\"invalid release revision\")\n\n\
        // Release is a release of a revision, invalid or not.\nfunc Release() {}\n\n\
        func redefine(k string) error { return fmt.Errorf(\"key %q redefined\", k) }\n\n\
        func value(k string) error { return fmt.Errorf(\"key %q has no value\", k) }\n\n\
        func flags() error { return errors.New(\"the `--push` option can only be used with `--source`\") }\n\n\
        func archive() error { return errors.New(\"must be one of \\\"zip\\\" or \\\"tar\\\" here\") }\n\n\
        func section(a, b int) error { return fmt.Errorf(\"RR %d should have a Port of %d, but has %d\", a, b, b) }\n\n\
        func weigh(f, t string) error { return fmt.Errorf(\"cannot open weight file:%s. Trying again in %s\", f, t) }\n\n\
        func hint() string { return \"gh auth login\" }\n\n\
        // Login is what auth is about, the login to gh.\nfunc Login() {}\n\n\
        // Push is the option that is used with a source, the key of a value.\nfunc Push() {}\n\n\
        type RelayEndpoint struct{}\n\n\
        func relay() error { return errors.New(\"RelayEndpoint is required here\") }\n";
    let project = Project::new(&[("m.go", code)]);
    for (question, expect) in [
        ("2024/05/01 12:00:01 invalid release revision", "errRevision"),
        ("[ERROR] invalid release revision", "errRevision"),
        ("FATA[0003] invalid release revision", "errRevision"),
        ("cannot open weight file:alpha.json. Trying again in 5s", "weigh"),
        ("why do I get \"key \"foo\" redefined\"", "redefine"),
        ("Error: key \"foo\" has no value: connection refused", "value"),
        ("the `--push` option can only be used with `--source`", "flags"),
        ("must be one of \"zip\" or \"tar\" here", "archive"),
        ("RR 71 should have a Port of 5698, but has 8041", "section"),
        ("why does it say \"RelayEndpoint is required here\"?", "relay"),
        // A command is no message.
        ("Add --token flag to `gh auth login` for the login", "Login"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let is_exact = is_exact(&answer["results"][0]);
        assert_eq!((names(&answer)[0], is_exact), (expect, expect != "Login"), "{question}");
    }
}

#[test]
fn a_function_that_is_linked_to_another_calls_it() {
    let project = Project::new(&[
        ("a/a.go", "package a\n\nfunc Tick() int { return 1 }\n"),
        (
            "b/b.go",
            "package b\n\nimport _ \"unsafe\"\n\n//go:linkname tick example.com/m/a.Tick\nfunc tick() int\n\n\
             func Use() int { return tick() }\n",
        ),
        ("b/b.s", "TEXT ·x(SB),$0\n\tRET\n"),
    ]);
    for (question, expect) in
        [("who calls a.Tick", "tick"), ("what does b.tick call", "Tick"), ("who calls b.tick", "Use")]
    {
        assert_eq!(names(&asked(&project, &["query", question, "--json"]))[0], expect, "{question}");
    }
}

#[test]
fn rows_say_on_which_lines_they_are_what_was_pasted() {
    let code = "package m\n\nimport \"fmt\"\n\nfunc Load(key string) error {\n\tif key == \"\" {\n\
                \t\treturn fmt.Errorf(\"a key has no name\")\n\t}\n\treturn fmt.Errorf(\"key %q has no value here\", key)\n}\n\n\
                func Run() {\n\tLoad(\"a\")\n\tLoad(\"b\")\n}\n";
    let project = Project::new(&[("m/m.go", code)]);
    let trace = "panic: no\n\ngoroutine 1 [running]:\nexample.com/m/m.Run()\n\t/src/m/m/m.go:14 +0x1d\n";
    for (question, expect, lines) in [
        ("key \"x\" has no value here", "Load", &[9][..]),
        ("a key has no name", "Load", &[7]),
        ("who calls Load", "Run", &[13, 14]),
        (trace, "Run", &[14]),
        ("what does Load do", "Load", &[]),
        ("no value", "Load", &[]),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let row = &answer["results"][0];
        assert_eq!((names(&answer)[0], &row["why"]["lines"]), (expect, &json!(lines)), "{question}");
    }
    let said = project.good(&["query", "a key has no name"]);
    assert!(said.contains("says it on line 7;"), "{said}");
}

#[test]
fn a_literal_of_a_package_s_variable_is_found_by_its_number() {
    // As Go 1.27 numbers them: file by file by name, outermost literals only, tests last.
    let project = Project::new(&[
        ("sub/b.go", "package sub\n\nvar Late = func() {}\n\nfunc init() { func() {}() }\n"),
        (
            "sub/a.go",
            "package sub\n\nvar First = func() { func() {}() }\n\n\
             var Table = map[string]func(){\"x\": func() {}, \"y\": func() {}}\n\nvar Left, Right = func() {}, func() {}\n",
        ),
        ("sub/a_test.go", "package sub\n\nvar fake = func() {}\n"),
    ]);
    for (question, expect) in [
        ("example.com/m/sub.init.func1()", "First"),
        ("example.com/m/sub.init.func1.1(...)", "First"),
        ("sub.init.func3", "Table"),
        ("goroutine 7 [running]:\nexample.com/m/sub.init.func5(0x1)", "Right"),
        ("created by example.com/m/sub.glob..func6 in goroutine 1", "Late"),
        ("example.com/m/sub.init.func7", "fake"),
        // The place says more than a number of other sources.
        ("example.com/m/sub.init.func1()\n\t/src/m/sub/b.go:3 +0x1d", "Late"),
        ("example.com/m/sub.init.0.func1()", "init"),
    ] {
        assert_eq!(names(&asked(&project, &["query", question, "--json"]))[0], expect, "{question}");
    }
}

#[test]
fn a_report_is_about_what_its_words_say_before_what_it_quotes() {
    let sync = "package sync\n\n// Mirrors updates each mirror list and returns an exit code.\nfunc Mirrors(lists []string) int {\n\t\
                for _, list := range lists {\n\t\tupdateMirror(list)\n\t}\n\treturn 0\n}\n\n\
                // updateMirror updates one mirror list.\nfunc updateMirror(list string) error { return nil }\n";
    let get = "package get\n\nimport \"fmt\"\n\nfunc Page(url string, code int) error {\n\t\
               return fmt.Errorf(\"failed to fetch %s with status %d\", url, code)\n}\n";
    let project = Project::new(&[("sync/sync.go", sync), ("get/get.go", get)]);
    let message = "failed to fetch https://a.example/list with status 404";
    let first = |question: &str| names(&asked(&project, &["query", question, "--json"]))[0].to_owned();
    assert_eq!(first(message), "Page");
    let log =
        format!("2026-01-02T03:04:05Z ERROR {message}\nthe next line of the log\nand one more line of it");
    assert_eq!(first(&log), "Page", "a log is no report");
    let report = format!(
        "update of mirror lists returns exit code 0 even when it fails\n\nI run an update of all mirror lists, one list is gone:\n\n{message}\n\n\
         The exit code of the update is 0 nevertheless."
    );
    let answer = asked(&project, &["query", &report, "--json"]);
    assert_eq!(names(&answer)[0], "Mirrors");
    assert!(names(&answer).contains(&"Page"), "{answer}");
}

#[test]
fn of_a_panic_the_frame_that_panicked_comes_first_and_ambiguous_places_say_nothing() {
    let main = "package main\n\nfunc main() {\n\tdefer rescue()\n\twork(nil)\n}\n\n\
                // work does the work.\nfunc work(p *int) { *p = 1 }\n\n\
                func rescue() {\n\trecover()\n}\n";
    let other = "package main\n\nfunc main() { start() }\n\nfunc start() {\n}\n";
    let paths = ["a", "b", "c", "testdata/x"].map(|folder| format!("{folder}/main.go"));
    let mut files = vec![("main.go", main), ("d/only.go", "package d\n\nfunc Only() {\n}\n")];
    files.extend(paths.iter().map(|path| (path.as_str(), other)));
    files.push(("testdata/y/only.go", "package d\n\nfunc Only() {\n}\n"));
    let project = Project::new(&files);
    let trace = "panic: nil\n\ngoroutine 1 [running]:\nruntime/debug.Stack()\n\t/go/src/runtime/debug/stack.go:24 +0x65\n\
                 main.rescue()\n\t/src/m/main.go:12 +0x1d\npanic({0x1, 0x2})\n\t/go/src/runtime/panic.go:838 +0x207\n\
                 main.work(...)\n\t/src/m/main.go:9\nmain.main()\n\t/src/m/main.go:5 +0x20\n";
    // The line is of another version: the function counts.
    let older = trace.replace("main.go:9", "main.go:12");
    for (question, expect) in [
        (trace, &["work", "main", "rescue"][..]),
        (&older, &["work", "main", "rescue"]),
        ("only.go:3: unused", &["Only"]),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let exact = answer["results"].as_array().into_iter().flatten().filter(|row| is_exact(row));
        assert_eq!(exact.count(), expect.len(), "{question}");
        assert_eq!(&names(&answer)[..expect.len()], expect, "{question}");
    }
    project.write("main.go", "package main\n");
    project.write("e/main.go", other);
    std::fs::remove_file(project.root().join("main.go")).unwrap();
    let answer = asked(&project, &["query", "it fails at main.go:5 when start is slow", "--json"]);
    let exact = answer["results"].as_array().into_iter().flatten().filter(|row| is_exact(row));
    assert_eq!(exact.count(), 0, "one of four programs, and nothing says which");
}

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
    let git = |args: &[&str]| {
        let identity = ["-c", "user.name=An Author", "-c", "user.email=a@example.com"];
        let git = Command::new("git").args(identity).args(args).current_dir(project.root()).output().unwrap();
        assert!(git.status.success(), "{args:?}");
        String::from_utf8(git.stdout).unwrap()
    };
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
    // What `git show` says of the commit besides is no word of the question.
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
    // What is built may be called otherwise.
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

#[test]
fn an_answer_has_the_documented_fields() {
    let project = Project::sample();
    let answer = asked(&project, &["query", "retry a failed job", "--json", "--budget", "600"]);
    for field in ["query", "strategy", "totalTokens", "tokenBudget", "fuzzyCorrection", "leftOut"] {
        assert!(answer.get(field).is_some(), "{field}");
    }
    for field in ["tier", "tookMs", "candidates"] {
        assert!(answer["searchMetrics"].get(field).is_some(), "{field}");
    }
    for field in ["totalItems", "returnedItems", "truncated"] {
        assert!(answer["_meta"].get(field).is_some(), "{field}");
    }
    let rows = answer["results"].as_array().unwrap();
    assert_eq!(answer["_meta"]["returnedItems"], rows.len());
    let total = answer["totalTokens"].as_u64().unwrap();
    assert!(total <= 600, "{total}");
    for row in rows {
        for field in
            ["symbolId", "name", "kind", "file", "line", "relevanceScore", "importanceScore", "tokens"]
        {
            assert!(row.get(field).is_some(), "{field}: {row}");
        }
        let parts = row["why"]["parts"].as_array().unwrap();
        let sum: f64 = parts.iter().map(|part| part["score"].as_f64().unwrap()).sum();
        assert!((sum - row["combinedScore"].as_f64().unwrap()).abs() < 1e-4, "{row}");
    }
}

#[test]
fn a_misspelt_word_is_corrected_and_said_unless_that_is_switched_off() {
    let project = Project::sample();
    let answer = asked(&project, &["query", "jornal", "--json"]);
    assert_eq!(answer["fuzzyCorrection"], json!({ "from": "jornal", "to": "journal" }));
    assert!(!names(&answer).is_empty());
    let answer = asked(&project, &["query", "jornal", "--json", "--no-fuzzy"]);
    assert_eq!((&answer["fuzzyCorrection"], names(&answer).len()), (&Value::Null, 0));
    let two = batch(&project, &[], "{\"id\":1,\"query\":\"jornal retyr\"}", 0);
    assert_eq!(
        two[0]["fuzzyCorrections"],
        json!([{ "from": "jornal", "to": "journal" }, { "from": "retyr", "to": "retry" }])
    );
    assert_eq!(two[0]["fuzzyCorrection"], two[0]["fuzzyCorrections"][0]);
    // What the tree knows is never corrected.
    assert_eq!(asked(&project, &["query", "journal", "--json"])["fuzzyCorrection"], Value::Null);
}

#[test]
fn a_misspelt_part_of_an_identifier_is_what_makes_it_one_of_the_tree() {
    let code = "package a\n\n// Blob is a blob of blobs.\ntype Blob struct{ blob, blobs Blobs }\n\ntype Blobs struct{}\n\n\
                func blobStore() {}\n\nfunc storeBlob() {}\n\ntype NomsBlockStore struct{}\n";
    let project = Project::new(&[("a.go", code)]);
    for (question, to) in
        [("nomsBlokStore", "block"), ("where is NomsBlokStore made", "block"), ("blokPile", "blob")]
    {
        let answer = project.run(&["query", question]).out;
        assert!(
            answer.contains(&format!("“blok” is not found here; read as “{to}”")),
            "{question}: {answer}"
        );
    }
    assert_eq!(names(&asked(&project, &["query", "nomsBlokStore", "--json"]))[0], "NomsBlockStore");
}

#[test]
fn a_misspelling_that_the_tree_has_itself_is_read_both_ways() {
    let calls = "\treceive()\n".repeat(120);
    let text = format!(
        "package a\n\nfunc receive() {{}}\n\nfunc snapshot() {{\n{calls}}}\n\n\
         // hold lets nobody recieve.\nfunc hold() {{}}\n"
    );
    let project = Project::new(&[("go.mod", "module m\n"), ("a.go", &text)]);
    let answer = project.run(&["query", "who may recieve"]);
    assert!(answer.out.contains("“recieve” is rare here; also searched for “receive”\n"), "{}", answer.out);
    assert!(answer.out.contains("hold") && answer.out.contains("receive  a.go"), "{}", answer.out);
    let literal = project.run(&["query", "who may recieve", "--no-fuzzy"]);
    assert!(!literal.out.contains("hardly") && literal.out.contains("hold"), "{}", literal.out);
}

#[test]
fn what_matches_nothing_says_so() {
    let project = Project::sample();
    let answer = asked(&project, &["query", "qqqqzzzzxxxx", "--json"]);
    assert_eq!((names(&answer).len(), &answer["searchMetrics"]["tier"]), (0, &json!("none")));
    for (question, why) in [
        ("qqqqzzzzxxxx", "“qqqqzzzzxxxx” is not found here"),
        ("日本語の質問", "“日本”, “本語”, “語の” and 2 more are not found here"),
        ("(.*)[^]+?$ \\ {,}|", "no word to look for"),
        ("what is it about", "no word to look for"),
        ("schedulation", "the nearest words here: duration"),
    ] {
        let said = project.good(&["query", question]);
        assert!(said.starts_with("nothing matches: ") && said.contains(why), "{question}: {said}");
    }
    assert_eq!(project.run(&["pack", "qqqqzzzzxxxx"]).code, Some(1));
}

#[test]
fn strategies_and_modes_answer_differently() {
    let project = Project::sample();
    let question = "job queue";
    let lists: Vec<String> = ["fused", "combined", "dependency", "importance"]
        .iter()
        .map(|strategy| {
            names(&asked(&project, &["query", question, "--json", "--strategy", strategy])).join(" ")
        })
        .collect();
    for (ix, list) in lists.iter().enumerate() {
        assert!(!list.is_empty());
        assert!(!lists[..ix].contains(list), "{list}");
    }
    let legacy = asked(&project, &["query", "queu", "--json", "--search-mode", "legacy", "--no-fuzzy"]);
    assert_eq!(legacy["searchMetrics"]["tier"], "substring");
}

#[test]
fn parts_of_a_score_add_up_to_it() {
    let project = Project::sample();
    for strategy in ["fused", "dependency", "importance", "relevance"] {
        let answer = asked(&project, &["query", "job queue", "--json", "--strategy", strategy]);
        for row in answer["results"].as_array().unwrap() {
            let parts = row["why"]["parts"].as_array().unwrap();
            let sum: f64 = parts.iter().map(|part| part["score"].as_f64().unwrap()).sum();
            let score = row["combinedScore"].as_f64().unwrap();
            assert!((sum - score).abs() < 1e-4, "{strategy}: {sum} of {row}");
        }
    }
    let relevance = |project: &Project| project.good(&["query", "job queue", "--strategy", "relevance"]);
    assert!(relevance(&project).contains("depth 0.10"), "{}", relevance(&project));
    for args in [&["init", "-q"][..], &["add", "-A"], &["commit", "-qm", "all"]] {
        crate::impact::git(&project, args);
    }
    assert!(!relevance(&project).contains("depth"), "{}", relevance(&project));
}

#[test]
fn query_tells_of_the_pack_that_pack_writes() {
    let project = Project::sample();
    for budget in ["100", "137", "400", "1500"] {
        let asked = asked(&project, &["query", "retry a failed job", "--json", "--budget", budget]);
        let packed = project.good(&["pack", "retry a failed job", "--budget", budget]);
        let rows = ["results", "types"].map(|list| asked[list].as_array().unwrap().clone()).concat();
        let views = |lines: bool| {
            let is_line = |view: &Value| view == "name" || view == "sig";
            let is_wanted = |row: &&Value| !row["view"].is_null() && is_line(&row["view"]) == lines;
            rows.iter().filter(is_wanted).count()
        };
        let lines = |start: &str| packed.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!((views(false), views(true)), (lines("### "), lines("- ")), "{budget}: {packed}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let project = Project::sample();
    for (args, code) in [
        (&["query", ""][..], 2),
        (&["query", " \t"], 2),
        (&["query", "job", "--budget", "99"], 2),
        (&["query", "job", "--budget", "x"], 2),
        (&["query", "job", "--weights", "txet=1"], 2),
        (&["query", "job", "--strategy", "best"], 2),
        (&["query", "job", "--seed", "NoSuchSymbol"], 3),
        (&["query", "job", "--seed", "Run"], 4),
    ] {
        let answer = project.run(args);
        assert_eq!(answer.code, Some(code), "{args:?}: {}", answer.err);
        assert!(!answer.err.is_empty(), "{args:?}");
    }
}

#[test]
fn a_question_of_100_kb_is_read_as_far_as_is_sensible_and_that_is_said() {
    let project = Project::sample();
    let different: Vec<String> = (0..6_200).map(|ix| format!("retry{ix} job")).collect();
    for long in ["retry the job ".repeat(7_200), different.join(" and ")] {
        assert!((100_000..130_000).contains(&long.len()), "{}", long.len());
        let said = project.good(&["query", &long]);
        assert!(said.contains("the question is long: "), "{said}");
        assert!(said.contains("Pool.retry"), "{said}");
    }
    assert!(!project.good(&["query", "retry the job"]).contains("long"));
}

#[test]
fn words_and_signs_of_patterns_are_read_as_words_and_signs() {
    let project = Project::sample();
    // The question stands in the pack and takes room there.
    let roomy = |text: &str| asked(&project, &["query", text, "--json", "--budget", "30000"]);
    let plain = roomy("retry job");
    let odd = roomy("^retry.*(job)$ +-\"'[]{}");
    assert_eq!(names(&odd), names(&plain));
}

#[test]
fn a_batch_answers_line_by_line_and_survives_a_bad_one() {
    let project = Project::sample();
    let lines = "{\"id\":1,\"query\":\"retry backoff\",\"budget\":500}\n\n{\"id\":\"b\",\"query\":\"\"}\n";
    let answers = batch(&project, &[], lines, 2);
    assert_eq!((&answers[0]["id"], &answers[1]["id"], answers.len()), (&json!(1), &json!("b"), 2));
    let rows = answers[0]["results"].as_array().unwrap();
    for field in ["symbolId", "file", "line", "name", "kind", "score", "tokens"] {
        assert!(rows[0].get(field).is_some(), "{field}");
    }
    let id = rows[0]["symbolId"].as_str().unwrap();
    assert_eq!(project.run(&["impact", id]).code, Some(0), "other commands take {id}");
    let scores: Vec<f64> = rows.iter().map(|row| row["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(answers[1]["error"].as_str().unwrap().contains("empty"));
    let little = "{\"query\":\"retry\",\"budget\":99}";
    assert!(batch(&project, &[], little, 0)[0].get("error").is_none(), "nothing is packed");
    let error = batch(&project, &["--packed"], little, 2)[0]["error"].to_string();
    assert!(error.contains("line 1 of standard input cannot be answered: a budget of 99"), "{error}");
    for (line, what) in [
        ("[1]", "it is a list, not an object"),
        ("{\"id\":1}", "it has no \\\"query\\\""),
        ("{\"query\":5}", "\\\"query\\\" is a number, not a string"),
        ("{\"query\":\"a\",\"budget\":1.5}", "\\\"budget\\\" is not a whole number"),
    ] {
        let error = batch(&project, &[], line, 2)[0]["error"].to_string();
        assert!(error.contains(what), "{error}");
    }

    let lines = "{\"id\":7,\"query\":3}\nretry\n{\"id\":8,\"query\":\"retry backoff\"}\n[]\n";
    let answers = batch(&project, &[], lines, 2);
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(7), &Value::Null, &json!(8), &Value::Null]);
    let errors: Vec<bool> = answers.iter().map(|answer| answer.get("error").is_some()).collect();
    assert_eq!(errors, [true, true, false, true]);
    assert!(answers[1]["error"].as_str().unwrap().starts_with("line 2 of standard input is not JSON"));
    let help = project.good(&["batch", "--help"]);
    assert!(["  query ", "  id ", "  budget "].iter().all(|field| help.contains(field)), "{help}");

    let mut child = project.command(&["batch"]).stdin(Stdio::piped()).spawn().unwrap();
    let line = "{\"query\":\"retry backoff\",\"limit\":1,\"nonsense\":2}";
    child.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
    let answer = Answer::from(child.wait_with_output().unwrap());
    assert_eq!((answer.code, answer.out.lines().count()), (Some(0), 1));
    assert!(answer.err.contains("ignored unknown fields: limit, nonsense"), "{}", answer.err);

    let packed = batch(&project, &["--packed"], "{\"id\":2,\"query\":\"retry backoff\",\"budget\":300}", 0);
    let rows = packed[0]["results"].as_array().unwrap();
    assert!(rows.iter().all(|row| ["full", "sig", "name"].contains(&row["view"].as_str().unwrap())));
    assert!(rows.iter().map(|row| row["tokens"].as_u64().unwrap()).sum::<u64>() <= 300);
}

#[test]
fn a_pack_is_the_text_itself_in_every_format() {
    let project = Project::sample();
    for format in ["markdown", "xml", "plain", "json"] {
        let text = project.good(&["pack", "retry a failed job", "--format", format, "--budget", "800"]);
        assert!(text.contains("func ") && text.contains(".go"), "{format}: {text}");
    }
    let text = project.good(&["pack", "retry a failed job"]);
    let file = project.data().join("pack.md");
    let out = project.good(&["pack", "retry a failed job", "--out", file.to_str().unwrap()]);
    assert_eq!((out.as_str(), std::fs::read_to_string(file).unwrap()), ("", text));
}

#[test]
fn an_answer_does_not_depend_on_how_the_index_came_to_be() {
    let project = Project::sample();
    let question = ["query", "retry a failed job", "--json"];
    let before = asked(&project, &question);
    project.write("extra/extra.go", "package extra\n\n// Retry tries a job again.\nfunc Retry() {}\n");
    let refreshed = asked(&project, &question);
    assert!(names(&refreshed).contains(&"Retry") && !names(&before).contains(&"Retry"));
    project.good(&["index", "--force"]);
    let mut rebuilt = asked(&project, &question);
    rebuilt["searchMetrics"]["tookMs"] = refreshed["searchMetrics"]["tookMs"].clone();
    assert_eq!(rebuilt, refreshed);
}

#[test]
fn weights_are_settings_that_a_flag_overrides() {
    let project = Project::sample();
    let file = project.data().join("config.toml");
    let config = file.to_str().unwrap();
    let question = ["query", "retry a failed job", "--json", "--config", config];
    let weights = |args: &[&str]| -> Vec<(String, f64)> {
        let answer = asked(&project, &[&question[..], args].concat());
        let parts = answer["results"][0]["why"]["parts"].as_array().unwrap();
        let part = |part: &Value| (part["signal"].as_str().unwrap().into(), part["weight"].as_f64().unwrap());
        parts.iter().map(part).collect()
    };
    let of = |weights: &[(String, f64)], name: &str| weights.iter().find(|w| w.0 == name).map(|w| w.1);
    std::fs::create_dir_all(project.data()).unwrap();
    std::fs::write(&file, "").unwrap();
    let usual = weights(&[]);
    std::fs::write(&file, "[weights]\nnear = 500\n[relevance]\nsemantic = 1.0\n").unwrap();
    let near = weights(&[]);
    assert!(of(&usual, "near") < Some(0.5) && of(&near, "near") > Some(0.9), "{usual:?} {near:?}");
    assert_eq!(of(&weights(&["--weights", "near=0"]), "near"), None, "a flag goes before the file");
    assert_eq!(of(&weights(&["--strategy", "relevance"]), "semantic"), Some(1.0));
    let score = ["relevance", "Pool.retry", "retry", "--json", "--config", config];
    assert_eq!(project.json(&score)["weights"]["semantic"], 1.0);

    std::fs::write(&file, "[weights]\nnaer = 5\nnear = -1\n").unwrap();
    let answer = project.run(&question);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    for said in [
        "config.toml: line 2: there is no weight `naer` (near it: near",
        "line 3: the weight of `near` must be",
    ] {
        assert!(answer.err.contains(said), "{}", answer.err);
    }
}

#[test]
fn a_limit_is_how_many_rows_there_are_to_choose_from() {
    let project = Project::sample();
    let all = project.json(&["query", "retry a failed job", "--json"]);
    let few = project.json(&["query", "retry a failed job", "--json", "--limit", "3"]);
    assert!(all["_meta"]["totalItems"].as_u64().unwrap() > 3, "{all}");
    assert_eq!(few["_meta"]["totalItems"], 3, "{few}");
    assert_eq!(few["results"][0]["symbolId"], all["results"][0]["symbolId"]);
    assert_eq!(project.run(&["query", "x", "--limit", "0"]).code, Some(2));

    let rows = |flags: &[&str]| {
        let answers = batch(&project, flags, "{\"query\":\"retry a failed job\"}", 0);
        answers[0]["results"].as_array().unwrap().clone()
    };
    let ranked = rows(&["--limit", "3"]);
    assert_eq!((ranked.len(), &ranked[0]["symbolId"]), (3, &all["results"][0]["symbolId"]));
    // Beside the rows a pack has types that these use.
    assert!(rows(&["--limit", "3", "--packed"]).len() < rows(&["--packed"]).len());
    let pack = project.json(&["pack", "retry a failed job", "--limit", "1", "--format", "json"]);
    let whole = project.json(&["pack", "retry a failed job", "--format", "json"]);
    assert!(pack.to_string().len() < whole.to_string().len(), "{pack}");
}

#[test]
fn what_is_written_for_tests_alone_answers_after_the_program() {
    let test = "package selftest\n\nimport \"testing\"\n\n// GrowStack grows a stack until stacks are grown.\n\
                func testGrowStack(t *testing.T) { growStack() }\n\n// growStack is how a stack is grown.\nfunc growStack() {}\n";
    let program = "package stack\n\n// Stack has frames.\ntype Stack struct{ frames []int }\n\n\
                   // more grows the stack by doubling it.\nfunc (s *Stack) more() { s.frames = append(s.frames, 0) }\n";
    let project = Project::new(&[("selftest/grow.go", test), ("stack/stack.go", program)]);
    let answer = asked(&project, &["query", "how are stacks grown", "--json"]);
    assert_eq!(answer["results"][0]["file"], "stack/stack.go", "{:?}", names(&answer));
}

#[test]
fn a_question_about_a_package_is_answered_by_it_and_what_it_exports() {
    let project = Project::sample();
    for question in [
        "what does package queue do",
        "package queue",
        "what is the queue package for?",
        "explain pkg queue",
        "purpose of example.com/millrace/queue",
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap();
        assert_eq!(rows[0]["kind"], "package", "{question}: {:?}", names(&answer));
        assert_eq!((&rows[0]["name"], &rows[1]["name"]), (&"queue".into(), &"Queue".into()), "{question}");
    }
    let answer = asked(&project, &["query", "how does package queue wake a worker", "--json"]);
    assert!(!is_exact(&answer["results"][0]), "{:?}", names(&answer));
}

#[test]
fn words_meet_however_they_are_joined_and_whatever_their_script() {
    let code = "package p\n\nfunc OpenPayPalForm() {}\n\nfunc YouTubeFeed() {}\n\nfunc FeedReader() {}\n\n\
                // Rotate 轮换加密密钥，每天一次。\nfunc Rotate() {}\n\n// Verify は署名を検証する。\nfunc Verify() {}\n\n\
                // Fuß is the foot of the page.\nfunc Fuß() {}\n";
    let project = Project::new(&[("p/p.go", code)]);
    for (question, expect) in [
        ("paypal", "OpenPayPalForm"),
        ("youtube feed", "YouTubeFeed"),
        ("加密密钥", "Rotate"),
        ("怎么轮换密钥", "Rotate"),
        ("署名の検証", "Verify"),
        ("FUSS", "Fuß"),
        ("fuß", "Fuß"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(names(&answer).first(), Some(&expect), "{question}: {answer}");
    }
    let text = project.good(&["query", "paypal"]);
    assert!(text.contains("“paypal” is not found here; read as “pay pal”"), "{text}");
}
