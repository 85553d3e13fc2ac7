//! Keeps the facts of packages of other modules in the data folder, shared by all repositories.
//!
//! Each package has a file of its own, named by a hash of everything that the facts depend on. So a file never changes,
//! and several processes may write the same one. A damaged file is made anew. When the files take too much room, those
//! that were not used for longest go.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::golang::facts::FileFacts;
use crate::golang::stdlib::{decode_package, encode_package};
use crate::index::fs::{read_at_most, write_whole};
use crate::platform::private_dir_builder;

const FOLDER: &str = "dependencies";
const EXTENSION: &str = "facts";
const MAGIC: &[u8; 8] = b"cgdeps 1";
/// The largest package, packed and unpacked, in bytes: some ten times the largest real one.
const MAX_PACKED: u64 = 8 << 20;
const MAX_UNPACKED: usize = 32 << 20;
/// The room for all packages, in bytes, and how much of it is left after old ones went.
const MAX_TOTAL: u64 = 256 << 20;
const KEPT_TOTAL: u64 = 192 << 20;
/// The age of the mark of the last use at which it is renewed.
const USE_RESOLUTION: Duration = Duration::from_hours(24);

/// The folder of the facts.
#[derive(Clone, Debug)]
pub(in crate::index) struct FactsCache {
    dir: PathBuf,
}

impl FactsCache {
    /// The folder beside the one of a repository.
    pub(in crate::index) fn beside(repository: &Path) -> Self {
        Self { dir: repository.with_file_name(FOLDER) }
    }

    /// The facts with this key; `None` if they are missing or damaged.
    pub(in crate::index) fn load(&self, key: &str) -> Option<FileFacts> {
        let path = self.path(key)?;
        let bytes = read_at_most(&path, MAX_PACKED).ok()??;
        let rest = bytes.strip_prefix(MAGIC)?;
        let (crc, rest) = rest.split_first_chunk::<4>()?;
        let (length, packed) = rest.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        if crc32fast::hash(rest) != u32::from_le_bytes(*crc) || length > MAX_UNPACKED {
            return None;
        }
        mark_used(&path);
        decode_package(&lz4_flex::block::decompress(packed, length).ok()?)
    }

    /// Stores facts. If that fails, they are made anew next time.
    pub(super) fn save(&self, key: &str, facts: &FileFacts) -> io::Result<()> {
        let Some(path) = self.path(key) else { return Ok(()) };
        let plain = encode_package(facts);
        let packed = lz4_flex::block::compress(&plain);
        if plain.len() > MAX_UNPACKED || packed.len() as u64 + 16 > MAX_PACKED {
            return Ok(());
        }
        let rest = [&(plain.len() as u32).to_le_bytes()[..], &packed].concat();
        let bytes = [&MAGIC[..], &crc32fast::hash(&rest).to_le_bytes(), &rest].concat();
        private_dir_builder().create(&self.dir)?;
        write_whole(&path, &bytes)
    }

    /// Removes the packages that were not used for longest if all together take too much room.
    pub(super) fn sweep(&self) {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let file = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((file.modified().ok()?, file.len(), entry.path()))
            })
            .collect();
        let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
        if total <= MAX_TOTAL {
            return;
        }
        files.sort();
        for (_, size, path) in files {
            if total <= KEPT_TOTAL {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= size;
            }
        }
    }

    /// `None` for a text that is no key.
    fn path(&self, key: &str) -> Option<PathBuf> {
        let is_key = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| self.dir.join(key).with_extension(EXTENSION))
    }
}

fn mark_used(path: &Path) {
    let used = fs::metadata(path).and_then(|file| file.modified());
    let is_old = used.is_ok_and(|used| used.elapsed().is_ok_and(|age| age > USE_RESOLUTION));
    if is_old && let Ok(file) = File::options().append(true).open(path) {
        // Without the mark it may only go too early.
        let _ = file.set_modified(SystemTime::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::lower::Lowering;
    use crate::golang::stdlib::reduced_package;

    #[test]
    fn facts_come_back_and_damage_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let cache = FactsCache::beside(&dir.path().join("repository"));
        let source = Lowering::new().facts(b"package p\n\ntype T struct{ A int }\n\nfunc F() T\n");
        let facts = reduced_package("x.org/p", vec![source], &|_| None).unwrap();
        let key = "0123456789abcdef".repeat(4);
        assert!(cache.load(&key).is_none());
        cache.save(&key, &facts).unwrap();
        assert_eq!(cache.load(&key).map(|facts| encode_package(&facts)), Some(encode_package(&facts)));
        let path = cache.path(&key).unwrap();
        let bytes = fs::read(&path).unwrap();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x40;
            fs::write(&path, &damaged).unwrap();
            assert!(cache.load(&key).is_none(), "byte {place}");
            fs::write(&path, &bytes[..place]).unwrap();
            assert!(cache.load(&key).is_none(), "cut at {place}");
        }
        for bad in ["", "../../etc/passwd", "x", &"z".repeat(64)] {
            assert!(cache.path(bad).is_none(), "{bad}");
        }
    }
}
