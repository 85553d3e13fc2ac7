//! Selected lines of a source pane. They are copied, or become a step of a tour.

use std::ops::RangeInclusive;

use super::action::Action;
use super::ctx::Ctx;
use super::msg::{Copying, Effect};
use super::source::{Caret, Shown, SourceText};
use super::text_cursor::caret_of;
use crate::model::counted;

/// Lines of a text that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedLines {
    pub path: String,
    /// The version of the text if it is not the working tree's.
    pub version: Option<String>,
    /// The first and the last line, from 1.
    pub lines: [u32; 2],
}

impl Shown {
    /// The selected rows, from 0, when the cursor is at `row`.
    pub fn selected(&self, row: usize) -> Option<RangeInclusive<usize>> {
        self.anchor.map(|anchor| anchor.min(row)..=anchor.max(row))
    }

    /// Takes the selected lines of its text, which ends the selection.
    pub(super) fn take_lines(&mut self, text: &SourceText) -> Option<SelectedLines> {
        let rows = self.selected(caret_of(text, self)?.row)?;
        self.anchor = None;
        let lines = [*rows.start() as u32 + 1, *rows.end() as u32 + 1];
        Some(SelectedLines { path: text.path.clone(), version: text.version.clone(), lines })
    }
}

/// Carries out an action on the selection of lines in a source pane with the cursor at `caret`; returns whether it is one.
pub(super) fn select_lines(
    cx: &mut Ctx,
    text: &SourceText,
    shown: &mut Shown,
    caret: Caret,
    action: Action,
) -> bool {
    match action {
        Action::SelectLines if shown.anchor.is_none() => shown.anchor = Some(caret.row),
        Action::SelectLines => shown.anchor = None,
        Action::Climb => return shown.anchor.take().is_some(),
        Action::CopySymbol => {
            let Some(rows) = shown.selected(caret.row) else { return false };
            let lines: Vec<String> = rows.map(|row| text.plain(row)).collect();
            let what = format!("{} of {}", counted(lines.len(), "line"), text.path);
            cx.push(Effect::Copy(Copying::Text { what, text: lines.join("\n") + "\n" }));
            shown.anchor = None;
        }
        _ => return false,
    }
    true
}
