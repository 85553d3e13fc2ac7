//! What a person waits for: opening an index that is there, and a key until its frame.
//!
//!     cargo bench --bench terminal -- TREE [RUNS]
//!
//! The release program runs in a real terminal of 120 x 40. Opening is from the start of the process to the first frame
//! with a list; a key is from its byte written to the end of the first frame after it (the letter typed) and to the last
//! frame before quiet (the list that follows). Without TREE it runs once on the bundled sample.

#[cfg(unix)]
mod session;

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() {
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    use session::{PROGRAM, Waits, at};

    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample").to_owned();
    let tree = args.first().cloned().unwrap_or(sample);
    let runs = if args.is_empty() { 1 } else { args.get(1).and_then(|n| n.parse().ok()).unwrap_or(10) };
    let data = tempfile::tempdir().expect("a folder");
    let built = Command::new(PROGRAM).args(["index", &tree, "--data-dir"]).arg(data.path()).output();
    assert!(built.is_ok_and(|output| output.status.success()), "the index of {tree} could not be built");

    let waits = Waits::of(Path::new(&tree), data.path(), runs, Duration::from_secs(1));
    println!("{tree}, {runs} runs\n\n| from | to | median ms | p99 ms |\n| --- | --- | ---: | ---: |");
    for (from, to, times) in [
        ("start of the process", "first list", &waits.opened),
        ("key", "frame with the letter", &waits.typed),
        ("key", "frame with the list", &waits.followed),
    ] {
        println!("| {from} | {to} | {:.1} | {:.1} |", at(times, 0.5), at(times, 0.99));
    }
    let private = waits.private as f64 / 1e6;
    println!("\nprivate memory at most {private:.0} MB, {} ms of a second at rest", waits.idle.as_millis());
}
