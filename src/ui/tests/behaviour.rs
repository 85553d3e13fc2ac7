//! Selections, filters and answers stay when the index or the view changes.

use std::fs;
use std::sync::Arc;

use ratatui::style::Modifier;

use super::Explorer;
use crate::app::impact::ForestPart;
use crate::app::job::{Job, JobKind};
use crate::app::key::{Code, Key};
use crate::app::msg::{Effect, IndexMsg, Msg};
use crate::app::palettes::Palettes;
use crate::app::{Millis, View, ViewState};
use crate::index::{BuildEvent, Phase};
use crate::search::Strategy;
use crate::ui::theme::{Depth, Theme};

fn selected(explorer: &Explorer) -> String {
    let snapshot = explorer.app.ctx.index.snapshot.as_ref().unwrap();
    let symbol = explorer.app.symbols.selected().expect("a selection");
    snapshot.graph().symbol(symbol).qualified().to_owned()
}

#[test]
fn the_selection_outlives_a_new_graph() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("down down down down down");
    let before = selected(&explorer);
    shift(&mut explorer);
    assert_eq!(selected(&explorer), before);
}

/// Only the body of a declaration changes: its line, and so the shown place, stays the same.
#[test]
fn the_source_in_sight_follows_the_tree_in_every_view_that_shows_one() {
    for keys in ["1 / P o o l . R u n enter", "1 / P o o l . R u n enter 3", "4 enter n"] {
        let mut explorer = Explorer::open(120, 40);
        explorer.keys(keys);
        let shown = match explorer.app.ctx.view {
            View::Symbols => explorer.app.symbols.slots.pane.shown.clone(),
            View::Impact => explorer.app.impact.slots.pane.shown.clone(),
            _ => explorer.app.tours.slots.pane.shown.clone(),
        };
        let shown = shown.expect("a source");
        let path = explorer.path(&shown.path);
        let text = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.insert(shown.line as usize, "\t// said anew");
        fs::write(&path, lines.join("\n")).unwrap();
        explorer.build();
        assert!(explorer.screen().contains("// said anew"), "{keys}: {}", explorer.screen());
    }
}

/// The state after a switch of branches, until the index is up to date.
#[test]
fn a_text_that_the_index_does_not_know_has_no_marks_and_says_so() {
    for keys in ["1 / P o o l . R u n enter", "1 / P o o l . R u n enter 3"] {
        let mut explorer = Explorer::open(120, 40);
        explorer.keys(keys);
        let marked = |explorer: &Explorer| {
            let screen = explorer.screen();
            let source = |line: &str| {
                line.split('│').nth(1).and_then(|line| line.strip_prefix(' ')).is_some_and(|line| {
                    line.starts_with(['▸', '›']) && line[3..].starts_with(char::is_numeric)
                })
            };
            (screen.lines().any(source), screen.contains("newer than the index"))
        };
        assert_eq!(marked(&explorer), (true, false), "{keys}: {}", explorer.screen());
        let shown = [&explorer.app.impact.slots.pane.shown, &explorer.app.symbols.slots.pane.shown]
            .into_iter()
            .flatten()
            .next();
        let path = explorer.path(&shown.expect("a source").path);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("// License.\n\n{text}")).unwrap();
        // Switching to the view reads the file before the index has read it.
        explorer.keys(if explorer.app.ctx.view == View::Impact { "4 3" } else { "4 1" });
        assert_eq!(marked(&explorer), (false, true), "{keys}: {}", explorer.screen());
        explorer.build();
        assert_eq!(marked(&explorer), (true, false), "{keys}: {}", explorer.screen());
    }
}

