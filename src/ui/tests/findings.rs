//! Unused symbols and the commits of a symbol, as the Symbols view shows them.

use std::fs;

use super::Explorer;

#[test]
fn what_nothing_reaches_is_found_by_the_filter() {
    let mut explorer = Explorer::open(120, 40);
    fs::write(explorer.path("store/lost.go"), "package store\n\nfunc lost() {}\n\nfunc helped() {}\n")
        .unwrap();
    let test = "package store\n\nimport \"testing\"\n\nfunc TestHelped(t *testing.T) { helped() }\n";
    fs::write(explorer.path("store/lost_test.go"), test).unwrap();
    explorer.build();
    let mut rows = |text: &str| {
        explorer.keys("/ ctrl-u");
        explorer.write(text);
        explorer.keys("enter");
        ["store.lost", "store.helped", "store.NewMemory"].map(|name| explorer.screen().contains(name))
    };
    assert_eq!(rows("is:unused pkg:store"), [true, false, false]);
    assert_eq!(rows("is:test-only pkg:store kind:func"), [false, true, false]);
    assert_eq!(rows("!unused pkg:store kind:func"), [false, true, true]);
    assert_eq!(rows("pkg:store kind:func"), [true, true, true]);
    explorer.keys("s s s s s s s s s s s s");
    let screen = explorer.screen();
    assert!(screen.contains("(by use)"), "{screen}");
    let places = ["store.lost", "store.helped", "store.NewMemory"].map(|name| screen.find(name));
    assert!(places.is_sorted(), "{screen}");
}

#[test]
fn the_commits_behind_a_symbol_are_listed_and_lead_to_their_impact() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("NewMemory");
    explorer.keys("enter c");
    let screen = explorer.screen();
    assert!(screen.contains("is not under git"), "{screen}");
    explorer.git(&["init", "-q"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-qm", "keep jobs in memory"]);
    explorer.keys("c c");
    let screen = explorer.screen();
    assert!(
        screen.contains("1 commit, introduced by ") && screen.contains("keep jobs in memory"),
        "{screen}"
    );
    explorer.keys("esc");
    assert!(!explorer.screen().contains("keep jobs in memory"));
    let text = fs::read_to_string(explorer.path("store/memory.go")).unwrap();
    let text = text.replace("make(map[job.ID]job.Job)", "make(map[job.ID]job.Job, 8)");
    fs::write(explorer.path("store/memory.go"), text).unwrap();
    explorer.git(&["commit", "-qam", "make room", "-m", "Somebody asked."]);
    explorer.build();
    explorer.keys("c up right");
    let screen = explorer.screen();
    assert!(screen.contains("2 commits, introduced by "), "{screen}");
    assert!(screen.contains("Somebody asked.") && screen.contains("+ func NewMemory()"), "{screen}");
    explorer.keys("enter");
    let screen = explorer.screen();
    assert!(screen.contains("Impact of ") && screen.contains("NewMemory"), "{screen}");
    // The key shows the commits of a row in Impact, too.
    explorer.keys("c");
    let screen = explorer.screen();
    assert!(screen.contains("keep jobs in memory"), "{screen}");
}

#[test]
fn who_changed_each_line_last_is_shown_beside_the_source() {
    let mut explorer = Explorer::open(120, 40);
    explorer.git(&["init", "-q"]);
    explorer.git(&["add", "-A"]);
    explorer.git(&["commit", "-qm", "all of it", "--author", "Ann Lee <ann@example.com>"]);
    explorer.keys("/");
    explorer.write("NewMemory");
    explorer.keys("enter z @");
    let screen = explorer.screen();
    assert!(screen.contains("│ @Ann Lee "), "{screen}");
    let text = fs::read_to_string(explorer.path("store/memory.go")).unwrap();
    fs::write(explorer.path("store/memory.go"), text.replace("func NewMemory", "// New.\nfunc NewMemory"))
        .unwrap();
    explorer.build();
    let screen = explorer.screen();
    assert!(screen.contains("│ @Ann Lee ") && screen.contains("│ not committed yet"), "{screen}");
    explorer.keys("z @");
    assert!(!explorer.screen().contains("Ann Lee"));
}
