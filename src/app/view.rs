//! The names of the five views.

use super::action::Context;

/// A view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    #[default]
    Symbols,
    Query,
    Impact,
    Interactions,
    Tours,
}

impl View {
    pub const ALL: [Self; 5] = [Self::Symbols, Self::Query, Self::Impact, Self::Interactions, Self::Tours];

    #[must_use]
    pub fn title(self) -> &'static str {
        self.context().title()
    }

    /// The context that its keys are looked up in.
    #[must_use]
    pub fn context(self) -> Context {
        match self {
            Self::Symbols => Context::Symbols,
            Self::Query => Context::Query,
            Self::Impact => Context::Impact,
            Self::Interactions => Context::Interactions,
            Self::Tours => Context::Tours,
        }
    }

    /// The view that a context belongs to; `None` for one that belongs to all.
    #[must_use]
    pub fn of(context: Context) -> Option<Self> {
        match context {
            Context::Source | Context::Around => Some(Self::Symbols),
            context => Self::ALL.into_iter().find(|view| view.context() == context),
        }
    }
}
