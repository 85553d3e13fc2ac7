//! Finds the folder of the tree to which an import path leads: by modules, workspaces, replacements and vendor
//! folders.
//!
//! Folders are paths relative to the root of the tree with `/` between their elements; the root itself is `""`.
//! Nothing here reads a disk: the caller says which folders exist. An import that leads out of the tree is never
//! bound to a folder that merely has the same name. If two folders fit equally well, none is taken.
//!
//! The order in which modules are tried follows the Go modules reference. The longest module path that is a prefix of
//! the import path and contains the package wins. Among equals, the importing module itself comes first, then modules
//! of its `go.work`, then replacements, then any other module of the tree (one repository, even where no `replace`
//! names it). A vendor folder with the package comes before the last two, because the go command builds from it
//! whatever is replaced.

mod paths;
mod required;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

pub use self::paths::{Links, passed_over};
use self::paths::{ancestors, below, join, normalize, prefixes, without_links};
pub use self::required::{ModuleVersion, Required, candidates, checksums, is_module_path};
use super::modfile::{ModFile, Problem, Replace, Replacement, WorkFile};

/// The longest import path that is resolved, in bytes: no file system has longer folders.
const MAX_IMPORT_PATH: usize = 4096;

/// The target of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A folder of the tree.
    Dir(String),
    /// The standard library.
    Std,
    /// Code outside the tree, or cgo's `C`.
    External,
}

/// The modules of a tree.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Modules by folder.
    modules: BTreeMap<String, Module>,
    /// Folders of the modules by module path. Several may have the same path (copies for tests).
    by_path: FxHashMap<String, Vec<String>>,
    /// `go.work` files by folder.
    works: BTreeMap<String, GoWork>,
    /// The import path of the tree's root, if there is no `go.mod` and the imports show it.
    gopath_root: Option<String>,
    links: Links,
    problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
struct Module {
    /// Empty if its file has no path.
    path: String,
    requires: FxHashMap<String, String>,
    replaces: Replacements,
}

#[derive(Clone, Debug)]
struct GoWork {
    /// Folders of the modules that it uses, by module path.
    uses: FxHashMap<String, String>,
    replaces: Replacements,
}

/// A folder of the tree whose files import packages.
#[derive(Clone, Copy)]
pub struct Importer<'w> {
    workspace: &'w Workspace,
    dir: &'w str,
    /// The module that contains it, with the module's folder.
    module: Option<(&'w str, &'w Module)>,
    work: Option<&'w GoWork>,
}

/// The `replace` directives of one file by the module path that is replaced: (the only version that is replaced, if
/// there is one; what replaces it).
type Replacements = FxHashMap<String, Vec<(Option<String>, ReplacedBy)>>;

/// Replacement of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ReplacedBy {
    /// A folder of the tree.
    Folder(String),
    Module {
        path: String,
        version: String,
    },
    /// A folder outside of the tree.
    Elsewhere,
}

