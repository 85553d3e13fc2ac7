//! Writing a tour, and what happens to its files.

use std::fs;

use super::{at, looked, with_tour};
use crate::app::Millis;
use crate::app::action::Action;
use crate::app::msg::{IndexMsg, Msg};
use crate::ui::tests::Explorer;

fn steps(explorer: &Explorer) -> Vec<String> {
    let playing = explorer.app.tours.playing.as_ref().unwrap();
    playing.now.tour.steps().map(|step| step.title().to_owned()).collect()
}

#[test]
fn a_tour_is_written_from_selections() {
    let mut explorer = Explorer::open(120, 40);
    explorer.words = "\n\nMind the lock.".to_owned();
    explorer.keys("A down A down A 4");
    let titles = |explorer: &Explorer| -> Vec<String> {
        let playing = explorer.app.tours.playing.as_ref().unwrap();
        playing.now.tour.steps().map(|step| step.title().to_owned()).collect()
    };
    let before = titles(&explorer);
    assert_eq!(before.len(), 3);
    explorer.keys(", k , w , s ctrl-u M i n e enter");
    assert_eq!(titles(&explorer), [&before[0], &before[2], &before[1]].map(String::clone));
    let text = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    assert!(text.contains("Mind the lock.") && text.contains("\"title\": \"Mine\""), "{text}");
    explorer.keys("x , s enter");
    let text = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    assert!(!text.contains("Mind the lock.") && text.contains(&before[0]), "its own file is written over");
    explorer.keys("esc");
    assert!(explorer.screen().contains("Mine"), "{}", explorer.screen());
}

#[test]
fn lines_of_a_source_and_words_alone_are_steps() {
    let mut explorer = Explorer::open(120, 40);
    // Two lines of the selection's source, from its own line on.
    explorer.keys("tab V down A");
    explorer.keys("4 , t H e l l o enter , s ctrl-u M i n e enter");
    let text = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    let tour: serde_json::Value = serde_json::from_str(&text).unwrap();
    let (lines, words) = (&tour["steps"][0], &tour["steps"][1]);
    let line = |end: &str| lines["selection"][end]["line"].as_u64().unwrap_or_default();
    assert_eq!(line("end"), line("start") + 1, "{text}");
    assert!(lines["file"].is_string() && lines["line"].is_null() && lines["codegraph"].is_object(), "{text}");
    assert_eq!(words, &serde_json::json!({ "description": "Hello" }));
    assert_eq!(steps(&explorer)[1], "Hello");
    explorer.keys("N");
    let shown = explorer.app.tours.slots.pane.shown.as_ref().unwrap();
    assert_eq!((u64::from(shown.line), shown.sites.len()), (line("start"), 2), "its lines are marked");
}

#[test]
fn a_place_that_is_typed_is_a_step_and_the_source_suggests_it() {
    let mut explorer = Explorer::open(120, 40);
    fs::create_dir_all(explorer.path("docs")).unwrap();
    fs::write(explorer.path("docs/guide.md"), "# Guide\n\nRun it.\n").unwrap();
    let type_place = |explorer: &mut Explorer, place: &str| {
        explorer.keys(", a ctrl-u");
        explorer.send(Msg::Paste(place.to_owned()));
        explorer.keys("enter");
    };
    explorer.keys("4");
    type_place(&mut explorer, "docs/guide.md:9");
    assert!(explorer.screen().contains("docs/guide.md has 3 lines"), "{}", explorer.screen());
    type_place(&mut explorer, "docs");
    type_place(&mut explorer, "docs/guide.md:1-3");
    // The line under the cursor of the source is suggested.
    explorer.keys("tab down down , a");
    assert_eq!(explorer.app.tours.slots.prompt.text(), "docs/guide.md:3");
    explorer.keys("enter");
    assert_eq!(steps(&explorer), ["docs", "docs/guide.md: # Guide", "docs/guide.md: Run it."]);
    explorer.keys(", s ctrl-u M i n e enter");
    let text = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    let tour: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(tour["steps"][0], serde_json::json!({ "directory": "docs", "description": "" }));
    assert_eq!(tour["steps"][2]["pattern"], "^Run it\\.", "{text}");
}

