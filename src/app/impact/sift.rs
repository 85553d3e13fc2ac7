//! Filtering the rows of the Impact view.

use super::Impact;
use super::sieve::{Found, Sieved};
use crate::app::ctx::Ctx;
use crate::app::filter::Filter;
use crate::app::job::{Job, JobKind};
use std::sync::Arc;

impl Impact {
    /// The filter's line changed. Until the workers have answered, rows are those of the line before; without a filter
    /// there is nothing to wait for.
    pub(super) fn sift(&mut self, cx: &mut Ctx) {
        let Some(blast) = self.blast.clone() else { return };
        let text = self.filter.text().to_owned();
        if text.trim().is_empty() {
            cx.call_off(JobKind::Sieve);
            let (filter, found) = (Filter::default(), Found::all(&blast));
            return self.sifted(cx, Sieved { blast, text, filter, found });
        }
        cx.start(Job::Sieve { blast, text });
    }

    /// What fits is known.
    pub(in crate::app) fn sifted(&mut self, cx: &mut Ctx, sieved: Sieved) {
        if self.blast.as_ref().is_some_and(|blast| Arc::ptr_eq(blast, &sieved.blast)) {
            let kept = self.selected();
            (self.shape.filter, self.found) = (sieved.filter, sieved.found);
            self.lay_out(cx, kept);
        }
    }
}
