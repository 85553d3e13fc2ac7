//! From keys to actions: the table's defaults, patched by the config.

use rustc_hash::FxHashMap;

use super::action::{Action, KeyContext};
use super::key::{Chord, Key};

/// The keys of all actions.
#[derive(Clone, Debug)]
pub struct Keymap {
    /// In the table's order; the first chord of an action is the one shown.
    chords: Vec<(Action, Vec<Chord>)>,
    /// By context and chord.
    actions: FxHashMap<(KeyContext, Vec<Key>), Action>,
}

/// The meaning of the keys pressed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Action(Action),
    /// The beginning of a longer chord.
    Unfinished,
    Nothing,
}

/// Two actions of overlapping contexts with the same keys, or where the keys of one begin those of the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    #[error("`{chord}` is both {first} and {second}: give one of them another key")]
    Same { chord: String, first: Action, second: Action },
    /// `chord` of `first` is the beginning of `longer`, so one of both cannot be typed.
    #[error("`{chord}` ({first}) begins `{longer}` ({second}): give one of them another key")]
    Begins { chord: String, first: Action, longer: String, second: Action },
}

impl Default for Keymap {
    fn default() -> Self {
        Self::new(&[]).unwrap_or_else(|(keymap, _)| keymap)
    }
}

impl Keymap {
    /// The default keys, replaced by those of `patches`.
    ///
    /// # Errors
    /// Two actions share keys where both could be meant, and did not by default. The map beside the conflicts works: the
    /// first action of one context has them, of several that are open together the innermost.
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
        let mut actions = FxHashMap::default();
        for (action, chords) in &chords {
            for chord in chords {
                actions.entry((action.entry().context, chord.0.clone())).or_insert(*action);
            }
        }
        let conflicts = conflicts(&chords);
        let keymap = Self { chords, actions };
        if conflicts.is_empty() { Ok(keymap) } else { Err((keymap, conflicts)) }
    }

    /// The meaning of `pressed` in `contexts`, the innermost first.
    pub fn meaning(&self, contexts: &[KeyContext], pressed: &[Key]) -> Meaning {
        for &context in contexts {
            if let Some(&action) = self.actions.get(&(context, pressed.to_vec())) {
                return Meaning::Action(action);
            }
            let begins = |(of, chord): &(KeyContext, Vec<Key>)| {
                *of == context && chord.len() > pressed.len() && chord.starts_with(pressed)
            };
            if self.actions.keys().any(begins) {
                return Meaning::Unfinished;
            }
        }
        Meaning::Nothing
    }

    /// The keys that continue `pressed` in `contexts`, and their actions; each key once, with the innermost context's
    /// action, in the table's order.
    pub fn continuations(&self, contexts: &[KeyContext], pressed: &[Key]) -> Vec<(Vec<Key>, Action)> {
        let mut found: Vec<(Vec<Key>, Action)> = Vec::new();
        for &context in contexts {
            for (action, chords) in self.chords.iter().filter(|(action, _)| action.entry().context == context)
            {
                let longer = chords.iter().filter_map(|chord| chord.0.strip_prefix(pressed));
                for rest in longer.filter(|rest| !rest.is_empty()) {
                    if !found.iter().any(|(known, _)| known == rest) {
                        found.push((rest.to_vec(), *action));
                    }
                }
            }
        }
        found
    }

    /// All chords of an action, the one to show first.
    pub fn chords(&self, action: Action) -> &[Chord] {
        self.chords.iter().find(|(of, _)| *of == action).map_or(&[], |(_, chords)| chords)
    }

    /// The chord to show; empty when an action has none.
    pub fn shown(&self, action: Action) -> String {
        self.chords(action).first().map(Chord::to_string).unwrap_or_default()
    }
}