#[test]
fn what_is_not_saved_outlives_the_list_other_tours_and_the_program() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(&explorer, ".tours/own.tour", r#"{"title": "Own", "steps": [{"title": "a"}, {"title": "b"}]}"#);
    explorer.keys("A down A 4 esc");
    assert!(explorer.screen().contains("draft, 2 steps, not saved"), "{}", explorer.screen());
    explorer.keys("down enter , j esc");
    let mut explorer = explorer.again();
    explorer.keys("4");
    let screen = explorer.screen();
    assert!(screen.contains("draft, 2 steps, not saved"), "{screen}");
    explorer.keys("down enter");
    let steps = |explorer: &Explorer| -> Vec<String> {
        let playing = explorer.app.tours.playing.as_ref().unwrap();
        playing.now.tour.steps().map(|step| step.title().to_owned()).collect()
    };
    assert_eq!(steps(&explorer)[..], ["b", "a"], "changes of a file, too: {}", explorer.screen());
    explorer.keys("esc up enter 1 down down A 4");
    assert_eq!(steps(&explorer).len(), 3, "it is gone on with");
    explorer.keys(", s ctrl-u M i n e enter esc");
    assert!(explorer.again().path(".tours/mine.tour").exists());
}

#[test]
fn a_draft_is_dropped_only_while_the_question_is_in_sight() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A 4 esc");
    let there = |explorer: &Explorer| explorer.screen().contains("New tour");
    explorer.keys("x");
    assert!(explorer.screen().contains("drop this draft?"), "{}", explorer.screen());
    explorer.keys("down up x");
    assert!(there(&explorer), "another key came between");
    explorer.now = Millis(explorer.now.0 + 11_000);
    explorer.keys("x");
    assert!(there(&explorer), "the question was gone");
    explorer.keys("x");
    assert!(!there(&explorer), "{}", explorer.screen());
    assert!(!there(&{
        let mut explorer = explorer.again();
        explorer.keys("4");
        explorer
    }));
}

#[test]
fn one_symbol_is_one_step_and_generated_tours_are_not_written_into() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A A");
    assert!(explorer.screen().contains("is already step 1 of “New tour”"), "{}", explorer.screen());
    explorer.keys("4 esc down enter n n n A");
    assert!(explorer.screen().contains("added step 2 to “New tour”"), "{}", explorer.screen());
    assert_eq!(at(&explorer).1, 4, "the tour taken stays open");
    explorer.keys("esc");
    assert!(explorer.screen().contains("draft, 2 steps, not saved"), "{}", explorer.screen());
}

#[test]
fn a_save_that_is_refused_changes_nothing_and_files_come_and_go_by_themselves() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(&explorer, ".tours/taken.tour", r#"{"title": "Taken", "steps": [{"description": "a"}]}"#);
    explorer.keys("A 4 , s ctrl-u T a k e n enter");
    assert!(explorer.screen().contains("already exists"), "{}", explorer.screen());
    assert_eq!(explorer.app.tours.playing.as_ref().unwrap().now.tour.title(), "New tour");
    explorer.keys("esc");
    with_tour(&explorer, ".tours/pulled.tour", r#"{"title": "Pulled", "steps": [{"description": "a"}]}"#);
    assert!(!explorer.screen().contains("Pulled"));
    explorer.keys("1 4");
    assert!(explorer.screen().contains("Pulled"), "{}", explorer.screen());
    fs::remove_file(explorer.path(".tours/pulled.tour")).unwrap();
    let snapshot = explorer.app.ctx.index.snapshot.clone().unwrap();
    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: false, notes: Vec::new() }));
    assert!(!explorer.screen().contains("Pulled"), "{}", explorer.screen());
}

