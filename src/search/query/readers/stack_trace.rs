//! Questions that contain a stack trace, compiler errors or search results: finds the places.
//!
//! A frame of a Go trace names a function and, on the next line, the place of the call; compilers and searches give
//! only places. Addresses, goroutine numbers and line numbers are not words of the question.

use rustc_hash::FxHashMap;

use crate::golang::module::passed_over;
use crate::model::{FileId, Graph, Symbol, SymbolId};
use crate::search::names::qualified_name::{self, QualifiedName};
use crate::search::query::reading::{Input, Reader, ReaderOutcome, Reading, ReadingKind};
use crate::search::text::TextIndex;

/// A name with more symbols than this resolves to none.
const MAX_MEANT: usize = 3;
/// A place that more files than this could match says nothing by itself: `main.go:7` may be any program's. Beside a function
/// it still chooses, among a few more.
const MAX_NAMESAKES: usize = 3;
const MAX_BESIDE_FUNCTION: usize = 12;
/// Parts of absolute paths of the standard library, of modules in the cache, and of workspaces of `GOPATH`.
const LIBRARIES: [&str; 3] = ["/src/", "/pkg/mod/", "/vendor/"];
/// Most symbols of a trace.
pub(crate) const MAX_SYMBOLS: usize = 64;

pub(crate) const STACK_TRACE: Reader = Reader {
    name: "stack traces, compiler errors, places",
    about: "The declarations that the frames and places lead to, opened at their lines.",
    examples: &[
        "goroutine 1 [running]:\nexample.com/m/internal/queue.Open(...)\n\t/src/m/internal/queue/queue.go:11 +0x1d",
        "queue.go:11: limit declared and not used",
    ],
    read,
};

fn read(input: &Input<'_>) -> ReaderOutcome {
    let Some(Trace { symbols, is_vague, lines, words }) =
        Trace::read(input.graph(), input.text(), input.question)
    else {
        return ReaderOutcome::Pass;
    };
    let prints = input.lookups.message_hits(&words).to_vec();
    let (first, then) = if is_vague { (prints, symbols) } else { (symbols, prints) };
    let more = then.into_iter().filter(|id| !first.contains(id)).collect::<Vec<_>>();
    let exact = [first, more].concat();
    let kind = ReadingKind::Message;
    ReaderOutcome::Read(Reading { exact, lines, kind, rest: Some(words), ..Reading::default() })
}

/// The places that a question names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Trace {
    /// In order of the lines.
    pub(crate) symbols: Vec<SymbolId>,
    /// True if any of them stand in files that only have the same name.
    pub(crate) is_vague: bool,
    /// The lines of the places in each symbol.
    pub(crate) lines: FxHashMap<SymbolId, Vec<u32>>,
    /// The question without frames and addresses.
    pub(crate) words: String,
}

impl Trace {
    /// Reads a question that holds a trace or places; `None` when it does not. O(length + files x places).
    pub(crate) fn read(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Option<Self> {
        let mut reader = TraceReader {
            graph,
            text,
            trace: Self::default(),
            frame: None,
            goroutine: 0,
            recovering: Vec::new(),
            is_one: false,
        };
        for line in question.lines().flat_map(unfolded) {
            reader.line(line);
        }
        reader.settle(&[], 0);
        let recovering = std::mem::take(&mut reader.recovering);
        reader.take(recovering);
        reader.is_one.then_some(reader.trace)
    }
}

/// Reads lines one after the other.
struct TraceReader<'g> {
    graph: &'g Graph<'g>,
    text: &'g TextIndex,
    trace: Trace,
    /// The frame whose place is still to come.
    frame: Option<TraceFrame>,
    /// The number of symbols before those of the current goroutine.
    goroutine: usize,
    /// Functions that a goroutine's trace shows above its panic: they recovered, or printed the trace, and come last.
    recovering: Vec<SymbolId>,
    /// True if some line was written by a program.
    is_one: bool,
}