impl Workspace {
    /// Reads the `go.mod` and `go.work` files of a tree, given by relative path and text, in any order.
    ///
    /// Files inside `vendor` folders are ignored, as by the go command.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self::with_links(files, Links::new())
    }

    /// [`Self::new`] for a tree with links inside it. What leads through a linked folder is found at its real place.
    pub fn with_links<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>, links: Links) -> Self {
        let mut workspace = Self { links, ..Self::default() };
        let mut works = Vec::new();
        for (path, text) in files {
            let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
            if dir.split('/').any(|element| element == "vendor") {
                continue;
            }
            let problems = match name {
                "go.mod" => {
                    let (file, problems) = ModFile::parse(path, text);
                    let module = Module::new(dir, file, &workspace.links);
                    workspace.modules.insert(dir.to_owned(), module);
                    problems
                }
                "go.work" => {
                    let (file, problems) = WorkFile::parse(path, text);
                    works.push((dir, file));
                    problems
                }
                _ => continue,
            };
            workspace.problems.extend(problems);
        }
        workspace.problems.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        for (dir, module) in &workspace.modules {
            workspace.by_path.entry(module.path.clone()).or_default().push(dir.clone());
        }
        for (dir, file) in works {
            let work = GoWork::new(dir, file, &workspace.modules, &workspace.links);
            workspace.works.insert(dir.to_owned(), work);
        }
        workspace
    }

    /// Errors of module files, by file and line.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns whether the tree has no `go.mod` at all. Imports then follow GOPATH rules, best preceded by
    /// [`Self::infer_root`].
    pub fn is_gopath(&self) -> bool {
        self.modules.is_empty()
    }

    /// Infers the import path of the root of a tree without any `go.mod` from the imports of its own files, such as
    /// `github.com/user/project`.
    ///
    /// Every way to cut an import path in two so that the second part is a folder is a vote for the first part, with
    /// the number of elements of the second part as its weight. A total below two or a tie decides nothing: that
    /// `github.com/pkg/errors` is imported and a folder `errors` exists proves little.
    pub fn infer_root<'a>(
        &mut self,
        imports: impl IntoIterator<Item = &'a str>,
        exists: impl Fn(&str) -> bool,
    ) {
        if !self.is_gopath() {
            return;
        }
        let distinct: BTreeSet<&str> =
            imports.into_iter().filter(|path| path.len() <= MAX_IMPORT_PATH && !is_std_path(path)).collect();
        let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
        for path in distinct {
            for (prefix, rest) in prefixes(path).filter(|(_, rest)| !rest.is_empty() && exists(rest)) {
                *votes.entry(prefix).or_default() += rest.split('/').count();
            }
        }
        let most = votes.values().copied().max().unwrap_or_default();
        let mut leaders = votes.iter().filter(|(_, count)| **count == most);
        if let (Some((root, _)), None, 2..) = (leaders.next(), leaders.next(), most) {
            self.gopath_root = Some((*root).to_owned());
        }
    }

    /// The import path of a folder, by its nearest enclosing module. Without a module, it is the folder itself, below
    /// the inferred root if there is one.
    ///
    /// Packages in a module's `vendor` folder have the path under which they are imported; those of the standard
    /// library's own keep the `vendor/` in front, as the go command names them.
    pub fn import_path(&self, dir: &str) -> String {
        let Some((root, module)) = self.module_of(dir) else {
            return self.gopath_root.as_ref().map_or_else(|| dir.to_owned(), |root| join(root, dir));
        };
        let rest = below(dir, root).unwrap_or_default();
        match (module.path.as_str(), rest.strip_prefix("vendor/")) {
            ("", _) => dir.to_owned(),
            ("std", _) => rest.to_owned(),
            ("cmd", _) | (_, None) => join(&module.path, rest),
            (_, Some(vendored)) => vendored.to_owned(),
        }
    }

    /// The importer for the files of the folder `dir`.
    pub fn importer<'w>(&'w self, dir: &'w str) -> Importer<'w> {
        let work = self.work_of(dir).map(|(_, work)| work);
        Importer { workspace: self, dir, module: self.module_of(dir), work }
    }

    /// Where the import of `path` in a file of the folder `from` leads; see [`Importer::resolve`].
    pub fn resolve(&self, from: &str, path: &str, exists: impl Fn(&str) -> bool) -> Resolution {
        self.importer(from).resolve(path, exists)
    }

    /// The folders of all modules and workspaces, in order.
    pub fn roots(&self) -> impl Iterator<Item = &str> {
        let all: BTreeSet<&str> = self.modules.keys().chain(self.works.keys()).map(String::as_str).collect();
        all.into_iter().filter(|dir| passed_over(dir).is_none())
    }

    /// The vendor folders in which an import of `path` from the folder `from` would be, nearest first, whether they
    /// exist or not.
    pub fn vendor_dirs(&self, from: &str, path: &str) -> Vec<String> {
        let module = self.module_of(from).map(|(root, _)| root);
        let work = self.work_of(from).map(|(root, _)| root);
        let mut roots: Vec<&str> = module.into_iter().chain(work).collect();
        roots.dedup();
        roots.into_iter().map(|root| join(&join(root, "vendor"), path)).collect()
    }

    /// The folder of a package of the standard library, if the tree is the source of that library.
    fn in_std(&self, path: &str, exists: &impl Fn(&str) -> bool) -> Option<String> {
        let [root] = self.by_path.get("std")?.as_slice() else { return None };
        let dir = join(root, path);
        (self.owns(root, &dir) && exists(&dir)).then_some(dir)
    }

    /// Another module of the tree with this path. Copies below `testdata` and the like are visible only from there.
    /// Of several, the one that shares most folders with `from`; unknown if two share equally many.
    fn elsewhere_in_tree(&self, from: &str, path: &str) -> ModulePlace {
        let visible = |dir: &&String| passed_over(dir).is_none_or(|root| below(from, root).is_some());
        let mut best: Option<(usize, &String)> = None;
        let mut tied = false;
        for dir in self.by_path.get(path).into_iter().flatten().filter(visible) {
            let shared = dir.split('/').zip(from.split('/')).take_while(|(a, b)| a == b).count();
            match best {
                Some((most, _)) if shared < most => {}
                Some((most, _)) if shared == most => tied = true,
                _ => {
                    best = Some((shared, dir));
                    tied = false;
                }
            }
        }
        match best {
            Some((_, dir)) if !tied => ModulePlace::Folder(dir.clone()),
            _ => ModulePlace::Unknown,
        }
    }

    /// Finds a package by the rules of GOPATH: in vendor folders from `from` upwards, below the root with its
    /// inferred path, below `src/`, or in the folder called like the path.
    fn in_gopath(&self, from: &str, path: &str, exists: &impl Fn(&str) -> bool) -> Option<String> {
        let vendored = ancestors(from).map(|dir| join(&join(dir, "vendor"), path));
        let below_root = self.gopath_root.as_ref().and_then(|root| below(path, root)).map(str::to_owned);
        let found = vendored.chain(below_root).chain([join("src", path)]).find(|dir| exists(dir));
        // A folder `errors` at the root of a project is not the standard library's, unless the tree contains that
        // library.
        let first = path.split('/').next().unwrap_or_default();
        let plain = || {
            let is_goroot = ["fmt", "runtime", "unsafe"].iter().all(|dir| exists(dir));
            (exists(path) && (is_goroot || STD_ROOTS.binary_search(&first).is_err())).then(|| path.to_owned())
        };
        found.or_else(plain)
    }

    /// Returns whether there is no other module between a module's folder and a folder below it.
    fn owns(&self, root: &str, dir: &str) -> bool {
        self.module_of(dir).is_none_or(|(nearest, _)| nearest.len() <= root.len())
    }

    /// The folder with the links on its path resolved.
    fn real(&self, dir: &str) -> String {
        without_links(&self.links, dir).into_owned()
    }

    fn module_of(&self, dir: &str) -> Option<(&str, &Module)> {
        nearest(&self.modules, dir)
    }

    fn work_of(&self, dir: &str) -> Option<(&str, &GoWork)> {
        nearest(&self.works, dir)
    }
}

