//! `symbol`: declarations and places by name, their source with line numbers, and the symbols that their edges lead to.

use std::sync::atomic::AtomicBool;

use super::source::{Source, WINDOW};
use crate::index::uses_in_assembly;
use crate::mcp::answer_builder::{AnswerBuilder, ListPart};
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::lists::{ListSection, ListedEnd, by_file, folded, write_list};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Graph, Lines, Symbol, SymbolId, SymbolKind, lines_meant, symbol_flag};
use crate::relations::{Certainty, End, RelationGroup, RelationKind, around, by_symbol, ends, in_order};

/// Tenths of the room of a declaration that its source may take. What the lists need not is left to the source.
const FOR_SOURCE: u32 = 7;
/// Tenths of the room that each list may take, and the tokens that it may take anyway.
const FOR_LIST: u32 = 3;
const MIN_LIST: u32 = 60;
/// The largest number of variants in other builds that are named.
const MAX_VARIANTS: usize = 8;
/// The most tests that are named.
const MAX_TESTS: usize = 3;
/// The most declarations that are shown of a name that means several.
const MAX_MEANT: usize = 3;

/// The meaning of a name.
enum Meant {
    Declarations(Vec<SymbolId>),
    /// Lines of a file that are not those of a declaration's name.
    Lines(Lines),
}

/// Form in which a meaning is shown.
struct View<'a> {
    /// The words whose lines are shown of a declaration; all lines if there are none.
    words: &'a [String],
    /// True if other names are asked for as well.
    is_beside: bool,
    /// The tokens that stay free for these.
    floor: u32,
}

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (names, budget) = (arguments.names("name")?, arguments.budget()?);
    let words = arguments.words("around")?;
    let words: Vec<String> = words.into_iter().map(|word| word.trim().to_owned()).collect();
    let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
    workspace.fresh(cancelled)?;
    let mut builder = AnswerBuilder::new(budget, workspace.footer(false));
    let room = builder.left() / names.len() as u32;
    let mut found: Vec<Result<Meant, String>> = names
        .iter()
        .map(|name| meant(workspace, name, if names.len() > 1 { room } else { budget }))
        .collect();
    if let [Err(error)] = &mut found[..] {
        return Err(std::mem::take(error));
    }
    let Parts { snapshot, .. } = workspace.parts()?;
    let mut later = shares(&snapshot.graph(), &found, builder.left());
    for found in &found {
        let share = later.remove(0);
        let floor = later.iter().sum::<u32>().min(builder.left().saturating_sub(share));
        let view = View { words: &words, is_beside: names.len() > 1, floor };
        match found {
            Ok(found) => show(workspace, &mut builder, found, &view)?,
            Err(error) => builder.error(error, floor),
        }
    }
    Ok(builder.finish())
}

