use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::index::git::{line_authors, why};
use crate::index::{BuildSettings, Repository, Store, Task, refresh};
use crate::why::{End, Why};

/// A repository with three commits: `a/a.go` has `Old` from the first on, and `New` changes with each. `b/b.go` and its
/// test use it.
struct Origin {
    dir: tempfile::TempDir,
}

fn git(dir: &Path, args: &[&str]) {
    let fixed = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"];
    let mut command = Command::new("git");
    command.args(fixed).args(args).current_dir(dir).env("GIT_CONFIG_GLOBAL", "/dev/null");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

impl Origin {
    fn new() -> Self {
        let origin = Self { dir: tempfile::tempdir().unwrap() };
        let root = origin.path("full");
        fs::create_dir(&root).unwrap();
        git(&root, &["init", "-q", "-b", "main"]);
        git(&root, &["config", "uploadpack.allowFilter", "true"]);
        let write = |path: &str, text: &str| {
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), text).unwrap();
        };
        write("go.mod", "module example.com/m\n");
        write("b/b.go", "package b\n\nimport \"example.com/m/a\"\n\nfunc B() { a.Old() }\n");
        write("b/b_test.go", "package b\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) { B() }\n");
        for n in 1..4 {
            write("a/a.go", &format!("package a\n\nfunc Old() {{}}\n\nfunc New() int {{ return {n} }}\n"));
            git(&root, &["add", "-A"]);
            git(&root, &["commit", "-q", "-m", "step"]);
        }
        origin
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join(name)
    }

    /// A clone made with these flags.
    fn cloned(&self, flags: &[&str]) -> PathBuf {
        let url = format!("file://{}", self.path("full").display());
        git(self.dir.path(), &[&["clone", "-q"], flags, &[&url, "clone"]].concat());
        self.path("clone")
    }
}

fn why_of(root: &Path, name: &str) -> Why {
    let data = tempfile::tempdir().unwrap();
    let repository = Repository { root: root.to_owned(), store: Store::new(data.path().to_owned()) };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
    let settings = BuildSettings::default();
    let snapshot = refresh(&repository, &settings, &task).unwrap().snapshot;
    let symbol = snapshot.graph().symbols().find(|symbol| symbol.name() == name).unwrap().id;
    why(&repository, &snapshot, symbol, 0, &|| false).unwrap()
}

#[test]
fn a_full_clone_lacks_nothing() {
    let origin = Origin::new();
    let clone = origin.cloned(&[]);
    assert_eq!(clone_gaps(&clone), CloneGaps::default());
    let why = why_of(&clone, "Old");
    assert_eq!((why.changes.len(), why.end, why.gaps), (1, End::Introduced, Vec::new()));
}

#[test]
fn what_a_clone_lacks_is_found_by_its_kind() {
    type Gap = (&'static [&'static str], fn(&Path), CloneGaps);
    let absent = |count, sparse| AbsentFiles { count, first: Some("b/b.go".to_owned()), sparse };
    let gaps: [Gap; 4] = [
        (&["--depth", "1"], |_| (), CloneGaps { shallow: true, ..CloneGaps::default() }),
        (&["--filter=blob:none"], |_| (), CloneGaps { partial: true, ..CloneGaps::default() }),
        (
            &[],
            |root| git(root, &["sparse-checkout", "set", "--cone", "a"]),
            CloneGaps { absent: absent(2, true), ..CloneGaps::default() },
        ),
        (
            &[],
            |root| {
                git(root, &["update-index", "--skip-worktree", "b/b.go", "go.mod"]);
                fs::remove_file(root.join("b/b.go")).unwrap();
            },
            CloneGaps { absent: absent(1, false), ..CloneGaps::default() },
        ),
    ];
    for (flags, prepare, expected) in gaps {
        let origin = Origin::new();
        let clone = origin.cloned(flags);
        prepare(&clone);
        assert_eq!(clone_gaps(&clone), expected, "{flags:?}");
        // The index belongs to the folder below, too.
        assert_eq!(clone_gaps(&clone.join("a")).shallow, expected.shallow);
    }
}

#[test]
fn a_submodule_is_a_gap_until_it_is_checked_out() {
    let origin = Origin::new();
    let (full, lib) = (origin.path("full"), origin.path("lib"));
    fs::create_dir(&lib).unwrap();
    git(&lib, &["init", "-q", "-b", "main"]);
    fs::write(lib.join("l.go"), "package l\n").unwrap();
    git(&lib, &["add", "-A"]);
    git(&lib, &["commit", "-q", "-m", "begin"]);
    git(&full, &["submodule", "--quiet", "add", &format!("file://{}", lib.display()), "third/lib"]);
    git(&full, &["commit", "-q", "-m", "use it"]);
    let clone = origin.cloned(&[]);
    assert_eq!(clone_gaps(&clone).submodules, ["third/lib"]);
    git(&clone, &["submodule", "--quiet", "update", "--init"]);
    assert_eq!(clone_gaps(&clone), CloneGaps::default());
}

#[test]
fn a_declaration_that_is_older_than_the_clone_is_not_said_to_be_uncommitted_or_new() {
    for (flags, name, commits) in [
        (&["--depth", "1"][..], "Old", 0),
        (&["--depth", "1"], "New", 0),
        (&["--depth", "2"], "New", 1),
        (&["--filter=blob:none"], "Old", 0),
    ] {
        let origin = Origin::new();
        let why = why_of(&origin.cloned(flags), name);
        assert_eq!((why.end, why.changes.len()), (End::History, commits), "{flags:?} {name}: {why:?}");
        assert!(!why.gaps.is_empty(), "{flags:?} {name}");
    }
}

#[test]
fn lines_of_the_oldest_commit_of_a_shallow_clone_may_be_older() {
    let origin = Origin::new();
    let clone = origin.cloned(&["--depth", "2"]);
    let repository = Repository { root: clone.clone(), store: Store::new(origin.path("data")) };
    let text = fs::read(clone.join("a/a.go")).unwrap();
    let authors = line_authors(&repository, "a/a.go", &text, &|| false).unwrap();
    let is_older = |line: usize| authors.commits[authors.lines[line].unwrap() as usize].is_boundary;
    assert!(is_older(2) && !is_older(4), "{authors:?}");
}
