//! The view as a person meets it: keys in, screens out, on the program's own sample.

use std::fs;

use crate::app::View;
use crate::ui::tests::Explorer;

#[test]
fn the_list_says_what_there_is() {
    for (width, height, name) in [(120, 40, "list_wide"), (80, 24, "list_stacked")] {
        let mut explorer = Explorer::open(width, height);
        explorer.keys("5");
        insta::assert_snapshot!(name, explorer.screen());
    }
}

#[test]
fn a_tour_is_taken_step_by_step() {
    for (width, height, name) in [(120, 40, "step_wide"), (80, 24, "step_stacked"), (50, 14, "step_single")] {
        let mut explorer = Explorer::open(width, height);
        explorer.keys("5 enter n n");
        insta::assert_snapshot!(name, explorer.screen());
    }
}

#[test]
fn progress_is_kept_between_runs_and_a_finished_tour_is_marked() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 enter n n");
    let mut explorer = explorer.again();
    explorer.keys("5");
    assert!(explorer.screen().contains("3 of 12 steps"), "{}", explorer.screen());
    explorer.keys("enter");
    assert_eq!(explorer.app.tours.playing.as_ref().unwrap().step.at, 2, "it goes on where it was left");
    explorer.keys("n n n n n n n n n n n esc");
    assert!(explorer.screen().contains("done, 12 steps"), "{}", explorer.screen());
    explorer.keys("u");
    assert!(!explorer.screen().contains("done"), "{}", explorer.screen());
}

#[test]
fn callers_are_a_key_away_and_so_is_the_tour() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 enter n c");
    assert_eq!(explorer.app.view, View::Symbols);
    explorer.keys("[");
    assert_eq!(explorer.app.view, View::Tours);
    assert_eq!(explorer.app.tours.playing.as_ref().unwrap().step.at, 1);
}

#[test]
fn a_tour_is_written_from_selections() {
    let mut explorer = Explorer::open(120, 40);
    explorer.words = "\n\nMind the lock.".to_owned();
    explorer.keys("A down A down A 5");
    let titles = |explorer: &Explorer| -> Vec<String> {
        let playing = explorer.app.tours.playing.as_ref().unwrap();
        playing.tour.steps().map(|step| step.title().to_owned()).collect()
    };
    let before = titles(&explorer);
    assert_eq!(before.len(), 3);
    explorer.keys("K w S ctrl-u M i n e enter");
    assert_eq!(titles(&explorer), [&before[0], &before[2], &before[1]].map(String::clone));
    let text = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    assert!(text.contains("Mind the lock.") && text.contains("\"title\": \"Mine\""), "{text}");
    explorer.keys("D S enter");
    let text = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    assert!(!text.contains("Mind the lock.") && text.contains(&before[0]), "its own file is written over");
    explorer.keys("esc");
    assert!(explorer.screen().contains("Mine"), "{}", explorer.screen());
}

#[test]
fn changes_are_not_dropped_by_one_key() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A 5 esc");
    assert!(explorer.app.tours.playing.is_some());
    explorer.keys("esc");
    assert!(explorer.app.tours.playing.is_none());
}

#[test]
fn a_broken_tour_is_listed_with_its_reason() {
    let mut explorer = Explorer::open(120, 40);
    fs::create_dir(explorer.path(".tours")).unwrap();
    fs::write(explorer.path(".tours/x.tour"), "{\"title\": \"\u{1b}[2J\"").unwrap();
    explorer.keys("5 down down down down");
    let screen = explorer.screen();
    assert!(screen.contains(".tours/x.tour") && screen.contains("not usable"), "{screen}");
    explorer.keys("k j enter");
    assert!(explorer.app.tours.playing.is_none() || !explorer.screen().contains('\u{1b}'));
}
