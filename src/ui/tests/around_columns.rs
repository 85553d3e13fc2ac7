//! The relations of a symbol on a wide screen: dependants, source and dependencies side by side.

use super::Explorer;
use crate::app::layout::Size;
use crate::app::msg::{Click, Mouse, Msg};
use crate::app::relations::RelationRow;
use crate::app::symbols::AroundColumn;

fn columns(explorer: &Explorer) -> Option<[AroundColumn; 2]> {
    explorer.app.symbols.around_columns(&explorer.app.ctx)
}

#[test]
fn a_broad_screen_has_dependants_source_and_dependencies_side_by_side() {
    let mut explorer = Explorer::open(200, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter r");
    let before = explorer.app.symbols.relations.clone();
    explorer.keys("z z");
    insta::assert_snapshot!("around_columns", explorer.screen());
    let [left, right] = columns(&explorer).expect("three columns");
    assert!(left.has_cursor && !right.has_cursor);
    // A dependency stands beside the line that refers to it, unless another one took that line.
    let screen = explorer.screen();
    let lines: Vec<&str> = screen.lines().collect();
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().graph();
    let mut beside = 0;
    for (y, at) in &right.rows.shown {
        if let RelationRow::Edge { other, .. } = explorer.app.symbols.relations[*at] {
            let source = lines[usize::from(right.area.y) + 1 + y].split('│').nth(1).unwrap_or_default();
            beside += usize::from(source.contains(graph.symbol(other).name()));
        }
    }
    assert!(beside >= 2, "{screen}");
    // Left and right cross the source, and Enter stays in the columns.
    explorer.keys("l");
    assert!(columns(&explorer).is_some_and(|[_, right]| right.has_cursor), "{}", explorer.screen());
    explorer.keys("h");
    assert!(columns(&explorer).is_some_and(|[left, _]| left.has_cursor), "{}", explorer.screen());
    let subject = explorer.app.symbols.listed();
    explorer.keys("l enter");
    assert!(columns(&explorer).is_some() && explorer.app.symbols.listed() != subject);
    explorer.keys("[ z z");
    assert!(columns(&explorer).is_none());
    assert_eq!(explorer.app.symbols.relations, before, "the usual order is back");
}

#[test]
fn columns_take_the_mouse_and_give_way_to_a_narrow_screen() {
    let mut explorer = Explorer::open(200, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter r z z");
    let [_, right] = columns(&explorer).expect("three columns");
    let is_neighbour = |at: usize| explorer.app.symbols.relations[at].other().is_some();
    let &(y, at) = right.rows.shown.iter().find(|(_, at)| is_neighbour(*at)).expect("a dependency");
    let did = Click::Press;
    explorer.send(Msg::Mouse(Mouse { x: right.area.x + 4, y: right.area.y + 1 + y as u16, did }));
    assert_eq!(explorer.app.symbols.relation.at, at);
    // The source keeps its place between the columns when it gets the keys.
    explorer.keys("shift-tab");
    assert!(columns(&explorer).is_some(), "{}", explorer.screen());
    explorer.send(Msg::Resize(Size { width: 120, height: 40 }));
    assert!(columns(&explorer).is_none(), "{}", explorer.screen());
}
