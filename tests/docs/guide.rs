//! The guide and the README: lists made from the program, commands that work, links that lead somewhere.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::CommandFactory as _;
use codegraph_tui::app::action::{Action, KeyContext};
use codegraph_tui::app::settings::SETTINGS;
use codegraph_tui::cli::{Args, EXIT_CODES};
use codegraph_tui::search::READERS;
use serde_json::Value;

use crate::copy::copy;

/// The actions whose keys the README shows: enough to begin with. The guide and the manual page list all.
const FIRST_KEYS: &[Action] = &[
    Action::ViewSymbols,
    Action::ViewQuery,
    Action::ViewImpact,
    Action::ViewTours,
    Action::ViewInteractions,
    Action::Descend,
    Action::Climb,
    Action::Back,
    Action::Forward,
    Action::NextPane,
    Action::Type,
    Action::Edit,
    Action::CopySymbol,
    Action::CopyContext,
    Action::Help,
    Action::Palette,
    Action::Quit,
];

/// A copy of the sample with a history of one commit, and a data folder beside it.
struct Sample {
    dir: tempfile::TempDir,
}

impl Sample {
    fn new() -> Self {
        let sample = Self { dir: tempfile::tempdir().unwrap() };
        copy(&root().join("assets/sample"), &sample.tree());
        for args in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "first"]] {
            let identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
            let git = Command::new("git").args(identity).args(args).current_dir(sample.tree()).status();
            assert!(git.unwrap().success(), "git {args:?}");
        }
        sample
    }

    fn tree(&self) -> PathBuf {
        self.dir.path().join("sample")
    }

    fn command(&self, args: &[String]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codegraph-tui"));
        let settings = self.dir.path().join("config.toml");
        command.args(args).current_dir(self.tree());
        command.env("CODEGRAPH_TUI_DATA", self.dir.path().join("data"));
        command.env("CODEGRAPH_TUI_CONFIG", settings);
        command
    }

    /// The output of a command, which has to succeed.
    fn output(&self, args: &[&str]) -> String {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        let output = self.command(&args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A table of Markdown.
fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
    let rule = vec!["---".to_owned(); heads.len()];
    let rows: String = rows.into_iter().map(|row| line(&row)).collect();
    format!("\n{}{}{rows}\n", line(&heads), line(&rule))
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

fn keys_of(action: Action) -> String {
    let keys: Vec<String> = action.entry().keys.iter().map(|key| format!("`{key}`")).collect();
    keys.join(" ").replace('|', "\\|")
}

fn first_keys() -> String {
    let row = |&action: &Action| vec![keys_of(action), escaped(action.entry().doc)];
    table(&["key", "does"], FIRST_KEYS.iter().map(row))
}

fn all_keys() -> String {
    let mut text = String::new();
    for context in KeyContext::ALL {
        let actions = Action::ALL.iter().copied().filter(|action| action.entry().context == context);
        let row = |action: Action| vec![keys_of(action), escaped(action.entry().doc), format!("`{action}`")];
        let _ =
            write!(text, "\n## {}\n{}", context.title(), table(&["key", "does", "action"], actions.map(row)));
    }
    text
}

fn questions() -> String {
    let row = |reader: &&codegraph_tui::search::Reader| {
        let examples = reader.examples.iter().filter(|example| !example.contains('\n'));
        let examples: Vec<String> = examples.map(|example| format!("`{example}`")).collect();
        vec![reader.name.to_owned(), reader.about.to_owned(), examples.join(", ")]
    };
    table(&["question", "answered with", "for example"], READERS.iter().map(row))
}

fn commands() -> String {
    let command = Args::command();
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let row = |sub: &clap::Command| {
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        vec![format!("`codegraph-tui {}`", sub.get_name()), escaped(&about)]
    };
    table(&["command", "does"], shown.map(row))
}

fn exit_codes() -> String {
    table(&["code", "meaning"], EXIT_CODES.map(|(code, meaning)| vec![code.to_string(), meaning.to_owned()]))
}

/// The settings that are no tables, with the comments of the printed file.
fn settings(sample: &Sample) -> String {
    let printed = sample.output(&["--print-config"]);
    let mut rows = Vec::new();
    let mut about = Vec::new();
    for line in printed.lines().take_while(|line| !line.starts_with('[')) {
        let bare = line.trim_start_matches("# ");
        let key = SETTINGS.iter().find(|(name, _)| bare.starts_with(&format!("{name} = ")));
        match (key, bare.split_once(" = ")) {
            (Some((name, _)), Some((_, value))) => {
                rows.push(vec![format!("`{name}`"), format!("`{value}`"), escaped(&about.join(" "))]);
                about.clear();
            }
            _ if line.is_empty() => about.clear(),
            _ => about.push(bare),
        }
    }
    table(&["setting", "default or example", "meaning"], rows)
}

/// The tools of the server, as it lists them to a client.
fn tools(sample: &Sample) -> String {
    let mut server = sample
        .command(&["mcp".to_owned()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let requests = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"docs","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    ];
    // The server ends with its input.
    server.stdin.take().unwrap().write_all((requests.join("\n") + "\n").as_bytes()).unwrap();
    let output = server.wait_with_output().unwrap();
    let replies = String::from_utf8(output.stdout).unwrap();
    let replies = replies.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let list = replies.into_iter().find(|reply| reply["id"] == 2).expect("a list of tools");
    let row = |tool: &Value| {
        let text = |field: &str| tool[field].as_str().unwrap_or_default().to_owned();
        let arguments = tool["inputSchema"]["properties"].as_object().unwrap().keys();
        let arguments: Vec<String> = arguments.map(|name| format!("`{name}`")).collect();
        vec![format!("`{}`", text("name")), escaped(&text("description")), arguments.join(", ")]
    };
    table(&["tool", "when", "arguments"], list["result"]["tools"].as_array().unwrap().iter().map(row))
}

/// Commands whose JSON the guide describes, as they are run on the sample, each with further arguments of other answers that
/// have the same fields, and others of them missing.
const JSON_COMMANDS: [(&[&str], &[&str]); 15] = [
    (&["index", "--json"], &[]),
    (&["rank", "--json"], &[]),
    (&["query", "how are failed jobs retried", "--json"], &[]),
    (&["query", "who calls Queue.Push", "--json"], &[]),
    (&["pack", "how are failed jobs retried", "--format", "json"], &[]),
    (&["relevance", "queue.Queue.Push", "how are failed jobs retried", "--json"], &[]),
    (&["impact", "queue.Queue.Push", "--json"], &["--threshold", "0.9"]),
    (&["impact", "--diff", "HEAD", "--json"], &["--threshold", "0.9"]),
    (&["path", "httpapi.server.submit", "queue.Queue.Push", "--json"], &[]),
    (&["why", "queue.Queue.Push", "--json"], &[]),
    (&["unused", "--json"], &["--programs-only"]),
    (&["tour", "list", "--json"], &[]),
    (&["tour", "show", "start-here", "--json"], &[]),
    (&["interactions", "stats", "--json"], &[]),
    (&["export", "--format", "jsonl"], &[]),
];

/// The fields of some JSON by their paths: their types, in how many objects each is, and how many objects a path has.
#[derive(Default)]
struct Fields {
    found: BTreeMap<String, (Vec<&'static str>, usize)>,
    objects: BTreeMap<String, usize>,
}

impl Fields {
    /// Returns whether a field is sometimes missing or `null`.
    fn is_optional(&self, path: &str) -> bool {
        let (kinds, n) = &self.found[path];
        let parent = path.trim_end_matches("[]").rsplit_once('.').map_or("", |(parent, _)| parent);
        kinds.contains(&"null")
            || !path.ends_with("[]") && *n < self.objects.get(parent).copied().unwrap_or(0)
    }
}

fn fields(value: &Value, path: &str, all: &mut Fields) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    if !path.is_empty() {
        let (kinds, n) = all.found.entry(path.to_owned()).or_default();
        *n += 1;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    match value {
        Value::Array(elements) => {
            for element in elements {
                fields(element, &format!("{path}[]"), all);
            }
        }
        Value::Object(entries) => {
            *all.objects.entry(path.to_owned()).or_default() += 1;
            for (name, value) in entries {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                fields(value, &path, all);
            }
        }
        _ => {}
    }
}

/// The fields of answers, each an object or a line. One that not all of them have is missing sometimes.
fn fields_of(outputs: &[String]) -> Fields {
    let mut found = Fields::default();
    for output in outputs {
        let whole = serde_json::from_str::<Value>(output).map(|whole| vec![whole]);
        let lines = || output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        whole.unwrap_or_else(|_| lines()).iter().for_each(|answer| fields(answer, "", &mut found));
    }
    found
}

fn json(sample: &Sample) -> String {
    // A working tree with changes of all sorts: a body, a name that others use, an import, a file that tests may read.
    let edited = Sample::new();
    let queue = fs::read_to_string(edited.tree().join("queue/queue.go")).unwrap();
    let renamed = queue.replace(") Len(", ") Length(").replace("import (", "import (\n\t_ \"embed\"");
    fs::write(edited.tree().join("queue/queue.go"), renamed).unwrap();
    fs::write(edited.tree().join("notes.txt"), "new\n").unwrap();
    let mut text = String::new();
    for (args, further) in JSON_COMMANDS {
        let sample = if args.contains(&"--diff") { &edited } else { sample };
        let mut outputs = vec![sample.output(args)];
        if !further.is_empty() {
            outputs.push(sample.output(&[args, further].concat()));
        }
        let found = fields_of(&outputs);
        let words: Vec<String> = args
            .iter()
            .map(|arg| if arg.contains(' ') { format!("\"{arg}\"") } else { (*arg).to_owned() })
            .collect();
        let rows = found.found.iter().map(|(path, (kinds, _))| {
            let kinds: Vec<&str> = kinds.iter().copied().filter(|kind| *kind != "null").collect();
            let mark = if found.is_optional(path) { "?" } else { "" };
            let kinds = if kinds.is_empty() {
                "nothing here".to_owned()
            } else {
                format!("{}{mark}", kinds.join(" or "))
            };
            vec![format!("`{path}`"), kinds]
        });
        let _ = write!(text, "\n### codegraph-tui {}\n{}", words.join(" "), table(&["field", "type"], rows));
    }
    text
}

/// Files of Markdown that people read, relative to the root.
fn pages() -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The fields whose meaning the guide tells are fields of some answer.
#[test]
fn explained_fields_exist() {
    let text = fs::read_to_string(root().join("docs/src/json.md")).unwrap();
    let part = |name: &str| {
        let (_, rest) = text.split_once(&format!("<!-- {name} -->")).unwrap();
        rest.split_once(&format!("<!-- /{name} -->")).unwrap().0
    };
    let listed = part("json");
    let rows = part("json-meanings").lines().filter_map(|row| row.strip_prefix("| `"));
    let names: Vec<&str> = rows
        .flat_map(|row| row.split(" | ").next().unwrap().split(", "))
        .map(|name| name.trim_matches('`'))
        .collect();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let is_there = ["`", ".", "`_meta."].iter().any(|before| {
            ["`", "[]`"].iter().any(|after| listed.contains(&format!("{before}{name}{after}")))
        });
        assert!(is_there, "no answer has a field {name}");
    }
}

/// Run with `UPDATE_DOCS=1` to write the lists anew.
#[test]
fn lists_are_those_of_the_program() {
    let sample = Sample::new();
    let lists = [
        ("first-keys", first_keys()),
        ("keys", all_keys()),
        ("questions", questions()),
        ("commands", commands()),
        ("exit-codes", exit_codes()),
        ("settings", settings(&sample)),
        ("tools", tools(&sample)),
        ("json", json(&sample)),
    ];
    let mut used = Vec::new();
    let mut stale = Vec::new();
    for page in pages() {
        let path = root().join(&page);
        let mut text = fs::read_to_string(&path).unwrap();
        for (name, list) in &lists {
            let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
            let Some((before, rest)) = text.split_once(&begin) else { continue };
            let (listed, after) = rest.split_once(&end).expect("the list's end");
            used.push(*name);
            if listed != list {
                stale.push(format!("{}: {name}", page.display()));
                text = format!("{before}{begin}{list}{end}{after}");
            }
        }
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, text).unwrap();
        }
    }
    for (name, _) in &lists {
        assert!(used.contains(name), "no page has the list {name}");
    }
    if std::env::var_os("UPDATE_DOCS").is_none() {
        assert!(stale.is_empty(), "run `UPDATE_DOCS=1 cargo test --test docs`: {stale:?}");
    }
}

/// The words of a command line: double quotes hold a word together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn commands_that_the_pages_show_work() {
    let mut seen = 0;
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        let lines: Vec<&str> = blocks.flat_map(str::lines).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        let sample = Sample::new();
        for line in lines {
            let words = words(line.split(" #").next().unwrap());
            assert_eq!(words[0], "codegraph-tui", "{}: {line}", page.display());
            let output = sample.command(&words[1..]).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {line}: {error}", page.display());
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} commands");
}

#[test]
fn links_between_pages_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for rest in text.split("](").skip(1) {
            let target = rest.split(')').next().unwrap().split('#').next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let folder = root().join(&page).parent().unwrap().to_owned();
            assert!(folder.join(target).exists(), "{}: {target}", page.display());
        }
    }
}