#[test]
fn what_others_wrote_into_a_tours_file_is_not_written_over() {
    let mut explorer = Explorer::open(120, 40);
    let before = r#"{"title": "T", "steps": [{"description": "alpha"}, {"description": "beta"}]}"#;
    let edited = before.replace("alpha", "EDITED");
    with_tour(&explorer, ".tours/t.tour", before);
    explorer.keys("4 enter , j");
    with_tour(&explorer, ".tours/t.tour", &edited);
    looked(&mut explorer);
    assert!(explorer.screen().contains("was changed elsewhere"), "at once: {}", explorer.screen());
    assert!(explorer.hinted("reload"), "{}", explorer.screen());
    let text = |explorer: &Explorer| fs::read_to_string(explorer.path(".tours/t.tour")).unwrap();
    // The next run, too, knows which tour the draft began from.
    explorer.keys(", s enter");
    assert!(explorer.screen().contains("was changed elsewhere since it was read"), "{}", explorer.screen());
    assert_eq!(text(&explorer), edited);
    let mut explorer = explorer.again();
    explorer.keys("4 enter , s enter");
    assert!(explorer.screen().contains("was changed elsewhere since it was read"), "{}", explorer.screen());
    assert_eq!(text(&explorer), edited);
    explorer.keys(", s ctrl-u M i n e enter");
    let mine = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    assert!(mine.find("beta") < mine.find("alpha"), "nothing of one's own is lost either: {mine}");
    assert_eq!(text(&explorer), edited);
    explorer.keys(", k , s enter");
    let mine = fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    assert!(mine.find("alpha") < mine.find("beta"), "what was saved is one's own: {mine}");
}

#[test]
fn what_others_wrote_is_taken_when_that_is_wanted_and_ones_own_brought_back() {
    let mut explorer = Explorer::open(120, 40);
    let before = r#"{"title": "T", "steps": [{"title": "a"}, {"title": "b"}]}"#;
    with_tour(&explorer, ".tours/t.tour", before);
    explorer.keys("4 enter , j , l");
    assert!(explorer.screen().contains("nobody else changed"), "{}", explorer.screen());
    with_tour(&explorer, ".tours/t.tour", &before.replace(r#""a""#, r#""theirs""#));
    looked(&mut explorer);
    explorer.keys(", l");
    assert_eq!(steps(&explorer), ["theirs", "b"], "{}", explorer.screen());
    assert!(!explorer.screen().contains("was changed elsewhere"), "{}", explorer.screen());
    explorer.keys("u");
    assert_eq!(steps(&explorer), ["b", "a"], "{}", explorer.screen());
    assert!(explorer.screen().contains("was changed elsewhere"), "{}", explorer.screen());
    explorer.keys(", s enter");
    let text = fs::read_to_string(explorer.path(".tours/t.tour")).unwrap();
    assert!(text.contains("theirs"), "what others wrote is not lost: {text}");
    explorer.keys(", l , k , s enter");
    let text = fs::read_to_string(explorer.path(".tours/t.tour")).unwrap();
    assert!(text.find("\"b\"") < text.find("theirs"), "{text}");
    with_tour(&explorer, ".tours/t.tour", "half");
    looked(&mut explorer);
    assert!(explorer.screen().contains("cannot be read as a tour any more"), "{}", explorer.screen());
    fs::remove_file(explorer.path(".tours/t.tour")).unwrap();
    looked(&mut explorer);
    assert!(explorer.screen().contains(".tours/t.tour is gone"), "{}", explorer.screen());
    explorer.keys(", j esc g g");
    let screen = explorer.screen();
    assert!(screen.contains("* draft, its file is gone"), "{screen}");
    assert!(screen.contains("its file .tours/t.tour is gone; open the tour, `, s` rewrites it"), "{screen}");
    explorer.keys("enter , s enter");
    assert!(explorer.path(".tours/t.tour").exists(), "{}", explorer.screen());
}

#[test]
fn a_tour_that_keeps_its_title_keeps_its_file() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(
        &explorer,
        ".vscode/tours/own name.json",
        r#"{"z": 1, "title": "T", "steps": [{"description": "a"}, {"description": "b"}]}"#,
    );
    explorer.keys("4 enter , j , s enter");
    let text = fs::read_to_string(explorer.path(".vscode/tours/own name.json")).unwrap();
    assert!(text.find("\"b\"") < text.find("\"a\"") && text.starts_with("{\n  \"z\": 1,"), "{text}");
    assert!(!explorer.path(".tours").exists());
}

#[test]
fn a_made_tour_is_saved_where_its_generator_would_write_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 , p ctrl-u s t o r e enter , s enter");
    assert!(explorer.screen().contains("saved as .tours/package-store.tour"), "{}", explorer.screen());
}

