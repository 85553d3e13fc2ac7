//! No circles of files: where some files import each other in a loop, none of them can be read, tested or moved alone.
//!
//! The graph is made of `use` and of paths in code, each followed through the files that only hand a name on to the one that
//! declares it. Unit tests are left out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

use super::scan::{self, Mention};

/// Files that import each other in a loop, and what ties each to another.
struct Circle {
    files: Vec<String>,
    ties: Vec<String>,
}

/// The files of one program or library, as the modules that they are.
#[derive(Default)]
struct House {
    /// By path from the root: `["golang", "check"]`.
    modules: HashMap<Vec<String>, Module>,
}

struct Module {
    file: String,
    items: HashSet<String>,
    mentions: Vec<Mention>,
}

impl House {
    /// `files` are paths relative to `root`'s folder with their sources.
    fn new(folder: &str, root: &str, files: &BTreeMap<String, String>) -> House {
        let mut found: Vec<(Vec<String>, Module)> = Vec::new();
        let mut tests: HashSet<Vec<String>> = HashSet::new();
        for (path, source) in files {
            let module = module_of(path, root);
            let parts: Vec<&str> = module.iter().map(String::as_str).collect();
            let scanned = scan::file(source, &parts);
            tests.extend(scanned.tests.into_iter().map(|name| [module.clone(), vec![name]].concat()));
            let file = format!("{folder}{path}");
            found.push((module, Module { file, items: scanned.items, mentions: scanned.mentions }));
        }
        let is_test = |module: &[String]| (1..=module.len()).any(|end| tests.contains(&module[..end]));
        found.retain(|(module, _)| !is_test(module) && !module.iter().any(|name| name == "tests"));
        House { modules: found.into_iter().collect() }
    }

    /// From file to file: the names that the first takes from the second.
    fn imports(&self) -> BTreeMap<&str, BTreeMap<&str, BTreeSet<String>>> {
        let mut found: BTreeMap<&str, BTreeMap<&str, BTreeSet<String>>> = BTreeMap::new();
        for (at, module) in &self.modules {
            let used = found.entry(&module.file).or_default();
            for mention in &module.mentions {
                // A name that is only handed on is no use of it.
                if mention.import.as_ref().is_some_and(|import| import.handed_on && !import.named) {
                    continue;
                }
                if let Some((file, name)) = self.resolve(at, &mention.path, mention.import.is_some(), 0)
                    && file != module.file
                {
                    used.entry(file).or_default().insert(name);
                }
            }
        }
        found
    }

    /// The file that declares what a path in module `at` names, and the name. `None` for other crates, for what the file
    /// declares itself, and for a module as such: who names something in it uses it.
    fn resolve(&self, at: &[String], path: &[String], is_use: bool, depth: usize) -> Option<(&str, String)> {
        if depth > 8 {
            return None;
        }
        let path: Vec<String> = path.iter().filter(|name| *name != "self").cloned().collect();
        let (first, rest) = path.split_first()?;
        if first == "crate" {
            return self.item(Vec::new(), rest, depth);
        }
        let child = [at, std::slice::from_ref(first)].concat();
        if self.modules.contains_key(&child) {
            return self.item(child, rest, depth);
        }
        if is_use {
            return None;
        }
        let bound = self.bound(at, first)?;
        self.resolve(at, &[bound, rest].concat(), true, depth + 1)
    }

    /// Follows `path` from a module that exists.
    fn item(&self, mut module: Vec<String>, path: &[String], depth: usize) -> Option<(&str, String)> {
        for (index, name) in path.iter().enumerate() {
            let child = [module.as_slice(), std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&child) {
                module = child;
                continue;
            }
            let here = self.modules.get(&module)?;
            if here.items.contains(name) {
                return Some((&here.file, name.clone()));
            }
            if let Some(bound) = self.bound(&module, name) {
                return self.resolve(&module, &[bound, &path[index + 1..]].concat(), true, depth + 1);
            }
            let globs =
                here.mentions.iter().filter(|mention| mention.import.as_ref().is_some_and(|i| i.name == "*"));
            let mut through = globs.filter_map(|glob| {
                self.resolve(&module, &[&glob.path[..], &path[index..]].concat(), true, depth + 1)
            });
            return through.next().or_else(|| Some((&here.file, name.clone())));
        }
        None
    }

    /// The path that a `use` of a module gives a name to.
    fn bound(&self, module: &[String], name: &str) -> Option<&[String]> {
        let mentions = &self.modules.get(module)?.mentions;
        let binding =
            mentions.iter().find(|mention| mention.import.as_ref().is_some_and(|i| i.name == name))?;
        Some(&binding.path)
    }

