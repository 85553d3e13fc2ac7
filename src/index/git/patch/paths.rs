//! Finds which files of a tree the headers of a diff mean, whatever prefixes stand before their paths.
//!
//! git writes `a/` and `b/`, with `diff.mnemonicPrefix` `i/`, `w/` and others, with `--src-prefix` any text, with `--no-prefix`
//! nothing; `diff -u` the folders that it was given. All paths of one diff mostly have the same prefixes, so each file is
//! read with those of its possible prefixes with which most files of the diff are found.

use std::collections::BTreeMap;

use super::parse::FilePatch;

/// The prefixes of the paths of both sides, and whether they are relative to the current folder instead of the root.
type Prefixes = ([String; 2], bool);

/// Text that a prefix may have before the first slash of a path, in bytes.
const LONGEST: usize = 64;
/// Folders that a prefix may consist of.
const DEEPEST: usize = 16;

/// The paths of each patch relative to the root; `None` for a side without the file. `here` is the current folder, relative
/// to the root as well and empty for it, and `exists` says whether the tree has a file. O(files x possible prefixes).
pub(in crate::index::git) fn paths(
    patches: &[FilePatch<'_>],
    here: &str,
    exists: &dyn Fn(&str) -> bool,
) -> Vec<[Option<String>; 2]> {
    let written: Vec<[Option<&str>; 2]> = patches.iter().map(written).collect();
    // Of the possible prefixes of each file, whether its file is found with them.
    let possible: Vec<Vec<(Prefixes, bool)>> = patches
        .iter()
        .zip(&written)
        .map(|(patch, written)| {
            let places: &[bool] = if here.is_empty() { &[false] } else { &[false, true] };
            let all = prefixes(patch, *written);
            let all = places.iter().flat_map(|&is_here| all.iter().map(move |both| (both.clone(), is_here)));
            let is_there = |path: Option<String>| path.is_some_and(|path| exists(&path));
            all.map(|prefixes| {
                let found = [0, 1].map(|side| without(written[side], side, &prefixes, here));
                let is_found = found.into_iter().any(is_there);
                (prefixes, is_found)
            })
            .collect()
        })
        .collect();
    let mut counts: BTreeMap<&Prefixes, usize> = BTreeMap::new();
    for (prefixes, _) in possible.iter().flatten().filter(|(_, is_found)| *is_found) {
        *counts.entry(prefixes).or_default() += 1;
    }
    let chosen = possible.iter().map(|all| {
        let rank = |(prefixes, is_found): &(Prefixes, bool)| {
            (*is_found, counts.get(prefixes).copied().unwrap_or_default())
        };
        // Of equal ones the first.
        all.iter().rev().max_by_key(|prefixes| rank(prefixes)).map(|(prefixes, _)| prefixes)
    });
    let nothing = Prefixes::default();
    let chosen: Vec<&Prefixes> = chosen.map(|prefixes| prefixes.unwrap_or(&nothing)).collect();
    let sides = patches.iter().zip(&written).zip(chosen);
    sides
        .map(|((patch, written), prefixes)| {
            [0, 1].map(|side| {
                let path = || without(written[side], side, prefixes, here);
                (!patch.is_absent[side]).then(path).flatten()
            })
        })
        .collect()
}

/// The names of both sides, the better of what the header lines and other lines say. A side without the file has the
/// other's name.
fn written<'p>(patch: &'p FilePatch<'_>) -> [Option<&'p str>; 2] {
    let of = |side: usize| patch.headers[side].as_deref().or(patch.bare[side].as_deref());
    [of(0).or(of(1)), of(1).or(of(0))]
}

fn without(written: Option<&str>, side: usize, (prefixes, is_here): &Prefixes, here: &str) -> Option<String> {
    let path = written?;
    // A side without the file is written with the other's prefix.
    let path = prefixes[side..]
        .iter()
        .chain(&prefixes[..side])
        .find_map(|prefix| path.strip_prefix(prefix.as_str()));
    let path = path.filter(|path| !path.is_empty())?.trim_start_matches("./");
    Some(if *is_here { format!("{here}/{path}") } else { path.to_owned() })
}

