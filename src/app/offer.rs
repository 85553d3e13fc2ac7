//! Keys that the footer offers together, and what they do.

use super::action::Action;
use super::key::Key;
use super::keymap::Keymap;

/// Something that the footer offers: keys that stand side by side, and what they do here in a word or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub presses: Vec<Press>,
    pub words: &'static str,
}

/// The effect of a key in the footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    Act(Action),
    /// Begins a chord, whose box shows what may follow.
    Begin(Key),
}

/// Offers actions together, in words of the place.
pub(super) fn offer(actions: &[Action], words: &'static str) -> Offer {
    Offer { presses: actions.iter().copied().map(Press::Act).collect(), words }
}

/// Offers the first key of an action's chord, whose box shows what else may follow it.
pub(super) fn begins(keymap: &Keymap, action: Action, words: &'static str) -> Offer {
    match keymap.chords(action).first().map(|chord| chord.0.as_slice()) {
        Some(&[first, _, ..]) => Offer { presses: vec![Press::Begin(first)], words },
        _ => offer(&[action], words),
    }
}

impl From<Action> for Offer {
    fn from(action: Action) -> Self {
        offer(&[action], action.entry().title)
    }
}
