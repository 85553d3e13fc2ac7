//! The modules that a tree requires: which version of each is used, and where the go command keeps it.
//!
//! Module files are a stranger's. Paths and versions that Go itself would not accept lead nowhere.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::paths::{passed_over, prefixes};
use super::{ReplacedBy, Workspace};

/// The longest path of a module and the longest version, in bytes.
const MAX_LENGTH: usize = 1024;

/// A module as the go command would download it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleVersion {
    pub path: String,
    pub version: String,
}

/// The module that stands for a required one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Required {
    Version(ModuleVersion),
    /// It is replaced by a folder outside of the tree.
    Elsewhere,
}

impl Workspace {
    /// The modules outside of the tree that its modules require, by the path under which they are imported. Of several
    /// versions the highest counts, as by the go command: from Go 1.17 on, a `go.mod` lists every module that provides a
    /// package. O(requirements).
    pub fn required_modules(&self) -> BTreeMap<String, Required> {
        let mut required: BTreeMap<String, Required> = BTreeMap::new();
        for (dir, module) in self.modules.iter().filter(|(dir, _)| passed_over(dir).is_none()) {
            for (path, version) in &module.requires {
                if self.by_path.contains_key(path) {
                    continue;
                }
                let work = self.work_of(dir).map(|(_, work)| &work.replaces);
                let replaced = work.into_iter().chain([&module.replaces]).find_map(|replaces| {
                    let speaks = |own: &Option<String>| own.as_ref().is_none_or(|own| own == version);
                    replaces.get(path)?.iter().find(|(own, _)| speaks(own)).map(|(_, by)| by)
                });
                let one = match replaced {
                    None => Required::Version(ModuleVersion { path: path.clone(), version: version.clone() }),
                    Some(ReplacedBy::Module { path, version }) => {
                        Required::Version(ModuleVersion { path: path.clone(), version: version.clone() })
                    }
                    Some(ReplacedBy::Folder(_)) => continue,
                    Some(ReplacedBy::Elsewhere) => Required::Elsewhere,
                };
                match required.get_mut(path) {
                    Some(known) if !is_higher(&one, known) => {}
                    Some(known) => *known = one,
                    None => drop(required.insert(path.clone(), one)),
                }
            }
        }
        required
    }
}

/// The modules that may have a package, the one with the longest path first.
pub fn candidates<'r>(
    required: &'r BTreeMap<String, Required>,
    package: &'r str,
) -> impl Iterator<Item = (&'r str, &'r Required)> {
    prefixes(package).filter_map(|(module, rest)| Some((rest, required.get(module)?)))
}

fn is_higher(one: &Required, than: &Required) -> bool {
    match (one, than) {
        (Required::Version(one), Required::Version(than)) => parsed(&one.version) > parsed(&than.version),
        (Required::Version(_), Required::Elsewhere) => true,
        (Required::Elsewhere, _) => false,
    }
}

/// A version as semantic versioning has it. The build, such as `+incompatible`, is only a mark.
fn parsed(version: &str) -> Option<semver::Version> {
    let version = version.strip_prefix('v').filter(|version| version.len() <= MAX_LENGTH)?;
    semver::Version::parse(version).ok()
}

impl ModuleVersion {
    /// The folder below the root of the module cache that has the module; `None` if Go would not accept the path or the
    /// version.
    pub fn folder(&self) -> Option<String> {
        Some(format!("{}@{}", self.escaped_path()?, self.escaped_version()?))
    }

    /// The file below the root of the module cache that has the hash of the module's archive.
    pub fn hash_file(&self) -> Option<String> {
        Some(format!("cache/download/{}/@v/{}.ziphash", self.escaped_path()?, self.escaped_version()?))
    }

    fn escaped_path(&self) -> Option<String> {
        let first = self.path.split('/').next().unwrap_or_default();
        let has_host = first.contains('.') && !first.starts_with('-');
        (has_host && is_module_path(&self.path)).then(|| escaped(&self.path))
    }

    fn escaped_version(&self) -> Option<String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
        parsed(&self.version)?;
        self.version.chars().all(is_plain).then(|| escaped(&self.version))
    }
}

/// Returns whether a text can be the path of a module or of a package in one (Go's `module.CheckPath`).
pub fn is_module_path(path: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '+');
    let is_element = |element: &str| {
        !element.is_empty()
            && !element.starts_with('.')
            && !element.ends_with('.')
            && element.chars().all(is_plain)
    };
    path.len() <= MAX_LENGTH && path.split('/').all(is_element)
}

