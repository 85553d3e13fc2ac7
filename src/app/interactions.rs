//! The Interactions view: what is remembered of the use of this repository.

// Until the view is built, its hooks do nothing.
#![allow(clippy::unused_self)]

use super::App;
use super::action::Action;
use super::line::Line;
use super::msg::Mouse;
use crate::model::SymbolId;

/// The view's state.
#[derive(Default)]
pub struct Interactions {}

impl App {
    /// The line that keys are typed into, while they are.
    pub(super) fn interactions_line(&mut self) -> Option<&mut Line> {
        None
    }

    pub(super) fn interactions_typing(&self) -> bool {
        false
    }

    /// The line changed.
    pub(super) fn interactions_typed(&mut self) {}

    /// Carries out what concerns this view; whether it did.
    pub(super) fn interactions_act(&mut self, _action: Action) -> bool {
        false
    }

    pub(super) fn interactions_mouse(&mut self, _mouse: Mouse) {}

    /// Another graph is there.
    pub(super) fn interactions_graph(&mut self) {}

    /// The symbol that actions are about.
    pub(super) fn interactions_current(&self) -> Option<SymbolId> {
        None
    }

    /// The path and line that the editor opens and that is copied.
    pub(super) fn interactions_place(&self) -> Option<(String, u32)> {
        None
    }

    pub(super) fn interactions_hints(&self) -> Vec<Action> {
        Vec::new()
    }
}
