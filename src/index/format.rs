//! The format of a database file: named sections of bytes with one checksum.
//!
//! ```text
//!  0  magic, 8 bytes
//!  8  format version, u32          12  number of sections, u32
//! 16  length of the file, u64      24  CRC-32 of everything from byte 64 on
//! 28  CRC-32 of bytes 0..28        32  zeros
//! 64  section table: 64 bytes each: name (48 bytes, zero padded), offset u64, length u64
//!  …  sections, each at a multiple of 64
//! ```
//!
//! Numbers are little-endian. Columns are stored as they are in memory, so a big-endian machine writes another magic
//! and neither reads the other's files. Every byte is covered by a checksum or is compared, so no flipped bit goes
//! unnoticed.

use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;

use rayon::prelude::*;

use super::map::ALIGNMENT;

/// Must be raised whenever the layout, the set of columns, or the meaning of any of them changes.
pub const FORMAT_VERSION: u32 = 14;

const MAGIC: [u8; 8] = if cfg!(target_endian = "little") { *b"CGTUI\r\n\x1a" } else { *b"CGTUI\r\n\x1b" };
const HEADER: usize = 64;
const ENTRY: usize = 64;
const NAME: usize = 48;
const CRC_BODY: usize = 24;
const CRC_HEAD: usize = 28;
const ZEROS: Range<usize> = 32..64;

/// Why bytes are not a database of this version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("it is empty or cut short")]
    Truncated,
    #[error("it is not a codegraph-tui database")]
    Foreign,
    #[error("it has format {found}; this program reads {FORMAT_VERSION}")]
    Version { found: u32 },
    #[error("its checksum does not match: some of it was overwritten")]
    Checksum,
    #[error("section {0} is missing or malformed")]
    Section(String),
}

/// The place of each section of a checked file.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionTable(Vec<(String, Range<usize>)>);

impl SectionTable {
    /// The section's place in the file.
    pub(super) fn find(&self, name: &str) -> Result<Range<usize>, FormatError> {
        let found = self.0.iter().find(|(n, _)| n == name);
        found.map(|(_, range)| range.clone()).ok_or_else(|| FormatError::Section(name.to_owned()))
    }
}

/// Writes a whole file at the writer's start: `sections` in their order. Names have at most 48 bytes.
pub(super) fn write(out: &mut (impl Write + Seek), sections: &[(&str, &[u8])]) -> io::Result<()> {
    let mut offset = HEADER + ENTRY * sections.len();
    let mut table = Vec::with_capacity(ENTRY * sections.len());
    for (name, bytes) in sections {
        let mut entry = [0u8; ENTRY];
        entry[..name.len()].copy_from_slice(name.as_bytes());
        entry[NAME..NAME + 8].copy_from_slice(&(offset as u64).to_le_bytes());
        entry[NAME + 8..].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
        table.extend_from_slice(&entry);
        offset = (offset + bytes.len()).next_multiple_of(ALIGNMENT);
    }
    let mut body = crc32fast::Hasher::new();
    let mut put = |out: &mut _, bytes: &[u8]| {
        body.update(bytes);
        Write::write_all(out, bytes)
    };
    out.write_all(&[0; HEADER])?;
    put(out, &table)?;
    for (_, bytes) in sections {
        put(out, bytes)?;
        let padding = bytes.len().next_multiple_of(ALIGNMENT) - bytes.len();
        put(out, &[0; ALIGNMENT][..padding])?;
    }
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header(sections.len() as u32, offset as u64, body.finalize()))
}

