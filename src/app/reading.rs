//! Asking for the text that the view in sight shows.

use super::job::Job;
use super::source::SourceText;
use super::tours::data::BROUGHT;
use super::{App, View};

impl App {
    /// Whether a text is not the one that the index was made of: its lines are not those that the index knows.
    pub(super) fn is_behind(&self, text: &SourceText) -> bool {
        let known =
            self.index.snapshot.as_ref().and_then(|snapshot| Some(snapshot.files().find(&text.path)?.hash));
        known.zip(text.print).is_some_and(|(known, print)| known != print)
    }

    /// Asks for the text that the view in sight shows; what is there stays until it comes. Asked when the tree
    /// changed, and when a view is turned to: what one out of sight holds may be old.
    pub(super) fn read_source(&mut self) {
        let shown = match self.view {
            View::Symbols => &self.symbols.shown,
            View::Impact => &self.impact.shown,
            View::Tours => &self.tours.shown,
            View::Query | View::Interactions => return,
        };
        let Some(path) = shown.as_ref().map(|shown| shown.path.clone()) else { return };
        let version = match self.view {
            View::Tours => self.tours.version.clone(),
            View::Impact => self.impact.version.clone(),
            View::Symbols | View::Query | View::Interactions => None,
        };
        match version {
            Some(version) if version == BROUGHT => {}
            commit => self.start(Job::Source { path, commit }),
        }
    }
}
