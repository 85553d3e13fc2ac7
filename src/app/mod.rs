//! The state of the explorer and how it changes: `update(model, msg) -> effects`, nothing else.
//!
//! [`App`] holds three things: the four views, the context that they share ([`Ctx`]) with the side and the memory of uses, and what lies over the views.
//! [`App::update`] is the only thing that changes them; what has to happen outside comes back as [`msg::Effect`]s, which
//! the runtime carries out and answers with more [`msg::Msg`]s. The caller passes the time.
//!
//! **Who owns what.** A view owns its rows, cursors, lines and panes, and implements [`ViewState`]. The context owns what
//! all of them read: settings, keys, sizes, the newest graph, the memory of a person's use, the history of places, the
//! notices, and the jobs under way.
//!
//! **What a view may see.** Itself and the context, never another view.
//!
//! **What a view may ask for.** Through the context: a job ([`Ctx::start`]), an effect, or a notice.
//!
//! **Which file uses which.** Requests and answers of a view are plain data in `<view>/requests.rs`. Jobs and messages use
//! these; the context uses jobs and messages; the views use the context; `explorer.rs` uses the views. [`action`] is the
//! one table of what can be asked for by a key.
//!
//! Must never be done here: read a file, start a thread, look at the clock, know a colour or an escape sequence.

pub mod action;
mod build_choice;
pub mod clock;
pub mod commit_list;
pub mod ctx;
pub mod explorer;
pub mod filter;
pub mod find_in_source;
pub mod folds;
pub mod footer;
pub mod header;
pub mod hints;
pub mod hover;
pub mod impact;
pub mod interactions;
pub mod job;
pub mod key;
pub mod keymap;
pub mod layout;
pub mod legend;
pub mod line_selection;
pub mod list;
pub mod listing;
pub mod msg;
pub mod nav_history;
pub mod offer;
pub mod overlay;
pub mod palettes;
pub mod pane;
pub mod pattern;
pub mod picks;
pub mod query;
pub mod resume;
pub mod scroll_bar;
pub mod settings;
pub mod source;
pub mod source_authors;
pub mod source_changes;
mod source_words;
pub mod start;
pub mod sure;
pub mod symbol_marks;
pub mod symbol_rows;
pub mod symbols;
pub mod tours;
pub mod tree_text_hits;
pub mod typed_line;
mod typing;
pub mod view;
pub mod view_state;
pub mod which_key;
pub mod wrap;

mod choosing;
mod copying;
mod indexed;
mod mouse;
mod mouse_hold;
mod name_targets;
mod pending_key;
mod pick_rows;
mod resize;
mod selection;
mod show_start;
pub mod side;
pub mod text_cursor;
pub mod text_rows;
mod tree_text;
mod undo;
mod update;

pub use clock::Millis;
pub use ctx::{BuildProgress, Ctx, IndexState, Toast};
pub use explorer::App;
pub use resume::Resume;
pub use start::StartPlace;
pub use view::View;
pub use view_state::ViewState;
