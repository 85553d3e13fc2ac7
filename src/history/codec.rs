//! A log as bytes, for the cache between runs. Numbers are LEB128, strings have their length before them, and a
//! checksum ends the bytes.

use super::log::{Log, LoggedCommit, TouchedFile};
use super::words::StringTable;
use crate::model::leb128::{ByteReader, ByteWriter, unzigzag, zigzag};

/// The first bytes of every encoded log. The last of them is the version.
const MAGIC: &[u8; 8] = b"cgthist\x01";

impl Log {
    /// Encodes the log. [`Log::decode`] returns an equal log from these bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut out = ByteWriter { bytes: &mut bytes };
        out.number(self.words.all().len() as u64);
        for word in self.words.all() {
            out.text(word);
        }
        out.number(self.entries.len() as u64);
        for entry in &self.entries {
            out.text(&entry.id);
            out.number(zigzag(entry.time));
            out.number(entry.author);
            out.text(&entry.message);
            out.number(entry.width);
            out.number(entry.files.len() as u64);
            for file in &entry.files {
                out.number(file.path);
                out.number(file.from.map_or(0, |from| u64::from(from) + 1));
                out.number(file.symbols.len() as u64);
                file.symbols.iter().for_each(|&symbol| out.number(symbol));
            }
        }
        let crc = crc32fast::hash(&bytes);
        bytes.extend(crc.to_le_bytes());
        bytes
    }

    /// Decodes a log. None if the bytes are damaged, incomplete or of another version.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (body, crc) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
            return None;
        }
        let mut input = ByteReader::new(body.strip_prefix(MAGIC)?);
        let mut words = StringTable::default();
        for _ in 0..input.wide_number()? {
            words.intern(input.text()?);
        }
        let mut entries = Vec::new();
        for _ in 0..input.wide_number()? {
            entries.push(LoggedCommit {
                id: input.text()?.into(),
                time: unzigzag(input.wide_number()?),
                author: input.number()?,
                message: input.text()?.into(),
                width: input.number()?,
                files: files(&mut input)?,
            });
        }
        input.bytes.is_empty().then_some(Self { words, entries })
    }
}

fn files(input: &mut ByteReader<'_>) -> Option<Vec<TouchedFile>> {
    // Lists grow while they are read, so that a wrong length cannot reserve much memory.
    let mut files = Vec::new();
    for _ in 0..input.wide_number()? {
        let path = input.number()?;
        let from = match input.number()? {
            0 => None,
            from => Some(from - 1),
        };
        let mut symbols = Vec::new();
        for _ in 0..input.wide_number()? {
            symbols.push(input.number()?);
        }
        files.push(TouchedFile { path, from, symbols });
    }
    Some(files)
}
