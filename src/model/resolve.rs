//! Finds the symbol that a person names: by id, qualified name, a unique ending of one, or its position.

use rustc_hash::{FxHashMap, FxHashSet};

use super::edit_distance::edits;
use super::{
    EdgeKind, FileId, Graph, Head, NameIndex, NotFound, StrId, Symbol, SymbolId, SymbolKind, plain_name,
    symbol_flag, unlinked,
};

/// The most similar names that a failed look-up suggests.
const MAX_NEAR: usize = 8;

/// Names of at most this many letters are one edit away from most others, so edits do not find similar ones.
const SHORT: usize = 2;

/// Finds the symbol that `text` names, in the form of ids and lists, or of Go: `net/http.(*Server).Serve`. The first
/// rule that matches any symbol decides. If it matches several, symbols of the rules below it are candidates, too:
///
/// 1. it is an id, `dir/file.go::Recv.Name::kind`, or one without its kind;
/// 2. it is a file's or a package's whole path;
/// 3. it is a qualified name: `Name`, `Recv.Name`, `Struct.field`;
/// 4. it is a qualified name after the whole import path of its package, `net/http.Server.Serve`, or such a path alone;
/// 5. it is the end, after a `/` or `.`, of one of these: the long name `dir/of/package.Recv.Name`, the long name with
///    the import path of the package, or the id. So `package.Recv.Name`, `file.go::Name` and `file.go::Name::kind` match;
/// 6. it is a line of a file, by its path or the end of its path, as tools print it: `dir/file.go:12`, `file.go:12:5`.
///    It means the innermost declaration around the line, of a range around its first;
/// 7. it is a type and a member that this has from what it embeds.
///
/// A link to one of these ([`unlinked`]) is read as its target, and the head of a declaration ([`Head`]) as its name.
///
/// If build constraints make several variants of one symbol, the one in the host's build wins, else the most
/// important. Of the packages of one folder the importable one wins, not its external tests or a program that is run
/// by hand.
///
/// O(symbols), or O(files) if the graph has an index of names; a miss compares spellings too.
///
/// # Errors
/// [`NotFound`] if no symbol matches (with similar names), or if several symbols match by the same rule.
pub fn resolve(graph: &Graph<'_>, text: &str) -> Result<SymbolId, NotFound> {
    resolve_with_variants(graph, text).map(|found| found[0])
}

/// [`resolve`], which also returns, after the symbol, its variants in other builds that `text` names as well, the
/// more important first.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_with_variants(graph: &Graph<'_>, text: &str) -> Result<Vec<SymbolId>, NotFound> {
    let text = text.trim();
    if let Some(head) = Head::read(text) {
        return declared(graph, &head);
    }
    let text = &unlinked(text).unwrap_or_else(|| text.to_owned());
    meant(graph, text).unwrap_or_else(|| Err(NotFound::Unknown { near: near(graph, &plain_name(text)) }))
}

/// The symbol of an id, a name or a position; `None` if there is none. Does not look for similar spellings.
/// O(symbols).
pub fn symbol_meant(graph: &Graph<'_>, text: &str) -> Option<SymbolId> {
    meant(graph, text)?.ok()?.first().copied()
}

fn meant(graph: &Graph<'_>, text: &str) -> Option<Result<Vec<SymbolId>, NotFound>> {
    let plain = plain_name(text);
    let named = |name: &str| named(graph, name, SymbolKind::ALL);
    let found = named(text);
    let found = if plain == *text { found } else { found.or_else(|| named(&plain)) };
    found.or_else(|| at_position(graph, text)).or_else(|| promoted(graph, &plain))
}

/// The member that a type has from what it embeds, by the fewest steps: `Outer.Name` for `Inner.Name` (Go spec, "Selectors").
fn promoted(graph: &Graph<'_>, text: &str) -> Option<Result<Vec<SymbolId>, NotFound>> {
    let (holder, name) = text.rsplit_once('.')?;
    let holder = named(graph, holder, SymbolKind::ALL)?.ok()?.into_iter().next()?;
    let mut level = vec![holder];
    let mut seen = FxHashSet::from_iter([holder]);
    while !level.is_empty() && graph.symbol(holder).kind().is_type() {
        let embedded = level.iter().flat_map(|&outer| graph.outgoing(outer));
        let embedded = embedded.filter(|edge| edge.kind == EdgeKind::Extends).map(|edge| edge.to);
        level = embedded.filter(|&inner| seen.insert(inner)).collect();
        let members = level.iter().flat_map(|&inner| graph.members(inner));
        let found: Vec<SymbolId> = members.filter(|&id| graph.symbol(id).name() == name).collect();
        match found[..] {
            [] => {}
            [_] => return Some(Ok(found)),
            _ => return Some(Err(NotFound::Ambiguous { candidates: by_importance(graph, &found) })),
        }
    }
    None
}

