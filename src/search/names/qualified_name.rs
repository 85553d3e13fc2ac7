//! Resolves exact names, as Go code, its documentation and its traces write them.

use rustc_hash::FxHashSet;

use crate::model::{
    EdgeKind, FileId, Graph, Symbol, SymbolId, SymbolKind, is_literal, symbol_flag, without_arguments,
};
use crate::search::analysis::stemmer::stem;
use crate::search::analysis::tokenizer::parts;
use crate::search::names::packages;
use crate::search::text::TextIndex;

/// An unqualified name with more symbols than this is read as a word.
pub(crate) const MAX_NAMESAKES: usize = 12;

/// A name taken apart: `go/types.(*Checker).Files` is the folder `go`, then `types`, `Checker`, `Files`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QualifiedName {
    /// The text before the last `/`.
    folder: String,
    /// The parts between dots; the last is the symbol's own name.
    parts: Vec<String>,
}

impl QualifiedName {
    /// Reads a name; `None` for what cannot be one. Pointers, type arguments and the numbers of function literals
    /// (`main.run.func1.2`) are left out.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (folder, name) = text.rsplit_once('/').unwrap_or(("", text));
        let name = without_arguments(name);
        let name = name.replace(['*', '&', '(', ')'], "").replace("%2e", "\u{1}");
        let name = name.strip_suffix("-fm").unwrap_or(&name);
        let mut parts: Vec<String> =
            name.split('.').map(|part| without_range(part).replace('\u{1}', ".")).collect();
        while parts.len() > 1 && parts.last().is_some_and(|part| part.is_empty() || is_literal(part)) {
            parts.pop();
        }
        let is_name = |part: &String| {
            !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'))
        };
        let is_path = folder.chars().all(|c| !c.is_whitespace() && !matches!(c, '(' | '"' | ':'));
        (is_path && parts.iter().all(is_name)).then(|| Self { folder: folder.to_owned(), parts })
    }

    /// Returns whether the name has more than the symbol's own name.
    pub(crate) fn is_qualified(&self) -> bool {
        self.parts.len() > 1
    }

    /// The path that a package must have, as far as it is said; and the package's own name.
    pub(crate) fn package(&self) -> String {
        let first = self.parts.first().map_or("", String::as_str);
        if self.folder.is_empty() { first.to_owned() } else { format!("{}/{first}", self.folder) }
    }

    /// The symbols that bear the name, the likeliest to be meant first; else what a type of that name has by embedding.
    pub(crate) fn symbols(&self, graph: &Graph<'_>, text: &TextIndex) -> Vec<SymbolId> {
        let mut found = self.bearers(graph, text, &|_| true);
        if found.is_empty() {
            found = self.promoted(graph, text);
        }
        if !self.is_qualified() && found.len() > MAX_NAMESAKES {
            found.retain(|&id| graph.symbol(id).owner().is_none());
        }
        if found.len() > MAX_NAMESAKES {
            first_variants(graph, &mut found);
        }
        if found.len() > MAX_NAMESAKES { Vec::new() } else { found }
    }

    /// All of some that bear the name, the likeliest to be meant first.
    pub(crate) fn bearers(
        &self,
        graph: &Graph<'_>,
        text: &TextIndex,
        admits: &dyn Fn(&Symbol<'_>) -> bool,
    ) -> Vec<SymbolId> {
        let Some((name, owners)) = self.parts.split_last() else { return Vec::new() };
        let mut found: Vec<(bool, SymbolId)> = text
            .named(name)
            .into_iter()
            .map(|doc| graph.symbol(text.symbol(doc)))
            .filter(admits)
            .filter_map(|symbol| Some((self.fits(graph, symbol, owners)?, symbol.id)))
            .collect();
        // The whole path of a package says more than its end.
        if found.iter().any(|found| found.0) {
            found.retain(|found| found.0);
        }
        let mut found: Vec<SymbolId> = found.into_iter().map(|found| found.1).collect();
        // Nothing depends on a program, so of several `main` the one that leads to most code comes first.
        let column = if name == "main" { graph.symbol_hub } else { graph.symbol_authority };
        let weight = |id: SymbolId| column.get(id.ix()).copied().unwrap_or(0.0);
        found.sort_by(|&a, &b| {
            let place = |id| {
                let symbol = graph.symbol(id);
                (symbol.is_test(), symbol.has(symbol_flag::CONSTRAINED), symbol.owner().is_some())
            };
            place(a).cmp(&place(b)).then(weight(b).total_cmp(&weight(a))).then(a.cmp(&b))
        });
        found
    }

    /// The name in the symbol's spelling, if they differ in capitals only; else `None`.
    pub(crate) fn as_written_by(&self, graph: &Graph<'_>, symbol: Symbol<'_>) -> Option<String> {
        let is = |said: &str, written: &str| said.eq_ignore_ascii_case(written);
        let (_, said) = self.parts.split_last().filter(|(name, _)| is(name, symbol.name()))?;
        let (package, owner) =
            (symbol.package_name(), symbol.owner().map(|owner| graph.symbol(owner).name()));
        let owners = match (said, owner) {
            ([], _) => vec![],
            ([holder], Some(owner)) if is(holder, owner) => vec![owner.to_owned()],
            ([holder], None) if is(holder, package) => vec![package.to_owned()],
            ([first, holder], Some(owner)) if is(first, package) && is(holder, owner) => {
                vec![package.to_owned(), owner.to_owned()]
            }
            _ => return None,
        };
        let written = Self { folder: self.folder.clone(), parts: owners };
        written.fits(graph, symbol, &written.parts)?;
        let folder = Some(written.folder).filter(|folder| !folder.is_empty());
        let path = folder.map_or_else(String::new, |folder| folder + "/");
        Some(written.parts.iter().fold(path, |path, owner| path + owner + ".") + symbol.name())
    }

    /// The fields and methods of the name that a type has by embedding, or a variable or field by the types that its
    /// declaration names: `http.DefaultClient.Do`. Of several levels the least deep.
    fn promoted(&self, graph: &Graph<'_>, text: &TextIndex) -> Vec<SymbolId> {
        let Some((name, owners)) = self.parts.split_last().filter(|(_, owners)| !owners.is_empty()) else {
            return Vec::new();
        };
        let members = |level: &[SymbolId]| -> Vec<SymbolId> {
            let members = level.iter().flat_map(|&ty| graph.members(ty));
            members.filter(|&id| graph.symbol(id).name() == name).collect()
        };
        let owner = Self { folder: self.folder.clone(), parts: owners.to_vec() };
        let mut level = owner.bearers(graph, text, &|symbol| symbol.kind().is_type());
        if level.is_empty() {
            let is_variable =
                |symbol: &Symbol<'_>| matches!(symbol.kind(), SymbolKind::Field | SymbolKind::Var);
            let variables = owner.bearers(graph, text, &is_variable);
            level = variables.iter().flat_map(|&id| types_of(graph, graph.symbol(id))).collect();
            level.sort_unstable();
            level.dedup();
            let found = members(&level);
            if !found.is_empty() {
                return found;
            }
        }
        let mut seen = FxHashSet::default();
        while !level.is_empty() {
            seen.extend(level.iter().copied());
            let embeds = |&ty: &SymbolId| {
                let edges = graph.outgoing(ty).filter(|edge| edge.kind == EdgeKind::Extends);
                edges.map(|edge| edge.to).collect::<Vec<_>>()
            };
            level = level.iter().flat_map(embeds).filter(|ty| !seen.contains(ty)).collect();
            level.sort_unstable();
            level.dedup();
            let found = members(&level);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The same in a trace, where the path of the package is said in full; but commands are all called `main`.
    pub(crate) fn symbols_of_frame(&self, graph: &Graph<'_>, text: &TextIndex) -> Vec<SymbolId> {
        let package = self.package();
        let mut found = self.symbols(graph, text);
        found.retain(|&id| package == "main" || graph.symbol(id).import_path() == Some(&*package));
        found
    }

    /// The variables in whose values the `nth` function literal of a package stands, one for each package that the name may
    /// mean. Compilers number the literals over the files of a package by name, in order; tests come last.
    pub(crate) fn variables_of_literal(&self, graph: &Graph<'_>, nth: u32) -> Vec<SymbolId> {
        let mut rows: Vec<(Symbol<'_>, bool)> = graph
            .variables_of_literals()
            .map(|id| graph.symbol(id))
            .filter_map(|symbol| Some((symbol, self.fits(graph, symbol, &self.parts[..1])?)))
            .filter(|(symbol, _)| !symbol.has(symbol_flag::CONSTRAINED))
            .collect();
        if rows.iter().any(|&(_, is_whole)| is_whole) {
            rows.retain(|&(_, is_whole)| is_whole);
        }
        rows.sort_by_key(|(symbol, _)| (symbol.package(), symbol.is_test(), symbol.id));
        let packages = rows.chunk_by(|a, b| a.0.package() == b.0.package());
        let nth = (nth as usize).saturating_sub(1);
        let holder = |package: &[(Symbol<'_>, bool)]| package.get(nth).map(|(symbol, _)| symbol.id);
        packages.filter_map(holder).collect()
    }

    /// All `init` functions of the packages that a frame's name may mean, and the `nth` of each package from 0. Compilers
    /// number them as they do literals.
    pub(crate) fn init_functions(
        &self,
        graph: &Graph<'_>,
        text: &TextIndex,
        nth: usize,
    ) -> (Vec<SymbolId>, Vec<SymbolId>) {
        let package = self.package();
        let is_meant = |symbol: &Symbol<'_>| {
            symbol.kind() == SymbolKind::Func
                && (package == "main" || symbol.import_path() == Some(&*package))
        };
        let all = self.bearers(graph, text, &is_meant);
        let mut built: Vec<Symbol<'_>> = all.iter().map(|&id| graph.symbol(id)).collect();
        built.retain(|symbol| !symbol.has(symbol_flag::CONSTRAINED));
        built.sort_by_key(|symbol| (symbol.package(), symbol.is_test(), symbol.id));
        let packages = built.chunk_by(|a, b| a.package() == b.package());
        let numbered = packages.filter_map(|package| package.get(nth)).map(|symbol| symbol.id).collect();
        (all, numbered)
    }

    /// The symbols of some files that bear the name, whatever the path of their package.
    pub(crate) fn symbols_in(&self, graph: &Graph<'_>, text: &TextIndex, files: &[FileId]) -> Vec<SymbolId> {
        let [_, owners @ .., name] = &self.parts[..] else { return Vec::new() };
        let named = text.named(name).into_iter().map(|doc| graph.symbol(text.symbol(doc)));
        let owner = |symbol: Symbol<'_>| symbol.owner().map(|owner| graph.symbol(owner).name().to_owned());
        let bears = |symbol: &Symbol<'_>| {
            symbol.file().is_some_and(|file| files.contains(&file)) && owner(*symbol).as_slice() == owners
        };
        named.filter(bears).map(|symbol| symbol.id).collect()
    }

    /// Returns whether the name may refer to a symbol; `Some(true)` if it gives the package's whole path.
    fn fits(&self, graph: &Graph<'_>, symbol: Symbol<'_>, owners: &[String]) -> Option<bool> {
        let owner = symbol.owner().map(|owner| graph.symbol(owner).name());
        let in_package = || {
            let said = self.package();
            let (dir, import) = (graph.symbol(symbol.package()).qualified(), symbol.import_path());
            let is_whole = dir == said || import == Some(&*said);
            let is_named = self.folder.is_empty() && symbol.package_name() == said;
            let ends = |path: &str| path.strip_suffix(&*said).is_some_and(|head| head.ends_with('/'));
            (is_whole || is_named || ends(dir) || import.is_some_and(ends)).then_some(is_whole)
        };
        match owners {
            [] => self.folder.is_empty().then_some(false),
            [holder] if owner == Some(holder) => self.folder.is_empty().then_some(false),
            [_] if owner.is_none() => in_package(),
            [_, holder] if owner == Some(holder) => in_package(),
            _ => None,
        }
    }
}

/// Keeps the first variant of each symbol that build constraints give several.
pub(crate) fn first_variants(graph: &Graph<'_>, symbols: &mut Vec<SymbolId>) {
    let mut seen = FxHashSet::default();
    symbols.retain(|&id| {
        let symbol = graph.symbol(id);
        seen.insert((symbol.package(), symbol.qualified()))
    });
}

/// Looks up a question that consists of names alone, in its order: `io.EOF`, `go/types.Object`, `(*Mutex).Unlock`.
/// Empty if any part of it is no such name. A single word in small letters is a word.
pub(crate) fn named(graph: &Graph<'_>, text: &TextIndex, question: &str) -> Vec<SymbolId> {
    /// Names looked up.
    const MAX_NAMES: usize = 32;
    let mut found = Vec::new();
    let tokens: Vec<&str> = question.split_whitespace().take(MAX_NAMES + 1).collect();
    if tokens.len() > MAX_NAMES {
        return found;
    }
    for token in tokens {
        let token = token.trim_matches(|c: char| matches!(c, '`' | '"' | '\'' | ',' | ';' | '?' | '.' | ':'));
        let written = QualifiedName::read(token.strip_suffix("()").unwrap_or(token));
        let written = written.filter(|w| w.is_qualified() || token.contains(char::is_uppercase));
        let symbols = written.map(|written| written.symbols(graph, text)).unwrap_or_default();
        if symbols.is_empty() {
            return Vec::new();
        }
        found.extend(symbols);
    }
    found
}

/// The types that the declaration of a variable or field names. O(edges of the variable, or of what has the field).
fn types_of(graph: &Graph<'_>, variable: Symbol<'_>) -> Vec<SymbolId> {
    // Names in a field belong to its struct.
    let user = variable.owner().unwrap_or(variable.id);
    let lines = variable.line()..=variable.end_line();
    let named = graph.outgoing(user).filter(|edge| edge.lines.iter().any(|line| lines.contains(line)));
    named.map(|edge| edge.to).filter(|&id| graph.symbol(id).kind().is_type()).collect()
}

/// Returns whether a name is that of a field or method which a type has by embedding, or a variable or field by its
/// type.
pub(crate) fn is_promoted(graph: &Graph<'_>, text: &TextIndex, name: &str) -> bool {
    let written =
        QualifiedName::read(code(name)).filter(|written| written.bearers(graph, text, &|_| true).is_empty());
    written.is_some_and(|written| !written.promoted(graph, text).is_empty())
}

/// Returns whether a word of a sentence names something of the tree with its package or its type.
pub(crate) fn is_qualified(graph: &Graph<'_>, text: &TextIndex, word: &str) -> bool {
    let written = QualifiedName::read(code(word)).filter(QualifiedName::is_qualified);
    written.is_some_and(|written| !written.symbols(graph, text).is_empty())
}

/// The symbols of a name of one word in small letters, for who is known to name one: elsewhere that is a word.
pub(crate) fn bare(graph: &Graph<'_>, text: &TextIndex, name: &str) -> Vec<SymbolId> {
    let written = QualifiedName::read(code(name)).filter(|written| !written.is_qualified());
    written.map(|written| written.symbols(graph, text)).unwrap_or_default()
}

/// All symbols of a name that says no package and no type, variants once; or of one that says one and leaves open which, as
/// `main.main` does. None where it is no name.
pub(crate) fn namesakes(graph: &Graph<'_>, text: &TextIndex, name: &str) -> Vec<SymbolId> {
    let Some(written) = QualifiedName::read(code(name)) else { return Vec::new() };
    let is_plain = !written.is_qualified() && written.folder.is_empty();
    let mut symbols: Vec<SymbolId> = match &written.parts[..] {
        [name] if is_plain => text.named(name).into_iter().map(|doc| text.symbol(doc)).collect(),
        _ => written.bearers(graph, text, &|_| true),
    };
    first_variants(graph, &mut symbols);
    if is_plain || symbols.len() > MAX_NAMESAKES { symbols } else { Vec::new() }
}

/// A word of a sentence without its punctuation, and a call without its arguments.
pub(crate) fn code(token: &str) -> &str {
    let is_mark = |c: char| {
        matches!(c, '`' | '"' | '\'' | '“' | '”' | '’' | ',' | ';' | '?' | '!' | '.' | ':' | ']' | ')')
    };
    let token = token.trim_start_matches(['`', '"', '\'', '“', '[']);
    let token = token.strip_prefix('(').filter(|rest| !rest.starts_with('*')).unwrap_or(token);
    let token = token.trim_end_matches(is_mark);
    let token = token.strip_suffix("'s").or_else(|| token.strip_suffix("’s")).unwrap_or(token);
    let token = token.trim_end_matches(is_mark);
    let call = token
        .match_indices('(')
        .find(|&(at, _)| token[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ']')));
    call.map_or(token, |(at, _)| &token[..at])
}

/// Returns whether the tree has any of the words that a name consists of.
pub(crate) fn is_said(graph: &Graph<'_>, text: &TextIndex, name: &str) -> bool {
    parts(name).iter().any(|word| {
        text.vocabulary().get(word).is_some()
            || text.knows(&stem(word))
            || packages::path_with(graph, word).is_some()
    })
}

/// Symbols of tests with an unmistakable name: `TestServe`, `TestServe/empty_body`, `benchmarkServe`. Elsewhere they
/// would be missed, because similar names are searched in other code only.
pub(crate) fn of_tests(graph: &Graph<'_>, text: &TextIndex, name: &str) -> Vec<SymbolId> {
    let name = name.split('/').next().unwrap_or_default();
    let is_written = has_hump(name) || name.contains('_');
    let written = QualifiedName::read(name).filter(|written| is_written && !written.is_qualified());
    let mut symbols = written.map(|written| written.symbols(graph, text)).unwrap_or_default();
    if !symbols.iter().all(|&id| graph.symbol(id).is_test()) {
        symbols.clear();
    }
    symbols
}

/// Returns whether a word is written as names of several words are, and no English word is.
pub(crate) fn has_hump(word: &str) -> bool {
    let mut letters = word.chars().zip(word.chars().skip(1));
    letters.any(|(one, next)| one.is_lowercase() && next.is_uppercase())
}

/// A part of a name without what names the body of a loop over a function: `run-range1`.
fn without_range(part: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    part.rsplit_once("-range").filter(|(_, number)| is_number(number)).map_or(part, |(head, _)| head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_go_writes_them() {
        for (text, expect) in [
            ("io.EOF", " io EOF"),
            ("EOF", " EOF"),
            ("go/types.Object", "go types Object"),
            ("net/http.(*timeoutWriter).Push", "net http timeoutWriter Push"),
            ("(*T).M", " T M"),
            ("main.main.func1", " main main"),
            ("a/b.(*T[...]).M.func2.1", "a b T M"),
            ("p.F[go.shape.int]", " p F"),
            ("p.T.M-fm", " p T M"),
            ("p.init.0", " p init"),
            ("p.run.gowrap1", " p run"),
            ("p.(*T[...]).Each-range1", " p T Each"),
            ("p.run-range2.func1", " p run"),
            ("gopkg.in/yaml%2ev3.Unmarshal", "gopkg.in yaml.v3 Unmarshal"),
        ] {
            let read = QualifiedName::read(text).map(|w| format!("{} {}", w.folder, w.parts.join(" ")));
            assert_eq!(read.as_deref(), Some(expect), "{text}");
        }
        for (token, expect) in [
            ("io.EOF,", "io.EOF"),
            ("(strings.Replace)?", "strings.Replace"),
            ("`strings.Replace`'s", "strings.Replace"),
            ("strings.Replace(s,", "strings.Replace"),
            ("slices.Sort[int]()", "slices.Sort[int]"),
            ("(*Mutex).Unlock().", "(*Mutex).Unlock"),
            ("net/http.(*Server).Serve:", "net/http.(*Server).Serve"),
        ] {
            assert_eq!(code(token), expect);
        }
        for text in ["", "a b.c", "x..y", "f(x, 1)", "it's", "a:b/c.d"] {
            assert_eq!(QualifiedName::read(text), None, "{text}");
        }
    }
}
