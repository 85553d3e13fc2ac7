//! Reads the beginning of a doc comment: its blocks by the rules of <https://go.dev/doc/comment>, as markdown.

use super::prose::escaped;

/// The longest paragraph that is used, in characters.
const MAX_CHARS: usize = 600;
/// The largest number of list items or lines of code that are used.
const MAX_LINES: usize = 12;

/// A block of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Heading,
    /// A paragraph as one line of plain words.
    Text(String),
    /// The items of a list, with their numbers if they have any.
    List(Vec<(Option<u32>, String)>),
    /// Lines of code, without the indent that all have in common.
    Code(Vec<String>),
}

/// The beginning of a comment: its first paragraph, and the lists and code after it, which the paragraph mostly
/// introduces.
pub(super) fn opening(comment: &[u8]) -> Vec<Block> {
    let mut blocks = blocks(comment).into_iter().skip_while(|block| *block == Block::Heading);
    let first = blocks.next();
    let further = blocks.take_while(|block| matches!(block, Block::List(_) | Block::Code(_)));
    first.into_iter().chain(further).map(Block::shortened).collect()
}

/// The first paragraph of the blocks. Empty if they begin with another kind of block.
pub(super) fn first_words(blocks: &[Block]) -> &str {
    match blocks.first() {
        Some(Block::Text(words)) => words,
        _ => "",
    }
}

/// The first sentence of the blocks, with a full stop. Empty if they begin with another kind of block.
pub(super) fn first_sentence(blocks: &[Block]) -> String {
    let words = first_words(blocks);
    let is_end = |at: &usize| {
        let (before, after) = (&words[..*at], &words[at + 2..]);
        // `e.g. `, `i.e. ` and the like end no sentence.
        let last = before.rsplit([' ', '(']).next().unwrap_or_default();
        let is_link = after.starts_with("http");
        !last.contains('.') && last.len() > 1 && (is_link || !after.starts_with(char::is_lowercase))
    };
    let end = words.match_indices(". ").map(|(at, _)| at).find(is_end).unwrap_or(words.len());
    let sentence = words[..end].trim_end_matches(['.', ':', ' ']);
    if sentence.is_empty() || sentence.ends_with(['!', '?', '…']) {
        sentence.to_owned()
    } else {
        format!("{sentence}.")
    }
}

