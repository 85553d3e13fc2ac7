//! Reading in the source: the cursor, where its names lead, what is searched for, folds and long lines.

use super::Explorer;
use crate::app::msg::{Click, Copying, Effect, Mouse, Msg};
use crate::app::pane::Slot;
use crate::app::side::SideRow;
use crate::app::{StartPlace, View};

/// The explorer with the cursor of the source on a declaration's name.
fn reading(name: &str) -> Explorer {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write(name);
    explorer.keys("enter tab");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Source);
    explorer
}

/// The name under the cursor, and its path and line.
fn here(explorer: &Explorer) -> (String, String) {
    let symbols = &explorer.app.symbols;
    let (caret, text) =
        (symbols.slots.pane.caret().expect("a cursor"), symbols.slots.pane.text().expect("a text"));
    let word = text.word_at(caret).map(|word| word.text).unwrap_or_default();
    (word, format!("{}:{}", text.path, caret.row + 1))
}

/// Moves from name to name until the cursor is on the wanted one.
fn to_name(explorer: &mut Explorer, name: &str) {
    for _ in 0..200 {
        if here(explorer).0 == name {
            return;
        }
        explorer.keys("w");
    }
    panic!("no {name}: {}", explorer.screen());
}

fn toast(explorer: &Explorer) -> String {
    explorer.app.ctx.toast.as_ref().map(|toast| toast.text.clone()).unwrap_or_default()
}

#[test]
fn a_name_leads_to_its_declaration_and_back() {
    let mut explorer = reading("worker.Pool.work$");
    assert_eq!(here(&explorer).0, "work");
    to_name(&mut explorer, "attempt");
    let from = here(&explorer);
    for keys in ["enter", "g d"] {
        explorer.keys(keys);
        let there = here(&explorer);
        assert!(there.0 == "attempt" && there != from, "{keys}: {}", explorer.screen());
        assert_eq!(explorer.app.symbols.slots.focus, Slot::Source);
        explorer.keys("[");
        assert_eq!(
            (here(&explorer), explorer.app.symbols.slots.focus),
            (from.clone(), Slot::Source),
            "{keys}"
        );
    }
    // On the declaration itself the key leads to Around.
    explorer.keys("enter enter");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Side);
    assert_eq!(explorer.about(), "worker.Pool.attempt", "{}", explorer.screen());
}

#[test]
fn what_refers_to_a_name_stands_around_it() {
    let mut explorer = reading("worker.Pool.work$");
    to_name(&mut explorer, "attempt");
    // The symbol is under the cursor already; `g r` shows its callers.
    assert_eq!(explorer.about(), "worker.Pool.attempt", "{}", explorer.screen());
    explorer.keys("g r");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Side);
    assert_eq!(explorer.about(), "worker.Pool.attempt", "{}", explorer.screen());
}

#[test]
fn what_a_name_is_can_be_seen_without_leaving() {
    let mut explorer = reading("worker.Pool.work$");
    to_name(&mut explorer, "attempt");
    explorer.keys("K");
    let hover = explorer.app.symbols.slots.pane.hover.clone().expect("something is said");
    assert!(hover.head.contains("func (p *Pool) attempt("), "{hover:?}");
    assert!(explorer.screen().contains("│ attempt performs a job"), "{}", explorer.screen());
    explorer.keys("esc");
    assert!(
        explorer.app.symbols.slots.pane.hover.is_none() && explorer.app.symbols.slots.focus == Slot::Source
    );
    // The key works for names of other files, too, and says so for names from outside the tree.
    to_name(&mut explorer, "Job");
    explorer.keys("K");
    let hover = explorer.app.symbols.slots.pane.hover.clone().expect("something is said");
    assert!(hover.path == "job/job.go" && !hover.doc.is_empty(), "{hover:?}");
}

#[test]
fn a_variable_leads_to_where_it_is_bound_and_a_foreign_name_says_so() {
    let mut explorer = reading("worker.Pool.attempt$");
    explorer.keys("down down down");
    let row = here(&explorer).1;
    to_name(&mut explorer, "ctx");
    explorer.keys("g d");
    assert_ne!(here(&explorer).1, row);
    assert_eq!(here(&explorer).0, "ctx");
    let mut explorer = reading("worker.Pool.Run$");
    to_name(&mut explorer, "WaitGroup");
    explorer.keys("enter");
    // It lies where Go is installed, which a machine may lack.
    let is_told = toast(&explorer).contains("the source of sync is not on this machine");
    assert!(is_told || explorer.screen().contains("waitgroup.go"), "{}", explorer.screen());
}

