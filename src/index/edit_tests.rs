//! The graph is a function of the tree's content alone: whatever the edits on the way to it, their order, the threads
//! and the cache, a refreshed index holds the same bytes as one built from nothing.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::tests::{Fixture, SETTINGS, content};
use super::*;

/// Files that depend on each other, each with the contents that it can have. None stands for no file.
const FILES: &[(&str, &[Option<&str>])] = &[
    ("go.mod", &[Some("module example.com/m\n"), Some("module example.com/other\n")]),
    (
        "main.go",
        &[
            Some("package main\n\nimport \"example.com/m/store\"\n\nfunc main() { store.Open().Close() }\n"),
            Some(
                "package main\n\nimport \"example.com/other/store\"\n\nvar s = store.Open()\n\nfunc main() { run(s) }\n",
            ),
            Some("package main\n\nfunc main() { run(nil\n\nfunc broken() {}\n"),
            None,
        ],
    ),
    (
        "run.go",
        &[
            None,
            Some(
                "package main\n\ntype closer interface{ Close() error }\n\nfunc run(c closer) { c.Close() }\n",
            ),
            Some("//go:build windows\n\npackage main\n\nfunc run(c any) {}\n"),
        ],
    ),
    (
        "store/store.go",
        &[
            Some("package store\n\ntype Store struct{ base }\n\nfunc Open() *Store { return &Store{} }\n"),
            Some("package store\n\ntype Store = base\n\nfunc Open() *Store { return helper() }\n"),
            Some(
                "package store\n\ntype Store[T any] struct{ V T }\n\nfunc Open() *Store[int] { return nil }\n",
            ),
        ],
    ),
    (
        "store/base.go",
        &[
            Some(
                "package store\n\ntype base struct{ n int }\n\nfunc (b *base) Close() error { b.n++; return nil }\n",
            ),
            Some(
                "package store\n\ntype base int\n\nfunc (base) Close() {}\n\nfunc helper() *base { return nil }\n",
            ),
            None,
        ],
    ),
    ("store/base_linux.go", &[None, Some("package store\n\nfunc helper() *base { return new(base) }\n")]),
    (
        "store/store_test.go",
        &[
            None,
            Some("package store\n\nfunc TestOpen() { Open().Close() }\n"),
            Some(
                "package store\n\nimport (\n\t\"os\"\n\t\"testing\"\n\n\t\"x.org/zap\"\n)\n\nfunc TestOpen(t *testing.T) {\n\tOpen().Close()\n\tt.Fatal(os.Args, zap.New())\n}\n",
            ),
            Some(
                "package store_test\n\nimport \"example.com/m/store\"\n\nfunc TestOpen() { store.Open().Close() }\n",
            ),
        ],
    ),
];

/// Gives the file at `place` the form `form` (both taken modulo).
fn edit(fixture: &Fixture, place: usize, form: usize) {
    let (path, forms) = FILES[place % FILES.len()];
    match forms[form % forms.len()] {
        Some(text) => fixture.write(path, text),
        None => drop(fs::remove_file(fixture.path(path))),
    }
}

/// The state of a program that stays open.
#[derive(Default)]
struct OpenProgram {
    snapshot: Option<Snapshot>,
    incremental: IncrementalState,
}

impl OpenProgram {
    /// The program that was closed and opened again.
    fn again(fixture: &Fixture) -> Self {
        Self {
            snapshot: fixture.repository().store.latest().unwrap().snapshot,
            incremental: IncrementalState::default(),
        }
    }

    /// The work of a program that is left alone.
    fn prepare(&mut self, fixture: &Fixture, threads: usize) {
        let task = Task { cancel: &false.into(), report: &|_| (), glimpses: false };
        let settings = BuildSettings { threads, ..SETTINGS };
        if let Some(snapshot) = &self.snapshot {
            prepare(&fixture.repository(), &settings, snapshot, &mut self.incremental, &task).unwrap();
        }
    }

    fn refresh(&mut self, fixture: &Fixture, threads: usize) -> Outcome {
        let task = Task { cancel: &false.into(), report: &|_| (), glimpses: false };
        let settings = BuildSettings { threads, ..SETTINGS };
        let (open, incremental) = (self.snapshot.as_ref(), Some(&mut self.incremental));
        let outcome = refresh_from(&fixture.repository(), &settings, open, incremental, &task).unwrap();
        self.snapshot = Some(outcome.snapshot.clone());
        outcome
    }
}

/// An index of the fixture's tree in a data folder of its own.
fn built_anew(fixture: &Fixture, threads: usize) -> Vec<(String, Vec<u8>)> {
    let data = tempfile::tempdir().unwrap();
    let repository = Repository { store: Store::new(data.path().to_owned()), ..fixture.repository() };
    let task = Task { cancel: &false.into(), report: &|_| (), glimpses: false };
    content(
        &refresh(&repository, &BuildSettings { threads, ..BuildSettings::default() }, &task)
            .unwrap()
            .snapshot,
    )
}