/// The symbol that a head declares, with its variants.
fn declared(graph: &Graph<'_>, head: &Head) -> Result<Vec<SymbolId>, NotFound> {
    let in_file = head.file.as_ref().map(|file| format!("{file}::{}", head.name));
    let names = [in_file.as_ref(), Some(&head.name)].into_iter().flatten();
    let mut found = names.filter_map(|name| named(graph, name, head.kinds));
    found.next().unwrap_or_else(|| Err(NotFound::Unknown { near: near(graph, &head.name) }))
}

/// The symbol with a name, followed by its variants, restricted to some kinds; `None` if there is none.
fn named(graph: &Graph<'_>, text: &str, kinds: &[SymbolKind]) -> Option<Result<Vec<SymbolId>, NotFound>> {
    if text.is_empty() {
        return None;
    }
    let rules: [fn(Symbol<'_>, &str) -> bool; 5] =
        [is_id, is_path, is_qualified, is_imported, ends_long_name];
    let mut meant: Vec<SymbolId> = Vec::new();
    // By each rule the text contains the name of the declaration, so one pass leaves few symbols for all of them.
    let may_be = |symbol: &Symbol<'_>| {
        let kind = symbol.kind();
        kinds.contains(&kind) && (kind.is_container() || text.contains(symbol.name()))
    };
    let name = |id: SymbolId| graph.str(StrId(graph.symbol_name[id.ix()]));
    let index =
        graph.names.get_or_make(|| NameIndex::of((0..graph.n_symbols() as u32).map(SymbolId).map(name)));
    let candidates: Vec<SymbolId> = match index.and_then(|index| index.within(text, name)) {
        Some(mut found) => {
            let packages = graph.symbols().take_while(|symbol| symbol.kind() == SymbolKind::Package);
            found.extend(packages.map(|package| package.id));
            found.extend(graph.file_symbol.iter().map(|&file| SymbolId(file)));
            found.sort_unstable();
            found.dedup();
            found.retain(|&id| may_be(&graph.symbol(id)));
            found
        }
        None => graph.symbols().filter(may_be).map(|symbol| symbol.id).collect(),
    };
    for fits in rules {
        let is_it = |id: &SymbolId| fits(graph.symbol(*id), text);
        let found: Vec<SymbolId> = candidates.iter().copied().filter(is_it).collect();
        match &mut variants(graph, &found)[..] {
            [one] if meant.is_empty() => return Some(Ok(std::mem::take(one))),
            several => {
                let firsts = several.iter().map(|variants| variants[0]).filter(|id| !meant.contains(id));
                let firsts: Vec<SymbolId> = firsts.collect();
                meant.extend(firsts);
            }
        }
    }
    (!meant.is_empty()).then_some(Err(NotFound::Ambiguous { candidates: meant }))
}

/// Lines of a file, as `dir/file.go:12-40` means them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    pub file: FileId,
    pub first: u32,
    /// Equal to the first for a single line.
    pub last: u32,
}

/// Finds the lines that a text means by the path of a file, or the end of its path, and a line or a range; `None` if it is
/// no such text or no one file has that path. O(files).
pub fn lines_meant(graph: &Graph<'_>, text: &str) -> Option<Lines> {
    let (from, last) = without_end(text.trim());
    let link = unlinked(from);
    let (path, first) = place(from).or_else(|| place(link.as_deref()?))?;
    match files_ending(graph, path)[..] {
        [file] => Some(Lines { file, first, last: last.unwrap_or(first).max(first) }),
        _ => None,
    }
}

/// The beginning of a range of lines, and its last line; the whole text if it is no range.
fn without_end(text: &str) -> (&str, Option<u32>) {
    match text.rsplit_once('-').map(|(from, last)| (from, last.parse())) {
        Some((from, Ok(last))) if place(from).is_some() => (from, Some(last)),
        _ => (text, None),
    }
}

