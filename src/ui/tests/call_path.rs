//! Call paths between two symbols, asked for and walked in the explorer.

use super::Explorer;
use crate::app::View;
use crate::app::msg::{Copying, Effect};
use crate::app::pane::Slot;
use crate::app::side::{Panel, RowWhat};

fn go(explorer: &mut Explorer, name: &str) {
    explorer.keys("1 esc esc esc / ctrl-u");
    explorer.write(name);
    explorer.keys("enter");
}

/// Adds a file to the tree, and asks for the ways between two of its symbols.
fn ask_in(explorer: &mut Explorer, (file, text): (&str, &str), from: &str, to: &str) {
    std::fs::write(explorer.path(file), text).unwrap();
    explorer.build();
    go(explorer, from);
    explorer.keys("m");
    go(explorer, to);
    explorer.keys("M");
}

fn current(explorer: &Explorer) -> String {
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
    explorer.app.current().map(|id| graph.symbol(id).qualified().to_owned()).unwrap_or_default()
}

#[test]
fn the_way_from_a_marked_symbol_is_walked_hop_by_hop() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("M");
    assert!(explorer.screen().contains("! no symbol is marked"), "{}", explorer.screen());
    go(&mut explorer, "main.main");
    explorer.keys("m M");
    assert!(explorer.screen().contains("! this is the marked symbol: "), "{}", explorer.screen());
    go(&mut explorer, "pool.run");
    let to = current(&explorer);
    explorer.keys("M");
    let screen = explorer.screen();
    assert!(screen.contains("main to Run") && screen.contains("path 1 of "), "{screen}");
    let hop = current(&explorer);
    assert!(hop != to, "the cursor is on a hop: {hop}");
    // A new graph leaves the path as it is.
    explorer.build();
    assert_eq!((current(&explorer), explorer.app.symbols.slots.focus), (hop.clone(), Slot::Side));
    explorer.keys("enter");
    assert_eq!(explorer.app.symbols.slots.focus, Slot::Source, "enter goes into its code");
    explorer.keys("esc M esc");
    assert_eq!(explorer.app.panel(), Panel::Related, "{}", explorer.screen());
    assert_eq!(current(&explorer), to, "the list stays");
    explorer.keys("3 M");
    assert_eq!(explorer.app.ctx.view, View::Impact, "in any view");
}

#[test]
fn where_there_is_no_way_the_reason_and_the_way_back_are_told() {
    let mut explorer = Explorer::open(120, 40);
    go(&mut explorer, "pool.run");
    explorer.keys("m");
    go(&mut explorer, "main.main");
    explorer.keys("M z z");
    let screen = explorer.screen();
    assert!(screen.contains("Run to main"), "{screen}");
    assert!(screen.contains("no path: it does not depend on it"), "{screen}");
    assert!(screen.contains("the other way round, path 1 of "), "{screen}");
}

#[test]
fn both_ends_of_ways_can_be_read_in_a_narrow_pane() {
    let mut explorer = Explorer::open(80, 24);
    go(&mut explorer, "Service.Submit");
    explorer.keys("m");
    go(&mut explorer, "clock.System.Now");
    explorer.keys("M");
    let screen = explorer.screen();
    assert!(screen.contains("Submit to Now"), "{screen}");
}

/// Asks for the ways from `main` to a function of another system.
fn ask_for_what_is_built_elsewhere(explorer: &mut Explorer) {
    let far = ("far_windows.go", "package millrace\n\nfunc farOff() {}\n");
    ask_in(explorer, far, "main.main", "farOff");
}

#[test]
fn sentences_are_whole_in_a_narrow_pane_and_follow_its_width() {
    let mut explorer = Explorer::open(120, 60);
    ask_for_what_is_built_elsewhere(&mut explorer);
    let said = |explorer: &Explorer| {
        let rows = explorer.app.ctx.side.list().rows.iter().filter_map(|row| match &row.what {
            RowWhat::Heading(text, _) | RowWhat::Words(text, _) => Some(text.clone()),
            _ => None,
        });
        rows.collect::<Vec<_>>()
    };
    let narrow = said(&explorer);
    let above = explorer.screen();
    explorer.keys("G");
    let screen = above + &explorer.screen();
    assert!(narrow.iter().all(|row| screen.contains(row.as_str())), "{narrow:?} {screen}");
    assert!(narrow.join(" ").contains("not followed: "), "{narrow:?}");
    explorer.keys("z z");
    let wide = said(&explorer);
    assert!(wide.len() < narrow.len() && wide.join(" ") == narrow.join(" "), "{wide:?} {narrow:?}");
    explorer.keys("z z");
    assert_eq!(said(&explorer), narrow);
}

#[test]
fn what_is_built_elsewhere_is_a_reason_for_no_way() {
    let mut explorer = Explorer::open(120, 40);
    ask_for_what_is_built_elsewhere(&mut explorer);
    let screen = explorer.screen();
    assert!(screen.contains("the second is built only on other systems"), "{screen}");
}

#[test]
fn what_stands_under_the_cursor_is_what_is_copied() {
    let mut explorer = Explorer::open(120, 40);
    go(&mut explorer, "pool.run");
    explorer.keys("r y");
    let beside = current(&explorer);
    assert_eq!(beside, "Service.Run");
    let Some(Effect::Copy(Copying::Declaration { what, path, line, declaration })) = explorer.asked.last()
    else {
        panic!("{:?}", explorer.asked.len());
    };
    assert_eq!((what.as_str(), path.as_str()), ("Service.Run", "millrace.go"));
    let text = std::fs::read_to_string(explorer.path(path)).unwrap();
    let copied = &text[declaration.own.start as usize..declaration.own.end as usize];
    assert!(copied.contains("func (s *Service) Run("), "{copied}");
    assert!(text.lines().nth(*line as usize - 1).unwrap().contains("Run("));
}

#[test]
fn a_value_that_is_given_away_is_where_a_way_may_go_on() {
    let mut explorer = Explorer::open(120, 40);
    let text = "package millrace\n\nimport \"example.com/cli\"\n\ntype plan struct{}\n\nfunc (plan) Begin() {}\n\n\
                func hand() { cli.Run(plan{}) }\n";
    ask_in(&mut explorer, ("plan.go", text), "millrace.hand", "plan.Begin");
    let screen = explorer.screen();
    assert!(screen.contains("no path is known") && !screen.contains("it does not depend on it"), "{screen}");
    assert!(screen.contains("reaches its type millrace.plan: code that gets one"), "{screen}");
}

#[test]
fn a_later_way_shows_where_it_leaves_an_earlier_one() {
    let mut explorer = Explorer::open(120, 60);
    let text = "package millrace\n\nfunc from() { a() }\nfunc a() { b() }\nfunc b() { left(); right() }\n\
                func left() { c() }\nfunc right() { c() }\nfunc c() { d() }\nfunc d() { e() }\nfunc e() { to() }\n\
                func to() {}\n";
    ask_in(&mut explorer, ("chain.go", text), "millrace.from", "millrace.to");
    let screen = explorer.screen();
    let rows: Vec<&str> =
        screen.lines().skip_while(|row| !row.contains("path 2 of 2: 7 steps")).skip(1).take(5).collect();
    let expected =
        ["F millrace.a ", "F millrace.b ", "F millrace.right ", "F millrace.c ", "the last 3 as in path 1"];
    assert!(expected.iter().zip(&rows).all(|(text, row)| row.contains(text)), "{screen}");
}
