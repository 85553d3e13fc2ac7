//! Rows that are picked, and the actions on all of them.

use super::Explorer;
use crate::app::msg::{Copying, Effect};
use crate::model::SymbolId;
use crate::search::pack::RowOverride;
use crate::search::pack::render::DetailLevel;

/// The names of the picked symbols.
fn picked(explorer: &Explorer) -> Vec<String> {
    let snapshot = explorer.app.ctx.index.snapshot.as_ref().unwrap();
    let graph = snapshot.graph();
    explorer.app.ctx.picks.symbols().iter().map(|&id| graph.symbol(id).label()).collect()
}

/// Rows of the list at the left that show the sign of a picked row.
fn ticked(explorer: &Explorer) -> usize {
    let screen = explorer.screen();
    let lists = screen.lines().skip(1).take(38).filter_map(|line| line.split('│').next());
    lists.filter(|row| row.contains('✓')).count()
}

/// The rows of the answer.
fn rows(explorer: &Explorer) -> Vec<SymbolId> {
    explorer.app.query.answered.as_ref().unwrap().answer.rows.iter().map(|row| row.symbol).collect()
}

#[test]
fn space_picks_rows_of_every_list_and_goes_on() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("space down space");
    assert_eq!((picked(&explorer).len(), ticked(&explorer)), (2, 2), "{}", explorer.screen());
    assert!(explorer.screen().contains("✓ 2 picked"), "{}", explorer.screen());
    // Neighbours, an answer, what a change affects: the set is one.
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter r space");
    assert_eq!(picked(&explorer).len(), 3, "{}", explorer.screen());
    assert!(
        explorer.screen().lines().any(|line| line.contains("✓") && line.contains("Service.Run")),
        "{}",
        explorer.screen()
    );
    explorer.keys("1 3 down space");
    assert!(picked(&explorer).len() >= 3 && ticked(&explorer) >= 1, "{}", explorer.screen());
    explorer.keys("2");
    explorer.write("retry a failed job");
    explorer.keys("enter space space");
    let best = rows(&explorer)[0];
    assert!(explorer.app.ctx.picks.symbols().contains(&best));
    assert!(explorer.screen().contains("▸ ") && ticked(&explorer) >= 2, "{}", explorer.screen());
    // Esc drops them, and what was dropped is found again.
    let before = picked(&explorer);
    explorer.keys("esc");
    assert_eq!((picked(&explorer).len(), ticked(&explorer)), (0, 0), "{}", explorer.screen());
    explorer.keys("g v");
    assert_eq!(picked(&explorer), before);
}

#[test]
fn a_picked_row_is_dropped_by_the_same_key_and_all_by_one() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("space up space");
    assert_eq!(picked(&explorer), Vec::<String>::new(), "the first row is picked, then dropped");
    explorer.keys("/");
    explorer.write("kind:struct");
    explorer.keys("enter ctrl-a");
    let listed = explorer.app.symbols.listing.as_ref().unwrap().rows.len();
    assert_eq!(picked(&explorer).len(), listed);
    explorer.keys("ctrl-a");
    assert_eq!(picked(&explorer).len(), 0, "{}", explorer.screen());
    explorer.keys("tab space");
    assert!(explorer.screen().contains("there is no row here to pick"), "{}", explorer.screen());
}

#[test]
fn actions_are_about_all_picked_rows_and_end_the_picking() {
    let mut explorer = Explorer::open(120, 40);
    let pick_two = |explorer: &mut Explorer| explorer.keys("1 g g space space");
    pick_two(&mut explorer);
    let two = picked(&explorer);
    explorer.keys("y");
    let Some(Effect::Copy(Copying::Several { what, parts })) = explorer.asked.last() else {
        panic!("{}", explorer.screen())
    };
    assert_eq!((what.as_str(), parts.len()), ("2 symbols", 2));
    assert!(matches!(&parts[0], Copying::Declaration { what, .. } if two[0].ends_with(what.as_str())));
    assert_eq!(picked(&explorer).len(), 0);
    pick_two(&mut explorer);
    explorer.keys("+");
    assert!(explorer.screen().contains("2 symbols added to the pack"), "{}", explorer.screen());
    explorer.keys("2");
    assert_eq!(rows(&explorer).len(), 2, "{}", explorer.screen());
    pick_two(&mut explorer);
    explorer.keys("g A");
    let tour = explorer.app.tours.playing.as_ref().expect("an open tour");
    let titles: Vec<String> = tour.now.tour.steps().map(|step| step.title().to_string()).collect();
    assert_eq!(titles, two);
    pick_two(&mut explorer);
    explorer.keys("A");
    assert!(explorer.screen().contains("step 2"), "{}", explorer.screen());
}

#[test]
fn picked_rows_are_pinned_and_banned_together() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("2");
    explorer.write("retry a failed job");
    explorer.keys("enter + space space x");
    let rows = rows(&explorer);
    let of = |explorer: &Explorer, at: usize| explorer.app.query.choices.overrides.of(rows[at]);
    assert_eq!([of(&explorer, 0), of(&explorer, 1)], [Some(RowOverride::BANNED); 2]);
    assert_eq!(of(&explorer, 2), None);
    explorer.keys("u");
    assert_eq!([of(&explorer, 0), of(&explorer, 1)], [Some(RowOverride::PINNED), None]);
    explorer.keys("g v +");
    assert_eq!([of(&explorer, 0), of(&explorer, 1)], [Some(RowOverride::PINNED); 2]);
    explorer.keys("g v + g v + g v +");
    let whole = RowOverride { least: Some(DetailLevel::Full), most: Some(DetailLevel::Full) };
    assert_eq!([of(&explorer, 0), of(&explorer, 1)], [Some(whole); 2], "no more can be shown");
    // A symbol that is picked elsewhere is no row of the answer.
    explorer.keys("1 /");
    explorer.write("clock.alarm");
    explorer.keys("enter space");
    assert_eq!(picked(&explorer).len(), 1, "{}", explorer.screen());
    explorer.keys("2 +");
    assert!(explorer.screen().contains("1 row picked, but not in this answer"), "{}", explorer.screen());
}

#[test]
fn picks_outlive_an_edit_of_the_tree() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("space space");
    let before = picked(&explorer);
    let text = std::fs::read_to_string(explorer.path("millrace.go")).unwrap();
    std::fs::write(explorer.path("millrace.go"), format!("{text}\nfunc added() {{}}\n")).unwrap();
    explorer.build();
    assert_eq!((picked(&explorer), ticked(&explorer)), (before, 2), "{}", explorer.screen());
}
