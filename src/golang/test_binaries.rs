//! Finds the packages that are linked into the test binary of a folder: the tests there meet no other code.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ids::PackageIx;
use super::link::{File, World};

/// The packages in the test binary of each folder, computed on first demand.
#[derive(Default)]
pub(super) struct TestBinaries<'w> {
    packages: FxHashMap<&'w str, FxHashSet<PackageIx>>,
}

impl<'w> TestBinaries<'w> {
    /// Returns whether a program may contain code of two packages, each with whether it is of tests. Such code is only in
    /// the test binary of its folder. O(packages and their imports) for each folder, once.
    pub(super) fn link(&mut self, world: &World<'w>, a: (PackageIx, bool), b: (PackageIx, bool)) -> bool {
        let ((tests, is_test), (package, in_test)) = if a.1 { (a, b) } else { (b, a) };
        let dir = world.package(tests).dir;
        if !is_test || world.package(package).dir == dir {
            return true;
        }
        !in_test
            && match self.packages.entry(dir) {
                Entry::Occupied(known) => known.get().contains(&package),
                Entry::Vacant(unknown) => unknown.insert(linked_packages(world, dir)).contains(&package),
            }
    }
}

/// The packages of a folder and all that they and their tests import, directly or not.
fn linked_packages(world: &World<'_>, dir: &str) -> FxHashSet<PackageIx> {
    let all = (0..world.packages.len() as u32).map(PackageIx);
    let own: Vec<PackageIx> = all.filter(|&p| world.package(p).dir == dir).collect();
    let imported = |package: PackageIx, with: fn(&File<'_>) -> bool| {
        let files = world.package(package).files.iter().map(|&file| world.file(file));
        files.filter(move |file| with(file)).flat_map(|file| file.imports.iter().filter_map(|i| i.package))
    };
    let mut open: Vec<PackageIx> = own.iter().flat_map(|&package| imported(package, |_| true)).collect();
    let mut found: FxHashSet<PackageIx> = own.into_iter().collect();
    while let Some(package) = open.pop() {
        if found.insert(package) {
            open.extend(imported(package, |file| !file.test));
        }
    }
    found
}
