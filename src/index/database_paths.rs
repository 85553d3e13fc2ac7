//! The places of the databases: one folder per repository in the user's data folder, never inside the repository.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The error that the environment names no folder for data.
#[derive(Debug, thiserror::Error)]
#[error("no home folder to keep the index in: name a folder with --data-dir or CODEGRAPH_TUI_DATA")]
pub struct NoDataDir;

/// The folder for all databases: `chosen` (`--data-dir`, `CODEGRAPH_TUI_DATA`) as it is; else `codegraph-tui` in
/// `$XDG_DATA_HOME` (on every platform, if it is an absolute path); else in the platform's own place for data.
///
/// # Errors
/// Nothing was chosen and there is no home folder.
pub fn data_dir(chosen: Option<&Path>) -> Result<PathBuf, NoDataDir> {
    data_dir_from(chosen, std::env::var_os("XDG_DATA_HOME"))
}

fn data_dir_from(chosen: Option<&Path>, xdg: Option<OsString>) -> Result<PathBuf, NoDataDir> {
    if let Some(chosen) = chosen {
        return Ok(chosen.to_owned());
    }
    if let Some(xdg) = xdg.map(PathBuf::from).filter(|path| path.is_absolute()) {
        return Ok(xdg.join("codegraph-tui"));
    }
    let project = directories::ProjectDirs::from("", "", "codegraph-tui").ok_or(NoDataDir)?;
    // An index is too large to travel with a roaming profile of Windows. Elsewhere there is one folder for both.
    Ok(project.data_local_dir().to_owned())
}

/// The home folder; `None` if there is none.
pub fn home_dir() -> Option<PathBuf> {
    directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned())
}

/// The folder of one repository's database inside the data folder: its name in readable form, and a hash of its whole
/// path that distinguishes checkouts with the same name. `root` is absolute and without links.
pub(super) fn repository_dir(data_dir: &Path, root: &Path) -> PathBuf {
    const LONGEST_NAME: usize = 40;
    let name: String = root
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' })
        .take(LONGEST_NAME)
        .collect();
    let hash = blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex();
    data_dir.join(format!("{}-{}", name.trim_start_matches('.'), &hash[..12]))
}

/// The beginning and the end of the names of facts files.
pub(super) const FACTS: (&str, &str) = ("facts-", ".pack");

/// The path of a facts file in the folder of a database.
pub(super) fn facts_file(database: &Path, number: u64) -> PathBuf {
    database.join(format!("{}{number}{}", FACTS.0, FACTS.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_folder_wins_over_xdg_and_xdg_over_the_platform() {
        let (chosen, xdg) = (Path::new("/chosen"), Some(OsString::from("/xdg")));
        assert_eq!(data_dir_from(Some(chosen), xdg.clone()).unwrap(), chosen);
        assert_eq!(data_dir_from(None, xdg).unwrap(), Path::new("/xdg/codegraph-tui"));
        let relative = data_dir_from(None, Some("not/absolute".into()));
        assert!(
            relative.map_or(true, |path| !path.starts_with("not")),
            "the XDG rules ignore relative paths"
        );
    }

    #[test]
    fn repositories_have_folders_of_their_own_with_tame_names() {
        let data = Path::new("/data");
        let of = |root: &str| repository_dir(data, Path::new(root));
        assert_ne!(of("/a/repo"), of("/b/repo"));
        assert_eq!(of("/a/repo"), of("/a/repo"));
        let hostile = of("/a/..\u{1b}[31m");
        assert_eq!(hostile.parent(), Some(data));
        let name = hostile.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("__31m-"), "{name}");
    }
}
