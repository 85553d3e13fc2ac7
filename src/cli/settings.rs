//! The settings file, as commands read it.

use std::io::Write;
use std::path::PathBuf;

use super::common::Common;
use crate::app::settings::{Settings, SettingsFile};
use crate::model::clean;
use crate::runtime;

/// The path of the settings file, and its settings.
pub(super) fn read(common: &Common) -> (Option<PathBuf>, SettingsFile) {
    let path = common.config.clone().or_else(runtime::settings_path);
    let mut config = runtime::load_settings(path.as_deref());
    if common.config.as_ref().is_some_and(|named| !named.exists()) {
        config.warnings.push("there is no such file; the defaults are used".to_owned());
    }
    (path, config)
}

/// The settings, for a command that uses them.
pub(super) fn heeded(common: &Common) -> Settings {
    // For a file named on the command line this was reported at the start.
    if common.config.is_none() {
        complain(common);
    }
    read(common).1.settings
}

/// Reports on standard error which settings could not be used. Every command does so for a file named on the command line;
/// the explorer and `doctor` report it in places of their own.
pub(super) fn complain(common: &Common) {
    let (path, config) = read(common);
    let path = path.unwrap_or_default();
    for warning in &config.warnings {
        let text = format!("{}: {warning}", path.display());
        // If standard error is gone, too, there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "codegraph-tui: {}", clean(&text));
    }
}
