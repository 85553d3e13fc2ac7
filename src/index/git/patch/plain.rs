//! Removes from a diff what a terminal or a mail added to it.

use std::borrow::Cow;

const ESCAPE: u8 = 0x1b;

/// The diff without colours, if any line of it begins with one, and with mails in quoted-printable decoded. O(text).
pub(in crate::index::git) fn plain(text: &[u8]) -> Cow<'_, [u8]> {
    let mut text = Cow::Borrowed(text);
    // A line of a hunk begins with a sign, so only a coloured one begins with an escape.
    if text.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"\x1b[")) {
        text = Cow::Owned(without_colours(&text));
    }
    let quotes = |line: &[u8]| {
        let line = line.to_ascii_lowercase();
        line.strip_prefix(b"content-transfer-encoding:")
            .is_some_and(|how| how.trim_ascii() == b"quoted-printable")
    };
    if text.split(|&byte| byte == b'\n').any(quotes) {
        text = Cow::Owned(decoded(&text, quotes));
    }
    text
}

/// Removes the sequences that set a colour (`ESC [ … m`) or clear the rest of a line (`ESC [ K`).
fn without_colours(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let sequence = after.strip_prefix(b"[").filter(|_| byte == ESCAPE).and_then(|sequence| {
            let end = sequence.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';' | b':'))?;
            matches!(sequence[end], b'm' | b'K').then(|| &sequence[end + 1..])
        });
        match sequence {
            Some(after) => rest = after,
            None => plain.push(byte),
        }
    }
    plain
}

/// Decodes the bodies of the mails whose header `quotes` them: `=3D` is a byte, `=` at the end of a line joins it with
/// the next (RFC 2045, section 6.7).
fn decoded(text: &[u8], quotes: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut is_quoted = false;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        // The first line of a mail in a mailbox.
        if line.starts_with(b"From ") {
            is_quoted = false;
        }
        is_quoted |= quotes(line.trim_ascii_end());
        if !is_quoted {
            decoded.extend_from_slice(line);
            continue;
        }
        let mut rest = line;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            match (byte, after) {
                (b'=', [b'\n', ..]) => rest = &after[1..],
                (b'=', [b'\r', b'\n', ..]) => rest = &after[2..],
                (b'=', [high, low, ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                    let digit = |byte: &u8| (*byte as char).to_digit(16).unwrap_or_default() as u8;
                    decoded.push(digit(high) << 4 | digit(low));
                    rest = &after[2..];
                }
                _ => decoded.push(byte),
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_the_encoding_of_mails_are_removed() {
        let cases: &[(&str, &str, &str)] = &[
            ("plain", "--- a\n+\x1b[1mx\n", "--- a\n+\x1b[1mx\n"),
            ("coloured", "\x1b[1m--- a\x1b[m\n\x1b[32m+\x1b[m\x1b[32mx\x1b[K\x1b[m\n", "--- a\n+x\n"),
            ("no colour", "\x1b[1m-\x1b]8;;x\n", "-\x1b]8;;x\n"),
            (
                "a mail",
                "Content-Transfer-Encoding: Quoted-Printable\n\n+a =3D=\n b\nFrom x\n\n+c =3D d\n",
                "Content-Transfer-Encoding: Quoted-Printable\n\n+a = b\nFrom x\n\n+c =3D d\n",
            ),
        ];
        for (what, text, expected) in cases {
            assert_eq!(String::from_utf8_lossy(&plain(text.as_bytes())), *expected, "{what}");
        }
    }
}
