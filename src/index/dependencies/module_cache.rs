//! Finds the go command's settings and its cache of modules without running it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::golang::module::ModuleVersion;
use crate::index::database_paths::home_dir;
use crate::index::fs::read_at_most;
use crate::platform::{by_system, canonical};

use super::report::{DependencySource, MissingReason};
use super::safe_path::{self, Kind};

/// The largest file of settings and the longest hash that are read, in bytes.
const MAX_SETTINGS: u64 = 1 << 20;
const MAX_HASH: u64 = 1 << 10;

/// The part of the go command's environment that decides where it finds modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoSettings {
    /// The folder of the module cache.
    pub(super) cache: Option<PathBuf>,
    /// True if vendor folders are not used (`-mod=mod`).
    pub(super) ignores_vendor: bool,
}

impl GoSettings {
    /// The settings of this process and of the user.
    pub(super) fn of(source: &DependencySource) -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let mut settings = match source {
            DependencySource::None | DependencySource::Vendor => Self::default(),
            DependencySource::Machine => Self::read(&variable, home_dir().as_deref()),
            DependencySource::Folder(folder) => Self { cache: Some(folder.clone()), ignores_vendor: false },
        };
        settings.cache =
            settings.cache.and_then(|cache| canonical(&cache).ok()).filter(|cache| cache.is_dir());
        settings
    }

    /// The order is that of `go help environment`: the variable, the user's file of settings, the default.
    fn read(variable: &dyn Fn(&str) -> Option<OsString>, home: Option<&Path>) -> Self {
        let file = match variable("GOENV") {
            Some(off) if off == "off" => None,
            Some(file) => Some(PathBuf::from(file)),
            None => settings_folder(variable, home).map(|folder| folder.join("go/env")),
        };
        let text = file.and_then(|file| read_at_most(&file, MAX_SETTINGS).ok().flatten()).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let kept: BTreeMap<&str, &str> =
            text.lines().filter_map(|line| line.trim().split_once('=')).collect();
        let setting = |name: &str| {
            let of_file = || kept.get(name).filter(|value| !value.is_empty()).map(OsString::from);
            variable(name).or_else(of_file)
        };
        let below_gopath = || {
            let gopath = setting("GOPATH").and_then(|paths| std::env::split_paths(&paths).next());
            Some(gopath.or_else(|| Some(home?.join("go")))?.join("pkg/mod"))
        };
        let cache = setting("GOMODCACHE").map(PathBuf::from).or_else(below_gopath);
        let flags = setting("GOFLAGS").map(|flags| flags.to_string_lossy().into_owned()).unwrap_or_default();
        let ignores_vendor = flags.split_whitespace().any(|flag| flag.trim_start_matches('-') == "mod=mod");
        Self { cache: cache.filter(|cache| cache.is_absolute()), ignores_vendor }
    }
}

/// The folder of the user's settings (`os.UserConfigDir`).
fn settings_folder(variable: &dyn Fn(&str) -> Option<OsString>, home: Option<&Path>) -> Option<PathBuf> {
    let own = variable(by_system("XDG_CONFIG_HOME", "", "AppData")).map(PathBuf::from);
    let usual = by_system(".config", "Library/Application Support", "AppData/Roaming");
    own.or_else(|| Some(home?.join(usual)))
}

/// The folder of a module in the cache, if its archive had the hash that `go.sum` states.
///
/// # Errors
/// The module is not there, or must not be read.
pub(super) fn module_folder(
    cache: &Path,
    module: &ModuleVersion,
    expected: Option<&String>,
) -> Result<PathBuf, MissingReason> {
    let folder = module.folder().ok_or(MissingReason::BadName)?;
    let folder = safe_path::below(cache, &folder, Kind::Folder).map_err(|error| match error {
        safe_path::Refusal::Missing => MissingReason::NotInCache,
        safe_path::Refusal::Link => MissingReason::Link,
    })?;
    let expected = expected.ok_or(MissingReason::NoChecksum)?;
    let hash = kept_hash(cache, module).ok_or(MissingReason::NoChecksum)?;
    if hash == *expected { Ok(folder) } else { Err(MissingReason::WrongChecksum) }
}

/// The hash that the archive of a module had when it was put into the cache.
pub(super) fn kept_hash(cache: &Path, module: &ModuleVersion) -> Option<String> {
    let hash_file = safe_path::below(cache, &module.hash_file()?, Kind::File).ok()?;
    let hash = read_at_most(&hash_file, MAX_HASH).ok()??;
    Some(String::from_utf8_lossy(&hash).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Variables, the folder of the cache, and true if vendor folders are not used.
    type Case<'c> = (&'c [(&'c str, &'c str)], Option<&'c str>, bool);

    #[test]
    fn the_cache_is_where_the_go_command_has_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("env");
        fs::write(&file, "GOFLAGS=-mod=mod -v\nGOPATH=/kept\n# x\n\u{0}\n").unwrap();
        let file = file.to_str().unwrap();
        let cases: [Case<'_>; 8] = [
            (&[], Some("/home/a/go/pkg/mod"), false),
            (&[("GOPATH", "/one:/two")], Some("/one/pkg/mod"), false),
            (&[("GOPATH", "/one"), ("GOMODCACHE", "/cache")], Some("/cache"), false),
            (&[("GOENV", file)], Some("/kept/pkg/mod"), true),
            (&[("GOENV", file), ("GOPATH", "/one"), ("GOFLAGS", "-v")], Some("/one/pkg/mod"), false),
            (&[("GOENV", "off")], Some("/home/a/go/pkg/mod"), false),
            (&[("GOMODCACHE", "relative")], None, false),
            (&[("GOFLAGS", "--mod=mod")], Some("/home/a/go/pkg/mod"), true),
        ];
        for (variables, cache, ignores_vendor) in cases {
            let variable = |name: &str| {
                let found = variables.iter().find(|(own, _)| *own == name);
                found.map(|(_, value)| OsString::from(value))
            };
            let expected = GoSettings { cache: cache.map(PathBuf::from), ignores_vendor };
            assert_eq!(GoSettings::read(&variable, Some(Path::new("/home/a"))), expected, "{variables:?}");
        }
    }
}
