//! `assets`: makes the data files that the program carries. For its developers; users never need it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use clap::{Args, Subcommand, ValueHint};

use super::Failure;
use crate::golang::stdlib;
use crate::search::pack::byte_pairs;

/// Stack of each thread that reads Go files: the nesting of a file is the depth of a recursion.
const STACK: usize = 64 << 20;

#[derive(Debug, Args)]
pub struct AssetsArgs {
    #[command(subcommand)]
    asset: Asset,
}

#[derive(Debug, Subcommand)]
enum Asset {
    /// Make `assets/std.facts`: what the standard library of a Go release declares
    Stdlib {
        /// The folder `src` of a Go distribution
        #[arg(value_hint = ValueHint::DirPath)]
        src: PathBuf,
        /// The file to write
        #[arg(value_hint = ValueHint::FilePath)]
        out: PathBuf,
    },
    /// Make `assets/o200k.tokens` or `assets/cl100k.tokens`: the tokens of a vocabulary
    Tokens {
        /// The published list: in each line a token in base64 and its rank
        #[arg(value_hint = ValueHint::FilePath)]
        list: PathBuf,
        /// The file to write
        #[arg(value_hint = ValueHint::FilePath)]
        out: PathBuf,
    },
}

pub(super) fn run(args: &AssetsArgs) -> Result<(), Failure> {
    match &args.asset {
        Asset::Stdlib { src, out } => make_stdlib(src, out),
        Asset::Tokens { list, out } => make_tokens(list, out),
    }
}

fn make_tokens(list: &Path, out: &Path) -> Result<(), Failure> {
    let text = fs::read_to_string(list).map_err(|error| unusable(list, &error))?;
    let words = text.lines().filter_map(|line| line.split_whitespace().next());
    let tokens: Option<Vec<Vec<u8>>> = words.map(|word| BASE64_STANDARD.decode(word).ok()).collect();
    let packed = tokens.as_deref().and_then(byte_pairs::pack);
    let packed = packed.ok_or_else(|| Failure::failed(format!("{} is no list of tokens", list.display())))?;
    fs::write(out, &packed).map_err(|error| unusable(out, &error))?;
    writeln!(io::stdout(), "{} bytes written to {}", packed.len(), out.display())?;
    Ok(())
}

fn make_stdlib(src: &Path, out: &Path) -> Result<(), Failure> {
    let release = release(src)?;
    let mut files = Vec::new();
    collect(src, "", &mut files)?;
    let threads = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
    let pool = threads.map_err(|error| Failure::failed(format!("cannot start threads: {error}")))?;
    let count = files.len();
    let bytes = pool.install(|| stdlib::make(&release, files));
    fs::write(out, &bytes).map_err(|error| unusable(out, &error))?;
    writeln!(io::stdout(), "{release}: {count} files, {} bytes written to {}", bytes.len(), out.display())?;
    Ok(())
}

/// The release of a distribution, from the file `VERSION` beside `src`.
fn release(src: &Path) -> Result<String, Failure> {
    let file = src.join("../VERSION");
    let text = fs::read_to_string(&file).map_err(|error| unusable(&file, &error))?;
    match text.lines().next() {
        Some(release) if release.starts_with("go1.") => Ok(release.to_owned()),
        _ => Err(Failure::failed(format!("{} names no Go release", file.display()))),
    }
}

/// Adds the Go files of a folder and those below it, by path relative to `root`. Links are not followed.
fn collect(root: &Path, relative: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    let dir = root.join(relative);
    for entry in fs::read_dir(&dir).map_err(|error| unusable(&dir, &error))? {
        let entry = entry.map_err(|error| unusable(&dir, &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if relative.is_empty() { name.clone() } else { format!("{relative}/{name}") };
        let kind = entry.file_type().map_err(|error| unusable(&entry.path(), &error))?;
        if kind.is_dir() && path != "cmd" && name != "testdata" {
            collect(root, &path, files)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|extension| extension == "go") {
            let text = fs::read(entry.path()).map_err(|error| unusable(&entry.path(), &error))?;
            files.push((path, text));
        }
    }
    Ok(())
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("{}: {error}", path.display()))
}
