//! Linking: puts the facts of all files into packages, numbers every declaration, and resolves every import.
//!
//! After this step a package-level name is found by a look-up. [`super::check`] finds out what it *means* (its type).

mod declare;
mod world;

use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::golang::ast::{Kind, NO_NAME, Node};
use crate::golang::build_constraint::{BuildSets, Host};
use crate::golang::facts::{FileFacts, Import, NONE, decl_flag, file_flag};
use crate::golang::ids::{DeclIx, FileIx, NO_PACKAGE, PackageIx, TypeDeclIx};
use crate::golang::module::{Importer, Resolution, Workspace, passed_over};
use crate::golang::names::{Name, Names};
use crate::golang::universe;
use crate::model::{SymbolKind, folder};

pub(crate) use declare::define_types;
pub(crate) use world::{
    Area, DeclVariants, File, IN_PROGRESS, ImportTarget, Imported, Method, Package, TypeDecl, UNSET, World,
};

/// One file of the tree, as binding sees it.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Relative to the root, `/` between parts.
    pub path: &'a str,
    pub facts: &'a FileFacts,
    /// Only its declarations are known: it has types, but no symbols and no edges (packages of other modules, the
    /// standard library).
    pub declarations_only: bool,
}

/// Links the files. They must be in order of their paths, those with declarations only last. `spelled` has the names
/// of each file, interned in `names`. O(total declarations).
pub(crate) fn link<'a>(
    files: &[SourceFile<'a>],
    spelled: &'a [Arc<[Name]>],
    names: &'a mut Names,
    workspace: &Workspace,
    host: &Host,
) -> World<'a> {
    let universe = universe::Universe::new(names);
    let Grouped { mut linked, mut packages, by_dir, builds, n_decls } =
        Grouped::of(files, spelled, names, workspace, host);
    let importable = importable_by_dir(&linked, &packages, &by_dir, names);
    let importers: Vec<_> = packages.iter().map(|package| workspace.importer(package.dir)).collect();
    let mut known = FxHashMap::default();
    for file in &mut linked {
        let importer = &importers[file.package.0 as usize];
        file.imports = resolve_imports(file, importer, &mut known, &importable, &packages, names);
    }
    set_areas(&linked, &mut packages);
    let mut world = World {
        names,
        files: linked,
        builds: builds.into_sets(),
        packages,
        decl_file: Vec::with_capacity(n_decls as usize),
        decl_type: vec![NONE; n_decls as usize],
        type_decls: Vec::new(),
        decl_ty: (0..n_decls).map(|_| AtomicU32::new(UNSET)).collect(),
        universe,
    };
    declare::declare_types(&mut world);
    fill_scopes(&mut world);
    find_hiding_imports(&mut world);
    attach_methods(&mut world);
    world
}

/// The files by packages, before their imports are resolved.
struct Grouped<'a> {
    linked: Vec<File<'a>>,
    packages: Vec<Package<'a>>,
    /// The packages of each folder.
    by_dir: FxHashMap<&'a str, Vec<PackageIx>>,
    builds: BuildSets<'a>,
    n_decls: u32,
}

