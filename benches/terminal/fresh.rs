//! The time from a saved file to the screen of the running program, and the memory that a first build leaves behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::session::{PROGRAM, Session};

/// A refresh is over, and nothing follows, when no frame came for this long.
const QUIET: Duration = Duration::from_millis(300);
/// The same for the phases of a first build, of which some take long and show nothing.
const BUILT: Duration = Duration::from_secs(4);

/// Work for idle times begins within this time.
const ALONE: Duration = Duration::from_secs(5);

/// From the start of the program where there is no index.
pub(crate) struct FirstBuild {
    /// To the first list of names.
    pub(crate) listed: Duration,
    /// To the list of the whole index.
    pub(crate) done: Duration,
    /// Private memory of the process then, in bytes.
    pub(crate) private: u64,
}

impl FirstBuild {
    pub(crate) fn of(tree: &Path) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let start = Instant::now();
        let mut session = Session::start(tree, data.path());
        // The list of what was seen so far has no ranks yet.
        let listed = session.until(|screen| screen.contains("k symbol") && screen.contains('▸'));
        let done = session.settled(BUILT).unwrap_or(listed);
        Self { listed: listed - start, done: done - start, private: session.private() }
    }
}

/// From a saved file until the symbol that it adds is on the screen.
pub(crate) struct Freshness {
    /// In the filtered list of Symbols, with its rank.
    pub(crate) list: Edits,
    /// Among the answers of Query.
    pub(crate) query: Edits,
    /// In the list, of a program that was opened a moment ago: nothing is held yet.
    pub(crate) at_once: [Duration; 1],
}

/// The first edit since the program was opened, and the others, sorted.
pub(crate) struct Edits {
    pub(crate) first: [Duration; 1],
    pub(crate) others: Vec<Duration>,
}

impl Freshness {
    /// Edits a copy of `tree`: each time another file gets one function more, and loses it again.
    pub(crate) fn of(tree: &Path, edits: usize) -> Self {
        let place = tempfile::tempdir().expect("a folder");
        let (copy, data) = (place.path().join("copy"), place.path().join("data"));
        copy_sources(tree, &copy);
        let built = Command::new(PROGRAM).arg("index").arg(&copy).arg("--data-dir").arg(&data).output();
        assert!(built.is_ok_and(|output| output.status.success()), "the copy could not be indexed");
        let files = spread(go_files(&copy), edits);
        // Both keys begin a line of input: of the list, and of the question.
        let [list, query] = ["/", "2/"].map(|keys| {
            let mut session = Session::start(&copy, &data);
            session.asked(keys);
            session.rest(ALONE);
            let mut times = files.iter().enumerate().map(|(nth, file)| edit(&mut session, file, nth));
            let first = [times.next().unwrap_or_default()];
            let mut others: Vec<Duration> = times.collect();
            others.sort_unstable();
            Edits { first, others }
        });
        let mut session = Session::start(&copy, &data);
        session.asked("/");
        let at_once = files.first().map(|file| edit(&mut session, file, 0)).unwrap_or_default();
        Self { list, query, at_once: [at_once] }
    }
}

impl Session {
    /// Types what no symbol is called yet; `keys` begin the line.
    fn asked(&mut self, keys: &str) {
        self.listed();
        self.settled(QUIET);
        self.press(keys);
        self.settled(QUIET);
        self.press("zzfresh");
        self.settled(QUIET);
    }
}

fn edit(session: &mut Session, file: &Path, nth: usize) -> Duration {
    let before = fs::read_to_string(file).expect("Go source");
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    let name = format!("Zzfresh{}{}", letter(nth / 26).to_ascii_uppercase(), letter(nth));
    let after = format!("{before}\nfunc {name}() {{}}\n");
    // The last row may go on naming it for ten seconds, to say that it is gone.
    let is_listed = |screen: &str| screen.lines().rev().skip(1).any(|row| row.contains(&name));
    let start = Instant::now();
    fs::write(file, after).expect("written");
    let shown = session.until(is_listed);
    session.settled(QUIET);
    fs::write(file, before).expect("written");
    session.until(|screen| !is_listed(screen));
    session.settled(QUIET);
    shown - start
}

/// Copies what indexing reads.
fn copy_sources(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (name, Ok(kind)) = (entry.file_name(), entry.file_type()) else { continue };
        let text = name.to_string_lossy();
        if kind.is_dir() && text != ".git" {
            copy_sources(&entry.path(), &to.join(&name));
        } else if kind.is_file() && (text.ends_with(".go") || text == "go.mod" || text == "go.work") {
            fs::copy(entry.path(), to.join(&name)).expect("copied");
        }
    }
}

/// Go files that are no tests and end in a line of their own, in order of path.
fn go_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let text = path.to_string_lossy();
            if path.is_dir() {
                folders.push(path);
            } else if text.ends_with(".go")
                && !text.ends_with("_test.go")
                && fs::read(&path).is_ok_and(|bytes| bytes.ends_with(b"}\n"))
            {
                files.push(path);
            }
        }
    }
    files.sort_unstable();
    files
}

/// So many of them, evenly spread.
fn spread(files: Vec<PathBuf>, wanted: usize) -> Vec<PathBuf> {
    let step = (files.len() / wanted.max(1)).max(1);
    files.into_iter().step_by(step).take(wanted).collect()
}