impl Importer<'_> {
    /// The target of an import of `path`. `exists` returns whether a folder of the tree contains indexed Go files.
    pub fn resolve(&self, path: &str, exists: impl Fn(&str) -> bool) -> Resolution {
        let Self { workspace, dir: from, .. } = *self;
        let exists = |dir: &str| exists(&without_links(&workspace.links, dir));
        if path == "C" || path.is_empty() || path.len() > MAX_IMPORT_PATH {
            return Resolution::External;
        }
        if matches!(path.split('/').next(), Some("." | "..")) {
            return match normalize(from, path) {
                Some(dir) if exists(&dir) => Resolution::Dir(workspace.real(&dir)),
                _ => Resolution::External,
            };
        }
        let found = if workspace.is_gopath() {
            workspace.in_gopath(from, path, &exists)
        } else {
            workspace.in_std(path, &exists).or_else(|| self.in_modules(path, &exists))
        };
        match found {
            Some(dir) => Resolution::Dir(workspace.real(&dir)),
            None if is_std_path(path) => Resolution::Std,
            None => Resolution::External,
        }
    }

    fn in_modules(&self, path: &str, exists: &impl Fn(&str) -> bool) -> Option<String> {
        let has_package = |root: &str, rest: &str| {
            let dir = join(root, rest);
            (self.workspace.owns(root, &dir) && exists(&dir)).then_some(dir)
        };
        for (prefix, rest) in prefixes(path) {
            if let Some(found) = self.main_module_at(prefix).and_then(|root| has_package(root, rest)) {
                return Some(found);
            }
        }
        if let Some(vendored) = self.vendored(path, exists) {
            return Some(vendored);
        }
        for (prefix, rest) in prefixes(path) {
            match self.module_at(prefix) {
                ModulePlace::Folder(root) => {
                    if let Some(found) = has_package(&root, rest) {
                        return Some(found);
                    }
                }
                ModulePlace::Elsewhere => return None,
                ModulePlace::Unknown => {}
            }
        }
        None
    }

    fn vendored(&self, path: &str, exists: &impl Fn(&str) -> bool) -> Option<String> {
        self.workspace.vendor_dirs(self.dir, path).into_iter().find(|dir| exists(dir))
    }

    /// The folder of the importing module, or of a module of its workspace, if that has this path.
    fn main_module_at(&self, path: &str) -> Option<&str> {
        match self.module {
            Some((root, module)) if module.path == path => Some(root),
            _ => self.work?.uses.get(path).map(String::as_str),
        }
    }

    /// The folder in which these files find another module of this path.
    fn module_at(&self, path: &str) -> ModulePlace {
        let Self { workspace, dir, module: own, work } = *self;
        let by_work = || replacement(&work?.replaces, path, None);
        let by_module = || {
            let (_, module) = own?;
            replacement(&module.replaces, path, module.requires.get(path))
        };
        by_work().or_else(by_module).unwrap_or_else(|| workspace.elsewhere_in_tree(dir, path))
    }
}

