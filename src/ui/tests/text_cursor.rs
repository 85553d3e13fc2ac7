//! The cursor in the sources of Impact and Tours, which is that of Symbols.

use super::Explorer;
use crate::app::View;
use crate::app::msg::{Copying, Effect};
use crate::app::pane::Slot;
use crate::app::side::Panel;
use crate::app::source::Caret;

/// Moves the cursor of the source to a name below it, and returns where it stands.
fn to_name(explorer: &mut Explorer, name: &str, caret: fn(&Explorer) -> Option<Caret>) -> Caret {
    let words = |explorer: &Explorer| {
        let text = match explorer.app.ctx.view {
            View::Impact => explorer.app.impact.slots.pane.text(),
            _ => explorer.app.tours.slots.pane.text(),
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
    let row = selected(&explorer);
    explorer.keys("enter");
    assert_eq!((explorer.app.ctx.view, explorer.app.impact.slots.focus), (View::Impact, Slot::Source));
    let caret: fn(&Explorer) -> Option<Caret> = |explorer| explorer.app.impact.slots.pane.caret();
    let first = caret(&explorer).unwrap();
    explorer.keys("down down up");
    assert_eq!(caret(&explorer).unwrap().row, first.row + 1);
    explorer.keys("end");
    let text = explorer.app.impact.slots.pane.text().unwrap().lines.len();
    assert_eq!(caret(&explorer).unwrap().row, text - 1, "the text scrolls with the cursor");
    let path = explorer.app.impact.slots.pane.shown.as_ref().unwrap().path.clone();
    assert!(explorer.screen().contains(&format!("{path}:{text}")), "{}", explorer.screen());
    explorer.keys("home");
    to_name(&mut explorer, "Limited", caret);
    explorer.keys("enter");
    let reads = |explorer: &Explorer| explorer.screen().contains("worker › Limited");
    assert!(reads(&explorer) && explorer.app.ctx.view == View::Impact, "{}", explorer.screen());
    explorer.keys("[");
    assert!(!reads(&explorer) && explorer.app.impact.slots.focus == Slot::Source, "{}", explorer.screen());
    explorer.keys("] esc");
    assert_eq!((explorer.app.impact.slots.focus, selected(&explorer)), (Slot::List, row), "the row stays");
    assert!(!reads(&explorer), "{}", explorer.screen());
}

#[test]
fn a_name_in_the_source_of_a_tour_is_followed_and_the_tour_keeps_its_keys() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter g A tab");
    let caret: fn(&Explorer) -> Option<Caret> = |explorer| explorer.app.tours.slots.pane.caret();
    to_name(&mut explorer, "work", caret);
    explorer.keys("g r");
    assert_eq!((explorer.app.ctx.view, explorer.app.panel()), (View::Tours, Panel::Related));
    assert_eq!(explorer.about(), "worker.Pool.work", "{}", explorer.screen());
    explorer.keys("esc tab");
    // Folds and the search are those of every source, and the next step is always one key away.
    explorer.keys("z f");
    assert!(!explorer.app.tours.slots.pane.folds.is_empty(), "{}", explorer.screen());
    explorer.keys("n");
    assert!(explorer.screen().contains("end of the tour"), "{}", explorer.screen());
}

#[test]
fn lines_selected_in_any_source_become_a_step_or_are_copied() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter 3 tab down V down down");
    let lines = |shown: &Option<crate::app::source::Shown>, at: Option<Caret>| {
        let rows = shown.as_ref().unwrap().selected(at.unwrap().row);
        rows.map(|rows| [*rows.start() as u32 + 1, *rows.end() as u32 + 1])
    };
    let of_impact = |explorer: &Explorer| {
        let impact = &explorer.app.impact;
        lines(&impact.slots.pane.shown, impact.slots.pane.caret())
    };
    let selected = of_impact(&explorer).expect("lines of Impact");
    assert_eq!(selected[1] - selected[0], 2);
    explorer.keys("esc");
    assert_eq!(of_impact(&explorer), None, "esc ends the selection, and the pane keeps the focus");
    explorer.keys("V up A 4");
    let of_tour = |explorer: &Explorer| {
        let tours = &explorer.app.tours;
        lines(&tours.slots.pane.shown, tours.slots.pane.caret())
    };
    let steps = |explorer: &Explorer| explorer.app.tours.playing.as_ref().unwrap().now.tour.steps().len();
    assert_eq!(steps(&explorer), 1, "{}", explorer.screen());
    let text = explorer.app.tours.slots.pane.text().unwrap().clone();
    let row = |n: u32| text.plain(n as usize - 1);
    // In the tour, the next two lines as a step of their own; then copied.
    explorer.keys("tab down V down A");
    assert_eq!(steps(&explorer), 2, "{}", explorer.screen());
    explorer.keys("V down");
    let [first, last] = of_tour(&explorer).expect("lines of the tour");
    explorer.keys("y");
    let Some(Effect::Copy(Copying::Text { text: copied, .. })) = explorer.asked.last() else {
        panic!("nothing is copied")
    };
    assert_eq!(*copied, format!("{}\n{}\n", row(first), row(last)));
    assert_eq!(of_tour(&explorer), None);
}
