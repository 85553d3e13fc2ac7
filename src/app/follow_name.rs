//! Following a name from the source pane of a view that only shows sources: its declaration or its references are
//! opened in the Symbols view.

use super::action::Action;
use super::ctx::{Ctx, Lines, Opening};
use super::msg::Tone;
use super::name_targets::{Referent, named};
use super::source::{Caret, SourceText};

/// Asks to open the name under the cursor; returns where the cursor goes if the name is bound in this text.
pub(super) fn follow_name(cx: &mut Ctx, text: &SourceText, caret: Caret, action: Action) -> Option<Caret> {
    let snapshot = cx.index.snapshot.clone()?;
    if text.version.is_some() {
        cx.notify(Tone::Bad, "the index is of the working tree: names of this older text are not looked up");
        return None;
    }
    match named(&snapshot.graph(), text, caret) {
        Referent::Symbol(symbol) => {
            let relations = action == Action::References;
            cx.opening = Some(Opening { symbol, lines: Lines::These(None), relations });
        }
        Referent::Local(at) if at != caret => return Some(at),
        nowhere => match nowhere.why_nowhere(text, caret) {
            Some((tone, why)) => cx.notify(tone, why),
            None => cx.notify(Tone::Bad, "there is no name under the cursor"),
        },
    }
    None
}
