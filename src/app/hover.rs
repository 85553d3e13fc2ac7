//! The note about a name under the cursor: its signature, its doc and where it is declared.

use super::source::{Caret, SourceText};
use crate::index::OutsideDeclaration;
use crate::model::{Symbol, clean};

/// Most rows of a doc that are shown.
const MAX_DOC: usize = 12;

/// A few lines about a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hover {
    /// The signature, or a sentence.
    pub head: String,
    pub doc: Vec<String>,
    /// Path and line of its declaration; empty where it is outside of the tree.
    pub path: String,
    pub line: u32,
}

impl Hover {
    /// The note from the graph alone; the doc is in the source.
    pub fn of(symbol: &Symbol<'_>) -> Self {
        let signature = symbol.signature();
        let label = symbol.label();
        let head = if signature.is_empty() { &label } else { signature };
        Self {
            head: clean(head).into_owned(),
            doc: Vec::new(),
            path: symbol.path().to_owned(),
            line: symbol.line(),
        }
    }

    /// The same with the comment above the declaration.
    pub fn with_doc(mut self, text: &SourceText) -> Self {
        let row = (self.line as usize).saturating_sub(1);
        let rows = text.comment_above(row)..row;
        let more = rows.len() > MAX_DOC;
        self.doc = rows.take(MAX_DOC).map(|row| text.plain(row).trim().to_owned()).collect();
        if more {
            self.doc.push("…".to_owned());
        }
        self
    }

    /// The note about a variable or parameter: the line that binds it.
    pub fn local(text: &SourceText, at: Caret) -> Self {
        Self {
            head: text.plain(at.row).trim().to_owned(),
            doc: Vec::new(),
            path: text.path.clone(),
            line: at.row as u32 + 1,
        }
    }

    /// The note about a name of the standard library or of another module.
    pub fn outside(declaration: &OutsideDeclaration) -> Self {
        let lines: Vec<&str> = declaration.doc.lines().collect();
        let mut doc: Vec<String> =
            lines.iter().take(MAX_DOC).map(|line| clean(line.trim()).into_owned()).collect();
        doc.extend((lines.len() > MAX_DOC).then(|| "…".to_owned()));
        let path = declaration.folder.join(&declaration.file).display().to_string();
        Self { head: clean(&declaration.signature).into_owned(), doc, path, line: declaration.line }
    }
}
