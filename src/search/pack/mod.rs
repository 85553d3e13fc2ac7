//! What of which row a budget shows, and its text.

pub(crate) mod answering;
pub mod context;
pub(crate) mod knapsack;
pub(crate) mod packer;
pub mod render;
pub mod texts;
pub mod tokens;
pub mod vocabulary;

pub use packer::*;
