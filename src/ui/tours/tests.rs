//! The view from the keyboard: keys in, screens out, on the program's own sample.

use std::fs;

use crate::app::job::Job;
use crate::app::msg::{IndexMsg, Msg};
use crate::app::side::Panel;
use crate::app::{Millis, View};
use crate::ui::tests::Explorer;

mod following;
mod leaving;
mod saving;
mod writing;

#[test]
fn the_list_says_what_there_is() {
    for (width, height, name) in [(120, 40, "list_wide"), (80, 24, "list_stacked")] {
        let mut explorer = Explorer::open(width, height);
        explorer.keys("4");
        insta::assert_snapshot!(name, explorer.screen());
    }
}

#[test]
fn a_tour_is_taken_step_by_step() {
    for (width, height, name) in [(120, 40, "step_wide"), (80, 24, "step_stacked"), (50, 14, "step_single")] {
        let mut explorer = Explorer::open(width, height);
        explorer.keys("4 enter n n");
        insta::assert_snapshot!(name, explorer.screen());
    }
}

#[test]
fn progress_is_kept_between_runs_and_a_finished_tour_is_marked() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 enter n n");
    let mut explorer = explorer.again();
    explorer.keys("4");
    assert!(explorer.screen().contains("3 of 12"), "{}", explorer.screen());
    explorer.keys("enter");
    assert_eq!(explorer.app.tours.playing.as_ref().unwrap().now.step, 2, "it goes on where it was left");
    explorer.keys("n n n n n n n n n n n esc");
    assert!(explorer.screen().contains("done, 12 steps"), "{}", explorer.screen());
    explorer.keys(", f");
    assert!(!explorer.screen().contains("done"), "{}", explorer.screen());
}

#[test]
fn no_page_of_the_words_skips_a_row() {
    for (width, height) in [(80, 24), (60, 20), (44, 11)] {
        let mut explorer = Explorer::open(width, height);
        let words: Vec<String> = (0..60).map(|row| format!("row {row} of the words")).collect();
        let tour = serde_json::json!({
            "title": "Long", "isPrimary": true, "steps": [{ "description": words.join("\n\n") }]
        });
        with_tour(&explorer, ".tours/long.tour", &tour.to_string());
        explorer.keys("4 enter");
        let rows = explorer.app.ctx.side.list().rows.clone();
        let (mut seen, mut last) = (Vec::new(), String::new());
        while last != explorer.screen() {
            last = explorer.screen();
            seen.push(last.clone());
            explorer.keys("pgdn");
        }
        assert!(rows.len() > 60 && seen.len() > 1, "{}", seen[0]);
        for row in &rows {
            assert!(seen.iter().any(|screen| screen.contains(row.text().trim_end())), "{row:?} of {seen:#?}");
        }
        explorer.keys("up");
        assert_ne!(last, explorer.screen(), "the end is the end");
    }
}

#[test]
fn the_source_scrolls_sideways_and_only_what_is_left_by_next_is_read() {
    let mut explorer = Explorer::open(80, 24);
    with_tour(
        &explorer,
        ".tours/a.tour",
        r#"{"title": "1 - A", "steps": [{"file": "long.txt", "line": 1, "description": "a"},
            {"file": "long.txt", "line": 1, "description": "b"}, {"description": "c"}]}"#,
    );
    with_tour(&explorer, "long.txt", &format!("begin{}end of the line\n", " ".repeat(60)));
    explorer.keys("4 enter enter");
    assert!(explorer.screen().contains("begin") && explorer.screen().contains('…'), "{}", explorer.screen());
    explorer.keys("$");
    let screen = explorer.screen();
    assert!(screen.contains("end of the line") && !screen.contains("begin"), "{screen}");
    assert_eq!(at(&explorer).1, 1);
    explorer.keys("^ right left");
    assert!(explorer.screen().contains("begin"), "{}", explorer.screen());
    let read = |explorer: &Explorer| {
        Vec::from_iter(explorer.app.tours.playing.as_ref().unwrap().now.visited.clone())
    };
    explorer.keys("esc down up");
    assert_eq!(read(&explorer), [0; 0], "looking at steps in the list is not reading them");
    explorer.keys("n");
    assert_eq!((at(&explorer).1, read(&explorer)), (2, vec![0]));
    explorer.keys("N n n");
    assert_eq!(read(&explorer), [0, 1, 2], "the last one has no next to be left for");
}

#[test]
fn callers_are_a_key_away_and_so_is_the_tour() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 enter n r");
    assert_eq!((explorer.app.ctx.view, explorer.app.panel()), (View::Tours, Panel::Related));
    explorer.keys("esc");
    assert_eq!((explorer.app.ctx.view, explorer.app.panel()), (View::Tours, Panel::Words));
    assert_eq!(explorer.app.tours.playing.as_ref().unwrap().now.step, 1);
}

