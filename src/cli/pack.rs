//! `pack TEXT [PATH] [--format F] [--encoding E] [--copy] [--out FILE]`: the packed context itself.

use std::io::{self, Write};
use std::path::PathBuf;

use super::ask::{AskArgs, AskSession};
use super::common::{PathArg, question};
use super::query::{PackedAnswer, preamble};
use super::{Common, Failure};
use crate::interactions::Act;
use crate::search::pack::PackStyle;
use crate::search::pack::render::PackFormat;
use crate::search::pack::tokens::Encoding;
use crate::secrets;

#[derive(Debug, clap::Args)]
#[command(after_long_help = super::ask::what_can_be_asked())]
pub struct PackArgs {
    /// The question: words, names, or both; kind:, pkg:, file:, is: and !test narrow it, as in the list of symbols
    #[arg(value_parser = question, required = false, required_unless_present = "weights", default_value_if("weights", "help", ""))]
    pub text: String,

    #[command(flatten)]
    pub target: PathArg,

    #[command(flatten)]
    pub ask: AskArgs,

    /// The layout of the pack
    #[arg(long, value_name = "F", default_value = "markdown", value_parser = formats())]
    pub format: String,

    /// The tokenizer to count tokens with
    #[arg(long, value_name = "E", default_value = "o200k", value_parser = encodings())]
    pub encoding: String,

    /// Put the pack on the clipboard instead of standard output
    #[arg(long)]
    pub copy: bool,

    /// Write the pack to this file instead of standard output
    #[arg(long, value_name = "FILE", conflicts_with = "copy", value_hint = clap::ValueHint::FilePath)]
    pub out: Option<PathBuf>,
}

fn formats() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(PackFormat::ALL.map(PackFormat::name))
}

fn encodings() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Encoding::ALL.map(Encoding::name))
}

pub(super) fn run(args: &PackArgs, common: &Common) -> Result<(), Failure> {
    let mut session = AskSession::open(&args.ask, &args.target.path, common)?;
    let style = PackStyle {
        format: PackFormat::from_name(&args.format).unwrap_or_default(),
        encoding: Encoding::from_name(&args.encoding).unwrap_or_default(),
        title: args.text.clone(),
        show_secrets: args.ask.show_secrets,
        ..PackStyle::default()
    };
    let packed = PackedAnswer::of(&mut session, &args.ask, &args.text, args.ask.budget, &style)?;
    // A prompt with code for words that look similar would mislead.
    let is_similar_only =
        packed.answer.is_of_similar_words() && args.ask.added.is_empty() && args.ask.seeds.is_empty();
    if packed.answer.rows.is_empty() || is_similar_only {
        let remarks: Vec<String> = packed.answer.remarks().into_iter().map(|remark| remark.text).collect();
        return Err(Failure::failed(remarks.join("; ")));
    }
    let mut err = io::stderr().lock();
    let _ = preamble(&mut err, &packed.answer);
    let text = &packed.pack.text;
    if let Some(masked) = secrets::describe(secrets::masked_in(text)) {
        let _ = writeln!(err, "codegraph-tui: {masked} (--show-secrets shows them)");
    }
    if let Some(path) = &args.out {
        std::fs::write(path, text).map_err(|error| {
            Failure::failed(format!("cannot write {}: {}", path.display(), unwritten(&error)))
        })?;
    } else if args.copy {
        let report = crate::runtime::copy_text(text, &session.clipboard_file)
            .map_err(|error| Failure::failed(error.to_string()))?;
        let _ = writeln!(err, "codegraph-tui: {report}");
    } else {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    if args.copy || args.out.is_some() {
        session.did(&args.ask, Act::Copied, packed.pack.quoted());
    }
    Ok(())
}

/// Why a file could not be written, and what to do if anything helps.
fn unwritten(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist; create it, or name another file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder; name a file in it".to_owned(),
        _ => error.to_string(),
    }
}
