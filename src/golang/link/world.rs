//! The linked tree: files, packages and declarations by number, and the look-up of package-level names.

use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use crate::golang::ast::{NameIx, Node};
use crate::golang::build_constraint::{Builds, BuildsIx};
use crate::golang::facts::{Decl, FileFacts, NONE};
use crate::golang::ids::{DeclIx, FileIx, PackageIx, Ty, TypeDeclIx};
use crate::golang::names::{Name, Names};
use crate::golang::universe;
use crate::model::SymbolKind;

/// The target of an import spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImportTarget {
    Package(PackageIx),
    /// Package `unsafe`, which only the compiler knows.
    Unsafe,
    /// A package that is not known: one of a module outside the tree, or `C`.
    External,
}

/// An import of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Imported {
    /// Its name in the file; `Name::NONE` for blank and dot imports.
    pub(crate) name: Name,
    /// The import path.
    pub(crate) path: Name,
    pub(crate) target: ImportTarget,
    /// The package, if its source is known. That of `unsafe`, which is only documentation, counts as imported too.
    pub(crate) package: Option<PackageIx>,
    pub(crate) line: u32,
    pub(crate) dot: bool,
    /// True if its name is a guess from the path: nothing known says what the package is called.
    pub(crate) is_guess: bool,
}

/// A file with its names mapped and its imports resolved.
pub(crate) struct File<'a> {
    pub(crate) path: &'a str,
    pub(crate) facts: &'a FileFacts,
    pub(crate) names: &'a [Name],
    pub(crate) package: PackageIx,
    pub(crate) first_decl: u32,
    pub(crate) imports: Vec<Imported>,
    /// Names that its imports have and its package declares too. Go reports that, and the file means the import.
    pub(crate) hidden_by_imports: Vec<Name>,
    pub(crate) test: bool,
    /// True if the host's build leaves it out.
    pub(crate) constrained: bool,
    pub(crate) builds: BuildsIx,
    pub(crate) declarations_only: bool,
}

impl<'a> File<'a> {
    pub(crate) fn nodes(&self) -> &'a [Node] {
        &self.facts.nodes
    }

    /// Its declarations, in order.
    pub(crate) fn decls(&self) -> impl Iterator<Item = DeclIx> + use<> {
        let first = self.first_decl;
        (first..first + self.facts.decls.len() as u32).map(DeclIx)
    }

    pub(crate) fn name(&self, ix: NameIx) -> Name {
        self.names.get(ix as usize).copied().unwrap_or(Name::NONE)
    }
}

/// The declarations of one name in one package. Build constraints can make more than one.
#[derive(Clone, Debug)]
pub(crate) enum DeclVariants {
    One(DeclIx),
    /// The variants that the host builds come first.
    Many(Vec<DeclIx>),
}

impl DeclVariants {
    pub(crate) fn all(&self) -> &[DeclIx] {
        match self {
            DeclVariants::One(decl) => std::slice::from_ref(decl),
            DeclVariants::Many(decls) => decls,
        }
    }

    pub(super) fn push(&mut self, decl: DeclIx) {
        match self {
            DeclVariants::One(first) => *self = DeclVariants::Many(vec![*first, decl]),
            DeclVariants::Many(decls) => decls.push(decl),
        }
    }
}

/// The part of the tree that a package belongs to. Folders that the go command ignores (`testdata`, and names that
/// begin with `_` or `.`) contain programs of their own: unless the rest of the tree imports them, their types meet
/// no others. Zero is the rest of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Area(pub(crate) u32);

/// One package: the files of a folder that agree in their package clause.
pub(crate) struct Package<'a> {
    pub(crate) dir: &'a str,
    pub(crate) name: Name,
    pub(crate) import_path: String,
    pub(crate) files: Vec<FileIx>,
    pub(crate) scope: FxHashMap<Name, DeclVariants>,
    pub(crate) declarations_only: bool,
    pub(crate) area: Area,
}

/// A declared method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) name: Name,
    pub(crate) decl: DeclIx,
    pub(crate) pointer: bool,
}

