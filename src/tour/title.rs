//! The titles of roads: they say what happens at the station that a road is about.

use super::doc::{first_sentence, opening};
use super::names::named;
use super::programs::{folder_of, is_main, names_of};
use super::road::Sources;
use crate::model::{Graph, Symbol, SymbolId, clean};

/// The longest words about a station, in characters.
const MAX_CHARS: usize = 64;
/// Words that begin a further part of a sentence, which a title can do without.
const PARTS: [&str; 9] = ["and", "before", "by", "for", "from", "in", "on", "using", "with"];
/// Words that begin a clause, which a title has whole or not.
const CLAUSES: [&str; 8] = ["as", "if", "so", "that", "when", "where", "which", "while"];
/// Words that begin the object of a verb.
const OBJECTS: [&str; 6] = ["a", "all", "an", "every", "its", "the"];
/// Verbs that say what a function is, not what it does.
const NO_DEEDS: [&str; 9] =
    ["contains", "does", "gets", "has", "implements", "is", "represents", "returns", "was"];

/// `restic saves several targets and returns a snapshot`: what the first of the stations that a road is about does, by its doc
/// comment. `None` if none has such a comment, or if the road begins at no program.
pub(super) fn deed_of(
    graph: &Graph<'_>,
    sources: &Sources<'_>,
    first: SymbolId,
    about: &[SymbolId],
) -> Option<String> {
    let program = Some(graph.symbol(first)).filter(|&entry| is_main(entry)).map(names_of)?;
    let deed = |&id: &SymbolId| {
        let sentence = first_sentence(&opening(&sources.doc(graph, id)));
        deed(&sentence, graph.symbol(id).name())
    };
    let deed = about.iter().find_map(deed)?;
    Some(clean(&format!("{} {deed}", program.first().unwrap_or(&"main"))).into_owned())
}

/// `from cmd/restic by newBackupCommand to archiver.Archiver.Snapshot`.
pub(super) fn way_to(
    graph: &Graph<'_>,
    first: SymbolId,
    about: &[SymbolId],
    command: Option<SymbolId>,
) -> String {
    let by =
        command.map_or_else(String::new, |command| format!(" by {}", clean(graph.symbol(command).name())));
    let to = about.first().map_or_else(String::new, |&last| format!(" to {}", named(graph.symbol(last))));
    format!("from {}{by}{to}", place(graph.symbol(first)))
}

/// The place where a road begins: the folder of a program, or a function.
pub(super) fn place(entry: Symbol<'_>) -> String {
    match (is_main(entry), folder_of(entry)) {
        (true, "") => "main".to_owned(),
        (true, folder) => clean(folder).into_owned(),
        (false, _) => named(entry),
    }
}

/// The verb and the words after it of a sentence that begins with a name, as doc comments do. The name may be the verb itself:
/// `Run the scheduler`. `None` if the sentence has another form, or is long in one part.
fn deed(sentence: &str, name: &str) -> Option<String> {
    let rest = sentence.strip_prefix(name)?.strip_prefix(' ')?.trim_end_matches('.');
    let is_object = OBJECTS.contains(&rest.split(' ').next().unwrap_or_default());
    let rest = if is_object { format!("{} {rest}", third_person(name)) } else { rest.to_owned() };
    let rest = rest.as_str();
    let verb = rest.split(' ').next().unwrap_or_default();
    let is_deed = verb.ends_with('s')
        && verb.chars().all(char::is_lowercase)
        && verb.len() < rest.len()
        && !NO_DEEDS.contains(&verb);
    if !is_deed {
        return None;
    }
    let ends = rest.match_indices(' ').map(|(at, _)| at).chain([rest.len()]);
    let is_end = |&at: &usize| {
        let next = rest[at..].trim_start().split(' ').next().unwrap_or_default();
        let is_part =
            PARTS.contains(&next) || CLAUSES.contains(&next) || rest[..at].ends_with([',', ';', ':']);
        // A verb behind `and` has its object in the rest, and a participle most of what it says.
        let is_whole = || {
            let mut words = rest[..at].rsplit(' ');
            let is_open = rest[..at].matches('(').count() > rest[..at].matches(')').count();
            let last = words.next().unwrap_or_default();
            !is_open
                && !last.ends_with("ed")
                && words.next() != Some("and")
                && words.all(|word| !CLAUSES.contains(&word))
        };
        (next.is_empty() || is_part && is_whole())
            && rest[..at].chars().count() <= MAX_CHARS
            && at > verb.len()
    };
    let end = ends.rev().find(is_end)?;
    Some(rest[..end].trim_end_matches([',', ';', ':']).to_owned())
}

/// `Push` as `pushes`.
fn third_person(verb: &str) -> String {
    let verb = verb.to_lowercase();
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| verb.ends_with(end));
    format!("{verb}{}", if hisses { "es" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::deed;

    #[test]
    fn a_deed_is_what_a_doc_comment_says_a_function_does() {
        for (sentence, expected) in [
            ("Build builds all sites.", Some("builds all sites")),
            (
                "Build launches the etcd server and HTTP handlers for client/server communication.",
                Some("launches the etcd server and HTTP handlers"),
            ),
            ("Build is called to start.", None),
            ("Build runs.", None),
            ("Builds all sites.", None),
            ("Build the sites.", Some("builds the sites")),
            ("Build some sites.", None),
            (
                "Build makes something, which is long to tell as it has so many words behind it.",
                Some("makes something"),
            ),
            (
                "Build performs jobs until the context ends, and returns when the last one has been stored.",
                Some("performs jobs until the context ends"),
            ),
            ("Build applies the given text against the fields stored in the table of the program.", None),
            (
                "Build makes a graph (CFG) of the program by rules (wiring its successors, one after the other).",
                Some("makes a graph (CFG) of the program"),
            ),
            (
                "Build sends the entry to third-party providers when the user click on it.",
                Some("sends the entry to third-party providers"),
            ),
        ] {
            assert_eq!(deed(sentence, "Build").as_deref(), expected, "{sentence}");
        }
    }
}
