//! Finds the effects of changed files that are not Go but are compiled into a package (embedded files, assembly, C)
//! or read at run time: test data, and files that code names.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::child::{Git, GitError};
use super::model::Diff;
use super::output::{Content, RawChange};
use crate::impact::{
    Aspect, ChangeKind, Changed, Embed, FilePart, NamedFiles, Outside, assembled, embeds,
    is_apart_from_tests, is_assembly, is_compiled_with_go, is_run,
};
use crate::index::fs::on_disk;
use crate::index::walk::MAX_FILE_SIZE;
use crate::model::{FileId, Graph, Symbol, SymbolId, SymbolKind, first_of, folder, is_testdata};

/// Other files that the Go files of one folder, as they are on disk, include.
#[derive(Default)]
struct FolderIncludes {
    embeds: Vec<(FileId, Embed)>,
    cgo: bool,
}

/// The folders of a graph's files. What the files of a folder include is read on first demand.
struct FolderIndex<'g> {
    root: &'g Path,
    graph: &'g Graph<'g>,
    files: FxHashMap<&'g str, Vec<FileId>>,
    known: FxHashMap<&'g str, FolderIncludes>,
}

/// A changed file that is neither Go nor a module file.
pub(super) struct OtherFile<'f> {
    pub(super) path: String,
    /// True for the old and the new state, if it has it.
    pub(super) is_there: [bool; 2],
    /// True if its states may be equal all the same: git's index only suspects that a file on disk differs.
    pub(super) may_be_same: bool,
    pub(super) texts: Texts<'f>,
}

/// Reads both states of a file; `None` for one that does not exist or is too large to read.
type Texts<'f> = Box<dyn Fn() -> Result<[Option<Vec<u8>>; 2], GitError> + 'f>;

impl<'f> OtherFile<'f> {
    pub(super) fn of(git: &'f Git<'_>, root: &'f Path, change: &'f RawChange) -> Self {
        let is_there = match change.new {
            Content::Nothing => false,
            Content::Object(_) => true,
            Content::OnDisk => fs::symlink_metadata(root.join(&change.path)).is_ok(),
        };
        Self {
            path: change.path.clone(),
            is_there: [change.old.is_some(), is_there],
            may_be_same: change.new == Content::OnDisk && is_there,
            texts: Box::new(move || texts(git, root, change)),
        }
    }
}

