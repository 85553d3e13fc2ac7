//! The documents of a repository for its users: the README and other texts of its root, and its folders of guides.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::fs::on_disk;

/// The usual names of folders of guides.
const FOLDERS: [&str; 4] = ["docs", "doc", "documentation", "website"];
const EXTENSIONS: [&str; 4] = ["md", "rst", "adoc", "txt"];
/// The most documents, the deepest folder below one of guides, and the longest text in bytes that are read.
const MAX_DOCUMENTS: usize = 256;
const MAX_DEPTH: usize = 4;
const MAX_BYTES: usize = 256 << 10;

/// The texts of the documents, in order of their paths. Lists of changes are left out: they name what was once so.
pub fn documents(root: &Path) -> Vec<Arc<[u8]>> {
    let mut paths = Vec::new();
    collect(root, "", 0, &mut paths);
    for folder in FOLDERS {
        collect(root, folder, MAX_DEPTH, &mut paths);
    }
    paths.sort_unstable();
    paths.truncate(MAX_DOCUMENTS);
    let text = |path: &String| on_disk(root, path).filter(|text| text.len() <= MAX_BYTES);
    paths.iter().filter_map(text).map(Arc::from).collect()
}

/// Adds the documents of a folder, and of those so many levels below it. Links are not followed.
fn collect(root: &Path, folder: &str, depth: usize, paths: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let (Some(name), Ok(kind)) = (entry.file_name().to_str().map(str::to_owned), entry.file_type())
        else {
            continue;
        };
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if kind.is_dir() && depth > 0 && paths.len() < MAX_DOCUMENTS {
            collect(root, &path, depth - 1, paths);
        } else if kind.is_file() && is_document(&name) {
            paths.push(path);
        }
    }
}

fn is_document(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_text = name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension));
    (is_text || name == "readme") && !name.starts_with("changelog") && !name.starts_with("changes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_the_texts_of_the_root_and_of_guides() {
        let dir = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("README.md", "1"),
            ("CHANGELOG.md", "x"),
            ("docs/a/guide.rst", "2"),
            ("docs/code.go", "x"),
            ("pkg/README.md", "x"),
            ("doc/new.txt", "0"),
        ] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let texts: Vec<Vec<u8>> = documents(dir.path()).iter().map(|text| text.to_vec()).collect();
        assert_eq!(texts, [b"1", b"0", b"2"]);
    }
}
