//! Overlays: help that explains the view, and messages that can be read again.

use super::Explorer;
use crate::app::View;
use crate::app::impact::ListForm;
use crate::app::msg::{Click, IndexMsg, Mouse, Msg, Tone};
use crate::app::overlay::{OverlayRow, RowOf};
use crate::app::side::Panel;

/// The words of the screen, without line breaks.
fn words(explorer: &Explorer) -> String {
    explorer.screen().replace(['│', '┃', '┊'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn help_explains_the_signs_of_its_view() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("?");
    let rows = explorer.app.overlay.as_ref().expect("help").rows.clone();
    assert!(rows.iter().any(|row| row.lead == "kind:func,method"), "{rows:?}");
    explorer.keys("esc 3 ?");
    let rows = explorer.app.overlay.as_ref().expect("help").rows.clone();
    assert!(rows.iter().any(|row| row.lead == "ppr"), "{rows:?}");
    explorer.write("vendored");
    assert!(
        words(&explorer).contains("not part of the build that the tree is read for, vendored"),
        "of any view"
    );
}

#[test]
fn what_help_finds_holds_the_words_and_says_in_which_view_it_works() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("?");
    explorer.write("git range");
    let said = words(&explorer);
    assert!(
        said.contains("Impact: What a git range affects") && said.contains("Tours: Make a tour of"),
        "{said}"
    );
    explorer.keys("ctrl-u");
    explorer.write("pgup");
    let said = words(&explorer);
    assert!(
        said.contains("One page up While typing: One page up") || said.contains("While typing: One page up")
    );
    explorer.keys("ctrl-u");
    explorer.write("guesses");
    let rows = &explorer.app.overlay.as_ref().expect("help").rows;
    let whole = |row: &&OverlayRow| row.of != RowOf::More;
    assert_eq!(
        rows.iter().filter(whole).count(),
        1,
        "letters that lie apart in a sentence are no hit: {rows:?}"
    );
    explorer.keys("ctrl-u");
    explorer.write("doubtful");
    let said = words(&explorer);
    assert_eq!(
        said.matches("a link that is likely").count(),
        1,
        "a sign of several views comes once: {said}"
    );
}

#[test]
fn what_holds_the_word_is_found_before_letters_that_are_strewn() {
    let first = |explorer: &Explorer| -> Vec<String> {
        let rows = &explorer.app.overlay.as_ref().expect("an overlay").rows;
        let row = |row: &OverlayRow| match row.of {
            RowOf::Action(action) => Some(action.to_string()),
            RowOf::Meaning => Some(row.lead.clone()),
            _ => None,
        };
        rows.iter().filter_map(row).collect()
    };
    for (keys, typed, found) in [
        (":", "sets in motion", &["order-starts"][..]),
        ("?", "sets in motion", &["order-starts"]),
        ("?", "hop", &["depth-less", "depth-more", "hops"]),
        ("?", "ppr", &["ppr"]),
        // The filter matches letters of names only.
        (":", "hdtsts", &["hide-tests"]),
    ] {
        let mut explorer = Explorer::open(120, 40);
        explorer.keys(keys);
        explorer.write(typed);
        let rows = first(&explorer);
        assert_eq!(
            rows.iter().take(found.len()).collect::<Vec<_>>(),
            found.iter().collect::<Vec<_>>(),
            "{typed}: {rows:?}"
        );
        assert!(rows.len() < 4, "{typed}: {rows:?}");
    }
    let mut explorer = Explorer::open(120, 40);
    explorer.keys(":");
    explorer.write("test");
    let rows = first(&explorer);
    let named = rows.iter().position(|name| !name.contains("test")).unwrap_or(rows.len());
    assert!(named >= 3 && !rows.contains(&"threshold-up".to_owned()), "{rows:?}");
}

#[test]
fn sentences_are_shown_whole_and_walked_as_one() {
    let mut explorer = Explorer::open(40, 12);
    explorer.keys("3 ?");
    let overlay = explorer.app.overlay.as_ref().expect("help");
    let cut = overlay.rows.iter().any(|row| matches!(row.of, RowOf::Action(_)) && row.words.contains('…'));
    assert!(!cut && overlay.rows.iter().any(|row| row.of == RowOf::More));
    let len = overlay.rows.len();
    for _ in 0..len {
        explorer.keys("down");
        let overlay = explorer.app.overlay.as_ref().expect("help");
        assert!(!matches!(overlay.rows[overlay.cursor.at].of, RowOf::More | RowOf::Heading));
    }
    for _ in 0..len {
        explorer.keys("up");
    }
    assert_eq!(explorer.app.overlay.as_ref().expect("help").cursor.at, 1, "below the first heading");
}

#[test]
fn all_notes_on_the_index_can_be_read() {
    let mut explorer = Explorer::open(80, 24);
    let snapshot = explorer.app.ctx.index.snapshot.clone().expect("an index");
    let long = format!("the second: {}", "/a/rather/long/folder".repeat(6));
    let notes = vec!["the first".to_owned(), long.clone(), "the third".to_owned()];
    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: false, notes }));
    assert!(explorer.screen().contains("! the first · and 2 more: g m shows them"), "{}", explorer.screen());
    explorer.keys("g m");
    let said = words(&explorer);
    let places = ["! the first", "! the second", "! the third"].map(|note| said.find(note));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{said}");
    let whole: String =
        explorer.screen().chars().filter(|c| !c.is_whitespace() && !['│', '┃', '┊'].contains(c)).collect();
    assert!(whole.contains(&long.replace(' ', "")), "{}", explorer.screen());
    explorer.keys("enter");
    assert!(explorer.app.overlay.is_none());
}

