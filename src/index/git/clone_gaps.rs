//! Finds what a clone lacks of its repository: a part of the history, of the stored contents, or of the tree.
//!
//! A full clone is recognised by a few small files, without running git.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::child::{Git, GitError};
use super::submodules;
use crate::index::fs::read_at_most;
use crate::model::counted;

/// The time limit of one run of git.
const LIMIT: Duration = Duration::from_secs(10);

/// The largest configuration file and the longest `.git` file that are read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// The parts that a clone lacks. The default is a full clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CloneGaps {
    /// The oldest commits are missing.
    pub shallow: bool,
    /// Contents of older commits, or their folders, are fetched only on demand, which this program never does.
    pub partial: bool,
    /// Go files that git tracks and that are not checked out.
    pub absent: AbsentFiles,
    /// Folders of submodules that are not checked out, in order of their paths.
    pub submodules: Vec<String>,
}

/// Go files that git tracks and that are not checked out on purpose (`skip-worktree`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbsentFiles {
    pub count: usize,
    /// The first of them by path.
    pub first: Option<String>,
    /// True if the checkout is sparse. If files are missing for another reason, somebody marked them one by one.
    pub sparse: bool,
}

/// One thing that a clone lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloneGap {
    /// A sentence without its full stop.
    pub text: String,
    /// The command that brings the missing part.
    pub remedy: &'static str,
}

impl CloneGaps {
    /// Gaps of the tree: code in the missing files is unknown, so callers and tests may be missing from any list.
    pub fn of_tree(&self) -> Vec<CloneGap> {
        let mut gaps = Vec::new();
        let AbsentFiles { count, first, sparse } = &self.absent;
        match first {
            Some(first) => {
                let files = counted(*count, "Go file");
                let are = if *count == 1 { "is" } else { "are" };
                let (why, remedy) = if *sparse {
                    ("sparse checkout", "git sparse-checkout disable")
                } else {
                    ("marked skip-worktree", "git update-index --no-skip-worktree FILE")
                };
                let text =
                    format!("{files} of the repository {are} not checked out ({why}), such as {first}");
                gaps.push(CloneGap { text, remedy });
            }
            None if *sparse && *count > 0 => gaps.push(CloneGap {
                text: "the checkout is sparse, and git cannot list the files that are not checked out"
                    .to_owned(),
                remedy: "git sparse-checkout disable",
            }),
            None => {}
        }
        if let Some(first) = self.submodules.first() {
            let text = match self.submodules.len() {
                1 => format!("the submodule {first} is not checked out"),
                several => format!("{several} submodules are not checked out, such as {first}"),
            };
            gaps.push(CloneGap { text, remedy: "git submodule update --init" });
        }
        gaps
    }

    /// Gaps of the history: older commits or their contents are missing.
    pub fn of_history(&self) -> Vec<CloneGap> {
        let shallow = CloneGap {
            text: "the clone is shallow: commits older than its first one are missing".to_owned(),
            remedy: "git fetch --unshallow",
        };
        let partial = CloneGap {
            text: "the clone is partial: git has not fetched the contents of all older commits".to_owned(),
            remedy: "git fetch --refetch --no-filter",
        };
        let gaps = [(self.shallow, shallow), (self.partial, partial)];
        gaps.into_iter().filter(|(holds, _)| *holds).map(|(_, gap)| gap).collect()
    }
}

impl CloneGap {
    /// The text, followed by its remedy.
    pub fn with_remedy(&self) -> String {
        format!("{} (`{}` brings them)", self.text, self.remedy)
    }
}

impl GitError {
    /// The same error, with what the clone lacks of its history if that may be its cause.
    pub(super) fn in_clone(self, root: &Path) -> Self {
        let may_be = matches!(self, Self::Failed { .. } | Self::UnknownRevision(_) | Self::UnknownEnd(_));
        match likely_history_gap(root).filter(|_| may_be) {
            Some(gap) => Self::InClone(Box::new(self), gap.with_remedy()),
            None => self,
        }
    }
}

