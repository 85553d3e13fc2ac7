//! A question, read: its words, its names, and what it asks for.

pub(crate) mod compounds;
pub(crate) mod filters;
pub(crate) mod narrowing;
pub(crate) mod parsed;
pub(crate) mod phrases;
pub(crate) mod readers;
pub(crate) mod spelling;
pub(crate) mod templates;