/// All pairs of actions of overlapping contexts that share keys or whose keys begin alike, except those that the
/// defaults have.
fn conflicts(chords: &[(Action, Vec<Chord>)]) -> Vec<Conflict> {
    let is_default =
        |action: Action, chord: &Chord| action.entry().keys.contains(&chord.to_string().as_str());
    let all: Vec<(Action, &Chord, bool)> = chords
        .iter()
        .flat_map(|(action, chords)| chords.iter().map(|chord| (*action, chord)))
        .map(|(action, chord)| (action, chord, is_default(action, chord)))
        .collect();
    let mut found = Vec::new();
    for (at, &one) in all.iter().enumerate() {
        for &other in &all[at + 1..] {
            let contexts = [one, other].map(|(action, ..)| action.entry().context);
            let is_same = contexts[0] == contexts[1];
            if one.0 == other.0 || one.2 && other.2 || !(is_same || contexts[0].is_open_with(contexts[1])) {
                continue;
            }
            // Within a context the first action keeps the keys; otherwise the configured action is named first.
            let (first, second) = if is_same || other.2 { (one, other) } else { (other, one) };
            if first.1 == second.1 {
                let chord = first.1.to_string();
                found.push(Conflict::Same { chord, first: first.0, second: second.0 });
                continue;
            }
            let (short, long) = if one.1.0.len() < other.1.0.len() { (one, other) } else { (other, one) };
            if long.1.0.starts_with(&short.1.0) {
                let (chord, longer) = (short.1.to_string(), long.1.to_string());
                found.push(Conflict::Begins { chord, first: short.0, longer, second: long.0 });
            }
        }
    }
    found
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
        let list = [KeyContext::Symbols, KeyContext::Move, KeyContext::Global];
        assert_eq!(map.meaning(&list, &keys("j")), Meaning::Action(Action::Down));
        assert_eq!(map.meaning(&list, &keys("g")), Meaning::Unfinished);
        assert_eq!(map.meaning(&list, &keys("g g")), Meaning::Action(Action::Top));
        assert_eq!(map.meaning(&list, &keys("g x")), Meaning::Nothing);
        assert_eq!(map.meaning(&[KeyContext::Line], &keys("esc")), Meaning::Action(Action::Leave));
        assert_eq!(map.meaning(&list, &keys("esc")), Meaning::Action(Action::Climb));
    }

    #[test]
    fn patches_replace_and_conflicts_are_named() {
        let chord = |text: &str| text.parse::<Chord>().expect("a chord");
        let map = Keymap::new(&[(Action::Quit, vec![chord("ctrl-q")])]).expect("no conflict");
        assert_eq!(map.meaning(&[KeyContext::Global], &keys("q")), Meaning::Nothing);
        assert_eq!(map.shown(Action::Quit), "ctrl-q");
        let said = |action, keys: &str| match Keymap::new(&[(action, vec![chord(keys)])]) {
            Ok(_) => String::new(),
            Err((_, conflicts)) => conflicts.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        };
        let told = |chord, first, second| {
            format!("`{chord}` is both {first} and {second}: give one of them another key")
        };
        assert_eq!(said(Action::Quit, "j"), told("j", "quit", "down"), "both are open in every list");
        assert_eq!(said(Action::HideTests, ", i"), "", "the intent is of another view");
        assert_eq!(said(Action::HideTests, "y"), told("y", "hide-tests", "copy-symbol"));
        let (map, conflicts) = Keymap::new(&[(Action::Quit, vec![chord("?")])]).expect_err("a conflict");
        let [Conflict::Same { first, .. }] = conflicts[..] else { panic!("{conflicts:?}") };
        assert_eq!(map.meaning(&[KeyContext::Global], &keys("?")), Meaning::Action(first));
        let begin = "`g` (down) begins `g g` (top): give one of them another key";
        assert!(said(Action::Down, "g").contains(begin));
        let patches = [(Action::Quit, vec![chord("d")]), (Action::Order, vec![chord("d")])];
        let (_, conflicts) = Keymap::new(&patches).expect_err("a conflict");
        let told: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
        assert_eq!(
            told.iter().filter(|told| told.contains("quit") && told.contains("order")).count(),
            1,
            "{told:?}"
        );
    }
}
