//! `index [PATH] [--force] [--json]`

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use serde_json::json;

use super::common::PathArg;
use super::text::{tally, write_json};
use super::{Common, Failure, open_index};
use crate::golang::build_constraint::Host;
use crate::index::git::{CloneGap, CloneGaps, clone_gaps};
use crate::index::{Counts, DependencyReport, Diagnostics, IndexChange, Meta, Outcome, Repository, Skipped};
use crate::model::{SymbolKind, clean};

#[derive(Debug, clap::Args)]
pub struct IndexArgs {
    #[command(flatten)]
    pub target: PathArg,

    /// Rebuild from the files, ignoring what is stored
    #[arg(long)]
    pub force: bool,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(args: &IndexArgs, common: &Common) -> Result<(), Failure> {
    let (repository, outcome) = open_index::refreshed(&args.target.path, common, args.force)?;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        write_json(&mut out, &as_json(&repository, &outcome))?;
    } else {
        report(&mut out, &repository, &outcome)?;
    }
    out.flush()?;
    match outcome.unsaved {
        // The command's purpose is to store the index, so this is a failure.
        Some(why) => Err(Failure::failed(format!("the index was not stored: {why}"))),
        None => Ok(()),
    }
}

fn as_json(repository: &Repository, outcome: &Outcome) -> serde_json::Value {
    let snapshot = &outcome.snapshot;
    let Counts { files, lines, symbols, edges, .. } = snapshot.meta().counts;
    let counts = &snapshot.meta().counts;
    let diagnostics = &snapshot.meta().diagnostics;
    let (what, added, changed, removed) = match outcome.change {
        IndexChange::None => ("unchanged", 0, 0, 0),
        IndexChange::Rebound => ("rebound", 0, 0, 0),
        IndexChange::Built => ("built", 0, 0, 0),
        IndexChange::Updated { added, changed, removed } => ("updated", added, changed, removed),
    };
    json!({
        "root": snapshot.meta().root,
        "database": repository.store.database().to_string_lossy(),
        "generation": snapshot.generation(),
        "bytes": snapshot.size(),
        "change": what,
        "filesAdded": added,
        "filesChanged": changed,
        "filesRemoved": removed,
        "filesParsed": outcome.parsed,
        "files": files,
        "lines": lines,
        "totalSymbols": symbols,
        "symbolsByKind": counts.symbols_by_kind,
        "totalEdges": edges,
        "edgesByKind": counts.edges_by_kind,
        "edgesByOrigin": counts.edges_by_origin,
        "unresolved": counts.unresolved,
        "flaws": {
            "total": diagnostics.total(),
            "byReason": diagnostics.counts,
            "paths": diagnostics.listed,
        },
        "skipped": {
            "total": outcome.skipped.total(),
            "byReason": outcome.skipped.counts,
            "paths": outcome.skipped.listed,
        },
        "dependencies": dependencies_json(&snapshot.meta().dependencies),
        "build": build_json(snapshot.meta()),
        "clone": clone_json(&clone_gaps(&repository.root)),
        "times": outcome.times,
        "rank": snapshot.meta().rank,
        "saved": outcome.unsaved.is_none(),
    })
}

fn report(out: &mut impl Write, repository: &Repository, outcome: &Outcome) -> io::Result<()> {
    let snapshot = &outcome.snapshot;
    let counts = &snapshot.meta().counts;
    match outcome.change {
        IndexChange::None => writeln!(out, "up to date: {}", clean(&snapshot.meta().root))?,
        IndexChange::Rebound => {
            writeln!(out, "bound again for {}: {}", snapshot.meta().host, clean(&snapshot.meta().root))?;
        }
        IndexChange::Built => writeln!(out, "indexed {}", clean(&snapshot.meta().root))?,
        IndexChange::Updated { added, changed, removed } => writeln!(
            out,
            "updated {} ({added} added, {changed} changed, {removed} removed)",
            clean(&snapshot.meta().root)
        )?,
    }
    writeln!(out, "  files       {}  ({} lines, {} parsed now)", counts.files, counts.lines, outcome.parsed)?;
    // `--json` counts files among the symbols. Here their number is printed already.
    let mut kinds = counts.symbols_by_kind.clone();
    kinds.remove(SymbolKind::File.name());
    writeln!(out, "  symbols     {}  {}", kinds.values().sum::<u64>(), tally(&kinds))?;
    writeln!(out, "  edges       {}  {}", counts.edges, tally(&counts.edges_by_kind))?;
    writeln!(out, "  by origin   {}", tally(&counts.edges_by_origin))?;
    let unresolved: u64 = counts.unresolved.values().sum();
    let sites = crate::model::counted(unresolved as usize, "site");
    writeln!(out, "  unresolved  {sites}  {}", tally(&counts.unresolved))?;
    build(out, snapshot.meta())?;
    if let Some(summary) = snapshot.meta().dependencies.summary() {
        writeln!(out, "  depends on  {summary}")?;
    }
    diagnostics(out, &snapshot.meta().diagnostics)?;
    skipped(out, &outcome.skipped)?;
    for gap in all_gaps(&clone_gaps(&repository.root)) {
        writeln!(out, "  clone       {}", clean(&gap.with_remedy()))?;
    }
    let times: Vec<String> =
        outcome.times.iter().map(|(phase, ms)| format!("{} {ms:.0}", phase.name())).collect();
    writeln!(out, "  times       {} ms", times.join(", "))?;
    if outcome.unsaved.is_some() {
        return writeln!(out, "  database    not stored");
    }
    let dir = repository.store.database().display().to_string();
    writeln!(out, "  database    {} ({:.1} MB)", clean(&dir), snapshot.size() as f64 / 1e6)
}

