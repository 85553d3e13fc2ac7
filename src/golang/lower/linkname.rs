//! Reads `//go:linkname` directives, which link functions to symbols of other packages.

use memchr::memmem;

use super::draft::FactsDraft;
use crate::golang::ast::children;
use crate::model::SymbolKind;

const DIRECTIVE: &[u8] = b"//go:linkname ";

impl FactsDraft {
    /// Stores the target of each `//go:linkname` directive as the name of the function's body node. A directive must
    /// begin its line, and counts only in files that import `unsafe`. O(length of the source).
    pub(super) fn link_names(&mut self, source: &[u8]) {
        let is_first = |&at: &usize| at == 0 || source[at - 1] == b'\n';
        let directives = memmem::find_iter(source, DIRECTIVE).filter(is_first);
        for at in directives {
            let line = source[at + DIRECTIVE.len()..].split(|&byte| byte == b'\n').next().unwrap_or_default();
            let words: Vec<&[u8]> =
                line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
            let &[own, target] = words.as_slice() else { continue };
            let unsafe_path =
                |draft: &Self| draft.imports.iter().any(|import| draft.names.text(import.path) == b"unsafe");
            if unsafe_path(self) && target.contains(&b'.') {
                self.link_name(own, target);
            }
        }
    }

    fn link_name(&mut self, own: &[u8], target: &[u8]) {
        let is_own = |decl: &&crate::golang::facts::Decl| {
            decl.kind == SymbolKind::Func as u8 && self.names.text(decl.name) == own
        };
        let Some(node) = self.decls.iter().find(is_own).map(|decl| decl.node) else { return };
        if let Some(body) = children(&self.nodes, node).last() {
            let target = self.names.intern(target);
            self.nodes[body as usize].name = target;
        }
    }
}
