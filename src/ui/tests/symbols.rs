//! The symbol list and the relations of a symbol: where the keys lead, and that the way back restores what was there.

use std::fs;

use super::Explorer;
use crate::app::ViewState;
use crate::app::key::Chord;
use crate::app::layout::Size;
use crate::app::msg::{Effect, IndexMsg, Msg};
use crate::app::pane::Slot;
use crate::app::side::{RowWhat, SideRow};

/// The line of the screen that holds `text`.
pub(super) fn line_with(explorer: &Explorer, text: &str) -> String {
    let screen = explorer.screen();
    let found = screen.lines().find(|line| line.contains(text));
    found.unwrap_or_else(|| panic!("no {text:?} in\n{screen}")).to_owned()
}

#[test]
fn another_view_and_its_history_leave_filter_and_selection_alone() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool");
    explorer.keys("enter down");
    let (selected, filtered) = (explorer.app.symbols.selected(), line_with(&explorer, "/ pool"));
    explorer.keys("2");
    explorer.write("how are failed jobs retried");
    explorer.keys("enter down 3 [ [ ] 1");
    assert_eq!((explorer.app.symbols.selected(), line_with(&explorer, "/ pool")), (selected, filtered));
}

#[test]
fn the_way_back_brings_hidden_tests_to_be_hidden_again() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys(", t /");
    explorer.write("memory.get");
    explorer.keys("enter r");
    let is_test = |explorer: &Explorer| {
        let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
        let row = explorer.app.ctx.side.row().and_then(|row| row.symbol);
        row.is_some_and(|other| graph.symbol(other).is_test())
    };
    for _ in 0..40 {
        if is_test(&explorer) {
            break;
        }
        explorer.keys("down");
    }
    assert!(is_test(&explorer), "{}", explorer.screen());
    explorer.keys("g s");
    assert!(!explorer.app.symbols.hide_tests, "what is gone to is shown");
    explorer.keys("[");
    assert!(explorer.app.symbols.hide_tests && explorer.screen().contains("/ memory.get"));
}

#[test]
fn keys_that_come_before_the_list_lead_to_where_they_would_after_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter");
    let before = explorer.app.symbols.selected();
    explorer.keys("r g s");
    let after = explorer.app.symbols.selected();
    let mut press = |keys: &str| {
        // All keys are pressed before the first list arrives.
        let now = explorer.now;
        let keys = keys.split(' ').map(|key| key.parse().unwrap_or_else(|error| panic!("{error}")));
        let pressed = keys.flat_map(|Chord(keys)| keys).map(Msg::Key);
        let effects: Vec<_> = pressed.flat_map(|msg| explorer.app.update(now, msg)).collect();
        explorer.carry_out(effects);
        (explorer.app.symbols.selected(), explorer.app.symbols.slots.prompt.line.text().to_owned())
    };
    assert_eq!(press("[ ]"), (after, String::new()));
    assert_eq!(press("[ ] ["), (before, "pool.run".to_owned()));
}

#[test]
fn the_line_that_matters_stays_in_sight_when_the_window_shrinks() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter r");
    let resized = |explorer: &mut Explorer, width, height| {
        explorer.send(Msg::Resize(Size { width, height }));
        let line = explorer.app.symbols.slots.pane.shown.as_ref().unwrap().line.to_string();
        let marked = |row: &str| row.rsplit('▸').next().is_some_and(|row| row.trim().starts_with(&line));
        explorer.screen().lines().any(|row| row.contains('▸') && marked(row))
    };
    assert!(resized(&mut explorer, 120, 40));
    assert!(resized(&mut explorer, 120, 20));
    assert!(resized(&mut explorer, 80, 24));
    explorer.keys("shift-tab pgdn pgdn");
    assert!(!resized(&mut explorer, 80, 22), "who scrolled away reads on there: {}", explorer.screen());
}

#[test]
fn where_one_pane_fits_following_a_neighbour_shows_its_text() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter r z z enter");
    let screen = explorer.screen();
    assert!(screen.contains("func (s *Service) Run(") && !screen.contains("k symbol"), "{screen}");
}