    fn circles(&self) -> Vec<Circle> {
        let imports = self.imports();
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            imports.keys().map(|file| (*file, below(&imports, file))).collect();
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for (file, reach) in &reached {
            if !reach.contains(file) || seen.contains(file) {
                continue;
            }
            let files: Vec<&str> =
                reach.iter().copied().filter(|other| reached[other].contains(file)).collect();
            seen.extend(files.iter().copied());
            let ties = files.iter().flat_map(|from| {
                let inside = imports[from].iter().filter(|(to, _)| files.contains(to));
                inside.map(move |(to, names)| {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    format!("  {from} -> {to}: {}", names.join(", "))
                })
            });
            let ties = ties.collect();
            found.push(Circle { files: files.into_iter().map(str::to_owned).collect(), ties });
        }
        found
    }
}

/// All files that a file imports, over any number of steps.
fn below<'a>(
    imports: &BTreeMap<&'a str, BTreeMap<&'a str, BTreeSet<String>>>,
    file: &str,
) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![file];
    while let Some(next) = open.pop() {
        for to in imports.get(next).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(*to) {
                open.push(to);
            }
        }
    }
    found
}

fn module_of(path: &str, root: &str) -> Vec<String> {
    if path == root {
        return Vec::new();
    }
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

/// The sources of a folder, by their path in it.
fn sources(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    super::each_file(folder, &mut |path| {
        let relative =
            path.strip_prefix(folder).expect("below the folder").to_string_lossy().replace('\\', "/");
        found.insert(relative, std::fs::read_to_string(path).expect("a source file"));
    });
    found
}

/// The library, and each benchmark that has a folder.
fn houses() -> Vec<House> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![House::new("src/", "lib.rs", &sources(&top.join("src")))];
    let mut benches: Vec<_> = std::fs::read_dir(top.join("benches"))
        .expect("benches is readable")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("main.rs").is_file())
        .collect();
    benches.sort();
    for bench in benches {
        let name = bench.file_name().expect("a name").to_string_lossy().into_owned();
        found.push(House::new(&format!("benches/{name}/"), "main.rs", &sources(&bench)));
    }
    found
}

#[test]
fn files_form_no_circle() {
    let circles: Vec<Circle> = houses().iter().flat_map(House::circles).collect();
    let described = |c: &Circle| format!("{} files form a circle:\n{}", c.files.len(), c.ties.join("\n"));
    let found: Vec<String> = circles.iter().map(described).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The circles of a library of these files: the names of the files of each.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(path, source)| ((*path).to_owned(), (*source).to_owned())).collect();
    House::new("", "lib.rs", &files).circles().iter().map(|circle| circle.ties.join("\n")).collect()
}

/// A case: its subject, its files, and the circles in them.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

#[test]
fn circles_are_found() {
    const LIB: (&str, &str) = ("lib.rs", "pub mod a; pub mod b; pub mod room;");
    let cases: [Case; 6] = [
        (
            "two files",
            &[
                LIB,
                ("a.rs", "use crate::b::Two; pub struct One;"),
                ("b.rs", "pub struct Two; fn f(_: super::a::One) {}"),
            ],
            &["  a.rs -> b.rs: Two\n  b.rs -> a.rs: One"],
        ),
        (
            "a folder's file uses a child that uses it",
            &[
                LIB,
                ("room/mod.rs", "mod x; pub struct Table; fn f() { x::fill() }"),
                ("room/x.rs", "use super::Table; pub fn fill() {}"),
            ],
            &["  room/mod.rs -> room/x.rs: fill\n  room/x.rs -> room/mod.rs: Table"],
        ),
        (
            "through a name that is handed on",
            &[
                LIB,
                ("room/mod.rs", "mod x; mod y; pub use x::{Left, self as left}; pub use y::*;"),
                ("room/x.rs", "use super::Right; pub struct Left;"),
                ("room/y.rs", "pub struct Right(crate::room::Left);"),
            ],
            &["  room/x.rs -> room/y.rs: Right\n  room/y.rs -> room/x.rs: Left"],
        ),
        (
            "a folder that only hands on",
            &[
                LIB,
                ("room/mod.rs", "mod x; mod y; pub use x::Left; pub use y::Right;"),
                ("room/x.rs", "use super::Right; pub struct Left;"),
                ("room/y.rs", "pub struct Right;"),
            ],
            &[],
        ),
        (
            "tests may look back",
            &[
                LIB,
                ("a.rs", "use crate::b::Two; pub struct One; #[cfg(test)] mod kit;"),
                ("a/kit.rs", "use super::One; use crate::b::Three;"),
                ("b.rs", "pub struct Two; #[cfg(test)] mod tests { use crate::a::One; }"),
            ],
            &[],
        ),
        (
            "a module under another name",
            &[
                LIB,
                ("a.rs", "use crate::b as other; pub struct One; fn f() -> other::Two {}"),
                ("b.rs", "use crate::a; pub struct Two(a::One);"),
            ],
            &["  a.rs -> b.rs: Two\n  b.rs -> a.rs: One"],
        ),
    ];
    for (name, files, expected) in cases {
        assert_eq!(circles_of(files), expected, "{name}");
    }
}
