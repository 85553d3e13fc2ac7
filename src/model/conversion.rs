//! Conversions: where a value of a type of the tree becomes one of an interface from outside.
//!
//! What calls the type's methods through the interface mostly stands there, not in the tree: so a conversion is
//! all that leads from such a method to those whose behaviour depends on it. It is no edge of the graph: what stands
//! there is a use of the type at most. It is read as one where a way has to be told, under a number behind all edges.

use super::{EdgeId, EdgeKind, EdgeRef, Graph, Label, Origin, StrId, SymbolId};

/// A declaration puts a value of a type of the tree, or a pointer to one, where an interface from outside is wanted (Go
/// spec, "Assignability").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion<'a> {
    /// The number that [`Graph::edge`] has it under.
    pub id: EdgeId,
    pub from: SymbolId,
    pub ty: SymbolId,
    /// As code writes it: `io.Writer`.
    pub interface: &'a str,
    /// Whether what is put there satisfies the interface. Where not, the compiler refuses the code.
    pub is_satisfied: bool,
}

/// One site of a conversion, between final ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConversionDraft {
    pub from: SymbolId,
    pub ty: SymbolId,
    pub interface: Label,
    pub is_satisfied: bool,
    /// Line of the site in the file of `from`.
    pub line: u32,
}

/// Part of what changes in a method that reaches whoever puts a value into an interface: what is called on that may be
/// another method, or nothing.
const SHARE: f32 = 0.5;

impl<'a> Graph<'a> {
    #[must_use]
    pub fn n_conversions(&self) -> usize {
        self.conversion_symbol.len()
    }

    /// All conversions, in order of (from, type, interface's name).
    pub fn conversions(&self) -> impl ExactSizeIterator<Item = Conversion<'a>> {
        (0..self.n_conversions()).map(|row| Conversion {
            id: EdgeId((self.n_edges() + row) as u32),
            from: SymbolId(self.conversion_symbol[row]),
            ty: SymbolId(self.conversion_type[row]),
            interface: self.str(StrId(self.conversion_interface[row])),
            is_satisfied: self.conversion_satisfied[row] != 0,
        })
    }

    /// A conversion as an edge: `row` is counted from the last edge on.
    pub(super) fn conversion_as_edge(&self, row: usize) -> EdgeRef<'a> {
        EdgeRef {
            id: EdgeId((self.n_edges() + row) as u32),
            from: SymbolId(self.conversion_symbol[row]),
            to: SymbolId(self.conversion_type[row]),
            kind: EdgeKind::Uses,
            origin: Origin::Dispatch,
            confidence: 1.0,
            share: SHARE,
            access: 0,
            lines: &self.conversion_line[row..=row],
        }
    }

    /// The interface of the conversion that an edge's number stands for, if it does.
    pub(super) fn converted_to(&self, edge: EdgeId) -> Option<&'a str> {
        let row = edge.ix().checked_sub(self.n_edges())?;
        Some(self.str(StrId(*self.conversion_interface.get(row)?)))
    }
}