#[test]
fn who_sorts_sees_what_comes_first_by_what_it_is_sorted() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("down down down s s");
    assert_eq!(explorer.app.symbols.slots.cursor.at, 0);
    let screen = explorer.screen();
    assert!(screen.contains("   rank   load ") && screen.contains("(by load)"), "{screen}");
    explorer.keys("down s s");
    assert_eq!(explorer.app.symbols.slots.cursor.at, 0);
    let screen = explorer.screen();
    assert!(screen.contains("   rank starts ") && screen.contains("(by starts)"), "{screen}");
    let hub = |line: &str| line.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok());
    let hubs: Vec<f64> =
        screen.lines().skip(3).take(10).filter_map(|line| hub(line.trim_start_matches('▸'))).collect();
    assert!(hubs.len() == 10 && hubs.is_sorted_by(|a, b| a >= b), "{hubs:?}");
    explorer.keys("/");
    explorer.write("run");
    explorer.keys("enter");
    let screen = explorer.screen();
    assert!(screen.contains("(match, starts)") || screen.contains("(by match, then starts)"), "{screen}");
}

#[test]
fn an_empty_list_says_which_keys_bring_rows_back() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("is:test");
    explorer.keys("enter , t");
    let screen = explorer.screen();
    assert!(screen.contains("nothing matches; , t shows"), "{screen}");
}

#[test]
fn a_qualifier_that_is_none_is_complained_about_in_full() {
    let mut explorer = Explorer::open(60, 20);
    explorer.keys("/");
    explorer.write("is:nothing");
    let screen = explorer.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        screen.contains("is: takes test, gen, generated, exported, vendor, constrained, generic, embedded")
    );
    assert!(explorer.app.symbols.listing.as_ref().is_some_and(|listing| listing.rows.is_empty()), "{screen}");
    explorer.keys("ctrl-u");
    explorer.write("pack:job");
    assert!(
        explorer.screen().contains("there is no pack: only kind: pkg: file: is:"),
        "{}",
        explorer.screen()
    );
}

#[test]
fn files_are_listed_by_their_paths() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("kind:file store");
    assert!(explorer.screen().contains("L store/memory.go"), "{}", explorer.screen());
}

#[test]
fn a_budget_that_ends_says_so() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("2 esc");
    explorer.keys(&["<"; 30].join(" "));
    assert!(explorer.screen().contains("no budget beyond 100 tokens"), "{}", explorer.screen());
    explorer.keys(&[">"; 50].join(" "));
    assert!(explorer.screen().contains("no budget beyond 1,000,000 tokens"), "{}", explorer.screen());
}

#[test]
fn what_says_something_of_itself_is_not_among_the_others() {
    let mut explorer = Explorer::open(140, 40);
    let text = "package millrace\n\ntype ring struct{ next *ring }\n\nvar first ring\n";
    fs::write(explorer.path("ring.go"), text).unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("millrace.ring$");
    let screen = explorer.screen();
    let around = neighbours(&explorer);
    assert!(around.contains(&"first".to_owned()) && !around.contains(&"ring".to_owned()), "{screen}");
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
    let ring = explorer.app.current().unwrap();
    assert_eq!(graph.symbol_in_degree[ring.ix()], 1, "the variable counts, the type's own field does not");
}

#[test]
fn a_file_that_breaks_and_a_check_that_finds_nothing_are_told() {
    let mut explorer = Explorer::open(120, 40);
    let path = explorer.path("store/memory.go");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.clone() + "\nfunc broken( { if x {{{\n").unwrap();
    explorer.build();
    let screen = explorer.screen();
    assert!(
        screen.contains("! store/memory.go:") && screen.contains("it is indexed only in part"),
        "{screen}"
    );
    fs::write(&path, &whole).unwrap();
    explorer.build();
    let screen = explorer.screen();
    assert!(
        screen.contains("✓ store/memory.go: complete now") && !screen.contains("only in part"),
        "{screen}"
    );
    fs::write(&path, whole.clone() + "\n}").unwrap();
    explorer.build();
    fs::remove_file(&path).unwrap();
    explorer.build();
    assert!(!explorer.screen().contains("store/memory.go:"), "{}", explorer.screen());
    explorer.keys("ctrl-r");
    let snapshot = explorer.app.ctx.index.snapshot.clone().unwrap();
    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: false, notes: Vec::new() }));
    assert!(explorer.screen().contains("nothing changed"), "{}", explorer.screen());
}

