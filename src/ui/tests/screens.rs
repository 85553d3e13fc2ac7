//! Snapshots of the frame and of the Symbols view, at the common terminal sizes.

use crate::app::Millis;
use crate::app::action::Action;
use crate::app::impact::ImpactTarget;
use crate::app::layout::Size;
use crate::app::msg::{Click, Copying, Effect, IndexMsg, Mouse, Msg, Tone};
use crate::app::palettes::Palettes;
use crate::app::side::Panel;
use crate::index::{BuildEvent, Glimpse, Phase};
use crate::ui::theme::{Depth, Theme};

use super::{Explorer, glimpse};

const SIZES: [(u16, u16); 4] = [(120, 40), (80, 24), (60, 20), (40, 12)];

/// Screens by their keys; at all sizes where `true`, else at 80x24 only.
const SCREENS: [(&str, &str, bool); 8] = [
    ("list", "G g g", true),
    ("typing", "/ p o o l", true),
    ("nothing_matches", "/ q q q q z", false),
    ("relations", "/ p o o l . r u n enter r", true),
    ("source_zoomed", "/ p o o l . r u n enter tab z z", false),
    ("sorted_by_fan_in", "s i", false),
    ("help", "?", true),
    ("palette", ": c o p", true),
];

#[test]
fn screens_at_every_size() {
    let mut explorer = Explorer::open(120, 40);
    for (name, keys, everywhere) in SCREENS {
        for (width, height) in SIZES {
            if everywhere || width == 80 {
                explorer.restart(Size { width, height });
                explorer.keys(keys);
                insta::assert_snapshot!(format!("{name}_{width}x{height}"), explorer.screen());
            }
        }
    }
}

/// The views with content in every slot, by the keys that lead there.
const VIEWS: [(&str, &str); 5] = [
    ("view_symbols", "/ p o o l enter r"),
    ("view_query", "2 f a i l e d space j o b s enter"),
    ("view_impact", "/ m e m o r y . g e t enter 3"),
    ("view_tours", "4 enter n"),
    ("view_interactions", "5 , t esc enter esc esc y down enter esc esc 5 right"),
];

#[test]
fn views_at_four_sizes() {
    let mut explorer = Explorer::open(120, 40);
    for (name, keys) in VIEWS {
        let mut text = String::new();
        for (width, height) in [(200, 60), (120, 40), (80, 24), (60, 20)] {
            explorer.restart(Size { width, height });
            explorer.keys(keys);
            text.extend([format!("=== {width} x {height}\n"), explorer.screen(), "\n".to_owned()]);
        }
        insta::assert_snapshot!(name, text);
    }
}

/// Everything that a colour shows is visible without it: the letters that matched, the selected row, the pane with the
/// keys.
#[test]
fn a_screen_in_every_theme() {
    let mut explorer = Explorer::open(60, 20);
    explorer.keys("/ p o o l enter");
    for theme in ["dark", "light", "high-contrast", "none"] {
        let buffer = explorer.drawn(&Theme::new(&Palettes::default(), theme, true, Depth::True));
        insta::assert_snapshot!(format!("theme_{theme}"), format!("{buffer:#?}"));
    }
}

#[test]
fn the_list_is_there_while_the_index_is_built() {
    let mut explorer = Explorer::without_index(80, 24);
    let progress = |event| Msg::Index(IndexMsg::Progress(event));
    explorer.send(Msg::FocusGained);
    explorer.send(progress(BuildEvent::Phase(Phase::Parse)));
    explorer.send(progress(BuildEvent::Files { done: 3, total: 17, symbols: 40, part: 0.2 }));
    explorer.send(progress(BuildEvent::Glimpses(vec![glimpse("NewPool", 12), glimpse("drain", 80)])));
    insta::assert_snapshot!("building", explorer.screen());
    explorer.now = Millis(explorer.now.0 + 8_000);
    explorer.send(progress(BuildEvent::Files { done: 4, total: 17, symbols: 50, part: 0.5 }));
    assert!(explorer.screen().contains("… parse, ~17 s left"), "{}", explorer.screen());
    explorer.send(progress(BuildEvent::Phase(Phase::Bind)));
    explorer.send(Msg::Resize(Size { width: 120, height: 40 }));
    assert!(explorer.screen().contains("… bind, about 9 s left"), "{}", explorer.screen());
    explorer.now = Millis(explorer.now.0 + 3_000);
    explorer.send(Msg::Wake);
    assert!(explorer.screen().contains("… bind, about 6 s left"), "{}", explorer.screen());
    explorer.keys("/ d r a");
    let screen = explorer.screen();
    assert!(screen.contains("drain") && !screen.contains("NewPool"), "{screen}");
    explorer.build();
    let screen = explorer.screen();
    assert!(screen.contains("/ dra") && explorer.app.symbols.slots.prompt.open, "typing goes on: {screen}");
}

