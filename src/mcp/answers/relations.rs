//! `callers`: the other ends of the edges of a symbol, each with its lines.

use std::sync::atomic::AtomicBool;

use crate::index::unseen_users;
use crate::mcp::answer_builder::{AnswerBuilder, ListPart};
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::lists::{ListSection, ListedEnd, MAX_FOLDED, by_file, folded, write_list};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Graph, SymbolId};
use crate::relations::{MAX_DEPTH, Reach, RelationKind};
use crate::search::{Qualifier, Qualifiers, Relation, RelationLookup, RelationScope};

/// The relations that can be requested. The first is the default.
const RELATIONS: [RelationKind; 14] = [
    RelationKind::Callers,
    RelationKind::Callees,
    RelationKind::Users,
    RelationKind::Implementers,
    RelationKind::Embedders,
    RelationKind::Readers,
    RelationKind::Writers,
    RelationKind::Makers,
    RelationKind::Returners,
    RelationKind::Methods,
    RelationKind::Fields,
    RelationKind::Tests,
    RelationKind::Importers,
    RelationKind::Imports,
];

pub(in crate::mcp) const NAMES: [&str; RELATIONS.len()] = {
    let mut names = [""; RELATIONS.len()];
    let mut ix = 0;
    while ix < names.len() {
        names[ix] = RELATIONS[ix].plural();
        ix += 1;
    }
    names
};

/// The words for tests among the ends. The first is the default.
pub(in crate::mcp) const TESTS: [&str; 3] = ["on", "off", "only"];

/// The largest number of ends. Further ones are counted.
const MAX_ENDS: usize = 2_000;

/// The part of a relation that is listed.
struct Asked {
    kind: RelationKind,
    depth: u32,
    /// True if possible ends are left out, false if each is listed; none if those through one interface or value share a line.
    direct: Option<bool>,
    qualifiers: Qualifiers,
}

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (names, budget) = (arguments.names("name")?, arguments.budget()?);
    let word = arguments.choice("relation", &NAMES)?;
    let kind = RELATIONS.into_iter().find(|kind| kind.plural() == word).unwrap_or(RelationKind::Callers);
    let (depth, direct) = (arguments.within("depth", 1, [1, MAX_DEPTH])?, arguments.flag("direct")?);
    let asked = Asked { kind, depth, direct, qualifiers: narrowed(arguments)? };
    workspace.fresh(cancelled)?;
    let mut builder = AnswerBuilder::new(budget, workspace.footer(false)).going_on(arguments.text("after")?);
    for (ix, name) in names.iter().enumerate() {
        let share = builder.left() / (names.len() - ix) as u32;
        let floor = builder.left() - share;
        match (relation(workspace, name, &asked, share), names.len()) {
            (Ok(found), _) => write(workspace, &mut builder, &found, &asked, floor)?,
            (Err(error), 1) => return Err(error),
            (Err(error), _) => builder.error(&error, floor),
        }
    }
    Ok(builder.finish())
}

/// Reads what narrows the ends: `tests` and `in`.
fn narrowed(arguments: &Arguments<'_>) -> Result<Qualifiers, String> {
    let mut qualifiers = Qualifiers::default();
    match arguments.choice("tests", &TESTS)? {
        "off" => qualifiers.push(Qualifier::tests(false)),
        "only" => qualifiers.push(Qualifier::tests(true)),
        _ => {}
    }
    if let Some(place) = arguments.text("in")? {
        let place = place.trim_start_matches("./").trim_end_matches('/');
        // The go command compares the case, too: `x.GO` is no source file.
        #[expect(clippy::case_sensitive_file_extension_comparisons, reason = "the go tool compares bytes")]
        let is_file = place.ends_with(".go");
        qualifiers.push(if is_file { Qualifier::file(place) } else { Qualifier::within(place) });
    }
    Ok(qualifiers)
}

