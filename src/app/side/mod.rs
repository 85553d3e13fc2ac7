//! The side: a panel about the selection, one for all views.
//!
//! Its subject is the row of the list, or the name under the cursor while the source has the keys, or, where a row of the side was
//! followed into the source, that row's symbol until the cursor moves. While the side has the keys itself the subject stays. Its rows are made anew whenever what they show may have changed; folds and the cursor go
//! by the rows' keys, which outlive a graph.

mod actions;
mod content;
pub mod panel;
pub mod related;
pub mod row;

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashSet;

use super::commit_list::CommitList;
use super::list::Cursor;
use super::pane::prompt::Prompt;
use super::pane::slot::{Slot, SlotRows};
use super::source::Shown;
use super::symbols::call_path::CallPath;
use super::view::View;
use crate::impact::Surveyor;
use crate::index::Snapshot;
use crate::model::SymbolId;
pub use panel::Panel;
use related::RelatedChoices;
pub use row::{RowTone, RowWhat, SideRow};

/// Rows above the panel's: its title.
pub const HEAD: u16 = 1;

/// The rows of a panel, and what a person did in them.
#[derive(Default)]
pub struct PanelList {
    pub rows: Vec<SideRow>,
    pub cursor: Cursor,
    /// The place of the row under the cursor that the source shows, from 0.
    pub site: usize,
    /// Keys of rows that are folded otherwise than they are by themselves.
    pub(super) toggled: FxHashSet<String>,
    /// The filter of the rows.
    pub filter: Prompt,
    /// The contents that the rows were made of.
    pub(super) made: Option<Made>,
}

/// The state of the side.
#[derive(Default)]
pub struct Side {
    /// The panels that a person opened, by view.
    pub(super) opened: [Option<Panel>; View::ALL.len()],
    /// True if what uses the subject has the list's slot, and what it uses the side.
    pub columns: bool,
    /// True if lines join these to a box in place of the code until that has the keys.
    pub map: bool,
    /// The rows of the side, and those in the list's slot.
    lists: [PanelList; 2],
    /// The list that keys are about.
    at: usize,
    /// The symbol of the row that was followed into the source, and the place that it led to.
    pub(super) followed: Option<(SymbolId, Shown)>,
    /// The subject, in the graph that it was made of.
    pub subject: Option<SymbolId>,
    pub snapshot: Option<Arc<Snapshot>>,
    pub choices: RelatedChoices,
    /// The commits of a symbol, by its id.
    pub(super) commits: Option<(String, CommitList)>,
    /// The symbol whose commits were asked for.
    pub(super) asked: Option<String>,
    /// The ways from the mark to the subject.
    pub(super) ways: Option<CallPath>,
    /// The walk by which tests are found that only reach a symbol, kept for one graph.
    pub(super) surveyor: Mutex<Surveyor>,
    /// The columns by which the pack is scrolled, and the row and pack that it was scrolled to.
    pub left: usize,
    pub(super) turned: (Option<SymbolId>, Option<usize>),
}

/// The parts that the rows of the tree of links were made of.
#[derive(PartialEq)]
pub(super) struct Made {
    pub panel: Panel,
    pub id: String,
    /// The version of what the rows are made of.
    pub version: usize,
    pub choices: RelatedChoices,
    pub toggled: FxHashSet<String>,
    pub filter: String,
}

impl PanelList {
    /// The row under the cursor.
    pub fn row(&self) -> Option<&SideRow> {
        self.rows.get(self.cursor.at)
    }

    /// The rows, as mouse and moving see them.
    pub fn slot_rows(&self) -> SlotRows {
        SlotRows { head: HEAD, foot: 0, cursor: self.cursor, len: self.rows.len() }
    }
}

impl Side {
    /// The panel of a view that keys are about.
    pub fn panel(&self, view: View) -> Panel {
        self.panel_of(view, self.at)
    }

    /// The panel of one of its lists.
    pub(super) fn panel_of(&self, view: View, at: usize) -> Panel {
        match (self.columns, at) {
            (true, 0) => Panel::Uses,
            (true, _) => Panel::UsedBy,
            _ => self.opened[view as usize].unwrap_or(Panel::first_of(view)),
        }
    }

    /// Returns whether a panel has the keys, if a slot has them.
    pub fn has_keys(&self, focus: Slot) -> bool {
        focus == Slot::Side || self.columns && focus == Slot::List
    }

    /// Returns whether a map stands in place of the code, if a slot has the keys and there is room.
    pub fn draws_map(&self, focus: Slot) -> bool {
        self.columns && self.map && focus != Slot::Source
    }

    /// Lets keys be about the list in the slot that has them.
    pub(super) fn turn_to(&mut self, focus: Slot) {
        self.at = self.at_of(focus);
    }

    pub(super) fn at_of(&self, slot: Slot) -> usize {
        usize::from(self.columns && slot == Slot::List)
    }

    /// The list that keys are about.
    pub fn list(&self) -> &PanelList {
        &self.lists[self.at]
    }

    /// That list, to be changed.
    pub(super) fn list_mut(&mut self) -> &mut PanelList {
        &mut self.lists[self.at]
    }

    /// The list in a slot.
    pub fn list_in(&self, slot: Slot) -> &PanelList {
        &self.lists[self.at_of(slot)]
    }

    /// The row under the cursor.
    pub fn row(&self) -> Option<&SideRow> {
        self.list().row()
    }

    /// The place that the row under the cursor leads to.
    pub fn shown(&self) -> Option<Shown> {
        self.row()?.place.as_ref().map(|place| place.at_site(self.list().site))
    }

    /// The names of both ends of the ways.
    pub fn ways_ends(&self) -> Option<[String; 2]> {
        self.ways.as_ref().map(CallPath::ends)
    }

    /// The symbol that actions are about while the side has the keys.
    pub fn symbol(&self) -> Option<SymbolId> {
        self.row().and_then(|row| row.symbol).or(self.subject)
    }
}
