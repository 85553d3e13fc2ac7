//! Finds the environment and flags with which `go test` builds a file that the default host's build leaves out.

use crate::golang::FileHead;
use crate::golang::build_constraint::{EXPERIMENT, Host, architectures, experiment_switched, systems};

/// Most words of an expression that are tried as tags; all their combinations are tested.
const MAX_TAGS: usize = 6;

/// Tags that a flag of their own sets.
const BY_FLAG: [&str; 3] = ["race", "msan", "asan"];

/// Tags that compiler and system define; no flag sets them.
const GIVEN: [&str; 4] = ["cgo", "gc", "gccgo", "unix"];

/// Systems that are tried after those of the constraint, in case it excludes one. If none satisfies it, all known
/// ones are tried.
const OTHER_SYSTEMS: [&str; 2] = ["windows", "darwin"];
const OTHER_ARCHITECTURES: [&str; 2] = ["arm64", "386"];

/// Differences between the build of a file and that of the default host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Needs {
    /// Stands before the command: `GOOS=windows `.
    pub(super) environment: String,
    /// Stands behind it: ` -race -tags a,b`.
    pub(super) flags: String,
    /// A note on what these cannot express.
    pub(super) note: Option<String>,
}

impl Needs {
    /// The requirements of a file, from its name and its head: the fewest tags that suffice,
    /// or another system.
    pub(super) fn of(path: &str, head: &FileHead) -> Self {
        FileBuild::of(path, head).map_or_else(
            || {
                let build = FileConstraints::of(path, head).build;
                let why = if build.is_empty() { "its name" } else { build };
                Self { note: Some(format!("no known build has it: {why}")), ..Self::default() }
            },
            |build| build.needs,
        )
    }

    /// The flag, if tags are all that it needs.
    pub(super) fn tags_alone(&self) -> Option<&str> {
        let flag = self.flags.trim_start();
        (self.environment.is_empty() && flag.starts_with("-tags ")).then_some(flag)
    }

    fn to_be(host: &Host, default: &Host) -> Self {
        let mut needs = Self::default();
        if host.os != default.os {
            needs.environment += &["GOOS=", &host.os, " "].concat();
        }
        if host.arch != default.arch {
            needs.environment += &["GOARCH=", &host.arch, " "].concat();
        }
        if !needs.environment.is_empty() {
            needs.note = Some(format!("not built for {}/{}", default.os, default.arch));
        }
        let has = |tag: &str| host.tags.iter().any(|own| own == tag);
        if has("cgo") {
            needs.environment += "CGO_ENABLED=1 ";
        }
        let experiments: Vec<&str> =
            host.tags.iter().filter_map(|tag| tag.strip_prefix(EXPERIMENT)).collect();
        if !experiments.is_empty() {
            needs.environment += &["GOEXPERIMENT=", &experiments.join(","), " "].concat();
        }
        BY_FLAG.iter().filter(|flag| has(flag)).for_each(|flag| needs.flags += &[" -", flag].concat());
        let is_set =
            |tag: &&&str| ![&BY_FLAG[..], &GIVEN].concat().contains(*tag) && !tag.starts_with(EXPERIMENT);
        let tags: Vec<&str> = host.tags.iter().map(String::as_str).collect();
        let tags: Vec<&str> = tags.iter().filter(is_set).copied().collect();
        if !tags.is_empty() {
            needs.flags += &[" -tags ", &tags.join(",")].concat();
        }
        needs
    }
}

/// The build constraints of a file.
#[derive(Clone, Copy)]
struct FileConstraints<'f> {
    name: &'f str,
    build: &'f str,
    imports_c: bool,
}

impl<'f> FileConstraints<'f> {
    fn of(path: &'f str, head: &'f FileHead) -> Self {
        Self {
            name: path.rsplit('/').next().unwrap_or_default(),
            build: head.build.as_deref().unwrap_or_default(),
            imports_c: head.imports_c,
        }
    }

    fn admit(self, host: &Host) -> bool {
        let build = Some(self.build).filter(|build| !build.is_empty());
        host.excludes(self.name, build, self.imports_c).is_none()
    }
}

/// A build that has a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileBuild {
    host: Host,
    pub(super) needs: Needs,
}

impl FileBuild {
    /// The build that differs least from the host's; `None` if none is known.
    pub(super) fn of(path: &str, head: &FileHead) -> Option<Self> {
        let of_file = FileConstraints::of(path, head);
        let FileConstraints { name, build, imports_c } = of_file;
        let words: Vec<&str> = build.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').collect();
        let of_name = name.split('.').next().unwrap_or_default().split('_');
        let named: Vec<&str> = words.iter().copied().chain(of_name).collect();
        let experiments: Vec<String> = words.iter().filter_map(|word| experiment_switched(word)).collect();
        let can_be_set = |word: &&str| !word.contains('.');
        let set = words.iter().copied().filter(can_be_set).chain(experiments.iter().map(String::as_str));
        let tags = tags(set, imports_c);
        let default = Host::default();
        let is_named = |is: fn(&str) -> bool| named.iter().copied().filter(move |word| is(word));
        let others = OTHER_SYSTEMS.into_iter().chain(systems());
        for os in distinct(&default.os, is_named(is_system), others) {
            let has_it = |arch: &&str| architectures(os).any(|own| own == *arch);
            let others = OTHER_ARCHITECTURES.into_iter().chain(architectures(os));
            let tried = distinct(&default.arch, is_named(is_architecture), others);
            for arch in tried.into_iter().filter(has_it) {
                for tags in &tags {
                    let tags = tags.iter().map(|&tag| tag.to_owned()).collect();
                    let host = Host { os: os.to_owned(), arch: arch.to_owned(), tags };
                    if of_file.admit(&host) {
                        return Some(Self { needs: Needs::to_be(&host, &default), host });
                    }
                }
            }
        }
        None
    }

