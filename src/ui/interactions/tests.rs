//! The view as a person meets it: keys in, screens out, on the program's own sample.

use crate::app::key::{Code, Key};
use crate::app::msg::Msg;
use crate::memory::Act;
use crate::ui::tests::Explorer;

#[test]
fn nothing_is_remembered_until_tracking_is_switched_on() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("enter esc down enter y 4");
    assert!(explorer.app.interactions.rows.is_empty());
    insta::assert_snapshot!("empty", explorer.screen());
    explorer.keys("t");
    assert!(explorer.screen().lines().next().unwrap().contains("● tracking"), "{}", explorer.screen());
    explorer.keys("1 y 4");
    let row = explorer.app.interactions.selected().unwrap();
    assert_eq!(row.tally.count(Act::Copied), 1);
}

/// An explorer in which two symbols were opened and one of them copied.
fn used(width: u16, height: u16) -> Explorer {
    let mut explorer = Explorer::open(width, height);
    explorer.keys("4 t 1 enter esc esc y down enter esc esc 4");
    explorer
}

#[test]
fn what_was_used_is_listed_with_its_reasons() {
    for (width, height, name) in [(120, 40, "list_wide"), (80, 24, "list_stacked")] {
        insta::assert_snapshot!(name, used(width, height).screen());
    }
}

#[test]
fn rows_are_sorted_filtered_and_forgotten() {
    let mut explorer = used(120, 40);
    let ids = |explorer: &Explorer| -> Vec<String> {
        explorer.app.interactions.rows.iter().map(|row| row.id.clone()).collect()
    };
    let by_score = ids(&explorer);
    assert_eq!(by_score.len(), 2);
    explorer.keys("s s");
    let mut by_name = by_score.clone();
    by_name.sort();
    assert_eq!(ids(&explorer), by_name);
    explorer.keys("/ z z z");
    assert!(ids(&explorer).is_empty());
    explorer.keys("esc esc g g d");
    assert_eq!(ids(&explorer), by_name[1..]);
    let explorer = explorer.again();
    assert_eq!(ids(&explorer), by_name[1..], "what is forgotten stays forgotten");
}

#[test]
fn what_enter_opens_counts_as_opened() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 t 1 y 4");
    let opened = |explorer: &Explorer| {
        let rows = &explorer.app.interactions.rows;
        rows.iter().map(|row| row.tally.count(Act::Opened)).sum::<u32>()
    };
    let before = opened(&explorer);
    explorer.keys("enter 4");
    assert_eq!(opened(&explorer), before + 1, "from the memory");
    explorer.keys("2");
    explorer.write("retry after a delay");
    explorer.keys("enter enter 4");
    assert_eq!(opened(&explorer), before + 2, "from an answer");
    explorer.keys("5 enter enter 4");
    assert_eq!(opened(&explorer), before + 3, "from a tour");
}

#[test]
fn clearing_is_asked_twice() {
    let mut explorer = used(120, 40);
    explorer.keys("X down X");
    assert_eq!(explorer.app.interactions.rows.len(), 2, "another key between takes it back");
    explorer.keys("X");
    assert!(explorer.app.interactions.rows.is_empty());
    assert!(explorer.again().app.interactions.rows.is_empty());
}

#[test]
fn a_copied_pack_counts_for_what_it_quotes() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 t 2");
    explorer.write("open the store");
    explorer.keys("enter Y");
    let packed = explorer.app.query.packed.clone().unwrap();
    let quoted = packed.pack.quoted().count();
    assert!(quoted > 0 && quoted <= packed.pack.shown.len());
    let memory = explorer.app.interactions.remembered.as_ref().unwrap().memory.clone();
    let copied = memory.iter().filter(|(_, tally)| tally.count(Act::Copied) == 1).count();
    assert_eq!(copied, quoted);
}

#[test]
fn what_a_question_shows_is_noted_once_however_soon_it_is_taken() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 t 2");
    // Taken before its answer, and before the pause after which it would have been asked.
    for c in "open the store".chars() {
        explorer.send(Msg::Key(Key::plain(Code::Char(c))));
    }
    explorer.keys("enter > <");
    let shown = explorer.app.query.packed.as_ref().unwrap().levels.len();
    let memory = explorer.app.interactions.remembered.as_ref().unwrap().memory.clone();
    let counts: Vec<u32> = memory.iter().map(|(_, tally)| tally.count(Act::Shown)).collect();
    assert!(counts.len() >= shown && shown > 0, "{counts:?} {shown}");
    assert!(counts.iter().all(|&count| count == 1), "{counts:?}");
}

#[test]
fn what_was_used_is_followed_through_a_new_name() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 t 1 /");
    explorer.write("WithWorkers");
    explorer.keys("enter y");
    let path = explorer.path("options.go");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, text.replace("WithWorkers", "WithHands")).unwrap();
    explorer.build();
    let memory = explorer.app.interactions.remembered.as_ref().unwrap().memory.clone();
    let ids: Vec<&str> = memory.iter().map(|(id, _)| id).collect();
    assert_eq!(ids, ["options.go::WithHands::func"]);
}