#[test]
fn the_summary_lists_every_page() {
    let summary = fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    for page in pages() {
        if let Ok(name) = page.strip_prefix("docs/src")
            && name != Path::new("SUMMARY.md")
        {
            let name = name.to_string_lossy().replace('\\', "/");
            assert!(summary.contains(&format!("({name})")), "SUMMARY.md lacks {name}");
        }
    }
}

/// The text outside of code.
fn prose(text: &str) -> String {
    let mut found = String::new();
    for (at, block) in text.split("```").enumerate().filter(|(at, _)| at % 2 == 0) {
        assert!(at == 0 || block.starts_with('\n'), "a block of code ends in a line of its own");
        for (at, part) in block.split('`').enumerate() {
            found.push_str(if at % 2 == 0 { part } else { " " });
        }
    }
    found
}

/// One concept has one name: words that the glossary calls older are on no screen and on no page.
#[test]
fn older_words_of_the_glossary_are_gone() {
    let glossary = PathBuf::from("docs/src/glossary.md");
    let read = |path: &Path| fs::read_to_string(root().join(path)).unwrap();
    let text = read(&glossary);
    let table = text.split_once("| older | now |").expect("the table of older words").1;
    let older: Vec<&str> =
        table.lines().skip(2).filter_map(|row| row.split('|').nth(1)).map(str::trim).collect();
    assert!(older.len() > 4, "{older:?}");
    let generated = ["docs/src/json.md", "docs/src/commands.md"].map(PathBuf::from);
    let is_about_people = |path: &PathBuf| {
        *path != glossary && !generated.contains(path) && !path.starts_with("docs/src/inside")
    };
    let pages = pages().into_iter().filter(is_about_people).map(|path| (path.clone(), prose(&read(&path))));
    let keys = Action::ALL.iter().map(|action| {
        let entry = action.entry();
        (PathBuf::from(entry.id), format!("{} {}", entry.title, entry.doc))
    });
    let mut screens = Vec::new();
    let mut folders = vec![root().join("src/ui")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "snap" => screens.push((path.clone(), read(&path))),
                _ => {}
            }
        }
    }
    assert!(screens.len() > 20);
    for (place, text) in pages.chain(keys).chain(screens) {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        for word in &older {
            let parts: Vec<&str> = word.split(' ').collect();
            let is_there = words.windows(parts.len()).any(|window| {
                let is_name = word.starts_with(char::is_uppercase);
                window
                    .iter()
                    .zip(&parts)
                    .all(|(a, b)| if is_name { a == b } else { a.eq_ignore_ascii_case(b) })
            });
            assert!(!is_there, "{}: “{word}” is an older word, see the glossary", place.display());
        }
    }
}
