//! Where a person was when they left the program: the next start on the repository begins there.

use super::explorer::App;
use super::impact::Ticked;
use super::layout::ChosenParts;
use super::listing::SymbolSort;
use super::start::StartPlace;

/// The state that outlives the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resume {
    /// The id in words of the selected symbol.
    pub symbol: Option<String>,
    pub sort: SymbolSort,
    pub hide_tests: bool,
    pub hide_generated: bool,
    /// The parts of the screen that the person gave to slots.
    pub parts: ChosenParts,
    /// Questions of the Query view, the newest last.
    pub questions: Vec<String>,
    /// The places that were ticked off in Impact.
    pub ticked: Ticked,
}

impl App {
    /// The state to store for the next start.
    pub fn to_resume(&self) -> Resume {
        let symbols = &self.symbols;
        Resume {
            symbol: symbols.selected_id(),
            sort: symbols.sort,
            hide_tests: symbols.hide_tests,
            hide_generated: symbols.hide_generated,
            parts: self.ctx.chosen_parts,
            questions: self.query.asked_before(),
            ticked: self.impact.ticked(),
        }
    }

    /// Begins where the person left. A place given on the command line comes first.
    pub fn resume(&mut self, resume: Resume) {
        let Resume { symbol, sort, hide_tests, hide_generated, parts, questions, ticked } = resume;
        self.symbols.sort = sort;
        (self.symbols.hide_tests, self.symbols.hide_generated) = (hide_tests, hide_generated);
        self.ctx.chosen_parts = parts;
        self.query.remember_asked(questions);
        self.impact.remember_ticked(ticked);
        if self.start.is_none() {
            self.start = symbol.map(StartPlace::Symbol);
        }
    }
}
