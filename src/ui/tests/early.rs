//! Keys that are pressed before the rows that they act on have arrived.

use super::{Explorer, glimpse};
use crate::app::View;
use crate::app::msg::{Copying, Effect, IndexMsg, Msg};
use crate::app::pane::Slot;
use crate::index::BuildEvent;

/// The text that was copied last.
fn copied(explorer: &Explorer) -> Option<&Copying> {
    explorer.asked.iter().rev().find_map(|effect| match effect {
        Effect::Copy(copying) => Some(copying),
        _ => None,
    })
}

fn ask(explorer: &mut Explorer, question: &str) {
    explorer.keys("/ ctrl-u");
    explorer.write(question);
    explorer.keys("enter");
}

#[test]
fn rows_of_the_question_before_are_left_alone() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    ask(&mut explorer, "how are failed jobs retried");
    explorer.keys("+");
    let overrides = |explorer: &Explorer| explorer.app.query.choices.overrides.here().collect::<Vec<_>>();
    let made = overrides(&explorer);
    assert_eq!(made.len(), 1);
    explorer.waiting = Some(Vec::new());
    ask(&mut explorer, "memory keeps jobs until the program ends");
    let at = explorer.app.query.slots.cursor.at;
    for key in ["x", "+", "-", "A", "down"] {
        explorer.keys(key);
        assert!(explorer.screen().contains("the answer is not there yet"), "{key}: {}", explorer.screen());
        assert_eq!((overrides(&explorer), explorer.app.query.slots.cursor.at), (made.clone(), at), "{key}");
    }
    explorer.keys("y e");
    assert!(explorer.asked.is_empty(), "{}", explorer.screen());
    explorer.keys("enter");
    assert_eq!(explorer.app.ctx.view, View::Query, "it waits for the answer");
    explorer.answer_all();
    let first = explorer.app.query.answered.as_ref().unwrap().answer.rows[0].symbol;
    assert_ne!(first, made[0].0);
    assert_eq!((explorer.app.ctx.view, explorer.app.current()), (View::Query, Some(first)));
    assert_eq!(explorer.app.query.slots.focus, Slot::Source, "enter goes into its code");
}

#[test]
fn the_pack_of_the_question_before_is_not_copied_for_another() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    ask(&mut explorer, "how are failed jobs retried");
    explorer.waiting = Some(Vec::new());
    ask(&mut explorer, "memory keeps jobs until the program ends");
    explorer.keys("Y");
    assert!(copied(&explorer).is_none());
    explorer.answer_all();
    let Some(Copying::Text { text, .. }) = copied(&explorer) else { panic!("{}", explorer.screen()) };
    assert!(text.contains("memory keeps jobs"), "{text}");
}

#[test]
fn what_another_key_follows_is_not_done_late() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.waiting = Some(Vec::new());
    ask(&mut explorer, "memory keeps jobs until the program ends");
    explorer.keys("enter tab");
    explorer.answer_all();
    assert_eq!(explorer.app.ctx.view, View::Query, "{}", explorer.screen());
}

#[test]
fn a_list_of_the_filter_before_is_left_alone() {
    let mut explorer = Explorer::open(120, 40);
    explorer.waiting = Some(Vec::new());
    let before = explorer.app.current();
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter y");
    assert!(copied(&explorer).is_none());
    explorer.answer_all();
    assert_ne!(explorer.app.current(), before);
    let Some(Copying::Declaration { what, .. }) = copied(&explorer) else { panic!("{}", explorer.screen()) };
    assert_eq!(what, "Pool.Run");
}

#[test]
fn what_is_pressed_before_the_first_list_is_done_with_its_first_row() {
    // Before the index is opened, and between the index and its list.
    for keys_first in [true, false] {
        let mut explorer = Explorer::without_index(120, 40);
        explorer.waiting = Some(Vec::new());
        if keys_first {
            explorer.keys("y");
        }
        explorer.build();
        if !keys_first {
            assert!(explorer.screen().contains("✓"), "{}", explorer.screen());
            explorer.keys("y");
        }
        assert!(copied(&explorer).is_none());
        explorer.answer_all();
        assert!(matches!(copied(&explorer), Some(Copying::Declaration { .. })), "{}", explorer.screen());
    }
}

#[test]
fn a_row_of_the_first_reading_is_copied_as_the_graph_has_it() {
    let mut explorer = Explorer::without_index(120, 40);
    let glimpses = vec![glimpse("NewPool", 10)];
    explorer.send(Msg::Index(IndexMsg::Progress(BuildEvent::Glimpses(glimpses))));
    explorer.waiting = Some(Vec::new());
    explorer.build();
    explorer.keys("y");
    explorer.answer_all();
    assert!(matches!(copied(&explorer), Some(Copying::Declaration { .. })), "{}", explorer.screen());
}

#[test]
fn keys_about_rows_say_why_there_are_none() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2 esc");
    for key in ["x", "+", "-"] {
        explorer.keys(key);
        assert!(explorer.screen().contains("ask a question first"), "{key}: {}", explorer.screen());
        explorer.app.ctx.toast = None;
    }
}

#[test]
fn a_hit_of_the_text_before_is_not_opened_for_another() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("g /");
    explorer.write("retry");
    explorer.waiting = Some(Vec::new());
    explorer.keys("ctrl-u");
    explorer.write("heap");
    explorer.keys("enter");
    assert!(explorer.app.overlay.is_some(), "{}", explorer.screen());
    explorer.answer_all();
    let hit = explorer.app.found.as_ref().unwrap().hits[0].clone();
    assert!(explorer.app.overlay.is_none() && hit.text.contains("heap"), "{hit:?}");
    let pane = &explorer.app.symbols.slots.pane;
    let shown = pane.text().zip(pane.caret()).map(|(text, caret)| (text.path.clone(), caret.row as u32 + 1));
    assert_eq!(shown, Some((hit.path, hit.line)));
}
