//! A log as bytes, for the cache between runs: numbers as LEB128, strings by their length, a checksum at the end.

use super::log::{Entry, Log, Touched};
use super::words::Words;

/// First bytes of every encoded log; the last of them is the version.
const MAGIC: &[u8; 8] = b"cgthist\x01";

impl Log {
    /// The log as bytes. [`Log::decode`] gives an equal one back.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        number(&mut out, self.words.all().len() as u64);
        for word in self.words.all() {
            text(&mut out, word);
        }
        number(&mut out, self.entries.len() as u64);
        for entry in &self.entries {
            text(&mut out, &entry.id);
            number(&mut out, zigzag(entry.time));
            number(&mut out, u64::from(entry.author));
            text(&mut out, &entry.message);
            number(&mut out, u64::from(entry.width));
            number(&mut out, entry.files.len() as u64);
            for file in &entry.files {
                number(&mut out, u64::from(file.path));
                number(&mut out, file.from.map_or(0, |from| u64::from(from) + 1));
                number(&mut out, file.symbols.len() as u64);
                file.symbols.iter().for_each(|&symbol| number(&mut out, u64::from(symbol)));
            }
        }
        let crc = crc32fast::hash(&out);
        out.extend(crc.to_le_bytes());
        out
    }

    /// The log of some bytes; `None` when they are not whole or of another version.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (body, crc) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*crc) {
            return None;
        }
        let mut input = Reader(body.strip_prefix(MAGIC)?);
        let mut words = Words::default();
        for _ in 0..input.number()? {
            words.intern(input.text()?);
        }
        let mut entries = Vec::new();
        for _ in 0..input.number()? {
            entries.push(Entry {
                id: input.text()?.into(),
                time: unzigzag(input.number()?),
                author: input.small()?,
                message: input.text()?.into(),
                width: input.small()?,
                files: input.files()?,
            });
        }
        input.0.is_empty().then_some(Self { words, entries })
    }
}

fn number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn text(out: &mut Vec<u8>, text: &str) {
    number(out, text.len() as u64);
    out.extend(text.as_bytes());
}

/// Small magnitudes of either sign as small numbers.
fn zigzag(n: i64) -> u64 {
    (n.cast_unsigned() << 1) ^ (n >> 63).cast_unsigned()
}

fn unzigzag(n: u64) -> i64 {
    (n >> 1).cast_signed() ^ -(n & 1).cast_signed()
}

struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn number(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn text(&mut self) -> Option<&'b str> {
        let len = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    fn files(&mut self) -> Option<Vec<Touched>> {
        // Lists grow as they are read: a length that lies cannot make us reserve memory for it.
        let mut files = Vec::new();
        for _ in 0..self.number()? {
            let path = self.small()?;
            let from = match self.small()? {
                0 => None,
                from => Some(from - 1),
            };
            let mut symbols = Vec::new();
            for _ in 0..self.number()? {
                symbols.push(self.small()?);
            }
            files.push(Touched { path, from, symbols });
        }
        Some(files)
    }
}
