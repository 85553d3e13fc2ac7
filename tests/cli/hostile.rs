//! Trees that mean harm: nothing hangs, nothing panics, nothing of them reaches a terminal raw.

use std::process::Command;

use crate::project::{Answer, Project};

/// Runs every command that prints what it found in the tree, and checks that the terminal is safe from it.
fn all_answers(project: &Project) -> Vec<Answer> {
    let mut answers = Vec::new();
    for args in [
        &["index"][..],
        &["index", "--json", "--force"],
        &["rank", "--limit", "0"],
        &["rank", "--limit", "0", "--json"],
        &["export"],
        &["export", "--format", "dot"],
        &["export", "--format", "graphml"],
        &["export", "--format", "mermaid"],
        &["doctor"],
    ] {
        let answer = project.run(args);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{args:?}");
        let raw = answer.out.chars().find(|&c| {
            (c.is_control() && c != '\n')
                || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        });
        assert_eq!(raw, None, "{args:?}");
        answers.push(answer);
    }
    answers
}

#[cfg(unix)]
#[test]
fn names_that_steer_a_terminal_are_spelled_out() {
    let project = Project::new(&[
        ("a\u{1b}]0;owned\u{7}.go", "package a\n\nfunc F() {}\n"),
        ("b\u{202e}og.exe.go", "package a\n\nfunc G() {}\n"),
        ("new\nline.go", "package a\n\nfunc H() {}\n"),
        ("dir\u{1b}[2J/c.go", "package c\n"),
    ]);
    std::os::unix::fs::symlink("/etc", project.path("link\u{1b}[31m")).unwrap();
    let answers = all_answers(&project);
    assert!(answers[0].out.contains("link\\u{1b}[31m: link"), "{}", answers[0].out);
    let ids: Vec<String> = answers[4]
        .out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap_or("").to_owned()
        })
        .collect();
    assert!(ids.contains(&"a\u{1b}]0;owned\u{7}.go::F::func".to_owned()), "JSON still says the true name");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_tree_pipes_and_strange_names_are_reported_and_not_followed() {
    use std::os::unix::ffi::OsStrExt;
    let project = Project::new(&[("a.go", "package a\n")]);
    for (target, link) in
        [(".", "loop"), ("..", "up"), ("/etc", "etc"), ("self.go", "self.go"), ("/dev/zero", "zero.go")]
    {
        std::os::unix::fs::symlink(target, project.path(link)).unwrap();
    }
    assert!(Command::new("mkfifo").arg(project.path("pipe.go")).status().unwrap().success());
    assert!(Command::new("mkfifo").arg(project.path("go.work")).status().unwrap().success());
    project.write(std::ffi::OsStr::from_bytes(b"bytes\xff\xfe.go"), "package a\n");
    all_answers(&project);
    let skipped = &project.json(&["index", "--json"])["skipped"]["byReason"];
    assert_eq!(skipped["link"], 4, "the loop stays inside: {skipped}");
    assert_eq!(skipped["not-a-file"], 2, "{skipped}");
    assert_eq!(skipped["name-not-utf8"], 1, "{skipped}");
}

#[test]
fn contents_that_are_no_go_leave_the_rest_standing() {
    let project = Project::new(&[
        ("good.go", "package a\n\nfunc Good() {}\n"),
        ("empty.go", ""),
        (
            "cycle.go",
            "package a\n\ntype A struct{ B }\ntype B struct{ A }\ntype C = C\ntype I interface{ I }\n",
        ),
        ("self.go", "package a\n\nimport \"example.com/m\"\n\nvar _ = a.Good\n"),
        ("control.go", "package a\n\n// \u{1b}[31m\u{202e}\nfunc Control\u{1b}() {}\n\nvar S = \"\u{7}\"\n"),
    ]);
    project.write("binary.go", (0..=255u8).cycle().take(100_000).collect::<Vec<_>>());
    project.write("invalid.go", b"package a\n\nfunc In\xff\xfevalid() {}\n\nfunc Valid() {}\n");
    project.write("nul.go", b"package a\x00\n\nfunc Nul() {}\n");
    project.write("one-line.go", format!("package a; var L = []int{{{}0}}", "1,".repeat(200_000)));
    project.write("huge.go", vec![b'x'; 17 << 20]);
    let answers = all_answers(&project);
    assert!(answers[4].out.contains("good.go::Good::func"));
    assert!(answers[4].out.contains("invalid.go::Valid::func"));
    let report = project.json(&["index", "--json"]);
    assert_eq!(report["skipped"]["byReason"]["too-large"], 1);
    assert!(report["flaws"]["byReason"]["syntax-errors"].as_u64().is_some_and(|n| n >= 1), "{report}");
}

#[cfg(unix)]
#[test]
fn unreadable_files_and_folders_are_reported() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new(&[
        ("a.go", "package a\n"),
        ("secret.go", "package a\n"),
        ("closed/b.go", "package b\n"),
    ]);
    let forbid = |path: &str, mode| {
        std::fs::set_permissions(project.path(path), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    forbid("secret.go", 0);
    forbid("closed", 0);
    let superuser = std::fs::read(project.path("secret.go")).is_ok();
    all_answers(&project);
    let skipped = project.json(&["index", "--json"]);
    forbid("closed", 0o700);
    let unreadable = skipped["skipped"]["byReason"]["unreadable"].as_u64().unwrap_or(0);
    // Nothing is unreadable to the superuser; that the program runs through is then all there is to see.
    assert_eq!(unreadable, if superuser { 0 } else { 2 }, "{skipped}");
}

#[test]
fn files_that_are_known_in_part_are_named_with_the_reason() {
    let deep = format!("package a\n\nvar Deep = {}1{}\n", "T{".repeat(5_000), "}".repeat(5_000));
    let project = Project::new(&[("good.go", "package a\n"), ("deep.go", &deep)]);
    project.write("broken.go", "package a\n\nfunc Broken( {\n\nfunc Whole() {}\n");
    project.write("latin1.go", b"package a // caf\xe9\n");
    let flaws = &project.json(&["index", "--json"])["flaws"];
    assert_eq!(flaws["total"], 3, "{flaws}");
    let expected =
        [("broken.go", "syntax-errors"), ("deep.go", "nested-too-deeply"), ("latin1.go", "not-utf8")];
    for (at, (path, flaw)) in expected.into_iter().enumerate() {
        assert_eq!((&flaws["paths"][at]["path"], &flaws["paths"][at]["flaw"]), (&path.into(), &flaw.into()));
    }
    assert_eq!(flaws["paths"][0]["line"], 3, "{flaws}");
    let text = project.run(&["index"]).out;
    assert!(
        text.contains("broken.go:3: syntax-errors") && text.contains("deep.go: nested-too-deeply"),
        "{text}"
    );
}