#[test]
fn a_file_that_is_not_there_is_read_when_it_is_back() {
    let mut explorer = Explorer::open(120, 40);
    let (tree, away) = (explorer.path("store"), explorer.path("away"));
    fs::rename(&tree, &away).unwrap();
    explorer.send(Msg::Index(IndexMsg::Failed("the tree is gone".to_owned())));
    explorer.keys("/");
    explorer.write("Journal.Put");
    assert!(explorer.screen().contains("! store/journal.go is missing"), "{}", explorer.screen());
    fs::rename(&away, &tree).unwrap();
    let snapshot = explorer.app.ctx.index.snapshot.clone().unwrap();
    explorer.send(Msg::Index(IndexMsg::Fresh { snapshot, changed: false, notes: Vec::new() }));
    let screen = explorer.screen();
    assert!(!screen.contains("is missing") && screen.contains("func (j *Journal) Put("), "{screen}");
}

/// The labels of the panel's rows.
fn labels(explorer: &Explorer) -> Vec<String> {
    let label = |row: &SideRow| match &row.what {
        RowWhat::Symbol { label, .. } => Some(label.clone()),
        _ => None,
    };
    explorer.app.ctx.side.list().rows.iter().filter_map(label).collect()
}

fn neighbours(explorer: &Explorer) -> Vec<String> {
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
    let rows = explorer.app.ctx.side.list().rows.iter().skip(1).filter_map(|row| row.symbol);
    rows.map(|id| graph.symbol(id).qualified().to_owned()).collect()
}

#[test]
fn what_is_related_is_filtered_where_the_keys_are_and_esc_takes_that_back() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter r");
    let (selected, all) = (explorer.app.symbols.selected(), neighbours(&explorer));
    explorer.keys("/");
    explorer.write("work");
    let few = neighbours(&explorer);
    assert!(!few.is_empty() && few.len() < all.len(), "{few:?} of {all:?}");
    assert!(explorer.screen().contains("▸/ work"), "{}", explorer.screen());
    assert_eq!(
        (explorer.app.symbols.selected(), explorer.app.symbols.slots.prompt.line.text()),
        (selected, "pool.run")
    );
    explorer.keys("enter esc");
    assert_eq!((neighbours(&explorer), explorer.app.symbols.slots.focus), (all, Slot::Side));
    explorer.keys("esc esc down");
    assert_ne!(explorer.app.symbols.selected(), selected);
}

#[test]
fn what_is_related_can_stand_as_it_does_in_the_source() {
    let mut explorer = Explorer::open(120, 40);
    let text = "package millrace\n\nfunc order() { zeta(); alpha()\n\tmid()\n\tzeta() }\n\n\
                func alpha() { mid() }\nfunc mid() { _ = mid }\nfunc zeta() {}\nfunc other() { mid(); alpha() }\n";
    fs::write(explorer.path("order.go"), text).unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("millrace.order$");
    explorer.keys("enter r");
    assert_eq!(neighbours(&explorer)[0], "alpha", "it sets most in motion; most depends on mid");
    let selected = |explorer: &Explorer| explorer.app.current().expect("a symbol");
    let before = selected(&explorer);
    explorer.keys("s s");
    assert_eq!(neighbours(&explorer).last().unwrap(), "mid");
    assert_eq!(selected(&explorer), before, "the row stays");
    explorer.keys("s s");
    assert_eq!(neighbours(&explorer)[0], "alpha");
}

