//! The view from the keyboard: keys in, screens out, on the program's own sample.

mod filtering;
mod notes;
mod rows;

use std::fs;
use std::process::Command;

use crate::app::Millis;
use crate::app::ViewState;
use crate::app::layout::Shape;
use crate::app::msg::{Click, Copying, Effect, IndexMsg, Mouse, Msg};
use crate::app::pane::Slot;
use crate::ui::tests::Explorer;

impl Explorer {
    /// An explorer whose list has the room for all words of a row.
    fn wide() -> Self {
        let mut explorer = Self::open(120, 40);
        explorer.app.ctx.chosen_parts[Shape::Corner as usize][0] = Some(600);
        explorer
    }

    /// Selects a symbol by its id in the Symbols view, and asks for its impact.
    fn impact_of(&mut self, name: &str) {
        self.keys("1 / ctrl-u");
        self.send(Msg::Paste(name.to_owned()));
        self.keys("enter 3");
    }

    /// A repository with one commit, since which `store.Memory.Get` was edited.
    fn edited() -> Self {
        let mut explorer = Self::wide();
        explorer.git(&["init", "-q", "-b", "main"]);
        explorer.git(&["add", "-A"]);
        explorer.git(&["commit", "-q", "-m", "one"]);
        let path = explorer.path("store/memory.go");
        let text = fs::read_to_string(&path).unwrap().replacen("m.jobs[id]", "m.jobs[job.ID(id)]", 1);
        fs::write(&path, text).unwrap();
        explorer.build();
        explorer
    }

    /// Selects a symbol by its id in the Symbols view, and asks for its impact whatever is not committed yet.
    fn impact_of_all_the_same(&mut self, name: &str) {
        self.keys("1 / ctrl-u");
        self.send(Msg::Paste(name.to_owned()));
        self.keys("enter i");
    }

    /// Texts that went to the clipboard.
    fn copied(&self) -> impl Iterator<Item = &str> {
        self.asked.iter().filter_map(|effect| match effect {
            Effect::Copy(Copying::Text { text, .. }) => Some(text.as_str()),
            _ => None,
        })
    }
}

#[test]
fn the_tree_of_a_symbol() {
    for (name, width, height) in [("wide", 120, 40), ("stacked", 80, 24), ("narrow", 40, 10)] {
        let mut explorer = Explorer::open(width, height);
        explorer.impact_of("Memory.Get");
        insta::assert_snapshot!(format!("tree_{name}"), explorer.screen());
    }
}

#[test]
fn rows_open_and_close_and_the_way_leads_to_the_symbol() {
    let mut explorer = Explorer::wide();
    explorer.app.impact.limits.threshold = 0.0;
    explorer.impact_of("Memory.Get");
    // Everything that fits is unfolded.
    let open = explorer.app.impact.rows.len();
    explorer.keys("h");
    let closed = explorer.app.impact.rows.len();
    assert!(open > closed, "{closed} {open}");
    // Unfold, step in, fold, step out to the holder, fold.
    explorer.keys("l");
    assert_eq!(explorer.app.impact.rows.len(), open);
    explorer.keys("l h h h");
    assert_eq!(explorer.app.impact.rows.len(), closed);
    let selected = explorer.app.impact.selected();
    explorer.keys("enter");
    let impact = &explorer.app.impact;
    assert_eq!((impact.slots.focus, impact.selected()), (Slot::Source, selected), "its code is there");
    explorer.keys("esc");
    assert_eq!(explorer.app.impact.slots.focus, Slot::List);
}

#[test]
fn the_way_back_leads_to_the_target_and_the_row_that_were_left() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Memory.Get");
    explorer.keys("down");
    let left = (explorer.app.impact.target.clone(), explorer.app.impact.selected());
    explorer.keys("i");
    assert_ne!(explorer.app.impact.target, left.0);
    explorer.keys("[");
    assert_eq!((explorer.app.impact.target.clone(), explorer.app.impact.selected()), left);
}

