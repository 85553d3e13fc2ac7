//! The symbols that are code.

use crate::model::{Symbol, SymbolKind};

/// Returns whether a symbol is a function or a method with a body.
pub(super) fn is_code(symbol: Symbol<'_>) -> bool {
    matches!(symbol.kind(), SymbolKind::Func | SymbolKind::Method)
}
