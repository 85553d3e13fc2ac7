//! Tests of changes in the head of a step's declaration since the step was written.

use super::*;

#[test]
fn a_changed_signature_is_shown_as_it_was_and_as_it_is() {
    let mut tree = Tree::new();
    let tour = step_at(&tree, "store/store.go::Open::func");
    for (what, from, to, head) in [
        ("as it was", "", "", None),
        ("another body", "n: 1", "n: 2", None),
        ("another name", "func Open", "func New", None),
        (
            "a parameter more",
            "func Open()",
            "func Open(n int)",
            Some(["func Open() *Store", "func Open(n int) *Store"]),
        ),
        (
            "another name and result",
            "func Open() *Store",
            "func New() (*Store, error)",
            Some(["func Open() *Store", "func New() (*Store, error)"]),
        ),
    ] {
        tree.write("store/store.go", &STORE.replace(from, to));
        let head = head.map(|[was, is]| HeadChange { was: was.to_owned(), is: is.to_owned() });
        // Without a name and a content in common nothing says that it is the same function.
        let found = tree.finds(&tour).remove(0);
        let is_gone = matches!(found.verdict, Verdict::Gone(_));
        assert_eq!(found.head, head.filter(|_| !is_gone), "{what}");
        assert_eq!(is_gone, what == "another name and result", "{what}");
    }
    // A tour of an earlier version has no head.
    let text = tour.to_text().replace("\"head\"", "\"other\"");
    tree.write("store/store.go", &STORE.replace("func Open()", "func Open(n int)"));
    assert_eq!(tree.finds(&Tour::parse(text.as_bytes()).unwrap())[0].head, None);
}

#[test]
fn a_plain_step_follows_a_file_or_folder_that_has_another_name() {
    let tree = Tree::new();
    let tour = Tour::parse(
        br#"{"title": "T", "steps": [
            {"file": "old/store.go", "line": 7, "description": ""},
            {"file": "./old/store.go", "pattern": "^func hook", "description": ""},
            {"directory": "old", "description": ""},
            {"file": "old/store.go", "line": 700, "description": ""},
            {"file": "elsewhere.go", "line": 1, "description": ""},
            {"file": "main.go", "line": 500, "description": ""},
            {"file": "out.go", "line": 1, "description": ""}
        ]}"#,
    )
    .unwrap();
    let opener = Opener::new(&tree.repository.root);
    let graph = tree.snapshot.graph();
    let open = |path: &str| opener.open(path);
    let renamed = |path: &str| match path {
        "old/store.go" | "main.go" => Some("store/store.go".to_owned()),
        "old" => Some("store".to_owned()),
        "out.go" => Some("../out.go".to_owned()),
        _ => None,
    };
    let mut finder = Finder::new(&graph, &open).following(&renamed);
    let found: Vec<(Verdict, String)> = tour
        .steps()
        .map(|step| finder.find(step, None, 1))
        .map(|found| {
            (found.verdict, found.spot.map_or_else(String::new, |s| format!("{}:{}", s.path, s.line)))
        })
        .collect();
    let moved = |place: &str| (Verdict::Moved, place.to_owned());
    assert_eq!(found[..2], [moved("store/store.go:7"), moved("store/store.go:17")]);
    assert_eq!((&found[2].0, found[2].1.starts_with("store/store.go:")), (&Verdict::Moved, true));
    assert!(
        found[3..].iter().all(|(verdict, place)| matches!(verdict, Verdict::Gone(_)) && place.is_empty()),
        "{found:?}"
    );
}