impl Module {
    fn new(dir: &str, file: ModFile, links: &Links) -> Self {
        let replaces = replacements(dir, file.replaces, links);
        Self { path: file.path, requires: file.requires, replaces }
    }
}

impl GoWork {
    fn new(dir: &str, file: WorkFile, modules: &BTreeMap<String, Module>, links: &Links) -> Self {
        let module_at = |folder: &String| {
            let root = without_links(links, &normalize(dir, folder)?).into_owned();
            Some((modules.get(&root)?.path.clone(), root))
        };
        Self {
            uses: file.uses.iter().filter_map(module_at).collect(),
            replaces: replacements(dir, file.replaces, links),
        }
    }
}

fn replacements(dir: &str, directives: Vec<Replace>, links: &Links) -> Replacements {
    let mut by_path = Replacements::default();
    for Replace { old, version, new } in directives {
        let by = match new {
            Replacement::Folder(folder) => normalize(dir, &folder).map_or(ReplacedBy::Elsewhere, |folder| {
                ReplacedBy::Folder(without_links(links, &folder).into_owned())
            }),
            Replacement::Module(module) => {
                let (path, version) = module.split_once(' ').unwrap_or((&module, ""));
                ReplacedBy::Module { path: path.to_owned(), version: version.to_owned() }
            }
        };
        by_path.entry(old).or_default().push((version, by));
    }
    by_path
}

/// The place of a module path according to the module files.
enum ModulePlace {
    /// It is in this folder.
    Folder(String),
    /// It is replaced by a module outside the tree.
    Elsewhere,
    Unknown,
}

/// The first elements of the standard library's import paths, sorted.
const STD_ROOTS: [&str; 52] = [
    "archive", "arena", "bufio", "builtin", "bytes", "cmp", "compress", "container", "context", "crypto",
    "database", "debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html",
    "image", "index", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect",
    "regexp", "runtime", "simd", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall",
    "testing", "text", "time", "unicode", "unique", "unsafe", "uuid", "weak",
];

/// Import paths without a dot in their first element are the standard library's (Go modules reference, "Module paths").
pub fn is_std_path(path: &str) -> bool {
    !path.split('/').next().unwrap_or_default().contains('.')
}

/// The replacement of a module path by one file's `replace` directives. `required` is its required version, if known.
/// A directive for another version does not apply.
fn replacement(replaces: &Replacements, path: &str, required: Option<&String>) -> Option<ModulePlace> {
    let speaks = |version: &Option<String>| match (version, required) {
        (Some(version), Some(required)) => version == required,
        _ => true,
    };
    let (_, by) = replaces.get(path)?.iter().find(|(version, _)| speaks(version))?;
    Some(match by {
        ReplacedBy::Folder(folder) => ModulePlace::Folder(folder.clone()),
        ReplacedBy::Module { .. } | ReplacedBy::Elsewhere => ModulePlace::Elsewhere,
    })
}

/// The entry of the folder itself or of the nearest folder above it.
fn nearest<'a, T>(by_dir: &'a BTreeMap<String, T>, dir: &str) -> Option<(&'a str, &'a T)> {
    ancestors(dir).find_map(|dir| by_dir.get_key_value(dir)).map(|(dir, entry)| (dir.as_str(), entry))
}

#[cfg(test)]
mod tests;
