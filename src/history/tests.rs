use proptest::prelude::*;

use super::*;

const NOW: i64 = 1_700_000_000;

/// A log as git would print it. Each commit is (days ago, files), and a file is `path` or `old>new`.
fn log(commits: &[(i64, &[&str])]) -> Log {
    let mut reader = CommitReader::new(false);
    for (number, (days, files)) in commits.iter().enumerate() {
        let time = (NOW - days * 86_400).to_string();
        for piece in [&format!("\x01{number:040x}"), "parent", &time, "An Author", "Subject\n\nBody\n"] {
            reader.piece(piece.as_bytes());
        }
        for file in *files {
            let (status, paths) = match file.split_once('>') {
                Some((from, to)) => ("R100", vec![from, to]),
                None => ("M", vec![*file]),
            };
            reader.piece(format!("\n:100644 100644 1111 2222 {status}").as_bytes());
            for path in paths {
                reader.piece(path.as_bytes());
            }
        }
    }
    reader.finish()
}

fn history(commits: &[(i64, &[&str])]) -> History {
    History::new(log(commits), NOW)
}

/// (partner, confidence and reverse in percent, support)
fn partners(history: &History, path: &str) -> Vec<(String, i64, i64, u32)> {
    let percent = |part: f64| (part * 100.0).round() as i64;
    let row =
        |c: &CoChange<'_>| (c.partner.path.to_owned(), percent(c.confidence), percent(c.reverse), c.support);
    history.co_changes(path).iter().map(row).collect()
}

#[test]
fn confidence_is_directed_and_needs_three_common_commits() {
    let both: &[&str] = &["a.go", "b.go"];
    let pair = (0, both);
    let history =
        history(&[pair, pair, pair, (0, &["a.go"]), (0, &["c.go", "a.go"]), (0, &["c.go", "a.go"])]);
    assert_eq!(partners(&history, "a.go"), [("b.go".into(), 50, 100, 3)]);
    assert_eq!(partners(&history, "b.go"), [("a.go".into(), 100, 50, 3)]);
    assert_eq!(partners(&history, "c.go"), [], "two common commits are chance");
    assert!((history.file_confidence("a.go", "b.go") - 0.5).abs() < 1e-12);
    assert!(history.file_confidence("a.go", "c.go") == 0.0 && history.file_confidence("x.go", "a.go") == 0.0);
}

