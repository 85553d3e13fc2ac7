//! The view as a person meets it: keys in, screens out, on the program's own sample.

use std::fs;
use std::process::Command;

use crate::app::msg::{Click, Copying, Effect, IndexMsg, Mouse, Msg};
use crate::ui::tests::Explorer;

impl Explorer {
    /// Selects a symbol by its id in the Symbols view, and asks for its impact.
    fn impact_of(&mut self, name: &str) {
        self.keys("1 / ctrl-u");
        self.send(Msg::Paste(name.to_owned()));
        self.keys("enter 3");
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
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("Memory.Get");
    // What fits is open.
    let open = explorer.app.impact.rows.len();
    explorer.keys("h");
    let closed = explorer.app.impact.rows.len();
    assert!(open > closed, "{closed} {open}");
    // Open again, into it, it closed, back out to the holder, closed again.
    explorer.keys("l");
    assert_eq!(explorer.app.impact.rows.len(), open);
    explorer.keys("l h h h");
    assert_eq!(explorer.app.impact.rows.len(), closed);
    let selected = explorer.app.impact.selected();
    explorer.keys("enter");
    assert_eq!((explorer.app.view, explorer.app.current()), (crate::app::View::Symbols, selected));
    explorer.keys("[");
    assert_eq!(explorer.app.view, crate::app::View::Impact);
}

#[test]
fn the_way_back_leads_to_the_target_and_the_row_that_were_left() {
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("Memory.Get");
    explorer.keys("down");
    let left = (explorer.app.impact.target.clone(), explorer.app.impact.selected());
    explorer.keys("enter 3");
    assert_ne!(explorer.app.impact.target, left.0);
    explorer.keys("[ [");
    assert_eq!((explorer.app.impact.target.clone(), explorer.app.impact.selected()), left);
}

#[test]
fn a_click_on_a_fold_folds() {
    for churn in [false, true] {
        let mut explorer = Explorer::open(120, 40);
        explorer.impact_of("Memory.Get");
        if churn {
            explorer.keys("a");
        }
        let click = |explorer: &mut Explorer, sign: char| {
            let screen = explorer.screen();
            let (y, line) =
                screen.lines().enumerate().find(|(_, line)| line.contains("httpapi.server.get")).unwrap();
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
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("Exponential.Delay");
    explorer.keys("t d o");
    let screen = explorer.screen();
    assert!(
        screen.contains("threshold 0.10 · depth any · sure only · tests hidden · by likelihood"),
        "{screen}"
    );
    let mut explorer = Explorer::open(120, 40);
    let text = "package store\n\nimport \"testing\"\n\nfunc help(m *Memory) { m.Get(\"\") }\n\n\
        func TestHelp(t *testing.T) { help(nil) }\n";
    fs::write(explorer.path("store/help_test.go"), text).unwrap();
    explorer.build();
    explorer.impact_of("Memory.Get");
    assert!(explorer.screen().contains("6 affected, 6 tests, 1 test helper"), "{}", explorer.screen());
    explorer.keys("/");
    explorer.send(Msg::Paste("help".to_owned()));
    assert!(explorer.screen().contains(" 2/13"), "{}", explorer.screen());
    explorer.keys("esc esc ,");
    assert!(explorer.screen().contains("depth 5"), "{}", explorer.screen());
}

#[test]
fn nothing_is_done_to_the_rows_of_another_target_and_each_target_is_a_place() {
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("Memory.Get");
    let first = explorer.app.impact.target.clone();
    // The key is in, its answer is not.
    let asked = explorer.app.update(explorer.now, Msg::Key("i".parse().unwrap()));
    assert_ne!(explorer.app.impact.target, first);
    explorer.keys("c");
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
    let mut explorer = Explorer::open(120, 40);
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    let path = explorer.path("store/store_test.go");
    let text =
        fs::read_to_string(&path).unwrap().replacen("(t *testing.T) {", "(t *testing.T) {\n\t_ = 1", 1);
    fs::write(&path, text).unwrap();
    explorer.build();
    explorer.keys("3 w");
    let screen = explorer.screen();
    assert!(
        screen.contains("1 changed, 0 affected, 1 test") && screen.contains("go test ./store -run"),
        "{screen}"
    );
}

#[test]
fn a_diff_follows_commits_and_is_there_again_unless_another_symbol_was_chosen() {
    let mut explorer = Explorer::open(120, 40);
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    fs::write(explorer.path("new.go"), "package millrace\n\nfunc brandNew() {}\n").unwrap();
    explorer.git(&["add", "-A"]);
    explorer.build();
    explorer.keys("3 w 1 3");
    assert!(explorer.screen().contains("1 changed, 0 affected"), "{}", explorer.screen());
    explorer.git(&["commit", "-q", "-m", "two"]);
    let snapshot = explorer.app.index.snapshot.clone().unwrap();
    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: false, notes: Vec::new() }));
    assert!(explorer.screen().contains("0 changed, 0 affected"), "{}", explorer.screen());
    explorer.keys("1 down 3");
    assert!(!explorer.screen().contains("Impact of the working tree"), "{}", explorer.screen());
}