/// Adds to a diff the effects of changes to other files on symbols of the graph, and lists the files; those that are not
/// compiled only if it `finds_readers`, which reads all Go files.
pub(super) fn add_compiled(
    check: &dyn Fn() -> Result<(), GitError>,
    root: &Path,
    graph: &Graph<'_>,
    changes: &[OtherFile<'_>],
    finds_readers: bool,
    diff: &mut Diff,
) -> Result<(), GitError> {
    let mut folders = FolderIndex::of(root, graph);
    let named = if finds_readers { folders.named(changes) } else { vec![Vec::new(); changes.len()] };
    check()?;
    add_test_data(&folders, diff);
    for (change, named) in changes.iter().zip(named) {
        check()?;
        let (dir, name) = change.path.rsplit_once('/').unwrap_or(("", &change.path));
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let embedding = folders.embedding(&change.path);
        let part = match ending {
            _ if !embedding.is_empty() => FilePart::Embedded,
            _ if is_assembly(ending) && folders.files.contains_key(dir) => FilePart::Assembly,
            _ if is_compiled_with_go(ending)
                && folders.includes(dir).is_some_and(|includes| includes.cgo) =>
            {
                FilePart::C
            }
            _ if folders.testers(&change.path).is_some() => FilePart::TestData,
            _ if !named.is_empty() => FilePart::Named,
            _ if !finds_readers || is_apart_from_tests(&change.path) => continue,
            _ => FilePart::Other,
        };
        let mut affected = embedding;
        if part == FilePart::Assembly || change.may_be_same {
            let [old, new] = (change.texts)()?;
            if old.is_some() && old == new {
                continue;
            }
            if part == FilePart::Assembly {
                let text =
                    |text: Option<Vec<u8>>| String::from_utf8_lossy(&text.unwrap_or_default()).into_owned();
                let names = assembled(&text(old), &text(new));
                affected = folders.without_body(dir, &names);
            }
        }
        let is_told = |c: &Changed, symbol| c.symbol == Some(symbol);
        for symbol in affected {
            if !diff.changed.iter().any(|c| is_told(c, symbol)) {
                diff.changed.push(changed(graph.symbol(symbol)));
            }
        }
        let [old, new] = change.is_there.map(|is_there| is_there.then(|| change.path.clone()));
        let mut outside = Outside::of(&change.path, new.is_none(), vec![part]);
        diff.files.push((old, new));
        folders.add_testers(&mut outside);
        outside.notes.extend(namers(graph, &named));
        outside.readers.extend(named);
        diff.outside.push(outside);
    }
    Ok(())
}

/// Tells of the changed Go files in folders `testdata`, too: what they declare is input of tests.
fn add_test_data(folders: &FolderIndex<'_>, diff: &mut Diff) {
    for (old, new) in &diff.files {
        let Some(path) = new.as_ref().or(old.as_ref()).filter(|path| is_testdata(path)) else { continue };
        if folders.testers(path).is_none() {
            continue;
        }
        let known = diff.outside.iter().position(|outside| outside.path == *path);
        let mut outside = known
            .map_or_else(|| Outside::of(path, new.is_none(), Vec::new()), |known| diff.outside.remove(known));
        outside.parts.push(FilePart::TestData);
        folders.add_testers(&mut outside);
        diff.outside.push(outside);
    }
}

/// A note on the declarations that name a file.
fn namers(graph: &Graph<'_>, named: &[SymbolId]) -> Option<String> {
    let first = graph.symbol(*named.first()?).label();
    Some(format!("named by {}", first_of(&first, named.len())))
}

/// The command that runs the tests of a folder.
fn line_of(dir: &str) -> String {
    if dir.is_empty() { "go test .".to_owned() } else { format!("go test ./{dir}") }
}

fn changed(symbol: Symbol<'_>) -> Changed {
    let aspect = if symbol.kind().is_callable() { Aspect::Body } else { Aspect::Value };
    Changed { aspect: Some(aspect), ..Changed::of(ChangeKind::Body, symbol) }
}

/// The texts of both sides of a change; `None` for a side that does not exist or is too large to read.
fn texts(git: &Git<'_>, root: &Path, change: &RawChange) -> Result<[Option<Vec<u8>>; 2], GitError> {
    let objects: Vec<&str> = change.objects().collect();
    let mut stored = git.blobs(&objects, MAX_FILE_SIZE)?.into_iter();
    let old = change.old.as_ref().and_then(|_| stored.next().flatten());
    let new = match change.new {
        Content::Nothing => None,
        Content::Object(_) => stored.next().flatten(),
        Content::OnDisk => on_disk(root, &change.path),
    };
    Ok([old, new])
}

impl<'g> FolderIndex<'g> {
    fn of(root: &'g Path, graph: &'g Graph<'g>) -> Self {
        let mut files: FxHashMap<&str, Vec<FileId>> = FxHashMap::default();
        for file in (0..graph.n_files() as u32).map(FileId) {
            files.entry(folder(graph.path(file))).or_default().push(file);
        }
        Self { root, graph, files, known: FxHashMap::default() }
    }

    /// Adds to a file of test data the tests that read it: those of the folder beside it.
    fn add_testers(&self, outside: &mut Outside) {
        let Some(dir) = self.testers(&outside.path).filter(|_| outside.parts.contains(&FilePart::TestData))
        else {
            return;
        };
        outside.notes.push(format!("the tests beside it read it: {}", line_of(dir)));
        let symbols = self.files.get(dir).into_iter().flatten().flat_map(|&file| self.graph.symbols_of(file));
        outside.readers.extend(symbols.map(SymbolId).filter(|&id| is_run(self.graph.symbol(id))));
    }

    /// For each of some files the declarations that name it in a string literal, in order. O(bytes of the tree).
    fn named(&self, changes: &[OtherFile<'_>]) -> Vec<Vec<SymbolId>> {
        let mut namers = vec![Vec::new(); changes.len()];
        if changes.is_empty() {
            return namers;
        }
        let wanted = NamedFiles::of(changes.iter().map(|change| change.path.as_str()));
        let files: Vec<FileId> = (0..self.graph.n_files() as u32).map(FileId).collect();
        let found: Vec<(usize, SymbolId)> = files
            .into_par_iter()
            .filter(|&file| !is_testdata(self.graph.path(file)))
            .flat_map_iter(|file| {
                let path = self.graph.path(file);
                let text = on_disk(self.root, path).unwrap_or_default();
                let lines = wanted.named_in(folder(path), &text).into_iter();
                lines.filter_map(move |(line, named)| Some((named, self.declaration(file, line)?)))
            })
            .collect();
        for (named, symbol) in found {
            namers[named].push(symbol);
        }
        for symbols in &mut namers {
            symbols.sort_unstable();
            symbols.dedup();
        }
        namers
    }

    /// The innermost declaration of a file that a line is part of.
    fn declaration(&self, file: FileId, line: u32) -> Option<SymbolId> {
        let symbols = self.graph.symbols_of(file).map(|ix| self.graph.symbol(SymbolId(ix)));
        let around = symbols.filter(|symbol| {
            !symbol.kind().is_container() && (symbol.line()..=symbol.end_line()).contains(&line)
        });
        around.min_by_key(|symbol| symbol.end_line() - symbol.line()).map(|symbol| symbol.id)
    }

    /// The folder whose tests read a file below a folder `testdata`: the one that holds it, if it has tests.
    fn testers<'p>(&self, path: &'p str) -> Option<&'p str> {
        let parts = path.split('/');
        let above = parts.take_while(|part| *part != "testdata").map(|part| part.len() + 1).sum::<usize>();
        let dir = path.get(..above)?.trim_end_matches('/');
        let has_tests = |dir: &str| {
            let files = self.files.get(dir).into_iter().flatten();
            files.map(|&file| self.graph.path(file)).any(|path| path.ends_with("_test.go"))
        };
        has_tests(dir).then_some(dir)
    }

    /// The variables that embed a file, in Go files of its folder or of a folder above it.
    fn embedding(&mut self, path: &str) -> Vec<SymbolId> {
        let ends = path.match_indices('/').map(|(at, _)| at);
        let mut found = Vec::new();
        for (dir, below) in std::iter::once(("", path)).chain(ends.map(|at| (&path[..at], &path[at + 1..]))) {
            let Some(includes) = self.includes(dir) else { continue };
            let taking: Vec<(FileId, u32)> = includes
                .embeds
                .iter()
                .filter(|(_, embed)| embed.takes(below))
                .map(|(file, e)| (*file, e.line))
                .collect();
            found.extend(taking.into_iter().filter_map(|(file, line)| self.variable(file, line)));
        }
        found
    }

    /// The first variable of a file after a line.
    fn variable(&self, file: FileId, line: u32) -> Option<SymbolId> {
        let symbols = self.graph.symbols_of(file).map(|ix| self.graph.symbol(SymbolId(ix)));
        let mut variables = symbols.filter(|symbol| symbol.kind() == SymbolKind::Var && symbol.line() > line);
        variables.next().map(|symbol| symbol.id)
    }

    /// The functions of a folder with these names whose bodies are not Go.
    fn without_body(&self, dir: &str, names: &[String]) -> Vec<SymbolId> {
        let files = self.files.get(dir).into_iter().flatten();
        let symbols =
            files.flat_map(|&file| self.graph.symbols_of(file)).map(|ix| self.graph.symbol(SymbolId(ix)));
        let is_one = |symbol: &Symbol<'_>| {
            symbol.kind() == SymbolKind::Func
                && !symbol.has_body()
                && names.iter().any(|name| name == symbol.name())
        };
        symbols.filter(is_one).map(|symbol| symbol.id).collect()
    }

    fn includes(&mut self, dir: &str) -> Option<&FolderIncludes> {
        let (&dir, files) = self.files.get_key_value(dir)?;
        if !self.known.contains_key(dir) {
            let includes = includes(self.root, self.graph, files);
            self.known.insert(dir, includes);
        }
        self.known.get(dir)
    }
}

fn includes(root: &Path, graph: &Graph<'_>, files: &[FileId]) -> FolderIncludes {
    let mut includes = FolderIncludes::default();
    for &file in files {
        let Some(text) = on_disk(root, graph.path(file)) else { continue };
        let text = String::from_utf8_lossy(&text);
        includes.embeds.extend(embeds(&text).into_iter().map(|embed| (file, embed)));
        includes.cgo |= text.contains("import \"C\"");
    }
    includes
}
