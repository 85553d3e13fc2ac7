//! Notes of a diff on why its figures are incomplete. They have rows of their own above the list; all of them can be
//! read in full among the messages.

use super::HEAD;
use super::ImpactView;
use super::requests::ImpactResult;
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;
use crate::app::pane::slot::Slot;
use crate::app::view_state::ViewState;
use crate::app::wrap::wrapped;
use crate::index::git::Diff;
use crate::model::clean;

impl ImpactView {
    /// Rows of the notes, and whether some are left out because the list needs the room.
    pub fn notes(&self, cx: &Ctx) -> (Vec<String>, bool) {
        let area = self.area(cx, Slot::List);
        let most = usize::from(area.height.saturating_sub(HEAD)) / 3;
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

    /// Rows of the list above its content.
    pub fn head(&self, cx: &Ctx) -> u16 {
        HEAD + self.notes(cx).0.len() as u16
    }

    /// Adds the notes that the older answer did not have to the messages.
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
