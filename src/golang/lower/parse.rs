//! tree-sitter, held to a bound.

use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Range, Tree};

/// A parser that gives up where the grammar's ambiguities multiply: twenty kilobytes of `case a: ` keep it busy for
/// half a minute. Its steps are counted, not timed, so that the same text always has the same fate.
pub(in crate::golang) struct BoundedParser {
    parser: Parser,
}

impl BoundedParser {
    pub(in crate::golang) fn new() -> Self {
        let mut parser = Parser::new();
        // Fails only for a grammar of another ABI, which the tests would see: then nothing parses.
        let _ = parser.set_language(&tree_sitter_go::LANGUAGE.into());
        Self { parser }
    }

    /// Parses a whole text; `None` when that would cost out of all proportion.
    pub(in crate::golang) fn parse(&mut self, text: &[u8]) -> Option<Tree> {
        self.parse_until(text, text.len())
    }

    fn parse_until(&mut self, text: &[u8], end: usize) -> Option<Tree> {
        let mut credit = Credit { left: Credit::MOST, reached: 0, end: text[..end].trim_ascii_end().len() };
        let mut go_on = |state: &ParseState| credit.spend(state.current_byte_offset());
        let options = ParseOptions::new().progress_callback(&mut go_on);
        let tree = self.parser.parse_with_options(
            &mut |at, _| text.get(at..).unwrap_or_default(),
            None,
            Some(options),
        );
        if tree.is_none() {
            // Otherwise the next parse would take up this one.
            self.parser.reset();
        }
        tree
    }

    /// Parses a stretch of a text, at its place in it.
    pub(super) fn parse_piece(&mut self, text: &[u8], piece: Range) -> Option<Tree> {
        let end = piece.end_byte.min(text.len());
        self.parser.set_included_ranges(&[piece]).ok()?;
        let tree = self.parse_until(text, end);
        // No ranges stand for the whole text, and are never refused.
        let _ = self.parser.set_included_ranges(&[]);
        tree
    }
}

/// The work that a text may cost: progress of the parser adds to it.
struct Credit {
    left: usize,
    reached: usize,
    /// The end of the last token: what follows is the building of the tree, which is linear.
    end: usize,
}

impl Credit {
    /// The most work without progress, in calls back of about a hundred steps each.
    const MOST: usize = 2_000;
    /// Ordinary Go takes a call for 45 bytes at the worst, and for 120 on average; debris one for 15 to 50.
    const BYTES_A_CALL: usize = 32;

    fn spend(&mut self, at: usize) -> ControlFlow<()> {
        if at >= self.end {
            return ControlFlow::Continue(());
        }
        let earned = at.saturating_sub(self.reached) / Self::BYTES_A_CALL;
        if earned > 0 {
            self.left = (self.left + earned).min(Self::MOST);
            self.reached = at;
        }
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}
