//! From two states of a tree to the symbols that differ between them.
//!
//! Declarations are compared, not lines: one that only moved within its package or with its renamed file, or whose
//! layout or comments changed, has not changed. So a diff of a thousand lines of gofmt affects nothing. A declaration
//! that others import is reported if it moved to another folder. A declaration whose file the host's build no longer
//! includes counts as removed.

use std::collections::BTreeMap;

use super::change::{Aspect, Changed, FileChange, FileVersion, Former, find, qualified};
use super::gained::gained;
use super::iota::repeated;
use super::renamed_declarations::{DeclSides, join_renamed};
use super::side::{DeclIdentity, DeclSide, owner};
use super::significant::lines_apart;
use super::travel_rules::ChangeKind;
use crate::golang::facts::decl_flag;
use crate::model::{Graph, SymbolKind, folder};

/// The symbols that differ, in order of (path, line), those that are gone last in their file.
///
/// O(size of the files).
pub fn changed_symbols(graph: &Graph<'_>, files: &[FileChange]) -> Vec<Changed> {
    // Without cancellation there is always a result.
    changed_symbols_unless(graph, files, &|| false).unwrap_or_default()
}

/// Does what [`changed_symbols`] does; `None` once `cancelled` holds, which is asked between files and declarations.
pub fn changed_symbols_unless(
    graph: &Graph<'_>,
    files: &[FileChange],
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Changed>> {
    let mut sides = DeclSides::new();
    for file in files {
        if cancelled() {
            return None;
        }
        // A renamed file's old declarations are looked for where it is now.
        let place = file.new.as_ref().or(file.old.as_ref()).map_or("", |version| version.path.as_str());
        let both = [&file.old, &file.new];
        // Files of other hosts are compared among themselves.
        let is_foreign = !both.into_iter().flatten().any(FileVersion::is_built);
        for (side, version) in both.into_iter().enumerate() {
            let Some(version) = version.as_ref().filter(|version| is_foreign || version.is_built()) else {
                continue;
            };
            let repeated = repeated(&version.facts, &version.text);
            for decl in &version.facts.decls {
                let name = qualified(version, decl);
                let mut key = (package(place, version, is_foreign), name, 0);
                while sides.get(&key).is_some_and(|both| both[side].is_some()) {
                    key.2 += 1;
                }
                sides.entry(key).or_default()[side] = Some(DeclSide::of(version, decl, &repeated));
            }
        }
    }
    let former = join_renamed(&mut sides, cancelled);
    let mut changed: Vec<Changed> = Vec::new();
    for (key, [old, new]) in &sides {
        if cancelled() {
            return None;
        }
        let differs = compare(graph, &key.1, old.as_ref(), new.as_ref());
        changed.extend(match (former.get(key), old, new) {
            (Some(was), Some(old), Some(new)) => Some(elsewhere(graph, (was, old), (key, new), differs)),
            _ => differs,
        });
    }
    changed.extend(reshaped(graph, &changed, &sides, &former));
    changed.extend(gained(graph, &changed));
    put_in_order(&mut changed);
    Some(changed)
}

/// Sorts by path and line, removed symbols last in their file, unbound ones after all changes.
pub fn put_in_order(changed: &mut [Changed]) {
    changed.sort_by_cached_key(|c| {
        let last = c.change == ChangeKind::Unbound;
        (last, c.path.clone(), c.change == ChangeKind::Removed, c.line, c.qualified.clone())
    });
}

fn compare(
    graph: &Graph<'_>,
    name: &str,
    old: Option<&DeclSide<'_>>,
    new: Option<&DeclSide<'_>>,
) -> Option<Changed> {
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, new) => return new.map(|new| alone(graph, ChangeKind::Added, name, new)),
        (Some(old), None) => return Some(alone(graph, ChangeKind::Removed, name, old)),
    };
    let is_moved = old.is_imported() && old.folder() != new.folder();
    let differs = old.text() != new.text();
    let is_reshaped =
        old.decl.kind != new.decl.kind || old.signature != new.signature && !old.is_called_like(new);
    let lines = lines_apart(&old.text(), &new.text());
    let change = match () {
        () if is_reshaped => ChangeKind::Signature,
        () if is_moved => ChangeKind::Moved,
        () if differs => ChangeKind::Body,
        () => return None,
    };
    let from = is_moved.then(|| old.version.path.clone());
    let aspect = (change != ChangeKind::Moved).then(|| aspect(change, old, new));
    Some(Changed { from, aspect, lines, ..report(graph, change, name, new) })
}

/// Finds the part that differs between both sides of a declaration.
fn aspect(change: ChangeKind, old: &DeclSide<'_>, new: &DeclSide<'_>) -> Aspect {
    let kind = SymbolKind::from_number(new.decl.kind);
    let is_callable = kind.is_some_and(SymbolKind::is_callable);
    let untagged = |side: &DeclSide<'_>| {
        let tag = side.signature.iter().position(|byte| matches!(byte, b'`' | b'"'));
        side.signature[..tag.unwrap_or(side.signature.len())].trim_ascii_end().to_vec()
    };
    match change {
        _ if old.decl.kind != new.decl.kind => Aspect::Kind,
        ChangeKind::Signature if is_callable => Aspect::Signature,
        ChangeKind::Signature if kind == Some(SymbolKind::Field) && untagged(old) == untagged(new) => {
            Aspect::Tag
        }
        ChangeKind::Signature => Aspect::Type,
        _ if old.body != new.body && !is_callable => Aspect::Value,
        _ if old.body != new.body => Aspect::Body,
        _ if old.signature != new.signature => Aspect::Parameters,
        _ => Aspect::Directives,
    }
}