/// The files with a path, or if there is none, those whose path ends with it.
fn files_ending(graph: &Graph<'_>, path: &str) -> Vec<FileId> {
    let path = path.trim_start_matches("./");
    let ends = |known: &str| known.strip_suffix(path).is_some_and(|head| head.ends_with('/'));
    let all = (0..graph.n_files() as u32).map(FileId);
    // A link's path may begin with the end of a branch's name, or above the tree's root.
    let below = || path.match_indices('/').find_map(|(slash, _)| graph.find_file(&path[slash + 1..]));
    match graph.find_file(path).or_else(below) {
        Some(file) => vec![file],
        None => all.filter(|&file| ends(graph.path(file))).collect(),
    }
}

/// The symbol at a position, or the candidates; `None` if the text is no position in a file of the tree.
fn at_position(graph: &Graph<'_>, text: &str) -> Option<Result<Vec<SymbolId>, NotFound>> {
    let (path, line) = place(without_end(text).0)?;
    let files = files_ending(graph, path);
    let found: Vec<SymbolId> = files.iter().filter_map(|&file| graph.around(file, line)).collect();
    match (&files[..], &found[..]) {
        ([], _) => None,
        (_, [_]) => Some(Ok(found)),
        (_, []) => Some(Err(NotFound::Between { nearest: nearest_declarations(graph, &files, line) })),
        _ => Some(Err(NotFound::Ambiguous { candidates: by_importance(graph, &found) })),
    }
}

/// The path and line of `path/file.go:12`, `path/file.go:12:5` or either with a colon at the end; `None` for other
/// texts.
fn place(text: &str) -> Option<(&str, u32)> {
    let at = text.rfind(".go:")? + ".go".len();
    let mut numbers = text[at + 1..].trim_end_matches(':').split(':');
    let line = numbers.next()?.parse().ok()?;
    let rest = numbers.all(|number| number.bytes().all(|b| b.is_ascii_digit()));
    rest.then_some((&text[..at], line))
}

/// The declarations nearest to a line that is in none.
fn nearest_declarations(graph: &Graph<'_>, files: &[FileId], line: u32) -> Vec<SymbolId> {
    let symbols = files.iter().flat_map(|&file| graph.symbols_of(file)).map(SymbolId);
    let mut near: Vec<SymbolId> = symbols.filter(|&id| !graph.symbol(id).kind().is_container()).collect();
    let distance = |symbol: Symbol<'_>| symbol.line().abs_diff(line).min(symbol.end_line().abs_diff(line));
    near.sort_by_key(|&id| (distance(graph.symbol(id)), id));
    near.truncate(MAX_NEAR);
    near
}

fn is_id(symbol: Symbol<'_>, text: &str) -> bool {
    // Most symbols differ in the path already, so the id's string is not made for them.
    let Some(rest) = text.strip_prefix(symbol.path()).and_then(|rest| rest.strip_prefix("::")) else {
        return false;
    };
    let id = symbol.id_text();
    let id = &id[symbol.path().len() + 2..];
    id == rest
        || id.strip_prefix(rest).is_some_and(|kind| kind.starts_with("::") && !kind[2..].contains("::"))
}

fn is_path(symbol: Symbol<'_>, text: &str) -> bool {
    let text = text.trim_end_matches('/').trim_start_matches("./");
    symbol.kind().is_container() && symbol.path() == text
}

fn is_qualified(symbol: Symbol<'_>, text: &str) -> bool {
    match symbol.kind() {
        SymbolKind::File => false,
        SymbolKind::Package => symbol.name() == text,
        _ => symbol.qualified() == text,
    }
}

fn is_imported(symbol: Symbol<'_>, text: &str) -> bool {
    let path = match symbol.kind() {
        SymbolKind::File => None,
        SymbolKind::Package => Some(text),
        _ => text.strip_suffix(symbol.qualified()).and_then(|path| path.strip_suffix('.')),
    };
    path.is_some_and(|path| symbol.import_path() == Some(path))
}