#[test]
fn wide_commits_weigh_less_and_the_widest_nothing() {
    // Three commits change `a` alone, with weight 1 each. The others change a, b, c and two more, with weight 1/4
    // each.
    let wide: (i64, &[&str]) = (0, &["a.go", "b.go", "c.go", "go.mod", "README.md"]);
    let history = history(&[wide, wide, wide, wide, (0, &["a.go"])]);
    assert_eq!(partners(&history, "a.go")[0], ("b.go".into(), 50, 100, 4), "4 x 1/4 of 4 x 1/4 + 1");

    for (files, expected) in [(30, 1), (31, 0)] {
        let names: Vec<String> = (0..files).map(|n| format!("f{n}.go")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let commit = (0, &names[..]);
        let history = History::new(log(&[commit, commit, commit]), NOW);
        let found = history.co_changes("f0.go").len();
        assert_eq!(found > 0, expected > 0, "{files} files");
        assert_eq!((history.commits().len(), history.n_narrow_commits()), (3, 3 * expected), "{files} files");
    }
}

#[test]
fn a_commit_counts_half_after_180_days() {
    // Three common commits of today weigh 3. One of `a` alone, 180 days before, weighs 1/2.
    let pair: (i64, &[&str]) = (0, &["a.go", "b.go"]);
    let history = history(&[pair, pair, pair, (180, &["a.go"])]);
    let confidence = history.co_changes("a.go")[0].confidence;
    assert!((confidence - 3.0 / 3.5).abs() < 1e-12, "{confidence}");
}

#[test]
fn renames_are_followed_back_through_the_log() {
    let history = history(&[
        (0, &["new.go", "b.go"]),
        (1, &["old.go>new.go"]),
        (2, &["old.go", "b.go"]),
        (3, &["oldest.go>old.go", "b.go"]),
        (4, &["oldest.go", "b.go"]),
        // Before the rename, another file had the name that new.go has today.
        (5, &["new.go", "c.go"]),
    ]);
    assert_eq!(history.touching("new.go"), [0, 1, 2, 3, 4]);
    assert_eq!(partners(&history, "new.go")[0].3, 4);
    assert_eq!(history.touching("oldest.go"), [0; 0]);
}

#[test]
fn names_that_two_files_exchange_are_followed() {
    let history = history(&[(0, &["a.go"]), (1, &["a.go>b.go", "b.go>a.go"]), (2, &["a.go"])]);
    assert_eq!((history.touching("a.go"), history.touching("b.go")), (&[0, 1][..], &[1, 2][..]));
}

#[test]
fn churn_counts_recent_commits_and_has_the_last() {
    let history = history(&[(0, &["z.go"]), (10, &["a.go"]), (90, &["a.go"]), (91, &["a.go"])]);
    let churn = history.churn("a.go");
    assert_eq!((churn.recent, churn.commits, churn.authors), (2, 3, 1));
    let last = churn.last.unwrap();
    assert_eq!(
        (last.time, last.author.as_str(), last.subject.as_str()),
        (NOW - 864_000, "An Author", "Subject")
    );
    assert_eq!(history.churn("never.go"), Churn::default());
}

#[test]
fn only_go_files_outside_of_vendor_are_kept_but_all_are_counted() {
    let log = log(&[(0, &["a.go", "vendor/x/v.go", "go.sum", "doc.GO"])]);
    let [entry] = log.entries() else { panic!("one commit") };
    assert_eq!((entry.width, entry.files.len()), (4, 1));
    assert_eq!(&*entry.message, "Subject\n\nBody");
}

#[test]
fn where_a_shallow_clone_ends_nothing_changed() {
    let feed = |shallow| {
        let mut reader = CommitReader::new(shallow);
        for piece in ["\x01aa", "", "5", "An Author", "Root", "\n:000000 100644 0 1 A", "a.go"] {
            reader.piece(piece.as_bytes());
        }
        reader.finish().entries().len()
    };
    assert_eq!((feed(false), feed(true)), (1, 0));
}

/// The symbols and renames that a patch adds to the only commit, as `path: symbols`.
fn hunks(files: &[&str], patch: &str) -> Vec<String> {
    let mut reader = HunkReader::new(log(&[(0, files)]));
    let head = format!("\x01{:040x}\n\n", 0);
    (head + patch).split('\n').for_each(|line| reader.line(line.as_bytes()));
    let log = reader.finish();
    let row = |file: &TouchedFile| {
        let symbols: Vec<&str> = file.symbols.iter().map(|&symbol| log.text(symbol)).collect();
        let from = file.from.map_or(String::new(), |from| format!(" (was {})", log.text(from)));
        format!("{}{from}: {}", log.text(file.path), symbols.join(" "))
    };
    log.entries()[0].files.iter().map(row).collect()
}

#[test]
fn hunks_give_the_declarations_that_changed() {
    let cases: &[(&str, &str, &str)] = &[
        ("a body", "@@ -5 +5 @@ func (t *Tree[K]) Add(k K) {\n-\told()\n+\tnew()", "Tree.Add"),
        ("a signature", "@@ -5 +5 @@ func Before() {\n-func F(a int) {\n+func F(a, b int) {", "F"),
        (
            "a new function",
            "@@ -9,0 +10,3 @@ func Before() {\n+\n+// G is new.\n+func G() {\n+\tx()\n+}",
            "G",
        ),
        ("a body and on", "@@ -5,4 +5 @@ func (T) M() {\n-\tx()\n-}\n-\n-type Gone struct{}", "T.M Gone"),
        ("a comment", "@@ -5 +5 @@ func Before() {\n-// Old.\n+// New.", ""),
        ("a group", "@@ -5 +5 @@ const (\n-\ta = 1\n+\ta = 2", ""),
        ("no context", "@@ -1 +1 @@\n-package a\n+package b", ""),
        ("text like a header", "@@ -5,2 +5,2 @@ var V = `\n---- a/x.go\n++++ b/x.go\n-\tx\n+\ty", ""),
    ];
    for (what, hunk, symbols) in cases {
        let patch = format!("diff --git a/a.go b/a.go\nindex 1..2 100644\n--- a/a.go\n+++ b/a.go\n{hunk}");
        assert_eq!(hunks(&["a.go"], &patch), [format!("a.go: {symbols}")], "{what}");
    }
}

#[test]
fn patches_give_renames_removals_and_odd_names() {
    let rename = "diff --git a/old.go b/new.go\nsimilarity index 80%\nrename from old.go\nrename to new.go\n\
                  --- a/old.go\n+++ b/new.go\n@@ -5 +5 @@ func F() {\n-\ta\n+\tb";
    assert_eq!(hunks(&["new.go", "old.go"], rename), ["new.go (was old.go): F"]);
    let removed = "diff --git a/a.go b/a.go\ndeleted file mode 100644\n--- a/a.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-func F() {}";
    assert_eq!(hunks(&["a.go"], removed), ["a.go: F"]);
    let odd = "diff --git \"a/t\\t\\303\\244.go\" \"b/t\\t\\303\\244.go\"\n--- \"a/t\\t\\303\\244.go\"\n\
               +++ \"b/t\\t\\303\\244.go\"\n@@ -1 +1 @@\n-var V = 1\n+var V = 2";
    assert_eq!(hunks(&["t\tä.go"], odd), ["t\tä.go: V"]);
}

#[test]
fn symbols_change_together_as_files_do() {
    let mut reader =
        HunkReader::new(log(&[(0, &["a.go", "b.go"]), (1, &["a.go", "b.go"]), (2, &["a.go", "b.go"])]));
    for number in 0..3 {
        let patch = format!(
            "\x01{number:040x}\n\ndiff --git a/a.go b/a.go\n--- a/a.go\n+++ b/a.go\n@@ -5 +5 @@ func A() {{\n-\tx\n+\ty\n\
             diff --git a/b.go b/b.go\n--- a/b.go\n+++ b/b.go\n@@ -5 +5 @@ func (b B) M() {{\n-\tx\n+\ty"
        );
        patch.split('\n').for_each(|line| reader.line(line.as_bytes()));
    }
    let history = History::new(reader.finish(), NOW);
    let found = history.co_changes_of_symbol("a.go", "A");
    assert_eq!(history.churn_of_symbol("a.go", "A").commits, 3);
    assert_eq!(history.churn_of_symbol("a.go", "Never"), Churn::default());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].partner, found[0].support), (Partner { path: "b.go", symbol: Some("B.M") }, 3));
    assert!((history.symbol_confidence(("a.go", "A"), ("b.go", "B.M")) - 1.0).abs() < 1e-12);
}