#[test]
fn a_pane_that_was_zoomed_and_back_scrolls_no_other() {
    for (width, height) in [(120, 24), (90, 24)] {
        for keys in [
            "ctrl-d ctrl-d up up tab ctrl-d shift-tab",
            "down tab tab G up up shift-tab",
            "/ P o o l . R u n enter tab tab ctrl-d up up tab",
            "/ P o o l . R u n enter 3 ctrl-d up up tab ctrl-d tab",
            "2 r e t r y enter ctrl-d up up tab ctrl-d",
            "5 down down enter n n n n tab ctrl-d shift-tab",
            "5 G up tab",
        ] {
            let mut explorer = Explorer::open(width, height);
            explorer.keys(keys);
            let before = explorer.screen();
            explorer.keys("z z");
            assert_ne!(explorer.screen(), before, "{keys}");
            explorer.keys("z z");
            assert_eq!(explorer.screen(), before, "{keys}");
        }
    }
}

/// A file whose symbols come before all others, so that every symbol has another number than before.
fn shift(explorer: &mut Explorer) {
    fs::write(explorer.path("aaa.go"), "package millrace\n\nfunc aaa() { aab() }\n\nfunc aab() {}\n")
        .unwrap();
    explorer.build();
}

#[test]
fn pins_bans_and_the_row_of_a_question_outlive_a_new_graph() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("retry after a delay");
    explorer.keys("enter x down + down down down");
    let overrides = |explorer: &Explorer| {
        let query = &explorer.app.query;
        let graph = query.answered.as_ref().unwrap().snapshot.graph();
        let mut overrides: Vec<_> =
            query.choices.overrides.here().map(|(id, wish)| (graph.symbol(id).id_text(), wish)).collect();
        overrides.sort_by(|a, b| a.0.cmp(&b.0));
        overrides
    };
    let before = (selected(&explorer), overrides(&explorer));
    assert_eq!(before.1.len(), 2);
    shift(&mut explorer);
    assert_eq!((selected(&explorer), overrides(&explorer)), before);
}

#[test]
fn pins_and_bans_wait_for_what_is_away_and_follow_what_moves() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("retry after a delay");
    explorer.keys("enter x down +");
    let here = |explorer: &Explorer| {
        let query = &explorer.app.query;
        let graph = query.answered.as_ref().unwrap().snapshot.graph();
        let mut here: Vec<_> =
            query.choices.overrides.here().map(|(id, wish)| (graph.symbol(id).id_text(), wish)).collect();
        here.sort_by(|a, b| a.0.cmp(&b.0));
        here
    };
    let before = here(&explorer);
    let path = before[0].0.split("::").next().unwrap().to_owned();
    let text = fs::read(explorer.path(&path)).unwrap();
    fs::remove_file(explorer.path(&path)).unwrap();
    explorer.build();
    assert!(
        here(&explorer).len() < before.len() && explorer.app.query.choices.overrides.len() == before.len()
    );
    assert!(explorer.screen().contains("no row of this answer"), "{}", explorer.screen());
    let moved = path.replace(".go", "_moved.go");
    fs::write(explorer.path(&moved), &text).unwrap();
    explorer.build();
    let there = before.iter().map(|(id, wish)| (id.replace(&path, &moved), *wish)).collect::<Vec<_>>();
    assert_eq!(here(&explorer), there);
    fs::rename(explorer.path(&moved), explorer.path(&path)).unwrap();
    explorer.build();
    assert_eq!(here(&explorer), before);
}

#[test]
fn pins_and_bans_outlive_the_question_that_they_were_made_at() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("retry after a delay");
    explorer.keys("enter x down +");
    let overrides = |explorer: &Explorer| explorer.app.query.choices.overrides.len();
    explorer.keys("/ end");
    explorer.write("s of jobs");
    explorer.keys("enter");
    assert_eq!(overrides(&explorer), 2);
    explorer.keys("/");
    explorer.write("clock");
    let elsewhere = explorer.app.query.wishes_elsewhere();
    assert!(elsewhere > 0 && explorer.screen().contains("no row of this"), "{elsewhere}");
    explorer.keys("enter , r");
    assert_eq!(overrides(&explorer), 0);
}

