//! Finds the lines of assembly that refer to a function or variable of Go.

use crate::model::{Symbol, SymbolKind};

/// The lines of an assembly file, from 1, that refer to a declaration of its package, other than those that define it.
/// Only functions and variables have a symbol that assembly can name (`A Quick Guide to Go's Assembler`, "Symbols").
/// O(text).
pub fn references(symbol: Symbol<'_>, text: &str) -> Vec<u32> {
    if !matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Var) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let is_definition =
            ["TEXT", "GLOBL", "DATA"].iter().any(|word| code.split_whitespace().next() == Some(word));
        if !is_definition && names(code, symbol.name(), symbol.package_name()) {
            found.push(row as u32 + 1);
        }
    }
    found
}

/// Returns whether a line has `·name` or `package·name`. A name with `<>` behind it belongs to its file alone.
fn names(line: &str, name: &str, package: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices('·').any(|(at, dot)| {
        let (before, after) = (&line[..at], &line[at + dot.len()..]);
        let owner = before.rsplit(|c| !is_part(c)).next().unwrap_or_default();
        let rest = after.strip_prefix(name);
        (owner.is_empty() || owner == package)
            && rest.is_some_and(|rest| !rest.starts_with(is_part) && !rest.starts_with("<>"))
    })
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn assembly_names_declarations_of_its_package() {
        for (line, expected) in [
            ("\tCALL ·wake(SB)", true),
            ("\tJMP rt·wake<ABIInternal>(SB)", true),
            ("\tMOVQ $·wake(SB), AX", true),
            ("\tCALL lib∕rt·wake(SB)", true),
            ("\tCALL ·wakeAll(SB)", false),
            ("\tCALL ·wake<>(SB)", false),
            ("\tCALL other·wake(SB)", false),
            ("\tCALL wake(SB)", false),
            ("", false),
        ] {
            assert_eq!(names(line, "wake", "rt"), expected, "{line}");
        }
    }
}
