//! Snapshots of the Query view, from the empty question to a pack with overrides.

use std::fs;

use super::Explorer;
use crate::app::layout::Size;
use crate::app::msg::Msg;
use crate::app::{Millis, View, ViewState};

/// The screen at the common sizes, each with its size as a heading.
fn sizes(explorer: &mut Explorer) -> String {
    let mut text = String::new();
    for (width, height) in [(120, 40), (80, 24), (60, 20), (40, 12)] {
        explorer.send(Msg::Resize(Size { width, height }));
        text.extend([format!("=== {width} x {height}\n"), explorer.screen(), "\n".to_owned()]);
    }
    explorer.send(Msg::Resize(Size { width: 80, height: 24 }));
    text
}

#[test]
fn questions_and_what_answers() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("2");
    insta::assert_snapshot!("query_empty", sizes(&mut explorer));
    explorer.write("how are failed jobs retried");
    explorer.keys("enter");
    insta::assert_snapshot!("query_answered", sizes(&mut explorer));
    explorer.keys("+ down x");
    insta::assert_snapshot!("query_wishes", sizes(&mut explorer));
    for (name, question) in [("query_nothing", "xylophone"), ("query_misspelt", "qeue")] {
        explorer.keys("/ ctrl-u");
        explorer.write(question);
        explorer.keys("enter");
        insta::assert_snapshot!(name, explorer.screen());
    }
}

#[test]
fn what_says_a_message_is_opened_at_its_line() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("job a1: payload: unexpected end of JSON input");
    explorer.keys("enter a");
    let screen = explorer.screen();
    assert!(screen.contains("says it on line 104"), "{screen}");
    assert!(screen.contains("job/job.go:104") && screen.contains("▸104"), "{screen}");
    explorer.keys("enter down esc");
    assert!(explorer.screen().contains("▸104"), "the list shows its row again: {}", explorer.screen());
    // A caller is opened at the line of its call.
    explorer.keys("/ ctrl-u");
    explorer.write("who calls UnmarshalText");
    explorer.keys("enter enter");
    let screen = explorer.screen();
    assert!(screen.contains("httpapi/server.go:104") && screen.contains("▸104"), "{screen}");
}

#[test]
fn why_an_answer_has_no_rows_is_said_to_its_end() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut explorer = Explorer::open(width, height);
        explorer.keys("2");
        explorer.write("who calls store.Memory.Put in package worker pkg:httpapi");
        explorer.keys("enter");
        let screen = explorer.screen();
        let pane = screen.lines().skip(4).map(|line| line.split(['│', '┃', '┊']).next().unwrap_or_default());
        let said = pane.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        let whole = said.contains("nothing matches: none of") && said.contains("httpapi");
        assert!(whole && !said.contains('…'), "{screen}");
    }
}

