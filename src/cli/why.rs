//! `why SYMBOL [PATH] [--limit N] [--patch] [--show-secrets] [--json]`

use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::common::{PathArg, whole};
use super::progress::ProgressDisplay;
use super::text::write_json;
use super::{Common, Failure, open_index, resolve_symbol};
use crate::history::date;
use crate::index::git;
use crate::model::{Graph, SymbolId, SymbolKind, clean};
use crate::secrets::{describe, mask, masked_in};
use crate::why::{Change, CommitEffect, DiffLine, End, Why};

#[derive(Debug, clap::Args)]
pub struct WhyArgs {
    /// An id, a qualified name or a unique suffix of one, or `FILE:LINE`
    #[arg(value_name = "SYMBOL")]
    pub symbol: String,

    #[command(flatten)]
    pub target: PathArg,

    /// Largest number of commits to show; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole::<usize>(0, u32::MAX))]
    pub limit: usize,

    /// Show the lines that each commit removed and added
    #[arg(short, long)]
    pub patch: bool,

    /// Show keys, tokens and passwords instead of masking them
    #[arg(long)]
    pub show_secrets: bool,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(args: &WhyArgs, common: &Common) -> Result<(), Failure> {
    let (repository, outcome) = open_index::refreshed(&args.target.path, common, false)?;
    let symbol = resolve_symbol(&outcome.snapshot, &args.symbol)?;
    let graph = outcome.snapshot.graph();
    if graph.symbol(symbol).kind().is_container() {
        let noun = graph.symbol(symbol).kind().noun();
        return Err(Failure::usage(format!("`{}` is a {noun}: name a declaration", args.symbol)));
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let handler = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&cancel)).ok();
    let progress = ProgressDisplay::new();
    progress.say("reading past commits …");
    let cancelled = || cancel.load(Ordering::Relaxed);
    let why = git::why(&repository, &outcome.snapshot, symbol, args.limit, &cancelled);
    progress.finish();
    handler.map(signal_hook::low_level::unregister);
    if cancelled() {
        // A shell loop stops at Ctrl-C only if its command died from the signal.
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT);
    }
    let mut why = why.map_err(|error| Failure::failed(error.to_string()))?;
    if !args.show_secrets {
        let masked = mask_all(&mut why);
        if (args.patch || args.json)
            && let Some(masked) = describe(masked)
        {
            let _ = writeln!(io::stderr(), "codegraph-tui: {masked} (--show-secrets shows them)");
        }
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        write_json(&mut out, &as_json(&graph, symbol, &why))?;
    } else {
        print(&mut out, &graph, symbol, &why, args.patch)?;
    }
    out.flush()?;
    Ok(())
}

/// Masks the secrets in all texts, and returns their number.
fn mask_all(why: &mut Why) -> usize {
    let mut masked = mask_lines(&mut why.uncommitted);
    for change in &mut why.changes {
        masked += mask_lines(&mut change.lines);
        change.message = mask(&change.message).into_owned();
        masked += masked_in(&change.message);
    }
    masked
}

/// Masks the secrets in some lines, of which one can have several lines.
fn mask_lines(lines: &mut [DiffLine]) -> usize {
    let text = |line: &DiffLine| match line {
        DiffLine::Added(text) | DiffLine::Removed(text) => text.clone(),
    };
    let whole = lines.iter().map(text).collect::<Vec<_>>().join("\n");
    let masked = mask(&whole);
    // Marks contain no line breaks, so there are as many lines.
    for (line, shown) in lines.iter_mut().zip(masked.split('\n')) {
        match line {
            DiffLine::Added(text) | DiffLine::Removed(text) => shown.clone_into(text),
        }
    }
    masked_in(&masked)
}