#[test]
fn a_text_is_searched_from_the_cursor_on() {
    let mut explorer = reading("worker.Pool.work$");
    explorer.keys("/");
    explorer.write("retry");
    let first = here(&explorer);
    assert_eq!(first.0, "retry", "as it is typed");
    explorer.keys("enter n");
    let second = here(&explorer);
    assert_ne!(second, first);
    explorer.keys("N");
    assert_eq!(here(&explorer), first);
    explorer.keys("/ ctrl-u");
    explorer.write("/p\\.re[a-z]+/");
    explorer.keys("enter");
    let hits = &explorer.app.symbols.slots.pane.find.hits;
    assert!(!hits.is_empty() && explorer.screen().contains(&format!("{} found", hits.len())));
    explorer.keys("esc n");
    assert!(toast(&explorer).contains("there are no stops here"), "{}", explorer.screen());
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Source, "esc ends the search first");
}

#[test]
fn the_text_of_the_tree_is_searched_into_a_list_that_stays() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("g /");
    explorer.write("retry");
    let found = explorer.app.found.clone().expect("an answer");
    assert!(found.hits.len() > 2 && found.hits[0].path.contains(".go"), "{found:?}");
    assert!(explorer.screen().contains(&format!("{}:{}", found.hits[1].path, found.hits[1].line)));
    explorer.keys("down enter");
    let at = |explorer: &Explorer| here(explorer).1;
    assert_eq!(at(&explorer), format!("{}:{}", found.hits[1].path, found.hits[1].line));
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Source);
    explorer.keys("g / down enter");
    assert_eq!(at(&explorer), format!("{}:{}", found.hits[2].path, found.hits[2].line));
    explorer.keys("[");
    assert_eq!(at(&explorer), format!("{}:{}", found.hits[1].path, found.hits[1].line));
    explorer.keys("g / ctrl-u");
    explorer.write("/(/");
    assert!(explorer.screen().contains("not a pattern"), "{}", explorer.screen());
    explorer.keys("ctrl-u");
    explorer.write("no such words");
    assert!(explorer.screen().contains("no line holds that"), "{}", explorer.screen());
}

#[test]
fn blocks_are_folded_and_opened() {
    let mut explorer = reading("worker.Pool.work$");
    let (_, place) = here(&explorer);
    explorer.keys("z f");
    assert!(explorer.screen().contains("lines"), "{}", explorer.screen());
    explorer.keys("down");
    let below = here(&explorer).1;
    explorer.keys("up");
    assert_eq!(here(&explorer).1, place, "one row up from {below}");
    explorer.keys("z f");
    assert!(explorer.app.symbols.slots.pane.folds.is_empty());
    explorer.keys("z F");
    let folded = explorer.screen();
    assert!(folded.matches(" lines").count() > 3, "{folded}");
    // Going to a hidden line unfolds it.
    explorer.keys("/");
    explorer.write("p.Source.Pop");
    explorer.keys("enter");
    assert!(explorer.screen().contains("p.Source.Pop"), "{}", explorer.screen());
}

#[test]
fn selected_lines_are_copied() {
    let mut explorer = reading("worker.Pool.work$");
    explorer.keys("V down down y");
    let Some(Effect::Copy(Copying::Text { what, text })) = explorer.asked.last() else {
        panic!("{}", explorer.screen())
    };
    assert!(what.starts_with("3 lines of worker/pool.go") && text.lines().count() == 3, "{what}: {text}");
    assert!(text.starts_with("func (p *Pool) work("), "{text}");
}

#[test]
fn a_press_puts_the_cursor_on_a_name_and_a_second_one_opens_it() {
    let mut explorer = reading("worker.Pool.work$");
    let screen = explorer.screen();
    let y = screen.lines().position(|line| line.contains("p.attempt(")).expect("a call");
    let line: Vec<char> = screen.lines().nth(y).expect("a row").chars().collect();
    let text: String = line.iter().collect();
    let x = text[..text.find("attempt(").expect("a name")].chars().count();
    for _ in 0..2 {
        explorer.send(Msg::Mouse(Mouse { x: x as u16 + 1, y: y as u16, did: Click::Press }));
    }
    assert!(explorer.screen().contains("worker › Pool › attempt"), "{}", explorer.screen());
}

#[test]
fn where_one_reads_stands_above_the_text() {
    let mut explorer = reading("worker.Pool.work$");
    explorer.send(Msg::Resize(crate::app::layout::Size { width: 200, height: 40 }));
    let screen = explorer.screen();
    assert!(screen.contains("example.com/millrace › worker › Pool › work"), "{screen}");
    // The signature stays on top when its line is scrolled away.
    explorer.keys("z z");
    explorer.send(Msg::Resize(crate::app::layout::Size { width: 60, height: 12 }));
    explorer.keys("down down down down down down down down");
    let screen = explorer.screen();
    assert!(screen.lines().nth(2).is_some_and(|line| line.contains("func (p *Pool) work(")), "{screen}");
}

