//! Reads just enough Rust to know which paths a file names: comments and literals are blanked, `use` trees flattened,
//! `crate`, `self` and `super` resolved.

use std::collections::HashSet;

/// A path in the code, from the crate's root or from another crate's name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Line, from 1.
    pub(crate) line: usize,
    /// `["crate", "model", "Graph"]`, `["std", "fs"]`, or `["println!"]` for a macro.
    pub(crate) path: Vec<String>,
    /// The import that a `use` makes of the path; `None` if code names it.
    pub(crate) import: Option<Import>,
}

/// One name that a `use` brings into its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The name that it has there, `*` for all names of a module, `_` for a trait without a name.
    pub(crate) name: String,
    /// True if the file hands the name on.
    pub(crate) handed_on: bool,
    /// True if code of the file names it, too.
    pub(crate) named: bool,
}

/// Every path that a file's production code names. `module` is where the file stands: `["golang", "check"]`.
pub(crate) fn mentions(source: &str, module: &[&str]) -> Vec<Mention> {
    mentions_in(&without_tests(&blanked(source)), module)
}

/// The lines of production code with a condition, `cfg(...)` or `cfg!(...)`, that has one of some words.
pub(crate) fn conditions(source: &str, words: &[&str]) -> Vec<usize> {
    let code = without_tests(&blanked(source));
    let tokens = tokens(&code);
    let mut found = Vec::new();
    for (at, &(line, token)) in tokens.iter().enumerate() {
        if matches!(token, "cfg" | "cfg_attr") {
            let inside = tokens[at + 1..].iter().map(|token| token.1).take_while(|&token| token != ")");
            if inside.into_iter().any(|token| words.contains(&token)) {
                found.push(line);
            }
        }
    }
    found
}

/// The functions of production code, laid out by rustfmt, with more lines than `most`: their first lines and their numbers of lines.
pub(crate) fn long_functions(source: &str, most: usize) -> Vec<(usize, usize)> {
    let code = without_tests(&blanked(source));
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_function(line)) {
        let indent = line.len() - line.trim_start().len();
        // A function ends with the first brace that stands in its own column.
        let is_end = |line: &&str| {
            line.len() > indent && line[indent..].starts_with('}') && line[..indent].trim().is_empty()
        };
        let n = lines[at..].iter().position(is_end).map_or(1, |end| end + 1);
        if n > most {
            found.push((at + 1, n));
        }
    }
    found
}

/// Returns whether a line begins a function: `fn` comes before any name.
fn is_function(line: &str) -> bool {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')').map_or("", |(_, rest)| rest),
        Some(rest) => rest,
        None => line,
    };
    let mut words = line.split_whitespace();
    words.find(|word| !matches!(*word, "const" | "async" | "unsafe")) == Some("fn")
}

/// The same of code whose comments, literals and tests are blanked.
fn mentions_in(code: &str, module: &[&str]) -> Vec<Mention> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut named = HashSet::new();
    let mut at = 0;
    while at < tokens.len() {
        let (line, token) = tokens[at];
        at += 1;
        // `use<'a>` says what a returned type captures; it names no path.
        if token == "use" && tokens.get(at).is_none_or(|next| next.1 != "<") {
            let handed_on = at > 1 && matches!(tokens[at - 2].1, "pub" | ")");
            let first = found.len();
            use_tree(&tokens, &mut at, Vec::new(), line, &mut found);
            for import in found[first..].iter_mut().filter_map(|mention| mention.import.as_mut()) {
                import.handed_on = handed_on;
            }
        } else if is_name(token) {
            // `mod name;` declares a file, it uses nothing in it.
            if at < 2 || tokens[at - 2].1 != "mod" {
                named.insert(token);
            }
            let mut path = vec![token.to_owned()];
            while let [(_, "::"), (_, next), ..] = tokens[at..]
                && is_name(next)
            {
                path.push(next.to_owned());
                named.insert(next);
                at += 2;
            }
            match tokens.get(at) {
                Some((_, "!")) => path = vec![format!("{}!", path[path.len() - 1])],
                _ if path.len() == 1 => continue,
                _ => {}
            }
            found.push(Mention { line, path, import: None });
        }
    }
    for mention in &mut found {
        mention.path = absolute(&mention.path, module);
        if let Some(import) = &mut mention.import {
            import.named = named.contains(import.name.as_str());
        }
    }
    found
}

/// Reads one `use` tree after its prefix, up to the `,`, `}` or `;` that ends it.
fn use_tree(
    tokens: &[(usize, &str)],
    at: &mut usize,
    mut prefix: Vec<String>,
    line: usize,
    found: &mut Vec<Mention>,
) {
    let mut alias = None;
    while let Some(&(_, token)) = tokens.get(*at) {
        *at += 1;
        match token {
            "{" => {
                while let Some(&(line, next)) = tokens.get(*at) {
                    match next {
                        "}" => {
                            *at += 1;
                            return;
                        }
                        "," => *at += 1,
                        _ => use_tree(tokens, at, prefix.clone(), line, found),
                    }
                }
                return;
            }
            "," | "}" | ";" => {
                *at -= 1;
                break;
            }
            "as" => {
                alias = tokens.get(*at).map(|(_, name)| (*name).to_owned());
                *at += 1;
            }
            "*" => alias = Some("*".to_owned()),
            _ if is_name(token) => prefix.push(token.to_owned()),
            _ => {}
        }
    }
    let last = prefix.iter().rev().find(|name| *name != "self");
    if let Some(name) = alias.or_else(|| last.cloned()) {
        found.push(Mention {
            line,
            path: prefix,
            import: Some(Import { name, handed_on: false, named: false }),
        });
    }
}

