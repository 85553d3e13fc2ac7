//! Failures of commands, with their messages and exit codes.

use std::fmt::{Display, Write as _};
use std::io;
use std::process::ExitCode;

use crate::index::IndexError;
use crate::model::clean;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// Exit code 1.
    Failed(String),
    /// Exit code 2.
    Usage(String),
    /// Exit code 3: no symbol or package has this name; the ids of the nearest by spelling.
    UnknownSymbol { what: &'static str, text: String, near: Vec<String> },
    /// Exit code 3: no declaration is at this line of a file; the ids of the nearest ones.
    NoDeclaration { text: String, nearest: Vec<String> },
    /// Exit code 4: several symbols have this name; their ids.
    AmbiguousSymbol { text: String, candidates: Vec<String> },
    /// Help on a flag was asked for, and is the answer: exit code 0.
    Help(String),
    /// The reader of the output closed it: exit code 0, no message.
    HungUp,
    /// Ended by a signal: its exit code, no message.
    Ended(u8),
}

/// Most candidates that a message lists.
const MAX_LISTED: usize = 20;

impl Failure {
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// The message for standard error, safe for a terminal; empty without a failure.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Failed(message) | Self::Usage(message) => Some(clean(message).into_owned()),
            Self::UnknownSymbol { what, text, near } if near.is_empty() => Some(format!(
                "no {what} is named `{}` or anything like it; `codegraph-tui query` searches by words",
                clean(text)
            )),
            Self::UnknownSymbol { what, text, near } => {
                Some(listing(&format!("no {what} is named `{}`; similar names:", clean(text)), near))
            }
            Self::NoDeclaration { text, nearest } if nearest.is_empty() => {
                Some(format!("there is no declaration at `{}` or anywhere in that file", clean(text)))
            }
            Self::NoDeclaration { text, nearest } => {
                Some(listing(&format!("there is no declaration at `{}`; the nearest:", clean(text)), nearest))
            }
            Self::AmbiguousSymbol { text, candidates } => Some(listing(
                &format!("`{}` matches {} symbols; give one of these ids:", clean(text), candidates.len()),
                candidates,
            )),
            Self::Help(_) | Self::HungUp | Self::Ended(_) => None,
        }
    }

    /// Help on every weight: its name, its value, and what it says in a line.
    pub fn weights<'w, V: Display>(rows: impl IntoIterator<Item = (&'w str, V, &'w str)>) -> Self {
        let mut text = String::new();
        for (name, value, about) in rows {
            let _ = writeln!(text, "{name:<18} {value:>6.2}  {about}");
        }
        Self::Help(text)
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Help(_) | Self::HungUp => 0,
            Self::Ended(code) => *code,
            Self::Failed(_) => 1,
            Self::Usage(_) => 2,
            Self::UnknownSymbol { .. } | Self::NoDeclaration { .. } => 3,
            Self::AmbiguousSymbol { .. } => 4,
        })
    }
}

/// The exit codes of all commands, with their meanings.
pub const EXIT_CODES: [(u8, &str); 5] = [
    (0, "success, also if nothing is found, or if the reader of the output closes it"),
    (
        1,
        "failure; of `pack` also if there is nothing to print, of `tour check` if the code of a step is gone",
    ),
    (2, "a wrong command line"),
    (3, "no symbol has the given name"),
    (4, "several symbols have the given name"),
];

fn listing(head: &str, ids: &[String]) -> String {
    let mut text = head.to_owned();
    for id in ids.iter().take(MAX_LISTED) {
        let _ = write!(text, "\n  {}", clean(id));
    }
    if ids.len() > MAX_LISTED {
        let _ = write!(text, "\n  … and {} more", ids.len() - MAX_LISTED);
    }
    text
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::HungUp
        } else {
            Self::Failed(format!("cannot write the answer: {error}"))
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Build(message) => Self::usage(message),
            error => Self::Failed(error.to_string()),
        }
    }
}
