//! `unused [PATH] [--kind K]... [--programs-only] [--no-tests] [--json]`

use std::io::{self, BufWriter, Write};

use serde_json::{Value, json};

use super::common::PathArg;
use super::symbol::symbol_json;
use super::text::write_json;
use super::{Common, Failure, open_index};
use crate::index::git::clone_gaps;
use crate::index::{Snapshot, find_unused};
use crate::model::{Graph, SymbolId, SymbolKind, clean, counted};
use crate::unused::{Certainty, Finding, Options, Reason, Unused, Users};

#[derive(Debug, clap::Args)]
#[command(after_help = MORE)]
pub struct UnusedArgs {
    #[command(flatten)]
    pub target: PathArg,

    /// Only declarations of this kind; can be given several times
    #[arg(long = "kind", value_name = "K", value_parser = kind_parser())]
    pub kinds: Vec<String>,

    /// Nobody imports these packages: count exported names as used only where this tree uses them
    #[arg(long)]
    pub programs_only: bool,

    /// Leave out what only tests use
    #[arg(long)]
    pub no_tests: bool,

    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// The part of the help that explains the answer.
const MORE: &str = "\
What is used: all that `main`, `init` and initialisers with effects reach; exported names of packages that other modules can
import; methods that an interface wants, of this tree or from outside; what assembly, cgo, go:linkname, struct tags,
templates or reflection may reach; members whose name is selected from a value of unknown type. Nothing is listed that only
other builds contain, or that is generated.
Everything listed can go, together with the unused code that refers to it. `likely` marks what somebody could still come to by a
way that no source shows.";

fn kind_parser() -> clap::builder::PossibleValuesParser {
    let kinds =
        SymbolKind::ALL.iter().filter(|kind| !matches!(kind, SymbolKind::File | SymbolKind::InterfaceMethod));
    clap::builder::PossibleValuesParser::new(kinds.map(|kind| kind.name()))
}

pub(super) fn run(args: &UnusedArgs, common: &Common) -> Result<(), Failure> {
    let (repository, outcome) = open_index::refreshed(&args.target.path, common, false)?;
    let options = Options { programs_only: args.programs_only };
    let mut unused = find_unused(&outcome.snapshot, options, &|| false).unwrap_or_default();
    let graph = outcome.snapshot.graph();
    let kinds: Vec<SymbolKind> = args.kinds.iter().filter_map(|word| SymbolKind::from_name(word)).collect();
    unused.findings.retain(|finding| {
        let is_kind = kinds.is_empty() || kinds.contains(&graph.symbol(finding.symbol).kind());
        is_kind && !(args.no_tests && finding.users == Users::Tests)
    });
    let gaps = clone_gaps(&repository.root).of_tree();
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        let mut answer = as_json(&outcome.snapshot, &unused);
        answer["treeGaps"] = json!(gaps.iter().map(|gap| &gap.text).collect::<Vec<_>>());
        write_json(&mut out, &answer)?;
    } else {
        print(&mut out, &graph, &unused)?;
        for gap in gaps {
            writeln!(out, "\nnot certain: {}, and may use what is listed", clean(&gap.text))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn as_json(snapshot: &Snapshot, unused: &Unused) -> Value {
    let graph = snapshot.graph();
    let id = |symbol: SymbolId| graph.symbol(symbol).id_text();
    let findings = unused.findings.iter().map(|finding| {
        let symbol = graph.symbol(finding.symbol);
        let (reason, user) = match &finding.reason {
            Reason::NoReference => ("no-reference", None),
            Reason::OnlyItself => ("only-itself", None),
            Reason::OnlyUnused { first, .. } => ("only-unused", Some(id(*first))),
            Reason::OnlyTests { first, .. } => ("only-tests", Some(id(*first))),
            Reason::NotImported => ("not-imported", None),
            Reason::ImportedByTests => ("imported-by-tests", None),
        };
        let mut answer = symbol_json(symbol);
        answer["endLine"] = json!(symbol.end_line());
        answer["inTests"] = json!(symbol.is_test());
        answer["usedBy"] = json!(finding.users.name());
        answer["reason"] = json!(reason);
        answer["user"] = json!(user);
        answer["describe"] = json!(finding.reason.describe(&graph));
        answer["certainty"] = json!(finding.certainty.name());
        answer["within"] = json!(finding.within);
        answer
    });
    let findings: Vec<Value> = findings.collect();
    let count = |users: Users| unused.findings.iter().filter(|finding| finding.users == users).count();
    json!({
        "unused": findings,
        "programs": unused.programs,
        "importablePackages": unused.importable,
        "notJudged": {
            "otherBuilds": unused.not_judged.other_builds,
            "generated": unused.not_judged.generated,
            "runtime": unused.not_judged.runtime,
        },
        "_meta": { "usedByNobody": count(Users::Nobody), "usedByTests": count(Users::Tests) },
    })
}

/// A heading for each group of kinds, first what nobody uses, then what only tests use.
fn print(out: &mut impl Write, graph: &Graph<'_>, unused: &Unused) -> io::Result<()> {
    let of = |users| unused.findings.iter().filter(move |finding| finding.users == users);
    writeln!(
        out,
        "{} that nothing reaches, {} that only tests use; started at {} and {} that other modules can import",
        counted(of(Users::Nobody).count(), "declaration"),
        of(Users::Tests).count(),
        counted(unused.programs, "program"),
        counted(unused.importable, "package"),
    )?;
    for (users, title) in [(Users::Nobody, "nothing reaches"), (Users::Tests, "only tests use")] {
        let findings: Vec<&Finding> = of(users).collect();
        let group = |finding: &Finding| group(graph.symbol(finding.symbol).kind());
        for findings in findings.chunk_by(|a, b| group(a) == group(b)) {
            writeln!(out, "\n{} that {title} ({})", group(findings[0]), findings.len())?;
            findings.iter().try_for_each(|finding| row(out, graph, finding))?;
        }
    }
    let not_judged = unused.not_judged;
    let rest: Vec<String> = [
        (not_judged.other_builds, "in files of other builds"),
        (not_judged.generated, "in generated files"),
        (not_judged.runtime, "of the runtime, which the compiler calls"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{count} {what}"))
    .collect();
    if !rest.is_empty() {
        writeln!(out, "\nnot judged: {}", rest.join(", "))?;
    }
    Ok(())
}

fn group(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Package => "packages",
        kind if kind.is_callable() => "functions",
        kind if kind.is_type() => "types",
        SymbolKind::Const => "constants",
        SymbolKind::Var => "variables",
        _ => "fields",
    }
}

fn row(out: &mut impl Write, graph: &Graph<'_>, finding: &Finding) -> io::Result<()> {
    let symbol = graph.symbol(finding.symbol);
    let place = match symbol.kind() {
        SymbolKind::Package => clean(symbol.path()).into_owned(),
        _ => format!("{}:{}", clean(symbol.path()), symbol.line()),
    };
    let what = match (symbol.kind(), finding.within) {
        (_, 0) => String::new(),
        (SymbolKind::Package, within) => format!(" with {}", counted(within, "declaration")),
        (_, within) => format!(" with {}", counted(within, "member")),
    };
    let likely = if finding.certainty == Certainty::Likely { "likely: " } else { "" };
    writeln!(
        out,
        "  {place}  {} {}{what}: {likely}{}",
        symbol.kind().noun(),
        clean(symbol.qualified()),
        clean(&finding.reason.describe(graph)),
    )
}
