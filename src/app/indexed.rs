//! Messages from the index while it is built and refreshed, and how the views take them over.

use std::sync::Arc;
use std::time::Duration;

use super::ctx::BuildProgress;
use super::explorer::App;
use super::msg::{IndexMsg, Tone};
use super::symbol_rows::{Glimpses, SymbolSource};
use super::view::View;
use crate::index::{BuildEvent, FileDiagnostic, Snapshot};
use crate::model::clean;

/// Most files that a notice about files that cannot be read whole names.
const MAX_NAMED: usize = 8;

impl App {
    pub(super) fn index_msg(&mut self, msg: IndexMsg) {
        match msg {
            IndexMsg::Opened(snapshot) => {
                self.graph_came(snapshot);
            }
            IndexMsg::Progress(event) => self.progress(event),
            IndexMsg::Fresh { snapshot, changed, notes } => {
                self.ctx.index.work = None;
                // The problem is over, so its notice goes.
                let problem = self.ctx.index.problem.take();
                if let Some(problem) = &problem {
                    self.ctx.toast.take_if(|toast| toast.text == *problem);
                }
                // Notices about a missing index are no longer true.
                self.ctx.toast.take_if(|toast| toast.early && self.ctx.index.snapshot.is_none());
                if changed || self.ctx.index.snapshot.is_none() {
                    self.tell_mended(&snapshot);
                    self.tell_broken(&snapshot);
                    self.graph_came(snapshot);
                } else {
                    let (state, cx) = self.in_sight_mut();
                    state.tree_checked(cx);
                    if problem.is_some() {
                        // Files that could not be read during the problem may be readable again.
                        let (state, cx) = self.in_sight_mut();
                        cx.read(cx.view, state.pane().job());
                    }
                }
                if std::mem::take(&mut self.ctx.index.asked) {
                    let text = if changed { "the index is up to date" } else { "nothing changed" };
                    self.ctx.tell(text);
                }
                self.ctx.notify_all(Tone::Bad, &notes);
            }
            IndexMsg::Polled(why) => {
                self.ctx.index.polled = true;
                self.ctx.warn(why);
            }
            IndexMsg::GitMoved => {
                self.impact.git_moved(&mut self.ctx);
                self.ctx.compare_with_commit();
            }
            IndexMsg::Failed(why) => {
                self.ctx.index.work = None;
                self.ctx.index.asked = false;
                self.ctx.warn(why.clone());
                self.ctx.index.problem = Some(why);
            }
        }
    }

    /// Says that files reported as broken can be read whole again, or drops the report if the files are gone.
    fn tell_mended(&mut self, newer: &Snapshot) {
        let listed = &newer.meta().diagnostics.listed;
        let is_whole = |path: &String| !listed.iter().any(|diagnostic| diagnostic.path == *path);
        let Some((files, told)) = self.ctx.index.broken.take_if(|(files, _)| files.iter().all(is_whole))
        else {
            return;
        };
        self.ctx.toast.take_if(|toast| toast.text == told);
        let mut there = files.iter().filter(|path| newer.graph().find_file(path).is_some());
        if let (Some(first), None) = (there.next(), &self.ctx.toast) {
            let more = match there.count() {
                0 => String::new(),
                n => format!(", and {n} more"),
            };
            self.ctx.tell(format!("{}: complete now{more}", clean(first)));
        }
    }

    /// Reports files that can no longer be read whole: their declarations may be missing in the lists.
    fn tell_broken(&mut self, newer: &Snapshot) {
        let Some(known) =
            self.ctx.index.snapshot.as_ref().map(|snapshot| &snapshot.meta().diagnostics.listed)
        else {
            return;
        };
        let is_known = |path: &str| known.iter().any(|diagnostic| diagnostic.path == path);
        let mut broken =
            newer.meta().diagnostics.listed.iter().filter(|diagnostic| !is_known(&diagnostic.path));
        if let Some(FileDiagnostic { path, line, kind }) = broken.next() {
            let line = line.map_or_else(String::new, |line| format!(":{line}"));
            let others: Vec<&str> = broken.map(|diagnostic| diagnostic.path.as_str()).collect();
            let more = match others.len() {
                0 => String::new(),
                n if n <= MAX_NAMED => format!("; also {}", others.join(", ")),
                n => format!("; also {} and {} more", others[..MAX_NAMED].join(", "), n - MAX_NAMED),
            };
            let files = [&[path.as_str()], &others[..]].concat().into_iter().map(str::to_owned).collect();
            let text = format!("{path}{line}: {}; it is indexed only in part{more}", kind.description());
            let text = clean(&text).into_owned();
            self.ctx.index.broken = Some((files, text.clone()));
            self.ctx.warn(text);
        }
    }

    /// A new graph came: every view keeps what it can of its state.
    fn graph_came(&mut self, snapshot: Arc<Snapshot>) {
        self.ctx.picks.follow(&snapshot);
        self.ctx.index.snapshot = Some(snapshot);
        self.ctx.index.glimpses = Glimpses::default();
        for view in View::ALL {
            let (state, cx) = self.state_mut(view);
            state.graph_came(cx);
        }
        self.ctx.side.followed = None;
        self.interactions.graph_came(&mut self.ctx);
        self.ctx.compare_with_commit();
    }

    fn progress(&mut self, event: BuildEvent) {
        let since = self.ctx.now;
        let work =
            self.ctx.index.work.get_or_insert_with(|| BuildProgress { since, ..BuildProgress::default() });
        work.left.take(Duration::from_millis(since.0), &event);
        match event {
            BuildEvent::Phase(phase) => *work = BuildProgress { phase: Some(phase), waiting: false, ..*work },
            BuildEvent::Folder => {}
            BuildEvent::Packages { packages, modules } => work.reading = Some((packages, modules)),
            BuildEvent::Waiting => work.waiting = true,
            BuildEvent::Files { done, total, symbols, .. } => {
                // Counts of several threads arrive in any order, so the largest is kept.
                *work = BuildProgress {
                    done: work.done.max(done),
                    total,
                    symbols: work.symbols.max(symbols),
                    ..*work
                };
            }
            BuildEvent::Glimpses(batch) => {
                if self.ctx.index.snapshot.is_none() {
                    self.ctx.index.glimpses.push(batch);
                    let glimpses = self.ctx.index.glimpses.clone();
                    self.symbols.corpus_came(&mut self.ctx, SymbolSource::Glimpses(glimpses));
                }
            }
        }
    }
}
