//! Brings a tour up to date: steps get the present place of their code, so that every player finds it, and the
//! present facts.

use super::anchor::Anchor;
use super::file::Tour;
use super::find::{LocatedStep, Verdict};
use super::generate::step as step_at;
use super::introduction::introduces;
use super::names::named;
use super::pattern::{PatternMatch, first_match};
use super::selection;
use super::step::{NewAt, PlaceInFile, Renewed, StepDraft, StepPlace, TourStep};
use super::stop::Stop;
use super::tree_path::tree_path;
use super::{FileOpener, Opened};
use crate::model::{Graph, IdParts, Symbol, SymbolKind};

/// Updates the steps of `tour` whose symbols are in `found`: file, line or pattern, anchor, the title if it was the
/// old name of the symbol, and generated text that nobody edited. Returns the indices of the changed steps, from 0.
///
/// Places that a person chose are kept: a step in another file than that of its anchor, or a line or pattern that is
/// not the first of the declaration. Steps whose file is not the version of the graph are kept, too.
pub fn renew(graph: &Graph<'_>, tour: &mut Tour, found: &[LocatedStep], open: &FileOpener<'_>) -> Vec<usize> {
    let before = tour.clone();
    for (ix, (step, found)) in before.steps().zip(found).enumerate() {
        let spot = found.spot.as_ref().filter(|_| !matches!(found.verdict, Verdict::Gone(_)));
        let symbol = spot.and_then(|spot| spot.symbol).map(|id| graph.symbol(id));
        let lines = spot.and_then(|spot| spot.lines);
        if let Some(renewed) = symbol.and_then(|symbol| renewed(graph, step, symbol, lines, open)) {
            tour.replace(ix, renewed);
        }
    }
    let pairs = before.steps().zip(tour.steps()).enumerate();
    pairs.filter(|(_, (before, now))| before != now).map(|(ix, _)| ix).collect()
}

fn renewed(
    graph: &Graph<'_>,
    step: TourStep<'_>,
    symbol: Symbol<'_>,
    lines: Option<[u32; 2]>,
    open: &FileOpener<'_>,
) -> Option<Renewed> {
    let anchor = step.anchor()?;
    let old = IdParts::of(&anchor.symbol)?;
    let (path, at) = match step.place() {
        StepPlace::File { path, at } => (path, at),
        StepPlace::Folder(path) if old.kind == SymbolKind::Package => (path, PlaceInFile::Unsaid),
        _ => return None,
    };
    if tree_path(path) != old.path || step.contents().is_some() {
        return None;
    }
    let made = anchor.made(step.description());
    let stop = Stop { why: anchor.why.clone(), links: anchor.links.in_graph(graph), symbol: symbol.id };
    let mut fresh = step_at(graph, &stop, made.is_some_and(|(_, made)| introduces(made)), open);
    let mut renewed = Renewed { title: retitled(graph, step, &old, symbol), ..Renewed::default() };
    // No player can open a step that has a folder under the key `file`.
    if fresh.is_folder && step.place() != StepPlace::Folder(&fresh.file) {
        renewed.folder = Some(fresh.file.clone());
    } else if !fresh.is_folder && fresh.file != old.path {
        renewed.file = Some(fresh.file.clone());
    }
    if !symbol.kind().is_container() {
        let Opened::Text(text) = open(symbol.path()) else { return None };
        if !is_named_there(&text, symbol) {
            return None;
        }
        renewed.at = match lines.filter(|_| !anchor.selected.is_empty()) {
            Some(now) if step.lines() == Some(now) => None,
            Some([now, _]) if step.selection().is_none() => Some(NewAt::Line(now)),
            Some(now) => Some(NewAt::Selection(selection::of_lines(&text, now))),
            None => new_at(at, &anchor, symbol, &text, &fresh),
        };
    }
    if let Some((before, _)) = made {
        renewed.words = Some(format!("{before}{}", fresh.description));
    } else if let Some(fresh) = &mut fresh.anchor {
        fresh.words.clone_from(&anchor.words);
    }
    if let Some(fresh) = &mut fresh.anchor {
        fresh.selected.clone_from(&anchor.selected);
    }
    renewed.anchor = fresh.anchor;
    Some(renewed)
}

/// Returns whether a text has the name of a symbol where the graph has it. It does not if the file was edited since.
fn is_named_there(text: &[u8], symbol: Symbol<'_>) -> bool {
    let line = text.split(|&b| b == b'\n').nth((symbol.line() as usize).saturating_sub(1));
    let rest = line.and_then(|line| line.get((symbol.col() as usize).saturating_sub(1)..));
    rest.is_some_and(|rest| rest.starts_with(symbol.name().as_bytes()))
}

/// The new line or pattern. None if the present one is right.
fn new_at(
    at: PlaceInFile<'_>,
    anchor: &Anchor,
    symbol: Symbol<'_>,
    text: &[u8],
    fresh: &StepDraft,
) -> Option<NewAt> {
    let lines = symbol.line()..=symbol.end_line();
    match at {
        // A line within the declaration moves with the declaration.
        PlaceInFile::Line(line) => {
            let moved = symbol.line().checked_add(line).and_then(|line| line.checked_sub(anchor.line));
            let moved = moved.filter(|line| anchor.line > 0 && lines.contains(line));
            let now = moved.unwrap_or(symbol.line());
            (now != line).then_some(NewAt::Line(now))
        }
        PlaceInFile::Pattern(pattern) => match first_match(text, pattern) {
            PatternMatch::Line(line) if lines.contains(&line) => None,
            _ => Some(fresh.pattern.clone().map_or(NewAt::Line(fresh.line), NewAt::Pattern)),
        },
        PlaceInFile::Unsaid => None,
    }
}

/// The title with the new name of the symbol, if it was made from the old one: `Recv.Name`, `package.Recv.Name` or
/// `package: Recv.Name` with the folder of the package (for the root, its name), each with or without ` (folder)`
/// after it.
fn retitled(graph: &Graph<'_>, step: TourStep<'_>, old: &IdParts<'_>, symbol: Symbol<'_>) -> Option<String> {
    if symbol.kind().is_container() {
        let moved = step.title() == old.path && symbol.path() != old.path;
        return moved.then(|| named(symbol));
    }
    let package = graph.symbol(symbol.package());
    if old.name == symbol.qualified() && old.folder() == package.path() {
        return None;
    }
    let ending = format!(" ({})", old.folder());
    let (head, is_ended) = match step.title().strip_suffix(&ending) {
        Some(head) => (head, true),
        None => (step.title(), false),
    };
    let before = head.strip_suffix(old.name)?;
    let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_package = |text: &str| text == old.folder() || old.folder() == "." && is_word(text);
    let title = match before {
        "" => symbol.qualified().to_owned(),
        before if before.strip_suffix('.').is_some_and(is_word) => named(symbol),
        before if before.strip_suffix(": ").is_some_and(is_package) => {
            format!("{}: {}", named(package), symbol.qualified())
        }
        _ => return None,
    };
    let ending = if is_ended { format!(" ({})", package.path()) } else { String::new() };
    Some(crate::model::clean(&format!("{title}{ending}")).into_owned())
}
