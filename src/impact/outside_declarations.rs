//! Changes of a file outside of its declarations, and whether a build includes the file.

use std::collections::BTreeSet;

use super::change::{FileChange, FileVersion};
use crate::golang::build_constraint::Host;
use crate::model::SymbolId;

/// A part of a file outside of declarations, or a whole file that is not Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FilePart {
    /// The parts that decide which builds include the file: the `//go:build` line, the system in its name, cgo.
    Constraint,
    Package,
    Imports,
    /// Lines for the compiler: `//go:embed`, `//go:linkname` and the like.
    Directives,
    /// A `go.mod` or `go.work`.
    Module,
    /// A file that a variable embeds.
    Embedded,
    Assembly,
    /// A file that cgo compiles.
    C,
    /// A file in a folder `testdata`, which the tests of the package above read.
    TestData,
    /// A file that code names in a string literal, or a folder above it.
    Named,
    /// A file that tests may read, though no code names it.
    Other,
}

impl FilePart {
    pub fn words(self) -> &'static str {
        match self {
            Self::Constraint => "build constraint",
            Self::Package => "package clause",
            Self::Imports => "imports",
            Self::Directives => "directives",
            Self::Module => "module file",
            Self::Embedded => "embedded file",
            Self::Assembly => "assembly",
            Self::C => "cgo source",
            Self::TestData => "test data",
            Self::Named => "file that code names",
            Self::Other => "other file",
        }
    }
}

/// A file that differs outside of its declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// Where it is, or where it was when it is gone.
    pub path: String,
    pub is_gone: bool,
    /// In the order of [`FilePart`], at least one.
    pub parts: Vec<FilePart>,
    /// Notes: the changed modules of a `go.mod`, or what reads a file.
    pub notes: Vec<String>,
    /// The declarations that read a file of test data or name a file, in order; they change with it.
    pub readers: Vec<SymbolId>,
}

impl Outside {
    /// A file of which nothing is noted yet.
    pub fn of(path: &str, is_gone: bool, parts: Vec<FilePart>) -> Self {
        Self { path: path.to_owned(), is_gone, parts, notes: Vec::new(), readers: Vec::new() }
    }

    /// The parts in words: `build constraint, imports`.
    pub fn words(&self) -> String {
        self.parts.iter().map(|part| part.words()).collect::<Vec<_>>().join(", ")
    }

    /// Returns whether its effect is unknown: imports are resolved across the whole tree, with or without a workspace,
    /// and C is not read.
    pub fn is_unreckoned(&self) -> bool {
        let is_workspace = self.path.rsplit('/').next() == Some("go.work");
        self.parts.contains(&FilePart::C) || self.parts.contains(&FilePart::Module) && is_workspace
    }

    /// Returns whether it may change what import paths and package names mean anywhere in the tree.
    pub fn rebinds(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, FilePart::Module | FilePart::Package))
    }
}

