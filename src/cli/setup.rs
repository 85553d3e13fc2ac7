//! `setup CLIENT`: the entry that registers the server with an assistant's client, and lines for its instructions.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize as _;
use serde_json::{Map, Value, json};

use super::common::PathArg;
use super::{Common, Failure, open_index};
use crate::index;
use crate::platform;

/// The name of the server in a client's settings.
const SERVER: &str = "codegraph";

/// Two lines for a file of instructions.
const INSTRUCTIONS: &str = "- Go code: ask the `codegraph` tools first. `search_code` finds code by a question or an error \
    message, `symbol` reads several names or places at once, `callers` lists a relation and says whether it is complete, `overview` \
    with a task and `impact` say what to change and which tests to run.\n\
    - Use grep for exact text, for comments and for files that are not Go.\n";

#[derive(Debug, clap::Args)]
pub struct SetupArgs {
    /// The client to set up
    #[arg(value_enum)]
    pub client: Client,

    #[command(flatten)]
    pub target: PathArg,

    /// Add the entry to the client's settings, and the lines to AGENTS.md or CLAUDE.md if there is one
    #[arg(long)]
    pub write: bool,
}

/// A client of assistants that can start the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Client {
    ClaudeCode,
    ClaudeDesktop,
    Codex,
    Cursor,
    Gemini,
    Opencode,
    Vscode,
    Windsurf,
    Zed,
}

/// A settings file of a client, and the form of an entry in it.
struct ClientSettings {
    /// The file, below the repository or below the user's folder.
    file: &'static str,
    is_in_repository: bool,
    /// The key of the object with all servers.
    key: &'static str,
    form: EntryForm,
    /// True if the client starts servers in the repository's folder. Others need its path.
    starts_in_repository: bool,
}

/// The form of an entry.
#[derive(Clone, Copy)]
enum EntryForm {
    /// `{"command": "…", "args": […]}`
    Json,
    /// `{"type": "local", "command": ["…", …]}`
    JsonCommand,
    Toml,
}

impl Client {
    fn settings(self) -> ClientSettings {
        use EntryForm::{Json, JsonCommand, Toml};
        let (file, is_in_repository, key, form, starts_in_repository) = match self {
            Self::ClaudeCode => (".mcp.json", true, "mcpServers", Json, true),
            Self::ClaudeDesktop => (CLAUDE_DESKTOP, false, "mcpServers", Json, false),
            Self::Codex => (".codex/config.toml", false, "mcp_servers", Toml, true),
            Self::Cursor => (".cursor/mcp.json", true, "mcpServers", Json, true),
            Self::Gemini => (".gemini/settings.json", true, "mcpServers", Json, true),
            Self::Opencode => ("opencode.json", true, "mcp", JsonCommand, true),
            Self::Vscode => (".vscode/mcp.json", true, "servers", Json, true),
            Self::Windsurf => (".codeium/windsurf/mcp_config.json", false, "mcpServers", Json, false),
            Self::Zed => (".zed/settings.json", true, "context_servers", Json, true),
        };
        ClientSettings { file, is_in_repository, key, form, starts_in_repository }
    }
}

/// The settings file of Claude's desktop program, below the user's folder.
const CLAUDE_DESKTOP: &str = platform::by_system(
    ".config/Claude/claude_desktop_config.json",
    "Library/Application Support/Claude/claude_desktop_config.json",
    "AppData/Roaming/Claude/claude_desktop_config.json",
);

pub(super) fn run(args: &SetupArgs, common: &Common) -> Result<(), Failure> {
    let root = open_index::repository(&args.target.path, common)?.root;
    let settings = args.client.settings();
    let path = settings_path(&settings, &root)?;
    let mut command = vec!["codegraph-tui".to_owned(), "mcp".to_owned()];
    if !settings.starts_in_repository {
        command.push(root.display().to_string());
    }
    let entry = settings.entry(&command);
    let mut out = io::stdout().lock();
    write!(out, "In {}:\n\n{}\n", path.display(), settings.alone(&entry))?;
    write!(out, "\nIn AGENTS.md or CLAUDE.md:\n\n{INSTRUCTIONS}")?;
    if !args.write {
        let client = args.client.to_possible_value();
        let client = client.as_ref().map_or("", |client| client.get_name());
        writeln!(
            out,
            "\n`codegraph-tui setup {client} --write` adds this to those of the files that are there."
        )?;
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "{}", report(&path, settings.added(&path, &entry)?))?;
    for name in ["AGENTS.md", "CLAUDE.md"] {
        let path = root.join(name);
        if let Some(text) = read(&path)? {
            let is_there = text.contains(INSTRUCTIONS.trim_end());
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            let added = Some(format!("{text}{gap}{INSTRUCTIONS}")).filter(|_| !is_there);
            writeln!(out, "{}", report(&path, save(&path, added)?))?;
        }
    }
    Ok(())
}

