//! The history of places: where one has been, to go back and forth in.

use super::impact::data::Target;
use super::symbols::data::Left;
use super::view::View;

/// A place: a view, and what one would have to do anew to see in it what one saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Symbols(Left),
    Query,
    /// What would change, and the id of the selected row's symbol.
    Impact(Option<Target>, Option<String>),
    Interactions,
    /// The open tour's key and step, from 0.
    Tours(Option<(String, usize)>),
}

impl Place {
    #[must_use]
    pub fn view(&self) -> View {
        match self {
            Self::Symbols(_) => View::Symbols,
            Self::Query => View::Query,
            Self::Impact(..) => View::Impact,
            Self::Interactions => View::Interactions,
            Self::Tours(_) => View::Tours,
        }
    }
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
        Place::Tours(Some((name.to_owned(), 0)))
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
