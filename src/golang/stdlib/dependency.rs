//! The declarations of one package of another module, reduced like those of the standard library.
//!
//! A package is reduced by itself, so that the result depends on its files alone: it has the exported declarations and
//! the unexported ones that these mention.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::codec;
use super::make::Library;
use super::reduce::is_exported;
use crate::golang::ast::{Kind, children};
use crate::golang::facts::{FileFacts, NONE};
use crate::golang::link::STD;
use crate::golang::module::is_std_path;
use crate::model::SymbolKind;

/// Must be raised whenever the same files would give other facts of a package.
pub const DEPENDENCY_FACTS_VERSION: u32 = 1;

/// Reduces the files of the package with this import path; `None` if none of them declares an importable package.
/// `name_of` returns the name of a package that they import, if it is known.
pub fn reduced_package(
    path: &str,
    files: Vec<FileFacts>,
    name_of: &dyn Fn(&str) -> Option<String>,
) -> Option<FileFacts> {
    Library::of_one(path, files, name_of).only_package(path)
}

/// Encodes the facts of a reduced package.
pub fn encode_package(facts: &FileFacts) -> Vec<u8> {
    codec::encode(facts)
}

/// Decodes the bytes of [`encode_package`]; `None` if they are damaged.
pub fn decode_package(bytes: &[u8]) -> Option<FileFacts> {
    codec::decode(bytes).filter(FileFacts::is_well_formed)
}

/// The path under which the facts of a package are bound. No file of a tree can have it.
pub fn source_path(import_path: &str) -> String {
    format!("{STD}{import_path}/api.go")
}

/// The import path of the package whose facts are bound under a path; `None` for a path of the tree.
pub fn import_path(source_path: &str) -> Option<&str> {
    source_path.strip_prefix(STD)?.strip_suffix("/api.go")
}

/// Finds out which packages are needed: those that the tree imports, and those that the needed declarations of known
/// packages mention.
#[derive(Default)]
pub struct PackageSearch {
    known: FxHashMap<String, Option<KnownPackage>>,
    /// Names that are still to be examined, by package.
    open: Vec<(String, String)>,
    seen: FxHashSet<(String, String)>,
    /// Packages of which every exported name is needed.
    whole: BTreeSet<String>,
}

struct KnownPackage {
    facts: Arc<FileFacts>,
    /// The nodes of the declarations of a name; of a type also those of its methods.
    roots: FxHashMap<String, Vec<u32>>,
}

impl PackageSearch {
    /// A search that starts at packages that the tree imports.
    pub fn new(imported: BTreeSet<String>) -> Self {
        Self { whole: imported, ..Self::default() }
    }

    /// The packages that are needed and not known yet, in order.
    pub fn wanted(&mut self) -> Vec<String> {
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        let whole = self.whole.iter().filter(|path| !self.known.contains_key(*path));
        wanted.extend(whole.cloned());
        let mut later = Vec::new();
        while let Some((path, name)) = self.open.pop() {
            match self.known.get(&path) {
                Some(Some(package)) => {
                    let mentions = package.mentions(&path, &name);
                    for (path, name) in mentions {
                        self.need(path, name);
                    }
                }
                Some(None) => {}
                None => {
                    wanted.insert(path.clone());
                    later.push((path, name));
                }
            }
        }
        self.open = later;
        wanted.into_iter().collect()
    }

    /// Takes over a package that was wanted; `None` if it was not found.
    pub fn take(&mut self, path: String, facts: Option<Arc<FileFacts>>) {
        let package = facts.map(KnownPackage::new);
        if let Some(package) = package.as_ref().filter(|_| self.whole.contains(&path)) {
            let names: Vec<String> = package.roots.keys().filter(|name| is_exported(name)).cloned().collect();
            for name in names {
                self.need(path.clone(), name);
            }
        }
        self.known.insert(path, package);
    }

    fn need(&mut self, path: String, name: String) {
        let key = (path, name);
        if !is_std_path(&key.0) && self.seen.insert(key.clone()) {
            self.open.push(key);
        }
    }
}