/// A function as a trace names it.
struct TraceFrame {
    written: QualifiedName,
    /// The symbols of this name in a package of this path.
    symbols: Vec<SymbolId>,
    /// Those of them that a number in the name leads to, if it has one.
    numbered: Vec<SymbolId>,
    /// True if it is a function literal in the value of a package's variable: its name has no more than a number, which
    /// every literal above it changes.
    is_of_variable: bool,
}

impl TraceReader<'_> {
    fn line(&mut self, line: &str) {
        if is_goroutine(line) {
            self.settle(&[], 0);
            self.goroutine = self.trace.symbols.len();
            self.is_one = true;
            return;
        }
        if let Some(name) = failed(line) {
            self.settle(&[], 0);
            self.take(qualified_name::of_tests(self.graph, self.text, name));
        }
        let places = places(line);
        if places.is_empty() {
            self.settle(&[], 0);
            let creator = line.trim_start().strip_prefix(CREATED).and(creator(line));
            let called = creator.map(|name| (name, true)).or_else(|| frame(line)).or_else(|| literal(line));
            let line = creator.and_then(|_| line.split(" in goroutine ").next()).unwrap_or(line);
            let Some((name, is_sure)) = called else { return self.say(line) };
            let is_sure = is_sure || literal_in_variable(name).is_some();
            self.is_one |= is_sure;
            self.call(name);
            return self.say(&if is_sure { without_path(line, name) } else { line.to_owned() });
        }
        self.is_one = true;
        let (mut words, mut said) = (String::new(), 0);
        for place in places {
            // In a trace joined to one line, the frame stands before its place.
            let before = &line[said..place.start];
            let called = frame(before).filter(|(_, is_sure)| *is_sure && before.trim_end().ends_with(')'));
            let called = creator(before).or(called.map(|(name, _)| name));
            if let Some(name) = called {
                self.settle(&[], 0);
                self.call(name);
            }
            let files = files_at(self.graph, place.path);
            let at = self.at(&files, place.line);
            self.narrow(place.path, &files);
            let path = match files[..] {
                [only] => self.graph.path(only),
                // A place outside the tree without a function adds no word.
                _ if at.is_empty() && self.frame.is_none() => "",
                _ => base(place.path),
            };
            self.trace.is_vague |= self.frame.is_none() && at.len() > 1;
            self.settle(&at, place.line);
            words.push_str(&called.map_or_else(|| before.to_owned(), |name| without_path(before, name)));
            words.push_str(path);
            said = place.end;
        }
        self.say(&(words + &line[said..]));
    }

    fn call(&mut self, name: &str) {
        if name == PANIC {
            self.recovering.extend(self.trace.symbols.drain(self.goroutine..));
        }
        if let Some(written) = QualifiedName::read(name) {
            let of_variable = literal_in_variable(name);
            let (symbols, numbered) = match (of_variable, number_of_init(name)) {
                (Some(nth), _) => (written.variables_of_literal(self.graph, nth), Vec::new()),
                (None, Some(nth)) => written.init_functions(self.graph, self.text, nth),
                (None, None) => (written.symbols_of_frame(self.graph, self.text), Vec::new()),
            };
            self.frame =
                Some(TraceFrame { written, symbols, numbered, is_of_variable: of_variable.is_some() });
        }
    }

    /// Chooses the function of a frame by the path of its place, if the package path is ambiguous: commands are all
    /// called `main`, and the module's path may have changed.
    fn narrow(&mut self, place: &str, files: &[FileId]) {
        let Some(frame) = &mut self.frame else { return };
        if frame.symbols.is_empty() && !frame.is_of_variable {
            frame.symbols = frame.written.symbols_in(self.graph, self.text, files);
        }
        let place = place.replace('\\', "/");
        let is_end = |path: &str| place.strip_suffix(path).is_some_and(|head| head.ends_with('/'));
        let ends = |id: &SymbolId| is_end(self.graph.symbol(*id).path());
        if frame.symbols.iter().any(ends) {
            frame.symbols.retain(ends);
        }
    }

    /// The symbols that contain a line in some files, by falling authority; empty if too many do. Fixtures and examples
    /// count only where there is nothing else.
    fn at(&self, files: &[FileId], line: u32) -> Vec<SymbolId> {
        let is_code = |file: &&FileId| passed_over(self.graph.path(**file)).is_none();
        let code: Vec<FileId> = files.iter().filter(is_code).copied().collect();
        let files = if code.is_empty() { files } else { &code };
        let mut found: Vec<SymbolId> =
            files.iter().filter_map(|&file| self.graph.around(file, line)).collect();
        let most = if self.frame.is_some() { MAX_BESIDE_FUNCTION } else { MAX_NAMESAKES };
        if found.len() > most {
            return Vec::new();
        }
        found.sort_by(|a, b| self.graph.authority(*b).total_cmp(&self.graph.authority(*a)).then(a.cmp(b)));
        found
    }

    /// Resolves the pending frame with the symbols `at` its place and the line.
    fn settle(&mut self, at: &[SymbolId], line: u32) {
        let of_package = |at: &SymbolId, package: &str| {
            package == "main" || self.graph.symbol(*at).import_path() == Some(package)
        };
        let of_variable = |frame: &TraceFrame| {
            let package = frame.written.package();
            let here: Vec<SymbolId> = at.iter().copied().filter(|at| of_package(at, &package)).collect();
            let by_number = || Some(frame.symbols.clone()).filter(|symbols| symbols.len() <= MAX_MEANT);
            if here.is_empty() { by_number().unwrap_or_default() } else { here }
        };
        let meant = match self.frame.take() {
            // Of a function literal of a variable the place says more than the number.
            Some(frame) if frame.is_of_variable => of_variable(&frame),
            // Names are more stable than lines: the name decides, and the place chooses among several symbols of that
            // name.
            Some(frame) if !frame.symbols.is_empty() => match at.iter().find(|at| frame.symbols.contains(at))
            {
                Some(&at) => vec![at],
                None if !frame.numbered.is_empty() => frame.numbered,
                None if frame.symbols.len() > MAX_MEANT => Vec::new(),
                None => frame.symbols,
            },
            Some(frame) => at.iter().copied().filter(|at| of_package(at, &frame.written.package())).collect(),
            None => at.to_vec(),
        };
        for symbol in meant.iter().filter(|symbol| at.contains(symbol)) {
            let lines = self.trace.lines.entry(*symbol).or_default();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        self.take(meant);
    }

    fn take(&mut self, symbols: Vec<SymbolId>) {
        for symbol in symbols {
            if self.trace.symbols.len() < MAX_SYMBOLS && !self.trace.symbols.contains(&symbol) {
                self.trace.symbols.push(symbol);
            }
        }
    }

    /// Adds the words of a line, without addresses.
    fn say(&mut self, line: &str) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        for piece in line.split_inclusive(|c: char| !is_part(c)) {
            let word = piece.trim_end_matches(|c: char| !is_part(c));
            let is_address = word.starts_with("0x");
            self.trace.words.push_str(if is_address { &piece[word.len()..] } else { piece });
        }
        self.trace.words.push('\n');
    }
}

