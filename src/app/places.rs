//! The history of places: where one has been, to go back and forth in.

use super::View;

/// A place: a view and, where it has one, its symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub view: View,
    /// A symbol's id in words, which outlives a rebuilt index.
    pub symbol: Option<String>,
    /// The open tour's key and step, from 0.
    pub step: Option<(String, usize)>,
    /// In the symbol list: what its filter was, and the neighbour that the cursor was on when it was among them.
    pub list: Option<(String, Option<String>)>,
}

/// Places visited, the oldest forgotten.
#[derive(Clone, Debug, Default)]
pub struct Places {
    past: Vec<Place>,
    future: Vec<Place>,
}

const MOST: usize = 200;

impl Places {
    /// Leaving `here` for somewhere new: what lay ahead is forgotten.
    pub fn leave(&mut self, here: Place) {
        self.future.clear();
        if self.past.last() != Some(&here) {
            self.past.push(here);
        }
        if self.past.len() > MOST {
            self.past.remove(0);
        }
    }

    /// The place before; `here` then lies ahead.
    pub fn back(&mut self, here: Place) -> Option<Place> {
        let place = self.past.pop()?;
        self.future.push(here);
        Some(place)
    }

    /// The next place; `here` then lies behind.
    pub fn forward(&mut self, here: Place) -> Option<Place> {
        let place = self.future.pop()?;
        self.past.push(here);
        Some(place)
    }

    /// How many places lie behind and ahead.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        (self.past.len(), self.future.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> Place {
        Place { view: View::Symbols, symbol: Some(name.to_owned()), step: None, list: None }
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
