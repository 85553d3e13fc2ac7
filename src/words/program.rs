//! Runs the program within limits of time and size.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{prompt, reading};
use crate::model::clean;
use crate::platform::{end_group, find_program, in_own_group};

/// Time that a program has: a model that is not loaded yet may need half a minute for that.
const LIMIT: Duration = Duration::from_mins(1);
/// Most bytes that are read of its output. A program that prints more is stopped.
const MAX_OUTPUT: u64 = 1 << 16;
/// Most bytes of its complaints that are kept, and most characters of them that are told.
const MAX_COMPLAINT: u64 = 1 << 12;
const MAX_TOLD: usize = 120;
/// Time for which the complaints of a program that has ended are waited for: what it left running may keep their pipe open.
const COMPLAINT_WAIT: Duration = Duration::from_secs(1);
/// Interval at which it is checked that the words are still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The reason why a program gave no words: one line for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWords {
    #[error("`{0}` was not found: words.command begins with a program of your PATH, or its absolute path")]
    NotFound(String),
    #[error("`{program}` failed: {why}")]
    Failed { program: String, why: String },
    #[error("`{program}` took longer than {seconds} seconds and was stopped")]
    TooLong { program: String, seconds: u64 },
    #[error("`{program}` printed more than {kilobytes} KB and was stopped")]
    TooMuch { program: String, kilobytes: u64 },
    #[error("`{program}` printed no words{said}")]
    Nothing { program: String, said: String },
    #[error("cancelled")]
    Cancelled,
}

/// Asks a program for words beside a question. `command` is the program and its arguments.
///
/// # Errors
/// The program cannot be started, fails, takes too long, prints too much or no words, or `cancelled` returns true.
pub fn run(command: &[String], question: &str, cancelled: &dyn Fn() -> bool) -> Result<Vec<String>, NoWords> {
    Run::new(command, cancelled, LIMIT).words(question)
}

/// A program that is to run, with its limits.
struct Run<'c> {
    command: &'c [String],
    cancelled: &'c dyn Fn() -> bool,
    limit: Duration,
    begun: Instant,
}

impl<'c> Run<'c> {
    fn new(command: &'c [String], cancelled: &'c dyn Fn() -> bool, limit: Duration) -> Self {
        Self { command, cancelled, limit, begun: Instant::now() }
    }

    /// The name of the program, for messages.
    fn program(&self) -> String {
        let path = self.command.first().map_or("", String::as_str);
        let name = Path::new(path).file_name().map_or_else(|| path.into(), |name| name.to_string_lossy());
        shortened(&name)
    }

    fn words(&self, question: &str) -> Result<Vec<String>, NoWords> {
        let path = self.command.first().and_then(|name| find_program(name));
        let path = path.ok_or_else(|| NoWords::NotFound(self.program()))?;
        let mut child = self.start(&path).map_err(|error| self.failed(error.to_string()))?;
        if let Some(mut stdin) = child.stdin.take() {
            let prompt = prompt(question);
            // A program that does not read closes its input; its exit status reports why.
            thread::spawn(move || stdin.write_all(prompt.as_bytes()));
        }
        // Processes that it leaves running may keep its pipes open, so nobody waits for the threads that read them.
        let (output, complaint) = (child.stdout.take(), child.stderr.take());
        let output = output.map(|pipe| read(pipe, MAX_OUTPUT + 1));
        let complaint = complaint.map(|pipe| read(pipe, MAX_COMPLAINT));
        let ended = self.watch(&mut child, output.as_ref());
        if ended.is_err() {
            end_group(&mut child);
        }
        let (printed, status) = ended?;
        if !status.success() {
            let complaint = complaint.and_then(|complaint| complaint.recv_timeout(COMPLAINT_WAIT).ok());
            let said = complaint.filter(|said| !said.is_empty()).unwrap_or(printed);
            let code = status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"));
            return Err(self.failed(code + &told(&said)));
        }
        let words = reading::words(&String::from_utf8_lossy(&printed));
        if words.is_empty() {
            return Err(NoWords::Nothing { program: self.program(), said: told(&printed) });
        }
        Ok(words)
    }

    /// Starts the program in a group of its own and in a folder that is nobody's project.
    fn start(&self, path: &Path) -> std::io::Result<Child> {
        let mut command = Command::new(path);
        command.args(&self.command[1..]).current_dir(std::env::temp_dir());
        command.env("TERM", "dumb").env("NO_COLOR", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        in_own_group(&mut command).spawn()
    }

    /// Waits until the output has ended and then the program.
    fn watch(
        &self,
        child: &mut Child,
        output: Option<&Receiver<Vec<u8>>>,
    ) -> Result<(Vec<u8>, ExitStatus), NoWords> {
        let printed = loop {
            self.check()?;
            match output.map(|output| output.recv_timeout(POLL_INTERVAL)) {
                Some(Ok(bytes)) => break bytes,
                Some(Err(RecvTimeoutError::Timeout)) => {}
                Some(Err(RecvTimeoutError::Disconnected)) | None => break Vec::new(),
            }
        };
        if printed.len() as u64 > MAX_OUTPUT {
            return Err(NoWords::TooMuch { program: self.program(), kilobytes: MAX_OUTPUT >> 10 });
        }
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok((printed, status)),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(error) => return Err(self.failed(error.to_string())),
            }
            self.check()?;
        }
    }

    /// # Errors
    /// The words are no longer wanted, or the time is over.
    fn check(&self) -> Result<(), NoWords> {
        if (self.cancelled)() {
            return Err(NoWords::Cancelled);
        }
        if self.begun.elapsed() >= self.limit {
            return Err(NoWords::TooLong { program: self.program(), seconds: self.limit.as_secs() });
        }
        Ok(())
    }

    fn failed(&self, why: String) -> NoWords {
        NoWords::Failed { program: self.program(), why }
    }
}

