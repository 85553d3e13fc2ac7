//! What lies over a view: the keys of where one is, or any action by its name. Both are lists of actions, narrowed
//! by typing; Enter carries out the chosen one.

use nucleo::Utf32Str;
use nucleo::pattern::{CaseMatching, Normalization, Pattern};

use super::View;
use super::action::{Action, Context};
use super::filter::matcher;
use super::keymap::Keymap;
use super::layout::Size;
use super::line::Line;
use super::list::Cursor;

/// An overlay and what it shows.
#[derive(Clone, Debug)]
pub struct Overlay {
    pub kind: Kind,
    line: Line,
    pub cursor: Cursor,
    pub rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Help,
    Palette,
}

/// A row of an overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A context's heading in help.
    Heading(&'static str),
    /// An action and its keys.
    Action(Action, String),
}

impl Overlay {
    #[must_use]
    pub fn help(keymap: &Keymap, view: View) -> Self {
        Self::new(Kind::Help, keymap, view)
    }

    #[must_use]
    pub fn palette(keymap: &Keymap, view: View) -> Self {
        Self::new(Kind::Palette, keymap, view)
    }

    fn new(kind: Kind, keymap: &Keymap, view: View) -> Self {
        let mut overlay = Self { kind, line: Line::default(), cursor: Cursor::default(), rows: Vec::new() };
        overlay.typed(keymap, view);
        overlay
    }

    /// The line being typed into it.
    #[must_use]
    pub fn line(&self) -> Option<&Line> {
        Some(&self.line)
    }

    pub fn line_mut(&mut self) -> Option<&mut Line> {
        Some(&mut self.line)
    }

    /// Rows of actions that fit on a screen.
    #[must_use]
    pub fn height(&self, size: Size) -> usize {
        usize::from(size.height.saturating_sub(6)).max(1)
    }

    /// Rows anew after the line changed.
    pub fn typed(&mut self, keymap: &Keymap, view: View) {
        let typed = self.line.text().trim().to_owned();
        self.rows = match self.kind {
            _ if !typed.is_empty() => best(keymap, &typed, self.actions(view)),
            Kind::Palette => self.actions(view).into_iter().map(|action| row(keymap, action)).collect(),
            Kind::Help => headed(keymap, view),
        };
        self.cursor = Cursor::default();
        self.skip_heading(true);
    }

    /// Actions to choose from. Typing and moving can't be asked for by name; help tells them nonetheless.
    fn actions(&self, view: View) -> Vec<Action> {
        let fits = |action: &Action| match action.entry().context {
            Context::Line | Context::Move => self.kind == Kind::Help,
            Context::Global => true,
            context => context == view.context() || self.kind == Kind::Help,
        };
        Action::ALL.iter().copied().filter(fits).collect()
    }

    /// The action under the cursor, to be carried out.
    #[must_use]
    pub fn chosen(&self) -> Option<Action> {
        match self.rows.get(self.cursor.at)? {
            Row::Action(action, _) if !matches!(action.entry().context, Context::Line) => Some(*action),
            _ => None,
        }
    }

    /// Moves the cursor over headings.
    pub fn moved(&mut self, action: Action, height: usize) {
        if let Some(cursor) = self.cursor.moved(action, self.rows.len(), height) {
            let down = cursor.at >= self.cursor.at;
            self.cursor = cursor;
            self.skip_heading(down);
            self.cursor = self.cursor.clamped(self.rows.len(), height);
        }
    }

    fn skip_heading(&mut self, down: bool) {
        if let Some(Row::Heading(_)) = self.rows.get(self.cursor.at) {
            self.cursor.at =
                if down || self.cursor.at == 0 { self.cursor.at + 1 } else { self.cursor.at - 1 };
        }
    }
}

fn row(keymap: &Keymap, action: Action) -> Row {
    let keys: Vec<String> = keymap.chords(action).iter().map(ToString::to_string).collect();
    Row::Action(action, keys.join(", "))
}

/// All actions under their contexts' headings, those of the view first.
fn headed(keymap: &Keymap, view: View) -> Vec<Row> {
    let mut contexts = Context::ALL.to_vec();
    contexts.sort_by_key(|&context| match context {
        context if context == view.context() => 0,
        Context::Move => 1,
        Context::Global => 2,
        Context::Line => 3,
        _ => 4,
    });
    let mut rows = Vec::new();
    for context in contexts {
        let actions: Vec<Action> =
            Action::ALL.iter().copied().filter(|action| action.entry().context == context).collect();
        if !actions.is_empty() {
            rows.push(Row::Heading(context.title()));
            rows.extend(actions.into_iter().map(|action| row(keymap, action)));
        }
    }
    rows
}

/// Actions whose name, keys or description fit what is typed, the best first.
fn best(keymap: &Keymap, typed: &str, actions: Vec<Action>) -> Vec<Row> {
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let (mut matcher, mut buffer) = (matcher(), Vec::new());
    let mut found: Vec<(u32, Action)> = Vec::new();
    for action in actions {
        let entry = action.entry();
        let mut score = |text: &str| pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher);
        // A hit in the name is worth more than one somewhere in the sentence.
        let by_name = score(&format!("{} {}", entry.title, entry.id)).map(|score| score + 100);
        let is_key = keymap.chords(action).iter().any(|chord| chord.to_string() == typed);
        let by_key = is_key.then_some(10_000);
        if let Some(score) = by_name.max(by_key).or_else(|| score(entry.doc)) {
            found.push((score, action));
        }
    }
    found.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    found.into_iter().map(|(_, action)| row(keymap, action)).collect()
}