#[test]
fn what_is_said_under_the_rows_is_said_to_its_end_and_hides_no_row() {
    let mut explorer = Explorer::open(60, 20);
    explorer.keys("2");
    explorer.write("who calls store.Store.Put in package worker");
    explorer.keys("enter");
    let said = |explorer: &Explorer| {
        let screen = explorer.screen();
        let pane = screen.lines().map(|line| line.split(['│', '┃', '┊']).next().unwrap_or_default());
        pane.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    let remarks: Vec<String> = {
        let answered = explorer.app.query.answered.as_ref().unwrap();
        answered.answer.remarks().into_iter().map(|remark| remark.text).collect()
    };
    assert!(!remarks.is_empty() && remarks.iter().any(|remark| remark.len() > 60), "{remarks:?}");
    for remark in &remarks {
        assert!(said(&explorer).contains(remark), "{remark}\n{}", explorer.screen());
    }
    // The row of the cursor is always on the screen.
    explorer.keys("/ ctrl-u");
    explorer.write("how are failed xylophone jobs retried");
    explorer.keys("enter");
    assert!(said(&explorer).contains("xylophone"), "{}", explorer.screen());
    for key in ["end", "home", "pgdn", "up", "pgdn"] {
        explorer.keys(key);
        let screen = explorer.screen();
        let cursors = screen.lines().filter(|line| line.starts_with('▸') && !line.contains("Answer"));
        assert_eq!(cursors.count(), 1, "{key}\n{screen}");
    }
}

/// The row under the cursor of the list.
fn selected(explorer: &Explorer) -> String {
    explorer.screen().lines().find(|line| line.starts_with("▸  ")).unwrap_or_default().to_owned()
}

#[test]
fn a_filter_begins_at_its_best_row_and_leaves_the_selection_when_cleared() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("/");
    explorer.write("kind:method");
    explorer.keys("enter down down down");
    explorer.keys("/ ctrl-u");
    explorer.write("kind:method !test");
    explorer.keys("enter");
    assert_eq!(explorer.app.symbols.slots.cursor.at, 0);
    explorer.keys("down down down");
    let chosen = selected(&explorer);
    let (_, name) = chosen.split_once(" M ").unwrap_or_default();
    explorer.keys("esc");
    let (kept, screen) = (selected(&explorer), explorer.screen());
    assert!(kept.ends_with(name) && !name.is_empty(), "{chosen} / {kept}");
    let row = screen.lines().position(|line| line.starts_with("▸  ")).unwrap_or_default();
    assert!(row > 4, "what ranks higher is seen above it:\n{screen}");
}

#[test]
fn a_qualifier_that_means_nothing_is_named() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("/");
    explorer.write("kind:nonsense");
    insta::assert_snapshot!("bad_qualifier", explorer.screen());
}

#[test]
fn a_line_is_open_or_closed_and_esc_brings_back_what_was_there() {
    let mut explorer = Explorer::open(120, 40);
    let line =
        |explorer: &Explorer| (explorer.app.typing(), explorer.app.query.slots.prompt.line.text().to_owned());
    explorer.keys("2");
    assert_eq!(line(&explorer), (true, String::new()), "nothing was asked yet");
    explorer.keys("q 3");
    assert_eq!((explorer.app.ctx.view, line(&explorer).1.as_str()), (View::Query, "q3"));
    explorer.keys("esc");
    assert_eq!(line(&explorer), (false, String::new()));
    explorer.keys("3");
    assert_eq!(explorer.app.ctx.view, View::Impact);
    explorer.keys("2");
    explorer.write("failed jobs");
    explorer.keys("enter down");
    let (asked, row) = (line(&explorer), explorer.app.current());
    assert_eq!(asked, (false, "failed jobs".to_owned()));
    explorer.keys("1 2");
    assert_eq!(line(&explorer), asked, "a question is there");
    explorer.keys("/");
    explorer.write("queue");
    assert_eq!(explorer.app.query.answered.as_ref().unwrap().text, "queue");
    explorer.keys("esc");
    let before = &explorer.app.query.answered.as_ref().unwrap().text;
    assert_eq!((line(&explorer), before.as_str(), explorer.app.current()), (asked, "failed jobs", row));
}

#[test]
fn before_the_first_question_rows_are_questions_about_this_tree() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    let suggested = explorer.app.query.suggestions.clone();
    assert!(suggested.len() > 3 && explorer.screen().contains(&suggested[1]), "{}", explorer.screen());
    explorer.keys("down down enter");
    let answered = explorer.app.query.answered.as_ref().expect("an answer");
    assert_eq!(answered.text, suggested[1]);
    assert!(!answered.answer.rows.is_empty(), "{}", explorer.screen());
}

