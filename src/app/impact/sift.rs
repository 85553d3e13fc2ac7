//! Filtering the rows of the Impact view.

use std::sync::Arc;

use super::sieve::{Found, Sieved};
use crate::app::App;
use crate::app::filter::Filter;
use crate::app::job::{Class, Job};

impl App {
    /// The filter's line changed. Until the workers have answered, rows are those of the line before; without a filter
    /// there is nothing to wait for.
    pub(super) fn impact_sift(&mut self) {
        let Some(blast) = self.impact.blast.clone() else { return };
        let text = self.impact.filter.text().to_owned();
        if text.trim().is_empty() {
            self.call_off(Class::Sieve);
            let (filter, found) = (Filter::default(), Found::all(&blast));
            return self.impact_sieved(Sieved { blast, text, filter, found });
        }
        self.start(Job::Sieve { blast, text });
    }

    /// What fits is known.
    pub(in crate::app) fn impact_sieved(&mut self, sieved: Sieved) {
        if self.impact.blast.as_ref().is_some_and(|blast| Arc::ptr_eq(blast, &sieved.blast)) {
            let kept = self.impact.selected();
            (self.impact.shape.filter, self.impact.found) = (sieved.filter, sieved.found);
            self.impact_laid_out(kept);
        }
    }
}
