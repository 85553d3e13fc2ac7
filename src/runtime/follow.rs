//! Places that another program, such as an editor, names to an open explorer: one file in the repository's data folder,
//! written by the command `follow` and watched by the explorer.

use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use crossbeam_channel::Sender;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::incoming::Incoming;
use crate::app::msg::Msg;
use crate::platform::replace;

/// The file's name.
const FILE: &str = "follow";
/// Longer files are not its own.
const LONGEST: usize = 8 << 10;

/// Names a place to the explorers that are open on a repository: a path relative to the root, and a line from 1.
///
/// # Errors
/// The file cannot be written.
pub fn send(dir: &Path, path: &str, line: u32) -> io::Result<()> {
    // The same place may be named twice.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let (file, part) = (dir.join(FILE), dir.join(format!("{FILE}-{}.part", std::process::id())));
    std::fs::write(&part, format!("{now}\n{line}\n{path}"))?;
    replace(&part, &file)
}

/// Reads a place: when it was named, its line and its path.
fn parse(text: &str) -> Option<(u128, u32, String)> {
    let mut parts = text.splitn(3, '\n');
    let when = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let path = parts.next().filter(|path| !path.is_empty() && text.len() <= LONGEST)?;
    Some((when, line, path.to_owned()))
}

fn read(file: &Path) -> Option<(u128, u32, String)> {
    parse(&std::fs::read_to_string(file).ok()?)
}

/// Listens for places until the watch is dropped; `None` if the system cannot watch the folder.
pub(super) fn listen(dir: &Path, to: Sender<Incoming>) -> Option<RecommendedWatcher> {
    // The first index makes it otherwise.
    let _ = std::fs::create_dir_all(dir);
    let file = dir.join(FILE);
    let last = Mutex::new(read(&file).map_or(0, |(when, ..)| when));
    let watched = file.clone();
    let heard = move |event: notify::Result<Event>| {
        let is_own =
            event.is_ok_and(|event| event.paths.iter().any(|path| path.file_name() == watched.file_name()));
        let Some((when, line, path)) = is_own.then(|| read(&watched)).flatten() else { return };
        let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if when > *last {
            *last = when;
            let _ = to.send(Incoming::Msg(Msg::Follow(path, line)));
        }
    };
    let mut watcher = notify::recommended_watcher(heard).ok()?;
    watcher.watch(dir, RecursiveMode::NonRecursive).ok()?;
    Some(watcher)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_heard_once_and_what_is_broken_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let (to, from) = crossbeam_channel::unbounded();
        let _watch = listen(dir.path(), to).expect("a watch");
        send(dir.path(), "a/b.go", 7).unwrap();
        let heard = from.recv_timeout(std::time::Duration::from_secs(20)).expect("a place");
        assert!(matches!(heard, Incoming::Msg(Msg::Follow(path, 7)) if path == "a/b.go"));
        for broken in ["", "1", "1\n2", "1\n2\n", "x\n2\na.go", "1\n-2\na.go"] {
            assert_eq!(parse(broken), None, "{broken:?}");
        }
    }
}
