//! Finds where a declaration of the standard library or of another module lies on this machine: in the tree's vendor folders, the module
//! cache, or an installed Go.

use std::path::{Path, PathBuf};

use super::module_cache::GoSettings;
use super::package_files::PackageFiles;
use super::report::DependencySource;
use super::safe_path::{self, Kind};
use crate::golang::facts::{Decl, FileFacts, NONE, decl_flag};
use crate::golang::lower::{Lowering, without_bodies};
use crate::golang::module::{ModuleVersion, is_module_path};
use crate::golang::stdlib::StdLibrary;
use crate::index::Snapshot;
use crate::model::SymbolKind;
use crate::platform::canonical;

/// A declaration outside of the tree, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideDeclaration {
    /// The folder of its package, absolute and without links.
    pub folder: PathBuf,
    /// The name of its file there.
    pub file: String,
    /// From 1.
    pub line: u32,
    pub name: String,
    pub signature: String,
    /// The comment above it.
    pub doc: String,
}

/// The most types of a package that are looked at for one that has a member by embedding.
const MAX_EMBEDDED: usize = 16;

/// Finds the declaration of a name from outside, `net/http.Client.Do`, as the tree of a snapshot uses it.
///
/// # Errors
/// Its source is not on this machine, or does not declare it. The error is a sentence.
pub fn outside_declaration(snapshot: &Snapshot, name: &str) -> Result<OutsideDeclaration, String> {
    declaration_of(snapshot, name).or_else(|error| {
        let graph = snapshot.graph();
        // Code refers to the same member by another name: that of the type which declares it.
        let Some(site) = graph.foreign(name).next() else { return Err(error) };
        let member = name.rsplit('.').next();
        let mut others = graph.foreign_of(site.from).filter(|other| {
            other.line == site.line && other.name != name && other.name.rsplit('.').next() == member
        });
        others.find_map(|other| declaration_of(snapshot, other.name).ok()).ok_or(error)
    })
}

fn declaration_of(snapshot: &Snapshot, name: &str) -> Result<OutsideDeclaration, String> {
    let (package, member) =
        split(snapshot, name).ok_or_else(|| format!("the package of {name} is not known"))?;
    let folder = folder_of(snapshot, package)
        .ok_or_else(|| format!("the source of {package} is not on this machine, or not where Go keeps it"))?;
    let files = PackageFiles::list(&folder, &snapshot.meta().host);
    let mut lowering = Lowering::new();
    let contents = files.read();
    let sources: Vec<Source<'_>> = files
        .names()
        .zip(&contents)
        .map(|(file, text)| Source { file, text, facts: lowering.facts(&without_bodies(text)) })
        .collect();
    let (source, decl) =
        find(&sources, member).ok_or_else(|| format!("{} does not declare {member}", folder.display()))?;
    let text = |range: [u32; 2]| {
        let bytes = source.text.get(range[0] as usize..range[1] as usize).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    };
    Ok(OutsideDeclaration {
        line: decl.line,
        name: source.facts.name(decl.name).to_owned(),
        signature: source.facts.name(decl.signature).to_owned(),
        doc: text(decl.doc),
        file: source.file.to_owned(),
        folder,
    })
}

/// Splits a name into the path of a package that the tree imports, and the name in it.
fn split<'n>(snapshot: &Snapshot, name: &'n str) -> Option<(&'n str, &'n str)> {
    let graph = snapshot.graph();
    let after = name.rfind('/').map_or(0, |slash| slash + 1);
    // The last part of a path may have dots, so the longest path that is imported counts.
    let dots: Vec<usize> = name[after..].match_indices('.').map(|(dot, _)| after + dot).collect();
    let is_known = |path: &str| {
        StdLibrary::bundled().contains(path)
            || graph.imports_outside().any(|(_, imported, _)| imported == path)
            || snapshot.meta().dependencies.packages.iter().any(|package| package.path == path)
    };
    let dot = dots.into_iter().rev().find(|&dot| is_known(&name[..dot]))?;
    Some((&name[..dot], &name[dot + 1..]))
}

