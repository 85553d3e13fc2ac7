//! Finds and masks secrets in texts that leave the machine.
//!
//! Code may contain keys, tokens and passwords by mistake, and a pack would carry them into a prompt. [`mask`]
//! replaces each by a mark that names its kind.
//!
//! * [`rules`] has the keys and tokens of a known form, private keys, and passwords in addresses.
//! * [`assigned`] judges literals that are assigned to a name like password, secret, token or key.
//!
//! Marks do not contain line breaks, so lines keep their numbers. Masking a text again changes nothing. The
//! categories are those of common scanners (gitleaks, detect-secrets). This room is pure.

mod assigned;
mod lines;
mod mark;
mod rules;

use std::borrow::Cow;

use mark::{MARK, REST, Secret};

/// Replaces every secret in a text by a mark such as `[masked github token]`. O(length).
pub fn mask(text: &str) -> Cow<'_, str> {
    masked(text, false)
}

/// Masks a text and keeps its lines: those after the first of a secret are empty. O(length).
pub fn mask_lines(text: &str) -> Cow<'_, str> {
    masked(text, true)
}

fn masked(text: &str, keeps_lines: bool) -> Cow<'_, str> {
    let Some(mut masked) = masked_once(text, keeps_lines) else { return Cow::Borrowed(text) };
    // The rest of a literal beside a mark may look more random than the whole did.
    while let Some(again) = masked_once(&masked, keeps_lines).filter(|again| *again != masked) {
        masked = again;
    }
    Cow::Owned(masked)
}

/// The text without the secrets that it shows. None if it shows none.
fn masked_once(text: &str, keeps_lines: bool) -> Option<String> {
    let secrets = find(text);
    if secrets.is_empty() {
        return None;
    }
    let (mut masked, mut end) = (String::with_capacity(text.len()), 0);
    for Secret { range, kind } in secrets {
        masked.push_str(&text[end..range.start]);
        match kind {
            Some(kind) => masked.extend([MARK, kind, "]"]),
            None => masked.push_str(REST),
        }
        if keeps_lines {
            masked.extend(text[range.clone()].matches('\n'));
        }
        end = range.end;
    }
    masked.push_str(&text[end..]);
    Some(masked)
}

/// The number of secrets that are masked in a text that [`mask`] made. O(length).
pub fn masked_in(text: &str) -> usize {
    memchr::memmem::find_iter(text.as_bytes(), MARK).count()
}

/// Describes the number of masked secrets. None if there are none.
pub fn describe(masked: usize) -> Option<String> {
    (masked > 0).then(|| format!("{} masked", crate::model::counted(masked, "secret")))
}

/// The secrets of a text in order, without overlaps.
fn find(text: &str) -> Vec<Secret> {
    let mut secrets = rules::find(text);
    assigned::find(text, &mut secrets);
    // Of overlapping secrets the first stays, and the longest of those with one start.
    secrets.sort_by_key(|secret| (secret.range.start, std::cmp::Reverse(secret.range.end)));
    let mut end = 0;
    secrets.retain(|secret| {
        let is_apart = secret.range.start >= end;
        end = end.max(secret.range.end);
        is_apart
    });
    secrets
}

#[cfg(test)]
mod tests;
