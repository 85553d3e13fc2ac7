//! A file's bytes, mapped if the system can do so, else read. One of two places of this crate with unsafe code.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;

use bytemuck::{Pod, Zeroable};

/// The alignment of a file's first byte in memory and of every section in it, in bytes: a cache line, and a multiple
/// of the alignment that any column needs.
pub(super) const ALIGNMENT: usize = 64;

/// Memory in units of [`ALIGNMENT`], so that columns in a buffer are aligned as in a mapping.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Unit([u8; ALIGNMENT]);

/// Immutable bytes that start at a multiple of [`ALIGNMENT`].
pub(super) enum Bytes {
    Mapped(memmap2::Mmap),
    Read(Buffer),
}

/// Bytes in aligned memory of our own.
pub(super) struct Buffer {
    units: Vec<Unit>,
    len: usize,
}

impl Bytes {
    /// Maps the file, or reads it if it cannot be mapped (on some network and virtual file systems).
    ///
    /// The caller guarantees that the file is never changed in place: this crate's database files are written under
    /// another name, renamed once and only ever unlinked, which leaves a mapping intact.
    pub(super) fn of_file(file: &mut File) -> io::Result<Self> {
        let len = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        // Mapping an empty file is an error on some systems.
        if len > 0
            && let Some(mapped) = map(file)
        {
            return Ok(Self::Mapped(mapped));
        }
        let mut buffer = Buffer::zeroed(len);
        file.read_exact(buffer.bytes_mut())?;
        Ok(Self::Read(buffer))
    }
}

#[allow(unsafe_code, reason = "mapping a file is unsafe in Rust; memmap2 offers no safe way")]
fn map(file: &File) -> Option<memmap2::Mmap> {
    // SAFETY: undefined behaviour would need the file to change under the mapping. Database files are created under
    // a temporary name, renamed when complete and never written again (module `store`); they live in a folder that
    // is the user's own.
    unsafe { memmap2::Mmap::map(file) }.ok()
}

impl Buffer {
    fn zeroed(len: usize) -> Self {
        Self { units: vec![Unit::zeroed(); len.div_ceil(ALIGNMENT)], len }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.units)[..self.len]
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        let mut buffer = Buffer::zeroed(bytes.len());
        buffer.bytes_mut().copy_from_slice(bytes);
        Self::Read(buffer)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(mapped) => mapped,
            Self::Read(buffer) => &bytemuck::cast_slice(&buffer.units)[..buffer.len],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn bytes_are_aligned_whichever_way_they_came() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"some bytes").unwrap();
        let mapped = Bytes::of_file(&mut file).unwrap();
        let copied = Bytes::from(&b"some bytes"[..]);
        for bytes in [&mapped, &copied] {
            assert_eq!(&bytes[..], b"some bytes");
            assert_eq!(bytes.as_ptr() as usize % ALIGNMENT, 0);
        }
    }

    #[test]
    fn an_empty_file_has_no_bytes() {
        let bytes = Bytes::of_file(&mut tempfile::tempfile().unwrap()).unwrap();
        assert!(bytes.is_empty());
    }
}
