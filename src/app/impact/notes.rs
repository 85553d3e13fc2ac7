//! Notes of a diff on why its figures are incomplete. They have rows of their own above the list; all of them can be
//! read in full among the messages.

use super::HEADS;
use super::ImpactView;
use super::requests::{Below, ImpactResult};
use crate::app::ctx::Ctx;
use crate::app::msg::Tone;
use crate::app::pane::slot::{SOURCE_HEAD, Slot};
use crate::app::view_state::ViewState;
use crate::app::wrap::wrapped;
use crate::index::git::Diff;
use crate::model::clean;
use crate::unused::UnseenUse;

impl ImpactView {
    /// Rows of the notes, and whether some are left out because the list needs the room.
    pub fn notes(&self, cx: &Ctx) -> (Vec<String>, bool) {
        let area = self.area(cx, Slot::List);
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

    /// Rows that say what the list of tests cannot know, where they leave room for the list; the last is cut where there
    /// are more.
    pub fn unknown_tests(&self, cx: &Ctx) -> Vec<String> {
        /// Rows at most, of a pane that has at least thrice as many besides.
        const MAX_ROWS: usize = 2;
        let area = self.area(cx, Slot::Side);
        let unseen = self.blast.as_ref().map_or(&[][..], |blast| &blast.unseen_tests);
        let room = usize::from(area.height.saturating_sub(HEADS[Slot::Side as usize])) / (MAX_ROWS + 1);
        let width = usize::from(area.width).saturating_sub(4);
        if unseen.is_empty() || self.past.below != Below::Tests || width == 0 {
            return Vec::new();
        }
        let text = clean(&format!("not known: {}", UnseenUse::describe_all(unseen))).into_owned();
        let mut rows = wrapped(&text, width);
        let most = room.min(MAX_ROWS);
        if rows.len() > most {
            rows.truncate(most);
            rows.iter_mut().last().into_iter().for_each(|last| last.push_str(" …"));
        }
        rows
    }

    /// Rows of a pane above its content.
    pub fn head(&self, cx: &Ctx, pane: Slot) -> u16 {
        let notes = match pane {
            Slot::List => self.notes(cx).0.len() as u16,
            Slot::Source => SOURCE_HEAD - HEADS[1],
            Slot::Side => self.unknown_tests(cx).len() as u16,
        };
        HEADS[pane as usize] + notes
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
