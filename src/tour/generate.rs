//! Makes a tour of a plan.

use rustc_hash::{FxHashMap, FxHashSet};

use super::anchor::{Anchor, AnchorLinks, BETWEEN, hash, print};
use super::doc::{first_words, is_about_package, is_licence, opening};
use super::file::Tour;
use super::introduction::introduction;
use super::labels::{Label, describe, labels};
use super::names::named;
use super::plan::Plan;
use super::prose::escaped;
use super::step::{StepDraft, TourKind};
use super::stop::Stop;
use super::twins::twins_of;

use super::{FileOpener, Opened, pattern, selection};
use crate::model::{FileId, Graph, SymbolId, SymbolKind, clean, symbol_flag};

/// The longest part of a line in a title, in characters.
const LONGEST_ROW: usize = 48;

/// Makes a tour from a plan. Reads only the files of its stops. If a file cannot be read, or is not the version of
/// the graph, its steps have no doc comments.
pub fn generate(graph: &Graph<'_>, plan: &Plan, open: &FileOpener<'_>) -> Tour {
    let mut tour = Tour::new(&plan.title, &plan.description);
    let by_package = plan.kind == TourKind::Packages.name();
    let mut steps: Vec<StepDraft> =
        plan.stops.iter().map(|stop| step(graph, stop, by_package, open)).collect();
    disambiguate(&mut steps);
    say_once(&mut steps, |ix| {
        let stop = &plan.stops[ix];
        describe(graph, stop.symbol, b"", &stop.links, open)
    });
    if let Some(first) = steps.first_mut().filter(|_| !plan.preface.is_empty()) {
        first.description = format!("{}{BETWEEN}{}", escaped(&clean(&plan.preface)), first.description);
    }
    for (ix, step) in steps.iter().enumerate() {
        tour.insert(ix, step);
    }
    tour.set_generated(plan.kind, &plan.name);
    tour
}

impl StepDraft {
    /// A step at a symbol, with generated text.
    pub fn at(graph: &Graph<'_>, symbol: SymbolId, why: &str, open: &FileOpener<'_>) -> Self {
        let stop = Stop { why: why.to_owned(), ..Stop::at(symbol) };
        step(graph, &stop, false, open)
    }

    /// A step at a symbol without words, for a person to write them.
    pub fn empty_at(graph: &Graph<'_>, symbol: SymbolId, open: &FileOpener<'_>) -> Self {
        Self::at(graph, symbol, "", open).without_words()
    }

    fn without_words(mut self) -> Self {
        self.description.clear();
        if let Some(anchor) = &mut self.anchor {
            anchor.words.clear();
        }
        self
    }

    /// A step without words about the lines from the first to the last of a file. `None` if the file cannot be read, or has no such lines.
    pub fn of_lines(graph: &Graph<'_>, path: &str, lines: [u32; 2], open: &FileOpener<'_>) -> Option<Self> {
        let Opened::Text(text) = open(path) else { return None };
        let row = text.split(|&byte| byte == b'\n').nth((lines[0] as usize).checked_sub(1)?)?;
        let row: String = String::from_utf8_lossy(row.trim_ascii()).chars().take(LONGEST_ROW).collect();
        let contains = |id: &SymbolId| graph.symbol(*id).end_line() >= lines[1];
        let mut symbol = graph.find_file(path).and_then(|file| graph.around(file, lines[0]));
        while let Some(narrow) = symbol.filter(|id| !contains(id)) {
            symbol = graph.symbol(narrow).owner().filter(|&owner| graph.symbol(owner).path() == path);
        }
        let mut step = symbol.map_or_else(Self::default, |symbol| Self::empty_at(graph, symbol, open));
        let of = if symbol.is_some() { step.title.as_str() } else { path };
        step.title = clean(&format!("{of}: {row}")).into_owned();
        path.clone_into(&mut step.file);
        step.line = lines[0];
        // CodeTour names a single line by its number. Where no anchor follows it, a pattern does.
        let is_single = lines[0] == lines[1];
        step.selection = (!is_single).then(|| selection::of_lines(&text, lines));
        step.pattern =
            if is_single && step.anchor.is_none() { pattern::of_line(&text, lines[0]) } else { None };
        if let Some(anchor) = &mut step.anchor {
            anchor.selected = selection::print_of(&text, lines);
        }
        Some(step)
    }
}

/// Adds the folder to titles that several steps have.
fn disambiguate(steps: &mut [StepDraft]) {
    let mut times: FxHashMap<String, usize> = FxHashMap::default();
    for step in steps.iter() {
        *times.entry(step.title.clone()).or_default() += 1;
    }
    for step in steps.iter_mut().filter(|step| times[&step.title] > 1) {
        let folder = step.file.rsplit_once('/').map_or(".", |(folder, _)| folder);
        step.title = clean(&format!("{} ({folder})", step.title)).into_owned();
    }
}

