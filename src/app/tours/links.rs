//! The text of a step, and following its links.

use super::ToursView;
use super::actions::CLOSED;
use super::playing::PromptKind;
use super::requests::TourEntry;
use crate::app::ctx::Ctx;
use crate::app::pane::slot::Slot;
use crate::app::source::Shown;
use crate::app::view::View;
use crate::app::view_state::ViewState;
use crate::model::clean;
use crate::tour::{Link, plain};

/// The text of a step.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Unbroken lines, safe to print.
    pub lines: Vec<String>,
    /// Targets of the links, which are numbered from 1.
    pub links: Vec<Link>,
}

impl ToursView {
    /// The text of the open tour's step.
    pub fn text(&self) -> Said {
        let step = self.playing.as_ref().and_then(|playing| playing.now.tour.step(playing.now.step));
        let Some(step) = step else { return Said::default() };
        let mut lines = Vec::new();
        if let Some(why) = step.why() {
            lines.extend([format!("Why: {}", plain(why).join(" ")), String::new()]);
        }
        let (words, links) = step.words(&|title| self.tour_called(title).is_some());
        // A heading that serves as the title is already above.
        let heading = words.first().is_some_and(|first| *first == clean(step.title()));
        lines.extend(
            words.into_iter().skip(usize::from(heading)).skip_while(|line| heading && line.is_empty()),
        );
        if !links.is_empty() {
            lines.push(String::new());
        }
        lines.extend(
            links.iter().enumerate().map(|(ix, link)| format!("‹{}› {}", ix + 1, self.link_text(link))),
        );
        lines.extend(step.left_out());
        Said { lines, links }
    }

    /// The index of the tour with a title.
    fn tour_called(&self, title: &str) -> Option<usize> {
        let called = |entry: &TourEntry| entry.tour.as_ref().is_ok_and(|(tour, _)| tour.is_called(title));
        self.entries.iter().position(called)
    }

    /// Where a link leads, in words.
    fn link_text(&self, link: &Link) -> String {
        let title = |step: usize| {
            let playing = self.playing.as_ref()?;
            playing.now.tour.step(step).map(|step| clean(step.title()).into_owned())
        };
        match link {
            Link::Step(step) => match title(*step) {
                Some(title) => format!("step {}  {title}", step + 1),
                None => format!("step {} (no such step)", step + 1),
            },
            Link::Tour(title, 0) => format!("tour  {}", clean(title)),
            Link::Tour(title, step) => format!("tour  {}, step {}", clean(title), step + 1),
            Link::File(path, 0) => clean(path).into_owned(),
            Link::File(path, line) => format!("{}:{line}", clean(path)),
        }
    }

    /// Follows the step's only link, or asks for the number of one.
    pub(super) fn link(&mut self, cx: &mut Ctx) {
        match self.text().links.len() {
            0 if self.playing.is_none() => cx.warn(CLOSED),
            0 => cx.warn("this step's text has no link to follow"),
            1 => self.follow(cx, "1"),
            _ => self.ask(PromptKind::Link),
        }
    }

    /// Follows the link with a number.
    pub(super) fn follow(&mut self, cx: &mut Ctx, number: &str) {
        let links = self.text().links;
        let link = number.parse::<usize>().ok().and_then(|number| links.get(number.checked_sub(1)?));
        let Some(link) = link else {
            return cx.warn(format!("there is no link {number}: links are 1 to {}", links.len()));
        };
        let here = self.here(cx);
        let steps = self.playing.as_ref().map_or(0, |playing| playing.now.tour.steps().len());
        match link {
            Link::Step(step) if *step < steps => {
                cx.places.leave(here.into());
                self.show_step(cx, *step);
            }
            Link::Step(_) => cx.warn("the tour has no such step"),
            Link::Tour(title, step) => {
                if let Some(at) = self.tour_called(title)
                    && self.take(cx, at, Some(*step))
                {
                    cx.places.leave(here.into());
                }
            }
            Link::File(path, line) => {
                let commit = self.playing.as_ref().and_then(|playing| playing.version.commit());
                let commit = commit.map(str::to_owned);
                self.slots.pane.spot = Some(Shown { version: commit, ..Shown::named(path, *line, None) });
                self.focus_on(cx, Slot::Source);
            }
        }
    }

    /// The open tour and its step, for the history of places.
    pub(in crate::app) fn open_step(&self, cx: &Ctx) -> Option<(String, usize)> {
        let playing = self.playing.as_ref().filter(|_| cx.view == View::Tours)?;
        Some((playing.key.clone(), playing.now.step))
    }
}