fn meant(workspace: &mut ServerWorkspace, name: &str, budget: u32) -> Result<Meant, String> {
    let place = workspace.below_root(name);
    let Parts { snapshot, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    if let Some(lines) = lines_meant(&graph, &place) {
        // Lists name a declaration by the line of its name.
        let is_declared =
            |id: &SymbolId| lines.first == lines.last && graph.symbol(*id).line() == lines.first;
        return Ok(match graph.around(lines.file, lines.first).filter(is_declared) {
            Some(id) => Meant::Declarations(vec![id]),
            None => Meant::Lines(lines),
        });
    }
    let most = if name.contains(':') { 1 } else { MAX_MEANT };
    workspace.symbols(name, budget, most).map(Meant::Declarations)
}

fn show(
    workspace: &mut ServerWorkspace,
    builder: &mut AnswerBuilder,
    meant: &Meant,
    view: &View<'_>,
) -> Result<(), String> {
    let mut parts = workspace.parts()?;
    let snapshot = parts.snapshot.clone();
    let graph = snapshot.graph();
    let ids = match meant {
        Meant::Declarations(ids) => ids,
        Meant::Lines(lines) => {
            let holder = graph.around(lines.file, lines.first);
            let holder = holder.filter(|&id| graph.symbol(id).end_line() >= lines.last);
            let id =
                holder.map_or_else(|| graph.path(lines.file).to_owned(), |id| graph.symbol(id).id_text());
            let place = match lines {
                Lines { first, last, .. } if first == last => String::new(),
                Lines { file, first, last } => format!("{}:{first}-{last}", graph.path(*file)),
            };
            // A range is no declaration, but may lie in one.
            let id = if holder.is_some() || place.is_empty() { id } else { String::new() };
            builder.lines_above(&[&place, &id], view.floor);
            match Source::of(&mut parts, &graph, lines.file) {
                Some(source) => source.show(builder, &source.around(&graph, *lines), view.floor),
                None => drop(builder.line(UNREADABLE)),
            }
            return Ok(());
        }
    };
    for (ix, &id) in ids.iter().enumerate() {
        let share = builder.left().saturating_sub(view.floor) / (ids.len() - ix) as u32;
        let view =
            View { floor: builder.left() - share, is_beside: view.is_beside || ids.len() > 1, ..*view };
        head(builder, &graph, id, view.floor);
        source(builder, &mut parts, &graph, id, &view);
        if let Some(places) = uses_in_assembly(&snapshot, id) {
            builder.lines_above(&[&places], view.floor);
        }
        relations(builder, &graph, id, &view);
    }
    Ok(())
}

const UNREADABLE: &str = "(its file has changed or cannot be read)";

/// Names the symbol, and its variants in other builds.
fn head(builder: &mut AnswerBuilder, graph: &Graph<'_>, id: SymbolId, floor: u32) {
    let symbol = graph.symbol(id);
    let flags = [
        (symbol.is_of_tests(), "of tests"),
        (symbol.has(symbol_flag::GENERATED), "generated"),
        (symbol.has(symbol_flag::CONSTRAINED), "left out of this build"),
    ];
    let mut facts: Vec<String> =
        flags.iter().filter(|(has, _)| *has).map(|(_, what)| (*what).to_owned()).collect();
    let package = Some(symbol).filter(|symbol| symbol.kind() == SymbolKind::Package);
    facts.extend(package.and_then(Symbol::import_path).map(|path| format!("import \"{path}\"")));
    let variants = graph.variants(id);
    let mut shown: Vec<String> =
        variants.iter().take(MAX_VARIANTS).map(|&variant| graph.symbol(variant).id_text()).collect();
    if variants.len() > shown.len() {
        shown.push(format!("and {} more", variants.len() - shown.len()));
    }
    let others =
        if shown.is_empty() { String::new() } else { format!("other builds have {}", shown.join(", ")) };
    builder.lines_above(&[&symbol.id_text(), &facts.join(", "), &others], floor);
}

/// Adds the doc comment and the declaration, or the lines of it that have the words.
fn source(
    builder: &mut AnswerBuilder,
    parts: &mut Parts<'_>,
    graph: &Graph<'_>,
    id: SymbolId,
    view: &View<'_>,
) {
    let symbol = graph.symbol(id);
    if symbol.kind().is_container() {
        builder.lines_above(&[symbol.signature()], view.floor);
        return;
    }
    let Some(source) = symbol.file().and_then(|file| Source::of(parts, graph, file)) else {
        builder.lines_above(&[symbol.signature(), UNREADABLE], view.floor);
        return;
    };
    let is_long = graph.symbol(id).end_line() - graph.symbol(id).line() >= WINDOW;
    let words = if is_long { view.words } else { &[] };
    let room = builder.left().saturating_sub(view.floor);
    let most = room * FOR_SOURCE / 10;
    let with_words = if words.is_empty() { None } else { source.with_words(graph, id, words, most) };
    if with_words.is_none() && !words.is_empty() {
        let words = view.words.join(", ");
        builder.lines_above(&[&format!("no line of it has {words}")], view.floor);
    }
    let mut runs = with_words.unwrap_or_else(|| source.whole(graph, id));
    if source.tokens(&runs) > most {
        let callees = ends(graph, RelationKind::Callees, id);
        let calls = |line: u32| callees.iter().any(|end| end.lines.contains(&line));
        if let Some(statements) = source.statements(graph, id, &calls)
            && view.words.is_empty()
        {
            builder.lines_above(&["(shortened to the statements that call code of this tree)"], view.floor);
            runs = statements;
        }
    }
    source.show(builder, &runs, view.floor + room - most);
}

/// The room for each of some meanings, so that what one does not need is left to the others. O(n log n).
fn shares(graph: &Graph<'_>, meant: &[Result<Meant, String>], room: u32) -> Vec<u32> {
    /// Tokens of a line of source, and of what stands beside the source.
    const OF_LINE: u32 = 14;
    const BESIDE: u32 = 120;
    let lines = |id: &SymbolId| graph.symbol(*id).end_line() + 1 - graph.symbol(*id).line();
    let needs: Vec<u32> = meant
        .iter()
        .map(|meant| match meant {
            Ok(Meant::Declarations(ids)) => ids.iter().map(|id| lines(id) * OF_LINE + BESIDE).sum(),
            Ok(Meant::Lines(lines)) => (lines.last - lines.first + 2 * WINDOW) * OF_LINE,
            Err(_) => BESIDE,
        })
        .collect();
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|&ix| needs[ix]);
    let (mut shares, mut left) = (vec![0; needs.len()], room);
    for (nth, &ix) in order.iter().enumerate() {
        shares[ix] = needs[ix].min(left / (order.len() - nth) as u32);
        left -= shares[ix];
    }
    // The longest gets the rest.
    if let Some(&longest) = order.last() {
        shares[longest] += left;
    }
    shares
}

