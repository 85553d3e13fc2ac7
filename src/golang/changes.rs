//! Effects of an edit on other files: the packages whose outline differs, and the names of the functions that differ if
//! nothing else does.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::NONE;
use super::fingerprint::{Fingerprint, Hash};
use super::ids::{FileIx, PackageIx};
use super::link::{File, ImportTarget, Package, World};
use super::names::Name;

/// The outlines of a tree's packages at its last analysis: what other files could see of them.
#[derive(Default)]
pub(super) struct Outlines {
    /// By folder and name: a hash of the shape of the package's files, and of where their imports lead.
    packages: FxHashMap<(Box<str>, Box<str>), Hash>,
    /// By number of the file's path.
    files: Vec<Option<FileOutline>>,
}

/// The outline of one file.
struct FileOutline {
    content: Hash,
    /// The name and the hash of the head of each function, sorted by name; functions of one name in source order.
    functions: Box<[(Name, Hash)]>,
    decls: Box<[DeclKey]>,
}

/// The key of a declaration in its file: kind, name, and the name of the receiver or the owner.
type DeclKey = (u8, Name, Name);

/// The difference between a world and that of the last analysis.
pub(super) struct Changes {
    /// By package: whether it and all packages that it imports, directly or not, differ at most in functions.
    is_alike: Vec<bool>,
    /// By package: whether its functions changed, or those of a package that it imports, directly or not.
    is_touched: Vec<bool>,
    /// The names of these functions.
    functions: FxHashSet<Name>,
    /// By number of a path: the new index of each of the file's declarations.
    pub(super) moved: FxHashMap<u32, Box<[Option<u32>]>>,
}

impl Changes {
    /// Returns whether the cached result of a file with unchanged content is still valid. A body depends on a function
    /// only by naming it. If code outside of bodies names a changed function, `is_alike` is already false for its
    /// package.
    pub(super) fn is_still_valid(&self, file: &File<'_>) -> bool {
        let package = file.package.0 as usize;
        let names = || file.names.iter().any(|name| self.functions.contains(name));
        self.is_alike[package] && !(self.is_touched[package] && names())
    }
}

impl Outlines {
    /// Compares a world with the last one, and stores its outlines instead. `numbers` are the numbers of the files'
    /// paths, which never change.
    pub(super) fn update(
        &mut self,
        world: &World<'_>,
        prints: &FxHashMap<&str, &Fingerprint>,
        numbers: &[u32],
    ) -> Changes {
        let hash = |package: &Package<'_>| {
            let key = (package.dir.into(), world.names.text(package.name).into());
            (key, hash_of(world, &package.files, prints))
        };
        let now: Vec<_> = world.packages.par_iter().map(hash).collect();
        let is_alike = now.iter().map(|(key, hash)| self.packages.get(key) == Some(hash)).collect();
        self.packages = now.into_iter().collect();
        let mut changes = Changes {
            is_alike,
            is_touched: vec![false; world.packages.len()],
            functions: FxHashSet::default(),
            moved: FxHashMap::default(),
        };
        for (file, &number) in world.files.iter().zip(numbers) {
            if let Some(print) = prints.get(file.path) {
                self.update_file(file, print, number, &mut changes);
            }
        }
        if world.files.iter().any(|file| mentions(file, prints, &changes.functions, world)) {
            for (alike, touched) in changes.is_alike.iter_mut().zip(&changes.is_touched) {
                *alike &= !touched;
            }
        }
        let importers = importers(world);
        spread(&mut changes.is_alike, false, &importers);
        spread(&mut changes.is_touched, true, &importers);
        changes
    }

    fn update_file(&mut self, file: &File<'_>, print: &Fingerprint, number: u32, changes: &mut Changes) {
        if self.files.len() <= number as usize {
            self.files.resize_with(number as usize + 1, || None);
        }
        let known = &mut self.files[number as usize];
        if known.as_ref().is_some_and(|known| known.content == print.content) {
            return;
        }
        let now = FileOutline::new(file, print);
        if let Some(before) = known {
            let differing = before.differing(&now);
            changes.is_touched[file.package.0 as usize] |= !differing.is_empty();
            changes.functions.extend(differing);
            if before.decls != now.decls {
                changes.moved.insert(number, before.moves(&now));
            }
        }
        *known = Some(now);
    }
}

