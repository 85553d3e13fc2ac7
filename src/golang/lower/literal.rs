//! The values of string and rune literals (Go spec, "Rune literals", "String literals").

/// The value of a string literal; `None` if it is not well-formed.
pub(super) fn unquoted(literal: &[u8]) -> Option<Vec<u8>> {
    match literal {
        [b'`', text @ .., b'`'] => Some(text.iter().copied().filter(|&byte| byte != b'\r').collect()),
        [b'"', text @ .., b'"'] => {
            let mut value = Vec::with_capacity(text.len());
            let mut rest = text;
            while let Some((&first, after)) = rest.split_first() {
                if first == b'\\' {
                    rest = escape(after, &mut value)?.1;
                } else {
                    value.push(first);
                    rest = after;
                }
            }
            Some(value)
        }
        _ => None,
    }
}

/// The code point of a rune literal; `None` if it is not well-formed.
pub(super) fn rune(literal: &[u8]) -> Option<u32> {
    let [b'\'', text @ .., b'\''] = literal else { return None };
    if let [b'\\', escaped @ ..] = text {
        let (rune, rest) = escape(escaped, &mut Vec::new())?;
        return rest.is_empty().then_some(rune);
    }
    let mut chars = std::str::from_utf8(text).ok()?.chars();
    let rune = chars.next()?;
    chars.next().is_none().then_some(u32::from(rune))
}

/// Reads an escape after its backslash. Appends the bytes that it denotes to `value`, and returns its number and the
/// remaining text; `None` if it is not well-formed.
fn escape<'t>(text: &'t [u8], value: &mut Vec<u8>) -> Option<(u32, &'t [u8])> {
    let (&kind, after) = text.split_first()?;
    let simple = match kind {
        b'a' => Some(7),
        b'b' => Some(8),
        b'f' => Some(12),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        b'v' => Some(11),
        b'\\' | b'\'' | b'"' => Some(kind),
        _ => None,
    };
    if let Some(byte) = simple {
        value.push(byte);
        return Some((u32::from(byte), after));
    }
    let (digits, length, radix) = match kind {
        b'0'..=b'7' => (text, 3, 8),
        b'x' => (after, 2, 16),
        b'u' => (after, 4, 16),
        b'U' => (after, 8, 16),
        _ => return None,
    };
    let (digits, rest) = digits.split_at_checked(length)?;
    let number = u32::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()?;
    if matches!(kind, b'u' | b'U') {
        let rune = char::from_u32(number)?;
        value.extend(rune.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        value.push(u8::try_from(number).ok()?);
    }
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_stand_for_their_bytes_and_runes() {
        for (literal, value) in [
            (r#""a\"b""#, Some("a\"b")),
            (r#""\x41\102\u00e9\U0001F600\n""#, Some("ABé😀\n")),
            ("`a\\n\r\n`", Some("a\\n\n")),
            (r#""\q""#, None),
            (r#""\x4""#, None),
            (r#""\ud800""#, None),
            (r#""open"#, None),
        ] {
            assert_eq!(unquoted(literal.as_bytes()), value.map(|v| v.as_bytes().to_vec()), "{literal}");
        }
        for (literal, value) in [
            ("'a'", Some(97)),
            ("'é'", Some(233)),
            (r"'\n'", Some(10)),
            (r"'\''", Some(39)),
            ("'ab'", None),
            ("''", None),
        ] {
            assert_eq!(rune(literal.as_bytes()), value, "{literal}");
        }
    }
}
