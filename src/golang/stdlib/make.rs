//! Makes the library file from the source of the standard library.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::pack;
use super::reduce::{FactsBuilder, LibraryContext, Mention, Reducer, is_exported};
use crate::golang::ast::NO_NAME;
use crate::golang::build_constraint::Host;
use crate::golang::facts::{Decl, FileFacts, decl_flag, file_flag};
use crate::golang::link::guess_package_name;
use crate::golang::lower::Lowering;
use crate::golang::module::passed_over;
use crate::model::SymbolKind;

/// Makes a library file from Go files, given by path (relative to `GOROOT/src`) and text, for the default [`Host`].
/// Files are lowered on the threads of the current rayon pool, which need large stacks.
///
/// Equal sources give equal bytes. Commands, tests, files for other systems and the documentation package `builtin`
/// are excluded.
pub fn make(release: &str, mut files: Vec<(String, Vec<u8>)>) -> Vec<u8> {
    files.retain(|(path, _)| is_library_file(path));
    files.sort();
    let library = Library::read(&files);
    let reachable = library.reachable(is_importable);
    let packages: Vec<_> =
        reachable.iter().map(|(path, kept)| (path.as_str(), library.reduced(path, kept))).collect();
    pack(release, &packages)
}

fn is_library_file(path: &str) -> bool {
    path.strip_suffix(".go").is_some_and(|stem| !stem.ends_with("_test"))
        && !path.starts_with("cmd/")
        && !path.starts_with("builtin/")
        && passed_over(path).is_none()
}

/// A library, lowered: the standard library, or one package of another module.
pub(super) struct Library {
    packages: BTreeMap<String, LibraryPackage>,
    /// The names of imported packages that are not part of it.
    names: FxHashMap<String, String>,
}

#[derive(Default)]
struct LibraryPackage {
    name: String,
    files: Vec<FileFacts>,
    /// Package-level names: index of the file, and of the declaration in it.
    scope: FxHashMap<String, (usize, usize)>,
    /// Methods by the name of their receiver's type: index of the file, and of the declaration in it.
    methods: FxHashMap<String, Vec<(usize, usize)>>,
    /// Unexported methods that interfaces of the package require.
    hidden: FxHashSet<String>,
}

/// The parts of one package that are kept: package-level names, and methods by file and node.
#[derive(Default)]
struct KeptNames {
    names: BTreeSet<String>,
    methods: BTreeSet<(usize, u32)>,
}

impl Library {
    fn read(files: &[(String, Vec<u8>)]) -> Self {
        let host = Host::default();
        let lowered: Vec<FileFacts> =
            files.par_iter().map_init(Lowering::new, |lowering, (_, text)| lowering.facts(text)).collect();
        let mut packages: BTreeMap<String, LibraryPackage> = BTreeMap::new();
        for ((path, _), facts) in files.iter().zip(lowered) {
            let (dir, file_name) = path.rsplit_once('/').unwrap_or(("", path));
            let build = (facts.build != NO_NAME).then(|| facts.name(facts.build));
            let cgo = facts.flags & file_flag::CGO != 0;
            let name = facts.name(facts.package);
            if host.excludes(file_name, build, cgo).is_none() && !matches!(name, "main" | "") {
                let package = packages.entry(dir.to_owned()).or_default();
                name.clone_into(&mut package.name);
                package.files.push(facts);
            }
        }
        packages.values_mut().for_each(LibraryPackage::index);
        Self { packages, names: FxHashMap::default() }
    }

    /// A library of one package, whose name is that of most files.
    pub(super) fn of_one(
        path: &str,
        mut files: Vec<FileFacts>,
        name_of: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for facts in &files {
            *times.entry(facts.name(facts.package).to_owned()).or_default() += 1;
        }
        let is_library = |name: &str| !matches!(name, "main" | "");
        let usual = times.into_iter().filter(|(name, _)| is_library(name)).max_by_key(|(_, times)| *times);
        let name = usual.map(|(name, _)| name).unwrap_or_default();
        files.retain(|facts| is_library(&name) && facts.name(facts.package) == name);
        let mut names = FxHashMap::default();
        for (facts, import) in files.iter().flat_map(|facts| facts.imports.iter().map(move |i| (facts, i))) {
            let path = facts.name(import.path);
            if import.alias == NO_NAME && !names.contains_key(path) {
                let name = name_of(path).unwrap_or_else(|| guess_package_name(path).to_owned());
                names.insert(path.to_owned(), name);
            }
        }
        let mut package = LibraryPackage { name, files, ..LibraryPackage::default() };
        package.index();
        Self { packages: BTreeMap::from([(path.to_owned(), package)]), names }
    }

    /// The only package of a library; `None` if it has no file.
    pub(super) fn only_package(&self, path: &str) -> Option<FileFacts> {
        if self.packages.get(path)?.files.is_empty() {
            return None;
        }
        let kept = self.reachable(|_| true).remove(path).unwrap_or_default();
        Some(self.reduced(path, &kept))
    }

