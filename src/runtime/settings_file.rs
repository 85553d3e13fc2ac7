//! Finds and reads the settings file.

use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::app::palettes::Palettes;
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

/// Most files of a folder of themes that are read.
const MOST_THEMES: usize = 100;

/// Reads the settings, and the themes in the folder beside them. A missing file is an empty one; one that can't be read is a
/// warning.
pub fn load(path: Option<&Path>) -> SettingsFile {
    let Some(path) = path else { return SettingsFile::default() };
    let (palettes, mut warnings) = themes(&path.with_file_name("themes"));
    let text = match read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            warnings.insert(0, format!("cannot be read: {error}"));
            String::new()
        }
    };
    let mut file = SettingsFile::parse_with(&text, palettes);
    file.warnings.extend(warnings);
    file
}

/// Reads the files `NAME.toml` of a folder as themes, and says which of them are none.
fn themes(folder: &Path) -> (Palettes, Vec<String>) {
    let (mut palettes, mut warnings) = (Palettes::default(), Vec::new());
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_theme = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_theme).collect();
    paths.sort();
    if paths.len() > MOST_THEMES {
        warnings.push(format!("of {} themes beside it the first {MOST_THEMES} are read", paths.len()));
    }
    for path in paths.into_iter().take(MOST_THEMES) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = read(&path).map_err(|error| format!("cannot be read: {error}"));
        if let Err(why) = text.and_then(|text| palettes.add(&name, &text)) {
            warnings.push(format!("themes/{name}.toml: {why}"));
        }
    }
    (palettes, warnings)
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