#[test]
fn a_broken_tour_is_listed_with_its_reason() {
    let mut explorer = Explorer::open(120, 40);
    fs::create_dir(explorer.path(".tours")).unwrap();
    fs::write(explorer.path(".tours/x.tour"), "{\"title\": \"\u{1b}[2J\"").unwrap();
    explorer.keys("4 down down down down");
    let screen = explorer.screen();
    assert!(screen.contains(".tours/x.tour") && screen.contains("not usable"), "{screen}");
    explorer.keys("k j enter");
    assert!(explorer.app.tours.playing.is_none() || !explorer.screen().contains('\u{1b}'));
}

/// A tour file of the sample.
fn with_tour(explorer: &Explorer, path: &str, text: &str) {
    let path = explorer.path(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn at(explorer: &Explorer) -> (String, usize) {
    let playing = explorer.app.tours.playing.as_ref().unwrap();
    (playing.now.tour.title().to_owned(), playing.now.step + 1)
}

fn titled(title: &str, step: usize) -> (String, usize) {
    (title.to_owned(), step)
}

#[test]
fn links_lead_to_steps_tours_and_files_and_back() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(
        &explorer,
        ".tours/a.tour",
        r#"{"title": "1 - First", "steps": [
            {"description": "To [the end][#3], [Second#2], [go.mod](./go.mod), not [Third]."},
            {"description": "Only [#1]."}, {"description": "The end."}]}"#,
    );
    with_tour(
        &explorer,
        ".vscode/tours/b.tour",
        r#"{"title": "2 - Second", "steps": [{"description": "one"}, {"description": "two"}]}"#,
    );
    explorer.keys("4 enter");
    assert_eq!(at(&explorer), titled("1 - First", 1), "tour number one is where to begin");
    let screen = explorer.screen();
    assert!(screen.contains("the end ‹1›, Second ‹2›, go.mod ‹3›,"), "{screen}");
    explorer.keys(", o 1");
    assert_eq!(at(&explorer), titled("1 - First", 3));
    explorer.keys("[ , o 2");
    assert_eq!(at(&explorer), titled("2 - Second", 2));
    explorer.keys("[");
    assert_eq!(at(&explorer), titled("1 - First", 1));
    explorer.keys(", o 3");
    assert!(explorer.screen().contains("module "), "{}", explorer.screen());
    explorer.keys("esc n , o");
    assert_eq!(at(&explorer), titled("1 - First", 1), "an only link is not asked for");
    explorer.keys(", o 9");
    assert!(explorer.screen().contains("there is no link 9"), "{}", explorer.screen());
    explorer.keys("n n n");
    assert!(explorer.screen().contains("again starts “2 - Second”"), "{}", explorer.screen());
    explorer.keys("n");
    assert_eq!(at(&explorer), titled("2 - Second", 1));
}

#[test]
fn every_kind_of_step_is_played() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(
        &explorer,
        ".tour",
        r#"{"title": "Kinds", "when": "isWindows", "steps": [
            {"description": "in", "directory": "internal"},
            {"description": "web", "uri": "https://example.com/x"},
            {"description": "look", "view": "scm"},
            {"description": "brought", "file": "gone.go", "pattern": "^func", "contents": "package p\n\nfunc Brought() {}\n"},
            {"description": ">> make\n", "commands": ["workbench.x"]}]}"#,
    );
    with_tour(&explorer, "main.tour", r#"{"title": "Odd", "when": "os.x()", "steps": []}"#);
    explorer.keys("4");
    let screen = explorer.screen();
    assert!(screen.contains("listed when os.x(): this condition was not understood"), "{screen}");
    explorer.keys("down");
    let screen = explorer.screen();
    assert!(screen.contains("only when isWindows, which does not hold"), "{screen}");
    explorer.keys("enter");
    for (expected, keys) in [
        (&["clock/"][..], "n"),
        (&["(not opened) https://example.com/x"], "n"),
        (&["the editor's view “scm”"], "n"),
        (&["gone.go:3, as the tour brings it", "func Brought"], "n"),
        (&["(not run) workbench.x", "(not run) make"], "esc"),
    ] {
        let screen = explorer.screen();
        assert!(expected.iter().all(|text| screen.contains(text)), "{expected:?} in {screen}");
        explorer.keys(keys);
    }
}

#[test]
fn why_a_step_is_there_is_a_key_away() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 enter n a");
    insta::assert_snapshot!("why", explorer.screen());
    explorer.keys("a");
    assert_eq!(explorer.app.panel(), Panel::Words);
    explorer.keys("a esc");
    assert!(explorer.app.tours.playing.is_some(), "esc leaves the answer, not the tour");
}

