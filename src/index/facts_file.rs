//! Stores the facts of files on disk, so that a refresh parses only what changed.
//!
//! A facts file is a plain sequence of encoded facts; the generation's file rows hold the place and checksum of each. The
//! one writer appends after the part that the current generation uses (after cutting off what a killed writer left
//! there), so readers are never disturbed. A facts file whose facts are mostly unused is written again under the next
//! number. Facts that cannot be read back are parsed again: the facts file is never the only source.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use super::files::FactsRange;
use super::meta::FactsFileRef;
use super::record::{decode, encode};
use super::store::StoreWriter;
use crate::golang::facts::FileFacts;
use crate::platform::read_exact_at;

/// A facts file that is open for reading. Threads share it.
pub(super) struct FactsFile {
    file: File,
}

impl FactsFile {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: File::open(path)? })
    }

    /// The facts at a place; `None` if they are damaged or cut off.
    pub(super) fn load(&self, place: FactsRange) -> Option<FileFacts> {
        let mut record = vec![0; place.len as usize];
        read_exact_at(&self.file, &mut record, place.at).ok()?;
        if record.is_empty() || crc32fast::hash(&record) != place.crc {
            return None;
        }
        decode(&record)
    }
}

/// Makes sure that the facts of all `files` are in a facts file. `files` gives their places in the current generation's
/// facts file, if they have any. Returns their places, in the same order, and the facts file to name in the next generation.
pub(super) fn save(
    writer: &StoreWriter<'_>,
    files: &[(&FileFacts, Option<FactsRange>)],
    current: Option<FactsFileRef>,
) -> io::Result<(Vec<FactsRange>, FactsFileRef)> {
    if let Some(facts_file) = current
        && is_worth_keeping(facts_file, files)
        && let Ok(saved) = append(&writer.facts_path(facts_file.number), facts_file, files)
    {
        return Ok(saved);
    }
    let facts_file = FactsFileRef { number: writer.next_facts_file()?, len: 0 };
    let anew: Vec<_> = files.iter().map(|&(facts, _)| (facts, None)).collect();
    // No generation would use what a full disk left of it, so it would stay forever.
    append(&writer.facts_path(facts_file.number), facts_file, &anew)
        .inspect_err(|_| writer.remove_facts_file(facts_file.number))
}

/// Returns whether at most half of the facts file is unused.
fn is_worth_keeping(facts_file: FactsFileRef, files: &[(&FileFacts, Option<FactsRange>)]) -> bool {
    let alive: u64 = files.iter().filter_map(|(_, place)| Some(u64::from((*place)?.len))).sum();
    facts_file.len <= 2 * alive
}

fn append(
    path: &Path,
    facts_file: FactsFileRef,
    files: &[(&FileFacts, Option<FactsRange>)],
) -> io::Result<(Vec<FactsRange>, FactsFileRef)> {
    let mut out = FactsWriter::append(path, facts_file.len)?;
    let places = files.iter().map(|&(facts, place)| place.map_or_else(|| out.put(facts), Ok));
    let places = places.collect::<io::Result<_>>()?;
    Ok((places, FactsFileRef { len: out.finish()?, ..facts_file }))
}

/// A facts file to which facts are appended.
struct FactsWriter {
    out: BufWriter<File>,
    at: u64,
    record: Vec<u8>,
}

impl FactsWriter {
    /// Continues a facts file after its first `len` bytes; creates it when it is missing and `len` is 0.
    fn append(path: &Path, len: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).create(len == 0).truncate(false).open(path)?;
        if file.metadata()?.len() < len {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the facts file is shorter than its generation needs",
            ));
        }
        file.set_len(len)?;
        file.seek(SeekFrom::Start(len))?;
        Ok(Self { out: BufWriter::with_capacity(1 << 20, file), at: len, record: Vec::new() })
    }

    /// Appends one file's facts.
    fn put(&mut self, facts: &FileFacts) -> io::Result<FactsRange> {
        self.record.clear();
        encode(facts, &mut self.record);
        let len = u32::try_from(self.record.len()).map_err(io::Error::other)?;
        self.out.write_all(&self.record)?;
        let place = FactsRange { at: self.at, len, crc: crc32fast::hash(&self.record) };
        self.at += u64::from(len);
        Ok(place)
    }

    /// Hands everything to the system and returns the facts file's length. It is not synced to disk: every record has its
    /// checksum, and losing one in a power cut only costs parsing a file again.
    fn finish(mut self) -> io::Result<u64> {
        self.out.flush()?;
        Ok(self.at)
    }
}
