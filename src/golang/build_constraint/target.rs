//! Names and changes the build that a tree is read for.

use std::fmt;

use super::builds::{architectures, systems};
use super::{Host, KNOWN_ARCH, KNOWN_OS, is_release, next_token};

/// The tag that turns cgo on.
const CGO: &str = "cgo";

/// The parts of a build that somebody wants to be different; `None` for those that stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostChange {
    pub os: Option<String>,
    pub arch: Option<String>,
    /// All tags, without cgo.
    pub tags: Option<Vec<String>>,
    pub cgo: Option<bool>,
}

impl HostChange {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl Host {
    /// Returns whether this is linux/amd64 without tags.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    pub fn has_cgo(&self) -> bool {
        self.tags.iter().any(|tag| tag == CGO)
    }

    /// The tags besides cgo.
    pub fn plain_tags(&self) -> impl Iterator<Item = &str> {
        self.tags.iter().map(String::as_str).filter(|tag| *tag != CGO)
    }

    /// The change that makes this host of any other.
    pub fn as_change(&self) -> HostChange {
        HostChange {
            os: Some(self.os.clone()),
            arch: Some(self.arch.clone()),
            tags: Some(self.plain_tags().map(str::to_owned).collect()),
            cgo: Some(self.has_cgo()),
        }
    }

    /// The host with a change.
    ///
    /// # Errors
    /// Go does not build for that system and architecture, or a tag is not one. The error is a sentence.
    pub fn changed(&self, change: &HostChange) -> Result<Self, String> {
        let os = change.os.clone().unwrap_or_else(|| self.os.clone());
        let arch = change.arch.clone().unwrap_or_else(|| self.arch.clone());
        if !systems().any(|known| known == os) {
            let known: Vec<&str> = systems().collect();
            return Err(format!(
                "Go does not build for the system `{os}`: it is one of {}",
                known.join(", ")
            ));
        }
        if !architectures(&os).any(|known| known == arch) {
            let known: Vec<&str> = architectures(&os).collect();
            return Err(format!("Go does not build for {os}/{arch}: with {os}, use {}", known.join(", ")));
        }
        let kept = || self.plain_tags().map(str::to_owned).collect();
        let mut tags: Vec<String> = change.tags.clone().unwrap_or_else(kept);
        let is_tag =
            |tag: &str| !tag.is_empty() && tag.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        if let Some(bad) = tags.iter().find(|tag| !is_tag(tag)) {
            return Err(format!(
                "`{}` is no build tag: letters, digits, _ and . make one",
                bad.escape_debug()
            ));
        }
        if change.cgo.unwrap_or_else(|| self.has_cgo()) {
            tags.push(CGO.to_owned());
        }
        tags.sort_unstable();
        tags.dedup();
        Ok(Self { os, arch, tags })
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.os, self.arch)?;
        let tags: Vec<&str> = self.plain_tags().collect();
        if !tags.is_empty() {
            write!(f, " -tags {}", tags.join(","))?;
        }
        if self.has_cgo() { f.write_str(" with cgo") } else { Ok(()) }
    }
}

/// The tags of a `//go:build` expression that only `-tags` can set, in the order of writing. `ignore`, which nobody sets,
/// is left out.
pub fn settable_tags(expression: &str) -> impl Iterator<Item = &str> {
    let mut rest = expression.trim_start();
    let tokens = std::iter::from_fn(move || {
        let (token, after) = next_token(rest)?;
        rest = after.trim_start();
        Some(token)
    });
    tokens.filter(|token| {
        let is_word = token.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_given = matches!(*token, "unix" | "gc" | "gccgo" | "ignore") || *token == CGO;
        let is_platform = KNOWN_OS.contains(token) || KNOWN_ARCH.contains(token);
        // `go1.20`, `amd64.v3` and `goexperiment.x` follow from the release and the environment.
        is_word && !is_given && !is_platform && !is_release(token) && !token.contains('.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(os: &str, arch: &str, tags: &str, cgo: Option<bool>) -> HostChange {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let tags = some(tags).map(|tags| tags.split(',').map(str::to_owned).collect());
        HostChange { os: some(os), arch: some(arch), tags, cgo }
    }

    #[test]
    fn a_build_is_changed_part_by_part() {
        let mut host = Host::default();
        for (change, expected) in [
            (change("", "", "", None), "linux/amd64"),
            (change("windows", "", "b,a,b", None), "windows/amd64 -tags a,b"),
            (change("", "arm64", "", Some(true)), "windows/arm64 -tags a,b with cgo"),
            (change("linux", "", "x", None), "linux/arm64 -tags x with cgo"),
            (change("", "amd64", "", Some(false)), "linux/amd64 -tags x"),
            (HostChange { tags: Some(Vec::new()), ..HostChange::default() }, "linux/amd64"),
        ] {
            host = host.changed(&change).unwrap();
            assert_eq!(host.to_string(), expected, "{change:?}");
        }
        assert!(host.is_default());
    }

    #[test]
    fn builds_that_do_not_exist_are_refused() {
        for change in [
            change("beos", "", "", None),
            change("windows", "s390x", "", None),
            change("wasip1", "", "", None),
            change("", "", "a b", None),
            change("", "", "a,,b", None),
            change("", "", "-x", None),
            change("", "", "a\u{1b}[31m", None),
        ] {
            let error = Host::default().changed(&change).unwrap_err();
            assert!(!error.contains('\u{1b}'), "{error}");
        }
    }

    #[test]
    fn tags_that_can_be_set_are_told_from_those_that_are_given() {
        let of = |expression| settable_tags(expression).collect::<Vec<_>>();
        assert_eq!(of("integration && !windows || (e2e && go1.20 && cgo)"), ["integration", "e2e"]);
        assert_eq!(of("ignore"), [""; 0]);
        assert_eq!(of("goexperiment.simd && amd64.v3 && unix"), [""; 0]);
        assert_eq!(of("a & b"), ["a"], "an expression that is none is read as far as possible");
    }
}