/// The knowledge of other modules. The fields are those of `doctor --json` as well.
pub(super) fn dependencies_json(report: &DependencyReport) -> serde_json::Value {
    let modules = report.modules().into_iter();
    let modules = modules
        .map(|(path, version, packages)| json!({ "path": path, "version": version, "packages": packages }));
    json!({
        "source": report.source,
        "digest": report.digest,
        "packages": report.packages.len(),
        "modules": modules.collect::<Vec<_>>(),
        "missing": report.missing,
        "missingModules": report.missing_modules,
    })
}

/// The build that the tree was read for, and the tags that could be set. The fields are those of `doctor --json` as well.
pub(super) fn build_json(meta: &Meta) -> serde_json::Value {
    let Meta { host, build_tags, .. } = meta;
    json!({
        "goos": host.os,
        "goarch": host.arch,
        "tags": host.plain_tags().collect::<Vec<_>>(),
        "cgo": host.has_cgo(),
        "isDefault": host.is_default(),
        "tagsOfFiles": build_tags,
    })
}

/// The parts that a clone lacks, first of its tree, then of its history.
pub(super) fn all_gaps(gaps: &CloneGaps) -> Vec<CloneGap> {
    [gaps.of_tree(), gaps.of_history()].concat()
}

/// The fields are those of `doctor --json` as well.
pub(super) fn clone_json(gaps: &CloneGaps) -> serde_json::Value {
    json!({
        "shallow": gaps.shallow,
        "partial": gaps.partial,
        "sparse": gaps.absent.sparse,
        "goFilesNotCheckedOut": gaps.absent.count,
        "submodulesNotCheckedOut": gaps.submodules,
        "gaps": all_gaps(gaps).iter().map(CloneGap::with_remedy).collect::<Vec<_>>(),
    })
}

/// The build that the tree was read for if it is not the default, and the most frequent tags that could be set.
fn build(out: &mut impl Write, meta: &Meta) -> io::Result<()> {
    let Meta { host, build_tags, .. } = meta;
    if !host.is_default() {
        writeln!(
            out,
            "  build       {host} (kept for this repository; --default-build returns to {})",
            Host::default()
        )?;
    }
    let mut tags: Vec<(&String, &u64)> =
        build_tags.iter().filter(|(tag, _)| !host.tags.contains(tag)).collect();
    tags.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    if tags.is_empty() {
        return Ok(());
    }
    let more = match tags.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown: Vec<String> = tags.iter().take(SHOWN).map(|(tag, count)| format!("{tag} {count}")).collect();
    writeln!(out, "  tags unset  {}{more}  (files by tag; --tags sets them)", clean(&shown.join(", ")))
}

/// Diagnostics of single files; `--json` lists more.
const SHOWN: usize = 10;

fn diagnostics(out: &mut impl Write, diagnostics: &Diagnostics) -> io::Result<()> {
    if diagnostics.total() == 0 {
        return Ok(());
    }
    let by_reason = diagnostics.counts.iter().map(|(kind, &count)| (kind.name().to_owned(), count)).collect();
    writeln!(out, "  incomplete  {}", tally(&by_reason))?;
    for diagnostic in diagnostics.listed.iter().take(SHOWN) {
        let line = diagnostic.line.map_or_else(String::new, |line| format!(":{line}"));
        writeln!(out, "    {}{line}: {}", clean(&diagnostic.path), diagnostic.kind.name())?;
    }
    and_more(out, diagnostics.total())
}

fn skipped(out: &mut impl Write, skipped: &Skipped) -> io::Result<()> {
    let by_reason: BTreeMap<String, u64> =
        skipped.counts.iter().map(|(reason, &count)| (reason.name().to_owned(), count)).collect();
    writeln!(out, "  skipped     {}  {}", skipped.total(), tally(&by_reason))?;
    for skip in skipped.listed.iter().take(SHOWN) {
        let detail =
            if skip.detail.is_empty() { String::new() } else { format!(" ({})", clean(&skip.detail)) };
        writeln!(out, "    {}: {}{detail}", clean(&skip.path), skip.reason.name())?;
    }
    and_more(out, skipped.total())
}

fn and_more(out: &mut impl Write, total: u64) -> io::Result<()> {
    match total.saturating_sub(SHOWN as u64) {
        0 => Ok(()),
        more => writeln!(out, "    … and {more} more (--json lists them)"),
    }
}
