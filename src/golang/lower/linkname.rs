//! Reads `//go:linkname` directives, which link functions and variables to symbols of other packages.

use memchr::memmem;

use super::draft::FactsDraft;
use crate::golang::ast::children;
use crate::model::SymbolKind;

const DIRECTIVE: &[u8] = b"//go:linkname ";

impl FactsDraft {
    /// Stores the target of each `//go:linkname` directive as the name of the function's body node, or of the node of the
    /// variable's spec. A directive must begin its line, and counts only in files that import `unsafe`. O(length of the
    /// source).
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
        let is_kind = |kind: u8| kind == SymbolKind::Func as u8 || kind == SymbolKind::Var as u8;
        let Some(at) =
            self.decls.iter().position(|decl| is_kind(decl.kind) && self.names.text(decl.name) == own)
        else {
            return;
        };
        let (node, kind) = (self.decls[at].node, self.decls[at].kind);
        let named = if kind == SymbolKind::Func as u8 {
            children(&self.nodes, node).last()
        } else {
            // A spec with several variables has no room for their targets.
            let is_shared = self.decls.iter().any(|other| other.node == node && other.nth > 0);
            (!is_shared).then_some(node)
        };
        if let Some(named) = named {
            let target = self.names.intern(target);
            self.nodes[named as usize].name = target;
        }
    }
}