fn settings_path(settings: &ClientSettings, root: &Path) -> Result<PathBuf, Failure> {
    if settings.is_in_repository {
        return Ok(root.join(settings.file).components().collect());
    }
    let home = index::home_dir().ok_or_else(|| {
        Failure::failed("the user's folder is not known: set HOME, or leave out --write and copy the entry")
    })?;
    Ok(home.join(settings.file).components().collect())
}

fn report(path: &Path, is_changed: bool) -> String {
    if is_changed {
        format!("written: {}", path.display())
    } else {
        format!("already there: {}", path.display())
    }
}

impl ClientSettings {
    fn entry(&self, command: &[String]) -> Value {
        match self.form {
            EntryForm::Json | EntryForm::Toml => json!({ "command": command[0], "args": command[1..] }),
            EntryForm::JsonCommand => json!({ "type": "local", "command": command }),
        }
    }

    /// The text of a settings file with nothing but the entry.
    fn alone(&self, entry: &Value) -> String {
        match self.form {
            EntryForm::Toml => toml_entry(self.key, entry),
            _ => pretty(&json!({ self.key: { SERVER: entry } }), "  "),
        }
    }

    /// Adds the entry to the file. Returns false if it is there already.
    ///
    /// # Errors
    /// The file cannot be read, parsed or written, or contains another entry of that name. Then it stays as it is.
    fn added(&self, path: &Path, entry: &Value) -> Result<bool, Failure> {
        let text = read(path)?.unwrap_or_default();
        let added = match self.form {
            EntryForm::Toml => self.added_to_toml(&text, entry),
            _ => self.added_to_json(&text, entry),
        };
        let added = added.map_err(|why| {
            Failure::failed(format!("{} {why}: add the entry above by hand", path.display()))
        })?;
        save(path, added)
    }

    /// The text of a JSON file with the entry. None if it is there already.
    fn added_to_json(&self, text: &str, entry: &Value) -> Result<Option<String>, &'static str> {
        let mut whole = match text.trim() {
            "" => Value::Object(Map::new()),
            text => serde_json::from_str(text).map_err(|_| "is not plain JSON (comments, perhaps)")?,
        };
        let top = whole.as_object_mut().ok_or("is not a JSON object")?;
        let servers = top.entry(self.key).or_insert_with(|| json!({}));
        let servers = servers.as_object_mut().ok_or("has something else in place of its servers")?;
        match servers.get(SERVER) {
            Some(there) if there == entry => return Ok(None),
            Some(_) => return Err("has another entry of that name"),
            None => servers.insert(SERVER.to_owned(), entry.clone()),
        };
        Ok(Some(pretty(&whole, indent(text)) + "\n"))
    }

    /// The text of a TOML file with the entry at its end. None if it is there already.
    fn added_to_toml(&self, text: &str, entry: &Value) -> Result<Option<String>, &'static str> {
        let whole: toml::Table = toml::from_str(text).map_err(|_| "is not valid TOML")?;
        let there = whole.get(self.key).and_then(|servers| servers.get(SERVER));
        if let Some(there) = there {
            let is_same = serde_json::to_value(there).is_ok_and(|there| there == *entry);
            return if is_same { Ok(None) } else { Err("has another entry of that name") };
        }
        let gap = match text {
            "" => "",
            text if text.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        Ok(Some(format!("{text}{gap}{}", toml_entry(self.key, entry))))
    }
}

fn toml_entry(key: &str, entry: &Value) -> String {
    let (command, args) = (&entry["command"], &entry["args"]);
    format!("[{key}.{SERVER}]\ncommand = {command}\nargs = {args}\n")
}

/// The blanks or tab by which the first indented line of a JSON text is indented; two blanks if there is none.
fn indent(text: &str) -> &str {
    let indents = text.lines().map(|line| &line[..line.len() - line.trim_start().len()]);
    indents.into_iter().find(|indent| !indent.is_empty()).unwrap_or("  ")
}

fn pretty(value: &Value, indent: &str) -> String {
    let mut text = Vec::new();
    let form = serde_json::ser::PrettyFormatter::with_indent(indent.as_bytes());
    let written = value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, form));
    debug_assert!(written.is_ok(), "memory takes all that is written to it");
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns whether all lines of a text end as on Windows.
fn has_line_ends_of_windows(text: &str) -> bool {
    text.contains('\n') && text.matches('\n').count() == text.matches("\r\n").count()
}

