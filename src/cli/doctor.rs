//! `doctor [PATH] [--json | --report FILE [--yes]]`: what the program finds around it, for a bug report or a puzzled user.

use std::env;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use serde_json::{Map, Value, json};

use super::common::PathArg;
use super::text::{tally, write_json};
use super::{Common, Failure, doctor_report, open_index};
use crate::index::git::clone_gaps;
use crate::index::{self, FORMAT_VERSION, Latest, Snapshot};
use crate::model::{clean, counted};
use crate::platform::find_program;
use crate::runtime::{self, Report};

/// Most modules that are listed as not read; `--json` has all.
const MAX_MODULES: usize = 10;

/// Environment variables about the terminal.
const VARIABLES: [&str; 9] =
    ["TERM", "COLORTERM", "COLORFGBG", "NO_COLOR", "TERM_PROGRAM", "TMUX", "SSH_TTY", "VISUAL", "EDITOR"];

#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    #[command(flatten)]
    pub target: PathArg,

    /// Answer in JSON
    #[arg(long, conflicts_with = "report")]
    pub json: bool,

    /// Gather all this and the newest reports of panics in a file for a bug report; shows it and asks before writing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub report: Option<PathBuf>,

    /// Write the report without asking
    #[arg(long, requires = "report")]
    pub yes: bool,
}

/// The report on one subject: rows for a person, fields for a program.
struct ReportSection {
    name: &'static str,
    rows: Vec<(&'static str, String)>,
    fields: Map<String, Value>,
}

impl ReportSection {
    fn new(name: &'static str) -> Self {
        Self { name, rows: Vec::new(), fields: Map::new() }
    }

    fn row(&mut self, label: &'static str, text: impl Into<String>) {
        self.rows.push((label, text.into()));
    }

    fn field(&mut self, key: &str, value: impl Into<Value>) {
        self.fields.insert(key.to_owned(), value.into());
    }