/// The prefixes that may stand before the paths of a file, the likeliest first.
fn prefixes(patch: &FilePatch<'_>, written: [Option<&str>; 2]) -> Vec<[String; 2]> {
    let [Some(old), Some(new)] = written else { return Vec::new() };
    let mut all: Vec<[String; 2]> = Vec::new();
    let mut add = |lengths: [usize; 2]| {
        let [Some(a), Some(b)] = [old.get(..lengths[0]), new.get(..lengths[1])] else { return };
        let both = [a.to_owned(), b.to_owned()];
        if !all.contains(&both) {
            all.push(both);
        }
    };
    // Lines that write a path without a prefix tell where it ends.
    let told = [0, 1].map(|side| {
        let path = patch.bare[side].as_deref()?;
        written[side]?.strip_suffix(path).map(str::len)
    });
    if let [Some(a), Some(b)] = told {
        add([a, b]);
    }
    // A side without the file is written as the other.
    let usual = |side: usize| ["a/", "b/"][if patch.is_absent[side] { 1 - side } else { side }];
    let begins_with_usual = old.starts_with(usual(0)) && new.starts_with(usual(1));
    if begins_with_usual {
        add([2, 2]);
    }
    let common = old.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count();
    let is_start = |text: &str, at: usize| at == 0 || text.as_bytes().get(at - 1) == Some(&b'/');
    let lengths = |from_end: usize| [old.len() - from_end, new.len() - from_end];
    let starts = (1..=common).rev().map(lengths);
    let folders = starts.clone().filter(|[a, b]| is_start(old, *a) && is_start(new, *b));
    folders.take(DEEPEST).for_each(&mut add);
    // Any text may stand before the path itself.
    starts.take_while(|[a, _]| !old[..*a].contains('/') || *a < LONGEST).take(LONGEST).for_each(&mut add);
    // A file with another name, or on one side only.
    let folder_end = |text: &str, n: usize| match n {
        0 => Some(0),
        n => text.match_indices('/').nth(n - 1).map(|(at, _)| at + 1),
    };
    for n in [1, 0].into_iter().chain(2..DEEPEST) {
        if let (Some(a), Some(b)) = (folder_end(old, n), folder_end(new, n)) {
            add([a, b]);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn files_are_found_behind_any_prefix() {
        const TREE: &[&str] = &["fee.go", "b/fee.go", "billing/fee.go", "x/y/z.go"];
        let pair = |old: &str, new: &str| format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n");
        let cases: &[(&str, String, &str, &[&str])] = &[
            ("git's", pair("a/b/fee.go", "b/b/fee.go"), "", &["b/fee.go b/fee.go"]),
            ("mnemonic", pair("i/b/fee.go", "w/b/fee.go"), "", &["b/fee.go b/fee.go"]),
            ("own", pair("left/b/fee.go", "right/b/fee.go"), "", &["b/fee.go b/fee.go"]),
            ("own without a slash", pair("leftx/y/z.go", "rightx/y/z.go"), "", &["x/y/z.go x/y/z.go"]),
            ("none", pair("b/fee.go", "b/fee.go"), "", &["b/fee.go b/fee.go"]),
            (
                "those that fit most files",
                pair("b/fee.go", "b/fee.go") + &pair("b/x/y/z.go", "b/x/y/z.go") + &pair("b/billing/fee.go", "b/billing/fee.go"),
                "",
                &["fee.go fee.go", "x/y/z.go x/y/z.go", "billing/fee.go billing/fee.go"],
            ),
            ("a new file", "--- /dev/null\n+++ b/x/y/z.go\n@@ -0,0 +1 @@\n+a\n".to_owned(), "", &["- x/y/z.go"]),
            (
                "a new file without prefixes",
                "diff --git billing/fee.go billing/fee.go\nnew file mode 100644\n--- /dev/null\n+++ billing/fee.go\n@@ -0,0 +1 @@\n+a\n".to_owned(),
                "",
                &["- billing/fee.go"],
            ),
            ("a file that is gone", "--- a/gone.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n".to_owned(), "", &["gone.go -"]),
            ("two folders", "--- one/new.go\t1970\n+++ two/x/y/z.go\t2024\n@@ -0,0 +1 @@\n+a\n".to_owned(), "", &["- x/y/z.go"]),
            ("a rename", "diff --git a/q.go b/x/y/z.go\nrename from q.go\nrename to x/y/z.go\n".to_owned(), "", &["q.go x/y/z.go"]),
            ("a path of the folder", pair("a/z.go", "b/z.go"), "x/y", &["x/y/z.go x/y/z.go"]),
            ("a merge", "diff --cc b/fee.go\n--- a/b/fee.go\n+++ b/b/fee.go\n@@@ -1 -1 +1 @@@\n- a\n++b\n -c\n".to_owned(), "", &["b/fee.go b/fee.go"]),
            ("an unknown file", pair("a/none.go", "b/none.go"), "", &["none.go none.go"]),
        ];
        for (what, text, here, expected) in cases {
            let patches = parse(text.as_bytes());
            let found = paths(&patches, here, &|path| TREE.contains(&path));
            let found: Vec<String> = found
                .iter()
                .map(|sides| sides.each_ref().map(|side| side.as_deref().unwrap_or("-")).join(" "))
                .collect();
            assert_eq!(found, *expected, "{what}");
        }
    }
}
