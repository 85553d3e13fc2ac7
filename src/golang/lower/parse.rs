//! Runs tree-sitter with a bound on its work.

use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Range, Tree};

/// A parser that gives up where the grammar's ambiguities multiply: twenty kilobytes of `case a: ` keep it busy for
/// half a minute. Its steps are counted, not timed, so that the same text always has the same result.
pub(in crate::golang) struct BoundedParser {
    parser: Parser,
}

impl BoundedParser {
    pub(in crate::golang) fn new() -> Self {
        let mut parser = Parser::new();
        // This fails only for a grammar of another ABI. Nothing would parse then, which the tests would notice.
        let _ = parser.set_language(&tree_sitter_go::LANGUAGE.into());
        Self { parser }
    }

    /// Parses a whole text; `None` if that would take far more work than its length warrants.
    pub(in crate::golang) fn parse(&mut self, text: &[u8]) -> Option<Tree> {
        self.parse_until(text, text.len())
    }

    fn parse_until(&mut self, text: &[u8], end: usize) -> Option<Tree> {
        let mut budget =
            WorkBudget { left: WorkBudget::MAX_CALLS, reached: 0, end: text[..end].trim_ascii_end().len() };
        let mut go_on = |state: &ParseState| budget.spend(state.current_byte_offset());
        let options = ParseOptions::new().progress_callback(&mut go_on);
        let tree = self.parser.parse_with_options(
            &mut |at, _| text.get(at..).unwrap_or_default(),
            None,
            Some(options),
        );
        if tree.is_none() {
            // Otherwise the next parse would continue this one.
            self.parser.reset();
        }
        tree
    }

    /// Parses a part of a text; positions are those in the whole text.
    pub(super) fn parse_piece(&mut self, text: &[u8], piece: Range) -> Option<Tree> {
        let end = piece.end_byte.min(text.len());
        self.parser.set_included_ranges(&[piece]).ok()?;
        let tree = self.parse_until(text, end);
        // An empty list stands for the whole text and is never refused.
        let _ = self.parser.set_included_ranges(&[]);
        tree
    }
}

/// The work that parsing a text may still take. Progress of the parser adds to it.
struct WorkBudget {
    left: usize,
    reached: usize,
    /// The end of the last token. After it only the tree is built, which is linear.
    end: usize,
}

impl WorkBudget {
    /// The most work without progress, in callbacks of about a hundred steps each.
    const MAX_CALLS: usize = 2_000;
    /// The progress in bytes that pays for one callback. Ordinary Go advances by at least 45 bytes and on average by
    /// 120 bytes for each; broken text by 15 to 50.
    const BYTES_A_CALL: usize = 32;

    fn spend(&mut self, at: usize) -> ControlFlow<()> {
        if at >= self.end {
            return ControlFlow::Continue(());
        }
        let earned = at.saturating_sub(self.reached) / Self::BYTES_A_CALL;
        if earned > 0 {
            self.left = (self.left + earned).min(Self::MAX_CALLS);
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
