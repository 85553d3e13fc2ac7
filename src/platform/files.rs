//! Files: identity, times, locks, positional reads and replacement.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;
use std::time::Duration;

/// The device and the number of a folder.
pub type Identity = (u64, u64);

/// The identity of a folder: another one of the same name has another. `None` where the system has no such number.
#[cfg(unix)]
pub fn identity(folder: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    folder.metadata().ok().map(|folder| (folder.dev(), folder.ino()))
}

/// The identity of a folder. This system has no such number in the standard library.
#[cfg(not(unix))]
pub fn identity(_folder: &Path) -> Option<Identity> {
    None
}

/// The time of the last change of a file's content or attributes, in nanoseconds since 1970. It cannot be set by
/// programs. 0 where the system does not keep it.
#[cfg(unix)]
pub fn change_time(metadata: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt as _;
    metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec())
}

/// The time of the last change of attributes, which this system does not keep.
#[cfg(not(unix))]
pub fn change_time(_metadata: &Metadata) -> i64 {
    0
}

/// Fills a buffer from a place of a file. Threads may do so at the same time.
///
/// # Errors
/// The file ends before, or cannot be read.
#[cfg(unix)]
pub fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

/// Fills a buffer from a place of a file. Threads may do so at the same time.
///
/// # Errors
/// The file ends before, or cannot be read.
#[cfg(windows)]
pub fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => {
                buffer = &mut buffer[n..];
                at += n as u64;
            }
        }
    }
    Ok(())
}

/// Creates folders that only the user may enter. On Windows they have the rights of the folder around them, which is the
/// user's own.
pub fn private_dir_builder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Opens a file that serves as a lock, and creates it if it is missing. Windows locks only files that are open for
/// reading, too.
///
/// # Errors
/// The file cannot be opened.
pub fn open_lock(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).read(true).append(true).open(path)
}

/// Renames a file, replacing another one in one step. Windows refuses that while another program has the file open, as
/// scanners do for a moment; then it is tried again for a tenth of a second.
///
/// # Errors
/// The file cannot be renamed.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    const PAUSES_MS: [u64; 4] = [1, 9, 30, 60];
    for pause in PAUSES_MS {
        match fs::rename(from, to) {
            Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
                std::thread::sleep(Duration::from_millis(pause));
            }
            done => return done,
        }
    }
    fs::rename(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_of_a_file_is_read_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "0123456789").unwrap();
        let file = File::open(&path).unwrap();
        let mut part = [0; 4];
        read_exact_at(&file, &mut part, 3).unwrap();
        assert_eq!(&part, b"3456");
        assert!(read_exact_at(&file, &mut part, 7).is_err(), "beyond the end");
    }

    #[test]
    fn a_lock_has_one_holder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(".lock");
        let (first, second) = (open_lock(&path).unwrap(), open_lock(&path).unwrap());
        first.try_lock().unwrap();
        assert!(second.try_lock().is_err());
        drop(first);
        second.try_lock().unwrap();
    }

    #[test]
    fn a_file_is_replaced_in_one_step() {
        let dir = tempfile::tempdir().unwrap();
        let (new, old) = (dir.path().join("new"), dir.path().join("old"));
        fs::write(&new, "2").unwrap();
        fs::write(&old, "1").unwrap();
        replace(&new, &old).unwrap();
        assert_eq!(fs::read(&old).unwrap(), b"2");
        assert!(!new.exists() && replace(&new, &old).is_err());
        assert_eq!(fs::read(&old).unwrap(), b"2", "a failure leaves it as it is");
    }

    #[test]
    fn a_private_folder_is_made_with_those_above_it() {
        let dir = tempfile::tempdir().unwrap();
        let deep = dir.path().join("a").join("b");
        private_dir_builder().create(&deep).unwrap();
        assert!(deep.is_dir());
        if let Some(own) = identity(&deep) {
            assert_ne!(Some(own), identity(dir.path()));
        }
    }
}
