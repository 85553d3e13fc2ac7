//! Programs that are started: where they are, and their end together with what they started.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// The endings of programs, in the order in which a name without one is completed. Windows starts scripts of its shell, too;
/// many tools are only such a script there.
const ENDINGS: &[&str] = if cfg!(windows) { &[".exe", ".com", ".cmd", ".bat"] } else { &[""] };

/// The program of a name in an absolute folder of `PATH`, or at an absolute path. Relative entries of `PATH`, and relative
/// paths, could lead to a program of the repository's.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.is_absolute() {
        return path.is_file().then(|| path.to_owned());
    }
    if name.is_empty() || path.components().count() != 1 || name.contains(std::path::is_separator) {
        return None;
    }
    find_in(std::env::split_paths(&std::env::var_os("PATH")?), name, ENDINGS)
}

/// The first program of a name in absolute folders. A name that ends like a program is whole.
fn find_in(folders: impl Iterator<Item = PathBuf>, name: &str, endings: &[&str]) -> Option<PathBuf> {
    let is_whole = endings.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    let endings = if is_whole { &[""] } else { endings };
    folders
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))))
        .find(|program| program.is_file())
}

/// A command that starts the program of a name, found as a shell finds it: Windows itself finds those alone that end in
/// `.exe`.
pub fn command(name: &str) -> Command {
    let found = if cfg!(windows) { find_program(name) } else { None };
    found.map_or_else(|| Command::new(name), Command::new)
}

/// Has a command start in a process group of its own, so that it does not read from the terminal. Does nothing on
/// Windows.
#[cfg(unix)]
pub fn in_own_group(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0)
}

#[cfg(not(unix))]
pub fn in_own_group(command: &mut Command) -> &mut Command {
    command
}

/// Ends a child that [`in_own_group`] started, with its group. On Windows the child alone.
pub fn end_group(child: &mut Child) {
    #[cfg(unix)]
    {
        // The standard library sends signals to a single process.
        let group = format!("-{}", child.id());
        let kill = Path::new("/bin/kill");
        let _ = Command::new(kill)
            .args(["-s", "KILL", "--", &group])
            .stderr(std::process::Stdio::null())
            .status();
    }
    let _ = child.kill();
    // A process that was killed is gone until its parent has asked for its status.
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_windows_is_found_by_its_name_without_an_ending() {
        let dir = tempfile::tempdir().unwrap();
        let folders = ["a", "b"].map(|name| dir.path().join(name));
        for file in ["a/code", "a/code.cmd", "a/git.bat", "b/git.exe", "b/code.exe", "b/tool.EXE"] {
            std::fs::create_dir_all(dir.path().join(file).parent().unwrap()).unwrap();
            std::fs::write(dir.path().join(file), "").unwrap();
        }
        let windows: &[&str] = &[".exe", ".com", ".cmd", ".bat"];
        for (name, endings, expected) in [
            ("code", windows, Some("a/code.cmd")),
            ("code", &[""], Some("a/code")),
            ("code.exe", windows, Some("b/code.exe")),
            ("git", windows, Some("a/git.bat")),
            ("tool.EXE", windows, Some("b/tool.EXE")),
            ("none", windows, None),
        ] {
            let found = find_in(folders.iter().cloned(), name, endings);
            assert_eq!(found, expected.map(|path| dir.path().join(path)), "{name} {endings:?}");
        }
        assert_eq!(find_in([PathBuf::from("a")].into_iter(), "code", &[""]), None, "a relative folder");
    }
}
