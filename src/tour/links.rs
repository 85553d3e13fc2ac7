//! Links in the text of a step, as CodeTour writes references to steps, tours and files.
//!
//! `[#2]` and `[words][#2]` are steps of the same tour, `[Title]`, `[Title#3]` and `[words][Title#3]` other tours,
//! `[words](./path)` a file of the repository, `[words](./path#L12)` a line of it. Everything else, above all `command:`
//! links, is text.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// The largest number of links of one step that can be followed.
const MAX_LINKS: usize = 9;

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// A step of the same tour, from 0.
    Step(usize),
    /// Another tour by its title, and a step of it, from 0.
    Tour(String, usize),
    /// A file or folder, relative to the root, and a line of it; 0 without a line.
    File(String, u32),
}

/// The patterns of CodeTour, without images and without titles in links. `[Title]` is a link only if there is a tour
/// of that title.
static REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?<image>!)?\[(?<text>[^\]\[]+)\]\((?<path>\.[^)\s]+)\)          # [words](./path)
        | (?:\[(?<words>[^\]\[]+)\])?\[(?<title>[^\]\[\#]*)(?:\#(?<step>\d+))?\](?<target>\()? # [words][Title#3]
        ",
    )
    .ok()
});

/// Replaces each link of a markdown text by its words and a number in brackets, and returns the links in that order.
/// `is_tour` is whether a title is that of a tour.
pub(super) fn numbered(markdown: &str, is_tour: &dyn Fn(&str) -> bool) -> (String, Vec<Link>) {
    let mut links = Vec::new();
    let Some(reference) = REFERENCE.as_ref() else { return (markdown.to_owned(), links) };
    let text = reference.replace_all(markdown, |captures: &Captures<'_>| {
        let whole = captures.get(0).map_or("", |whole| whole.as_str());
        match link(captures, is_tour) {
            Some((words, link)) if links.len() < MAX_LINKS => {
                let known = links.iter().position(|known| *known == link);
                let number = known.unwrap_or(links.len()) + 1;
                if known.is_none() {
                    links.push(link);
                }
                format!("{words} ‹{number}›")
            }
            _ => whole.to_owned(),
        }
    });
    (text.into_owned(), links)
}

/// Replaces the target of each link of a markdown text by what `target` makes of it, as markdown reads links everywhere. Links
/// without a new target become their words.
pub(super) fn retargeted(
    markdown: &str,
    is_tour: &dyn Fn(&str) -> bool,
    target: &dyn Fn(&Link) -> Option<String>,
) -> String {
    let Some(reference) = REFERENCE.as_ref() else { return markdown.to_owned() };
    let text = reference.replace_all(markdown, |captures: &Captures<'_>| {
        let whole = captures.get(0).map_or("", |whole| whole.as_str());
        match link(captures, is_tour) {
            Some((words, link)) => match target(&link) {
                Some(target) => format!("[{words}]({target})"),
                None => words,
            },
            None => whole.to_owned(),
        }
    });
    text.into_owned()
}

/// The fate of a step of the tour.
pub(super) enum StepMove<'t> {
    To(usize),
    /// The step was removed. Holds its title.
    Out(&'t str),
}

/// Updates the links to steps of the tour itself in a markdown text, and returns how many were changed. A link to a
/// removed step becomes plain words. `is_own` is whether a title is that of the tour.
pub(super) fn renumber_links<'t>(
    markdown: &str,
    is_own: &dyn Fn(&str) -> bool,
    step_move: &dyn Fn(usize) -> Option<StepMove<'t>>,
) -> (String, usize) {
    let mut changed = 0;
    let Some(reference) = REFERENCE.as_ref() else { return (markdown.to_owned(), changed) };
    let text = reference.replace_all(markdown, |captures: &Captures<'_>| {
        let whole = captures.get(0).map_or(0..0, |whole| whole.range());
        let number = captures.name("step").map_or(whole.end..whole.end, |number| number.range());
        let step = match link(captures, is_own) {
            Some((_, Link::Step(step) | Link::Tour(_, step))) if !number.is_empty() => Some(step),
            _ => None,
        };
        let Some(step_move) = step.and_then(step_move) else { return markdown[whole].to_owned() };
        changed += 1;
        match step_move {
            StepMove::To(to) => {
                format!(
                    "{}{}{}",
                    &markdown[whole.start..number.start],
                    to + 1,
                    &markdown[number.end..whole.end]
                )
            }
            StepMove::Out(title) => captures.name("words").map_or(title, |words| words.as_str()).to_owned(),
        }
    });
    (text.into_owned(), changed)
}