#[test]
fn a_pin_leaves_the_level_that_was_wished_and_the_preview_turns_to_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter < < < < < < < < < <");
    explorer.keys(&["down"; 6].join(" "));
    let wish = |explorer: &Explorer| explorer.app.query.choices.overrides.here().next().map(|made| made.1);
    explorer.keys("+ + +");
    let whole = wish(&explorer);
    let section = explorer.app.query.section().expect("it is in the pack");
    let head = &explorer.app.query.packed.as_ref().unwrap().lines[section];
    assert!(head.starts_with("### ") && explorer.screen().contains(head), "{head}: {}", explorer.screen());
    explorer.keys("+");
    assert_eq!(wish(&explorer), whole, "{}", explorer.screen());
    assert!(
        explorer.screen().contains("already kept as whole as it can be: - shows"),
        "{}",
        explorer.screen()
    );
    explorer.keys(", r +");
    assert!(wish(&explorer).is_some_and(|pin| Some(pin) != whole));
    explorer.keys("u");
    assert_eq!(wish(&explorer), None);
}

#[test]
fn what_is_away_for_a_moment_is_selected_again() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("memory keeps jobs until the program ends");
    explorer.keys("enter");
    let selected = |explorer: &Explorer| {
        let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
        graph.symbol(explorer.app.current().unwrap()).id_text()
    };
    let before = selected(&explorer);
    let file = explorer.path(before.split("::").next().unwrap());
    for moves in [false, true] {
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        explorer.build();
        let instead = selected(&explorer);
        assert_ne!(instead, before);
        if moves {
            explorer.keys("down up");
        }
        std::fs::write(&file, text).unwrap();
        explorer.build();
        let expected = if moves { &instead } else { &before };
        assert_eq!(selected(&explorer), *expected, "whoever moved on does not want back: {moves}");
    }
}

#[test]
fn an_emptied_question_is_answered_by_nothing() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter + / ctrl-u");
    explorer.write("");
    let screen = explorer.screen();
    assert!(!screen.contains("worker.Pool.retry") && !screen.contains("100 rows"), "{screen}");
    explorer.keys("enter Y");
    assert!(explorer.screen().contains("there is no pack to copy"), "{}", explorer.screen());
    explorer.keys("/");
    explorer.write("failed jobs retried");
    assert_eq!(explorer.app.query.choices.overrides.len(), 1, "what was wished waits for the next question");
}

#[test]
fn of_a_test_that_is_asked_for_it_is_told_where_it_uses_what_it_tests() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("tests for store.NewMemory");
    explorer.keys("enter a");
    assert!(explorer.screen().contains("uses store.NewMemory at "), "{}", explorer.screen());
}

#[test]
fn another_order_begins_at_its_top() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter");
    for key in ["s s", ", i"] {
        explorer.keys("down down down down");
        assert!(explorer.app.query.slots.cursor.at > 3);
        explorer.keys(key);
        let query = &explorer.app.query;
        assert_eq!(
            (query.slots.cursor.at, query.slots.cursor.offset),
            (usize::from(!query.way.is_empty()), 0),
            "{key}"
        );
    }
    explorer.keys("down down");
    let before = explorer.app.current();
    explorer.build();
    assert_eq!(explorer.app.current(), before, "a new graph is no other order");
}

#[test]
fn pins_and_bans_are_said_with_their_way_out_as_long_as_there_are_any() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut explorer = Explorer::open(width, height);
        explorer.keys("2");
        explorer.write("how are failed jobs retried");
        explorer.keys("enter");
        let meter = |explorer: &Explorer| explorer.screen().lines().nth(3).unwrap_or_default().to_owned();
        assert!(!meter(&explorer).contains("drops") && !explorer.hinted("reset pack"));
        explorer.keys("+ down + down x");
        let screen = explorer.screen();
        assert!(meter(&explorer).contains("2 kept, 1 left out (, r drops)"), "{screen}");
        assert!(
            width == 80
                || screen.lines().any(|line| line.starts_with(" x") && line.contains("worker.Pool.work ")),
            "{screen}"
        );
        explorer.keys("/ ctrl-u");
        explorer.write("where is the store opened");
        explorer.keys("enter");
        assert!(meter(&explorer).contains("2 kept, 1 left out (, r drops)"), "{}", explorer.screen());
        if width > 80 {
            explorer.now = Millis(explorer.now.0 + 20_000);
            explorer.send(Msg::Wake);
            assert!(explorer.hinted("reset pack"), "{}", explorer.screen());
        }
        explorer.keys(", r");
        assert!(!meter(&explorer).contains(" kept"), "{}", explorer.screen());
    }
}