#[test]
fn only_what_was_begun_can_be_forgotten() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4");
    assert!(!explorer.hinted("forget"), "{}", explorer.screen());
    explorer.keys(", f");
    assert!(explorer.screen().contains("nothing to forget"), "{}", explorer.screen());
    explorer.keys("enter n esc");
    assert!(explorer.hinted("forget"), "{}", explorer.screen());
    explorer.keys(", f");
    assert!(!explorer.hinted("forget") && !explorer.screen().contains("of 12 steps"));
    explorer.keys("enter n n , f");
    assert_eq!(at(&explorer).1, 1, "an open tour begins anew");
    assert!(explorer.screen().contains("is forgotten; , f brings it back"), "{}", explorer.screen());
    explorer.keys(", f");
    assert_eq!(at(&explorer).1, 3, "{}", explorer.screen());
    explorer.keys("esc , f");
    assert!(!explorer.screen().contains("3 of 12"));
    explorer.keys(", f");
    assert!(explorer.screen().contains("3 of 12"), "{}", explorer.screen());
    explorer.keys("enter , f n , f , f");
    assert_eq!(at(&explorer).1, 2, "only what was forgotten last comes back");
}

#[test]
fn of_a_generated_tour_steps_are_taken_out_and_no_file_is_deleted() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("4 x");
    let said = "a generated tour has no file to delete; x on a step takes it out";
    assert!(explorer.screen().contains(said), "{}", explorer.screen());
    explorer.keys("enter n x");
    assert!(explorer.screen().contains("step 2 removed; u undoes that, , s saves the tour"));
    explorer.keys(", j");
    assert!(explorer.screen().contains("this is step 3 now; u undoes that"), "{}", explorer.screen());
}