#[test]
fn a_log_grows_at_its_head_and_loses_what_is_gone() {
    let whole = [(0, &["a.go"][..]), (1, &["b.go"]), (2, &["old.go>a.go"])];
    let id = |log: &Log, at: usize| log.entries()[at].id.clone();
    let mut old = log(&whole);
    let gone = [id(&old, 1)].into_iter().collect();
    let mut newer = log(&[(0, &["c.go", "a.go"])]);
    newer.entries[0].id = "newer".into();
    old = old.extended(newer, &gone);
    let texts: Vec<(&str, Vec<&str>)> = old
        .entries()
        .iter()
        .map(|entry| (&*entry.id, entry.files.iter().map(|file| old.text(file.path)).collect()))
        .map(|(id, files)| (&id[id.len() - 1..], files))
        .collect();
    assert_eq!(texts, [("r", vec!["c.go", "a.go"]), ("0", vec!["a.go"]), ("2", vec!["a.go"])]);
    assert_eq!(old.entries()[2].files[0].from.map(|from| old.text(from)), Some("old.go"));
}

proptest! {
    #[test]
    fn readers_survive_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400), shallow: bool) {
        let mut commits = CommitReader::new(shallow);
        bytes.split(|&b| b % 16 == 0).for_each(|piece| commits.piece(piece));
        let mut hunks = HunkReader::new(commits.finish());
        bytes.split(|&b| b % 16 == 1).for_each(|line| hunks.line(line));
        let _ = History::new(hunks.finish(), 0);
        let _ = Log::decode(&bytes);
    }

    #[test]
    fn a_stored_log_reads_back_and_a_damaged_one_does_not(
        commits in prop::collection::vec((0i64..400, prop::collection::vec("[abc]{1,2}\\.go(>[abc]\\.go)?", 0..4)), 0..6),
        at: prop::sample::Index,
        bit in 0u8..8,
    ) {
        let commits: Vec<(i64, Vec<&str>)> =
            commits.iter().map(|(days, files)| (*days, files.iter().map(String::as_str).collect())).collect();
        let commits: Vec<(i64, &[&str])> = commits.iter().map(|(days, files)| (*days, &files[..])).collect();
        let log = log(&commits);
        let mut bytes = log.encode();
        prop_assert_eq!(Log::decode(&bytes), Some(log));
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        prop_assert_eq!(Log::decode(&bytes), None);
    }

    #[test]
    fn confidences_are_parts_of_a_whole_and_support_is_the_same_from_both_sides(
        commits in prop::collection::vec((0i64..900, prop::collection::btree_set("[abcd]\\.go", 1..4)), 0..30),
    ) {
        let commits: Vec<(i64, Vec<&str>)> =
            commits.iter().map(|(days, files)| (*days, files.iter().map(String::as_str).collect())).collect();
        let commits: Vec<(i64, &[&str])> = commits.iter().map(|(days, files)| (*days, &files[..])).collect();
        let history = history(&commits);
        for path in ["a.go", "b.go", "c.go", "d.go"] {
            for change in history.co_changes(path) {
                prop_assert!((0.0..=1.0).contains(&change.confidence) && change.support >= MIN_SUPPORT);
                let other = history.co_changes(change.partner.path);
                let back = other.iter().find(|c| c.partner.path == path).expect("both see it");
                prop_assert_eq!((back.support, back.last), (change.support, change.last));
                prop_assert!((back.confidence - change.reverse).abs() < 1e-12);
                let direct = history.file_confidence(path, change.partner.path);
                prop_assert!((direct - change.confidence).abs() < 1e-9);
            }
        }
    }
}
