//! Questions in words: what finds code, and messages, traces and reports that are pasted.

use serde_json::json;

use crate::ask::{asked, is_exact, names};
use crate::project::Project;

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
fn folders_for_tests_hold_no_part_of_the_program() {
    let kit = "package kit\n\n// PublishPorts publishes the ports of a container to the host.\nfunc PublishPorts() {}\n";
    let driver =
        "package main\n\nimport \"example.com/m/FOLDER/kit\"\n\nfunc main() { kit.PublishPorts() }\n";
    let code = "package port\n\n// MapPorts maps ports of a container so that the host publishes them.\nfunc MapPorts() {}\n";
    let first = |folder: &str| {
        let project = Project::new(&[
            (&format!("{folder}/kit/kit.go"), kit),
            (&format!("{folder}/driver/main.go"), &driver.replace("FOLDER", folder)),
            ("port/port.go", code),
        ]);
        let answer =
            asked(&project, &["query", "how does it publish the ports of a container to the host", "--json"]);
        names(&answer)[0].to_owned()
    };
    assert_eq!([first("tests"), first("e2e"), first("latest")], ["MapPorts", "MapPorts", "PublishPorts"]);
}

/// Prose about code that has none itself stands in tests, in callers and beside what is called.
#[test]
fn a_plain_question_reads_the_tests_and_the_comments_around() {
    let code = "package a\n\n// Serve answers until it is closed.\n//\n// Peers that stay silent for long are dropped.\n\
                func Serve() { sweep() }\n\nfunc sweep() {}\n\nfunc other() {}\n\nfunc balance() { pick() }\n\n\
                // pick chooses the backend with the fewest open streams.\nfunc pick() {}\n\nfunc merge() {}\n";
    let test = "package a\n\nimport \"testing\"\n\n// A duplicate entry replaces the older of both.\n\
                func TestDuplicateEntry(t *testing.T) { merge() }\n";
    let project = Project::new(&[("a.go", code), ("a_test.go", test)]);
    for (question, found, signal) in [
        ("what happens to a duplicate of an older entry?", "merge", "tested"),
        ("which peers are dropped for being silent too long?", "sweep", "caller-docs"),
        ("how is a backend with few open streams chosen?", "balance", "callee-docs"),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        let rows = answer["results"].as_array().unwrap();
        let row =
            rows.iter().find(|row| row["name"] == found).unwrap_or_else(|| panic!("{question}: {answer}"));
        let parts = row["why"]["parts"].as_array().unwrap();
        assert!(parts.iter().any(|part| part["signal"] == signal), "{question}: {row}");
        let place = |name: &str| rows.iter().position(|row| row["name"] == name).unwrap_or(rows.len());
        assert!(place(found) < place("other"), "{question}: {:?}", names(&answer));
    }
}

/// A question that quotes a message asks which code leads to it; the declaration of the error is only its text.
#[test]
fn a_quoted_message_leads_a_plain_question_to_what_reports_it() {
    let code = "package a\n\nimport \"errors\"\n\nvar errFull = errors.New(\"the store has no space left\")\n\n\
                func isFull(err error) bool { return errors.Is(err, errFull) }\n\n\
                func put(n int) error {\n\tif n > 9 {\n\t\treturn errFull\n\t}\n\treturn nil\n}\n\n\
                // space is what the store has left for users.\nfunc space() {}\n";
    let project = Project::new(&[("a.go", code)]);
    for quoted in
        ["'the store has no space left'", "\"the store has no space left\"", "‘the store has no space left’"]
    {
        let question =
            format!("Users don't get further than {quoted} although there's room. Which code decides that?");
        let answer = asked(&project, &["query", &question, "--json"]);
        assert_eq!(names(&answer)[..2], ["put", "errFull"], "{question}");
    }
    let pasted = asked(&project, &["query", "the store has no space left", "--json"]);
    assert_eq!(names(&pasted)[0], "errFull", "pasted alone, it is looked for itself");
}

/// Two words may be a topic, but not in quotation marks, nor before an error of the system.
#[test]
fn a_short_message_is_met_where_it_is_sure_to_be_one() {
    let code = "package a\n\nimport \"errors\"\n\nfunc check() error { return errors.New(\"invalid page\") }\n\n\
                // Page is a page that is invalid or not.\ntype Page struct{}\n\n\
                // Invalid says whether the page is invalid.\nfunc (Page) Invalid() bool { return false }\n";
    let project = Project::new(&[("a.go", code)]);
    let first = |question: &str| names(&asked(&project, &["query", question, "--json"]))[0].to_owned();
    assert_eq!(first("invalid page: unexpected EOF"), "check");
    assert_eq!(first("load: invalid page: unexpected EOF"), "check");
    assert_eq!(first("why do I get \"invalid page\""), "check");
    assert_ne!(first("which invalid page"), "check");
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
        // Errors of the operating system stand in no literal, so the code around them has to match.
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
fn an_init_function_is_found_by_its_number() {
    // As Go 1.27 numbers them: file by file by name from 0, tests last.
    let project = Project::new(&[
        ("sub/b.go", "package sub\n\nfunc init() {}\n"),
        ("sub/a.go", "package sub\n\nfunc init() {}\n\nfunc init() {}\n"),
        ("sub/a_test.go", "package sub\n\nfunc init() {}\n"),
        ("else/a.go", "package sub\n\nfunc init() {}\n"),
    ]);
    for (question, expect) in [
        ("example.com/m/sub.init.0()", "sub/a.go::init::func"),
        ("goroutine 1 [running]:\nexample.com/m/sub.init.1()", "sub/a.go::init::func#2"),
        ("goroutine 1 [running]:\nexample.com/m/sub.init.2()", "sub/b.go::init::func"),
        ("goroutine 1 [running]:\nexample.com/m/sub.init.3.func1(0x1)", "sub/a_test.go::init::func"),
        // The place says more than a number of other sources.
        (
            "goroutine 1 [running]:\nexample.com/m/sub.init.0()\n\t/src/m/sub/b.go:3 +0x1d",
            "sub/b.go::init::func",
        ),
    ] {
        let answer = asked(&project, &["query", question, "--json"]);
        assert_eq!(answer["results"][0]["symbolId"], expect, "{question}");
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