/// Finds the parts that the clone with the tree at `root` lacks. A tree that is not under git lacks nothing, and what git cannot say is
/// left out.
pub fn clone_gaps(root: &Path) -> CloneGaps {
    let Some(folders) = GitFolders::around(root) else { return CloneGaps::default() };
    let mut gaps = CloneGaps { shallow: folders.is_shallow(), ..CloneGaps::default() };
    let may_lack_contents = folders.names_a_promisor();
    let may_lack_files = folders.has_extended_index();
    let may_lack_submodules = folders.top.join(".gitmodules").is_file();
    if !(may_lack_contents || may_lack_files || may_lack_submodules) {
        return gaps;
    }
    let Ok(git) = Git::at(root, LIMIT) else { return gaps };
    gaps.partial = may_lack_contents && is_partial(&git);
    if may_lack_files {
        gaps.absent = absent(&git, root);
    }
    if may_lack_submodules {
        gaps.submodules = submodules::not_checked_out(&git, root).unwrap_or_default();
    }
    gaps
}

/// A part of its history that a clone lacks by what its files say, without running git.
pub(super) fn likely_history_gap(root: &Path) -> Option<CloneGap> {
    let folders = GitFolders::around(root)?;
    let gaps = CloneGaps {
        shallow: folders.is_shallow(),
        partial: folders.names_a_promisor(),
        ..CloneGaps::default()
    };
    gaps.of_history().into_iter().next()
}

/// Returns whether the contents that git lacks stand with a remote that promised them.
pub(super) fn is_partial(git: &Git<'_>) -> bool {
    let promisors =
        git.line(&["config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$"]);
    promisors.is_ok_and(|lines| lines.lines().any(|line| !line.ends_with(" false")))
}

fn absent(git: &Git<'_>, root: &Path) -> AbsentFiles {
    let sparse = git.line(&["config", "--bool", "core.sparseCheckout"]).is_ok_and(|value| value == "true");
    let mut absent = AbsentFiles { sparse, ..AbsentFiles::default() };
    let paths = ["*.go", ":(exclude,glob)vendor/**", ":(exclude,glob)**/vendor/**"];
    let args = [&["ls-files", "-t", "-z", "--"][..], &paths].concat();
    let listed = git.pieces(&args, 0, |piece| {
        // `S` marks what git leaves out of the work tree. A file can be there all the same.
        let path = piece.strip_prefix(b"S ").and_then(|path| std::str::from_utf8(path).ok());
        if let Some(path) = path.filter(|path| fs::symlink_metadata(root.join(path)).is_err()) {
            absent.count += 1;
            absent.first.get_or_insert_with(|| path.to_owned());
        }
    });
    match listed {
        Ok(()) => absent,
        // A clone without the folders of its commits cannot tell what is in those left out.
        Err(GitError::Failed { .. }) if sparse => AbsentFiles { count: 1, first: None, sparse },
        Err(_) => AbsentFiles::default(),
    }
}

/// The folders of a checkout.
struct GitFolders {
    /// The top folder of the work tree.
    top: PathBuf,
    /// The folder with the index.
    own: PathBuf,
    /// The folder that all work trees of the repository share.
    common: PathBuf,
}

impl GitFolders {
    fn around(root: &Path) -> Option<Self> {
        let top = root.ancestors().find(|folder| fs::symlink_metadata(folder.join(".git")).is_ok())?;
        let dot_git = top.join(".git");
        let own = if dot_git.is_dir() {
            dot_git
        } else {
            top.join(line_of(&dot_git)?.strip_prefix("gitdir:")?.trim())
        };
        let common =
            line_of(&own.join("commondir")).map_or_else(|| own.clone(), |path| own.join(path.trim()));
        Some(Self { top: top.to_owned(), own, common })
    }

    fn is_shallow(&self) -> bool {
        fs::metadata(self.common.join("shallow")).is_ok_and(|file| file.len() > 0)
    }

    /// Returns whether the index has a format that can mark files as left out.
    fn has_extended_index(&self) -> bool {
        use std::io::Read as _;
        let mut head = [0; 8];
        let read = fs::File::open(self.own.join("index")).and_then(|mut file| file.read_exact(&mut head));
        read.is_ok() && head[..4] == *b"DIRC" && head[7] > 2
    }

    /// Returns whether the configuration may name a remote that promised contents.
    fn names_a_promisor(&self) -> bool {
        let config = read_at_most(&self.common.join("config"), MAX_FILE).ok().flatten().unwrap_or_default();
        let config = String::from_utf8_lossy(&config).to_lowercase();
        config.contains("promisor") || config.contains("partialclone")
    }
}

fn line_of(file: &Path) -> Option<String> {
    let text = fs::metadata(file).ok()?.is_file().then(|| read_at_most(file, MAX_FILE).ok().flatten())??;
    Some(String::from_utf8_lossy(&text).trim_end().to_owned())
}

#[cfg(test)]
mod tests;