#[test]
fn a_notice_that_is_cut_says_where_it_goes_on() {
    let mut explorer = Explorer::open(60, 20);
    explorer.send(Msg::Notice(Tone::Bad, "it went wrong in ".to_owned() + &"many ".repeat(20) + "ways"));
    let screen = explorer.screen();
    assert!(screen.contains("… g m for more\n") && screen.ends_with("q quit"), "{screen}");
    explorer.keys("g m");
    assert!(words(&explorer).contains("many many ways"), "{}", explorer.screen());
    explorer.keys("ctrl-u");
    explorer.write("right");
    assert!(words(&explorer).contains("no message contains that"));
}

#[test]
fn messages_are_empty_at_first() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("g m");
    assert!(words(&explorer).contains("no messages yet"));
}

#[test]
fn the_palette_finds_what_other_views_do_and_does_it_there() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys(":");
    explorer.write("impact-flat");
    assert!(words(&explorer).contains("Impact: Show what is affected in groups"));
    explorer.keys("enter");
    assert!(explorer.app.ctx.view == View::Impact && explorer.app.impact.shape.forms[0] == ListForm::Flat);
    explorer.keys(":");
    explorer.write("forget everything");
    explorer.keys("enter");
    assert_eq!(explorer.app.panel(), Panel::Interactions);
    assert!(words(&explorer).contains("use `, x` for this"), "what takes away waits for its key");
}

#[test]
fn a_click_on_a_row_does_what_enter_does_there() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys(":");
    explorer.write("view-tours");
    let row = explorer.screen().lines().position(|line| line.contains("Tours: follow")).expect("a row");
    explorer.send(Msg::Mouse(Mouse { x: 30, y: row as u16, did: Click::Press }));
    assert_eq!((explorer.app.ctx.view, explorer.app.overlay.is_some()), (View::Tours, false));
    explorer.keys("?");
    explorer.send(Msg::Mouse(Mouse { x: 1, y: 20, did: Click::Press }));
    assert!(explorer.app.overlay.is_none(), "a click beside it closes it");
}

#[test]
fn titles_fit_their_boxes() {
    for (width, height) in [(40, 10), (60, 20), (120, 40)] {
        for key in ["?", ":", "g m"] {
            let mut explorer = Explorer::open(width, height);
            explorer.keys(key);
            let screen = explorer.screen();
            let title = screen.lines().find(|line| line.contains('╭')).unwrap_or_default();
            assert!(title.contains(" esc closes "), "{title}");
        }
    }
}

#[test]
fn a_theme_is_seen_before_it_is_chosen() {
    let mut explorer = Explorer::open(80, 24);
    let theme = |explorer: &Explorer| explorer.app.ctx.settings.theme.text();
    explorer.keys("z t down down");
    assert_eq!(theme(&explorer), "light");
    explorer.keys("esc");
    assert_eq!(theme(&explorer), "auto", "what there was is back");
    explorer.keys("z t");
    explorer.write("term");
    assert_eq!(theme(&explorer), "terminal");
    explorer.keys("enter");
    assert_eq!(theme(&explorer), "terminal");
    assert!(explorer.screen().contains("theme: terminal"), "{}", explorer.screen());
}
