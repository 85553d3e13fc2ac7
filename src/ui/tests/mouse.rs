//! Tests of the mouse: presses, second presses, dragging and the wheel.

use super::Explorer;
use crate::app::action::Action;
use crate::app::layout::Size;
use crate::app::listing::SymbolSort;
use crate::app::msg::{Click, Mouse, Msg};
use crate::app::overlay::{self, OverlayKind};
use crate::app::pane::Slot;
use crate::app::{Millis, View, ViewState};

/// Where a text begins on the screen.
fn place_of(explorer: &mut Explorer, text: &str) -> (u16, u16) {
    let screen = explorer.screen();
    let (y, line) = (0..).zip(screen.lines()).find(|(_, line)| line.contains(text)).expect(text);
    (line.split(text).next().unwrap_or_default().chars().count() as u16, y)
}

fn at(explorer: &mut Explorer, (x, y): (u16, u16), did: Click) {
    explorer.send(Msg::Mouse(Mouse { x, y, did }));
}

/// Clicks on a text.
fn press(explorer: &mut Explorer, text: &str) {
    let place = place_of(explorer, text);
    at(explorer, place, Click::Press);
}

#[test]
fn a_second_press_opens_a_row_as_enter_does() {
    let mut explorer = Explorer::open(120, 40);
    let mut twice = |keys: &str, text: &str| {
        explorer.keys(keys);
        explorer.now = Millis(explorer.now.0 + 10_000);
        press(&mut explorer, text);
        let once =
            (explorer.app.ctx.view, explorer.app.symbols.selected(), explorer.app.tours.playing.is_some());
        explorer.now = Millis(explorer.now.0 + 200);
        press(&mut explorer, text);
        let focus = explorer.app.symbols.slots.focus;
        (
            once,
            (explorer.app.ctx.view, explorer.app.symbols.selected(), explorer.app.tours.playing.is_some()),
            focus,
        )
    };
    let (once, opened, focus) = twice("1", "worker.Pool");
    assert_eq!((once, focus), (opened, Slot::Source), "enter leads into its code");
    let (once, opened, _) = twice("3", "calls");
    assert_eq!((once.0, opened.0), (View::Impact, View::Impact));
    let (once, opened, _) = twice("4", "What carries the load");
    assert_eq!((once.2, opened.2), (false, true));
    twice("2 r e t r y enter", "F ");
    assert_eq!(
        (explorer.app.impact.slots.focus, explorer.app.query.slots.focus),
        (Slot::Source, Slot::Source),
        "the lists stay"
    );
}

#[test]
fn presses_far_apart_only_select() {
    let mut explorer = Explorer::open(120, 40);
    press(&mut explorer, "worker.Pool");
    explorer.now = Millis(explorer.now.0 + 2000);
    press(&mut explorer, "worker.Pool");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::List);
    explorer.send(Msg::Mouse(Mouse { x: 5, y: 20, did: Click::Scroll(3) }));
    press(&mut explorer, "k symbol");
    press(&mut explorer, "k symbol");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::List, "a head is no row");
}

#[test]
fn a_scroll_bar_is_pressed_and_dragged() {
    let mut explorer = Explorer::open(100, 20);
    let mouse = |explorer: &mut Explorer, (x, y): (u16, u16), did: Click| {
        explorer.send(Msg::Mouse(Mouse { x, y, did }));
        explorer.app.symbols.slots.cursor.offset
    };
    let screen = explorer.screen();
    let (top, line) = (0..).zip(screen.lines()).find(|(_, line)| line.contains('┃')).expect("a bar");
    let x = line.chars().position(|c| c == '┃').unwrap() as u16;
    let rows = explorer.app.symbols.listing.as_ref().unwrap().rows.len();
    let bottom = 18;
    let shown = usize::from(bottom - top) + 1;
    assert_eq!(mouse(&mut explorer, (x, bottom), Click::Press), rows - shown, "{screen}");
    assert!((1..rows - shown).contains(&mouse(&mut explorer, (x + 9, top + 6), Click::Drag)));
    assert_eq!(mouse(&mut explorer, (x, 0), Click::Drag), 0, "past its end");
    mouse(&mut explorer, (3, top + 2), Click::Press);
    assert_eq!(mouse(&mut explorer, (x, bottom), Click::Drag), 0, "it is held no more");
}

#[test]
fn lines_of_the_source_are_selected_by_dragging_and_let_go_by_a_press() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("worker.Pool$");
    explorer.keys("enter");
    press(&mut explorer, "type Pool struct {");
    let screen = explorer.screen();
    let (y, line) = (0..).zip(screen.lines()).find(|(_, line)| line.contains("type Pool struct {")).unwrap();
    let x = line.split("type Pool").next().unwrap_or_default().chars().count() as u16 + 2;
    let selected = |explorer: &Explorer| {
        let symbols = &explorer.app.symbols;
        let shown = symbols.slots.pane.shown.as_ref().unwrap();
        shown.selected(symbols.slots.pane.caret().unwrap().row).map(std::iter::Iterator::count)
    };
    explorer.send(Msg::Mouse(Mouse { x, y: y + 2, did: Click::Drag }));
    assert_eq!(selected(&explorer), Some(3));
    explorer.send(Msg::Mouse(Mouse { x, y: y + 1, did: Click::Drag }));
    assert_eq!(selected(&explorer), Some(2));
    explorer.send(Msg::Mouse(Mouse { x, y: y + 4, did: Click::Press }));
    assert_eq!(selected(&explorer), None);
}