/// The text of a file, whose line ends of Windows are plain ones here. None if there is no such file.
fn read(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) if has_line_ends_of_windows(&text) => Ok(Some(text.replace("\r\n", "\n"))),
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::failed(format!("cannot read {}: {error}", path.display()))),
    }
}

/// Replaces a file by its new text, with the line ends that it has. Returns false if there is no new text.
fn save(path: &Path, text: Option<String>) -> Result<bool, Failure> {
    let Some(mut text) = text else { return Ok(false) };
    if fs::read_to_string(path).is_ok_and(|old| has_line_ends_of_windows(&old)) {
        text = text.replace('\n', "\r\n");
    }
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let target = platform::canonical(path).unwrap_or_else(|_| path.to_owned());
    folder
        .and_then(|()| index::write_whole(&target, text.as_bytes()))
        .map_err(|error| Failure::failed(format!("cannot write {}: {error}", path.display())))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry_of(client: Client) -> (ClientSettings, Value) {
        let settings = client.settings();
        let entry = settings.entry(&["codegraph-tui".to_owned(), "mcp".to_owned()]);
        (settings, entry)
    }

    #[test]
    fn an_entry_is_added_once_and_the_rest_of_the_file_stays() {
        let toml = "# mine\nmodel = \"m\"";
        let cases = [
            (Client::Cursor, "", "mcpServers"),
            (
                Client::Vscode,
                "{\n\t\"inputs\": [],\n\t\"servers\": {\"a\": {\"url\": \"u\"}}\n}\n",
                "servers",
            ),
            (Client::Opencode, "{\"$schema\": \"s\"}", "mcp"),
        ];
        for (client, text, key) in cases {
            let (settings, entry) = entry_of(client);
            let added = settings.added_to_json(text, &entry).unwrap().unwrap();
            let whole: Value = serde_json::from_str(&added).unwrap();
            assert_eq!(whole[key][SERVER], entry, "{client:?}");
            let mut rest = whole.clone();
            rest[key].as_object_mut().unwrap().shift_remove(SERVER);
            let before: Value = serde_json::from_str(if text.is_empty() { "{}" } else { text }).unwrap();
            for (name, value) in before.as_object().unwrap() {
                assert_eq!(&rest[name], value, "{client:?} {name}");
            }
            assert_eq!(added.contains("\n\t\""), text.contains('\t'), "its indentation");
            assert_eq!(settings.added_to_json(&added, &entry).unwrap(), None, "{client:?}");
        }
        let (settings, entry) = entry_of(Client::Codex);
        let added = settings.added_to_toml(toml, &entry).unwrap().unwrap();
        assert_eq!(
            added,
            "# mine\nmodel = \"m\"\n\n[mcp_servers.codegraph]\ncommand = \"codegraph-tui\"\nargs = [\"mcp\"]\n"
        );
        assert_eq!(settings.added_to_toml(&added, &entry).unwrap(), None);
    }

    #[test]
    fn a_file_keeps_its_line_ends_and_knows_what_it_has() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("AGENTS.md");
        for (before, after) in
            [("a\r\nb\r\n", "a\r\nb\r\nc\r\n"), ("a\nb\r\n", "a\nb\r\nc\n"), ("a", "ac\n"), ("", "c\n")]
        {
            fs::write(&path, before).unwrap();
            let text = read(&path).ok().flatten().unwrap();
            assert!(save(&path, Some(text + "c\n")).is_ok_and(|written| written));
            assert_eq!(fs::read_to_string(&path).unwrap(), after);
        }
        fs::write(&path, INSTRUCTIONS.replace('\n', "\r\n")).unwrap();
        assert_eq!(read(&path).ok().flatten().as_deref(), Some(INSTRUCTIONS));
    }

    #[test]
    fn a_file_that_cannot_take_the_entry_is_refused() {
        let (json, entry) = entry_of(Client::Zed);
        for text in [
            "{\n  // mine\n}",
            "[]",
            r#"{"context_servers": 1}"#,
            r#"{"context_servers": {"codegraph": {}}}"#,
        ] {
            assert!(json.added_to_json(text, &entry).is_err(), "{text}");
        }
        let (toml, entry) = entry_of(Client::Codex);
        for text in ["= 1", "[mcp_servers.codegraph]\ncommand = \"other\"\n"] {
            assert!(toml.added_to_toml(text, &entry).is_err(), "{text}");
        }
    }
}
