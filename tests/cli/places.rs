//! Machines that are not as they should be: nowhere to write, no home, closed files, a clock that jumps.

use std::fs::File;
use std::time::{Duration, SystemTime};

use crate::project::{Answer, Project};

fn project() -> Project {
    Project::new(&[("a.go", "package a\n\nfunc Serve() {}\n")])
}

/// A folder in which nobody can write, the superuser included.
#[cfg(target_os = "linux")]
const NOWHERE: &str = "/proc/codegraph-tui";

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_written_answers_come_from_memory() {
    let project = project();
    for args in [&["rank"][..], &["export"], &["query", "serve"], &["pack", "serve"], &["impact", "Serve"]] {
        let answer = project.run(&[args, &["--data-dir", NOWHERE]].concat());
        assert_eq!((answer.code, answer.out.is_empty()), (Some(0), false), "{args:?}: {}", answer.err);
        assert!(answer.err.contains("could not be stored"), "{args:?}: {}", answer.err);
    }
    let tracked = project.run(&["query", "serve", "--track-interactions", "--data-dir", NOWHERE]);
    assert_eq!((tracked.code, tracked.out.is_empty()), (Some(0), false), "{}", tracked.err);
    assert!(tracked.err.contains("answering without what is remembered"), "{}", tracked.err);
    let index = project.run(&["index", "--data-dir", NOWHERE]);
    assert_eq!(index.code, Some(1), "storing it was the task");
    assert!(index.err.contains(NOWHERE), "{}", index.err);
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_home_there_is_an_answer_or_a_reason() {
    let project = project();
    for home in [None, Some(""), Some(NOWHERE)] {
        let homeless = |args: &[&str]| {
            let mut command = project.command(args);
            command
                .env_remove("CODEGRAPH_TUI_DATA")
                .env_remove("XDG_DATA_HOME")
                .env_remove("XDG_CONFIG_HOME");
            match home {
                Some(home) => command.env("HOME", home),
                None => command.env_remove("HOME"),
            };
            Project::finish(&mut command)
        };
        let doctor = homeless(&["doctor"]);
        assert_eq!(doctor.code, Some(0), "{home:?}: {}", doctor.err);
        assert!(doctor.out.contains("data folder"), "{home:?}: {}", doctor.out);
        // Without the variable the system knows a home, and a test has no business there.
        if home == Some(NOWHERE) {
            let rank = homeless(&["rank"]);
            assert_eq!((rank.code, rank.out.contains("Serve")), (Some(0), true), "{}", rank.err);
        }
    }
}

#[cfg(unix)]
#[test]
fn closed_files_are_no_reason_to_fall_over() {
    let project = project();
    let whole = project.good(&["rank"]);
    let run = |script: &str, args: &[&str]| Project::finish(&mut project.within(script, args));
    let rank = run("exec <&-", &["rank"]);
    assert_eq!((rank.code, rank.out), (Some(0), whole.clone()));
    let rank = run("exec 2>&-", &["rank"]);
    assert_eq!((rank.code, rank.out), (Some(0), whole));
    let batch = run("exec <&-", &["batch"]);
    assert_eq!((batch.code, batch.out.as_str()), (Some(0), ""), "no question, no answer");
    for args in [&["rank"][..], &["export"], &["doctor"], &["man"]] {
        let mute = run("exec >&-", args);
        assert!(matches!(mute.code, Some(0 | 1)), "{args:?}: {mute:?}");
    }
    let all = "exec <&- >&- 2>&-";
    assert_eq!(run(all, &["rank", "nowhere"]).code, Some(1));
    for script in ["exec <&-", "exec >&-", all] {
        assert_eq!(run(script, &[]).code, Some(2), "the explorer, after {script}");
    }
}

/// Times in the future, in the distant past, and a database younger than the clock: an edit is an edit.
#[test]
fn a_clock_that_jumps_hides_no_edit() {
    const YEAR: Duration = Duration::from_hours(365 * 24);
    let project = project();
    let now = SystemTime::now();
    let stamp =
        |path: std::path::PathBuf, time| File::options().append(true).open(path).unwrap().set_modified(time);
    let mut seen = project.good(&["export"]);
    for (step, time) in
        [now + YEAR, now + YEAR, now - YEAR, now - 30 * YEAR, now, now + 30 * YEAR].into_iter().enumerate()
    {
        // As long as the one before, so that only times could tell.
        project.write("a.go", format!("package a\n\nfunc F{step}() {{}}\n"));
        stamp(project.path("a.go"), time).unwrap();
        for file in std::fs::read_dir(project.database()).unwrap() {
            stamp(file.unwrap().path(), now + 2 * YEAR).unwrap();
        }
        let export = project.good(&["export"]);
        assert!(export.contains(&format!("a.go::F{step}::func")) && export != seen, "step {step}");
        assert_eq!(project.good(&["export"]), export);
        seen = export;
    }
}

/// A command ends on a hangup by that signal, or with exit code 129.
#[cfg(unix)]
#[test]
fn a_hangup_ends_a_command() {
    use std::os::unix::process::ExitStatusExt;
    let project = project();
    // It waits for questions until it is told to go.
    let mut child = project.command(&["batch"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let id = child.id().to_string();
    let hang_up = std::process::Command::new("sh").args(["-c", "kill -s HUP $0", &id]).status().unwrap();
    assert!(hang_up.success());
    let status = child.wait().unwrap();
    assert!(status.signal() == Some(1) || status.code() == Some(129), "{status:?}");
    let _: Answer = project.run(&["rank"]);
}
