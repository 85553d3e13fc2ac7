//! Ten tasks, each with at most so many keys; a text that is typed is not counted.

use std::fs;
use std::process::Command;

use super::terminal::{Setup, Terminal};

/// Presses keys, and waits for what they lead to.
fn press(terminal: &mut Terminal, keys: &[&str], most: usize, done: impl Fn(&str) -> bool) {
    assert!(keys.iter().filter(|key| key.chars().count() == 1 || key.starts_with('\x1b')).count() <= most);
    for key in keys {
        terminal.keys(key);
    }
    terminal.wait("the end of the task", |screen| done(screen));
}

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";

fn ready() -> Terminal {
    Setup::sample().sized(120, 40).ready()
}

#[test]
fn the_cursor_into_the_body_of_a_function_by_name() {
    press(&mut ready(), &["/", "worker.Pool.Run$", ENTER, ENTER], 3, |screen| {
        screen.contains("▐SOURCE▌") && screen.contains("func (p *Pool) Run")
    });
}

fn asked() -> Terminal {
    let mut terminal = ready();
    terminal.keys("2how are failed jobs retried");
    terminal.wait("the answer", |screen| {
        screen.contains("The way") && screen.contains("? how are failed jobs retried")
    });
    terminal
}

#[test]
fn the_code_of_three_rows_of_an_answer() {
    press(&mut asked(), &[ENTER, DOWN, DOWN], 3, |screen| {
        screen.contains("▐Answer▌") && screen.contains("▐LIST▌")
    });
}

#[test]
fn the_pack_onto_the_clipboard_after_asking() {
    press(&mut asked(), &[ENTER, "Y"], 2, |screen| screen.contains("copied pack of"));
}

#[test]
fn the_callers_of_a_row_with_the_answer_still_there() {
    press(&mut asked(), &[ENTER, DOWN, "r"], 3, |screen| {
        screen.contains("▐r Related▌") && screen.contains(" Answer ") && screen.contains("callers")
    });
}

#[test]
fn two_callers_up_and_back() {
    let mut terminal = ready();
    terminal.keys("/worker.Pool.attempt$\r");
    terminal.wait("the row", |screen| screen.contains("worker › Pool › attempt"));
    press(&mut terminal, &["r", RIGHT, DOWN], 3, |screen| screen.contains("worker.Pool.Run"));
    press(&mut terminal, &[ESC], 1, |screen| screen.contains("▐LIST▌"));
}

#[test]
fn the_ways_from_one_to_another() {
    let mut terminal = ready();
    press(&mut terminal, &["/", "main.main$", ENTER], 2, |screen| {
        screen.contains("▸") && screen.contains(" 1/")
    });
    press(&mut terminal, &["m", "/", "worker.Pool.Run$", ENTER], 3, |screen| {
        screen.contains("func (p *Pool) Run")
    });
    press(&mut terminal, &["M"], 1, |screen| screen.contains("path 1 of "));
}

fn git(setup: &Setup, args: &[&str]) {
    let identity = ["-c", "user.name=An Author", "-c", "user.email=a@example.com"];
    let done = Command::new("git").args(identity).args(args).current_dir(setup.root()).output().unwrap();
    assert!(done.status.success(), "{args:?}");
}

/// The sample with a function whose head changed, so that its callers do not compile, and a script as editor.
fn broken(editor: &str) -> Setup {
    let setup = Setup::sample().sized(120, 40).script("ed-it", editor);
    let setup = setup.with("EDITOR", "ed-it");
    git(&setup, &["init", "-q", "-b", "main"]);
    git(&setup, &["add", "-A"]);
    git(&setup, &["commit", "-qm", "first"]);
    let file = setup.root().join("worker/pool.go");
    let text = fs::read_to_string(&file).unwrap();
    let (head, new) = ("func (p *Pool) attempt(ctx", "func (p *Pool) attempt(_ bool, ctx");
    assert!(text.contains(head), "the sample changed");
    fs::write(&file, text.replace(head, new)).unwrap();
    setup
}

/// Opens the broken tree at the function that was changed, and waits until its change is known.
fn with_a_change(editor: &str) -> Terminal {
    let mut terminal = broken(editor).ready();
    for keys in ["/", "worker.Pool.attempt$", ENTER] {
        terminal.keys(keys);
    }
    terminal
        .wait("the line that is not committed", |screen| screen.contains("+func (p *Pool) attempt(_ bool"));
    terminal
}

#[test]
fn the_editor_at_the_first_place_that_does_not_compile() {
    let mends = "echo \"at $@\"
        sed 's/p\\.attempt(ctx/p.attempt(true, ctx/' worker/pool.go > mended && mv mended worker/pool.go";
    let mut terminal = with_a_change(mends);
    terminal.keys("3");
    terminal.wait("the work list", |screen| screen.contains("won't compile"));
    terminal.keys("e");
    terminal.wait_for("the editor", |_, bytes| {
        let text = String::from_utf8_lossy(bytes);
        text.contains("worker/pool.go")
    });
    terminal.wait("what the edit mends", |screen| screen.contains("nothing is left that won't compile"));
}

#[test]
fn the_line_of_the_nearest_tests() {
    let mut terminal = with_a_change("true");
    press(&mut terminal, &["3"], 1, |screen| screen.contains("1 nearest"));
    press(&mut terminal, &["t", "y"], 2, |screen| screen.contains("copied test line"));
    press(&mut terminal, &["k", "y"], 2, |screen| screen.contains("copied 1 test line"));
}

#[test]
fn what_nothing_uses() {
    press(&mut ready(), &["s", "u"], 2, |screen| screen.contains("(by use)"));
}

#[test]
fn a_tour_to_its_fourth_step_what_its_line_calls_and_back() {
    let mut terminal = ready();
    press(&mut terminal, &["4"], 1, |screen| screen.contains("▸ Start here"));
    press(&mut terminal, &[ENTER, "n", "n", "n"], 4, |screen| screen.contains("4 of "));
    press(&mut terminal, &[ENTER], 1, |screen| screen.contains("▐cmd/millrace/main.go:71▌"));
    press(&mut terminal, &[ENTER], 1, |screen| screen.contains("▐httpapi/"));
    press(&mut terminal, &["["], 1, |screen| screen.contains("▐cmd/millrace/main.go:71▌"));
}
