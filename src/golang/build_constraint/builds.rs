//! The builds that a file takes part in: which files can ever be compiled together.

use std::ops::{BitAnd, BitOr, Not};

use rustc_hash::FxHashMap;

use super::{KNOWN_ARCH, KNOWN_OS, Truth, evaluate, holds, named};

/// All combinations of system and architecture that Go can build for (`internal/platform.List`), broken ports too.
const PLATFORMS: [(&str, &str); 49] = [
    ("aix", "ppc64"),
    ("android", "386"),
    ("android", "amd64"),
    ("android", "arm"),
    ("android", "arm64"),
    ("darwin", "amd64"),
    ("darwin", "arm64"),
    ("dragonfly", "amd64"),
    ("freebsd", "386"),
    ("freebsd", "amd64"),
    ("freebsd", "arm"),
    ("freebsd", "arm64"),
    ("freebsd", "riscv64"),
    ("illumos", "amd64"),
    ("ios", "amd64"),
    ("ios", "arm64"),
    ("js", "wasm"),
    ("linux", "386"),
    ("linux", "amd64"),
    ("linux", "arm"),
    ("linux", "arm64"),
    ("linux", "loong64"),
    ("linux", "mips"),
    ("linux", "mips64"),
    ("linux", "mips64le"),
    ("linux", "mipsle"),
    ("linux", "ppc64"),
    ("linux", "ppc64le"),
    ("linux", "riscv64"),
    ("linux", "s390x"),
    ("linux", "sparc64"),
    ("netbsd", "386"),
    ("netbsd", "amd64"),
    ("netbsd", "arm"),
    ("netbsd", "arm64"),
    ("openbsd", "386"),
    ("openbsd", "amd64"),
    ("openbsd", "arm"),
    ("openbsd", "arm64"),
    ("openbsd", "ppc64"),
    ("openbsd", "riscv64"),
    ("plan9", "386"),
    ("plan9", "amd64"),
    ("plan9", "arm"),
    ("solaris", "amd64"),
    ("wasip1", "wasm"),
    ("windows", "386"),
    ("windows", "amd64"),
    ("windows", "arm64"),
];

/// The architectures that Go builds for on a system, in order.
pub fn architectures(os: &str) -> impl Iterator<Item = &'static str> {
    PLATFORMS.iter().filter(move |platform| platform.0 == os).map(|platform| platform.1)
}

/// The systems that Go builds for, in order.
pub fn systems() -> impl Iterator<Item = &'static str> {
    PLATFORMS.chunk_by(|a, b| a.0 == b.0).map(|of_one| of_one[0].0)
}

/// A set of builds. A build is one of [`PLATFORMS`], with or without cgo, and with all other tags on or all of them
/// off. Tags are not distinguished from each other: `netgo` and `purego` hold in the same builds, `!netgo` holds in
/// the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Builds([u64; 4]);

const EACH: u64 = (1 << PLATFORMS.len()) - 1;

impl Builds {
    const CGO: Self = Self([0, EACH, 0, EACH]);
    const TAGGED: Self = Self([0, 0, EACH, EACH]);

    /// The builds in which a file with this name, build expression (without the `//go:build`) and use of cgo takes
    /// part. An expression that cannot be parsed excludes no build.
    pub fn of(file_name: &str, build: Option<&str>, imports_c: bool) -> Self {
        let (os, arch) = named(file_name);
        let by_name = [os, arch].into_iter().flatten().fold(Self::ALWAYS, |all, tag| all & Self::tagged(tag));
        let by_line = build.and_then(|line| evaluate(line, Self::tagged)).unwrap_or(Self::ALWAYS);
        by_name & by_line & if imports_c { Self::CGO } else { Self::ALWAYS }
    }

    /// Returns whether one program can contain files of both sets. The empty set meets every other, because it stands
    /// for builds that are not modelled here.
    pub fn meet(self, other: Self) -> bool {
        self == Self::NEVER || other == Self::NEVER || self.in_common(other) > 0
    }

    /// The number of builds in both sets.
    pub fn in_common(self, other: Self) -> u32 {
        (self & other).0.iter().map(|bits| bits.count_ones()).sum()
    }

    /// Returns whether the set contains all builds.
    pub fn is_every(self) -> bool {
        self == Self::ALWAYS
    }

    /// Returns whether the set is empty.
    pub fn is_none(self) -> bool {
        self == Self::NEVER
    }

    /// The builds in which a tag holds.
    fn tagged(tag: &str) -> Self {
        match tag {
            "cgo" => return Self::CGO,
            // Tags that no build sets (`go help buildconstraint`).
            "ignore" => return Self::NEVER,
            _ => {}
        }
        let is_known = ["unix", "gc"].contains(&tag) || KNOWN_OS.contains(&tag) || KNOWN_ARCH.contains(&tag);
        let bits = PLATFORMS.iter().enumerate().filter(|(_, (os, arch))| holds(os, arch, tag));
        let bits = bits.fold(0, |bits, (at, _)| bits | 1 << at);
        if is_known || bits != 0 || tag.starts_with("go1.") { Self([bits; 4]) } else { Self::TAGGED }
    }
}

