//! The stored state of each file of a generation: enough to detect a change without reading the file, and the place of its
//! facts in the facts file.

use bytemuck::{Pod, Zeroable};

use super::walk::{FoundFile, Stamp};

/// One file's row. Its path is in the table's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FileRow {
    /// The end of the path in the table's names.
    path_end: u32,
    /// A [`Role`] as its number.
    role: u32,
    size: u64,
    modified: i64,
    changed: i64,
    /// BLAKE3 of the content.
    pub hash: [u8; 32],
    /// The place of the file's facts in the facts file, their length in bytes, and their CRC-32; all 0 for manifests.
    pub facts: FactsRange,
}

/// The role of a file for the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Source = 0,
    /// A `go.mod` or `go.work` file.
    Manifest = 1,
}

/// A range of the facts file, in bytes, and its CRC-32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FactsRange {
    pub at: u64,
    pub len: u32,
    pub crc: u32,
}

impl FileRow {
    pub fn stamp(&self) -> Stamp {
        Stamp { size: self.size, modified: self.modified, changed: self.changed }
    }

    pub fn is_manifest(&self) -> bool {
        self.role == Role::Manifest as u32
    }
}

/// Rows to be stored, in order of path bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileTable {
    pub rows: Vec<FileRow>,
    pub names: String,
}

impl FileTable {
    /// Appends a row; the caller keeps the order.
    pub(super) fn push(&mut self, file: &FoundFile, role: Role, hash: [u8; 32], facts: FactsRange) {
        self.names.push_str(&file.path);
        let Stamp { size, modified, changed } = file.stamp;
        self.rows.push(FileRow {
            path_end: self.names.len() as u32,
            role: role as u32,
            size,
            modified,
            changed,
            hash,
            facts,
        });
    }

    pub(super) fn view(&self) -> Files<'_> {
        Files { rows: &self.rows, names: self.names.as_bytes() }
    }
}

/// Stored rows, borrowed from a mapped generation or from a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files<'a> {
    rows: &'a [FileRow],
    names: &'a [u8],
}

impl<'a> Files<'a> {
    /// Rows over stored bytes; `None` if they are inconsistent.
    pub fn over(rows: &'a [u8], names: &'a [u8]) -> Option<Self> {
        let rows: &[FileRow] = bytemuck::try_cast_slice(rows).ok()?;
        let rising = rows.windows(2).all(|w| w[0].path_end <= w[1].path_end);
        let whole = rows.last().map_or(0, |row| row.path_end as usize) == names.len();
        (rising && whole).then_some(Self { rows, names })
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn row(&self, ix: usize) -> &'a FileRow {
        &self.rows[ix]
    }

    /// The path as bytes (UTF-8 as written).
    pub fn path(&self, ix: usize) -> &'a [u8] {
        let start = if ix == 0 { 0 } else { self.rows[ix - 1].path_end as usize };
        &self.names[start..self.rows[ix].path_end as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'a [u8], &'a FileRow)> {
        (0..self.len()).map(|ix| (self.path(ix), self.row(ix)))
    }

    /// The row of a path. O(log n).
    pub fn find(&self, path: &str) -> Option<&'a FileRow> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.path(middle).cmp(path.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(self.row(middle)),
            }
        }
        None
    }

    pub(super) fn sections(&self) -> [(&'static str, &'a [u8]); 2] {
        [(ROWS, bytemuck::cast_slice(self.rows)), (NAMES, self.names)]
    }
}

/// Names of the two sections of a generation.
pub(super) const ROWS: &str = "file-state/rows";
pub(super) const NAMES: &str = "file-state/names";

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, size: u64) -> FoundFile {
        FoundFile { path: path.to_owned(), stamp: Stamp { size, modified: 2, changed: 3 } }
    }

    #[test]
    fn rows_are_found_by_path_in_what_was_stored() {
        let mut table = FileTable::default();
        for (size, path) in ["a.go", "a/b.go", "go.mod"].into_iter().enumerate() {
            let role = if path == "go.mod" { Role::Manifest } else { Role::Source };
            table.push(&found(path, size as u64), role, [size as u8; 32], FactsRange::default());
        }
        let [(_, rows), (_, names)] = table.view().sections();
        let files = Files::over(rows, names).unwrap();
        assert_eq!(files.find("a/b.go").unwrap().stamp(), Stamp { size: 1, modified: 2, changed: 3 });
        assert!(files.find("go.mod").unwrap().is_manifest());
        assert!(files.find("a/b").is_none() && files.find("").is_none() && files.find("z").is_none());
        assert_eq!(
            files.iter().map(|(path, _)| path).collect::<Vec<_>>(),
            [&b"a.go"[..], b"a/b.go", b"go.mod"]
        );
        assert!(Files::over(rows, &names[1..]).is_none());
    }
}
