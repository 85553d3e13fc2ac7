//! The names of the four views.

use super::action::{Action, KeyContext};

/// A view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    #[default]
    Symbols,
    Query,
    Impact,
    Tours,
}

impl View {
    pub const ALL: [Self; 4] = [Self::Symbols, Self::Query, Self::Impact, Self::Tours];

    pub fn title(self) -> &'static str {
        self.context().title()
    }

    /// The context of its keys.
    pub fn context(self) -> KeyContext {
        match self {
            Self::Symbols => KeyContext::Symbols,
            Self::Query => KeyContext::Query,
            Self::Impact => KeyContext::Impact,
            Self::Tours => KeyContext::Tours,
        }
    }

    /// The action that turns to it.
    pub fn action(self) -> Action {
        match self {
            Self::Symbols => Action::ViewSymbols,
            Self::Query => Action::ViewQuery,
            Self::Impact => Action::ViewImpact,
            Self::Tours => Action::ViewTours,
        }
    }

    /// The view that an action turns to.
    pub fn turned_to_by(action: Action) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.action() == action)
    }

    /// The view that a context belongs to; `None` for one that belongs to all.
    pub fn of(context: KeyContext) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.context() == context)
    }
}
