//! The parts that all views are drawn with.

pub(super) mod side;
pub(super) mod source;
