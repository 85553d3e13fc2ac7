//! The view from the keyboard: keys in, screens out, on the program's own sample.

use crate::app::View;
use crate::app::interactions::WithoutMemory;
use crate::app::key::{Code, Key};
use crate::app::msg::Msg;
use crate::interactions::Act;
use crate::model::SymbolId;
use crate::ui::tests::Explorer;

#[test]
fn nothing_is_remembered_until_tracking_is_switched_on() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("enter esc down enter y 5");
    assert!(explorer.app.interactions.rows.is_empty());
    insta::assert_snapshot!("empty", explorer.screen());
    explorer.keys(", t");
    let screen = explorer.screen();
    assert!(screen.lines().next().unwrap().contains("Interactions ●"), "{screen}");
    assert!(
        screen.contains("On, until you quit or switch it off.") && !screen.contains("Off until"),
        "{screen}"
    );
    explorer.keys("1 y 5");
    let row = explorer.app.interactions.selected().unwrap();
    assert_eq!(row.tally.count(Act::Copied), 1);
}

/// An explorer in which two symbols were opened and one of them copied.
fn used(width: u16, height: u16) -> Explorer {
    let mut explorer = Explorer::open(width, height);
    explorer.keys("5 , t 1 enter esc esc y down enter esc esc 5");
    explorer
}

#[test]
fn what_was_used_is_listed_with_its_reasons() {
    for (width, height, name) in [(120, 40, "list_wide"), (80, 24, "list_stacked")] {
        insta::assert_snapshot!(name, used(width, height).screen());
    }
}

#[test]
fn rows_are_sorted_filtered_and_forgotten() {
    let mut explorer = used(120, 40);
    let ids = |explorer: &Explorer| -> Vec<String> {
        explorer.app.interactions.rows.iter().map(|row| row.id.clone()).collect()
    };
    let by_score = ids(&explorer);
    assert_eq!(by_score.len(), 2);
    explorer.keys("s s s s");
    let by_name = ids(&explorer);
    explorer.keys("/ z z z z z z");
    assert!(ids(&explorer).is_empty());
    explorer.keys("esc esc g g x");
    assert!(explorer.screen().contains("! forget it? x confirms"), "{}", explorer.screen());
    explorer.keys("j k x");
    assert_eq!(ids(&explorer), by_name, "a key between takes it back");
    explorer.keys("x");
    assert_eq!(ids(&explorer), by_name[1..]);
    let explorer = explorer.again();
    assert_eq!(ids(&explorer), by_name[1..], "what is forgotten stays forgotten");
}

#[test]
fn what_enter_opens_counts_as_opened() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 , t 1 y 5");
    let opened = |explorer: &Explorer| {
        let rows = &explorer.app.interactions.rows;
        rows.iter().map(|row| row.tally.count(Act::Opened)).sum::<u32>()
    };
    let before = opened(&explorer);
    explorer.keys("enter 5");
    assert_eq!(opened(&explorer), before + 1, "from the memory");
    explorer.keys("2");
    explorer.write("retry after a delay");
    explorer.keys("enter enter 5");
    assert_eq!(opened(&explorer), before + 2, "from an answer");
    explorer.keys("4 enter enter 5");
    assert_eq!(opened(&explorer), before + 3, "from a tour");
}

#[test]
fn clearing_is_asked_twice() {
    let mut explorer = used(120, 40);
    explorer.keys(", x down , x");
    assert_eq!(explorer.app.interactions.rows.len(), 2, "another key between takes it back");
    explorer.keys(", x");
    assert!(explorer.app.interactions.rows.is_empty());
    assert!(explorer.again().app.interactions.rows.is_empty());
}

#[test]
fn a_copied_pack_counts_for_what_it_quotes() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 , t 2");
    explorer.write("open the store");
    explorer.keys("enter Y");
    let packed = explorer.app.query.packed.clone().unwrap();
    let quoted = packed.pack.quoted().count();
    assert!(quoted > 0 && quoted <= packed.pack.shown.len());
    let memory = explorer.app.ctx.remembered.as_ref().unwrap().memory.clone();
    let copied = memory.iter().filter(|(_, tally)| tally.count(Act::Copied) == 1).count();
    assert_eq!(copied, quoted);
}

#[test]
fn what_a_question_shows_is_noted_once_however_soon_it_is_taken() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 , t 2");
    // The row is taken before its answer arrives, and before the pause after which the question is asked.
    for c in "open the store".chars() {
        explorer.send(Msg::Key(Key::plain(Code::Char(c))));
    }
    explorer.keys("enter > <");
    let shown = explorer.app.query.packed.as_ref().unwrap().levels.len();
    let memory = explorer.app.ctx.remembered.as_ref().unwrap().memory.clone();
    let counts: Vec<u32> = memory.iter().map(|(_, tally)| tally.count(Act::Shown)).collect();
    assert!(counts.len() >= shown && shown > 0, "{counts:?} {shown}");
    assert!(counts.iter().all(|&count| count == 1), "{counts:?}");
}

#[test]
fn what_was_used_is_followed_through_a_new_name() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 , t 1 /");
    explorer.write("WithWorkers");
    explorer.keys("enter y");
    let path = explorer.path("options.go");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, text.replace("WithWorkers", "WithHands")).unwrap();
    explorer.build();
    let memory = explorer.app.ctx.remembered.as_ref().unwrap().memory.clone();
    let ids: Vec<&str> = memory.iter().map(|(id, _)| id).collect();
    assert_eq!(ids, ["options.go::WithHands::func"]);
}

