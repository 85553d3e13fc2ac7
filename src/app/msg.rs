//! All input and output of [`super::App::update`]: messages and effects.

use std::sync::Arc;

use super::interactions::requests::{Remember, Remembered};
use super::job::{Job, JobAnswer, JobId, JobKind};
use super::key::Key;
use super::layout::Size;
use crate::golang::build_constraint::Host;
use crate::golang::standalone::Declaration;
use crate::index::drafts::{DraftFile, StoredDrafts, TourDraft};
use crate::index::tours::Progress;
use crate::index::{BuildEvent, Snapshot};

/// Something that happened.
#[derive(Clone)]
pub enum Msg {
    Key(Key),
    /// Text pasted as one piece.
    Paste(String),
    Mouse(Mouse),
    Resize(Size),
    /// The terminal window got the keyboard: the tree may have changed meanwhile.
    FocusGained,
    /// The editor was closed; it may have changed files.
    Edited,
    Index(IndexMsg),
    Done {
        kind: JobKind,
        id: JobId,
        answer: JobAnswer,
    },
    /// The memory of interactions as it is now.
    Remembered(Remembered),
    /// The tours that were changed and not saved.
    Drafts(StoredDrafts),
    /// The keys of drafts that are no longer stored.
    DraftsGone(Vec<String>),
    /// A step's description after it was edited in an editor.
    Composed(String),
    /// Another program names a file, relative to the root, and a line from 1.
    Follow(String, u32),
    /// The outcome of an effect, to be shown.
    Notice(Tone, String),
    /// The time that the program asked to be woken at has come.
    Wake,
    /// A signal asks the program to end with this exit code.
    Terminate(u8),
}

/// The severity of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
}

/// A report of the index's thread.
#[derive(Clone)]
pub enum IndexMsg {
    /// A stored index was found; it may be behind the tree.
    Opened(Arc<Snapshot>),
    Progress(BuildEvent),
    /// The index matches the tree. `notes` are problems met on the way.
    Fresh {
        snapshot: Arc<Snapshot>,
        changed: bool,
        notes: Vec<String>,
    },
    Failed(String),
    /// The tree cannot be watched for this reason and is checked every few seconds instead.
    Polled(String),
    /// HEAD or git's index may have moved.
    GitMoved,
}

/// An event of the mouse, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    pub x: u16,
    pub y: u16,
    pub did: Click,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    Press,
    /// Moved with the button held down.
    Drag,
    /// By so many rows, down if positive.
    Scroll(isize),
    /// By so many columns, to the right if positive.
    ScrollAside(isize),
}

/// Something to do outside of the state.
#[derive(Clone)]
pub enum Effect {
    Start(JobId, Job),
    /// The answer of this kind of job is no longer wanted.
    Cancel(JobKind),
    /// Bring the index up to date, building it when there is none.
    Refresh,
    /// Keep the build that the tree is read for from now on.
    KeepBuild(Host),
    /// Write down where the person is and what is kept for the next start, as at the end.
    KeepPlace,
    Copy(Copying),
    /// Open the editor at a line, and come back.
    Edit {
        path: String,
        line: u32,
    },
    /// Give the thread that stores interactions, bookmarks and drafts a task. Tasks run one after the other.
    Store(StoreTask),
    /// Open the editor on a description, and return it.
    Compose {
        text: String,
    },
    Suspend,
    CaptureMouse(bool),
    Quit(u8),
}

/// Something to store in the data folder, or to read back from it.
#[derive(Clone)]
pub enum StoreTask {
    /// Read or change the recorded interactions. Answered by [`Msg::Remembered`].
    Remember(Remember),
    /// Store how far a tour was followed; `None` deletes the bookmark.
    Bookmark { tour: String, progress: Option<Progress> },
    /// Read all stored drafts. Answered by [`Msg::Drafts`].
    ReadDrafts,
    /// Find which of these drafts, given by key and origin, are no longer stored. Answered by [`Msg::DraftsGone`].
    FindDrafts(Vec<(String, Option<DraftFile>)>),
    /// Store a tour that has unsaved changes.
    KeepDraft(TourDraft),
    /// Delete the draft of a key, unless another session changed it after `DraftFile` was read.
    DropDraft(String, Option<DraftFile>),
}

/// Content for the clipboard, and its name in the notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copying {
    Text {
        what: String,
        text: String,
    },
    /// A symbol's declaration, read from these bytes of a file, below a line with its place.
    Declaration {
        what: String,
        path: String,
        line: u32,
        declaration: Declaration,
    },
    /// Several of these, with an empty line between them.
    Several {
        what: String,
        parts: Vec<Copying>,
    },
}
