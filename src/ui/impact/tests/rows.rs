//! The words of single rows, and where they lead.

use super::*;
use crate::app::layout::Size;

#[test]
fn what_a_range_changed_is_shown_where_it_is_today() {
    let mut explorer = Explorer::wide();
    committed(&explorer);
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    explorer.git(&["commit", "-qam", "two"]);
    edited(&explorer, "store/memory.go", "package store", "package store\n\n// One.\n\n// Two.\n");
    explorer.git(&["commit", "-qam", "three"]);
    explorer.build();
    explorer.keys("3 , r");
    explorer.send(Msg::Paste("HEAD~2..HEAD~1".to_owned()));
    explorer.keys("enter , l g g down");
    let screen = explorer.screen();
    let marked = screen.lines().find_map(|line| line.split_once("│ ▸")).unwrap_or_default().1;
    assert!(marked.contains("func NewMemory()"), "{screen}");
    let came = |screen: &str| screen.lines().any(|line| line.contains("+    _ = 1"));
    assert!(came(&screen), "the line that came is marked where it is today: {screen}");
    let number = |screen: &str| -> u32 {
        let marked = screen.lines().find_map(|line| line.split_once("│ ▸")).unwrap_or_default().1;
        let number: String = marked.trim_start().chars().take_while(char::is_ascii_digit).collect();
        number.parse().unwrap_or(0)
    };
    explorer.keys("z b");
    let before = explorer.screen();
    assert!(!came(&before) && number(&before) + 5 == number(&screen), "{before}");
    explorer.keys("z b");
    let line = number(&screen);
    assert!(screen.contains(&format!(":{line} │")), "the row says the same line: {screen}");
}

#[test]
fn what_a_deleted_file_declared_stands_under_its_own_package() {
    let mut explorer = Explorer::wide();
    fs::write(explorer.path("store/gone.go"), "package store\n\nfunc Gone() {}\n").unwrap();
    fs::create_dir(explorer.path("alone")).unwrap();
    fs::write(explorer.path("alone/far.go"), "package alone\n\nfunc Far() {}\n").unwrap();
    committed(&explorer);
    edited(&explorer, "queue/queue.go", "package queue", "package queue\n\nfunc added() {}");
    fs::remove_file(explorer.path("store/gone.go")).unwrap();
    fs::remove_dir_all(explorer.path("alone")).unwrap();
    explorer.build();
    explorer.keys("3 , w , l");
    let screen = explorer.screen();
    let rows: Vec<&str> =
        screen.lines().filter_map(|line| Some(line.split_once(['│', '┃', '┊'])?.0.trim_end())).collect();
    let at = |text: &str| {
        rows.iter().position(|row| row.contains(text)).unwrap_or_else(|| panic!("{text}: {screen}"))
    };
    assert_eq!(at("F Gone"), at("package store  store") + 1, "{screen}");
    assert!(rows[at("F Gone")].ends_with(" store/gone.go:3"), "{screen}");
    assert!(rows[at("F Far")].ends_with(" alone/far.go:3"), "nothing is left of its package: {screen}");
    assert_eq!(at("F added"), at("package queue  queue") + 1, "{screen}");
}

