//! Arguments that many commands share, and how numbers and questions on the command line are read.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::ValueHint;

use crate::golang::build_constraint::{Host, HostChange};

/// Flags that every command takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Common {
    /// Keep the index in this folder instead of the user's data folder
    #[arg(long, global = true, value_name = "DIR", env = "CODEGRAPH_TUI_DATA", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub data_dir: Option<PathBuf>,

    /// Read the explorer's settings from this file instead of the user's
    #[arg(long, global = true, value_name = "FILE", env = "CODEGRAPH_TUI_CONFIG", hide_env_values = true, value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,

    /// Threads to index with; the result does not depend on it [default: one per core]
    #[arg(long, global = true, value_name = "N", env = "CODEGRAPH_TUI_THREADS", hide_env_values = true, allow_negative_numbers = true, value_parser = whole::<u16>(1, 1024))]
    pub threads: Option<u16>,

    /// Append a log to this file: phases, jobs, timings and causes, no source
    #[arg(long, global = true, value_name = "FILE", env = "CODEGRAPH_TUI_LOG", hide_env_values = true, value_hint = ValueHint::FilePath)]
    pub log: Option<PathBuf>,

    /// Index vendor folders too
    #[arg(long, global = true)]
    pub vendor: bool,

    /// Read nothing of other modules: neither vendor folders nor the module cache
    #[arg(long, global = true)]
    pub no_deps: bool,

    /// Read declarations of other modules from this folder, laid out like the go command's module cache
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "no_deps")]
    pub deps: Option<PathBuf>,

    #[command(flatten)]
    pub build: BuildFlags,
}

/// Flags for the build that the tree is read for. It is kept for the repository until another flag changes it.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Build (kept for the repository)")]
pub struct BuildFlags {
    /// Read the tree as built with these tags, separated by commas; an empty list drops them
    #[arg(long, global = true, value_name = "LIST")]
    pub tags: Option<String>,

    /// Read the tree as built for this system, such as windows
    #[arg(long, global = true, value_name = "OS")]
    pub goos: Option<String>,

    /// Read the tree as built for this architecture, such as arm64
    #[arg(long, global = true, value_name = "ARCH")]
    pub goarch: Option<String>,

    /// Count files that import "C" as part of the build
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub cgo: Option<bool>,

    /// Read the tree as built for linux/amd64 without tags and without cgo, as by default
    #[arg(long, global = true, conflicts_with_all = ["tags", "goos", "goarch", "cgo"])]
    pub default_build: bool,
}

impl BuildFlags {
    /// The change that the flags ask for.
    pub(super) fn change(&self) -> HostChange {
        if self.default_build {
            return Host::default().as_change();
        }
        let split = |tags: &String| {
            let tags = tags.split([',', ' ']).map(str::trim).filter(|tag| !tag.is_empty());
            tags.map(str::to_owned).collect()
        };
        HostChange {
            os: self.goos.clone(),
            arch: self.goarch.clone(),
            tags: self.tags.as_ref().map(split),
            cgo: self.cgo,
        }
    }
}

/// The PATH argument, last of every command that reads an index.
#[derive(Clone, Debug, clap::Args)]
pub struct PathArg {
    /// Any folder inside the repository
    #[arg(default_value = ".", value_hint = ValueHint::DirPath)]
    pub path: PathBuf,
}

/// Reads a question, without the blanks around it.
#[expect(clippy::unnecessary_wraps, reason = "as clap wants its parsers")]
pub(super) fn question(text: &str) -> Result<String, Infallible> {
    Ok(text.trim().to_owned())
}

/// Reads a whole number within bounds. clap's own message would speak of digits in a string.
pub(super) fn whole<T>(
    from: u32,
    to: u32,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u32>,
{
    move |text| {
        // As the program itself writes large numbers: 8,000.
        let number = text.replace(',', "").parse().ok().filter(|number| (from..=to).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match (from, to) {
            (0, u32::MAX) => "expected a whole number".to_owned(),
            (_, u32::MAX) => format!("expected a whole number, {from} or more"),
            _ => format!("expected a whole number from {from} to {to}"),
        })
    }
}
