//! Reads from the text of a declaration whether it returns a type or is a value of it.

use crate::golang::signature::results;
use crate::model::{EdgeKind, EdgeRef, Graph, Symbol, SymbolId, SymbolKind};

/// The functions and methods with a result of a type, or of a type built from it, for one use of the type: the user
/// itself, or methods of an interface. O(members of the interface).
pub(super) fn returners(graph: &Graph<'_>, using: &EdgeRef<'_>, ty: SymbolId) -> Vec<SymbolId> {
    let user = graph.symbol(using.from);
    let returns = |symbol: Symbol<'_>| {
        symbol.kind().is_callable() && writes_type(graph, user, results(symbol.signature()), ty)
    };
    let says_it = |symbol: Symbol<'_>| {
        let [first, last] = [symbol.line(), symbol.end_line()];
        using.lines.iter().any(|line| (first..=last).contains(line))
    };
    let mut found = Vec::new();
    if returns(user) {
        found.push(user.id);
    } else if user.kind() == SymbolKind::Interface {
        let members = graph.members(user.id).into_iter().map(|id| graph.symbol(id));
        found.extend(members.filter(|&method| returns(method) && says_it(method)).map(|method| method.id));
    }
    found
}

/// Returns whether a constant or variable is a value of a type, by its declared type, a literal or a conversion, and does not
/// only use it: `const A T = 1`, `var b = &p.T{}`.
pub(super) fn is_value(graph: &Graph<'_>, id: SymbolId, of: SymbolId) -> bool {
    let symbol = graph.symbol(id);
    let head = symbol.signature();
    let head = head.strip_prefix("const ").or_else(|| head.strip_prefix("var ")).unwrap_or(head);
    let mut rest = head.trim_start_matches(is_letter);
    // `A, B T = 1, 2`
    while let Some(more) = rest.trim_start().strip_prefix(',') {
        rest = more.trim_start().trim_start_matches(is_letter);
    }
    let ty = rest.trim_start_matches([' ', '=', '&', '*']);
    let ty = &ty[..ty.find(|c: char| !is_letter(c) && c != '.').unwrap_or(ty.len())];
    matches!(symbol.kind(), SymbolKind::Const | SymbolKind::Var) && writes_type(graph, symbol, ty, of)
}

/// Returns whether a text writes this type, and not a type of the same name in another package.
fn writes_type(graph: &Graph<'_>, user: Symbol<'_>, text: &str, ty: SymbolId) -> bool {
    let ty = graph.symbol(ty);
    let is_own = user.package() == ty.package();
    names(text).filter(|(_, name)| *name == ty.name()).any(|(qualifier, _)| match qualifier {
        None => is_own || !refers_to_namesake(graph, user, ty),
        Some(qualifier) => !is_own && means_package_of(graph, user, qualifier, ty),
    })
}

/// The names in Go text, each with its qualifier.
fn names(text: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let written = text.split(|c: char| !is_letter(c) && c != '.').map(|name| name.trim_matches('.'));
    written
        .map(|name| name.rsplit_once('.').map_or((None, name), |(qualifier, name)| (Some(qualifier), name)))
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether a declaration also refers to a type of the same name elsewhere; without a qualifier only a dot
/// import allows that.
fn refers_to_namesake(graph: &Graph<'_>, user: Symbol<'_>, ty: Symbol<'_>) -> bool {
    let mut ends = graph.outgoing(user.id).map(|edge| graph.symbol(edge.to));
    ends.any(|end| end.kind().is_type() && end.name() == ty.name() && end.package() != ty.package())
}

/// Returns whether a qualifier means a type's package: by its name; or as another name for it, where it is the name of
/// nothing else that the file imports and the declaration does not write the package's own.
fn means_package_of(graph: &Graph<'_>, user: Symbol<'_>, qualifier: &str, ty: Symbol<'_>) -> bool {
    let own = ty.package_name();
    let writes_own = || names(user.signature()).any(|(known, _)| known == Some(own));
    qualifier == own || !writes_own() && !imports_package_called(graph, user, qualifier)
}

/// Returns whether the file of a declaration imports a package of a name. O(imports).
fn imports_package_called(graph: &Graph<'_>, user: Symbol<'_>, name: &str) -> bool {
    let Some(file) = user.file().map(|file| SymbolId(graph.file_symbol[file.ix()])) else { return false };
    let mut here = graph.outgoing(file).filter(|edge| edge.kind == EdgeKind::Imports);
    let mut outside = graph.imports_outside().filter(|&(importer, ..)| importer == file);
    here.any(|edge| graph.symbol(edge.to).name() == name)
        || outside.any(|(_, path, _)| path.rsplit('/').next() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golang::build_constraint::Host;
    use crate::golang::lower::Lowering;
    use crate::golang::module::Workspace;
    use crate::golang::{SourceFile, analyze};

    #[test]
    fn a_result_is_of_the_type_that_its_qualifier_means() {
        let net = "package net\n\ntype Conn interface{ Close() error }\n\nfunc Dial() Conn { return nil }\n\n\
                   func wrap(c Conn) (other.Conn, error) { return nil, nil }\n";
        let tls = "package tls\n\nimport (\n\tmy \"m/net\"\n\t\"m/net\"\n)\n\ntype Conn struct{ c net.Conn }\n\n\
                   func Server(conn net.Conn) *Conn { return nil }\n\n\
                   func Under(c *Conn) net.Conn { return c.c }\n\nfunc All() []net.Conn { return nil }\n\n\
                   func Renamed() (my.Conn, error) { return nil, nil }\n\nvar Kept net.Conn\n\n\
                   var Made = Conn{c: net.Conn(nil)}\n\n\
                   type Dialer interface {\n\tDial() (net.Conn, error)\n\tTake(net.Conn) *Conn\n}\n";
        let http = "package http\n\nimport (\n\t\"m/net\"\n\t\"m/tls\"\n)\n\n\
                    func under(c net.Conn) *tls.Conn { return nil }\n";
        let dot = "package dot\n\nimport . \"m/net\"\n\nfunc Get() Conn { return nil }\n";
        let texts = [("net/a.go", net), ("tls/a.go", tls), ("http/a.go", http), ("dot/a.go", dot)];
        let facts = texts.map(|(_, text)| Lowering::new().facts(text.as_bytes()));
        let sources: Vec<SourceFile<'_>> = texts
            .iter()
            .zip(&facts)
            .map(|((path, _), facts)| SourceFile { path, facts, declarations_only: false })
            .collect();
        let data = analyze(&sources, &Workspace::new([("go.mod", "module m\n")]), &Host::default());
        let graph = data.graph();
        let conn = |package: &str| {
            let is_it = |symbol: &Symbol<'_>| symbol.label() == format!("{package}.Conn");
            graph.symbols().find(is_it).expect("it is declared").id
        };
        let told = |package: &str| {
            let ty = conn(package);
            let users = graph.incoming(ty).filter(|edge| edge.kind != EdgeKind::MemberOf);
            let mut told: Vec<String> = users
                .flat_map(|edge| {
                    let mut ends = returners(&graph, &edge, ty);
                    ends.extend(Some(edge.from).filter(|&user| is_value(&graph, user, ty)));
                    ends
                })
                .map(|id| graph.symbol(id).label())
                .collect();
            told.sort();
            told.dedup();
            told
        };
        let net =
            ["dot.Get", "net.Dial", "tls.All", "tls.Dialer.Dial", "tls.Kept", "tls.Renamed", "tls.Under"];
        assert_eq!(told("net"), net);
        assert_eq!(told("tls"), ["http.under", "tls.Dialer.Take", "tls.Made", "tls.Server"]);
    }
}
