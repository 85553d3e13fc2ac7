//! What of which row a budget shows, and its text.

pub mod context;
pub(crate) mod knapsack;
pub(crate) mod packer;
pub mod render;
pub mod tokens;
pub mod vocabulary;

pub use packer::*;
