//! Cost of indexing, as a multiple of the least work of any indexer on tree-sitter: walking the tree, reading every Go
//! file and parsing it, on the same number of threads.
//!
//!     cargo bench --bench floor -- TREE [THREADS [RUNS]]
//!
//! Whole processes run in turn (floor, build, refresh, floor, ...), so that a drift of the machine meets all of them
//! alike; medians and the median of the paired ratios are printed, for the build also by phase. Processor time and peak memory are read from
//! `/proc` and missing elsewhere. Without TREE it runs once on the bundled sample.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ignore::{WalkBuilder, WalkState};

/// First argument of the process that is the floor.
const FLOOR: &str = "parse-floor";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if let [first, tree, threads] = args.as_slice()
        && first == FLOOR
    {
        println!("{} bytes", parse_all(Path::new(tree), threads.parse().unwrap_or(1)));
        return ExitCode::SUCCESS;
    }
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample").to_owned();
    let runs = if args.is_empty() { 1 } else { args.get(2).and_then(|n| n.parse().ok()).unwrap_or(5) };
    let tree = args.first().cloned().unwrap_or(sample);
    let cores = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    let threads = args.get(1).cloned().unwrap_or(cores);
    match compare(&tree, &threads, runs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Walks, reads and parses, and does nothing with the result. Answers the number of bytes parsed.
fn parse_all(tree: &Path, threads: usize) -> usize {
    let files = go_files(tree, threads);
    let (next, bytes) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut parser = tree_sitter::Parser::new();
                parser.set_language(&tree_sitter_go::LANGUAGE.into()).expect("the grammar fits the library");
                while let Some((_, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Ok(text) = fs::read(path) else { continue };
                    std::hint::black_box(parser.parse(&text, None));
                    bytes.fetch_add(text.len(), Ordering::Relaxed);
                }
            });
        }
    });
    bytes.into_inner()
}

/// The files that indexing reads, largest first, which balances the threads best.
fn go_files(tree: &Path, threads: usize) -> Vec<(u64, PathBuf)> {
    let found = Mutex::new(Vec::new());
    let is_vendor = |name: &std::ffi::OsStr| name == "vendor" || name == ".git";
    WalkBuilder::new(tree).standard_filters(false).threads(threads).build_parallel().run(|| {
        Box::new(|entry| {
            let Ok(entry) = entry else { return WalkState::Continue };
            let is = |test: fn(&fs::FileType) -> bool| entry.file_type().as_ref().is_some_and(test);
            if is(fs::FileType::is_dir) && is_vendor(entry.file_name()) {
                return WalkState::Skip;
            }
            if is(fs::FileType::is_file)
                && entry.path().extension().is_some_and(|extension| extension == "go")
            {
                let size = entry.metadata().map_or(0, |metadata| metadata.len());
                found.lock().expect("no thread panics").push((size, entry.into_path()));
            }
            WalkState::Continue
        })
    });
    let mut files = found.into_inner().expect("no thread panics");
    files.sort_unstable_by(|a, b| b.cmp(a));
    files
}

/// One process, from start to end.
#[derive(Clone, Copy, Default)]
struct Cost {
    wall: Duration,
    /// User and system time.
    processor: Duration,
    peak_kib: u64,
}

fn compare(tree: &str, threads: &str, runs: usize) -> Result<(), String> {
    let data = tempfile::tempdir().map_err(|error| error.to_string())?;
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = env!("CARGO_BIN_EXE_codegraph-tui");
    let index = |force: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(["index", tree, "--json", "--threads", threads, "--data-dir"])
            .arg(data.path())
            .args(force);
        command
    };
    let mut floor = Command::new(this);
    floor.args([FLOOR, tree, threads]);
    let mut rows = [
        ("walk, read, parse (floor)", floor, Vec::new()),
        ("index, from nothing", index(&["--force"]), Vec::new()),
        ("index, nothing changed", index(&[]), Vec::new()),
    ];
    let answer = data.path().join("answer.json");
    let mut phases: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for run in 0..=runs {
        for (ix, (_, command, costs)) in rows.iter_mut().enumerate() {
            let cost = measure(command, &answer)?;
            if run > 0 && ix == 1 {
                for (phase, ms) in times(&answer)? {
                    phases.entry(phase).or_default().push(ms / 1e3);
                }
            }
            // The first round warms the page cache.
            if run > 0 {
                costs.push(cost);
            }
        }
    }
    println!("{tree}, {threads} threads, {runs} runs\n");
    println!("| process | wall s | x floor | processor s | x floor | peak MB |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let base = rows[0].2.clone();
    for (name, _, costs) in &rows {
        let ratio = |of: fn(&Cost) -> Duration| {
            median(
                costs.iter().zip(&base).map(|(cost, base)| of(cost).as_secs_f64() / of(base).as_secs_f64()),
            )
        };
        println!(
            "| {name} | {:.3} | {:.2} | {:.2} | {:.2} | {:.0} |",
            median(costs.iter().map(|cost| cost.wall.as_secs_f64())),
            ratio(|cost| cost.wall),
            median(costs.iter().map(|cost| cost.processor.as_secs_f64())),
            ratio(|cost| cost.processor),
            median(costs.iter().map(|cost| cost.peak_kib as f64 / 1024.0)),
        );
    }
    println!("\n| phase of the build | wall s | x floor |");
    println!("| --- | ---: | ---: |");
    for (phase, seconds) in &phases {
        let ratios = seconds.iter().zip(&base).map(|(seconds, base)| seconds / base.wall.as_secs_f64());
        println!("| {phase} | {:.3} | {:.2} |", median(seconds.iter().copied()), median(ratios));
    }
    Ok(())
}

/// Milliseconds by phase, from the answer of `index --json`.
fn times(answer: &Path) -> Result<Vec<(String, f64)>, String> {
    let text = fs::read_to_string(answer).map_err(|error| error.to_string())?;
    let answer: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let times = answer["times"].as_object().ok_or("the answer has no times")?;
    Ok(times.iter().map(|(phase, ms)| (phase.clone(), ms.as_f64().unwrap_or(0.0))).collect())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Runs a process, its output into the file `answer`.
fn measure(command: &mut Command, answer: &Path) -> Result<Cost, String> {
    let answer = fs::File::create(answer).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let spawned = command.stdin(Stdio::null()).stdout(answer).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| format!("{command:?}: {error}"))?;
    let mut cost = Cost::default();
    let status = loop {
        cost = sample(&child, cost);
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    cost.wall = start.elapsed();
    if status.success() {
        return Ok(cost);
    }
    let mut complaint = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        let _ = std::io::Read::read_to_string(&mut stderr, &mut complaint);
    }
    Err(format!("{command:?} failed: {complaint}"))
}

/// Asks the kernel about a running process; the last answer before its end is as good as its total.
fn sample(child: &Child, before: Cost) -> Cost {
    /// Of `/proc/PID/stat`, whatever the processor: `USER_HZ` is 100 on Linux.
    const TICK: Duration = Duration::from_millis(10);
    let read = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap_or_default();
    let peak = read("status")
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
    let stat = read("stat");
    // The name in parentheses may hold blanks; fields 14 and 15 of the line are 11 and 12 after it.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
    Cost {
        wall: before.wall,
        processor: before.processor.max(TICK * (ticks(11) + ticks(12))),
        peak_kib: peak.unwrap_or(0).max(before.peak_kib),
    }
}