/// The file of the tree at a path, which may begin above the tree's root, or else the files whose paths end in it. An absolute
/// path of which the root has no more than the last name means that file if it is not a library's. O(files).
pub(crate) fn files_at(graph: &Graph<'_>, path: &str) -> Vec<FileId> {
    // Other systems separate folders by backslashes.
    let path = path.replace('\\', "/");
    let path = path.trim_start_matches("./");
    if let Some(file) = graph.find_file(path) {
        return vec![file];
    }
    // Above the root: the longest end of the path that is a file. A single name may be of any folder, so the
    // folder has to be called as the package is.
    for (slash, _) in path.match_indices('/') {
        let (above, end) = (&path[..slash], &path[slash + 1..]);
        let Some(file) = graph.find_file(end) else { continue };
        let of_file = graph.symbols_of(file).next().map(|ix| graph.symbol(SymbolId(ix)));
        let package = of_file.and_then(Symbol::import_path);
        let folder = |path: &str| unversioned(path).rsplit('/').next().unwrap_or(path).to_owned();
        let above = folder(above);
        // A module in the cache of modules carries its version: `gin@v1.9.1`.
        let above = above.split('@').next().unwrap_or("");
        if end.contains('/') || package.is_some_and(|package| folder(package) == above) {
            return vec![file];
        }
    }
    let is_absolute = path.starts_with('/') || path.get(1..3) == Some(":/");
    if is_absolute {
        // A checkout may have any name, such as that of a work folder or of a build.
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let of_library = LIBRARIES.iter().any(|part| folder.contains(part)) || folder.ends_with("/src");
        return graph.find_file(name).filter(|_| !of_library).into_iter().collect();
    }
    let ends = |known: &str| known.strip_suffix(path).is_some_and(|head| head.ends_with('/'));
    let all = (0..graph.n_files() as u32).map(FileId);
    all.filter(|&file| ends(graph.path(file))).collect()
}

