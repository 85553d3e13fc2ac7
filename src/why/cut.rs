//! Cuts a declaration out of one version of its file.

use crate::golang::facts::{Decl, FileFacts, NONE};
use crate::golang::lower::Lowering;
use crate::model::SymbolKind;

/// The declaration whose history is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub path: String,
    /// `Recv.Name`, `Struct.field`, or the plain name.
    pub name: String,
    pub kind: SymbolKind,
}

impl Subject {
    /// The text of the declaration in a version of its file, without its doc comment. None if the file does not have
    /// it.
    pub(super) fn cut(&self, file: &[u8]) -> Option<String> {
        let region = self.region(file).unwrap_or(file);
        all_of_kind(region, self.kind).into_iter().find(|(name, _)| *name == self.name).map(|(_, text)| text)
    }

    /// The part of a file that must be parsed to find a function or method: from the line that begins it to the next
    /// line that begins a declaration in the first column. Parsing the whole file takes a hundred times as long. None
    /// if the part can't be determined.
    fn region<'f>(&self, file: &'f [u8]) -> Option<&'f [u8]> {
        if !matches!(self.kind, SymbolKind::Func | SymbolKind::Method) {
            return None;
        }
        let name = self.name.rsplit('.').next().unwrap_or(&self.name).as_bytes();
        let is_begun = |line: &[u8]| {
            let mut positions = memchr::memmem::find_iter(line, name);
            positions.any(|at| matches!(line.get(at + name.len()), Some(b'(' | b'[')))
        };
        let starts = memchr::memmem::find_iter(file, b"\nfunc ").map(|at| at + 1);
        let mut starts =
            starts.filter(|&at| is_begun(file[at..].split(|&byte| byte == b'\n').next().unwrap_or_default()));
        let start = starts.next()?;
        // Methods of several types can have the same name.
        if starts.next().is_some() {
            return None;
        }
        let words: [&[u8]; 4] = [b"\nfunc ", b"\ntype ", b"\nvar ", b"\nconst "];
        let ends = words.iter().filter_map(|word| memchr::memmem::find(&file[start..], word));
        Some(&file[start..ends.min().map_or(file.len(), |end| start + end)])
    }
}

/// All declarations of a kind in a version of a file, with their texts. The kinds of types count as one kind.
pub(super) fn all_of_kind(file: &[u8], kind: SymbolKind) -> Vec<(String, String)> {
    let facts = Lowering::new().facts(file);
    let is_alike = |decl: &&Decl| {
        SymbolKind::from_number(decl.kind)
            .is_some_and(|found| found == kind || found.is_type() && kind.is_type())
    };
    let text = |decl: &Decl| {
        let bytes = file.get(decl.start as usize..decl.end as usize).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    };
    facts.decls.iter().filter(is_alike).map(|decl| (name_of(&facts, decl), text(decl))).collect()
}

fn name_of(facts: &FileFacts, decl: &Decl) -> String {
    let name = facts.name(decl.name);
    let owner = match SymbolKind::from_number(decl.kind) {
        Some(SymbolKind::Method) => facts.name(decl.receiver),
        _ if decl.owner != NONE => {
            facts.decls.get(decl.owner as usize).map_or("", |owner| facts.name(owner.name))
        }
        _ => "",
    };
    if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_cut_out_of_its_file() {
        let file = b"package a\n\nfunc A() int {\n\treturn 1\n}\n\n// Doc.\nfunc (t *T) Get() {\n\tx := `\n}\n`\n}\n\n\
            func (u U) Get() {}\n\ntype T struct {\n\tone int\n}\n\nconst (\n\tc = 1\n\td = 2\n)\n";
        for (name, kind, expected) in [
            ("A", SymbolKind::Func, "func A() int {\n\treturn 1\n}"),
            ("T.Get", SymbolKind::Method, "func (t *T) Get() {\n\tx := `\n}\n`\n}"),
            ("U.Get", SymbolKind::Method, "func (u U) Get() {}"),
            ("T", SymbolKind::Struct, "type T struct {\n\tone int\n}"),
            ("T.one", SymbolKind::Field, "one int"),
            ("d", SymbolKind::Const, "d = 2"),
        ] {
            let subject = Subject { path: "a.go".to_owned(), name: name.to_owned(), kind };
            assert_eq!(subject.cut(file).as_deref(), Some(expected), "{name}");
        }
    }
}
