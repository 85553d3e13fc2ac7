//! The panel Interactions from the keyboard: keys in, screens out, on the program's own sample.

use crate::app::View;
use crate::app::interactions::WithoutMemory;
use crate::app::key::{Code, Key};
use crate::app::msg::Msg;
use crate::app::side::Panel;
use crate::interactions::Act;
use crate::model::SymbolId;
use crate::ui::tests::Explorer;

fn ids(explorer: &Explorer) -> Vec<String> {
    explorer.app.interactions.rows.iter().map(|row| row.id.clone()).collect()
}

/// Rows of the panel that stand for a remembered symbol, as they are filtered.
fn listed(explorer: &Explorer) -> Vec<String> {
    let known = ids(explorer);
    explorer
        .app
        .ctx
        .side
        .list()
        .rows
        .iter()
        .map(|row| row.key.clone())
        .filter(|key| known.contains(key))
        .collect()
}

/// The words of the panel, in one line.
fn words(explorer: &Explorer) -> String {
    explorer.app.ctx.side.list().rows.iter().map(|row| row.text().trim()).collect::<Vec<_>>().join(" ")
}

#[test]
fn nothing_is_remembered_until_tracking_is_switched_on() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("enter esc down enter y esc 5");
    assert!(explorer.app.interactions.rows.is_empty());
    insta::assert_snapshot!("interactions_empty", explorer.screen());
    explorer.keys(", t");
    let screen = explorer.screen();
    assert!(screen.lines().next().unwrap().contains('●'), "{screen}");
    assert!(
        words(&explorer).contains("tracking on") && !words(&explorer).contains("tracking off"),
        "{screen}"
    );
    explorer.keys("esc y");
    assert_eq!(explorer.app.interactions.rows[0].tally.count(Act::Copied), 1);
}

#[test]
fn all_that_is_forgotten_includes_the_questions() {
    let mut explorer = used(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter 5 , x , x");
    assert!(explorer.screen().contains("and 1 question"), "{}", explorer.screen());
    assert!(explorer.app.interactions.rows.is_empty());
    explorer.keys("2 / ctrl-up");
    assert!(explorer.app.query.suggestions.iter().all(|text| !text.contains("retried")));
}

/// An explorer in which two symbols were opened and one of them copied.
fn used(width: u16, height: u16) -> Explorer {
    let mut explorer = Explorer::open(width, height);
    explorer.keys("5 , t esc enter esc esc y down enter esc esc 5");
    explorer
}

#[test]
fn what_was_used_is_listed_with_its_reasons() {
    for (width, height, name) in
        [(200, 60, "interactions_200x60"), (120, 40, "interactions_120x40"), (80, 24, "interactions_80x24")]
    {
        let mut explorer = used(width, height);
        explorer.keys("right");
        insta::assert_snapshot!(name, explorer.screen());
    }
}

#[test]
fn the_panel_opens_and_closes_in_every_view_by_one_key() {
    let mut explorer = used(120, 40);
    for view in ["1", "2 esc", "3", "4"] {
        explorer.keys(&format!("{view} 5"));
        assert_eq!(explorer.app.panel(), Panel::Interactions, "{view}");
        assert!(explorer.app.panel_has_keys());
        explorer.keys("5");
        assert_ne!(explorer.app.panel(), Panel::Interactions, "{view}");
        assert!(!explorer.app.panel_has_keys());
    }
}

#[test]
fn rows_are_sorted_filtered_and_forgotten() {
    let mut explorer = used(120, 40);
    assert_eq!(ids(&explorer).len(), 2);
    explorer.keys("s s s s");
    let by_name = ids(&explorer);
    explorer.keys("/ z z z z z z");
    assert!(listed(&explorer).is_empty());
    explorer.keys("esc esc g g x");
    assert!(
        explorer.screen().contains("? x confirms") && explorer.screen().contains("! forget "),
        "{}",
        explorer.screen()
    );
    explorer.keys("j k x");
    assert_eq!(ids(&explorer), by_name, "a key between takes it back");
    explorer.keys("x");
    assert_eq!(ids(&explorer), by_name[1..]);
    let mut explorer = explorer.again();
    explorer.keys("5");
    assert_eq!(ids(&explorer), by_name[1..], "what is forgotten stays forgotten");
}

#[test]
fn what_enter_opens_counts_as_opened() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("5 , t esc y 5");
    let opened = |explorer: &Explorer| {
        let rows = &explorer.app.interactions.rows;
        rows.iter().map(|row| row.tally.count(Act::Opened)).sum::<u32>()
    };
    let before = opened(&explorer);
    explorer.keys("enter");
    assert_eq!(opened(&explorer), before + 1, "from the memory");
    explorer.keys("esc 2");
    explorer.write("retry after a delay");
    explorer.keys("enter enter");
    assert_eq!(opened(&explorer), before + 2, "from an answer");
    explorer.keys("4 enter enter");
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
    explorer.keys("5 , t esc /");
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
    explorer.keys("5 , t esc");
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
    assert!(!ids(&explorer).is_sorted(), "{:?}", ids(&explorer));
    let header = |explorer: &Explorer| explorer.screen().lines().next().unwrap_or_default().to_owned();
    assert!(header(&explorer).contains("Interactions ●"), "{}", header(&explorer));
    explorer.keys(", t");
    assert!(header(&explorer).contains("Interactions ○"), "{}", header(&explorer));
    explorer.keys(", x , x");
    assert!(explorer.app.interactions.rows.is_empty(), "nothing is remembered: {}", explorer.screen());
}

