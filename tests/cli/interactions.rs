//! Tests of the memory of a person's use.

use std::fs;
use std::path::PathBuf;

use crate::project::Project;

const STORED: &str = "{\"format\":\"codegraph-tui interactions\",\"version\":1,\"symbols\":{\n\
    \"a.go::F::func\":{\"last\":1763710000,\"shown\":[12,4.25],\"opened\":[3,2.5]},\n\
    \"a.go::G::func\":{\"last\":1763700000,\"banned\":[1,1]}\n}}\n";

/// An indexed project that remembers [`STORED`], and the file that holds it.
fn remembering() -> (Project, PathBuf) {
    let project = Project::new(&[("a.go", "package a\n\nfunc F() {}\n\nfunc G() {}\n")]);
    project.good(&["index"]);
    let file = project.generations().pop().unwrap().with_file_name(".interactions.json");
    fs::write(&file, STORED).unwrap();
    (project, file)
}

#[test]
fn list_and_stats_say_what_is_remembered_and_where() {
    let (project, file) = remembering();
    let answer = project.json(&["interactions", "list", "--json"]);
    let rows = answer["interactions"].as_array().unwrap();
    let ids: Vec<&str> = rows.iter().map(|row| row["symbolId"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a.go::F::func", "a.go::G::func"], "the strongest first, the banned last");
    assert_eq!((rows[0]["shown"].as_u64(), rows[0]["opened"].as_u64()), (Some(12), Some(3)));
    assert!(rows[0]["taskTrace"].as_f64() > Some(0.0) && rows[1]["taskTrace"].as_f64() < Some(0.0));
    let limited = project.json(&["interactions", "list", "--json", "--limit", "1"]);
    assert_eq!(limited["_meta"]["truncated"], true);
    assert!(project.good(&["interactions", "list"]).contains("a.go::F::func"));

    let stats = project.json(&["interactions", "stats", "--json"]);
    assert_eq!(stats["file"].as_str(), file.to_str());
    assert_eq!((stats["symbols"].as_u64(), stats["events"]["shown"].as_u64()), (Some(2), Some(12)));
    assert!(project.good(&["interactions", "stats"]).contains("shown 12, opened 3"));
    assert_eq!(fs::read_to_string(file).unwrap(), STORED, "asking changes nothing");
}

#[test]
fn clear_forgets_everything_once_and_for_all() {
    let (project, file) = remembering();
    assert_eq!(project.good(&["interactions", "clear"]), "forgotten: 2 symbols\n");
    assert!(!file.exists());
    assert_eq!(project.good(&["interactions", "clear"]), "forgotten: 0 symbols\n");
    assert_eq!(project.json(&["interactions", "list", "--json"])["interactions"], serde_json::json!([]));
}

#[test]
fn a_damaged_file_is_set_aside_and_said() {
    let (project, file) = remembering();
    fs::write(&file, "{\"format\"").unwrap();
    let answer = project.run(&["interactions", "list"]);
    assert_eq!(answer.code, Some(0));
    assert!(
        answer.err.contains("damaged") && answer.err.contains("moved to .interactions.damaged-1.json"),
        "{}",
        answer.err
    );
    let aside = file.with_file_name(".interactions.damaged-1.json");
    assert_eq!(fs::read_to_string(aside).unwrap(), "{\"format\"");
    project.good(&["interactions", "list"]);
}