#[test]
fn a_hint_is_pressed_like_its_key_and_a_notice_shows_the_messages() {
    let mut explorer = Explorer::open(120, 40);
    press(&mut explorer, "? help");
    assert!(explorer.screen().contains("Keys and signs"));
    let bottom = 39;
    let close = explorer.app.footer().hints.into_iter().find(|hint| hint.words == "close").unwrap();
    at(&mut explorer, (close.x, bottom), Click::Press);
    assert!(explorer.app.overlay.is_none());
    press(&mut explorer, "s order");
    explorer.keys("s");
    assert_eq!(explorer.app.symbols.sort, SymbolSort::Load);
    press(&mut explorer, "sorted by load");
    assert!(explorer.screen().contains("Messages, newest first"));
    explorer.keys("esc 2");
    at(&mut explorer, (119, bottom), Click::Press);
    assert_eq!(explorer.app.query.slots.prompt.line.text(), "", "an empty place of the footer is nothing");
    // Every hint of every view is where it is drawn.
    for view in ["1", "2", "3", "4", "5"] {
        explorer.keys(&format!("esc {view}"));
        for width in [44, 80, 120, 200] {
            explorer.send(Msg::Resize(Size { width, height: 24 }));
            let screen = explorer.screen();
            let last: Vec<char> = screen.lines().last().unwrap().chars().collect();
            for hint in explorer.app.footer().hints {
                let shown: String =
                    last.iter().skip(hint.x.into()).take(hint.keys[0].0.chars().count()).collect();
                assert_eq!(shown, hint.keys[0].0, "{screen}");
            }
        }
        explorer.send(Msg::Resize(Size { width: 120, height: 40 }));
    }
}

#[test]
fn the_keys_that_may_follow_are_pressed_in_their_box() {
    let mut explorer = Explorer::open(120, 40);
    let last = |explorer: &Explorer| explorer.app.symbols.listing.as_ref().unwrap().rows.len() - 1;
    explorer.keys("end g");
    assert_eq!(explorer.app.symbols.slots.cursor.at, last(&explorer));
    press(&mut explorer, "g  top");
    assert_eq!(explorer.app.symbols.slots.cursor.at, 0);
    explorer.keys("g");
    at(&mut explorer, (2, 12), Click::Press);
    assert!(explorer.app.pressed.is_empty() && explorer.app.which_key().is_none());
    assert_eq!(explorer.app.symbols.slots.cursor.at, 0, "the press only ended the chord");
}

#[test]
fn heads_of_columns_are_pressed_to_sort() {
    let mut explorer = Explorer::open(160, 40);
    explorer.keys("z z");
    let mut sorted = |head: &str| {
        press(&mut explorer, head);
        explorer.app.symbols.sort
    };
    assert_eq!(sorted("score"), SymbolSort::Load);
    assert_eq!(sorted("load "), SymbolSort::Starts);
    assert_eq!(sorted("in "), SymbolSort::FanIn);
    assert_eq!(sorted("out "), SymbolSort::FanOut);
    assert_eq!(sorted("symbol  (by"), SymbolSort::Name);
    assert_eq!(sorted("rank"), SymbolSort::Rank);
    explorer.keys("u");
    assert_eq!(explorer.app.symbols.sort, SymbolSort::Name, "as after the key");
}

#[test]
fn lines_between_panes_are_dragged_and_put_back_by_a_second_press() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        for view in [View::Symbols, View::Query, View::Impact, View::Tours] {
            let mut explorer = Explorer::open(width, height);
            explorer.keys(&(view as usize + 1).to_string());
            explorer.keys("esc");
            explorer.screen();
            let areas = |explorer: &mut Explorer| {
                let (app, cx) = (&explorer.app, &explorer.app.ctx);
                let state: &dyn ViewState = match view {
                    View::Symbols => &app.symbols,
                    View::Query => &app.query,
                    View::Impact => &app.impact,
                    View::Tours => &app.tours,
                };
                state.borders(cx).into_iter().map(|border| border.area).collect::<Vec<_>>()
            };
            let before = areas(&mut explorer);
            assert_eq!(before.len(), if width < 100 { 1 } else { 2 }, "{view:?} {width}");
            for (ix, area) in before.iter().enumerate() {
                // The first row of a rule has no scroll bar.
                let (x, y) = (area.x, area.y);
                at(&mut explorer, (x, y), Click::Press);
                let is_upright = area.height > 1;
                let to = if is_upright { (x - 3, y + 2) } else { (x + 2, y - 2) };
                at(&mut explorer, to, Click::Drag);
                let moved = areas(&mut explorer)[ix];
                assert_eq!(if is_upright { moved.x } else { moved.y }, if is_upright { to.0 } else { to.1 });
                explorer.screen();
                explorer.now = Millis(explorer.now.0 + 5_000);
                for _ in 0..2 {
                    at(&mut explorer, (moved.x, moved.y), Click::Press);
                }
                // Where list and source stand above each other, the press gave the source the keys and more rows.
                if width >= 100 {
                    assert_eq!(areas(&mut explorer)[ix], *area, "{view:?} {width}");
                }
            }
        }
    }
}

