//! `impact SYMBOL [PATH] [--threshold T] [--depth N] [--tests-only] [--co-change] [--churn] [--json]`, `impact --diff RANGE [PATH]`

mod changes;
mod commit_history;
mod groups;
mod tiers;
mod unknown;

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::Path;

use clap::ValueHint;
use clap::builder::NonEmptyStringValueParser;
use serde_json::{Value, json};

use self::commit_history::{ImpactHistoryFlags, RequestedHistory};
use self::unknown::Unknown;
use super::common::whole;
use super::symbol::symbol_json;
use super::text::write_json;
use super::{Common, Failure, open_index, resolve_symbol};
use crate::impact::{
    self, Affected, Aspect, ChangeKind, Impact, Limits, ListedTest, Outside, Radius, Start, Surveyor,
    THRESHOLD, TestReason, TestTiers, Tier, TreeFacts, WorkList,
};
use crate::index::Snapshot;
use crate::index::git::{self, Diff, Range};
use crate::model::{Graph, SymbolId, clean, counted};
use crate::platform::canonical;
use crate::unused::UnseenUseKind;

/// Two lines, since the command has two forms.
const USAGE: &str = "codegraph-tui impact [OPTIONS] <SYMBOL> [PATH]
       codegraph-tui impact [OPTIONS] --diff <RANGE> [PATH]";

#[derive(Debug, clap::Args)]
#[command(override_usage = USAGE)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct ImpactArgs {
    /// Symbol to change: an id, a qualified name or a unique suffix of one, or `FILE:LINE`; with --diff or --staged, the PATH
    #[arg(value_name = "SYMBOL", required_unless_present_any = ["diff", "staged"])]
    pub symbol: Option<String>,

    /// Any folder inside the repository [default: .]
    #[arg(value_hint = ValueHint::DirPath)]
    pub path: Option<String>,

    /// Use the changes of a git range: `main...HEAD`, `A..B`, `A^!` for commit A alone, one commit to compare the working tree with, or `-` for a unified diff on standard input
    #[arg(long, value_name = "RANGE", conflicts_with = "staged", value_parser = NonEmptyStringValueParser::new())]
    pub diff: Option<String>,

    /// Use the changes staged for the next commit
    #[arg(long)]
    pub staged: bool,

    /// Cut branches whose score falls below this, from 0 to 1
    #[arg(long, value_name = "T", default_value_t = THRESHOLD, allow_negative_numbers = true, value_parser = part)]
    pub threshold: f64,

    /// Follow at most this many steps [default: no limit]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(1, u32::MAX))]
    pub depth: Option<u32>,

    /// Leave out guesses, calls that may go to several implementers, and users of modules whose go.mod requirement changed
    #[arg(long)]
    pub sure: bool,

    /// Print only the commands that run the affected tests, one a line; with --json the tests and the commands
    #[arg(long)]
    pub tests_only: bool,

    /// With --tests-only: 1 for the tests nearest to the change, 2 for those of their packages that reach it, 3 for all that reach it [default: 3]
    #[arg(long, value_name = "N", requires = "tests_only", allow_negative_numbers = true, value_parser = whole::<u8>(1, 3))]
    pub tier: Option<u8>,

    /// Order by how likely each is to change too, given past commits, and list what changed with the target
    #[arg(long)]
    pub co_change: bool,

    /// Show each symbol's activity: changes in the 90 days before the newest commit, last change, authors
    #[arg(long)]
    pub churn: bool,

    /// Number of affected symbols to list; 0 for all [default: 50, with --json all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(0, u32::MAX))]
    pub limit: Option<usize>,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