#[test]
fn what_the_first_refresh_needs_is_held_beforehand_unless_the_tree_has_changed() {
    let fixture = Fixture::new(&[]);
    (0..FILES.len()).for_each(|place| edit(&fixture, place, 0));
    fixture.refresh();
    let mut open = OpenProgram::again(&fixture);
    open.prepare(&fixture, 2);
    assert!(!open.incremental.is_empty());
    let mut late = OpenProgram::again(&fixture);
    edit(&fixture, 1, 1);
    late.prepare(&fixture, 2);
    assert!(late.incremental.is_empty(), "what a refresh is due for is left to it");
    let refreshed = open.refresh(&fixture, 2);
    assert_eq!(refreshed.change, IndexChange::Updated { added: 0, changed: 1, removed: 0 });
    assert!(content(&refreshed.snapshot) == built_anew(&fixture, 1));
}

/// Declarations of a vendored package count although it is not indexed: through it a type of the tree satisfies an
/// interface or does not, and an edit there is an edit.
#[test]
fn vendored_packages_give_their_declarations_and_nothing_else() {
    let conn = |method: &str| {
        format!(
            "package grpc\n\nimport \"example.com/base\"\n\ntype Conn struct {{ base.Core }}\n\nfunc (Conn) {method}() {{}}\n"
        )
    };
    let fixture = Fixture::new(&[
        (
            "main.go",
            "package main\n\nimport \"example.com/grpc\"\n\ntype sender interface { Send(); Deep() }\n\ntype client struct { *grpc.Conn }\n\nfunc f(s sender) { s.Send() }\n",
        ),
        ("vendor/example.com/grpc/conn.go", &conn("Send")),
        ("vendor/example.com/grpc/conn_test.go", "package grpc\n\nfunc (Conn) Tested() {}\n"),
        (
            "vendor/example.com/base/base.go",
            "package base\n\ntype Core = inner\n\ntype inner struct{}\n\nfunc (inner) Deep() {}\n",
        ),
        ("vendor/example.com/unused/unused.go", "package unused\n"),
    ]);
    let satisfied = |outcome: &Outcome| {
        let graph = outcome.snapshot.graph();
        assert_eq!(graph.n_files(), 1, "nothing vendored is in the graph");
        graph.edges().any(|edge| edge.kind == crate::model::EdgeKind::Implements)
    };
    assert!(!satisfied(&fixture.refresh()), "a vendor folder without its list is somebody's own");
    fixture.write("vendor/modules.txt", "# example.com/grpc v1.0.0\n");
    let built = fixture.build(&BuildSettings { force: true, ..SETTINGS }).unwrap();
    assert!(satisfied(&built));
    let again = fixture.refresh();
    assert_eq!((again.change, again.parsed), (IndexChange::None, 0));
    for (method, expected) in [("Receive", false), ("Send", true)] {
        fixture.write("vendor/example.com/grpc/conn.go", &conn(method));
        let refreshed = fixture.refresh();
        assert_eq!(refreshed.change, IndexChange::Updated { added: 0, changed: 1, removed: 0 }, "{method}");
        assert_eq!(satisfied(&refreshed), expected, "{method}");
        assert!(content(&refreshed.snapshot) == built_anew(&fixture, 1), "{method}");
    }
    fixture.write("main.go", "package main\n\nfunc main() {}\n");
    assert!(!satisfied(&fixture.refresh()));
    assert_eq!(fixture.refresh().change, IndexChange::None, "what is no longer needed is forgotten");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edits_in_any_order_leave_what_a_build_from_nothing_makes(
        steps in prop::collection::vec((0_usize..64, 0_usize..12, 1_usize..4, 0..3), 1..8),
    ) {
        let fixture = Fixture::new(&[]);
        let mut open = OpenProgram::default();
        for place in 0..FILES.len() {
            edit(&fixture, place, 0);
        }
        for (place, form, threads, restarted) in steps {
            if restarted > 0 {
                open = OpenProgram::again(&fixture);
            }
            if restarted > 1 {
                open.prepare(&fixture, threads);
            }
            edit(&fixture, place, form);
            let refreshed = open.refresh(&fixture, threads);
            prop_assert_eq!(content(&refreshed.snapshot), built_anew(&fixture, 4 - threads));
        }
    }
}