fn as_json(graph: &Graph<'_>, symbol: SymbolId, why: &Why) -> Value {
    let lines = |lines: &[DiffLine], is_added: bool| -> Vec<String> {
        let text = |line: &DiffLine| match (line, is_added) {
            (DiffLine::Added(text), true) | (DiffLine::Removed(text), false) => Some(text.clone()),
            _ => None,
        };
        lines.iter().filter_map(text).collect()
    };
    let changes = why.changes.iter().map(|change| {
        let (how, from) = match &change.how {
            CommitEffect::Changed => ("changed", None),
            CommitEffect::Introduced => ("introduced", None),
            CommitEffect::Moved { from } => {
                ("moved", Some(json!({ "file": from.path, "qualifiedName": from.name })))
            }
        };
        json!({
            "commit": change.id,
            "time": change.time,
            "date": date(change.time),
            "author": change.author,
            "subject": change.subject(),
            "message": change.message,
            "file": change.path,
            "how": how,
            "from": from,
            "added": lines(&change.lines, true),
            "removed": lines(&change.lines, false),
        })
    });
    let changes: Vec<Value> = changes.collect();
    let first = why.changes.last().map(|change| change.id.clone());
    let introduced = if why.end == End::Introduced { first } else { None };
    json!({
        "symbolId": graph.symbol(symbol).id_text(),
        "changes": changes,
        "introducedBy": introduced,
        "uncommitted": { "added": lines(&why.uncommitted, true), "removed": lines(&why.uncommitted, false) },
        "truncated": why.end == End::Limit,
        "end": why.end.name(),
        "historyGaps": why.gaps,
    })
}

fn print(
    out: &mut impl Write,
    graph: &Graph<'_>,
    symbol: SymbolId,
    why: &Why,
    patch: bool,
) -> io::Result<()> {
    let label = graph.symbol(symbol).label();
    let noun = match graph.symbol(symbol).kind() {
        SymbolKind::Func => "",
        kind => kind.noun(),
    };
    let space = if noun.is_empty() { "" } else { " " };
    let head = format!("{noun}{space}{label}: {}", why.summary());
    writeln!(out, "{}", clean(&head))?;
    if !why.uncommitted.is_empty() {
        writeln!(out, "\nnot committed yet: {}", counts(&why.uncommitted))?;
        if patch {
            print_lines(out, &why.uncommitted)?;
        }
    }
    for change in &why.changes {
        let id = change.id.get(..10).unwrap_or(&change.id);
        writeln!(out, "\n{id}  {}  {}  {}", date(change.time), clean(&change.author), counts(&change.lines))?;
        writeln!(out, "    {}", clean(change.subject()))?;
        if let Some(how) = how(change) {
            writeln!(out, "    {}", clean(&how))?;
        }
        if patch {
            let rest = change.message.lines().skip(1).skip_while(|line| line.trim().is_empty());
            for line in rest {
                writeln!(out, "    {}", clean(line))?;
            }
            print_lines(out, &change.lines)?;
        }
    }
    match why.end {
        End::Introduced | End::Uncommitted => {}
        End::Limit => writeln!(out, "\n… and older ones (--limit 0 shows all)")?,
        End::History => writeln!(out, "\nhistory does not show what introduced it")?,
    }
    why.gaps.iter().try_for_each(|gap| writeln!(out, "{}", clean(gap)))
}

fn how(change: &Change) -> Option<String> {
    Some(match &change.how {
        CommitEffect::Changed => return None,
        CommitEffect::Introduced => format!("introduced in {}", change.path),
        CommitEffect::Moved { from } if from.path == change.path => format!("was {} before", from.name),
        CommitEffect::Moved { from } => format!("was {} in {} before", from.name, from.path),
    })
}

fn counts(lines: &[DiffLine]) -> String {
    let added = lines.iter().filter(|line| matches!(line, DiffLine::Added(_))).count();
    format!("+{added} -{}", lines.len() - added)
}

fn print_lines(out: &mut impl Write, lines: &[DiffLine]) -> io::Result<()> {
    if !lines.is_empty() {
        writeln!(out)?;
    }
    lines.iter().try_for_each(|line| {
        let (sign, text) = match line {
            DiffLine::Removed(text) => ('-', text),
            DiffLine::Added(text) => ('+', text),
        };
        writeln!(out, "    {sign}{}", clean(&text.replace('\t', "    ")))
    })
}
