//! Tests of error messages: what happened, in the words of the person's own line, and the way out.

use crate::project::Project;

/// Arguments, the exit code, and the words that must be said.
const CASES: &[(&[&str], i32, &[&str])] = &[
    (&["rank", "nowhere"], 1, &["cannot open nowhere", "name a folder with Go code"]),
    (&["rnak"], 2, &["no file, folder or subcommand `rnak`; did you mean rank? (", "--help"]),
    (&["qqqqqqqq"], 2, &["no file, folder or subcommand `qqqqqqqq` (see --help)"]),
    (
        &["--theme", "dark"],
        2,
        &["--theme is not a flag", "`theme` is a setting", "config.toml", "--print-config"],
    ),
    (&["--themes", "dark"], 2, &["unexpected argument '--themes'"]),
    (&["rank", "--limit", "-1"], 2, &["'-1'", "expected a whole number"]),
    (&["query", "serve", "--budget", "-5"], 2, &["'-5' for '--budget", "expected a whole number"]),
    (&["impact", "F", "--threshold", "-0.5"], 2, &["'-0.5'", "expected a number from 0 to 1"]),
    (&["impact"], 2, &["impact [OPTIONS] <SYMBOL> [PATH]", "impact [OPTIONS] --diff <RANGE> [PATH]"]),
    (&["impact", ""], 2, &["a SYMBOL is empty", "FILE:LINE"]),
    (&["impact", "--diff", ""], 2, &["a value is required for '--diff <RANGE>'"]),
    (&["tour", "generate", "--range", ""], 2, &["a value is required for '--range <RANGE>'"]),
    (&["path", "x", "Serve"], 3, &["no symbol is named `x` or anything like it", "codegraph-tui query"]),
    (&["path", "Serve", "Se"], 3, &["no symbol is named `Se` or"]),
    (&["path", "Serve", "b1"], 3, &["no symbol is named `b1` or"]),
    (&[".", "rank"], 2, &[". stands before the subcommand", "put the path after it"]),
    (&["--track-interactions", "rank"], 2, &["--track-interactions before a subcommand", "--help"]),
    (&["rank", "--limit", "many"], 2, &["'many'", "expected a whole number"]),
    (&["rank", "--threads", "0"], 2, &["expected a whole number from 1 to 1024"]),
    (&["impact", "F", "--depth", "0"], 2, &["expected a whole number, 1 or more"]),
    (&["impact", "F", "--threshold", "2"], 2, &["expected a number from 0 to 1"]),
    (&["impact", "F", "--diff", "HEAD"], 2, &["no folder `F`", "not a SYMBOL", "a PATH"]),
    (&["impact", "F", ".", "--diff", "HEAD"], 2, &["`.` is one argument too many"]),
    (&["impact", "--diff", "HEAD"], 1, &["is not under git"]),
    (&["impact", "Qqqqqqqqqqqqq"], 3, &["no symbol is named `Qqqqqqqqqqqqq`", "codegraph-tui query"]),
    (&["impact", "Serv"], 3, &["similar names:", "a.go::Serve::func"]),
    (&["impact", "Run"], 4, &["matches 2 symbols; give one of these ids", "a.go::A.Run::method"]),
    (
        &["impact", "Stop"],
        4,
        &["matches 3 symbols; give one of these ids", "a.go::Stop::func", "a.go::A.Stop::method"],
    ),
    (&["impact", "a.go:1"], 3, &["there is no declaration at `a.go:1`; the nearest:", "a.go::Serve::func"]),
    (&["impact", "a.go:99"], 3, &["there is no declaration at `a.go:99`; the nearest:", "a.go::Serve::func"]),
    (&["impact", "q.go:3"], 3, &["no symbol is named `q.go:3` or"]),
    (&["path", "Serve", "Serve"], 2, &["are the same symbol"]),
    (&["query", ""], 2, &["the question is empty"]),
    (&["query", "serve", "--budget", "99"], 2, &["too small", "100"]),
    (&["query", "serve", "--weights", "txt=1"], 2, &["no weight `txt`", "text"]),
    (&["query", "serve", "--weights", "text"], 2, &["NAME=NUMBER"]),
    (
        &["query", "serve", "--config", "gone.toml"],
        0,
        &["gone.toml: there is no such file", "defaults are used"],
    ),
    (&["pack", "qqqqqqqqqqqqq"], 1, &["nothing matches", "qqqqqqqqqqqqq"]),
    (
        &["pack", "serve", "--out", "no/such/folder"],
        1,
        &["cannot write no/such/folder: its folder does not exist; create"],
    ),
    (&["pack", "serve", "--out", "b"], 1, &["cannot write b: it is a folder; name a file in it"]),
    (&["tour", "show", "grand"], 1, &["no tour `grand`", "tour list"]),
];

