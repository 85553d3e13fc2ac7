//! Secrets in texts that leave the machine: found and masked.
//!
//! Code holds keys, tokens and passwords that nobody meant to put there, and a pack carries them into a prompt. [`mask`]
//! replaces them by a mark that says what stood there.
//!
//! * [`rules`] is the table of keys and tokens that one knows by their form, of private keys, and of passwords in addresses.
//! * [`assigned`] judges literals that are given to something called a password, a secret, a token or a key.
//!
//! Marks stand within a line, so lines and their numbers stay. What is masked stays the same if it is masked again.
//! The categories are those of the common scanners (gitleaks, detect-secrets). This room is pure.

mod assigned;
mod lines;
mod mark;
mod rules;

use std::borrow::Cow;

use mark::{MARK, REST, Secret};

/// The text with every secret in it replaced by a mark such as `[masked github token]`. O(length).
#[must_use]
pub fn mask(text: &str) -> Cow<'_, str> {
    let secrets = find(text);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut masked, mut end) = (String::with_capacity(text.len()), 0);
    for Secret { place, what } in secrets {
        masked.push_str(&text[end..place.start]);
        match what {
            Some(what) => masked.extend([MARK, what, "]"]),
            None => masked.push_str(REST),
        }
        end = place.end;
    }
    masked.push_str(&text[end..]);
    Cow::Owned(masked)
}

/// How many secrets are masked in a text that [`mask`] made. O(length).
#[must_use]
pub fn masked_in(text: &str) -> usize {
    memchr::memmem::find_iter(text.as_bytes(), MARK).count()
}

/// Says how many secrets are masked; `None` for none.
#[must_use]
pub fn describe(masked: usize) -> Option<String> {
    (masked > 0).then(|| format!("{} masked", crate::model::counted(masked, "secret")))
}

/// The secrets of a text in order, none within another.
fn find(text: &str) -> Vec<Secret> {
    let mut secrets = rules::find(text);
    assigned::find(text, &mut secrets);
    // Of those that overlap the first stays, and of one place the longest.
    secrets.sort_by_key(|secret| (secret.place.start, std::cmp::Reverse(secret.place.end)));
    let mut end = 0;
    secrets.retain(|secret| {
        let is_apart = secret.place.start >= end;
        end = end.max(secret.place.end);
        is_apart
    });
    secrets
}

#[cfg(test)]
mod tests;
