//! Finds functions and variables that `//go:linkname` links: two declarations are one symbol for the linker (command
//! `compile`, "Compiler Directives").
//!
//! A function without a body may be linked to a function of another package, and a function with a body may be
//! published under the name of another package's function. The one without a body delegates to the other: no call is
//! written anywhere, but a call of the first runs the second. A variable with a directive is that of the other package.

use rustc_hash::FxHashMap;

use super::ast::{Kind, NO_NAME, children};
use super::confidence;
use super::ids::{DeclIx, FileIx, PackageIx};
use super::link::World;
use crate::model::{EdgeDraft, EdgeKind, Origin, SymbolId, SymbolKind};

/// The edges between declarations of the tree that a directive links. O(declarations).
pub(super) fn linkname_edges(world: &World<'_>, symbols: &[Option<SymbolId>]) -> Vec<EdgeDraft> {
    let mut packages: FxHashMap<String, Vec<PackageIx>> = FxHashMap::default();
    for (ix, package) in (0..).zip(&world.packages) {
        // An external test package, which nothing imports, is beside the package of its folder for the linker.
        let is_external = world.names.text(package.name).ends_with("_test")
            && package.files.iter().all(|file| world.files[file.0 as usize].test);
        let external = if is_external { "_test" } else { "" };
        packages.entry(format!("{}{external}", package.import_path)).or_default().push(PackageIx(ix));
    }
    let mut edges = Vec::new();
    for (file_ix, file) in (0..).zip(&world.files).filter(|(_, file)| !file.declarations_only) {
        for (decl, ix) in file.facts.decls.iter().zip(file.decls()) {
            let Some((name, has_own_body)) = directive(world, ix) else { continue };
            let found = find_symbol(world, FileIx(file_ix), name, &packages).filter(|&found| {
                (world.kind(found) == SymbolKind::Var) == (world.kind(ix) == SymbolKind::Var)
            });
            let ends = found.and_then(|to| Some((symbols[ix.0 as usize]?, symbols[to.0 as usize]?, to)));
            let Some((own, other, to)) = ends.filter(|(own, other, _)| own != other) else { continue };
            // If both have bodies, they are different functions.
            let (from, to) = match (has_own_body, has_body(world, to)) {
                (false, _) => (own, other),
                (true, false) => (other, own),
                (true, true) => continue,
            };
            let origin = Origin::Import;
            let confidence = confidence::of(EdgeKind::Calls, origin, false);
            let (kind, line) = (EdgeKind::Delegates, decl.line);
            edges.push(EdgeDraft { from, to, kind, origin, confidence, share: 1.0, access: 0, line });
        }
    }
    edges
}

/// The linker's name that a directive gives a function or variable, and whether it is a function with a body; `None`
/// without a directive.
fn directive<'w>(world: &World<'w>, decl: DeclIx) -> Option<(&'w str, bool)> {
    let file = world.file(world.file_of(decl));
    match world.kind(decl) {
        SymbolKind::Func => {}
        SymbolKind::Var => {
            let spec = file.nodes().get(world.decl(decl).node as usize)?;
            return (spec.name != NO_NAME).then(|| (file.facts.name(spec.name), false));
        }
        _ => return None,
    }
    let body = children(file.nodes(), world.decl(decl).node).last()?;
    let body = file.nodes().get(body as usize)?;
    (body.name != NO_NAME).then(|| (file.facts.name(body.name), body.kind() == Kind::Block))
}

fn has_body(world: &World<'_>, decl: DeclIx) -> bool {
    let nodes = world.file(world.file_of(decl)).nodes();
    let body = children(nodes, world.decl(decl).node).last();
    body.and_then(|body| nodes.get(body as usize)).is_some_and(|node| node.kind() == Kind::Block)
}

/// The function, variable or method that the linker calls `name`: `path/of/package.Function`, `path.Type.Method`,
/// `path.(*Type).Method`.
fn find_symbol(
    world: &World<'_>,
    from: FileIx,
    name: &str,
    packages: &FxHashMap<String, Vec<PackageIx>>,
) -> Option<DeclIx> {
    let last = name.rfind('/').map_or(0, |slash| slash + 1);
    let dot = last + name[last..].find('.')?;
    // The linker writes a dot in the last element of a path as `%2e`.
    let (path, member) = (name[..dot].replace("%2e", "."), &name[dot + 1..]);
    let packages = packages.get(path.as_str())?;
    let find = |name: &str| {
        let name = world.names.get(name)?;
        packages.iter().find_map(|&package| world.in_package(from, package, name))
    };
    match member.rsplit_once('.') {
        None => find(member).filter(|&decl| matches!(world.kind(decl), SymbolKind::Func | SymbolKind::Var)),
        Some((receiver, method)) => {
            let receiver =
                receiver.strip_prefix("(*").and_then(|of| of.strip_suffix(')')).unwrap_or(receiver);
            let of = world.type_decl_of(find(receiver)?)?;
            let methods = world.type_decls[of.0 as usize].methods_named(world.names.get(method)?);
            let variants: Vec<DeclIx> = methods.iter().map(|method| method.decl).collect();
            world.prefer(from, &variants)
        }
    }
}
