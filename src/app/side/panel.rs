//! The panels that can stand in the side of a view.

use crate::app::action::Action;
use crate::app::view::View;
use crate::relations::Direction;

/// A panel about the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    /// Its links, as a tree.
    #[default]
    Related,
    /// The tests that reach it.
    Tests,
    /// The commits that made it.
    Commits,
    /// The thing that it is, and why it stands here.
    About,
    /// The pack, as it is copied.
    Pack,
    /// The ways from the mark to it.
    Ways,
    /// The symbols that were used, whatever the selection is.
    Interactions,
    /// The words of a tour's step, or on a tour.
    Words,
    /// The symbols that use it, and those that it uses, in columns beside the code.
    UsedBy,
    Uses,
}

impl Panel {
    /// The panels that a letter opens in every view.
    pub const LETTERED: [Self; 5] = [Self::Related, Self::Tests, Self::Commits, Self::About, Self::Pack];

    /// The panel that stands open in a view at first.
    pub fn first_of(view: View) -> Self {
        match view {
            View::Symbols => Self::Related,
            View::Query => Self::Pack,
            View::Impact => Self::Tests,
            View::Tours => Self::Words,
        }
    }

    /// Returns whether it is a text to scroll, without a cursor.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Pack | Self::About | Self::Words)
    }

    /// Returns whether its rows are a tree of links.
    pub fn is_tree(self) -> bool {
        self == Self::Related || self.direction().is_some()
    }

    /// The way in which all of its links lead.
    pub fn direction(self) -> Option<Direction> {
        match self {
            Self::UsedBy => Some(Direction::Incoming),
            Self::Uses => Some(Direction::Outgoing),
            _ => None,
        }
    }

    /// The panel that an action opens.
    pub fn of(action: Action) -> Option<Self> {
        Self::LETTERED.into_iter().chain([Self::Interactions]).find(|panel| panel.action() == Some(action))
    }

    /// The action that opens it.
    pub fn action(self) -> Option<Action> {
        Some(match self {
            Self::Related => Action::Related,
            Self::Tests => Action::Tests,
            Self::Commits => Action::Commits,
            Self::About => Action::About,
            Self::Pack => Action::PackPanel,
            Self::Interactions => Action::ViewInteractions,
            Self::Ways | Self::Words | Self::UsedBy | Self::Uses => return None,
        })
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Related => "Related",
            Self::Tests => "Tests",
            Self::Commits => "Commits",
            Self::About => "About",
            Self::Pack => "Pack",
            Self::Ways => "Ways",
            Self::Interactions => "Interactions",
            Self::Words => "Words",
            Self::UsedBy => "Used by",
            Self::Uses => "Uses",
        }
    }
}
