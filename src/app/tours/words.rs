//! The words of the panel beside the code: the text of a step, or what a tour is.

use super::requests::TourEntry;
use super::{Meanwhile, StepInSight, TourRow, ToursView};
use crate::app::action::Action;
use crate::app::ctx::Ctx;
use crate::app::side::RowTone;
use crate::index::tour_steps::{Located, TourVersion};
use crate::model::clean;
use crate::tour::{LocatedStep, Tour, TourStep};

impl ToursView {
    /// The paragraphs of the panel, safe to print, each with its look; `None` where there is no tour.
    pub(in crate::app) fn words(&self, cx: &Ctx) -> Option<Vec<(String, RowTone)>> {
        match self.row()? {
            TourRow::Step(_) => self.step_words(cx),
            TourRow::Tour(at) => Some(about(self.entries.get(at)?, cx)),
        }
    }

    /// Names the words: they are scrolled back where others come.
    pub(in crate::app) fn words_key(&self) -> String {
        let key = self.selected().map_or("", |entry| entry.key.as_str());
        match self.row() {
            Some(TourRow::Step(step)) => format!("{key}#{step}"),
            _ => key.to_owned(),
        }
    }

    /// The progress in the open tour: the number of the step, and of all.
    pub fn progress(&self) -> Option<String> {
        let playing = self.playing.as_ref().filter(|_| self.selected_at() == self.open_at())?;
        let all = playing.now.tour.steps().len();
        Some(format!("{} of {all}", (playing.now.step + 1).min(all)))
    }

    fn step_words(&self, cx: &Ctx) -> Option<Vec<(String, RowTone)>> {
        let StepInSight { tour, found, at, .. } = self.in_sight()?;
        let (step, found) = (tour.step(at)?, found.get(at));
        let mut words = vec![(format!("{}  {}", at + 1, step_name(step, found)), RowTone::Strong)];
        let note = found.and_then(LocatedStep::remark);
        let warnings = self.meanwhile_text(cx).into_iter().chain(note);
        words.extend(warnings.map(|text| (clean(&text).into_owned(), RowTone::Bad)));
        words.extend(self.text().lines.into_iter().map(|text| (text, RowTone::Plain)));
        Some(words)
    }
}

/// The description of a tour, where it is kept, and for which state of the tree it was written.
fn about(entry: &TourEntry, cx: &Ctx) -> Vec<(String, RowTone)> {
    let text = match &entry.tour {
        Ok((tour, _)) => clean(tour.description()).into_owned(),
        Err(why) => clean(why).into_owned(),
    };
    let save = cx.key(Action::TourSave);
    let kept = match &entry.path {
        Some(path) if entry.meanwhile == Some(Meanwhile::Gone) => {
            format!("its file {} is gone; open the tour, `{save}` rewrites it", clean(path))
        }
        Some(path) if entry.meanwhile.is_some() => {
            format!("in {}, with your changes, while others changed the file", clean(path))
        }
        Some(path) if entry.draft => {
            format!("in {}, with changes; once it is open, `{save}` saves them", clean(path))
        }
        Some(path) => format!("in {}", clean(path)),
        None if entry.draft => format!("your draft; once it is open, `{save}` saves it for CodeTour"),
        None => format!("generated; once it is open, `{save}` saves it, also for CodeTour"),
    };
    let located = entry.tour.iter().flat_map(|(tour, at)| for_what(tour, at, entry.is_for_here()));
    let lines = [text, String::new(), kept].into_iter().chain(located);
    lines.map(|text| (text, RowTone::Plain)).collect()
}

/// For which state of the tree a tour was written, and for whom.
fn for_what(tour: &Tour, located: &Located, is_for_here: Option<bool>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(name) = tour.git_ref() {
        let name = clean(name);
        lines.push(match &located.version {
            TourVersion::Tree => format!("written for {name}, which is checked out"),
            TourVersion::Commit(_) => format!("written for {name}: files are shown as they were there"),
            TourVersion::Lost(why) => {
                format!("written for {name}, which cannot be shown ({}); tree shown", clean(why))
            }
        });
    }
    if let Some(condition) = tour.when() {
        let condition = clean(condition);
        lines.push(match is_for_here {
            Some(true) => format!("listed when {condition}, which holds here"),
            Some(false) => format!("only when {condition}, which does not hold here: CodeTour hides it"),
            None => format!("listed when {condition}: this condition was not understood or checked"),
        });
    }
    lines
}

/// The name of a step. Steps without a title are named by file and line, since many can be in one file.
pub fn step_name(step: TourStep<'_>, found: Option<&LocatedStep>) -> String {
    let name = clean(step.title()).into_owned();
    match found.and_then(|found| found.spot.as_ref()) {
        Some(spot) if !step.is_titled() => format!("{name}:{}", spot.line),
        _ => name,
    }
}