    /// Returns whether it has another file, too.
    pub(super) fn has(&self, path: &str, head: &FileHead) -> bool {
        FileConstraints::of(path, head).admit(&self.host)
    }
}

/// All choices of the words of an expression that can be set as tags, the smallest first; with cgo where it matters.
fn tags<'w>(words: impl Iterator<Item = &'w str>, imports_c: bool) -> Vec<Vec<&'w str>> {
    let can_be = |word: &&str| {
        let is_given = GIVEN[1..].contains(word) || word.is_empty();
        !is_given && !is_system(word) && !is_architecture(word)
    };
    let c = imports_c.then_some("cgo");
    let mut all: Vec<&str> = Vec::new();
    for word in words.filter(can_be).chain(c) {
        if !all.contains(&word) && all.len() < MAX_TAGS {
            all.push(word);
        }
    }
    let chosen =
        |choice: u32| (0..).zip(&all).filter(move |(bit, _)| choice >> bit & 1 == 1).map(|(_, &tag)| tag);
    let mut choices: Vec<u32> = (0..1 << all.len()).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    choices.into_iter().map(|choice| chosen(choice).collect()).collect()
}

fn distinct<'w>(
    first: &'w str,
    named: impl Iterator<Item = &'w str>,
    others: impl IntoIterator<Item = &'static str>,
) -> Vec<&'w str> {
    let mut all: Vec<&str> = Vec::new();
    let others = others.into_iter().map(|other| -> &'w str { other });
    for word in std::iter::once(first).chain(named).chain(others) {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}

/// Returns whether a word is a known operating system.
fn is_system(word: &str) -> bool {
    let none = Host { os: String::new(), arch: "amd64".to_owned(), tags: Vec::new() };
    none.excludes(&format!("x_{word}_amd64.go"), None, false).is_some()
}

/// Returns whether a word is a known architecture.
fn is_architecture(word: &str) -> bool {
    let none = Host { os: String::new(), arch: String::new(), tags: Vec::new() };
    !is_system(word) && none.excludes(&format!("x_{word}.go"), None, false).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_needs_is_found_out_from_its_name_and_its_constraint() {
        for (name, head, expected) in [
            ("a_test.go", "//go:build integration", " | -tags integration"),
            ("a_test.go", "//go:build integration && !race", " | -tags integration"),
            ("a_test.go", "//go:build e2e && (aws || gcp) && linux", " | -tags e2e,aws"),
            ("a_test.go", "//go:build windows || slow", " | -tags slow"),
            ("a_test.go", "//go:build race", " | -race"),
            ("a_test.go", "//go:build cgo && slow", "CGO_ENABLED=1 | -tags slow"),
            ("a_windows_test.go", "", "GOOS=windows | | not built for linux/amd64"),
            ("a_arm64_test.go", "", "GOARCH=arm64 | | not built for linux/amd64"),
            (
                "a_test.go",
                "//go:build darwin && arm64",
                "GOOS=darwin GOARCH=arm64 | | not built for linux/amd64",
            ),
            ("a_test.go", "//go:build !linux", "GOOS=windows | | not built for linux/amd64"),
            ("a_test.go", "//go:build !amd64", "GOARCH=arm64 | | not built for linux/amd64"),
            ("a_test.go", "//go:build js || wasip1", "GOOS=js GOARCH=wasm | | not built for linux/amd64"),
            ("a_wasm_test.go", "", "GOOS=js GOARCH=wasm | | not built for linux/amd64"),
            ("a_windows_test.go", "//go:build x", "GOOS=windows | -tags x | not built for linux/amd64"),
            ("a_test.go", "//go:build goexperiment.simd && amd64", "GOEXPERIMENT=simd |"),
            ("a_test.go", "//go:build !goexperiment.jsonv2", "GOEXPERIMENT=nojsonv2 |"),
            (
                "a_test.go",
                "//go:build slow && goexperiment.simd && !goexperiment.jsonv2",
                "GOEXPERIMENT=simd,nojsonv2 | -tags slow",
            ),
            ("a_test.go", "//go:build go1.999", " | | no known build has it: go1.999"),
        ] {
            let head = FileHead::of(format!("{head}\n\npackage a\n").as_bytes());
            let Needs { environment, flags, note } = Needs::of(&format!("d/{name}"), &head);
            let note = note.map_or(String::new(), |note| format!(" | {note}"));
            let found = format!("{environment}|{flags}{note}");
            let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(squeezed(&found), squeezed(expected), "{name} {head:?}");
        }
        let head = FileHead::of(b"package a\n\nimport \"C\"\n");
        assert_eq!(Needs::of("a_test.go", &head).environment, "CGO_ENABLED=1 ");
    }
}
