//! Packs: chooses what a budget shows of each row, and writes the text.

pub(crate) mod answering;
mod ascii_pieces;
pub mod byte_pairs;
mod companions;
pub mod context;
pub(crate) mod knapsack;
pub(crate) mod level_worth;
pub(crate) mod packer;
pub mod render;
pub mod texts;
pub mod tokens;

pub use level_worth::{Curve, Worth};
pub use packer::*;