#[test]
fn the_row_and_the_open_branches_of_an_impact_outlive_a_new_graph() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("1 /");
    explorer.send(Msg::Paste("Memory.Get".to_owned()));
    explorer.keys("enter 3 down");
    let opened = |explorer: &Explorer| {
        let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
        let mut opened: Vec<_> = explorer
            .app
            .impact
            .shape
            .toggled
            .iter()
            .filter_map(|part| match *part {
                ForestPart::Affected(id) => Some(graph.symbol(id).id_text()),
                _ => None,
            })
            .collect();
        opened.sort();
        opened
    };
    let before = (selected(&explorer), opened(&explorer));
    assert!(!before.1.is_empty());
    shift(&mut explorer);
    assert_eq!((selected(&explorer), opened(&explorer)), before);
}

#[test]
fn following_a_symbol_that_the_filter_hides_clears_the_filter() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter r g s");
    assert_eq!(explorer.app.symbols.slots.prompt.line.text(), "");
    assert_ne!(selected(&explorer), "Pool.Run");
}

#[test]
fn the_history_leads_back_over_views() {
    let mut explorer = Explorer::open(120, 40);
    let first = selected(&explorer);
    explorer.keys("r g s");
    let second = selected(&explorer);
    assert_ne!(first, second);
    explorer.keys("2 esc [");
    assert_eq!((explorer.app.ctx.view, selected(&explorer)), (View::Symbols, second.clone()));
    explorer.keys("[");
    assert_eq!(selected(&explorer), first);
    explorer.keys("]");
    assert_eq!(selected(&explorer), second);
}

#[test]
fn help_leads_to_the_view_that_a_key_is_of_and_does_nothing_unseen() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 ?");
    explorer.write("impact-flat");
    explorer.keys("enter");
    assert_eq!(explorer.app.ctx.view, View::Impact);
    assert!(explorer.screen().contains("use `, l` for this"), "{}", explorer.screen());
    explorer.keys("4");
    assert!(!explorer.screen().contains("for this: "), "what was said of a place goes with it");
}

#[test]
fn a_call_is_shown_under_the_head_of_the_one_who_calls_and_the_way_back_is_told() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    assert!(!explorer.hinted("back"));
    explorer.keys("enter r");
    let screen = explorer.screen();
    assert!(screen.contains("func (s *Service) Run("), "{screen}");
    explorer.keys("enter");
    assert!(explorer.hinted("back"), "{}", explorer.screen());
}

#[test]
fn what_waits_for_the_first_index_says_so_and_no_longer_once_it_is_there() {
    let mut explorer = Explorer::without_index(120, 40);
    explorer.keys("3 , w");
    assert!(explorer.screen().contains("the answer"), "{}", explorer.screen());
    explorer.keys("2");
    explorer.write("retry");
    explorer.keys("enter Y");
    let screen = explorer.screen();
    assert!(screen.contains("once it is done") && screen.contains("no pack to copy"), "{screen}");
    explorer.build();
    let screen = explorer.screen();
    assert!(!screen.contains("no pack to copy") && screen.contains("retry"), "{screen}");
}

#[test]
fn the_source_of_a_diff_is_that_of_its_graph_though_an_edit_came_while_it_was_asked_for() {
    let mut explorer = Explorer::open(120, 40);
    for args in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "all"]] {
        explorer.git(args);
    }
    let path = explorer.path("cutoff.go");
    let cutoff = |parameter: &str| format!("package millrace\n\nfunc cutoff({parameter}) {{}}\n");
    std::fs::write(&path, cutoff("first int")).unwrap();
    explorer.build();
    explorer.keys("3 , w");
    assert!(explorer.screen().contains("cutoff(first int)"), "{}", explorer.screen());
    std::fs::write(&path, cutoff("second int")).unwrap();
    // The edit is in the graph before the answer arrives.
    drop(explorer.app.update(Millis(0), Msg::Key(Key::plain(Code::Char('S')))));
    explorer.build();
    explorer.keys(", w");
    assert!(explorer.screen().contains("cutoff(second int)"), "{}", explorer.screen());
}

