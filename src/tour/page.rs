//! A tour as a page of markdown, for the documents of a repository: each step with its words, its code, and a link to its
//! lines that works on a forge.

use std::fmt::Write as _;

use super::file::Tour;
use super::links::{Link, retargeted};
use super::prose::escaped;
use super::step::{StepPlace, TourStep};
use super::tree_path::tree_path;
use crate::model::clean;

/// The most lines of code that a step shows.
const MAX_LINES: u32 = 40;

/// Makes the page of a tour whose steps contain the texts of their files. `folder`, relative to the root, is where the page
/// will stand. `lines` are the lines that a step is about.
pub fn page(tour: &Tour, folder: &str, lines: &dyn Fn(TourStep<'_>) -> Option<[u32; 2]>) -> String {
    let mut page = format!("# {}\n", escaped(&clean(tour.title())));
    if !tour.description().is_empty() {
        let _ = write!(page, "\n{}\n", escaped(&clean(tour.description())));
    }
    let up = up_from(folder);
    for (ix, step) in tour.steps().enumerate() {
        let _ = write!(page, "\n<a id=\"step-{}\"></a>\n\n", ix + 1);
        let _ = writeln!(page, "## {}. {}", ix + 1, escaped(&clean(step.title())));
        let shown = lines(step);
        if let StepPlace::File { path, .. } | StepPlace::Folder(path) = step.place() {
            let path = &*tree_path(path);
            let (place, target) = (place(path, shown), target(&up, path, shown));
            let _ = write!(page, "\n[{}]({target})\n", escaped(&clean(&place)));
        }
        if let (Some(text), Some(lines)) = (step.contents(), shown) {
            page.push('\n');
            page.push_str(&code(text, lines));
        }
        let words = retargeted(step.description(), &|title| title == tour.title(), &|link| match link {
            Link::Step(step) => Some(format!("#step-{}", step + 1)),
            Link::Tour(title, step) => (title == tour.title()).then(|| format!("#step-{}", step + 1)),
            Link::File(path, line) => Some(target(&up, path, (*line > 0).then_some([*line, *line]))),
        });
        // A line that an editor would run is only words on a page.
        let is_said = |line: &&str| !line.trim_start().starts_with(">>");
        let words: Vec<&str> = words.lines().filter(is_said).collect();
        if !words.is_empty() {
            let _ = write!(page, "\n{}\n", clean_lines(&words));
        }
    }
    page
}

/// Lines without unsafe characters.
fn clean_lines(lines: &[&str]) -> String {
    lines.iter().map(|line| clean(line).into_owned()).collect::<Vec<_>>().join("\n")
}

/// The way from a folder to the root.
fn up_from(folder: &str) -> String {
    let parts = folder.split('/').filter(|part| !matches!(*part, "" | "."));
    parts.map(|_| "../").collect()
}

fn place(path: &str, lines: Option<[u32; 2]>) -> String {
    match lines {
        Some([first, last]) if first < last => format!("{path}:{first}-{last}"),
        Some([line, _]) => format!("{path}:{line}"),
        None => path.to_owned(),
    }
}

/// The target of a link to lines of a file, as forges read it.
fn target(up: &str, path: &str, lines: Option<[u32; 2]>) -> String {
    let mut target = up.to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_') {
            target.push(char::from(byte));
        } else {
            let _ = write!(target, "%{byte:02X}");
        }
    }
    match lines {
        Some([first, last]) if first < last => target + &format!("#L{first}-L{last}"),
        Some([line, _]) => target + &format!("#L{line}"),
        None => target,
    }
}

/// Lines of a text in a fence that none of them ends.
fn code(text: &str, [first, last]: [u32; 2]) -> String {
    let end = last.min(first.saturating_add(MAX_LINES - 1));
    let count = end.saturating_sub(first) as usize + 1;
    let rows: Vec<&str> = text.lines().skip((first as usize).saturating_sub(1)).take(count).collect();
    let longest = rows.iter().map(|row| row.split(|c| c != '`').map(str::len).max().unwrap_or(0)).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    let rest = if end < last { format!("// … {} more lines\n", last - end) } else { String::new() };
    let rows: String = rows.iter().map(|row| clean(&row.replace('\t', "    ")).into_owned() + "\n").collect();
    format!("{fence}go\n{rows}{rest}{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_words_code_and_links_from_where_it_stands() {
        let tour = r#"{"title": "T *1*", "steps": [
            {"file": "a b/x.go", "line": 2, "title": "One", "contents": "a\nb ```` c\n\td\n",
             "description": "See [#2] and [it](./y.go#L3).\n>> rm x"},
            {"description": "only words"}]}"#;
        let tour = Tour::parse(tour.as_bytes()).unwrap();
        let page = page(&tour, "docs/tours", &|step| step.contents().map(|_| [2, 3]));
        let expected = "# T \\*1\\*\n\n<a id=\"step-1\"></a>\n\n## 1. One\n\n\
            [a b/x.go:2-3](../../a%20b/x.go#L2-L3)\n\n`````go\nb ```` c\n    d\n`````\n\n\
            See [#2](#step-2) and [it](../../y.go#L3).\n\n\
            <a id=\"step-2\"></a>\n\n## 2. only words\n\nonly words\n";
        assert_eq!(page, expected);
    }
}