fn ends_long_name(symbol: Symbol<'_>, text: &str) -> bool {
    // The kind at the end of an id is not part of the name.
    let of_kind = text.rsplit_once("::").filter(|(_, kind)| *kind == symbol.kind().name());
    let text = of_kind.map(|(text, _)| text).filter(|text| text.contains("::")).unwrap_or(text);
    let last = text.rsplit(['.', '/', ':']).next().unwrap_or(text);
    match symbol.kind() {
        SymbolKind::File | SymbolKind::Package => ends_after(symbol.path(), text),
        // The cheap test comes first, since hardly any symbol passes it.
        _ if symbol.name() != last => false,
        _ => {
            let (file, qualified) = (symbol.path(), symbol.qualified());
            let dir = file.rsplit_once('/').map_or("", |(dir, _)| dir);
            let (parent, base) = dir.rsplit_once('/').unwrap_or(("", dir));
            // The reader may mean the folder's name or the package's own.
            [base, symbol.package_name()]
                .map(|last| format!("{parent}/{last}.{qualified}"))
                .iter()
                .chain([&format!("{file}::{qualified}")])
                .chain(&symbol.import_path().map(|path| format!("{path}.{qualified}")))
                .any(|long| ends_after(long, text))
        }
    }
}

/// Returns whether `text` is all of `long`, or the part of it after a separator.
fn ends_after(long: &str, text: &str) -> bool {
    long.strip_suffix(text).is_some_and(|head| head.is_empty() || head.ends_with(['.', '/', ':']))
}

/// Groups symbols with their variants: those in the host's build first, then the more important. Packages of one
/// folder are variants, too.
fn variants(graph: &Graph<'_>, found: &[SymbolId]) -> Vec<Vec<SymbolId>> {
    let is_built = |id: &SymbolId| {
        let symbol = graph.symbol(*id);
        let is_of_tests = symbol.kind() == SymbolKind::Package && symbol.is_test();
        !symbol.has(symbol_flag::CONSTRAINED) && !is_of_tests
    };
    let mut parted: Vec<Vec<SymbolId>> = Vec::new();
    let mut at: FxHashMap<(Option<SymbolId>, &str), usize> = FxHashMap::default();
    for id in by_importance(graph, found) {
        let symbol = graph.symbol(id);
        if is_once(symbol) {
            let package = (symbol.kind() != SymbolKind::Package).then(|| symbol.package());
            let place = at.entry((package, symbol.qualified())).or_insert(parted.len());
            match parted.get_mut(*place) {
                Some(variants) => variants.push(id),
                None => parted.push(vec![id]),
            }
        } else {
            parted.push(vec![id]);
        }
    }
    let apart = |mut variants: Vec<SymbolId>| {
        variants.sort_by_key(|id| !is_built(id));
        match variants.iter().filter(|id| is_built(id)).count() {
            // Programs of one file each, which are run by hand, form one package in their folder.
            0 if graph.symbol(variants[0]).package_name() == "main" => singles(variants),
            0 if graph.symbol(variants[0]).kind() == SymbolKind::Package => singles(variants),
            0 | 1 => vec![variants],
            // No build has two declarations with one name.
            _ => singles(variants),
        }
    };
    parted.into_iter().flat_map(apart).collect()
}

fn singles(symbols: Vec<SymbolId>) -> Vec<Vec<SymbolId>> {
    symbols.into_iter().map(|id| vec![id]).collect()
}

/// Returns whether a build allows only one declaration of this name in a package (Go spec, "Uniqueness of identifiers",
/// "Package initialization", "Blank identifier"), or only one importable package in a folder.
fn is_once(symbol: Symbol<'_>) -> bool {
    symbol.kind() != SymbolKind::File && symbol.name() != "_" && symbol.qualified() != "init"
}

fn by_importance(graph: &Graph<'_>, ids: &[SymbolId]) -> Vec<SymbolId> {
    let mut ids = ids.to_vec();
    ids.sort_by(|&a, &b| graph.authority(b).total_cmp(&graph.authority(a)).then(a.cmp(&b)));
    ids
}

/// Symbols whose name is similar to the last part of `text`, the most similar first, then the more important.
fn near(graph: &Graph<'_>, text: &str) -> Vec<SymbolId> {
    let word = last_part(text).to_lowercase();
    let wanted: Vec<char> = word.chars().collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let bound = (wanted.len() / 3).clamp(1, 3);
    let away = |name: &str| {
        if wanted.len() <= SHORT { extra_letters(&wanted, name) } else { edits(&word, name, bound) }
    };
    let mut near: Vec<(usize, SymbolId)> = graph
        .symbols()
        .filter(|s| s.kind() != SymbolKind::File && s.name().len().abs_diff(wanted.len()) <= bound * 4)
        .filter_map(|s| Some((away(&s.name().to_lowercase())?, s.id)))
        .collect();
    near.sort_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| graph.authority(b.1).total_cmp(&graph.authority(a.1))).then(a.1.cmp(&b.1))
    });
    near.into_iter().map(|(_, id)| id).take(MAX_NEAR).collect()
}

