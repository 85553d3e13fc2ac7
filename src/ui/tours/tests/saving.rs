//! Changes of a tour while earlier changes are still being saved, or while the program starts.

use std::fs;

use super::with_tour;
use crate::app::View;
use crate::app::msg::{Effect, IndexMsg, Msg, StoreTask};
use crate::index::{BuildEvent, Glimpse};
use crate::ui::tests::{Explorer, glimpse};

const OWN: &str = r#"{"title": "Own", "steps": [{"title": "a"}, {"title": "b"}]}"#;

/// The titles of the steps of the open tour.
fn steps(explorer: &Explorer) -> Vec<String> {
    let playing = explorer.app.tours.playing.as_ref().unwrap_or_else(|| panic!("{}", explorer.screen()));
    playing.now.tour.steps().map(|step| step.title().to_owned()).collect()
}

/// Opens the tour with a key from the list.
fn take(explorer: &mut Explorer, key: &str) {
    explorer.keys("home");
    let at = explorer.app.tours.entries.iter().position(|entry| entry.key == key).unwrap();
    for _ in 0..at {
        explorer.keys("down");
    }
    explorer.keys("enter");
}

fn has_quit(explorer: &Explorer) -> bool {
    explorer.asked.iter().any(|effect| matches!(effect, Effect::Quit(0)))
}

#[test]
fn steps_that_are_added_one_upon_the_other_are_all_there() {
    let mut explorer = Explorer::open(120, 40);
    explorer.waiting = Some(Vec::new());
    explorer.keys("A down A down A 4");
    explorer.answer_all();
    assert_eq!(steps(&explorer).len(), 3, "{}", explorer.screen());
}

#[test]
fn a_step_that_is_added_before_drafts_are_read_waits_for_them() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A");
    let dir = explorer.dir.clone();
    let mut explorer = Explorer::on(dir, 120, 40);
    let news = explorer.news();
    let effects = explorer.app.update(explorer.now, news);
    let (reading, others): (Vec<_>, Vec<_>) =
        effects.into_iter().partition(|effect| matches!(effect, Effect::Store(StoreTask::ReadDrafts)));
    assert_eq!(reading.len(), 1);
    explorer.carry_out(others);
    explorer.keys("down A 4 q");
    assert!(explorer.app.tours.playing.is_none() && !has_quit(&explorer), "{}", explorer.screen());
    explorer.carry_out(reading);
    assert_eq!(steps(&explorer).len(), 2, "the draft is gone on with: {}", explorer.screen());
    assert!(has_quit(&explorer));
}

#[test]
fn the_row_in_sight_is_added_while_the_list_of_the_first_graph_is_on_its_way() {
    let mut explorer = Explorer::without_index(120, 40);
    let glimpse = |name, line| Glimpse { path: "store/memory.go".into(), ..glimpse(name, line) };
    let glimpses = BuildEvent::Glimpses(vec![glimpse("drain", 80), glimpse("NewMemory", 18)]);
    explorer.send(Msg::Index(IndexMsg::Progress(glimpses)));
    explorer.keys("down");
    explorer.waiting = Some(Vec::new());
    explorer.build();
    explorer.keys("A 4");
    explorer.answer_all();
    assert_eq!(steps(&explorer), ["store.NewMemory"], "{}", explorer.screen());
}

#[test]
fn what_changes_while_a_tour_is_saved_stays_a_draft() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(&explorer, ".tours/own.tour", OWN);
    explorer.keys("4 enter");
    explorer.waiting = Some(Vec::new());
    explorer.keys(", s ctrl-u O t h e r enter , j");
    explorer.answer_all();
    let text = fs::read_to_string(explorer.path(".tours/other.tour")).unwrap();
    assert!(text.find("\"a\"") < text.find("\"b\""), "as it was when it was saved: {text}");
    assert_eq!(steps(&explorer), ["b", "a"], "{}", explorer.screen());
    assert!(explorer.screen().contains("what changed meanwhile is kept as a draft"), "{}", explorer.screen());
    explorer.keys(", s enter");
    explorer.answer_all();
    let text = fs::read_to_string(explorer.path(".tours/other.tour")).unwrap();
    assert!(text.find("\"b\"") < text.find("\"a\""), "{}", explorer.screen());
}

#[test]
fn a_tour_that_is_left_while_it_is_saved_changes_no_other() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(&explorer, ".tours/own.tour", OWN);
    explorer.keys("A 4");
    let added = steps(&explorer);
    explorer.waiting = Some(Vec::new());
    explorer.keys(", s ctrl-u M i n e enter esc");
    explorer.answer_all();
    take(&mut explorer, ".tours/own.tour");
    assert_eq!(steps(&explorer), ["a", "b"], "{}", explorer.screen());

    explorer.keys("esc");
    let mut drafts = explorer.app.tours.entries.iter().filter(|entry| entry.draft);
    assert!(drafts.next().is_none(), "{}", explorer.screen());
    take(&mut explorer, ".tours/mine.tour");
    assert_eq!(steps(&explorer), added, "{}", explorer.screen());
    // The tour is saved again, and another is opened before that is done.
    explorer.keys(", s enter esc end enter");
    explorer.answer_all();
    let open = explorer.app.tours.playing.as_ref().unwrap();
    assert_ne!(open.key, ".tours/mine.tour");
    assert_ne!(steps(&explorer), added, "{}", explorer.screen());
}

#[test]
fn leaving_waits_for_what_is_written_unless_it_is_insisted_upon() {
    for insists in [false, true] {
        let mut explorer = Explorer::open(120, 40);
        explorer.keys("A 4");
        explorer.waiting = Some(Vec::new());
        explorer.keys(", s ctrl-u M i n e enter q");
        assert!(!has_quit(&explorer) && explorer.screen().contains("is still being written"));
        if insists {
            explorer.keys("q");
        } else {
            explorer.answer_all();
        }
        assert!(has_quit(&explorer), "{}", explorer.screen());
    }
    // The refused change is shown.
    let mut explorer = Explorer::open(120, 40);
    with_tour(&explorer, ".tours/own.tour", OWN);
    explorer.keys("A 4");
    explorer.waiting = Some(Vec::new());
    explorer.keys(", s ctrl-u O w n enter q");
    explorer.answer_all();
    assert!(!has_quit(&explorer) && explorer.screen().contains("already exists"), "{}", explorer.screen());
    assert_eq!(explorer.app.ctx.view, View::Tours);
}