/// The folder of a package of the standard library or of another module.
fn folder_of(snapshot: &Snapshot, package: &str) -> Option<PathBuf> {
    let report = &snapshot.meta().dependencies;
    if StdLibrary::bundled().contains(package) {
        let roots = go_roots(report.module_cache().as_ref());
        return roots
            .into_iter()
            .find_map(|root| safe_path::below(&root.join("src"), package, Kind::Folder).ok());
    }
    if !is_module_path(package) {
        return None;
    }
    let read = report.packages.iter().find(|read| read.path == package)?;
    if !read.folder.is_empty() {
        return safe_path::below(snapshot.root(), &read.folder, Kind::Folder).ok();
    }
    let cache = GoSettings::of(&report.module_cache()?).cache?;
    let module = ModuleVersion { path: read.module.clone(), version: read.version.clone() };
    let folder = safe_path::below(&cache, &module.folder()?, Kind::Folder).ok()?;
    // A package of a module that replaces another is imported by the other's path, so its folder is not known.
    match package.strip_prefix(&read.module)?.trim_start_matches('/') {
        "" => Some(folder),
        rest => safe_path::below(&folder, rest, Kind::Folder).ok(),
    }
}

/// Folders of installed releases of Go: what the environment names, the one on the path, the usual ones, and those that the go command
/// has put into the module cache, the newest first.
fn go_roots(source: Option<&DependencySource>) -> Vec<PathBuf> {
    let variable = std::env::var_os("GOROOT").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).find_map(|folder| {
        let go = canonical(&folder.join(format!("go{}", std::env::consts::EXE_SUFFIX))).ok()?;
        Some(go.parent()?.parent()?.to_owned())
    });
    let usual = ["/usr/local/go", "/usr/lib/go", "/usr/share/go", "C:\\Program Files\\Go"].map(PathBuf::from);
    let cache = GoSettings::of(source.unwrap_or(&DependencySource::Machine)).cache;
    let toolchains = cache.map_or_else(Vec::new, |cache| {
        let entries = std::fs::read_dir(cache.join("golang.org")).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("toolchain@"))
            .map(|entry| entry.path())
            .collect();
        folders.sort();
        folders.reverse();
        folders
    });
    let all = variable.into_iter().chain(on_path).chain(usual).chain(toolchains);
    all.filter_map(|root| canonical(&root).ok()).filter(|root| is_go_root(root)).collect()
}

fn is_go_root(root: &Path) -> bool {
    root.is_absolute() && root.join("src/fmt/print.go").is_file()
}

/// A file of a package.
struct Source<'s> {
    file: &'s str,
    text: &'s [u8],
    facts: FileFacts,
}

/// The declaration of a name, `Client.Do`. A member may be that of a type of the package that the named one embeds.
fn find<'s>(sources: &'s [Source<'s>], name: &str) -> Option<(&'s Source<'s>, &'s Decl)> {
    let (holder, name) = name.split_once('.').unwrap_or(("", name));
    let mut holders = vec![holder];
    let mut at = 0;
    while let Some(&holder) = holders.get(at) {
        let all =
            || sources.iter().flat_map(|source| source.facts.decls.iter().map(move |decl| (source, decl)));
        let is_held = |source: &Source<'_>, decl: &Decl| match SymbolKind::from_number(decl.kind) {
            Some(SymbolKind::Method) => source.facts.name(decl.receiver) == holder,
            _ => owner(&source.facts, decl) == holder,
        };
        let found =
            all().find(|(source, decl)| source.facts.name(decl.name) == name && is_held(source, decl));
        if found.is_some() {
            return found;
        }
        let embedded = all().filter(|(source, decl)| {
            decl.flags & decl_flag::EMBEDDED != 0
                && owner(&source.facts, decl) == holder
                && !holder.is_empty()
        });
        for (source, field) in embedded {
            let name = source.facts.name(field.name);
            if !holders.contains(&name) && holders.len() < MAX_EMBEDDED {
                holders.push(name);
            }
        }
        at += 1;
    }
    None
}

/// The type that a field or an interface's method belongs to; empty for others.
fn owner<'f>(facts: &'f FileFacts, decl: &Decl) -> &'f str {
    if decl.owner == NONE {
        return "";
    }
    facts.decls.get(decl.owner as usize).map_or("", |owner| facts.name(owner.name))
}
