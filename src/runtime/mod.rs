//! The explorer on a machine: terminal, keyboard, threads, clipboard, editor, signals.
//!
//! [`run`] ties `app` (what happens) and `ui` (what is seen) to the terminal. One thread owns the state and draws;
//! it sleeps until a message comes. Input, the index and each kind of jobs have threads of their own, and none of
//! them ever makes the screen wait.
//!
//! Invariants: the terminal is given back as it was after every exit, panic and signal; nothing is drawn that does
//! not follow a message; the newest job of a kind wins.

mod clipboard;
mod editor;
mod event_loop;
mod follow;
mod heap;
mod history_cache;
mod incoming;
mod indexer;
mod input;
mod interaction_writer;
mod jobs;
mod log_file;
mod panic_report;
mod placed_signs;
mod report;
mod resume_file;
mod settings_file;
mod terminal;
mod terminal_background;
mod tree_file;
mod typing;
mod watch;
mod workers;

use std::path::PathBuf;

pub use clipboard::copy_text;
pub use event_loop::{RunError, run};
pub use follow::send as follow;
pub use heap::{give_back as give_memory_back, keep as keep_memory, take_small_pages};
#[cfg(test)]
pub(crate) use interaction_writer::{keep, kept_beside};
pub use jobs::WorkerState;
pub use log_file::start_log;
pub use panic_report::{install as install_panic_reports, reports as panic_reports};
pub use report::{Report, report};
pub use settings_file::{load as load_settings, settings_path};

use crate::index::{BuildSettings, Repository};

/// The repository and the settings of an explorer.
pub struct Session {
    pub repository: Repository,
    /// The folder of all databases and of reports of panics.
    pub data_dir: Option<PathBuf>,
    pub index: BuildSettings,
    pub config: crate::app::settings::SettingsFile,
    /// The path of the settings file, for messages.
    pub settings_path: Option<PathBuf>,
    /// The first thing to show.
    pub start: Option<crate::app::StartPlace>,
}
