//! A shard as one run of bytes: named parts behind a line that says where they lie.

/// A name and bytes.
pub(super) type BlobPart = (String, Vec<u8>);

/// Puts parts together.
pub(super) fn join(parts: &[BlobPart]) -> Vec<u8> {
    let table: Vec<(&str, usize)> = parts.iter().map(|(name, bytes)| (name.as_str(), bytes.len())).collect();
    let mut blob = serde_json::to_vec(&table).unwrap_or_default();
    blob.push(b'\n');
    for (_, bytes) in parts {
        blob.extend_from_slice(bytes);
    }
    blob
}

/// The parts of a blob; `None` when it is none.
pub(super) fn parts(blob: &[u8]) -> Option<Vec<(String, &[u8])>> {
    let end = blob.iter().position(|&byte| byte == b'\n')?;
    let table: Vec<(String, usize)> = serde_json::from_slice(&blob[..end]).ok()?;
    let mut rest = &blob[end + 1..];
    let mut parts = Vec::with_capacity(table.len());
    for (name, len) in table {
        let (part, after) = rest.split_at_checked(len)?;
        parts.push((name, part));
        rest = after;
    }
    rest.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_and_damage_does_not() {
        let blob = join(&[("a".to_owned(), vec![1, 2]), ("b".to_owned(), Vec::new())]);
        assert_eq!(parts(&blob), Some(vec![("a".to_owned(), &[1, 2][..]), ("b".to_owned(), &[][..])]));
        for len in 0..blob.len() {
            assert_eq!(parts(&blob[..len]), None, "cut at {len}");
        }
    }
}
