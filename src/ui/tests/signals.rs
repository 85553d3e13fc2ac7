//! Colour is never the only signal: what a colour shows, a character or a font weight shows, too.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::Explorer;
use crate::app::ViewState;
use crate::app::msg::{IndexMsg, Msg, Tone};
use crate::app::palettes::Palettes;
use crate::app::{App, Millis, View, overlay, query};
use crate::ui::rect;
use crate::ui::theme::{Depth, Theme};

/// A part of the screen that shows its own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Header,
    Footer,
    /// The question and the meter.
    Head,
    Pane(usize),
    Overlay,
}

/// The content of a part without its colours.
type Drawn = Vec<(String, Modifier)>;

/// The themes that differ in font weights; the others differ from these in colours only.
fn themes() -> [(&'static str, Theme); 3] {
    [
        ("dark", Theme::new(&Palettes::default(), "dark", true, Depth::True)),
        ("sixteen", Theme::new(&Palettes::default(), "dark", true, Depth::Sixteen)),
        ("none", Theme::new(&Palettes::default(), "none", true, Depth::True)),
    ]
}

/// The parts of the screen. The first row of each is its title.
fn parts(app: &App) -> Vec<(Part, Rect)> {
    let screen = app.ctx.screen().expect("a screen of some size");
    let mut parts = vec![(Part::Header, rect(screen.header)), (Part::Footer, rect(screen.footer))];
    if let Some(overlay) = &app.overlay {
        let (_, list, _) = overlay::areas(app.ctx.size, overlay.kind).expect("a screen of some size");
        parts.push((Part::Overlay, rect(list)));
        return parts;
    }
    let panes = match app.ctx.view {
        View::Symbols => app.symbols.areas(&app.ctx),
        View::Query => app.query.areas(&app.ctx),
        View::Impact => app.impact.areas(&app.ctx),
        View::Tours => app.tours.areas(&app.ctx),
    };
    parts.extend(panes.into_iter().enumerate().map(|(ix, area)| (Part::Pane(ix), rect(area))));
    if app.ctx.view == View::Query {
        parts.push((Part::Head, rect(screen.body.split_rows(query::HEAD).0)));
    }
    parts
}

fn cells(buffer: &Buffer, area: Rect) -> Drawn {
    area.positions().map(|at| (buffer[at].symbol().to_owned(), buffer[at].modifier)).collect()
}

fn text(drawn: &Drawn) -> Vec<&str> {
    drawn.iter().map(|(symbol, _)| symbol.as_str()).collect()
}

/// A state: the steps that lead to it, the steps that change it, and the parts that must show the change.
type State = (&'static str, &'static str, &'static str, &'static [Part]);

const MAIN: &[Part] = &[Part::Pane(0)];
const TWO: &[Part] = &[Part::Pane(0), Part::Pane(1)];
const ENDS: &[Part] = &[Part::Pane(0), Part::Pane(2)];
const THIRD: &[Part] = &[Part::Pane(2)];

/// States that the text shows, on a screen of 120x40.
const STATES: &[State] = &[
    ("the row in the list", "", "down", MAIN),
    ("the list's focus", "", "tab", TWO),
    ("the focus of a list with a filter", "/ 'pool.run' enter", "tab", MAIN),
    ("the focus of what stands around, with a filter", "/ 'pool.run' enter r / s enter", "tab", THIRD),
    ("tests hidden", "", ", t", MAIN),
    ("the row around a symbol", "/ 'pool.run' enter r", "down", THIRD),
    ("sure edges alone", "/ 'pool.run' enter r", "<", THIRD),
    ("a list that is being sorted", "s ~s", "…", MAIN),
    ("a filter that is being tried", "/ p ~o", "…", MAIN),
    ("a row of the answer", "2 'failed jobs' enter", "down", MAIN),
    ("the answer's focus", "2 'failed jobs' enter", "tab", TWO),
    ("a kept row", "2 'failed jobs' enter", "+", MAIN),
    ("a row left out", "2 'failed jobs' enter", "x", MAIN),
    ("a row with less of it", "2 'failed jobs' enter", "-", MAIN),
    ("what is cut", "2 'failed jobs' enter", "< < < < < <", &[Part::Head, Part::Pane(0)]),
    ("a question that is being answered", "2 'failed jobs' enter s ~s", "…", &[Part::Head, Part::Pane(0)]),
    ("the row of an impact", "3", "down", MAIN),
    ("the impact's focus", "3", "tab", TWO),
    ("a closed row of an impact", "/ 'memory.get' enter 3", "h", MAIN),
    ("branches that are cut", "3 , l", "< < < < <", MAIN),
    ("sure steps alone", "3", ", d", MAIN),
    ("an impact that is being worked out", "3 ~<", "…", MAIN),
    ("an impact that is being filtered", "3 / e s ~s", "…", MAIN),
    ("tracking", "5", ", t", &[Part::Header, Part::Pane(2)]),
    (
        "the row of what is remembered",
        "5 , t esc enter esc esc y down enter esc esc 5",
        "down",
        &[Part::Pane(2)],
    ),
    ("the row of the tours", "4", "down", MAIN),
    ("a tour that is done", "4 down down", "enter n n n n n n n n n n n n n esc", MAIN),
    ("the step of a tour", "4 enter", "n", ENDS),
    ("a tour that is changed", "4 enter", "x", MAIN),
    ("the row of an overlay", ":", "down", &[Part::Overlay]),
    ("bad news", "@good", "@bad", &[Part::Footer]),
    ("a check of the tree", "@focus", "…", &[Part::Header]),
    ("a tree that is not watched", "", "@polled", &[Part::Header]),
    ("an index that is behind", "", "@failed", &[Part::Header]),
];

/// States that the text shows on the smallest screen.
const SMALL: &[State] = &[
    ("a question that is being answered", "2 'failed jobs' enter s ~s", "…", MAIN),
    ("a list that is being sorted", ", t , g s ~s", "…", MAIN),
    ("an impact that is being worked out", "3 ~<", "…", MAIN),
];

/// States that only the font weight shows, because the text must not change. The screen is high enough for all of it.
const WEIGHED: &[State] = &[
    ("the row's part of the pack", "2 'failed jobs' enter < < < < < < < < < < < <", "down", &[Part::Pane(2)]),
    ("a question that typing replaces", "2 'failed jobs' enter /", "end", &[Part::Head]),
];

/// Takes steps: keys; a text between quotes is typed; `~` starts work that never ends; `…` waits; `@` is a message.
fn take(explorer: &mut Explorer, steps: &str) {
    for (ix, part) in steps.split('\'').enumerate() {
        if ix % 2 == 1 {
            explorer.write(part);
            continue;
        }
        for step in part.split_whitespace() {
            match step {
                "…" => wait(explorer),
                "@good" => explorer.send(Msg::Notice(Tone::Good, "it is so".to_owned())),
                "@bad" => explorer.send(Msg::Notice(Tone::Bad, "it is so".to_owned())),
                "@focus" => begin(explorer, Msg::FocusGained),
                "@polled" => explorer.send(Msg::Index(IndexMsg::Polled("it is looked at".to_owned()))),
                "@failed" => explorer.send(Msg::Index(IndexMsg::Failed("the tree is gone".to_owned()))),
                step => match step.strip_prefix('~') {
                    Some(key) => begin(explorer, Msg::Key(key.parse().expect("a key"))),
                    None => explorer.keys(step),
                },
            }
        }
    }
}

/// Handles a message, and never answers the work that it starts.
fn begin(explorer: &mut Explorer, msg: Msg) {
    drop(explorer.app.update(explorer.now, msg));
}

/// Longer than the pause after which a question is asked and a late answer is announced.
fn wait(explorer: &mut Explorer) {
    for _ in 0..2 {
        explorer.now = Millis(explorer.now.0 + 1_000);
        begin(explorer, Msg::Wake);
    }
}

#[test]
fn every_state_is_told_without_colours() {
    let is_written = |one: &Drawn, other: &Drawn| text(one) != text(other);
    let untold = [
        untold(STATES, (120, 40), is_written),
        untold(SMALL, (40, 12), is_written),
        untold(WEIGHED, (120, 200), |one, other| one != other),
    ];
    assert!(untold.iter().all(Vec::is_empty), "told by colour alone: {untold:#?}");
}

fn untold(
    states: &[State],
    (width, height): (u16, u16),
    is_told: impl Fn(&Drawn, &Drawn) -> bool,
) -> Vec<String> {
    let mut untold = Vec::new();
    for (name, before, change, seen) in states {
        let mut explorer = Explorer::open(width, height);
        let drawn = |explorer: &Explorer, part: Part, theme: &Theme| {
            let area = parts(&explorer.app).into_iter().find(|(one, _)| *one == part).expect(name).1;
            cells(&explorer.drawn(theme), area)
        };
        let all =
            || themes().into_iter().flat_map(|theme| seen.iter().map(move |part| (theme.clone(), *part)));
        take(&mut explorer, before);
        let was: Vec<Drawn> = all().map(|((_, theme), part)| drawn(&explorer, part, &theme)).collect();
        take(&mut explorer, change);
        for (((named, theme), part), was) in all().zip(&was) {
            if !is_told(was, &drawn(&explorer, part, &theme)) {
                untold.push(format!("{name}, in {part:?} ({named}, {width}x{height})"));
            }
        }
    }
    untold
}

/// Walks through all states, and after each key looks for rows of which nothing but the colours changed.
#[test]
fn no_key_changes_colours_alone() {
    const WALK: &str = "down tab tab tab / p o o l enter tab tab esc c down d / s enter tab esc esc s t x \
                        2 h o w space a r e space j o b s space r e t r i e d enter down down p x - u tab down \
                        tab down tab , , / end enter f i s \
                        3 down h l f t d o p + - tab down tab down tab / e s enter tab esc w \
                        4 t 1 y down y 4 down s tab tab / p enter esc \
                        5 down down enter n n p tab down tab down n i D U esc ? down down esc : p i n esc M esc T T";
    let mut untold = Vec::new();
    for (width, height) in [(120, 40), (80, 24), (40, 12)] {
        let mut explorer = Explorer::open(width, height);
        let themes = themes();
        let drawn = |explorer: &Explorer| themes.each_ref().map(|(_, theme)| explorer.drawn(theme));
        let mut last = (parts(&explorer.app), drawn(&explorer));
        for (at, key) in WALK.split_whitespace().enumerate() {
            explorer.keys(key);
            let this = (parts(&explorer.app), drawn(&explorer));
            // A pane that moved, or that belongs to another view, shows something else.
            let is_comparable = last.0 == this.0;
            for ((name, _), (one, other)) in themes.iter().zip(last.1.iter().zip(&this.1)) {
                for (part, area) in this.0.iter().filter(|_| is_comparable) {
                    if let Some(row) = differs_only_in_colour(one, other, *area) {
                        let line =
                            explorer.screen().lines().nth(usize::from(row)).unwrap_or_default().to_owned();
                        untold
                            .push(format!("{width}x{height}, {key} (key {at}) in {part:?} ({name}): {line}"));
                    }
                }
            }
            last = this;
        }
    }
    assert!(untold.is_empty(), "told by colour alone: {untold:#?}");
}

/// The first row of an area that changed in nothing but colour, if the title did not change either.
fn differs_only_in_colour(one: &Buffer, other: &Buffer, area: Rect) -> Option<u16> {
    let row = |y: u16| Rect { y, height: u16::from(y < area.bottom()), ..area };
    let is_told = |y: u16| cells(one, row(y)) != cells(other, row(y));
    let is_coloured =
        |y: u16| row(y).positions().any(|at| (one[at].fg, one[at].bg) != (other[at].fg, other[at].bg));
    (area.top()..area.bottom()).find(|&y| is_coloured(y) && !is_told(y) && !is_told(area.y))
}
