//! How the shards of the text index are named and known again in a stored generation.

/// Bytes of a key.
pub(super) const KEY: usize = 32;
/// The key of a shard that must not be taken over.
pub(super) const UNKNOWN: [u8; KEY] = [0; KEY];

/// Names of the sections of a generation: of the keys, and of each shard.
pub(super) const KEYS: &str = "text/keys";

/// The section's name of a shard.
pub(super) fn section(shard: usize) -> String {
    format!("text/{shard:02}")
}

/// Whether a stored generation's key allows to take over the shard.
pub(super) fn is_same(stored: &[u8], shard: usize, key: &[u8; KEY]) -> bool {
    *key != UNKNOWN && stored.get(shard * KEY..(shard + 1) * KEY) == Some(key)
}