    /// Finds the parts of every package that are kept: the exported declarations of the packages that count, and everything that these
    /// mention.
    fn reachable(&self, counts: impl Fn(&str) -> bool) -> BTreeMap<String, KeptNames> {
        let mut kept: BTreeMap<String, KeptNames> = BTreeMap::new();
        let mut wanted: Vec<Mention> = Vec::new();
        for (path, package) in self.packages.iter().filter(|(path, _)| counts(path)) {
            let exported = package.scope.keys().filter(|name| is_exported(name));
            wanted.extend(exported.map(|name| Mention { package: Some(path.clone()), name: name.clone() }));
        }
        while let Some(Mention { package: path, name }) = wanted.pop() {
            let Some((path, package)) = path.and_then(|path| self.packages.get_key_value(&path)) else {
                continue;
            };
            let Some(&(file, decl)) = package.scope.get(&name) else { continue };
            let keeping = kept.entry(path.clone()).or_default();
            if !keeping.names.insert(name.clone()) {
                continue;
            }
            let mut roots = vec![(file, package.files[file].decls[decl].node)];
            for (file, method) in package.visible_methods(&name) {
                keeping.methods.insert((file, method.node));
                roots.push((file, method.node));
            }
            for (file, root) in roots {
                wanted.extend(self.mentions(path, package, &keeping.names, file, root));
            }
        }
        kept
    }

    /// The names that a declaration mentions, with full import paths.
    fn mentions(
        &self,
        path: &str,
        package: &LibraryPackage,
        kept: &BTreeSet<String>,
        file: usize,
        root: u32,
    ) -> Vec<Mention> {
        let mut scratch = FactsBuilder::default();
        let context = self.context(package, file, kept);
        let mut reducer = Reducer::new(&package.files[file], &context, &mut scratch);
        reducer.declaration(root);
        let own =
            |mention: Mention| Mention { package: mention.package.or(Some(path.to_owned())), ..mention };
        reducer.mentions.into_iter().map(own).collect()
    }

    /// A package reduced to what is kept of it.
    fn reduced(&self, path: &str, kept: &KeptNames) -> FileFacts {
        let package = &self.packages[path];
        let mut out = FactsBuilder::new(&package.name);
        for (ix, facts) in package.files.iter().enumerate() {
            let context = self.context(package, ix, &kept.names);
            let is_kept = |decl: &&Decl| match SymbolKind::from_number(decl.kind) {
                Some(SymbolKind::Method) => kept.methods.contains(&(ix, decl.node)),
                Some(SymbolKind::Field | SymbolKind::InterfaceMethod) => false,
                _ => kept.names.contains(facts.name(decl.name)),
            };
            let roots: BTreeSet<u32> = facts.decls.iter().filter(is_kept).map(|decl| decl.node).collect();
            let mut reducer = Reducer::new(facts, &context, &mut out);
            for root in roots {
                reducer.declaration(root);
            }
            reducer.symbols();
        }
        out.finish()
    }

    fn context<'a>(
        &'a self,
        package: &'a LibraryPackage,
        file: usize,
        kept: &'a BTreeSet<String>,
    ) -> FileContext<'a> {
        let facts = &package.files[file];
        let mut imports = FxHashMap::default();
        for import in &facts.imports {
            let path = facts.name(import.path);
            let vendored = format!("vendor/{path}");
            let path = if self.packages.contains_key(&vendored) { vendored } else { path.to_owned() };
            let name = match facts.name(import.alias) {
                "" => {
                    let known = self.packages.get(&path).map(|imported| &imported.name);
                    known.or_else(|| self.names.get(&path)).unwrap_or(&path).clone()
                }
                alias => alias.to_owned(),
            };
            imports.insert(name, path);
        }
        FileContext { library: self, package, imports, kept }
    }
}

impl LibraryPackage {
    fn index(&mut self) {
        for (file, facts) in self.files.iter().enumerate() {
            for (ix, decl) in facts.decls.iter().enumerate() {
                let name = facts.name(decl.name);
                match SymbolKind::from_number(decl.kind) {
                    Some(SymbolKind::Field) => {}
                    Some(SymbolKind::InterfaceMethod) if is_exported(name) => {}
                    Some(SymbolKind::InterfaceMethod) => {
                        self.hidden.insert(name.to_owned());
                    }
                    Some(SymbolKind::Method) => {
                        let receiver = facts.name(decl.receiver).to_owned();
                        self.methods.entry(receiver).or_default().push((file, ix));
                    }
                    _ => {
                        self.scope.entry(name.to_owned()).or_insert((file, ix));
                    }
                }
            }
        }
    }

    /// The methods of a type that other code can call, or that make it satisfy an interface of its own package.
    fn visible_methods(&self, receiver: &str) -> impl Iterator<Item = (usize, &Decl)> {
        let all = self.methods.get(receiver).into_iter().flatten();
        all.map(|&(file, ix)| (file, &self.files[file].decls[ix])).filter(|(file, decl)| {
            let name = self.files[*file].name(decl.name);
            is_exported(name) || self.hidden.contains(name)
        })
    }
}

/// Returns whether other code may import a package: all but internal and vendored packages.
fn is_importable(path: &str) -> bool {
    !path.starts_with("vendor/") && path.split('/').all(|element| element != "internal")
}

/// The names that are visible in a file of the library.
struct FileContext<'a> {
    library: &'a Library,
    package: &'a LibraryPackage,
    imports: FxHashMap<String, String>,
    kept: &'a BTreeSet<String>,
}

impl LibraryContext for FileContext<'_> {
    fn imported(&self, name: &str) -> Option<&str> {
        self.imports.get(name).map(String::as_str)
    }

    fn keeps(&self, name: &str) -> bool {
        self.kept.contains(name)
    }

    fn is_plain_function(&self, package: Option<&str>, name: &str) -> bool {
        let package = package.map_or(Some(self.package), |path| self.library.packages.get(path));
        let decl = package.and_then(|package| {
            let &(file, decl) = package.scope.get(name)?;
            Some(package.files[file].decls[decl])
        });
        decl.is_some_and(|d| d.kind == SymbolKind::Func as u8 && d.flags & decl_flag::GENERIC == 0)
    }
}
