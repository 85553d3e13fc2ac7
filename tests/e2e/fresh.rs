//! The tree changes while the explorer is open: it follows, and what the person was looking at stays.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::copy::copy;
use super::terminal::Setup;

pub(crate) fn git(root: &Path, args: &[&str]) {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"])
        .args(args)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_saved_file_is_in_the_list_and_the_log_says_what_was_noticed() {
    let setup = Setup::sample();
    let log = setup.path("run.log");
    let mut terminal = setup.with("CODEGRAPH_TUI_LOG", log.to_str().unwrap()).ready();
    terminal.keys("/brandnewsymbol");
    terminal.wait("no match", |screen| screen.contains("nothing matches"));
    fs::write(terminal.setup.root().join("new.go"), "package millrace\n\nfunc BrandNewSymbol() {}\n")
        .unwrap();
    terminal.wait("the new symbol", |screen| screen.contains("millrace.BrandNewSymbol"));
    let text = fs::read_to_string(log).unwrap();
    for part in ["watching folders=", "change what=Tree", "refreshed change=", "job answered kind="] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("BrandNewSymbol"), "no source: {text}");
}

#[test]
fn another_branch_and_back() {
    let setup = Setup::sample();
    let root = setup.root();
    git(&root, &["init", "-q", "-b", "main"]);
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "start"]);
    git(&root, &["switch", "-qc", "other"]);
    fs::write(root.join("other.go"), "package millrace\n\nfunc OnlyOnTheOther() {}\n").unwrap();
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "other"]);
    let mut terminal = setup.ready();
    terminal.keys("/onlyontheother");
    terminal.wait("the branch's own", |screen| screen.contains("millrace.OnlyOnTheOther"));
    git(&root, &["switch", "-q", "main"]);
    terminal.wait("it is gone", |screen| screen.contains("nothing matches"));
    git(&root, &["merge", "-q", "--no-ff", "-m", "merge", "other"]);
    terminal.wait("it came by the merge", |screen| screen.contains("millrace.OnlyOnTheOther"));
    git(&root, &["reset", "-q", "--hard", "HEAD~1"]);
    terminal.wait("it went by the reset", |screen| screen.contains("nothing matches"));
}

/// A commit of a tree with a variable that embeds a folder without Go files.
fn embed(root: &Path) {
    fs::create_dir_all(root.join("web/css")).unwrap();
    fs::write(root.join("web/css/a.css"), "one").unwrap();
    let embeds = "package millrace\n\nimport \"embed\"\n\n//go:embed web\nvar pages embed.FS\n";
    fs::write(root.join("pages.go"), embeds).unwrap();
    git(root, &["init", "-q", "-b", "main"]);
    git(root, &["add", "."]);
    git(root, &["commit", "-qm", "start"]);
}

#[test]
fn a_saved_file_that_is_embedded_is_in_what_changed() {
    let setup = Setup::sample();
    let root = setup.root();
    embed(&root);
    let mut terminal = setup.ready();
    terminal.keys("3,w");
    terminal.wait("no difference", |screen| screen.contains("no declaration changed"));
    fs::write(root.join("web/css/a.css"), "two").unwrap();
    terminal.wait("what embeds it", |screen| screen.contains("1 changed") && screen.contains("pages"));
    fs::write(root.join("web/css/a.css"), "one").unwrap();
    terminal.wait("as it was", |screen| screen.contains("0 changed"));
    fs::create_dir(root.join("web/js")).unwrap();
    fs::write(root.join("web/js/b.js"), "one").unwrap();
    terminal.wait("a new one in a new folder", |screen| screen.contains("1 changed"));
    fs::write(root.join("web/js/b.js"), "two").unwrap();
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "two"]);
    terminal.wait("a commit", |screen| screen.contains("0 changed"));
    fs::write(root.join("web/js/b.js"), "three").unwrap();
    terminal.wait("the folder that came is followed", |screen| screen.contains("1 changed"));
}