/// A change for a symbol that was renamed or moved, whatever else differs.
fn elsewhere(
    graph: &Graph<'_>,
    (was, old): (&DeclIdentity, &DeclSide<'_>),
    (key, new): (&DeclIdentity, &DeclSide<'_>),
    differs: Option<Changed>,
) -> Changed {
    let change = if was.1 == key.1 { ChangeKind::Moved } else { ChangeKind::Renamed };
    let (path, line) = (old.version.path.clone(), old.decl.line);
    let from = (change == ChangeKind::Moved).then(|| path.clone());
    // Members of a renamed type were found under the new name.
    let former = Some(Former { qualified: qualified(old.version, old.decl), path, line });
    let lines = differs.map_or(0, |differs| differs.lines);
    Changed { from, former, lines, ..report(graph, change, &key.1, new) }
}

/// A change for a symbol that only one state has.
fn alone(graph: &Graph<'_>, change: ChangeKind, name: &str, side: &DeclSide<'_>) -> Changed {
    Changed { lines: lines_apart(&[], &side.text()), ..report(graph, change, name, side) }
}

/// Types whose members changed. An interface, or a type that embeds something else, has a new signature; a struct
/// with changed or reordered fields has a new body.
fn reshaped(
    graph: &Graph<'_>,
    changed: &[Changed],
    sides: &DeclSides<'_>,
    former: &BTreeMap<DeclIdentity, DeclIdentity>,
) -> Vec<Changed> {
    let mut types: BTreeMap<DeclIdentity, (ChangeKind, Aspect)> = BTreeMap::new();
    for (key, both) in sides {
        let Some(side) = both[1].as_ref().or(both[0].as_ref()) else { continue };
        let renamed = former.contains_key(key).then_some(ChangeKind::Renamed);
        let differs = || compare(graph, &key.1, both[0].as_ref(), both[1].as_ref());
        let Some(differs) = renamed.or_else(|| Some(differs()?.change)) else { continue };
        let Some(owner) = owner(side) else { continue };
        let of_interface = side.decl.kind == SymbolKind::InterfaceMethod as u8;
        let in_interface = of_interface && differs != ChangeKind::Body;
        let embeds = both.iter().flatten().any(|side| side.decl.flags & decl_flag::EMBEDDED != 0);
        let change = if in_interface || embeds { ChangeKind::Signature } else { ChangeKind::Body };
        let aspect = if of_interface { Aspect::Methods } else { Aspect::Fields };
        let entry = types.entry((key.0.clone(), owner, 0)).or_insert((change, aspect));
        entry.0 = entry.0.min(change);
    }
    for key in reordered(sides) {
        types.entry(key).or_insert((ChangeKind::Body, Aspect::Fields));
    }
    let known = |side: &DeclSide<'_>, name: &str| {
        changed.iter().any(|c| c.qualified == name && c.path == side.version.path)
    };
    types
        .into_iter()
        .filter_map(|(key, (change, aspect))| {
            let side = sides.get(&key)?[1].as_ref()?;
            let row = || Changed { aspect: Some(aspect), ..report(graph, change, &key.1, side) };
            (!known(side, &key.1)).then(row)
        })
        .collect()
}

/// Where a field stands before and after: line and column.
type Moved = [(u32, u32); 2];

/// Structs whose common fields changed their order, which unkeyed literals, conversions and memory layout depend on.
fn reordered(sides: &DeclSides<'_>) -> Vec<DeclIdentity> {
    let mut fields: BTreeMap<(&str, String), Vec<Moved>> = BTreeMap::new();
    let place = |side: &DeclSide<'_>| (side.decl.line, side.decl.col);
    for (key, both) in sides {
        if let [Some(old), Some(new)] = both
            && [old, new].iter().all(|side| side.decl.kind == SymbolKind::Field as u8)
            && let Some(owner) = owner(new)
        {
            fields.entry((&key.0, owner)).or_default().push([old, new].map(place));
        }
    }
    let is_reordered = |places: &mut Vec<Moved>| {
        places.sort_unstable();
        !places.is_sorted_by_key(|[_, new]| *new)
    };
    fields.retain(|_, places| is_reordered(places));
    fields.into_keys().map(|(package, owner)| (package.to_owned(), owner, 0)).collect()
}

/// The package that a file at `path` belongs to: its folder, and whether it is the one of outside tests or of another
/// host. The files that only tests are built with are a package of their own: nothing else can use what they declare.
fn package(path: &str, version: &FileVersion, is_foreign: bool) -> String {
    let outside = version.facts.name(version.facts.package).ends_with("_test");
    let for_tests = version.path.ends_with("_test.go");
    let marks = [(for_tests, " for tests"), (outside, " _test"), (is_foreign, " foreign")];
    let marks = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark);
    [folder(path)].into_iter().chain(marks).collect()
}

fn report(graph: &Graph<'_>, change: ChangeKind, name: &str, side: &DeclSide<'_>) -> Changed {
    let DeclSide { version, decl, .. } = side;
    let kind = SymbolKind::from_number(decl.kind).unwrap_or(SymbolKind::File);
    let symbol = match change {
        ChangeKind::Removed => None,
        _ => find(graph, &version.path, kind, name, decl.line),
    };
    Changed { symbol, ..Changed::at(change, kind, name.to_owned(), version.path.clone(), decl.line) }
}

#[cfg(test)]
mod tests;
