//! Filtering the rows of the Impact view.

use super::ImpactView;
use super::filtered::{FilterHits, FilteredImpact};
use crate::app::ctx::Ctx;
use crate::app::filter::Filter;
use crate::app::job::{Job, JobKind};
use std::sync::Arc;

impl ImpactView {
    /// The filter's line changed. The old rows stay until the workers have answered; without a filter there is
    /// nothing to wait for.
    pub(super) fn filter_rows(&mut self, cx: &mut Ctx) {
        let Some(blast) = self.blast.clone() else { return };
        let text = self.slots.prompt.line.text().to_owned();
        if text.trim().is_empty() {
            cx.call_off(JobKind::FilterImpact);
            let (filter, found) = (Filter::default(), FilterHits::all(&blast));
            return self.filter_came(cx, FilteredImpact { blast, text, filter, found });
        }
        cx.start(Job::FilterImpact { blast, text });
    }

    /// Takes over a filtered result.
    pub(in crate::app) fn filter_came(&mut self, cx: &mut Ctx, filtered: FilteredImpact) {
        if self.blast.as_ref().is_some_and(|blast| Arc::ptr_eq(blast, &filtered.blast)) {
            let kept = self.selected();
            (self.shape.filter, self.found) = (filtered.filter, filtered.found);
            self.lay_out(cx, kept);
        }
    }
}
