//! The head of a file: the text above its declarations, and of its imports those that a piece of its code needs.

use super::lower::header;
use super::lower::scan::{Lexeme, Scanner, Token};
use crate::golang::guess_package_name;

/// The import specs of a file that one of `pieces` of its code uses, such as `"fmt"` or `log "example.com/log"`, in
/// the file's order. For an import without a name, the package's name is guessed from its path. Dot and blank imports
/// are never included. O(length of head and pieces).
pub fn needed_imports(file: &[u8], pieces: &[&str]) -> Vec<String> {
    let mut needed = Vec::new();
    for ImportSpec { alias, path } in import_specs(file) {
        let [Ok(alias), Ok(path)] = [alias, path].map(std::str::from_utf8) else { continue };
        let unquoted = path.trim_matches(['"', '`']);
        let name = if alias.is_empty() { guess_package_name(unquoted) } else { alias };
        if matches!(name, "." | "_") || !pieces.iter().any(|piece| uses_name(piece, name)) {
            continue;
        }
        needed.push(if alias.is_empty() { path.to_owned() } else { format!("{alias} {path}") });
    }
    needed
}

/// The name in the package clause of a file; `None` without one. O(length of what stands before it).
pub fn package_name(file: &[u8]) -> Option<&str> {
    let mut scanner = Scanner::new(file);
    while let Some(token) = scanner.next() {
        if token.is_word("package") {
            let name = scanner.next()?;
            let is_word = matches!(name.lexeme, Lexeme::Word(_));
            return std::str::from_utf8(&file[name.start..name.end]).ok().filter(|_| is_word);
        }
    }
    None
}

/// One imported package.
struct ImportSpec<'f> {
    /// Empty without one.
    alias: &'f [u8],
    /// With its quotes.
    path: &'f [u8],
}

/// The import specs of a file, up to the first declaration that is no import (Go spec, "Source file organization").
fn import_specs(file: &[u8]) -> Vec<ImportSpec<'_>> {
    let mut specs = Vec::new();
    let mut scanner = Scanner::new(file);
    let text = |token: Token<'_>| &file[token.start..token.end];
    // The name before a path.
    let mut alias: Option<Token<'_>> = None;
    while let Some(token) = scanner.next().filter(|token| !begins_declaration(token)) {
        match token.lexeme {
            Lexeme::Word(b"import" | b"package") => alias = None,
            Lexeme::Word(_) | Lexeme::Mark(b'.') => alias = Some(token),
            Lexeme::Literal if file[token.start] != b'\'' => {
                specs.push(ImportSpec { alias: alias.map(text).unwrap_or_default(), path: text(token) });
                alias = None;
            }
            _ => alias = None,
        }
    }
    specs
}

/// The parts of a file, besides its name, that decide which builds include it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileHead {
    /// The build constraint as a `//go:build` expression.
    pub build: Option<String>,
    /// It imports `C`, so only builds with cgo have it.
    pub imports_c: bool,
}

impl FileHead {
    /// Reads a file as far as its first declaration that is no import. O(that length).
    pub fn of(source: &[u8]) -> Self {
        let imports_c = import_specs(source).iter().any(|spec| spec.path == b"\"C\"");
        Self { build: header::read(source).build, imports_c }
    }
}

fn begins_declaration(token: &Token<'_>) -> bool {
    matches!(token.lexeme, Lexeme::Word(b"func" | b"type" | b"var" | b"const"))
}

/// Returns whether code contains `name.` as a word of its own. The name of an invalid path is empty, and nothing uses
/// it.
fn uses_name(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut places = memchr::memmem::find_iter(code.as_bytes(), name);
    !name.is_empty()
        && places.any(|at| code[at + name.len()..].starts_with('.') && !code[..at].ends_with(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_come_with_the_code_that_uses_them() {
        let file = "// Package p.\npackage p\n\nimport \"fmt\"\n\nimport (\n\t\"context\"\n\tstdlog \"log\"\n\n\t// Colours.\n\t\
                    \"github.com/mattn/go-isatty\"\n\t\"gopkg.in/yaml.v3\"\n\t. \"math\"\n\t_ \"embed\"\n)\n\nfunc f() {}\nimport \"late\"\n";
        for (code, expect) in [
            ("func f() { fmt.Println(1) }", &["\"fmt\""][..]),
            ("x := isatty.IsTerminal(0)", &["\"github.com/mattn/go-isatty\""]),
            (
                "stdlog.Print(ctx context.Context, yaml.Node{})",
                &["\"context\"", "stdlog \"log\"", "\"gopkg.in/yaml.v3\""],
            ),
            ("log.Print(x.fmt.y, myfmt.z, fmts.a, late.b, fmt)", &[]),
            ("", &[]),
        ] {
            assert_eq!(needed_imports(file.as_bytes(), &[code]), expect, "{code}");
        }
        let broken = "package p\nimport (\n\t\"fmt\"\n";
        let found = needed_imports(broken.as_bytes(), &["fmt.Print"]);
        assert!(found.is_empty() || found == ["\"fmt\""]);
        assert!(needed_imports(b"", &["fmt.Print"]).is_empty());
        // The fuzzer of excerpts found this: an empty name is found within a letter of several bytes, too.
        assert!(needed_imports(b"package p\nimport \"\"\n", &["// Größe."]).is_empty());
    }

    #[test]
    fn the_head_of_a_file_says_which_builds_have_it() {
        let of = |source: &str| FileHead::of(source.as_bytes());
        let head = |build: Option<&str>, imports_c| FileHead { build: build.map(str::to_owned), imports_c };
        for (source, expect) in [
            ("/*\nfunc of x\n*/\npackage p\nimport (\n\t\"fmt\"\n\t\"C\"\n)\nfunc f() {}", head(None, true)),
            ("//go:build x && !y\n\npackage p\n\nvar C = \"C\"", head(Some("x && !y"), false)),
            ("// +build a\n\npackage p // import \"C\"", head(Some("((a))"), false)),
            ("", head(None, false)),
        ] {
            assert_eq!(of(source), expect, "{source}");
        }
    }
}
