//! `impact`: what a change to a symbol, or a diff, may break, and the tests to run.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::place;
use crate::impact::{
    ChangeKind, Changed, Limits, Radius, Start, THRESHOLD, TestCommand, TreeFacts, WorkGroup, WorkItem,
    WorkList,
};
use crate::index;
use crate::index::git::{self, Diff, Range};
use crate::mcp::answer_builder::{AnswerBuilder, ListPart, Row, ShownRow, count};
use crate::mcp::arguments::{Arguments, ToolAnswer};
use crate::mcp::workspace::{Parts, ServerWorkspace};
use crate::model::{Graph, counted};
use crate::unused::UnseenUse;

/// Tenths of the room that the symbols of a diff may take, and that the tests may take.
const FOR_CHANGED: u32 = 3;
const FOR_TESTS: u32 = 4;
/// Limits within which a change is followed.
const LIMITS: Limits = Limits { threshold: THRESHOLD, depth: None, doubtful: true };
/// Tenths of the room for what no longer compiles.
const FOR_BROKEN: u32 = 3;

pub(in crate::mcp) fn answer(
    workspace: &mut ServerWorkspace,
    arguments: &Arguments<'_>,
    cancelled: &AtomicBool,
) -> ToolAnswer {
    let (name, range, budget) = (arguments.text("name")?, arguments.text("diff")?, arguments.budget()?);
    let after = arguments.text("after")?;
    workspace.fresh(cancelled)?;
    let target = match (name, range) {
        (Some(name), None) => Some(workspace.symbol(name, budget)?),
        (None, Some(_)) => None,
        (Some(_), Some(_)) => return Err("give `name` or `diff`, not both".to_owned()),
        (None, None) => {
            return Err(
                "impact needs `name`, a symbol, or `diff`, a git range such as HEAD for uncommitted edits"
                    .to_owned(),
            );
        }
    };
    let footer = workspace.footer(false);
    let Parts { snapshot, .. } = workspace.parts()?;
    let snapshot = &snapshot.clone();
    let graph = snapshot.graph();
    let is_cancelled = || cancelled.load(Relaxed);
    let diff = range.map(|range| git::diff_with_unbound(snapshot, &Range::parse(range), &is_cancelled));
    let diff = diff.transpose().map_err(|error| error.to_string())?;
    if let Some(why) = diff.as_ref().and_then(Diff::gap) {
        return Err(why);
    }
    let starts: Vec<Start> = match (&diff, target) {
        (Some(diff), _) => diff.starts(LIMITS),
        (None, target) => target.into_iter().map(Start::whole).collect(),
    };
    let radius = survey(workspace, &starts, cancelled)?;
    let mut builder = AnswerBuilder::new(budget, footer).going_on(after);
    let room = builder.left();
    match (&diff, target) {
        (Some(diff), _) => changes(&mut builder, &graph, diff, room * FOR_CHANGED / 10),
        (None, Some(target)) => drop(builder.line(&format!("if {} changes", place(&graph, target)))),
        (None, None) => {}
    }
    let left = diff.iter().flat_map(Diff::unbound).filter_map(|changed| changed.symbol);
    let (symbols, helpers, _) = radius.n_affected(&graph, left);
    let tests = radius.n_tests();
    builder.line(&format!(
        "{}, {} and {} may be affected",
        counted(symbols, "symbol"),
        counted(helpers, "test-only symbol"),
        counted(tests, "test")
    ));
    if radius.impact.affected.is_empty()
        && let Some(target) = target
    {
        let unseen = index::unseen_uses(snapshot, target, &is_cancelled);
        if !unseen.is_empty() {
            builder.line(&format!("no known symbol depends on it: {}", UnseenUse::describe_all(&unseen)));
        }
    }
    let unknown = index::unseen_tests(snapshot, &radius, diff.as_ref());
    if !unknown.is_empty() {
        builder.line(&format!("the list of tests cannot know: {}", UnseenUse::describe_all(&unknown)));
    }
    let below = radius.impact.below_threshold.symbols as usize;
    if below > 0 {
        builder.line(&format!(
            "not followed: {} that it reaches with a score below {THRESHOLD}",
            counted(below, "branch")
        ));
    }
    work_list(&mut builder, &graph, diff.as_ref(), &radius, room);
    Ok(builder.finish())
}

/// Finds what a change of some symbols affects, and its tests.
pub(super) fn survey(
    workspace: &mut ServerWorkspace,
    starts: &[Start],
    cancelled: &AtomicBool,
) -> Result<Radius, String> {
    let Parts { snapshot, surveyor, .. } = workspace.parts()?;
    let graph = snapshot.graph();
    let modules = snapshot.modules();
    let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
    let head = |path: &str| snapshot.head(path);
    let tree = TreeFacts { modules: &modules, head: &head };
    let is_cancelled = || cancelled.load(Relaxed);
    let radius = surveyor.survey_unless(&graph, snapshot.generation(), starts, LIMITS, tree, &is_cancelled);
    radius.ok_or_else(|| "cancelled".to_owned())
}

