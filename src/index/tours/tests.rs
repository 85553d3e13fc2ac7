//! Tests of the files that are tours, and of those that may be written and deleted.

use std::path::PathBuf;

use super::*;
#[cfg(unix)]
use crate::tour::Opened;

const TOUR: &str = "{\"title\": \"T\", \"steps\": []}";

fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap().join("repo");
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    (dir, root)
}

#[test]
fn tours_are_found_where_codetour_finds_them_and_broken_ones_are_listed() {
    let (_dir, root) = tree(&[
        (".tour", TOUR),
        ("main.tour", TOUR),
        (".vscode/main.tour", TOUR),
        (".vscode/tours/a", TOUR),
        (".github/tours/deep/er/b.json", TOUR),
        (".tours/c.tour", "{\"title\": 3}"),
        ("other.tour", TOUR),
        ("docs/.tours/d.tour", TOUR),
        ("docs/walks/e.tour", TOUR),
        (
            ".vscode/settings.json",
            "{\n  /* Tours */ \"x\": [1,], // are documents.\n  \"codetour.customTourDirectory\": \"/docs/walks/\",\n}\n",
        ),
    ]);
    let found = discover(&root);
    let paths: Vec<&str> = found.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            ".github/tours/deep/er/b.json",
            ".tour",
            ".tours/c.tour",
            ".vscode/main.tour",
            ".vscode/tours/a",
            "docs/walks/e.tour",
            "main.tour"
        ]
    );
    assert!(found.iter().all(|file| file.tour.is_ok() == (file.path != ".tours/c.tour")));
    let watched: Vec<String> = folders(&root).collect();
    assert_eq!(watched, [".tours", ".github/tours", ".vscode/tours", "docs/walks"]);
}

#[test]
fn a_giant_is_refused_by_its_size_without_being_read() {
    let (_dir, root) = tree(&[(".tours/big.tour", "")]);
    fs::OpenOptions::new()
        .write(true)
        .open(root.join(".tours/big.tour"))
        .unwrap()
        .set_len(100 << 20)
        .unwrap();
    let [file] = &discover(&root)[..] else { panic!() };
    assert!(matches!(file.tour, Err(Unusable::Malformed(Malformed::TooLarge(size))) if size == 100 << 20));
}

#[cfg(unix)]
#[test]
fn nothing_outside_of_the_repository_is_opened() {
    let (dir, root) = tree(&[("a/b.go", "package b\n")]);
    fs::write(dir.path().join("secret"), TOUR).unwrap();
    std::os::unix::fs::symlink(dir.path().join("secret"), root.join("link")).unwrap();
    std::os::unix::fs::symlink(dir.path(), root.join(".tours")).unwrap();
    std::os::unix::fs::symlink("a/b.go", root.join("inner")).unwrap();
    let opener = Opener::new(&root);
    let secret = dir.path().join("secret");
    for path in ["../secret", "a/../../secret", "link", secret.to_str().unwrap(), ".tours/secret"] {
        assert!(matches!(opener.open(path), Opened::Refused(_)), "{path}");
    }
    assert_eq!(opener.open("a/b.go"), Opened::Text(b"package b\n".as_slice().into()));
    assert_eq!(opener.open("inner"), opener.open("./a/b.go"));
    assert_eq!(opener.open("a"), Opened::Folder);
    assert_eq!(opener.open("gone"), Opened::Missing);
    assert!(discover(&root).is_empty());
    let tour = Tour::new("T", "");
    assert!(matches!(
        write(&root, ".tours/x.tour", &tour, &Overwrite::Generated),
        Err(NotWritten::Refused(..))
    ));
    assert!(matches!(
        write(&root, "../x.tour", &tour, &Overwrite::Read(tour.digest())),
        Err(NotWritten::Refused(..))
    ));
    assert!(!dir.path().join("x.tour").exists());
}