fn header(sections: u32, len: u64, body_crc: u32) -> [u8; HEADER] {
    let mut head = [0u8; HEADER];
    head[..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    head[12..16].copy_from_slice(&sections.to_le_bytes());
    head[16..24].copy_from_slice(&len.to_le_bytes());
    head[CRC_BODY..CRC_BODY + 4].copy_from_slice(&body_crc.to_le_bytes());
    let crc = crc32fast::hash(&head[..CRC_HEAD]);
    head[CRC_HEAD..CRC_HEAD + 4].copy_from_slice(&crc.to_le_bytes());
    head
}

/// The checksum of a body. All threads compute parts of it, because mapping the pages of a large file takes as long
/// as summing them.
fn checksum(body: &[u8]) -> u32 {
    const PIECE: usize = 4 << 20;
    let of_piece = |piece| {
        let mut crc = crc32fast::Hasher::new();
        crc.update(piece);
        crc
    };
    let pieces: Vec<crc32fast::Hasher> = body.par_chunks(PIECE).map(of_piece).collect();
    let mut whole = crc32fast::Hasher::new();
    for piece in &pieces {
        whole.combine(piece);
    }
    whole.finalize()
}

/// Verifies a file's bytes and reads its section table. O(length): one pass of a checksum that the hardware supports.
pub(super) fn read(bytes: &[u8]) -> Result<SectionTable, FormatError> {
    let head = bytes.get(..HEADER).ok_or(FormatError::Truncated)?;
    if head[..8] != MAGIC {
        return Err(FormatError::Foreign);
    }
    if crc32fast::hash(&head[..CRC_HEAD]) != u32_at(head, CRC_HEAD) || head[ZEROS].iter().any(|&b| b != 0) {
        return Err(FormatError::Checksum);
    }
    let version = u32_at(head, 8);
    if version != FORMAT_VERSION {
        return Err(FormatError::Version { found: version });
    }
    if u64_at(head, 16) != bytes.len() as u64 {
        return Err(FormatError::Truncated);
    }
    if checksum(&bytes[HEADER..]) != u32_at(head, CRC_BODY) {
        return Err(FormatError::Checksum);
    }
    let count = u32_at(head, 12) as usize;
    let entries = bytes[HEADER..].get(..count * ENTRY).ok_or(FormatError::Truncated)?;
    entries
        .chunks_exact(ENTRY)
        .map(|entry| entry_of(entry, bytes.len()))
        .collect::<Result<_, _>>()
        .map(SectionTable)
}

fn entry_of(entry: &[u8], file_len: usize) -> Result<(String, Range<usize>), FormatError> {
    let name = entry[..NAME].split(|&b| b == 0).next().unwrap_or_default();
    let name = String::from_utf8_lossy(name).into_owned();
    let (start, len) = (u64_at(entry, NAME), u64_at(entry, NAME + 8));
    match start.checked_add(len) {
        Some(end) if end <= file_len as u64 => Ok((name, start as usize..end as usize)),
        _ => Err(FormatError::Section(name)),
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |n, &b| n << 8 | u32::from(b))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn sample() -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        write(&mut file, &[("numbers", &[1, 2, 3]), ("nothing", &[]), ("text", &[b'x'; 130])]).unwrap();
        file.into_inner()
    }

    #[test]
    fn sections_come_back_as_written_and_aligned() {
        let file = sample();
        let table = read(&file).unwrap();
        for (name, expected) in [("numbers", &[1, 2, 3][..]), ("nothing", &[]), ("text", &[b'x'; 130])] {
            let range = table.find(name).unwrap();
            assert_eq!(range.start % ALIGNMENT, 0, "{name}");
            assert_eq!(&file[range], expected, "{name}");
        }
        assert_eq!(table.find("other"), Err(FormatError::Section("other".to_owned())));
    }

    #[test]
    fn every_flipped_bit_and_every_truncation_is_noticed() {
        let file = sample();
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut flipped = file.clone();
                flipped[at] ^= 1 << bit;
                assert!(read(&flipped).is_err(), "bit {bit} of byte {at}");
            }
            assert!(read(&file[..at]).is_err(), "cut at {at}");
        }
        assert!(read(&[&file[..], b"x"].concat()).is_err(), "one byte more");
    }

    #[test]
    fn another_version_and_another_program_are_disambiguate_from_damage() {
        let mut newer = sample();
        newer[8..12].copy_from_slice(&(FORMAT_VERSION + 1).to_le_bytes());
        let crc = crc32fast::hash(&newer[..CRC_HEAD]);
        newer[CRC_HEAD..CRC_HEAD + 4].copy_from_slice(&crc.to_le_bytes());
        assert_eq!(read(&newer).unwrap_err(), FormatError::Version { found: FORMAT_VERSION + 1 });
        assert_eq!(read(&[7; 200]).unwrap_err(), FormatError::Foreign);
        assert_eq!(read(&[]).unwrap_err(), FormatError::Truncated);
    }
}
