//! Computes the value of a constant in an `iota` group (Go spec, "Iota").

use std::ops::Range;

use tree_sitter::Node;

use super::lower::parse::BoundedParser;

/// The largest group that is parsed, in bytes.
const LARGEST_GROUP: usize = 1 << 16;
/// The deepest nesting of an expression that is evaluated.
const MAX_DEPTH: usize = 32;

/// The value of the constant whose spec is the byte range `own` of its file; `None` unless its expression uses `iota`
/// and otherwise only numbers. O(bytes of its group before it).
pub(super) fn iota_value(bytes: &[u8], own: &Range<u32>) -> Option<i128> {
    let end = own.end as usize;
    let from = group_start(bytes.get(..own.start as usize)?)?;
    let group = bytes.get(from..end).filter(|group| group.len() <= LARGEST_GROUP)?;
    memchr::memmem::find(group, b"iota")?;
    let group = [group, b"\n)\n"].concat();
    let tree = BoundedParser::new().parse(&group)?;
    let declaration = tree.root_node().named_child(0).filter(|node| node.kind() == "const_declaration")?;
    if tree.root_node().has_error() {
        return None;
    }
    let mut cursor = declaration.walk();
    let specs: Vec<Node<'_>> =
        declaration.named_children(&mut cursor).filter(|node| node.kind() == "const_spec").collect();
    let (last, with_value) = (specs.last()?, |spec: &&Node<'_>| spec.child_by_field_name("value").is_some());
    let values = specs.iter().rev().find(with_value)?.child_by_field_name("value")?;
    let mut cursor = last.walk();
    let is_alone = last.children_by_field_name("name", &mut cursor).filter(Node::is_named).count() == 1;
    if !is_alone || values.named_child_count() != 1 {
        return None;
    }
    let value = Expression { text: &group, iota: specs.len() as i128 - 1 };
    let only = values.named_child(0)?;
    if value.has_iota(only, 0) { value.of(only, 0) } else { None }
}

/// The start of the group that is still open at the end of a text. Only the nearest `const (` is considered.
fn group_start(before: &[u8]) -> Option<usize> {
    let at = memchr::memmem::rfind_iter(before, b"const")
        .find(|&at| before[at + b"const".len()..].trim_ascii_start().starts_with(b"("))?;
    let begins_line = before[..at].iter().rev().take_while(|&&b| b != b'\n').all(u8::is_ascii_whitespace);
    begins_line.then_some(at)
}

/// Evaluates expressions for one value of `iota`.
struct Expression<'t> {
    text: &'t [u8],
    iota: i128,
}

impl Expression<'_> {
    fn has_iota(&self, node: Node<'_>, depth: usize) -> bool {
        let mut cursor = node.walk();
        self.word(node) == "iota"
            || depth < MAX_DEPTH
                && node.named_children(&mut cursor).any(|child| self.has_iota(child, depth + 1))
    }

    fn word(&self, node: Node<'_>) -> &str {
        self.text.get(node.byte_range()).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
    }

    /// The value of an expression; `None` if it needs more than numbers and `iota`, or if it overflows.
    fn of(&self, node: Node<'_>, depth: usize) -> Option<i128> {
        if depth > MAX_DEPTH {
            return None;
        }
        let operand = |field: &str| self.of(node.child_by_field_name(field)?, depth + 1);
        match node.kind() {
            "iota" => Some(self.iota),
            "identifier" if self.word(node) == "iota" => Some(self.iota),
            "int_literal" => number(self.word(node)),
            "parenthesized_expression" => self.of(node.named_child(0)?, depth + 1),
            "unary_expression" => {
                let value = operand("operand")?;
                match self.word(node.child_by_field_name("operator")?) {
                    "-" => value.checked_neg(),
                    "+" => Some(value),
                    _ => None,
                }
            }
            "binary_expression" => {
                let (a, b) = (operand("left")?, operand("right")?);
                match self.word(node.child_by_field_name("operator")?) {
                    "+" => a.checked_add(b),
                    "-" => a.checked_sub(b),
                    "*" => a.checked_mul(b),
                    "/" => a.checked_div(b),
                    "%" => a.checked_rem(b),
                    "|" => Some(a | b),
                    "&" => Some(a & b),
                    "<<" => {
                        let shift = u32::try_from(b).ok().filter(|&shift| shift < 64)?;
                        a.checked_mul(1i128 << shift)
                    }
                    ">>" => u32::try_from(b).ok().and_then(|shift| a.checked_shr(shift)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn number(text: &str) -> Option<i128> {
    let digits = text.replace('_', "").to_ascii_lowercase();
    let (digits, radix) = match digits.get(..2) {
        Some("0x") => (&digits[2..], 16),
        Some("0b") => (&digits[2..], 2),
        Some("0o") => (&digits[2..], 8),
        _ if digits.len() > 1 && digits.starts_with('0') => (&digits[1..], 8),
        _ => (digits.as_str(), 10),
    };
    i128::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_iota_gives_is_counted_through_the_group() {
        let code = "package p\n\nconst One = 1\n\nconst (\n\t_ T = iota // none\n\tA\n\n\t// B is next.\n\tB\n\tC = 1 << (10 * iota)\n\tD\n\
                    \tE = \"text\"\n\tF\n\tG, H = iota, 2\n\tI, J\n\tK = -iota + 0x10\n\tL = len(\"a\") + iota\n\tM = 5\n\tN\n)\n\nconst O = iota\n";
        for (name, expect) in [
            ("A", Some(1)),
            ("B", Some(2)),
            ("C = 1 << (10 * iota)", Some(1 << 30)),
            ("D", Some(1 << 40)),
            ("E = \"text\"", None),
            ("F", None),
            ("G, H = iota, 2", None),
            ("I, J", None),
            ("K = -iota + 0x10", Some(7)),
            ("L = len(\"a\") + iota", None),
            ("M = 5", None),
            ("N", None),
            ("O = iota", None),
        ] {
            let at = code.find(&format!("\t{name}\n")).map_or_else(|| code.find(name).unwrap(), |at| at + 1);
            let own = at as u32..(at + name.len()) as u32;
            assert_eq!(iota_value(code.as_bytes(), &own), expect, "{name}");
        }
    }
}
