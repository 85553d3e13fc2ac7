//! Programs that are started: where they are, and their end together with what they started.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

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
    let names = [format!("{name}{}", std::env::consts::EXE_SUFFIX), name.to_owned()];
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| names.clone().map(|name| folder.join(name)))
        .find(|program| program.is_file())
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
