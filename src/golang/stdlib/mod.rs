//! The declarations of the standard library, shipped with the program: types, method sets and results that binding
//! needs of packages whose source is not in the tree. Packages of other modules are reduced in the same way
//! ([`reduced_package`]) when their source is on this machine.
//!
//! `assets/std.facts` is made from a Go source tree by [`make()`] (the command `codegraph-tui assets stdlib`). For every
//! package that other code can import it holds one [`FileFacts`] with the exported declarations alone: no bodies, no
//! positions, no comments. Unexported and internal declarations are there as far as exported ones mention them.
//! Every import in it is named by its whole path, which no identifier can clash with.
//!
//! Packages are compressed one by one, so that a reader pays only for those that its tree imports. The file begins
//! with [`MAGIC`], the release that it was made from and the list of packages; all numbers are LEB128.

mod codec;
mod dependency;
mod make;
mod reduce;
mod versions;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::facts::FileFacts;
use crate::model::leb128::{ByteReader, ByteWriter};

pub use self::dependency::{
    DEPENDENCY_FACTS_VERSION, PackageSearch, decode_package, encode_package, import_path, reduced_package,
    source_path,
};
pub use self::make::make;
pub use self::versions::{Fate, changed_declarations};

/// The first bytes of the file. The digit is the version of the format.
const MAGIC: &[u8; 8] = b"gostd 1\n";

/// The largest package, unpacked, in bytes: ten times the size of the largest real one. A greater length means that
/// the file is damaged.
const MAX_LENGTH: usize = 4 << 20;

static BUNDLED: &[u8] = include_bytes!("../../../assets/std.facts");

/// The declarations of one release of the standard library.
#[derive(Debug, Default)]
pub struct StdLibrary<'a> {
    release: &'a str,
    packages: FxHashMap<&'a str, PackedPackage<'a>>,
}

#[derive(Debug)]
struct PackedPackage<'a> {
    bytes: &'a [u8],
    /// Length in bytes when unpacked.
    length: usize,
}

impl StdLibrary<'static> {
    /// The library that is part of this program. Its list of packages is read once.
    pub fn bundled() -> &'static Self {
        static LIBRARY: OnceLock<StdLibrary<'static>> = OnceLock::new();
        LIBRARY.get_or_init(|| StdLibrary::open(BUNDLED).unwrap_or_default())
    }
}

impl<'a> StdLibrary<'a> {
    /// Opens a library file; `None` when it is not one or is cut short.
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let mut reader = ByteReader::new(bytes.strip_prefix(MAGIC)?);
        let release = reader.text()?;
        let count = reader.number()? as usize;
        let mut places: Vec<(&str, Range<usize>, usize)> = Vec::new();
        let mut start = 0_usize;
        for _ in 0..count {
            let path = reader.text()?;
            let end = (reader.number()? as usize).checked_add(start)?;
            let length =
                reader.number().map(|length| length as usize).filter(|&length| length <= MAX_LENGTH)?;
            places.push((path, start..end, length));
            start = end;
        }
        let blocks = reader.bytes;
        let packages = places
            .into_iter()
            .map(|(path, place, length)| Some((path, PackedPackage { bytes: blocks.get(place)?, length })))
            .collect::<Option<_>>()?;
        Some(Self { release, packages })
    }

    /// The Go release that the declarations are from, such as `go1.27.3`.
    pub fn release(&self) -> &'a str {
        self.release
    }

    /// Returns whether there is a package of this import path.
    pub fn contains(&self, path: &str) -> bool {
        self.packages.contains_key(path)
    }

    /// All import paths, sorted.
    pub fn paths(&self) -> Vec<&'a str> {
        let mut paths: Vec<_> = self.packages.keys().copied().collect();
        paths.sort_unstable();
        paths
    }

    /// The declarations of one package, unpacked anew at every call; `None` for an unknown path.
    pub fn package(&self, path: &str) -> Option<FileFacts> {
        let packed = self.packages.get(path)?;
        codec::decode(&lz4_flex::block::decompress(packed.bytes, packed.length).ok()?)
    }

    /// The declarations of the given packages and of all that they import, by import path. Unknown paths are ignored.
    /// Packages that are not among the `unpacked` are unpacked and added there.
    pub fn closure<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p str>,
        unpacked: &mut FxHashMap<String, Arc<FileFacts>>,
    ) -> BTreeMap<String, Arc<FileFacts>> {
        let mut found = BTreeMap::new();
        let mut wanted: Vec<String> = paths.into_iter().map(str::to_owned).collect();
        while let Some(path) = wanted.pop() {
            if found.contains_key(&path) {
                continue;
            }
            let known = unpacked.get(&path).cloned();
            let Some(facts) = known.or_else(|| self.package(&path).map(Arc::new)) else { continue };
            wanted.extend(facts.imports.iter().map(|import| facts.name(import.path).to_owned()));
            unpacked.insert(path.clone(), Arc::clone(&facts));
            found.insert(path, facts);
        }
        found
    }
}

/// Puts packages, sorted by import path, into the bytes of a library file.
fn pack(release: &str, packages: &[(&str, FileFacts)]) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    let mut index = ByteWriter { bytes: &mut head };
    index.text(release);
    index.number(packages.len() as u64);
    let mut blocks = Vec::new();
    for (path, facts) in packages {
        let plain = codec::encode(facts);
        let block = lz4_flex::block::compress(&plain);
        index.text(path);
        index.number(block.len() as u64);
        index.number(plain.len() as u64);
        blocks.extend(block);
    }
    head.extend(blocks);
    head
}

#[cfg(test)]
mod tests;
