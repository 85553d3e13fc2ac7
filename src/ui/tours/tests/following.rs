//! A written tour follows the code, and its links follow their steps.

use std::fs;

use super::with_tour;
use crate::app::side::SideRow;
use crate::ui::tests::Explorer;

/// The words of the open tour's steps.
fn words(explorer: &Explorer) -> Vec<String> {
    let playing = explorer.app.tours.playing.as_ref().unwrap();
    playing.now.tour.steps().map(|step| step.description().to_owned()).collect()
}

#[test]
fn links_go_along_with_the_steps_that_they_lead_to() {
    let mut explorer = Explorer::open(120, 40);
    let steps = ["one", "two", "see [it][#2], [#1] and [Own#4]", "back to [#3]"];
    let steps = steps.map(|words| format!("{{\"title\": \"T\", \"description\": \"{words}\"}}")).join(", ");
    with_tour(&explorer, ".tours/own.tour", &format!("{{\"title\": \"Own\", \"steps\": [{steps}]}}"));
    explorer.keys("4 enter down down , k");
    assert_eq!(words(&explorer)[1..], ["see [it][#3], [#1] and [Own#4]", "two", "back to [#2]"]);
    assert!(
        explorer.screen().contains("links in the text still lead where they did; u undoes that"),
        "{}",
        explorer.screen()
    );
    explorer.keys("u");
    assert_eq!(words(&explorer)[2], "see [it][#2], [#1] and [Own#4]");
    explorer.keys("g g j j x");
    assert_eq!(words(&explorer), ["one", "see it, [#1] and [Own#3]", "back to [#2]"]);
    assert!(explorer.screen().contains("a link to it is plain text now"), "{}", explorer.screen());
    explorer.keys("u");
    assert_eq!(words(&explorer)[2], "see [it][#2], [#1] and [Own#4]");
}

#[test]
fn why_a_step_is_there_is_told_of_the_code_as_it_is() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A 4 a");
    let said = |explorer: &Explorer| {
        let rows: Vec<&str> = explorer.app.ctx.side.list().rows.iter().map(SideRow::text).collect();
        format!("{} {}", rows.join(" "), explorer.screen())
    };
    assert!(said(&explorer).contains("where the tour says it is"), "{}", explorer.screen());
    edit(&mut explorer, 0, |text, _| text.replacen("package ", "// Added.\n\npackage ", 1));
    let screen = said(&explorer);
    assert!(screen.contains("Its symbol moved since"), "{screen}");
    assert!(!screen.contains("where the tour says it is"), "{screen}");
}

#[test]
fn a_generated_tour_is_told_of_the_code_as_it_is() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("4 enter n n");
    let at = |explorer: &Explorer| {
        let playing = explorer.app.tours.playing.as_ref().unwrap();
        let anchor = playing.now.tour.step(playing.now.step).unwrap().anchor().unwrap();
        (anchor.symbol, anchor.line, playing.now.visited.len())
    };
    let (symbol, line, visited) = at(&explorer);
    edit(&mut explorer, 2, |text, _| text.replacen("package ", "// Added.\n\npackage ", 1));
    assert_eq!(at(&explorer), (symbol, line + 2, visited));
    let screen = explorer.screen();
    assert!(!screen.contains("Moved") && screen.contains(&format!("▸ {}", line + 2)), "{screen}");
}

#[test]
fn what_is_saved_says_where_the_code_is_now() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A 4 , s ctrl-u M i n e enter");
    assert!(!explorer.screen().contains("at its code again"), "{}", explorer.screen());
    let read = |explorer: &Explorer| fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    edit(&mut explorer, 0, |text, name| text.replace(name.rsplit('.').next().unwrap(), "Otherwise"));
    assert!(explorer.screen().contains("Renamed: now "), "{}", explorer.screen());
    explorer.keys(", s enter");
    let screen = explorer.screen();
    assert!(screen.contains("step 1 is at its code again") && !screen.contains("Renamed"), "{screen}");
    assert!(!screen.contains(" renamed"), "{screen}");
    let text = read(&explorer);
    for key in ["\"title\"", "\"pattern\"", "\"symbol\""] {
        assert!(text.lines().any(|line| line.contains(key) && line.contains("Otherwise")), "{key} of {text}");
    }
    assert_eq!(words(&explorer), [""], "a person's step begins without words, and stays so: {text}");
    // A later change is followed from the new name, though nothing of the first name is left.
    edit(&mut explorer, 0, |text, _| text.replace("Otherwise", "Again"));
    assert!(explorer.screen().contains("Renamed: now "), "{}", explorer.screen());
    edit(&mut explorer, 0, |text, _| text.to_owned());
    explorer.keys(", s enter , s enter");
    assert!(!explorer.screen().contains("at its code again"), "once is enough: {}", explorer.screen());
    assert!(read(&explorer).contains("Again") && !read(&explorer).contains("Otherwise"));
}

#[test]
fn steps_that_saving_brought_up_to_date_can_be_put_back() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("A 4 , s ctrl-u M i n e enter");
    let read = |explorer: &Explorer| fs::read_to_string(explorer.path(".tours/mine.tour")).unwrap();
    let before = read(&explorer);
    edit(&mut explorer, 0, |text, name| text.replace(name.rsplit('.').next().unwrap(), "Otherwise"));
    explorer.keys(", s ctrl-u O u r s enter");
    let screen = explorer.screen();
    assert!(screen.contains("u undoes that") && explorer.hinted("undo"), "{screen}");
    explorer.keys("u");
    let screen = explorer.screen();
    assert!(screen.contains(", s saves them so") && screen.contains("Renamed: now "), "{screen}");
    explorer.keys(", s enter");
    let ours = fs::read_to_string(explorer.path(".tours/ours.tour")).unwrap();
    assert_eq!(ours, before.replace("Mine", "Ours"), "as it was written, but under the title");
    explorer.keys("esc enter , s enter");
    assert!(explorer.screen().contains("at its code again"), "opened anew: {}", explorer.screen());
}

/// Changes the file of a step's symbol, given by its qualified name, and updates the index.
fn edit(explorer: &mut Explorer, step: usize, change: impl Fn(&str, &str) -> String) {
    let id =
        explorer.app.tours.playing.as_ref().unwrap().now.tour.step(step).unwrap().anchor().unwrap().symbol;
    let mut parts = id.split("::");
    let (path, name) = (explorer.path(parts.next().unwrap()), parts.next().unwrap().to_owned());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(path, change(&text, &name)).unwrap();
    explorer.build();
}