#[test]
fn a_step_is_added_at_the_end_and_it_is_said_where() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(&explorer, ".tours/own.tour", r#"{"title": "Own", "steps": [{"title": "a"}, {"title": "b"}]}"#);
    explorer.keys("4 enter 1 A");
    assert!(explorer.screen().contains("added step 3 to “Own” (a draft in Tours)"), "{}", explorer.screen());
    explorer.keys("4");
    assert_eq!(steps(&explorer)[..2], ["a", "b"], "not where one reads");
    explorer.keys("N N 1 down A 4");
    assert_eq!(steps(&explorer).len(), 4);
    assert_eq!(at(&explorer).1, 4, "{}", explorer.screen());
}

#[test]
fn what_is_being_written_is_not_left_for_a_saved_tour_that_is_read() {
    let mut explorer = Explorer::open(120, 40);
    with_tour(&explorer, ".tours/own.tour", r#"{"title": "Own", "steps": [{"title": "a"}, {"title": "b"}]}"#);
    explorer.keys("A 4 esc down enter 1 down A");
    assert!(explorer.screen().contains("added step 2 to “New tour”"), "{}", explorer.screen());
    explorer.keys("4");
    assert_eq!(steps(&explorer), ["a", "b"], "the saved one is only read");
}

#[test]
fn every_change_of_the_steps_can_be_taken_back() {
    let mut explorer = Explorer::open(80, 24);
    explorer.words = "Mind the lock.".to_owned();
    explorer.keys("A down A down A 4");
    let before = steps(&explorer);
    let wanted = [Action::TakeOut, Action::TourEarlier, Action::TourLater, Action::TourWords];
    assert!(wanted.into_iter().all(|action| explorer.offered(action)), "{}", explorer.screen());
    explorer.keys("x");
    assert!(explorer.screen().contains("u undoes that"), "{}", explorer.screen());
    assert_eq!(steps(&explorer), before[..2]);
    explorer.keys(", k , w u");
    assert!(explorer.hinted("undo") && !explorer.screen().contains("Mind the lock"), "{}", explorer.screen());
    explorer.keys("u u");
    assert_eq!(steps(&explorer), before);
    assert_eq!(at(&explorer).1, 3, "where it was");
    explorer.keys("u u");
    assert_eq!(steps(&explorer), before[..1], "steps that were added, too");
    explorer.keys("u u");
    assert!(
        explorer.screen().contains("nothing to undo since this tour was opened"),
        "{}",
        explorer.screen()
    );
}

#[test]
fn what_was_taken_back_can_be_made_again_until_something_else_is_changed() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A down A down A 4");
    let before = steps(&explorer);
    explorer.keys("u u u");
    assert!(steps(&explorer).is_empty());
    assert!(explorer.screen().contains("U makes it again") && explorer.hinted("redo"));
    explorer.keys("U U");
    assert_eq!(steps(&explorer), before[..2]);
    assert!(explorer.screen().contains("the change is made again"), "{}", explorer.screen());
    explorer.keys("U");
    assert_eq!(steps(&explorer), before);
    let mut other = explorer.beside();
    other.keys("4");
    assert!(other.screen().contains("draft, 3 steps, not saved"), "{}", other.screen());
    assert!(!explorer.hinted("redo"));
    explorer.keys("U");
    assert!(explorer.screen().contains("nothing to redo"), "{}", explorer.screen());
    explorer.keys("u , k");
    assert!(!explorer.hinted("redo"), "another change was made since");
    explorer.keys("u");
    assert_eq!(steps(&explorer), before[..2], "and is undone alone");
}

