//! From keys to actions: the table's defaults, patched by the config.

use rustc_hash::FxHashMap;

use super::action::{Action, Context};
use super::key::{Chord, Key};

/// Which keys do what.
#[derive(Clone, Debug)]
pub struct Keymap {
    /// In the table's order, the chord to show first.
    chords: Vec<(Action, Vec<Chord>)>,
    /// By context and chord.
    actions: FxHashMap<(Context, Vec<Key>), Action>,
}

/// What keys pressed so far amount to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Action(Action),
    /// The beginning of a longer chord.
    Unfinished,
    Nothing,
}

/// Two actions of one context on the same keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{chord}` is both {first} and {second}: give one of them another key")]
pub struct Conflict {
    pub chord: String,
    pub first: Action,
    pub second: Action,
}

impl Default for Keymap {
    fn default() -> Self {
        Self::new(&[]).unwrap_or_else(|(keymap, _)| keymap)
    }
}

impl Keymap {
    /// The default keys with those of `patches` in the place of theirs.
    ///
    /// # Errors
    /// Two actions of one context share keys. The map beside the conflicts works: the first action has them.
    pub fn new(patches: &[(Action, Vec<Chord>)]) -> Result<Self, (Self, Vec<Conflict>)> {
        let default = |action: Action| {
            action.entry().keys.iter().filter_map(|key| key.parse().ok()).collect::<Vec<Chord>>()
        };
        let chords: Vec<(Action, Vec<Chord>)> = Action::ALL
            .iter()
            .map(|&action| {
                let patch = patches.iter().rev().find(|(patched, _)| *patched == action);
                (action, patch.map_or_else(|| default(action), |(_, chords)| chords.clone()))
            })
            .collect();
        let (mut actions, mut conflicts) = (FxHashMap::default(), Vec::new());
        for (action, chords) in &chords {
            for chord in chords {
                let first = *actions.entry((action.entry().context, chord.0.clone())).or_insert(*action);
                if first != *action {
                    conflicts.push(Conflict { chord: chord.to_string(), first, second: *action });
                }
            }
        }
        let keymap = Self { chords, actions };
        if conflicts.is_empty() { Ok(keymap) } else { Err((keymap, conflicts)) }
    }

    /// What `pressed` means where `contexts` hold, the innermost first.
    #[must_use]
    pub fn meaning(&self, contexts: &[Context], pressed: &[Key]) -> Meaning {
        for &context in contexts {
            if let Some(&action) = self.actions.get(&(context, pressed.to_vec())) {
                return Meaning::Action(action);
            }
            let begins = |(of, chord): &(Context, Vec<Key>)| {
                *of == context && chord.len() > pressed.len() && chord.starts_with(pressed)
            };
            if self.actions.keys().any(begins) {
                return Meaning::Unfinished;
            }
        }
        Meaning::Nothing
    }

    /// All chords of an action, the one to show first.
    #[must_use]
    pub fn chords(&self, action: Action) -> &[Chord] {
        self.chords.iter().find(|(of, _)| *of == action).map_or(&[], |(_, chords)| chords)
    }

    /// The chord to show; empty when an action has none.
    #[must_use]
    pub fn shown(&self, action: Action) -> String {
        self.chords(action).first().map(Chord::to_string).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<Key> {
        text.parse::<Chord>().expect("a chord").0
    }

    #[test]
    fn inner_contexts_win_and_chords_wait() {
        let map = Keymap::default();
        let list = [Context::Symbols, Context::Move, Context::Global];
        assert_eq!(map.meaning(&list, &keys("j")), Meaning::Action(Action::Down));
        assert_eq!(map.meaning(&list, &keys("g")), Meaning::Unfinished);
        assert_eq!(map.meaning(&list, &keys("g g")), Meaning::Action(Action::Top));
        assert_eq!(map.meaning(&list, &keys("g x")), Meaning::Nothing);
        assert_eq!(map.meaning(&[Context::Line], &keys("esc")), Meaning::Action(Action::Leave));
        assert_eq!(map.meaning(&list, &keys("esc")), Meaning::Action(Action::Climb));
    }

    #[test]
    fn patches_replace_and_conflicts_are_named() {
        let chord = |text: &str| text.parse::<Chord>().expect("a chord");
        let map = Keymap::new(&[(Action::Quit, vec![chord("ctrl-q")])]).expect("no conflict");
        assert_eq!(map.meaning(&[Context::Global], &keys("q")), Meaning::Nothing);
        assert_eq!(map.shown(Action::Quit), "ctrl-q");
        let (map, conflicts) = Keymap::new(&[(Action::Quit, vec![chord("?")])]).expect_err("a conflict");
        assert_eq!(conflicts.len(), 1);
        assert_eq!(map.meaning(&[Context::Global], &keys("?")), Meaning::Action(conflicts[0].first));
    }
}
