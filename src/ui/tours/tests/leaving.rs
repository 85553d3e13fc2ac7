//! Tests of the list after a tour was left, and after the file of a tour was deleted.

use std::fs;

use super::{looked, with_tour};
use crate::ui::tests::Explorer;

const OWN: &str = r#"{"title": "Own", "steps": [{"title": "a"}, {"title": "b"}]}"#;

fn selected(explorer: &Explorer) -> &str {
    explorer.app.tours.selected().map_or("", |entry| &entry.key)
}

#[test]
fn a_tour_that_is_left_is_selected() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 down down 1 A 4 esc");
    assert_eq!(selected(&explorer), "New tour", "{}", explorer.screen());
    explorer.keys("x");
    assert!(explorer.screen().contains("drop this draft?"), "{}", explorer.screen());
}

#[test]
fn a_tour_whose_file_others_delete_is_kept_as_a_draft() {
    for half in [false, true] {
        let mut explorer = Explorer::open(120, 40);
        with_tour(&explorer, ".tours/own.tour", OWN);
        explorer.keys("4 enter");
        if half {
            with_tour(&explorer, ".tours/own.tour", "{");
        } else {
            fs::remove_dir_all(explorer.path(".tours")).unwrap();
        }
        looked(&mut explorer);
        explorer.keys("esc");
        let mut explorer = explorer.again();
        explorer.keys("4 g g");
        let screen = explorer.screen();
        assert!(screen.contains("Own") && screen.contains("* draft, its file "), "{screen}");
        explorer.keys("enter");
        assert_eq!(explorer.app.tours.playing.as_ref().unwrap().now.tour.steps().len(), 2);
        // A tour without unsaved changes follows the file again once it exists.
        let theirs = OWN.replace("\"a\"", "\"theirs\"");
        with_tour(&explorer, ".tours/own.tour", &theirs);
        looked(&mut explorer);
        assert!(explorer.screen().contains("theirs"), "{}", explorer.screen());
        explorer.keys("esc");
        assert!(!explorer.screen().contains("draft"), "{}", explorer.screen());
    }
}
