//! The relations that a question may ask for.

use crate::model::{EdgeKind, EdgeRef, Origin, SymbolKind, access};

/// A relation between a target and its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelationKind {
    Implementers,
    Implemented,
    Callers,
    Callees,
    Users,
    /// The symbols that a change of it affects, as Impact finds them.
    Dependants,
    /// The functions that create values of a type; its users, if none is known.
    Makers,
    /// For a type, the functions that return it; for anything else, its users.
    Returners,
    Used,
    Embedders,
    Embedded,
    Methods,
    Fields,
    /// Methods and fields.
    Members,
    /// Constants and variables of a type.
    Values,
    Readers,
    Writers,
    /// Of packages.
    Importers,
    Imports,
    Tests,
    Benchmarks,
    Examples,
    FuzzTests,
}

impl RelationKind {
    /// Returns whether what is asked for lies at the `from` of the edges.
    pub(crate) fn is_dependant(self) -> bool {
        matches!(
            self,
            Self::Implementers
                | Self::Callers
                | Self::Users
                | Self::Makers
                | Self::Returners
                | Self::Embedders
                | Self::Methods
                | Self::Fields
                | Self::Members
                | Self::Values
                | Self::Readers
                | Self::Writers
                | Self::Importers
        )
    }

    /// Returns whether its templates use ordinary words, such as read, set and create, which prose combines with many
    /// names.
    pub(crate) fn is_of_prose(self) -> bool {
        matches!(self, Self::Dependants | Self::Readers | Self::Writers | Self::Makers | Self::Returners)
    }

    /// Returns whether target and ends are packages.
    pub(crate) fn is_of_packages(self) -> bool {
        matches!(self, Self::Importers | Self::Imports)
    }

    /// Returns whether the tree records this relation for external names.
    pub(crate) fn is_recorded_outside(self) -> bool {
        use RelationKind::{Callers, Dependants, Makers, Readers, Returners, Users};
        matches!(self, Callers | Users | Dependants | Readers | Makers | Returners)
    }

    /// The prefix of the tests that are asked for; empty for any test, `None` for other relations.
    pub(crate) fn of_tests(self) -> Option<&'static str> {
        match self {
            Self::Tests => Some(""),
            Self::Benchmarks => Some("Benchmark"),
            Self::Examples => Some("Example"),
            Self::FuzzTests => Some("Fuzz"),
            _ => None,
        }
    }

    /// Names of one end and of several.
    pub(crate) fn words(self) -> [&'static str; 2] {
        match self {
            Self::Implementers => ["implementer", "implementers"],
            Self::Implemented => ["interface", "interfaces"],
            Self::Callers => ["caller", "callers"],
            Self::Callees => ["callee", "callees"],
            Self::Users => ["user", "users"],
            Self::Makers => ["maker", "makers"],
            Self::Dependants => ["dependant", "dependants"],
            Self::Returners => ["returner", "returners"],
            Self::Used => ["dependency", "dependencies"],
            Self::Embedders => ["embedder", "embedders"],
            Self::Embedded => ["embedded type", "embedded types"],
            Self::Methods => ["method", "methods"],
            Self::Fields => ["field", "fields"],
            Self::Members => ["member", "members"],
            Self::Values => ["value", "values"],
            Self::Readers => ["reader", "readers"],
            Self::Writers => ["writer", "writers"],
            Self::Importers => ["importer", "importers"],
            Self::Imports => ["import", "imports"],
            Self::Tests | Self::Benchmarks | Self::Examples | Self::FuzzTests => ["test", "tests"],
        }
    }

    /// Returns whether symbols of a kind can be the target.
    pub(crate) fn is_asked_of(self, kind: SymbolKind) -> bool {
        match self {
            Self::Implementers => matches!(kind, SymbolKind::Interface | SymbolKind::InterfaceMethod),
            Self::Implemented
            | Self::Embedders
            | Self::Embedded
            | Self::Methods
            | Self::Fields
            | Self::Members
            | Self::Values => kind.is_type(),
            Self::Callers | Self::Callees => kind.is_callable(),
            Self::Readers => matches!(kind, SymbolKind::Field | SymbolKind::Var | SymbolKind::Const),
            Self::Writers => matches!(kind, SymbolKind::Field | SymbolKind::Var),
            _ => true,
        }
    }

    /// Names the kinds that can be the target, unless all can.
    pub(crate) fn of_what(self) -> &'static str {
        match self {
            Self::Implementers => "interface",
            Self::Callers | Self::Callees => "function or method",
            Self::Readers => "field, variable or constant",
            Self::Writers => "field or variable",
            _ => "type",
        }
    }

    /// The [`access`] bits of matching lines; 0 if all lines match.
    pub(crate) fn access(self) -> u8 {
        match self {
            Self::Readers => access::READS,
            Self::Writers => access::WRITES | access::FILLS,
            Self::Makers => access::MAKES,
            Self::Embedders => access::EMBEDS,
            _ => 0,
        }
    }

    /// Returns whether an edge connects target and end.
    pub(crate) fn is_along(self, edge: &EdgeRef<'_>) -> bool {
        let kind = edge.kind;
        match self {
            Self::Readers => edge.access & access::READS != 0,
            Self::Writers => edge.access & access::WRITES != 0,
            Self::Makers => edge.access & access::MAKES != 0,
            Self::Implementers | Self::Implemented => kind == EdgeKind::Implements,
            // `//go:linkname` makes two functions one, which needs no call.
            Self::Callers | Self::Callees => {
                matches!(kind, EdgeKind::Calls | EdgeKind::Runs)
                    || kind == EdgeKind::Delegates && edge.origin != Origin::Dispatch
            }
            Self::Embedders => kind == EdgeKind::Extends || edge.access & access::EMBEDS != 0,
            Self::Embedded => kind == EdgeKind::Extends,
            Self::Methods | Self::Fields | Self::Members => kind == EdgeKind::MemberOf,
            Self::Values => kind == EdgeKind::Uses,
            _ => matches!(kind, EdgeKind::Calls | EdgeKind::Extends | EdgeKind::Uses | EdgeKind::Accesses),
        }
    }

    /// Returns whether a symbol of a kind can be at the other end.
    pub(crate) fn is_answered_by(self, kind: SymbolKind) -> bool {
        match self {
            Self::Methods => matches!(kind, SymbolKind::Method | SymbolKind::InterfaceMethod),
            Self::Fields => kind == SymbolKind::Field,
            Self::Values => matches!(kind, SymbolKind::Const | SymbolKind::Var),
            _ => !kind.is_container(),
        }
    }
}