/// Adds the relations of a symbol.
fn relations(builder: &mut AnswerBuilder, graph: &Graph<'_>, id: SymbolId, view: &View<'_>) {
    let room = builder.left().saturating_sub(view.floor);
    let most = (room * FOR_LIST / 10).max(MIN_LIST);
    let is_callable = graph.symbol(id).kind().is_callable();
    for group in around(graph, id) {
        use RelationKind::{Callees, Embedded, Implemented, Used};
        // These stand in the source.
        let is_plain = match group.kind {
            Used => is_callable || view.is_beside,
            Callees | Embedded | Implemented => view.is_beside || !view.words.is_empty(),
            _ => false,
        };
        if is_plain {
            continue;
        }
        let floor = view.floor.max(builder.left().saturating_sub(most));
        if builder.lines_above(&[&group.heading()], view.floor) {
            let what = group.kind.plural();
            let (more, rest) = (format!("more {what}"), format!("callers with relation: {what}"));
            let list = ListPart { what: &more, heading: "", floor, rest: &rest };
            write_list(builder, sections(graph, &group, &sure(graph, id, &group)), &list);
        }
    }
}

/// The ends of a group that are not only possible, in order.
fn sure<'g>(graph: &Graph<'_>, id: SymbolId, group: &RelationGroup<'g>) -> Vec<End<'g>> {
    let mut sure: Vec<End<'_>> = by_symbol(&group.ends);
    sure.retain(|end| end.certainty != Certainty::Possible && end.symbol != id);
    sure.retain(|end| graph.symbol(end.symbol).kind() != SymbolKind::File);
    in_order(graph, group.kind, &mut sure);
    sure
}

/// The ends of a group: those in code, what goes through an interface or a value, and the first tests.
fn sections<'e>(
    graph: &'e Graph<'_>,
    group: &'e RelationGroup<'_>,
    sure: &'e [End<'_>],
) -> Vec<ListSection<'e>> {
    let kind = group.kind;
    let (tests, program): (Vec<_>, Vec<_>) =
        sure.iter().partition(|end| graph.symbol(end.symbol).is_of_tests());
    let mut rows = by_file(graph, kind, program.into_iter().map(|end| listed(graph, end)));
    let possible = group.parts(graph);
    for part in possible.iter().filter(|part| part.ends[0].certainty == Certainty::Possible) {
        let way = part.ends[0].via.map(|via| via.name(graph)).unwrap_or_default();
        let ends: Vec<ListedEnd<'_>> = part.ends.iter().map(|end| listed(graph, end)).collect();
        rows.push(folded(graph, kind, way.into_owned(), ends));
    }
    let named = tests.iter().take(MAX_TESTS).map(|end| listed(graph, end));
    let more = if tests.len() > MAX_TESTS {
        format!("in tests, the first {MAX_TESTS}:")
    } else {
        "in tests:".to_owned()
    };
    vec![
        ListSection { heading: String::new(), rows },
        ListSection { heading: more, rows: by_file(graph, kind, named) },
    ]
}

fn listed<'e>(graph: &'e Graph<'_>, end: &'e End<'_>) -> ListedEnd<'e> {
    ListedEnd { symbol: end.symbol, place: graph.place(end.symbol), lines: &end.lines }
}