/// Splits a trace that was joined to one line, before and after each goroutine's header.
fn unfolded(line: &str) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), line);
    for (at, _) in line.match_indices("goroutine ") {
        let start = line.len() - rest.len();
        let Some(end) = line[at..].find("]:").map(|len| at + len + 2).filter(|_| at >= start) else {
            continue;
        };
        if is_goroutine(&line[at..end]) {
            lines.extend([&line[start..at], &line[at..end]]);
            rest = &line[end..];
        }
    }
    lines.push(rest);
    lines
}

/// Returns whether a line begins a trace: nobody writes it, a program that stops prints it.
pub(crate) fn begins_trace(line: &str) -> bool {
    let line = line.trim();
    is_goroutine(line)
        || failed(line).is_some()
        || ["panic: ", "fatal error: "].iter().any(|head| line.starts_with(head))
}

/// `goroutine 17 [chan receive, 2 minutes]:`
fn is_goroutine(line: &str) -> bool {
    let line = line.trim();
    line.strip_prefix("goroutine ").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('[') && rest.ends_with("]:")
    })
}

/// The function behind `panic`.
const PANIC: &str = "runtime.gopanic";

/// Precedes the function that started a goroutine.
const CREATED: &str = "created by ";

/// The function that is said to have started a goroutine: `created by net/http.(*Server).Serve in goroutine 1`.
fn creator(text: &str) -> Option<&str> {
    let (_, rest) = text.rsplit_once(CREATED)?;
    let name = rest.split_whitespace().next()?;
    let after = rest.trim_start()[name.len()..].trim();
    (after.is_empty() || after.starts_with("in goroutine ")).then_some(name)
}

/// The number of a function literal in a package variable's value, if a name is that of one: `pkg.init.func1`, where one in
/// an `init` function is `pkg.init.0.func1`. Before Go 1.21 it was `pkg.glob..func1`.
fn literal_in_variable(name: &str) -> Option<u32> {
    let mut parts = name.rsplit('/').next().unwrap_or(name).split('.').skip(1);
    let number = |part: &str| part.trim_end_matches("()").strip_prefix("func")?.parse().ok();
    match parts.next() {
        Some("init") => parts.next().and_then(number),
        Some("glob") if parts.next() == Some("") => parts.next().and_then(number),
        _ => None,
    }
}

/// The number of an `init` function among those of its package, from 0: `pkg.init.1`, `pkg.init.1.func2`.
fn number_of_init(name: &str) -> Option<usize> {
    let mut parts = name.rsplit('/').next().unwrap_or(name).split('.').skip(1);
    parts
        .next()
        .filter(|part| *part == "init")
        .and_then(|_| parts.next())?
        .trim_end_matches("()")
        .parse()
        .ok()
}

/// A line that consists of the name of such a literal, as profiles list them.
fn literal(line: &str) -> Option<(&str, bool)> {
    let name = line.trim();
    (literal_in_variable(name).is_some() && !name.contains(char::is_whitespace)).then_some((name, true))
}

