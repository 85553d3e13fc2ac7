//! A line of text being typed.

use tui_input::{Input, InputRequest};

use super::action::Action;
use super::key::Key;

/// Longest line that is kept: what is pasted beyond it is cut.
const LONGEST: usize = 200_000;

/// A text and a cursor in it.
#[derive(Clone, Debug, Default)]
pub struct TypedLine {
    input: Input,
    /// True if the whole text is replaced by what is typed next.
    selected: bool,
}

impl TypedLine {
    pub fn text(&self) -> &str {
        self.input.value()
    }

    /// The cursor's column.
    pub fn column(&self) -> usize {
        self.input.visual_cursor()
    }

    pub fn set(&mut self, text: &str) {
        *self = Self { input: Input::new(text.to_owned()), selected: false };
    }

    /// Selects the whole text, as on coming back to a line: typing replaces it, moving the cursor keeps it.
    pub fn select(&mut self) {
        self.edit(Action::CursorEnd);
        self.selected = !self.text().is_empty();
    }

    pub fn is_selected(&self) -> bool {
        self.selected
    }

    /// Deletes the selection; returns whether there was one.
    fn cut(&mut self) -> bool {
        let selected = self.selected;
        if selected {
            self.set("");
        }
        selected
    }

    /// Inserts a key's character; returns whether the key has one.
    pub fn type_key(&mut self, key: Key) -> bool {
        let Some(c) = key.typed() else { return false };
        self.cut();
        self.input.handle(InputRequest::InsertChar(c));
        true
    }

    /// Inserts a text at the cursor; line ends and other controls become blanks.
    pub fn insert(&mut self, text: &str) {
        self.cut();
        let room = LONGEST.saturating_sub(self.text().len());
        let mut end = text.len().min(room);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let plain: String = text[..end].chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let at = self.input.cursor();
        let before: String = self.text().chars().take(at).collect();
        let after: String = self.text().chars().skip(at).collect();
        let cursor = at + plain.chars().count();
        self.input = Input::new(format!("{before}{plain}{after}")).with_cursor(cursor);
    }

    /// Carries out an editing action; returns whether it is one.
    pub fn edit(&mut self, action: Action) -> bool {
        let request = match action {
            Action::Backspace => InputRequest::DeletePrevChar,
            Action::Delete => InputRequest::DeleteNextChar,
            Action::DeleteWord => InputRequest::DeletePrevWord,
            Action::DeleteLine => InputRequest::DeleteLine,
            Action::CursorLeft => InputRequest::GoToPrevChar,
            Action::CursorRight => InputRequest::GoToNextChar,
            Action::CursorWordLeft => InputRequest::GoToPrevWord,
            Action::CursorWordRight => InputRequest::GoToNextWord,
            Action::CursorHome => InputRequest::GoToStart,
            Action::CursorEnd => InputRequest::GoToEnd,
            _ => return false,
        };
        let deletes = matches!(action, Action::Backspace | Action::Delete | Action::DeleteWord);
        if !(deletes && self.cut()) {
            self.selected = false;
            self.input.handle(request);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_pasting_and_deleting() {
        let mut line = TypedLine::default();
        for c in "héllo".chars() {
            assert!(line.type_key(Key::plain(super::super::key::Code::Char(c))));
        }
        line.edit(Action::CursorHome);
        line.insert("a\nb ");
        assert_eq!(line.text(), "a b héllo");
        assert_eq!(line.column(), 4);
        line.edit(Action::CursorEnd);
        line.edit(Action::DeleteWord);
        assert_eq!(line.text(), "a b ");
        line.edit(Action::DeleteLine);
        line.insert(&"x".repeat(LONGEST + 5));
        assert_eq!(line.text().len(), LONGEST);
    }

    #[test]
    fn what_is_selected_is_replaced_deleted_or_gone_on_with() {
        type Step = fn(&mut TypedLine);
        let key = |c| Key::plain(super::super::key::Code::Char(c));
        let cases: [(Step, &str); 5] = [
            (|_| {}, "x"),
            (|line| line.insert("ab"), "abx"),
            (|line| assert!(line.edit(Action::Backspace)), "x"),
            (|line| assert!(line.edit(Action::CursorEnd)), "oldx"),
            (|line| assert!(line.edit(Action::CursorHome)), "xold"),
        ];
        for (first, text) in cases {
            let mut line = TypedLine::default();
            line.set("old");
            line.select();
            assert!(line.is_selected());
            first(&mut line);
            line.type_key(key('x'));
            assert_eq!((line.text(), line.is_selected()), (text, false));
        }
    }
}
