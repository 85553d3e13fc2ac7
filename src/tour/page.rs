//! A tour as a page of markdown, for the documents of a repository: each step with its words, its code, and a link to its
//! lines that works on a forge.

use std::fmt::Write as _;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::anchor::BETWEEN;
use super::file::Tour;
use super::labels::Label;
use super::links::{Link, retargeted};
use super::prose::escaped;
use super::step::{StepPlace, TourStep};
use super::tree_path::tree_path;
use crate::model::clean;

/// The most lines of code that a step shows.
const MAX_LINES: u32 = 40;

/// Makes the page of a tour whose steps contain the texts of their files. `folder`, relative to the root, is where the page
/// will stand. `lines` are the lines that a step, counted from 0, is about.
pub fn page(tour: &Tour, folder: &str, lines: &dyn Fn(usize, TourStep<'_>) -> Option<[u32; 2]>) -> String {
    let mut page = format!("# {}\n", escaped(&clean(tour.title())));
    if !tour.description().is_empty() {
        let _ = write!(page, "\n{}\n", escaped(&clean(tour.description())));
    }
    let up = up_from(folder);
    for (ix, step) in tour.steps().enumerate() {
        let _ = write!(page, "\n<a id=\"step-{}\"></a>\n\n", ix + 1);
        let _ = writeln!(page, "## {}. {}", ix + 1, escaped(&clean(step.title())));
        let shown = lines(ix, step);
        if let StepPlace::File { path, .. } | StepPlace::Folder(path) = step.place() {
            let path = &*tree_path(path);
            let (place, target) = (place(path, shown), target(&up, path, shown));
            let _ = write!(page, "\n[{}]({target})\n", escaped(&clean(&place)));
        }
        let code = step.contents().zip(shown).map(|(text, lines)| code(text, language(step), lines));
        let is_labelled = !super::labels::labels(step.description()).is_empty();
        let words = words(tour, step, &up);
        let words: Vec<String> = if is_labelled {
            words.split(BETWEEN).map(|part| linked(tour, step, &up, part)).collect()
        } else {
            vec![words]
        };
        // The way here and the work of the code stand before it, where it leads on after it.
        let leads_on =
            |part: &&String| [Label::Next, Label::Aside].iter().any(|label| part.starts_with(&label.mark()));
        let (after, before): (Vec<&String>, Vec<&String>) =
            words.iter().partition(|part| !is_labelled || leads_on(part));
        let parts = before.into_iter().chain(&code).chain(after).filter(|part| !part.trim().is_empty());
        for part in parts {
            let _ = write!(page, "\n{part}\n");
        }
    }
    page
}

/// The words of a step, with links that work from where the page stands.
fn words(tour: &Tour, step: TourStep<'_>, up: &str) -> String {
    let words = retargeted(step.description(), &|title| title == tour.title(), &|link| match link {
        Link::Step(step) => Some(format!("#step-{}", step + 1)),
        Link::Tour(title, step) => (title == tour.title()).then(|| format!("#step-{}", step + 1)),
        Link::File(path, line) => Some(target(up, path, (*line > 0).then_some([*line, *line]))),
    });
    // A line that an editor would run is only words on a page.
    let is_said = |line: &&str| !line.trim_start().starts_with(">>");
    let words: Vec<&str> = words.lines().filter(is_said).collect();
    clean_lines(&words)
}

/// The places and names of generated words.
static PLACE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\((?<file>[^\s():]+):(?<line>\d+)\)|\b(?<own>[Ll]ine (?<at>\d[\d,]*))\b|`(?<name>[^`]+)`")
        .ok()
});

/// A generated paragraph whose places lead to their lines, and names of other steps to these. Other paragraphs stay.
fn linked(tour: &Tour, step: TourStep<'_>, up: &str, part: &str) -> String {
    let is_generated = Label::ALL.iter().any(|label| part.starts_with(&label.mark()));
    let Some(regex) = PLACE.as_ref().filter(|_| is_generated) else { return part.to_owned() };
    let anchor = step.anchor();
    let files: Vec<&str> = anchor.iter().flat_map(|anchor| anchor.links.files()).collect();
    // Places come in the order of the symbols that they are in, each symbol with one at most.
    let mut passed = 0;
    let text = regex.replace_all(part, |found: &Captures<'_>| {
        let get = |name| found.name(name).map_or("", |part| part.as_str());
        let number = |digits: &str| digits.replace(',', "").parse::<u32>().unwrap_or(0);
        let file = get("file").replace('\\', "");
        let is_of = |path: &&str| {
            path.strip_suffix(file.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        let at = files.iter().skip(passed).position(is_of).map(|at| passed + at);
        let of_step = tour.steps().position(|other| other != step && other.title() == get("name"));
        let link = if let Some(at) = at {
            passed = at + 1;
            let target = target(up, files[at], Some([number(get("line")); 2]));
            Some((format!("{}:{}", get("file"), get("line")), target))
        } else if let (StepPlace::File { path, .. }, false) = (step.place(), get("own").is_empty()) {
            Some((get("own").to_owned(), target(up, &tree_path(path), Some([number(get("at")); 2]))))
        } else {
            of_step.map(|other| (format!("`{}`", get("name")), format!("#step-{}", other + 1)))
        };
        match link {
            Some((words, target)) if get("file").is_empty() => format!("[{words}]({target})"),
            Some((words, target)) => format!("([{words}]({target}))"),
            None => found.get(0).map_or("", |whole| whole.as_str()).to_owned(),
        }
    });
    text.into_owned()
}

/// The language of a step's file, by its extension.
fn language(step: TourStep<'_>) -> &str {
    let StepPlace::File { path, .. } = step.place() else { return "" };
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension.bytes().all(|byte| byte.is_ascii_alphanumeric()) { extension } else { "" }
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
fn code(text: &str, language: &str, [first, last]: [u32; 2]) -> String {
    let end = last.min(first.saturating_add(MAX_LINES - 1));
    let count = end.saturating_sub(first) as usize + 1;
    let rows: Vec<&str> = text.lines().skip((first as usize).saturating_sub(1)).take(count).collect();
    let longest = rows.iter().map(|row| row.split(|c| c != '`').map(str::len).max().unwrap_or(0)).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    let rest = if end < last { format!("… {} more lines\n", last - end) } else { String::new() };
    let rows: String = rows.iter().map(|row| clean(&row.replace('\t', "    ")).into_owned() + "\n").collect();
    format!("{fence}{language}\n{rows}{rest}{fence}")
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
        let page = page(&tour, "docs/tours", &|_, step| step.contents().map(|_| [2, 3]));
        let expected = "# T \\*1\\*\n\n<a id=\"step-1\"></a>\n\n## 1. One\n\n\
            [a b/x.go:2-3](../../a%20b/x.go#L2-L3)\n\n`````go\nb ```` c\n    d\n`````\n\n\
            See [#2](#step-2) and [it](../../y.go#L3).\n\n\
            <a id=\"step-2\"></a>\n\n## 2. only words\n\nonly words\n";
        assert_eq!(page, expected);
    }
    #[test]
    fn generated_words_lead_to_their_lines_and_steps() {
        let tour = r#"{"title": "T", "steps": [
            {"file": "cmd/main.go", "title": "main.main", "contents": "a\n", "description": "**next** Line 1,002 calls `p.F`."},
            {"file": "p/p.go", "title": "p.F", "contents": "b\n",
             "description": "**from** `main.main` calls `b.B` (cmd/main.go:1002), which calls it (b/main.go:7).\n\n**aside** Later, line 3 leads to `p.G`.",
             "codegraph": {"symbol": "p/p.go::F::func", "line": 1,
                           "links": {"from": ["cmd/main.go::main::func", "b/main.go::B::func", "p/p.go::F::func"]}}}]}"#;
        let page = page(&Tour::parse(tour.as_bytes()).unwrap(), "docs", &|_, _| Some([1, 1]));
        let expected = "\n## 2. p.F\n\n[p/p.go:1](../p/p.go#L1)\n\n\
            **from** [`main.main`](#step-1) calls `b.B` ([cmd/main.go:1002](../cmd/main.go#L1002)), \
            which calls it ([b/main.go:7](../b/main.go#L7)).\n\n\
            ```go\nb\n```\n\n**aside** Later, [line 3](../p/p.go#L3) leads to `p.G`.\n";
        assert!(page.ends_with(expected), "{page}");
        assert!(
            page.contains("**next** [Line 1,002](../cmd/main.go#L1002) calls [`p.F`](#step-2).\n"),
            "{page}"
        );
    }
}
