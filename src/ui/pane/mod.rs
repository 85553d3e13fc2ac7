//! The parts that all views are drawn with.

pub(super) mod source;