/// The changes outside of declarations, in order of path. A new or removed file is listed only if it has no
/// declarations. O(size of the files).
pub fn outside(files: &[FileChange]) -> Vec<Outside> {
    let mut found: Vec<Outside> = files.iter().filter_map(of_file).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn of_file(file: &FileChange) -> Option<Outside> {
    let sides = [&file.old, &file.new];
    let path = &file.new.as_ref().or(file.old.as_ref())?.path;
    let is_told = sides.iter().any(|side| side.is_none())
        && sides.iter().copied().flatten().any(|side| !side.facts.decls.is_empty());
    if is_told {
        return None;
    }
    let both =
        |of: &dyn Fn(&FileVersion) -> String| sides.map(|side| side.as_ref().map_or_else(String::new, of));
    let differs = |of: &dyn Fn(&FileVersion) -> String| {
        let [old, new] = both(of);
        old != new
    };
    let is_whole = sides.iter().all(|side| side.is_some());
    let parts = [
        (
            FilePart::Constraint,
            is_whole && (differs(&constraint) || differs(&|side| side.is_built().to_string())),
        ),
        (FilePart::Package, is_whole && differs(&|side| side.facts.name(side.facts.package).to_owned())),
        (FilePart::Imports, differs(&imports)),
        (FilePart::Directives, differs(&directives)),
    ];
    let parts: Vec<FilePart> =
        parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect();
    (!parts.is_empty()).then(|| Outside::of(path, file.new.is_none(), parts))
}

/// A note for a file that the build for `host` includes before or after the change, but not both: its declarations come
/// or go with it.
pub fn built_otherwise(file: &FileChange, host: &Host) -> Option<String> {
    let (old, new) = (file.old.as_ref()?, file.new.as_ref()?);
    if old.facts.decls.is_empty() && new.facts.decls.is_empty() {
        return None;
    }
    let path = &new.path;
    match (old.exclusion, new.exclusion) {
        (None, Some(why)) => {
            Some(format!("{path} is no longer built for {host} ({why}): what it declares counts as removed"))
        }
        (Some(_), None) => Some(format!("{path} is now built for {host}: what it declares counts as added")),
        _ => None,
    }
}

fn constraint(version: &FileVersion) -> String {
    version.facts.name(version.facts.build).to_owned()
}

/// The imports whatever their order.
fn imports(version: &FileVersion) -> String {
    let facts = &version.facts;
    let each = facts.imports.iter().map(|i| format!("{} {}\n", facts.name(i.alias), facts.name(i.path)));
    each.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Compiler directives, without build constraints (compared apart) and `go generate` (not code).
fn directives(version: &FileVersion) -> String {
    let text = String::from_utf8_lossy(&version.text);
    let is_told = |line: &&str| {
        line.starts_with("//go:") && !["//go:build", "//go:generate"].iter().any(|own| line.starts_with(own))
    };
    let lines = text.lines().filter(is_told).map(|line| format!("{}\n", line.trim_end()));
    lines.collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::lower::Lowering;

    fn version(path: &str, text: &str) -> FileVersion {
        let facts = Lowering::new().facts(text.as_bytes());
        FileVersion::new(path.to_owned(), text.as_bytes().to_vec(), facts, &Host::default())
    }

    #[test]
    fn what_no_declaration_holds_is_told_by_file() {
        let file = "//go:build linux\n\npackage a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc F() { fmt.Println(os.Args) }\n";
        let cases: &[(&str, &str, &str, &str)] = &[
            ("a body", "a.go", &file.replace("os.Args", "0"), ""),
            ("order of imports", "a.go", &file.replace("\"fmt\"\n\t\"os\"", "\"os\"\n\t\"fmt\""), ""),
            ("an import", "a.go", &file.replace("\"os\"", "os \"m/os\""), "imports"),
            ("the constraint", "a.go", &file.replace("linux", "linux && go1.20"), "build constraint"),
            ("a name", "a_windows.go", file, "build constraint"),
            ("cgo", "a.go", &file.replace("\"os\"", "\"os\"\n\t\"C\""), "build constraint, imports"),
            ("the package", "a.go", &file.replace("package a", "package b"), "package clause"),
            ("a directive", "a.go", &file.replace("func F", "//go:linkname F b.f\nfunc F"), "directives"),
            ("a generator", "a.go", &file.replace("func F", "//go:generate x\nfunc F"), ""),
        ];
        for (what, path, new, expected) in cases {
            let change = FileChange { old: Some(version("a.go", file)), new: Some(version(path, new)) };
            let found = outside(&[change]);
            let words: Vec<String> = found.iter().map(|o| format!("{}: {}", o.path, o.words())).collect();
            let expected: Vec<String> =
                if expected.is_empty() { Vec::new() } else { vec![format!("{path}: {expected}")] };
            assert_eq!(words, expected, "{what}");
        }
        let [gone, bare] = [file, "package a\n\nimport _ \"m/x\"\n"]
            .map(|text| outside(&[FileChange { old: Some(version("a.go", text)), new: None }]).len());
        assert_eq!((gone, bare), (0, 1), "declarations tell of a file that has any");
    }
}
