//! The command line: arguments, printing, exit codes. Thin: what a command answers is worked out in the other rooms.
//!
//! One file per command. Answers go to standard output, free of colour and control characters; progress and
//! complaints go to standard error. A reader that hangs up is a success.

mod args;
mod ask;
mod assets;
mod batch;
mod common;
mod completions;
mod doctor;
mod doctor_report;
mod export;
mod failure;
mod follow;
mod impact;
mod index;
mod interactions;
mod man;
mod mcp;
mod open_index;
mod pack;
mod path;
mod path_and_line;
mod progress;
mod query;
mod rank;
mod relevance;
mod settings;
mod setup;
mod start;
mod symbol;
mod text;
mod tour;
mod unused;
mod why;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use crate::app::settings::{SETTINGS, SettingsFile};
use crate::model::edits;
use crate::runtime;

pub use args::{Args, Command};
pub use common::Common;
pub use failure::{EXIT_CODES, Failure};
pub use interactions::HistoryFlags;
pub use symbol::resolve as resolve_symbol;
pub use text::json_string;

/// Edits that a subcommand may be away from what was typed.
const MAX_EDITS: usize = 2;

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    match parsed().and_then(|args| run(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Failure::Help(text) = &failure {
                // A reader that closed the output has what it wanted.
                let _ = std::io::stdout().write_all(text.as_bytes());
            }
            if let Some(message) = failure.message() {
                // If standard error is closed too, nobody can be told.
                let _ = writeln!(std::io::stderr(), "codegraph-tui: {message}");
            }
            failure.exit_code()
        }
    }
}

/// Parses the process's arguments. If they are wrong or ask for help, clap prints that and ends the process.
fn parsed() -> Result<Args, Failure> {
    let line: Vec<OsString> = std::env::args_os().map(args::no_flag).collect();
    let error = match Args::try_parse_from(&line) {
        Ok(args) => return Ok(args),
        Err(error) => error,
    };
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && let Some((name, _)) = SETTINGS.into_iter().find(|(name, _)| flag.strip_prefix("--") == Some(name))
    {
        let file = runtime::settings_path()
            .map_or("the settings file".to_owned(), |path| path.display().to_string());
        return Err(Failure::usage(format!(
            "{flag} is not a flag: `{name}` is a setting; set it in {file} (--print-config explains it)"
        )));
    }
    without_variables(error, &line).exit()
}

/// The same error without environment variables: clap counts their values as given on the line and shows them as
/// required. Help and errors about variables stay as they are.
fn without_variables(error: clap::Error, line: &[OsString]) -> clap::Error {
    if !error.use_stderr() {
        return error;
    }
    let command = Args::command().mut_args(|arg| arg.env(Resettable::Reset));
    command.try_get_matches_from(line).err().unwrap_or(error)
}

/// A subcommand with a similar spelling.
fn near(text: &str) -> Option<String> {
    let command = Args::command();
    let names =
        command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    let near = names.filter_map(|name| Some((edits(text, name, MAX_EDITS)?, name)));
    near.min().map(|(_, name)| name.to_owned())
}

/// Carries out the command, and logs its beginning and end.
fn run(args: &Args) -> Result<(), Failure> {
    if let Some(file) = &args.common.log {
        runtime::start_log(file).map_err(|error| {
            Failure::usage(format!("the log {} cannot be opened: {error}: name another file", file.display()))
        })?;
    }
    let start = Instant::now();
    let version = env!("CARGO_PKG_VERSION");
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    tracing::info!(version, system, processor, "started");
    let result = carry_out(args);
    let ms = start.elapsed().as_millis() as u64;
    if let Some(cause) = result.as_ref().err().and_then(Failure::message) {
        tracing::error!(cause, ms, "failed");
    } else {
        tracing::info!(ms, "ended");
    }
    result
}

