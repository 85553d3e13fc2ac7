//! What a diff says of itself: that its figures are incomplete, and why. The notes have rows of their own above the list;
//! all of them can be read in full among the messages.

use super::HEADS;
use super::Impact;
use super::data::{ImpactResult, Pane};
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;
use crate::app::wrap::wrapped;
use crate::index::git::Diff;
use crate::model::clean;

impl Impact {
    /// Rows of the notes, and whether there are more than have room: the list needs most of it.
    #[must_use]
    pub fn notes(&self, cx: &Ctx) -> (Vec<String>, bool) {
        let area = self.area(cx, Pane::Main);
        let most = usize::from(area.height.saturating_sub(HEADS[0])) / 3;
        let width = usize::from(area.width).saturating_sub(4);
        let mut rows = Vec::new();
        for note in notes(self.blast.as_deref()) {
            let lines = wrapped(&clean(note), width).into_iter().enumerate();
            rows.extend(lines.map(|(at, line)| format!("{}{line}", if at == 0 { "! " } else { "  " })));
        }
        let is_cut = rows.len() > most.max(1);
        rows.truncate(most.max(1));
        (rows, is_cut)
    }

    /// Rows of a pane above its content.
    #[must_use]
    pub fn head(&self, cx: &Ctx, pane: Pane) -> u16 {
        let notes = if pane == Pane::Main { self.notes(cx).0.len() } else { 0 };
        HEADS[pane as usize] + notes as u16
    }

    /// Keeps notes that an older answer did not have.
    pub(super) fn keep_notes(cx: &mut Ctx, blast: &ImpactResult, old: Option<&ImpactResult>) {
        let known = notes(old);
        let new: Vec<&String> = notes(Some(blast)).iter().filter(|note| !known.contains(note)).collect();
        for note in new.into_iter().rev() {
            cx.keep_said(Tone::Bad, &clean(note));
        }
    }
}

fn notes(blast: Option<&ImpactResult>) -> &[String] {
    blast.and_then(|blast| blast.diff.as_ref()).map_or(&[], |diff: &Diff| &diff.notes)
}
