//! The waits of a person: opening an index that exists or not, a key until its frame, and a saved file until it shows.
//!
//!     cargo bench --bench terminal -- TREE [RUNS]
//!     cargo bench --bench terminal -- TREE --edits N
//!
//! The release program runs in a real terminal of 120 x 40. Opening is from the start of the process to the first frame
//! with a list; a key is from its byte written to the end of the first frame after it (the letter typed) and to the last
//! frame before quiet (the list that follows). With `--edits` files of a copy of the tree, made in a temporary folder,
//! get a function more, one after the other, once the program is at rest, and the time is until its name is on the
//! screen. Without TREE it runs once on the bundled sample.

#[cfg(unix)]
mod fresh;
#[cfg(unix)]
mod session;

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample");
    let number = |at: usize| args.get(at).and_then(|text| text.parse().ok());
    match args.first() {
        None => {
            waits::report(sample.as_ref(), 1);
            waits::edits(sample.as_ref(), 2);
        }
        Some(tree) if args.get(1).is_some_and(|arg| arg == "--edits") => {
            waits::edits(tree.as_ref(), number(2).unwrap_or(40));
        }
        Some(tree) => waits::report(tree.as_ref(), number(1).unwrap_or(10)),
    }
}

#[cfg(unix)]
mod waits {
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    use super::fresh::{FirstBuild, Freshness};
    use super::session::{PROGRAM, Waits, at};

    pub(super) fn report(tree: &Path, runs: usize) {
        let data = tempfile::tempdir().expect("a folder");
        let built = Command::new(PROGRAM).arg("index").arg(tree).arg("--data-dir").arg(data.path()).output();
        assert!(built.is_ok_and(|output| output.status.success()), "the index could not be built");
        let waits = Waits::of(tree, data.path(), runs, Duration::from_secs(1));
        println!("{}, {runs} runs", tree.display());
        table(&[
            ("start of the process", "first list", &waits.opened[..]),
            ("key", "frame with the letter", &waits.typed),
            ("key", "frame with the list", &waits.followed),
        ]);
        let private = waits.private as f64 / 1e6;
        println!(
            "\nprivate memory at most {private:.0} MB, {} ms of a second at rest",
            waits.idle.as_millis()
        );
        let first = FirstBuild::of(tree);
        println!(
            "without an index: names after {:.2} s, everything after {:.2} s, then {:.0} MB private memory",
            first.listed.as_secs_f64(),
            first.done.as_secs_f64(),
            first.private as f64 / 1e6
        );
    }

    pub(super) fn edits(tree: &Path, edits: usize) {
        let fresh = Freshness::of(tree, edits);
        println!("{}, {edits} edits", tree.display());
        table(&[
            ("first file saved", "its new symbol in the list, ranked", &fresh.list.first[..]),
            ("later ones", "", &fresh.list.others),
            ("first file saved", "its new symbol among the answers", &fresh.query.first),
            ("later ones", "", &fresh.query.others),
            ("a file saved as soon as the list is there", "its new symbol in it, ranked", &fresh.at_once),
        ]);
    }

    fn table(rows: &[(&str, &str, &[Duration])]) {
        println!("\n| from | to | median ms | p99 ms |\n| --- | --- | ---: | ---: |");
        for (from, to, times) in rows {
            println!("| {from} | {to} | {:.1} | {:.1} |", at(times, 0.5), at(times, 0.99));
        }
    }
}
