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
            {"file": "gone.go", "contents": "a\nb\n", "pattern": "^b", "description": ""},
            {"file": "main.go", "line": "5", "description": ""}
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
    assert_eq!(found[14], kept("main.go:5"), "a number as a string");
    assert_eq!((tour.step(8).unwrap().title(), tour.step(2).unwrap().title()), ("Words", "main.go"));
}

#[test]
fn a_place_beside_the_repository_that_is_the_repository_is_found() {
    let tree = Tree::new();
    let root = tree.repository.root.to_string_lossy().into_owned();
    let folder = root.rsplit('/').next().unwrap();
    let tour = serde_json::json!({"title": "T", "steps": [
        {"file": format!("../{folder}/main.go"), "line": 5, "description": ""},
        {"uri": format!("file://{root}/store/store.go"), "line": 3, "description": ""},
        {"file": format!("../{folder}x/main.go"), "line": 5, "description": ""},
    ]});
    let tour = Tour::parse(tour.to_string().as_bytes()).unwrap().in_repository(&root);
    let found = tree.found(&tour);
    assert_eq!((found[0].1.as_str(), found[1].1.as_str()), ("main.go:5", "store/store.go:3"));
    assert!(matches!(found[2].0, Verdict::Refused(_)), "{found:?}");
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
        made.expect("lines of a file")
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

#[test]
fn a_pattern_that_javascript_does_not_know_is_remarked_upon() {
    let tree = Tree::new();
    let tour = Tour::parse(
        br#"{"title": "T", "steps": [
            {"file": "main.go", "pattern": "run()", "description": ""},
            {"file": "main.go", "pattern": "(?i)RUN", "description": ""},
            {"file": "main.go", "pattern": "run(", "description": ""},
            {"view": "scm", "description": ">> go test", "commands": ["a.b?[1]"]}
        ]}"#,
    )
    .unwrap();
    let found = tree.finds(&tour);
    let place = |ix: usize| found[ix].spot.as_ref().map(|spot| spot.line);
    assert_eq!(
        (place(0), place(1), place(2)),
        (Some(5), Some(1), Some(5)),
        "an empty group, none, plain text"
    );
    let remarks: Vec<Option<String>> = found.iter().map(LocatedStep::remark).collect();
    let unread = Some("Not searched: its pattern is no regular expression of JavaScript.".to_owned());
    assert_eq!(remarks, [None, unread.clone(), unread, None]);
    let left_out = tour.step(3).unwrap().left_out();
    assert_eq!(left_out, ["(not opened) the editor's view “scm”", "(not run) a.b?[1]", "(not run) go test"]);
}

#[test]
fn a_file_a_folder_and_lines_that_are_typed_become_steps() {
    let mut tree = Tree::new();
    tree.write("docs/guide.md", "# Guide\n\nRun it.\nStop it.\n");
    let place = |tree: &Tree, text: &str| {
        let opener = Opener::new(&tree.repository.root);
        StepDraft::of_place(&tree.snapshot.graph(), text, &|path| opener.open(path))
    };
    let mut tour = Tour::new("T", "");
    let texts =
        ["docs", "docs/guide.md", "docs/guide.md:3", "./docs/guide.md:3-4", "store", "main.go", "main.go:9"];
    for (ix, text) in texts.into_iter().enumerate() {
        tour.insert(ix, &place(&tree, text).unwrap_or_else(|why| panic!("{why}")));
    }
    let raw: serde_json::Value = serde_json::from_str(&tour.to_text()).unwrap();
    let step = |ix: usize, key: &str| raw["steps"][ix][key].clone();
    assert_eq!(raw["steps"][0], serde_json::json!({ "directory": "docs", "description": "" }));
    assert_eq!((step(1, "file"), step(1, "line")), ("docs/guide.md".into(), 1.into()));
    assert_eq!(step(2, "pattern"), "^Run it\\.", "which follows the line");
    assert_eq!(step(3, "selection")["end"], serde_json::json!({ "line": 4, "character": 9 }));
    assert_eq!(step(4, "directory"), "store");
    assert_eq!((step(5, "file"), step(5, "pattern")), ("main.go".into(), "^package main".into()));
    assert_eq!((step(6, "line"), step(6, "selection")), (9.into(), serde_json::Value::Null));
    assert!(tree.finds(&tour).iter().all(|found| found.verdict == Verdict::Kept && found.head.is_none()));

    tree.write("docs/guide.md", "# Guide\n\nMore.\n\nRun it.\nStop it.\n");
    tree.write("main.go", &MAIN.replace("\ts := store.Open()", "\t// Open.\n\ts := store.Open()"));
    let found = tree.found(&tour);
    assert_eq!(found[2].1, "docs/guide.md:5");
    assert_eq!(found[6], (Verdict::Moved, "main.go:10".to_owned()));
    let opener = Opener::new(&tree.repository.root);
    let (graph, found) = (tree.snapshot.graph(), tree.finds(&tour));
    assert_eq!(renew(&graph, &mut tour, &found, &|path| opener.open(path)), [6]);
    assert_eq!(tour.step(6).unwrap().place(), StepPlace::File { path: "main.go", at: PlaceInFile::Line(10) });

    for (text, why) in [
        ("gone.md", "there is no gone.md in the repository"),
        ("docs:3", "docs is a folder: it has no lines"),
        ("docs/guide.md:3-9", "docs/guide.md has 6 lines"),
        ("../x", "../x is not opened: "),
    ] {
        assert!(place(&tree, text).unwrap_err().starts_with(why), "{text}: {:?}", place(&tree, text));
    }
}
