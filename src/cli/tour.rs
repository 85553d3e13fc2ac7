//! `tour list|show|export|generate|check [PATH]`

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use clap::builder::NonEmptyStringValueParser;
use serde_json::{Value, json};

use super::common::PathArg;
use super::text::write_json;
use super::{Common, Failure, open_index};
use crate::index::git::{self, Range};
use crate::index::tour_export::exported;
use crate::index::tour_steps::{TourVersion, locate, plan_of, review_of};
use crate::index::tours::{self, Opener, Overwrite, TourFile};
use crate::index::{Repository, Snapshot, documents};
use crate::model::{Graph, clean, counted};
use crate::secrets;
use crate::tour::{self, LocatedStep, Location, Plan, Planner, Platform, StepPlace, Tour, TourKind, Verdict};

#[derive(Debug, clap::Args)]
pub struct TourArgs {
    #[command(subcommand)]
    task: TourTask,
}

#[derive(Debug, clap::Subcommand)]
enum TourTask {
    /// List the tours of the repository, and those that can be generated
    List {
        #[command(flatten)]
        target: PathArg,
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a tour, named by its file, the file's name without extension, or its title
    Show {
        /// The tour
        name: String,
        #[command(flatten)]
        target: PathArg,
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a tour with the texts of its files: to be played without the repository, or as a page of markdown for its documents
    Export {
        /// The tour, named as for `tour show`
        name: String,
        #[command(flatten)]
        target: PathArg,
        /// The form: a tour file, or a page of markdown
        #[arg(long, value_enum, default_value_t = ExportFormat::Tour)]
        format: ExportFormat,
        /// The folder that a page of markdown will stand in, from which its links lead to the files
        #[arg(long, value_name = "DIR", default_value = ".")]
        folder: String,
        /// Show secrets in the texts, such as keys and passwords, which are masked otherwise
        #[arg(long)]
        show_secrets: bool,
    },
    /// Write tours made from the graph as `.tours/*.tour`
    Generate {
        #[command(flatten)]
        target: PathArg,
        /// Only tours of this kind; can be given several times
        #[arg(long = "kind", value_name = "K", value_parser = kind_parser())]
        kinds: Vec<String>,
        /// A tour of what a git range changes: `main...HEAD`, `A..B`, `A^!` for commit A alone, or one commit to compare the working tree with
        #[arg(long, value_name = "RANGE", conflicts_with = "kinds", value_parser = NonEmptyStringValueParser::new())]
        range: Option<String>,
        /// With --range: for its reviewer, so with what the changes most likely affect and tests behind them
        #[arg(long, requires = "range")]
        review: bool,
        /// A tour of one package: its folder, its import path or its name, or a symbol of it
        #[arg(long, value_name = "PKG", conflicts_with_all = ["kinds", "range"])]
        package: Option<String>,
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
    /// Report steps whose code moved, was renamed or is gone; exit code 1 if any is gone
    Check {
        #[command(flatten)]
        target: PathArg,
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
}

/// The form of an exported tour.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ExportFormat {
    Tour,
    Markdown,
}

fn kind_parser() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(TourKind::ALL.iter().map(|kind| kind.name()))
}

pub(super) fn run(args: &TourArgs, common: &Common) -> Result<(), Failure> {
    let (TourTask::List { target, .. }
    | TourTask::Show { target, .. }
    | TourTask::Export { target, .. }
    | TourTask::Generate { target, .. }
    | TourTask::Check { target, .. }) = &args.task;
    let (repository, outcome) = open_index::refreshed(&target.path, common, false)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let answer = match &args.task {
        TourTask::List { json, .. } => list(&mut out, &repository, &outcome.snapshot, *json),
        TourTask::Show { name, json, .. } => show(&mut out, &repository, &outcome.snapshot, name, *json),
        TourTask::Export { name, format, folder, show_secrets, .. } => {
            let page_in = matches!(format, ExportFormat::Markdown).then_some(folder.as_str());
            export(&mut out, &repository, &outcome.snapshot, name, (page_in, *show_secrets))
        }
        TourTask::Generate { kinds, range, review, package, json, .. } => {
            let plans = match (range, package) {
                (Some(range), _) if *review => {
                    let plan = review_of(&outcome.snapshot, range, &|| false);
                    plan.map(|plan| vec![plan]).map_err(Failure::failed)?
                }
                (Some(range), _) => changes(&outcome.snapshot, range)?,
                (None, Some(package)) => of_package(&outcome.snapshot, package)?,
                (None, None) => plans(&outcome.snapshot, kinds),
            };
            generate(&mut out, &repository, &outcome.snapshot, &plans, *json)
        }
        TourTask::Check { json, .. } => check(&mut out, &repository, &outcome.snapshot, *json),
    };
    out.flush()?;
    answer
}

/// The tours of the requested kinds; without any, of all kinds.
fn plans(snapshot: &Snapshot, kinds: &[String]) -> Vec<Plan> {
    let wanted = |kind: &TourKind| kinds.iter().any(|word| word == kind.name());
    let (graph, opener) = (snapshot.graph(), Opener::new(snapshot.root()));
    let open = |path: &str| opener.open(path);
    let documents = documents(snapshot.root());
    let planner = Planner::new(&graph, &open, &documents);
    if kinds.is_empty() {
        return planner.all();
    }
    TourKind::ALL.into_iter().filter(wanted).flat_map(|kind| planner.plans(kind)).collect()
}

fn list(
    out: &mut impl Write,
    repository: &Repository,
    snapshot: &Snapshot,
    json: bool,
) -> Result<(), Failure> {
    let mut files = tours::discover(&repository.root);
    // The order of CodeTour; unreadable files last.
    let title = |file: &TourFile| file.tour.as_ref().ok().map(|tour| tour.title().to_owned());
    let follows = |file: &TourFile| file.tour.as_ref().is_ok_and(|tour| !tour.is_primary());
    files.sort_by_cached_key(|file| (file.tour.is_err(), follows(file), title(file), file.path.clone()));
    let progress = tours::progress(&repository.store);
    let plans = plans(snapshot, &[]);
    if json {
        let rows: Vec<Value> = files
            .iter()
            .map(|file| match &file.tour {
                Ok(tour) => json!({
                    "file": file.path,
                    "title": tour.title(),
                    "description": tour.description(),
                    "steps": tour.steps().len(),
                    "primary": tour.is_primary(),
                    "ref": tour.git_ref(),
                    "when": tour.when(),
                    "whenHolds": tour.is_for(Platform::here()),
                    "generated": tour.generated(),
                    "visited": progress.get(&file.path).map_or(0, |p| p.visited.len()),
                }),
                Err(error) => json!({ "file": file.path, "error": error.to_string() }),
            })
            .collect();
        let possible: Vec<Value> = plans.iter().map(plan_json).collect();
        write_json(out, &json!({ "tours": rows, "generable": possible }))?;
        return Ok(());
    }
    for file in &files {
        match &file.tour {
            Ok(tour) => {
                let title = clean(tour.title());
                let steps = counted(tour.steps().len(), "step");
                write!(out, "{title}  {steps}  {}", clean(&file.path))?;
                match tour.when().map(|condition| (clean(condition), tour.is_for(Platform::here()))) {
                    None | Some((_, Some(true))) => writeln!(out)?,
                    Some((condition, Some(false))) => writeln!(out, "  only when {condition}: not here")?,
                    Some((condition, None)) => writeln!(out, "  when {condition}: not understood, not run")?,
                }
            }
            Err(error) => writeln!(out, "{}  not usable: {}", clean(&file.path), clean(&error.to_string()))?,
        }
    }
    if files.is_empty() {
        writeln!(out, "no tours yet; `tour generate` writes these:")?;
    } else {
        writeln!(out, "\n`tour generate` writes:")?;
    }
    for plan in &plans {
        writeln!(
            out,
            "  {}  {}  --kind {}",
            clean(&plan.title),
            counted(plan.stops.len(), "step"),
            plan.kind
        )?;
    }
    Ok(())
}

fn plan_json(plan: &Plan) -> Value {
    json!({
        "name": plan.name,
        "title": plan.title,
        "description": plan.description,
        "kind": plan.kind,
        "steps": plan.stops.len(),
        "dependencies": plan.pairs,
        "backwards": plan.back,
    })
}

/// The tour with a name: a file, the end of its path, or a title; otherwise one that can be generated.
fn named(repository: &Repository, snapshot: &Snapshot, name: &str) -> Result<Tour, Failure> {
    let mut files = tours::discover(&repository.root);
    let fits = |file: &TourFile| {
        let base = file.path.rsplit('/').next().unwrap_or_default();
        let stem = base.strip_suffix(".tour").unwrap_or(base);
        file.path == name || stem == name || file.tour.as_ref().is_ok_and(|tour| tour.title() == name)
    };
    if let Some(at) = files.iter().position(fits) {
        let TourFile { path, tour } = files.swap_remove(at);
        return tour.map_err(|error| Failure::failed(format!("{path} is not usable: {error}")));
    }
    let graph = snapshot.graph();
    let opener = Opener::new(&repository.root);
    let found = plans(snapshot, &[]).into_iter().find(|plan| plan.name == name || plan.title == name);
    found.map(|plan| tour::generate(&graph, &plan, &|path| opener.open(path))).ok_or_else(|| {
        Failure::failed(format!("there is no tour `{name}`; `codegraph-tui tour list` lists the tours"))
    })
}

fn show(
    out: &mut impl Write,
    repository: &Repository,
    snapshot: &Snapshot,
    name: &str,
    json: bool,
) -> Result<(), Failure> {
    let tour = named(repository, snapshot, name)?;
    let rows = found(repository, snapshot, &tour);
    if json {
        let steps: Vec<Value> = tour
            .steps()
            .zip(&rows)
            .enumerate()
            .map(|(ix, (step, found))| step_json(ix, step, found))
            .collect();
        write_json(
            out,
            &json!({ "title": tour.title(), "description": tour.description(), "steps": steps }),
        )?;
        return Ok(());
    }
    writeln!(out, "{}", clean(tour.title()))?;
    if !tour.description().is_empty() {
        writeln!(out, "{}", clean(tour.description()))?;
    }
    let total = rows.len();
    for (ix, (step, found)) in tour.steps().zip(&rows).enumerate() {
        writeln!(out, "\n{}/{total}  {}  {}", ix + 1, clean(step.title()), clean(&place_of(step, found)))?;
        if let Some(why) = step.why() {
            writeln!(out, "    Why: {}", tour::plain(why).join(" "))?;
        }
        for line in tour::plain(step.description()) {
            writeln!(out, "{}", format!("    {line}").trim_end())?;
        }
        for remark in step.left_out().into_iter().chain(found.remark()) {
            writeln!(out, "    {}", clean(&remark))?;
        }
    }
    Ok(())
}

/// Prints a tour with the texts of its files, or its page for a folder; what it lacks goes to standard error.
fn export(
    out: &mut impl Write,
    repository: &Repository,
    snapshot: &Snapshot,
    name: &str,
    (page_in, shows_secrets): (Option<&str>, bool),
) -> Result<(), Failure> {
    let tour = named(repository, snapshot, name)?;
    let (graph, opener) = (snapshot.graph(), Opener::new(&repository.root));
    let exported = exported(&graph, &opener, &tour, shows_secrets).map_err(Failure::failed)?;
    let text = match page_in {
        None => exported.tour.to_text(),
        Some(folder) => {
            let found = locate(&graph, &opener, &exported.tour).found;
            let spot = |ix: usize| found.get(ix)?.spot.as_ref();
            tour::page(&exported.tour, folder, &|ix, step| lines_of(&graph, step, spot(ix)))
        }
    };
    out.write_all(text.as_bytes())?;
    let mut err = io::stderr().lock();
    for (ix, why) in &exported.without {
        let _ = writeln!(err, "codegraph-tui: step {} contains no text: {}", ix + 1, clean(why));
    }
    let masked = exported.tour.steps().filter_map(tour::TourStep::contents).map(secrets::masked_in).sum();
    if let Some(masked) = secrets::describe(masked) {
        let _ = writeln!(err, "codegraph-tui: {masked} (--show-secrets shows them)");
    }
    Ok(())
}

/// The lines that a step is about: those that it selects, or else the declaration of its symbol, or else those where it is found.
fn lines_of(graph: &Graph<'_>, step: tour::TourStep<'_>, found: Option<&Location>) -> Option<[u32; 2]> {
    let of_symbol = || {
        let symbol = graph.symbol(graph.find_id(&step.anchor()?.symbol)?);
        (!symbol.kind().is_container()).then(|| [symbol.line(), symbol.end_line()])
    };
    let of_place = || {
        let spot = found.filter(|spot| spot.line > 0)?;
        Some(spot.lines.unwrap_or([spot.line; 2]))
    };
    step.selection().or_else(of_symbol).or_else(of_place)
}

fn place_of(step: tour::TourStep<'_>, found: &LocatedStep) -> String {
    match (&found.spot, step.place()) {
        (Some(Location { path, lines: Some([first, last]), .. }), _) if first < last => {
            format!("{path}:{first}-{last}")
        }
        (Some(spot), _) => format!("{}:{}", spot.path, spot.line),
        (None, StepPlace::File { path, .. } | StepPlace::Folder(path) | StepPlace::Uri(path)) => {
            path.to_owned()
        }
        (None, StepPlace::View(view)) => format!("view {view}"),
        (None, StepPlace::Content) => String::new(),
    }
}

fn step_json(ix: usize, step: tour::TourStep<'_>, found: &LocatedStep) -> Value {
    json!({
        "step": ix + 1,
        "title": step.title(),
        "description": step.description(),
        "why": step.why(),
        "labels": step.labels().into_iter().map(|(label, text)| json!({ "label": label.name(), "text": text })).collect::<Vec<_>>(),
        "state": state(&found.verdict).0,
        "file": found.spot.as_ref().map(|spot| &spot.path),
        "line": found.spot.as_ref().map(|spot| spot.line),
        "endLine": found.spot.as_ref().and_then(|spot| spot.lines).map(|[_, last]| last),
        "symbolId": step.anchor().map(|anchor| anchor.symbol),
        "signature": found.head.as_ref().map(|head| json!({ "was": head.was, "is": head.is })),
        "commands": step.commands(),
    })
}

/// The word for a verdict, and details.
fn state(verdict: &Verdict) -> (&'static str, &str) {
    match verdict {
        Verdict::Kept => ("kept", ""),
        Verdict::Moved => ("moved", ""),
        Verdict::Renamed(name) => ("renamed", name),
        Verdict::Turned(kind) => ("changed", kind),
        Verdict::Gone(why) => ("gone", why),
        Verdict::Refused(why) => ("refused", why),
        Verdict::Unread(why) => ("unchecked", why),
        Verdict::Unchecked => ("unchecked", ""),
    }
}

fn found(repository: &Repository, snapshot: &Snapshot, tour: &Tour) -> Vec<LocatedStep> {
    let located = locate(&snapshot.graph(), &Opener::new(&repository.root), tour);
    if let TourVersion::Lost(why) = &located.version {
        let name = tour.git_ref().unwrap_or_default();
        let text = format!(
            "“{}” is written for {name}, which cannot be shown ({why}); showing the tree instead",
            tour.title()
        );
        let _ = writeln!(io::stderr(), "codegraph-tui: {}", clean(&text));
    }
    located.found
}

/// Tours of what a git range changes.
fn changes(snapshot: &Snapshot, range: &str) -> Result<Vec<Plan>, Failure> {
    let graph = snapshot.graph();
    let diff = git::diff(snapshot.root(), &graph, &Range::parse(range), snapshot.meta())
        .map_err(|error| Failure::failed(error.to_string()))?;
    plan_of(&graph, range, &diff).map(|plan| vec![plan]).map_err(Failure::failed)
}

/// The tour of one package.
fn of_package(snapshot: &Snapshot, text: &str) -> Result<Vec<Plan>, Failure> {
    let graph = snapshot.graph();
    let package = tour::package_named(&graph, text).map_err(|error| {
        match super::symbol::not_found(&graph, text, error) {
            Failure::UnknownSymbol { text, near, .. } => {
                Failure::UnknownSymbol { what: "package", text, near }
            }
            failure => failure,
        }
    })?;
    let opener = Opener::new(snapshot.root());
    Ok(tour::of_package(&graph, package, &|path| opener.open(path)).into_iter().collect())
}

fn generate(
    out: &mut impl Write,
    repository: &Repository,
    snapshot: &Snapshot,
    plans: &[Plan],
    json: bool,
) -> Result<(), Failure> {
    let graph = snapshot.graph();
    if plans.is_empty() {
        return Err(Failure::failed("there is nothing to make a tour of: no suitable function or type"));
    }
    let opener = Opener::new(&repository.root);
    let (mut rows, mut refused) = (Vec::new(), Vec::new());
    for plan in plans {
        let tour = tour::generate(&graph, plan, &|path| opener.open(path));
        let path = tours::path_of(&plan.name);
        // A tour that a person edited is not overwritten, but the others are written.
        if let Err(error) = tours::write(&repository.root, &path, &tour, &Overwrite::Generated) {
            refused.push(error.to_string());
            continue;
        }
        if !json {
            writeln!(out, "{}  {}  {}", clean(&plan.title), counted(plan.stops.len(), "step"), clean(&path))?;
        }
        let mut row = plan_json(plan);
        row["file"] = path.into();
        rows.push(row);
    }
    if json {
        write_json(out, &json!({ "written": rows }))?;
    }
    if !refused.is_empty() {
        out.flush()?;
        return Err(Failure::failed(refused.join("; ")));
    }
    Ok(())
}

fn check(
    out: &mut impl Write,
    repository: &Repository,
    snapshot: &Snapshot,
    json: bool,
) -> Result<(), Failure> {
    let mut report = CheckReport::default();
    let mut rows = Vec::new();
    for TourFile { path, tour } in tours::discover(&repository.root) {
        match tour {
            Ok(tour) => {
                let found = found(repository, snapshot, &tour);
                let steps = tour.steps().zip(&found).enumerate();
                let steps: Vec<Value> =
                    steps.map(|(ix, (step, found))| report.step(&path, ix, step, found)).collect();
                rows.push(json!({ "file": path, "title": tour.title(), "steps": steps }));
            }
            Err(error) => {
                report.broken += 1;
                report.lines.push(format!("{path}  not usable: {error}"));
                rows.push(json!({ "file": path, "error": error.to_string() }));
            }
        }
    }
    if json {
        write_json(out, &json!({ "tours": rows, "counts": report.counts, "unusable": report.broken }))?;
    } else {
        report.print(out)?;
    }
    let gone = report.counts.get("gone").copied().unwrap_or(0);
    if gone > 0 {
        out.flush()?;
        return Err(Failure::failed(format!(
            "{} gone: take {} out of {} (D in the explorer), put another step in its place, or generate tours again",
            if gone == 1 { "1 step is".to_owned() } else { format!("{gone} steps are") },
            if gone == 1 { "it" } else { "them" },
            if gone == 1 { "its tour" } else { "their tours" }
        )));
    }
    Ok(())
}

/// The state of all steps, with a line for each that is not as it was written.
#[derive(Default)]
struct CheckReport {
    counts: BTreeMap<&'static str, u64>,
    lines: Vec<String>,
    /// Tours that cannot be used.
    broken: u64,
    with_new_signature: u64,
}

impl CheckReport {
    /// Takes a step in, and returns its row.
    fn step(&mut self, path: &str, ix: usize, step: tour::TourStep<'_>, found: &LocatedStep) -> Value {
        let (word, why) = state(&found.verdict);
        *self.counts.entry(word).or_default() += 1;
        let head = format!("{path}  step {} ({})", ix + 1, step.title());
        if !matches!(found.verdict, Verdict::Kept | Verdict::Unchecked) {
            let place = place_of(step, found);
            let more = match &found.verdict {
                Verdict::Renamed(name) => format!("now {name}, {place}"),
                Verdict::Turned(kind) => format!("its kind is now {kind}, {place}"),
                _ if why.is_empty() => place,
                _ => why.to_owned(),
            };
            self.lines.push(format!("{head}: {word}: {more}"));
        }
        if let Some(signature) = &found.head {
            self.with_new_signature += 1;
            let (was, is) = (&signature.was, &signature.is);
            self.lines.push(format!("{head}: its signature was `{was}`, and is `{is}`"));
        }
        let mut row = step_json(ix, step, found);
        row["reason"] = if why.is_empty() { Value::Null } else { why.into() };
        row
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        self.lines.iter().try_for_each(|line| writeln!(out, "{}", clean(line)))?;
        let mut words: Vec<String> =
            self.counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        if self.with_new_signature > 0 {
            words.push(format!("{} of them with another signature", self.with_new_signature));
        }
        writeln!(out, "steps: {}", if words.is_empty() { "none".to_owned() } else { words.join(", ") })?;
        let moved: u64 =
            ["moved", "renamed", "changed"].iter().filter_map(|word| self.counts.get(word)).sum();
        if moved + self.with_new_signature > 0 {
            writeln!(
                out,
                "to mend what moved or changed: open its tour in the explorer and save it (`, s`), which writes where each step is \
                 now and what it says of itself"
            )?;
        }
        Ok(())
    }
}
