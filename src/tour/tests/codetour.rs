//! Steps as CodeTour has them: every place that it knows, selections, and words alone.

use super::*;

#[test]
fn steps_of_codetour_are_found_as_codetour_finds_them() {
    let tree = Tree::new();
    let tour = Tour::parse(
        br####"{"title": "1 - T", "steps": [
            {"file": "main.go", "line": 5, "description": ""},
            {"file": "./main.go", "selection": {"start": {"line": 1}, "end": {"line": 3.0}}, "description": ""},
            {"file": "main.go", "pattern": "^func run\\(", "description": ""},
            {"file": "main.go", "pattern": "(?<!x)store\\.Open", "description": ""},
            {"file": "main.go", "description": "at its end"},
            {"directory": "store", "file": "gone.go", "description": ""},
            {"uri": "https://example.com", "description": ""},
            {"view": "scm", "description": ""},
            {"description": "### Words\nalone"},
            {"file": "main.go", "line": 500, "description": ""},
            {"file": "main.go", "pattern": "^func walk", "description": ""},
            {"file": "gone.go", "line": 1, "description": ""},
            {"file": "../secret", "line": 1, "description": ""},
            {"file": "gone.go", "contents": "a\nb\n", "pattern": "^b", "description": ""}
        ]}"####,
    )
    .unwrap();
    let found = tree.found(&tour);
    let kept = |place: &str| (Verdict::Kept, place.to_owned());
    assert_eq!(found[..3], [kept("main.go:5"), kept("main.go:1"), kept("main.go:7")]);
    assert_eq!(found[3], kept("main.go:8"), "look-around");
    assert_eq!(found[4..6], [kept("main.go:10"), kept("")]);
    assert!(found[6..9].iter().all(|f| f.0 == Verdict::Unchecked));
    assert!(found[9..12].iter().all(|f| matches!(f.0, Verdict::Gone(_))), "{found:?}");
    assert!(matches!(found[12].0, Verdict::Refused(_)));
    assert_eq!(found[13], (Verdict::Unchecked, "gone.go:2".to_owned()), "its text comes with the tour");
    assert_eq!((tour.step(8).unwrap().title(), tour.step(2).unwrap().title()), ("Words", "main.go"));
}

/// The lines that each step is about.
fn lines(tree: &Tree, tour: &Tour) -> Vec<Option<[u32; 2]>> {
    tree.finds(tour).iter().map(|found| found.spot.as_ref().and_then(|spot| spot.lines)).collect()
}

#[test]
fn a_selection_is_about_its_lines_and_a_line_beside_it_is_the_place() {
    let tree = Tree::new();
    let tour = Tour::parse(
        br#"{"title": "T", "steps": [
            {"file": "main.go", "selection": {"start": {"line": 7, "character": 1}, "end": {"line": 9, "character": 2}}, "description": ""},
            {"file": "main.go", "line": 8, "selection": {"start": {"line": 7}, "end": {"line": 9}}, "description": ""},
            {"file": "main.go", "selection": {"start": {"line": 7}, "end": {"line": 900}}, "description": ""}
        ]}"#,
    )
    .unwrap();
    let found = tree.found(&tour);
    assert_eq!((found[0].1.as_str(), found[1].1.as_str()), ("main.go:7", "main.go:8"));
    assert!(matches!(found[2].0, Verdict::Gone(_)), "there is no such line");
    assert_eq!(lines(&tree, &tour), [Some([7, 9]), Some([7, 9]), None]);
}

#[test]
fn written_lines_are_found_again_and_are_gone_where_their_text_is() {
    let mut tree = Tree::new();
    let text = "package work\n\n// Run runs.\nfunc Run() {\n\tprepare()\n\tfor {\n\t\tone()\n\t}\n}\n\n\
                func prepare() {}\n\nfunc one() {}\n";
    tree.write("work/work.go", text);
    let written = |tree: &Tree, path: &str, lines: [u32; 2]| {
        let opener = Opener::new(&tree.repository.root);
        let made = StepDraft::of_lines(&tree.snapshot.graph(), path, lines, &|path| opener.open(path));
        made.expect("lines of a file").0
    };
    let mut tour = Tour::new("T", "");
    // In a declaration, over two of them, and words alone.
    tour.insert(0, &written(&tree, "work/work.go", [6, 8]));
    tour.insert(1, &written(&tree, "work/work.go", [9, 11]));
    tour.insert(2, &StepDraft { description: "Words.\n\nMore.".to_owned(), ..StepDraft::default() });
    let raw: serde_json::Value = serde_json::from_str(&tour.to_text()).unwrap();
    let (step, words) = (&raw["steps"][0], &raw["steps"][2]);
    assert_eq!((step["title"].as_str(), step["line"].is_null()), (Some("work.Run: for {"), true));
    assert_eq!(step["selection"]["start"], serde_json::json!({ "line": 6, "character": 1 }));
    assert_eq!(step["selection"]["end"], serde_json::json!({ "line": 8, "character": 3 }));
    assert_eq!(words, &serde_json::json!({ "description": "Words.\n\nMore." }));
    assert_eq!(tour.step(2).unwrap().title(), "Words.");
    assert!(tree.found(&tour).iter().take(2).all(|found| found.0 == Verdict::Kept));

    let moved = text.replace("\tprepare()\n", "\tprepare()\n\tprepare()\n");
    tree.write("work/work.go", &moved.replace("one()\n", "  one( )\n").replace("one( )", "one()"));
    let found = tree.found(&tour);
    assert_eq!(found[0], (Verdict::Moved, "work/work.go:7".to_owned()));
    assert_eq!(lines(&tree, &tour)[0], Some([7, 9]));
    let opener = Opener::new(&tree.repository.root);
    let graph = tree.snapshot.graph();
    let found = tree.finds(&tour);
    assert_eq!(renew(&graph, &mut tour, &found, &|path| opener.open(path)), [0]);
    assert_eq!(tour.step(0).unwrap().selection(), Some([7, 9]));
    assert_eq!(tree.found(&tour)[0].0, Verdict::Kept, "the tour is up to date");

    tree.write("work/work.go", &text.replace("for {", "if true {"));
    let found = tree.found(&tour);
    assert!(matches!(&found[0].0, Verdict::Gone(why) if why.contains("no longer in work.Run")), "{found:?}");
    assert_eq!(found[0].1, "work/work.go:4", "its declaration is shown");
}