#[test]
fn a_git_range_becomes_a_tour() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 , r H E A D enter");
    assert!(explorer.app.tours.playing.is_none());
    assert!(explorer.screen().contains("git"), "what is missing is told: {}", explorer.screen());
    explorer.git(&["init", "-q"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-qm", "first"]);
    let path = explorer.path("store/memory.go");
    let text = fs::read_to_string(&path).unwrap().replace(") {\n", ") {\n\tprintln(1)\n");
    fs::write(&path, text).unwrap();
    explorer.build();
    explorer.keys(", r H E A D enter");
    assert_eq!(at(&explorer), titled("What HEAD changes", 1));
    explorer.keys("down esc");
    assert!(explorer.screen().contains("What HEAD changes"), "{}", explorer.screen());
    explorer.keys("G enter");
    assert_eq!(at(&explorer), titled("What HEAD changes", 2), "it stays in the list, and where it was left");
    let mut explorer = explorer.again();
    explorer.keys("4 G");
    assert!(explorer.screen().contains("What HEAD changes"), "{}", explorer.screen());
    explorer.keys("enter");
    assert_eq!(at(&explorer), titled("What HEAD changes", 2), "also by the next start");
}

#[test]
fn a_git_range_that_is_asked_for_before_there_is_an_index_waits_for_it() {
    let mut explorer = Explorer::without_index(120, 40);
    explorer.git(&["init", "-q"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-qm", "first"]);
    let path = explorer.path("store/memory.go");
    let text = fs::read_to_string(&path).unwrap().replace(") {\n", ") {\n\tprintln(1)\n");
    fs::write(&path, text).unwrap();
    explorer.keys("4 , r H E A D enter");
    let screen = explorer.screen();
    assert!(screen.contains("the index first, then the tour of HEAD …"), "{screen}");
    explorer.build();
    assert_eq!(at(&explorer), titled("What HEAD changes", 1));
}

#[test]
fn what_cannot_be_done_without_an_open_tour_says_so_and_the_next_step_opens_it() {
    let mut explorer = Explorer::without_index(120, 40);
    explorer.keys("4 enter");
    assert!(explorer.screen().contains("still looking for tours"), "{}", explorer.screen());
    explorer.build();
    explorer.keys(", o");
    assert!(explorer.screen().contains("no tour is open"), "{}", explorer.screen());
    explorer.keys("n");
    assert_eq!(at(&explorer).1, 1);
}

#[test]
fn an_empty_prompt_says_what_to_type_and_stays() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("4 , r");
    assert!(explorer.screen().contains("range  type a git range: main..HEAD"), "{}", explorer.screen());
    explorer.keys("enter");
    assert!(
        explorer.app.typing() && explorer.screen().contains("! type a git range"),
        "{}",
        explorer.screen()
    );
    explorer.keys("esc");
    assert!(
        !explorer.screen().contains("git range:"),
        "a notice goes with its prompt: {}",
        explorer.screen()
    );
}

#[test]
fn a_tour_of_another_commit_shows_that_commit() {
    let mut explorer = Explorer::open(120, 40);
    let step =
        r#"{"title": "Then", "ref": "v1", "steps": [{"file": "then.txt", "line": 2, "description": "d"}]}"#;
    with_tour(&explorer, ".tours/then.tour", step);
    with_tour(&explorer, ".tours/x.tour", &step.replace("v1", "nowhere").replace("Then", "Xxx"));
    with_tour(&explorer, "then.txt", "one\ntwo\n");
    explorer.git(&["init", "-q"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-qm", "first"]);
    explorer.git(&["tag", "v1"]);
    explorer.keys("4");
    assert!(explorer.screen().contains("written for v1, which is checked out"), "{}", explorer.screen());
    fs::write(explorer.path("then.txt"), "other\n").unwrap();
    explorer.git(&["commit", "-qam", "second"]);
    let mut explorer = explorer.again();
    explorer.keys("4");
    assert!(explorer.screen().contains("files are shown as they were there"), "{}", explorer.screen());
    explorer.keys("enter");
    let screen = explorer.screen();
    assert!(screen.contains("then.txt:2 at ") && screen.contains("two"), "{screen}");
    explorer.keys("esc down");
    assert!(
        explorer.screen().contains("written for nowhere, which cannot be shown"),
        "{}",
        explorer.screen()
    );
}

/// The indexer checked the tree and found no further change.
fn looked(explorer: &mut Explorer) {
    let snapshot = explorer.app.ctx.index.snapshot.clone().unwrap();
    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: false, notes: Vec::new() }));
}

#[test]
fn an_open_tour_follows_its_file() {
    let mut explorer = Explorer::open(120, 40);
    let two = r#"{"title": "T", "steps": [{"description": "alpha"}, {"description": "beta"}]}"#;
    with_tour(&explorer, ".tours/t.tour", two);
    explorer.keys("4 enter n");
    looked(&mut explorer);
    assert!(!explorer.screen().contains("was changed"), "{}", explorer.screen());
    let three =
        two.replace(r#"{"description": "alpha"}"#, r#"{"description": "new"}, {"description": "EDITED"}"#);
    with_tour(&explorer, ".tours/t.tour", &three);
    looked(&mut explorer);
    assert_eq!(at(&explorer).1, 3, "the step that is read stays: {}", explorer.screen());
    assert!(explorer.screen().contains("the tour's file changed"), "{}", explorer.screen());
    explorer.keys("N");
    assert!(explorer.screen().contains("EDITED"), "{}", explorer.screen());
    explorer.keys(", j , s enter");
    let text = fs::read_to_string(explorer.path(".tours/t.tour")).unwrap();
    assert!(text.find("beta") < text.find("EDITED"), "what was followed is written over: {text}");
}

#[test]
fn a_tour_that_is_saved_is_as_far_taken_as_it_was_and_stays_selected() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 G enter n n , s enter esc");
    let path = {
        let tours = &explorer.app.tours;
        let entry = &tours.entries[tours.slots.cursor.at];
        assert_eq!((entry.progress.step, entry.done().0), (2, 2), "{}", explorer.screen());
        entry.path.clone().expect("its file")
    };
    assert!(explorer.path(&path).exists(), "{path}: {}", explorer.screen());
    let mut explorer = explorer.again();
    explorer.keys("4");
    let entry = explorer.app.tours.entries.iter().find(|entry| entry.path.as_ref() == Some(&path));
    assert_eq!(entry.map(|entry| entry.progress.step), Some(2), "{}", explorer.screen());
}

#[test]
fn blocks_and_lists_of_the_words_stand_as_they_are_written() {
    let mut explorer = Explorer::open(120, 40);
    let words = "*So*:\\n```go\\nfunc main() {\\n\\tprintln(1)\\n}\\n```\\n- one\\n  - two";
    let text = format!("{{\"title\": \"T\", \"steps\": [{{\"description\": \"{words}\"}}]}}");
    with_tour(&explorer, ".tours/t.tour", &text);
    explorer.keys("4 enter");
    let screen = explorer.screen();
    let column = |text: &str| {
        let line =
            screen.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {screen}"));
        line.find(text).unwrap()
    };
    let margin = column("So:");
    assert_eq!(
        ["func main", "println", "- one", "- two"].map(|text| column(text) - margin),
        [4, 8, 0, 2],
        "{screen}"
    );
}

#[test]
fn making_a_tour_can_be_called_off() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4");
    explorer.waiting = Some(Vec::new());
    explorer.keys(", p ctrl-u s t o r e enter");
    explorer.now = Millis(explorer.now.0 + 1_000);
    explorer.send(Msg::Wake);
    assert!(explorer.screen().contains("making the tour of store … esc cancels it"), "{}", explorer.screen());
    explorer.keys("esc");
    assert!(explorer.screen().contains("cancelled: no tour is made"), "{}", explorer.screen());
    let is_made = |(_, job): &(_, Job)| matches!(job, Job::Make { .. });
    assert!(!explorer.waiting.as_ref().unwrap().iter().any(is_made), "nobody works on it");
}
