//! `unused`: what it lists, in words and in JSON.

use crate::project::Project;

const MAIN: &str = "package main\n\nfunc main() { used() }\n\nfunc used() {}\n\nfunc old() { older() }\n\nfunc older() {}\n\n\
    func parse() {}\n\ntype gone struct{ a int }\n\nconst limit = 3\n";
const TESTS: &str = "package main\n\nimport \"testing\"\n\nfunc TestParse(t *testing.T) { parse() }\n";

#[test]
fn unused_code_is_listed_with_its_reason() {
    let project = Project::new(&[
        ("main.go", MAIN),
        ("main_test.go", TESTS),
        ("internal/lost/l.go", "package lost\n\nfunc A() {}\n"),
    ]);
    let expected = "5 declarations that nothing reaches, 1 that only tests use; started at 1 program and 0 packages that other modules can import\n\
        \npackages that nothing reaches (1)\n  internal/lost  package internal/lost with 1 declaration: no program imports it\n\
        \nfunctions that nothing reaches (2)\n  main.go:7  function old: nothing refers to it\n  \
        main.go:9  function older: only unused code refers to it: main.old\n\
        \ntypes that nothing reaches (1)\n  main.go:13  struct gone with 1 member: nothing refers to it\n\
        \nconstants that nothing reaches (1)\n  main.go:15  constant limit: nothing refers to it\n\
        \nfunctions that only tests use (1)\n  main.go:11  function parse: only tests use it: main.TestParse\n";
    assert_eq!(project.good(&["unused"]), expected);
    let json = project.json(&["unused", "--kind", "func", "--json"]);
    let rows = json["unused"].as_array().unwrap();
    assert_eq!(rows.len(), 3, "{json}");
    assert_eq!(rows[1]["symbolId"], "main.go::older::func");
    assert_eq!((&rows[1]["reason"], &rows[1]["user"]), (&"only-unused".into(), &"main.go::old::func".into()));
    assert_eq!((&rows[2]["usedBy"], &rows[2]["certainty"]), (&"tests".into(), &"sure".into()));
    assert!(!project.good(&["unused", "--no-tests"]).contains("parse"));
    assert_eq!(project.run(&["unused", "--kind", "noun"]).code, Some(2));
}

#[test]
fn a_library_keeps_its_exported_names_unless_nobody_imports_it() {
    let library = "package api\n\nfunc New() {}\n\nfunc lost() {}\n";
    let project =
        Project::new(&[("api/api.go", library), ("cmd/x/main.go", "package main\n\nfunc main() {}\n")]);
    let names = |args: &[&str]| -> Vec<String> {
        let json = project.json(args);
        let rows = json["unused"].as_array().unwrap().iter();
        rows.map(|row| row["qualifiedName"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["unused", "--json"]), ["lost"]);
    assert_eq!(names(&["unused", "--programs-only", "--json"]), ["api"], "no program imports the package");
}
