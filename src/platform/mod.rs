//! The differences between operating systems, each behind one function: paths, files, programs, signals, the
//! terminal, memory.
//!
//! **Invariants.** No other room asks which system it runs on (`tests/architecture`). Each function has one meaning on
//! every system; its comment says what a system lacks. This room knows nothing of the program.

mod files;
mod folder_watch;
pub mod memory;
mod paths;
mod processes;
pub mod signals;
pub mod terminal;

pub use files::{Identity, change_time, identity, open_lock, private_dir_builder, read_exact_at, replace};
pub use folder_watch::FolderWatch;
pub use paths::{below_root, by_system, canonical, with_slashes};
pub use processes::{command, end_group, find_program, in_own_group};