#[test]
fn a_tour_that_is_as_it_was_is_no_draft() {
    let mut explorer = Explorer::open(120, 40);
    explorer.words = "\n".to_owned();
    explorer.keys("4 enter , w");
    assert!(explorer.screen().contains("the text is unchanged"), "{}", explorer.screen());
    explorer.keys("u");
    assert!(
        explorer.screen().contains("nothing to undo since this tour was opened"),
        "{}",
        explorer.screen()
    );
    explorer.keys(", w");
    explorer.words = "Mind the lock.".to_owned();
    explorer.keys(", w");
    assert!(explorer.screen().contains("the text of step 1 was changed"), "{}", explorer.screen());
    explorer.keys("u");
    explorer.keys("x u esc");
    assert!(!explorer.screen().contains("draft"), "what was taken back, too: {}", explorer.screen());
    explorer.keys("enter x u , j esc");
    assert!(explorer.screen().contains("draft"), "{}", explorer.screen());
    let mut explorer = explorer.again();
    explorer.keys("4");
    // In its row and in its details.
    let count = |text: &str| explorer.screen().matches(text).count();
    assert_eq!((count("* draft"), count("draft")), (1, 2), "{}", explorer.screen());
}

#[test]
fn a_saved_tour_is_deleted_when_that_is_meant_and_it_says_what_was_read() {
    let mut explorer = Explorer::open(120, 40);
    let file = explorer.path(".tours/own.tour");
    with_tour(&explorer, ".tours/own.tour", r#"{"title": "Own", "steps": [{"title": "a"}]}"#);
    explorer.keys("4");
    assert!(explorer.offered(Action::TakeOut), "{}", explorer.screen());
    explorer.keys("x");
    assert!(explorer.screen().contains("delete the file .tours/own.tour?"), "{}", explorer.screen());
    assert!(file.exists());
    fs::write(&file, r#"{"title": "Own", "steps": [{"title": "EDITED"}]}"#).unwrap();
    explorer.keys("x");
    assert!(explorer.screen().contains("was changed since it was read"), "{}", explorer.screen());
    assert!(file.exists(), "what others wrote is not lost");
    explorer.keys("1 4 x x");
    assert!(explorer.screen().contains(".tours/own.tour is deleted"), "{}", explorer.screen());
    assert!(!file.exists() && !explorer.screen().contains("Own"), "{}", explorer.screen());
}

#[test]
fn a_step_whose_symbol_was_renamed_says_the_new_name() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A 4 , s ctrl-u M i n e enter");
    let step = explorer.app.tours.playing.as_ref().unwrap().now.tour.step(0).unwrap();
    let (title, id) = (step.title().to_owned(), step.anchor().unwrap().symbol);
    let (path, name) = (id.split("::").next().unwrap(), title.rsplit('.').next().unwrap());
    let text = fs::read_to_string(explorer.path(path)).unwrap();
    fs::write(explorer.path(path), text.replace(name, "Otherwise")).unwrap();
    explorer.build();
    let screen = explorer.screen();
    assert!(screen.contains("Renamed: now ") && screen.contains("Otherwise, at "), "{screen}");
    assert!(screen.contains(" renamed"), "in the list of steps: {screen}");
}

#[test]
fn a_made_tour_that_was_saved_is_listed_once() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 , p ctrl-u s t o r e enter , s enter esc");
    let listed = |explorer: &Explorer| explorer.screen().matches("Through package store").count();
    assert_eq!(listed(&explorer), 1, "{}", explorer.screen());
    let mut explorer = explorer.again();
    explorer.keys("4 down");
    assert_eq!(listed(&explorer), 1, "{}", explorer.screen());
}

#[test]
fn the_keys_of_a_draft_are_in_sight_where_there_is_little_room() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("A down A 4");
    explorer.now = Millis(explorer.now.0 + 11_000);
    explorer.send(Msg::Wake);
    let screen = explorer.screen();
    let footer = screen.lines().last().unwrap();
    for key in [", s save", "x out", ", w words"] {
        assert!(footer.contains(key), "{key}: {footer}");
    }
}

