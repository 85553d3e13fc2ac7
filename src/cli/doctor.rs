//! `doctor [PATH]`: what the program finds around it, for a bug report or a puzzled user.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use super::args::Target;
use super::{Common, Failure, opened};
use crate::index::{self, FORMAT_VERSION, Latest, Snapshot};
use crate::model::{clean, counted};
use crate::runtime;

#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    #[command(flatten)]
    pub target: Target,
}

/// Answers even where nothing is in order: saying so is what it is for.
pub(super) fn run(args: &DoctorArgs, common: &Common) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "codegraph-tui {} (index format {FORMAT_VERSION})", env!("CARGO_PKG_VERSION"))?;
    paths(&mut out, &args.target.path, common)?;
    terminal(&mut out)?;
    explorer(&mut out, common)?;
    out.flush()?;
    Ok(())
}

fn row(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "  {name:<12} {}", clean(value))
}

fn paths(out: &mut impl Write, path: &Path, common: &Common) -> io::Result<()> {
    writeln!(out, "index")?;
    match index::data_dir(common.data_dir.as_deref()) {
        Ok(dir) => row(out, "data folder", &dir.display().to_string())?,
        Err(error) => row(out, "data folder", &error.to_string())?,
    }
    let repository = match opened::repository(path, common) {
        Ok(repository) => repository,
        Err(error) => return row(out, "repository", &error.to_string()),
    };
    row(out, "repository", &repository.root.display().to_string())?;
    row(out, "database", &repository.store.database().display().to_string())?;
    match repository.store.latest() {
        Ok(Latest { snapshot, refused }) => {
            for refused in &refused {
                row(out, "not usable", &format!("{}: {}", refused.path.display(), refused.error))?;
            }
            state(out, snapshot.as_ref())
        }
        Err(error) => row(out, "state", &format!("cannot be read: {error}")),
    }
}

fn state(out: &mut impl Write, snapshot: Option<&Snapshot>) -> io::Result<()> {
    let Some(snapshot) = snapshot else { return row(out, "state", "not indexed yet") };
    let meta = snapshot.meta();
    let state = format!(
        "generation {}, {:.1} MB, written by version {}",
        snapshot.generation(),
        snapshot.size() as f64 / 1e6,
        meta.program
    );
    row(out, "state", &state)?;
    let counts = &meta.counts;
    row(
        out,
        "holds",
        // Files are symbols of the graph too; here they have a number of their own.
        &format!(
            "{}, {}, {}",
            counted(counts.files as usize, "file"),
            counted(counts.symbols.saturating_sub(counts.files) as usize, "symbol"),
            counted(counts.edges as usize, "edge")
        ),
    )?;
    let unresolved: u64 = counts.unresolved.values().sum();
    row(
        out,
        "unresolved",
        &format!("{}  {}", counted(unresolved as usize, "site"), super::text::tally(&counts.unresolved)),
    )
}

fn terminal(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "terminal")?;
    let streams = [
        ("input", io::stdin().is_terminal()),
        ("output", io::stdout().is_terminal()),
        ("errors", io::stderr().is_terminal()),
    ];
    let streams =
        streams.map(|(name, tty)| format!("{name} {}", if tty { "terminal" } else { "not a terminal" }));
    row(out, "streams", &streams.join(", "))?;
    let size = crossterm::terminal::size().map_or("unknown".to_owned(), |(w, h)| format!("{w}x{h}"));
    row(out, "size", &size)?;
    for name in
        ["TERM", "COLORTERM", "COLORFGBG", "NO_COLOR", "TERM_PROGRAM", "TMUX", "SSH_TTY", "VISUAL", "EDITOR"]
    {
        row(out, name, &variable(name))?;
    }
    Ok(())
}

fn explorer(out: &mut impl Write, common: &Common) -> io::Result<()> {
    writeln!(out, "explorer")?;
    let (path, config) = super::settings(common);
    for (name, value) in runtime::report(&config, path.as_deref()) {
        row(out, name, &value)?;
    }
    row(out, "git", if on_path("git") { "found" } else { "not found: no history, no --diff" })
}

fn variable(name: &str) -> String {
    env::var_os(name).map_or("not set".to_owned(), |value| value.to_string_lossy().into_owned())
}

fn on_path(tool: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|dir| dir.join(tool).is_file()))
}