#[test]
fn the_budget_s_bounds_say_what_they_are() {
    let mut explorer = Explorer::open(200, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter");
    let screen = explorer.screen();
    assert!(screen.contains("of 4,000 tok"), "{screen}");
}

#[test]
fn wishes_that_were_dropped_come_back_by_the_same_key() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter + down x down + , r");
    assert!(explorer.app.query.choices.overrides.is_empty());
    let screen = explorer.screen();
    assert!(screen.contains("3 pins, bans and levels dropped; , r restores"), "{screen}");
    explorer.keys(", r");
    assert_eq!(explorer.app.query.choices.overrides.len(), 3);
}

#[test]
fn what_is_copied_stands_in_the_list_and_in_the_meter() {
    for (width, fewer) in [(200, 3), (120, 3), (80, 3), (80, 12)] {
        let mut explorer = Explorer::open(width, 40);
        explorer.keys("2");
        explorer.write("kind:method how are failed jobs retried");
        explorer.keys("enter");
        explorer.keys(&vec!["<"; fewer].join(" "));
        let screen = explorer.screen();
        let meter = screen.lines().nth(3).unwrap().to_owned();
        let before = |word: &str| -> usize {
            let words: Vec<&str> = meter.split_whitespace().collect();
            let at = words.iter().position(|found| found.starts_with(word));
            at.map_or(0, |at| words[at - 1].trim_start_matches('+').parse().unwrap())
        };
        let rows = explorer.app.query.answered.as_ref().unwrap().answer.rows.len();
        let [whole, excerpts, signatures, names, types] =
            ["whole", "excerpt", "signature", "name", "types"].map(before);
        let shown = whole + excerpts + signatures + names;
        let left = before(if meter.contains("left out") { "left" } else { "out" });
        assert_eq!(shown + left, rows, "{meter}");
        let text = explorer.app.query.packed.as_ref().unwrap().pack.text.clone();
        let blocks = text.lines().filter(|line| line.starts_with("### ") || line.starts_with("- ")).count();
        assert_eq!(shown + types, blocks, "{meter}\n{text}");
        // The types come after the rows, and can be chosen like them.
        assert!(types > 0 || fewer > 3, "{meter}");
        let listed = explorer.app.query.types();
        assert_eq!(listed.len(), types, "{meter}");
        if types > 0 {
            explorer.keys("G a");
            let screen = explorer.screen();
            assert!(screen.contains("used ") && screen.contains("not a row, but used by"), "{screen}");
            explorer.keys("x");
            assert!(!explorer.app.query.packed.as_ref().unwrap().levels.contains_key(listed.last().unwrap()));
            assert_eq!(explorer.app.query.selected(), listed.last().copied(), "it can be let in again");
        }
    }
}

#[test]
fn what_has_no_row_because_of_the_limit_is_counted_in_the_meter() {
    for (width, told) in [(200, " 21 not listed"), (120, " 21 not listed"), (80, " 21 not listed")] {
        let mut explorer = Explorer::open(width, 40);
        let caller = |n: usize| format!("func caller{n}() {{ aim() }}\n\n");
        let callers = (0..120).map(caller).collect::<Vec<_>>().concat();
        fs::write(
            explorer.path("aim.go"),
            format!("package millrace\n\ntype shot struct{{}}\n\nfunc aim(...shot) {{}}\n\nvar kept = aim\n\n{callers}"),
        )
        .unwrap();
        explorer.build();
        explorer.keys("2");
        explorer.write("who calls millrace.aim");
        explorer.keys("enter");
        let screen = explorer.screen();
        let list = screen.lines().skip(4).map(|line| line.split(['│', '┃', '┊']).next().unwrap_or_default());
        let said = list.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        let counted =
            "100 of 120 callers of millrace.aim, then 0 of 1 more possible through its use as a value";
        assert!(said.contains(counted), "{screen}");
        assert!(screen.lines().nth(3).unwrap().contains(told), "{screen}");
        explorer.keys("/ ctrl-u");
        explorer.write("who calls millrace.caller0");
        explorer.keys("enter");
        assert!(!explorer.screen().contains("listed"), "{}", explorer.screen());
    }
}