#[test]
fn a_click_on_a_fold_folds() {
    for churn in [false, true] {
        let mut explorer = Explorer::wide();
        explorer.app.impact.limits.threshold = 0.0;
        explorer.impact_of("Memory.Get");
        if churn {
            explorer.keys(", c");
        }
        let click = |explorer: &mut Explorer, sign: char| {
            let screen = explorer.screen();
            let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains("server.get")).unwrap();
            let x = line.chars().position(|c| c == sign).unwrap() as u16;
            explorer.send(Msg::Mouse(Mouse { x, y: y as u16, did: Click::Press }));
            explorer.app.impact.rows.len()
        };
        let open = explorer.app.impact.rows.len();
        let closed = click(&mut explorer, '▾');
        assert!(closed < open, "{}", explorer.screen());
        explorer.keys("up");
        assert_eq!(click(&mut explorer, '▸'), open, "{}", explorer.screen());
    }
}

#[test]
fn how_rows_are_shown_is_told_whole_and_what_tests_are_made_of_apart() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Exponential.Delay");
    assert!(explorer.screen().contains("reach 0.10 · depth any"), "{}", explorer.screen());
    // Usual limits give way to other choices.
    explorer.keys(", t , d s s");
    let screen = explorer.screen();
    assert!(screen.contains("  sure only · tests hidden · with past commits · no history "), "{screen}");
    let mut explorer = Explorer::wide();
    let text = "package store\n\nimport \"testing\"\n\nfunc help(m *Memory) { m.Get(\"\") }\n\n\
        func TestHelp(t *testing.T) { help(nil) }\n";
    fs::write(explorer.path("store/help_test.go"), text).unwrap();
    // Code that no build includes does not count as code that may break.
    let text = "package main\n\nimport \"example.com/millrace/store\"\n\nfunc use(m *store.Memory) { m.Get(\"\") }\n";
    fs::create_dir_all(explorer.path("store/testdata")).unwrap();
    fs::write(explorer.path("store/testdata/use.go"), text).unwrap();
    explorer.build();
    explorer.app.impact.limits.threshold = 0.0;
    explorer.impact_of("Memory.Get");
    assert!(explorer.screen().contains("19 affected, 6 tests, 3 test-only symbols"), "{}", explorer.screen());
    explorer.keys(", t");
    assert!(!explorer.screen().contains("main.use"), "{}", explorer.screen());
    explorer.keys(", t");
    assert!(explorer.screen().contains("main.use"), "{}", explorer.screen());
    explorer.keys("/");
    explorer.send(Msg::Paste("help".to_owned()));
    assert!(explorer.screen().contains(" 2/33"), "{}", explorer.screen());
    explorer.keys("esc esc , h");
    assert!(explorer.screen().contains("depth 6"), "{}", explorer.screen());
}

#[test]
fn what_is_left_out_is_told_before_numbers_and_these_stand_whole_or_not_at_all() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Exponential.Delay");
    explorer.keys("< < < < < < < <");
    let second = |explorer: &Explorer| {
        let row = explorer.screen().lines().nth(2).unwrap_or_default().to_owned();
        row.split(['│', '┃', '┊']).next().unwrap_or_default().trim().to_owned()
    };
    assert!(second(&explorer).contains("2 branches cut · > adds 1 symbol"), "{}", second(&explorer));
    explorer.keys(", t s s");
    assert!(second(&explorer).contains(" · tests hidden · with past commits"), "{}", second(&explorer));
    assert!(second(&explorer).ends_with('…') && !second(&explorer).contains("adds"), "{}", second(&explorer));
}

#[test]
fn nothing_is_done_to_the_rows_of_another_target_and_each_target_is_a_place() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Memory.Get");
    let first = explorer.app.impact.target.clone();
    // The key is pressed, its answer has not arrived.
    let asked = explorer.app.update(explorer.now, Msg::Key("i".parse().unwrap()));
    assert_ne!(explorer.app.impact.target, first);
    explorer.keys("t y");
    assert!(explorer.copied().next().is_none() && explorer.app.impact.rows.is_empty());
    assert!(explorer.screen().contains("there is no answer yet"), "{}", explorer.screen());
    explorer.carry_out(asked);
    explorer.keys("down i");
    let third = explorer.app.impact.target.clone();
    explorer.keys("[ [");
    assert_eq!(explorer.app.impact.target, first);
    explorer.keys("] ]");
    assert_eq!(explorer.app.impact.target, third);
}

#[test]
fn a_test_that_changes_is_the_first_to_run() {
    let mut explorer = Explorer::wide();
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    let path = explorer.path("store/store_test.go");
    let text =
        fs::read_to_string(&path).unwrap().replacen("(t *testing.T) {", "(t *testing.T) {\n\t_ = 1", 1);
    fs::write(&path, text).unwrap();
    explorer.build();
    explorer.keys("3 , w");
    let screen = explorer.screen();
    assert!(
        screen.contains("1 changed, 0 affected, 1 test") && screen.contains("go test ./store -run"),
        "{screen}"
    );
}