fn part(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

impl ImpactArgs {
    fn range(&self) -> Option<Range> {
        if self.staged { Some(Range::Staged) } else { self.diff.as_deref().map(Range::parse) }
    }

    /// Returns whether the diff itself is on standard input.
    fn reads_diff(&self) -> bool {
        self.diff.as_deref() == Some("-")
    }

    /// The PATH. With a range there is no SYMBOL, so the first argument is the PATH; without a range a missing SYMBOL
    /// is an error.
    fn path(&self) -> Result<&str, Failure> {
        match (self.range(), &self.symbol, &self.path) {
            (Some(_), Some(_), Some(path)) => Err(Failure::usage(format!(
                "`{path}` is one argument too many: --diff and --staged take no SYMBOL"
            ))),
            (Some(_), Some(path), None) if !Path::new(path).exists() => Err(Failure::usage(format!(
                "there is no folder `{path}`: with --diff or --staged the argument is a PATH, not a SYMBOL"
            ))),
            (None, Some(symbol), _) if Path::new(symbol).join(".git").exists() => Err(Failure::usage(
                format!("`{symbol}` is a repository, not a symbol: put the SYMBOL before it"),
            )),
            (Some(_), path, None) | (None, _, path) => Ok(path.as_deref().unwrap_or(".")),
            (Some(_), None, Some(path)) => Ok(path),
        }
    }

    /// The tests that are asked for.
    fn tier(&self) -> Tier {
        Tier::ALL.into_iter().find(|tier| Some(tier.number()) == self.tier).unwrap_or(Tier::All)
    }

    fn wanted(&self) -> ImpactHistoryFlags {
        ImpactHistoryFlags { co_change: self.co_change, churn: self.churn }
    }

    fn limits(&self) -> Limits {
        Limits { threshold: self.threshold, depth: self.depth, doubtful: !self.sure }
    }
}

/// The place of something that changed or is affected.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum ResultPlace {
    /// A package.
    Known(SymbolId),
    /// The folder of a deleted package.
    Gone(String),
}

impl ResultPlace {
    /// The place of a file that was deleted with its package.
    fn gone(path: &str) -> Self {
        Self::Gone(path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned())
    }
}

/// The whole answer.
struct ImpactAnswer<'s> {
    graph: &'s Graph<'s>,
    radius: Radius,
    /// The symbol that is asked about; `None` for a diff.
    target: Option<SymbolId>,
    diff: Option<Diff>,
    past: RequestedHistory,
    unknown: Unknown,
    work: WorkList,
    tiers: TestTiers,
    /// See [`way_to_root`].
    root: String,
}

pub(super) fn run(args: &ImpactArgs, common: &Common) -> Result<(), Failure> {
    let path = Path::new(args.path()?);
    if args.range().is_some() && !args.reads_diff() {
        // Checked before an index is built in vain.
        git::folder(&open_index::repository(path, common)?)
            .map_err(|error| Failure::failed(error.to_string()))?;
    }
    let (repository, outcome) = open_index::refreshed(path, common, false)?;
    let snapshot = &outcome.snapshot;
    let graph = snapshot.graph();
    let (starts, diff) = starts(args, snapshot, &repository.root)?;
    if let Some(why) = diff.as_ref().and_then(Diff::gap) {
        return Err(Failure::failed(why));
    }
    let modules = snapshot.modules();
    let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
    let head = |path: &str| snapshot.head(path);
    let tree = TreeFacts { modules: &modules, head: &head };
    let mut radius = Surveyor::default().survey(&graph, snapshot.generation(), &starts, args.limits(), tree);
    let targets: Vec<SymbolId> = starts.iter().map(|start| start.symbol).collect();
    let past = RequestedHistory::of(args.wanted(), &repository, &graph, &targets, &mut radius);
    let target = if diff.is_none() { targets.first().copied() } else { None };
    let unknown = Unknown::of(snapshot, target, diff.as_ref(), &radius);
    let root = way_to_root(&repository.root);
    let (changed, broken) =
        diff.as_ref().map_or((&[][..], None), |diff| (&diff.changed[..], diff.broken.as_deref()));
    let work = WorkList::of(&graph, changed, broken, &radius);
    let tiers = TestTiers::of_work(&graph, &work, &radius);
    let answer = ImpactAnswer { graph: &graph, radius, target, diff, past, unknown, work, tiers, root };
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        let mut json = answer.as_json(args);
        if args.tests_only
            && let Some(fields) = json.as_object_mut()
        {
            fields.retain(|name, _| name.starts_with("test"));
        }
        write_json(&mut out, &json)?;
    } else if args.tests_only {
        for run in answer.tiers.runs(args.tier(), &answer.radius) {
            writeln!(out, "{}", run.line_from(&answer.root, &graph))?;
        }
        // Standard output has commands alone. Tests in other repositories are never known, and could not be run here.
        let unseen = answer.unknown.of_tests.iter().filter(|unseen| unseen.kind != UnseenUseKind::Exported);
        for unseen in unseen {
            writeln!(io::stderr(), "codegraph-tui: not known: {}", clean(&unseen.text))?;
        }
    } else {
        answer.print(&mut out, args)?;
    }
    out.flush()?;
    Ok(())
}

