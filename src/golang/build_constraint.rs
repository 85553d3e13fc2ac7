//! Build constraints: which files of a package take part in a build for one host, and which can do so together.
//!
//! Two things leave a file out: its name (`_linux`, `_arm64`, `_windows_386` before `_test` and `.go`) and its
//! `//go:build` line. A third is `import "C"`, since cgo is off here as it is without a C toolchain. The rules are
//! those of `go help buildconstraint` and of `go/build` (`goodOSArchFile`, `matchTag`).
//!
//! The host is data, and its default is the same on every machine: the graph is a function of the tree alone, so the
//! machine on which it is built must not decide which variant of a symbol is preferred.

mod builds;
mod target;

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

use serde::{Deserialize, Serialize};

pub use builds::{BuildSets, Builds, BuildsIx, architectures, systems};
pub use target::{HostChange, settable_tags};

/// The newest release `1.N` whose `go1.N` tag holds, with all before it.
pub const GO_RELEASE: u32 = 27;

/// Operating systems that a file name may end in (Go's `internal/syslist.KnownOS`, frozen by its own promise).
const KNOWN_OS: [&str; 18] = [
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl",
    "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
];

/// Systems on which the tag `unix` holds (`internal/syslist.UnixOS`).
const UNIX_OS: [&str; 12] = [
    "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "linux", "netbsd",
    "openbsd", "solaris",
];

/// Architectures that a file name may end in (`internal/syslist.KnownArch`).
const KNOWN_ARCH: [&str; 24] = [
    "386", "amd64", "amd64p32", "arm", "arm64", "arm64be", "armbe", "loong64", "mips", "mips64", "mips64le",
    "mips64p32", "mips64p32le", "mipsle", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x",
    "sparc", "sparc64", "wasm",
];

/// Experiments that are on by default in Go 1.27 (`internal/buildcfg`, the baseline of 64-bit systems).
const EXPERIMENTS: [&str; 7] = [
    "dwarf5",
    "greenteagc",
    "jsonv2",
    "randomizedheapbase64",
    "regabiargs",
    "regabiwrappers",
    "sizespecializedmalloc",
];

/// The prefix of build tags of experiments.
pub const EXPERIMENT: &str = "goexperiment.";

/// The tag that sets an experiment to the opposite of its default: `goexperiment.nojsonv2` for `goexperiment.jsonv2`,
/// which is on. `None` for tags that are not experiments.
pub fn experiment_switched(tag: &str) -> Option<String> {
    let name = tag.strip_prefix(EXPERIMENT).filter(|name| !name.is_empty())?;
    Some(if EXPERIMENTS.contains(&name) { format!("{EXPERIMENT}no{name}") } else { tag.to_owned() })
}

/// The build target for which files are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// A GOOS, such as `linux`.
    pub os: String,
    /// A GOARCH, such as `amd64`.
    pub arch: String,
    /// Further tags that hold, as after `go build -tags`. `cgo` among them turns cgo on; `goexperiment.noX` turns the
    /// experiment X off.
    pub tags: Vec<String>,
}

impl Default for Host {
    /// linux/amd64 without tags, wherever this program itself runs.
    fn default() -> Self {
        Self { os: "linux".into(), arch: "amd64".into(), tags: Vec::new() }
    }
}

/// Why a file takes no part in the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// The system or architecture at the end of its name is another one.
    FileName,
    /// Its `//go:build` expression is false.
    Expression,
    /// It imports `"C"`, and cgo is off.
    Cgo,
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FileName => "file name of another system",
            Self::Expression => "build constraint",
            Self::Cgo => "cgo",
        })
    }
}

impl Host {
    /// Why a file with this name, build expression (without the `//go:build`) and use of cgo is left out; `None` if it
    /// takes part.
    ///
    /// An expression that cannot be parsed leaves nothing out: hiding code because of a typing error helps nobody.
    pub fn excludes(&self, file_name: &str, build: Option<&str>, imports_c: bool) -> Option<Exclusion> {
        if !self.matches_name(file_name) {
            return Some(Exclusion::FileName);
        }
        if build.and_then(|text| self.evaluate(text)) == Some(false) {
            return Some(Exclusion::Expression);
        }
        (imports_c && !self.holds("cgo")).then_some(Exclusion::Cgo)
    }

    /// Returns whether the system and architecture that a file's name ends in, if any, are this host's.
    fn matches_name(&self, file_name: &str) -> bool {
        let (os, arch) = named(file_name);
        [os, arch].into_iter().flatten().all(|tag| self.holds(tag))
    }