#[test]
fn long_lines_go_on_in_the_next_row() {
    let mut explorer = reading("worker.Pool.work$");
    explorer.send(Msg::Resize(crate::app::layout::Size { width: 44, height: 16 }));
    let cut = explorer.screen();
    assert!(cut.contains('…'), "{cut}");
    explorer.keys("z w $");
    let wrapped = explorer.screen();
    let rows = wrapped.lines().skip(3).collect::<Vec<_>>().join("\n");
    assert!(!rows.contains('…') && rows.contains(&here(&explorer).0), "{wrapped}");
}

#[test]
fn the_explorer_opens_at_a_place_a_folder_a_question_or_a_range() {
    let open = |start: StartPlace| {
        let mut explorer = Explorer::without_index(120, 40);
        explorer.app.start_at(Some(start));
        explorer.build();
        explorer
    };
    let explorer = open(StartPlace::File("worker/pool.go".to_owned(), Some(77)));
    assert_eq!(
        (here(&explorer).1.as_str(), explorer.app.symbols.slots.focus),
        ("worker/pool.go:77", Slot::Source)
    );
    assert!(explorer.screen().contains("▸     ") && explorer.screen().contains("M worker.Pool.retry"));
    let explorer = open(StartPlace::File("worker/pool.go".to_owned(), None));
    assert_eq!(explorer.app.symbols.slots.prompt.line.text(), "file:worker/pool.go");
    let explorer = open(StartPlace::Folder("store".to_owned()));
    assert_eq!(explorer.app.symbols.slots.prompt.line.text(), "file:store/");
    let explorer = open(StartPlace::Ask("how are failed jobs retried".to_owned()));
    assert_eq!(explorer.app.ctx.view, View::Query);
    assert!(explorer.app.query.answered.is_some() && !explorer.app.typing(), "{}", explorer.screen());
    let explorer = open(StartPlace::Impact("HEAD".to_owned()));
    assert_eq!(explorer.app.ctx.view, View::Impact);
}

#[test]
fn the_next_start_begins_where_one_left() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("s s , t down down down");
    let (symbol, left) = (explorer.app.current(), explorer.app.to_resume());
    let mut again = Explorer::without_index(120, 40);
    again.app.resume(left.clone());
    again.build();
    assert_eq!((again.app.current(), again.app.to_resume()), (symbol, left));
}

#[test]
fn the_keys_after_a_prefix_are_shown() {
    let mut explorer = reading("worker.Pool.work$");
    explorer.keys("g");
    let screen = explorer.screen();
    for text in ["╭ g … ", "d  declaration", "r  references", "g  top", "/  search text"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    explorer.keys("esc");
    assert!(!explorer.screen().contains("╭ g … "), "{}", explorer.screen());
}

#[test]
fn a_rank_is_explained() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("a");
    // The title counts the rows of the list.
    assert!(explorer.screen().contains("✓ 275 symbols"), "{}", explorer.screen());
    let said: Vec<&str> = explorer.app.ctx.side.list().rows.iter().map(SideRow::text).collect();
    let said = said.join(" ");
    assert!(said.contains("Rank (PageRank): place 1 of 275, "), "{said}");
    let (_, load) = said.split_once("Load: place ").expect("load");
    assert!(load.contains(" of 275. ") && load.contains(" of its own package and "), "{load}");
}

/// The symbol under the cursor of the source is stored by its number, and another graph has other numbers.
#[test]
fn what_the_cursor_is_about_is_followed_into_another_graph() {
    for (gone, is_kept) in [("queue", true), ("worker", false)] {
        let mut explorer = Explorer::open(120, 40);
        explorer.keys("/");
        explorer.write("worker.Pool.work$");
        explorer.keys("enter tab /");
        explorer.write("attempt");
        explorer.keys("enter");
        let subject = |explorer: &Explorer| {
            let snapshot = explorer.app.ctx.index.snapshot.clone().unwrap();
            explorer.app.ctx.side.subject.map(|id| snapshot.graph().symbol(id).label())
        };
        assert_eq!(subject(&explorer).as_deref(), Some("worker.Pool.attempt"));
        std::fs::remove_dir_all(explorer.path(gone)).unwrap();
        explorer.build();
        explorer.screen();
        assert_eq!(subject(&explorer).is_some_and(|of| of == "worker.Pool.attempt"), is_kept, "{gone}");
    }
}