#[test]
fn a_question_waits_for_a_pause_and_is_asked_once() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    let asked = |effects: &[Effect]| {
        effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Start(_, job) if job.kind() == JobKind::Ask))
            .count()
    };
    for (at, c) in (0..).zip("queue".chars()) {
        let effects = explorer.app.update(Millis(at * 20), Msg::Key(Key::plain(Code::Char(c))));
        assert_eq!(asked(&effects), 0, "still typing {c}");
    }
    let due = explorer.app.wake().expect("a wish to be woken");
    assert_eq!(asked(&explorer.app.update(due, Msg::Wake)), 1);
    assert_eq!(asked(&explorer.app.update(Millis(due.0 + 500), Msg::Wake)), 0);
}

#[test]
fn a_build_chosen_while_the_tree_is_checked_is_read_after_that_check() {
    let mut explorer = Explorer::open(120, 40);
    fs::write(explorer.path("slow.go"), "//go:build slow\n\npackage millrace\n").unwrap();
    explorer.build();
    explorer.send(Msg::Index(IndexMsg::Progress(BuildEvent::Phase(Phase::Parse))));
    explorer.asked.clear();
    explorer.keys(": b u i l d s enter s l o w enter");
    let asked: Vec<_> = explorer.asked.iter().collect();
    assert!(matches!(asked[..], [Effect::KeepBuild(_), Effect::Refresh]), "{} effects", asked.len());
}

#[test]
fn another_format_or_encoding_counts_the_answer_again_without_asking() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter");
    let rows = |explorer: &Explorer| {
        let answered = explorer.app.query.answered.as_ref().unwrap();
        answered.answer.rows.iter().map(|row| row.symbol).collect::<Vec<_>>()
    };
    let before = rows(&explorer);
    drop(explorer.app.update(Millis(9_000), Msg::Key(Key::plain(Code::Char(',')))));
    let effects = explorer.app.update(Millis(9_000), Msg::Key(Key::plain(Code::Char('f'))));
    let jobs: Vec<_> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Start(_, job) => Some(job),
            _ => None,
        })
        .collect();
    assert!(matches!(jobs[..], [Job::Recount { .. }]), "{} jobs", jobs.len());
    explorer.carry_out(effects);
    assert_eq!(rows(&explorer), before);
    let recounted = explorer.app.query.packed.as_ref().unwrap().pack.text.clone();
    // The same question, asked in the new format, has the same pack.
    explorer.keys("s s");
    while explorer.app.query.choices.strategy != Strategy::default() {
        explorer.keys("s s");
    }
    assert_eq!(explorer.app.query.packed.as_ref().unwrap().pack.text, recounted);
}

#[test]
fn an_answer_that_came_too_late_is_dropped() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    let older = explorer.app.update(Millis(0), Msg::Key(Key::plain(Code::Char('q'))));
    explorer.write("ueue");
    let newer = explorer.app.symbols.listing.as_ref().unwrap().rows.len();
    explorer.carry_out(older);
    let listing = explorer.app.symbols.listing.as_ref().unwrap();
    assert_eq!((listing.text.as_str(), listing.rows.len()), ("queue", newer));
}

#[test]
fn a_ban_takes_a_row_out_of_the_pack_and_back() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter");
    let first = explorer.app.current().expect("an answer");
    let packed =
        |explorer: &Explorer| explorer.app.query.packed.as_ref().unwrap().levels.contains_key(&first);
    assert!(packed(&explorer));
    explorer.keys("x");
    assert!(!packed(&explorer));
    explorer.keys("x");
    assert!(packed(&explorer));
    explorer.keys("+ < < < < < < < < < < < < < <");
    assert!(packed(&explorer), "what is pinned is the last to go");
}

