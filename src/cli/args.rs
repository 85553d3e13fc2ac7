//! The shape of the command line. Everything `--help`, the manual page and the completions say comes from here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueHint};

use super::common::Common;
use super::{
    assets, batch, completions, doctor, export, follow, impact, index, interactions, mcp, pack, path, query,
    rank, relevance, setup, tour, unused, why,
};

/// Explore a Go codebase: what carries the load, where things live, what a change breaks.
///
/// Without a subcommand, opens the explorer on the repository that PATH lies in. The subcommands are for scripts. The
/// index is kept in the user's data folder; nothing is written into the repository but what you ask for: tours, and the files of `setup --write`.
#[derive(Debug, Parser)]
#[command(name = "codegraph-tui", version, max_term_width = 100)]
pub struct Args {
    /// A folder or file inside the repository, as `web/router.go:120` at a line [default: .]
    #[arg(value_hint = ValueHint::AnyPath)]
    pub path: Option<PathBuf>,

    /// Open the explorer with this question asked
    #[arg(long, value_name = "TEXT", conflicts_with = "impact")]
    pub ask: Option<String>,

    /// Open the explorer with what a git range affects, such as main...HEAD; HEAD means the working tree
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    pub impact: Option<String>,

    /// Print a settings file with the defaults, every setting explained
    #[arg(long)]
    pub print_config: bool,

    /// In the explorer: remember what you use (ids, counts, times, hashes; no code), like its key `, t` in the explorer
    #[arg(long)]
    pub track_interactions: bool,

    #[command(flatten)]
    pub common: Common,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Prepares an argument for clap: text that begins with a hyphen and contains a blank is not a flag but a pasted
/// line, used as the question. A blank put before it hides the hyphen.
pub(super) fn no_flag(arg: OsString) -> OsString {
    let is_text = |text: &str| {
        let flag = text.split(char::is_whitespace).next().unwrap_or_default();
        text.starts_with('-') && flag.len() < text.len() && !flag.contains('=')
    };
    match arg.to_str() {
        Some(text) if is_text(text) => format!(" {text}").into(),
        _ => arg,
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the index, or bring it up to date, and report on it
    Index(index::IndexArgs),
    /// List symbols by importance
    Rank(rank::RankArgs),
    /// Show what a change to a symbol, or a diff, affects, and the tests to run
    Impact(impact::ImpactArgs),
    /// Score how relevant one symbol is to a task
    Relevance(relevance::RelevanceArgs),
    /// Show how one symbol depends on another
    Path(path::PathArgs),
    /// Show the commits that changed a symbol, newest first
    Why(why::WhyArgs),
    /// List declarations that nothing reaches, and those that only tests use
    Unused(unused::UnusedArgs),
    /// Ask in words: list what answers, why, and what fits a token budget
    Query(query::QueryArgs),
    /// Answer questions from standard input, one JSON object per line
    Batch(batch::BatchArgs),
    /// Ask in words, get a pack that fits a token budget
    Pack(pack::PackArgs),
    /// Write the whole graph
    Export(export::ExportArgs),
    /// List, show, export, generate and check guided tours
    Tour(tour::TourArgs),
    /// List or clear what is remembered about your use of this repository
    Interactions(interactions::InteractionsArgs),
    /// Serve the graph to an assistant over the Model Context Protocol, on standard input and output
    Mcp(mcp::McpArgs),
    /// Register the server with an assistant's client, such as claude-code, cursor or vscode
    Setup(setup::SetupArgs),
    /// Move an open explorer to a place, as an editor's key can do
    Follow(follow::FollowArgs),
    /// Show paths, terminal, clipboard, colours and the state of the index
    Doctor(doctor::DoctorArgs),
    /// Print shell completions
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man,
    /// Make the data files that the program carries
    #[command(hide = true)]
    Assets(assets::AssetsArgs),
}
