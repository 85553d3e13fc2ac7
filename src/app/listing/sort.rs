//! The orders of the symbol list.

/// The order of the list without words in its filter; with words, of the symbols that fit them equally well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SymbolSort {
    #[default]
    Rank,
    Load,
    Starts,
    FanIn,
    FanOut,
    Name,
    /// Unreached symbols first, then those that only tests use.
    Use,
}

impl SymbolSort {
    pub const ALL: [Self; 7] =
        [Self::Rank, Self::Load, Self::Starts, Self::FanIn, Self::FanOut, Self::Name, Self::Use];

    pub fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::Load => "load",
            Self::Starts => "starts",
            Self::FanIn => "in",
            Self::FanOut => "out",
            Self::Name => "name",
            Self::Use => "use",
        }
    }
}