#[test]
fn an_empty_pack_is_not_copied_and_the_toast_says_why() {
    let mut explorer = Explorer::open(120, 40);
    let mut said = |keys: &str, question: &str| {
        explorer.keys(keys);
        explorer.write(question);
        explorer.keys("enter Y");
        let copies = explorer.asked.drain(..).filter(|effect| matches!(effect, Effect::Copy(_))).count();
        let toast = explorer.app.ctx.toast.as_ref().map(|toast| toast.text.clone()).unwrap_or_default();
        (copies, toast)
    };
    let (copies, toast) = said("2", "");
    assert!(copies == 0 && toast.contains("ask a question first"), "{toast}");
    let (copies, toast) = said("/", "xylophone");
    assert!(copies == 0 && toast.contains("nothing matches"), "{toast}");
    assert_eq!(said("/ ctrl-u", "how are failed jobs retried").0, 1);
    // The first rows are packed whole, and then the budget is the smallest.
    explorer.keys("+ + + down + + + down + + + down + + +");
    explorer.keys(&["<"; 30].join(" "));
    let copies = |explorer: &mut Explorer| {
        explorer.keys("Y");
        explorer.asked.drain(..).filter(|effect| matches!(effect, Effect::Copy(_))).count()
    };
    assert_eq!(copies(&mut explorer), 0);
    assert!(explorer.app.ctx.toast.as_ref().unwrap().text.contains("what is kept takes"));
    explorer.keys(", r");
    assert_eq!(copies(&mut explorer), 1);
}

#[test]
fn the_selection_is_seen_with_sixteen_colours_on_either_ground() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("down down");
    for (theme, dark) in [("light", false), ("dark", true)] {
        let buffer = explorer.drawn(&Theme::new(&Palettes::default(), theme, dark, Depth::Sixteen));
        // Below the header and the list's two heads; past its mark.
        let ground = |row: u16| {
            let cell = &buffer[(40, 3 + row)];
            (cell.modifier.contains(Modifier::REVERSED), cell.bg)
        };
        assert_ne!(ground(2), ground(1), "{theme:?}");
        assert_eq!(ground(1), ground(3), "{theme:?}");
        assert!(ground(2).0, "no colour of sixteen is sure to differ from the ground: {theme:?}");
    }
}

#[test]
fn a_selection_that_is_gone_is_said_with_what_is_selected_instead() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("NewMemory");
    explorer.keys("enter esc");
    let is_selected = |row: &str| row.contains('▸') && row.contains("store.NewMemory");
    assert!(explorer.screen().lines().any(is_selected), "{}", explorer.screen());
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
    let path = explorer.path(graph.symbol(explorer.app.current().unwrap()).path());
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("NewMemory", "Elsewhere").replace("func Elsewhere", "var _ = func"))
        .unwrap();
    explorer.keys("2 esc");
    explorer.build();
    let said = "store.NewMemory is not in the tree any more; ";
    assert!(!explorer.screen().contains(said), "not where it was not selected: {}", explorer.screen());
    explorer.keys("1");
    let screen = explorer.screen();
    assert!(screen.contains(said) && screen.contains(" is selected now"), "{screen}");
    std::fs::write(&path, text).unwrap();
    explorer.build();
    assert!(
        explorer.screen().contains("store.NewMemory is back, and selected again"),
        "{}",
        explorer.screen()
    );
}

#[test]
fn the_question_before_comes_back_with_its_row() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter down down");
    let row = explorer.app.query.selected();
    let answer = explorer.app.query.answered.clone().unwrap();
    explorer.keys("/ ctrl-u");
    explorer.write("memory keeps jobs until the program ends");
    explorer.keys("enter [");
    let asked = |explorer: &Explorer| explorer.app.query.answered.as_ref().unwrap().text.clone();
    assert_eq!(asked(&explorer), "how are failed jobs retried");
    assert!(Arc::ptr_eq(&answer, explorer.app.query.answered.as_ref().unwrap()), "it is not asked anew");
    assert_eq!(explorer.app.query.selected(), row, "{}", explorer.screen());
    explorer.keys("]");
    assert_eq!(asked(&explorer), "memory keeps jobs until the program ends");
    explorer.keys("/ ctrl-up");
    assert_eq!(explorer.app.query.slots.prompt.line.text(), "how are failed jobs retried");
}