impl KnownPackage {
    fn new(facts: Arc<FileFacts>) -> Self {
        let mut roots: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for decl in facts.decls.iter().filter(|decl| decl.owner == NONE) {
            let name = match SymbolKind::from_number(decl.kind) {
                Some(SymbolKind::Method) => facts.name(decl.receiver),
                _ => facts.name(decl.name),
            };
            roots.entry(name.to_owned()).or_default().push(decl.node);
        }
        Self { facts, roots }
    }

    /// The packages and names that the declarations of a name mention.
    fn mentions(&self, own: &str, name: &str) -> Vec<(String, String)> {
        let facts = &self.facts;
        let mut mentions = Vec::new();
        for &root in self.roots.get(name).into_iter().flatten() {
            let Some(node) = facts.nodes.get(root as usize) else { continue };
            for ix in root..node.end {
                let node = facts.nodes[ix as usize];
                let text = facts.name(node.name);
                if node.kind() == Kind::Ident && self.roots.contains_key(text) {
                    mentions.push((own.to_owned(), text.to_owned()));
                }
                if node.kind() == Kind::Selector
                    && let Some(operand) = children(&facts.nodes, ix).next()
                {
                    let operand = facts.nodes[operand as usize];
                    let path = facts.name(operand.name);
                    if operand.kind() == Kind::Ident
                        && facts.imports.iter().any(|import| facts.name(import.path) == path)
                    {
                        mentions.push((path.to_owned(), text.to_owned()));
                    }
                }
            }
        }
        mentions.sort_unstable();
        mentions.dedup();
        mentions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::lower::Lowering;
    use crate::golang::lower::without_bodies;

    fn package(path: &str, source: &str) -> FileFacts {
        let facts = Lowering::new().facts(&without_bodies(source.as_bytes()));
        reduced_package(path, vec![facts], &|_| None).unwrap()
    }

    #[test]
    fn a_package_keeps_what_others_can_see() {
        let facts = package(
            "x.org/p",
            "package p\n\nimport \"x.org/go-q/v2\"\n\ntype T struct { hidden int; Q q.Q; embedded }\n\
             type embedded struct{}\n\ntype unused struct{}\n\nfunc (t *T) M() result { return 1 }\n\
             func (t *T) secret() {}\n\ntype result int\n\nfunc f() {}\n\nvar V = q.New[int](1)\n",
        );
        let again = decode_package(&encode_package(&facts)).unwrap();
        assert_eq!(encode_package(&again), encode_package(&facts));
        let mut names: Vec<&str> = facts.decls.iter().map(|decl| facts.name(decl.name)).collect();
        names.sort_unstable();
        assert_eq!(names, ["M", "Q", "T", "V", "embedded", "embedded", "result"]);
        let imports: Vec<&str> = facts.imports.iter().map(|import| facts.name(import.path)).collect();
        assert_eq!(imports, ["x.org/go-q/v2"]);
        assert!(
            reduced_package("x.org/main", vec![Lowering::new().facts(b"package main\n")], &|_| None)
                .is_none()
        );
        let bytes = encode_package(&facts);
        assert!((0..bytes.len()).all(|end| decode_package(&bytes[..end]).is_none()));
    }

    #[test]
    fn only_packages_that_needed_declarations_mention_are_wanted() {
        let sources = [
            (
                "x.org/a",
                "package a\n\nimport (\n\"x.org/b\"\n\"x.org/c\"\n\"fmt\"\n)\n\nfunc A(b.B, fmt.Stringer) { c.C() }\n",
            ),
            (
                "x.org/b",
                "package b\n\nimport (\n\"x.org/d\"\n\"x.org/e\"\n)\n\ntype B struct{ Own own }\ntype own struct{ D d.D }\nfunc Other(e.E)\n",
            ),
            ("x.org/d", "package d\n\ntype D int\n"),
        ];
        let mut search = PackageSearch::new(BTreeSet::from(["x.org/a".to_owned(), "x.org/none".to_owned()]));
        let mut rounds = Vec::new();
        loop {
            let wanted = search.wanted();
            if wanted.is_empty() {
                break;
            }
            for path in &wanted {
                let source = sources.iter().find(|(own, _)| own == path);
                search.take(path.clone(), source.map(|(path, source)| Arc::new(package(path, source))));
            }
            rounds.push(wanted.join(" "));
        }
        assert_eq!(rounds, ["x.org/a x.org/none", "x.org/b", "x.org/d"]);
    }
}
