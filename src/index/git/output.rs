//! Parses what git prints. It may have been made from a hostile repository, so any bytes must do.

use std::io::{BufRead, Read as _};

/// The longest piece of output that is kept, in bytes; the rest of the piece is dropped.
const MAX_PIECE: usize = 1 << 16;

/// One line of git's raw format.
#[derive(Debug, PartialEq, Eq)]
pub struct RawChange {
    /// The object name of the old content; `None` if there was no file.
    pub old: Option<String>,
    pub new: Content,
    pub path: String,
}

/// One side of a file that differs.
#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    Nothing,
    Object(String),
    /// The file as it is in the work tree.
    OnDisk,
}

impl RawChange {
    /// The object names of its stored contents, the old one first.
    pub fn objects(&self) -> impl Iterator<Item = &str> {
        let new = match &self.new {
            Content::Object(new) => Some(new),
            Content::Nothing | Content::OnDisk => None,
        };
        self.old.iter().chain(new).map(String::as_str)
    }
}

/// Parses git's raw format: `:100644 100644 <old> <new> M NUL path NUL`, repeated.
pub fn raw_changes(output: &[u8]) -> Vec<RawChange> {
    let mut pieces = output.split(|&byte| byte == 0);
    let mut changes: Vec<RawChange> = Vec::new();
    while let (Some(head), Some(path)) = (pieces.next(), pieces.next()) {
        let head = String::from_utf8_lossy(head);
        let fields: Vec<&str> = head.trim_start_matches(':').split(' ').collect();
        let [old_mode, new_mode, old, new, status] = fields[..] else { continue };
        // Links and submodules are not Go files, whatever they are called.
        let is_file = |mode: &str| mode.starts_with("100");
        let known = |object: &str| object.bytes().any(|digit| digit != b'0');
        let change = RawChange {
            old: (is_file(old_mode) && known(old)).then(|| old.to_owned()),
            new: match status {
                "D" => Content::Nothing,
                // During a conflict the modes of the index do not describe the file on disk.
                "U" => Content::OnDisk,
                _ if !is_file(new_mode) => Content::Nothing,
                _ if known(new) => Content::Object(new.to_owned()),
                _ => Content::OnDisk,
            },
            path: String::from_utf8_lossy(path).into_owned(),
        };
        // A file in conflict is listed twice: as in conflict, and as it is on disk.
        match changes.last_mut().filter(|last| last.path == change.path) {
            Some(last) if last.old.is_none() => *last = RawChange { new: Content::OnDisk, ..change },
            Some(last) => last.new = Content::OnDisk,
            None => changes.push(change),
        }
    }
    changes
}

/// The submodules among lines `160000 commit <object>TAB<path>NUL` of a tree, or `160000 <object> 0TAB<path>NUL` of the
/// index: path and commit of each.
pub fn submodules(output: &[u8]) -> impl Iterator<Item = (&str, &str)> {
    output.split(|&byte| byte == 0).filter_map(|line| {
        let line = std::str::from_utf8(line).ok()?;
        let (head, path) = line.strip_prefix("160000 ")?.split_once('\t')?;
        Some((path, head.split(' ').find(|word| *word != "commit")?))
    })
}

/// The new name of a path in a list of renames: that of the file, or of the folder to which most files below it went.
pub fn new_name(renames: &[u8], path: &str) -> Option<String> {
    let text = String::from_utf8_lossy(renames);
    let mut fields = text.split('\0').filter(|field| !field.is_empty());
    let mut folders: Vec<(usize, String)> = Vec::new();
    while let (Some(_), Some(old), Some(new)) = (fields.next(), fields.next(), fields.next()) {
        if old == path {
            return Some(new.to_owned());
        }
        let Some(below) = old.strip_prefix(path).filter(|below| below.starts_with('/')) else { continue };
        let Some(folder) = new.strip_suffix(below) else { continue };
        match folders.iter_mut().find(|(_, known)| known == folder) {
            Some((count, _)) => *count += 1,
            None => folders.push((1, folder.to_owned())),
        }
    }
    folders.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    folders.into_iter().next().map(|(_, folder)| folder)
}

/// Reads one answer of `git cat-file --batch`: `<name> blob <size>`, the content, a line feed; or `<name> missing`.
pub fn next_blob(output: &mut impl BufRead, most: u64) -> Option<Vec<u8>> {
    let mut head = String::new();
    output.read_line(&mut head).ok()?;
    let size: u64 = head.trim_end().rsplit_once(" blob ")?.1.parse().ok()?;
    let mut content = output.take(size.checked_add(1)?);
    if size > most {
        std::io::copy(&mut content, &mut std::io::sink()).ok()?;
        return None;
    }
    let mut bytes = Vec::new();
    content.read_to_end(&mut bytes).ok()?;
    bytes.pop();
    (bytes.len() as u64 == size).then_some(bytes)
}

/// Calls `take` with each piece between delimiters, cut off at [`MAX_PIECE`]; with the last one only if it is not
/// empty.
pub fn each_piece(input: &mut impl BufRead, delimiter: u8, take: &mut impl FnMut(&[u8])) {
    let mut piece = Vec::new();
    loop {
        let Ok(bytes) = input.fill_buf() else { return };
        if bytes.is_empty() {
            break;
        }
        let end = bytes.iter().position(|&byte| byte == delimiter);
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let used = part.len() + usize::from(end.is_some());
        piece.extend_from_slice(&part[..part.len().min(MAX_PIECE - piece.len())]);
        input.consume(used);
        if end.is_some() {
            take(&piece);
            piece.clear();
        }
    }
    if !piece.is_empty() {
        take(&piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rename_of_a_file_or_of_what_a_folder_holds_is_found() {
        let renames =
            b"R100\0a/x.md\0b/x.md\0R090\0a/sub/y.go\0b/sub/y.go\0R080\0a/z.go\0c/z.go\0R100\0k.txt\0l.txt\0";
        for (path, expect) in [
            ("a/x.md", Some("b/x.md")),
            ("a/z.go", Some("c/z.go")),
            ("k.txt", Some("l.txt")),
            ("a", Some("b")),
            ("a/sub", Some("b/sub")),
            ("k", None),
            ("", None),
        ] {
            assert_eq!(new_name(renames, path).as_deref(), expect, "{path}");
        }
        assert_eq!(new_name(b"", "a"), None);
    }

    #[test]
    fn contents_come_one_after_the_other_and_absurd_sizes_are_refused() {
        let mut printed =
            &b"a blob 2\nhi\nb missing\nc blob 3\n\n\n\n\nd blob 9\n123456789\ne blob 1\nx\n"[..];
        let read: Vec<Option<Vec<u8>>> = (0..6).map(|_| next_blob(&mut printed, 5)).collect();
        let known = |text: &str| Some(text.as_bytes().to_vec());
        assert_eq!(read, [known("hi"), None, known("\n\n\n"), None, known("x"), None]);
        let absurd = format!("a blob {}\nhi\n", u64::MAX);
        assert_eq!(next_blob(&mut absurd.as_bytes(), 5), None);
    }

    #[test]
    fn long_pieces_are_cut_off_and_the_last_needs_no_delimiter() {
        let long = [vec![b'x'; MAX_PIECE + 9], vec![0], b"b".to_vec()].concat();
        let mut sizes = Vec::new();
        each_piece(&mut &long[..], 0, &mut |piece| sizes.push(piece.len()));
        assert_eq!(sizes, [MAX_PIECE, 1]);
    }
}
