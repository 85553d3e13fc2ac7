//! Files that Go code may read at run time, found by the string literals that name them, and files that it does not read.

use rustc_hash::FxHashMap;

use crate::model::{folder, joined};

/// Most bytes of a literal that is a path.
const LONGEST: usize = 256;

/// Some files of a tree, each with the folders above it.
#[derive(Debug, Default)]
pub struct NamedFiles {
    /// By path: the files that it is, or that lie below it.
    by_path: FxHashMap<String, Vec<usize>>,
}

impl NamedFiles {
    /// O(length of the paths).
    pub fn of<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let mut by_path: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (file, path) in paths.into_iter().enumerate() {
            let mut at = path;
            while !at.is_empty() {
                by_path.entry(at.to_owned()).or_default().push(file);
                at = folder(at);
            }
        }
        Self { by_path }
    }

    /// The lines of a Go file, from 1, whose string literals name one of the files or a folder that it lies in, each with the
    /// number of the file. `dir` is the folder of the Go file: that is where `go test` runs. The folder itself and those
    /// above it name no file. A literal that goes on with a pattern or a value, as `golden/*.txt` and `golden/%s`, names the
    /// folder before that. O(bytes).
    pub fn named_in(&self, dir: &str, source: &[u8]) -> Vec<(u32, usize)> {
        let mut named = Vec::new();
        let (mut line, mut counted) = (1, 0);
        for open in memchr::memchr2_iter(b'"', b'`', source) {
            let rest = &source[open + 1..source.len().min(open + 1 + LONGEST)];
            let Some(end) = rest.iter().position(|&byte| byte == source[open] || byte == b'\n') else {
                continue;
            };
            let literal = &rest[..end];
            if rest[end] == b'\n' || literal.is_empty() || literal.contains(&b' ') {
                continue;
            }
            let Some(path) = std::str::from_utf8(literal).ok().and_then(|path| resolved(dir, path)) else {
                continue;
            };
            let Some(files) = self.by_path.get(&path) else { continue };
            line += memchr::memchr_iter(b'\n', &source[counted..open]).count() as u32;
            counted = open;
            named.extend(files.iter().map(|&file| (line, file)));
        }
        named
    }
}

/// The path from the root that a literal in a file of a folder means; `None` if it leaves the tree, or means the folder
/// or one above it.
fn resolved(dir: &str, literal: &str) -> Option<String> {
    if literal.starts_with('/') || literal.contains('\\') {
        return None;
    }
    let is_pattern = |part: &&str| part.contains(['*', '?', '[', '%', '{', '$']);
    let parts: Vec<&str> = literal.split('/').take_while(|part| !is_pattern(part)).collect();
    let path = joined(dir, &parts.join("/"))?;
    let is_above =
        path.is_empty() || dir == path || dir.strip_prefix(&path).is_some_and(|rest| rest.starts_with('/'));
    (!is_above).then_some(path)
}

/// Names of files, without what follows a `.` or `-`, that people, git and tools read rather than tests.
const APART: [&str; 15] = [
    "AUTHORS", "CHANGELOG", "CHANGES", "CODEOWNERS", "CONTRIBUTING", "CONTRIBUTORS", "COPYING", "DOCKERFILE",
    "LICENCE", "LICENSE", "MAINTAINERS", "MAKEFILE", "NOTICE", "OWNERS", "README",
];

/// Returns whether a file is of a kind that tests do not read unless they name it: documentation, what is written for git,
/// editors and services (names that begin with a dot), the recipes of builds, checksums of modules, and vendored files.
pub fn is_apart_from_tests(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split(['.', '-']).next().unwrap_or(name).to_ascii_uppercase();
    path.split('/').any(|part| part.starts_with('.') || part == "vendor")
        || APART.contains(&stem.as_str())
        || matches!(name.rsplit_once('.'), Some((_, "md" | "markdown" | "rst" | "adoc")))
        || matches!(name, "go.sum" | "go.work.sum")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_names_a_file_from_the_folder_of_its_code() {
        let paths = ["_fixture/certs/cert.pem", "fixtures/b.txt", "a/golden/x.txt", "conf.yaml"];
        let files = NamedFiles::of(paths);
        let named = |dir: &str, code: &str| -> Vec<String> {
            let lines = files.named_in(dir, code.as_bytes());
            lines.into_iter().map(|(line, file)| format!("{line} {}", paths[file])).collect()
        };
        assert_eq!(named(".", "x\nos.DirFS(\"_fixture\")"), ["2 _fixture/certs/cert.pem"]);
        assert_eq!(named("", "os.DirFS(`./_fixture/`)"), ["1 _fixture/certs/cert.pem"]);
        assert_eq!(
            named("a", "f(\"../fixtures/b.txt\")\n\ng(\"golden/*.txt\")"),
            ["1 fixtures/b.txt", "3 a/golden/x.txt"]
        );
        assert_eq!(
            named("a", "f(\"golden/%s.txt\", \"golden/\" + name)"),
            ["1 a/golden/x.txt", "1 a/golden/x.txt"]
        );
        for (dir, code) in [
            ("b", "f(\"_fixture\")"),
            ("a", "f(\"..\", \".\", \"../a\")"),
            ("a/golden", "f(\"..\", \"../golden\")"),
            ("a", "f(\"../fixtures/c.txt\", \"golden/y.txt\", \"/conf.yaml\", \"../../x\")"),
            ("", "// the \"conf.yaml of it\"\n'\"'"),
        ] {
            assert_eq!(named(dir, code), [""; 0], "{dir}: {code}");
        }
    }

    #[test]
    fn what_people_and_git_read_is_apart() {
        for path in [
            "README.md",
            "docs/a.rst",
            "LICENSE-MIT",
            "license.txt",
            ".github/x.yml",
            "a/.gitignore",
            "go.sum",
            "vendor/x/y.json",
        ] {
            assert!(is_apart_from_tests(path), "{path}");
        }
        for path in ["notes.txt", "a/x.json", "readme/a.html", "a.mdx"] {
            assert!(!is_apart_from_tests(path), "{path}");
        }
    }
}