#[test]
fn what_changes_together_stands_below_a_row_the_surest_first_and_leads_there() {
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
    explorer.keys("5 , t esc / ctrl-u");
    explorer.write("millrace.Alpha");
    explorer.keys("enter y 5 right");
    let below: Vec<String> = explorer
        .app
        .ctx
        .side
        .list()
        .rows
        .iter()
        .skip_while(|row| !row.text().starts_with("changes with it"))
        .map(|row| row.text().to_owned())
        .collect();
    assert_eq!(below[1..], ["millrace.Beta", "millrace.Gamma"], "{}", explorer.screen());
    explorer.keys("G enter");
    let shown = explorer.app.source().0.shown.clone().expect("a source");
    assert_eq!((explorer.app.ctx.view, shown.path.as_str()), (View::Symbols, "gamma.go"));
}

#[test]
fn the_effect_on_the_last_question_is_said() {
    let mut explorer = used(120, 40);
    explorer.keys("5 2");
    explorer.write("open the store");
    explorer.keys("enter 5 right");
    let answered = explorer.app.query.answered.clone().expect("an answer");
    let with: Vec<SymbolId> = answered.answer.rows.iter().map(|row| row.symbol).collect();
    let sentence = |rows: &[SymbolId]| match with.iter().zip(rows).filter(|(a, b)| a != b).count() {
        0 => "changes nothing in the current answer".to_owned(),
        moved => format!("changes {moved} of {} places", with.len()),
    };
    assert!(words(&explorer).contains("What is remembered changes"), "{}", explorer.screen());
    // An order in which the selection has another row.
    let selected = explorer.app.ctx.side.row().and_then(|row| row.symbol).expect("a selection");
    let at = if with.get(3) == Some(&selected) { 5 } else { 3 };
    let mut rows: Vec<SymbolId> = with.iter().copied().filter(|&symbol| symbol != selected).collect();
    rows.insert(at, selected);
    let places = sentence(&rows);
    explorer.app.interactions.without_came(WithoutMemory { of: answered, rows });
    explorer.send(Msg::Wake);
    let place = format!("without what is remembered it would be {}", at + 1);
    let text = words(&explorer);
    assert!(text.contains(&place) && text.contains(&places), "{text}\n{}", explorer.screen());
    // Without a memory there is nothing to compare.
    explorer.keys(", x , x 2 / ctrl-u");
    explorer.write("open the store");
    explorer.keys("enter 5");
    assert!(!words(&explorer).contains("What is remembered"), "{}", explorer.screen());
}