/// The form of a path for file systems that do not distinguish capitals: `!x` for `X`.
fn escaped(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_ascii_uppercase() {
            escaped.push('!');
        }
        escaped.push(c.to_ascii_lowercase());
    }
    escaped
}

/// The hashes of modules' archives, by path and version, that a `go.sum` file states.
pub fn checksums(text: &str) -> FxHashMap<ModuleVersion, String> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let (path, version, hash) = (words.next()?, words.next()?, words.next()?);
        let is_archive = words.next().is_none() && !version.ends_with("/go.mod") && hash.starts_with("h1:");
        let module = ModuleVersion { path: path.to_owned(), version: version.to_owned() };
        is_archive.then(|| (module, hash.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_a_module_is_that_which_go_uses() {
        let workspace = Workspace::new([
            (
                "go.mod",
                "module m.x/a\nrequire (\n\tx.y/one v1.2.0\n\tx.y/two v1.10.0\n\tx.y/old v1.0.0\n\tx.y/out v1.0.0\n\
                 \tx.y/in v1.0.0\n\tm.x/b v1.0.0\n\tx.y/pseudo v0.0.0-20200101000000-abcdefabcdef\n)\n\
                 replace x.y/old => z.y/New v2.0.0\nreplace x.y/out => ../out\nreplace x.y/in => ./in\n",
            ),
            ("b/go.mod", "module m.x/b\nrequire (\n\tx.y/one v1.3.0-rc.1\n\tx.y/two v1.9.0\n)\n"),
            ("in/go.mod", "module x.y/in\n"),
            ("testdata/go.mod", "module t\nrequire x.y/one v9.0.0\n"),
        ]);
        let found = workspace.required_modules();
        let words = found.iter().map(|(path, required)| match required {
            Required::Version(module) => format!("{path}: {} {}", module.path, module.version),
            Required::Elsewhere => format!("{path}: elsewhere"),
        });
        assert_eq!(
            words.collect::<Vec<_>>(),
            [
                "x.y/old: z.y/New v2.0.0",
                "x.y/one: x.y/one v1.3.0-rc.1",
                "x.y/out: elsewhere",
                "x.y/pseudo: x.y/pseudo v0.0.0-20200101000000-abcdefabcdef",
                "x.y/two: x.y/two v1.10.0",
            ]
        );
        let of = |package| candidates(&found, package).map(|(rest, _)| rest.to_owned()).collect::<Vec<_>>();
        assert_eq!((of("x.y/one/a/b"), of("x.y/oneself")), (vec!["a/b".to_owned()], Vec::new()));
    }

    #[test]
    fn only_paths_and_versions_that_go_accepts_have_a_folder() {
        let folder = |path: &str, version: &str| {
            ModuleVersion { path: path.to_owned(), version: version.to_owned() }.folder()
        };
        assert_eq!(
            folder("github.com/BurntSushi/toml", "v1.4.0").as_deref(),
            Some("github.com/!burnt!sushi/toml@v1.4.0")
        );
        assert_eq!(folder("x.y/a", "v2.0.0+incompatible").as_deref(), Some("x.y/a@v2.0.0+incompatible"));
        assert_eq!(folder("x.y/a", "v1.0.0-RC1").as_deref(), Some("x.y/a@v1.0.0-!r!c1"));
        for (path, version) in [
            ("x.y/../../etc", "v1.0.0"),
            ("..", "v1.0.0"),
            ("/etc", "v1.0.0"),
            ("x.y/.git", "v1.0.0"),
            ("x.y//a", "v1.0.0"),
            ("x.y/a\\b", "v1.0.0"),
            ("x.y/a b", "v1.0.0"),
            ("x.y/a\u{1b}", "v1.0.0"),
            ("x.y/a@v1.0.0", "v1.0.0"),
            ("local/a", "v1.0.0"),
            ("", "v1.0.0"),
            ("x.y/a", ".."),
            ("x.y/a", "v1.0.0/../.."),
            ("x.y/a", "v1"),
            ("x.y/a", "v1.0.0-../x"),
            ("x.y/a", "latest"),
            ("x.y/a", ""),
        ] {
            assert_eq!(folder(path, version), None, "{path:?} {version:?}");
        }
    }

    #[test]
    fn checksums_are_those_of_archives() {
        let sums =
            checksums("x.y/a v1.0.0 h1:abc=\nx.y/a v1.0.0/go.mod h1:def=\ngarbage\nx.y/b v1.0.0 h2:x\n");
        let words: Vec<String> =
            sums.iter().map(|(m, hash)| format!("{} {} {hash}", m.path, m.version)).collect();
        assert_eq!(words, ["x.y/a v1.0.0 h1:abc="]);
    }
}