/// The way from the current folder up to the root of the repository around it: `../..`. Empty in the root, and outside of the
/// repository, where the lines are for its root.
fn way_to_root(root: &Path) -> String {
    let here = current_folder(root);
    vec![".."; here.split('/').filter(|part| !part.is_empty()).count()].join("/")
}

/// The current folder relative to the root of the repository; empty in the root, and outside of the repository.
fn current_folder(root: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| canonical(&here));
    let below = here.ok().zip(canonical(root).ok());
    let below = below.and_then(|(here, root)| Some(here.strip_prefix(root).ok()?.to_owned()));
    let parts = below.iter().flat_map(|below| below.components());
    parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn starts(
    args: &ImpactArgs,
    snapshot: &Snapshot,
    root: &Path,
) -> Result<(Vec<Start>, Option<Diff>), Failure> {
    if let Some(range) = args.range() {
        let diff = if args.reads_diff() {
            let mut text = Vec::new();
            io::stdin().lock().read_to_end(&mut text)?;
            git::patched(snapshot, &text, &current_folder(root), &|| false)
        } else {
            git::diff_with_unbound(snapshot, &range, &|| false)
        };
        let diff = diff.map_err(|error| Failure::failed(error.to_string()))?;
        return Ok((diff.starts(args.limits()), Some(diff)));
    }
    let symbol = resolve_symbol(snapshot, args.symbol.as_deref().unwrap_or_default())?;
    Ok((vec![Start::whole(symbol)], None))
}

