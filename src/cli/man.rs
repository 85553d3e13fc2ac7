//! `man`

use std::io::Write;

use clap::Command;

use super::{EXIT_CODES, Failure};
use crate::app::action::{Action, KeyContext};

/// A section that no flag documents.
const FILES: &str = r".SH FILES
The index is kept in a folder per repository under the user's data folder; CODEGRAPH_TUI_DATA or \-\-data\-dir names another.
Beside it is what is remembered about your use, if you switched that on. The settings are in codegraph\-tui/config.toml under
the user's configuration folder; CODEGRAPH_TUI_CONFIG or \-\-config names another file. `codegraph\-tui doctor` names both. Tours
are the only files ever written into a repository, on request, in its .tours folder.
";

/// Prints one page for the program and all its subcommands.
pub(super) fn run(mut command: Command) -> Result<(), Failure> {
    let mut page = Vec::new();
    command.build();
    let man = clap_mangen::Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    // clap's list of subcommands would name a page for each; this page has a section for each instead.
    sections(&command, &mut page)?;
    keys(&mut page)?;
    writeln!(page, ".SH \"EXIT STATUS\"")?;
    for (code, meaning) in EXIT_CODES {
        writeln!(page, ".TP\n{code}\n{meaning}")?;
    }
    page.extend_from_slice(FILES.as_bytes());
    std::io::stdout().lock().write_all(&page)?;
    Ok(())
}

/// The keys of the explorer, with a heading for each context in which they hold. An action without a key shows the name that
/// the settings give it one by.
fn keys(page: &mut Vec<u8>) -> std::io::Result<()> {
    writeln!(page, ".SH KEYS")?;
    for context in KeyContext::ALL {
        writeln!(page, ".SS \"{}\"", context.title())?;
        for action in Action::ALL.iter().filter(|action| action.entry().context == context) {
            let entry = action.entry();
            let keys = if entry.keys.is_empty() { "no key".to_owned() } else { entry.keys.join(", ") };
            let line = format!("{keys} ({action})\n{}.", entry.doc);
            writeln!(page, ".TP\n\\&{}", line.replace('\\', "\\\\").replace('-', "\\-"))?;
        }
    }
    Ok(())
}

/// A section for each subcommand, and for each of its own.
fn sections(command: &Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help" && !sub.is_hide_set()) {
        let name = sub.get_bin_name().unwrap_or_else(|| sub.get_name()).to_uppercase().replace('-', "\\-");
        writeln!(page, ".SH \"{name}\"")?;
        let man = clap_mangen::Man::new(sub.clone());
        man.render_description_section(page)?;
        man.render_synopsis_section(page)?;
        man.render_options_section(page)?;
        if let Some(more) = sub.get_after_help() {
            let more = more.to_string().replace('\\', "\\\\").replace('-', "\\-");
            writeln!(page, ".SS \"MORE\"\n.nf\n{more}\n.fi")?;
        }
        sections(sub, page)?;
    }
    Ok(())
}
