//! Tests of the tools for a maintainer: the log, reports of panics, and the report of `doctor`.

use std::fs;

use crate::project::Project;

/// A name that only the source has, and a file's name that could steer a terminal.
const CODE: &str = "package a\n\nfunc veryPrivateName() {}\n";

#[test]
fn a_log_has_phases_and_causes_and_no_source() {
    let project = Project::new(&[("a/a.go", CODE), ("a/b\u{1b}[31m.go", "package a\n")]);
    let log = project.path("run.log");
    let path = log.to_str().unwrap();
    project.good(&["index", "--log", path]);
    assert_ne!(project.run(&["impact", "no\u{1b}where", "--log", path]).code, Some(0));
    let text = fs::read_to_string(&log).unwrap();
    for part in ["started version=", "phase=\"parse\" ms=", "refreshed change=", "ended ms=", "failed cause="]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("veryPrivateName") && !text.contains('\u{1b}'), "{text:?}");
    let beginnings = text.lines().filter(|line| line.contains("started version=")).count();
    assert_eq!(beginnings, 2, "the log is appended to: {text}");
    let mut quiet = project.command(&["index"]);
    assert_eq!(Project::finish(quiet.env("CODEGRAPH_TUI_LOG", path)).code, Some(0));
    assert!(fs::read_to_string(&log).unwrap().len() > text.len(), "the variable names it as well");
}

#[test]
fn a_log_that_cannot_be_opened_is_an_error_that_says_what_to_do() {
    let project = Project::new(&[]);
    let answer = project.run(&["index", "--log", "missing/run.log"]);
    assert_eq!(answer.code, Some(2));
    assert!(
        answer.err.contains("missing/run.log") && answer.err.contains("name another file"),
        "{}",
        answer.err
    );
}

#[test]
fn doctor_names_reports_of_panics_and_gathers_them() {
    let project = Project::new(&[("a/a.go", CODE)]);
    assert!(project.good(&["doctor"]).contains("reports      none"));
    let panics = project.data().join("panics");
    fs::create_dir_all(&panics).unwrap();
    for number in 1..=4 {
        let name = format!("00000000000{number}-7-0.txt");
        fs::write(panics.join(name), format!("panic {number}\u{1b}[31m\n   0: main\n")).unwrap();
    }
    let text = project.good(&["doctor"]);
    let newest = text.find("000000000004-7-0.txt").expect("the newest report is named");
    assert!(newest < text.find("000000000001-7-0.txt").unwrap(), "{text}");

    let file = project.path("report.txt");
    let refused = project.run(&["doctor", "--report", file.to_str().unwrap()]);
    assert_eq!(refused.code, Some(2), "nobody agreed");
    assert!(refused.out.contains("panic 4") && refused.err.contains("--yes"), "{refused:?}");
    assert!(!file.exists());

    let written = project.run(&["doctor", "--report", file.to_str().unwrap(), "--yes"]);
    assert_eq!(written.code, Some(0), "{written:?}");
    let report = fs::read_to_string(&file).unwrap();
    assert_eq!(report, written.out, "what is written was shown");
    assert!(
        report.contains("panic 4") && report.contains("panic 2") && !report.contains("panic 1"),
        "{report}"
    );
    assert!(!report.contains('\u{1b}') && !report.contains("veryPrivateName"), "{report:?}");
}
