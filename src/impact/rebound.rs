//! Import names that mean another package after a change: code that mentions one behaves differently although its
//! text is the same.

use rustc_hash::FxHashMap;

use super::change::{Changed, FileChange, FileVersion, UNSURE, find, qualified};
use super::travel_rules::ChangeKind;
use crate::golang::ast::{Kind, NO_NAME};
use crate::golang::facts::{Decl, FileFacts};
use crate::golang::guess_package_name;
use crate::model::{Graph, SymbolKind, folder};

/// Returns whether a declaration names an import that is another one after the change, as far as the files tell.
pub fn may_rebind(files: &[FileChange]) -> bool {
    files.iter().any(|file| !mentions(file).is_empty())
}

/// A declaration after the change that mentions an import, which was one of `then` and is one of `now`.
struct ImportMention<'f> {
    version: &'f FileVersion,
    decl: &'f Decl,
    then: &'f str,
    now: Option<&'f str>,
}

/// Unchanged declarations whose imports mean another package, given the folders of packages before and after by import path.
/// O(size of the files).
#[expect(clippy::implicit_hasher, reason = "called with the maps of this crate alone")]
pub fn rebound(
    packages: [&FxHashMap<String, String>; 2],
    graph: &Graph<'_>,
    files: &[FileChange],
    changed: &[Changed],
) -> Vec<Changed> {
    let mut rebound: Vec<Changed> = Vec::new();
    for ImportMention { version, decl, then, now } in files.iter().flat_map(mentions) {
        if now.is_some_and(|now| is_one_package(packages, [then, now], files)) {
            continue;
        }
        let kind = SymbolKind::from_number(decl.kind).unwrap_or(SymbolKind::File);
        let name = qualified(version, decl);
        let is_told = |c: &Changed| c.path == version.path && c.qualified == name && c.kind == kind;
        let Some(symbol) = find(graph, &version.path, kind, &name, decl.line) else { continue };
        if changed.iter().chain(&rebound).any(is_told) {
            continue;
        }
        rebound.push(Changed {
            line: decl.line,
            lost: Some(then.to_owned()),
            // The new target mostly does the same.
            score: UNSURE,
            ..Changed::of(ChangeKind::Unbound, graph.symbol(symbol))
        });
    }
    rebound
}

/// Declarations that mention an import of the file before whose name stands for another path after.
fn mentions(file: &FileChange) -> Vec<ImportMention<'_>> {
    let (Some(old), Some(new)) = (&file.old, &file.new) else { return Vec::new() };
    let now = imports(new);
    let mut others: Vec<(&str, &str)> =
        imports(old).into_iter().filter(|(name, path)| now.get(name) != Some(path)).collect();
    others.sort_unstable();
    let facts = &new.facts;
    let mut mentions = Vec::new();
    for (name, then) in others {
        let of_name = facts.decls.iter().filter(|decl| says(facts, decl, name));
        mentions.extend(of_name.map(|decl| ImportMention {
            version: new,
            decl,
            then,
            now: now.get(name).copied(),
        }));
    }
    mentions
}

/// Returns whether a declaration selects anything of a name.
pub(super) fn says(facts: &FileFacts, decl: &Decl, name: &str) -> bool {
    let end = facts.nodes.get(decl.node as usize).map_or(decl.node, |node| node.end);
    let nodes = facts.nodes.get(decl.node as usize..end as usize).unwrap_or_default();
    nodes.windows(2).any(|pair| {
        let is_selected = pair[0].kind() == Kind::Selector && pair[1].kind() == Kind::Ident;
        is_selected && pair[1].name != NO_NAME && facts.name(pair[1].name) == name
    })
}

/// The paths of a file's imports by the names that it has for them.
pub(super) fn imports(version: &FileVersion) -> FxHashMap<&str, &str> {
    let facts = &version.facts;
    let named = facts.imports.iter().map(|import| {
        let path = facts.name(import.path);
        (if import.alias == NO_NAME { guess_package_name(path) } else { facts.name(import.alias) }, path)
    });
    named.filter(|(name, _)| !matches!(*name, "_" | ".")).collect()
}

/// Returns whether two paths, before and after, mean one package. The paths differ if its module was renamed or its
/// folder moved.
fn is_one_package(
    [before, after]: [&FxHashMap<String, String>; 2],
    [then, now]: [&str; 2],
    files: &[FileChange],
) -> bool {
    let (Some(then), Some(now)) = (before.get(then), after.get(now)) else { return false };
    let moved = |file: &FileChange| {
        let (Some(old), Some(new)) = (&file.old, &file.new) else { return false };
        folder(&old.path) == then && folder(&new.path) == now
    };
    then == now || files.iter().any(moved)
}