impl FileOutline {
    fn new(file: &File<'_>, print: &Fingerprint) -> Self {
        let mut functions: Vec<_> = print.functions.iter().map(|f| (file.name(f.name), f.head)).collect();
        functions.sort_by_key(|function| function.0);
        let decls = &file.facts.decls;
        let key = |decl: &super::facts::Decl| {
            let owner = (decl.owner != NONE).then(|| decls.get(decl.owner as usize)).flatten();
            (decl.kind, file.name(decl.name), file.name(owner.map_or(decl.receiver, |owner| owner.name)))
        };
        Self { content: print.content, functions: functions.into(), decls: decls.iter().map(key).collect() }
    }

    fn by_name(&self) -> FxHashMap<Name, &[(Name, Hash)]> {
        self.functions.chunk_by(|a, b| a.0 == b.0).map(|group| (group[0].0, group)).collect()
    }

    /// The names of functions that were added, removed or changed.
    fn differing(&self, now: &Self) -> FxHashSet<Name> {
        let (old, new) = (self.by_name(), now.by_name());
        let differs = |name: &&Name| old.get(name) != new.get(name);
        old.keys().chain(new.keys()).filter(differs).copied().collect()
    }

    /// The index of each declaration in the new version of the file; `None` if it was removed. Declarations with
    /// equal keys are matched in order.
    fn moves(&self, now: &Self) -> Box<[Option<u32>]> {
        let mut places: FxHashMap<DeclKey, Vec<u32>> = FxHashMap::default();
        for (place, key) in (0..now.decls.len() as u32).zip(&now.decls).rev() {
            places.entry(*key).or_default().push(place);
        }
        self.decls.iter().map(|key| places.get_mut(key)?.pop()).collect()
    }
}

/// Returns whether a file's outline contains one of the names other than as the name of a declared function.
fn mentions(
    file: &File<'_>,
    prints: &FxHashMap<&str, &Fingerprint>,
    names: &FxHashSet<Name>,
    world: &World<'_>,
) -> bool {
    if names.is_empty() {
        return false;
    }
    match prints.get(file.path) {
        Some(print) => print.mentions.iter().any(|&ix| names.contains(&file.name(ix))),
        // Files of the bundled standard library have no bodies, so any mention counts. The method of `error` is
        // declared in no file.
        None => {
            names.contains(&world.universe.error_method) || file.names.iter().any(|name| names.contains(name))
        }
    }
}

/// Sets `value` for all packages that import, directly or not, a package that has it.
fn spread(has: &mut [bool], value: bool, importers: &[Vec<PackageIx>]) {
    let mut left: Vec<usize> = (0..has.len()).filter(|&package| has[package] == value).collect();
    while let Some(package) = left.pop() {
        for importer in &importers[package] {
            if std::mem::replace(&mut has[importer.0 as usize], value) != value {
                left.push(importer.0 as usize);
            }
        }
    }
}

/// By package: the packages whose files import it.
fn importers(world: &World<'_>) -> Vec<Vec<PackageIx>> {
    let mut importers = vec![Vec::new(); world.packages.len()];
    for file in &world.files {
        for package in file.imports.iter().filter_map(|import| import.package) {
            importers[package.0 as usize].push(file.package);
        }
    }
    for list in &mut importers {
        list.sort_unstable();
        list.dedup();
    }
    importers
}

/// A hash of the shape of a package's files, and of where their imports lead.
fn hash_of(world: &World<'_>, files: &[FileIx], prints: &FxHashMap<&str, &Fingerprint>) -> Hash {
    let mut hasher = blake3::Hasher::new();
    let mut text = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    for &file in files {
        let file = world.file(file);
        text(file.path);
        text(if file.constrained { "constrained" } else { "" });
        text(if file.declarations_only { "declarations" } else { "" });
        for import in &file.imports {
            text(world.names.text(import.path));
            text(world.names.text(import.name));
            text(if import.dot { "." } else { "" });
            text(match import.target {
                ImportTarget::Package(_) => "package",
                ImportTarget::Unsafe => "unsafe",
                ImportTarget::External => "external",
            });
            if let Some(package) = import.package {
                text(world.package(package).dir);
                text(world.names.text(world.package(package).name));
            }
        }
        text("");
    }
    // Files without a fingerprint never change: the bundled standard library.
    for print in files.iter().filter_map(|&file| prints.get(world.file(file).path)) {
        hasher.update(&print.shape);
    }
    *hasher.finalize().as_bytes()
}