#[test]
fn a_generated_tour_replaces_only_what_was_generated() {
    let (_dir, root) = tree(&[(".tours/own.tour", TOUR), ("a.go", "")]);
    let mut tour = Tour::new("T", "");
    let (own, new) = (path_of("own"), path_of("new"));
    assert!(matches!(write(&root, &own, &tour, &Overwrite::Generated), Err(NotWritten::Taken(_))));
    tour.set_generated("packages", "new");
    write(&root, &new, &tour, &Overwrite::Generated).unwrap();
    write(&root, &new, &tour, &Overwrite::Generated).unwrap();
    assert_eq!(load(&root, ".tours/new.tour").unwrap(), tour);
    let read = Overwrite::Read(load(&root, &own).unwrap().digest());
    write(&root, &own, &tour, &read).expect("its own file is written over");
    assert!(matches!(
        write(&root, &own, &tour, &Overwrite::Read("other".to_owned())),
        Err(NotWritten::Changed(_))
    ));
}

#[test]
fn only_what_was_read_is_deleted() {
    let (_dir, root) = tree(&[(".tours/own.tour", TOUR), ("a.go", "")]);
    let own = path_of("own");
    let read = load(&root, &own).unwrap().digest();
    for (path, read) in [(own.as_str(), "other"), ("../own.tour", &read), ("a.go", &read)] {
        delete(&root, path, read).expect_err(path);
    }
    assert!(root.join("a.go").exists() && root.join(&own).exists());
    fs::write(root.join(".tours/notes.md"), "").unwrap();
    delete(&root, &own, &read).unwrap();
    assert!(!root.join(&own).exists() && root.join(".tours/notes.md").exists());
}

#[test]
fn the_folder_of_tours_goes_with_its_last_file() {
    let (_dir, root) = tree(&[(".tours/own.tour", TOUR), (".vscode/tours/other.tour", TOUR), ("a.go", "")]);
    let read = load(&root, &path_of("own")).unwrap().digest();
    for path in [&path_of("own"), ".vscode/tours/other.tour"] {
        delete(&root, path, &read).unwrap();
    }
    assert!(
        !root.join(".tours").exists() && root.join(".vscode/tours").exists() && root.join("a.go").exists()
    );
}

#[test]
fn a_generated_tour_that_was_edited_is_left_alone() {
    let (_dir, root) = tree(&[("a.go", "")]);
    let path = path_of("new");
    let generated = |description: &str| {
        let mut tour = Tour::new("T", description);
        tour.set_generated("packages", "new");
        tour
    };
    let text = || fs::read_to_string(root.join(&path)).unwrap();
    write(&root, &path, &generated("one"), &Overwrite::Generated).unwrap();
    write(&root, &path, &generated("two"), &Overwrite::Generated)
        .expect("nobody edited what the code gave before");
    let two = text();
    let edited = two.replace("\"two\"", "\"my own words\"");
    fs::write(root.join(&path), &edited).unwrap();
    assert!(matches!(
        write(&root, &path, &generated("two"), &Overwrite::Generated),
        Err(NotWritten::Edited(_))
    ));
    assert_eq!(text(), edited);

    let without_digest: Vec<&str> = two.lines().filter(|line| !line.contains("\"digest\"")).collect();
    let untold = without_digest.join("\n").replace("\"new\",", "\"new\"");
    fs::write(root.join(&path), &untold).unwrap();
    assert!(matches!(
        write(&root, &path, &generated("three"), &Overwrite::Generated),
        Err(NotWritten::Untold(_))
    ));
    assert_eq!(text(), untold);
    write(&root, &path, &generated("two"), &Overwrite::Generated)
        .expect("nothing is lost of what says the same");
    assert_eq!(text(), two);
}

#[test]
fn progress_is_there_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path().join("data"));
    let at = |step| Progress { step, visited: vec![0, step] };
    keep_progress(&store, "a", Some(at(2))).unwrap();
    keep_progress(&store, "b", Some(at(3))).unwrap();
    keep_progress(&store, "a", None).unwrap();
    assert_eq!(progress(&store), AllProgress::from([("b".to_owned(), at(3))]));
    fs::write(store.dir().join(PROGRESS), "damage").unwrap();
    assert!(progress(&store).is_empty());
}