#[test]
fn a_file_that_drops_out_of_the_build_takes_its_declarations_along() {
    let mut explorer = Explorer::open(120, 40);
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    let path = explorer.path("store/memory.go");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("//go:build windows\n\n{text}")).unwrap();
    explorer.build();
    explorer.keys("3 w g g");
    let screen = explorer.screen();
    assert!(screen.contains("- removed              · F NewMemory"), "{screen}");
    explorer.keys("G");
    let screen = explorer.screen();
    assert!(screen.contains("× unbound") && !screen.contains("F NewMemory "), "{screen}");
    let row = screen.lines().find(|line| line.contains("≠ outside")).unwrap_or_default();
    assert!(row.contains("memory.go") && row.contains("build constraint"), "{screen}");
}

#[test]
fn a_type_is_named_with_what_changes_as_part_of_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("job.Job kind:struct");
    assert!(explorer.screen().contains("Impact of job.Job with its "), "{}", explorer.screen());
}

#[test]
fn packages_and_files_are_named_by_where_they_are() {
    let mut explorer = Explorer::open(120, 40);
    for (target, named) in [
        ("kind:package ^queue$", "Impact of package queue with its 4 files"),
        ("kind:package ^millrace$", "Impact of package millrace with its "),
        ("kind:file queue/heap.go", "Impact of queue/heap.go with its "),
        ("kind:package pkg:=internal/clock", "Impact of package internal/clock with its "),
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
    explorer.keys("enter W");
    assert!(explorer.screen().contains("Ways from queue to worker/pool.go"), "{}", explorer.screen());
}

#[test]
fn what_fits_is_open_whatever_was_looked_at_before() {
    let mut fresh = Explorer::open(120, 18);
    fresh.impact_of("Memory.Get");
    let mut explorer = Explorer::open(120, 18);
    // Another target unfolded before, and this one first seen flat.
    explorer.impact_of("Exponential.Delay");
    explorer.keys("f");
    explorer.impact_of("Memory.Get");
    explorer.keys("f");
    assert_eq!(explorer.app.impact.rows, fresh.app.impact.rows);
    assert!(fresh.app.impact.rows.len() > 5, "{:?}", fresh.app.impact.rows);
}

#[test]
fn limits_and_filters_change_what_is_listed_at_once() {
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("Exponential.Delay");
    explorer.keys("f");
    let all = explorer.app.impact.rows.len();
    let listed = |explorer: &Explorer| explorer.app.impact.rows.len();
    explorer.keys("t");
    let code = listed(&explorer);
    assert!(code < all, "tests are hidden");
    explorer.keys("t d");
    assert!(listed(&explorer) < all, "calls through the interface are doubtful");
    explorer.keys("d + + + + + +");
    assert!(explorer.screen().contains("threshold 0.90"), "{}", explorer.screen());
    assert!(listed(&explorer) < all, "shared calls are below the threshold");
    explorer.keys("- - - - - - ,");
    for _ in 0..14 {
        explorer.keys(",");
    }
    assert!(explorer.screen().contains("depth 1"));
    assert!(listed(&explorer) < all && listed(&explorer) > 0);
    for _ in 0..15 {
        explorer.keys(".");
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
    explorer.keys("enter f");
    assert!(listed(&explorer) > found, "in the tree the way to what matches is shown");
    explorer.keys("esc");
    assert!(explorer.app.impact.filter.text().is_empty());
}

#[test]
fn a_diff_s_tree_and_the_line_that_tests_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("3 w");
    assert!(explorer.screen().contains("is not under git"), "{}", explorer.screen());
    explorer.git(&["init", "-q", "-b", "main"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-q", "-m", "one"]);
    explorer.keys("w");
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
    explorer.keys("c");
    let copied = explorer.copied().collect::<String>();
    assert!(copied.contains("go test . -run '^("), "{copied}");
    explorer.keys("S");
    assert!(explorer.screen().contains("no declaration changed"));
    explorer.git(&["add", "-A"]);
    explorer.send(Msg::Index(IndexMsg::GitMoved));
    assert!(explorer.screen().contains("2 changed"), "what is staged is followed: {}", explorer.screen());
    explorer.git(&["commit", "-q", "-m", "two"]);
    explorer.send(Msg::Index(IndexMsg::GitMoved));
    assert!(explorer.screen().contains("no declaration changed"), "and a commit: {}", explorer.screen());
    explorer.keys("r");
    explorer.send(Msg::Paste("nope..main".to_owned()));
    explorer.keys("enter");
    assert!(explorer.screen().contains("git names no commit `nope`"), "{}", explorer.screen());
}

#[test]
fn the_past_orders_rows_and_shows_what_changes_together() {
    let mut explorer = Explorer::open(120, 40);
    let names = ["queue/backoff.go", "worker/pool.go", "store/memory.go"];
    let texts = names.map(|name| fs::read_to_string(explorer.path(name)).unwrap());
    explorer.impact_of("Exponential.Delay");
    explorer.keys("o p");
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
    explorer.keys("f");
    let screen = explorer.screen();
    assert!(screen.contains("score   likely  hops") && screen.contains("by likelihood"), "{screen}");
    assert!(screen.contains("Changes with it") && screen.contains("100%  100%    4"), "{screen}");
    explorer.keys("tab tab z");
    let zoomed = explorer.screen();
    assert!(zoomed.contains("its file, with worker/pool.go"), "a file is no partner of a method: {zoomed}");
    explorer.keys("z esc");
    let first = explorer.app.impact.affected().map(|affected| affected.symbol);
    explorer.keys("o");
    assert!(explorer.screen().contains("score      ppr  hops"), "{}", explorer.screen());
    explorer.keys("o g a");
    assert!(explorer.screen().contains("90d        last  by"), "{}", explorer.screen());
    assert_eq!(explorer.app.impact.affected().map(|affected| affected.symbol), first);
    // From the partners to the symbol, and back to the tests.
    explorer.keys("tab tab j enter");
    assert_eq!(explorer.app.view, crate::app::View::Symbols);
    explorer.keys("[ p");
    assert!(explorer.screen().contains("Tests reached"), "{}", explorer.screen());
}

#[test]
fn leaving_a_prompt_keeps_what_is_typed_and_once_more_clears_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("Memory.Get");
    let all = explorer.app.impact.rows.len();
    explorer.keys("/");
    explorer.send(Msg::Paste("nothing at all".to_owned()));
    explorer.keys("esc");
    assert_eq!((explorer.app.impact.rows.len(), explorer.app.impact.filter.text()), (0, "nothing at all"));
    explorer.keys("esc");
    assert_eq!((explorer.app.impact.rows.len(), explorer.app.impact.filter.text()), (all, ""));
    explorer.keys("r esc");
    assert!(explorer.app.impact.prompt.is_none());
}

#[test]
fn namesakes_take_turns() {
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("millrace.New");
    let first = explorer.app.impact.target.clone();
    let heading = |explorer: &Explorer| explorer.screen().lines().nth(1).unwrap_or_default().to_owned();
    assert!(heading(&explorer).contains("of that name"), "{}", heading(&explorer));
    explorer.keys("n");
    assert_ne!(explorer.app.impact.target, first);
    explorer.keys("tab tab c");
    assert!(explorer.copied().all(|line| !line.contains('\n')), "one line with the focus on the tests");
}

/// Puts the tree under git, and commits what it is.
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
fn a_filter_narrows_what_changed_too_and_takes_qualifiers() {
    let mut explorer = Explorer::open(120, 40);
    committed(&explorer);
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    edited(
        &explorer,
        "queue/backoff.go",
        "func (e Exponential) Delay(attempts int) (time.Duration, bool) {",
        "func (e Exponential) Delay(attempts int) (time.Duration, bool) {\n\t_ = 1",
    );
    edited(&explorer, "millrace.go", "package millrace", "//go:build linux\n\npackage millrace");
    explorer.build();
    explorer.keys("3 w /");
    let listed = |explorer: &Explorer| explorer.app.impact.rows.len();
    let all = listed(&explorer);
    let mut filter = |text: &str| {
        explorer.keys("ctrl-u");
        explorer.send(Msg::Paste(text.to_owned()));
        (listed(&explorer), explorer.screen())
    };
    let (rows, screen) = filter("zzzzq");
    assert!(rows == 0 && screen.contains(" 0/") && screen.contains("nothing matches"), "{screen}");
    let (rows, screen) = filter("newmemory");
    assert!(rows > 0 && rows < all && !screen.contains("backoff.go"), "{screen}");
    assert!(screen.contains("F NewMemory") && !screen.contains("≠ outside"), "{screen}");
    let (rows, screen) = filter("file:millrace.go kind:file");
    assert!(rows == 1 && screen.contains("≠ outside"), "{screen}");
    let (tests, screen) = filter("is:test");
    assert!(tests > 0 && !screen.contains("≠ outside"), "{screen}");
    let (code, _) = filter("!test");
    assert!(code > 0 && code < all, "{code} of {all}");
    let (rows, screen) = filter("foo:bar");
    assert!(rows == all && screen.contains("there is no foo: but kind: pkg: file: is:"), "{screen}");
}

#[test]
fn the_filter_s_rows_are_found_beside_the_screen_and_belong_to_the_newest_answer() {
    let mut explorer = Explorer::open(120, 40);
    explorer.impact_of("Memory.Get");
    let rows = explorer.app.impact.rows.clone();
    explorer.keys("/");
    let typed = |explorer: &mut Explorer, key: &str| {
        explorer.app.update(explorer.now, Msg::Key(key.parse().unwrap()))
    };
    // The letter is there at once, and the rows of the line before still are.
    let asked = typed(&mut explorer, "j");
    assert!(explorer.screen().contains(" / j") && explorer.app.impact.rows == rows);
    // Another answer comes first, and is filtered: what was asked for belongs to rows that are no more.
    explorer.build();
    assert!(explorer.app.impact.rows.len() < rows.len(), "{}", explorer.screen());
    let found = explorer.app.impact.rows.clone();
    explorer.carry_out(asked);
    assert_eq!(explorer.app.impact.rows, found);
    // What is taken back is not waited for, and what was asked for before does not come any more.
    let asked = typed(&mut explorer, "o");
    explorer.keys("ctrl-u");
    assert_eq!(explorer.app.impact.rows, rows);
    explorer.carry_out(asked);
    assert_eq!(explorer.app.impact.rows, rows);
    explorer.send(Msg::Paste("journal".to_owned()));
    assert!(explorer.app.impact.rows.len() < rows.len(), "{}", explorer.screen());
}

#[test]
fn the_filter_reads_as_the_list_s_and_holds_for_what_is_gone() {
    let mut explorer = Explorer::open(120, 40);
    fs::write(explorer.path("queue/gone.go"), "package queue\n\nfunc Gone() {}\n\nfunc lost() {}\n").unwrap();
    committed(&explorer);
    fs::write(explorer.path("queue/gone.go"), "package queue\n\nimport _ \"fmt\"\n").unwrap();
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    explorer.build();
    explorer.keys("3 w");
    let screen = explorer.screen();
    assert!(screen.contains("│  queue/gone.go:3 at ") && screen.contains("3 func Gone() {}"), "{screen}");
    explorer.keys("/");
    let mut filtered = |text: &str| {
        explorer.keys("ctrl-u");
        explorer.send(Msg::Paste(text.to_owned()));
        explorer.screen()
    };
    for (text, rows) in [
        ("queue.Gone", &["- removed              · F Gone"][..]),
        ("^queue. is:exported kind:func", &["- removed              · F Gone"]),
        ("queue.Gone$", &["- removed              · F Gone"]),
        (
            "queue/gone.go",
            &["- removed              · F Gone", "- removed              · F lost", "≠ outside"],
        ),
        ("store.NewMemory$", &["~ body                 · F NewMemory"]),
        ("queue.GoNe", &["- removed              · F Gone"]),
        ("goe", &[]),
    ] {
        let screen = filtered(text);
        let listed: Vec<&str> = screen
            .lines()
            .filter(|line| line.contains("removed  ") || line.contains("body  ") || line.contains("outside"))
            .collect();
        assert!(screen.contains(&format!(" {}/", rows.len())), "{text}: {screen}");
        assert!(
            listed.len() == rows.len() && rows.iter().zip(&listed).all(|(row, line)| line.contains(row)),
            "{text}: {screen}"
        );
    }
}

#[test]
fn what_a_range_changed_is_shown_where_it_is_today() {
    let mut explorer = Explorer::open(120, 40);
    committed(&explorer);
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    explorer.git(&["commit", "-qam", "two"]);
    edited(&explorer, "store/memory.go", "package store", "package store\n\n// One.\n\n// Two.\n");
    explorer.git(&["commit", "-qam", "three"]);
    explorer.build();
    explorer.keys("3 r");
    explorer.send(Msg::Paste("HEAD~2..HEAD~1".to_owned()));
    explorer.keys("enter");
    let screen = explorer.screen();
    let marked = screen.lines().find_map(|line| line.split_once("│▸")).unwrap_or_default().1;
    assert!(marked.contains("func NewMemory()"), "{screen}");
    let line = marked.split_whitespace().next().unwrap();
    assert!(screen.contains(&format!(":{line}│")), "the row says the same line: {screen}");
}

#[test]
fn what_a_range_leaves_no_symbol_of_is_shown_as_its_commits_have_it() {
    let mut explorer = Explorer::open(120, 40);
    fs::write(explorer.path("queue/gone.go"), "package queue\n\nfunc Gone() {}\n\nfunc stays() {}\n")
        .unwrap();
    committed(&explorer);
    edited(
        &explorer,
        "queue/gone.go",
        "package queue\n\nfunc Gone() {}",
        "//go:build go1.9\n\npackage queue",
    );
    edited(&explorer, "store/memory.go", "package store", "package store\n\nfunc forAWhile() {}\n");
    explorer.git(&["commit", "-qam", "two"]);
    edited(&explorer, "queue/gone.go", "//go:build go1.9", "// Today.");
    edited(&explorer, "store/memory.go", "func forAWhile() {}", "// Gone.");
    explorer.git(&["commit", "-qam", "three"]);
    explorer.build();
    explorer.keys("3 r");
    explorer.send(Msg::Paste("HEAD~2..HEAD~1".to_owned()));
    explorer.keys("enter");
    let commit = |name: &str| {
        let root = explorer.path("");
        let output = Command::new("git").args(["rev-parse", name]).current_dir(root).output().unwrap();
        String::from_utf8_lossy(&output.stdout)[..7].to_owned()
    };
    let (start, end) = (commit("HEAD~2"), commit("HEAD~1"));
    for (row, place, marked) in [
        ("- removed", format!("queue/gone.go:3 at {start}"), "▸3 func Gone() {}"),
        ("+ added", format!("store/memory.go:3 at {end}"), "▸ 3 func forAWhile() {}"),
        ("≠ outside", format!("queue/gone.go:1 at {end}"), "▸1 //go:build go1.9"),
    ] {
        explorer.keys("g g");
        for _ in 0..explorer.app.impact.rows.len() {
            if explorer.screen().lines().any(|line| line.starts_with(&format!("▸ {row}"))) {
                break;
            }
            explorer.keys("down");
        }
        let screen = explorer.screen();
        let shown: Vec<&str> = screen.lines().filter_map(|line| Some(line.split_once('│')?.1)).collect();
        assert!(shown[0].contains(&place), "{place}: {screen}");
        assert!(shown.iter().any(|line| line.starts_with(marked)), "{marked}: {screen}");
        // An editor would open the tree's file.
        explorer.keys("e");
        assert!(!explorer.asked.iter().any(|effect| matches!(effect, Effect::Edit { .. })), "{row}");
    }
}

#[test]
fn affected_rows_that_read_the_same_are_told_apart_and_have_their_marks() {
    let mut explorer = Explorer::open(120, 40);
    fs::write(explorer.path("base.go"), "package millrace\n\nfunc baseline() int { return 1 }\n").unwrap();
    for (system, n) in [("linux", 1), ("windows", 2)] {
        let text = format!("package millrace\n\nfunc trip() int {{ return baseline() + {n} }}\n");
        fs::write(explorer.path(&format!("trip_{system}.go")), text).unwrap();
    }
    explorer.build();
    explorer.impact_of("baseline");
    let screen = explorer.screen();
    assert!(
        screen.contains("trip_linux.go  calls :3") && screen.contains("trip_windows.go  calls :3"),
        "{screen}"
    );
    assert!(screen.contains("F millrace.trip ·c"), "{screen}");
}

#[test]
fn what_a_workspace_leaves_out_is_not_said_to_affect_nothing() {
    let mut explorer = Explorer::open(120, 40);
    fs::write(explorer.path("go.work"), "go 1.24\n\nuse (\n\t.\n)\n").unwrap();
    committed(&explorer);
    fs::write(explorer.path("go.work"), "go 1.24\n").unwrap();
    explorer.build();
    explorer.keys("3 w");
    let screen = explorer.screen();
    assert!(screen.contains("0 changed, affected: not known") && !screen.contains("0 affected"), "{screen}");
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    explorer.build();
    let screen = explorer.screen();
    assert!(screen.contains("1 changed, at least "), "{screen}");
}

#[test]
fn a_long_name_leaves_a_row_its_place_and_is_cut_once() {
    let text = "package millrace\n\nimport \"testing\"\n\nfunc baseline() int { return 1 }\n\n\
        func TestWhatComesFromTheQueueIsOrderedByWhenItIsDueAndByNothingElse(t *testing.T) { baseline() }\n\n\
        type recorderOfEverythingThatHappens struct{}\n\n\
        func (recorderOfEverythingThatHappens) RecordWhatHappens() int { return baseline() }\n\n\
        func trip() int { return baseline() }\n";
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut explorer = Explorer::open(width, height);
        fs::write(explorer.path("base_test.go"), text).unwrap();
        let other =
            "package millrace\n\nfunc trip() int { return baseline() }\n\nfunc baseline() int { return 2 }\n";
        fs::write(explorer.path("base_windows_test.go"), other).unwrap();
        explorer.build();
        explorer.impact_of("file:base_test.go baseline");
        let screen = explorer.screen();
        let rows: Vec<&str> = screen
            .lines()
            .map(|row| row.split('│').next().unwrap_or_default())
            .filter(|row| row.contains("1.00 "))
            .collect();
        assert!(rows.len() >= 3, "{screen}");
        for row in rows {
            assert!(
                row.trim_end().ends_with([':', '7', '9', '1', '3']) && row.contains(':'),
                "{row}: {screen}"
            );
            assert!(row.matches('…').count() <= 1, "{row}: {screen}");
        }
    }
}

#[test]
fn a_call_through_an_interface_says_why_it_may_go_elsewhere() {
    let mut explorer = Explorer::open(120, 40);
    let text = "package millrace\n\nimport \"io\"\n\ntype sink struct{}\n\n\
        func (sink) Write(p []byte) (int, error) { return len(p), nil }\n\n\
        func emitOnce(w io.Writer) { w.Write(nil) }\n\nfunc emitHere() { emitOnce(sink{}) }\n";
    fs::write(explorer.path("sink.go"), text).unwrap();
    explorer.build();
    explorer.impact_of("sink.Write");
    let screen = explorer.screen();
    assert!(screen.contains("millrace.emitOnce") && screen.contains("calls :9 50%"), "{screen}");
    assert!(screen.contains("depth any · ▸ via io.Writer: this, or code outside"), "{screen}");
    explorer.keys("down");
    assert!(!explorer.screen().contains("via io.Writer"), "{}", explorer.screen());
}
