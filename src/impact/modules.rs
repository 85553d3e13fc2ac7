//! Changed requirements of a `go.mod`, and the code that uses packages of such a module.

use std::collections::BTreeSet;

use super::change::{Changed, FileVersion, UNSURE, find, qualified};
use super::rebound::{imports, says};
use super::travel_rules::ChangeKind;
use crate::golang::modfile::{ModFile, Replacement};
use crate::model::{Graph, SymbolId, SymbolKind};

/// An external module whose requirement or replacement changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleChange {
    pub path: String,
    /// The version and its replacement; `None` if it was not named.
    pub old: Option<String>,
    /// The same after the change; `None` if it is no longer named.
    pub new: Option<String>,
}

/// The difference of two states of a `go.mod`.
#[derive(Clone, Debug, Default)]
pub struct Requirements {
    /// In order of path.
    pub changes: Vec<ModuleChange>,
    /// The paths of all modules that either names.
    known: BTreeSet<String>,
}

impl ModuleChange {
    pub fn words(&self) -> String {
        let path = &self.path;
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => format!("{path} {old} to {new}"),
            (Some(old), None) => format!("{path} {old} removed"),
            (None, new) => format!("{path} {} added", new.as_deref().unwrap_or_default()),
        }
    }
}

impl Requirements {
    /// O(size of the texts).
    pub fn between(old: &str, new: &str) -> Self {
        let [old, new] = [old, new].map(|text| ModFile::parse("", text).0);
        let mut known = BTreeSet::new();
        for file in [&old, &new] {
            known.extend(file.requires.keys().cloned());
            known.extend(file.replaces.iter().map(|replace| replace.old.clone()));
        }
        let of = |path: &String| {
            let [old, new] = [&old, &new].map(|file| wanted(file, path));
            (old != new).then(|| ModuleChange { path: path.clone(), old, new })
        };
        Self { changes: known.iter().filter_map(of).collect(), known }
    }

    /// The change that an import comes from, if its module is one that changed: of modules that lie within one another
    /// the innermost has it.
    pub fn of_import(&self, import: &str) -> Option<&ModuleChange> {
        let ends = import.match_indices('/').map(|(end, _)| end).chain([import.len()]);
        let above: Vec<&str> = ends.map(|end| &import[..end]).collect();
        let module = above.into_iter().rev().find(|path| self.known.contains(*path))?;
        let at = self.changes.binary_search_by(|change| change.path.as_str().cmp(module)).ok()?;
        self.changes.get(at)
    }

    /// The declarations of a file that use a package of a changed module, without packages that are `compared`. If the package's
    /// name cannot be derived from the path, all declarations of the file count; imports for side effects count for none.
    /// O(declarations x imports of such modules).
    pub fn named_by(
        &self,
        graph: &Graph<'_>,
        version: &FileVersion,
        compared: &dyn Fn(&str) -> bool,
    ) -> Vec<Changed> {
        let decls = &version.facts.decls;
        let mut told: Vec<Option<&ModuleChange>> = vec![None; decls.len()];
        for (name, path) in imports(version) {
            let Some(change) = self.of_import(path).filter(|_| !compared(path)) else { continue };
            let naming: Vec<bool> = decls.iter().map(|decl| says(&version.facts, decl, name)).collect();
            let is_whole = !naming.contains(&true);
            for (told, _) in told.iter_mut().zip(naming).filter(|(_, names)| *names || is_whole) {
                *told = Some(told.filter(|other| other.path < change.path).unwrap_or(change));
            }
        }
        let named = decls.iter().zip(told).filter_map(|(decl, change)| Some((decl, change?)));
        let changed = named.filter_map(|(decl, change)| {
            let kind = SymbolKind::from_number(decl.kind)?;
            let name = qualified(version, decl);
            let symbol = find(graph, &version.path, kind, &name, decl.line)?;
            let lost = match &change.old {
                Some(old) => format!("{} {old}", change.path),
                None => format!("{}, not required", change.path),
            };
            Some(Changed {
                line: decl.line,
                lost: Some(lost),
                is_doubtful: true,
                // Most of a module is in the next version as it was.
                score: UNSURE,
                ..Changed::of(ChangeKind::Unbound, graph.symbol(symbol))
            })
        });
        changed.collect()
    }
}