/// Resolves `self` and `super` against the module, so that a path inside this crate begins with `crate`.
fn absolute(path: &[String], module: &[&str]) -> Vec<String> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let skipped = if path[0] == "self" { 1 } else { ups };
    if skipped == 0 {
        return path.to_vec();
    }
    let kept = module.len().saturating_sub(ups);
    let base = std::iter::once("crate").chain(module[..kept].iter().copied());
    base.map(str::to_owned).chain(path[skipped..].iter().cloned()).collect()
}

/// The names that a file declares and mentions.
pub(crate) struct Scanned {
    /// Names of the items of its production code.
    pub(crate) items: HashSet<String>,
    /// Names of modules that only tests compile.
    pub(crate) tests: HashSet<String>,
    pub(crate) mentions: Vec<Mention>,
}

/// Reads a whole file. `module` is where it stands.
pub(crate) fn file(source: &str, module: &[&str]) -> Scanned {
    const ITEMS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "mod"];
    let named_after = |code: &str, keywords: &[&str]| -> HashSet<String> {
        let tokens = tokens(code);
        let pairs = tokens.windows(2).filter(|pair| keywords.contains(&pair[0].1));
        pairs.map(|pair| pair[1].1.to_owned()).collect()
    };
    let blanked = blanked(source);
    let code = without_tests(&blanked);
    let modules = named_after(&code, &["mod"]);
    let tests = named_after(&blanked, &["mod"]).difference(&modules).cloned().collect();
    Scanned { items: named_after(&code, &ITEMS), tests, mentions: mentions_in(&code, module) }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::` and single other characters, with their lines.
fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(code.lines()) {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if rest.starts_with("::") {
                2
            } else if is_name(rest) {
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            found.push((line, &rest[..length]));
            rest = rest[length..].trim_start();
        }
    }
    found
}

/// The source with comments, strings and characters replaced by blanks; lines stay where they are.
pub(crate) fn blanked(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = literal_or_comment(rest);
        if length == 0 {
            // A name is copied whole, so that the `r` of `for` never starts a raw string.
            let name = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let step = name.max(first.len_utf8());
            out.push_str(&rest[..step]);
            rest = &rest[step..];
        } else {
            out.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        }
    }
    out
}

/// Length in bytes of the comment or literal that a text starts with, else 0.
fn literal_or_comment(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return text.find("*/").map_or(text.len(), |end| end + 2);
    }
    if text.starts_with('\'') {
        return character(text);
    }
    let unprefixed = text.trim_start_matches(['b', 'c', 'r']);
    let prefix = text.len() - unprefixed.len();
    let hashes = unprefixed.len() - unprefixed.trim_start_matches('#').len();
    if prefix > 2 || !unprefixed[hashes..].starts_with('"') {
        return 0;
    }
    let body = &unprefixed[hashes + 1..];
    let opening = prefix + hashes + 1;
    if text[..prefix].contains('r') {
        let closing = format!("\"{}", "#".repeat(hashes));
        return opening + body.find(&closing).map_or(body.len(), |end| end + closing.len());
    }
    if hashes > 0 {
        return 0;
    }
    opening + end_of_string(body)
}

fn end_of_string(body: &str) -> usize {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    body.len()
}

/// Length of a character literal; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(text.len(), |end| end + 4),
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 0,
        },
        None => 0,
    }
}

/// Blanked code without the items that only tests compile.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(start) = rest.find(MARK) {
        out.push_str(&rest[..start]);
        let item = &rest[start + MARK.len()..];
        let end = end_of_item(item);
        out.extend(item[..end].chars().filter(|c| *c == '\n'));
        rest = &item[end..];
    }
    out.push_str(rest);
    out
}

fn end_of_item(item: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in item.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    item.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(source: &str, module: &[&str]) -> Vec<String> {
        mentions(source, module).into_iter().map(|m| format!("{} {}", m.line, m.path.join("::"))).collect()
    }

    #[test]
    fn use_trees_are_flattened() {
        let source =
            "use std::{fs, io::{self, Write as _}, thread};\npub use crate::model::*;\nuse super::a::B;";
        assert_eq!(
            paths(source, &["golang", "check"]),
            [
                "1 std::fs",
                "1 std::io::self",
                "1 std::io::Write",
                "1 std::thread",
                "2 crate::model",
                "3 crate::golang::a::B"
            ]
        );
    }

    #[test]
    fn paths_in_code_are_seen() {
        let source = "fn f(x: super::super::rank::Rank) -> impl I + use<> { std::fs::read(x); self::g(); println!(\"\"); }";
        assert_eq!(
            paths(source, &["golang", "check"]),
            ["1 crate::rank::Rank", "1 std::fs::read", "1 crate::golang::check::g", "1 println!"]
        );
    }

    #[test]
    fn comments_literals_and_tests_are_not() {
        let source = "// std::fs\n/* std::fs\n */ fn f<'a>(c: &'a str) { (\"std::fs \\\" x\", r#\"std::fs \"\"#, '\"', \
                      '\\'', b\"std::fs\") }\n#[cfg(test)]\nmod tests {\n fn g() { std::fs::read() }\n}\nuse a::b;";
        assert_eq!(paths(source, &[]), ["8 a::b"]);
    }
}
