//! Keys, pastes and mouse from the terminal, as messages.
//!
//! The thread reads what has come, passes it on, and waits until it is released. So while a message is handled (an editor
//! opened, say), nobody else reads the terminal, and no key that belongs to the editor is lost.

use super::incoming::{Batch, Incoming};
use super::panic_report;
use super::terminal_background::{AnswerFilter, Filtered};
use crate::app::key::{Code, Key};
use crate::app::layout::Size;
use crate::app::msg::{Click, Mouse, Msg};
use crossbeam_channel::{Receiver, Sender};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Rows that one step of the wheel scrolls.
const WHEEL: isize = 3;
/// Columns that it scrolls sideways.
const ASIDE: isize = 4;

/// Starts the thread. One unit on `go` lets it read once more.
pub(super) fn start(to: Sender<Incoming>, go: Receiver<()>) -> io::Result<()> {
    std::thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut filter = AnswerFilter::default();
        loop {
            // If the thread died unnoticed the program would get no more input.
            let answer = catch_unwind(AssertUnwindSafe(|| read(&mut filter)));
            let defect = |panic: Box<dyn Any + Send>| {
                let what = panic_report::describe(&*panic);
                Err(io::Error::other(format!("keys can no longer be read ({what}): start the program again")))
            };
            let batch = match answer.unwrap_or_else(defect) {
                Ok(batch) => batch,
                Err(error) => {
                    let _ = to.send(Incoming::InputClosed(error.to_string()));
                    return;
                }
            };
            if to.send(Incoming::Input(batch)).is_err() || go.recv().is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// The events that have come, at least one.
fn read(filter: &mut AnswerFilter) -> io::Result<Batch> {
    /// A storm of events is handed over in pieces, so that frames come between them.
    const MAX_BATCH: usize = 256;
    /// Time to wait for more events of the same moment; with zero, crossterm's reader does not look at all.
    const BATCH_WINDOW: Duration = Duration::from_micros(50);
    let mut batch = Batch::default();
    loop {
        match message(event::read()?) {
            Some(Msg::Key(key)) => match filter.take(key) {
                Filtered::Keys(keys) => batch.msgs.extend(keys.into_iter().map(Msg::Key)),
                Filtered::Dark(dark) => batch.dark = Some(dark),
                Filtered::Nothing => {}
            },
            msg => batch.msgs.extend(msg),
        }
        if batch.msgs.len() >= MAX_BATCH || !event::poll(BATCH_WINDOW)? {
            batch.msgs = rejoined(batch.msgs);
            return Ok(batch);
        }
    }
}

/// Restores an Esc followed by an arrow. Slow lines deliver both together, and the library takes the first byte of
/// the arrow's sequence for a part of the Esc and the rest for letters: `[` would go back in the history.
fn rejoined(msgs: Vec<Msg>) -> Vec<Msg> {
    let arrow = |letter: char| {
        Some(match letter {
            'A' => Code::Up,
            'B' => Code::Down,
            'C' => Code::Right,
            'D' => Code::Left,
            'H' => Code::Home,
            'F' => Code::End,
            _ => return None,
        })
    };
    let is = |msg: &Msg, code: Code| matches!(msg, Msg::Key(key) if *key == Key::plain(code));
    let mut out: Vec<Msg> = Vec::with_capacity(msgs.len());
    for msg in msgs {
        if let Msg::Key(Key { code: Code::Char(letter), .. }) = msg
            && let Some(code) = arrow(letter)
            && let [.., before, last] = &out[..]
            && is(before, Code::Esc)
            && is(last, Code::Char('['))
        {
            out.pop();
            out.push(Msg::Key(Key::plain(code)));
        } else {
            out.push(msg);
        }
    }
    out
}

fn message(event: Event) -> Option<Msg> {
    match event {
        Event::Key(key) => self::key(key).map(Msg::Key),
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(width, height) => Some(Msg::Resize(Size { width, height })),
        Event::FocusGained => Some(Msg::FocusGained),
        Event::FocusLost => None,
        // With shift the mouse is the terminal's: it selects text.
        Event::Mouse(mouse) if mouse.modifiers.contains(KeyModifiers::SHIFT) => None,
        Event::Mouse(mouse) => {
            let did = match mouse.kind {
                MouseEventKind::Down(event::MouseButton::Left) => Click::Press,
                MouseEventKind::Drag(event::MouseButton::Left) => Click::Drag,
                MouseEventKind::ScrollUp => Click::Scroll(-WHEEL),
                MouseEventKind::ScrollDown => Click::Scroll(WHEEL),
                MouseEventKind::ScrollLeft => Click::ScrollAside(-ASIDE),
                MouseEventKind::ScrollRight => Click::ScrollAside(ASIDE),
                _ => return None,
            };
            Some(Msg::Mouse(Mouse { x: mouse.column, y: mouse.row, did }))
        }
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let has = |modifier| event.modifiers.contains(modifier);
    let (mut code, mut shift) = (code(event.code)?, has(KeyModifiers::SHIFT));
    if event.code == KeyCode::BackTab {
        shift = true;
    }
    if let Code::Char(c) = &mut code {
        // Terminals differ in whether shift comes beside the letter that it made.
        if shift && c.is_ascii_lowercase() && !has(KeyModifiers::CONTROL) {
            c.make_ascii_uppercase();
        }
        if has(KeyModifiers::CONTROL) {
            c.make_ascii_lowercase();
        }
        shift = false;
    }
    Some(Key { code, ctrl: has(KeyModifiers::CONTROL), alt: has(KeyModifiers::ALT), shift })
}

fn code(code: KeyCode) -> Option<Code> {
    Some(match code {
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab | KeyCode::BackTab => Code::Tab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::F(n) => Code::F(n),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_that_came_with_an_esc_is_an_arrow() {
        let cases = [
            ("esc [ B", "esc down"),
            ("x esc [ A [", "x esc up ["),
            ("[ B", "[ B"),
            ("esc [ x", "esc [ x"),
            ("esc B", "esc B"),
        ];
        for (came, meant) in cases {
            let keys =
                |text: &str| -> Vec<Key> { text.split(' ').map(|key| key.parse().expect(key)).collect() };
            let msgs = rejoined(keys(came).into_iter().map(Msg::Key).collect());
            let read: Vec<Key> = msgs
                .iter()
                .filter_map(|msg| if let Msg::Key(key) = msg { Some(*key) } else { None })
                .collect();
            assert_eq!(read, keys(meant), "{came}");
        }
    }

    #[test]
    fn keys_are_named_as_the_user_writes_them() {
        let cases = [
            (KeyCode::Char('g'), KeyModifiers::SHIFT, "G"),
            (KeyCode::Char('G'), KeyModifiers::SHIFT, "G"),
            (KeyCode::Char('o'), KeyModifiers::CONTROL, "ctrl-o"),
            (KeyCode::Char('?'), KeyModifiers::SHIFT, "?"),
            (KeyCode::BackTab, KeyModifiers::SHIFT, "shift-tab"),
            (KeyCode::Left, KeyModifiers::ALT, "alt-left"),
            (KeyCode::Char(' '), KeyModifiers::NONE, "space"),
        ];
        for (code, modifiers, name) in cases {
            assert_eq!(key(KeyEvent::new(code, modifiers)).expect(name).to_string(), name);
        }
    }
}