/// The ends of what a name means, with its symbols.
fn relation(
    workspace: &mut ServerWorkspace,
    name: &str,
    asked: &Asked,
    budget: u32,
) -> Result<Relation, String> {
    let meant = workspace.symbols(name, budget, 1);
    let Parts { snapshot, surveyor, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    let lookup = match meant {
        Ok(symbols) => RelationLookup::of_symbols(&graph, asked.kind, symbols),
        // It may be the name of a symbol outside of the tree.
        Err(error) => RelationLookup::of_outside(&graph, asked.kind, name).ok_or(error)?,
    };
    let reach = Reach { depth: asked.depth, direct: asked.direct == Some(true) };
    let scope = RelationScope { reach, qualifiers: &asked.qualifiers, limit: MAX_ENDS };
    Ok(lookup.answer(&graph, (surveyor, snapshot.generation()), scope))
}

/// Adds the state of a list and its ends, above `floor` tokens.
fn write(
    workspace: &mut ServerWorkspace,
    builder: &mut AnswerBuilder,
    relation: &Relation,
    asked: &Asked,
    floor: u32,
) -> Result<(), String> {
    let Parts { snapshot, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    let mut notes = vec![relation.state.line()];
    notes.extend(relation.named.first().and_then(|&symbol| other_kind(&graph, asked.kind, symbol)));
    if asked.kind.is_of_uses() || !relation.has_ends() {
        notes.extend(unseen_users(snapshot, &relation.named));
    }
    for note in &notes {
        builder.lines_above(&[note], floor);
    }
    let what = asked.kind.plural();
    write_list(builder, sections(&graph, relation, asked), &ListPart::of(what, "", floor));
    builder.omit(what, relation.n_unlisted(), "");
    Ok(())
}

/// Parts a list: ends by the number of steps, code before tests, then what is possible.
fn sections<'e>(graph: &'e Graph<'_>, relation: &'e Relation, asked: &Asked) -> Vec<ListSection<'e>> {
    let listed = |&symbol: &SymbolId| ListedEnd {
        symbol,
        place: relation.place(graph, symbol),
        lines: relation.lines_of(symbol),
    };
    let of_tests = |symbol: &SymbolId| !relation.is_of_tests() && graph.symbol(*symbol).is_test();
    let part = |symbol: &SymbolId| (relation.steps_to(*symbol), of_tests(symbol));
    let (possible, sure): (Vec<SymbolId>, Vec<SymbolId>) =
        relation.ends().iter().partition(|&&symbol| relation.is_possible(symbol) && !relation.is_of_tests());
    let marks_steps = asked.depth > 1 && relation.state.levels.len() > 1;
    let mut sections: Vec<ListSection<'_>> = Vec::new();
    for ends in sure.chunk_by(|a, b| part(a) == part(b)) {
        let (steps, is_of_tests) = part(&ends[0]);
        let step = if marks_steps { format!("step {steps}") } else { String::new() };
        let heading = match (marks_steps, is_of_tests) {
            (_, false) => step,
            (true, true) => format!("{step}, in tests"),
            (false, true) => "in tests".to_owned(),
        };
        let heading = if heading.is_empty() { heading } else { heading + ":" };
        sections.push(ListSection { heading, rows: by_file(graph, asked.kind, ends.iter().map(listed)) });
    }
    let mut ways: Vec<(&str, Vec<ListedEnd<'_>>)> = Vec::new();
    for symbol in &possible {
        let through = relation.through(*symbol).unwrap_or("what it calls");
        match ways.iter_mut().find(|(way, _)| *way == through) {
            Some((_, ends)) => ends.push(listed(symbol)),
            None => ways.push((through, vec![listed(symbol)])),
        }
    }
    if asked.direct == Some(false) {
        sections.extend(ways.into_iter().map(|(way, ends)| ListSection {
            heading: format!("possible through {way}:"),
            rows: by_file(graph, asked.kind, ends),
        }));
    } else {
        let is_cut = ways.iter().any(|(_, ends)| ends.len() > MAX_FOLDED);
        let heading = if is_cut { "possible (each with direct: false):" } else { "possible:" };
        let heading = heading.to_owned();
        let rows: Vec<_> =
            ways.into_iter().map(|(way, ends)| folded(graph, asked.kind, way.to_owned(), ends)).collect();
        sections.push(ListSection { heading, rows });
    }
    sections
}

/// A sentence for a symbol of a kind that cannot have such ends.
fn other_kind(graph: &Graph<'_>, kind: RelationKind, symbol: SymbolId) -> Option<String> {
    let symbol = graph.symbol(symbol);
    let noun = symbol.kind().noun();
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let instead = match kind {
        RelationKind::Callers | RelationKind::Callees if symbol.kind().is_type() => {
            "; code does not call a type: ask for its users, makers, implementers or methods"
        }
        _ => "",
    };
    (!kind.is_asked_of(symbol.kind()) && !kind.is_of_packages())
        .then(|| format!("{} is {article} {noun}{instead}", symbol.label()))
}
