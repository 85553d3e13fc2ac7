//! An own tour that follows: its links their steps, its steps the code.

use std::fs;

use crate::ui::tests::Explorer;

#[test]
fn why_a_step_is_there_is_told_of_the_code_as_it_is() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A 5 i");
    assert!(explorer.screen().contains("where the tour says that it is"), "{}", explorer.screen());
    edit(&mut explorer, 0, |text, _| text.replacen("package ", "// Added.\n\npackage ", 1));
    let screen = explorer.screen();
    assert!(screen.contains("Moved: it is at") && screen.contains("Its symbol moved since"), "{screen}");
    assert!(!screen.contains("where the tour says that it is"), "{screen}");
}

/// Changes the file of a step's symbol, whose qualified name is told, and brings the index in step.
fn edit(explorer: &mut Explorer, step: usize, change: impl Fn(&str, &str) -> String) {
    let id = explorer.app.tours.playing.as_ref().unwrap().tour.step(step).unwrap().anchor().unwrap().symbol;
    let mut parts = id.split("::");
    let (path, name) = (explorer.path(parts.next().unwrap()), parts.next().unwrap().to_owned());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(path, change(&text, &name)).unwrap();
    explorer.build();
}
