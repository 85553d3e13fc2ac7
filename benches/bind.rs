//! Cost of binding, and of the flow of values in it: a tree's facts become a graph, on one thread and on all.
//!
//!     cargo bench --bench bind
//!     TREE=/path/to/repository RUNS=9 cargo bench --bench bind
//!
//! Prints wall and processor time (medians of runs in turn) of reading and lowering all files, of binding by types alone, and
//! of binding with the flow of values; how many times as much the last makes of the sum; and the peak memory of both, each in
//! a process of its own.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use codegraph_tui::golang::build_constraint::Host;
use codegraph_tui::golang::facts::FileFacts;
use codegraph_tui::golang::lower::Lowering;
use codegraph_tui::golang::module::Workspace;
use codegraph_tui::golang::{SourceFile, analyze, analyze_by_types};
use codegraph_tui::model::GraphData;

/// Stacks as deep as those of the program's own threads.
const STACK: usize = 64 << 20;

/// Set in the processes that measure memory: binds once in this form.
const FORM: &str = "BIND_FORM";

/// The Go files of a tree with their facts, and its module files with their texts, by path.
type Sources = (Vec<(String, FileFacts)>, Vec<(String, String)>);

type Analysis = fn(&[SourceFile<'_>], &Workspace, &Host) -> GraphData;

const FORMS: [(&str, Analysis); 2] = [("by types", analyze_by_types), ("with the flow", analyze)];

fn sources() -> Sources {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/sample").to_owned();
    let root = std::env::var("TREE").unwrap_or(sample);
    let (mut files, mut modules, mut lowering) = (Vec::new(), Vec::new(), Lowering::new());
    for entry in ignore::WalkBuilder::new(&root).standard_filters(false).build().flatten() {
        let Ok(path) = entry.path().strip_prefix(&root) else { continue };
        let path = path.to_string_lossy().into_owned();
        let Ok(text) = std::fs::read(entry.path()) else { continue };
        match Path::new(&path).extension().and_then(|extension| extension.to_str()) {
            Some("go") => files.push((path, lowering.facts(&text))),
            Some("mod" | "work") => modules.push((path, String::from_utf8_lossy(&text).into_owned())),
            _ => {}
        }
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    (files, modules)
}

fn bind((facts, modules): &Sources, analysis: Analysis, threads: usize) {
    let workspace = Workspace::new(modules.iter().map(|(path, text)| (&**path, &**text)));
    let files: Vec<SourceFile<'_>> =
        facts.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: false }).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    let pool = pool.expect("threads start");
    pool.install(|| black_box(analysis(&files, &workspace, &Host::default())));
}

/// The processor time of this process, in ticks of 10 ms.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
    Duration::from_millis(ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, [Duration; 2]) {
    let (start, before) = (Instant::now(), processor_time());
    let done = work();
    (done, [start.elapsed(), processor_time().saturating_sub(before)])
}

fn median(times: &[[Duration; 2]]) -> [f64; 2] {
    [0, 1].map(|nth| {
        let mut of: Vec<Duration> = times.iter().map(|time| time[nth]).collect();
        of.sort();
        of[of.len() / 2].as_secs_f64()
    })
}

fn print_row(what: &str, [wall, processor]: [f64; 2]) {
    println!("{what:<34} {wall:>8.3} s {processor:>8.3} s");
}

fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

fn main() {
    let all = std::thread::available_parallelism().map_or(1, Into::into);
    if let Ok(form) = std::env::var(FORM) {
        let analysis = FORMS.iter().find(|known| known.0 == form).map_or(FORMS[0].1, |known| known.1);
        bind(&sources(), analysis, all);
        println!("{}", peak_memory());
        return;
    }
    let runs: usize = std::env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(5).max(1);
    let (sources, lowering) = timed(sources);
    let lowering = median(&[lowering]);
    println!("{:<34} {:>10} {:>10}", "", "wall", "processor");
    print_row("reading and lowering, one thread", lowering);
    for threads in [1, all] {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..runs {
            for (times, form) in times.iter_mut().zip(FORMS) {
                times.push(timed(|| bind(&sources, form.1, threads)).1);
            }
        }
        let medians = times.map(|times| median(&times));
        for (form, median) in FORMS.iter().zip(medians) {
            print_row(&format!("binding {}, threads: {threads}", form.0), median);
        }
        let [types, flow] = medians.map(|median| median[1]);
        let ratio = (lowering[1] + flow) / (lowering[1] + types);
        println!("{:<34} {ratio:>21.3} x", "with lowering, the flow makes");
    }
    let program = std::env::current_exe().expect("this program has a path");
    let peaks = FORMS.map(|form| {
        let output = Command::new(&program).env(FORM, form.0).output().expect("it runs again");
        let peak: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or_default();
        println!("peak memory {:<22} {:>8.0} MB", form.0, peak / 1024.0);
        peak
    });
    println!("{:<34} {:>21.3} x", "the flow makes", peaks[1] / peaks[0]);
}
