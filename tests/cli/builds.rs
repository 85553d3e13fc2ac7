//! The build that a tree is read for: flags, what is kept, and what is shown.

use crate::project::Project;

fn project() -> Project {
    Project::new(&[
        ("main.go", "package main\n\nfunc main() { open() }\n"),
        ("open.go", "//go:build !windows\n\npackage main\n\nfunc open() {}\n"),
        ("open_windows.go", "package main\n\nfunc open() {}\n"),
        (
            "slow_test.go",
            "//go:build slow\n\npackage main\n\nimport \"testing\"\n\nfunc TestSlow(t *testing.T) { open() }\n",
        ),
    ])
}

/// The file whose `open` is called by `main`.
fn called(project: &Project, flags: &[&str]) -> String {
    let edges = project.good(&[&["export"], flags].concat());
    let call = edges
        .lines()
        .find(|line| line.contains("\"from\":\"main.go::main::func\"") && line.contains("\"calls\""));
    let call: serde_json::Value = serde_json::from_str(call.unwrap()).unwrap();
    call["to"].as_str().unwrap().split("::").next().unwrap().to_owned()
}

#[test]
fn a_build_is_kept_until_another_flag_changes_it() {
    let project = project();
    let default = project.good(&["export"]);
    for (flags, expected) in [
        (&[][..], "open.go"),
        (&["--goos", "windows"], "open_windows.go"),
        (&[], "open_windows.go"),
        (&["--tags", "slow"], "open_windows.go"),
        (&["--goos", "linux"], "open.go"),
    ] {
        assert_eq!(called(&project, flags), expected, "{flags:?}");
    }
    let build = &project.json(&["index", "--json"])["build"];
    assert_eq!(build["tags"], serde_json::json!(["slow"]));
    assert_eq!((build["goos"].clone(), build["isDefault"].clone()), ("linux".into(), false.into()));
    assert!(
        project.good(&["index"]).contains("build       linux/amd64 -tags slow (kept for this repository")
    );
    assert!(project.good(&["doctor"]).contains("linux/amd64 -tags slow"));
    assert_eq!(project.good(&["export", "--default-build"]), default);
    let index = project.good(&["index"]);
    assert!(index.contains("tags unset  slow 1") && !index.contains("build  "), "{index}");
}

#[test]
fn a_build_that_go_does_not_know_is_refused_and_changes_nothing() {
    let project = project();
    for (flags, part) in [
        (&["--goos", "beos"][..], "one of aix"),
        (&["--goos", "windows", "--goarch", "s390x"], "with windows, use 386, amd64"),
        (&["--tags", "a-b"], "is no build tag"),
        (&["--default-build", "--goos", "linux"], "cannot be used with"),
    ] {
        let answer = project.run(&[&["index"], flags].concat());
        assert_eq!(answer.code, Some(2), "{flags:?}: {answer:?}");
        assert!(answer.err.contains(part), "{flags:?}: {}", answer.err);
    }
    assert_eq!(called(&project, &[]), "open.go");
}
