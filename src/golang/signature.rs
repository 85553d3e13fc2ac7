//! Reads parts of a signature off its text.

/// The text behind the parameters of a signature: behind the first brackets that follow a name or type parameters. The
/// brackets of a receiver follow a space.
#[must_use]
pub fn results(signature: &str) -> &str {
    let (mut depth, mut before, mut is_open) = (0_u32, ' ', false);
    for (at, c) in signature.char_indices() {
        match c {
            '(' | '[' | '{' => {
                is_open |= c == '(' && depth == 0 && before != ' ';
                depth += 1;
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if is_open && depth == 0 {
            return &signature[at + 1..];
        }
        before = c;
    }
    ""
}
