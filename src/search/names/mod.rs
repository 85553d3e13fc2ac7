//! Resolves names in a question: symbols, packages and links.

pub(crate) mod external;
pub(crate) mod joined_words;
pub(crate) mod links;
pub(crate) mod packages;
pub(crate) mod qualified_name;
pub(crate) mod spelling_variants;