#[test]
fn a_question_that_only_narrows_leaves_no_old_answer() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("qeue");
    explorer.keys("enter / ctrl-u");
    explorer.write("!test");
    explorer.keys("enter");
    let screen = explorer.screen();
    assert!(screen.contains("the question only narrows") && !screen.contains("qeue"), "{screen}");
    assert!(!screen.contains(" rows") && !screen.contains(" whole"), "{screen}");
    explorer.keys("Y");
    let screen = explorer.screen();
    assert!(screen.contains("there is no pack to copy"), "{screen}");
}

#[test]
fn the_preview_goes_on_showing_the_selected_row_in_another_pack() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("retry a failed job");
    explorer.keys("enter down down down");
    let shows = |explorer: &Explorer| {
        let query = &explorer.app.query;
        let section = query.section().expect("it is in the pack");
        let last = query.packed.as_ref().expect("a pack").lines.len();
        let top = explorer.app.ctx.side.list().cursor.offset;
        assert!(top <= section && (top == section || top + 40 > last), "{}", explorer.screen());
        section
    };
    let mut seen = vec![shows(&explorer)];
    for key in ["<", "<", ">", ">", ", f", ", f", ", f"] {
        explorer.keys(key);
        seen.push(shows(&explorer));
    }
    assert!(seen.iter().any(|section| *section != seen[0]), "it lies elsewhere there: {seen:?}");
    explorer.keys("s s");
    if explorer.app.query.section().is_some() {
        shows(&explorer);
    }
}

#[test]
fn what_is_typed_has_its_room_before_what_is_told_of_it() {
    let mut explorer = Explorer::open(50, 12);
    explorer.keys("2");
    explorer.write("panic failed error crash why does the queue retry nil");
    let asked = |explorer: &Explorer| {
        let screen = explorer.screen();
        screen.lines().find(|line| line.contains("? ")).unwrap_or_default().to_owned()
    };
    let typing = asked(&explorer);
    assert!(typing.contains("the queue retry nil"), "{typing}");
    explorer.keys("enter");
    let narrow = asked(&explorer);
    assert!(narrow.contains("? panic failed error crash"), "{narrow}");
    explorer.send(Msg::Resize(Size { width: 120, height: 40 }));
    let wide = asked(&explorer);
    assert!(wide.contains("the queue retry nil") && wide.contains("intent: debug"), "{wide}");
}

#[test]
fn a_sentence_typed_into_rows_changes_nothing() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("failed jobs");
    explorer.keys("enter");
    let state = |explorer: &Explorer| {
        let query = &explorer.app.query;
        (
            query.slots.prompt.line.text().to_owned(),
            query.choices.strategy,
            query.choices.intent,
            query.choices.format,
            query.choices.overrides.len(),
        )
    };
    let before = state(&explorer);
    explorer.write("do expired jobs stay xpsife");
    assert_eq!(state(&explorer), before);
    assert!(explorer.asked.is_empty() && explorer.screen().contains("/ asks"), "{}", explorer.screen());
    // After a moment of silence a letter is a key again.
    explorer.now = Millis(explorer.now.0 + 1_000);
    explorer.keys("+");
    assert_eq!(explorer.app.query.choices.overrides.len(), 1);
}

#[test]
fn signs_are_keys_while_the_line_is_closed_and_text_while_it_is_open() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("failed jobs");
    explorer.keys("enter");
    let budget = explorer.app.query.choices.budget;
    explorer.keys(">");
    assert!(
        explorer.app.query.choices.budget > budget
            && explorer.app.query.slots.prompt.line.text() == "failed jobs"
    );
    explorer.keys("1");
    assert_eq!(explorer.app.ctx.view, View::Symbols);
    explorer.keys("2 /");
    explorer.write("queue 2>1");
    assert_eq!(explorer.app.query.slots.prompt.line.text(), "queue 2>1");
    explorer.send(Msg::Paste(" pasted".to_owned()));
    assert_eq!(explorer.app.query.slots.prompt.line.text(), "queue 2>1 pasted");
    explorer.keys("esc 1");
    explorer.send(Msg::Paste("pool".to_owned()));
    assert_eq!(explorer.app.symbols.slots.prompt.line.text(), "pool", "a paste opens the line");
}

