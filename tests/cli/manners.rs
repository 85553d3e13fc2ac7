//! Exit codes, pipes, signals.

#[cfg(target_os = "linux")]
use std::fs::File;
use std::io::Read;

use crate::project::{Answer, Project};

/// More output than a pipe holds.
fn large() -> Project {
    let functions: Vec<String> = (0..2_000).map(|n| format!("func F{n}() {{}}")).collect();
    Project::new(&[("a.go", &format!("package a\n\n{}\n", functions.join("\n\n")))])
}

#[test]
fn a_reader_that_hangs_up_is_a_success() {
    let project = large();
    for args in [&["export"][..], &["export", "--format", "dot"], &["rank", "--limit", "0", "--json"]] {
        let mut child = project.command(args).spawn().unwrap();
        let mut first = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let answer = Answer::from(child.wait_with_output().unwrap());
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_the_output_is_a_failure_that_says_so() {
    let project = Project::new(&[("a.go", "package a\n")]);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let answer = Answer::from(project.command(&["export"]).stdout(full).output().unwrap());
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("cannot write the answer"), "{}", answer.err);
}

#[test]
fn usage_errors_exit_with_2() {
    let project = Project::new(&[("a.go", "package a\n")]);
    for args in [
        &["rank", "--by", "weight"][..],
        &["rank", "--kind", "class"],
        &["export", "--format", "xml"],
        &["index", "--threads", "0"],
        &["completions", "tcsh"],
        &["--no-such-flag"],
    ] {
        let answer = project.run(args);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(!answer.err.is_empty(), "{args:?}");
    }
}

#[test]
fn the_explorer_without_a_terminal_points_at_the_subcommands() {
    let answer = Project::new(&[("a.go", "package a\n")]).run(&[]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("needs a terminal") && answer.err.contains("rank"), "{}", answer.err);
}

#[test]
fn flags_stand_on_either_side_of_a_subcommand_and_a_path_after_it() {
    let project = Project::new(&[("a.go", "package a\n")]);
    for args in [["--threads", "1", "rank", "."], ["rank", "--threads", "1", "."]] {
        assert_eq!(project.run(&args).code, Some(0), "{args:?}");
    }
    let answer = project.run(&[".", "rank"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("put the path after"), "{}", answer.err);
}

#[test]
fn a_place_without_go_code_is_refused_with_the_reason() {
    let project = Project::new(&[]);
    std::fs::create_dir_all(project.path("../home/p")).unwrap();
    for (path, reason) in [
        (".", "no Go file"),
        ("/", "root of the file system"),
        ("../home", "home folder"),
        ("nowhere", "nowhere"),
    ] {
        for command in ["index", "rank", "export"] {
            let answer = project.run(&[command, path]);
            assert_eq!((answer.code, answer.out.as_str()), (Some(1), ""), "{command} {path}");
            assert!(answer.err.contains(reason), "{command} {path}: {}", answer.err);
        }
    }
    assert!(project.generations().is_empty());
}

#[test]
fn an_index_that_cannot_be_stored_still_answers() {
    let project = Project::new(&[("a.go", "package a\n\nfunc F() {}\n")]);
    std::fs::write(project.data(), "in the way").unwrap();
    let answer = project.run(&["rank"]);
    assert_eq!(answer.code, Some(0));
    assert!(answer.out.contains('F') && answer.err.contains("in memory"), "{answer:?}");
    let answer = project.run(&["index"]);
    assert_eq!(answer.code, Some(1), "storing it was the task");
}

#[test]
fn the_data_folder_is_named_by_flag_or_variable_and_the_tree_stays_clean() {
    let project = Project::new(&[("a.go", "package a\n")]);
    let before = listing(&project);
    let elsewhere = project.path("../elsewhere");
    project.good(&["index", "--data-dir", elsewhere.to_str().unwrap()]);
    assert!(elsewhere.is_dir() && !project.data().exists(), "the flag wins");
    project.good(&["index"]);
    assert!(project.data().is_dir());
    let xdg = project.path("../xdg");
    let run = project
        .command(&["index"])
        .env_remove("CODEGRAPH_TUI_DATA")
        .env("XDG_DATA_HOME", &xdg)
        .output()
        .unwrap();
    assert!(run.status.success() && xdg.join("codegraph-tui").is_dir());
    assert_eq!(listing(&project), before);
}

fn listing(project: &Project) -> Vec<std::path::PathBuf> {
    std::fs::read_dir(project.root()).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let one = Project::sample();
    let answers: Vec<String> = ["1", "2", "5"]
        .iter()
        .map(|threads| {
            one.good(&["index", "--force", "--threads", threads]);
            one.good(&["export", "--threads", threads])
        })
        .collect();
    assert!(answers.windows(2).all(|w| w[0] == w[1]));
}
