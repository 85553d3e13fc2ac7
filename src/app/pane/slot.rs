//! The slots of a view.

/// Rows of the source above its text: the title, and the declaration that the text is in.
pub const SOURCE_HEAD: u16 = 2;

/// A slot of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slot {
    #[default]
    List,
    /// The file at the row's place.
    Source,
    /// The facts about the selection.
    Side,
}

impl Slot {
    pub const ALL: [Self; 3] = [Self::List, Self::Source, Self::Side];

    /// The slot that many places further, from the last one to the first again.
    pub fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}