#[test]
fn a_message_says_what_happened_and_the_way_out() {
    let code = "package a\n\nfunc Serve() {}\n\ntype A int\n\nfunc (A) Run() {}\n\ntype B int\n\nfunc (B) Run() {}\n\n\
                func Stop() {}\n\nfunc (A) Stop() {}\n";
    let project = Project::new(&[("a.go", code), ("b/b.go", "package b\n\nfunc Stop() {}\n")]);
    for (args, code, words) in CASES {
        let answer = project.run(args);
        assert_eq!(answer.code, Some(*code), "{args:?}: {}", answer.err);
        for word in *words {
            assert!(answer.err.contains(word), "{args:?} does not say {word:?}: {}", answer.err);
        }
        assert_speaks_to_people(&answer.err);
    }
}

#[test]
fn a_qualifier_that_is_wrong_or_leads_nowhere_is_told() {
    let project = Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")]);
    for (question, expect) in [
        ("pkg:qqqqqq serve", "nothing matches: no package or folder name contains “qqqqqq”"),
        ("file:q.go serve", "nothing matches: no file path contains “q.go”"),
        ("kind:bogus serve", "kind: takes package"),
        ("is:bogus serve", "is: takes test"),
    ] {
        let answer = project.run(&["query", question]);
        let said = answer.out + &answer.err;
        assert!(said.contains(expect), "{question}: {said}");
    }
    let right = project.good(&["query", "kind:func pkg:a serve"]);
    assert!(!right.contains("takes") && !right.contains("nothing"), "{right}");
}

#[test]
fn a_range_that_git_does_not_know_is_told_how_one_is_written() {
    let project = Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")]);
    for args in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "first"]] {
        crate::impact::git(&project, args);
    }
    let ways = "a range is a commit, `A..B`, `A...B`, or `A^!` for commit A alone";
    for range in ["nosuch", "nosuch..HEAD", "HEAD...nosuch", "nosuch^!"] {
        for args in [&["impact", "--diff", range][..], &["tour", "generate", "--range", range]] {
            let answer = project.run(args);
            assert_eq!(answer.code, Some(1), "{args:?}");
            assert!(answer.err.contains("git knows no commit `nosuch"), "{}", answer.err);
            assert!(answer.err.contains(ways), "{args:?}: {}", answer.err);
        }
    }
}

#[test]
fn nothing_remembered_is_said_with_what_changes_that() {
    let project = Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")]);
    let said = project.good(&["interactions", "list"]);
    assert!(said.starts_with("nothing is remembered; to start, ask with --track-interactions"), "{said}");
    assert_eq!(project.json(&["interactions", "list", "--json"])["_meta"]["totalItems"], 0);
    project.good(&["query", "serve", "--track-interactions"]);
    assert_eq!(project.good(&["interactions", "clear"]), "forgotten: 1 symbol\n");
}

#[test]
fn a_settings_file_that_is_named_and_missing_is_told_by_every_command() {
    let project = Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")]);
    for command in [
        &["index"][..],
        &["rank"],
        &["impact", "Serve"],
        &["relevance", "Serve", "serve"],
        &["path", "Serve", "a"],
        &["query", "serve"],
        &["batch"],
        &["pack", "serve"],
        &["export"],
        &["tour", "list"],
        &["interactions", "list"],
        &["man"],
    ] {
        let answer = project.run(&[command, &["--config", "gone.toml"]].concat());
        assert_eq!(answer.code, Some(0), "{command:?}: {}", answer.err);
        let said = answer.err.matches("gone.toml: there is no such file; the defaults are used").count();
        assert_eq!(said, 1, "{command:?}: {}", answer.err);
    }
    let doctor = project.good(&["doctor", "--config", "gone.toml"]);
    assert!(doctor.contains("there is no such file"), "{doctor}");
}

