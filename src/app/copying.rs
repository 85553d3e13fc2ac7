//! Copies of the selection, or of the rows that are picked.

use super::action::Action;
use super::explorer::App;
use super::msg::{Copying, Effect};
use crate::golang::standalone::Declaration;
use crate::interactions::Act;
use crate::model::{Graph, SymbolId, SymbolKind, clean, counted};

impl App {
    /// Copies source, place or id.
    pub(super) fn copy(&mut self, action: Action) {
        if self.ctx.picks.is_empty() {
            return self.copy_selection(action);
        }
        let Some(snapshot) = self.ctx.index.snapshot.clone() else { return };
        let graph = snapshot.graph();
        let symbols = self.meant();
        self.ctx.picks.end();
        self.ctx.did(Act::Copied, &symbols);
        let place = |&id: &SymbolId| {
            let (path, line) = graph.place(id);
            format!("{path}:{line}")
        };
        let lines = |lines: Vec<String>| lines.join("\n") + "\n";
        let several = |what: &str| counted(symbols.len(), what);
        let copying = match action {
            Action::CopySymbol => {
                let parts = symbols.iter().map(|id| of_symbol(&graph, *id, place(id))).collect();
                Copying::Several { what: several("symbol"), parts }
            }
            Action::CopyId => {
                let ids = symbols.iter().map(|&id| graph.symbol(id).id_text()).collect();
                Copying::Text { what: several("id"), text: lines(ids) }
            }
            _ => Copying::Text { what: several("place"), text: lines(symbols.iter().map(place).collect()) },
        };
        self.ctx.push(Effect::Copy(copying));
    }

    fn copy_selection(&mut self, action: Action) {
        let Some((path, line)) = self.place() else {
            return self.ctx.warn("nothing is selected: there is nothing to copy");
        };
        let place = format!("{path}:{line}");
        let symbol = self.current().zip(self.ctx.index.snapshot.clone());
        self.ctx.did(Act::Copied, &Vec::from_iter(self.current()));
        let copying = match (action, symbol) {
            (Action::CopyId, Some((id, snapshot))) => {
                Copying::Text { what: "id".to_owned(), text: snapshot.graph().symbol(id).id_text() }
            }
            (Action::CopySymbol, Some((id, snapshot))) => of_symbol(&snapshot.graph(), id, place),
            (Action::CopySymbol, None) if self.ctx.index.snapshot.is_none() => {
                Copying::Text { what: "the place (the source needs the index)".to_owned(), text: place }
            }
            _ => Copying::Text { what: "place".to_owned(), text: place },
        };
        self.ctx.push(Effect::Copy(copying));
    }
}

/// A symbol's declaration; the import path of a package, and `place` of what has no text of its own.
fn of_symbol(graph: &Graph<'_>, id: SymbolId, place: String) -> Copying {
    let symbol = graph.symbol(id);
    let declaration = Declaration::of(graph, id);
    let what = clean(symbol.qualified()).into_owned();
    match symbol.import_path() {
        Some(import) if symbol.kind() == SymbolKind::Package => {
            Copying::Text { what: format!("the import path of {what}"), text: import.to_owned() }
        }
        _ if declaration.own.is_empty() => Copying::Text { what: format!("the place {place}"), text: place },
        _ => {
            // The visible place may be a call of it in another file, so its declaration is copied.
            let (path, line) = (symbol.path().to_owned(), symbol.line());
            Copying::Declaration { what, path, line, declaration }
        }
    }
}
