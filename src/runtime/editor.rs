//! The user's editor, opened at a line.

use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, Path};
use std::process::{Command, ExitStatus};
use std::{env, io};

use crate::model::clean;
use crate::platform;
use crate::platform::terminal::DEFAULT_EDITOR;

/// The editor's command line for a file and a line.
pub(super) fn command(setting: Option<&str>, path: &Path, line: u32) -> Option<Command> {
    let chosen = setting.map(str::to_owned).or_else(|| {
        ["VISUAL", "EDITOR"]
            .iter()
            .filter_map(|name| env::var(name).ok())
            .find(|text| !text.trim().is_empty())
    });
    build(&chosen.unwrap_or_else(|| DEFAULT_EDITOR.to_owned()), path, line)
}

/// Builds the command. Editors with a window get the flag that makes them wait until it is closed, since the text is
/// read then. No shell is involved, so a file's name cannot become a command.
fn build(text: &str, path: &Path, line: u32) -> Option<Command> {
    let words = words(text);
    let (program, rest) = words.split_first()?;
    let mut command = platform::command(program);
    if rest.iter().any(|word| word.contains("{path}")) {
        for word in rest {
            let line = word.replace("{line}", &line.to_string());
            match line.split_once("{path}") {
                Some((before, after)) => {
                    let mut word = std::ffi::OsString::from(before);
                    word.push(path);
                    word.push(after);
                    command.arg(word);
                }
                None => {
                    command.arg(line);
                }
            }
        }
        return Some(command);
    }
    command.args(rest);
    let name =
        Path::new(program).file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let with_line = |separator: &str| {
        let mut word = path.as_os_str().to_owned();
        word.push(format!("{separator}{line}"));
        word
    };
    match name.as_str() {
        "code" | "code-insiders" | "codium" | "cursor" => {
            command.arg("--wait").arg("--goto").arg(with_line(":"))
        }
        "zed" | "subl" | "lapce" => command.arg("--wait").arg(with_line(":")),
        "hx" | "helix" => command.arg(with_line(":")),
        "idea" | "goland" | "mate" => command.args(["--wait", "--line", &line.to_string()]).arg(path),
        "kate" => command.args(["--block", "--line", &line.to_string()]).arg(path),
        "gvim" | "mvim" => command.args(["-f", &format!("+{line}")]).arg(path),
        "gedit" => command.args(["--wait", &format!("+{line}")]).arg(path),
        "ed" | "notepad" => command.arg(path),
        _ => command.arg(format!("+{line}")).arg(path),
    };
    Some(command)
}

/// Reports how an editor ended. The error names the command, with paths inside `root` relative to it, and what to do.
pub(super) fn outcome(command: &Command, root: &Path, ended: io::Result<ExitStatus>) -> Result<(), String> {
    let why = match ended {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}")),
        Err(error) => error.to_string(),
    };
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
    let run = words.join(" ").replace(&format!("{}{MAIN_SEPARATOR}", root.display()), "");
    let text = format!("`{run}` failed: {why}; $EDITOR, or `editor` in the settings, names another editor");
    Err(clean(&text).into_owned())
}

/// Words of a command line; quotes hold blanks together.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut any) = (Vec::new(), String::new(), None, false);
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => (quote, any) = (Some(c), true),
            (None, c) if c.is_whitespace() => {
                if any || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            (_, c) => word.push(c),
        }
    }
    if any || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_editor_takes_its_line_its_way() {
        let cases = [
            ("vi", vec!["+7", "a b.go"]),
            ("emacs -nw", vec!["-nw", "+7", "a b.go"]),
            ("code", vec!["--wait", "--goto", "a b.go:7"]),
            ("/usr/bin/hx", vec!["a b.go:7"]),
            ("subl", vec!["--wait", "a b.go:7"]),
            ("gvim", vec!["-f", "+7", "a b.go"]),
            ("kate", vec!["--block", "--line", "7", "a b.go"]),
            ("idea", vec!["--wait", "--line", "7", "a b.go"]),
            ("kak +{line} \"{path}\"", vec!["+7", "a b.go"]),
            ("\"my editor\" --at {path}:{line}", vec!["--at", "a b.go:7"]),
        ];
        for (text, expected) in cases {
            let command = build(text, Path::new("a b.go"), 7).expect(text);
            let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
            assert_eq!(args, expected, "{text}");
        }
        assert!(build("  ", Path::new("a.go"), 1).is_none());
    }

    #[test]
    fn an_editor_that_fails_is_told_with_what_it_was_given() {
        let root = Path::new("/repo");
        let file = root.join("folder").join("a.go");
        if cfg!(unix) {
            let mut command = build("sh -c 'exit 3'", &file, 7).expect("an editor");
            let ended = command.status();
            let message = outcome(&command, root, ended).expect_err("it failed");
            let run =
                "`sh -c exit 3 +7 folder/a.go` failed: exit status 3; $EDITOR, or `editor` in the settings, ";
            assert!(message.starts_with(run), "{message}");
        }
        let mut command = build("no-such-editor-\u{1b}[31m", &file, 1).expect("an editor");
        let ended = command.status();
        let message = outcome(&command, root, ended).expect_err("there is none");
        let run = format!(" +1 folder{MAIN_SEPARATOR}a.go` failed: ");
        assert!(message.contains(&run) && !message.contains('\u{1b}'), "{message}");
    }
}