/// Every Go file of the top folder gets another name: ids change, and the list is whole again afterwards.
#[test]
fn a_mass_rename() {
    let mut terminal = Setup::sample().ready();
    let root = terminal.setup.root();
    let files: Vec<_> = fs::read_dir(&root)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "go"))
        .collect();
    assert!(files.len() > 1);
    for name in &files {
        fs::rename(root.join(name), root.join(format!("moved_{name}"))).unwrap();
    }
    terminal.keys("/file:moved_");
    terminal.wait("the new place", |screen| screen.contains("moved_") && !screen.contains("nothing matches"));
}

/// The folder goes away, the list stays and says that it is behind; the folder comes back, and all is well.
#[test]
fn another_folder_in_place_of_the_one_that_was_is_followed() {
    let mut terminal = Setup::sample().ready();
    let (root, other) = (terminal.setup.root(), terminal.setup.path("other"));
    copy(&root, &other);
    fs::remove_dir_all(&root).unwrap();
    terminal
        .wait("why it is behind", |screen| screen.contains("✗ out of date") && screen.contains("is gone"));
    copy(&other, &root);
    terminal.keys("/jobmadelater");
    terminal.wait("the tree again", |screen| screen.contains('✓') && screen.contains("nothing matches"));
    fs::write(root.join("queue/later.go"), "package queue\n\nfunc JobMadeLater() {}\n").unwrap();
    terminal.wait("what was saved in it", |screen| screen.contains("queue.JobMadeLater"));
    // At once, so that it is never gone.
    fs::rename(&root, terminal.setup.path("first")).unwrap();
    fs::rename(&other, &root).unwrap();
    terminal.wait("the other one", |screen| screen.contains("nothing matches"));
    fs::write(root.join("queue/again.go"), "package queue\n\nfunc JobMadeLater() {}\n").unwrap();
    terminal.wait("what was saved in that", |screen| screen.contains("queue.JobMadeLater"));
}

#[test]
fn the_folder_is_gone_and_comes_back() {
    let mut terminal = Setup::sample().ready();
    let (root, aside) = (terminal.setup.root(), terminal.setup.path("aside"));
    fs::rename(&root, &aside).unwrap();
    terminal
        .wait("why it is behind", |screen| screen.contains("✗ out of date") && screen.contains("is gone"));
    terminal.keys("/job");
    terminal.wait("the list of before", |screen| screen.contains("/ job") && screen.contains("Job"));
    fs::write(aside.join("new.go"), "package millrace\n\nfunc JobBackAgain() {}\n").unwrap();
    fs::rename(&aside, &root).unwrap();
    terminal.keys("\u{15}jobbackagain");
    terminal
        .wait("what came with it", |screen| screen.contains("✓") && screen.contains("millrace.JobBackAgain"));
}

/// In a user namespace of its own the program has a limit of its own, which nobody else feels.
#[cfg(target_os = "linux")]
#[test]
fn where_the_system_does_not_watch_the_tree_is_looked_at_and_that_is_said() {
    const FEW: &str = "echo 2 > /proc/sys/user/max_inotify_watches && exec \"$@\"";
    let within = ["unshare", "-Ur", "sh", "-c", FEW, "sh"];
    let is_possible = Command::new(within[0]).args(&within[1..]).arg("true").status();
    if !is_possible.is_ok_and(|status| status.success()) {
        eprintln!("left out: this system lets no process have limits of its own");
        return;
    }
    let setup = Setup::sample().within(&within);
    let root = setup.root();
    embed(&root);
    let mut terminal = setup.open();
    terminal.wait("why it is polled", |screen| {
        screen.contains("symbols, polled") && screen.contains("can't be watched (OS file watch limit reached")
    });
    terminal.keys("/brandnewsymbol");
    terminal.wait("no match", |screen| screen.contains("nothing matches"));
    let text = "package millrace\n\nfunc BrandNewSymbol() {}\n";
    fs::write(root.join("new.go"), text).unwrap();
    terminal.wait("the new symbol", |screen| screen.contains("millrace.BrandNewSymbol"));
    terminal.keys("\x1b\x1b3,w");
    terminal.wait("what differs", |screen| screen.contains("1 changed"));
    fs::write(root.join("web/css/a.css"), "two").unwrap();
    terminal.wait("what is embedded", |screen| screen.contains("2 changed"));
}
