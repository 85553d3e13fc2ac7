//! Encodes unsigned LEB128 numbers (DWARF 5, 7.6), and slices and texts with their length.
//!
//! A reader relies on nothing: whatever the bytes are, it returns `None` rather than read beyond them.

/// Appends bytes to a buffer.
pub struct ByteWriter<'o> {
    pub bytes: &'o mut Vec<u8>,
}

impl ByteWriter<'_> {
    /// Writes seven bits per byte, the lowest first. The top bit of a byte is set if another one follows.
    pub fn number(&mut self, n: impl Into<u64>) {
        let mut n = n.into();
        while n >= 0x80 {
            self.bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push(n as u8);
    }

    /// Writes an index that is often absent. Absence, the largest value, takes one byte.
    pub fn optional(&mut self, n: u32) {
        self.number(n.wrapping_add(1));
    }

    /// Writes a text after its length in bytes.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }
}

/// Reads the values that a [`ByteWriter`] wrote.
pub struct ByteReader<'b> {
    /// The bytes that are not read yet.
    pub bytes: &'b [u8],
}

impl<'b> ByteReader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    /// Reads a number of at most 32 bits; higher bits are dropped. `None` if the bytes end before the number does, or
    /// if it is longer than five bytes.
    #[inline]
    pub fn number(&mut self) -> Option<u32> {
        self.bits(32).map(|n| n as u32)
    }

    /// Reads a number of at most 64 bits, in the same way.
    pub fn wide_number(&mut self) -> Option<u64> {
        self.bits(64)
    }

    #[inline]
    fn bits(&mut self, most: u32) -> Option<u64> {
        let mut n = 0;
        for shift in (0..most).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    /// The inverse of [`ByteWriter::optional`].
    pub fn optional(&mut self) -> Option<u32> {
        Some(self.number()?.wrapping_sub(1))
    }

    /// The next `length` bytes; `None` if there are fewer.
    pub fn slice(&mut self, length: usize) -> Option<&'b [u8]> {
        let (slice, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(slice)
    }

    /// The inverse of [`ByteWriter::text`]; `None` also if it is not UTF-8.
    pub fn text(&mut self) -> Option<&'b str> {
        let length = usize::try_from(self.wide_number()?).ok()?;
        std::str::from_utf8(self.slice(length)?).ok()
    }

    /// An empty list with space for `count` values of at least one byte each; `None` if there are not enough bytes
    /// for them. So a wrong count reserves no memory.
    pub fn list<T>(&self, count: u32) -> Option<Vec<T>> {
        (count as usize <= self.bytes.len()).then(|| Vec::with_capacity(count as usize))
    }
}

/// Zigzag encoding, which makes small numbers of small differences of either sign: 0, -1, 1, -2, ... become 0, 1, 2,
/// 3, ...
pub fn zigzag(n: i64) -> u64 {
    (n.cast_unsigned() << 1) ^ (n >> 63).cast_unsigned()
}

/// The inverse of [`zigzag`].
pub fn unzigzag(n: u64) -> i64 {
    (n >> 1).cast_signed() ^ -(n & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_broken_bytes_are_refused() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u32::MAX - 1, u32::MAX];
        let mut bytes = Vec::new();
        let mut out = ByteWriter { bytes: &mut bytes };
        for n in numbers {
            out.number(n);
        }
        for n in numbers {
            out.optional(n);
        }
        out.number(u64::MAX);
        out.text("größer");
        let mut read = ByteReader::new(&bytes);
        assert!(numbers.iter().all(|&n| read.number() == Some(n)));
        assert!(numbers.iter().all(|&n| read.optional() == Some(n)));
        assert_eq!(read.wide_number(), Some(u64::MAX));
        assert_eq!((read.text(), read.bytes.len()), (Some("größer"), 0));
        assert_eq!(ByteReader::new(&[0x80; 20]).number(), None, "a number without an end");
        assert_eq!(ByteReader::new(&[0x80; 20]).wide_number(), None);
        assert_eq!(ByteReader::new(&[0x80]).number(), None, "cut off");
        assert_eq!(ByteReader::new(&[3, b'a', b'b']).text(), None, "shorter than its length");
        assert_eq!(ByteReader::new(&[1, 0xff]).text(), None, "not UTF-8");
        assert!(ByteReader::new(&[0; 3]).list::<u32>(4).is_none());
        for n in [0, -1, 1, -64, 63, i64::MIN, i64::MAX] {
            assert_eq!(unzigzag(zigzag(n)), n);
        }
        assert_eq!([0, -1, 1, -2].map(zigzag), [0, 1, 2, 3]);
    }
}