/// Returns whether a comment with this first paragraph is about the package, by Go's convention: it begins with
/// `Package name`.
pub(super) fn is_about_package(words: &str, package: &str) -> bool {
    let named = words.strip_prefix("Package ").and_then(|rest| rest.strip_prefix(package));
    named.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Returns whether a first paragraph is that of a licence.
pub(super) fn is_licence(words: &str) -> bool {
    words.starts_with("Copyright")
}

/// The blocks as markdown that only shows them (see [`escaped`]), with blank lines between them.
pub(super) fn markdown(blocks: &[Block]) -> String {
    blocks.iter().map(Block::markdown).collect::<Vec<_>>().join("\n\n")
}

impl Block {
    fn shortened(self) -> Self {
        match self {
            Self::Text(words) => Self::Text(shortened(words)),
            Self::List(items) => {
                Self::List(items.into_iter().map(|(number, words)| (number, shortened(words))).collect())
            }
            block => block,
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Heading => String::new(),
            Self::Text(words) => escaped(words),
            Self::List(items) => {
                // The facts of a step are a list with dashes. Another list mark begins a new list.
                let item = |(number, words): &(Option<u32>, String)| match number {
                    None => format!("* {}", escaped(words)),
                    Some(number) => format!("{number}. {}", escaped(words)),
                };
                lines(items.iter().map(item))
            }
            // Code in a fence is not escaped. But no line may end the fence, or begin like a line that an editor
            // would run.
            Self::Code(code) => {
                let line = |line: &String| {
                    let line = line.replace('`', "'");
                    if line.trim_start().starts_with(">>") { line.replacen(">>", "> >", 1) } else { line }
                };
                format!("```\n{}\n```", lines(code.iter().map(line)))
            }
        }
    }
}

/// Joins lines, up to the limit.
fn lines(all: impl ExactSizeIterator<Item = String>) -> String {
    let more = (all.len() > MAX_LINES).then(|| "…".to_owned());
    all.take(MAX_LINES).chain(more).collect::<Vec<_>>().join("\n")
}

fn shortened(words: String) -> String {
    match words.char_indices().nth(MAX_CHARS) {
        None => words,
        Some((cut, _)) => {
            let end = words[..cut].rfind(' ').unwrap_or(cut);
            format!("{} …", &words[..end])
        }
    }
}

/// The blocks of a comment. Lists need no indent here, because many are written without one.
fn blocks(comment: &[u8]) -> Vec<Block> {
    let lines = comment_text(&String::from_utf8_lossy(comment));
    let mut blocks: Vec<Block> = Vec::new();
    // True if there was a blank line since the end of the last block.
    let mut is_apart = true;
    for (at, line) in lines.iter().enumerate() {
        let words = line.trim();
        if words.is_empty() {
            is_apart = true;
            continue;
        }
        let is_indented = line.starts_with([' ', '\t']);
        let joined = || words.split_whitespace().collect::<Vec<_>>().join(" ");
        let (last, was_apart) = (blocks.last_mut(), std::mem::replace(&mut is_apart, false));
        match (last, list_item(words)) {
            // In code and in list items, indented lines continue the block, even after a blank line.
            (Some(Block::Code(code)), _) if is_indented => {
                if was_apart {
                    code.push(String::new());
                }
                code.push(line.clone());
            }
            (Some(Block::List(items)), Some((number, rest))) if follows(items, number) => {
                items.push((number, rest.to_owned()));
            }
            (Some(Block::List(items)), None) if is_indented || !was_apart => {
                if let Some((_, item)) = items.last_mut() {
                    *item += " ";
                    *item += &joined();
                }
            }
            (_, Some((number, rest))) if number.is_none_or(|number| number <= 1) => {
                blocks.push(Block::List(vec![(number, rest.to_owned())]));
            }
            (_, _) if is_indented => blocks.push(Block::Code(vec![line.clone()])),
            (_, _) if was_apart && words.starts_with("# ") && is_blank(lines.get(at + 1)) => {
                blocks.push(Block::Heading);
            }
            // Link targets are no part of the text.
            (_, _) if is_link(words) => is_apart = was_apart,
            (Some(Block::Text(text)), _) if !was_apart => {
                *text += " ";
                *text += &joined();
            }
            (_, _) => blocks.push(Block::Text(joined())),
        }
    }
    for block in &mut blocks {
        if let Block::Code(code) = block {
            unindent(code);
        }
    }
    blocks
}

/// Returns whether a line defines the target of a link: `[words]: https://there`.
fn is_link(line: &str) -> bool {
    let target = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    target.is_some_and(|(_, target)| target.contains("://") && !target.trim().contains(' '))
}

fn is_blank(line: Option<&String>) -> bool {
    line.is_none_or(|line| line.trim().is_empty())
}

/// Returns whether an item with this number may follow in a list.
fn follows(items: &[(Option<u32>, String)], number: Option<u32>) -> bool {
    let last = items.last().and_then(|item| item.0);
    number == last.map(|last| last.saturating_add(1)) || number.is_none()
}

/// The number and the words of a list item. None if the line is no list item.
fn list_item(words: &str) -> Option<(Option<u32>, &str)> {
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match digits {
        0 => words.strip_prefix(['-', '*', '+', '•'])?,
        1..=3 => words[digits..].strip_prefix(['.', ')'])?,
        _ => return None,
    };
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    (!rest.is_empty()).then(|| (words[..digits].parse().ok(), rest))
}

/// The lines of a comment without comment marks, directives for tools and common indent.
fn comment_text(comment: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut block: Option<Vec<String>> = None;
    for line in comment.lines() {
        let trimmed = line.trim_start();
        let begins = if block.is_none() { trimmed.strip_prefix("/*") } else { None };
        if block.is_none() && begins.is_none() {
            if !is_directive(trimmed) {
                let text = trimmed.strip_prefix("//").unwrap_or(trimmed);
                lines.push(text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned());
            }
            continue;
        }
        let within = block.get_or_insert_default();
        let line = begins.unwrap_or(line);
        match line.split_once("*/") {
            None => within.push(line.trim_end().to_owned()),
            Some((last, _)) => {
                within.push(last.trim_end().to_owned());
                lines.append(&mut block.take().map(unstarred).unwrap_or_default());
            }
        }
    }
    lines.extend(block.map(unstarred).unwrap_or_default());
    unindent(&mut lines);
    lines
}

/// The lines of a block comment without the star that many begin each line with.
fn unstarred(mut lines: Vec<String>) -> Vec<String> {
    let further = || lines.iter().skip(1).map(|line| line.trim_start()).filter(|line| !line.is_empty());
    if further().next().is_some() && further().all(|line| line.starts_with('*')) {
        for line in lines.iter_mut().skip(1) {
            let text = line.trim_start().trim_start_matches('*');
            *line = text.strip_prefix(' ').unwrap_or(text).to_owned();
        }
    }
    // The text after the opening mark has no indent to compare with.
    if let Some(first) = lines.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(further) = lines.get_mut(1..) {
        unindent(further);
    }
    lines
}

/// Removes the blanks and tabs that all lines begin with.
fn unindent(lines: &mut [String]) {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let filled = || lines.iter().filter(|line| !line.trim().is_empty());
    let Some(first) = filled().next() else { return };
    let mut common = &first[..indent(first)];
    for line in filled() {
        let same = common.bytes().zip(line.bytes()).take_while(|(a, b)| a == b).count();
        common = &common[..same];
    }
    let cut = common.len();
    for line in lines.iter_mut().filter(|line| line.len() >= cut) {
        line.drain(..cut);
    }
}

/// Returns whether a line of a comment is for a tool and not for a reader, like `//go:noinline` and `//nolint`: its
/// first word has no blank before it. (The rule is that of `go/ast`, and `nolint` and old build lines in addition.)
fn is_directive(line: &str) -> bool {
    let Some(text) = line.strip_prefix("//") else { return false };
    let word = text.split([' ', '\t']).next().unwrap_or(text);
    if matches!(word, "line" | "extern" | "export" | "nolint") {
        return true;
    }
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let for_tool = word.split_once(':').is_some_and(|(tool, what)| {
        !tool.is_empty() && tool.bytes().all(is_plain) && what.bytes().next().is_some_and(is_plain)
    });
    for_tool || ["+build ", "nolint"].iter().any(|word| text.trim_start().starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::super::prose::plain;
    use super::*;

    fn shown(comment: &str) -> String {
        plain(&markdown(&opening(comment.as_bytes()))).join("\n")
    }

    #[test]
    fn a_comment_is_told_to_the_end_of_what_its_first_paragraph_announces() {
        for (comment, expected) in [
            ("// F does\n// one thing.\n//\n// And more.", "F does one thing."),
            ("/*\nPackage p\n * has stars.\n\nMore. */", "Package p\n\n* has stars."),
            ("/*\n * Package p\n * has stars.\n *\n * More.\n */", "Package p has stars."),
            ("/*\n\tPackage p\n\tis indented.\n\n\tMore.\n*/", "Package p is indented."),
            ("/* F is\n   one. */", "F is one."),
            ("//\tF is\n//\tindented.", "F is indented."),
            ("//go:noinline\n// F is.", "F is."),
            ("// F takes:\n// - one\n// - two\n//   things\n//\n// More.", "F takes:\n\n* one\n* two things"),
            ("// F takes:\n//   - one\n//\n//   - two\n//     things\n", "F takes:\n\n* one\n* two things"),
            (
                "// F is\n// 1. one\n// or more\n// 2. two\n// F ends.",
                "F is\n\n1. one or more\n2. two F ends.",
            ),
            ("// F:\n//\n//  1) one\n//  2) two", "F:\n\n1. one\n2. two"),
            ("// F is of version\n// 3. It is old.", "F is of version 3. It is old."),
            (
                "// F has the format:\n//\n//\t{a\n//\t\tb: *c*}\n//\n//\td\n",
                "F has the format:\n\n    {a\n        b: *c*}\n\n    d",
            ),
            ("// F runs:\n//\n//\t>> x\n//\t```\n", "F runs:\n\n    > > x\n    '''"),
            ("// F is as follows:\n//\n// So it is.", "F is as follows:"),
            ("// # Heading\n//\n// F is [it].\n//\n// [it]: https://a", "F is [it]."),
            ("// F is.\n//\n// # Heading\n//\n//   - one", "F is."),
            ("// #1 is F.", "#1 is F."),
            ("//revive:disable-next-line:unexported-return x\n// F is.", "F is."),
            ("// F is\n//nolint:errcheck // why\n//lint:ignore U1000 x\n// one.", "F is one."),
            ("// +build linux\n//go:build linux\n//nolint\n//export F\n// F is.", "F is."),
            ("//F is. http://a:b\n// note: this", "F is. http://a:b note: this"),
            ("", ""),
            ("//", ""),
            ("/**/", ""),
        ] {
            assert_eq!(shown(comment), expected, "{comment:?}");
        }
        let long = shown(&format!("// {}", "word ".repeat(1_000)));
        assert!(long.chars().count() <= MAX_CHARS + 2 && long.ends_with(" …"), "{long}");
        let many = shown(&format!("// F:\n{}", "//  - item\n".repeat(100)));
        assert!(many.ends_with("\n…") && many.lines().count() == MAX_LINES + 3, "{many}");
        assert!(shown("// \u{fffd} broken").contains("broken"));
        assert!(first_words(&opening(b"// \xff broken")).contains("broken"));
    }
}