#[test]
fn drafts_of_two_sessions_are_both_kept() {
    let mut one = Explorer::open(120, 40);
    let mut two = one.beside();
    one.keys("A");
    two.keys("down A");
    assert!(
        two.screen().contains("another session also has a draft of “New tour”: both are kept"),
        "{}",
        two.screen()
    );
    one.keys("down down A 4");
    two.keys("4");
    assert_eq!([steps(&one).len(), steps(&two).len()], [2, 1], "each goes on with its own");
    let mut next = one.again();
    next.keys("4");
    let screen = next.screen();
    assert!(screen.contains("New tour ") && screen.contains("* draft, 2 steps, not saved"), "{screen}");
    assert!(screen.contains("New tour 2") && screen.contains("* draft 2, 1 step, not saved"), "{screen}");
    // A change that continues another replaces it, and a dropped change is gone.
    next.keys("down enter 1 down down down A 4 esc");
    let mut next = next.again();
    next.keys("4");
    let screen = next.screen();
    assert!(screen.contains("* draft, 2 steps") && screen.contains("* draft 2, 2 steps"), "{screen}");
    next.keys("x x");
    let mut last = next.again();
    last.keys("4");
    let screen = last.screen();
    assert_eq!(screen.matches("* draft").count(), 1, "{screen}");
    assert!(screen.contains("New tour 2"), "{screen}");
}

#[test]
fn a_save_takes_no_other_sessions_changes_away() {
    let mut one = Explorer::open(120, 40);
    let text = r#"{"title": "T", "steps": [{"description": "alpha"}, {"description": "beta"}]}"#;
    with_tour(&one, ".tours/t.tour", text);
    let mut two = one.beside();
    (one.words, two.words) = ("FROM ONE".to_owned(), "FROM TWO".to_owned());
    one.keys("4 enter , w");
    two.keys("4 enter n , w , s enter");
    assert!(two.screen().contains("saved as .tours/t.tour"), "{}", two.screen());
    looked(&mut one);
    assert!(one.screen().contains("was changed elsewhere"), "{}", one.screen());
    let mut next = one.again();
    next.keys("4");
    assert!(next.screen().contains("* draft, its file changed"), "{}", next.screen());
    next.keys("enter");
    assert!(next.screen().contains("FROM ONE"), "{}", next.screen());
}

#[test]
fn a_draft_that_another_session_went_on_with_and_saved_is_written_again_by_its_own() {
    let mut one = Explorer::open(120, 40);
    let text = r#"{"title": "T", "steps": [{"description": "alpha"}, {"description": "beta"}]}"#;
    with_tour(&one, ".tours/t.tour", text);
    one.words = "FROM ONE".to_owned();
    one.keys("4 enter , w esc");
    let mut two = one.beside();
    two.keys("4 enter x , s enter");
    looked(&mut one);
    let mut next = one.again();
    next.keys("4 enter");
    assert!(next.screen().contains("FROM ONE"), "{}", next.screen());
}

#[test]
fn a_draft_that_another_session_dropped_is_gone_or_is_kept_again_by_who_wrote_it() {
    let mut one = Explorer::open(120, 40);
    one.keys("A 4 esc 1");
    let (mut two, mut three) = (one.beside(), one.beside());
    two.keys("4");
    three.keys("4");
    let listed = |explorer: &mut Explorer| {
        explorer.keys("1 4");
        explorer.screen().contains("draft, 1 step")
    };
    assert!(listed(&mut one) && listed(&mut two) && listed(&mut three));
    two.keys("x x");
    assert!(!listed(&mut three), "it was only read there: {}", three.screen());
    assert!(!listed(&mut one.beside()), "nobody keeps it");
    assert!(listed(&mut one), "{}", one.screen());
    assert!(one.screen().contains("yours is kept as a draft"), "{}", one.screen());
    assert!(listed(&mut one.again()));
}

#[test]
fn a_draft_that_another_session_goes_on_with_is_not_kept_twice() {
    let mut one = Explorer::open(120, 40);
    one.keys("A");
    let mut two = one.beside();
    two.keys("4 enter 1 down A");
    one.keys("4 1 4");
    let mut next = one.beside();
    next.keys("4");
    let screen = next.screen();
    assert!(screen.contains("draft, 2 steps") && !screen.contains("draft 2"), "{screen}");
}
