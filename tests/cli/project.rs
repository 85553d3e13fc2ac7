//! A small tree of Go files with a data folder beside it, and the program run on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Longest that any command may take on these trees: far more than it needs, far less than forever.
const PATIENCE: Duration = Duration::from_mins(2);

/// Gone at the end of the test.
pub(crate) struct Project {
    dir: tempfile::TempDir,
}

/// How a command ended.
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
            .env("CODEGRAPH_TUI_DATA", self.data())
            .env("HOME", self.dir.path().join("home"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Answer {
        let child = self.command(args).spawn().unwrap();
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait_with_output()));
        let output = receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{args:?} hangs"));
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

    /// The files of the database that hold generations.
    pub(crate) fn generations(&self) -> Vec<PathBuf> {
        let Ok(repositories) = fs::read_dir(self.data()) else { return Vec::new() };
        let files = repositories.flat_map(|repository| fs::read_dir(repository.unwrap().path()).unwrap());
        files.map(|file| file.unwrap().path()).filter(|f| f.extension().is_some_and(|e| e == "cgt")).collect()
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

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