impl ImpactAnswer<'_> {
    fn as_json(&self, args: &ImpactArgs) -> Value {
        let shown = match args.limit {
            None | Some(0) => self.radius.rows.len(),
            Some(limit) => limit.min(self.radius.rows.len()),
        };
        let hidden = self.radius.hidden;
        let cut = |cut: impact::CutOff| json!({ "symbols": cut.symbols, "mass": cut.mass });
        let targets = self.radius.impact.roots.iter().map(|&id| self.graph.symbol(id).id_text());
        let mut answer = json!({
            "targets": targets.collect::<Vec<_>>(),
            "threshold": args.threshold,
            "maxDepth": args.depth,
            "affected": self.radius.rows[..shown].iter().map(|&row| self.row(row)).collect::<Vec<_>>(),
            "totalAffected": self.radius.rows.len(),
            "totalTestHelpers": self.n_affected().1,
            "tests": self.tests(),
            "testCommands": self.commands(args.tier()),
            "testTiers": self.tiers_as_json(),
            "testNeeds": self.needs_as_json(),
            "groups": self.groups_as_json(shown),
            "testsUnreached": self.radius.n_unreached,
            "testNotes": self.tiers.runs(args.tier(), &self.radius).iter().map(|run| run.note(self.graph)).collect::<Vec<_>>(),
            "packages": self.packages().into_iter().map(|row| self.package(row)).collect::<Vec<_>>(),
            "cut": {
                "belowThreshold": cut(self.radius.impact.below_threshold),
                "beyondDepth": cut(self.radius.impact.beyond_depth),
                "atLowerThreshold": {
                    "threshold": self.radius.impact.at,
                    "symbols": hidden.0,
                    "testHelpers": hidden.1,
                    "files": hidden.2,
                },
            },
            "_meta": {
                "totalItems": self.radius.rows.len(),
                "returnedItems": shown,
                "truncated": shown < self.radius.rows.len(),
            },
        });
        if self.diff.is_none() {
            answer["notes"] = json!(
                self.unknown.unseen(self.graph, self.target, args.sure).into_iter().collect::<Vec<_>>()
            );
        }
        if let Some(diff) = &self.diff {
            let changed = diff.changed.iter().map(|c| {
                json!({
                    "symbolId": c.symbol.map(|id| self.graph.symbol(id).id_text()),
                    "change": c.change.name(),
                    "name": c.qualified,
                    "kind": c.kind.name(),
                    "file": c.path,
                    "line": c.line,
                    "lost": c.lost,
                    "from": c.from,
                    "renamedFrom": (c.change == ChangeKind::Renamed).then(|| c.former.as_ref().map(|f| &f.qualified)),
                    "differs": c.aspect.map(Aspect::name),
                })
            });
            answer["changed"] = changed.collect();
            let files = diff.files.iter().map(|(old, new)| json!({ "old": old, "new": new }));
            answer["changedFiles"] = files.collect();
            let outside = diff.outside.iter().map(|file| {
                let parts: Vec<&str> = file.parts.iter().map(|part| part.words()).collect();
                json!({ "file": file.path, "parts": parts, "notes": file.notes })
            });
            answer["outsideDeclarations"] = outside.collect();
            answer["notes"] = json!(diff.notes);
        }
        self.unknown.complete(&mut answer);
        self.past.complete(self.graph, &mut answer);
        answer
    }

    fn row(&self, row: usize) -> Value {
        let Some(affected) = self.radius.impact.row(row) else { return Value::Null };
        let path = self.radius.impact.path(row);
        let steps: Vec<&Affected> = path.into_iter().filter_map(|row| self.radius.impact.row(row)).collect();
        let root = steps.first().map(|step| step.parent);
        let ids = root.into_iter().chain(steps.iter().map(|step| step.symbol));
        let mut answer = self.symbol(affected.symbol);
        answer["impactScore"] = json!(affected.score);
        answer["depth"] = json!(affected.depth);
        answer["path"] = ids.map(|id| self.graph.symbol(id).id_text()).collect();
        answer["edgeKinds"] = steps.iter().map(|step| self.graph.edge(step.edge).kind.name()).collect();
        if self.radius.implements(row) {
            answer["implements"] = json!(true);
        }
        answer["callLine"] = json!(affected.lines(self.graph).first());
        answer["pprScore"] = json!(self.radius.nearness(affected.symbol));
        self.past.complete_row(self.graph, row, affected.symbol, &mut answer);
        answer
    }

    /// Numbers of affected symbols, test helpers and files, references that a diff breaks included.
    fn n_affected(&self) -> (usize, usize, usize) {
        let left = self.diff.iter().flat_map(Diff::unbound).filter_map(|changed| changed.symbol);
        self.radius.n_affected(self.graph, left)
    }

    /// The tests to run, the likeliest to fail first. A test that is affected through its set-up has the path to
    /// that.
    fn tests(&self) -> Vec<Value> {
        let of = |test: &ListedTest| {
            let (mut answer, row) = (self.symbol(test.symbol), test.row().map(|row| self.row(row)));
            let is_changed = test.why == TestReason::Changed;
            let alone = json!({
                "impactScore": if is_changed { 1.0 } else { 0.0 },
                "depth": is_changed.then_some(0),
                "path": if is_changed { json!([answer["symbolId"]]) } else { json!([]) },
                "edgeKinds": [],
                "callLine": Value::Null,
            });
            for field in ["impactScore", "depth", "path", "edgeKinds", "callLine"] {
                answer[field] = row.as_ref().unwrap_or(&alone)[field].clone();
            }
            if matches!(test.why, TestReason::SetUp(_)) {
                answer["callLine"] = Value::Null;
            }
            answer["likelihood"] = json!(test.likelihood);
            answer["tier"] = json!(self.tiers.tier_of(test.symbol).number());
            answer["pprScore"] = json!(self.radius.nearness(test.symbol));
            answer
        };
        self.radius.tests.iter().map(of).collect()
    }

    fn symbol(&self, symbol: SymbolId) -> Value {
        let symbol = self.graph.symbol(symbol);
        let mut answer = symbol_json(symbol);
        answer["test"] = json!(symbol.is_test());
        answer
    }

    /// Each package with the numbers of changed and affected symbols, the most affected first.
    fn packages(&self) -> Vec<(ResultPlace, [usize; 3])> {
        let mut counts: BTreeMap<ResultPlace, [usize; 3]> = BTreeMap::new();
        for changed in self.diff.iter().flat_map(|diff| &diff.changed) {
            let is_unbound = changed.change == ChangeKind::Unbound;
            let is_no_test = |id| self.radius.tests.iter().all(|test| test.symbol != id);
            if !is_unbound || changed.symbol.is_some_and(is_no_test) {
                let home = changed
                    .package(self.graph)
                    .map_or_else(|| ResultPlace::gone(&changed.path), ResultPlace::Known);
                counts.entry(home).or_default()[usize::from(is_unbound)] += 1;
            }
        }
        let mut count = |id: SymbolId, column: usize| {
            counts.entry(ResultPlace::Known(self.graph.symbol(id).package())).or_default()[column] += 1;
        };
        self.radius.rows.iter().for_each(|&row| count(self.radius.impact.affected[row].symbol, 1));
        self.radius.tests.iter().for_each(|test| count(test.symbol, 2));
        let mut packages: Vec<(ResultPlace, [usize; 3])> = counts.into_iter().collect();
        packages.sort_by_key(|(_, counts)| std::cmp::Reverse(counts[1] + counts[2]));
        packages
    }

    fn package(&self, (home, [changed, affected, tests]): (ResultPlace, [usize; 3])) -> Value {
        let (package, name) = match &home {
            ResultPlace::Known(id) => (self.graph.symbol(*id).qualified(), self.graph.symbol(*id).name()),
            ResultPlace::Gone(folder) => (folder.as_str(), folder.rsplit('/').next().unwrap_or_default()),
        };
        json!({
            "package": package,
            "name": name,
            "changed": changed,
            "affected": affected,
            "tests": tests,
        })
    }

    /// The packages that a diff reaches, one a line.
    fn print_packages(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nby package:")?;
        for (home, [changed, affected, tests]) in self.packages() {
            let tests = counted(tests, "test");
            let name = match home {
                ResultPlace::Known(id) => self.graph.symbol(id).label(),
                ResultPlace::Gone(folder) => folder,
            };
            writeln!(out, "  {}: {changed} changed, {affected} affected, {tests}", clean(&name))?;
        }
        Ok(())
    }

    fn print(&self, out: &mut impl Write, args: &ImpactArgs) -> io::Result<()> {
        let limit = match args.limit {
            None => 50,
            Some(0) => usize::MAX,
            Some(limit) => limit,
        };
        self.print_targets(out, limit)?;
        let packages = self.packages().len();
        let (symbols, helpers, files) = self.n_affected();
        let nothing = symbols + helpers + files + self.radius.n_tests() == 0;
        let found = format!(
            "{} and {} affected, in {}",
            sorts((symbols, helpers, files)),
            counted(self.radius.n_tests(), "test"),
            counted(packages, "package")
        );
        let is_reckoned = !self.diff.iter().flat_map(|diff| &diff.outside).any(Outside::is_unreckoned);
        match (is_reckoned, nothing) {
            (true, _) => writeln!(out, "{found}")?,
            // “Nothing affected” would be too much to say.
            (false, true) => writeln!(out, "its effects are not known")?,
            (false, false) => writeln!(out, "at least {found}")?,
        }
        if let Some(why) = self.unknown.unseen(self.graph, self.target, args.sure) {
            writeln!(out, "{why}")?;
        }
        let Impact { below_threshold, beyond_depth, .. } = &self.radius.impact;
        let branches = |n: u32| counted(n as usize, "branch");
        if below_threshold.symbols > 0 {
            let (hidden, at) = (self.radius.hidden, self.radius.impact.at);
            let cut = format!("cut: {} out of reach {}", branches(below_threshold.symbols), args.threshold);
            match hidden {
                (0, 0, 0) => writeln!(out, "{cut}")?,
                _ => writeln!(out, "{cut}; --threshold {at} adds {}", sorts(hidden))?,
            }
        }
        if beyond_depth.symbols > 0 {
            writeln!(
                out,
                "cut: {} beyond depth {}; nothing further was looked at",
                branches(beyond_depth.symbols),
                args.depth.unwrap_or_default()
            )?;
        }
        if self.radius.n_unreached > 0 {
            let tests = counted(self.radius.n_unreached, "test");
            writeln!(
                out,
                "not listed: {tests} that cannot execute it, as no value is made for a call on the way"
            )?;
        }
        self.print_groups(out, limit)?;
        self.print_tests(out)?;
        self.unknown.print_of_tests(out)?;
        if self.diff.is_some() && packages > 0 {
            self.print_packages(out)?;
        }
        self.past.print(out, self.graph)
    }
}

/// The numbers of affected symbols, with test helpers and files counted apart.
fn sorts((symbols, helpers, files): (usize, usize, usize)) -> String {
    let counted_part =
        |n: usize, what: &str| if n > 0 { format!(", {}", counted(n, what)) } else { String::new() };
    let more = counted_part(helpers, "test-only symbol") + &counted_part(files, "file");
    format!("{}{more}", counted(symbols, "symbol"))
}
