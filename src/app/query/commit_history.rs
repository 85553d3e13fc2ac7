//! Past commits: they are read while the first question is answered without them. The order that they give is
//! offered, not applied, so that no row moves under a reader.

use std::sync::Arc;

use super::QueryView;
use super::requests::CommitsRead;
use crate::app::ctx::Ctx;
use crate::app::job::Job;
use crate::app::list::Cursor;
use crate::index::Snapshot;
use crate::search::Past;

impl QueryView {
    /// Returns whether the answer that is shown came before past commits were read.
    pub(super) fn awaits_commits(&self) -> bool {
        let is_read = |of: &Arc<Snapshot>| {
            self.commits.as_ref().is_some_and(|commits| Arc::ptr_eq(&commits.snapshot, of))
        };
        self.reading.as_ref().is_some_and(|of| !is_read(of))
    }

    /// Past commits for a snapshot; `None` starts reading them.
    pub(super) fn commits(&mut self, cx: &mut Ctx, snapshot: &Arc<Snapshot>) -> Option<Arc<Past>> {
        if let Some(commits) = &self.commits
            && Arc::ptr_eq(&commits.snapshot, snapshot)
        {
            return commits.past.clone().ok();
        }
        if !self.reading.as_ref().is_some_and(|of| Arc::ptr_eq(of, snapshot)) {
            self.reading = Some(Arc::clone(snapshot));
            cx.start(Job::Past(Arc::clone(snapshot)));
        }
        None
    }

    /// Takes over past commits, or the reason why there are none.
    pub(in crate::app) fn past_came(
        &mut self,
        cx: &mut Ctx,
        snapshot: Arc<Snapshot>,
        past: Result<Arc<Past>, String>,
    ) {
        let is_there = past.is_ok();
        let before = self.commits.replace(CommitsRead { snapshot, past });
        let was_there = before.is_some_and(|commits| commits.past.is_ok());
        let asked = self.question().0;
        let is_read = self.answered.as_ref().is_some_and(|answered| answered.text == asked);
        match () {
            () if !is_there => {}
            // Rows stay while somebody reads them. After a change of the tree they keep the order that they had,
            // which used past commits.
            () if is_read && !was_there => self.offers_order = true,
            () => self.ask(cx),
        }
    }

    /// Asks again with past commits.
    pub(super) fn take_new_order(&mut self, cx: &mut Ctx) {
        if !self.offers_order {
            return cx.warn("there is no other order: past commits count already, or there are none");
        }
        self.slots.cursor = Cursor::default();
        self.ask(cx);
    }
}
