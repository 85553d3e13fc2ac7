//! Rows that can be told apart, what is wrong with a filter, and what leads to a list.

use std::fs;

use super::Explorer;
use super::symbols::line_with;
use crate::app::layout::Size;
use crate::app::msg::{IndexMsg, Msg};
use crate::app::pane::Slot;
use crate::app::side::{RowWhat, SideRow};
use crate::app::sure::Sure;
use crate::index::{BuildEvent, Phase};
use crate::model::{SymbolId, SymbolKind};

#[test]
fn the_clause_of_a_package_lists_it_and_then_what_is_in_it() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("package store");
    let rows = |explorer: &Explorer| -> Vec<(SymbolKind, String)> {
        let listing = explorer.app.symbols.listing.as_ref().expect("a list");
        let row =
            |entry: crate::app::symbol_rows::SymbolEntry<'_>| (entry.kind, entry.home.package.to_owned());
        listing.rows.iter().filter_map(|&ix| listing.corpus.entry(ix, row)).collect()
    };
    let inside = rows(&explorer);
    assert_eq!(inside[0].0, SymbolKind::Package);
    assert!(line_with(&explorer, "P store").starts_with('▸'), "{}", explorer.screen());
    let are_of_store = inside.iter().all(|(_, package)| package.starts_with("store"));
    assert!(are_of_store && inside.iter().any(|(kind, _)| *kind == SymbolKind::Method), "{inside:?}");
    explorer.keys("ctrl-u");
    explorer.write("package store // import \"example.com/store\"");
    assert_eq!(rows(&explorer), inside);
    // If no package has the name, the words are plain search words, as they are while the name is typed.
    explorer.keys("ctrl-u");
    explorer.write("package nosuchpackage");
    assert_eq!(rows(&explorer).len(), 0);
    let path = explorer.path("store/words.go");
    fs::write(path, "package store\n\nfunc packageNames() {}\n").unwrap();
    explorer.build();
    explorer.keys("ctrl-u");
    explorer.write("package names");
    assert!(line_with(&explorer, "store.packageNames").starts_with('▸'), "{}", explorer.screen());
}

#[test]
fn rows_that_read_the_same_are_disambiguated_by_their_places() {
    let mut explorer = Explorer::open(120, 40);
    for system in ["linux", "darwin"] {
        let text = "package millrace\n\nfunc pollTwice() {}\n";
        fs::write(explorer.path(&format!("poll_{system}.go")), text).unwrap();
    }
    explorer.build();
    explorer.keys("/");
    explorer.write("polltwice");
    let screen = explorer.screen();
    for file in ["poll_darwin", "poll_linux"] {
        let is_row = |line: &&str| line.contains("pollTwice ") && line.contains(&format!(" {file}"));
        assert!(screen.lines().any(|line| is_row(&line)), "both can be read: {screen}");
    }
    explorer.write(" !file:linux");
    let screen = explorer.screen();
    let mut list = screen.lines().filter_map(|line| line.split('│').next());
    assert!(!list.any(|row| row.contains("poll_darwin")), "nothing else reads so: {screen}");
    for folder in ["sync", "internal/sync"] {
        let text = "package sync\n\ntype Mutex struct{}\n";
        fs::create_dir_all(explorer.path(folder)).unwrap();
        fs::write(explorer.path(&format!("{folder}/mutex.go")), text).unwrap();
    }
    explorer.build();
    explorer.keys("ctrl-u");
    explorer.write("mutex$");
    let screen = explorer.screen();
    let mut rows =
        screen.lines().filter_map(|line| line.split_once("S sync.Mutex ")).map(|row| row.1.trim_start());
    assert!(rows.clone().any(|row| row.starts_with("internal/sync ")), "the folders: {screen}");
    assert!(rows.any(|row| row.starts_with("sync ")), "{screen}");
}

#[test]
fn a_folder_s_tests_from_outside_have_the_name_that_go_gives_their_package() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("kind:package store");
    let named = |screen: &str, name: &str| {
        let mut rows = screen.lines().filter_map(|line| line.split(['│', '┃', '┊']).next());
        rows.any(|row| row.contains(&format!(" P {name} ")))
    };
    let screen = explorer.screen();
    assert!(named(&screen, "store") && named(&screen, "store_test"), "{screen}");
    explorer.write("_test");
    let screen = explorer.screen();
    assert!(!named(&screen, "store") && named(&screen, "store_test"), "{screen}");
}