/// The words of a link and its target. None if it is plain text.
fn link<'t>(captures: &'t Captures<'_>, is_tour: &dyn Fn(&str) -> bool) -> Option<(String, Link)> {
    let part = |name: &str| captures.name(name).map(|part| part.as_str());
    if let Some(path) = part("path") {
        let (path, line) = with_line(path);
        let path = path.trim_start_matches("./").trim_end_matches('/');
        let leads = part("image").is_none() && !path.is_empty() && !path.starts_with("..");
        return leads.then(|| (part("text").unwrap_or(path).to_owned(), Link::File(path.to_owned(), line)));
    }
    if part("target").is_some() {
        return None;
    }
    let title = part("title").unwrap_or("").trim();
    let step = part("step").map(|step| step.parse::<usize>().ok()?.checked_sub(1));
    match (title, step) {
        ("", Some(Some(step))) => {
            let words = part("words").map_or_else(|| format!("#{}", step + 1), str::to_owned);
            Some((words, Link::Step(step)))
        }
        ("", _) | (_, Some(None)) => None,
        (title, step) if is_tour(title) => {
            let step = step.flatten().unwrap_or(0);
            Some((part("words").unwrap_or(title).to_owned(), Link::Tour(title.to_owned(), step)))
        }
        _ => None,
    }
}

/// Splits a path from the line in its fragment: `x.go#L12`, or the first line of `x.go#L12-L20`. The line is 0
/// without a fragment.
fn with_line(target: &str) -> (&str, u32) {
    let Some((path, fragment)) = target.split_once('#') else { return (target, 0) };
    let line = fragment.strip_prefix('L').map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
    (path, line.flatten().and_then(|digits| digits.parse().ok()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_numbers_and_all_else_stays() {
        let step = |n| Link::Step(n);
        let tour = |title: &str, n| Link::Tour(title.to_owned(), n);
        let file = |path: &str| Link::File(path.to_owned(), 0);
        for (markdown, text, links) in [
            ("see [#2] and [the end][#9]", "see #2 ‹1› and the end ‹2›", vec![step(1), step(8)]),
            ("[Tree View]", "Tree View ‹1›", vec![tour("Tree View", 0)]),
            ("[Tree View#3], [it][Tree View#3]", "Tree View ‹1›, it ‹1›", vec![tour("Tree View", 2)]),
            ("[it][Tree View]", "it ‹1›", vec![tour("Tree View", 0)]),
            ("[open](./src/a.go) [dir](./src/)", "open ‹1› dir ‹2›", vec![file("src/a.go"), file("src")]),
            ("[at](./a.go#L12)", "at ‹1›", vec![Link::File("a.go".to_owned(), 12)]),
            ("[at](./a.go#L3-L20)", "at ‹1›", vec![Link::File("a.go".to_owned(), 3)]),
            ("[on](./a.md#words)", "on ‹1›", vec![file("a.md")]),
            ("![picture](./a.png)", "![picture](./a.png)", vec![]),
            ("[up](../secret) [web](https://x)", "[up](../secret) [web](https://x)", vec![]),
            ("[run](command:x?[1])", "[run](command:x?[1])", vec![]),
            ("a[i] = [x] [] [#0] [#]", "a[i] = [x] [] [#0] [#]", vec![]),
            ("[Other] [Tree View](y)", "[Other] [Tree View](y)", vec![]),
        ] {
            assert_eq!(
                numbered(markdown, &|title| title == "Tree View"),
                (text.to_owned(), links),
                "{markdown}"
            );
        }
        let step_move = |step| match step {
            1 => Some(StepMove::To(2)),
            2 => Some(StepMove::Out("the lock")),
            _ => None,
        };
        for (markdown, text, changed) in [
            ("[#1] [#2], [words][#2] [#3] [words][#3]", "[#1] [#3], [words][#3] the lock words", 4),
            ("[Own#2] [it][Own#2] [Own] [Other#2]", "[Own#3] [it][Own#3] [Own] [Other#2]", 2),
            ("[x](./a.go#L2) [y][#2](z) a[2] #2", "[x](./a.go#L2) [y][#2](z) a[2] #2", 0),
        ] {
            assert_eq!(
                renumber_links(markdown, &|title| title == "Own", &step_move),
                (text.to_owned(), changed),
                "{markdown}"
            );
        }
        let many = "[#1] [#2] [#3] [#4] [#5] [#6] [#7] [#8] [#9] [#10]";
        assert_eq!(numbered(many, &|_| false).1.len(), MAX_LINKS);
    }
}
