//! The column beside the source with who changed each line last: asked for when it is shown, and again when another
//! text is.

use super::SymbolsView;
use crate::app::ctx::Ctx;
use crate::app::job::Job;

impl SymbolsView {
    /// Asks for the authors of the text that is shown, if they are to be shown and are not known.
    pub(in crate::app) fn want_authors(&mut self, cx: &mut Ctx) {
        let Some(text) = self.text().filter(|text| text.version.is_none()) else { return };
        let (path, print) = (text.path.clone(), text.print);
        if self.reading.authors.asks(&path, print) {
            cx.start(Job::Authors { path });
        }
    }
}