fn carry_out(args: &Args) -> Result<(), Failure> {
    let common = &args.common;
    if let Ok(dir) = crate::index::data_dir(common.data_dir.as_deref()) {
        runtime::install_panic_reports(&dir);
    }
    if common.config.is_some() && !matches!(args.command, None | Some(Command::Doctor(_))) {
        settings::complain(common);
    }
    if let (Some(path), Some(_)) = (&args.path, &args.command) {
        let path = path.display();
        return Err(Failure::usage(format!("{path} stands before the subcommand: put the path after it")));
    }
    let flags = [
        (args.print_config, "--print-config"),
        (args.track_interactions, "--track-interactions"),
        (args.ask.is_some(), "--ask"),
        (args.impact.is_some(), "--impact"),
    ];
    let flag = flags.into_iter().find(|(is_given, _)| *is_given && args.command.is_some());
    if let Some((_, flag)) = flag {
        return Err(Failure::usage(format!(
            "{flag} before a subcommand is for the explorer: give it without a subcommand, or after one that takes it (see --help)"
        )));
    }
    match &args.command {
        None => explore(args),
        Some(Command::Index(args)) => index::run(args, common),
        Some(Command::Rank(args)) => rank::run(args, common),
        Some(Command::Impact(args)) => impact::run(args, common),
        Some(Command::Relevance(args)) => relevance::run(args, common),
        Some(Command::Path(args)) => path::run(args, common),
        Some(Command::Follow(args)) => follow::run(args, common),
        Some(Command::Unused(args)) => unused::run(args, common),
        Some(Command::Why(args)) => why::run(args, common),
        Some(Command::Query(args)) => query::run(args, common),
        Some(Command::Batch(args)) => batch::run(args, common),
        Some(Command::Pack(args)) => pack::run(args, common),
        Some(Command::Export(args)) => export::run(args, common),
        Some(Command::Tour(args)) => tour::run(args, common),
        Some(Command::Interactions(args)) => interactions::run(args, common),
        Some(Command::Mcp(args)) => mcp::run(args, common),
        Some(Command::Setup(args)) => setup::run(args, common),
        Some(Command::Doctor(args)) => doctor::run(args, common),
        Some(Command::Completions(args)) => completions::run(args, &mut Args::command()),
        Some(Command::Man) => man::run(Args::command()),
        Some(Command::Assets(args)) => assets::run(args),
    }
}

fn explore(args: &Args) -> Result<(), Failure> {
    if args.print_config {
        return Ok(std::io::stdout().write_all(SettingsFile::template().as_bytes())?);
    }
    let place = args.path.as_deref().map(path_and_line::PathAndLine::of);
    if place.as_ref().is_some_and(|place| !place.path.exists())
        && let Some(path) = args.path.as_ref()
    {
        let near =
            path.to_str().and_then(near).map_or(String::new(), |name| format!("; did you mean {name}?"));
        let path = path.display();
        return Err(Failure::usage(format!(
            "there is no file, folder or subcommand `{path}`{near} (see --help)"
        )));
    }
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return Err(Failure::usage(
            "the explorer needs a terminal on standard input and output; for scripts there are subcommands, such as \
             `codegraph-tui rank`, `index` and `export` (see --help)",
        ));
    }
    let folder = place.as_ref().map_or(Path::new("."), path_and_line::PathAndLine::folder);
    let repository = open_index::repository(folder, &args.common)?;
    let start = start::of(args, place.as_ref(), &repository.root);
    let (settings_path, mut config) = settings::read(&args.common);
    config.settings.track_interactions |= args.track_interactions;
    let session = runtime::Session {
        data_dir: crate::index::data_dir(args.common.data_dir.as_deref()).ok(),
        index: open_index::settings(&args.common, false),
        config,
        settings_path,
        repository,
        start,
    };
    match runtime::run(session) {
        Ok(0) => Ok(()),
        Ok(code) => Err(Failure::Ended(code)),
        Err(error) => Err(Failure::failed(error.to_string())),
    }
}
