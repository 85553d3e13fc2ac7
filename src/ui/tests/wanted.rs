//! Tours that a person asks for by name.

use super::Explorer;

#[test]
fn a_package_has_a_tour_which_is_taken_and_found_again() {
    let mut explorer = Explorer::open(120, 40);
    explorer.keys("/");
    explorer.write("pool.run");
    explorer.keys("enter 4 , p");
    assert!(explorer.screen().contains(" package worker"), "the selection's: {}", explorer.screen());
    explorer.keys("enter n");
    let screen = explorer.screen();
    assert!(screen.contains("Through package worker") && screen.contains("2 of "), "{screen}");
    assert!(screen.contains("worker/pool.go:"), "{screen}");
    explorer.keys("esc , p");
    explorer.write("nowhere");
    explorer.keys("enter");
    assert!(explorer.screen().contains("! there is no package nowhere"), "{}", explorer.screen());
    // All of these names mean the same tour.
    explorer.keys(", p");
    explorer.write("worker.NewPool");
    explorer.keys("enter esc");
    let mut explorer = explorer.again();
    explorer.keys("4");
    let screen = explorer.screen();
    let rows: Vec<&str> = screen.lines().filter(|line| line.contains("Through package worker")).collect();
    assert!(rows.len() == 1 && rows[0].contains("2 of "), "{screen}");
}

#[test]
fn steps_without_titles_are_disambiguated_and_a_copy_says_what_it_is_one_of() {
    let mut explorer = Explorer::open(120, 40);
    std::fs::create_dir_all(explorer.path(".tours")).unwrap();
    let step = |line: u32| format!(r#"{{"file": "millrace.go", "line": {line}, "description": "words"}}"#);
    let text = format!(r#"{{"title": "Old", "steps": [{}, {}]}}"#, step(3), step(9));
    std::fs::write(explorer.path(".tours/old.tour"), text).unwrap();
    explorer.keys("4 enter");
    let screen = explorer.screen();
    assert!(screen.contains("1 millrace.go:3") && screen.contains("2 millrace.go:9"), "{screen}");
    explorer.keys(", s");
    explorer.write("New");
    explorer.keys("enter");
    let said = "saved as .tours/new.tour; .tours/old.tour stays as it was";
    assert!(explorer.screen().contains(said), "{}", explorer.screen());
}

/// The titles of the steps of the open tour.
fn steps(explorer: &Explorer) -> Vec<String> {
    let playing = explorer.app.tours.playing.as_ref().expect("an open tour");
    playing.now.tour.steps().map(|step| step.title().to_string()).collect()
}

#[test]
fn rows_of_each_view_become_a_tour_in_one_key() {
    let mut explorer = Explorer::open(120, 40);
    let go = |explorer: &mut Explorer, name: &str| {
        explorer.keys("1 esc esc esc / ctrl-u");
        explorer.write(name);
        explorer.keys("enter");
    };
    // A path, each step with its link to the one before.
    go(&mut explorer, "main.main");
    explorer.keys("m");
    go(&mut explorer, "pool.run");
    explorer.keys("M g A");
    let screen = explorer.screen();
    assert!(screen.contains("From main.main to worker.Pool.Run"), "{screen}");
    let of_path = steps(&explorer);
    assert_eq!((of_path[0].as_str(), of_path.last().unwrap().as_str()), ("main.main", "worker.Pool.Run"));
    explorer.keys("n");
    let screen = explorer.screen();
    assert!(screen.contains("main.main calls it (main.go:"), "{of_path:?} {screen}");
    // An answer, what a change affects, and the list.
    explorer.keys("2");
    explorer.write("retry a failed job");
    explorer.keys("enter");
    let first = explorer.app.query.answered.as_ref().unwrap().answer.rows[0].symbol;
    explorer.keys("down g A");
    assert_eq!(explorer.app.ctx.view, crate::app::View::Tours, "{}", explorer.screen());
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap();
    let name = crate::tour::named(graph.graph().symbol(first));
    assert_eq!(steps(&explorer)[0], name);
    // A question how something comes about has a way through its rows, and the tour is of that.
    explorer.keys("2 / ctrl-u");
    explorer.write("how is a job taken from the queue and run?");
    explorer.keys("enter");
    let way = explorer.app.query.answered.as_ref().unwrap().answer.way().cloned().expect("a way").symbols;
    explorer.keys("down g A");
    let graph = explorer.app.ctx.index.snapshot.as_ref().unwrap().clone();
    let names: Vec<String> = way.iter().map(|&id| crate::tour::named(graph.graph().symbol(id))).collect();
    assert_eq!(steps(&explorer), names);
    go(&mut explorer, "pool.run");
    explorer.keys("3 g A");
    assert!(explorer.screen().contains("What a change of worker.Pool.Run"), "{}", explorer.screen());
    assert_eq!(steps(&explorer)[0], "worker.Pool.Run");
    explorer.keys("1 esc esc esc / ctrl-u");
    explorer.write("kind:func");
    explorer.keys("enter g A");
    assert!(explorer.screen().contains("Symbols: kind:func"), "{}", explorer.screen());
    assert_eq!(steps(&explorer).len(), crate::tour::MAX_STEPS);
    // A tour that was begun is there in the next session.
    explorer.keys("n");
    let mut explorer = explorer.again();
    explorer.keys("4");
    assert!(explorer.screen().contains("Symbols: kind:func"), "{}", explorer.screen());
    explorer.keys("5 g A");
    assert!(
        explorer.screen().contains("! there are no rows here to make a tour of"),
        "{}",
        explorer.screen()
    );
}