#[test]
fn around_a_file_stands_what_is_in_it() {
    let mut explorer = Explorer::open(120, 40);
    for (file, text) in
        [("engine.go", "type engine struct{ n int }"), ("start.go", "func (e *engine) start() {}")]
    {
        fs::write(explorer.path(file), format!("package millrace\n\n{text}\n")).unwrap();
    }
    explorer.build();
    explorer.keys("/");
    explorer.write("kind:file ^start.go$");
    let screen = explorer.screen();
    assert!(screen.contains("engine.start"), "{screen}");
    explorer.keys("ctrl-u");
    explorer.write("kind:file ^engine.go$");
    let screen = explorer.screen();
    assert!(screen.contains("members") && !screen.contains("engine.start"), "{screen}");
}

#[test]
fn what_no_build_takes_in_stands_behind_the_program_s_code() {
    let mut explorer = Explorer::open(120, 40);
    let caller = |names: &[&str]| {
        let bodies = names.iter().map(|name| format!("func {name}() {{ sub.Nap() }}\n"));
        format!("package main\n\nimport \"example.com/millrace/sub\"\n\n{}", bodies.collect::<String>())
    };
    let calls = "func Often() { data() }\n\nfunc Too() { data() }\n";
    for (path, text) in [
        ("sub/sub.go", "package sub\n\nfunc Nap() {}\n".to_owned()),
        ("sub/testdata/prog/main.go", caller(&["data"]) + calls),
        ("sub/prog/main.go", caller(&["code"])),
    ] {
        let path = explorer.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    explorer.build();
    explorer.keys("/");
    explorer.write("sub.nap$");
    let screen = explorer.screen();
    let at = |name: &str| screen.find(name).unwrap_or(usize::MAX);
    assert!(at("main.code") < at("main.data"), "{screen}");
}

#[test]
fn neighbours_that_read_the_same_are_disambiguated_by_their_folders() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut explorer = Explorer::open(width, height);
        let module = std::fs::read_to_string(explorer.path("go.mod")).unwrap();
        let module = module.lines().find_map(|line| line.strip_prefix("module ")).unwrap().to_owned();
        fs::write(explorer.path("base.go"), "package millrace\n\nfunc Baseline() int { return 1 }\n")
            .unwrap();
        for folder in ["one/sync", "two/sync"] {
            let text = format!(
                "package sync\n\nimport base \"{module}\"\n\nfunc Lay() int {{ return base.Baseline() }}\n"
            );
            fs::create_dir_all(explorer.path(folder)).unwrap();
            fs::write(explorer.path(&format!("{folder}/lay.go")), text).unwrap();
        }
        explorer.build();
        explorer.keys("/");
        explorer.write("Baseline");
        explorer.keys("enter r");
        let screen = explorer.screen();
        let rows: Vec<&str> =
            screen.lines().filter(|row| row.contains("F sync.Lay") && row.contains(":5")).collect();
        assert!(
            matches!(rows[..], [one, two] if one.contains("one/sync") && two.contains("two/sync")),
            "{screen}"
        );
    }
}

#[test]
fn what_is_wrong_with_the_filter_hides_neither_heads_nor_the_selection() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut explorer = Explorer::open(width, height);
        let heads = |explorer: &Explorer| {
            line_with(explorer, "rank  score").split(['│', '┃', '┊']).next().map(str::to_owned)
        };
        let before = heads(&explorer);
        explorer.keys("/");
        explorer.write("pack:bogus");
        for keys in ["enter", "g g", "G"] {
            explorer.keys(keys);
            let screen = explorer.screen();
            assert!(screen.contains("  there is no pack"), "{screen}");
            assert_eq!(heads(&explorer), before, "{screen}");
            let selected = format!(" {} ", explorer.app.symbols.slots.cursor.at + 1);
            assert!(
                screen.lines().any(|row| row.starts_with('▸') && row.contains(&selected)),
                "{keys}: {screen}"
            );
        }
    }
}

