//! Tests of the side: its panels in every view, the tree of links, and what Enter and Esc do there.

use std::fs;

use super::Explorer;
use crate::app::msg::{Click, Copying, Effect, Mouse, Msg};
use crate::app::pane::Slot;
use crate::app::side::Panel;
use crate::app::{View, ViewState};

fn focus(explorer: &Explorer) -> Slot {
    let app = &explorer.app;
    match app.ctx.view {
        View::Symbols => app.symbols.slots.focus,
        View::Query => app.query.slots.focus,
        View::Impact => app.impact.slots.focus,
        View::Tours => app.tours.slots.focus,
    }
}

#[test]
fn five_letters_open_the_same_panels_in_every_view_and_esc_leads_out() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut explorer = Explorer::open(width, height);
        for view in ["1", "2 r e t r y enter", "3", "4 enter"] {
            explorer.keys(view);
            for (key, panel) in [
                ("r", Panel::Related),
                ("t", Panel::Tests),
                ("c", Panel::Commits),
                ("a", Panel::About),
                ("p", Panel::Pack),
            ] {
                explorer.keys(key);
                assert_eq!((explorer.app.panel(), focus(&explorer)), (panel, Slot::Side), "{view} {key}");
                let screen = explorer.screen();
                assert!(screen.contains(&format!("▐{key} {}▌", panel.title())), "{screen}");
                explorer.keys("esc");
                assert_eq!(focus(&explorer), Slot::List, "{view} {key}");
            }
            explorer.keys("r r");
            assert_eq!(focus(&explorer), Slot::List, "the letter again leaves, too");
        }
    }
}

fn labels(explorer: &Explorer) -> Vec<String> {
    explorer.app.ctx.side.list().rows.iter().map(|row| format!("{} {}", row.depth, row.text())).collect()
}

#[test]
fn links_unfold_to_any_depth_say_through_what_and_mark_what_comes_again() {
    let mut explorer = Explorer::open(120, 40);
    let text = "package millrace\n\nfunc low() {}\nfunc mid() { low() }\nfunc high() { mid() }\nfunc top() { high(); low() }\n\n\
                func even() { odd() }\nfunc odd() { even() }\n";
    fs::write(explorer.path("deep.go"), text).unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("millrace.low$");
    explorer.keys("enter r");
    let list = explorer.app.symbols.slots.cursor;
    while explorer.app.ctx.side.row().is_none_or(|row| row.text() != "millrace.mid") {
        explorer.keys("down");
    }
    explorer.keys("right");
    assert!(labels(&explorer).contains(&"2 millrace.high".to_owned()), "{:?}", labels(&explorer));
    explorer.keys("right right");
    assert!(labels(&explorer).contains(&"3 millrace.top".to_owned()), "{:?}", labels(&explorer));
    // The source follows; the list's row stays.
    let shown = explorer.app.symbols.slots.pane.shown.as_ref().expect("a place");
    assert_eq!((shown.path.as_str(), shown.line), ("deep.go", 5));
    assert_eq!(explorer.app.symbols.slots.cursor, list);
    explorer.keys("left");
    assert!(!labels(&explorer).contains(&"3 millrace.top".to_owned()), "{:?}", labels(&explorer));
    explorer.keys("esc / ctrl-u");
    explorer.write("millrace.even$");
    explorer.keys("enter r");
    while explorer.app.ctx.side.row().is_none_or(|row| row.text() != "millrace.odd") {
        explorer.keys("down");
    }
    explorer.keys("right");
    assert!(explorer.screen().contains("↻ again"), "{}", explorer.screen());
}

#[test]
fn enter_on_a_link_goes_to_its_line_and_the_way_back_is_one_key() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("worker.Pool.attempt$");
    explorer.keys("enter");
    let before = explorer.app.symbols.selected();
    explorer.keys("r enter");
    assert_eq!(focus(&explorer), Slot::Source);
    let pane = &explorer.app.symbols.slots.pane;
    let (caret, text) = (pane.caret().expect("a cursor"), pane.text().expect("a text"));
    assert_eq!(
        text.word_at(caret).map(|word| word.text),
        Some("attempt".to_owned()),
        "on the name that leads on"
    );
    explorer.keys("esc");
    assert_eq!((focus(&explorer), explorer.app.symbols.selected()), (Slot::List, before));
}

#[test]
fn a_line_of_tests_is_copied_by_its_key() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("worker.Pool.attempt$");
    explorer.keys("enter t y");
    let copied = explorer.asked.iter().rev().find_map(|effect| match effect {
        Effect::Copy(Copying::Text { text, .. }) => Some(text.clone()),
        _ => None,
    });
    assert!(copied.is_some_and(|text| text.starts_with("go test ./worker")), "{}", explorer.screen());
}

#[test]
fn letters_in_the_title_are_buttons() {
    let mut explorer = Explorer::open(120, 40);
    let area = explorer.app.areas()[2];
    let tab = explorer.app.side_tabs(area).into_iter().find(|tab| tab.opens == Panel::About).expect("a tab");
    explorer.send(Msg::Mouse(Mouse { x: tab.x, y: area.y, did: Click::Press }));
    assert_eq!((explorer.app.panel(), focus(&explorer)), (Panel::About, Slot::Side));
}