#[test]
fn what_was_changed_last_is_taken_back_first() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("failed jobs");
    explorer.keys("enter");
    let choices = |explorer: &Explorer| {
        let query = &explorer.app.query;
        (query.choices.strategy, query.choices.format, query.choices.budget, query.choices.overrides.counts())
    };
    let mut states = vec![choices(&explorer)];
    for key in ["+", "s s", ", f", ">", "x"] {
        explorer.keys(key);
        let toast = explorer.app.ctx.toast.as_ref().map(|toast| toast.text.clone());
        assert!(toast.is_some_and(|text| text.contains("u takes it back")), "{key}: {}", explorer.screen());
        states.push(choices(&explorer));
    }
    states.pop();
    while let Some(before) = states.pop() {
        explorer.keys("u");
        assert_eq!(choices(&explorer), before);
    }
    explorer.keys("u");
    assert!(explorer.screen().contains("there is no change here to undo"), "{}", explorer.screen());
    // The same holds in the list of symbols.
    explorer.keys("1 s s , t");
    let list = |explorer: &Explorer| (explorer.app.symbols.sort, explorer.app.symbols.hide_tests);
    let changed = list(&explorer);
    explorer.keys("/");
    explorer.write("queue");
    explorer.keys("enter u");
    assert_eq!((explorer.app.symbols.slots.prompt.line.text(), list(&explorer)), ("", changed));
    explorer.keys("u u");
    assert_eq!(list(&explorer), Default::default());
}

#[test]
fn a_switch_says_once_what_switches_it_back() {
    let mut explorer = Explorer::open(120, 40);
    for (keys, again, back) in [
        ("2 esc , s", ", s", ", s switches it back"),
        ("5 , t", ", t", ", t switches it back"),
        (": m o u s e enter", ": m o u s e enter", "the palette switches it back"),
    ] {
        explorer.keys(keys);
        assert!(explorer.screen().contains(back), "{keys}: {}", explorer.screen());
        explorer.keys(again);
        assert!(!explorer.screen().contains(back), "{keys}: {}", explorer.screen());
    }
    // After the editor was opened by mistake, the notice names the key.
    explorer.send(Msg::Edited);
    assert!(explorer.screen().contains("back from the editor: e opens it"), "{}", explorer.screen());
    explorer.app.ctx.toast = None;
    explorer.send(Msg::Edited);
    assert!(!explorer.screen().contains("back from the editor"), "{}", explorer.screen());
}

#[test]
fn secrets_are_masked_counted_and_shown_by_a_key() {
    let mut explorer = Explorer::open(120, 40);
    let code = "package store\n\n// Signin signs in.\nfunc Signin() string {\n\tpassword := \"k2Lq9xWz!vB\"\n\treturn password\n}\n";
    fs::write(explorer.path("store/signin.go"), code).unwrap();
    explorer.build();
    explorer.keys("2");
    explorer.write("store.Signin");
    explorer.keys("enter");
    let packed = |explorer: &Explorer| explorer.app.query.packed.as_ref().unwrap().pack.text.clone();
    let screen = explorer.screen();
    assert!(screen.contains("1 secret masked") && !packed(&explorer).contains("k2Lq9xWz!vB"), "{screen}");
    explorer.keys(", s");
    assert!(!explorer.screen().contains("1 secret masked"), "{}", explorer.screen());
    assert!(packed(&explorer).contains("k2Lq9xWz!vB"));
    explorer.keys(", s");
    assert!(packed(&explorer).contains("[masked password]"));
}
