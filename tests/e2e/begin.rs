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
fn tracking_is_on_for_the_session_that_asks_for_it() {
    for (asked, said) in [(true, "tracking on"), (false, "tracking off")] {
        let mut setup = Setup::sample();
        if asked {
            setup.args.push("--track-interactions".to_owned());
        }
        let mut terminal = setup.ready();
        terminal.keys("5");
        terminal.wait(said, |screen| screen.contains(said));
        terminal.keys("q");
        assert_eq!(terminal.end(), 0);
    }
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
    terminal.keys("?");
    terminal.wait("help", |screen| screen.contains("What one needs first"));
    terminal.keys("\x1b\x1b:");
    terminal.wait("the palette", |screen| screen.contains("What do you want to do?"));
    terminal.keys("\x1b\x1b2retry\r");
    terminal.wait("an answer", |screen| screen.contains("▮"));
    terminal.keys("\x1b\x1b3");
    terminal.wait("the impact", |screen| screen.contains("affected"));
    terminal.keys("5");
    terminal.wait("what is remembered", |screen| screen.contains("tracking off"));
    terminal.keys("4");
    terminal.wait("the tours", |screen| screen.contains("▸ Start here"));
    terminal.keys("\r");
    terminal.wait("a tour", |screen| screen.contains("next  Line"));
    for sequence in String::from_utf8_lossy(&terminal.bytes()).split("\x1b[").skip(1) {
        let Some((parameters, _)) = sequence.split_once('m') else { continue };
        if parameters.bytes().all(|byte| byte.is_ascii_digit() || byte == b';') {
            let colour = |n: u32| matches!(n, 30..=38 | 40..=48 | 90..=97 | 100..=107);
            let found = parameters.split(';').filter_map(|n| n.parse().ok()).find(|&n| colour(n));
            assert_eq!(found, None, "a colour: {parameters}");
        }
    }
}

/// The terminal is asked for its ground, and its answer is no key press.
#[test]
fn a_light_terminal_gets_dark_letters() {
    let letter = |screen: &vt100::Screen| match screen.cell(6, 26).map(vt100::Cell::fgcolor) {
        Some(vt100::Color::Rgb(red, green, blue)) => u32::from(red) + u32::from(green) + u32::from(blue),
        other => panic!("{other:?}"),
    };
    let mut terminal = Setup::sample().ready();
    terminal.wait_for("light letters", |screen, bytes| {
        bytes.windows(7).any(|window| window == b"\x1b]11;?\x07") && letter(screen) > 384
    });
    terminal.keys("\x1b]11;rgb:ffff/ffff/ffff\x07");
    terminal.wait_for("dark letters", |screen, _| letter(screen) < 384);
    assert!(!terminal.screen().contains("rgb:"), "{}", terminal.screen());
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