    /// A row whose text is a field as well.
    fn both(&mut self, label: &'static str, key: &str, text: impl Into<String>) {
        let text = text.into();
        self.field(key, text.clone());
        self.row(label, text);
    }
}

/// Reports every problem instead of failing: that is its purpose.
pub(super) fn run(args: &DoctorArgs, common: &Common) -> Result<(), Failure> {
    let sections = [
        paths(&args.target.path, common),
        terminal(),
        explorer(common),
        assistant(&args.target.path, common),
        panics(common),
    ];
    let version = env!("CARGO_PKG_VERSION");
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        let mut value = json!({ "version": version, "indexFormat": FORMAT_VERSION });
        for section in sections {
            value[section.name] = Value::Object(section.fields);
        }
        write_json(&mut out, &value)?;
    } else {
        let mut text = format!("codegraph-tui {version} (index format {FORMAT_VERSION})\n");
        for section in &sections {
            let _ = writeln!(text, "{}", section.name);
            for (label, value) in &section.rows {
                let _ = writeln!(text, "  {label:<12} {}", clean(value));
            }
        }
        if let Some(file) = &args.report {
            return doctor_report::write(&text, file, args.yes, common);
        }
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// Reports of panics in the data folder, newest first.
fn panics(common: &Common) -> ReportSection {
    /// Most reports that are listed.
    const MAX_REPORTS: usize = 5;
    let mut section = ReportSection::new("panics");
    let dir = index::data_dir(common.data_dir.as_deref()).ok();
    let reports = dir.map(|dir| runtime::panic_reports(&dir)).unwrap_or_default();
    let shown: Vec<String> =
        reports.iter().take(MAX_REPORTS).map(|path| path.display().to_string()).collect();
    for path in &shown {
        section.row("report", path);
    }
    if shown.is_empty() {
        section.row("reports", "none");
    }
    section.field("reports", shown);
    section
}

fn paths(path: &Path, common: &Common) -> ReportSection {
    let mut section = ReportSection::new("index");
    match index::data_dir(common.data_dir.as_deref()) {
        Ok(dir) => section.both("data folder", "dataFolder", dir.display().to_string()),
        Err(error) => {
            section.row("data folder", error.to_string());
            section.field("error", error.to_string());
        }
    }
    let repository = match open_index::repository(path, common) {
        Ok(repository) => repository,
        Err(error) => {
            section.row("repository", error.to_string());
            section.field("error", error.to_string());
            return section;
        }
    };
    section.both("repository", "root", repository.root.display().to_string());
    section.both("database", "database", repository.store.database().display().to_string());
    let gaps = clone_gaps(&repository.root);
    for gap in super::index::all_gaps(&gaps) {
        section.row("clone", gap.with_remedy());
    }
    section.field("clone", super::index::clone_json(&gaps));
    match repository.store.latest() {
        Ok(Latest { snapshot, refused }) => {
            for refused in &refused {
                section.row("not usable", format!("{}: {}", refused.path.display(), refused.error));
            }
            let refused = refused.iter().map(
                |refused| json!({ "path": refused.path.to_string_lossy(), "reason": refused.error.to_string() }),
            );
            section.field("notUsable", refused.collect::<Vec<_>>());
            section.field("indexed", snapshot.is_some());
            match snapshot {
                Some(snapshot) => state(&mut section, &snapshot),
                None => section.row("state", "not indexed yet"),
            }
        }
        Err(error) => {
            section.row("state", format!("cannot be read: {error}"));
            section.field("error", error.to_string());
        }
    }
    section
}

/// The fields have the names of `index --json`.
fn state(section: &mut ReportSection, snapshot: &Snapshot) {
    let meta = snapshot.meta();
    section.row(
        "state",
        format!(
            "generation {}, {:.1} MB, written by version {}",
            snapshot.generation(),
            snapshot.size() as f64 / 1e6,
            meta.program
        ),
    );
    section.field("generation", snapshot.generation());
    section.field("bytes", snapshot.size());
    section.field("writtenBy", meta.program.clone());
    let counts = &meta.counts;
    section.row(
        "holds",
        // Files are symbols of the graph too; here they are counted apart.
        format!(
            "{}, {}, {}",
            counted(counts.files as usize, "file"),
            counted(counts.symbols.saturating_sub(counts.files) as usize, "symbol"),
            counted(counts.edges as usize, "edge")
        ),
    );
    section.field("files", counts.files);
    section.field("totalSymbols", counts.symbols);
    let summary =
        meta.dependencies.summary().unwrap_or_else(|| "no package of another module needed".to_owned());
    section.row("depends on", summary);
    for module in meta.dependencies.missing_modules.iter().take(MAX_MODULES) {
        section.row("", format!("not read: {module}"));
    }
    section.field("dependencies", super::index::dependencies_json(&meta.dependencies));
    section.row("build", meta.host.to_string());
    section.field("build", super::index::build_json(meta));
    section.field("totalEdges", counts.edges);
    let unresolved: u64 = counts.unresolved.values().sum();
    section.row(
        "unresolved",
        format!("{}  {}", counted(unresolved as usize, "site"), tally(&counts.unresolved)),
    );
    section.field("unresolved", json!(counts.unresolved));
}

fn terminal() -> ReportSection {
    let mut section = ReportSection::new("terminal");
    let streams = [
        ("input", io::stdin().is_terminal()),
        ("output", io::stdout().is_terminal()),
        ("errors", io::stderr().is_terminal()),
    ];
    let texts =
        streams.map(|(name, tty)| format!("{name} {}", if tty { "terminal" } else { "not a terminal" }));
    section.row("streams", texts.join(", "));
    section.field(
        "streams",
        streams.map(|(name, tty)| (name.to_owned(), tty.into())).into_iter().collect::<Map<_, _>>(),
    );
    let size = crossterm::terminal::size().ok();
    section.row("size", size.map_or("unknown".to_owned(), |(w, h)| format!("{w}x{h}")));
    section.field("size", size.map_or(Value::Null, |(w, h)| json!({ "columns": w, "rows": h })));
    let mut variables = Map::new();
    for name in VARIABLES {
        let value = env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        variables.insert(name.to_owned(), json!(value));
        section.row(name, value.unwrap_or_else(|| "not set".to_owned()));
    }
    section.field("variables", variables);
    section
}

fn explorer(common: &Common) -> ReportSection {
    let mut section = ReportSection::new("explorer");
    let (path, config) = super::settings::read(common);
    let Report { colours, theme, clipboard, editor, warnings } = runtime::report(&config);
    section.both("colours", "colours", colours);
    section.both("theme", "theme", theme);
    section.row("clipboard", clipboard.join(", then "));
    section.field("clipboard", clipboard);
    section.field("editor", json!(editor));
    section.row("editor", editor.unwrap_or_else(|| "none".to_owned()));
    let exists = path.as_deref().is_some_and(Path::is_file);
    let path = path.map(|path| path.display().to_string());
    section.field("settings", json!({ "path": path, "exists": exists }));
    let missing = if exists { "" } else { " (missing: defaults are used)" };
    let path = path.unwrap_or_else(|| "nowhere: there is no home folder".to_owned());
    section.row("settings", path + missing);
    for warning in &warnings {
        section.row("warning", warning);
    }
    section.field("warnings", warnings);
    let git = find_program("git").is_some();
    section.field("git", git);
    section.row("git", if git { "found" } else { "not found: no history, no --diff" });
    section
}

/// The section about assistants: the lines that make a client start the server.
fn assistant(path: &Path, common: &Common) -> ReportSection {
    let mut section = ReportSection::new("assistant");
    let program = env::current_exe().map_or("codegraph-tui".to_owned(), |path| path.display().to_string());
    let root =
        open_index::repository(path, common).map_or(".".to_owned(), |found| found.root.display().to_string());
    let server = json!({ "command": program, "args": ["mcp", root] });
    section.row(
        "register",
        format!("clients with a command for it: `claude mcp add codegraph -- {program} mcp .`"),
    );
    section.row(
        "",
        format!(
            "others, in .mcp.json or .cursor/mcp.json: {}",
            json!({ "mcpServers": { "codegraph": &server } })
        ),
    );
    section.field("server", server);
    section
}