/// The same on a whole repository: the sample, or the one that `EDITS_TREE` names, after as many edits as `ROUNDS` says,
/// compared after every one or, as usual, every tenth of them (`EVERY`).
///
/// `EDITS_TREE=~/etcd ROUNDS=2000 EVERY=5 cargo test --release --lib random_edits_of_a_repository -- --nocapture`
#[test]
fn random_edits_of_a_repository_are_refreshed_to_the_byte() {
    let number = |name, usual| std::env::var(name).map_or(usual, |n| n.parse::<usize>().expect("a number"));
    let (rounds, every) = (number("ROUNDS", 500), number("EVERY", 10));
    let tree = std::env::var_os("EDITS_TREE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample"), PathBuf::from);
    let fixture = Fixture::new(&[]);
    let mut files = copy(&tree, &fixture);
    let mut open = OpenProgram::default();
    open.refresh(&fixture, 2);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 1..=rounds {
        match random.below(16) {
            0 => open = OpenProgram::again(&fixture),
            1 => {
                open = OpenProgram::again(&fixture);
                open.prepare(&fixture, 2);
                assert!(!open.incremental.is_empty(), "round {round}: the tree is as the index says");
            }
            _ => {}
        }
        let at = random.below(files.len());
        let did = random_edit(&fixture, &tree, &mut files, at, &mut random);
        let refreshed = open.refresh(&fixture, 2);
        assert!(refreshed.parsed <= 1, "round {round}, {did}: only what changed is parsed");
        if round % every == 0 {
            let anew = built_anew(&fixture, 1 + round / every % 2);
            assert!(content(&refreshed.snapshot) == anew, "round {round}: {did}");
        }
    }
}

/// Edits the file at a place of the list as people and tools do: lines go, come twice or change places, a function goes,
/// moves or is called as one elsewhere, a save is cut short, a file goes, comes back, is copied or gets another name.
/// Answers what was done.
fn random_edit(
    fixture: &Fixture,
    tree: &Path,
    files: &mut Vec<String>,
    at: usize,
    random: &mut Random,
) -> String {
    let path = files[at].clone();
    let text = fs::read_to_string(fixture.path(&path)).unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().chain([""]).collect();
    let (line, other) = (random.below(lines.len()), random.below(lines.len()));
    let functions = |lines: &[&str]| -> Vec<usize> {
        (0..lines.len()).filter(|&line| lines[line].starts_with("func ")).collect()
    };
    let functions = functions(&lines);
    let function = (!functions.is_empty()).then(|| functions[line % functions.len()]);
    let from_elsewhere;
    match random.below(16) {
        0 | 1 => drop(lines.remove(line)),
        2 | 3 => lines.insert(other, lines[line]),
        4 | 5 => lines.swap(line, other),
        6 => lines.truncate(line),
        7 => {
            // It may come back: the list keeps its name.
            let _ = fs::remove_file(fixture.path(&path));
            return format!("{path} removed");
        }
        9..=11 if let Some(first) = function => {
            let length = lines[first..].iter().position(|line| line.starts_with('}')).unwrap_or(0) + 1;
            let moved: Vec<&str> = lines.drain(first..(first + length).min(lines.len())).collect();
            // Half of them only go.
            if other % 2 == 0 {
                lines.extend(moved);
            }
        }
        12..=15 if let Some(at) = function => {
            // Another head, and the name and the parameters of something elsewhere.
            let elsewhere = &files[random.below(files.len())];
            from_elsewhere = fs::read_to_string(fixture.path(elsewhere)).unwrap_or_default();
            let heads: Vec<&str> = from_elsewhere.lines().filter(|line| line.starts_with("func ")).collect();
            if !heads.is_empty() {
                lines[at] = heads[other % heads.len()];
            }
        }
        8 => {
            let original = fs::read_to_string(tree.join(&path)).unwrap_or_default();
            fixture.write(&path, &original);
            return format!("{path} as it was");
        }
        _ => {
            let copy = format!("{}_{at}.go", path.trim_end_matches(".go"));
            if other % 2 == 0 {
                fixture.write(&copy, &text);
            } else if fixture.path(&path).exists() {
                fs::rename(fixture.path(&path), fixture.path(&copy)).unwrap();
            }
            let did = format!("{path} copied or moved to {copy}");
            files.push(copy);
            return did;
        }
    }
    fixture.write(&path, &lines.join("\n"));
    format!("lines {line} and {other} of {path}")
}

/// Copies a tree's files into the fixture; answers the Go files' paths.
fn copy(tree: &Path, fixture: &Fixture) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for entry in ignore::WalkBuilder::new(tree).build().flatten().filter(|entry| entry.path().is_file()) {
        let path = entry.path().strip_prefix(tree).unwrap().to_str().unwrap().to_owned();
        if ![".go", ".mod", ".work"].iter().any(|ending| path.ends_with(ending)) {
            continue;
        }
        fixture.write(&path, &fs::read_to_string(entry.path()).unwrap());
        files.extend(Path::new(&path).extension().is_some_and(|e| e == "go").then_some(path));
    }
    files.sort();
    files
}

/// A small generator with a fixed seed (xorshift64): the same edits on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}