impl<'a> Grouped<'a> {
    fn of(
        files: &[SourceFile<'a>],
        spelled: &'a [Arc<[Name]>],
        names: &mut Names,
        workspace: &Workspace,
        host: &Host,
    ) -> Self {
        let mut linked: Vec<File<'a>> = Vec::with_capacity(files.len());
        let mut packages: Vec<Package<'a>> = Vec::new();
        let mut by_clause: FxHashMap<(&'a str, Name), PackageIx> = FxHashMap::default();
        let mut by_dir: FxHashMap<&'a str, Vec<PackageIx>> = FxHashMap::default();
        let mut builds = BuildSets::default();
        let usual = usual_clauses(files, spelled);
        let mut first_decl = 0;
        for (ix, (source, spelled)) in files.iter().zip(spelled).enumerate() {
            let facts = source.facts;
            let dir = folder(source.path);
            let clause = match facts.package {
                NO_NAME => usual.get(dir).copied().unwrap_or_else(|| names.intern("_")),
                package => spelled[package as usize],
            };
            let package = *by_clause.entry((dir, clause)).or_insert_with(|| {
                let package = PackageIx(packages.len() as u32);
                by_dir.entry(dir).or_default().push(package);
                packages.push(Package {
                    dir,
                    name: clause,
                    import_path: match dir.strip_prefix(STD) {
                        Some(path) => path.to_owned(),
                        None => workspace.import_path(dir),
                    },
                    files: Vec::new(),
                    scope: FxHashMap::default(),
                    declarations_only: source.declarations_only,
                    area: Area::default(),
                });
                package
            });
            packages[package.0 as usize].files.push(FileIx(ix as u32));
            let base = source.path.rsplit('/').next().unwrap_or("");
            let build = (facts.build != NO_NAME).then(|| facts.name(facts.build));
            let imports_c = facts.flags & file_flag::CGO != 0;
            linked.push(File {
                path: source.path,
                facts,
                names: spelled,
                package,
                first_decl,
                imports: Vec::new(),
                hidden_by_imports: Vec::new(),
                test: base.ends_with("_test.go"),
                constrained: host.excludes(base, build, imports_c).is_some(),
                builds: builds.of(base, build, imports_c),
                declarations_only: source.declarations_only,
            });
            first_decl += facts.decls.len() as u32;
        }
        Self { linked, packages, by_dir, builds, n_decls: first_decl }
    }
}

/// Finds the names that imports of files have, or bring in by a dot, and their packages declare too.
fn find_hiding_imports(world: &mut World<'_>) {
    let packages = &world.packages;
    for file in &mut world.files {
        let own = &packages[file.package.0 as usize].scope;
        for import in &file.imports {
            match import.target {
                ImportTarget::Package(package) if import.dot => {
                    let brought = packages[package.0 as usize].scope.keys();
                    let hides = |name: &&Name| world.names.is_exported(**name) && own.contains_key(*name);
                    file.hidden_by_imports.extend(brought.filter(hides));
                }
                _ if !import.is_guess && own.contains_key(&import.name) => {
                    file.hidden_by_imports.push(import.name);
                }
                _ => {}
            }
        }
    }
}

/// By folder: the package of files without a package clause. It is that of most other files, tests excluded. Only
/// folders with such files are included.
fn usual_clauses<'a>(files: &[SourceFile<'a>], spelled: &[Arc<[Name]>]) -> FxHashMap<&'a str, Name> {
    let lacking = files.iter().filter(|file| file.facts.package == NO_NAME).map(|file| folder(file.path));
    let lacking: FxHashSet<&str> = lacking.collect();
    let mut times: FxHashMap<(&'a str, Name), usize> = FxHashMap::default();
    let mut usual: FxHashMap<&'a str, (usize, Name)> = FxHashMap::default();
    for (file, spelled) in files.iter().zip(spelled) {
        let dir = folder(file.path);
        if file.facts.package == NO_NAME || !lacking.contains(dir) || file.path.ends_with("_test.go") {
            continue;
        }
        let name = spelled[file.facts.package as usize];
        let times = times.entry((dir, name)).or_default();
        *times += 1;
        let most = usual.entry(dir).or_insert((0, name));
        if *times > most.0 {
            *most = (*times, name);
        }
    }
    usual.into_iter().map(|(dir, (_, name))| (dir, name)).collect()
}

