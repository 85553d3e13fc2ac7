//! The map of a symbol's neighbours.

use std::fs;

use super::Explorer;
use crate::app::layout::Size;
use crate::app::msg::{Click, Mouse, Msg};
use crate::app::palettes::Palettes;
use crate::app::pane::Slot;
use crate::app::symbols::AroundMap;
use crate::ui::theme::{Depth, Theme};

fn map(explorer: &Explorer) -> Option<AroundMap> {
    explorer.app.symbols.around_map(&explorer.app.ctx)
}

/// The explorer at the relations of a symbol, with the map.
fn around(width: u16, height: u16, filter: &str) -> Explorer {
    let mut explorer = Explorer::open(width, height);
    explorer.keys("/");
    explorer.write(filter);
    explorer.keys("enter r z m");
    explorer
}

#[test]
fn a_map_shows_who_depends_on_a_symbol_and_what_that_depends_on() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let explorer = around(width, height, "pool.run");
        insta::assert_snapshot!(format!("around_map_{width}x{height}"), explorer.screen());
    }
}

#[test]
fn many_neighbours_share_a_frame_and_the_rest_is_counted() {
    let explorer = around(120, 40, "kind:struct job.job");
    insta::assert_snapshot!("around_map_many", explorer.screen());
    let map = map(&explorer).expect("a map");
    assert!(!map.layout.more.is_empty());
}

#[test]
fn the_map_follows_the_cursor_and_shows_what_is_beyond_it() {
    let mut explorer = around(120, 40, "pool.run");
    let mut seen = Vec::new();
    for _ in 0..explorer.app.ctx.side.rows.len() {
        let (app, shown) = (&explorer.app, map(&explorer).expect("a map"));
        let boxed = shown.cursor.map(|at| shown.symbols[at].symbol);
        let row = app.ctx.side.row().and_then(|row| row.symbol);
        assert!(boxed.is_none() || boxed == row, "{}", explorer.screen());
        let beyond =
            |line: &crate::app::map_layout::MapLine| line.from != shown.middle && line.to != shown.middle;
        let cursor = shown.cursor;
        for line in shown.layout.lines.iter().filter(|line| beyond(line)) {
            assert!(cursor == Some(line.from) || cursor == Some(line.to));
            seen.push(shown.symbols[if cursor == Some(line.from) { line.to } else { line.from }].symbol);
        }
        explorer.keys("j");
    }
    assert!(!seen.is_empty(), "some neighbour has neighbours");
    explorer.keys("z m");
    assert_eq!(map(&explorer), None);
}

#[test]
fn lines_of_a_cycle_are_doubled() {
    let mut explorer = Explorer::without_index(100, 40);
    let code = "package worker\n\nfunc ping() { pong(); alone() }\n\nfunc pong() { ping() }\n\nfunc alone() {}\n\n\
                func start() { ping() }\n\nfunc again() { again() }\n";
    fs::write(explorer.path("worker/cycle.go"), code).unwrap();
    explorer.build();
    for (name, doubled) in [("worker.ping", 2), ("worker.again", 2), ("worker.alone", 0)] {
        explorer.keys("esc / ctrl-u");
        explorer.write(name);
        explorer.keys("enter r");
        if map(&explorer).is_none() {
            explorer.keys("z m");
        }
        let shown = map(&explorer).expect("a map");
        let first_hop = shown.layout.lines.iter().zip(&shown.cyclic).filter(|(line, is_cyclic)| {
            **is_cyclic && (line.from == shown.middle || line.to == shown.middle)
        });
        assert_eq!(first_hop.count(), doubled, "{name}\n{}", explorer.screen());
        if name == "worker.ping" {
            insta::assert_snapshot!("around_map_cycle", explorer.screen());
        }
    }
}

#[test]
fn the_map_gives_way_to_low_screens() {
    let mut explorer = around(120, 40, "pool.run");
    for (width, height, is_shown) in [(60, 20, true), (60, 14, false), (40, 10, false), (200, 60, true)] {
        explorer.send(Msg::Resize(Size { width, height }));
        assert_eq!(map(&explorer).is_some(), is_shown, "{width}x{height}");
        let _ = explorer.screen();
    }
    explorer.send(Msg::Resize(Size { width: 60, height: 14 }));
    explorer.keys("z m z m");
    assert!(explorer.screen().contains("the map needs 16 rows"), "{}", explorer.screen());
}

#[test]
fn a_press_on_a_box_selects_its_row_and_a_second_one_goes_into_its_code() {
    let mut explorer = around(120, 40, "pool.run");
    let shown = map(&explorer).expect("a map");
    let is_other = |at: &usize| shown.symbols[*at].is_near && Some(*at) != shown.cursor;
    let at = (0..shown.symbols.len()).rev().find(is_other).expect("another neighbour");
    let (symbol, area) = (shown.symbols[at], shown.layout.boxes[at].area);
    let press = Msg::Mouse(Mouse { x: area.x + 3, y: area.y, did: Click::Press });
    explorer.send(press.clone());
    assert_eq!(explorer.app.ctx.side.row().and_then(|row| row.symbol), Some(symbol.symbol));
    explorer.send(press);
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Source, "enter goes into its code");
}

#[test]
fn the_box_under_the_cursor_is_told_from_others_without_colours() {
    let explorer = around(120, 40, "pool.run");
    let shown = map(&explorer).expect("a map");
    let cursor = shown.layout.boxes[shown.cursor.expect("a box")].area;
    for (choice, depth) in [("none", Depth::True), ("dark", Depth::Sixteen)] {
        let cells = explorer.drawn(&Theme::new(&Palettes::default(), choice, true, depth));
        let style = |x, y| cells[(x, y)].modifier;
        let other = shown.layout.boxes.iter().find(|one| one.area.y != cursor.y).expect("another box").area;
        assert_ne!(style(cursor.x + 2, cursor.y), style(other.x + 2, other.y), "{choice:?}");
    }
}