/// The test that a line says failed: `--- FAIL: TestServe/empty (0.02s)`.
fn failed(line: &str) -> Option<&str> {
    line.split_once("FAIL: ")?.1.split_whitespace().next()
}

/// The function that a line shows a call of, and whether only a program writes it like that: `pkg.F(0xc000, {0x1, 0x2})`,
/// `pkg.(*T).M(...)`, and less surely `pkg.F()`.
fn frame(line: &str) -> Option<(&str, bool)> {
    for (open, _) in line.match_indices('(') {
        let Some(len) = line[open..].find(')') else { break };
        let arguments = &line[open + 1..open + len];
        let mut words =
            arguments.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | '?' | '_'));
        let is_hex = |word: &str| word.starts_with("0x") && word[2..].bytes().all(|b| b.is_ascii_hexdigit());
        if words.any(|word| !word.is_empty() && word != "..." && !is_hex(word)) {
            continue;
        }
        let head = &line[..open];
        let name = head.rsplit(char::is_whitespace).next().unwrap_or(head);
        let has_arguments = !arguments.trim().is_empty();
        // Traces call it so (`printFuncName` of the runtime), and nothing else without its package.
        if name == "panic" && has_arguments {
            return Some((PANIC, true));
        }
        if name.contains('.') && !name.starts_with('.') {
            return Some((name, has_arguments || name.contains("(*")));
        }
    }
    None
}

/// A line of a trace without the package path of its function, which is no word of the question.
fn without_path(line: &str, name: &str) -> String {
    let spoken = name.rsplit_once('/').map_or(name, |(_, spoken)| spoken);
    line.replacen(name, spoken, 1)
}

/// `path/file.go:12:5` within a line.
struct TracePlace<'l> {
    path: &'l str,
    line: u32,
    start: usize,
    end: usize,
}

fn places(line: &str) -> Vec<TracePlace<'_>> {
    const MARK: &str = ".go:";
    let mut places = Vec::new();
    for (at, _) in line.match_indices(MARK) {
        let is_path =
            |c: char| !c.is_whitespace() && !matches!(c, '"' | '\'' | '`' | '(' | '[' | '<' | ',' | ';');
        // `a.go:1:b.go:2`: what belongs to the place before is no part of this one's path.
        let from = places.last().map_or(0, |last: &TracePlace<'_>| last.end);
        let head = &line[from..at.max(from)];
        let path = head.rsplit(|c| !is_path(c)).next().unwrap_or(head).trim_start_matches(':');
        let start = at.max(from) - path.len();
        let digits = |from: usize| line[from..].bytes().take_while(u8::is_ascii_digit).count();
        let number = at + MARK.len();
        let mut end = number + digits(number);
        let Ok(found) = line[number..end].parse() else { continue };
        if line[end..].starts_with(':') {
            let column = digits(end + 1);
            end += if column > 0 { column + 1 } else { 0 };
        }
        places.push(TracePlace { path: &line[start..at + MARK.len() - 1], line: found, start, end });
    }
    places
}

/// The path of a package without the major version that its module ends in: no folder is called so.
fn unversioned(path: &str) -> &str {
    let is_version =
        |last: &str| last.strip_prefix('v').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    path.rsplit_once('/').filter(|(_, last)| is_version(last)).map_or(path, |(head, _)| head)
}