/// The number of a set of builds among those of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BuildsIx(u16);

/// Numbers the sets of builds of a tree's files. Thousands of files have a few hundred sets; a set beyond the
/// 65,536th gets the number of the first.
#[derive(Default)]
pub struct BuildSets<'f> {
    found: Vec<Builds>,
    numbers: FxHashMap<Builds, BuildsIx>,
    known: FxHashMap<Constraints<'f>, BuildsIx>,
}

/// The input of [`Builds::of`] from a file: system, architecture, build expression, use of cgo.
type Constraints<'f> = (Option<&'f str>, Option<&'f str>, Option<&'f str>, bool);

impl<'f> BuildSets<'f> {
    /// The number of a set from [`Builds::of`].
    pub fn of(&mut self, file_name: &'f str, build: Option<&'f str>, imports_c: bool) -> BuildsIx {
        let (os, arch) = named(file_name);
        let (sets, numbers) = (&mut self.found, &mut self.numbers);
        *self.known.entry((os, arch, build, imports_c)).or_insert_with(|| {
            let builds = Builds::of(file_name, build, imports_c);
            *numbers.entry(builds).or_insert_with(|| {
                sets.push(builds);
                BuildsIx(u16::try_from(sets.len() - 1).unwrap_or(0))
            })
        })
    }

    pub fn into_sets(self) -> Vec<Builds> {
        self.found
    }
}

impl BuildsIx {
    /// The set of this number in `sets`; all builds if there is none.
    pub fn in_sets(self, sets: &[Builds]) -> Builds {
        sets.get(usize::from(self.0)).copied().unwrap_or(Builds::ALWAYS)
    }
}

impl Truth for Builds {
    const NEVER: Self = Self([0; 4]);
    const ALWAYS: Self = Self([EACH; 4]);
}

impl Not for Builds {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|bits| !bits & EACH))
    }
}

impl BitAnd for Builds {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for Builds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_same_builds_have_one_number() {
        let mut sets = BuildSets::default();
        let names = [
            ("a.go", None),
            ("b.go", None),
            ("a_windows.go", None),
            ("b.go", Some("windows")),
            ("c.go", Some("cgo")),
        ];
        let numbers = names.map(|(name, line)| sets.of(name, line, false));
        let sets = sets.into_sets();
        assert_eq!((numbers[0], numbers[2]), (numbers[1], numbers[3]));
        assert_eq!(sets.len(), 3);
        for (number, (name, line)) in numbers.into_iter().zip(names) {
            assert_eq!(number.in_sets(&sets), Builds::of(name, line, false));
        }
    }

    #[test]
    fn what_can_be_built_together_has_builds_in_common() {
        let of = |(name, line): (&str, &str)| Builds::of(name, (!line.is_empty()).then_some(line), false);
        let cases = [
            (("a.go", ""), ("b.go", ""), 196),
            (("a_windows.go", ""), ("b.go", ""), 12),
            (("a_windows.go", ""), ("b.go", "!linux"), 12),
            (("a_windows.go", ""), ("b_linux.go", ""), 0),
            (("a_windows.go", ""), ("b.go", "!linux && amd64"), 4),
            (("z_freebsd_386.go", "freebsd && 386"), ("n_freebsd_386.go", ""), 4),
            (("z_freebsd_386.go", "freebsd && 386"), ("n_linux_386.go", ""), 0),
            (("a.go", "unix"), ("b_plan9.go", ""), 0),
            (("a.go", "integration"), ("b.go", "!integration"), 0),
            (("a_windows.go", "integration"), ("b.go", "integration && !linux"), 6),
            (("a.go", "cgo"), ("b.go", "!cgo"), 0),
            (("a.go", "cgo && !netgo"), ("b.go", "!netgo"), 49),
            (("a.go", "go1.21"), ("b.go", "!go1.21"), 0),
            (("a.go", "linux &&"), ("b_linux.go", ""), 72),
            (("a_nacl.go", ""), ("b_nacl.go", ""), 0),
            (("t_freebsd.go", "ignore"), ("a_freebsd.go", ""), 0),
            (("a.go", "!ignore"), ("b.go", ""), 196),
        ];
        for (a, b, common) in cases {
            assert_eq!(of(a).in_common(of(b)), common, "{a:?} {b:?}");
            assert_eq!(of(b).in_common(of(a)), common, "{b:?} {a:?}");
        }
        let (nacl, windows) = (of(("a_nacl.go", "")), of(("a_windows.go", "")));
        assert!(nacl.meet(windows) && windows.meet(nacl) && windows.meet(of(("b.go", ""))));
        assert!(!windows.meet(of(("b.go", "unix"))));
        let with_c = Builds::of("c.go", None, true);
        assert_eq!((with_c.in_common(of(("a.go", "!cgo"))), with_c.in_common(of(("a.go", "")))), (0, 98));
    }
}