#[test]
fn a_diff_follows_commits_and_is_there_again_unless_another_symbol_was_chosen() {
    let mut explorer = Explorer::wide();
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    fs::write(explorer.path("new.go"), "package millrace\n\nfunc brandNew() {}\n").unwrap();
    explorer.git(&["add", "-A"]);
    explorer.build();
    explorer.keys("3 , w 1 3");
    assert!(explorer.screen().contains("1 changed, 0 affected"), "{}", explorer.screen());
    assert!(explorer.screen().contains("since HEAD▌"), "the range is told in whole");
    explorer.git(&["commit", "-q", "-m", "two"]);
    let snapshot = explorer.app.ctx.index.snapshot.clone().unwrap();
    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: false, notes: Vec::new() }));
    assert!(explorer.screen().contains("0 changed, 0 affected"), "{}", explorer.screen());
    explorer.send(Msg::Index(IndexMsg::GitMoved));
    explorer.keys("1 down 3");
    assert!(!explorer.screen().contains("Impact of the working tree"), "{}", explorer.screen());
}

#[test]
fn a_changed_file_shows_which_lines_came_and_a_key_away_which_went() {
    let mut explorer = Explorer::wide();
    explorer.git(&["init", "-q", "-b", "main"]);
    fs::write(
        explorer.path("pair.go"),
        "package millrace\n\nfunc pair() int {\n\ta := 1\n\tb := 2\n\treturn a + b\n}\n",
    )
    .unwrap();
    fs::write(explorer.path("b.go"), "package millrace\n\nvar b = 1\n").unwrap();
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    fs::write(explorer.path("pair.go"), "package millrace\n\nfunc pair() int {\n\ta := 3\n\treturn a\n}\n")
        .unwrap();
    explorer.build();
    explorer.keys("3 , w G");
    let lines = |explorer: &Explorer| -> Vec<String> {
        let screen = explorer.screen();
        let right = screen.lines().filter_map(|line| {
            line.split('│')
                .next_back()
                .map(|right| right.trim_end_matches(['┃', '┊', ' ']).trim_start_matches(' '))
        });
        let wanted =
            right.filter(|line| ["a := ", "b := ", "return a"].iter().any(|code| line.contains(code)));
        wanted.map(|line| line.trim_start().to_owned()).collect()
    };
    let changed = ["-    a := 1", "-    b := 2", "-    return a + b", "4+    a := 3", "5+    return a"];
    assert_eq!(lines(&explorer), changed, "{}", explorer.screen());
    explorer.keys("z b");
    assert_eq!(
        lines(&explorer),
        ["4-    a := 1", "5-    b := 2", "6-    return a + b"],
        "{}",
        explorer.screen()
    );
    explorer.keys("z b");
    assert_eq!(lines(&explorer), changed, "{}", explorer.screen());
    // Where lines were only removed and are not shown, the line below carries the mark.
    fs::write(
        explorer.path("pair.go"),
        "package millrace\n\nfunc pair() int {\n\ta := 1\n\treturn a + b\n}\n",
    )
    .unwrap();
    explorer.build();
    explorer.keys("3 , w G");
    let shown = ["4     a := 1", "-    b := 2", "5     return a + b"];
    assert_eq!(lines(&explorer), shown, "{}", explorer.screen());
    explorer.keys("tab z -");
    assert_eq!(lines(&explorer), ["4     a := 1", "5^    return a + b"], "{}", explorer.screen());
    explorer.keys("z -");
    assert_eq!(lines(&explorer), shown, "{}", explorer.screen());
    // A press on such a line, too, goes to the one that follows.
    let row = |text: &str| explorer.screen().lines().position(|line| line.contains(text)).unwrap() as u16;
    let (x, y) = (110, row("-    b := 2"));
    explorer.send(Msg::Mouse(Mouse { x, y, did: Click::Press }));
    assert_eq!(explorer.app.impact.slots.pane.caret().unwrap().row, 4);
    explorer.impact_of_all_the_same("store.Memory.Get");
    explorer.keys("z b");
    assert!(explorer.screen().contains("no state before"), "{}", explorer.screen());
}

