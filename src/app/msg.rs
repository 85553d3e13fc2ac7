//! What happens to the program, and what it wants done: all that goes in and out of [`super::App::update`].

use std::sync::Arc;

use super::interactions::data::{Remember, Remembered};
use super::job::{Answer, Job, JobId, JobKind};
use super::key::Key;
use super::layout::Size;
use crate::golang::excerpt::Declaration;
use crate::index::drafts::{Draft, DraftFile, StoredDrafts};
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
    Index(IndexMsg),
    Done {
        kind: JobKind,
        id: JobId,
        answer: Answer,
    },
    /// The memory of interactions as it is now.
    Remembered(Remembered),
    /// The tours that were changed and not saved.
    Drafts(StoredDrafts),
    /// The keys of drafts that nobody keeps any more.
    DraftsGone(Vec<String>),
    /// The words that an editor was opened on, as it left them.
    Composed(String),
    /// The end of an effect that is worth telling.
    Notice(Tone, String),
    /// A wish of the program to be woken came true.
    Wake,
    /// Asked to end from outside, with this exit code.
    Terminate(u8),
}

/// How a toast sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
}

/// What the index's thread reports.
#[derive(Clone)]
pub enum IndexMsg {
    /// A stored index was found; it may be behind the tree.
    Opened(Arc<Snapshot>),
    Progress(BuildEvent),
    /// In step with the tree as of now. `notes` say what went wrong on the way.
    Fresh {
        snapshot: Arc<Snapshot>,
        changed: bool,
        notes: Vec<String>,
    },
    Failed(String),
    /// The tree can't be watched and is looked at every few seconds instead; why, in words.
    Polled(String),
    /// HEAD or git's index may have moved.
    GitMoved,
}

/// What the mouse did, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    pub x: u16,
    pub y: u16,
    pub did: Click,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    Press,
    ScrollUp,
    ScrollDown,
}

/// Something to do outside of the state.
#[derive(Clone)]
pub enum Effect {
    Start(JobId, Job),
    /// The answer of this kind of job is no longer wanted.
    Cancel(JobKind),
    /// Bring the index up to date, building it when there is none.
    Refresh,
    Copy(Copying),
    /// Open the editor at a line, and come back.
    Edit {
        path: String,
        line: u32,
    },
    /// Give the thread that stores interactions, bookmarks and drafts a task. Tasks run one after the other.
    Store(StoreTask),
    /// Open the editor on words, and come back with them.
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
    KeepDraft(Draft),
    /// Delete the draft of a key, unless another session changed it after `DraftFile` was read.
    DropDraft(String, Option<DraftFile>),
}

/// What goes to the clipboard, and what it is called in the toast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copying {
    Text {
        what: String,
        text: String,
    },
    /// Bytes of a file of the repository: a symbol's declaration under a line that says where it stands.
    Declaration {
        what: String,
        path: String,
        line: u32,
        declaration: Declaration,
    },
}
