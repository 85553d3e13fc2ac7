//! No sequence of keys, mouse events and resizes can break the explorer.

use std::fs;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::Explorer;
use crate::app::action::Action;
use crate::app::key::{Chord, Key};
use crate::app::layout::Size;
use crate::app::msg::{Click, IndexMsg, Mouse, Msg, Tone};
use crate::app::view_state::ViewState as _;
use crate::app::{App, Millis};

#[test]
fn no_size_is_too_small_to_draw() {
    let mut explorer = Explorer::open(120, 40);
    for view in ["1", "2", "3", "4", "5"] {
        for above in ["", "?", ":", "z"] {
            explorer.restart(Size { width: 120, height: 40 });
            explorer.keys(view);
            if view == "2" {
                explorer.send(Msg::Paste("how are failed jobs retried".to_owned()));
                explorer.keys("enter");
            }
            if !above.is_empty() {
                explorer.keys(above);
            }
            // Every width around the smallest usable one; all smaller ones are alike.
            for width in (0..36).step_by(7).chain(36..46) {
                for height in 0..14 {
                    explorer.send(Msg::Resize(Size { width, height }));
                    explorer.screen();
                }
            }
        }
    }
}

/// An event that the program must handle.
#[derive(Clone, Debug)]
enum Input {
    Key(Key),
    Paste(String),
    Mouse(Mouse),
    Resize(Size),
    Focus,
    Wake,
    Toast,
    IndexFailed,
}

impl Input {
    fn msg(self) -> Msg {
        match self {
            Self::Key(key) => Msg::Key(key),
            Self::Paste(text) => Msg::Paste(text),
            Self::Mouse(mouse) => Msg::Mouse(mouse),
            Self::Resize(size) => Msg::Resize(size),
            Self::Focus => Msg::FocusGained,
            Self::Wake => Msg::Wake,
            Self::Toast => Msg::Notice(Tone::Bad, "a toast".to_owned()),
            Self::IndexFailed => Msg::Index(IndexMsg::Failed("the tree is gone".to_owned())),
        }
    }
}

fn keys() -> impl Strategy<Value = Input> {
    let bound: Vec<Key> = Action::ALL
        .iter()
        .flat_map(|action| action.entry().keys)
        .flat_map(|chord| chord.parse::<Chord>().expect("a key of the table").0)
        .collect();
    prop_oneof![
        8 => prop::sample::select(bound).prop_map(Input::Key),
        2 => "[a-z.:!é日]".prop_map(|c| Input::Key(c.parse().expect("a letter"))),
    ]
}

fn inputs() -> impl Strategy<Value = Input> {
    let click = prop::sample::select(vec![Click::Press, Click::Drag, Click::Scroll(-3), Click::Scroll(3)]);
    let mouse = (0..130_u16, 0..45_u16, click).prop_map(|(x, y, did)| Input::Mouse(Mouse { x, y, did }));
    let resize = (0..130_u16, 0..45_u16).prop_map(|(width, height)| Input::Resize(Size { width, height }));
    prop_oneof![
        24 => keys(),
        4 => mouse,
        2 => resize,
        1 => "\\PC{0,30}".prop_map(Input::Paste),
        1 => prop::sample::select(vec![Input::Focus, Input::Wake, Input::Toast, Input::IndexFailed]),
    ]
}

/// Every cursor, and the number of rows of its list.
fn cursors(app: &App) -> Vec<(&'static str, usize, usize)> {
    let symbols = app.symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
    let mut cursors = vec![
        ("query", app.query.slots.cursor.at, app.query.list_rows(&app.ctx).len),
        ("symbols", app.symbols.slots.cursor.at, symbols),
        ("side", app.ctx.side.list().cursor.at, app.ctx.side.list().rows.len()),
        ("impact", app.impact.slots.cursor.at, app.impact.rows.len()),
        ("tours", app.tours.slots.cursor.at, app.tours.n_rows()),
    ];
    if let Some(playing) = &app.tours.playing {
        cursors.push(("steps", playing.now.step, playing.now.tour.steps().len()));
    }
    if let Some(overlay) = &app.overlay {
        cursors.push(("overlay", overlay.cursor.at, overlay.rows.len()));
    }
    cursors
}

#[test]
fn no_input_breaks_it() {
    let explorer = std::cell::RefCell::new(Explorer::open(100, 30));
    let story = prop::collection::vec((inputs(), 0..400_u64), 1..60);
    let mut runner = TestRunner::new(Config { cases: 24, max_shrink_iters: 200, ..Config::default() });
    let held = runner.run(&story, |story| {
        let mut explorer = explorer.borrow_mut();
        explorer.restart(Size { width: 100, height: 30 });
        for (input, later) in story {
            explorer.now = Millis(explorer.now.0 + later);
            explorer.send(input.msg());
            explorer.screen();
            for (name, at, len) in cursors(&explorer.app) {
                prop_assert!(at < len.max(1), "{name}: row {at} of {len}");
            }
        }
        Ok(())
    });
    if let Err(broken) = held {
        panic!("{broken}");
    }
}

/// Events while answers are under way.
#[derive(Clone, Debug)]
enum Event {
    Input(Input),
    /// Another graph arrives: one of these.
    Graph(usize),
    /// One of the answers arrives.
    Answer(usize),
}

/// Keys that lead to the start of a sequence: each view, with content in every pane.
const PLACES: &[&str] = &[
    "1",
    "/ q u e u e enter tab tab",
    "j m j j W",
    "2 j o b s enter",
    "j j 3",
    "3 w",
    "5 , t 1 e 5",
    "A j A 4 enter",
    "4 enter n",
];

/// A new graph arrives while lists, sources and answers of the old one are shown or under way.
#[test]
fn no_graph_that_comes_in_between_breaks_it() {
    let mut explorer = Explorer::open(100, 30);
    let graphs = ["", "queue", "worker", "store"].map(|folder| {
        if !folder.is_empty() {
            fs::remove_dir_all(explorer.path(folder)).expect("a folder of the sample");
            explorer.build();
        }
        explorer.app.ctx.index.snapshot.clone().expect("an index")
    });
    let event = prop_oneof![
        6 => inputs().prop_map(Event::Input),
        2 => (0..graphs.len()).prop_map(Event::Graph),
        4 => (0..8_usize).prop_map(Event::Answer),
    ];
    let story = (prop::sample::select(PLACES), prop::collection::vec((event, 0..400_u64), 1..80));
    let explorer = std::cell::RefCell::new(explorer);
    let mut runner = TestRunner::new(Config { cases: 48, max_shrink_iters: 400, ..Config::default() });
    let held = runner.run(&story, |(place, story)| {
        let mut explorer = explorer.borrow_mut();
        explorer.waiting = None;
        explorer.restart(Size { width: 100, height: 30 });
        explorer.keys(place);
        explorer.waiting = Some(Vec::new());
        for (event, later) in story {
            explorer.now = Millis(explorer.now.0 + later);
            match event {
                Event::Input(input) => explorer.send(input.msg()),
                Event::Answer(which) => explorer.answer(which),
                Event::Graph(which) => {
                    let snapshot = graphs[which].clone();
                    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: true, notes: Vec::new() }));
                }
            }
            explorer.screen();
            for (name, at, len) in cursors(&explorer.app) {
                prop_assert!(at < len.max(1), "{name}: row {at} of {len}");
            }
        }
        Ok(())
    });
    if let Err(broken) = held {
        panic!("{broken}");
    }
}