/// The data folder is given in the environment here, and is no part of any line.
#[test]
fn a_usage_shows_what_a_line_needs_not_what_the_environment_gives() {
    let project = Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")]);
    for (args, usage) in [
        (&["query"][..], "Usage: codegraph-tui query <TEXT> [PATH]\n"),
        (&["query", "--no-fuzzy"], "Usage: codegraph-tui query --no-fuzzy <TEXT> [PATH]\n"),
        (&["path", "Serve"], "Usage: codegraph-tui path <FROM> <TO> [PATH]\n"),
        (&["--zzz"], "Usage: codegraph-tui [OPTIONS] [PATH] [COMMAND]\n"),
    ] {
        let answer = project.run(args);
        assert_eq!(answer.code, Some(2), "{args:?}");
        assert!(answer.err.contains(usage), "{args:?}: {}", answer.err);
    }
    assert!(project.good(&["query", "--help"]).contains("CODEGRAPH_TUI_DATA]"));
    let threads = Project::finish(project.command(&["rank"]).env("CODEGRAPH_TUI_THREADS", "none"));
    assert_eq!(threads.code, Some(2));
    assert!(threads.err.contains("'none' for '--threads <N>'"), "{}", threads.err);
}

/// A person who asks for help gets it on standard output, with exit code 0.
#[test]
fn help_on_a_flag_is_an_answer() {
    let project = Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")]);
    let cases: [(&[&str], &[&str]); 3] = [
        (&["query", "serve", "--weights", "help"], &["text ", "near ", "field.name", "BM25"]),
        (&["pack", "serve", "--weights", "help", "--strategy", "relevance"], &["semantic", "0.40", "Cosine"]),
        (&["relevance", "Serve", "serve", "--weights", "help"], &["cochange", "past commits"]),
    ];
    for (args, words) in cases {
        let answer = project.run(args);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{args:?}");
        for word in words {
            assert!(answer.out.contains(word), "{args:?} does not say {word:?}: {}", answer.out);
        }
    }
}

/// No value as a debugger shows it; the program named first, as in `grep: ...`.
fn assert_speaks_to_people(said: &str) {
    for code in
        ["Some(", "None", "Err(", "Error {", "Os {", "Custom {", "::std", "panicked", "RUST_BACKTRACE"]
    {
        assert!(!said.contains(code), "{said}");
    }
    assert!(said.starts_with("codegraph-tui: ") || said.starts_with("error: "), "{said}");
    assert!(said.ends_with('\n') && !said.ends_with(".\n\n"), "{said}");
}

#[test]
fn a_line_that_is_no_question_is_told_how_one_looks() {
    use std::io::Write;
    let project = Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")]);
    for (line, words) in [
        ("what serves?", "line 2 of standard input is not JSON (column 1)"),
        ("{\"id\": 1}", "line 2 of standard input is not a question: it has no \"query\""),
        (
            "{\"query\": \"serve\", \"budget\": \"much\"}",
            "is not a question: \"budget\" is not a whole number of tokens",
        ),
    ] {
        let mut child = project.command(&["batch"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{{\"query\": \"serve\"}}\n{line}").unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(words) && said.contains(r#"{"id": "1", "query""#), "{line}: {said}");
        let answers = String::from_utf8(output.stdout).unwrap();
        assert_eq!(answers.lines().count(), 2, "{line}: what came before is answered");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_index_that_was_not_stored_names_no_place() {
    let project = Project::new(&[("a.go", "package a\n")]);
    let answer = project.run(&["index", "--data-dir", "/proc/codegraph-tui"]);
    assert!(answer.out.contains("database    not stored"), "{}", answer.out);
    assert!(answer.err.contains("cannot write to /proc/codegraph-tui"), "{}", answer.err);
    assert!(answer.err.contains("--data-dir names another folder"), "{}", answer.err);
}

#[test]
fn themes_beside_the_settings_are_found() {
    let project = Project::new(&[("a.go", "package a\n")]);
    let folder = project.root().join("settings");
    std::fs::create_dir_all(folder.join("themes")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("config.toml", "theme = { dark = \"mine\", light = \"mine\" }\n");
    write("themes/mine.toml", "inherits = \"nord\"\naccent = \"#ff8800\"\n");
    write("themes/torn.toml", "accent = \"orange\"\n");
    write("themes/notes.txt", "no theme");
    let settings = folder.join("config.toml");
    let doctor = project.json(&["doctor", "--json", "--config", settings.to_str().unwrap()]);
    let explorer = &doctor["explorer"];
    assert_eq!(explorer["theme"], "mine", "{explorer}");
    let warnings = explorer["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{explorer}");
    assert!(warnings[0].as_str().unwrap().starts_with("themes/torn.toml: "), "{explorer}");
}