#[test]
fn names_order_what_is_shown_and_the_header_says_that_tracking_is_off() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 , t 1");
    // By file and by label the order is reversed.
    for name in ["main.main", "httpapi.statusError", "worker.Pool.Run"] {
        explorer.keys("/ ctrl-u");
        explorer.write(name);
        explorer.keys("enter y");
    }
    explorer.keys("5 s s s s");
    let labels: Vec<String> = {
        let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
        let symbols = explorer.app.interactions.rows.iter().filter_map(|row| row.symbol);
        symbols.map(|symbol| graph.symbol(symbol).label()).collect()
    };
    assert!(labels.len() == 3 && labels.is_sorted(), "{labels:?}");
    let ids: Vec<&str> = explorer.app.interactions.rows.iter().map(|row| row.id.as_str()).collect();
    let header = |explorer: &Explorer| explorer.screen().lines().next().unwrap_or_default().to_owned();
    assert!(!ids.is_sorted(), "{ids:?}");
    assert!(header(&explorer).contains("Interactions ●"), "{}", header(&explorer));
    explorer.keys(", t");
    assert!(header(&explorer).contains("Interactions ○"), "{}", header(&explorer));
    explorer.keys(", x , x");
    assert!(explorer.app.interactions.rows.is_empty(), "nothing is remembered: {}", explorer.screen());
}

#[test]
fn enter_on_what_changes_together_goes_there_the_surest_first() {
    let mut explorer = Explorer::open(120, 40);
    explorer.git(&["init", "-q"]);
    let write = |explorer: &Explorer, name: &str, n: usize| {
        let text = format!("package millrace\n\nfunc {name}() int {{ return {n} }}\n");
        std::fs::write(explorer.path(&format!("{}.go", name.to_lowercase())), text).unwrap();
    };
    // Alpha changes eight times: five times with Beta, three times with Gamma.
    for n in 0..8 {
        write(&explorer, "Alpha", n);
        write(&explorer, if n < 5 { "Beta" } else { "Gamma" }, n);
        explorer.git(&["add", "-A"]);
        explorer.git(&["commit", "-qm", "change"]);
    }
    explorer.build();
    explorer.keys("5 , t 1 / ctrl-u");
    explorer.write("millrace.Alpha");
    explorer.keys("enter y 5 tab tab");
    let partners = explorer.app.interactions.partners.as_ref().unwrap().rows.as_ref().unwrap();
    let names: Vec<&str> = partners.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["beta.go::Beta", "gamma.go::Gamma"]);
    assert!(partners.is_sorted_by(|a, b| a.1 >= b.1), "{partners:?}");
    let share = format!("{:.0}%  ", partners[0].1 * 100.0);
    assert!(explorer.screen().contains(&share), "{}", explorer.screen());
    explorer.keys("down enter");
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
    let selected = explorer.app.symbols.listed().map(|id| graph.symbol(id).qualified().to_owned());
    assert_eq!((explorer.app.ctx.view, selected.as_deref()), (View::Symbols, Some("Gamma")));
}

#[test]
fn the_effect_on_the_last_question_is_said() {
    let mut explorer = used(120, 40);
    explorer.keys("2");
    explorer.write("open the store");
    explorer.keys("enter 5");
    // The right pane wraps its lines.
    let why = |explorer: &Explorer| {
        let screen = explorer.screen();
        let right = screen
            .lines()
            .filter_map(|line| line.rsplit('│').next())
            .map(|right| right.trim_matches(['┃', '┊', ' ']));
        right.collect::<Vec<_>>().join(" ")
    };
    let answered = explorer.app.query.answered.clone().expect("an answer");
    let found = explorer.app.interactions.without.clone().expect("the other order");
    let with: Vec<SymbolId> = answered.answer.rows.iter().map(|row| row.symbol).collect();
    let sentence = |rows: &[SymbolId]| match with.iter().zip(rows).filter(|(a, b)| a != b).count() {
        0 => "changes nothing in the current results".to_owned(),
        moved => format!("changes {moved} of {} places", with.len()),
    };
    assert!(why(&explorer).contains(&sentence(&found.rows)), "{}", explorer.screen());
    // An order in which the selection has another row.
    let selected = explorer.app.interactions.selected().and_then(|row| row.symbol).expect("a selection");
    let at = if with.get(3) == Some(&selected) { 5 } else { 3 };
    let mut rows: Vec<SymbolId> = with.iter().copied().filter(|&symbol| symbol != selected).collect();
    rows.insert(at, selected);
    let places = sentence(&rows);
    explorer.app.interactions.without = Some(WithoutMemory { rows, ..found });
    let place = format!("without what is remembered it would be {}", at + 1);
    let text = why(&explorer);
    assert!(text.contains(&place) && text.contains(&places), "{}", explorer.screen());
    // Without a memory there is nothing to compare.
    explorer.keys(", x , x 2 / ctrl-u");
    explorer.write("open the store");
    explorer.keys("enter 5");
    assert!(explorer.app.interactions.without.is_none());
}

#[test]
fn enter_on_nothing_says_that_nothing_is_selected() {
    let mut explorer = Explorer::open(120, 40);
    for keys in ["5 enter", "tab tab enter"] {
        explorer.app.ctx.toast = None;
        explorer.keys(keys);
        let screen = explorer.screen();
        assert!(screen.contains("nothing is selected: there is nothing to open"), "{screen}");
    }
}
