//! Reading a repository's past.
//!
//!     cargo bench --bench history -- TREE
//!
//! TREE is a clone. Printed: reading all of its log for the first time, opening what was stored when nothing is new, and
//! this process's greatest memory so far (git, which tells the log, has its own).

use std::path::{Path, PathBuf};
use std::time::Instant;

use codegraph_tui::index::{Repository, git};

const AGAIN: usize = 20;

fn main() -> anyhow::Result<()> {
    let Some(tree) = std::env::args().skip(1).find(|arg| arg != "--bench").map(PathBuf::from) else {
        // Without a clone there is nothing to measure; `cargo bench` runs every target so.
        println!("history: no TREE given, nothing measured");
        return Ok(());
    };
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("history");
    if data.exists() {
        std::fs::remove_dir_all(&data)?;
    }
    let repository = Repository::at(&tree, Some(&data))?;
    let start = Instant::now();
    let (_, report) = git::history(&repository)?;
    println!("first time: {:.2} s, {} commits, {}", start.elapsed().as_secs_f64(), report.commits, memory());
    if let Err(why) = report.hunks {
        println!("declarations are not known for all of them: {why}");
    }
    let mut times = Vec::new();
    for _ in 0..AGAIN {
        let start = Instant::now();
        git::history(&repository)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("nothing new: median {:.1} ms, worst {:.1} ms", times[AGAIN / 2], times[AGAIN - 1]);
    Ok(())
}

/// The greatest memory of this process, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or("memory not known here".to_owned(), |kb| format!("{} MB at most", kb / 1024))
}
