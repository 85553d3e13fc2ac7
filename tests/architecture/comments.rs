//! Comments begin as those of the standard library do: with a verb in the third person or a noun. A relative clause in
//! place of the subject ("What a match counts for", "Whether it is one") has to be read twice.

use std::path::Path;

/// Words with which a comment must not begin.
const RELATIVE: [&str; 8] = ["What", "Whatever", "Who", "Whoever", "Whose", "Whether", "How", "Which"];

/// Returns the line numbers of comments that begin with a relative clause. Only the first line of a comment counts.
fn relative_clauses(source: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut before = None;
    for (at, line) in source.lines().enumerate() {
        let comment = text_of(line);
        let first = comment.and_then(|text| text.split(|c: char| !c.is_alphabetic()).next());
        let begins = before.is_none_or(str::is_empty);
        if begins && first.is_some_and(|word| RELATIVE.contains(&word)) {
            found.push(at + 1);
        }
        before = comment;
    }
    found
}

/// Returns the text of a line that is a comment and nothing else.
fn text_of(line: &str) -> Option<&str> {
    let text = line.trim().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']).trim())
}

#[test]
fn no_comment_begins_with_a_relative_clause() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for dir in ["src", "tests", "benches", "fuzz/src", "fuzz/targets"] {
        super::each_file(&root.join(dir), &mut |path| {
            let source = std::fs::read_to_string(path).expect("a source file");
            let lines = relative_clauses(&source).into_iter();
            let path = path.strip_prefix(root).expect("below the root").display();
            found.extend(lines.map(|line| format!("{path}:{line}")));
        });
    }
    assert!(found.is_empty(), "begin with a verb (\"Returns ...\") or a noun:\n{}", found.join("\n"));
}

#[test]
fn only_the_first_word_of_a_comment_counts() {
    let cases: [(&str, &[usize]); 7] = [
        ("/// What it is.\nfn f() {}", &[1]),
        ("//! Docs.\n//!\n//! Who calls it.", &[3]),
        ("    // Whether it holds.\n    // How it does.", &[1]),
        ("/// Returns a row. It says\n/// What it is.", &[]),
        ("/// Whatsoever.", &[]),
        ("let a = 1; // What it is.", &[]),
        ("/// Returns what it is.\nlet a = 1;\n/// How much.", &[3]),
    ];
    for (source, expected) in cases {
        assert_eq!(relative_clauses(source), expected, "{source}");
    }
}
