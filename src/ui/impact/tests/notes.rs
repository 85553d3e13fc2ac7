//! Notes about a diff.

use super::*;
use crate::app::layout::Size;
use crate::app::overlay::RowOf;

const NOTES: [&str; 2] = [
    "a rebase is in progress: files in conflict are compared as they are on disk",
    "store/memory.go:1 does not parse: its package and its importers do not build; only its readable part is compared",
];

/// The text of the main pane, without line breaks.
fn said(explorer: &Explorer, width: usize) -> String {
    let screen = explorer.screen();
    let rows = screen.lines().map(|line| line.chars().take(width).collect::<String>());
    rows.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn that_figures_are_incomplete_can_be_read_in_full() {
    let mut explorer = Explorer::wide();
    committed(&explorer);
    fs::copy(explorer.path(".git/refs/heads/main"), explorer.path(".git/REBASE_HEAD")).unwrap();
    edited(&explorer, "store/memory.go", "package store", "package store (");
    edited(&explorer, "queue/queue.go", "package queue", "package queue\n\nfunc added() {}");
    explorer.build();
    explorer.keys("3 , w , l g g down");
    let screen = said(&explorer, 72);
    assert!(NOTES.iter().all(|note| screen.contains(note)), "{screen}\n{}", explorer.screen());
    let heads = explorer.screen().lines().position(|line| line.contains("score")).unwrap();
    let rows = explorer.screen().lines().position(|line| line.contains("▸ +")).unwrap();
    assert!(heads < rows, "{}", explorer.screen());
    // A click still selects the row that it is on.
    let row = explorer.screen().lines().position(|line| line.contains("F added")).unwrap();
    explorer.send(Msg::Mouse(Mouse { x: 30, y: row as u16, did: Click::Press }));
    let marked = explorer.screen().lines().nth(row).unwrap().to_owned();
    assert!(marked.starts_with("▸ "), "{marked}");
    explorer.send(Msg::Resize(Size { width: 40, height: 12 }));
    assert!(explorer.screen().contains("… g m shows all"), "{}", explorer.screen());
    explorer.send(Msg::Resize(Size { width: 120, height: 40 }));
    explorer.keys("g m");
    let rows = &explorer.app.overlay.as_ref().unwrap().rows;
    let words = rows.iter().filter_map(|row| match row.of {
        RowOf::Said(_) | RowOf::More => Some(row.words.trim()),
        _ => None,
    });
    let words = words.collect::<Vec<_>>().join(" ");
    assert!(NOTES.iter().all(|note| words.contains(note)), "{}", explorer.screen());
}

#[test]
fn what_is_said_of_an_answer_is_true_of_it_now() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Memory.Get");
    explorer.keys(", w t y");
    let screen = explorer.screen();
    assert!(screen.contains("nothing to copy: ") && !screen.contains("no answer yet"), "{screen}");
    explorer.keys("enter");
    assert!(explorer.app.ctx.toast.as_ref().unwrap().text.contains("not under git"), "{}", explorer.screen());
    // Another target starts anew.
    explorer.waiting = Some(Vec::new());
    explorer.keys(", s");
    assert_eq!(explorer.app.ctx.toast, None);
    explorer.keys("y");
    assert!(explorer.screen().contains("there is no answer yet"), "{}", explorer.screen());
    while explorer.waiting.as_ref().is_some_and(|waiting| !waiting.is_empty()) {
        explorer.answer(0);
    }
    assert_eq!(explorer.app.ctx.toast, None, "it is there");
}

#[test]
fn what_is_ticked_off_outlives_another_target_and_the_program() {
    let mut explorer = Explorer::edited();
    explorer.keys("3 , w n x");
    let done = explorer.app.impact.done();
    assert_eq!(done.0, 1, "{}", explorer.screen());
    explorer.keys("1 i");
    assert_eq!(explorer.app.impact.done().0, 0, "of another target");
    explorer.keys(", w");
    assert_eq!(explorer.app.impact.done(), done);
    let resume = explorer.app.to_resume();
    let mut next = explorer.again();
    next.app.resume(resume);
    next.keys("3 , w");
    assert_eq!(next.app.impact.done(), done, "{}", next.screen());
}