    /// Returns whether a single tag holds.
    fn holds(&self, tag: &str) -> bool {
        let has = |tag: &str| self.tags.iter().any(|own| own == tag);
        // `GOEXPERIMENT=noX` turns the experiment X off.
        let is_off = |name: &str| has(&format!("{EXPERIMENT}no{name}"));
        has(tag) || holds(&self.os, &self.arch, tag) && !tag.strip_prefix(EXPERIMENT).is_some_and(is_off)
    }

    /// The value of a `//go:build` expression; `None` when it is not one.
    pub fn evaluate(&self, expression: &str) -> Option<bool> {
        evaluate(expression, |tag| self.holds(tag))
    }
}

/// Returns whether a tag holds on a platform without being set.
fn holds(os: &str, arch: &str, tag: &str) -> bool {
    if tag == os || tag == arch || tag == "gc" {
        return true;
    }
    match tag {
        "unix" => UNIX_OS.contains(&os),
        "linux" => os == "android",
        "solaris" => os == "illumos",
        "darwin" => os == "ios",
        // The lowest feature level of each architecture is the default one (GOAMD64=v1, GOARM64=v8.0).
        "amd64.v1" => arch == "amd64",
        "arm64.v8.0" => arch == "arm64",
        _ => is_release(tag) || tag.strip_prefix(EXPERIMENT).is_some_and(|name| EXPERIMENTS.contains(&name)),
    }
}

/// The system and the architecture that a file's name ends in (`go/build`, `goodOSArchFile`).
fn named(file_name: &str) -> (Option<&str>, Option<&str>) {
    let stem = file_name.split('.').next().unwrap_or_default();
    // Only what follows the first underscore counts: `linux.go` is for every system.
    let Some((_, suffixes)) = stem.split_once('_') else { return (None, None) };
    let mut parts = suffixes.rsplit('_').peekable();
    if parts.peek() == Some(&"test") {
        parts.next();
    }
    match parts.next() {
        Some(os) if KNOWN_OS.contains(&os) => (Some(os), None),
        Some(arch) if KNOWN_ARCH.contains(&arch) => {
            (parts.next().filter(|part| KNOWN_OS.contains(part)), Some(arch))
        }
        _ => (None, None),
    }
}

/// The value of a `//go:build` expression, given the value of each tag; `None` if the text is no such expression.
///
/// Takes linear time and no recursion, so that a line of a million parentheses is only a long line.
fn evaluate<V: Truth>(expression: &str, value: impl Fn(&str) -> V) -> Option<V> {
    let mut rest = expression.trim_start();
    let mut open = vec![Level::new(false)];
    let mut negate = false;
    let mut wants_operand = true;
    while !rest.is_empty() {
        let (token, after) = next_token(rest)?;
        rest = after.trim_start();
        let level = open.last_mut()?;
        match (wants_operand, token) {
            (true, "!") => negate = !negate,
            (true, "(") => open.push(Level::new(std::mem::take(&mut negate))),
            (true, "&&" | "||" | ")") => return None,
            (true, tag) => {
                level.take(negated(value(tag), std::mem::take(&mut negate)));
                wants_operand = false;
            }
            (false, "&&") => wants_operand = true,
            (false, "||") => {
                level.next_alternative();
                wants_operand = true;
            }
            (false, ")") => {
                let value = level.value();
                open.pop();
                open.last_mut()?.take(value);
            }
            (false, _) => return None,
        }
    }
    let [outermost] = open.as_slice() else { return None };
    (!wants_operand).then(|| outermost.value())
}

/// The value of an expression: true or false for one host, or the [`Builds`] in which it is true.
trait Truth: Copy + Not<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> {
    const NEVER: Self;
    const ALWAYS: Self;
}

impl Truth for bool {
    const NEVER: Self = false;
    const ALWAYS: Self = true;
}

fn negated<V: Truth>(value: V, negate: bool) -> V {
    if negate { !value } else { value }
}

/// One open parenthesis, as far as it was read: `or` is the value of its finished alternatives, `and` that of the
/// current one.
struct Level<V> {
    or: V,
    and: V,
    negated: bool,
}

impl<V: Truth> Level<V> {
    fn new(negated: bool) -> Self {
        Self { or: V::NEVER, and: V::ALWAYS, negated }
    }

    fn take(&mut self, value: V) {
        self.and = self.and & value;
    }

    fn next_alternative(&mut self) {
        self.or = self.or | self.and;
        self.and = V::ALWAYS;
    }

