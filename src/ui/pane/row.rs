//! A row of a list or a panel as it is drawn, one kind for all of them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::app::symbol_marks::marks;
use crate::model::{Symbol, SymbolKind, clean};
use crate::ui::package_colour::with_package_colour;
use crate::ui::text::{cut, cut_left, line, lit_spans, right};
use crate::ui::theme::Theme;

/// Least columns of a name beside a note.
const MIN_NAME: usize = 12;

/// Signs, a name that gives way where there is no room, and a note at the right end.
pub(in crate::ui) struct Row {
    /// The signs and figures before the name, behind the column of the cursor.
    pub head: Vec<Span<'static>>,
    pub name: String,
    pub style: Style,
    pub cut: Cut,
    /// The kind of the symbol that it names, if it names one.
    pub kind: Option<SymbolKind>,
    pub marks: String,
    /// Where it is, if that sets it apart from rows with the same name.
    pub place: Option<(String, u32)>,
    /// Notes at the end, the longest form first. A longer form stands beside so many columns of the name at least, or the whole
    /// name; the last one stays beside a long name.
    pub notes: Vec<String>,
    pub note_style: Style,
    pub least: usize,
    pub is_picked: bool,
}

/// The way to cut a name that is too long.
pub(in crate::ui) enum Cut {
    /// As a qualified name, with some of its letters lit.
    Name(Vec<u32>),
    /// At its end.
    Words,
    /// At its beginning.
    Path,
}

impl Row {
    /// A row with a name that is no symbol's.
    pub(in crate::ui) fn of(name: String, style: Style, theme: &Theme) -> Self {
        Self {
            head: Vec::new(),
            name,
            style,
            cut: Cut::Name(Vec::new()),
            kind: None,
            marks: String::new(),
            place: None,
            notes: Vec::new(),
            note_style: theme.faint,
            least: MIN_NAME,
            is_picked: false,
        }
    }

    /// The row of a symbol, with its kind before the name and its marks behind it.
    pub(in crate::ui) fn of_symbol(
        symbol: &Symbol<'_>,
        head: Vec<Span<'static>>,
        style: Style,
        theme: &Theme,
    ) -> Self {
        let kind = Span::styled(format!("{} ", theme.kind(symbol.kind())), theme.key);
        Self {
            head: head.into_iter().chain([kind]).collect(),
            kind: Some(symbol.kind()),
            marks: marks(symbol.flags()),
            ..Self::of(clean(&symbol.label()).into_owned(), style, theme)
        }
    }

    /// The head of a group that is open or folded.
    pub(in crate::ui) fn of_group(
        name: &str,
        style: Style,
        is_open: bool,
        note: String,
        theme: &Theme,
    ) -> Self {
        let fold = if is_open { "▾ " } else { "▸ " };
        let head = vec![Span::styled(fold, theme.key)];
        Self { head, notes: vec![note], ..Self::of(name.to_owned(), style, theme) }
    }

    /// Draws it into an area of one line, behind the column of the cursor; `apart` sets it apart from others.
    pub(in crate::ui) fn draw(self, buffer: &mut Buffer, area: Rect, apart: &str, theme: &Theme) {
        let head: usize = self.head.iter().map(Span::width).sum();
        let left = usize::from(area.width).saturating_sub(head + self.marks.width());
        let gap = if apart.is_empty() { 1 } else { 3 };
        let fits = |note: &&String, least: usize| {
            let shown = self.name.width().min(least) + apart.width().min(least / 2);
            shown + gap + note.width() <= left
        };
        let whole = self.notes.iter().find(|note| fits(note, self.least));
        let note = whole.or(self.notes.last().filter(|note| fits(note, self.least.min(MIN_NAME))));
        let note = note.map_or("", String::as_str);
        let mut room = left.saturating_sub(if self.notes.is_empty() { 0 } else { note.width() + 1 });
        let mut end = note.to_owned();
        if !apart.is_empty() {
            let between = if note.is_empty() { "" } else { "  " };
            room = room.saturating_sub(between.len() / 2);
            let apart = beside(apart, self.name.width(), room);
            room = room.saturating_sub(apart.width() + 1);
            end = format!("{apart}{between}{note}");
        }
        let name = match &self.cut {
            Cut::Name(lit) => lit_spans(&self.name, lit, room, self.style, theme.lit),
            Cut::Words => vec![Span::styled(cut(&self.name, room), self.style)],
            Cut::Path => vec![Span::styled(cut_left(&self.name, room), self.style)],
        };
        let name = match self.kind {
            Some(kind) => with_package_colour(name, (&self.name, kind), theme),
            None => name,
        };
        let marks = [Span::styled(self.marks, theme.faint)];
        let row = self.head.into_iter().chain(name).chain(marks).collect::<Line<'_>>();
        let taken = row.width();
        line(buffer, area, 0, &row);
        right(buffer, area, 0, taken, &end, self.note_style);
    }
}

/// For each row the part of its place that distinguishes it from another row with the same name: the end of its
/// folder, in one folder its file, in one file its line. Variants for several systems have the same name, and so have
/// declarations of packages with one name. Empty if no other row has the name.
pub(super) fn disambiguate(rows: &[Row]) -> Vec<String> {
    let part = |row: &Row| {
        let Some((path, line)) = &row.place else { return String::new() };
        let twins = || {
            let named = rows.iter().filter(|other| other.name == row.name && other.place != row.place);
            named.filter_map(|other| Some(&other.place.as_ref()?.0))
        };
        let split = |path: &str| {
            path.rsplit_once('/').map_or((String::new(), path.to_owned()), |(folder, file)| {
                (folder.to_owned(), file.to_owned())
            })
        };
        let (folder, file) = split(path);
        match () {
            () if twins().next().is_none() => String::new(),
            () if twins().any(|twin| twin == path) => format!(":{line}"),
            () if folder.is_empty() || twins().any(|twin| split(twin).0 == folder) => {
                clean(&file).into_owned()
            }
            () => clean(&folder).into_owned(),
        }
    };
    rows.iter().map(part).collect()
}

/// As much of the distinguishing part as fits into `room` columns beside a name of `name` columns. If both do not
/// fit, each gets half and what the other does not need.
fn beside(apart: &str, name: usize, room: usize) -> String {
    let room = room.saturating_sub(name + 1).max(room.saturating_sub(1) / 2);
    let short = apart.strip_suffix(".go").filter(|_| apart.width() > room);
    cut_left(short.unwrap_or(apart), room)
}
