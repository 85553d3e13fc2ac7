//! Finds parts of a signature in its text.

/// The text after the parameters of a signature. The parameters are the first parentheses directly after a name or
/// after type parameters; those of a receiver follow a space. Empty if there are none.
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
