//! Reports whether anything may have changed in some folders, without looking at their files.
//!
//! Linux queues a report of each change while the change is made. So an empty queue proves that there was none: by a
//! program of this machine, on a file system of this machine, and not through memory that a program has mapped.

use std::path::Path;

#[cfg(target_os = "linux")]
use rustix::fs::inotify::{self, CreateFlags, WatchFlags};

/// A watch over folders, each by itself without those below it.
#[derive(Debug)]
pub struct FolderWatch {
    #[cfg(target_os = "linux")]
    queue: rustix::fd::OwnedFd,
}

#[cfg(target_os = "linux")]
impl FolderWatch {
    /// Starts to watch folders. None if the system refuses or may miss a change. O(folders), some microseconds each.
    pub fn over<'p>(folders: impl Iterator<Item = &'p Path>) -> Option<Self> {
        let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?;
        let changes = WatchFlags::MODIFY
            | WatchFlags::ATTRIB
            | WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MOVE
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::DONT_FOLLOW;
        for folder in folders {
            if !is_on_this_machine(folder) {
                return None;
            }
            inotify::add_watch(&queue, folder, changes).ok()?;
        }
        Some(Self { queue })
    }

    /// Returns whether nothing changed since the start or since the last call.
    pub fn is_quiet(&self) -> bool {
        let mut reports = [0_u8; 4096];
        let mut quiet = true;
        loop {
            match rustix::io::read(&self.queue, &mut reports) {
                Ok(0) => return false,
                Ok(_) => quiet = false,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return quiet && error == rustix::io::Errno::AGAIN,
            }
        }
    }
}

/// Returns whether no other machine can change a folder. Only known file systems are trusted.
#[cfg(target_os = "linux")]
fn is_on_this_machine(folder: &Path) -> bool {
    /// ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs, tmpfs, and layers over them.
    const LOCAL: [u64; 8] =
        [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x0102_1994, 0x794C_7630];
    rustix::fs::statfs(folder).is_ok_and(|found| LOCAL.contains(&(found.f_type as u64 & 0xFFFF_FFFF)))
}

#[cfg(not(target_os = "linux"))]
impl FolderWatch {
    /// Other systems report changes late.
    pub fn over<'p>(_folders: impl Iterator<Item = &'p Path>) -> Option<Self> {
        None
    }

    /// Returns whether nothing changed, which this system cannot tell at once.
    pub fn is_quiet(&self) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_change_of_a_folder_is_noticed_once() {
        let tree = tempfile::tempdir().unwrap();
        let (folder, below) = (tree.path().join("a"), tree.path().join("a/b"));
        fs::create_dir_all(&below).unwrap();
        fs::write(folder.join("x.go"), "package a\n").unwrap();
        let Some(watch) = FolderWatch::over([folder.as_path()].into_iter()) else { return };
        assert!(watch.is_quiet());
        let changes: [(&str, &dyn Fn()); 5] = [
            ("written", &|| fs::write(folder.join("x.go"), "package b\n").unwrap()),
            ("added", &|| fs::write(folder.join("y.go"), "").unwrap()),
            ("renamed", &|| fs::rename(folder.join("y.go"), folder.join("z.go")).unwrap()),
            ("removed", &|| fs::remove_file(folder.join("z.go")).unwrap()),
            ("a folder added", &|| fs::create_dir(folder.join("c")).unwrap()),
        ];
        for (name, change) in changes {
            change();
            assert!(!watch.is_quiet(), "{name}");
            assert!(watch.is_quiet(), "{name}");
        }
        fs::read(folder.join("x.go")).unwrap();
        fs::write(below.join("w.go"), "").unwrap();
        assert!(watch.is_quiet());
        assert!(FolderWatch::over([tree.path().join("none").as_path()].into_iter()).is_none());
    }
}