/// Drops labels that repeat what a step before says. A link is told with the step's name instead, and work by the text of the step
/// without its comment.
fn say_once(steps: &mut [StepDraft], without_comment: impl Fn(usize) -> String) {
    let mut said: FxHashSet<String> = FxHashSet::default();
    for (ix, step) in steps.iter_mut().enumerate() {
        let mut parts: Vec<String> = Vec::new();
        for part in step.description.split(BETWEEN) {
            let words = part.split_once("** ").map_or(part, |(_, words)| words);
            if said.insert(words.to_owned()) {
                parts.push(part.to_owned());
            } else if part.starts_with(&Label::From.mark()) {
                let name = format!(" `{}`", step.title.replace('`', "'"));
                parts.extend(part.rsplit_once(" it").map(|(before, after)| format!("{before}{name}{after}")));
            } else if part.starts_with(&Label::Here.mark()) {
                let text = without_comment(ix);
                let work = labels(&text).into_iter().find(|(label, _)| *label == Label::Here);
                let work = work.filter(|(_, words)| said.insert((*words).to_owned()));
                parts.extend(work.map(|(label, words)| label.mark() + words));
            }
        }
        let description = parts.join(BETWEEN);
        if let Some(anchor) = step.anchor.as_mut().filter(|_| description != step.description) {
            anchor.words = hash(description.as_bytes());
            step.description = description;
        }
    }
}

pub(super) fn step(graph: &Graph<'_>, stop: &Stop, by_package: bool, open: &FileOpener<'_>) -> StepDraft {
    let id = stop.symbol;
    let symbol = graph.symbol(id);
    let text = match open(symbol.path()) {
        Opened::Text(text) => text,
        _ => [].into(),
    };
    let ix = id.ix();
    let part = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or_default();
    let doc = part(graph.symbol_doc_start[ix], graph.symbol_doc_end[ix]);
    let is_package = symbol.kind() == SymbolKind::Package;
    let declaration = part(graph.symbol_start[ix], graph.symbol_end[ix]);
    let print = if declaration.is_empty() { String::new() } else { print(declaration, symbol.name()) };
    let title = if by_package {
        format!("{}: {}", named(graph.symbol(symbol.package())), symbol.qualified())
    } else {
        named(symbol)
    };
    let mut description = describe(graph, id, doc, &stop.links, open);
    if by_package || is_package {
        let package = graph.symbol(symbol.package());
        let first = introduction(package, &package_doc(graph, id, open));
        let between = if description.is_empty() { "" } else { BETWEEN };
        description = format!("{first}{between}{description}");
    }
    let anchor = Anchor {
        symbol: symbol.id_text(),
        line: symbol.line(),
        twins: twins_of(graph, id, &print, open),
        print,
        head: symbol.signature().to_owned(),
        why: stop.why.clone(),
        links: AnchorLinks::of(graph, &stop.links),
        words: hash(description.as_bytes()),
        selected: String::new(),
    };
    StepDraft {
        title: clean(&title).into_owned(),
        description,
        file: symbol.path().to_owned(),
        is_folder: is_package,
        line: symbol.line(),
        pattern: pattern::of_line(&text, symbol.line()),
        selection: None,
        anchor: Some(anchor),
    }
}

/// The package comment by Go's convention: the one that begins with `Package name`, of several that of `doc.go`, else
/// the longest. Other comments above the package clause are mostly about their file. They count only in `doc.go`, in
/// programs, and in packages of one file. Generated files are left out.
fn package_doc(graph: &Graph<'_>, id: SymbolId, open: &FileOpener<'_>) -> Vec<u8> {
    let package = graph.symbol(graph.symbol(id).package());
    let files: Vec<FileId> = graph
        .files_of(package.id)
        .filter(|file| {
            let of = graph.symbol(SymbolId(graph.file_symbol[file.ix()]));
            !of.has(symbol_flag::GENERATED | symbol_flag::TEST)
        })
        .collect();
    let comment = |file: &FileId| {
        let of = graph.file_symbol[file.ix()] as usize;
        let (start, end) = (graph.symbol_doc_start[of] as usize, graph.symbol_doc_end[of] as usize);
        if start == end {
            return None;
        }
        match open(graph.path(*file)) {
            Opened::Text(text) => text.get(start..end).map(<[u8]>::to_vec),
            _ => None,
        }
    };
    let name = package.name();
    let any = name == "main" || files.len() == 1;
    let ranked = files.iter().filter_map(|file| {
        let comment = comment(file)?;
        let lines = opening(&comment);
        let words = first_words(&lines);
        let named = is_about_package(words, name);
        let is_doc = graph.path(*file).rsplit('/').next() == Some("doc.go");
        let speaks = named || ((any || is_doc) && !is_licence(words));
        (speaks && !lines.is_empty()).then_some(((named, is_doc, comment.len()), comment))
    });
    ranked.max_by_key(|(rank, _)| *rank).map(|(_, comment)| comment).unwrap_or_default()
}
