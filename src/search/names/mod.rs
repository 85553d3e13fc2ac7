//! Names that a question writes: symbols, packages, links, and what they mean in the tree.

pub(crate) mod external;
pub(crate) mod joined;
pub(crate) mod links;
pub(crate) mod packages;
pub(crate) mod qualified_name;
pub(crate) mod spelling_variants;
