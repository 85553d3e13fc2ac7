//! Names the shards of the text index in a stored generation, and recognises unchanged ones by their keys.

/// The length of a key in bytes.
pub(super) const KEY: usize = 32;
/// The key of a shard that must not be reused.
pub(super) const UNKNOWN: [u8; KEY] = [0; KEY];

/// The name of the section with the keys of all shards.
pub(super) const KEYS: &str = "text/keys";

/// The name of the section of a shard.
pub(super) fn section(shard: usize) -> String {
    format!("text/{shard:02}")
}

/// Returns whether the stored keys allow reusing a shard: its key is the same and known.
pub(super) fn is_same(stored: &[u8], shard: usize, key: &[u8; KEY]) -> bool {
    *key != UNKNOWN && stored.get(shard * KEY..(shard + 1) * KEY) == Some(key)
}
