//! Conversions: places where a value of one of the tree's types becomes a value of an interface from outside.
//!
//! The code that calls the type's methods through the interface is mostly outside the tree. So a conversion is the
//! only trace from such a method to the code that depends on it. It is no edge of the graph, since the place itself
//! at most uses the type. In a path it is read as an edge, with a number after those of all edges.

use super::{EdgeId, EdgeKind, EdgeRef, Graph, Label, Origin, StrId, SymbolId};

/// The name for any interface without methods in a conversion. Code from outside, such as `fmt` and `encoding/json`,
/// looks for methods of such a value.
pub const ANY: &str = "any";

/// A declaration that assigns a value of one of the tree's types, or a pointer to one, to an interface from outside (Go
/// spec, "Assignability").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion<'a> {
    /// Its number for [`Graph::edge`].
    pub id: EdgeId,
    pub from: SymbolId,
    pub ty: SymbolId,
    /// As code writes it: `io.Writer`.
    pub interface: &'a str,
    /// True if the value satisfies the interface. If not, the code does not compile.
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

/// The share of a conversion read as an edge: a call on the converted value may go to another method, or never
/// happen.
const SHARE: f32 = 0.5;

impl<'a> Graph<'a> {
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

    /// A conversion as an edge. Its number is the number of edges plus its row.
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

    /// The interface of a conversion, given its number as an edge; `None` for a real edge.
    pub(super) fn converted_to(&self, edge: EdgeId) -> Option<&'a str> {
        let row = edge.ix().checked_sub(self.n_edges())?;
        Some(self.str(StrId(*self.conversion_interface.get(row)?)))
    }
}
