//! Tests that the documents say what the program does: the README's keys, the manual page, the completions.

#![allow(clippy::unwrap_used)]

#[path = "../support/copy.rs"]
mod copy;
mod guide;

use std::fs;
use std::path::Path;
use std::process::Command;

use codegraph_tui::app::action::{Action, KeyContext};
use codegraph_tui::app::settings::SETTINGS;
use codegraph_tui::search::{READERS, Weights, scoring::relevance};

#[test]
fn the_manual_page_lists_every_key() {
    let man = output(&["man"]).replace("\\-", "-").replace("\\\\", "\\");
    let (_, keys) = man.split_once(".SH KEYS\n").expect("a section on keys");
    for context in KeyContext::ALL {
        let heading = format!(".SS \"{}\"\n", context.title());
        let (_, section) = keys.split_once(&heading).expect("a heading for each context");
        let section = section.split(".SS").next().unwrap();
        for action in Action::ALL.iter().filter(|action| action.entry().context == context) {
            let keys = action.entry().keys.join(", ");
            assert!(
                section.contains(&format!("{keys} ({action})\n{}", action.entry().doc)) || keys.is_empty(),
                "{action}"
            );
            assert!(section.contains(&format!("({action})\n")), "{action}");
        }
    }
}

/// The longest that the README may be, in lines: details belong to the help, the manual page and the benchmarks.
const README_LINES: usize = 170;

#[test]
fn the_readme_stays_short() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let lines = readme.lines().count();
    assert!(lines <= README_LINES, "{lines} lines");
}

#[test]
fn the_help_of_query_lists_the_kinds_of_question() {
    for command in ["query", "pack", "batch"] {
        let help = output(&[command, "--help"]);
        for reader in READERS {
            assert!(help.contains(&format!("  {}: ", reader.name)), "{command} lacks {}", reader.name);
        }
    }
}

fn output(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_codegraph-tui")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Subcommands as `--help` lists them.
fn subcommands() -> Vec<String> {
    let help = output(&["--help"]);
    let (_, rest) = help.split_once("Commands:\n").expect("commands");
    let lines = rest.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn man_page_and_completions_know_every_command() {
    let names = subcommands();
    assert!(names.len() > 10, "{names:?}");
    let man = output(&["man"]);
    for name in names.iter().filter(|name| *name != "help") {
        let section = format!(".SH \"CODEGRAPH\\-TUI {}\"", name.to_uppercase());
        assert!(man.contains(&section), "the manual page lacks {name}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let completions = output(&["completions", shell]);
        for name in &names {
            assert!(completions.contains(name.as_str()), "{shell} lacks {name}");
        }
    }
}

/// The long flags that a command's `--help` lists.
fn flags(command: &[&str]) -> Vec<String> {
    let help = output(&[command, &["--help"]].concat());
    let words = help.lines().filter_map(|line| {
        let line = line.trim_start();
        line.starts_with('-').then(|| line.split_whitespace().find(|word| word.starts_with("--"))).flatten()
    });
    // The value of `--flag[=VALUE]` is no part of its name.
    words.map(|word| word.split(['[', ',']).next().unwrap_or(word).to_owned()).collect()
}

#[test]
fn man_page_and_completions_know_every_flag() {
    let man = output(&["man"]).replace("\\-", "-");
    let completions =
        ["bash", "zsh", "fish", "powershell", "elvish"].map(|shell| output(&["completions", shell]));
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    for name in subcommands().into_iter().filter(|name| name != "help") {
        let help = output(&[&name, "--help"]);
        if let Some((_, rest)) = help.split_once("Commands:\n") {
            // A description that goes on in the next line is indented further than a name.
            let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
            let names = rest.lines().take_while(|line| !line.is_empty()).filter(is_name);
            let names =
                names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
            commands.extend(names.map(|task| vec![name.clone(), task.to_owned()]));
        }
        commands.push(vec![name]);
    }
    let mut seen = 0;
    for command in &commands {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let title = [&["codegraph-tui"], &command[..]].concat().join(" ").to_uppercase();
        let (_, section) = man.split_once(&format!(".SH \"{title}\"\n")).unwrap_or(("", &man));
        let section = section.split(".SH \"CODEGRAPH-TUI").next().unwrap_or_default();
        assert!(command.is_empty() || section.len() < man.len(), "the manual page lacks {command:?}");
        for flag in flags(&command) {
            seen += 1;
            assert!(section.contains(&flag), "the manual page lacks {flag} of {command:?}");
            let bare = flag.trim_start_matches('-');
            for text in &completions {
                assert!(text.contains(bare), "completions lack {flag} of {command:?}");
            }
        }
    }
    assert!(seen > 60, "{seen} flags");
}

/// The lines of the printed settings under a table's name, or before the first.
fn printed(config: &str, table: Option<&str>) -> Vec<String> {
    let mut at = None;
    let mut lines = Vec::new();
    for line in config.lines() {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => at = Some(name),
            None if at == table => lines.push(line.trim_start_matches("# ").to_owned()),
            None => {}
        }
    }
    lines
}

#[test]
fn every_settings_key_is_printed() {
    let config = output(&["--print-config"]);
    for (word, is_table) in SETTINGS {
        let is_there = if is_table {
            config.contains(&format!("\n[{word}]\n"))
        } else {
            printed(&config, None).iter().any(|line| line.starts_with(&format!("{word} = ")))
        };
        assert!(is_there, "{word}");
    }
    let actions = Action::ALL.iter().map(ToString::to_string).collect();
    let weights = relevance::RelevanceWeights::default().rows().map(|(name, ..)| name.to_owned()).to_vec();
    for (table, names) in [("keys", actions), ("weights", Weights::names()), ("relevance", weights)] {
        let lines = printed(&config, Some(table));
        for name in names {
            assert!(lines.iter().any(|line| line.starts_with(&format!("{name} = "))), "[{table}] {name}");
        }
    }
}
