//! Finds code of a tree that the compiler would refuse.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::analyze::standard_library;
use super::body_check_cache::BodyCheckCache;
use super::build_constraint::Host;
use super::check::{Checker, MisfitKind, MisfitSite, Sink, declare};
use super::facts::NONE;
use super::ids::{DeclIx, FileIx};
use super::link::{ImportTarget, SourceFile, World, link};
use super::module::Workspace;
use crate::model::{SymbolId, SymbolKind};

/// A place of the tree's code that does not fit what it uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Misfit {
    pub path: String,
    /// The declaration that it stands in, with the type that holds it; empty for the head of a file.
    pub qualified: String,
    pub kind: SymbolKind,
    /// Where that declaration begins.
    pub declared: u32,
    pub line: u32,
    pub why: MisfitKind,
    /// The misfit, as a clause.
    pub what: String,
    /// The name, package or interface that the code lost; empty for other misfits.
    pub lost: String,
}

/// The misfits in the files that were checked.
#[derive(Debug, Default)]
pub struct Misfits {
    /// In order.
    pub found: Vec<Misfit>,
    /// These files by path.
    checked: FxHashMap<String, FileUnknown>,
    /// The folder of each package by its import path.
    pub packages: FxHashMap<String, String>,
    /// The names that the packages of the checked files declare, each with the folder.
    declared: FxHashSet<(String, String)>,
}

/// The parts of a file that packages from outside may explain.
#[derive(Debug, Default)]
struct FileUnknown {
    /// The import paths of such packages.
    imports: FxHashSet<String>,
    /// The names that nothing known declares.
    names: FxHashSet<String>,
}

/// The part of a tree that a change can concern.
#[derive(Clone, Debug, Default)]
pub struct Concern<'c> {
    /// Files with other code.
    pub files: FxHashSet<&'c str>,
    /// Packages with other declarations: the change concerns all of their code, and what imports them, directly or not.
    pub folders: FxHashSet<&'c str>,
}