/// Reads a pipe on a thread of its own, up to `most` bytes; the rest stays unread.
fn read(pipe: impl Read + Send + 'static, most: u64) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // A failed read ends like a complete one.
        let _ = pipe.take(most).read_to_end(&mut bytes);
        send.send(bytes)
    });
    receive
}

/// The first line of an output that says something, as the end of a sentence.
fn told(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let line = text.lines().map(str::trim).find(|line| line.contains(char::is_alphanumeric));
    line.map_or_else(String::new, |line| format!(": {}", shortened(line)))
}

fn shortened(line: &str) -> String {
    let mut text: String = line.chars().take(MAX_TOLD).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    clean(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(script: &str, limit: Duration) -> Result<Vec<String>, String> {
        let command = ["sh", "-c", script].map(str::to_owned);
        let run = Run::new(&command, &|| false, limit);
        run.words("How are slow readers dropped?").map_err(|why| why.to_string())
    }

    #[test]
    fn a_program_gets_the_question_and_its_words_are_read() {
        let echo = "read first; printf 'Words: '; grep -o 'slow readers' | tr '\\n' ','; echo backlog";
        assert_eq!(asked(echo, LIMIT), Ok(vec!["slow readers".to_owned(), "backlog".to_owned()]));
        let own_folder = asked("ls -a | grep -c Cargo.toml >/dev/null && echo here || echo elsewhere", LIMIT);
        assert_eq!(own_folder, Ok(vec!["elsewhere".to_owned()]), "it does not run in the repository");
        assert_eq!(asked("exec <&-; echo deaf", LIMIT), Ok(vec!["deaf".to_owned()]));
    }

    #[test]
    fn a_program_that_fails_is_told_in_one_line() {
        for (script, expect) in [
            ("exit 3", "`sh` failed: exit status 3"),
            ("echo no model >&2; echo more >&2; exit 1", "`sh` failed: exit status 1: no model"),
            ("printf 'a\\033[31mb\\n' >&2; exit 1", "`sh` failed: exit status 1: a\\u{1b}[31mb"),
            ("echo said instead; exit 1", "`sh` failed: exit status 1: said instead"),
            (":", "`sh` printed no words"),
            (
                "echo 'I can not say, as I do not know this code.'",
                "`sh` printed no words: I can not say, as I do not know this code.",
            ),
            ("yes backlog", "`sh` printed more than 64 KB and was stopped"),
            ("tr '\\0' x </dev/zero | head -c 90000", "`sh` printed more than 64 KB and was stopped"),
        ] {
            assert_eq!(asked(script, LIMIT), Err(expect.to_owned()), "{script}");
        }
        let long = asked("head -c 3000 /dev/zero | tr '\\0' y >&2; exit 1", LIMIT).expect_err("it failed");
        assert_eq!(long.chars().count(), "`sh` failed: exit status 1: ".len() + MAX_TOLD + 1);
    }

    #[test]
    fn a_program_that_does_not_end_is_stopped_with_what_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let limit = Duration::from_millis(300);
        for script in ["sleep 50", "sleep 50 & echo backlog; wait", "trap '' TERM; while :; do :; done"] {
            let begun = Instant::now();
            assert_eq!(
                asked(script, limit),
                Err("`sh` took longer than 0 seconds and was stopped".to_owned())
            );
            assert!(begun.elapsed() < Duration::from_secs(20), "{script}");
        }
        // A pipe ends for its reader when nobody is left who may write to it.
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
        let left = {
            let pipe = pipe.clone();
            thread::spawn(move || std::fs::read(pipe))
        };
        assert!(asked(&format!("sleep 50 >{} & wait", pipe.display()), limit).is_err());
        assert_eq!(left.join().expect("no panic").ok(), Some(Vec::new()), "its children are stopped, too");
        let command = ["sh", "-c", "sleep 50"].map(str::to_owned);
        assert_eq!(Run::new(&command, &|| true, LIMIT).words("x"), Err(NoWords::Cancelled));
    }

    #[test]
    fn only_a_program_of_the_path_or_an_absolute_one_is_started() {
        let missing = |name: &str| {
            let why = Run::new(&[name.to_owned()], &|| false, LIMIT).words("x");
            why.expect_err(name).to_string()
        };
        for name in ["no-such-program-anywhere", "./sh", "bin/sh", "", "/no/such/program"] {
            assert!(missing(name).contains("was not found: words.command begins with"), "{name}");
        }
        assert!(Run::new(&[], &|| false, LIMIT).words("x").is_err());
    }
}
