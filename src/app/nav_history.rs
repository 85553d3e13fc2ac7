//! The history of visited places, to go back and forth in.

use rustc_hash::FxHashSet;

use super::impact::requests::ImpactTarget;
use super::side::Panel;
use super::source::Shown;
use super::symbols::panes::Left;
use super::view::View;

/// A place: what a view shows, and where the cursor of its source is, if that has the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavPlace {
    pub of: ViewPlace,
    pub spot: Option<Shown>,
    /// The panel, if that had the keys.
    pub panel: Option<PanelPlace>,
}

/// A panel with what a person did in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelPlace {
    pub panel: Panel,
    /// The id of its subject.
    pub subject: String,
    /// Keys of the rows that are folded otherwise than they are by themselves.
    pub toggled: FxHashSet<String>,
    /// The key of the row under the cursor.
    pub row: String,
}

/// A view with what is needed to show the same in it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewPlace {
    Symbols(Left),
    /// The question with its words, and the id of the selected row's symbol.
    Query {
        text: String,
        also: Vec<String>,
        row: Option<String>,
    },
    /// The target, and the id of the selected row's symbol.
    Impact(Option<ImpactTarget>, Option<String>),
    /// The open tour's key and step, from 0.
    Tours(Option<(String, usize)>),
}

impl From<ViewPlace> for NavPlace {
    fn from(of: ViewPlace) -> Self {
        Self { of, spot: None, panel: None }
    }
}

impl ViewPlace {
    pub fn view(&self) -> View {
        match self {
            Self::Symbols(_) => View::Symbols,
            Self::Query { .. } => View::Query,
            Self::Impact(..) => View::Impact,
            Self::Tours(_) => View::Tours,
        }
    }
}

/// Visited places; the oldest are dropped.
#[derive(Clone, Debug, Default)]
pub struct Places {
    past: Vec<NavPlace>,
    future: Vec<NavPlace>,
}

const MAX_PLACES: usize = 200;

impl Places {
    /// Records `here` before going to a new place; the places ahead are dropped.
    pub fn leave(&mut self, here: NavPlace) {
        self.future.clear();
        if self.past.last() != Some(&here) {
            self.past.push(here);
        }
        if self.past.len() > MAX_PLACES {
            self.past.remove(0);
        }
    }

    /// The place before; `here` then lies ahead.
    pub fn back(&mut self, here: NavPlace) -> Option<NavPlace> {
        let place = self.past.pop()?;
        self.future.push(here);
        Some(place)
    }

    /// The next place; `here` then lies behind.
    pub fn forward(&mut self, here: NavPlace) -> Option<NavPlace> {
        let place = self.future.pop()?;
        self.past.push(here);
        Some(place)
    }

    /// Returns the numbers of places behind and ahead.
    pub fn count(&self) -> (usize, usize) {
        (self.past.len(), self.future.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> NavPlace {
        ViewPlace::Tours(Some((name.to_owned(), 0))).into()
    }

    #[test]
    fn back_and_forth_is_where_one_was() {
        let mut places = Places::default();
        places.leave(place("a"));
        places.leave(place("b"));
        assert_eq!(places.back(place("c")), Some(place("b")));
        assert_eq!(places.back(place("b")), Some(place("a")));
        assert_eq!(places.back(place("a")), None);
        assert_eq!(places.forward(place("a")), Some(place("b")));
        places.leave(place("b"));
        assert_eq!(places.forward(place("d")), None, "a new way forgets the old one");
    }
}
