//! A small tree of Go files with a data folder beside it, and the program run on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::copy::copy;

/// Longest that any command may take on these trees: far more than it needs, far less than forever.
const PATIENCE: Duration = Duration::from_mins(2);

/// Gone at the end of the test.
pub(crate) struct Project {
    dir: tempfile::TempDir,
}

/// The end of a command.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The exit code; `None` when a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Project {
    /// A module `example.com/m` with these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let project = Self { dir: tempfile::tempdir().unwrap() };
        project.write("go.mod", "module example.com/m\n");
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    /// The program's own sample, copied away from the checkout that it lies in.
    pub(crate) fn sample() -> Self {
        let project = Self { dir: tempfile::tempdir().unwrap() };
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample"), &project.root());
        project
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("repo")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The program with arguments and the project as its current folder, not yet started.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codegraph-tui"));
        command
            .args(args)
            .current_dir(self.root())
            .env_remove("CODEGRAPH_TUI_THREADS")
            .env_remove("GOENV")
            .env_remove("GOMODCACHE")
            .env_remove("GOPATH")
            .env_remove("XDG_CONFIG_HOME")
            .env("CODEGRAPH_TUI_DATA", self.data())
            .env("HOME", self.dir.path().join("home"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The same command after some lines of shell: limits, closed files.
    pub(crate) fn within(&self, script: &str, args: &[&str]) -> Command {
        let inner = self.command(args);
        let mut outer = Command::new("sh");
        outer
            .args(["-c", &format!("{script}; exec \"$@\""), "sh"])
            .arg(inner.get_program())
            .args(inner.get_args());
        outer.current_dir(self.root()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => outer.env(name, value),
                None => outer.env_remove(name),
            };
        }
        outer
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Answer {
        Self::finish(&mut self.command(args))
    }

    /// Runs a command to its end.
    pub(crate) fn finish(command: &mut Command) -> Answer {
        let child = command.spawn().unwrap();
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait_with_output()));
        let output = receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{command:?} hangs"));
        output.unwrap().into()
    }

    /// The output of a command that must succeed without a complaint.
    pub(crate) fn good(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{args:?}");
        answer.out
    }

    /// The same, as JSON.
    pub(crate) fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.good(args)).unwrap()
    }

    /// The database of the only repository that was indexed.
    pub(crate) fn database(&self) -> PathBuf {
        let folders: Vec<PathBuf> =
            fs::read_dir(self.data()).unwrap().map(|folder| folder.unwrap().path()).collect();
        assert_eq!(folders.len(), 1, "{folders:?}");
        folders[0].clone()
    }

    /// The files of the database that hold generations.
    pub(crate) fn generations(&self) -> Vec<PathBuf> {
        let Ok(repositories) = fs::read_dir(self.data()) else { return Vec::new() };
        let files = repositories.flat_map(|repository| fs::read_dir(repository.unwrap().path()).unwrap());
        files.map(|file| file.unwrap().path()).filter(|f| f.extension().is_some_and(|e| e == "cgt")).collect()
    }
}

/// Number of repetitions of a random test: `usual`, or the value of `ROUNDS`.
pub(crate) fn rounds(usual: u64) -> u64 {
    std::env::var("ROUNDS").map_or(usual, |rounds| rounds.parse().expect("ROUNDS is a number"))
}

/// A small deterministic generator: the tests are the same every time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        // Knuth's MMIX constants; the high bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("complaints are UTF-8"),
        }
    }
}