/// The number of letters that a name has after `wanted`, if it begins with it and has at most as many again; 0 if its
/// two letters are swapped.
fn extra_letters(wanted: &[char], name: &str) -> Option<usize> {
    if name.chars().rev().eq(wanted.iter().copied()) {
        return Some(0);
    }
    let more = name.chars().count().checked_sub(wanted.len()).filter(|&more| more <= wanted.len())?;
    name.chars().zip(wanted).all(|(a, b)| a == *b).then_some(more)
}

/// The part after the last separator, without the kind of an id.
fn last_part(text: &str) -> &str {
    let name = match text.split("::").collect::<Vec<_>>()[..] {
        [_, name, ..] => name,
        _ => text,
    };
    name.rsplit(['.', '/']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GraphBuilder, GraphData, SymbolDraft, fixture};

    fn graph() -> GraphData {
        // (file, package, kind, name, qualified, flags)
        use SymbolKind::{Field, File, Func, Method, Package, Struct};
        let rows: &[(Option<u32>, SymbolKind, &'static str, &'static str, u16)] = &[
            (None, Package, "gin", ".", 0),
            (None, Package, "binding", "src/binding", 0),
            (Some(0), File, "gin", "gin", 0),
            (Some(0), Struct, "Engine", "Engine", 0),
            (Some(0), Method, "Run", "Engine.Run", 0),
            (Some(0), Func, "New", "New", 0),
            (Some(1), File, "binding", "binding", 0),
            (Some(1), Func, "New", "New", 0),
            (Some(1), Field, "Run", "Runner.Run", 0),
            (Some(1), Func, "init", "init", 0),
            (Some(1), Func, "init", "init", 0),
            (Some(2), File, "gin", "gin", symbol_flag::CONSTRAINED),
            (Some(2), Func, "open", "open", symbol_flag::CONSTRAINED),
            (Some(0), Func, "open", "open", 0),
            (Some(0), Method, "Push", "Engine.Push", 0),
            (Some(0), Func, "Push", "Push", 0),
            (Some(1), Func, "Push", "Push", 0),
        ];
        let files = [("gin.go", 0), ("src/binding/b.go", 1), ("gin_windows.go", 0)];
        let files = files.map(|(path, package)| fixture::file(path, package));
        let symbol = |(start, &(file, kind, name, qualified, flags)): (
            usize,
            &(_, _, &'static str, &'static str, _),
        )| {
            let signature = match qualified {
                "." => "package gin // import \"example.com/gin\"",
                _ => "",
            };
            // One line each, and two of `Engine`.
            let line = start as u32 + 1;
            SymbolDraft {
                flags,
                line,
                end_line: line + u32::from(name == "Engine"),
                qualified: qualified.into(),
                signature: signature.into(),
                ..fixture::symbol(kind, name, file, start as u32)
            }
        };
        GraphBuilder::new(files.to_vec(), rows.iter().enumerate().map(symbol).collect()).finish()
    }

    #[test]
    fn ids_names_and_unique_ends_of_names_lead_to_their_symbol() {
        let data = graph();
        let graph = data.graph();
        for (text, id) in [
            ("gin.go::Engine.Run::method", "gin.go::Engine.Run::method"),
            ("gin.go::Engine.Run", "gin.go::Engine.Run::method"),
            ("src/binding/b.go::init::func#2", "src/binding/b.go::init::func#2"),
            ("Engine", "gin.go::Engine::struct"),
            ("Engine.Run", "gin.go::Engine.Run::method"),
            ("binding.New", "src/binding/b.go::New::func"),
            ("src/binding.New", "src/binding/b.go::New::func"),
            ("b.go::New", "src/binding/b.go::New::func"),
            ("binding.Runner.Run", "src/binding/b.go::Runner.Run::field"),
            ("b.go", "src/binding/b.go::binding::file"),
            ("src/binding", "src/binding::binding::package"),
            ("./src/binding/", "src/binding::binding::package"),
            ("gin", ".::gin::package"),
            (" Engine ", "gin.go::Engine::struct"),
            ("(*Engine).Run", "gin.go::Engine.Run::method"),
            ("gin.(*Engine).Run()", "gin.go::Engine.Run::method"),
            ("src/binding.(*Runner[...]).Run", "src/binding/b.go::Runner.Run::field"),
            ("example.com/gin.(*Engine).Run", "gin.go::Engine.Run::method"),
            ("example.com/gin", ".::gin::package"),
            ("open", "gin.go::open::func"),
            ("gin.go:4", "gin.go::Engine::struct"),
            ("./gin.go:5:12:", "gin.go::Engine.Run::method"),
            ("b.go:8", "src/binding/b.go::New::func"),
            ("type Engine struct {", "gin.go::Engine::struct"),
            ("func (e *Engine) Run(addr string) error {", "gin.go::Engine.Run::method"),
            ("method Run", "gin.go::Engine.Run::method"),
            ("field Run", "src/binding/b.go::Runner.Run::field"),
            ("src/binding/b.go:8:func New() {", "src/binding/b.go::New::func"),
            ("method Push", "gin.go::Engine.Push::method"),
        ] {
            let found = resolve(&graph, text).map(|id| graph.symbol(id).id_text());
            assert_eq!(found.as_deref(), Ok(id), "{text}");
        }
    }

    #[test]
    fn the_whole_import_path_goes_before_the_end_of_another() {
        use SymbolKind::{Func, Package};
        let packages = ["sort", "cmd/_builtin/sort"].map(|path| SymbolDraft {
            qualified: path.into(),
            signature: format!("package sort // import \"{path}\"").into(),
            ..fixture::symbol(Package, "sort", None, 0)
        });
        let functions = [0, 1].map(|file| fixture::symbol(Func, "Slice", Some(file), 1));
        let files = [fixture::file("sort/sort.go", 0), fixture::file("cmd/_builtin/sort/sort.go", 1)];
        let data = GraphBuilder::new(files.to_vec(), [&packages[..], &functions[..]].concat()).finish();
        let found = |text| resolve(&data.graph(), text).map(|id| data.graph().symbol(id).path().to_owned());
        assert_eq!(found("sort.Slice"), Ok("sort/sort.go".to_owned()));
        assert_eq!(found("_builtin/sort.Slice"), Ok("cmd/_builtin/sort/sort.go".to_owned()));
    }

    #[test]
    fn several_of_one_name_are_all_named() {
        let data = graph();
        let graph = data.graph();
        for (text, ids) in [
            ("New", &["gin.go::New::func", "src/binding/b.go::New::func"][..]),
            // A bare name may mean a method if nothing else has it.
            ("Push", &["gin.go::Push::func", "src/binding/b.go::Push::func", "gin.go::Engine.Push::method"]),
            ("Run", &["gin.go::Engine.Run::method", "src/binding/b.go::Runner.Run::field"]),
            ("init", &["src/binding/b.go::init::func", "src/binding/b.go::init::func#2"]),
        ] {
            let Err(NotFound::Ambiguous { candidates }) = resolve(&graph, text) else { panic!("{text}") };
            let found: Vec<String> = candidates.iter().map(|&id| graph.symbol(id).id_text()).collect();
            assert_eq!(found, ids, "{text}");
        }
    }

    #[test]
    fn a_miss_suggests_what_is_spelled_nearly_so() {
        let data = graph();
        let graph = data.graph();
        for (text, near) in [
            ("Engnie", &["gin.go::Engine::struct"][..]),
            ("gin.go::Engin::struct", &["gin.go::Engine::struct"]),
            ("engine", &["gin.go::Engine::struct"]),
            ("Ne", &["gin.go::New::func", "src/binding/b.go::New::func"]),
            ("x", &[]),
            ("nu", &[]),
            ("nowhere.go:4", &[]),
            ("gin.go:4:x", &[]),
            ("Nothing.LikeThis", &[]),
            ("const Engine", &["gin.go::Engine::struct"]),
            ("", &[]),
            ("::", &[]),
        ] {
            let Err(NotFound::Unknown { near: found }) = resolve(&graph, text) else { panic!("{text}") };
            let found: Vec<String> = found.iter().map(|&id| graph.symbol(id).id_text()).collect();
            assert_eq!(found, near, "{text}");
        }
        let nearest = resolve(&graph, "gin_windows.go:1");
        let Err(NotFound::Between { nearest }) = nearest else { panic!("{nearest:?}") };
        assert_eq!(graph.symbol(nearest[0]).id_text(), "gin_windows.go::open::func");
    }
}