#[test]
fn a_range_becomes_a_tour_for_its_reviewer() {
    let mut explorer = Explorer::edited();
    explorer.impact_of_all_the_same("store.Memory.Get");
    explorer.keys(", v");
    assert!(explorer.screen().contains("only a range has a review"), "{}", explorer.screen());
    explorer.keys(", w , v");
    let screen = explorer.screen();
    assert!(
        screen.contains("Review of the uncommitted changes") && screen.contains("Memory.Get"),
        "{screen}"
    );
}

#[test]
fn a_file_that_drops_out_of_the_build_takes_its_declarations_along() {
    let mut explorer = Explorer::wide();
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    let path = explorer.path("store/memory.go");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("//go:build windows\n\n{text}")).unwrap();
    explorer.build();
    explorer.keys("3 , w , l g g");
    let screen = explorer.screen();
    assert!(screen.contains("- removed              · F NewMemory"), "{screen}");
    explorer.keys("G");
    let screen = explorer.screen();
    let is_unbound = |line: &str| line.contains("× unbound") && line.contains("lost NewMemory");
    assert!(screen.lines().any(is_unbound), "{screen}");
    let row = screen.lines().find(|line| line.contains("≠ outside")).unwrap_or_default();
    assert!(row.contains("memory.go") && row.contains("build constraint"), "{screen}");
    assert!(screen.contains("store/memory.go is no longer built for linux/amd64"), "{screen}");
}

#[test]
fn what_a_host_leaves_out_is_not_said_to_affect_nothing() {
    let mut explorer = Explorer::wide();
    fs::write(explorer.path("store/other_windows.go"), "package store\n\nfunc other() {}\n").unwrap();
    explorer.build();
    explorer.impact_of("store.other");
    let screen = explorer.screen();
    let why = "no known symbol depends on it: left out by its build constraints";
    assert!(screen.contains(why), "{screen}");
}

#[test]
fn a_type_is_named_with_what_changes_as_part_of_it() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("job.Job kind:struct");
    assert!(explorer.screen().contains("Impact of job.Job with its "), "{}", explorer.screen());
}

#[test]
fn packages_and_files_are_named_by_where_they_are() {
    let mut explorer = Explorer::wide();
    for (target, named) in [
        ("kind:package ^queue$", "Impact of package queue with its 4 files"),
        ("kind:package ^millrace$", "Impact of package millrace with its "),
        ("kind:file queue/heap.go", "Impact of queue/heap.go with its "),
        ("kind:package pkg:=internal/clock", "Impact of package internal/clock▌"),
        ("kind:file file:store/memory.go", "Impact of store/memory.go with its "),
    ] {
        explorer.impact_of(target);
        assert!(explorer.screen().contains(named), "{target}: {}", explorer.screen());
    }
    explorer.impact_of("Exponential.Delay");
    explorer.keys("1 / ctrl-u");
    explorer.send(Msg::Paste("kind:package ^queue$".to_owned()));
    explorer.keys("enter m / ctrl-u");
    explorer.send(Msg::Paste("kind:file worker/pool.go".to_owned()));
    explorer.keys("enter M");
    assert!(explorer.screen().contains("queue to pool.go"), "{}", explorer.screen());
}

#[test]
fn what_fits_is_open_whatever_was_looked_at_before() {
    let mut fresh = Explorer::open(120, 18);
    fresh.impact_of("Memory.Get");
    let mut explorer = Explorer::open(120, 18);
    // Another target was unfolded before, and this one is first shown folded.
    explorer.impact_of("Exponential.Delay");
    explorer.keys(", l");
    explorer.impact_of("Memory.Get");
    explorer.keys(", l , l");
    assert_eq!(explorer.app.impact.rows, fresh.app.impact.rows);
    assert!(fresh.app.impact.rows.len() > 5, "{:?}", fresh.app.impact.rows);
}