/// A type declaration. Its type parameters and its right side are filled in on first demand.
pub(crate) struct TypeDecl {
    pub(crate) name: Name,
    /// `None` for types of the universe and types local to a body.
    pub(crate) decl: Option<DeclIx>,
    pub(crate) file: FileIx,
    pub(crate) node: u32,
    pub(crate) package: PackageIx,
    pub(crate) alias: bool,
    /// Declared methods, sorted by name. Variants of one name are adjacent, with those that the host builds first.
    pub(crate) methods: Vec<Method>,
    pub(crate) params: OnceLock<Box<[Ty]>>,
    pub(crate) rhs: OnceLock<Ty>,
}

impl TypeDecl {
    /// All variants of the method of that name.
    pub(crate) fn methods_named(&self, name: Name) -> &[Method] {
        let start = self.methods.partition_point(|m| m.name < name);
        let n = self.methods[start..].iter().take_while(|m| m.name == name).count();
        &self.methods[start..start + n]
    }
}

/// The linked tree. It does not change, except for the cells that typing fills.
pub(crate) struct World<'a> {
    pub(crate) names: &'a Names,
    pub(crate) files: Vec<File<'a>>,
    pub(crate) builds: Vec<Builds>,
    pub(crate) packages: Vec<Package<'a>>,
    /// Each declaration's file.
    pub(crate) decl_file: Vec<FileIx>,
    /// Each declaration's type declaration, [`NONE`] for other declarations.
    pub(crate) decl_type: Vec<u32>,
    pub(crate) type_decls: Vec<TypeDecl>,
    /// Each declaration's type once it is known: a function's signature, or the type of a variable, constant or
    /// field.
    pub(crate) decl_ty: Vec<AtomicU32>,
    pub(crate) universe: universe::Universe,
}

/// In `World::decl_ty`: not typed yet.
pub(crate) const UNSET: u32 = u32::MAX;
/// In `World::decl_ty`: being typed right now. A second request means a cycle of declarations.
pub(crate) const IN_PROGRESS: u32 = u32::MAX - 1;