#[test]
fn what_a_range_leaves_no_symbol_of_is_shown_as_its_commits_have_it() {
    let mut explorer = Explorer::wide();
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
    explorer.keys("3 , r");
    explorer.send(Msg::Paste("HEAD~2..HEAD~1".to_owned()));
    explorer.keys("enter , l");
    let commit = |name: &str| {
        let root = explorer.path("");
        let output = Command::new("git").args(["rev-parse", name]).current_dir(root).output().unwrap();
        String::from_utf8_lossy(&output.stdout)[..7].to_owned()
    };
    let (start, end) = (commit("HEAD~2"), commit("HEAD~1"));
    for (row, place, marked) in [
        ("- removed", format!("queue/gone.go:3 at {start}"), "▸3-func Gone() {}"),
        ("+ added", format!("store/memory.go:3 at {end}"), "▸ 3+func forAWhile() {}"),
        ("≠ outside", format!("queue/gone.go:1 at {end}"), "▸1+//go:build go1.9"),
    ] {
        explorer.keys("g g");
        for _ in 0..explorer.app.impact.rows.len() {
            if explorer.screen().lines().any(|line| line.starts_with(&format!("▸ {row}"))) {
                break;
            }
            explorer.keys("down");
        }
        let screen = explorer.screen();
        let shown: Vec<&str> =
            screen.lines().filter_map(|line| line.split_once('│')?.1.strip_prefix(' ')).collect();
        assert!(shown[0].contains(&place), "{place}: {screen}");
        assert!(shown.iter().any(|line| line.starts_with(marked)), "{marked}: {screen}");
        // An editor would open the file of the tree, which has another text.
        explorer.keys("e");
        assert!(!explorer.asked.iter().any(|effect| matches!(effect, Effect::Edit { .. })), "{row}");
    }
}

#[test]
fn affected_rows_that_read_the_same_are_disambiguated_and_have_their_marks() {
    let mut explorer = Explorer::wide();
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
    let mut explorer = Explorer::wide();
    fs::write(explorer.path("go.work"), "go 1.24\n\nuse (\n\t.\n)\n").unwrap();
    committed(&explorer);
    fs::write(explorer.path("go.work"), "go 1.24\n").unwrap();
    explorer.build();
    explorer.keys("3 , w");
    let screen = explorer.screen();
    assert!(screen.contains("0 changed, affected: unknown") && !screen.contains("0 affected"), "{screen}");
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
            .map(|row| row.split(['│', '┃', '┊']).next().unwrap_or_default())
            .filter(|row| row.contains(" 0.6"))
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
    let mut explorer = Explorer::wide();
    let text = "package millrace\n\nimport \"io\"\n\ntype sink struct{}\n\n\
        func (sink) Write(p []byte) (int, error) { return len(p), nil }\n\n\
        func emitOnce(w io.Writer) { w.Write(nil) }\n\nfunc emitHere() { emitOnce(sink{}) }\n";
    fs::write(explorer.path("sink.go"), text).unwrap();
    explorer.build();
    explorer.impact_of("sink.Write");
    let screen = explorer.screen();
    assert!(screen.contains("millrace.emitOnce") && screen.contains("calls :9 50%"), "{screen}");
    assert!(screen.contains("depth any · ▸ via io.Writer: this, or code outside"), "{screen}");
    // For the symbol that does both, that a value is put into it is the weaker reason.
    assert!(screen.contains("millrace.emitHere") && screen.contains("calls :11"), "{screen}");
}

#[test]
fn figures_give_way_to_names() {
    for (width, height, pane, shown) in [
        (40, 10, 40, "likely  symbol"),
        (60, 20, 60, "likely  hops   90d        last  symbol"),
        (100, 30, 60, "likely  hops   90d        last  symbol"),
        (120, 40, 72, "score   likely  hops   90d        last  by  symbol"),
    ] {
        let mut explorer = Explorer::open(width, height);
        explorer.app.ctx.chosen_parts[Shape::Corner as usize][0] = Some(600);
        committed(&explorer);
        explorer.build();
        explorer.impact_of("Memory.Get");
        explorer.keys("s s , c");
        let screen = explorer.screen();
        let heads = screen.lines().find(|line| line.contains("likely")).unwrap_or_default();
        assert!(heads.contains(shown), "{screen}");
        let column = heads.split_once("symbol").map(|(before, _)| before.chars().count()).unwrap();
        assert!(pane - column >= 17, "{screen}");
        let row = screen.lines().find(|line| line.contains(" F ") || line.contains(" M ")).unwrap();
        let name: String = row.chars().skip(column + 4).take(4).collect();
        assert!(name.contains(char::is_alphabetic), "{row}");
    }
}

