//! The overlay with the commits that changed a symbol: typing narrows them, Enter shows the impact of one.

use super::commit_list::CommitList;
use super::explorer::App;
use super::impact::requests::ImpactTarget;
use super::job::Job;
use super::msg::Tone;
use super::overlay::{Overlay, OverlayKind, OverlayRow};
use super::view::View;
use crate::index::git::Range;

/// The digits of a commit's name that a range has.
const DIGITS: usize = 12;

impl App {
    /// Opens the overlay, and asks for the commits of the selection.
    pub(super) fn show_commits(&mut self) {
        let selected = match self.ctx.view {
            View::Symbols => self.symbols.meant().zip(self.symbols.graph().cloned()),
            _ => self.current().zip(self.ctx.index.snapshot.clone()),
        };
        let Some((symbol, snapshot)) = selected else {
            return self.ctx.notify(Tone::Bad, "nothing is selected");
        };
        if snapshot.graph().symbol(symbol).kind().is_container() {
            let text = "packages and files have no lines of their own: select a declaration";
            return self.ctx.notify(Tone::Bad, text);
        }
        self.commits = None;
        self.overlay = Some(Overlay::new(OverlayKind::Commits, &self.overlaid()));
        self.ctx.start(Job::Why { snapshot, symbol });
    }

    /// Shows the commits, if the overlay is still open.
    pub(super) fn commits_came(&mut self, commits: CommitList) {
        self.commits = Some(commits);
        if self.overlay.as_ref().is_some_and(|overlay| overlay.kind == OverlayKind::Commits)
            && let Some(mut overlay) = self.overlay.take()
        {
            overlay.typed(&self.overlaid());
            self.overlay = Some(overlay);
        }
    }

    /// Shows what the chosen commit affects, or what the changes that are not committed yet do.
    pub(super) fn open_commit(&mut self, overlay: &Overlay) {
        let Some(OverlayRow::Commit(commit)) = overlay.rows.get(overlay.cursor.at) else { return };
        let range = match &commit.id {
            Some(id) => format!("{}^!", id.get(..DIGITS).unwrap_or(id)),
            None => "HEAD".to_owned(),
        };
        self.show(View::Impact);
        self.impact.go_to(&mut self.ctx, ImpactTarget::Diff(Range::parse(&range)));
    }
}