    fn value(&self) -> V {
        negated(self.or | self.and, self.negated)
    }
}

/// The first token of a non-empty text that starts with no blank, and what follows it.
fn next_token(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let length = match first {
        '!' | '(' | ')' => 1,
        '&' | '|' if text[1..].starts_with(first) => 2,
        _ => text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(text.len()),
    };
    (length > 0).then(|| text.split_at(length))
}

/// Returns whether a tag is `go1.N` for a release up to [`GO_RELEASE`]. `go1.01` is not one.
fn is_release(tag: &str) -> bool {
    let Some(minor) = tag.strip_prefix("go1.") else { return false };
    minor.parse::<u32>().is_ok_and(|n| (1..=GO_RELEASE).contains(&n) && n.to_string() == minor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let host = Host { tags: vec!["integration".into()], ..Host::default() };
        let cases = [
            ("linux", Some(true)),
            ("amd64 && !windows", Some(true)),
            ("windows || darwin", Some(false)),
            ("unix && gc", Some(true)),
            ("!unix", Some(false)),
            ("ignore", Some(false)),
            ("cgo", Some(false)),
            ("integration", Some(true)),
            ("go1.1 && go1.27", Some(true)),
            ("go1.28", Some(false)),
            ("go1", Some(false)),
            ("go1.01", Some(false)),
            ("amd64.v1 && !amd64.v3", Some(true)),
            ("goexperiment.jsonv2 && !goexperiment.arenas", Some(true)),
            // `&&` binds tighter than `||`, `!` tighter than both.
            ("linux || windows && darwin", Some(true)),
            ("(linux || windows) && darwin", Some(false)),
            ("!(linux && (amd64 || arm64))", Some(false)),
            ("!windows&&linux", Some(true)),
            ("", None),
            ("linux &&", None),
            ("linux windows", None),
            ("(linux", None),
            ("linux)", None),
            ("()", None),
            ("linux & amd64", None),
            ("linux, amd64", None),
            ("ünix || linux", Some(true)),
        ];
        for (expression, expected) in cases {
            assert_eq!(host.evaluate(expression), expected, "{expression}");
        }
    }

    #[test]
    fn other_hosts() {
        let on = |os: &str, arch: &str| Host { os: os.into(), arch: arch.into(), tags: Vec::new() };
        assert_eq!(on("android", "arm64").evaluate("linux && unix && arm64.v8.0"), Some(true));
        assert_eq!(on("ios", "arm64").evaluate("darwin && !linux"), Some(true));
        assert_eq!(on("illumos", "amd64").evaluate("solaris"), Some(true));
        assert_eq!(on("windows", "386").evaluate("unix || amd64"), Some(false));
    }

    #[test]
    fn file_names() {
        let host = Host::default();
        let kept = [
            "linux.go",
            "x.go",
            "x_linux.go",
            "x_amd64_test.go",
            "x_linux_amd64.go",
            "x_foo_linux_test.go",
            "x_test.go",
            "windows_test.go",
            "x_unix.go",
            "x_linux.windows.go",
            "windows_x.go",
            "_.go",
            "",
        ];
        for name in kept {
            assert_eq!(host.excludes(name, None, false), None, "{name}");
        }
        let other = [
            "x_windows.go",
            "x_arm64.go",
            "x_windows_amd64.go",
            "x_linux_arm64.go",
            "x_js_test.go",
            "_windows.go",
            // The last part decides alone when the part before it is no system.
            "x_linux_foo_arm.go",
        ];
        for name in other {
            assert_eq!(host.excludes(name, None, false), Some(Exclusion::FileName), "{name}");
        }
    }

    #[test]
    fn reasons() {
        let host = Host::default();
        assert_eq!(host.excludes("x.go", Some("windows"), true), Some(Exclusion::Expression));
        assert_eq!(host.excludes("x.go", Some("linux"), true), Some(Exclusion::Cgo));
        assert_eq!(host.excludes("x.go", Some("linux &&"), false), None, "unreadable, so kept");
        let with_cgo = Host { tags: vec!["cgo".into()], ..host };
        assert_eq!(with_cgo.excludes("x.go", Some("cgo"), true), None);
    }

    #[test]
    fn deep_nesting_is_only_long() {
        let depth = 200_000;
        let expression = format!("{}linux{}", "!(".repeat(depth), ")".repeat(depth));
        assert_eq!(Host::default().evaluate(&expression), Some(true));
    }
}