impl<'a> World<'a> {
    pub(crate) fn file(&self, ix: FileIx) -> &File<'a> {
        &self.files[ix.0 as usize]
    }

    /// The builds that a file takes part in.
    pub(crate) fn builds_of(&self, file: &File<'a>) -> Builds {
        file.builds.in_sets(&self.builds)
    }

    /// Returns whether one program can contain files of both sets of builds.
    pub(crate) fn meet(&self, one: BuildsIx, other: BuildsIx) -> bool {
        one == other || one.in_sets(&self.builds).meet(other.in_sets(&self.builds))
    }

    pub(crate) fn package(&self, ix: PackageIx) -> &Package<'a> {
        &self.packages[ix.0 as usize]
    }

    pub(crate) fn file_of(&self, decl: DeclIx) -> FileIx {
        self.decl_file[decl.0 as usize]
    }

    pub(crate) fn decl(&self, decl: DeclIx) -> &'a Decl {
        let file = self.file(self.file_of(decl));
        &file.facts.decls[(decl.0 - file.first_decl) as usize]
    }

    /// Returns whether a type is declared outside the tree, or by no package-level declaration, as predeclared types
    /// and types local to a body are.
    pub(crate) fn is_outside(&self, ty: TypeDeclIx) -> bool {
        let decl = self.type_decls.get(ty.0 as usize).and_then(|ty| ty.decl);
        decl.is_none_or(|decl| self.file(self.file_of(decl)).declarations_only)
    }

    /// Of each name, whether a file of the tree writes it. Nothing of another name can be selected from what is outside.
    pub(crate) fn named_in_the_tree(&self) -> Vec<bool> {
        let mut named = vec![false; self.names.len()];
        let own = self.files.iter().filter(|file| !file.declarations_only);
        for name in own.flat_map(|file| file.names) {
            named[name.0 as usize] = true;
        }
        named
    }

    pub(crate) fn kind(&self, decl: DeclIx) -> SymbolKind {
        SymbolKind::from_number(self.decl(decl).kind).unwrap_or(SymbolKind::Var)
    }

    pub(crate) fn type_decl_of(&self, decl: DeclIx) -> Option<TypeDeclIx> {
        let ix = self.decl_type[decl.0 as usize];
        (ix != NONE).then_some(TypeDeclIx(ix))
    }

    /// The declaration of the `nth` name of a node.
    pub(crate) fn declared_by(&self, file: FileIx, node: u32, nth: u32) -> Option<DeclIx> {
        let file = self.file(file);
        let decls = &file.facts.decls;
        let at = decls.partition_point(|d| (d.node, d.nth) < (node, nth));
        let found = decls.get(at)?;
        ((found.node, found.nth) == (node, nth)).then_some(DeclIx(file.first_decl + at as u32))
    }

    /// The variant to which a site in `from` refers: the one in the same file, else the host's if both can be in one
    /// build, else the one that shares most builds with the site.
    pub(crate) fn prefer(&self, from: FileIx, variants: &[DeclIx]) -> Option<DeclIx> {
        let (&first, rest) = variants.split_first()?;
        if rest.is_empty() {
            return Some(first);
        }
        let site = self.file(from);
        let badness = |decl: &DeclIx| {
            let file = self.file(self.file_of(*decl));
            let is_foreign = file.constrained && !site.constrained;
            let in_common = self.builds_of(file).in_common(self.builds_of(site));
            // This decides if the files differ only in tags, which `Builds` does not distinguish.
            let is_written_otherwise = constraint_key(file) != constraint_key(site);
            (
                self.file_of(*decl) != from,
                is_foreign,
                in_common == 0,
                in_common == 0 && is_written_otherwise,
                file.constrained,
                Reverse(in_common),
                is_written_otherwise,
                *decl,
            )
        };
        variants.iter().copied().min_by_key(badness)
    }

    /// Returns whether no program contains both a site and a declaration, or only one that the host does not build
    /// although it builds the site. The name at the site then refers to any other declaration that there is.
    pub(crate) fn is_never_built_with(&self, from: FileIx, decl: DeclIx) -> bool {
        let (site, file) = (self.file(from), self.file(self.file_of(decl)));
        let is_left_out = file.constrained && !site.constrained || file.test && !site.test;
        is_left_out || !self.meet(site.builds, file.builds)
    }

    /// The variant of a type that is built with a file, if the given variant never is; else the given one.
    pub(crate) fn built_with(&self, from: FileIx, ty: TypeDeclIx) -> TypeDeclIx {
        let variant = || {
            let of = self.type_decls.get(ty.0 as usize)?;
            let file = self.file(self.file_of(of.decl?));
            if self.meet(self.file(from).builds, file.builds) {
                return None;
            }
            self.type_decl_of(self.in_package(from, of.package, of.name)?)
        };
        let is_alias = |ty: &TypeDeclIx| self.type_decls.get(ty.0 as usize).is_some_and(|ty| ty.alias);
        variant().filter(|variant| !is_alias(variant)).unwrap_or(ty)
    }

    /// The files of packages that import each other in a circle (mostly of one package alone). Each such group comes
    /// after all groups that it imports.
    pub(crate) fn by_dependency(&self) -> Vec<Vec<FileIx>> {
        let mut imports = DiGraph::<(), ()>::with_capacity(self.packages.len(), self.files.len());
        let nodes: Vec<NodeIndex> = self.packages.iter().map(|_| imports.add_node(())).collect();
        for file in &self.files {
            for package in file.imports.iter().filter_map(|import| import.package) {
                imports.add_edge(nodes[file.package.0 as usize], nodes[package.0 as usize], ());
            }
        }
        let files_of = |circle: Vec<NodeIndex>| {
            let mut files: Vec<FileIx> =
                circle.iter().flat_map(|package| &self.packages[package.index()].files).copied().collect();
            files.sort_unstable();
            files
        };
        kosaraju_scc(&imports).into_iter().map(files_of).collect()
    }

    /// Looks a name up in a package's scope; `from` decides between variants.
    pub(crate) fn in_package(&self, from: FileIx, package: PackageIx, name: Name) -> Option<DeclIx> {
        self.prefer(from, self.package(package).scope.get(&name)?.all())
    }
}

/// The suffix of a file's name and its build expression. Files with equal keys belong to the same builds.
fn constraint_key<'f>(file: &'f File<'_>) -> (&'f str, &'f str) {
    let stem = file.path.rsplit('/').next().unwrap_or("");
    let stem = stem.strip_suffix(".go").unwrap_or(stem);
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    (stem.split_once('_').map_or("", |(_, suffix)| suffix), file.facts.name(file.facts.build))
}
