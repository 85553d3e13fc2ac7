//! What impact tells apart of what a change affects, and what it cannot know.

use crate::impact::git;
use crate::project::Project;

#[test]
fn code_comes_before_what_only_tests_need_and_is_counted_apart() {
    let user = |package: &str, name: &str| {
        format!("package {package}\n\nimport \"example.com/m/a\"\n\nfunc {name}() {{ a.F() }}\n")
    };
    // Data is called by more, and so nearer by random walks.
    let data = user("main", "Data") + "\nfunc main() { Data() }\n\nfunc init() { Data() }\n";
    let project = Project::new(&[
        ("a/a.go", "package a\n\nfunc F() {}\n"),
        ("a/testdata/prog/main.go", &data),
        ("b/b_test.go", &user("b", "helper")),
        ("c/c.go", &user("c", "Code")),
    ]);
    let text = project.good(&["impact", "a.F"]);
    assert!(text.contains("1 symbol, 4 test helpers and 0 tests affected"), "{text}");
    let at = |name: &str| text.find(&format!("  {name}  ")).unwrap_or_else(|| panic!("{name}: {text}"));
    assert!(at("Code") < at("Data") && at("Code") < at("helper"), "{text}");
}

#[test]
fn a_changed_file_that_does_not_parse_is_told() {
    let text = "package m\n\nfunc F() {}\n\nfunc G(n int) { F() }\n";
    let project = Project::new(&[("a.go", text), ("b.go", "package m\n\nfunc B() {}\n")]);
    git(&project, &["init", "-q"]);
    let commit = || {
        git(&project, &["add", "."]);
        git(&project, &["commit", "-q", "-m", "m"]);
        project.write("b.go", "package m\n\nfunc B() { F() }\n");
    };
    commit();
    project.write("a.go", text.replace("(n int)", "(n int"));
    let answer = project.json(&["impact", "--diff", "HEAD", "--json"]);
    let notes = answer["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 1, "{notes:?}");
    let note = notes[0].as_str().unwrap();
    assert!(note.starts_with("a.go:5 does not parse: neither its package nor"), "{note}");
    commit();
    project.write("a.go", text);
    let said = project.good(&["impact", "--diff", "HEAD"]);
    assert!(said.starts_with("note: a.go:5 did not parse before: "), "{said}");
}
