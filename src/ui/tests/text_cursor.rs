//! The cursor in the sources of Impact and Tours, which is that of Symbols.

use super::Explorer;
use crate::app::View;
use crate::app::source::Caret;

/// Moves the cursor of the source to a name below it, and returns where it stands.
fn to_name(explorer: &mut Explorer, name: &str, caret: fn(&Explorer) -> Option<Caret>) -> Caret {
    let words = |explorer: &Explorer| {
        let text = match explorer.app.ctx.view {
            View::Impact => explorer.app.impact.text(),
            _ => explorer.app.tours.source_text(),
        };
        text.unwrap().word_at(caret(explorer).unwrap()).map(|word| word.text)
    };
    for _ in 0..200 {
        if words(explorer).as_deref() == Some(name) {
            break;
        }
        explorer.keys("ctrl-right");
    }
    assert_eq!(words(explorer).as_deref(), Some(name), "{}", explorer.screen());
    caret(explorer).unwrap()
}

fn selected(explorer: &Explorer) -> String {
    let snapshot = explorer.app.ctx.index.snapshot.as_ref().unwrap();
    snapshot.graph().symbol(explorer.app.current().unwrap()).label()
}

#[test]
fn a_name_in_the_source_of_impact_is_followed_and_the_way_back_leads_there() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter 3");
    // As long as the cursor was not moved, Enter opens the row.
    let row = selected(&explorer);
    explorer.keys("tab enter");
    assert_eq!((explorer.app.ctx.view, selected(&explorer)), (View::Symbols, row));
    explorer.keys("[");
    let caret: fn(&Explorer) -> Option<Caret> = |explorer| explorer.app.impact.caret();
    let first = caret(&explorer).unwrap();
    explorer.keys("down down up");
    assert_eq!(caret(&explorer).unwrap().row, first.row + 1);
    explorer.keys("end");
    let text = explorer.app.impact.text().unwrap().lines.len();
    assert_eq!(caret(&explorer).unwrap().row, text - 1, "the text scrolls with the cursor");
    let path = explorer.app.impact.shown.as_ref().unwrap().path.clone();
    assert!(explorer.screen().contains(&format!("{path}:{text}")), "{}", explorer.screen());
    explorer.keys("home");
    to_name(&mut explorer, "Limited", caret);
    explorer.keys("enter");
    assert_eq!(explorer.app.ctx.view, View::Symbols);
    assert_eq!(selected(&explorer), "worker.Limited");
    explorer.keys("[");
    assert_eq!(explorer.app.ctx.view, View::Impact);
}

#[test]
fn a_name_in_the_source_of_a_tour_is_followed_and_the_tour_keeps_its_keys() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter g A tab");
    let caret: fn(&Explorer) -> Option<Caret> = |explorer| explorer.app.tours.caret();
    to_name(&mut explorer, "work", caret);
    explorer.keys("g r");
    assert_eq!((explorer.app.ctx.view, selected(&explorer).as_str()), (View::Symbols, "worker.Pool.Run"));
    assert!(explorer.screen().contains("▸ Around worker.Pool.work"), "{}", explorer.screen());
    explorer.keys("[");
    assert_eq!(explorer.app.ctx.view, View::Tours);
    // What only the source of Symbols has says so.
    explorer.keys("V");
    assert!(explorer.screen().contains("works in the source of Symbols"), "{}", explorer.screen());
}
