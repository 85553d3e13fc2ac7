//! Packs: chooses what a budget shows of each row, and writes the text.

mod ascii_pieces;
pub mod byte_pairs;
mod companions;
pub mod context;
pub mod excerpts;
pub(crate) mod knapsack;
pub(crate) mod level_worth;
pub(crate) mod look_alikes;
pub(crate) mod packer;
pub mod render;
pub mod texts;
pub mod tokens;

pub use excerpts::Excerpt;
pub use level_worth::Worth;
pub use packer::*;
