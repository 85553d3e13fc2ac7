//! Files of an older version are read by this one: settings, the memory of a person's use, tours and an index. The
//! fixtures were written by that version itself.

use std::fs;
use std::path::{Path, PathBuf};

use crate::project::Project;

fn fixture(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/fixtures").join(version)
}

/// A project with the tree, the tours and the database of an older version.
fn upgraded(version: &str) -> Project {
    let project = Project::new(&[]);
    for path in ["go.mod", "main.go", "queue/queue.go", ".tours/start-here.tour"] {
        project.write(path, fs::read(fixture(version).join("tree").join(path)).unwrap());
    }
    // The folder's name depends on the path of the tree.
    project.good(&["index"]);
    let database = project.database();
    fs::remove_dir_all(&database).unwrap();
    fs::create_dir(&database).unwrap();
    for file in fs::read_dir(fixture(version).join("database")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), database.join(file.file_name())).unwrap();
    }
    project
}

#[test]
fn an_older_index_is_used_or_replaced_without_a_complaint() {
    let project = upgraded("0.2.0");
    let rank = project.json(&["rank", "--json", "--limit", "0"]);
    let names: Vec<&str> =
        rank["rankings"].as_array().unwrap().iter().filter_map(|row| row["symbolId"].as_str()).collect();
    assert!(names.contains(&"queue/queue.go::Queue.Push::method"), "{names:?}");
}

#[test]
fn what_an_older_version_remembered_is_kept() {
    let project = upgraded("0.2.0");
    let list = project.good(&["interactions", "list"]);
    for id in ["queue/queue.go::Queue.Push::method", "main.go::main::func"] {
        assert!(list.contains(id), "{list}");
    }
}

#[test]
fn tours_of_an_older_version_play() {
    let project = upgraded("0.2.0");
    let check = project.json(&["tour", "check", "--json"]);
    let tours = check["tours"].as_array().unwrap();
    assert_eq!(tours.len(), 1, "{check}");
    let shown = project.good(&["tour", "show", "start-here"]);
    assert!(shown.contains("queue/queue.go"), "{shown}");
}

#[test]
fn settings_of_an_older_version_are_in_force() {
    let project = upgraded("0.2.0");
    let settings = fixture("0.2.0").join("config.toml");
    let doctor = project.json(&["doctor", "--json", "--config", settings.to_str().unwrap()]);
    let explorer = &doctor["explorer"];
    assert_eq!(explorer["warnings"], serde_json::json!([]), "{explorer}");
    assert_eq!(explorer["theme"], "light", "{explorer}");
    assert_eq!(explorer["editor"], "hx FILE:1", "{explorer}");
}
