//! `man`

use std::io::Write;

use clap::{Command, CommandFactory};

use super::{Args, Failure};

/// Prints one page for the program and all its subcommands.
pub(super) fn run() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut command = Args::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help" && !sub.is_hide_set()) {
        section(sub, &mut page)?;
    }
    std::io::stdout().lock().write_all(&page)?;
    Ok(())
}

fn section(sub: &Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    let name = sub.get_name().to_uppercase();
    writeln!(page, ".SH \"CODEGRAPH\\-TUI {name}\"")?;
    let man = clap_mangen::Man::new(sub.clone());
    man.render_description_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_options_section(page)
}