#[test]
fn limits_and_filters_change_what_is_listed_at_once() {
    let mut explorer = Explorer::wide();
    explorer.app.impact.limits.threshold = 0.01;
    explorer.impact_of("Exponential.Delay");
    explorer.keys(", l");
    let all = explorer.app.impact.rows.len();
    let listed = |explorer: &Explorer| explorer.app.impact.rows.len();
    explorer.keys(", t");
    let code = listed(&explorer);
    assert!(code < all, "tests are hidden");
    explorer.keys(", t , d");
    assert!(listed(&explorer) < all, "calls through the interface are doubtful");
    explorer.keys(", d");
    for _ in 0..2 {
        let before = listed(&explorer);
        explorer.keys("<");
        assert!(listed(&explorer) < before, "each step leaves less: {}", explorer.screen());
    }
    // Each level deeper shows more, until there is no more.
    while explorer.screen().contains(" > adds ") {
        let before = listed(&explorer);
        explorer.keys(">");
        assert!(listed(&explorer) > before, "{}", explorer.screen());
    }
    assert!(explorer.app.impact.limits.threshold < 0.9, "there was more");
    while explorer.app.impact.limits.threshold > 0.0 {
        explorer.keys(">");
    }
    explorer.keys("< , h");
    assert!(explorer.screen().contains("reach 0.01"), "{}", explorer.screen());
    for _ in 0..14 {
        explorer.keys(", h");
    }
    assert!(explorer.screen().contains("depth 1"));
    assert!(listed(&explorer) < all && listed(&explorer) > 0);
    for _ in 0..15 {
        explorer.keys(", H");
    }
    assert_eq!(listed(&explorer), all);
    explorer.keys("/");
    explorer.send(Msg::Paste("worker run".to_owned()));
    let found = listed(&explorer);
    assert!(found > 0 && found < all);
    explorer.keys("ctrl-u");
    assert_eq!(listed(&explorer), all);
    explorer.send(Msg::Paste("worker.Pool".to_owned()));
    assert!((1..all).contains(&listed(&explorer)), "a row is found as it is written");
    explorer.keys("ctrl-u");
    explorer.send(Msg::Paste("worker run".to_owned()));
    explorer.keys("enter , l , l");
    assert!(listed(&explorer) > found, "in the tree the way to what matches is shown");
    explorer.keys("esc");
    assert!(explorer.app.impact.slots.prompt.line.text().is_empty());
}

#[test]
fn a_diff_s_tree_and_the_line_that_tests_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("3 , w");
    assert!(explorer.screen().contains("is not under git"), "{}", explorer.screen());
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    explorer.keys(", w");
    assert!(explorer.screen().contains("no declaration changed"), "{}", explorer.screen());

    let path = explorer.path("millrace.go");
    let text = fs::read_to_string(&path).unwrap();
    let text =
        text.replace("func (r Request) Validate() error {", "func (r Request) Validate() error {\n\t_ = r");
    fs::write(
        &path,
        text.replace("func (s *Service) Waiting() int {", "func (s *Service) Waiting(_ bool) int {"),
    )
    .unwrap();
    explorer.build();
    insta::assert_snapshot!("diff_wide", explorer.screen());
    explorer.keys("t y");
    assert_eq!(explorer.copied().collect::<Vec<_>>(), ["go test ./httpapi -run '^TestAPI$'"]);
    assert!(explorer.screen().contains("go test . -run '^("), "{}", explorer.screen());
    explorer.keys(", s");
    assert!(explorer.screen().contains("no declaration changed"));
    explorer.git(&["add", "-A"]);
    explorer.send(Msg::Index(IndexMsg::GitMoved));
    assert!(explorer.screen().contains("▾ changed"), "what is staged is followed: {}", explorer.screen());
    explorer.git(&["commit", "-q", "-m", "two"]);
    explorer.send(Msg::Index(IndexMsg::GitMoved));
    assert!(explorer.screen().contains("no declaration changed"), "and a commit: {}", explorer.screen());
    explorer.keys(", r");
    explorer.send(Msg::Paste("nope..main".to_owned()));
    explorer.keys("enter");
    assert!(explorer.screen().contains("git knows no commit `nope`"), "{}", explorer.screen());
}