#[test]
fn the_row_that_impact_was_turned_to_with_is_its_target_once_there_is_a_graph() {
    let mut explorer = Explorer::without_index(80, 24);
    let memory = Glimpse { path: "store/memory.go".into(), ..glimpse("NewMemory", 18) };
    let glimpses = BuildEvent::Glimpses(vec![glimpse("drain", 80), memory]);
    explorer.send(Msg::Index(IndexMsg::Progress(glimpses)));
    explorer.keys("j 3");
    assert!(explorer.app.impact.target.is_none());
    explorer.build();
    let target = explorer.app.impact.target.clone();
    assert!(matches!(&target, Some(ImpactTarget::Symbol(id)) if id.contains("NewMemory")), "{target:?}");
    assert!(explorer.screen().contains("NewMemory"), "{}", explorer.screen());
}

#[test]
fn an_index_that_failed_says_why_and_stays() {
    let mut explorer = Explorer::without_index(80, 24);
    explorer.send(Msg::Index(IndexMsg::Failed("no Go file was found under /src".to_owned())));
    explorer.keys("j k enter ? esc");
    insta::assert_snapshot!("failed", explorer.screen());
}

#[test]
fn a_failure_that_is_over_is_not_said_any_longer() {
    let mut explorer = Explorer::open(80, 24);
    explorer.send(Msg::Index(IndexMsg::Failed("no Go file was found under /src".to_owned())));
    assert!(explorer.screen().contains("out of date") && explorer.screen().contains("no Go file"));
    explorer.build();
    assert!(explorer.screen().contains("✓") && !explorer.screen().contains("no Go file"));
}

#[test]
fn that_the_tree_is_polled_is_told_and_stays_in_sight() {
    let mut explorer = Explorer::open(80, 24);
    let first = |explorer: &Explorer| explorer.screen().lines().next().unwrap_or_default().to_owned();
    assert!(!first(&explorer).contains("polled"));
    let why = "the tree can't be watched (too many folders): it is polled every 5 s";
    explorer.send(Msg::Index(IndexMsg::Polled(why.to_owned())));
    assert!(explorer.screen().contains(&format!("! {why}")), "{}", explorer.screen());
    explorer.now = explorer.app.wake().expect("the toast goes by itself");
    explorer.send(Msg::Wake);
    assert!(!explorer.screen().contains(why));
    for (width, height) in SIZES {
        explorer.send(Msg::Resize(Size { width, height }));
        assert!(
            first(&explorer).contains("✓") && first(&explorer).contains(", polled"),
            "{}",
            first(&explorer)
        );
    }
    // A later message does not end it.
    explorer.build();
    assert!(first(&explorer).contains("polled"), "{}", first(&explorer));
    explorer.keys("g m");
    assert!(explorer.screen().contains("! the tree can't be watched"), "{}", explorer.screen());
}

#[test]
fn a_toast_is_read_and_goes() {
    let mut explorer = Explorer::open(80, 24);
    explorer.send(Msg::Notice(Tone::Good, "copied place: 17 bytes with xclip".to_owned()));
    insta::assert_snapshot!("toast", explorer.screen());
    explorer.now = explorer.app.wake().expect("the toast goes by itself");
    explorer.send(Msg::Wake);
    assert!(!explorer.screen().contains("copied place"));
    assert_eq!(explorer.app.wake(), None, "nothing moves any more");
}

#[test]
fn below_the_least_size_it_says_so() {
    let mut explorer = Explorer::open(80, 24);
    explorer.send(Msg::Resize(Size { width: 39, height: 9 }));
    insta::assert_snapshot!("too_small", explorer.screen());
}

#[test]
fn what_keys_ask_of_the_machine() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("/ p o o l . r u n enter e y q");
    let [
        Effect::Edit { path, line },
        Effect::Copy(Copying::Declaration { what, declaration, .. }),
        Effect::Quit(0),
    ] = explorer.asked.as_slice()
    else {
        panic!("{} effects", explorer.asked.len());
    };
    assert_eq!((path.as_str(), what.as_str()), ("worker/pool.go", "Pool.Run"));
    let source = std::fs::read_to_string(explorer.path(path)).unwrap();
    let named = source.lines().nth(*line as usize - 1).unwrap();
    assert!(named.starts_with("func (p *Pool) Run"), "{named}");
    assert!(source[declaration.own.start as usize..declaration.own.end as usize].contains(named));
}

#[test]
fn a_click_on_a_tab_turns_to_its_view() {
    for (width, height) in SIZES {
        let mut explorer = Explorer::without_index(width, height);
        let line = explorer.screen().lines().next().unwrap().to_owned();
        let x = line.chars().position(|c| c == '5').expect("the last tab") as u16;
        explorer.send(Msg::Mouse(Mouse { x, y: 0, did: Click::Press }));
        assert_eq!(explorer.app.panel(), Panel::Interactions, "{line}");
    }
}

/// The palette offers every action, so each must be safe in every state.
#[test]
fn every_action_can_be_asked_for_in_every_view() {
    let mut explorer = Explorer::open(80, 24);
    for view in ["1", "2", "3", "4", "5"] {
        for action in Action::ALL {
            explorer.restart(Size { width: 80, height: 24 });
            explorer.keys(view);
            explorer.keys("esc");
            explorer.keys(":");
            explorer.send(Msg::Paste(action.entry().doc.to_owned()));
            explorer.keys("enter");
            explorer.screen();
        }
    }
}
