//! `doctor --report FILE`: what a maintainer needs for a bug report, shown before it is written.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::{Common, Failure};
use crate::index;
use crate::model::clean;
use crate::runtime;

/// Most reports of panics that are included, the newest.
const MAX_PANICS: usize = 3;
/// Last lines of the log that are included.
const MAX_OF_LOG: usize = 200;

/// Shows the report and, if the person agrees or said `--yes`, writes it to `file`. The home folder stands as `~` in it.
pub(super) fn write(findings: &str, file: &Path, yes: bool, common: &Common) -> Result<(), Failure> {
    let text = gathered(findings, common);
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    let name = file.display().to_string();
    if !yes && !agrees(&name)? {
        return Err(Failure::usage(format!(
            "{name} is not written: answer y, or say --yes to write it without a question"
        )));
    }
    fs::write(file, text).map_err(|error| {
        Failure::failed(format!("{name} cannot be written: {error}: name a file in another folder"))
    })?;
    writeln!(io::stderr(), "written to {}; read it once more before you attach it", clean(&name))?;
    Ok(())
}

/// Asks on the terminal; without one the answer is no.
fn agrees(name: &str) -> io::Result<bool> {
    if !io::stdin().is_terminal() {
        return Ok(false);
    }
    write!(io::stderr(), "Write this to {}? [y/N] ", clean(name))?;
    io::stderr().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn gathered(findings: &str, common: &Common) -> String {
    let mut text = findings.to_owned();
    if let Ok(dir) = index::data_dir(common.data_dir.as_deref()) {
        for path in runtime::panic_reports(&dir).iter().take(MAX_PANICS) {
            let report = fs::read(path).unwrap_or_default();
            add(&mut text, &path.display().to_string(), &String::from_utf8_lossy(&report));
        }
    }
    if let Some(log) = &common.log {
        let lines = fs::read(log).unwrap_or_default();
        let lines = String::from_utf8_lossy(&lines);
        let from = lines.lines().count().saturating_sub(MAX_OF_LOG);
        let last: Vec<&str> = lines.lines().skip(from).collect();
        add(&mut text, &log.display().to_string(), &last.join("\n"));
    }
    match index::home_dir() {
        Some(home) if home.parent().is_some() => text.replace(&*home.to_string_lossy(), "~"),
        _ => text,
    }
}

/// Adds a file under its name, with its lines cleaned.
fn add(text: &mut String, name: &str, content: &str) {
    text.extend(["\n== ", &clean(name), "\n"]);
    for line in content.lines() {
        text.push_str(&clean(line));
        text.push('\n');
    }
}