/// A file's name without its folders and its ending.
fn base(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".go").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GraphBuilder, SymbolKind, fixture};

    #[test]
    fn a_path_above_the_root_leads_to_the_file_that_it_ends_in() {
        let mut root = fixture::symbol(SymbolKind::Package, "m", None, 0);
        root.signature = "package m // import \"example.com/m\"".into();
        let files = ["main.go", "sub/s.go", "sub/t.go", "server.go"].map(|path| fixture::file(path, 0));
        let of_file = (0..4).map(|ix| fixture::symbol(SymbolKind::File, "f", Some(ix), 0));
        let data = GraphBuilder::new(files.to_vec(), [root].into_iter().chain(of_file).collect()).finish();
        let graph = data.graph();
        for (path, expect) in [
            ("main.go", "main.go"),
            ("/home/u/m/main.go", "main.go"),
            ("/work/checkout/main.go", "main.go"),
            ("C:\\Users\\u\\checkout\\main.go", "main.go"),
            ("/work/checkout/sub/s.go", "sub/s.go"),
            ("/go/pkg/mod/example.com/m@v1.2.3/main.go", "main.go"),
            ("/go/pkg/mod/example.org/other@v1.2.3/server.go", ""),
            ("/usr/local/go/src/net/http/server.go", ""),
            ("/work/checkout/t.go", ""),
            ("elsewhere/main.go", ""),
            ("t.go", "sub/t.go"),
        ] {
            let found: Vec<&str> = files_at(&graph, path).into_iter().map(|file| graph.path(file)).collect();
            assert_eq!(found.join(" "), expect, "{path}");
        }
    }

    #[test]
    fn calls_of_traces_are_told_from_prose() {
        for (line, expect) in [
            ("net/http.(*timeoutWriter).Push(0xc00011a000)", Some(("net/http.(*timeoutWriter).Push", true))),
            ("a/b.F({0x1, 0xab?}, 0x0)", Some(("a/b.F", true))),
            ("a/b.F[...](...)", Some(("a/b.F[...]", true))),
            ("main.main()", Some(("main.main", false))),
            ("panic({0x1234, 0x5678})", Some(("runtime.gopanic", true))),
            ("panic(err)", None),
            ("how does F(x) work", None),
            ("f(", None),
            ("", None),
        ] {
            assert_eq!(frame(line), expect, "{line}");
        }
    }

    #[test]
    fn literals_of_variables_are_named_apart_from_those_of_init_functions() {
        for (name, number) in [
            ("a/b.init.func1", Some(1)),
            ("b.init.func2.1", Some(2)),
            ("x.y/b.init.func12", Some(12)),
            ("a/b.glob..func1", Some(1)),
            ("b.init.func1()", Some(1)),
            ("a/b.init", None),
            ("a/b.init.0", None),
            ("a/b.init.0.func1", None),
            ("a/b.F.func1", None),
            ("init.func/b.F", None),
            ("b.glob", None),
            ("b.init.function", None),
        ] {
            assert_eq!(literal_in_variable(name), number, "{name}");
        }
    }

    #[test]
    fn what_was_joined_is_unfolded_at_goroutines() {
        for (line, expect) in [
            ("a b", &["a b"][..]),
            ("goroutine 7 [running]:", &["", "goroutine 7 [running]:", ""]),
            ("panic: x goroutine 7 [running]: a.F()", &["panic: x ", "goroutine 7 [running]:", " a.F()"]),
            ("why does goroutine x wait on a[i]: b", &["why does goroutine x wait on a[i]: b"]),
        ] {
            assert_eq!(unfolded(line), expect, "{line}");
        }
    }

    #[test]
    fn places_are_found_in_lines_of_programs() {
        let found = |line: &str| {
            let places = places(line).into_iter();
            places
                .map(|p| format!("{} {} {}", p.path, p.line, &line[p.start..p.end]))
                .collect::<Vec<_>>()
                .join(" | ")
        };
        for (line, expect) in [
            (
                "\t/go/src/net/http/server.go:2058 +0x1d",
                "/go/src/net/http/server.go 2058 /go/src/net/http/server.go:2058",
            ),
            ("./a.go:12:5: undefined: x", "./a.go 12 ./a.go:12:5"),
            ("a/b.go:7:func F() {", "a/b.go 7 a/b.go:7"),
            ("(a.go:1) \"ä/b.go:2\"", "a.go 1 a.go:1 | ä/b.go 2 ä/b.go:2"),
            ("a.go:1:b.go:2", "a.go 1 a.go:1 | b.go 2 b.go:2"),
            ("a.go: no number", ""),
            (".go:.go:1", ".go:.go 1 .go:.go:1"),
        ] {
            assert_eq!(found(line), expect, "{line}");
        }
    }
}
