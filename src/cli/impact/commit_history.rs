//! Facts of past commits in an answer: `--co-change` and `--churn`.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::cli::open_index;
use crate::history::{Churn, History, date};
use crate::impact::cochange::{CoChanged, CoChanges, GraphDistance, co_changes};
use crate::impact::{Likely, Radius};
use crate::index::Repository;
use crate::index::git::{self, CloneGap};
use crate::model::{Graph, SymbolId, clean, counted};

/// Partners that are printed; in JSON all are.
const PRINTED: usize = 10;

/// The parts of the history that were requested.
pub(super) struct RequestedHistory {
    history: Result<History, String>,
    /// The part of the history that the clone lacks.
    gaps: Vec<CloneGap>,
    /// With `--co-change`: what changes with the targets, and how likely each affected symbol changes.
    co_changes: Option<(CoChanges, Vec<f64>)>,
    churn: bool,
}

/// Flags about the past.
#[derive(Clone, Copy)]
pub(super) struct ImpactHistoryFlags {
    /// The symbols and files that change together with the targets.
    pub(super) co_change: bool,
    /// Frequency of changes of each symbol.
    pub(super) churn: bool,
}

impl RequestedHistory {
    /// Reads the wanted parts, and with `--co-change` orders the radius by likelihood.
    pub(super) fn of(
        wanted: ImpactHistoryFlags,
        repository: &Repository,
        graph: &Graph<'_>,
        targets: &[SymbolId],
        radius: &mut Radius,
    ) -> Self {
        let history = if wanted.co_change || wanted.churn {
            open_index::history(repository)
        } else {
            Err(String::new())
        };
        let co_changes = wanted.co_change.then(|| {
            let co_changes = history.as_ref().map(|history| co_changes(graph, history, targets));
            let known = co_changes.as_ref().ok().map(|found| &found.index);
            let likely = Likely::new(graph, targets, known);
            radius.arrange(graph, &likely);
            let each = radius.impact.affected.iter();
            let likelihoods = each.map(|a| likely.of(a.symbol, Some(a.score))).collect();
            (co_changes.unwrap_or_default(), likelihoods)
        });
        let gaps = if history.is_ok() { git::clone_gaps(&repository.root).of_history() } else { Vec::new() };
        Self { history, gaps, co_changes, churn: wanted.churn }
    }

    /// Adds the parts to the whole answer.
    pub(super) fn complete(&self, graph: &Graph<'_>, answer: &mut Value) {
        if let Some((co_changes, _)) = &self.co_changes {
            answer["order"] = json!("likelihood");
            answer["coChange"] = co_changes.partners.iter().map(|partner| as_json(graph, partner)).collect();
        }
        if self.co_changes.is_some() || self.churn {
            answer["history"] = match &self.history {
                Ok(history) => json!({
                    "commits": history.commits().len(),
                    "gaps": self.gaps.iter().map(|gap| &gap.text).collect::<Vec<_>>(),
                }),
                Err(why) => json!({ "error": why }),
            };
        }
    }

    /// Adds the parts to the answer's row of an affected symbol, `row` of the impact.
    pub(super) fn complete_row(&self, graph: &Graph<'_>, row: usize, symbol: SymbolId, answer: &mut Value) {
        if let Some((co_changes, likelihoods)) = &self.co_changes {
            answer["likelihood"] = json!(likelihoods.get(row));
            answer["coChange"] = json!(co_changes.index.symbols.get(&symbol).copied().unwrap_or(0.0));
        }
        if let Some(churn) = self.churn(graph, symbol) {
            let last = churn.last.as_ref();
            answer["churn"] = json!({
                "changes90": churn.recent,
                "commits": churn.commits,
                "authors": churn.authors,
                "lastChange": last.map(|last| date(last.time)),
                "lastAuthor": last.map(|last| &last.author),
            });
        }
    }