#[test]
fn a_row_of_several_places_is_walked_through_and_the_editor_opens_there() {
    let mut explorer = Explorer::open(120, 40);
    let text = "package millrace\n\nfunc thrice() {\n\tonce()\n\tonce()\n\n\tonce()\n}\n\nfunc once() {}\n";
    fs::write(explorer.path("thrice.go"), text).unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("thrice");
    explorer.keys("enter r");
    assert!(line_with(&explorer, "F millrace.once").contains(":4 +2"), "{}", explorer.screen());
    explorer.keys("n n");
    assert!(explorer.screen().contains("✓ place 3 of 3"), "{}", explorer.screen());
    assert!(line_with(&explorer, "F millrace.once").contains(":7 3/3"), "{}", explorer.screen());
    assert!(line_with(&explorer, "▸ 7 ").contains("once()"), "{}", explorer.screen());
    explorer.build();
    explorer.keys("e");
    let mut edits = explorer.asked.iter().filter_map(|effect| match effect {
        Effect::Edit { path, line } => Some((path.as_str(), *line)),
        _ => None,
    });
    assert_eq!(edits.next_back(), Some(("thrice.go", 7)), "a fresh graph leaves the place alone");
    explorer.keys("n");
    assert!(explorer.screen().contains("place 1 of 3"), "after the last comes the first");
    explorer.keys("N");
    assert!(explorer.screen().contains("place 3 of 3"), "{}", explorer.screen());
    explorer.keys("esc esc j k r n");
    assert!(explorer.screen().contains("place 2 of 3"), "{}", explorer.screen());
}

fn last_edit(explorer: &Explorer) -> Option<(String, u32)> {
    explorer.asked.iter().rev().find_map(|effect| match effect {
        Effect::Edit { path, line } => Some((path.clone(), *line)),
        _ => None,
    })
}

#[test]
fn who_reads_on_edits_under_the_cursor_and_comes_back_by_a_key() {
    let mut explorer = Explorer::open(120, 40);
    let body = |text: String, n| text + &format!("func far{n}() {{\n\t_ = {n}\n\t_ = {n}\n}}\n");
    let bodies = (0..40).fold(String::new(), body);
    fs::write(explorer.path("far.go"), format!("package millrace\n\n{bodies}")).unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("millrace.far0");
    explorer.keys("enter tab e");
    assert_eq!(last_edit(&explorer), Some(("far.go".to_owned(), 3)), "its line is in sight");
    explorer.keys("down down down e");
    assert_eq!(last_edit(&explorer).unwrap().1, 6, "its line is under the cursor");
    explorer.keys("G e");
    let line = last_edit(&explorer).unwrap().1;
    let screen = explorer.screen();
    assert!(screen.contains(&format!("far.go:{line}")), "the title says so: {screen}");
    let holds = format!("func far{}()", (line - 3) / 4);
    let below = screen.lines().nth(2).unwrap();
    assert!(below.contains(&holds), "its head is the one of {line}: {screen}");
    explorer.keys("shift-tab e");
    assert_eq!(last_edit(&explorer).unwrap().1, 3, "in the list the selection is meant");
    explorer.keys("tab g . e");
    assert_eq!(last_edit(&explorer).unwrap().1, 3);
    assert!(line_with(&explorer, "▸  3 ").contains("func far0"), "{}", explorer.screen());
}

#[test]
fn a_selection_comes_back_with_its_declaration_unless_one_moved_on() {
    for moves in [false, true] {
        let mut explorer = Explorer::open(120, 40);
        explorer.keys("down down down");
        let id = |explorer: &Explorer| {
            let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
            explorer.app.symbols.selected().map(|symbol| graph.symbol(symbol).id_text()).unwrap_or_default()
        };
        let before = id(&explorer);
        let path = explorer.path(before.split("::").next().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, "package gone\n").unwrap();
        explorer.build();
        assert_ne!(id(&explorer), before);
        let fallen = id(&explorer);
        if moves {
            explorer.keys("up");
            assert_ne!(id(&explorer), fallen);
        }
        explorer.build();
        let instead = id(&explorer);
        fs::write(&path, text).unwrap();
        explorer.build();
        assert_eq!(id(&explorer), if moves { instead } else { before }, "moved on: {moves}");
    }
}

