//! The kinds of relations, one row of data each.

use crate::model::SymbolKind::{Const, Field, Func, Interface, InterfaceMethod, Method, Var};
use crate::model::{EdgeKind, EdgeRef, SymbolKind, access};

/// A relation between a target and its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationKind {
    Callers,
    Callees,
    /// Everything that refers to the target: calls, values, accesses, embedding.
    Users,
    Used,
    Implementers,
    Implemented,
    Embedders,
    Embedded,
    Readers,
    Writers,
    /// The functions that compare it with `==` or `!=`, or as a case of a switch.
    Comparers,
    /// The functions that create values of a type.
    Makers,
    /// The functions that return a type.
    Returners,
    Methods,
    Fields,
    /// Methods and fields.
    Members,
    /// Constants and variables of a type.
    Values,
    /// Declarations that take a function as a value.
    ValueUsers,
    /// Everything that a change of the target affects, as Impact finds it.
    Dependants,
    /// Of packages.
    Importers,
    Imports,
    Tests,
    Benchmarks,
    Examples,
    FuzzTests,
}

/// The direction of the edges, from the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Incoming,
    Outgoing,
}

/// The data of a kind.
struct KindRow {
    kind: RelationKind,
    /// Names of one end and of several.
    nouns: [&'static str; 2],
    direction: Direction,
    edges: &'static [EdgeKind],
    /// The [`access`] bits that an edge must have one of; with any, its kind does not matter.
    access: u8,
    /// The [`access`] bits of matching lines; 0 if all lines match.
    lines: u8,
    /// The kinds of the target, and their name; none if all can be one.
    asked_of: (&'static [SymbolKind], &'static str),
    /// The kinds of the ends; none if all but packages and files can be one.
    answered_by: &'static [SymbolKind],
}

const CALLABLE: (&[SymbolKind], &str) = (&[Func, Method, InterfaceMethod], "function or method");
const TYPES: (&[SymbolKind], &str) =
    (&[SymbolKind::Struct, Interface, SymbolKind::Type, SymbolKind::Alias], "type");
const ANY: (&[SymbolKind], &str) = (&[], "declaration");
const VALUES: (&[SymbolKind], &str) = (&[Field, Var, Const], "field, variable or constant");
const CALLS: &[EdgeKind] = &[EdgeKind::Calls, EdgeKind::Runs];
const REFERENCES: &[EdgeKind] =
    &[EdgeKind::Calls, EdgeKind::Runs, EdgeKind::Extends, EdgeKind::Uses, EdgeKind::Accesses];

const fn row(
    kind: RelationKind,
    nouns: [&'static str; 2],
    direction: Direction,
    edges: &'static [EdgeKind],
    asked_of: (&'static [SymbolKind], &'static str),
) -> KindRow {
    KindRow { kind, nouns, direction, edges, access: 0, lines: 0, asked_of, answered_by: &[] }
}

use Direction::{Incoming, Outgoing};
use RelationKind as Kind;

/// The kinds in the order of the enumeration.
const KINDS: [KindRow; 25] = [
    row(Kind::Callers, ["caller", "callers"], Incoming, CALLS, CALLABLE),
    row(Kind::Callees, ["callee", "callees"], Outgoing, CALLS, CALLABLE),
    row(Kind::Users, ["user", "users"], Incoming, REFERENCES, ANY),
    row(Kind::Used, ["dependency", "dependencies"], Outgoing, REFERENCES, ANY),
    row(
        Kind::Implementers,
        ["implementer", "implementers"],
        Incoming,
        &[EdgeKind::Implements],
        (&[Interface, InterfaceMethod], "interface"),
    ),
    row(Kind::Implemented, ["interface", "interfaces"], Outgoing, &[EdgeKind::Implements], TYPES),
    KindRow {
        lines: access::EMBEDS,
        ..row(Kind::Embedders, ["embedder", "embedders"], Incoming, &[EdgeKind::Extends], TYPES)
    },
    row(Kind::Embedded, ["embedded type", "embedded types"], Outgoing, &[EdgeKind::Extends], TYPES),
    KindRow {
        access: access::READS,
        lines: access::READS,
        ..row(Kind::Readers, ["reader", "readers"], Incoming, &[], VALUES)
    },
    KindRow {
        access: access::WRITES,
        lines: access::WRITES | access::FILLS,
        ..row(Kind::Writers, ["writer", "writers"], Incoming, &[], (&[Field, Var], "field or variable"))
    },
    KindRow {
        access: access::COMPARES,
        lines: access::COMPARES,
        ..row(Kind::Comparers, ["comparer", "comparers"], Incoming, &[], VALUES)
    },
    KindRow {
        access: access::MAKES,
        lines: access::MAKES,
        ..row(Kind::Makers, ["maker", "makers"], Incoming, &[], ANY)
    },
    row(Kind::Returners, ["returner", "returners"], Incoming, REFERENCES, ANY),
    KindRow {
        answered_by: &[Method, InterfaceMethod],
        ..row(Kind::Methods, ["method", "methods"], Incoming, &[EdgeKind::MemberOf], TYPES)
    },
    KindRow {
        answered_by: &[Field],
        ..row(Kind::Fields, ["field", "fields"], Incoming, &[EdgeKind::MemberOf], TYPES)
    },
    row(Kind::Members, ["member", "members"], Incoming, &[EdgeKind::MemberOf], TYPES),
    KindRow {
        answered_by: &[Const, Var],
        ..row(Kind::Values, ["value", "values"], Incoming, &[EdgeKind::Uses], TYPES)
    },
    row(
        Kind::ValueUsers,
        ["user of its value", "users of its value"],
        Incoming,
        &[EdgeKind::Uses, EdgeKind::Accesses],
        CALLABLE,
    ),
    row(Kind::Dependants, ["dependant", "dependants"], Incoming, REFERENCES, ANY),
    row(Kind::Importers, ["importer", "importers"], Incoming, &[EdgeKind::Imports], ANY),
    row(Kind::Imports, ["import", "imports"], Outgoing, &[EdgeKind::Imports], ANY),
    row(Kind::Tests, ["test", "tests"], Incoming, REFERENCES, ANY),
    row(Kind::Benchmarks, ["benchmark", "benchmarks"], Incoming, REFERENCES, ANY),
    row(Kind::Examples, ["example", "examples"], Incoming, REFERENCES, ANY),
    row(Kind::FuzzTests, ["fuzz test", "fuzz tests"], Incoming, REFERENCES, ANY),
];

impl RelationKind {
    fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|row| row.kind)
    }

