//! `why`: the commits behind a declaration.

use serde_json::Value;

use crate::impact::git;
use crate::project::Project;

/// A module with a function `Sum` whose lines can be given.
fn code(name: &str, lines: &[&str], beside: &str) -> String {
    format!("package m\n\n{beside}func {name}(all []int) int {{\n{}\n}}\n", lines.join("\n"))
}

const FIRST: [&str; 4] = ["\ttotal := 0", "\tfor _, n := range all {", "\t\ttotal += n", "\t}"];

fn commit(project: &Project, message: &str) {
    git(project, &["add", "-A"]);
    git(project, &["commit", "-q", "-m", message]);
}

/// Lists the commits: subject, effect, and numbers of added and removed lines.
fn changes(project: &Project, symbol: &str, more: &[&str]) -> Vec<String> {
    let json = project.json(&[&["why", symbol, "--json"], more].concat());
    let count = |lines: &Value| lines.as_array().unwrap().len();
    let row = |change: &Value| {
        let (added, removed) = (count(&change["added"]), count(&change["removed"]));
        format!(
            "{} {} +{added} -{removed}",
            change["subject"].as_str().unwrap(),
            change["how"].as_str().unwrap()
        )
    };
    json["changes"].as_array().unwrap().iter().map(row).collect()
}

/// A function that was written, changed, renamed, moved with its file, and moved to another file.
fn project() -> Project {
    let project = Project::new(&[]);
    git(&project, &["init", "-q"]);
    let with = |last: &'static str| [&FIRST[..], &[last]].concat();
    project.write("a.go", code("Add", &with("\treturn total"), ""));
    commit(&project, "write it");
    project.write("a.go", code("Add", &with("\treturn total + 1"), ""));
    commit(&project, "off by one");
    project.write("a.go", code("Add", &with("\treturn total + 1"), "// Other code above.\nvar x = 1\n\n"));
    commit(&project, "something above it");
    project.write("a.go", code("Sum", &with("\treturn total + 1"), "// Other code above.\nvar x = 1\n\n"));
    commit(&project, "a better name");
    git(&project, &["mv", "a.go", "b.go"]);
    commit(&project, "a better file");
    project.write("b.go", "package m\n\n// Other code above.\nvar x = 1\n");
    project.write("c.go", code("Sum", &with("\treturn total + 1"), ""));
    commit(&project, "a file of its own");
    project
}

#[test]
fn the_commits_behind_a_function_are_listed_across_renames_and_moves() {
    let project = project();
    let expected = [
        "a file of its own moved +0 -0",
        "a better name moved +1 -1",
        "off by one changed +1 -1",
        "write it introduced +7 -0",
    ];
    assert_eq!(changes(&project, "Sum", &[]), expected);
    assert_eq!(changes(&project, "Sum", &["--limit", "2"]), expected[..2]);
    let text = project.good(&["why", "Sum"]);
    assert!(text.starts_with("m.Sum: 4 commits, introduced by "), "{text}");
    assert!(text.contains("    was Sum in b.go before\n") && text.contains("    was Add before\n"), "{text}");
    let patch = project.good(&["why", "Sum", "--patch"]);
    assert!(patch.contains("    -    return total\n    +    return total + 1\n"), "{patch}");
    let json = project.json(&["why", "Sum", "--json"]);
    assert_eq!(json["introducedBy"], json["changes"][3]["commit"]);
    assert_eq!(json["changes"][0]["from"]["file"], "b.go");
}

#[test]
fn secrets_in_old_versions_are_masked() {
    let project = project();
    // In two parts, so that no scanner finds one here.
    let secret = format!("ghp_{}", "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6");
    project.write("c.go", code("Sum", &[&format!("\ttoken := \"{secret}\"")], ""));
    commit(&project, &format!("a token, {secret}"));
    project.write("c.go", code("Sum", &["\treturn 0"], ""));
    commit(&project, "no token");
    for how in ["--patch", "--json"] {
        let masked = project.run(&["why", "Sum", how]);
        assert!(
            !masked.out.contains(&secret) && masked.out.contains("[masked github token]"),
            "{}",
            masked.out
        );
        assert_eq!(masked.err, "codegraph-tui: 3 secrets masked (--show-secrets shows them)\n");
        let shown = project.run(&["why", "Sum", how, "--show-secrets"]);
        assert!(shown.out.contains(&secret) && shown.err.is_empty(), "{} {}", shown.out, shown.err);
    }
}

#[test]
fn what_is_not_committed_yet_is_said() {
    let project = project();
    let text = std::fs::read_to_string(project.path("c.go")).unwrap();
    project.write("c.go", text.replace("total + 1", "total"));
    let text = project.good(&["why", "Sum", "--limit", "1"]);
    assert!(text.contains("\nnot committed yet: +1 -1\n"), "{text}");
    assert!(text.ends_with("\n… and older ones (--limit 0 shows all)\n"), "{text}");
    project.write("d.go", "package m\n\nfunc New() {}\n");
    assert!(project.good(&["why", "New"]).starts_with("m.New: no commit has it yet\n"));
}

#[test]
fn what_has_no_history_fails_with_a_reason() {
    let project = Project::new(&[("a.go", "package m\n\nfunc F() {}\n")]);
    let answer = project.run(&["why", "F"]);
    assert_eq!(answer.code, Some(1), "{answer:?}");
    assert!(answer.err.contains("is not under git"), "{answer:?}");
    assert_eq!(project.run(&["why", "Nothing"]).code, Some(3));
    assert_eq!(project.run(&["why", "a.go::a.go::file"]).code, Some(2));
}

#[test]
fn members_and_groups_have_a_history_of_their_own() {
    let project = Project::new(&[]);
    git(&project, &["init", "-q"]);
    let code = |limit: u32, kind: &str| {
        format!(
            "package m\n\nconst (\n\tone = 1\n\tlimit = {limit}\n)\n\ntype T struct {{\n\tname {kind}\n\tage int\n}}\n"
        )
    };
    project.write("a.go", code(5, "string"));
    commit(&project, "first");
    project.write("a.go", code(6, "string"));
    commit(&project, "more");
    project.write("a.go", code(6, "[]byte"));
    commit(&project, "bytes");
    assert_eq!(changes(&project, "limit", &[]), ["more changed +1 -1", "first introduced +1 -0"]);
    assert_eq!(changes(&project, "T.name", &[]), ["bytes changed +1 -1", "first introduced +1 -0"]);
    assert_eq!(changes(&project, "T.age", &[]), ["first introduced +1 -0"]);
    assert_eq!(changes(&project, "type T", &[]), ["bytes changed +1 -1", "first introduced +4 -0"]);
}

#[test]
fn no_control_character_of_a_message_reaches_the_terminal() {
    let project = Project::new(&[("a.go", "package m\n\nfunc F() {}\n")]);
    git(&project, &["init", "-q"]);
    commit(&project, "red \u{1b}[31m");
    let text = project.good(&["why", "F", "--patch"]);
    assert!(text.contains("red ") && !text.contains('\u{1b}'), "{text:?}");
}
