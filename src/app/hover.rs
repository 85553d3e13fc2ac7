//! The note about a name under the cursor: its signature, its doc and where it is declared.

use super::source::{Caret, SourceText};
use crate::index::OutsideDeclaration;
use crate::model::{Symbol, clean};

/// Most bytes of a doc that are shown; its last paragraph may be longer.
const MAX_DOC: usize = 700;

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
        let rows: Vec<_> = (text.comment_above(row)..row).map(|row| text.plain(row)).collect();
        self.doc = paragraphs(rows.iter().map(String::as_str));
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
        let doc = paragraphs(declaration.doc.lines());
        let path = declaration.folder.join(&declaration.file).display().to_string();
        Self { head: clean(&declaration.signature).into_owned(), doc, path, line: declaration.line }
    }
}

/// The paragraphs of a comment without the signs of comments; what is indented keeps its lines.
fn paragraphs<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut goes_on = false;
    for text in lines {
        if found.iter().map(String::len).sum::<usize>() > MAX_DOC && !goes_on {
            found.push("…".to_owned());
            break;
        }
        let text = text.trim_start().trim_start_matches("/*").trim_end_matches("*/");
        let text = text.strip_prefix("//").map_or(text, |text| text.strip_prefix(' ').unwrap_or(text));
        let is_prose = !text.is_empty() && !text.starts_with([' ', '\t']);
        match found.last_mut().filter(|_| goes_on && is_prose) {
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(clean(text.trim()).as_ref());
            }
            None if text.trim().is_empty() => {}
            None => found.push(clean(&text.trim_end().replace('\t', "    ")).into_owned()),
        }
        goes_on = is_prose;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_flows_and_what_is_indented_stays() {
        let doc = "// Is reports whether an error\n// matches.\n//\n// For example:\n//\n//\tfunc (m E) Is()\n//\tx\n";
        let found = paragraphs(doc.lines());
        assert_eq!(
            found,
            ["Is reports whether an error matches.", "For example:", "    func (m E) Is()", "    x"]
        );
        let long = "a line of words\n".repeat(80) + "\nanother paragraph";
        assert_eq!(paragraphs(long.lines()).last().map(String::as_str), Some("…"));
    }
}