#[test]
fn what_is_doubtful_around_a_symbol_can_be_left_out() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("worker.Pool.attempt");
    explorer.keys("enter r");
    let doubtful = |explorer: &Explorer| {
        let rows = explorer.app.ctx.side.list().rows.iter();
        let is_doubtful =
            |row: &&SideRow| matches!(&row.what, RowWhat::Symbol { sure, .. } if *sure == Sure::Doubtful);
        rows.filter(is_doubtful).count()
    };
    assert!(doubtful(&explorer) > 0, "{}", explorer.screen());
    explorer.keys("<");
    assert!(
        doubtful(&explorer) == 0 && explorer.screen().contains("sure links alone"),
        "{}",
        explorer.screen()
    );
    explorer.keys(">");
    assert!(doubtful(&explorer) > 0, "{}", explorer.screen());
}

#[test]
fn the_key_of_a_view_leads_to_its_list() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("r");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Side);
    explorer.keys("1 /");
    assert!(explorer.app.symbols.slots.prompt.open, "{}", explorer.screen());
    explorer.keys("enter r 2 esc 1");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::List, "from another view, too");
    explorer.keys("3 tab 3");
    assert_eq!(explorer.app.impact.slots.focus, crate::app::pane::Slot::default());
}

#[test]
fn of_equals_the_one_that_is_built_here_comes_first() {
    let mut explorer = Explorer::open(120, 40);
    let user = "package millrace\n\nfunc user() { twice() }\n";
    for (name, text) in [
        ("a_windows.go", "func twice() {}\n\nfunc more() { twice(); twice() }\n"),
        ("b_linux.go", "func twice() {}\n"),
    ] {
        fs::write(explorer.path(name), format!("package millrace\n\n{text}")).unwrap();
    }
    fs::write(explorer.path("user_windows.go"), user).unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("millrace.twice");
    assert!(line_with(&explorer, "▸ ").contains("b_linux"), "{}", explorer.screen());
}

#[test]
fn every_file_that_breaks_is_named() {
    let mut explorer = Explorer::open(300, 40);
    for name in ["store/memory.go", "job/job.go", "queue/queue.go"] {
        let text = fs::read_to_string(explorer.path(name)).unwrap();
        fs::write(explorer.path(name), text + "\nfunc broken( { if x {{{\n").unwrap();
    }
    explorer.build();
    let said = &explorer.app.ctx.said[0].1;
    for name in ["store/memory.go", "job/job.go", "queue/queue.go"] {
        assert!(said.contains(name), "{said}");
    }
}

#[test]
fn what_is_done_before_there_is_a_list_is_said() {
    let mut explorer = Explorer::without_index(80, 24);
    assert!(explorer.screen().contains("looking for an index"), "{}", explorer.screen());
    explorer.send(Msg::Index(IndexMsg::Progress(BuildEvent::Phase(Phase::Parse))));
    let screen = explorer.screen();
    assert!(screen.contains("there is no index yet: reading the code"), "{screen}");
}

#[test]
fn a_signature_with_a_raw_string_is_one_line() {
    let mut explorer = Explorer::open(120, 40);
    fs::write(explorer.path("usage.go"), "package millrace\n\nvar footer = `first\nsecond`\n").unwrap();
    explorer.build();
    explorer.keys("/");
    explorer.write("millrace.footer");
    let screen = explorer.screen();
    assert!(screen.contains("var footer = `first second`") && !screen.contains("u{a}"), "{screen}");
}

#[test]
fn the_header_leaves_out_what_is_off_before_what_counts() {
    let mut explorer = Explorer::open(80, 24);
    explorer.keys("5 , t esc enter 5 , t");
    let header = explorer.screen().lines().next().unwrap().to_owned();
    assert!(header.contains("✓ 275 symbols"), "{header}");
}