#[test]
fn changes_that_depend_on_each_other_stand_below_each_other() {
    let mut explorer = Explorer::wide();
    let code = "package store\n\nfunc deep() int { return 1 }\n\nfunc middle() int { return deep() }\n\n\
                func top() int { return middle() }\n";
    fs::write(explorer.path("store/chain.go"), code).unwrap();
    committed(&explorer);
    edited(&explorer, "store/chain.go", "return 1", "return 2");
    edited(&explorer, "store/chain.go", "return deep()", "return deep() + 1");
    explorer.build();
    explorer.keys("3 , w , l");
    let rows = |explorer: &Explorer| -> Vec<String> {
        let screen = explorer.screen();
        let rows =
            screen.lines().filter_map(|line| Some(line.split_once(['│', '┃', '┊'])?.0.trim_end().to_owned()));
        rows.skip_while(|row| !row.contains("F deep")).take_while(|row| !row.trim().is_empty()).collect()
    };
    let all = rows(&explorer);
    assert!(all[1].contains("F store.middle") && all[1].ends_with("changed too, calls :5"), "{all:?}");
    assert!(all[2].contains("F middle") && all[3].contains("F store.top"), "{all:?}");
    let mut narrow = explorer.beside();
    narrow.send(Msg::Resize(Size { width: 52, height: 24 }));
    narrow.keys("3 , w , l");
    assert!(narrow.screen().contains("changed too"), "the mark gives way last: {}", narrow.screen());
    explorer.keys("g g down down");
    assert!(explorer.screen().contains("▸5+func middle"), "its call: {}", explorer.screen());
    explorer.keys("left left");
    assert_eq!(rows(&explorer).len(), all.len() - 1, "folded with what it stands below");
    explorer.keys("right / t o p");
    assert!(!explorer.screen().contains("changed too"), "{}", explorer.screen());
}

/// The rows of the list as text.
fn rows_of(screen: &str) -> Vec<&str> {
    screen.lines().filter_map(|line| Some(line.split_once(['│', '┃', '┊'])?.0.trim_end())).collect()
}

#[test]
fn what_a_program_wrote_stands_after_what_people_did() {
    let mut explorer = Explorer::wide();
    let made = "// Code generated by maker. DO NOT EDIT.\n\npackage store\n\nfunc Made() int { return 1 }\n\n\
                func aCall() { NewMemory() }\n";
    fs::write(explorer.path("store/a.gen.go"), made).unwrap();
    let hand = "package store\n\nfunc zCall() { NewMemory() }\n";
    fs::write(explorer.path("store/z.go"), hand).unwrap();
    committed(&explorer);
    edited(&explorer, "store/a.gen.go", "return 1", "return 2");
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    explorer.build();
    explorer.keys("3 , w , l");
    let screen = explorer.screen();
    let at = |text: &str| {
        let rows = rows_of(&screen);
        rows.iter().position(|row| row.contains(text)).unwrap_or_else(|| panic!("{text}: {screen}"))
    };
    assert!(at("F NewMemory") < at("F Made"), "what changed: {screen}");
    assert!(at("store.zCall") < at("store.aCall ·g"), "what is affected: {screen}");
}

#[test]
fn files_that_only_moved_are_said_to() {
    let mut explorer = Explorer::wide();
    committed(&explorer);
    explorer.git(&["mv", "store/memory.go", "store/mem.go"]);
    explorer.build();
    explorer.keys("3 , w");
    let screen = explorer.screen();
    assert!(
        screen.contains("1 file moved, 0 affected, 0 tests") && !screen.contains("0 changed"),
        "{screen}"
    );
    assert!(screen.contains("no declaration changed; 1 file moved: store/memory.go to"), "{screen}");
    edited(&explorer, "store/mem.go", "func NewMemory() *Memory {", "func NewMemory() *Memory {\n\t_ = 1");
    explorer.build();
    let screen = explorer.screen();
    assert!(screen.contains("1 changed, "), "{screen}");
    explorer.keys("z z");
    assert!(explorer.screen().contains(", 1 file moved"), "{}", explorer.screen());
}

