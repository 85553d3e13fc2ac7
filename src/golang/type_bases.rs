//! Finds the types of other packages that a declared type is made of: those it embeds, is defined as, or is an alias
//! of.
//!
//! Their methods become its own, so without them it is unknown which interfaces the type satisfies. They are found by
//! name alone, before anything is bound. A wrong match costs only the reading of a file that is not needed.

use super::ast::{Kind, NO_NAME, Node, children, flag};
use super::facts::{FileFacts, Import};
use super::link::{guess_package_name, type_of_spec};
use crate::model::SymbolKind;

/// A type that another type is made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypePart<'f> {
    /// Import path of its package; empty for the file's own.
    pub package: &'f str,
    pub name: &'f str,
}

/// The types that the types of a file are made of: of all of them, or of the one called `only`. O(declarations).
#[must_use]
pub fn parts<'f>(facts: &'f FileFacts, only: Option<&str>) -> Vec<TypePart<'f>> {
    let mut parts = Vec::new();
    for decl in &facts.decls {
        let is_type = SymbolKind::from_number(decl.kind).is_some_and(SymbolKind::is_type);
        if is_type
            && only.is_none_or(|only| only == facts.name(decl.name))
            && let Some((rhs, _)) = type_of_spec(&facts.nodes, decl.node)
        {
            collect(facts, rhs, &mut parts);
        }
    }
    parts
}

/// Collects the types that the type expression at `ix` consists of. Recursion follows the lowered tree, whose depth
/// is bounded.
fn collect<'f>(facts: &'f FileFacts, ix: u32, parts: &mut Vec<TypePart<'f>>) {
    let Some(node) = facts.nodes.get(ix as usize) else { return };
    let each = |wanted: fn(&Node) -> bool| {
        children(&facts.nodes, ix).filter(move |&child| wanted(&facts.nodes[child as usize]))
    };
    match node.kind() {
        Kind::Ident => parts.push(TypePart { package: "", name: facts.name(node.name) }),
        Kind::Selector => {
            let Some(operand) = facts.nodes.get(ix as usize + 1) else { return };
            if let Some(import) = import_named(facts, facts.name(operand.name)) {
                parts.push(TypePart { package: facts.name(import.path), name: facts.name(node.name) });
            }
        }
        Kind::Star | Kind::Index => collect(facts, ix + 1, parts),
        Kind::StructType => {
            for group in each(|child| child.kind() == Kind::Group && child.flags & flag::EMBEDDED != 0) {
                collect(facts, group + 1, parts);
            }
        }
        Kind::InterfaceType => {
            for element in each(|child| child.kind() != Kind::IMethod) {
                collect(facts, element, parts);
            }
        }
        _ => {}
    }
}

/// The import that a name of the file most probably refers to.
fn import_named<'f>(facts: &'f FileFacts, name: &str) -> Option<&'f Import> {
    let called = |import: &&Import| match import.alias {
        NO_NAME => guess_package_name(facts.name(import.path)) == name,
        alias => facts.name(alias) == name,
    };
    let loosely = |import: &&Import| import.alias == NO_NAME && facts.name(import.path).contains(name);
    facts.imports.iter().find(called).or_else(|| facts.imports.iter().find(loosely))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::lower::Lowering;

    #[test]
    fn what_types_embed_and_stand_for_is_found_and_nothing_else() {
        let source = "package p\nimport (\n\"x.org/grpc\"\nalias \"x.org/go-other/v2\"\n\"x.org/go-yaml.v3\"\n)\n\
            type A struct { grpc.Stream; *alias.Conn; f yaml.Node; own }\n\
            type B interface { grpc.Server[A]; M(alias.Arg) }\n\
            type C = alias.Thing\ntype D grpc.Handler\ntype E func(grpc.Arg)\n\
            func f(x grpc.Arg) {}\ntype F struct{ go_yaml.Node }\n";
        let facts = Lowering::new().facts(source.as_bytes());
        let found = |only| {
            let mut parts: Vec<String> =
                parts(&facts, only).iter().map(|part| format!("{} {}", part.package, part.name)).collect();
            parts.sort();
            parts
        };
        assert_eq!(
            found(None),
            [
                " own",
                "x.org/go-other/v2 Conn",
                "x.org/go-other/v2 Thing",
                "x.org/grpc Handler",
                "x.org/grpc Server",
                "x.org/grpc Stream"
            ]
        );
        assert_eq!(found(Some("C")), ["x.org/go-other/v2 Thing"]);
    }
}
