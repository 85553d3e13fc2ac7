//! Cost for others: an explorer that is left alone takes no processor time.
#![cfg(target_os = "linux")]

use std::fs;
use std::time::{Duration, Instant};

use super::fresh::git;
use super::terminal::{Setup, Terminal};

/// Clock ticks of user and system time so far, of the process and of its children that have ended.
fn ticks(pid: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11..15].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}

/// Waits for a whole second without a tick; before it, the program may still be busy.
fn rests(terminal: &Terminal) {
    let pid = terminal.pid();
    let deadline = Instant::now() + Duration::from_secs(30);
    let (mut since, mut last) = (Instant::now(), ticks(pid));
    while since.elapsed() < Duration::from_secs(1) {
        let now = ticks(pid);
        if now != last {
            (since, last) = (Instant::now(), now);
        }
        assert!(Instant::now() < deadline, "it never rests");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}

#[test]
fn idle_means_no_work() {
    rests(&Setup::sample().ready());
}

/// Asking git reads the files that say where HEAD is, which are watched.
#[test]
fn a_diff_on_the_screen_follows_the_tree_and_git_and_rests_between() {
    let setup = Setup::sample();
    let root = setup.root();
    git(&root, &["init", "-q", "-b", "main"]);
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "start"]);
    let write = |name: &str| {
        fs::write(root.join(format!("{name}.go")), format!("package millrace\n\nfunc {name}() {{}}\n"))
            .unwrap();
    };
    write("first");
    let mut terminal = setup.ready();
    terminal.keys("3,w");
    terminal.wait("the new function", |screen| screen.contains("1 changed"));
    rests(&terminal);
    write("second");
    terminal.wait("the next one", |screen| screen.contains("2 changed"));
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "both"]);
    terminal.wait("no difference", |screen| screen.contains("0 changed"));
    rests(&terminal);
}
