//! Questions with their truth.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use codegraph_tui::model::{Graph, SymbolId};
use rustc_hash::FxHashMap;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Truth {
    pub(crate) file: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) recv: String,
    #[serde(default)]
    pub(crate) lines: [u32; 2],
    /// Of a plain question: the line of the declaration, and whether it is essential (2) or of help (1).
    #[serde(default)]
    line: u32,
    #[serde(default)]
    pub(crate) grade: u32,
}

impl Truth {
    /// Returns whether a symbol is the one meant.
    pub(crate) fn is(&self, graph: &Graph<'_>, id: SymbolId) -> bool {
        let symbol = graph.symbol(id);
        symbol.name() == self.name
            && symbol.path() == self.file
            && ((self.lines[0]..=self.lines[1]).contains(&symbol.line())
                || !self.recv.is_empty() && symbol.qualified().starts_with(&format!("{}.", self.recv)))
    }
}

/// The grade of what a plain question cannot be answered without.
pub(crate) const ESSENTIAL: u32 = 2;

#[derive(Debug, Deserialize)]
struct Line {
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default)]
    id: String,
    query: String,
    #[serde(default)]
    subject: String,
    truth: Vec<Truth>,
    #[serde(default)]
    any: bool,
    #[serde(default)]
    path: Vec<Truth>,
}

#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) query: String,
    pub(crate) truth: std::sync::Arc<Vec<Truth>>,
    /// Of a plain question the truth with what is only of help.
    pub(crate) judged: Vec<Truth>,
    /// Of a plain question how something comes about: what the program runs through, in order.
    pub(crate) path: Vec<Truth>,
    /// Any one of the truth is all of it.
    pub(crate) any: bool,
}

impl Task {
    /// The number of the truth that a symbol is; of a plain question that of the judged symbol.
    pub(crate) fn is_about(&self, graph: &Graph<'_>, id: SymbolId) -> Option<u8> {
        let judged = if self.kind == Kind::Question { &self.judged } else { &*self.truth };
        judged.iter().position(|truth| truth.is(graph, id)).map(|ix| ix as u8)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Commit,
    Short,
    Doc,
    Typo,
    /// A plain question of somebody who does not know the code.
    Question,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [Self::Commit, Self::Short, Self::Doc, Self::Typo, Self::Question];
}

#[derive(Debug)]
pub(crate) struct Tasks {
    pub(crate) repo: String,
    pub(crate) tasks: Vec<Task>,
}

pub(crate) fn files(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("{}", dir.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Ok(files)
}

pub(crate) fn read(file: &Path) -> anyhow::Result<Tasks> {
    let text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    let mut lines = text.lines();
    let meta: serde_json::Value = serde_json::from_str(lines.next().unwrap_or_default())?;
    let meta = if meta["meta"].is_object() { &meta["meta"] } else { &meta };
    let repo = meta["repo"].as_str().context("the first line names no repository")?.to_owned();
    let mut tasks = Vec::new();
    for line in lines {
        let Line { kind, id, query, subject, mut truth, any, mut path } = serde_json::from_str(line)?;
        let mut judged = Vec::new();
        if kind.is_none() {
            for truth in truth.iter_mut().chain(&mut path) {
                truth.lines = [truth.line; 2];
            }
            judged.clone_from(&truth);
            truth.retain(|truth: &Truth| truth.grade == ESSENTIAL);
        }
        let truth = std::sync::Arc::new(truth);
        let kind = match kind.as_deref() {
            None => Kind::Question,
            Some("commit") => Kind::Commit,
            Some("doc") => Kind::Doc,
            Some(_) => Kind::Typo,
        };
        if kind == Kind::Commit {
            tasks.push(Task {
                id: id.clone(),
                kind: Kind::Short,
                query: subject,
                truth: truth.clone(),
                judged: Vec::new(),
                path: Vec::new(),
                any,
            });
        }
        tasks.push(Task { id, kind, query, truth, judged, path, any });
    }
    Ok(Tasks { repo, tasks })
}

/// Reads lines of words beside questions: `{"id","also":[..]}`.
pub(crate) fn read_also(file: &Path) -> anyhow::Result<FxHashMap<String, Vec<String>>> {
    #[derive(Deserialize)]
    struct Beside {
        id: String,
        also: Vec<String>,
    }
    let text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    let beside = |line: &str| -> anyhow::Result<(String, Vec<String>)> {
        let Beside { id, also } = serde_json::from_str(line)?;
        Ok((id, also))
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(beside).collect()
}