fn set_areas(files: &[File<'_>], packages: &mut [Package<'_>]) {
    let mut areas: FxHashMap<&str, u32> = FxHashMap::default();
    for package in packages.iter_mut() {
        if let Some(top) = passed_over(package.dir) {
            let next = areas.len() as u32 + 1;
            package.area = Area(*areas.entry(top).or_insert(next));
        }
    }
    // Everything that the tree proper imports, directly or not, is part of it. Each round adds at least one package.
    loop {
        let is_proper =
            |p: PackageIx, packages: &[Package<'_>]| packages[p.0 as usize].area == Area::default();
        let imported = files.iter().filter(|f| is_proper(f.package, packages)).flat_map(|f| &f.imports);
        let freed: Vec<PackageIx> =
            imported.filter_map(|i| i.package).filter(|&p| !is_proper(p, packages)).collect();
        if freed.is_empty() {
            break;
        }
        for package in freed {
            packages[package.0 as usize].area = Area::default();
        }
    }
}

/// The folder of the standard library's packages if the tree does not contain them, and of packages of other modules. No
/// tree can have such a folder, since paths in a tree are relative.
pub(super) const STD: &str = "/std/";

/// The package that an import of each folder refers to: not an external test package, and preferably one that the
/// host builds.
fn importable_by_dir<'a>(
    files: &[File<'a>],
    packages: &[Package<'a>],
    by_dir: &FxHashMap<&'a str, Vec<PackageIx>>,
    names: &Names,
) -> FxHashMap<&'a str, PackageIx> {
    let weight = |package: PackageIx| {
        let p = &packages[package.0 as usize];
        let built = p.files.iter().filter(|f| {
            let file = &files[f.0 as usize];
            !file.test && !file.constrained
        });
        let plain = p.files.iter().filter(|f| !files[f.0 as usize].test).count();
        (built.count(), plain, names.text(p.name) != "main", std::cmp::Reverse(package))
    };
    by_dir
        .iter()
        .filter_map(|(&dir, candidates)| Some((dir, candidates.iter().copied().max_by_key(|&p| weight(p))?)))
        .collect()
}

/// The imports of a file. `known` caches the targets of import paths by package, since the files of a package import
/// much the same, and for all packages from outside together, since a path means the same there.
fn resolve_imports<'a>(
    file: &File<'a>,
    importer: &Importer<'_>,
    known: &mut FxHashMap<(PackageIx, Name), (ImportTarget, Option<PackageIx>)>,
    importable: &FxHashMap<&'a str, PackageIx>,
    packages: &[Package<'a>],
    names: &mut Names,
) -> Vec<Imported> {
    let facts = file.facts;
    let by = if file.declarations_only { NO_PACKAGE } else { file.package };
    let lead = |path: &str| {
        let package = match importer.resolve(path, |dir| importable.contains_key(dir)) {
            Resolution::Dir(dir) => importable.get(dir.as_str()).copied(),
            // Declarations of other modules stand beside those of the standard library, as far as they are known.
            Resolution::Std | Resolution::External => {
                importable.get(format!("{STD}{path}").as_str()).copied()
            }
        };
        let target = match (path, package) {
            ("unsafe", _) => ImportTarget::Unsafe,
            (_, Some(package)) => ImportTarget::Package(package),
            (_, None) => ImportTarget::External,
        };
        (target, package)
    };
    let mut resolve = |import: &Import, names: &mut Names| {
        let path = file.name(import.path);
        let lead = || lead(facts.name(import.path));
        let (target, package) = *known.entry((by, path)).or_insert_with(lead);
        let alias = (import.alias != NO_NAME).then(|| facts.name(import.alias));
        let name = match (alias, target) {
            (Some("_" | "."), _) => Name::NONE,
            (Some(_), _) => file.name(import.alias),
            (None, ImportTarget::Package(p)) => packages[p.0 as usize].name,
            (None, _) => names.intern(guess_package_name(facts.name(import.path))),
        };
        let is_guess = alias.is_none() && target == ImportTarget::External && facts.name(import.path) != "C";
        let dot = alias == Some(".");
        Imported { name, path, target, package, line: import.line, dot, is_guess }
    };
    facts.imports.iter().map(|import| resolve(import, names)).collect()
}

/// The name that a package outside the tree probably has: the last element of its path without a major version and
/// without the `go-` and `.go` decorations of repository names.
pub(crate) fn guess_package_name(path: &str) -> &str {
    let is_version = |s: &str| s.strip_prefix('v').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    let mut parts = path.rsplit('/');
    let mut last = parts.next().unwrap_or(path);
    if is_version(last) {
        last = parts.next().unwrap_or(last);
    }
    if let Some((stem, version)) = last.rsplit_once('.')
        && (is_version(version) || version == "go")
    {
        last = stem;
    }
    let last = last.strip_prefix("go-").unwrap_or(last);
    last.strip_suffix("-go").unwrap_or(last)
}

fn fill_scopes(world: &mut World<'_>) {
    for ix in 0..world.files.len() {
        let (package, first, facts) = {
            let file = &world.files[ix];
            (file.package, file.first_decl, file.facts)
        };
        for (local, decl) in facts.decls.iter().enumerate() {
            let decl_ix = DeclIx(first + local as u32);
            world.decl_file.push(FileIx(ix as u32));
            let kind = SymbolKind::from_number(decl.kind).unwrap_or(SymbolKind::Var);
            let name = world.files[ix].name(decl.name);
            if kind.is_type() {
                world.decl_type[decl_ix.0 as usize] = world.type_decls.len() as u32;
                world.type_decls.push(TypeDecl {
                    name,
                    decl: Some(decl_ix),
                    file: FileIx(ix as u32),
                    node: decl.node,
                    package,
                    alias: kind == SymbolKind::Alias,
                    methods: Vec::new(),
                    params: OnceLock::new(),
                    rhs: OnceLock::new(),
                });
            }
            let blank = matches!(facts.name(decl.name), "_" | "");
            let init = kind == SymbolKind::Func && facts.name(decl.name) == "init";
            if matches!(kind, SymbolKind::Field | SymbolKind::InterfaceMethod | SymbolKind::Method)
                || blank
                || init
            {
                continue;
            }
            let scope = &mut world.packages[package.0 as usize].scope;
            scope.entry(name).and_modify(|v| v.push(decl_ix)).or_insert(DeclVariants::One(decl_ix));
        }
    }
    let constrained: Vec<bool> =
        world.decl_file.iter().map(|f| world.files[f.0 as usize].constrained).collect();
    for package in &mut world.packages {
        for variants in package.scope.values_mut() {
            if let DeclVariants::Many(decls) = variants {
                decls.sort_by_key(|d| (constrained[d.0 as usize], *d));
            }
        }
    }
}

/// Adds each method to every variant of its receiver's type that can be built with it.
fn attach_methods(world: &mut World<'_>) {
    let mut attached: Vec<(TypeDeclIx, Method)> = Vec::new();
    for (ix, file) in world.files.iter().enumerate() {
        for (local, decl) in file.facts.decls.iter().enumerate() {
            if decl.kind != SymbolKind::Method as u8 || file.facts.name(decl.name) == "_" {
                continue;
            }
            let (receiver, is_pointer) = receiver_base(world, FileIx(ix as u32), file.name(decl.receiver));
            let method = Method {
                name: file.name(decl.name),
                decl: DeclIx(file.first_decl + local as u32),
                pointer: is_pointer || decl.flags & decl_flag::POINTER != 0,
            };
            let Some(variants) = world.packages[file.package.0 as usize].scope.get(&receiver) else {
                continue;
            };
            let own_variant = world.prefer(FileIx(ix as u32), variants.all());
            for &variant in variants.all() {
                let beside = world.file(world.file_of(variant));
                // A method in a file that the host leaves out belongs only to the variant of its own build.
                let is_apart = file.constrained || !world.meet(file.builds, beside.builds);
                if is_apart && Some(variant) != own_variant {
                    continue;
                }
                if let Some(type_decl) = world.type_decl_of(variant) {
                    attached.push((type_decl, method));
                }
            }
        }
    }
    let constrained = |m: &Method| world.file(world.file_of(m.decl)).constrained;
    attached.sort_by_key(|(t, m)| (*t, m.name, constrained(m), m.decl));
    for (type_decl, method) in attached {
        world.type_decls[type_decl.0 as usize].methods.push(method);
    }
}

/// The base type that a receiver's name denotes, and whether an alias makes it a pointer: with `type T = t` or `type
/// T = *t`, methods of `t` can be declared on `T`.
fn receiver_base(world: &World<'_>, from: FileIx, name: Name) -> (Name, bool) {
    let (mut name, mut is_pointer) = (name, false);
    for _ in 0..8 {
        let package = world.file(from).package;
        let Some(decl) = world.in_package(from, package, name) else { break };
        let file = world.file(world.file_of(decl));
        if world.kind(decl) != SymbolKind::Alias {
            break;
        }
        match type_of_spec(file.nodes(), world.decl(decl).node) {
            Some((rhs, Kind::Ident)) => name = file.name(file.nodes()[rhs as usize].name),
            Some((rhs, Kind::Star)) if !is_pointer => match file.nodes().get(rhs as usize + 1) {
                Some(base) if base.kind() == Kind::Ident => (name, is_pointer) = (file.name(base.name), true),
                _ => break,
            },
            _ => break,
        }
    }
    (name, is_pointer)
}

/// The index and the kind of the node on the right side of a `TypeSpec`; `None` if the nodes are damaged.
pub(crate) fn type_of_spec(nodes: &[Node], spec: u32) -> Option<(u32, Kind)> {
    let params = spec + 1;
    let rhs = nodes.get(params as usize)?.end;
    Some((rhs, nodes.get(rhs as usize)?.kind()))
}
