//! Stores the facts of files on disk, so that a refresh parses only what changed.
//!
//! A pack is a plain sequence of encoded facts; the generation's file rows hold the place and checksum of each. The
//! one writer appends after the part that the current generation uses (after cutting off what a killed writer left
//! there), so readers are never disturbed. A pack whose facts are mostly unused is written again under the next
//! number. Facts that cannot be read back are parsed again: the pack is never the only source.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use super::files::PackRange;
use super::meta::PackRef;
use super::record::{decode, encode};
use super::store::StoreWriter;
use crate::golang::facts::FileFacts;

/// A pack that is open for reading. Threads share it.
pub(super) struct FactsPack {
    file: File,
}

impl FactsPack {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: File::open(path)? })
    }

    /// The facts at a place; `None` if they are damaged or cut off.
    #[must_use]
    pub(super) fn load(&self, place: PackRange) -> Option<FileFacts> {
        let mut record = vec![0; place.len as usize];
        read_exact_at(&self.file, &mut record, place.at).ok()?;
        if record.is_empty() || crc32fast::hash(&record) != place.crc {
            return None;
        }
        decode(&record)
    }
}

/// Makes sure that the facts of all `files` are in a pack. `files` gives their places in the current generation's
/// pack, if they have any. Returns their places, in the same order, and the pack to name in the next generation.
pub(super) fn save(
    writer: &StoreWriter<'_>,
    files: &[(&FileFacts, Option<PackRange>)],
    current: Option<PackRef>,
) -> io::Result<(Vec<PackRange>, PackRef)> {
    if let Some(pack) = current
        && is_worth_keeping(pack, files)
        && let Ok(saved) = append(&writer.pack_path(pack.number), pack, files)
    {
        return Ok(saved);
    }
    let pack = PackRef { number: writer.next_pack()?, len: 0 };
    let anew: Vec<_> = files.iter().map(|&(facts, _)| (facts, None)).collect();
    // No generation would use what a full disk left of it, so it would stay forever.
    append(&writer.pack_path(pack.number), pack, &anew).inspect_err(|_| writer.remove_pack(pack.number))
}

/// Whether at most half of the pack is unused.
fn is_worth_keeping(pack: PackRef, files: &[(&FileFacts, Option<PackRange>)]) -> bool {
    let alive: u64 = files.iter().filter_map(|(_, place)| Some(u64::from((*place)?.len))).sum();
    pack.len <= 2 * alive
}

fn append(
    path: &Path,
    pack: PackRef,
    files: &[(&FileFacts, Option<PackRange>)],
) -> io::Result<(Vec<PackRange>, PackRef)> {
    let mut out = PackWriter::append(path, pack.len)?;
    let places = files.iter().map(|&(facts, place)| place.map_or_else(|| out.put(facts), Ok));
    let places = places.collect::<io::Result<_>>()?;
    Ok((places, PackRef { len: out.finish()?, ..pack }))
}

/// A pack to which facts are appended.
struct PackWriter {
    out: BufWriter<File>,
    at: u64,
    record: Vec<u8>,
}

impl PackWriter {
    /// Continues a pack after its first `len` bytes; creates it when it is missing and `len` is 0.
    fn append(path: &Path, len: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).create(len == 0).truncate(false).open(path)?;
        if file.metadata()?.len() < len {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the pack is shorter than its generation needs",
            ));
        }
        file.set_len(len)?;
        file.seek(SeekFrom::Start(len))?;
        Ok(Self { out: BufWriter::with_capacity(1 << 20, file), at: len, record: Vec::new() })
    }

    /// Appends one file's facts.
    fn put(&mut self, facts: &FileFacts) -> io::Result<PackRange> {
        self.record.clear();
        encode(facts, &mut self.record);
        let len = u32::try_from(self.record.len()).map_err(io::Error::other)?;
        self.out.write_all(&self.record)?;
        let place = PackRange { at: self.at, len, crc: crc32fast::hash(&self.record) };
        self.at += u64::from(len);
        Ok(place)
    }

    /// Hands everything to the system and returns the pack's length. It is not synced to disk: every record has its
    /// checksum, and losing one in a power cut only costs parsing a file again.
    fn finish(mut self) -> io::Result<u64> {
        self.out.flush()?;
        Ok(self.at)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
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