#[test]
fn around_an_interface_s_method_stands_what_does_its_work_wherever_it_is_built() {
    let mut explorer = Explorer::open(120, 40);
    for (file, kind) in
        [("poll_windows.go", "onWindows"), ("poll_linux.go", "onLinux"), ("poll.go", "anywhere")]
    {
        let text =
            format!("package millrace\n\ntype {kind} struct{{}}\n\nfunc ({kind}) Poll(n uint8) {{}}\n");
        fs::write(explorer.path(file), text).unwrap();
    }
    let text = "package millrace\n\ntype poller interface{ Poll(n uint8) }\n\ntype held struct{ anywhere }\n";
    fs::write(explorer.path("poller.go"), text).unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("poller.Poll$");
    explorer.keys("enter r");
    let labels = labels(&explorer);
    for name in ["onWindows.Poll", "onLinux.Poll", "anywhere.Poll", "held"] {
        assert!(labels.iter().any(|label| label.contains(name)), "{name}: {labels:?}");
    }
    // A method has its own place, not that of its type.
    explorer.keys("/");
    explorer.write("windows");
    explorer.keys("enter");
    let screen = explorer.screen();
    assert!(
        screen.contains("│  poll_windows.go:5") && screen.contains("│   func (onWindows) Poll(n uint8)"),
        "{screen}"
    );
}

#[test]
fn around_what_constants_only_repeat_stand_they_too() {
    let mut explorer = Explorer::open(120, 40);
    let text = "package millrace\n\nconst gear, cog = 3, 4\n\nconst (\n\tgearA, cogA = iota * gear, cog\n\tgearB, cogB\n\t_, cogC\n)\n";
    fs::write(explorer.path("gears.go"), text).unwrap();
    explorer.build();
    for (symbol, some, none) in [
        ("gear$", &["gearA", "gearB", "_"][..], "cogB"),
        ("cogC$", &["cog"], "gearA"),
        ("gearB$", &["gear"], "gearA"),
    ] {
        explorer.keys("/");
        explorer.write(symbol);
        explorer.keys("enter r");
        let found = neighbours(&explorer);
        for name in some {
            assert!(found.iter().any(|other| other == name), "{symbol} {name}: {found:?}");
        }
        assert!(!found.iter().any(|other| other == none), "{symbol}: {found:?}");
        explorer.keys("esc esc");
    }
}

#[test]
fn a_package_is_asked_for_by_itself_and_by_its_import_path() {
    let mut explorer = Explorer::open(120, 40);
    fs::create_dir_all(explorer.path("store/deep")).unwrap();
    fs::write(explorer.path("store/deep/deep.go"), "package deep\n").unwrap();
    fs::write(explorer.path("store/try.go"), "//go:build ignore\n\npackage main\n\nfunc main() {}\n")
        .unwrap();
    // By name, this one stands between the two.
    fs::write(explorer.path("store/more_test.go"), "package store_test\n").unwrap();
    explorer.build();
    for (typed, rows) in [
        ("pkg:=store kind:package", &["P store ", "P store (main) ·c"][..]),
        ("pkg:=deep kind:package", &["P store/deep "]),
        ("pkg:=example.com/millrace/store/deep kind:package", &["P store/deep "]),
        // Only the library is imported by that path.
        ("pkg:example.com/millrace/store kind:package", &["P store ", "P store/deep "]),
    ] {
        explorer.keys("/ ctrl-u");
        explorer.write(&format!("{typed} !test"));
        explorer.keys("enter");
        let screen = explorer.screen();
        assert_eq!(
            explorer.app.symbols.listing.as_ref().unwrap().rows.len(),
            rows.len(),
            "{typed}: {screen}"
        );
        assert!(rows.iter().all(|row| screen.contains(row)), "{typed}: {screen}");
    }
}

#[test]
fn a_package_is_read_where_it_speaks_of_itself() {
    let mut explorer = Explorer::open(120, 40);
    for (folder, place, says) in [
        ("internal/clock", ("internal/clock/clock.go", 1), "Package clock is time that tests can set"),
        (".", ("millrace.go", 1), "runs jobs in the background"),
        ("cmd/millrace", ("cmd/millrace/main.go", 1), "Command millrace serves"),
    ] {
        explorer.keys("/ ctrl-u");
        explorer.write(&format!("pkg:={folder} kind:package"));
        explorer.keys("enter");
        let screen = explorer.screen();
        assert!(screen.contains(says), "{screen}");
        explorer.keys("e");
        let edited = explorer.asked.iter().rev().find_map(|effect| match effect {
            Effect::Edit { path, line } => Some((path.as_str(), *line)),
            _ => None,
        });
        assert_eq!(edited, Some(place));
    }
}
