//! The programs of a repository, in the order in which a newcomer meets them.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::imports::Imports;
use super::plan::{is_written_for_program, stops};
use super::prose::code_of;
use super::purpose::{Purpose, purpose};
use super::road::worth;
use crate::model::{Graph, Symbol, SymbolId, SymbolKind, symbol_flag};

/// Factors for the worth of a function that stands in for a program.
const OF_ROOT: f64 = 4.0;
/// A program of the module's name is the one to begin with if no other has so many times as much code.
const MAX_LESS: usize = 2;
/// Names of folders that say nothing of a program.
const NAMELESS: [&str; 6] = ["bin", "cli", "client", "cmd", "main", "src"];
const OF_CALLED: f64 = 4.0;

/// The functions `main` that people run, the one to begin with first: those of the module's own name, unless another has much more
/// code, then those that are no clients by their names, with most code. Programs that help developers of the repository count only
/// if a document says to build them, and others beside one of the module's own name only if a document says to build or to run them.
pub(super) fn programs(graph: &Graph<'_>, documents: &[Arc<[u8]>]) -> Vec<SymbolId> {
    let mut programs = ranked(graph, documents);
    programs.retain(|(purpose, _)| *purpose == Purpose::Use);
    let has_namesake = programs.first().is_some_and(|&(_, main)| is_namesake(graph.symbol(main)));
    let texts: Vec<Cow<'_, str>> = documents.iter().map(|text| String::from_utf8_lossy(text)).collect();
    let is_known = |main: Symbol<'_>| {
        let folder = folder_of(main);
        let name = folder.rsplit('/').next().unwrap_or_default();
        texts.iter().any(|text| says_to_build(text, folder) || says_to_run(text, name))
    };
    let is_of_users = |main: Symbol<'_>| !has_namesake || is_namesake(main) || is_known(main);
    programs.into_iter().map(|(_, main)| main).filter(|&main| is_of_users(graph.symbol(main))).collect()
}

/// The programs that help developers; those of tests only if there are no others.
pub(super) fn helpers(graph: &Graph<'_>) -> Vec<SymbolId> {
    let mut helpers = ranked(graph, &[]);
    let best = helpers.first().map(|first| first.0);
    helpers.retain(|(purpose, _)| Some(*purpose) == best);
    helpers.into_iter().map(|(_, main)| main).collect()
}

/// All programs with their purpose.
fn ranked(graph: &Graph<'_>, documents: &[Arc<[u8]>]) -> Vec<(Purpose, SymbolId)> {
    let is_built = |main: Symbol<'_>| {
        let folder = folder_of(main);
        !folder.is_empty()
            && documents.iter().any(|text| says_to_build(&String::from_utf8_lossy(text), folder))
    };
    let imports = Imports::of(graph);
    let sized = mains(graph).map(|main| (main, size(graph, &imports, main.package())));
    let mains: Vec<(Symbol<'_>, usize)> = sized.collect();
    let of_users = mains.iter().filter(|(main, _)| purpose(*main) == Purpose::Use);
    let most = of_users.map(|(_, reach)| *reach).max().unwrap_or(0);
    let rank = |(main, reach): (Symbol<'_>, usize)| {
        let purpose = match purpose(main) {
            Purpose::Help if is_built(main) => Purpose::Use,
            purpose => purpose,
        };
        let is_best_known = is_namesake(main) && reach >= most / MAX_LESS;
        (purpose, Reverse(is_best_known), is_client(main), Reverse(reach), main.id)
    };
    let mut programs: Vec<_> = mains.into_iter().map(rank).collect();
    programs.sort_unstable();
    programs.into_iter().map(|(purpose, .., main)| (purpose, main)).collect()
}

/// Returns whether a program is called the client of another one.
fn is_client(main: Symbol<'_>) -> bool {
    let folder = folder_of(main).rsplit('/').next().unwrap_or_default();
    folder.split(['-', '_']).any(|word| matches!(word, "cli" | "client" | "ctl"))
}

/// The functions and methods that stand in for a program in a library: the public ones that are worth most as stations. Those of
/// the package of the module's root count more, and so do those that code in the documents calls: that is how people use it.
pub(super) fn stand_ins(graph: &Graph<'_>, documents: &[Arc<[u8]>], most: usize) -> Vec<SymbolId> {
    let is_public = |symbol: &Symbol<'_>| {
        symbol.kind().is_callable()
            && symbol.has_body()
            && symbol.has(symbol_flag::EXPORTED)
            && symbol.owner().is_none_or(|owner| graph.symbol(owner).has(symbol_flag::EXPORTED))
            && !symbol.path().split('/').any(|part| part == "internal")
    };
    let called = called_in(documents);
    let value = |symbol: Symbol<'_>| {
        let of_root = if folder_of(symbol).is_empty() { OF_ROOT } else { 1.0 };
        let of_documents = if called.contains(symbol.name()) { OF_CALLED } else { 1.0 };
        worth(graph, symbol.id) * of_root * of_documents
    };
    let mut entries: Vec<(f64, SymbolId)> =
        stops(graph).filter(is_public).map(|symbol| (value(symbol), symbol.id)).collect();
    entries.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    entries.truncate(most);
    entries.into_iter().map(|(_, id)| id).collect()
}

