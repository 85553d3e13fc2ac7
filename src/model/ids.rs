//! Dense indices, each with a type of its own, so that a file's number is never taken for a symbol's.

/// The value of an id column that marks absence.
pub const NONE: u32 = u32::MAX;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into a column.
            pub fn ix(self) -> usize {
                self.0 as usize
            }

            /// `None` for the value that marks absence.
            pub fn some(raw: u32) -> Option<Self> {
                (raw != NONE).then_some(Self(raw))
            }
        }
    )+};
}

id! {
    /// A symbol: an index into the symbol columns.
    SymbolId,
    /// A file: an index into the file columns.
    FileId,
    /// An edge: an index into the edge columns.
    EdgeId,
    /// A string of the string table.
    StrId,
}

/// A line number, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(pub u32);

/// A name that was given to the builder once, such as that of an interface: see `GraphBuilder::label`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(pub(super) u32);
