//! The imports that a piece of a file needs, as the file writes them.

use tree_sitter::Node;

use super::lower::parse::BoundedParser;
use crate::golang::guess_package_name;

/// The text of a file before its first declaration that is not an import. It contains all imports (Go spec, "Source
/// file organization").
fn head(file: &str) -> &str {
    let begins = |line: &str| {
        ["func", "type", "var", "const"]
            .iter()
            .any(|keyword| line.strip_prefix(keyword).is_some_and(|rest| rest.starts_with([' ', '\t', '('])))
    };
    let mut end = 0;
    for line in file.split_inclusive('\n') {
        if begins(line) {
            break;
        }
        end += line.len();
    }
    &file[..end]
}

/// The import specs of a file that one of `pieces` of its code uses, such as `"fmt"` or `log "example.com/log"`, in
/// the file's order, and the line of the first, from 1; `None` if there are none. For an import without a name, the
/// package's name is guessed from its path. Dot and blank imports are never included. O(length of head and pieces).
pub(crate) fn needed_imports(file: &str, pieces: &[&str]) -> Option<(u32, Vec<String>)> {
    let head = head(file);
    let tree = BoundedParser::new().parse(head.as_bytes())?;
    let mut needed = Vec::new();
    let mut first = 0;
    let root = tree.root_node();
    let mut cursor = root.walk();
    for import in root.named_children(&mut cursor).filter(|node| node.kind() == "import_declaration") {
        for spec in specs(import) {
            let text = |field: &str| {
                spec.child_by_field_name(field)
                    .and_then(|node| head.get(node.byte_range()))
                    .unwrap_or_default()
            };
            let (alias, path) = (text("name"), text("path"));
            let unquoted = path.trim_matches(['"', '`']);
            let name = if alias.is_empty() { guess_package_name(unquoted) } else { alias };
            if matches!(name, "." | "_") || !pieces.iter().any(|piece| uses_name(piece, name)) {
                continue;
            }
            if needed.is_empty() {
                first = spec.start_position().row as u32 + 1;
            }
            needed.push(if alias.is_empty() { path.to_owned() } else { format!("{alias} {path}") });
        }
    }
    (!needed.is_empty()).then_some((first, needed))
}

/// The specs of one declaration, with or without parentheses.
fn specs(import: Node<'_>) -> Vec<Node<'_>> {
    let mut specs = Vec::new();
    let mut cursor = import.walk();
    for child in import.named_children(&mut cursor) {
        match child.kind() {
            "import_spec" => specs.push(child),
            "import_spec_list" => {
                let mut cursor = child.walk();
                specs.extend(child.named_children(&mut cursor).filter(|node| node.kind() == "import_spec"));
            }
            _ => {}
        }
    }
    specs
}

/// Whether code contains `name.` as a word of its own.
fn uses_name(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    code.match_indices(name)
        .any(|(at, _)| code[at + name.len()..].starts_with('.') && !code[..at].ends_with(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_come_with_the_code_that_uses_them() {
        let file = "// Package p.\npackage p\n\nimport \"fmt\"\n\nimport (\n\t\"context\"\n\tstdlog \"log\"\n\n\t// Colours.\n\t\
                    \"github.com/mattn/go-isatty\"\n\t\"gopkg.in/yaml.v3\"\n\t. \"math\"\n\t_ \"embed\"\n)\n\nfunc f() {}\nimport \"late\"\n";
        for (code, expect) in [
            ("func f() { fmt.Println(1) }", Some((4, vec!["\"fmt\""]))),
            ("x := isatty.IsTerminal(0)", Some((11, vec!["\"github.com/mattn/go-isatty\""]))),
            (
                "stdlog.Print(ctx context.Context, yaml.Node{})",
                Some((7, vec!["\"context\"", "stdlog \"log\"", "\"gopkg.in/yaml.v3\""])),
            ),
            ("log.Print(x.fmt.y, myfmt.z, fmts.a, late.b, fmt)", None),
            ("", None),
        ] {
            let expect = expect.map(|(line, specs)| (line, specs.into_iter().map(str::to_owned).collect()));
            assert_eq!(needed_imports(file, &[code]), expect, "{code}");
        }
        let broken = "package p\nimport (\n\t\"fmt\"\n";
        assert!(needed_imports(broken, &["fmt.Print"]).is_none_or(|(_, specs)| specs == ["\"fmt\""]));
        assert_eq!(needed_imports("", &["fmt.Print"]), None);
    }
}
