use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use super::child::Git;
use super::{Diff, GitError, Range, diff, diff_with_unbound, history};
use crate::index::{BuildSettings, Meta, Repository, Store, Task, refresh};
use crate::model::Graph;

/// A repository under git, and a data folder beside it.
struct Checkout {
    dir: tempfile::TempDir,
    clock: i64,
}

impl Checkout {
    fn new() -> Self {
        let checkout = Self { dir: tempfile::tempdir().unwrap(), clock: 1_700_000_000 };
        fs::create_dir(checkout.root()).unwrap();
        checkout.git(&["init", "-q", "-b", "main"]);
        checkout
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("repo")
    }

    fn repository(&self) -> Repository {
        self.repository_at(&self.root())
    }

    fn repository_at(&self, root: &Path) -> Repository {
        Repository { root: root.to_owned(), store: Store::new(self.dir.path().join("data")) }
    }

    fn git(&self, args: &[&str]) -> String {
        let mut git = Command::new("git");
        let date = format!("{} +0000", self.clock);
        git.args([
            "-c",
            "user.name=An Author",
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgSign=false",
        ])
        .args(args)
        .current_dir(self.root())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_AUTHOR_DATE", &date)
        .env("GIT_COMMITTER_DATE", &date);
        let output = git.output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Commits these files. Each commit is an hour later than the one before.
    fn commit(&mut self, message: &str, files: &[(&str, &str)]) {
        self.clock += 3_600;
        for (path, text) in files {
            self.write(path, text);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// The subjects of the history, newest first, and the number of commits that were read for it.
    fn subjects(&self) -> (Vec<String>, usize) {
        let (history, report) = history(&self.repository()).unwrap();
        let subjects = history.commits().iter().map(|commit| commit.message.to_string()).collect();
        assert_eq!((report.hunks, report.unsaved), (Ok(()), None));
        (subjects, report.read)
    }
}

fn body(n: usize) -> String {
    format!(
        "package p\n\nimport \"fmt\"\n\nfunc A() {{\n\tfmt.Println({n})\n}}\n\nfunc B() {{\n\tfmt.Println()\n}}\n"
    )
}

#[test]
fn history_is_read_with_its_files_symbols_and_renames() {
    let mut checkout = Checkout::new();
    checkout.commit("one", &[("old.go", &body(1)), ("b.go", &body(1)), ("README", "x")]);
    checkout.commit("two", &[("old.go", &body(2)), ("b.go", &body(2))]);
    fs::rename(checkout.root().join("old.go"), checkout.root().join("a.go")).unwrap();
    checkout.commit("three", &[("a.go", &body(3)), ("b.go", &body(3))]);

    let (history, report) = history(&checkout.repository()).unwrap();
    assert_eq!((report.commits, report.read, report.shallow), (3, 3, false));
    assert_eq!(history.touching("a.go"), [0, 1, 2]);
    assert_eq!(history.touching_symbol("a.go", "A"), [0, 1, 2]);
    assert_eq!(history.touching_symbol("a.go", "B"), [2]);
    assert_eq!(history.commits().iter().map(|commit| commit.width).collect::<Vec<_>>(), [2, 2, 3]);
    assert_eq!(history.co_changes("a.go")[0].support, 3);
    assert_eq!(history.churn("b.go").last.unwrap().author, "An Author");
}

#[test]
fn a_new_head_costs_only_what_it_adds_and_drops_what_it_lost() {
    let mut checkout = Checkout::new();
    checkout.commit("one", &[("a.go", &body(1))]);
    checkout.commit("two", &[("a.go", &body(2))]);
    let subjects = |checkout: &Checkout| {
        let (subjects, read) = checkout.subjects();
        (subjects.join(" "), read)
    };
    assert_eq!(subjects(&checkout), ("two one".into(), 2));
    assert_eq!(subjects(&checkout), ("two one".into(), 0));
    checkout.commit("three", &[("a.go", &body(3))]);
    assert_eq!(subjects(&checkout), ("three two one".into(), 1));

    checkout.git(&["checkout", "-q", "-b", "side", "HEAD~2"]);
    checkout.commit("other", &[("b.go", &body(1))]);
    assert_eq!(subjects(&checkout), ("other one".into(), 1));
    checkout.git(&["merge", "-q", "-m", "merge", "main"]);
    assert_eq!(subjects(&checkout), ("other three two one".into(), 2), "merges take no part");

    let file = checkout.dir.path().join("data/history");
    fs::write(&file, "damage").unwrap();
    assert_eq!(subjects(&checkout), ("other three two one".into(), 4));
    // A head that git no longer knows.
    let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
    let head = text.split(' ').nth(1).unwrap().to_owned();
    let mut bytes = fs::read(&file).unwrap();
    let at = text.find(&head).unwrap();
    bytes[at..at + 8].copy_from_slice(b"deadbeef");
    fs::write(&file, bytes).unwrap();
    assert_eq!(subjects(&checkout).1, 4);
}

#[test]
fn a_shallow_clone_is_reported_and_its_end_is_no_change() {
    let mut checkout = Checkout::new();
    for n in 0..4 {
        checkout.commit(&n.to_string(), &[("a.go", &body(n)), ("b.go", &body(n))]);
    }
    let clone = checkout.dir.path().join("clone");
    checkout.git(&[
        "clone",
        "-q",
        "--depth=2",
        &format!("file://{}", checkout.root().display()),
        clone.to_str().unwrap(),
    ]);
    let (history, report) = history(&checkout.repository_at(&clone)).unwrap();
    assert!(report.shallow);
    assert_eq!(history.commits().iter().map(|commit| &*commit.message).collect::<Vec<_>>(), ["3"]);
}

#[test]
fn missing_parts_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path().join("data"));
    let mut bare = Repository { root: dir.path().to_owned(), store };
    assert!(matches!(history(&bare), Err(GitError::NoRepository(_))));
    bare.root.push("gone");
    assert!(matches!(history(&bare), Err(GitError::Gone(_))));
    let empty = Checkout::new();
    assert!(matches!(history(&empty.repository()), Err(GitError::NoCommit)));
}

/// The changes of a range, each as `change name path`.
fn changes(checkout: &Checkout, range: &str) -> Vec<String> {
    let Diff { changed, .. } =
        diff(&checkout.root(), &Graph::default(), &Range::parse(range), &Meta::default()).unwrap();
    changed.iter().map(|c| format!("{} {} {}", c.change.name(), c.qualified, c.path)).collect()
}

#[test]
fn ranges_read_as_git_writes_them() {
    let [head, main, tip] = ["HEAD", "main", "tip"].map(str::to_owned);
    for (text, range) in [
        ("HEAD", Range::WorkTree { since: head.clone() }),
        ("main..tip", Range::Commits { from: main.clone(), to: tip.clone() }),
        ("main...", Range::Branch { base: main.clone(), tip: head.clone() }),
        ("..tip", Range::Commits { from: head.clone(), to: tip.clone() }),
        ("tip^!", Range::Commits { from: "tip^".to_owned(), to: tip.clone() }),
        ("tip^-", Range::Commits { from: "tip^".to_owned(), to: tip.clone() }),
        ("tip^-2", Range::Commits { from: "tip^2".to_owned(), to: tip }),
        ("tip^-x", Range::WorkTree { since: "tip^-x".to_owned() }),
        ("staged", Range::Staged),
    ] {
        assert_eq!(Range::parse(text), range, "{text}");
    }
}

#[test]
fn any_two_states_can_be_compared() {
    let mut checkout = Checkout::new();
    checkout.commit("one", &[("a.go", &body(1)), ("gone.go", "package p\n\nfunc Gone() {}\n")]);
    checkout.git(&["checkout", "-q", "-b", "side"]);
    checkout.commit("two", &[("a.go", &body(2))]);
    checkout.git(&["checkout", "-q", "main"]);
    checkout.commit("three", &[("m.go", "package p\n\nvar M = 1\n")]);
    assert_eq!(changes(&checkout, "main...side"), ["body A a.go"]);
    assert_eq!(changes(&checkout, "main..side"), ["body A a.go", "removed M m.go"]);
    assert_eq!(changes(&checkout, "HEAD"), [""; 0]);
    for range in ["side^!", "side^-", ":/one..:/two"] {
        assert_eq!(changes(&checkout, range), ["body A a.go"], "{range}");
    }
    assert_eq!(changes(&checkout, ":/one"), ["added M m.go"]);

    checkout.write("m.go", "package p\n\nvar M = 2\n");
    checkout.git(&["add", "m.go"]);
    checkout.write("m.go", "package p\n\nvar M int = 2\n");
    checkout.write("new.go", "package p\n\nfunc New() {}\n");
    checkout.write("ignored.go", "package p\n\nfunc Ignored() {}\n");
    checkout.write(".gitignore", "ignored.go\n");
    fs::remove_file(checkout.root().join("gone.go")).unwrap();
    assert_eq!(changes(&checkout, "staged"), ["body M m.go"]);
    let of_tree = ["removed Gone gone.go", "signature M m.go", "added New new.go"];
    assert_eq!(changes(&checkout, "HEAD"), of_tree);
    // The file is moved to another folder and edited, without `git mv`.
    fs::create_dir(checkout.root().join("sub")).unwrap();
    fs::write(checkout.root().join("sub/b.go"), body(7)).unwrap();
    fs::remove_file(checkout.root().join("a.go")).unwrap();
    assert!(changes(&checkout, "HEAD").contains(&"moved A sub/b.go".to_owned()));
}

#[test]
fn a_merge_under_way_is_compared_as_it_lies_on_disk() {
    let mut checkout = Checkout::new();
    checkout.commit("one", &[("a.go", &body(1)), ("b.go", "package p\n\nvar V = 1\n")]);
    checkout.git(&["checkout", "-q", "-b", "side"]);
    checkout.commit("two", &[("a.go", &body(2)), ("b.go", "package p\n\nvar V = 2\n")]);
    checkout.git(&["checkout", "-q", "main"]);
    checkout.commit("three", &[("a.go", &body(3))]);
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    let merge = Command::new("git").args(who).args(["merge", "side"]).current_dir(checkout.root()).output();
    let merge = merge.unwrap();
    assert!(!merge.status.success(), "a conflict is wanted");
    let answer = diff(&checkout.root(), &Graph::default(), &Range::parse("HEAD"), &Meta::default()).unwrap();
    assert!(answer.notes[0].contains("a merge is in progress"), "{:?}", answer.notes);
    assert_eq!(changes(&checkout, "HEAD"), ["body A a.go", "body V b.go"]);
}

#[test]
fn commits_outside_of_a_shallow_clone_and_unknown_names_are_reported() {
    let mut checkout = Checkout::new();
    checkout.commit("one", &[("a.go", &body(1))]);
    checkout.git(&["checkout", "-q", "-b", "side"]);
    checkout.commit("two", &[("a.go", &body(2))]);
    checkout.git(&["checkout", "-q", "main"]);
    checkout.commit("three", &[("b.go", &body(3))]);
    let clone = checkout.dir.path().join("clone");
    let url = format!("file://{}", checkout.root().display());
    checkout.git(&["clone", "-q", "--depth=1", "--no-single-branch", &url, clone.to_str().unwrap()]);
    let error =
        |range: &str| diff(&clone, &Graph::default(), &Range::parse(range), &Meta::default()).unwrap_err();
    assert!(matches!(error("origin/side...main"), GitError::NoMergeBase(..)));
    for range in ["nope", "HEAD~9..HEAD", "--output=x", "HEAD:a.go"] {
        let GitError::InClone(error, gap) = error(range) else { panic!("{range}") };
        assert!(matches!(*error, GitError::UnknownEnd(_)) && gap.contains("--unshallow"), "{range}: {gap}");
        let whole = diff(&checkout.root(), &Graph::default(), &Range::parse(range), &Meta::default());
        assert!(matches!(whole, Err(GitError::UnknownEnd(_))), "{range}");
    }
    let notes = diff(&clone, &Graph::default(), &Range::parse("HEAD"), &Meta::default()).unwrap().notes;
    assert!(notes[0].contains("shallow"), "{notes:?}");
}

#[cfg(unix)]
#[test]
fn links_and_pipes_of_the_work_tree_are_not_followed() {
    let mut checkout = Checkout::new();
    checkout.commit("one", &[("a.go", &body(1)), ("b.go", &body(1))]);
    checkout.write("../secret.go", "package p\n\nfunc Secret() {}\n");
    for name in ["a.go", "b.go"] {
        fs::remove_file(checkout.root().join(name)).unwrap();
    }
    std::os::unix::fs::symlink("../secret.go", checkout.root().join("a.go")).unwrap();
    Command::new("mkfifo").arg(checkout.root().join("b.go")).status().unwrap();
    assert_eq!(
        changes(&checkout, "HEAD"),
        ["removed A a.go", "removed B a.go", "removed A b.go", "removed B b.go"]
    );
}

/// Everything that a repository can set up to be run. Each leaves a mark if it runs.
#[cfg(unix)]
#[test]
fn nothing_of_the_repository_is_run() {
    let mut checkout = Checkout::new();
    let marks = checkout.dir.path().join("marks");
    fs::create_dir(&marks).unwrap();
    let script = checkout.dir.path().join("mark.sh");
    fs::write(&script, format!("#!/bin/sh\ntouch {}/$$\ncat \"$1\" 2>/dev/null\n", marks.display())).unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    checkout.commit("one", &[("a.go", &body(1)), ("b.go", &body(1))]);
    checkout.commit("two", &[("a.go", &body(2)), ("b.go", &body(2))]);
    checkout.write(".gitattributes", "*.go diff=evil filter=evil\n");
    checkout.write(".git/info/attributes", "*.go diff=evil filter=evil\n");
    let script = script.to_str().unwrap();
    for setting in [
        "diff.evil.command",
        "diff.evil.textconv",
        "diff.external",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "core.fsmonitor",
        "core.pager",
        "pager.log",
        "core.sshCommand",
        "gpg.program",
        "alias.log",
        "alias.rev-parse",
        "interactive.diffFilter",
    ] {
        checkout.git(&[
            "config",
            setting,
            if setting.starts_with("alias") { "!touch marked" } else { script },
        ]);
    }
    checkout.git(&["config", "log.showSignature", "true"]);
    checkout.write("a.go", &body(9));
    assert_eq!(checkout.subjects().0, ["two", "one"]);
    checkout.write("b.go", &body(8));
    assert_eq!(changes(&checkout, "HEAD"), ["body A a.go", "body A b.go"]);
    let marked = || fs::read_dir(&marks).unwrap().count();
    assert_eq!(marked(), 0);
    Command::new("git").arg("diff").current_dir(checkout.root()).output().unwrap();
    assert!(marked() > 0, "the traps work");
}

#[cfg(unix)]
#[test]
fn git_is_stopped_when_its_time_is_over() {
    let mut checkout = Checkout::new();
    checkout.commit("one", &[("a.go", &body(1))]);
    let git = Git::at(&checkout.root(), Duration::from_millis(300)).unwrap();
    let start = Instant::now();
    // A pipe that no process writes to.
    Command::new("mkfifo").arg(checkout.root().join("pipe")).status().unwrap();
    let answer = git.output(&["hash-object", "pipe"]);
    assert_eq!(answer, Err(GitError::TooLong(0)));
    assert!(start.elapsed() < Duration::from_secs(30));
    let begun = AtomicUsize::new(0);
    let cancelled = || begun.fetch_add(1, Ordering::Relaxed) > 5;
    let git = Git::cancellable_at(&checkout.root(), Duration::from_mins(1), &cancelled).unwrap();
    assert_eq!(git.output(&["hash-object", "pipe"]), Err(GitError::Cancelled));
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// The diff of the last commit, cancelled when the flag is read for the `most`th time. Returns how often it was read.
fn last_change(checkout: &Checkout) -> impl Fn(usize) -> (Result<Diff, GitError>, usize) {
    let settings = BuildSettings::default();
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| {}, glimpses: false };
    let snapshot = refresh(&checkout.repository(), &settings, &task).unwrap().snapshot;
    move |most| {
        let asked = AtomicUsize::new(0);
        let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= most;
        let diff = diff_with_unbound(&snapshot, &Range::parse("HEAD~1..HEAD"), &cancelled);
        (diff, asked.load(Ordering::Relaxed))
    }
}

#[test]
fn a_diff_that_nobody_waits_for_ends_wherever_it_is() {
    const FILES: usize = 40;
    let mut checkout = Checkout::new();
    let names: Vec<String> = (0..FILES).map(|n| format!("p/f{n}.go")).collect();
    for of in ["", "int"] {
        let texts: Vec<String> = (0..FILES).map(|n| format!("package p\n\nfunc F{n}({of}) {{}}\n")).collect();
        let files: Vec<(&str, &str)> =
            names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
        checkout.commit("change", &files);
    }
    let diff = last_change(&checkout);
    let (whole, all) = diff(usize::MAX);
    assert_eq!(whole.unwrap().changed.len(), FILES);
    assert!(all > 3 * FILES, "when each file is read, and when it is compared: {all}");
    for most in [0, 1, 3, FILES, 2 * FILES, all / 2] {
        assert_eq!(diff(most).0.err(), Some(GitError::Cancelled), "{most}");
    }
}

#[test]
fn what_a_module_file_concerns_is_not_sought_for_nobody() {
    const FILES: usize = 40;
    let mut checkout = Checkout::new();
    let names: Vec<String> = (0..FILES).map(|n| format!("p/f{n}.go")).collect();
    let texts: Vec<String> =
        (0..FILES).map(|n| format!("package p\n\nimport \"x.y/z\"\n\nvar V{n} = z.Z\n")).collect();
    let sources = names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str()));
    let module = |version: &str| format!("module m\n\nrequire x.y/z {version}\n");
    let [old, new] = ["v1.0.0", "v1.1.0"].map(module);
    checkout.commit("one", &sources.chain([("go.mod", old.as_str())]).collect::<Vec<_>>());
    checkout.commit("two", &[("go.mod", &new)]);
    let diff = last_change(&checkout);
    let (whole, all) = diff(usize::MAX);
    assert_eq!(whole.unwrap().changed.len(), FILES);
    // This stage comes last, and reads the flag for each file.
    assert_eq!(diff(all - FILES / 2).0.err(), Some(GitError::Cancelled), "of {all}");
}