    /// Returns the names of one end and of several.
    pub fn nouns(self) -> [&'static str; 2] {
        self.row().nouns
    }

    /// Returns the name of several ends, which is the name of the relation.
    pub const fn plural(self) -> &'static str {
        KINDS[self as usize].nouns[1]
    }

    pub fn direction(self) -> Direction {
        self.row().direction
    }

    /// Returns whether its questions use ordinary words, such as read, set and create, which prose combines with many names.
    pub fn is_common_verb(self) -> bool {
        use RelationKind::{Comparers, Dependants, Makers, Readers, Returners, Writers};
        matches!(self, Dependants | Readers | Writers | Comparers | Makers | Returners)
    }

    /// Returns whether target and ends are packages.
    pub fn is_of_packages(self) -> bool {
        matches!(self, Self::Importers | Self::Imports)
    }

    /// Returns whether the tree records this relation for external names.
    pub fn is_recorded_outside(self) -> bool {
        use RelationKind::{Callers, Dependants, Makers, Readers, Returners, Users};
        matches!(self, Callers | Users | Dependants | Readers | Makers | Returners)
    }

    /// Returns whether it asks for code that calls or uses the target.
    pub fn is_of_uses(self) -> bool {
        matches!(self, Self::Callers | Self::Users | Self::Dependants)
    }

    /// The prefix of the tests that are asked for; empty for any test, `None` for other relations.
    pub fn test_prefix(self) -> Option<&'static str> {
        match self {
            Self::Tests => Some(""),
            Self::Benchmarks => Some("Benchmark"),
            Self::Examples => Some("Example"),
            Self::FuzzTests => Some("Fuzz"),
            _ => None,
        }
    }

    /// Returns whether symbols of a kind can be the target.
    pub fn is_asked_of(self, kind: SymbolKind) -> bool {
        let (kinds, _) = self.row().asked_of;
        kinds.is_empty() || kinds.contains(&kind)
    }

    /// Names the kinds that can be the target.
    pub fn target_noun(self) -> &'static str {
        self.row().asked_of.1
    }

    /// Returns whether a symbol of a kind can be at the other end.
    pub fn is_answered_by(self, kind: SymbolKind) -> bool {
        let kinds = self.row().answered_by;
        if kinds.is_empty() { self.is_of_packages() || !kind.is_container() } else { kinds.contains(&kind) }
    }

    /// The [`access`] bits of the lines of an edge that match; 0 if all lines match.
    pub fn lines(self) -> u8 {
        self.row().lines
    }

    /// Returns whether an edge connects target and end.
    pub fn is_along(self, edge: &EdgeRef<'_>) -> bool {
        let row = self.row();
        match self {
            // `//go:linkname` makes two functions one, which needs no call.
            Self::Callers | Self::Callees => {
                edge.kind == EdgeKind::Delegates || row.edges.contains(&edge.kind)
            }
            // A struct of another module may be embedded by what has no edge of its own for it.
            Self::Embedders => edge.kind == EdgeKind::Extends || edge.access & access::EMBEDS != 0,
            _ if row.access != 0 => edge.access & row.access != 0,
            _ => row.edges.contains(&edge.kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_row() {
        for (place, row) in KINDS.iter().enumerate() {
            assert_eq!(row.kind as usize, place, "{:?}", row.kind);
        }
    }
}
