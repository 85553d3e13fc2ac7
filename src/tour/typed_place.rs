//! A step at a place that a person types: a folder, a file, or lines of a file.

use super::pattern;
use super::step::StepDraft;
use super::{FileOpener, Opened};
use crate::model::{Graph, SymbolId, SymbolKind, counted};

impl StepDraft {
    /// A step at `folder`, `file`, `file:12` or `file:3-9`, relative to the root. What the graph knows gets the text of its
    /// package, file or declaration.
    ///
    /// # Errors
    /// There is no such place. The error is a sentence that explains it.
    pub fn of_place(graph: &Graph<'_>, text: &str, open: &FileOpener<'_>) -> Result<Self, String> {
        let (path, lines) = parted(text);
        let no_lines = |what: &str| Err(format!("{path} is {what}: it has no lines"));
        match (open(path), lines) {
            (Opened::Refused(why), _) => Err(format!("{path} is not opened: {why}")),
            (Opened::Missing, _) => Err(format!("there is no {path} in the repository")),
            (Opened::Folder, Some(_)) => no_lines("a folder"),
            (Opened::Folder, None) => {
                let is_its = |id: &SymbolId| {
                    let symbol = graph.symbol(*id);
                    symbol.kind() == SymbolKind::Package && symbol.path() == path && !symbol.is_test()
                };
                let package = graph.symbols().map(|symbol| symbol.id).find(is_its);
                let folder = || Self { file: path.to_owned(), is_folder: true, ..Self::default() };
                Ok(package.map_or_else(folder, |package| Self::at(graph, package, "", open)))
            }
            (Opened::Text(_), None) => {
                let file = graph.find_file(path).map(|file| SymbolId(graph.file_symbol[file.ix()]));
                let plain = || Self { file: path.to_owned(), line: 1, ..Self::default() };
                Ok(file.map_or_else(plain, |file| Self::at(graph, file, "", open)))
            }
            (Opened::Text(text), Some(lines)) => {
                let n_lines = pattern::lines(&text);
                let made = if lines[1] > n_lines { None } else { Self::of_lines(graph, path, lines, open) };
                made.ok_or_else(|| format!("{path} has {}", counted(n_lines as usize, "line")))
            }
        }
    }
}

/// A path without what is not needed, and the lines behind it, in order.
fn parted(text: &str) -> (&str, Option<[u32; 2]>) {
    let lines = |tail: &str| {
        let (first, last) = tail.split_once('-').unwrap_or((tail, tail));
        let [first, last]: [u32; 2] = [first.parse().ok()?, last.parse().ok()?];
        (first.min(last) > 0).then_some([first.min(last), first.max(last)])
    };
    let (path, lines) = match text.rsplit_once(':') {
        Some((path, tail)) if lines(tail).is_some() => (path, lines(tail)),
        _ => (text, None),
    };
    let path = path.trim().trim_start_matches("./").trim_end_matches('/');
    (if path.is_empty() { "." } else { path }, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_path_with_lines_or_without() {
        for (text, expected) in [
            ("docs/a.md", ("docs/a.md", None)),
            ("./docs/", ("docs", None)),
            ("./", (".", None)),
            ("a.go:12", ("a.go", Some([12, 12]))),
            ("a.go:9-3", ("a.go", Some([3, 9]))),
            ("a:b.go", ("a:b.go", None)),
            ("a.go:0", ("a.go:0", None)),
        ] {
            assert_eq!(parted(text), expected, "{text}");
        }
    }
}