/// Adds the tests to run, in `most` tokens.
pub(super) fn tests(builder: &mut AnswerBuilder, graph: &Graph<'_>, radius: &Radius, most: u32) {
    // If a list of test names is too long for the room, the whole package is given instead.
    let run = |run: &TestCommand| {
        let noted = format!("  {}", run.noted(graph));
        if count(&noted) <= most / 2 {
            return noted;
        }
        let whole = run.line(graph).split(" -run ").next().unwrap_or_default();
        format!("  {whole}  # {} of it are affected", counted(run.n_tests(), "test"))
    };
    let rows = radius.runs.iter().map(|command| {
        let shown = || {
            let keys = command.tests().map(|test| graph.symbol(test).id_text()).collect();
            ShownRow { keys, text: run(command) }
        };
        Row { n: 1, shown: Box::new(shown) }
    });
    let heading = "run these tests, the surest first:";
    builder.list(&ListPart::of("lines of tests", heading, builder.floor(most)), rows);
}

/// Adds what a change asks for: what no longer compiles, the tests to run, and what may have to change too. `room` is that of
/// the whole answer, in tokens.
fn work_list(
    builder: &mut AnswerBuilder,
    graph: &Graph<'_>,
    diff: Option<&Diff>,
    radius: &Radius,
    room: u32,
) {
    let (changed, broken) = diff.map_or((&[][..], None), |diff| (&diff.changed[..], diff.broken.as_deref()));
    let work = WorkList::of(graph, changed, broken, radius);
    let key = |item: &WorkItem| match item.symbol {
        Some(symbol) => graph.symbol(symbol).id_text(),
        None => format!("{}:{}", item.path, item.lines.first().copied().unwrap_or_default()),
    };
    let broken = |item: &WorkItem| {
        let lines: Vec<String> = item.lines.iter().map(u32::to_string).collect();
        format!("  {}  {}:{}  {}", item.qualified, item.path, lines.join(","), item.notes.join("; "))
    };
    let rows = work.of_group(WorkGroup::WontCompile).map(|item| Row::one(|| (key(item), broken(item))));
    let (what, floor) = ("declarations that do not compile", builder.floor(room * FOR_BROKEN / 10));
    builder.list(&ListPart::of(what, "won't compile:", floor), rows);
    tests(builder, graph, radius, room * FOR_TESTS / 10);
    let row = |item: &WorkItem| {
        let line = item.lines.first().copied().unwrap_or_default();
        let name = item.symbol.map_or_else(|| item.qualified.clone(), |symbol| graph.symbol(symbol).label());
        match item.row.and_then(|row| Some((row, radius.impact.row(row)?))) {
            Some((row, affected)) => {
                let chain = radius.chain(graph, row);
                format!("  {:.2}  {name}  {}:{line}  [{chain}]", affected.score, item.path)
            }
            None => format!("        {name}  {}:{line}  ({})", item.path, item.notes.join("; ")),
        }
    };
    for (group, heading) in [
        (WorkGroup::MustLook, "must be looked at, with the score and the way:"),
        (WorkGroup::MayNotice, "may notice, with the score and the way:"),
    ] {
        let rows = work.of_group(group).map(|item| Row::one(|| (key(item), row(item))));
        builder.list(&ListPart::of("affected symbols", heading, 0), rows);
    }
}

/// The differences: symbols, and changes outside of declarations.
fn changes(builder: &mut AnswerBuilder, graph: &Graph<'_>, diff: &Diff, most: u32) {
    for note in &diff.notes {
        builder.line(&format!("note: {note}"));
    }
    let row = |changed: &Changed| {
        let from = changed.origin().filter(|_| changed.change == ChangeKind::Renamed);
        let from = from.map_or(String::new(), |from| format!("  (from {from})"));
        let package = changed.package(graph).map_or("", |package| graph.symbol(package).name());
        let dot = if package.is_empty() { "" } else { "." };
        format!(
            "  {} {} {package}{dot}{}  {}:{}{from}",
            changed.name(),
            changed.kind,
            changed.qualified,
            changed.path,
            changed.line
        )
    };
    let heading = format!("changed, in {}:", counted(diff.files.len(), "file"));
    // Declarations that only lost a reference stand in the work list.
    let own = diff.changed.iter().filter(|changed| changed.change != ChangeKind::Unbound);
    let own: Vec<&Changed> = own.collect();
    let key = |changed: &Changed| match changed.symbol {
        Some(symbol) => graph.symbol(symbol).id_text(),
        None => format!("{}:{}", changed.path, changed.line),
    };
    let rows = own.iter().map(|changed| Row::one(|| (key(changed), row(changed))));
    let floor = builder.floor(most);
    builder.list(&ListPart::of("changed symbols", &heading, floor), rows);
    if own.is_empty() {
        builder.line("no declaration differs");
    }
    let outside = diff
        .outside
        .iter()
        .map(|file| Row::one(|| (file.path.clone(), format!("  {}  ({})", file.path, file.words()))));
    let (what, heading) = ("files changed outside of declarations", "changed outside of declarations:");
    builder.list(&ListPart::of(what, heading, builder.floor(most / 2)), outside);
}
