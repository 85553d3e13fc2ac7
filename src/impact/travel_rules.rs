//! Travel of changes: the one table of kinds of edges and directions.
//!
//! An edge `A -> B` says that A depends on B, so a change travels against it, from B to A; each row says where exactly.
//! An allowed edge keeps its own strength, confidence x share: the change of an implementer reaches a call through its
//! interface at the implementer's share. Another table has the probability that it is noticed there
//! ([`super::ScoreDecay`]); a path's score is the product of both.

use crate::model::EdgeKind;

/// A change that happened, or may happen, to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone: nothing that depends on it compiles.
    Removed,
    /// It is unchanged in another folder: users from outside must import another path.
    Moved,
    /// It has another name, so the old one no longer resolves.
    Renamed,
    /// Its signature, type or fields changed: whatever mentions it may have to change.
    Signature,
    /// Only its behaviour changed: its users may notice.
    Body,
    /// It is unchanged, but a reference of it no longer resolves, or resolves to something else.
    Unbound,
}

impl ChangeKind {
    pub const ALL: [Self; 7] =
        [Self::Added, Self::Removed, Self::Moved, Self::Renamed, Self::Signature, Self::Body, Self::Unbound];

    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Moved => "moved",
            Self::Renamed => "renamed",
            Self::Signature => "signature",
            Self::Body => "body",
            Self::Unbound => "unbound",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TravelRow {
    pub kind: EdgeKind,
    /// The way that a change travels along an edge of this kind.
    pub travels: Travels,
    pub why: &'static str,
}

/// The way that a change travels along a kind of edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travels {
    /// From the dependency to the dependant.
    ToDependant,
    /// To the dependant; for a struct or an interface, to the field or method with the dependency.
    ToMentioning,
    /// From the dependency to the dependant; and from an interface's method to the methods of that name of the implementers.
    ToImplementer,
    /// From a symbol that is changed itself down to its members, which are then changed too.
    ToMembersOfTarget,
}

/// The table: a row for each kind, in the order of [`EdgeKind::ALL`].
pub const TABLE: [TravelRow; EdgeKind::ALL.len()] = [
    TravelRow {
        kind: EdgeKind::Calls,
        travels: Travels::ToDependant,
        why: "callers; through an interface at the implementer's share",
    },
    TravelRow {
        kind: EdgeKind::Implements,
        travels: Travels::ToImplementer,
        why: "an interface that changes has to be satisfied anew; never from an implementer to its interface",
    },
    TravelRow {
        kind: EdgeKind::Extends,
        travels: Travels::ToDependant,
        why: "what embeds it has its fields and methods",
    },
    TravelRow {
        kind: EdgeKind::Imports,
        travels: Travels::ToDependant,
        why: "files that import the package; never what an importer imports besides",
    },
    TravelRow {
        kind: EdgeKind::Uses,
        travels: Travels::ToMentioning,
        why: "what mentions the type, value or function: of a type the field or method that does",
    },
    TravelRow {
        kind: EdgeKind::Accesses,
        travels: Travels::ToDependant,
        why: "what reads or writes the field, with literals that set all fields in their order",
    },
    TravelRow {
        kind: EdgeKind::MemberOf,
        travels: Travels::ToMembersOfTarget,
        why: "a type, file or package that is the target means all that it holds; never up to the holder",
    },
    TravelRow {
        kind: EdgeKind::Delegates,
        travels: Travels::ToDependant,
        why: "functions and variables that the linker makes one",
    },
    TravelRow {
        kind: EdgeKind::Runs,
        travels: Travels::ToDependant,
        why: "what may run it: through a function value, or by handing it to code outside, which calls it back",
    },
];