/// The explorer with columns around a function.
fn columns(width: u16, height: u16) -> Explorer {
    let mut explorer = Explorer::open(width, height);
    explorer.keys("/");
    explorer.write("worker.Pool.Run$");
    explorer.keys("enter z c");
    explorer
}

fn middle(explorer: &Explorer) -> String {
    let app = &explorer.app;
    let snapshot = app.ctx.index.snapshot.as_ref().expect("an index");
    app.ctx.side.subject.map(|id| snapshot.graph().symbol(id).label()).expect("a subject")
}

#[test]
fn what_uses_the_code_stands_left_of_it_and_what_it_uses_right() {
    for (width, height) in [(60, 20), (80, 24), (120, 40), (200, 60)] {
        let explorer = columns(width, height);
        insta::assert_snapshot!(format!("columns_{width}x{height}"), explorer.screen());
    }
}

#[test]
fn a_map_joins_the_same_rows_to_a_box_until_the_code_has_the_keys() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut explorer = columns(width, height);
        explorer.keys("z m j j");
        insta::assert_snapshot!(format!("map_{width}x{height}"), explorer.screen());
        explorer.keys("enter");
        assert!(explorer.app.map_area().is_none() && explorer.app.ctx.side.columns, "the call is read");
        explorer.keys("esc");
        assert!(explorer.app.map_area().is_some(), "{}", explorer.screen());
        explorer.keys("z c");
        assert!(explorer.app.map_area().is_none() && explorer.app.ctx.side.columns);
        explorer.keys("z m z m");
        assert!(!explorer.app.ctx.side.columns, "the same key brings the list back");
    }
    let mut small = columns(60, 20);
    small.keys("z m");
    assert!(small.app.map_area().is_none() && small.app.ctx.side.columns, "no room for one");
}

#[test]
fn columns_go_along_with_what_is_read_and_give_the_list_back() {
    let mut explorer = columns(200, 60);
    assert_eq!((focus(&explorer), explorer.app.panel()), (Slot::List, Panel::UsedBy));
    explorer.keys("j j");
    let caller = explorer.app.ctx.side.row().and_then(|row| row.symbol).expect("a caller");
    let shown = explorer.app.symbols.slots.pane.shown.clone().expect("its call");
    assert!(!shown.sites.is_empty() && middle(&explorer) == "worker.Pool.Run");
    explorer.keys("enter");
    assert_eq!((focus(&explorer), explorer.app.ctx.side.subject), (Slot::Source, Some(caller)));
    explorer.keys("[");
    assert_eq!((focus(&explorer), middle(&explorer).as_str()), (Slot::Source, "worker.Pool.Run"));
    explorer.keys("tab");
    assert_eq!((focus(&explorer), explorer.app.panel()), (Slot::Side, Panel::Uses));
    explorer.keys("j j enter enter");
    assert_ne!(middle(&explorer), "worker.Pool.Run", "the second Enter follows the name");
    explorer.keys("esc");
    assert_eq!((focus(&explorer), explorer.app.panel()), (Slot::List, Panel::UsedBy));
    explorer.keys("esc");
    assert!(!explorer.app.ctx.side.columns);
    assert!(explorer.screen().contains("▐LIST▌"), "{}", explorer.screen());
    for keys in ["z c z c", "z c r esc", "z c 1", "z c 3", "2 r e t r y enter z c 2", "4 enter z c 4"] {
        explorer.keys(keys);
        assert_eq!((focus(&explorer), explorer.app.ctx.side.columns), (Slot::List, false), "{keys}");
    }
}

#[test]
fn the_mouse_presses_and_scrolls_both_columns() {
    let mut explorer = columns(200, 60);
    let [list, _, side] = explorer.app.areas();
    for (area, panel) in [(side, Panel::Uses), (list, Panel::UsedBy)] {
        explorer.send(Msg::Mouse(Mouse { x: area.x + 4, y: area.y + 3, did: Click::Press }));
        assert_eq!((explorer.app.panel(), explorer.app.ctx.side.list().cursor.at), (panel, 2));
    }
}

#[test]
fn a_followed_row_is_the_subject_and_the_way_back_leads_to_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/ Q u e u e . P u s h $ enter r");
    let pushed = explorer.app.ctx.side.subject;
    explorer.keys("j right j");
    let (rows, at) = (explorer.app.ctx.side.list().rows.len(), explorer.app.ctx.side.list().cursor.at);
    let caller = explorer.app.ctx.side.row().and_then(|row| row.symbol).expect("a caller");
    explorer.keys("enter");
    assert_eq!((focus(&explorer), explorer.app.ctx.side.subject), (Slot::Source, Some(caller)));
    explorer.keys("r");
    assert_eq!(explorer.app.ctx.side.subject, Some(caller), "{}", explorer.screen());
    explorer.keys("[");
    let list = explorer.app.ctx.side.list();
    assert_eq!((explorer.app.ctx.side.subject, list.rows.len(), list.cursor.at), (pushed, rows, at));
    assert_eq!(focus(&explorer), Slot::Side);
}

#[test]
fn the_last_row_is_one_key_away_though_words_stand_below_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/ Q u e u e . P u s h $ enter r G");
    let list = explorer.app.ctx.side.list();
    let last = list.rows.iter().rposition(crate::app::side::SideRow::is_stop);
    assert_eq!(Some(list.cursor.at), last, "{}", explorer.screen());
}
