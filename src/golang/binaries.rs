//! Which code can meet a type that a test declares: each package's tests are a program of their own.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::link::{File, PackageIx, World};

/// The packages in the test program of each folder, found out once for each that is asked for.
#[derive(Default)]
pub(super) struct TestPrograms<'w> {
    packages: FxHashMap<&'w str, FxHashSet<PackageIx>>,
}

impl<'w> TestPrograms<'w> {
    /// Whether the program made of the tests of `tests`' folder contains code of `package`; of code in tests only that of
    /// the same folder. O(packages and their imports) for each folder, once.
    pub(super) fn contain(
        &mut self,
        world: &World<'w>,
        tests: PackageIx,
        package: PackageIx,
        in_test: bool,
    ) -> bool {
        let dir = world.package(tests).dir;
        if world.package(package).dir == dir {
            return true;
        }
        !in_test
            && match self.packages.entry(dir) {
                Entry::Occupied(known) => known.get().contains(&package),
                Entry::Vacant(unknown) => unknown.insert(program(world, dir)).contains(&package),
            }
    }
}

/// What the packages of a folder and their tests import, directly or not.
fn program(world: &World<'_>, dir: &str) -> FxHashSet<PackageIx> {
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
