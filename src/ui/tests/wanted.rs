//! Tours that a person asks for by name.

use super::Explorer;

#[test]
fn a_package_has_a_tour_which_is_taken_and_found_again() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter 5 P");
    assert!(explorer.screen().contains(" package worker"), "the selection's: {}", explorer.screen());
    explorer.keys("enter n");
    let screen = explorer.screen();
    assert!(screen.contains("Through package worker") && screen.contains("2 of "), "{screen}");
    assert!(screen.contains("worker/pool.go:"), "{screen}");
    explorer.keys("esc P");
    explorer.write("nowhere");
    explorer.keys("enter");
    assert!(explorer.screen().contains("! there is no package nowhere"), "{}", explorer.screen());
    // All of these names mean the same tour.
    explorer.keys("P");
    explorer.write("worker.NewPool");
    explorer.keys("enter esc");
    let mut explorer = explorer.again();
    explorer.keys("5");
    let screen = explorer.screen();
    let rows: Vec<&str> = screen.lines().filter(|line| line.contains("Through package worker")).collect();
    assert!(rows.len() == 1 && rows[0].contains("at 2 of "), "{screen}");
}

#[test]
fn steps_without_titles_are_disambiguated_and_a_copy_says_what_it_is_one_of() {
    let mut explorer = Explorer::open(120, 40);
    std::fs::create_dir_all(explorer.path(".tours")).unwrap();
    let step = |line: u32| format!(r#"{{"file": "millrace.go", "line": {line}, "description": "words"}}"#);
    let text = format!(r#"{{"title": "Old", "steps": [{}, {}]}}"#, step(3), step(9));
    std::fs::write(explorer.path(".tours/old.tour"), text).unwrap();
    explorer.keys("5 enter");
    let screen = explorer.screen();
    assert!(screen.contains("1 millrace.go:3") && screen.contains("2 millrace.go:9"), "{screen}");
    explorer.keys("S");
    explorer.write("New");
    explorer.keys("enter");
    let said = "saved as .tours/new.tour; .tours/old.tour stays as it was";
    assert!(explorer.screen().contains(said), "{}", explorer.screen());
}
