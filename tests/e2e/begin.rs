//! Starting: on a tree without an index, on one with, where there is nothing, in odd terminals.

use std::fs;

use super::terminal::Setup;

#[test]
fn the_first_start_builds_and_the_second_opens() {
    let mut terminal = Setup::sample().ready();
    terminal.wait("the list", |screen| screen.contains("rank") && screen.contains("job.Job"));
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_restored();
}

#[test]
fn a_tree_without_go_says_so_and_stays_open() {
    let setup = Setup::sample();
    fs::remove_dir_all(setup.root()).unwrap();
    fs::create_dir(setup.root()).unwrap();
    let mut terminal = setup.open();
    terminal.wait("the reason", |screen| screen.contains("no Go file"));
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_home_folder_is_refused_before_the_screen_is_taken() {
    let mut setup = Setup::sample();
    setup.args = vec![setup.path("home").display().to_string()];
    let mut terminal = setup.open();
    assert_eq!(terminal.end(), 1);
    assert!(terminal.screen().contains("home"), "{}", terminal.screen());
    terminal.assert_restored();
}

#[test]
fn a_small_terminal_says_what_it_needs_and_grows() {
    let mut terminal = Setup::sample().sized(30, 8).open();
    terminal.wait("the size", |screen| screen.contains("40 x 10"));
    terminal.resize(80, 24);
    terminal.wait("the list", |screen| screen.contains("Symbols") && screen.contains("job.Job"));
    for (width, height) in [(40, 10), (200, 60), (60, 20), (10, 3), (120, 40)] {
        terminal.resize(width, height);
    }
    terminal.wait("the list again", |screen| screen.contains("job.Job"));
    terminal.keys("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn no_color_has_weight_and_inversion_but_no_colour() {
    let mut terminal = Setup::sample().with("NO_COLOR", "1").ready();
    let inverse =
        |screen: &vt100::Screen| (0..30).any(|row| screen.cell(row, 4).is_some_and(vt100::Cell::inverse));
    terminal.wait_for("an inverted row", |screen, _| inverse(screen));
    let bytes = terminal.bytes();
    let text = String::from_utf8_lossy(&bytes);
    assert!(!text.contains("\x1b[38;") && !text.contains("\x1b[48;"), "a colour");
}

#[test]
fn a_terminal_that_says_nothing_of_itself_is_used_as_it_is() {
    let mut setup = Setup::sample().with("TERM", "dumb");
    setup.env.remove("COLORTERM");
    let mut terminal = setup.ready();
    terminal.keys("/pool.run");
    terminal.wait("the match", |screen| screen.contains("worker.Pool.Run"));
    terminal.keys("\x03");
    assert_eq!(terminal.end(), 0);
    terminal.assert_restored();
}

#[test]
fn settings_hold_and_what_is_wrong_with_them_is_said() {
    let config = "theme = \"pink\"\n[keys]\nquit = [\"ctrl-q\"]\n";
    let mut terminal = Setup::sample().config(config).ready();
    terminal.wait("the warning", |screen| screen.contains("line 1: theme takes"));
    terminal.keys("q");
    terminal.keys("?leave the program");
    terminal.wait("help, for q does nothing now", |screen| screen.contains("ctrl-q"));
    terminal.keys("\x11");
    assert_eq!(terminal.end(), 0);
}