/// The names that code in the documents calls.
fn called_in(documents: &[Arc<[u8]>]) -> FxHashSet<String> {
    let mut called = FxHashSet::default();
    for text in documents {
        let text = String::from_utf8_lossy(text);
        for code in code_of(&text) {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let names = code.match_indices('(').map(|(at, _)| &code[..at]);
            let names = names.map(|before| before.rsplit(|c| !is_word(c)).next().unwrap_or_default());
            called.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
    called
}

/// The functions `main` of a tree, without those of tests and generated code.
fn mains<'g>(graph: &'g Graph<'g>) -> impl Iterator<Item = Symbol<'g>> {
    graph.symbols().filter(|symbol| {
        is_main(*symbol)
            && is_written_for_program(*symbol)
            && !symbol.has(symbol_flag::CONSTRAINED | symbol_flag::NO_BUILDS)
            && !symbol.is_testdata()
    })
}

pub(super) fn is_main(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func && symbol.is_named("main") && symbol.package_name() == "main"
}

/// Returns whether a function prepares its package before `main` runs.
pub(super) fn is_init(symbol: Symbol<'_>) -> bool {
    symbol.kind() == SymbolKind::Func && symbol.is_named("init") && !symbol.is_test()
}

pub(super) fn folder_of(symbol: Symbol<'_>) -> &str {
    symbol.path().rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The names by which a program is called: that of its folder, and that of its module.
pub(super) fn names_of(main: Symbol<'_>) -> Vec<&str> {
    let folder = folder_of(main).rsplit('/').next().filter(|folder| !folder.is_empty());
    let mut names: Vec<&str> = folder.into_iter().chain(module_name(main)).collect();
    names.sort_by_key(|name| NAMELESS.contains(name));
    names
}

/// The last part of the import path of the root of a program's module, without a version.
fn module_name(main: Symbol<'_>) -> Option<&str> {
    let folder = folder_of(main);
    let module = main.import_path().and_then(|path| path.strip_suffix(folder))?;
    let is_version = |part: &&str| part.strip_prefix('v').is_some_and(|n| n.parse::<u32>().is_ok());
    let last = module.split('/').rfind(|part| !part.is_empty() && !is_version(part))?;
    last.split('.').next().filter(|name| !name.is_empty())
}

/// Returns whether a program has the name of its module, as that of the module's root has. If there are several programs, it is
/// mostly the best known of them.
fn is_namesake(main: Symbol<'_>) -> bool {
    let folder = folder_of(main);
    folder.is_empty() || module_name(main).is_some_and(|name| folder.rsplit('/').next() == Some(name))
}

/// Returns whether a line of a text says to build or run what is in a folder.
fn says_to_build(text: &str, folder: &str) -> bool {
    let has_folder = |line: &str| {
        line.match_indices(folder).any(|(at, _)| {
            let is_end = |c: Option<char>| {
                c.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '\\')))
            };
            let before = line[..at].strip_suffix("./").unwrap_or(&line[..at]);
            is_end(before.chars().next_back()) && is_end(line[at + folder.len()..].chars().next())
        })
    };
    let commands = ["go build", "go run", "go install"];
    text.lines().any(|line| commands.iter().any(|command| line.contains(command)) && has_folder(line))
}

/// Returns whether code in a text begins with the name of a program and something that it is given.
fn says_to_run(text: &str, name: &str) -> bool {
    code_of(text).any(|code| {
        let code = code.trim_start_matches(['$', '>', '#', ' ', '\t']).trim_start_matches("./");
        code.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ') && rest.trim().len() > 1)
    })
}

/// The number of symbols of the program's own files in a package and all that it imports directly or indirectly.
fn size(graph: &Graph<'_>, imports: &Imports<'_>, package: SymbolId) -> usize {
    let files = imports.linked(package).into_iter().flat_map(|package| imports.files(package));
    let own = files.filter(|&file| is_written_for_program(graph.symbol(file)));
    own.filter_map(|file| graph.symbol(file).file()).map(|file| graph.symbols_of(file).len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_says_what_to_build() {
        for (line, expected) in [
            ("run `go build` inside the `examples/base` directory", true),
            ("go run ./examples/base serve", true),
            ("go run ./examples/base/other", false),
            ("go run ./more/examples/base", false),
            ("see examples/base", false),
            ("go run examples\\base\\main.go", false),
        ] {
            assert_eq!(says_to_build(line, "examples/base"), expected, "{line}");
        }
    }
}
