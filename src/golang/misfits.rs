//! Finds code of a tree that the compiler would refuse.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::analyze::standard_library;
use super::body_check_cache::BodyCheckCache;
use super::build_constraint::Host;
use super::check::{Checker, MisfitSite, Sink, declare};
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
    /// The misfit, as a clause.
    pub what: String,
}

/// The misfits in the files that were checked.
#[derive(Debug, Default)]
pub struct Misfits {
    /// In order.
    pub found: Vec<Misfit>,
    /// The paths of these files.
    pub checked: FxHashSet<String>,
}

/// The misfits in the files that a change can concern: those of packages in `folders`, of packages that import one of
/// these, directly or not, and those in `files`. `None` if `cancelled` returned true. Runs on the current rayon pool, whose
/// threads need large stacks. O(tree + code of these files).
#[must_use]
#[expect(clippy::implicit_hasher, reason = "called with the sets of this crate alone")]
pub fn misfits(
    sources: &[SourceFile<'_>],
    workspace: &Workspace,
    host: &Host,
    (folders, files): (&FxHashSet<&str>, &FxHashSet<String>),
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
    let concerned = concerned(&world, folders);
    let checked: Vec<FileIx> = (0..world.files.len() as u32)
        .map(FileIx)
        .filter(is_of_tree)
        .filter(|&file| {
            let file = world.file(file);
            concerned[file.package.0 as usize] || files.contains(file.path)
        })
        .collect();
    let new_checker = || {
        let mut checker = Checker::for_bodies(&world, &shared, Sink::new(&symbols));
        checker.take_misfits();
        checker
    };
    let of_file = |checker: &mut Checker<'_>, &ix: &FileIx| {
        if cancelled() {
            return Vec::new();
        }
        for decl in world.file(ix).decls() {
            if let Some(symbol) = symbols[decl.0 as usize] {
                checker.walk(decl, symbol);
            }
        }
        let mut found: Vec<Misfit> =
            checker.take_misfits().into_iter().map(|site| described(&world, site)).collect();
        found.extend(absent_packages(&world, ix));
        found
    };
    let found: Vec<Vec<Misfit>> = checked.par_iter().map_init(new_checker, of_file).collect();
    if cancelled() {
        return None;
    }
    let mut found: Vec<Misfit> = found.into_iter().flatten().collect();
    found.sort();
    let checked = checked.into_iter().map(|file| world.file(file).path.to_owned()).collect();
    Some(Misfits { found, checked })
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
    let ix = DeclIx(site.from.0);
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
        line: site.line,
        what: site.what,
    }
}

/// Imports of packages that are not known. Most are of other modules; one that was known before is gone.
fn absent_packages<'w>(world: &'w World<'_>, ix: FileIx) -> impl Iterator<Item = Misfit> + use<'w> {
    let file = world.file(ix);
    let absent = file.imports.iter().filter(|import| import.target == ImportTarget::External);
    absent.map(move |import| Misfit {
        path: file.path.to_owned(),
        qualified: String::new(),
        kind: SymbolKind::File,
        declared: 1,
        line: import.line,
        what: format!("there is no package {}", world.names.text(import.path)),
    })
}