/// The declarations that refer to a name of another module, and that `is_of_module` admits: in its old version it was declared
/// otherwise, or is gone. `name` has the import path. O(references to the name).
pub fn users_of_changed(
    graph: &Graph<'_>,
    name: &str,
    (change, fate): (&ModuleChange, &str),
    is_of_module: &mut dyn FnMut(&str) -> bool,
) -> Vec<Changed> {
    let mut users: Vec<SymbolId> = graph.foreign(name).map(|site| site.from).collect();
    users.sort_unstable();
    users.dedup();
    users.retain(|&user| graph.symbol(user).file().is_some_and(|file| is_of_module(graph.path(file))));
    let old = change.old.as_deref().unwrap_or_default();
    let row = |user: SymbolId| {
        let symbol = graph.symbol(user);
        let lost = Some(format!("{name} of {old}, {fate}"));
        Changed { line: symbol.line(), lost, ..Changed::of(ChangeKind::Unbound, symbol) }
    };
    users.into_iter().map(row).collect()
}

/// The requirement of a module as written: `v1.2.3`, `v1.2.3 => ./fork`.
fn wanted(file: &ModFile, path: &str) -> Option<String> {
    let version = file.requires.get(path);
    let mut replaces: Vec<_> = file.replaces.iter().filter(|replace| replace.old == path).collect();
    // A replacement for one version precedes one for all versions.
    replaces.sort_by_key(|replace| replace.version.is_none());
    let mut replaces = replaces.into_iter();
    let fits =
        |own: &Option<String>| own.is_none() || version.is_none_or(|version| own.as_ref() == Some(version));
    let replace = replaces.find(|replace| fits(&replace.version)).map(|replace| match &replace.new {
        Replacement::Folder(new) | Replacement::Module(new) => format!("=> {new}"),
    });
    let words: Vec<String> = version.cloned().into_iter().chain(replace).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_module_files_require_otherwise_is_told_by_module() {
        let old = "module m\n\nrequire (\n\ta.b/c v1.0.0\n\ta.b/c/d v1.0.0\n\ta.b/e v0.1.0 // indirect\n)\n";
        let words = |new: &str| -> Vec<String> {
            Requirements::between(old, new).changes.iter().map(ModuleChange::words).collect()
        };
        let cases: [(_, _, &[&str]); 7] = [
            ("order and comments", old.replace(" // indirect", ""), &[]),
            ("a version", old.replace("c v1.0.0", "c v1.1.0"), &["a.b/c v1.0.0 to v1.1.0"]),
            ("gone", old.replace("\ta.b/e v0.1.0 // indirect\n", ""), &["a.b/e v0.1.0 removed"]),
            ("new", format!("{old}require x.y/z v2.0.0\n"), &["x.y/z v2.0.0 added"]),
            (
                "replaced by a folder",
                format!("{old}replace a.b/e => ./e\n"),
                &["a.b/e v0.1.0 to v0.1.0 => ./e"],
            ),
            (
                "replaced by a module",
                format!("{old}replace a.b/e v0.1.0 => x.y/e v0.2.0\n"),
                &["a.b/e v0.1.0 to v0.1.0 => x.y/e v0.2.0"],
            ),
            ("another version replaced", format!("{old}replace a.b/e v0.2.0 => ./e\n"), &[]),
        ];
        for (what, new, expected) in cases {
            assert_eq!(words(&new), expected, "{what}");
        }
        let changes = Requirements::between(old, &old.replace("c v1.0.0", "c v1.1.0"));
        let of = |import| changes.of_import(import).is_some();
        assert_eq!(
            ["a.b/c", "a.b/c/x", "a.b/c/d/x", "a.b/cx", "fmt"].map(of),
            [true, true, false, false, false]
        );
    }
}