    fn churn(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<Churn> {
        if !self.churn {
            return None;
        }
        let history = self.history.as_ref().ok()?;
        let symbol = graph.symbol(symbol);
        if symbol.kind().is_container() {
            return Some(history.churn(symbol.path()));
        }
        Some(history.churn_of_symbol(symbol.path(), symbol.qualified()))
    }

    pub(super) fn is_ordered_by_likelihood(&self) -> bool {
        self.co_changes.is_some()
    }

    /// The heads of the columns in front of a printed row.
    pub(super) fn heads(&self) -> String {
        let likely = if self.co_changes.is_some() { "likely  " } else { "" };
        let churn = if self.churn { "90d  last change  authors  " } else { "" };
        format!("{likely}{churn}")
    }

    /// The columns in front of a printed row.
    pub(super) fn columns(&self, graph: &Graph<'_>, row: usize, symbol: SymbolId) -> String {
        let likely = self.co_changes.as_ref().and_then(|(_, likelihoods)| likelihoods.get(row));
        let likely = likely.map_or(String::new(), |likely| format!("{likely:>6.3}  "));
        if !self.churn {
            return likely;
        }
        let churn = self.churn(graph, symbol).unwrap_or_default();
        let last = churn.last.map_or("-".to_owned(), |last| date(last.time));
        format!("{likely}{:>3}  {last:>11}  {:>7}  ", churn.recent, churn.authors)
    }

    /// Prints what changes with the targets, or why that is not known.
    pub(super) fn print(&self, out: &mut impl Write, graph: &Graph<'_>) -> io::Result<()> {
        if let Some(why) = self.history.as_ref().err().filter(|why| !why.is_empty()) {
            writeln!(out, "note: {}", clean(why))?;
        }
        self.gaps.iter().try_for_each(|gap| writeln!(out, "note: {}", gap.with_remedy()))?;
        let Some((co_changes, _)) = &self.co_changes else { return Ok(()) };
        if co_changes.partners.is_empty() {
            return match &self.history {
                Ok(history) => {
                    let commits = counted(history.n_narrow_commits(), "commit");
                    writeln!(out, "\nnothing changed with it at least three times in {commits}")
                }
                Err(_) => Ok(()),
            };
        }
        writeln!(out, "\nchanges with it, by past commits:")?;
        writeln!(
            out,
            "{:>6}  {:>6}  {:>7}  {:>10}  {:<22}  what",
            "with", "back", "commits", "last", "in the graph"
        )?;
        for partner in co_changes.partners.iter().take(PRINTED) {
            let name = match &partner.name {
                Some(name) => format!("{name}  "),
                None if partner.of_file => "its file, with ".to_owned(),
                None => String::new(),
            };
            let line = if partner.name.is_some() { partner.symbol } else { None };
            let line = line.map_or(String::new(), |id| format!(":{}", graph.symbol(id).line()));
            writeln!(
                out,
                "{:>5.0}%  {:>5.0}%  {:>7}  {:>10}  {:<22}  {}{}{line}",
                partner.shares[0] * 100.0,
                partner.shares[1] * 100.0,
                partner.support,
                date(partner.last),
                words(partner),
                clean(&name),
                clean(&partner.path),
            )?;
        }
        let more = co_changes.partners.len().saturating_sub(PRINTED);
        if more > 0 { writeln!(out, "… and {more} more (--json has all)") } else { Ok(()) }
    }
}

fn words(partner: &CoChanged) -> String {
    match partner.explained {
        None if partner.symbol.is_none() => "no longer there".to_owned(),
        None => "not connected".to_owned(),
        Some(GraphDistance::Dependant(steps)) => {
            format!("its dependant, {}", counted(steps as usize, "step"))
        }
        Some(GraphDistance::Dependency(steps)) => {
            format!("its dependency, {}", counted(steps as usize, "step"))
        }
    }
}

fn as_json(graph: &Graph<'_>, partner: &CoChanged) -> Value {
    let (explained, steps) = match partner.explained {
        None => (None, None),
        Some(GraphDistance::Dependant(steps)) => (Some("dependant"), Some(steps)),
        Some(GraphDistance::Dependency(steps)) => (Some("dependency"), Some(steps)),
    };
    json!({
        "symbolId": partner.symbol.map(|id| graph.symbol(id).id_text()),
        "file": partner.path,
        "name": partner.name,
        "of": if partner.of_file { "file" } else { "target" },
        "confidence": partner.confidence,
        "reverse": partner.reverse,
        "support": partner.support,
        "share": partner.shares[0],
        "reverseShare": partner.shares[1],
        "last": date(partner.last),
        "explained": explained,
        "steps": steps,
    })
}