#[test]
fn the_past_orders_rows_and_shows_what_changes_together() {
    let mut explorer = Explorer::wide();
    let names = ["queue/backoff.go", "worker/pool.go", "store/memory.go"];
    let texts = names.map(|name| fs::read_to_string(explorer.path(name)).unwrap());
    explorer.impact_of("Exponential.Delay");
    explorer.keys("s s , p");
    assert!(explorer.screen().contains("is not under git"), "{}", explorer.screen());

    explorer.git(&["init", "-q", "-b", "main"]);
    for n in 0..4 {
        for (name, text) in names.iter().zip(&texts) {
            // Every function of the three files changes each time.
            fs::write(explorer.path(name), text.replace("\n}\n", &format!("\n\t_ = {n}\n}}\n"))).unwrap();
        }
        explorer.git(&["add", "-A"]);
        explorer.git(&["commit", "-q", "-m", "change", "--date", "2024-02-29T12:00:00Z"]);
    }
    explorer.build();
    explorer.keys(", l");
    let screen = explorer.screen();
    assert!(screen.contains("score   likely  hops") && screen.contains("with past commits"), "{screen}");
    let partners =
        |explorer: &Explorer| explorer.app.ctx.side.list().rows.iter().any(|row| row.key == "partners");
    assert!(partners(&explorer), "{screen}");
    explorer.keys("z z g g");
    assert!(explorer.screen().contains("100% of 4"), "{}", explorer.screen());
    explorer.keys("z z esc");
    let first = explorer.app.impact.affected().map(|affected| affected.symbol);
    explorer.keys("s s");
    assert!(explorer.screen().contains("score      ppr  hops"), "{}", explorer.screen());
    explorer.keys("s s s s , c");
    assert!(explorer.screen().contains("90d        last  by"), "{}", explorer.screen());
    assert_eq!(explorer.app.impact.affected().map(|affected| affected.symbol), first);
    explorer.keys(", p");
    assert!(!partners(&explorer), "{}", explorer.screen());
}

#[test]
fn leaving_a_prompt_keeps_what_is_typed_and_once_more_clears_it() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Memory.Get");
    let all = explorer.app.impact.rows.len();
    explorer.keys("/");
    explorer.send(Msg::Paste("nothing at all".to_owned()));
    explorer.keys("esc");
    assert_eq!(
        (explorer.app.impact.rows.len(), explorer.app.impact.slots.prompt.line.text()),
        (0, "nothing at all")
    );
    explorer.keys("esc");
    assert_eq!((explorer.app.impact.rows.len(), explorer.app.impact.slots.prompt.line.text()), (all, ""));
    explorer.keys(", r esc");
    assert!(!explorer.app.typing());
}

#[test]
fn namesakes_take_turns() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("millrace.New");
    let first = explorer.app.impact.target.clone();
    let heading = |explorer: &Explorer| explorer.screen().lines().nth(1).unwrap_or_default().to_owned();
    assert!(heading(&explorer).contains("of that name"), "{}", heading(&explorer));
    explorer.keys(", a");
    assert_ne!(explorer.app.impact.target, first);
    explorer.keys("t y");
    assert!(explorer.copied().all(|line| !line.contains('\n')), "one line with the focus on the tests");
}

/// Makes the tree a git repository, and commits it.
fn committed(explorer: &Explorer) {
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
}

fn edited(explorer: &Explorer, path: &str, from: &str, to: &str) {
    let path = explorer.path(path);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn that_the_walk_ended_somewhere_is_said_at_every_width() {
    for width in [120, 80, 60] {
        let mut explorer = Explorer::open(width, 30);
        explorer.impact_of("Exponential.Delay");
        explorer.keys("< < < < < <");
        let walk = &explorer.app.impact.blast.as_ref().unwrap().radius.impact;
        assert!(walk.below_threshold.symbols > 0, "{}", explorer.screen());
        assert!(explorer.screen().contains(" cut"), "{width}: {}", explorer.screen());
        assert!(!explorer.screen().contains("of th…"), "{width}: {}", explorer.screen());
    }
}

#[test]
fn work_on_a_target_can_be_called_off() {
    let mut explorer = Explorer::wide();
    explorer.impact_of("Memory.Get");
    explorer.waiting = Some(Vec::new());
    explorer.keys(", w");
    explorer.now = Millis(explorer.now.0 + 1_000);
    explorer.send(Msg::Wake);
    assert!(explorer.screen().contains("working it out … esc cancels it"), "{}", explorer.screen());
    explorer.keys("esc");
    assert!(explorer.waiting.as_ref().unwrap().is_empty(), "nobody works on it");
    let screen = explorer.screen();
    assert!(screen.contains("cancelled; [ goes back") && screen.contains("i on a symbol shows"), "{screen}");
    explorer.keys("[");
    explorer.answer(0);
    assert!(explorer.screen().contains("Impact of store.Memory.Get"), "{}", explorer.screen());
    explorer.keys("esc");
    assert!(explorer.screen().contains("Impact of store.Memory.Get"), "an answer stays");
}
