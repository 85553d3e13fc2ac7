//! Reports of panics: a file for each in the data folder, which the screen, the next start and `doctor` name.
//!
//! A report has the version, the time, the place, the thread, the message and a backtrace. Nothing is sent anywhere.

use std::any::Any;
use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::history::date;
use crate::model::clean;

/// The folder of reports within the data folder.
const FOLDER: &str = "panics";
/// Holds the name of the newest report that a start has named.
const NAMED: &str = "named";
/// Older reports than so many are deleted.
const MAX_KEPT: usize = 20;
/// Longest message that a report quotes, in characters: messages may quote data.
const LONGEST_MESSAGE: usize = 300;

/// Where this process writes its reports.
static TARGET: OnceLock<PathBuf> = OnceLock::new();
/// The report that this process wrote last.
static LAST: Mutex<Option<PathBuf>> = Mutex::new(None);

/// From now on every panic of the process leaves a report in `data_dir`; its place is printed after the usual message.
pub fn install(data_dir: &Path) {
    if TARGET.set(data_dir.join(FOLDER)).is_err() {
        return;
    }
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        before(info);
        if let Some(path) = record(info) {
            let _ = writeln!(
                io::stderr(),
                "codegraph-tui: this is a bug; its report is {}: please attach it to an issue",
                clean(&path.display().to_string())
            );
        }
    }));
}

/// Writes the report of a panic. `None` if there is no folder for it, or it cannot be written.
pub(super) fn record(info: &PanicHookInfo<'_>) -> Option<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = TARGET.get()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("{now:012}-{}-{number}.txt", std::process::id()));
    tracing::error!(report = %path.display(), "panic");
    fs::create_dir_all(folder).ok()?;
    fs::write(&path, text_of(info, now)).ok()?;
    for old in reports_in(folder).into_iter().skip(MAX_KEPT) {
        let _ = fs::remove_file(old);
    }
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.clone());
    Some(path)
}

fn text_of(info: &PanicHookInfo<'_>, now: u64) -> String {
    let thread = std::thread::current();
    let place = info.location().map_or("unknown".to_owned(), ToString::to_string);
    let message: String = message_of(info.payload()).chars().take(LONGEST_MESSAGE).collect();
    let mut text = format!("codegraph-tui {} panicked\n", env!("CARGO_PKG_VERSION"));
    let rows = [
        ("time", date(i64::try_from(now).unwrap_or(0))),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("thread", thread.name().unwrap_or("without a name").to_owned()),
        ("place", place),
        ("message", clean(&message).into_owned()),
    ];
    for (label, value) in rows {
        let _ = writeln!(text, "{label:<8} {value}");
    }
    let _ = write!(text, "\n{}", Backtrace::force_capture());
    text
}

fn message_of(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("unknown")
}

/// A caught panic as a sentence for the screen, with the place of its report.
pub(super) fn describe(payload: &(dyn Any + Send)) -> String {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let report = last.as_ref().map_or(String::new(), |path| format!("; the report is {}", path.display()));
    clean(&format!("a bug in codegraph-tui: {}{report}", message_of(payload))).into_owned()
}

/// The reports in a data folder, newest first.
pub fn reports(data_dir: &Path) -> Vec<PathBuf> {
    reports_in(&data_dir.join(FOLDER))
}

fn reports_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    found
}

/// The newest report, if no start has named it yet. It counts as named from then on.
pub(super) fn unnamed(data_dir: &Path) -> Option<PathBuf> {
    let newest = reports(data_dir).into_iter().next()?;
    let name = newest.file_name()?.to_string_lossy().into_owned();
    let marker = data_dir.join(FOLDER).join(NAMED);
    if fs::read_to_string(&marker).is_ok_and(|named| named >= name) {
        return None;
    }
    let _ = fs::write(&marker, name);
    Some(newest)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Makes the test below panic in a thread and leave its report in this folder.
    const PANICS_INTO: &str = "CODEGRAPH_TUI_TEST_PANIC_INTO";

    fn broken_job() {
        panic!("index \u{1b}[31m7 is missing");
    }

    #[test]
    fn a_panic_in_any_thread_leaves_a_report_that_is_named_once() {
        if let Some(folder) = std::env::var_os(PANICS_INTO) {
            install(Path::new(&folder));
            let thread = std::thread::Builder::new().name("job-impact".to_owned()).spawn(broken_job).unwrap();
            let caught = thread.join().unwrap_err();
            println!("{}", describe(&*caught));
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(reports(folder.path()), Vec::<PathBuf>::new());
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", "--test-threads=1"])
            .arg("runtime::panic_report::tests::a_panic_in_any_thread_leaves_a_report_that_is_named_once")
            .env(PANICS_INTO, folder.path())
            .output()
            .unwrap();
        let [report] = &reports(folder.path())[..] else { panic!("{output:?}") };
        let text = fs::read_to_string(report).unwrap();
        let name = report.file_name().unwrap().to_string_lossy();
        for part in [
            env!("CARGO_PKG_VERSION"),
            "thread   job-impact",
            "panic_report.rs:",
            "7 is missing",
            "broken_job",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains('\u{1b}'), "control characters are spelled out: {text:?}");
        for (stream, shown) in [("errors", &output.stderr), ("screen", &output.stdout)] {
            assert!(String::from_utf8_lossy(shown).contains(&*name), "{stream}: {output:?}");
        }
        assert_eq!(unnamed(folder.path()).as_ref(), Some(report), "the next start names it");
        assert_eq!(unnamed(folder.path()), None, "and the one after does not");
    }

    #[test]
    fn reports_are_listed_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..3 {
            fs::create_dir_all(folder.path().join(FOLDER)).unwrap();
            fs::write(folder.path().join(FOLDER).join(format!("{number:012}-1-0.txt")), "").unwrap();
        }
        let names: Vec<String> = reports(folder.path())
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["000000000002-1-0.txt", "000000000001-1-0.txt", "000000000000-1-0.txt"]);
    }
}
