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
