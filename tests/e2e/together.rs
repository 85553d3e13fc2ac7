//! Two programs on one repository: both see what is saved, and neither takes the other's index away.

use std::fs;

use super::terminal::Setup;

#[test]
fn two_explorers_follow_the_same_tree() {
    let setup = Setup::sample();
    let mut both = [setup.clone().open(), setup.clone().open()];
    for terminal in &mut both {
        terminal.wait("an index", |screen| screen.contains("✓") && screen.contains("job.Job"));
        terminal.keys("/brandnew");
        terminal.wait("no match", |screen| screen.contains("nothing matches"));
    }
    for round in 0..3 {
        let text = format!("package millrace\n\nfunc BrandNew{round}() {{}}\n");
        fs::write(setup.root().join("new.go"), text).unwrap();
        for terminal in &mut both {
            terminal.wait("the new symbol", |screen| screen.contains(&format!("millrace.BrandNew{round}")));
        }
    }
    for terminal in &mut both {
        terminal.keys("\x03");
        assert_eq!(terminal.end(), 0);
        terminal.assert_restored();
    }
}

#[test]
fn words_that_two_explorers_have_in_their_editors_stay_apart() {
    let setup = Setup::sample()
        .script("slow", "echo words of the slow one > \"$2\"; while [ ! -e ../ended ]; do sleep 0.05; done")
        .script("quick", "echo words of the quick one > \"$2\"")
        .script("window", "");
    let ended = setup.root().parent().unwrap().join("ended");
    let [mut slow, mut quick, mut window] =
        ["slow", "quick", "window"].map(|editor| setup.clone().with("EDITOR", editor).open());
    for terminal in [&mut slow, &mut quick, &mut window] {
        terminal.wait("an index", |screen| screen.contains("✓") && screen.contains("job.Job"));
        terminal.keys("A4");
        terminal.wait("the step", |screen| screen.contains("New tour"));
    }
    slow.keys(",w");
    quick.keys(",w");
    quick.wait("its words", |screen| screen.contains("words of the quick one"));
    fs::write(ended, "").unwrap();
    slow.wait("its words", |screen| screen.contains("words of the slow one"));
    window.keys(",w");
    window.wait("what is amiss", |screen| screen.contains("the editor returned at once"));
}
