//! Growth of cost with the size of a tree: synthetic Go code of the requested sizes.
//!
//!     cargo bench --bench scale -- SYMBOLS... [--in DIR] [--runs N]
//!
//! For each size the code is written, indexed from nothing, and opened in a terminal of 120 x 40 as `--bench terminal`
//! does. With `--in` trees and indexes stay in that folder, and are used again. Without a size: 2,000 symbols, once.

#[cfg(unix)]
#[path = "../terminal/session.rs"]
mod session;
#[cfg(unix)]
mod tree;

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() {
    scale::run(&std::env::args().skip(1).filter(|arg| arg != "--bench").collect::<Vec<_>>());
}

#[cfg(unix)]
mod scale {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::session::{PROGRAM, Waits, at};
    use super::tree;

    pub(super) fn run(args: &[String]) {
        let (mut sizes, mut runs, mut place) = (Vec::new(), 10, None);
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            match arg.as_str() {
                "--in" => place = rest.next().map(PathBuf::from),
                "--runs" => runs = rest.next().and_then(|n| n.parse().ok()).expect("--runs takes a number"),
                size => sizes.push(size.parse::<usize>().expect("a number of symbols")),
            }
        }
        if sizes.is_empty() {
            (sizes, runs) = (vec![2_000], 1);
        }
        println!(
            "| symbols | edges | files | index from nothing s | peak MB | database MB | opening ms, p99 | \
             key to frame ms, p99 | key to list ms, p99 | private MB | at rest |\n\
             | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
        );
        for size in sizes {
            let temporary = tempfile::tempdir().expect("a folder");
            let base = place.as_deref().unwrap_or(temporary.path()).join(size.to_string());
            row(&base, size, runs);
        }
    }

    fn row(base: &Path, size: usize, runs: usize) {
        let (code, data) = (base.join("code"), base.join("data"));
        if !code.join("go.mod").exists() {
            tree::write(&code, size).expect("the code is written");
            // A file that is written at the moment of being indexed is read twice; trees seldom have such files.
            std::thread::sleep(Duration::from_secs(3));
        }
        let built = build(&code, &data);
        let waits = Waits::of(&code, &data, runs, Duration::from_secs(1));
        let pair = |times: &[Duration]| format!("{:.1}, {:.1}", at(times, 0.5), at(times, 0.99));
        println!(
            "| {} | {} | {} | {} | {} | {:.0} | {} | {} | {} | {:.0} | {} % |",
            built.count("totalSymbols"),
            built.count("totalEdges"),
            built.count("files"),
            built.wall.map_or("-".to_owned(), |wall| format!("{:.1}", wall.as_secs_f64())),
            built.peak.map_or("-".to_owned(), |kib| (kib / 1024).to_string()),
            built.count("bytes") as f64 / 1e6,
            pair(&waits.opened),
            pair(&waits.typed),
            pair(&waits.followed),
            waits.private as f64 / 1e6,
            waits.idle.as_millis() / 10,
        );
    }

    struct Built {
        /// `None` where the index was there.
        wall: Option<Duration>,
        peak: Option<u64>,
        report: serde_json::Value,
    }

    impl Built {
        fn count(&self, what: &str) -> u64 {
            self.report[what].as_u64().unwrap_or(0)
        }
    }

    fn build(code: &Path, data: &Path) -> Built {
        let fresh = !data.exists();
        let start = Instant::now();
        let mut command = Command::new(PROGRAM);
        let child = command.arg("index").arg(code).arg("--json").arg("--data-dir").arg(data);
        let child = child.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
        let child = child.spawn().expect("the program starts");
        let pid = child.id();
        let watch = std::thread::spawn(move || {
            // The highest mark lives as long as its process does.
            let mut peak = None;
            while let Some(kib) = high_water(pid) {
                peak = Some(kib);
                std::thread::sleep(Duration::from_millis(20));
            }
            peak
        });
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{} could not be indexed", code.display());
        let wall = fresh.then(|| start.elapsed());
        let peak = watch.join().ok().flatten().filter(|_| fresh);
        Built { wall, peak, report: serde_json::from_slice(&output.stdout).unwrap_or_default() }
    }

    fn high_water(pid: u32) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok())
    }
}
