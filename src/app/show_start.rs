//! Showing what the explorer was opened on, once the graph is there.

use super::explorer::App;
use super::impact::requests::ImpactTarget;
use super::start::StartPlace;
use super::view::View;
use crate::index::git::Range;
use crate::model::SymbolId;

impl App {
    /// Sets what is shown once the first graph is there.
    pub fn start_at(&mut self, start: Option<StartPlace>) {
        self.start = start;
    }

    /// Shows what the explorer was opened on.
    pub(super) fn show_start(&mut self) {
        match self.start.take() {
            Some(StartPlace::File(path, Some(line))) => {
                self.symbols.read_at(&mut self.ctx, &path, line);
            }
            Some(StartPlace::File(path, None)) => self.show_file(&path),
            Some(StartPlace::Folder(path)) => self.symbols.filter_by(&mut self.ctx, &format!("file:{path}/")),
            Some(StartPlace::Symbol(id)) => {
                // A person who typed or moved before the graph came keeps the place.
                let is_untouched =
                    self.symbols.slots.prompt.line.text().is_empty() && self.symbols.slots.cursor.at == 0;
                if let Some(symbol) = self.ctx.symbol_of(&id).filter(|_| is_untouched) {
                    self.symbols.select(&mut self.ctx, symbol);
                }
            }
            Some(StartPlace::Ask(text)) => {
                self.show(View::Query);
                self.query.put(&mut self.ctx, &text);
            }
            Some(StartPlace::Impact(range)) => {
                self.ctx.view = View::Impact;
                self.impact.go_to(&mut self.ctx, ImpactTarget::Diff(Range::parse(&range)));
            }
            None => {}
        }
    }

    fn show_file(&mut self, path: &str) {
        let Some(snapshot) = self.ctx.index.snapshot.clone() else { return };
        let graph = snapshot.graph();
        match graph.find_file(path).and_then(|file| graph.symbols_of(file).next()) {
            Some(file) => self.symbols.select(&mut self.ctx, SymbolId(file)),
            // A file that is not Go has no symbols, but it can be read.
            None => self.symbols.read_at(&mut self.ctx, path, 1),
        }
    }
}