#[test]
fn a_scroll_column_scrolls_and_a_rule_moves_and_neither_does_the_other() {
    let mut explorer = Explorer::open(120, 40);
    let width = |explorer: &Explorer| explorer.app.symbols.areas(&explorer.app.ctx)[0].width;
    let (before, bar) = (width(&explorer), width(&explorer) - 1);
    at(&mut explorer, (bar, 10), Click::Press);
    let offset = explorer.app.symbols.slots.cursor.offset;
    at(&mut explorer, (bar + 9, 20), Click::Drag);
    assert!(explorer.app.symbols.slots.cursor.offset > offset && width(&explorer) == before);
    // The rule is between two blanks, which belong to it.
    for beside in [0, 1, 2] {
        let (width_now, offset) = (width(&explorer), explorer.app.symbols.slots.cursor.offset);
        at(&mut explorer, (width_now + beside, 10), Click::Press);
        at(&mut explorer, (width_now + 1 + 2, 25), Click::Drag);
        assert_eq!((width(&explorer), explorer.app.symbols.slots.cursor.offset), (width_now + 2, offset));
        explorer.now = Millis(explorer.now.0 + 5_000);
    }
    let kept = explorer.app.to_resume();
    explorer.restart(Size { width: 120, height: 40 });
    explorer.app.resume(kept);
    assert_eq!(width(&explorer), before + 6, "the next start has it, too");
}

#[test]
fn the_wheel_scrolls_the_pane_below_it_and_no_pane_past_its_end() {
    let mut explorer = Explorer::open(120, 24);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter a");
    let why = explorer.app.areas()[2];
    let below = (why.x + 4, why.y + 2);
    for _ in 0..40 {
        at(&mut explorer, below, Click::Scroll(3));
    }
    let side = |explorer: &Explorer| {
        (explorer.app.ctx.side.list().cursor.offset, explorer.app.ctx.side.list().rows.len())
    };
    let (top, lines) = side(&explorer);
    assert_eq!(top + usize::from(why.height) - 1, lines, "its last line is at its end");
    // Its bar is dragged like others.
    let bar = (why.x + why.width - 1, why.y + 1);
    at(&mut explorer, bar, Click::Press);
    assert_eq!(side(&explorer).0, 0);
    at(&mut explorer, (bar.0, why.y + why.height - 1), Click::Drag);
    assert_eq!(side(&explorer).0, top);
}

#[test]
fn help_is_scrolled_by_its_bar_and_closed_by_a_press_outside() {
    let mut explorer = Explorer::open(140, 20);
    explorer.keys("?");
    let offset = |explorer: &Explorer| explorer.app.overlay.as_ref().map(|overlay| overlay.cursor.offset);
    let (_, list, _) = overlay::areas(explorer.app.ctx.size, OverlayKind::Help).expect("a box");
    let (x, y) = (list.x + list.width, list.y);
    at(&mut explorer, (x, y + 8), Click::Press);
    assert!(offset(&explorer) > Some(0));
    at(&mut explorer, (x, 0), Click::Drag);
    assert_eq!(offset(&explorer), Some(0));
    at(&mut explorer, (40, 8), Click::Scroll(3));
    assert_eq!(offset(&explorer), Some(3));
    at(&mut explorer, (0, 10), Click::Press);
    assert_eq!(offset(&explorer), None);
    assert!(!explorer.offered(Action::Accept));
}

#[test]
fn the_wheel_scrolls_a_source_sideways() {
    for keys in ["1", "3", "4 enter"] {
        let mut explorer = Explorer::open(100, 40);
        explorer.keys("/");
        explorer.write("worker.Pool.work$");
        explorer.keys("enter");
        explorer.keys(keys);
        let before = explorer.screen();
        at(&mut explorer, (5, 8), Click::ScrollAside(4));
        assert_eq!(explorer.screen(), before, "{keys}: a list has no columns to scroll");
        at(&mut explorer, (90, 8), Click::ScrollAside(4));
        let aside = explorer.screen();
        assert_ne!(aside, before, "{keys}");
        at(&mut explorer, (90, 8), Click::ScrollAside(-9));
        assert_eq!(explorer.screen(), before, "{keys}");
    }
}