#[test]
fn what_tools_print_is_found_as_it_stands() {
    let mut explorer = Explorer::open(120, 40);
    for typed in ["(*Pool).attempt", "worker.(*Pool).attempt(0xc0000", "worker.Pool.attempt"] {
        explorer.keys("/ ctrl-u");
        explorer.write(typed);
        let listed = explorer.app.symbols.listing.as_ref().map_or(0, |listing| listing.rows.len());
        assert!(
            listed > 0 && explorer.screen().contains("worker.Pool.attempt"),
            "{typed}: {}",
            explorer.screen()
        );
        explorer.keys("esc");
    }
    let place = {
        let snapshot = explorer.app.ctx.index.snapshot.clone().expect("an index");
        let graph = snapshot.graph();
        let symbol = graph.symbol(crate::model::resolve(&graph, "worker.Pool.attempt").expect("it is there"));
        format!("{}:{}", symbol.path(), symbol.line() + 1)
    };
    for typed in
        [place.clone(), format!("./{place}:9: "), place.rsplit('/').next().unwrap_or_default().to_owned()]
    {
        explorer.keys("/ ctrl-u");
        explorer.write(&typed);
        let listing = explorer.app.symbols.listing.as_ref().expect("a list");
        assert_eq!(listing.rows.len(), 1, "{typed}: {}", explorer.screen());
        assert!(explorer.screen().contains("worker.Pool.attempt"), "{typed}: {}", explorer.screen());
        explorer.keys("esc");
    }
}

#[test]
fn until_the_list_of_a_newer_graph_comes_the_one_in_sight_means_what_it_says() {
    const HEAD: &str = "func TestLimited(t *testing.T)";
    const MARKED: &str = "marked: worker.TestLimited";
    // With fewer symbols before the selected one, it gets another number; without its file, its number is not in use.
    for (gone, stays) in [("cmd/millrace/handlers.go", true), ("worker/pool_test.go", false)] {
        for keys in ["", "m", "y", "r enter", "r tab", "W", "A", "3", "2", "e"] {
            let mut explorer = Explorer::open(120, 40);
            explorer.keys("/");
            explorer.write("worker.TestLimited");
            explorer.keys("enter");
            assert!(explorer.screen().contains(HEAD), "{}", explorer.screen());
            fs::remove_file(explorer.path(gone)).unwrap();
            let news = explorer.news();
            let held = explorer.app.update(explorer.now, news);
            assert!(explorer.screen().contains(HEAD), "{}", explorer.screen());
            if !keys.is_empty() {
                explorer.keys(keys);
            }
            let screen = explorer.screen();
            if keys == "m" {
                assert_eq!(screen.contains(MARKED), stays, "{screen}");
            }
            explorer.carry_out(held);
            explorer.screen();
        }
    }
}

#[test]
fn a_symbol_has_its_rank_whatever_the_list_is_narrowed_to_or_ordered_by() {
    let mut explorer = Explorer::open(120, 40);
    let rank = |explorer: &Explorer| -> usize {
        let screen = explorer.screen();
        let row =
            screen.lines().find(|row| row.starts_with('▸') && row.contains(" worker.PanicError ")).unwrap();
        row.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let listing = explorer.app.symbols.listing.as_ref().unwrap();
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
    let at = listing.rows.iter().position(|&ix| graph.symbol(SymbolId(ix)).label() == "worker.PanicError");
    let expect = at.unwrap() + 1;
    assert!(expect > 3, "{expect}");
    explorer.keys("/");
    explorer.write("worker.PanicError$");
    explorer.keys("enter");
    assert_eq!(rank(&explorer), expect);
    for _ in 0..4 {
        explorer.keys("s s");
        assert_eq!(rank(&explorer), expect);
    }
}

#[test]
fn an_empty_list_says_how_to_filter_by_paths() {
    let mut explorer = Explorer::open(120, 40);
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        for (filter, hint) in [
            ("store/xyzzy", true),
            ("kind:func xyzzy", true),
            ("pkg:store xyzzy", false),
            ("is:vendor", false),
        ] {
            explorer.send(Msg::Resize(Size { width, height }));
            explorer.keys("/ ctrl-u");
            explorer.write(filter);
            explorer.keys("enter");
            let screen = explorer.screen();
            let list = screen.lines().map(|line| line.split(['│', '┃', '┊']).next().unwrap_or_default());
            let said = list.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
            let paths = if hint { " pkg: and file: search paths;" } else { "" };
            let whole = format!("nothing matches;{paths} esc clears the filter");
            assert!(said.contains(&whole), "{filter}: {screen}");
        }
    }
}
