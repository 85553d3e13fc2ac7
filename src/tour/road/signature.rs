//! The parameters and results of a function, read from its signature as it is written.

use crate::model::Symbol;

/// The types of the parameters of a function, and its results as they are written, without brackets around them.
pub(in crate::tour) fn signature(symbol: Symbol<'_>) -> Option<(Vec<&str>, &str)> {
    let (parameters, results) = head(symbol)?;
    Some((types(parameters), results))
}

/// The type of the parameter of a name.
pub(super) fn parameter<'s>(symbol: Symbol<'s>, name: &str) -> Option<&'s str> {
    let (parameters, _) = head(symbol)?;
    let at = parts(parameters).iter().position(|part| part.split(' ').next() == Some(name))?;
    types(parameters).get(at).copied()
}

/// The parameters of a function and its results, as they are written, without brackets around them.
fn head(symbol: Symbol<'_>) -> Option<(&str, &str)> {
    let head = symbol.signature();
    let at =
        head.find(&format!("{}(", symbol.name())).or_else(|| head.find(&format!("{}[", symbol.name())))?;
    let rest = &head[at + symbol.name().len()..];
    let rest = if rest.starts_with('[') { &rest[closing(rest)? + 1..] } else { rest };
    let end = rest.starts_with('(').then(|| closing(rest))??;
    let result = rest[end + 1..].trim();
    let result = result.strip_prefix('(').and_then(|result| result.strip_suffix(')')).unwrap_or(result);
    Some((&rest[1..end], result.trim()))
}

/// The offset of the bracket that closes the one at the start.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// The type of a parameter that is written with its name.
fn named_type(parameter: &str) -> Option<&str> {
    let (name, ty) = parameter.split_once(' ')?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !matches!(name, "func" | "chan")).then_some(ty)
}

/// The parts of a list between its commas.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The types of a list of parameters.
pub(in crate::tour) fn types(list: &str) -> Vec<&str> {
    let parts = parts(list);
    let is_named = parts.iter().any(|part| named_type(part).is_some());
    let mut types = Vec::new();
    let mut last = "";
    // Names of one type share it: `a, b int`.
    for part in parts.iter().rev() {
        last = named_type(part).unwrap_or(if is_named { last } else { part });
        types.push(last);
    }
    types.reverse();
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_parameters_do_not_depend_on_their_names() {
        for (list, expected) in [
            ("", &[][..]),
            ("a int", &["int"]),
            ("a, b int, c string", &["int", "int", "string"]),
            ("int, string", &["int", "string"]),
            ("<-chan error, error", &["<-chan error", "error"]),
            ("f func(a, b int) error, m map[string]int", &["func(a, b int) error", "map[string]int"]),
            ("ctx context.Context, opts ...Option", &["context.Context", "...Option"]),
        ] {
            assert_eq!(types(list), expected, "{list}");
        }
    }
}