#[test]
fn what_goes_by_another_name_says_the_one_before_and_what_of_a_declaration_differs_is_named() {
    let mut explorer = Explorer::wide();
    fs::write(explorer.path("store/new.go"), "package store\n\nconst Most = 3\n\nvar least = 1\n").unwrap();
    committed(&explorer);
    edited(&explorer, "store/memory.go", "func NewMemory() *Memory {", "func OpenMemory() *Memory {");
    edited(&explorer, "store/new.go", "Most = 3", "Most = 4");
    edited(&explorer, "store/new.go", "least = 1", "least int64 = 1");
    explorer.build();
    explorer.keys("3 , w , l");
    let screen = explorer.screen();
    let row = |text: &str| {
        let rows = rows_of(&screen);
        rows.into_iter().find(|row| row.contains(text)).unwrap_or_else(|| panic!("{text}: {screen}"))
    };
    assert!(row("F OpenMemory").contains("→ renamed ") && screen.contains("from NewMemory"), "{screen}");
    assert!(!screen.contains("removed"), "{screen}");
    assert!(row("C Most").contains("~ value "), "{screen}");
    assert!(row("V least").contains("! type "), "{screen}");
}

/// Folds are stored as symbols of one graph, which a target that is gone for a while must not outlive.
#[test]
fn a_target_that_was_gone_is_shown_again_in_any_graph() {
    let mut explorer = Explorer::open(100, 30);
    explorer.keys("/");
    explorer.write("worker.pool.run");
    explorer.keys("enter 3");
    let (aside, here) = (explorer.path("../aside"), explorer.path("worker"));
    fs::rename(&here, &aside).unwrap();
    explorer.build();
    assert!(explorer.app.impact.problem.is_some(), "{}", explorer.screen());
    fs::rename(&aside, &here).unwrap();
    for folder in ["queue", "store"] {
        fs::remove_dir_all(explorer.path(folder)).unwrap();
    }
    explorer.build();
    assert!(explorer.screen().contains("Impact of worker.Pool.Run"), "{}", explorer.screen());
    fs::write(explorer.path("worker/more.go"), "package worker\n\nfunc more() {}\n").unwrap();
    explorer.build();
    assert!(explorer.screen().contains("Impact of worker.Pool.Run"), "{}", explorer.screen());
}

#[test]
fn the_lines_of_a_diff_are_marked_in_the_source_of_symbols_too() {
    let mut explorer = Explorer::wide();
    committed(&explorer);
    edited(&explorer, "queue/queue.go", "package queue", "package queue\n\nfunc added() {}");
    explorer.build();
    explorer.keys("3 , w");
    let impact = explorer.screen();
    explorer.keys("1 /");
    explorer.write("queue.added");
    explorer.keys("enter");
    let screen = explorer.screen();
    let is_marked = |screen: &str| screen.lines().any(|line| line.contains("+func added() {}"));
    assert!(is_marked(&impact) && is_marked(&screen), "{impact}\n{screen}");
    explorer.keys("i");
    assert!(explorer.app.ctx.changes.is_none(), "the diff is no longer in question");
}

#[test]
fn lines_that_are_not_committed_yet_are_marked_without_any_question() {
    let mut explorer = Explorer::wide();
    committed(&explorer);
    edited(&explorer, "queue/queue.go", "package queue", "package queue\n\nfunc added() {}");
    std::fs::write(explorer.path("queue/new.go"), "package queue\n\nfunc fresh() {}\n").unwrap();
    explorer.build();
    for (name, line) in [("queue.added", "+func added() {}"), ("queue.fresh", " func fresh() {}")] {
        explorer.keys("/ ctrl-u");
        explorer.write(name);
        explorer.keys("enter");
        let screen = explorer.screen();
        assert!(screen.lines().any(|shown| shown.contains(line)), "{line}: {screen}");
    }
}
