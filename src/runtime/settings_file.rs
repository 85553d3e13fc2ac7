//! Finds and reads the settings file.

use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::app::settings::SettingsFile;

/// The settings file: `$XDG_CONFIG_HOME/codegraph-tui/config.toml`, honoured on every system, else the system's own
/// place for settings. `None` when there is no home.
pub fn settings_path() -> Option<PathBuf> {
    let xdg = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = xdg.map(|path| path.join("codegraph-tui")).or_else(|| {
        let dirs = directories::ProjectDirs::from("", "", "codegraph-tui")?;
        Some(dirs.config_dir().to_owned())
    })?;
    Some(base.join("config.toml"))
}

/// Reads the settings. A missing file is an empty one; one that can't be read is a warning.
pub fn load(path: Option<&Path>) -> SettingsFile {
    let Some(path) = path else { return SettingsFile::default() };
    match read(path) {
        Ok(text) => SettingsFile::parse(&text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => SettingsFile::default(),
        Err(error) => {
            SettingsFile { warnings: vec![format!("cannot be read: {error}")], ..SettingsFile::default() }
        }
    }
}

fn read(path: &Path) -> io::Result<String> {
    // A settings file of more than that is none.
    const LARGEST: u64 = 1 << 20;
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}