/// The misfits in the files that a change can concern, and in those that were checked `before` the change. `None` if `cancelled`
/// returned true. Runs on the current rayon pool, whose threads need large stacks. O(tree + code of these files).
pub fn misfits(
    sources: &[SourceFile<'_>],
    workspace: &Workspace,
    host: &Host,
    concern: &Concern<'_>,
    before: Option<&Misfits>,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Misfits> {
    let mut cache = BodyCheckCache::default();
    let BodyCheckCache { library, names, .. } = &mut cache;
    let library = standard_library(sources, workspace, library);
    let mut sources = sources.to_vec();
    sources.extend(library.iter().map(|(path, facts)| SourceFile { path, facts, declarations_only: true }));
    sources.sort_by_key(|file| (file.declarations_only, file.path));
    let spelled = names.of_files(&sources, &FxHashMap::default());
    let world = link(&sources, &spelled, &mut names.names, workspace, host);
    if cancelled() {
        return None;
    }
    let shared = declare(&world, cancelled);
    let is_of_tree = |file: &FileIx| !world.file(*file).declarations_only;
    let symbols = world.decl_file.iter().zip(0..);
    let symbols: Vec<Option<SymbolId>> =
        symbols.map(|(file, ix)| is_of_tree(file).then_some(SymbolId(ix))).collect();
    let concerned = concerned(&world, &concern.folders);
    let checked: Vec<FileIx> = (0..world.files.len() as u32)
        .map(FileIx)
        .filter(is_of_tree)
        .filter(|&file| {
            let file = world.file(file);
            let was_checked = before.is_some_and(|before| before.checked.contains_key(file.path));
            concerned[file.package.0 as usize] || concern.files.contains(file.path) || was_checked
        })
        .collect();
    let since = Since { world: &world, before, packages: packages(&world) };
    let new_checker = || {
        let mut checker = Checker::for_bodies(&world, &shared, Sink::new(&symbols));
        checker.follows_values = false;
        checker.take_misfits();
        checker
    };
    let of_file = |checker: &mut Checker<'_>, &ix: &FileIx| {
        if cancelled() {
            return Default::default();
        }
        let file = world.file(ix);
        // The readable part of a file with errors of syntax may mean something else.
        for decl in file.decls().filter(|_| file.facts.errors.is_empty()) {
            if let Some(symbol) = symbols[decl.0 as usize] {
                checker.walk(decl, symbol);
            }
        }
        let mut sites = checker.take_misfits();
        let unknown = since.unknown(ix, &sites);
        let named = sites.iter().filter(|site| site.kind == MisfitKind::CutOff);
        let named: FxHashSet<String> = named.map(|site| site.lost.clone()).collect();
        sites.retain_mut(|site| since.settles(site, ix, &named));
        let mut found: Vec<Misfit> = sites.into_iter().map(|site| described(&world, site)).collect();
        let is_lost = |path: &str| since.is_gone(path) || since.is_new_of_module(path, ix);
        found.extend(absent_packages(&world, ix).filter(|misfit| is_lost(&misfit.lost)));
        (found, unknown)
    };
    let found: Vec<(Vec<Misfit>, FileUnknown)> = checked.par_iter().map_init(new_checker, of_file).collect();
    if cancelled() {
        return None;
    }
    let (found, unknown): (Vec<Vec<Misfit>>, Vec<FileUnknown>) = found.into_iter().unzip();
    let mut found: Vec<Misfit> = found.into_iter().flatten().collect();
    found.extend((0..world.packages.len()).filter(|&ix| concerned[ix]).flat_map(|ix| repeated(&world, ix)));
    found.sort();
    found.dedup();
    let declared = declared(&world, &checked);
    let paths = checked.iter().map(|&file| world.file(file).path.to_owned());
    let checked = paths.zip(unknown).collect();
    Some(Misfits { found, checked, packages: since.packages, declared })
}

/// The state of a tree, and what is known of it before a change.
struct Since<'w, 'f> {
    world: &'w World<'f>,
    before: Option<&'w Misfits>,
    packages: FxHashMap<String, String>,
}

impl Since<'_, '_> {
    /// Returns whether a package that is not known now was known before. Others are of other modules.
    fn is_gone(&self, path: &str) -> bool {
        self.before.is_some_and(|before| before.packages.contains_key(path))
            && !self.packages.contains_key(path)
    }

    /// Returns whether a file came to import a package of its own module, which the tree does not have.
    fn is_new_of_module(&self, path: &str, ix: FileIx) -> bool {
        let file = self.world.file(ix);
        let package = self.world.package(file.package);
        let module = match package.dir {
            "" | "." => Some(&*package.import_path),
            folder => package.import_path.strip_suffix(folder).and_then(|path| path.strip_suffix('/')),
        };
        let is_own = |module: &str| path.strip_prefix(module).is_some_and(|rest| rest.starts_with('/'));
        let then = self.before.and_then(|before| before.checked.get(file.path));
        module.is_some_and(is_own) && then.is_some_and(|then| !then.imports.contains(path))
    }

    fn unknown(&self, ix: FileIx, sites: &[MisfitSite]) -> FileUnknown {
        let unresolved = sites.iter().filter(|site| site.kind == MisfitKind::Undeclared);
        let external = self.external(ix).map(|(path, _)| path.to_owned());
        FileUnknown { imports: external.collect(), names: unresolved.map(|site| site.lost.clone()).collect() }
    }

    /// The imports of packages that are not known, and whether they are dot imports.
    fn external(&self, ix: FileIx) -> impl Iterator<Item = (&str, bool)> {
        let imports = self.world.file(ix).imports.iter();
        let external = imports.filter(|import| import.target == ImportTarget::External);
        external.map(|import| (self.world.names.text(import.path), import.dot))
    }

    /// Returns whether the compiler refuses a site, and turns it into one that is refused if it does. `named` has the paths of
    /// unknown packages that the file calls by name.
    fn settles(&self, site: &mut MisfitSite, ix: FileIx, named: &FxHashSet<String>) -> bool {
        match site.kind {
            MisfitKind::CutOff => return self.is_gone(&site.lost),
            MisfitKind::Refused | MisfitKind::Outgrown => return true,
            MisfitKind::Hidden | MisfitKind::Undeclared => {}
        }
        let is_refused = if site.kind == MisfitKind::Hidden {
            self.is_gone(&site.lost)
        } else {
            self.is_undeclared(&site.lost, ix, named)
        };
        site.kind = MisfitKind::Refused;
        is_refused
    }

    /// Returns whether no unknown package that a file imports can declare a name or be called by it: the tree did so before, the
    /// packages that could are gone or have another name, or they were there before and the file named nothing so.
    fn is_undeclared(&self, name: &str, ix: FileIx, named: &FxHashSet<String>) -> bool {
        let file = self.world.file(ix);
        let Some(before) = self.before else { return false };
        let place = (self.world.package(file.package).dir.to_owned(), name.to_owned());
        let mut external = self.external(ix);
        before.declared.contains(&place)
            || match before.checked.get(file.path) {
                Some(then) if !then.names.contains(name) => external.all(|(path, dot)| {
                    self.is_gone(path) || !dot && (then.imports.contains(path) || named.contains(path))
                }),
                _ => external.all(|(path, _)| self.is_gone(path)),
            }
    }
}

/// The names that some files declare, each with the folder of its package.
fn declared(world: &World<'_>, files: &[FileIx]) -> FxHashSet<(String, String)> {
    let of_file = |&file: &FileIx| {
        let (folder, file) = (world.package(world.file(file).package).dir, world.file(file));
        let top = file.facts.decls.iter().filter(|decl| decl.owner == NONE);
        top.map(|decl| (folder.to_owned(), file.facts.name(decl.name).to_owned()))
    };
    files.iter().flat_map(of_file).collect()
}

fn packages(world: &World<'_>) -> FxHashMap<String, String> {
    let named = world.packages.iter().filter(|package| !package.import_path.is_empty());
    named.map(|package| (package.import_path.clone(), package.dir.to_owned())).collect()
}

/// For each package whether it lies in one of some folders, or imports such a package, directly or not.
fn concerned(world: &World<'_>, folders: &FxHashSet<&str>) -> Vec<bool> {
    let mut concerned: Vec<bool> = world
        .packages
        .iter()
        .map(|package| !package.declarations_only && folders.contains(package.dir))
        .collect();
    // Each group of packages comes after all that it imports.
    for files in world.by_dependency() {
        let imports = files.iter().flat_map(|&file| &world.file(file).imports);
        let is_one = imports.filter_map(|import| import.package).any(|package| concerned[package.0 as usize]);
        if is_one {
            for &file in &files {
                concerned[world.file(file).package.0 as usize] = true;
            }
        }
    }
    concerned
}

fn described(world: &World<'_>, site: MisfitSite) -> Misfit {
    let MisfitSite { from, line, kind, what, lost } = site;
    Misfit { line, why: kind, what, lost, ..at(world, DeclIx(from.0)) }
}

/// A misfit in a declaration, at its first line.
fn at(world: &World<'_>, ix: DeclIx) -> Misfit {
    let (file, decl) = (world.file(world.file_of(ix)), world.decl(ix));
    let name = file.facts.name(decl.name);
    let holder = if decl.owner == NONE {
        file.facts.name(decl.receiver)
    } else {
        file.facts.decls.get(decl.owner as usize).map_or("", |owner| file.facts.name(owner.name))
    };
    Misfit {
        path: file.path.to_owned(),
        qualified: if holder.is_empty() { name.to_owned() } else { format!("{holder}.{name}") },
        kind: world.kind(ix),
        declared: decl.line,
        line: decl.line,
        why: MisfitKind::Refused,
        what: String::new(),
        lost: String::new(),
    }
}

/// Declarations of names that another of their package has, in a file before theirs that is built with it.
fn repeated(world: &World<'_>, package: usize) -> Vec<Misfit> {
    let mut files = world.packages[package].files.clone();
    files.sort_by_key(|&file| world.file(file).path);
    let mut known: FxHashMap<(&str, &str), Vec<DeclIx>> = FxHashMap::default();
    let mut repeated = Vec::new();
    for ix in files.into_iter().flat_map(|file| world.file(file).decls()) {
        let (file, decl) = (world.file(world.file_of(ix)), world.decl(ix));
        let (holder, name) = (file.facts.name(decl.receiver), file.facts.name(decl.name));
        if decl.owner != NONE || matches!((holder, name), (_, "_") | ("", "init")) {
            continue;
        }
        let earlier = known.entry((holder, name)).or_default();
        let other = earlier.iter().find(|&&other| {
            let (of, with) = (world.file(world.file_of(other)), file);
            world.meet(of.builds, with.builds) && of.constrained == with.constrained
        });
        if let Some(&other) = other {
            let what = format!("it is declared in {} as well", world.file(world.file_of(other)).path);
            repeated.push(Misfit { line: decl.line, what, ..at(world, ix) });
        }
        earlier.push(ix);
    }
    repeated
}

/// Imports of packages that are not known.
fn absent_packages<'w>(world: &'w World<'_>, ix: FileIx) -> impl Iterator<Item = Misfit> + use<'w> {
    let file = world.file(ix);
    let absent = file.imports.iter().filter(|import| import.target == ImportTarget::External);
    absent.map(move |import| Misfit {
        path: file.path.to_owned(),
        qualified: String::new(),
        kind: SymbolKind::File,
        declared: 1,
        line: import.line,
        why: MisfitKind::Refused,
        what: format!("there is no package {}", world.names.text(import.path)),
        lost: world.names.text(import.path).to_owned(),
    })
}
